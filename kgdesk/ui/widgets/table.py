"""Read-only tables with keyboard, screen reader and clipboard support; range bars."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import (
    QEvent,
    QLocale,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QFontMetrics,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QMenu,
    QStyledItemDelegate,
    QTableView,
    QWidget,
)

from kgdesk.ui.widgets.table_model import ROOM, Column, TableModel
from kgdesk.ui.widgets.theme import palette_of

if TYPE_CHECKING:
    from collections.abc import Sequence

_MOST_KEPT = 1000

#: Number of rows that column widths are fitted to.
_FITTED_TO = 60

#: Maximum width of a heading, in percent of the widest cell: enough for a unit that is written out.
_WIDEST_HEADING = 130

#: Least width in pixels of a column that is narrowed.
_LEAST = 40


class PaddedDelegate(QStyledItemDelegate):
    """Delegate that pads numbers on the right, so that the next column is not read as part of them."""

    def displayText(self, value: Any, _locale: QLocale | QLocale.Language) -> str:
        """Return the padded text of a cell."""
        return f"{value}{ROOM}"


class Table(QTableView):
    """Read-only table selecting whole rows; Ctrl+C copies the selection with headings, Tab leaves the table.

    The selection follows its rows when they are sorted, filtered or replaced.

    Parameters
    ----------
    sortable
        Whether headings and the context menu sort.
    fits
        Whether columns are narrowed, the widest first, so that nothing scrolls sideways.
    first
        Columns that are narrowed before the others.
    """

    #: Enter or double click on a row: its index in the columns' values.
    opened = Signal(int)

    def __init__(
        self,
        parent: QWidget | None = None,
        *,
        sortable: bool = False,
        fits: bool = False,
        first: Sequence[int] = (),
    ) -> None:
        #: Font height that the widths were fitted to, in pixels; 0 before.
        self._letters = 0
        #: Headings that the widths were fitted to.
        self._fitted: tuple[str, ...] = ()
        self._fits, self._narrowed_first = fits, first
        self._widths: list[int] = []  # that each column would have
        super().__init__(parent)
        #: The TableModel.
        self.rows = TableModel(self)
        #: Maximum width of a fitted column in characters; the user may widen it.
        self.widest = 32
        self._kept: tuple[list[int], int, int] = ([], -1, 0)
        self.setModel(self.rows)
        self._apart, self._plain = PaddedDelegate(self), QStyledItemDelegate(self)
        self.rows.modelAboutToBeReset.connect(self._keep)
        self.rows.modelReset.connect(self._put_back)
        self.setTabKeyNavigation(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setShowGrid(False)  # lines between rows alone are drawn
        self.setWordWrap(False)
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)  # long names differ at their ends
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.verticalHeader().hide()
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        header.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        header.setSortIndicatorClearable(True)
        self.setSortingEnabled(sortable)
        self.doubleClicked.connect(lambda index: self.opened.emit(self.rows.source(index.row())))

    @property
    def current(self) -> int:
        """Index of the current row in the columns' values; -1 for none."""
        index = self.currentIndex()
        return self.rows.source(index.row()) if index.isValid() else -1

    def choose(self, source: int, column: int | None = None) -> None:
        """Select the row that shows index `source` of the values, and scroll to it."""
        row = self.rows.shown_row(source)
        if row < 0:
            return
        index = self.rows.index(row, self._first_shown() if column is None else column)
        self.setCurrentIndex(index)
        self.scrollTo(index)

    def show_columns(self, columns: tuple[Column, ...]) -> None:
        """Replace the columns; fit widths if the headings changed."""
        self.rows.set_columns(columns)
        for place, column in enumerate(columns):
            delegate, wanted = (
                self.itemDelegateForColumn(place),
                self._apart if column.is_number else self._plain,
            )
            if delegate is not wanted and delegate in {None, self._apart, self._plain}:
                self.setItemDelegateForColumn(place, wanted)  # special delegates are kept
        if columns and self._fitted != tuple(column.heading for column in columns):
            self.fit_columns()

    def fit_columns(self) -> None:
        """Fit column widths to headings and the first 60 rows; longer cells are elided in the middle."""
        metrics = QFontMetrics(self.font())
        columns, header = self.rows.columns, self.horizontalHeader()
        self._letters, self._fitted = metrics.height(), tuple(column.heading for column in columns)
        self.verticalHeader().setDefaultSectionSize(self._letters + 8)
        most = metrics.averageCharWidth() * self.widest
        for place in range(len(columns)):
            heading = min(header.sectionSizeHint(place), most * _WIDEST_HEADING // 100)
            self.setColumnWidth(place, max(heading, min(self._widest_cell(place, metrics), most)))
        header.setStretchLastSection(bool(columns) and not columns[-1].is_number)
        if self._fits:
            self._widths = [self.columnWidth(place) for place in range(len(columns))]
            self._narrow()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Narrow the columns for the new width."""
        super().resizeEvent(event)
        if self._fits and event.size().width() != event.oldSize().width():
            self._narrow()

    def _narrow(self) -> None:
        """Cap the widths of the columns so that together they fit, at first only of those that are narrowed first."""
        widths, room = list(self._widths), self.viewport().width()
        for places in (self._narrowed_first, range(len(widths))):
            those = [widths[place] for place in places if place < len(widths)]
            most = _cap(those, room - (sum(widths) - sum(those)))
            for place in places[: len(those)]:
                widths[place] = min(widths[place], most)
        for place, width in enumerate(widths):
            self.setColumnWidth(place, width)

    def _widest_cell(self, place: int, metrics: QFontMetrics) -> int:
        """Return the width of the widest of the first cells. Only that cell is laid out, which is expensive."""
        first = [self.rows.index(row, place) for row in range(min(self.rows.rowCount(), _FITTED_TO))]
        widest = max(first, key=lambda index: metrics.horizontalAdvance(self.rows.data(index)), default=None)
        return 0 if widest is None else self.sizeHintForIndex(widest).width() + 1  # the grid line

    def copy(self) -> None:
        """Copy the selected rows, or all, to the clipboard as tab-separated text with headings."""
        chosen = sorted(index.row() for index in self.selectionModel().selectedRows())
        wanted = chosen or range(self.rows.rowCount())
        header = self.horizontalHeader()
        places = [header.logicalIndex(place) for place in range(header.count())]
        places = [place for place in places if not self.isColumnHidden(place)]
        lines = [[self.rows.columns[place].heading for place in places]]
        lines += [[self.rows.data(self.rows.index(row, place)) for place in places] for row in wanted]
        text = "\n".join("\t".join(" ".join(cell.splitlines()) for cell in line) for line in lines)
        QGuiApplication.clipboard().setText(text)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the cells, and a hairline below each row."""
        super().paintEvent(event)
        room, rows = self.viewport().rect(), self.rows.rowCount()
        first, last = self.rowAt(0), self.rowAt(room.bottom())
        if first < 0:
            return
        painter = QPainter(self.viewport())
        painter.setPen(QColor(palette_of(self).grid))
        for row in range(first, (rows - 1 if last < 0 else last) + 1):
            below = self.rowViewportPosition(row) + self.rowHeight(row) - 1
            painter.drawLine(room.left(), below, room.right(), below)
        painter.end()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Copy on the platform's copy key; open a row on Enter."""
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
            event.accept()
            return
        super().keyPressEvent(event)
        plain = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier == Qt.KeyboardModifier.NoModifier
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and plain and self.current >= 0:
            event.accept()
            if not event.isAutoRepeat():
                self.opened.emit(self.current)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Show a menu with Copy and Sort, also for the menu key."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.add_to_menu(menu)
        menu.addAction(self.tr("&Copy with headings"), self.copy)
        index = self.currentIndex()
        if self.isSortingEnabled() and index.isValid():
            name = self.rows.columns[index.column()].heading.replace("&", "&&").replace("\n", " ")
            order = Qt.SortOrder
            for text, column, way in (
                (self.tr("Sort &rising by “{name}”"), index.column(), order.AscendingOrder),
                (self.tr("Sort &falling by “{name}”"), index.column(), order.DescendingOrder),
                (self.tr("&Original order"), -1, order.AscendingOrder),
            ):
                menu.addAction(text.format(name=name), partial(self.sortByColumn, column, way))
        menu.popup(event.globalPos())

    def add_to_menu(self, menu: QMenu) -> None:
        """Add entries of a kind of table at the top of its menu."""

    def changeEvent(self, event: QEvent) -> None:
        """Refit widths to another font size."""
        super().changeEvent(event)
        other = event.type() in {QEvent.Type.FontChange, QEvent.Type.StyleChange}
        height = QFontMetrics(self.font()).height()
        if other and self._letters not in {0, height}:
            self._letters = height
            QTimer.singleShot(0, self, self.fit_columns)  # the header gets its font later

    def _first_shown(self) -> int:
        visible = (place for place in range(self.rows.columnCount()) if not self.isColumnHidden(place))
        return next(visible, 0)

    def _keep(self) -> None:
        selected = self.selectionModel().selection()
        many = sum(selected.at(place).height() for place in range(selected.count())) > _MOST_KEPT
        rows = (
            [self.current]
            if many
            else [self.rows.source(i.row()) for i in self.selectionModel().selectedRows()]
        )
        self._kept = (rows, self.current, max(self.currentIndex().column(), 0))

    def _put_back(self) -> None:
        rows, current, column = self._kept
        flags = self.selectionModel().SelectionFlag
        place = self.rows.shown_row(current)
        if place >= 0:
            index = self.rows.index(place, min(column, self.rows.columnCount() - 1))
            self.selectionModel().setCurrentIndex(index, flags.NoUpdate)
            self.scrollTo(index)
        for source in rows:
            row = self.rows.shown_row(source)
            if row >= 0:
                self.selectionModel().select(self.rows.index(row, 0), flags.Select | flags.Rows)


def _cap(widths: Sequence[int], room: int) -> int:
    """Return the largest cap at which widths fit together, but no less than `_LEAST`."""
    left = room
    for place, width in enumerate(sorted(widths)):
        share = left // (len(widths) - place)  # of each that is as wide as this one or wider
        if width > share:
            return max(share, _LEAST)
        left -= width
    return max(widths, default=0)


class Twin(Table):
    """Table twin of a plot, in the plot's order."""


__all__ = ["Column", "Table", "TableModel", "Twin"]
