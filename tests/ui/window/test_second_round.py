"""Second round of the window: scans in any tab, pictures that come late, their menu, the first window's size."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from entry_bench import Bench, make_study
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QContextMenuEvent, QGuiApplication
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QDialog,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QRadioButton,
    QWidget,
)
from seldom import seldom
from tabled import walk

from kgdesk.actions import exporting
from kgdesk.ui.dialogs.results_preview import ResultsDialog
from kgdesk.ui.dialogs.run_details import DetailsDialog
from kgdesk.ui.new_study.wizard import NewStudyWizard
from kgdesk.ui.plots.over_runs import RunsCard, RunsData
from kgdesk.ui.plots.promising import PromisingCard
from kgdesk.ui.plots.value import ValueCard
from kgdesk.ui.session.preferences import first_size
from kgdesk.ui.window.main_window import USUAL
from kgdesk.ui.window.result_files import read_results
from tests.ui.plots.plot_samples import runs_data

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from pytestqt.qtbot import QtBot

K = Qt.Key


@pytest.fixture
def bench(tmp_path: Path, qtbot: QtBot) -> Iterator[Bench]:
    made = Bench(make_study(tmp_path / "small.kgstudy", rows=24, runs=4), qtbot, tabs=False)
    made.window.resize(1366, 768)
    yield made
    made.close()


def dialogs(bench: Bench) -> list[QDialog]:
    return [each for each in bench.window.findChildren(QDialog) if each.isVisible()]


@pytest.mark.parametrize("places", [(0, 3), *seldom((range(5),))], ids=["some", "all"])
def test_a_scan_is_caught_in_every_tab_and_opens_nothing(bench: Bench, places: Sequence[int]) -> None:
    for place in places:
        bench.turn_to(bench.window.parts.tabs.page_at(place))
        scan_everywhere(bench)


def scan_everywhere(bench: Bench) -> None:
    """Scan with the keyboard in each part of the current tab that takes it but types nothing."""
    tab, page = bench.window.parts.tabs.currentIndex(), bench.window.parts.tabs.currentWidget()
    takers = [
        each
        for each in page.findChildren(QWidget)
        if each.isVisible() and each.focusPolicy() & Qt.FocusPolicy.TabFocus and each.isEnabled()
    ]
    other = next(
        name for name in bench.controller.study.pool.ids if name != bench.text("entry.candidateCode")
    )
    runs = bench.runs
    seen = 0
    for taker in takers:
        if isinstance(taker, QLineEdit | QComboBox | QAbstractSpinBox | QPlainTextEdit):
            continue
        taker.setFocus()
        if not taker.hasFocus():
            continue
        seen += 1
        bench.type(f"{other}\n")
        assert not dialogs(bench), taker.objectName()
        assert other in bench.strip, taker.objectName()
        assert bench.window.parts.tabs.currentIndex() == tab
        bench.press(K.Key_Escape)
    assert seen
    assert bench.runs == runs


def test_details_begin_with_no_outcome_chosen(bench: Bench, qtbot: QtBot) -> None:
    bench.window.commands.action("run.details").trigger()
    dialog = bench.window.findChild(DetailsDialog)
    assert dialog is not None
    names = ("details.success", "details.failure", "details.several")
    assert not any(dialog.findChild(QRadioButton, name).isChecked() for name in names)
    assert not dialog.ok.isEnabled()
    dialog.note.setFocus()
    qtbot.keyClick(dialog.note, K.Key_Return)
    assert dialog.isVisible()
    dialog.findChild(QRadioButton, "details.success").click()
    assert dialog.ok.isEnabled()
    dialog.reject()


def test_a_picture_without_data_says_that_they_come_and_with_none_that_there_are_none(qtbot: QtBot) -> None:
    card = ValueCard()
    qtbot.addWidget(card)
    card.show()
    assert "being worked out" in card.empty.text()
    assert "No candidate" not in card.sentence
    best = RunsCard()
    qtbot.addWidget(best)
    best.set_data(RunsData(()))
    assert best.sentence == "After the first run."


def test_an_old_picture_is_dimmed_until_the_new_one_comes(bench: Bench, qtbot: QtBot) -> None:
    tab = bench.window.overview
    bench.turn_to(tab)
    card = tab.findChild(PromisingCard)
    assert card is not None

    def opacity() -> float:
        return min(item.opacity() for item in card.figure.scene().items() if item.parentItem() is None)

    assert opacity() == 1.0
    card.outdate()
    assert card.sentence
    qtbot.waitUntil(lambda: opacity() < 0.5)
    data = card._data
    card.set_data(data)
    assert opacity() == 1.0
    card.outdate()
    card.set_data(data)
    assert not card._dims.isActive()
    bench.press(K.Key_F8, K.Key_Return)
    bench.wait_ready()
    assert bench.runs == 5
    assert opacity() == 1.0


def test_the_right_button_offers_reset_table_copy_and_save_of_that_picture(
    bench: Bench, qtbot: QtBot
) -> None:
    tab = bench.window.overview
    bench.turn_to(tab)
    card = tab.findChild(PromisingCard)
    assert card is not None
    place = card.figure.viewport().rect().center()
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, place, card.figure.mapToGlobal(place))
    QApplication.sendEvent(card.figure.viewport(), event)
    qtbot.waitUntil(lambda: card.findChild(QMenu, "plot.menu") is not None)
    menu = card.findChild(QMenu, "plot.menu")
    table, reset, copy, save, about = menu.actions()
    assert [action.objectName() for action in (reset, copy, save)] == [
        "plots.reset",
        "plots.copy",
        "plots.save",
    ]
    assert [action.text() for action in (table, about)] == ["As a &table", "&What is this?"]
    table.trigger()
    assert card.as_table.isChecked()
    card.show_table(False)
    QGuiApplication.clipboard().clear()
    menu.close()
    copy.trigger()
    qtbot.waitUntil(lambda: not QGuiApplication.clipboard().image().isNull())


def test_the_history_of_the_best_names_the_candidate_at_each_change_that_has_room(qtbot: QtBot) -> None:
    data = runs_data(30)
    changes = [point for point, changed in zip(data.points, data.changed, strict=True) if changed]
    newest_first = [f"{point.number}: {point.best}" for point in reversed(changes)]
    assert len(newest_first) == 4

    def named(width: int) -> list[str]:
        card = RunsCard()
        qtbot.addWidget(card)
        card.resize(width, 400)
        card.set_data(data)
        card.show()
        qtbot.waitUntil(lambda: card.drawn)
        return [text.textItem.toPlainText() for text in card._texts]

    assert named(1300) == newest_first
    few = named(400)
    assert few[0] == newest_first[0]
    assert few == [name for name in newest_first if name in few] != newest_first


def test_the_first_window_fits_its_screen(qtbot: QtBot) -> None:
    widget = QWidget()
    qtbot.addWidget(widget)
    room = widget.screen().availableGeometry()
    first_size(widget, QSize(5000, 5000))
    assert widget.width() < room.width()
    assert widget.height() < room.height()
    first_size(widget, QSize(300, 200))
    assert (widget.width(), widget.height()) == (300, 200)


@pytest.mark.parametrize("scale", ["1.25", "2", *seldom("1", "1.5")])
def test_home_fits_a_screen_at_every_scale(scale: str, tmp_path: Path) -> None:
    code = """
