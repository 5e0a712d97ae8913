"""Advice: suggestion, explanation, and effect of either outcome."""

from __future__ import annotations

import json
import re
from typing import Any

import numpy as np
import pytest
from lives import begin, begun, grown, stored, stuck

from kgdesk.errors import BadInput
from kgdesk.model import policies
from kgdesk.model.advice import history, queries
from kgdesk.model.advice import picks as picks_module
from kgdesk.model.advice.picks import advise
from kgdesk.model.advice.posterior_summary import best_after, effects
from kgdesk.model.beliefs import shortlist
from kgdesk.model.decisions import recording, runs, stock
from kgdesk.model.design.pool import Attribute, Pool
from kgdesk.model.policies import POLICIES
from kgdesk.model.policies.perfect_information import PerfectInformation
from kgdesk.model.study.settings import Settings
from kgdesk.model.study.stated_settings import prior_from_words

RUNS = (("C-01", "success"), ("C-05", "failure"), ("C-09", "failure"), ("C-12", "success"))


@pytest.mark.parametrize("belief", ["moments", "full", "diagonal"])
def test_the_two_futures_are_what_recording_either_outcome_gives(pool: Pool, belief: str) -> None:
    study = grown(begun(pool, belief=belief), *RUNS)
    advice = advise(study)
    candidate = advice.suggestion.candidate
    row = study.design.row_of[pool.row(candidate)]
    for y, future in ((1, advice.suggestion.if_success), (-1, advice.suggestion.if_failure)):
        after = study.belief.updated(study.design.X[row], y).predict(study.design.X)
        best = study.design.row_of[pool.row(future.best)]
        assert future.probability == pytest.approx(after[best], abs=1e-10)
        assert future.probability == pytest.approx(after.max(), abs=1e-3)


def test_kg_suggests_the_largest_value_and_says_why(pool: Pool) -> None:
    advice = advise(grown(begun(pool, policy="kg"), *RUNS))
    assert advice.suggestion.kg == advice.kg.max()
    assert advice.suggestion.reason == "changes_best"
    assert advice.suggestion.why.startswith("The most informative run: its value of testing is ")
    assert advice.suggestion.if_success.best in advice.suggestion.why
    assert advice.low[0] < advice.probability[0] < advice.high[0]


def test_online_kg_weighs_learning_by_the_runs_still_to_come(pool: Pool) -> None:
    study = grown(begun(pool, policy="online-kg", budget=7), *RUNS)
    advice = advise(study)
    assert advice.score == pytest.approx(advice.probability + 2 * advice.kg, abs=1e-15)
    last = grown(begun(pool, policy="online-kg", budget=5), *RUNS)
    assert advise(last).suggestion.candidate == advise(last, policy="exploit").suggestion.candidate
    over = grown(begun(pool, policy="online-kg", budget=2), *RUNS)
    assert advise(over).score == pytest.approx(advise(over).probability, abs=1e-15)


def test_exploit_suggests_the_recommended_candidate(pool: Pool) -> None:
    advice = advise(grown(begun(pool, policy="exploit"), *RUNS))
    assert advice.suggestion.candidate == advice.recommended.candidate
    assert advice.suggestion.why == "The candidate with the highest expected success."


def test_random_draws_anew_after_each_event_and_repeats_itself_for_the_same_one(pool: Pool) -> None:
    study = begun(pool, policy="random")
    drawn = set()
    for candidate, outcome in RUNS * 6:
        study = grown(study, (candidate, outcome))
        drawn.add(advise(study).suggestion.candidate)
        assert advise(study).suggestion == advise(study).suggestion
    assert len(drawn) > 4


def test_another_seed_draws_other_candidates(pool: Pool) -> None:
    drawn = {advise(begun(pool, policy="random", seed=seed)).suggestion.candidate for seed in range(40)}
    assert len(drawn) > 6


def test_ties_are_drawn_from_and_not_given_to_the_first(pool: Pool) -> None:
    del pool
    scores = np.array([1.0, 3.0, 3.0, 3.0])
    drawn = {policies.choose(scores, policies.Seed(0, events, 0)) for events in range(60)}
    assert drawn == {1, 2, 3}


@pytest.mark.parametrize("name", list(POLICIES))
def test_every_policy_scores_every_row_of_every_belief(pool: Pool, name: str) -> None:
    for belief in ("moments", "full", "diagonal"):
        advice = advise(grown(begun(pool, belief=belief, policy=name), *RUNS))
        assert advice.score.shape == (12,)
        assert np.isfinite(advice.score).all()
        assert advice.suggestion.candidate in pool.ids


