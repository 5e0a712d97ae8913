"""One simulated study: common truths for all players, initial examples, opportunity cost, objective."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from small_contests import Grid, contest, pool_of

from kgdesk.errors import BadInput
from kgdesk.model import policies
from kgdesk.model.beliefs.belief import posterior
from kgdesk.model.beliefs.gaussian import DiagonalBelief, MomentBelief
from kgdesk.rehearsal.contest import draw_world, players
from kgdesk.rehearsal.simulation import play, predictive
from kgdesk.rehearsal.truths import Normal


def test_the_same_seed_plays_the_same_run_and_another_one_does_not() -> None:
    made = contest(pool_of())
    one, again, other = play(made, 7), play(made, 7), play(made, 8)
    assert np.array_equal(one.predictive, again.predictive)
    assert np.array_equal(one.measured, again.measured)
    assert not np.array_equal(one.predictive, other.predictive)


def test_a_player_does_not_feel_who_else_takes_part() -> None:
    X = pool_of()
    names = ("kg/moments", "kg/full", "random/diagonal", "thompson/moments")
    together = play(contest(X, names), 3)
    for p, name in enumerate(names):
        alone = play(contest(X, (name,)), 3)
        assert np.array_equal(alone.predictive[0], together.predictive[p]), name
        assert np.array_equal(alone.measured[0], together.measured[p]), name


def test_players_that_measure_the_same_rows_meet_the_same_outcomes() -> None:
    made = contest(pool_of(), ("random/diagonal", "random/moments"), budget=12)
    played = play(made, 5)
    assert np.array_equal(played.measured[0], played.measured[1])
    assert np.array_equal(played.common[0], played.common[1])


def test_a_longer_budget_begins_with_the_runs_of_a_shorter_one() -> None:
    short, long = (play(contest(pool_of(), budget=n), 2) for n in (4, 9))
    assert np.array_equal(short.predictive, long.predictive[:, :5])


def test_two_pools_with_the_same_seed_have_different_luck() -> None:
    one, other = (draw_world(contest(pool_of(), pool=name), 1) for name in ("a", "b"))
    assert not np.array_equal(one.chance, other.chance)
    assert one.seed != other.seed


def test_outcomes_come_as_often_as_the_truth_says() -> None:
    made = contest(pool_of(4), budget=1)
    worlds = [draw_world(made, seed) for seed in range(4000)]
    surprise = np.array([(w.outcome[1] > 0) - w.chance[1] for w in worlds])
    error = surprise.std(axis=0) / np.sqrt(len(worlds))
    assert (np.abs(surprise.mean(axis=0)) < 4 * error).all()


def test_opportunity_cost_is_never_negative_and_zero_for_the_best() -> None:
    made = contest(pool_of(), ("kg/moments", "kg/diagonal", "random/full"), budget=10)
    for seed in range(6):
        world, played = draw_world(made, seed), play(made, seed)
        for costs in (played.predictive, played.plugin, played.common):
            assert (costs >= 0).all()
            possible = world.chance[0].max() - world.chance[0]
            assert np.isin(costs, possible).all()
            assert 0.0 in possible


def test_a_certain_truth_is_found_and_then_costs_nothing() -> None:
    X = np.array([[1.0, -2.0], [1.0, 0.0], [1.0, 2.0]])
    sure = Normal(np.array([0.0, 6.0]), np.zeros((2, 2)))
    played = play(contest(X, ("kg/moments",), truth=sure, budget=8), 1)
    assert played.predictive[0, -1] == 0.0


def test_free_examples_are_one_success_and_one_failure_of_a_further_row_of_labels() -> None:
    made = contest(pool_of(), free_examples=True)
    rows = set()
    for seed in range(50):
        world = draw_world(made, seed)
        assert [world.outcome[0, row] for row in world.free] == [1.0, -1.0]
        rows.update(world.free)
    assert len(rows) > 10


def test_a_class_that_does_not_occur_gives_no_free_example() -> None:
    always = Normal(np.array([50.0, 0.0, 0.0]), np.zeros((3, 3)))
    world = draw_world(contest(pool_of(), truth=always, free_examples=True), 1)
    assert len(world.free) == 1
    assert world.outcome[0, world.free[0]] == 1.0


def test_free_examples_are_learnt_before_the_first_measurement() -> None:
    made = contest(pool_of(), ("random/diagonal",), free_examples=True, budget=1)
    world, played = draw_world(made, 4), play(made, 4)
    X = made.X[list(world.free)]
    belief = posterior(DiagonalBelief.prior(3), X, np.array([1.0, -1.0]))
    best = int(np.argmax(belief.predict(made.X)))
    assert played.predictive[0, 0] == world.chance[0].max() - world.chance[0, best]


def test_a_run_of_a_study_under_way_starts_from_its_outcomes() -> None:
    X = pool_of()
    made = replace(contest(X, ("random/moments",)), past_rows=np.array([2, 5]), past_y=np.array([1.0, -1.0]))
    belief = posterior(MomentBelief.prior(3), X[[2, 5]], np.array([1.0, -1.0]))
    world = draw_world(made, 1)
    best = int(np.argmax(belief.predict(X)))
    assert play(made, 1).predictive[0, 0] == world.chance[0].max() - world.chance[0, best]


@pytest.mark.parametrize("belief", ["moments", "full", "diagonal"])
def test_the_recommended_row_is_the_one_that_the_sweep_names(belief: str) -> None:
    X = pool_of(40)
    made = contest(X)
    rng = np.random.default_rng(3)
    for _ in range(20):
        rows = rng.integers(0, 40, 5)
        after = posterior(made.prior(belief), X[rows], np.where(rng.random(5) < 0.5, 1.0, -1.0))
        assert predictive(after, X, *after.moments(X)) == after.sweep(X).best_now


def test_the_cost_of_random_choice_is_what_enumeration_says() -> None:
    X = np.array([[1.0, -1.0], [1.0, 0.4], [1.0, 1.5]])
    w, prior = np.array([0.3, 0.8]), np.array([0.2, -0.5])
    chance = 1.0 / (1.0 + np.exp(-X @ w))
    made = contest(X, ("random/moments",), truth=Normal(w, np.zeros((2, 2))), mean=prior, budget=1)
    expected = 0.0
    for row in range(3):
        for y, p in ((1.0, chance[row]), (-1.0, 1.0 - chance[row])):
            after = posterior(made.prior("moments"), X[[row]], np.array([y]))
            expected += p / 3.0 * (chance.max() - chance[int(np.argmax(after.predict(X)))])
    costs = np.array([play(made, seed).predictive[0, 1] for seed in range(3000)])
    assert costs.std() > 0
    assert abs(costs.mean() - expected) < 3.5 * costs.std() / np.sqrt(costs.size)


def _gap(wrong: float) -> tuple[float, float]:
    """Return mean and error of the recommended candidate's true minus predicted success, after 3 random runs."""
    X, mean = np.array([[1.0, -1.5], [1.0, -0.4], [1.0, 0.5], [1.0, 1.6]]), np.array([0.3, 0.2])
    made = contest(X, ("random/moments",), mean=mean, budget=3)
    start = Grid.prior(X, mean + wrong)
    gaps = []
    for seed in range(2500):
        world, belief = draw_world(made, seed), start
        rng = np.random.default_rng((seed, 1))
        for n in (1, 2, 3):
            row = int(rng.integers(4))
            belief = belief.updated(row, world.outcome[n, row])
        predicted = belief.predict()
        gaps.append(world.chance[3, int(np.argmax(predicted))] - predicted.max())
    values = np.array(gaps)
    return float(values.mean()), float(values.std(ddof=1) / np.sqrt(values.size))


