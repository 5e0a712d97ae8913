"""Creation of a study file, the connection to it, and the steps that migrate an older file."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from kgdesk.errors import DamagedStudy, FileExists, NotSaved, ReadOnlyStudy, StoreError
from kgdesk.model.study.events import Head
from kgdesk.store import database, disk
from kgdesk.store.chain import follow
from kgdesk.store.error_messages import read_errors, refuse_damage, write_errors
from kgdesk.store.event_table import format_of, has_event, insert, read_head, rows_from
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    import apsw

    from kgdesk.store.chain import Row, Verification

    Step = Callable[[apsw.Connection], None]


def _same_tables(_: apsw.Connection) -> None:
    """Change nothing: version 2 only states that its events need a reader of format 2."""


#: Migration step from version N to N + 1, each in its own transaction. Events are never rewritten.
STEPS: dict[int, Step] = {1: _same_tables}


def migrate(path: Path, db: apsw.Connection, steps: Mapping[int, Step] | None = None) -> Path:
    """Migrate a study file to the present version by copy and swap; keep the old file beside it.

    Parameters
    ----------
    path
        The study file; the caller holds the writer's lock.
    db
        Connection to it; closed on return.
    steps
        Replacement for `STEPS`, for tests.

    Returns
    -------
    Path
        The old file under its new name.

    Raises
    ------
    DamagedStudy, ReadOnlyStudy, NotSaved, StoreError
        The old file is unchanged; `db` may be closed.
    """
    steps = STEPS if steps is None else steps
    version = database.check_header(db, path)
    if any(number not in steps for number in range(version, database.USER_VERSION)):
        raise DamagedStudy(
            phrase(
                "{name} says that it is of version {version}, which no kgdesk has written. Open the "
                "newest backup instead, and keep this file.",
                name=path.name,
                version=version,
            )
        )
    before = _followed(db, path)
    with disk.part_beside(path) as part:
        after = _copied(path, db, part, version, steps)
        refuse_damage(path, after)
        if after.head != before.head:
            raise DamagedStudy(
                phrase(
                    "The new form of {name} differs from the old one. The study is as it was.", name=path.name
                )
            )
        old = _free(path, version)
        db.close()
        disk.replace_by_part(path, part, old)
    return old


def _copied(
    path: Path, db: apsw.Connection, part: Path, version: int, steps: Mapping[int, Step]
) -> Verification:
    copy = database.connect(part)
    try:
        with write_errors(path, phrase("The study is as it was.")):
            with copy.backup("main", db, "main") as work:
                work.step(-1)
            _step_up(copy, version, steps)
        return database.examine(copy, path)
    finally:
        copy.close()


def _step_up(copy: apsw.Connection, version: int, steps: Mapping[int, Step]) -> None:
    database.configure(copy, write=True)
    for number in range(version, database.USER_VERSION):
        with copy:
            steps[number](copy)
            database.set_version(copy, number + 1)


def _followed(db: apsw.Connection, path: Path) -> Verification:
    with database.with_size_limits(db, path), read_errors(path):
        verification = follow(rows_from(db, path, 1), Head())
    refuse_damage(path, verification)
    return verification


def _free(path: Path, version: int) -> Path:
    first = free = path.with_name(f"{path.stem} (version {version}){disk.SUFFIX}")
    number = 1
    while True:
        disk.drop_second_name(path, free)  # left by an interrupted migration
        if not free.exists():
            return free
        number += 1
        free = path.with_name(f"{first.stem} {number}{first.suffix}")


def create_study_file(path: Path, rows: Sequence[Row]) -> None:
    """Make a study file of its first rows; it appears whole or not at all.

    Raises
    ------
    FileExists, ReadOnlyStudy, NotSaved
        The name is taken, the folder cannot be written, or the disk is full or failed.
    """
    with disk.appearing(path) as part:
        db = database.connect(part)
        try:
            with write_errors(path, "No study was made."):
                database.configure(db, write=True)
                db.execute("BEGIN IMMEDIATE")
                database.create_schema(db, format_of(rows))
                insert(db, rows)
                db.execute("COMMIT")
        finally:
            db.close()


class StudyFile:
    """A study file and the connection to it, which reconnects after a migration by another process.

    Parameters
    ----------
    path
        An existing file.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.db: apsw.Connection = database.connect(path)
        self._write = self._lost = self._closed = False
        self._node = self._node_now()
        self.version: int = 0

    def check(self) -> int:
        """Check the file header and return the file's version.

        Raises
        ------
        NotAStudy, DamagedStudy
            The file was not written by kgdesk, or its header is damaged.
        """
        self.version = database.check_header(self.db, self.path)
        return self.version

    @property
    def is_newer(self) -> bool:
        """Whether a later version of kgdesk wrote the file."""
        return self.version > database.USER_VERSION

    @property
    def is_closed(self) -> bool:
        """Whether the connection was closed for good."""
        return self._closed

    def refuse_protected(self) -> None:
        """Refuse a file that nobody may write.

        Raises
        ------
        ReadOnlyStudy
            The text says how to make it writable.
        """
        if self.db.readonly("main") or disk.is_protected(self.path):
            raise ReadOnlyStudy(
                phrase(
                    "The file {name} is protected against writing: it can be read but not changed. "
                    "Remove the protection, or copy the study to another folder.",
                    name=self.path.name,
                )
            )

    def examine(self, take: Callable[[Row], None] | None = None) -> Verification:
        """Follow the whole chain and check the structure of the file, in one view of it.

        `take` is given each whole row.
        """
        return database.examine(self.db, self.path, newer=self.is_newer, take=take)

    def take_in(self, rows: Sequence[Row]) -> None:
        """Append rows of another store as they are; the file becomes one of format 2 in place if they need it.

        Raises
        ------
        DamagedStudy
            They do not follow the last event; nothing was appended.
        """
        with write_errors(self.path, phrase("Nothing was copied.")), self.db:
            verified = follow(rows, read_head(self.db))
            if verified.problem is not None:
                raise DamagedStudy(phrase("{problem} Nothing was copied.", problem=verified.problem))
            insert(self.db, rows)
            if self.version < format_of(rows):
                database.set_version(self.db, format_of(rows))
        self.check()

    def back_up(self, dest: Path) -> Verification:
        """Copy the study as it is now to a new file with its rights, which appears verified and whole or not at all.

        Raises
        ------
        FileExists, ReadOnlyStudy, NotSaved, DamagedStudy
            No copy was made.
        """
        with disk.appearing(dest, like=self.path) as part:
            copy = database.connect(part)
            try:
                with (
                    write_errors(dest, phrase("No copy was made.")),
                    copy.backup("main", self.db, "main") as work,
                ):
                    work.step(-1)
                verified = database.examine(copy, part, newer=self.is_newer)
            finally:
                copy.close()
            refuse_damage(self.path, verified)
        return verified

    def configure(self, *, write: bool) -> None:
        """Set the connection's pragmas."""
        self._write = write
        with read_errors(self.path):
            database.configure(self.db, write=write)

    def follow(self) -> bool:
        """Reconnect if the path now names another file or the connection was lost; return whether it did.

        A writer migrates the file by such a swap, and all others continue with the new file. A file that does not
        continue the events read here, or a missing one, is ignored: SQLite then refuses to write to the old one.

        Raises
        ------
        StoreError
            The connection was lost, and the file cannot be used.
        """
        if self._lost and not self._closed:
            return self._connect()
        if self._closed or self._node_now() in {None, self._node}:
            return False
        with suppress(StoreError):
            with read_errors(self.path):
                head = read_head(self.db)
            return self._connect(head)
        return False

    def upgrade(self) -> Path:
        """Migrate the file to the present version; the caller holds the writer's lock.

        Returns
        -------
        Path
            The previous file under its new name.

        Raises
        ------
        DamagedStudy, NotSaved, StoreError
            The study is unchanged.
        """
        try:
            return migrate(self.path, self.db)
        except (NotSaved, ReadOnlyStudy, FileExists) as cause:
            raise NotSaved(
                phrase(
                    "Nothing was recorded and {name} is as it was: the file in the newer form that this entry "
                    "needs could not be made. Free space on {parent}, or ask for the right to write there, and "
                    "try again.",
                    name=self.path.name,
                    parent=self.path.parent,
                ),
                details=f"{cause.sentence} {cause.details}".strip(),
            ) from None
        finally:
            self._lost = True  # if the connection below fails, the next call retries
            with suppress(Exception):
                self._connect()

    def close(self) -> None:
        """Close the connection."""
        self._closed = True
        self.db.close()

    def _connect(self, behind: Head | None = None) -> bool:
        node = self._node_now()
        db = database.connect(self.path)
        try:
            version = database.check_header(db, self.path)
            with read_errors(self.path):
                database.configure(db, write=self._write and version <= database.USER_VERSION)
                if behind is not None and not has_event(db, behind):
                    db.close()
                    return False
        except BaseException:
            db.close()
            raise
        self.db.close()
        self.db, self.version, self._node, self._lost = db, version, node, False
        return True

    def _node_now(self) -> tuple[int, int] | None:
        try:
            status = self.path.stat()
        except OSError:
            return None
        return status.st_dev, status.st_ino
