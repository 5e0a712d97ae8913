"""Read tables of candidates, rows to predict and files of settings."""

from __future__ import annotations

import re
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kgdesk.errors import BadInput, BadTable
from kgdesk.model.advice.posterior_summary import many_columns, many_terms, terms_for
from kgdesk.model.decisions import study_state
from kgdesk.model.design import design_matrix
from kgdesk.model.design.pool import Pool
from kgdesk.model.study.measured_scale import scale_findings
from kgdesk.model.study.stated_settings import StatedSettings, parse_settings, prior_from_words
from kgdesk.tables import (
    ColumnChoice,
    ColumnInfo,
    LeftOut,
    PoolReading,
    RawTable,
    Reading,
    build_pool,
    describe,
    is_number,
    limit_in,
    propose,
    read_pasted,
    read_pool,
    read_table,
    repeats,
)
from kgdesk.tables.crossed_levels import crossed_levels
from kgdesk.tables.input_file import InputFile, from_bytes, load
from kgdesk.tables.pool_findings import none_words
from kgdesk.tables.quoting import quoted
from kgdesk.tables.roles import ASKED, MOST_WORDS, SINGLE, Proposal, Role, Why, meaning_of, unit_in, words_of
from kgdesk.tables.workbook import sheet_names
from kgdesk.text import in_sequence, listed, phrase

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kgdesk.actions.session import Change, Session
    from kgdesk.model.study.settings import PriorInWords, Settings
    from kgdesk.model.study.study import Study
    from kgdesk.tables.columns import Missing


def sheets_of(path: str | Path) -> tuple[str, ...]:
    """Return the names of the visible sheets of a workbook that has been read."""
    return sheet_names(load(path))


def column_findings(
    table: PoolReading, *, raw: bool = False, terms: str = "linear", budget: int | None = None
) -> tuple[str, ...]:
    """Return warnings about the columns of a table, one sentence each.

    Filled cells, constant, equal or collinear columns, raw scale; with a budget, also too many columns or terms for it.
    With averaged terms the columns of the attributes alone count: one of the models is straight.
    """
    told = "linear" if terms in design_matrix.AVERAGED else terms
    scaling = design_matrix.fix_scaling(table.pool, raw=raw, terms=told)
    found = [*table.findings, *design_matrix.design_findings(design_matrix.design(table.pool, scaling))]
    if budget is not None:
        columns, higher = len(scaling.columns) - 1, int(scaling.higher.sum())
        found += [many_columns(columns - higher, budget), many_terms(columns, higher, budget)]
    if told != "linear" and not scaling.higher.any():
        found.append("No number can bend here: the model is the same as with linear terms.")
    return tuple(sentence for sentence in found if sentence)


def value_findings(table: PoolReading, settings: Settings) -> tuple[str, ...]:
    """Return what is to be known of the scale of the measured values of a new study, one sentence each."""
    return scale_findings([read.measured for _, read in table.past if read.measured is not None], settings)


#: Columns that the sentence on what is learnt from names; further ones are counted.
_MOST_NAMED = 12


def learnt_columns(table: PoolReading) -> str:
    """Return the sentence that names the columns that a study of this table learns from."""
    names = [
        phrase("{name} ({count} words)", name=a.name, count=len(set(values)))
        if a.kind == "category"
        else a.name
        for a, values in zip(table.pool.attributes, table.pool.values, strict=True)
    ]
    named = listed(names[:_MOST_NAMED])
    if len(names) <= _MOST_NAMED:
        return phrase("It learns from {names}.", names=named)
    return phrase("It learns from {names} and {count} more.", names=named, count=len(names) - _MOST_NAMED)


def prior_in_words(
    table: PoolReading, rate: float, matter: str, *, raw: bool = False, terms: str = "linear"
) -> PriorInWords:
    """Convert the statements “of 100 candidates about N succeed” and “attributes matter ...” to a prior for a pool.

    See `kgdesk.model.study.stated_settings.prior_from_words`.
    """
    scaling = design_matrix.fix_scaling(table.pool, raw=raw, terms=terms)
    matrix = design_matrix.design(table.pool, scaling)
    return prior_from_words(
        matrix.X[matrix.row_of], rate, matter, terms=terms, higher=scaling.higher, squares=scaling.squares
    )


def read_settings(path: str | Path | InputFile) -> StatedSettings:
    """Read a file of settings for a new study; see `kgdesk.model.study.stated_settings.parse_settings`.

    Raises
    ------
    BadInput, BadTable
        The file cannot be read; the message names the line.
    """
    source = path if isinstance(path, InputFile) else load(path)
    return parse_settings(read_text(source), source.name)


