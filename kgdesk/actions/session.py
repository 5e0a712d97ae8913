"""An open study: its store, its present state and its operator."""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING, Any

from kgdesk.actions.changes import Change, change_between, change_of
from kgdesk.actions.event_ids import EventIdIndex, refuse_reused_token
from kgdesk.actions.opening import journal_key, note_head, trust_now
from kgdesk.errors import (
    AnswerLost,
    KgdeskError,
    NotSaved,
    ReadOnlyStudy,
    ServerAway,
    StaleHead,
    UserDataUnusable,
)
from kgdesk.model.study.events import Event, NewEvent
from kgdesk.store import APPEND_S, OfflineReplica, Outbox, Patience, Writer, is_address, replica_path
from kgdesk.store.chain import state_after
from kgdesk.store.outbox import UnreadableEntry
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Self

    from kgdesk.actions.event_ids import Asked
    from kgdesk.actions.operator import Operator
    from kgdesk.model.study.study import Study
    from kgdesk.model.study.trust import Trust
    from kgdesk.store import EventStore

__all__ = ["Change", "Session"]

#: Kinds of events that may wait in the outbox while the server cannot be reached.
_WAITING = frozenset({"outcome_recorded", "suggestion_made", "note_added", "clock_anomaly"})
#: How often an entry is decided again because another program has recorded first.
_REPLAYS = 20
_PLACEHOLDER_HASH = "not yet on the server"  #: Placeholder hash of an event in the outbox.


