"""Restore a study from backups, salvage a damaged one, and save drafts of unconfirmed entries."""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import UTC
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kgdesk.actions.archives import is_archive, read_events
from kgdesk.actions.backups import backups_under, root_of
from kgdesk.actions.opening import journal_key, note_head, seen_head, trust_now
from kgdesk.errors import (
    BadInput,
    DamagedStudy,
    KgdeskError,
    NewerStudy,
    NotAStudy,
    StoreError,
    UserDataUnusable,
)
from kgdesk.model.study import study as studies
from kgdesk.model.study.trust import common_prefix
from kgdesk.paths import copy_rights, user_data_dir
from kgdesk.store import (
    HeadJournal,
    OfflineReplica,
    SqliteStore,
    UserValues,
    is_address,
    locked_out,
    salvage,
)
from kgdesk.store.disk import swap
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kgdesk.actions.operator import Operator
    from kgdesk.actions.session import Session
    from kgdesk.model.study.events import Event
    from kgdesk.store import EventStore, Writer


_DRAFTS = UserValues("draft")
_SETUP = "new study"


@dataclass(frozen=True, slots=True)
class EntryDraft:
    """An unconfirmed entry.

    Parameters
    ----------
    candidate, outcome, reason
        The values to record.
    token
        Idempotency key of the entry.
    """

    candidate: str
    outcome: str
    token: str
    reason: str = ""


def save_draft(session: Session, draft: EntryDraft | None) -> None:
    """Save the draft, or delete it if `None`. I/O errors are ignored."""
    with suppress(UserDataUnusable, BadInput):
        if draft is None:
            _DRAFTS.delete(_name(session))
        else:
            _DRAFTS.write(_name(session), asdict(draft))


def load_draft(session: Session) -> EntryDraft | None:
    """Return the draft that the last session left; None if there is none or its entry is on record."""
    stored = _draft(_name(session))
    if set(stored) != {"candidate", "outcome", "token", "reason"} or not all(map(_is_text, stored.values())):
        return None
    draft = EntryDraft(**stored)
    return None if session.recorded(draft.token) or draft.candidate not in session.study.pool.ids else draft


def save_setup(draft: dict[str, Any] | None) -> None:
    """Save the draft of a new study as JSON values, or delete it if None."""
    with suppress(UserDataUnusable, BadInput):
        if draft is None:
            _DRAFTS.delete(_SETUP)
        else:
            _DRAFTS.write(_SETUP, draft)


def load_setup() -> dict[str, Any]:
    """Return the draft of a new study that the last session left; empty if there is none."""
    return _draft(_SETUP)


def _draft(name: str) -> dict[str, Any]:
    with suppress(UserDataUnusable):
        return _DRAFTS.read(name)
    return {}


def _name(session: Session) -> str:
    return session.study.events[0].hash


def _is_text(value: object) -> bool:
    return isinstance(value, str)


@dataclass(frozen=True, slots=True)
class Restored:
    """Result of restoring a study.

    Parameters
    ----------
    entries
        Number of events of the restored study, not counting the note about the restore.
    source
        Origin of the events: a backup, or the damaged file itself.
    previous_file
        The previous file under its new name; None if there was none.
    common
        Number of events that the restored study and the previous file have in common from the beginning; 0 if none of
        the previous file can be read.
    dropped
        Number of events of the previous file that are not in the restored study; they stay in `previous_file`.
    missing
        Number of events that were seen here and are in neither file.
    """

    entries: int
    source: Path
    previous_file: Path | None
    common: int
    dropped: int
    missing: int

    @property
    def sentences(self) -> tuple[str, ...]:
        """What was restored, what was dropped and where that is now, and what is missing; one sentence each."""
        lines = [phrase("Restored {count} entries from {name}.", count=self.entries, name=self.source.name)]
        if self.dropped and self.previous_file is not None:
            first, kept = self.common + 1, self.previous_file.name
            if self.entries > self.common:
                lines.append(
                    phrase(
                        "Entries 1 to {common} are those that the file had; from entry {first} on those of {name} were "
                        "taken.",
                        common=self.common,
                        first=first,
                        name=self.source.name,
                    )
                )
            one = phrase(
                "Entry {first} of the file as it was is dropped. It stays in {kept}.", first=first, kept=kept
            )
            more = phrase(
                "Entries {first} to {last} of the file as it was are dropped: {count} in all. They stay in {kept}.",
                first=first,
                last=self.common + self.dropped,
                count=self.dropped,
                kept=kept,
            )
            lines.append(one if self.dropped == 1 else more)
        elif self.previous_file is not None:
            lines.append(phrase("The file that was there is kept as {kept}.", kept=self.previous_file.name))
        one = phrase("1 entry that was seen on this computer is in neither: record it again.")
        more = phrase(
            "{count} entries that were seen on this computer are in neither: record them again.",
            count=self.missing,
        )
        if self.missing:
            lines.append(one if self.missing == 1 else more)
        return tuple(lines)


