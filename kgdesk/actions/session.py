"""An open study: its store, its present state, and the operator."""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING, Any

from kgdesk.actions.opening import journal_key, note_head
from kgdesk.actions.operator import Gestures, refuse_another, refuse_fork
from kgdesk.errors import KgdeskError, NotSaved, ServerAway, StaleHead, phrase
from kgdesk.model.commands.study_state import refuse_locked
from kgdesk.model.study.events import Event, NewEvent
from kgdesk.store import APPEND_S, OfflineReplica, Outbox, Patience, Writer, is_address, replica_path

if TYPE_CHECKING:
    from collections.abc import Iterable
    from types import TracebackType
    from typing import Self

    from kgdesk.actions.operator import Asked, Operator
    from kgdesk.model.study.study import Study
    from kgdesk.store import EventStore

#: A clock that steps back by more than this is logged as an anomaly; order is by sequence number, not by time.
_CLOCK_SLACK = timedelta(seconds=2)

#: Event kinds that may wait in the outbox while the server cannot be reached.
_WAITING = frozenset({"outcome_recorded", "suggestion_made", "note_added", "clock_anomaly"})
#: Placeholder hash of an event in the outbox.
_NOT_YET = "not yet on the server"


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
    "signed_off": frozenset({"state"}),
    "locked": frozenset({"state"}),
    "unlocked": frozenset({"state"}),
    "candidates_added": frozenset({"stock"}),
}


