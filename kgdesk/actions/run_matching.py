"""Match the rows of a table of runs to those of a study, undoing spreadsheet coercions."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from kgdesk.actions.exporting import kept_titles, run_row, study_header
from kgdesk.errors import BadInput, BadTable, UnknownCandidate
from kgdesk.model.study.records import OUTCOME_WORDS
from kgdesk.model.study.worklists import checked_token
from kgdesk.tables.cell_text import CoercedNames, is_coercion_of
from kgdesk.tables.file_io import quoted
from kgdesk.tables.numbers import NotANumber, parse_number
from kgdesk.tables.results_table import place_of
from kgdesk.tables.runs import LATER_COLUMNS, RUN_COLUMNS
from kgdesk.text import either, phrase

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from kgdesk.model.study.study import Study
    from kgdesk.tables.outcomes import OutcomeRow
    from kgdesk.tables.results_table import ResultRow, ResultsTable

#: Maximum number of differences that are listed one by one.
_MOST_REMARKS = 20
_BLANK = phrase("this blank cell")


@dataclass(frozen=True, slots=True)
class RunMatches:
    """Rows of a table, matched to a study.

    Parameters
    ----------
    fresh
        New rows, with candidate names as in the study, by run.
    known
        Number of rows that the study has already.
    remarks
        One sentence per cell of a known row, or extra cell of any row, that differs from the study.
    runs
        Whether the rows have run numbers.
    is_ours
        Whether all columns of a runs CSV are present.
    """

    fresh: tuple[OutcomeRow, ...]
    known: int
    remarks: tuple[str, ...]
    runs: bool = False
    is_ours: bool = False


def match_runs(study: Study, rows: Sequence[OutcomeRow], file: str) -> RunMatches:
    """Match the rows of a table to the runs of a study.

    Raises
    ------
    UnknownCandidate, BadTable, BadInput
        A row does not belong to the study, or its original is ambiguous. The message names line and column.
    """
    names = CoercedNames(study.pool.ids)
    numbered = [row for row in rows if row.run is not None]
    if numbered and len(numbered) != len(rows):
        bad = next(row for row in rows if row.run is None)
        raise BadInput(
            phrase(
                "{file}, line {line} has no run number but other lines have one: fill it in (column “run”).",
                file=file,
                line=bad.line,
            )
        )
    ours = bool(rows) and set(RUN_COLUMNS) <= set(rows[0].cells)
    if not numbered:
        sure = tuple(_sure(study, names, row) for row in rows)
        return RunMatches(
            sure,
            0,
            first_remarks([sentence for row in sure for sentence in _extra_remarks(study, row)]),
            is_ours=ours,
        )
    fresh: list[OutcomeRow] = []
    remarks: list[str] = []
    for row in sorted(numbered, key=lambda row: row.run or 0):
        number, coming = row.run or 0, len(study.runs) + len(fresh) + 1
        if number <= len(study.runs):
            remarks += _known(study, names, row)
        elif number == coming:
            fresh.append(_sure(study, names, row))
            remarks += _extra_remarks(study, fresh[-1])
        else:
            raise BadInput(
                phrase(
                    "{file}, line {line}: run {number} follows run {before}; run {coming} is missing "
                    "(column “run”).",
                    file=file,
                    line=row.line,
                    number=number,
                    before=coming - 1,
                    coming=coming,
                )
            )
    return RunMatches(tuple(fresh), len(rows) - len(fresh), first_remarks(remarks), runs=True, is_ours=ours)


def first_remarks(remarks: list[str]) -> tuple[str, ...]:
    """Return the first sentences and, if there are more, a last one with their number."""
    more = len(remarks) - _MOST_REMARKS
    if more <= 0:
        return tuple(remarks)
    return (
        *remarks[:_MOST_REMARKS],
        phrase("{more} more cells differ from the study in the same way.", more=more),
    )


def _known(study: Study, names: CoercedNames, row: OutcomeRow) -> list[str]:
    """Return remarks on cells of a known run that differ from the study; raise if the row is another run."""
    have = study.run(row.run or 0)
    if have.candidate not in names.originals(row.candidate, row.decimal):
        candidate_named(study, names, row, "candidate")  # raises if no candidate has this name
    elif have.outcome == row.outcome:
        return _differing(row, dict(zip(study_header(study), run_row(study, have).cells(), strict=True)))
    raise BadInput(
        phrase(
            "{place}: run {number} is {candidate} {outcome} there but {have_candidate} "
            "{have_outcome} in the study: correct one of them (columns “candidate”, “outcome”).",
            place=row.place,
            number=have.number,
            candidate=row.candidate,
            outcome=OUTCOME_WORDS[row.outcome],
            have_candidate=have.candidate,
            have_outcome=OUTCOME_WORDS[have.outcome],
        )
    )


def _differing(row: OutcomeRow, study: Mapping[str, str | float | None]) -> list[str]:
    """Return remarks on cells that are neither the study's value nor a coerced form of it."""
    return [
        stays(row.place, title, cell)
        for title, cell in row.cells.items()
        if title in study and not is_coercion_of(cell, study[title], row.decimal)
    ]


