"""Cards of promising candidates, of effects, and of the best candidate after each run."""

from __future__ import annotations

import itertools
import math
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
import pytest
import shiboken6
from plot_samples import codes, effects_data, promising_data, runs_data, slices_data
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics
from PySide6.QtWidgets import QApplication
from seldom import seldom

from kgdesk.ui.plots.attribute_slices import SlicesCard
from kgdesk.ui.plots.card import PlotCard
from kgdesk.ui.plots.effects import Effect, EffectsCard, EffectsData
from kgdesk.ui.plots.figure import Axis, elided_names
from kgdesk.ui.plots.over_runs import RunPoint, RunsCard, RunsData
from kgdesk.ui.plots.promising import Promising, PromisingCard, PromisingData
from kgdesk.ui.plots.row_plot import PlotRow, RowsFigure
from kgdesk.ui.plots.value import ValueCard, ValueData
from kgdesk.ui.text.locale_format import percent
from kgdesk.ui.widgets.stylesheet import LIGHT
from kgdesk.ui.widgets.theme import apply

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot


pytestmark = pytest.mark.usefixtures("light")
C = TypeVar("C", bound=PlotCard[Any])


def shown(card: C, qtbot: QtBot, size: tuple[int, int] = (480, 330)) -> C:
    qtbot.addWidget(card)
    card.resize(*size)
    with qtbot.waitExposed(card):
        card.show()
    return card


def plain(text: str) -> str:
    return text.replace("\u00a0", " ")


def pixel(card: PlotCard[Any], x: float, y: float) -> QPoint:
    return card.figure.mapFromScene(card.figure.view.mapViewToScene(QPointF(x, y)))


def table(card: PlotCard[Any]) -> list[list[str]]:
    card.show_table(True)
    rows = card.twin.rows
    places = range(rows.columnCount())
    return [[plain(rows.data(rows.index(row, place))) for place in places] for row in range(rows.rowCount())]


A = Promising("C-1", 0.71, 0.55, 0.94, successes=2, failures=1)
B = Promising("C-2", 0.60, 0.40, 0.80)
LOW = Promising("C-3", 0.20, 0.10, 0.30)


@pytest.mark.parametrize(
    ("rows", "answer"),
    [((A, B), "C-1, 71 % (90 % range 55–94 %)"), ((B, LOW), "C-2, 60 % (90 % range 40–80 %) never run")],
)
def test_the_answer_names_the_best_its_range_and_whether_it_was_never_run(
    qtbot: QtBot, rows: tuple[Promising, ...], answer: str
) -> None:
    card = shown(PromisingCard(), qtbot)
    card.set_data(PromisingData(rows))
    assert plain(card.sentence) == answer
    assert card.answer.text().startswith("<b>")
    card.set_data(PromisingData(rows, caution="Too sure so far."))
    assert plain(card.sentence) == f"{answer} ⚠ Too sure so far."


def test_recorded_outcomes_stand_beside_their_candidate_with_sign_and_number(qtbot: QtBot) -> None:
    card = shown(PromisingCard(), qtbot)
    card.set_data(PromisingData((A, B)))
    axis = card.figure.getAxis("right")
    assert axis.isVisible()
    assert [text for _, text in axis._tickLevels[0]] == ["●\u200a2 ✕\u200a1", ""]
    card.set_data(PromisingData((B, LOW)))
    assert not axis.isVisible()


def test_a_click_on_a_row_tells_its_candidate(qtbot: QtBot) -> None:
    card = shown(PromisingCard(), qtbot)
    card.set_data(promising_data())
    card.grab()
    with qtbot.waitSignal(card.candidate_chosen) as told:
        qtbot.mouseClick(card.figure.viewport(), Qt.MouseButton.LeftButton, pos=pixel(card, 0.5, 3.0))
    assert told.args == [promising_data().rows[3].code]


