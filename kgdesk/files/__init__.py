"""Tables in and out: strict reading of CSV and Excel, formula-safe writing, and the lossless archive."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kgdesk.files.columns import ColumnChoice, ColumnInfo, Missing, describe
from kgdesk.files.pools import LeftOut, PoolReading, build_pool
from kgdesk.files.raw_table import RawTable, Reading
from kgdesk.files.reading import read_pasted, read_table

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping
    from pathlib import Path

    from kgdesk.files.numbers import Decimal

__all__ = [
    "ColumnChoice",
    "ColumnInfo",
    "LeftOut",
    "PoolReading",
    "RawTable",
    "Reading",
    "build_pool",
    "describe",
    "read_pasted",
    "read_pool",
    "read_table",
]


def read_pool(
    path: str | Path,
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
    outcome_words: tuple[Collection[str], Collection[str]] | None = None,
    units: Mapping[str, str] | None = None,
    logs: Iterable[str] = (),
    missing: Missing = "refuse",
) -> PoolReading:
    """Read the candidates of a study from a CSV or Excel file.

    Parameters
    ----------
    path
        CSV or Excel file.
    id
        Column with the names of the candidates; numbered from 1 by default.
    attributes
        Columns to learn from; by default every column without another role.
    categories
        Attributes that are categorical.
    outcome
        Column of past outcomes: success/failure, yes/no, true/false, pass/fail, 1/0, 1/-1, or blank.
    ignore
        Columns to skip.
    extras
        Columns to keep for display only.
    decimal, delimiter, sheet, encoding
        As in `read_table`: detected by default; raises `AmbiguousTable` when several fit.
    outcome_words
        Words for success and for failure, instead of the usual pairs.
    units
        Heading -> unit, for display.
    logs
        Attributes to transform by the logarithm.
    missing
        ``"refuse"``, ``"leave_out"`` (the row) or ``"median"`` for blank attributes.

    Raises
    ------
    AmbiguousTable
        The file can be read in more than one way.
    BadTable
        The file or a column is invalid; the message names file, line and column, and the remedy.
    """
    table = read_table(path, delimiter=delimiter, decimal=decimal, sheet=sheet, encoding=encoding)
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
    )
    return build_pool(table, choice)


def _names(names: Iterable[str]) -> tuple[str, ...]:
    return (names,) if isinstance(names, str) else tuple(names)
