"""Backups of a study on this computer, and copies of them in a second place."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from kgdesk.actions.opening import journal_key
from kgdesk.actions.studies import open_study
from kgdesk.errors import BadInput, KgdeskError, NotSaved, StoreError, UserDataUnusable
from kgdesk.model.study import study as studies
from kgdesk.paths import user_data_dir
from kgdesk.store import (
    Backup,
    HeadJournal,
    SqliteStore,
    UserValues,
    back_up,
    backup_due,
    backup_folder,
    copy_backup,
    list_backups,
    salvage,
)
from kgdesk.text import phrase

if TYPE_CHECKING:
    from kgdesk.actions.operator import Operator
    from kgdesk.actions.session import Session
    from kgdesk.model.study.study import Study


_SETTINGS, _SECOND = UserValues("setting"), "backups"


@dataclass(frozen=True, slots=True)
class BackupStatus:
    """State of the backups of a study.

    Parameters
    ----------
    made_at
        Time of the newest backup, in UTC; None if there is none.
    behind
        Number of events recorded since the newest backup.
    problem
        Why the last attempt failed, in either place, as a sentence; empty if it succeeded.
    """

    made_at: datetime | None
    behind: int
    problem: str = ""


def second_place() -> Path | None:
    """Return the second backup folder; None if none is set.

    Raises
    ------
    UserDataUnusable
        The setting cannot be read.
    """
    folder = _SETTINGS.read(_SECOND).get("second_place")
    return Path(folder) if isinstance(folder, str) and folder else None


def set_second_place(folder: str | Path | None) -> None:
    """Set a second backup folder, for instance on another disk; None removes the setting.

    Raises
    ------
    BadInput
        The folder does not exist or cannot be reached.
    UserDataUnusable
        The setting cannot be kept.
    """
    text = "" if folder is None else str(_resolved_folder(folder))
    _SETTINGS.write(_SECOND, {"second_place": text}, durable=True)


def _resolved_folder(folder: str | Path) -> Path:
    found = None
    with suppress(
        OSError, RuntimeError, ValueError
    ):  # a drive or the current folder is gone; links in a circle; NUL
        found = Path(folder).resolve(strict=True)
        if found.is_dir():
            return found
    if found is not None:
        raise BadInput(phrase("{folder} is a file: name a folder.", folder=folder))
    raise BadInput(
        phrase("There is no folder {folder}. Make it first, or choose another one.", folder=folder)
    )


def on_the_same_disk(folder: str | Path) -> bool:
    """Return whether a folder is on the same disk as this computer's backups; False if that cannot be determined."""
    try:
        place = user_data_dir("backups")
        while not place.exists():
            place = place.parent
        return Path(folder).stat().st_dev == place.stat().st_dev
    except OSError:
        return False


def backup(session: Session) -> Backup:
    """Make a verified backup of a study now, and a copy in the second place.

    Raises
    ------
    StoreError
        The backup or its copy in the second place failed; the message says which.
    """
    study = session.study
    folder = backup_folder(study.events[0].hash, study.name)
    copy = back_up(session.store, folder, session.who.now())
    _replay(copy, session.on_record)
    second = second_place()
    if second is not None:
        copy_backup(copy, backup_folder(study.events[0].hash, study.name, second))
    return copy


def backup_if_due(session: Session, *, at_once: bool = False) -> BackupStatus:
    """Make a backup unless one of this head, or of the last hour, exists. Failures are returned and never raised.

    With `at_once` it is made even if none is due, for instance after many entries in one gesture.
    """
    study = session.study
    try:
        if at_once or backup_due(
            backup_folder(study.events[0].hash, study.name), study.head, session.who.now().astimezone(UTC)
        ):
            backup(session)
    except KgdeskError as problem:
        state = backup_status(session)
        return BackupStatus(state.made_at, state.behind, problem.sentence)
    return backup_status(session)


def backup_of(place: str | Path, who: Operator) -> BackupStatus:
    """Make a backup if one is due. It opens the study itself, so it may run in another thread than the session."""
    with open_study(place, who, read_only=True) as session:
        return backup_if_due(session)


def backup_status(session: Session) -> BackupStatus:
    """Return the state of the backups of a study, from file names alone."""
    study = session.study
    try:
        existing = list_backups(backup_folder(study.events[0].hash, study.name))
    except StoreError as problem:
        return BackupStatus(None, study.head.seq, problem.sentence)
    return (
        BackupStatus(existing[-1].made_at, max(0, study.head.seq - existing[-1].seq))
        if existing
        else BackupStatus(None, study.head.seq)
    )


def backups_of(path: str | Path) -> tuple[Backup, ...]:
    """List the backups of a study in both places, found by its file, or by the head journal if the file is missing."""
    return backups_under(root_of(Path(path)), Path(path).stem)


def backups_under(root: str, name: str) -> tuple[Backup, ...]:
    """List the backups, in both places, of the study whose first event has the hash `root`.

    Raises
    ------
    StoreError
        They cannot be listed just now.
    """
    listed: list[Backup] = []
    second = None
    with suppress(UserDataUnusable):
        second = second_place()
    for base in (None, second) if second is not None else (None,):
        listed += list_backups(backup_folder(root, name, base)) if root else ()
    return tuple(sorted(listed, key=lambda one: (one.seq, one.made_at)))


def root_of(path: Path) -> str:
    """Return the hash of the first event of the study that is or was at `path`; empty if unknown."""
    with suppress(StoreError):
        events, _ = salvage(path)
        if events:
            return events[0].hash
    return HeadJournal().root_at(journal_key(path))


def _replay(copy: Backup, study: Study) -> None:
    """Fold the entries of a copy, and raise `NotSaved` unless they make `study`; later ones of others may follow.

    Opening the copy verifies its hash chain, so if one of its hashes is ours, all entries up to that one are ours. This
    holds for the founding entries, which are taken from memory: their pool may have millions of numbers to read again.
    """
    made = study.events[
        : next(at for at, event in enumerate(study.events, 1) if event.kind == "scaling_fixed")
    ]
    with SqliteStore.open(copy.path, writer=None) as store:
        later = store.read_from(len(made) + 1)
        begun = later[0].prev_hash if later else store.head().hash
    ours = later[: study.head.seq - len(made)]
    again = studies.fold((*made, *ours)) if begun == made[-1].hash else None
    known = "belief" in vars(study)  # only if cached: computing it may have to compile kernels first
    if again is None or again.head != study.head or (known and again.belief.digest != study.belief.digest):
        raise NotSaved(
            phrase(
                "The backup {name} does not replay. Check the disk of {parent}.",
                name=copy.path.name,
                parent=copy.path.parent,
            )
        )
