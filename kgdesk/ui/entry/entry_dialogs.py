"""Dialogs of the entry: choose another candidate, all attributes, set the operator."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, QSize, Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QDialogButtonBox,
    QHeaderView,
    QLineEdit,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from kgdesk.model.study.next_run import all_tried
from kgdesk.ui.entry.attributes import facts_of
from kgdesk.ui.text.locale_format import DASH, percent, points
from kgdesk.ui.text.translate import condition_words, translate
from kgdesk.ui.widgets.basic import Form, Label, visible
from kgdesk.ui.widgets.dialogs import DialogButtons
from kgdesk.ui.widgets.table import Column, Table

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kgdesk.model.advice.advice import Advice
    from kgdesk.model.study.study import Study


_Index = QModelIndex | QPersistentModelIndex


class Candidates(QAbstractTableModel):
    """Table model of the candidates that match a search, highest knowledge gradient first.

    Parameters
    ----------
    study
        Provides the identifiers.
    advice
        Provides the values; None while it is computed.
    """

    def __init__(self, study: Study, advice: Advice | None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._ids = study.pool.ids
        self._folded = [name.casefold() for name in self._ids]
        self._advice = advice
        tried = [name for name in study.tried.used if not study.tried.left(name)]
        self._marks = dict.fromkeys(tried, self.tr("tried"))
        self._marks |= {absence.candidate: self.tr("skipped") for absence in study.skipped}
        self._marks |= {start.candidate: self.tr("in progress") for start in study.pending}
        self._marks |= {absence.candidate: self.tr("✕ out of stock") for absence in study.retired}
        self._largest = 0.0 if advice is None or advice.next is None else advice.suggestion.kg
        count = len(self._ids)
        self._order: NDArray[np.int64] = (
            np.arange(count) if advice is None else np.argsort(-advice.kg, kind="stable")
        )
        self._shown = self._order
        self._titles = (
            self.tr("Candidate"),
            self.tr("Value of testing\n(percentage points)"),
            self.tr("Loss (points)"),
            self.tr("Expected success"),
        )

    def find(self, text: str) -> None:
        """Filter by a substring of the identifier, ignoring case."""
        wanted = text.strip().casefold()
        self.beginResetModel()
        if wanted:
            rows = [row for row in self._order.tolist() if wanted in self._folded[row]]
            self._shown = np.array(rows, dtype=np.int64)
        else:
            self._shown = self._order
        self.endResetModel()

    def candidate(self, row: int) -> str:
        """Return the candidate in a row."""
        return self._ids[int(self._shown[row])]

    def rowCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        """Return the number of candidates found."""
        return 0 if parent.isValid() else len(self._shown)

    def columnCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        """Return the number of columns."""
        return 0 if parent.isValid() else len(self._titles)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """Return a column heading."""
        if role == Qt.ItemDataRole.DisplayRole and orientation == Qt.Orientation.Horizontal:
            return self._titles[section]
        return None

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return a cell."""
        if role == Qt.ItemDataRole.TextAlignmentRole and index.column():
            return int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        if role == Qt.ItemDataRole.DisplayRole:
            return self._text(int(self._shown[index.row()]), index.column())
        return None

    def _text(self, row: int, column: int) -> str:
        if column == 0:
            name = self._ids[row]
            return visible(f"{name}  ({self._marks[name]})" if name in self._marks else name)
        advice = self._advice
        if advice is None:
            return DASH
        kg = float(advice.kg[row])
        if column in (1, 2) and np.isnan(kg):
            return self.tr("not computed")
        if column == 1:
            return points(100.0 * kg)
        return (
            points(100.0 * (self._largest - kg)) if column == 2 else percent(float(advice.probability[row]))
        )


