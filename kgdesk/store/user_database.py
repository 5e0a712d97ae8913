"""The database of the user: one SQLite file beside all studies, with what waits for servers, heads, drafts, recents.

It is opened for one transaction at a time, so that several programs share it and a forked process has no connection of
its parent. A damaged file is moved aside, never overwritten, and stays named by `damaged_files` until it is settled.
"""

from __future__ import annotations

import os
import stat
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import apsw

from kgdesk.errors import KgdeskError, UserDataUnusable
from kgdesk.paths import answers, atomic_path, make_folder, patiently, sync_folder, user_data_dir
from kgdesk.store.database import connect_defensively
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Iterator

APPLICATION_ID = 0x6B677564  # "kgud"
#: Number of the tables below, as `user_version`.
_VERSION = 1
#: A larger `user_version` is taken as damage, not as a later version of kgdesk.
_LARGEST_VERSION = 1_000
_PAGE = 4096

_TABLES = {
    # An entry that waits for a server: its canonical text, and digests of its key and of all of it.
    "waiting": """CREATE TABLE waiting (
    number INTEGER PRIMARY KEY,
    address TEXT NOT NULL,
    root TEXT NOT NULL,
    entry TEXT NOT NULL,
    text TEXT NOT NULL,
    key_digest TEXT NOT NULL,
    digest TEXT NOT NULL,
    UNIQUE (address, root, entry)
) STRICT""",
    # Counts of entries added and removed: they show when a damaged page has lost rows.
    "tally": """CREATE TABLE tally (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    added INTEGER NOT NULL,
    removed INTEGER NOT NULL
) STRICT""",
    # Entries that somebody has set aside with a reason, as they were.
    "set_aside": """CREATE TABLE set_aside (
    number INTEGER PRIMARY KEY,
    address BLOB,
    root BLOB,
    entry BLOB,
    text BLOB,
    reason TEXT NOT NULL,
    operator TEXT NOT NULL,
    at TEXT NOT NULL
) STRICT""",
    # Damaged databases that somebody has settled.
    "settled_file": """CREATE TABLE settled_file (
    name TEXT NOT NULL PRIMARY KEY,
    reason TEXT NOT NULL,
    operator TEXT NOT NULL,
    at TEXT NOT NULL
) STRICT""",
    # The last event of each study seen at each place.
    "head": """CREATE TABLE head (
    number INTEGER PRIMARY KEY,
    root TEXT NOT NULL,
    place TEXT NOT NULL,
    seq INTEGER NOT NULL,
    hash TEXT NOT NULL,
    at TEXT NOT NULL,
    accepted INTEGER NOT NULL,
    UNIQUE (root, place)
) STRICT""",
    # The hashes of all events up to a head, by which the first event that differs is found.
    "head_hash": """CREATE TABLE head_hash (
    head INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    hash BLOB NOT NULL,
    PRIMARY KEY (head, seq)
) STRICT, WITHOUT ROWID""",
    # Branches of a study that do not count, by the first event that they have for themselves.
    "settled_fork": """CREATE TABLE settled_fork (
    root TEXT NOT NULL,
    hash TEXT NOT NULL,
    place TEXT NOT NULL,
    reason TEXT NOT NULL,
    operator TEXT NOT NULL,
    at TEXT NOT NULL,
    PRIMARY KEY (root, hash)
) STRICT""",
    "recent": """CREATE TABLE recent (
    path TEXT NOT NULL PRIMARY KEY,
    title TEXT NOT NULL,
    done INTEGER NOT NULL,
    budget INTEGER NOT NULL,
    last_entry TEXT NOT NULL,
    seen_at TEXT NOT NULL,
    best TEXT NOT NULL,
    chance REAL NOT NULL,
    can_stop INTEGER NOT NULL,
    used INTEGER NOT NULL
) STRICT""",
    # Drafts and settings: canonical JSON by kind and name.
    "value": """CREATE TABLE value (
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (kind, name)
) STRICT""",
}

