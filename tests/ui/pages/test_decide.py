"""The Decide tab: go on or stop by a rule with its numbers, at stake, the checks, and the choice."""

from __future__ import annotations

import threading
from dataclasses import replace
from html import escape
from typing import TYPE_CHECKING

import pytest
from entry_bench import lost_layout_items
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QApplication,
    QDoubleSpinBox,
    QLabel,
    QLineEdit,
    QListWidget,
    QRadioButton,
    QScrollArea,
)
from seldom import seldom
from spoken import Spoken

from kgdesk import actions
from kgdesk.model.advice import more_runs, stopping_basis
from kgdesk.model.policies.value_of_testing import ValueOfTesting
from kgdesk.model.study.rule_syntax import PROPOSED
from kgdesk.ui.dialogs.finish import CandidateChoice
from kgdesk.ui.dialogs.stopping_rule import StoppingRuleDialog
from kgdesk.ui.pages.decide import DecideTab
from kgdesk.ui.plots.plot_data import runs_data
from kgdesk.ui.text.locale_format import percent, points
from kgdesk.ui.widgets.folding import FlowRow
from tests.ui.desks import make_desk, make_session, settle

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from kgdesk.model.study.study import Study
    from kgdesk.ui.session.compute_queue import ComputeQueue
    from kgdesk.ui.session.study_controller import StudyController


@pytest.fixture(autouse=True)
def _few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(more_runs, "REHEARSALS", 8)


@pytest.fixture
def shown(qtbot: QtBot) -> Callable[..., DecideTab]:
    def made(controller: StudyController, size: tuple[int, int] = (920, 640)) -> DecideTab:
        tab = DecideTab(controller)
        qtbot.addWidget(tab)
        tab.resize(*size)
        with qtbot.waitExposed(tab):
            tab.show()
        wait(tab, qtbot)
        return tab

    return made


def wait(tab: DecideTab, qtbot: QtBot) -> None:
    """Wait until everything is shown for the present state."""
    revision = tab._controller.study.revision
    qtbot.waitUntil(
        lambda: (
            tab.decision is not None
            and tab.decision.revision == revision
            and tab.rehearsed is not None
            and tab.rehearsed.whole
            and tab._controller.refresher.idle
        )
    )


def test_nothing_is_computed_while_the_tab_is_hidden(
    controller: StudyController, compute_queue: ComputeQueue, qtbot: QtBot
) -> None:
    tab = DecideTab(controller)
    qtbot.addWidget(tab)
    controller.advice.changed.emit()
    assert not compute_queue.pending("decision")
    assert not compute_queue.pending("moreRuns")
    assert tab.decision is None


def test_how_near_the_best_is_and_what_ten_more_runs_bring_are_those_of_the_model(
    controller: StudyController, shown: Callable[..., DecideTab]
) -> None:
    tab = shown(controller)
    found, more = tab.decision, tab.rehearsed
    assert found is not None
    assert more is not None
    assert controller.advice.stake == found.stake
    gain = points(100 * min(more.value, found.stake.value))
    assert tab.cards.sure.text() == (
        f"Within 5 points of the true best with a chance of {percent(found.near)}. "
        f"Ten more runs would bring about {gain} points (standard error {points(100 * more.error)})."
    )
    assert more == stopping_basis.more_runs(controller.study)


