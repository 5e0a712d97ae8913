"""Export and import a study as a lossless ``.zip`` archive that can be read without kgdesk."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from kgdesk import __version__
from kgdesk.actions.opening import journal_key, note_head
from kgdesk.actions.session import Session
from kgdesk.actions.studies import open_study
from kgdesk.errors import BadInput, phrase
from kgdesk.files.archive import CHECKER, read_archive, write_archive
from kgdesk.model.study import study
from kgdesk.resource_files import resource_path
from kgdesk.store import SqliteStore, parse_lines
from kgdesk.user_dirs import user_data_dir

if TYPE_CHECKING:
    from kgdesk.actions.operator import Operator
    from kgdesk.model.study.events import Event


#: Names of the sample studies that come with the program.
SAMPLES = ("reaction-screen", "growth-conditions")


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
    """Write the whole study to an archive; importing it gives the same head hash."""
    head = session.study.head
    manifest = {
        "study": session.study.name,
        "title": session.study.settings.title,
        "head": {"seq": head.seq, "hash": head.hash},
        "app_version": __version__,
    }
    write_archive(
        dest,
        session.lines(),
        manifest,
        record_format=session.study.record_format,
        checker=resource_path("archive", CHECKER).read_bytes(),
        overwrite=overwrite,
    )


def import_archive(archive: str | Path, path: str | Path, who: Operator) -> Session:
    """Create a study file from an archive, event by event.

    Raises
    ------
    FileExists
        The file exists already; nothing is overwritten.
    NotAStudy, DamagedStudy, NewerStudy
        The archive is not complete; nothing was written.
    """
    events = read_events(archive)
    folded = study.fold(events)
    store = SqliteStore.create_from(path, events, writer=who.writer())
    note_head(events, journal_key(path), replace=True)
    return Session(store, folded, who, Path(path))


def sample_path(name: str) -> Path:
    """Return the path of the user's copy of a sample study; it need not exist."""
    return user_data_dir("samples", f"{name}.kgstudy")


def open_sample(folder: str | Path, who: Operator, name: str = SAMPLES[0]) -> Session:
    """Copy a bundled sample study with its recorded outcomes into a folder and open it.

    An existing copy is opened unchanged.

    Raises
    ------
    BadInput
        No sample has this name.
    """
    if name not in SAMPLES:
        raise BadInput(
            phrase(
                "There is no sample study “{name}”: choose one of {choices}.",
                name=name,
                choices=", ".join(SAMPLES),
            )
        )
    path = Path(folder) / f"{name}.kgstudy"
    if path.exists():
        return open_study(path, who)
    path.parent.mkdir(parents=True, exist_ok=True)
    return import_archive(resource_path("samples", f"{name}.zip"), path, who)
