"""The Explore tab: slices that follow a hand, snapping, map and effects at a point."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest
from accessible import takes_keys
from clipping import clipped
from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QAbstractButton, QApplication, QScrollArea
from seldom import seldom

from kgdesk import actions
from kgdesk.model.advice.slices import effects_at, point_of, slices
from kgdesk.model.study.next_run import bare_name
from kgdesk.ui.pages.explore import ExploreTab
from kgdesk.ui.plots.small_multiples import SlicePanel
from kgdesk.ui.text.locale_format import percent, percent_range, points
from kgdesk.ui.widgets.theme import apply

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from kgdesk.ui.plots.map import MapCard
    from kgdesk.ui.plots.map_data import MapData
    from kgdesk.ui.session.study_controller import StudyController

pytestmark = [pytest.mark.usefixtures("light")]

NONE, SHIFT = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def tab(controller: StudyController, qtbot: QtBot) -> ExploreTab:
    made = ExploreTab(controller)
    qtbot.addWidget(made)
    made.resize(980, 680)
    made.show()
    settle(made, qtbot)
    return made


def settle(tab: ExploreTab, qtbot: QtBot) -> None:
    qtbot.waitUntil(tab.painted, timeout=60_000)


def drag(panel: SlicePanel, *values: float, end: bool = True, modifier: Qt.KeyboardModifier = NONE) -> None:
    """Press at the line of a slice, move to values of its attribute, and let go."""
    left, none = Qt.MouseButton.LeftButton, Qt.MouseButton.NoButton
    places = [float(panel.held.value()), *values]
    for nth, value in enumerate(places):
        at = QPointF(panel.mapFromScene(panel.view.mapViewToScene(QPointF(value, 0.5))))
        kind = QEvent.Type.MouseMove if nth else QEvent.Type.MouseButtonPress
        send(panel, kind, at, none if nth else left, left, modifier)
    if end:
        send(panel, QEvent.Type.MouseButtonRelease, at, left, none, modifier)


def send(
    panel: SlicePanel,
    kind: QEvent.Type,
    at: QPointF,
    button: Qt.MouseButton,
    buttons: Qt.MouseButton,
    modifier: Qt.KeyboardModifier,
) -> None:
    there = QPointF(panel.viewport().mapToGlobal(at))
    QApplication.sendEvent(panel.viewport(), QMouseEvent(kind, at, there, button, buttons, modifier))


def key(panel: SlicePanel, code: Qt.Key, modifier: Qt.KeyboardModifier = NONE) -> None:
    for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
        QApplication.sendEvent(panel, QKeyEvent(kind, code, modifier))


def test_it_opens_at_the_best_with_its_own_numbers(tab: ExploreTab, controller: StudyController) -> None:
    advice = controller.advice.current
    assert advice is not None
    best = advice.recommended
    assert tab.candidate == tab.field.text() == best.candidate
    assert tab.estimate.text() == percent(best.probability)
    assert tab.spread.text() == f"({percent_range(best.low, best.high, 0.9)}) expected success"
    ran = best.candidate in controller.study.tally
    assert tab.note.text() == "never run" or ran


def test_a_slice_for_each_attribute_shows_the_trend_through_the_candidate(
    tab: ExploreTab, controller: StudyController
) -> None:
    study, data = controller.study, tab.slices._data
    assert data is not None
    expected = slices(study.belief, study.pool, study.scaling, tab.point)  # type: ignore[arg-type]
    for place, part in enumerate(expected.parts):
        assert (data.at.parts[place].curve.probability == part.curve.probability).all()
        panel = tab.slices.grid.panel(place)
        assert panel.objectName() == f"explore.slice.{place}"
        assert float(panel.held.value()) == part.held
        assert panel.isVisible()
        assert panel.accessibleName() in part.attribute.name
        assert percent(expected.probability) in panel.accessibleDescription()


def test_while_a_line_is_dragged_all_slices_follow_and_the_nearest_candidate_is_named(
    tab: ExploreTab, controller: StudyController, qtbot: QtBot
) -> None:
    head, started = controller.study.head, tab.point
    assert started is not None
    panel = tab.slices.grid.panel(0)
    drag(panel, 40.0, 55.0, 61.0, end=False)
    qtbot.waitUntil(lambda: tab._frame is not None and tab._frame.point == tab.point, timeout=60_000)
    assert tab.candidate is None
    assert tab.point is not None
    assert tab.point[0] == pytest.approx(61.0, abs=1.0)
    assert tab.point[1:] == started[1:]
    study = controller.study
    there = slices(study.belief, study.pool, study.scaling, tab.point)
    assert tab.estimate.text() == percent(there.probability)
    assert tab.spread.text() == f"({percent_range(there.low, there.high, 0.9)})"
    assert tab.note.text().removeprefix("nearest ") in study.pool.ids
    for place, part in enumerate(there.parts):
        drawn = tab.slices.grid.panel(place)._curve.getData()[1]
        if not part.levels:
            assert np.nanmax(np.abs(drawn[part.inside] - part.curve.probability[part.inside])) < 1e-12
    assert not tab.run.isEnabled()
    assert controller.study.head == head


def test_let_go_it_rests_on_the_nearest_candidate_and_marks_what_the_snap_changed(
    tab: ExploreTab, controller: StudyController, qtbot: QtBot
) -> None:
    before = tab.point
    assert before is not None
    pool = controller.study.pool
    drag(tab.slices.grid.panel(0), 60.0)
    assert tab.candidate is not None
    assert tab.point == point_of(pool, pool.row(tab.candidate))
    changed = {
        a.name for a, old, new in zip(pool.attributes, before, tab.point, strict=True) if old != new
    } - {pool.attributes[0].name}
    assert tab._moved == changed
    settle(tab, qtbot)
    marked = {
        name
        for place, name in enumerate(a.name for a in pool.attributes)
        if tab.slices.grid.named(place).title.property("role") == "moved"
    }
    assert marked <= changed
    assert controller.selection.candidate == tab.candidate
    tab._unmark.timeout.emit()
    settle(tab, qtbot)
    assert all(tab.slices.grid.named(k).title.property("role") == "title" for k in range(len(before)))
    # The marks go after a while, the words stay.
    names = [bare_name(one) for one in pool.attributes if one.name in changed]
    assert changed
    differs = names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
    assert tab.note.text() == "never run"
    assert tab.own.isVisible()
    assert tab.own.text() == f"Nearest candidate: {tab.candidate}, which also differs in {differs}."
    tab.go_to(pool.ids[0])
    assert not tab.own.isVisible() or "differs" not in tab.own.text()


def test_the_buttons_keep_their_places_whatever_is_noted_of_a_candidate(
    tab: ExploreTab, qtbot: QtBot
) -> None:
    tab.resize(1400, 680)
    settle(tab, qtbot)
    places = set()
    for words in ("", "never run", "4 of 4 succeeded, 2.6 percentage points above the trend"):
        tab.note.setText(words)
        QApplication.processEvents()
        places.add(tuple(one.geometry().x() for one in (tab.best, tab.next, tab.compare, tab.run)))
    assert len(places) == 1


def test_with_shift_the_lines_stay_between_candidates(tab: ExploreTab, qtbot: QtBot) -> None:
    drag(tab.slices.grid.panel(1), 33.0, modifier=SHIFT)
    settle(tab, qtbot)
    assert tab.candidate is None
    assert tab.point is not None
    assert tab.point[1] == pytest.approx(33.0, abs=1.0)
    assert not tab.run.isEnabled()
    assert "chosen above" in tab.map.title.text()
    assert tab.field.text() == ""


def test_an_arrow_key_goes_level_by_level_and_rests_on_a_candidate_with_that_level(
    tab: ExploreTab, controller: StudyController, qtbot: QtBot
) -> None:
    pool = controller.study.pool
    solvents = sorted(set(pool.values[4]))
    panel = tab.slices.grid.panel(4)
    assert tab.point is not None
    at = solvents.index(tab.point[4])  # type: ignore[arg-type]
    code, step = (Qt.Key.Key_Right, 1) if at + 1 < len(solvents) else (Qt.Key.Key_Left, -1)
    key(panel, code)
    assert tab.candidate is not None
    assert pool.values[4][pool.row(tab.candidate)] == solvents[at + step]
    for _ in solvents:  # to the end, and not beyond
        key(panel, code)
    settle(tab, qtbot)
    assert tab.point[4] == solvents[-1 if step > 0 else 0]
    assert tab.candidate is not None


def test_a_held_arrow_key_moves_its_own_attribute_alone_until_it_is_let_go(tab: ExploreTab) -> None:
    before = tab.point
    assert before is not None
    panel = tab.slices.grid.panel(0)
    for _ in range(3):
        QApplication.sendEvent(panel, QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_Left, NONE, "", True))
    assert tab.point is not None
    assert tab.point[1:] == before[1:]
    assert tab.point[0] < before[0] or before[0] == min(tab._controller.study.pool.values[0])


def test_only_one_frame_is_on_its_way_and_the_last_point_is_always_drawn(
    tab: ExploreTab, controller: StudyController, qtbot: QtBot
) -> None:
    asked: list[object] = []
    compute = controller.advice.compute
    controller.advice.compute = (  # type: ignore[method-assign]
        lambda name, *rest: asked.append(name) or compute(name, *rest)
    )
    drag(tab.slices.grid.panel(0), *np.linspace(20.0, 110.0, 200), end=False)
    assert asked.count("explore.slices") <= 1
    qtbot.waitUntil(lambda: tab._frame is not None and tab._frame.point == tab.point, timeout=60_000)
    assert asked.count("explore.slices") <= 3


def test_another_candidate_is_typed_or_selected_anywhere(
    tab: ExploreTab, controller: StudyController, qtbot: QtBot
) -> None:
    tab.field.setFocus()
    tab.field.selectAll()
    qtbot.keyClicks(tab.field, "C-0021")
    qtbot.keyClick(tab.field, Qt.Key.Key_Return)
    settle(tab, qtbot)
    assert tab.candidate == "C-0021"
    tab.field.clearFocus()
    controller.selection.select("C-0033")
    settle(tab, qtbot)
    assert tab.candidate == tab.field.text() == "C-0033"
    qtbot.mouseClick(tab.next, Qt.MouseButton.LeftButton)
    settle(tab, qtbot)
    assert controller.advice.current is not None
    assert tab.candidate == controller.advice.current.next
    qtbot.mouseClick(tab.best, Qt.MouseButton.LeftButton)
    settle(tab, qtbot)
    assert tab.candidate == controller.advice.current.recommended.candidate


def test_a_name_that_is_not_in_the_list_is_refused_in_a_sentence(tab: ExploreTab, qtbot: QtBot) -> None:
    before = tab.candidate
    tab.field.setFocus()
    tab.field.selectAll()
    qtbot.keyClicks(tab.field, "c-0007")
    qtbot.keyClick(tab.field, Qt.Key.Key_Return)
    assert "Did you mean “C-0007”?" in tab.refusal.text()
    assert tab.refusal.isVisible()
    assert tab.candidate == before
    qtbot.keyClicks(tab.field, "x")
    assert tab.refusal.isHidden()


def test_run_this_and_compare_name_the_candidate_and_record_nothing(
    tab: ExploreTab, controller: StudyController, qtbot: QtBot
) -> None:
    head = controller.study.head
    with qtbot.waitSignal(controller.selection.run_this) as run:
        qtbot.mouseClick(tab.run, Qt.MouseButton.LeftButton)
    with qtbot.waitSignal(controller.selection.compare_wanted) as compared:
        qtbot.mouseClick(tab.compare, Qt.MouseButton.LeftButton)
    assert run.args == compared.args == [tab.candidate]
    assert controller.study.head == head


@pytest.mark.parametrize("size", [(980, 680), (560, 700)], ids=str)
def test_a_scale_beside_the_map_says_what_its_colours_mean(
    tab: ExploreTab, qtbot: QtBot, size: tuple[int, int]
) -> None:
    tab.resize(*size)
    scale, figure = tab.map.scale, tab.map.figure
    for layer in tab.map.layer.buttons():
        layer.click()
        settle(tab, qtbot)
        data = tab.map._nonempty_data()
        assert data is not None
        curve = data.surface.curve
        shown = {
            "probability": curve.probability,
            "width": curve.high - curve.low,
            "value": np.array([0.0, np.nanmax(data.values)]),
        }[data.layer]
        words = points if data.layer == "value" else percent
        ends = float(shown.min()), float(shown.max())
        assert scale.words == (words(ends[0]), words(sum(ends) / 2), words(ends[1]))
        assert scale.isVisible()
        assert scale.width() >= scale.fontMetrics().horizontalAdvance(scale.words[-1]) + 12
        assert scale.geometry().left() >= figure.geometry().right()


def test_the_own_estimate_of_a_tested_candidate_stands_off_the_curve_with_the_gap_named(
    averaged: StudyController, qtbot: QtBot
) -> None:
    tab = ExploreTab(averaged)
    qtbot.addWidget(tab)
    tab.resize(980, 680)
    tab.show()
    tab.go_to("C-0003")
    settle(tab, qtbot)
    advice, frame = averaged.advice.current, tab._frame
    assert advice is not None
    assert frame is not None
    gap = 100 * (advice.probability_of("C-0003") - frame.at.probability)
    assert abs(gap) >= 1.0
    word = "lower" if gap > 0 else "higher"
    assert tab.own.isVisible()
    assert tab.own.text() == (
        f"Expect {percent(advice.probability_of('C-0003'))}, which counts its own runs;"
        f" the curve, {points(abs(gap))} percentage points {word}, is the trend for what was never run."
    )
    assert clipped(tab) == []
    tab.resize(560, 700)
    QApplication.sendPostedEvents()
    assert tab.field.width() >= tab.field.fontMetrics().horizontalAdvance(tab.field.text()) + 16
    panel = tab.slices.grid.panel(0)
    assert panel.own.getData()[1][0] == pytest.approx(advice.probability_of("C-0003"))
    assert panel.handle.getData()[1][0] == pytest.approx(frame.at.probability)
    never = next(code for code in averaged.study.pool.ids if code not in averaged.study.tally)
    below = tab.effects.mapTo(tab, QPoint(0, 0))
    tab.go_to(never)
    settle(tab, qtbot)
    assert not tab.own.isVisible()
    assert tab.effects.mapTo(tab, QPoint(0, 0)) == below  # nothing moves from under the pointer
    assert not len(panel.own.getData()[1])


def test_effects_are_those_at_the_candidate_in_points_in_table_order(
    tab: ExploreTab, controller: StudyController, qtbot: QtBot
) -> None:
    for code in ("C-0003", "C-0030"):
        tab.go_to(code)
        settle(tab, qtbot)
        data, study = tab.effects._data, controller.study
        assert data is not None
        assert tab.effects.title.text() == f"Effects at {code}, points of success, 90\u00a0% range"
        found = effects_at(study, point_of(study.pool, study.pool.row(code)))
        assert [row.estimate for row in data.rows] == [100 * one.change for one in found]
        assert len(data.rows) == len(study.pool.attributes)
        clear = [one.attribute.name for one in found if one.is_clear]
        sentence = tab.effects.sentence
        assert (sentence == "None is clear yet") == (not clear)


def test_the_map_opens_on_the_two_strongest_attributes_and_a_click_goes_to_the_nearest_candidate(
    tab: ExploreTab, controller: StudyController, qtbot: QtBot
) -> None:
    study, data = controller.study, tab.map._data
    assert data is not None
    found = effects_at(study, tab.point)  # type: ignore[arg-type]
    sizes = sorted(
        ((abs(e.change), k) for k, e in enumerate(found) if e.attribute.kind == "number"), reverse=True
    )
    assert data.axes == (sizes[0][1], sizes[1][1])
    others = [values for j, values in enumerate(study.pool.values) if j not in data.axes]
    at_point = study.pool.row(str(tab.candidate))
    for outcome, here in zip(("success", "failure"), data.here, strict=True):
        rows = [study.pool.row(run.candidate) for run in study.valid if run.outcome == outcome]
        assert here.tolist() == [all(v[row] == v[at_point] for v in others) for row in rows]
    roles = {row for row in (data.next, data.best) if row is not None}
    assert roles
    assert data.elsewhere == {row for row in roles if any(v[row] != v[at_point] for v in others)}
    at = data.places[17]
    tab.map.figure.clicked.emit(QPointF(*at))
    settle(tab, qtbot)
    assert tab.candidate == study.pool.ids[17]
    assert tab.map.title.text() == f"Other attributes as in {tab.candidate}"


def test_the_layers_of_the_map_show_width_and_value(tab: ExploreTab, qtbot: QtBot) -> None:
    card = tab.map
    drawn = {}
    for place, layer in enumerate(("probability", "width", "value")):
        qtbot.mouseClick(card.layer.button(place), Qt.MouseButton.LeftButton)
        assert card._data is not None
        assert card._data.layer == layer
        qtbot.waitUntil(lambda: card.drawn)
        drawn[layer] = None if card._image.image is None else card._image.image.copy()
    assert not np.array_equal(drawn["probability"], drawn["width"])
    assert not card._image.isVisible()  # only candidates have a value of testing
    assert "gains most in one run" in card.sentence


def test_the_axes_of_the_map_are_two_different_attributes(tab: ExploreTab, qtbot: QtBot) -> None:
    card = tab.map
    other = card.up.currentIndex()
    card.across.setCurrentIndex(other)
    card.across.activated.emit(other)
    settle(tab, qtbot)
    assert card._data is not None
    assert card.across.currentIndex() == other != card.up.currentIndex()
    assert card._data.axes[0] != card._data.axes[1]


def test_outcomes_stand_beside_the_marks_of_next_and_best_and_beside_each_other(
    tab: ExploreTab, controller: StudyController, qtbot: QtBot
) -> None:
    for _ in range(3):
        best = controller.advice.current.recommended.candidate  # type: ignore[union-attr]
        controller.do(actions.record, best, "success", advice=None, token=f"more {_}", repeat=True)
        controller.settle()
        qtbot.waitUntil(lambda: controller.advice.current is not None, timeout=60_000)
    settle(tab, qtbot)
    card = tab.map
    qtbot.waitUntil(lambda: card.drawn)
    scale = np.array(card.figure.pixels_per_unit())
    xy = np.column_stack(card._runs.getData()) * scale
    distinct = xy[::2]  # a halo and a sign each
    apart = np.linalg.norm(distinct[:, None] - distinct, axis=2) + np.diag(np.full(len(distinct), np.inf))
    assert apart.min() > 8
    roles = np.column_stack(card._roles.getData()) * scale
    assert np.linalg.norm(distinct[:, None] - roles, axis=2).min() > 15


def drawn_map(tab: ExploreTab, qtbot: QtBot) -> tuple[MapCard, MapData]:
    """Return the map, once it is drawn, with its data."""
    settle(tab, qtbot)
    card = tab.map
    qtbot.waitUntil(lambda: card.drawn)
    assert card._data is not None
    return card, card._data


@pytest.mark.parametrize("end", ["lowest", "highest"])
def test_the_word_beside_the_mark_of_the_best_is_inside_the_picture(
    tab: ExploreTab, qtbot: QtBot, end: str
) -> None:
    card, data = drawn_map(tab, qtbot)
    across = data.places[:, 0]
    row = int(np.argmin(across) if end == "lowest" else np.argmax(across))
    card.set_data(replace(data, best=row))
    qtbot.waitUntil(lambda: card.drawn)
    card.grab()
    view, word = card.figure.view, card._words_at[1]
    box, mark = word.sceneBoundingRect(), view.mapViewToScene(word.pos())
    assert view.sceneBoundingRect().contains(box)
    assert not box.contains(mark)
    assert min(abs(box.left() - mark.x()), abs(box.right() - mark.x())) >= 10


def test_the_word_beside_a_mark_covers_no_outcome_where_the_other_side_is_free(
    tab: ExploreTab, qtbot: QtBot
) -> None:
    card, data = drawn_map(tab, qtbot)
    view, word, turned = card.figure.view, card._words_at[0], 0
    for row in range(len(data.codes)):
        card.set_data(replace(data, next=row))
        qtbot.waitUntil(lambda: card.drawn)
        card.grab()
        runs = [view.mapViewToScene(spot.pos()) for spot in card._runs.points()]
        box, mark = word.sceneBoundingRect(), view.mapViewToScene(word.pos())
        other = QRectF(2 * mark.x() - box.right(), box.y(), box.width(), box.height())
        turned += box.left() > mark.x()
        if any(box.contains(run) for run in runs):
            assert any(other.adjusted(-8, -8, 8, 8).contains(run) for run in runs) or not (
                view.sceneBoundingRect().contains(other)
            )
    assert turned


def test_nothing_is_stored_and_a_hidden_tab_calculates_nothing(
    tab: ExploreTab, controller: StudyController, qtbot: QtBot
) -> None:
    tab.hide()
    asked: list[str] = []
    compute = controller.advice.compute
    controller.advice.compute = lambda name, *rest: asked.append(name) or compute(name, *rest)  # type: ignore[method-assign]
    controller.do(actions.record, "C-0001", "success", advice=None, token="next")
    controller.settle()
    qtbot.waitUntil(lambda: controller.advice.current is not None, timeout=60_000)
    assert not any(name.startswith("explore.") for name in asked)
    head = controller.study.head
    tab.show()
    settle(tab, qtbot)
    assert {"explore.slices", "explore.map", "explore.effects"} <= set(asked)
    assert controller.study.head == head


def test_after_a_run_the_candidate_stays_and_its_numbers_are_new(
    tab: ExploreTab, controller: StudyController, qtbot: QtBot
) -> None:
    tab.go_to("C-0022")
    settle(tab, qtbot)
    controller.do(actions.record, "C-0022", "success", advice=None, token="next")
    controller.settle()
    qtbot.waitUntil(lambda: controller.advice.current is not None, timeout=60_000)
    settle(tab, qtbot)
    assert tab.candidate == "C-0022"
    assert controller.advice.current is not None
    assert tab.estimate.text() == percent(controller.advice.current.probability_of("C-0022"))
    assert tab.note.text().startswith("1 of 1 succeeded")


@pytest.mark.parametrize(("width", "rows"), [(980, 1), (320, 3), *seldom((600, 2))])
def test_slices_stand_five_in_a_row_or_in_rows_of_about_equal_length(
    tab: ExploreTab, qtbot: QtBot, width: int, rows: int
) -> None:
    tab.resize(width, 560)
    tab.grab()
    QApplication.sendPostedEvents()
    settle(tab, qtbot)
    grid = tab.slices.grid
    tops = {grid.named(k).y() for k in range(5)}
    assert len(tops) == rows
    assert all(grid.panel(k).height() >= 100 for k in range(5))
    beside = tab.map.y() == tab.effects.y()
    assert beside == (width >= 800)


def test_its_plots_never_open_a_window_of_their_own(
    controller: StudyController, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[bool] = []
    monkeypatch.setattr(SlicePanel, "showEvent", lambda panel, _event: shown.append(panel.isWindow()))
    made = ExploreTab(controller)
    qtbot.addWidget(made)
    made.resize(980, 680)
    made.show()
    settle(made, qtbot)
    assert len(shown) >= 5
    assert not any(shown)


def reached_by_tab(tab: ExploreTab) -> list[str]:
    """Return the names of what Tab goes through on the page, in order."""
    names, part = [], tab.nextInFocusChain()
    while part is not tab:
        group = part.group() if isinstance(part, QAbstractButton) else None
        chosen = group is None or part is group.checkedButton()  # Tab goes to one button of a group
        if takes_keys(part) and chosen and part.isVisible() and tab.isAncestorOf(part):
            names.append(part.objectName())
        part = part.nextInFocusChain()
    return names


def test_tab_goes_through_the_page_as_it_is_read_and_through_tables_where_the_pictures_were(
    tab: ExploreTab,
) -> None:
    above = ["candidate", "best", "next", "compare", "run"]
    slices = [f"slice.{place}" for place in range(len(tab.slices.grid._named))]
    on_the_map = ["up", "across", "layer.probability"]

    def order(*parts: str) -> list[str]:
        return [f"explore.{part}" for part in parts]

    assert len(slices) == 5
    assert reached_by_tab(tab) == order(
        *above,
        "slices.more",
        *slices,
        "map.more",
        *on_the_map,
        "map.figure",
        "effects.more",
        "effects.figure",
    )
    assert tab.takes_keys is tab.slices.grid.panel(0)
    for card in tab.cards:
        card.show_table(True)
    assert reached_by_tab(tab) == order(
        *above,
        "slices.more",
        "slices.table",
        "map.more",
        *on_the_map,
        "map.table",
        "effects.more",
        "effects.table",
    )
    assert tab.takes_keys is tab.slices.twin


def test_the_slices_say_together_what_the_line_above_them_says(tab: ExploreTab) -> None:
    own = tab._controller.advice.current.recommended  # type: ignore[union-attr]
    said = f"{own.candidate}: expected success {percent(own.probability)} ({percent_range(own.low, own.high, 0.9)})"
    assert tab.slices.sentence.startswith(said)
    assert tab.slices.grid.accessibleDescription() == tab.slices.sentence
    assert tab.slices.grid.accessibleName() == f"Figure: {tab.slices.title.text()}"
    assert tab.slices.reading.isHidden()  # it is read above them
    panel = tab.slices.grid.panel(0)
    drag(panel, 40.0, 61.0, end=False)
    tab._row = None
    tab._draw(tab._frame)  # type: ignore[arg-type]
    assert tab.slices.grid.accessibleDescription().startswith("Between candidates: expected success")


def test_in_large_text_nothing_stands_beyond_the_right_edge(
    tab: ExploreTab, qtbot: QtBot, qapp: QApplication
) -> None:
    apply(qapp, "light", 2.0)
    try:
        tab.resize(866, 643)
        area = tab.findChild(QScrollArea, "explore.scroller")
        assert area is not None
        qtbot.waitUntil(lambda: tab.map.y() != tab.effects.y())  # one below the other
        qtbot.waitUntil(lambda: area.widget().width() <= area.viewport().width())
        assert tab.slices.more.mapTo(tab, tab.slices.more.rect().topRight()).x() < tab.width()
    finally:
        apply(qapp, "light", 1.0)
