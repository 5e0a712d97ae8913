"""What each column of a table holds, and the roles that a person gives to the columns."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from kgdesk.errors import BadTable, phrase
from kgdesk.files.cell_text import unescape_formula
from kgdesk.files.dialect import mostly_numbers
from kgdesk.files.file_io import quoted
from kgdesk.files.numbers import NotANumber, all_numbers, in_range, parse_number
from kgdesk.model.study.setup import TableColumn

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from kgdesk.files.numbers import Decimal
    from kgdesk.files.raw_table import RawTable


#: So many problem cells of a column are listed; the rest is counted.
MAX_PROBLEMS = 20


@dataclass(frozen=True, slots=True)
class CellProblem:
    """A cell that does not fit the rest of its column.

    Parameters
    ----------
    line
        Of the file.
    text
        The cell.
    reason
        Completes the sentence that begins with the cell.
    """

    line: int
    text: str
    reason: str


@dataclass(frozen=True, slots=True)
class ColumnInfo:
    """One column, described for the preview.

    Parameters
    ----------
    name
        Its heading.
    looks_like
        ``"number"`` when more than half of the filled cells are numbers.
    missing
        The number of blank cells.
    unique
        No two filled cells are equal and none is blank: fit for candidate codes.
    constant
        All cells are equal.
    distinct
        The number of different filled cells.
    problems
        Of a number column, the first cells that are none, at most `MAX_PROBLEMS`.
    problem_count
        All of them.
    """

    name: str
    looks_like: Literal["number", "text"]
    missing: int
    unique: bool
    constant: bool
    distinct: int
    problems: tuple[CellProblem, ...] = ()
    problem_count: int = 0


def describe(table: RawTable) -> tuple[ColumnInfo, ...]:
    """Return one description per column, in table order."""
    columns = zip(*table.rows, strict=True)
    return tuple(_described(table, name, cells) for name, cells in zip(table.header, columns, strict=True))


def _described(table: RawTable, name: str, cells: tuple[str, ...]) -> ColumnInfo:
    decimal = table.reading.decimal
    clean = all_numbers(cells, decimal, blanks=True)
    texts = cells if clean else [unescape_formula(cell).strip() for cell in cells]
    different = set(texts)
    blanks = {text for text in different if not text.strip()}
    missing = sum(map(texts.count, blanks))
    different -= blanks
    number = bool(different) if clean else mostly_numbers(cells)
    bad: list[int] = []
    if number and not (clean and in_range(different)):
        bad = [row for row, cell in enumerate(cells) if cell.strip() and _reason(cell, decimal)]
    problems = tuple(
        CellProblem(table.lines[row], cells[row], _reason(cells[row], decimal)) for row in bad[:MAX_PROBLEMS]
    )
    return ColumnInfo(
        name=name,
        looks_like="number" if number else "text",
        missing=missing,
        unique=not missing and len(different) == len(cells),
        constant=len(different) + bool(missing) <= 1,
        distinct=len(different),
        problems=problems,
        problem_count=len(bad),
    )


def _reason(cell: str, decimal: Decimal) -> str:
    try:
        parse_number(cell, decimal)
    except NotANumber as refused:
        return refused.reason
    return ""


Missing = Literal["refuse", "leave_out", "median"]


@dataclass(frozen=True, slots=True)
class ColumnChoice:
    """The role of each column.

    Parameters
    ----------
    id
        Names the candidates; without it they are numbered from 1, by their row in the table.
    attributes
        What the belief may learn from; without it every column that has no other role.
    categories
        Attributes that are words; they count as attributes also when `attributes` does not list them.
    outcome
        Past outcomes.
    outcome_words, outcome_none
        What counts as success and as failure, and as no outcome; without it the usual pairs of words.
    ignore
        Not read.
    extras
        Kept with the candidates for people: location, barcode, remarks.
    units
        Heading -> unit, for display.
    logs
        Attributes that enter as their logarithm.
    missing
        What a blank cell of an attribute does: ``"refuse"`` the table, ``"leave_out"`` its row, or take the
        ``"median"`` of the numbers above and below.
    """

    id: str | None = None
    attributes: tuple[str, ...] | None = None
    categories: tuple[str, ...] = ()
    outcome: str | None = None
    outcome_words: tuple[Collection[str], Collection[str]] | None = None
    outcome_none: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    extras: tuple[str, ...] = ()
    units: Mapping[str, str] = field(default_factory=dict)
    logs: frozenset[str] = frozenset()
    missing: Missing = "refuse"


def attribute_names(table: RawTable, choice: ColumnChoice) -> tuple[str, ...]:
    """Return the attributes in table order, once every named column is known to be there with one role."""
    roles = _roles(table, choice)
    wanted = {*(choice.attributes or ()), *choice.categories}
    if choice.attributes is None:
        wanted = {name for name in table.header if roles.get(name, "attribute") == "attribute"}
    for name in (*choice.logs, *choice.units):
        table.index(name)
        if name in choice.logs and (name not in wanted or name in choice.categories):
            raise BadTable(
                phrase(
                    "{file}: {name} is no number to learn from, so it has no logarithm.",
                    file=table.name,
                    name=quoted(name),
                )
            )
    if not wanted:
        raise BadTable(
            phrase(
                "{name} has no column left for an attribute: name at least one to learn from.",
                name=table.name,
            )
        )
    return tuple(name for name in table.header if name in wanted)


def _roles(table: RawTable, choice: ColumnChoice) -> dict[str, str]:
    """Return the role in words of every named column; each has to be there and has one."""
    single: dict[str, str | None] = {phrase("code"): choice.id, phrase("outcome"): choice.outcome}
    several: dict[str, Sequence[str]] = {
        phrase("ignored"): choice.ignore,
        phrase("kept with the data"): choice.extras,
    }
    named = [(role, name) for role, name in single.items() if name is not None]
    named += [(role, name) for role, some in several.items() for name in dict.fromkeys(some)]
    named += [(phrase("attribute"), name) for name in (*(choice.attributes or ()), *choice.categories)]
    roles: dict[str, str] = {}
    for role, name in named:
        table.index(name)
        if roles.setdefault(name, role) != role:
            raise BadTable(
                phrase(
                    "{file}: column {name} is given two roles, {one} and {other}. Give it one.",
                    file=table.name,
                    name=quoted(name),
                    one=roles[name],
                    other=role,
                )
            )
    return roles


def table_columns(table: RawTable, choice: ColumnChoice) -> tuple[TableColumn, ...]:
    """Return every column of a table, in its order, with its role; one that is not used is ignored."""
    roles = dict.fromkeys(choice.extras, "kept")
    roles |= dict.fromkeys(attribute_names(table, choice), "number")
    roles |= dict.fromkeys(choice.categories, "category")
    roles |= {
        name: role for name, role in ((choice.id, "id"), (choice.outcome, "outcome")) if name is not None
    }
    return tuple(TableColumn(name, roles.get(name, "ignored")) for name in table.header)


def argument(name: str) -> str:
    """Return a heading as a person types it on the command line."""
    return f'"{name}"' if " " in name else name
