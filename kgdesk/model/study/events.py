"""Events of a study, the source of all its state, their validation, and how far a copy of them can be trusted."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from kgdesk.errors import BadInput, DamagedStudy, NewerStudy, in_sequence, phrase
from kgdesk.model.study.payloads import GESTURE, KEYS, LATER_KINDS, check_payload, latest, version_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence


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


Verdict = Literal["whole", "behind", "forked", "not known here"]


@dataclass(frozen=True, slots=True)
class Trust:
    """Agreement of a copy of a study with the heads that this computer has seen of that study.

    Parameters
    ----------
    verdict
        ``whole``: it holds all entries seen here. ``behind``: its entries are the first of those seen here.
        ``forked``: at least one of its entries differs from the one seen here. ``not known here``: nothing of the study
        was seen here before, so that there is nothing to compare with.
    entries
        Number of events of the copy.
    common
        Number of first events that the copy shares with those seen; None if it is not known.
    seen
        The head that the verdict rests on; None if nothing was seen.
    place
        File or address where that head was seen; empty if nothing was seen.
    accepted
        Whether an operator decided on this computer to go on with this copy although it lacks entries seen here.
    """

    verdict: Verdict
    entries: int
    common: int | None = None
    seen: Head | None = None
    place: str = ""
    accepted: bool = False

    @property
    def doubtful(self) -> bool:
        """Whether the copy is forked or behind."""
        return self.verdict in {"forked", "behind"}

    @property
    def sentence(self) -> str:
        """The verdict in words, with the way out."""
        if self.seen is None:
            return phrase(
                "Not known here: this computer had seen nothing of this study before, so it cannot tell whether "
                "entries were replaced or cut off. Compare the head with one that somebody holds (kgdesk verify STUDY "
                "--head HASH)."
            )
        seq = self.seen.seq
        if self.verdict == "whole":
            return phrase(
                "Whole: it holds all {seq} entries that this computer has seen of this study.", seq=seq
            )
        taken = phrase("Somebody decided on this computer to go on with it.") if self.accepted else ""
        return in_sequence([self._difference(seq), taken])

    def _difference(self, seq: int) -> str:
        if self.verdict == "behind":
            return phrase(
                "Behind: this copy ends with entry {entries}, but {place} was seen with {seq} entries. The newer "
                "entries are missing here.",
                entries=self.entries,
                place=self.place,
                seq=seq,
            )
        if self.common is None:
            return phrase(
                "Forked: this copy holds other entries than {place}, which was seen with {seq} entries. Entries were "
                "replaced, or the study was continued in two places: find out which copy is right before you rely on "
                "either.",
                place=self.place,
                seq=seq,
            )
        return phrase(
            "Forked: from entry {first} on this copy holds other entries than {place}, which was seen with {seq} "
            "entries. Entries were replaced, or the study was continued in two places: find out which copy is right "
            "before you rely on either.",
            first=self.common + 1,
            place=self.place,
            seq=seq,
        )

    def as_json(self) -> dict[str, Any]:
        """Return the JSON object that commands print and files hold."""
        seen = self.seen
        return {
            "verdict": self.verdict,
            "sentence": str(self.sentence),
            "entries": self.entries,
            "common_entries": self.common,
            "seen": None if seen is None else {"seq": seen.seq, "hash": seen.hash, "place": self.place},
            "accepted": self.accepted,
        }


def common_prefix(first: Sequence[str], second: Sequence[str]) -> int:
    """Return how many first events two chains share, given their hashes: if two are equal, so are all before them."""
    low, high = 0, min(len(first), len(second))
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if first[middle - 1] == second[middle - 1] else (low, middle - 1)
    return low


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


__all__ = [
    "FORMAT_1",
    "KINDS",
    "Event",
    "Head",
    "NewEvent",
    "Trust",
    "common_prefix",
    "format_of",
    "version_of",
]
