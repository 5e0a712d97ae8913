"""Data frames in and out, through narwhals: pandas, polars and pyarrow, none of which is a dependency."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Protocol

from kgdesk.errors import BadTable
from kgdesk.tables.formula_guard import escape_formula
from kgdesk.tables.reading import read_pasted
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kgdesk.tables.raw_table import RawTable


class Frame(Protocol):
    """Table by columns: a dict of lists, or a frame of pandas, polars or pyarrow.

    Examples
    --------
    >>> numbers = campaign.start(["A", "C"])
    >>> campaign.predict(["A", "C"])["candidate"]
    ['A', 'C']
    """

    def __getitem__(self, heading: str, /) -> Any:
        """Return the column with this heading."""


class LibraryFrame(Protocol):
    """Frame of pandas, polars or pyarrow, as opposed to a mapping."""

    @property
    def columns(self) -> Any:
        """Its headings, or its columns."""


#: Types of pandas' missing values, by name, since pandas need not be installed.
_MISSING = {"NAType", "NaTType"}


def frame_columns(frame: Any) -> dict[str, list[Any]]:
    """Return the columns of a data frame, or of a mapping of headings to sequences, as lists by heading.

    Raises
    ------
    BadTable
        It is neither, a heading is not text, the columns differ in length, or narwhals is not installed.
    """
    columns = dict(frame) if isinstance(frame, Mapping) else _columns_of_frame(frame)
    odd = next((heading for heading in columns if not isinstance(heading, str)), None)
    if odd is not None:
        raise _heading_without_text(odd)
    scalar = next((heading for heading, cells in columns.items() if not _is_column(cells)), None)
    if scalar is not None:
        raise BadTable(
            phrase("The column “{heading}” is not a list: give one value per row.", heading=scalar)
        )
    listed = {heading: list(cells) for heading, cells in columns.items()}
    lengths = {heading: len(cells) for heading, cells in listed.items()}
    if len(set(lengths.values())) > 1:
        raise BadTable("The columns differ in length: each needs one value per row.")
    return listed


def _columns_of_frame(frame: Any) -> dict[str, list[Any]]:
    narwhals = _narwhals()
    try:
        native = narwhals.from_native(frame, eager_only=True, pass_through=True)
    except narwhals.exceptions.DuplicateError:
        raise BadTable("Two columns of the frame have one heading: give each its own.") from None
    if native is frame:
        raise BadTable(
            phrase(
                "A table is a file, a pandas, polars or pyarrow frame, or a mapping of headings to columns, not a "
                "{kind}.",
                kind=type(frame).__name__,
            )
        )
    odd = next((heading for heading in native.columns if not isinstance(heading, str)), None)
    if odd is not None:
        raise _heading_without_text(odd)
    return {heading: native[heading].to_list() for heading in native.columns}


def _is_column(cells: Any) -> bool:
    return (
        isinstance(cells, Iterable) and not isinstance(cells, str | bytes) and getattr(cells, "ndim", 1) == 1
    )


def _heading_without_text(heading: object) -> BadTable:
    return BadTable(phrase("The heading {heading} is not text: name each column.", heading=repr(heading)))


def backend_of(frame: Any) -> str:
    """Return the library of a data frame, for `make_frame`; empty for a mapping."""
    if isinstance(frame, Mapping):
        return ""
    return str(_narwhals().from_native(frame, eager_only=True).implementation)


def make_frame(columns: Mapping[str, Sequence[Any]], backend: str) -> Any:
    """Build a data frame of a library (``pandas``, ``polars``, ``pyarrow``) from columns; empty: a plain dict.

    Raises
    ------
    BadTable
        The library or narwhals is not installed.
    """
    if not backend:
        return {heading: list(cells) for heading, cells in columns.items()}
    narwhals = _narwhals()
    try:
        return narwhals.from_dict(dict(columns), backend=backend).to_native()
    except (ImportError, ValueError, TypeError) as cause:
        raise BadTable(
            phrase("A frame of {backend} cannot be made: install {backend}.", backend=backend),
            details=str(cause),
        ) from None


def _narwhals() -> Any:
    try:
        import narwhals  # noqa: PLC0415 - optional: only who passes a frame needs it
    except ImportError:
        raise BadTable("Data frames need narwhals: pip install 'kgdesk[frames]'.") from None
    return narwhals


def table_of_frame(frame: Any, name: str = "frame") -> RawTable:
    """Return a data frame as a table of text cells, as strict as a file; numbers keep every digit.

    Parameters
    ----------
    frame
        A pandas, polars or pyarrow frame, or a mapping of headings to columns. None and NaN are blank cells.
    name
        Name of the table in messages.

    Raises
    ------
    BadTable
        As for a file, and as `frame_columns`.
    """
    columns = frame_columns(frame)
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(map(escape_formula, columns))
    writer.writerows(zip(*([_cell(value) for value in cells] for cells in columns.values()), strict=True))
    return read_pasted(text.getvalue(), name, delimiter="," if len(columns) > 1 else None, decimal="point")


def _cell(value: Any) -> str:
    """Write one value so that reading gives the same number or text."""
    if value is None or type(value).__name__ in _MISSING:
        return ""
    if isinstance(value, str):
        return escape_formula(value)
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int):
        return str(value)
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        return escape_formula(str(value))
    return "" if math.isnan(number) else repr(number)