def read_names(study: Study, path: str | Path | InputFile) -> tuple[str, ...]:
    """Read names of candidates: one a line, or the column of a table that names them.

    The column has the heading of the study's own table, or ``candidate``.

    Raises
    ------
    BadInput, BadTable, AmbiguousTable
        The file cannot be read, or names nothing.
    UnknownCandidate
        No candidate of the study has one of the names.
    """
    source = path if isinstance(path, InputFile) else load(path)
    text = read_text(source)
    headings = {"candidate", *(column.name for column in study.columns if column.role == "id")}
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    first = {cell.strip().strip('"') for cell in re.split(r"[,;\t]", lines[0])} if lines else set()
    if named := first & headings:
        table = read_table(source)
        names = [cell.strip() for cell in table.column(next(one for one in table.header if one in named))]
    else:
        names = lines
    found = tuple(dict.fromkeys(filter(None, names)))
    if not found:
        raise BadInput(phrase("{file} names no candidate: write one a line.", file=source.name))
    for name in found:
        study.pool.row(name)
    return found


def read_text(source: InputFile) -> str:
    """Return the content of a text file in UTF-8; raise BadInput if it is not one."""
    try:
        return source.data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadInput(phrase("{name} is not a text in UTF-8: save it as one.", name=source.name)) from None


def with_prior(settings: Settings, table: PoolReading, prior: tuple[float, str] | None) -> Settings:
    """Return settings with the prior that follows from the stated percentage of successes and influence."""
    if prior is None:
        return settings
    words = prior_in_words(table, prior[0] / 100, prior[1], raw=settings.raw, terms=settings.terms)
    return replace(settings, prior_precision=words.precision, prior_intercept=words.intercept)


def with_terms(settings: Settings, table: PoolReading, stated: str) -> Settings:
    """Leave products out of an average that nobody has `stated`, where they are too many for the planned runs."""
    if stated or settings.terms not in design_matrix.AVERAGED:
        return settings
    columns = design_matrix.fix_scaling(table.pool).columns[1:]
    numbers = sum(column.level is None for column in columns)
    return replace(settings, terms=terms_for(len(columns), numbers, settings.budget))


def rows_of_table(
    study: Study, path: str | Path | InputFile, **reading: Any
) -> tuple[tuple[str, ...], tuple[Sequence[Any], ...]]:
    """Read rows with the attributes of a study from a table, to predict their outcomes; other columns are ignored.

    Parameters
    ----------
    path
        CSV or Excel file, or its content.
    reading
        As in `kgdesk.tables.read_table`.

    Returns
    -------
    tuple
        First the names of the rows, from the column that names the candidates in the study's own table, or their
        numbers from 1 if there is no such column. Then the columns of values, in the order of the study's attributes.

    Raises
    ------
    BadTable, AmbiguousTable, BadInput
        The table cannot be read, or a column is missing.
    """
    table = read_table(path, **reading)
    own = next((one.name for one in study.columns if one.role == "id"), None)
    pool = _read_by_headings(study, table, own if own in table.header else None).pool
    return pool.ids, pool.values


def _read_by_headings(
    study: Study, table: RawTable, named: str | None, extras: Sequence[str] = (), **blanks: Any
) -> PoolReading:
    """Read a table by the headings of a study, with the attributes in its order; `blanks` as in `ColumnChoice`."""
    attributes = study.pool.attributes
    used = {named, *(a.name for a in attributes), *extras}
    choice = ColumnChoice(
        id=named,
        attributes=tuple(a.name for a in attributes),
        categories=tuple(a.name for a in attributes if a.kind == "category"),
        ignore=tuple(heading for heading in table.header if heading not in used),
        extras=tuple(extras),
        logs=frozenset(a.name for a in attributes if a.log),
        none_words=none_words(study.pool),
        joins=True,
        **blanks,
    )
    reading = build_pool(table, choice)
    at = [[a.name for a in reading.pool.attributes].index(a.name) for a in attributes]
    values: Any = tuple(reading.pool.values[row] for row in at)
    return replace(reading, pool=replace(reading.pool, attributes=attributes, values=values))


def _read_additions(
    study: Study, table: RawTable, reason: str, named: str, blanks: dict[str, Any]
) -> PoolReading:
    """Read the candidates to be added to a study, and every reason why the study refuses one of them."""
    extras = tuple(study.pool.extras)
    try:
        return _read_by_headings(study, table, named, extras, **blanks)
    except BadTable as refused:
        sentence = refused.sentence
    try:
        rest = _read_by_headings(study, table, named, extras, **blanks | {"missing": "leave_out"})
        study_state.add_candidates(study, rest.pool, {}, reason)
    except BadInput as others:
        sentence = phrase("{said} {next}", said=sentence, next=others.sentence)
    except BadTable:
        pass
    raise BadTable(sentence)


def read_candidates(
    study: Study,
    path: str | Path | InputFile | RawTable,
    reason: str,
    *,
    names: str | None = None,
    missing: Missing = "refuse",
    blank_none: Sequence[str] = (),
    **reading: Any,
) -> PoolReading:
    """Read the candidates to be added to a study from a table; its columns are found by the study's headings.

    Parameters
    ----------
    path
        CSV or Excel file with the attributes and the kept columns of the study, its content, or a table that has been
        read.
    reason
        Why they are added; required.
    names
        Column with the names; by default that of the study's own table.
    missing, blank_none
        What blank cells of attributes mean, as in `kgdesk.tables.ColumnChoice`.
    reading
        As in `kgdesk.tables.read_table`.
    """
    table = path if isinstance(path, RawTable) else read_table(path, **reading)
    named = _column_of_names(study, names)
    blanks = {"missing": missing, "blank_none": tuple(blank_none)}
    return _with_passed_over(study, table, named, _read_additions(study, table, reason, named, blanks))


