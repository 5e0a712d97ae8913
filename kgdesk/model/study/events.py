"""Events of a study, the source of all its state, and their validation."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from kgdesk.errors import BadInput, DamagedStudy, NewerStudy, phrase
from kgdesk.model.study.payloads import GESTURE, KEYS, LATER_KINDS, check_payload, latest, version_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


#: Event kinds that this version supports, each with the highest supported version of its payload.
KINDS: dict[str, int] = {kind: latest(kind) for kind in KEYS}

#: Event kinds of record format 1, all with payload version 1.
FORMAT_1: dict[str, int] = {kind: 1 for kind in KEYS if kind not in LATER_KINDS}


@dataclass(frozen=True, slots=True)
class NewEvent:
    """Event to be appended to a study, not yet in the hash chain.

    Parameters
    ----------
    kind
        One of `KINDS`.
    payload
        JSON values only: str, int, float (finite), bool, None, lists and dicts with str keys.
    event_id
        Idempotency key made by the caller, 32 hexadecimal digits: the same id is appended once.
    recorded_at_utc
        ISO 8601 with microseconds and ``Z``, as ``2026-11-21T14:02:31.000000Z``. For information; `Event.seq` orders.
    utc_offset
        UTC offset of the workstation's clock, as ``+01:00``.
    actor
        Name of the operator.
    workstation
        Name of the computer.
    app_version
        Version of kgdesk.
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
    """Stored event with its position in the hash chain.

    Parameters
    ----------
    seq
        1 for the first event of a study, without gaps. Defines the order of events.
    new
        The appended event.
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
        """Payload of the event, JSON values."""
        return self.new.payload

    @property
    def gesture(self) -> str:
        """Id of the gesture (user action), the same in all events of one commit; empty in format 1."""
        return str(self.new.payload.get(GESTURE, ""))


@dataclass(frozen=True, slots=True)
class Head:
    """End of a hash chain: number of events and hash of the last; ``Head(0, "0" * 64)`` if empty."""

    seq: int = 0
    hash: str = field(default="0" * 64)


def format_of(events: Iterable[Event | NewEvent]) -> int:
    """Return the record format that these events need: 2 if one of them is not part of format 1, else 1."""
    for event in events:
        new = event.new if isinstance(event, Event) else event
        if new.kind_version > FORMAT_1.get(new.kind, 0):
            return 2
    return 1


#: Exceptions that an invalid event can cause.
NONSENSE = (KeyError, TypeError, ValueError, IndexError, AttributeError, OverflowError, BadInput)


#: Shapes of valid payloads: (kind, version, keys and types of their values). A hundred thousand events have few
#: distinct shapes, so that most are validated by one set lookup.
_PASSED: set[tuple[object, ...]] = set()

_MOST_SHAPES = 10_000

_NO_MARK = "0" * 32


def check_events(events: Iterable[Event]) -> None:
    """Validate kinds, versions and payloads of events.

    Raises
    ------
    NewerStudy
        An event has a kind or version that this program does not support.
    DamagedStudy
        The payload of an event does not match the schema of its kind; the message names it.
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
    """Return the exception for an event that needs a later version of the program."""
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
    """Return the exception for an invalid event."""
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
