"""Slices, map and agreement of policies on the Model tab."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from PySide6.QtCore import QPointF
from PySide6.QtWidgets import QComboBox

from kgdesk import actions
from kgdesk.model.advice.picks import advise
from kgdesk.model.policies import POLICIES
from kgdesk.ui.pages import model
from kgdesk.ui.pages.model import ModelPage
from kgdesk.ui.plots.agreement import AgreementCard
from kgdesk.ui.plots.attribute_slices import SlicesCard
from kgdesk.ui.plots.card import TARGET
from kgdesk.ui.plots.effects import EffectsCard
from kgdesk.ui.plots.map import MapCard
from kgdesk.ui.plots.plate import PlateCard
from kgdesk.ui.plots.plot_data import MODEL

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


def look_at(tab: ModelPage, kind: type, qtbot: QtBot) -> object:
    card = next(card for card in tab.cards if isinstance(card, kind))
    tab.reveal(card)
    settle(tab, qtbot)
    return card


def settle(tab: ModelPage, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: all(a.done or not a._card.isVisible() for a in tab.computations), timeout=60_000)


def test_every_picture_of_the_registry_has_a_page(tab: ModelPage) -> None:
    pickers = [tab.findChild(QComboBox, f"model.part.{name}") for name in ("attributes", "candidates")]
    titles = [picker.itemText(place) for picker in pickers for place in range(picker.count())]
    for (_, kind), card in zip(MODEL, tab.cards, strict=True):
        assert type(card) is kind
        assert card.page in titles


class _FurtherCard(EffectsCard):
    @property
    def page(self) -> str:
        return "A further plot"


def test_a_further_picture_needs_one_line_of_the_registry(
    controller: StudyController, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(model, "MODEL", (*MODEL, ("candidates", _FurtherCard)))
    tab = ModelPage(controller)
    qtbot.addWidget(tab)
    picker = tab.findChild(QComboBox, "model.part.candidates")
    assert [picker.itemText(place) for place in range(picker.count())][-2:] == [
        "A further plot",
        "Raw values",
    ]


def test_a_page_that_nobody_looks_at_calculates_nothing(
    tab: ModelPage, controller: StudyController, qtbot: QtBot
) -> None:
    tab.reveal(tab.settings)
    asked: list[str] = []
    work_out = controller.advice.compute
    controller.advice.compute = lambda key, *rest: asked.append(key) or work_out(key, *rest)  # type: ignore[method-assign]
    controller.do(actions.record, "C-0001", "success", advice=None, token="next")
    controller.settle()
    qtbot.waitUntil(lambda: controller.advice.current is not None, timeout=60_000)
    assert [key for key in asked if key.startswith("plot.")] == []
    look_at(tab, SlicesCard, qtbot)
    assert {key for key in asked if key.startswith("plot.")} == {"plot.slices"}


def test_slices_are_held_at_the_best_the_next_or_the_candidate_pointed_at(
    tab: ModelPage, controller: StudyController, qtbot: QtBot
) -> None:
    card = look_at(tab, SlicesCard, qtbot)
    assert isinstance(card, SlicesCard)
    assert controller.advice.current is not None
    assert card._data is not None
    assert card._data.code == controller.advice.current.recommended.candidate
    card.held.setCurrentIndex(1)
    card.held.activated.emit(1)
    settle(tab, qtbot)
    assert card._data.code == controller.advice.current.suggestion.candidate
    controller.selection.select("C-0011")
    settle(tab, qtbot)
    assert card._data.code == "C-0011"
    assert card._data.parts[0].held == controller.study.pool.values[0][11]
    controller.selection.select(None)
    settle(tab, qtbot)
    assert card._data.code == controller.advice.current.recommended.candidate


def test_recorded_outcomes_stand_at_the_edges_of_the_slices(
    tab: ModelPage, controller: StudyController, qtbot: QtBot
) -> None:
    card = look_at(tab, SlicesCard, qtbot)
    assert isinstance(card, SlicesCard)
    assert card._data is not None
    for successes, failures in card._data.outcomes:
        assert len(successes) == controller.study.successes
        assert len(failures) == len(controller.study.valid) - controller.study.successes


def test_the_map_says_what_is_held_and_lets_go_of_an_attribute_that_the_other_side_takes(
    tab: ModelPage, controller: StudyController, qtbot: QtBot
) -> None:
    card = look_at(tab, MapCard, qtbot)
    assert isinstance(card, MapCard)
    assert card._data is not None
    names = [a.name for a in controller.study.pool.attributes]
    assert card._data.labels == (names[0], names[1])
    assert [name for name, _ in card._data.held] == names[2:]
    for name, _ in card._data.held[:1]:
        assert name.split(" ", maxsplit=1)[0] in card.legend.text().replace("\u00a0", " ")
    card.across.setCurrentIndex(1)
    card.across.activated.emit(1)
    settle(tab, qtbot)
    assert card._data.labels == (names[1], names[2])


def test_the_map_colours_the_ends_of_the_range_as_well(tab: ModelPage, qtbot: QtBot) -> None:
    card = look_at(tab, MapCard, qtbot)
    assert isinstance(card, MapCard)
    drawn = {}
    for place, kind in enumerate(("probability", "low", "high")):
        card.kind.setCurrentIndex(place)
        card.kind.activated.emit(place)
        assert card._data is not None
        assert card._data.kind == kind
        qtbot.waitUntil(lambda: card.drawn)
        drawn[kind] = card._image.image.copy()
    assert not np.array_equal(drawn["low"], drawn["high"])


def test_a_click_on_the_map_chooses_the_candidate_within_half_a_target(tab: ModelPage, qtbot: QtBot) -> None:
    card = look_at(tab, MapCard, qtbot)
    assert isinstance(card, MapCard)
    qtbot.waitUntil(lambda: card.drawn)
    assert card._data is not None
    scale = np.array(card.figure.pixels_per_unit())
    pixels = card._data.places * scale
    gaps = np.linalg.norm(pixels[:, None] - pixels, axis=2) + np.diag(np.full(len(pixels), np.inf))
    alone = int(np.argmax(gaps.min(axis=1)))
    assert gaps[alone].min() > 2 * TARGET
    chosen: list[str] = []
    card.candidateChosen.connect(chosen.append)
    for distance, codes in ((0.4 * TARGET, [card._data.codes[alone]]), (0.6 * TARGET, [])):
        for angle in np.linspace(0.0, 2.0 * np.pi, 8, endpoint=False):
            beside = pixels[alone] + distance * np.array([np.cos(angle), np.sin(angle)])
            chosen.clear()
            card.figure.clicked.emit(QPointF(*(beside / scale)))
            assert chosen == codes


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
    tab.reveal(next(c for c in tab.cards if isinstance(c, AgreementCard)))
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
    tab: ModelPage, controller: StudyController, qtbot: QtBot
) -> None:
    card = look_at(tab, PlateCard, qtbot)
    assert isinstance(card, PlateCard)
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
    settle(tab, qtbot)
    assert card._data is not None
    assert card._data.selected == last.code
    assert last.code in [spot.code for spot in card._data.spots]


def test_a_click_on_a_well_chooses_its_candidate(
    tab: ModelPage, controller: StudyController, qtbot: QtBot
) -> None:
    card = look_at(tab, PlateCard, qtbot)
    assert isinstance(card, PlateCard)
    assert card._data is not None
    spot = card._data.spots[3]
    card.figure.clicked.emit(QPointF(spot.column + 0.3, spot.row - 0.3))
    assert controller.selection.candidate == spot.code
    assert spot.code in card.figure.tip(QPointF(spot.column, spot.row))
    assert card.figure.tip(QPointF(-3.0, 0.0)) == ""


def test_the_plate_of_an_earlier_state_shows_the_runs_of_then(
    tab: ModelPage, controller: StudyController, qtbot: QtBot
) -> None:
    card = look_at(tab, PlateCard, qtbot)
    assert isinstance(card, PlateCard)
    controller.selection.show_as_of(2)
    qtbot.waitUntil(lambda: controller.selection.advice is not None, timeout=60_000)
    settle(tab, qtbot)
    assert card._data is not None
    seen = sum(s.successes + s.failures for plate in card._data.plates for s in plate[3])
    assert seen == len([run for run in controller.study.runs[:2] if run.outcome != "void"])
