"""What a rehearsal found: opportunity costs by pool and policy, paired differences, runs needed."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from kgdesk.errors import listed, phrase

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from kgdesk.files.speech import Speech
    from kgdesk.rehearsal.contest import Contest
    from kgdesk.rehearsal.engine import Result
    from kgdesk.rehearsal.players import Player

    Array = NDArray[np.float64]
    Cell = str | int | float | None

#: “Within 5 points of the best”, as opportunity cost, and how often that is asked for.
NEAR = 0.05
CHANCE = 0.9

COST_HEADER = ("pool", "policy", "belief", "n", "runs", "mean", "standard_error")
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
class Enough:
    """When a player is within 5 points of the best with a chance of 90 %.

    Parameters
    ----------
    pool, player
        Whose.
    runs
        Number of measurements from which on it holds; None where the budget does not suffice.
    share
        Share of the simulated runs that are near at the end of the budget.
    """

    pool: str
    player: Player
    runs: int | None
    share: float


@dataclass(frozen=True, eq=False)
class Board:
    """All results of a rehearsal.

    Parameters
    ----------
    contests
        In order.
    results
        Every run of every contest.
    """

    contests: tuple[Contest, ...]
    results: tuple[Result, ...]

    @cached_property
    def predictive(self) -> tuple[Array, ...]:
        """For each contest the opportunity costs (runs, P, budget + 1) of the predictive recommendation."""
        return tuple(
            np.array([r.played.predictive for r in self.results if r.contest == c])
            for c in range(len(self.contests))
        )

    @cached_property
    def plugin(self) -> tuple[Array, ...]:
        """For each contest the opportunity costs (runs, P, budget + 1) of the plug-in recommendation."""
        return tuple(
            np.array([r.played.plugin for r in self.results if r.contest == c])
            for c in range(len(self.contests))
        )

    @cached_property
    def successes(self) -> tuple[Array, ...]:
        """For each contest the numbers of successes (runs, P, budget + 1) among the first n measurements."""
        return tuple(
            np.array([r.played.successes for r in self.results if r.contest == c], dtype=np.float64)
            for c in range(len(self.contests))
        )

    def gains(self) -> Iterator[tuple[Cell, ...]]:
        """Yield the rows of ``successes.csv``: what a policy earns while it learns."""
        yield from self._means(self.successes)

    def costs(self) -> Iterator[tuple[Cell, ...]]:
        """Yield the rows of ``opportunity_cost.csv``."""
        yield from self._means(self.predictive)

    def _means(self, figures: Sequence[Array]) -> Iterator[tuple[Cell, ...]]:
        for contest, values in zip(self.contests, figures, strict=True):
            for p, player in enumerate(contest.players):
                for n in range(contest.budget + 1):
                    mean, error = mean_and_error(values[:, p, n])
                    yield contest.pool, player.policy, player.model, n, len(values), mean, error

    def runs(self) -> Iterator[tuple[Cell, ...]]:
        """Yield the rows of ``runs.csv``; `measured` is the row of the pool, from 1, that run n measured."""
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

    def paired(self) -> Iterator[tuple[Cell, ...]]:
        """Yield the rows of ``paired.csv``: cost of each player minus that of the first, in the same worlds."""
        for contest, costs in zip(self.contests, self.predictive, strict=True):
            first = contest.players[0]
            for p, player in enumerate(contest.players[1:], 1):
                for n in range(contest.budget + 1):
                    mean, error = mean_and_error(costs[:, p, n] - costs[:, 0, n])
                    names = (player.policy, player.model, first.policy, first.model)
                    yield contest.pool, *names, n, len(costs), mean, error

    def enough(self) -> Iterator[Enough]:
        """Yield for each pool and player when it is near the best."""
        for contest, costs in zip(self.contests, self.predictive, strict=True):
            for p, player in enumerate(contest.players):
                runs, share = runs_needed(costs[:, p])
                yield Enough(contest.pool, player, runs, share)

    def over_pools(self, costs: Sequence[Array], n: int) -> Array:
        """Return the mean over all pools (P,) of costs after n measurements."""
        mean: Array = np.array([c[:, :, n].mean(axis=0) for c in costs]).mean(axis=0)
        return mean


def runs_needed(costs: Array) -> tuple[int | None, float]:
    """Return from which measurement on one player is near the best with the wanted chance, and its share at the end.

    Parameters
    ----------
    costs
        (runs, budget + 1) opportunity costs.

    Returns
    -------
    int or None
        None where the budget does not suffice.
    float
        Share of the simulated runs that are near after the last measurement.
    """
    share = (costs <= NEAR).mean(axis=0)
    short = np.flatnonzero(share < CHANCE)
    first = int(short[-1]) + 1 if short.size else 0
    return (first if first < share.size else None), float(share[-1])


def mean_and_error(values: Array) -> tuple[float, float | None]:
    """Return the mean with its standard error; a single value has none."""
    if values.size < 2:
        return float(values.mean()), None
    return float(values.mean()), float(values.std(ddof=1) / np.sqrt(values.size))


def sentences(found: Iterable[Enough], budget: int, *, pools: bool) -> list[str]:
    """Say for each player how many runs are needed; `pools` puts the pool's name in front."""
    said = []
    for enough in found:
        who = enough.player.name
        if pools:
            who = phrase("{pool}: {player}", pool=enough.pool, player=who)
        said.append(_sentence(who, enough, budget))
    return said


def _sentence(who: str, enough: Enough, budget: int) -> str:
    share = f"{100 * enough.share:.0f}"
    if enough.runs is None and budget == 1:
        return phrase(
            "{who} needs more than the 1 planned run for a 90 % chance of being within 5 points of the best "
            "(now {share} %).",
            who=who,
            share=share,
        )
    if enough.runs is None:
        return phrase(
            "{who} needs more than the {count} planned runs for a 90 % chance of being within 5 points of the best "
            "(now {share} %).",
            who=who,
            count=budget,
            share=share,
        )
    if enough.runs == 0:
        return phrase("{who} needs no run for a 90 % chance of being within 5 points of the best.", who=who)
    if enough.runs == 1:
        return phrase("{who} needs 1 run for a 90 % chance of being within 5 points of the best.", who=who)
    return phrase(
        "{who} needs {count} runs for a 90 % chance of being within 5 points of the best.",
        who=who,
        count=enough.runs,
    )


def overall(board: Board, speech: Speech) -> list[str]:
    """Say for each player its mean opportunity cost over the pools, after a third of the budget and at its end."""
    budget = board.contests[0].budget
    stages = sorted({max(budget // 3, 1), budget})
    said: list[str] = []
    for p, player in enumerate(board.contests[0].players):
        costs = [
            phrase(
                "{cost} after {n}",
                cost=speech.fixed(float(board.over_pools(board.predictive, n)[p]), 3),
                n=speech.number(n),
            )
            for n in stages
        ]
        said.append(
            phrase(
                "{player}: mean opportunity cost {costs} measurements.",
                player=player.name,
                costs=listed(costs),
            )
        )
    return said
