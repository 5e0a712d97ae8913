"""A slow disk neither blocks the window nor makes its messages wrong."""

from __future__ import annotations

import threading
import time
from itertools import pairwise
from typing import TYPE_CHECKING

import apsw
import pytest
from entry_bench import Bench
from PySide6.QtCore import QEventLoop, Qt, QTimer
from slowdisk import Disk, slow_disk

from kgdesk import actions
from kgdesk.errors import NotSaved
from kgdesk.ui.dialogs.correct import CorrectDialog
from kgdesk.ui.dialogs.note import NoteDialog

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pytestqt.qtbot import QtBot

K = Qt.Key
CONTROL = Qt.KeyboardModifier.ControlModifier
TURNS = 5
DELAY_S = 0.1


@pytest.fixture
def disk() -> Iterator[Disk]:
    with slow_disk() as made:
        yield made


@pytest.fixture
def slow_bench(
    request: pytest.FixtureRequest, disk: Disk, small_study_path: Path, qtbot: QtBot
) -> Iterator[Bench]:
    made = Bench(small_study_path, qtbot, tabs=request.node.get_closest_marker("with_tabs") is not None)
    yield made
    disk.wait = lambda: None
    made.close()


class Gate:
    """Block every sync until it is opened."""

    def __init__(self, disk: Disk) -> None:
        self._open, self.reached = threading.Event(), threading.Event()
        disk.wait = self._stand

    def _stand(self) -> None:
        self.reached.set()
        self._open.wait(60)

    def open(self) -> None:
        self._open.set()


def turn(count: int = TURNS) -> None:
    """Process pending events `count` times."""
    loop = QEventLoop()
    left = [count]

    def tick() -> None:
        left[0] -= 1
        if not left[0]:
            loop.quit()

    timer = QTimer(interval=0)
    timer.timeout.connect(tick)
    timer.start()
    loop.exec()


def strip(bench: Bench) -> str:
    """Return the present text of the strip without waiting."""
    return str(bench._window.panel.strip.label.text())


def test_the_window_goes_on_while_the_disk_syncs_and_says_recorded_only_afterwards(
    disk: Disk, slow_bench: Bench, qtbot: QtBot
) -> None:
    bench, window = slow_bench, slow_bench._window
    bench.press(K.Key_F8)
    qtbot.waitUntil(lambda: actions.load_draft(bench._controller.session) is not None)
    gate = Gate(disk)
    bench.press(K.Key_Return)
    qtbot.waitUntil(gate.reached.is_set)
    turn()
    control = window.panel.control
    assert control.entry.state == "saving"
    assert strip(bench) == "Saving…"
    assert window.status.saved.text() == "Saving…"
    assert len(bench._controller.study.runs) == 3
    assert window.panel.head.done.text() == "3 of 40 runs done"
    assert actions.load_draft(bench._controller.session) is not None
    gate.open()
    qtbot.waitUntil(lambda: control.entry.state == "recorded")
    qtbot.waitUntil(lambda: strip(bench).startswith("Run 4 recorded: C-"))
    assert actions.load_draft(bench._controller.session) is None
    assert bench.runs_on_disk() == 4


def test_no_second_entry_is_taken_while_one_is_being_saved(
    disk: Disk, slow_bench: Bench, qtbot: QtBot
) -> None:
    bench, window = slow_bench, slow_bench._window
    gate = Gate(disk)
    bench.press(K.Key_F8, K.Key_Return)
    qtbot.waitUntil(gate.reached.is_set)
    assert window.panel.scan.field.hasFocus()
    bench.press(K.Key_Return, K.Key_F9, K.Key_Return, K.Key_F8, K.Key_Return, K.Key_Escape)
    bench.press(K.Key_T, K.Key_Z, modifier=CONTROL)
    bench.press(K.Key_Return)
    turn()
    assert strip(bench) == "Saving…"
    for part in (window.panel.success, window.panel.failure, window.panel.void, window.panel.skip):
        assert not part.isEnabled()
    gate.open()
    assert bench.runs_on_disk() == 4
    assert [run.outcome for run in bench.controller.study.runs[3:]] == ["success"]
    assert strip(bench).startswith("Run 4 recorded: C-")


@pytest.mark.with_tabs
def test_a_sync_of_a_tenth_of_a_second_leaves_the_window_free(
    disk: Disk, slow_bench: Bench, qtbot: QtBot, capsys: pytest.CaptureFixture[str]
) -> None:
    bench, control = slow_bench, slow_bench._window.panel.control
    pause = threading.Event()
    disk.wait = lambda: pause.wait(DELAY_S)
    looks: list[float] = []
    timer = QTimer(interval=1)
    timer.timeout.connect(lambda: looks.append(time.perf_counter()))
    saved: list[float] = []
    bench._controller.changed.connect(lambda _: saved.append(time.perf_counter()))
    timer.start()
    qtbot.waitUntil(lambda: bool(looks))
    before, began = disk.syncs, time.perf_counter()
    bench.press(K.Key_F8, K.Key_Return)
    qtbot.waitUntil(lambda: control.entry.state == "recorded")
    took = time.perf_counter() - began
    timer.stop()
    during = [began, *(look for look in looks if began < look < saved[0])]
    gap = max(after - earlier for earlier, after in pairwise([*during, saved[0]]))
    with capsys.disabled():
        print(
            f"\nsaved after {1e3 * took:.0f} ms of {disk.syncs - before} syncs of {1e3 * DELAY_S:.0f} ms; "
            f"the event loop turned {len(during) - 1} times, longest gap {1e3 * gap:.0f} ms"
        )
    assert disk.syncs > before
    assert len(during) > TURNS