def _extra_remarks(study: Study, row: OutcomeRow) -> list[str]:
    """Return remarks on extra cells of a new run that differ from those kept with its candidate.

    They never make the run invalid: the belief does not use them, and spreadsheets turn well names into dates.
    """
    pool = study.pool
    at = pool.row(row.candidate)
    cells = (column[at] for column in pool.extras.values())
    return _differing(row, dict(zip(kept_titles(study), cells, strict=True)))


def _sure(study: Study, names: CoercedNames, row: OutcomeRow) -> OutcomeRow:
    """Return a new row with the study's names; raise if any cell is in doubt."""
    if row.doubts:
        raise BadTable(next(iter(row.doubts.values())))
    row = replace(row, candidate=candidate_named(study, names, row, "candidate"))
    if row.suggested:
        row = replace(row, suggested=candidate_named(study, names, row, "suggested"))
    if row.corrected_candidate:
        row = replace(row, corrected_candidate=candidate_named(study, names, row, "corrected_candidate"))
    at = study.pool.row(row.candidate)
    header = study_header(study)
    learnt = len(RUN_COLUMNS) + len(study.pool.values)
    for title, column in zip(header[len(RUN_COLUMNS) : learnt], study.pool.values, strict=True):
        cell = row.cells.get(title)
        if cell is not None and not is_coercion_of(cell, column[at], row.decimal):
            raise another_value(row.place, title, cell, row.candidate, column[at])
    return _with_later(study, row, header[learnt : learnt + len(LATER_COLUMNS)])


def another_value(place: str, title: str, cell: str, candidate: str, value: str | float) -> BadTable:
    """Return the refusal of a cell that has another value of an attribute than the candidate has in the study."""
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


def stays(place: str, title: str, cell: str) -> str:
    """Return the remark on a cell that differs from the study, whose value stays."""
    return phrase(
        "{place}, column {title}: {cell} is not what the study has; the study's stays.",
        place=place,
        title=quoted(title),
        cell=quoted(cell) if cell else _BLANK,
    )


def _with_later(study: Study, row: OutcomeRow, titles: Sequence[str]) -> OutcomeRow:
    """Return a row with run token and measured value if the table has these columns."""
    if not set(titles) <= set(row.cells):
        return row
    token, measured = (row.cells[title].strip() for title in titles)
    if token:
        try:
            checked_token(token)
        except ValueError:
            raise _refused(row, titles[0], token, phrase("is not a run token")) from None
    if not measured:
        return replace(row, run_token=token)
    if not study.settings.measured:
        raise _refused(row, titles[1], measured, phrase("cannot be kept: this study names no measured value"))
    try:
        value = parse_number(measured, row.decimal)
    except NotANumber as refused:
        raise _refused(row, titles[1], measured, refused.reason) from None
    means = study.settings.outcome_of(value)
    if row.outcome != "void" and means not in {"", row.outcome}:
        word = OUTCOME_WORDS[means]
        raise _refused(
            row, titles[1], measured, phrase("is a {outcome} by the threshold of the study", outcome=word)
        )
    return replace(row, run_token=token, measured=value)


