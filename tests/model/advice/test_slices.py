"""Slices and maps: predictions along attributes, the others held at a candidate."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from lives import begun, grown

from kgdesk.errors import BadInput
from kgdesk.model.advice.posterior_summary import policy_context
from kgdesk.model.advice.slices import (
    POINTS,
    SIDE,
    attribute_effects,
    effects_at,
    point_of,
    slices,
    surface,
    trend,
)
from kgdesk.model.beliefs.gaussian import BELIEFS, MomentBelief
from kgdesk.model.beliefs.mixture import AverageBelief
from kgdesk.model.design.design_matrix import design, fix_scaling
from kgdesk.model.design.pool import Attribute, Pool

if TYPE_CHECKING:
    from kgdesk.model.study.study import Study

RUNS = (("C-01", "success"), ("C-05", "failure"), ("C-09", "failure"), ("C-12", "success"))


@pytest.fixture(params=list(BELIEFS))
def study(pool: Pool, request: pytest.FixtureRequest) -> Study:
    return grown(begun(pool, belief=request.param), *RUNS)


def test_a_slice_passes_through_the_candidates_own_prediction(study: Study) -> None:
    predicted = study.belief.predict(study.design.X)[study.design.row_of]
    for row in range(len(study.pool)):
        at = slices(study.belief, study.pool, study.scaling, point_of(study.pool, row))
        assert at.probability == pytest.approx(predicted[row], abs=1e-9)
        for part in at.parts:
            found = np.interp(part.held, part.places, part.curve.probability)
            assert found == pytest.approx(predicted[row], abs=2e-3), part.attribute.name


def test_at_the_ends_of_the_range_a_slice_is_the_prediction_of_the_candidate_there(study: Study) -> None:
    mu, s2 = study.belief.moments(study.design.X)
    row = int(np.argmax(study.pool.values[0]))
    at_end = slices(study.belief, study.pool, study.scaling, point_of(study.pool, row))
    part = at_end.parts[0]
    end = int(np.flatnonzero(part.inside)[-1])
    assert part.places[end] == part.held == 80.0
    at = study.design.row_of[row]
    assert part.curve.probability[end] == study.belief.predict(study.design.X)[at]
    assert part.curve.low[end] == pytest.approx(
        1 / (1 + np.exp(-mu[at] + 1.6448536269514722 * s2[at] ** 0.5))
    )


def test_a_category_has_one_place_a_level_and_a_number_goes_beyond_the_candidates(study: Study) -> None:
    temperature, ratio, solvent = slices(
        study.belief, study.pool, study.scaling, point_of(study.pool, 3)
    ).parts
    assert solvent.levels == ("DMF", "THF", "water")
    assert solvent.held == 2.0
    assert solvent.places.tolist() == [0.0, 1.0, 2.0]
    assert temperature.places[0] < 20.0 == temperature.places[temperature.inside][0]
    assert temperature.places[-1] > 80.0 == temperature.places[temperature.inside][-1]
    assert temperature.places.size == POINTS
    assert ratio.places[0] == 0.0  # a share is never negative


def test_a_slice_passes_through_any_point_between_the_candidates(study: Study) -> None:
    point = (33.3, 0.41, "THF")
    at = slices(study.belief, study.pool, study.scaling, point)
    assert at.low < at.probability < at.high
    for part, held in zip(at.parts, (33.3, 0.41, 1.0), strict=True):
        assert part.held == held
        assert np.interp(held, part.places, part.curve.probability) == pytest.approx(at.probability, abs=2e-3)


def test_the_own_runs_of_a_candidate_are_no_spike_in_a_curve(pool: Pool) -> None:
    study = grown(begun(pool, terms="average"), *[("C-05", "success")] * 6, ("C-01", "failure"))
    belief = study.belief
    assert isinstance(belief, AverageBelief)
    assert belief.deviates
    row = pool.row("C-05")
    own = float(belief.predict(study.design.X)[study.design.row_of[row]])
    at = slices(belief, pool, study.scaling, point_of(pool, row))
    assert own > at.probability + 0.005, "its own estimate stands off the trend"
    (solvent,) = (part for part in at.parts if part.levels)
    assert solvent.curve.probability[int(solvent.held)] == pytest.approx(at.probability, abs=1e-12)
    never = pool.row("C-08")
    there = slices(belief, pool, study.scaling, point_of(pool, never))
    assert there.probability == pytest.approx(
        float(belief.predict(study.design.X)[study.design.row_of[never]]), abs=1e-12
    )


def test_a_logarithm_is_stepped_by_ratio_and_stays_positive(pool: Pool) -> None:
    attributes = (Attribute("dose", log=True),)
    made = Pool(pool.ids, attributes, (tuple(float(10**k) for k in range(12)),))
    scaling = fix_scaling(made)
    part = slices(MomentBelief.prior(2), made, scaling, point_of(made, 0)).parts[0]
    inside = np.log(part.places[part.inside])
    assert np.diff(inside) == pytest.approx(np.full(inside.size - 1, inside[1] - inside[0]))
    assert (part.places[part.inside][0], part.places[part.inside][-1]) == (1.0, 1e11)
    assert (part.places > 0).all()
    assert (np.diff(part.places) > 0).all()


@pytest.mark.parametrize(("terms", "bends"), [("linear", False), ("quadratic", True)])
def test_squares_bend_the_slice_and_a_linear_recipe_cannot(terms: str, bends: bool) -> None:
    numbers = tuple(float(v) for v in np.linspace(-1.0, 1.0, 21))
    made = Pool(tuple(f"C-{i}" for i in range(21)), (Attribute("heat"),), (numbers,))
    scaling = fix_scaling(made, terms=terms)
    X = design(made, scaling).X
    y = np.where(np.abs(np.array(numbers)) < 0.4, 1.0, -1.0)  # the best lies inside the range
    belief = MomentBelief.fitted(MomentBelief.prior(X.shape[1]), X, y)
    part = slices(belief, made, scaling, point_of(made, 0)).parts[0]
    curve = part.curve.probability
    top = int(np.argmax(curve))
    assert (0 < top < curve.size - 1 and abs(part.places[top]) < 0.1) == bends
    if bends:
        assert curve[top] > 0.7
        assert curve[0] < 0.3


def test_a_map_holds_what_hand_made_rows_give(study: Study) -> None:
    found = surface(study.belief, study.pool, study.scaling, point_of(study.pool, 4), 0, 1)
    assert found.curve.probability.shape == (SIDE, SIDE)
    heat, ratio = found.x[7], found.y[30]
    moved = Pool(
        study.pool.ids,
        study.pool.attributes,
        (
            (heat, *study.pool.values[0][1:]),
            (ratio, *study.pool.values[1][1:]),
            ("DMF", *study.pool.values[2][1:]),
        ),  # type: ignore[arg-type]
    )
    assert study.pool.values[2][4] == "DMF"
    made = design(moved, study.scaling)
    row = made.X[made.row_of[0] : made.row_of[0] + 1]
    assert found.curve.probability[30, 7] == study.belief.predict(row)[0]
    assert found.curve.low[30, 7] < found.curve.probability[30, 7] < found.curve.high[30, 7]


@pytest.mark.parametrize(("across", "up"), [(0, 0), (0, 2), (2, 1)])
def test_a_map_over_one_attribute_or_a_category_is_refused(study: Study, across: int, up: int) -> None:
    with pytest.raises(BadInput, match="two different attributes that are numbers"):
        surface(study.belief, study.pool, study.scaling, point_of(study.pool, 0), across, up)


def everywhere(study: Study, j: int, setting: float | str) -> np.ndarray:
    """Return the rows of the design matrix of all candidates, moved to one setting of attribute j."""
    values = [
        (setting,) * len(study.pool) if k == j else column for k, column in enumerate(study.pool.values)
    ]
    moved = Pool(study.pool.ids, study.pool.attributes, tuple(values))  # type: ignore[arg-type]
    made = design(moved, study.scaling)
    return np.array(made.X[made.row_of])


@pytest.mark.parametrize("terms", ["linear", "average"])
def test_an_effect_is_the_average_change_of_all_candidates_and_its_range_that_of_drawn_models(
    pool: Pool, terms: str
) -> None:
    study = grown(begun(pool, terms=terms), *RUNS)
    found = attribute_effects(study)
    assert [one.attribute.name for one in found] == ["temperature", "ratio", "solvent"]
    draws = policy_context(study, policy="kg").draws
    weights = draws.weights(np.random.default_rng(8).standard_normal((40_000, draws.size)))
    for j, one in enumerate(found):
        ends = [everywhere(study, j, setting) for setting in (one.start, one.end)]
        first, last = (trend(study.belief).predict(X).mean() for X in ends)
        assert one.change == pytest.approx(last - first, abs=1e-9)
        drawn = [(1 / (1 + np.exp(-(X @ weights.T)))).mean(axis=0) for X in ends]
        for end, share in ((one.low, 0.05), (one.high, 0.95)):
            assert abs(float(np.mean(drawn[1] - drawn[0] <= end)) - share) < 0.03
        assert one.low < one.change < one.high
    assert found[0].start < found[0].end
    wide, narrow = attribute_effects(study, 0.95)[0], attribute_effects(study, 0.5)[0]
    assert wide.low < narrow.low < narrow.high < wide.high


def test_the_levels_of_a_category_keep_their_order_and_the_sign_tells_which_is_better(pool: Pool) -> None:
    """The better of two levels comes first or second by its name alone, whatever the outcomes say."""
    levels = sorted({str(v) for v in pool.values[2]})
    assert len(levels) > 1
    signs = set()
    for good in levels:
        runs = [
            (code, "success" if level == good else "failure")
            for code, level in zip(pool.ids, pool.values[2], strict=True)
        ]
        study = grown(begun(pool, budget=len(runs)), *runs)
        for row in range(len(pool)):
            one = effects_at(study, point_of(pool, row))[2]
            assert str(one.start) < str(one.end)
            assert good == (one.end if one.change > 0.0 else one.start)
            signs.add(one.change > 0.0)
    assert signs == {False, True}


def test_an_effect_is_that_of_the_worst_and_the_best_setting_which_may_lie_inside_the_range() -> None:
    numbers = tuple(float(v) for v in np.linspace(0.0, 40.0, 21))
    names = tuple(f"C-{i}" for i in range(21))
    pool = Pool(names, (Attribute("heat"),), (numbers,))
    runs = [
        (name, "success" if abs(v - 20.0) < 8.0 else "failure")
        for name, v in zip(names, numbers, strict=True)
    ]
    (peak,) = attribute_effects(grown(begun(pool, terms="average", budget=60), *runs * 2))
    assert 20.0 in {peak.start, peak.end}
    assert {peak.start, peak.end} & {0.0, 40.0}
    assert abs(peak.change) > 0.4
    assert (peak.change > 0.0) == (peak.end == 20.0)


@pytest.mark.parametrize("terms", ["linear", "average"])
def test_an_effect_at_a_point_changes_one_attribute_there_and_keeps_the_others(
    pool: Pool, terms: str
) -> None:
    study = grown(begun(pool, terms=terms), *RUNS)
    point = (33.3, 0.41, "THF")
    found = effects_at(study, point)
    at = slices(study.belief, study.pool, study.scaling, point)
    assert [one.attribute.name for one in found] == [part.attribute.name for part in at.parts]
    for j, (one, part) in enumerate(zip(found, at.parts, strict=True)):
        ends = []
        for setting in (one.start, one.end):
            moved = (*point[:j], setting, *point[j + 1 :])
            ends.append(slices(study.belief, study.pool, study.scaling, moved).probability)
        assert one.change == pytest.approx(ends[1] - ends[0], abs=1e-9)
        assert one.low < one.change < one.high
        assert abs(one.change) <= np.ptp(part.curve.probability[part.inside]) + 1e-9
    assert [one.is_clear for one in effects_at(study, point, 0.05)].count(True) >= 1
