"""FilterBox: filters of the candidates by columns and runs; FilterChips: those that are set."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QCoreApplication, QLocale, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QRadioButton,
    QScrollArea,
    QSizePolicy,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from kgdesk.model.design.conditions import numbers_of_cells
from kgdesk.model.design.filters import (
    NumberFilter,
    RunsFilter,
    WordFilter,
    cells_of,
    filtered_columns,
    open_filter,
    word_counts,
)
from kgdesk.model.study.next_run import bare_name
from kgdesk.plain_text import shorten
from kgdesk.ui.text.locale_format import DASH, number
from kgdesk.ui.widgets.basic import Label, button, set_tip, visible
from kgdesk.ui.widgets.stylesheet import set_role
from kgdesk.ui.widgets.theme import palette_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from PySide6.QtGui import QKeyEvent, QPaintEvent

    from kgdesk.model.design.filters import Filter, RunsSoFar
    from kgdesk.model.design.pool import Pool


def tr(text: str) -> str:
    """Translate a text of this module."""
    return QCoreApplication.translate("FilterBox", text)


#: Column of `RunsFilter`.
RUNS = ""
_BINS, _HIGH, _TARGET = 30, 44, 32


class Histogram(QWidget):
    """How the numbers of a column are spread, with those of a range in another colour."""

    def __init__(self) -> None:
        super().__init__()
        self._counts, self._edges = np.zeros(1), np.zeros(2)
        self._range = (-math.inf, math.inf)
        self.setFixedHeight(_HIGH)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_numbers(self, numbers: np.ndarray) -> None:
        """Show other numbers, (n,)."""
        self._counts, self._edges = np.histogram(numbers[np.isfinite(numbers)], bins=_BINS)
        self.update()

    def show_range(self, low: float, high: float) -> None:
        """Mark another range."""
        self._range = (low, high)
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the bars."""
        look, painter = palette_of(self), QPainter(self)
        each, most = self.width() / len(self._counts), max(float(self._counts.max()), 1.0)
        for k, count in enumerate(self._counts):
            low, high = self._edges[k], self._edges[k + 1]
            inside = high >= self._range[0] and low <= self._range[1]
            high_px = (self.height() - 2) * float(count) / most
            bar = QRectF(k * each + 0.5, self.height() - high_px, each - 1.0, high_px)
            painter.fillRect(bar, QColor(look.accent if inside else look.border))
        painter.end()


class _NumberPage(QWidget):
    """From and to, above them how the numbers are spread."""

    changed = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._column = ""
        self.bars = Histogram()
        self.low, self.high, self.span = QLineEdit(), QLineEdit(), Label()
        self.refusal = Label()
        set_role(self.refusal, role="caution")
        set_role(self.span, role="muted")
        grid = QGridLayout(self)
        grid.addWidget(self.bars, 0, 0, 1, 4)
        grid.addWidget(self.span, 1, 0, 1, 4)
        for place, (field, name, text) in enumerate(
            ((self.low, "from", self.tr("&From")), (self.high, "to", self.tr("&to")))
        ):
            field.setObjectName(f"candidates.filterBox.{name}")
            field.setMinimumHeight(_TARGET)
            field.setMinimumWidth(field.fontMetrics().horizontalAdvance("0000000"))
            field.textEdited.connect(lambda _: self._read())
            label = Label(text)
            label.setBuddy(field)
            grid.addWidget(label, 2, 2 * place)
            grid.addWidget(field, 2, 2 * place + 1)
        grid.addWidget(self.refusal, 3, 0, 1, 4)
        grid.setRowStretch(4, 1)

    def show_filter(self, pool: Pool, present: NumberFilter) -> None:
        """Show a column with its filter; typing replaces the lower end."""
        self._column = present.column
        numbers = numbers_of_cells(cells_of(pool, present.column))
        self.bars.show_numbers(numbers)
        self.bars.show_range(present.low, present.high)
        ends = DASH.join(number(float(end(numbers)), 6) for end in (np.nanmin, np.nanmax))
        self.span.setText(f"{ends} {_unit(pool, present.column)}".strip())
        for field, end in ((self.low, present.low), (self.high, present.high)):
            field.setText(number(end, 6) if math.isfinite(end) else "")
        self.refusal.setText("")

    def take_focus(self) -> None:
        """Be ready for the lower end: what is typed replaces it."""
        self.low.setFocus(Qt.FocusReason.OtherFocusReason)
        self.low.selectAll()

    def _read(self) -> None:
        ends = []
        for field, none in ((self.low, -math.inf), (self.high, math.inf)):
            text = field.text().strip()
            value, right = QLocale().toDouble(text)
            if not right:
                value, right = QLocale.c().toDouble(text)
            if text and not right:
                self.refusal.setText(self.tr("“{text}” is no number: write it like {example}").format(
                    text=shorten(text, 16), example=number(82.5)))  # fmt: skip
                return
            ends.append(value if text else none)
        self.refusal.setText("")
        self.bars.show_range(*ends)
        self.changed.emit(NumberFilter(self._column, *ends))