def test_an_unknown_policy_is_refused_with_the_names_that_stand() -> None:
    with pytest.raises(BadInput, match="kg, online-kg, kg-star, random, exploit"):
        policies.policy("magic")


def test_a_chosen_candidate_is_explained_like_the_suggested_one(pool: Pool) -> None:
    advice = advise(grown(begun(pool), *RUNS))
    chosen = advice.about("C-07")
    assert chosen.reason == "chosen"
    assert chosen.kg == advice.kg[pool.row("C-07")]
    assert chosen.kg <= advice.suggestion.kg


def test_choosing_another_candidate_is_told_its_loss_in_points(pool: Pool) -> None:
    advice = advise(grown(begun(pool), *RUNS))
    suggested = advice.suggestion.candidate
    for candidate in pool.ids:
        told = advice.about(candidate)
        assert told.loss == pytest.approx(advice.suggestion.kg - told.kg, abs=1e-15)
        first, _, changes = re.sub(r"\. (A success|Either outcome) ", "|", told.why).partition("|")
        if candidate == suggested:
            assert told.loss == 0.0
            assert first == f"Chosen by a person: its value of testing is {told.value.words}"
        else:
            assert first.startswith("Chosen by a person: its value of testing is ")
            assert first.endswith(f"points less than that of {suggested}, which was suggested")
            said = float(first.split(" and ")[1].split(" points")[0])
            assert said == pytest.approx(100 * told.loss, rel=0.05)
        assert changes
    worst = advise(grown(begun(pool, policy="exploit"), *RUNS))
    better = pool.ids[int(np.argmax(worst.kg))]
    assert worst.about(better).loss < 0
    assert "points more than that of" in worst.about(better).why


def test_that_no_single_run_is_worth_anything_is_no_reason_to_stop(pool: Pool) -> None:
    for study in (begun(pool, policy="kg", prior_precision=1e8), stuck(), begin(stuck(), "A")):
        told = advise(study).suggestion
        assert told.reason == "nothing_left"
        assert "stop" not in told.why
        assert "at stake" not in told.why  # nothing is said of what is not worked out


def test_that_no_run_can_change_the_choice_is_said_only_where_every_future_was_looked_at(pool: Pool) -> None:
    advice = advise(stuck())
    best = {advice.sweep.after(row)[side][0] for row in range(9) for side in (0, 1)}
    assert best == {advice.sweep.best_now}
    assert advice.suggestion.why == "No single run can change the choice."
    even = advise(begun(pool, policy="kg", prior_precision=1e8))
    assert {even.sweep.after(row)[0][0] for row in range(11)} != {even.sweep.best_now}
    assert even.suggestion.why == "No single run is expected to improve the choice."
    running = advise(begin(stuck(), "B")).suggestion.why
    assert running == "No single run is expected to improve the choice, given 1 run in progress."


def test_in_turns_goes_on_where_no_single_run_can_change_the_choice() -> None:
    study = stuck(policy="in-turns")
    gradient, information = (advise(one).suggestion for one in (study, begin(study, "A")))
    assert gradient.reason == "nothing_left"
    assert information.why.startswith("Chosen to find out which candidate is best.")
    assert information.candidate != "A"  # no number of runs of A tells whether another one is better


def test_an_advice_says_what_is_at_stake_once_it_is_known() -> None:
    stake = PerfectInformation(0.0123, 0.0004)
    advice = advise(stuck())
    told = advice.with_stake(stake).suggestion
    assert told.why == "No single run can change the choice; still at stake: 1.2 percentage points."
    assert told.candidate == advice.suggestion.candidate
    early = advise(grown(begun(stuck().pool), ("A", "success")))
    assert early.with_stake(stake).suggestion is early.suggestion


def test_the_log_keeps_of_a_suggestion_what_made_it(pool: Pool) -> None:
    study = grown(begun(pool), *RUNS)
    advice = advise(study)
    facts = dict(recording.record(study, "C-02", "failure", advice=advice))
    made = facts["suggestion_made"]
    assert made["revision"] == study.revision
    assert made["belief_digest"] == study.belief.digest
    assert made["top"][0] == [advice.suggestion.candidate, advice.suggestion.kg]
    assert facts["outcome_recorded"]["suggested"] == advice.suggestion.candidate
    assert facts["outcome_recorded"]["probability_before"] == advice.probability_of("C-02")
    json.dumps(facts, allow_nan=False)


def test_the_trajectory_is_what_was_believed_after_each_run(pool: Pool) -> None:
    study = grown(begun(pool), *RUNS)
    points = history.trajectory(study)
    assert [p.run for p in points] == [0, 1, 2, 3, 4]
    assert points[-1].best == advise(study).recommended
    assert points[2] == best_after(study, 2)
    assert history.trajectory(study, points[:-1]) == points


