"""Taking the newest entry back: an outcome or a void that was recorded by a slip."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kgdesk.errors import BadInput, phrase
from kgdesk.model.deciding import must_be_open
from kgdesk.model.entries import TAKEN_BACK

if TYPE_CHECKING:
    from kgdesk.model.entries import Run
    from kgdesk.model.study import Study

    Fact = tuple[str, dict[str, Any]]


def newest_entry(study: Study) -> Run:
    """Return the run whose entry can be taken back: the newest one; runs taken back before are passed over.

    Raises
    ------
    BadInput
        There is none, or the newest entry is not one to take back; the text says why.
    """
    run = next((run for run in reversed(study.runs) if not run.taken_back), None)
    if run is None:
        raise BadInput("There is no entry to take back.")
    if run.imported:
        raise BadInput(
            phrase(
                "Run {run} was imported from a table, so it is not taken back: correct it in History if it is wrong.",
                run=run.number,
            )
        )
    if run.outcome == "void" and run.corrections:
        raise BadInput(
            phrase(
                "Run {run} was made void by a correction, so its entry is not taken back: correct it in History if "
                "that is wrong.",
                run=run.number,
            )
        )
    return run


def take_back(study: Study) -> tuple[Fact, ...]:
    """Return the facts that take the newest entry back, be it an outcome or a void; see `newest_entry`.

    Repeats that were recorded at once are one entry. A run in progress whose entry is taken back is in progress
    again.
    """
    must_be_open(study)
    newest = newest_entry(study)
    first = newest.number - newest.nth
    together = [run for run in study.runs[first : first + newest.of] if not run.taken_back]
    return tuple(_taken_back(run) for run in together if run.outcome != "void" or not run.corrections)


def _taken_back(run: Run) -> Fact:
    was = {"candidate": run.candidate, "outcome": run.outcome}
    now = {"candidate": run.candidate, "outcome": "void"}
    return ("outcome_voided", {"run": run.number, "old": was, "new": now, "reason": TAKEN_BACK})
