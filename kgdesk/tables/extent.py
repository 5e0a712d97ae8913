"""Find the rows of a table among blank lines, and what stands below it."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from kgdesk.errors import BadTable
from kgdesk.tables.decimal_mark import mostly_numbers
from kgdesk.tables.delimited_text import is_blank
from kgdesk.tables.notes_below import is_summary
from kgdesk.tables.numbers import count_numbers
from kgdesk.tables.packed_rows import PackedRows
from kgdesk.tables.quoting import quoted
from kgdesk.tables.raw_table import blank_above, blank_at_the_end
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Sequence


def rows_of_table(
    name: str, cells: PackedRows, lines: Sequence[int], word: str, headings: int | None, *, forgiving: bool
) -> tuple[PackedRows, list[int], tuple[str, ...]]:
    """Return the rows of a table with the headings, their lines, and notes on what is around and between them.

    Parameters
    ----------
    name, word
        Name of the table in messages, and ``line`` or ``row``.
    cells, lines
        All records, and the line on which each begins.
    headings
        Line of the headings, if it was chosen; 0: there are none.
    forgiving
        Whether rows below a blank line that are like those above it go on with the table, and others are not read.

    Raises
    ------
    BadTable
        There is no row, or none below the headings, or the line chosen for them is blank; or a blank line divides the
        table and `forgiving` is false, or rows that may be candidates would be left unread.
    """
    filled = [index for index, record in enumerate(cells) if not is_blank(record)]
    if not filled and headings:
        raise BadTable(
            phrase(
                "There is no text in {word} {line} of {name} or below: choose the {word} with the headings "
                "(--headings, or “Headings”).",
                name=name,
                word=word,
                line=headings,
            )
        )
    if not filled:
        raise BadTable(
            phrase(
                "{name} contains no text: choose a file with headings and one {word} per candidate.",
                name=name,
                word=word,
            )
        )
    first = filled[0]
    if len(filled) == 1 and headings != 0:
        raise BadTable(
            phrase(
                "{name} has headings in {word} {line} but nothing below: add one {word} per candidate.",
                name=name,
                word=word,
                line=lines[first],
            )
        )
    notes = _notes_around(name, cells, lines, word, headings, filled)
    whole = len(filled) == filled[-1] - first + 1
    if whole and (headings == 0 or cells[first] not in cells[first + 1 : filled[-1] + 1]):
        return _below_each_other(
            cells[first : filled[-1] + 1], list(lines[first : filled[-1] + 1]), notes, headings
        )
    kept: list[int] | None = None
    if whole:  # headings once more, as at the top of each page of a report
        kept = [at for at in filled if at == first or cells[at] != cells[first]]
    elif forgiving:
        kept = _going_on(cells, filled, with_headings=headings != 0)
    if kept is None:
        raise _divided(name, lines, word, filled)
    rows = set(kept)
    passed = [lines[at] for at in range(first, kept[-1]) if at not in rows]
    if passed:
        said = ", ".join(map(str, passed[:20])) + (", …" if len(passed) > 20 else "")
        notes.append(
            phrase(
                "Passed over between the rows, as blank or the headings again: {word} {lines}.",
                word=word,
                lines=said,
            )
        )
    if kept[-1] != filled[-1]:
        below = next(at for at in filled if at > kept[-1])
        text = next(cell.strip() for cell in cells[below] if cell.strip())
        notes.append(phrase("What is below the table is not read: {text}.", text=quoted(text, 60)))
    return _below_each_other(
        PackedRows(cells[at] for at in kept), [lines[at] for at in kept], notes, headings
    )


def _below_each_other(
    cells: PackedRows, lines: list[int], notes: list[str], headings: int | None
) -> tuple[PackedRows, list[int], tuple[str, ...]]:
    """Return rows, lines and notes; lists with the same headings that stand side by side are put one below the other.

    A blank column stands between the lists, each of which has at least two columns.
    """
    titles = [cell.strip() for cell in cells[0]]
    while titles and not titles[-1]:
        titles.pop()
    width = titles.index("") if "" in titles else 0
    lists = range(0, len(titles), width + 1)
    alone = len(lists) < 2 or width < 2 or headings == 0
    if alone or any(titles[at : at + width] != titles[:width] for at in lists):
        return cells, lines, tuple(notes)
    gaps = [at + width for at in lists if at + width < len(cells[0])]
    if any(record[gap].strip() for record in cells for gap in gaps if gap < len(record)):
        return cells, lines, tuple(notes)
    rows, places = [tuple(titles[:width])], [lines[0]]
    for at in lists:
        for record, line in zip(cells[1:], lines[1:], strict=True):
            part = tuple(record[at : at + width])
            if not is_blank(part):
                rows.append(part)
                places.append(line)
    said = phrase(
        "{count} lists with the same headings are side by side: they are read one below the other.",
        count=len(lists),
    )
    return PackedRows(rows), places, (*notes, said)


def _notes_around(
    name: str,
    cells: PackedRows,
    lines: Sequence[int],
    word: str,
    headings: int | None,
    filled: Sequence[int],
) -> list[str]:
    """Return what is above the headings and below the last row; raise if the line chosen for headings is blank."""
    first = filled[0]
    if headings and headings != lines[first]:
        raise BadTable(
            phrase(
                "{name}, {word} {line}: this {word} is blank where headings are expected. Choose another one.",
                name=name,
                word=word,
                line=headings,
            )
        )
    notes: list[str] = []
    if headings and headings > 1:
        notes.append(phrase("What is above {word} {line} is not read.", word=word, line=headings))
    elif first:
        notes.append(blank_above(first, word))
    at_the_end = len(cells) - 1 - filled[-1]
    if at_the_end:
        notes.append(blank_at_the_end(at_the_end, word))
    return notes


def _divided(name: str, lines: Sequence[int], word: str, filled: Sequence[int]) -> BadTable:
    gap = next(after for before, after in pairwise(filled) if after != before + 1)
    return BadTable(
        phrase(
            "{name}, {word} {blank}: this {word} is blank but {word} {filled} is not. Delete the "
            "blank {word}, or what is below it if that is another table.",
            name=name,
            word=word,
            blank=lines[gap - 1],
            filled=lines[gap],
        )
    )


def _going_on(cells: PackedRows, filled: Sequence[int], *, with_headings: bool) -> list[int] | None:
    """Return the rows of the table that begins with the first filled one; None where it cannot be told."""
    blocks: list[list[int]] = [[filled[0]]]
    for before, after in pairwise(filled):
        if after == before + 1:
            blocks[-1].append(after)
        else:
            blocks.append([after])
    titles = cells[filled[0]] if with_headings else ()
    kept = blocks[0]
    for number, block in enumerate(blocks[1:], 1):
        rows = [at for at in block if cells[at] != titles]
        body = _Body([cells[at] for at in kept[with_headings:]], titles)
        if not rows or not all(body.fits(cells[at]) for at in rows):
            rest = [at for later in blocks[number:] for at in later]
            may_be_rows = not body.rows or any(body.fits(cells[at]) for at in rest)
            return None if may_be_rows else kept
        kept = [*kept, *rows]
    return kept


class _Body:
    """Rows that belong to the table, by which others are judged."""

    def __init__(self, rows: Sequence[tuple[str, ...]], titles: Sequence[str]) -> None:
        self.rows = rows
        columns = list(zip(*rows, strict=True))
        self._numbers = [at for at, column in enumerate(columns) if mostly_numbers(column)]
        widths = sorted(map(_width, rows))
        self._width = widths[len(widths) // 2] if widths else _width(titles)

    def fits(self, row: Sequence[str]) -> bool:
        """Return whether a row goes on with the table: as wide, and with numbers where it has numbers."""
        if is_summary(row) or 2 * _width(row) < max(self._width, 2):
            return False
        if not self.rows:
            return _width(row) <= self._width
        numbers = [row[at] for at in self._numbers if row[at].strip()]
        return not self._numbers or 2 * count_numbers(numbers) > len(numbers)


def _width(row: Sequence[str]) -> int:
    return sum(bool(cell.strip()) for cell in row)