class Session:
    """An open study, read-only or for writing; a context manager.

    Calls from several threads are serialised by a lock, because the store is not thread-safe.

    Parameters
    ----------
    store
        The open store; closed by the session.
    study
        State folded from the store's events.
    who
        Author of the events.
    place

        The study file, or the address of the study on a server. `path` is the file, or the local copy of a study on a
        server.
    """

    def __init__(self, store: EventStore, study: Study, who: Operator, place: str | Path) -> None:
        self._store = store
        self._confirmed = self._study = study
        self.who = who
        self.place = place
        self.path = replica_path(str(place)) if is_address(place) else Path(place)
        self._alone = RLock()
        self._process = os.getpid()
        self._unsure: dict[str, tuple[NewEvent, ...]] = {}
        self._gestures = Gestures()
        self._patience = store.patience if isinstance(store, OfflineReplica) else Patience()
        self._outbox = Outbox(study.events[0].hash) if is_address(place) else None
        self._imagine()

    @property
    def study(self) -> Study:
        """The present state, including events in the outbox."""
        return self._study

    @property
    def is_shared(self) -> bool:
        """Whether several users may write at once (study on a server)."""
        return self._outbox is not None

    @property
    def waiting(self) -> int:
        """Number of batches in the outbox."""
        return len(self._unsent())

    @property
    def store(self) -> EventStore:
        """The event store."""
        return self._store

    @property
    def read_only_reason(self) -> str | None:
        """Why nothing can be recorded, in one sentence; None if the study is writable."""
        return self._store.read_only_reason

    @property
    def left_by(self) -> Writer | None:
        """The previous writer if they did not close the study; all events acknowledged to them are stored."""
        return self._store.left_by

    def append(self, facts: Iterable[tuple[str, dict[str, Any]]], token: str = "") -> Change:
        """Append facts durably, then update `study`.

        Raises
        ------
        NotSaved, ReadOnlyStudy, StaleHead, StudyClosed
            Nothing was recorded; `study` is unchanged.
        """
        with self._alone:
            return self._appended(list(facts), token)

    def _appended(self, listed: list[tuple[str, dict[str, Any]]], token: str) -> Change:
        refuse_fork(self._process)
        if any(kind != "unlocked" for kind, _ in listed):
            refuse_locked(self._study)  # here, because every change passes through this method
        done = self.recorded(token)
        if done:
            return Change(self._study, frozenset(), done)
        new = self._unsure.pop(token, None) or self.who.events(
            [*self._clock_step(), *listed], token, gesture=self._study.record_format > 1
        )
        before, kept = self._study, self._store.kept_old
        try:
            stored = self._send_kept(new)
        except NotSaved:
            if token:  # it may be stored after all, so a retry must send the identical events
                self._unsure[token] = new
            raise
        change = self._changed(before, stored)
        return change if self._store.kept_old == kept else replace(change, notice=self.notice)

    @property
    def notice(self) -> str:
        """Where the old file is kept if an event has migrated the study since it was opened; empty otherwise."""
        old = self._store.kept_old
        if old is None:
            return ""
        return phrase(
            "{name} was brought to the newer form that this entry needs; the file as it was before is kept as {old}.",
            name=self.path.name,
            old=old.name,
        )

    def _send_kept(self, new: tuple[NewEvent, ...]) -> tuple[Event, ...]:
        """Send an entry that is in the outbox from before the send until the answer, if it may wait there."""
        if self._outbox is None or not all(self._may_wait(one) for one in new):
            with self._patience.within(APPEND_S):
                return self._send(new)
        if self._unsent():  # a suggestion computed from waiting events could not be replayed
            new = tuple(one for one in new if one.kind != "suggestion_made")
        full: NotSaved | None = None
        try:
            self._outbox.add(new)
        except NotSaved as problem:
            full = problem
        try:
            with self._patience.within(APPEND_S):
                stored = self._send(new)
        except ServerAway:
            if full is not None:
                raise full from None
            self._imagine()
            return self._study.events[-len(new) :]
        except KgdeskError:  # refused: nothing of it is recorded, and its author decides what becomes of it
            self._drop(new)
            self._imagine()
            raise
        self._drop(new)
        return stored

    def hurry(self, seconds: float | None) -> None:
        """Let calls to a server end within `seconds`, as the study is being closed; None: as usual again.

        What may wait then stays in the outbox. Callable from any thread; a study file is not affected.
        """
        self._patience.hurry(seconds)

    def _send(self, new: tuple[NewEvent, ...]) -> tuple[Event, ...]:
        self._send_waiting(before=new)
        try:
            stored = self._store.append_if_head(self._confirmed.head, new)
        except StaleHead:
            self._catch_up()
            self._imagine()
            raise
        self._catch_up(stored)
        self._imagine()
        return stored

    def _send_waiting(self, before: tuple[NewEvent, ...] = ()) -> None:
        """Append the outbox, without the entry `before`; its order among those of others does not matter."""
        for batch in self._unsent():
            if before and batch[0].event_id == before[0].event_id:
                continue
            stored: tuple[Event, ...] = ()
            while not stored:
                try:
                    stored = self._store.append_if_head(self._confirmed.head, batch)
                except StaleHead:
                    self._catch_up()
            self._catch_up(stored)
            self._drop(batch)

    def _unsent(self) -> tuple[tuple[NewEvent, ...], ...]:
        return self._outbox.unsent(self._confirmed.events) if self._outbox is not None else ()

    def _drop(self, batch: tuple[NewEvent, ...]) -> None:
        if self._outbox is not None:
            with suppress(NotSaved):  # on record it is known by its id, and is not sent twice
                self._outbox.drop(batch)

    def _catch_up(self, stored: tuple[Event, ...] = ()) -> None:
        seq = self._confirmed.head.seq
        follows = bool(stored) and stored[0].seq == seq + 1
        self._confirmed = self._confirmed.applied(stored if follows else self._store.read_from(seq + 1))
        note_head(self._confirmed.events, journal_key(self.place))

    def _may_wait(self, new: NewEvent) -> bool:
        start = new.payload.get("start")
        known = start is None or start <= self._confirmed.head.seq
        return new.kind in _WAITING and known

    def _imagine(self) -> None:
        waiting = self._unsent()
        self._study = self._confirmed
        for new in (one for batch in waiting for one in batch):
            seq = self._study.head.seq + 1
            self._study = self._study.applied([Event(seq, new, self._study.head.hash, _NOT_YET)])

    def _changed(self, before: Study, stored: tuple[Event, ...]) -> Change:
        changed = frozenset[str]().union(*(_CHANGES.get(e.kind, frozenset()) for e in stored))
        if self._study.pending != before.pending:
            changed |= {"pending"}
        if (self._study.retired, self._study.skipped) != (before.retired, before.skipped):
            changed |= {"stock"}
        return Change(self._study, changed, stored)

    def recorded(self, token: str) -> tuple[Event, ...]:
        """Return the events that a token has recorded in this study, in this or an earlier session; empty if none."""
        if not token:
            return ()
        # Without the lock, since the window calls this while an append waits for a slow disk. Studies are immutable.
        confirmed, present = self._confirmed.events, self._study.events
        stored = self._gestures.events_of(token, confirmed)
        return stored or Gestures().events_of(token, present[len(confirmed) :])

    def repeated(self, token: str, asked: Asked) -> Change | None:
        """Return the earlier result as a change without facts if the token is on record; None if the token is new.

        Raises
        ------
        BadInput
            The token belongs to another entry than `asked`.
        """
        done = self.recorded(token)
        if not done:
            return None
        refuse_another(token, done, asked)
        return Change(self._study, frozenset(), done)

    def _clock_step(self) -> list[tuple[str, dict[str, Any]]]:
        if not self._study.events:
            return []
        last = datetime.fromisoformat(self._study.events[-1].new.recorded_at_utc)
        back = last - self.who.now().astimezone(UTC)
        if back <= _CLOCK_SLACK:
            return []
        return [("clock_anomaly", {"behind_seconds": round(back.total_seconds(), 3)})]

    def refreshed(self) -> Change | None:
        """Read the events of others and send the outbox; return the change, or None if nothing is new."""
        with self._alone:
            before, waiting = self._study, self.waiting
            with suppress(ServerAway):
                if waiting and self.read_only_reason is None:
                    self._send_waiting()
                if self._store.news_since(self._confirmed.head):
                    self._catch_up()
            if waiting or self._confirmed.head.seq > before.head.seq:
                self._imagine()
            return self.since(before)

    def since(self, before: Study) -> Change | None:
        """Return the change since an earlier state of the study; None if there is none."""
        if self._study.head == before.head:
            return None
        kept = len(before.events)
        while kept and (
            kept > len(self._study.events) or before.events[kept - 1] != self._study.events[kept - 1]
        ):
            kept -= 1  # events of the outbox have other sequence numbers now
        known = {event.hash for event in before.events[kept:]}
        return self._changed(before, tuple(e for e in self._study.events[kept:] if e.hash not in known))

    def lines(self) -> tuple[str, ...]:
        """Return the whole log as JSON lines, for the archive."""
        with self._alone:
            return tuple(self._store.export())

    def close(self) -> None:
        """Close the store, which releases its lock."""
        with self._alone:
            self._store.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
