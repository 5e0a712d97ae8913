"""Questions of a laboratory, each answered on the screen within two clicks from where runs are recorded."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from entry_bench import Bench, make_study
from PySide6.QtCore import QModelIndex, QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QScrollArea, QTabBar, QTabWidget, QWidget

from kgdesk import actions
from kgdesk.model.advice import more_runs as more_runs_module
from kgdesk.model.advice.posterior_summary import recommended
from kgdesk.model.study.next_run import bare_name
from kgdesk.ui.pages.decide import DecideTab
from kgdesk.ui.pages.explore import ExploreTab
from kgdesk.ui.pages.overview import OverviewTab
from kgdesk.ui.pages.timeline import TimelineTab
from kgdesk.ui.text.locale_format import percent

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from pytestqt.qtbot import QtBot


#: Column of the best after a run.
BEST = 6


@pytest.fixture(params=[(1093, 582), pytest.param((1366, 768), marks=pytest.mark.nightly)], ids=str)
def bench(
    request: pytest.FixtureRequest, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Bench]:
    monkeypatch.setattr(more_runs_module, "REHEARSALS", 20)
    path = make_study(tmp_path / "lab.kgstudy", rows=24, runs=22, terms="average", stop="at-stake 1")
    with actions.open_study(path, actions.Operator("Ada", "bench")) as session:
        actions.note(session, "New lamp", run=2)
    made = Bench(path, qtbot)
    made.window.resize(*request.param)
    yield made
    made.close()


def click(bench: Bench, widget: QWidget, place: QPoint | None = None) -> None:
    """Click with the left button on a widget, through the window."""
    at = widget.mapTo(bench.window, widget.rect().center() if place is None else place)
    handle = bench.window.windowHandle()
    QTest.mouseClick(handle, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, at)


def click_tab(bench: Bench, tabs: QTabWidget, page: QWidget) -> None:
    bar = tabs.findChild(QTabBar)
    assert isinstance(bar, QTabBar)
    click(bench, bar, bar.tabRect(tabs.indexOf(page)).center())
    assert tabs.currentWidget() is page


def tab(bench: Bench, kind: type[QWidget]) -> QWidget:
    """Click on the title of a tab, and return its page."""
    page = bench.window.page(kind)
    assert isinstance(page, kind)
    click_tab(bench, bench.window.parts.tabs, page)
    return page


def on_screen(label: QWidget) -> bool:
    """Return whether a widget is seen whole, without scrolling."""
    return label.isVisible() and label.visibleRegion().boundingRect().height() >= label.height() - 1 > 0


def text(bench: Bench, name: str) -> str:
    """Return the text of a label that is on the screen; empty before."""
    label = bench.window.findChild(QLabel, name)
    return label.text() if label is not None and on_screen(label) else ""


def decide(name: str) -> Callable[[Bench], str]:
    """Return the answer that the Decide tab gives in a label."""

    def answer(bench: Bench) -> str:
        tab(bench, DecideTab)
        label = bench.part(name, QLabel)
        bench._bot.waitUntil(lambda: bool(label.text()), timeout=120_000)
        bench.part("decide.scroller", QScrollArea).ensureWidgetVisible(label)  # the wheel
        return text(bench, name)

    return answer


def best(bench: Bench) -> str:
    """Return the answer of the first card of the Overview."""
    page = tab(bench, OverviewTab)
    assert isinstance(page, OverviewTab)
    bench._bot.waitUntil(lambda: on_screen(page.best.answer), timeout=120_000)
    return page.best.sentence


def rule(bench: Bench) -> str:
    page = tab(bench, DecideTab)
    assert isinstance(page, DecideTab)
    bench._bot.waitUntil(lambda: page.cards.rule.fields is not None, timeout=120_000)
    bench.part("decide.scroller", QScrollArea).ensureWidgetVisible(page.cards.rule)  # the wheel
    return page.cards.rule.accessibleName() if on_screen(page.cards.rule.fields) else ""


def more_runs(bench: Bench) -> str:
    page = tab(bench, DecideTab)
    assert isinstance(page, DecideTab)
    bench._bot.waitUntil(lambda: page.rehearsed is not None and page.rehearsed.whole, timeout=120_000)
    bench.part("decide.scroller", QScrollArea).ensureWidgetVisible(page.cards.sure)  # the wheel
    return text(bench, "decide.sure")


def model_fits(bench: Bench) -> str:
    page = tab(bench, DecideTab)
    assert isinstance(page, DecideTab)
    row = page.cards.checks["fits"]
    bench._bot.waitUntil(lambda: bool(row.sentence.text()), timeout=60_000)
    bench.part("decide.scroller", QScrollArea).ensureWidgetVisible(row)  # the wheel, in a low window
    bench._bot.waitUntil(lambda: on_screen(row.sentence), timeout=60_000)
    return str(row.finding.sentence)


def attributes(bench: Bench) -> str:
    page = tab(bench, ExploreTab)
    assert isinstance(page, ExploreTab)
    card = page.effects

    def is_seen() -> bool:
        bench.part("explore.scroller", QScrollArea).ensureWidgetVisible(card)  # the wheel, in a low window
        return on_screen(card.figure.viewport())

    is_seen()  # it is drawn where somebody looks
    bench._bot.waitUntil(lambda: card.as_table.isEnabled() and card.drawn, timeout=60_000)
    bench._bot.waitUntil(is_seen, timeout=60_000)
    names = [words for _, words in card.figure.getAxis("left")._tickLevels[0]]
    expected = [bare_name(a) for a in bench.controller.study.pool.attributes]
    assert [name.split("\n")[0] for name in names] == expected[: len(names)]
    return card.sentence


def best_after_twelve(bench: Bench) -> str:
    """Return the best in the row of run 12, and the run that made it the best: the last bold one up to there."""
    page = tab(bench, TimelineTab)
    assert isinstance(page, TimelineTab)
    rows, table = page.table.rows, page.table
    bench._bot.waitUntil(lambda: any(point.run == 12 for point in page.plot._data.points), timeout=60_000)
    bench._bot.waitUntil(bench.settled, timeout=60_000)
    place = rows.shown_row(table.place_of(12))
    cell = rows.index(place, BEST)
    table.scrollTo(cell)  # the wheel
    assert not table.isColumnHidden(BEST)
    assert table.viewport().rect().intersects(table.visualRect(cell))
    bold = (row for row in range(place, rows.rowCount()) if is_bold(rows.index(row, BEST)))
    return f"{cell.data()} since run {rows.index(next(bold), 0).data()}"


def is_bold(cell: QModelIndex) -> bool:
    font = cell.data(Qt.ItemDataRole.FontRole)
    return font is not None and bool(font.bold())


def best_and_since(bench: Bench, runs: int) -> str:
    """Return what `best_after_twelve` has to find, worked out from the study alone."""
    study = bench.controller.study
    best = [recommended(study.after(count)).candidate for count in range(runs + 1)]
    since = max(count for count in range(1, runs + 1) if count == 1 or best[count] != best[count - 1])
    return f"{best[runs]} since run {since}"


def what_if(bench: Bench) -> str:
    """Drag the line of the first attribute to another value, and return the value, the estimate and the candidate."""
    page = tab(bench, ExploreTab)
    assert isinstance(page, ExploreTab)
    bench._bot.waitUntil(page.painted, timeout=60_000)
    panel = page.slices.grid.panel(0)
    bench.part("explore.scroller", QScrollArea).ensureWidgetVisible(panel)  # the wheel
    now = float(panel.held.value())
    other = 2.0 if now > 5.0 else 8.0

    def at(value: float) -> QPoint:
        spot = panel.mapFromScene(panel.view.mapViewToScene(QPointF(value, 0.5)))
        return panel.viewport().mapTo(bench.window, spot)

    handle, left, none = (
        bench.window.windowHandle(),
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    assert on_screen(panel.viewport())
    QTest.mousePress(handle, left, none, at(now))
    for share in (0.4, 0.8, 1.0):
        QTest.mouseMove(handle, at(now + share * (other - now)))
    QTest.mouseRelease(handle, left, none, at(other))
    bench._bot.waitUntil(page.painted, timeout=60_000)
    return f"{page.point[0]:g}: {page.estimate.text()} {page.field.text()}"  # type: ignore[index]


def near_there(bench: Bench) -> str:
    """Return what `what_if` has to find: the candidate at the lines, with its own values."""
    page = bench.window.page(ExploreTab)
    assert isinstance(page, ExploreTab)
    code, advice = page.candidate, bench.controller.advice.current
    assert code is not None
    assert advice is not None
    pool = bench.controller.study.pool
    return f"{pool.values[0][pool.row(code)]:g}: {percent(advice.estimate(code).probability)} {code}"


def entries(bench: Bench) -> list[list[str]]:
    """Return the rows of the list of all entries as they are on the screen."""
    history = tab(bench, TimelineTab)
    assert isinstance(history, TimelineTab)
    click(bench, bench.part("timeline.shows.entries"))
    bench._bot.waitUntil(lambda: bool(history.entries.shown), timeout=60_000)
    table = history.entries.table
    assert on_screen(table)
    model, height = table.model(), table.viewport().height()
    rows = [row for row in range(model.rowCount()) if table.rowViewportPosition(row) < height]
    return [[str(model.index(row, place).data()) for place in range(4)] for row in rows]


ANSWERS: dict[str, tuple[Callable[[Bench], str], Callable[[Bench], str]]] = {
    "which is best": (best, lambda b: b.controller.advice.current.recommended.candidate),  # type: ignore[union-attr]
    "how sure": (decide("decide.sure"), lambda _: "Within 5 points of the true best with a chance of "),
    "why this next": (lambda b: text(b, "entry.why"), lambda _: "points"),
    "when to stop": (rule, lambda _: "at most 1 percentage point is still at stake"),
    "does the model fit": (model_fits, lambda _: "redict"),
    "what would ten more runs bring": (more_runs, lambda _: "Ten more runs would bring about"),
    "what did each attribute do": (attributes, lambda _: "None is clear yet"),
    "what was best after run 12, and what changed it": (best_after_twelve, lambda b: best_and_since(b, 12)),
    "what if an attribute were changed": (what_if, near_there),
    "what happened on Saturday": (
        lambda b: "; ".join(" ".join(row) for row in entries(b)),
        lambda _: "Sat Nov 21, 2026",
    ),
    "who did it": (lambda b: "; ".join(row[2] for row in entries(b)), lambda _: "MK"),
}


def test_the_answer_is_on_the_screen_within_two_clicks(bench: Bench, subtests: pytest.Subtests) -> None:
    """All questions in one window, each from the first page of each tab."""
    assert bench.window.parts.tabs.currentIndex() == 0
    for question, (answer, expected) in ANSWERS.items():
        with subtests.test(question):
            for tabs in bench.window.findChildren(QTabWidget):
                tabs.setCurrentIndex(0)
            before = bench.did.clicks
            found = answer(bench)
            assert bench.did.clicks - before <= 2
            assert expected(bench) in found
