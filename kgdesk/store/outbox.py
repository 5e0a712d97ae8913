"""The outbox: entries that wait on this computer until their server can be reached."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import asdict, fields
from typing import TYPE_CHECKING, Any

import filelock

from kgdesk.errors import KgdeskError, NotSaved
from kgdesk.model.study.events import NewEvent
from kgdesk.paths import make_folder, user_data_dir
from kgdesk.store.user_files import read_user_file, write_user_file
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from kgdesk.model.study.events import Event

    Batch = tuple[NewEvent, ...]


_EVENT_FIELDS = tuple(field.name for field in fields(NewEvent))

#: Seconds to wait while another process changes the outbox. After that the entry is refused, so the wait is longer than
#: for the head journal.
_LOCK_S = 10


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
        listed = read_user_file(self._path).get("batches")
        return tuple(map(_batch_from_json, listed)) if isinstance(listed, list) else ()

    def unsent(self, events: Sequence[Event]) -> tuple[Batch, ...]:
        """Return the batches that are not among `events`.

        A batch is among them if the program ended after the server had stored it and before `drop`.
        """
        batches = self.batches()
        known = {event.new.event_id for event in events} if batches else set()
        return tuple(batch for batch in batches if batch[0].event_id not in known)

    def add(self, batch: Batch) -> None:
        """Append a batch durably. Idempotent by event id.

        Raises
        ------
        NotSaved
            The outbox cannot be written.
        """
        with self._locked():
            have = self.batches()
            if all(old[0].event_id != batch[0].event_id for old in have):
                self._write((*have, batch))

    def drop(self, batch: Batch) -> None:
        """Remove a batch that the server has stored."""
        with self._locked():
            self._write([old for old in self.batches() if old[0].event_id != batch[0].event_id])

    @contextmanager
    def _locked(self) -> Iterator[None]:
        try:
            make_folder(self._path.parent)
            with filelock.FileLock(self._path.with_suffix(".lock"), timeout=_LOCK_S):
                yield
        except KgdeskError:
            raise
        except (OSError, filelock.Timeout) as cause:
            raise self._not_saved(str(cause)) from None

    def _write(self, batches: Sequence[Batch]) -> None:
        note = {
            "batches": [[{**asdict(new), "payload": dict(new.payload)} for new in one] for one in batches]
        }
        if not write_user_file(self._path, note, durable=True):
            raise self._not_saved("")

    def _not_saved(self, details: str) -> NotSaved:
        return NotSaved(
            phrase(
                "The server cannot be reached, and the entry cannot wait in {parent} either. Nothing "
                "is recorded: check the disk and the network, and try again.",
                parent=self._path.parent,
            ),
            details=details,
        )


def _batch_from_json(listed: Any) -> Batch:
    return tuple(NewEvent(**{name: one[name] for name in _EVENT_FIELDS}) for one in listed)
