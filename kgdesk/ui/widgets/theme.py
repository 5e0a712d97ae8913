"""Theme of the application: palettes, text size, focus ring and icons."""

from __future__ import annotations

from typing import Literal

import shiboken6
from PySide6.QtCore import QByteArray, QObject, QRectF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontDatabase,
    QIcon,
    QPainter,
    QPaintEvent,
    QPalette,
    QPixmap,
    QPixmapCache,
)
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QApplication, QFocusFrame, QWidget

from kgdesk.faces import fixed_faces
from kgdesk.paths import resource_path
from kgdesk.startup import collector_paused
from kgdesk.ui.widgets.stylesheet import DARK, HIGH, LIGHT, Palette, palette_on, style_sheet

_WIDE = 2


class Ring(QFocusFrame):
    """Focus frame, drawn in the two pixels outside the widget that Fusion leaves."""

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Fill the frame; QFocusFrame masks all but the margin."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(palette_on(self.palette().window().color().name()).accent))
        painter.end()


class FocusRing(QObject):
    """Move one focus frame to the focused widget of any window."""

    def __init__(self, app: QApplication) -> None:
        super().__init__(app)
        self._ring: Ring | None = None
        app.focusChanged.connect(self._move)

    def _move(self, _old: QWidget | None, now: QWidget | None) -> None:
        ring = self._ring
        if ring is not None and not shiboken6.isValid(ring):
            ring = self._ring = None  # deleted together with its window
        if now is None or now.isWindow():
            if ring is not None:
                ring.setWidget(None)  # type: ignore[arg-type]  # Qt accepts None; the stub does not say so
            return
        if ring is None:
            ring = self._ring = Ring()
        ring.setWidget(_with_room(now))


def _with_room(widget: QWidget) -> QWidget:
    """Return the widget, or its nearest ancestor with space for the ring, which a parent would clip."""
    host, around = widget, widget.parentWidget()
    while around is not None and not around.isWindow() and widget.isVisible():
        if around.rect().contains(host.geometry().adjusted(-_WIDE, -_WIDE, _WIDE, _WIDE)):
            break
        host, around = around, around.parentWidget()
    return host


#: Icon sizes in device pixels; a screen at 200 % uses the larger ones.
SIZES = (16, 20, 24, 32, 40, 48, 64, 96)


def icon(name: str, look: Palette, colour: str = "") -> QIcon:
    """Return an icon tinted for a palette; the disabled state is muted. Pixmaps are cached.

    Parameters
    ----------
    name
        File name in ``resources/icons`` without ``.svg``.
    look
        Provides the tint.
    colour
        ``#rrggbb`` instead of the palette's text colour.

    Raises
    ------
    KgdeskError
        The icon does not exist.
    """
    source = resource_path("icons", f"{name}.svg").read_text("utf-8")
    tinted_icon = QIcon()
    faint = QColor(look.muted)
    faint.setAlphaF(0.7)
    for size in SIZES:
        for tint, mode in (
            (QColor(colour or look.text), QIcon.Mode.Normal),
            (faint, QIcon.Mode.Disabled),
        ):
            tinted_icon.addPixmap(_cached_pixmap(name, source, tint, size), mode)
    return tinted_icon


def app_icon() -> QIcon:
    """Return the program icon in its own colours, up to 256 pixels."""
    source = resource_path("icons", "app.svg").read_text("utf-8")
    tinted_icon = QIcon()
    for size in (*SIZES, 128, 256):
        tinted_icon.addPixmap(_pixmap(source, QColor(Qt.GlobalColor.black), size))
    return tinted_icon


def _cached_pixmap(name: str, source: str, colour: QColor, size: int) -> QPixmap:
    """Return a pixmap from QPixmapCache, drawing it if it is missing."""
    key = f"kgdesk {name} {colour.name(QColor.NameFormat.HexArgb)} {size}"
    pixmap = QPixmap()
    if not QPixmapCache.find(key, pixmap):
        pixmap = _pixmap(source, colour, size)
        QPixmapCache.insert(key, pixmap)
    return pixmap


def _pixmap(source: str, colour: QColor, size: int) -> QPixmap:
    tinted = source.replace("currentColor", colour.name())
    renderer = QSvgRenderer(QByteArray(tinted.encode()))
    pixmap = QPixmap(size, size)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setOpacity(colour.alphaF())
    renderer.render(painter, QRectF(0, 0, size, size))
    painter.end()
    return pixmap


Scheme = Literal["light", "dark", "contrast", "system"]

_LEAST, _MOST = 1.0, 2.0

#: Fusion outlines these in a shade of the window colour that is invisible on a card.
_OUTLINED = ("QLineEdit", "QAbstractSpinBox", "QCheckBox", "QRadioButton", "QPlainTextEdit", "QListWidget")

