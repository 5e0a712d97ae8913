"""An advice computed before an entry is taken as that of the state after it only if it is equal to the last bit."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from lives import begin, begun, grown, lived, stored, then

from kgdesk.actions.session import state_after_entry
from kgdesk.model.advice.advice import Advice, advise
from kgdesk.model.advice.picks import as_advice_for
from kgdesk.model.decisions import recording, study_state
from kgdesk.model.policies import POLICIES

if TYPE_CHECKING:
    from collections.abc import Callable

    from kgdesk.model.design.pool import Pool
    from kgdesk.model.study.study import Study

RUNS = (("C-01", "success"), ("C-05", "failure"), ("C-09", "failure"))


def recorded(study: Study, outcome: str, *, advice: Advice) -> tuple[Study, Study]:
    """Return the state after an outcome of the suggestion as imagined, and as recorded by somebody some day."""
    facts = recording.record(study, str(advice.next), outcome, advice=advice, seen_on="card")
    imagined = state_after_entry(study, facts)
    assert imagined is not None
    return imagined, study.applied(stored(facts, study.head))


def assert_equal(one: Advice, other: Advice) -> None:
    for field in fields(Advice):
        mine, yours = getattr(one, field.name), getattr(other, field.name)
        if isinstance(mine, np.ndarray):
            np.testing.assert_array_equal(mine, yours)
        elif field.name not in {"study", "sweep", "outlook", "chooser", "recorded"}:
            assert mine == yours, field.name
    assert one.as_facts() == other.as_facts()
    assert one.suggestion == other.suggestion
    assert one.recommended == other.recommended


@pytest.mark.parametrize("policy", POLICIES)
def test_an_advice_computed_ahead_is_the_advice_of_the_recorded_state(pool: Pool, policy: str) -> None:
    study = grown(begun(pool, policy=policy), *RUNS)
    imagined, real = recorded(study, "failure", advice=advise(study))
    ahead = as_advice_for(real, advise(imagined))
    assert ahead is not None
    assert ahead.study is real
    assert_equal(ahead, advise(study.applied(real.events[study.revision :])))


@pytest.mark.parametrize("settings", [{"belief": "full"}, {"belief": "diagonal"}, {"terms": "average"}])
@pytest.mark.parametrize("level", [0.9, 0.5])
def test_it_is_so_for_each_belief_and_level_and_no_belief_is_fitted_again(
    pool: Pool, settings: dict[str, Any], level: float
) -> None:
    study = grown(begun(pool, **settings), *RUNS)
    imagined, real = recorded(study, "success", advice=advise(study))
    before = advise(imagined).at(level)
    ahead = as_advice_for(real, before)
    assert ahead is not None
    assert real.belief is imagined.belief
    assert_equal(ahead, advise(study.applied(real.events[study.revision :])).at(level))
    assert ahead.recorded is None or ahead.recorded.study is real


def test_an_outcome_of_a_run_in_progress_and_a_study_with_a_bit_of_everything(pool: Pool) -> None:
    for study in (begin(grown(begun(pool), *RUNS), "C-02", "C-03"), lived(pool)):
        run = study.pending[0]
        facts = recording.record(study, run.candidate, "success", start=run.seq)
        imagined = state_after_entry(study, facts)
        assert imagined is not None
        real = study.applied(stored(facts, study.head))
        ahead = as_advice_for(real, advise(imagined))
        assert ahead is not None
        assert_equal(ahead, advise(real))


@pytest.mark.parametrize(
    "change",
    [
        lambda s: grown(s, ("C-02", "failure")),
        lambda s: grown(s, ("C-03", "success")),
        lambda s: begin(s, "C-02"),
        lambda s: then(s, recording.exclude(s, "C-04", "used up")),
        lambda s: then(s, recording.skip(s, "C-04", "later")),
        lambda s: then(s, study_state.change_setting(s, "budget", 77, "more money")),
        lambda s: then(s, study_state.finish(s, "enough")),
        lambda s: replace(s, pool=replace(s.pool)),
        lambda s: grown(s, ("C-02", "success"), ("C-02", "void")),
    ],
)
def test_an_advice_for_another_state_is_refused(pool: Pool, change: Callable[[Study], Study]) -> None:
    study = grown(begun(pool), *RUNS)
    advice = advise(grown(study, ("C-02", "success")))
    assert as_advice_for(grown(study, ("C-02", "success")), advice) is not None
    assert as_advice_for(change(study), advice) is None
