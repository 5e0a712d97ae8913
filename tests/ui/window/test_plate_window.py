"""A plate in the window: worklist, results dropped on it, the rest void, the file taken back."""

from __future__ import annotations

import csv
import io
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "entry"))

from clipping import clipped
from entry_bench import Bench, make_study
from gestures import Hands
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QToolButton

from kgdesk import actions, paths
from kgdesk.actions.worklists import Layout, parse_controls, plan_worklist
from kgdesk.errors import KgdeskError
from kgdesk.model.advice import queries
from kgdesk.model.advice.batch_limits import BatchLimits
from kgdesk.model.study.outcome_words import measured_setting
from kgdesk.ui.dialogs import results_preview, template_combo
from kgdesk.ui.dialogs.batch import BatchDialog
from kgdesk.ui.dialogs.reason import ItemReasonDialog
from kgdesk.ui.dialogs.results_preview import ResultsDialog
from kgdesk.ui.dialogs.run_details import DetailsDialog
from kgdesk.ui.dialogs.run_sheets import WorklistAgainDialog
from kgdesk.ui.dialogs.worklist import WorklistDialog
from kgdesk.ui.pages.checks import ChecksPage
from kgdesk.ui.pages.page_window import open_page
from kgdesk.ui.plots.measured import measured_data
from tests.whole.mangled_plate import mangled

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot

MODIFIERS = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def bench(tmp_path: Path, qtbot: QtBot) -> Iterator[Bench]:
    made = Bench(make_study(tmp_path / "plate.kgstudy", runs=0, budget=5, at_once=5), qtbot, tabs=False)
    yield made
    made.close()


def dialog_of(bench: Bench, qtbot: QtBot, kind: type[Any]) -> Any:
    qtbot.waitUntil(lambda: bench.window.findChild(kind) is not None)
    dialog = bench.window.findChild(kind)
    qtbot.waitUntil(dialog.isActiveWindow)
    return dialog


def started(bench: Bench, qtbot: QtBot, count: int = 5) -> Path:
    """Start the runs of a plate by keys; return the worklist."""
    hands = Hands(bench.window)
    hands.key(Qt.Key.Key_W, MODIFIERS)
    dialog = dialog_of(bench, qtbot, WorklistDialog)
    dialog.count.setValue(count)
    qtbot.waitUntil(lambda: len(dialog.picks) == count)
    qtbot.waitUntil(lambda: dialog.start.isEnabled() and dialog.start.hasFocus())
    assert clipped(dialog) == []
    hands.key(Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: dialog.saved is not None)
    assert hands.keys <= 4
    path: Path = dialog.saved
    return path


def filled(path: Path, *outcomes: str) -> Path:
    """Fill the outcomes into a worklist, as a technician does; return the file of results."""
    rows = list(csv.DictReader(io.StringIO(path.read_text("utf-8-sig"))))
    for row, outcome in zip(rows, outcomes, strict=False):
        row["outcome"] = outcome
    dest = path.with_name("results.csv")
    with dest.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    return dest


def dropped(bench: Bench, qtbot: QtBot, path: Path) -> tuple[ResultsDialog, Hands]:
    hands = Hands(bench.window)
    hands.drop(path, bench.window)
    return dialog_of(bench, qtbot, ResultsDialog), hands


def test_results_that_their_source_takes_back_at_the_drop_open_nothing(bench: Bench, qtbot: QtBot) -> None:
    path = started(bench, qtbot)
    assert not Hands(bench.window).drop(filled(path, "yes"), bench.window, taken_back=True)
    assert bench.window.findChildren(ResultsDialog) == []


def test_a_plate_is_started_by_four_keys_and_recorded_by_one_drop_and_two(bench: Bench, qtbot: QtBot) -> None:
    path = started(bench, qtbot)
    running = bench.controller.study.pending
    assert [start.well for start in running] == ["A01", "A02", "A03", "A04", "A05"]
    assert {start.seen_on for start in running} == {"card"}
    dialog, hands = dropped(bench, qtbot, filled(path, "yes", "no", "ja", "void"))
    qtbot.waitUntil(lambda: dialog.plan is not None)
    assert len(dialog.plan.left) == 1
    assert clipped(dialog) == []
    qtbot.waitUntil(dialog.record.hasFocus)
    hands.key(Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: bench.runs == 4)
    assert (hands.drags, hands.keys) == (1, 1)
    assert bench.runs_on_disk() == 4
    assert [run.outcome for run in bench.controller.study.runs] == ["success", "failure", "success", "void"]
    assert len(bench.controller.study.pending) == 1


