"""Tasks of a day in the forms of the window: sizes, languages, looks and sizes of text; counted in keys and clicks.

In every form each task is done as a person would, on what is in sight, and after each step no text is cut, no button
covers another one, and nothing scrolls sideways. New studies are made in `tests/ui/home` and `tests/ui/new_study`.
"""

from __future__ import annotations

import re
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest
from entry_bench import Bench
from forms import FORMS, Form, wrong_in
from gestures import Hands
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt, QTimer
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QApplication,
    QCheckBox,
    QDialog,
    QLabel,
    QListWidget,
    QPushButton,
    QScrollArea,
    QToolButton,
    QWidget,
)
from spoken import Spoken

from kgdesk import actions
from kgdesk.model.advice.posterior_summary import recommended
from kgdesk.ui.dialogs.correct import CorrectDialog
from kgdesk.ui.dialogs.finish import FinishDialog
from kgdesk.ui.dialogs.worklist import WorklistDialog
from kgdesk.ui.entry.face import FACES
from kgdesk.ui.entry.sentence import Sentence
from kgdesk.ui.pages.candidate_table import TICK
from kgdesk.ui.pages.candidates import CandidatesTab
from kgdesk.ui.pages.decide import DecideTab
from kgdesk.ui.pages.explore import ExploreTab
from kgdesk.ui.pages.timeline import TimelineTab

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from pytestqt.qtbot import QtBot

K, M = Qt.Key, Qt.KeyboardModifier
LEFT, NO_BUTTON = Qt.MouseButton.LeftButton, Qt.MouseButton.NoButton


class Desk:
    """A window in one form, with hands that count, and what was wrong on the way."""

    def __init__(self, bench: Bench, qtbot: QtBot) -> None:
        self.bench, self.qtbot = bench, qtbot
        self.hands = Hands(bench.window)
        self.faults: list[str] = []

    @property
    def study(self) -> Any:
        return self.bench.controller.study

    def begin(self) -> None:
        """Go back to the face of the pages with nothing begun, and count anew."""
        window = self.bench.window
        for left in window.findChildren(QDialog):  # by a task that failed
            left.close()
        window.show_face("study")
        self.bench.control.cancel()
        window.parts.tabs.setCurrentIndex(0)
        window.activateWindow()
        self.qtbot.waitUntil(window.isActiveWindow)
        window.panel.scan.field.setFocus()
        self.rest()
        self.hands = Hands(window)

    def rest(self) -> None:
        """Wait until everything in sight is up to date."""
        self.bench.wait_ready()
        self.qtbot.waitUntil(self.bench.settled, timeout=120_000)

    def turn(self, kind: type[QWidget], *, keys: bool) -> Any:
        """Turn to a page by Alt and its digit, or by its tab."""
        tabs = self.bench.window.parts.tabs
        page = self.bench.window.page(kind)
        place = tabs.indexOf(page)
        if keys:
            self.hands.key(K(K.Key_1 + place), M.AltModifier)
        else:
            self.hands.click(tabs.tabBar(), tabs.tabBar().tabRect(place).center())
        assert tabs.currentWidget() is page
        self.rest()
        return page

    def mnemonic(self, text: str) -> None:
        """Press Alt and the letter of a text, which is marked in it or named behind it."""
        found = re.search(r"(?:&|\+)(\w)", text.replace("&&", ""))
        assert found is not None, text
        self.hands.keys += 1
        target = QApplication.focusWidget()
        assert target is not None
        QTest.keyClick(target.window().windowHandle(), found[1].lower(), M.AltModifier)

    def dialog(self, kind: type[Any]) -> Any:
        """Wait for a dialog of the window and return it."""
        self.qtbot.waitUntil(lambda: isinstance(QApplication.activeWindow(), kind), timeout=60_000)
        found = QApplication.activeWindow()
        assert found is not None
        return found

    def look(self, step: str, at: QWidget | None = None) -> None:
        """Note what is cut, covered or scrolled sideways."""
        self.faults += [f"{step}: {one}" for one in wrong_in(at or self.bench.window)]


@pytest.fixture
def desk(request: pytest.FixtureRequest, tmp_path: Path, qtbot: QtBot, qapp: QApplication) -> Iterator[Desk]:
    """Open the sample study with fourteen outcomes in one form."""
    form: Form = request.param
    with Spoken(form.language, qapp):
        with actions.open_sample(tmp_path, actions.Operator("MK", "bench-3")) as session:
            for candidate, outcome in zip(
                session.study.pool.ids[5:8], ("failure", "success", "failure"), strict=True
            ):
                actions.record(session, candidate, outcome)
            path = session.path
        bench = Bench(path, qtbot)
        if (form.scale, form.scheme) != (1.0, "light"):
            bench.window.theme.apply(form.scheme, form.scale)  # type: ignore[arg-type]
        bench.window.resize(*form.size)
        qtbot.waitUntil(lambda: bench.window.size().toTuple() == form.size)
        yield Desk(bench, qtbot)
        bench.close()