def test_a_row_has_its_interval_in_the_table_too(qtbot: QtBot) -> None:
    card = shown(PromisingCard(), qtbot)
    card.set_data(PromisingData((A, B)))
    assert table(card) == [
        ["C-1", "71 %", "55 %", "94 %", "2", "1"],
        ["C-2", "60 %", "40 %", "80 %", "0", "0"],
    ]


@pytest.mark.parametrize("size", [9.0, 18.0])
def test_the_last_label_of_the_axis_is_not_cut_in_any_size_of_text(qtbot: QtBot, size: float) -> None:
    body = RowsFigure("percent")
    qtbot.addWidget(body)
    body.resize(500, 300)
    body.show()
    font = body.font()
    font.setPointSizeF(size)
    body.draw((PlotRow("C-0001", 0.5, 0.1, 0.9, ""),), (0.0, 1.0), "Expected success", LIGHT, font)
    end = body.figure.mapFromScene(body.figure.view.mapViewToScene(QPointF(1.0, 0.0))).x()
    assert body.figure.width() - end >= QFontMetrics(font).horizontalAdvance(percent(1.0)) / 2 - 1


def test_long_names_lose_their_middle_and_leave_two_thirds_to_the_figure(qtbot: QtBot) -> None:
    card = shown(PromisingCard(), qtbot)
    data = promising_data(long=True)
    card.set_data(data)
    texts = [text for _, text in card.figure.getAxis("left")._tickLevels[0]]
    assert len(set(texts)) == 10
    assert all("…" in text for text in texts)
    narrow = card.figure.getAxis("left").width()
    assert narrow <= 0.4 * card.figure.width()
    card.resize(1400, 330)
    wide = [text for _, text in card.figure.getAxis("left")._tickLevels[0]]
    assert wide == [row.code for row in data.rows]


@pytest.mark.parametrize("size", [(480, 330), (750, 450), (420, 260)])
def test_18_attributes_keep_the_size_of_their_text_and_scroll(qtbot: QtBot, size: tuple[int, int]) -> None:
    card = shown(EffectsCard(), qtbot, size)
    data = effects_data(18)
    card.set_data(data)
    axis, view, bar = card.figure.getAxis("left"), card.figure.view, card._body.bar
    metrics = QFontMetrics(axis.style["tickFont"])
    card.grab()
    seen: set[int] = set()
    for value in range(bar.maximum() + 1):
        bar.setValue(value)
        low, high = view.viewRange()[1]
        assert view.height() / (high - low) >= metrics.height()
        seen |= {row for row in range(18) if low <= row <= high}
    assert seen == set(range(18))
    assert bar.isHidden() == (bar.maximum() == 0)


def test_effects_stay_in_the_order_of_the_table(qtbot: QtBot) -> None:
    card = shown(EffectsCard(), qtbot)
    card.set_data(effects_data(4))
    assert [row[0] for row in table(card)] == [effect.name for effect in effects_data(4).effects]
    assert [text for _, text in card.figure.getAxis("left")._tickLevels[0]] == [
        effect.name for effect in effects_data(4).effects
    ]


def test_the_table_says_by_how_much_an_effect_multiplies_the_odds(qtbot: QtBot) -> None:
    card = shown(EffectsCard(), qtbot)
    card.set_data(EffectsData((Effect("Load", 0.588, 0.1, 1.07, per="+0.5 mol %", per_unit=1.176),)))
    assert table(card) == [["Load", "+0.59", "+0.10", "+1.07", "× 1.8", "+0.5 mol %", "+1.18"]]


@pytest.mark.parametrize(
    ("effects", "sentence"),
    [
        ((Effect("a", 0.2, -0.1, 0.5),), "No attribute is clear yet: every range includes “no effect”."),
        (
            (Effect("a", 0.6, 0.1, 1.1), Effect("b", 0.0, -1.0, 1.0)),
            "Clear so far: a (raises success). Still open: 1.",
        ),
        ((Effect("a", -0.6, -1.1, -0.1),), "Clear so far: a (lowers success)."),
        (
            tuple(Effect(n, 0.6, 0.1, 1.1) for n in "abcd"),
            "Clear so far: a (raises success), b (raises success) and 2 more.",
        ),
    ],
)
def test_the_sentence_names_what_is_clear_and_counts_what_is_open(
    qtbot: QtBot, effects: tuple[Effect, ...], sentence: str
) -> None:
    card = shown(EffectsCard(), qtbot)
    card.set_data(EffectsData(effects))
    assert card.sentence == sentence