class ChooseDialog(QDialog):
    """Dialog to choose another candidate, with an optional reason.

    Parameters
    ----------
    study, advice
        As in `Candidates`.
    """

    def __init__(self, study: Study, advice: Advice | None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("choose")
        self.setWindowTitle(self.tr("Choose another candidate"))
        self.rows = Candidates(study, advice, self)  #: Model of the matching candidates.
        self.search = QLineEdit()  #: Text to find.
        self.search.setObjectName("choose.search")
        self.search.setClearButtonEnabled(True)
        self.table = QTableView()  #: View of the candidates.
        self.table.setObjectName("choose.table")
        self.table.setAccessibleName(self.tr("Candidates"))
        self.reason = QLineEdit()  #: Optional reason.
        self.reason.setObjectName("choose.reason")
        self.buttons = DialogButtons(self, "choose.ok")
        self.buttons.accepting.setDefault(True)
        self._lay_out(advice)
        self.search.textChanged.connect(self._find)
        self.search.returnPressed.connect(self.table.setFocus)
        self.table.activated.connect(lambda _index: self.accept())
        self.table.selectionModel().selectionChanged.connect(self._buttons)
        self._find("")

    @property
    def candidate(self) -> str | None:
        """The selected candidate, or None."""
        picked = self.table.selectionModel().selectedRows()
        return self.rows.candidate(picked[0].row()) if picked else None

    def sizeHint(self) -> QSize:
        """Return a size for about twelve candidates."""
        return QSize(560, 460)

    def _find(self, text: str) -> None:
        self.rows.find(text)
        if self.rows.rowCount() and text.strip():
            self.table.selectRow(0)
        self._buttons()

    def _buttons(self) -> None:
        ok = self.buttons.accepting
        ok.setEnabled(self.candidate is not None)

    def _lay_out(self, advice: Advice | None) -> None:
        table = self.table
        table.setModel(self.rows)
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        table.setTabKeyNavigation(False)
        table.setWordWrap(False)
        table.verticalHeader().hide()
        table.verticalHeader().setDefaultSectionSize(table.fontMetrics().lineSpacing() + 8)
        header = table.horizontalHeader()
        header.setHighlightSections(False)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        if advice is None:
            note = self.tr("The values are still being worked out; you can choose all the same.")
        elif advice.next is None:
            note = translate(all_tried(advice.study))
        else:
            note = self.tr(
                "Loss is how many percentage points less this run is expected to tell than {candidate}."
            )
            note = f"{note.format(candidate=advice.next)} {condition_words(advice.in_progress)}"
        about = Label(note.strip())
        about.setWordWrap(True)
        ok = self.buttons.accepting
        ok.setText(self.tr("Choose"))
        form = Form()
        form.add(self.tr("&Search"), self.search)
        last = Form()
        last.add(self.tr("&Reason (optional)"), self.reason)
        column = QVBoxLayout(self)
        column.addLayout(form)
        column.addWidget(table, 1)
        column.addWidget(about)
        column.addLayout(last)
        column.addWidget(self.buttons)


class OperatorDialog(QDialog):
    """Dialog for the operator's name or initials.

    Parameters
    ----------
    name
        The present operator.
    """

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("operator")
        self.setWindowTitle(self.tr("Operator"))
        self.name = QLineEdit(name)
        self.name.setObjectName("operator.name")
        self.name.setMaxLength(60)
        self.name.selectAll()
        note = Label(self.tr("Every entry is signed with this name."))
        note.setWordWrap(True)
        self.buttons = DialogButtons(self, "operator.ok")
        self.buttons.accepting.setDefault(True)
        self.name.textChanged.connect(self._check)
        form = Form()
        form.add(self.tr("&Name or initials"), self.name)
        column = QVBoxLayout(self)
        column.addLayout(form)
        column.addWidget(note)
        column.addWidget(self.buttons)
        self._check()

    def _check(self) -> None:
        ok = self.buttons.accepting
        ok.setEnabled(bool(self.name.text().strip()))

    @classmethod
    def ask(cls, parent: QWidget, name: str) -> str | None:
        """Run the dialog; return the name, or None if cancelled."""
        dialog = cls(name, parent)
        accepted = dialog.exec() == QDialog.DialogCode.Accepted
        text = dialog.name.text().strip()
        dialog.deleteLater()
        return text if accepted and text else None


class AttributesDialog(QDialog):
    """All attributes and kept columns of a candidate, beside those of the candidate of the last run.

    Parameters
    ----------
    study
        The study.
    candidate
        Exact name.
    """

    def __init__(self, study: Study, candidate: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("attributes")
        self.setWindowTitle(self.tr("All attributes of {candidate}").format(candidate=visible(candidate)))
        pairs = facts_of(study, candidate)
        columns = [
            Column(self.tr("Attribute"), [name for name, _ in pairs]),
            Column(self.tr("Value"), [value for _, value in pairs]),
        ]
        if study.runs:
            last = study.runs[-1]
            before = dict(facts_of(study, last.candidate))
            heading = self.tr("Run {run}: {candidate}").format(run=last.number, candidate=last.candidate)
            columns.append(Column(heading, [before.get(name, "") for name, _ in pairs]))
        self.table = Table(sortable=False)  #: One row per attribute.
        self.table.setObjectName("attributes.table")
        self.table.setAccessibleName(self.windowTitle())
        self.table.show_columns(tuple(columns))
        self.table.fit_columns()
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.addWidget(self.table, 1)
        column.addWidget(buttons)
        self.resize(560, 420)
