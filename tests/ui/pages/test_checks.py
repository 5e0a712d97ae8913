"""The Checks tab: six checks with a sentence each, and their plots."""

from __future__ import annotations

from dataclasses import replace
from math import exp
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt, QTime
from PySide6.QtWidgets import QLabel, QPushButton
from spoken import Spoken

from kgdesk import actions
from kgdesk.errors import DamagedStudy
from kgdesk.model.advice.certificate import ChanceBin, ChanceCertificate
from kgdesk.model.advice.picks import advise
from kgdesk.model.advice.prequential import FEWEST, Misfit, Scores
from kgdesk.model.study.settings import Settings
from kgdesk.ui.pages import check_findings
from kgdesk.ui.pages.checks import NARROW, WIDE, ChecksPage
from kgdesk.ui.pages.decide import DecideTab
from kgdesk.ui.pages.page_window import open_page
from kgdesk.ui.plots.calibration import CalibrationData
from kgdesk.ui.plots.outliers import OutliersData
from kgdesk.ui.plots.plot_data import promising_data
from kgdesk.ui.session.study_controller import StudyController
from kgdesk.ui.text.locale_format import percent
from kgdesk.ui.widgets.explanation import Explanation
from kgdesk.ui.widgets.theme import Theme, apply
from kgdesk.ui.window.main_window import MainWindow
from tests.ui.desks import make_desk, make_session, settle
from tests.ui.plots.plot_samples import departures_data, ranges_data, surprises_data, trust_data

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from PySide6.QtWidgets import QApplication
    from pytestqt.qtbot import QtBot

    from kgdesk.ui.session.compute_queue import ComputeQueue

SURE = Settings(title="Sure", prior_intercept=4.0, prior_precision=50.0)


@pytest.fixture
def shown(qtbot: QtBot) -> Callable[..., ChecksPage]:
    def made(controller: StudyController, size: tuple[int, int] = (980, 700)) -> ChecksPage:
        tab = ChecksPage(controller)
        qtbot.addWidget(tab)
        tab.resize(*size)
        with qtbot.waitExposed(tab):
            tab.show()
        qtbot.waitUntil(
            lambda: (
                all(row.finding is not None for row in tab.rows.values()) and tab._controller.refresher.idle
            ),
            timeout=60_000,
        )
        return tab

    return made


def told(session: actions.Session, *outcomes: str) -> None:
    ids = session.study.pool.ids
    for place, outcome in enumerate(outcomes):
        actions.record(session, ids[place], outcome, advice=advise(session.study))


def test_nothing_is_worked_out_while_the_tab_is_hidden(
    controller: StudyController, compute_queue: ComputeQueue, qtbot: QtBot, light: object
) -> None:
    assert light
    tab = ChecksPage(controller)
    qtbot.addWidget(tab)
    controller.advice.changed.emit()
    assert not compute_queue.pending("far values")
    assert all(row.finding is None for row in tab.rows.values())
    tab.show()
    assert compute_queue.pending("far values")
    qtbot.waitUntil(lambda: all(row.finding is not None for row in tab.rows.values()), timeout=60_000)


@pytest.mark.usefixtures("look")
def test_every_check_has_a_sign_a_word_one_sentence_and_what_to_do(
    controller: StudyController, shown: Callable[..., ChecksPage], qtbot: QtBot
) -> None:
    tab = shown(controller)
    assert list(tab.rows) == ["trust", "surprises", "groups", "ranges", "file"]
    for row in tab.rows.values():
        assert row.finding is not None
        signs = [label for label in row.findChildren(QLabel) if not label.pixmap().isNull()]
        assert len(signs) == 1
        assert row.finding.sentence == row.sentence.text()
        assert row.sentence.text().endswith(".")
        assert row.sentence.text() in row.accessibleName()
        assert row.advice.height() >= 32
        qtbot.mouseClick(row.advice, Qt.MouseButton.LeftButton)
        popup = row.findChild(Explanation)
        assert popup is not None
        assert popup.label.text() == row.finding.advice
        with qtbot.waitSignal(popup.destroyed):
            qtbot.keyClick(popup, Qt.Key.Key_Escape)
    names = [button.accessibleName() for button in tab.findChildren(QPushButton) if button.accessibleName()]
    assert len(set(names)) == len(names)


