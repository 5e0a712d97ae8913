"""Results of many runs at once: record a file, restore a runs CSV, void the rest of a plate, take a file back."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from kgdesk.actions.changes import Change
from kgdesk.actions.run_matching import match_rows
from kgdesk.actions.session import replayed
from kgdesk.errors import AmbiguousTable, BadInput, BadTable, KgdeskError, UnknownCandidate
from kgdesk.model.decisions import plates, study_state
from kgdesk.model.decisions.checks import must_be_open
from kgdesk.model.decisions.plates import find_results, find_worklist, results_on_record
from kgdesk.model.decisions.runs import entry_of, newest_entry, take_back
from kgdesk.model.decisions.stock import unexpected_in_words
from kgdesk.model.design.pool import with_unit
from kgdesk.model.study.records import TAKEN_BACK, stored_measured
from kgdesk.tables.input_file import from_bytes
from kgdesk.tables.outcome_column import ask_for_flags, ask_for_meaning
from kgdesk.tables.raw_table import RawTable
from kgdesk.tables.reading import read_table
from kgdesk.tables.results_table import attribute_headings, read_results_table
from kgdesk.tables.runs_csv import kept_titles, trailing_titles
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from kgdesk.actions.results_plan import ResultsPlan
    from kgdesk.actions.session import Session
    from kgdesk.model.decisions.plates import Unstarted
    from kgdesk.model.study.records import RunNumber
    from kgdesk.model.study.study import Study
    from kgdesk.tables.input_file import InputFile

__all__ = [
    "Imported",
    "from_bytes",
    "import_outcomes",
    "plan_results",
    "record_results",
    "record_table",
    "take_back_results",
    "take_back_run",
    "void_rest",
]


@dataclass(frozen=True, slots=True)
class Imported:
    """Result of an import of outcomes.

    Parameters
    ----------
    added, known
        Numbers of outcomes that were new, and that the study had already.
    change
        The change; None if nothing was appended.
    remarks
        One sentence for each cell of a known run that differs from the study; the study keeps its value.
    closed
        Number of runs in progress that the outcomes completed.
    """

    added: int
    known: int
    change: Change | None
    remarks: tuple[str, ...] = ()
    closed: int = 0


def plan_results(
    study: Study,
    source: str | Path | InputFile | RawTable,
    *,
    worklist: str = "",
    columns: Mapping[str, str] | None = None,
    meanings: Sequence[str] = (),
    progress: Callable[[int, int], None] = lambda _done, _total: None,
    **reading: Any,
) -> ResultsPlan:
    """Read a file of results, or a runs CSV, and say what each row would do; nothing is recorded.

    Parameters
    ----------
    source
        CSV or Excel file, its content (see `from_bytes`), or a table that has been read.
    worklist
        Id or name of the worklist whose wells the file names; empty: found from the file.
    columns
        Role -> heading, for headings that are not recognised.
    meanings
        What words in the file mean, each as ``WORD=MEANING``, besides those of the study; see
        `kgdesk.model.study.records.MEANINGS`.
    progress
        Called with (rows matched, rows), and with (0, 1) while the file is split into cells. An exception that it
        raises cancels the work.
    reading
        ``delimiter``, ``decimal``, ``sheet``, ``encoding`` where the file is ambiguous.

    Raises
    ------
    AmbiguousTable
        The file can be read in more than one way, and the set-points or runs in it do not show which is meant.
    BadTable, UnknownCandidate, BadInput
        The message names line and column.
    """
    plate = find_worklist(study, worklist) if worklist else None
    texts = {*kept_titles(study), study.settings.barcode, "run_token", "well", "candidate", "note", "reason"}
    how = {**reading, "texts": texts, "check": partial(progress, 0, 1)}
    try:
        table = source if isinstance(source, RawTable) else read_table(source, **how)
    except AmbiguousTable as question:
        if question.question not in {"delimiter", "decimal"} or reading.get(question.question) is not None:
            raise
        plans = []
        for way in question.choices:
            with suppress(KgdeskError):
                further = {**reading, "worklist": worklist, "columns": columns, question.question: way}
                further["meanings"] = meanings
                plans.append(plan_results(study, source, progress=progress, **further))
        fits = [plan for plan in plans if plan.equal_cells]
        if not fits or any(_records(plan) != _records(fits[0]) for plan in fits):
            raise question from None
        return min(fits, key=lambda plan: len(plan.remarks))
    progress(0, len(table.rows))
    rows = read_results_table(
        table, _own_headings(study), trailing_titles(study), columns or {}, partial(progress, 0, 1)
    )
    return match_rows(study, rows, plate, progress, meanings)


def _records(plan: ResultsPlan) -> tuple[object, ...]:
    """Return what a plan would add to a study, by which two readings of a file are compared."""
    return plan.results, len(plan.of("known"))


def _own_headings(study: Study) -> dict[str, tuple[str, ...]]:
    """Return the headings of a study for each role of a file of results."""
    settings = study.settings
    measured = (with_unit(settings.measured, settings.measured_unit), settings.measured)
    return {
        "run_token": ("run_token", "run_token (run)", "run_token (worklist)"),
        "candidate": tuple(column.name for column in study.columns if column.role == "id"),
        "barcode": (settings.barcode,) if settings.barcode else (),
        "well": ("well (worklist)",),
        "worklist": ("worklist (worklist)",),
        "outcome": ("outcome (worklist)",),
        **({"measured": measured} if settings.measured else {}),
        "block": tuple(column.name for column in settings.block_columns),
        "kept": (*study.pool.extras, *kept_titles(study)),
        "attribute": tuple(name for a in study.pool.attributes for name in attribute_headings(a)),
    }


def record_results(
    session: Session,
    plan: ResultsPlan,
    *,
    unstarted: Unstarted = "",
    again: bool = False,
    repeat: bool = False,
    known_only: bool = False,
    token: str = "",
) -> Imported:
    """Record a file of results in one gesture: all of it or nothing; durable on return.

    Parameters
    ----------
    session
        Open for writing.
    plan
        What the file would do, as it was shown to the user.
    unstarted
        Meaning of outcomes of candidates without a run in progress: ``new`` runs of this study, or ``past`` outcomes
        from before it. Must be stated if there are any.
    again
        Record a file although the same bytes were recorded before.
    repeat
        Record new runs also of candidates that have had all runs that the study allows, or are out of stock.
    known_only
        Pass over the rows that are of no candidate of this study, as in a table of several studies.
    token
        Idempotency key: a repeated call with the same token adds nothing and returns the same result.

    Raises
    ------
    UnknownCandidate
        Rows are of no candidate of this study, and nobody has said that they are passed over.
    BadInput
        `unstarted` or `again` is needed; or the study has changed since the plan, and the file would now do something
        else.
    StudyClosed
        The study is finished.
    """
    done = Imported(0, 0, None)

    def entry() -> Change:
        nonlocal done
        done = _recorded(
            session, plan, unstarted, again=again, repeat=repeat, known_only=known_only, token=token
        )
        return done.change or Change(session.study, frozenset(), ())

    change = replayed(session, entry)
    return done if done.change is None else replace(done, change=change)


def _recorded(
    session: Session,
    plan: ResultsPlan,
    unstarted: Unstarted,
    *,
    again: bool,
    repeat: bool,
    known_only: bool,
    token: str,
) -> Imported:
    """Record a file of results in the present state of the study."""
    study, digest = session.study, plan.table.digest
    older = any(event.kind == "imported_from" for event in session.recorded(token))
    header = "imported_from" if older else "results_read"
    done = session.repeated(token, [(header, {"digest": digest})])
    known = len(plan.of("known"))
    if done is not None:
        outcomes = [event.payload for event in done.events if event.kind == "outcome_recorded"]
        closed = sum("start" in payload for payload in outcomes)
        if plan.table.is_numbered:
            known = len(plan.rows) - len(outcomes)
        else:  # rows whose run token is on record by then
            known = max(0, known - sum("run_token" in payload for payload in outcomes))
        return Imported(len(outcomes), known, done, plan.remarks, closed)
    _refuse_unclear(study, plan, unstarted, again=again, repeat=repeat, known_only=known_only)
    if not plan.results and (known or not plan.controls):
        must_be_open(study)
        return Imported(0, known, None, plan.remarks)
    if plan.table.is_numbered:
        facts = _restored(study, plan)
    else:
        facts = plates.record_results(study, _header(plan), plan.results, unstarted)
    change = session.append(facts, token)
    closed = sum("start" in payload for _, payload in facts)
    return Imported(len(facts) - 1, known, change, plan.remarks, closed)


def _restored(study: Study, plan: ResultsPlan) -> tuple[tuple[str, dict[str, Any]], ...]:
    """Return the facts of the runs that a runs CSV restores."""
    rows = [
        {
            "candidate": result.candidate,
            "outcome": result.outcomes[0],
            "note": result.note,
            "reason": result.reason,
            "measured": None if result.measured is None else stored_measured(result.measured),
            **result.more,
            "run": row.run,
        }
        for row in plan.rows
        if (result := row.result) is not None
    ]
    return (_imported_from(plan), *study_state.import_outcomes(study, rows, restored=True))


def import_outcomes(
    session: Session,
    path: str | Path | InputFile,
    *,
    again: bool = False,
    unstarted: Unstarted = "past",
    known_only: bool = False,
    token: str = "",
    **reading: Any,
) -> Imported:
    """Add the outcomes of a table to a study.

    A runs CSV with run numbers, as `export` writes it, restores the runs: known ones are skipped, and all count as
    planned runs. Any other table is a file of results (see `plan_results`): its outcomes of candidates without a run in
    progress are past outcomes and do not count. Both complete the runs in progress that they name, and these count as
    planned runs. A cell that a spreadsheet has changed is restored if only one value of the study can become that cell;
    otherwise it is refused.

    Parameters
    ----------
    session
        Open for writing.
    path
        CSV or Excel with the columns candidate and outcome, or a runs CSV.
    again, unstarted, known_only, token
        As in `record_results`.
    reading
        As in `plan_results`.

    Raises
    ------
    AmbiguousTable
        The file can be read in more than one way, and the study does not show which is meant.
    BadTable, UnknownCandidate, BadInput, StudyClosed
        The message names line and column; nothing was added.
    """
    plan = plan_results(session.study, path, **reading)
    return record_results(session, plan, unstarted=unstarted, again=again, known_only=known_only, token=token)


def record_table(
    session: Session,
    table: RawTable,
    *,
    again: bool = False,
    repeat: bool = False,
    known_only: bool = False,
    token: str = "",
) -> Change:
    """Record a table of results in one commit; outcomes without a run in progress become new runs of this study.

    Parameters
    ----------
    table
        One row per result, with the headings of a file of results.
    again, repeat, known_only, token
        As in `record_results`.

    Raises
    ------
    BadTable, UnknownCandidate, BadInput, StudyClosed
        Nothing was recorded; the message names the row.
    """
    plan = plan_results(session.study, table)
    if plan.table.is_numbered:
        raise BadInput(
            "The column “run” numbers runs that exist already: leave it out to record new ones, or import the table to "
            "restore them. Nothing was recorded."
        )
    done = record_results(
        session, plan, unstarted="new", again=again, repeat=repeat, known_only=known_only, token=token
    )
    return done.change or Change(session.study, frozenset(), ())


def _refuse_unclear(
    study: Study, plan: ResultsPlan, unstarted: Unstarted, *, again: bool, repeat: bool, known_only: bool
) -> None:
    """Raise if the study has changed since the plan, or the user has not said what the rows mean."""
    table = plan.table
    if study.revision != plan.study.revision:
        now = match_rows(study, table, plan.worklist, meanings=plan.meanings)
        if now.rows != plan.rows:
            raise BadInput(
                phrase(
                    "The study has changed since the preview of {file}: look at it again.", file=table.name
                )
            )
    if plan.refusal and not known_only:
        raise UnknownCandidate(
            phrase(
                "{refusal} Rows of no candidate of this study: {count} ({names}). Correct them, or pass them over if "
                "they are of other studies (--known-only).",
                refusal=plan.refusal,
                count=len(plan.of("stranger")),
                names=plan.strangers,
            )
        )
    if plan.unknown:
        raise BadTable(_refusal_of_unknown_texts(plan))
    before = results_on_record(study, table.digest)
    if before and not again and not plan.is_identified:
        raise BadInput(
            phrase(
                "{file} was recorded on {date} already, byte for byte. Nothing was recorded now. If these are further "
                "outcomes, say so (--again).",
                file=table.name,
                date=before[:10],
            )
        )
    if plan.unstarted and not unstarted:
        raise BadInput(
            phrase(
                "{place}: no run of {candidate} is in progress. Rows like this: {count}. Say whether these are runs of "
                "this study (--unstarted) or outcomes from before it (--past).",
                place=plan.unstarted[0].place,
                candidate=plan.unstarted[0].candidate,
                count=len(plan.unstarted),
            )
        )
    if plan.unexpected and unstarted == "new" and not repeat:
        first = plan.unexpected[0]
        raise BadInput(
            phrase(
                "{place}: {said} Rows like this: {count}. Look whether these are the right samples; if they are, say "
                "that the outcomes count all the same (--repeat).",
                place=first.place,
                said=unexpected_in_words(study, first.candidate),
                count=len(plan.unexpected),
            )
        )


def _refusal_of_unknown_texts(plan: ResultsPlan) -> str:
    """Return the refusal of a file with texts whose meaning nobody has stated."""
    first = plan.unknown[0]
    if first.is_number:
        return ask_for_flags(first.places[0], plan.study.settings.measured)
    return ask_for_meaning([(one.text, one.places[0], one.said) for one in plan.unknown], of_results=True)


def _header(plan: ResultsPlan) -> tuple[str, dict[str, Any]]:
    """Return the fact about the file."""
    table = plan.table
    empty = [row.well for row in plan.of("empty")]
    controls = [
        {
            "name": one.name,
            "value": None if one.value is None else stored_measured(one.value),
            "passed": one.passed,
            **({"well": one.well} if one.well else {}),
        }
        for one in plan.controls
    ]
    facts = {
        "file": table.name,
        "digest": table.digest,
        "rows": len(table.rows),
        "controls": controls,
        "empty": empty,
    }
    if plan.of("stranger"):
        facts["passed_over"] = len(plan.of("stranger"))
    return "results_read", facts | ({"worklist": plan.worklist.id} if plan.worklist is not None else {})


def _imported_from(plan: ResultsPlan) -> tuple[str, dict[str, Any]]:
    table = plan.table
    return "imported_from", {"file": table.name, "digest": table.digest, "outcomes": len(plan.outcomes)}


def void_rest(session: Session, worklist: str, reason: str, *, token: str = "") -> Change:
    """Record every run in progress of a worklist as void, in one gesture with one reason.

    Raises
    ------
    BadInput, StudyClosed
        As `kgdesk.model.decisions.plates.void_rest`.
    """
    if done := session.recorded(token):
        voided = [event for event in done if event.kind == "outcome_recorded"]
        asked = [("outcome_recorded", {"outcome": "void", "reason": reason.strip()}) for _ in voided]
        if repeated := session.repeated(token, asked or [("outcome_recorded", {"outcome": "void"})]):
            return repeated
    return session.append(plates.void_rest(session.study, worklist, reason), token)


def take_back_results(session: Session, file: str, reason: str, *, entry: int = 0, token: str = "") -> Change:
    """Take back all outcomes of the newest file of results with this name, in one gesture with one reason.

    The runs that it settled are in progress again. To take back an older file of that name, give the number of its
    entry as `entry`.

    Raises
    ------
    BadInput, StudyClosed
        As `kgdesk.model.decisions.plates.take_back_results`.
    """
    if session.recorded(token):
        asked = [("note_added", {"text": plates.taken_back_note(file, reason)})]
        if repeated := session.repeated(token, asked):
            return repeated
    study = session.study
    return session.append(plates.take_back_results(study, find_results(study, file, entry), reason), token)


def take_back_run(session: Session, number: RunNumber, *, token: str = "") -> Change:
    """Take back the newest entry, which must be that of the given run; a started run is then in progress again.

    Raises
    ------
    BadInput
        The newest entry is that of another run, or it cannot be taken back; nothing was changed.
    StudyClosed
        The study is finished.
    """
    asked = [("outcome_voided", {"reason": TAKEN_BACK})] * len(session.recorded(token))
    done = session.repeated(token, asked)
    if done is not None:
        return done
    newest = newest_entry(session.study)
    if number not in {run.number for run in entry_of(session.study, newest)}:
        raise BadInput(
            phrase(
                "Run {run} is not the newest entry, which is run {newest}: correct it to void instead. Nothing was "
                "changed.",
                run=number,
                newest=newest.number,
            )
        )
    return session.append(take_back(session.study), token)
