"""Read tables of candidates and of outcomes into a study."""

from __future__ import annotations

from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kgdesk.actions import run_matching
from kgdesk.actions.exporting import kept_titles
from kgdesk.actions.results import Imported, from_bytes, plan_results, record_results
from kgdesk.errors import AmbiguousTable, BadInput, BadTable, KgdeskError
from kgdesk.model.advice.posterior_summary import many_terms
from kgdesk.model.decisions import recording, study_state
from kgdesk.model.design import design_matrix
from kgdesk.model.study.stated_settings import StatedSettings, parse_settings, prior_from_words
from kgdesk.tables import (
    ColumnChoice,
    ColumnInfo,
    LeftOut,
    PoolReading,
    RawTable,
    Reading,
    build_pool,
    crossed_levels,
    describe,
    is_number,
    limit_in,
    read_pasted,
    read_pool,
    read_table,
    repeats,
)
from kgdesk.tables.file_io import InputFile, load
from kgdesk.tables.outcomes import read_outcomes
from kgdesk.tables.pool_findings import none_words
from kgdesk.text import in_sequence, phrase

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kgdesk.actions.session import Change, Session
    from kgdesk.model.decisions.plates import Unstarted
    from kgdesk.model.study.settings import PriorInWords, Settings
    from kgdesk.model.study.study import Study
    from kgdesk.tables.columns import Missing
    from kgdesk.tables.outcomes import OutcomeRow


def column_findings(
    table: PoolReading, *, raw: bool = False, terms: str = "linear", budget: int | None = None
) -> tuple[str, ...]:
    """Return warnings about the columns of a table, one sentence each.

    Filled cells, constant, equal or collinear columns, raw scale; with a budget, also too many terms for it.
    """
    scaling = design_matrix.fix_scaling(table.pool, raw=raw, terms=terms)
    found = [*table.findings, *design_matrix.design_findings(design_matrix.design(table.pool, scaling))]
    if budget is not None:
        found.append(many_terms(len(scaling.columns) - 1, int(scaling.higher.sum()), budget))
    if terms != "linear" and not scaling.higher.any():
        found.append("No number can bend here: the model is the same as with linear terms.")
    return tuple(sentence for sentence in found if sentence)


def prior_in_words(
    table: PoolReading, rate: float, matter: str, *, raw: bool = False, terms: str = "linear"
) -> PriorInWords:
    """Translate “of 100 candidates about N succeed” and “attributes matter ...” into a prior for a pool.

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
    try:
        text = source.data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadInput(phrase("{name} is not a text in UTF-8: save it as one.", name=source.name)) from None
    return parse_settings(text, source.name)


def with_prior(settings: Settings, table: PoolReading, prior: tuple[float, str] | None) -> Settings:
    """Return settings with the prior that percentage of successes and influence state for these candidates."""
    if prior is None:
        return settings
    words = prior_in_words(table, prior[0] / 100, prior[1], raw=settings.raw, terms=settings.terms)
    return replace(settings, prior_precision=words.precision, prior_intercept=words.intercept)


_KEPT = (
    "operator",
    "recorded_at",
    "suggested",
    "probability_before",
    "note",
    "corrected_from",
    "corrected_candidate",
    "reason",
    "run_token",
    "measured",
)


def rows_of_table(
    study: Study, path: str | Path | InputFile, **reading: Any
) -> tuple[tuple[str, ...], tuple[Sequence[Any], ...]]:
    """Read rows with the attributes of a study from a table, to predict them; other columns are passed over.

    Parameters
    ----------
    path
        CSV or Excel file, or its content.
    reading
        As in `kgdesk.tables.read_table`.

    Returns
    -------
    tuple
        Names of the rows, from the column that names the study's candidates, else their numbers from 1; and the
        columns of values, in the order of the study's attributes.

    Raises
    ------
    BadTable, AmbiguousTable, BadInput
        The table cannot be read, or a column is missing.
    """
    table = read_table(path, **reading)
    own = next((one.name for one in study.columns if one.role == "id"), None)
    pool = _like_study(study, table, own if own in table.header else None).pool
    return pool.ids, pool.values


def _like_study(
    study: Study, table: RawTable, named: str | None, extras: Sequence[str] = (), **blanks: Any
) -> PoolReading:
    """Read a table by the headings of a study; attributes in the study's order, `blanks` as in `ColumnChoice`."""
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


def _joining(study: Study, table: RawTable, reason: str, named: str, blanks: dict[str, Any]) -> PoolReading:
    """Read the candidates of a table that are to join; what the study refuses of it is told with what stops it."""
    extras = tuple(study.pool.extras)
    try:
        return _like_study(study, table, named, extras, **blanks)
    except BadTable as refused:
        sentence = refused.sentence
    try:
        rest = _like_study(study, table, named, extras, **blanks | {"missing": "leave_out"})
        study_state.add_candidates(study, rest.pool, {}, reason)
    except BadInput as others:
        sentence = phrase("{said} {next}", said=sentence, next=others.sentence)
    except BadTable:
        pass
    raise BadTable(sentence)


def read_candidates(
    study: Study,
    path: str | Path | InputFile,
    reason: str,
    *,
    names: str | None = None,
    missing: Missing = "refuse",
    blank_none: Sequence[str] = (),
    **reading: Any,
) -> PoolReading:
    """Read the candidates of a table that are to join a study; its columns are found by the study's own headings.

    Parameters
    ----------
    path
        CSV or Excel file with the attributes and the kept columns of the study, or its content.
    reason
        Why they join; required.
    names
        Column with the names; by default that of the study's own table.
    missing, blank_none
        What blank cells of attributes mean, as in `kgdesk.tables.ColumnChoice`.
    reading
        As in `kgdesk.tables.read_table`.
    """
    table = read_table(path, **reading)
    named = names or next((one.name for one in study.columns if one.role == "id"), None)
    if named is None:
        raise BadInput(
            phrase("Say which column names the candidates (--id COL): the study was made without one.")
        )
    return _joining(study, table, reason, named, {"missing": missing, "blank_none": tuple(blank_none)})