def test_cancel_records_nothing_and_a_bad_file_is_named_by_line(bench: Bench, qtbot: QtBot) -> None:
    path = filled(started(bench, qtbot), "yes", "3/2")
    dialog, hands = dropped(bench, qtbot, path)
    qtbot.waitUntil(lambda: "line 3" in dialog.strip.text)
    assert not dialog.record.isEnabled()
    hands.key(Qt.Key.Key_Escape)
    qtbot.waitUntil(dialog.isHidden)
    assert bench.runs_on_disk() == 0


def test_words_that_the_study_does_not_know_are_asked_about_beside_the_other_rows(
    bench: Bench, qtbot: QtBot
) -> None:
    path = filled(started(bench, qtbot), "yes", "perhaps", "n.d.")
    dialog, hands = dropped(bench, qtbot, path)
    qtbot.waitUntil(dialog.words.isVisible)
    assert list(dialog.words.combos) == ["perhaps", "n.d."]
    assert dialog.table.model().rowCount() == 5
    assert not dialog.record.isEnabled()
    assert clipped(dialog) == []
    for word, meaning in (("perhaps", "failure"), ("n.d.", "void"), ("n.d.", "none")):
        combo = dialog.words.combos[word]
        combo.setCurrentIndex(combo.findData(meaning))
        combo.activated.emit(combo.currentIndex())
        qtbot.waitUntil(lambda: dialog.plan is not None)
    assert list(dialog.words.combos) == ["perhaps", "n.d."]
    qtbot.waitUntil(dialog.record.isEnabled)
    hands.click(dialog.record)
    qtbot.waitUntil(lambda: bench.runs == 2)
    assert [run.outcome for run in bench.controller.study.runs] == ["success", "failure"]
    qtbot.waitUntil(lambda: bench.strip == "2 outcomes recorded.")


def test_outcomes_of_candidates_that_had_their_runs_are_asked_about(tmp_path: Path, qtbot: QtBot) -> None:
    made = Bench(make_study(tmp_path / "once.kgstudy", runs=1, repeats="no"), qtbot, tabs=False)
    try:
        (done,) = made.controller.study.runs
        path = tmp_path / "more.csv"
        path.write_text(f"candidate,outcome\n{done.candidate},yes\n", encoding="utf-8")
        dialog, hands = dropped(made, qtbot, path)
        qtbot.waitUntil(dialog.new.isVisible)
        assert dialog.repeat.isHidden()
        dialog.new.click()
        assert dialog.repeat.isVisible()
        assert done.candidate in dialog.repeat.text()
        assert clipped(dialog) == []
        assert not dialog.record.isEnabled()
        dialog.repeat.click()
        hands.click(dialog.record)
        qtbot.waitUntil(lambda: made.runs == 2)
        qtbot.waitUntil(lambda: made.strip == "1 outcome recorded.")
    finally:
        made.close()


def test_what_is_not_certain_is_asked_before_anything_is_recorded(
    bench: Bench, qtbot: QtBot, tmp_path: Path
) -> None:
    path = tmp_path / "past.csv"
    path.write_text("candidate,outcome\nC-0001,yes\nC-0002,no\n", encoding="utf-8")
    dialog, hands = dropped(bench, qtbot, path)
    qtbot.waitUntil(dialog.past.isVisible)
    assert not dialog.record.isEnabled()
    dialog.past.click()
    assert dialog.record.isEnabled()
    hands.click(dialog.record)
    qtbot.waitUntil(lambda: bench.runs == 2)
    assert all(run.imported for run in bench.controller.study.runs)
    bench.wait_ready()
    again, _ = dropped(bench, qtbot, path)
    qtbot.waitUntil(again.new.isVisible)
    again.new.click()
    assert not again.record.isEnabled()
    assert again.record_again.isVisible()
    again.record_again.click()
    assert again.record.isEnabled()
    again.reject()


def answered(monkeypatch: pytest.MonkeyPatch, which: int = 0) -> list[tuple[int, str]]:
    """Let the dialogs choose one of a list and the second of their reasons; return length of the list and question."""
    came: list[tuple[int, str]] = []

    def answer(dialog: ItemReasonDialog) -> int:
        dialog.show()
        assert dialog.which.isVisible() == (dialog.which.count() > 1)
        assert clipped(dialog) == []
        dialog.which.setCurrentIndex(which)
        came.append((dialog.which.count(), dialog.question.text()))
        dialog.field.list.setCurrentRow(1)
        dialog.ok.click()
        return dialog.result()

    monkeypatch.setattr(ItemReasonDialog, "exec", answer)
    return came


