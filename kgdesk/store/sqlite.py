"""`EventStore` over one SQLite file per study."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Self

from kgdesk.errors import ReadOnlyStudy, StudyInUse
from kgdesk.model.study.events import Event, Head, NewEvent
from kgdesk.store import disk, event_table
from kgdesk.store.chain import Row, Verification, events_of, row_of, rows_of_chain, seal
from kgdesk.store.lock import LOCK_S, WriterLock
from kgdesk.store.protocol import ClosingStore, Writer, writer_of
from kgdesk.store.sqlite_reader import SqliteReader
from kgdesk.store.study_file import StudyFile, create_study_file
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

#: Writer of a store that is open read-only.
_NOBODY = Writer("", "", datetime.fromtimestamp(0, UTC))


class SqliteStore(ClosingStore):
    """An open study file; constructed by `create`, `create_from` and `open`. Not thread-safe.

    All events are verified at opening and when they are read again. The `WriterLock` is held while the study is open
    for writing, or, with ``hold=False``, for each append, so that several programs write to the file in turn.
    """

    def __init__(self, file: StudyFile, hold: bool, read_only_reason: str | None) -> None:
        self._file, self._reader = file, SqliteReader(file)
        self._lock, self._window = WriterLock(file.path), WriterLock(file.path, window=True)
        self._hold, self._writer = hold, _NOBODY
        self._reason = read_only_reason

    @classmethod
    def create(
        cls, path: str | Path, events: Sequence[NewEvent], *, writer: Writer | None = None, hold: bool = True
    ) -> Self:
        """Create a study from its first events, atomically, and open it for writing.

        Parameters
        ----------
        path
            File name with the suffix ``.kgstudy``.
        events
            One or more, stored in one transaction.
        writer
            Holder of the lock; by default the operator of the last event, from the time of that event on.
        hold
            As for `open`.

        Raises
        ------
        BadInput
            The name or an event cannot be used.
        FileExists
            The name is taken.
        ReadOnlyStudy, NotSaved
            The folder is not writable, or the disk is full or failed.
        """
        return cls._create(path, seal(Head(), events), writer or writer_of(events[-1]), hold=hold)

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
        return cls._create(path, rows_of_chain(events), writer or writer_of(events[-1].new), hold=True)

    @classmethod
    def create_copy(cls, path: Path, rows: Sequence[Row]) -> Self:
        """Create a study file from the verified rows of another store, and open it for writing."""
        create_study_file(path, rows)
        return cls.open(path, writer=_NOBODY, known=rows)

    @classmethod
    def open(
        cls,
        path: str | Path,
        *,
        writer: Writer | None,
        read_only: bool = False,
        hold: bool = True,
        known: Sequence[Row] = (),
    ) -> Self:
        """Open a study and verify the whole hash chain before any event is returned.

        Parameters
        ----------
        path
            A regular file; symbolic links are not followed.
        writer
            Holder of the lock; None opens read-only.
        read_only
            Open read-only even if `writer` is given.
        hold
            Hold the lock until closed. False: hold it for each append, so that other programs can write in between.
        known
            Rows of the same study that are verified already: those in the file are compared with them first.

        Raises
        ------
        NotAStudy, NewerStudy, DamagedStudy
            The file cannot be used; for a damaged one the message names the first bad event.
        StudyInUse
            Another process holds it exclusively; it can still be opened read-only.
        ReadOnlyStudy
            Its last write was interrupted and cannot be rolled back here. A file that is whole but not writable is
            opened read-only, and `read_only_reason` says why.
        """
        path = disk.study_path(path)
        reason = phrase("{name} was opened for reading only.", name=path.name)
        return cls._open(path, None if read_only else writer, reason, hold=hold, known=known)

    @property
    def path(self) -> Path:
        """The file."""
        return self._file.path

    @property
    def name(self) -> str:
        """Name of the study: that of the file without its suffix."""
        return self._file.path.stem

    @property
    def is_closed(self) -> bool:
        """Whether nothing can be read any more."""
        return self._file.is_closed

    @property
    def read_only_reason(self) -> str | None:
        """Why nothing can be recorded, in one sentence; None if the study is writable."""
        return self._reason

    def lock(self, writer: Writer) -> None:
        """Become a writer of a study that is open read-only, and take the lock if it is to be held.

        Raises
        ------
        StudyInUse
            Another process holds the study exclusively; the message says who, where and since when.
        ReadOnlyStudy
            The file or its folder is not writable.
        """
        if self._reason is None:
            return
        self._file.refuse_protected()
        self._lock.take(writer, wait=0 if self._hold else LOCK_S)
        if not self._hold:  # it was taken only to find out whether it can be
            self._lock.release()
        self._reason, self._writer = None, writer
        self._reader.follow_file()
        self._file.configure(write=True)

    def claim(self, writer: Writer) -> None:
        """Become the only window that records in this study, until it is closed. Other programs may still write.

        Raises
        ------
        StudyInUse
            Another window records in it; the message says whose, where and since when.
        """
        if self._reason is None and not self._window.is_held:
            self._window.take(writer)

    @property
    def unclean_exit_by(self) -> Writer | None:
        """The previous window or writer if it did not close the study (crash or power cut); None otherwise."""
        return self._window.unclean_exit_by or self._lock.unclean_exit_by

    def restrict(self, reason: str) -> None:
        """Make the store read-only and release the locks; `reason` becomes `read_only_reason`."""
        if self._reason is None:
            self._file.configure(write=False)
            self._release()
        self._reason = reason

    def _release(self) -> None:
        self._window.release()
        self._lock.release()

    def head(self) -> Head:
        """Read the sequence number and hash of the last event."""
        return self._reader.head()

    def read_from(self, seq: int = 1) -> tuple[Event, ...]:
        """Read and verify the events from number `seq` on; empty if there are not so many.

        Raises
        ------
        DamagedStudy
            An event was changed since the study was opened; the message names it.
        """
        return self._reader.read_from(seq)

    def news_since(self, head: Head) -> bool:
        """Return whether the head of the file is not `head`."""
        return self.head() != head

    def verify(self) -> Verification:
        """Verify the whole hash chain and the structure of the file, in one read transaction."""
        return self._file.verify()

    def backup(self, dest: str | Path) -> Verification:
        """Copy the study to a new file, which appears only after its verification; atomic.

        Raises
        ------
        BadInput, FileExists, ReadOnlyStudy, NotSaved
            As for `create`.
        DamagedStudy
            The study or its copy is damaged; no copy was made.
        """
        return self._file.back_up(disk.new_study_path(dest))

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
            The disk is full or failed, or another process holds the lock. Retrying with the same events is safe.
        BadInput
            An event cannot be stored, or its id belongs to another event.
        """
        if self._reason is not None:
            raise ReadOnlyStudy(phrase("{reason} Nothing was recorded.", reason=self._reason))
        rows = seal(expected, events)
        self._reader.forget()
        with self._lock.for_append(self._writer):
            self._reader.follow_file()
            stored = event_table.append(self._file.db, self._file.path, expected, rows)
        if stored:
            # This is a retry. The first attempt may have failed at its last step, the sync of the folder.
            disk.sync_folder_of(self._file.path)
        return events_of(stored or rows)

    def append_stored(self, events: Sequence[Event]) -> None:
        """Append events of another store unchanged; see `append_rows`."""
        self.append_rows([row_of(event) for event in events])

    def append_rows(self, rows: Sequence[Row]) -> None:
        """Append rows of another store unchanged; the first one must follow this store's head.

        Raises
        ------
        DamagedStudy
            The first event does not follow the head, or the chain is broken; nothing was appended.
        ReadOnlyStudy, NotSaved
            As for `append_if_head`.
        """
        if self._reason is not None:
            raise ReadOnlyStudy(phrase("{reason} Nothing was recorded.", reason=self._reason))
        self._reader.forget()
        self._file.append_stored(rows)

    def close(self) -> None:
        """Close the file and release the writer's lock. Idempotent."""
        self._reason = phrase("{name} is closed.", name=self._file.path.name)
        try:
            self._file.close()
        finally:
            self._release()

    @classmethod
    def _create(cls, path: str | Path, rows: Sequence[Row], writer: Writer, *, hold: bool) -> Self:
        path = disk.new_study_path(path)
        create_study_file(path, rows)
        try:
            return cls.open(path, writer=writer, hold=hold)
        # Another process has opened it meanwhile, or still holds a study of that name that was moved away.
        except StudyInUse as cause:
            return cls._open(path, None, cause.sentence, hold=hold)

    @classmethod
    def _open(
        cls, path: Path, writer: Writer | None, reason: str, *, hold: bool, known: Sequence[Row] = ()
    ) -> Self:
        store = cls(StudyFile(path), hold, reason)
        try:
            store._file.check()
            if writer is not None:
                try:
                    store.lock(writer)
                except ReadOnlyStudy as cause:
                    store._reason = cause.sentence
            store._file.configure(write=store._reason is None)
            store._reader.verify_at_opening(known)
        except BaseException:
            store.close()
            raise
        return store
