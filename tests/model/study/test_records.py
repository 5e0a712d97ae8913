"""Every kind of event: its effect on a study, operator and reason, and round trip of the bytes."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from lives import AT, begun, grown, lived, stored, then

from kgdesk.errors import BadInput
from kgdesk.model.advice.picks import advise
from kgdesk.model.decisions import recording, runs, stock, study_state
from kgdesk.model.study import study
from kgdesk.model.study.events import KINDS
from kgdesk.model.study.records import Absence, Amendment, Closing, Start
from kgdesk.store.canonical import canonical_text, parse

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from kgdesk.model.design.pool import Pool
    from kgdesk.model.study.study import Study


#: Each kind caused by a user: how, the study's value for it afterwards, and the expected value.
CAUSED: dict[str, tuple[Callable[[Study], Any], Callable[[Study], object], object]] = {
    "outcome_recorded": (
        lambda s: recording.record(s, "C-09", "void", reason="broken", note="n"),
        lambda s: [(r.candidate, r.outcome, r.reason, r.note, r.operator) for r in s.runs[-1:]],
        [("C-09", "void", "broken", "n", "Kim")],
    ),
    "outcome_corrected": (
        lambda s: recording.correct(s, 2, "success", "read again"),
        lambda s: [(c.old_outcome, c.reason, c.operator) for c in s.run(2).corrections],
        [("failure", "read again", "Kim")],
    ),
    "outcome_voided": (
        lambda s: recording.correct(s, 2, "void", "dropped"),
        lambda s: (s.run(2).outcome, [(c.reason, c.operator) for c in s.run(2).corrections]),
        ("void", [("dropped", "Kim")]),
    ),
    "experiment_started": (
        lambda s: runs.start(s, "C-10", reason="plate 3"),
        lambda s: replace(s.pending[-1], probability_before=None),
        Start(9, "C-10", AT, "+00:00", "Kim", "plate 3", "", None, 19),
    ),
    "candidate_retired": (
        lambda s: stock.exclude(s, "C-11", "used up"),
        lambda s: s.retired[-1],
        Absence("C-11", "Kim", AT, "used up", 19),
    ),
    "candidate_restored": (
        lambda s: stock.include(s, "C-12", "new batch"),
        lambda s: s.retired,
        (),
    ),
    "suggestion_declined": (
        lambda s: stock.skip(s, "C-09", "not now"),
        lambda s: s.skipped[-1],
        Absence("C-09", "Kim", AT, "not now", 19),
    ),
    "settings_changed": (
        lambda s: study_state.change_settings(s, {"barcode": "well"}, "new labels"),
        lambda s: (s.settings.barcode, s.amendments),
        ("well", (Amendment("barcode", "", "well", "Kim", AT, "new labels", 19),)),
    ),
    "finished": (
        lambda s: study_state.finish(s, "enough", with_open_runs=True),
        lambda s: s.closing,
        Closing("Kim", AT, "enough"),
    ),
}


@pytest.mark.parametrize("kind", list(CAUSED))
def test_one_act_is_one_event_of_its_kind_with_who_and_why(pool: Pool, kind: str) -> None:
    act, look, wanted = CAUSED[kind]
    before = lived(pool)
    facts = act(before)
    assert [k for k, _ in facts] == [kind]
    after = then(before, facts)
    assert look(after) == wanted
    assert look(before) != wanted
    assert study.fold(after.events) == after
    if "reason" in str(facts):
        assert facts[0][1]["reason"]


@pytest.mark.parametrize("kind", list(CAUSED))
def test_what_is_stored_comes_back_to_the_byte(pool: Pool, kind: str) -> None:
    facts = CAUSED[kind][0](lived(pool))
    text = canonical_text(facts[0][1])
    assert canonical_text(parse(text)) == text


def test_every_kind_is_known_to_these_tests() -> None:
    noted = {"note_added", "exported", "imported_from", "clock_anomaly", "suggestion_made", "reopened"}
    founding = {"study_created", "attributes_defined", "candidates_imported", "scaling_fixed"}
    blocks = {"block_set", "block_corrected"}  # in test_runs_in_blocks.py
    later = {"candidates_added", "worklist_made", "results_read"}  # no verb writes them yet
    assert set(KINDS) == set(CAUSED) | blocks | later | noted | founding


def test_a_study_with_everything_folds_at_once_as_step_by_step(pool: Pool) -> None:
    made = lived(pool)
    again = study.fold(made.events)
    assert again == made
    assert again.pending == made.pending
    assert advise(again).suggestion == advise(made).suggestion
    assert [s.candidate for s in made.pending] == ["C-03", "C-02"]
    assert [a.candidate for a in made.retired] == ["C-12"]
    assert [a.candidate for a in made.skipped] == ["C-07"]
    assert len(made.runs) == 6


def test_the_state_after_each_run_has_the_stock_and_the_runs_in_progress_of_that_time(pool: Pool) -> None:
    made = lived(pool)
    third = made.as_of(3)
    assert [s.candidate for s in third.pending] == ["C-03", "C-02"]
    assert not third.skipped
    before = made.as_of(2)
    assert not before.starts
    assert not before.retired
    assert len(made.as_of(5).runs) == 5


def test_results_come_late_and_in_any_order(pool: Pool) -> None:
    made = begun(pool)
    for candidate in ("C-01", "C-02", "C-01", "C-03"):
        made = then(made, runs.start(made, candidate))
    starts = made.pending
    for candidate, left in (("C-03", [0, 1, 2]), ("C-01", [1, 2]), ("C-02", [2]), ("C-01", [])):
        made = then(made, recording.record(made, candidate, "success"))
        assert made.pending == tuple(starts[i] for i in left)
    assert [run.start for run in made.runs] == [starts[i].seq for i in (3, 0, 1, 2)]
    again = then(made, recording.record(made, "C-01", "failure"))
    assert again.runs[-1].start is None


def test_a_started_run_keeps_the_suggestion_of_its_start(pool: Pool) -> None:
    made = grown(begun(pool), ("C-01", "success"))
    shown = advise(made)
    facts = runs.start(made, "C-07", advice=shown)
    assert [kind for kind, _ in facts] == ["suggestion_made", "experiment_started"]
    made = then(made, facts)
    made = grown(made, ("C-05", "failure"))
    facts = recording.record(made, "C-07", "success", advice=advise(made))
    assert [kind for kind, _ in facts] == ["outcome_recorded"]
    run = then(made, facts).runs[-1]
    assert run.suggested == shown.suggestion.candidate
    assert run.probability_before == shown.probability_of("C-07")


def test_a_void_settles_a_start_and_taking_the_entry_back_opens_it_again(pool: Pool) -> None:
    made = begun(pool)
    for candidate in ("C-01", "C-02"):
        made = then(made, runs.start(made, candidate))
    settled = grown(made, ("C-01", "void"))
    assert [s.candidate for s in settled.pending] == ["C-02"]
    entered = grown(made, ("C-01", "success"))
    back = then(entered, runs.take_back(entered))
    assert back.pending == made.pending
    right = grown(back, ("C-01", "failure"))
    assert [s.candidate for s in right.pending] == ["C-02"]
    voided = then(entered, recording.correct(entered, 1, "void", "contaminated"))
    assert [s.candidate for s in voided.pending] == ["C-02"]


def test_a_start_whose_outcome_came_is_out_of_the_average(pool: Pool) -> None:
    made = begun(pool)
    started = then(made, runs.start(made, "C-02"))
    done = grown(started, ("C-02", "success"))
    plain = grown(made, ("C-02", "success"))
    assert done.belief.digest == plain.belief.digest
    assert (advise(done).kg == advise(plain).kg).all()


@pytest.mark.parametrize("belief", ["moments", "full", "diagonal"])
def test_repeats_typed_as_a_count_give_the_belief_of_runs_typed_singly(pool: Pool, belief: str) -> None:
    made = grown(begun(pool, belief=belief), ("C-01", "failure"))
    counted = then(made, recording.record(made, "C-07", "success", count=(2, 5), note="plate 4"))
    singly = grown(made, *[("C-07", "success")] * 2, *[("C-07", "failure")] * 3)
    assert counted.belief.digest == singly.belief.digest
    assert [(r.number, r.outcome) for r in counted.runs] == [(r.number, r.outcome) for r in singly.runs]
    assert {r.note for r in counted.runs[1:]} == {"plate 4"}
    assert (counted.done, counted.successes) == (6, 2)
    mixed = grown(made, *[("C-07", o) for o in ("failure", "success", "failure", "failure", "success")])
    if belief == "moments":
        assert counted.belief.digest == mixed.belief.digest
    corrected = then(counted, recording.correct(counted, 4, "success", "read again"))
    assert corrected.successes == 3
    assert then(counted, recording.correct(counted, 4, "void", "broken")).done == 5


def test_one_suggestion_is_kept_with_all_repeats(pool: Pool) -> None:
    made = begun(pool)
    facts = recording.record(made, "C-07", "success", count=(1, 3), advice=advise(made))
    assert [kind for kind, _ in facts] == ["suggestion_made", *["outcome_recorded"] * 3]


def test_repeats_settle_as_many_starts_as_there_are(pool: Pool) -> None:
    made = begun(pool)
    for candidate in ("C-07", "C-08", "C-07"):
        made = then(made, runs.start(made, candidate))
    facts = recording.record(made, "C-07", "success", count=(1, 3), advice=advise(made))
    made = then(made, facts)
    assert [run.start for run in made.runs] == [5, 7, None]
    assert [run.suggested != "" for run in made.runs] == [False, False, True]
    assert [s.candidate for s in made.pending] == ["C-08"]


def test_repeats_are_taken_back_as_one_entry(pool: Pool) -> None:
    made = grown(begun(pool), ("C-01", "success"))
    counted = then(made, recording.record(made, "C-07", "success", count=(1, 3)))
    back = then(counted, runs.take_back(counted))
    assert [run.taken_back for run in back.runs] == [False, True, True, True]
    assert back.belief.digest == made.belief.digest
    twice = then(back, runs.take_back(back))
    assert [run.taken_back for run in twice.runs] == [True] * 4
    one_void = then(counted, recording.correct(counted, 3, "void", "broken"))
    rest = then(one_void, runs.take_back(one_void))
    assert [run.taken_back for run in rest.runs] == [False, True, False, True]


def test_a_void_is_taken_back_like_any_other_entry(pool: Pool) -> None:
    made = then(grown(begun(pool), ("C-01", "success")), runs.start(begun(pool), "C-02"))
    voided = grown(made, ("C-02", "void"))
    assert not voided.pending
    back = then(voided, runs.take_back(voided))
    assert [run.taken_back for run in back.runs] == [False, True]
    assert back.pending == made.pending
    assert back.belief.digest == made.belief.digest
    before = then(back, runs.take_back(back))
    assert [run.taken_back for run in before.runs] == [True, True]


def test_redo_restores_what_was_taken_back_and_the_newest_first(pool: Pool) -> None:
    made = grown(begun(pool), ("C-01", "success"), ("C-02", "failure"), ("C-03", "void"))
    back = made
    for _ in range(3):
        back = then(back, runs.take_back(back))
    redone = then(back, runs.redo(back))
    assert [run.taken_back for run in redone.runs] == [False, True, True]
    for _ in range(2):
        redone = then(redone, runs.redo(redone))
    assert [(run.outcome, run.reason, run.corrections) for run in redone.runs] == [
        (run.outcome, run.reason, ()) for run in made.runs
    ]
    assert redone.belief.digest == made.belief.digest
    with pytest.raises(BadInput, match="nothing to redo"):
        runs.redo(redone)


def test_redo_closes_the_run_in_progress_again_and_keeps_what_was_corrected_before(pool: Pool) -> None:
    made = then(begun(pool), runs.start(begun(pool), "C-02"))
    entered = grown(made, ("C-02", "success"))
    corrected = then(entered, recording.correct(entered, 1, "failure", "read again"))
    back = then(corrected, runs.take_back(corrected))
    assert len(back.pending) == 1
    redone = then(back, runs.redo(back))
    assert not redone.pending
    assert redone.runs[0].outcome == "failure"
    assert [each.reason for each in redone.runs[0].corrections] == ["read again"]
    assert then(redone, runs.take_back(redone)).runs[0].taken_back


@pytest.mark.parametrize("what", ["outcome", "start", "correction", "stock"])
def test_nothing_is_redone_after_another_entry_but_a_note(pool: Pool, what: str) -> None:
    made = grown(begun(pool), ("C-01", "success"), ("C-02", "failure"))
    back = then(made, runs.take_back(made))
    assert runs.redo(then(back, recording.note(back, "typed for the wrong sample")))
    facts = {
        "outcome": lambda: recording.record(back, "C-03", "success"),
        "start": lambda: runs.start(back, "C-03"),
        "correction": lambda: recording.correct(back, 1, "failure", "read again"),
        "stock": lambda: stock.exclude(back, "C-02", "used up"),
    }[what]()
    assert not runs.last_taken_back(then(back, facts))


def test_a_correction_that_only_says_redone_stays_a_correction(pool: Pool) -> None:
    made = grown(begun(pool), ("C-01", "success"))
    back = then(made, runs.take_back(made))
    other = then(back, recording.correct(back, 1, "failure", "redone"))
    assert [each.reason for each in other.runs[0].corrections] == ["taken back", "redone"]


@pytest.mark.parametrize("how", ["corrected", "imported"])
def test_what_is_not_taken_back_is_refused_with_the_reason_and_nothing_before_it_is(
    pool: Pool, how: str
) -> None:
    made = grown(begun(pool), ("C-01", "success"), ("C-02", "success"))
    if how == "corrected":
        made, words = (
            then(made, recording.correct(made, 2, "void", "broken")),
            "Run 2 was made void by a correction",
        )
    else:
        row = {"candidate": "C-03", "outcome": "success"}
        made, words = (
            then(made, study_state.import_outcomes(made, [row], restored=False)),
            "Run P1 was imported",
        )
    with pytest.raises(BadInput, match=words):
        runs.take_back(made)


@pytest.mark.parametrize(
    ("outcome", "count", "words"),
    [
        ("failure", (1, 2), "record it as success"),
        ("void", (0, 2), "record it as success"),
        ("success", (3, 2), "between 0 and 2"),
        ("success", (-1, 2), "between 0 and 2"),
        ("success", (0, 0), "Between 1 and 1000"),
        ("success", (1, 1001), "Between 1 and 1000"),
    ],
)
def test_counts_that_mean_nothing_are_refused(
    pool: Pool, outcome: str, count: tuple[int, int], words: str
) -> None:
    with pytest.raises(BadInput, match=words):
        recording.record(begun(pool), "C-01", outcome, count=count)


@pytest.mark.parametrize(
    ("kind", "payload"),
    [
        ("experiment_started", {"candidate": "C-99"}),
        ("experiment_started", {}),
        ("outcome_recorded", {"candidate": "C-01", "outcome": "success", "start": 3}),
        ("outcome_recorded", {"candidate": "C-01", "outcome": "success", "start": [1]}),
        ("outcome_recorded", {"candidate": "C-01", "outcome": "success", "repeat": 2}),
        ("outcome_recorded", {"candidate": "C-01", "outcome": "success", "repeat": [1]}),
        ("candidate_retired", {"candidate": "C-01"}),
        ("candidate_retired", {"candidate": "C-99", "reason": ""}),
        ("candidate_restored", {"candidate": "C-01", "reason": "was never away"}),
        ("suggestion_declined", {"reason": "not now"}),
    ],
)
def test_an_entry_that_makes_no_sense_is_set_aside(pool: Pool, kind: str, payload: dict[str, Any]) -> None:
    made = begun(pool)
    assert [one.kind for one in made.applied(stored([(kind, payload)], made.head)).set_aside] == [kind]


def test_runs_as_earlier_versions_wrote_them_fold_as_before(pool: Pool) -> None:
    made = begun(pool)
    old = {"candidate": "C-01", "outcome": "success", "suggested": "C-02", "probability_before": 0.5}
    run = made.applied(stored([("outcome_recorded", old)], made.head)).runs[0]
    assert (run.start, run.nth, run.of) == (None, 1, 1)


@pytest.mark.parametrize("seed", range(12))
def test_any_sequence_of_acts_leaves_what_a_list_of_them_says(pool: Pool, seed: int) -> None:
    """Compare with a simple model of the study: lists of names, without events."""
    draw = random.Random(seed)
    made = begun(pool)
    waiting: list[str] = []
    away: set[str] = set()
    aside: set[str] = set()
    entries: list[list[tuple[str, bool]]] = []
    for _ in range(60):
        act, candidate = draw.choice(("start", "record", "count", "exclude", "include", "skip", "back")), ""
        candidate = draw.choice(pool.ids)
        try:
            if act == "start":
                made = then(made, runs.start(made, candidate))
                assert candidate not in away
                waiting.append(candidate)
            elif act in ("record", "count"):
                n = draw.randrange(1, 4) if act == "count" else 1
                count = (draw.randrange(n + 1), n) if act == "count" else None
                made = then(made, recording.record(made, candidate, "success", count=count, repeat=True))
                settled = [candidate in waiting and (waiting.remove(candidate) or True) for _ in range(n)]
                entries.append([(candidate, was_started) for was_started in settled])
                aside.clear()
            elif act == "exclude":
                made = then(made, stock.exclude(made, candidate))
                away.add(candidate)
            elif act == "include":
                made = then(made, stock.include(made, candidate))
                away.remove(candidate)
            elif act == "skip":
                made = then(made, stock.skip(made, candidate))
                aside.add(candidate)
            else:
                made = then(made, runs.take_back(made))
                waiting += [name for name, was_started in entries.pop() if was_started]
        except BadInput:
            assert act != "record"
        assert sorted(s.candidate for s in made.pending) == sorted(waiting)
        assert {a.candidate for a in made.retired} == away
        assert {a.candidate for a in made.skipped} == aside
        assert made.done == sum(len(entry) for entry in entries)
    seqs = [s.seq for s in made.pending]
    assert seqs == sorted(seqs)
    assert study.fold(made.events) == made
    for run in (0, len(made.runs) // 2, len(made.runs)):
        cut = made.runs[run - 1].seq if run else made.runs[0].seq - 1
        assert made.as_of(run) == study.fold(made.events[:cut])
