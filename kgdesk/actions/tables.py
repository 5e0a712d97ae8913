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
from kgdesk.model.findings import many_terms
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


def column_findings(
    table: PoolReading, *, raw: bool = False, terms: str = "linear", budget: int | None = None
) -> tuple[str, ...]:
    """Return in sentences what a person should know.

    Filled cells, constant, equal or collinear columns, raw scale; with a budget, also terms that are many for it.
    """
    scaling = attributes.fix_scaling(table.pool, raw=raw, terms=terms)
    found = [*table.findings, *attributes.design_findings(attributes.design(table.pool, scaling))]
    if budget is not None:
        found.append(many_terms(len(scaling.columns) - 1, int(scaling.higher.sum()), budget))
    if terms != "linear" and not scaling.higher.any():
        found.append("No number can bend here: the model is the same as with linear terms.")
    return tuple(sentence for sentence in found if sentence)


def prior_in_words(
    table: PoolReading, rate: float, matter: str, *, raw: bool = False, terms: str = "linear"
) -> PriorInWords:
    """Return the prior that “of 100 candidates about N succeed” and “attributes matter ...” make for a pool.

    See `kgdesk.model.settings.prior_from_words`.
    """
    scaling = attributes.fix_scaling(table.pool, raw=raw, terms=terms)
    made = attributes.design(table.pool, scaling)
    return prior_from_words(
        made.X[made.row_of], rate, matter, terms=terms, higher=scaling.higher, squares=scaling.squares
    )
