"""Create, open and change a study: one function per user action."""

from __future__ import annotations

from dataclasses import asdict, replace
from datetime import datetime
from typing import TYPE_CHECKING

from kgdesk.actions.opening import journal_key, make_store, name_of, open_store
from kgdesk.actions.session import Session, replayed
from kgdesk.errors import BadInput, StoreError, StudyInUse
from kgdesk.model.advice.posterior_summary import recommended
from kgdesk.model.advice.predicted_values import far_values
from kgdesk.model.decisions import recording, run_blocks, runs, stock, study_state
from kgdesk.model.decisions.checks import names_of, stripped
from kgdesk.model.decisions.earlier_studies import check_other_runs, learnable
from kgdesk.model.decisions.plates import past_outcomes
from kgdesk.model.study import study
from kgdesk.model.study.events import Event, Head
from kgdesk.model.study.outcome_words import checked_count, outcome_of
from kgdesk.model.study.records import REDONE, numbers_in_words
from kgdesk.model.study.run_blocks import settled_blocks
from kgdesk.model.study.setup import with_roles
from kgdesk.startup import collector_paused
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from pathlib import Path
    from typing import Any

    from kgdesk.actions.changes import Change
    from kgdesk.actions.operator import Operator
    from kgdesk.model.advice.advice import Advice
    from kgdesk.model.advice.predicted_values import FarValue
    from kgdesk.model.advice.suggestion import Estimate
    from kgdesk.model.decisions.shown_suggestions import SeenOn
    from kgdesk.model.study.events import NewEvent
    from kgdesk.model.study.records import Measured, RunNumber
    from kgdesk.model.study.settings import Settings
    from kgdesk.model.study.study import Study
    from kgdesk.store import Patience
    from kgdesk.tables import PoolReading

    Fact = tuple[str, dict[str, Any]]

    Picks = Sequence[Advice | str]


def create_study(
    path: str | Path,
    table: PoolReading,
    settings: Settings,
    who: Operator,
    *,
    file: str = "",
    like: Study | None = None,
    frame: str = "",
    learn_from: Study | None = None,
) -> Session:
    """Create a study file from a table of candidates; past outcomes in the table become imported runs.

    Parameters
    ----------
    path
        File with suffix ``.kgstudy``, or an address such as ``postgresql://kim@db.lab/kgdesk#NAME``; never
        overwritten.
    table
        The confirmed table of candidates.
    settings
        Settings, fixed from then on.
    who
        Author of the first events.
    file
        Name of the file of the table, which is recorded.
    like
        Another study, whose runs and stock the new one takes over; see `kgdesk.actions.importing.read_like`.
    frame
        Library of the data frame that the table came from, which is recorded; empty for a file.
    learn_from
        An earlier study, whose runs are frozen in the record and from which the prior learns; None: that of `like`, if
        there is one.

    Returns
    -------
    Session
        The study, open for writing.

    Raises
    ------
    FileExists, ReadOnlyStudy, BadInput, OutOfRange
        Nothing was written.
    """
    journal_key(path)  # a name that cannot be one is refused as such, and not as a value of the record
    source = {
        # What the system hands over for bytes that are no text cannot be stored.
        "file": file.encode(errors="backslashreplace").decode(),
        "digest": table.digest,
        "size": table.size,
        "reading": asdict(table.reading),
        "left_out": [asdict(row) for row in table.left_out],
    }
    source |= {"changed": list(table.changed)} if table.changed else {}
    source |= {"frame": frame} if frame else {}
    columns = with_roles(table.columns, settings)
    if settings.blocks:
        named = settled_blocks(settings.blocks, who.now(), [column.name for column in columns])
        settings = replace(settings, blocks=named)
    earlier = None if like is None else like.earlier
    if learn_from is not None:
        earlier = learnable(settings, table.pool, learn_from)
    facts = list(recording.create(name_of(path), settings, table.pool, source, columns, earlier))
    if table.past:
        facts += past_outcomes(table.past, settings, {"file": file, "digest": table.digest}, table.pool)
    if like is not None:
        facts += study_state.carried_along(like)
    if earlier is not None and learn_from is not None:
        check_other_runs(table.pool, facts, earlier)
    store, events = make_store(path, who.events(facts), who.writer())
    return Session(store, study.fold(events), who, path)


