"""Name the columns of a table by its headings, in one row or two, and those that have none or share one."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import count
from typing import TYPE_CHECKING

from kgdesk.errors import BadTable
from kgdesk.tables.columns import argument
from kgdesk.tables.decimal_mark import mostly_numbers
from kgdesk.tables.formula_guard import unescape_formula
from kgdesk.tables.numbers import is_number, is_whole, stands_for_missing
from kgdesk.tables.quoting import nfc, quoted
from kgdesk.tables.raw_table import refuse_too_many_columns
from kgdesk.tables.roles import names_rows
from kgdesk.tables.units_row import is_unit
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Collection, Container, Sequence

    from kgdesk.tables.packed_rows import PackedRows

#: Wells of a plate map in one row, at least.
_WELLS = 3
_PLATE_ROWS = "ABCDEFGHIJKLMNOP"


@dataclass(frozen=True, slots=True)
class Headings:
    """The headings of a table.

    Parameters
    ----------
    titles
        One per column that is read, distinct.
    kept
        Indices of these columns; the others are empty, or belong to a plate map.
    row_numbers
        The heading that a first column without one was given, whose cells are all different; empty if there is none.
    made
        Each heading that the program gave to a column -> the heading in the file, empty where there is none.
    further
        Number of rows below the headings that complete them.
    plate_map
        Number of columns that hold a plate map.
    """

    titles: tuple[str, ...]
    kept: list[int]
    row_numbers: str = ""
    made: dict[str, str] = field(default_factory=dict)
    further: int = 0
    plate_map: int = 0

    def notes(self) -> list[str]:
        """Return what a person must know about the headings, in sentences."""
        said: list[str] = []
        if self.row_numbers:
            said.append(
                phrase(
                    "The first column has no heading: it is taken as row numbers and called {name}.",
                    name=quoted(self.row_numbers),
                )
            )
        said += [
            phrase(
                "Two columns are called {title}: column {number} is called {name} here.",
                title=quoted(title),
                number=self.kept[self.titles.index(name)] + 1,
                name=quoted(name),
            )
            if title
            else phrase(
                "Column {number} has no heading: it is called {name} and kept with the data. To learn from it, say so "
                "(--category {option} if it holds words, --attributes with all columns to learn from if it holds "
                "numbers, or “Used as”).",
                number=self.kept[self.titles.index(name)] + 1,
                name=quoted(name),
                option=argument(name),
            )
            for name, title in self.made.items()
        ]
        if self.plate_map:
            said.append(
                phrase("The plate map beside the table ({count} columns) is not read.", count=self.plate_map)
            )
        return said


def numbered(body: PackedRows) -> Headings:
    """Return the numbers of the columns that hold something, for a table without headings."""
    kept = [at for at in range(len(next(iter(body[:1])))) if any(map(str.strip, body.column(at)))]
    return Headings(tuple(f"Column {at + 1}" for at in kept), kept)


def find_headings(
    name: str,
    record: Sequence[str],
    body: PackedRows,
    place: tuple[str, int],
    *,
    forgiving: bool,
    may_be_two: bool,
) -> Headings:
    """Return the headings of a table; columns without any content are left out.

    Parameters
    ----------
    name
        Name of the table in messages.
    record
        The row with the headings.
    body
        The rows below it.
    place
        ``line`` or ``row``, and its number.
    forgiving
        Whether columns without a heading, or with that of another one, are given one.
    may_be_two
        Whether the first row below may complete the headings.

    Raises
    ------
    BadTable
        A column has no heading, or two have the same, and `forgiving` is false; most columns have no heading; or there
        are too many columns.
    """
    titles = [_clean(cell) for cell in record]
    below = [_clean(cell) for cell in next(iter(body[:1]))]
    further = int(may_be_two and _completes(titles, below, body[1:]))
    if further:
        titles, body = _joined(titles, below), body[1:]
        third = [_clean(cell) for cell in next(iter(body[:1]))]
        if (
            len(body) > 1 and not titles[0] and third[0] and not any(third[1:])
        ):  # pandas: the name of its index
            titles[0], further, body = third[0], 2, body[1:]
    kept = [at for at, title in enumerate(titles) if title or any(map(str.strip, body.column(at)))]
    wells = _plate_map(titles, kept, body)
    kept = [at for at in kept if at not in wells]
    refuse_too_many_columns(name, len(kept))
    row_numbers = ""
    if len(kept) > 1 and not titles[kept[0]] and _all_different(body.column(kept[0])):
        row_numbers = titles[kept[0]] = _free("Row", titles)
    nameless = sum(not titles[at] for at in kept)
    if not forgiving or 2 * nameless > len(kept):
        _check_titles(name, {index: titles[index] for index in kept}, *place)
    made: dict[str, str] = {}
    seen: set[str] = set()
    for at in kept:
        title = titles[at]
        if not title or title in seen:
            titles[at] = _free(title, titles, seen) if title else _free(f"Column {at + 1}", titles)
            made[titles[at]] = title
        seen.add(titles[at])
    return Headings(tuple(titles[at] for at in kept), kept, row_numbers, made, further, len(wells))


def _clean(cell: str) -> str:
    return nfc(unescape_formula(" ".join(cell.split())))


def _free(title: str, titles: Collection[str], seen: Container[str] = ()) -> str:
    """Return a heading that no other column has: the title, or the title with a number."""
    names = (f"{title} {number}" if number > 1 else title for number in count(1))
    return next(each for each in names if each not in titles and each not in seen)


def _completes(titles: Sequence[str], below: Sequence[str], rest: PackedRows) -> bool:
    """Return whether the row below the headings completes them, as names below the heading of a group do.

    It names every column that has no heading, one at least beside the first, or columns that share one, and holds
    words, neither units nor what stands for a missing value, above the columns of numbers.
    """
    if len(rest) < 2:
        return False
    filled = [at for at in range(len(titles)) if below[at] or any(map(str.strip, rest.column(at)))]
    unnamed = [at for at in filled if not titles[at]]
    beside = [at for at in unnamed if at > filled[0]]
    groups = [titles[at] for at in filled if titles[at]]
    if not (beside or len(set(groups)) < len(groups)) or not all(below[at] for at in beside):
        return False
    if filled[0] in unnamed and not below[filled[0]] and beside:
        return False
    above = [below[at] for at in filled if below[at] and mostly_numbers(rest.column(at))]
    return bool(above) and all(map(_is_name, above)) and not all(map(is_unit, above))


def _is_name(text: str) -> bool:
    letters = any(map(str.isalpha, text)) and text[0] not in "<>≤≥"
    return letters and not stands_for_missing(text) and not is_number(text, "point")


def _joined(titles: Sequence[str], below: Sequence[str]) -> list[str]:
    """Return the headings of two rows: the lower one, with that of its group where several columns have it."""
    filled = sum(map(bool, titles))
    if all(titles[:filled]) and not (below[0] or names_rows(titles[0])):  # a title, from the left
        return list(below)
    joined, group = [], ""
    for title, lower in zip(titles, below, strict=True):
        group = title or group
        several = lower and below.count(lower) > 1 and group and group != lower
        joined.append(f"{group} {lower}" if several else lower or title)
    return joined


def _plate_map(titles: Sequence[str], kept: Sequence[int], body: PackedRows) -> set[int]:
    """Return the columns of a plate map beside the table: 1, 2, 3 ... above, A, B, C ... at the left.

    A column without any content separates it from the table.
    """
    for at in kept:
        if at - 1 in kept or not any(left < at for left in kept):
            continue
        block = [right for right in kept if right >= at]
        numbers = [titles[right] for right in block[1:]]
        rows = [cell.strip() for cell in body.column(at) if cell.strip()]
        if (
            len(numbers) >= _WELLS
            and all(map(is_whole, numbers))
            and list(map(int, numbers)) == [*range(1, len(numbers) + 1)]
            and rows == list(_PLATE_ROWS[: len(rows)])
            and len(rows) > 1
        ):
            return set(block)
    return set()


def _all_different(cells: Sequence[str]) -> bool:
    """Return whether each cell is filled and no two are equal; a row of units may leave the first one blank."""
    bare = [cell.strip() for cell in cells]
    bare = bare[1:] if len(bare) > 1 and not bare[0] else bare
    return "" not in bare and len(set(bare)) == len(bare)


def _check_titles(name: str, titles: dict[int, str], word: str, line: int) -> None:
    """Raise unless every column (index -> title) has a heading of its own."""
    seen: dict[str, int] = {}
    for index, title in titles.items():
        if not title:
            raise BadTable(
                phrase(
                    "{name}, {word} {line}: column number {index} has no heading. Give every column a name, or choose "
                    "the {word} with the headings (--headings, or “Headings”).",
                    name=name,
                    word=word,
                    line=line,
                    index=index + 1,
                )
            )
        if title in seen:
            raise BadTable(
                phrase(
                    "{name}, {word} {line}: columns number {first} and {index} are both called {title}. "
                    "Give every column a name of its own.",
                    name=name,
                    word=word,
                    line=line,
                    first=seen[title] + 1,
                    index=index + 1,
                    title=quoted(title),
                )
            )
        seen[title] = index
