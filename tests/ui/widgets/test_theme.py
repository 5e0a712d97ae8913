from __future__ import annotations

import gc
from typing import TYPE_CHECKING, ClassVar

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QColor, QFont, QPalette
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QFrame,
    QLineEdit,
    QMenu,
    QMenuBar,
    QMessageBox,
    QPushButton,
    QStatusBar,
    QTableWidget,
    QVBoxLayout,
    QWidget,
)

from kgdesk.ui.widgets.dialogs import DialogButtons
from kgdesk.ui.widgets.stylesheet import DARK, LIGHT, STRIPS, Palette, contrast, set_role, style_sheet
from kgdesk.ui.widgets.theme import Ring, Theme, apply, palette, palette_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot


@pytest.fixture(autouse=True)
def _plain_afterwards(qapp: QApplication) -> Iterator[None]:
    yield
    apply(qapp, "light")


def filled(qtbot: QtBot, widget: QWidget) -> QWidget:
    window = QWidget()
    column = QVBoxLayout(window)
    column.addWidget(widget)
    window.resize(320, 160)
    qtbot.addWidget(window)
    with qtbot.waitExposed(window):
        window.show()
    return window


def colours_in(widget: QWidget) -> set[str]:
    image = widget.grab().toImage()
    return {image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height())}


def test_both_looks_reach_the_window_without_a_screen(qtbot: QtBot, look: Palette) -> None:
    window = filled(qtbot, QLineEdit())
    assert window.grab().toImage().pixelColor(1, 1).name() == look.window.lower()
    assert palette_of(window) is look


def test_placeholder_text_is_muted_and_not_as_black_as_text(look: Palette) -> None:
    assert palette(look).color(QPalette.ColorRole.PlaceholderText) == QColor(look.muted)


def test_every_text_role_of_the_palette_keeps_its_contrast(look: Palette) -> None:
    role, made = QPalette.ColorRole, palette(look)
    for text, ground in (
        (role.WindowText, role.Window),
        (role.Text, role.Base),
        (role.Text, role.AlternateBase),
        (role.ButtonText, role.Button),
        (role.HighlightedText, role.Highlight),
        (role.ToolTipText, role.ToolTipBase),
        (role.PlaceholderText, role.Base),
        (role.Link, role.Window),
    ):
        assert contrast(made.color(text).name(), made.color(ground).name()) >= 4.5, (text, ground)


@pytest.mark.parametrize(("asked", "given"), [(1.0, 1.0), (1.5, 1.5), (2.0, 2.0), (9.0, 2.0), (0.2, 1.0)])
def test_text_scale_counts_from_the_first_font_and_stays_between_100_and_200_percent(
    qapp: QApplication, asked: float, given: float
) -> None:
    apply(qapp, "light")
    plain = qapp.font().pointSizeF()
    apply(qapp, "light", asked)
    apply(qapp, "dark", asked)
    assert qapp.font().pointSizeF() == pytest.approx(plain * given)


@pytest.mark.parametrize("kind", [QMenuBar, QMenu, QMessageBox, QStatusBar, QTableWidget])
def test_menus_and_lists_keep_face_and_size_of_the_text_where_windows_names_others(
    qapp: QApplication, qtbot: QtBot, kind: type[QWidget]
) -> None:
    apply(qapp, "light", 1.5)
    text = QFont(qapp.font())
    try:
        qapp.setStyleSheet(style_sheet(LIGHT, text, "win32"))
        for name in ("QMenuBar", "QMenu", "QMessageBox", "QStatusBar", "QAbstractItemView"):
            QApplication.setFont(QFont("DejaVu Serif", 5), name)
        widget = kind()
        qtbot.addWidget(widget)
        widget.ensurePolished()
        assert widget.font().families() == text.families()
        assert widget.font().pointSizeF() == pytest.approx(text.pointSizeF(), abs=0.01)
    finally:
        qapp.setFont(text)


def test_an_application_has_one_theme_and_one_ring_however_often_it_is_dressed(qapp: QApplication) -> None:
    for scheme in ("light", "dark", "system"):
        apply(qapp, scheme)
    assert len(qapp.findChildren(Theme)) == 1


