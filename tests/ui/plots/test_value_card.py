from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from plot_samples import value_data
from PySide6.QtCore import QPoint, QPointF, Qt

from kgdesk.ui.plots.scatter import LEVELS, MARKS_UP_TO, SIZES, ColourBar, levels_of, sizes_of, steps
from kgdesk.ui.plots.value import CandidateAxis, ValueCard, ValueData
from kgdesk.ui.widgets.stylesheet import LIGHT

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

pytestmark = pytest.mark.usefixtures("light")


@pytest.fixture
def card(qtbot: QtBot) -> ValueCard:
    made = ValueCard()
    qtbot.addWidget(made)
    made.resize(600, 420)
    with qtbot.waitExposed(made):
        made.show()
    return made


@pytest.mark.parametrize("top", [0.18, 3.5, 60.0, 0.0])
def test_the_bar_of_colours_has_room_for_its_caption_beside_the_ticks_of_any_height(
    qtbot: QtBot, top: float
) -> None:
    bar = ColourBar()
    qtbot.addWidget(bar)
    bar.resize(60, 40)  # as before the first layout
    bar.show_scale(top, ("Value of testing (points)", "Value"), LIGHT, bar.font())
    metrics = bar.fontMetrics()
    for height in range(40, 900, 20):
        bar.resize(bar.width(), height)
        ticks = bar._ticks(int(bar.height() / (2.2 * metrics.height())))
        ends = 18 + max(metrics.horizontalAdvance(text) for _, text in ticks)
        assert ends <= bar.width() - metrics.height()


def four(values: list[float], **marked: int) -> ValueData:
    axes = (
        CandidateAxis("Temperature (°C)", np.array([40.0, 60.0, 80.0, 100.0])),
        CandidateAxis("Solvent ratio (%)", np.array([10.0, 30.0, 20.0, 40.0])),
        CandidateAxis("Solvent", np.array([0.0, 1.0, 1.0, 0.0]), ("water", "DMF")),
    )
    return ValueData(["C-1", "C-2", "C-3", "C-4"], np.array(values), axes, **marked)


def pixel(card: ValueCard, x: float, y: float) -> QPoint:
    scene = card.figure.view.mapViewToScene(QPointF(x, y))
    return card.figure.mapFromScene(scene)


def test_a_click_on_a_mark_tells_its_candidate_and_a_click_beside_it_tells_nothing(
    card: ValueCard, qtbot: QtBot
) -> None:
    card.set_data(four([0.1, 0.2, 0.3, 0.4]))
    card.grab()
    told: list[str] = []
    card.candidateChosen.connect(told.append)
    for x, y in ((80.0, 20.0), (50.0, 37.0)):
        qtbot.mouseClick(card.figure.viewport(), Qt.MouseButton.LeftButton, pos=pixel(card, x, y))
    assert told == ["C-3"]


def test_a_row_of_the_table_tells_its_candidate_in_order_of_value(card: ValueCard) -> None:
    card.set_data(four([0.1, 0.4, np.nan, 0.2], next=1, best=3))
    card.show_table(True)
    rows = card.twin.rows
    shown = [[rows.data(rows.index(row, place)) for place in (0, 1, 2)] for row in range(4)]
    assert shown == [
        ["C-2", "0.40", "next"],
        ["C-4", "0.20", "current best"],
        ["C-1", "0.10", ""],
        ["C-3", "not computed", ""],
    ]
    told: list[str] = []
    card.candidateChosen.connect(told.append)
    card.twin.activated.emit(rows.index(1, 0))
    assert told == ["C-4"]


def test_the_sentence_says_what_tells_most_and_whether_it_is_next(card: ValueCard) -> None:
    card.set_data(four([0.1, 0.4, 0.3, 0.2], next=1))
    assert card.sentence == "C-2 is the most informative: its value of testing is 0.40 percentage points."
    card.set_data(four([0.1, 0.4, 0.3, 0.2], next=0))
    assert card.sentence == (
        "C-2 is the most informative: its value of testing is 0.40 percentage points; that of C-1, which is next, is"
        " 0.10."
    )


