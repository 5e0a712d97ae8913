"""Bench and Study: one entry laid out twice, with the same keys, clicks and rules; measured values; undo and redo."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from clipping import clipped
from entry_bench import Bench, make_study, measured_study
from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt
from PySide6.QtGui import QFont, QFontDatabase, QResizeEvent
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QLineEdit, QWidget
from seldom import seldom
from spoken import Spoken

from kgdesk import actions
from kgdesk.actions import Operator
from kgdesk.ui.entry.face import FACES, Face
from kgdesk.ui.session.preferences import Preferences

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot

K = Qt.Key
CONTROL = Qt.KeyboardModifier.ControlModifier


def turned(bench: Bench, face: Face) -> None:
    bench.window.show_face(face)
    QApplication.sendPostedEvents()
    bench.window.grab()


def place(bench: Bench, name: str) -> QRect:
    part = bench.part(name)
    return QRect(part.mapTo(bench.window, QPoint()), part.size())


#: The face of the tests whose subject is the entry, which both faces share; the other one at night.
ONE_FACE = ["bench", *seldom("study")]
on_either_face = pytest.mark.parametrize("faced", FACES, indirect=True)
measured_on_either_face = pytest.mark.parametrize("measured", FACES, indirect=True)


@pytest.fixture(params=ONE_FACE)
def faced(bench: Bench, request: pytest.FixtureRequest) -> Bench:
    """Return a window on the small study that shows a face."""
    turned(bench, request.param)
    return bench


@pytest.fixture(scope="module")
def yields(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make the study of which `measured` opens a copy."""
    return measured_study(tmp_path_factory.mktemp("yields") / "yields.kgstudy")


@pytest.fixture(params=ONE_FACE)
def measured(tmp_path: Path, qtbot: QtBot, request: pytest.FixtureRequest, yields: Path) -> Iterator[Bench]:
    """Yield a window on a measured study that shows a face."""
    made = Bench(Path(shutil.copy(yields, tmp_path)), qtbot, tabs=False)
    turned(made, request.param)
    made.window.panel.home.setFocus()
    yield made
    made.close()


# The outcome by its two buttons.


@on_either_face
def test_an_outcome_takes_two_keys_on_either_face(faced: Bench) -> None:
    faced.press(K.Key_F8, K.Key_Return)
    assert faced.runs_on_disk() == 4
    assert faced.did.keys == 2
    assert faced.strip.startswith("Run 4 recorded: C-")


@on_either_face
def test_an_outcome_takes_two_clicks_on_either_face(faced: Bench) -> None:
    faced.click("entry.failure")
    faced.click("entry.record")
    assert faced.runs_on_disk() == 4
    assert faced.did.clicks == 2


def test_an_outcome_takes_a_scan_and_two_keys_on_either_face(faced: Bench) -> None:
    faced.type(f"{faced.text('entry.candidateCode')}\n")
    before = faced.did.keys
    faced.press(K.Key_F9, K.Key_Return)
    assert faced.runs_on_disk() == 4
    assert faced.did.keys == before + 2


@on_either_face
def test_changing_the_face_disarms_and_records_nothing(faced: Bench) -> None:
    before = faced.window.face
    faced.press(K.Key_F8)
    assert faced.control.entry.state == "armed"
    faced.press(K.Key_F2, K.Key_Return)
    assert faced.window.face != before
    assert faced.control.entry.state != "armed"
    assert faced.strip == "⚠ Bench and Study were switched, so nothing was recorded."
    assert faced.runs_on_disk() == 3
    faced.press(K.Key_T, modifier=CONTROL)
    assert faced.strip.startswith("Start run 4, ")
    faced.press(K.Key_F2, K.Key_Return)
    assert faced.strip == "⚠ Bench and Study were switched, so nothing was recorded."
    assert not faced.controller.study.pending


# What the faces have in common, and what they do not.


def test_success_is_left_of_failure_on_both_faces(bench: Bench) -> None:
    for face in FACES:
        turned(bench, face)
        assert place(bench, "entry.success").right() < place(bench, "entry.failure").left()


