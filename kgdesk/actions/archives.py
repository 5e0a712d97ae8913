"""Export and import a study as a lossless ``.zip`` archive that can be read without kgdesk; verify either."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kgdesk import __version__, paths
from kgdesk.actions.opening import journal_key, open_store, restrict_doubtful, trust_now
from kgdesk.actions.session import Session
from kgdesk.actions.studies import open_study
from kgdesk.errors import BadInput, FileExists, KgdeskError, NotWritten
from kgdesk.model.study import study as studies
from kgdesk.paths import make_folder, resource_path, user_data_dir
from kgdesk.store import HeadJournal, SqliteStore, is_address, parse_lines
from kgdesk.tables.archive import read_archive, write_archive
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kgdesk.actions.operator import Operator
    from kgdesk.model.study import Trust
    from kgdesk.model.study.events import Event, Head
    from kgdesk.model.study.study import Study


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
        session.lines(),
        manifest,
        checker=resource_path("archive", "verify_archive.py").read_bytes(),
        overwrite=overwrite,
    )


def import_archive(archive: str | Path, path: str | Path, who: Operator) -> Session:
    """Create a study file from an archive, event by event.

    The study of an archive that is forked, compared with what was seen on this computer, is opened read-only.

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
    journal.forget(key)  # of the study that was there before
    trust = trust_now(events, path)
    if trust.verdict == "forked":
        restrict_doubtful(store, trust)
    else:  # what is tried out in a second copy does not make the first one doubtful
        journal.replace(events, key, accepted=bool(journal.seen(events[0].hash)))
    return Session(store, folded, who, Path(path), trust)


def sample_path(name: str) -> Path:
    """Return the path of the user's copy of a sample study; it need not exist."""
    return user_data_dir("samples", f"{name}.kgstudy")


def sample_table() -> Path:
    """Return the path of a table of candidates that comes with the program."""
    return resource_path("samples", f"{next(iter(SAMPLES))}.csv")


def write_sample_tables(folder: str | Path, *, overwrite: bool = False) -> tuple[Path, ...]:
    """Write the tables of candidates of the sample studies into a folder, which is made if missing.

    Returns
    -------
    tuple of Path
        The files.

    Raises
    ------
    FileExists, NotWritten
        Nothing was written: all of them are new, or may be replaced.
    """
    sources = [resource_path("samples", f"{name}.csv") for name in SAMPLES]
    files = tuple(Path(folder) / source.name for source in sources)
    for file in files:
        if file.exists() and not overwrite:
            raise FileExists(
                phrase(
                    "{name} is already there: choose another folder, or replace it (--overwrite). Nothing was written.",
                    name=file.name,
                )
            )
    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
        for source, file in zip(sources, files, strict=True):
            with paths.atomic_path(file, overwrite=overwrite) as part:
                part.write_bytes(source.read_bytes())
    except OSError as cause:
        raise NotWritten(
            phrase("{folder} cannot be written: check the folder.", folder=str(folder)), details=str(cause)
        ) from None
    return files


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
    make_folder(path.parent)
    return import_archive(resource_path("samples", f"{name}.zip"), path, who)


#: Relative tolerance of a replayed belief: exp and log differ between machines in the last digits.
_TOLERANCE = 1e-9


@dataclass(frozen=True, slots=True)
class Check:
    """Result of verifying a study.

    Parameters
    ----------
    study
        Name of the study.
    head
        Sequence number and hash of the last event.
    events, outcomes, suggestions
        Numbers of each.
    exact, close
        Numbers of logged suggestions whose belief replays bit for bit, and to 1e-9 only
        (made on another machine or by another version of the kernels).
    problem
        The problem in one sentence; None if the chain and beliefs are valid and the study is not forked.
    trust
        How the entries agree with what was seen on this computer.
    """

    study: str
    head: Head
    events: int
    outcomes: int
    suggestions: int
    exact: int
    close: int
    problem: str | None
    trust: Trust

    def as_json(self) -> dict[str, Any]:
        """Return the dict that the command line prints as JSON."""
        return {
            "trust": self.trust.as_json(),
            "study": self.study,
            "head": {"seq": self.head.seq, "hash": self.head.hash},
            "events": self.events,
            "outcomes": self.outcomes,
            "suggestions": self.suggestions,
            "replayed_exactly": self.exact,
            "replayed_closely": self.close,
            "ok": self.problem is None,
            "problem": self.problem,
        }


