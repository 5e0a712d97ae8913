"""Files of worklists: the usual columns, or those of a template for an instrument."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from kgdesk.errors import BadInput, BadTable, FileExists, NotWritten
from kgdesk.model.decisions.plates import find_worklist
from kgdesk.model.design.pool import with_unit
from kgdesk.model.study.worklists import HOLDS
from kgdesk.paths import resource_path
from kgdesk.tables.input_file import load
from kgdesk.tables.new_file import new_file
from kgdesk.tables.quoting import quoted
from kgdesk.tables.results_table import attribute_headings
from kgdesk.tables.writing import Worksheet, csv_text, xlsx_bytes
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from kgdesk.actions.changes import Change
    from kgdesk.model.study.study import Study
    from kgdesk.model.study.worklists import WellUse

    #: As returned by `read_template`; empty for the usual columns.
    Template = Mapping[str, Any]

#: Columns of a template whose cells stay blank, to be filled in at the bench.
_BLANK: Final = {"outcome", "measured", "note"}
_VALUES: Final = (
    *("run_token", "candidate", "barcode", "location", "well", "well_row", "well_column", "number", "holds"),
    *("worklist", "plate", "study", "attributes", "outcome", "measured", "note"),
)
_TEMPLATE_KEYS: Final = {
    "name": str,
    "delimiter": str,
    "decimal": str,
    "byte_order_mark": bool,
    "header": bool,
    "wells": str,
    "rows": list,
    "column": list,
}
#: Suffixes of the files.
KINDS: Final = (".csv", ".xlsx")
#: Templates that come with the program.
TEMPLATES: Final = ("pick-list",)


def write_worklist(
    study: Study,
    name: str,
    dest: str | Path,
    template: Template | None = None,
    *,
    overwrite: bool = False,
    like: Path | None = None,
) -> Path:
    """Write the file of a worklist again, after its runs were started, with the same wells and run tokens.

    The columns are those of `template`, or the same as before if it is None; `overwrite` and `like` as in `new_file`.

    Raises
    ------
    BadInput, FileExists, NotWritten
        There is no such worklist, or the template does not fit; nothing was written.
    """
    table, template = _started_table(study, name, template)
    content = packed(dest, table, template)
    with new_file(dest, overwrite=overwrite, like=like) as stream:
        stream.write(content)
    return Path(dest)


def start_with_file(
    start: Callable[[], Change],
    number: str,
    dest: str | Path,
    table: Worksheet,
    template: Template,
    *,
    overwrite: bool,
    like: Path | None,
) -> Change:
    """Write the file of a worklist under a temporary name, start its runs, then give the file its name.

    If only the last step fails, the runs are started nevertheless: the notice of the change says that the file is
    missing, and how to write it again.

    Raises
    ------
    BadInput, FileExists, NotWritten
        No run was started.
    """
    change: Change | None = None
    try:
        with new_file(dest, overwrite=overwrite, like=like) as stream:
            stream.write(packed(dest, table, template))
            stream.flush()
            change = start()
    except (FileExists, NotWritten) as refused:
        if change is None:
            raise
        notice = phrase(
            "{refused} The runs of worklist {id} are started: write its file again (--of {id} --out FILE).",
            refused=refused.sentence,
            id=number,
        )
        return replace(change, notice=notice)
    return change


def worklist_text(study: Study, name: str, template: Template | None = None) -> str:
    """Return the file of a worklist as CSV text, for standard output; `template` as in `write_worklist`."""
    table, template = _started_table(study, name, template)
    return as_csv(table, {**template, "byte_order_mark": False})


def _started_table(study: Study, name: str, template: Template | None) -> tuple[Worksheet, Template]:
    """Return a worklist whose runs were started, as a table, and its template; raise BadInput if there is none."""
    worklist = find_worklist(study, name)
    template = worklist.template if template is None else template
    tokens = {start.well: start.run_token for start in study.starts if start.worklist == worklist.id}
    return worklist_table(study, worklist.wells, tokens, template, (worklist.id, worklist.name)), template


def worklist_table(
    study: Study,
    wells: Sequence[WellUse],
    tokens: Mapping[str, str],
    template: Template,
    name: tuple[str, str],
) -> Worksheet:
    """Return a worklist as a table.

    Parameters
    ----------
    wells, tokens
        Content of each well, and well -> run token.
    name
        Id and name of the worklist.
    """
    columns = _columns(study, template)
    listed = template.get("rows", list(HOLDS))
    style = _short_well if template.get("wells") == "A1" else str
    rows = [
        tuple(
            cell(_Row(study, use, nth, tokens.get(use.well, ""), style(use.well), name))
            for _, cell in columns
        )
        for nth, use in enumerate((use for use in wells if use.holds in listed), 1)
    ]
    return Worksheet("worklist", tuple(heading for heading, _ in columns), rows)


@dataclass(frozen=True, slots=True)
class _Row:
    study: Study
    use: WellUse
    number: int
    token: str
    well: str
    name: tuple[str, str]

    @property
    def at(self) -> int | None:
        return self.study.pool.row(self.use.name) if self.use.holds == "candidate" else None


def _columns(study: Study, template: Template) -> list[tuple[str, Callable[[_Row], str | float | None]]]:
    """Return heading and cell function of each column; repeated headings are made distinct."""
    columns: dict[str, Callable[[_Row], str | float | None]] = {}
    for heading, value, text in _asked_columns(study, template):
        title = heading
        while title in columns:
            title = f"{title} (worklist)"
        columns[title] = _cell(study, value, text)
    return list(columns.items())


def _asked_columns(study: Study, template: Template) -> list[tuple[str, str, str]]:
    """Return heading, value and text of each column."""
    attributes = [(attribute_headings(a)[0], f"attribute:{a.name}", "") for a in study.pool.attributes]
    if not template.get("column"):
        return _usual_columns(study, attributes)
    asked: list[tuple[str, str, str]] = []
    for column in template["column"]:
        if column.get("value") == "attributes":
            asked += attributes
        else:
            value = str(column.get("value", ""))
            asked.append((str(column.get("heading", value)), value, str(column.get("text", ""))))
    return asked


def _usual_columns(study: Study, attributes: Sequence[tuple[str, str, str]]) -> list[tuple[str, str, str]]:
    """Return the columns of a worklist without a template; those to be filled in at the bench come last."""
    settings = study.settings
    columns = [(value, value, "") for value in ("run_token", "worklist", "well", "holds", "candidate")]
    if settings.location:
        columns.append((settings.location, "location", ""))
    if settings.barcode and settings.barcode != settings.location:
        columns.append((settings.barcode, "barcode", ""))
    columns += attributes
    columns += [(each.name, f"block:{each.name}", "") for each in settings.block_columns if each.is_stated]
    if settings.measured:
        columns.append((with_unit(settings.measured, settings.measured_unit), "measured", ""))
    if settings.threshold is None:
        columns.append(("outcome", "outcome", ""))
    columns.append(("note", "note", ""))
    # Columns keep the headings of the study, by which a file of results is read.
    own = {heading for heading, _, _ in attributes} | {settings.location, settings.barcode}
    studied = ("attribute:", "location", "barcode")
    return [
        (
            f"{heading} (worklist)" if heading in own and not value.startswith(studied) else heading,
            value,
            text,
        )
        for heading, value, text in columns
    ]


def _cell(study: Study, value: str, text: str) -> Callable[[_Row], str | float | None]:
    """Return the function that computes the cell of a column for a row.

    Raises
    ------
    BadInput
        The study has no such attribute or kept column.
    """
    kind, _, name = value.partition(":")
    pool, settings = study.pool, study.settings
    if kind == "attribute" and name:
        column: Sequence[str | float] | None = next(
            (c for a, c in zip(pool.attributes, pool.values, strict=True) if a.name == name), None
        )
    elif kind == "kept" and name:
        column = pool.extras.get(name)
    elif kind == "block" and name:
        return _level(study, name)
    else:
        kept = {"location": settings.location}.get(value, "")
        column = pool.extras.get(kept, ("",) * len(pool)) if value == "location" else None
        if column is None:
            return _SIMPLE.get(value, lambda _: text or None)
    if column is None:
        raise BadInput(phrase("This study has no column “{name}”, which the template names.", name=name))
    return lambda row: None if row.at is None else column[row.at]


def _level(study: Study, column: str) -> Callable[[_Row], str | float | None]:
    """Return the function that gives the level of a started run in a block column, else that of the next run.

    Raises
    ------
    BadInput
        The study has no such block column.
    """
    if column not in study.present_levels:
        raise BadInput(
            phrase("This study has no block column “{name}”, which the template names.", name=column)
        )
    present = study.present_levels[column]
    started = {start.run_token: dict(start.blocks).get(column, "") for start in study.starts}
    return lambda row: (started.get(row.token, present) or None) if row.at is not None else None


_SIMPLE: Final[dict[str, Callable[[_Row], str | float | None]]] = {
    "run_token": lambda row: row.token or None,
    "candidate": lambda row: row.use.name or None,
    "barcode": lambda row: row.study.barcodes.code_of(row.use.name) if row.at is not None else None,
    "well": lambda row: row.well,
    "well_row": lambda row: row.use.well.rstrip("0123456789"),
    "well_column": lambda row: int(row.use.well.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ")),
    "number": lambda row: row.number,
    "holds": lambda row: row.use.holds,
    "worklist": lambda row: row.name[0],
    "plate": lambda row: row.name[1],
    "study": lambda row: row.study.name,
    **{value: lambda _: None for value in _BLANK},
}


def _short_well(well: str) -> str:
    letters = well.rstrip("0123456789")
    return f"{letters}{int(well[len(letters) :])}"


def packed(dest: str | Path, table: Worksheet, template: Template) -> bytes:
    """Return the content of the file of a worklist."""
    suffix = Path(dest).suffix.lower()
    if suffix == ".xlsx":
        return xlsx_bytes([table])
    if suffix != ".csv":
        raise BadInput(
            phrase(
                "“{name}” does not end in .csv or .xlsx: worklists are written as these.",
                name=Path(dest).name,
            )
        )
    mark = "\ufeff" if template.get("byte_order_mark", True) else ""
    return (mark + as_csv(table, template)).encode()


def as_csv(table: Worksheet, template: Template) -> str:
    """Return a worklist as CSV text in the dialect of its template."""
    named = str(template.get("delimiter", ","))
    delimiter = {"tab": "\t"}.get(named, named)
    text = csv_text(table.header, table.rows, delimiter=delimiter, decimal=template.get("decimal", "point"))
    return text if template.get("header", True) else text.partition("\r\n")[2]


def read_template(name: str | Path) -> dict[str, Any]:
    """Read a template for the file of a worklist: a TOML file, or by its name one that comes with the program.

    Returns
    -------
    dict
        JSON values, as they are stored with the worklist.

    Raises
    ------
    BadTable, BadInput
        The file is missing, is not TOML, or has an unknown key or an invalid value.
    """
    path = resource_path("templates", f"{name}.toml") if str(name) in TEMPLATES else Path(name)
    source = load(path)
    try:
        template = tomllib.loads(source.data.decode("utf-8-sig"))
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as refused:
        raise BadTable(
            phrase("{name} is not a template: {reason}.", name=source.name, reason=str(refused).rstrip("."))
        ) from None
    for key, value in template.items():
        if not isinstance(value, _TEMPLATE_KEYS.get(key, type(None))):
            raise BadInput(
                phrase(
                    "{name}: {key} is not understood. A template has {known}.",
                    name=source.name,
                    key=quoted(key),
                    known=", ".join(_TEMPLATE_KEYS),
                )
            )
    _check_template(source.name, template)
    return template


def _check_template(name: str, template: Template) -> None:
    """Raise BadInput if a value of a template is not allowed."""
    allowed: dict[str, tuple[str, ...]] = {
        "delimiter": (",", ";", "tab", "|"),
        "decimal": ("point", "comma"),
        "wells": ("A1", "A01"),
        "rows": HOLDS,
        "value": (*_VALUES, "attribute:NAME", "kept:NAME", "block:NAME"),
    }
    given = [(key, str(template[key])) for key in ("delimiter", "decimal", "wells") if key in template]
    given += [("rows", str(value)) for value in template.get("rows", ())]
    for column in template.get("column", ()):
        value = column.get("value", "") if isinstance(column, dict) else "?"
        if value and not str(value).startswith(("attribute:", "kept:", "block:")):
            given.append(("value", str(value)))
    for key, value in given:
        if value not in allowed[key]:
            raise BadInput(
                phrase(
                    "{name}: {key} {value} is not understood. Write one of {known}.",
                    name=name,
                    key=key,
                    value=quoted(value),
                    known=", ".join(allowed[key]),
                )
            )