@pytest.mark.parametrize(
    ("runs", "below", "left"),
    [(4, 2.2, 0.8), (4, 1.8, None), (20, 4.4, 4.0), (20, 4.0, None), (0, 9.0, None)],
)
def test_that_the_rule_is_hardly_met_within_the_plan_is_said_only_where_it_is_so(
    controller: StudyController,
    shown: Callable[..., DecideTab],
    monkeypatch: pytest.MonkeyPatch,
    qtbot: QtBot,
    runs: int,
    below: float,
    left: float | None,
) -> None:
    """Ten runs gain 2 points with hardly any error, and the limit is `below` points below what is at stake now."""
    gains = (0.0199, 0.0201) * 4
    monkeypatch.setattr(stopping_basis, "more_runs", lambda *_: more_runs.MoreRuns(gains, 1))
    stake = 100.0 * stopping_basis.at_stake(controller.study).value
    limit = float(f"{stake - below:.4f}")
    controller.do(
        actions.change_settings, {"budget": controller.study.done + runs, "stop": f"at-stake {limit}"}, "test"
    )
    settle(controller, qtbot)
    tab = shown(controller)
    said = "At that rate {} points are still at stake when the plan ends; the rule allows {}."
    if left is None:
        assert "At that rate" not in tab.cards.sure.text()
    else:
        assert tab.cards.sure.text().endswith(said.format(points(stake - left, limit), points(limit)))


@pytest.mark.usefixtures("look")
def test_at_stake_after_each_run_is_drawn_with_its_own_limit_and_says_what_is_still_computed(
    controller: StudyController, shown: Callable[..., DecideTab], qtbot: QtBot
) -> None:
    tab = shown(controller)
    card, study = tab.cards.stake, controller.study
    data = card._data
    assert data is not None
    assert data.limit == pytest.approx(5.0)
    first = runs_data(study, controller.advice.trajectory, stakes={len(study.runs): tab.decision.stake})
    card.set_data(first)
    assert "earlier values are being worked out" in card.sentence
    tab._show_stakes()
    qtbot.waitUntil(lambda: controller.past.complete)
    qtbot.waitUntil(lambda: "being worked out" not in card.sentence)
    assert [point.stake for point in card._data.points] == [
        pytest.approx(100.0 * controller.past.stakes()[point.run].value) for point in card._data.points
    ]
    assert f"{points(100 * tab.decision.stake.value)} points" in card.sentence
    controller.do(actions.change_settings, {"stop": "value 0.5"}, "for this test")
    settle(controller, qtbot)
    wait(tab, qtbot)
    assert (card.layer, card._data.limit, card._data.gain_limit) == ("gain", None, pytest.approx(0.5))
    assert "the most that one run gains now" in card.sentence  # and stands against a limit of one run
    qtbot.waitUntil(lambda: controller.past.complete)
    assert card._stop.value() == pytest.approx(0.5)


def test_a_click_on_a_run_leads_to_it(controller: StudyController, shown: Callable[..., DecideTab]) -> None:
    tab, asked = shown(controller), []
    controller.selection.run_requested.connect(asked.append)
    tab.cards.stake.run_chosen.emit(2)
    assert asked == [controller.study.number_at(2)]


def test_a_rehearsal_that_was_interrupted_while_the_tab_was_left_goes_on_when_it_is_shown_again(
    controller: StudyController, shown: Callable[..., DecideTab], qtbot: QtBot
) -> None:
    tab = shown(controller)
    whole = tab.rehearsed
    assert whole is not None
    tab.hide()
    part = more_runs.MoreRuns(whole.gains[:3], whole.leaders)
    tab._take_rehearsal((controller.study.revision, part))
    assert tab.rehearsed == part
    assert "is being rehearsed" in tab.cards.sure.text()
    tab.show()
    qtbot.waitUntil(lambda: tab.rehearsed == whole)
    assert "Ten more runs would bring about" in tab.cards.sure.text()


