"""Checks of the blocks of a study: levels that clearly depart, and attributes that cannot be told from a block."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from kgdesk.model.beliefs.log_odds import LEVEL

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kgdesk.model.beliefs.blocks import BlockEffect
    from kgdesk.model.study.study import Study

#: Error rate of the comparison of all levels together.
ERROR_RATE: Final = 0.05
#: Fewest runs per value of an attribute, on average, for which it can be said to stand in one block only.
_RUNS_PER_VALUE = 2


@dataclass(frozen=True, slots=True)
class BlockLevel:
    """A level of a block column, with what its runs have in common.

    Parameters
    ----------
    column
        Name of the block column.
    effect
        Its effect in log-odds, with its range.
    runs
        Number of runs with an outcome that have it.
    compared
        Whether it can depart: it is known, so that somebody could look at it, and its column has another level.
    clear
        Whether its runs succeed clearly more or less often than their candidates would elsewhere.
    """

    column: str
    effect: BlockEffect
    runs: int
    compared: bool
    clear: bool


@dataclass(frozen=True, slots=True)
class Confounded:
    """An attribute each of whose values was run in one level of a block column only.

    Parameters
    ----------
    column, attribute
        Names of the block column and of the attribute.
    """

    column: str
    attribute: str


def block_levels(study: Study, level: float = LEVEL) -> tuple[BlockLevel, ...]:
    """Return every level that a run with an outcome has, column by column; ranges have the probability `level`.

    Clear is a range without zero where the ranges of all levels that are compared together hold their effects with
    `ERROR_RATE` to spare (Bonferroni).
    """
    fit = study.block_fit
    if fit is None:
        return ()
    shown, names = fit.effects(level), [column.name for column in study.settings.block_columns]
    levels = Counter(one.column for one in shown)
    compared = [bool(one.level) and levels[one.column] > 1 for one in shown]
    strict = fit.effects(1.0 - ERROR_RATE / max(sum(compared), 1))
    counts = Counter((name, dict(run.blocks).get(name, "")) for run in study.valid for name in names)
    return tuple(
        BlockLevel(
            names[one.column],
            one,
            counts[names[one.column], one.level],
            can_depart,
            can_depart and (range_.low > 0.0 or range_.high < 0.0),
        )
        for one, can_depart, range_ in zip(shown, compared, strict, strict=True)
    )


def departing(levels: Sequence[BlockLevel]) -> tuple[BlockLevel, ...]:
    """Return the levels that clearly depart, the farthest first."""
    return tuple(sorted((one for one in levels if one.clear), key=lambda one: -abs(one.effect.mean)))


def confounded(study: Study) -> tuple[Confounded, ...]:
    """Return which attributes cannot be told from a block column: no value of theirs was run in two of its levels.

    Only attributes with at least two runs per value are compared, since a value that was run once stands in one block
    in any case; and only runs whose block is known.
    """
    found = []
    for column in study.settings.block_columns:
        runs = [(run, level) for run in study.valid if (level := dict(run.blocks).get(column.name))]
        if len({level for _, level in runs}) < 2:
            continue
        rows = [study.pool.row(run.candidate) for run, _ in runs]
        for attribute, values in zip(study.pool.attributes, study.pool.values, strict=True):
            blocks: dict[float | str, set[str]] = {}
            for row, (_, level) in zip(rows, runs, strict=True):
                blocks.setdefault(values[row], set()).add(level)
            if len(blocks) < 2 or _RUNS_PER_VALUE * len(blocks) > len(runs):
                continue
            if all(len(levels) == 1 for levels in blocks.values()):
                found.append(Confounded(column.name, attribute.name))
    return tuple(found)