def _refused(row: OutcomeRow, title: str, text: str, reason: str) -> BadTable:
    return BadTable(
        phrase(
            "{place}, column {title}: {text} {reason}.",
            place=row.place,
            title=quoted(title),
            text=quoted(text),
            reason=reason,
        )
    )


def candidate_named(study: Study, names: CoercedNames, row: OutcomeRow | ResultRow, column: str) -> str:
    """Return the candidate that a cell names, with spreadsheet coercions undone.

    Raises
    ------
    UnknownCandidate
        It names none, or may name several; the message names line and column.
    """
    text = getattr(row, column)
    candidates = names.originals(text, row.decimal)
    if len(candidates) == 1:
        return candidates[0]
    title = "corrected_from" if column == "corrected_candidate" else column
    place = phrase("{place}, column {title}", place=row.place, title=quoted(title))
    if candidates:
        raise UnknownCandidate(
            phrase(
                "{place}: {text} may be {choices}; a spreadsheet may have taken zeros off. Write the "
                "name in full.",
                place=place,
                text=quoted(text),
                choices=either(candidates[:3]),
            )
        )
    try:
        return study.pool.ids[study.pool.row(text)]
    except UnknownCandidate as refused:
        raise UnknownCandidate(phrase("{place}: {refused}", place=place, refused=refused.sentence)) from None


class SampleNames:
    """Candidates by the texts of a file: names and codes, with spreadsheet coercions undone."""

    def __init__(self, study: Study, table: ResultsTable, remarks: list[str]) -> None:
        self._study, self._table, self._remarks = study, table, remarks
        self.names: CoercedNames = CoercedNames(study.pool.ids)
        codes = {study.barcodes.code_of(name): name for name in study.barcodes.coded}
        self._coded, self._codes = codes, CoercedNames(codes)

    def by_name(self, text: str, row: ResultRow) -> str | None:
        """Return the candidate with a name or code; None if there is none, UnknownCandidate if there are several."""
        fits = self.names.originals(text, row.decimal)
        if len(fits) > 1:
            return candidate_named(self._study, self.names, row, "candidate")  # raises
        return fits[0] if fits else self._study.barcodes.find(text)

    def by_code(self, row: ResultRow) -> str | None:
        """Return the candidate of the barcode of a row; None if the row may do without.

        Raises
        ------
        UnknownCandidate
            The code belongs to no sample, or may belong to several.
        """
        candidate = self._study.barcodes.find(row.barcode)
        fits = self._codes.originals(row.barcode, row.decimal)
        if candidate is not None or len(fits) == 1:
            return candidate or self._coded[fits[0]]
        if row.says_control or row.says_empty or (row.candidate and not fits):
            return None
        names = [self._coded[code] for code in fits]
        place, text = place_of(self._table, row, "barcode"), quoted(row.barcode)
        problem = phrase("{place}: no sample of this study has the code {text}.", place=place, text=text)
        if names:
            problem = phrase(
                "{place}: {text} may be {choices}; a spreadsheet may have taken zeros off. Write the "
                "name in full.",
                place=place,
                text=text,
                choices=either(names[:3]),
            )
        raise UnknownCandidate(problem)

    def compare(self, row: ResultRow, candidate: str) -> None:
        """Refuse a row whose token and name belong to two candidates; remark on a name that is none."""
        for role, text in (("candidate", row.candidate), ("barcode", row.barcode)):
            if not text:
                continue
            fits = set(self.names.originals(text, row.decimal))
            fits |= {self._coded[code] for code in self._codes.originals(text, row.decimal)}
            other = self._study.barcodes.find(text)
            fits |= {other} if other else set()
            if fits and candidate not in fits:
                raise self.two_names(row, min(fits), candidate)
            if not fits:
                heading = self._table.columns[role]
                self._remarks.append(stays(row.place, heading, text))

    def two_names(self, row: ResultRow, one: str, other: str) -> BadTable:
        """Return the refusal of a row that names two candidates."""
        return BadTable(
            phrase(
                "{place}: this row names two candidates, {one} and {other}. Correct it, or take the row out.",
                place=row.place,
                one=one,
                other=other,
            )
        )
