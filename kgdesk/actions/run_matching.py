"""Matches the rows of a file of results, or of a runs CSV, to runs of a study, and undoes changes by spreadsheets."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from kgdesk.actions.results_plan import ResultsPlan, RowPlan, UnknownText
from kgdesk.actions.sample_names import NoCandidate, SampleNames, two_names
from kgdesk.errors import BadInput, BadTable, UnknownWord
from kgdesk.model.decisions.plates import CandidateResult
from kgdesk.model.design.samples import well_name
from kgdesk.model.study.outcome_words import (
    OutcomeReading,
    flags_or_values,
    outcome_of,
    outcome_word,
    read_measured,
    read_outcome,
    refuse_contradiction,
    refuse_undecided,
    words_for,
)
from kgdesk.model.study.records import OUTCOME_WORDS, parsed_meanings, run_order
from kgdesk.model.study.set_values import read_set_values
from kgdesk.model.study.worklists import Control, checked_token
from kgdesk.tables.coercions import CoercedNames, is_coercion_of
from kgdesk.tables.numbers import is_date, is_number
from kgdesk.tables.quoting import quoted
from kgdesk.tables.results_table import CONTROLS, EMPTIES, attribute_headings, expected_of_control, place_of
from kgdesk.tables.run_fields import not_an_outcome
from kgdesk.tables.runs_csv import attribute_titles, kept_titles, run_cells, study_header
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from kgdesk.model.design.pool import Attribute
    from kgdesk.model.study.records import Run, RunNumber, Start
    from kgdesk.model.study.study import Study
    from kgdesk.model.study.worklists import WellUse, Worklist
    from kgdesk.tables.results_table import ResultRow, ResultsTable

_PASSED: Final = {"pass": True, "passed": True, "ok": True, "bestanden": True, "fail": False, "failed": False}
#: Maximum number of differences that are listed one by one.
_MOST_REMARKS: Final = 20
_BLANK: Final = phrase("this blank cell")


def match_rows(
    study: Study,
    table: ResultsTable,
    worklist: Worklist | None = None,
    progress: Callable[[int, int], None] = lambda _done, _total: None,
    meanings: Sequence[str] = (),
) -> ResultsPlan:
    """Match the rows of a file to the runs of a study.

    A row of a runs CSV belongs to the run with its number. Any other row belongs to the run with its run token. Without
    a token its candidate is found by barcode, then by name, then by the well of the worklist. Of the runs in progress
    of that candidate, it belongs to the one in that well, otherwise to the oldest.

    Raises
    ------
    UnknownCandidate, BadTable, BadInput
        A row contradicts the study, names what looks like one of its candidates but is none, or cannot be read; or no
        row names a candidate. The message names line and column.
    """
    cells = _Cells(study, table, meanings)
    matcher = _NumberedRuns(cells) if table.is_numbered else _Results(cells, worklist)
    plans: dict[int, RowPlan] = {}
    for at in matcher.order():
        plans[at] = matcher.plan(table.rows[at])
        progress(len(plans), len(table.rows))
    rows = tuple(plans[at] for at in (plans if table.is_numbered else range(len(table.rows))))
    strangers = [at for at, plan in sorted(plans.items()) if plan.does == "stranger"]
    refusal = cells.names.refusal(table.rows[strangers[0]]) if strangers else None
    if refusal is not None and all(row.does in {"stranger", "control", "empty"} for row in rows):
        raise refusal
    more = _shortened(cells.remarks)
    if table.passed_over:
        more += (phrase("Columns passed over: {names}.", names=", ".join(map(quoted, table.passed_over))),)
    return ResultsPlan(
        study,
        table,
        rows,
        matcher.plate or _common_worklist(study, rows),
        more,
        cells.equal_cells,
        tuple(meanings),
        tuple(cells.unknown.values()),
        "" if refusal is None else refusal.sentence,
    )


def _shortened(remarks: Sequence[str]) -> tuple[str, ...]:
    """Return the first remarks and, if there are more, a last one that says how many."""
    more = len(remarks) - _MOST_REMARKS
    if more <= 0:
        return tuple(remarks)
    return (
        *remarks[:_MOST_REMARKS],
        phrase("{more} more cells differ from the study in the same way.", more=more),
    )


def _common_worklist(study: Study, rows: Sequence[RowPlan]) -> Worklist | None:
    """Return the worklist of the runs that the rows settle; None if they are on several or on none."""
    ids = {start.worklist for row in rows if row.result is not None for start in row.result.starts}
    return next((one for one in study.worklists if {one.id} == ids), None)


class _Cells:
    """Names, outcomes and set-points in the rows of a file, compared with the study.

    Attributes
    ----------
    names
        The candidates that the file names.
    remarks
        One sentence for each cell that differs from the study, whose value stays.
    equal_cells
        Number of cells with the value of the study; it decides between two readings of a file.
    unknown
        Texts without a meaning, by text.
    """

    def __init__(self, study: Study, table: ResultsTable, meanings: Sequence[str]) -> None:
        self.study, self.table = study, table
        stated = study.settings.meaning_of | parsed_meanings(meanings)
        self._settings = replace(
            study.settings, meanings=tuple(f"{word}={meaning}" for word, meaning in stated.items())
        )
        self.names = SampleNames(study, table)
        own = [row for row in table.rows if row.run_token or self.names.is_of_study(row)]
        texts = {row.outcome for row in own if row.outcome and not row.says_control}
        has_values = any(row.measured for row in own)
        self._flags = frozenset() if has_values else flags_or_values(texts, self._settings)
        self.unknown: dict[str, UnknownText] = {}
        self.remarks: list[str] = []
        self.equal_cells = 0
        self._attributes = _attribute_columns(study, table)

    def check_set_points(self, row: ResultRow, candidate: str) -> None:
        """Refuse a row whose set-points are not those of the candidate; remark on cells that a spreadsheet has changed.

        A runs CSV was written by kgdesk: any cell that differs from the study is refused.
        """
        at = self.study.pool.row(candidate)
        for title, attribute, column in self._attributes:
            cell = row.cells[title].strip()
            if not cell and not self.table.is_numbered:
                continue
            if is_coercion_of(cell, column[at], row.decimal):
                self.equal_cells += 1
            elif self.table.is_numbered:
                raise _wrong_value(row.place, title, cell, candidate, column[at])
            elif attribute.kind == "number" and is_coercion_of(cell, column[at], "point"):
                continue  # the instrument copied these from the worklist, and writes its own numbers with commas
            elif attribute.kind == "category" or is_number(cell, row.decimal):
                raise _wrong_value(row.place, title, cell, candidate, column[at])
            else:
                self.differs(row, title, cell)

    def refuse_undecided(self, row: ResultRow, reading: OutcomeReading) -> None:
        """Refuse a row that calls a run undecided without a limit that leaves both outcomes open."""
        try:
            refuse_undecided(reading.outcomes[0], reading.measured, self._settings)
        except BadInput as refused:
            place = place_of(self.table, row, "outcome")
            raise BadTable(phrase("{place}: {said}", place=place, said=refused.sentence)) from None

    def compare(self, row: ResultRow, study: Iterable[tuple[str, str | float | None]]) -> None:
        """Remark on each cell, by heading, that is neither the value of the study nor a spreadsheet's form of it."""
        for title, value in study:
            if title in row.cells and not is_coercion_of(row.cells[title], value, row.decimal):
                self.differs(row, title, row.cells[title])

    def differs(self, row: ResultRow, title: str, cell: str) -> None:
        """Remark on a cell that differs from the study; the study keeps its value."""
        self.remarks.append(
            phrase(
                "{place}, column {title}: {cell} is not what the study has; the study's stays.",
                place=row.place,
                title=quoted(title),
                cell=quoted(cell) if cell else _BLANK,
            )
        )

    def without_words_for_none(self, row: ResultRow) -> ResultRow:
        """Return a row in which cells that mean “no outcome” are blank."""
        blank: dict[str, Any] = {
            role: "" for role in ("outcome", "measured") if self._meaning(getattr(row, role)) == "none"
        }
        return replace(row, **blank) if blank else row

    def reading(self, row: ResultRow) -> OutcomeReading | None:
        """Read the outcome of a row; None if a text in it has no meaning, which is then among `unknown`.

        Raises
        ------
        BadTable
            The measured value contradicts the outcome, or a cell cannot be read.
        """
        settings = self._settings
        if row.outcome in self._flags:
            said = phrase(
                "the cells hold only 0 and 1: values of {name}, or failure and success?",
                name=settings.measured,
            )
            self._ask(row, "outcome", said)
            return None
        role = "measured"
        try:
            if row.measured and not row.outcome and self._meaning(row.measured) != "value":
                return read_outcome(row.measured, settings, row.decimal)
            value = read_measured(row.measured, settings, row.decimal) if row.measured else None
            if not row.outcome and value is not None:
                return OutcomeReading((outcome_of(value, settings),), value)
            role = "outcome"
            reading = read_outcome(row.outcome, settings, row.decimal)
            if value is None:
                return reading
            if reading.count is None:
                refuse_contradiction(reading.outcomes[0], value, settings)
            return OutcomeReading(reading.outcomes, value)
        except UnknownWord as refused:
            if is_date(row.measured if role == "measured" else row.outcome):
                raise self._placed(row, role, refused) from None
            self._ask(row, role, refused.sentence)
            return None
        except BadInput as refused:
            raise self._placed(row, role, refused) from None

    def _meaning(self, text: str) -> str:
        return self._settings.meaning_of.get(" ".join(text.split()).casefold(), "value")

    def _ask(self, row: ResultRow, role: str, said: str) -> None:
        text = row.measured if role == "measured" else row.outcome
        known = self.unknown.get(text)
        places = (*(() if known is None else known.places), place_of(self.table, row, role))
        self.unknown[text] = UnknownText(text, places, said, text in self._flags)

    def reading_of_run(self, row: ResultRow) -> OutcomeReading:
        """Read the outcome of a row of a runs CSV, which is a word, and its measured value."""
        settings = self.study.settings
        outcome = outcome_word(row.outcome, settings)
        if outcome is None:
            raise not_an_outcome(place_of(self.table, row, "outcome"), row.outcome)
        try:
            value = read_measured(row.measured, settings, row.decimal) if row.measured else None
            if value is not None:
                refuse_contradiction(outcome, value, settings)
        except BadInput as refused:
            raise self._placed(row, "measured", refused) from None
        return OutcomeReading((outcome,), value)

    def _placed(self, row: ResultRow, role: str, refused: BadInput) -> BadTable:
        text = row.measured if role == "measured" else row.outcome
        if is_date(text):
            return BadTable(
                phrase(
                    "{place}: {text} looks like a date, which a spreadsheet may have made of a count: write “3 of 5”.",
                    place=place_of(self.table, row, role),
                    text=quoted(text),
                )
            )
        return BadTable(
            phrase("{place}: {said}", place=place_of(self.table, row, role), said=refused.sentence)
        )