@pytest.mark.usefixtures("light")
def test_the_file_is_checked_on_request_and_entries_since_then_are_told(
    controller: StudyController, shown: Callable[..., ChecksPage], qtbot: QtBot
) -> None:
    tab = shown(controller)
    row = tab.rows["file"]
    assert row.finding is not None
    assert row.finding.state == "open"
    assert row.act is not None
    qtbot.mouseClick(row.act, Qt.MouseButton.LeftButton)
    assert not row.act.isEnabled()
    qtbot.waitUntil(row.act.isEnabled, timeout=60_000)
    assert row.finding.state == "good"
    assert str(controller.study.revision) in row.sentence.text()
    controller.do(
        actions.record, controller.study.pool.ids[5], "success", advice=controller.advice.current, token="t1"
    )
    controller.settle()
    qtbot.waitUntil(lambda: "Entries since then" in row.sentence.text(), timeout=60_000)


@pytest.mark.usefixtures("light")
def test_calibration_is_hidden_until_20_runs_and_then_says_how_little_that_is(
    tmp_path: Path, compute_queue: ComputeQueue, qtbot: QtBot, shown: Callable[..., ChecksPage]
) -> None:
    session = make_session(tmp_path / "lab")
    told(session, *("success", "failure") * 9, "success")
    controller = StudyController(session, compute_queue)
    settle(controller, qtbot)
    tab = shown(controller, (WIDE + 100, 800))
    assert not tab.trust.figure.isVisible()
    assert f"there are {FEWEST - 1}" in tab.trust.sentence
    controller.do(
        actions.record, controller.study.pool.ids[25], "success", advice=controller.advice.current, token="t1"
    )
    controller.settle()
    qtbot.waitUntil(lambda: tab.trust.figure.isVisible() and tab._controller.refresher.idle, timeout=60_000)
    assert "20 runs are few" in tab.trust.sentence
    controller.close()


@pytest.mark.usefixtures("light")
@pytest.mark.parametrize("size", [(NARROW - 100, 700), (900, 560), (WIDE + 100, 800)])
def test_all_four_pictures_stand_side_by_side_where_there_is_room_and_one_with_a_picker_elsewhere(
    controller: StudyController, shown: Callable[..., ChecksPage], size: tuple[int, int]
) -> None:
    tab = shown(controller, size)
    wide = size[0] >= WIDE
    assert sum(card.isVisible() for card in tab.cards) == (4 if wide else 1)
    assert tab.picker.isVisible() is not wide
    for place, card in enumerate(tab.cards):
        tab.picker.setCurrentIndex(place)
        assert card.isVisible()


@pytest.mark.usefixtures("light")
def test_no_word_of_a_check_is_cut_in_german_at_150_percent(
    controller: StudyController, shown: Callable[..., ChecksPage], qapp: QApplication
) -> None:
    with Spoken("de", qapp):
        apply(qapp, "light", 1.5)
        tab = shown(controller, (930, 700))
        for width in (
            930,
            1400,
            1000,
            900,
            800,
            600,
        ):  # the first also where the findings came after the width
            tab.resize(width, 700)
            tab.grab()
            qapp.sendPostedEvents()
            view = tab._list.viewport()
            assert tab._list.widget().width() <= view.width(), width
            assert tab.rect().contains(tab._list.geometry()), width
            assert max(card.width() for card in tab.cards if card.isVisible()) >= 300, width
        tab.close()


@pytest.fixture
def window(tmp_path: Path, compute_queue: ComputeQueue, qtbot: QtBot, qapp: QApplication) -> MainWindow:
    session = make_session(tmp_path / "sure", settings=SURE)
    told(session, "failure", "failure", "failure", "success")
    made = MainWindow(StudyController(session, compute_queue), qapp.findChild(Theme) or Theme(qapp))
    qtbot.addWidget(made)
    made.show()
    settle(made.controller, qtbot)
    return made


def test_predictions_that_were_too_sure_are_told_under_the_expected_success(
    window: MainWindow, qtbot: QtBot
) -> None:
    label = window.findChild(QLabel, "entry.warning")
    assert label is not None
    assert label.isVisible()
    assert label.text() == "⚠ Predictions have been too sure so far. See Decide."
    row = open_page(ChecksPage, window.controller, window).rows["trust"]
    qtbot.waitUntil(lambda: row.finding is not None)
    assert row.finding is not None
    assert row.finding.state == "caution"
    assert "at most 1 of 20" in row.finding.advice
    window.close()