def test_what_the_slow_disk_refuses_after_all_is_tried_again_without_retyping(
    disk: Disk, slow_bench: Bench, qtbot: QtBot
) -> None:
    bench, control = slow_bench, slow_bench._window.panel.control
    code = bench.text("entry.candidateCode")

    def full() -> None:
        raise apsw.FullError

    disk.wait = full
    bench.press(K.Key_F8, K.Key_Return)
    qtbot.waitUntil(lambda: control.entry.state == "not_saved")
    qtbot.waitUntil(lambda: strip(bench) == "✕ Run 4 could not be saved and is NOT recorded.")
    disk.wait = lambda: None
    bench.click("entry.tryAgain")
    assert bench.strip == f"Run 4 recorded: {code} ● Success"
    assert bench.runs_on_disk() == 4


def test_closing_the_window_waits_until_the_entry_is_on_disk(
    disk: Disk, small_study_path: Path, qtbot: QtBot
) -> None:
    bench = Bench(small_study_path, qtbot, tabs=False)
    try:
        gate = Gate(disk)
        bench.press(K.Key_F8, K.Key_Return)
        qtbot.waitUntil(gate.reached.is_set)
        opener = threading.Timer(0.0, gate.open)
        opener.start()
        assert bench._window.close()
        opener.join()
        assert bench.runs_on_disk() == 4
    finally:
        bench.close()


def test_a_window_whose_last_entry_was_not_saved_stays_open_and_says_so(
    slow_bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench, window = slow_bench, slow_bench._window
    closing = threading.Event()

    def full(*_: object, **__: object) -> None:
        closing.wait(60)
        raise NotSaved("The disk is full: make room and try again.")

    with monkeypatch.context() as broken:
        broken.setattr(actions, "record", full)
        bench.press(K.Key_F8, K.Key_Return)
        threading.Timer(0.0, closing.set).start()
        assert not window.close()
    assert window.isVisible()
    assert strip(bench) == "✕ Run 4 could not be saved and is NOT recorded."
    bench.click("entry.tryAgain")
    assert bench.runs_on_disk() == 4


def test_an_entry_keeps_the_name_of_its_operator_when_another_one_takes_over_meanwhile(
    disk: Disk, slow_bench: Bench, qtbot: QtBot
) -> None:
    bench = slow_bench
    gate = Gate(disk)
    bench.press(K.Key_F8, K.Key_Return)
    qtbot.waitUntil(gate.reached.is_set)
    bench._controller.do(actions.note, "lamp changed")
    bench._window.panel.control.set_operator("AB")
    gate.open()
    assert [event.new.actor for event in bench.controller.study.events[-2:]] == ["MK", "MK"]
    bench.controller.do(actions.note, "lamp changed again")
    assert bench.controller.study.events[-1].new.actor == "AB"


@pytest.mark.parametrize("kind", [NoteDialog, CorrectDialog])
def test_a_dialog_stays_until_what_it_asked_for_is_on_disk(
    disk: Disk, slow_bench: Bench, qtbot: QtBot, kind: type[NoteDialog | CorrectDialog]
) -> None:
    window, controller = slow_bench._window, slow_bench._controller
    before = controller.study.revision
    if kind is NoteDialog:
        dialog: NoteDialog | CorrectDialog = NoteDialog(window.panel.control, window)
        dialog.text.setPlainText("lamp changed")  # type: ignore[union-attr] - it is the dialog of notes
    else:
        dialog = CorrectDialog(controller, 1, window)
        dialog.outcomes.buttons()[0].setChecked(True)
        dialog.reason.list.setCurrentRow(0)
    dialog.open()
    gate = Gate(disk)
    dialog.accept()
    qtbot.waitUntil(gate.reached.is_set)
    turn()
    assert dialog.isVisible()
    assert not dialog.save.isEnabled()
    assert controller.study.revision == before
    gate.open()
    qtbot.waitUntil(lambda: not dialog.isVisible())
    assert controller.study.revision == before + 1
    dialog.deleteLater()


def test_what_could_not_be_kept_is_said_although_its_dialog_was_closed(
    slow_bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = slow_bench._window

    def full(*_: object, **__: object) -> None:
        raise NotSaved("The disk is full: make room and try again.")

    monkeypatch.setattr(actions, "note", full)
    dialog = NoteDialog(window.panel.control, window)
    dialog.text.setPlainText("lamp changed")
    dialog.open()
    dialog.accept()
    dialog.reject()
    dialog.deleteLater()
    assert "The disk is full" in slow_bench.text("entry.banner.text")


def test_a_fault_of_the_program_leaves_no_entry_that_seems_to_be_saved(
    slow_bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    going = threading.Event()

    def broken(*_: object, **__: object) -> None:
        going.wait(60)
        raise RuntimeError("a fault")

    monkeypatch.setattr(actions, "record", broken)
    slow_bench.press(K.Key_F8, K.Key_Return)
    going.set()
    controller = slow_bench._controller
    with pytest.raises(RuntimeError, match="a fault"):
        controller.settle()
    assert strip(slow_bench).startswith("⚠ This could not be done")
    assert "It is not certain that this was recorded" in slow_bench.text("entry.banner.text")
    assert not controller.writing
