"""Widgets for a candidate's code and attributes, and the card of a finished study."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPaintEvent, QTextLayout, QTextOption
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from kgdesk.model.commands.study_state import in_progress
from kgdesk.model.study.next_run import has_one_place, place_columns, places
from kgdesk.ui.entry.inputs import plain, push
from kgdesk.ui.style.stylesheet import set_role
from kgdesk.ui.text.locale_format import local_day, number, percent, percent_range
from kgdesk.ui.text.translate import Label, translate

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

    from kgdesk.model.advice.advice import Estimate
    from kgdesk.model.design.pool import Attribute
    from kgdesk.model.study.study import Study
    from kgdesk.ui.entry.controller import EntryControl


#: Minimum number of attribute rows visible.
LEAST_ROWS = 3

_LINES = 2

_SMALLER = (1.0, 0.75, 0.6, 0.5, 0.42)

_DIGITS = 6


def bare_name(attribute: Attribute) -> str:
    """Return the attribute's name without its unit in parentheses."""
    return attribute.name.removesuffix(f"({attribute.unit})").rstrip() or attribute.name


def facts_of(study: Study, candidate: str) -> list[tuple[str, str]]:
    """Return the attributes and other kept columns of a candidate as (name, value) pairs.

    The location is omitted if there is one such column: it is shown beside the name. With several kept columns and none
    named as the location, all of them come first.
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


class CodeLabel(Label):
    """Label for a candidate's code in large type; long codes are set smaller and wrap anywhere."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        set_role(self, role="code")
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def hasHeightForWidth(self) -> bool:
        """Return True: the height depends on the width."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Return the height of the wrapped text at a width, in pixels."""
        font = self._fitting(width)
        return int(self._laid(font, width)[1]) + 2

    def sizeHint(self) -> QSize:
        """Return the preferred size, at least 140 pixels wide."""
        return QSize(140, self.heightForWidth(max(self.width(), 140)))

    def minimumSizeHint(self) -> QSize:
        """Return the minimum size."""
        return QSize(60, self.fontMetrics().height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the code."""
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
    """Scrollable list of a candidate's attributes, one name and value per row."""

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
        """Show the attributes of a candidate."""
        pairs = facts_of(study, candidate)
        while len(self._values) < len(pairs):
            self._add_row()
        for place, (name, value) in enumerate(self._values):
            visible = place < len(pairs)
            name.setVisible(visible)
            value.setVisible(visible)
            if visible:
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
        """Return the size of the rows that are always visible."""
        each = self.fontMetrics().lineSpacing() + self._grid.verticalSpacing() + 1
        return QSize(120, min(self.sizeHint().height(), LEAST_ROWS * each + 2))

    def _add_row(self) -> None:
        row = len(self._values)
        pair = Label(), Label()
        for column, label in enumerate(pair):
            label.setWordWrap(True)
            label.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
            self._grid.addWidget(label, row, column)
        set_role(pair[0], role="muted")
        font = pair[1].font()
        font.setBold(True)
        pair[1].setFont(font)
        self._grid.setColumnStretch(0, 1)
        self._values.append(pair)


class FinishedCard(QFrame):
    """Card with the result of a finished study: best candidate, closing, signatures, lock."""

    #: The user wants to reopen the study.
    reopen_wanted = Signal()

    def __init__(self, control: EntryControl, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._control = control
        self.setObjectName("entry.finishedCard")
        set_role(self, role="card")
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self.heading = plain("entry.finishedHeading", "heading")
        self.code = CodeLabel()  #: Best candidate.
        self.code.setObjectName("entry.bestCode")
        self.expected = plain("entry.bestExpected")  #: Its predicted success.
        self.by = plain("entry.finishedBy", "muted")  #: Who finished the study, when and why.
        self.signed = plain("entry.signedBy", "muted")  #: Signatures.
        self.locked = plain("entry.lockedBy", "caution")  #: Lock, if any.
        self.reopen = push("entry.reopen", self.tr("Reopen…"))
        self.reopen.clicked.connect(self.reopen_wanted)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 6, 12, 8)
        for widget in (
            self.heading,
            self.code,
            self.expected,
            self.by,
            self.signed,
            self.locked,
            self.reopen,
        ):
            column.addWidget(widget)

    def sizeHint(self) -> QSize:
        """Return a size that fits the wrapped text at the present width."""
        hint = super().sizeHint()
        return QSize(hint.width(), max(hint.height(), self.heightForWidth(self.width())))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Update the height when the width changes."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()

    def show_entry(self) -> None:
        """Show the best candidate and who finished the study."""
        study, advice = self._control.controller.study, self._control.controller.advice
        closing = study.closing
        if closing is None:
            return
        self.heading.setText(self.tr("Study finished: the best candidate"))
        best: Estimate | None = None if advice is None else advice.recommended
        self.code.setText("…" if best is None else best.candidate)
        self.code.updateGeometry()
        text = self.tr("Expected success {probability} ({level} range {range})")
        if best is None or advice is None:
            self.expected.setText("")
        else:
            self.expected.setText(
                text.format(
                    probability=percent(best.probability),
                    level=percent(advice.level),
                    range=percent_range(best.low, best.high),
                )
            )
        by = self.tr("Finished by {who} on {date}: {reason}")
        running = translate(in_progress(study))
        if running:
            by = self.tr("Finished by {who} on {date} with {running}: {reason}")
        date = local_day(closing.recorded_at)
        self.by.setText(by.format(who=closing.operator, date=date, reason=closing.reason, running=running))
        self._show_custody()

    def _show_custody(self) -> None:
        """Show signatures and lock."""
        study, here = self._control.controller.study, self._control.entry.situation
        words = self.tr("Signed off by {who} on {date}: {meaning}")
        signed = [
            words.format(who=one.operator, date=local_day(one.recorded_at), meaning=one.meaning)
            for one in study.signatures
        ]
        self.signed.setText("\n".join(signed))
        self.signed.setVisible(bool(signed))
        locked = study.lock
        self.locked.setVisible(locked is not None)
        if locked is not None:
            text = self.tr("Locked by {who} on {date}: {reason}. Unlock it before you reopen it.")
            text = text.format(who=locked.operator, date=local_day(locked.recorded_at), reason=locked.reason)
            self.locked.setText(text)
        self.reopen.setEnabled(here.read_only is None and bool(here.operator) and locked is None)
