"""The explanation of a suggestion is true: both outcomes by brute force, one value with its condition."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np
import pytest
from lives import begin, begun, grown, then

from kgdesk.model.advice import queries
from kgdesk.model.advice.alternatives import comparison, runner_up
from kgdesk.model.advice.batches import advise_batch
from kgdesk.model.advice.history import gain_of
from kgdesk.model.advice.picks import advise
from kgdesk.model.advice.suggestion import RESOLUTION, futures_sentence
from kgdesk.model.decisions import stock
from kgdesk.model.policies.perfect_information import PerfectInformation
from kgdesk.model.policies.value_of_testing import LEAST
from kgdesk.text import Phrase, Quantity, phrase

if TYPE_CHECKING:
    from kgdesk.model.advice.advice import Advice
    from kgdesk.model.advice.suggestion import Suggestion
    from kgdesk.model.design.pool import Pool
    from kgdesk.model.study.study import Study

RUNS = (("C-01", "success"), ("C-05", "failure"), ("C-09", "failure"), ("C-12", "success"))
BELIEFS = ("moments", "full", "diagonal")


def by_hand(study: Study, candidate: str, outcome: int) -> tuple[float, float, bool]:
    """Return the largest probability now and after an outcome, and whether the present best stays the best."""
    X = study.design.X[study.stock.in_stock]
    x = study.design.X[study.design.row_of[study.pool.row(candidate)]]
    now, then = study.belief.predict(X), study.belief.updated(x, outcome).predict(X)
    return float(now.max()), float(then.max()), bool(then[np.argmax(now)] == then.max())


def lived(pool: Pool, seed: int, belief: str) -> Study:
    rng = np.random.default_rng(seed)
    runs = [
        (pool.ids[int(row)], "success" if rng.random() < 0.4 else "failure")
        for row in rng.integers(0, len(pool), int(rng.integers(1, 9)))
    ]
    return grown(begun(pool, belief=belief), *runs)


@pytest.mark.parametrize("belief", BELIEFS)
@pytest.mark.parametrize("seed", range(4))
def test_futures_are_those_that_brute_force_finds(pool: Pool, seed: int, belief: str) -> None:
    study = lived(pool, seed, belief)
    advice = advise(study)
    for candidate in pool.ids:
        told = advice.about(candidate)
        for outcome, future in ((1, told.if_success), (-1, told.if_failure)):
            now, later, stays = by_hand(study, candidate, outcome)
            assert told.now == pytest.approx(now, abs=1e-9)
            assert future.probability == pytest.approx(later, abs=1e-9)
            assert future.changes != stays


def expected(told: Suggestion) -> str:
    """Build the sentence about both outcomes independently of the program, clause by clause."""
    clauses = []
    for outcome, future in (("a success", told.if_success), ("a failure", told.if_failure)):
        then = f"{100 * future.probability:.0f} %"
        if future.changes:
            clauses.append(f"{outcome} would make {future.best} the best ({then})")
        else:
            clauses.append(
                f"{outcome} would leave {future.best} the best (now {100 * told.now:.0f} %, then {then})"
            )
    text = ", ".join(clauses)
    return f"{text[0].upper()}{text[1:]}"


@pytest.mark.parametrize("belief", BELIEFS)
def test_each_outcome_has_a_clause_of_its_own_unless_both_end_in_one_future(pool: Pool, belief: str) -> None:
    seen = set()
    for seed in range(4):
        advice = advise(lived(pool, seed, belief))
        for candidate in pool.ids:
            told = advice.about(candidate)
            said = futures_sentence(told)
            one = (told.if_success.best, told.if_success.changes) == (
                told.if_failure.best,
                told.if_failure.changes,
            )
            seen.add(one)
            if one:
                verb = "make" if told.if_success.changes else "leave"
                assert said.startswith(f"Either outcome would {verb} {told.if_success.best} the best (")
                assert f"{100 * told.if_success.probability:.0f} % after a success" in said
                assert f"{100 * told.if_failure.probability:.0f} % after a failure" in said
            else:
                assert said == f"{expected(told)}."
    assert seen == {True, False}


def test_the_reason_of_a_fresh_study_does_not_contradict_itself(pool: Pool) -> None:
    told = queries.suggestion(begun(pool, policy="kg"))["suggestions"][0]
    success, failure = told["if_success"], told["if_failure"]
    assert success["best"] != failure["best"]
    first, second = re.split(r"(?<=points)\. ", told["why"])
    assert (
        first == f"The most informative run: its value of testing is {100 * told['kg']:.2g} percentage points"
    )
    assert second == (
        f"A success would make {success['best']} the best ({100 * success['probability']:.0f} %), "
        f"a failure would make {failure['best']} the best ({100 * failure['probability']:.0f} %)."
    )


@pytest.mark.parametrize("running", [(), ("C-02",)])
def test_where_no_single_run_gains_a_tenth_of_a_point_the_reason_says_what_several_can_gain(
    pool: Pool, running: tuple[str, ...]
) -> None:
    advice = advise(
        begin(grown(begun(pool, policy="kg", prior_precision=1e4, stop="runs 30"), *RUNS), *running)
    )
    told = advice.suggestion
    assert RESOLUTION < told.kg < LEAST
    given = ", given 1 run in progress" if running else ""
    comes_closest = f"No single run would gain 0.1 percentage points{given}; this one comes closest"
    assert told.why == f"{comes_closest}. {futures_sentence(told)}"
    known = advice.with_stake(PerfectInformation(0.0123, 0.0004)).suggestion
    ignored = ", without the outcomes of these" if running else ""
    assert known.why == (
        f"{comes_closest}, and several together can gain more (still at stake{ignored}: 1.2 percentage points). "
        f"{futures_sentence(told)}"
    )
    assert advice.with_stake(PerfectInformation(0.0009, 0.0001)).suggestion.why == told.why


@pytest.mark.parametrize(
    "policy", ["kg", "online-kg", "random", "kg/diagonal", "exploit", "in-turns", "information"]
)
@pytest.mark.parametrize("running", [(), ("C-02", "C-07")])
def test_the_reason_is_at_most_two_sentences_and_names_no_runner_up(
    pool: Pool, policy: str, running: tuple[str, ...]
) -> None:
    study = begin(grown(begun(pool, policy=policy), *RUNS), *running)
    advice = advise(study)
    why, second = advice.suggestion.why, runner_up(advice)
    assert len(re.findall(r"\.(?: |$)", why)) <= 2
    assert second is not None
    named = {
        advice.suggestion.if_success.best,
        advice.suggestion.if_failure.best,
        advice.suggestion.candidate,
    }
    assert second.candidate not in why or second.candidate in named


def test_only_the_largest_value_is_called_the_most_informative(pool: Pool) -> None:
    study = grown(begun(pool, policy="kg"), *RUNS)
    first = advise(study).suggestion.candidate
    skipped = advise(then(study, stock.skip(study, first, "not now")))
    assert skipped.kg.max() > skipped.suggestion.kg
    assert skipped.suggestion.why.startswith("The most informative run of those that can be suggested now: ")
    balanced = advise(grown(begun(pool, policy="online-kg", budget=40), *RUNS))
    assert "most informative" not in balanced.suggestion.why


def everywhere(advice: Advice) -> set[tuple[float, str]]:
    """Return the largest value of testing with its condition from each statement about it."""
    name, most = advice.most_informative
    assert name == advice.suggestion.candidate
    point = gain_of(advice)
    asked = queries.suggestion(advice.study)["suggestions"][0]
    return {
        (most.gain, most.given),
        (advice.suggestion.value.gain, advice.suggestion.value.given),
        (point.value.gain, point.value.given),
        (asked["kg"], f"given {asked['in_progress']} runs in progress" if asked["in_progress"] else ""),
        (advice.progress.best_gain, most.given),
    }


@pytest.mark.parametrize("running", [(), ("C-02", "C-07")])
def test_one_value_of_testing_with_one_condition_wherever_it_is_shown(
    pool: Pool, running: tuple[str, ...]
) -> None:
    advice = advise(begin(grown(begun(pool), *RUNS), *running))
    condition = "given 2 runs in progress" if running else ""
    assert everywhere(advice) == {(advice.suggestion.kg, condition)}
    assert (condition in advice.suggestion.why) or not condition
    compared = comparison(advice)
    assert compared is not None
    assert condition in compared.why


def test_a_pick_of_a_batch_says_which_picks_and_runs_its_value_allows_for(pool: Pool) -> None:
    study = begin(grown(begun(pool), *RUNS), "C-02")
    conditions = [pick.suggestion.value.given for pick in advise_batch(study, 3)]
    assert conditions == [
        "given 1 run in progress",
        "given 1 run in progress and 1 earlier pick",
        "given 1 run in progress and 2 earlier picks",
    ]


def figures(text: str) -> list[Quantity]:
    """Return the numbers in a sentence, in order."""
    if isinstance(text, Quantity):
        return [text]
    return (
        [found for value in text.values.values() for found in figures(value)]
        if isinstance(text, Phrase)
        else []
    )


def test_the_sentence_is_made_of_the_facts_themselves(pool: Pool) -> None:
    told = advise(grown(begun(pool), *RUNS)).suggestion
    values = {figure.value for figure in figures(told.why)}
    assert values <= {told.kg, told.now, told.if_success.probability, told.if_failure.probability}
    assert {told.kg, told.if_success.probability, told.if_failure.probability} <= values


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.009, "0.90"), (0.000093, "0.0093"), (0.12, "12"), (0.0, "0"), (-1e-9, "0"), (1e-8, "< 0.0001"),
        (0.0099999, "1.0"), (0.1, "10"), (0.0153, "1.5"),
    ],
)  # fmt: skip
def test_points_have_two_digits_that_count(value: float, text: str) -> None:
    assert Quantity(value, "points") == text


@pytest.mark.parametrize(
    ("share", "text"), [(0.34, "34 %"), (0.001, "< 1 %"), (0.999, "> 99 %"), (0.0, "0 %"), (1.0, "100 %")]
)
def test_nothing_is_written_as_certain_that_is_not(share: float, text: str) -> None:
    assert Quantity(share, "percent") == text


def test_a_figure_keeps_its_value_in_a_phrase() -> None:
    said = phrase("{share} of it", share=Quantity(0.341, "percent"))
    assert said == "34 % of it"
    assert figures(said)[0].value == 0.341
