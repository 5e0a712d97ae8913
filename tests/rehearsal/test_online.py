"""Cumulative successes of a policy, and the cost of them for the final choice."""

from __future__ import annotations

import numpy as np
import pytest
from small_contests import contest, pool_of

from kgdesk.rehearsal.contest import draw_world
from kgdesk.rehearsal.engine import Result
from kgdesk.rehearsal.scores import Board
from kgdesk.rehearsal.simulation import play

RUNS = 240


def test_successes_are_counted_run_by_run() -> None:
    made = contest(pool_of(), budget=7)
    for seed in range(5):
        world, played = draw_world(made, seed), play(made, seed)
        for p in range(2):
            right = [world.outcome[n, row] > 0 for n, row in enumerate(played.measured[p], 1)]
            assert played.successes[p].tolist() == [sum(right[:n]) for n in range(8)]


@pytest.mark.nightly
@pytest.mark.timeout(900)
def test_the_online_form_earns_more_on_the_way_and_chooses_worse_in_the_end() -> None:
    """Same truths for both: KG spends all runs on learning, online KG on successes as well."""
    made = contest(pool_of(30, 3), ("kg/moments", "online-kg/moments"), budget=15)
    board = Board((made,), tuple(Result(0, r + 1, r, play(made, r)) for r in range(RUNS)))
    gained, cost = board.successes[0][:, :, -1], board.predictive[0][:, :, -1]
    more, worse = gained[:, 1] - gained[:, 0], cost[:, 1] - cost[:, 0]
    root = np.sqrt(RUNS)
    assert more.mean() > 10 * more.std(ddof=1) / root
    assert worse.mean() > 2 * worse.std(ddof=1) / root
    means = {(row[1], row[3]): row[5] for row in board.gains()}
    assert means["online-kg", 15] == gained[:, 1].mean() > means["kg", 15]
