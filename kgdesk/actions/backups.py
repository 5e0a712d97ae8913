"""Backups in two places, verification of a study file or archive, and the shipped certificate of the intervals."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kgdesk import kernels
from kgdesk.actions.archives import is_archive, read_events
from kgdesk.actions.opening import journal_key, open_store
from kgdesk.actions.studies import open_study
from kgdesk.errors import BadInput, KgdeskError, NotSaved, StoreError, phrase
from kgdesk.model.insight.certificate import Certificate
from kgdesk.model.study import study as studies
from kgdesk.resource_files import resource_path
from kgdesk.store import (
    Backup,
    HeadJournal,
    SqliteStore,
    back_up,
    backup_folder,
    backups,
    copied,
    due,
    is_address,
    read_user_file,
    salvage,
    write_user_file,
)
from kgdesk.user_dirs import user_data_dir

if TYPE_CHECKING:
    from collections.abc import Callable

    from kgdesk.actions.operator import Operator
    from kgdesk.actions.session import Session
    from kgdesk.model.study.events import Event, Head
    from kgdesk.model.study.study import Study


@cache
def certificate() -> Certificate | None:
    """Return the certificate that came with the program; None where it is missing or cannot be read."""
    try:
        text = resource_path("certificates", "ranges.json").read_text(encoding="utf-8")
        return Certificate.from_json(json.loads(text))
    except (KgdeskError, OSError, ValueError):
        return None


def is_current(certified: Certificate) -> bool:
    """Return whether a certificate was measured with the beliefs that run here.

    How a candidate is found fast has no part in it: sweeps give the same values however they come by them.
    """
    return certified.beliefs == kernels.BELIEF_VERSION


#: Across machines exp and log differ in the last digits.
_TOLERANCE = 1e-9


@dataclass(frozen=True, slots=True)
class Check:
    """What verifying a study found.

    Parameters
    ----------
    study
        Its name.
    head
        End of the chain.
    events, outcomes, suggestions
        Counts.
    exact, close
        Of the suggestions kept in the log: how many beliefs replay to the last bit, and how many only to 1e-9
        (made on another machine or by another version of the kernels).
    problem
        One sentence; None when chain and belief are whole.
    """

    study: str
    head: Head
    events: int
    outcomes: int
    suggestions: int
    exact: int
    close: int
    problem: str | None

    def as_json(self) -> dict[str, Any]:
        """Return the shape that the command line prints."""
        return {
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


def verify(path: str | Path) -> Check:
    """Follow the whole chain of a study or archive and replay every belief that a suggestion was made with.

    Raises
    ------
    StoreError, BadTable
        The chain is broken or the file is not a study; the text names the place.
    """
    if not is_address(path) and is_archive(path):
        events = read_events(path)
    else:
        store, events = open_store(path)
        store.close()
    study = studies.fold(events)
    suggestion_events = [e for e in events if e.kind == "suggestion_made"]
    exact = close = 0
    problem = None
    for event in suggestion_events:
        verdict = _replays(study, event)
        exact += verdict == "exact"
        close += verdict == "close"
        if verdict == "differs" and problem is None:
            problem = phrase(
                "The belief behind the suggestion in entry {entry} ({candidate}) does not replay from the outcomes "
                "before it: the numbers shown then came from elsewhere.",
                entry=event.seq,
                candidate=event.payload["candidate"],
            )
    outcomes = len(study.valid)
    return Check(study.name, study.head, len(events), outcomes, len(suggestion_events), exact, close, problem)


def _replays(study: Study, event: Event) -> str:
    """Return ``exact``, ``close`` or ``differs``."""
    facts = event.payload
    then = studies.fold(study.events[: int(facts["revision"])])
    if facts["belief"] != then.settings.belief:
        then = replace(then, settings=replace(then.settings, belief=facts["belief"]))
    if then.belief.digest == facts["belief_digest"]:
        return "exact"
    row = then.design.row_of[then.pool.row(facts["candidate"])]
    probability = float(then.belief.predict(then.design.X[row : row + 1])[0])
    believed = float(facts.get("chooser_probability", facts["probability"]))
    return "close" if abs(probability - believed) <= _TOLERANCE else "differs"


def kernels_kept() -> bool:
    """Return whether every kernel lies compiled in a sealed folder, so that nobody has to wait for the compiler."""
    return kernels.active_layer().sealed


def warm_up(progress: Callable[[int, int], None] | None = None) -> int:
    """Compile every kernel or load it from the cache; see `kgdesk.kernels.warm_up`."""
    return int(kernels.warm_up(progress))


@dataclass(frozen=True, slots=True)
class BackupStatus:
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
    found = read_user_file(user_data_dir("backups.json")).get("second_place")
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
    if not write_user_file(user_data_dir("backups.json"), {"second_place": text}, durable=True):
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


def backup_if_due(session: Session) -> BackupStatus:
    """Make a backup unless there is one of this head or of this hour; a failure is told, never raised."""
    study = session.study
    try:
        if due(
            backup_folder(study.events[0].hash, study.name), study.head, session.who.clock().astimezone(UTC)
        ):
            backup(session)
    except KgdeskError as problem:
        state = backup_status(session)
        return BackupStatus(state.made_at, state.behind, problem.sentence)
    return backup_status(session)


def backup_of(place: str | Path, who: Operator) -> BackupStatus:
    """Make a backup where one is due, with a store of its own: for another thread than the session's."""
    with open_study(place, who, read_only=True) as session:
        return backup_if_due(session)


def backup_status(session: Session) -> BackupStatus:
    """Return how well a study is backed up; looks at names only."""
    study = session.study
    found = backups(backup_folder(study.events[0].hash, study.name))
    return (
        BackupStatus(found[-1].made_at, max(0, study.head.seq - found[-1].seq))
        if found
        else BackupStatus(None, study.head.seq)
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
    return HeadJournal().root_at(journal_key(path))


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
