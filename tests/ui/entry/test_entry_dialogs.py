"""Void, another candidate, operator: a small dialog each."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from kgdesk import actions
from kgdesk.model.advice.suggestion import futures_sentence
from kgdesk.ui.dialogs.reason import ReasonDialog
from kgdesk.ui.dialogs.run_details import DetailsDialog
from kgdesk.ui.entry.entry_dialogs import OperatorDialog
from kgdesk.ui.text.locale_format import points
from kgdesk.ui.text.translate import translate

if TYPE_CHECKING:
    from entry_bench import Bench
    from pytestqt.qtbot import QtBot

    from kgdesk.ui.entry.face import Face

K = Qt.Key


def test_a_void_needs_a_reason_and_is_no_planned_run(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[object, ...]] = []

    def answer(*arguments: object) -> str:
        asked.append(arguments)
        return "Instrument fault"

    monkeypatch.setattr(ReasonDialog, "ask", answer)
    bench.click("entry.void")
    run = bench.controller.study.runs[-1]
    assert (run.outcome, run.reason, run.number) == ("void", "Instrument fault", 4)
    assert bench.text("entry.candidateCode") in str(asked[0])
    assert bench.text("entry.done") == "3 of 40 runs done, 1 void"
    assert bench.strip.startswith("Run 4 recorded: C-")
    assert bench.part("entry.takeBack").isVisible()


def test_a_void_without_a_reason_is_not_recorded(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ReasonDialog, "ask", lambda *_: None)
    bench.click("entry.void")
    assert bench.runs_on_disk() == 3


def test_what_was_really_set_is_asked_about_outside_the_range_and_recorded(
    bench: Bench, qtbot: QtBot
) -> None:
    dialog = DetailsDialog(bench.control, bench.window)
    name = bench.controller.study.pool.attributes[0].name
    values = bench.controller.study.pool.values[0]
    dialog.success.setChecked(True)
    dialog.really.line.setText(f"{name} = warm")
    assert not dialog.ok.isEnabled()
    assert "is no number of" in dialog.problem.text()
    least, most = float(min(values)), float(max(values))
    dialog.really.line.setText(f"{name} = {most + 0.1 * (most - least):g}")
    assert "outside the range of the candidates" in dialog.problem.text()
    assert not dialog.really.beyond.isHidden()
    assert not dialog.ok.isEnabled()
    dialog.really.beyond.setChecked(True)
    assert dialog.ok.isEnabled()
    dialog.accept()
    assert "really set" in bench.strip
    runs = bench.runs
    bench.press(Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: bench.runs == runs + 1)
    ((named, value),) = bench.controller.study.runs[-1].set_values
    assert (named, value > most) == (name, True)


def test_a_chosen_candidate_is_named_on_the_card_and_in_the_log(bench: Bench) -> None:
    suggested = bench.text("entry.candidateCode")
    other = "C-0007" if suggested != "C-0007" else "C-0008"

    bench.control.choose(other, "only one in stock")
    assert bench.text("entry.candidateCode") == other
    advice = bench.controller.advice.current
    assert advice is not None
    told = advice.about(other)
    lost = points(100 * told.loss)
    assert bench.text("entry.why") == (
        f"Chosen by MK instead of {suggested}: only one in stock. Its value of testing is {told.value.words}: "
        f"{lost} points less."
    )
    assert bench.text("entry.futures") == translate(futures_sentence(told))
    bench.press(K.Key_F8, K.Key_Return)
    run = bench.controller.study.runs[-1]
    assert (run.candidate, run.suggested, run.reason) == (other, suggested, "only one in stock")
    bench.wait_ready()
    assert bench.control.entry.choice is None


@pytest.mark.parametrize("face", ["study", "bench"])
def test_the_strip_says_what_was_chosen_instead_and_leads_back(bench: Bench, face: Face) -> None:
    bench.window.show_face(face)
    suggested, before = bench.text("entry.candidateCode"), bench.strip
    other = "C-0007" if suggested != "C-0007" else "C-0008"
    runs = bench.runs
    bench.control.choose(other)
    assert bench.strip == f"{other}, chosen by you instead of {suggested}"
    assert bench.text("entry.backToSuggestion") == "Back to the suggestion  Esc"
    assert not bench.part("entry.takeBack").isVisible()
    bench.click("entry.backToSuggestion")
    assert bench.text("entry.candidateCode") == suggested
    assert bench.strip == before
    assert not bench.part("entry.backToSuggestion").isVisible()
    bench.control.choose(other)
    bench.press(Qt.Key.Key_F8, Qt.Key.Key_Escape)  # disarms
    assert bench.strip == f"{other}, chosen by you instead of {suggested}"
    bench.press(Qt.Key.Key_Escape)
    assert (bench.text("entry.candidateCode"), bench.strip) == (suggested, before)
    assert bench.runs == runs
    assert QApplication.focusWidget() is bench.window.panel.home


def test_the_operator_is_asked_for_and_remembered(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    def sign(dialog: OperatorDialog) -> int:
        assert dialog.name.text() == "MK"
        dialog.name.setText("  Anna B.  ")
        return int(dialog.DialogCode.Accepted)

    monkeypatch.setattr(OperatorDialog, "exec", sign)
    bench.press(K.Key_F8)
    bench.click("status.operator")
    assert bench.control.entry.armed is None
    assert bench.strip == "⚠ The operator has changed, so nothing was recorded."
    assert bench.controller.who.operator == "Anna B."
    assert bench.window.preferences.operator == "Anna B."
    bench.press(K.Key_F8, K.Key_Return)
    assert bench.controller.study.runs[-1].operator == "Anna B."


def test_an_operator_without_a_name_cannot_be_accepted(bench: Bench) -> None:
    dialog = OperatorDialog("MK", bench.window)
    dialog.name.setText("   ")
    assert not dialog.buttons.accepting.isEnabled()
    dialog.deleteLater()
    QApplication.sendPostedEvents()


def test_runs_in_progress_or_void_alone_stand_behind_the_runs_done(bench: Bench) -> None:
    code = bench.controller.study.pool.ids[7]
    assert bench.text("entry.done") == "3 of 40 runs done"
    bench.controller.do(actions.record, code, "void", reason="spilt")
    bench.controller.settle()
    assert bench.text("entry.done") == "3 of 40 runs done, 1 void"
    bench.controller.do(actions.correct, 4, "success", "read again")
    bench.controller.settle()
    assert bench.text("entry.done") == "4 of 40 runs done"
    bench.controller.do(actions.start, code)
    bench.controller.settle()
    assert bench.text("entry.done") == "4 of 40 runs done, 1 in progress"