def _column_of_names(study: Study, names: str | None) -> str:
    """Return the column with the names of candidates: the one that is given, else that of the study's own table."""
    named = names or next((one.name for one in study.columns if one.role == "id"), None)
    if named is None:
        raise BadInput(
            phrase("Say which column names the candidates (--id COL): the study was made without one.")
        )
    return named


def _with_passed_over(study: Study, table: RawTable, named: str, reading: PoolReading) -> PoolReading:
    """Return what was read, with a finding that names the columns that the study does not have."""
    known = {named, *(a.name for a in study.pool.attributes), *study.pool.extras}
    known |= {column.name for column in study.columns if column.role in {"id", "ignored"}}
    passed = [heading for heading in table.header if heading not in known]
    if not passed:
        return reading
    sentence = phrase("Columns passed over: {names}.", names=", ".join(map(quoted, passed)))
    return replace(reading, findings=(*reading.findings, sentence))


def read_like(
    study: Study,
    path: str | Path | InputFile,
    *,
    names: str | None = None,
    missing: Missing = "refuse",
    blank_none: Sequence[str] = (),
    **reading: Any,
) -> PoolReading:
    """Read the candidates of a new study like another one: those of that study and further ones from a table.

    Parameters
    ----------
    study
        The other study, by whose headings the columns are found.
    path, names, missing, blank_none, reading
        As in `read_candidates`. A row with the name of a candidate of the study is passed over if it is the same.

    Raises
    ------
    BadTable, AmbiguousTable, BadInput
        As `read_candidates`; also for a row that differs from the candidate of the study with its name.
    """
    table = read_table(path, **reading)
    named = _column_of_names(study, names)
    old, extras = study.pool, tuple(study.pool.extras)
    blanks = {"missing": missing, "blank_none": tuple(blank_none)}
    more = _with_passed_over(study, table, named, _read_by_headings(study, table, named, extras, **blanks))
    columns = [*more.pool.values, *(more.pool.extras[name] for name in extras)]
    before = [*old.values, *(old.extras[name] for name in extras)]
    at = {name: row for row, name in enumerate(old.ids)}
    new = [row for row, name in enumerate(more.pool.ids) if name not in at]
    for row, name in enumerate(more.pool.ids):
        if name in at and any(a[row] != b[at[name]] for a, b in zip(columns, before, strict=True)):
            raise BadTable(
                phrase(
                    "{file}: {name} has other values in the study. Give the new candidate a name of its own.",
                    file=table.name,
                    name=quoted(name),
                )
            )
    joined: Any = [(*b, *(a[row] for row in new)) for a, b in zip(columns, before, strict=True)]
    pool = Pool(
        (*old.ids, *(more.pool.ids[row] for row in new)),
        old.attributes,
        tuple(joined[: len(old.attributes)]),
        dict(zip(extras, joined[len(old.attributes) :], strict=True)),
    )
    return replace(more, pool=pool, columns=study.columns)


def add_candidates(
    session: Session, path: str | Path | InputFile | RawTable, reason: str, *, token: str = "", **how: Any
) -> Change:
    """Add the candidates that `read_candidates` reads from a table to a study; the notice says which cells were filled.

    `token` is an idempotency key, as in `kgdesk.actions.record`.

    Raises
    ------
    BadTable, BadInput, StudyClosed
        Nothing was added.
    """
    joining = read_candidates(session.study, path, reason, **how)
    more = joining.pool
    source = {
        "file": path.name if isinstance(path, InputFile | RawTable) else Path(path).name,
        "digest": joining.digest,
        "size": joining.size,
        "reading": asdict(joining.reading),
    }
    asked = ("candidates_added", {"ids": list(more.ids), "reason": reason.strip()})
    done = session.repeated(token, [asked]) if token else None
    done = done or session.append(study_state.add_candidates(session.study, more, source, reason), token)
    return replace(done, notice=in_sequence(joining.findings) if joining.findings else "")


__all__ = [
    "ASKED",
    "MOST_WORDS",
    "SINGLE",
    "ColumnChoice",
    "ColumnInfo",
    "LeftOut",
    "PoolReading",
    "Proposal",
    "RawTable",
    "Reading",
    "Role",
    "Why",
    "build_pool",
    "column_findings",
    "crossed_levels",
    "describe",
    "from_bytes",
    "is_number",
    "limit_in",
    "meaning_of",
    "prior_in_words",
    "propose",
    "read_pasted",
    "read_pool",
    "read_table",
    "repeats",
    "sheets_of",
    "unit_in",
    "words_of",
]  # fmt: skip
