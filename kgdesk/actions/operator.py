"""The operator, the events made in their name, what these change, and the tokens of repeated calls."""

from __future__ import annotations

import getpass
import os
import platform
import uuid
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from threading import Lock
from typing import TYPE_CHECKING, Any

from kgdesk import __version__
from kgdesk.errors import BadInput, ReadOnlyStudy
from kgdesk.model.design.pool import check_name
from kgdesk.model.study.events import NewEvent
from kgdesk.model.study.payloads import GESTURE
from kgdesk.store import Writer
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from kgdesk.model.study.events import Event
    from kgdesk.model.study.study import Study

    Asked = Sequence[tuple[str, Mapping[str, Any]]]

#: A clock that steps back by more than this is logged as an anomaly; order is by sequence number, not by time.
_CLOCK_SLACK = timedelta(seconds=2)


#: Years that a clock may show: before, some systems cannot convert times; after, a stored time has no form.
_FIRST_YEAR, _LAST_YEAR = 1970, 9998


def gesture_id(token: str, index: int) -> str:
    """Return the event id of event number `index` of an action, derived from its token."""
    return uuid.uuid5(uuid.NAMESPACE_OID, f"{token}/{index}").hex


def gesture_of(token: str) -> str:
    """Return the id of a user action (gesture), which all its events carry."""
    return uuid.uuid5(uuid.NAMESPACE_OID, f"{token}/gesture").hex


def user_name() -> str:
    """Return the default operator: KGDESK_OPERATOR, else the system's user name."""
    name = os.environ.get("KGDESK_OPERATOR", "").strip()
    if name:
        return name
    try:
        return getpass.getuser()
    except (KeyError, OSError):  # a container without a user entry
        return f"user {os.getuid()}" if hasattr(os, "getuid") else "unknown"


def _now() -> datetime:
    return datetime.now().astimezone()


@dataclass(frozen=True)
class Operator:
    """The user at this workstation.

    Parameters
    ----------
    operator
        Name or initials; stored with every event.
    workstation
        Name of the computer.
    clock
        Returns the present time with time zone.
    """

    operator: str
    workstation: str = field(default_factory=platform.node)
    clock: Callable[[], datetime] = _now

    def writer(self) -> Writer:
        """Return the lock holder's record, which other programs display while this one has the study open."""
        return Writer(str(self.operator), self.workstation, self.now())

    def checked_name(self) -> str:
        """Return the operator's name without outer white space.

        Raises
        ------
        BadInput
            It is no text, empty, longer than 200 characters, or holds a hidden character.
        """
        name = self.operator.strip() if isinstance(self.operator, str) else ""
        if not name:
            raise BadInput("Nobody is signed in: set the operator first, so that the entry says who made it.")
        check_name(name, phrase("The name of the operator"))
        return name

    def now(self) -> datetime:
        """Return the present time with its time zone.

        Raises
        ------
        BadInput
            The clock shows a time that cannot be right.
        """
        now = self.clock()
        if isinstance(now, datetime):
            with suppress(OverflowError, ValueError, OSError):
                now = now.astimezone() if now.tzinfo is None else now
                if _FIRST_YEAR <= now.astimezone(UTC).year <= _LAST_YEAR:
                    return now
        raise BadInput(
            phrase(
                "The clock of this computer shows {now}, which cannot be right: set it, and try again. Nothing was "
                "changed.",
                now=f"{now!s:.40}",
            )
        )

    def events(self, facts: Iterable[tuple[str, dict[str, Any]]], token: str = "") -> tuple[NewEvent, ...]:
        """Build events with the present time; each payload carries the id of the action.

        Parameters
        ----------
        facts
            (kind, payload) pairs.
        token
            Idempotency key: the same token gives the same event ids, so a retry adds nothing twice.
        """
        actor = self.checked_name()
        now = self.now()
        name = token or uuid.uuid4().hex
        offset = f"{now:%z}" or "+0000"
        mark = {GESTURE: gesture_of(name)}
        return tuple(
            NewEvent(
                kind=kind,
                payload={**payload, **mark},
                event_id=gesture_id(name, index),
                recorded_at_utc=f"{now.astimezone(UTC):%Y-%m-%dT%H:%M:%S.%f}Z",
                utc_offset=f"{offset[:3]}:{offset[3:5]}",
                actor=actor,
                workstation=self.workstation or "unknown",
                app_version=__version__,
            )
            for index, (kind, payload) in enumerate(facts)
        )

    def clock_step(self, events: Sequence[Event]) -> list[tuple[str, dict[str, Any]]]:
        """Return the fact that this clock is behind the last of `events`; empty if it is not."""
        if not events:
            return []
        try:
            last = datetime.fromisoformat(events[-1].new.recorded_at_utc)
        except ValueError:  # an entry that was written by hand, and is set aside
            return []
        back = last - self.now().astimezone(UTC)
        if back <= _CLOCK_SLACK:
            return []
        return [("clock_anomaly", {"behind_seconds": round(back.total_seconds(), 3)})]


