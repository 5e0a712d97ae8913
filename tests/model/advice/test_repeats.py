"""Several runs of one candidate at once: their value, and when it exceeds that of single runs per run."""

from __future__ import annotations

import itertools
import math
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest
from counts import counted
from lives import begin, begun, grown, leading, stored
from scipy import integrate
from scipy.special import expit

from kgdesk.model.advice import queries
from kgdesk.model.advice.picks import advise
from kgdesk.model.advice.repeats import RepeatValues, repeat_values
from kgdesk.model.advice.scenarios import Scenario
from kgdesk.model.advice.suggestion import VISIBLE
from kgdesk.model.decisions import recording
from kgdesk.model.policies.pool_sweep import best_row

if TYPE_CHECKING:
    from kgdesk.model.beliefs.belief import Belief
    from kgdesk.model.design.pool import Pool

RUNS = (("C-01", "success"), ("C-05", "failure"), ("C-09", "failure"), ("C-12", "success"))
EVERY = pytest.mark.parametrize("belief", ["moments", "full", "diagonal"])


@pytest.mark.parametrize(
    ("belief", "terms"),
    [
        *((belief, "linear") for belief in ("moments", "full", "diagonal")),
        ("moments", "average"),
        ("full", "average"),
    ],
)
def test_one_run_is_worth_its_knowledge_gradient(pool: Pool, belief: str, terms: str) -> None:
    advice = advise(grown(begun(pool, belief=belief, terms=terms), *RUNS))
    for candidate in pool.ids:
        told = advice.repeats(candidate, 1)
        assert told.values[0] == pytest.approx(advice.about(candidate).kg, abs=1e-10)
        assert told.count == 1


def value(belief: Belief, X: np.ndarray) -> float:
    """Return the probability of the recommended row."""
    mu, s2 = belief.moments(X)
    return float(belief.predict(X)[np.argmax(mu / np.sqrt(1 + math.pi / 8 * s2))])


@pytest.mark.parametrize("belief", ["moments", "full"])
@pytest.mark.parametrize("n", [2, 3])
def test_several_runs_are_worth_what_all_their_orders_give(pool: Pool, belief: str, n: int) -> None:
    """Updates depend slightly on the order; for the diagonal belief so much that the best order looks like a gain."""
    study = grown(begun(pool, belief=belief), *RUNS)
    X = study.design.X
    for candidate in ("C-02", "C-07", "C-12"):
        x = X[study.design.row_of[pool.row(candidate)]]
        total = -value(study.belief, X)
        for results in itertools.product((1, -1), repeat=n):
            after, weight = study.belief, 1.0
            for y in results:
                chance = float(after.predict(x[None, :])[0])
                weight *= chance if y > 0 else 1 - chance
                after = after.updated(x, y)
            total += weight * value(after, X)
        assert advise(study).repeats(candidate, n).values[n - 1] == pytest.approx(total, abs=2e-3, rel=0.1)


@EVERY
def test_moving_rows_along_a_line_gives_what_the_beliefs_themselves_give(pool: Pool, belief: str) -> None:
    study = grown(begun(pool, belief=belief), *RUNS)
    X, some = study.design.X, np.arange(len(study.design.X)) % 3 > 0
    for in_stock in (np.ones(len(X), dtype=np.bool_), some):
        now = best_row(study.belief, X, in_stock)[1]
        for row in (0, 4, 7):
            expected = [
                sum(after.weight * best_row(after.belief, X, in_stock)[1] for after in futures) - now
                for futures in counted(study.belief, X[row], 5)
            ]
            told = repeat_values(row, (Scenario(1.0, study.belief),), X, in_stock, 5)
            assert told.values == pytest.approx(expected, abs=1e-12)


@EVERY
def test_the_counts_of_successes_have_probabilities_that_add_up(pool: Pool, belief: str) -> None:
    study = grown(begun(pool, belief=belief), *RUNS)
    X = study.design.X
    for n, futures in enumerate(counted(study.belief, X[3], 6), 1):
        assert len(futures) == n + 1
        assert sum(f.weight for f in futures) == pytest.approx(1.0, abs=1e-10)
        means = [float(f.belief.mean @ X[3]) for f in futures]
        assert means == sorted(means)