def open_study(
    path: str | Path, who: Operator, *, read_only: bool = False, patience: Patience | None = None
) -> Session:
    """Open a study file or a study on a server; verify its chain and compare it with the head seen before.

    Parameters
    ----------
    patience
        How long calls to a server may wait; another thread can end them by its `hurry`.

    Raises
    ------
    StudyInUse
        Another program holds it exclusively; open it read-only instead.
    NotAStudy, DamagedStudy, NewerStudy, StoreError
        It cannot be used.
    """
    # The collector would take a third of the time, going through hundreds of thousands of new objects that all stay.
    with collector_paused():
        store, events, trust = open_store(path, None if read_only else who.writer(), patience)
        try:
            return Session(store, study.fold(events), who, path, trust)
        except BaseException:
            store.close()
            raise


def open_in_window(place: str | Path, who: Operator, patience: Patience | None = None) -> Session:
    """Open a study for a window, read-only while another window or program holds it; `patience` as `open_study`.

    Raises
    ------
    NotAStudy, DamagedStudy, NewerStudy, StoreError
        As `open_study`.
    """
    try:
        session = open_study(place, who, patience=patience)
    except StudyInUse:
        return open_study(place, who, read_only=True, patience=patience)
    claim_window(session)
    return session


def claim_window(session: Session) -> None:
    """Make this the only window that records in its study file, until it is closed; read-only if there is another.

    Commands and scripts may still record.
    """
    try:
        session.store.claim(session.who.writer())
    except StoreError as cause:
        session.store.restrict(cause.sentence)


def record(
    session: Session,
    candidate: str,
    outcome: str,
    *,
    note: str = "",
    reason: str = "",
    advice: Advice | None = None,
    seen_on: SeenOn = "",
    token: str = "",
    count: tuple[int, int] | None = None,
    happened_at: str = "",
    run: int | None = None,
    measured: Measured | None = None,
    repeat: bool = False,
    set_values: Mapping[str, float | str] | None = None,
    beyond: bool = False,
    blocks: Mapping[str, str] | None = None,
) -> Change:
    """Record one outcome (success, failure or void), or `count` at once; durable on return.

    Parameters
    ----------
    advice
        The suggestion that the user acted on; stored with the outcome in the same commit. A started run keeps
        that of its start. Without it, only the prediction for this candidate is stored.
    seen_on
        Where the user saw the suggestion: ``card`` of the window, ``answer`` of `kgdesk suggest`, empty if unknown.
    token
        Idempotency key: two calls with the same token record once.
    count
        (k, n): k successes of n runs at once.
    happened_at
        Time of the experiment: ISO 8601 with UTC offset, not later than now. The time of the entry is stored as
        well.
    run
        Number of the run in progress that the outcome is of; None for the oldest one of the candidate.
    measured
        Measured value of a single run, or a limit of it.
    repeat
        Record it although the candidate has had all runs that the study allows, or is out of stock.
    set_values
        Attribute -> value that was really set, where it differs from that of the candidate: the belief learns from it.
    beyond
        Whether numbers there outside the range of the candidates are right.
    blocks
        Block column -> level of the run, where it is not that of its start or of the study now.

    Raises
    ------
    BadInput
        The token belongs to another entry; nothing was recorded. This applies to all functions below.
    """
    given: dict[str, Any] = {
        "note": note, "reason": reason, "count": count, "happened_at": happened_at, "measured": measured,
        "repeat": repeat, "set_values": set_values, "beyond": beyond, "blocks": blocks,
    }  # fmt: skip
    seen = session.study

    def entry() -> Change:
        if token and (
            done := session.repeated(token, _outcome_facts(candidate, outcome, note, reason, count))
        ):
            return done
        shown = advice if session.study is seen else None  # a later state has another suggestion
        facts = recording.record(
            session.study, candidate, outcome, advice=shown, seen_on=seen_on, run=run, **given
        )
        if happened_at:
            _refuse_future(happened_at, session.who.now())
        return session.append(facts, token)

    return replayed(session, entry)


