"""Read outcomes from a table: a runs CSV written by kgdesk, or candidates with their outcomes."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar

from kgdesk.errors import BadTable
from kgdesk.model.study.outcome_words import outcome_word
from kgdesk.model.study.settings import Settings
from kgdesk.tables.cell_text import unescape_formula
from kgdesk.tables.file_io import quoted
from kgdesk.tables.numbers import NotANumber, is_number, parse_number
from kgdesk.tables.reading import read_table
from kgdesk.tables.runs import RUN_COLUMNS, Outcome, row_digest
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping
    from pathlib import Path

    from kgdesk.tables.file_io import InputFile
    from kgdesk.tables.numbers import Decimal
    from kgdesk.tables.raw_table import RawTable

T = TypeVar("T")

_OUTCOMES: dict[str, Outcome] = {"success": "success", "failure": "failure", "void": "void"}


@dataclass(frozen=True, slots=True)
class OutcomeRow:
    """One outcome read from a table.

    Parameters
    ----------
    line
        Line of the file.
    candidate
        Name as in the table; not checked against a study.
    outcome
        Present outcome.
    run, recorded_at, operator, suggested, probability_before, note, corrected_from, reason
        As in `RunRow`; None or empty if the table has none.
    corrected_candidate
        Candidate before the correction, if different.
    run_token, measured
        As in `RunRow`. `read_outcomes` leaves them empty: only the study can tell them from attributes of that
        name.
    digest
        SHA-256 of the row's values; detects numbers or dates that a spreadsheet changed.
    place
        File and line, for messages.
    decimal
        Decimal mark of the table.
    cells
        Heading -> cell text, without formula escapes.
    doubts
        Heading -> sentence about a cell that cannot be read; its value is left empty.
    """

    line: int
    candidate: str
    outcome: Outcome
    run: int | None = None
    recorded_at: str = ""
    operator: str = ""
    suggested: str = ""
    probability_before: float | None = None
    note: str = ""
    corrected_from: str = ""
    reason: str = ""
    corrected_candidate: str = ""
    run_token: str = ""
    measured: float | None = None
    digest: str = ""
    place: str = ""
    decimal: Decimal = "point"
    cells: dict[str, str] = field(default_factory=dict)
    doubts: dict[str, str] = field(default_factory=dict)


def read_outcomes(
    path: str | Path | InputFile,
    *,
    doubtful: bool = False,
    texts: Collection[str] = (),
    settings: Settings | None = None,
    **reading: Any,
) -> tuple[OutcomeRow, ...]:
    """Read outcomes from a runs CSV, or from a table with the columns candidate and outcome.

    Parameters
    ----------
    path
        CSV or Excel file. Besides candidate and outcome, any of `RUN_COLUMNS` is allowed; further columns only if
        all of these are present.
    doubtful
        Return rows with unreadable times, probabilities and earlier outcomes too, with `doubts`, for a caller that
        knows the originals.
    texts, reading
        As in `read_table`: ``delimiter``, ``decimal``, ``sheet``, ``encoding``, ``headings``.
    settings
        Names of the outcomes, which are understood as well as the usual words.

    Raises
    ------
    AmbiguousTable
        The file can be read in more than one way.
    BadTable
        A column is missing or unknown, an outcome is not success, failure or void, a run number occurs twice,
        a time is not in ISO 8601; the message names the line.
    """
    table = read_table(path, texts=texts, **reading)
    _check_columns(table)
    words = settings or Settings()
    rows = tuple(_outcome_row(table, row, words) for row in range(len(table.rows)))
    seen: dict[int, int] = {}
    for outcome in rows:
        if outcome.doubts and not doubtful:
            raise BadTable(next(iter(outcome.doubts.values())))
        if outcome.run is not None and seen.setdefault(outcome.run, outcome.line) != outcome.line:
            raise BadTable(
                phrase(
                    "{name}, {line_word} {line}: run {run} stands in {line_word} {seen} already. Keep "
                    "one of them.",
                    name=table.name,
                    line_word=table.line_word,
                    line=outcome.line,
                    run=outcome.run,
                    seen=seen[outcome.run],
                )
            )
    return rows


def _check_columns(table: RawTable) -> None:
    for needed in ("candidate", "outcome"):
        if needed not in table.header:
            raise BadTable(
                phrase(
                    "{name} has no column “{needed}”: outcomes need the headings candidate and outcome.",
                    name=table.name,
                    needed=needed,
                )
            )
    unknown = [title for title in table.header if title not in RUN_COLUMNS]
    if unknown and not _is_ours(table):
        raise BadTable(
            phrase(
                "{name}: column {column} is not one of {choices}. Rename it or leave it out.",
                name=table.name,
                column=quoted(unknown[0]),
                choices=", ".join(RUN_COLUMNS),
            )
        )


def _outcome_row(table: RawTable, row: int, settings: Settings) -> OutcomeRow:
    cells = {title: unescape_formula(cell) for title, cell in zip(table.header, table.rows[row], strict=True)}
    exact = {title: cells.get(title, "") for title in RUN_COLUMNS}
    texts = {title: text.strip() for title, text in exact.items()}
    if not texts["candidate"]:
        raise BadTable(
            phrase(
                "{place}: the candidate has no name. Name it or take the row out.",
                place=table.place(row, "candidate"),
            )
        )
    outcome = _outcome(table, row, "outcome", texts["outcome"], settings)
    doubts: dict[str, str] = {}

    def sure(column: str, look: Callable[[RawTable, int, str], T]) -> T | None:
        try:
            return look(table, row, texts[column])
        except BadTable as refused:
            doubts[column] = refused.sentence
            return None

    corrected = sure("corrected_from", _corrected) or ""
    moved = texts["corrected_from"].partition(" (")[2].removesuffix(")") if corrected else ""
    return OutcomeRow(
        line=table.lines[row],
        candidate=texts["candidate"],
        outcome=outcome,
        run=_run(table, row, texts["run"]),
        recorded_at=sure("recorded_at", _time) or "",
        operator=exact["operator"],
        suggested=texts["suggested"],
        probability_before=sure("probability_before", _probability),
        note=exact["note"],
        corrected_from=corrected,
        reason=exact["reason"],
        corrected_candidate=moved,
        digest=row_digest(_values(table, row)),
        place=table.place(row),
        decimal=table.reading.decimal,
        cells=cells,
        doubts=doubts,
    )


def read_later_fields(table: RawTable, row: int, cells: Mapping[str, str]) -> dict[str, Any]:
    """Return operator, time, suggestion, prediction and earlier outcome of a row, as far as it has them.

    Parameters
    ----------
    cells
        Heading -> cell of the columns that may be these.

    Raises
    ------
    BadTable
        A time, a probability or an earlier outcome cannot be read.
    """
    texts = {title: cells.get(title, "").strip() for title in RUN_COLUMNS}
    earlier = _corrected(table, row, texts["corrected_from"])
    fields = {
        "operator": cells.get("operator", ""),
        "recorded_at": _time(table, row, texts["recorded_at"]),
        "suggested": texts["suggested"],
        "probability_before": _probability(table, row, texts["probability_before"]),
        "corrected_from": earlier,
        "corrected_candidate": texts["corrected_from"].partition(" (")[2].removesuffix(")")
        if earlier
        else "",
    }
    return {key: value for key, value in fields.items() if value not in ("", None)}


def _values(table: RawTable, row: int) -> Iterable[str | float]:
    for cell in table.rows[row]:
        number = is_number(cell, table.reading.decimal)
        yield float(cell.replace(",", ".")) if number else unescape_formula(cell)


def _outcome(table: RawTable, row: int, column: str, text: str, settings: Settings | None = None) -> Outcome:
    word = outcome_word(text, settings) if settings is not None else _OUTCOMES.get(text.casefold())
    if word is not None:
        return word
    reason = phrase("{text} is not an outcome", text=quoted(text)) if text else phrase("this cell is blank")
    raise BadTable(
        phrase(
            "{place}: {said}. Write success, failure or void, or take the row out.",
            place=table.place(row, column),
            said=reason,
        )
    )


def _corrected(table: RawTable, row: int, text: str) -> str:
    """Parse ``failure``, or ``failure (C-7)`` if the run was recorded for another candidate."""
    word, mark, rest = text.partition(" (")
    moved = mark and rest.endswith(")") and word.casefold() in _OUTCOMES
    return _outcome(table, row, "corrected_from", word if moved else text) if text else ""


def _run(table: RawTable, row: int, text: str) -> int | None:
    if not text:
        return None
    whole, mark, fraction = text.replace(",", ".").partition(".")
    if mark and fraction and not fraction.strip("0"):  # a spreadsheet may have added decimals
        text = whole
    if not (text.isascii() and text.isdigit() and 0 < len(text) < 10 and int(text) > 0):
        raise BadTable(
            phrase(
                "{place}: {text} is not the number of a run. Write 1, 2, 3, …",
                place=table.place(row, "run"),
                text=quoted(text),
            )
        )
    return int(text)


def _time(table: RawTable, row: int, text: str) -> str:
    reason = ""
    if text:
        try:
            moment = dt.datetime.fromisoformat(text)
            # kgdesk writes every time with its zone; a time without one was changed by a spreadsheet.
            reason = phrase("has lost its time zone") if _is_ours(table) and moment.tzinfo is None else ""
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


def _is_ours(table: RawTable) -> bool:
    return set(RUN_COLUMNS) <= set(table.header)


def _probability(table: RawTable, row: int, text: str) -> float | None:
    if not text:
        return None
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
