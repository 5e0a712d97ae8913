"""Rows that repeat the code of another row."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from kgdesk.tables.formula_guard import unescape_formula
from kgdesk.tables.quoting import quoted
from kgdesk.tables.tidying import Tidied, tidy
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kgdesk.tables.columns import ColumnChoice
    from kgdesk.tables.raw_table import RawTable


def repeated_codes(
    table: RawTable, choice: ColumnChoice, names: Sequence[str], passed: Sequence[int] | dict[int, str] = ()
) -> tuple[dict[int, int], dict[int, int], dict[int, int]]:
    """Find the rows that repeat the code of an earlier row, in three groups by what else they share with it.

    Parameters
    ----------
    table, choice
        Table, and its columns' roles.
    names
        Attributes.
    passed
        Rows that are left out for another reason.

    Returns
    -------
    tuple
        Three dicts of row -> first row with its code: rows with equal attributes and kept columns; with equal
        attributes only; with different attributes.
    """
    equal: dict[int, int] = {}
    alike: dict[int, int] = {}
    different: dict[int, int] = {}
    if choice.id is None:
        return equal, alike, different
    first: dict[str, int] = {}
    repeating: dict[int, int] = {}
    for row, cell in enumerate(table.column(choice.id)):
        code = unescape_formula(cell).strip()
        at = first.setdefault(code, row) if row not in passed else row
        if at != row and code:
            repeating[row] = at
    unequal, unlike = (_unequal(table, repeating, some) for some in (names, choice.extras))
    for row, at in repeating.items():
        (different if row in unequal else alike if row in unlike else equal)[row] = at
    return equal, alike, different


def _unequal(table: RawTable, pairs: dict[int, int], names: Iterable[str]) -> set[int]:
    """Return the rows of `pairs` (row -> other row) that differ from the other row in some of the columns."""
    unequal: set[int] = set()
    for name in names if pairs else ():
        cells = table.column(name)
        unequal.update(row for row, other in pairs.items() if cells[row].strip() != cells[other].strip())
    return unequal


def merge_codes(tidied: Tidied, choice: ColumnChoice, names: Sequence[str]) -> Tidied:
    """Merge the rows that repeat a code, as `choice.repeated` says.

    Past outcomes of rows with equal attributes are all kept; a row with other attributes is left out. Rows that the
    choice does not cover stay in the table, where they are refused later.
    """
    if choice.repeated == "refuse" or choice.id is None:
        return tidied
    table = tidied.table
    equal, alike, different = repeated_codes(table, choice, names, tidied.left_out)
    changed = list(tidied.changed)
    if choice.repeated == "rename" and (alike or different):
        table, what = _renamed(table, choice.id, sorted({**alike, **different}))
        changed.append(what)
    if choice.repeated in {"merge", "rename"}:
        alike, different = {}, {}
    left, twins, merged = dict(tidied.left_out), [], {**equal, **alike}
    settled = sorted({**merged, **different}.items())
    if choice.repeated == "last":
        last = {at: row for row, at in settled}
        rows = sorted({*(row for row, _ in settled), *last})
        first_of = {**dict(settled), **{at: at for at in last}}
        settled = [(row, last[first_of[row]]) for row in rows if row != last[first_of[row]]]
    unequal = _unequal(table, dict(settled), names)
    for row, stays in settled:
        if row not in unequal:
            twins.append(row)
        else:
            left[row] = phrase(
                "The code stands in {word} {line} too, with other values.",
                word=table.line_word,
                line=table.lines[stays],
            )
    if twins:
        lines = ", ".join(str(table.lines[row]) for row in twins[:20]) + (", …" if len(twins) > 20 else "")
        changed.append(
            phrase(
                "{count} rows repeat a candidate with the same attributes and were merged with it ({word} {lines}).",
                count=len(twins),
                word=table.line_word,
                lines=lines,
            )
        )
    return replace(tidied, table=table, left_out=left, twins=tuple(twins), changed=tuple(changed))


def _renamed(table: RawTable, column: str, rows: Sequence[int]) -> tuple[RawTable, str]:
    """Return a table in which some rows have a code of their own, such as ``A-2``, and the sentence that says so."""
    at, codes = table.index(column), [unescape_formula(cell).strip() for cell in table.column(column)]
    taken = set(codes)
    for row in rows:
        count = 2
        while (name := f"{codes[row]}-{count}") in taken:
            count += 1
        codes[row] = name
        taken.add(name)
    listed = "; ".join(f"{table.lines[row]}: {quoted(codes[row])}" for row in rows[:20])
    listed += "; …" if len(rows) > 20 else ""
    text = phrase(
        "{count} rows repeat a code with other values and were given a code of their own ({word} {listed}).",
        count=len(rows),
        word=table.line_word,
        listed=listed,
    )
    return table.with_cells({at: codes}), text


@dataclass(frozen=True, slots=True)
class Repeats:
    """Rows that repeat a code, as the question of what to do with them states them; rows left out anyway do not count.

    Parameters
    ----------
    equal
        Number of rows that are equal to an earlier one, past outcomes aside.
    unsettled
        Rows that differ from the earlier row with the same code.
    lost_by_first, lost_by_last
        Number of rows left out when only the first, or only the last, row of each code is kept.
    """

    equal: int
    unsettled: tuple[int, ...]
    lost_by_first: int
    lost_by_last: int


def repeats(table: RawTable, choice: ColumnChoice) -> Repeats:
    """Return which rows repeat a code, and how many are lost when one row of each code is kept."""
    names = choice.attributes or ()
    tidied = tidy(table, choice, names)
    equal, alike, different = repeated_codes(tidied.table, choice, names, tidied.left_out)
    lost = [
        len(merge_codes(tidied, replace(choice, repeated=way), names).left_out) - len(tidied.left_out)
        for way in ("first", "last")
    ]
    return Repeats(len(equal), tuple(sorted({**alike, **different})), *lost)
