"""PlotCard: common frame of all plots: question, figure, sentence, table twin, explanation."""

from __future__ import annotations

from collections import deque
from functools import partial
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from PySide6.QtCore import QEvent, QPoint, Qt, QTimer
from PySide6.QtGui import QAction, QContextMenuEvent, QShowEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QMenu,
    QSizePolicy,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from kgdesk.ui.widgets.basic import plain, set_tip
from kgdesk.ui.widgets.explanation import Explanation
from kgdesk.ui.widgets.folding import LabelledChoices
from kgdesk.ui.widgets.stylesheet import set_role
from kgdesk.ui.widgets.table import Column, Twin
from kgdesk.ui.widgets.theme import palette_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from kgdesk.ui.plots.figure import Figure
    from kgdesk.ui.session.refresher import Refresher
    from kgdesk.ui.widgets.stylesheet import Palette

D = TypeVar("D")
TARGET = 32
#: When an outdated figure is dimmed, and its opacity then.
_DIM_AFTER_MS, _DIMMED_OPACITY = 200, 0.35
#: Length in characters from which a part of the legend may be wrapped: else it would make the card wider than its page.
_UNBROKEN = 24
_RESTYLING = {
    QEvent.Type.LanguageChange, QEvent.Type.PaletteChange, QEvent.Type.FontChange, QEvent.Type.LocaleChange
}  # fmt: skip
#: Commands of the window that the menu of a card offers as well.
_OFFERED = ("plots.reset", "plots.copy", "plots.save")


