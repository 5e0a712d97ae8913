"""The time of a suggestion that is stated before a study is made."""

from __future__ import annotations

import time

import pytest

from kgdesk.actions import time_estimates
from kgdesk.model.advice.posterior_summary import LONG, price, suggestion_seconds


def test_the_estimate_grows_with_candidates_columns_and_averaged_models() -> None:
    one = suggestion_seconds(10_000, 10, "linear")
    assert one == pytest.approx(0.0274, rel=1e-3)
    assert suggestion_seconds(40_000, 10, "linear") > 5 * one
    assert suggestion_seconds(10_000, 40, "quadratic") > 2 * one
    assert suggestion_seconds(10_000, 10, "average") > 3 * one
    assert suggestion_seconds(50, 1_600, "average") > 5.0  # the fit alone, whatever the number of candidates
    fit, both = (suggestion_seconds(count, 860, "average") for count in (50, 1_000))
    assert 1.3 * fit < both < 3.0 * fit  # two processors take 1.0 and 1.7 s
    # A hundred thousand candidates with eight numbers, averaged, take 7 s there.
    assert 4.0 < suggestion_seconds(100_000, 44, "average") < 10.0
    assert suggestion_seconds(10_000, 10, "average-squares") == suggestion_seconds(10_000, 10, "average")


@pytest.mark.parametrize(
    ("seconds", "sentence"),
    [
        (0.3, "A suggestion takes less than a second on this computer."),
        (4.4, "A suggestion takes about 4 s on this computer."),
        (LONG, "A suggestion takes about 10 s on this computer. Linear terms, fewer"),
        (47.0, "A suggestion takes about 50 s on this computer. Linear terms, fewer"),
        (200.0, "A suggestion takes about 3 min on this computer. Linear terms, fewer"),
    ],
)
def test_the_time_is_said_in_seconds_and_only_a_long_one_with_what_makes_it_shorter(
    seconds: float, sentence: str
) -> None:
    assert str(price(seconds)).startswith(sentence)
    assert ("Linear terms" in price(seconds)) == (seconds >= LONG)


def test_a_slower_computer_with_fewer_processors_has_longer_times(monkeypatch: pytest.MonkeyPatch) -> None:
    def measured(step: float, processors: int) -> float:
        """Return the factor on a computer on which each calculation of the measurement takes `step` seconds."""
        ticks = iter(k * step for k in range(20))
        monkeypatch.setattr(time, "perf_counter", lambda: next(ticks))
        monkeypatch.setattr(time_estimates.os, "cpu_count", lambda: processors)
        time_estimates.slowness.cache_clear()
        factor = time_estimates.slowness()
        monkeypatch.undo()
        time_estimates.slowness.cache_clear()
        return factor

    assert measured(0.00082, 2) == pytest.approx(1.0)
    assert measured(0.00164, 2) == pytest.approx(2.0)
    assert measured(0.00082, 1) == pytest.approx(2.0)
    assert time_estimates.suggestion_time(10_000, 10, "linear") > 0.0
