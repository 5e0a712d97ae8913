"""Roles of columns, and the proposal of a role from a column's content. Free of Qt."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Literal, get_args

from kgdesk.actions import importing

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kgdesk.actions.importing import ColumnInfo, RawTable

#: Maximum number of distinct values for a text column to be proposed as a category.
MOST_LEVELS = 12
#: Maximum number of distinct words in an outcome column.
MOST_WORDS = 12
SUCCESS_WORDS = frozenset(
    {"success", "yes", "ja", "true", "wahr", "pass", "passed", "erfolg", "1", "+1", "1.0"}
)
FAILURE_WORDS = frozenset(
    {"failure", "no", "nein", "false", "falsch", "fail", "failed", "fehlschlag", "0", "-1", "0.0"}
)

_CODE = re.compile(
    r"\b(code|id|name|sample|candidate|no|nr|number|index|probe|nummer)\b|_id$|^#$", re.IGNORECASE
)
_LOCATION = re.compile(
    r"\b(location|well|plate|rack|shelf|position|row|lane|ort|platte|lager)\b|_(well|plate)$", re.IGNORECASE
)
_BARCODE = re.compile(r"bar ?code|strichcode|\bean\b", re.IGNORECASE)
_OUTCOME = re.compile(r"outcome|result|success|label|class|hit|ergebnis", re.IGNORECASE)
_UNIT = re.compile(r".*\S\s*[(\[]\s*([^()\[\]]{1,16}?)\s*[)\]]")


class Role(Enum):
    """Role of a column."""

    CODE = "code"
    NUMBER = "number"
    CATEGORY = "category"
    LOCATION = "location"
    BARCODE = "barcode"
    OUTCOME = "outcome"
    KEEP = "keep"
    IGNORE = "ignore"


#: Roles that at most one column can have.
SINGLE = (Role.CODE, Role.OUTCOME, Role.BARCODE, Role.LOCATION)


class Why(Enum):
    """Reason for a proposal; the window has a sentence for each."""

    FIRST_UNIQUE = "first unique"
    NAMED_CODE = "named code"
    NEARLY_UNIQUE = "nearly unique"
    NUMBERS = "numbers"
    FEW_WORDS = "few words"
    MANY_WORDS = "many words"
    HEADING = "heading"
    OUTCOMES = "outcomes"
    PERHAPS_OUTCOMES = "perhaps outcomes"
    CONSTANT = "constant"
    COUNTER = "counter"
    EMPTY = "empty"
    CHOSEN = "chosen"


Missing = Literal["refuse", "leave_out", "median"]
Limits = Literal["refuse", "leave_out", "use", "blank"]
Words = Literal["refuse", "leave_out", "blank"]
Repeated = Literal["merge", "first", "last"]
#: Possible treatments of blank cells, limits, words among numbers, and rows that repeat a candidate.
WAYS = {
    name: get_args(ways)
    for name, ways in (("missing", Missing), ("limits", Limits), ("words", Words), ("repeated", Repeated))
}


@dataclass(slots=True)
class DraftColumn:
    """A column with the user's decisions."""

    info: ColumnInfo
    role: Role
    why: Why
    unit: str = ""
    log: bool = False


@dataclass(frozen=True, slots=True)
class Proposal:
    """Proposed role of a column, with its reason."""

    role: Role
    why: Why


def untidy_cells(
    table: RawTable, columns: Sequence[DraftColumn]
) -> tuple[dict[tuple[int, str], str], dict[tuple[int, str], str]]:
    """Return the limits, and the other cells without a number, in the numeric attributes among `columns`.

    Each is a map (row, heading) -> text of the cell, column by column.
    """
    limits: dict[tuple[int, str], str] = {}
    words: dict[tuple[int, str], str] = {}
    for column in columns:
        name = column.info.name
        if column.role is Role.NUMBER and column.info.problem_count and column.info.looks_like == "number":
            for row, cell in enumerate(table.column(name)):
                if cell.strip() and not importing.is_number(cell, table.reading.decimal):
                    limit = importing.limit_in(cell, table.reading.decimal)
                    (limits if limit else words)[row, name] = cell.strip()
    return limits, words


def blank_cells(
    table: RawTable, columns: Sequence[DraftColumn], asked: Sequence[DraftColumn], ways: tuple[str, str]
) -> dict[str, set[int]]:
    """Return the rows with a blank cell in each of the columns `asked`.

    `ways` is the treatment of limits and words in `columns`: ``"blank"`` adds their rows, ``"leave_out"`` removes
    their rows from every column.
    """
    found = untidy_cells(table, columns)
    gone = {row for cells, way in zip(found, ways, strict=True) if way == "leave_out" for row, _ in cells}
    blank = {}
    for column in asked:
        name = column.info.name
        rows = {row for row, cell in enumerate(table.column(name)) if not cell.strip()}
        for cells, way in zip(found, ways, strict=True):
            rows |= {row for row, heading in cells if way == "blank" and heading == name}
        blank[name] = rows - gone
    return blank


