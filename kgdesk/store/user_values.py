"""Drafts, settings and recent studies in the database of the user."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import astuple, dataclass, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kgdesk.errors import DamagedStudy, UserDataUnusable
from kgdesk.store.canonical import canonical_text, parse
from kgdesk.store.user_database import UserDatabase

if TYPE_CHECKING:
    from collections.abc import Mapping


class UserValues:
    """JSON objects of one kind by name, each a row of its own.

    Parameters
    ----------
    kind
        ``draft`` or ``setting``.
    """

    def __init__(self, kind: str) -> None:
        self._kind = kind

    def read(self, name: str) -> dict[str, Any]:
        """Return a stored object; empty if there is none, or if it is not one that this program has stored.

        Raises
        ------
        UserDataUnusable
            The database cannot be read.
        """
        with UserDatabase().reading() as db:
            rows = (
                []
                if db is None
                else db.execute(
                    "SELECT text FROM value WHERE kind = ? AND name = ?", (self._kind, name)
                ).fetchall()
            )
        for (text,) in rows:
            with suppress(DamagedStudy):
                return parse(str(text))
        return {}

    def write(self, name: str, value: Mapping[str, Any], *, durable: bool = False) -> None:
        """Store an object; with `durable` no power cut undoes that.

        Raises
        ------
        UserDataUnusable
            It is not kept.
        BadInput
            It holds a text that cannot be stored, as half a surrogate.
        """
        text = canonical_text(value)
        with UserDatabase().writing(durable=durable) as db:
            db.execute(
                "INSERT INTO value (kind, name, text) VALUES (?, ?, ?) "
                "ON CONFLICT (kind, name) DO UPDATE SET text = excluded.text",
                (self._kind, name, text),
            )

    def delete(self, name: str) -> None:
        """Delete an object; a missing one is ignored.

        Raises
        ------
        UserDataUnusable
            It is still there.
        """
        if self.read(name):
            with UserDatabase().writing(durable=False) as db:
                db.execute("DELETE FROM value WHERE kind = ? AND name = ?", (self._kind, name))


@dataclass(frozen=True, slots=True)
class RecentStudy:
    """A study that this user has had open.

    Parameters
    ----------
    path
        Path of the file, which may be missing, or its address on a server.
    title
        Title of the study.
    done, budget
        Recorded and planned runs when last read.
    last_entry
        ISO 8601 time of its newest entry; empty if unknown.
    seen_at
        ISO 8601 time with ``Z`` when the study was last read; empty if unknown.
    best, chance
        The best candidate after `done` runs and its expected success, in 0..1; no name and 0 if unknown.
    can_stop
        Whether its stopping rule held then.
    """

    path: str
    title: str
    done: int
    budget: int
    last_entry: str = ""
    seen_at: str = ""
    best: str = ""
    chance: float = 0.0
    can_stop: bool = False

    @property
    def on_server(self) -> bool:
        """Whether the study is on a server."""
        return "://" in self.path

    @property
    def place(self) -> str:
        """The folder of the file, or the server address."""
        return self.path if self.on_server else str(Path(self.path).parent)

    @property
    def missing(self) -> bool:
        """Whether the file does not exist. Always False for a study on a server."""
        try:
            return not self.on_server and not Path(self.path).is_file()
        except (OSError, ValueError):
            return True


_RECENT = ", ".join(field.name for field in fields(RecentStudy))
_MARKS = ", ".join("?" for _ in fields(RecentStudy))


class RecentStudies:
    """The list of recent studies, one row each; errors of the database are ignored, and no row replaces another."""

    def __init__(self, most: int) -> None:
        self._most = most

    def listed(self) -> tuple[RecentStudy, ...]:
        """Return the studies, the one used last first; none if they cannot be read."""
        with suppress(UserDataUnusable), UserDatabase().reading() as db:
            if db is not None:
                query = f"SELECT {_RECENT} FROM recent ORDER BY used DESC"  # noqa: S608 - our own names
                return tuple(RecentStudy(*row) for row in db.execute(query))
        return ()

    def put_first(self, study: RecentStudy) -> None:
        """Put a study at the top, with its present state; those beyond the length of the list go."""
        with suppress(UserDataUnusable), UserDatabase().writing(durable=False) as db:
            db.execute(
                f"INSERT OR REPLACE INTO recent ({_RECENT}, used) "  # noqa: S608 - our own names
                f"SELECT {_MARKS}, coalesce(max(used), 0) + 1 FROM recent",
                astuple(study),
            )
            db.execute(
                "DELETE FROM recent WHERE path NOT IN (SELECT path FROM recent ORDER BY used DESC LIMIT ?)",
                (self._most,),
            )

    def renew(self, study: RecentStudy) -> None:
        """Store the present state of a study that is in the list, at its place there; its title stays.

        If the best is unknown, the one that is stored stays while the number of runs is the same.
        """
        before = next((one for one in self.listed() if one.path == study.path), None)
        if before is None:
            return
        if not study.best and before.done == study.done:
            study = replace(study, best=before.best, chance=before.chance, can_stop=before.can_stop)
        with suppress(UserDataUnusable), UserDatabase().writing(durable=False) as db:
            db.execute(
                "UPDATE recent SET done = ?, budget = ?, last_entry = ?, seen_at = ?, best = ?, chance = ?, "
                "can_stop = ? WHERE path = ?",
                (*astuple(study)[2:], study.path),
            )

    def move(self, old: str, new: str) -> None:
        """Change the place of a study that was found elsewhere."""
        with suppress(UserDataUnusable), UserDatabase().writing(durable=False) as db:
            db.execute("UPDATE OR REPLACE recent SET path = ? WHERE path = ?", (new, old))
