"""The left side of the home screen: begin, open, try, drop."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QFrame, QLabel, QVBoxLayout, QWidget

from kgdesk.ui.look.icons import icon
from kgdesk.ui.look.sheet import set_role
from kgdesk.ui.look.theme import look_of
from kgdesk.ui.parts import button, plain

_TALL = 44


class StartPanel(QFrame):
    """Three buttons and the place where files are dropped; the window around takes the drop."""

    new_wanted = Signal()
    open_wanted = Signal()
    sample_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_role(self, role="card")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 14, 16, 14)
        layout.setSpacing(10)
        layout.addWidget(plain("kgdesk", "code", self))
        text = self.tr("Find the best of many candidate experiments, in as few runs as possible.")
        layout.addWidget(plain(text, "muted", self))
        layout.addSpacing(8)
        self._buttons = {
            "new": button(self.tr("&New study…"), "home.new", self.new_wanted.emit, self),
            "open": button(self.tr("&Open…"), "home.open", self.open_wanted.emit, self),
            "run": button(self.tr("&Try the sample study"), "home.sample", self.sample_wanted.emit, self),
        }
        for made in self._buttons.values():
            made.setMinimumHeight(_TALL)
            made.setIconSize(QSize(20, 20))
            layout.addWidget(made)
        self._buttons["new"].setToolTip(self.tr("From a table of candidates ({key})").format(key="Ctrl+N"))
        self._buttons["open"].setToolTip(self.tr("A study file ({key})").format(key="Ctrl+O"))
        layout.addSpacing(8)
        layout.addWidget(self._drop_zone(), 1)
        self.dress()

    def _drop_zone(self) -> QFrame:
        self._drop = QFrame(self)
        self._drop.setObjectName("home.drop")
        self._drop.setAccessibleName(self.tr("Place to drop a file"))
        set_role(self._drop, strip="neutral")
        inside = QVBoxLayout(self._drop)
        self._sign = QLabel(self._drop)
        self._sign.setAlignment(Qt.AlignmentFlag.AlignCenter)
        words = plain(self.tr("Drop a CSV, Excel or .kgstudy file here"), "muted", self._drop)
        words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        inside.addStretch(1)
        inside.addWidget(self._sign)
        inside.addWidget(words)
        inside.addStretch(1)
        return self._drop

    def dress(self, _: object = None) -> None:
        """Draw the icons in the colours of the look."""
        look = look_of(self)
        for name, made in self._buttons.items():
            made.setIcon(icon(name, look))
        self._sign.setPixmap(icon("table", look, look.muted).pixmap(QSize(32, 32)))

    def expect(self, coming: bool) -> None:
        """Show that a file that is dragged over the window may be dropped."""
        set_role(self._drop, strip="armed" if coming else "neutral")
