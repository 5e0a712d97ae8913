"""Intervals of 80 and 50 %: nominal coverage, and the log records those of 90 % whatever is displayed."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import numpy as np
import pytest
from lives import begun, grown
from scipy.special import logit
from scipy.stats import norm

from kgdesk.model.advice import history
from kgdesk.model.advice.picks import advise
from kgdesk.model.advice.posterior_summary import effects
from kgdesk.model.advice.slices import point_of, slices, surface

if TYPE_CHECKING:
    from kgdesk.model.advice.advice import Advice
    from kgdesk.model.design.pool import Pool
    from kgdesk.model.study.study import Study

RUNS = (("C-01", "success"), ("C-05", "failure"), ("C-09", "failure"), ("C-12", "success"))


def ranged(pool: Pool, level: float, **settings: str) -> tuple[Study, Advice]:
    """Return a study with runs, and its advice with intervals of a level."""
    study = grown(begun(pool, **settings), *RUNS)
    return study, advise(study).at(level)


@pytest.mark.parametrize("level", [0.9, 0.8, 0.5])
@pytest.mark.parametrize("belief", ["moments", "full", "diagonal"])
def test_a_range_holds_the_share_of_the_probability_that_it_says(
    pool: Pool, belief: str, level: float
) -> None:
    study, advice = ranged(pool, level, belief=belief)
    mu, s2 = (part[study.design.row_of] for part in study.belief.moments(study.design.X))
    inside = norm.cdf(logit(advice.high), mu, np.sqrt(s2)) - norm.cdf(logit(advice.low), mu, np.sqrt(s2))
    assert inside == pytest.approx(level, abs=1e-9)


@pytest.mark.parametrize("level", [0.9, 0.8, 0.5])
def test_a_range_of_averaged_models_holds_the_share_of_their_mixture(pool: Pool, level: float) -> None:
    study, advice = ranged(pool, level, terms="average")
    X, belief = study.design.X, study.belief
    inside = np.zeros(len(X))
    for part, mu, s2 in zip(belief.components, *belief.moments_of_members(X), strict=True):  # type: ignore[attr-defined]
        ends = [norm.cdf(logit(end), mu, np.sqrt(s2)) for end in belief.interval(X, level)]
        inside += part.weight * (ends[1] - ends[0])
    assert inside == pytest.approx(level, abs=1e-9)
    assert (advice.low == belief.interval(X, level)[0][study.design.row_of]).all()


@pytest.mark.parametrize("level", [0.9, 0.5])
@pytest.mark.parametrize("terms", ["linear", "quadratic", "average"])
def test_at_a_candidate_the_range_of_slices_and_map_is_that_of_its_card(
    pool: Pool, terms: str, level: float
) -> None:
    study, advice = ranged(pool, level, terms=terms)
    seen = 0
    for row, code in enumerate(pool.ids):
        told = advice.about(code)
        card = (told.low, told.high)
        if code in study.tally and terms == "average":
            continue  # its own runs make its estimate another one than the trend
        for part in slices(study.belief, pool, study.scaling, point_of(pool, row), level).parts:
            curve = part.curve
            for place in np.flatnonzero(part.places == part.held):
                assert (curve.low[place], curve.high[place]) == pytest.approx(card, rel=1e-9)
                seen += 1
        across, up = (float(pool.values[j][row]) for j in (0, 1))
        plane = surface(study.belief, pool, study.scaling, point_of(pool, row), 0, 1, level=level)
        for i, j in product(np.flatnonzero(plane.y == up), np.flatnonzero(plane.x == across)):
            assert (plane.curve.low[i, j], plane.curve.high[i, j]) == pytest.approx(card, rel=1e-9)
            seen += 1
    assert seen >= len(pool) - 4  # every category has its own level as a place, numbers those at the ends


@pytest.mark.parametrize("level", [0.8, 0.5])
def test_another_level_changes_ranges_only_and_never_what_the_log_keeps(pool: Pool, level: float) -> None:
    study = grown(begun(pool), *RUNS)
    usual = advise(study)
    shown = usual.at(level)
    assert (shown.low > usual.low).all()
    assert (shown.high < usual.high).all()
    for name in ("probability", "kg", "score"):
        assert (getattr(shown, name) == getattr(usual, name)).all()
    for told in (shown.suggestion, shown.recommended):
        row = pool.row(told.candidate)
        assert (told.low, told.high) == (shown.low[row], shown.high[row])
    assert shown.suggestion.kg == usual.suggestion.kg
    assert shown.as_facts() == usual.as_facts()
    assert shown.at(0.9) is usual
    assert shown.at(level) is shown
    assert usual.at(0.9) is usual


def test_every_other_range_follows_the_level_of_the_advice(pool: Pool) -> None:
    study = grown(begun(pool), *RUNS)
    usual = advise(study)
    half = usual.at(0.5)
    code = half.suggestion.candidate
    assert half.estimate(code).low > usual.estimate(code).low
    wide, narrow = effects(study), effects(study, 0.5)
    assert all(
        n.low > w.low and n.high < w.high and n.mean == w.mean for n, w in zip(narrow, wide, strict=True)
    )
    for level in (0.9, 0.5):
        for part in slices(study.belief, study.pool, study.scaling, point_of(study.pool, 0), level).parts:
            assert part.curve.level == level
    best = history.trajectory(study, level=0.5)[-1].best
    assert (best.low, best.high) == (half.recommended.low, half.recommended.high)
