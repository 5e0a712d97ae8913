"""Theorem 1 as printed: its probability, its right-hand side, and the error that it bounds."""

from __future__ import annotations

import html
import math

import numpy as np
import pytest
from scipy.optimize import minimize
from scipy.stats import chi2
from small_contests import contest, pool_of

from kgdesk.errors import BadInput
from kgdesk.paper import theorem
from kgdesk.paper.claims_report import PaperParts
from kgdesk.paper.experiment import ExperimentForm, synthetic
from kgdesk.paper.theorem import true_weights
from kgdesk.rehearsal import report
from kgdesk.rehearsal.contest import draw_world
from kgdesk.rehearsal.engine import Result
from kgdesk.rehearsal.scores import Board
from kgdesk.rehearsal.simulation import play
from kgdesk.rehearsal.truths import Interaction
from kgdesk.reports.text_format import EnglishFormat


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


def fitted(X: np.ndarray, y: np.ndarray, precision: float) -> np.ndarray:
    """Return the maximum a posteriori weights, by a general optimiser."""

    def loss(v: np.ndarray) -> float:
        return float(np.logaddexp(0, -y * (X @ v)).sum() + 0.5 * precision * v @ v)

    return minimize(loss, np.zeros(X.shape[1]), tol=1e-12).x


def test_both_sides_are_those_of_the_printed_theorem_on_rows_of_length_one_at_most() -> None:
    made = board(("random/diagonal", "kg/diagonal"))
    early, late = theorem.evaluate_bound(made)
    assert (early.measurements, late.measurements, late.player.name) == (3, 9, "kg/diagonal")
    X = made.contests[0].X
    scale = max(math.sqrt(sum(v * v for v in x)) for x in X)
    assert late.scale == pytest.approx(scale, rel=1e-12)
    assert late.precision == pytest.approx(1 / scale**2, rel=1e-12)
    assert late.radius == pytest.approx(late.precision**2 / (8 * math.sqrt(late.precision)), rel=1e-12)
    assert late.ball_probability == pytest.approx(chi2.cdf(late.radius**2, 3), rel=1e-9)
    for i, result in enumerate(made.results):
        world, rows = draw_world(made.contests[0], result.seed), result.played.measured[1]
        w = true_weights(made.contests[0], result.seed)
        assert 1 / (1 + np.exp(-X @ w)) == pytest.approx(world.chance[0], abs=1e-12)
        at = [*world.free, *rows]
        assert late.outcomes[i] == len(at) == 11
        y = np.array(
            [*world.outcome[0, list(world.free)], *(world.outcome[n, r] for n, r in enumerate(rows, 1))]
        )
        x = X[at] / scale
        assert np.linalg.norm(x, axis=1).max() <= 1 + 1e-12
        distance = np.linalg.norm(fitted(x, y, 1 / scale**2) - scale * w)
        assert late.distance[i] == pytest.approx(distance, abs=1e-3)
        chance = 1 / (1 + np.exp(-x @ (scale * w)))
        mean = sum(p * (1 - p) * np.outer(each, each) for p, each in zip(chance, x, strict=True)) / len(at)
        smallest = np.linalg.eigvalsh(mean)[0]
        assert late.c_min[i] == pytest.approx(smallest, abs=1e-12)
        assert late.bound[i] == pytest.approx((smallest + 1 / scale**2) / 2, rel=1e-9)


def test_the_distance_is_that_of_the_study_in_the_units_of_the_divided_rows() -> None:
    made = board(("kg/diagonal",), runs=2)
    *_, late = theorem.evaluate_bound(made)
    for i, result in enumerate(made.results):
        world = draw_world(made.contests[0], result.seed)
        at = [*world.free, *result.played.measured[0]]
        y = [*world.outcome[0, list(world.free)], *(world.outcome[n, r] for n, r in enumerate(at[2:], 1))]
        in_own_units = fitted(made.contests[0].X[at], np.array(y), 1.0) - true_weights(
            made.contests[0], result.seed
        )
        assert late.distance[i] == pytest.approx(late.scale * np.linalg.norm(in_own_units), abs=1e-3)


