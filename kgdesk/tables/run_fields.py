"""Read the fields of a run that only a runs CSV has: number, time, operator, prediction, earlier outcome."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING, Any

from kgdesk.errors import BadTable
from kgdesk.model.design.typed_numbers import with_point
from kgdesk.model.study.records import OUTCOMES, parse_run_number
from kgdesk.tables.numbers import NotANumber, parse_number
from kgdesk.tables.quoting import quoted
from kgdesk.tables.runs_csv import LEADING, LEADING_NAMES
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kgdesk.model.study.records import RunNumber
    from kgdesk.tables.raw_table import RawTable


def is_runs_csv(table: RawTable) -> bool:
    """Return whether a table is a runs CSV: it has the columns that identify one. Others may be missing."""
    return {column.name for column in LEADING if column.identifies} <= set(table.header)


def read_run_number(table: RawTable, row: int) -> RunNumber | None:
    """Return the number of the run in a row; None if the cell is blank.

    Raises
    ------
    BadTable
        It is neither a whole number from 1 nor ``P1``, ``P2``, .... Zeros after a decimal mark, which a spreadsheet may
        add, are ignored.
    """
    text = table.rows[row][table.index("run")].strip()
    if not text:
        return None
    whole, mark, fraction = with_point(text).partition(".")
    digits = whole if mark and fraction and not fraction.strip("0") else text
    number = parse_run_number(digits.lstrip("0") if digits.isascii() and digits.isdigit() else digits)
    if number is None:
        raise BadTable(
            phrase(
                "{place}: {text} is not the number of a run. Write 1, 2, 3, … (P1, P2, … for past outcomes).",
                place=table.place(row, "run"),
                text=quoted(digits),
            )
        )
    return number


def read_run_fields(
    table: RawTable, row: int, cells: Mapping[str, str]
) -> tuple[dict[str, Any], dict[str, str]]:
    """Return those of operator, time, suggestion, prediction and earlier outcome that a row has.

    Parameters
    ----------
    cells
        Heading -> cell, without the columns of attributes.

    Returns
    -------
    tuple
        Fields of the payload; and heading -> problem, as a sentence, of each cell that cannot be read.
    """
    texts = {title: cells.get(title, "").strip() for title in LEADING_NAMES}
    doubts: dict[str, str] = {}
    fields: dict[str, Any] = {"operator": cells.get("operator", ""), "suggested": texts["suggested"]}
    for title, read in (("recorded_at", _time), ("probability_before", _probability)):
        try:
            fields[title] = read(table, row, texts[title]) if texts[title] else ""
        except BadTable as refused:
            doubts[title] = refused.sentence
    try:
        fields |= _earlier(table, row, texts["corrected_from"])
    except BadTable as refused:
        doubts["corrected_from"] = refused.sentence
    return {key: value for key, value in fields.items() if value != ""}, doubts


def _earlier(table: RawTable, row: int, text: str) -> dict[str, str]:
    """Parse ``failure``, or ``failure (C-7)`` if the run was recorded for another candidate."""
    if not text:
        return {}
    word, mark, rest = text.partition(" (")
    moved = bool(mark) and rest.endswith(")") and word.casefold() in OUTCOMES
    outcome = (word if moved else text).casefold()
    if outcome not in OUTCOMES:
        raise not_an_outcome(table.place(row, "corrected_from"), text)
    return {"corrected_from": outcome, "corrected_candidate": rest.removesuffix(")") if moved else ""}


def not_an_outcome(place: str, text: str) -> BadTable:
    """Return the refusal of a cell that names no outcome."""
    said = phrase("{text} is not an outcome", text=quoted(text)) if text else phrase("this cell is blank")
    return BadTable(
        phrase(
            "{place}: {said}. Write success, failure or void, or take the row out.", place=place, said=said
        )
    )


def _time(table: RawTable, row: int, text: str) -> str:
    reason = ""
    try:
        moment = dt.datetime.fromisoformat(text)
        # kgdesk writes every time with its zone; a time without one was changed by a spreadsheet.
        reason = phrase("has lost its time zone") if is_runs_csv(table) and moment.tzinfo is None else ""
    except ValueError:
        reason = phrase("is not a time like 2026-11-21T14:02:31Z")
    if reason:
        raise BadTable(
            phrase(
                "{place}: {text} {said}; a spreadsheet may have changed it. Write it like "
                "2026-11-21T14:02:31Z or leave it blank.",
                place=table.place(row, "recorded_at"),
                text=quoted(text),
                said=reason,
            )
        )
    return text


def _probability(table: RawTable, row: int, text: str) -> float:
    try:
        number = parse_number(text, table.reading.decimal)
    except NotANumber as refused:
        raise BadTable(
            phrase(
                "{place}: {text} {reason}.",
                place=table.place(row, "probability_before"),
                text=quoted(text),
                reason=refused.reason,
            )
        ) from None
    if not 0.0 <= number <= 1.0:
        raise BadTable(
            phrase(
                "{place}: {text} is not between 0 and 1.",
                place=table.place(row, "probability_before"),
                text=quoted(text),
            )
        )
    return number
