"""What stopping rules would have done in a rehearsal: how often they stop, when, and how often that was too early."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from kgdesk.errors import joined, phrase
from kgdesk.files.html_report import EnglishFormat
from kgdesk.model.stopping import rule_syntax
from kgdesk.model.stopping.rule_syntax import AtStake
from kgdesk.model.stopping.rules import AllOf, AnyOf, WithinOfBest
from kgdesk.rehearsal.scores import NEAR, mean_and_error

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kgdesk.files.html_report import TextFormat
    from kgdesk.model.stopping.rules import Rule
    from kgdesk.rehearsal.contest import Player
    from kgdesk.rehearsal.scores import Board, Cell

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
    """What one rule did with one player on one pool.

    Parameters
    ----------
    pool, player, rule
        Whose.
    runs
        Simulated runs.
    stopped
        How many of them it stopped within the budget.
    mean_n, error_n
        Mean number of measurements when it stopped, and its standard error; None where that has no meaning.
    within
        The distance from the best, in 0..1, beyond which a recommendation counts as missed.
    missed
        How many of those stopped had a recommendation farther from the best than `within`.
    mean_loss, error_loss
        By how much the recommendation of those stopped fell short of the best on average, in 0..1, and its standard
        error: what a rule on what is at stake promises. None where that has no meaning.
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
        """Standard error of the rate; half a miss is added to each side, so that none of few is not certainty."""
        if not self.stopped:
            return None
        p = (self.missed + 0.5) / (self.stopped + 1.0)
        return math.sqrt(p * (1.0 - p) / self.stopped)

    @property
    def sentence(self) -> str:
        """What a person is told, without the pool."""
        return self.told(EnglishFormat())

    def told(self, speech: TextFormat) -> str:
        """Return what a person is told, without the pool, its numbers as a language writes them."""
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
            "then {rate} % (± {error}) had a recommended candidate more than {points} points below the best.",
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
    """Return the distance from the best that a rule speaks of, the smallest if several; 5 points if none.

    What a rule lets be at stake is a mean distance: some runs lie beyond it where it holds.
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
    """Yield what every rule did, pool by pool, player by player."""
    for c, contest in enumerate(board.contests):
        costs = board.predictive[c]
        at = np.array([r.played.stopped for r in board.results if r.contest == c])
        for p, player in enumerate(contest.players):
            for r, rule in enumerate(contest.rules):
                ended = np.flatnonzero(at[:, p, r] >= 0)
                n = at[ended, p, r]
                mean, error = mean_and_error(n.astype(np.float64)) if n.size else (None, None)
                within = distance(rule)
                lost = costs[ended, p, n]
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
    """Say for each pool, player and rule what it did."""
    several = len(board.contests) > 1
    told = ((one.pool, one.told(speech)) for one in evaluate_rules(board))
    return [phrase("{pool}: {said}", pool=pool, said=said) if several else said for pool, said in told]
