"""The events of a study, the only truth; and whether an event is valid."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from kgdesk.errors import BadInput, DamagedStudy, NewerStudy, phrase
from kgdesk.model.study.payloads import GESTURE, KEYS, LATER_KINDS, check_payload, latest, version_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


#: Kinds that this version writes or reads, each with the highest version of its payload that it knows.
KINDS: dict[str, int] = {kind: latest(kind) for kind in KEYS}

#: What a reader of format 1 knows: each of its kinds, in version 1.
FORMAT_1: dict[str, int] = {kind: 1 for kind in KEYS if kind not in LATER_KINDS}


@dataclass(frozen=True, slots=True)
class NewEvent:
    """One fact that is to be appended to a study.

    Parameters
    ----------
    kind
        One of `KINDS`.
    payload
        JSON values only: str, int, float (finite), bool, None, lists and dicts with str keys.
    event_id
        Made by whoever asks (32 hexadecimal digits); sending the same one twice appends once.
    recorded_at_utc
        ISO 8601 with microseconds and ``Z``, as ``2026-11-21T14:02:31.000000Z``. A note, never an order.
    utc_offset
        Of the workstation's clock, as ``+01:00``.
    actor
        The operator's name.
    workstation
        The computer's name.
    app_version
        The version of kgdesk.
    """

    kind: str
    payload: Mapping[str, Any]
    event_id: str
    recorded_at_utc: str
    utc_offset: str
    actor: str
    workstation: str
    app_version: str
    kind_version: int = 1


@dataclass(frozen=True, slots=True)
class Event:
    """One stored fact with its place in the chain.

    Parameters
    ----------
    seq
        1 for the first event of a study, without gaps. The only order there is.
    new
        What was appended.
    prev_hash, hash
        SHA-256 in hexadecimal; the first event's ``prev_hash`` is 64 zeros.
    """

    seq: int
    new: NewEvent
    prev_hash: str
    hash: str

    @property
    def kind(self) -> str:
        """The kind of the event."""
        return self.new.kind

    @property
    def payload(self) -> Mapping[str, Any]:
        """The facts of the event."""
        return self.new.payload

    @property
    def gesture(self) -> str:
        """The id of the gesture that made it, the same in all entries of one commit; empty in format 1."""
        return str(self.new.payload.get(GESTURE, ""))


@dataclass(frozen=True, slots=True)
class Head:
    """The end of a chain: number of events and hash of the last; ``Head(0, "0" * 64)`` of an empty one."""

    seq: int = 0
    hash: str = field(default="0" * 64)


def format_of(events: Iterable[Event | NewEvent]) -> int:
    """Return the format of a record that holds these events: 2 once one of them is unknown to format 1, else 1."""
    for event in events:
        new = event.new if isinstance(event, Event) else event
        if new.kind_version > FORMAT_1.get(new.kind, 0):
            return 2
    return 1


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


__all__ = ["FORMAT_1", "KINDS", "Event", "Head", "NewEvent", "format_of", "version_of"]