def test_a_trajectory_of_few_points_is_even_and_ends_in_the_present(pool: Pool) -> None:
    study = grown(begun(pool), *RUNS)
    points = history.trajectory(study)
    assert history.trajectory(study, most=2) == (points[0], points[2], points[4])


def test_a_report_shows_fewer_states_where_the_model_has_hundreds_of_columns(pool: Pool) -> None:
    assert history.reported_points(begun(pool)) == 200
    rng = np.random.default_rng(5)
    for count, expected in ((28, 60), (40, 10)):
        attributes = tuple(Attribute(f"a{k}") for k in range(count))
        wide = Pool(tuple(map(str, range(50))), attributes, tuple(rng.normal(size=(count, 50))))
        assert history.reported_points(begun(wide, terms="quadratic")) == expected
        assert history.reported_points(begun(wide, terms="quadratic", belief="full")) == 200


def test_after_a_correction_the_states_from_that_run_on_are_those_of_the_outcomes_as_they_stand(
    pool: Pool,
) -> None:
    study = grown(begun(pool), *RUNS)
    points = history.trajectory(study)
    corrected = study.applied(stored(recording.correct(study, 2, "success", "read again"), study.head))
    after = history.trajectory(corrected, history.still_true(points, study, corrected))
    assert after == history.trajectory(corrected)
    assert after[:2] == points[:2]
    as_if = grown(begun(pool), RUNS[0], ("C-05", "success"), *RUNS[2:])
    assert [point.best for point in after] == [point.best for point in history.trajectory(as_if)]
    assert after[3].said == points[3].best != after[3].best
    later = grown(corrected, ("C-02", "failure"))
    assert history.trajectory(later, history.still_true(after, corrected, later))[:4] == after[:4]


def test_a_run_that_was_taken_back_leaves_the_state_after_it_as_it_was_before(pool: Pool) -> None:
    study = grown(begun(pool), RUNS[0])
    assert history.trajectory(study)[1].best != history.trajectory(study)[0].best
    study = study.applied(stored(runs.take_back(study), study.head))
    study = grown(study, *RUNS[1:])
    first, second, *_ = history.trajectory(study)
    assert second.best == first.best
    assert second.said is not None


def test_a_started_run_that_is_recorded_again_counts_from_its_second_entry_on(pool: Pool) -> None:
    study = begin(begun(pool), "C-01")
    once = grown(study, ("C-01", "success"), ("C-05", "failure"))
    back = once.applied(stored(recording.correct(once, 1, "void", "taken back"), once.head))
    again = grown(back, ("C-01", "failure"))
    assert [run.number for run in again.runs] == [2, 1]
    assert again.after(1).outcomes[1].tolist() == [-1.0]
    assert again.as_of(1).outcomes[1].tolist() == [1.0, -1.0]


def test_the_trajectory_stops_when_it_is_told_to(pool: Pool) -> None:
    study = grown(begun(pool), *RUNS)
    asked = iter([True, True, False])
    assert [p.run for p in history.trajectory(study, goes_on=lambda: next(asked))] == [0, 1]


def test_effects_are_per_deviation_and_per_unit(pool: Pool) -> None:
    study = grown(begun(pool), *RUNS)
    found = effects(study)
    assert [e.column for e in found] == [
        "temperature",
        "ratio",
        "solvent=DMF",
        "solvent=THF",
        "solvent=water",
    ]
    assert found[0].per_unit * np.std(pool.values[0]) == pytest.approx(found[0].mean)
    assert found[2].per_unit == found[2].mean
    assert all(e.low < e.mean < e.high for e in found)


@pytest.mark.parametrize("rate", [0.05, 0.3, 0.5, 0.9])
@pytest.mark.parametrize(("matter", "size"), [("little", 1.0), ("some", 2.0), ("a lot", 3.0)])
def test_a_prior_in_words_means_what_it_says(pool: Pool, rate: float, matter: str, size: float) -> None:
    study = begun(pool)
    X = study.design.X[study.design.row_of]
    words = prior_from_words(X, rate, matter)
    assert (X * X).sum(axis=1).mean() / words.precision == pytest.approx(size)
    settings = Settings(prior_precision=words.precision, prior_intercept=words.intercept)
    predicted = settings.prior(X.shape[1]).predict(X)
    assert predicted.mean() == pytest.approx(rate, abs=0.01)
    assert words.low < rate < words.high


