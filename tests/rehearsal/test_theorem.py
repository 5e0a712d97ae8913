"""Theorem 1 as printed: its probability, its right-hand side, and the error that it speaks of."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.optimize import minimize
from scipy.stats import chi2
from small import contest, pool_of

from kgdesk.errors import BadInput
from kgdesk.rehearsal import theorem
from kgdesk.rehearsal.contest import draw_world, true_weights
from kgdesk.rehearsal.engine import Result
from kgdesk.rehearsal.paper import synthetic
from kgdesk.rehearsal.playing import play
from kgdesk.rehearsal.scores import Board
from kgdesk.rehearsal.truths import Interaction


@pytest.mark.parametrize("d", [1, 2, 3, 11, 40])
@pytest.mark.parametrize("radius", [1e-3, 0.125, 1.0, 3.0, 6.0, 30.0])
def test_the_probability_of_a_ball_is_that_of_chi_square(d: int, radius: float) -> None:
    assert theorem.ball(d, radius) == pytest.approx(chi2.cdf(radius**2, d), rel=1e-10)


def test_the_theorem_holds_with_next_to_no_probability_in_ten_dimensions() -> None:
    assert theorem.ball(10, 1.0 / 8.0) == pytest.approx(2.4e-13, rel=0.02)
    assert theorem.ball(10, 0.0) == 0.0


def board(names: tuple[str, ...], runs: int = 3, budget: int = 9) -> Board:
    made = contest(synthetic(2)[:40], names, budget=budget, free_examples=True)
    return Board((made,), tuple(Result(0, r, r, play(made, r)) for r in range(1, runs + 1)))


def test_both_sides_are_those_of_the_data_of_each_run() -> None:
    made = board(("random/diagonal", "kg/diagonal"))
    early, late = theorem.found(made)
    assert (early.n, late.n, late.player.name) == (3, 9, "kg/diagonal")
    assert (late.precision, late.radius) == (1.0, 0.125)
    for i, result in enumerate(made.results):
        world, rows = draw_world(made.contests[0], result.seed), result.played.measured[1]
        w = true_weights(made.contests[0], result.seed)
        X = made.contests[0].X
        assert 1 / (1 + np.exp(-X @ w)) == pytest.approx(world.chance[0], abs=1e-12)
        at = [*world.free, *rows]
        y = [*world.outcome[0, list(world.free)], *(world.outcome[n, row] for n, row in enumerate(rows, 1))]

        def loss(v: np.ndarray, signed: np.ndarray) -> float:
            return float(np.logaddexp(0, -signed @ v).sum() + 0.5 * v @ v)

        found = minimize(loss, np.zeros(3), args=(X[at] * np.array(y)[:, None],), tol=1e-12).x
        assert late.distance[i] == pytest.approx(np.linalg.norm(found - w), abs=1e-4)
        information = sum(np.outer(x, x) / (2 + 2 * math.cosh(x @ w)) for x in X[at])
        assert late.bound[i] == pytest.approx((np.linalg.eigvalsh(information)[0] + 1) / 2, abs=1e-9)
    assert (late.bound >= early.bound).all()


def test_without_the_papers_policy_another_one_is_looked_at() -> None:
    assert next(theorem.found(board(("random/full", "kg/moments"), runs=1))).player.name == "kg/moments"
    assert next(theorem.found(board(("random/full",), runs=1))).player.name == "random/full"


def test_truths_without_weights_have_no_such_error() -> None:
    bent = contest(pool_of(), truth=Interaction(contest(pool_of()).truth))
    with pytest.raises(BadInput, match="have no weights"):
        true_weights(bent, 1)