def test_a_count_has_the_probability_of_the_exact_integral(pool: Pool) -> None:
    study = grown(begun(pool), *RUNS)
    X = study.design.X
    mu, s2 = (float(v[0]) for v in study.belief.moments(X[5:6]))
    for k, future in enumerate(counted(study.belief, X[5], 4)[3]):

        def weighed(a: float, k: int = k) -> float:
            density = math.exp(-0.5 * (a - mu) ** 2 / s2) / math.sqrt(2 * math.pi * s2)
            return math.comb(4, k) * expit(a) ** k * expit(-a) ** (4 - k) * density

        right = integrate.quad(weighed, mu - 12 * math.sqrt(s2), mu + 12 * math.sqrt(s2), limit=200)[0]
        assert future.weight == pytest.approx(right, abs=1e-9)


@EVERY
def test_an_imagined_count_gives_the_belief_that_recording_it_gives(pool: Pool, belief: str) -> None:
    study = begun(pool, belief=belief)
    X = study.design.X
    for k, future in enumerate(counted(study.belief, X[6], 3)[2]):
        facts = recording.record(study, pool.ids[study.design.first_of[6]], "success", count=(k, 3))
        after = study.applied(stored(facts, study.head)).belief
        assert future.belief.mean == pytest.approx(after.mean, abs=1e-8)
        assert future.belief.deviation == pytest.approx(after.deviation, abs=1e-8)


def test_where_one_run_changes_nothing_several_may() -> None:
    advice = advise(leading())
    told = advice.repeats("B")
    assert told.values[0] < VISIBLE
    assert told.values[3] > 4 * VISIBLE
    assert told.count > 1
    assert told.per_run == max(v / n for n, v in enumerate(told.values, 1))
    assert told.per_run == told.values[told.count - 1] / told.count


def test_no_more_repeats_than_planned_runs_are_left(pool: Pool) -> None:
    study = grown(begun(pool, budget=7), *RUNS)
    assert len(advise(study).repeats("C-02").values) == 3
    assert len(advise(begin(study, "C-02", "C-03")).repeats("C-02").values) == 1
    assert len(advise(grown(study, *RUNS)).repeats("C-02").values) == 1


def test_repeats_allow_for_runs_in_progress(pool: Pool) -> None:
    study = begin(grown(begun(pool), *RUNS), "C-02", "C-07")
    advice = advise(study)
    told = advice.repeats("C-06", 2)
    assert told.values[0] == pytest.approx(advice.kg[5], abs=1e-10)
    assert told.values[0] != advise(grown(begun(pool), *RUNS)).kg[5]


def test_equal_values_per_run_take_the_smaller_count() -> None:
    assert RepeatValues((0.25, 0.5, 0.6)).count == 1
    assert RepeatValues((0.0, 0.5, 0.75)).count == 2


def test_a_suggestion_says_how_often_to_run_it_only_where_that_pays(pool: Pool) -> None:
    plain = queries.suggestion(grown(begun(pool), *RUNS))
    assert "times at once" not in plain["suggestions"][0]["why"]
    runs = (("C-08", "success"), ("C-01", "failure"), ("C-05", "failure"), ("C-01", "success"))
    study = grown(begun(pool), *runs)
    advice = advise(study)
    again = advice.best_repeats()
    assert again is not None
    assert (again.candidate, again.count) == ("C-02", 2)
    told = advice.repeats("C-02")
    assert (again.together, again.alone) == (told.values[1], advice.suggestion.kg)
    assert again.per_run > 1.25 * again.alone
    told_all = queries.suggestion(study)
    assert told_all["repeats"] == {
        "candidate": "C-02",
        "runs": 2,
        "value": again.together,
        "value_of_one": again.alone,
        "offer": f"Or run C-02 2 times at once: worth {100 * again.together:.1f} points.",
    }
    assert queries.suggestion(study, count=2)["repeats"] is None
    why = told_all["suggestions"][0]["why"]
    assert why == advice.suggestion.why  # it is about the suggested run alone; the offer stands beside it
    assert "times at once" not in queries.suggestion(study, count=2)["suggestions"][0]["why"]
    assert "times at once" not in queries.suggestion(begin(study, "C-02"))["suggestions"][0]["why"]


def test_a_study_with_nothing_left_for_one_run_says_what_several_could_tell(pool: Pool) -> None:
    advice = advise(begun(pool, prior_precision=1e8))
    assert advice.suggestion.reason == "nothing_left"
    assert advice.best_repeats() is None
    study = leading()
    blunt = replace(advise(study), chosen=study.pool.row("B"), kg=np.zeros(len(study.pool.ids)))
    assert blunt.suggestion.reason == "nothing_left"
    again = blunt.best_repeats()
    assert again is not None
    assert again.candidate == "B"
    said = blunt.with_repeats(again).why
    assert said.startswith(f"Run it {again.count} times at once: together these runs are worth ")
    assert "You can stop" not in said
