"""What an action has changed in a study, for the views that show it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kgdesk.model.study import measured_scale
from kgdesk.text import phrase

if TYPE_CHECKING:
    from kgdesk.model.study.events import Event
    from kgdesk.model.study.study import Study


@dataclass(frozen=True, slots=True)
class Change:
    """Result of an action: the new state and what changed.

    Parameters
    ----------
    study
        The state after the action.
    facts
        What changed, out of ``runs``, ``belief``, ``pending``, ``stock``, ``notes``, ``settings``, ``state``; a view
        refreshes if it shows one of these.
    events
        Appended events.
    notice
        A sentence to show to the user; empty if none.
    """

    study: Study
    facts: frozenset[str]
    events: tuple[Event, ...]
    notice: str = ""


#: Event kind -> `Change.facts`.
_CHANGES: dict[str, frozenset[str]] = {
    "outcome_recorded": frozenset({"runs", "belief"}),
    "outcome_corrected": frozenset({"runs", "belief"}),
    "outcome_voided": frozenset({"runs", "belief"}),
    "block_set": frozenset({"belief", "state"}),
    "block_corrected": frozenset({"runs", "pending", "belief"}),
    "note_added": frozenset({"notes"}),
    "settings_changed": frozenset({"settings"}),
    "finished": frozenset({"state"}),
    "reopened": frozenset({"state"}),
    "candidates_added": frozenset({"stock"}),
}


def change_of(before: Study, after: Study, stored: tuple[Event, ...]) -> Change:
    """Return what the events `stored` have changed in a study."""
    changed = frozenset[str]().union(*(_CHANGES.get(e.kind, frozenset()) for e in stored))
    if after.settings.threshold != before.settings.threshold:
        changed |= {"runs", "belief"}
    if after.pending != before.pending:
        changed |= {"pending"}
    if (after.retired, after.skipped) != (before.retired, before.skipped):
        changed |= {"stock"}
    return Change(after, changed, stored, _last_of_the_values(before, after))


def _last_of_the_values(before: Study, after: Study) -> str:
    """Return what to say where runs have become too many to learn from their values; empty otherwise."""
    most = measured_scale.most_readings(after.settings)
    if not after.settings.learns_from_values or not len(before.took_place) <= most < len(after.took_place):
        return ""
    if not before.has_values:
        return ""
    return phrase(
        "From here on the model learns from the outcomes alone: a fit to the values of more than {most} runs would "
        "take too long.",
        most=most,
    )


def change_between(before: Study, after: Study) -> Change:
    """Return the change from an earlier state to a later one; an event that only got a new number does not count."""
    common = _common(before.events, after.events)
    known = {event.hash for event in before.events[common:]}
    return change_of(before, after, tuple(e for e in after.events[common:] if e.hash not in known))


def _common(before: tuple[Event, ...], after: tuple[Event, ...]) -> int:
    """Return how many events two states have in common from the beginning.

    They may differ at the end because events of the outbox can get other numbers when they are sent.
    """
    count = min(len(before), len(after))
    while count and before[count - 1] != after[count - 1]:
        count -= 1
    return count
