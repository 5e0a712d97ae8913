"""Lists, summarises and creates the projects and studies of a workspace folder."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from kgdesk.actions.opening import compare, journal_key, open_store
from kgdesk.errors import (
    BadInput,
    FileExists,
    ReadOnlyStudy,
    ServerAway,
)
from kgdesk.model.study import study
from kgdesk.paths import answers, make_folder
from kgdesk.store import (
    FolderEntry,
    SqliteStore,
    absolute_path,
    is_address,
    projects,
    replica_path,
    safe_name,
    studies,
)
from kgdesk.store.postgres.store import PostgresStore
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kgdesk.actions.recents import RecentStudy
    from kgdesk.model.study.events import Event
    from kgdesk.model.study.trust import Trust


SUFFIX = ".kgstudy"


@dataclass(frozen=True, slots=True)
class Project:
    """A folder of studies; the workspace itself has an empty name."""

    name: str
    path: Path
    studies: tuple[FolderEntry, ...]


@dataclass(frozen=True, slots=True)
class ListedStudy:
    """A study in the list: its path or address, its name, and what is known of it if this user has had it open."""

    path: str
    name: str
    recent: RecentStudy | None = None


@dataclass(frozen=True, slots=True)
class StudyGroup:
    """Studies that stand together in the list.

    Parameters
    ----------
    name
        Name of the project, of another folder, or of the database; empty for the workspace itself.
    place
        The folder, or the address of the server.
    is_project
        Whether it is a folder of the workspace, in which new studies are made.
    studies
        Those used last first, then the others by name.
    """

    name: str
    place: str
    is_project: bool
    studies: tuple[ListedStudy, ...]


@dataclass(frozen=True, slots=True)
class StudySummary:
    """Summary of a study for the list of studies.

    Parameters
    ----------
    title
        Title of the study.
    done, budget
        Recorded and planned runs.
    last_entry
        Time of the newest event, ISO 8601 with ``Z``.
    open
        False for a finished study.
    by
        Operator of the newest event.
    as_of
        Empty if the study itself was read. If its server cannot be reached and the local copy was read instead, the
        time of the last update of that copy, ISO 8601 with ``Z``.
    trust
        How the study agrees with what was seen on this computer; None if a local copy was read.
    chosen
        The candidate that a finished study chose; empty: none; None: not stated.
    """

    title: str
    done: int
    budget: int
    last_entry: str
    open: bool
    by: str = ""
    as_of: str = ""
    trust: Trust | None = None
    chosen: str | None = None


def workspace(folder: str | Path) -> tuple[Project, ...]:
    """List the projects of a workspace with their studies, by name, without opening any study.

    Studies in the workspace folder itself come first, in a project with an empty name. A workspace that does not exist
    is empty; a project that cannot be read has no studies.

    Raises
    ------
    BadInput
        The workspace cannot be read.
    """
    folder = Path(folder)
    if answers(folder):
        folder = absolute_path(
            folder
        )  # as the recent studies name it, else one behind a link is listed twice
        if not folder.exists():
            return ()
    loose = studies(folder)
    listed_projects = [Project("", folder, loose)] if loose else []
    for entry in projects(folder):
        try:
            listed_projects.append(Project(entry.name, entry.path, studies(entry.path)))
        except BadInput:
            listed_projects.append(Project(entry.name, entry.path, ()))
    return tuple(listed_projects)


def grouped_studies(recents: Sequence[RecentStudy], found: Sequence[Project]) -> tuple[StudyGroup, ...]:
    """Return every study once, by project, other folder or database; the group of the study used last is first.

    Parameters
    ----------
    recents
        Studies that this user has had open, the one used last first.
    found
        Projects of the workspace.
    """
    known = {recent.path: recent for recent in recents}
    groups: dict[str, list[ListedStudy]] = {}
    names: dict[str, str] = {}
    for recent in recents:
        place = recent.path.partition("#")[0] if recent.on_server else recent.place
        names.setdefault(place, place.rpartition("/")[2] if recent.on_server else Path(place).name)
        title = recent.title or Path(recent.path).stem
        groups.setdefault(place, []).append(ListedStudy(recent.path, title, recent))
    mine = {str(project.path): project for project in found}
    for place, project in mine.items():
        names[place] = project.name
        listed = groups.setdefault(place, [])
        listed += [ListedStudy(str(s.path), s.name) for s in project.studies if str(s.path) not in known]
    return tuple(StudyGroup(names[at], at, at in mine, tuple(each)) for at, each in groups.items())


def project_folders(folder: str | Path) -> tuple[Path, ...]:
    """Return a workspace folder and the folders of its projects, by name; only the former if they cannot be listed."""
    folder = Path(folder)
    try:
        return (folder, *(entry.path for entry in projects(folder)))
    except BadInput:
        return (folder,)


def summary(place: str | Path) -> StudySummary:
    """Read the progress of a study, which is opened read-only and verified.

    If the server cannot be reached, the local copy is read, if there is one.

    Raises
    ------
    StoreError
        It cannot be read; the message says why.
    """
    if is_address(place):
        return _of_server(str(place))
    store, events, trust = open_store(place)
    store.close()
    return _summary(events, trust=trust)


def _of_server(place: str) -> StudySummary:
    # Not by `open_store`: that would lock the local copy while the user opens this study.
    store: PostgresStore | SqliteStore
    try:
        store = PostgresStore.open(place, writer=None)
    except ServerAway:
        path = replica_path(place)
        if not path.exists():
            raise
        moment = datetime.fromtimestamp(path.stat().st_mtime, UTC)
        store = SqliteStore.open(path, writer=None)
        as_of = moment.strftime("%Y-%m-%dT%H:%M:%SZ")
    else:
        as_of = ""
    trust = None
    try:
        events = store.read_from()
        if not as_of:
            trust = compare(store, events, journal_key(place))
    finally:
        store.close()
    return _summary(events, as_of, trust)


def _summary(events: Sequence[Event], as_of: str = "", trust: Trust | None = None) -> StudySummary:
    value = study.fold(events)
    settings, last = value.settings, value.events[-1]
    title = settings.title or value.name
    if trust is not None:
        trust = replace(trust, set_aside=value.set_aside)
    return StudySummary(
        title,
        value.done,
        settings.budget,
        last.new.recorded_at_utc,
        value.is_open,
        last.new.actor,
        as_of,
        trust,
        None if value.closing is None else value.closing.chosen,
    )


def new_project(folder: str | Path, name: str) -> Path:
    """Create a project folder in a workspace, and the workspace if it is missing; return the folder.

    Raises
    ------
    BadInput, FileExists, ReadOnlyStudy
        The name is empty or taken, or the folder cannot be created.
    """
    if not name.strip():
        raise BadInput("A project needs a name: type one.")
    path = Path(folder) / safe_name(name)
    if path.exists():
        raise FileExists(phrase("There is a project {name} already. Choose another name.", name=path.name))
    return ready_folder(path)


def study_file(folder: str | Path, name: str) -> Path:
    """Return the path for a study of a given name in a folder; creates nothing."""
    return Path(folder) / f"{safe_name(name)}{SUFFIX}"


def ready_folder(folder: str | Path) -> Path:
    """Create a folder and its parents if missing.

    Raises
    ------
    ReadOnlyStudy
        It cannot be created.
    """
    path = Path(folder)
    try:
        make_folder(path)
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
