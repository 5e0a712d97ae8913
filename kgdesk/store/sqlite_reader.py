"""`SqliteReader`: reads an open study file; base class of `SqliteStore`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kgdesk.errors import DamagedStudy
from kgdesk.store import disk, event_table
from kgdesk.store.chain import Row, Verification, event_of
from kgdesk.store.error_messages import read_errors, refuse_damage
from kgdesk.store.event_table import export_lines
from kgdesk.store.protocol import ClosingStore

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    import apsw

    from kgdesk.model.study.events import Event, Head
    from kgdesk.store.study_file import StudyFile


class SqliteReader(ClosingStore):
    """Reads an open study file; events are verified as they are read.

    Parameters
    ----------
    file
        Closed with the reader.
    """

    def __init__(self, file: StudyFile) -> None:
        self._file = file
        self._path = file.path
        #: What was verified at the opening, for the first reading, and the state of the file then.
        self._fresh: tuple[int, list[Row]] | None = None

    @property
    def path(self) -> Path:
        """The file."""
        return self._path

    @property
    def name(self) -> str:
        """The study's name: that of the file without its suffix."""
        return self._path.stem

    @property
    def is_closed(self) -> bool:
        """Whether nothing can be read any more."""
        return self._file.is_closed

    @property
    def _db(self) -> apsw.Connection:
        return self._file.db

    def head(self) -> Head:
        """Read the number and the hash of the last event."""
        self._follow()
        with read_errors(self._path):
            return event_table.read_head(self._db)

    def read_from(self, seq: int = 1) -> tuple[Event, ...]:
        """Read the events from number `seq` on and verify them; none if there are not so many.

        Raises
        ------
        DamagedStudy
            An event was changed since the study was opened; the text names it.
        """
        event_table.check_seq(seq)
        self._follow()
        fresh = self._unread() if seq == 1 else None
        if fresh is not None:
            return fresh
        return event_table.read_events(self._db, self._path, seq)

    def _verify_all(self) -> None:
        """Verify the whole file, and keep its rows for the first reading.

        Raises
        ------
        DamagedStudy
            The text names the first bad event.
        """
        rows: list[Row] = []
        with read_errors(self._path):
            state = self._state()
        refuse_damage(self._path, self._file.examine(rows.append))
        self._fresh = state, rows

    def _unread(self) -> tuple[Event, ...] | None:
        """Return the events verified at the opening; None the second time, and after another program has written."""
        kept, self._fresh = self._fresh, None
        if kept is None:
            return None
        with read_errors(self._path):
            if self._state() != kept[0]:
                return None
        try:
            return tuple(map(event_of, kept[1]))
        except DamagedStudy:
            return None  # the usual reading says where

    def _state(self) -> int:
        return int(self._db.execute("PRAGMA data_version").get)

    def news_since(self, head: Head) -> bool:
        """Return whether somebody else has recorded something behind a known head."""
        return self.head() != head

    def verify(self) -> Verification:
        """Follow the whole chain and check the structure of the file, in one view of it."""
        return self._file.examine()

    def export(self) -> Iterator[str]:
        """Yield the whole study as lines of JSON; `parse_lines` and `create_from` make it again."""
        return export_lines(self.read_from())

    def backup(self, dest: str | Path) -> Verification:
        """Copy the study as it is now to a new file, which appears verified and whole or not at all.

        Raises
        ------
        BadInput, FileExists, ReadOnlyStudy, NotSaved
            As for `create`.
        DamagedStudy
            The study or its copy is damaged; no copy was made.
        """
        return self._file.back_up(disk.new_study_path(dest))

    def _follow(self) -> None:
        if self._file.follow():
            self._fresh = None

    def close(self) -> None:
        """Let go of the file; closing twice is fine."""
        self._file.close()