def start(
    session: Session,
    candidate: str,
    *,
    reason: str = "",
    advice: Advice | None = None,
    seen_on: SeenOn = "",
    blocks: Mapping[str, str] | None = None,
    token: str = "",
) -> Change:
    """Start a run whose outcome comes later; until then suggestions average over its outcomes."""
    return _append_once(
        session,
        token,
        ("experiment_started", {"candidate": candidate, "reason": stripped(reason)}),
        lambda study: runs.start(
            study, candidate, reason=reason, advice=advice, seen_on=seen_on, blocks=blocks
        ),
    )


def start_together(
    session: Session,
    picks: Picks,
    *,
    reason: str = "",
    seen_on: SeenOn = "",
    blocks: Mapping[str, str] | None = None,
    token: str = "",
) -> Change:
    """Start several runs in one commit; see `kgdesk.model.decisions.runs.start_together`."""
    names = [pick if isinstance(pick, str) else pick.suggestion.candidate for pick in picks]
    asked = [("experiment_started", {"candidate": name, "reason": stripped(reason)}) for name in names]
    return session.repeated(token, asked) or session.append(
        runs.start_together(session.study, picks, reason=reason, seen_on=seen_on, blocks=blocks), token
    )


def stock_where(session: Session, where: str, *, in_stock: bool, token: str = "") -> tuple[str, ...]:
    """Return the candidates that satisfy conditions and are in stock, or else out of it.

    If the token has recorded an entry already, they are those of the entry, as its conditions may fit others now.

    Raises
    ------
    BadInput
        A condition cannot be read, or no such candidate satisfies all of them.
    """
    kind = "candidate_retired" if in_stock else "candidate_restored"
    before = tuple(event.payload["candidate"] for event in session.recorded(token) if event.kind == kind)
    return before or stock.candidates_where(session.study, where, in_stock=in_stock)


def exclude(
    session: Session, candidates: str | Sequence[str], reason: str = "", *, token: str = ""
) -> Change:
    """Take one or several candidates out of stock: they are no longer suggested or recommended."""
    asked = _facts_for_each("candidate_retired", candidates, reason)
    return session.repeated(token, asked) or session.append(
        stock.exclude(session.study, candidates, reason), token
    )


def include(
    session: Session, candidates: str | Sequence[str], reason: str = "", *, token: str = ""
) -> Change:
    """Put one or several candidates back in stock."""
    asked = _facts_for_each("candidate_restored", candidates, reason)
    return session.repeated(token, asked) or session.append(
        stock.include(session.study, candidates, reason), token
    )


def note(session: Session, text: str, *, run: RunNumber | None = None, token: str = "") -> Change:
    """Add a note to a run, or to the study."""
    asked = ("note_added", {"text": stripped(text), "run": run})
    return replayed(
        session,
        lambda: _append_once(session, token, asked, lambda study: recording.note(study, text, run=run)),
    )


def change_settings(
    session: Session, changes: Mapping[str, str | float], reason: str, *, token: str = ""
) -> Change:
    """Change settings of an open study in one commit: all of them or none.

    See `kgdesk.model.decisions.study_state.change_settings`.
    """
    if "blocks" in changes:
        headings = [column.name for column in session.study.columns]
        named = settled_blocks(str(changes["blocks"]), session.who.now(), headings)
        changes = {**changes, "blocks": named}
    asked = [
        ("settings_changed", {"setting": name, "new": value, "reason": reason.strip()})
        for name, value in changes.items()
    ]
    return session.repeated(token, asked) or session.append(
        study_state.change_settings(session.study, changes, reason), token
    )


