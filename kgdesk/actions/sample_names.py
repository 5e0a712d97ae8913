"""Finds the candidates that the rows of a file name, by name or by code, and undoes changes by spreadsheets."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from kgdesk.errors import BadTable, UnknownCandidate
from kgdesk.plain_text import name_parts
from kgdesk.tables.coercions import CoercedNames
from kgdesk.tables.quoting import quoted
from kgdesk.tables.results_table import place_of
from kgdesk.text import either, phrase

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kgdesk.model.study.study import Study
    from kgdesk.tables.results_table import ResultRow, ResultsTable

#: Roles of columns that name candidates -> heading if the file has no column of that role.
_HEADINGS = {"candidate": "candidate", "suggested": "suggested", "corrected_candidate": "corrected_from"}


class NoCandidate(Exception):
    """What a row names is no candidate of the study, and looks like none."""


class SampleNames:
    """The candidates of a study by the names and codes of a file.

    Parameters
    ----------
    study, table
        The study, and the file that names its candidates.
    """

    def __init__(self, study: Study, table: ResultsTable) -> None:
        self._study, self._table = study, table
        self._names = CoercedNames(study.pool.ids)
        self._coded = {study.barcodes.code_of(name): name for name in study.barcodes.coded}
        self._codes = CoercedNames(self._coded)

    def may_be(self, text: str, row: ResultRow, candidate: str) -> bool:
        """Return whether a text may be a spreadsheet's form of the name of a candidate."""
        return candidate in self._names.originals(text, row.decimal)

    def named(self, row: ResultRow, role: str = "candidate") -> str:
        """Return the candidate that a cell names.

        Parameters
        ----------
        role
            ``candidate``, ``suggested`` or ``corrected_candidate``.

        Raises
        ------
        UnknownCandidate
            It names no candidate, or may name several; the message names line and column.
        """
        text = getattr(row, role)
        fits = self._names.originals(text, row.decimal)
        if len(fits) == 1:
            return fits[0]
        title = self._table.columns.get(role, _HEADINGS[role])
        place = phrase("{place}, column {title}", place=row.place, title=quoted(title))
        if fits:
            raise UnknownCandidate(_several(place, text, fits))
        try:
            return self._study.pool.ids[self._study.pool.row(text)]
        except UnknownCandidate as refused:
            sentence = phrase("{place}: {refused}", place=place, refused=refused.sentence)
            raise UnknownCandidate(sentence) from None

    def by_name(self, row: ResultRow) -> str | None:
        """Return the candidate with the name or code in the column of names; None if there is none.

        Raises
        ------
        UnknownCandidate
            There may be several.
        """
        fits = self._names.originals(row.candidate, row.decimal)
        if len(fits) > 1:
            return self.named(row)  # raises
        return fits[0] if fits else self._study.barcodes.find(row.candidate)

    def is_of_study(self, row: ResultRow) -> bool:
        """Return whether a name or code in a row is one of the study, or looks like one."""
        fits = (
            self._names.originals(row.candidate, row.decimal),
            self._codes.originals(row.barcode, row.decimal),
        )
        texts = tuple(text for text in (row.candidate, row.barcode) if text)
        return any(fits) or any(self._study.barcodes.find(text) or self._looks_like(text) for text in texts)

    def refuse_unknown(self, row: ResultRow) -> None:
        """Raise for a row whose name or code is none of the study.

        Raises
        ------
        UnknownCandidate
            It looks like one of the study: an error in writing, which must not be taken for a sample of another study.
        NoCandidate
            It looks like none.
        """
        if row.candidate:
            if self._looks_like(row.candidate):
                self.named(row)  # raises
        elif near := self._looks_like(row.barcode):
            no_code = self._no_code(row).sentence
            raise UnknownCandidate(phrase("{refusal} Did you mean “{near}”?", refusal=no_code, near=near))
        raise NoCandidate

    def refusal(self, row: ResultRow) -> UnknownCandidate:
        """Return the refusal of a row whose name or code is none of the study; the message names line and column."""
        try:
            if row.candidate:
                self.named(row)
        except UnknownCandidate as refused:
            return refused
        return self._no_code(row)

    def _looks_like(self, text: str) -> str:
        """Return a name or code of the study that only differs by case, signs and leading zeros; empty if none does."""
        return self._look_alikes.get(name_parts(text), "")

    @cached_property
    def _look_alikes(self) -> dict[tuple[str, ...], str]:
        return {name_parts(text): text for text in (*self._coded, *self._study.pool.ids)}

    def _no_code(self, row: ResultRow) -> UnknownCandidate:
        place = place_of(self._table, row, "barcode")
        return UnknownCandidate(
            phrase(
                "{place}: no sample of this study has the code {text}.", place=place, text=quoted(row.barcode)
            )
        )

    def by_code(self, row: ResultRow) -> str | None:
        """Return the candidate of the barcode of a row; None if the row has none and needs none.

        Raises
        ------
        UnknownCandidate
            The code may belong to several samples, or looks like that of one.
        NoCandidate
            The code belongs to no sample.
        """
        candidate = self._study.barcodes.find(row.barcode)
        fits = self._codes.originals(row.barcode, row.decimal)
        if candidate is not None or len(fits) == 1:
            return candidate or self._coded[fits[0]]
        if row.says_control or row.says_empty or (row.candidate and not fits):
            return None
        if fits:
            place = place_of(self._table, row, "barcode")
            raise UnknownCandidate(_several(place, row.barcode, [self._coded[code] for code in fits]))
        self.refuse_unknown(row)
        return None

    def unknown_texts(self, row: ResultRow, candidate: str) -> list[tuple[str, str]]:
        """Return (heading, text) for the name and for the code of a row, if they name no candidate.

        Raises
        ------
        BadTable
            One of them names a candidate, and not `candidate`, which the run token names.
        """
        unknown = []
        for role, text in (("candidate", row.candidate), ("barcode", row.barcode)):
            if not text:
                continue
            fits = set(self._names.originals(text, row.decimal))
            fits |= {self._coded[code] for code in self._codes.originals(text, row.decimal)}
            other = self._study.barcodes.find(text)
            fits |= {other} if other else set()
            if fits and candidate not in fits:
                raise two_names(row, min(fits), candidate)
            if not fits:
                unknown.append((self._table.columns[role], text))
        return unknown


def two_names(row: ResultRow, one: str, other: str) -> BadTable:
    """Return the error for a row that names two candidates."""
    return BadTable(
        phrase(
            "{place}: this row names two candidates, {one} and {other}. Correct it, or take the row out.",
            place=row.place,
            one=one,
            other=other,
        )
    )


def _several(place: str, text: str, candidates: Sequence[str]) -> str:
    return phrase(
        "{place}: {text} may be {choices}; a spreadsheet may have taken zeros off. Write the name in full.",
        place=place,
        text=quoted(text),
        choices=either(candidates[:3]),
    )
