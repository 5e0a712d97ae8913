"""Policies in a study: the belief that chooses, the displayed numbers, and the log."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest
from lives import begin, begun, grown, then

from kgdesk import actions
from kgdesk.cli import main
from kgdesk.model.advice.batches import advise_batch
from kgdesk.model.advice.picks import advise
from kgdesk.model.advice.posterior_summary import policy_context
from kgdesk.model.advice.suggestion import futures_sentence
from kgdesk.model.beliefs.gaussian import BELIEFS, DiagonalBelief
from kgdesk.model.decisions import recording, study_state
from kgdesk.model.policies import POLICIES
from kgdesk.model.policies.value_of_testing import ValueOfTesting

if TYPE_CHECKING:
    from collections.abc import Callable

    from kgdesk.model.design.pool import Pool
    from kgdesk.model.study.study import Study

RUNS = (("C-01", "success"), ("C-05", "failure"), ("C-09", "failure"), ("C-12", "success"))
ROOT = Path(__file__).parents[3]


def test_a_policy_sees_the_rows_their_outcomes_and_the_coming_run(pool: Pool) -> None:
    study = grown(begun(pool, prior_precision=2.0, budget=9), *RUNS, ("C-01", "failure"), ("C-02", "void"))
    seen = policy_context(study)
    assert seen.X is study.design.X
    first = study.design.row_of[pool.row("C-01")]
    assert (seen.successes[first], seen.failures[first]) == (1.0, 1.0)
    assert (seen.successes.sum(), seen.failures.sum()) == (2.0, 3.0)
    assert seen.belief is study.belief
    np.testing.assert_allclose(seen.prior_precision, 2.0, rtol=1e-15)
    assert (seen.coming, seen.budget) == (6, 9)


@pytest.mark.parametrize("kind", list(BELIEFS))
@pytest.mark.parametrize("own", list(BELIEFS))
def test_a_policys_own_belief_is_what_a_study_of_that_belief_would_hold(
    pool: Pool, kind: str, own: str
) -> None:
    settings = {"prior_precision": 0.5, "prior_intercept": -0.7}
    study = grown(begun(pool, belief=kind, **settings), *RUNS)
    other = grown(begun(pool, belief=own, **settings), *RUNS)
    seen = policy_context(study, policy=f"kg/{own}")
    assert seen.belief.digest == other.belief.digest
    advice = advise(study, policy=f"kg/{own}")
    assert advice.score.tobytes() == advise(other).score.tobytes()
    assert advice.suggestion.candidate == advise(other).suggestion.candidate


@pytest.mark.parametrize("name", list(POLICIES))
def test_what_is_shown_stays_the_studys_whichever_belief_chooses(pool: Pool, name: str) -> None:
    study = grown(begun(pool), *RUNS)
    plain, own = advise(study), advise(study, policy=f"{name}/diagonal")
    assert own.policy == f"{name}/diagonal"
    assert own.recommended == plain.recommended
    for what in ("probability", "low", "high", "kg"):
        assert getattr(own, what).tobytes() == getattr(plain, what).tobytes()
    assert (own.belief, own.belief_digest) == ("moments", study.belief.digest)
    assert own.chooser is not None
    assert own.chooser.belief == "diagonal"
    about = plain.about(own.suggestion.candidate)
    assert own.suggestion.if_success == about.if_success
    assert own.suggestion.if_failure == about.if_failure


def test_the_papers_belief_really_chooses_otherwise(pool: Pool) -> None:
    study = grown(begun(pool), *RUNS)
    plain, own = advise(study), advise(study, policy="kg/diagonal")
    assert abs(own.score - plain.score).max() > 1e-3
    assert own.suggestion.candidate == pool.ids[int(np.argmax(own.score))]


@pytest.mark.parametrize("name", list(POLICIES))
def test_every_policy_but_the_knowledge_gradients_says_how_it_chose_and_shows_both_futures(
    pool: Pool, name: str
) -> None:
    advice = advise(grown(begun(pool, policy=name), *RUNS))
    words = POLICIES[name].rule(policy_context(advice.study)).words
    kg = name in {"kg", "online-kg"} or words == FOR_CHANGE
    assert (advice.suggestion.reason == "policy") == (not kg)
    assert (advice.suggestion.why == words) == (not kg)
    for future in (advice.suggestion.if_success, advice.suggestion.if_failure):
        assert future.best in pool.ids
        assert 0 < future.probability < 1


def test_a_gradient_by_another_belief_is_not_explained_by_the_studys_futures(pool: Pool) -> None:
    study = grown(begun(pool, policy="kg"), *RUNS)
    other, same = advise(study, policy="kg/full").suggestion, advise(study, policy="kg/moments").suggestion
    assert (other.reason, other.why) == ("policy", POLICIES["kg"].words)
    assert (same.reason, same.why) == (advise(study).suggestion.reason, advise(study).suggestion.why)


@pytest.mark.parametrize("name", list(POLICIES))
def test_the_order_of_the_runs_is_irrelevant_to_advice_under_moments(pool: Pool, name: str) -> None:
    one, two = (advise(grown(begun(pool, policy=name), *runs)) for runs in (RUNS, RUNS[::-1]))
    assert one.score.tobytes() == two.score.tobytes()
    assert one.suggestion == two.suggestion


def test_the_log_keeps_the_belief_that_chose(pool: Pool) -> None:
    study = grown(begun(pool, policy="disc/diagonal"), *RUNS)
    advice = advise(study)
    facts = dict(recording.record(study, "C-02", "failure", advice=advice))["suggestion_made"]
    chooser = DiagonalBelief.prior(study.design.X.shape[1])
    for candidate, outcome in RUNS:
        row = study.design.X[study.design.row_of[pool.row(candidate)]]
        chooser = chooser.updated(row, 1 if outcome == "success" else -1)
    assert facts["policy"] == "disc/diagonal"
    assert (facts["belief"], facts["belief_digest"]) == ("diagonal", chooser.digest)
    at = study.design.row_of[pool.row(advice.suggestion.candidate)]
    assert facts["chooser_probability"] == pytest.approx(chooser.predict(study.design.X)[at], abs=1e-15)
    assert facts["probability"] == advice.probability_of(advice.suggestion.candidate)
    json.dumps(facts, allow_nan=False)
    assert "chooser_probability" not in advise(study, policy="disc").as_facts()


@pytest.mark.parametrize("policy", ["thompson/diagonal", "kg/full"])
def test_verifying_replays_the_belief_that_chose(
    make_study: Callable[..., actions.Session], policy: str
) -> None:
    session = make_study("own", policy=policy)
    for outcome in ("success", "failure", "failure", "success"):
        advice = advise(session.study)
        actions.record(session, advice.suggestion.candidate, outcome, advice=advice)
    found = actions.verify(session.path)
    assert (found.suggestions, found.exact, found.problem) == (4, 4, None)


def test_verifying_compares_with_what_the_belief_that_chose_predicted(
    make_study: Callable[..., actions.Session],
) -> None:
    session = make_study("own", policy="kg/diagonal")
    for outcome in ("success", "failure"):
        actions.record(session, advise(session.study).suggestion.candidate, outcome)
    advice = advise(session.study)
    assert advice.chooser is not None
    assert abs(advice.chooser.probability - advice.suggestion.probability) > 1e-4
    elsewhere = replace(advice, chooser=replace(advice.chooser, belief_digest="0" * 64))
    actions.record(session, advice.suggestion.candidate, "success", advice=elsewhere)
    found = actions.verify(session.path)
    assert (found.exact, found.close, found.problem) == (0, 1, None)
    advice = advise(session.study)
    assert advice.chooser is not None
    forged = replace(advice.chooser, belief_digest="0" * 64, probability=advice.chooser.probability + 1e-6)
    actions.record(session, advice.suggestion.candidate, "success", advice=replace(advice, chooser=forged))
    assert "does not replay" in (actions.verify(session.path).problem or "")


def test_a_study_with_a_policys_own_belief_is_made_and_advised_from_the_command_line(
    table_path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made = str(tmp_path / "own.kgstudy")
    words = ["--candidates", str(table_path), "--id", "code", "--category", "solvent", "--ignore", "well"]
    assert main(["new", made, *words, "--policy", "top-two/diagonal"]) == 0
    capsys.readouterr()
    assert main(["suggest", made, "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["policy"], said["belief"]) == ("top-two/diagonal", "moments")
    assert said["suggestions"][0]["why"] == POLICIES["top-two"].words


@pytest.mark.parametrize(
    ("policy", "words"), [("magic", "bayes-ucb"), ("kg/magic", "moments, full, diagonal")]
)
def test_the_command_line_refuses_a_policy_that_does_not_stand_and_names_those_that_do(
    capsys: pytest.CaptureFixture[str], policy: str, words: str
) -> None:
    assert main(["new", "x.kgstudy", "--candidates", "x.csv", "--policy", policy]) == 2
    assert words in capsys.readouterr().err.splitlines()[0]


@pytest.mark.nightly
def test_scores_have_the_same_bits_with_any_number_of_threads() -> None:
    script = (
        "import sys; sys.path[:0] = ['tests', 'tests/model/policies']\n"
        "from kgdesk import kernels\n"
        "kernels.set_threads(1)\n"
        "import test_policies\n"
        "for count in (1, 2, 4):\n"
        "    kernels.set_threads(count)\n"
        "    print(test_policies.all_scores())\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, "NUMBA_NUM_THREADS": "4"},
        check=False,
    )
    assert done.returncode == 0, done.stderr
    lines = done.stdout.split()
    assert len(lines) == 3
    assert len(set(lines)) == 1


def test_listing_the_policies_loads_no_numba() -> None:
    script = "import sys, kgdesk; kgdesk.policies['kg']; print('numba' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, cwd=ROOT, check=True
    )
    assert done.stdout.strip() == "False"


FOR_CHANGE = "Chosen for what it may change."
FOR_KNOWLEDGE = "Chosen to find out which candidate is best."


def test_the_card_says_which_of_two_rules_chose(pool: Pool) -> None:
    study, why = begun(pool, policy="in-turns"), []
    for run in RUNS:
        suggestion = advise(study).suggestion
        worth = f"{FOR_CHANGE[:-1]}: its value of testing is {suggestion.value.words}."
        by_change = f"{worth} {futures_sentence(suggestion)}"
        assert suggestion.why == (by_change if suggestion.words == FOR_CHANGE else FOR_KNOWLEDGE)
        why.append(suggestion.words)
        study = grown(study, run)
    assert why == [FOR_CHANGE, FOR_KNOWLEDGE] * 2
    by_kg, by_information = advise(study), advise(grown(study, ("C-02", "failure")))
    assert by_kg.score.tobytes() == advise(study, policy="kg").score.tobytes()
    assert (
        by_information.score.tobytes() == advise(by_information.study, policy="information").score.tobytes()
    )
    assert advise(study, policy="in-turns/diagonal").suggestion.why == FOR_CHANGE
    first = [advise(begun(pool, policy="kg-then-turns", budget=n)).suggestion.words for n in (2, 3)]
    assert first == [FOR_KNOWLEDGE, FOR_CHANGE]


def test_a_batch_by_turns_alternates_and_allows_for_its_earlier_picks(pool: Pool) -> None:
    study = grown(begun(pool, policy="in-turns"), *RUNS)
    made = [advice.suggestion for advice in advise_batch(study, 3)]
    assert [one.words for one in made] == [FOR_CHANGE, FOR_KNOWLEDGE, FOR_CHANGE]
    assert str(made[1].why) == f"{FOR_KNOWLEDGE} This allows for 1 earlier pick."
    assert "given 2 earlier picks" in str(made[2].why)


def whose_turn(study: Study) -> str:
    """Return K or I: which rule of kg-then-turns chooses the next run of a study; its scores are that rule's."""
    advice = advise(study)
    by = "kg" if advice.words == FOR_CHANGE else "information"
    assert advice.words in (FOR_CHANGE, FOR_KNOWLEDGE)
    assert advice.score.tobytes() == advise(study, policy=by).score.tobytes()
    return "K" if by == "kg" else "I"