class _WordPage(QScrollArea):
    """A tick for each word, with the number of its candidates."""

    changed = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._column = ""
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._boxes: dict[str, QCheckBox] = {}

    def show_filter(self, pool: Pool, present: WordFilter) -> None:
        """Show a column with its filter."""
        self._column, self._boxes = present.column, {}
        inside = QWidget()
        column = QVBoxLayout(inside)
        for word, count in word_counts(pool, present.column).items():
            box = QCheckBox(f"{visible(shorten(word, 30))}   {count}".replace("&", "&&"))
            box.setObjectName(f"candidates.filterBox.word.{len(self._boxes)}")
            set_tip(box, word)
            box.setMinimumHeight(_TARGET)
            box.setChecked(word in present.words)
            box.toggled.connect(lambda _: self._read())
            self._boxes[word] = box
            column.addWidget(box)
        column.addStretch(1)
        self.setWidget(inside)

    def take_focus(self) -> None:
        """Be ready for the first word."""
        if self._boxes:
            next(iter(self._boxes.values())).setFocus(Qt.FocusReason.OtherFocusReason)

    def _read(self) -> None:
        ticked = tuple(word for word, box in self._boxes.items() if box.isChecked())
        self.changed.emit(WordFilter(self._column, ticked))


class _RunsPage(QWidget):
    """Never run, run, or succeeded."""

    changed = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._group = QButtonGroup(self)
        column = QVBoxLayout(self)
        words: tuple[tuple[RunsSoFar | None, str], ...] = (
            (None, self.tr("all")),
            ("never", self.tr("never run")),
            ("run", self.tr("run")),
            ("succeeded", self.tr("succeeded")),
        )
        self._kinds = tuple(kind for kind, _ in words)
        for place, (kind, text) in enumerate(words):
            radio = QRadioButton(text)
            radio.setObjectName(f"candidates.filterBox.runs.{kind or 'all'}")
            radio.setMinimumHeight(_TARGET)
            self._group.addButton(radio, place)
            column.addWidget(radio)
        column.addStretch(1)
        self._group.idClicked.connect(lambda place: self.changed.emit(RunsFilter(self._kinds[place])))

    def show_filter(self, _pool: Pool, present: RunsFilter) -> None:
        """Show the filter."""
        self._group.button(self._kinds.index(present.so_far)).setChecked(True)

    def take_focus(self) -> None:
        """Be ready for another choice."""
        for radio in self._group.buttons():
            if radio.isChecked():
                radio.setFocus(Qt.FocusReason.OtherFocusReason)