def add_candidates(
    session: Session, path: str | Path | InputFile, reason: str, *, token: str = "", **how: Any
) -> Change:
    """Add the candidates of a table to an open study, as `read_candidates` reads it; the notice says what was filled.

    `token` is an idempotency key, as in `kgdesk.actions.record`.

    Raises
    ------
    BadTable, BadInput, StudyClosed
        Nothing was added.
    """
    joining = read_candidates(session.study, path, reason, **how)
    more = joining.pool
    source = {
        "file": path.name if isinstance(path, InputFile) else Path(path).name,
        "digest": joining.digest,
        "size": joining.size,
        "reading": asdict(joining.reading),
    }
    asked = ("candidates_added", {"ids": list(more.ids), "reason": reason.strip()})
    done = session.repeated(token, [asked]) if token else None
    done = done or session.append(study_state.add_candidates(session.study, more, source, reason), token)
    return replace(done, notice=in_sequence(joining.findings) if joining.findings else "")


def import_outcomes(
    session: Session,
    path: str | Path | InputFile,
    *,
    again: bool = False,
    unstarted: Unstarted = "past",
    token: str = "",
    **reading: Any,
) -> Imported:
    """Add the outcomes of a table to a study.

    A runs CSV with run numbers, as `export` writes it, restores the runs: known ones are
    skipped, and all count as planned runs. Any other table is a file of results, see `plan_results`; its outcomes of
    candidates without a run in progress are past ones, which do not count. Either
    completes the runs in progress that it names, which then are planned runs. Spreadsheet
    coercions are undone where the study leaves only one original, and refused otherwise.

    Parameters
    ----------
    session
        Open for writing.
    path
        CSV or Excel with the columns candidate and outcome, or a runs CSV.
    again, unstarted, token
        As in `record_results`.
    reading
        As in `plan_results`.

    Raises
    ------
    AmbiguousTable
        The file can be read in more than one way, and the study does not decide.
    BadTable, UnknownCandidate, BadInput, StudyClosed
        The message names line and column; nothing was added.
    """
    plan = plan_results(session.study, path, **reading)
    if plan is None:
        return _restore_runs(session, path, token, reading)
    return record_results(session, plan, unstarted=unstarted, again=again, token=token)


def _restore_runs(
    session: Session, path: str | Path | InputFile, token: str, reading: dict[str, Any]
) -> Imported:
    """Import a runs CSV with run numbers; runs that the study has are passed over."""
    study = session.study
    source = path if isinstance(path, InputFile) else load(path)
    chosen = {key: value for key, value in reading.items() if key not in {"worklist", "columns"}}
    rows = _read(study, source, chosen)
    done = session.repeated(token, [("imported_from", {"digest": source.digest})])
    if done is not None:
        added = sum(event.kind == "outcome_recorded" for event in done.events)
        return Imported(added, rows.known + len(rows.fresh) - added, done, rows.remarks)
    if not rows.fresh:
        recording.import_outcomes(study, [], restored=True)
        return Imported(0, rows.known, None, rows.remarks)
    facts = [("imported_from", {"file": source.name, "digest": source.digest, "outcomes": len(rows.fresh)})]
    facts += recording.import_outcomes(study, [_facts(row) for row in rows.fresh], restored=True)
    closed = sum("start" in payload for _, payload in facts)
    change = session.append(facts, token)
    return Imported(len(rows.fresh), rows.known, change, rows.remarks, closed)


def _read(study: Study, path: InputFile, reading: dict[str, Any]) -> run_matching.RunMatches:
    """Read a table; if its dialect is ambiguous, take the only reading that is an export of this study."""
    try:
        texts = kept_titles(study)
        return run_matching.match_runs(
            study,
            read_outcomes(path, doubtful=True, texts=texts, settings=study.settings, **reading),
            path.name,
        )
    except AmbiguousTable as question:
        if question.question not in {"delimiter", "decimal"} or reading.get(question.question) is not None:
            raise
        readings = [_attempt(study, path, {**reading, question.question: way}) for way in question.choices]
        fits = [matches for matches in readings if matches is not None]
        if not fits or any(_imports(matches) != _imports(fits[0]) for matches in fits):
            raise
        return min(fits, key=lambda matches: len(matches.remarks))


def _attempt(study: Study, path: InputFile, reading: dict[str, Any]) -> run_matching.RunMatches | None:
    try:
        matches = _read(study, path, reading)
    except KgdeskError:
        return None
    return matches if matches.is_ours else None


def _imports(matches: run_matching.RunMatches) -> tuple[list[dict[str, Any]], int]:
    return [_facts(row) for row in matches.fresh], matches.known


def _facts(row: OutcomeRow) -> dict[str, Any]:
    kept = {key: getattr(row, key) for key in _KEPT}
    return {"candidate": row.candidate, "outcome": row.outcome, **kept}


__all__ = [
    "ColumnChoice", "ColumnInfo", "LeftOut", "PoolReading", "RawTable", "Reading", "build_pool", "column_findings",
    "crossed_levels", "describe", "from_bytes", "is_number", "limit_in", "prior_in_words", "read_pasted", "read_pool",
    "read_table", "repeats",
]  # fmt: skip