BY_ATTRIBUTE = EffectsData(
    (Effect("Heat", 0.6, 0.1, 1.1, "+12 °C"), Effect("Heat²", -0.2, -0.9, 0.4, "bend")),
    attributes=(
        Effect("Heat", 18.2, 6.04, 29.0, "20 → 60 °C"),
        Effect("Load", -9.6, -15.0, -2.0, "1 → 5 mol %"),
        Effect("Solvent", 3.0, -4.0, 11.0, "water → DMF"),
    ),
)


def test_one_row_is_one_attribute_in_points_and_its_settings_stand_below_its_name(qtbot: QtBot) -> None:
    card = shown(EffectsCard(), qtbot)
    card.set_data(BY_ATTRIBUTE)
    assert card.sentence == (
        "Clear so far: Heat (+18 percentage points, 20 → 60 °C), Load (−10 points, 1 → 5 mol %). Still open: 1."
    )
    assert table(card) == [
        ["Heat", "+18.2", "+6.0", "+29.0", "20 → 60 °C"],
        ["Load", "−9.6", "−15.0", "−2.0", "1 → 5 mol %"],
        ["Solvent", "+3.0", "−4.0", "+11.0", "water → DMF"],
    ]
    assert "percentage points" in card.twin.rows.columns[1].heading
    assert "Each row changes one attribute" in card.more.accessibleDescription()
    card.show_table(False)
    assert [text for _, text in card.figure.getAxis("left")._tickLevels[0]] == [
        "Heat\n20 → 60 °C",
        "Load\n1 → 5 mol %",
        "Solvent\nwater → DMF",
    ]


@pytest.mark.parametrize(
    ("count", "sentence"),
    [
        (0, "None is clear yet"),
        (1, "Clear: a"),
        (2, "Clear: a and b"),
        (4, "Clear: a, b and 2 more"),
    ],
)
def test_at_a_candidate_the_bold_line_names_what_is_clear_and_the_scale_is_the_same_for_each(
    qtbot: QtBot, count: int, sentence: str
) -> None:
    card = shown(EffectsCard(), qtbot)
    rows = tuple(Effect(n, 6.0, 1.0 if k < count else -1.0, 11.0) for k, n in enumerate("abcd"))
    card.set_data(EffectsData((), attributes=rows, here=True, name="C-7"))
    assert card.title.text() == "Effects at C-7, points of success, 90\u00a0% range"
    assert card.sentence == sentence
    low, high = card.figure.view.viewRange()[0]
    assert low <= -50.0
    assert high >= 50.0


def test_zero_is_always_in_the_picture_of_effects(qtbot: QtBot) -> None:
    card = shown(EffectsCard(), qtbot)
    card.set_data(EffectsData((Effect("a", 2.0, 1.5, 2.5),)))
    low, high = card.figure.view.viewRange()[0]
    assert low < 0.0
    assert high > 2.5
    card.set_data(EffectsData((Effect("a", 0.0, 0.0, 0.0),)))
    card.grab()


def steps(*codes: str, **more: object) -> RunsData:
    """Return a history in which these candidates were the best; an empty text: none yet."""
    outcomes = ("failure", "void", "success")
    points = tuple(
        RunPoint(run, run, outcomes[(run - 1) % 3], "T", code, 0.5, 0.2, 0.8)  # type: ignore[arg-type]
        for run, code in enumerate(codes, 1)
    )
    return RunsData(points, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("codes", "answer"),
    [
        (("A",), "A since run 1 (band: 90 % range)"),
        (("A", "B", "B", "B"), "B since run 2 (band: 90 % range)"),
        (("A", "B", "A"), "A since run 3 (band: 90 % range)"),
        (("", "", "C", "C"), "C since run 3 (band: 90 % range)"),
        (("",), "No best yet before the first outcome"),
    ],
)
def test_the_answer_tells_since_which_run_the_best_is_best(
    qtbot: QtBot, codes: tuple[str, ...], answer: str
) -> None:
    card = shown(RunsCard(), qtbot)
    card.set_data(steps(*codes))
    assert plain(card.sentence) == answer