class FilterBox(QFrame):
    """Columns at the left, the filter of the chosen one at the right; what is set counts at once.

    Parameters
    ----------
    around
        The page; the box opens over it.
    """

    #: A filter was changed; it may exclude nothing.
    changed = Signal(object)
    #: The box was closed.
    closed = Signal()

    def __init__(self, around: QWidget) -> None:
        super().__init__(around, Qt.WindowType.Popup)
        self.setObjectName("candidates.filterBox")
        self.setAccessibleName(self.tr("Filter candidates"))
        set_role(self, role="card")
        self._pool: Pool | None = None
        self._filters: dict[str, Filter] = {}
        self.columns = QListWidget()  #: The columns.
        self.columns.setObjectName("candidates.filterBox.columns")
        self.columns.setAccessibleName(self.tr("Column"))
        self._pages = QStackedWidget()
        self.numbers, self.words, self.runs = _NumberPage(), _WordPage(), _RunsPage()  #: Filter of each kind.
        for page in (self.numbers, self.words, self.runs):
            self._pages.addWidget(page)
            page.changed.connect(self._take)
        done = button(self.tr("&Done"), "candidates.filterBox.done", self.close)
        done.setDefault(True)
        foot = QHBoxLayout()
        foot.addStretch(1)
        foot.addWidget(done)
        right = QVBoxLayout()
        right.addWidget(self._pages, 1)
        right.addLayout(foot)
        line = QHBoxLayout(self)
        line.addWidget(self.columns, 2)
        line.addLayout(right, 3)
        self.columns.currentRowChanged.connect(lambda _: self._turn())
        self.columns.clicked.connect(lambda _: self._go_in())

    def open_at(
        self, below: QWidget, pool: Pool, filters: Mapping[str, Filter], column: str | None = None
    ) -> None:
        """Open below a widget, on a column if one is named."""
        self._filters = dict(filters)
        if pool is not self._pool:
            self._pool = pool
            self._list(pool)
        place = next((k for k in range(self.columns.count()) if self._name(k) == column), -1)
        self.columns.setCurrentRow(-1)
        self._pages.setVisible(place >= 0)
        letters = self.fontMetrics().averageCharWidth()
        self.resize(letters * 66, self.fontMetrics().lineSpacing() * 17)
        at = below.mapToGlobal(below.rect().bottomLeft())
        right = self.screen().availableGeometry().right()
        at.setX(max(0, min(at.x(), right - self.width())))
        self.move(at)
        self.show()
        self.columns.setFocus(Qt.FocusReason.PopupFocusReason)
        if place >= 0:
            self.columns.setCurrentRow(place)
            self._go_in()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter and Esc close the box; in the list of columns Enter goes to the filter."""
        enter = event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}
        if enter and self.columns.hasFocus() and self.columns.currentRow() >= 0:
            self._go_in()
            return
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape}:
            self.close()
            return
        super().keyPressEvent(event)

    def hideEvent(self, event: object) -> None:
        """Say that the box is closed."""
        super().hideEvent(event)  # type: ignore[arg-type]  # a QHideEvent
        self.closed.emit()

    def _list(self, pool: Pool) -> None:
        self.columns.clear()
        names = {attribute.name: bare_name(attribute) for attribute in pool.attributes}
        for column in (*filtered_columns(pool), RUNS):
            item = QListWidgetItem(visible(names.get(column, column) if column else self.tr("Runs so far")))
            item.setData(Qt.ItemDataRole.UserRole, column)
            self.columns.addItem(item)

    def _name(self, place: int) -> str:
        return str(self.columns.item(place).data(Qt.ItemDataRole.UserRole))

    def _turn(self) -> None:
        place, pool = self.columns.currentRow(), self._pool
        if place < 0 or pool is None:
            return
        column = self._name(place)
        present = self._filters.get(column) or (RunsFilter() if column == RUNS else open_filter(pool, column))
        self._pages.show()
        if isinstance(present, NumberFilter):
            self._pages.setCurrentWidget(self.numbers)
            self.numbers.show_filter(pool, present)
        elif isinstance(present, WordFilter):
            self._pages.setCurrentWidget(self.words)
            self.words.show_filter(pool, present)
        elif present is not None:
            self._pages.setCurrentWidget(self.runs)
            self.runs.show_filter(pool, present)

    def _go_in(self) -> None:
        page = self._pages.currentWidget()
        if self._pages.isVisible() and isinstance(page, _NumberPage | _WordPage | _RunsPage):
            page.take_focus()

    def _take(self, made: Filter) -> None:
        self._filters[made.column] = made
        self.changed.emit(made)


class FilterChips(QWidget):
    """One chip per filter; a click opens it, its cross takes it away. Chips wrap to further lines."""

    #: Column of the chip that was clicked; of the filter that is taken away.
    opened, removed = Signal(str), Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("candidates.filters")
        self.setAccessibleName(self.tr("Filters"))
        self._chips: list[QPushButton] = []
        self._line = QHBoxLayout(self)
        self._line.setContentsMargins(0, 0, 0, 0)

    def show_filters(self, filters: Sequence[Filter], pool: Pool) -> None:
        """Show the filters that exclude something."""
        for chip in self._chips:
            chip.setParent(None)
            chip.deleteLater()
        self._chips = []
        while self._line.count():
            self._line.takeAt(0)
        for each in filters:
            if each.is_open:
                continue
            text = filter_text(each, pool)
            chip = QPushButton(f"{shorten(text, 34)}".replace("&", "&&"))
            chip.setObjectName(f"candidates.filters.{len(self._chips) // 2}")
            away = QPushButton("✕")
            away.setObjectName(f"candidates.filters.{len(self._chips) // 2}.remove")
            away.setAccessibleName(self.tr("Take away: {filter}").format(filter=text))
            set_tip(away, away.accessibleName())
            set_tip(chip, text)
            chip.clicked.connect(lambda _=False, column=each.column: self.opened.emit(column))
            away.clicked.connect(lambda _=False, column=each.column: self.removed.emit(column))
            for part, role in ((chip, "chip"), (away, "chip-end")):
                set_role(part, role=role)
                self._chips.append(part)
                self._line.addWidget(part)
        self._line.addStretch(1)
        self.setVisible(bool(self._chips))


def filter_text(made: Filter, pool: Pool) -> str:
    """Return a filter in words: ``Temperature 80–100 °C``, ``Solvent MeCN, Toluene``, ``never run``."""
    if isinstance(made, RunsFilter):
        if made.so_far == "never":
            return tr("never run")
        return tr("has succeeded") if made.so_far == "succeeded" else tr("run at least once")
    names = {attribute.name: bare_name(attribute) for attribute in pool.attributes}
    name = names.get(made.column, made.column)
    if isinstance(made, WordFilter):
        return f"{name} {', '.join(made.words)}"
    low, high = (number(end, 6) for end in (made.low, made.high))
    if made.low == made.high:
        span = low
    elif math.isinf(made.high):
        span = f"≥ {low}"
    else:
        span = f"≤ {high}" if math.isinf(made.low) else f"{low}{DASH}{high}"
    return f"{name} {span} {_unit(pool, made.column)}".strip()


def _unit(pool: Pool, column: str) -> str:
    return next((a.unit for a in pool.attributes if a.name == column and a.kind == "number"), "")
