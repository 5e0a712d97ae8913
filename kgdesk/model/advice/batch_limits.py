"""Limits of a batch by the values of columns, as a plate sets them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Literal

import numpy as np

from kgdesk.errors import BadInput
from kgdesk.model.design.availability import ExclusionGroups
from kgdesk.model.design.conditions import rows_where
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    from kgdesk.model.design.pool import Pool
    from kgdesk.model.study.study import Study

    Array = NDArray[np.float64]

    Rows = NDArray[np.int64]


#: Kinds of limits by a column; see `BatchLimits`.
LimitKind = Literal["per_level", "one_level", "shared"]


@dataclass(frozen=True)
class BatchLimits:
    """Limits of one batch, by the values of attributes or kept columns.

    Parameters
    ----------
    per_level
        Column -> largest number of picks with the same value there.
    one_level
        Column in which all picks have the same value, as a plate has one temperature; empty: none.
    shared
        Column that names a shared resource -> largest number of picks and runs in progress with the same value there;
        candidates without a value do not use it.
    where
        Conditions that all picks satisfy; see `kgdesk.model.design.conditions.rows_where`. Empty: none.
    """

    per_level: Mapping[str, int] = field(default_factory=dict)
    one_level: str = ""
    shared: Mapping[str, int] = field(default_factory=dict)
    where: str = ""

    def __post_init__(self) -> None:
        for column, most in (*self.per_level.items(), *self.shared.items()):
            if most < 1:
                raise BadInput(
                    phrase(
                        "At least 1 candidate must fit for each value of “{column}”, not {most}.",
                        column=column,
                        most=most,
                    )
                )

    @property
    def any(self) -> bool:
        """Whether a limit is set."""
        return bool(self.per_level or self.one_level or self.shared or self.where)

    @cached_property
    def columns(self) -> tuple[str, ...]:
        """Names of all columns that limit the batch."""
        named = (*self.per_level, *self.shared, *([self.one_level] if self.one_level else []))
        return tuple(dict.fromkeys(named))


def joined_limits(limits: Iterable[tuple[LimitKind, str, int]], where: str = "") -> BatchLimits:
    """Join single limits to those of one batch.

    Parameters
    ----------
    limits
        Kind, column and largest number of each; the number is not read for ``one_level``.
    where
        Conditions that all picks satisfy.

    Raises
    ------
    BadInput
        A column has two limits of one kind, two columns have one level each, or a number is below 1.
    """
    per_level: dict[str, int] = {}
    shared: dict[str, int] = {}
    one_level = ""
    for kind, column, most in limits:
        if kind == "one_level":
            if one_level:
                raise BadInput(
                    phrase(
                        "One column at most can have the same value in the whole batch, not “{one}” and “{other}”.",
                        one=one_level,
                        other=column,
                    )
                )
            one_level = column
            continue
        numbers = per_level if kind == "per_level" else shared
        if column in numbers:
            raise BadInput(
                phrase("The column “{column}” has two limits of one kind: keep one of them.", column=column)
            )
        numbers[column] = most
    return BatchLimits(per_level, one_level, shared, where)


def refuse_twice(names: Iterable[str]) -> None:
    """Raise BadInput if a person chose one candidate more than once."""
    for name, number in Counter(names).items():
        if number > 1:
            raise BadInput(
                phrase(
                    "{candidate} is named more than once among the candidates: name each once, or allow repeats "
                    "(--with-repeats).",
                    candidate=name,
                )
            )


def _check_columns(pool: Pool, limits: BatchLimits) -> None:
    """Raise BadInput if a limit names a column that the pool does not have."""
    refusals = {
        **{
            name: phrase("There is no column “{name}” for the limit per value (--per-level).", name=name)
            for name in limits.per_level
        },
        **{
            name: phrase("There is no column “{name}” for a shared instrument (--shared).", name=name)
            for name in limits.shared
        },
        limits.one_level: phrase(
            "There is no column “{name}” of which all have one value (--one-level).", name=limits.one_level
        ),
    }
    for name, refusal in refusals.items():
        if name and name not in pool.columns:
            raise pool.refuse_column(name, refusal)


class LimitCheck:
    """The candidates that the limits of a batch exclude as it grows.

    Parameters
    ----------
    study, limits
        The study, whose runs in progress use shared resources, and the limits of the batch.
    level
        Value of the column with one level; empty if there is no such column.

    Raises
    ------
    BadInput
        The study has no such column.
    """

    def __init__(self, study: Study, limits: BatchLimits, level: str = "") -> None:
        self._study, self._limits, self._level = study, limits, level
        self._outside = (
            ~rows_where(study.pool, limits.where) if limits.where else np.zeros(len(study.pool), np.bool_)
        )
        _check_columns(study.pool, limits)
        groups = ExclusionGroups(study.pool, limits.columns)
        self._values = {
            name: np.array(values) for name, values in zip(limits.columns, groups.values, strict=True)
        }

    @property
    def where(self) -> str:
        """Conditions that all picks satisfy."""
        return self._limits.where

    @property
    def levels(self) -> tuple[str, ...]:
        """Values of the column with one level, in order of first occurrence, blank ones left out."""
        values = self._values[self._limits.one_level].tolist()
        return tuple(value for value in dict.fromkeys(values) if value)

    def closed(self, picked: Sequence[str]) -> frozenset[str]:
        """Return the candidates that cannot join the picks."""
        pool, shut = self._study.pool, self._outside.copy()
        rows = [pool.row(name) for name in picked]
        running = [pool.row(start.candidate) for start in self._study.pending]
        if self._level:
            shut |= self._values[self._limits.one_level] != self._level
        for limits, used, blank in (
            (self._limits.per_level, rows, True),
            (self._limits.shared, rows + running, False),
        ):
            for column, most in limits.items():
                values = self._values[column]
                counted = Counter(values[used].tolist())
                full = [value for value, count in counted.items() if count >= most and (value or blank)]
                shut |= np.isin(values, full)
        return frozenset(pool.ids[at] for at in np.flatnonzero(shut).tolist())
