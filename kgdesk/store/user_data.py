"""Small JSON files of the user outside any study: seen heads, drafts, the outbox of entries for a server."""

from __future__ import annotations

import json
import re
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, fields
from typing import TYPE_CHECKING, Any

import filelock

from kgdesk.atomic_file import atomic_path
from kgdesk.errors import NotSaved, phrase
from kgdesk.model.study.events import Head, NewEvent
from kgdesk.user_dirs import make_folder, user_data_dir

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from kgdesk.model.study.events import Event

    Batch = tuple[NewEvent, ...]


_LARGEST = 16 * 1024 * 1024


def read_user_file(path: Path) -> dict[str, Any]:
    """Read a small JSON object; a missing, torn or otherwise unreadable file gives an empty dict."""
    try:
        if path.stat().st_size > _LARGEST:
            return {}
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def write_user_file(path: Path, note: dict[str, Any], *, durable: bool = False) -> bool:
    """Write a small JSON object atomically; return whether that succeeded. I/O errors are not raised.

    Parameters
    ----------
    durable
        Sync it, so that it survives a power cut; costs about a millisecond.
    """
    try:
        make_folder(path.parent)
        with (
            atomic_path(path, overwrite=True, durable=durable) as part,
            part.open("w", encoding="utf-8") as stream,
        ):
            json.dump(note, stream, ensure_ascii=True)
    except OSError:
        return False
    return True


def delete_user_file(path: Path) -> None:
    """Delete a file of the user; a missing one is ignored."""
    with suppress(OSError):
        path.unlink()


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
    """

    head: Head
    place: str
    at: str


class HeadJournal:
    """Heads seen so far, one small file per study outside the study, so that a cut-off tail is detected.

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
        found = [] if not isinstance(listed, dict) else [_seen(p, n) for p, n in listed.items()]
        return tuple(one for one in found if one is not None)

    def root_at(self, place: str | Path) -> str:
        """Return the hash of the first event of the study last seen at `place`; empty if unknown."""
        try:
            names = sorted(self._folder.iterdir())
        except OSError:
            return ""
        for path in names:
            if _HASH.fullmatch(path.stem) and any(one.place == str(place) for one in self.seen(path.stem)):
                return path.stem
        return ""

    def missing_from(self, events: Sequence[Event], place: str | Path) -> SeenHead | None:
        """Return the seen head that `events` no longer contain; None if they contain all that they should.

        A known place is compared with its own head, an unknown place with the longest head of the study.
        """
        heads = self.seen(events[0].hash)
        if not heads:
            return None
        here = [one for one in heads if one.place == str(place)]
        newest = here[0] if here else max(heads, key=lambda one: one.head.seq)
        seq = newest.head.seq
        return None if len(events) >= seq and events[seq - 1].hash == newest.head.hash else newest

    def note(self, root: str, head: Head, place: str | Path, at: str, *, durable: bool = False) -> None:
        """Store the head of a study at a place. I/O errors are ignored."""
        kept = {one.place: one for one in self.seen(root)}
        self._keep(root, kept | {str(place): SeenHead(head, str(place), at)}, durable=durable)

    def advance(self, root: str, head: Head, place: str | Path, at: str) -> None:
        """Store the head of a study at a place unless the stored one is as long; writes only if something changes."""
        kept = {one.place: one for one in self.seen(root)}
        known = kept.get(str(place))
        if known is None or known.head.seq < head.seq:
            self._keep(root, kept | {str(place): SeenHead(head, str(place), at)})

    def forget(self, place: str | Path) -> None:
        """Remove the stored head of a place, so that another study may take it."""
        root = self.root_at(place)
        if root:
            self._keep(root, {one.place: one for one in self.seen(root) if one.place != str(place)})

    def drop(self, root: str) -> None:
        """Delete all heads of a temporary study."""
        if _HASH.fullmatch(root):
            delete_user_file(self._path(root))

    def _keep(self, root: str, kept: dict[str, SeenHead], *, durable: bool = False) -> None:
        places = {place: _note(one) for place, one in kept.items()}
        write_user_file(self._path(root), {"places": places}, durable=durable)

    def _path(self, root: str) -> Path:
        return self._folder / f"{root}.json"


def _note(one: SeenHead) -> dict[str, Any]:
    return {"seq": one.head.seq, "hash": one.head.hash, "at": one.at}


def _seen(place: str, note: Any) -> SeenHead | None:
    if not isinstance(note, dict):
        return None
    seq, text, at = note.get("seq"), note.get("hash"), note.get("at")
    if type(seq) is not int or seq < 1 or not isinstance(text, str) or not _HASH.fullmatch(text):
        return None
    return SeenHead(Head(seq, text), place, at if isinstance(at, str) else "")


_FIELDS = tuple(field.name for field in fields(NewEvent))

_PATIENCE_S = 10


class Outbox:
    """Batches of events of one study that wait for the server, in order, with their event ids.

    Parameters
    ----------
    root
        Hash of the first event of the study.
    folder
        Replacement for the user's data folder, for tests.
    """

    def __init__(self, root: str, folder: Path | None = None) -> None:
        self._path = (folder or user_data_dir("outbox")) / f"{root}.json"

    def batches(self) -> tuple[Batch, ...]:
        """Return the waiting batches."""
        return self._read()

    def unsent(self, events: Sequence[Event]) -> tuple[Batch, ...]:
        """Return the batches that are not among `events`; one is if the program ended between answer and `drop`."""
        batches = self._read()
        known = {event.new.event_id for event in events} if batches else set()
        return tuple(batch for batch in batches if batch[0].event_id not in known)

    def add(self, batch: Batch) -> None:
        """Append a batch durably. Idempotent by event id.

        Raises
        ------
        NotSaved
            The outbox cannot be written.
        """
        with self._alone():
            have = self._read()
            if all(old[0].event_id != batch[0].event_id for old in have):
                self._write((*have, batch))

    def drop(self, batch: Batch) -> None:
        """Remove a batch that the server has stored."""
        with self._alone():
            self._write([old for old in self._read() if old[0].event_id != batch[0].event_id])

    @contextmanager
    def _alone(self) -> Iterator[None]:
        try:
            make_folder(self._path.parent)
            with filelock.FileLock(self._path.with_suffix(".lock"), timeout=_PATIENCE_S):
                yield
        except (OSError, filelock.Timeout) as cause:
            raise self._not_kept(str(cause)) from None

    def _read(self) -> tuple[Batch, ...]:
        listed = read_user_file(self._path).get("batches")
        return tuple(map(_batch, listed)) if isinstance(listed, list) else ()

    def _write(self, batches: Sequence[Batch]) -> None:
        note = {
            "batches": [[{**asdict(new), "payload": dict(new.payload)} for new in one] for one in batches]
        }
        if not write_user_file(self._path, note, durable=True):
            raise self._not_kept("")

    def _not_kept(self, details: str) -> NotSaved:
        return NotSaved(
            phrase(
                "The server cannot be reached, and the entry cannot wait in {parent} either. Nothing "
                "is recorded: check the disk and the network, and try again.",
                parent=self._path.parent,
            ),
            details=details,
        )


def _batch(listed: Any) -> Batch:
    return tuple(NewEvent(**{name: one[name] for name in _FIELDS}) for one in listed)
