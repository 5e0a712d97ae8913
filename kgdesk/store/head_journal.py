"""The head journal: for each study, the last event that this user has seen, kept outside the study."""

from __future__ import annotations

import os
import re
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kgdesk.errors import UserDataUnusable
from kgdesk.model.study.events import Head
from kgdesk.model.study.trust import Trust, Verdict, common_prefix
from kgdesk.store.user_database import UserDatabase

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    import apsw

    from kgdesk.model.study.events import Event


_HASH = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class SeenHead:
    """The head of a study as last seen at a place.

    Parameters
    ----------
    head
        Sequence number and hash of the last event.
    place
        Path of the file, or address on a server.
    at
        Time of the last event, ISO 8601 with ``Z``.
    accepted
        Whether an operator decided to go on at this place although entries that were seen elsewhere are missing. Such
        a head is no evidence against the study at other places.
    number
        Number of its row.
    """

    head: Head
    place: str
    at: str
    accepted: bool = False
    number: int = 0


@dataclass(frozen=True, slots=True)
class Settlement:
    """A decision that another branch of a study does not count.

    Parameters
    ----------
    place
        Where that branch was seen.
    reason, operator
        Why it does not count, and who says so.
    at
        When, ISO 8601 with ``Z``.
    """

    place: str
    reason: str
    operator: str
    at: str


class HeadJournal:
    """Heads seen so far, kept outside the study: the chain alone does not show that its end was cut off or replaced.

    The database of the user holds one head per study and place, and the hashes of all events up to it, by which the
    first event that differs is located. A head that cannot be kept is kept with the next entry; so errors of writing
    are ignored. Where nothing can be read, nothing is known, and `trust` says why.

    Parameters
    ----------
    database
        Replacement for the database of the user, for tests.
    """

    def __init__(self, database: UserDatabase | None = None) -> None:
        self._database = database or UserDatabase()

    def seen(self, root: str) -> tuple[SeenHead, ...]:
        """Return the stored heads of the study whose first event has the hash `root`, one per place."""
        with suppress(UserDataUnusable), self._database.reading() as db:
            return () if db is None else _heads(db, root)
        return ()

    def root_at(self, place: str | Path) -> str:
        """Return the hash of the first event of the study last seen at `place`; empty if unknown."""
        with suppress(UserDataUnusable), self._database.reading() as db:
            if db is not None:
                query = "SELECT root FROM head WHERE place = ? ORDER BY root LIMIT 1"
                for (root,) in db.execute(query, (str(place),)):
                    return str(root)
        return ""

    def trust(self, events: Sequence[Event], place: str | Path) -> Trust:
        """Compare the events of a study at a place with what was seen there and, unless accepted, elsewhere.

        Another branch counts against a study that goes on at its own place as long as it is there and nobody has
        settled it.
        """
        try:
            with self._database.reading() as db:
                return _trust(db, events, str(place)) if db is not None else _unknown(events)
        except UserDataUnusable as cause:
            return _unknown(events, cause.sentence)

    def lost_at(self, events: Sequence[Event], place: str | Path) -> SeenHead | None:
        """Return the head seen at this place if `events` no longer contain it, else None."""
        here = (one for one in self.seen(events[0].hash) if one.place == str(place))
        return next((one for one in here if not _contains(events, one.head)), None)

    def common(self, events: Sequence[Event], one: SeenHead) -> int:
        """Return how many of the events up to a stored head are the first of `events`, as far as known."""
        with suppress(UserDataUnusable), self._database.reading() as db:
            if db is not None:
                verdict, common = _verdict(db, events, one)
                return common if common is not None else len(events) if verdict == "behind" else 0
        return one.head.seq if _contains(events, one.head) else 0

    def advance(self, events: Sequence[Event], place: str | Path) -> None:
        """Store the head of a study at a place, unless the stored one has as many events. Writes only if needed."""
        root, last = events[0].hash, events[-1]
        with suppress(UserDataUnusable):
            with self._database.reading() as db:
                known = None if db is None else _head_at(db, root, place)
                if (
                    db is not None
                    and known is not None
                    and known.head.seq >= last.seq
                    and _has_all(db, known)
                ):
                    return
            with self._database.writing(durable=False) as db:
                known = _head_at(db, root, place)
                if known is None or known.head.seq <= last.seq:
                    _store(db, events, place, accepted=known is not None and known.accepted)

    def replace(self, events: Sequence[Event], place: str | Path, *, accepted: bool = False) -> None:
        """Store the head of a study at a place instead of whatever is stored there, even for another study."""
        with suppress(UserDataUnusable), self._database.writing(durable=False) as db:
            _forget(db, "SELECT number FROM head WHERE place = ? AND root <> ?", str(place), events[0].hash)
            _store(db, events, place, accepted=accepted)

    def forget(self, place: str | Path) -> None:
        """Remove the stored head of a place, so that another study may take it."""
        if self.root_at(place):
            with suppress(UserDataUnusable), self._database.writing(durable=False) as db:
                _forget(db, "SELECT number FROM head WHERE place = ?", str(place))

    def drop(self, root: str) -> None:
        """Delete all heads of a temporary study."""
        if self.seen(root):
            with suppress(UserDataUnusable), self._database.writing(durable=False) as db:
                _forget(db, "SELECT number FROM head WHERE root = ?", root)

    def settle(
        self, events: Sequence[Event], place: str | Path, *, reason: str, operator: str, at: str
    ) -> tuple[Settlement, ...]:
        """Record that the branches seen elsewhere that contradict a study do not count; return these decisions.

        Raises
        ------
        UserDataUnusable
            The decision cannot be kept.
        """
        root, settled = events[0].hash, []
        with self._database.writing() as db:
            for one in _against(db, events, str(place)):
                _, common = _verdict(db, events, one)
                line = _hashes(db, one)
                mark = line[common] if line and common is not None else one.head.hash
                settled.append(Settlement(one.place, reason, operator, at))
                db.execute(
                    "INSERT OR REPLACE INTO settled_fork (root, hash, place, reason, operator, at) "
                    "VALUES (?, ?, ?, ?, ?, ?)",
                    (root, mark, one.place, reason, operator, at),
                )
        return tuple(settled)

    def settlements(self, root: str) -> tuple[Settlement, ...]:
        """Return the decisions about branches of a study, in the order in which they were made."""
        with suppress(UserDataUnusable), self._database.reading() as db:
            if db is not None:
                query = "SELECT place, reason, operator, at FROM settled_fork WHERE root = ? ORDER BY at"
                return tuple(Settlement(*map(str, row)) for row in db.execute(query, (root,)))
        return ()


