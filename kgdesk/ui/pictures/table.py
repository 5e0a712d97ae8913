"""The table twin of a picture: the same numbers for the keyboard, a screen reader and the clipboard."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QFontMetrics, QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import numpy as np

Index = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True, eq=False)
class Column:
    """One column of a table twin.

    Parameters
    ----------
    heading
        With the unit, so that the cells hold numbers alone.
    values
        One value per row; an array is not copied.
    text
        Writes one value for people.
    is_number
        Aligned to the right.
    """

    heading: str
    values: Sequence[Any] | np.ndarray
    text: Callable[[Any], str] = str
    is_number: bool = False


class Rows(QAbstractTableModel):
    """Shows columns of arrays; a cell is written when it is looked at, so that 100,000 rows cost nothing."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._columns: tuple[Column, ...] = ()

    def set_columns(self, columns: tuple[Column, ...]) -> None:
        """Show other columns, all of one length."""
        self.beginResetModel()
        self._columns = columns
        self.endResetModel()

    def rowCount(self, parent: Index | None = None) -> int:
        """Return the number of rows."""
        if (parent is not None and parent.isValid()) or not self._columns:
            return 0
        return len(self._columns[0].values)

    def columnCount(self, parent: Index | None = None) -> int:
        """Return the number of columns."""
        return 0 if parent is not None and parent.isValid() else len(self._columns)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return the text or the alignment of a cell."""
        column = self._columns[index.column()]
        if role == Qt.ItemDataRole.DisplayRole:
            return column.text(column.values[index.row()])
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _alignment(column)
        return None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """Return the heading of a column."""
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return self._columns[section].heading
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.TextAlignmentRole:
            return _alignment(self._columns[section])
        return None


def _alignment(column: Column) -> Qt.AlignmentFlag:
    side = Qt.AlignmentFlag.AlignRight if column.is_number else Qt.AlignmentFlag.AlignLeft
    return side | Qt.AlignmentFlag.AlignVCenter


class Twin(QTableView):
    """Read-only, whole rows at a time; Ctrl+C copies what is selected, headings first, Tab leaves it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows = Rows(self)
        self.setModel(self.rows)
        self.setTabKeyNavigation(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setAlternatingRowColors(True)
        self.setWordWrap(False)
        self.verticalHeader().hide()
        header = self.horizontalHeader()
        header.setResizeContentsPrecision(60)
        header.setHighlightSections(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)

    def show_columns(self, columns: tuple[Column, ...]) -> None:
        """Show other columns and fit their widths to the first 60 rows; long cells end in dots."""
        self.rows.set_columns(columns)
        metrics = QFontMetrics(self.font())
        self.verticalHeader().setDefaultSectionSize(metrics.height() + 8)
        self.resizeColumnsToContents()
        most = metrics.averageCharWidth() * 32
        for place in range(len(columns)):
            if self.columnWidth(place) > most:
                self.setColumnWidth(place, most)
        self.horizontalHeader().setStretchLastSection(True)

    def copy(self) -> None:
        """Put the selected rows, or all where none is, on the clipboard: headings, tabs, one line each."""
        chosen = sorted(index.row() for index in self.selectionModel().selectedRows())
        wanted = chosen or range(self.rows.rowCount())
        places = range(self.rows.columnCount())
        lines = [[self.rows.headerData(place, Qt.Orientation.Horizontal) for place in places]]
        lines += [[self.rows.data(self.rows.index(row, place)) for place in places] for row in wanted]
        QGuiApplication.clipboard().setText("\n".join("\t".join(line) for line in lines))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Copy by the platform's own key; Enter on a row activates it."""
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
            event.accept()
            return
        super().keyPressEvent(event)
