"""Texts of the card: their layouts are remembered, and follow text, width and font."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtGui import QFontMetrics

from kgdesk.ui.entry import sentence as sentence_module
from kgdesk.ui.entry.attributes import _GAP, AttributeGrid, CodeLabel
from kgdesk.ui.entry.sentence import Sentence
from kgdesk.ui.widgets.theme import apply

if TYPE_CHECKING:
    from entry_bench import Bench
    from PySide6.QtWidgets import QApplication
    from pytestqt.qtbot import QtBot


LONG = "The value of a run of this candidate is larger than that of every other one. " * 3


def test_the_lines_of_a_sentence_follow_its_text_width_and_font(qtbot: QtBot) -> None:
    sentence = Sentence("sentence", lines=2)
    qtbot.addWidget(sentence)
    sentence.setText(LONG)
    wide, narrow = sentence.lines_at(900), sentence.lines_at(200)
    assert 1 <= wide < narrow
    assert sentence.lines_at(900) == wide
    font = sentence.font()
    font.setPointSizeF(2 * font.pointSizeF())
    sentence.setFont(font)
    assert sentence.lines_at(900) > wide
    sentence.setText("Short.")
    assert sentence.lines_at(900) == 1
    assert sentence.lines_at(200) == 1


def test_a_sentence_is_laid_out_once_for_a_width(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    layouts: list[str] = []
    layout_of = sentence_module.QTextLayout

    def counted(text: str, *more: object) -> object:
        layouts.append(text)
        return layout_of(text, *more)

    monkeypatch.setattr(sentence_module, "QTextLayout", counted)
    sentence = Sentence("sentence", lines=2)
    qtbot.addWidget(sentence)
    sentence.setText(LONG)
    layouts.clear()
    for width in (300, 301, 300, 301):
        sentence.lines_at(width)
    assert layouts == [LONG, LONG]


def test_the_height_of_a_code_follows_its_text_width_and_font(qtbot: QtBot) -> None:
    code = CodeLabel()
    qtbot.addWidget(code)
    font = code.font()
    font.setPointSizeF(20.0)
    code.setFont(font)
    code.setText("C-0001")
    one_line = code.heightForWidth(400)
    assert code.heightForWidth(60) < one_line  # in smaller letters
    assert code.heightForWidth(400) == one_line
    code.setText("C-0001" * 12)
    assert code.heightForWidth(400) != one_line
    code.setText("C-0001")
    assert code.heightForWidth(400) == one_line
    font.setPointSizeF(30.0)
    code.setFont(font)
    assert code.heightForWidth(400) > one_line


def test_larger_text_makes_the_small_buttons_higher_without_an_entry(bench: Bench, qtbot: QtBot) -> None:
    window = bench.window
    void = window.panel.void
    before = void.minimumHeight()
    window.theme.apply("light", 2.0)
    qtbot.waitUntil(lambda: void.minimumHeight() == void.sizeHint().height() > before)


@pytest.mark.parametrize("scale", [1.0, 1.1, 1.25, 1.5])
def test_the_name_of_an_attribute_that_has_room_is_never_cut(
    qtbot: QtBot, qapp: QApplication, scale: float
) -> None:
    apply(qapp, "light", scale)
    grid = AttributeGrid()
    qtbot.addWidget(grid)
    names = ["Temperature (°C)", "PEG 3350 (% w/v)", "Protein (mg/mL)", "Base equivalents", "fill"]
    names += [f"Additive {number} (mmol/L)" for number in range(30)]
    for name in names:
        start = grid._start(400, name, "12.5")
        assert grid._cut(name, start - _GAP) == name
        assert grid._cut(name, grid.fontMetrics().horizontalAdvance(name) // 2) != name


@pytest.mark.parametrize("unit", [" mmol/L", ""])
def test_in_larger_text_long_names_have_a_row_each_where_there_are_six_and_keep_what_tells_them_apart(
    qtbot: QtBot, qapp: QApplication, unit: str
) -> None:
    apply(qapp, "light", 1.25)
    try:
        grid = AttributeGrid()
        qtbot.addWidget(grid)
        names = [f"Loading of the catalyst in feed {n}" for n in range(18)]
        grid._pairs = grid._ordered = [
            (f"{name} (mmol/L)", f"{1280.24 + n}{unit}") for n, name in enumerate(names)
        ]
        grid.resize(413, 6 * grid.row_height)
        pairs, left_out = grid.shown(6)
        assert (len(pairs), left_out) == (5, 13)
        assert grid.shown(3) == (grid._ordered[:5], 13)  # a low window: two columns
        bold = QFontMetrics(grid._bold())
        for (name, value), short in zip(pairs, names, strict=False):
            start = grid._start(413, name, value)
            assert bold.horizontalAdvance(value) <= 413 - start
            painted = grid._name(name, value, start - _GAP)
            assert painted == short if unit else painted.endswith(name[-9:])
        grid._pairs = grid._ordered = [(f"Attribute {n} (mmol/L)", "12.5") for n in range(18)]
        assert grid.shown(6) == (grid._ordered[:11], 7)
    finally:
        apply(qapp, "light")


@pytest.mark.parametrize(("scale", "rows"), [(1.0, 6), (1.25, 6), (1.5, 12), (2.0, 12)])
def test_in_text_so_large_that_the_card_scrolls_wide_pairs_have_a_row_each_and_no_value_is_cut(
    qtbot: QtBot, qapp: QApplication, scale: float, rows: int
) -> None:
    apply(qapp, "light", scale)
    grid = AttributeGrid()
    qtbot.addWidget(grid)
    grid._pairs = grid._ordered = [
        (f"A rather long attribute name, number {n} (mmol/L)", f"{1280.24 + n} mmol/L") for n in range(18)
    ]
    assert grid.rows_for(380) == rows
    assert grid.rows_for() == 6
    grid.resize(380, rows * grid.row_height)
    with qtbot.waitExposed(grid):
        grid.show()
    bold = QFontMetrics(grid._bold())
    one = rows == 12
    room = grid._cell(0, one).width()
    if one:
        for name, value in grid._pairs:
            assert bold.horizontalAdvance(value) <= room - grid._start(room, name, value)
