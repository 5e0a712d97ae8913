"""`EventStore` over one SQLite file per study."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from kgdesk.errors import DamagedStudy, ReadOnlyStudy, StudyInUse, phrase
from kgdesk.model.study.events import Event, Head, NewEvent
from kgdesk.store import database, disk, event_table
from kgdesk.store.chain import Row, Verification, event_of, row_of, seal, whole
from kgdesk.store.error_messages import read_errors, refuse_damage
from kgdesk.store.event_table import export_lines
from kgdesk.store.protocol import ClosingStore, Writer, WriterLock, writer_of
from kgdesk.store.study_file import StudyFile, create_study_file

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    import apsw


class SqliteReader(ClosingStore):
    """What is read of a study file that is open; events are verified as they are read.

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
        """Return the events as they were verified at the opening, once, and only if nobody has written since."""
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


class SqliteStore(SqliteReader):
    """A study file that is open; made by `create`, `create_from` and `open`. For one thread at a time.

    All events are verified at opening and again when they are read. While open for
    writing, it holds the `WriterLock`.
    """

    def __init__(self, file: StudyFile, lock: WriterLock, read_only_reason: str | None) -> None:
        super().__init__(file)
        self._lock = lock
        self._reason = read_only_reason
        self._kept: Path | None = None

    @classmethod
    def create(cls, path: str | Path, events: Sequence[NewEvent], *, writer: Writer | None = None) -> Self:
        """Create a study from its first events, atomically, and open it for writing.

        Parameters
        ----------
        path
            File name with the suffix ``.kgstudy``.
        events
            One or more, stored in one transaction.
        writer
            Holder of the lock; by default the actor of the last event, since its time.

        Raises
        ------
        BadInput
            The name or an event cannot be used.
        FileExists
            The name is taken.
        ReadOnlyStudy, NotSaved
            The folder is not writable, or the disk is full or failed.
        """
        return cls._make(path, seal(Head(), events), writer or writer_of(events[-1]))

    @classmethod
    def create_from(cls, path: str | Path, events: Sequence[Event], *, writer: Writer | None = None) -> Self:
        """Create a study file from the events of another store or an archive; every hash stays the same.

        Raises
        ------
        DamagedStudy
            The hash chain is broken; nothing was created.
        BadInput, FileExists, ReadOnlyStudy, NotSaved
            As for `create`.
        """
        return cls._make(path, whole(events), writer or writer_of(events[-1].new))

    @classmethod
    def open(cls, path: str | Path, *, writer: Writer | None, read_only: bool = False) -> Self:
        """Open a study and verify the whole hash chain before any event is returned.

        Parameters
        ----------
        path
            A regular file; symbolic links are not followed.
        writer
            Holder of the lock; None opens read-only.
        read_only
            Open read-only even if `writer` is given.

        Raises
        ------
        NotAStudy, NewerStudy, DamagedStudy
            The file cannot be used; for a damaged one the message names the first bad event. A newer one whose
            events can be read is opened read-only.
        StudyInUse
            Another process writes to it; it may still be opened read-only.
        ReadOnlyStudy
            Its last write was interrupted and cannot be rolled back here. A file that is merely not writable is
            opened read-only, and `read_only_reason` says why.
        """
        path = disk.study_path(path)
        return cls._opened(
            path, None if read_only else writer, phrase("{name} was opened for reading only.", name=path.name)
        )

    @property
    def read_only_reason(self) -> str | None:
        """Why nothing can be recorded, in one sentence; None if the study is writable."""
        return self._reason

    @property
    def kept_old(self) -> Path | None:
        """Path of the old file if this store migrated the study to a newer format while open; None otherwise."""
        return self._kept

    def lock(self, writer: Writer) -> None:
        """Take the writer's lock of a study that is open read-only.

        Raises
        ------
        StudyInUse
            Another process holds it; the message says who, where and since when.
        ReadOnlyStudy
            The file or its folder is not writable.
        """
        if self._reason is None:
            return
        if self._file.is_newer:
            raise ReadOnlyStudy(self._reason)
        self._file.refuse_protected()
        self._lock.take(writer)
        self._reason = None
        self._follow()
        self._file.configure(write=True)

    @property
    def left_by(self) -> Writer | None:
        """The previous writer if they did not close the study (crash or power cut); None otherwise."""
        return self._lock.left_by

    def restrict(self, reason: str) -> None:
        """Make the store read-only and release the writer's lock; `reason` becomes `read_only_reason`."""
        if self._reason is None:
            self._file.configure(write=False)
            self._lock.release()
        self._reason = reason

    def append_if_head(self, expected: Head, events: Sequence[NewEvent]) -> tuple[Event, ...]:
        """Compare-and-append in one transaction; durable on return.

        Idempotent by event id: if all events are stored already (a retry), the stored ones are returned.

        Raises
        ------
        StaleHead
            `expected` is not the head any more; nothing was recorded.
        ReadOnlyStudy
            The study is open read-only, or is not writable any more.
        NotSaved
            The disk is full or failed. Retrying with the same events is safe.
        BadInput
            An event cannot be stored, or its id belongs to another event.
        """
        if self._reason is not None:
            raise ReadOnlyStudy(phrase("{reason} Nothing was recorded.", reason=self._reason))
        rows = seal(expected, events)
        self._fresh = None
        self._follow()
        if self._file.version < event_table.format_of(rows):
            self._upgrade(expected)
        stored = event_table.append(self._db, self._path, expected, rows)
        if stored:
            disk.sync_folder_of(self._path)  # the last step of a commit, which may have failed before
        return tuple(event_of(row) for row in stored or rows)

    def take_in(self, events: Sequence[Event]) -> None:
        """Append stored events of another store unchanged; the first must follow this store's head.

        Only for copies that can be rebuilt, because a file of format 1 becomes one of format 2 in place.

        Raises
        ------
        DamagedStudy
            The first event does not follow the head, or the chain is broken; nothing was appended.
        ReadOnlyStudy, NotSaved
            As for `append_if_head`.
        """
        if self._reason is not None:
            raise ReadOnlyStudy(phrase("{reason} Nothing was recorded.", reason=self._reason))
        rows = [row_of(event) for event in events]
        self._fresh = None
        self._file.take_in(rows)

    def close(self) -> None:
        """Close the file and release the writer's lock. Idempotent."""
        self._reason = phrase("{name} is closed.", name=self._path.name)
        try:
            super().close()
        finally:
            self._lock.release()

    @classmethod
    def _make(cls, path: str | Path, rows: Sequence[Row], writer: Writer) -> Self:
        path = disk.new_study_path(path)
        create_study_file(path, rows)
        try:
            return cls.open(path, writer=writer)
        # Somebody was quicker, or still holds a study of that name which was moved.
        except StudyInUse as cause:
            return cls._opened(path, None, cause.sentence)

    @classmethod
    def _opened(cls, path: Path, writer: Writer | None, reason: str) -> Self:
        store = cls(StudyFile(path), WriterLock(path), reason)
        try:
            if store._file.check() > database.USER_VERSION:
                store._reason = phrase(
                    "{name} was written by a newer version of kgdesk, so it was opened for reading only. "
                    "Install that version to record.",
                    name=path.name,
                )
            elif writer is not None:
                try:
                    store.lock(writer)
                except ReadOnlyStudy as cause:
                    store._reason = cause.sentence
            store._file.configure(write=store._reason is None)
            store._verify_all()
        except BaseException:
            store.close()
            raise
        return store

    def _upgrade(self, expected: Head) -> None:
        """Migrate the file to format 2 if its head is `expected`."""
        with read_errors(self._path):
            event_table.expect(self._db, self._path, expected)
        self._kept = self._file.upgrade()
        self._follow()