@pytest.mark.parametrize("values", [[0.0] * 4, [-0.01, -0.2, -0.001, 0.0]])
def test_values_below_resolution_are_said_in_words_and_shown_as_0(
    card: ValueCard, values: list[float]
) -> None:
    card.set_data(four(values, next=0))
    assert card.sentence == "No single run is expected to improve the choice."
    card.show_table(True)
    assert {card.twin.rows.data(card.twin.rows.index(row, 1)) for row in range(4)} == {"0"}
    assert "too small to tell from nothing" in card._tip(QPointF(60.0, 30.0)) or values[1] == 0.0


def test_no_candidate_that_can_be_tested_is_said_in_words(card: ValueCard) -> None:
    card.set_data(four([np.nan] * 4))
    assert card.sentence == "No candidate can be tested now."
    card.grab()


def test_the_tool_tip_names_the_candidate_its_value_and_both_attributes(card: ValueCard) -> None:
    card.set_data(four([0.1, 0.2, 0.3, 0.4]))
    tip = card._tip(QPointF(80.0, 20.0))
    assert tip.splitlines() == [
        "C-3",
        "value of testing 0.30 points",
        "Temperature (°C): 80",
        "Solvent ratio (%): 20",
    ]


def test_a_category_writes_its_levels_at_the_axis_and_spreads_marks_the_same_way_each_time(
    card: ValueCard,
) -> None:
    data = four([0.1, 0.2, 0.3, 0.4])
    card.set_data(data)
    card.across.setCurrentIndex(2)
    card.across.activated.emit(2)
    ticks = card.figure.getAxis("bottom")._tickLevels
    assert [text for _, text in ticks[0]] == ["water", "DMF"]
    first = card._cloud._x.copy()
    assert np.all(np.abs(first - data.axes[2].values) <= 0.25)
    assert len(set(first)) == 4
    card.set_data(four([0.4, 0.3, 0.2, 0.1]))
    assert np.array_equal(card._cloud._x, first)


def test_chosen_attributes_stay_chosen_when_new_values_come(card: ValueCard) -> None:
    card.set_data(four([0.1, 0.2, 0.3, 0.4]))
    assert (card.across.currentText(), card.up.currentText()) == ("Temperature (°C)", "Solvent ratio (%)")
    card.up.setCurrentIndex(2)
    card.up.activated.emit(2)
    card.set_data(four([0.4, 0.2, 0.3, 0.1]))
    assert (card.across.currentText(), card.up.currentText()) == ("Temperature (°C)", "Solvent")


def test_a_component_says_what_it_covers(card: ValueCard) -> None:
    axes = (
        CandidateAxis("Component 1", np.array([0.0, 1.0]), note="both axes show 61 % of the variation"),
        CandidateAxis("Component 2", np.array([0.0, 1.0]), note="both axes show 61 % of the variation"),
    )
    card.set_data(ValueData(["a", "b"], np.array([0.1, 0.2]), axes))
    assert card.legend.text().replace("\u00a0", " ").count("61 % of the variation") == 1


def test_zoom_is_kept_for_new_values_and_undone_by_reset(card: ValueCard) -> None:
    card.set_data(four([0.1, 0.2, 0.3, 0.4]))
    whole = card.figure.view.viewRange()
    card.figure.view.setRange(xRange=(50, 60), padding=0)
    card.set_data(four([0.4, 0.2, 0.3, 0.1]))
    assert card.figure.view.viewRange()[0] == [50, 60]
    card.reset_view()
    assert np.allclose(card.figure.view.viewRange(), whole)


def test_one_candidate_and_one_constant_attribute_have_a_place(card: ValueCard) -> None:
    only = CandidateAxis("Temperature (°C)", np.array([70.0]))
    card.set_data(ValueData(["C-1"], np.array([0.2]), (only,), next=0, best=0))
    card.grab()
    assert card._cloud.nearest(QPointF(70.0, 70.0)) == 0


