"""The help window: searchable list of pages, and the page; context help about the focused widget (F1)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QLocale, QObject, QSize, Qt, QUrl
from PySide6.QtGui import (
    QAction,
    QDesktopServices,
    QGuiApplication,
    QKeySequence,
    QShortcut,
)
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from kgdesk.ui.dialogs.manual import FIRST, manual
from kgdesk.ui.dialogs.manual_reader import ManualReader
from kgdesk.ui.text.translate import code
from kgdesk.ui.widgets.basic import ABOUT, Label, button, set_tip
from kgdesk.ui.widgets.message_strip import MessageStrip

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent

_TARGET = Qt.ItemDataRole.UserRole
_USUAL = QSize(1000, 700)
_LIST_LETTERS, _LIST_MOST = 36, 330


class HelpWindow(QDialog):
    """Non-modal window with the manual.

    Parameters
    ----------
    parent
        The help window closes with this window.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self.setObjectName("help")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Help"))
        self._manual = manual(code(QLocale()))
        self.search = QLineEdit()  #: Words to find.
        self.search.setObjectName("help.search")
        self.search.setClearButtonEnabled(True)
        self.search.setMinimumHeight(32)
        self.search.setPlaceholderText(self.tr("Words in the manual"))
        self.list = QListWidget()  #: Pages, or sections found.
        self.list.setObjectName("help.list")
        self.list.setAccessibleName(self.tr("Pages"))
        self.list.setWordWrap(True)
        self.list.setSpacing(2)
        self.list.setFixedWidth(min(self.fontMetrics().averageCharWidth() * _LIST_LETTERS, _LIST_MOST))
        self.reader = ManualReader(self._manual)  #: Page on display.
        self.message_strip = MessageStrip("help.note")  #: Message strip.
        self._lay_out()
        self.search.textChanged.connect(self._list)
        self.search.returnPressed.connect(self._open_first)
        self.list.itemActivated.connect(self._open)
        self.list.itemClicked.connect(self._open)
        self.reader.anchorClicked.connect(self._follow)
        self.reader.sourceChanged.connect(lambda _: self._select_current_page())
        self.reader.backwardAvailable.connect(self.back.setEnabled)
        self.reader.forwardAvailable.connect(self.forward.setEnabled)
        self._list("")

    def sizeHint(self) -> QSize:
        """Return a size for list and page, within the screen."""
        screen = self.screen().availableSize()
        return _USUAL.boundedTo(QSize(screen.width() - 40, screen.height() - 60))

    def show_page(self, target: str) -> None:
        """Show ``page.md#anchor`` and focus the page."""
        self.message_strip.clear()
        self.reader.go(target)
        self._select_current_page()
        self.reader.setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move from the search field to the results on Down."""
        if event.key() == Qt.Key.Key_Down and self.search.hasFocus() and self.list.count():
            self.list.setCurrentRow(max(self.list.currentRow(), 0))
            self.list.setFocus()
            return
        super().keyPressEvent(event)

    def _list(self, words: str) -> None:
        self.list.clear()
        if words.strip():
            entries = [
                (f"{section.title}\n({self._manual.pages[section.page].title})", section.page, section.anchor)
                for section in self._manual.find(words)
            ]
        else:
            entries = [(page.title, page.name, "") for page in self._manual.pages.values()]
        for text, page, anchor in entries:
            item = QListWidgetItem(text)
            item.setData(_TARGET, f"{page}.md#{anchor}" if anchor else f"{page}.md")
            self.list.addItem(item)
        if not entries:
            item = QListWidgetItem(self.tr("Nothing found. Try another word, or a part of one."))
            item.setFlags(Qt.ItemFlag.NoItemFlags)
            self.list.addItem(item)
        self._select_current_page()

    def _select_current_page(self) -> None:
        """Select the displayed page in the list."""
        if self.search.text().strip():
            return
        page = self.reader.source().path()
        for row in range(self.list.count()):
            if self.list.item(row).data(_TARGET) == page:
                self.list.setCurrentRow(row)

    def _open_first(self) -> None:
        if self.list.count():
            self._open(self.list.currentItem() if self.list.currentRow() > 0 else self.list.item(0))

    def _open(self, item: QListWidgetItem) -> None:
        target = item.data(_TARGET)
        if target:
            self.show_page(str(target))

    def _follow(self, link: QUrl) -> None:
        if not link.scheme():
            page = link.path() or self.reader.source().path()  # a link within the page has no path
            self.show_page(f"{page}#{link.fragment()}" if link.hasFragment() else page)
            return
        address = link.toString()
        self.message_strip.show_message(
            "neutral",
            self.tr("This leads out of kgdesk, into the internet: {address}").format(address=address),
            (
                (self.tr("&Open in browser"), lambda: QDesktopServices.openUrl(link)),
                (self.tr("Copy a&ddress"), lambda: QGuiApplication.clipboard().setText(address)),
                (self.tr("C&lose"), self.message_strip.clear),
            ),
        )

    def _lay_out(self) -> None:
        find = Label(self.tr("&Find"))
        find.setBuddy(self.search)
        self.search.setAccessibleName(self.tr("Find"))
        self.back = self._turn(self.tr("‹ &Back"), "help.back", "Alt+Left", self.reader.backward)
        self.forward = self._turn(self.tr("For&ward ›"), "help.forward", "Alt+Right", self.reader.forward)
        self.start = button(
            self.tr("&Contents"), "help.contents", lambda: self.show_page(f"{FIRST}.md"), self
        )
        self.start.setAutoDefault(False)
        self.back.setEnabled(False)
        self.forward.setEnabled(False)
        head = QHBoxLayout()
        for widget in (find, self.search):
            head.addWidget(widget)
        left = QVBoxLayout()
        left.addLayout(head)
        left.addWidget(self.list, 1)
        tools = QHBoxLayout()
        for tool in (self.back, self.forward, self.start):
            tools.addWidget(tool)
        tools.addStretch(1)
        right = QVBoxLayout()
        right.addLayout(tools)
        right.addWidget(self.reader, 1)
        right.addWidget(self.message_strip)
        line = QHBoxLayout(self)
        line.addLayout(left)
        line.addLayout(right, 1)

    def _turn(self, text: str, name: str, key: str, act: Any) -> QPushButton:
        tool = button(text, name, act, self)
        tool.setAutoDefault(False)
        set_tip(tool, key)
        return tool


KEY = "F1"


def page_of(place: QWidget | None) -> str:
    """Return the link of the manual section about a widget; the contents if there is none."""
    pages = manual(code(QLocale()))
    names: list[str] = []
    spare: list[str] = []
    while place is not None:
        names += [str(name) for name in (place.property(ABOUT), place.objectName()) if name]
        tabs = place.findChild(QTabWidget, "tabs") if place.isWindow() else None
        if tabs is not None and tabs.currentWidget() is not None:
            spare = [tabs.currentWidget().objectName()]
        place = None if place.isWindow() else place.parentWidget()
    section = pages.section_for_widget(names) or pages.section_for_widget(spare)
    return f"{section.page}.md#{section.anchor}" if section is not None else f"{FIRST}.md"


def show_help(window: QWidget, target: str = "") -> HelpWindow:
    """Show a page in the help window of a window.

    Parameters
    ----------
    window
        Parent. The help window closes with it, and stays usable while it is modal.
    target
        ``page.md#anchor``; by default the page about the focused widget.
    """
    target = target or page_of(window.focusWidget() or window)
    open_ones = window.findChildren(HelpWindow, options=Qt.FindChildOption.FindDirectChildrenOnly)
    help_window = next((one for one in open_ones if one.isVisible()), None) or HelpWindow(window)
    help_window.show_page(target)
    help_window.show()
    help_window.raise_()
    help_window.activateWindow()
    return help_window


def tip_of(command: str) -> str:
    """Return the first sentence of the manual about a command; empty if none."""
    section = manual(code(QLocale())).about(command)
    return section.first_sentence if section is not None else ""


class HelpKey(QObject):
    """Handle F1 in windows without a help command: small dialogs and message boxes.

    Parameters
    ----------
    app
        The application to watch.
    """

    def __init__(self, app: QApplication) -> None:
        super().__init__(app)
        app.focusChanged.connect(self._moved)

    def _moved(self, _before: QWidget | None, now: QWidget | None) -> None:
        window = now.window() if now is not None else None
        if window is None or window.objectName() == "help" or window.property("kgdesk.hasHelp"):
            return
        window.setProperty("kgdesk.hasHelp", True)
        if window.findChild(QAction, "help.page") is None:
            QShortcut(QKeySequence(KEY), window, lambda: show_help(window))
