"""Rehearsal window: form, progress, end."""

from __future__ import annotations

import json
import multiprocessing
import re
import time
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest
from clipping import clipped
from desks import make_desk
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton
from spoken import Spoken

from kgdesk import actions
from kgdesk.actions import rehearsing
from kgdesk.actions.rehearsing import Effort, Target
from kgdesk.actions.replaying import replay_of_study
from kgdesk.model.policies import POLICIES, default_policy
from kgdesk.model.study.settings import Settings
from kgdesk.rehearsal import play
from kgdesk.tables import read_pool
from kgdesk.ui.pages.rehearsal_page import RehearsalDialog
from kgdesk.ui.pages.rehearsal_results import RehearsalCard, stopped_words
from kgdesk.ui.widgets.theme import Theme, apply
from kgdesk.ui.window.main_window import MainWindow
from tests.ui.plots.plot_samples import rehearsed_data

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from PySide6.QtWidgets import QApplication, QListWidget
    from pytestqt.qtbot import QtBot

    from kgdesk.ui.session.compute_queue import ComputeQueue
    from kgdesk.ui.session.study_controller import StudyController

pytestmark = [pytest.mark.usefixtures("light")]
PATIENCE = 120_000


@pytest.fixture
def page(controller: StudyController, qtbot: QtBot) -> Iterator[RehearsalDialog]:
    made = RehearsalDialog(controller)
    made.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
    qtbot.addWidget(made)
    made.show()
    yield made
    made.close()


def tick(among: QListWidget, *wanted: str) -> None:
    for row in range(among.count()):
        item = among.item(row)
        on = item.data(Qt.ItemDataRole.UserRole) in wanted
        item.setCheckState(Qt.CheckState.Checked if on else Qt.CheckState.Unchecked)


def click(page: RehearsalDialog, name: str, qtbot: QtBot) -> None:
    qtbot.mouseClick(page.findChild(QPushButton, name), Qt.MouseButton.LeftButton)


def small(page: RehearsalDialog, rehearsals: int = 4, budget: int = 3) -> None:
    tick(page.form.policies, "kg", "random")
    page.form.rehearsals.setValue(rehearsals)
    page.form.budget.setValue(budget)


def test_it_begins_with_what_the_study_has(page: RehearsalDialog, controller: StudyController) -> None:
    chosen = page.form.settings
    assert chosen.policies == tuple(dict.fromkeys((default_policy("linear"), "kg", "random")))
    assert chosen.truths == ("posterior",)
    assert chosen.budget == controller.study.settings.budget - controller.study.done
    assert chosen.seed == 5
    assert page.form.policies.count() == len(POLICIES)
    assert page.form.truths.count() == len(rehearsing.TRUTHS)
    assert page.start.isEnabled()
    assert not page.cancel.isEnabled()
    assert not page.save.isEnabled()


@pytest.mark.parametrize("language", ["en", "de"])
def test_in_large_text_the_curves_have_room_and_no_word_is_cut(
    controller: StudyController, qtbot: QtBot, qapp: QApplication, language: str
) -> None:
    with Spoken(language, qapp):
        apply(qapp, "light", 2.0)
        page = RehearsalDialog(controller)
        qtbot.addWidget(page)
        page.resize(1080, 640)
        page.show()
        before = page.card.empty.text()
        assert before == page.card.sentence
        page.card.set_data(None, given=False)
        assert page.card.empty.text() != before  # it is being worked out, not to be started
        page.card.set_data(rehearsed_data())
        page.stopping.setText("The stopping rule ended 8 of 8 rehearsals, after 1.5 runs on average. " * 6)
        page.stopping.show()
        page.grab()
        qapp.sendPostedEvents()
        assert page.card.figure.height() >= 8 * page.fontMetrics().lineSpacing()
        assert clipped(page.card) == []
        assert page.stopping.height() >= page.stopping.heightForWidth(page.stopping.width())
        page.form.stop.setText("value 0.1 or within 5 at 90 or at-stake 1")
        assert page.form.policies.width() >= page.width() // 3
        page.close()


@pytest.mark.parametrize(("part", "word"), [("policies", "policy"), ("truths", "truth")])
def test_without_a_policy_or_a_truth_it_says_what_to_tick(
    page: RehearsalDialog, part: str, word: str
) -> None:
    tick(getattr(page.form, part))
    assert not page.start.isEnabled()
    assert word in page.state.text()


