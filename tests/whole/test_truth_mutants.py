"""Mutation tests of the truth harness: each earlier bug, put back, is detected within the states of the daily test."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from truth import campaign

from kgdesk.actions import audit_trail, run_matching
from kgdesk.model.advice import advice, alternatives, suggestion
from kgdesk.model.advice.picks import advise
from kgdesk.model.decisions import recording
from kgdesk.model.policies import value_of_testing
from kgdesk.model.policies.perfect_information import PerfectInformation
from kgdesk.model.study import next_run, reducer, rule_syntax, stopping_rules
from kgdesk.model.study.setup import settings_at_creation
from kgdesk.reports import study_report

if TYPE_CHECKING:
    from collections.abc import Callable

    from kgdesk.model.advice.suggestion import Suggestion
    from kgdesk.model.study.stopping_rules import StoppingState, Verdict
    from kgdesk.model.study.study import Study
    from kgdesk.text import Phrase

    Patch = Callable[[pytest.MonkeyPatch], None]

_STUDIES, _STATES = 25, 6


def success_for_either_outcome(patch: pytest.MonkeyPatch) -> None:
    """Show the best candidate after a success also for a failure, if both change the choice."""
    right = suggestion.futures_sentence

    def wrong(told: Suggestion, *, named: bool = False) -> Phrase:
        if told.if_success.changes and told.if_failure.changes:
            told = replace(told, if_failure=told.if_success)
        return right(told, named=named)

    for module in (suggestion, alternatives):
        patch.setattr(module, "futures_sentence", wrong)


def shown_though_nobody_asked(patch: pytest.MonkeyPatch) -> None:
    """Compute a suggestion while an outcome is recorded, and record it as seen."""
    right = recording.record

    def wrong(study: Study, candidate: str, outcome: str, **given: Any) -> Any:
        if given.get("advice") is None and study.is_open:
            given |= {"advice": advise(study), "seen_on": "card"}
        return right(study, candidate, outcome, **given)

    patch.setattr(recording, "record", wrong)


def every_suggestion_worded_as_shown(patch: pytest.MonkeyPatch) -> None:
    """State of every recorded suggestion that it was seen."""
    patch.setitem(
        audit_trail.WORDS,
        "suggestion_made",
        lambda facts: f"Was shown the suggestion {facts['candidate']} ({facts['policy']})",
    )


def stop_by_the_largest_gain_of_one_run(patch: pytest.MonkeyPatch) -> None:
    """Use the largest value of testing of one run as the value at stake."""
    right = rule_syntax.AtStake.check

    def wrong(self: rule_syntax.AtStake, progress: StoppingState) -> Verdict:
        return right(self, replace(progress, stake=PerfectInformation(max(progress.best_gain, 0.0), 0.0)))

    patch.setattr(rule_syntax.AtStake, "check", wrong)


def value_without_its_condition(patch: pytest.MonkeyPatch) -> None:
    """Omit that a value is averaged over the outcomes of the runs in progress."""
    patch.setattr(value_of_testing.ValueOfTesting, "given", property(lambda _self: ""))


def condition_of_one_run_too_many(patch: pytest.MonkeyPatch) -> None:
    """Count one run in progress too many."""
    right = advice.Advice.in_progress
    patch.setattr(advice.Advice, "in_progress", property(lambda self: right.fget(self) + 1))  # type: ignore[attr-defined]


def value_as_if_nothing_were_in_progress(patch: pytest.MonkeyPatch) -> None:
    """Show the value under the present belief with the condition of another one."""
    right = advice.Advice.explain

    def wrong(self: advice.Advice, candidate: int, rule: Any) -> Suggestion:
        row = int(self.study.design.row_of[candidate])
        return replace(right(self, candidate, rule), kg=float(self.sweep.kg[row]))

    patch.setattr(advice.Advice, "explain", wrong)


def verdict_without_the_runs_in_progress(patch: pytest.MonkeyPatch) -> None:
    """Omit that a rule uses a value averaged over the runs in progress."""
    patch.setattr(stopping_rules, "allowing", lambda _progress: "")


def table_closes_nothing(patch: pytest.MonkeyPatch) -> None:
    """Import every outcome as a past one, and leave the run in progress that it settles."""
    patch.setattr(run_matching._Results, "_free_start", lambda _self, _row, _candidate: None)


def finished_without_a_word_of_open_runs(patch: pytest.MonkeyPatch) -> None:
    """Report a study finished with runs in progress without mentioning them."""
    patch.setattr(study_report, "in_progress", lambda _study: "")


def location_of_the_first_candidate(patch: pytest.MonkeyPatch) -> None:
    """Show the location of the first candidate for every candidate."""
    right = next_run.places
    patch.setattr(next_run, "places", lambda study, _candidate: right(study, study.pool.ids[0]))


def location_as_the_study_was_made(patch: pytest.MonkeyPatch) -> None:
    """Use the location column of the founding events after it was changed."""
    patch.setattr(
        next_run,
        "place_columns",
        lambda study: (
            (settings_at_creation(study.settings, study.amendments).location,)
            if settings_at_creation(study.settings, study.amendments).location
            else tuple(study.pool.extras)
        ),
    )


def outcomes_of_the_old_threshold(patch: pytest.MonkeyPatch) -> None:
    """Keep all outcomes when the threshold changes."""
    patch.setattr(reducer, "derived_outcome", lambda run, _settings, _changes: run.outcome)


#: First seed of a mutant that the first studies cannot meet: none of them is finished with a run in progress.
_FIRST = {finished_without_a_word_of_open_runs: 16_040, outcomes_of_the_old_threshold: 16_017}


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize(
    ("mutant", "place"),
    [
        (success_for_either_outcome, "why"),
        pytest.param(shown_though_nobody_asked, "audit", marks=pytest.mark.nightly),
        pytest.param(every_suggestion_worded_as_shown, "audit", marks=pytest.mark.nightly),
        pytest.param(stop_by_the_largest_gain_of_one_run, "stop", marks=pytest.mark.nightly),
        pytest.param(value_without_its_condition, "why", marks=pytest.mark.nightly),
        pytest.param(
            condition_of_one_run_too_many, "runs in progress of the value", marks=pytest.mark.nightly
        ),
        pytest.param(value_as_if_nothing_were_in_progress, "value of", marks=pytest.mark.nightly),
        pytest.param(verdict_without_the_runs_in_progress, "stop", marks=pytest.mark.nightly),
        pytest.param(table_closes_nothing, "start", marks=pytest.mark.nightly),
        pytest.param(finished_without_a_word_of_open_runs, "report", marks=pytest.mark.nightly),
        pytest.param(location_of_the_first_candidate, "kgdesk suggest", marks=pytest.mark.nightly),
        pytest.param(location_as_the_study_was_made, "report", marks=pytest.mark.nightly),
        pytest.param(outcomes_of_the_old_threshold, "successes", marks=pytest.mark.nightly),
    ],
)
def test_a_fault_that_is_put_back_is_met_within_the_states_of_every_change(
    mutant: Patch, place: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    mutant(monkeypatch)
    first = _FIRST.get(mutant, campaign.FIRST)
    for seed in range(first, first + _STUDIES):
        faults = campaign.look_at(seed, _STATES, in_window=False).faults
        if any(place in fault for fault in faults):
            with capsys.disabled():
                print(f"\n{mutant.__name__}: met by seed {seed}")
            monkeypatch.undo()
            assert campaign.look_at(seed, _STATES, in_window=False).faults == []  # none without the mutant
            return
    pytest.fail(f"{mutant.__name__} was not met in {_STUDIES * _STATES} states")