def set_block(session: Session, levels: Mapping[str, str], *, token: str = "") -> Change:
    """State the levels of block columns for the next runs, until other ones are stated."""
    asked = [("block_set", {"column": name, "level": str(level).strip()}) for name, level in levels.items()]
    return session.repeated(token, asked) or session.append(
        run_blocks.set_block(session.study, levels), token
    )


def correct_block(
    session: Session, run: RunNumber, levels: Mapping[str, str], reason: str, *, token: str = ""
) -> Change:
    """Correct the levels of a run in block columns, with a reason; the old ones stay in the log."""
    asked = [
        (
            "block_corrected",
            {"run": run, "column": name, "new": str(level).strip(), "reason": stripped(reason)},
        )
        for name, level in levels.items()
    ]
    return session.repeated(token, asked) or session.append(
        run_blocks.correct_block(session.study, run, levels, reason), token
    )


def skip(session: Session, candidates: str | Sequence[str], reason: str = "", *, token: str = "") -> Change:
    """Set one or several candidates aside until the next run is recorded."""
    asked = _facts_for_each("suggestion_declined", candidates, reason)
    return session.repeated(token, asked) or session.append(
        stock.skip(session.study, candidates, reason), token
    )


def correct(
    session: Session,
    run: RunNumber,
    outcome: str,
    reason: str,
    *,
    candidate: str | None = None,
    measured: Measured | None = None,
    set_values: Mapping[str, float | str] | None = None,
    beyond: bool = False,
    levels: Mapping[str, str] | None = None,
    token: str = "",
) -> Change:
    """Correct a run, with a reason; the old value stays in the log.

    `set_values` and `beyond` are as in `record`; `levels` are block columns with another level, corrected at once.
    """
    given = {"outcome": outcome, "candidate": candidate, "measured": measured}
    new = {key: value for key, value in given.items() if value is not None}
    return _append_once(
        session,
        token,
        (
            "outcome_voided" if outcome == "void" else "outcome_corrected",
            {"run": run, "new": new, "reason": stripped(reason)},
        ),
        lambda study: recording.correct(
            study,
            run,
            outcome,
            reason,
            candidate=candidate,
            measured=measured,
            set_values=set_values,
            beyond=beyond,
            levels=levels,
        ),
    )


def effect_of_correction(
    study: Study,
    run: RunNumber,
    outcome: str,
    candidate: str | None,
    who: Operator,
    set_values: Mapping[str, float | str] | None = None,
    levels: Mapping[str, str] | None = None,
    measured: Measured | None = None,
) -> tuple[Estimate, Estimate, int]:
    """Return the best candidate now, the one after a correction, and how many later suggestions used the old value.

    Nothing is written.
    """
    facts = recording.correct(
        study,
        run,
        outcome,
        "what if",
        candidate=candidate,
        measured=measured,
        set_values=set_values,
        beyond=True,
        levels=levels,
    )
    imagined = study.applied(_unsaved_events(study, who.events(facts)))
    recorded = study.run(run).seq
    later = sum(bool(each.suggested) for each in study.runs if each.seq > recorded)
    return recommended(study), recommended(imagined), later


def doubt_of_value(
    study: Study, candidate: str, measured: Measured, who: Operator, run: int | None = None
) -> FarValue | None:
    """Return what speaks against a value if it were recorded now, by the rule of the checks; None if nothing does.

    Nothing is written. The cost is one fit to all values.

    Parameters
    ----------
    study, candidate, run
        The study, the candidate whose value was measured, and the number of its run in progress, if it has one.
    measured
        Value or limit.
    """
    if not study.settings.learns_from_values:
        return None
    outcome = outcome_of(measured, study.settings)
    facts = recording.record(study, candidate, outcome, measured=measured, run=run, repeat=True)
    imagined = study.applied(_unsaved_events(study, who.events(facts)))
    newest = imagined.runs[-1].number
    return next((far for far in far_values(imagined) if far.run == newest), None)


def take_back(session: Session) -> Change:
    """Void the newest entry with the reason “taken back”."""
    return session.append(runs.take_back(session.study))


