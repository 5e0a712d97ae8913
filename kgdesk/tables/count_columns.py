"""Join counts that stand in two columns, successes and runs, to counts such as ``48/50``."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from kgdesk.errors import BadTable
from kgdesk.model.study.settings import Settings
from kgdesk.tables.formula_guard import unescape_formula
from kgdesk.tables.numbers import is_whole
from kgdesk.tables.quoting import quoted
from kgdesk.text import phrase

if TYPE_CHECKING:
    from kgdesk.tables.columns import ColumnChoice
    from kgdesk.tables.raw_table import RawTable


def joined_count(successes: str, runs: str, place: str) -> str:
    """Return a count as ``48/50``; other words for an outcome stay as they are, and so does a blank cell.

    Parameters
    ----------
    successes, runs
        The two cells.
    place
        File, line and column of the number of runs, for the message.

    Raises
    ------
    BadTable
        A number of successes stands beside no whole number of runs.
    """
    count, of = (unescape_formula(cell).strip().removesuffix(".0") for cell in (successes, runs))
    if not is_whole(count):
        return successes
    if not is_whole(of):
        raise BadTable(
            phrase(
                "{place}: {text} is no number of runs, of which {count} were successes. Write a whole number, or leave "
                "both cells blank where there is no outcome.",
                place=place,
                text=quoted(of),
                count=count,
            )
        )
    return f"{count}/{of}"


def with_joined_counts(table: RawTable, choice: ColumnChoice) -> tuple[RawTable, ColumnChoice]:
    """Return a table with the counts of its past outcomes in one column, and the choice that ignores the other one.

    Raises
    ------
    BadTable
        There is no such column, or it has a second role, or no column of outcomes; or a count has no number of runs.
    """
    if choice.out_of is None:
        return table, choice
    if choice.outcome is None:
        raise BadTable(
            phrase(
                "{file}: column {name} contains numbers of runs, so name the column with the successes "
                "(--outcome COL).",
                file=table.name,
                name=quoted(choice.out_of),
            )
        )
    successes, runs = table.column(choice.outcome), table.column(choice.out_of)
    joined = [
        joined_count(one, other, table.place(row, choice.out_of))
        for row, (one, other) in enumerate(zip(successes, runs, strict=True))
    ]
    ignored = choice.ignore if choice.out_of in choice.ignore else (*choice.ignore, choice.out_of)
    return (
        table.with_cells({table.index(choice.outcome): joined}),
        replace(choice, ignore=ignored, out_of=None, vocabulary=choice.vocabulary or Settings()),
    )
