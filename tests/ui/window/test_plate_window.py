"""A plate in the window: worklist, results dropped on it, the rest void, the file taken back."""

from __future__ import annotations

import csv
import io
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "entry"))

from clipping import clipped
from entry_bench import Bench, make_study
from gestures import Hands
from PySide6.QtCore import Qt

from kgdesk.model.study.outcome_words import measured_setting
from kgdesk.ui.dialogs.plate_dialogs import ResultsDialog, WorklistDialog
from kgdesk.ui.dialogs.reason import ReasonDialog
from kgdesk.ui.dialogs.run_details import DetailsDialog
from kgdesk.ui.plots.promising import measured_data
from kgdesk.ui.tabs.checks import ChecksTab

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot

MODIFIERS = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def bench(tmp_path: Path, qtbot: QtBot) -> Iterator[Bench]:
    made = Bench(make_study(tmp_path / "plate.kgstudy", runs=0, budget=5), qtbot, tabs=False)
    yield made
    made.close()


def dialog_of(bench: Bench, qtbot: QtBot, kind: type[Any]) -> Any:
    qtbot.waitUntil(lambda: bench.window.findChild(kind) is not None)
    dialog = bench.window.findChild(kind)
    qtbot.waitUntil(dialog.isActiveWindow)
    return dialog


def started(bench: Bench, qtbot: QtBot) -> Path:
    """Start the runs of a plate by keys; return the worklist."""
    hands = Hands(bench.window)
    hands.key(Qt.Key.Key_W, MODIFIERS)
    dialog = dialog_of(bench, qtbot, WorklistDialog)
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


def test_a_plate_is_started_by_four_keys_and_recorded_by_one_drop_and_two(bench: Bench, qtbot: QtBot) -> None:
    path = started(bench, qtbot)
    running = bench.controller.study.pending
    assert [start.well for start in running] == ["A01", "A02", "A03", "A04", "A05"]
    assert {start.seen_on for start in running} == {"card"}
    dialog, hands = dropped(bench, qtbot, filled(path, "yes", "no", "ja", "void"))
    assert dialog.plan is not None
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
    path = filled(started(bench, qtbot), "yes", "perhaps")
    dialog, hands = dropped(bench, qtbot, path)
    assert "line 3" in dialog.strip.text
    assert not dialog.record.isEnabled()
    hands.key(Qt.Key.Key_Escape)
    qtbot.waitUntil(dialog.isHidden)
    assert bench.runs_on_disk() == 0


def test_what_is_not_certain_is_asked_before_anything_is_recorded(
    bench: Bench, qtbot: QtBot, tmp_path: Path
) -> None:
    path = tmp_path / "past.csv"
    path.write_text("candidate,outcome\nC-0001,yes\nC-0002,no\n", encoding="utf-8")
    dialog, hands = dropped(bench, qtbot, path)
    assert not dialog.record.isEnabled()
    dialog.past.click()
    assert dialog.record.isEnabled()
    hands.click(dialog.record)
    qtbot.waitUntil(lambda: bench.runs == 2)
    assert all(run.imported for run in bench.controller.study.runs)
    bench.wait_ready()
    again, _ = dropped(bench, qtbot, path)
    again.new.click()
    assert not again.record.isEnabled()
    assert again.again.isVisible()
    again.again.click()
    assert again.record.isEnabled()
    again.reject()


def test_the_rest_of_a_plate_is_void_and_the_file_taken_back_by_one_key(
    bench: Bench, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    monkeypatch.setattr(ReasonDialog, "ask", lambda *words: asked.append(words[2]) or "Wrong plate")
    dialog, _ = dropped(bench, qtbot, filled(started(bench, qtbot), "yes", "no"))
    qtbot.waitUntil(dialog.record.isEnabled)
    dialog.accept()
    qtbot.waitUntil(lambda: bench.runs == 2)
    bench.window.activateWindow()
    qtbot.waitUntil(bench.window.isActiveWindow)
    bench.press(Qt.Key.Key_Z, modifier=Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: all(run.taken_back for run in bench.controller.study.runs))
    assert "2 outcomes of results.csv" in asked[0]
    assert len(bench.controller.study.pending) == 5
    bench.window.commands.refresh()
    assert not bench.window.commands.action("run.takeBackFile").isEnabled()
    bench.window.commands.action("run.voidRest").trigger()
    qtbot.waitUntil(lambda: not bench.controller.study.pending)
    assert "5 runs" in asked[1]
    assert [run.reason for run in bench.controller.study.runs[2:]] == 5 * ["Wrong plate"]


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
    tab = lab.window.tabs.findChild(ChecksTab)
    assert tab is not None
    assert tab.measured in tab.cards
    assert tab.picker.findText(tab.measured.title.text()) == 4