def test_the_rest_of_a_plate_is_void_and_the_file_taken_back_by_one_key(
    bench: Bench, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = answered(monkeypatch)
    dialog, _ = dropped(bench, qtbot, filled(started(bench, qtbot), "yes", "no"))
    qtbot.waitUntil(dialog.record.isEnabled)
    dialog.accept()
    qtbot.waitUntil(lambda: bench.runs == 2)
    bench.window.activateWindow()
    qtbot.waitUntil(bench.window.isActiveWindow)
    bench.press(Qt.Key.Key_Z, modifier=Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: all(run.taken_back for run in bench.controller.study.runs))
    assert "2 outcomes of results.csv" in asked[0][1]
    assert len(bench.controller.study.pending) == 5
    bench.window.commands.refresh()
    assert not bench.window.commands.action("run.takeBackFile").isEnabled()
    bench.window.commands.action("run.voidRest").trigger()
    qtbot.waitUntil(lambda: not bench.controller.study.pending)
    assert "5 runs" in asked[1][1]
    # A run that was taken back is the same run when its outcome comes.
    assert [run.reason for run in bench.controller.study.runs] == 5 * ["Instrument fault"]


def two_plates(tmp_path: Path) -> Path:
    """Return a study with two plates of three runs in progress each, and the same file name recorded on both."""
    path = make_study(tmp_path / "two.kgstudy", runs=0, budget=12, at_once=12)
    with actions.open_study(path, actions.Operator("MK")) as session:
        for plate in range(2):
            ids = session.study.pool.ids[3 * plate : 3 * plate + 3]
            actions.make_worklist(session, plan_worklist(session.study, candidates=ids, layout=Layout(24)))
            results = tmp_path / "results.csv"
            results.write_text(f"candidate,outcome\n{ids[0]},yes\n", encoding="utf-8")
            plan = actions.plan_results(session.study, results)
            assert plan is not None
            actions.record_results(session, plan)
    return path


@pytest.mark.parametrize("which", [0, 1])
def test_an_older_plate_and_an_older_file_of_the_same_name_are_chosen_from_a_list(
    tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, which: int
) -> None:
    bench = Bench(two_plates(tmp_path), qtbot, tabs=False)
    try:
        study = bench.controller.study
        newest_first = study.worklists[::-1]
        asked = answered(monkeypatch, which)
        bench.window.ask("voidRest")
        qtbot.waitUntil(lambda: len(bench.controller.study.pending) == 2)
        assert asked[0][0] == 2
        assert newest_first[which].name in asked[0][1]
        assert {each.worklist for each in bench.controller.study.pending} == {newest_first[1 - which].id}
        bench.window.ask("takeBackFile")
        qtbot.waitUntil(lambda: any(run.taken_back for run in bench.controller.study.runs))
        assert asked[1][0] == 2
        taken = [run.number for run in bench.controller.study.runs if run.taken_back]
        assert taken == [(4, 1)[which]]  # the first run of each plate, numbered as they were started
    finally:
        bench.close()


@pytest.fixture
def lab(tmp_path: Path, qtbot: QtBot) -> Iterator[Bench]:
    path = make_study(tmp_path / "lab.kgstudy", runs=0, **measured_setting("yield >= 20 %"))
    made = Bench(path, qtbot, tabs=False)
    yield made
    made.close()


def test_a_measured_value_is_entered_with_its_outcome_and_shown_in_checks(lab: Bench, qtbot: QtBot) -> None:
    lab.window.ask("details")
    dialog = dialog_of(lab, qtbot, DetailsDialog)
    for text, enabled in (("many", False), ("12.5 %", True)):
        dialog.value.setText(text)
        assert dialog.ok.isEnabled() is enabled
    assert dialog.failure.isChecked()
    assert not dialog.success.isEnabled()
    assert clipped(dialog) == []
    dialog.ok.click()
    qtbot.waitUntil(lambda: lab.control.entry.armed == "failure")
    assert "yield 12.5" in lab.strip
    lab.control.confirm()
    qtbot.waitUntil(lambda: lab.runs == 1)
    (run,) = lab.controller.study.runs
    assert (run.outcome, run.measured) == ("failure", 12.5)
    data = measured_data(lab.controller.study)
    assert (data.values, data.threshold, data.name) == ((12.5,), 20.0, "yield (%)")
    assert data.predicted == (run.probability_before,)
    tab = open_page(ChecksPage, lab.controller, lab.window)
    assert tab.measured in tab.cards
    assert tab.picker.findText(tab.measured.title.text()) == tab.cards.index(tab.measured)


def worklist_dialog(bench: Bench, qtbot: QtBot) -> WorklistDialog:
    bench.window.ask("worklist")
    dialog: WorklistDialog = dialog_of(bench, qtbot, WorklistDialog)
    dialog.count.setValue(5)
    qtbot.waitUntil(lambda: len(dialog.picks) == 5 and dialog.start.isEnabled())
    return dialog


def typed(dialog: WorklistDialog, text: str) -> None:
    dialog.candidates.setText(text)
    dialog.candidates.editingFinished.emit()


def brushed(dialog: WorklistDialog, brush: str, *places: tuple[int, int]) -> Hands:
    """Choose a brush and click at wells; row or column -1 is a number or letter."""
    hands = Hands(dialog)
    tool = dialog.findChild(QToolButton, f"worklist.brush.{brush}")
    hands.click(tool)
    for place in places:
        hands.click(dialog.plate.plate, dialog.plate.plate.centre_of(place).toPoint())
    return hands


def test_a_plate_that_is_drawn_is_filled_as_by_the_command_line(bench: Bench, qtbot: QtBot) -> None:
    dialog = worklist_dialog(bench, qtbot)
    plate = dialog.plate
    assert not plate.seed.isVisible()
    plate.order.choose("random")
    assert plate.seed.isVisible()
    plate.seed.setValue(7)
    brushed(dialog, "failure", (1, 1), (6, 10))
    brushed(dialog, "success", (7, 0))
    brushed(dialog, "empty", (-1, 11), (1, 1))  # a column, and a well that was a control
    brushed(dialog, "runs", (0, 11))  # a well of the column is free again
    plate.names["failure"].setText("DMSO")
    plate.names["failure"].editingFinished.emit()
    dialog.folder.toggle.click()
    dialog.file.columns.choose("pick-list")
    dialog.file.name.setText("Screen 7")
    qtbot.waitUntil(lambda: bool(dialog.file.columns.template))
    study, picks = bench.controller.study, dialog.picks
    qtbot.waitUntil(lambda: clipped(dialog) == [])
    controls = (
        *parse_controls("Success control:success=H01", study.settings),
        *parse_controls("DMSO:failure=G11", study.settings),
    )
    empty = ("B02", *(f"{row}12" for row in "BCDEFGH"))
    layout = Layout(order="random", seed=7, controls=controls, empty=empty)
    wanted = plan_worklist(study, picks=picks, layout=layout)
    table = dialog.table.rows
    shown = [[table.data(table.index(row, column)) for column in range(3)] for row in range(table.rowCount())]
    numbers = dict(zip((use.well for use in wanted.runs), range(1, 99), strict=False))
    assert [(well, held) for well, _, held in shown if held in study.pool.ids] == [
        (use.well, use.name) for use in wanted.runs
    ]
    assert {well: int(run) for well, run, _ in shown if run.strip().isdigit()} == numbers
    dialog.accept()
    qtbot.waitUntil(lambda: dialog.saved is not None)
    assert dialog.saved is not None
    (made,) = bench.controller.study.worklists
    assert (made.name, made.order, made.seed) == ("Screen 7", "random", 7)
    assert set(made.wells) == set(wanted.wells)
    assert {start.well: start.number for start in bench.controller.study.pending} == numbers
    heading = dialog.saved.read_text("utf-8").splitlines()[0]
    assert heading == "SourceBarcode,DestinationBarcode,DestinationWell,Volume,RunToken"


def test_a_worklist_with_a_control_of_each_kind_and_an_empty_column_takes_nine_clicks(
    bench: Bench, qtbot: QtBot
) -> None:
    hands = Hands(bench.window)
    hands.key(Qt.Key.Key_W, MODIFIERS)
    dialog = dialog_of(bench, qtbot, WorklistDialog)
    qtbot.waitUntil(dialog.start.isEnabled)
    clicks = 0
    for brush, place in (("failure", (0, 0)), ("success", (7, 0)), ("empty", (-1, 11))):
        clicks += brushed(dialog, brush, place).clicks
    drawn = dialog.plate.layout_of
    last = Hands(dialog)
    last.click(dialog.start)
    qtbot.waitUntil(lambda: dialog.saved is not None)
    assert clicks + last.clicks <= 9
    (made,) = bench.controller.study.worklists
    assert {use.well for use in made.wells if use.holds == "empty"} == {f"{row}12" for row in "ABCDEFGH"}
    assert [(use.well, use.expects) for use in made.wells if use.holds == "control"] == [
        ("A01", "failure"),
        ("H01", "success"),
    ]
    assert drawn.empty == tuple(f"{row}12" for row in "ABCDEFGH")
    qtbot.waitUntil(lambda: bench.window.findChild(WorklistDialog) is None)
    again = worklist_dialog(bench, qtbot)
    assert again.plate.layout_of == drawn  # the last layout comes back
    again.reject()


def test_the_plate_is_drawn_by_keys_and_by_dragging(bench: Bench, qtbot: QtBot) -> None:
    dialog = worklist_dialog(bench, qtbot)
    plate, hands = dialog.plate.plate, Hands(dialog)
    dialog.findChild(QToolButton, "worklist.brush.empty").click()
    plate.setFocus()
    hands.key(Qt.Key.Key_Space)
    assert plate.marks == {"A01": "empty"}
    assert "A01" in plate.accessibleDescription()
    for key in (Qt.Key.Key_Space, Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_Space):
        hands.key(key)
    assert plate.marks == {f"B{column:02d}": "empty" for column in range(1, 13)}
    hands.key(Qt.Key.Key_Left)  # there is nothing beyond the letters
    hands.key(Qt.Key.Key_Space)
    assert plate.marks == {}
    QTest.mousePress(plate, Qt.MouseButton.LeftButton, pos=plate.centre_of((2, 3)).toPoint())
    for place in ((2, 4), (2, 5)):
        QTest.mouseMove(plate, plate.centre_of(place).toPoint())
        move = QMouseEvent(
            QEvent.Type.MouseMove, plate.centre_of(place), plate.mapToGlobal(plate.centre_of(place)),
            Qt.MouseButton.NoButton, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier,
        )  # fmt: skip
        QCoreApplication.sendEvent(plate, move)
    QTest.mouseRelease(plate, Qt.MouseButton.LeftButton, pos=plate.centre_of((2, 5)).toPoint())
    assert plate.wells_with("empty") == ("C04", "C05", "C06")
    dialog.plate.format.choose(6)  # of 2 x 3 wells
    assert plate.marks == {}
    dialog.plate.names["success"].setText("Reference")
    brushed(dialog, "success", (0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2))
    assert "0 wells for runs" in dialog.strip.text
    assert not dialog.start.isEnabled()
    brushed(dialog, "runs", (0, -1))
    assert plate.wells_with("success") == ("B01", "B02", "B03")
    dialog.reject()


def test_a_person_can_choose_the_candidates_of_a_plate(bench: Bench, qtbot: QtBot) -> None:
    dialog = worklist_dialog(bench, qtbot)
    typed(dialog, "C-0009, nobody")
    assert "nobody" in dialog.strip.text
    assert not dialog.start.isEnabled()
    typed(dialog, "C-0009, C-0002, C-0009")
    assert "more than once" in dialog.strip.text
    assert not dialog.start.isEnabled()
    dialog.repeats.click()
    qtbot.waitUntil(lambda: dialog.start.isEnabled() and "3 runs" in dialog.start.text())
    dialog.repeats.click()
    typed(dialog, "C-0009, C-0002")
    assert dialog.strip.isHidden()
    assert not dialog.count.isEnabled()
    assert "2 runs" in dialog.start.text()
    typed(dialog, "")
    qtbot.waitUntil(lambda: bool(dialog.picks) and dialog.start.isEnabled())
    assert dialog.count.isEnabled()
    typed(dialog, "C-0009, C-0002")
    dialog.accept()
    qtbot.waitUntil(lambda: dialog.saved is not None)
    running = [(start.well, start.candidate) for start in bench.controller.study.pending]
    assert running == [("A01", "C-0009"), ("A02", "C-0002")]


def test_a_template_of_ones_own_is_read_and_a_bad_one_named(
    bench: Bench, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    good, bad = tmp_path / "own.toml", tmp_path / "bad.toml"
    good.write_text('[[column]]\nheading = "Place"\nvalue = "well"\n', encoding="utf-8")
    bad.write_text("columns = 3\n", encoding="utf-8")
    dialog = worklist_dialog(bench, qtbot)
    files = iter(["", str(bad), str(good)])
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (next(files), ""))
    columns = dialog.file.columns
    columns.choose("?")  # cancelled
    assert (columns.currentData(), dialog.strip.isHidden()) == ("", True)
    columns.choose("?")
    qtbot.waitUntil(lambda: "bad.toml" in dialog.strip.text)
    assert (columns.currentData(), columns.template) == ("", {})
    columns.choose("?")
    qtbot.waitUntil(lambda: bool(columns.template))
    assert (columns.currentData(), dialog.strip.isHidden()) == (str(good), True)
    dialog.accept()
    qtbot.waitUntil(lambda: dialog.saved is not None)
    assert dialog.saved is not None
    assert dialog.saved.read_text("utf-8-sig").splitlines()[:2] == ["Place", "A01"]


def test_an_existing_file_is_replaced_only_where_the_person_agreed(
    bench: Bench, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    there = tmp_path / "there.csv"
    there.write_text("old\n", encoding="utf-8")
    dialog = worklist_dialog(bench, qtbot)
    dialog.file.file.setText(str(there))
    dialog.accept()
    qtbot.waitUntil(dialog.strip.isVisible)
    assert there.read_text("utf-8") == "old\n"
    assert not bench.controller.study.pending
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(there), ""))
    dialog.findChild(type(dialog.start), "worklist.browse").click()
    qtbot.waitUntil(dialog.start.isEnabled)
    dialog.accept()
    qtbot.waitUntil(lambda: dialog.saved is not None)
    assert len(there.read_text("utf-8-sig").splitlines()) == 6


