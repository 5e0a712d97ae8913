"""The wizard and the home screen in little room, large text and long words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from gestures import Hands
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QAbstractButton, QComboBox, QLabel, QScrollArea, QWidget
from seldom import seldom
from tabled import HEADINGS, choose_use, choose_way, found, ready, rows, write

from kgdesk.actions.importing import Role
from kgdesk.ui.home.home_window import HomeWindow
from kgdesk.ui.widgets.theme import Theme, apply

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from PySide6.QtWidgets import QApplication
    from pytestqt.qtbot import QtBot

    from kgdesk.ui.new_study.wizard import NewStudyWizard

    Opener = Callable[..., NewStudyWizard]


def clipped(window: QWidget) -> list[str]:
    """Return what is narrower than its words, or lies beyond the window without a scroll bar."""
    found = []
    for part in window.findChildren(QWidget):
        if not part.isVisible() or not isinstance(part, QAbstractButton | QLabel | QComboBox):
            continue
        if isinstance(part, QLabel) and part.wordWrap():
            short = part.heightForWidth(part.width()) > part.height() + 1
        else:
            short = part.width() < part.minimumSizeHint().width() - 1
        if short:
            found.append(f"{type(part).__name__} {part.objectName()} {getattr(part, 'text', str)()!r}")
    for area in window.findChildren(QScrollArea):
        inner = area.widget()
        if area.isVisible() and inner is not None and inner.width() > area.viewport().width():
            found.append(f"{area.objectName()} is wider than the window")
    return found


@pytest.fixture
def wide(tmp_path: Path) -> Path:
    """Write a table of 18 attributes with long headings, past outcomes and blanks."""
    headings = (
        "Candidate code",
        *(f"Concentration of component number {i} (mmol/L)" for i in range(18)),
        "Storage location in the cold room",
        "Result",
    )
    words = ["yes", "no", "", ""]
    body = [
        [
            f"Candidate-with-a-long-name-{i:05}",
            *(f"{(i * k) % 17 + 0.5}" for k in range(1, 19)),
            f"R{i}",
            words[i % 4],
        ]
        for i in range(40)
    ]
    body[5][3] = ""
    return write(tmp_path / "A rather long file name of a screening campaign.csv", body, headings)


@pytest.mark.parametrize(
    ("scale", "size"),
    [(1.0, (800, 560)), (2.0, (1093, 582)), *seldom((1.25, (1093, 582)), (1.0, (1920, 1040)))],
)
def test_no_words_of_the_wizard_are_cut(
    qtbot: QtBot, qapp: QApplication, wizard: Opener, wide: Path, scale: float, size: tuple[int, int]
) -> None:
    apply(qapp, "dark", scale)
    try:
        one = wizard(wide)
        one.resize(*size)
        qtbot.waitUntil(lambda: one.table.complete)
        for page in (one.table, one.plan):
            if page is one.plan:
                one.next.click()
                one.plan.more.toggle.setChecked(True)
            qtbot.waitUntil(lambda p=page: one.page is p and p.complete)
            qtbot.waitUntil(lambda: clipped(one) == [])
            assert one.width() <= size[0]
            assert one.height() <= size[1]
    finally:
        apply(qapp, "light", 1.0)


@pytest.mark.parametrize(
    ("scale", "size"), [(1.0, (800, 560)), *seldom((1.25, (1093, 582)), (2.0, (1366, 740)))]
)
def test_no_words_of_the_home_screen_are_cut(
    qtbot: QtBot, qapp: QApplication, scale: float, size: tuple[int, int]
) -> None:
    apply(qapp, "light", scale)
    try:
        theme = qapp.findChild(Theme)
        assert theme is not None
        home = HomeWindow(theme)
        qtbot.addWidget(home)
        home.preferences.add_recent("/gone/A long name of a study.kgstudy", "A long name of a study", 3, 40)
        home.show()
        home.resize(*size)
        qtbot.waitUntil(lambda: home.width() == size[0] and clipped(home) == [])
        home.close()
    finally:
        apply(qapp, "light", 1.0)


def test_roles_are_changed_by_keys_and_tab_leaves_the_table(
    qtbot: QtBot, wizard: Opener, clean: Path
) -> None:
    one = wizard(clean)
    qtbot.waitUntil(lambda: one.table.complete)
    hands = Hands(one)
    combo = one.table.columns.findChild(QComboBox, "wizard.role.speed")
    assert combo is not None
    combo.setFocus()
    hands.key(Qt.Key.Key_Down)
    assert one.draft.columns[4].log
    hands.key(Qt.Key.Key_Down)
    assert one.draft.columns[4].role is Role.CATEGORY
    qtbot.waitUntil(lambda: one.table.complete)
    seen = set()
    for _ in range(60):
        hands.key(Qt.Key.Key_Tab)
        focus = one.focusWidget()
        assert focus is not None
        seen.add(focus.objectName())
        if focus is one.next:
            break
    assert one.focusWidget() is one.next, seen


def test_the_wheel_over_a_role_changes_nothing(qtbot: QtBot, wizard: Opener, clean: Path) -> None:
    from PySide6.QtCore import QPoint, QPointF
    from PySide6.QtGui import QWheelEvent
    from PySide6.QtWidgets import QApplication

    one = wizard(clean)
    qtbot.waitUntil(lambda: one.table.complete)
    combo = one.table.columns.findChild(QComboBox, "wizard.role.load")
    assert combo is not None
    before = one.draft.columns[3].role
    turn = QWheelEvent(
        QPointF(5, 5),
        QPointF(combo.mapToGlobal(QPoint(5, 5))),
        QPoint(0, 0),
        QPoint(0, -120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(combo, turn)
    assert one.draft.columns[3].role is before


def test_a_table_pasted_into_the_path_is_read_as_a_table(qtbot: QtBot, wizard: Opener) -> None:
    QGuiApplication.clipboard().setText("\n".join(";".join(row) for row in [list(HEADINGS), *rows(9)]))
    one = wizard()
    Hands(one).key(Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: one.table.complete)
    assert one.draft.table is not None
    assert len(one.draft.table.rows) == 9


def test_data_is_never_taken_for_markup(qtbot: QtBot, wizard: Opener, tmp_path: Path) -> None:
    body = [[f"<b>{i}</b>", f"{i}.5", "<img src=x>"] for i in range(8)]
    one = wizard(write(tmp_path / "markup.csv", body, ("<h1>code</h1>", "<i>a</i>", "<u>k</u>")))
    qtbot.waitUntil(lambda: one.table.complete)
    one.next.click()
    qtbot.waitUntil(lambda: one.plan.complete)
    labels = [label for label in one.findChildren(QLabel) if "<" in label.text()]
    assert labels
    assert all(label.textFormat() == Qt.TextFormat.PlainText for label in labels)


def test_of_a_wide_table_the_first_columns_are_shown_and_those_that_need_an_answer(
    qtbot: QtBot, wizard: Opener, tmp_path: Path
) -> None:
    headings = ("code", *(f"x{i}" for i in range(80)), "yield")
    body = [[f"c{n}", *(f"{(n * (i + 3)) % 17}" for i in range(80)), str(n)] for n in range(30)]
    for row in body[:12]:
        row[75] = ""
    one = wizard(write(tmp_path / "wide.csv", body, headings))
    qtbot.waitUntil(lambda: ready(one))
    shown = [row.heading for row in one.table.columns.rows.values()]
    assert shown == [*headings[:60], "x74", "yield"]
    assert [column.info.name for column, _ in one.table.asked] == ["x74", "yield"]
    Hands(one).click(one.table.columns.more)
    assert [row.heading for row in one.table.columns.rows.values()] == list(headings)
    assert found(one, "x74") == ["⚠ 12 blank cells"]
    choose_use(one, "yield", "keep")
    choose_way(one, "x74", "median")
    qtbot.waitUntil(lambda: one.table.complete)