@pytest.mark.parametrize(
    ("belief", "words"), [("moments", ""), ("diagonal", "These ranges are too narrow: see Decide.")]
)
def test_the_overview_says_which_belief_draws_ranges_that_are_too_narrow(
    tmp_path: Path, belief: str, words: str
) -> None:
    session = make_session(tmp_path / belief, settings=Settings(belief=belief))
    told(session, "success", "failure")
    assert promising_data(advise(session.study)).caution == words
    session.close()


def test_the_overview_repeats_that_predictions_have_been_too_sure(window: MainWindow) -> None:
    assert (
        promising_data(window.controller.advice.current).caution == "Predictions have been too sure so far."
    )
    window.close()


def test_a_study_without_a_sign_of_misfit_has_no_warning(
    controller: StudyController, qtbot: QtBot, qapp: QApplication
) -> None:
    made = MainWindow(controller, qapp.findChild(Theme) or Theme(qapp))
    qtbot.addWidget(made)
    made.show()
    label = made.findChild(QLabel, "entry.warning")
    assert label is not None
    assert not label.isVisible()
    made.close()


def test_a_surprise_opens_its_run_in_history(window: MainWindow, qtbot: QtBot) -> None:
    tab = open_page(ChecksPage, window.controller, window)
    tab.picker.setCurrentIndex(tab.cards.index(tab.surprises))
    qtbot.waitUntil(lambda: "Unlikely outcomes: 3" in tab.surprises.sentence)
    tab.surprises.show_table(True)
    tab.surprises.twin.choose(1)
    qtbot.keyClick(tab.surprises.twin, Qt.Key.Key_Return)
    history = window.parts.tabs.currentWidget()
    assert history.objectName() == "timeline"
    assert history.selected.number == 2
    assert "Run 2" in history.detail.text()
    assert len(window.controller.study.runs) == 4
    window.close()


def test_a_file_that_is_not_whole_is_a_caution_in_the_words_of_the_refusal() -> None:
    found = check_findings.file_finding(
        DamagedStudy("Entry 7 was changed after it was written."), 9, QTime(9, 5)
    )
    assert (found.state, found.sentence) == ("caution", "Entry 7 was changed after it was written.")
    assert "restore" in found.advice


@pytest.mark.parametrize(("coverage", "state"), [(0.9, "good"), (0.868, "note"), (0.7, "caution")])
def test_ranges_that_do_not_hold_what_they_say_are_a_caution(coverage: float, state: str) -> None:
    found = check_findings.coverage_finding(ranges_data("diagonal", coverage).summary, current=True)
    assert found.state == state
    assert "In 1,000 simulated studies of each kind" in found.sentence
    stale = check_findings.coverage_finding(ranges_data("diagonal", coverage).summary, current=False)
    assert "another version" in stale.advice
    assert "another version" not in found.advice
    assert check_findings.coverage_finding(None, current=True).state == "open"


def test_the_sentence_on_stated_chances_names_the_largest_difference_of_the_model_of_the_study() -> None:
    bins = (
        ChanceBin("linear", "prior", 2000, 0.50, 0.513, 0.01, "kg-then-turns"),
        ChanceBin("linear", "prior", 2100, 0.80, 0.779, 0.01, "kg-then-turns"),
        ChanceBin("linear", "peak", 2000, 0.90, 0.60, 0.01),
    )
    certified = ChanceCertificate("0.1.0", 2, 1, 300, bins)
    words = check_findings.chances_words(certified, "linear", current=True)
    assert (
        "at most 2.1 percentage points in 4,100 simulated states, with runs chosen by “Gradient first, then in turns”."
        in words
    )
    assert check_findings.chances_words(certified, "average", current=True) == ""
    assert check_findings.chances_words(certified, "linear", current=False) == ""
    assert check_findings.chances_words(None, "linear", current=False) == ""
    summary = ranges_data("moments", 0.9).summary
    assert words in check_findings.coverage_finding(summary, current=True, chances=words).sentence


def test_disagreeing_repeats_are_good_to_know_and_unlikely_outcomes_are_to_be_looked_at() -> None:
    some = surprises_data(4).surprises
    assert check_findings.outliers_finding(OutliersData(())).state == "good"
    only = tuple(s for s in some if not s.unlikely)
    assert check_findings.outliers_finding(OutliersData(only)).state == "note"
    found = check_findings.outliers_finding(OutliersData(some))
    assert found.state == "caution"
    assert "Check the entry" in found.sentence


