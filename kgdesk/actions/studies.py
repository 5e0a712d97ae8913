"""Making, opening and changing a study: one function for each thing that a person can do."""

from __future__ import annotations

from dataclasses import asdict
from datetime import datetime
from typing import TYPE_CHECKING

from kgdesk.actions.opening import make_store, name_of, open_store
from kgdesk.actions.session import Change, Session
from kgdesk.collecting import uncollected
from kgdesk.errors import BadInput, phrase
from kgdesk.model import amending, decisions, signing, study

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from kgdesk.actions.who import Who
    from kgdesk.files import PoolReading
    from kgdesk.model.advice import Advice
    from kgdesk.model.settings import Settings


def create_study(
    path: str | Path, table: PoolReading, settings: Settings, who: Who, *, file: str = ""
) -> Session:
    """Make a study file from a table of candidates; past outcomes in the table become imported runs.

    Parameters
    ----------
    path
        Ends in ``.kgstudy``, or is an address as ``postgresql://kim@db.lab/kgdesk#NAME``; nothing is overwritten.
    table
        The candidates, as read and confirmed.
    settings
        Fixed from then on.
    who
        Makes it.
    file
        Name of the table's file, for the record.

    Returns
    -------
    Session
        Open for writing.

    Raises
    ------
    FileExists, ReadOnlyStudy, BadInput, OutOfRange
        Nothing was written.
    """
    source = {
        "file": file,
        "digest": table.digest,
        "size": table.size,
        "reading": asdict(table.reading),
        "left_out": [asdict(row) for row in table.left_out],
    }
    facts = list(decisions.create(name_of(path), settings, table.pool, source))
    if table.outcomes:
        facts.append(
            ("imported_from", {"file": file, "digest": table.digest, "outcomes": len(table.outcomes)})
        )
        facts += [
            (
                "outcome_recorded",
                {"candidate": c, "outcome": "success" if y > 0 else "failure", "imported": True},
            )
            for c, y in table.outcomes
        ]
    store = make_store(path, who.events(facts), who.writer())
    return Session(store, study.fold(store.read_from()), who, path)


def open_study(path: str | Path, who: Who, *, read_only: bool = False) -> Session:
    """Open a study, in a file or on a server; the whole chain is verified and compared with what was seen of it before.

    Raises
    ------
    StudyInUse
        Another program writes to it; open it read-only instead.
    NotAStudy, DamagedStudy, NewerStudy, StoreError
        It cannot be used.
    """
    # A collector that looks through hundreds of thousands of new values, which all stay, takes a third of the time.
    with uncollected():
        store, events = open_store(path, None if read_only else who.writer())
        try:
            return Session(store, study.fold(events), who, path)
        except BaseException:
            store.close()
            raise


def record(
    session: Session,
    candidate: str,
    outcome: str,
    *,
    note: str = "",
    reason: str = "",
    advice: Advice | None = None,
    token: str = "",
    count: tuple[int, int] | None = None,
    happened_at: str = "",
    start: int | None = None,
) -> Change:
    """Record one outcome (success, failure or void), durably before this returns.

    Parameters
    ----------
    advice
        What the person was shown; kept with the outcome in the same commit. A run that was started keeps that of
        its start.
    token
        Name of the gesture: asking twice with the same token records once.
    count
        (k, n): k successes of n runs at once.
    happened_at
        When the experiment was done: ISO 8601 with its UTC offset, not later than now. The time of the entry is kept
        beside it.
    start
        Number of the event that started the run; None for the oldest run of the candidate in progress.
    """
    facts = decisions.record(
        session.study,
        candidate,
        outcome,
        note=note,
        reason=reason,
        advice=advice,
        count=count,
        happened_at=happened_at,
        start=start,
    )
    if happened_at and datetime.fromisoformat(happened_at) > session.who.clock():
        raise BadInput(
            phrase(
                "The run cannot have been done at {happened_at}: that is still to come.",
                happened_at=happened_at,
            )
        )
    return session.append(facts, token)


def start(
    session: Session, candidate: str, *, reason: str = "", advice: Advice | None = None, token: str = ""
) -> Change:
    """Begin a run whose outcome comes later; until then suggestions allow for both of its outcomes."""
    return session.append(decisions.start(session.study, candidate, reason=reason, advice=advice), token)


def start_together(session: Session, picks: Sequence[Advice], *, token: str = "") -> Change:
    """Begin every run of a batch at once: all of them are started or none."""
    return session.append(decisions.start_together(session.study, picks), token)


def exclude(session: Session, candidates: str | Sequence[str], reason: str = "") -> Change:
    """Take one candidate or several out of stock: they are neither suggested nor recommended."""
    return session.append(decisions.exclude(session.study, candidates, reason))


def include(session: Session, candidates: str | Sequence[str], reason: str = "") -> Change:
    """Put one candidate or several back in stock."""
    return session.append(decisions.include(session.study, candidates, reason))


def note(session: Session, text: str, *, run: int | None = None) -> Change:
    """Keep a note with a run, or with the study."""
    return session.append(decisions.note(session.study, text, run=run))


def set_barcode(session: Session, column: str, reason: str) -> Change:
    """Name the column with the codes on the samples in an open study, or another one; an empty name takes it away."""
    return session.append(amending.set_barcode(session.study, column, reason))


def skip(session: Session, candidate: str, reason: str = "") -> Change:
    """Set a candidate aside until the next run is recorded."""
    return session.append(decisions.skip(session.study, candidate, reason))


def correct(session: Session, run: int, outcome: str, reason: str, *, candidate: str | None = None) -> Change:
    """Correct a run, with a reason; the old value stays in the log."""
    return session.append(decisions.correct(session.study, run, outcome, reason, candidate=candidate))


def take_back(session: Session) -> Change:
    """Take the newest entry back: it becomes void with the reason “taken back”."""
    return session.append(decisions.take_back(session.study))


def finish(session: Session, reason: str) -> Change:
    """Close the study: it takes no more outcomes until it is reopened."""
    return session.append(decisions.finish(session.study, reason))


def reopen(session: Session, reason: str) -> Change:
    """Open a finished study again."""
    return session.append(decisions.reopen(session.study, reason))


def sign_off(session: Session, meaning: str) -> Change:
    """Sign a finished study off: who, when, and what is meant by it."""
    return session.append(signing.sign_off(session.study, meaning))


def lock(session: Session, reason: str) -> Change:
    """Lock a finished study: nothing is entered until it is unlocked."""
    return session.append(signing.lock(session.study, reason))


def unlock(session: Session, reason: str) -> Change:
    """Unlock a study; it stays finished."""
    return session.append(signing.unlock(session.study, reason))
