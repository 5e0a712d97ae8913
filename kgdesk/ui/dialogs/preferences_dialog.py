"""Settings dialog: all preferences of this user; each change takes effect at once."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QDialogButtonBox,
    QFileDialog,
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QStyle,
    QVBoxLayout,
    QWidget,
)

from kgdesk import actions
from kgdesk.errors import KgdeskError
from kgdesk.ui.dialogs.backup_folder import SecondPlaceDialog
from kgdesk.ui.session.preferences import RANGES, SCALES
from kgdesk.ui.text.translate import LANGUAGES, translate
from kgdesk.ui.widgets.basic import Form, Label, button, card, plain
from kgdesk.ui.widgets.combo import QuietCombo
from kgdesk.ui.widgets.dialogs import ScannerSafeDialog, open_once
from kgdesk.ui.widgets.message_strip import MessageStrip

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QShowEvent

    from kgdesk.ui.session.preferences import Preferences
    from kgdesk.ui.text.translate import Language
    from kgdesk.ui.widgets.theme import Scheme, Theme

_LONGEST_PREFIX = 20
_TITLE_BAR = 40


#: Title, labelled fields and explanation of a card.
_Choices = tuple[str, tuple[tuple[str, QWidget], ...], str]


class SettingsDialog(ScannerSafeDialog):
    """Appearance, language, scanner and folders; nothing needs confirmation.

    Parameters
    ----------
    theme
        Updated when colours or text size change.
    preferences
        Store of the preferences.
    """

    #: A preference has changed; the parent window applies it.
    changed = Signal()

    def __init__(self, theme: Theme, preferences: Preferences, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._preferences = theme, preferences
        self._language = preferences.language
        self.setObjectName("settings")
        self.setWindowTitle(self.tr("Settings"))
        self._make_look()
        self._make_ranges()
        self._make_scanner()
        self._make_places()
        self._lay_out()
        self.colours.activated.connect(self._dress)
        self.size_of_text.activated.connect(self._dress)
        self.language.activated.connect(self._speak)
        self.ranges.activated.connect(self._keep_ranges)
        self.prefix.textChanged.connect(self._keep_prefix)

    @property
    def language_changed(self) -> bool:
        """Whether the windows must be rebuilt in another language."""
        return self._preferences.language != self._language

    def showEvent(self, event: QShowEvent) -> None:
        """Fit the size to the contents, within the screen."""
        super().showEvent(event)
        self._fit_height()

    def _fit_height(self) -> None:
        """Grow to the height of the contents; scroll contents that exceed the screen."""
        bar = self.style().pixelMetric(QStyle.PixelMetric.PM_ScrollBarExtent)
        self._scroller.setMinimumWidth(self._inner.minimumSizeHint().width() + bar)
        width = max(self.width(), self.minimumSizeHint().width())
        contents = self._column.totalHeightForWidth(width - bar)
        foot = self.sizeHint().height() - self._scroller.sizeHint().height()
        most = self.screen().availableGeometry().height() - _TITLE_BAR
        self.resize(width, min(max(self.height(), contents + foot), most))

    def _make_look(self) -> None:
        self.colours = _choice("settings.colours")
        for scheme, text in (
            ("system", self.tr("As the system")),
            ("light", self.tr("Light")),
            ("dark", self.tr("Dark")),
            ("contrast", self.tr("High contrast")),
        ):
            self.colours.addItem(text, scheme)
        self.colours.choose(self._preferences.scheme)
        self.size_of_text = _choice("settings.textSize")
        for percent in SCALES:
            self.size_of_text.addItem(self.tr("{percent} %").format(percent=percent), percent)
        self.size_of_text.choose(min(SCALES, key=lambda each: abs(each - 100 * self._preferences.text_scale)))
        self.language = _choice("settings.language")
        self.language.addItem(self.tr("As the system"), "system")
        for language, name in LANGUAGES.items():
            self.language.addItem(name.replace("&", ""), language)
        self.language.choose(self._preferences.language)

    def _make_ranges(self) -> None:
        self.ranges = _choice("settings.ranges")
        for percent in RANGES:
            self.ranges.addItem(self.tr("{percent} %").format(percent=percent), percent)
        self.ranges.choose(round(100 * self._preferences.range_level))

    def _make_scanner(self) -> None:
        self.prefix = QLineEdit(self._preferences.scan_prefix)
        self.prefix.setObjectName("settings.scanPrefix")
        self.prefix.setMaxLength(_LONGEST_PREFIX)
        self.prefix.setMinimumHeight(32)
        self.prefix.setPlaceholderText(self.tr("nothing"))

    def _make_places(self) -> None:
        self.problem = MessageStrip("settings.problem")
        self.workspace = _place("settings.workspace", self.tr("Folder of projects"))
        self.backups = _place("settings.backups", self.tr("Second place for backups"))
        self.change_workspace = button(
            self.tr("Change &folder…"), "settings.changeWorkspace", self._ask_workspace
        )
        self.change_backups = button(
            self.tr("Ch&ange place…"), "settings.changeBackups", self.ask_second_place
        )
        self._show_places()

    def _lay_out(self) -> None:
        inner = QWidget()
        column = QVBoxLayout(inner)
        column.setContentsMargins(2, 2, 2, 2)  # space for the focus ring
        holds = self.tr("Each choice holds at once, for you on this computer. Studies are not changed by it.")
        explanation = plain(holds, "muted", self)
        explanation.setMinimumWidth(explanation.fontMetrics().averageCharWidth() * 64)
        column.addWidget(explanation)
        for title, rows, note in self._choices():
            column.addWidget(self._choice_card(title, rows, note))
        column.addWidget(self._folders())
        column.addWidget(self.problem)
        self._inner, self._column = inner, column
        self._scroll(inner)
        for widget in self.findChildren(QPushButton):
            widget.setAutoDefault(False)

    def _scroll(self, inner: QWidget) -> None:
        """Put all cards into a scroll area with the Close button below."""
        foot = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        foot.rejected.connect(self.accept)
        self._scroller = QScrollArea()
        self._scroller.setWidgetResizable(True)
        self._scroller.setFrameShape(QFrame.Shape.NoFrame)
        self._scroller.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroller.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroller.setWidget(inner)
        outer = QVBoxLayout(self)
        outer.addWidget(self._scroller, 1)
        outer.addWidget(foot)

    def _choices(self) -> tuple[_Choices, ...]:
        """Return title, labelled fields and explanation of every card."""
        return (
            (
                self.tr("Look"),
                (
                    (self.tr("&Colours"), self.colours),
                    (self.tr("Te&xt size"), self.size_of_text),
                    (self.tr("&Language"), self.language),
                ),
                "",
            ),
            (
                self.tr("Ranges"),
                ((self.tr("&Hold the true success in"), self.ranges),),
                self.tr(
                    "A range of 90 % is meant to hold the true success of a candidate in 90 of 100 cases, one of "
                    "50 % in half of them. Pictures, tables and the report show the range that is chosen here; exports "
                    "always hold that of 90 %."
                ),
            ),
            (
                self.tr("Scanner"),
                ((self.tr("&Before each code it types"), self.prefix),),
                self.tr(
                    "What your scanner puts before every code, for example ]C1, is left out when a sample is scanned."
                ),
            ),
        )

    def _choice_card(self, title: str, rows: Sequence[tuple[str, QWidget]], note: str) -> QWidget:
        frame, inside = card(self)
        inside.addWidget(plain(title, "title", frame))
        form = Form()
        for label, field in rows:
            form.add(label, field)
        inside.addLayout(form)
        if note:
            inside.addWidget(plain(note, "muted", frame))
        return frame

    def _folders(self) -> QWidget:
        frame, inside = card(self)
        inside.addWidget(plain(self.tr("Folders"), "title", frame))
        second = self.tr("A second place on another disk gets a copy of every backup of every study.")
        for label, place, change, note in (
            (self.tr("Folder of projects"), self.workspace, self.change_workspace, ""),
            (self.tr("Second place for backups"), self.backups, self.change_backups, second),
        ):
            inside.addWidget(Label(label))
            line = QHBoxLayout()
            line.addWidget(place, 1)
            line.addWidget(change)
            inside.addLayout(line)
            if note:
                inside.addWidget(plain(note, "muted", frame))
        return frame

    def _dress(self) -> None:
        self._preferences.scheme = cast("Scheme", self.colours.currentData())
        self._preferences.text_scale = self.size_of_text.currentData() / 100
        self._theme.apply(self._preferences.scheme, self._preferences.text_scale)
        self._fit_height()
        self.changed.emit()

    def _speak(self) -> None:
        self._preferences.language = cast("Language", self.language.currentData())
        if self.language_changed:
            later = self.tr("The window speaks the other language as soon as you close the settings.")
            self.problem.show_message("neutral", later)
        else:
            self.problem.clear()
        self.changed.emit()

    def _keep_ranges(self) -> None:
        self._preferences.range_level = self.ranges.currentData() / 100
        self.changed.emit()

    def _keep_prefix(self) -> None:
        self._preferences.scan_prefix = self.prefix.text()
        self.changed.emit()

    def _ask_workspace(self) -> None:
        here = str(self._preferences.workspace)
        folder = QFileDialog.getExistingDirectory(self, self.tr("Folder of your projects"), here)
        if folder:
            self.keep_projects_in(folder)

    def keep_projects_in(self, folder: str | Path) -> None:
        """Set the workspace folder."""
        self._preferences.workspace = Path(folder)
        self._show_places()
        self.changed.emit()

    def ask_second_place(self) -> SecondPlaceDialog:
        """Open the dialog for the second backup folder."""
        dialog = SecondPlaceDialog(self)
        dialog.finished.connect(self._show_places)
        open_once(dialog)
        return dialog

    def _show_places(self) -> None:
        self.workspace.setText(str(self._preferences.workspace))
        try:
            second = actions.second_place()
        except KgdeskError as unread:
            self.backups.setText(translate(unread.sentence))
        else:
            self.backups.setText(str(second) if second is not None else self.tr("none"))


def _choice(name: str) -> QuietCombo:
    widget = QuietCombo()
    widget.setObjectName(name)
    return widget


def _place(name: str, about: str) -> QLineEdit:
    """Return a read-only field for a path that can be copied."""
    widget = QLineEdit()
    widget.setObjectName(name)
    widget.setAccessibleName(about)
    widget.setReadOnly(True)
    widget.setMinimumHeight(32)
    widget.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
    return widget


def show_settings(theme: Theme, preferences: Preferences, parent: QWidget) -> SettingsDialog:
    """Open the settings dialog over a window; it is deleted when closed."""
    dialog = SettingsDialog(theme, preferences, parent)
    open_once(dialog)
    return dialog
