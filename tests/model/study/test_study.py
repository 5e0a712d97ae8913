"""A study is the fold of its events; invalid commands are refused and record nothing."""

from __future__ import annotations

import dataclasses
import time
from typing import TYPE_CHECKING

import numpy as np
import pytest
from lives import begun, grown, stored

from kgdesk.errors import (
    BadInput,
    DamagedStudy,
    NewerStudy,
    OutOfRange,
    StudyClosed,
    UnknownCandidate,
    UnknownRun,
)
from kgdesk.model.advice.picks import advise
from kgdesk.model.beliefs.gaussian import MomentBelief
from kgdesk.model.decisions import recording, runs, study_state
from kgdesk.model.design.pool import Attribute, Pool
from kgdesk.model.study import study
from kgdesk.model.study.settings import Settings

if TYPE_CHECKING:
    from typing import Any


def test_a_study_holds_what_its_founding_events_say(pool: Pool) -> None:
    made = begun(pool, title="Screen", budget=12)
    assert made.pool == pool
    assert made.settings.title == "Screen"
    assert made.revision == 4
    assert made.scaling.names == (
        "intercept", "temperature", "ratio", "solvent=DMF", "solvent=THF", "solvent=water"
    )  # fmt: skip
    assert made.is_open
    assert not made.runs


def test_folding_all_events_gives_what_applying_each_gave(pool: Pool) -> None:
    step_by_step = grown(begun(pool), ("C-01", "success"), ("C-05", "failure"), ("C-07", "void"))
    at_once = study.fold(step_by_step.events)
    assert at_once.runs == step_by_step.runs
    assert at_once.head == step_by_step.head
    assert at_once.belief.digest == step_by_step.belief.digest


def test_a_void_is_no_outcome_for_the_belief_or_the_plan(pool: Pool) -> None:
    made = grown(begun(pool), ("C-01", "success"), ("C-05", "void"))
    alone = grown(begun(pool), ("C-01", "success"))
    assert made.belief.digest == alone.belief.digest
    assert made.done == 1
    assert [run.number for run in made.runs] == [1, 2]


def test_imported_outcomes_teach_the_belief_but_are_no_planned_runs(pool: Pool) -> None:
    made = begun(pool)
    facts = study_state.import_outcomes(made, [{"candidate": "C-01", "outcome": "success"}], restored=False)
    made = made.applied(stored(facts, made.head))
    assert made.done == 0
    assert made.belief.digest == grown(begun(pool), ("C-01", "success")).belief.digest


def test_a_correction_keeps_the_old_value_and_gives_the_belief_of_a_fresh_study(pool: Pool) -> None:
    made = grown(begun(pool), ("C-01", "success"), ("C-05", "failure"), ("C-09", "success"))
    facts = recording.correct(made, 2, "success", "typed the wrong outcome", candidate="C-06")
    corrected = made.applied(stored(facts, made.head))
    run = corrected.run(2)
    assert (run.candidate, run.outcome) == ("C-06", "success")
    assert (run.corrections[0].old_candidate, run.corrections[0].old_outcome) == ("C-05", "failure")
    fresh = grown(begun(pool), ("C-01", "success"), ("C-06", "success"), ("C-09", "success"))
    assert corrected.belief.digest == fresh.belief.digest


@pytest.mark.parametrize("belief", ["moments", "full", "diagonal"])
def test_a_study_replays_to_the_same_bits(pool: Pool, belief: str) -> None:
    made = grown(begun(pool, belief=belief), ("C-01", "success"), ("C-05", "failure"), ("C-04", "failure"))
    again = study.fold(made.events)
    assert again.belief.digest == made.belief.digest
    assert advise(again).kg.tobytes() == advise(made).kg.tobytes()


def test_taking_back_voids_the_newest_entry_and_then_nothing_more(pool: Pool) -> None:
    made = grown(begun(pool), ("C-01", "success"), ("C-05", "failure"))
    once = made.applied(stored(runs.take_back(made), made.head))
    assert once.run(2).outcome == "void"
    assert once.run(2).taken_back
    assert once.belief.digest == grown(begun(pool), ("C-01", "success")).belief.digest
    twice = once.applied(stored(runs.take_back(once), once.head))
    assert twice.run(1).taken_back
    with pytest.raises(BadInput, match="no entry to undo"):
        runs.take_back(twice)


def test_the_state_after_a_run_is_what_was_known_then(pool: Pool) -> None:
    made = grown(begun(pool), ("C-01", "success"), ("C-05", "failure"), ("C-09", "success"))
    corrected = made.applied(stored(recording.correct(made, 1, "failure", "read again"), made.head))
    assert (
        corrected.as_of(2).belief.digest
        == grown(begun(pool), ("C-01", "success"), ("C-05", "failure")).belief.digest
    )
    assert corrected.as_of(0).belief.digest == begun(pool).belief.digest
    assert not corrected.as_of(0).runs


def test_a_finished_study_takes_no_outcome_until_it_is_reopened(pool: Pool) -> None:
    made = grown(begun(pool), ("C-01", "success"))
    closed = made.applied(stored(study_state.finish(made, "budget spent"), made.head))
    assert not closed.is_open
    for act in (
        lambda: recording.record(closed, "C-02", "success"),
        lambda: recording.correct(closed, 1, "failure", "typo"),
        lambda: runs.take_back(closed),
        lambda: study_state.finish(closed, "again"),
        lambda: study_state.import_outcomes(closed, [], restored=False),
    ):
        with pytest.raises(StudyClosed, match="finished by Kim"):
            act()
    opened = closed.applied(stored(study_state.reopen(closed, "more material"), closed.head))
    assert opened.is_open
    with pytest.raises(BadInput, match="open already"):
        study_state.reopen(opened, "why")


