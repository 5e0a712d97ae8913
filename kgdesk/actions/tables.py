"""Reading tables of candidates: what the wizard shows before anything is stored."""

from __future__ import annotations

from kgdesk.files import (
    ColumnChoice,
    ColumnInfo,
    LeftOut,
    PoolReading,
    RawTable,
    Reading,
    build_pool,
    describe,
    read_pasted,
    read_pool,
    read_table,
)
from kgdesk.model import attributes
from kgdesk.model.settings import PriorInWords, prior_from_words

__all__ = [
    "ColumnChoice",
    "ColumnInfo",
    "LeftOut",
    "PoolReading",
    "RawTable",
    "Reading",
    "build_pool",
    "column_findings",
    "describe",
    "prior_in_words",
    "read_pasted",
    "read_pool",
    "read_table",
]


def column_findings(table: PoolReading, *, raw: bool = False) -> tuple[str, ...]:
    """Return in sentences what a person should know: filled cells, constant, equal or collinear columns, raw scale."""
    scaling = attributes.fix_scaling(table.pool, raw=raw)
    return (*table.findings, *attributes.design_findings(attributes.design(table.pool, scaling)))


def prior_in_words(table: PoolReading, rate: float, matter: str, *, raw: bool = False) -> PriorInWords:
    """Return the prior that “of 100 candidates about N succeed” and “attributes matter ...” make for a pool.

    See `kgdesk.model.settings.prior_from_words`.
    """
    scaling = attributes.fix_scaling(table.pool, raw=raw)
    made = attributes.design(table.pool, scaling)
    return prior_from_words(made.X[made.row_of], rate, matter)
