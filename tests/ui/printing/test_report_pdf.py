"""Plots in light colours for files, and the report as PDF."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET

import pytest
import shiboken6
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QColor, QGuiApplication, QImage
from PySide6.QtWidgets import QFileDialog, QMenu

sys.path.insert(0, str(Path(__file__).parent / "entry"))
sys.path.insert(0, str(Path(__file__).parents[1] / "plots"))

from entry_bench import Bench, make_study
from plot_samples import effects_data, promising_data, runs_data, value_data

from kgdesk import actions
from kgdesk.actions.reports import Picture, ReportTable, compose, html, report
from kgdesk.model.advice.picks import advise
from kgdesk.model.study.settings import Settings
from kgdesk.reports.pdf.page_layout import page_pdf
from kgdesk.ui.plots.effects import EffectsCard
from kgdesk.ui.plots.over_runs import RunsCard
from kgdesk.ui.plots.promising import PromisingCard
from kgdesk.ui.plots.value import ValueCard
from kgdesk.ui.printing.plot_files import SIZE, image, plot_file
from kgdesk.ui.printing.report_pictures import ReportPictures
from kgdesk.ui.widgets.stylesheet import DARK, LIGHT
from kgdesk.ui.window import report_commands
from tests.ui.desks import make_session

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pytestqt.qtbot import QtBot

    from kgdesk.ui.plots.card import PlotCard
    from kgdesk.ui.widgets.stylesheet import Palette

CARDS: dict[str, Callable[[], tuple[PlotCard[Any], Any]]] = {
    "value": lambda: (ValueCard(), value_data(60)),
    "promising": lambda: (PromisingCard(), promising_data()),
    "best": lambda: (RunsCard(), runs_data(11)),
    "effects": lambda: (EffectsCard(), effects_data(4)),
}


@pytest.fixture(params=list(CARDS))
def card(request: pytest.FixtureRequest, qtbot: QtBot) -> PlotCard[Any]:
    made, data = CARDS[request.param]()
    qtbot.addWidget(made)
    made.set_data(data)
    return made


@pytest.fixture
def bench(tmp_path: Path, qtbot: QtBot) -> Iterator[Bench]:
    made = Bench(make_study(tmp_path / "small.kgstudy", attributes=2), qtbot)
    made.window.resize(1366, 768)
    yield made
    made.close()


def test_a_picture_is_drawn_in_lines_and_letters_not_as_an_image(card: PlotCard[Any], light: Palette) -> None:
    assert not light.dark
    root = ET.fromstring(plot_file(card, "svg"))  # noqa: S314 - our own document
    tags = [element.tag.rpartition("}")[2] for element in root.iter()]
    assert "image" not in tags
    words = " ".join("".join(element.itertext()) for element in root.iter() if element.tag.endswith("}text"))
    for part in (card.title.text(), card.sentence):
        for word in part.split():
            assert word in words, word
    assert plot_file(card, "pdf").startswith(b"%PDF")


def test_a_picture_is_light_on_paper_even_where_the_window_is_dark(
    card: PlotCard[Any], dark: Palette
) -> None:
    assert dark is DARK
    picture = image(card)
    assert (picture.width(), picture.height()) == (2 * SIZE.width(), 2 * SIZE.height())
    edge = [picture.pixelColor(1, y).lightness() for y in range(0, picture.height(), 40)]
    assert min(edge) == QColor(LIGHT.card).lightness()
    bright = sum(
        picture.pixelColor(x, y).lightness() > 200
        for x in range(0, picture.width(), 20)
        for y in range(0, picture.height(), 20)
    )
    assert bright > 0.6 * (picture.width() // 20) * (picture.height() // 20)


def top_windows() -> set[int]:
    """Return the addresses of Qt's top-level windows; their Python wrappers may be created anew."""
    return {shiboken6.getCppPointer(window)[0] for window in QGuiApplication.topLevelWindows()}


def test_drawing_a_picture_leaves_the_card_and_no_widget_behind(card: PlotCard[Any], qtbot: QtBot) -> None:
    before = top_windows()
    sentence = card.sentence
    png = plot_file(card, "png")
    assert QImage.fromData(png).width() == 2 * SIZE.width()
    assert card.sentence == sentence
    qtbot.waitUntil(lambda: top_windows() <= before)


def test_the_chosen_layer_is_that_of_the_drawing(qtbot: QtBot, light: Palette) -> None:
    assert not light.dark
    card = RunsCard()
    qtbot.addWidget(card)
    card.set_data(runs_data(11))
    usual = plot_file(card, "svg")
    card.show_layer("stake")
    assert plot_file(card, "svg") != usual


