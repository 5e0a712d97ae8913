"""Rows of text cells that need little memory."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Final, TypeVar, overload

from kgdesk.tables.quoting import nfc

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


T = TypeVar("T")

#: Number of rows in a block, and between two calls of a `Check`.
CHECKED: Final = 2_000


class PackedRows(Sequence[tuple[str, ...]]):
    """A sequence of rows, kept in blocks of `CHECKED` rows that store one joined text per column.

    Cells are split off when they are read. Slices must not have a step.
    """

    def __init__(self, rows: Iterable[Sequence[str]] = ()) -> None:
        each = iter(rows)
        self._blocks: list[_Block] = []
        while piece := list(islice(each, CHECKED)):
            self._blocks.append(_Block.of(piece))
        self._start, self._stop = 0, sum(block.count for block in self._blocks)
        self._columns: Sequence[int] | None = None
        self._last: tuple[int, Sequence[tuple[str, ...]]] = (-1, ())

    def __len__(self) -> int:
        return self._stop - self._start

    @overload
    def __getitem__(self, at: int) -> tuple[str, ...]: ...
    @overload
    def __getitem__(self, at: slice) -> PackedRows: ...
    def __getitem__(self, at: int | slice) -> tuple[str, ...] | PackedRows:
        chosen = range(self._start, self._stop)[at]
        if isinstance(chosen, range):
            return self._like(self._blocks, chosen, self._columns)
        number, place = divmod(chosen, CHECKED)
        last = self._last  # read once: another thread may replace it meanwhile
        if last[0] != number:
            self._last = last = number, self._blocks[number].rows(self._columns)
        return last[1][place]

    def __iter__(self) -> Iterator[tuple[str, ...]]:
        return self._selected(lambda block: block.rows(self._columns))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, tuple | PackedRows) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def column(self, at: int) -> tuple[str, ...]:
        """Return the cells of a column, counted from 0; every row must have it."""
        column = at if self._columns is None else self._columns[at]
        return tuple(self._selected(lambda block: block.cells(column)))

    def with_columns(self, columns: Sequence[int]) -> PackedRows:
        """Return the rows with these columns only; every row must have them."""
        return self._like(self._blocks, range(self._start, self._stop), columns)

    def normalised(self) -> PackedRows:
        """Return the rows in Unicode NFC."""
        blocks = [block.normalised() for block in self._blocks]
        return self._like(blocks, range(self._start, self._stop), self._columns)

    def _like(self, blocks: list[_Block], rows: range, columns: Sequence[int] | None) -> PackedRows:
        new = PackedRows()
        new._blocks, new._start, new._stop, new._columns = blocks, rows.start, rows.start + len(rows), columns
        return new

    def _selected(self, read: Callable[[_Block], Sequence[T]]) -> Iterator[T]:
        """Yield what `read` returns for the selected rows of each block."""
        for first in range(self._start // CHECKED * CHECKED, self._stop, CHECKED):
            block = self._blocks[first // CHECKED]
            yield from read(block)[max(self._start - first, 0) : self._stop - first]


@dataclass(frozen=True, slots=True)
class _Block:
    """A block of rows, one text per column with its cells joined by line feeds.

    Rows of different lengths, or with a line feed in a cell, are stored as they are in `unpacked`.
    """

    count: int
    texts: Sequence[str]
    unpacked: Sequence[tuple[str, ...]] = ()

    @classmethod
    def of(cls, rows: Sequence[Sequence[str]]) -> _Block:
        count = len(rows)
        if len(set(map(len, rows))) == 1:
            texts = list(map("\n".join, zip(*rows, strict=True)))
            if all(text.count("\n") == count - 1 for text in texts):
                return cls(count, texts)
        return cls(count, (), list(map(tuple, rows)))

    def rows(self, columns: Sequence[int] | None) -> Sequence[tuple[str, ...]]:
        if self.unpacked and columns is None:
            return self.unpacked
        chosen = range(len(self.texts)) if columns is None else columns
        return list(zip(*map(self.cells, chosen), strict=True))

    def cells(self, column: int) -> Sequence[str]:
        if self.unpacked:  # a blank row outside the selection may be shorter
            return [row[column] if column < len(row) else "" for row in self.unpacked]
        return self.texts[column].split("\n")

    def normalised(self) -> _Block:
        return _Block(self.count, list(map(nfc, self.texts)), [tuple(map(nfc, row)) for row in self.unpacked])
