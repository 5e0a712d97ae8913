"""The head journal: for each study, the last event that this user has seen, kept outside the study."""

from __future__ import annotations

import re
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import filelock

from kgdesk.model.study.events import Head
from kgdesk.model.study.trust import Trust, Verdict, common_prefix
from kgdesk.paths import make_folder, user_data_dir
from kgdesk.store.user_files import delete_user_file, read_user_file, write_user_file

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from kgdesk.model.study.events import Event


_HASH = re.compile(r"[0-9a-f]{64}")
_HASH_BYTES = 32


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
    """

    head: Head
    place: str
    at: str
    accepted: bool = False


class HeadJournal:
    """Heads seen so far, kept outside the study: the chain alone does not show that its end was cut off or replaced.

    One small file per study holds the heads, one for each place. Beside it there is a file for each place with the
    hashes of all events seen there, 32 bytes each, which show the first event that differs. Reading needs no lock;
    changes are made under a lock, so that processes do not overwrite each other's heads. I/O errors are ignored.

    Parameters
    ----------
    folder
        Replacement for the user's data folder, for tests.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder or user_data_dir("heads")

    def seen(self, root: str) -> tuple[SeenHead, ...]:
        """Return the stored heads of the study whose first event has the hash `root`, one per place."""
        if not _HASH.fullmatch(root):
            return ()
        listed = read_user_file(self._path(root)).get("places")
        records = [] if not isinstance(listed, dict) else [_from_json(p, n) for p, n in listed.items()]
        return tuple(one for one in records if one is not None)

    def root_at(self, place: str | Path) -> str:
        """Return the hash of the first event of the study last seen at `place`; empty if unknown."""
        try:
            names = sorted(self._folder.glob("*.json"))
        except OSError:
            return ""
        for path in names:
            if _HASH.fullmatch(path.stem) and any(one.place == str(place) for one in self.seen(path.stem)):
                return path.stem
        return ""

    def trust(self, events: Sequence[Event], place: str | Path) -> Trust:
        """Compare the events of a study at a place with what was seen there and, unless accepted, elsewhere."""
        heads = self.seen(events[0].hash)
        own = [one for one in heads if one.place == str(place)]
        others = [one for one in heads if one.place != str(place)]
        firm = [one for one in others if not one.accepted]
        # A head that was accepted elsewhere counts only where no other is known.
        compared = [(one, self._verdict(events, one)) for one in own + (firm if own or firm else others)]
        if not compared:
            return Trust("not known here", len(events))
        one, (verdict, common) = max(
            compared, key=lambda each: (_SEVERITY[each[1][0]], each[0] in own, each[0].head.seq)
        )
        accepted = bool(own) and own[0].accepted
        return Trust(verdict, len(events), common, one.head, one.place, accepted)

    def lost_at(self, events: Sequence[Event], place: str | Path) -> SeenHead | None:
        """Return the head seen at this place if `events` no longer contain it, else None."""
        here = (one for one in self.seen(events[0].hash) if one.place == str(place))
        return next((one for one in here if not _contains(events, one.head)), None)

    def common(self, events: Sequence[Event], one: SeenHead) -> int:
        """Return how many events `events` and the history up to a stored head have in common, as far as is known."""
        verdict, common = self._verdict(events, one)
        return common if common is not None else len(events) if verdict == "behind" else 0

    def advance(self, events: Sequence[Event], place: str | Path) -> None:
        """Store the head of a study at a place, unless the stored one has as many events. Writes only if needed."""
        root, last = events[0].hash, events[-1]
        here = [one for one in self.seen(root) if one.place == str(place)]
        if not any(one.head.seq >= last.seq and self._read_hashes(root, one) for one in here):
            with self._locked(root) as locked:
                # Read again under the lock: another process may have stored a later head since.
                heads = self.seen(root)
                known = {one.place: one for one in heads}.get(str(place))
                if locked and (known is None or known.head.seq <= last.seq):
                    self._store(events, place, heads, accepted=known is not None and known.accepted)

    def replace(self, events: Sequence[Event], place: str | Path, *, accepted: bool = False) -> None:
        """Store the head of a study at a place, and remove any other one stored for it, even of another study."""
        root = events[0].hash
        if self.root_at(place) not in {"", root}:
            self.forget(place)
        with self._locked(root):
            self._store(events, place, self.seen(root), accepted=accepted)

    def forget(self, place: str | Path) -> None:
        """Remove the stored head of a place, so that another study can be there."""
        root = self.root_at(place)
        if root:
            with self._locked(root):
                self._write(root, [one for one in self.seen(root) if one.place != str(place)])
                delete_user_file(self._hashes_path(root, place))

    def drop(self, root: str) -> None:
        """Delete all heads of a temporary study."""
        for path in list(self._folder.glob(f"{root}*")) if _HASH.fullmatch(root) else ():
            delete_user_file(path)

    def _verdict(self, events: Sequence[Event], one: SeenHead) -> tuple[Verdict, int | None]:
        if _contains(events, one.head):
            return "whole", one.head.seq
        line = self._read_hashes(events[0].hash, one)
        if not line:
            return ("behind" if len(events) < one.head.seq else "forked"), None
        common = common_prefix([event.hash for event in events], line)
        return ("behind" if common == len(events) else "forked"), common

    def _read_hashes(self, root: str, one: SeenHead) -> tuple[str, ...]:
        """Return the hashes that lead to a head; empty unless the last one is that of the head."""
        try:
            # The hashes are written before the head, so the file may be longer than the head says.
            raw = self._hashes_path(root, one.place).read_bytes()[: _HASH_BYTES * one.head.seq]
        except OSError:
            return ()
        if len(raw) != _HASH_BYTES * one.head.seq or raw[-_HASH_BYTES:].hex() != one.head.hash:
            return ()
        return tuple(raw[at : at + _HASH_BYTES].hex() for at in range(0, len(raw), _HASH_BYTES))

    def _store(
        self, events: Sequence[Event], place: str | Path, heads: Sequence[SeenHead], *, accepted: bool
    ) -> None:
        root, last = events[0].hash, events[-1]
        self._write_hashes(self._hashes_path(root, place), events)
        head = SeenHead(Head(last.seq, last.hash), str(place), last.new.recorded_at_utc, accepted)
        self._write(root, [*(one for one in heads if one.place != str(place)), head])

    def _write_hashes(self, path: Path, events: Sequence[Event]) -> None:
        with suppress(OSError), path.open("a+b") as stream:
            # Append the new hashes, or write all of them if the file was cut within a hash or holds another history.
            have, rest = divmod(stream.tell(), _HASH_BYTES)
            stream.seek(max(have - 1, 0) * _HASH_BYTES)
            if (
                rest
                or have > len(events)
                or (have and stream.read(_HASH_BYTES).hex() != events[have - 1].hash)
            ):
                have = 0
                stream.truncate(0)
            stream.write(b"".join(bytes.fromhex(event.hash) for event in events[have:]))

    def _write(self, root: str, heads: Sequence[SeenHead]) -> None:
        write_user_file(self._path(root), {"places": {one.place: _to_json(one) for one in heads}})

    @contextmanager
    def _locked(self, root: str) -> Iterator[bool]:
        """Hold the lock of a study's journal; yield whether it was acquired."""
        lock = filelock.FileLock(self._folder / f"{root}.lock", timeout=_LOCK_S)
        try:
            make_folder(self._folder)
            lock.acquire()
        except (OSError, filelock.Timeout):
            yield False
            return
        try:
            yield True
        finally:
            lock.release()

    def _path(self, root: str) -> Path:
        return self._folder / f"{root}.json"

    def _hashes_path(self, root: str, place: str | Path) -> Path:
        mark = sha256(str(place).encode("utf-8", "surrogateescape")).hexdigest()[:16]
        return self._folder / f"{root} {mark}.hashes"


#: Severity of each verdict; of several the most severe counts.
_SEVERITY: dict[Verdict, int] = {"whole": 0, "behind": 1, "forked": 2}
#: Seconds to wait while another process changes the journal; few, since a head that is not stored now will be stored
#: with the next entry.
_LOCK_S = 1


def _contains(events: Sequence[Event], head: Head) -> bool:
    return len(events) >= head.seq and events[head.seq - 1].hash == head.hash


def _to_json(one: SeenHead) -> dict[str, Any]:
    note = {"seq": one.head.seq, "hash": one.head.hash, "at": one.at}
    return note | {"accepted": True} if one.accepted else note


def _from_json(place: str, note: Any) -> SeenHead | None:
    if not isinstance(note, dict):
        return None
    seq, text, at = note.get("seq"), note.get("hash"), note.get("at")
    if type(seq) is not int or seq < 1 or not isinstance(text, str) or not _HASH.fullmatch(text):
        return None
    return SeenHead(Head(seq, text), place, at if isinstance(at, str) else "", note.get("accepted") is True)
