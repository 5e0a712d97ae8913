"""Read a file of results or a runs CSV: the role of each column, and the rows as text."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from kgdesk.errors import BadTable
from kgdesk.model.design.pool import with_unit
from kgdesk.tables.count_columns import joined_count
from kgdesk.tables.delimited_text import unchecked
from kgdesk.tables.formula_guard import unescape_formula
from kgdesk.tables.packed_rows import CHECKED
from kgdesk.tables.quoting import quoted
from kgdesk.tables.run_fields import is_runs_csv, read_run_fields, read_run_number
from kgdesk.tables.runs_csv import LEADING_NAMES
from kgdesk.text import listed, phrase

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from kgdesk.model.design.pool import Attribute
    from kgdesk.model.study.records import RunNumber
    from kgdesk.tables.delimited_text import Check
    from kgdesk.tables.numbers import Decimal
    from kgdesk.tables.raw_table import RawTable

#: Roles of columns in a file of results; for each, the headings by which it is recognised, the preferred one first.
HEADINGS: Final[dict[str, tuple[str, ...]]] = {
    "run_token": ("run token", "token", "run id"),
    "barcode": ("barcode", "code", "strichcode"),
    "candidate": ("candidate", "kandidat", "sample", "sample name", "sample id", "probe", "name", "id"),
    "well": ("well", "well position", "position", "destination well", "kavität"),
    "worklist": ("worklist", "plate", "platte", "arbeitsliste"),
    "holds": ("holds", "content", "sample type", "type", "inhalt"),
    "outcome": ("outcome", "result", "ergebnis", "resultat"),
    "out_of": ("out of", "trials", "number of runs", "zahl der versuche"),
    "measured": ("measured", "value", "messwert", "wert"),
    "note": ("note", "notes", "remark", "comment", "bemerkung", "kommentar", "notiz"),
    "reason": ("reason", "grund"),
}
#: Words in the column `holds` that mark a control, and an empty well.
CONTROLS: Final = frozenset(
    {"control", "ctrl", "kontrolle", "standard", "positive control", "negative control"}
)
EMPTIES: Final = frozenset({"empty", "blank", "leer", "none", "unused"})
_CONTROL_NAME = re.compile(r"\b(control|ctrl|kontrolle|(?:pos|neg)(?:itive?)?)\b", re.IGNORECASE)
_FAILS = re.compile(r"\bneg(?:ativ(?:e|kontrolle)?)?\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class ResultRow:
    """One row of a file of results, as texts.

    Parameters
    ----------
    line
        Line of the file.
    place
        File and line, for messages.
    decimal
        Decimal mark of the table.
    run_token, barcode, candidate, well, worklist, holds, outcome, measured, note, reason
        Stripped cells by role; empty if the cell is blank or there is no such column.
    cells
        Heading -> cell, without formula escapes.
    more
        Operator, time, prediction and earlier outcome, if the file has these columns of a runs CSV.
    suggested, corrected_candidate
        The candidate that was suggested, and the one that the run was first recorded for, as written in the table.
    run
        Number of the run; None if the table is not a runs CSV, or the cell is blank.
    really_set, blocks
        What was really set, and the block of the run, in a runs CSV.
    levels
        Block column -> level, where a file of results has columns of these names.
    doubts
        Heading -> problem of a cell that cannot be read, as a sentence; it matters only if the row is recorded.
    """

    line: int
    place: str
    decimal: Decimal
    run_token: str = ""
    barcode: str = ""
    candidate: str = ""
    well: str = ""
    worklist: str = ""
    holds: str = ""
    outcome: str = ""
    measured: str = ""
    note: str = ""
    reason: str = ""
    cells: dict[str, str] = field(default_factory=dict)
    more: dict[str, Any] = field(default_factory=dict)
    suggested: str = ""
    corrected_candidate: str = ""
    run: RunNumber | None = None
    really_set: str = ""
    blocks: str = ""
    levels: dict[str, str] = field(default_factory=dict)
    doubts: dict[str, str] = field(default_factory=dict)

    @property
    def names_a_run(self) -> bool:
        """Whether the row names a run or a candidate."""
        return bool(self.run_token or self.barcode or self.candidate)

    @property
    def has_result(self) -> bool:
        """Whether an outcome or a value is filled in."""
        return bool(self.outcome or self.measured)

    @property
    def says_control(self) -> bool:
        """Whether the row is marked or named as a control."""
        name = "" if self.run_token else self.candidate or self.barcode
        return self.holds.casefold() in CONTROLS or bool(not self.holds and _CONTROL_NAME.search(name))

    @property
    def says_empty(self) -> bool:
        """Whether the row is marked as an empty well, or names no sample and has no result."""
        words = {self.holds.casefold(), self.candidate.casefold()}
        return bool(words & EMPTIES) or not (self.names_a_run or self.has_result)


@dataclass(frozen=True, slots=True)
class ResultsTable:
    """A file of results.

    Parameters
    ----------
    name, digest
        Name of the file, and SHA-256 of its bytes.
    rows
        Its rows.
    columns
        Role -> heading.
    passed_over
        Headings without a role.
    line_word
        ``line`` or ``row``.
    is_numbered
        Whether the rows have run numbers, as in a runs CSV.
    """

    name: str
    digest: str
    rows: tuple[ResultRow, ...]
    columns: Mapping[str, str]
    passed_over: tuple[str, ...]
    line_word: str
    is_numbered: bool = False


def expected_of_control(name: str) -> str:
    """Return the outcome that a control must have, from its name: a negative control must fail."""
    return "failure" if _FAILS.search(name) else "success"


def _has_run_numbers(table: RawTable) -> bool:
    """Return whether a table has the columns run, candidate and outcome, and a run number."""
    return {"run", "candidate", "outcome"} <= set(table.header) and any(map(str.strip, table.column("run")))


def read_results_table(
    table: RawTable,
    own: Mapping[str, Sequence[str]],
    trailing: Mapping[str, str],
    chosen: Mapping[str, str],
    check: Check = unchecked,
) -> ResultsTable:
    """Read the rows of a file of results, or of a runs CSV, which has run numbers.

    Parameters
    ----------
    table
        The file as text cells.
    own
        Role -> headings that this study uses for it, preferred to the usual ones; ``attribute`` and ``kept`` list the
        headings of the candidates' columns.
    trailing
        Name -> heading of the columns `kgdesk.tables.runs_csv.TRAILING` in the study's runs CSV.
    chosen
        Role -> heading chosen by a person; ignored for a runs CSV.
    check
        Called meanwhile; an exception that it raises cancels the work.

    Raises
    ------
    BadTable
        A chosen heading is missing, two columns have one heading, or no column names the runs or has results. In a
        runs CSV: a column is unknown, a candidate has no name, or a run number is invalid or occurs twice.
    """
    is_numbered = _has_run_numbers(table)
    _refuse_twice(table)
    columns = _columns_of_runs(table, trailing) if is_numbered else _columns(table, own, chosen)
    blocks = {} if is_numbered else _block_columns(table, own, columns)
    learnt = frozenset() if is_numbered else frozenset(own.get("attribute", ()))
    rows: list[ResultRow] = []
    for at in range(len(table.rows)):
        if at % CHECKED == 0:
            check()
        rows.append(_row(table, columns, at, learnt, blocks, is_numbered=is_numbered))
    used = {
        *blocks.values(),
        *columns.values(),
        *LEADING_NAMES,
        *own.get("attribute", ()),
        *own.get("kept", ()),
    }
    result = ResultsTable(
        name=table.name,
        digest=table.digest,
        rows=tuple(rows),
        columns=columns,
        passed_over=() if is_numbered else tuple(title for title in table.header if title not in used),
        line_word=table.line_word,
        is_numbered=is_numbered,
    )
    if is_numbered:
        _check_runs(result)
    return result


def _refuse_twice(table: RawTable) -> None:
    """Raise if two columns have one heading: whichever were read, the other might hold the results that count."""
    twice = next((title for title in table.made.values() if title), None)
    if twice is not None:
        raise BadTable(
            phrase(
                "{name}: two columns are called {title}. Rename one of them, so that it is plain which one counts.",
                name=table.name,
                title=quoted(twice),
            )
        )


def _block_columns(
    table: RawTable, own: Mapping[str, Sequence[str]], columns: Mapping[str, str]
) -> dict[str, str]:
    """Return block column -> heading, for those of the study that a file of results has."""
    free = {_folded(title): title for title in table.header if title not in columns.values()}
    return {name: free[_folded(name)] for name in own.get("block", ()) if _folded(name) in free}


def _columns_of_runs(table: RawTable, trailing: Mapping[str, str]) -> dict[str, str]:
    """Return role -> heading in a runs CSV."""
    unknown = [title for title in table.header if title not in LEADING_NAMES]
    if unknown and not is_runs_csv(table):
        raise BadTable(
            phrase(
                "{name}: column {column} is not one of {choices}. Rename it or leave it out.",
                name=table.name,
                column=quoted(unknown[0]),
                choices=", ".join(LEADING_NAMES),
            )
        )
    named = ("candidate", "outcome", "note", "reason")
    columns: dict[str, str] = {role: role for role in named if role in table.header}
    # Only together: in a file without these two, a kept column may have the heading of one.
    both = {role: trailing[role] for role in ("run_token", "measured") if role in trailing}
    if not set(both.values()) <= set(table.header):
        return columns
    last = {role: trailing[role] for role in ("really_set", "blocks") if trailing.get(role) in table.header}
    return columns | both | last


def _check_runs(table: ResultsTable) -> None:
    seen: dict[RunNumber, int] = {}
    for row in table.rows:
        if not row.candidate:
            raise BadTable(
                phrase(
                    "{place}: the candidate has no name. Name it or take the row out.",
                    place=place_of(table, row, "candidate"),
                )
            )
        if row.run is not None and seen.setdefault(row.run, row.line) != row.line:
            raise BadTable(
                phrase(
                    "{name}, {line_word} {line}: run {run} is already in {line_word} {seen}. Keep "
                    "one of them.",
                    name=table.name,
                    line_word=table.line_word,
                    line=row.line,
                    run=row.run,
                    seen=seen[row.run],
                )
            )


def _columns(table: RawTable, own: Mapping[str, Sequence[str]], chosen: Mapping[str, str]) -> dict[str, str]:
    for role, heading in chosen.items():
        if role not in HEADINGS:
            raise BadTable(
                phrase(
                    "There is no role “{role}”: choose one of {choices}.",
                    role=role,
                    choices=", ".join(HEADINGS),
                )
            )
        table.index(heading)
    columns = dict(chosen)
    taken = {*columns.values(), *own.get("attribute", ())}
    free = {_folded(title): title for title in reversed(table.header) if title not in taken}
    # A heading of the study takes precedence over the usual headings of another role.
    for names in (own, HEADINGS):
        for role, headings in names.items():
            fits = [free[key] for key in map(_folded, headings) if key in free]
            if fits and role in HEADINGS and role not in columns:
                columns[role] = fits[0]
                del free[_folded(fits[0])]
    naming = ("run_token", "barcode", "candidate", "well")
    if not set(naming) & set(columns):
        raise BadTable(
            phrase(
                "{name} has no column that names the runs: it needs one of the headings {headings} (or --column "
                "candidate=HEADING).",
                name=table.name,
                headings=listed(naming),
            )
        )
    if not {"outcome", "measured"} & set(columns):
        raise BadTable(
            phrase(
                "{name} has no column “outcome”, and none with the measured values: name it so (or --column "
                "outcome=HEADING).",
                name=table.name,
            )
        )
    return columns


def _folded(heading: str) -> str:
    return " ".join(heading.replace("_", " ").split()).casefold()


def _row(
    table: RawTable,
    columns: Mapping[str, str],
    at: int,
    learnt: Collection[str],
    blocks: Mapping[str, str],
    *,
    is_numbered: bool,
) -> ResultRow:
    cells = {title: unescape_formula(cell) for title, cell in zip(table.header, table.rows[at], strict=True)}
    texts = {role: cells[heading].strip() for role, heading in columns.items()}
    if is_numbered:  # what people wrote is restored unchanged
        texts |= {role: cells[role] for role in ("note", "reason") if role in columns}
    runs = texts.pop("out_of", None)
    if runs is not None:
        texts["outcome"] = joined_count(texts.get("outcome", ""), runs, table.place(at, columns["out_of"]))
    own = {title: cell for title, cell in cells.items() if title not in learnt}
    more, doubts = read_run_fields(table, at, own)
    return ResultRow(
        line=table.lines[at],
        place=table.place(at),
        decimal=table.reading.decimal,
        **texts,
        cells=cells,
        suggested=more.pop("suggested", ""),
        corrected_candidate=more.pop("corrected_candidate", ""),
        more=more,
        run=read_run_number(table, at) if is_numbered else None,
        levels={name: level for name, title in blocks.items() if (level := cells[title].strip())},
        doubts=doubts,
    )


def place_of(table: ResultsTable, row: ResultRow, role: str) -> str:
    """Describe a cell for messages: file, line and column."""
    heading = table.columns.get(role)
    if heading is None:
        return row.place
    return phrase("{line}, column {heading}", line=row.place, heading=quoted(heading))


def attribute_headings(attribute: Attribute) -> tuple[str, ...]:
    """Return the headings under which a table may have an attribute: with its unit, alone, as in the runs CSV."""
    titles = (with_unit(attribute.name, attribute.unit), attribute.name, f"{attribute.name} (attribute)")
    return tuple(dict.fromkeys(titles))
