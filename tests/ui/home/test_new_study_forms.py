"""New studies in the forms of the window: a clean table and one of a laboratory, by a drop and clicks, and by keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from forms import FORMS, Form, wrong_in
from gestures import Hands
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QToolButton
from spoken import Spoken
from tabled import CLOCK, ready, rows, write

from kgdesk.actions import Operator
from kgdesk.ui.home.home_window import HomeWindow
from kgdesk.ui.session.preferences import Preferences
from kgdesk.ui.widgets.theme import Theme

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from PySide6.QtWidgets import QApplication
    from pytestqt.qtbot import QtBot

    from kgdesk.actions import Session
    from kgdesk.ui.new_study.wizard import NewStudyWizard

K = Qt.Key


@pytest.fixture(
    params=[
        pytest.param(form, id=str(form), marks=() if place == 0 else pytest.mark.nightly)
        for place, form in enumerate(FORMS)
    ]
)
def form(request: pytest.FixtureRequest) -> Form:
    found: Form = request.param
    return found


@pytest.fixture
def home(form: Form, tmp_path: Path, qtbot: QtBot, qapp: QApplication) -> Iterator[HomeWindow]:
    """Open the home window in one form."""
    kept = Preferences()
    kept.workspace, kept.operator = tmp_path / "kgdesk", "MK"
    with Spoken(form.language, qapp):
        theme = qapp.findChild(Theme) or Theme(qapp)
        theme.apply(form.scheme, form.scale)  # type: ignore[arg-type]
        window = HomeWindow(theme, preferences=kept, who=lambda name: Operator(name, "lab-1", lambda: CLOCK))
        qtbot.addWidget(window)
        with qtbot.waitActive(window):
            window.show()
            window.activateWindow()
        window.resize(*form.size)
        yield window
        window.close()
        theme.apply("light", 1.0)


def wizard_of(home: HomeWindow, form: Form, qtbot: QtBot) -> NewStudyWizard:
    wizard = home.wizard
    assert wizard is not None
    qtbot.waitUntil(wizard.isActiveWindow)
    wizard.resize(*form.size)
    qtbot.waitUntil(lambda: wizard.size().toTuple() == form.size)
    return wizard


def by_mouse(home: HomeWindow, form: Form, qtbot: QtBot, source: Path, answer: str = "") -> Hands:
    """Drop a table, answer what is asked, and press Next and Create; nothing is cut on the way."""
    made: list[Session] = []
    home.created.connect(made.append)
    hands = Hands(home)
    assert wrong_in(home) == []
    hands.drop(source, home)
    wizard = wizard_of(home, form, qtbot)
    qtbot.waitUntil(lambda: ready(wizard))
    assert wrong_in(wizard) == []
    if answer:
        hands.click(wizard.findChild(QToolButton, answer))
    qtbot.waitUntil(lambda: wizard.table.complete)
    hands.click(wizard.next)
    qtbot.waitUntil(lambda: wizard.page is wizard.plan and wizard.plan.complete)
    assert wrong_in(wizard) == []
    hands.click(wizard.finish)
    qtbot.waitUntil(lambda: bool(made))
    made[0].close()
    return hands


def test_a_clean_table_takes_a_drop_and_two_clicks(
    home: HomeWindow, form: Form, tmp_path: Path, qtbot: QtBot
) -> None:
    hands = by_mouse(home, form, qtbot, write(tmp_path / "Coupling screen.csv", rows(60)))
    assert (hands.drags, hands.clicks, hands.keys) == (1, 2, 0)


def test_a_clean_table_takes_four_keys_and_its_path(
    home: HomeWindow, form: Form, tmp_path: Path, qtbot: QtBot
) -> None:
    source = write(tmp_path / "Coupling screen.csv", rows(60))
    made: list[Session] = []
    home.created.connect(made.append)
    hands = Hands(home)
    hands.key(K.Key_N, Qt.KeyboardModifier.ControlModifier)
    wizard = wizard_of(home, form, qtbot)
    hands.type(str(source))
    hands.key(K.Key_Return)
    qtbot.waitUntil(lambda: wizard.table.complete and wizard.focusWidget() is wizard.next)
    hands.key(K.Key_Return)
    qtbot.waitUntil(lambda: wizard.page is wizard.plan and wizard.focusWidget() is wizard.finish)
    hands.key(K.Key_Return)
    qtbot.waitUntil(lambda: bool(made))
    assert (hands.keys, hands.clicks) == (4, 0)
    made[0].close()


def test_a_table_of_a_laboratory_takes_a_drop_and_three_clicks(
    home: HomeWindow, form: Form, qtbot: QtBot, small_tables: Path
) -> None:
    hands = by_mouse(home, form, qtbot, small_tables / "lab-export.xlsx", "wizard.words.?.none")
    assert (hands.drags, hands.clicks, hands.keys) == (1, 3, 0)
