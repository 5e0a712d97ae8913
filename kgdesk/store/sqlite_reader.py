"""`SqliteReader`: the events of an open study file, verified as they are read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kgdesk.store import event_table
from kgdesk.store.chain import Row, events_of
from kgdesk.store.error_messages import read_errors, refuse_damage

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kgdesk.model.study.events import Event, Head
    from kgdesk.store.study_file import StudyFile


class SqliteReader:
    """Reads the events of an open study file.

    Opening a study verifies every row, and the first reading needs the same rows. They are kept until then, so that a
    long study is hashed once and not twice.

    Parameters
    ----------
    file
        The connection, which the caller closes.
    """

    def __init__(self, file: StudyFile) -> None:
        self._file = file
        #: The rows verified at opening, with the data version that the file had then; None once they are used.
        self._verified: tuple[int, list[Row]] | None = None

    def verify_at_opening(self, known: Sequence[Row] = ()) -> None:
        """Verify the whole file and keep its rows for the first reading, unless they are `known` to the caller.

        Raises
        ------
        DamagedStudy
            The message names the first bad event.
        """
        rows: list[Row] = []
        with read_errors(self._file.path):
            version = self._data_version()
        refuse_damage(self._file.path, self._file.verify(rows.append, known))
        self._verified = None if known else (version, rows)

    def head(self) -> Head:
        """Read the sequence number and hash of the last event."""
        self.follow_file()
        with read_errors(self._file.path):
            return event_table.read_head(self._file.db)

    def read_from(self, seq: int) -> tuple[Event, ...]:
        """Read and verify the events from number `seq` on; empty if there are not so many.

        Raises
        ------
        DamagedStudy
            An event was changed since the study was opened; the message names it.
        """
        event_table.check_seq(seq)
        self.follow_file()
        events = self._events_of_opening() if seq == 1 else None
        if events is not None:
            return events
        return event_table.read_events(self._file.db, self._file.path, seq)

    def forget(self) -> None:
        """Drop the rows kept since opening: this program is about to append to them."""
        self._verified = None

    def follow_file(self) -> None:
        """Reconnect if a restore has replaced the file, and drop the rows of the old one.

        Raises
        ------
        StoreError
            What has come to stand beside the file is not a regular file; nothing of it was opened.
        """
        self._file.refuse_strange_side_files()
        if self._file.reconnect_if_replaced():
            self.forget()

    def _events_of_opening(self) -> tuple[Event, ...] | None:
        """Return the events verified at opening; None the second time, or if another program has written since."""
        verified, self._verified = self._verified, None
        if verified is None:
            return None
        version, rows = verified
        with read_errors(self._file.path):
            if self._data_version() != version:
                return None
        return events_of(rows)

    def _data_version(self) -> int:
        # SQLite changes this number for a connection when another connection commits, not when it commits itself.
        return int(self._file.db.execute("PRAGMA data_version").get)
