"""Filters of a list of candidates: ranges of numbers, words, and runs so far."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np

from kgdesk.model.design.conditions import numbers_of_cells

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    from kgdesk.model.design.pool import Pool

    Mask = NDArray[np.bool_]

#: Runs of a candidate so far.
RunsSoFar = Literal["never", "run", "succeeded"]
#: Words of a column that can be ticked at most; one with more is found by its text.
MOST_WORDS = 40


@dataclass(frozen=True, slots=True)
class NumberFilter:
    """Candidates whose number in a column is within a range, ends included.

    Parameters
    ----------
    column
        Name of an attribute or of a kept column.
    low, high
        Ends of the range; infinite where it is open.
    """

    column: str
    low: float = -math.inf
    high: float = math.inf

    @property
    def is_open(self) -> bool:
        """Whether it excludes no number."""
        return self.low == -math.inf and self.high == math.inf

    def rows(self, pool: Pool, tally: Mapping[str, tuple[int, int]]) -> Mask:
        """Return the candidates that pass, (M,) bool; a blank cell does not."""
        del tally
        numbers = numbers_of_cells(cells_of(pool, self.column))
        return np.asarray((numbers >= self.low) & (numbers <= self.high), dtype=np.bool_)

    @property
    def condition(self) -> str:
        """The filter as conditions of `kgdesk.model.design.conditions.rows_where`."""
        if self.low == self.high:
            return f"{_quoted(self.column)} = {self.low!r}"
        ends = ((">=", self.low), ("<=", self.high))
        return " and ".join(
            f"{_quoted(self.column)} {sign} {end!r}" for sign, end in ends if math.isfinite(end)
        )


@dataclass(frozen=True, slots=True)
class WordFilter:
    """Candidates with one of some words in a column.

    Parameters
    ----------
    column
        Name of an attribute or of a kept column.
    words
        The words. Without any the filter is open: `rows_that_pass` and `conditions_of` leave it out.
    """

    column: str
    words: tuple[str, ...] = ()

    @property
    def is_open(self) -> bool:
        """Whether it excludes nothing."""
        return not self.words

    def rows(self, pool: Pool, tally: Mapping[str, tuple[int, int]]) -> Mask:
        """Return the candidates that pass, (M,) bool."""
        del tally
        cells = np.array([str(cell).strip() for cell in cells_of(pool, self.column)])
        return np.isin(cells, np.array(self.words))

    @property
    def condition(self) -> str:
        """The filter as a condition of `kgdesk.model.design.conditions.rows_where`."""
        return f"{_quoted(self.column)} in {', '.join(map(_quoted, self.words))}"


@dataclass(frozen=True, slots=True)
class RunsFilter:
    """Candidates that were never run, were run, or have succeeded; voids do not count."""

    so_far: RunsSoFar | None = None
    column: str = ""

    @property
    def is_open(self) -> bool:
        """Whether it excludes nothing."""
        return self.so_far is None

    def rows(self, pool: Pool, tally: Mapping[str, tuple[int, int]]) -> Mask:
        """Return the candidates that pass, (M,) bool; `tally` has successes and failures of those that were run."""
        if self.so_far == "succeeded":
            return np.array([tally.get(name, (0, 0))[0] > 0 for name in pool.ids], dtype=np.bool_)
        return np.array([(name in tally) == (self.so_far == "run") for name in pool.ids], dtype=np.bool_)

    @property
    def condition(self) -> str:
        """Empty: the conditions of a suggestion are about columns."""
        return ""


Filter = NumberFilter | WordFilter | RunsFilter


def rows_that_pass(filters: Iterable[Filter], pool: Pool, tally: Mapping[str, tuple[int, int]]) -> Mask:
    """Return the candidates that pass all filters, (M,) bool."""
    passed = np.ones(len(pool), dtype=np.bool_)
    for each in filters:
        if not each.is_open:
            passed &= each.rows(pool, tally)
    return passed


def conditions_of(filters: Iterable[Filter]) -> str:
    """Return the filters about columns as conditions of a suggestion; empty if there are none."""
    return " and ".join(each.condition for each in filters if not each.is_open and each.condition)


def cells_of(pool: Pool, column: str) -> Sequence[float] | Sequence[str]:
    """Return the cells of an attribute or of a kept column, by its name."""
    for attribute, values in zip(pool.attributes, pool.values, strict=True):
        if attribute.name == column:
            return values
    return pool.extras[column]


def open_filter(pool: Pool, column: str) -> Filter | None:
    """Return the filter of a column that excludes nothing; None for a column of too many words."""
    kinds = {attribute.name: attribute.kind for attribute in pool.attributes}
    cells = cells_of(pool, column)
    if kinds.get(column) == "number" or (column not in kinds and _are_numbers(cells)):
        return NumberFilter(column)
    words = {str(cell).strip() for cell in cells}
    return WordFilter(column) if len(words) <= MOST_WORDS else None


def filtered_columns(pool: Pool) -> tuple[str, ...]:
    """Return the columns that can be filtered: attributes, then kept columns, without those of too many words."""
    names = (*(attribute.name for attribute in pool.attributes), *pool.extras)
    return tuple(name for name in names if open_filter(pool, name) is not None)


def word_counts(pool: Pool, column: str) -> dict[str, int]:
    """Return how many candidates have each word of a column, in alphabetic order; blanks are left out."""
    counts: dict[str, int] = {}
    for cell in cells_of(pool, column):
        counts[str(cell).strip()] = counts.get(str(cell).strip(), 0) + 1
    return {word: counts[word] for word in sorted(counts) if word}


def _are_numbers(cells: Sequence[float] | Sequence[str]) -> bool:
    written = [cell for cell in cells if str(cell).strip()]
    return bool(written) and not np.isnan(numbers_of_cells(written)).any()


def _quoted(text: str) -> str:
    return f"“{text}”" if '"' in text else f'"{text}"'