def turns(study: Study, count: int) -> str:
    """Return whose turns the next runs are; of `RUNS`, in order, again and again."""
    found = ""
    for n in range(count):
        found += whose_turn(study)
        study = grown(study, RUNS[n % len(RUNS)])
    return found


def test_the_turns_begin_after_a_third_of_the_planned_runs_and_go_on_beyond_them(pool: Pool) -> None:
    assert turns(begun(pool, policy="kg-then-turns", budget=9), 13) == "KKKIKIKIKIKIK"
    assert turns(begun(pool, policy="kg-then-turns", budget=5), 4) == "KIKI"
    assert turns(begun(pool, policy="kg-then-turns", budget=2), 3) == "IKI"


def test_runs_in_progress_take_their_turns_voids_give_them_back_and_past_outcomes_have_none(
    pool: Pool,
) -> None:
    study = grown(begun(pool, policy="kg-then-turns", budget=6), *RUNS[:2])
    assert whose_turn(study) == "I"
    running = begin(study, "C-02")
    assert whose_turn(running) == "K"
    assert whose_turn(grown(running, ("C-02", "void"))) == "I"
    assert whose_turn(begin(study, "C-02", "C-07")) == "I"
    first = begun(pool, policy="kg-then-turns", budget=6)
    past = [{"candidate": "C-03", "outcome": "failure"} for _ in range(4)]
    imported = then(first, study_state.import_outcomes(first, past, restored=False))
    assert len(imported.outcomes[1]) == 4
    assert turns(imported, 4) == "KKIK"