def test_under_an_exact_belief_the_recommended_one_succeeds_as_often_as_predicted() -> None:
    """Lemma 1 of the paper: the predicted maximum is the expected true success of the recommended candidate."""
    mean, error = _gap(0.0)
    assert error < 0.006
    assert abs(mean) < 3 * error
    mean, error = _gap(0.7)  # a wrong prior is detected
    assert abs(mean) > 5 * error


def test_the_moments_belief_predicts_the_success_of_what_it_recommends() -> None:
    X = pool_of(30, 4, seed=5)
    made = contest(X, ("kg/moments",), budget=10)
    gaps = []
    for seed in range(400):
        world, played = draw_world(made, seed), play(made, seed)
        rows = played.measured[0]
        y = world.outcome[np.arange(1, 11), rows]
        predicted = posterior(made.prior("moments"), X[rows], y).predict(X)
        gaps.append(world.chance[10].max() - played.predictive[0, 10] - predicted.max())
    values = np.array(gaps)
    assert abs(values.mean()) < 3 * values.std() / 20.0 + 0.003


TINY = np.array([[1.0, -1.2], [1.0, 0.3], [1.0, 1.7]])
TINY_MEAN = np.array([0.4, -0.2])


def _follow(grid: Grid, belief: MomentBelief, rows: list[int], y: list[float], left: int) -> float:
    """Return the exact expected success of the final recommendation of KG."""
    prior = MomentBelief(TINY_MEAN, np.eye(2))
    if not left:
        return float(grid.predict()[predictive(belief, TINY, *belief.moments(TINY))])
    row = int(np.argmax(belief.knowledge_gradient(TINY)))
    total = 0.0
    for sign in (1.0, -1.0):
        p = float(grid.predict()[row]) if sign > 0 else 1.0 - float(grid.predict()[row])
        after = posterior(prior, TINY[[*rows, row]], np.array([*y, sign]))
        total += p * _follow(grid.updated(row, sign), after, [*rows, row], [*y, sign], left - 1)
    return total