def test_where_states_between_are_left_out_the_answer_says_so(qtbot: QtBot) -> None:
    card = shown(RunsCard(), qtbot)
    data = steps("A", "A", "B", "B")
    card.set_data(replace(data, points=tuple(replace(point, run=4 * point.run) for point in data.points)))
    assert plain(card.sentence) == "B since run 3 at the latest one state in 4 is drawn (band: 90 % range)"


def test_a_change_of_best_has_a_ring_a_name_and_a_word_in_the_table(qtbot: QtBot) -> None:
    card = shown(RunsCard(), qtbot)
    card.set_data(steps("A", "A", "B", "A"))
    assert card._changes.getData()[0].tolist() == [1.0, 3.0, 4.0]
    assert sorted(text.textItem.toPlainText() for text in card._texts) == ["1: A", "3: B", "4: A"]
    assert [row[-1] for row in table(card)] == ["changed", "", "changed", "changed"]


def test_outcomes_stand_below_the_curve_with_a_symbol_of_their_own(qtbot: QtBot) -> None:
    card = shown(RunsCard(), qtbot)
    card.set_data(steps("A", "A", "A"))
    assert len({str(symbol) for symbol in card._marks.data["symbol"]}) == 3
    assert (card._marks.getData()[1] < 0.0).all()
    assert [row[2] for row in table(card)] == ["✕ failure", "– void", "● success"]


def test_a_click_on_a_run_tells_its_place(qtbot: QtBot) -> None:
    card = shown(RunsCard(), qtbot)
    card.set_data(runs_data(11))
    card.grab()
    with qtbot.waitSignal(card.run_chosen) as told:
        qtbot.mouseClick(card.figure.viewport(), Qt.MouseButton.LeftButton, pos=pixel(card, 7.0, 0.2))
    assert told.args == [7]


def test_the_range_is_a_band_as_wide_as_the_table_says(qtbot: QtBot) -> None:
    card = shown(RunsCard(), qtbot)
    card.set_data(runs_data(41))
    assert card._band.isVisible()
    assert np.array_equal(card._edges[0].getData()[1], [p.low for p in runs_data(41).points])


def test_what_is_at_stake_is_drawn_against_the_limit_of_the_rule_and_what_is_missing_is_said(
    qtbot: QtBot,
) -> None:
    card = shown(RunsCard("stake", "overview.stake"), qtbot)
    data = runs_data(11, until=4)
    card.set_data(data)
    assert card._stop.isVisible()
    assert card._stop.value() == 5.0
    assert "1.7 points lost on average" in plain(card.sentence)
    assert card.sentence.endswith("; 3 earlier values are being worked out")
    words = [text.textItem.toPlainText() for text in card._texts]
    assert words == ["1.7 now", "stop at 5"]
    assert [row[-1] for row in table(card)][:4] == ["", "", "", "8.2"]
    card.show_table(False)
    card.set_data(replace(data, then=True))
    words = [text.textItem.toPlainText() for text in card._texts]
    assert words == ["1.7 after run 11", "stop at 5"]
    assert "had been chosen after run 11" in plain(card.sentence)
    assert "now" not in card.sentence
    card.set_data(replace(data, limit=None))
    assert not card._stop.isVisible()
    card.set_data(replace(data, points=(*data.points[:-1], replace(data.points[-1], stake=math.nan))))
    assert card.sentence == "Not known yet (being worked out)"


