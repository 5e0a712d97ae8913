"""The two outcome buttons with names of every length."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kgdesk.ui.entry.outcome_button import OutcomeButton

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot


@pytest.fixture
def button(qtbot: QtBot) -> OutcomeButton:
    made = OutcomeButton("failure", "Keine Kristalle", "F9")
    qtbot.addWidget(made)
    made.show()  # only visible widgets get resize events
    return made


def room_for(button: OutcomeButton, text: str) -> int:
    return button.fontMetrics().horizontalAdvance(text) + 30


def test_a_name_that_has_room_stands_above_its_key(button: OutcomeButton) -> None:
    button.resize(room_for(button, "✕ Keine Kristalle"), 66)
    assert button.text() == "✕ Keine Kristalle\nF9"


def test_a_name_that_is_too_long_goes_on_beside_its_key(button: OutcomeButton) -> None:
    button.resize(room_for(button, "Kristalle  F9"), 66)
    assert button.text() == "✕ Keine\nKristalle  F9"


def test_only_a_name_too_long_for_two_lines_is_shortened_and_its_key_never(button: OutcomeButton) -> None:
    button.resize(room_for(button, "✕ Keine"), 66)
    name, key = button.text().split("\n")
    assert name.startswith("✕ K")
    assert name.endswith("…")
    assert key == "F9"
    assert button.accessibleName() == button.toolTip() == "Keine Kristalle"
