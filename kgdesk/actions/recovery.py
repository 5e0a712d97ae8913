"""Restore a study from its backups, salvage a damaged one, and drafts of unconfirmed entries."""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import UTC
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kgdesk import __version__
from kgdesk.actions.archives import is_archive, read_events
from kgdesk.actions.backups import backups_under, root_of
from kgdesk.actions.opening import journal_key, note_head
from kgdesk.errors import BadInput, DamagedStudy, StoreError, phrase
from kgdesk.files.archive import write_archive
from kgdesk.model.study import study as studies
from kgdesk.model.study.events import format_of
from kgdesk.store import (
    HeadJournal,
    OfflineReplica,
    SqliteStore,
    WriterLock,
    delete_user_file,
    export_lines,
    is_address,
    newest_whole,
    read_user_file,
    salvage,
    write_user_file,
)
from kgdesk.store.disk import swap
from kgdesk.user_dirs import user_data_dir

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kgdesk.actions.operator import Operator
    from kgdesk.actions.session import Session
    from kgdesk.model.study.events import Event
    from kgdesk.store import EventStore, Writer


_SETUP = "new study.json"


@dataclass(frozen=True, slots=True)
class Draft:
    """An entry as far as it was made.

    Parameters
    ----------
    candidate, outcome, reason
        What would have been recorded.
    token
        Name of the gesture.
    """

    candidate: str
    outcome: str
    token: str
    reason: str = ""


def save_draft(session: Session, draft: Draft | None) -> None:
    """Keep what is being entered in place of what was kept, or nothing; a draft that cannot be kept stops nobody."""
    if draft is None:
        delete_user_file(_path(session))
    else:
        write_user_file(_path(session), asdict(draft))


def load_draft(session: Session) -> Draft | None:
    """Return what was being entered when the program ended; None if nothing was, or if it was recorded after all."""
    stored = read_user_file(_path(session))
    if set(stored) != {"candidate", "outcome", "token", "reason"} or not all(map(_is_text, stored.values())):
        return None
    draft = Draft(**stored)
    return None if session.recorded(draft.token) or draft.candidate not in session.study.pool.ids else draft


def save_setup(note: dict[str, Any] | None) -> None:
    """Keep how a study is being set up, as JSON values, or nothing any more."""
    path = user_data_dir("drafts", _SETUP)
    if note is None:
        delete_user_file(path)
    else:
        write_user_file(path, note)


def load_setup() -> dict[str, Any]:
    """Return how a study was being set up when the program ended; empty if none was."""
    return read_user_file(user_data_dir("drafts", _SETUP))


def _path(session: Session) -> Path:
    return user_data_dir("drafts", f"{session.study.events[0].hash}.json")


def _is_text(value: object) -> bool:
    return isinstance(value, str)


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


def restore(path: str | Path, who: Operator, *, source: str | Path | None = None) -> Restored:
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
            phrase(
                "A study on a server is restored by its administrator. Meanwhile open a copy of a "
                "backup from {folder}.",
                folder=user_data_dir("backups"),
            )
        )
    path = Path(path).absolute()
    root = root_of(path)
    events, origin = _best(path, root) if source is None else _chosen(Path(source), root)
    studies.fold(events)
    seen = max((one.head.seq for one in HeadJournal().seen(events[0].hash)), default=0)
    kept = _put(path, events, who)
    note_head(events, journal_key(path), replace=True)
    missing = max(0, seen - len(events))
    _tell(
        path,
        who,
        f"Restored from {origin.name} with {len(events)} entries; {missing} that were seen are missing.",
    )
    return Restored(len(events), origin, kept, missing)


def take_as_it_is(path: str | Path, who: Operator) -> int:
    """Go on with a study file although entries that were seen before are missing from it; return how many it has.

    The journal follows the file, and a note in the study says so.

    Raises
    ------
    DamagedStudy
        Its chain is broken: restore it instead.
    """
    with _opened(path) as store:
        events = store.read_from()
    seen = HeadJournal().missing_from(events, journal_key(path))
    note_head(events, journal_key(path), replace=True)
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
    write_archive(
        dest,
        export_lines(study.events),
        manifest,
        record_format=study.record_format,
        overwrite=overwrite,
    )


def _best(path: Path, root: str) -> tuple[tuple[Event, ...], Path]:
    events: tuple[Event, ...] = ()
    with suppress(StoreError):
        events, _ = salvage(path)
    backup = newest_whole(backups_under(root, path.stem))
    if backup is not None and backup.seq > len(events):
        with SqliteStore.open(backup.path, writer=None) as store:
            return store.read_from(), backup.path
    if not events:
        raise DamagedStudy(
            phrase(
                "There is no backup of {name} on this computer, and no entry of the file itself can "
                "be read. Look for an archive or a copy, to restore it from (--from).",
                name=path.name,
            )
        )
    return events, path


def _chosen(source: Path, root: str) -> tuple[tuple[Event, ...], Path]:
    if is_archive(source):
        events = read_events(source)
    else:
        with SqliteStore.open(source, writer=None) as store:
            events = store.read_from()
    if root and events[0].hash != root:
        raise BadInput(
            phrase("{name} is a backup of another study. Choose one of this study.", name=source.name)
        )
    return events, source


_WORDS = ("restored", "before")


def _put(path: Path, events: tuple[Event, ...], who: Operator) -> Path | None:
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
    kind: type[EventStore] = OfflineReplica if is_address(place) else SqliteStore
    return kind.open(place, writer=writer)


def _tell(path: str | Path, who: Operator, text: str) -> None:
    """Write a note into a study that was restored; one that cannot be written is left without."""
    with suppress(StoreError), _opened(path, who.writer()) as store:
        later = format_of(store.read_from()) > 1
        facts = [("note_added", {"text": text})]
        store.append_if_head(store.head(), who.events(facts, gesture=later))
        note_head(store.read_from(), journal_key(path))