def _bellman(grid: Grid, left: int) -> float:
    if not left:
        return float(grid.predict().max())
    best = 0.0
    for row in range(len(TINY)):
        p = float(grid.predict()[row])
        best = max(
            best,
            p * _bellman(grid.updated(row, 1.0), left - 1)
            + (1.0 - p) * _bellman(grid.updated(row, -1.0), left - 1),
        )
    return best


def test_on_a_tiny_problem_simulation_gives_the_value_that_enumeration_gives_and_bellman_bounds_it() -> None:
    grid, belief = Grid.prior(TINY, TINY_MEAN), MomentBelief(TINY_MEAN, np.eye(2))
    exact = _follow(grid, belief, [], [], 2)
    optimum = _bellman(grid, 2)
    assert grid.predict().max() < exact <= optimum + 1e-12
    assert optimum - exact < 0.01
    made = contest(TINY, ("kg/moments",), mean=TINY_MEAN, budget=2)
    gained = []
    for seed in range(3000):
        world, played = draw_world(made, seed), play(made, seed)
        gained.append(world.chance[2].max() - played.predictive[0, 2])
    values = np.array(gained)
    assert abs(values.mean() - exact) < 3.5 * values.std() / np.sqrt(values.size)


def test_at_the_last_run_the_knowledge_gradient_is_the_optimal_choice() -> None:
    rng = np.random.default_rng(8)
    for _ in range(25):
        rows = rng.integers(0, 3, 4)
        y = np.where(rng.random(4) < 0.5, 1.0, -1.0)
        grid = Grid.prior(TINY, TINY_MEAN)
        for row, sign in zip(rows, y, strict=True):
            grid = grid.updated(int(row), float(sign))
        belief = posterior(MomentBelief(TINY_MEAN, np.eye(2)), TINY[rows], y)
        value = [grid.value_of(row) for row in range(3)]
        kg = belief.knowledge_gradient(TINY)
        assert _bellman(grid, 1) == pytest.approx(max(value), abs=1e-12)
        assert np.abs(kg + belief.predict(TINY).max() - value).max() < 0.01
        assert max(value) - value[int(np.argmax(kg))] < 0.003


@pytest.mark.parametrize("name", sorted(policies.POLICIES))
@pytest.mark.parametrize("belief", ["moments", "full", "diagonal"])
def test_every_policy_plays_with_every_belief(name: str, belief: str) -> None:
    played = play(contest(pool_of(), (f"{name}/{belief}",), budget=3, free_examples=True), 1)
    assert played.measured.shape == (1, 3)
    assert ((played.measured >= 0) & (played.measured < 15)).all()


def test_names_become_players() -> None:
    made = players(["kg", "kg/diagonal", "random"], "moments", beliefless="diagonal")
    assert [player.name for player in made] == ["kg/moments", "kg/diagonal", "random/diagonal"]
    assert players(["random"], "full")[0].name == "random/full"


@pytest.mark.parametrize(
    ("names", "word"),
    [([], "at least one"), (["kq"], "kq"), (["kg/exact"], "exact"), (["kg", "kg/moments"], "twice")],
)
def test_players_that_make_no_sense_are_refused(names: list[str], word: str) -> None:
    with pytest.raises(BadInput, match=word):
        players(names, "moments")


def test_a_budget_of_none_is_refused() -> None:
    with pytest.raises(BadInput, match="at least 1, not 0"):
        contest(pool_of(), budget=0)
