"""Generated tables vary as they should, and their printed shares are those of the lots."""

from __future__ import annotations

import numpy as np
import overdispersed
import pytest


def result(seed: int, correlation: float, inside: int, below: int) -> dict[str, object]:
    own = {"inside": inside, "below": below, "above": 20 - inside - below, "width": 0.4}
    return {"terms": "average", "seed": seed, "correlation": correlation, "lots": 20, **own}


def test_half_of_the_lots_are_tried_and_counts_vary_by_the_correlation() -> None:
    shares, correlations = [], []
    for seed in range(200):
        truth, trials, good, correlation = overdispersed.table(seed)
        assert np.count_nonzero(trials) == len(trials) // 2
        assert np.all(good <= trials)
        again = overdispersed.table(seed)
        assert np.array_equal(again[0].chance, truth.chance)
        tried = trials > 0
        shares.append(np.mean((good[tried] / trials[tried] - truth.chance[tried]) ** 2))
        correlations.append(correlation)
    assert 0.05 <= min(correlations) < 0.06
    assert 0.19 < max(correlations) <= 0.2
    # Given its rate, the count of a lot is binomial with 60 trials or so.
    assert np.mean(shares) == pytest.approx(0.15 / 50.0, rel=0.3)


def test_averaged_models_allow_for_lots_that_vary_and_a_straight_one_does_not() -> None:
    averaged, straight = (
        [overdispersed.play(terms, seed) for seed in (1, 2, 3)] for terms in overdispersed.TERMS
    )
    inside = [sum(one["inside"] for one in results) for results in (averaged, straight)]
    lots = sum(one["lots"] for one in averaged)
    assert lots == sum(one["lots"] for one in straight)
    assert inside[0] > 0.7 * lots > 0.5 * lots > inside[1]
    assert all(one["inside"] + one["below"] + one["above"] == one["lots"] for one in (*averaged, *straight))


def test_the_printed_shares_are_of_lots_by_correlation_and_over_all_tables() -> None:
    lines = list(
        overdispersed.lines([result(1, 0.06, 18, 1), result(2, 0.07, 16, 2), result(3, 0.18, 20, 0)])
    )
    assert lines[2:] == [
        "| average | 0.05 to 0.1 | 2 | 85.0 +- 5.0 | 7.5 | 7.5 | 40 |",
        "| average | 0.15 to 0.2 | 1 | 100.0 +- 0.0 | 0.0 | 0.0 | 40 |",
        "| average | 0.05 to 0.2 | 3 | 90.0 +- 5.8 | 5.0 | 5.0 | 40 |",
    ]