def test_the_theorem_is_false_for_one_row_and_one_outcome() -> None:
    x, none = np.array([[1.0]]), np.zeros(1)
    for y in (1.0, -1.0):
        both = theorem.sides(x, np.array([y]), none, 0.1)
        assert both.distance == pytest.approx(abs(fitted(x, np.array([y]), 0.1)[0]), abs=1e-5)
        assert (both.distance, both.bound) == (
            pytest.approx(1.63, abs=0.005),
            pytest.approx(0.175, abs=1e-12),
        )
    assert "distance is 1.63 " in said()
    assert "right-hand side is 0.175." in said()
    # No true weight satisfies it, so it cannot hold with the probability P_1(M) > 0.
    w = np.linspace(-20, 20, 40_001)
    chance = 1 / (1 + np.exp(-w))
    expected = chance * abs(both.distance - w) + (1 - chance) * abs(both.distance + w)
    assert (expected > (chance * (1 - chance) + 0.1) / 2).all()
    assert theorem.ball(1, theorem.radius(0.1)) > 0.003


def test_the_theorem_is_false_for_ten_unit_vectors() -> None:
    both = theorem.sides(np.eye(10), np.ones(10), np.zeros(10), 1.0)
    mixed = theorem.sides(np.eye(10), np.array([1.0, -1.0] * 5), np.zeros(10), 1.0)
    assert both.distance == pytest.approx(np.linalg.norm(fitted(np.eye(10), np.ones(10), 1.0)), abs=1e-5)
    assert (both.distance, both.bound) == (pytest.approx(1.268, abs=5e-4), pytest.approx(0.5125, abs=1e-12))
    assert (mixed.distance, mixed.bound) == (pytest.approx(both.distance), pytest.approx(both.bound))
    assert "distance is 1.268;" in said()
    assert "right-hand side is 0.5125." in said()


@pytest.mark.parametrize("precision", [1e-3, 0.1, 1.0, 40.0])
@pytest.mark.parametrize("d", [1, 3, 10])
def test_on_its_own_event_the_prior_mean_is_four_times_nearer_than_the_theorem_claims(
    d: int, precision: float
) -> None:
    # The event: w* - m0 = z / sqrt(lambda) with z standard normal of d entries and |z| <= M.
    farthest = theorem.radius(precision) / math.sqrt(precision)
    assert farthest == pytest.approx(precision / 8, rel=1e-12)
    on_the_event = chi2.cdf(precision * farthest**2, d)
    assert theorem.ball(d, theorem.radius(precision)) == pytest.approx(on_the_event, rel=1e-9)
    rng = np.random.default_rng(d)
    X = rng.normal(size=(5, d))
    X /= np.linalg.norm(X, axis=1).max()
    true = rng.normal(size=d)
    true *= farthest / np.linalg.norm(true)
    both = theorem.sides(X, np.ones(5), true, precision)
    assert both.bound >= precision / 2
    assert 4 * np.linalg.norm(true) <= both.bound * (1 + 1e-12)
    assert "‖m⁰ − w*‖ ≤ λ/8" in said()
    assert "four times nearer" in said()


def said() -> str:
    """Return the report's text about the theorem."""
    made = board(("kg/diagonal",), runs=1, budget=3)
    extra = PaperParts(ExperimentForm()).added(made, (), EnglishFormat())
    page = report.files(made, {}, title="", remarks=(), extra=extra)["report.html"].decode()
    return html.unescape(page)


def test_the_report_says_that_the_theorem_guarantees_nothing() -> None:
    assert "Theorem 1 guarantees nothing. First, as printed it is false." in said()
    assert "memory" not in said()


def test_without_the_papers_policy_another_one_is_looked_at() -> None:
    assert (
        next(theorem.evaluate_bound(board(("random/full", "kg/moments"), runs=1))).player.name == "kg/moments"
    )
    assert next(theorem.evaluate_bound(board(("random/full",), runs=1))).player.name == "random/full"


def test_truths_without_weights_have_no_such_error() -> None:
    bent = contest(pool_of(), truth=Interaction(contest(pool_of()).truth))
    with pytest.raises(BadInput, match="have no weights"):
        true_weights(bent, 1)