def test_a_candidate_without_a_value_on_an_axis_is_left_out_there(card: ValueCard) -> None:
    axes = (
        CandidateAxis("a", np.array([1.0, np.nan, 3.0])),
        CandidateAxis("b", np.array([1.0, 2.0, 3.0])),
    )
    card.set_data(ValueData(["p", "q", "r"], np.array([0.1, 0.9, 0.2]), axes, next=1, best=0))
    card.grab()
    assert len(card._cloud._marks.data) == 2
    assert card._cloud.nearest(QPointF(1.0, 1.0)) == 0


def test_brushes_and_sizes_come_from_small_tables(card: ValueCard) -> None:
    data = value_data(3_000)
    card.set_data(data)
    marks = card._cloud._marks.data
    assert len(marks) == 3_000
    assert len({id(brush) for brush in marks["brush"]}) <= LEVELS + 1
    assert len(set(marks["size"])) <= SIZES
    assert np.all(marks["size"] == np.round(marks["size"]))


def test_the_most_valuable_marks_are_drawn_last(card: ValueCard) -> None:
    card.set_data(value_data(500))
    assert np.all(np.diff(card._cloud._marks.data["size"]) >= 0)


def test_above_5000_a_cell_has_the_colour_of_its_best_candidate(card: ValueCard) -> None:
    count = MARKS_UP_TO + 1
    values = np.zeros(count)
    values[17] = 0.5
    axes = (CandidateAxis("a", np.full(count, 5.0)), CandidateAxis("b", np.full(count, 5.0)))
    card.set_data(ValueData([f"C-{i}" for i in range(count)], values, axes))
    cloud = card._cloud
    assert cloud._raster.isVisible()
    assert len(cloud._marks.data) == 50
    assert "a cell shows its best" in card.legend.text()
    cells = cloud._raster.image.reshape(-1, 4)
    filled = cells[cells[:, 3] > 0]
    assert len(filled) == 1
    assert np.array_equal(filled[0], cloud._colours[LEVELS - 1])


def test_above_5000_zooming_makes_the_cells_smaller(card: ValueCard) -> None:
    card.set_data(value_data(20_000))
    view = card.figure.view
    before = (
        card._cloud._raster.boundingRect(),
        card._cloud._raster.mapRectToView(card._cloud._raster.boundingRect()),
    )
    view.setRange(xRange=(60, 62), yRange=(30, 31), padding=0)
    after = card._cloud._raster.mapRectToView(card._cloud._raster.boundingRect())
    assert after.width() == pytest.approx(2.0)
    assert before[1].width() > 50
    assert np.count_nonzero(card._cloud._raster.image[..., 3]) <= 20


def test_at_5000_every_candidate_is_a_mark_of_its_own(card: ValueCard) -> None:
    card.set_data(value_data(MARKS_UP_TO))
    assert len(card._cloud._marks.data) == MARKS_UP_TO
    assert not card._cloud._raster.isVisible()


def test_levels_clip_below_zero_and_mark_what_is_unknown() -> None:
    levels = levels_of(np.array([-1.0, 0.0, 0.5, 1.0, np.nan]), 1.0)
    assert levels.tolist() == [0, 0, (LEVELS - 1) // 2, LEVELS - 1, -1]
    assert sizes_of(levels)[0] == sizes_of(levels)[4] == 5
    assert sizes_of(levels).max() == 5 + SIZES - 1


@pytest.mark.parametrize(
    ("top", "expected"), [(0.68, [0.0, 0.2, 0.4, 0.6]), (12.0, [0.0, 5.0, 10.0]), (0.0, [0.0])]
)
def test_the_scale_has_round_steps(top: float, expected: list[float]) -> None:
    assert steps(top) == pytest.approx(expected)


def test_tab_goes_from_the_choices_to_the_figure(card: ValueCard, qtbot: QtBot) -> None:
    card.set_data(four([0.1, 0.2, 0.3, 0.4]))
    card.activateWindow()
    qtbot.waitUntil(card.isActiveWindow)
    card.how.setFocus()
    order = []
    for _ in range(4):
        focused = card.focusWidget()
        qtbot.keyClick(focused, Qt.Key.Key_Tab)
        order.append(card.focusWidget().objectName())
    assert order == [
        "plot.value.asTable",
        "plot.value.up",
        "plot.value.across",
        "plot.value.figure",
    ]
