"""Sentences of the model and the table reader are English there, and translated in the window."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from desks import fill
from spoken import Spoken

from kgdesk.model.advice.picks import advise
from kgdesk.model.policies import POLICIES, policy
from kgdesk.model.study import rule_syntax
from kgdesk.tables.numbers import why_not as why_no_number
from kgdesk.text import in_sequence, phrase
from kgdesk.ui.pages.model_tables import policy_words
from kgdesk.ui.pages.rehearsal_form import RehearsalForm
from kgdesk.ui.text.translate import policy_title, translate

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
    assert translate(POLICIES[name].words) != POLICIES[name].words


@pytest.mark.parametrize("name", [*POLICIES, "kg/diagonal"])
def test_the_settings_of_a_study_tell_in_german_how_its_policy_chooses(name: str) -> None:
    english = policy(name).words
    assert policy_words(name) == f"{policy_title(name)}: {translate(english)}"
    assert english not in policy_words(name)


def test_the_tips_of_the_policies_to_rehearse_are_in_german(session: Session, qtbot: QtBot) -> None:
    form = RehearsalForm(session.study)
    qtbot.addWidget(form)
    tips = {form.policies.item(row).toolTip() for row in range(form.policies.count())}
    english = {each.words for each in POLICIES.values()}
    assert tips == {translate(words) for words in english}
    assert not english & tips


CELLS = ("", "−5", "1\u00a00", "inf", "n/a", "#REF!", "=A1", "true", "2026-01-02", "12:30", "1/2", "1_0", "0x1F",
         "1,5", "1,234,567.5", "'5", "<5", "5%", "5 mg", "many", "--5")  # fmt: skip


@pytest.mark.parametrize("cell", CELLS)
def test_every_reason_why_a_cell_is_no_number_is_said_in_german(cell: str) -> None:
    reason = why_no_number(cell, "point")
    assert translate(reason) != reason
    assert "{" not in translate(reason)


def test_sentences_that_stand_together_are_each_said_and_numbers_take_the_decimal_comma() -> None:
    both = in_sequence(
        (
            phrase(
                "No run is expected to improve the choice by {points:g} percentage points any more.",
                points=0.5,
            ),
            phrase("All {count} planned runs are spent, {open} of them still in progress.", count=20, open=2),
        )
    )
    assert translate(both) == (
        "Kein Versuch wird die Wahl voraussichtlich noch um 0,5 Prozentpunkte verbessern. Alle 20 geplanten Versuche"
        " sind verbraucht, 2 davon laufen noch."
    )


@pytest.mark.parametrize("rule", ["runs 4", "runs 400", "value 50", "value 0.0001", "within 90 at 1",
                                  "within 0.1 at 99", "cost 1000 worth 1", "cost 0 worth 1", "at-stake 90",
                                  "at-stake 0.001", "runs 4 or (value 50 and cost 0 worth 1)"])  # fmt: skip
def test_every_reason_of_a_stopping_rule_is_said_in_german(session: Session, rule: str) -> None:
    fill(session)
    advice = advise(session.study)
    verdict = rule_syntax.parse(rule).check(advice.progress)
    german = translate(verdict.why)
    assert german != verdict.why
    for english in ("The ", " run", " asks", "Still", " is ", "looks"):
        assert english not in german, german


def test_names_with_points_and_signs_in_them_stay_as_they_are() -> None:
    template = "“{name}” follows from the other columns: its effect cannot be told apart."
    text = phrase(template, name="Temp. (°C) {x} \\1")
    assert translate(text).startswith("„Temp. (°C) {x} \\1“ folgt aus")


def test_numbers_of_a_phrase_take_the_decimal_sign_of_the_language() -> None:
    text = phrase(
        "The outcomes alone, prior weights left out, favour {what}, {number} to 1.",
        what=phrase("a bend"),
        number=2.5,
    )
    assert str(text) == "The outcomes alone, prior weights left out, favour a bend, 2.5 to 1."
    assert (
        translate(text)
        == "Die Ergebnisse allein, ohne die Vorgewichte, sprechen für eine Krümmung, 2,5 zu 1."
    )


def test_what_is_not_known_stays_as_it_is() -> None:
    assert translate("A sentence of tomorrow. And one more.") == "A sentence of tomorrow. And one more."
    assert translate("") == ""
