"""Events of a study, from which all its state follows, and their validation."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any, NamedTuple

from kgdesk.errors import BadInput, DamagedStudy, NewerStudy
from kgdesk.model.study.payloads import GESTURE, KEYS, VERSION, check_payload
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    Problems = dict[int, Exception]

#: Format of the record that this program reads and writes; FORMAT.md describes it.
RECORD_FORMAT = 1

#: Event kinds that this program knows, each with the highest version of its payload.
KINDS: dict[str, int] = dict.fromkeys(KEYS, VERSION)


# Not a frozen dataclass: a long study has a hundred thousand events, and a tuple is made several times as fast.
class NewEvent(NamedTuple):
    """Event to be appended to a study; it is not in the hash chain yet.

    Parameters
    ----------
    kind
        One of `KINDS`.
    payload
        JSON values only: str, int, float (finite), bool, None, lists and dicts with str keys.
    event_id
        Idempotency key chosen by the caller, 32 hexadecimal digits: an id is appended only once.
    recorded_at_utc
        ISO 8601 with microseconds and ``Z``, such as ``2026-11-21T14:02:31.000000Z``. For information only: events are
        ordered by `Event.seq`.
    utc_offset
        UTC offset of the workstation's clock, for example ``+01:00``.
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
    kind_version: int = VERSION


class Event(NamedTuple):
    """Stored event with its position in the hash chain.

    Parameters
    ----------
    seq
        Position in the order of events: 1 for the first event of a study, without gaps.
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
        """Id of the gesture (user action), the same in all events of one commit; empty if it has none."""
        return str(self.new.payload.get(GESTURE, ""))


@dataclass(frozen=True, slots=True)
class Head:
    """End of a hash chain: number of events and hash of the last; ``Head(0, "0" * 64)`` if empty."""

    seq: int = 0
    hash: str = field(default="0" * 64)


class Unreadable(dict[str, Any]):
    """Payload of an event whose text is not canonical JSON: it has no keys, and keeps the text that was hashed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text


@dataclass(frozen=True, slots=True)
class SetAside:
    """Event that breaks the rules of its kind or contradicts earlier events: it stays in the chain but has no effect.

    Parameters
    ----------
    seq, kind, operator
        As recorded.
    problem
        What is wrong, for a person who investigates it.
    """

    seq: int
    kind: str
    operator: str
    problem: str


#: Exceptions that an invalid event can cause.
NONSENSE = (KeyError, TypeError, ValueError, IndexError, AttributeError, ArithmeticError, BadInput)


#: Shapes of valid payloads: (kind, keys and types of their values). A hundred thousand events have few distinct shapes,
#: so most events are validated by one look-up in this set.
_PASSED: set[tuple[object, ...]] = set()

_MOST_SHAPES = 10_000

_NO_MARK = "0" * 32

_LONGEST_PROBLEM = 200


#: Offsets from UTC that have been validated.
_OFFSETS: set[str] = set()


def _check_times(new: NewEvent) -> None:
    """Validate the time and the UTC offset of an event.

    Raises
    ------
    ValueError
        One is malformed, or there is no such time.
    """
    if len(new.recorded_at_utc) != 27 or new.recorded_at_utc[-1] != "Z":
        raise ValueError(f"time {new.recorded_at_utc!r:.40}")
    datetime.fromisoformat(new.recorded_at_utc)
    if new.utc_offset not in _OFFSETS:
        if len(new.utc_offset) != 6:
            raise ValueError(f"offset {new.utc_offset!r:.40}")
        datetime.fromisoformat(f"2000-01-01T00:00{new.utc_offset}")
        _OFFSETS.add(new.utc_offset)


def problems_of(events: Iterable[Event]) -> Problems:
    """Return the problem of each event that breaks the rules of its kind, by the number of the event.

    The state of the study plays no part in these rules.

    Raises
    ------
    NewerStudy
        An event has a kind or version that this program does not support.
    """
    passed, found = _PASSED, dict[int, Exception]()
    for event in events:
        new = event.new
        facts = new.payload
        if KINDS.get(new.kind, 0) < new.kind_version:
            raise newer(event)
        try:
            _check_times(new)
            shape = (new.kind, *facts, *map(type, facts.values()))
            if shape in passed and len(facts.get(GESTURE, _NO_MARK)) == 32 and type(facts) is dict:
                continue
            if isinstance(facts, Unreadable):
                raise ValueError("its facts are not canonical JSON")  # noqa: TRY004 - the value is of no type
            if check_payload(new.kind, facts):
                if len(passed) >= _MOST_SHAPES:
                    passed.clear()
                passed.add(shape)
        except NONSENSE as problem:
            found[event.seq] = problem
    return found


def set_aside(event: Event, problem: Exception) -> SetAside:
    """Return the record of an event that has no effect because of a problem."""
    error = f"{type(problem).__name__}: {problem}"
    return SetAside(event.seq, event.kind, event.new.actor, error[:_LONGEST_PROBLEM])


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


__all__ = [
    "KINDS",
    "RECORD_FORMAT",
    "Event",
    "Head",
    "NewEvent",
    "SetAside",
    "Unreadable",
]


def candidates_named(payload: Mapping[str, Any], of_run: Mapping[int | str, str]) -> tuple[str, ...]:
    """Return the candidates that an event is about; for an event about a run, the candidate of that run.

    `of_run` maps the number of a run to its candidate.
    """
    parts = [payload, *(payload[name] for name in ("old", "new") if isinstance(payload.get(name), dict))]
    run = payload.get("run")
    found = [
        *(part.get("candidate") for part in parts),
        of_run.get(run) if isinstance(run, int | str) else None,
    ]
    return tuple(dict.fromkeys(name for name in found if isinstance(name, str)))