def verify(path: str | Path, held: Head | None = None) -> Check:
    """Verify the chain of a study or archive, recompute the belief behind each suggestion, and compare what was seen.

    Parameters
    ----------
    path
        A study file, the address of a study on a server, or an archive.
    held
        A head that somebody holds outside the study, as from a report; sequence number 0 if it is not known.

    Raises
    ------
    StoreError, BadTable
        The chain is broken or the file is not a study; the message names the place.
    """
    if not is_address(path) and is_archive(path):
        events = read_events(path)
        trust = trust_now(events, path)
    else:
        store, events, trust = open_store(path)
        store.close()
    study = studies.fold(events)
    trust = replace(trust, set_aside=study.set_aside)
    suggestion_events = [
        e for e in study.sensible if e.kind == "suggestion_made" and _NEEDED.issubset(e.payload)
    ]
    replayed = [_replays(study, event) for event in suggestion_events]
    problem = _lacks(events, held) if held is not None else None
    if problem is None and trust.verdict == "forked":
        problem = trust.sentence
    differing = [e for e, verdict in zip(suggestion_events, replayed, strict=True) if verdict == "differs"]
    if problem is None and differing:
        problem = phrase(
            "The belief behind the suggestion in entry {entry} ({candidate}) does not replay from the outcomes "
            "before it: the numbers shown then came from elsewhere.",
            entry=differing[0].seq,
            candidate=differing[0].payload["candidate"],
        )
    return Check(
        study.name,
        study.head,
        len(events),
        len(study.valid),
        len(suggestion_events),
        replayed.count("exact"),
        replayed.count("close"),
        problem,
        trust,
    )


def _lacks(events: Sequence[Event], held: Head) -> str | None:
    """Return why a chain does not contain a head; None if it does."""
    if held.seq > len(events):
        return phrase(
            "The study ends with entry {entries}, before entry {seq} of the head given: entries are missing, or it is "
            "an older copy.",
            entries=len(events),
            seq=held.seq,
        )
    if held.seq and events[held.seq - 1].hash != held.hash:
        return phrase(
            "Entry {seq} has another hash than the head given: an entry up to there was replaced, or the head is of "
            "another copy of the study. The entry has the hash {hash}.",
            seq=held.seq,
            hash=events[held.seq - 1].hash,
        )
    if not held.seq and all(event.hash != held.hash for event in events):
        return phrase(
            "No entry has the hash given: entries were replaced or are missing, or the head is of another copy of the "
            "study."
        )
    return None


#: Keys that a suggestion needs so that its belief can be computed again; kgdesk writes all of them.
_NEEDED = frozenset({"revision", "belief", "belief_digest", "probability"})


def _replays(study: Study, event: Event) -> str:
    """Return how the belief of a logged suggestion replays: ``exact``, ``close`` or ``differs``."""
    facts = event.payload
    try:
        then = studies.fold(study.events[: facts["revision"]])
        if facts["belief"] != then.settings.belief:
            then = replace(then, settings=replace(then.settings, belief=facts["belief"]))
    except KgdeskError:  # a state before the study was complete, or no such belief
        return "differs"
    if then.belief.digest == facts["belief_digest"]:
        return "exact"
    row = then.design.row_of[then.pool.row(facts["candidate"])]
    probability = float(then.belief.predict(then.design.X[row : row + 1])[0])
    believed = float(facts.get("chooser_probability", facts["probability"]))
    return "close" if abs(probability - believed) <= _TOLERANCE else "differs"