@pytest.mark.usefixtures("without_processes")
def test_curves_grow_and_end_as_the_command_line_has_them(
    page: RehearsalDialog, controller: StudyController, qtbot: QtBot, tmp_path: Path
) -> None:
    small(page, rehearsals=6)
    seen: list[int] = []
    page.runner.interim_ready.connect(lambda standing: seen.append(standing.tallies[0].runs))
    click(page, "rehearsal.start", qtbot)
    assert not page.start.isEnabled()
    assert page.cancel.isEnabled()
    qtbot.waitUntil(lambda: page.final_result is not None, timeout=PATIENCE)
    assert seen[0] < seen[-1] == 6
    assert seen == sorted(seen)
    assert page.card.figure.isVisible()
    data = page.card._data
    assert data is not None
    assert (data.rehearsals, data.wanted, data.seed) == (6, 6, 5)
    board = rehearsing.rehearse(
        rehearsing.basis_of_study(controller.study),
        ("kg", "random"),
        Target(tmp_path / "line"),
        Effort(6, 5, workers=1),
        truths=("posterior",),
        budget=3,
    ).board
    for p, line in enumerate(data.lines):
        assert line.middle == pytest.approx(100 * board.predictive[0][:, p].mean(axis=0))
    assert "after 6 rehearsals" in page.card.sentence
    click_band(page, 1)
    assert page.card._data is not None
    assert page.card._data.lines[0].middle == pytest.approx(
        100 * np.median(board.predictive[0][:, 0], axis=0)
    )


@pytest.mark.usefixtures("without_processes")
def test_a_stopping_rule_is_judged_for_each_truth_by_what_it_did(page: RehearsalDialog, qtbot: QtBot) -> None:
    small(page, rehearsals=5, budget=4)
    tick(page.form.truths, "prior", "threshold")
    page.form.stop.setText("runs 2 or value")
    assert not page.start.isEnabled()
    assert page.state.text() == page.form.missing != ""
    page.form.stop.setText("runs 2 or value 0.1")
    click(page, "rehearsal.start", qtbot)
    assert not page.stopping.isVisible()
    qtbot.waitUntil(lambda: page.final_result is not None, timeout=PATIENCE)
    assert page.final_result is not None
    for place, kind in enumerate(("prior", "threshold")):
        page.truth.setCurrentIndex(place)
        page.truth.activated.emit(place)
        lines = page.stopping.text().splitlines()
        for line, one in zip(lines, page.final_result.stopping[kind], strict=True):
            assert one.stopped == one.runs == 5
            assert line == stopped_words(one, "moments")
            assert (
                f"ended 5 of 5 rehearsals, after {one.mean_n:.1f} runs on average. In {one.missed} of" in line
            )
        assert len(lines) == 2
        assert page.stopping.isVisible()
    page.form.stop.clear()
    click(page, "rehearsal.start", qtbot)
    qtbot.waitUntil(lambda: not page.runner.running and page.final_result is not None, timeout=PATIENCE)
    assert not page.stopping.isVisible()


def click_band(page: RehearsalDialog, place: int) -> None:
    page.band.setCurrentIndex(place)
    page.band.activated.emit(place)


@pytest.mark.usefixtures("without_processes")
def test_each_kind_of_truth_is_shown_when_it_is_chosen(page: RehearsalDialog, qtbot: QtBot) -> None:
    small(page)
    tick(page.form.truths, "prior", "threshold")
    click(page, "rehearsal.start", qtbot)
    qtbot.waitUntil(lambda: page.final_result is not None, timeout=PATIENCE)
    assert [page.truth.itemData(k) for k in range(page.truth.count())] == ["prior", "threshold"]
    first = page.card._data
    page.truth.setCurrentIndex(1)
    page.truth.activated.emit(1)
    second = page.card._data
    assert first is not None
    assert second is not None
    assert second.truth != first.truth
    assert not np.array_equal(first.lines[0].middle, second.lines[0].middle)


def test_cancel_ends_the_processes_and_keeps_what_was_found_in_sight(
    page: RehearsalDialog, qtbot: QtBot
) -> None:
    small(page, rehearsals=50_000, budget=40)
    click(page, "rehearsal.start", qtbot)
    qtbot.waitUntil(lambda: page._interim is not None, timeout=PATIENCE)
    began = time.monotonic()
    click(page, "rehearsal.cancel", qtbot)
    assert page.start.isEnabled()
    qtbot.waitUntil(lambda: not multiprocessing.active_children(), timeout=PATIENCE)
    print(
        f"processes gone after {1e3 * (time.monotonic() - began):.0f} ms"
    )  # 200 ms are wanted on a quiet machine
    assert page.card._data is not None
    assert not page.save.isEnabled()
    assert "Stopped" in page.state.text()


