"""Backups: made by themselves, verified, in two places."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from kgdesk.actions.opening import spot
from kgdesk.actions.studies import open_study
from kgdesk.errors import BadInput, KgdeskError, NotSaved, StoreError, phrase
from kgdesk.model import study as studies
from kgdesk.store import (
    Backup,
    HeadJournal,
    SqliteStore,
    back_up,
    backup_folder,
    backups,
    copied,
    due,
    keep_note,
    read_note,
    salvage,
)
from kgdesk.user_dirs import user_data_dir

if TYPE_CHECKING:
    from kgdesk.actions.session import Session
    from kgdesk.actions.who import Who
    from kgdesk.model.study import Study


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


def second_place() -> Path | None:
    """Return the folder that gets a copy of each backup; None if none is set."""
    found = read_note(user_data_dir("backups.json")).get("second_place")
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
        raise BadInput(
            phrase("There is no folder {folder}. Make it first, or choose another one.", folder=folder)
        )
    text = "" if folder is None else str(Path(folder).resolve())
    if not keep_note(user_data_dir("backups.json"), {"second_place": text}, durable=True):
        raise NotSaved(
            phrase(
                "The choice cannot be kept in {folder}. Check the right to write there.",
                folder=user_data_dir(),
            )
        )


def on_the_same_disk(folder: str | Path) -> bool:
    """Return whether a folder shares its disk with the backups of this computer; False where nobody can tell."""
    try:
        place = user_data_dir("backups")
        while not place.exists():
            place = place.parent
        return Path(folder).stat().st_dev == place.stat().st_dev
    except OSError:
        return False


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
        return Safety(state.made_at, state.behind, problem.sentence)
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
    return backups_under(root_of(Path(path)), Path(path).stem)


def backups_under(root: str, name: str) -> tuple[Backup, ...]:
    """List the copies of the study whose first event has the hash `root`, in both places."""
    found: list[Backup] = []
    second = second_place()
    for base in (None, second) if second is not None else (None,):
        found += backups(backup_folder(root, name, base)) if root else ()
    return tuple(sorted(found, key=lambda one: (one.seq, one.made_at)))


def root_of(path: Path) -> str:
    """Return the hash of the first event of the study that is, or was, in a place; empty if nobody knows."""
    with suppress(StoreError):
        events, _ = salvage(path)
        if events:
            return events[0].hash
    return HeadJournal().root_at(spot(path))


def _replay(made: Backup, study: Study) -> None:
    with SqliteStore.open(made.path, writer=None) as store:
        again = studies.fold(store.read_from())
    known = "belief" in vars(study)  # working it out only for this could take a minute on the first day
    if again.head != study.head or (known and again.belief.digest != study.belief.digest):
        raise NotSaved(
            phrase(
                "The backup {name} does not replay. Check the disk of {parent}.",
                name=made.path.name,
                parent=made.path.parent,
            )
        )