def unit_in(heading: str) -> str:
    """Return the unit in parentheses in a heading, as in “Temperature (°C)”; empty if none."""
    match = _UNIT.fullmatch(heading)
    return match.group(1) if match else ""


def propose(table: RawTable, infos: Sequence[ColumnInfo]) -> tuple[Proposal, ...]:
    """Propose a role for each column of a table, in table order."""
    code = _code(infos, len(table.rows))
    proposals = []
    outcome_found = False
    known = any(_is_outcome(table, info) for at, info in enumerate(infos) if at != code)
    for at, info in enumerate(infos):
        if at == code:
            why = Why.FIRST_UNIQUE if info.looks_like == "text" else Why.NAMED_CODE
            why = why if info.unique else Why.NEARLY_UNIQUE
            proposals.append(Proposal(Role.CODE, why))
            continue
        is_outcome = not outcome_found and _is_outcome(table, info)
        outcome_found = outcome_found or is_outcome
        proposal = Proposal(Role.OUTCOME, Why.OUTCOMES) if is_outcome else _other(info, len(table.rows))
        if not known and proposal.role in {Role.NUMBER, Role.CATEGORY} and _perhaps_outcome(table, info):
            proposal = Proposal(proposal.role, Why.PERHAPS_OUTCOMES)
        proposals.append(proposal)
    return tuple(proposals)


def words_of(table: RawTable, heading: str) -> tuple[str, ...]:
    """Return the distinct non-empty cells of a column in order of appearance, ignoring case and surrounding space."""
    seen: dict[str, str] = {}
    for cell in table.column(heading):
        text = cell.strip().removeprefix("'")
        if text:
            seen.setdefault(text.casefold(), text)
    return tuple(seen.values())


def meaning_of(word: str) -> str:
    """Return ``success`` or ``failure`` for a common outcome word, else an empty string."""
    folded = word.casefold()
    return "success" if folded in SUCCESS_WORDS else "failure" if folded in FAILURE_WORDS else ""


def _code(infos: Sequence[ColumnInfo], rows: int) -> int | None:
    for at, info in enumerate(infos):
        if info.looks_like == "text" and info.unique and not _held_place(info.name) and rows > 1:
            return at
    for at, info in enumerate(infos):
        if info.unique and _CODE.search(info.name) and not _held_place(info.name):
            return at
    for at, info in enumerate(infos):  # codes of which some repeat
        named = _CODE.search(info.name) and 2 * info.distinct > rows
        full = info.looks_like == "text" and not info.missing and not _held_place(info.name)
        if full and (named or 10 * info.distinct >= 9 * rows > 90):
            return at
    return None


def _held_place(heading: str) -> bool:
    return bool(_LOCATION.search(heading) or _BARCODE.search(heading))


def _is_outcome(table: RawTable, info: ColumnInfo) -> bool:
    if not _OUTCOME.search(info.name) or not 0 < info.distinct <= MOST_WORDS:
        return False
    return all(meaning_of(word) for word in words_of(table, info.name))


def _perhaps_outcome(table: RawTable, info: ColumnInfo) -> bool:
    """Return whether to ask if a column holds past outcomes: mostly blank, or words for yes and no in every cell."""
    if not 0 < info.distinct <= MOST_WORDS:
        return False
    if 2 * info.missing > len(table.rows):
        return True
    return info.looks_like == "text" and all(meaning_of(word) for word in words_of(table, info.name))


def _other(info: ColumnInfo, rows: int) -> Proposal:  # noqa: PLR0911 - one reason a line
    if not info.distinct:
        return Proposal(Role.IGNORE, Why.EMPTY)
    if _BARCODE.search(info.name):
        return Proposal(Role.BARCODE, Why.HEADING)
    if _LOCATION.search(info.name):
        return Proposal(Role.LOCATION, Why.HEADING)
    if info.constant:
        return Proposal(Role.KEEP, Why.CONSTANT)
    if info.looks_like == "number":
        counter = info.unique and _CODE.search(info.name)
        return Proposal(Role.KEEP, Why.COUNTER) if counter else Proposal(Role.NUMBER, Why.NUMBERS)
    if info.distinct <= min(MOST_LEVELS, max(2, rows // 2)):
        return Proposal(Role.CATEGORY, Why.FEW_WORDS)
    return Proposal(Role.KEEP, Why.MANY_WORDS)
