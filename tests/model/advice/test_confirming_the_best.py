"""Before a study says that you can stop, its best candidate must have succeeded; it is suggested if only that lacks."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from lives import begin, begun, grown, then

from kgdesk.errors import BadInput
from kgdesk.model.advice import queries
from kgdesk.model.advice.batches import advise_batch
from kgdesk.model.advice.history import at_stake
from kgdesk.model.advice.picks import advise
from kgdesk.model.advice.prequential import Misfit
from kgdesk.model.decisions import recording, runs, stock, study_state
from kgdesk.model.design.pool import Attribute, Pool
from kgdesk.model.policies import POLICIES
from kgdesk.model.policies.perfect_information import DRAWS
from kgdesk.model.study.rule_syntax import Succeeded

if TYPE_CHECKING:
    from kgdesk.model.study.study import Study

#: Six candidates on a line; D and D2 have the same attributes.
LINE = Pool(
    ("A", "B", "C", "D", "D2", "E"), (Attribute("heat", "number"),), ((0.0, 1.0, 2.0, 3.0, 3.0, -1.0),)
)


def line(*outcomes: tuple[str, str], **settings: object) -> Study:
    """Return a study in which D looks best although it was never run, and little is at stake."""
    known = [("C", "success")] * 5 + [("E", "failure")] * 4 + [("A", "failure")] * 2
    chosen = {"stop": "(at-stake 40 and succeeded 1) or runs 30", "policy": "kg"} | settings
    return grown(begun(LINE, **chosen), *known, *outcomes)


def verdict(study: Study) -> str:
    return queries.stopping(study).kind


def test_a_best_candidate_that_was_never_run_is_suggested_and_a_success_of_it_ends_the_study() -> None:
    study = line()
    assert advise(study).recommended.candidate == "D"
    assert at_stake(study).value < 0.4
    assert queries.stopping(study).why == "D was never run. 19 of 30 planned runs are left."
    advice = advise(study)
    assert (advice.next, advice.confirms) == ("D", True)
    assert advice.suggestion.why == (
        "Run the best to confirm it: a success of it is all that the stopping rule still asks for."
    )
    assert verdict(study) == "go-on"
    proven = grown(study, ("D", "success"))
    told = queries.stopping(proven)
    assert (told.stop, told.kind) == (True, "stop")
    assert told.why.endswith("the rule asks for at most 40. D has succeeded in its only run.")
    assert not advise(proven).confirms


@pytest.mark.parametrize("policy", sorted(POLICIES))
def test_the_best_is_confirmed_whatever_the_policy(policy: str) -> None:
    advice = advise(line(policy=policy))
    assert advice.next == "D"
    assert advice.as_facts()["confirms"] is True
    assert advice.suggestion.reason == "confirms"
    assert advice.best_repeats() is None


def test_the_policy_chooses_while_more_is_missing_than_a_success() -> None:
    for rule in ("at-stake 0.01 and succeeded 1", "runs 3", "at-stake 40", "succeeded 1 and runs 20"):
        study = line(stop=rule)
        usual = advise(replace(study, settings=replace(study.settings, stop="runs 1")))
        advice = advise(study)
        assert not advice.confirms
        assert advice.next == usual.next
        assert "confirms" not in advice.as_facts()
    assert advise(line(stop="succeeded 1")).confirms
    assert advise(line(stop="succeeded 1 and runs 3")).confirms


def test_no_draw_is_made_to_choose_where_the_best_has_succeeded_or_cannot_be_run() -> None:
    assert advise(grown(line(), ("D", "success"))).at_stake is None
    away = then(line(), stock.skip(line(), "D", "no time"))
    away = then(away, stock.skip(away, "D2", "no time"))
    assert away.pool.ids[away.stock.best[advise(away).sweep.best_now]] == "D"
    assert advise(away).at_stake is None
    assert advise(away).next not in {"D", "D2"}


def test_what_is_far_above_the_limit_is_told_by_fewer_draws_and_what_stops_by_all() -> None:
    near = advise(line())
    far = advise(grown(begun(LINE, policy="kg"), ("C", "success"), ("A", "failure")))
    assert far.at_stake is not None
    assert near.at_stake is not None
    assert near.at_stake == at_stake(line())
    assert far.at_stake.draws <= DRAWS // 4
    assert near.at_stake.draws == DRAWS
    assert far.at_stake == at_stake(far.study, above=0.05)
    assert abs(far.at_stake.value - at_stake(far.study).value) < 5 * far.at_stake.error
    said = queries.suggestion(far.study)["at_stake"]
    assert said == far.at_stake.as_json() == queries.status(far.study)["at_stake"]
    ended = then(far.study, study_state.finish(far.study, "enough"))
    assert queries.suggestion(ended)["at_stake"] is queries.status(ended)["at_stake"] is None


def test_a_run_of_the_best_in_progress_is_waited_for() -> None:
    study = begin(line(), "D2")
    number = study.pending[0].number
    assert queries.stopping(study).why.startswith(f"D is in progress: wait for run {number}.")
    assert not advise(study).confirms
    both = begin(study, "D")
    assert f"wait for runs {number} to {number + 1}." in queries.stopping(both).why


def test_equal_candidates_count_together_and_voids_do_not() -> None:
    assert verdict(grown(line(), ("D2", "success"))) == "stop"
    assert verdict(grown(line(), ("D", "void"))) == "go-on"
    assert queries.stopping(grown(line(), ("D", "void"))).why.startswith("D was never run.")
    halved = grown(line(stop="succeeded 1"), *[("D", "success")] * 2, *[("D2", "failure")] * 2)
    assert queries.stopping(halved).why == "D has succeeded in 2 of 4 runs."


def test_a_best_that_fails_more_often_than_not_is_not_proven() -> None:
    rule = Succeeded(1)
    mostly = grown(line(stop="succeeded 1"), ("D", "success"), ("D", "failure"), ("D", "failure"))
    progress = advise(mostly).progress
    row = int(mostly.design.row_of[mostly.pool.row("D")])
    progress.__dict__["best"] = row
    told = rule.check(progress)
    assert (told.stop, told.why) == (False, "D has succeeded in only 1 of 3 runs, less than half.")
    once = grown(line(stop="succeeded 2"), ("D", "success"))
    assert queries.stopping(once).why == "D has succeeded in 1 of 1 runs; the rule asks for 2 successes."


def test_corrections_and_past_outcomes_count_as_they_stand() -> None:
    study = grown(line(), ("D", "success"))
    last = study.runs[-1].number
    wrong = then(study, recording.correct(study, last, "failure", "wrong vial"))
    assert verdict(wrong) == "go-on"
    assert "has not succeeded yet (runs so far: 1)" in queries.stopping(wrong).why
    past = study_state.import_outcomes(line(), [{"candidate": "D", "outcome": "success"}], restored=False)
    assert verdict(then(line(), past)) == "stop"


def test_a_study_that_runs_each_candidate_once_asks_for_one_success_at_most() -> None:
    pool = Pool(("A", "B", "C"), (Attribute("heat", "number"),), ((0.0, 1.0, 2.0),))
    study = grown(begun(pool, repeats="no", stop="succeeded 3"), ("A", "failure"), ("C", "success"))
    assert queries.stopping(study).why == "C has succeeded in its only run."
    gone = then(study, stock.exclude(study, "C", "used up"))
    assert advise(gone).recommended.candidate == "C"
    assert queries.stopping(gone).stop


def test_a_plan_that_is_used_up_says_what_is_missing() -> None:
    default = line(stop="", budget=11)
    told = queries.stopping(default)
    assert (told.stop, told.kind) == (True, "used-up")
    assert told.heading == "The plan is used up, and the best is not proven"
    assert told.why == "All 11 planned runs are spent. D was never run."
    more = queries.stopping(line(stop="(at-stake 0.0001 and succeeded 1) or runs 11 or runs 12", budget=11))
    assert more.why.startswith("All 11 planned runs are spent. Still at stake: ")
    assert more.why.endswith("the rule asks for at most 0.0001. D was never run.")
    alone = queries.stopping(line(stop="runs 11", budget=11))
    assert (alone.kind, alone.why) == ("used-up", "All 11 planned runs are spent. D was never run.")
    proven = queries.stopping(grown(line(stop="runs 12", budget=12), ("D", "success")))
    assert (proven.kind, proven.why) == (
        "stop",
        "All 12 planned runs are spent. D has succeeded in its only run.",
    )


def test_nothing_is_known_before_the_first_outcome() -> None:
    fresh = begun(LINE, stop="at-stake 90")
    told = queries.stopping(fresh)
    assert (told.stop, told.kind) == (False, "unknown")
    assert told.why == "No outcome is recorded yet: run a candidate first."
    assert queries.suggestion(fresh)["at_stake"] is None
    assert not advise(begun(LINE, stop="succeeded 1")).confirms
    assert queries.stopping(begun(LINE, stop="runs 30")).kind == "go-on"
    started = queries.stopping(begin(begun(LINE, budget=2), "A", "B"))
    assert (started.stop, started.kind) == (True, "used-up")
    assert started.why == (
        "All 2 planned runs are spent, 2 of them still in progress. A is in progress: wait for run 1."
    )


def test_a_failing_check_of_the_model_is_named_and_leaves_the_decision_to_a_person(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    met = grown(line(), ("D", "success"))
    monkeypatch.setattr(queries, "misfits", lambda _seen: (Misfit("too sure", 99.0, 3),))
    told = queries.stopping(met)
    assert (told.stop, told.kind) == (False, "unknown")
    assert told.why.startswith(
        "The stopping rule is met, but a check of the model fails: judge for yourself. "
        "Predictions have been too sure so far. Still at stake: "
    )
    going = queries.stopping(line())
    assert going.kind == "go-on"
    assert going.why.endswith("A check of the model fails. Predictions have been too sure so far.")
    assert queries.stopping(line(stop="", budget=11)).kind == "used-up"


def test_a_batch_confirms_the_best_once_and_its_other_runs_are_those_of_the_policy() -> None:
    picks = advise_batch(line(), 3)
    assert [pick.confirms for pick in picks] == [True, False, False]
    assert picks[0].next == "D"
    assert "D2" not in {pick.next for pick in picks[1:]} or len(picks) > 2
    many = advise_batch(line(), 5)
    assert [pick.confirms for pick in many] == [True, False, False, False, False]
    assert all("confirm" not in pick.suggestion.why for pick in many[1:])


def test_a_suggestion_that_confirms_is_recorded_as_one() -> None:
    study = line()
    started = then(study, runs.start(study, "D", advice=advise(study)))
    facts = next(event.payload for event in started.sensible if event.kind == "suggestion_made")
    assert facts["confirms"] is True
    with pytest.raises(BadInput, match="at least 1 success"):
        Succeeded(0)