class PlotCard(QFrame, Generic[D]):
    """A question with its figure, a one-sentence reading, and a table twin.

    The button "…", or a right click, shows the table, copies or saves the picture, and explains it.
    A hidden card stores its data and draws when shown; cards on one page draw in turns of the event loop.
    A subclass defines the drawing.

    Parameters
    ----------
    name
        Qt object name, for example ``"plot.value"``; the parts are ``.figure``, ``.table`` and ``.more``.
    figure
        The plot.
    body
        Widget that contains the plot, if not the plot itself.
    """

    def __init__(
        self, name: str, figure: Figure, body: QWidget | None = None, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.figure = figure
        self._data: D | None = None
        self._given = False
        self._stale = True
        self._twin_stale = True
        self._style: tuple[Palette, str, str] | None = None  # that it was last drawn in
        self._refresher: Refresher | None = None
        self._dims = QTimer(self, singleShot=True, interval=_DIM_AFTER_MS)
        self._dims.timeout.connect(lambda: self.figure.fade(_DIMMED_OPACITY))
        #: Remaining drawing steps.
        self._strokes: deque[Callable[[], None]] = deque()
        self.setObjectName(name)
        set_role(self, role="card")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.title = plain(role="title")
        self.more = tool_button(f"{name}.more")  #: Opens the menu.
        self.more.setText("…")
        self.as_table = QAction(self, checkable=True)  #: Whether the table is shown instead of the figure.
        self._twin: Twin | None = None
        self.empty = plain(role="muted")
        self.legend = plain(role="muted")
        self.reading = plain()
        self.pages = QStackedWidget()
        self.tools = LabelledChoices()
        self.box, self.head = (
            QVBoxLayout(self),
            QHBoxLayout(),
        )  #: All parts from top to bottom; the line of the title.
        figure.setObjectName(f"{name}.figure")
        self.body: QWidget = body if body is not None else figure
        _lay_out(self)
        self.more.clicked.connect(lambda: self._open_menu(_below(self.more)))
        self.as_table.toggled.connect(self._show_twin)
        figure.resized.connect(self._refit)
        self._retitle()

    # To be implemented by a subclass.

    def _words(self) -> tuple[str, str, str]:
        """Return the title, the explanation, and the sentence shown without data."""
        raise NotImplementedError

    def _sentence(self, data: D) -> str:
        raise NotImplementedError

    def _legend(self, data: D) -> list[str]:
        raise NotImplementedError

    def _columns(self, data: D) -> tuple[Column, ...]:
        raise NotImplementedError

    def _draw(self, data: D, look: Palette) -> None:
        raise NotImplementedError

    def _drawing(self, data: D, look: Palette) -> Iterator[Callable[[], None]]:
        """Yield the drawing steps; figures of many parts have several."""
        yield partial(self._draw, data, look)

    def _fit(self, data: D) -> None:
        """Adapt labels to the size of the figure."""

    def _is_empty(self, data: D) -> bool:
        raise NotImplementedError

    def _row_activated(self, row: int) -> None:
        """Handle Enter or a double click on a row of the table twin."""

    # Called by the window.

    @property
    def twin(self) -> Twin:
        """The table instead of the figure, built when it is first asked for: a window has a dozen that nobody opens."""
        if self._twin is None:
            self._twin = Twin()
            self._twin.setObjectName(f"{self.objectName()}.table")
            self._twin.activated.connect(lambda index: self._row_activated(index.row()))
            self.pages.addWidget(self._twin)
            self.setTabOrder(self.figure, self._twin)  # where the figure was, not behind the whole window
            self._name_twin()
        return self._twin

    @property
    def _picture(self) -> QWidget:
        """The widget that is called the figure of the card."""
        return self.figure

    @property
    def sentence(self) -> str:
        """The sentence on display."""
        return self.reading.text() if self._nonempty_data() is not None else self.empty.text()

    def set_data(self, data: D | None, *, given: bool = True) -> None:
        """Show other data; None for no data, or, unless `given`, for none yet. A hidden card draws when shown."""
        self._data, self._given = data, given
        self._say_empty()
        self._dims.stop()
        self.figure.fade(1.0)
        self._strokes.clear()
        self._restale()

    def lead_with_sentence(self) -> None:
        """Write the sentence in bold below a grey title, as a card of answers does."""
        set_role(self.title, role="muted")
        set_role(self.reading, role="title")
        self.box.removeWidget(self.reading)
        self.box.insertWidget(1, self.reading)

    def outdate(self) -> None:
        """Dim the figure unless new data arrive within a moment: it shows an earlier state."""
        if self._nonempty_data() is not None:
            self._dims.start()

    def copied(self) -> PlotCard[D]:
        """Return a new card with the same data, to be drawn elsewhere."""
        copy = type(self)()  # type: ignore[call-arg]  # every card is constructed without arguments
        copy.set_data(self._data)
        copy.take_choices(self)
        return copy

    def take_choices(self, other: Any) -> None:
        """Copy the user's choices from another card of this class."""

    def choices(self) -> str:
        """Return the user's choices in words, where the figure does not show them."""
        return ""

    def texts(self) -> tuple[QLabel, ...]:
        """Return the labels below the title that wrap."""
        return (self.legend, self.reading)

    @property
    def drawn(self) -> bool:
        """Whether no drawing steps remain."""
        return not self._strokes

    def take_turns(self, refresher: Refresher) -> None:
        """Draw in turns of the refresher from now on, alternating with other cards."""
        self._refresher = refresher

    def show_table(self, on: bool) -> None:
        """Show the table twin instead of the figure, or the figure again."""
        self.as_table.setChecked(on)

    def reset_view(self) -> None:
        """Undo zooming and panning."""
        self._stale = True
        self._redraw()

    # Qt event handlers.

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Open the menu."""
        self._open_menu(event.globalPos())

    def showEvent(self, event: QShowEvent) -> None:
        """Draw data set while hidden."""
        super().showEvent(event)
        self._redraw()

    def changeEvent(self, event: QEvent) -> None:
        """Redraw in other colours, another font or another language."""
        super().changeEvent(event)
        if not hasattr(self, "tools"):
            return
        if event.type() == QEvent.Type.LanguageChange:
            self._retitle()
            self._restale()
        elif event.type() in _RESTYLING:
            # Each ancestor with colours of its own sends the same change once more.
            style = palette_of(self), self.font().toString(), self.locale().name()
            if style != self._style:
                self._style = style
                self._restale()

    def _say_empty(self) -> None:
        waiting = self.tr("It is being worked out and appears here.")
        self.empty.setText(self._empty_words if self._given else waiting)

    def _nonempty_data(self) -> D | None:
        return None if self._data is None or self._is_empty(self._data) else self._data

    def _restale(self) -> None:
        self._stale = self._twin_stale = True
        data = self._nonempty_data()
        self.reading.setText("" if data is None else self._sentence(data))
        self.reading.setVisible(bool(self.reading.text()))
        self._write_legend(data)
        self._picture.setAccessibleDescription(self.sentence)
        self.as_table.setEnabled(data is not None)
        self.tools.setVisible(data is not None and not self.tools.is_empty())
        self._redraw()

    def _write_legend(self, data: D | None) -> None:
        self.legend.setText("" if data is None else _line(self._legend(data)))
        self.legend.setVisible(bool(self.legend.text()))

    def _redraw(self) -> None:
        if not self.isVisible():
            return
        data = self._nonempty_data()
        if data is None:
            self.pages.setCurrentWidget(self.empty)
            return
        if self.as_table.isChecked():
            if self._twin_stale:
                self._twin_stale = False
                self.twin.show_columns(self._columns(data))
            self.pages.setCurrentWidget(self.twin)
            return
        self.pages.setCurrentWidget(self.body)
        if self._stale:
            self._stale = False
            self._strokes = deque(self._drawing(data, palette_of(self)))
            self.figure.outdated = True
            if self._refresher is None:
                while self._strokes:
                    self._draw_on()
            else:
                self._refresher.draw(self._draw_on)

    def _draw_on(self) -> None:
        """Do the next drawing step; after the last one, fit labels to the present size."""
        if not self._strokes:
            return
        self._strokes.popleft()()
        if not self._strokes:
            self.figure.outdated = False
            self._refit()
        elif self._refresher is not None:
            self._refresher.draw(self._draw_on)

    def _refit(self) -> None:
        data = self._nonempty_data()
        if data is not None and self.drawn and not self._stale and self.isVisible():
            self._fit(data)

    def _show_twin(self, as_table: bool) -> None:
        """Show the table in place of the figure, with the keyboard focus, or the figure again."""
        self._redraw()
        if as_table and self.isVisible():
            self.twin.setFocus()

    def _open_menu(self, place: QPoint) -> None:
        menu = QMenu(self)
        menu.setObjectName("plot.menu")
        menu.addAction(self.as_table)
        if self.as_table.isEnabled():
            self.figure.setFocus()  # the commands act on the picture with the keyboard
            menu.addActions(
                [one for name in _OFFERED if (one := self.window().findChild(QAction, name)) is not None]
            )
        menu.addAction(
            self.tr("&What is this?"), lambda: Explanation(self).show_below(self.more, self._words()[1])
        )
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(place)

    def _retitle(self) -> None:
        title, explanation, self._empty_words = self._words()
        self.title.setText(title)
        self.setAccessibleName(title)
        self._picture.setAccessibleName(self.tr("Figure: {title}").format(title=title))
        if self._twin is not None:
            self._name_twin()
        self._say_empty()
        self.as_table.setText(self.tr("As a &table"))
        self.more.setAccessibleName(self.tr("More about: {title}").format(title=title))
        self.more.setAccessibleDescription(explanation)
        set_tip(self.more, self.tr("As a table, copy, save, what is this"))

    def _name_twin(self) -> None:
        self.twin.setAccessibleName(self.tr("Table: {title}").format(title=self.title.text()))


def _below(button: QToolButton) -> QPoint:
    return button.mapToGlobal(button.rect().bottomLeft())


def tool_button(name: str) -> QToolButton:
    """Return a small button beside the title; Tab reaches it, a click does not move the focus."""
    button = QToolButton()
    button.setObjectName(name)
    button.setAutoRaise(True)
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    button.setMinimumSize(TARGET, TARGET)
    return button


def _lay_out(card: PlotCard[Any]) -> None:
    """Put title and menu above, then the choices, the figure or its table, the legend and the reading."""
    card.title.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
    card.empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
    card.empty.setMargin(24)
    head = card.head
    head.setSpacing(2)
    head.addWidget(card.title, 1)
    head.addSpacing(4)  # the focus ring of the button keeps off the border of what stands beside it
    head.addWidget(card.more)
    for page in (card.body, card.empty):
        card.pages.addWidget(page)
    column = card.box
    column.setContentsMargins(10, 3, 8, 6)
    column.setSpacing(3)
    column.addLayout(head)
    column.addWidget(card.tools)
    column.addWidget(card.pages, 1)
    column.addWidget(card.legend)
    column.addWidget(card.reading)


def _line(parts: list[str]) -> str:
    """Join parts; lines break only between them, or within long ones."""
    return "   ".join(part.replace(" ", "\u00a0") if len(part) <= _UNBROKEN else part for part in parts)
