"""Match the rows of a file of results to the runs of a study."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kgdesk.actions.results_plan import ResultsPlan, RowPlan
from kgdesk.actions.run_matching import SampleNames, another_value, candidate_named, first_remarks, stays
from kgdesk.errors import BadInput, BadTable
from kgdesk.model.decisions.plates import Result
from kgdesk.model.design.samples import well_name
from kgdesk.model.study.outcome_words import (
    OutcomeReading,
    outcome_of,
    read_measured,
    read_outcome,
    refuse_contradiction,
    words_for,
)
from kgdesk.model.study.worklists import Control
from kgdesk.tables.cell_text import CoercedNames, is_coercion_of
from kgdesk.tables.file_io import quoted
from kgdesk.tables.numbers import is_number
from kgdesk.tables.results_table import CONTROLS, EMPTIES, attribute_headings, expected_of, place_of
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kgdesk.model.design.pool import Attribute
    from kgdesk.model.study.records import Run, Start
    from kgdesk.model.study.study import Study
    from kgdesk.model.study.worklists import WellUse, Worklist
    from kgdesk.tables.results_table import ResultRow, ResultsTable

_PASSED: Final = {"pass": True, "passed": True, "ok": True, "bestanden": True, "fail": False, "failed": False}


def match_results(
    study: Study,
    table: ResultsTable,
    worklist: Worklist | None = None,
    progress: Callable[[int, int], None] = lambda _done, _total: None,
) -> ResultsPlan:
    """Match the rows of a file of results to the runs of a study.

    A row belongs to the run of its run token, else to the candidate of its barcode, else to that of its name, else to
    the run in its well of the worklist. A candidate's run in progress is the one in that well, else the oldest.

    Raises
    ------
    UnknownCandidate, BadTable
        A row belongs to no run or candidate, contradicts the study, or cannot be read; the message names the place.
    """
    matcher = _Matcher(study, table, worklist)
    plans: dict[int, RowPlan] = {}
    for at in sorted(range(len(table.rows)), key=lambda at: not table.rows[at].run_token):
        row = table.rows[at]
        plans[at] = matcher.by_token(row) if row.run_token else matcher.without_token(row)
        progress(len(plans), len(table.rows))
    rows = tuple(plans[at] for at in range(len(table.rows)))
    more = first_remarks(matcher.remarks)
    if table.passed_over:
        more += (phrase("Columns passed over: {names}.", names=", ".join(map(quoted, table.passed_over))),)
    return ResultsPlan(study, table, rows, matcher.plate or _plate_of(study, rows), more, matcher.cells.fits)


def _plate_of(study: Study, rows: Sequence[RowPlan]) -> Worklist | None:
    """Return the worklist that all runs which the rows close are on; None unless it is one."""
    ids = {start.worklist for row in rows if row.result is not None for start in row.result.starts}
    return next((one for one in study.worklists if {one.id} == ids), None)


class _Cells:
    """Outcomes and set-points of the rows of a file."""

    def __init__(self, study: Study, table: ResultsTable, remarks: list[str]) -> None:
        self._study, self._table, self._remarks = study, table, remarks
        self._attributes = _attribute_columns(study, table)
        self.fits = 0

    def check_set_points(self, row: ResultRow, candidate: str) -> None:
        """Refuse a row with other set-points than the candidate's; remark on cells that a spreadsheet has changed."""
        at = self._study.pool.row(candidate)
        for title, attribute, column in self._attributes:
            cell = row.cells[title].strip()
            if not cell:
                continue
            if is_coercion_of(cell, column[at], row.decimal):
                self.fits += 1
            elif attribute.kind == "number" and is_coercion_of(cell, column[at], "point"):
                continue  # the instrument copied the worklist's numbers and wrote its own with commas
            elif attribute.kind == "category" or is_number(cell, row.decimal):
                raise another_value(row.place, title, cell, candidate, column[at])
            else:
                self._remarks.append(stays(row.place, title, cell))

    def reading(self, row: ResultRow) -> OutcomeReading:
        """Read the outcome of a row, which its measured value must not contradict."""
        settings = self._study.settings
        role = "measured" if row.measured else "outcome"
        try:
            value = read_measured(row.measured, settings, row.decimal) if row.measured else None
            role = "outcome" if row.outcome else role
            if not row.outcome and value is not None:
                return OutcomeReading((outcome_of(value, settings),), value)
            reading = read_outcome(row.outcome, settings, row.decimal)
            if value is None:
                return reading
            if reading.count is None:
                refuse_contradiction(reading.outcomes[0], value, settings)
            return OutcomeReading(reading.outcomes, value)
        except BadInput as refused:
            raise self._placed(row, role, refused) from None

    def _placed(self, row: ResultRow, role: str, refused: BadInput) -> BadTable:
        text = row.measured if role == "measured" else row.outcome
        if _like_date(text):
            return BadTable(
                phrase(
                    "{place}: {text} looks like a date, which a spreadsheet may have made of a count: write “3 of 5”.",
                    place=place_of(self._table, row, role),
                    text=quoted(text),
                )
            )
        return BadTable(
            phrase("{place}: {said}", place=place_of(self._table, row, role), said=refused.sentence)
        )


