"""Common tests of all plot cards."""

from __future__ import annotations

import gc
import itertools
import re
from html import unescape
from importlib import import_module
from pkgutil import walk_packages
from typing import TYPE_CHECKING, Any

import pytest
from plot_kinds import KINDS, OVERVIEW, Kind
from PySide6.QtCore import QEvent, QPoint, Qt, QTranslator
from PySide6.QtGui import QColor, QFontMetrics, QHelpEvent, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QMenu, QToolButton, QToolTip
from seldom import daily, seldom

import kgdesk.ui
from kgdesk.ui.pages.stack import PlotStack, scrolled
from kgdesk.ui.plots.answer_card import AnswerCard
from kgdesk.ui.plots.attribute_slices import SlicesCard
from kgdesk.ui.plots.card import PlotCard
from kgdesk.ui.plots.figure import Axis
from kgdesk.ui.widgets.explanation import Explanation
from kgdesk.ui.widgets.stylesheet import DARK, LIGHT, Palette
from kgdesk.ui.widgets.theme import apply
from tests.ui.desks import in_light

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pytestqt.qtbot import QtBot

    Make = Callable[..., PlotCard[Any]]


#: Sizes of a card in pixels, and of texts, in which axes are looked at nightly only.
OTHER_SIZES = [((330, 240), 1.0), ((480, 290), 1.0), ((480, 290), 1.5), ((900, 600), 1.5)]


def kinds_below(kind: type[PlotCard[Any]]) -> set[type[PlotCard[Any]]]:
    return {kind}.union(*(kinds_below(one) for one in kind.__subclasses__()))


def test_every_card_of_the_program_is_among_the_kinds() -> None:
    for found in walk_packages(kgdesk.ui.__path__, "kgdesk.ui."):
        import_module(found.name)
    drawing = {kind for kind in kinds_below(PlotCard) if kind._words is not PlotCard._words}
    assert {kind for kind in drawing if kind.__module__.startswith("kgdesk.")} == {
        kind.card for kind in KINDS.values()
    }


#: Kinds of which all tests run daily: one each of points, rows, curves, panels, colours and wells.
DAILY = ("value", "effects", "runs", "slices", "map", "plate")


@pytest.fixture(scope="module", params=KINDS)
def kind(request: pytest.FixtureRequest) -> Kind:
    return KINDS[request.param]


few_kinds = pytest.mark.parametrize("kind", daily(KINDS, *DAILY), indirect=True, scope="module")


@pytest.fixture(scope="module")
def _drawn(kind: Kind, qapp: QApplication) -> Iterator[PlotCard[Any]]:
    in_light(qapp)
    card = kind.card()
    card.resize(480, 330)
    card.set_data(kind.data())
    yield card
    card.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@pytest.fixture
def card(_drawn: PlotCard[Any], light: Palette, qtbot: QtBot) -> Iterator[PlotCard[Any]]:
    """Show the one card of a kind that all tests share which leave it as it was."""
    assert light is LIGHT
    with qtbot.waitExposed(_drawn):
        _drawn.show()
    yield _drawn
    _drawn.hide()


@pytest.fixture
def make(qtbot: QtBot) -> Make:
    def made(kind: Kind, data: Any = None, size: tuple[int, int] = (480, 330)) -> PlotCard[Any]:
        card = kind.card()
        qtbot.addWidget(card)
        card.resize(*size)
        card.set_data(data)
        with qtbot.waitExposed(card):
            card.show()
        return card

    return made


def picture(card: PlotCard[Any]) -> QImage:
    card.figure.grab()  # axis widths are computed by the first painting
    QApplication.sendPostedEvents()
    return card.figure.grab().toImage()


def tip_at(card: PlotCard[Any], axis: Axis) -> str:
    """Return the tool tip at the middle of an axis."""
    viewport = card.figure.viewport()
    pos = card.figure.mapFromScene(axis.mapToScene(axis.rect().center()))
    QToolTip.hideText()
    QApplication.sendEvent(viewport, QHelpEvent(QEvent.Type.ToolTip, pos, viewport.mapToGlobal(pos)))
    return QToolTip.text()


