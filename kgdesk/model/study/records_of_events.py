"""Build the records of a study (runs, starts, notes and others) from the payloads of its events.

All of these functions raise KeyError, TypeError, ValueError or BadInput if the payload is invalid.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from kgdesk.model.study.records import (
    OUTCOMES,
    Absence,
    Amendment,
    Closing,
    Correction,
    Note,
    Run,
    Start,
    as_probability,
    checked_outcome,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from kgdesk.model.study.events import Event
    from kgdesk.model.study.records import Outcome, RunNumber
    from kgdesk.model.study.settings import Settings

#: Position and number of repeats of an outcome that was recorded on its own.
_SINGLE = (1, 1)


def start_of(event: Event, candidate: str, number: int) -> Start:
    """Build the start of run `number`; the reducer adds the run token and the well."""
    facts = event.payload
    return Start(
        number=number,
        candidate=candidate,
        started_at=event.new.recorded_at_utc,
        utc_offset=event.new.utc_offset,
        operator=event.new.actor,
        reason=facts.get("reason", ""),
        suggested=facts.get("suggested", ""),
        probability_before=as_probability(facts.get("probability_before")),
        seq=event.seq,
        seen_on=facts.get("shown", ""),
    )


def run_of(event: Event, candidate: str, number: RunNumber, start: int | None) -> Run:
    """Build a run; the reducer adds the run token and the measured value.

    Parameters
    ----------
    event
        Event that recorded the outcome.
    candidate
        Name in the pool.
    number
        Number of the run; a text for a past outcome.
    start
        Number of the event that started the run; None if it was not started.
    """
    facts = event.payload
    nth, of = facts.get("repeat", _SINGLE)
    # In the order of the fields: names of arguments would cost as much again, for each of 100,000 outcomes per opening.
    return Run(
        number,
        candidate,
        checked_outcome(facts["outcome"]),
        facts.get("recorded_at") or event.new.recorded_at_utc,
        event.new.utc_offset,
        facts.get("operator") or event.new.actor,
        facts.get("note", ""),
        facts.get("reason", ""),
        facts.get("suggested", ""),
        as_probability(facts.get("probability_before")),
        isinstance(number, str),
        event.seq,
        (),
        start,
        int(nth),
        int(of),
        facts.get("happened_at", ""),
        facts.get("shown", ""),
    )


def with_earlier_correction(run: Run, facts: Any) -> Run:
    """Return a run with the correction, if any, that was made before it was exported and imported again."""
    old = facts.get("corrected_from")
    if old not in OUTCOMES:
        return run
    candidate = facts.get("corrected_candidate") or run.candidate
    earlier = Correction(run.seq, candidate, old, run.reason, run.operator, run.recorded_at)
    return run._replace(corrections=(earlier,))


def correction_of(event: Event, run: Run) -> Correction:
    """Build the correction of `run`, which is the run before the correction."""
    return Correction(
        seq=event.seq,
        old_candidate=run.candidate,
        old_outcome=run.outcome,
        reason=str(event.payload["reason"]),
        operator=event.new.actor,
        recorded_at=event.new.recorded_at_utc,
        old_measured=run.measured,
        old_set_values=run.set_values,
    )


def derived_outcome(run: Run, settings: Settings, changes: Mapping[int, float]) -> Outcome:
    """Return the outcome of a run by the threshold of some settings.

    It follows from the value where that lies on one side. A limit that leaves both sides open is undecided, unless it
    did so when the outcome was stated: then this stays, as it does where there is no value. A void is one.

    Parameters
    ----------
    run, settings
        The run, and settings with a threshold.
    changes
        Numbers of the events that changed the threshold, in order, with the threshold before each: what these events
        derived was not stated.
    """
    if run.outcome == "void":
        return "void"
    derived = "" if run.measured is None else settings.outcome_of(run.measured)
    if derived:
        return checked_outcome(derived)
    outcome, seq = _stated(run, changes)
    if run.measured is None:
        return outcome
    before = next((old for change, old in changes.items() if change > seq), settings.threshold)
    return "undecided" if replace(settings, threshold=before).outcome_of(run.measured) else outcome


def _stated(run: Run, changes: Mapping[int, float]) -> tuple[Outcome, int]:
    """Return the outcome of a run that was last stated, and the number of the event that did."""
    outcome = run.outcome
    for correction in reversed(run.corrections):
        if correction.seq not in changes:
            return outcome, correction.seq
        outcome = correction.old_outcome
    return outcome, run.seq


def threshold_changes(amendments: Iterable[Amendment]) -> dict[int, float]:
    """Return the number of each event that changed the threshold, in order, with the threshold before it."""
    return {one.seq: float(one.old) for one in amendments if one.setting == "threshold"}


def absence_of(event: Event, candidate: str) -> Absence:
    """Build the absence of a candidate that was excluded or skipped."""
    return Absence(
        candidate=candidate,
        operator=event.new.actor,
        recorded_at=event.new.recorded_at_utc,
        reason=str(event.payload["reason"]),
        seq=event.seq,
    )


def note_of(event: Event) -> Note:
    """Build a note about a run or the study."""
    run = event.payload.get("run")
    return Note(
        text=str(event.payload["text"]),
        run=run,
        operator=event.new.actor,
        recorded_at=event.new.recorded_at_utc,
        seq=event.seq,
    )


def amendment_of(event: Event) -> Amendment:
    """Build the amendment of a setting."""
    facts = event.payload
    return Amendment(
        setting=str(facts["setting"]),
        old=_text(facts["old"]),
        new=_text(facts["new"]),
        operator=event.new.actor,
        recorded_at=event.new.recorded_at_utc,
        reason=str(facts["reason"]),
        seq=event.seq,
    )


def _text(value: object) -> str:
    """Return the value of a setting as text; a number in its shortest form."""
    return repr(float(value)).removesuffix(".0") if isinstance(value, float) else str(value)


def closing_of(event: Event) -> Closing:
    """Build the record of who finished the study, when and why, and which candidate was chosen."""
    facts = event.payload
    return Closing(event.new.actor, event.new.recorded_at_utc, str(facts["reason"]), facts.get("chosen"))


def check_suggestion(event: Event) -> None:
    """Check the items in the lists of a suggestion, and that it was computed before it was recorded."""
    facts = event.payload
    if not 1 <= facts.get("revision", 1) < event.seq:
        raise ValueError(f"a suggestion for revision {facts['revision']!r:.40}")
    if not all(isinstance(name, str) for name in facts.get("open_runs", ())):
        raise TypeError("a run in progress of a candidate that is not text")
    for name, gain in facts.get("top", ()):
        if not isinstance(name, str) or type(gain) not in {int, float}:
            raise TypeError("a value of testing that is not a number")
