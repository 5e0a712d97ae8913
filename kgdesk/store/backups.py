"""Verified copies of a study, thinned out by age."""

from __future__ import annotations

import re
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from kgdesk.errors import NotSaved, ReadOnlyStudy, StoreError
from kgdesk.paths import make_folder, patiently, refuse_silent, sync_folder, user_data_dir
from kgdesk.store.side_files import lock_files
from kgdesk.store.sqlite import SqliteStore
from kgdesk.store.workspace import safe_name
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from kgdesk.model.study.events import Head
    from kgdesk.store.protocol import EventStore


#: Retention rules: the newest backup of each of the last 24 hours, 14 days, 8 weeks and 12 months is kept. A rule is
#: the strftime format that names a period, and the number of periods.
RETENTION = (("%Y%m%d%H", 24), ("%Y%m%d", 14), ("%G%V", 8), ("%Y%m", 12))

#: Interval between backups while a study changes.
INTERVAL = timedelta(hours=1)


#: The name holds time, number and hash, so that a folder can be listed without opening its files.
_NAME = re.compile(r"(\d{8}T\d{6}Z) entry (\d{1,12}) ([0-9a-f]{16})\.kgstudy", re.ASCII)

_TIME_FORMAT = "%Y%m%dT%H%M%SZ"


@dataclass(frozen=True, slots=True)
class Backup:
    """A backup file, as described by its name.

    Parameters
    ----------
    path
        The file, a regular study.
    made_at
        Time of the backup, in UTC.
    seq, hash
        Number of its last event, and the first 16 hexadecimal digits of that event's hash.
    """

    path: Path
    made_at: datetime
    seq: int
    hash: str

    def holds(self, head: Head) -> bool:
        """Return whether this is a copy of the study at `head`."""
        return self.seq == head.seq and head.hash.startswith(self.hash)


def backup_folder(root: str, name: str, base: Path | None = None) -> Path:
    """Return the backup folder of the study whose first event has the hash `root`; creates nothing.

    The folder is found by the hash, so that a study that was renamed keeps its backups.

    Raises
    ------
    StoreError
        The folders cannot be listed just now.
    """
    base = base or user_data_dir("backups")
    mark = f" {root[:16]}"
    with _listing(base):
        for folder in sorted(base.iterdir()):
            if folder.name.endswith(mark) and folder.is_dir():
                return folder
    return base / f"{safe_name(name).encode()[:80].decode(errors='ignore').strip()}{mark}"


def list_backups(folder: Path) -> tuple[Backup, ...]:
    """List the backups in a folder, newest last; empty if there is no such folder.

    Raises
    ------
    StoreError
        The folder cannot be listed just now.
    """
    present = []
    with _listing(folder):
        for path in folder.iterdir():
            match = _NAME.fullmatch(path.name)
            # `SqliteStore.open` follows no link, so a link could not be restored.
            if match is None or not path.is_file() or path.is_symlink():
                continue
            with suppress(ValueError):
                made_at = datetime.strptime(match[1], _TIME_FORMAT).replace(tzinfo=UTC)
                present.append(Backup(path, made_at, int(match[2]), match[3]))
    # By the number of the last event first: a clock may have been set back between two backups.
    return tuple(sorted(present, key=lambda one: (one.seq, one.made_at)))


@contextmanager
def _listing(folder: Path) -> Iterator[None]:
    """List a folder; a missing one is empty, and one that cannot be read raises."""
    try:
        refuse_silent(folder)
        yield
    except (FileNotFoundError, NotADirectoryError):
        return
    except OSError as cause:
        raise StoreError(
            phrase(
                "The backups in {folder} cannot be listed. Check the disk and your right to read them.",
                folder=folder,
            ),
            details=str(cause),
        ) from None


def is_backup(path: Path) -> bool:
    """Return whether a path has the name of a backup."""
    return _NAME.fullmatch(path.name) is not None


def backup_due(folder: Path, head: Head, now: datetime) -> bool:
    """Return whether a study with this head needs a backup now."""
    present = list_backups(folder)
    if not present:
        return True
    newest = present[-1]
    # A backup dated in the future must not delay the next one: the clock was wrong then, or is now.
    return not newest.holds(head) and not timedelta(0) <= now - newest.made_at < INTERVAL


