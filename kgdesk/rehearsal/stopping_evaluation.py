"""Evaluate stopping rules in a rehearsal: how often they stop, when, and how often too early."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from kgdesk.model.study import rule_syntax
from kgdesk.model.study.rule_syntax import AtStake
from kgdesk.model.study.stopping_rules import AllOf, AnyOf, WithinOfBest
from kgdesk.rehearsal.scores import NEAR, mean_and_error
from kgdesk.reports.text_format import EnglishFormat
from kgdesk.text import joined, phrase

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kgdesk.model.study.stopping_rules import Rule
    from kgdesk.rehearsal.contest import Player
    from kgdesk.rehearsal.scores import Board, Cell
    from kgdesk.reports.text_format import TextFormat

FILE = "stopping.csv"
HEADER = (
    "pool",
    "policy",
    "belief",
    "rule",
    "runs",
    "stopped",
    "mean_n",
    "standard_error_n",
    "within",
    "missed",
    "error_rate",
    "standard_error",
    "mean_loss",
    "standard_error_loss",
)


@dataclass(frozen=True)
class StoppingResult:
    """Performance of one stopping rule with one player on one pool.

    Parameters
    ----------
    pool, player, rule
        Pool, player and rule.
    runs
        Number of simulated runs.
    stopped
        Number of runs stopped within the budget, those left out that only used up the plan.
    mean_n, error_n
        Mean number of measurements at stopping and its standard error; None if undefined.
    within
        Opportunity cost in 0..1 above which a recommendation counts as missed.
    missed
        Number of stopped runs with an opportunity cost above `within`.
    mean_loss, error_loss
        Mean opportunity cost of the stopped runs in 0..1 and its standard error: the quantity that the
        `at-stake` rule bounds. None if undefined.
    """

    pool: str
    player: Player
    rule: Rule
    runs: int
    stopped: int
    mean_n: float | None
    error_n: float | None
    within: float
    missed: int
    mean_loss: float | None = None
    error_loss: float | None = None

    @property
    def rate(self) -> float | None:
        """Share of the stopped runs that were stopped too early."""
        return self.missed / self.stopped if self.stopped else None

    @property
    def error(self) -> float | None:
        """Standard error of `rate`, with half a missed and half a good run added: 0 of a few runs is not certain."""
        if not self.stopped:
            return None
        p = (self.missed + 0.5) / (self.stopped + 1.0)
        return math.sqrt(p * (1.0 - p) / self.stopped)

    @property
    def sentence(self) -> str:
        """Result in one English sentence, without the pool."""
        return self.worded(EnglishFormat())

    def worded(self, speech: TextFormat) -> str:
        """Return the result in one sentence, without the pool, with numbers formatted for the language."""
        player, rule = self.player.name, rule_syntax.written(self.rule)
        if self.mean_n is None or self.rate is None or self.error is None:
            return phrase(
                "{player}, “{rule}” stopped in none of {runs} simulated runs.",
                player=player,
                rule=rule,
                runs=speech.number(self.runs),
            )
        words = phrase(
            "{player}, “{rule}” stopped in {stopped} of {runs} simulated runs, after {mean} measurements on average; "
            "then {rate} % (± {error}) had a recommended candidate more than {points} percentage points below the "
            "best.",
            player=player,
            rule=rule,
            stopped=speech.number(self.stopped),
            runs=speech.number(self.runs),
            mean=speech.fixed(self.mean_n, 1),
            rate=speech.fixed(100 * self.rate, 0),
            error=speech.fixed(100 * self.error, 1),
            points=speech.number(100 * self.within),
        )
        if self.mean_loss is None or self.error_loss is None:
            return words
        lost = phrase(
            " It was {loss} points (± {error}) below the best on average.",
            loss=speech.fixed(100 * self.mean_loss, 2),
            error=speech.fixed(100 * self.error_loss, 2),
        )
        return joined(words, lost)


def distance(rule: Rule) -> float:
    """Return the opportunity cost that a rule refers to, the smallest if several; 0.05 if none.

    The limit of an `at-stake` rule is a mean: single runs may exceed it although the rule holds.
    """
    return min(_distances(rule), default=NEAR)


def _distances(rule: Rule) -> list[float]:
    if isinstance(rule, WithinOfBest):
        return [rule.points]
    if isinstance(rule, AtStake):
        return [rule.value]
    if isinstance(rule, AnyOf | AllOf):
        return [points for part in rule.rules for points in _distances(part)]
    return []


def evaluate_rules(board: Board) -> Iterator[StoppingResult]:
    """Yield the result of every rule, pool by pool and player by player."""
    for c, contest in enumerate(board.contests):
        at = np.array([r.played.stopped for r in board.results if r.contest == c])
        cost = np.array([r.played.ended for r in board.results if r.contest == c])
        for p, player in enumerate(contest.players):
            for r, rule in enumerate(contest.rules):
                ended = np.flatnonzero(at[:, p, r] >= 0)
                n = at[ended, p, r]
                mean, error = mean_and_error(n.astype(np.float64)) if n.size else (None, None)
                within = distance(rule)
                lost = cost[ended, p, r]
                missed = int((lost > within).sum())
                loss = mean_and_error(lost) if n.size else (None, None)
                yield StoppingResult(
                    contest.pool, player, rule, len(at), ended.size, mean, error, within, missed, *loss
                )


def rows(board: Board) -> Iterator[tuple[Cell, ...]]:
    """Yield the rows of ``stopping.csv``."""
    for one in evaluate_rules(board):
        yield (
            one.pool,
            one.player.policy,
            one.player.belief,
            rule_syntax.written(one.rule),
            one.runs,
            one.stopped,
            one.mean_n,
            one.error_n,
            one.within,
            one.missed,
            one.rate,
            one.error,
            one.mean_loss,
            one.error_loss,
        )


def sentences(board: Board, speech: TextFormat) -> list[str]:
    """Return one sentence per pool, player and rule."""
    several = len(board.contests) > 1
    by_pool = ((one.pool, one.worded(speech)) for one in evaluate_rules(board))
    return [phrase("{pool}: {said}", pool=pool, said=text) if several else text for pool, text in by_pool]
