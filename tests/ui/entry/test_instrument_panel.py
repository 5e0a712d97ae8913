"""The left side stands still: the entry at equal pixels in every state, nothing scrolls, the list never vanishes."""

from __future__ import annotations

import random
import sys
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, get_args

import pytest
from seldom import seldom

sys.path.insert(0, str(Path(__file__).parent))

from clipping import clipped
from entry_bench import Bench, make_study
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractScrollArea, QApplication
from spoken import Spoken

from kgdesk import actions
from kgdesk.actions import Operator
from kgdesk.actions.importing import read_pool
from kgdesk.errors import StudyInUse
from kgdesk.model.study.settings import Settings
from kgdesk.ui.entry.attributes import AttributeGrid, facts_of
from kgdesk.ui.entry.entry_dialogs import AttributesDialog
from kgdesk.ui.entry.state_machine import Armed, Idle, Intent, Mismatch, Notice, Recorded, SaveFailed, Saving
from kgdesk.ui.widgets.stylesheet import set_role

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot

K = Qt.Key
SIZES = [(1366, 768), (1093, 582)]
#: What must stand still: the lower block.
LOWER = ("entry.scan", "entry.success", "entry.failure", "entry.strip", "entry.void", "entry.lists")
STATES = 50
#: Height of a window, in lines of its text, in which the entry has to fit.
FEWEST_LINES = 20


def sized(bench: Bench, qtbot: QtBot, size: tuple[int, int]) -> None:
    bench.window.resize(*size)
    qtbot.waitUntil(lambda: bench.window.size().toTuple() == size)
    QApplication.sendPostedEvents()


def places(bench: Bench) -> dict[str, QRect]:
    """Return where the parts of the lower block are in the window."""
    QApplication.sendPostedEvents()
    bench.window.grab()
    parts = {name: bench.part(name) for name in LOWER}
    return {name: QRect(part.mapTo(bench.window, QPoint()), part.size()) for name, part in parts.items()}


def scrolling(bench: Bench) -> list[str]:
    """Return the names of the parts of the panel that show a scroll bar."""
    areas = bench.part("entry.scroller").findChildren(QAbstractScrollArea)
    return [
        area.objectName()
        for area in (bench.part("entry.scroller", QAbstractScrollArea), *areas)
        if area.isVisible() and area.verticalScrollBar().isVisible()
    ]


@pytest.mark.parametrize("size", [*seldom((SIZES[0],)), SIZES[1]], ids=str)
def test_the_entry_stands_at_equal_pixels_in_fifty_random_states(
    tmp_path: Path, qtbot: QtBot, size: tuple[int, int]
) -> None:
    """Choices, scans, starts, outcomes, notices, the stopping rule, no operator, an earlier state, a refusal."""
    bench = Bench(make_study(tmp_path / "walk.kgstudy", 12, 5, stop="runs 8"), qtbot, tabs=False)
    rng = random.Random(size[0])
    control = bench.control
    try:
        sized(bench, qtbot, size)

        def choose() -> None:
            reason = rng.choice(("", "the only one of which there is enough left in the freezer of room 7"))
            control.choose(rng.choice(bench.controller.study.pool.ids), reason)

        def start() -> None:
            if len(bench.controller.study.pending) < 4:
                control.arm("start")
                control.confirm()

        def take_up() -> None:
            pending = bench.controller.study.pending
            if pending:
                control.take_up(rng.choice(pending).number)

        acts = {
            "arm": lambda: control.arm(rng.choice(("success", "failure"))),
            "record": lambda: bench.press(K.Key_F8, K.Key_Return),
            "cancel": control.cancel,
            "choose": choose,
            "unchoose": control.unchoose,
            "scan": lambda: control.scan(rng.choice((*bench.controller.study.pool.ids, "nobody"))),
            "start": start,
            "take up": take_up,
            "take back": control.take_back,
            "wait": bench.wait_ready,
            "nobody": lambda: control.set_operator(""),
            "somebody": lambda: control.set_operator("Maximiliane Kronenberger"),
            "back then": lambda: bench.controller.selection.show_as_of(1),
            "now": lambda: bench.controller.selection.show_as_of(None),
            "refuse": lambda: bench.window.panel.say_refusal(StudyInUse("Kim records on LAB-PC-2.")),
            "armed by key": lambda: bench.press(K.Key_F9),
        }
        stood = places(bench)
        assert bench.window.rect().contains(stood["entry.lists"])
        for _ in range(STATES):
            name = rng.choice(list(acts))
            acts[name]()
            assert places(bench) == stood, (name, control.entry.state)
            assert scrolling(bench) in ([], ["entry.runningList"]), (name, control.entry.state)
    finally:
        bench.close()


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_six_attributes_at_least_are_shown_and_all_are_one_key_away(
    tmp_path: Path, qtbot: QtBot, size: tuple[int, int]
) -> None:
    with closing(Bench(make_study(tmp_path / "wide.kgstudy", 12, 18), qtbot, tabs=False)) as bench:
        sized(bench, qtbot, size)
        grid = bench.window.panel.card.attributes
        rows = grid.height() // grid.row_height
        pairs, left_out = grid.shown(rows)
        assert len(pairs) + (left_out > 0) >= 6
        assert left_out == 18 - len(pairs)
        assert (len(pairs) == 11) == (size == (1366, 768))
        assert scrolling(bench) == []
        bench.press(K.Key_F4)
        (dialog,) = bench.window.findChildren(AttributesDialog)
        assert dialog.isVisible()
        assert dialog.table.rows.rowCount() == 18
        dialog.reject()
        assert bench.runs == 3