def restore(path: str | Path, who: Operator, *, source: str | Path | None = None) -> Restored:
    """Replace a study file by its most complete valid state; keep the previous file under another name.

    Parameters
    ----------
    path
        The study: damaged, truncated or missing.
    source
        The backup to use. By default the one with most of the events seen at this place, or the file itself if its
        valid events include more of them.

    Raises
    ------
    StudyInUse
        A window has it open for writing, or another process holds it; on Windows also one that only reads it.
    BadInput, DamagedStudy
        There is nothing to restore from.
    StoreError
        A backup that may hold more cannot be read just now.
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
    with locked_out(path, who.writer()):  # an entry made meanwhile would stay in the old file
        root = root_of(path)
        before: tuple[Event, ...] = ()
        with suppress(StoreError):
            before, _ = salvage(path)
        events, origin = (
            _fullest_state(path, root, before) if source is None else _read_source(Path(source), root)
        )
        studies.fold(events)
        seen = seen_head(path, events[0].hash)
        missing = 0
        if seen is not None:
            missing = seen.head.seq - max(
                HeadJournal().common(each, seen) for each in (events, before) if each
            )
        common = common_prefix([event.hash for event in events], [event.hash for event in before])
        kept = _replace_file(path, events, who, origin)
        note_head(events, journal_key(path), replace=True)
    done = Restored(len(events), origin, kept, common, len(before) - common, missing)
    _add_note(path, who, " ".join(map(str, done.sentences)))
    return done


def take_as_it_is(path: str | Path, who: Operator) -> int:
    """Accept a study file from which events that were seen before are missing; return its number of events.

    The head journal is reset to the file, and a note in the study records this. Heads of lost files are forgotten.

    Raises
    ------
    DamagedStudy
        The hash chain is broken: restore the study instead.
    """
    with _open_unchecked(path) as store:
        events = store.read_from()
    key, journal = journal_key(path), HeadJournal()
    lacking = journal.lost_at(events, key) is not None or trust_now(events, path).doubtful
    seen = max((one.head.seq for one in journal.seen(events[0].hash)), default=0)
    for one in journal.seen(events[0].hash):
        if not is_address(one.place) and not Path(one.place).exists():
            journal.forget(one.place)
    note_head(events, key, replace=True)
    if lacking:
        _add_note(path, who, f"Taken as it is with {len(events)} entries, although {seen} were seen of it.")
    return len(events)


def _fullest_state(path: Path, root: str, before: tuple[Event, ...]) -> tuple[tuple[Event, ...], Path]:
    """Return the state with most of the events seen at a place: the valid events of the file, or those of a backup."""
    seen = seen_head(path, root)

    def worth(events: Sequence[Event]) -> tuple[int, int]:
        return HeadJournal().common(events, seen) if seen is not None else 0, len(events)

    best, origin = before, path
    for backup in reversed(backups_under(root, path.stem)):
        if best and (backup.seq, backup.seq) <= worth(best):
            break  # neither this backup nor a shorter one can contain more
        try:
            with SqliteStore.open(backup.path, writer=None) as store:
                events = store.read_from()
                if backup.holds(store.head()) and (not best or worth(events) > worth(best)):
                    best, origin = events, backup.path
        except (DamagedStudy, NotAStudy, NewerStudy):
            continue
        except StoreError as cause:  # for the moment: an older one would drop what it holds
            raise StoreError(
                phrase(
                    "The backup {name} cannot be read just now, and nothing was changed. Try again, or name another "
                    "one (--from).",
                    name=backup.path,
                ),
                details=str(cause),
            ) from None
    if not best:
        raise DamagedStudy(
            phrase(
                "There is no backup of {name} on this computer, and no entry of the file itself can "
                "be read. Look for an archive or a copy, to restore it from (--from).",
                name=path.name,
            )
        )
    return best, origin


def _read_source(source: Path, root: str) -> tuple[tuple[Event, ...], Path]:
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


def _replace_file(path: Path, events: tuple[Event, ...], who: Operator, origin: Path) -> Path | None:
    stamp = f"{who.now().astimezone(UTC):%Y-%m-%d %H.%M.%S}"
    while any(path.with_name(f"{path.stem} ({word} {stamp}){path.suffix}").exists() for word in _WORDS):
        stamp += "+"  # a second restore within the same second
    new = path.with_name(f"{path.stem} (restored {stamp}){path.suffix}")
    old = path.with_name(f"{path.stem} (before {stamp}){path.suffix}")
    SqliteStore.create_from(new, events, writer=who.writer()).close()
    had = os.path.lexists(path)
    if not had and origin.suffix == path.suffix:  # otherwise `swap` gives it the rights of the previous file
        copy_rights(origin, new)
    try:
        swap(path, new, old)
    except KgdeskError:
        with suppress(OSError):
            new.unlink()
        raise
    finally:
        with suppress(OSError):
            new.with_name(f".{new.name}.lock").unlink()
    return old if had else None


def _open_unchecked(place: str | Path, writer: Writer | None = None) -> EventStore:
    """Open a study without comparing it with the head journal."""
    kind: type[EventStore] = OfflineReplica if is_address(place) else SqliteStore
    return kind.open(place, writer=writer)


def _add_note(path: str | Path, who: Operator, text: str) -> None:
    """Add a note to a restored study. Store errors are ignored."""
    with suppress(StoreError), _open_unchecked(path, who.writer()) as store:
        store.append_if_head(store.head(), who.events([("note_added", {"text": text})]))
        note_head(store.read_from(), journal_key(path))