#: The first event of a commit is a clock anomaly, a suggestion, or the entry itself; the first two may be left out
#: while the server cannot be reached.
_BEGINS_WITHIN = 3


class Gestures:
    """Index from event id to position in a study; built on first use, then updated incrementally."""

    def __init__(self) -> None:
        self._place: dict[str, int] = {}
        self._read = 0
        self._alone = Lock()

    def events_of(self, token: str, events: Sequence[Event]) -> tuple[Event, ...]:
        """Return the events that the action `token` has recorded, in order; empty if none.

        Parameters
        ----------
        token
            Idempotency key of the action.
        events
            All events of the study; between two calls events may only be appended.
        """
        with self._alone:
            for place in range(self._read, len(events)):
                self._place[events[place].new.event_id] = place
            self._read = max(self._read, len(events))
        for index in range(_BEGINS_WITHIN):
            place = self._place.get(gesture_id(token, index), len(events))
            if place < len(events):
                return _commit(token, index, events, place)
        return ()


def _commit(token: str, index: int, events: Sequence[Event], place: int) -> tuple[Event, ...]:
    """Return the consecutive events of an action from its first one on; one index may be missing."""
    end = place + 1
    while end < len(events):
        further = (index + 1, index + 2)
        step = [n for n in further if gesture_id(token, n) == events[end].new.event_id]
        if not step:
            break
        index, end = step[0], end + 1
    return tuple(events[place:end])


def refuse_fork(process: int) -> None:
    """Raise ReadOnlyStudy unless this process, by its number, is the one that opened the study.

    A connection to SQLite or a server is of no use in a forked process.
    """
    if os.getpid() != process:
        raise ReadOnlyStudy(
            "This study was opened by another process: open it again in this one. Nothing was recorded."
        )


def refuse_another(token: str, stored: Sequence[Event], asked: Asked) -> None:
    """Raise if a token that was used before is now used for another entry.

    Parameters
    ----------
    stored
        Events that the token has recorded.
    asked
        (kind, part of the payload) of each requested event. Values that the program adds, such as a
        prediction, are not compared. Empty text equals a missing key.

    Raises
    ------
    BadInput
        The token belongs to another entry.
    """
    kinds = {kind for kind, _ in asked}
    entries = [event for event in stored if event.kind in kinds]
    if len(entries) == len(asked) and all(
        event.kind == kind and _holds(event.payload, facts)
        for event, (kind, facts) in zip(entries, asked, strict=True)
    ):
        return
    raise BadInput(
        phrase(
            "The token {token} belongs to entry {seq}, which says something else: give every entry a token of its "
            "own. Nothing was recorded.",
            token=token,
            seq=stored[-1].seq,
        )
    )


def refuse_future(happened_at: str, now: datetime) -> None:
    """Refuse a time of an experiment, in ISO 8601, that is later than now."""
    if datetime.fromisoformat(happened_at) > now:
        raise BadInput(
            phrase(
                "The run cannot have been done at {happened_at}: that is still to come.",
                happened_at=happened_at,
            )
        )


def _holds(payload: Mapping[str, Any], facts: Mapping[str, Any]) -> bool:
    for key, value in facts.items():
        have = payload.get(key)
        if isinstance(value, dict) and isinstance(have, dict):
            if not _holds(have, value):
                return False
        elif (have or "") != (value or ""):
            return False
    return True


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
    "note_added": frozenset({"notes"}),
    "settings_changed": frozenset({"settings"}),
    "finished": frozenset({"state"}),
    "reopened": frozenset({"state"}),
    "candidates_added": frozenset({"stock"}),
}


def change_of(before: Study, after: Study, stored: tuple[Event, ...]) -> Change:
    """Return what `stored` has changed of a study."""
    changed = frozenset[str]().union(*(_CHANGES.get(e.kind, frozenset()) for e in stored))
    if after.pending != before.pending:
        changed |= {"pending"}
    if (after.retired, after.skipped) != (before.retired, before.skipped):
        changed |= {"stock"}
    return Change(after, changed, stored)


def change_between(before: Study, after: Study) -> Change:
    """Return the change from an earlier state to a later one; events that were only numbered anew are none of it."""
    common = _common(before.events, after.events)
    known = {event.hash for event in before.events[common:]}
    return change_of(before, after, tuple(e for e in after.events[common:] if e.hash not in known))


def _common(before: tuple[Event, ...], after: tuple[Event, ...]) -> int:
    """Return the number of leading events that two states share; those of the outbox are numbered anew when sent."""
    count = min(len(before), len(after))
    while count and before[count - 1] != after[count - 1]:
        count -= 1
    return count
