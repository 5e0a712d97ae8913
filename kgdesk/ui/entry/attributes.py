"""Widgets for a candidate: its code and its attributes."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRect, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetrics,
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QTextLayout,
    QTextOption,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from kgdesk.model.study.next_run import card_columns, conditions, facts, run_before
from kgdesk.ui.entry.bench_attributes import BenchAttributes, BenchValue
from kgdesk.ui.text.locale_format import number
from kgdesk.ui.widgets.basic import Label, set_tip, visible
from kgdesk.ui.widgets.stylesheet import set_role
from kgdesk.ui.widgets.theme import palette_of, text_scale

if TYPE_CHECKING:
    from kgdesk.model.study.records import Start
    from kgdesk.model.study.study import Study


_LINES = 2

_SMALLER = (1.0, 0.75, 0.6, 0.5, 0.42)

_DIGITS = 6


def facts_of(study: Study, candidate: str) -> list[tuple[str, str]]:
    """Return the attributes and other kept columns of a candidate as (name, value) pairs; see `next_run.facts`."""
    return facts(study, candidate, partial(number, digits=_DIGITS))


def _on_card(study: Study, candidate: str) -> list[tuple[str, str]]:
    """Return the attributes of a candidate and the kept columns of the card, as they are painted."""
    return _readable(facts(study, candidate, partial(number, digits=_DIGITS), card_columns(study)))


class CodeLabel(Label):
    """Label for a candidate's code in large type; long codes are set smaller and wrap anywhere."""

    def __init__(self, parent: QWidget | None = None) -> None:
        #: Text, font and width of the last layout, and that layout with its height.
        self._layout_key: tuple[str, str, int] | None = None
        self._layout = QTextLayout(), 0.0
        super().__init__(parent=parent)
        set_role(self, role="code")
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def hasHeightForWidth(self) -> bool:
        """Return True: the height depends on the width."""
        return True

    def needs(self) -> int:
        """Return the width in pixels of the code in one line at its full size."""
        return self.fontMetrics().horizontalAdvance(self.text()) + 4

    def heightForWidth(self, width: int) -> int:
        """Return the height of the wrapped text at a width, in pixels."""
        return int(self._fitting(width)[1]) + 2

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
        self._fitting(self.width())[0].draw(painter, QPointF(0.0, 0.0))
        painter.end()

    def _fitting(self, width: int) -> tuple[QTextLayout, float]:
        """Return the layout in the largest size that fits a width, and its height; kept until one of these changes."""
        key = self.text(), self.font().key(), width
        if key != self._layout_key:
            font = QFont(self.font())
            size = font.pointSizeF()
            for factor in _SMALLER:
                font.setPointSizeF(size * factor)
                self._layout = self._laid(font, width)
                if self._layout[0].lineCount() <= (1 if factor > _SMALLER[-2] else _LINES):
                    break
            self._layout_key = key
        return self._layout

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


#: Text size factors up to which the card never scrolls, and up to which not for attributes that have a row each.
USUAL, LARGE = 1.0, 1.25

#: Greatest number of attributes on the card, and the fewest rows of two that it keeps.
MOST_SHOWN, LEAST_ROWS = 12, 3

#: Pixels between two columns, and between a name and its value.
_GUTTER, _GAP = 16, 8


