"""Slices, map and agreement of policies on the Model tab."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPointF, Qt

from kgdesk import actions
from kgdesk.model.advice.picks import advise
from kgdesk.model.design.filters import NumberFilter
from kgdesk.model.policies import POLICIES
from kgdesk.ui.pages.candidates import CandidatesTab
from kgdesk.ui.pages.model import ModelPage
from kgdesk.ui.plots.agreement import AgreementCard

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from kgdesk.ui.session.study_controller import StudyController

pytestmark = [pytest.mark.usefixtures("light")]


@pytest.fixture
def tab(controller: StudyController, qtbot: QtBot) -> ModelPage:
    made = ModelPage(controller)
    qtbot.addWidget(made)
    made.resize(980, 620)
    made.show()
    return made


@pytest.fixture
def plates(controller: StudyController, qtbot: QtBot) -> CandidatesTab:
    made = CandidatesTab(controller)
    qtbot.addWidget(made)
    made.resize(980, 620)
    made.show()
    qtbot.mouseClick(made.view.button(1), Qt.MouseButton.LeftButton)
    settle(made, qtbot)
    return made


def look_at(tab: ModelPage, kind: type, qtbot: QtBot) -> object:
    card = tab.findChild(kind)
    tab.reveal(card)
    settle(tab, qtbot)
    return card


def settle(tab: ModelPage | CandidatesTab, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: all(a.done or not a._card.isVisible() for a in tab.computations), timeout=60_000)


def test_a_page_that_nobody_looks_at_calculates_nothing(
    tab: ModelPage, controller: StudyController, qtbot: QtBot
) -> None:
    tab.reveal(tab.design)
    asked: list[str] = []
    work_out = controller.advice.compute
    controller.advice.compute = lambda key, *rest: asked.append(key) or work_out(key, *rest)  # type: ignore[method-assign]
    controller.do(actions.record, "C-0001", "success", advice=None, token="next")
    controller.settle()
    qtbot.waitUntil(lambda: controller.advice.current is not None, timeout=60_000)
    assert [key for key in asked if key.startswith("plot.")] == []
    look_at(tab, AgreementCard, qtbot)
    assert {key for key in asked if key.startswith("plot.")} == {"plot.agreement"}


def test_agreement_names_the_choice_of_every_policy(
    tab: ModelPage, controller: StudyController, qtbot: QtBot
) -> None:
    card = look_at(tab, AgreementCard, qtbot)
    assert isinstance(card, AgreementCard)
    assert card._data is not None
    assert [choice.policy for choice in card._data.choices] == list(POLICIES)
    for choice in card._data.choices[:4]:
        assert (
            choice.suggestion.candidate == advise(controller.study, policy=choice.policy).suggestion.candidate
        )
    same = sum(choice.suggestion.candidate == card._data.next for choice in card._data.choices)
    assert card.sentence.startswith(f"{same} of {len(POLICIES)} policies would take {card._data.next}")


def test_an_outcome_interrupts_the_policies_that_are_still_to_be_asked(
    tab: ModelPage, controller: StudyController, qtbot: QtBot
) -> None:
    tab.reveal(tab.agreement)
    computation = next(a for a in tab.computations if isinstance(a._card, AgreementCard))
    qtbot.waitUntil(lambda: len(computation._answers) >= 2, timeout=60_000)
    controller.do(actions.record, "C-0001", "success", advice=None, token="next")
    controller.settle()
    assert computation._todo == []
    settle(tab, qtbot)
    qtbot.waitUntil(lambda: computation.done, timeout=60_000)
    card = computation._card
    assert controller.advice.current is not None
    assert card._data is not None
    assert card._data.next == controller.advice.current.suggestion.candidate


def test_the_plate_shows_each_outcome_in_its_well_and_follows_the_candidate_pointed_at(
    plates: CandidatesTab, controller: StudyController, qtbot: QtBot
) -> None:
    card = plates.plate
    data = card._data
    assert data is not None
    study = controller.study
    for spot in (spot for plate in data.plates for spot in plate[3]):
        outcomes = [run.outcome for run in study.runs if run.candidate == spot.code]
        assert (spot.successes, spot.failures) == (outcomes.count("success"), outcomes.count("failure"))
        location = next(iter(study.pool.extras.values()))[study.pool.row(spot.code)]
        assert location.endswith(f"well {spot.well}")
    assert controller.advice.current is not None
    assert (data.next, data.best) == (
        controller.advice.current.suggestion.candidate,
        controller.advice.current.recommended.candidate,
    )
    last = data.plates[-1][3][-1]
    controller.selection.select(last.code)
    settle(plates, qtbot)
    assert card._data is not None
    assert card._data.selected == last.code
    assert last.code in [spot.code for spot in card._data.spots]


def test_the_plate_shows_the_wells_of_the_candidates_that_pass_the_filters(
    plates: CandidatesTab, controller: StudyController
) -> None:
    card = plates.plate
    assert card._data is not None
    all_wells = {spot.code for spot in card._data.spots}
    plates.filter.setText("C-000")
    assert {spot.code for spot in card._data.spots} == {f"C-000{n}" for n in range(10)} < all_wells
    assert card.sentence.split(" of ")[1].startswith("the 10 candidates shown on this plate")
    assert card._marks._ground.getData()[0].size == 10
    plates.filter.clear()
    assert {spot.code for spot in card._data.spots} == all_wells
    names = controller.study.pool.attributes
    number = next(a.name for a in names if a.kind != "category")
    values = dict(zip(controller.study.pool.ids, controller.study.pool.values[0], strict=True))
    plates.set_filter(NumberFilter(number, 60.0))
    assert {spot.code for spot in card._data.spots} == {c for c in all_wells if values[c] >= 60.0}
    plates.clear_filters()
    assert {spot.code for spot in card._data.spots} == all_wells


def test_a_click_on_a_well_chooses_its_candidate(plates: CandidatesTab, controller: StudyController) -> None:
    card = plates.plate
    assert card._data is not None
    spot = card._data.spots[3]
    card.figure.clicked.emit(QPointF(spot.column + 0.3, spot.row - 0.3))
    assert controller.selection.candidate == spot.code
    assert spot.code in card.figure.tip(QPointF(spot.column, spot.row))
    assert card.figure.tip(QPointF(-3.0, 0.0)) == ""


def test_the_plate_of_an_earlier_state_shows_the_runs_of_then(
    plates: CandidatesTab, controller: StudyController, qtbot: QtBot
) -> None:
    card = plates.plate
    controller.selection.show_as_of(2)
    qtbot.waitUntil(lambda: controller.selection.advice is not None, timeout=60_000)
    settle(plates, qtbot)
    assert card._data is not None
    seen = sum(s.successes + s.failures for plate in card._data.plates for s in plate[3])
    assert seen == len([run for run in controller.study.runs[:2] if run.outcome != "void"])