#: Fusion outlines these in a shade that is invisible only on black.
_OUTLINED_ON_BLACK = ("QPushButton", "QToolButton", "QComboBox", "QProgressBar")

#: Fusion's outline is the window colour darkened by this factor, in percent.
_FUSION = 140

#: Property of a widget with a palette of its own: whether it is the dark one.
_OWN = "kgdesk.dark"

#: Property of the application: the text size factor in use.
_TEXT_SCALE = "kgdesk.textScale"
#: Property of the application: whether all its widgets are being given other colours or another font.
_RESTYLING = "kgdesk.restyling"


class Theme(QObject):
    """Theme of one application; its child.

    Parameters
    ----------
    app
        The application. Its font at construction is 100 % of the text scale.
    """

    #: The new `Palette`, after palette, font and style sheet are set.
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

    def apply(self, scheme: Scheme, text_scale: float = 1.0) -> Palette:
        """Apply colours and text size to the application.

        Parameters
        ----------
        scheme
            ``"system"`` follows the desktop's scheme and its changes.
        text_scale
            Text size factor, clamped to 1.0..2.0.

        Returns
        -------
        Look
            The palette now in use.
        """
        self._scheme, self._scale = scheme, min(max(text_scale, _LEAST), _MOST)
        hinted = self._app.styleHints().colorScheme() == Qt.ColorScheme.Dark
        look = DARK if scheme == "dark" or (scheme == "system" and hinted) else LIGHT
        look = HIGH if scheme == "contrast" else look
        scaled = self._app.font()
        scaled.setPointSizeF(self._font.pointSizeF() * self._scale)
        # setPalette visits all widgets and calls into Python; a garbage collection then may delete one and crash Qt.
        self._app.setProperty(_RESTYLING, True)
        with collector_paused():
            self._app.setPalette(palette(look))
            for kind in _OUTLINED:
                self._app.setPalette(_outlined(look), kind)  # type: ignore[arg-type]  # the stub asks for bytes, Qt for str
            for kind in _OUTLINED_ON_BLACK:
                self._app.setPalette(_outlined(look) if look is HIGH else palette(look), kind)  # type: ignore[arg-type]  # likewise
            self._app.setProperty(_TEXT_SCALE, self._scale)
            self._app.setFont(scaled)
            self._app.setStyleSheet(style_sheet(look, scaled))
        self._app.setProperty(_RESTYLING, False)
        self.changed.emit(look)
        return look

    def _follow(self) -> None:
        if self._scheme == "system":
            self.apply("system", self._scale)


def apply(app: QApplication, scheme: Scheme, text_scale: float = 1.0) -> Palette:
    """Apply colours and text size, creating the `Theme` on the first call; see `Theme.apply`."""
    theme = app.findChild(Theme)
    return (theme if theme is not None else Theme(app)).apply(scheme, text_scale)


def text_scale() -> float:
    """Return the text size factor of the application, 1.0 to 2.0."""
    app = QApplication.instance()
    scale = None if app is None else app.property(_TEXT_SCALE)
    return 1.0 if scale is None else float(scale)


def is_restyling() -> bool:
    """Return whether all widgets are being given other colours or another font: thousands of events in one turn."""
    app = QApplication.instance()
    return app is not None and bool(app.property(_RESTYLING))


def fixed_font() -> QFont:
    """Return the font of fixed width, in the size of the text."""
    font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
    font.setFamilies(fixed_faces(font.families()))
    font.setPointSizeF(QApplication.font().pointSizeF())
    return font


def apply_palette(widget: QWidget, look: Palette) -> None:
    """Give a widget a palette of its own, independent of the application's."""
    widget.setProperty(_OWN, look.dark)


def palette_of(widget: QWidget) -> Palette:
    """Return the palette of a widget: its own, else the one that matches its QPalette."""
    own = widget.property(_OWN)
    if own is not None:
        return DARK if own else LIGHT
    return palette_on(widget.palette().window().color().name())


def _outlined(look: Palette) -> QPalette:
    """Return the QPalette with which Fusion outlines a field in the border colour."""
    colours = palette(look)
    colours.setColor(QPalette.ColorRole.Window, QColor(look.border).lighter(_FUSION))
    return colours


def palette(look: Palette) -> QPalette:
    """Return the QPalette of a palette, disabled colours included."""
    role = QPalette.ColorRole
    shade = QColor(look.window)
    colours = QPalette()
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
        colours.setColor(which, QColor(colour))
    for which in (role.WindowText, role.Text, role.ButtonText, role.HighlightedText):
        colours.setColor(QPalette.ColorGroup.Disabled, which, QColor(look.muted))
    colours.setColor(QPalette.ColorGroup.Disabled, role.Highlight, QColor(look.window))
    return colours