@pytest.mark.usefixtures("without_processes")
def test_start_after_cancel_goes_on_from_the_finished_rehearsals(
    page: RehearsalDialog, qtbot: QtBot, qapp: QApplication
) -> None:
    small(page, rehearsals=150, budget=3)
    click(page, "rehearsal.start", qtbot)
    qtbot.waitUntil(lambda: page._interim is not None, timeout=PATIENCE)
    click(page, "rehearsal.cancel", qtbot)
    qtbot.waitUntil(lambda: "Finished runs kept in" in page.strip.text, timeout=PATIENCE)
    kept = int(page.strip.text.split("”: ")[1].split(".")[0])
    assert 0 < kept < 150
    with Spoken("de", qapp):
        click(page, "rehearsal.start", qtbot)
        qtbot.waitUntil(page.strip.isVisible, timeout=PATIENCE)
        assert page.strip.text.startswith(f"{kept} von 150 durchgespielten Verläufen")
    qtbot.waitUntil(lambda: page.final_result is not None, timeout=PATIENCE)
    assert page.final_result is not None
    progress = page.final_result.standing.progress
    assert (progress.done, progress.total, progress.kept) == (150, 150, kept)


def test_cancel_before_the_first_result_is_heard_as_well(page: RehearsalDialog, qtbot: QtBot) -> None:
    small(page, rehearsals=50_000, budget=40)
    click(page, "rehearsal.start", qtbot)
    click(page, "rehearsal.cancel", qtbot)
    assert page.start.isEnabled()
    qtbot.waitUntil(lambda: not page._controller.advice._compute_queue.pending("rehearsal"), timeout=PATIENCE)
    assert not page.runner.running
    assert page._interim is None


def test_closing_the_page_ends_the_rehearsal(controller: StudyController, qtbot: QtBot) -> None:
    page = RehearsalDialog(controller)
    page.show()
    small(page, rehearsals=50_000, budget=40)
    page.begin()
    qtbot.waitUntil(lambda: page._interim is not None, timeout=PATIENCE)
    with qtbot.waitSignal(page.destroyed, timeout=PATIENCE):
        page.reject()
    assert multiprocessing.active_children() == []


@pytest.mark.usefixtures("without_processes")
def test_results_are_reported_in_the_language_of_the_window(
    page: RehearsalDialog, qtbot: QtBot, qapp: QApplication, tmp_path: Path
) -> None:
    small(page)
    click(page, "rehearsal.start", qtbot)
    qtbot.waitUntil(lambda: page.final_result is not None, timeout=PATIENCE)
    with Spoken("de", qapp):
        page.save_to(tmp_path / "out")
        qtbot.waitUntil(page.strip.isVisible, timeout=PATIENCE)
    report = (tmp_path / "out" / "report.html").read_text("utf-8")
    assert '<html lang="de">' in report
    assert "Nötige Versuche" in report
    assert "0,2</text>" in (tmp_path / "out" / "opportunity_cost.svg").read_text("utf-8")
    words = re.sub(r"<style>.*?</style>|<[^>]*>", " ", report, flags=re.DOTALL)
    words = words.replace(page.form.settings.stop, "")  # the rule, in the syntax of the command line
    assert [words[at.start() - 60 : at.end() + 60] for at in re.finditer(r"\b(runs)\b", words)] == []
    assert re.findall(r"\b(the|and|which|with|candidates?|runs?|study|outcomes?|of|to|by)\b", words) == []
    head = (tmp_path / "out" / "opportunity_cost.csv").read_text("utf-8").splitlines()[0]
    assert head == "pool,policy,belief,n,runs,mean,standard_error"


@pytest.mark.usefixtures("without_processes")
def test_results_are_saved_once_into_a_new_folder(
    page: RehearsalDialog, qtbot: QtBot, tmp_path: Path
) -> None:
    small(page)
    click(page, "rehearsal.start", qtbot)
    qtbot.waitUntil(lambda: page.final_result is not None, timeout=PATIENCE)
    assert page.save.isEnabled()
    page.save_to(tmp_path / "out")
    qtbot.waitUntil(page.strip.isVisible, timeout=PATIENCE)
    files = {path.name for path in (tmp_path / "out").iterdir()}
    assert {
        "opportunity_cost.csv",
        "runs.csv",
        "settings.json",
        "opportunity_cost.svg",
        "report.html",
    } <= files
    settings = json.loads((tmp_path / "out" / "settings.json").read_text("utf-8"))
    assert (settings["runs"], settings["seed"], settings["budget"]) == (4, 5, 3)
    assert str(tmp_path / "out") in page.strip.text
    page.save_to(tmp_path / "out")
    qtbot.waitUntil(lambda: "already" in page.strip.text, timeout=PATIENCE)
    assert "--" not in page.strip.text  # no options of the command line in the window
    (tmp_path / "file").write_text("x", "utf-8")
    page.save_to(tmp_path / "file" / "in")
    qtbot.waitUntil(lambda: "another place" in page.strip.text, timeout=PATIENCE)


