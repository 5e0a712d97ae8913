"""Editable table of the columns and their roles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QAbstractItemModel,
    QAbstractTableModel,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QKeyEvent, QPalette
from PySide6.QtWidgets import (
    QAbstractItemView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from kgdesk.actions.importing import Role, Why
from kgdesk.ui.widgets.basic import tip_text, visible
from kgdesk.ui.widgets.combo import QuietCombo
from kgdesk.ui.widgets.theme import palette_of

if TYPE_CHECKING:
    from kgdesk.ui.new_study.column_roles import DraftColumn
    from kgdesk.ui.new_study.draft import Draft

NAME, ROLE, UNIT, LOG, HOLDS, WHY = range(6)
#: Number of columns above which role editors open on click instead of being permanent.
_PERMANENT_EDITORS = 200
_EXAMPLES = 3
_Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()


class ColumnsModel(QAbstractTableModel):
    """Table model of a draft's columns.

    Parameters
    ----------
    draft
        The draft, changed by edits.
    """

    #: The user changed a role, unit or scale.
    edited = Signal()

    def __init__(self, draft: Draft, parent: QWidget) -> None:
        super().__init__(parent)
        self._draft = draft

    def reload(self) -> None:
        """Show the columns of another table."""
        self.beginResetModel()
        self.endResetModel()

    def refresh(self) -> None:
        """Update the cells of the same columns."""
        if self._draft.columns:
            self.dataChanged.emit(self.index(0, 0), self.index(len(self._draft.columns) - 1, WHY))

    def rowCount(self, parent: _Index = _NOWHERE) -> int:
        """Return the number of columns in the draft."""
        return 0 if parent.isValid() else len(self._draft.columns)

    def columnCount(self, parent: _Index = _NOWHERE) -> int:
        """Return the number of columns: name, role, unit, logarithmic scale, content and reason."""
        return 0 if parent.isValid() else WHY + 1

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        """Return a heading."""
        if role != Qt.ItemDataRole.DisplayRole or orientation == Qt.Orientation.Vertical:
            return None
        return (
            self.tr("Column"),
            self.tr("Role"),
            self.tr("Unit"),
            self.tr("Log scale"),
            self.tr("What it holds"),
            self.tr("Why this role"),
        )[section]

    def flags(self, index: _Index) -> Qt.ItemFlag:
        """Return which cells are editable: the role, and unit and scale of numbers."""
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        is_number = self._column(index).role is Role.NUMBER
        if index.column() == ROLE or (index.column() == UNIT and is_number):
            return flags | Qt.ItemFlag.ItemIsEditable
        if index.column() == LOG and is_number:
            return flags | Qt.ItemFlag.ItemIsUserCheckable
        return flags

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the content of a cell."""
        column, at = self._column(index), index.column()
        is_number = column.role is Role.NUMBER
        if role == Qt.ItemDataRole.CheckStateRole and at == LOG and is_number:
            return Qt.CheckState.Checked if column.log else Qt.CheckState.Unchecked
        if role == Qt.ItemDataRole.EditRole and at == ROLE:
            return column.role.value
        if role == Qt.ItemDataRole.ToolTipRole and at in {NAME, HOLDS, WHY}:
            return tip_text(self._text(column, index.row(), at))
        if role not in {Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.EditRole}:
            return None
        text = self._text(column, index.row(), at)
        return visible(text) if role == Qt.ItemDataRole.DisplayRole else text

    def setData(self, index: _Index, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Apply an edit to the draft."""
        column = self._column(index)
        if index.column() == ROLE:
            wanted = Role(str(value))
            if wanted is column.role:
                return False
            self._draft.set_role(index.row(), wanted)
        elif index.column() == UNIT:
            column.unit = str(value)
        elif index.column() == LOG and role == Qt.ItemDataRole.CheckStateRole:
            column.log = Qt.CheckState(value) == Qt.CheckState.Checked
        else:
            return False
        self._draft.built = None
        self.refresh()
        self.edited.emit()
        return True

    def _column(self, index: _Index) -> DraftColumn:
        return self._draft.columns[index.row()]

    def _text(self, column: DraftColumn, row: int, at: int) -> str:
        if at == NAME:
            return column.info.name
        if at == ROLE:
            return self.role_words(column.role)
        if at == UNIT:
            return column.unit if column.role is Role.NUMBER else ""
        if at == HOLDS:
            return self._holds(column, row)
        return self._why(column.why) if at == WHY else ""

    def role_words(self, role: Role) -> str:
        """Return the display name of a role."""
        return {
            Role.CODE: self.tr("Candidate code"),
            Role.NUMBER: self.tr("Attribute (number)"),
            Role.CATEGORY: self.tr("Attribute (category)"),
            Role.LOCATION: self.tr("Location"),
            Role.BARCODE: self.tr("Barcode"),
            Role.OUTCOME: self.tr("Past outcome"),
            Role.KEEP: self.tr("Keep with the data"),
            Role.IGNORE: self.tr("Ignore"),
        }[role]

    def _holds(self, column: DraftColumn, row: int) -> str:
        info, table = column.info, self._draft.table
        if info.constant and table is not None:
            return self.tr("{cell} in every row").format(
                cell=table.rows[0][row].strip()[:40] or self.tr("nothing")
            )
        kind = self.tr("numbers") if info.looks_like == "number" else self.tr("words")
        text = self.tr("{count} different {kind}").format(count=info.distinct, kind=kind)
        if info.missing:
            text = self.tr("{count} blank").format(count=info.missing) + ", " + text
        if table is not None:
            seen = dict.fromkeys(" ".join(cells[row].split())[:40] for cells in table.head(20))
            text += ": " + "; ".join([cell for cell in seen if cell][:_EXAMPLES])
            text += "; …" if info.distinct > _EXAMPLES else ""
        return text

    def _why(self, why: Why) -> str:
        return {
            Why.FIRST_UNIQUE: self.tr("Proposed: the first column with a word of its own in each row"),
            Why.NAMED_CODE: self.tr("Proposed: different in each row, and the heading fits"),
            Why.NEARLY_UNIQUE: self.tr("Proposed: different in nearly each row"),
            Why.NO_HEADING: self.tr("Proposed: a first column without a heading numbers the rows"),
            Why.NUMBERS: self.tr("Proposed: holds numbers"),
            Why.FEW_WORDS: self.tr("Proposed: a few words that come again"),
            Why.MANY_WORDS: self.tr("Proposed: too many different words to learn from"),
            Why.NOTES: self.tr("Proposed: dates or remarks, kept for people"),
            Why.HEADING: self.tr("Proposed: by its heading"),
            Why.OUTCOMES: self.tr("Proposed: heading and words fit outcomes"),
            Why.PERHAPS_OUTCOMES: self.tr("Asked below: it may hold past outcomes"),
            Why.RESULT: self.tr("Asked below: the heading is that of a result"),
            Why.CONSTANT: self.tr("Proposed: the same in every row, nothing to learn"),
            Why.COUNTER: self.tr("Proposed: numbers that only name the row"),
            Why.EMPTY: self.tr("Proposed: the column is empty"),
            Why.CHOSEN: self.tr("Chosen"),
        }[why]


class RoleDelegate(QStyledItemDelegate):
    """Edit a role by a combo box."""

    def createEditor(self, parent: QWidget, _option: QStyleOptionViewItem, index: _Index) -> QWidget:
        """Return the combo box; a choice is committed at once."""
        combo = QuietCombo(parent)
        model = index.model()
        if not isinstance(model, ColumnsModel):
            raise TypeError(type(model))
        for role in Role:
            combo.addItem(model.role_words(role), role.value)
        name = str(model.index(index.row(), NAME).data())
        combo.setObjectName(f"wizard.role.{name}")
        combo.setAccessibleName(self.tr("Role of {column}").format(column=name))
        combo.activated.connect(lambda _: self.commitData.emit(combo))
        return combo

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Leave Tab to the window, which moves to the next combo box, and finally out of the table."""
        if isinstance(event, QKeyEvent) and event.key() in {Qt.Key.Key_Tab, Qt.Key.Key_Backtab}:
            return False
        return super().eventFilter(watched, event)

    def setEditorData(self, editor: QWidget, index: _Index) -> None:
        """Show the role."""
        if isinstance(editor, QuietCombo):
            editor.choose(index.data(Qt.ItemDataRole.EditRole))

    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: _Index) -> None:
        """Store the choice."""
        if isinstance(editor, QuietCombo):
            model.setData(model.index(index.row(), ROLE), editor.currentData(), Qt.ItemDataRole.EditRole)