def test_a_template_is_read_beside_the_window_and_nothing_starts_meanwhile(
    bench: Bench, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads: list[threading.Thread] = []
    go_on = threading.Event()
    read_template = template_combo.read_template

    def slowly(name: str) -> Any:
        threads.append(threading.current_thread())
        go_on.wait()
        return read_template(name)

    monkeypatch.setattr(template_combo, "read_template", slowly)
    dialog = worklist_dialog(bench, qtbot)
    columns = dialog.file.columns
    columns.choose("pick-list")
    assert not dialog.start.isEnabled()
    columns.choose("")  # thought better of it: what is read then counts no more
    assert dialog.start.isEnabled()
    columns.choose("pick-list")
    assert not dialog.start.isEnabled()
    go_on.set()
    qtbot.waitUntil(dialog.start.isEnabled)
    assert columns.template["name"]
    assert threads
    assert threading.main_thread() not in threads


def test_a_lost_worklist_is_written_once_more_and_nothing_is_started(
    bench: Bench, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    action = bench.window.commands.action("run.worklistAgain")
    bench.window.commands.refresh()
    assert not action.isEnabled()
    path = started(bench, qtbot)
    first, before = path.read_bytes(), bench.controller.study.head
    path.unlink()
    bench.window.activateWindow()
    qtbot.waitUntil(bench.window.isActiveWindow)
    bench.window.commands.refresh()
    action.trigger()
    dialog: WorklistAgainDialog = dialog_of(bench, qtbot, WorklistAgainDialog)
    assert [dialog.which.itemText(nth) for nth in range(dialog.which.count())] == [
        f"W1: {path.stem}, runs in progress: 5"
    ]
    assert clipped(dialog) == []
    dests = iter(["", str(path.parent / "no such folder" / "a.csv"), str(path)])
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (next(dests), ""))
    hands = Hands(bench.window)
    hands.key(Qt.Key.Key_Return)  # cancelled
    assert (dialog.save.isEnabled(), dialog.strip.isHidden()) == (True, True)
    hands.key(Qt.Key.Key_Return)
    qtbot.waitUntil(dialog.strip.isVisible)
    assert dialog.saved is None
    hands.key(Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: dialog.saved is not None)
    assert path.read_bytes() == first
    assert bench.controller.study.head == before
    assert path.name in bench.window.message_strip.text


def test_where_only_the_file_failed_the_window_says_so_and_not_that_it_is_saved(
    bench: Bench, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    dialog = worklist_dialog(bench, qtbot)

    def refuse(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(paths, "_take_free_name", refuse)
    dialog.accept()
    qtbot.waitUntil(lambda: len(bench.controller.study.pending) == 5)
    qtbot.waitUntil(dialog.isHidden)
    assert dialog.saved is None
    assert "write its file again" in bench.window.message_strip.text


def test_a_candidate_is_in_a_batch_repeatedly_only_where_a_person_says_so(bench: Bench, qtbot: QtBot) -> None:
    bench.window.ask("several")
    dialog: BatchDialog = dialog_of(bench, qtbot, BatchDialog)
    dialog.count.setValue(20)  # there are 12 candidates
    qtbot.waitUntil(lambda: not dialog.strip.isHidden())
    assert not dialog.picks
    dialog.repeats.click()
    qtbot.waitUntil(dialog.start.isEnabled)
    assert len({pick.suggestion.candidate for pick in dialog.picks}) < len(dialog.picks) == 20
    assert clipped(dialog) == []
    dialog.repeats.click()
    qtbot.waitUntil(lambda: not dialog.strip.isHidden())
    assert not dialog.picks


def test_where_the_sample_is_used_up_repeats_cannot_be_asked_for(tmp_path: Path, qtbot: QtBot) -> None:
    made = Bench(make_study(tmp_path / "once.kgstudy", runs=0, repeats="no"), qtbot, tabs=False)
    made.window.ask("several")
    dialog: BatchDialog = dialog_of(made, qtbot, BatchDialog)
    qtbot.waitUntil(dialog.start.isEnabled)
    assert not dialog.repeats.isEnabled()
    dialog.reject()
    made.close()


def test_a_batch_keeps_the_limits_that_a_person_sets(bench: Bench, qtbot: QtBot) -> None:
    bench.window.ask("several")
    dialog: BatchDialog = dialog_of(bench, qtbot, BatchDialog)
    qtbot.waitUntil(dialog.start.isEnabled)
    study = bench.controller.study
    values = dict(zip(study.pool.ids, study.pool.values[0], strict=True))
    dialog.limits.add.click()
    (row,) = dialog.limits.rows
    assert not dialog.start.isEnabled()
    row.kind.choose("one_level")
    assert row.most.isHidden()
    dialog.count.setValue(2)
    qtbot.waitUntil(dialog.start.isEnabled)  # two candidates have the same value there, no three have
    assert sorted(pick.suggestion.candidate for pick in dialog.picks) == ["C-0001", "C-0012"]
    dialog.count.setValue(3)
    qtbot.waitUntil(lambda: not dialog.strip.isHidden())
    assert "within the limits" in dialog.strip.text
    row.kind.choose("per_level")
    dialog.count.setValue(5)
    qtbot.waitUntil(dialog.start.isEnabled)
    assert len({values[pick.suggestion.candidate] for pick in dialog.picks}) == 5
    assert dialog.strip.isHidden()
    assert clipped(dialog) == []
    dialog.limits.add.click()
    qtbot.waitUntil(lambda: "two limits" in dialog.strip.text)
    assert not dialog.picks
    dialog.limits.rows[1].findChild(type(dialog.start), "several.limit.remove").click()
    qtbot.waitUntil(dialog.start.isEnabled)
    assert dialog.limits.limits == (("per_level", study.pool.attributes[0].name, 1),)


def test_a_batch_is_suggested_among_the_candidates_that_satisfy_conditions(
    bench: Bench, qtbot: QtBot
) -> None:
    bench.window.ask("several")
    dialog: BatchDialog = dialog_of(bench, qtbot, BatchDialog)
    qtbot.waitUntil(dialog.start.isEnabled)
    pool = bench.controller.study.pool
    name, values = pool.attributes[0].name, pool.values[0]
    middle = sorted(map(float, values))[len(values) // 2]
    dialog.count.setValue(1)
    dialog.where.setText(f"{name} > {middle:g}")
    qtbot.waitUntil(dialog.start.isEnabled)
    (pick,) = dialog.picks
    assert float(values[pool.row(str(pick.next))]) > middle
    dialog.where.setText(f"{name} > warm")
    qtbot.waitUntil(lambda: "“warm”" in dialog.strip.text)
    assert not dialog.start.isEnabled()
    dialog.where.setText(f"{name} > {middle:g}")
    qtbot.waitUntil(dialog.start.isEnabled)
    assert clipped(dialog) == []
    dialog.start.click()
    qtbot.waitUntil(lambda: len(bench.controller.study.pending) == 1)
    made = next(event for event in bench.controller.study.events if event.kind == "suggestion_made")
    assert made.payload["restricted"] is True


def test_a_batch_and_a_worklist_begin_with_the_conditions_of_the_suggestion_on_the_card(
    bench: Bench, qtbot: QtBot
) -> None:
    study, service = bench.controller.study, bench.controller.advice
    name, values = study.pool.attributes[0].name, study.pool.values[0]
    where = f"{name} > {sorted(map(float, values))[len(values) // 2]:g}"
    service.suggest_where(where)
    qtbot.waitUntil(lambda: service.current is not None, timeout=60_000)
    bench.window.ask("several")
    dialog: BatchDialog = dialog_of(bench, qtbot, BatchDialog)
    assert dialog.where.text() == where
    dialog.count.setValue(1)
    qtbot.waitUntil(lambda: dialog.start.isEnabled() and len(dialog.picks) == 1)
    asked = queries.suggestion(study, limits=BatchLimits(where=where))["suggestions"][0]["candidate"]
    assert dialog.picks[0].next == service.current.next == asked  # type: ignore[union-attr]
    dialog.reject()
    bench.window.ask("worklist")
    worklist: WorklistDialog = dialog_of(bench, qtbot, WorklistDialog)
    assert worklist.where.text() == where
    worklist.reject()


def test_a_file_of_results_is_read_beside_the_window_and_given_up_by_cancel(
    bench: Bench, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = filled(started(bench, qtbot), "yes", "no")
    threads: list[threading.Thread] = []
    go_on, given_up = threading.Event(), threading.Event()
    plan_results = actions.plan_results

    def slowly(*given: Any, progress: Any, **how: Any) -> Any:
        threads.append(threading.current_thread())
        progress(1, 4)
        go_on.wait()
        try:
            return plan_results(*given, progress=progress, **how)
        except KgdeskError:
            given_up.set()
            raise

    monkeypatch.setattr(results_preview.actions, "plan_results", slowly)
    dialog, hands = dropped(bench, qtbot, path)
    qtbot.waitUntil(lambda: "25 %" in dialog.summary.text())
    assert threading.main_thread() not in threads
    assert not dialog.record.isEnabled()
    hands.key(Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: bench.window.findChild(ResultsDialog) is None)
    go_on.set()
    assert given_up.wait(60)
    dialog, _ = dropped(bench, qtbot, path)
    qtbot.waitUntil(dialog.record.isEnabled)
    assert bench.runs_on_disk() == 0


def test_a_day_of_96_wells_takes_four_keys_then_one_drop_and_two_with_a_mangled_file(
    tmp_path: Path, qtbot: QtBot
) -> None:
    setting = {"budget": 96, "at_once": 96, **measured_setting("yield >= 20 %")}
    path = make_study(tmp_path / "day.kgstudy", rows=120, runs=0, **setting)
    day = Bench(path, qtbot, tabs=False)
    try:
        worklist = started(day, qtbot, 96)
        assert len(day.controller.study.pending) == 96
        results = tmp_path / "results.csv"
        results.write_bytes(mangled(worklist.read_text("utf-8-sig")))
        dialog, hands = dropped(day, qtbot, results)
        qtbot.waitUntil(lambda: dialog.record.isEnabled() and dialog.record.hasFocus())
        assert clipped(dialog) == []
        hands.key(Qt.Key.Key_Return)
        qtbot.waitUntil(lambda: day.runs == 96)
        assert hands.drags == 1
        assert hands.keys <= 2
        assert day.runs_on_disk() == 96
        study = day.controller.study
        assert study.pending == ()
        assert all((run.outcome == "success") == ((run.measured or 0) >= 20) for run in study.runs)
        assert all(run.probability_before is not None for run in study.runs)
    finally:
        day.close()


def test_one_file_goes_into_each_of_two_studies_and_leaves_the_other_rows_out(
    tmp_path: Path, qtbot: QtBot
) -> None:
    path = tmp_path / "both.csv"
    path.write_text("candidate,outcome\nC-0001,yes\nSUZ-0002,no\nSUZ-0003,perhaps\n", encoding="utf-8")
    for prefix, count, over in (("C-", 1, 2), ("SUZ-", 2, 1)):
        made = Bench(make_study(tmp_path / f"{prefix}.kgstudy", runs=0, prefix=prefix), qtbot, tabs=False)
        try:
            dialog, hands = dropped(made, qtbot, path)
            qtbot.waitUntil(dialog.known_only.isVisible)
            dialog.new.click()
            if dialog.words.isVisible():
                combo = dialog.words.combos["perhaps"]
                combo.setCurrentIndex(combo.findData("failure"))
                combo.activated.emit(combo.currentIndex())
                qtbot.waitUntil(lambda dialog=dialog: dialog.plan is not None and not dialog.plan.unknown)
            assert f"no candidate of this study: {over} (" in dialog.summary.text()
            assert not dialog.record.isEnabled()
            assert clipped(dialog) == []
            dialog.known_only.click()
            hands.click(dialog.record)
            qtbot.waitUntil(lambda made=made, count=count: made.runs == count)
            said = f"Outcomes recorded: {count}. Rows passed over: {over}."
            qtbot.waitUntil(lambda made=made, said=said: made.strip == said)
            assert {run.candidate.startswith(prefix) for run in made.controller.study.runs} == {True}
        finally:
            made.close()
