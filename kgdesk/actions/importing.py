"""Read tables of candidates and of outcomes into a study."""

from __future__ import annotations

import hashlib
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kgdesk.actions import run_matching
from kgdesk.actions.exporting import kept_titles
from kgdesk.errors import AmbiguousTable, BadInput, KgdeskError
from kgdesk.files import (
    ColumnChoice,
    ColumnInfo,
    LeftOut,
    PoolReading,
    RawTable,
    Reading,
    build_pool,
    describe,
    read_pasted,
    read_pool,
    read_table,
)
from kgdesk.files.outcomes import read_outcomes
from kgdesk.model.advice.posterior_summary import many_terms
from kgdesk.model.commands import recording, study_state
from kgdesk.model.design import design_matrix
from kgdesk.model.study.prior_in_words import prior_from_words

if TYPE_CHECKING:
    from kgdesk.actions.session import Change, Session
    from kgdesk.files.outcomes import OutcomeRow
    from kgdesk.model.study.settings import PriorInWords
    from kgdesk.model.study.study import Study


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

    See `kgdesk.model.study.prior_in_words.prior_from_words`.
    """
    scaling = design_matrix.fix_scaling(table.pool, raw=raw, terms=terms)
    made = design_matrix.design(table.pool, scaling)
    return prior_from_words(
        made.X[made.row_of], rate, matter, terms=terms, higher=scaling.higher, squares=scaling.squares
    )


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


@dataclass(frozen=True, slots=True)
class Imported:
    """Result of an import of outcomes.

    Parameters
    ----------
    added, known
        Numbers of outcomes that were new, and that the study had already.
    change
        The change; None if nothing was appended.
    remarks
        One sentence per cell of a known run that differs from the study, which stays unchanged.
    closed
        Number of runs in progress that the outcomes completed.
    """

    added: int
    known: int
    change: Change | None
    remarks: tuple[str, ...] = ()
    closed: int = 0


def add_candidates(
    session: Session,
    path: str | Path,
    reason: str,
    *,
    token: str = "",
    names: str | None = None,
    **reading: Any,
) -> Change:
    """Add the candidates of a table to an open study; its columns are found by the study's own headings.

    Parameters
    ----------
    path
        CSV or Excel file with the attributes and the kept columns of the study.
    reason
        Why they join; required.
    token
        Idempotency key, as in `kgdesk.actions.record`.
    names
        Column with the names; by default that of the study's own table.
    reading
        As in `kgdesk.files.read_table`.

    Raises
    ------
    BadTable, BadInput, StudyClosed
        Nothing was added.
    """
    study, table = session.study, read_table(path, **reading)
    pool, own = study.pool, next((one.name for one in study.columns if one.role == "id"), None)
    attributes = [a.name for a in pool.attributes]
    named = names or own
    if named is None:
        raise BadInput("Say which column names the candidates (--id): the study was made without one.")
    used = {named, *attributes, *pool.extras}
    choice = ColumnChoice(
        id=named,
        attributes=tuple(attributes),
        categories=tuple(a.name for a in pool.attributes if a.kind == "category"),
        ignore=tuple(heading for heading in table.header if heading not in used),
        extras=tuple(pool.extras),
        logs=frozenset(a.name for a in pool.attributes if a.log),
        joins=True,
    )
    found = build_pool(table, choice)
    at = [[a.name for a in found.pool.attributes].index(name) for name in attributes]
    values: Any = tuple(found.pool.values[row] for row in at)
    more = replace(found.pool, attributes=pool.attributes, values=values)
    source = {
        "file": Path(path).name,
        "digest": found.digest,
        "size": found.size,
        "reading": asdict(found.reading),
    }
    asked = ("candidates_added", {"ids": list(more.ids), "reason": reason.strip()})
    done = session.repeated(token, [asked]) if token else None
    return done or session.append(study_state.add_candidates(study, more, source, reason), token)


def import_outcomes(session: Session, path: str | Path, *, token: str = "", **reading: Any) -> Imported:
    """Add the outcomes of a table to a study. Idempotent: importing the same table twice adds nothing.

    A table with run numbers, as `export` writes it, restores the runs: known ones are
    skipped, and all count as planned runs. Without run numbers they are past outcomes, which do not count. Either
    completes the oldest run in progress of its candidate, if there is one, and then is a planned run. Spreadsheet
    coercions are undone where the study leaves only one original, and refused otherwise.

    Parameters
    ----------
    session
        Open for writing.
    path
        CSV or Excel with the columns candidate and outcome, or a runs CSV.
    token
        Idempotency key: a repeated call with the same token adds nothing and returns the same result.
    reading
        ``delimiter``, ``decimal``, ``sheet``, ``encoding`` where the file is ambiguous.

    Raises
    ------
    AmbiguousTable
        The file can be read in more than one way, and the study does not decide.
    BadTable, UnknownCandidate, BadInput, StudyClosed
        The message names line and column; nothing was added.
    """
    path = Path(path)
    study = session.study
    rows = _read(study, path, reading)
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    done = session.repeated(token, [("imported_from", {"digest": digest})])
    if done is not None:
        added = sum(event.kind == "outcome_recorded" for event in done.events)
        return Imported(added, rows.known + len(rows.fresh) - added, done, rows.remarks)
    numbered = bool(rows.runs)
    if not numbered and any(
        e.kind == "imported_from" and e.payload.get("digest") == digest for e in study.events
    ):
        rows = run_matching.RunMatches((), rows.known + len(rows.fresh), ())
    if not rows.fresh:
        recording.import_outcomes(study, [], restored=numbered)
        return Imported(0, rows.known, None, rows.remarks)
    facts = [("imported_from", {"file": path.name, "digest": digest, "outcomes": len(rows.fresh)})]
    facts += recording.import_outcomes(study, [_facts(row) for row in rows.fresh], restored=numbered)
    closed = sum("start" in payload for _, payload in facts)
    change = session.append(facts, token)
    return Imported(len(rows.fresh), rows.known, change, rows.remarks, closed)


def _read(study: Study, path: Path, reading: dict[str, Any]) -> run_matching.RunMatches:
    """Read a table; if its dialect is ambiguous, take the only reading that is an export of this study."""
    try:
        texts = kept_titles(study)
        return run_matching.match_runs(
            study, read_outcomes(path, doubtful=True, texts=texts, **reading), path.name
        )
    except AmbiguousTable as question:
        if question.question not in {"delimiter", "decimal"} or reading.get(question.question) is not None:
            raise
        readings = [_attempt(study, path, {**reading, question.question: way}) for way in question.choices]
        fits = [matches for matches in readings if matches is not None]
        if not fits or any(_imports(matches) != _imports(fits[0]) for matches in fits):
            raise
        return min(fits, key=lambda matches: len(matches.remarks))


def _attempt(study: Study, path: Path, reading: dict[str, Any]) -> run_matching.RunMatches | None:
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
    "ColumnChoice",
    "ColumnInfo",
    "LeftOut",
    "PoolReading",
    "RawTable",
    "Reading",
    "build_pool",
    "column_findings",
    "describe",
    "prior_in_words",
    "read_pasted",
    "read_pool",
    "read_table",
]
