"""Scores of a rehearsal: opportunity cost, paired differences, runs needed."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from operator import itemgetter
from typing import TYPE_CHECKING

import numpy as np

from kgdesk.text import listed, phrase

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from kgdesk.rehearsal.contest import Contest, Player
    from kgdesk.rehearsal.engine import Result
    from kgdesk.reports.text_format import TextFormat

    Array = NDArray[np.float64]
    Cell = str | int | float | None


#: Opportunity cost of “within 5 points of the best”, and the probability required of it.
NEAR = 0.05
CHANCE = 0.9

#: How many players the one line about a board names.
MOST_NAMED = 5

COST_HEADER = ("pool", "policy", "belief", "n", "runs", "mean", "standard_error")
#: Columns appended to the tables of costs and differences where both recommendations are given.
PLUGIN_COLUMNS = ("plugin_mean", "plugin_standard_error")
RUNS_HEADER = ("pool", "policy", "belief", "run", "seed", "n", "predictive", "plugin", "common", "measured")
PAIRED_HEADER = (
    "pool",
    "policy",
    "belief",
    "against_policy",
    "against_belief",
    "n",
    "runs",
    "mean_difference",
    "standard_error",
)


@dataclass(frozen=True, eq=False)
class RunsNeeded:
    """Number of measurements after which a player is within 5 points of the best in 90 % of the runs.

    Parameters
    ----------
    pool, player
        Pool and player.
    runs
        Number of measurements from which on it holds; None if the budget does not suffice.
    share
        Share of the simulated runs within 5 points at the end of the budget.
    """

    pool: str
    player: Player
    runs: int | None
    share: float


@dataclass(frozen=True, eq=False)
class Board:
    """All results of a rehearsal, with the rows of its CSV tables.

    Parameters
    ----------
    contests
        Contests, in order.
    results
        Every run of every contest.

    Examples
    --------
    >>> board = campaign.rehearse(["kg", "random"], runs=4)
    >>> [player.name for player in board.contests[0].players]
    ['kg/moments+average', 'random/moments+average']
    >>> cost = board.predictive[0]  # opportunity cost in 0..1: (simulated studies, policies, runs + 1)
    >>> cost.shape, bool((cost >= 0.0).all())
    ((4, 2, 7), True)
    >>> next(board.costs())[:4]  # pool, policy, model, number of runs; then how many studies, mean, standard error
    ('screen', 'kg', 'moments+average', 0)
    """

    contests: tuple[Contest, ...]
    results: tuple[Result, ...]

    def __repr__(self) -> str:
        """Say who has how far to go at the end, the best first; at most five players are named."""
        count, contest = len(self.results) // len(self.contests), self.contests[0]
        lost = sorted(
            zip(self.over_pools(self.predictive, contest.budget), contest.players, strict=True),
            key=itemgetter(0),
        )
        named = ", ".join(f"{player.name} {100 * cost:.2g}" for cost, player in lost[:MOST_NAMED])
        more = f", {len(lost) - MOST_NAMED} more" if len(lost) > MOST_NAMED else ""
        return (
            f"<Board of {contest.pool}: {count} simulated studies of {contest.budget} runs; mean opportunity cost at "
            f"the end in percentage points: {named}{more}>"
        )

    @cached_property
    def predictive(self) -> tuple[Array, ...]:
        """Opportunity cost of the predictive recommendation, (runs, P, budget + 1) per contest."""
        return tuple(
            np.array([r.played.predictive for r in self.results if r.contest == c])
            for c in range(len(self.contests))
        )

    @cached_property
    def plugin(self) -> tuple[Array, ...]:
        """Opportunity cost of the plug-in recommendation, (runs, P, budget + 1) per contest."""
        return tuple(
            np.array([r.played.plugin for r in self.results if r.contest == c])
            for c in range(len(self.contests))
        )

    @cached_property
    def successes(self) -> tuple[Array, ...]:
        """Number of successes among the first n measurements, (runs, P, budget + 1) per contest."""
        return tuple(
            np.array([r.played.successes for r in self.results if r.contest == c], dtype=np.float64)
            for c in range(len(self.contests))
        )

    def gains(self) -> Iterator[tuple[Cell, ...]]:
        """Yield the rows of ``successes.csv``: mean number of successes while learning (cumulative reward)."""
        yield from self._means(self.successes)

    def costs(self, *, both: bool = False) -> Iterator[tuple[Cell, ...]]:
        """Yield the rows of ``opportunity_cost.csv``; `both` appends mean and error of the plug-in recommendation."""
        if not both:
            yield from self._means(self.predictive)
            return
        for row, other in zip(self._means(self.predictive), self._means(self.plugin), strict=True):
            yield *row, *other[-2:]

    def _means(self, figures: Sequence[Array]) -> Iterator[tuple[Cell, ...]]:
        for contest, values in zip(self.contests, figures, strict=True):
            for p, player in enumerate(contest.players):
                for n in range(contest.budget + 1):
                    mean, error = mean_and_error(values[:, p, n])
                    yield contest.pool, player.policy, player.model, n, len(values), mean, error

    def runs(self) -> Iterator[tuple[Cell, ...]]:
        """Yield the rows of ``runs.csv``; `measured` is the pool row, from 1, measured at n."""
        for result in self.results:
            contest, played = self.contests[result.contest], result.played
            for p, player in enumerate(contest.players):
                for n in range(contest.budget + 1):
                    yield (
                        contest.pool,
                        player.policy,
                        player.model,
                        result.run,
                        result.seed,
                        n,
                        float(played.predictive[p, n]),
                        float(played.plugin[p, n]),
                        float(played.common[p, n]),
                        int(played.measured[p, n - 1]) + 1 if n else None,
                    )

    def paired(self, *, both: bool = False) -> Iterator[tuple[Cell, ...]]:
        """Yield the rows of ``paired.csv``: cost of each player minus that of the first, in the same worlds.

        `both` appends mean and error by the plug-in recommendation.
        """
        if not both:
            yield from self._paired(self.predictive)
            return
        for row, other in zip(self._paired(self.predictive), self._paired(self.plugin), strict=True):
            yield *row, *other[-2:]

    def _paired(self, figures: Sequence[Array]) -> Iterator[tuple[Cell, ...]]:
        for contest, costs in zip(self.contests, figures, strict=True):
            first = contest.players[0]
            for p, player in enumerate(contest.players[1:], 1):
                for n in range(contest.budget + 1):
                    mean, error = mean_and_error(costs[:, p, n] - costs[:, 0, n])
                    names = (player.policy, player.model, first.policy, first.model)
                    yield contest.pool, *names, n, len(costs), mean, error

    def needed_runs(self) -> Iterator[RunsNeeded]:
        """Yield the runs needed for each pool and player."""
        for contest, costs in zip(self.contests, self.predictive, strict=True):
            for p, player in enumerate(contest.players):
                runs, share = runs_needed(costs[:, p])
                yield RunsNeeded(contest.pool, player, runs, share)

    def over_pools(self, costs: Sequence[Array], n: int) -> Array:
        """Return the mean over runs and pools of the costs after n measurements, shape (P,)."""
        mean: Array = np.array([c[:, :, n].mean(axis=0) for c in costs]).mean(axis=0)
        return mean


def runs_needed(costs: Array) -> tuple[int | None, float]:
    """Return the number of measurements from which on a player is within 5 points of the best in 90 % of the runs.

    Parameters
    ----------
    costs
        Opportunity costs, shape (runs, budget + 1).

    Returns
    -------
    int or None
        Number of measurements; None if the budget does not suffice.
    float
        Share of the simulated runs within 5 points after the last measurement.
    """
    share = (costs <= NEAR).mean(axis=0)
    short = np.flatnonzero(share < CHANCE)
    first = int(short[-1]) + 1 if short.size else 0
    return (first if first < share.size else None), float(share[-1])


def mean_and_error(values: Array) -> tuple[float, float | None]:
    """Return the mean of values (n,) and its standard error; the error of a single value is None."""
    if values.size < 2:
        return float(values.mean()), None
    return float(values.mean()), float(values.std(ddof=1) / np.sqrt(values.size))


def sentences(results: Iterable[RunsNeeded], budget: int, *, pools: bool) -> list[str]:
    """Return one sentence per player about the runs needed; `pools` puts the pool's name in front."""
    lines = []
    for enough in results:
        who = enough.player.name
        if pools:
            who = phrase("{pool}: {player}", pool=enough.pool, player=who)
        lines.append(_sentence(who, enough, budget))
    return lines


