"""Whether an entry makes sense: known to this program, with the facts of its kind."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kgdesk.errors import BadInput, DamagedStudy, NewerStudy, phrase
from kgdesk.model.events import KINDS
from kgdesk.model.payloads import GESTURE, check_payload

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kgdesk.model.events import Event

#: What an event that makes no sense runs into.
NONSENSE = (KeyError, TypeError, ValueError, IndexError, AttributeError, OverflowError, BadInput)


#: Shapes of payloads that passed: kind, version, keys and the types of their values. A hundred thousand entries have
#: few shapes, so that most cost one look into a set.
_PASSED: set[tuple[object, ...]] = set()
_MOST_SHAPES = 10_000
_NO_MARK = "0" * 32


def check_events(events: Iterable[Event]) -> None:
    """See to it that events are known to this program and hold the facts of their kinds.

    Raises
    ------
    NewerStudy
        One is of a kind or version that this program does not know.
    DamagedStudy
        One does not hold what its kind has to; the text names it.
    """
    passed = _PASSED
    for event in events:
        new = event.new
        facts = new.payload
        shape = (new.kind, new.kind_version, *facts, *map(type, facts.values()))
        if shape in passed and len(facts.get(GESTURE, _NO_MARK)) == 32:
            continue
        if KINDS.get(new.kind, 0) < new.kind_version:
            raise newer(event)
        try:
            if check_payload(new.kind, new.kind_version, facts):
                if len(passed) >= _MOST_SHAPES:
                    passed.clear()
                passed.add(shape)
        except NONSENSE as problem:
            raise damaged(event, problem) from problem


def newer(event: Event) -> NewerStudy:
    """Return the refusal of an event that only a later version of the program understands."""
    return NewerStudy(
        phrase(
            "Entry {seq} (“{kind}”) was made by a newer kgdesk ({app_version}): open the study "
            "with that version.",
            seq=event.seq,
            kind=event.kind,
            app_version=event.new.app_version,
        )
    )


def damaged(event: Event, problem: Exception) -> DamagedStudy:
    """Return the refusal of an event that makes no sense."""
    return DamagedStudy(
        phrase(
            "Entry {seq} (“{kind}”) of this study does not make sense. Restore the study from a "
            "backup or an archive.",
            seq=event.seq,
            kind=event.kind,
        ),
        details=f"{type(problem).__name__}: {problem}",
    )
