"""Priors of averaged terms that are compared, and the printed means."""

from __future__ import annotations

import averaged_prior
import numpy as np
import pytest
from families import world

from kgdesk.model.design import design_matrix


def test_the_scaled_prior_has_smaller_weights_beside_a_wide_intercept() -> None:
    truth = world("ordinary 12, 30 %", 1)
    scaling = design_matrix.fix_scaling(truth.pool, terms="average")
    found = averaged_prior.priors(scaling, 12)
    linear = [one.components[0].prior_variance for one in found.values()]
    assert linear[0] == pytest.approx(np.ones(13))
    assert linear[1] == pytest.approx([4.0] + [0.25] * 12)
    assert linear[2] == pytest.approx(linear[0])
    assert linear[3] == pytest.approx(linear[1])
    assert found["scaled"].weights == pytest.approx(found["odds"].weights)
    for name in ("even", "both"):
        assert found[name].weights == pytest.approx(np.full(10, 0.1))


def test_up_to_three_attributes_only_the_intercept_is_another() -> None:
    truth = world("narrow peak 2", 1)
    scaling = design_matrix.fix_scaling(truth.pool, terms="average")
    found = averaged_prior.priors(scaling, 2)
    assert found["scaled"].components[0].prior_variance == pytest.approx([4.0, 1.0, 1.0])


def test_predictions_that_are_the_truth_diverge_by_nothing() -> None:
    chance = np.array([0.0, 0.3, 1.0])
    assert averaged_prior.divergence(chance, chance) == pytest.approx(0.0, abs=1e-12)
    assert averaged_prior.divergence(np.array([0.5]), np.array([0.25])) == pytest.approx(
        0.5 * np.log(2.0) + 0.5 * np.log(2.0 / 3.0)
    )


def test_the_table_has_a_line_for_each_family_and_number_of_runs_and_differences_over_all() -> None:
    def told(seed: int, more: float) -> dict[str, object]:
        after = [[0.1, 0.04, 0.05, 0.5]] * 2
        other = [[0.1 - more, 0.06, 0.05, 0.4]] * 2
        return {
            "family": "unit 2",
            "seed": seed,
            "odds": after,
            "scaled": other,
            "even": after,
            "both": other,
        }

    lines = list(averaged_prior.lines([told(1, 0.01), told(2, 0.03)]))
    assert len(lines) == 2 + 2 * 2 + 2
    odds, other = "100, 40, 50, 50 % (100 %)", "80, 60, 50, 40 % (0 %)"
    assert lines[2] == f"| unit 2 | 2 | 10 | {odds} | {other} | {odds} | {other} |"
    less = "-20 +- 10, +20 +- 0"
    assert lines[-1] == f"| less odds: divergence, cost | 2 | 30 |  | {less} | +0 +- 0, +0 +- 0 | {less} |"