def _sentence(who: str, enough: RunsNeeded, budget: int) -> str:
    share = f"{100 * enough.share:.0f}"
    if enough.runs is None and budget == 1:
        return phrase(
            "{who} needs more than the 1 planned run for a 90 % chance of being within 5 percentage points of the best "
            "(now {share} %).",
            who=who,
            share=share,
        )
    if enough.runs is None:
        return phrase(
            "{who} needs more than the {count} planned runs for a 90 % chance of being within 5 percentage points of "
            "the best (now {share} %).",
            who=who,
            count=budget,
            share=share,
        )
    if enough.runs == 0:
        return phrase(
            "{who} needs no run for a 90 % chance of being within 5 percentage points of the best.", who=who
        )
    if enough.runs == 1:
        return phrase(
            "{who} needs 1 run for a 90 % chance of being within 5 percentage points of the best.", who=who
        )
    return phrase(
        "{who} needs {count} runs for a 90 % chance of being within 5 percentage points of the best.",
        who=who,
        count=enough.runs,
    )


def overall(board: Board, speech: TextFormat, *, plugin: bool = False) -> list[str]:
    """Return one sentence per player: mean opportunity cost over the pools after a third of and the whole budget.

    By the predictive recommendation, or by the plug-in one.
    """
    figures = board.plugin if plugin else board.predictive
    budget = board.contests[0].budget
    stages = sorted({max(budget // 3, 1), budget})
    lines: list[str] = []
    for p, player in enumerate(board.contests[0].players):
        costs = [
            phrase(
                "{cost} after {n}",
                cost=speech.fixed(float(board.over_pools(figures, n)[p]), 3),
                n=speech.number(n),
            )
            for n in stages
        ]
        sentence = phrase(
            "{player}: mean opportunity cost {costs} measurements.", player=player.name, costs=listed(costs)
        )
        lines.append(phrase("Plug-in, {sentence}", sentence=sentence) if plugin else sentence)
    return lines
