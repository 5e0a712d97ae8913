"""Findings about the cells of a table, as sentences, and refusals that name the cell."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NoReturn, TypeVar

from kgdesk.errors import AmbiguousTable, BadInput, BadTable
from kgdesk.model.design.pool import check_name
from kgdesk.plain_text import LONGEST_NAME, difference, look_alikes
from kgdesk.tables.columns import argument
from kgdesk.tables.decimal_mark import mostly_numbers
from kgdesk.tables.numbers import MONTH, NotANumber, is_number, number_text, parse_number
from kgdesk.tables.quoting import quoted
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Sequence

    from kgdesk.model.design.pool import Pool
    from kgdesk.tables.raw_table import RawTable

T = TypeVar("T")

#: Level of a category for blank cells that mean "none".
NONE = "none"

#: Maximum number of refusals in one message.
_MOST_REFUSALS = 10

#: A code as a spreadsheet shows a long number that it has rounded: ``1.23E+15``.
_ROUNDED = re.compile(r"[0-9](?:[.,][0-9]+)?[eE]\+?[0-9]{2,3}")

#: A code as a spreadsheet shows a text that it has taken for a date: ``1-Jan``, ``Mär 21`` or ``2026-01-05``.
_DATED = re.compile(
    rf"\d{{1,2}}[-. ]*{MONTH}|{MONTH}[-. ]\d{{2}}|\d{{4}}-\d\d-\d\d(?: 00:00:00)?", re.IGNORECASE
)


def check_ids(table: RawTable, column: str, names: Sequence[str], kept: Sequence[int], *, ask: bool) -> None:
    """Check the names in the rows `kept` (`names`, one per row) as new names; ask about those that look alike.

    Raises
    ------
    BadTable
        A name is longer than 200 characters, or holds a hidden character.
    AmbiguousTable
        Two names differ only by invisible, full-width or foreign look-alike letters, and `ask` is true.
    """
    ids = [names[row] for row in kept]
    if not "".join(ids).isprintable() or max(map(len, ids)) > LONGEST_NAME:
        for row, name in zip(kept, ids, strict=True):
            _check_cell(name, table.place(row, column))
    pairs = look_alikes(ids) if ask else []
    if pairs:
        one, other = pairs[0]
        raise AmbiguousTable(
            phrase(
                "{place}: {other} looks like {one} in {word} {line} and differs from it ({signs}){more}. Correct the "
                "table if they are the same candidate, or say that they are two (--look-alikes apart).",
                place=table.place(kept[ids.index(other)], column),
                other=quoted(other),
                one=quoted(one),
                word=table.line_word,
                line=table.lines[kept[ids.index(one)]],
                signs=difference(one, other),
                more=phrase("; {count} more pairs look alike", count=len(pairs) - 1)
                if len(pairs) > 1
                else "",
            ),
            question="look_alikes",
            choices=("apart",),
        )


def check_headings(table: RawTable, ignored: Collection[str]) -> None:
    """Check the headings of all columns but the ignored ones as new names.

    Raises
    ------
    BadTable
        One is longer than 200 characters, or holds a hidden character.
    """
    for number, title in enumerate(table.header, 1):
        if title not in ignored:
            _check_cell(title, phrase("{file}, column number {number}", file=table.name, number=number))


def alike_headings(headings: Iterable[str]) -> list[str]:
    """Return the findings that two columns have headings that differ in capital letters only."""
    first: dict[str, str] = {}
    found: list[str] = []
    for heading in headings:
        twin = first.setdefault(heading.casefold(), heading)
        if twin != heading:
            found.append(
                phrase(
                    "The headings {one} and {other} differ only in capital letters; they are two columns.",
                    one=quoted(twin),
                    other=quoted(heading),
                )
            )
    return found


def _check_cell(name: str, place: str) -> None:
    try:
        check_name(name, phrase("{place}: the name", place=place))
    except BadInput as refused:
        raise BadTable(refused.sentence) from None


def constant_column(name: str, text: str) -> str:
    """Return the finding that a column has one value only."""
    return phrase(
        "Column {name} has {text} for every candidate, so nothing can be learnt from it.",
        name=quoted(name),
        text=quoted(text),
    )


class Refusals:
    """Refusals of one table, collected in `found` so that a person reads all of them at once."""

    def __init__(self) -> None:
        self.found: list[BadTable] = []

    def attempt(self, read: Callable[[], T], instead: T) -> T:
        """Return the result of `read`; if it refuses the table, keep the refusal and return `instead`."""
        try:
            return read()
        except BadTable as refused:
            self.found.append(refused)
            return instead

    def settle(self, table: RawTable, costs: Callable[[], Sequence[str]]) -> None:
        """Raise one exception for all refusals that were kept, if there are any.

        Parameters
        ----------
        table
            The table.
        costs
            Returns sentences about the rows that repairs would cost, to be added to the message.

        Raises
        ------
        AmbiguousTable
            Nothing was refused but names that look alike.
        BadTable
            The first refusals, and the number of further ones.
        """
        if not self.found:
            return
        first, *others = sorted(self.found, key=lambda each: isinstance(each, AmbiguousTable))
        if isinstance(first, AmbiguousTable):
            raise first
        sentence = first.sentence
        if others:
            sentence = phrase(
                "{name}: {count} things to correct. {said}",
                name=table.name,
                count=len(self.found),
                said=sentence,
            )
        sentences = [other.sentence for other in others[: _MOST_REFUSALS - 1]]
        if len(others) >= _MOST_REFUSALS:
            sentences.append(phrase("And {count} more.", count=len(others) - _MOST_REFUSALS + 1))
        for more in (*sentences, *costs()):
            sentence = phrase("{said} {next}", said=sentence, next=more)
        raise BadTable(sentence)


def refuse_on_its_side(table: RawTable) -> None:
    """Raise BadTable if each column has a candidate and each row an attribute.

    Then there are more columns than rows, and behind its first cell each row holds numbers alone or words alone, and
    there are rows of both kinds.
    """
    if not 2 <= len(table.rows) < len(table.header) - 1:
        return
    kinds: set[bool] = set()
    for row in table.rows:
        filled = [cell for cell in row[1:] if cell.strip()]
        numbers = sum(is_number(cell, table.reading.decimal) for cell in filled)
        if not filled or numbers not in {0, len(filled)} or is_number(row[0], table.reading.decimal):
            return
        kinds.add(numbers > 0)
    if len(kinds) == 2:
        raise BadTable(
            phrase(
                "{name} seems to lie on its side, with a candidate in each column and an attribute in each row: turn "
                "it (in a spreadsheet, copy it and paste it transposed). If it does not, name the columns to learn "
                "from (--attributes).",
                name=table.name,
            )
        )


def blank_count_note(count: int) -> str:
    """Return the number of blank cells of a column in brackets; an empty text for a single one."""
    return phrase(" ({count} blank cells in this column)", count=count) if count > 1 else ""


def blanks_are_none(table: RawTable, name: str, gaps: Sequence[int]) -> str:
    """Return the finding that the blank cells in the rows `gaps` mean "none"."""
    lines = ", ".join(str(table.lines[row]) for row in gaps[:20])
    lines += ", …" if len(gaps) > 20 else ""
    if len(gaps) == 1:
        return phrase(
            "Column {name}: one blank cell means “none” ({word} {lines}).",
            name=quoted(name),
            word=table.line_word,
            lines=lines,
        )
    return phrase(
        "Column {name}: {count} blank cells mean “none” ({word}s {lines}).",
        name=quoted(name),
        count=len(gaps),
        word=table.line_word,
        lines=lines,
    )


def none_words(pool: Pool) -> dict[str, str]:
    """Return the word for "none" of each category that has one."""
    columns = zip(pool.attributes, pool.values, strict=True)
    words = {(a.name, str(word)) for a, column in columns if a.kind == "category" for word in column}
    return {name: word for name, word in sorted(words) if word.casefold() == NONE}


def or_ignore(name: str) -> str:
    """Return the advice to leave the column out, which is possible only in a new study."""
    return phrase("; or leave out the column (--ignore {name})", name=argument(name))


def refuse_blanks(table: RawTable, name: str, gaps: Sequence[int], last: str) -> NoReturn:
    """Refuse blank cells of a column of numbers; `last` is the last remedy in the message.

    Raises
    ------
    BadTable
        Always; the message names the first of the rows `gaps` and the remedies.
    """
    raise BadTable(
        phrase(
            "{place}: this cell is blank{more}. Fill it, leave out the rows with blank cells (--blanks leave-out), or "
            "take the median (--blanks median){last}.",
            place=table.place(gaps[0], name),
            more=blank_count_note(len(gaps)),
            last=last,
        )
    )


def filled_blanks(table: RawTable, name: str, gaps: Sequence[int], middle: float) -> str:
    """Return the finding that the blank cells in the rows `gaps` were filled with the median."""
    lines = ", ".join(str(table.lines[row]) for row in gaps[:20])
    lines += ", …" if len(gaps) > 20 else ""
    number = number_text(middle, table.reading.decimal)
    if len(gaps) == 1:
        return phrase(
            "Column {name}: one blank cell filled with the median {number} ({word} {lines}).",
            name=quoted(name),
            number=number,
            word=table.line_word,
            lines=lines,
        )
    return phrase(
        "Column {name}: {count} blank cells filled with the median {number} ({word}s {lines}).",
        name=quoted(name),
        count=len(gaps),
        number=number,
        word=table.line_word,
        lines=lines,
    )


def refuse_cells(table: RawTable, name: str, column: Sequence[str], filled: Sequence[int]) -> NoReturn:
    """Refuse the cells of a column that are not numbers.

    Parameters
    ----------
    table, name
        The table, and the heading of the column.
    column
        All of its cells.
    filled
        Rows of the cells that are not blank; at least one of them is not a number.

    Raises
    ------
    BadTable
        Always; the message names the first such cell, and the remedy for a column of words.
    """
    reasons: dict[int, str] = {}
    for row in filled:
        try:
            parse_number(column[row], table.reading.decimal)
        except NotANumber as refused:
            reasons[row] = refused.reason
    row = next(iter(reasons))
    refusal = phrase(
        "{place}: {text} {reason}.",
        place=table.place(row, name),
        text=quoted(column[row].strip()),
        reason=reasons[row],
    )
    if not mostly_numbers([column[row] for row in filled]):
        raise BadTable(
            phrase(
                "{said} If the column holds words, name it as a category (--category {name}) or "
                "leave it out (--ignore {name}).",
                said=refusal,
                name=argument(name),
            )
        )
    others = len(reasons) - 1
    if others == 1:
        refusal = phrase("{said} The same column has one more cell to repair.", said=refusal)
    elif others:
        refusal = phrase(
            "{said} The same column has {count} more cells to repair.", said=refusal, count=others
        )
    raise BadTable(refusal)


def rounded_codes(table: RawTable, column: str | None, kept: Sequence[int]) -> list[str]:
    """Return the finding, if any, that a spreadsheet has turned codes into rounded numbers."""
    if column is None:
        return []
    cells = table.column(column)
    rows = [row for row in kept if _ROUNDED.fullmatch(cells[row].strip())]
    if not rows:
        return []
    text, place = quoted(cells[rows[0]].strip()), f"{table.lines[rows[0]]}"
    if len(rows) == 1:
        return [
            phrase(
                "Column {name}: a code looks like a long number that a spreadsheet has rounded (first {text} in "
                "{word} {place}).",
                name=quoted(column),
                text=text,
                word=table.line_word,
                place=place,
            )
        ]
    return [
        phrase(
            "Column {name}: {count} codes look like a long number that a spreadsheet has rounded (first {text} in "
            "{word} {place}).",
            name=quoted(column),
            count=len(rows),
            text=text,
            word=table.line_word,
            place=place,
        )
    ]


def dated_codes(table: RawTable, column: str | None, kept: Sequence[int]) -> list[str]:
    """Return the finding, if any, that codes are dates, which a spreadsheet makes of codes such as 1-2 or MAR3."""
    cells = table.column(column) if column is not None else ()
    rows = [row for row in kept if cells and _DATED.fullmatch(cells[row].strip())]
    if not rows:
        return []
    return [
        phrase(
            "Column {name}: {count} of {all} codes are dates (first {text} in {word} {place}). If a spreadsheet made "
            "them from codes such as 1-2 or MAR3, correct them, so that they are those on the samples.",
            name=quoted(str(column)),
            count=len(rows),
            all=len(kept),
            text=quoted(cells[rows[0]].strip()),
            word=table.line_word,
            place=table.lines[rows[0]],
        )
    ]


def equal_candidates(pool: Pool) -> list[str]:
    """Return the finding, if any, that candidates have the same attributes."""
    first: dict[tuple[float | str, ...], int] = {}
    twins: list[tuple[str, str]] = []
    for row, key in enumerate(zip(*pool.values, strict=True)):
        at = first.setdefault(key, row)
        if at != row:
            twins.append((pool.ids[at], pool.ids[row]))
    if not twins:
        return []
    one, other = twins[0]
    if len(twins) == 1:
        return [
            phrase(
                "One candidate has the same attributes as an earlier one (first {one} and {other}): they count as "
                "one in the calculation.",
                one=quoted(one),
                other=quoted(other),
            )
        ]
    return [
        phrase(
            "{count} candidates have the same attributes as an earlier one (first {one} and {other}): they count "
            "as one in the calculation.",
            count=len(twins),
            one=quoted(one),
            other=quoted(other),
        )
    ]
