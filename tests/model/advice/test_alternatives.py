"""Choices of other policies, and comparison of the suggested candidate with the runner-up."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from lives import begun, grown, stored

from kgdesk.model.advice import queries
from kgdesk.model.advice.alternatives import choice_of, comparison, runner_up
from kgdesk.model.advice.picks import advise
from kgdesk.model.decisions import runs
from kgdesk.model.policies import POLICIES

if TYPE_CHECKING:
    from kgdesk.model.design.pool import Pool

RUNS = (("C-01", "success"), ("C-05", "failure"), ("C-09", "failure"), ("C-12", "success"))


@pytest.mark.parametrize("policy", ["kg", "online-kg", "exploit"])
def test_the_runner_up_is_what_would_be_suggested_without_the_suggested_one(pool: Pool, policy: str) -> None:
    study = grown(begun(pool, policy=policy), *RUNS)
    advice = advise(study)
    second = runner_up(advice)
    assert second is not None
    at = study.design.row_of[pool.row(advice.suggestion.candidate)]
    rest = np.where(study.design.row_of == at, -np.inf, advice.score)
    assert advice.score[pool.row(second.candidate)] == rest.max()
    assert study.design.row_of[pool.row(second.candidate)] != at


def test_the_comparison_names_both_and_the_difference_in_points(pool: Pool) -> None:
    advice = advise(grown(begun(pool), *RUNS))
    second, compared = runner_up(advice), comparison(advice)
    assert second is not None
    assert compared is not None
    assert (compared.first, compared.second) == (advice.suggestion, second)
    assert compared.less == advice.suggestion.kg - second.kg > 0
    worth, ours, theirs = compared.why.split(". ")
    assert worth.startswith(
        f"The value of testing {second.candidate}, which would follow, is {second.value.words}: "
    )
    assert worth.endswith(f" points less than that of {advice.suggestion.candidate}")
    assert f" of {advice.suggestion.candidate} would " in ours
    assert f" of {second.candidate} would " in theirs
    asked = queries.suggestion(advice.study)
    assert asked["runner_up"]["why"] == compared.why
    assert "would follow" not in asked["suggestions"][0]["why"]
    assert queries.suggestion(advice.study, count=2)["runner_up"] is None


@pytest.mark.parametrize("policy", ["random", "thompson", "kg/diagonal"])
def test_a_choice_for_another_reason_than_its_futures_is_not_compared_by_them(
    pool: Pool, policy: str
) -> None:
    assert comparison(advise(grown(begun(pool, policy=policy), *RUNS))) is None


@pytest.mark.parametrize("name", [*POLICIES, "kg/diagonal", "exploit/full"])
@pytest.mark.parametrize("pending", [False, True])
def test_another_policy_takes_what_it_would_suggest_itself(pool: Pool, name: str, pending: bool) -> None:
    study = grown(begun(pool), *RUNS)
    if pending:
        study = study.applied(stored(runs.start(study, "C-07"), study.head))
    assert choice_of(advise(study), name).candidate == advise(study, policy=name).suggestion.candidate