class Session:
    """An open study, read-only or for writing; a context manager.

    Calls from several threads are serialised by a lock, because the store is not thread-safe.

    Parameters
    ----------
    store
        The open store; closed by the session.
    study
        State folded from the events of the store.
    who
        Operator, the author of the events.
    place
        The study file, or the address of the study on a server; `path` is the file, or the local copy.
    trust
        How the events agreed with what had been seen on this computer when the study was opened.
    """

    def __init__(
        self, store: EventStore, study: Study, who: Operator, place: str | Path, trust: Trust | None = None
    ) -> None:
        self._store, self._trust = store, trust
        # A suggestion on a new day is one for the block of that day.
        self._confirmed = self._study = study.on_day_of(who.now)
        self.who: Operator = who
        self.place: str | Path = place
        # Once: after an entry is on disk nothing may fail because its folder cannot be reached just then.
        self._key = journal_key(place)
        self.path: Path = replica_path(str(place)) if is_address(place) else Path(place)
        self._alone, self._process = RLock(), os.getpid()
        self._unsure: dict[str, tuple[NewEvent, ...]] = {}
        self._ids = EventIdIndex()
        self._patience = store.patience if isinstance(store, OfflineReplica) else Patience()
        self._outbox = Outbox(self._key, study.events[0].hash) if is_address(place) else None
        #: What waits, as last read; and why it cannot be read, in a sentence.
        self._unsent_before: tuple[tuple[NewEvent, ...], ...] = ()
        self._unread = ""
        self._study = self._with_unsent_entries()
        self._drop_those_that_arrived()

    @property
    def study(self) -> Study:
        """The present state, including events in the outbox."""
        return self._study

    @property
    def file(self) -> Path | None:
        """The study file, whose rights also hold for what is exported; None for a study on a server."""
        return None if self.is_shared else self.path

    @property
    def on_record(self) -> Study:
        """The present state without events in the outbox."""
        return self._confirmed

    @property
    def is_shared(self) -> bool:
        """Whether several users may write at once (study on a server)."""
        return self._outbox is not None

    @property
    def waiting(self) -> int:
        """Number of batches in the outbox, as last read where they cannot be read now."""
        return len(self._unsent_if_readable())

    @property
    def waits_elsewhere(self) -> str:
        """A question in words if entries wait for this study at another address; empty if none do."""
        with suppress(UserDataUnusable):
            listed = self._outbox.elsewhere() if self._outbox is not None else {}
            for other, count in listed.items():
                return ask_about_another_address(self._key, other, count)
        return ""

    @property
    def store(self) -> EventStore:
        """The event store."""
        return self._store

    @property
    def read_only_reason(self) -> str | None:
        """Why nothing can be recorded, in one sentence; None if the study is writable."""
        return self._store.read_only_reason or self._unread or None

    @property
    def trust(self) -> Trust:
        """How the events agree with what was seen on this computer, before or since the study was opened."""
        now = trust_now(self._confirmed.events, self.place, self._trust, (self._alone, self._store))
        return replace(now, set_aside=self._confirmed.set_aside)

    @property
    def unclean_exit_by(self) -> Writer | None:
        """Who had the study open before and did not close it; every entry that was acknowledged to them is stored."""
        return self._store.unclean_exit_by

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
        _refuse_fork(self._process)
        done = self.recorded(token)
        if done:
            return Change(self._study, frozenset(), done)
        new = self._unsure.pop(token, None) or _new_events(self.who, self._study, listed, token)
        before = self._study
        try:
            stored = self._send_kept(new)
        except NotSaved:
            if token:  # it may be stored after all, so a retry must send the same events
                self._unsure[token] = new
            raise
        return change_of(before, self._study, stored)

    def _send_kept(self, new: tuple[NewEvent, ...]) -> tuple[Event, ...]:
        """Send an entry. One that may wait is put into the outbox first, and removed once the server has answered."""
        waits = self._unsent()
        if self._outbox is None or not all(may_wait(one, self._confirmed) for one in new):
            with self._patience.within(APPEND_S):
                return self._send(new)
        if waits:  # a suggestion computed from waiting events could not be replayed
            new = tuple(one for one in new if one.kind != "suggestion_made")
        full: NotSaved | None = None
        try:
            self._outbox.add(new)
        except UnreadableEntry:
            raise
        except NotSaved as problem:
            full = problem
        try:
            with self._patience.within(APPEND_S):
                stored = self._send(new)
        except ServerAway as away:
            if full is not None:
                raise _cannot_wait(away, full) from None
            self._study = self._with_unsent_entries()
            return self._study.events[-len(new) :]
        except KgdeskError as refused:  # nothing is recorded, and the user decides what to do
            waits_on = full is None and not self._drop(new)
            self._study = self._with_unsent_entries()
            if waits_on:
                raise self._waits_on(refused) from None
            raise
        self._drop(new)
        return stored

    def hurry(self, seconds: float | None) -> None:
        """Limit calls to a server to `seconds` while the study is being closed; None removes the limit.

        Entries that may wait then stay in the outbox. Callable from any thread; a study file is not affected.
        """
        self._patience.hurry(seconds)

    def give_way(self) -> None:
        """End what `refreshed` still asks a server for, so that an entry need not wait for it.

        Callable from any thread; a study file is not affected.
        """
        self._patience.give_way()

    def _send(self, new: tuple[NewEvent, ...]) -> tuple[Event, ...]:
        self._send_waiting(before=new)
        after = state_after(self._confirmed, new)
        try:
            stored = self._store.append_if_head(self._confirmed.head, new)
        except StaleHead:
            self._catch_up()
            self._study = self._with_unsent_entries()
            raise
        self._catch_up(stored, after)
        self._study = self._with_unsent_entries()
        return stored

    def _send_waiting(self, before: tuple[NewEvent, ...] = ()) -> None:
        """Send the entries in the outbox, except `before`, which the caller sends next."""
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
        """Read what waits and has not arrived.

        Raises
        ------
        UserDataUnusable
            It cannot be read: what waits must not be taken for nothing.
        """
        if self._outbox is None:
            return ()
        try:
            self._unsent_before = self._outbox.unsent(self._confirmed.events)
        except UserDataUnusable as problem:
            self._unread = problem.sentence
            raise
        self._unread = ""
        return self._unsent_before

    def _unsent_if_readable(self) -> tuple[tuple[NewEvent, ...], ...]:
        with suppress(UserDataUnusable):
            return self._unsent()
        return self._unsent_before

    def _drop(self, batch: tuple[NewEvent, ...]) -> bool:
        """Remove a batch from the outbox; return whether it is out. If not, `_unsent` knows that it is stored."""
        if self._outbox is not None:
            try:
                self._outbox.drop(batch)
            except UserDataUnusable:
                return False
        return True

    def _waits_on(self, refused: KgdeskError) -> NotSaved:
        """Return the error for an entry that was refused and could not be taken out of the outbox."""
        return NotSaved(
            phrase(
                "{problem} The entry still waits on this computer and will be sent, so do not type it again. It can be "
                "taken out (kgdesk outbox set-aside {place} --reason TEXT).",
                problem=refused.sentence,
                place=self._key,
            ),
            details=refused.details,
        )

    def _drop_those_that_arrived(self) -> None:
        """Remove what the server has although it waits: a program ended between the answer and the removal."""
        if self._outbox is not None:
            with suppress(UserDataUnusable):
                batches, left = self._outbox.batches(), self._unsent()
                # What another program adds meanwhile is in neither, or only in those that are left.
                for batch in batches:
                    if batch not in left:
                        self._outbox.drop(batch)

    def _catch_up(self, stored: tuple[Event, ...] = (), after: Study | None = None) -> None:
        """Take in events of the store: those just stored, with the state `after` them if known, or all new ones."""
        seq = self._confirmed.head.seq
        follows = bool(stored) and stored[0].seq == seq + 1
        if not follows or after is None or after.head.hash != stored[-1].hash:
            after = self._confirmed.applied(stored if follows else self._store.read_from(seq + 1))
        self._confirmed = after  # its hash covers every event, so this is the state that was stored
        note_head(self._confirmed.events, self._key)

    def _with_unsent_entries(self) -> Study:
        """Return the confirmed state with the entries that wait in the outbox."""
        return _with_waiting_entries(self._confirmed, self._unsent_if_readable())

    def recorded(self, token: str) -> tuple[Event, ...]:
        """Return the events recorded with a token in this study, by this or an earlier session; empty if none."""
        if not token:
            return ()
        # Without the lock, since the window calls this while an append waits for a slow disk. Studies are immutable.
        confirmed, present = self._confirmed.events, self._study.events
        stored = self._ids.events_of(token, confirmed)
        return stored or EventIdIndex().events_of(token, present[len(confirmed) :])

    def repeated(self, token: str, asked: Asked) -> Change | None:
        """Return the earlier result, as a change without facts, if the token was used before; else None.

        Raises
        ------
        BadInput
            The token belongs to another entry than `asked`.
        """
        done = self.recorded(token)
        if not done:
            return None
        refuse_reused_token(token, done, asked)
        return Change(self._study, frozenset(), done)

    def refreshed(self) -> Change | None:
        """Read what others have recorded and send the outbox; return the change, or None if nothing is new.

        Where days are blocks, a day that has begun is a change as well: the next suggestion is for its block.
        """
        with self._alone:
            before, waiting = self._study, self.waiting
            with suppress(ServerAway, UserDataUnusable), self._patience.interruptible():
                if waiting and self.read_only_reason is None:
                    self._send_waiting()
                if self._store.news_since(self._confirmed.head):
                    self._catch_up()
            with suppress(KgdeskError):  # of a clock that shows no usable time
                self._confirmed = self._confirmed.on_day_of(self.who.now)
            begun = self._confirmed.today != before.today
            if waiting or begun or self._confirmed.head.seq > before.head.seq:
                self._study = self._with_unsent_entries()
            news = self.since(before)
            if not begun:
                return news
            facts, events = (news.facts, news.events) if news is not None else (frozenset[str](), ())
            return Change(self._study, facts | {"belief", "state"}, events, news.notice if news else "")

    def since(self, before: Study) -> Change | None:
        """Return the change since an earlier state of the study; None if there is none."""
        return None if self._study.head == before.head else change_between(before, self._study)

    def close(self) -> None:
        """Close the store, which releases its lock."""
        with self._alone:
            self._store.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def ask_about_another_address(here: str, other: str, count: int) -> str:
    """Return the question of where to send the entries that wait for a study at an address other than this one."""
    return phrase(
        "Entries wait on this computer for {other} ({count}), not for {here}, and both addresses lead to the same "
        "study. They are sent to neither by themselves. Send them where they were recorded for (kgdesk outbox send "
        "{other}) or, if the study has moved, here (kgdesk outbox send {here} --from {other}).",
        count=count,
        here=here,
        other=other,
    )


