"""Availability of candidates: stock, runs left, skipped ones, and exclusion groups with one run at a time."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from numpy.typing import NDArray

    from kgdesk.model.design.design_matrix import Design
    from kgdesk.model.design.pool import Pool


@dataclass(frozen=True)
class ExclusionGroups:
    """Exclusion groups: candidates that share a resource of which only one exists.

    Parameters
    ----------
    pool
        The candidates.
    columns
        Names of attributes or of kept columns.

    Raises
    ------
    BadInput
        The pool has no such column.
    """

    pool: Pool
    columns: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for name in self.columns:
            if name not in self.pool.columns:
                refusal = phrase(
                    "There is no column “{name}” that says which candidates never run together (--never-together).",
                    name=name,
                )
                raise self.pool.refuse_column(name, refusal)

    @cached_property
    def values(self) -> tuple[tuple[str, ...], ...]:
        """Texts of all candidates in each of the columns; empty for none."""
        named = dict(zip((a.name for a in self.pool.attributes), self.pool.values, strict=True))
        columns = (named.get(name) or self.pool.extras[name] for name in self.columns)
        return tuple(tuple(_text(value) for value in column) for column in columns)

    def shared(self, candidate: str, other: str) -> str:
        """Return the first shared value, as ``“A” in “instrument”``; empty if none. The two names may be equal."""
        one, two = self.pool.row(candidate), self.pool.row(other)
        for name, values in zip(self.columns, self.values, strict=True):
            if values[one] and values[one] == values[two]:
                return phrase("“{value}” in “{name}”", value=values[one], name=name)
        return ""

    def clash(self, candidate: str, running: Iterable[str]) -> str:
        """Return a sentence that explains why a candidate cannot run beside others; empty if it can."""
        for other in running:
            shared = self.shared(candidate, other)
            if shared:
                with_it = phrase("a run of it") if other == candidate else other
                return phrase(
                    "{candidate} cannot start while {with_it} is in progress: they have {shared}, and candidates "
                    "that share it never run together. Record the outcome of that run first.",
                    candidate=candidate,
                    with_it=with_it,
                    shared=shared,
                )
        return ""

    def barred(self, running: Iterable[str]) -> frozenset[str]:
        """Return the candidates that cannot run at the same time as the running ones."""
        rows = [self.pool.row(name) for name in running]
        if not rows or not self.columns:
            return frozenset()
        barred_candidates: set[str] = set()
        for values in self.values:
            used = {values[row] for row in rows} - {""}
            barred_candidates |= {
                name for name, value in zip(self.pool.ids, values, strict=True) if value in used
            }
        return frozenset(barred_candidates)

    def alone(self, candidate: str) -> bool:
        """Return whether at most one run of a candidate can be in progress at a time."""
        return bool(self.shared(candidate, candidate))


def waiting(groups: ExclusionGroups, candidate: str, running: Sequence[str]) -> str:
    """Return the sentence at the end of a suggestion if nothing can start beside the open runs."""
    other = next(name for name in running if groups.shared(candidate, name))
    return phrase(
        " Start it when {other} has its outcome: nothing else can run beside the runs in progress, and these two "
        "share {shared}.",
        other=other,
        shared=groups.shared(candidate, other),
    )


def _text(value: float | str) -> str:
    return value.strip() if isinstance(value, str) else f"{value:g}"


#: Runs left of a row whose candidates may be run any number of times.
UNLIMITED = int(np.iinfo(np.int64).max)


@dataclass(frozen=True)
class Availability:
    """Availability of the distinct rows of a design matrix: for being the best, for a run, and for suggestion.

    A row is in stock while one of its candidates is. Where candidates may be run any number of times, the recommended
    candidate, V(s) in the knowledge gradient and the best after either outcome are maxima over the rows in stock: a
    used-up candidate cannot be chosen any more, while a skipped or running one can. Where the study limits the runs of
    a candidate, a run uses up its sample and not the candidate: then every row can be the best, tried or out of stock.
    Only open rows are suggested.

    Parameters
    ----------
    in_stock
        (U,) bool: rows among which the best is chosen.
    open
        (U,) bool: can be run and is not skipped. If all rows that can be run are skipped, all of them are open:
        skipping postpones a candidate and must not leave the study without a suggestion. None is, if all are tried.
    best
        (U,) candidate that represents a row as the best one: its first in stock.
    next
        (U,) candidate that represents a row as the next run: its first that can be run and is not skipped.
    runs_left
        (U,) int64: number of runs that the candidates of a row in stock can still have together; `UNLIMITED` where the
        study sets no limit.
    waits
        Whether nothing can start beside the runs in progress; `open` then marks what can start after one of them.
    """

    in_stock: NDArray[np.bool_]
    open: NDArray[np.bool_]
    best: NDArray[np.int64]
    next: NDArray[np.int64]
    runs_left: NDArray[np.int64]
    waits: bool = False

    @cached_property
    def runnable(self) -> NDArray[np.bool_]:
        """(U,) whether a candidate of the row can still be run, now or after a run in progress."""
        return self.runs_left > 0

    @property
    def exhausted(self) -> bool:
        """Whether no candidate can be run any more: all are tried, or those that are not are out of stock."""
        return not bool(self.runnable.any())


@dataclass(frozen=True)
class RunLimit:
    """How often each candidate may be run, and how often it has been.

    Parameters
    ----------
    most
        Largest number of runs of one candidate; None: any number.
    used
        Number of runs of each candidate that used its sample; 0 for those that are missing.
    taken
        Candidates that take no further run in a batch of distinct ones.
    """

    most: int | None
    used: Mapping[str, int]
    taken: AbstractSet[str] = frozenset()

    def left(self, candidate: str) -> int:
        """Return the number of runs that a candidate can still have, `UNLIMITED` without a limit."""
        if candidate in self.taken:
            return 0
        return UNLIMITED if self.most is None else max(0, self.most - self.used.get(candidate, 0))

    def after(
        self, further: Sequence[str], *, distinct: bool = False, closed: AbstractSet[str] = frozenset()
    ) -> RunLimit:
        """Return the limit after further runs of a batch, which may hold each candidate once, and no closed one."""
        if not (further or closed):
            return self
        taken = closed | frozenset(further) if distinct else closed
        return RunLimit(self.most, Counter(self.used) + Counter(further), taken)


_NO_LIMIT = RunLimit(None, {})


def find_availability(
    pool: Pool,
    design: Design,
    retired: AbstractSet[str],
    skipped: AbstractSet[str],
    barred: AbstractSet[str] = frozenset(),
    *,
    limit: RunLimit = _NO_LIMIT,
) -> Availability:
    """Compute the availability of a pool without the retired candidates and, for suggestions, the skipped ones.

    Parameters
    ----------
    pool, design
        Of the study.
    retired, skipped
        Names of candidates. If none is left in stock, all count as in stock, unless runs are limited; commands do not
        let that happen.
    barred
        Names of candidates that cannot run beside the runs in progress.
    limit
        How often each candidate may be run.
    """
    count, limited = len(design.X), limit.most is not None
    whole = np.ones(count, dtype=np.bool_)
    if not (retired or skipped or barred or limited or limit.taken):
        return Availability(whole, whole, design.first_of, design.first_of, np.full(count, UNLIMITED))
    available = np.array([name not in retired for name in pool.ids])
    if not available.any() and not limited:
        available[:] = True
    in_stock, best = _first(design.row_of, available, count, design.first_of)
    if limited:
        in_stock = whole
    possible, runs_left = _runs_left(pool, design, available, limit)
    wanted = possible & np.array([name not in skipped for name in pool.ids])
    if not wanted.any():
        wanted = possible
    free = wanted & np.array([name not in barred for name in pool.ids])
    if not free.any() and barred:  # prefer a skipped candidate to none
        free = possible & np.array([name not in barred for name in pool.ids])
    waits = bool(possible.any()) and not free.any()
    wanted = wanted if waits else free
    is_open, following = _first(design.row_of, wanted, count, best)
    return Availability(in_stock, is_open, best, following, runs_left, waits)


def _runs_left(
    pool: Pool, design: Design, available: NDArray[np.bool_], limit: RunLimit
) -> tuple[NDArray[np.bool_], NDArray[np.int64]]:
    """Return (M,) which candidates can still be run, and (U,) the runs left of each row."""
    if limit.most is None:
        possible = available & np.array([name not in limit.taken for name in pool.ids])
        rows = np.zeros(len(design.X), dtype=np.int64)
        rows[design.row_of[possible]] = UNLIMITED
        return possible, rows
    left = np.where(available, [limit.left(name) for name in pool.ids], 0)
    sums = np.zeros(len(design.X), dtype=np.int64)
    np.add.at(sums, design.row_of, left)
    return left > 0, sums


def _first(
    row_of: NDArray[np.int64], which: NDArray[np.bool_], count: int, otherwise: NDArray[np.int64]
) -> tuple[NDArray[np.bool_], NDArray[np.int64]]:
    """Return (U,) whether a row has a candidate, and its first one; rows without one get that of `otherwise`."""
    candidates = np.flatnonzero(which)
    rows, first = np.unique(row_of[candidates], return_index=True)
    present = np.zeros(count, dtype=np.bool_)
    present[rows] = True
    named = np.array(otherwise, dtype=np.int64)
    named[rows] = candidates[first]
    return present, named