def back_up(store: EventStore, folder: Path, now: datetime) -> Backup:
    """Copy a study into a folder, verify the copy, then thin out the older ones.

    If there is an intact copy of the same head, it is returned instead.

    Raises
    ------
    StoreError
        No new copy was created; the older ones are unchanged.
    """
    head = store.head()
    for have in reversed(list_backups(folder)):
        if have.holds(head) and is_intact(have):
            return have
    _make_folder(folder)
    made_at = now.astimezone(UTC).replace(microsecond=0)
    if _path_of(folder, made_at, head).exists():  # a damaged copy of the same second
        made_at += timedelta(seconds=1)
    path = _path_of(folder, made_at, head)
    verification = store.backup(path)
    if verification.head != head:  # another program has recorded since the head was read, and the copy has it
        path = _renamed(path, _path_of(folder, made_at, verification.head))
    new = Backup(path, made_at, verification.head.seq, verification.head.hash[:16])
    # `backup` verified the copy before it got its name; now it is opened as a restore would open it.
    if not is_intact(new):
        raise NotSaved(
            phrase(
                "The backup {name} cannot be read back. Check the disk of {folder} and try again.",
                name=path.name,
                folder=folder,
            )
        )
    thin_out(folder)
    return new


def _path_of(folder: Path, made_at: datetime, head: Head) -> Path:
    return folder / f"{made_at:{_TIME_FORMAT}} entry {head.seq} {head.hash[:16]}.kgstudy"


def _renamed(path: Path, other: Path) -> Path:
    try:
        patiently(path.replace, other)
        sync_folder(other.parent)
    except OSError as cause:
        raise NotSaved(
            phrase("The backup {name} cannot be given its name. Try again.", name=path.name),
            details=str(cause),
        ) from None
    return other


def copy_backup(backup: Backup, folder: Path) -> Backup:
    """Copy a backup into a second folder and verify it there.

    Raises
    ------
    StoreError
        The folder cannot be reached or written.
    """
    path = _make_folder(folder) / backup.path.name
    if not path.exists():
        # Not a plain copy of the file: opening verifies the source, and `backup` verifies the copy.
        with SqliteStore.open(backup.path, writer=None) as store:
            store.backup(path)
        thin_out(folder)
    return Backup(path, backup.made_at, backup.seq, backup.hash)


def thin_out(folder: Path) -> tuple[Path, ...]:
    """Delete the backups that the retention rules drop, never the last intact one; return the deleted paths."""
    present: tuple[Backup, ...] = ()
    with suppress(StoreError):
        present = list_backups(folder)
    stay = retained(present)
    # The rules go by the names alone, and each file that they keep may be damaged.
    if not any(is_intact(one) for one in reversed(present) if one in stay):
        stay |= (
            {next((one for one in reversed(present) if is_intact(one)), present[-1])} if present else set()
        )
    gone = []
    for one in present:
        if one not in stay:
            with suppress(OSError):
                one.path.unlink()
                _delete_side_files(one.path)
                gone.append(one.path)
    return tuple(gone)


def retained(present: Sequence[Backup]) -> set[Backup]:
    """Return the backups that the retention rules keep: the newest of each recent hour, day, week and month."""
    stay = set(present[-1:])  # the one with the most events, whatever the clock said
    by_time = sorted(present, key=lambda one: (one.made_at, one.seq))
    for form, count in RETENTION:
        newest = {f"{one.made_at:{form}}": one for one in by_time}
        stay.update(list(newest.values())[-count:])
    return stay


def is_intact(backup: Backup) -> bool:
    """Return whether a backup opens, its hash chain verifies and its head matches its name."""
    try:
        with SqliteStore.open(backup.path, writer=None) as store:
            return backup.holds(store.head())
    except StoreError:
        return False


def _make_folder(folder: Path) -> Path:
    try:
        make_folder(folder)
    except OSError as cause:
        raise ReadOnlyStudy(
            phrase(
                "The folder {folder} for backups cannot be made. Choose another place for them.",
                folder=folder,
            ),
            details=str(cause),
        ) from None
    return folder


def _delete_side_files(path: Path) -> None:
    # Left by a program that opened the backup for writing, as if it were a study.
    for side in lock_files(path, window=False):
        with suppress(OSError):
            side.unlink()
