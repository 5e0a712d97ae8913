"""The connection to a study file, which stays with the name where another file takes it."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from kgdesk.errors import FileExists, NotSaved, ReadOnlyStudy, StoreError, phrase
from kgdesk.store import database, migrations
from kgdesk.store.sentences import reading
from kgdesk.store.table import has_event, read_head

if TYPE_CHECKING:
    from pathlib import Path

    from kgdesk.model.events import Head


class StudyFile:
    """A study file with the connection to it.

    Parameters
    ----------
    path
        An existing file.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.db = database.connect(path)
        self._write = self._lost = self._closed = False
        self._node = self._node_now()
        self.version = 0

    def check(self) -> int:
        """Check the first bytes of the file and return its version.

        Raises
        ------
        NotAStudy, DamagedStudy
            It is no file of ours.
        """
        self.version = database.check_header(self.db, self.path)
        return self.version

    @property
    def is_newer(self) -> bool:
        """Whether a later version of kgdesk has written it."""
        return self.version > database.USER_VERSION

    def configure(self, *, write: bool) -> None:
        """Make settings that a file cannot bring along."""
        self._write = write
        with reading(self.path):
            database.configure(self.db, write=write)

    def follow(self) -> bool:
        """Connect anew where another file has taken the name, or where the connection was lost; return whether it did.

        The writer of a study brings its file to a new form by such a swap; who reads it goes on with the new one. A
        file that does not go on from what was read here, or none at all, changes nothing; nor does a swap under the
        writer, who would not have made it.

        Raises
        ------
        StoreError
            The connection was lost, and the file cannot be used.
        """
        if self._lost and not self._closed:
            return self._connect()
        if self._closed or self._write or self._node_now() in {None, self._node}:
            return False
        with suppress(StoreError):
            with reading(self.path):
                head = read_head(self.db)
            return self._connect(head)
        return False

    def upgrade(self) -> Path:
        """Bring the file to the present version; the caller holds the writer's lock.

        Returns
        -------
        Path
            The file as it was, under its new name.

        Raises
        ------
        DamagedStudy, NotSaved, StoreError
            The study is as it was.
        """
        try:
            return migrations.migrate(self.path, self.db)
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
            self._lost = True  # until the next call, should the connection fail
            with suppress(Exception):
                self._connect()

    def close(self) -> None:
        """Let go of the file."""
        self._closed = True
        self.db.close()

    def _connect(self, behind: Head | None = None) -> bool:
        node = self._node_now()
        db = database.connect(self.path)
        try:
            version = database.check_header(db, self.path)
            with reading(self.path):
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
            found = self.path.stat()
        except OSError:
            return None
        return found.st_dev, found.st_ino
