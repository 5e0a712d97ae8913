"""Task T1: recording an outcome takes two deliberate steps; nothing else records one."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import pytest
from entry_bench import Bench, Clock, make_study
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from seldom import seldom

from kgdesk import actions
from kgdesk.actions import Operator
from kgdesk.errors import NotSaved
from kgdesk.ui.text.locale_format import local_day

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot

K = Qt.Key


def test_two_keys_record_an_outcome_that_is_on_disk_before_the_strip_says_so(bench: Bench) -> None:
    code = bench.text("entry.candidateCode")
    said: list[tuple[str, int]] = []

    def note(text: str) -> None:  # without waiting for pending writes
        with actions.open_study(bench.path, actions.Operator("reader"), read_only=True) as read:
            said.append((text, len(read.study.runs)))

    bench.window.panel.strip.announced.connect(note)
    heard: list[str] = []
    bench.control.announced.connect(heard.append)
    bench.press(K.Key_F8, K.Key_Return)
    bench.controller.settle()
    assert bench.did.keys == 2
    assert bench.did.clicks == 0
    assert said[0] == (f"Record Success for run 4, {code}?", 3)
    assert said[-1] == (f"Run 4 recorded: {code} ● Success", 4)
    assert heard == [f"Run 4 recorded, Success, candidate {code}"]
    assert bench.text("entry.done") == "4 of 40 runs done"


def test_two_clicks_record_an_outcome(bench: Bench) -> None:
    code = bench.text("entry.candidateCode")
    bench.click("entry.failure")
    bench.click("entry.record")
    assert bench.did.clicks == 2
    assert bench.did.keys == 0
    assert bench.strip == f"Run 4 recorded: {code} ✕ Failure"
    assert bench.runs_on_disk() == 4


def test_a_scan_and_two_keys_record_an_outcome_for_the_scanned_sample(bench: Bench) -> None:
    code = bench.text("entry.candidateCode")
    bench.type(code + "\n")
    assert bench.text("entry.matches") == "✓ matches"
    assert bench.runs == 3
    before = bench.did.keys
    bench.press(K.Key_F9, K.Key_Enter)
    assert bench.did.keys - before == 2
    assert bench.strip == f"Run 4 recorded: {code} ✕ Failure"


def test_control_1_and_control_0_arm_as_f8_and_f9_do(bench: Bench) -> None:
    bench.press(K.Key_1, modifier=Qt.KeyboardModifier.ControlModifier)
    assert bench.control.entry.armed == "success"
    bench.press(K.Key_0, modifier=Qt.KeyboardModifier.ControlModifier)
    assert bench.control.entry.armed == "failure"
    assert bench.runs == 3


def test_a_commit_holds_the_suggestion_and_the_outcome_and_nothing_else(bench: Bench) -> None:
    before = bench.controller.study.revision
    advice = bench.controller.advice.current
    assert advice is not None
    bench.press(K.Key_F8, K.Key_Return)
    events = bench.controller.study.events[before:]
    assert [event.kind for event in events] == ["suggestion_made", "outcome_recorded"]
    assert events[0].payload["candidate"] == advice.suggestion.candidate
    assert events[0].payload["revision"] == before
    assert events[1].payload["probability_before"] == advice.suggestion.probability


def test_the_next_suggestion_follows_and_the_strip_keeps_what_was_recorded(bench: Bench) -> None:
    bench.press(K.Key_F8, K.Key_Return)
    bench.wait_ready()
    assert bench.strip.startswith("Run 4 recorded")
    assert bench.part("entry.success").isEnabled()
    bench.press(K.Key_F9)
    assert bench.control.entry.state == "armed"


# Input that must not record.


def test_one_click_records_nothing(bench: Bench) -> None:
    bench.click("entry.success")
    assert bench.control.entry.state == "armed"
    assert bench.runs_on_disk() == 3


def test_a_double_click_on_the_same_button_records_nothing(bench: Bench) -> None:
    bench.click("entry.success", double=True)
    bench.click("entry.success", double=True)
    assert bench.control.entry.state == "armed"
    assert bench.runs_on_disk() == 3


def test_escape_before_enter_records_nothing(bench: Bench) -> None:
    bench.press(K.Key_F8, K.Key_Escape, K.Key_Return)
    assert bench.control.entry.state == "ready"
    assert bench.runs_on_disk() == 3


@pytest.mark.parametrize("scanned", ["the card's", "another", "unknown"])
def test_a_scan_into_an_armed_entry_records_nothing(bench: Bench, scanned: str) -> None:
    code = bench.text("entry.candidateCode")
    other = next(name for name in bench.controller.study.pool.ids if name != code)
    typed = {"the card's": code, "another": other, "unknown": "X 99"}[scanned]
    bench.press(K.Key_F8)
    for letter in typed:
        QTest.keyClick(bench.window.windowHandle(), letter, Qt.KeyboardModifier.NoModifier, 5)
    bench.press(K.Key_Return)
    assert bench.control.entry.armed is None
    assert bench.runs_on_disk() == 3
    if scanned == "the card's":
        assert bench.control.entry.matched
    elif scanned == "another":
        assert bench.control.entry.state == "mismatch"
    else:
        assert "X 99" in bench.strip


@pytest.mark.parametrize("letter", ["7", " ", "ß", *seldom("a", "-")])
def test_enter_after_any_printable_key_records_nothing(bench: Bench, letter: str) -> None:
    bench.press(K.Key_F8)
    QTest.sendKeyEvent(
        QTest.KeyAction.Click,
        bench.window.focusWidget(),
        K.Key_A if letter != " " else K.Key_Space,
        letter,
        Qt.KeyboardModifier.NoModifier,
    )
    bench.press(K.Key_Return)
    assert bench.runs_on_disk() == 3
    assert bench.control.entry.armed is None


@pytest.mark.with_tabs
def test_a_key_typed_into_another_part_of_the_window_disarms_as_well(bench: Bench) -> None:
    bench.press(K.Key_F8)
    bench.window.parts.tabs.setFocus()
    bench.type("a")
    assert bench.control.entry.armed is None
    assert bench.strip == "⚠ A key was typed, so nothing was recorded."


@pytest.mark.with_tabs
def test_enter_in_another_part_of_the_window_records_nothing(bench: Bench) -> None:
    bench.press(K.Key_F8)
    bench.window.parts.tabs.setFocus()
    bench.press(K.Key_Return)
    assert bench.runs_on_disk() == 3


def test_f8_held_down_arms_once_and_records_nothing(bench: Bench) -> None:
    bench.press(K.Key_F8)
    assert isinstance(bench.control.entry.armed, str)
    first = bench.control.entry
    for _ in range(20):
        QTest.sendKeyEvent(
            QTest.KeyAction.Press, bench.window.focusWidget(), K.Key_F8, "", Qt.KeyboardModifier.NoModifier
        )
    assert bench.control.entry == first
    assert bench.runs_on_disk() == 3


def test_three_enters_record_one_run(bench: Bench) -> None:
    bench.press(K.Key_F8, K.Key_Return, K.Key_Return, K.Key_Return)
    assert bench.runs_on_disk() == 4
    bench.wait_ready()
    bench.press(K.Key_Return, K.Key_Return)
    assert bench.runs_on_disk() == 4


def test_a_double_click_on_record_records_once_and_takes_nothing_back(bench: Bench) -> None:
    bench.click("entry.success")
    button = bench.part("entry.record")
    place = button.mapTo(bench.window, button.rect().center())
    for act in (QTest.mouseClick, QTest.mouseDClick):
        act(bench.window.windowHandle(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, place)
    assert [run.outcome for run in bench.controller.study.runs[3:]] == ["success"]


def test_a_suggestion_that_was_replaced_is_not_recorded_and_the_strip_says_so(bench: Bench) -> None:
    bench.press(K.Key_F8)
    bench.controller.do(actions.correct, 1, "success", "Result read again")
    bench.press(K.Key_Return)
    assert bench.runs_on_disk() == 3
    assert bench.strip == "⚠ The suggestion has changed, nothing was recorded. Look again."
    bench.wait_ready()
    bench.press(K.Key_Return)
    assert bench.runs_on_disk() == 3


def test_without_an_operator_nothing_can_be_armed_and_the_card_says_what_to_do(bench: Bench) -> None:
    bench.control.set_operator("")
    assert not bench.part("entry.success").isEnabled()
    assert "set the operator" in bench.text("entry.needsOperator")
    bench.press(K.Key_F8, K.Key_Return)
    assert bench.runs_on_disk() == 3
    bench.control.set_operator("AB")
    bench.press(K.Key_F8, K.Key_Return)
    assert bench.controller.study.runs[-1].operator == "AB"


# Scanned samples.


def test_another_sample_stops_both_outcomes_until_it_is_answered(bench: Bench) -> None:
    code = bench.text("entry.candidateCode")
    other = next(name for name in bench.controller.study.pool.ids if name != code)
    bench.type(other + "\n")
    assert bench.strip == f"⚠ You scanned {other}, the card shows {code}."
    assert not bench.part("entry.success").isEnabled()
    assert not bench.part("entry.failure").isEnabled()
    bench.press(K.Key_F8, K.Key_Return)
    assert bench.runs_on_disk() == 3
    bench.click("entry.ignore")
    assert bench.part("entry.success").isEnabled()
    assert bench.text("entry.candidateCode") == code


def test_recording_for_the_scanned_sample_still_takes_two_steps(bench: Bench) -> None:
    code = bench.text("entry.candidateCode")
    other = next(name for name in bench.controller.study.pool.ids if name != code)
    bench.type(other + "\n")
    assert bench.text("entry.recordScanned") == f"Outcome of {other}…"
    bench.click("entry.recordScanned")
    assert bench.runs_on_disk() == 3
    assert bench.text("entry.candidateCode") == other
    assert bench.text("entry.why").startswith(f"Chosen by MK instead of {code}. Its value of testing is ")
    assert bench.strip == f"{other}, scanned and accepted instead of {code}"
    assert bench.text("entry.matches") == "⚠ another sample"
    bench.press(K.Key_F8, K.Key_Return)
    run = bench.controller.study.runs[-1]
    assert (run.candidate, run.suggested, run.outcome) == (other, code, "success")


@pytest.mark.parametrize("answer", ["entry.recordScanned", "entry.ignore"])
def test_enter_presses_the_focused_answer_to_a_wrong_scan_and_records_nothing(
    bench: Bench, answer: str
) -> None:
    code = bench.text("entry.candidateCode")
    other = next(name for name in bench.controller.study.pool.ids if name != code)
    bench.type(other + "\n")
    bench.press(K.Key_Return)  # in the scan field: a scanner may send it twice
    assert bench.part("entry.ignore").isVisible()
    bench.part(answer).setFocus(Qt.FocusReason.TabFocusReason)
    bench.press(K.Key_Return)
    assert not bench.part("entry.ignore").isVisible()
    assert bench.text("entry.candidateCode") == (other if answer == "entry.recordScanned" else code)
    assert bench.runs_on_disk() == 3


def test_letters_typed_on_a_button_go_to_the_scan_field(bench: Bench) -> None:
    bench.part("entry.void").setFocus()
    bench.type("C-0")
    assert bench.text("entry.scan") == "C-0"
    assert bench.part("entry.scan").hasFocus()


# Taking back entries.


def test_control_z_takes_the_entry_back_that_was_just_made(bench: Bench) -> None:
    bench.press(K.Key_F8, K.Key_Return)
    assert bench.part("entry.takeBack").isVisible()
    bench.press(K.Key_Z, modifier=Qt.KeyboardModifier.ControlModifier)
    assert bench.controller.study.runs[-1].taken_back
    assert bench.strip == "Run 4 undone."
    assert bench.runs_on_disk() == 4


def test_control_z_takes_a_void_back_as_well(bench: Bench) -> None:
    before = bench.controller.study.runs[-1]
    bench.control.void("vial broken")
    assert bench.part("entry.takeBack").isVisible()
    bench.press(K.Key_Z, modifier=Qt.KeyboardModifier.ControlModifier)
    assert bench.controller.study.runs[-1].taken_back
    assert bench.controller.study.runs[-2] == before
    assert bench.strip == "Run 4 undone."


def test_control_z_says_why_a_run_that_was_made_void_later_is_not_taken_back(bench: Bench) -> None:
    bench.controller.do(actions.correct, 3, "void", "contaminated")
    bench.wait_ready()
    bench.press(K.Key_Z, modifier=Qt.KeyboardModifier.ControlModifier)
    assert not any(run.taken_back for run in bench.controller.study.runs)
    assert "Run 3 was made void by a correction" in bench.text("entry.banner.text")


def test_a_repeat_is_seen_to_be_one(bench: Bench) -> None:
    code = bench.text("entry.candidateCode")
    bench.press(K.Key_F8, K.Key_Return)
    bench.wait_ready()
    bench.control.choose(code)
    assert bench.text("entry.candidateCode") == code
    assert bench.text("entry.heading").startswith("Next: run 5, again: 1 of 1 succeeded")
    bench.press(K.Key_F9, K.Key_Return)
    bench.wait_ready()
    bench.control.choose(code)
    assert bench.text("entry.heading").startswith("Next: run 6, again: 1 of 2 succeeded")


def test_control_z_in_an_emptied_field_takes_the_entry_back_and_leaves_deleted_letters_deleted(
    bench: Bench,
) -> None:
    bench.press(K.Key_F8, K.Key_Return)
    bench.wait_ready()
    bench.type("a")
    bench.press(K.Key_Backspace)
    bench.press(K.Key_Z, modifier=Qt.KeyboardModifier.ControlModifier)
    assert bench.text("entry.scan") == ""
    assert bench.controller.study.runs[-1].taken_back


# No waiting.


def test_an_entry_for_a_chosen_candidate_never_waits_for_the_model(bench: Bench, qtbot: QtBot) -> None:
    gate, reached = threading.Event(), threading.Event()

    def slow() -> bool:
        reached.set()
        return gate.wait(60)

    bench.compute_queue.ask("slow", 0, slow, lambda _: None, lambda _: None)
    qtbot.waitUntil(reached.is_set)
    try:
        bench.press(K.Key_F8, K.Key_Return)
        assert bench.runs_on_disk() == 4
        assert not bench.part("entry.success").isEnabled()
        assert bench.text("status.model") == "Model: 1 entry behind"
        bench.press(K.Key_F8, K.Key_Return)
        assert bench.runs_on_disk() == 4
        bench.control.choose("C-0007")
        bench.press(K.Key_F9, K.Key_Return)
        assert bench.runs_on_disk() == 5
        assert bench.text("status.model") == "Model: 2 entries behind"
        assert bench.controller.study.runs[-1].suggested == ""
    finally:
        gate.set()
    bench.wait_ready()
    assert bench.text("status.model") == "Model up to date"


# Write errors.


def test_what_is_not_saved_is_said_and_tried_again_with_the_same_token(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    tokens: list[str] = []
    real = actions.record

    def full(*_: object, token: str, **__: object) -> None:
        tokens.append(token)
        raise NotSaved("The disk is full: make room and try again.")

    monkeypatch.setattr(actions, "record", full)
    bench.press(K.Key_F8, K.Key_Return)
    assert bench.strip == "✕ Run 4 could not be saved and is NOT recorded."
    assert bench.text("entry.banner.text") == "The disk is full: make room and try again."
    assert bench.runs_on_disk() == 3
    assert bench.text("status.saved") == "✕ Run 4 is not saved"
    assert bench.control.entry.armed == "success"

    def mended(*args: object, token: str, **more: object) -> object:
        tokens.append(token)
        return real(*args, token=token, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(actions, "record", mended)
    bench.click("entry.tryAgain")
    assert bench.strip.startswith("Run 4 recorded: C-")
    assert bench.runs_on_disk() == 4
    assert tokens[0] == tokens[1]


def test_a_study_that_others_write_to_shows_why_nothing_can_be_recorded(
    small_study_path: Path, qtbot: QtBot
) -> None:
    with actions.open_study(small_study_path, Operator("JB", "other", Clock())):
        bench = Bench(small_study_path, qtbot, operator="")
        try:
            assert "reading only" in bench.text("entry.banner.text")
            assert not bench.part("entry.success").isEnabled()
            assert "(read-only)" in bench.window.windowTitle()
            assert bench.window.overview is not None
            qtbot.waitUntil(bench.window.overview.painted)
        finally:
            bench.close()


def test_a_finished_study_shows_its_best_candidate_and_who_finished(bench: Bench) -> None:
    bench.controller.do(actions.finish, "Best candidate found")
    bench.wait_ready()
    advice = bench.controller.advice.current
    assert advice is not None
    best = advice.recommended.candidate
    assert bench.text("entry.bestCode") == best
    lines = bench.text("entry.bestConditions").splitlines()
    pool = bench.controller.study.pool
    assert [line.split(": ")[0] for line in lines[-len(pool.attributes) :]] == [
        a.name for a in pool.attributes
    ]
    assert "well" in lines[0]
    assert best not in {run.candidate for run in bench.controller.study.runs}
    assert "never run" in bench.text("entry.bestUntried")
    assert bench.part("entry.bestUntried").isVisible()
    assert bench.text("entry.finishedBy").startswith(
        f"Finished by MK on {local_day('2026-11-21T08:00:00Z')}: "
    )
    assert not bench.part("entry.success").isVisible()
    bench.press(K.Key_F8, K.Key_Return)
    assert bench.runs_on_disk() == 3
    bench.control.do(actions.reopen, "More runs are possible")
    bench.wait_ready()
    assert bench.part("entry.success").isVisible()


def test_the_outcomes_bear_the_names_that_the_study_gives_them(tmp_path: Path, qtbot: QtBot) -> None:
    path = make_study(tmp_path / "c.kgstudy", success_name="Crystals", failure_name="No crystals")
    bench = Bench(path, qtbot, tabs=False)
    try:
        assert bench.text("entry.success") == "● Crystals\nF8"
        bench.press(K.Key_F9)
        assert bench.strip.startswith("Record No crystals for")
    finally:
        bench.close()


def test_the_strip_keeps_its_height_and_the_buttons_their_place(bench: Bench) -> None:
    def places() -> list[tuple[int, QPoint]]:
        parts = [bench.part(n) for n in ("entry.success", "entry.failure", "entry.strip", "entry.void")]
        return [(p.height(), p.mapTo(bench.window, QPoint())) for p in parts]

    first = places()
    bench.press(K.Key_F8)
    assert places() == first
    bench.press(K.Key_Return)
    assert places() == first
    bench.type("C-0009\n")
    assert places() == first


def test_outcome_buttons_are_large_enough_for_gloves(bench: Bench) -> None:
    for name in ("entry.success", "entry.failure"):
        assert bench.part(name).height() >= 66