def _wrong_value(place: str, title: str, cell: str, candidate: str, value: str | float) -> BadTable:
    """Return the error for a cell whose value is not that of the candidate in the study."""
    given = quoted(cell) if cell else _BLANK
    return BadTable(
        phrase(
            "{place}, column {title}: {said} is not the value of {candidate} in the study, which "
            "is {column}. A spreadsheet may have changed it, or the row is of another study: "
            "correct the cell or take the row out.",
            place=place,
            title=quoted(title),
            said=given,
            candidate=candidate,
            column=value,
        )
    )


class _NumberedRuns:
    """Matches the rows of a runs CSV by their run numbers: runs of the study are known, others are restored."""

    plate: Worklist | None = None

    def __init__(self, cells: _Cells) -> None:
        self._cells, self._study, self._table = cells, cells.study, cells.table
        self._titles = study_header(self._study)
        self._known_runs = {run.number: run for run in self._study.runs}
        self._running = {start.number: start for start in self._study.pending}

    def order(self) -> list[int]:
        """Return the positions of the rows in the order in which they were recorded, otherwise by run number.

        Raises
        ------
        BadInput
            A row has no run number.
        """
        rows = self._table.rows
        bad = next((row for row in rows if row.run is None), None)
        if bad is not None:
            raise BadInput(
                phrase(
                    "{file}, line {line} has no run number but other lines have one: fill it in (column “run”).",
                    file=self._table.name,
                    line=bad.line,
                )
            )
        times = [str(row.more.get("recorded_at", "")) for row in rows]
        if all(times):
            return sorted(range(len(rows)), key=times.__getitem__)
        return sorted(range(len(rows)), key=lambda at: run_order(rows[at].run or 0))

    def plan(self, row: ResultRow) -> RowPlan:
        """Match a row to the run of its number."""
        number = row.run or 0
        known = self._known_runs.get(number)
        running = self._running.get(number) if isinstance(number, int) else None
        if known is not None and (
            running is None or row.outcome == "void"
        ):  # otherwise it was taken back, and is recorded again
            return self._known(row, known)
        names, was = self._cells.names, "corrected_candidate" if row.corrected_candidate else "candidate"
        if running is not None and names.named(row, was) != running.candidate:
            raise BadInput(
                phrase(
                    "{place}: run {number} is of {candidate} there, but the run in progress of this number is of "
                    "{running} (columns “run”, “candidate”).",
                    place=row.place,
                    number=number,
                    candidate=row.candidate,
                    running=running.candidate,
                )
            )
        return self._restored(row, number)

    def _known(self, row: ResultRow, run: Run) -> RowPlan:
        """Remark on the cells of a known run that differ from the study; raise if the row describes another run."""
        outcome = self._cells.reading_of_run(replace(row, measured="")).outcomes[0]
        if self._cells.names.may_be(row.candidate, row, run.candidate):
            if outcome == run.outcome:
                values = zip(self._titles, run_cells(self._study, run), strict=True)
                self._cells.compare(row, values)
                self._cells.equal_cells += 1
                return RowPlan(
                    row.line, row.place, "known", candidate=run.candidate, run=run.number, is_identified=True
                )
        else:
            self._cells.names.named(row)  # raises if no candidate has this name
        raise BadInput(
            phrase(
                "{place}: run {number} is {candidate} {outcome} there but {have_candidate} "
                "{have_outcome} in the study: correct one of them (columns “candidate”, “outcome”).",
                place=row.place,
                number=run.number,
                candidate=row.candidate,
                outcome=OUTCOME_WORDS[outcome],
                have_candidate=run.candidate,
                have_outcome=OUTCOME_WORDS[run.outcome],
            )
        )

    def _restored(self, row: ResultRow, number: RunNumber) -> RowPlan:
        """Plan a run that the study does not have; every cell must be beyond doubt."""
        if row.doubts:
            raise BadTable(next(iter(row.doubts.values())))
        names = self._cells.names
        candidate = names.named(row)
        more = dict(row.more)
        for role in ("suggested", "corrected_candidate"):
            if getattr(row, role):
                more[role] = names.named(row, role)
        self._cells.check_set_points(row, candidate)
        more["run_token"] = self._token(row)
        more["set"] = self._object_in(row, "really_set")
        more["blocks"] = self._object_in(row, "blocks")
        reading = self._cells.reading_of_run(row)
        self._cells.refuse_undecided(row, reading)
        pool = self._study.pool
        kept = (column[pool.row(candidate)] for column in pool.extras.values())
        # Columns kept with the candidate never make the run invalid: the belief does not use them, and spreadsheets
        # turn well names into dates.
        self._cells.compare(row, zip(kept_titles(self._study), kept, strict=True))
        result = CandidateResult(
            candidate, reading.outcomes, reading.measured, (), row.note, row.reason, more
        )
        return RowPlan(row.line, row.place, "restores", "", candidate, result, run=number, is_identified=True)

    def _object_in(self, row: ResultRow, role: str) -> dict[str, float | str] | None:
        """Return what a cell holds that `written_set_values` wrote; None if it is blank."""
        text = getattr(row, role)
        try:
            return read_set_values(text) if text else None
        except BadInput as refused:
            place = place_of(self._table, row, role)
            raise BadTable(phrase("{place}: {said}", place=place, said=refused.sentence)) from None

    def _token(self, row: ResultRow) -> str:
        try:
            return checked_token(row.run_token) if row.run_token else ""
        except ValueError:
            raise BadTable(
                phrase(
                    "{place}: {text} is not a run token.",
                    place=place_of(self._table, row, "run_token"),
                    text=quoted(row.run_token),
                )
            ) from None


