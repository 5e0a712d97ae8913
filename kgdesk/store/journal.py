"""The heads of studies that this person has seen, kept outside the files: they show when a file lost its tail.

A chain proves that what is there follows from its beginning; it cannot know that its last entries are gone. So
each head is noted beside the backups too, by the hash of the study's first event, and compared when a file is opened.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kgdesk.model.events import Head
from kgdesk.store.own import drop_note, keep_note, read_note
from kgdesk.user_dirs import user_data_dir

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from kgdesk.model.events import Event

_HASH = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class Seen:
    """A head that was seen once.

    Parameters
    ----------
    head
        Number and hash of the last entry.
    place
        The file or the address where it was.
    at
        When its last entry was made, ISO 8601 with ``Z``.
    """

    head: Head
    place: str
    at: str


class HeadJournal:
    """One small file per study in the person's own folder.

    Parameters
    ----------
    folder
        Another one, for tests.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder or user_data_dir("heads")

    def seen(self, root: str) -> tuple[Seen, ...]:
        """Return the heads of the study whose first event has the hash `root`, one per place."""
        if not _HASH.fullmatch(root):
            return ()
        listed = read_note(self._path(root)).get("places")
        found = [] if not isinstance(listed, dict) else [_seen(p, n) for p, n in listed.items()]
        return tuple(one for one in found if one is not None)

    def root_at(self, place: str | Path) -> str:
        """Return the hash of the first event of the study that was seen at a place; empty if none was."""
        try:
            names = sorted(self._folder.iterdir())
        except OSError:
            return ""
        for path in names:
            if _HASH.fullmatch(path.stem) and any(one.place == str(place) for one in self.seen(path.stem)):
                return path.stem
        return ""

    def lacking(self, events: Sequence[Event], place: str | Path) -> Seen | None:
        """Return the head that was seen and that a study now lacks; None when it holds all that it should.

        A place answers for itself; a place that was never seen answers for the longest one.
        """
        heads = self.seen(events[0].hash)
        if not heads:
            return None
        here = [one for one in heads if one.place == str(place)]
        newest = here[0] if here else max(heads, key=lambda one: one.head.seq)
        seq = newest.head.seq
        return None if len(events) >= seq and events[seq - 1].hash == newest.head.hash else newest

    def note(self, root: str, head: Head, place: str | Path, at: str, *, durable: bool = False) -> None:
        """Remember the head of a study at a place; a journal that cannot be written stops nobody."""
        kept = {one.place: one for one in self.seen(root)}
        self._keep(root, kept | {str(place): Seen(head, str(place), at)}, durable=durable)

    def advance(self, root: str, head: Head, place: str | Path, at: str) -> None:
        """Remember the head of a study at a place unless a longer one is known there; written only where it is new."""
        kept = {one.place: one for one in self.seen(root)}
        known = kept.get(str(place))
        if known is None or known.head.seq < head.seq:
            self._keep(root, kept | {str(place): Seen(head, str(place), at)})

    def forget(self, place: str | Path) -> None:
        """Let another study have a place."""
        root = self.root_at(place)
        if root:
            self._keep(root, {one.place: one for one in self.seen(root) if one.place != str(place)})

    def drop(self, root: str) -> None:
        """Forget a study that was made to be thrown away."""
        if _HASH.fullmatch(root):
            drop_note(self._path(root))

    def _keep(self, root: str, kept: dict[str, Seen], *, durable: bool = False) -> None:
        places = {place: _note(one) for place, one in kept.items()}
        keep_note(self._path(root), {"places": places}, durable=durable)

    def _path(self, root: str) -> Path:
        return self._folder / f"{root}.json"


def _note(one: Seen) -> dict[str, Any]:
    return {"seq": one.head.seq, "hash": one.head.hash, "at": one.at}


def _seen(place: str, note: Any) -> Seen | None:
    if not isinstance(note, dict):
        return None
    seq, text, at = note.get("seq"), note.get("hash"), note.get("at")
    if type(seq) is not int or seq < 1 or not isinstance(text, str) or not _HASH.fullmatch(text):
        return None
    return Seen(Head(seq, text), place, at if isinstance(at, str) else "")
