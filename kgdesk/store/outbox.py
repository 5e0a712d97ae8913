"""Entries that wait on this computer until the server of their study answers again."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import asdict, fields
from typing import TYPE_CHECKING, Any

import filelock

from kgdesk.errors import NotSaved, phrase
from kgdesk.model.events import NewEvent
from kgdesk.store.own import keep_note, read_note
from kgdesk.user_dirs import user_data_dir

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    Batch = tuple[NewEvent, ...]

_FIELDS = tuple(field.name for field in fields(NewEvent))
_PATIENCE_S = 10


class Outbox:
    """The waiting gestures of one study, in order; each is a batch of entries with their ids.

    Parameters
    ----------
    root
        Hash of the study's first event.
    folder
        Another one than the person's own, for tests.
    """

    def __init__(self, root: str, folder: Path | None = None) -> None:
        self._path = (folder or user_data_dir("outbox")) / f"{root}.json"

    def batches(self) -> tuple[Batch, ...]:
        """Return what waits."""
        return self._read()

    def add(self, batch: Batch) -> None:
        """Let a gesture wait; it survives a power cut when this returns, and waits once however often it is added.

        Raises
        ------
        NotSaved
            It cannot be kept.
        """
        with self._alone():
            have = self._read()
            if all(old[0].event_id != batch[0].event_id for old in have):
                self._write((*have, batch))

    def drop(self, batch: Batch) -> None:
        """Forget a gesture that the server has."""
        with self._alone():
            self._write([old for old in self._read() if old[0].event_id != batch[0].event_id])

    @contextmanager
    def _alone(self) -> Iterator[None]:
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with filelock.FileLock(self._path.with_suffix(".lock"), timeout=_PATIENCE_S):
                yield
        except (OSError, filelock.Timeout) as cause:
            raise self._not_kept(str(cause)) from None

    def _read(self) -> tuple[Batch, ...]:
        listed = read_note(self._path).get("batches")
        return tuple(map(_batch, listed)) if isinstance(listed, list) else ()

    def _write(self, batches: Sequence[Batch]) -> None:
        note = {
            "batches": [[{**asdict(new), "payload": dict(new.payload)} for new in one] for one in batches]
        }
        if not keep_note(self._path, note, durable=True):
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