#: Severity of each verdict; of several the most severe counts.
_SEVERITY: dict[Verdict, int] = {"whole": 0, "behind": 1, "forked": 2}


def _trust(db: apsw.Connection, events: Sequence[Event], place: str) -> Trust:
    own = _head_at(db, events[0].hash, place)
    compared = [(one, _verdict(db, events, one)) for one in _compared(db, events, place)]
    if not compared:
        return _unknown(events)
    one, (verdict, common) = max(
        compared, key=lambda each: (_SEVERITY[each[1][0]], each[0] == own, each[0].head.seq)
    )
    return Trust(
        verdict,
        len(events),
        common,
        one.head,
        one.place,
        accepted=own is not None and own.accepted,
        settleable=verdict == "forked" and own is not None and _contains(events, own.head),
    )


def _unknown(events: Sequence[Event], unread: str = "") -> Trust:
    return Trust("not known here", len(events), unread=unread)


def _compared(db: apsw.Connection, events: Sequence[Event], place: str) -> tuple[SeenHead, ...]:
    """Return the heads that count for the events of a study at a place."""
    root = events[0].hash
    heads = _heads(db, root)
    own = tuple(one for one in heads if one.place == place)
    others = [one for one in heads if one.place != place]
    firm = [one for one in others if not one.accepted]
    if not own and not firm:
        return tuple(others)
    if own and _contains(events, own[0].head):
        settled = {
            str(mark) for (mark,) in db.execute("SELECT hash FROM settled_fork WHERE root = ?", (root,))
        }
        firm = [
            one
            for one in firm
            if not (
                _verdict(db, events, one)[0] == "forked"
                and (_is_gone(one.place) or _has_mark(db, one, settled))
            )
        ]
    return (*own, *firm)


def _against(db: apsw.Connection, events: Sequence[Event], place: str) -> tuple[SeenHead, ...]:
    """Return the heads seen elsewhere for which a study at a place counts as forked."""
    return tuple(
        one
        for one in _compared(db, events, place)
        if one.place != place and _verdict(db, events, one)[0] == "forked"
    )