def test_the_system_scheme_is_followed_only_when_asked_for(
    qapp: QApplication, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    theme = qapp.findChild(Theme)
    assert theme is not None
    hints = qapp.styleHints()
    monkeypatch.setattr(type(hints), "colorScheme", lambda _self: Qt.ColorScheme.Dark)
    assert apply(qapp, "light") is LIGHT
    hints.colorSchemeChanged.emit(Qt.ColorScheme.Dark)
    assert qapp.palette().window().color() == QColor(LIGHT.window)
    assert apply(qapp, "system") is DARK
    monkeypatch.setattr(type(hints), "colorScheme", lambda _self: Qt.ColorScheme.Light)
    with qtbot.waitSignal(theme.changed) as told:
        hints.colorSchemeChanged.emit(Qt.ColorScheme.Light)
    assert told.args == [LIGHT]
    assert qapp.palette().window().color() == QColor(LIGHT.window)


@pytest.mark.parametrize(
    ("outcome", "filling", "writing"),
    [("success", "success", "on_success"), ("failure", "failure", "on_failure")],
)
def test_an_armed_outcome_button_is_filled_and_an_unarmed_one_outlined(
    qtbot: QtBot, look: Palette, outcome: str, filling: str, writing: str
) -> None:
    button = QPushButton("F8")
    set_role(button, outcome=outcome, armed=False)
    window = filled(qtbot, button)
    assert button.window() is window
    middle = (button.width() // 4, button.height() // 2)
    assert button.height() >= 60
    assert button.grab().toImage().pixelColor(*middle).name() == look.card.lower()
    assert getattr(look, filling).lower() in colours_in(button)
    set_role(button, armed=True)
    assert button.grab().toImage().pixelColor(*middle).name() == getattr(look, filling).lower()
    assert getattr(look, writing).lower() in colours_in(button)
    set_role(button, armed=False)
    assert button.grab().toImage().pixelColor(*middle).name() == look.card.lower()


def test_no_two_kinds_of_strip_look_alike(qtbot: QtBot, look: Palette) -> None:
    seen = set()
    for kind in STRIPS:
        strip = QFrame()
        strip.setFixedSize(200, 40)
        set_role(strip, strip=kind)
        window = filled(qtbot, strip)
        image = window.grab(strip.geometry()).toImage()
        edge, ground = image.pixelColor(100, 0).name(), image.pixelColor(100, 20).name()
        assert contrast(edge, ground) >= 3.0
        assert contrast(look.text, ground) >= 4.5
        seen.add((edge, ground))
    assert len(seen) == len(STRIPS)


def test_the_ring_around_what_has_the_keyboard_is_two_pixels_of_3_to_1(qtbot: QtBot, look: Palette) -> None:
    field, button = QLineEdit(), QPushButton("Record")
    window = filled(qtbot, field)
    window.layout().addWidget(button)
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    for widget in (field, button):
        widget.setFocus()
        qtbot.waitUntil(
            lambda w=widget: any(r.widget() is w and r.isVisible() for r in window.findChildren(Ring))
        )
        image = window.grab().toImage()
        box, middle = widget.geometry(), widget.geometry().center().y()
        ring = [image.pixelColor(x, middle).name() for x in (box.left() - 2, box.left() - 1)]
        assert ring == [look.accent.lower()] * 2
        assert contrast(ring[0], look.window) >= 3.0
        assert image.pixelColor(box.left() - 3, middle).name() == look.window.lower()


def test_the_ring_comes_back_after_its_window_has_gone(qtbot: QtBot, light: Palette) -> None:
    assert light is LIGHT
    for _ in range(3):
        window = QWidget()
        field = QLineEdit(window)
        field.move(20, 20)
        window.show()
        window.activateWindow()
        qtbot.waitUntil(window.isActiveWindow)
        field.setFocus()
        qtbot.waitUntil(lambda w=window: bool(w.findChildren(Ring)))
        with qtbot.waitSignal(window.destroyed):
            window.deleteLater()


def test_no_garbage_is_collected_while_qt_walks_over_all_widgets(qapp: QApplication, qtbot: QtBot) -> None:
    class Witness(QWidget):
        collecting: ClassVar[list[bool]] = []

        def changeEvent(self, event: QEvent) -> None:
            self.collecting.append(gc.isenabled())
            super().changeEvent(event)

    witness = Witness()
    qtbot.addWidget(witness)
    witness.show()
    witness.collecting.clear()
    apply(qapp, "dark")
    assert witness.collecting
    assert not any(witness.collecting)
    assert gc.isenabled()


def test_the_ring_stands_around_the_button_at_the_foot_of_a_dialog_alone(
    qtbot: QtBot, light: Palette
) -> None:
    assert light is LIGHT
    dialog = QDialog()
    qtbot.addWidget(dialog)
    buttons = DialogButtons(dialog, "made.save", "Save")
    QVBoxLayout(dialog).addWidget(buttons)
    dialog.resize(400, 120)
    dialog.show()
    dialog.activateWindow()
    qtbot.waitUntil(dialog.isActiveWindow)
    buttons.accepting.setFocus()
    qtbot.waitUntil(lambda: [ring.widget() for ring in dialog.findChildren(Ring)] == [buttons.accepting])


def test_the_button_that_goes_on_stands_out_and_shows_its_focus_inside_the_ring(
    qtbot: QtBot, look: Palette
) -> None:
    field, button = QLineEdit(), QPushButton("Create")
    set_role(button, primary=True)
    window = filled(qtbot, field)
    window.layout().addWidget(button)
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    qtbot.waitUntil(lambda: window.rect().contains(button.geometry()))
    seen = []
    for widget in (field, button):
        widget.setFocus()
        qtbot.waitUntil(widget.hasFocus)
        image = window.grab().toImage()
        middle = button.geometry().center().y()
        seen.append([image.pixelColor(button.geometry().left() + x, middle).name() for x in (0, 1, 5)])
    fill, inner = look.accent.lower(), look.on_accent.lower()
    assert seen == [[fill] * 3, [inner, inner, fill]]
    button.setEnabled(False)
    assert (
        window.grab().toImage().pixelColor(button.geometry().left() + 5, middle).name() == look.button.lower()
    )