def test_a_changed_budget_moves_the_turns(pool: Pool) -> None:
    study = grown(begun(pool, policy="kg-then-turns", budget=6), *RUNS[:2])
    more = then(study, study_state.change_settings(study, {"budget": 12}, "more time"))
    assert (turns(study, 4), turns(more, 4)) == ("IKIK", "KKIK")


def test_a_batch_takes_the_turns_of_its_runs(pool: Pool) -> None:
    study = grown(begun(pool, policy="kg-then-turns", budget=9), *RUNS[:2])
    made = [advice.suggestion.words for advice in advise_batch(study, 4)]
    assert made == [FOR_CHANGE, FOR_KNOWLEDGE, FOR_CHANGE, FOR_KNOWLEDGE]


def test_neither_rule_takes_a_candidate_that_has_been_used_up(pool: Pool) -> None:
    study, seen = begun(pool, policy="kg-then-turns", budget=6, repeats="no"), []
    for n in range(len(pool.ids)):
        suggestion = advise(study).suggestion
        seen.append(suggestion.candidate)
        study = grown(study, (suggestion.candidate, "success" if n % 3 else "failure"))
    assert sorted(seen) == sorted(pool.ids)


@pytest.mark.parametrize(("runs", "which"), [(RUNS[:1], FOR_CHANGE), (RUNS[:2], FOR_KNOWLEDGE)])
def test_which_rule_chose_is_said_also_where_several_runs_are_advised(
    pool: Pool, runs: tuple[tuple[str, str], ...], which: str
) -> None:
    advice = advise(grown(begun(pool, policy="kg-then-turns", budget=6), *runs))
    several = ValueOfTesting(0.02, runs=3)
    told = replace(advice.suggestion, several=several).why
    assert told == f"{which} Run it 3 times at once: together these runs are worth {several.words}."
    by_kg = advise(advice.study, policy="kg").suggestion
    assert replace(by_kg, several=several).why == f"{told.removeprefix(which)[1:]} {futures_sentence(by_kg)}"
