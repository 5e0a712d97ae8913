"""Apply the repairs chosen for a table: limits and words among numbers, rows with blank cells."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kgdesk.errors import BadTable
from kgdesk.tables.decimal_mark import mostly_numbers
from kgdesk.tables.numbers import all_numbers, is_number
from kgdesk.tables.quoting import quoted
from kgdesk.text import in_sequence, phrase, template_of

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from kgdesk.tables.columns import ColumnChoice
    from kgdesk.tables.numbers import Decimal
    from kgdesk.tables.raw_table import RawTable


def limit_in(cell: str, decimal: Decimal) -> str:
    """Return the number in a cell that states a limit, for example ``0,1`` in ``<0,1``; empty if it states none."""
    text = cell.strip().removeprefix("'")
    bare = text.lstrip("<>≤≥=").strip()
    return bare if text[:1] in {"<", ">", "≤", "≥"} and is_number(bare, decimal) else ""


@dataclass(frozen=True, slots=True)
class Tidied:
    """A table after the repairs that were chosen for it.

    Parameters
    ----------
    table
        The table, with limits replaced by their numbers and words among numbers by blank cells.
    left_out
        Row -> why it is left out, a sentence.
    twins
        Rows merged with another row of the same code and attributes: not candidates, but their past outcomes count.
    changed
        What was changed, one sentence per column, for the record.
    """

    table: RawTable
    left_out: dict[int, str]
    twins: tuple[int, ...] = ()
    changed: tuple[str, ...] = ()

    @property
    def passed(self) -> frozenset[int]:
        """Rows that do not become candidates."""
        return frozenset({*self.left_out, *self.twins})


def tidy(table: RawTable, choice: ColumnChoice, names: Sequence[str]) -> Tidied:
    """Repair limits and words in the numeric attributes `names` as `choice` says, and leave out rows with blank cells.

    Raises
    ------
    BadTable
        No row is left.
    """
    if choice.missing not in {"refuse", "leave_out", "median"}:
        raise BadTable("Blank cells can be refused, left out with their row, or filled with the median.")
    left: dict[int, str] = {}
    changed: list[str] = []
    new: dict[int, list[str]] = {}
    for name in names:
        ways = {choice.way("limits", name), choice.way("words", name)}
        if name in choice.categories or ways == {"refuse"}:
            continue
        cells = table.column(name)
        if all_numbers(cells, table.reading.decimal, blanks=True) or not mostly_numbers(cells):
            continue
        new[table.index(name)] = _mended(table, choice, name, cells, left, changed)
    table = table.with_cells(new)
    for name in (*names, *filter(None, [choice.id])):
        if name not in choice.blank_none and choice.way("missing", name) == "leave_out":
            for row in _blank_rows(table, name):
                left.setdefault(row, blank_reason(name))
    if left and len(left) == len(table.rows):
        raise too_few_left(table, left, 0)
    return Tidied(table, left, changed=tuple(changed))


def too_few_left(table: RawTable, left_out: Mapping[int, str], kept: int) -> BadTable:
    """Return the refusal of a table of which the repairs leave one row, or none; it says why others are left out.

    Parameters
    ----------
    table
        The table.
    left_out
        Row -> why it is left out, a sentence.
    kept
        Number of rows that are left: 0 or 1.
    """
    reason, _ = Counter(left_out.values()).most_common(1)[0]
    row = min(at for at, why in left_out.items() if why == reason)
    return BadTable(
        phrase(
            "{name}: with rows left out, {kept} of {all} rows remain, which is too few. {left_out} For example {word} "
            "{line}: {reason} Correct such rows, have them treated in another way (--blanks, --limits, --words, "
            "--repeated-codes), or leave out the column (--ignore).",
            name=table.name,
            kept=kept,
            all=len(table.rows),
            word=table.line_word,
            left_out=in_sequence(left_out_findings(list(left_out.values()))),
            line=table.lines[row],
            reason=reason,
        )
    )


def blank_reason(name: str) -> str:
    """Return why a row with a blank cell in a column is left out."""
    return phrase("Column {name} is blank.", name=quoted(name))


def left_out_findings(reasons: Collection[str]) -> list[str]:
    """Return the findings that rows were left out for `reasons`, one each: blank cells, words, repeated codes."""
    kinds = Counter(map(template_of, reasons))
    blank, text = kinds.pop(template_of(blank_reason("")), 0), kinds.pop(template_of(text_reason("", "")), 0)
    repeated = kinds.total()
    found: list[str] = []
    if blank:
        found.append(
            phrase("1 row with a blank cell is left out.")
            if blank == 1
            else phrase("{count} rows with blank cells are left out.", count=blank)
        )
    if text:
        found.append(
            phrase("1 row with a word or a limit among numbers is left out.")
            if text == 1
            else phrase("{count} rows with words or limits among numbers are left out.", count=text)
        )
    if repeated:
        found.append(
            phrase("1 row that repeats a code with other values is left out.")
            if repeated == 1
            else phrase("{count} rows that repeat a code with other values are left out.", count=repeated)
        )
    return found


def text_reason(name: str, text: str) -> str:
    """Return why a row with a limit or a word among the numbers of a column is left out."""
    return phrase("Column {name} holds {text}.", name=quoted(name), text=quoted(text))


def _blank_rows(table: RawTable, name: str) -> list[int]:
    return [row for row, cell in enumerate(table.column(name)) if not cell.strip()]


def _mended(
    table: RawTable,
    choice: ColumnChoice,
    name: str,
    cells: Sequence[str],
    left: dict[int, str],
    changed: list[str],
) -> list[str]:
    """Return the cells of a column of numbers after its repairs; add what they did to `left` and `changed`."""
    new, replaced = list(cells), []
    for row, cell in enumerate(cells):
        if not cell.strip() or is_number(cell, table.reading.decimal):
            continue
        limit = limit_in(cell, table.reading.decimal)
        what = choice.way("limits" if limit else "words", name)
        if what == "leave_out":
            left.setdefault(row, text_reason(name, cell.strip()))
        elif what != "refuse":
            new[row] = limit if what == "use" else ""
            replaced.append((table.lines[row], cell.strip()))
    if replaced:
        listed = "; ".join(f"{line}: {quoted(text)}" for line, text in replaced[:20])
        listed += "; …" if len(replaced) > 20 else ""
        text = phrase(
            "Column {name}: cells with words or limits were made numbers or blank ({word} {listed}).",
            name=quoted(name),
            word=table.line_word,
            listed=listed,
        )
        changed.append(text)
    return new
