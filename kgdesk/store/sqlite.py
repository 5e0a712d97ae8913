"""The store of one study in one SQLite file."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Self

import apsw

from kgdesk.errors import BadInput, DamagedStudy, NotSaved, ReadOnlyStudy, StaleHead
from kgdesk.model.events import Event, Head, NewEvent
from kgdesk.store import database, disk
from kgdesk.store.chain import Row, Verification, event_of, follow, read_rows, row_of, seal
from kgdesk.store.lines import export_lines
from kgdesk.store.lock import Writer, WriterLock

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path
    from types import TracebackType

_INSERT = f"INSERT INTO event ({database.COLUMNS}) VALUES ({', '.join('?' * len(Row._fields))})"  # noqa: S608
_FIND = f"SELECT {database.COLUMNS} FROM event WHERE event_id = ?"  # noqa: S608


class SqliteStore:
    """A study file that is open; made by `create`, `create_from` and `open`. For one thread at a time.

    Its events were verified when it was opened and are verified again as they are read. While it is open for
    writing it holds the writer's lock.
    """

    def __init__(
        self, path: Path, db: apsw.Connection, lock: WriterLock, read_only_reason: str | None
    ) -> None:
        self._path = path
        self._db = db
        self._lock = lock
        self._reason = read_only_reason

    @classmethod
    def create(cls, path: str | Path, events: Sequence[NewEvent], *, writer: Writer | None = None) -> Self:
        """Make a new study of its first events; it appears whole or not at all, and is open for writing.

        Parameters
        ----------
        path
            Ends in ``.kgstudy``.
        events
            One or more, stored in one transaction.
        writer
            Who goes on writing; by default the actor of the last event, since its time.

        Raises
        ------
        BadInput
            The name or an event cannot be used.
        FileExists
            The name is taken.
        ReadOnlyStudy, NotSaved
            The folder cannot be written, or the disk is full or failed.
        """
        return cls._make(path, seal(Head(), events), writer or _writer_of(events[-1]))

    @classmethod
    def create_from(cls, path: str | Path, events: Sequence[Event], *, writer: Writer | None = None) -> Self:
        """Make a study file of the events of another store or an archive; every hash stays as it is.

        Raises
        ------
        DamagedStudy
            The chain of the events is broken; nothing was made.
        BadInput, FileExists, ReadOnlyStudy, NotSaved
            As for `create`.
        """
        if not events:
            raise BadInput("There are no events to make a study of.")
        rows = tuple(row_of(event) for event in events)
        found = follow(rows, Head())
        if found.problem is not None:
            raise DamagedStudy(f"{found.problem} No study was made; take another copy of the archive.")
        return cls._make(path, rows, writer or _writer_of(events[-1].new))

    @classmethod
    def open(cls, path: str | Path, *, writer: Writer | None, read_only: bool = False) -> Self:
        """Open a study and verify all of it before any event is handed out.

        Parameters
        ----------
        path
            An ordinary file; links are not followed.
        writer
            Who is going to write; None opens for reading.
        read_only
            Open for reading although there is a writer.

        Raises
        ------
        NotAStudy, NewerStudy, DamagedStudy
            The file cannot be used; for a damaged one the text names the first bad event.
        StudyInUse
            Somebody else writes to it; it may still be opened for reading.
        ReadOnlyStudy
            Its last write was interrupted and cannot be undone here. A file that merely cannot be written is
            opened for reading, and `read_only_reason` says why.
        """
        path = disk.study_path(path)
        db = database.connect(path)
        lock = WriterLock(path)
        store = cls(path, db, lock, f"{path.name} was opened for reading only.")
        try:
            database.check_header(db, path)
            if writer is not None and not read_only:
                try:
                    store.lock(writer)
                except ReadOnlyStudy as cause:
                    store._reason = str(cause)
            with database.reading(path):
                database.configure(db, write=store._reason is None)
            database.refuse_damage(path, store.verify())
        except BaseException:
            store.close()
            raise
        return store

    @property
    def path(self) -> Path:
        """The file."""
        return self._path

    @property
    def name(self) -> str:
        """The study's name: that of the file without its suffix."""
        return self._path.stem

    @property
    def read_only_reason(self) -> str | None:
        """Why nothing can be recorded, in a sentence; None when it can."""
        return self._reason

    def lock(self, writer: Writer) -> None:
        """Become the writer of a study that is open for reading.

        Raises
        ------
        StudyInUse
            Somebody else is; the text says who, where and since when.
        ReadOnlyStudy
            The file or its folder cannot be written.
        """
        if self._reason is None:
            return
        if self._db.readonly("main"):
            raise ReadOnlyStudy(
                f"The file {self._path.name} is protected against writing: it can be read but not changed. "
                "Remove the protection, or copy the study to another folder."
            )
        self._lock.take(writer)
        self._reason = None
        with database.reading(self._path):
            database.configure(self._db, write=True)

    def head(self) -> Head:
        """Read the number and the hash of the last event."""
        with database.reading(self._path):
            return self._head()

    def append_if_head(self, expected: Head, events: Sequence[NewEvent]) -> tuple[Event, ...]:
        """Record events in one transaction behind the head that the caller knows; durable on return.

        Events that are all stored already, because a reply was lost, are returned as they were stored.

        Raises
        ------
        StaleHead
            The study has other events by now; nothing was recorded.
        ReadOnlyStudy
            The study is open for reading, or cannot be written any more.
        NotSaved
            The disk is full or failed. The same events may be sent again.
        BadInput
            An event cannot be stored, or its id belongs to another one.
        """
        if self._reason is not None:
            raise ReadOnlyStudy(f"{self._reason} Nothing was recorded.")
        rows = seal(expected, events)
        with database.writing(self._path, "This entry is not recorded; earlier ones are safe."):
            self._db.execute("BEGIN IMMEDIATE")
            try:
                stored = self._stored(rows)
                if not stored:
                    self._expect(expected)
                    self._db.executemany(_INSERT, rows)
                self._db.execute("COMMIT")
            except BaseException:
                self._roll_back()
                raise
        if stored:
            self._make_durable()
        return tuple(event_of(row) for row in stored or rows)

    def read_from(self, seq: int = 1) -> tuple[Event, ...]:
        """Read the events from number `seq` on and verify them; none if there are not so many.

        Raises
        ------
        DamagedStudy
            An event was changed since the study was opened; the text names it.
        """
        if seq < 1:
            raise BadInput(f"Events are numbered from 1; there is none with the number {seq}.")
        before = Head()
        with database.reading(self._path):
            if seq > 1:
                found = self._db.execute("SELECT hash FROM event WHERE seq = ?", (seq - 1,)).get
                if found is None:
                    return ()
                before = Head(seq - 1, found)
            events, verified = read_rows(database.rows_from(self._db, self._path, seq), before)
        database.refuse_damage(self._path, verified)
        return events

    def verify(self) -> Verification:
        """Follow the whole chain and check the structure of the file, in one view of it."""
        return database.examine(self._db, self._path)

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
        dest = disk.new_study_path(dest)
        with disk.appearing(dest) as part:
            copy = database.connect(part)
            try:
                with (
                    database.writing(dest, "No copy was made."),
                    copy.backup("main", self._db, "main") as work,
                ):
                    work.step(-1)
                found = SqliteStore(part, copy, WriterLock(part), None).verify()
            finally:
                copy.close()
            database.refuse_damage(self._path, found)
        return found

    def close(self) -> None:
        """Let go of the file and of the writer's lock; closing twice is fine."""
        self._reason = f"{self._path.name} is closed."
        try:
            self._db.close()
        finally:
            self._lock.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @classmethod
    def _make(cls, path: str | Path, rows: Sequence[Row], writer: Writer) -> Self:
        path = disk.new_study_path(path)
        with disk.appearing(path) as part:
            db = database.connect(part)
            try:
                with database.writing(path, "No study was made."):
                    database.configure(db, write=True)
                    db.execute("BEGIN IMMEDIATE")
                    database.create_schema(db)
                    db.executemany(_INSERT, rows)
                    db.execute("COMMIT")
            finally:
                db.close()
        return cls.open(path, writer=writer)

    def _head(self) -> Head:
        found: list[tuple[Any, ...]] = self._db.execute(
            "SELECT seq, hash FROM event ORDER BY seq DESC LIMIT 1"
        ).fetchall()
        return Head(int(found[0][0]), str(found[0][1])) if found else Head()

    def _expect(self, expected: Head) -> None:
        head = self._head()
        if head != expected:
            more = head.seq - expected.seq
            what = f"{more} new {'entry' if more == 1 else 'entries'}" if more > 0 else "other entries"
            raise StaleHead(
                f"{self._path.name} was changed by someone else and has {what}. Nothing was recorded; "
                "look at the new state and record again."
            )

    def _stored(self, rows: Sequence[Row]) -> list[Row]:
        """Find the rows of these ids, in order: all of them or none."""
        found = [Row(*row) for new in rows for row in self._db.execute(_FIND, (new.event_id,))]
        if not found:
            return []
        same = len(found) == len(rows)
        for index, row in enumerate(found if same else []):
            before = Head(found[0].seq + index - 1, row.prev_hash)
            same = same and row[1:10] == rows[index][1:10] and follow([row], before).problem is None
        if not same:
            raise BadInput(
                f"The id of an entry belongs to another one of {self._path.name} already. Nothing was "
                "recorded; open the study again and repeat the entry."
            )
        return found

    def _make_durable(self) -> None:
        """Finish what a failed commit may have left undone: its last step is to sync the folder."""
        try:
            disk.sync_folder(self._path.parent)
        except OSError as cause:
            raise NotSaved(
                f"It is not sure that the entry is on the disk of {self._path.parent}. Try again.",
                details=str(cause),
            ) from None

    def _roll_back(self) -> None:
        if self._db.in_transaction:
            with suppress(apsw.Error):
                self._db.execute("ROLLBACK")


def salvage(path: str | Path) -> tuple[tuple[Event, ...], Verification]:
    """Read the whole events before the first bad one from a damaged study file; nothing is changed.

    Raises
    ------
    NotAStudy, NewerStudy, DamagedStudy, StoreError
        Not even the first event can be read.
    """
    path = disk.study_path(path)
    db = database.connect(path)
    try:
        database.check_header(db, path)
        with database.limited(db, path), database.reading(path):
            database.configure(db, write=False)
            database.check_schema(db, path, only_table=True)
            return read_rows(database.rows_from(db, path, 1), Head())
    finally:
        db.close()


def _writer_of(event: NewEvent) -> Writer:
    try:
        zone = datetime.fromisoformat(f"2000-01-01T00:00{event.utc_offset}").tzinfo
        since = datetime.fromisoformat(event.recorded_at_utc).astimezone(zone)
    except (ValueError, OverflowError):
        since = datetime.fromtimestamp(0, UTC)  # an archive may hold what no clock showed
    return Writer(event.actor, event.workstation, since)
