"""Tables in and out: strict reading of CSV and Excel, formula-safe writing, and the lossless archive."""

from __future__ import annotations

from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kgdesk.tables.cell_text import crossed_levels
from kgdesk.tables.columns import (
    ColumnChoice,
    ColumnInfo,
    Missing,
    describe,
)
from kgdesk.tables.file_io import InputFile
from kgdesk.tables.numbers import is_number
from kgdesk.tables.pools import LeftOut, PoolReading, build_pool
from kgdesk.tables.raw_table import RawTable, Reading
from kgdesk.tables.reading import read_pasted, read_table
from kgdesk.tables.runs import table_of_frame
from kgdesk.tables.untidy_tables import limit_in, repeats

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from kgdesk.model.study.settings import Settings
    from kgdesk.tables.numbers import Decimal

__all__ = [
    "ColumnChoice",
    "ColumnInfo",
    "LeftOut",
    "PoolReading",
    "RawTable",
    "Reading",
    "build_pool",
    "crossed_levels",
    "describe",
    "is_number",
    "limit_in",
    "read_pasted",
    "read_pool",
    "read_table",
    "repeats",
]


def read_pool(
    path: Any,
    *,
    id: str | None = None,  # noqa: A002 - named like the command line's option
    attributes: Iterable[str] | None = None,
    categories: Iterable[str] = (),
    outcome: str | None = None,
    ignore: Iterable[str] = (),
    extras: Iterable[str] = (),
    decimal: Decimal | None = None,
    delimiter: str | None = None,
    sheet: str | None = None,
    encoding: str | None = None,
    headings: int | None = None,
    outcome_words: tuple[Collection[str], Collection[str]] | None = None,
    units: Mapping[str, str] | None = None,
    logs: Iterable[str] = (),
    missing: Missing = "refuse",
    blank_none: Iterable[str] = (),
    vocabulary: Settings | None = None,
    **repairs: Any,
) -> PoolReading:
    """Read the candidates of a study from a CSV or Excel file, or from a data frame.

    Parameters
    ----------
    path
        CSV or Excel file (str, path-like or `InputFile`); or a frame or mapping, see `runs.table_of_frame`.
    id, attributes, categories
        The column that names the candidates, without it they are numbered from 1; columns to learn from, without it
        every column that has no other role; and which of them hold words.
    outcome, outcome_words
        The column of past outcomes: success/failure, yes/no, true/false, pass/fail, 1/0, 1/-1, blank, or these words.
    ignore, extras, decimal, delimiter, sheet, encoding, headings
        Columns that are not read; columns that are kept for people; and as in `read_table`, found when not given.
    units, logs, missing, blank_none, vocabulary, repairs
        Units, logarithms, blank cells, words; `look_alikes`, `limits`, `words`, `repeated`: see `ColumnChoice`.

    Raises
    ------
    AmbiguousTable, BadTable
        It can be read in several ways, or names look alike; or it is invalid: the message has place and remedy.
    """
    choice = ColumnChoice(
        id=id,
        attributes=None if attributes is None else _names(attributes),
        categories=_names(categories),
        outcome=outcome,
        outcome_words=outcome_words,
        ignore=_names(ignore),
        extras=_names(extras),
        units=dict(units or {}),
        logs=frozenset(_names(logs)),
        missing=missing,
        blank_none=_names(blank_none),
        vocabulary=vocabulary,
        **repairs,
    )
    dialect = {"delimiter": delimiter, "decimal": decimal, "sheet": sheet, "encoding": encoding}
    return build_pool(_table_of(path, **dialect, headings=headings), choice)


def _table_of(path: Any, **reading: Any) -> RawTable:
    """Read a table from a file, or from a frame, where the options have no effect."""
    if isinstance(path, str | PathLike | InputFile):
        source = path if isinstance(path, InputFile) else Path(path)
        return read_table(source, **reading)
    return table_of_frame(path)


def _names(names: Iterable[str]) -> tuple[str, ...]:
    return (names,) if isinstance(names, str) else tuple(names)
