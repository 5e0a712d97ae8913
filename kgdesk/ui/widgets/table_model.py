"""Column and TableModel: sort and filter columns of arrays without copying them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from kgdesk.ui.widgets.basic import tip_text, visible

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from numpy.typing import NDArray

    Places = NDArray[np.int64]

Index = QModelIndex | QPersistentModelIndex
#: Appended to numbers and their headings, to separate them from the next column.
ROOM = "\N{EN SPACE}"
_EXACT = 15
#: Roles that Qt requests for every painted cell and that few columns provide.
_SELDOM = frozenset(
    {
        Qt.ItemDataRole.FontRole,
        Qt.ItemDataRole.ForegroundRole,
        Qt.ItemDataRole.BackgroundRole,
        Qt.ItemDataRole.CheckStateRole,
        Qt.ItemDataRole.DecorationRole,
    }
)
_DIGITS = re.compile(r"\d+")
#: Longest heading in one line, in characters.
_ONE_LINE = 10


@dataclass(frozen=True, eq=False)
class Column:
    """One column of a table.

    Parameters
    ----------
    heading
        Heading with the unit, so that cells hold numbers alone; a long one in two lines.
    values
        One value per row, shape (n,); an array is not copied.
    text
        Formats one value.
    is_number
        Right-aligned, sorted numerically with NaN last, and not searched.
    key
        Sort keys, shape (n,), if not `values`; a column with keys is not searched either.
    heading_tip
        Tooltip of the heading.
    tip
        Tooltip of a cell by its index in `values`; without one, or if empty, the full text of a text cell.
    roles
        Further item data roles for delegates: role -> function of the index in `values`.
    """

    heading: str
    values: Sequence[Any] | np.ndarray
    text: Callable[[Any], str] = str
    is_number: bool = False
    key: np.ndarray | None = None
    heading_tip: str = ""
    tip: Callable[[int], str] | None = None
    roles: Mapping[int, Callable[[int], Any]] = field(default_factory=dict)

    @property
    def is_searched(self) -> bool:
        """Whether the words of a filter are looked for in it."""
        return not self.is_number and self.key is None

    def words(self) -> list[str]:
        """Return every cell as text."""
        return [self.text(value) for value in self.values]

    def ranks(self) -> np.ndarray:
        """Return sort keys, shape (n,); text sorts naturally: C-9 before C-10."""
        if self.is_number or self.key is not None:
            return np.asarray(self.values if self.key is None else self.key, dtype=np.float64)
        words = self.words()
        numbers = _numbers_behind(words)
        if numbers is not None:
            return numbers
        words = [word.casefold() for word in words]
        place = {
            word: rank
            for rank, word in enumerate(sorted(set(words), key=lambda word: (_natural(word), word)))
        }
        return np.array([place[word] for word in words], dtype=np.int64)


def _numbers_behind(words: Sequence[str]) -> NDArray[np.float64] | None:
    """Return the trailing number of every word, shape (n,), -1 if absent; None if the words differ elsewhere.

    All characters are stored in one array and compared column by column: for 100,000 codes ten times faster than
    word by word.
    """
    text = "".join(words)
    if not text.isascii():  # casefold may change the length of non-ASCII text
        words = [word.casefold() for word in words]
        text = "".join(words)
    lengths = np.fromiter(map(len, words), dtype=np.int64, count=len(words))
    stem = words[0].casefold().rstrip("0123456789") if words else ""
    if not words or lengths.max() > _EXACT or lengths.min() < len(stem):
        return None
    letters = np.frombuffer(text.casefold().encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
    starts = np.cumsum(lengths) - lengths
    if any((letters[starts + at] != ord(letter)).any() for at, letter in enumerate(stem)):
        return None
    numbers = np.where(lengths == len(stem), -1.0, 0.0)
    for at in range(len(stem), int(lengths.max())):
        rows = np.flatnonzero(lengths > at)
        digits = letters[starts[rows] + at] - np.uint32(ord("0"))  # below "0": wraps around
        if (digits > 9).any():
            return None
        numbers[rows] = 10.0 * numbers[rows] + digits
    return numbers


def in_two_lines(heading: str) -> str:
    """Return a heading of several words in two lines, broken near its middle."""
    spaces = [place for place, letter in enumerate(heading) if letter == " "]
    if len(heading) <= _ONE_LINE or not spaces:
        return heading
    place = min(spaces, key=lambda at: abs(2 * at + 1 - len(heading)))
    return f"{heading[:place]}\n{heading[place + 1 :]}"


def _natural(word: str) -> str:
    return _DIGITS.sub(lambda rows: rows.group().zfill(12), word)


class TableModel(QAbstractTableModel):
    """Table model of array columns. Cells are formatted when displayed, so that 100,000 rows cost nothing."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._columns: tuple[Column, ...] = ()
        self._order: Places = np.empty(0, dtype=np.int64)
        self._by: tuple[int, bool] | None = None
        self._wanted: tuple[str, ...] = ()
        self._ranks: dict[int, np.ndarray] = {}
        self._search: list[str] | None = None
        self._hits: Places | None = None
        self._passed: np.ndarray | None = None
        self._without: frozenset[int] = _SELDOM

    @property
    def columns(self) -> tuple[Column, ...]:
        """The present columns."""
        return self._columns

    @property
    def total(self) -> int:
        """Number of rows before filtering."""
        return len(self._columns[0].values) if self._columns else 0

    def set_columns(self, columns: tuple[Column, ...]) -> None:
        """Replace the columns, all of equal length; keep sort order and filter."""
        self.beginResetModel()
        before, self._columns = self._columns, columns
        self._without = _SELDOM.difference(*(column.roles for column in columns))
        same = [a.values is b.values for a, b in zip(before, columns, strict=False)]
        self._ranks = {
            place: ranks for place, ranks in self._ranks.items() if place < len(same) and same[place]
        }
        if len(before) != len(columns) or any(
            c.is_searched and not s for c, s in zip(columns, same, strict=True)
        ):
            self._search = self._hits = None
        if self._by is not None and self._by[0] >= len(columns):
            self._by = None
        self._order = self._ordered()
        self.endResetModel()

    def set_filter(self, text: str) -> None:
        """Show only rows whose text columns contain every one of these words, ignoring case."""
        wanted = tuple(text.casefold().split())
        if wanted == self._wanted:
            return
        self.beginResetModel()
        self._wanted, self._hits = wanted, None
        self._order = self._ordered()
        self.endResetModel()

    def set_passed(self, passed: np.ndarray | None) -> None:
        """Show only rows of `passed`, (n,) bool, besides those that the words of the filter leave; None shows all."""
        if passed is None and self._passed is None:
            return
        self.beginResetModel()
        self._passed = passed
        self._order = self._ordered()
        self.endResetModel()

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort stably by a column, NaN last; -1 restores the original order."""
        has_column = 0 <= column < len(self._columns)
        by = (column, order == Qt.SortOrder.DescendingOrder) if has_column else None
        if by == self._by:
            return
        self.beginResetModel()
        self._by = by
        self._order = self._ordered()
        self.endResetModel()

    def source(self, row: int) -> int:
        """Return the index in the columns' values of a displayed row."""
        return int(self._order[row])

    def shown_row(self, source: int) -> int:
        """Return the displayed row of an index in the values; -1 if filtered out."""
        rows = np.flatnonzero(self._order == source)
        return int(rows[0]) if rows.size else -1

    def rowCount(self, parent: Index | None = None) -> int:
        """Return the number of displayed rows."""
        return 0 if parent is not None and parent.isValid() else len(self._order)

    def columnCount(self, parent: Index | None = None) -> int:
        """Return the number of columns."""
        return 0 if parent is not None and parent.isValid() else len(self._columns)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return text, alignment or tooltip of a cell, or another role of its column."""
        if role in self._without:
            return None
        column = self._columns[index.column()]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _alignment(column)
        row = int(self._order[index.row()])
        if role == Qt.ItemDataRole.DisplayRole:
            return visible(column.text(column.values[row]))
        if role == Qt.ItemDataRole.ToolTipRole:
            tip = column.tip(row) if column.tip is not None else ""
            tip = tip or ("" if column.is_number else column.text(column.values[row]))
            return tip_text(tip) if tip else None
        asked = column.roles.get(role)
        return None if asked is None else asked(row)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """Return the heading of a column, aligned like its cells."""
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            column = self._columns[section]
            heading = column.heading
            return visible(heading.replace("\n", f"{ROOM}\n") + ROOM if column.is_number else heading)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _alignment(self._columns[section])
        if role == Qt.ItemDataRole.ToolTipRole:
            return tip_text(self._columns[section].heading_tip) or None
        return None

    def _ordered(self) -> Places:
        rows = np.arange(self.total, dtype=np.int64) if not self._wanted else self._matches()
        if self._passed is not None and self._passed.size == self.total:
            rows = rows[self._passed[rows]]
        if self._by is None:
            return rows
        place, falling = self._by
        if place not in self._ranks:
            self._ranks[place] = self._columns[place].ranks()
        keys = self._ranks[place][rows]
        return rows[np.argsort(-keys if falling else keys, kind="stable")]

    def _matches(self) -> Places:
        if self._hits is not None:
            return self._hits
        if self._search is None:
            texts = [column.words() for column in self._columns if column.is_searched]
            self._search = ["\n".join(cells).casefold() for cells in zip(*texts, strict=True)]
        rows: list[int] | range = range(len(self._search))
        for word in self._wanted:
            rows = [row for row in rows if word in self._search[row]]
        self._hits = np.array(rows, dtype=np.int64)
        return self._hits


def _alignment(column: Column) -> Qt.AlignmentFlag:
    side = Qt.AlignmentFlag.AlignRight if column.is_number else Qt.AlignmentFlag.AlignLeft
    return side | Qt.AlignmentFlag.AlignVCenter
