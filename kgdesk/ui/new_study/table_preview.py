"""Preview of the first rows of a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QTableView,
    QWidget,
)

from kgdesk.ui.widgets.basic import tip_text, visible

if TYPE_CHECKING:
    from kgdesk.actions.importing import RawTable


#: Number of rows in the preview.
ROWS = 200

_WIDEST = 260

_LONGEST = 200

_Index = QModelIndex | QPersistentModelIndex

_NOWHERE = QModelIndex()


class PreviewModel(QAbstractTableModel):
    """Table model of the first rows, with line numbers of the file."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._header: tuple[str, ...] = ()
        self._rows: tuple[tuple[str, ...], ...] = ()
        self._lines: tuple[int, ...] = ()
        self._numbers: frozenset[int] = frozenset()

    def show_table(self, table: RawTable | None) -> None:
        """Show a table, or none."""
        self.beginResetModel()
        self._header = table.header if table else ()
        self._rows = table.head(ROWS) if table else ()
        self._lines = table.lines[:ROWS] if table else ()
        self._numbers = frozenset()
        self.endResetModel()

    def mark_numbers(self, columns: frozenset[int]) -> None:
        """Right-align some columns."""
        self._numbers = columns
        if self._rows:
            self.dataChanged.emit(self.index(0, 0), self.index(len(self._rows) - 1, len(self._header) - 1))

    def rowCount(self, parent: _Index = _NOWHERE) -> int:
        """Return the number of rows in the preview."""
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: _Index = _NOWHERE) -> int:
        """Return the number of columns."""
        return 0 if parent.isValid() else len(self._header)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a cell as in the file, with white space normalised and long text cut."""
        if role in {Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole}:
            text = " ".join(self._rows[index.row()][index.column()][:_LONGEST].split())
            return tip_text(text) if role == Qt.ItemDataRole.ToolTipRole else visible(text)
        if role == Qt.ItemDataRole.TextAlignmentRole and index.column() in self._numbers:
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        return None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        """Return a heading, or the line number of a row."""
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        if orientation == Qt.Orientation.Horizontal:
            return visible(self._header[section])
        return str(self._lines[section])


class TablePreview(QTableView):
    """View of the preview; Tab leaves it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("wizard.preview")
        self.setAccessibleName(self.tr("The first rows as they were read"))
        self.rows = PreviewModel(self)
        self.setModel(self.rows)
        self.setTabKeyNavigation(False)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setAlternatingRowColors(True)
        self.setWordWrap(False)
        self.horizontalHeader().setResizeContentsPrecision(50)
        self.horizontalHeader().setMaximumSectionSize(_WIDEST)
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)

    def show_table(self, table: RawTable | None) -> None:
        """Show the first rows of a table, or none."""
        self.rows.show_table(table)
        if table is not None and len(table.header) <= 200:
            self.resizeColumnsToContents()
