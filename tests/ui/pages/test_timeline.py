from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QItemSelectionModel, Qt
from PySide6.QtGui import QFont, QGuiApplication
from PySide6.QtWidgets import QAbstractButton, QApplication, QListWidget, QWidget

from kgdesk import actions
from kgdesk.model.advice import history
from kgdesk.model.advice.posterior_summary import recommended
from kgdesk.model.study.records import Limit
from kgdesk.model.study.settings import Settings
from kgdesk.ui.dialogs.correct import CorrectDialog
from kgdesk.ui.pages.timeline import TimelineTab
from kgdesk.ui.pages.timeline_table import WAS
from kgdesk.ui.session.compute_queue import ComputeQueue
from kgdesk.ui.text.locale_format import percent, percent_range
from tests.ui.desks import fill, make_desk, make_session, settle

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from kgdesk.ui.session.study_controller import StudyController

pytestmark = [pytest.mark.qt_log_ignore("propagateSizeHints"), pytest.mark.usefixtures("light")]
ALT, CONTROL = Qt.KeyboardModifier.AltModifier, Qt.KeyboardModifier.ControlModifier
SUGGESTED, TESTED, OUTCOME, BEST, STAKE, NOTE = 3, 4, 5, 6, 8, 9


@pytest.fixture
def tab(controller: StudyController, qtbot: QtBot) -> TimelineTab:
    made = TimelineTab(controller)
    qtbot.addWidget(made)
    made.resize(900, 560)
    made.show()
    made.activateWindow()
    made.table.setFocus()
    qtbot.waitUntil(made.table.hasFocus)
    return made


