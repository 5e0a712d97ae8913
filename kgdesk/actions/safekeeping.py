"""Backups, restoring, and saving what can be saved."""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kgdesk import __version__
from kgdesk.actions.archives import is_archive, read_events
from kgdesk.actions.opening import note_head, spot
from kgdesk.actions.studies import open_study
from kgdesk.errors import BadInput, DamagedStudy, KgdeskError, NotSaved, StoreError
from kgdesk.files.archive import write_archive
from kgdesk.model import study as studies
from kgdesk.store import (
    Backup,
    HeadJournal,
    MirroredStore,
    SqliteStore,
    WriterLock,
    back_up,
    backup_folder,
    backups,
    copied,
    due,
    export_lines,
    is_address,
    keep_note,
    newest_whole,
    own_folder,
    read_note,
    salvage,
)
from kgdesk.store.disk import swap

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kgdesk.actions.session import Session, Who
    from kgdesk.model.events import Event
    from kgdesk.model.study import Study
    from kgdesk.store import EventStore, Writer


@dataclass(frozen=True, slots=True)
class Safety:
    """How well a study is backed up.

    Parameters
    ----------
    made_at
        When the newest backup was made, with zone UTC; None if there is none.
    behind
        How many entries were recorded since.
    problem
        Why the last attempt gave no backup, or none in the second place, in a sentence; empty when it did.
    """

    made_at: datetime | None
    behind: int
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Restored:
    """What restoring a study did.

    Parameters
    ----------
    entries
        So many it has now.
    source
        Where they come from: a backup, or the damaged file itself.
    kept
        The file that was there, under its new name; None if there was none.
    missing
        So many entries were seen here and are in no place any more.
    """

    entries: int
    source: Path
    kept: Path | None
    missing: int


def second_place() -> Path | None:
    """Return the folder that gets a copy of each backup; None if none is set."""
    found = read_note(own_folder("backups.json")).get("second_place")
    return Path(found) if isinstance(found, str) and found else None


def set_second_place(folder: str | Path | None) -> None:
    """Name a folder, as on another disk, that gets a copy of each backup from now on; None ends it.

    Raises
    ------
    BadInput
        There is no such folder.
    NotSaved
        The choice cannot be kept.
    """
    if folder is not None and not Path(folder).is_dir():
        raise BadInput(f"There is no folder {folder}. Make it first, or choose another one.")
    text = "" if folder is None else str(Path(folder).resolve())
    if not keep_note(own_folder("backups.json"), {"second_place": text}, durable=True):
        raise NotSaved(f"The choice cannot be kept in {own_folder()}. Check the right to write there.")


def backup(session: Session) -> Backup:
    """Make a verified backup of a study now, and a copy of it in the second place.

    Raises
    ------
    StoreError
        There is no new backup, or none in the second place; the text says which.
    """
    study = session.study
    folder = backup_folder(study.events[0].hash, study.name)
    made = back_up(session.store, folder, session.who.clock())
    _replay(made, study)
    second = second_place()
    if second is not None:
        copied(made, backup_folder(study.events[0].hash, study.name, second))
    return made


def backup_if_due(session: Session) -> Safety:
    """Make a backup unless there is one of this head or of this hour; a failure is told, never raised."""
    study = session.study
    try:
        if due(
            backup_folder(study.events[0].hash, study.name), study.head, session.who.clock().astimezone(UTC)
        ):
            backup(session)
    except KgdeskError as problem:
        state = safety(session)
        return Safety(state.made_at, state.behind, str(problem))
    return safety(session)


def backup_of(place: str | Path, who: Who) -> Safety:
    """Make a backup where one is due, with a store of its own: for another thread than the session's."""
    with open_study(place, who, read_only=True) as session:
        return backup_if_due(session)


def safety(session: Session) -> Safety:
    """Return how well a study is backed up; looks at names only."""
    study = session.study
    found = backups(backup_folder(study.events[0].hash, study.name))
    return (
        Safety(found[-1].made_at, max(0, study.head.seq - found[-1].seq))
        if found
        else Safety(None, study.head.seq)
    )


def backups_of(path: str | Path) -> tuple[Backup, ...]:
    """List the backups of a study, in both places, by its file or, where that is gone, by what was seen there."""
    return _backups_of(_root_of(Path(path)), Path(path).stem)


def restore(path: str | Path, who: Who, *, source: str | Path | None = None) -> Restored:
    """Put the best whole state of a study in the place of its file, which is kept under another name.

    Parameters
    ----------
    path
        The study: damaged, cut short or gone.
    source
        A certain backup; by default that with the most entries, or the file itself where more of it is whole.

    Raises
    ------
    StudyInUse
        Somebody writes to it.
    BadInput, DamagedStudy
        There is nothing to restore it from.
    """
    if is_address(path):
        raise BadInput(
            "A study on a server is restored by its administrator. Meanwhile open a copy of a backup from "
            f"{own_folder('backups')}."
        )
    path = Path(path).absolute()
    root = _root_of(path)
    events, origin = _best(path, root) if source is None else _chosen(Path(source), root)
    studies.fold(events)
    seen = max((one.head.seq for one in HeadJournal().seen(events[0].hash)), default=0)
    kept = _put(path, events, who)
    note_head(events, spot(path), replace=True)
    missing = max(0, seen - len(events))
    _tell(
        path,
        who,
        f"Restored from {origin.name} with {len(events)} entries; {missing} that were seen are missing.",
    )
    return Restored(len(events), origin, kept, missing)


