"""Tables of candidates and of outcomes, and the sample studies."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kgdesk.actions import run_matching
from kgdesk.actions.exporting import import_archive, kept_titles
from kgdesk.actions.studies import open_study
from kgdesk.errors import AmbiguousTable, BadInput, KgdeskError, phrase
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
from kgdesk.model.commands import recording
from kgdesk.model.design import design_matrix
from kgdesk.model.study.prior_in_words import prior_from_words
from kgdesk.resource_files import resource_path
from kgdesk.user_dirs import user_data_dir

if TYPE_CHECKING:
    from kgdesk.actions.operator import Operator
    from kgdesk.actions.session import Change, Session
    from kgdesk.files.outcomes import OutcomeRow
    from kgdesk.model.study.settings import PriorInWords
    from kgdesk.model.study.study import Study


def column_findings(
    table: PoolReading, *, raw: bool = False, terms: str = "linear", budget: int | None = None
) -> tuple[str, ...]:
    """Return in sentences what a person should know.

    Filled cells, constant, equal or collinear columns, raw scale; with a budget, also terms that are many for it.
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
    """Return the prior that “of 100 candidates about N succeed” and “attributes matter ...” make for a pool.

    See `kgdesk.model.study.prior_in_words.prior_from_words`.
    """
    scaling = design_matrix.fix_scaling(table.pool, raw=raw, terms=terms)
    made = design_matrix.design(table.pool, scaling)
    return prior_from_words(
        made.X[made.row_of], rate, matter, terms=terms, higher=scaling.higher, squares=scaling.squares
    )


SAMPLES = ("reaction-screen", "growth-conditions")


def sample_path(name: str) -> Path:
    """Return where the person's own copy of a sample study lies, made or not."""
    return user_data_dir("samples", f"{name}.kgstudy")


def open_sample(folder: str | Path, who: Operator, name: str = SAMPLES[0]) -> Session:
    """Copy a bundled sample study with its recorded outcomes into a folder and open it.

    A copy that is there already is opened as it stands.

    Raises
    ------
    BadInput
        There is no such sample.
    """
    if name not in SAMPLES:
        raise BadInput(
            phrase(
                "There is no sample study “{name}”: choose one of {choices}.",
                name=name,
                choices=", ".join(SAMPLES),
            )
        )
    path = Path(folder) / f"{name}.kgstudy"
    if path.exists():
        return open_study(path, who)
    path.parent.mkdir(parents=True, exist_ok=True)
    return import_archive(resource_path("samples", f"{name}.zip"), path, who)


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
    """What an import did.

    Parameters
    ----------
    added, known
        Outcomes that were new, and that the study had already.
    change
        What was appended; None if nothing was.
    remarks
        A sentence for each cell of a known run that says something else than the study: the study's stays.
    closed
        Number of runs in progress that the outcomes settled.
    """

    added: int
    known: int
    change: Change | None
    remarks: tuple[str, ...] = ()
    closed: int = 0


def import_outcomes(session: Session, path: str | Path, *, token: str = "", **reading: Any) -> Imported:
    """Add the outcomes of a table to a study; importing the same table twice adds nothing.

    A table with run numbers, as `export` writes it, restores the runs: those that the study has already are
    passed over, and they count as planned runs. Without run numbers they are past outcomes, which do not. Either
    closes the oldest run of its candidate in progress, if there is one, and is a planned run then. What a spreadsheet
    did to the table is undone where the study leaves only one original, and refused elsewhere.

    Parameters
    ----------
    session
        Open for writing.
    path
        CSV or Excel with the columns candidate and outcome, or a runs CSV.
    token
        Name of the gesture: asking twice with the same token adds once, and answers the same.
    reading
        ``delimiter``, ``decimal``, ``sheet``, ``encoding`` where the file leaves them open.

    Raises
    ------
    AmbiguousTable
        The file can be read in more than one way, and the study does not tell which is meant.
    BadTable, UnknownCandidate, BadInput, StudyClosed
        The text names the line and the column; nothing was added.
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
    """Read a table; where its form leaves a choice, take the one reading that is an export of this very study."""
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
