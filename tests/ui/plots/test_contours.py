"""Contour lines."""

from __future__ import annotations

import itertools
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication

from kgdesk.ui.plots.contour import contour
from kgdesk.ui.plots.map import MapCard
from tests.ui.plots.plot_samples import map_data

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from kgdesk.ui.widgets.theme import Palette


def test_on_a_plane_every_piece_lies_on_the_line() -> None:
    x, y = np.linspace(0, 4, 9), np.linspace(-1, 1, 7)
    values = 2.0 * x[None, :] + 3.0 * y[:, None]
    across, up = contour(values, x, y, 2.5)
    assert across.size > 0
    assert across.size % 2 == 0
    assert 2.0 * across + 3.0 * up == pytest.approx(np.full(across.size, 2.5))


def test_the_pieces_join_to_a_closed_line_around_a_summit() -> None:
    x = y = np.linspace(-2, 2, 41)
    values = np.exp(-(x[None, :] ** 2) - y[:, None] ** 2)
    across, up = contour(values, x, y, 0.5)
    assert np.hypot(across, up) == pytest.approx(np.full(across.size, np.sqrt(np.log(2))), abs=0.01)
    ends, counts = np.unique(np.round(np.column_stack([across, up]), 9), axis=0, return_counts=True)
    assert (counts == 2).all()  # each end belongs to two segments: no gap
    length = np.hypot(across[1::2] - across[::2], up[1::2] - up[::2]).sum()
    assert length == pytest.approx(2 * np.pi * np.sqrt(np.log(2)), rel=0.01)
    assert len(ends) > 20


@pytest.mark.parametrize("level", [-0.1, 1.1])
def test_there_is_no_line_where_the_level_is_never_reached(level: float) -> None:
    x = np.linspace(0, 1, 5)
    across, up = contour(np.outer(x, x), x, x, level)
    assert across.size == up.size == 0


def test_each_axis_keeps_its_own_unit() -> None:
    x, y = np.array([0.0, 10.0]), np.array([0.0, 1.0])
    across, up = contour(np.array([[0.0, 1.0], [0.0, 1.0]]), x, y, 0.25)
    assert set(across.tolist()) == {2.5}
    assert (up.min(), up.max()) == (0.0, 1.0)


def test_no_label_of_a_contour_covers_a_result_or_the_mark_of_a_candidate(
    qtbot: QtBot, light: Palette
) -> None:
    assert light
    card = MapCard()
    qtbot.addWidget(card)
    card.resize(900, 500)
    card.set_data(map_data())
    card.show()
    card.grab()
    # Results all over the middles of the contours, where the labels would stand.
    under = np.array([label.places[0] for label in card._labels])
    assert len(under) > 2
    data = card._data
    assert data is not None
    for side, attribute in enumerate((data.surface.across, data.surface.up)):
        under[:, side] = 10.0 ** under[:, side] if attribute.log else under[:, side]
    card.set_data(
        replace(data, outcomes=(under, under[:1]), here=(np.ones(len(under), bool), np.ones(1, bool)))
    )
    card.grab()
    QApplication.sendPostedEvents()
    card.grab()
    seen = [label for label in card._labels if label.isVisible()]
    assert seen
    view = card.figure.view
    marks = [view.mapViewToScene(spot.pos()) for item in (card._runs, card._roles) for spot in item.points()]
    assert len(marks) > len(under)
    for label in seen:
        box = label.textItem.mapRectToScene(label.textItem.boundingRect())
        assert not any(box.contains(mark) for mark in marks)


def test_results_whose_other_attributes_are_not_those_of_the_map_are_small_and_hollow(
    qtbot: QtBot, light: Palette
) -> None:
    card = MapCard()
    qtbot.addWidget(card)
    card.resize(900, 500)
    data = map_data()
    card.set_data(data)
    card.show()
    card.grab()
    spots = card._runs.points()
    hollow = [spot for spot in spots if spot.brush().style() == Qt.BrushStyle.NoBrush]
    assert sorted(spot.symbol() for spot in hollow) == ["o", "x"]
    filled = [spot for spot in spots if spot not in hollow]
    assert {spot.symbol() for spot in filled} == {"o"}
    assert max(spot.size() for spot in hollow) < min(spot.size() for spot in filled)
    assert hollow[0].pen().color() == QColor(light.success)


def test_next_and_best_are_dashed_where_their_other_attributes_are_not_those_of_the_map(
    qtbot: QtBot, light: Palette
) -> None:
    assert light
    card = MapCard()
    qtbot.addWidget(card)
    card.resize(900, 500)
    data = map_data()
    for elsewhere in ((), (data.best,), (data.next, data.best)):
        card.set_data(replace(data, elsewhere=frozenset(elsewhere)))
        card.show()
        card.grab()
        dashed = [
            spot.symbol() for spot in card._roles.points() if spot.pen().style() == Qt.PenStyle.DashLine
        ]
        assert dashed == [{data.next: "s", data.best: "o"}[row] for row in elsewhere]


def test_the_legend_of_the_map_has_the_marks_that_are_drawn(qtbot: QtBot, light: Palette) -> None:
    assert light
    card = MapCard()
    qtbot.addWidget(card)
    data = map_data()
    apart = data.places[[10, 11]], data.places[[12]]
    none = np.zeros((0, 2))
    filled, hollow = "filled: other attributes as here", "hollow or dashed: other attributes differ"
    moved = "moved apart: runs at one place, or under next or best"

    def legend(outcomes: tuple[np.ndarray, np.ndarray], here: bool, elsewhere: tuple[int, ...] = ()) -> str:
        alike = tuple(np.full(len(places), here) for places in outcomes)
        card.set_data(replace(data, outcomes=outcomes, here=alike, elsewhere=frozenset(elsewhere)))
        return card.legend.text().replace("\u00a0", " ")

    assert not legend((none, none), here=True)
    assert legend(apart, here=True) == filled
    assert legend(apart, here=False) == hollow
    assert legend(apart, here=True, elsewhere=(1,)) == f"{filled}   {hollow}"
    assert legend((apart[0], apart[0][:1]), here=True) == f"{filled}   {moved}"
    assert legend((data.places[[1]], none), here=True) == f"{filled}   {moved}"


def test_labels_of_contours_never_cover_each_other_in_a_low_picture(qtbot: QtBot, light: Palette) -> None:
    assert light
    card = MapCard()
    qtbot.addWidget(card)
    card.set_data(map_data())
    shown = {}
    for size in ((900, 700), (900, 230)):
        card.resize(*size)
        card.show()
        card.grab()
        QApplication.sendPostedEvents()
        card.grab()
        labels = [label for label in card._labels if label.isVisible()]
        boxes = [label.textItem.mapRectToScene(label.textItem.boundingRect()) for label in labels]
        assert boxes
        assert not any(one.intersects(other) for one, other in itertools.combinations(boxes, 2)), size
        shown[size] = len(boxes)
    assert shown[900, 230] <= shown[900, 700]  # a label without room moves along its contour before it goes
