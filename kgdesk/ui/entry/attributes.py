"""What a person needs to set a run up: the candidate's attributes, and its code in letters that fit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPaintEvent, QTextLayout, QTextOption
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QScrollArea, QSizePolicy, QWidget

from kgdesk.model.places import has_one_place, place_columns, places
from kgdesk.ui.look.numbers import number
from kgdesk.ui.look.sheet import set_role

if TYPE_CHECKING:
    from kgdesk.model.pool import Attribute
    from kgdesk.model.study import Study

#: So many rows of attributes are always in sight.
LEAST_ROWS = 3
_LINES = 2
_SMALLER = (1.0, 0.75, 0.6, 0.5, 0.42)
_DIGITS = 6


def bare_name(attribute: Attribute) -> str:
    """Return the name of an attribute without the unit that a heading may carry in brackets."""
    return attribute.name.removesuffix(f"({attribute.unit})").rstrip() or attribute.name


def facts_of(study: Study, candidate: str) -> list[tuple[str, str]]:
    """Return the attributes of a candidate, then what else is kept about it, as (name, value) pairs.

    The one column that says where it is, is left out: that stands beside the name. Of several kept columns of which
    nobody has named the Location one says it: then all of them come first.
    """
    pool, where = study.pool, place_columns(study)
    row = pool.row(candidate)
    pairs = [] if has_one_place(study) else list(places(study, candidate))
    for attribute, values in zip(pool.attributes, pool.values, strict=True):
        value = values[row]
        text = f"{number(value, _DIGITS)} {attribute.unit}".strip() if isinstance(value, float) else value
        pairs.append((bare_name(attribute), text))
    pairs += [(name, cells[row]) for name, cells in pool.extras.items() if cells[row] and name not in where]
    return pairs


class CodeLabel(QLabel):
    """A candidate's code, large; a long one is set smaller and breaks wherever it must."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        set_role(self, role="code")
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def hasHeightForWidth(self) -> bool:
        """Say that the height follows from the width."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Return the height of the lines at a width."""
        font = self._fitting(width)
        return int(self._laid(font, width)[1]) + 2

    def sizeHint(self) -> QSize:
        """Return a size for short codes."""
        return QSize(140, self.heightForWidth(max(self.width(), 140)))

    def minimumSizeHint(self) -> QSize:
        """Return the least size."""
        return QSize(60, self.fontMetrics().height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the code."""
        painter = QPainter(self)
        painter.setPen(self.palette().windowText().color())
        layout, _ = self._laid(self._fitting(self.width()), self.width())
        layout.draw(painter, QPointF(0.0, 0.0))
        painter.end()

    def _fitting(self, width: int) -> QFont:
        font = QFont(self.font())
        size = font.pointSizeF()
        for factor in _SMALLER:
            font.setPointSizeF(size * factor)
            if self._laid(font, width)[0].lineCount() <= (1 if factor > _SMALLER[-2] else _LINES):
                break
        return font

    def _laid(self, font: QFont, width: int) -> tuple[QTextLayout, float]:
        layout = QTextLayout(self.text(), font)
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        layout.setTextOption(option)
        layout.beginLayout()
        height = 0.0
        while (line := layout.createLine()).isValid():
            line.setLineWidth(max(width, 1))
            line.setPosition(QPointF(0.0, height))
            height += QFontMetricsF(font).lineSpacing()
        layout.endLayout()
        return layout, height


class AttributeList(QScrollArea):
    """Name and value of each attribute, one a line; scrolls when there is no room for all."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("entry.attributes")
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName(self.tr("Attributes of the candidate"))
        self._rows = QWidget()
        self._grid = QGridLayout(self._rows)
        self._grid.setContentsMargins(0, 0, 4, 0)
        self._grid.setHorizontalSpacing(14)
        self._grid.setVerticalSpacing(1)
        self._grid.setColumnStretch(1, 1)
        self.setWidget(self._rows)
        self.viewport().setAutoFillBackground(False)
        self._rows.setAutoFillBackground(False)
        self._values: list[tuple[QLabel, QLabel]] = []

    def show_candidate(self, study: Study, candidate: str) -> None:
        """Show what there is to know about a candidate beside its place."""
        pairs = facts_of(study, candidate)
        while len(self._values) < len(pairs):
            self._add_row()
        for place, (name, value) in enumerate(self._values):
            shown = place < len(pairs)
            name.setVisible(shown)
            value.setVisible(shown)
            if shown:
                name.setText(pairs[place][0])
                value.setText(pairs[place][1])
        self.setAccessibleDescription("; ".join(f"{name}: {value}" for name, value in pairs))
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        """Return the size of all rows."""
        width = max(self.viewport().width(), 200)
        layout = self._rows.layout()
        high = layout.heightForWidth(width) if layout is not None and layout.hasHeightForWidth() else -1
        return QSize(width, max(high, self._rows.sizeHint().height() if high < 0 else high))

    def minimumSizeHint(self) -> QSize:
        """Return the size of the rows that are always in sight."""
        each = self.fontMetrics().lineSpacing() + self._grid.verticalSpacing() + 1
        return QSize(120, min(self.sizeHint().height(), LEAST_ROWS * each + 2))

    def _add_row(self) -> None:
        row = len(self._values)
        pair = QLabel(), QLabel()
        for column, label in enumerate(pair):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
            label.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
            self._grid.addWidget(label, row, column)
        set_role(pair[0], role="muted")
        font = pair[1].font()
        font.setBold(True)
        pair[1].setFont(font)
        self._grid.setColumnStretch(0, 1)
        self._values.append(pair)