def test_answers_to_questions_about_the_prior_are_checked(pool: Pool) -> None:
    X = begun(pool).design.X
    for rate, matter in ((0.0, "some"), (1.0, "some"), (0.5, "very"), (float("nan"), "some")):
        with pytest.raises(BadInput):
            prior_from_words(X, rate, matter)


@pytest.mark.parametrize(
    ("setting", "words"),
    [
        ({"belief": "magic"}, "moments, full, diagonal"),
        ({"terms": "cubic"}, "linear"),
        ({"prior_precision": 0.0}, "greater than 0"),
        ({"prior_precision": float("inf")}, "greater than 0"),
        ({"prior_intercept": float("nan")}, "finite"),
        ({"budget": 0}, "between 1 and 1,000,000"),
        ({"seed": -1}, "seed"),
        ({"success_name": "Failure"}, "two different names"),
        ({"failure_name": " "}, "two different names"),
    ],
)
def test_settings_that_mean_nothing_are_refused(setting: dict[str, object], words: str) -> None:
    with pytest.raises(BadInput, match=words):
        Settings(**setting)


def test_the_sentence_names_the_rule_that_chooses_with_the_larger_probability() -> None:
    """Single scenarios of runs in progress tie: the most probable one alone would depend on rounding."""

    class Joined:
        def rule(self, future: object) -> object:
            return POLICIES["kg" if future in {"one", "two"} else "information"]

    ranked: Any = [(0.3, "one"), (0.3, "two"), (0.4, "three")]
    rule: Any = Joined()
    assert picks_module._rule_that_chooses(rule, ranked).name == "kg"


def test_the_suggestion_from_a_shortlist_is_that_of_all_values(monkeypatch: pytest.MonkeyPatch) -> None:
    x = np.random.default_rng(5).uniform(-1.0, 1.0, (4, 1500))
    names = tuple(f"C-{i:04d}" for i in range(1500))
    attributes = tuple(Attribute(f"x{j}") for j in range(4))
    runs = [(names[47 * i], "failure" if i % 3 else "success") for i in range(30)]
    study = grown(begun(Pool(names, attributes, tuple(map(tuple, x.tolist()))), terms="average"), *runs)
    whole = advise(study)
    assert not np.isnan(whole.kg).any()
    monkeypatch.setattr(shortlist, "_MOST_SWEPT", 1000)
    for rows in ("_VALUABLE", "_PROBABLE", "_UNCERTAIN"):
        monkeypatch.setattr(shortlist, rows, 50)
    first = advise(study)
    known = ~np.isnan(first.kg)
    assert 50 <= known.sum() <= 150
    assert first.kg[known] == pytest.approx(whole.kg[known], abs=1e-12)
    assert first.suggestion.candidate == whole.suggestion.candidate
    assert [name for name, _ in first.as_facts()["top"]] == [name for name, _ in whole.as_facts()["top"]]
    assert first.most_informative[0] == whole.most_informative[0]
    assert first.recommended.candidate == whole.recommended.candidate
    assert first.recommended.probability == pytest.approx(whole.recommended.probability, abs=1e-12)
    assert queries.suggestion(study)["suggestions"][0]["candidate"] == whole.next
    # A candidate whose value is not computed is looked ahead by itself.
    other = names[int(np.flatnonzero(~known)[0])]
    assert first.at_hand(other) is None
    assert first.about(other).kg == pytest.approx(whole.about(other).kg, abs=1e-9)


def test_a_shortlist_has_candidates_that_can_be_suggested_and_is_one_for_all_outcomes_of_open_runs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    x = np.random.default_rng(6).uniform(-1.0, 1.0, (3, 600))
    names = tuple(f"C-{i:04d}" for i in range(600))
    attributes = tuple(Attribute(f"x{j}") for j in range(3))
    runs = [(names[17 * i], "failure" if i % 3 else "success") for i in range(12)]
    study = grown(begun(Pool(names, attributes, tuple(map(tuple, x.tolist()))), terms="average"), *runs)
    skipped = str(advise(study).next)
    study = study.applied(stored(stock.skip(study, skipped, "later"), study.head))
    study = begin(study, str(advise(study).next))
    whole, online = advise(study), advise(study, policy="online-kg")
    monkeypatch.setattr(shortlist, "_MOST_SWEPT", 500)
    for rows in ("_VALUABLE", "_PROBABLE", "_UNCERTAIN"):
        monkeypatch.setattr(shortlist, rows, 20)
    first = advise(study)
    known = ~np.isnan(first.kg)
    assert 20 <= known.sum() <= 60
    assert not known[study.pool.row(skipped)]
    assert first.kg[known] == pytest.approx(whole.kg[known], abs=1e-12)
    assert first.next == whole.next
    assert advise(study, policy="online-kg").next == online.next
