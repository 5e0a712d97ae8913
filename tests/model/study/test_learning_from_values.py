"""Studies with a threshold learn from measured values: which readings they give, and what follows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from lives import begun, stored
from whole_life import MEASURED, outcome

from kgdesk.errors import BadInput
from kgdesk.kernels import ABOVE, BELOW, EXACT, FAILURE, SUCCESS
from kgdesk.model.advice.predicted_values import far_values, predicted_values
from kgdesk.model.study import study as studies
from kgdesk.model.study.measured_scale import (
    MOST_READINGS,
    Scale,
    proposed_scale,
    readings_of,
    scale_findings,
)
from kgdesk.model.study.records import Limit
from kgdesk.model.study.settings import Settings

if TYPE_CHECKING:
    from kgdesk.model.design.pool import Pool
    from kgdesk.model.study.study import Study

YIELD: dict[str, Any] = {
    "measured": "yield",
    "measured_unit": "%",
    "threshold": 60.0,
    "direction": "at-least",
}


def settings(**given: Any) -> Settings:
    return Settings(**{**YIELD, "scale": "natural", **given})


def read(
    values: list[Any], successes: list[bool] | None = None, **given: Any
) -> tuple[list[int], list[float]]:
    names = [f"C-{i}" for i in range(len(values))]
    won = np.array([False] * len(values) if successes is None else successes)
    found = readings_of(names, won, values, settings(**given))
    assert found is not None
    return found.kinds.tolist(), found.u.tolist()


def test_a_value_is_its_distance_from_the_threshold_and_a_run_without_one_its_outcome() -> None:
    kinds, u = read([59.0, 75.0, None, None], [False, True, False, True])
    assert (kinds, u) == ([EXACT, EXACT, FAILURE, SUCCESS], [-1.0, 15.0, 0.0, 0.0])


def test_where_small_values_succeed_distances_have_the_other_sign() -> None:
    kinds, u = read([59.0, 75.0, Limit("<", 5.0), Limit(">=", 90.0)], direction="at-most")
    assert kinds == [EXACT, EXACT, ABOVE, BELOW]
    assert u == [1.0, -15.0, 55.0, -30.0]


def test_limits_are_tails() -> None:
    assert read([Limit("<", 5.0), Limit(">", 95.0)]) == ([BELOW, ABOVE], [-55.0, 35.0])


def test_more_values_than_a_fit_takes_in_seconds_are_learnt_from_by_their_outcomes() -> None:
    values = np.linspace(1.0, 99.0, MOST_READINGS + 1).tolist()
    won, names = np.array(values) >= 60.0, [f"C-{i}" for i in range(len(values))]
    assert readings_of(names[:-1], won[:-1], values[:-1], settings()) is not None
    assert readings_of(names, won, values, settings()) is None


def test_equal_smallest_values_of_three_candidates_are_a_limit_and_of_two_they_are_not() -> None:
    assert read([0.0, 0.0, 0.0, 70.0])[0] == [BELOW, BELOW, BELOW, EXACT]
    assert read([0.0, 0.0, 30.0, 70.0])[0] == [EXACT] * 4
    assert read([0.0, 0.0, 0.0])[0] == [EXACT] * 3  # nothing lies above them
    assert read([100.0, 100.0, 100.0, 70.0])[0] == [ABOVE, ABOVE, ABOVE, EXACT]


def test_a_share_is_within_0_and_100_percent_on_the_logit_scale_and_its_ends_are_limits() -> None:
    kinds, u = read([0.0, 100.0, 600.0, 60.0, 90.0], scale="logit")
    assert u[0] == read([0.0, 1.0], scale="logit")[1][0]
    assert kinds == [BELOW, ABOVE, ABOVE, EXACT, EXACT]
    assert u[1] == u[2]
    assert u[3] == 0.0
    assert 0.0 < u[4] < u[1]


def test_a_logarithmic_scale_takes_ratios_and_what_is_not_above_0_is_below_the_smallest_value() -> None:
    kinds, u = read([6.0, 600.0, 0.0], scale="log")
    assert kinds == [EXACT, EXACT, BELOW]
    assert u == pytest.approx([-np.log(10), np.log(10), -np.log(10)])


@pytest.mark.parametrize("scale", ["natural", "log", "logit"])
@pytest.mark.parametrize("direction", ["at-least", "at-most"])
def test_a_distance_leads_back_to_the_value(scale: str, direction: str) -> None:
    of = Scale(settings(scale=scale, direction=direction))
    for value in (0.5, 20.0, 60.0, 97.5):
        assert of.value(of.distance(value)) == pytest.approx(value)
    if scale != "natural":
        assert min(of.value(1e4), of.value(-1e4)) >= 0.0


def test_a_scale_that_does_not_hold_the_threshold_is_refused() -> None:
    with pytest.raises(BadInput, match="threshold above 0"):
        settings(threshold=0.0, scale="log")
    with pytest.raises(BadInput, match="between 0 and 100"):
        settings(threshold=100.0, scale="logit")
    with pytest.raises(BadInput, match="choose values or outcomes"):
        settings(likelihood="hearsay")


def then(made: Study, *facts: Any) -> Study:
    return made.applied(stored(facts, made.head))


def recorded(made: Study, values: list[float]) -> Study:
    names = made.pool.ids[: len(values)]
    for name, value in zip(names, values, strict=True):
        made = then(made, outcome(name, made.settings.outcome_of(value), measured=value))
    return made


def test_a_study_learns_how_far_from_the_threshold_a_value_is(pool: Pool) -> None:
    near, far = (
        recorded(begun(pool, **MEASURED), [threshold_less, 1.0]).belief.predict(begun(pool).design.X[:1])[0]
        for threshold_less in (begun(pool, **MEASURED).settings.threshold - 0.5, 2.0)
    )
    assert near > far
    outcomes = begun(pool, **MEASURED, likelihood="outcomes")
    same = [recorded(outcomes, [v, 1.0]).belief.digest for v in (outcomes.settings.threshold - 0.5, 2.0)]
    assert same[0] == same[1]
    assert recorded(outcomes, [1.0]).value_fit is None


def test_the_same_runs_give_the_same_belief_whatever_their_order_and_when_they_are_folded(pool: Pool) -> None:
    values = [10.0, 70.0, 42.0, 5.0]
    made = recorded(begun(pool, **MEASURED), values)
    assert studies.fold(made.events).belief.digest == made.belief.digest
    other = begun(pool, **MEASURED)
    for name, value in reversed(list(zip(made.pool.ids, values, strict=False))):
        other = then(other, outcome(name, other.settings.outcome_of(value), measured=value))
    assert other.belief.digest == made.belief.digest
    assert made.as_of(2).belief.digest == recorded(begun(pool, **MEASURED), values[:2]).belief.digest


def test_a_mistyped_value_is_named_with_what_its_candidate_predicts(pool: Pool) -> None:
    made = begun(pool, **MEASURED | {"measured_unit": "mg"}, scale="natural")
    made = recorded(made, [20.0, 24.0, 31.0, 18.0, 27.0, 22.0, 6000.0, 25.0])
    (far,) = far_values(made)
    assert (far.candidate, far.measured) == (made.pool.ids[6], 6000.0)
    assert far.mistake > 0.9
    assert far.expected < 200.0
    assert far_values(recorded(begun(pool, **MEASURED), [20.0, 70.0])) == ()
    assert far_values(begun(pool)) == ()


def test_a_mistyped_value_is_named_beside_undecided_runs_and_runs_with_other_values_than_planned(
    pool: Pool,
) -> None:
    made = begun(pool, **MEASURED | {"measured_unit": "mg"}, scale="natural")
    first, *others = made.pool.ids[:9]
    made = then(made, outcome(first, "undecided", measured=Limit("<", made.settings.threshold + 10.0)))
    name = made.pool.attributes[0].name
    values = [20.0, 24.0, 31.0, 18.0, 27.0, 22.0, 6000.0, 25.0]
    for nth, (code, value) in enumerate(zip(others, values, strict=True)):
        set_values = ((name, float(made.pool.values[0][nth]) + 0.5),) if nth == 0 else ()
        made = then(
            made, outcome(code, made.settings.outcome_of(value), measured=value, set_values=set_values)
        )
    (far,) = far_values(made)
    assert (far.candidate, far.measured) == (others[6], 6000.0)
    assert far.expected < 200.0


def test_a_share_that_no_candidate_can_have_is_named_on_the_scale_on_which_it_is_learnt_as_a_limit(
    pool: Pool,
) -> None:
    made = recorded(begun(pool, **MEASURED, scale="logit"), [20.0, 104.0, 31.0, 600.0, 100.0, -2.0, -60.0])
    found = far_values(made)
    assert [(far.candidate, far.measured) for far in found if far.impossible] == [
        (made.pool.ids[3], 600.0),
        (made.pool.ids[6], -60.0),
    ]
    assert all(0.0 <= far.expected <= 100.0 for far in found)


def test_where_small_values_succeed_the_ends_of_a_predicted_range_stay_in_order(pool: Pool) -> None:
    made = recorded(begun(pool, **MEASURED | {"direction": "at-most"}), [20.0, 80.0, 50.0])
    found = predicted_values(made, made.design.X)
    assert all(np.array(found["value_low"]) < found["value"])
    assert all(np.array(found["value"]) < found["value_high"])


def test_a_belief_of_the_paper_learns_from_outcomes(pool: Pool) -> None:
    made = recorded(begun(pool, **MEASURED, belief="full"), [10.0, 70.0])
    assert made.value_fit is None
    assert made.belief.kind == "full"


@pytest.mark.parametrize(
    ("values", "given", "scale"),
    [
        ([], {}, "logit"),
        ([0.0, 100.0, 63.0, Limit("<", 5.0)], {}, "logit"),
        ([0.0, 103.0], {}, "natural"),
        ([50.0], {"threshold": 100.0}, "natural"),
        ([], {"measured_unit": "mg"}, "natural"),
        ([0.02, 5.0, Limit("<", 0.01)], {"measured_unit": "mM", "threshold": 1.0}, "log"),
        ([0.0, 5.0, 0.02], {"measured_unit": "mM", "threshold": 1.0}, "natural"),
        ([1.0, 99.0], {"measured_unit": "mM", "threshold": 5.0}, "natural"),
        ([0.01, 99.0], {"measured_unit": "mM", "threshold": 0.0}, "natural"),
        ([1.0, 1000.0], {"threshold": None, "direction": "", "measured_unit": ""}, "natural"),
    ],
)
def test_a_scale_is_proposed_from_what_the_values_are(
    values: list[Any], given: dict[str, Any], scale: str
) -> None:
    assert proposed_scale(values, settings(**given)) == scale


def test_what_the_values_suggest_is_said_until_it_is_chosen() -> None:
    (percent,) = scale_findings([0.0, 63.0], settings())
    assert "yield is a percentage" in percent
    assert "(--scale logit)" in percent
    (ends,) = scale_findings([0.0, 63.0, 100.0], settings(scale="logit"))
    assert ends == "Values of yield at an end of the logit scale or beyond it, which are learnt as limits: 2."
    wide = {"measured_unit": "mM", "threshold": 1.0}
    (decades,) = scale_findings([0.01, 20.0], settings(**wide))
    assert "reach from 0.01 to 20" in decades
    assert scale_findings([0.01, 20.0], settings(scale="log", **wide)) == ()
    (zero,) = scale_findings([0.0, 20.0], settings(scale="log", **wide))
    assert zero.startswith("Values of yield at an end of the log scale")
    assert scale_findings([0.01, 20.0], settings(likelihood="outcomes", **wide)) == ()