class Hand:
    """Count key presses and clicks."""

    def __init__(self, qtbot: QtBot) -> None:
        self.qtbot, self.keys, self.clicks = qtbot, 0, 0

    def key(self, key: Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        focus = QApplication.focusWidget()
        assert focus is not None
        self.keys += 1
        self.qtbot.keyClick(focus, key, modifier)

    def click(self, widget: QWidget | None) -> None:
        assert widget is not None
        assert widget.isVisible()
        self.clicks += 1
        self.qtbot.mouseClick(widget, Qt.MouseButton.LeftButton)


def dialog_of(tab: TimelineTab, qtbot: QtBot) -> CorrectDialog:
    qtbot.waitUntil(lambda: isinstance(QApplication.activeWindow(), CorrectDialog))
    dialog = QApplication.activeWindow()
    assert isinstance(dialog, CorrectDialog)
    assert dialog.parent() is tab
    return dialog


def row_of(tab: TimelineTab, run: int) -> int:
    return tab.table.rows.shown_row(tab.table.place_of(run))


def text(tab: TimelineTab, run: int, column: int) -> str:
    return str(tab.table.rows.index(row_of(tab, run), column).data())


def font(tab: TimelineTab, run: int, column: int) -> QFont:
    return tab.table.rows.index(row_of(tab, run), column).data(Qt.ItemDataRole.FontRole) or QFont()


def settled(controller: StudyController, qtbot: QtBot) -> None:
    """Wait for the suggestion, for the best after each run, and for what is at stake there."""
    settle(controller, qtbot)
    last = len(controller.study.runs)
    qtbot.waitUntil(lambda: len(controller.advice.trajectory) == last + 1, timeout=60_000)
    qtbot.waitUntil(lambda: len(controller.past.stakes()) == last + 1, timeout=60_000)
    controller.refresher.flush()


def test_runs_in_progress_stand_on_top_then_the_newest_first(
    tab: TimelineTab, controller: StudyController
) -> None:
    numbers = [text(tab, run, 0) for run in range(8, 0, -1)]
    assert [tab.table.rows.index(row, 0).data() for row in range(8)] == numbers
    assert tab.table.current == 0
    assert [text(tab, run, OUTCOME) for run in (1, 2, 6)] == ["✕ Failure", "● Success", "– Void"]
    controller.do(actions.record, "C-0001", "success", advice=None, token="next")
    controller.do(actions.start, "C-0002")
    controller.settle()
    assert tab.table.rows.rowCount() == 10
    assert [tab.table.rows.index(row, 0).data() for row in range(2)] == ["10", "9"]
    assert text(tab, 10, OUTCOME) == "in progress"
    assert text(tab, 10, TESTED) == "C-0002"
    assert tab.selected is not None
    assert tab.selected.number == 9


def test_the_time_is_local_and_short_and_the_tool_tip_has_all_of_it(tab: TimelineTab) -> None:
    assert text(tab, 1, 1).startswith("Nov 20 ")
    tip = tab.table.rows.index(row_of(tab, 1), 1).data(Qt.ItemDataRole.ToolTipRole)
    assert tip.startswith("Nov 20, 2026")


def test_best_after_each_run_follows_from_the_outcomes_as_they_stand(
    tab: TimelineTab, controller: StudyController, qtbot: QtBot
) -> None:
    settled(controller, qtbot)
    best = [point.best.candidate for point in controller.advice.trajectory]
    assert [text(tab, run, BEST) for run in range(1, 9)] == best[1:]
    assert [font(tab, run, BEST).bold() for run in range(2, 9)] == [
        before != after for before, after in itertools.pairwise(best[1:])
    ]
    before = text(tab, 4, BEST), text(tab, 1, STAKE)
    assert before[1]
    controller.do(actions.correct, 2, "failure", "Result read again")
    controller.settle()
    study = controller.study
    stands = recommended(study.after(4))
    qtbot.waitUntil(lambda: controller.advice.trajectory[4].best == stands, timeout=60_000)
    settled(controller, qtbot)
    assert text(tab, 4, BEST) == stands.candidate
    assert text(tab, 1, STAKE) == before[1]  # nothing was corrected before it
    point = controller.advice.trajectory[4]
    assert point.said == recommended(study.as_of(4))
    if point.said.candidate != point.best.candidate:
        tip = tab.table.rows.index(row_of(tab, 4), BEST).data(Qt.ItemDataRole.ToolTipRole)
        assert point.said.candidate in tip


def test_after_the_only_outcome_is_taken_back_no_run_claims_a_best(
    tmp_path: Path, compute_queue: ComputeQueue, qtbot: QtBot
) -> None:
    controller = make_desk(make_session(tmp_path / "new", count=24, attributes=2), compute_queue, qtbot)
    for candidate, back in (("C-0001", True), ("C-0005", False)):
        controller.do(actions.record, candidate, "success", advice=None, token=candidate)
        if back:
            controller.do(actions.take_back)
        controller.settle()
    tab = TimelineTab(controller)
    qtbot.addWidget(tab)
    tab.show()
    settled(controller, qtbot)
    assert [text(tab, run, BEST) == "" for run in (1, 2)] == [True, False]
    assert tab.plot.sentence == f"{text(tab, 2, BEST)} since run 2 (band: 90\u00a0% range)"
    assert font(tab, 1, TESTED).strikeOut()
    assert text(tab, 1, NOTE) == "undone"
    controller.close()


def test_a_void_has_its_candidate_struck_and_its_reason_in_the_note(
    tab: TimelineTab, controller: StudyController
) -> None:
    assert font(tab, 6, TESTED).strikeOut()
    assert not font(tab, 5, TESTED).strikeOut()
    assert controller.study.run(6).reason in text(tab, 6, NOTE)


def test_t6_an_entry_is_corrected_with_at_most_eight_keys(
    tab: TimelineTab, controller: StudyController, qtbot: QtBot
) -> None:
    hand = Hand(qtbot)
    hand.keys = 1  # Alt+4 belongs to the window
    hand.key(Qt.Key.Key_Down)
    hand.key(Qt.Key.Key_Return)
    dialog_of(tab, qtbot)
    hand.key(Qt.Key.Key_F, ALT)
    hand.key(Qt.Key.Key_R, ALT)
    hand.key(Qt.Key.Key_T)
    hand.key(Qt.Key.Key_Return, CONTROL)
    qtbot.waitUntil(lambda: controller.study.run(7).outcome == "failure")
    qtbot.waitUntil(lambda: not tab.findChildren(CorrectDialog))
    assert hand.keys <= 8
    assert text(tab, 7, OUTCOME) == "✕ Failure (was ● Success)"
    assert tab.table.rows.index(row_of(tab, 7), OUTCOME).data(WAS) == "● Success"
    assert text(tab, 7, NOTE) == "Typed the wrong outcome"
    assert tab.selected is not None
    assert tab.selected.number == 7
    assert "“Typed the wrong outcome”" in tab.detail.text()


def test_t6_an_entry_is_corrected_with_at_most_six_clicks(
    tab: TimelineTab, controller: StudyController, qtbot: QtBot
) -> None:
    hand = Hand(qtbot)
    hand.clicks = 2  # the tab, and the row below
    place = tab.table.visualRect(tab.table.rows.index(row_of(tab, 7), TESTED)).center()
    qtbot.mouseClick(tab.table.viewport(), Qt.MouseButton.LeftButton, pos=place)
    hand.click(tab.correct)
    dialog = dialog_of(tab, qtbot)
    hand.click(dialog.findChild(QAbstractButton, "correct.outcome.failure"))
    reasons = dialog.findChild(QListWidget, "correct.reason")
    assert reasons is not None
    hand.clicks += 1
    place = reasons.visualItemRect(reasons.item(1)).center()
    qtbot.mouseClick(reasons.viewport(), Qt.MouseButton.LeftButton, pos=place)
    hand.click(dialog.findChild(QAbstractButton, "correct.save"))
    qtbot.waitUntil(lambda: controller.study.run(7).outcome == "failure")
    assert controller.study.run(7).corrections[0].reason == "Wrong sample"
    assert hand.clicks <= 6


def test_what_was_best_after_a_run_is_read_without_a_gesture(
    tab: TimelineTab, controller: StudyController, qtbot: QtBot
) -> None:
    """T6: the row is in sight; nothing has to be opened."""
    settled(controller, qtbot)
    place = tab.table.visualRect(tab.table.rows.index(row_of(tab, 3), BEST))
    assert tab.table.viewport().rect().contains(place)
    assert text(tab, 3, BEST) == recommended(controller.study.after(3)).candidate


def test_of_many_runs_the_best_after_one_between_the_listed_ones_is_told_when_it_is_selected(
    tmp_path: Path, compute_queue: ComputeQueue, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(history, "_POINTS", 3)  # instead of 200
    session = make_session(tmp_path / "many")
    fill(session)
    controller = make_desk(session, compute_queue, qtbot)
    tab = TimelineTab(controller)
    qtbot.addWidget(tab)
    tab.show()
    qtbot.waitUntil(lambda: controller.advice.trajectory[-1].run == 8, timeout=60_000)
    controller.refresher.flush()
    assert [text(tab, run, BEST) != "" for run in (3, 4, 5, 6)] == [True, False, False, True]
    best = recommended(controller.study.after(5))
    tab.show_run(5)
    said = f"Best after it: {best.candidate}, {percent(best.probability)} ({percent_range(best.low, best.high, 0.9)})"
    qtbot.waitUntil(lambda: said in tab.detail.text(), timeout=60_000)
    tab.show_run(6)
    assert "Best after it" not in tab.detail.text()  # its row has it
    controller.close()


def test_row_and_plot_select_each_other(tab: TimelineTab, controller: StudyController, qtbot: QtBot) -> None:
    settled(controller, qtbot)
    tab.table.choose(tab.table.place_of(3))
    assert tab.plot._here.value() == 3
    qtbot.waitUntil(lambda: tab.plot.drawn)
    tab.plot.run_chosen.emit(5)
    assert tab.selected is not None
    assert tab.selected.number == 5
    assert tab.plot._here.value() == 5


def test_looking_back_to_the_selected_run_mutes_what_came_later(
    tab: TimelineTab, controller: StudyController, qtbot: QtBot
) -> None:
    assert not tab.look_back.isEnabled()  # the newest run: that is now
    tab.table.choose(tab.table.place_of(7))
    assert tab.look_back.text() == "Look back to run 7"
    tab.look_back.click()
    qtbot.waitUntil(
        lambda: controller.selection.as_of == 7 and controller.selection.advice is not None, timeout=60_000
    )
    assert controller.selection.advice is not None
    assert len(controller.selection.advice.study.runs) == 7
    ground = Qt.ItemDataRole.ForegroundRole
    assert tab.table.rows.index(row_of(tab, 8), 0).data(ground) is not None
    assert tab.table.rows.index(row_of(tab, 7), 0).data(ground) is None
    assert not tab.correct.isEnabled()
    controller.selection.show_as_of(None)
    controller.refresher.flush()
    assert tab.correct.isEnabled()
    assert controller.selection.advice is controller.advice.current


def test_the_layers_are_drawn_over_the_same_runs_and_named(
    tab: TimelineTab, controller: StudyController, qtbot: QtBot
) -> None:
    settled(controller, qtbot)
    assert tab.plot.title.text() == "Best after each run, and its expected success"
    tab.layer.choose("stake")
    assert tab.plot.title.text() == "At stake after each run, percentage points"
    tab.layer.choose("gain")
    qtbot.waitUntil(lambda: controller.past.complete, timeout=60_000)
    controller.refresher.flush()
    qtbot.waitUntil(lambda: "worked out" not in tab.plot.sentence, timeout=60_000)
    assert tab.plot.title.text() == "Value of testing after each run, percentage points"


def test_words_find_runs_and_all_entries_stand_behind_the_second_button(tab: TimelineTab) -> None:
    tab.search.setText("void")
    assert [tab.table.rows.index(row, 0).data() for row in range(tab.table.rows.rowCount())] == ["6"]
    tab.search.clear()
    tab.shows.choose("entries")
    assert tab.pages.currentWidget() is tab.entries
    assert not tab.correct.isVisible()
    tab.show_run(3)
    assert tab.selected is not None
    assert tab.selected.number == 3
    assert tab.correct.isVisible()


def test_in_a_narrow_window_columns_are_left_out_and_nothing_scrolls_sideways(
    tab: TimelineTab, qtbot: QtBot
) -> None:
    tab.resize(1400, 560)
    assert not any(tab.table.isColumnHidden(column) for column in range(10))
    tab.resize(560, 560)
    qtbot.waitUntil(lambda: tab.table.isColumnHidden(SUGGESTED))
    assert not tab.table.isColumnHidden(BEST)
    header = tab.table.horizontalHeader()
    assert header.length() <= tab.table.viewport().width()


def test_selecting_a_run_tells_its_earlier_values_who_changed_them_and_why(
    tab: TimelineTab, controller: StudyController
) -> None:
    controller.do(actions.correct, 2, "void", "Instrument fault: lamp")
    controller.do(actions.correct, 2, "failure", "Result read again")
    controller.settle()
    tab.table.choose(tab.table.place_of(2))
    told = tab.detail.text()
    assert told.startswith("Run 2: C-0003, ✕ Failure.")
    assert "Was ● Success for C-0003" in told
    assert "Was – Void for C-0003" in told
    assert told.count("changed by MK") == 2
    assert "“Instrument fault: lamp”" in told
    assert text(tab, 2, OUTCOME) == "✕ Failure (was – Void)"


def test_selecting_a_run_tells_what_was_best_after_it_and_since_which_run(
    tab: TimelineTab, controller: StudyController, qtbot: QtBot
) -> None:
    settle(controller, qtbot)
    study = controller.study
    best = [recommended(study.after(count)).candidate for count in range(1, len(study.runs) + 1)]
    for count in (1, 4, len(best)):
        since = max(n for n in range(1, count + 1) if n == 1 or best[n - 1] != best[n - 2])
        tab.table.choose(tab.table.place_of(study.runs[count - 1].number))
        assert f"Best after it: {best[count - 1]}, since run {since}." in tab.detail.text().splitlines()


def test_measured_values_have_a_column_and_a_corrected_one_is_told_with_what_it_was(
    tmp_path: Path, qtbot: QtBot, qapp: QApplication
) -> None:
    rule = Settings(measured="yield", measured_unit="%", threshold=60.0, direction="at-least")
    session = make_session(tmp_path / "lab", count=12, attributes=2, settings=rule)
    for nth, value in enumerate((20.0, 600.0, Limit("<", 5.0))):
        actions.record(session, session.study.pool.ids[nth], rule.outcome_of(value), measured=value)
    queue = ComputeQueue(qapp)
    controller = make_desk(session, queue, qtbot)
    tab = TimelineTab(controller)
    qtbot.addWidget(tab)
    tab.resize(1000, 560)
    tab.show()
    headings = [column.heading for column in tab.table.rows.columns]
    assert headings[-2:] == ["yield (%)", "Note"]
    place = len(headings) - 2
    assert not tab.table.isColumnHidden(place)
    assert [text(tab, run, place) for run in (1, 2, 3)] == ["20", "600", "<5"]
    wide = tab.table.columnWidth(OUTCOME)
    controller.do(actions.correct, 2, "failure", "Typed the wrong outcome", measured=6.0)
    controller.settle()
    tab.table.choose(tab.table.place_of(2))
    qtbot.waitUntil(lambda: text(tab, 2, place) == "6")
    assert tab.detail.text().startswith("Run 2: C-0001, ✕ Failure (yield 6 %).")
    assert "Was ● Success (yield 600 %) for C-0001" in tab.detail.text()
    assert tab.table.columnWidth(OUTCOME) > wide  # the outcome that was stands behind the present one
    controller.close()
    queue.stop()
    queue.deleteLater()


def test_a_candidate_that_was_tested_instead_of_the_suggested_one_is_bold(
    tab: TimelineTab, controller: StudyController, qtbot: QtBot
) -> None:
    settle(controller, qtbot)
    assert controller.advice.current is not None
    followed = controller.advice.current.suggestion.candidate
    controller.do(
        actions.record, followed, "success", advice=controller.advice.current, seen_on="card", token="a"
    )
    controller.settle()
    settle(controller, qtbot)
    instead = controller.advice.current.suggestion.candidate
    other = next(code for code in controller.study.pool.ids if code != instead)
    controller.do(
        actions.record, other, "failure", advice=controller.advice.current, seen_on="card", token="b"
    )
    controller.settle()
    assert (text(tab, 9, SUGGESTED), text(tab, 9, TESTED)) == (followed, followed)
    assert not font(tab, 9, TESTED).bold()
    assert (text(tab, 10, SUGGESTED), text(tab, 10, TESTED)) == (instead, other)
    assert font(tab, 10, TESTED).bold()


def test_ctrl_c_copies_the_selected_run_with_headings(tab: TimelineTab, qtbot: QtBot) -> None:
    flags = QItemSelectionModel.SelectionFlag
    tab.resize(1400, 560)
    index = tab.table.rows.index(row_of(tab, 2), 0)
    tab.table.selectionModel().select(index, flags.ClearAndSelect | flags.Rows)
    qtbot.keyClick(tab.table, Qt.Key.Key_C, CONTROL)
    lines = QGuiApplication.clipboard().text().splitlines()
    assert lines[0].split("\t")[:6] == ["Run", "When", "By", "Suggested", "Tested", "Outcome"]
    assert lines[1].split("\t")[4:6] == ["C-0003", "● Success"]
    assert len(lines) == 2


def test_tab_walks_from_the_plot_over_the_choices_to_the_runs(tab: TimelineTab, qtbot: QtBot) -> None:
    assert tab.isActiveWindow()
    tab.plot.figure.setFocus()
    seen = []
    for _ in range(12):
        focus = QApplication.focusWidget()
        assert focus is not None
        seen.append(focus.objectName())
        if focus.objectName() == "history.table":
            break
        qtbot.keyClick(focus, Qt.Key.Key_Tab)
    assert seen[-1] == "history.table"
    assert "timeline.find" in seen


def test_a_column_that_comes_back_is_as_wide_as_its_heading(tab: TimelineTab, qtbot: QtBot) -> None:
    table = tab.table
    header = table.horizontalHeader()
    tab.resize(420, 600)
    qtbot.waitUntil(lambda: table.isColumnHidden(8))
    table.fit_columns()  # as after another size of text
    tab.resize(1400, 600)
    qtbot.waitUntil(lambda: not table.isColumnHidden(8))
    shown = [column for column in range(table.rows.columnCount() - 1) if not table.isColumnHidden(column)]
    cut = [column for column in shown if table.columnWidth(column) < header.sectionSizeHint(column)]
    assert cut == []