def colours(image: QImage) -> set[str]:
    plain = image.convertToFormat(QImage.Format.Format_RGB32)
    rows = (
        memoryview(plain.constBits()).cast("I").cast("B").cast("I", (plain.height(), plain.width())).tolist()
    )
    return {QColor(dot & 0xFFFFFF).name() for dot in set().union(*(row[::2] for row in rows[::2]))}


def asks_and_answers(card: PlotCard[Any]) -> bool:
    if card.objectName().startswith(
        "explore."
    ):  # a line that says what is drawn, and one that says what comes of it
        # The page says above the slices what they say.
        read = card.reading.isVisible() == (bool(card.sentence) and not isinstance(card, SlicesCard))
        return bool(card.title.text()) and len(card.sentence) < 200 and read
    if isinstance(card, AnswerCard):
        return card.answer.isVisible() and not card.reading.isVisible() and 0 < len(card.sentence) < 120
    asked = card.title.text().endswith("?") and card.reading.isVisible()
    return asked and card.sentence.endswith(".") and len(card.sentence) < 200


def test_a_card_asks_a_question_and_answers_in_one_or_two_sentences_or_says_its_answer_in_one_line(
    card: PlotCard[Any],
) -> None:
    assert asks_and_answers(card)


def test_a_card_without_data_says_so_instead_of_drawing_an_empty_plot(
    kind: Kind, make: Make, light: Palette
) -> None:
    assert light is LIGHT
    card = make(kind)
    for nothing in (None, kind.empty):
        card.set_data(nothing)
        assert card.empty.isVisible()
        assert not card.figure.isVisible()
        assert not card.as_table.isEnabled()
        assert card.sentence == card.empty.text() != ""
        card.set_data(kind.data())
        assert card.figure.isVisible()
        assert card.as_table.isEnabled()
    card.set_data(None)
    assert card.empty.isVisible()


