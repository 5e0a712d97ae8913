"""Decisions on runs: start them, take the newest entry back, and redo what was taken back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kgdesk.errors import BadInput
from kgdesk.model.decisions import run_blocks
from kgdesk.model.decisions.checks import checked_text, must_be_open
from kgdesk.model.decisions.shown_suggestions import SeenOn, predicted, suggestion_made
from kgdesk.model.decisions.stock import _named
from kgdesk.model.study.records import REDONE, TAKEN_BACK, stored_measured
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from kgdesk.model.advice.advice import Advice
    from kgdesk.model.study.records import Run
    from kgdesk.model.study.study import Study

    Fact = tuple[str, dict[str, Any]]


#: Kinds of events that change an outcome, and those that stand beside the entries and end no redo.
_CORRECTIONS = frozenset({"outcome_corrected", "outcome_voided"})
_BESIDE = frozenset({"note_added", "suggestion_made", "exported", "clock_anomaly"})


def start(
    study: Study,
    candidate: str,
    *,
    reason: str = "",
    advice: Advice | None = None,
    seen_on: SeenOn = "",
    blocks: Mapping[str, str] | None = None,
) -> tuple[Fact, ...]:
    """Return the facts that start a run now; its outcome is recorded later.

    Any number of runs may be in progress, even several of one candidate if the study allows them, but no two whose
    candidates are in one exclusion group. A skipped candidate may be started; one that is out of stock, or was run as
    often as the study allows, may not. `advice`, `seen_on` and `blocks` are as in `record`.

    Raises
    ------
    UnknownCandidate, StudyClosed, BadInput
        The run cannot start.
    """
    study.pool.row(candidate)
    must_be_open(study)
    if _named(study.retired, candidate):
        raise BadInput(
            phrase(
                "{candidate} is out of stock: include it again before you start a run with it.",
                candidate=candidate,
            )
        )
    refuse_tried(study, candidate, ())
    clash = study.groups.clash(candidate, [each.candidate for each in study.pending])
    if clash:
        raise BadInput(clash)
    facts: dict[str, Any] = {"candidate": candidate, **predicted(study, candidate, advice, seen_on)}
    facts |= run_blocks.stated(study, blocks)
    if not isinstance(reason, str) or reason.strip():
        facts["reason"] = checked_text(reason, phrase("reason"))
    suggestion = [] if advice is None or advice.next is None else [suggestion_made(advice, seen_on)]
    return (*suggestion, ("experiment_started", facts))


def refuse_tried(study: Study, candidate: str, further: Sequence[str]) -> None:
    """Raise BadInput if a candidate has had all runs that the study allows, counting `further` runs to be started."""
    limit = study.tried.after(further)
    if limit.left(candidate):
        return
    raise BadInput(
        phrase(
            "{candidate} is tried as often as this study allows ({most}): if its sample was not used after all, "
            "correct that run to “not done”; if samples can be used again, change the setting for repeats.",
            candidate=candidate,
            most=limit.most,
        )
    )


def start_together(
    study: Study,
    picks: Sequence[Advice | str],
    *,
    reason: str = "",
    seen_on: SeenOn = "",
    blocks: Mapping[str, str] | None = None,
) -> tuple[Fact, ...]:
    """Return the facts that start several runs now; each pick is recorded as the suggestion of its run.

    Parameters
    ----------
    picks
        Advice of a batch, or names of candidates for runs without a suggestion.
    reason
        Why these candidates; recorded with each start.
    seen_on, blocks
        As in `start`.

    Raises
    ------
    StudyClosed, BadInput
        One of the runs cannot start, so none is started.
    """
    running = [each.candidate for each in study.pending]
    facts: list[Fact] = []
    for pick in picks:
        advice, candidate = (None, pick) if isinstance(pick, str) else (pick, pick.suggestion.candidate)
        clash = study.groups.clash(candidate, running)
        if clash:
            raise BadInput(clash)
        refuse_tried(study, candidate, running[len(study.pending) :])
        facts += start(study, candidate, reason=reason, advice=advice, seen_on=seen_on, blocks=blocks)
        running.append(candidate)
    return tuple(facts)


def newest_entry(study: Study) -> Run:
    """Return the run whose entry can be taken back: the newest one that has not been taken back.

    Raises
    ------
    BadInput
        There is none, or the newest entry cannot be taken back; the message says why.
    """
    run = next((run for run in reversed(study.runs) if not run.taken_back), None)
    if run is None:
        raise BadInput("There is no entry to undo.")
    if run.imported:
        raise BadInput(
            phrase(
                "Run {run} was imported from a table, so it is not undone: correct it in the timeline if it is"
                " wrong.",
                run=run.number,
            )
        )
    if run.outcome == "void" and run.corrections:
        raise BadInput(
            phrase(
                "Run {run} was made void by a correction, so its entry is not undone: correct it in the timeline if"
                " that is wrong.",
                run=run.number,
            )
        )
    return run


def take_back(study: Study) -> tuple[Fact, ...]:
    """Return the facts that take back the newest entry, an outcome or a void; see `newest_entry`.

    Repeats that were recorded at once are one entry. A run that was started is in progress again afterwards.
    """
    must_be_open(study)
    newest = newest_entry(study)
    together = [run for run in entry_of(study, newest) if not run.taken_back]
    return tuple(_take_back_fact(run) for run in together if run.outcome != "void" or not run.corrections)


def last_taken_back(study: Study) -> tuple[Run, ...]:
    """Return the runs of the newest taking back that can be redone; empty if there is none.

    They are those of one entry: one run, repeats recorded at once, or a file of results. As in a text, what was taken
    back can be redone until something else is entered. Notes do not count.
    """
    for event in reversed(study.sensible):
        reason = event.payload.get("reason") if event.kind in _CORRECTIONS else None
        if reason == TAKEN_BACK:
            together = {event.seq}
            if event.gesture:
                together |= {each.seq for each in study.events[: event.seq] if each.gesture == event.gesture}
            runs = tuple(run for run in study.runs if run.taken_back and run.corrections[-1].seq in together)
            if runs:
                return runs  # else it was redone
        elif reason != REDONE and event.kind not in _BESIDE:
            return ()
    return ()


def redo(study: Study) -> tuple[Fact, ...]:
    """Return the facts that undo the newest taking back; see `last_taken_back`.

    Raises
    ------
    StudyClosed, BadInput
        The study is finished, or there is nothing to redo.
    """
    must_be_open(study)
    taken = last_taken_back(study)
    if not taken:
        raise BadInput(
            "There is nothing to redo: what was undone can be redone until something else is entered."
        )
    return tuple(map(_redo_fact, taken))


def _redo_fact(run: Run) -> Fact:
    outcome = run.corrections[-1].old_outcome
    now: dict[str, Any] = {"candidate": run.candidate, "outcome": outcome}
    if run.measured is not None:
        now["measured"] = stored_measured(run.measured)
    was = {"candidate": run.candidate, "outcome": run.outcome}
    kind = "outcome_voided" if outcome == "void" else "outcome_corrected"
    return (kind, {"run": run.number, "old": was, "new": now, "reason": REDONE})


def entry_of(study: Study, run: Run) -> tuple[Run, ...]:
    """Return the runs that were recorded together with a run, including itself; their events are consecutive."""
    first = run.seq - run.nth + 1
    return tuple(each for each in study.runs if first <= each.seq < first + run.of)


def _take_back_fact(run: Run) -> Fact:
    was = {"candidate": run.candidate, "outcome": run.outcome}
    now = {"candidate": run.candidate, "outcome": "void"}
    return ("outcome_voided", {"run": run.number, "old": was, "new": now, "reason": TAKEN_BACK})