def test_predictions_without_a_warning_are_in_order_only_once_there_are_enough() -> None:
    fine = [Misfit("too sure", 0.4, None)]
    assert check_findings.calibration_finding(CalibrationData(7, FEWEST), fine).state == "open"
    enough = replace(trust_data(60), scores=None)
    assert check_findings.calibration_finding(enough, fine).state == "good"
    bad = [Misfit("too hopeful", 90.0, 12), Misfit("too sure", 1.5, None)]
    found = check_findings.calibration_finding(CalibrationData(7, FEWEST), bad)
    assert found.state == "caution"
    assert found.sentence.startswith("Successes came less often than predicted so far. ")
    assert "90 times likelier" in found.sentence


@pytest.mark.parametrize(("brier", "beaten"), [(0.20, True), (0.25, False)])
def test_in_order_does_not_hide_that_the_share_of_successes_predicts_as_well(
    brier: float, *, beaten: bool
) -> None:
    data = replace(trust_data(60), scores=Scores(60, 21, brier, 0.2275, 0.6, 0.65))
    found = check_findings.calibration_finding(data, [])
    assert ("They do not beat always saying 35\N{NO-BREAK SPACE}%." in found.sentence) is not beaten
    assert found.state == ("good" if beaten else "note")
    assert ("known only afterwards" in found.advice) is not beaten


def test_an_operator_who_departs_is_named_on_checks_and_on_decide(
    tmp_path: Path, compute_queue: ComputeQueue, shown: Callable[..., ChecksPage], qtbot: QtBot
) -> None:
    session = make_session(tmp_path, settings=SURE)
    ids = session.study.pool.ids
    for at in range(16):
        session.who = replace(session.who, operator="MK" if at < 8 else "JD")
        outcome = "success" if at < 8 else "failure"
        actions.record(session, ids[at], outcome, advice=advise(session.study))
    controller = make_desk(session, compute_queue, qtbot)
    tab = shown(controller)
    row = tab.rows["groups"]
    assert row.finding is not None
    assert row.finding.state == "caution"
    assert "Operator JD: 0 of 8 runs succeeded, " in row.sentence.text()
    assert "Rows compared: " in row.sentence.text()
    assert "Operator JD" in tab.groups.sentence
    decide = DecideTab(controller)
    qtbot.addWidget(decide)
    decide.show()
    qtbot.waitUntil(lambda: decide.cards.checks["groups"].finding is not None)
    assert decide.cards.checks["groups"].finding == row.finding
    controller.close()


def test_a_study_that_names_blocks_draws_their_effects_with_their_ranges(
    tmp_path: Path, compute_queue: ComputeQueue, shown: Callable[..., ChecksPage], qtbot: QtBot
) -> None:
    session = make_session(tmp_path, settings=Settings(title="Lots", terms="linear", blocks="Lot"))
    ids = session.study.pool.ids
    for at in range(20):
        lot = "AB"[at % 2] if at else ""
        actions.record(session, ids[at], "failure" if lot == "B" else "success", blocks={"Lot": lot})
    controller = make_desk(session, compute_queue, qtbot)
    tab = shown(controller)
    controller.advice.ask()
    qtbot.waitUntil(lambda: "Departs clearly" in tab.blocks.sentence, timeout=60_000)
    assert "Lot B" in tab.blocks.sentence
    tab.reveal("groups")
    assert not tab.blocks.isHidden()
    assert session.study.block_fit is not None
    twin = tab.blocks.twin
    effects = {one.level: one for one in session.study.block_fit.effects()}
    tab.blocks.as_table.setChecked(True)
    found = [[twin.model().index(row, column).data() for column in range(5)] for row in range(3)]
    assert [(row[0], row[1]) for row in found] == [("Lot: unknown", "1"), ("Lot A", "9"), ("Lot B", "10")]
    for (_, _, *shown_ones), level in zip(found, ("", "A", "B"), strict=True):
        one = effects[level]
        assert shown_ones == [percent(1.0 / (1.0 + exp(-at))) for at in (one.mean, one.low, one.high)]
    controller.close()


def test_a_study_without_blocks_has_no_card_of_them(
    tmp_path: Path, compute_queue: ComputeQueue, shown: Callable[..., ChecksPage], qtbot: QtBot
) -> None:
    controller = make_desk(make_session(tmp_path), compute_queue, qtbot)
    tab = shown(controller)
    assert tab.blocks not in tab.cards
    assert tab.blocks.isHidden()
    controller.close()


def test_without_a_departure_the_check_is_fine_and_with_nothing_to_compare_it_is_open() -> None:
    few = tuple(one for one in departures_data(6).groups if not one.clear)
    assert check_findings.departures_finding(few).state == "good"
    assert check_findings.departures_finding(()).state == "open"