@few_kinds
@pytest.mark.usefixtures("light")
def test_a_hidden_card_keeps_the_data_and_draws_only_the_last_when_shown(
    kind: Kind, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[Any] = []
    draw = kind.card._drawing
    monkeypatch.setattr(
        kind.card, "_drawing", lambda card, data, look: drawn.append(data) or draw(card, data, look)
    )
    card = kind.card()
    qtbot.addWidget(card)
    first, last = kind.data(), kind.other()
    card.set_data(first)
    card.set_data(last)
    assert drawn == []
    with qtbot.waitExposed(card):
        card.show()
    assert len(drawn) == 1
    assert drawn[0] is last
    card.hide()
    card.show()
    assert len(drawn) == 1


@few_kinds
@pytest.mark.usefixtures("light")
def test_every_item_of_the_plot_changes_its_colours_with_the_palette(
    kind: Kind, make: Make, qapp: QApplication
) -> None:
    card = make(kind, kind.data())

    def restyled(look: str) -> QImage:
        apply(qapp, look)
        picture(card)
        card.resize(480, 330)  # it grows with the letters of a look, and does not shrink again by itself
        return picture(card)

    before = colours(restyled("light"))
    after = restyled("dark")
    assert after.pixelColor(after.width() - 2, 2).name() == DARK.card.lower()
    left_over = {
        LIGHT.card,
        LIGHT.grid,
        LIGHT.accent,
        LIGHT.muted,
        LIGHT.border,
        LIGHT.success,
        LIGHT.failure,
    }
    assert LIGHT.card.lower() in before
    assert not {colour.lower() for colour in left_over} & colours(after)
    fresh = make(kind, kind.data())
    assert asks_and_answers(fresh)
    assert picture(fresh) == after
    assert colours(restyled("light")) == before


def test_the_table_twin_has_a_row_for_everything_drawn_and_replaces_the_figure(
    kind: Kind, card: PlotCard[Any]
) -> None:
    card.show_table(True)
    assert card.twin.isVisible()
    assert not card.figure.isVisible()
    assert card.twin.rows.rowCount() == kind.rows
    texts = [
        card.twin.rows.data(card.twin.rows.index(row, place))
        for row in range(kind.rows)
        for place in range(card.twin.rows.columnCount())
    ]
    assert all(isinstance(text, str) for text in texts)
    card.show_table(False)
    assert card.figure.isVisible()


@few_kinds
@pytest.mark.usefixtures("light")
def test_the_table_twin_follows_new_data_while_it_is_shown(kind: Kind, make: Make) -> None:
    card = make(kind, kind.data())
    card.show_table(True)
    before = [[c.text(v) for v in c.values] for c in card.twin.rows._columns]
    card.set_data(kind.other())
    assert card.twin.isVisible()
    assert [[c.text(v) for v in c.values] for c in card.twin.rows._columns] != before


def test_plot_table_and_buttons_have_names_and_the_plot_a_description(card: PlotCard[Any]) -> None:
    # Each slice has the name of its attribute, and what it says there; all of them are the figure.
    figure = card.grid if isinstance(card, SlicesCard) else card.figure
    named = [figure, card.twin, card.more]
    names = [widget.accessibleName() for widget in named]
    assert all(names)
    assert len(set(names)) == len(names)
    assert all(card.title.text() in name for name in names)
    assert figure.accessibleDescription() == card.sentence != ""
    assert all(widget.objectName().startswith(card.objectName()) for widget in named)


def test_buttons_are_at_least_32_pixels_and_reached_by_tab(card: PlotCard[Any]) -> None:
    for button in card.findChildren(QToolButton):
        if button.isVisible():
            assert min(button.width(), button.height()) >= 32
            assert button.focusPolicy() & Qt.FocusPolicy.TabFocus


def test_how_to_read_opens_on_request_and_closes_by_escape(card: PlotCard[Any], qtbot: QtBot) -> None:
    card.more.setFocus()
    qtbot.keyClick(card.more, Qt.Key.Key_Space)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    menu.actions()[-1].trigger()
    menu.close()
    popup = card.findChild(Explanation)
    assert popup is not None
    assert popup.isVisible()
    assert len(popup.label.text()) > 100
    assert popup.label.height() >= popup.label.heightForWidth(popup.label.width())
    with qtbot.waitSignal(popup.destroyed):
        qtbot.keyClick(popup, Qt.Key.Key_Escape)
    assert card.findChild(Explanation) is None


def test_there_is_no_menu_of_the_plotting_library(card: PlotCard[Any], qtbot: QtBot) -> None:
    assert not card.figure.view.menuEnabled()
    middle = card.figure.viewport().rect().center()
    qtbot.mouseMove(card.figure.viewport(), middle)
    qtbot.mouseClick(card.figure.viewport(), Qt.MouseButton.RightButton, pos=middle)
    assert QApplication.activePopupWidget() is None


@pytest.mark.usefixtures("light")
def test_axes_write_their_numbers_by_the_locale(make: Make, german: None) -> None:  # noqa: ARG001
    card = make(KINDS["effects"], KINDS["effects"].data())
    axis = card.figure.getAxis("bottom")
    assert axis.tickStrings([-0.5, 0.0, 0.5], 1.0, 0.5) == ["−0,5", "0,0", "0,5"]


#: Every kind of card in the sizes that it may have: those of the overview in two, the others with a page of their own.
_OF_OVERVIEW = {KINDS[name].card for name in OVERVIEW}
SIZES = [
    pytest.param(kind, size, id=f"{name}-{size}", marks=() if name in DAILY else pytest.mark.nightly)
    for name, kind in KINDS.items()
    for size in ([(480, 330), (750, 450)] if kind.card in _OF_OVERVIEW else [None])
]


#: Height in pixels of a line of text that has enough room in those sizes.
_LINE = 22.4


@pytest.mark.parametrize(("kind", "size"), SIZES)
@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_no_text_around_the_figure_is_clipped(
    kind: Kind, make: Make, qapp: QApplication, size: tuple[int, int] | None, scale: float
) -> None:
    apply(qapp, "light", scale)
    if size is not None:  # large texts have the lines that they need, in the page as well
        line = QFontMetrics(qapp.font()).lineSpacing()
        size = size[0], max(size[1], round(size[1] * line / _LINE))
    card = make(kind, kind.other(), size or (750, 460))
    QTest.qWaitForWindowExposed(card)
    for label in card.findChildren(QLabel):
        if not label.isVisible() or not label.text():
            continue
        wanted = label.heightForWidth(label.width()) if label.wordWrap() else label.sizeHint().height()
        assert label.height() >= wanted, label.text()
        if not label.wordWrap():
            assert label.width() >= label.sizeHint().width(), label.text()
    assert card.figure.height() >= 60


def test_no_word_of_a_legend_makes_a_card_wider_than_a_low_window_has_room(card: PlotCard[Any]) -> None:
    wide = card.legend.fontMetrics().averageCharWidth()
    assert card.legend.minimumSizeHint().width() <= 32 * wide


@few_kinds
def test_a_tool_tip_is_made_when_the_mouse_rests_on_the_plot(
    card: PlotCard[Any], qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    tip = card.figure.tip
    assert tip is not None
    monkeypatch.setattr(card.figure, "tip", lambda point: asked.append(tip(point)) or asked[-1])
    viewport = card.figure.viewport()
    for x in range(0, viewport.width(), 6):
        for y in range(0, viewport.height(), 24):
            pos = QPoint(x, y)
            qapp.sendEvent(viewport, QHelpEvent(QEvent.Type.ToolTip, pos, viewport.mapToGlobal(pos)))
    assert any(asked)


@few_kinds
@pytest.mark.usefixtures("light")
def test_a_change_of_font_is_followed(kind: Kind, make: Make, qapp: QApplication) -> None:
    card = make(kind, kind.data())
    before = card.figure.getAxis("left").style["tickFont"].pointSizeF()
    apply(qapp, "light", 1.5)
    assert card.figure.getAxis("left").style["tickFont"].pointSizeF() == pytest.approx(1.5 * before)


ACCENTS = str.maketrans("aeiou", "áéíöü")


class Longer(QTranslator):
    """Pseudo-translation: accented texts, 40 % longer, with their fields."""

    def translate(self, _context: str, source: str, _note: str | None = None, _count: int = -1) -> str:
        parts = re.split(r"(\{\w+\})", source)
        said = [part if part.startswith("{") else part.translate(ACCENTS) for part in parts]
        return f"{''.join(said)} {'ñ' * (len(source) * 2 // 5)}"

    def isEmpty(self) -> bool:
        return False


@few_kinds
@pytest.mark.usefixtures("light")
def test_another_language_with_longer_words_is_taken_over_and_not_clipped(
    kind: Kind, make: Make, qapp: QApplication, qtbot: QtBot
) -> None:
    card = make(kind, kind.data())
    title, sentence, legend = card.title.text(), card.sentence, card.legend.text()
    words = card.texts()
    longer = Longer()
    qapp.installTranslator(longer)
    try:
        qapp.sendPostedEvents()
        assert card.title.text() != title
        for text, before in ((card.sentence, sentence), (card.legend.text(), legend)):
            assert ("ñ" in text and text != before) or not before
        assert "ñ" in card.accessibleName()
        for label in (card.title, *words):
            qtbot.waitUntil(lambda it=label: it.height() >= it.heightForWidth(it.width()))
        assert card.figure.height() >= 60
    finally:
        qapp.removeTranslator(longer)
    qapp.sendPostedEvents()
    assert (card.title.text(), card.sentence, card.legend.text()) == (title, sentence, legend)


@pytest.mark.parametrize("scale", [*seldom(1.0), 1.25])
@pytest.mark.parametrize("kind", [KINDS[name] for name in OVERVIEW], ids=OVERVIEW)
def test_two_cards_side_by_side_fit_760_pixels(
    kind: Kind, make: Make, qapp: QApplication, scale: float
) -> None:
    apply(qapp, "light", scale)
    least = make(kind, kind.data()).minimumSizeHint()
    assert least.width() <= 376
    assert least.height() <= 330


@pytest.mark.usefixtures("light")
@pytest.mark.parametrize("names", [DAILY, *seldom((tuple(KINDS),))], ids=["some", "all"])
def test_a_discarded_card_leaves_no_widget_behind_even_before_garbage_is_collected(
    qapp: QApplication, names: tuple[str, ...]
) -> None:
    qapp.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    gc.collect()
    gc.disable()
    left = {}
    try:
        before = len(qapp.allWidgets())
        for name in names:
            card = KINDS[name].card()
            card.set_data(KINDS[name].data())
            card.show()
            card.deleteLater()
            del card
            qapp.sendPostedEvents(None, QEvent.Type.DeferredDelete)
            left[name] = len(qapp.allWidgets()) - before
        assert left == dict.fromkeys(names, 0)
    finally:
        gc.enable()


@few_kinds
@pytest.mark.usefixtures("light")
@pytest.mark.parametrize(
    ("size", "text"),
    [
        ((330, 240), 1.5),
        ((900, 600), 1.0),
        *(pytest.param(size, text, marks=pytest.mark.nightly) for size, text in OTHER_SIZES),
    ],
)
def test_no_label_of_an_axis_is_cut_off_and_a_long_axis_has_all_of_it(
    kind: Kind, make: Make, qapp: QApplication, size: tuple[int, int], text: float
) -> None:
    apply(qapp, "light", text)
    card = make(kind, kind.data(), size)
    for _ in range(2):
        picture(card)
    for side, axis in card.figure.axes.items():
        if (
            not isinstance(axis, Axis)
            or not axis.isVisible()
            or not axis.labelText
            or not axis.label.isVisible()
        ):
            continue
        length = axis.size().height() if side == "left" else axis.size().width()
        shown = axis.label.toPlainText().strip()
        whole = unescape(axis.labelText)
        assert QFontMetrics(axis.label.font()).horizontalAdvance(shown) <= length + 1
        assert shown in {whole, axis.short} or shown.endswith("…") or (not shown and size == (330, 240))
        assert axis.hidden_label == ("" if shown == whole else whole)
        assert tip_at(card, axis) == axis.hidden_label or shown == whole
        if size == (900, 600) and text == 1.0:
            assert shown == whole


@pytest.mark.parametrize("scale", [*seldom(1.0, 1.5), 2.0])
@pytest.mark.parametrize("width", [420, 640, 900])
def test_in_a_low_stack_no_text_of_a_card_is_drawn_over_its_plot(
    qtbot: QtBot, qapp: QApplication, scale: float, width: int
) -> None:
    apply(qapp, "light", scale)
    cards = [KINDS[name].card() for name in ("agreement", "map")]
    for card, name in zip(cards, ("agreement", "map"), strict=True):
        card.set_data(KINDS[name].data())
        card.pages.setMinimumHeight(7 * card.fontMetrics().lineSpacing())
    area = scrolled(PlotStack(cards, (2, 3), lines=(7, 7)), "stack", "Both")
    qtbot.addWidget(area)
    area.resize(width, 200)
    with qtbot.waitExposed(area):
        area.show()
    for _ in range(2):
        area.grab()
        QApplication.sendPostedEvents()
    for card in cards:
        below = [label for label in (card.legend, card.reading) if label.isVisible()]
        for above, label in itertools.pairwise([card.pages, *below]):
            assert above.geometry().bottom() < label.y()
        assert card.reading.geometry().bottom() <= card.height()
