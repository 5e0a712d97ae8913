"""Decisions: create a study, record and correct outcomes, add notes.

Each returns facts, the (kind, payload) of the events to append, and writes nothing: an action appends the facts durably
and only then replaces the study in memory.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING, Any

from kgdesk.errors import BadInput
from kgdesk.model.decisions import run_blocks
from kgdesk.model.decisions.checks import checked_reason, checked_text, must_be_open
from kgdesk.model.decisions.shown_suggestions import predicted, suggestion_acted_on, suggestion_made
from kgdesk.model.decisions.stock import unexpected, unexpected_in_words
from kgdesk.model.design import design_matrix
from kgdesk.model.design.availability import ExclusionGroups
from kgdesk.model.design.pool import check_name
from kgdesk.model.design.samples import Barcodes
from kgdesk.model.study.events import RECORD_FORMAT
from kgdesk.model.study.outcome_words import checked_count, checked_measured, refuse_undecided
from kgdesk.model.study.records import OUTCOME_WORDS, OUTCOMES, checked_outcome, stored_measured
from kgdesk.model.study.set_values import beyond_the_pool, checked_set_values
from kgdesk.model.study.settings import checked_prior
from kgdesk.model.study.setup import check_card_columns, check_columns, check_location
from kgdesk.model.study.stated_effects import with_effects
from kgdesk.model.study.study import Study
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from kgdesk.model.advice.advice import Advice
    from kgdesk.model.decisions.shown_suggestions import SeenOn
    from kgdesk.model.design.pool import Pool
    from kgdesk.model.study.earlier import Earlier
    from kgdesk.model.study.records import Measured, RunNumber, Start
    from kgdesk.model.study.settings import Settings
    from kgdesk.model.study.setup import TableColumn

    Fact = tuple[str, dict[str, Any]]

#: An earlier year of an experiment is mistyped.
_FIRST_YEAR = 1900


def create(
    name: str,
    settings: Settings,
    pool: Pool,
    source: Mapping[str, Any],
    columns: Sequence[TableColumn] = (),
    earlier: Earlier | None = None,
) -> tuple[Fact, ...]:
    """Return the founding facts of a study.

    Parameters
    ----------
    name, settings, pool, source
        As in `kgdesk.model.study.study.Study`.
    columns
        All columns of the table, in its order, with their roles; empty if the pool was not read from a table.
    earlier
        What is frozen of an earlier study to learn from; None: there is none.

    Raises
    ------
    OutOfRange
        Attributes and prior allow values of w.x outside the admitted range; the message names the column.
    BadInput
        A value cannot enter the design matrix, or the pool lacks a column.
    """
    ExclusionGroups(pool, settings.never_together)
    Barcodes(pool, settings.barcode)
    check_location(pool, settings.location)
    check_card_columns(pool, settings.card_columns)
    if columns:
        check_columns(columns, pool)
    for title in (*pool.ids, *(attribute.name for attribute in pool.attributes), *pool.extras):
        check_name(title, phrase("The name"))
    settings = settings.settled()
    plain = design_matrix.fix_scaling(pool, raw=settings.raw, terms=settings.terms)
    scaling = with_effects(plain, settings.prior_effects, pool)
    study = Study(name, settings, pool, scaling, source)
    checked_prior(settings, scaling, study.design.X)
    learnt: dict[str, Any] = {}
    if earlier is not None:
        replace(study, earlier=earlier).prior.moments(study.design.rows)  # raises OutOfRange
        learnt = {"earlier": earlier.as_json()}
    listed = [{"name": a.name, "kind": a.kind, "unit": a.unit, "log": a.log} for a in pool.attributes]
    return (
        ("study_created", {"name": name, "settings": settings.as_json(), "format": RECORD_FORMAT, **learnt}),
        ("attributes_defined", {"attributes": listed}),
        (
            "candidates_imported",
            {
                "ids": list(pool.ids),
                "values": [list(column) for column in pool.values],
                "extras": {key: list(column) for key, column in pool.extras.items()},
                "source": dict(source),
                **({"columns": [column.as_json() for column in columns]} if columns else {}),
            },
        ),
        ("scaling_fixed", scaling.as_json()),
    )


def note(study: Study, text: str, *, run: RunNumber | None = None) -> tuple[Fact, ...]:
    """Return the facts of a note about the study or about a run, which may be in progress.

    A finished study accepts notes.

    Raises
    ------
    UnknownRun, BadInput
        The run does not exist, or the text is empty or too long.
    """
    text = checked_text(text, phrase("note"))
    if not text:
        raise BadInput("The note is empty: write what is to be kept.")
    if run is None:
        about: dict[str, Any] = {}
    elif any(start.number == run for start in study.pending):
        about = {"run": run}
    else:
        about = {"run": study.run(run).number}
    return (("note_added", {"text": text, **about}),)


def record(
    study: Study,
    candidate: str,
    outcome: str,
    *,
    note: str = "",
    reason: str = "",
    advice: Advice | None = None,
    seen_on: SeenOn = "",
    count: tuple[int, int] | None = None,
    happened_at: str = "",
    run: int | None = None,
    measured: Measured | None = None,
    repeat: bool = False,
    set_values: Mapping[str, float | str] | None = None,
    beyond: bool = False,
    blocks: Mapping[str, str] | None = None,
) -> tuple[Fact, ...]:
    """Return the facts of one outcome, or of several repeats at once, with the suggestion that the user followed.

    An outcome settles a run in progress, by default the oldest start of the candidate, which has its own suggestion.
    Each repeat is a fact of its own, successes first, all in one commit: every run has its own number, so that it can
    be corrected, exported and imported like any other, and the belief is the same as if they were entered one by one.
    An outcome of a candidate that the study would not run again is recorded only with `repeat`: it may be that of
    another sample. If the run took place, it counts.

    Parameters
    ----------
    study, candidate
        The study in the state that the user sees, and the exact name of a candidate.
    outcome
        ``success``, ``failure`` or ``void``.
    note, reason
        Free text; the reason is for a void.
    advice
        The advice that the user followed or overrode, or None; the prediction is recorded in any case.
    seen_on
        Where the user saw the suggestion; empty if unknown.
    count
        (k, n): k successes and n - k failures in n runs, n in 1..1000; `outcome` must then be ``success``.
    happened_at
        Time of the experiment, if it is not now: ISO 8601 with UTC offset.
    run
        Number of the run in progress that the outcome is of; None for the oldest one of the candidate.
    measured
        Measured value of a single run, or a limit of it; None if there is none.
    repeat
        Record it although the candidate has had all runs that the study allows, or is out of stock.
    set_values
        Attribute -> value that was really set; those of the candidate are passed over.
    beyond
        Whether numbers outside the range of the candidates are right.
    blocks
        Block column -> level, where it is not that of the start or of the study now.

    Raises
    ------
    UnknownCandidate, StudyClosed, BadInput
        The outcome cannot be recorded.
    """
    study.pool.row(candidate)
    must_be_open(study)
    _check_outcome(outcome)
    outcomes = [outcome] if count is None else _outcomes_of_count(outcome, *checked_count(count))
    texts = _checked_texts(note, reason, happened_at)
    refuse_undecided(checked_outcome(outcome), measured, study.settings)
    if measured is not None:
        texts["measured"] = stored_measured(checked_measured(study.settings, outcomes, measured))
    if really := _really_set(study, candidate, set_values or {}, beyond=beyond):
        texts["set"] = really
    texts |= run_blocks.stated(study, blocks)
    starts = _started(study, candidate, run)[: len(outcomes)]
    if len(starts) == len(outcomes):
        return _outcomes_recorded(candidate, outcomes, texts, starts, {})
    if outcome != "void" and not repeat and unexpected(study, candidate, len(outcomes) - len(starts)):
        raise BadInput(
            phrase(
                "{said} Look whether it is the right sample; if it is, say that the outcome counts all the same "
                "(--repeat).",
                said=unexpected_in_words(study, candidate),
            )
        )
    suggestion = () if advice is None or advice.next is None else (suggestion_made(advice, seen_on),)
    before = predicted(study, candidate, advice, seen_on)
    return (*suggestion, *_outcomes_recorded(candidate, outcomes, texts, starts, before))


def _really_set(
    study: Study, candidate: str, values: Mapping[str, float | str], *, beyond: bool
) -> dict[str, float | str]:
    """Return the values that differ from those of the candidate; raise BadInput if they may be mistyped."""
    really = checked_set_values(study.pool, study.scaling, candidate, values)
    said = beyond_the_pool(study.pool, really)
    if said and not beyond:
        raise BadInput(phrase("{said} If it is right, say so (--beyond).", said=said))
    return dict(really)


def _checked_texts(note: str, reason: str, happened_at: str) -> dict[str, Any]:
    """Validate the texts entered with an outcome; return the non-empty ones by key."""
    texts = {"note": checked_text(note, phrase("note")), "reason": checked_text(reason, phrase("reason"))}
    if happened_at:
        texts["happened_at"] = checked_time(happened_at)
    return {key: text for key, text in texts.items() if text}


def _outcomes_recorded(
    candidate: str,
    outcomes: Sequence[str],
    texts: dict[str, Any],
    starts: Sequence[Start],
    before: dict[str, Any],
) -> tuple[Fact, ...]:
    """Return one fact per outcome of a candidate.

    Parameters
    ----------
    candidate, outcomes
        The candidate, and the outcomes of its runs, in order.
    texts
        Note, reason, time and measured value, the same for all outcomes.
    starts
        Runs in progress to be settled, each by one of the outcomes, in order; they have their own suggestions.
    before
        Prediction and suggestion for the outcomes of runs that were not started.
    """
    facts: list[Fact] = []
    for nth, each in enumerate(outcomes, 1):
        fact: dict[str, Any] = {"candidate": candidate, "outcome": each, **texts}
        fact |= suggestion_acted_on(starts[nth - 1]) if nth <= len(starts) else before
        if len(outcomes) > 1:
            fact["repeat"] = [nth, len(outcomes)]
        facts.append(("outcome_recorded", fact))
    return tuple(facts)


def _check_outcome(outcome: str) -> None:
    """Raise BadInput if `outcome` is not one of `OUTCOMES`."""
    if not isinstance(outcome, str) or outcome not in OUTCOMES:
        raise BadInput(
            phrase("“{outcome}” is not an outcome: use success, failure or void.", outcome=f"{outcome!s:.60}")
        )


def _started(study: Study, candidate: str, run: int | None) -> list[Start]:
    """Return the runs in progress of a candidate by start, the selected one first; raise BadInput if that has ended."""
    running = [each for each in study.pending if each.candidate == candidate]
    if run is None:
        return running
    selected = [each for each in running if each.number == run]
    if not selected:
        raise BadInput(
            phrase(
                "Run {run} of {candidate} is not in progress: look at the runs in progress again.",
                run=run,
                candidate=candidate,
            )
        )
    return selected + [each for each in running if each.number != run]


def checked_time(text: str) -> str:
    """Return the time of an experiment in ISO 8601, to the second.

    Raises
    ------
    BadInput
        It is none, has no offset from UTC, or is of an earlier century than the last.
    """
    try:
        moment = datetime.fromisoformat(text)
    except (ValueError, TypeError):
        moment = None
    if moment is None or moment.tzinfo is None:
        raise BadInput(
            phrase(
                "“{text}” is not a time with its offset from UTC: write it like 2026-11-20T14:00+01:00.",
                text=text,
            )
        )
    if moment.year < _FIRST_YEAR:
        raise BadInput(
            phrase("“{text}” is before the year {year}: correct the year.", text=text, year=_FIRST_YEAR)
        )
    return moment.isoformat(timespec="seconds")


def _outcomes_of_count(outcome: str, successes: int, runs: int) -> list[str]:
    if outcome != "success":
        raise BadInput(
            phrase(
                "A count says how many of the runs were successes: record it as success, not as {outcome}.",
                outcome=OUTCOME_WORDS[outcome],
            )
        )
    if not 0 <= successes <= runs:
        raise BadInput(
            phrase(
                "Of {runs} runs between 0 and {runs} can be successes, not {successes}.",
                runs=runs,
                successes=successes,
            )
        )
    return ["success"] * successes + ["failure"] * (runs - successes)


def correct(
    study: Study,
    run: RunNumber,
    outcome: str,
    reason: str,
    *,
    candidate: str | None = None,
    measured: Measured | None = None,
    set_values: Mapping[str, float | str] | None = None,
    beyond: bool = False,
    levels: Mapping[str, str] | None = None,
) -> tuple[Fact, ...]:
    """Return the facts of a correction, which may also make the run void.

    `set_values` are attributes with what was really set in the run; attributes that are not named keep what the record
    says, and the value of the candidate itself takes an attribute away. With `beyond` they may lie outside the range of
    the candidates. `levels` are block columns with another level.

    Raises
    ------
    UnknownRun, UnknownCandidate, StudyClosed, BadInput
        The correction cannot be made, or changes nothing.
    """
    old = study.run(run)
    must_be_open(study)
    _check_outcome(outcome)
    reason = checked_reason(reason, phrase("A correction"))
    candidate = old.candidate if candidate is None else candidate
    study.pool.row(candidate)
    refuse_undecided(checked_outcome(outcome), old.measured if measured is None else measured, study.settings)
    really = None
    if set_values:
        really = _really_set(study, candidate, dict(old.set_values) | dict(set_values), beyond=beyond)
    same = (measured is None or measured == old.measured) and really in (None, dict(old.set_values))
    moved = run_blocks.correct_block(study, run, levels, reason) if levels else ()
    if (candidate, outcome) == (old.candidate, old.outcome) and same:
        if moved:
            return moved
        raise BadInput(
            phrase(
                "Run {run} is already {outcome} for {candidate}: nothing would change.",
                run=run,
                outcome=OUTCOME_WORDS[outcome],
                candidate=candidate,
            )
        )
    kind = "outcome_voided" if outcome == "void" else "outcome_corrected"
    value: dict[str, Any] = {}
    if measured is not None:
        value["measured"] = stored_measured(checked_measured(study.settings, [outcome], measured))
    before: dict[str, Any] = {"candidate": old.candidate, "outcome": old.outcome}
    if really is not None and really != dict(old.set_values):
        value["set"], before["set"] = really, dict(old.set_values)
    return (
        (
            kind,
            {
                "run": old.number,
                "old": before,
                "new": {"candidate": candidate, "outcome": outcome, **value},
                "reason": reason,
            },
        ),
        *moved,
    )
