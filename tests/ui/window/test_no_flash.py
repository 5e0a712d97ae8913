"""What is seen before there is something to see: no black picture, no further window, no study without candidates."""

from __future__ import annotations

import re
import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from seldom import daily, seldom

sys.path.insert(0, str(Path(__file__).parents[1] / "plots"))

from entry_bench import Bench, make_study
from plot_kinds import KINDS
from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QApplication, QWidget
from spoken import words_of

from kgdesk.ui.pages.overview import OverviewTab
from kgdesk.ui.plots.card import PlotCard
from kgdesk.ui.plots.figure import Axis, Figure
from kgdesk.ui.plots.plot_data import value_data
from kgdesk.ui.session.refresher import Refresher
from kgdesk.ui.widgets.theme import apply, palette_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytestqt.qtbot import QtBot

    from kgdesk.ui.widgets.stylesheet import Palette
    from kgdesk.ui.window.main_window import MainWindow

NONE = re.compile(r"\bno candidates?\b", re.IGNORECASE)


def share(image: QImage, colour: str) -> float:
    """Return the share of the pixels of an image with a colour, in 0..1."""
    plain = image.convertToFormat(QImage.Format.Format_RGB32)
    dots = Counter(memoryview(plain.constBits()).cast("I").tolist())
    return dots[QColor(colour).rgba()] / sum(dots.values())


@pytest.fixture(params=[*seldom("light"), "dark"])
def look(request: pytest.FixtureRequest, qapp: QApplication) -> Palette:
    return apply(qapp, request.param)


def test_a_figure_without_a_drawing_is_not_black(qtbot: QtBot, look: Palette) -> None:
    figure = Figure({"left": Axis("left"), "bottom": Axis("bottom")})
    qtbot.addWidget(figure)
    figure.resize(300, 200)
    figure.show()
    assert share(figure.grab().toImage(), "#000000") < 0.01
    assert look.card != "#000000"


@pytest.mark.parametrize("kind", daily(KINDS, "value", "effects", "slices", "map"))
def test_a_picture_that_waits_for_its_turn_to_be_drawn_has_the_ground_of_its_card(
    qtbot: QtBot, look: Palette, kind: str
) -> None:
    """Data are there, the drawing waits in the queue of the refresher: what is painted in between is seen."""
    card = KINDS[kind].card()
    qtbot.addWidget(card)
    refresher = Refresher(card)
    card.take_turns(refresher)
    card.resize(620, 420)
    card.show()
    card.set_data(KINDS[kind].data())
    assert not card.drawn
    image = card.grab().toImage()
    assert share(image, "#000000") < 0.01
    assert share(image, look.card) > 0.5
    assert palette_of(card) is look


class Shown(QObject):
    """Collects the windows that are shown: of a widget without a parent, one of its own flashes up."""

    def __init__(self, app: QApplication) -> None:
        super().__init__(app)
        self.windows: list[str] = []
        app.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Show and isinstance(watched, QWidget) and watched.isWindow():
            self.windows.append(f"{type(watched).__name__} {watched.objectName()}")
        return False


@pytest.mark.parametrize("places", [(0, 1), *seldom((range(5),))], ids=["some", "all"])
def test_no_other_window_is_shown_while_the_window_and_its_pages_are_made(
    tmp_path: Path, qtbot: QtBot, qapp: QApplication, places: Sequence[int]
) -> None:
    shown = Shown(qapp)
    bench = Bench(make_study(tmp_path / "small.kgstudy", rows=24, runs=5, terms="average"), qtbot)
    try:
        for size in ((1366, 768), (820, 600)):
            bench.window.resize(*size)
            for place in places:
                bench.turn_to(bench.window.parts.tabs.page_at(place))
        bench.window.theme.apply("dark")
        assert shown.windows == ["MainWindow window"]
    finally:
        shown.deleteLater()
        bench.close()


def said(window: MainWindow) -> list[str]:
    """Return the texts of the window that speak of no candidates, those of pages behind others as well."""
    texts = [text for _, text in words_of(window)]
    texts += [card.sentence for card in window.findChildren(PlotCard)]
    # A person who finishes the study may choose none: this is no statement about the candidates.
    return [text for text in texts if NONE.search(text) and not text.startswith("None:")]


@pytest.mark.nightly
def test_a_study_with_100_000_candidates_never_says_that_there_are_none(tmp_path: Path, qtbot: QtBot) -> None:
    path = make_study(tmp_path / "large.kgstudy", rows=100_000, attributes=3, runs=3)
    bench = Bench(path, qtbot, ask=False)
    try:
        window = bench.window
        for place in range(window.tabs.count()):
            window.tabs.setCurrentIndex(place)
            assert said(window) == []
        window.tabs.setCurrentIndex(0)
        found: list[str] = []
        seen: set[bool] = set()

        def ready() -> bool:
            found.extend(said(window))
            seen.add(bench.controller.advice.current is None)
            return bench.controller.advice.current is not None and bench.settled()

        bench.controller.advice.ask()
        qtbot.waitUntil(ready, timeout=240_000)
        for place in range(window.tabs.count()):
            window.tabs.setCurrentIndex(place)
            found += said(window)
        assert found == []
        assert seen == {True, False}
    finally:
        bench.close()


def test_candidates_that_cannot_be_tested_are_not_called_none(tmp_path: Path, qtbot: QtBot) -> None:
    bench = Bench(make_study(tmp_path / "small.kgstudy", runs=3), qtbot)
    try:
        overview = bench.window.overview
        assert isinstance(overview, OverviewTab)
        advice = bench.controller.advice.current
        assert advice is not None
        data = value_data(advice)
        overview.value.set_data(type(data)(data.codes, data.chances, data.values * float("nan")))
        assert overview.value.sentence == "No candidate can be tested now."
        assert set(said(bench.window)) == {overview.value.sentence}
    finally:
        bench.close()