class _Matcher:
    """Matches rows one by one; each run in progress is claimed by one row at most."""

    def __init__(self, study: Study, table: ResultsTable, worklist: Worklist | None) -> None:
        self._study, self._table = study, table
        self._starts = {start.run_token: start for start in study.starts if start.run_token}
        self._tokens = CoercedNames(self._starts)
        self._done: dict[int, Run] = {
            run.start: run for run in study.runs if run.start is not None and not run.taken_back
        }
        self._free = {start.seq: start for start in study.pending}
        self._claimed: dict[int, int] = {}
        self.plate = worklist or self._plate()
        wells = self.plate.wells if self.plate is not None else ()
        self._control_names = {one.name for one in wells if one.holds == "control"}
        self.remarks: list[str] = []
        self._names = SampleNames(study, table, self.remarks)
        self.cells = _Cells(study, table, self.remarks)

    def _plate(self) -> Worklist | None:
        """Return the worklist that the rows name, by id, by name or by their tokens; None unless it is one."""
        study = self._study
        named = {row.worklist for row in self._table.rows if row.worklist}
        ids = {one.id for one in study.worklists if one.id in named or one.name in named}
        for row in self._table.rows:
            fits = self._tokens.originals(row.run_token, row.decimal) if row.run_token else ()
            ids |= {self._starts[token].worklist for token in fits[:1]}
        if not ids and "well" in self._table.columns:
            ids = {start.worklist for start in study.pending if start.worklist}
        return next((one for one in study.worklists if {one.id} == ids - {""}), None)

    def by_token(self, row: ResultRow) -> RowPlan:
        """Match a row with a run token, which decides."""
        fits = self._tokens.originals(row.run_token, row.decimal)
        if len(fits) != 1:
            raise BadTable(
                phrase(
                    "{place}: no run of this study has the token {token}. The row is of another study, or the token "
                    "was changed: correct it, or take the row out.",
                    place=place_of(self._table, row, "run_token"),
                    token=quoted(row.run_token),
                )
            )
        start = self._starts[fits[0]]
        self._names.compare(row, start.candidate)
        return self._of_start(row, start, by_token=True)

    def without_token(self, row: ResultRow) -> RowPlan:
        """Match a row without a run token."""
        use = self.plate.use_of(well_name(row.well)) if self.plate is not None and row.well else None
        candidate = self._candidate(row, use)
        well = well_name(row.well) or row.well
        if candidate is None:
            if self._is_control(row, use):
                return self._control(row, use)
            if row.says_empty or (use is not None and use.holds == "empty") or self._is_spare(row, use):
                return RowPlan(row.line, row.place, "empty", well)
            return self._of_well(row, use)
        start = self._free_start(row, candidate)
        if start is not None:
            return self._of_start(row, start)
        if not row.has_result:
            return RowPlan(row.line, row.place, "open", well, candidate)
        return self._unstarted(row, candidate, well)

    def _is_spare(self, row: ResultRow, use: WellUse | None) -> bool:
        """Return whether a row of a plate reader is of a well that the worklist does not use."""
        return self.plate is not None and bool(row.well) and use is None and not row.names_a_run

    def _unstarted(self, row: ResultRow, candidate: str, well: str) -> RowPlan:
        reading = self.cells.reading(row)
        self.cells.check_set_points(row, candidate)
        result = self._result(row, candidate, reading, ())
        return RowPlan(row.line, row.place, "unstarted", well, candidate, result)

    def _further(self, candidate: str, count: int) -> tuple[Start, ...]:
        running = [s for s in self._free.values() if s.candidate == candidate and s.seq not in self._claimed]
        return tuple(running[:count])

    def _of_start(self, row: ResultRow, start: Start, *, by_token: bool = False) -> RowPlan:
        """Plan the row of a started run."""
        self.cells.check_set_points(row, start.candidate)
        well = start.well or well_name(row.well) or row.well
        if start.seq in self._claimed:
            raise BadTable(
                phrase(
                    "{place}: the run of {candidate} stands in {line_word} {line} already. Keep one of them.",
                    place=row.place,
                    candidate=start.candidate,
                    line_word=self._table.line_word,
                    line=self._claimed[start.seq],
                )
            )
        self._claimed[start.seq] = row.line
        if not row.has_result:
            return RowPlan(row.line, row.place, "open", well, start.candidate, by_token=by_token)
        reading = self.cells.reading(row)
        done = self._done.get(start.seq)
        if done is not None:
            self._refuse_another(row, reading, done)
            return RowPlan(
                row.line, row.place, "known", well, done.candidate, run=done.number, by_token=by_token
            )
        more = self._further(start.candidate, len(reading.outcomes) - 1)
        for each in more:
            self._claimed[each.seq] = row.line
        result = self._result(row, start.candidate, reading, (start, *more))
        return RowPlan(row.line, row.place, "settles", well, start.candidate, result, by_token=by_token)

    def _of_well(self, row: ResultRow, use: WellUse | None) -> RowPlan:
        """Plan a row that only names a well."""
        if self.plate is None or use is None:
            raise BadTable(
                phrase(
                    "{place}: this row names no run and no candidate, and the file does not say on which worklist the "
                    "well is: add a column “worklist” (or --worklist ID).",
                    place=row.place,
                )
            )
        plate = self.plate.id
        starts = [start for start in self._study.starts if (start.worklist, start.well) == (plate, use.well)]
        if not starts:
            raise BadTable(
                phrase(
                    "{place}: the run in well {well} was never started: start it, or take the row out.",
                    place=row.place,
                    well=use.well,
                )
            )
        return self._of_start(row, starts[0])

    def _refuse_another(self, row: ResultRow, reading: OutcomeReading, run: Run) -> None:
        first = run.corrections[0].old_outcome if run.corrections else run.outcome
        if reading.outcomes[:1] in {(run.outcome,), (first,)}:
            return
        raise BadTable(
            phrase(
                "{place}: this run is on record as run {run} with another outcome, {outcome}. Correct it in History, "
                "or take the row out.",
                place=place_of(self._table, row, "outcome"),
                run=run.number,
                outcome=words_for(run.outcome, self._study.settings),
            )
        )

    def _free_start(self, row: ResultRow, candidate: str) -> Start | None:
        """Return the run in progress of a candidate that a row settles: in its well, on its plate, else the oldest."""
        free = [s for s in self._free.values() if s.candidate == candidate and s.seq not in self._claimed]
        plate = "" if self.plate is None else self.plate.id
        well = well_name(row.well)
        free.sort(key=lambda start: (start.worklist != plate, start.well != well, start.seq))
        return free[0] if free else None

    def _candidate(self, row: ResultRow, use: WellUse | None) -> str | None:
        """Return the candidate of a row without a token; None if it names none."""
        if row.holds.casefold() in CONTROLS | EMPTIES or (use is not None and use.holds == "control"):
            return None
        code = self._names.by_code(row) if row.barcode else None
        if not row.candidate:
            return code
        name = self._names.by_name(row.candidate, row)
        if name is None and (row.says_control or row.says_empty or row.candidate in self._control_names):
            return code
        if name is None and code is None:
            name = candidate_named(self._study, self._names.names, row, "candidate")  # raises
        if name is not None and code is not None and name != code:
            raise self._names.two_names(row, name, code)
        return name or code

    def _result(
        self, row: ResultRow, candidate: str, reading: OutcomeReading, starts: Sequence[Start]
    ) -> Result:
        more = dict(row.more)
        if row.suggested:
            more["suggested"] = candidate_named(self._study, self._names.names, row, "suggested")
        return Result(
            candidate, reading.outcomes, reading.measured, tuple(starts), row.note, row.reason, more
        )

    def _is_control(self, row: ResultRow, use: WellUse | None) -> bool:
        if use is not None and use.holds == "control":
            return True
        return row.says_control or row.candidate in self._control_names

    def _control(self, row: ResultRow, use: WellUse | None) -> RowPlan:
        """Plan the row of a control: passed if its outcome is the expected one."""
        name = row.candidate or row.barcode or (use.name if use is not None else row.holds)
        well = well_name(row.well) or row.well
        if not row.has_result:
            return RowPlan(row.line, row.place, "open", well, name)
        listed = self.plate.wells if self.plate is not None else ()
        expects = use.expects if use is not None else next((w.expects for w in listed if w.name == name), "")
        passed = _PASSED.get(row.outcome.casefold())
        value = None
        if row.measured or passed is None:
            reading = self.cells.reading(row)
            value = reading.measured
            if passed is None:
                passed = set(reading.outcomes) == {expects or expected_of(f"{name} {row.holds}")}
        return RowPlan(
            row.line, row.place, "control", well, name, control=Control(name, well, value, bool(passed))
        )


def _attribute_columns(
    study: Study, table: ResultsTable
) -> tuple[tuple[str, Attribute, Sequence[str | float]], ...]:
    """Return heading, attribute and values of each attribute that the file has a column of."""
    cells = table.rows[0].cells if table.rows else {}
    taken = set(table.columns.values())
    return tuple(
        (title, attribute, column)
        for attribute, column in zip(study.pool.attributes, study.pool.values, strict=True)
        for title in attribute_headings(attribute)
        if title in cells and title not in taken
    )


def _like_date(text: str) -> bool:
    marks = sum(text.count(mark) for mark in ".-/")
    return any(map(str.isdigit, text)) and (marks >= 2 or any(map(str.isalpha, text)))
