"""Light and dark windows from palettes of our own, so that they look alike on every platform."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QPalette

from kgdesk.collecting import uncollected
from kgdesk.ui.look.colours import DARK, HIGH, LIGHT, Look, look_on
from kgdesk.ui.look.focus import FocusRing
from kgdesk.ui.look.sheet import style_sheet

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication, QWidget

Scheme = Literal["light", "dark", "contrast", "system"]
_LEAST, _MOST = 1.0, 2.0
#: Fusion outlines these in a shade of the window's colour, which nobody sees on a card.
_OUTLINED = ("QLineEdit", "QAbstractSpinBox", "QCheckBox", "QRadioButton", "QPlainTextEdit", "QListWidget")
#: And these in a shade that does well but on black.
_OUTLINED_ON_BLACK = ("QPushButton", "QToolButton", "QComboBox")
#: Fusion's outline is the window's colour made darker by this factor, in percent.
_FUSION = 140
#: Property of a widget that wears a look of its own: whether it is the dark one.
_OWN = "kgdesk.dark"


class Theme(QObject):
    """The look of one application; lives as its child.

    Parameters
    ----------
    app
        The application. Its font at this moment is the 100 % of the text scale.
    """

    #: The new `Look`, after palette, font and style sheet have been set.
    changed = Signal(object)

    def __init__(self, app: QApplication) -> None:
        super().__init__(app)
        self._app = app
        self._font = app.font()
        self._scheme: Scheme = "system"
        self._scale = 1.0
        app.setStyle("Fusion")
        FocusRing(app)
        app.styleHints().colorSchemeChanged.connect(self._follow)

    def apply(self, scheme: Scheme, text_scale: float = 1.0) -> Look:
        """Dress the application.

        Parameters
        ----------
        scheme
            ``"system"`` follows the desktop, now and when it changes.
        text_scale
            1.0 to 2.0; held to that range.

        Returns
        -------
        Look
            The colours now in use.
        """
        self._scheme, self._scale = scheme, min(max(text_scale, _LEAST), _MOST)
        hinted = self._app.styleHints().colorScheme() == Qt.ColorScheme.Dark
        look = DARK if scheme == "dark" or (scheme == "system" and hinted) else LIGHT
        look = HIGH if scheme == "contrast" else look
        font = self._font
        points = font.pointSizeF() * self._scale
        scaled = self._app.font()
        scaled.setPointSizeF(points)
        # A discarded widget that is collected while Qt walks over all of them, calling into Python, ends the process.
        with uncollected():
            self._app.setPalette(palette(look))
            for kind in _OUTLINED:
                self._app.setPalette(_outlined(look), kind)  # type: ignore[arg-type]  # the stub asks for bytes, Qt for str
            for kind in _OUTLINED_ON_BLACK:
                self._app.setPalette(_outlined(look) if look is HIGH else palette(look), kind)  # type: ignore[arg-type]  # likewise
            self._app.setFont(scaled)
            self._app.setStyleSheet(style_sheet(look, points))
        self.changed.emit(look)
        return look

    def _follow(self) -> None:
        if self._scheme == "system":
            self.apply("system", self._scale)


def apply(app: QApplication, scheme: Scheme, text_scale: float = 1.0) -> Look:
    """Dress an application, making its `Theme` the first time; see `Theme.apply`."""
    theme = app.findChild(Theme)
    return (theme if theme is not None else Theme(app)).apply(scheme, text_scale)


def wear(widget: QWidget, look: Look) -> None:
    """Let a widget draw in a look of its own, whatever the application wears."""
    widget.setProperty(_OWN, look.dark)


def look_of(widget: QWidget) -> Look:
    """Return the colours of a widget: its own, else those that fit its palette."""
    own = widget.property(_OWN)
    if own is not None:
        return DARK if own else LIGHT
    return look_on(widget.palette().window().color().name())


def _outlined(look: Look) -> QPalette:
    """Return the palette with which Fusion outlines a field in the border's colour; its ground is another."""
    made = palette(look)
    made.setColor(QPalette.ColorRole.Window, QColor(look.border).lighter(_FUSION))
    return made


def palette(look: Look) -> QPalette:
    """Return the Qt palette of a look, disabled colours included."""
    role = QPalette.ColorRole
    shade = QColor(look.window)
    made = QPalette()
    for which, colour in {
        role.Window: look.window,
        role.WindowText: look.text,
        role.Base: look.field,
        role.AlternateBase: shade.lighter(115).name() if look.dark else "#F6F7F8",
        role.Text: look.text,
        role.Button: look.button,
        role.ButtonText: look.text,
        role.BrightText: look.text,
        role.Highlight: look.accent,
        role.HighlightedText: look.on_accent,
        role.Accent: look.accent,
        role.Link: look.accent,
        role.LinkVisited: look.accent,
        role.ToolTipBase: look.card,
        role.ToolTipText: look.text,
        role.PlaceholderText: look.muted,
        role.Light: shade.lighter(150).name() if look.dark else "#FFFFFF",
        role.Midlight: shade.lighter(125).name() if look.dark else "#F8F8F8",
        role.Mid: look.border,
        role.Dark: "#0F1012" if look.dark else "#9BA0A8",
        role.Shadow: "#000000" if look.dark else "#6B7078",
    }.items():
        made.setColor(which, QColor(colour))
    for which in (role.WindowText, role.Text, role.ButtonText, role.HighlightedText):
        made.setColor(QPalette.ColorGroup.Disabled, which, QColor(look.muted))
    made.setColor(QPalette.ColorGroup.Disabled, role.Highlight, QColor(look.window))
    return made