def test_the_report_is_a_pdf_with_text_and_without_images(
    make_study_session: actions.Session, tmp_path: Path, qtbot: QtBot
) -> None:
    assert qtbot is not None
    dest = report(make_study_session, tmp_path / "r.pdf", ReportPictures())
    data = dest.read_bytes()
    assert data.startswith(b"%PDF")
    assert b"/Subtype /Image" not in data
    assert b"/FontFile2" in data
    assert data.count(b"/Type /Page\n") >= 2
    page = report(make_study_session, tmp_path / "r.html", ReportPictures()).read_text("utf-8")
    assert page.count("<svg") == 5


@pytest.mark.nightly
def test_a_report_of_forty_attributes_with_averaged_terms_says_what_it_leaves_out(
    tmp_path: Path, qtbot: QtBot
) -> None:
    """Few states over the runs, and single terms in a browser only: 823 columns take long, and sheets beyond number."""
    assert qtbot is not None
    settings = Settings(title="Wide", budget=40, terms="average")
    session = make_session(tmp_path, attributes=39, settings=settings)
    for at, outcome in enumerate(("success", "failure", "failure") * 13):
        actions.record(session, session.study.pool.ids[at * 3 % 40], outcome)
    draw = ReportPictures("en")
    advice = advise(session.study)
    blocks = draw(advice)
    drawn = {block.title: block.sentence for block in blocks if isinstance(block, Picture)}
    assert "one state in 4 is drawn" in drawn["Best after each run, and its expected success"]
    assert drawn.keys() >= {"What does each attribute do?"}
    *_, terms = (block for block in blocks if isinstance(block, ReportTable))
    assert len(terms.rows) == session.study.design.X.shape[1] - 1 > 800
    page = compose(advice, blocks)
    assert html(page).count("<details>") == 1
    sheets = page_pdf(page).count(b"/Type /Page\n")
    assert 20 <= sheets < 40
    session.close()


@pytest.fixture
def make_study_session(session: actions.Session) -> actions.Session:
    for candidate, outcome in (("C-03", "success"), ("C-05", "failure"), ("C-09", "success")):
        actions.record(session, candidate, outcome)
    return session


def test_the_window_copies_the_picture_that_has_the_keyboard(bench: Bench, qtbot: QtBot) -> None:
    bench.window.parts.focus_cycle.go_to_tab(0)
    overview = bench.window.overview
    assert overview is not None
    qtbot.waitUntil(overview.painted)
    assert len(report_commands.cards(bench.window.parts)) >= 1
    overview.value.figure.setFocus()
    qtbot.waitUntil(lambda: report_commands.cards(bench.window.parts) == [overview.value])
    bench.press(
        Qt.Key.Key_I, modifier=Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    )
    qtbot.waitUntil(bench.window.message_strip.isVisible)
    assert overview.value.title.text() in bench.window.message_strip.text
    assert QGuiApplication.clipboard().image().width() == 2 * SIZE.width()


def test_the_window_asks_which_picture_where_several_are_shown(bench: Bench, qtbot: QtBot) -> None:
    overview = bench.window.overview
    assert overview is not None
    qtbot.waitUntil(overview.painted)
    bench.window.panel.scan.field.setFocus()
    action = bench.window.findChild(QAction, "plots.copy")
    assert action is not None
    action.trigger()

    qtbot.waitUntil(lambda: bench.window.findChild(QMenu, "plots.which") is not None)
    menu = bench.window.findChild(QMenu, "plots.which")
    assert [a.text() for a in menu.actions()] == [
        c.title.text() for c in report_commands.cards(bench.window.parts)
    ]
    menu.actions()[0].trigger()
    qtbot.waitUntil(bench.window.message_strip.isVisible)


def test_the_window_writes_the_report_and_says_so_or_says_why_not(
    bench: Bench, qtbot: QtBot, tmp_path: Path
) -> None:
    qtbot.waitUntil(lambda: bench.window.controller.advice.current is not None)
    report_commands.write_report(bench.window.parts, tmp_path / "study report")
    assert (tmp_path / "study report.pdf").read_bytes().startswith(b"%PDF")
    assert "study report.pdf" in bench.window.message_strip.text
    report_commands.write_report(bench.window.parts, tmp_path / "no such folder" / "r.pdf")
    assert "r.pdf" in bench.window.message_strip.text
    assert not (tmp_path / "no such folder").exists()


def test_a_suffix_that_the_file_dialog_adds_to_the_typed_one_is_not_taken(
    bench: Bench, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Windows' dialog makes “Report.html.pdf” of “Report.html” while the kind PDF is chosen in it."""
    qtbot.waitUntil(lambda: bench.window.controller.advice.current is not None)
    made = tmp_path / "Report.html.pdf"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(made), ""))
    report_commands.save_report(bench.window.parts)
    assert (tmp_path / "Report.html").read_text("utf-8").startswith("<!doctype html>")
    assert not made.exists()
    (tmp_path / "Report.html").write_text("of somebody")
    report_commands.save_report(bench.window.parts)
    assert (tmp_path / "Report.html").read_text() == "of somebody"  # the dialog has not asked about it
    assert made.read_bytes().startswith(b"%PDF")