class _Results:
    """Matches the rows of a file of results; at most one row settles each run in progress."""

    def __init__(self, cells: _Cells, worklist: Worklist | None) -> None:
        study, table = cells.study, cells.table
        self._cells, self._study, self._table = cells, study, table
        self._names = cells.names
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

    def order(self) -> list[int]:
        """Return the positions of the rows, those with a run token first, since a token names its run."""
        return sorted(range(len(self._table.rows)), key=lambda at: not self._table.rows[at].run_token)

    def plan(self, row: ResultRow) -> RowPlan:
        """Match a row.

        Raises
        ------
        UnknownCandidate, BadTable
            As in `match_rows`.
        """
        row = self._cells.without_words_for_none(row)
        try:
            return self._by_token(row) if row.run_token else self._without_token(row)
        except NoCandidate:
            well = well_name(row.well) or row.well
            return RowPlan(row.line, row.place, "stranger", well, row.candidate or row.barcode)

    def _plate(self) -> Worklist | None:
        """Return the worklist that the rows name by id, by name or by token; None if they name several or none."""
        study = self._study
        named = {row.worklist for row in self._table.rows if row.worklist}
        ids = {one.id for one in study.worklists if one.id in named or one.name in named}
        for row in self._table.rows:
            fits = self._tokens.originals(row.run_token, row.decimal) if row.run_token else ()
            ids |= {self._starts[token].worklist for token in fits[:1]}
        if not ids and "well" in self._table.columns:
            ids = {start.worklist for start in study.pending if start.worklist}
        return next((one for one in study.worklists if {one.id} == ids - {""}), None)

    def _by_token(self, row: ResultRow) -> RowPlan:
        """Match a row by its run token; names of the sample that do not fit the run become remarks."""
        fits = self._tokens.originals(row.run_token, row.decimal)
        if not fits and (row.candidate or row.barcode) and not self._names.is_of_study(row):
            raise NoCandidate
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
        for heading, text in self._names.unknown_texts(row, start.candidate):
            self._cells.differs(row, heading, text)
        return self._plan_started_run(row, start, by_token=True)

    def _without_token(self, row: ResultRow) -> RowPlan:
        """Match a row without a run token."""
        use = self.plate.use_of(well_name(row.well)) if self.plate is not None and row.well else None
        candidate = self._candidate(row, use)
        well = well_name(row.well) or row.well
        if candidate is None:
            if self._is_control(row, use):
                return self._control(row, use)
            if row.says_empty or (use is not None and use.holds == "empty") or self._is_spare(row, use):
                return RowPlan(row.line, row.place, "empty", well)
            return self._plan_well(row, use)
        start = self._free_start(row, candidate)
        if start is not None:
            return self._plan_started_run(row, start)
        if not row.has_result:
            return RowPlan(row.line, row.place, "open", well, candidate)
        return self._unstarted(row, candidate, well)

    def _is_spare(self, row: ResultRow, use: WellUse | None) -> bool:
        """Return whether a row of a plate reader is about a well that the worklist does not use."""
        return self.plate is not None and bool(row.well) and use is None and not row.names_a_run

    def _unstarted(self, row: ResultRow, candidate: str, well: str) -> RowPlan:
        reading = self._cells.reading(row)
        self._cells.check_set_points(row, candidate)
        if reading is None:
            return _unclear(row, well, candidate)
        result = self._result(row, candidate, reading, ())
        return RowPlan(row.line, row.place, "unstarted", well, candidate, result)

    def _further(self, candidate: str, count: int) -> tuple[Start, ...]:
        running = [s for s in self._free.values() if s.candidate == candidate and s.seq not in self._claimed]
        return tuple(running[:count])

    def _plan_started_run(self, row: ResultRow, start: Start, *, by_token: bool = False) -> RowPlan:
        """Plan the row of a started run."""
        self._cells.check_set_points(row, start.candidate)
        well = start.well or well_name(row.well) or row.well
        if start.seq in self._claimed:
            raise BadTable(
                phrase(
                    "{place}: the run of {candidate} is already in {line_word} {line}. Keep one of them.",
                    place=row.place,
                    candidate=start.candidate,
                    line_word=self._table.line_word,
                    line=self._claimed[start.seq],
                )
            )
        self._claimed[start.seq] = row.line
        if not row.has_result:
            return RowPlan(row.line, row.place, "open", well, start.candidate, is_identified=by_token)
        reading = self._cells.reading(row)
        if reading is None:
            return _unclear(row, well, start.candidate)
        done = self._done.get(start.seq)
        if done is not None:
            self._refuse_another(row, reading, done)
            return RowPlan(
                row.line, row.place, "known", well, done.candidate, run=done.number, is_identified=by_token
            )
        more = self._further(start.candidate, len(reading.outcomes) - 1)
        for each in more:
            self._claimed[each.seq] = row.line
        result = self._result(row, start.candidate, reading, (start, *more))
        return RowPlan(row.line, row.place, "settles", well, start.candidate, result, is_identified=by_token)

    def _plan_well(self, row: ResultRow, use: WellUse | None) -> RowPlan:
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
        return self._plan_started_run(row, starts[0])

    def _refuse_another(self, row: ResultRow, reading: OutcomeReading, run: Run) -> None:
        first = run.corrections[0].old_outcome if run.corrections else run.outcome
        if reading.outcomes[:1] in {(run.outcome,), (first,)}:
            return
        raise BadTable(
            phrase(
                "{place}: this run is on record as run {run} with another outcome, {outcome}. Correct it in the"
                " timeline, or take the row out.",
                place=place_of(self._table, row, "outcome"),
                run=run.number,
                outcome=words_for(run.outcome, self._study.settings),
            )
        )

    def _free_start(self, row: ResultRow, candidate: str) -> Start | None:
        """Return the run that a row settles: the candidate's run in its well, else on its plate, else the oldest."""
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
        name = self._names.by_name(row)
        if name is None and (row.says_control or row.says_empty or row.candidate in self._control_names):
            return code
        if name is None and code is None:
            self._names.refuse_unknown(row)
        if name is not None and code is not None and name != code:
            raise two_names(row, name, code)
        return name or code

    def _result(
        self, row: ResultRow, candidate: str, reading: OutcomeReading, starts: Sequence[Start]
    ) -> CandidateResult:
        self._cells.refuse_undecided(row, reading)
        more = dict(row.more)
        if row.suggested:
            more["suggested"] = self._names.named(row, "suggested")
        if row.levels:
            more["blocks"] = row.levels
        return CandidateResult(
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
            reading = self._cells.reading(row)
            if reading is None:
                return _unclear(row, well, name)
            value = reading.measured
            if passed is None:
                passed = set(reading.outcomes) == {expects or expected_of_control(f"{name} {row.holds}")}
        return RowPlan(
            row.line, row.place, "control", well, name, control=Control(name, well, value, bool(passed))
        )


def _unclear(row: ResultRow, well: str, candidate: str) -> RowPlan:
    """Return the plan of a row with a text that has no meaning."""
    return RowPlan(row.line, row.place, "unclear", well, candidate, word=row.outcome or row.measured)


def _attribute_columns(
    study: Study, table: ResultsTable
) -> tuple[tuple[str, Attribute, Sequence[str | float]], ...]:
    """Return heading, attribute and values for each attribute that has a column in the file."""
    cells = table.rows[0].cells if table.rows else {}
    taken = set(table.columns.values())
    titles = zip(attribute_titles(study), study.pool.attributes, strict=True)
    headings = [
        (title,) if table.is_numbered else attribute_headings(attribute) for title, attribute in titles
    ]
    return tuple(
        (title, attribute, column)
        for names, attribute, column in zip(headings, study.pool.attributes, study.pool.values, strict=True)
        for title in names
        if title in cells and title not in taken
    )
