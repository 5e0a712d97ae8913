"""Playing one simulated study: every player measures in the same world, and the truth tells what it missed."""

from __future__ import annotations

from dataclasses import dataclass
from functools import singledispatch
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from kgdesk.rehearsal.contest import Contest, draw_world
from kgdesk.rehearsal.seat import Seat

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from kgdesk.model.stopping import Rule

    Array = NDArray[np.float64]
    Rows = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Played:
    """One run, all players: opportunity costs in 0..1 and what was measured.

    Parameters
    ----------
    predictive
        (P, budget + 1) of the row with the largest Pr(+1 | x, belief), after n measurements: what kgdesk recommends.
    plugin
        (P, budget + 1) of the row with the largest m.x, the paper's definition.
    common
        (P, budget + 1) of the predictive recommendation of one belief for all, moments in one pass, after what this
        player measured: it tells choosing and recommending apart.
    measured
        (P, budget) rows in order.
    stopped
        (P, R) number of measurements after which each rule would have stopped, -1 where it never would.
    successes
        (P, budget + 1) number of successes among the first n measurements.
    """

    predictive: Array
    plugin: Array
    common: Array
    measured: Rows
    stopped: Rows
    successes: Rows


class Playable(Protocol):
    """What `play` can play."""

    @property
    def pool(self) -> str:
        """Its name in tables and messages."""


@singledispatch
def play(game: Playable, seed: int) -> Any:
    """Play one run of whatever can be simulated; `kgdesk.rehearsal.engine` spreads runs over processes."""
    raise TypeError(f"nothing to simulate: {type(game).__name__} with seed {seed}")


@play.register
def play_contest(contest: Contest, seed: int) -> Played:
    """Play one run: every player measures `budget` times in the same world.

    Parameters
    ----------
    contest
        What all runs share.
    seed
        Of this run; a result depends on the contest and on it alone.
    """
    world = draw_world(contest, seed)
    count = len(contest.players)
    cost = np.empty((3, count, contest.budget + 1))
    measured = np.empty((count, contest.budget), dtype=np.int64)
    stopped = np.full((count, len(contest.rules)), -1, dtype=np.int64)
    best = world.chance.max(axis=1)
    for p, player in enumerate(contest.players):
        seat = Seat(contest, player, world)
        cost[:, p, 0] = best[0] - world.chance[0, list(seat.recommended())]
        _ask(contest.rules, seat, 0, stopped[p])
        for n in range(1, contest.budget + 1):
            row = seat.choose()
            measured[p, n - 1] = row
            seat.learn(row, float(world.outcome[n, row]))
            cost[:, p, n] = best[n] - world.chance[n, list(seat.recommended())]
            _ask(contest.rules, seat, n, stopped[p])
    gained = world.outcome[np.arange(1, contest.budget + 1), measured] > 0
    successes = np.column_stack([np.zeros(count, dtype=np.int64), np.cumsum(gained, axis=1)])
    return Played(cost[0], cost[1], cost[2], measured, stopped, successes)


def _ask(rules: Sequence[Rule], seat: Seat, n: int, stopped: Rows) -> None:
    """Note n for every rule that stops now for the first time."""
    progress = seat.progress  # one for all rules: what several of them look at is worked out once
    for r, rule in enumerate(rules):
        if stopped[r] < 0 and rule.check(progress).stop:
            stopped[r] = n