def test_the_value_of_one_run_is_never_drawn_against_that_limit(qtbot: QtBot) -> None:
    card = shown(RunsCard("gain", "timeline.plot"), qtbot)
    card.set_data(runs_data(11))
    assert not card._stop.isVisible()
    assert "is the most that one run gains now" in card.sentence
    card.set_data(replace(runs_data(11), then=True))
    assert "was the most that one run gained after run 11" in card.sentence


def test_a_correction_since_says_what_was_said_then(qtbot: QtBot) -> None:
    card = shown(RunsCard(), qtbot)
    data = steps("A", "B")
    card.set_data(replace(data, points=(replace(data.points[0], said="Said then: C"), data.points[1])))
    assert card._tip(QPointF(1.0, 0.5)).endswith("Said then: C")
    assert "Said" not in card._tip(QPointF(2.0, 0.5))


def test_no_tick_stands_between_two_runs_or_above_100_percent(qtbot: QtBot) -> None:
    card = shown(RunsCard(), qtbot, (900, 700))
    card.set_data(steps("A", "B"))
    card.grab()
    for side, allowed in (("bottom", lambda v: v == round(v)), ("left", lambda v: -1e-9 <= v <= 1 + 1e-9)):
        axis = card.figure.getAxis(side)
        ticks = axis.tickValues(*axis.range, 600)
        assert all(allowed(value) for _, values in ticks for value in values)


def restless(runs: int) -> RunsData:
    """Return a history in which the best changes with nearly each run and all ranges are wide."""
    return RunsData(
        tuple(
            RunPoint(
                run,
                run,
                "success",
                "T",
                f"GC-{97 * run % 300:04d}",
                0.6 + 0.02 * (run % 9),
                0.03 * (run % 7),
                0.99,
            )
            for run in range(1, runs + 1)
        )
    )


def settle(card: RunsCard) -> None:
    """Paint twice: axes take their width from the first painting, and texts follow with the second."""
    for _ in range(2):
        card.grab()
        QApplication.sendPostedEvents()


@pytest.mark.parametrize("size", [(330, 240), (480, 330), (900, 600)])
@pytest.mark.parametrize("runs", [2, 12, 41, *seldom(5, 40, 120)])
@pytest.mark.parametrize("text", [*seldom(1.0), 2.0])
def test_no_name_of_a_best_candidate_crosses_the_curve_or_another_name(
    qtbot: QtBot, qapp: QApplication, size: tuple[int, int], runs: int, text: float
) -> None:
    apply(qapp, "light", text)
    card = shown(RunsCard(), qtbot, size)
    for data in (restless(runs), runs_data(runs, long=True)):
        card.set_data(data)
        qtbot.waitUntil(lambda: card.drawn)
        settle(card)
        names = [name.sceneBoundingRect() for name in card._texts]
        assert names or size[1] < 300 * text  # a low card has no room for names; its table has them
        room = card.figure.view.sceneBoundingRect()
        top = card.figure.view.mapViewToScene(QPointF(1.0, 1.0)).y()
        for at, name in enumerate(names):
            assert room.adjusted(-2, -2, 2, 2).contains(name), (room, name)
            assert name.bottom() <= top + 1
            assert not any(name.intersects(other) for other in names[at + 1 :])


