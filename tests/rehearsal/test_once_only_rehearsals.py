"""Rehearsals of a study that runs each candidate once measure no candidate twice, and no more than there are."""

from __future__ import annotations

import numpy as np
import pytest

from kgdesk.errors import AllTried
from kgdesk.model.design.pool import Attribute, Pool
from kgdesk.model.study.settings import Settings
from kgdesk.rehearsal.simulation import play_contest
from kgdesk.rehearsal.study_rehearsal import basis_of_pool, contests

POOL = Pool(tuple("ABCDEF"), (Attribute("heat", "number"),), ((1.0, 1.0, 2.0, 3.0, 4.0, 5.0),))


@pytest.mark.parametrize(("repeats", "runs"), [("no", [2, 1, 1, 1, 1]), ("2", [4, 2, 2, 2, 2])])
def test_no_row_is_measured_more_often_than_its_candidates_allow(repeats: str, runs: list[int]) -> None:
    basis = basis_of_pool(POOL, Settings(repeats=repeats, budget=30), "small")
    (contest,) = contests(basis, ["kg", "random", "thompson"])
    assert contest.budget == sum(runs)
    played = play_contest(contest, 4)
    for measured in played.measured:
        assert np.bincount(measured, minlength=5).tolist() == runs


def test_what_is_tried_already_is_not_measured_again_after_the_outcomes_so_far() -> None:
    basis = basis_of_pool(POOL, Settings(repeats="no"), "small", [("A", 1), ("F", -1)])
    (contest,) = contests(basis, ["kg"], truths=["posterior"])
    assert np.bincount(play_contest(contest, 1).measured[0], minlength=5).tolist() == [1, 1, 1, 1, 0]
    spent = basis_of_pool(POOL, Settings(repeats="no"), "small", [(name, 1) for name in POOL.ids])
    with pytest.raises(AllTried, match="no further run to rehearse"):
        contests(spent, ["kg"], truths=["posterior"])