@pytest.mark.parametrize(
    ("act", "error", "words"),
    [
        (lambda s: recording.record(s, "c-01", "success"), UnknownCandidate, "Did you mean “C-01”"),
        (lambda s: recording.record(s, "nobody", "success"), UnknownCandidate, "no candidate “nobody”"),
        (lambda s: recording.record(s, "C-01", "maybe"), BadInput, "success, failure or void"),
        (lambda s: recording.record(s, "C-01", "success", note="x" * 10_001), BadInput, "longer than"),
        (lambda s: recording.correct(s, 2, "failure", "why"), UnknownRun, "the last one is 1"),
        (lambda s: recording.correct(s, 0, "failure", "why"), UnknownRun, "no run 0"),
        (lambda s: recording.correct(s, 1, "failure", "  "), BadInput, "needs a reason"),
        (lambda s: recording.correct(s, 1, "success", "why"), BadInput, "nothing would change"),
        (lambda s: study_state.finish(s, ""), BadInput, "needs a reason"),
    ],
)
def test_nonsense_is_refused_with_a_sentence(
    pool: Pool, act: Any, error: type[Exception], words: str
) -> None:
    made = grown(begun(pool), ("C-01", "success"))
    with pytest.raises(error, match=words):
        act(made)


def test_an_event_of_a_later_version_is_not_guessed_at(pool: Pool) -> None:
    made = begun(pool)
    for kind, version in (("teleported", 1), ("outcome_recorded", 3)):
        (event,) = stored([(kind, {"candidate": "C-01", "outcome": "success"})], made.head)
        late = event._replace(new=event.new._replace(kind_version=version))
        with pytest.raises(NewerStudy, match="newer kgdesk"):
            made.applied([late])


@pytest.mark.parametrize(
    "payload",
    [
        {"candidate": "C-99", "outcome": "success"},
        {"candidate": "C-01", "outcome": "great"},
        {"outcome": "success"},
        {"candidate": 3, "outcome": "success"},
        {"candidate": "C-01", "outcome": "success", "probability_before": "high"},
    ],
)
def test_an_event_that_makes_no_sense_is_set_aside(pool: Pool, payload: dict[str, Any]) -> None:
    made = begun(pool)
    after = made.applied(stored([("outcome_recorded", payload)], made.head))
    assert (after.runs, [one.seq for one in after.set_aside]) == (made.runs, [5])


def test_a_file_without_its_first_events_is_no_study(pool: Pool) -> None:
    made = begun(pool)
    for part in ((), made.events[:3], made.events[1:]):
        with pytest.raises(DamagedStudy):
            study.fold(part)


def test_numbers_out_of_range_are_refused_when_the_study_is_made_and_the_column_is_named(pool: Pool) -> None:
    wide = dataclasses.replace(
        pool,
        attributes=(*pool.attributes, Attribute("pressure")),
        values=(*pool.values, tuple(1e9 * i for i in range(12))),
    )
    with pytest.raises(OutOfRange, match="pressure"):
        recording.create("s", Settings(raw=True), wide, {})
    recording.create("s", Settings(), wide, {})
    with pytest.raises(OutOfRange, match=r"intercept|temperature|pressure"):
        recording.create("s", Settings(prior_precision=1e-13), wide, {})


def test_equal_candidates_share_one_belief(pool: Pool) -> None:
    made = grown(begun(pool), ("C-03", "success"))
    other = grown(begun(pool), ("C-04", "success"))
    assert made.belief.digest == other.belief.digest
    advice = advise(made)
    at = [pool.row("C-03"), pool.row("C-04")]
    assert advice.probability[at[0]] == advice.probability[at[1]]


@pytest.mark.nightly
def test_a_hundred_thousand_outcomes_fold_in_order_or_not(capsys: pytest.CaptureFixture[str]) -> None:
    rng = np.random.default_rng(5)
    ids = tuple(f"C{i}" for i in range(1000))
    columns = tuple(tuple(rng.normal(size=1000).tolist()) for _ in range(5))
    pool = Pool(ids, tuple(Attribute(f"a{j}") for j in range(5)), columns)
    made = begun(pool)
    which = rng.integers(0, 1000, 100_000)
    up = rng.random(100_000) < 0.3
    facts = [
        ("outcome_recorded", {"candidate": ids[i], "outcome": "success" if u else "failure"})
        for i, u in zip(which, up, strict=True)
    ]
    events = stored(facts, made.head)
    began = time.perf_counter()
    full = made.applied(events)
    folded = time.perf_counter()
    assert isinstance(full.belief, MomentBelief)
    with capsys.disabled():
        print(f"\n100,000 outcomes: fold {folded - began:.2f} s, belief {time.perf_counter() - folded:.2f} s")
    assert full.done == 100_000
    shuffled = made.applied(stored([facts[i] for i in rng.permutation(100_000)], made.head))
    assert shuffled.belief.digest == full.belief.digest