@pytest.mark.parametrize("size", [(480, 330), (750, 450), (1000, 600)])
def test_every_visible_row_has_its_name_written(
    qtbot: QtBot, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    for card, data in (
        (EffectsCard(), effects_data(18, long=True)),
        (EffectsCard(), effects_data(18)),
        (PromisingCard(), promising_data(long=True)),
    ):
        shown(card, qtbot, size).set_data(data)
        card.figure.grab()
        axis = card.figure.getAxis("left")
        paintings: list[list[Any]] = []
        monkeypatch.setattr(axis, "drawPicture", lambda *drawn, into=paintings: into.append(drawn[3]))
        QApplication.sendPostedEvents()  # the axis gets its width
        axis.picture = None
        card.figure.grab()
        low, high = card.figure.view.viewRange()[1]
        visible = [name for row, name in axis._tickLevels[0] if low <= row <= high]
        assert [name for _, _, name in paintings[-1]] == visible


@pytest.mark.usefixtures("qapp")
def test_a_card_of_rows_whose_axis_is_deleted_already_is_not_fitted_again() -> None:
    """While a card is deleted, its axes still say that they were resized."""
    for _ in range(3):
        card = EffectsCard()
        card.resize(480, 330)
        card.show()
        card.set_data(effects_data(4))
        card.grab()
        body = card._body
        card.hide()
        shiboken6.delete(body.figure.getAxis("bottom"))
        body._refit()
        card.deleteLater()
        QApplication.sendPostedEvents(card, QEvent.Type.DeferredDelete)


def test_names_that_are_cut_stay_different(qapp: QApplication) -> None:
    metrics = QFontMetrics(qapp.font())
    long = [f"A rather long attribute name, number {k} (mmol/L)" for k in range(1, 19)]
    wide = metrics.horizontalAdvance("A rather (mmol/L)")
    shown = elided_names(long, metrics, wide)
    assert len(set(shown)) == 18
    assert max(map(metrics.horizontalAdvance, shown)) <= wide
    assert elided_names(["pH", "Salt (mM)"], metrics, wide) == ["pH", "Salt (mM)"]
    room = metrics.horizontalAdvance(long[0]) - 2
    assert all(name.endswith("(mmol/L)") for name in elided_names(long, metrics, room))


@pytest.mark.parametrize("text", [1.0, 1.5])
def test_levels_of_a_category_do_not_touch_at_their_axis(
    qtbot: QtBot, qapp: QApplication, text: float
) -> None:
    apply(qapp, "light", text)
    data = slices_data()
    names = ("2-methyltetrahydrofuran", "1-methoxy-2-propanol", "dimethylacetamide")
    parts = tuple(replace(p, levels=names) if p.levels else p for p in data.at.parts)
    card = shown(SlicesCard(), qtbot, (640, 420))
    card.set_data(replace(data, at=replace(data.at, parts=parts)))
    for _ in range(2):
        card.grab()
        QApplication.sendPostedEvents()
    for place in range(len(parts)):
        panel = card.grid.panel(place)
        texts = [panel.pill, *(text for text in panel._texts if text.isVisible())]
        boxes = [text.textItem.mapRectToScene(text.textItem.boundingRect()) for text in texts]
        for one, other in itertools.combinations(boxes, 2):
            assert not one.adjusted(2, 0, -2, 0).intersects(other), place
        assert boxes[0].left() >= panel.view.sceneBoundingRect().left() - 1
        assert boxes[0].right() <= panel.view.sceneBoundingRect().right() + 1
    apply(qapp, "light")


def test_a_name_of_seven_letters_is_whole_above_a_low_plot_too(qtbot: QtBot) -> None:
    card = shown(RunsCard(), qtbot, (452, 275))
    card.set_data(steps("GC-0001", "GC-0002", "GC-0002", "GC-0003", "GC-0003", "GC-0004"))
    for _ in range(2):
        card.grab()
        QApplication.sendPostedEvents()
    names = [name.textItem.toPlainText() for name in card._texts]
    assert names == ["6: GC-0004", "4: GC-0003", "2: GC-0002", "1: GC-0001"]
    assert not card._unnamed


def test_each_ring_has_a_name_with_its_run_or_three_dots_and_its_tip_says_the_name(qtbot: QtBot) -> None:
    card = shown(RunsCard(), qtbot, (330, 240))
    data = steps(*(f"candidate {place}" for place in range(12)))
    card.set_data(data)
    settle(card)
    named = {int(name.textItem.toPlainText().partition(":")[0]): name for name in card._texts}
    dots = {round(name.pos().x()) for name in card._unnamed}
    assert named
    assert dots
    assert sorted({*named, *dots}) == [point.run for point in data.points]
    assert not dots & named.keys()
    run = min(dots)
    assert f"Best after it: candidate {run - 1}" in card._tip(QPointF(run, 0.5))
    card.set_data(steps("candidate 0", "candidate 0"))
    settle(card)
    assert not card._unnamed


@pytest.mark.parametrize(("best", "lines"), [(0.0, 1), (0.4, 0)])
def test_a_line_joins_a_mark_and_its_name_where_that_stands_above_another_name(
    qtbot: QtBot, best: float, lines: int
) -> None:
    card = shown(ValueCard(), qtbot, (480, 330))
    values = np.array([0.0, best, 1.0, 0.2])
    card.set_data(ValueData(codes(4), np.array([0.5, 0.52, 0.1, 0.2]), values, next=0, best=1))
    settle(card)
    x, y = card._leaders.getData()
    assert len(x) // 2 == lines
    if lines:
        assert (x[0], y[0]) == (0.52, 0.0)
        box = card._texts[1].sceneBoundingRect()
        assert box.adjusted(-2, -2, 2, 2).contains(card.figure.view.mapViewToScene(QPointF(x[1], y[1])))


@pytest.mark.parametrize("runs", [4, 12, 40])
def test_a_line_joins_each_name_and_its_ring_and_passes_behind_other_names(qtbot: QtBot, runs: int) -> None:
    card = shown(RunsCard(), qtbot, (700, 330))
    data = restless(runs)
    card.set_data(data)
    settle(card)
    x, y = card._leaders.getData()
    lines = {int(run): (low, high) for run, low, high in zip(x[::2], y[::2], y[1::2], strict=True)}
    view = card.figure.view
    names = {int(name.textItem.toPlainText().partition(":")[0]): name for name in card._texts}
    assert names
    assert lines.keys() == names.keys()
    for run, (low, high) in lines.items():
        assert low == pytest.approx(data.points[run - 1].estimate)
        end = view.mapViewToScene(QPointF(run, high))
        assert names[run].sceneBoundingRect().adjusted(-8, -2, 8, 2).contains(end)
        assert names[run].fill.color() == QColor(LIGHT.card)
        assert names[run].zValue() >= card._leaders.zValue()
    if runs == 4:  # with room for all no line has to
        ends = {run: view.mapViewToScene(QPointF(run, high)) for run, (_, high) in lines.items()}
        boxes = {run: name.sceneBoundingRect() for run, name in names.items()}
        assert not [
            run
            for run, end in ends.items()
            for other, box in boxes.items()
            if other != run and box.left() < end.x() < box.right() and end.y() < box.bottom()
        ]


@pytest.mark.parametrize("width", [60, 105, 200, 400, 900])
@pytest.mark.parametrize("span", [(-47.0, 34.0), (0.0, 3.0), (-0.004, 0.011), (-120000.0, 90000.0)])
def test_labels_of_an_axis_of_numbers_do_not_overlap(span: tuple[float, float], width: int) -> None:
    axis = Axis("bottom")
    axis.setStyle(tickFont=QFont())
    metrics, each = QFontMetrics(QFont()), width / (span[1] - span[0])
    space, values = axis.tickValues(*span, width)[0]
    if span[0] <= 0.0 <= span[1] and width >= 105:
        assert 0.0 in values
    ends = [
        (v * each - half, v * each + half)
        for v, text in zip(values, axis.tickStrings(values, 1.0, space), strict=True)
        for half in (0.5 * metrics.horizontalAdvance(text),)
    ]
    assert all(before[1] < after[0] for before, after in itertools.pairwise(ends))


def test_a_single_candidate_is_drawn_without_a_warning_of_qt(qtbot: QtBot) -> None:
    card = PromisingCard()
    qtbot.addWidget(card)
    card.resize(480, 330)
    card.show()
    card.set_data(PromisingData((Promising("C-1", 0.5, 0.2, 0.8),)))
    card.grab()  # a warning fails the test
    assert not card._body._ranges.isVisible()
    assert card._body._first.isVisible()
