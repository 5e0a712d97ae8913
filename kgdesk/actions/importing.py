"""Outcomes that come from a table: past results, or the runs of a study as kgdesk exported them."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kgdesk.errors import BadInput, UnknownCandidate
from kgdesk.files.runs import read_outcomes
from kgdesk.model import decisions

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kgdesk.actions.session import Change, Session
    from kgdesk.files.runs import OutcomeRow
    from kgdesk.model.study import Study

_KEPT = ("operator", "recorded_at", "suggested", "probability_before", "note", "corrected_from", "reason")


@dataclass(frozen=True, slots=True)
class Imported:
    """What an import did: `added` outcomes were new, `known` ones were in the study already."""

    added: int
    known: int
    change: Change | None


def import_outcomes(session: Session, path: str | Path, **reading: Any) -> Imported:
    """Add the outcomes of a table to a study; importing the same table twice adds nothing.

    A table with run numbers, as `export` writes it, restores the runs: those that the study has already are
    passed over, and they count as planned runs. Without run numbers they are past outcomes, which do not.

    Parameters
    ----------
    session
        Open for writing.
    path
        CSV or Excel with the columns candidate and outcome, or a runs CSV.
    reading
        ``delimiter``, ``decimal``, ``sheet``, ``encoding`` where the file leaves them open.

    Raises
    ------
    BadTable, UnknownCandidate, BadInput, StudyClosed
        The text names the line; nothing was added.
    """
    path = Path(path)
    rows = read_outcomes(path, **reading)
    study = session.study
    for row in rows:
        try:
            study.pool.row(row.candidate)
        except UnknownCandidate as refused:
            raise UnknownCandidate(f"{path.name}, line {row.line}: {refused}") from None
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    numbered = [row for row in rows if row.run is not None]
    if numbered and len(numbered) != len(rows):
        bad = next(row for row in rows if row.run is None)
        raise BadInput(
            f"{path.name}, line {bad.line} has no run number but other lines have one: fill it in."
        )
    if numbered:
        fresh = _new_runs(study, numbered, path.name)
    elif any(e.kind == "imported_from" and e.payload.get("digest") == digest for e in study.events):
        fresh = []
    else:
        fresh = list(rows)
    if not fresh:
        decisions.import_outcomes(study, [], restored=bool(numbered))
        return Imported(0, len(rows), None)
    facts = [("imported_from", {"file": path.name, "digest": digest, "outcomes": len(fresh)})]
    facts += decisions.import_outcomes(study, [_facts(row) for row in fresh], restored=bool(numbered))
    return Imported(len(fresh), len(rows) - len(fresh), session.append(facts))


def _facts(row: OutcomeRow) -> dict[str, Any]:
    kept = {key: getattr(row, key) for key in _KEPT}
    return {"candidate": row.candidate, "outcome": row.outcome, **kept}


def _new_runs(study: Study, rows: Sequence[OutcomeRow], file: str) -> list[OutcomeRow]:
    fresh = []
    coming = len(study.runs) + 1
    for row in sorted(rows, key=lambda row: row.run or 0):
        number = row.run or 0
        if number <= len(study.runs):
            have = study.run(number)
            if (have.candidate, have.outcome) != (row.candidate, row.outcome):
                raise BadInput(
                    f"{file}, line {row.line}: run {number} is {row.candidate} {row.outcome} there but "
                    f"{have.candidate} {have.outcome} in the study: correct one of them."
                )
        elif number == coming:
            fresh.append(row)
            coming += 1
        else:
            raise BadInput(
                f"{file}, line {row.line}: run {number} follows run {coming - 1}; run {coming} is missing."
            )
    return fresh