def _cannot_wait(away: ServerAway, full: NotSaved) -> NotSaved:
    """Return the error for an entry that the server has not acknowledged and that the outbox cannot keep."""
    if isinstance(away, AnswerLost):
        return AnswerLost(
            phrase("{first} {second}", first=away.sentence, second=full.sentence), details=full.details
        )
    return NotSaved(
        phrase("The server cannot be reached. Nothing is recorded. {problem}", problem=full.sentence),
        details=full.details,
    )


def _refuse_fork(process: int) -> None:
    """Raise ReadOnlyStudy unless this is the process that opened the study.

    A forked process must not use a connection to SQLite or a server that its parent has opened.
    """
    if os.getpid() != process:
        raise ReadOnlyStudy(
            "This study was opened by another process: open it again in this one. Nothing was recorded."
        )


def _new_events(
    who: Operator, study: Study, facts: list[tuple[str, dict[str, Any]]], token: str
) -> tuple[NewEvent, ...]:
    """Return the events of an entry, preceded by one about the clock if it is behind the last entry."""
    facts = [*who.clock_step(study.events), *facts]
    return who.events(facts, token)


def may_wait(new: NewEvent, confirmed: Study) -> bool:
    """Return whether an event may wait in the outbox: its kind may, and the server has the start that it settles."""
    start = new.payload.get("start")
    return new.kind in _WAITING and (start is None or start <= confirmed.head.seq)


def _with_waiting_entries(confirmed: Study, waiting: tuple[tuple[NewEvent, ...], ...]) -> Study:
    """Return the study with the entries of the outbox applied."""
    study = confirmed
    for new in (one for batch in waiting for one in batch):
        study = study.applied([Event(study.head.seq + 1, new, study.head.hash, _PLACEHOLDER_HASH)])
    return study


def replayed(session: Session, entry: Callable[[], Change]) -> Change:
    """Record an entry that stays true whatever others record meanwhile, such as an outcome or a note.

    If another program has recorded in the file since this session read it, the entry is decided again in the new state.
    On a server such an entry is refused instead, so that the user can look at the new state.

    Parameters
    ----------
    entry
        Decides on the facts in the state `session.study`, and appends them.
    """
    before, left = session.study, 0 if session.is_shared else _REPLAYS
    while True:
        try:
            change = entry()
        except StaleHead:
            if not left:
                raise
            left -= 1
            continue
        news = session.since(before)  # includes what others have recorded: the window shows that too
        return change if news is None else replace(change, facts=change.facts | news.facts)