@pytest.mark.parametrize("attributes", [*seldom(5), 18])
def test_where_not_all_attributes_are_shown_the_card_says_so(
    tmp_path: Path, qtbot: QtBot, attributes: int
) -> None:
    """At 125 % in a low window that can stop the card scrolls: nothing is left out without a word."""
    bench = Bench(make_study(tmp_path / "wide.kgstudy", 12, attributes, stop="runs 2"), qtbot, tabs=False)
    try:
        for scale in (1.0, 1.25):
            bench.window.theme.apply("light", scale)
            lowest = 36 * bench.window.fontMetrics().lineSpacing() / scale  # where the letters are tall
            sized(bench, qtbot, (1093, max(582, round(lowest))))
            bench.window.grab()
            grid = bench.window.panel.card.attributes
            qtbot.waitUntil(lambda grid=grid: len(grid.shown(grid.height() // grid.row_height)[0]) >= 5)
            pairs, left_out = grid.shown(grid.height() // grid.row_height)
            assert left_out == attributes - len(pairs)
            assert scrolling(bench) == ([] if scale == 1.0 else ["entry.cardArea"])
            card = bench.window.panel.card
            seen = grid.visibleRegion().boundingRect() if scale == 1.0 else grid.rect()
            assert seen.height() >= grid.row_height * -(-(len(pairs) + bool(left_out)) // 2)
            assert scale == 1.0 or all(
                text.height() for text in (card.expected, card.reason.why) if text.text()
            )
    finally:
        bench.close()


def test_names_of_attributes_are_whole_where_there_is_room_for_one_in_a_row(
    tmp_path: Path, qtbot: QtBot
) -> None:
    with closing(Bench(make_study(tmp_path / "wide.kgstudy", 12, 4), qtbot, tabs=False)) as bench:
        sized(bench, qtbot, (1366, 768))
        grid = bench.window.panel.card.attributes
        assert grid.height() == 4 * grid.row_height
        grid._pairs = [(f"A rather long name of an attribute, number {k}", "1280.24") for k in range(4)]
        bench.window.panel.card.arrangement.apply()
        assert grid.height() == 4 * grid.row_height
        sized(bench, qtbot, (1093, 582))
        assert grid.height() == 2 * grid.row_height


def test_attributes_keep_their_places_and_those_left_out_say_how_many_have_changed(
    tmp_path: Path, qtbot: QtBot
) -> None:
    with closing(Bench(make_study(tmp_path / "wide.kgstudy", 12, 18), qtbot, tabs=False)) as bench:
        sized(bench, qtbot, (1093, 582))
        study, grid = bench.controller.study, bench.window.panel.card.attributes
        names = [attribute.name for attribute in study.pool.attributes]
        last = dict(facts_of(study, study.runs[-1].candidate))
        for candidate in study.pool.ids:
            grid.show_candidate(study, candidate)
            pairs, left_out = grid.shown(3)
            assert [name for name, _ in pairs] == names[:5]
            assert left_out == 13
            changed = sum(last[name] != value for name, value in facts_of(study, candidate)[5:])
            assert grid.more(3) == ("+ 13 more: F4" if not changed else f"+ 13 more, {changed} changed: F4")


def test_kept_columns_follow_the_attributes_and_a_blank_cell_keeps_its_place(
    tmp_path: Path, qtbot: QtBot
) -> None:
    table = tmp_path / "lots.csv"
    table.write_text("Code,Lot,Shelf,Temp,pH\nA,L1,,20,7\nB,,S2,30,6\nC,L2,S1,40,5\n", encoding="utf-8")
    pool = read_pool(table, id="Code", extras=["Lot", "Shelf"])
    session = actions.create_study(tmp_path / "lots.kgstudy", pool, Settings(title="Lots"), Operator("MK"))
    grid = AttributeGrid()
    qtbot.addWidget(grid)
    for candidate, values in (("A", "20 7 L1 –"), ("B", "30 6 – S2"), ("C", "40 5 L2 S1")):
        grid.show_candidate(session.study, candidate)
        assert grid.shown(3) == (list(zip(("Temp", "pH", "Lot", "Shelf"), values.split(), strict=True)), 0)
    session.close()


def test_the_list_is_two_tabs_and_never_vanishes(bench: Bench, qtbot: QtBot) -> None:
    lists = bench.window.panel.lists
    for size, least in (((1093, 582), 1), ((1366, 768), 2), ((1920, 1080), 10)):
        sized(bench, qtbot, size)
        assert lists.isVisible()
        assert lists.last.table.isVisible()
        assert min(least, 3) <= lists.last.table.rowCount() <= 3
        assert lists.last.table.height() >= least * lists.last.table.rowHeight(0)
    assert [lists.tabs.tabText(place) for place in range(2)] == ["Last entries", "In progress"]
    bench.press(K.Key_T, modifier=Qt.KeyboardModifier.ControlModifier)
    bench.press(K.Key_Return)
    qtbot.waitUntil(lists.running.list.isVisible)
    assert lists.tabs.tabText(1) == "In progress 1"
    lists.tabs.setCurrentIndex(0)
    bench.wait_ready()
    assert lists.last.table.isVisible()  # a choice of the user holds
    bench.press(K.Key_F9, K.Key_Return)
    assert lists.tabs.tabText(1) == "In progress 1"


@pytest.fixture(params=[*seldom("en"), "de"])
def large(
    tmp_path: Path, qtbot: QtBot, qapp: QApplication, request: pytest.FixtureRequest
) -> Iterator[Bench]:
    """Yield a window in each language on a study with 18 attributes that can stop."""
    with Spoken(request.param, qapp):
        path = make_study(tmp_path / "wide.kgstudy", 12, 18, stop="runs 2 or within 7 at 90")
        bench = Bench(path, qtbot, tabs=False)
        try:
            yield bench
        finally:
            bench.close()


def in_view(bench: Bench, name: str) -> bool:
    """Return whether all of a part above the entry is in view."""
    part, room = bench.part(name), bench.window.panel.card_area.viewport()
    seen = bench.part("entry.scroller", QAbstractScrollArea).viewport()
    return all(view.rect().contains(QRect(part.mapTo(view, QPoint()), part.size())) for view in (room, seen))


def test_in_large_text_the_entry_never_scrolls_and_the_code_is_whole_at_first(
    large: Bench, qtbot: QtBot
) -> None:
    """From 1093x582 and 20 lines up; a message comes into view, and the code again when it goes."""
    bench, panel, status = large, large.window.panel, large.window.statusBar()
    operator = bench.part("status.operator")
    for scale in (1.5, 1.75, 2.0):
        bench.window.theme.apply("light", scale)
        line = bench.window.fontMetrics().lineSpacing()
        for size in (*SIZES, (1280, 720), (1920, 1080)):
            sized(bench, qtbot, (size[0], max(size[1], FEWEST_LINES * line)))
            stood, where = places(bench), (size, scale)
            assert bench.window.rect().contains(stood["entry.lists"]), where
            # In the lowest windows the two rows of small buttons may have to be scrolled to.
            lowest = ["entry.scroller"] if bench.window.height() < 22 * line else []
            assert set(scrolling(bench)) <= {"entry.cardArea", *lowest}, where
            assert size not in SIZES or "entry.cardArea" in scrolling(bench), where
            assert where != ((1920, 1080), 1.5) or scrolling(bench) == [], where
            assert clipped(panel) == [], where
            bench.control.set_operator("Maximiliane Kronenberger" if scale == 2.0 else "MK")
            assert places(bench) == stood, where
            qtbot.waitUntil(lambda: clipped(status) == [])
            assert status.rect().contains(operator.geometry()), where
            if (size, scale) == ((1093, 582), 2.0) and operator.text().startswith("Bediener"):
                assert "(" not in operator.text()
                assert "(" in operator.toolTip()
            field = bench.window.panel.scan.field
            hint = field.fontMetrics().horizontalAdvance(field.placeholderText())
            assert hint <= field.width() - 16, where
            assert bench.part("entry.canStop").isVisible(), where
            assert in_view(bench, "entry.candidateCode"), where
            assert (
                "2" in panel.can_stop.text or "2" in panel.can_stop.toolTip()
            )  # the reason is one look away
            panel.say_refusal(StudyInUse("Maximiliane Kronenberger records on LAB-PC-2 since 09:12. " * 5))
            qtbot.waitUntil(panel.banner.isVisible)
            assert places(bench) == stood, where
            above = panel.card_area.viewport()
            assert above.rect().contains(panel.banner.mapTo(above, QPoint())), where
            bench.press(K.Key_F8)
            assert places(bench) == stood, where
            bench.press(K.Key_Escape)
            bench.controller.advice.ask()
            qtbot.waitUntil(lambda: not panel.banner.isVisible())
            assert places(bench) == stood, where
            assert in_view(bench, "entry.candidateCode"), where


def test_every_text_of_the_confirmation_fits_its_two_lines(large: Bench, qtbot: QtBot) -> None:
    bench, strip = large, large.window.panel.strip
    long = "Pd(OAc)2 / XPhos / Cs2CO3 in 2-methyltetrahydrofuran, batch 12"
    starting, success = (Intent(long, act, 1, None, "token") for act in ("start", "success"))
    bold = [Armed(starting), Armed(success), SaveFailed(starting, ""), SaveFailed(success, "")]
    plain = [
        Saving(success),
        Recorded(success, bench.controller.study.runs[-1].number, 1),
        Mismatch(long),
        Idle(),
    ]
    plain += [Idle(notice, long) for notice in get_args(Notice)]
    too_long = []
    for scale in (1.0, 1.25, 1.5, 2.0):
        bench.window.theme.apply("light", scale)
        sized(bench, qtbot, (1093, 582))
        strip._limit = 10  # the fewest letters of a name
        for role, gestures in (("title", bold), ("plain", plain)):
            set_role(strip.label, role=role)
            texts = [strip._words(gesture)[0] for gesture in gestures]
            too_long += [(scale, text) for text in texts if not strip._fits(text)]
    assert not too_long, "\n".join(map(str, too_long))


def test_a_long_message_scrolls_what_is_above_the_entry_in_small_text_too(bench: Bench, qtbot: QtBot) -> None:
    sized(bench, qtbot, (1093, 582))
    stood = places(bench)
    bench.window.panel.say_refusal(StudyInUse("Maximiliane Kronenberger records on LAB-PC-2. " * 9))
    qtbot.waitUntil(bench.window.panel.banner.isVisible)
    assert places(bench) == stood
    assert scrolling(bench) == ["entry.cardArea"]


def test_a_click_on_the_attributes_shows_all_of_them(bench: Bench) -> None:
    QTest.mouseClick(bench.part("entry.attributes"), Qt.MouseButton.LeftButton)
    (dialog,) = bench.window.findChildren(AttributesDialog)
    rows = dialog.table.rows
    shown = [rows.data(rows.index(row, 1)) for row in range(rows.rowCount())]
    study = bench.controller.study
    assert shown == [value for _, value in facts_of(study, bench.text("entry.candidateCode"))]
    dialog.reject()


def test_a_study_without_entries_keeps_the_list_too(tmp_path: Path, qtbot: QtBot) -> None:
    path = make_study(tmp_path / "new.kgstudy", runs=0)
    bench = Bench(path, qtbot, tabs=False)
    try:
        before = places(bench)
        bench.press(K.Key_F8, K.Key_Return)
        bench.wait_ready()
        assert places(bench) == before
        with actions.open_study(path, Operator("reader"), read_only=True) as read:
            assert len(read.study.runs) == 1
    finally:
        bench.close()
