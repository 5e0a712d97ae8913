"""Export and import a study as a lossless ``.zip`` archive that can be read without kgdesk."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from kgdesk import __version__
from kgdesk.actions.opening import journal_key, restrict_doubtful, trust_now
from kgdesk.actions.session import Session
from kgdesk.model.study import study as studies
from kgdesk.store import HeadJournal, SqliteStore, export_lines, parse_lines
from kgdesk.tables.archive import read_archive, write_archive

if TYPE_CHECKING:
    from kgdesk.actions.operator import Operator
    from kgdesk.model.study.events import Event


def is_archive(path: str | Path) -> bool:
    """Return whether a path has the suffix of an archive."""
    return Path(path).suffix.lower() == ".zip"


def read_events(path: str | Path) -> tuple[Event, ...]:
    """Read the events of an archive and verify their hash chain.

    Raises
    ------
    NotAStudy, DamagedStudy, NewerStudy
        The file is not a complete archive.
    """
    lines, _ = read_archive(path)
    return parse_lines(lines)


def export_archive(session: Session, dest: str | Path, *, overwrite: bool = False) -> None:
    """Write the whole study to an archive; importing it gives the same head hash.

    The entries come from memory: an open study is saved though its file or its server is gone.
    """
    head, trust = session.study.head, session.trust
    manifest = {
        "trust": {"verdict": trust.verdict, "sentence": str(trust.sentence)},
        "study": session.study.name,
        "title": session.study.settings.title,
        "head": {"seq": head.seq, "hash": head.hash},
        "app_version": __version__,
    }
    write_archive(
        dest,
        export_lines(session.study.events),
        manifest,
        overwrite=overwrite,
        like=session.file,
    )


def import_archive(archive: str | Path, path: str | Path, who: Operator) -> Session:
    """Create a study file from an archive, event by event.

    If the archive is forked from what was seen on this computer, the study is opened read-only.

    Raises
    ------
    FileExists
        The file exists already; nothing is overwritten.
    NotAStudy, DamagedStudy, NewerStudy
        The archive is not complete; nothing was written.
    """
    events = read_events(archive)
    folded = studies.fold(events)
    key = journal_key(path)
    store = SqliteStore.create_from(path, events, writer=who.writer())
    journal = HeadJournal()
    journal.forget(key)  # the head of a study that was at this path before
    trust = trust_now(events, path)
    if trust.verdict == "forked":
        restrict_doubtful(store, trust)
    else:  # accepted, so that entries added to this copy do not put an earlier one in doubt
        journal.replace(events, key, accepted=bool(journal.seen(events[0].hash)))
    return Session(store, folded, who, Path(path), trust)
