from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QDialog, QLabel, QLineEdit, QWidget

from kgdesk import actions
from kgdesk.errors import UnknownRun
from kgdesk.model.study.outcome_words import measured_setting
from kgdesk.model.study.records import Limit
from kgdesk.model.study.settings import Settings
from kgdesk.ui.dialogs.correct import CorrectDialog
from kgdesk.ui.session.compute_queue import ComputeQueue
from kgdesk.ui.session.study_controller import StudyController
from tests.ui.desks import fill, make_desk, make_session, settle

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pytestqt.qtbot import QtBot

pytestmark = [pytest.mark.qt_log_ignore("propagateSizeHints"), pytest.mark.usefixtures("light")]
ALT, CONTROL = Qt.KeyboardModifier.AltModifier, Qt.KeyboardModifier.ControlModifier


def opened(controller: StudyController, qtbot: QtBot, run: int = 2) -> CorrectDialog:
    dialog = CorrectDialog(controller, run)
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.activateWindow()
    qtbot.waitUntil(lambda: dialog.isActiveWindow() and QApplication.focusWidget() is not None)
    return dialog


def press(qtbot: QtBot, key: Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    focus = QApplication.focusWidget()
    assert focus is not None
    qtbot.keyClick(focus, key, modifier)


def effect(dialog: CorrectDialog, qtbot: QtBot) -> str:
    qtbot.waitUntil(lambda: "Working" not in dialog.effect.text(), timeout=60_000)
    return dialog.effect.text()


def test_the_entry_as_recorded_stands_on_top_with_its_earlier_values(
    controller: StudyController, qtbot: QtBot
) -> None:
    controller.do(actions.correct, 2, "failure", "Result read again")
    controller.settle()
    dialog = opened(controller, qtbot)
    recorded = dialog.findChild(QLabel, "correct.recorded")
    assert recorded is not None
    assert "Run 2: C-0003, ✕ Failure" in recorded.text()
    assert "MK" in recorded.text()
    assert "Was ● Success for C-0003" in recorded.text()
    assert "Result read again" in recorded.text()


def test_nothing_can_be_saved_before_something_changes_and_a_reason_is_given(
    controller: StudyController, qtbot: QtBot
) -> None:
    dialog = opened(controller, qtbot)
    before = controller.study.revision
    assert not dialog.save.isEnabled()
    assert dialog.missing.text() == "Change something first."
    press(qtbot, Qt.Key.Key_F, ALT)
    assert dialog.outcome == "failure"
    assert dialog.missing.text() == "Choose a reason."
    press(qtbot, Qt.Key.Key_Return, CONTROL)
    assert dialog.isVisible()
    assert controller.study.revision == before
    press(qtbot, Qt.Key.Key_R, ALT)
    press(qtbot, Qt.Key.Key_T)
    assert dialog.save.isEnabled()
    assert dialog.reason.reason == "Typed the wrong outcome"


@pytest.mark.parametrize(("key", "outcome"), [("S", "success"), ("F", "failure"), ("V", "void")])
def test_alt_and_a_letter_choose_the_outcome_whatever_the_study_calls_it(
    tmp_path: Path, compute_queue: ComputeQueue, qtbot: QtBot, key: str, outcome: str
) -> None:
    names = Settings(title="Crystals", success_name="Crystals & needles", failure_name="No crystals")
    session = make_session(tmp_path / "named", settings=names)
    fill(session)
    controller = StudyController(session, compute_queue)
    dialog = opened(controller, qtbot, 3 if outcome != "failure" else 2)
    press(qtbot, Qt.Key(getattr(Qt.Key, f"Key_{key}")), ALT)
    assert dialog.outcome == outcome
    buttons = {b.objectName(): b for b in dialog.findChildren(QAbstractButton)}
    assert buttons["correct.outcome.success"].accessibleName() == "Crystals & needles"
    assert "Crystals && needles" in buttons["correct.outcome.success"].text()
    assert effect(dialog, qtbot)
    controller.close()


def test_a_correction_is_durable_and_the_model_equals_that_of_a_fresh_study_with_the_corrected_data(
    controller: StudyController, compute_queue: ComputeQueue, tmp_path: Path, qtbot: QtBot
) -> None:
    dialog = opened(controller, qtbot)
    press(qtbot, Qt.Key.Key_F, ALT)
    press(qtbot, Qt.Key.Key_R, ALT)
    press(qtbot, Qt.Key.Key_T)
    press(qtbot, Qt.Key.Key_Return, CONTROL)
    controller.settle()
    assert dialog.result() == QDialog.DialogCode.Accepted
    run = controller.study.run(2)
    assert (run.outcome, run.corrections[0].old_outcome) == ("failure", "success")
    assert run.corrections[0].reason == "Typed the wrong outcome"
    settle(controller, qtbot)
    with actions.open_study(controller.path, controller.who, read_only=True) as stored:
        assert stored.study.run(2).outcome == "failure"
    fresh = make_session(tmp_path / "fresh")
    fill(fresh, tuple(r.outcome for r in controller.study.runs))
    own = ComputeQueue(compute_queue.parent())
    other = make_desk(fresh, own, qtbot)
    assert controller.advice.current is not None
    assert other.advice.current is not None
    assert controller.advice.current.belief_digest == other.advice.current.belief_digest
    assert controller.advice.current.probability.tobytes() == other.advice.current.probability.tobytes()
    other.close()
    own.stop()
    own.deleteLater()


def test_the_effect_names_the_best_before_and_after_and_the_later_suggestions(
    tmp_path: Path, compute_queue: ComputeQueue, qtbot: QtBot
) -> None:
    session = make_session(tmp_path / "followed")
    controller = make_desk(session, compute_queue, qtbot)
    for place, outcome in enumerate(("success", "failure", "success", "failure")):
        assert controller.advice.current is not None
        code = controller.study.pool.ids[7 * place]
        controller.do(
            actions.record, code, outcome, advice=controller.advice.current, token=f"gesture {place}"
        )
        controller.settle()
        settle(controller, qtbot)
    dialog = opened(controller, qtbot, 1)
    press(qtbot, Qt.Key.Key_F, ALT)
    text = effect(dialog, qtbot)
    assert controller.advice.current is not None
    assert controller.advice.current.recommended.candidate in text
    assert "3 later suggestions were made with the old value; they stay as they were." in text
    now, then, later = actions.effect_of_correction(controller.study, 1, "failure", None, controller.who)
    assert later == 3
    expected = "Best would change from" if now.candidate != then.candidate else "would stay the best"
    assert expected in text
    assert then.candidate in text
    press(qtbot, Qt.Key.Key_S, ALT)
    assert dialog.effect.text() == "Nothing would change yet."
    controller.close()


def test_another_candidate_is_checked_and_an_unknown_one_is_named(
    controller: StudyController, qtbot: QtBot
) -> None:
    dialog = opened(controller, qtbot)
    dialog.candidate.setFocus()
    dialog.candidate.clear()
    qtbot.keyClicks(dialog.candidate, "C-9999")
    assert "no candidate “C-9999”" in dialog.missing.text()
    assert not dialog.save.isEnabled()
    dialog.candidate.setText("C-0001")
    qtbot.keyClicks(dialog.reason.list, "w")
    assert dialog.save.isEnabled()
    qtbot.mouseClick(dialog.save, Qt.MouseButton.LeftButton)
    controller.settle()
    run = controller.study.run(2)
    assert (run.candidate, run.outcome) == ("C-0001", "success")
    assert run.corrections[0].old_candidate == "C-0003"


def test_what_was_really_set_is_corrected_with_its_effect_and_taken_away_again(
    controller: StudyController, qtbot: QtBot
) -> None:
    name, values = controller.study.pool.attributes[0].name, controller.study.pool.values[0]
    own, most, least = values[controller.study.pool.row("C-0003")], max(values), min(values)
    dialog = opened(controller, qtbot)
    dialog.really.line.setText(f"{name} = warm")
    assert "is no number of" in dialog.missing.text()
    assert dialog.effect.text() == ""
    dialog.really.line.setText(f"{name} = {most + 0.1 * (most - least):.4f}")
    assert "outside the range" in dialog.missing.text()
    dialog.really.beyond.setChecked(True)
    assert "best" in effect(dialog, qtbot).casefold()
    qtbot.keyClicks(dialog.reason.list, "t")
    assert dialog.save.isEnabled()
    press(qtbot, Qt.Key.Key_Return, CONTROL)
    controller.settle()
    run = controller.study.run(2)
    ((named, value),) = run.set_values
    assert (named, value > most, run.outcome) == (name, True, "success")
    again = opened(controller, qtbot)
    assert again.really.line.text() == f"{name} = {value!r}"
    assert not again.save.isEnabled()
    again.really.line.clear()
    qtbot.keyClicks(again.reason.list, "t")
    press(qtbot, Qt.Key.Key_Return, CONTROL)
    controller.settle()
    run = controller.study.run(2)
    assert (run.set_values, run.corrections[-1].old_set_values) == ((), ((name, value),))
    assert controller.study.pool.values[0][controller.study.pool.row("C-0003")] == own


def test_the_block_of_a_run_is_corrected_alone_or_with_its_outcome(
    tmp_path: Path, compute_queue: ComputeQueue, qtbot: QtBot
) -> None:
    session = make_session(tmp_path / "lots", settings=Settings(blocks="plate, Lot"))
    fill(session)
    controller = StudyController(session, compute_queue)
    dialog = opened(controller, qtbot)
    assert list(dialog.levels) == ["plate", "Lot"]
    dialog.levels["Lot"].setText("4712")
    assert effect(dialog, qtbot)
    qtbot.keyClicks(dialog.reason.list, "t")
    press(qtbot, Qt.Key.Key_Return, CONTROL)
    controller.settle()
    run = controller.study.run(2)
    assert (dict(run.blocks)["Lot"], run.corrections) == ("4712", ())
    again = opened(controller, qtbot)
    assert again.levels["Lot"].text() == "4712"
    again.levels["Lot"].clear()
    press(qtbot, Qt.Key.Key_F, ALT)
    qtbot.keyClicks(again.reason.list, "t")
    before = controller.study.revision
    press(qtbot, Qt.Key.Key_Return, CONTROL)
    controller.settle()
    run = controller.study.run(2)
    assert (dict(run.blocks)["Lot"], run.outcome) == ("", "failure")
    gestures = {event.payload["gesture"] for event in controller.study.events[before:]}
    assert (controller.study.revision, len(gestures)) == (before + 2, 1)
    controller.close()


def test_a_scanned_code_that_ends_with_enter_saves_nothing(controller: StudyController, qtbot: QtBot) -> None:
    dialog = opened(controller, qtbot)
    before = controller.study.revision
    qtbot.keyClicks(dialog.reason.list, "w")
    dialog.candidate.setFocus()
    dialog.candidate.selectAll()
    qtbot.keyClicks(dialog.candidate, "C-0001")
    press(qtbot, Qt.Key.Key_Return)
    assert dialog.isVisible()
    assert controller.study.revision == before
    assert dialog.candidate.text() == "C-0001"


def refused(dialog: CorrectDialog, qtbot: QtBot) -> str:
    qtbot.keyClicks(dialog.reason.list, "t")
    for button in dialog.outcomes.buttons():
        button.setChecked(True)
        assert not dialog.save.isEnabled()
    press(qtbot, Qt.Key.Key_Return, CONTROL)
    assert dialog.isVisible()
    assert dialog.refused.isVisible()
    return dialog.refused.text


def test_a_run_that_was_taken_back_is_not_corrected(controller: StudyController, qtbot: QtBot) -> None:
    controller.do(actions.take_back)
    controller.settle()
    before = controller.study.revision
    assert "Run 8 was undone" in refused(opened(controller, qtbot, 8), qtbot)
    assert controller.study.revision == before


def test_a_run_of_a_finished_study_is_not_corrected(controller: StudyController, qtbot: QtBot) -> None:
    controller.do(actions.finish, "The best is found")
    controller.settle()
    before = controller.study.revision
    assert "finished by MK" in refused(opened(controller, qtbot), qtbot)
    assert controller.study.revision == before


def test_a_run_of_a_study_that_is_open_for_reading_only_is_not_corrected(
    controller: StudyController, compute_queue: ComputeQueue, qtbot: QtBot
) -> None:
    session = actions.open_study(controller.path, controller.who, read_only=True)
    reader = StudyController(session, compute_queue)
    assert reader.read_only_reason
    assert refused(opened(reader, qtbot), qtbot) == reader.read_only_reason
    reader.close()


def test_nothing_happens_when_the_study_changed_while_the_dialog_was_open(
    controller: StudyController, qtbot: QtBot
) -> None:
    dialog = opened(controller, qtbot)
    press(qtbot, Qt.Key.Key_F, ALT)
    controller.do(actions.record, "C-0005", "success", advice=None, token="other")
    controller.settle()
    before = controller.study.revision
    assert "has changed" in refused(dialog, qtbot)
    assert controller.study.revision == before
    assert controller.study.run(2).outcome == "success"


def test_a_write_that_fails_is_told_in_the_dialog_and_may_be_tried_again(
    controller: StudyController, qtbot: QtBot
) -> None:
    dialog = opened(controller, qtbot)
    press(qtbot, Qt.Key.Key_F, ALT)
    qtbot.keyClicks(dialog.reason.list, "t")
    me = controller.who
    controller.who = replace(me, operator=" ")
    press(qtbot, Qt.Key.Key_Return, CONTROL)
    controller.settle()
    assert dialog.isVisible()
    assert "Nobody is signed in" in dialog.refused.text
    assert controller.study.run(2).outcome == "success"
    controller.who = me
    press(qtbot, Qt.Key.Key_Return, CONTROL)
    controller.settle()
    assert dialog.result() == QDialog.DialogCode.Accepted
    assert controller.study.run(2).outcome == "failure"


def test_esc_leaves_everything_as_it_was(controller: StudyController, qtbot: QtBot) -> None:
    before = json.dumps([e.hash for e in controller.study.events])
    dialog = opened(controller, qtbot)
    press(qtbot, Qt.Key.Key_F, ALT)
    press(qtbot, Qt.Key.Key_Escape)
    assert dialog.result() == QDialog.DialogCode.Rejected
    assert json.dumps([e.hash for e in controller.study.events]) == before


def test_a_run_that_is_not_there_is_refused(controller: StudyController) -> None:
    with pytest.raises(UnknownRun):
        CorrectDialog(controller, 99)


def test_tab_reaches_every_field_in_reading_order(controller: StudyController, qtbot: QtBot) -> None:
    dialog = opened(controller, qtbot)
    press(qtbot, Qt.Key.Key_F, ALT)
    qtbot.keyClicks(dialog.reason.list, "t")
    dialog.outcomes.checkedButton().setFocus()  # type: ignore[union-attr]
    seen = []
    for _ in range(7):
        focus = QApplication.focusWidget()
        assert focus is not None
        seen.append(focus.objectName())
        press(qtbot, Qt.Key.Key_Tab)
    assert seen == [
        "correct.outcome.failure",
        "correct.candidate",
        "correct.really",
        "correct.reason",
        "correct.reasonText",
        "correct.save",
        "correct.cancel",
    ]


def test_every_field_has_an_accessible_name_and_no_words_are_cut(
    controller: StudyController, qtbot: QtBot
) -> None:
    dialog = opened(controller, qtbot)
    for field in (*dialog.findChildren(QLineEdit), dialog.reason.list):
        assert field.accessibleName()
    for widget in (*dialog.findChildren(QAbstractButton), *dialog.findChildren(QLabel)):
        assert isinstance(widget, QWidget)
        if widget.isVisible() and not (isinstance(widget, QLabel) and widget.wordWrap()):
            assert widget.width() >= widget.minimumSizeHint().width(), widget.objectName()
            assert widget.height() >= widget.minimumSizeHint().height(), widget.objectName()


@pytest.fixture
def measured(tmp_path: Path, compute_queue: ComputeQueue) -> Iterator[StudyController]:
    rule = measured_setting("yield >= 60 %")
    session = make_session(tmp_path / "measured", settings=Settings(title="Yields", **rule))
    for candidate, value in (("C-0001", 600.0), ("C-0002", 75.0), ("C-0003", Limit("<", 70.0))):
        outcome = session.study.settings.outcome_of(value) or "undecided"
        actions.record(session, candidate, outcome, measured=value)
    controller = StudyController(session, compute_queue)
    yield controller
    controller.close()


def corrected(dialog: CorrectDialog, qtbot: QtBot) -> None:
    dialog.reason.list.setFocus()
    press(qtbot, Qt.Key.Key_T)
    assert effect(dialog, qtbot) != "Nothing would change yet."
    assert dialog.save.isEnabled(), dialog.missing.text()
    press(qtbot, Qt.Key.Key_Return, CONTROL)


def test_a_mistyped_value_is_corrected_and_the_outcome_follows(
    measured: StudyController, qtbot: QtBot
) -> None:
    dialog = opened(measured, qtbot, 1)
    assert (dialog.value.text(), dialog.outcome) == ("600", "success")
    dialog.value.setFocus()
    dialog.value.selectAll()
    qtbot.keyClicks(dialog.value, "40")
    assert dialog.outcome == "failure"
    corrected(dialog, qtbot)
    measured.settle()
    run = measured.study.run(1)
    assert (run.outcome, run.measured, run.corrections[0].old_measured) == ("failure", 40.0, 600.0)


def test_a_value_that_is_no_number_is_not_saved(measured: StudyController, qtbot: QtBot) -> None:
    dialog = opened(measured, qtbot, 1)
    dialog.value.setText("4o")
    assert "is not a number" in dialog.missing.text()
    assert not dialog.save.isEnabled()


def test_an_outcome_against_the_value_takes_it_away(measured: StudyController, qtbot: QtBot) -> None:
    dialog = opened(measured, qtbot, 2)
    press(qtbot, Qt.Key.Key_F, ALT)
    assert (dialog.outcome, dialog.value.text()) == ("failure", "")
    corrected(dialog, qtbot)
    measured.settle()
    assert (measured.study.run(2).outcome, measured.study.run(2).measured) == ("failure", None)


def test_a_void_keeps_its_value(measured: StudyController, qtbot: QtBot) -> None:
    dialog = opened(measured, qtbot, 2)
    press(qtbot, Qt.Key.Key_V, ALT)
    corrected(dialog, qtbot)
    measured.settle()
    assert (measured.study.run(2).outcome, measured.study.run(2).measured) == ("void", 75.0)


def test_an_undecided_run_is_decided_with_its_limit_or_by_a_value(
    measured: StudyController, qtbot: QtBot
) -> None:
    dialog = opened(measured, qtbot, 3)
    assert (dialog.outcome, dialog.value.text(), dialog.undecided.isVisible()) == ("undecided", "<70", True)
    press(qtbot, Qt.Key.Key_S, ALT)
    assert dialog.value.text() == "<70"
    corrected(dialog, qtbot)
    measured.settle()
    assert (measured.study.run(3).outcome, measured.study.run(3).measured) == ("success", Limit("<", 70.0))
    again = opened(measured, qtbot, 1)
    assert not again.undecided.isVisible()
    again.value.setText(">40")
    assert (again.outcome, again.undecided.isVisible()) == ("undecided", True)
    again.value.clear()
    assert "record the limit" in again.missing.text()