def test_a_page_keeps_its_size_where_the_face_is_changed_so_that_its_plots_are_not_laid_out_twice(
    bench: Bench,
) -> None:
    turned(bench, "study")
    page = bench.window.tabs.currentWidget()
    sizes = Sizes()
    page.installEventFilter(sizes)
    for face in ("bench", "study"):
        turned(bench, face)
    page.removeEventFilter(sizes)
    assert sizes.seen == []


class Sizes(QObject):
    """Note the sizes that a widget takes."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[tuple[int, int]] = []

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QResizeEvent):
            self.seen.append(event.size().toTuple())
        return False


def test_the_switch_stands_at_the_same_spot_on_both_faces(bench: Bench) -> None:
    spots = []
    for face in FACES:
        turned(bench, face)
        spots.append(place(bench, "face.switch"))
        assert bench.part(f"face.{face}").isChecked()  # type: ignore[attr-defined]
    assert spots[0] == spots[1]


def test_a_click_on_the_switch_changes_the_face_which_the_computer_remembers(bench: Bench) -> None:
    bench.click("face.bench")
    assert bench.window.face == "bench"
    assert Preferences().face == "bench"
    bench.click("face.study")
    assert Preferences().face == "study"


PREDICTED = ("entry.expected", "entry.why", "entry.futures", "entry.warning", "entry.takeAgain", "tabs")


def test_bench_shows_no_prediction_but_outcomes(bench: Bench) -> None:
    turned(bench, "bench")
    assert not [name for name in PREDICTED if bench.part(name).isVisible()]
    bench.press(K.Key_F8, K.Key_Return)
    bench.wait_ready()
    assert not [name for name in PREDICTED if bench.part(name).isVisible()]
    assert bench.window.panel.lists.last.table.item(0, 2).text() == "● Success"


def test_what_only_the_pages_show_is_not_computed_on_bench(bench: Bench, qtbot: QtBot) -> None:
    turned(bench, "bench")
    bench.press(K.Key_F8, K.Key_Return)
    bench.wait_ready()
    assert bench.controller.advice.trajectory == () or bench.controller.advice.trajectory[-1].run < 4
    bench.press(K.Key_F2)
    qtbot.waitUntil(
        lambda: bool(bench.controller.advice.trajectory) and bench.controller.advice.trajectory[-1].run == 4
    )


def test_start_stands_beside_skip_and_the_outcome_comes_later(faced: Bench, qtbot: QtBot) -> None:
    code = faced.text("entry.candidateCode")
    faced.click("entry.start")
    faced.click("entry.record")
    assert [start.candidate for start in faced.controller.study.pending] == [code]
    assert faced.runs_on_disk() == 3
    running = faced.window.panel.lists.running.list
    qtbot.waitUntil(running.isVisible)
    running.setCurrentRow(0)
    running.setFocus()
    faced.press(K.Key_Return)
    assert faced.text("entry.heading") == "Outcome of run 4"
    faced.wait_ready()
    faced.press(K.Key_F8, K.Key_Return)
    assert faced.controller.study.runs[-1].candidate == code
    assert not faced.controller.study.pending


# Attributes on Bench.


@pytest.mark.parametrize(("attributes", "across"), [(6, 3), (7, 4), *seldom((5, 3), (12, 4), (18, 4))])
def test_attributes_stand_in_the_order_of_the_table_at_the_same_spot_for_every_candidate(
    tmp_path: Path, qtbot: QtBot, attributes: int, across: int
) -> None:
    bench = Bench(make_study(tmp_path / "wide.kgstudy", 12, attributes), qtbot, tabs=False)
    try:
        turned(bench, "bench")
        study, grid = bench.controller.study, bench.window.panel.card.attributes
        names = [f"Attribute {k + 1}" for k in range(attributes)]
        for candidate in study.pool.ids:
            grid.show_candidate(study, candidate)
            assert [value.name.removesuffix(" (°C)") for value in grid.large.values] == names
            assert grid.large.columns == across
            assert grid.large.height() <= grid.height() or attributes > 12
    finally:
        bench.close()


def test_each_value_says_what_it_was_in_the_run_started_last(bench: Bench) -> None:
    turned(bench, "bench")
    study, card = bench.controller.study, bench.window.panel.card
    last, candidate = study.runs[-1].candidate, bench.text("entry.candidateCode")
    rows = [study.pool.row(name) for name in (last, candidate)]
    for value, cells in zip(card.attributes.large.values, study.pool.values, strict=True):
        before, now = (float(cells[row]) for row in rows)
        assert value.differs == (before != now)
        assert value.before == f"{before:g} {value.unit}".strip()
    assert bench.text("entry.legend") == "◆ differs from run 3"


def test_each_value_was_what_was_really_set_in_the_run_before_and_of_its_candidate_as_corrected(
    tmp_path: Path, qtbot: QtBot
) -> None:
    path = make_study(tmp_path / "set.kgstudy")
    with actions.open_study(path, Operator("MK", "bench")) as session:
        actions.start(session, "C-0009")
        name = session.study.pool.attributes[0].name
        actions.record(session, "C-0009", "success", set_values={name: 4.25})
        actions.correct(session, 4, "success", "another vial", candidate="C-0002")
    bench = Bench(path, qtbot, tabs=False)
    try:
        turned(bench, "bench")
        study, values = bench.controller.study, bench.window.panel.card.attributes.large.values
        run = study.runs[-1]
        assert (run.number, run.candidate) == (4, "C-0002")
        own = [cells[study.pool.row("C-0002")] for cells in study.pool.values]
        before = [dict(run.set_values).get(name, own[0]), *own[1:]]
        assert [value.before for value in values] == [
            f"{float(cell):g} {value.unit}".strip() for cell, value in zip(before, values, strict=True)
        ]
    finally:
        bench.close()


def test_a_plate_with_the_well_of_the_sample_stands_beside_its_place(bench: Bench) -> None:
    turned(bench, "bench")
    code = bench.text("entry.candidateCode")
    assert bench.text("entry.placeName") == "Plate 2, well"
    assert bench.text("entry.place") == f"D{int(code[-2:]):02d}"
    bench.window.resize(1366, 768)
    QApplication.sendPostedEvents()
    plate = bench.part("bench.plate")
    assert plate.isVisible()
    painted = plate.grab().toImage()
    assert len({painted.pixel(x, 0) for x in range(painted.width())}) == 1  # no number is cut
    turned(bench, "study")
    assert not bench.part("bench.plate").isVisible()
    assert bench.text("entry.place") == f"Plate 2 · D{int(code[-2:]):02d}"


# Sizes, languages and sizes of text.

FORMS = [
    ((1366, 768), 1.5, "longer", "dark"),
    *seldom(
        ((1093, 582), 1.0, "longer", "light"),
        ((1366, 768), 1.0, "en", "light"),
        ((1093, 582), 1.0, "de", "dark"),
        ((1920, 1040), 1.0, "longer", "contrast"),
        ((1366, 768), 1.5, "de", "light"),
        ((1920, 1040), 2.0, "de", "light"),
    ),
]


@pytest.mark.parametrize(("size", "scale", "language", "scheme"), FORMS)
@pytest.mark.parametrize("face", FACES)
def test_nothing_is_cut_and_nothing_scrolls_sideways(
    tmp_path: Path,
    qtbot: QtBot,
    qapp: QApplication,
    face: Face,
    size: tuple[int, int],
    scale: float,
    language: str,
    scheme: str,
) -> None:
    with Spoken(language, qapp):
        bench = Bench(make_study(tmp_path / "form.kgstudy", 12, 5), qtbot, tabs=False)
        try:
            bench.window.theme.apply(scheme, scale)  # type: ignore[arg-type]
            check_layout(bench, qtbot, face, size)
        finally:
            bench.window.theme.apply("light", 1.0)
            bench.close()


def check_layout(bench: Bench, qtbot: QtBot, face: Face, size: tuple[int, int]) -> None:
    """Record a run, and check that nothing is cut, scrolls sideways or moves."""
    bench.window.resize(*size)
    qtbot.waitUntil(lambda: bench.window.size().toTuple() == size)
    turned(bench, face)
    panel = bench.window.panel
    assert clipped(panel) == []
    scroller = bench.part("entry.scroller", QAbstractScrollArea)
    assert not scroller.horizontalScrollBar().isVisible()
    assert not scroller.verticalScrollBar().isVisible()
    names = ("entry.scan", "entry.success", "entry.failure", "entry.strip", "entry.start", "entry.lists")
    assert not [name for name in names if not bench.window.rect().contains(place(bench, name))]
    stood = {name: place(bench, name) for name in names}
    bench.press(K.Key_F8)
    assert clipped(panel) == []
    bench.press(K.Key_Return)
    bench.wait_ready()
    assert {name: place(bench, name) for name in names} == stood
    assert panel.lists.last.table.rowCount() >= (3 if face == "bench" else 1)
    tabs = panel.lists.tabs
    assert not tabs.isVisible() or all(tabs.rect().contains(tabs.tabRect(k)) for k in range(tabs.count()))


@pytest.mark.parametrize("family", ["Noto Sans", "DejaVu Serif", *seldom("URW Gothic", "Segoe UI")])
@pytest.mark.parametrize("face", FACES)
def test_layouts_hold_with_another_face_as_the_one_of_the_system(
    tmp_path: Path, qtbot: QtBot, qapp: QApplication, face: Face, family: str
) -> None:
    if family not in QFontDatabase.families():
        pytest.skip(f"the face {family} is not installed here")
    before = qapp.font()
    qapp.setFont(QFont(family, before.pointSize()))
    bench = Bench(make_study(tmp_path / "face.kgstudy", 12, 5), qtbot, tabs=False)
    try:
        bench.window.theme.apply("light", 1.0)
        assert bench.window.panel.scan.fontInfo().family() == family
        for size in ((1093, 582), (1366, 768)):
            check_layout(bench, qtbot, face, size)
    finally:
        qapp.setFont(before)
        bench.window.theme.apply("light", 1.0)
        bench.close()


# Undo and redo.


def test_control_y_redoes_what_control_z_took_back(faced: Bench) -> None:
    faced.press(K.Key_F8, K.Key_Return)
    assert faced.strip.startswith("Run 4 recorded")
    faced.press(K.Key_Z, modifier=CONTROL)
    assert faced.controller.study.runs[-1].taken_back
    assert faced.part("entry.redo").isVisible()
    faced.press(K.Key_Y, modifier=CONTROL)
    assert faced.controller.study.runs[-1].outcome == "success"
    assert faced.strip == "Run 4 restored."
    assert not faced.part("entry.redo").isVisible()
    assert faced.runs_on_disk() == 4


def test_undo_and_redo_by_the_mouse(faced: Bench) -> None:
    faced.click("entry.takeBack")
    assert faced.controller.study.runs[-1].taken_back
    assert faced.strip == "Run 3 undone."
    faced.click("entry.redo")
    assert not faced.controller.study.runs[-1].taken_back
    assert faced.did.clicks == 2


@on_either_face
def test_redo_is_hidden_where_nothing_can_be_redone(faced: Bench) -> None:
    assert not faced.part("entry.redo").isVisible()
    faced.press(K.Key_Z, modifier=CONTROL)
    assert faced.part("entry.redo").isVisible()
    faced.wait_ready()
    faced.press(K.Key_F8, K.Key_Return)
    assert not faced.part("entry.redo").isVisible()


def test_control_z_undoes_the_entry_and_not_a_letter_of_the_scan_field(faced: Bench) -> None:
    faced.type("C-00")
    faced.press(K.Key_Backspace)
    faced.press(K.Key_Z, modifier=CONTROL)
    assert faced.controller.study.runs[-1].taken_back
    assert faced.text("entry.scan") == "C-0"
    faced.press(K.Key_Y, modifier=CONTROL)
    assert not faced.controller.study.runs[-1].taken_back
    assert faced.text("entry.scan") == "C-0"


# What the strip says.


def test_the_strip_names_the_newest_entry_with_undo(faced: Bench) -> None:
    run = faced.controller.study.runs[-1]
    assert faced.strip == f"Run 3: {run.candidate} ✕ Failure"
    assert faced.part("entry.takeBack").isVisible()


def test_the_strip_says_nothing_of_the_gesture_before_a_later_change(faced: Bench) -> None:
    faced.press(K.Key_Z, modifier=CONTROL)
    assert faced.strip == "Run 3 undone."
    faced.controller.do(actions.correct, 1, "success", "read again")
    assert faced.strip.startswith("Run 2: ")


def test_after_a_batch_the_strip_says_what_was_started_though_an_outcome_was_armed(faced: Bench) -> None:
    names = list(faced.controller.study.pool.ids[5:8])
    faced.press(K.Key_F8)
    faced.control.do(actions.start_together, names)
    assert faced.strip == "3 runs started."
    assert faced.runs == 3


def test_after_a_file_of_results_the_strip_says_how_many_though_an_outcome_was_armed(
    faced: Bench, tmp_path: Path
) -> None:
    table = tmp_path / "past.csv"
    table.write_text("candidate,outcome\nC-0009,success\nC-0010,failure\n", encoding="utf-8")
    faced.press(K.Key_F9)
    faced.control.do(lambda session: actions.import_outcomes(session, table).change)
    assert faced.strip == "2 outcomes recorded."


def test_an_entry_of_somebody_else_disarms_and_says_so(faced: Bench) -> None:
    faced.press(K.Key_F8)
    faced.controller.do(actions.record, "C-0011", "success")
    assert "nothing was recorded" in faced.strip


# The measured value.


@measured_on_either_face
def test_the_hint_in_the_field_for_the_value_is_whole_on_both_faces(measured: Bench) -> None:
    hints = {}
    measured.window.resize(1366, 768)
    for face in FACES:
        turned(measured, face)
        field = measured.part("entry.value", QLineEdit)
        hints[face] = field.placeholderText()
        assert field.fontMetrics().horizontalAdvance(hints[face]) < field.width()
    assert hints == {"bench": "yield: a number, or <5", "study": "yield"}


@measured_on_either_face
def test_a_value_takes_enter_twice(measured: Bench) -> None:
    measured.type("63.5")
    before = measured.did.keys
    assert measured.text("entry.valueSide") == "● Success"
    measured.press(K.Key_Return, K.Key_Return)
    assert measured.runs_on_disk() == 2
    assert measured.did.keys == before + 2
    run = measured.controller.study.runs[-1]
    assert (run.outcome, run.measured) == ("success", 63.5)
    assert measured.text("entry.value") == ""
    assert "yield 63.5 %" in measured.strip


def test_a_value_that_the_checks_would_call_mistyped_is_asked_about_once_and_a_true_one_never(
    measured: Bench, qtbot: QtBot
) -> None:
    session = measured.controller.session
    for nth, value in enumerate((20.0, 24.0, 31.0, 18.0, 22.0, 27.0)):
        candidate = session.study.pool.ids[nth + 1]
        measured.controller.do(actions.record, candidate, "failure", measured=value)
        measured.controller.settle()
    measured.wait_ready()
    done = measured.runs_on_disk()
    measured.type("26")
    measured.press(K.Key_Return)
    qtbot.waitUntil(lambda: not measured.compute_queue.pending("typed value"))
    assert "Failure" in measured.strip
    assert "typed" not in measured.strip
    measured.press(K.Key_Escape)
    measured.part("entry.value", QLineEdit).clear()
    measured.type("6000")
    measured.press(K.Key_Return)
    qtbot.waitUntil(lambda: measured.strip.startswith("⚠ yield 6000 %"))
    assert measured.strip.lower().endswith(
        "record it as typed?" if "far" in measured.strip else "record as typed?"
    )
    assert measured.runs_on_disk() == done
    measured.press(K.Key_Return)
    qtbot.waitUntil(lambda: measured.runs_on_disk() == done + 1)
    assert measured.controller.study.runs[-1].measured == 6000.0


@measured_on_either_face
def test_a_value_takes_enter_and_a_click(measured: Bench) -> None:
    measured.click("entry.value")
    measured.type("12\n")
    measured.click("entry.record")
    assert measured.controller.study.runs[-1].outcome == "failure"
    assert measured.did.clicks == 2


@pytest.mark.parametrize(
    ("typed", "side"),
    [
        ("<5", "✕ Failure"),
        (">95", "● Success"),
        ("59,9", None),
        *seldom(("60", "● Success"), ("59.9 %", "✕ Failure")),
    ],
)
def test_the_side_of_the_threshold_shows_as_typed(measured: Bench, typed: str, side: str | None) -> None:
    measured.type(typed)
    assert measured.text("entry.valueSide") == (side or "⚠ “59,9” is not a number: write the value of yield.")
    assert measured.runs == 1


def test_a_limit_below_which_nothing_was_found_is_recorded(measured: Bench) -> None:
    measured.type("<5\n\n")
    assert str(measured.controller.study.runs[-1].measured) == "<5"


def test_a_limit_on_either_side_is_recorded_as_undecided(measured: Bench) -> None:
    done = measured.controller.study.done
    measured.type("<70\n")
    assert measured.control.entry.armed == "undecided"
    assert measured.text("entry.valueSide") == "? Undecided"
    assert "Record Undecided for run" in measured.strip
    measured.press(K.Key_Return)
    study = measured.controller.study
    assert (study.runs[-1].outcome, str(study.runs[-1].measured)) == ("undecided", "<70")
    assert study.done == done + 1


def test_a_person_who_knows_the_side_of_a_limit_says_so(measured: Bench) -> None:
    measured.type("<70\n")
    measured.press(K.Key_F9, K.Key_Return)
    run = measured.controller.study.runs[-1]
    assert (run.outcome, str(run.measured)) == ("failure", "<70")


def test_a_key_of_the_other_outcome_arms_nothing(measured: Bench) -> None:
    measured.type("63.5")
    measured.press(K.Key_F9, K.Key_Return)
    assert measured.runs == 1


def test_an_outcome_without_a_value_is_recorded_by_its_key(measured: Bench) -> None:
    measured.press(K.Key_F8, K.Key_Return)
    run = measured.controller.study.runs[-1]
    assert (run.outcome, run.measured) == ("success", None)


def test_a_code_scanned_into_the_value_is_a_scan(measured: Bench) -> None:
    measured.type(f"{measured.text('entry.candidateCode')}\n")
    assert measured.control.entry.matched
    assert measured.text("entry.value") == ""
    assert measured.runs == 1


def test_a_scan_after_a_value_was_armed_records_nothing(measured: Bench) -> None:
    measured.type("63.5\n")
    assert measured.control.entry.state == "armed"
    measured.type("C-0012\n")
    assert measured.runs == 1


def test_a_value_typed_for_one_candidate_is_never_that_of_another(measured: Bench) -> None:
    measured.type("63.5")
    other = next(
        name for name in measured.controller.study.pool.ids if name != measured.text("entry.candidateCode")
    )
    measured.control.choose(other)
    measured.window.grab()
    assert measured.text("entry.value") == ""
    measured.press(K.Key_Return, K.Key_Return)
    assert measured.runs == 1


@measured_on_either_face
def test_void_stands_beside_the_value(measured: Bench) -> None:
    void, value = place(measured, "entry.void"), place(measured, "entry.value")
    assert void.left() > value.right()
    assert abs(void.center().y() - value.center().y()) < 4
    buttons = measured.part("entry.success", QWidget), measured.part("entry.failure", QWidget)
    assert not [button for button in buttons if button.isVisible()]