#: The tables that are read as text; of the others nothing is before its digest is compared.
_READ_EACH_TABLE = tuple(f"SELECT * FROM {name}" for name in _TABLES if name not in {"waiting", "set_aside"})  # noqa: S608 - our own names
#: Not by an index, which may still hold rows that the table has lost.
_TALLY = "SELECT (SELECT count(*) FROM waiting NOT INDEXED) = added - removed FROM tally"
#: Milliseconds to wait for another program that writes; a transaction takes some milliseconds.
_BUSY_MS = 3_000
#: Seconds to wait for another program that moves a damaged file aside.
_LOCK_S = 3.0
#: How often a file is opened again because another program has created or moved it meanwhile.
_TRIES = 5
_DAMAGED_MARK = " (damaged "
#: Files whose structure this process has checked, by path, device and inode.
_CHECKED: set[tuple[Path, int, int]] = set()


class _Damage(Exception):
    """The file is damaged; the argument says how."""


class UserDatabase:
    """The database in the data folder of the user; made at the first write.

    Parameters
    ----------
    folder
        Replacement for the user's data folder, for tests.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self.folder: Path = folder or user_data_dir()
        if answers(self.folder):  # SQLite refuses links on the way to a file, and a home folder may be one
            self.folder = Path(os.path.realpath(self.folder))
        self.path: Path = self.folder / "user.sqlite"

    @contextmanager
    def reading(self) -> Iterator[apsw.Connection | None]:
        """Yield a connection in a read transaction; None if there is no database yet.

        Raises
        ------
        UserDataUnusable
            It cannot be read just now, or was found damaged meanwhile.
        """
        with self._errors(writing=False):
            db = self._opened(make=False)
            if db is None:
                yield None
                return
            try:
                db.execute("BEGIN")
                yield db
            finally:
                db.close()

    @contextmanager
    def writing(self, *, durable: bool = True) -> Iterator[apsw.Connection]:
        """Yield a connection in a write transaction, which is committed when the block has ended; roll back on errors.

        Parameters
        ----------
        durable
            Whether a power cut must not undo it. Without it the file is as safe, and fewer syncs are waited for.

        Raises
        ------
        UserDataUnusable
            Nothing was written.
        """
        with self._errors(writing=True):
            db = self._opened(make=True)
            assert db is not None  # noqa: S101 - for the type checker
            try:
                before = self._identity()
                if not durable:
                    db.execute("PRAGMA synchronous = NORMAL")
                db.execute("BEGIN IMMEDIATE")
                yield db
                db.execute("COMMIT")
                if self._identity() != before:
                    raise self._unusable(phrase("It was moved while it was open."), writing=True)
            finally:
                db.close()

    def damaged_files(self) -> tuple[Path, ...]:
        """Return the damaged databases that were moved aside and that nobody has settled, by their names.

        Where the present database cannot say what was settled, all are named.
        """
        found = []
        if not answers(self.folder):
            return ()
        with suppress(OSError), os.scandir(self.folder) as entries:
            found = [
                self.folder / one.name
                for one in entries
                if one.name.startswith(self.path.stem + _DAMAGED_MARK) and one.name.endswith(self.path.suffix)
            ]
        if not found:
            return ()
        settled: set[str] = set()
        with suppress(UserDataUnusable), self.reading() as db:
            if db is not None:
                settled = {str(name) for (name,) in db.execute("SELECT name FROM settled_file")}
        return tuple(sorted(path for path in found if path.name not in settled))

    def _opened(self, *, make: bool) -> apsw.Connection | None:
        """Open the file and check it; move it aside if it is damaged."""
        if not answers(self.folder):
            raise self._unusable(phrase("Its disk or network drive does not answer."), writing=make)
        for _ in range(_TRIES):
            if not os.path.lexists(self.path):
                if self._has_lone_journal():
                    self._move_aside("only its journal is left")
                if not make:
                    return None
                self._make()
            try:
                return self._checked()
            except _Damage as damage:
                self._move_aside(damage.args[0])
            except FileNotFoundError:
                continue  # another program has moved it aside
        raise self._unusable(phrase("It is damaged again and again."), writing=make)

    def _checked(self, *, again: bool = False) -> apsw.Connection:
        """Connect to the file; check its header and tables, and once per process, or `again`, its structure.

        Raises
        ------
        _Damage
            It is damaged.
        FileNotFoundError
            It is gone.
        apsw.Error, UserDataUnusable
            It cannot be read, or is of a later version.
        """
        db, known = self._connected()
        try:
            configure(db)
            self._check_header(db)
            if again or known not in _CHECKED:
                _check_structure(db)
                _CHECKED.add(known)
            if again:
                for query in _READ_EACH_TABLE:
                    db.execute(query).fetchall()
        except (apsw.CorruptError, apsw.NotADBError, UnicodeDecodeError) as cause:
            db.close()
            raise _Damage(str(cause)) from None
        except BaseException:
            db.close()
            raise
        return db

    def _connected(self) -> tuple[apsw.Connection, tuple[Path, int, int]]:
        """Connect to the file; return the connection, and which file it leads to. Raises as `_checked`."""
        for path in (self.path, self._journal):
            with suppress(FileNotFoundError):
                if not stat.S_ISREG(path.lstat().st_mode):
                    raise self._unusable(
                        phrase("{name} is not a file: move it away.", name=path.name), writing=False
                    )
        status = self.path.stat()
        if status.st_size == 0:
            raise _Damage("it is empty")
        try:
            db = connect_defensively(self.path, _BUSY_MS)
        except apsw.CantOpenError as cause:
            if self._identity() == (status.st_dev, status.st_ino):
                raise
            raise FileNotFoundError(str(cause)) from None  # another program has moved it aside meanwhile
        return db, (self.path, status.st_dev, status.st_ino)

    def _check_header(self, db: apsw.Connection) -> None:
        mark = int(db.pragma("application_id"))
        version = int(db.pragma("user_version"))
        if mark != APPLICATION_ID or not 1 <= version <= _LARGEST_VERSION:
            raise _Damage("its beginning is not that of such a file")
        if version > _VERSION:
            raise self._unusable(
                phrase("It was written by a newer version of kgdesk: install that version."), writing=False
            )
        tables = db.execute("SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL LIMIT 99").fetchall()
        if len(tables) != len(_TABLES) or set(tables) != set(_TABLES.items()):
            raise _Damage("its tables are not those that kgdesk makes")
        if db.execute(_TALLY).fetchall() != [(1,)]:
            raise _Damage("entries are missing in it")

    def _make(self) -> None:
        """Make the file under a temporary name; another program may be quicker."""
        make_folder(self.folder)
        with suppress(FileExistsError), atomic_path(self.path) as part:
            part.chmod(0o600)
            db = connect_defensively(part, _BUSY_MS)
            try:
                configure(db)
                create_tables(db)
            finally:
                db.close()

    def _move_aside(self, problem: str) -> None:
        """Rename the file and its journal, unless another program has done so or it is whole when read again."""
        import filelock  # noqa: PLC0415 - its import takes 10 ms, and a file is hardly ever damaged

        make_folder(self.folder)
        try:
            with filelock.FileLock(self.folder / "user.lock", timeout=_LOCK_S):
                if not os.path.lexists(self.path):
                    if not self._has_lone_journal():
                        return
                else:
                    try:
                        self._checked(again=True).close()
                    except FileNotFoundError:
                        return
                    except _Damage as damage:
                        problem = damage.args[0]
                    else:
                        return
                stamp = f"{datetime.now(UTC):%Y-%m-%d %H.%M.%S}"
                while os.path.lexists(self._aside(stamp)):
                    stamp += "+"
                aside = self._aside(stamp)
                # The journal first: one that stayed would be rolled back into the next database.
                with suppress(FileNotFoundError):
                    patiently(self._journal.rename, aside.with_name(f"{aside.name}-journal"))
                    sync_folder(self.folder)
                with suppress(FileNotFoundError):
                    patiently(self.path.rename, aside)
                if not os.path.lexists(aside):
                    aside.touch()  # only a journal was left: its name is one that is told
                sync_folder(self.folder)
        except (OSError, filelock.Timeout) as cause:
            raise self._unusable(
                phrase("It is damaged and cannot be moved aside."),
                writing=True,
                details=f"{problem}; {cause}",
            ) from None

    def _aside(self, stamp: str) -> Path:
        return self.path.with_name(f"{self.path.stem}{_DAMAGED_MARK}{stamp}){self.path.suffix}")

    @property
    def _journal(self) -> Path:
        return self.path.with_name(f"{self.path.name}-journal")

    def _has_lone_journal(self) -> bool:
        """Return whether there is a journal with something to roll back, and no file for it."""
        with suppress(FileNotFoundError, NotADirectoryError):
            return self._journal.lstat().st_size > 0
        return False

    def _identity(self) -> tuple[int, int] | None:
        try:
            status = self.path.stat()
        except OSError:
            return None
        return status.st_dev, status.st_ino

    @contextmanager
    def _errors(self, *, writing: bool) -> Iterator[None]:
        """Turn errors of SQLite and of the system into `UserDataUnusable`; move a file that proves damaged aside."""
        try:
            yield
        except (apsw.CorruptError, apsw.NotADBError, UnicodeDecodeError) as cause:
            self._move_aside(str(cause))
            raise self._unusable(
                phrase("It was found damaged: look at what waits (kgdesk outbox list)."),
                writing=writing,
                details=str(cause),
            ) from None
        except apsw.FullError as cause:
            raise self._unusable(phrase("The disk is full."), writing=writing, details=str(cause)) from None
        except (apsw.BusyError, apsw.LockedError) as cause:
            raise self._unusable(
                phrase("Another program is holding it: try again in a moment."),
                writing=writing,
                details=str(cause),
            ) from None
        except UnicodeEncodeError as cause:
            raise self._unusable(
                phrase("A name contains a character that cannot be stored."),
                writing=writing,
                details=str(cause),
            ) from None
        except (apsw.Error, OSError) as cause:
            if isinstance(cause, KgdeskError):
                raise
            raise self._unusable(
                phrase("Check the disk, and the right to read and write there."),
                writing=writing,
                details=str(cause),
            ) from None

    def _unusable(self, why: str, *, writing: bool, details: str = "") -> UserDataUnusable:
        what = (
            phrase("Nothing can be kept in {path} on this computer.", path=self.path)
            if writing
            else phrase("{path}, which holds what waits on this computer, cannot be read.", path=self.path)
        )
        return UserDataUnusable(
            phrase("{what} {why} The variable KGDESK_DATA names another folder.", what=what, why=why),
            details=details,
        )


def _check_structure(db: apsw.Connection) -> None:
    if db.execute("PRAGMA quick_check(1)").fetchall() != [("ok",)]:
        raise _Damage("its structure is damaged")


def configure(db: apsw.Connection) -> None:
    """Set the pragmas: a commit is durable on return, as in a study file, and nothing stays of what was removed."""
    for setting in (
        "journal_mode = TRUNCATE",
        "synchronous = EXTRA",
        "cell_size_check = ON",
        "mmap_size = 0",
        "temp_store = MEMORY",
        "secure_delete = ON",
    ):
        db.execute(f"PRAGMA {setting}")


def copies_of(path: Path) -> Iterator[apsw.Connection]:
    """Yield copies in memory of a damaged database: as it stands, and with the first page that a whole one has.

    Statements on them can still fail.
    """
    try:
        data = path.read_bytes()
    except OSError:
        return
    for first in (data[:_PAGE], _first_page(len(data) // _PAGE)):
        if len(data) >= _PAGE:
            db = apsw.Connection(":memory:")
            with suppress(apsw.Error):
                db.deserialize("main", first + data[_PAGE:])
                yield db
            db.close()


def _first_page(pages: int) -> bytes:
    """Return the first page of a new database, which holds its tables alone, with a count of pages."""
    db = apsw.Connection(":memory:")
    create_tables(db)
    page = bytearray(db.serialize("main")[:_PAGE])
    db.close()
    page[24:28] = page[92:96]  # the count of pages is believed if these agree
    page[28:32] = pages.to_bytes(4, "big")
    return bytes(page)


def create_tables(db: apsw.Connection) -> None:
    """Create the tables in a new database, in one transaction."""
    db.execute(f"PRAGMA page_size = {_PAGE}")
    db.execute("BEGIN IMMEDIATE")
    db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    db.execute(f"PRAGMA user_version = {_VERSION}")
    for statement in _TABLES.values():
        db.execute(statement)
    db.execute("INSERT INTO tally VALUES (1, 0, 0)")
    db.execute("COMMIT")