def test_the_window_records_while_a_rehearsal_runs_and_closing_it_ends_the_rehearsal(
    controller: StudyController, qtbot: QtBot, qapp: QApplication
) -> None:
    window = MainWindow(controller, qapp.findChild(Theme) or Theme(qapp))
    qtbot.addWidget(window)
    window.show()
    window.commands.action("study.rehearse").trigger()
    page = window.findChild(RehearsalDialog)
    assert page is not None
    assert not page.isModal()
    small(page, rehearsals=50_000, budget=40)
    page.begin()
    qtbot.waitUntil(lambda: page._interim is not None, timeout=PATIENCE)
    runs = len(controller.study.runs)
    controller.do(actions.record, "C-0001", "success", advice=None, token="next")
    controller.settle()
    assert len(controller.study.runs) == runs + 1
    qtbot.waitUntil(lambda: controller.advice.current is not None, timeout=PATIENCE)
    window.commands.action("study.rehearse").trigger()
    assert len(window.findChildren(RehearsalDialog)) == 1
    window.close()
    assert multiprocessing.active_children() == []
    assert not page.isVisible()


@pytest.fixture
def labelled(tmp_path: Path, compute_queue: ComputeQueue, qtbot: QtBot) -> Iterator[StudyController]:
    """Open a study whose table came with an outcome for each of its candidates but the last two."""
    heat = [float(n % 5) for n in range(20)]
    table = {
        "code": [f"R{n}" for n in range(20)],
        "heat": heat,
        "load": [float(n % 7) for n in range(20)],
        "good": ["" if n > 17 else "yes" if heat[n] > 3 else "no" for n in range(20)],
    }
    session = actions.create_study(
        tmp_path / "past.kgstudy",
        read_pool(table, id="code", outcome="good"),
        Settings(title="past", budget=12, seed=5),
        actions.Operator("MK", "bench-3"),
        file="past.csv",
    )
    made = make_desk(session, compute_queue, qtbot)
    yield made
    made.close()


def test_a_study_without_past_outcomes_offers_no_replay(page: RehearsalDialog) -> None:
    assert not page.form.replay.isVisible()
    assert not page.form.settings.replay


def test_the_outcomes_of_a_table_are_replayed_shown_and_saved(
    labelled: StudyController, qtbot: QtBot, tmp_path: Path
) -> None:
    page = RehearsalDialog(labelled)
    page.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
    qtbot.addWidget(page)
    page.show()
    simulated = page.card.title.text()
    assert page.form.replay.isVisible()
    small(page, rehearsals=3, budget=6)
    tick(page.form.truths)
    assert not page.start.isEnabled()
    page.form.replay.setChecked(True)
    assert page.start.isEnabled()
    assert not page.form.truths.isEnabled()
    assert not page.form.stop.isEnabled()
    click(page, "rehearsal.start", qtbot)
    qtbot.waitUntil(lambda: page.final_result is not None, timeout=PATIENCE)
    assert page.card.title.text() != simulated
    game = replay_of_study(labelled.study, ("kg", "random"), budget=6)
    played = [play(game, 5 + n) for n in range(3)]
    data = page.card._data
    assert data is not None
    assert data.replay
    for p, line in enumerate(data.lines):
        assert line.middle == pytest.approx(np.mean([run.successes[p] for run in played], axis=0))
    assert "after 3 rehearsals" in page.card.sentence
    assert page.truth.count() == 0
    click_band(page, 1)
    assert page.card._data is not None
    assert page.card._data.band == "median"
    page.save_to(tmp_path / "out")
    qtbot.waitUntil(page.strip.isVisible, timeout=PATIENCE)
    assert {"scores.csv", "report.html", "successes.svg"} <= {
        path.name for path in (tmp_path / "out").iterdir()
    }
    page.form.replay.setChecked(False)
    tick(page.form.truths, "prior")
    click(page, "rehearsal.start", qtbot)
    qtbot.waitUntil(lambda: page.final_result is not None, timeout=PATIENCE)
    assert page.card.title.text() == simulated
    assert page.truth.count() == 1
    page.close()


def test_the_card_names_a_policy_as_first_only_where_the_difference_is_clear(qtbot: QtBot) -> None:
    card = RehearsalCard()
    qtbot.addWidget(card)
    card.set_data(rehearsed_data())
    assert card.sentence == "Policy 0 ends nearest. It ends within 3 points."
    card.set_data(replace(rehearsed_data(), front=(1, 0)))
    assert card.sentence == "No clear difference between Policy 1 and Policy 0 after 40 rehearsals."
