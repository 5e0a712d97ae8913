"""The main window: imports, layout, clipping, stored state, released objects."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from seldom import seldom

sys.path.insert(0, str(Path(__file__).parent / "entry"))

from clipping import LONG, clipped
from entry_bench import Bench, Clock, make_study
from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QMenu,
    QToolButton,
    QWidget,
)

from kgdesk import actions
from kgdesk.actions import Operator
from kgdesk.ui.plots.card import PlotCard
from kgdesk.ui.session.refresher import Refresher
from kgdesk.ui.window.command_list import CommandList
from kgdesk.ui.window.commands import WindowCommand
from kgdesk.ui.window.menus import dress

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pytestqt.qtbot import QtBot

ROOT = Path(__file__).parents[3]
K = Qt.Key


@pytest.fixture
def small(tmp_path: Path) -> Path:
    return make_study(tmp_path / "small.kgstudy")


@pytest.fixture
def bench(small: Path, qtbot: QtBot) -> Iterator[Bench]:
    made = Bench(small, qtbot, tabs=False)
    yield made
    made.close()


def child(code: str, *arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", code, *arguments],
        cwd=ROOT,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


BUILD = """
import sys
from pathlib import Path
from PySide6.QtCore import QSettings
from kgdesk import actions
from kgdesk.ui.home import main
from kgdesk.actions import Operator
from kgdesk.ui.session.study_controller import StudyController
from kgdesk.ui.session.compute_queue import ComputeQueue
from kgdesk.ui.widgets.theme import Theme
from kgdesk.ui.window.main_window import MainWindow
path = Path(sys.argv[1])
QSettings.setPath(QSettings.Format.NativeFormat, QSettings.Scope.UserScope, str(path.parent / "own"))
app = main.application()
theme = Theme(app)
theme.apply("light")
queue = ComputeQueue(app)
controller = StudyController(actions.open_in_window(path, Operator("MK")), queue)
window = MainWindow(controller, theme)
window.show()
"""


def test_the_window_stands_before_numba_or_scipy_are_imported(small: Path) -> None:
    code = (
        BUILD
        + "print(sorted({'numba', 'scipy', 'llvmlite'} & set(sys.modules)))\nwindow.close()\nqueue.stop()\n"
    )
    process = child(code, str(small))
    out, err = process.communicate(timeout=120)
    assert process.returncode == 0, err
    assert out.strip() == "[]"


def test_a_run_recorded_through_the_window_survives_kill_9(small: Path) -> None:
    code = BUILD + (
        "from PySide6.QtTest import QTest\nfrom PySide6.QtCore import Qt\n"
        "controller.advice.ask()\n"
        "def wait(condition):\n"
        "    for _ in range(6000):\n"
        "        if condition(): return\n"
        "        QTest.qWait(10)\n"
        "    raise AssertionError((window.panel.control.entry, window.panel.strip.label.text()))\n"
        "wait(lambda: controller.advice.current is not None and controller.refresher.idle)\n"
        "window.activateWindow()\n"
        "wait(window.isActiveWindow)\n"
        "QTest.keyClick(window.windowHandle(), Qt.Key.Key_F8)\n"
        "wait(lambda: window.panel.control.entry.state == 'armed')\n"
        "QTest.keyClick(window.windowHandle(), Qt.Key.Key_Return)\n"
        "wait(lambda: window.panel.strip.label.text().startswith('Run 4 recorded: C-'))\n"
        "print('recorded', flush=True)\n"
        "while True: QTest.qWait(1000)\n"
    )
    process = child(code, str(small))
    assert process.stdout is not None
    try:
        reached = process.stdout.readline() == "recorded\n"
    finally:
        process.kill()
        error = process.communicate(timeout=30)[1]
    assert reached, error
    with actions.open_study(small, Operator("JB")) as again:
        assert again.read_only_reason is None
        assert len(again.study.runs) == 4
        assert again.study.runs[-1].outcome == "success"
    assert actions.verify(small).problem is None


# Clipping.


#: Sizes of the window; by day it is looked at in all at first and when the study is finished, else in the smallest.
SIZES = ((1093, 582), (1366, 768), (1920, 1080))


@pytest.mark.parametrize(
    "sizes",
    [SIZES[:1], pytest.param(SIZES, marks=pytest.mark.nightly)],
    ids=["states in one size", "states in all sizes"],
)
@pytest.mark.parametrize("long", [*seldom(False), True], ids=["plain", "long"])
def test_nothing_is_clipped(
    tmp_path: Path, qtbot: QtBot, long: bool, sizes: tuple[tuple[int, int], ...]
) -> None:
    prefix, names = (
        (LONG, ("Crystals larger than 50 µm", "Only precipitate")) if long else ("C-", ("Good", "Bad"))
    )
    path = make_study(
        tmp_path / "wide.kgstudy", 30, 18, prefix=prefix, success_name=names[0], failure_name=names[1]
    )
    bench = Bench(path, qtbot)

    def in_each(sizes: tuple[tuple[int, int], ...]) -> Iterator[tuple[int, int]]:
        for size in sizes:
            bench.window.resize(*size)
            qtbot.waitUntil(lambda size=size: bench.window.size().toTuple() == size)
            QApplication.sendPostedEvents()
            yield size

    try:
        for size in in_each(SIZES):
            assert bench.window.minimumSizeHint().width() <= size[0]
            assert clipped(bench.window) == [], size
        for act in (
            lambda: bench.press(K.Key_F8),
            lambda: bench.press(K.Key_Return),
            bench.wait_ready,
            lambda: bench.control.scan(bench.controller.study.pool.ids[-1]),
            bench.control.accept_scan,
            lambda: bench.control.set_operator(""),
        ):
            act()
            for size in in_each(sizes):
                assert clipped(bench.window) == [], size
        attributes = bench.part("entry.attributes")
        for size in in_each(SIZES):
            qtbot.waitUntil(lambda: attributes.height() >= 3 * attributes.fontMetrics().lineSpacing())
            for name in ("entry.success", "entry.failure", "entry.strip"):
                part = bench.part(name)
                place = QRect(part.mapTo(bench.window, QPoint()), part.size())
                assert part.isVisible(), (name, size)
                assert bench.window.rect().contains(place), (name, size)
        bench.control.set_operator("MK")
        bench.controller.do(actions.finish, "Planned runs are done")
        for size in in_each(SIZES):
            assert bench.controller.study.closing is not None
            assert bench.part("entry.reopen").isVisible()
            assert clipped(bench.window) == [], size
    finally:
        bench.close()


def test_the_entry_of_study_is_326_to_400_pixels_wide(bench: Bench, qtbot: QtBot) -> None:
    for width in (800, 1366, 2560):
        bench.window.resize(width, 800)
        qtbot.waitUntil(lambda width=width: bench.window.width() == width)
        assert bench.part("entry.scroller").width() == {800: 326, 1366: 348, 2560: 400}[width]


# Commands.


def test_every_key_belongs_to_one_command_and_none_is_a_letter(bench: Bench) -> None:
    keys = [key for command in bench.window.commands for key in command.keys]
    assert len(keys) == len(set(keys))
    assert all(len(key) > 1 for key in keys)
    with pytest.raises(Exception, match="taken by another command"):
        bench.window.commands.add(WindowCommand("x.twice", "&Twice", print, ("F8",)))
    with pytest.raises(Exception, match="a scanner may type"):
        bench.window.commands.add(WindowCommand("x.letter", "&Letter", print, ("S",)))


def menus(bench: Bench) -> list[QMenu]:
    return [m for m in bench.window.menuBar().findChildren(QMenu) if m.title()]


def test_every_menu_entry_has_a_mnemonic_of_its_own(bench: Bench) -> None:
    for menu in menus(bench):
        texts = [a.text() for a in menu.actions() if not a.isSeparator()]
        letters = [t[t.index("&") + 1].casefold() for t in texts]
        assert sorted(set(letters)) == sorted(letters), (menu.title(), texts)


def test_five_menus_have_at_most_nine_entries_and_all_are_in_the_list_of_commands(bench: Bench) -> None:
    listed = CommandList(bench.window.commands, bench.window)
    known = {listed.list.item(row).data(Qt.ItemDataRole.UserRole) for row in range(listed.list.count())}
    entries = {
        a.objectName() for m in menus(bench) for a in m.actions() if not a.isSeparator() and not a.menu()
    }
    assert entries < known
    assert {command.id for command in bench.window.commands} == known
    bar = [action.menu() for action in bench.window.menuBar().actions()]
    assert [menu.title() for menu in bar] == ["&Study", "&Edit", "&Run", "&View", "&Help"]
    counts = [sum(not a.isSeparator() for a in menu.actions()) for menu in bar]
    assert max(counts) <= 9, counts
    listed.deleteLater()


def test_copy_takes_the_selected_rows_or_text_and_else_the_picture_with_the_keyboard(
    bench: Bench, qtbot: QtBot
) -> None:
    copy, clipboard = bench.window.commands.action("edit.copy"), QGuiApplication.clipboard()
    scan = bench.window.panel.scan.field
    scan.setFocus()
    scan.setText("C-0003")
    scan.selectAll()
    copy.trigger()
    assert clipboard.text() == "C-0003"
    bench.press(K.Key_2, modifier=Qt.KeyboardModifier.AltModifier)
    copy.trigger()
    assert clipboard.text().splitlines()[0].split("\t")[1] == "Code"
    bench.press(K.Key_1, modifier=Qt.KeyboardModifier.AltModifier)
    overview = bench.window.overview
    qtbot.waitUntil(overview.painted, timeout=60_000)
    overview.best.figure.setFocus()
    clipboard.clear()
    copy.trigger()
    assert not clipboard.image().isNull()


def test_find_goes_to_the_search_of_the_page_in_sight_and_else_to_that_of_candidates(bench: Bench) -> None:
    find = bench.window.commands.action("edit.find")
    for place, name in ((3, "timeline.find"), (1, "candidates.filter"), (4, "candidates.filter")):
        bench.press(K(K.Key_1.value + place), modifier=Qt.KeyboardModifier.AltModifier)
        find.trigger()
        assert bench.window.focusWidget().objectName() == name


def test_a_page_that_is_called_on_bench_is_shown_on_study(bench: Bench) -> None:
    bench.window.show_face("bench")
    bench.press(K.Key_G, modifier=Qt.KeyboardModifier.ControlModifier)
    assert bench.window.face == "study"
    assert bench.part("candidates.filter").isVisible()
    bench.window.show_face("bench")
    bench.press(K.Key_4, modifier=Qt.KeyboardModifier.AltModifier)
    assert bench.part("history.table").isVisible()


def test_the_list_of_commands_finds_and_runs_one(bench: Bench) -> None:
    bench.press(K.Key_K, modifier=Qt.KeyboardModifier.ControlModifier)
    found = bench.part("commands", CommandList)
    found.search.setText("full scr")
    shown = [r for r in range(found.list.count()) if not found.list.item(r).isHidden()]
    assert len(shown) == 1
    found.search.setText("dark")
    found.search.returnPressed.emit()
    assert bench.window.preferences.scheme == "dark"
    dress(bench.window.parts, scheme="light")


@pytest.mark.parametrize("places", [(1, 3, 4), *seldom((range(5),))], ids=["some", "all"])
def test_alt_and_a_digit_show_each_tab(bench: Bench, places: Sequence[int]) -> None:
    for place in places:
        bench.press(K(K.Key_1.value + place), modifier=Qt.KeyboardModifier.AltModifier)
        assert bench.window.parts.tabs.currentIndex() == place


def test_f6_leads_round_all_areas_and_shift_f6_back(bench: Bench) -> None:
    bench.part("entry.scan").setFocus()
    seen = []
    for _ in range(4):
        bench.press(K.Key_F6)
        seen.append(bench.window.focusWidget())
    assert seen[-1] is bench.part("entry.scan")
    assert len(set(map(id, seen))) == 4
    for expected in (*reversed(seen[:-1]), seen[-1]):
        bench.press(K.Key_F6, modifier=Qt.KeyboardModifier.ShiftModifier)
        assert bench.window.focusWidget() is expected


def test_every_part_that_takes_the_keyboard_has_a_name_for_screen_readers(bench: Bench) -> None:
    nameless = [
        part.objectName() or type(part).__name__
        for area in (bench.window.panel, bench.window.overview, bench.window.status)
        if area is not None
        for part in area.findChildren(QWidget)
        if part.isVisible()
        and part.focusProxy() is None
        and part.focusPolicy() & Qt.FocusPolicy.TabFocus
        and not (part.accessibleName() or (isinstance(part, QAbstractButton) and part.text()))
    ]
    assert nameless == []


# Messages and stored state.


def test_the_status_line_says_when_the_newest_entry_was_saved(bench: Bench) -> None:
    newest = bench.controller.study.events[-1].new.recorded_at_utc
    assert bench.text("status.saved") == f"All entries saved {newest[11:19]}"
    bench.press(K.Key_F8, K.Key_Return)
    assert bench.text("status.saved").startswith("All entries saved 09:00:0")
    assert bench.part("status.operator", QToolButton).text() == "Operator: MK  (Ctrl+Shift+O)"


def test_colours_and_text_size_are_remembered(bench: Bench) -> None:
    before = bench.part("entry.expected").font().pointSizeF()
    bench.window.commands.action("view.dark").trigger()
    bench.window.commands.action("view.text150").trigger()
    assert bench.part("entry.expected").font().pointSizeF() == pytest.approx(1.5 * before, rel=0.02)
    assert (bench.window.preferences.scheme, bench.window.preferences.text_scale) == ("dark", 1.5)
    assert bench.window.commands.action("view.dark").isChecked()


def test_a_change_of_colours_restyles_each_picture_once_and_passes_no_event_to_the_refresher(
    bench: Bench, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    overview = bench.window.overview
    qtbot.waitUntil(overview.painted, timeout=60_000)
    restyled: list[str] = []
    seen: list[QEvent.Type] = []
    restale, filtered = PlotCard._restale, Refresher.eventFilter

    def count(card: PlotCard[object]) -> None:
        restyled.append(card.objectName())
        restale(card)

    def see(refresher: Refresher, watched: QObject, event: QEvent) -> bool:
        seen.append(event.type())
        return filtered(refresher, watched, event)

    monkeypatch.setattr(PlotCard, "_restale", count)
    monkeypatch.setattr(Refresher, "eventFilter", see)
    dress(bench.window.parts, scheme="dark")
    assert sorted(restyled) == sorted(set(restyled))
    assert {card.objectName() for card in overview.cards} <= set(restyled)
    assert len(seen) < 50  # of thousands
    qtbot.waitUntil(overview.painted)
    dress(bench.window.parts, scheme="light")


def test_looking_back_says_so_and_leads_back(bench: Bench, qtbot: QtBot) -> None:
    overview = bench.window.overview
    assert overview is not None
    now = overview.best.sentence
    bench.controller.selection.show_as_of(1)
    banner = bench.window.history_banner
    assert banner.isVisible()
    assert banner.label.text().startswith("State after run 1, of 3.")
    qtbot.waitUntil(overview.painted, timeout=60_000)
    assert overview.best.sentence != now
    assert not bench.part("entry.success").isEnabled()
    bench.click("then.back")
    assert bench.part("entry.success").isEnabled()
    assert not banner.isVisible()
    qtbot.waitUntil(overview.painted)
    assert overview.best.sentence == now


def test_a_click_on_a_run_opens_it_in_the_timeline_and_one_on_a_candidate_in_explore(
    bench: Bench, qtbot: QtBot
) -> None:
    overview = bench.window.overview
    qtbot.waitUntil(overview.painted, timeout=60_000)
    overview.history.run_chosen.emit(2)
    page = bench.window.parts.tabs.currentWidget()
    assert page.objectName() == "timeline"
    assert page.selected.number == 2
    bench.window.parts.focus_cycle.go_to_tab(0)
    overview.value.candidate_chosen.emit("C-0004")
    assert bench.window.parts.tabs.currentWidget().objectName() == "explore"
    assert bench.controller.selection.candidate == "C-0004"


def test_the_four_answers_stand_side_by_side_or_below_each_other_and_the_page_scrolls(
    bench: Bench, qtbot: QtBot
) -> None:
    overview = bench.window.overview

    def columns() -> int:
        return len({card.x() for card in overview.cards})

    bench.window.resize(1366, 768)
    qtbot.waitUntil(lambda: columns() == 2)
    bench.window.resize(1000, 700)
    qtbot.waitUntil(lambda: columns() == 1)
    assert all(card.isVisible() for card in overview.cards)
    bench.window.resize(1366, 768)
    qtbot.waitUntil(lambda: columns() == 2)
    # Two would have no room for their labels; at 150 % they have it in faces whose digits are narrow.
    bench.window.theme.apply("light", 1.75)
    qtbot.waitUntil(lambda: columns() == 1)
    line = overview.fontMetrics().lineSpacing()
    assert all(card.height() >= 14 * line for card in overview.cards)


def test_closing_lets_go_of_study_threads_and_widgets(small: Path, qtbot: QtBot) -> None:
    threads = set(threading.enumerate())
    widgets = set(map(id, QApplication.topLevelWidgets()))
    bench = Bench(small, qtbot)
    bench.press(K.Key_F8)
    bench.close()
    with actions.open_study(small, Operator("JB", "other", Clock())) as free:
        assert free.read_only_reason is None
    assert set(threading.enumerate()) == threads
    assert {id(w) for w in QApplication.topLevelWidgets() if w.isVisible()} <= widgets
