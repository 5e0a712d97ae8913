"""What a script passes, as the actions take it: names, whole numbers, limits, cells of a frame."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from operator import index
from typing import Any

import numpy as np

from kgdesk.errors import BadInput, BadTable, UnknownCandidate
from kgdesk.model.advice.batch_limits import BatchLimits
from kgdesk.model.advice.suggestion import Suggestion
from kgdesk.tables.data_frames import make_frame
from kgdesk.text import phrase


def name_of(one: str | Suggestion) -> str:
    """Return the name of a candidate or of a suggested candidate.

    Raises
    ------
    UnknownCandidate
        It is neither.
    """
    if isinstance(one, str):
        return one
    if isinstance(one, Suggestion):
        return one.candidate
    raise UnknownCandidate(phrase("A candidate is named by a text, not by {value}.", value=repr(one)))


def as_names(names: Iterable[str]) -> tuple[str, ...]:
    """Return names as a tuple; a text is one name."""
    return (names,) if isinstance(names, str) else tuple(names)


def plain(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return arguments with numbers of NumPy as those of Python."""
    return {name: value.item() if isinstance(value, np.generic) else value for name, value in given.items()}


def batch_limits(
    per_level: Mapping[str, int] | None, one_level: str, shared: Mapping[str, int] | None, where: str
) -> BatchLimits:
    """Return the limits of a batch; raise BadInput where a column has no whole number as its limit."""
    levels = [{} if each is None else each for each in (per_level, shared)]
    if not all(isinstance(each, Mapping) for each in levels):
        raise BadInput('A limit by a column is a mapping of the column to a number, as {"Solvent": 2}.')
    counts = [{column: whole_number(most) for column, most in each.items()} for each in levels]
    return BatchLimits(counts[0], one_level, counts[1], where)


def whole_number(number: Any) -> int:
    """Return a whole number of any library; raise BadInput for anything else."""
    try:
        return index(number)
    except TypeError:
        raise BadInput(
            phrase("A number of runs, or of a run, is a whole number, not {value}.", value=repr(number))
        ) from None


def number_text(value: object) -> str | None:
    """Return a number as text, whole ones without a decimal point; None for anything else."""
    if isinstance(value, int | np.integer):
        return str(int(value))
    return repr(float(value)).removesuffix(".0") if isinstance(value, float | np.floating) else None


def outcome_cell(cell: Any) -> Any:
    """Return the cell of a frame with an outcome as a file would have it."""
    if isinstance(cell, bool | np.bool_):
        return "success" if cell else "failure"
    text = number_text(cell)
    return cell if text in (None, "nan") else text


def listed_names(rows: Any) -> list[str] | None:
    """Return names of candidates that are passed as one text or a sequence of texts; None for a frame."""
    if isinstance(rows, str):
        return [rows]
    if isinstance(rows, list | tuple) and all(isinstance(each, str) for each in rows):
        return list(rows)
    return None


def column_of(columns: Mapping[str, list[Any]], name: str) -> list[Any]:
    """Return a column of a frame that the study learns from; raise BadInput if it is missing."""
    if name not in columns:
        raise BadInput(phrase("There is no column “{missing}”: the study learns from it.", missing=name))
    return columns[name]


def heading_or_none(name: object) -> str | None:
    """Return the heading of the column of names, or None; raise BadInput for anything else."""
    if not isinstance(name, str | None):
        raise BadInput(
            phrase("The column of names is named by its heading, not by {value}.", value=repr(name))
        )
    return name


def usable_backend(backend: str) -> str:
    """Return the name of a library of frames; empty if it cannot be used here."""
    try:
        make_frame({}, backend)
    except BadTable:
        return ""
    return backend