def take_as_it_is(path: str | Path, who: Who) -> int:
    """Go on with a study file although entries that were seen before are missing from it; return how many it has.

    The journal follows the file, and a note in the study says so.

    Raises
    ------
    DamagedStudy
        Its chain is broken: restore it instead.
    """
    with _opened(path) as store:
        events = store.read_from()
    seen = HeadJournal().lacking(events, spot(path))
    note_head(events, spot(path), replace=True)
    if seen is not None:
        _tell(
            path, who, f"Taken as it is with {len(events)} entries, although {seen.head.seq} were seen of it."
        )
    return len(events)


def rescue_copy(
    session: Session, dest: str | Path, *, unsaved: Mapping[str, Any] | None = None, overwrite: bool = False
) -> None:
    """Save the study as it is in memory to an archive elsewhere, with an entry that could not be recorded.

    Parameters
    ----------
    dest
        Ends in ``.zip``. The file of the study is not touched, and need not be there any more.
    unsaved
        What was to be recorded; it stands in the manifest as ``not_recorded`` and is not one of the entries.
    """
    study = session.study
    manifest = {
        "study": study.name,
        "title": study.settings.title,
        "head": {"seq": study.head.seq, "hash": study.head.hash},
        "app_version": __version__,
        "not_recorded": dict(unsaved or {}),
    }
    write_archive(dest, export_lines(study.events), manifest, overwrite=overwrite)


def _backups_of(root: str, name: str) -> tuple[Backup, ...]:
    found: list[Backup] = []
    second = second_place()
    for base in (None, second) if second is not None else (None,):
        found += backups(backup_folder(root, name, base)) if root else ()
    return tuple(sorted(found, key=lambda one: (one.seq, one.made_at)))


def _replay(made: Backup, study: Study) -> None:
    with SqliteStore.open(made.path, writer=None) as store:
        again = studies.fold(store.read_from())
    known = "belief" in vars(study)  # working it out only for this could take a minute on the first day
    if again.head != study.head or (known and again.belief.digest != study.belief.digest):
        raise NotSaved(f"The backup {made.path.name} does not replay. Check the disk of {made.path.parent}.")


def _root_of(path: Path) -> str:
    with suppress(StoreError):
        events, _ = salvage(path)
        if events:
            return events[0].hash
    return HeadJournal().root_at(spot(path))


def _best(path: Path, root: str) -> tuple[tuple[Event, ...], Path]:
    events: tuple[Event, ...] = ()
    with suppress(StoreError):
        events, _ = salvage(path)
    found = newest_whole(_backups_of(root, path.stem))
    if found is not None and found.seq > len(events):
        with SqliteStore.open(found.path, writer=None) as store:
            return store.read_from(), found.path
    if not events:
        raise DamagedStudy(
            f"There is no backup of {path.name} on this computer, and no entry of the file itself can be read. "
            "Look for an archive or a copy, and name it with --from."
        )
    return events, path


def _chosen(source: Path, root: str) -> tuple[tuple[Event, ...], Path]:
    if is_archive(source):
        events = read_events(source)
    else:
        with SqliteStore.open(source, writer=None) as store:
            events = store.read_from()
    if root and events[0].hash != root:
        raise BadInput(f"{source.name} is a backup of another study. Choose one of this study.")
    return events, source


_WORDS = ("restored", "before")


def _put(path: Path, events: tuple[Event, ...], who: Who) -> Path | None:
    stamp = f"{who.clock().astimezone(UTC):%Y-%m-%d %H.%M.%S}"
    while any(path.with_name(f"{path.stem} ({word} {stamp}){path.suffix}").exists() for word in _WORDS):
        stamp += "+"  # a second time within a second
    new = path.with_name(f"{path.stem} (restored {stamp}){path.suffix}")
    old = path.with_name(f"{path.stem} (before {stamp}){path.suffix}")
    lock = WriterLock(path) if path.exists() else None
    if lock is not None:
        lock.take(who.writer())
    try:
        SqliteStore.create_from(new, events, writer=who.writer()).close()
        had = os.path.lexists(path)
        swap(path, new, old)
        with suppress(OSError):
            new.with_name(f".{new.name}.lock").unlink()
    finally:
        if lock is not None:
            lock.release()
    return old if had else None


def _opened(place: str | Path, writer: Writer | None = None) -> EventStore:
    """Open a study without comparing it with what was seen of it."""
    kind: type[EventStore] = MirroredStore if is_address(place) else SqliteStore
    return kind.open(place, writer=writer)


def _tell(path: str | Path, who: Who, text: str) -> None:
    """Write a note into a study that was restored; one that cannot be written is left without."""
    with suppress(StoreError), _opened(path, who.writer()) as store:
        store.append_if_head(store.head(), who.events([("note_added", {"text": text})]))
        note_head(store.read_from(), spot(path))
