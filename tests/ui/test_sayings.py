"""What the calculation and the reader of tables say in English, the window says in the person's language."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from spoken import Spoken

from kgdesk.files.numbers import why_not as why_no_number
from kgdesk.model.policies import POLICIES, policy
from kgdesk.ui.policies import policy_title
from kgdesk.ui.rehearsal.form import RehearsalForm
from kgdesk.ui.sayings import SAYINGS, said
from kgdesk.ui.tabs.model_tables import policy_words

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication
    from pytestqt.qtbot import QtBot

    from kgdesk.actions import Session


@pytest.fixture(autouse=True)
def _in_german(qapp: QApplication) -> object:
    with Spoken("de", qapp):
        yield


@pytest.mark.parametrize("name", list(POLICIES))
def test_every_policy_says_in_german_how_it_chooses(name: str) -> None:
    assert said(POLICIES[name].words) != POLICIES[name].words


@pytest.mark.parametrize("name", [*POLICIES, "kg/diagonal"])
def test_the_settings_of_a_study_tell_in_german_how_its_policy_chooses(name: str) -> None:
    english = policy(name).words
    assert policy_words(name) == f"{policy_title(name)}: {said(english)}"
    assert english not in policy_words(name)


def test_the_tips_of_the_policies_to_rehearse_are_in_german(session: Session, qtbot: QtBot) -> None:
    form = RehearsalForm(session.study)
    qtbot.addWidget(form)
    tips = {form.policies.item(row).toolTip() for row in range(form.policies.count())}
    english = {each.words for each in POLICIES.values()}
    assert tips == {said(words) for words in english}
    assert not english & tips


CELLS = ("", "−5", "1\u00a00", "inf", "n/a", "#REF!", "=A1", "true", "2026-01-02", "12:30", "1/2", "1_0", "0x1F",
         "1,5", "1,234,567.5", "'5", "<5", "5%", "5 mg", "many", "--5")  # fmt: skip


@pytest.mark.parametrize("cell", CELLS)
def test_every_reason_why_a_cell_is_no_number_is_said_in_german(cell: str) -> None:
    reason = why_no_number(cell, "point")
    assert said(reason) != reason
    assert "{" not in said(reason)


def test_sentences_that_stand_together_are_each_said_and_numbers_take_the_decimal_comma() -> None:
    both = (
        "No run is expected to improve the choice by 0.5 points any more. All 20 planned runs are spent,"
        " 2 of them still in progress."
    )
    assert said(both) == (
        "Kein Versuch wird die Wahl voraussichtlich noch um 0,5 Punkte verbessern. Alle 20 geplanten Versuche sind"
        " verbraucht, 2 davon laufen noch."
    )


@pytest.mark.parametrize(
    ("text", "german"),
    [
        (", and 8 are recorded.", ", und 8 sind eingetragen."),
        (": 7 are recorded, 1 in progress.", ": 7 sind eingetragen, 1 im Gange."),
        (": 3 are left.", ": 3 fehlen noch."),
    ],
)
def test_a_rule_of_its_own_is_said_in_german(text: str, german: str) -> None:
    assert said(f"The stopping rule asks for 8 runs{text}") == f"Die Stoppregel verlangt 8 Versuche{german}"


def test_names_with_points_and_signs_in_them_stay_as_they_are() -> None:
    text = "“Temp. (°C) {x} \\1” follows from the other columns: its effect cannot be told apart."
    assert said(text).startswith("„Temp. (°C) {x} \\1“ folgt aus")


def test_what_is_not_known_stays_as_it_is() -> None:
    assert said("A sentence of tomorrow. And one more.") == "A sentence of tomorrow. And one more."
    assert said("") == ""


def test_every_saying_gives_itself_back_in_english_and_other_words_in_german() -> None:
    filled = {}
    for saying in SAYINGS:
        text = saying
        for name, value in (("outcome", "a success"), ("change", "either outcome"), ("place", "line 3")):
            text = text.replace(f"{{{name}}}", value)
        text = text.replace("{difference}", "neither would change the choice")
        for name in ("points", "worth", "cost"):
            text = text.replace(f"{{{name}}}", "0.5")
        while "{" in text:
            text = f"{text[: text.index('{')]}7{text[text.index('}') + 1 :]}"
        filled[saying] = text
    assert [s for s, text in filled.items() if said(text) == text] == []