def test_the_next_entry_cancels_a_rehearsal_and_a_new_one_follows(
    controller: StudyController,
    shown: Callable[..., DecideTab],
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tab = shown(controller)
    begun, ended = threading.Event(), []

    def endless(study: Study, known: Sequence[float] = (), goes_on: Callable[[], bool] = bool) -> object:
        begun.set()
        while goes_on():  # until something else is wanted
            threading.Event().wait(0.005)
        ended.append(study.revision)
        return more_runs.MoreRuns(tuple(known), 1)

    real = stopping_basis.more_runs
    monkeypatch.setattr(stopping_basis, "more_runs", endless)
    tab.rehearsed = None
    tab._rehearse()
    qtbot.waitUntil(begun.is_set)
    before = controller.study.revision
    monkeypatch.setattr(stopping_basis, "more_runs", real)
    controller.do(actions.record, controller.study.pool.ids[5], "success")
    settle(controller, qtbot)
    assert ended == [before]
    wait(tab, qtbot)
    assert tab.rehearsed == real(controller.study)


def test_go_on_or_stop_is_said_by_the_rule_of_the_study(
    controller: StudyController, shown: Callable[..., DecideTab], qtbot: QtBot
) -> None:
    tab = shown(controller)
    assert tab.cards.verdict.text() == "Go on"
    assert tab.cards.rule.accessibleName() == f"You can stop when this holds: {PROPOSED}."
    assert "planned runs are left" in tab.cards.why.text()
    controller.do(actions.change_settings, {"stop": "at-stake 90"}, "for this test")
    settle(controller, qtbot)
    wait(tab, qtbot)
    assert tab.cards.verdict.text() == "You can stop"
    assert tab.cards.rule.accessibleName() == (
        "You can stop when this holds: at most 90 percentage points are still at stake."
    )
    assert tab.cards.why.text().startswith("Still at stake:")


def test_where_one_run_gains_little_it_is_said_why_going_on_pays(
    controller: StudyController, shown: Callable[..., DecideTab]
) -> None:
    tab = shown(controller)
    assert tab.decision is not None
    for share, said in ((0.5, False), (0.01, True)):
        gain = share * tab.decision.stake.value
        tab.decision = replace(tab.decision, one_run=ValueOfTesting(gain))
        tab._show_decision(controller.selection.advice)
        assert tab.cards.verdict.text() == "Go on"
        lines = tab.cards.against.text().splitlines()
        explained = [line for line in lines if "⚠ The stopping rule is not met. One run alone gains" in line]
        assert bool(explained) == said
    assert f"and {points(100 * tab.decision.stake.value)} percentage points are the most" in explained[0]


def test_close_to_its_limit_what_is_at_stake_has_the_same_digits_in_the_verdict_the_rule_and_the_plot(
    controller: StudyController, shown: Callable[..., DecideTab], qtbot: QtBot
) -> None:
    tab = shown(controller)
    assert tab.decision is not None
    limit = float(f"{99.95 * tab.decision.stake.value:.6g}")
    controller.do(actions.change_settings, {"stop": f"at-stake {limit}"}, "for this test")
    settle(controller, qtbot)
    wait(tab, qtbot)
    now = 100 * tab.decision.stake.value  # drawn anew with each entry
    text = points(now, limit)
    assert f"Still at stake: {text} percentage points" in tab.cards.why.text()
    assert any(f"(now {text})" in label.text() for label in tab.cards.rule.findChildren(QLabel))
    assert f"{text} points" in tab.cards.stake.sentence


def test_a_candidate_that_was_never_run_is_so_called_in_german_too(
    controller: StudyController, qtbot: QtBot, qapp: QApplication
) -> None:
    advice, study = controller.advice.current, controller.study
    assert advice is not None
    never = advice.estimate(next(code for code in study.pool.ids if code not in study.tally))
    assert never is not None
    with Spoken("de", qapp):
        choice = CandidateChoice("decide.choose")
        qtbot.addWidget(choice)
        choice.show_candidates(study, [never], 0.9)
        assert "nie versucht" in [label.text() for label in choice.findChildren(QLabel)]


def test_a_plan_that_is_used_up_is_not_called_a_stop_and_what_is_not_known_yet_is_said_so(
    controller: StudyController, shown: Callable[..., DecideTab], qtbot: QtBot
) -> None:
    tab = shown(controller)
    controller.do(
        actions.change_settings, {"stop": "(at-stake 0.0001 and succeeded 9) or runs 1"}, "for this test"
    )
    settle(controller, qtbot)
    wait(tab, qtbot)
    assert tab.cards.verdict.text() == "The plan is used up, and the best is not proven"
    assert "the rule asks for at most 0.0001." in tab.cards.why.text()
    tab.decision = None
    tab._show(controller.selection.advice)
    assert tab.cards.verdict.text() == "Not known yet"
    wait(tab, qtbot)
    assert tab.cards.verdict.text().startswith("The plan is used up")


def test_another_rule_is_chosen_with_its_numbers_and_recorded_with_its_reason(
    controller: StudyController, shown: Callable[..., DecideTab], qtbot: QtBot
) -> None:
    tab = shown(controller)
    tab.cards.change.click()
    dialog = tab.findChild(StoppingRuleDialog)
    assert dialog is not None
    choices = dialog.findChildren(QRadioButton)
    assert [choice.text() for choice in choices] == [
        "Little is lost by choosing the best now",
        "The best now is near the true best",
        "The planned runs are spent",
    ]
    assert choices[0].isChecked()
    stake, tested, runs = (
        dialog.findChild(QAbstractSpinBox, f"stoppingRule.{name}") for name in ("stake", "tested", "runs")
    )
    assert (stake.value(), tested.value(), runs.value()) == (5.0, 1, controller.study.settings.budget)
    assert f"(now {points(100 * tab.decision.stake.value)})" in " ".join(
        label.text() for label in dialog.findChildren(QLabel)
    )
    dialog.findChild(QListWidget, "stoppingRule.reason").setCurrentRow(0)
    assert not dialog.ok.isEnabled()  # nothing would change
    tested.setValue(2)
    assert dialog.ok.isEnabled()
    assert dialog.rule == f"(at-stake 5 and succeeded 2) or runs {controller.study.settings.budget}"
    tested.setValue(1)
    assert not dialog.ok.isEnabled()
    choices[1].click()
    assert dialog.ok.isEnabled()
    assert not stake.isVisible()
    dialog.findChild(QLineEdit, "stoppingRule.reasonText").setText("the customer")
    dialog.ok.click()
    qtbot.waitUntil(lambda: controller.study.settings.stop.startswith("(within 5 at 90 and"))
    assert controller.study.amendments[-1].reason == "Agreed with those who need the result: the customer"
    wait(tab, qtbot)
    assert "with a chance of 90 % and the best now has succeeded" in tab.cards.rule.accessibleName()


def test_a_new_present_value_is_written_behind_the_rule_whose_fields_keep_the_keyboard_and_what_is_typed(
    controller: StudyController, shown: Callable[..., DecideTab]
) -> None:
    line, budget = shown(controller).cards.rule, controller.study.settings.budget
    fields = line.fields
    assert fields is not None
    stake = fields.findChild(QDoubleSpinBox, "decide.rule.stake")
    assert stake is not None
    stake.setFocus()
    stake.setValue(7.5)
    line.show_rule(controller.study.settings.stop, budget, {"stake": "3.25"}, changeable=True)
    assert "(now 3.25)" in " ".join(label.text() for label in fields.findChildren(QLabel))
    assert line.fields is fields
    assert stake.value() == 7.5
    assert line.window().focusWidget() is stake


def test_a_rule_from_the_command_line_keeps_its_form_and_its_numbers_are_fields(
    controller: StudyController, shown: Callable[..., DecideTab], qtbot: QtBot
) -> None:
    typed = "(cost 2.5 worth 3 or value 0.25) and (at-stake 1 or at-stake 2 and runs 9)"
    controller.do(actions.change_settings, {"stop": typed}, "for this test")
    settle(controller, qtbot)
    tab = shown(controller)
    tab.cards.change.click()
    dialog = tab.findChild(StoppingRuleDialog)
    assert dialog is not None
    chosen = dialog.findChildren(QRadioButton)[3]
    assert (chosen.text(), chosen.isChecked()) == ("The present rule", True)
    assert dialog.rule == "(cost 2.5 worth 3 or value 0.25) and (at-stake 1 or (at-stake 2 and runs 9))"
    dialog.findChild(QDoubleSpinBox, "stoppingRule.stake.2").setValue(3.5)
    dialog.findChild(QDoubleSpinBox, "stoppingRule.worth").setValue(4)
    assert dialog.rule == "(cost 2.5 worth 4 or value 0.25) and (at-stake 1 or (at-stake 3.5 and runs 9))"
    dialog.findChildren(QRadioButton)[0].click()
    assert dialog.rule == ""
    dialog.close()


def test_the_rule_cannot_be_changed_in_an_earlier_state(
    controller: StudyController, shown: Callable[..., DecideTab], qtbot: QtBot
) -> None:
    tab = shown(controller)
    assert tab.cards.change.isEnabled()
    controller.selection.show_as_of(4)
    qtbot.waitUntil(lambda: tab.decision is not None and tab.decision.revision < controller.study.revision)
    assert not tab.cards.change.isEnabled()
    assert tab.decision == stopping_basis.decide(controller.selection.advice)
    controller.selection.show_as_of(None)
    wait(tab, qtbot)
    assert tab.cards.change.isEnabled()


def test_each_check_has_a_sign_its_name_and_a_sentence(
    controller: StudyController, shown: Callable[..., DecideTab]
) -> None:
    tab = shown(controller)
    for row in tab.cards.checks.values():
        assert row.finding is not None
        assert escape(row.finding.sentence) in row.sentence.text()
        assert row.finding.sentence in row.accessibleName()
        assert not row.sign.pixmap().isNull()
    assert tab.cards.checks["fits"].finding is not None
    assert tab.cards.checks["fits"].finding.state == "open"  # too few runs yet


def test_a_finished_study_says_so(
    controller: StudyController, shown: Callable[..., DecideTab], qtbot: QtBot
) -> None:
    tab = shown(controller)
    controller.do(actions.finish, "good enough")
    settle(controller, qtbot)
    wait(tab, qtbot)
    assert tab.cards.verdict.text() == "The study is finished"
    assert tab.cards.why.text() == "Finished by MK: good enough"
    assert not tab.cards.change.isEnabled()


def test_no_layout_item_is_lost_where_cards_and_conditions_move(
    controller: StudyController, shown: Callable[..., DecideTab], qapp: QApplication
) -> None:
    tab = shown(controller, (660, 520))
    assert not lost_layout_items()
    for width in (1480, 300, 920, 660):
        tab.resize(width, 640)
        qapp.processEvents()
        assert not lost_layout_items()


@pytest.mark.parametrize("size", [(660, 520), (1480, 980)])
def test_the_cards_stand_in_one_column_where_it_is_narrow(
    controller: StudyController, shown: Callable[..., DecideTab], size: tuple[int, int]
) -> None:
    tab = shown(controller, size)
    rule, stake = (part.mapTo(tab, part.rect().topLeft()) for part in (tab.cards.rule, tab.cards.stake))
    assert (stake.x() > rule.x() + tab.cards.rule.width()) == (size[0] > 800)
    assert (stake.y() > rule.y() + tab.cards.rule.height()) == (size[0] < 800)


def test_before_the_first_outcome_nothing_is_drawn(
    tmp_path: Path, compute_queue: ComputeQueue, shown: Callable[..., DecideTab], qtbot: QtBot
) -> None:
    controller = make_desk(make_session(tmp_path), compute_queue, qtbot)
    tab = shown(controller)
    assert tab.cards.stake.sentence == "After the first run."
    assert tab.cards.verdict.text() == "Not known yet"
    controller.close()


@pytest.mark.parametrize("language", [*seldom("en"), "de"])
@pytest.mark.parametrize("width", [560, 1480, *seldom(830, 920)])
def test_no_card_is_wider_than_the_tab(
    controller: StudyController,
    shown: Callable[..., DecideTab],
    qapp: QApplication,
    language: str,
    width: int,
) -> None:
    with Spoken(language, qapp):
        tab = shown(controller, (width, 640))
        area = tab.findChild(QScrollArea, "decide.scroller")
        assert isinstance(area, QScrollArea)
        assert area.widget().width() <= area.viewport().width()


def test_a_compound_rule_has_one_line_for_each_of_its_terms_in_a_small_window(
    controller: StudyController, shown: Callable[..., DecideTab]
) -> None:
    tab = shown(controller, (750, 520))
    lines = tab.cards.rule.fields.findChildren(FlowRow)
    assert len(lines) == 3
    for line in lines:
        field = line.findChild(QAbstractSpinBox)
        assert line.height() <= field.height() + 8
        words = [part.x() for part in line.parts]
        assert words == sorted(words)
    texts = [" ".join(part.text() for part in line.parts if isinstance(part, QLabel)) for line in lines]
    assert not any("(" in text.replace("(now", "") for text in texts)
    assert [text.split()[0] for text in texts[1:]] == ["and", "or"]


def test_brackets_stand_only_where_or_is_inside_of_and(
    controller: StudyController, shown: Callable[..., DecideTab], qtbot: QtBot
) -> None:
    controller.do(
        actions.change_settings,
        {"stop": "(at-stake 1 or runs 9) and (runs 3 or (runs 4 and runs 5))"},
        "test",
    )
    settle(controller, qtbot)
    tab = shown(controller)
    labels = [label.text() for label in tab.cards.rule.fields.findChildren(QLabel)]
    assert "".join(letter for letter in " ".join(labels).replace("(now", "now") if letter == "(") == "(("


def test_a_number_of_the_rule_is_changed_in_place_with_its_reason(
    controller: StudyController, shown: Callable[..., DecideTab], qtbot: QtBot
) -> None:
    tab = shown(controller)
    rule = tab.cards.rule
    stake = rule.findChild(QAbstractSpinBox, "decide.rule.stake")
    assert not rule.change.isVisible()
    stake.setValue(10.0)
    assert rule.change.isVisible()
    assert not rule.change.isEnabled()
    rule.undo.click()
    assert not rule.change.isVisible()
    stake = rule.fields.findChild(QAbstractSpinBox, "decide.rule.stake")
    assert stake.value() == 5.0
    stake.setValue(10.0)
    rule.reason.list.setCurrentRow(1)
    rule.change.click()
    budget = controller.study.settings.budget
    qtbot.waitUntil(
        lambda: controller.study.settings.stop == f"(at-stake 10 and succeeded 1) or runs {budget}"
    )
    assert controller.study.amendments[-1].reason == "The plan has changed"
    wait(tab, qtbot)
    qtbot.waitUntil(lambda: not rule.change.isVisible())


def test_what_speaks_against_stopping_stands_beside_the_candidates_to_finish_with(
    controller: StudyController, shown: Callable[..., DecideTab], qtbot: QtBot
) -> None:
    tab = shown(controller)
    found = tab.decision
    assert found is not None
    lines = tab.cards.against.text().splitlines()
    assert any("The stopping rule is not met." in line for line in lines)  # its reason stands above
    assert not any(str(found.verdict.why) in line for line in lines)
    tried = bool(sum(found.tally))
    assert tab.cards.run_first.isVisible() != tried
    assert any("was never run" in line for line in lines) != tried
    assert tab.cards.chosen.chosen == found.best.candidate
    asked: list[object] = []
    tab.finish_wanted.connect(lambda *what: asked.append(what))
    assert tab.cards.finish.text() == f"Finish with {found.best.candidate}…"
    tab.cards.chosen.findChild(QRadioButton, "decide.choose.none").click()
    assert tab.cards.finish.text() == "Finish without a choice…"
    tab.cards.finish.click()
    assert asked == [("", found)]
    with_start = controller.study.pool.ids[3]
    controller.do(actions.start, with_start)
    settle(controller, qtbot)
    wait(tab, qtbot)
    assert any("1 run in progress" in line for line in tab.cards.against.text().splitlines())
    assert tab.cards.chosen.chosen == ""  # the choice stays