def redo(session: Session, run: RunNumber | None = None, *, token: str = "") -> Change:
    """Undo the newest taking back, with the reason “redone”.

    Parameters
    ----------
    run
        Number of a run that was taken back last, so that a call that is repeated redoes nothing else; None for any.

    Raises
    ------
    BadInput, StudyClosed
        There is nothing to redo, or another run was taken back last; nothing was changed.
    """
    done_before = session.recorded(token)
    numbers = [event.payload.get("run") for event in done_before]
    named = numbers if run is None or run in numbers else [run] * len(numbers)
    asked = [
        (event.kind, {"run": number, "reason": REDONE})
        for event, number in zip(done_before, named, strict=True)
    ]
    if done := session.repeated(token, asked):
        return done
    facts = runs.redo(session.study)
    last = [each.number for each in runs.last_taken_back(session.study)]
    if run is not None and run not in last:
        raise BadInput(
            phrase(
                "Run {run} was not undone last: that was run {last}. Nothing was changed.",
                run=run,
                last=numbers_in_words(last),
            )
        )
    return session.append(facts, token)


def finish(
    session: Session,
    reason: str,
    *,
    chosen: str | None = None,
    with_open_runs: bool = False,
    token: str = "",
) -> Change:
    """Finish the study: it accepts no outcomes until it is reopened.

    Parameters
    ----------
    chosen
        The candidate that the study chose; empty: none is good enough; None: not stated.
    with_open_runs
        Finish it although runs are in progress.

    Raises
    ------
    StudyClosed, BadInput, UnknownCandidate
        It is finished already, runs are in progress and `with_open_runs` is False, or there is no such candidate.
    """
    stated = {} if chosen is None else {"chosen": chosen}
    asked = ("finished", {"reason": stripped(reason), **stated})
    return _append_once(
        session,
        token,
        asked,
        lambda study: study_state.finish(study, reason, chosen=chosen, with_open_runs=with_open_runs),
    )


def reopen(session: Session, reason: str, *, token: str = "") -> Change:
    """Reopen a finished study."""
    asked = ("reopened", {"reason": stripped(reason)})
    return _append_once(session, token, asked, lambda study: study_state.reopen(study, reason))


def _refuse_future(happened_at: str, now: datetime) -> None:
    """Raise BadInput if an experiment was done later than now; `happened_at` is in ISO 8601."""
    if datetime.fromisoformat(happened_at) > now:
        raise BadInput(
            phrase(
                "The run cannot have been done at {happened_at}: that is still to come.",
                happened_at=happened_at,
            )
        )


def _outcome_facts(
    candidate: str, outcome: str, note: str, reason: str, count: tuple[int, int] | None
) -> list[Fact]:
    """Return the facts of one outcome, or of several repeats, that are compared when a token is used again."""
    successes, runs = (0, 0) if count is None else checked_count(count)
    outcomes = [outcome] if count is None else ["success"] * successes + ["failure"] * (runs - successes)
    texts = {"note": stripped(note), "reason": stripped(reason)}
    return [("outcome_recorded", {"candidate": candidate, "outcome": each, **texts}) for each in outcomes]


def _facts_for_each(kind: str, candidates: str | Sequence[str], reason: str) -> list[Fact]:
    return [(kind, {"candidate": name, "reason": stripped(reason)}) for name in names_of(candidates)]


def _append_once(
    session: Session, token: str, asked: Fact, decide: Callable[[Study], tuple[Fact, ...]]
) -> Change:
    """Record the facts that `decide` returns, unless `token` has recorded the same before."""
    return session.repeated(token, [asked]) or session.append(decide(session.study), token)


def _unsaved_events(study: Study, new: Iterable[NewEvent]) -> tuple[Event, ...]:
    """Return events with the numbers that they would get in a study, without hashes."""
    head = study.head
    events = []
    for event in new:
        head = Head(head.seq + 1, "imagined")
        events.append(Event(head.seq, event, "", head.hash))
    return tuple(events)