class AttributeGrid(QWidget):
    """Attributes of a candidate, painted; a click, Enter or the space bar asks for all of them.

    On Study in one or two columns, as many as the height holds, each at the same place for every candidate. Where not
    all fit, the last place says how many more there are, and how many of these differ from the last run. On Bench in
    large letters; see `BenchAttributes`.
    """

    #: The user wants to see all attributes.
    all_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("entry.attributes")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName(self.tr("Attributes of the candidate"))
        self._pairs: list[tuple[str, str]] = []
        self._before: set[tuple[str, str]] = set()  # those of the last run
        self.large = BenchAttributes(self, (self.tr("was {value}"), self.tr("as before")))  #: Those of Bench.
        self.spread = 0  #: Pixels between two rows on Study.
        self.on_bench = False  #: Whether they are painted in large letters.

    @property
    def row_height(self) -> int:
        """Height of a row in pixels, with the space to the next one."""
        return self.least_row_height + self.spread

    @property
    def least_row_height(self) -> int:
        """Height of a row in pixels where rows stand close together."""
        return self.fontMetrics().lineSpacing() + 1

    def show_candidate(self, study: Study, candidate: str, start: Start | None = None) -> None:
        """Show the attributes of a candidate; `start` is that of the run on the card if it is in progress."""
        self._pairs = _on_card(study, candidate)
        self.large.values = _bench_values(study, candidate, start)
        self.large.kept = self._pairs[len(self.large.values) :]
        self._before = set(_on_card(study, study.runs[-1].candidate)) if study.runs else set()
        text = "; ".join(f"{name}: {value}" for name, value in self._pairs)
        self.setAccessibleDescription(text)
        set_tip(self, "\n".join(f"{name}: {value}" for name, value in self._pairs))
        self.update()

    def rows_for(self, width: int = 0, *, single: bool = False) -> int:
        """Return the number of rows that show all attributes, but not more than `MOST_SHOWN` of them.

        Rows of two; of one if `single`, where there is room for it, or where a pair is wider than half of `width` in
        text so large that the card may scroll.
        """
        shown = min(len(self._pairs), MOST_SHOWN)
        one = single or (width > 0 and text_scale() > LARGE and self._is_narrow(self._pairs[:shown], width))
        return shown if one else -(-shown // 2)

    def shown(self, rows: int) -> tuple[list[tuple[str, str]], int]:
        """Return the pairs that are painted in a number of rows, and the number of those left out.

        In larger text, one in a row where little would be left of a pair in two columns, and six have a row.
        """
        few = (
            text_scale() > USUAL and rows >= 2 * LEAST_ROWS and self._is_cut_short(self._pairs, self.width())
        )
        places = min(rows if few else 2 * rows, MOST_SHOWN)
        if len(self._pairs) <= places:
            return self._pairs, 0
        most = max(places - 1, 1)
        return self._pairs[:most], len(self._pairs) - most

    def more(self, rows: int, width: int = 10_000) -> str:
        """Return the words for the attributes that are left out in a number of rows; empty where none is.

        They are fewer where they have no room in a width in pixels.
        """
        left_out = self._pairs[len(self.shown(rows)[0]) :]
        changed = sum(pair not in self._before for pair in left_out) if self._before else 0
        if not left_out:
            return ""
        words = self.tr("+ {count} more: F4").format(count=len(left_out))
        if changed:
            all_words = self.tr("+ {count} more, {changed} changed: F4")
            all_words = all_words.format(count=len(left_out), changed=changed)
            return all_words if self.fontMetrics().horizontalAdvance(all_words) <= width else words
        return words

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint names and values, in one column if they fit only so."""
        if self.on_bench:
            painter = QPainter(self)
            self.large.paint(painter)
            painter.end()
            return
        rows = max(self.height() // self.row_height, 1)
        pairs, left_out = self.shown(rows)
        painter = QPainter(self)
        one = len(pairs) + bool(left_out) <= rows
        starts = [0, 0]
        for place, (name, value) in enumerate(pairs):  # values stand below each other where there is room
            column = 0 if one else place % 2
            starts[column] = max(starts[column], self._start(self._cell(place, one).width(), name, value))
        for place, (name, value) in enumerate(pairs):
            self._paint_pair(painter, self._cell(place, one), starts[0 if one else place % 2], name, value)
        if left_out:
            cell = self._cell(len(pairs), one)
            painter.setFont(self.font())
            painter.setPen(QColor(palette_of(self).accent))
            painter.drawText(
                cell, Qt.AlignmentFlag.AlignLeft, self._cut(self.more(rows, cell.width()), cell.width())
            )
        painter.end()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Ask for all attributes."""
        if event.button() == Qt.MouseButton.LeftButton and self.rect().contains(event.position().toPoint()):
            self.all_wanted.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Ask for all attributes by Enter; leave letters to the panel, which sends them to the scan field."""
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and not event.isAutoRepeat():
            self.all_wanted.emit()
            return
        super().keyPressEvent(event)

    def _cell(self, place: int, one: bool) -> QRect:
        row, column = (place, 0) if one else divmod(place, 2)
        width = self.width() if one else (self.width() - _GUTTER) // 2
        return QRect(column * (width + _GUTTER), row * self.row_height, width, self.row_height)

    def _bold(self) -> QFont:
        font = QFont(self.font())
        font.setBold(True)
        return font

    def _is_narrow(self, pairs: list[tuple[str, str]], width: int) -> bool:
        """Return whether a pair is wider than half of a width."""
        room = (width - _GUTTER) // 2 - _GAP
        bold = QFontMetrics(self._bold())
        return any(
            self.fontMetrics().horizontalAdvance(name) + bold.horizontalAdvance(value) > room
            for name, value in pairs
        )

    def _is_cut_short(self, pairs: list[tuple[str, str]], width: int) -> bool:
        """Return whether in half of a width a value would be cut, or a name to less than half of itself."""
        room, bold, usual = (width - _GUTTER) // 2, QFontMetrics(self._bold()), self.fontMetrics()
        return any(
            room - _GAP - bold.horizontalAdvance(value) < usual.horizontalAdvance(name) // 2
            or room - bold.horizontalAdvance(value) < room // 3
            for name, value in pairs
        )

    def _name(self, name: str, value: str, width: int) -> str:
        """Return a name as painted in a width: if too long, without a unit that its value has too, else cut."""
        if self.fontMetrics().horizontalAdvance(name) > width:
            short, _, unit = name.rpartition(" (")
            if short and unit.endswith(")") and value.endswith(f" {unit[:-1]}"):
                name = short
        return self._cut(name, width)

    def _cut(self, text: str, width: int) -> str:
        return self.fontMetrics().elidedText(text, Qt.TextElideMode.ElideMiddle, width)

    def _start(self, width: int, name: str, value: str) -> int:
        """Return where a value begins in its cell: behind its name, which gives way to the value down to a third."""
        needed = QFontMetrics(self._bold()).horizontalAdvance(value) + 2
        # Whole pixels may be rounded down, and a name that has just its room would be cut.
        return max(min(self.fontMetrics().horizontalAdvance(name) + 1 + _GAP, width - needed), width // 3)

    def _paint_pair(self, painter: QPainter, cell: QRect, start: int, name: str, value: str) -> None:
        bold = QFontMetrics(self._bold())
        start = max(min(start, cell.width() - bold.horizontalAdvance(value) - 2), cell.width() // 3)
        painter.setFont(self.font())
        painter.setPen(QColor(palette_of(self).muted))
        painter.drawText(cell, Qt.AlignmentFlag.AlignLeft, self._name(name, value, start - _GAP))
        rest = cell.adjusted(start, 0, 0, 0)
        painter.setFont(self._bold())
        painter.setPen(self.palette().windowText().color())
        cut = bold.elidedText(value, Qt.TextElideMode.ElideRight, rest.width())
        painter.drawText(rest, Qt.AlignmentFlag.AlignLeft, cut)


def _readable(pairs: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return pairs with hidden characters as code points and in one line, a dash for a blank cell."""
    return [
        (visible(name).replace("\n", " "), visible(value).replace("\n", " ") or "–") for name, value in pairs
    ]


def _bench_values(study: Study, candidate: str, start: Start | None) -> list[BenchValue]:
    """Return the attributes of a candidate with their values in the run before."""
    last = run_before(study, start)
    before = [] if last is None else last[1]
    values = []
    for place, (name, value, unit) in enumerate(conditions(study, candidate)):
        was = f"{_cell(before[place][1])} {unit}".strip() if before else None
        values.append(BenchValue(visible(name).replace("\n", " "), _cell(value), visible(unit), was))
    return values


def _cell(value: float | str) -> str:
    text = number(value, digits=_DIGITS) if isinstance(value, float) else visible(value)
    return text.replace("\n", " ") or "–"