class TickDelegate(QStyledItemDelegate):
    """Outline check boxes visibly: Fusion draws them in a shade of the window colour."""

    def initStyleOption(self, option: QStyleOptionViewItem, index: _Index) -> None:
        """Use the border colour for the box."""
        super().initStyleOption(option, index)
        colours = QPalette(option.palette)
        view = self.parent()
        if isinstance(view, QWidget):
            colours.setColor(QPalette.ColorRole.Window, QColor(palette_of(view).border).lighter(140))
            option.palette = colours


class RolesTable(QTableView):
    """One row per column; Tab moves between combo boxes and then leaves the table."""

    def __init__(self, draft: Draft, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("wizard.columns")
        self.setAccessibleName(self.tr("Columns and their roles"))
        self._draft = draft
        self.columns = ColumnsModel(draft, self)
        self.setModel(self.columns)
        self.setItemDelegateForColumn(ROLE, RoleDelegate(self))
        self.setItemDelegateForColumn(LOG, TickDelegate(self))
        self.setTabKeyNavigation(False)
        self.setAlternatingRowColors(True)
        self.setWordWrap(False)
        self.verticalHeader().hide()
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(
            QAbstractItemView.EditTrigger.CurrentChanged
            | QAbstractItemView.EditTrigger.SelectedClicked
            | QAbstractItemView.EditTrigger.DoubleClicked
            | QAbstractItemView.EditTrigger.EditKeyPressed
            | QAbstractItemView.EditTrigger.AnyKeyPressed
        )
        self.setMinimumHeight(140)

    def reload(self) -> None:
        """Show the columns of another table."""
        self.columns.reload()
        permanent = len(self._draft.columns) <= _PERMANENT_EDITORS
        height = max(38, self.fontMetrics().height() + 18)
        self.verticalHeader().setDefaultSectionSize(height)
        for row in range(len(self._draft.columns) if permanent else 0):
            self.openPersistentEditor(self.columns.index(row, ROLE))
        wide = self.fontMetrics().averageCharWidth()
        self.resizeColumnToContents(NAME)
        self.setColumnWidth(NAME, min(max(self.columnWidth(NAME) + 12, wide * 12), wide * 34))
        self.setColumnWidth(ROLE, wide * 27)
        self.setColumnWidth(UNIT, wide * 11)
        self.setColumnWidth(LOG, wide * 16)
        self.setColumnWidth(HOLDS, wide * 46)
        self.setColumnWidth(WHY, wide * 48)
        self.horizontalHeader().setStretchLastSection(True)
