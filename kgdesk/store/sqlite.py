"""`EventStore` over one SQLite file per study."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Self

import apsw

from kgdesk.atomic_file import sync_folder
from kgdesk.errors import BadInput, DamagedStudy, NotSaved, ReadOnlyStudy, StudyInUse, phrase
from kgdesk.model.study.events import Event, Head, NewEvent
from kgdesk.store import database, disk, event_table
from kgdesk.store.chain import Row, Verification, event_of, follow, read_rows, row_of, seal, whole
from kgdesk.store.error_messages import read_errors, refuse_damage, write_errors
from kgdesk.store.event_table import export_lines
from kgdesk.store.protocol import ClosingStore, Writer, WriterLock
from kgdesk.store.study_file import StudyFile

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path


class SqliteStore(ClosingStore):
    """An open study file; constructed by `create`, `create_from` and `open`. Not thread-safe.

    All events are verified at opening and again when they are read. While open for
    writing, it holds the `WriterLock`.
    """

    def __init__(self, file: StudyFile, lock: WriterLock, read_only_reason: str | None) -> None:
        self._file = file
        self._path = file.path
        self._lock = lock
        self._reason = read_only_reason
        self._kept: Path | None = None
        #: Cache for the first read: SQLite's data version at opening, and the rows verified then.
        self._fresh: tuple[int, list[Row]] | None = None

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
        return cls._make(path, seal(Head(), events), writer or _writer_of(events[-1]))

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
        return cls._make(path, whole(events), writer or _writer_of(events[-1].new))

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
    def path(self) -> Path:
        """Path of the study file."""
        return self._path

    @property
    def name(self) -> str:
        """Name of the study: the file name without its suffix."""
        return self._path.stem

    @property
    def read_only_reason(self) -> str | None:
        """Why nothing can be recorded, in one sentence; None if the study is writable."""
        return self._reason

    @property
    def kept_old(self) -> Path | None:
        """Path of the old file if this store migrated the study to a newer format while open; None otherwise."""
        return self._kept

    @property
    def _db(self) -> apsw.Connection:
        return self._file.db

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
        if self._db.readonly("main") or disk.is_protected(self._path):
            raise ReadOnlyStudy(
                phrase(
                    "The file {name} is protected against writing: it can be read but not changed. "
                    "Remove the protection, or copy the study to another folder.",
                    name=self._path.name,
                )
            )
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

    def head(self) -> Head:
        """Read the sequence number and hash of the last event."""
        self._follow()
        with read_errors(self._path):
            return event_table.read_head(self._db)

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
        with write_errors(self._path, phrase("This entry is not recorded; earlier ones are safe.")):
            # IMMEDIATE takes the write lock now; a deferred transaction can fail when it first writes.
            self._db.execute("BEGIN IMMEDIATE")
            try:
                # Before the head is compared: the first attempt of a retry has moved it.
                stored = event_table.find_stored(self._db, self._path, rows)
                if not stored:
                    event_table.expect(self._db, self._path, expected)
                    event_table.insert(self._db, rows)
                self._db.execute("COMMIT")
            except BaseException:
                self._roll_back()
                raise
        if stored:
            self._make_durable()
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
        with write_errors(self._path, phrase("Nothing was copied.")), self._db:
            found = follow(rows, event_table.read_head(self._db))
            if found.problem is not None:
                raise DamagedStudy(phrase("{problem} Nothing was copied.", problem=found.problem))
            event_table.insert(self._db, rows)
            if self._file.version < event_table.format_of(rows):
                database.set_version(self._db, event_table.format_of(rows))
        self._file.check()

    def read_from(self, seq: int = 1) -> tuple[Event, ...]:
        """Read and verify the events from number `seq` on; empty if `seq` is beyond the last.

        Raises
        ------
        DamagedStudy
            An event was changed since the study was opened; the message names it.
        """
        if seq < 1:
            raise BadInput(
                phrase("Events are numbered from 1; there is none with the number {seq}.", seq=seq)
            )
        self._follow()
        fresh = self._unread() if seq == 1 else None
        if fresh is not None:
            return fresh
        before = Head()
        with read_errors(self._path):
            if seq > 1:
                found = self._db.execute("SELECT hash FROM event WHERE seq = ?", (seq - 1,)).get
                if found is None:
                    return ()
                before = Head(seq - 1, found)
            events, verified = read_rows(event_table.rows_from(self._db, self._path, seq), before)
        refuse_damage(self._path, verified)
        return events

    def _unread(self) -> tuple[Event, ...] | None:
        """Return the events verified at opening, once, and only if the file has not changed since."""
        kept, self._fresh = self._fresh, None
        if kept is None:
            return None
        with read_errors(self._path):
            if self._state() != kept[0]:
                return None
        try:
            return tuple(map(event_of, kept[1]))
        except DamagedStudy:
            return None  # the regular read names the bad event

    def _state(self) -> int:
        return int(self._db.execute("PRAGMA data_version").get)

    def news_since(self, head: Head) -> bool:
        """Return whether events were recorded after `head`."""
        return self.head() != head

    def verify(self) -> Verification:
        """Verify the hash chain and the file structure in one read transaction."""
        return database.examine(self._db, self._path, newer=self._file.is_newer)

    def export(self) -> Iterator[str]:
        """Yield the whole study as JSON lines; `parse_lines` and `create_from` restore it."""
        return export_lines(self.read_from())

    def backup(self, dest: str | Path) -> Verification:
        """Copy the study to a new file, verified before it appears; atomic.

        Raises
        ------
        BadInput, FileExists, ReadOnlyStudy, NotSaved
            As for `create`.
        DamagedStudy
            The study or its copy is damaged; no copy was created.
        """
        dest = disk.new_study_path(dest)
        with disk.appearing(dest) as part:
            copy = database.connect(part)
            try:
                with (
                    write_errors(dest, phrase("No copy was made.")),
                    copy.backup("main", self._db, "main") as work,
                ):
                    work.step(-1)
                found = database.examine(copy, part, newer=self._file.is_newer)
            finally:
                copy.close()
            refuse_damage(self._path, found)
        return found

    def close(self) -> None:
        """Close the file and release the writer's lock. Idempotent."""
        self._reason = phrase("{name} is closed.", name=self._path.name)
        try:
            self._file.close()
        finally:
            self._lock.release()

    @classmethod
    def _make(cls, path: str | Path, rows: Sequence[Row], writer: Writer) -> Self:
        path = disk.new_study_path(path)
        with disk.appearing(path) as part:
            db = database.connect(part)
            try:
                with write_errors(path, "No study was made."):
                    database.configure(db, write=True)
                    db.execute("BEGIN IMMEDIATE")
                    database.create_schema(db, event_table.format_of(rows))
                    event_table.insert(db, rows)
                    db.execute("COMMIT")
            finally:
                db.close()
        try:
            return cls.open(path, writer=writer)
        except StudyInUse as cause:
            # Another process was faster, or still holds the lock of a moved study of that name.
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
            rows: list[Row] = []
            with read_errors(path):
                # Before the rows are read, so that a write in between invalidates them.
                state = store._state()
            newer = store._file.is_newer
            refuse_damage(path, database.examine(store._db, path, newer=newer, take=rows.append))
            store._fresh = state, rows
        except BaseException:
            store.close()
            raise
        return store

    def _follow(self) -> None:
        if self._file.follow():
            self._fresh = None

    def _upgrade(self, expected: Head) -> None:
        """Migrate the file to format 2 if its head is `expected`."""
        with read_errors(self._path):
            event_table.expect(self._db, self._path, expected)
        self._kept = self._file.upgrade()
        self._follow()

    def _make_durable(self) -> None:
        """Sync the folder: the last step of a commit, which a failed commit may have left undone."""
        try:
            sync_folder(self._path.parent)
        except OSError as cause:
            raise NotSaved(
                phrase(
                    "It is not sure that the entry is on the disk of {parent}. Try again.",
                    parent=self._path.parent,
                ),
                details=str(cause),
            ) from None

    def _roll_back(self) -> None:
        if self._db.in_transaction:
            with suppress(apsw.Error):
                self._db.execute("ROLLBACK")


def _writer_of(event: NewEvent) -> Writer:
    try:
        zone = datetime.fromisoformat(f"2000-01-01T00:00{event.utc_offset}").tzinfo
        since = datetime.fromisoformat(event.recorded_at_utc).astimezone(zone)
    except (ValueError, OverflowError):
        since = datetime.fromtimestamp(0, UTC)  # an archive may hold an impossible time
    return Writer(event.actor, event.workstation, since)