def _is_gone(place: str) -> bool:
    """Return whether a place is a file that is not there any more; of a server nobody knows."""
    return "://" not in place and not os.path.lexists(place)


def _has_mark(db: apsw.Connection, one: SeenHead, settled: set[str]) -> bool:
    return bool(settled) and not settled.isdisjoint((one.head.hash, *_hashes(db, one)))


def _verdict(db: apsw.Connection, events: Sequence[Event], one: SeenHead) -> tuple[Verdict, int | None]:
    if _contains(events, one.head):
        return "whole", one.head.seq
    line = _hashes(db, one)
    if not line:
        return ("behind" if len(events) < one.head.seq else "forked"), None
    common = common_prefix([event.hash for event in events], line)
    return ("behind" if common == len(events) else "forked"), common


def _heads(db: apsw.Connection, root: str) -> tuple[SeenHead, ...]:
    """Return the heads of a study; rows that this program cannot have written are skipped."""
    query = "SELECT place, seq, hash, at, accepted, number FROM head WHERE root = ? ORDER BY number"
    return tuple(
        SeenHead(Head(seq, mark), place, at, accepted == 1, number)
        for place, seq, mark, at, accepted, number in db.execute(query, (root,))
        if seq >= 1 and _HASH.fullmatch(mark)
    )


def _head_at(db: apsw.Connection, root: str, place: str | Path) -> SeenHead | None:
    return next((one for one in _heads(db, root) if one.place == str(place)), None)


def _hashes(db: apsw.Connection, one: SeenHead) -> tuple[str, ...]:
    """Return the hashes that lead to a head; empty unless all are there and the last one is that of the head."""
    query = "SELECT hash FROM head_hash WHERE head = ? AND seq BETWEEN 1 AND ? ORDER BY seq"
    line = tuple(mark.hex() for (mark,) in db.execute(query, (one.number, one.head.seq)))
    return line if len(line) == one.head.seq and line[-1] == one.head.hash else ()


def _has_all(db: apsw.Connection, one: SeenHead) -> bool:
    """Return whether the hashes that lead to a head are there; they are written together, so both ends show it."""
    query = "SELECT count(*) FROM head_hash WHERE head = ? AND seq IN (1, ?)"
    return db.execute(query, (one.number, one.head.seq)).fetchall() == [(min(2, one.head.seq),)]


def _store(db: apsw.Connection, events: Sequence[Event], place: str | Path, *, accepted: bool) -> None:
    """Store a head and the hashes that lead to it; only new hashes are written."""
    root, last = events[0].hash, events[-1]
    db.execute(
        "INSERT INTO head (root, place, seq, hash, at, accepted) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (root, place) "
        "DO UPDATE SET seq = excluded.seq, hash = excluded.hash, at = excluded.at, accepted = excluded.accepted",
        (root, str(place), last.seq, last.hash, last.new.recorded_at_utc, int(accepted)),
    )
    ((number,),) = db.execute("SELECT number FROM head WHERE root = ? AND place = ?", (root, str(place)))
    have, mark = 0, b""
    for seq, hash_ in db.execute(
        "SELECT seq, hash FROM head_hash WHERE head = ? ORDER BY seq DESC LIMIT 1", (number,)
    ):
        have, mark = seq, hash_
    if have and (have > len(events) or mark.hex() != events[have - 1].hash):
        db.execute("DELETE FROM head_hash WHERE head = ?", (number,))
        have = 0
    db.executemany(
        "INSERT INTO head_hash (head, seq, hash) VALUES (?, ?, ?)",
        ((number, event.seq, bytes.fromhex(event.hash)) for event in events[have:]),
    )


def _forget(db: apsw.Connection, which: str, *values: str) -> None:
    """Remove the heads whose numbers a query finds, inside the caller's transaction."""
    numbers = db.execute(which, values).fetchall()
    db.executemany("DELETE FROM head_hash WHERE head = ?", numbers)
    db.executemany("DELETE FROM head WHERE number = ?", numbers)


def _contains(events: Sequence[Event], head: Head) -> bool:
    return len(events) >= head.seq and events[head.seq - 1].hash == head.hash