import sys
from PySide6.QtCore import QSize
from PySide6.QtWidgets import QApplication, QWidget
from kgdesk.ui.session.preferences import first_size
app = QApplication([])
window = QWidget()
first_size(window, QSize(*map(int, sys.argv[1:])))
room = window.screen().availableGeometry()
print(window.width() < room.width(), window.height() < room.height(), window.devicePixelRatio())
"""
    screen = tmp_path / "screen.json"
    screen.write_text(
        '{"screens": [{"name": "one", "x": 0, "y": 0, "width": 1920, "height": 1080, "logicalDpi": 96, '
        '"logicalBaseDpi": 96, "dpr": 1}]}'
    )
    told = subprocess.run(
        [sys.executable, "-c", code, *map(str, USUAL.toTuple())],
        env={
            **os.environ,
            # By its name alone: after the colon of a drive Qt would read another option.
            "QT_QPA_PLATFORM": f"offscreen:configfile={screen.name}",
            "QT_SCALE_FACTOR": scale,
        },
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()
    assert told == ["True", "True", str(float(scale))]


def test_a_duplicated_setup_has_the_candidates_roles_and_settings_and_no_runs(
    bench: Bench, qtbot: QtBot, tmp_path: Path
) -> None:
    study = bench.controller.study
    wished = []
    bench.window.requests.duplicate_wanted.connect(lambda: wished.append(exporting.setup_of(study)))
    bench.window.commands.action("study.duplicate").trigger()
    (setup,) = wished
    wizard = NewStudyWizard(bench.controller.who, tmp_path / "lab", setup=setup)
    qtbot.addWidget(wizard)
    wizard.show()
    walk(qtbot, wizard)
    assert wizard.session is not None
    made = wizard.session.study
    assert made.pool.ids == study.pool.ids
    assert made.pool.attributes == study.pool.attributes
    assert made.pool.values == study.pool.values
    assert made.pool.extras == study.pool.extras
    for key in ("budget", "policy", "belief", "terms", "location", "barcode"):
        assert getattr(made.settings, key) == getattr(study.settings, key), key
    assert study.runs
    assert not made.runs
    wizard.session.close()


def test_past_outcomes_come_from_a_file_of_results_and_are_no_planned_runs(
    bench: Bench, qtbot: QtBot, tmp_path: Path
) -> None:
    ids = bench.controller.study.pool.ids
    table = tmp_path / "past.csv"
    table.write_text(f"candidate,outcome\n{ids[5]},yes\n{ids[6]},no\n", "utf-8")
    runs, done = bench.runs, bench.controller.study.done
    read_results(bench.window.parts, table)
    dialog = bench.window.findChild(ResultsDialog)
    assert dialog is not None
    qtbot.waitUntil(dialog.past.isVisible)
    dialog.past.click()
    qtbot.waitUntil(dialog.record.isEnabled)
    dialog.record.click()
    qtbot.waitUntil(lambda: bench.runs == runs + 2)
    assert bench.controller.study.done == done
    assert all(run.imported for run in bench.controller.study.runs[-2:])