def record_on_either_face(desk: Desk) -> None:
    """Record by two keys and by two clicks on both faces; F8, F2 and Enter record nothing."""
    for face in FACES:
        for by in ("keys", "clicks"):
            desk.bench.window.show_face(face)
            desk.look(face)
            before, hands = len(desk.study.runs), Hands(desk.bench.window)
            if by == "keys":
                hands.key(K.Key_F8)
                desk.look(f"{face}, armed")
                asked_for = desk.bench.part("entry.stripText", Sentence)
                assert asked_for.fits(asked_for.text(), asked_for.width()), asked_for.text()
                hands.key(K.Key_Return)
            else:
                hands.click(desk.bench.part("entry.failure"))
                hands.click(desk.bench.part("entry.record"))
            assert hands.keys + hands.clicks == 2
            assert len(desk.study.runs) == before + 1
            desk.rest()
            desk.look(f"{face}, recorded")
    before = desk.bench.runs_on_disk()
    for key in (K.Key_F8, K.Key_F2, K.Key_Return):
        desk.bench.press(key)
    assert desk.bench.runs_on_disk() == before


def find_compare_and_run(desk: Desk) -> None:
    """Filter by a number and a word, compare three, run the second: at most 11 clicks and two digits."""
    hands, head = desk.hands, desk.study.head
    page: CandidatesTab = desk.turn(CandidatesTab, keys=False)
    desk.look("candidates")
    hands.click(page.more)
    box = page.box
    for column in ("Temperature (°C)", "Solvent"):
        items = (box.columns.item(k) for k in range(box.columns.count()))
        item = next(item for item in items if item.data(Qt.ItemDataRole.UserRole) == column)
        box.columns.scrollToItem(item)
        hands.click(box.columns.viewport(), box.columns.visualItemRect(item).center())
        desk.look(f"filter {column}", box)
        if column == "Solvent":
            tick = next(one for one in box.findChildren(QCheckBox) if one.text().startswith("MeCN"))
            hands.click(tick, QPoint(10, tick.height() // 2))
        else:
            QTest.keyClicks(box.numbers.low, "80")
    hands.click(box.findChild(QPushButton, "candidates.filterBox.done"))
    pool = desk.study.pool
    passing = [
        code
        for code, heat, solvent in zip(pool.ids, pool.values[0], pool.values[4], strict=True)
        if float(heat) >= 80.0 and solvent == "MeCN"
    ]
    table = page.table
    assert table.rows.rowCount() == len(passing)
    for code in passing[:3]:
        if not table.isVisible():  # the comparison has its place
            hands.click(page.compared.back)
        cell = table.rows.index(table.rows.shown_row(pool.row(code)), TICK)
        table.scrollTo(cell)
        hands.click(table.viewport(), table.visualRect(cell).center())
        QApplication.sendPostedEvents()
    assert table.ticked == tuple(passing[:3])
    desk.look("comparison")
    hands.click(page.findChild(QPushButton, "compare.run.1"))
    assert hands.clicks <= 11
    desk.rest()
    assert desk.bench.text("entry.candidateCode") == passing[1]
    assert desk.study.head == head
    desk.look("on the card")
    desk.bench.control.cancel()
    page.table.tick([])
    page.clear_filters()


def ask_what_if(desk: Desk) -> None:
    """Ask about 90 degrees by one drag, and by at most five keys; the line rests on a candidate."""
    pool, head = desk.study.pool, desk.study.head
    page: ExploreTab = desk.turn(ExploreTab, keys=True)
    desk.look("explore")
    assert desk.hands.keys == 1
    panel = page.slices.grid.panel(0)
    start = float(panel.held.value())
    for kind, value, button, held in (
        (QEvent.Type.MouseButtonPress, start, LEFT, LEFT),
        *(
            (QEvent.Type.MouseMove, start + (90.0 - start) * part, NO_BUTTON, LEFT)
            for part in (0.3, 0.7, 1.0)
        ),
        (QEvent.Type.MouseButtonRelease, 90.0, LEFT, NO_BUTTON),
    ):
        at = QPointF(panel.mapFromScene(panel.view.mapViewToScene(QPointF(value, 0.5))))
        there = QPointF(panel.viewport().mapToGlobal(at))
        event = QMouseEvent(kind, at, there, button, held, M.NoModifier)
        QApplication.sendEvent(panel.viewport(), event)
    desk.rest()
    assert page.candidate is not None
    assert pool.values[0][pool.row(page.candidate)] == page.point[0] == 90.0  # type: ignore[index]
    desk.look("explore at 90 degrees")
    desk.hands.click(page.best)
    desk.rest()
    keys = Hands(desk.bench.window)
    keys.key(K.Key_3, M.AltModifier)
    while page.point[0] != 90.0:  # type: ignore[index]
        keys.key(K.Key_Left if page.point[0] > 90.0 else K.Key_Right)  # type: ignore[index]
        assert keys.keys <= 5
    desk.rest()
    assert pool.values[0][pool.row(page.candidate)] == 90.0
    assert desk.study.head == head


def read_back_and_correct(desk: Desk) -> None:
    """Read what was best after run 12 by one key; correct an entry by at most eight keys, and by six clicks."""
    page: TimelineTab = desk.turn(TimelineTab, keys=True)
    desk.look("timeline")
    assert desk.hands.keys == 1
    table = page.table
    row = table.rows.shown_row(table.place_of(12))
    table.scrollTo(table.rows.index(row, 0))  # at most one scroll
    best = recommended(desk.study.after(12)).candidate
    cells = [
        str(table.rows.index(row, k).data())
        for k in range(table.rows.columnCount())
        if not table.isColumnHidden(k)
    ]
    assert best in cells
    table.setFocus()
    newest = desk.study.runs[-1]
    other = "failure" if newest.outcome == "success" else "success"
    table.choose(table.place_of(newest.number))
    desk.hands.key(K.Key_Return)
    dialog: CorrectDialog = desk.dialog(CorrectDialog)
    desk.qtbot.waitUntil(lambda: bool(dialog.effect.text()), timeout=60_000)
    desk.look("correction", dialog)
    button = dialog.findChild(QAbstractButton, f"correct.outcome.{other}")
    desk.mnemonic(button.text())
    reasons = dialog.findChild(QListWidget, "correct.reason")
    label = next(
        one for one in dialog.findChildren(QLabel) if one.buddy() in (reasons, reasons.parentWidget())
    )
    desk.mnemonic(label.text())
    desk.hands.key(K.Key_Down)
    desk.hands.key(K.Key_Return, M.ControlModifier)
    desk.qtbot.waitUntil(lambda: desk.study.run(newest.number).outcome == other, timeout=60_000)
    assert desk.hands.keys <= 8
    desk.rest()
    desk.look("corrected")

    hands = desk.hands = Hands(desk.bench.window)
    hands.clicks = 1  # the tab
    place = table.rows.index(table.rows.shown_row(table.place_of(11)), 0)
    table.scrollTo(place)
    hands.click(table.viewport(), table.visualRect(place).center())
    hands.click(page.correct)
    dialog = desk.dialog(CorrectDialog)
    was = desk.study.run(11).outcome
    other = "failure" if was == "success" else "success"
    hands.click(dialog.findChild(QAbstractButton, f"correct.outcome.{other}"))
    reasons = dialog.findChild(QListWidget, "correct.reason")
    hands.click(reasons.viewport(), reasons.visualItemRect(reasons.item(1)).center())
    hands.click(dialog.findChild(QAbstractButton, "correct.save"))
    desk.qtbot.waitUntil(lambda: desk.study.run(11).outcome == other, timeout=60_000)
    assert hands.clicks <= 6
    assert desk.study.run(11).corrections[-1].old_outcome == was


def draw_a_worklist(desk: Desk) -> None:
    """Start a plate with a control of each kind and an empty column: one key and nine clicks."""
    desk.hands.key(K.Key_W, M.ControlModifier | M.ShiftModifier)
    assert desk.hands.keys == 1
    dialog: WorklistDialog = desk.dialog(WorklistDialog)
    dialog.resize(desk.bench.window.size() * 0.85)  # as on a screen of the size of the window
    desk.qtbot.waitUntil(dialog.start.isEnabled, timeout=120_000)
    desk.look("worklist", dialog)
    hands = Hands(dialog)
    for brush, place in (("failure", (0, 0)), ("success", (7, 0)), ("empty", (-1, 11))):
        hands.click(dialog.findChild(QToolButton, f"worklist.brush.{brush}"))
        hands.click(dialog.plate.plate, dialog.plate.plate.centre_of(place).toPoint())
    desk.look("worklist drawn", dialog)
    hands.click(dialog.start)
    desk.qtbot.waitUntil(lambda: dialog.saved is not None, timeout=60_000)
    assert hands.clicks <= 9
    (made,) = desk.study.worklists
    assert {use.well for use in made.wells if use.holds == "empty"} == {f"{row}12" for row in "ABCDEFGH"}
    assert [use.expects for use in made.wells if use.holds == "control"] == ["failure", "success"]
    desk.qtbot.waitUntil(lambda: desk.bench.window.findChild(WorklistDialog) is None)
    desk.rest()
    desk.look("runs in progress")


def stop(desk: Desk) -> None:
    """Change a number of the rule with its reason by at most six gestures, and finish by at most five clicks."""
    page: DecideTab = desk.turn(DecideTab, keys=True)
    desk.qtbot.waitUntil(lambda: page.rehearsed is not None and page.rehearsed.whole, timeout=120_000)
    desk.look("decide")
    scroller = desk.bench.part("decide.scroller", QScrollArea)

    def click(widget: QWidget | None, place: QPoint | None = None) -> None:
        assert widget is not None
        scroller.ensureWidgetVisible(widget)  # the wheel
        QApplication.sendPostedEvents()
        desk.hands.click(widget, place)

    rule = page.cards.rule
    stake = rule.findChild(QAbstractSpinBox, "decide.rule.stake")
    desk.hands = Hands(desk.bench.window)
    click(stake)
    stake.selectAll()  # a double click
    desk.hands.clicks += 1
    QTest.keyClicks(stake, "10")
    desk.hands.keys += 2
    reasons = rule.reason.list
    click(reasons.viewport(), reasons.visualItemRect(reasons.item(1)).center())
    desk.look("another rule")
    click(rule.change)
    assert desk.hands.clicks + desk.hands.keys <= 6
    desk.qtbot.waitUntil(lambda: "at-stake 10" in desk.study.settings.stop, timeout=60_000)
    assert desk.study.amendments[-1].reason == reasons.item(1).text()
    desk.rest()
    desk.qtbot.waitUntil(lambda: page.decision is not None and page.decision.revision == desk.study.revision)

    desk.hands = Hands(desk.bench.window)
    choice = page.cards.chosen
    offered = [one for one in choice.findChildren(QAbstractButton) if one.isVisible()]
    click(offered[0], QPoint(10, offered[0].height() // 2))
    chosen = choice.chosen
    assert chosen

    def answer() -> None:
        dialog: FinishDialog = desk.dialog(FinishDialog)
        desk.look("finish", dialog)
        assert dialog.candidate.chosen == chosen
        assert chosen in dialog.ok.text()
        listed = dialog.field.list
        desk.hands.click(listed.viewport(), listed.visualItemRect(listed.item(0)).center())
        desk.hands.click(dialog.ok)

    with asked(desk, answer):
        click(page.cards.finish)
    desk.qtbot.waitUntil(lambda: not desk.study.is_open, timeout=60_000)
    assert desk.hands.clicks <= 5
    assert desk.study.events[-1].payload["chosen"] == chosen
    desk.rest()
    desk.look("finished")


@contextmanager
def asked(desk: Desk, answer: Callable[[], None]) -> Iterator[None]:
    """Answer a question that stops its asker until it is answered."""
    failed: list[BaseException] = []
    asks = QTimer(desk.bench.window, interval=20)  # a click handles events before the question is there

    def run() -> None:
        if QApplication.activeModalWidget() is None:
            return
        asks.stop()
        try:
            answer()
        except BaseException as problem:  # noqa: BLE001 - raised below, outside of the loop of the question
            failed.append(problem)
            open_one = QApplication.activeModalWidget()
            if open_one is not None:
                open_one.close()

    asks.timeout.connect(run)
    asks.start()
    yield
    asks.stop()
    if failed:
        raise failed[0]


TASKS: tuple[Callable[[Desk], None], ...] = (
    record_on_either_face,
    find_compare_and_run,
    ask_what_if,
    read_back_and_correct,
    draw_a_worklist,
    stop,
)


@pytest.mark.timeout(1800)
@pytest.mark.parametrize(
    ("desk", "tasks"),
    [
        pytest.param(FORMS[0], TASKS[:3], id="some tasks"),
        *(pytest.param(form, TASKS, id=str(form), marks=pytest.mark.nightly) for form in FORMS),
    ],
    indirect=["desk"],
)
def test_the_tasks_of_a_day_take_few_keys_and_clicks_and_nothing_is_cut(
    desk: Desk, tasks: tuple[Callable[[Desk], None], ...], subtests: pytest.Subtests
) -> None:
    """All tasks in one window: making and dressing it takes longer than they do."""
    for task in tasks:
        with subtests.test(task.__name__):
            desk.faults = []
            desk.begin()
            task(desk)
            assert not desk.faults, "\n".join(desk.faults)
