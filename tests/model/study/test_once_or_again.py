"""A candidate whose sample a run uses up is not suggested again; it can still be the best."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from lives import begin, begun, grown, then

from kgdesk.errors import AllTried, BadInput
from kgdesk.model.advice import history, queries
from kgdesk.model.advice.batches import advise_batch
from kgdesk.model.advice.picks import advise
from kgdesk.model.advice.posterior_summary import recommended
from kgdesk.model.decisions import recording, runs, stock, study_state
from kgdesk.model.design.pool import Attribute, Pool
from kgdesk.model.policies import POLICIES
from kgdesk.model.study.records import NOT_DONE, WRONG_SAMPLE, not_done_reason

if TYPE_CHECKING:
    from kgdesk.model.study.study import Study

WON = "C-01"


def small(count: int = 4) -> Pool:
    names = tuple(f"C-{n:02}" for n in range(1, count + 1))
    heat = tuple(float(n * n) for n in range(count))
    return Pool(names, (Attribute("heat", "number"),), (heat,))


def suggestible(study: Study) -> set[str]:
    return {study.pool.ids[at] for at in study.stock.next[study.stock.open].tolist()}


@pytest.mark.parametrize("policy", list(POLICIES))
def test_no_policy_suggests_a_tried_candidate_until_all_are_tried(pool: Pool, policy: str) -> None:
    study = begun(pool, repeats="no", policy=policy)
    seen: list[str] = []
    for n in range(len(pool)):
        name = advise(study).next
        assert name is not None
        seen.append(name)
        study = grown(study, (name, ("success", "failure", "void")[n % 3]))
    assert sorted(seen) == sorted(pool.ids)
    assert advise(study).next is None


def test_a_tried_candidate_can_be_the_best_and_so_can_one_that_is_out_of_stock(pool: Pool) -> None:
    study = grown(begun(pool, repeats="no"), (WON, "success"))
    free = grown(begun(pool, repeats="yes"), (WON, "success"))
    best = recommended(study).candidate
    assert best == recommended(free).candidate == advise(study).recommended.candidate
    gone = then(study, stock.exclude(study, best, "used up"))
    assert recommended(gone).candidate == advise(gone).recommended.candidate == best
    lost = then(free, stock.exclude(free, best, "used up"))
    assert recommended(lost).candidate != best
    assert best not in suggestible(gone)


def test_the_value_of_testing_counts_tried_candidates_among_the_possible_best(pool: Pool) -> None:
    study = grown(begun(pool, repeats="no"), (WON, "success"), ("C-05", "failure"))
    free = grown(begun(pool, repeats="yes"), (WON, "success"), ("C-05", "failure"))
    kg, free_kg = advise(study).kg, advise(free).kg
    tried = np.array([name in {WON, "C-05"} for name in pool.ids])
    assert (kg[tried] == 0.0).all()
    np.testing.assert_allclose(kg[~tried], free_kg[~tried], rtol=0, atol=1e-12)


@pytest.mark.parametrize("outcome", ["success", "failure", "void"])
def test_every_outcome_and_a_run_in_progress_use_the_sample(outcome: str) -> None:
    study = begun(small(), repeats="no")
    assert WON not in suggestible(begin(study, WON))
    assert WON not in suggestible(grown(study, (WON, outcome)))
    assert WON not in suggestible(grown(begin(study, WON), (WON, outcome)))


def test_a_take_back_frees_the_sample_and_a_run_in_progress_keeps_it() -> None:
    study = grown(begun(small(), repeats="no"), (WON, "failure"))
    assert WON in suggestible(then(study, runs.take_back(study)))
    running = grown(begin(begun(small(), repeats="no"), WON), (WON, "failure"))
    assert WON not in suggestible(then(running, runs.take_back(running)))  # the run is in progress again


@pytest.mark.parametrize(
    "reason", [not_done_reason("the rack was full"), NOT_DONE, f"{WRONG_SAMPLE}: it was C-02", "Wrong sample"]
)
def test_not_done_and_wrong_sample_free_the_sample(reason: str) -> None:
    study = grown(begun(small(), repeats="no"), (WON, "failure"))
    assert WON in suggestible(then(study, recording.correct(study, 1, "void", reason)))
    spoilt = then(study, recording.correct(study, 1, "void", "the instrument failed"))
    assert WON not in suggestible(spoilt)
    at_once = then(begun(small(), repeats="no"), recording.record(study, "C-02", "void", reason=reason))
    assert "C-02" in suggestible(at_once)


def test_a_correction_to_another_candidate_frees_the_one_and_uses_the_other() -> None:
    study = grown(begun(small(), repeats="no"), (WON, "failure"))
    moved = then(study, recording.correct(study, 1, "failure", "wrong sample", candidate="C-02"))
    assert suggestible(moved) == {WON, "C-03", "C-04"}


def test_a_further_outcome_of_a_used_sample_is_recorded_only_with_a_word_more() -> None:
    study = grown(begun(small(), repeats="no"), (WON, "failure"))
    with pytest.raises(BadInput, match=r"C-01 has had all runs that this study allows \(1\)\. .*--repeat"):
        recording.record(study, WON, "success")
    assert recording.record(study, WON, "success", repeat=True)
    assert recording.record(study, WON, "void", reason="wrong sample")
    with pytest.raises(BadInput, match="has had all runs"):
        recording.record(study, "C-02", "success", count=(1, 2))
    assert recording.record(begin(study, "C-02"), "C-02", "failure")
    assert recording.record(grown(begun(small(), repeats="yes"), (WON, "failure")), WON, "success")


def test_an_outcome_of_a_candidate_out_of_stock_is_recorded_only_with_a_word_more() -> None:
    study = begin(begun(small()), "C-02")
    study = then(study, stock.exclude(study, ["C-02", "C-03"], "used up"))
    assert recording.record(study, "C-02", "success")
    with pytest.raises(BadInput, match=r"C-03 is out of stock\. .*--repeat"):
        recording.record(study, "C-03", "success")
    assert recording.record(study, "C-03", "success", repeat=True)


def test_an_untried_code_with_the_same_attributes_is_suggested() -> None:
    twins = Pool(("A-1", "A-2", "B-1"), (Attribute("heat", "number"),), ((1.0, 1.0, 2.0),))
    study = grown(begun(twins, repeats="no"), ("A-1", "success"))
    assert suggestible(study) == {"A-2", "B-1"}
    assert study.stock.runs_left.tolist() == [1, 1]


def test_a_number_of_runs_is_the_most_of_each_candidate(pool: Pool) -> None:
    study = grown(begun(pool, repeats="2"), (WON, "success"), (WON, "failure"), ("C-02", "failure"))
    assert WON not in suggestible(study)
    assert "C-02" in suggestible(study)
    with pytest.raises(BadInput, match="C-01 is tried as often as this study allows \\(2\\)"):
        runs.start(study, WON)
    assert study.tried.left("C-02") == 1


def test_several_runs_of_one_candidate_are_offered_only_as_far_as_they_are_allowed(pool: Pool) -> None:
    outcomes = [(name, "failure") for name in pool.ids[:6]]
    for repeats, most in (("no", 1), ("2", 2), ("yes", 8)):
        study = grown(begun(pool, repeats=repeats, budget=60), *outcomes)
        again = advise(study).best_repeats()
        assert again is None or 2 <= again.count <= most
        assert len(advise(study).repeats("C-12").values) == most


def test_when_all_are_tried_the_study_can_stop_and_says_why() -> None:
    study = grown(begun(small(), repeats="no"), (WON, "success"), ("C-02", "failure"), ("C-03", "void"))
    assert not queries.stopping(study).stop
    study = begin(study, "C-04")
    verdict = queries.stopping(study)
    assert verdict.stop
    tried = "Every candidate is tried, and this study runs each one once. 1 run is in progress."
    assert str(verdict.why) == f"{tried} {WON} has succeeded in its only run."
    assert verdict.kind == "stop"
    answer = queries.suggestion(study, count=3)
    assert answer["suggestions"] == []
    assert answer["all_tried"] == tried
    assert answer["recommended"]["candidate"] in study.pool.ids
    with pytest.raises(AllTried, match="Every candidate is tried"):
        advise_batch(study, 2)
    with pytest.raises(AllTried):
        _ = advise(study).suggestion
    assert queries.status(study)["stop"]["stop"]
    assert history.gain_of(advise(study)).gain == 0.0
    freed = then(study, recording.correct(study, 2, "void", not_done_reason("no vial")))
    assert advise(freed).next == "C-02"


def test_what_is_left_out_of_stock_is_named_and_comes_back() -> None:
    study = begun(small(3), repeats="no")
    study = then(study, stock.exclude(study, "C-03", "not delivered"))
    study = grown(study, (WON, "success"), ("C-02", "failure"))
    assert str(queries.stopping(study).why).startswith("Every candidate in stock is tried")
    assert advise(then(study, stock.include(study, "C-03", "delivered"))).next == "C-03"


def test_an_outcome_with_no_suggestion_left_is_recorded_with_its_prediction() -> None:
    study = grown(begun(small(2), repeats="no"), (WON, "success"), ("C-02", "failure"))
    advice = advise(study)
    facts = recording.record(study, WON, "failure", advice=advice, seen_on="card", repeat=True)
    assert [kind for kind, _ in facts] == ["outcome_recorded"]
    assert "suggested" not in facts[0][1]
    assert 0.0 < facts[0][1]["probability_before"] < 1.0


def test_a_batch_has_distinct_candidates_unless_repeats_are_wanted(pool: Pool) -> None:
    study = grown(begun(pool), (WON, "success"), ("C-05", "failure"))
    picks = [pick.next for pick in advise_batch(study, len(pool))]
    assert sorted(map(str, picks)) == sorted(pool.ids)
    with pytest.raises(BadInput, match=f"Only {len(pool)} can be suggested at once, not {len(pool) + 1}"):
        advise_batch(study, len(pool) + 1)
    assert len(advise_batch(study, len(pool) + 1, repeats=True)) == len(pool) + 1
    once = grown(begun(pool, repeats="no"), (WON, "success"))
    assert WON not in {pick.next for pick in advise_batch(once, 4, repeats=True)}
    starts = runs.start_together(once, advise_batch(once, 4))
    assert sum(kind == "experiment_started" for kind, _ in starts) == 4


def test_the_answer_may_change_while_the_study_is_open(pool: Pool) -> None:
    study = grown(begun(pool), (WON, "success"))
    changed = then(study, study_state.change_settings(study, {"repeats": "no"}, "the vials are emptied"))
    assert WON in suggestible(study)
    assert WON not in suggestible(changed)
    with pytest.raises(BadInput, match="Nothing would change"):
        study_state.change_settings(changed, {"repeats": "no"}, "again")
    with pytest.raises(BadInput, match="needs a reason"):
        study_state.change_settings(changed, {"repeats": "yes"}, " ")
    with pytest.raises(BadInput, match="does not say whether a candidate may be run again"):
        study_state.change_settings(changed, {"repeats": "1"}, "why not")


def test_a_tried_candidate_is_neither_skipped_nor_counted_as_left() -> None:
    study = grown(begun(small(3), repeats="no"), (WON, "success"))
    with pytest.raises(BadInput, match="C-01 is tried"):
        stock.skip(study, WON)
    study = then(study, stock.skip(study, "C-02"))
    with pytest.raises(BadInput, match="C-03 is the only candidate left"):
        stock.skip(study, "C-03")
