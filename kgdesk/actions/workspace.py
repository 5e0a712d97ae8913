"""The workspace: a folder of projects, each a folder of studies."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from kgdesk.actions.opening import open_store
from kgdesk.errors import BadInput, FileExists, ReadOnlyStudy, phrase
from kgdesk.model import study
from kgdesk.store import Entry, projects, safe_name, studies

SUFFIX = ".kgstudy"


@dataclass(frozen=True, slots=True)
class Project:
    """A folder of studies; the workspace itself has the empty name."""

    name: str
    path: Path
    studies: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Summary:
    """What a list of studies shows of one.

    Parameters
    ----------
    title
        As people call it.
    done, budget
        Recorded and planned runs.
    last_entry
        ISO 8601 with ``Z``: when the newest entry was made.
    open
        False for a finished study.
    """

    title: str
    done: int
    budget: int
    last_entry: str
    open: bool


def workspace(folder: str | Path) -> tuple[Project, ...]:
    """List the projects of a workspace with their studies, by name, without opening any study.

    Studies that lie in the workspace itself come first, in a project without name. A workspace that was not
    made yet is empty; a project that cannot be read has no studies.

    Raises
    ------
    BadInput
        The workspace cannot be read.
    """
    folder = Path(folder)
    if not folder.exists():
        return ()
    loose = studies(folder)
    found = [Project("", folder, loose)] if loose else []
    for entry in projects(folder):
        try:
            found.append(Project(entry.name, entry.path, studies(entry.path)))
        except BadInput:
            found.append(Project(entry.name, entry.path, ()))
    return tuple(found)


def summary(path: str | Path) -> Summary:
    """Read how far a study is; it is opened for reading only and verified.

    Raises
    ------
    StoreError
        It cannot be read: the text says why.
    """
    store, events = open_store(path)
    store.close()
    value = study.fold(events)
    settings = value.settings
    title = settings.title or value.name
    return Summary(title, value.done, settings.budget, value.events[-1].new.recorded_at_utc, value.is_open)


def new_project(folder: str | Path, name: str) -> Path:
    """Make a project in a workspace, and the workspace where it is missing; return its folder.

    Raises
    ------
    BadInput, FileExists, ReadOnlyStudy
        The name is empty or taken, or the folder cannot be made.
    """
    if not name.strip():
        raise BadInput("A project needs a name: type one.")
    path = Path(folder) / safe_name(name)
    if path.exists():
        raise FileExists(phrase("There is a project {name} already. Choose another name.", name=path.name))
    return ready_folder(path)


def study_file(folder: str | Path, name: str) -> Path:
    """Return the path that a study of a name would have in a folder; nothing is made."""
    return Path(folder) / f"{safe_name(name)}{SUFFIX}"


def ready_folder(folder: str | Path) -> Path:
    """Make a folder, with those above it, unless it is there.

    Raises
    ------
    ReadOnlyStudy
        It cannot be made.
    """
    path = Path(folder)
    try:
        path.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as cause:
        raise ReadOnlyStudy(
            phrase(
                "The folder {path} cannot be made. Choose another folder, or ask for the right to "
                "write there.",
                path=path,
            ),
            details=str(cause),
        ) from None
    return path
