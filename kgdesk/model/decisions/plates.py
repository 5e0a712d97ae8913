"""Decisions about plates: start the runs of a worklist, record a file of results, void or take back many runs."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from kgdesk.errors import BadInput
from kgdesk.model.decisions.checks import checked_reason, checked_text, must_be_open
from kgdesk.model.decisions.runs import refuse_tried, start
from kgdesk.model.decisions.shown_suggestions import predicted, suggestion_acted_on
from kgdesk.model.study.records import TAKEN_BACK, stored_measured
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from kgdesk.model.advice.advice import Advice
    from kgdesk.model.decisions.shown_suggestions import SeenOn
    from kgdesk.model.design.pool import Pool
    from kgdesk.model.study.outcome_words import OutcomeReading
    from kgdesk.model.study.records import Measured, Outcome, Run, Start
    from kgdesk.model.study.settings import Settings
    from kgdesk.model.study.study import Study
    from kgdesk.model.study.worklists import ResultsRead, WellUse, Worklist

    Fact = tuple[str, dict[str, Any]]

#: Meaning of outcomes of candidates without a run in progress: runs of this study that nobody started, or outcomes from
#: before the study. Empty: not stated.
Unstarted = Literal["", "new", "past"]


@dataclass(frozen=True, slots=True)
class PlateRun:
    """A run of a worklist to be started.

    Parameters
    ----------
    use
        Well and candidate.
    token
        Run token as printed.
    advice
        The suggestion; None if the user chose the candidate.
    """

    use: WellUse
    token: str
    advice: Advice | None = None


def start_worklist(
    study: Study, worklist: Mapping[str, Any], runs: Sequence[PlateRun], *, seen_on: SeenOn = ""
) -> tuple[Fact, ...]:
    """Return the facts of a worklist and of the starts of its runs.

    Parameters
    ----------
    worklist
        Payload of `worklist_made`.
    runs
        The runs, in the order of their wells.

    Raises
    ------
    UnknownCandidate, StudyClosed, BadInput
        One of the runs cannot start, so none is started.
    """
    must_be_open(study)
    running = [each.candidate for each in study.pending]
    facts: list[Fact] = [("worklist_made", dict(worklist))]
    for run in runs:
        clash = study.groups.clash(run.use.name, running)
        if clash:
            raise BadInput(clash)
        refuse_tried(study, run.use.name, running[len(study.pending) :])
        *suggestion, (kind, begun) = start(study, run.use.name, advice=run.advice, seen_on=seen_on)
        place = {"run_token": run.token, "worklist": worklist["id"], "well": run.use.well}
        facts += [*suggestion, (kind, {**begun, **place})]
        running.append(run.use.name)
    return tuple(facts)


@dataclass(frozen=True, slots=True)
class CandidateResult:
    """Result of a candidate, matched to a study.

    Parameters
    ----------
    candidate
        Name in the pool.
    outcomes
        One outcome, or several if they were counted.
    measured
        Measured value, or a limit of it; None if there is none.
    starts
        Runs in progress to be settled, each by one of the outcomes, in order.
    note, reason
        Texts of the row.
    more
        Further fields of the payload: operator, recorded_at, run_token and others.
    """

    candidate: str
    outcomes: tuple[Outcome, ...]
    measured: Measured | None = None
    starts: tuple[Start, ...] = ()
    note: str = ""
    reason: str = ""
    more: Mapping[str, Any] = field(default_factory=dict)


def record_results(
    study: Study, header: Fact, results: Sequence[CandidateResult], unstarted: Unstarted = ""
) -> tuple[Fact, ...]:
    """Return the facts of a file of results: the header, then one outcome per run.

    Runs in progress keep the suggestion and the prediction of their start.

    Parameters
    ----------
    header
        The fact `results_read`, or `imported_from`.
    unstarted
        Meaning of outcomes without a run in progress; must be stated if there are any.

    Raises
    ------
    StudyClosed, BadInput
        Nothing can be recorded; `unstarted` is missing.
    """
    must_be_open(study)
    facts: list[Fact] = [header]
    for result in results:
        if len(result.starts) < len(result.outcomes) and not unstarted:
            raise BadInput(phrase("No run of {candidate} is in progress.", candidate=result.candidate))
        texts = {
            "note": checked_text(result.note, phrase("note")),
            "reason": checked_text(result.reason, phrase("reason")),
        }
        for nth, outcome in enumerate(result.outcomes, 1):
            fact: dict[str, Any] = {"candidate": result.candidate, "outcome": outcome, **result.more, **texts}
            if result.measured is not None:
                fact["measured"] = stored_measured(result.measured)
            fact = {key: value for key, value in fact.items() if value not in ("", None)}
            if nth <= len(result.starts):
                for key in (
                    "suggested",
                    "probability_before",
                ):  # the start has these, as this study recorded them
                    fact.pop(key, None)
                fact |= suggestion_acted_on(result.starts[nth - 1])
            elif unstarted == "past":
                fact["imported"] = True
            else:
                fact = predicted(study, result.candidate, None, "") | fact
            if len(result.outcomes) > 1:
                fact["repeat"] = [nth, len(result.outcomes)]
            facts.append(("outcome_recorded", fact))
    return tuple(facts)


def past_outcomes(
    past: Sequence[tuple[str, OutcomeReading]], settings: Settings, source: Mapping[str, Any], pool: Pool
) -> tuple[Fact, ...]:
    """Return the facts of outcomes that a table of candidates holds for a new study.

    Parameters
    ----------
    past
        Candidate and outcome, in table order.
    source
        File and digest of the table.
    pool
        The candidates, whose kept columns say in which block the outcome of each was run.
    """
    columns = [name for column in settings.block_columns if (name := column.name) in pool.extras]
    facts: list[Fact] = []
    for candidate, reading in past:
        value: dict[str, Any] = {}
        if reading.measured is not None and settings.measured:
            value["measured"] = stored_measured(reading.measured)
        cells = {name: pool.extras[name][pool.row(candidate)].strip() for name in columns}
        if levels := {name: cell for name, cell in cells.items() if cell}:
            value["blocks"] = levels
        for nth, outcome in enumerate(reading.outcomes, 1):
            of = {} if reading.count is None else {"repeat": [nth, len(reading.outcomes)]}
            fact = {"candidate": candidate, "outcome": outcome, "imported": True, **value, **of}
            facts.append(("outcome_recorded", fact))
    return (("imported_from", {**source, "outcomes": len(facts)}), *facts)


def runs_of(study: Study, results: ResultsRead) -> tuple[Run, ...]:
    """Return the runs whose outcomes a file of results recorded, in order."""
    gesture = study.events[results.seq - 1].gesture
    return tuple(
        run for run in study.runs if run.seq > results.seq and study.events[run.seq - 1].gesture == gesture
    )


def results_of_run(study: Study, run: Run) -> ResultsRead | None:
    """Return the file of results that recorded a run; None if the run was not recorded from a file."""
    gesture = study.events[run.seq - 1].gesture
    return next(
        (read for read in study.results if gesture and study.events[read.seq - 1].gesture == gesture), None
    )


def results_on_record(study: Study, digest: str) -> str:
    """Return when a file with this digest was recorded, ISO 8601; empty if it never was, or was taken back."""
    for read in reversed(study.results):
        runs = runs_of(study, read) if read.digest == digest else ()
        if read.digest == digest and not (runs and all(run.taken_back for run in runs)):
            return read.recorded_at
    for event in study.sensible[::-1]:
        if event.kind == "imported_from" and event.payload.get("digest") == digest:
            return event.new.recorded_at_utc
    return ""


def in_progress_on(study: Study, worklist: str) -> tuple[Start, ...]:
    """Return the runs in progress of a worklist, in the order of their starts."""
    return tuple(begun for begun in study.pending if begun.worklist == worklist)


def unfinished(study: Study) -> tuple[Worklist, ...]:
    """Return the worklists with runs in progress, the newest last."""
    running = Counter(begun.worklist for begun in study.pending)
    return tuple(worklist for worklist in study.worklists if running[worklist.id])


def find_worklist(study: Study, name: str) -> Worklist:
    """Return a worklist by its id or its name.

    Raises
    ------
    BadInput
        There is none, or several have this name.
    """
    fits = [each for each in study.worklists if each.id == name] or [
        each for each in study.worklists if each.name == name
    ]
    if len(fits) == 1:
        return fits[0]
    known = ", ".join(f"{each.id} ({each.name})" for each in (fits or study.worklists)[-12:])
    if not known:
        raise BadInput("This study has no worklist yet.")
    raise BadInput(
        phrase(
            "“{name}” does not name one worklist of this study: choose one of {known}.",
            name=name,
            known=known,
        )
    )


def void_rest(study: Study, worklist: str, reason: str) -> tuple[Fact, ...]:
    """Return the facts that record every run in progress of a worklist as void, with one reason.

    Raises
    ------
    StudyClosed, BadInput
        The worklist is unknown or has no run in progress, or the reason is empty.
    """
    must_be_open(study)
    plate = find_worklist(study, worklist)
    rest = in_progress_on(study, plate.id)
    if not rest:
        raise BadInput(phrase("No run of {name} is in progress: there is nothing to void.", name=plate.name))
    why = checked_reason(reason, phrase("Voiding the rest of a plate"))
    return tuple(
        (
            "outcome_recorded",
            {"candidate": each.candidate, "outcome": "void", "reason": why, **suggestion_acted_on(each)},
        )
        for each in rest
    )


def newest_results(study: Study) -> ResultsRead | None:
    """Return the newest file of results with outcomes on record; None if there is none."""
    return next((read for read in reversed(study.results) if _to_take_back(study, read)), None)


def results_left(study: Study) -> tuple[ResultsRead, ...]:
    """Return the files of results with outcomes on record, the newest last."""
    return tuple(read for read in study.results if _to_take_back(study, read))


def find_results(study: Study, name: str, entry: int = 0) -> ResultsRead:
    """Return the newest file of results with this name that has outcomes on record, or the one of an entry (`seq`).

    Raises
    ------
    BadInput
        There is none; the message lists the files that there are.
    """
    present = results_left(study)
    fits = [read for read in present if read.file == name and entry in {0, read.seq}]
    if fits:
        return fits[-1]
    if not present:
        raise BadInput(
            "No outcome on record came from a file of results, so no file can be undone: undo the newest run."
        )
    known = ", ".join(dict.fromkeys(read.file for read in present[-12:]))
    words = phrase(
        "No file “{name}” with outcomes on record was read: choose one of {known}.", name=name, known=known
    )
    raise BadInput(words)


def take_back_results(study: Study, results: ResultsRead, reason: str) -> tuple[Fact, ...]:
    """Return the facts that take back all outcomes of a file, with one reason; started runs are in progress again.

    Runs that a correction has made void stay void.

    Raises
    ------
    StudyClosed, BadInput
        No outcome of the file is left to take back, or the reason is empty.
    """
    must_be_open(study)
    runs = _to_take_back(study, results)
    if not runs:
        raise BadInput(phrase("No outcome of {file} is left to undo.", file=results.file))
    why = checked_reason(reason, phrase("Undoing a file"))
    taken: list[Fact] = [
        (
            "outcome_voided",
            {
                "run": run.number,
                "old": {"candidate": run.candidate, "outcome": run.outcome},
                "new": {"candidate": run.candidate, "outcome": "void"},
                "reason": TAKEN_BACK,
            },
        )
        for run in runs
    ]
    return (*taken, ("note_added", {"text": taken_back_note(results.file, why)}))


def taken_back_note(file: str, reason: str) -> str:
    """Return the note with the reason why a file was taken back; the entries of its runs do not state it."""
    return f"{file} {TAKEN_BACK}: {reason.strip()}"


def _to_take_back(study: Study, results: ResultsRead) -> tuple[Run, ...]:
    return tuple(
        run
        for run in runs_of(study, results)
        if not run.taken_back and (run.outcome != "void" or not run.corrections)
    )
