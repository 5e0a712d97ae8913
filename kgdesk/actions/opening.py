"""Opens the store of a study, verifies it, and compares it with the heads that were seen on this computer."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from kgdesk.errors import BadInput, DamagedStudy, StoreError
from kgdesk.model.study.events import Head
from kgdesk.store import (
    HeadJournal,
    OfflineReplica,
    Patience,
    SqliteStore,
    absolute_path,
    is_address,
    is_backup,
    split_address,
    unsafe_folder,
    without_password,
)
from kgdesk.text import in_sequence, phrase

if TYPE_CHECKING:
    from collections.abc import Sequence
    from contextlib import AbstractContextManager

    from kgdesk.model.study.events import Event, NewEvent
    from kgdesk.model.study.trust import Trust
    from kgdesk.store import EventStore, SeenHead, Writer


_ELSEWHERE = phrase(
    "Keep it in a folder of this computer and send copies (kgdesk export STUDY NAME.zip), "
    "or keep it on a PostgreSQL server."
)


def open_store(
    place: str | Path, writer: Writer | None = None, patience: Patience | None = None
) -> tuple[EventStore, tuple[Event, ...], Trust]:
    """Open and verify a study; return its store, all events, and how they agree with what was seen here.

    The lock of a file is held only during an append, so several programs can record in it.

    Parameters
    ----------
    place
        A study file, or the address of a study on a server.
    writer
        Whoever is to record; None opens read-only.
    patience
        How long calls to a server may wait, now and later; a file takes none.

    Raises
    ------
    DamagedStudy
        The chain is broken, or events seen at this place are missing; the message says which and what to do. A study
        whose events differ from those seen at this place can still be opened read-only.
    StudyInUse
        Another program holds it exclusively; open it read-only instead.
    NotAStudy, NewerStudy, StoreError
        It cannot be used.
    """
    if is_address(place):
        patience = patience or Patience()
        with patience.gesture():  # one limit for all that it takes
            return _opened(OfflineReplica.open(place, writer=writer, patience=patience), place, writer)
    return _opened(SqliteStore.open(place, writer=writer, hold=False), place, writer)


def _opened(
    store: EventStore, place: str | Path, writer: Writer | None
) -> tuple[EventStore, tuple[Event, ...], Trust]:
    try:
        events, trust = _read_and_compare(store, place, writing=writer is not None)
        why = "" if writer is None else unsafe_folder_reason(place)
        if why:
            store.restrict(
                phrase(
                    "The folder of {name} {why}, so it was opened for reading only. {elsewhere}",
                    name=store.name,
                    why=why,
                    elsewhere=_ELSEWHERE,
                )
            )
    except BaseException:
        store.close()
        raise
    return store, events, trust


def _read_and_compare(
    store: EventStore, place: str | Path, *, writing: bool
) -> tuple[tuple[Event, ...], Trust]:
    """Read all events and compare them with the heads seen before.

    If another program records in between and notes its head, the events are read again.
    """
    while True:
        events = store.read_from()
        try:
            return events, compare(store, events, journal_key(place), writing=writing)
        except DamagedStudy:
            if not store.news_since(Head(events[-1].seq, events[-1].hash)):
                raise


def journal_key(place: str | Path) -> str:
    """Return the canonical name of a place in the head journal: absolute path, or address without password.

    Raises
    ------
    BadInput
        The folder of a file cannot be resolved.
    """
    return without_password(str(place)) if is_address(place) else str(absolute_path(place))


def place_of(text: str | Path) -> str | Path:
    """Convert user input to a place: an address stays text, anything else becomes a path."""
    return text if is_address(text) else Path(text)


def name_of(place: str | Path) -> str:
    """Return the name of the study at a place."""
    return split_address(str(place))[1] if is_address(place) else Path(place).stem


def compare(store: EventStore, events: tuple[Event, ...], place: str, *, writing: bool = False) -> Trust:
    """Compare a study with the heads seen before and return the verdict; then store its present head.

    A copy that is behind or forked, at a place where the study was never seen, becomes read-only.

    Raises
    ------
    DamagedStudy
        The study at this place was longer before; or it is another one than before, and was opened for writing.
    """
    journal = HeadJournal()
    trust, seen = journal.trust(events, place), journal.lost_at(events, place)
    away = isinstance(store, OfflineReplica) and store.away
    if seen is not None and not away and (writing or trust.verdict != "forked"):
        raise DamagedStudy(_lost(store.name, len(events), seen))
    known_here = any(one.place == place for one in journal.seen(events[0].hash))
    if seen is None and (known_here or not trust.doubtful):
        if is_address(place) or not is_backup(Path(place)):  # nobody goes on with a study in a backup
            note_head(events, place)
    elif away:
        store.restrict(
            phrase(
                "The server cannot be reached, and the copy on this computer lacks entries: it has {count} of {seq}. "
                "So it was opened for reading only. Check the network and open the study again.",
                count=len(events),
                seq=trust.entries if trust.seen is None else trust.seen.seq,
            )
        )
    else:
        restrict_doubtful(store, trust)
    return trust


def trust_now(
    events: Sequence[Event],
    place: str | Path,
    at_opening: Trust | None = None,
    source: tuple[AbstractContextManager[object], EventStore] | None = None,
) -> Trust:
    """Compare the events of a study with what was seen on this computer, without changing the journal.

    Parameters
    ----------
    at_opening
        The verdict when the study was opened. A study that was unknown then does not become whole by being opened.
    source
        The open store, and the lock under which it is read. If `events` lack a head that was seen, another program may
        have recorded more since, so the store is read again before the verdict.
    """
    now = HeadJournal().trust(events, journal_key(place))
    if now.doubtful and source is not None:
        with source[0], suppress(StoreError):
            store = source[1]
            if isinstance(store, SqliteStore) and not store.is_closed:
                now = HeadJournal().trust([*events, *store.read_from(events[-1].seq + 1)], journal_key(place))
    if at_opening is not None and at_opening.verdict == "not known here" and now.verdict == "whole":
        return at_opening
    return now


def seen_head(path: Path, root: str) -> SeenHead | None:
    """Return the head seen at a place, otherwise the longest head of the study seen anywhere; None if there is none."""
    key = journal_key(path)
    return max(HeadJournal().seen(root), key=lambda one: (one.place == key, one.head.seq), default=None)


def restrict_doubtful(store: EventStore, trust: Trust) -> None:
    """Make a store read-only, because it holds a copy that is behind or forked."""
    way_out = phrase(
        "So it was opened for reading only. To go on with this copy take it as it is, on the command line (kgdesk "
        "restore STUDY --as-it-is)."
    )
    store.restrict(in_sequence([trust.sentence, way_out]))


def make_store(
    place: str | Path, events: Sequence[NewEvent], writer: Writer
) -> tuple[EventStore, tuple[Event, ...]]:
    """Create a study from its first events, in a file or on a server, and store its head in the journal.

    Returns
    -------
    store, events
        The store, open for writing, and the stored, verified events.

    Raises
    ------
    FileExists, ReadOnlyStudy, BadInput, NotSaved, ServerAway
        No study was created.
    """
    refuse_unsafe_folder(place)
    if is_address(place):
        patience = Patience()
        with patience.gesture():
            store: EventStore = OfflineReplica.create(place, events, writer=writer, patience=patience)
            stored = store.read_from()
    else:
        store = SqliteStore.create(place, events, writer=writer, hold=False)
        stored = store.read_from()
    note_head(stored, journal_key(place), replace=True)
    return store, stored


def note_head(events: Sequence[Event], place: str, *, replace: bool = False) -> None:
    """Store the head of a study in the journal unless a longer one is known at the place.

    Parameters
    ----------
    replace
        Also replace a longer head, or that of another study: a person has decided to go on with these events.
    """
    journal = HeadJournal()
    if not replace:
        journal.advance(events, place)
        return
    journal.forget(place)
    journal.replace(events, place, accepted=journal.trust(events, place).doubtful)


def _lost(name: str, entries: int, seen: SeenHead) -> str:
    at = seen.at[:16].replace("T", " ")
    what = (
        phrase(
            "ends with entry {entries}, but {seq} entries were seen here, the last of {at} UTC",
            entries=entries,
            seq=seen.head.seq,
            at=at,
        )
        if entries < seen.head.seq
        else phrase("holds other entries than those that were seen here until {at} UTC", at=at)
    )
    return phrase(
        "{name} {what}: entries are missing. Restore it from a backup (kgdesk restore "
        "STUDY), or take it as it is (kgdesk restore STUDY --as-it-is).",
        name=name,
        what=what,
    )


def refuse_unsafe_folder(path: str | Path) -> None:
    """Raise if a new study would be on a network drive or in a synchronised folder.

    Raises
    ------
    BadInput
        The folder is unsafe.
    """
    why = unsafe_folder_reason(path)
    if why:
        raise BadInput(
            phrase(
                "The folder {parent} {why}: a study there could lose entries. {elsewhere}",
                parent=Path(path).absolute().parent,
                why=why,
                elsewhere=_ELSEWHERE,
            )
        )


def unsafe_folder_reason(place: str | Path) -> str:
    """Return why a study must not be kept at a place, as the predicate of a sentence; empty if it may."""
    return "" if is_address(place) else unsafe_folder(Path(place).absolute().parent)
