"""Scroll area of the entry panel, banner for earlier states, focus cycle (F6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QWidget

from kgdesk.ui.widgets.basic import Label, button, set_tip
from kgdesk.ui.widgets.stylesheet import set_role

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

    from kgdesk.ui.entry.panel import EntryPanel
    from kgdesk.ui.pages.tabs import LazyTabs
    from kgdesk.ui.session.study_controller import StudyController
    from kgdesk.ui.window.status import Status


#: Bounds in pixels of the minimum width of the left side, and that width in digits of the font.
_LEAST, _LARGE, _DIGITS = 340, 500, 40

#: Its greatest width in pixels, in small text.
_MOST = 440


class Scroller(QScrollArea):
    """Scroll area around the entry panel, for 200 % text in a low window; else the panel fits."""

    def __init__(self, panel: EntryPanel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._panel = panel
        self.setObjectName("entry.scroller")
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWidget(panel)
        self._give_width()
        panel.control.controller.refresher.watch(self, {"gesture"}, self._show_strip)

    def sizeHint(self) -> QSize:
        """Return the preferred size."""
        return QSize(400, 600)

    def changeEvent(self, event: QEvent) -> None:
        """Adapt the width to the font."""
        super().changeEvent(event)
        if event.type() in {QEvent.Type.FontChange, QEvent.Type.StyleChange}:
            self._give_width()

    def _give_width(self) -> None:
        least = min(max(_LEAST, _DIGITS * self.fontMetrics().horizontalAdvance("0")), _LARGE)
        self.setMinimumWidth(least)
        self.setMaximumWidth(max(_MOST, least))

    def _show_strip(self) -> None:
        """Scroll the confirmation strip into view while it waits for an answer."""
        if self._panel.control.entry.state in {"armed", "mismatch", "not_saved"}:
            self.ensureWidgetVisible(self._panel.strip, 0, 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Pass the height to the panel, which adapts to it."""
        super().resizeEvent(event)
        self._panel.adapt(self.viewport().height())


class HistoryBanner(QFrame):
    """Banner shown while the window displays an earlier state (time travel).

    Parameters
    ----------
    controller
        Controller of the study.
    """

    def __init__(self, controller: StudyController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._controller = controller
        self.setObjectName("then")
        set_role(self, strip="caution")
        self.label = Label()  #: Displayed state.
        self.label.setObjectName("then.text")
        self.label.setWordWrap(True)
        set_role(self.label, role="plain")
        self.earlier = button("◂", "then.earlier", lambda: self._step(-1))  #: Goes back one run.
        self.later = button("▸", "then.later", lambda: self._step(1))  #: Goes forward one run.
        for each, name in (
            (self.earlier, self.tr("One run earlier")),
            (self.later, self.tr("One run later")),
        ):
            each.setAccessibleName(name)
            set_tip(each, name)
        #: Returns to the present.
        self.back = button(self.tr("Back to now"), "then.back", lambda: controller.show_as_of(None))
        set_tip(self.back, self.tr("Esc"))
        line = QHBoxLayout(self)
        line.setContentsMargins(10, 4, 8, 4)
        line.addWidget(self.label, 1)
        for each in (self.earlier, self.later, self.back):
            line.addWidget(each)
        self.update_text()

    def update_text(self) -> None:
        """Show which run's state is displayed, and that nothing can be recorded."""
        run = self._controller.as_of
        self.setVisible(run is not None)
        if run is None:
            return
        self.earlier.setEnabled(run > 0)
        if run:
            text = self.tr("You are looking at the state after run {run} of {last}.")
        else:
            text = self.tr("You are looking at the state before the first run.")
        text = text.format(run=run, last=len(self._controller.study.runs))
        if self._controller.displayed_advice is None:
            text += " " + self.tr("It is being worked out…")
        else:
            text += " " + self.tr("Nothing can be recorded until you are back.")
        self.label.setText(text)
        self.setAccessibleName(text)

    def _step(self, by: int) -> None:
        run = self._controller.as_of
        if run is not None:
            self._controller.show_as_of(max(run + by, 0))


class FocusCycle:
    """Move the keyboard focus between the areas of one window; pending pages are built first.

    Parameters
    ----------
    panel, book, status
        Entry panel, tabs and status bar of the window.
    """

    def __init__(self, panel: EntryPanel, book: LazyTabs, status: Status) -> None:
        self._panel, self._book, self._status = panel, book, status

    def go_to_tab(self, place: int) -> None:
        """Show a tab and focus its list, if it has one; move the focus out of a tab that becomes hidden."""
        book = self._book
        book.complete()
        focused = book.window().focusWidget()
        inside = focused is not None and book.isAncestorOf(focused)
        book.setCurrentIndex(place)
        target = book.currentWidget().focusProxy() or (self._panel.scan.field if inside else None)
        if target is not None:
            target.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def next(self, step: int) -> None:
        """Focus the next area, or with -1 the previous one."""
        self._book.complete()
        page, bar = self._book.currentWidget(), self._book.tabBar()
        first = [self._panel.scan.field, bar, _first_focus(page), self._status.operator]
        areas: list[QWidget] = [self._panel, bar, page, self._status]
        focused = self._book.window().focusWidget()
        here = next((i for i, area in enumerate(areas) if _holds(area, focused)), -1 if step > 0 else 0)
        for move in range(1, len(areas) + 1):
            target = first[(here + step * move) % len(areas)]
            if target is not None and target.isVisible() and target.isEnabled():
                target.setFocus(Qt.FocusReason.TabFocusReason)
                return


def _holds(area: QWidget, focused: QWidget | None) -> bool:
    return focused is not None and (area is focused or area.isAncestorOf(focused))


def _first_focus(page: QWidget) -> QWidget | None:
    """Return the first visible, enabled widget of a tab that accepts Tab focus."""
    follows = page.nextInFocusChain()
    while follows is not None and page.isAncestorOf(follows):
        if follows.focusPolicy() & Qt.FocusPolicy.TabFocus and follows.isVisible() and follows.isEnabled():
            return follows
        follows = follows.nextInFocusChain()
    return None
