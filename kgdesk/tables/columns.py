"""Describe the columns of a table, and the roles that the user assigns to them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from kgdesk.errors import BadTable
from kgdesk.model.study.setup import TableColumn
from kgdesk.tables.decimal_mark import mostly_numbers
from kgdesk.tables.formula_guard import unescape_formula
from kgdesk.tables.numbers import NotANumber, all_numbers, in_range, parse_number
from kgdesk.tables.quoting import quoted
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from kgdesk.model.study.settings import Settings
    from kgdesk.tables.numbers import Decimal
    from kgdesk.tables.raw_table import RawTable


#: Maximum number of problem cells listed per column; further ones are only counted.
MAX_PROBLEMS = 20


@dataclass(frozen=True, slots=True)
class CellProblem:
    """A cell that does not fit its column.

    Parameters
    ----------
    line
        Line of the file.
    text
        Text of the cell.
    reason
        Verb phrase that completes a sentence beginning with the cell.
    """

    line: int
    text: str
    reason: str


@dataclass(frozen=True, slots=True)
class ColumnInfo:
    """Description of one column for the preview.

    Parameters
    ----------
    name
        Heading of the column.
    looks_like
        ``"number"`` when more than half of the filled cells are numbers.
    missing
        Number of blank cells.
    unique
        Whether all cells are filled and different, as candidate codes must be.
    constant
        Whether all cells are equal.
    distinct
        Number of different filled cells.
    rows
        Number of rows.
    problems
        In a number column, the first cells that are not numbers, at most `MAX_PROBLEMS`.
    problem_count
        Number of all such cells.
    """

    name: str
    looks_like: Literal["number", "text"]
    missing: int
    unique: bool
    constant: bool
    distinct: int
    rows: int = 0
    problems: tuple[CellProblem, ...] = ()
    problem_count: int = 0


def empty_columns(count: int, *, at_the_right: bool) -> str:
    """Return the note on columns without heading and values."""
    if at_the_right:
        if count == 1:
            return phrase("Ignored 1 empty column without a heading on the right.")
        return phrase("Ignored {count} empty columns without headings on the right.", count=count)
    if count == 1:
        return phrase("Ignored 1 empty column without a heading.")
    return phrase("Ignored {count} empty columns without headings.", count=count)


def describe(table: RawTable, left_out: Collection[int] = ()) -> tuple[ColumnInfo, ...]:
    """Describe every column of a table, in table order, from all rows but those in `left_out`."""
    kept = [row for row in range(len(table.rows)) if row not in left_out] if left_out else None
    return tuple(describe_column(table, name, kept) for name in table.header)


def describe_column(table: RawTable, name: str, kept: Sequence[int] | None = None) -> ColumnInfo:
    """Describe a column, from all rows or from those in `kept`."""
    cells = table.column(name)
    lines = table.lines if kept is None else [table.lines[row] for row in kept]
    cells = cells if kept is None else tuple([cells[row] for row in kept])
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
        CellProblem(lines[row], cells[row], _reason(cells[row], decimal)) for row in bad[:MAX_PROBLEMS]
    )
    return ColumnInfo(
        name=name,
        looks_like="number" if number else "text",
        missing=missing,
        unique=not missing and len(different) == len(cells),
        constant=len(different) + bool(missing) <= 1,
        distinct=len(different),
        rows=len(cells),
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
LookAlikes = Literal["ask", "apart"]
Limits = Literal["refuse", "leave_out", "use", "blank"]
Words = Literal["refuse", "leave_out", "blank"]
Repeated = Literal["refuse", "merge", "first", "last", "rename"]


@dataclass(frozen=True, slots=True)
class ColumnChoice:
    """Assignment of roles to columns.

    Parameters
    ----------
    id
        Column of candidate names; by default candidates are numbered from 1, by row.
    attributes
        Columns that the belief learns from; by default every column without another role.
    categories
        Categorical attributes; attributes even if `attributes` does not list them.
    outcome
        Column of past outcomes.
    out_of
        Column with the number of runs, where `outcome` counts the successes among them.
    outcome_words, outcome_none
        Words for success and failure, and for no outcome; by default the usual pairs.
    vocabulary
        Settings of the study, whose words, counts and measured values past outcomes may have; replaces `outcome_words`.
    ignore
        Columns to skip.
    extras
        Columns kept with the candidates for display: location, barcode, remarks.
    units
        Heading -> unit, for display.
    logs
        Attributes to transform by the logarithm.
    missing
        Treatment of blank attribute cells: ``"refuse"`` the table, ``"leave_out"`` the row, or fill in the
        ``"median"`` of the column's numbers.
    blank_none
        Categories in which a blank cell means "none".
    none_words
        Category -> its word for "none"; by default that of the table, or else ``none``.
    look_alikes
        Treatment of candidate names that look alike: ``"ask"`` refuses the table with a question, ``"apart"`` takes
        each for a candidate of its own.
    limits, words
        Treatment of cells such as ``<0.1``, and of other cells without a number, in attributes that are numbers:
        ``"refuse"`` the table, ``"leave_out"`` the row, ``"use"`` the number of the limit, take as ``"blank"``.
    own
        Heading -> its own treatments by the names `missing`, `limits` and `words`, instead of those of the table.
    repeated
        Treatment of rows that repeat a code: ``"refuse"`` the table, ``"merge"`` rows that are equal but for their
        past outcome and refuse others, keep the ``"first"`` or the ``"last"`` row of each code, or ``"rename"`` others.
    joins
        Whether the candidates are added to those of a study, so that a single one is enough.
    """

    id: str | None = None
    attributes: tuple[str, ...] | None = None
    categories: tuple[str, ...] = ()
    outcome: str | None = None
    out_of: str | None = None
    outcome_words: tuple[Collection[str], Collection[str]] | None = None
    outcome_none: tuple[str, ...] = ()
    vocabulary: Settings | None = None
    ignore: tuple[str, ...] = ()
    extras: tuple[str, ...] = ()
    units: Mapping[str, str] = field(default_factory=dict)
    logs: frozenset[str] = frozenset()
    missing: Missing = "refuse"
    blank_none: tuple[str, ...] = ()
    none_words: Mapping[str, str] = field(default_factory=dict)
    look_alikes: LookAlikes = "ask"
    limits: Limits = "refuse"
    words: Words = "refuse"
    own: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    repeated: Repeated = "refuse"
    joins: bool = False

    def way(self, kind: Literal["missing", "limits", "words"], name: str) -> str:
        """Return how blank cells, limits or words are treated in a column."""
        return self.own.get(name, {}).get(kind, getattr(self, kind))


def attribute_names(table: RawTable, choice: ColumnChoice) -> tuple[str, ...]:
    """Return the attributes in table order, after checking that every named column exists and has one role."""
    roles = _roles(table, choice)
    wanted = {*(choice.attributes or ()), *choice.categories}
    if choice.attributes is None:
        wanted = {name for name in table.header if roles.get(name, "attribute") == "attribute"}
    for name in (*choice.logs, *choice.units):
        table.index(name)
        if name in choice.logs and (name not in wanted or name in choice.categories):
            raise BadTable(
                phrase(
                    "{file}: {name} is not a number to learn from, so it has no logarithm.",
                    file=table.name,
                    name=quoted(name),
                )
            )
    for name in choice.blank_none:
        table.index(name)
        if name not in choice.categories:
            raise BadTable(
                phrase(
                    "{file}: {name} is not a category, so a blank cell in it cannot mean “none”.",
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
    """Return the role, in words, of every named column; raise if one is missing or has two roles."""
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
    """Return every column of a table with its role, in table order; unused ones are ignored."""
    roles = dict.fromkeys(choice.extras, "kept")
    roles |= dict.fromkeys(attribute_names(table, choice), "number")
    roles |= dict.fromkeys(choice.categories, "category")
    roles |= {
        name: role for name, role in ((choice.id, "id"), (choice.outcome, "outcome")) if name is not None
    }
    return tuple(TableColumn(name, roles.get(name, "ignored")) for name in table.header)


def argument(name: str) -> str:
    """Quote a heading for the command line, where a shell needs it."""
    return name if re.fullmatch(r"[\w.,:%+/@#=-]+", name) and not name.startswith(("#", "=")) else f'"{name}"'


def repair_costs(
    table: RawTable, names: Sequence[str], choice: ColumnChoice, kept: Sequence[int]
) -> list[str]:
    """Return sentences that say how many rows are lost when those with blank or non-numeric attributes are left out.

    Only the rows `kept` count: the others are left out in any case.
    """
    blank: set[int] = set()
    wrong: set[int] = set()
    for name in names:
        cells = table.column(name)
        if name not in choice.blank_none and choice.way("missing", name) == "refuse":
            blank.update(row for row in kept if not cells[row].strip())
        if name not in choice.categories and mostly_numbers([cells[row] for row in kept]):
            wrong.update(
                row for row in kept if cells[row].strip() and _reason(cells[row], table.reading.decimal)
            )
    all_rows = len(kept)
    costs: list[str] = []
    if blank:
        costs.append(
            phrase(
                "Leaving out the rows with blank cells costs {count} of {all} rows (--blanks leave-out); to fill them "
                "costs none (--blanks median).",
                count=len(blank),
                all=all_rows,
            )
        )
    if wrong:
        costs.append(
            phrase(
                "Taking out the rows with cells that are not numbers costs {count} of {all} rows (--limits leave-out "
                "--words leave-out); to take limits as their numbers and fill in the median for words costs none "
                "(--limits use --words blank --blanks median).",
                count=len(wrong),
                all=all_rows,
            )
        )
    return costs
