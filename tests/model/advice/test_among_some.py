"""Suggestions among the candidates that satisfy conditions: what is open to be suggested changes, nothing else does."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from lives import begin, begun, grown, then

from kgdesk.errors import BadInput
from kgdesk.model.advice import queries
from kgdesk.model.advice.batch_limits import BatchLimits
from kgdesk.model.advice.batches import advise_batch
from kgdesk.model.advice.picks import advise
from kgdesk.model.decisions import recording, stock
from kgdesk.model.policies import POLICIES

if TYPE_CHECKING:
    from kgdesk.model.design.pool import Pool

RUNS = (("C-01", "success"), ("C-05", "failure"), ("C-08", "failure"))
DMF = {"C-02", "C-05", "C-09", "C-12"}


@pytest.mark.parametrize("policy", list(POLICIES))
def test_every_policy_suggests_only_candidates_that_satisfy_the_conditions(pool: Pool, policy: str) -> None:
    study = begin(grown(begun(pool, policy=policy), *RUNS), "C-11")
    (one,) = advise_batch(study, 1, limits=BatchLimits(where="solvent = DMF"))
    assert one.next in DMF
    best = max(DMF, key=lambda name: one.score[pool.row(name)])
    free = advise(study)
    if free.next in DMF:
        assert one.next == free.next
    elif np.unique([one.score[pool.row(name)] for name in DMF]).size == len(DMF):
        assert one.next == best
    picks = advise_batch(study, 3, limits=BatchLimits(where="solvent = DMF"))
    assert {str(pick.next) for pick in picks} < DMF


def test_the_recommended_candidate_and_all_numbers_are_those_of_the_whole_pool(pool: Pool) -> None:
    study = grown(begun(pool), *RUNS)
    (one,) = advise_batch(study, 1, limits=BatchLimits(where="temperature >= 60"))
    free = advise(study)
    assert one.recommended == free.recommended
    np.testing.assert_array_equal(one.kg, free.kg)
    np.testing.assert_array_equal(one.probability, free.probability)
    assert queries.stopping(study, one) == queries.stopping(study, free)
    told = queries.suggestion(study, limits=BatchLimits(where="temperature >= 60"))
    assert told["where"] == "temperature >= 60"
    assert told["repeats"] is None
    assert pool.values[0][pool.row(told["runner_up"]["candidate"])] >= 60.0


def test_what_is_out_of_stock_or_tried_or_skipped_is_not_suggested_under_conditions(pool: Pool) -> None:
    study = then(begun(pool, repeats="no"), stock.exclude(begun(pool), ["C-02", "C-05"], "gone"))
    study = then(study, stock.skip(study, "C-09"))
    where = BatchLimits(where="solvent = DMF")
    assert advise_batch(study, 1, limits=where)[0].next == "C-12"
    study = grown(study, ("C-12", "failure"), ("C-09", "failure"))
    with pytest.raises(BadInput, match="No candidate that satisfies “solvent = DMF” can be run now"):
        advise_batch(study, 1, limits=where)
    with pytest.raises(BadInput, match="Only 1 can be suggested at once"):
        advise_batch(study, 2, limits=BatchLimits(where="temperature = 20"))


def test_a_record_keeps_that_the_suggestion_was_restricted_and_nothing_more(pool: Pool) -> None:
    study = grown(begun(pool), *RUNS)
    (one,) = advise_batch(study, 1, limits=BatchLimits(where="solvent = DMF"))
    facts = recording.record(study, str(one.next), "success", advice=one, seen_on="answer")
    made = dict(facts)["suggestion_made"]
    assert made["restricted"] is True
    assert "DMF" not in str(made)
    after = then(study, facts)
    assert not after.set_aside
    assert after.runs[-1].suggested == one.next
    assert (
        "restricted"
        not in dict(recording.record(study, "C-02", "success", advice=advise(study)))["suggestion_made"]
    )
