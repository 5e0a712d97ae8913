"""The table of candidates as the options of a command describe it; `new` and `rehearse` share them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kgdesk.actions.tables import read_pool

if TYPE_CHECKING:
    import argparse

    from kgdesk.actions.tables import PoolReading


def table_of(path: str, options: argparse.Namespace) -> PoolReading:
    """Read the candidates in a file by the TABLE options; see `kgdesk.files.read_pool`."""
    apart = getattr(options, "never_together", [])
    named = [getattr(options, "barcode", ""), getattr(options, "location", "")]
    learnt = {*(options.attributes or ()), *options.category}
    return read_pool(
        path,
        id=options.id,
        extras=[
            *(column for column in apart if column not in learnt),
            *(column for column in named if column and column not in apart),
        ],
        attributes=options.attributes,
        categories=options.category,
        outcome=options.outcome,
        ignore=options.ignore,
        decimal=options.decimal,
        delimiter=options.delimiter,
        sheet=options.sheet,
        encoding=options.encoding,
    )
