"""Tables in and out: strict reading of CSV and Excel, formula-safe writing, and the lossless archive.

The names below are imported on first use (PEP 562): an archive is read without what reads tables.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kgdesk.startup import lazy_names

if TYPE_CHECKING:
    from kgdesk.tables.columns import ColumnChoice, ColumnInfo, describe
    from kgdesk.tables.numbers import is_number
    from kgdesk.tables.pools import LeftOut, PoolReading, build_pool, read_pool
    from kgdesk.tables.raw_table import RawTable, Reading
    from kgdesk.tables.reading import read_pasted, read_table
    from kgdesk.tables.repeated_codes import repeats
    from kgdesk.tables.roles import propose
    from kgdesk.tables.tidying import limit_in
else:
    # The same names as above, for the program.
    __getattr__, __dir__, __all__ = lazy_names(
        __name__,
        {
            "columns": ("ColumnChoice", "ColumnInfo", "describe"),
            "numbers": ("is_number",),
            "pools": ("LeftOut", "PoolReading", "build_pool", "read_pool"),
            "raw_table": ("RawTable", "Reading"),
            "reading": ("read_pasted", "read_table"),
            "repeated_codes": ("repeats",),
            "roles": ("propose",),
            "tidying": ("limit_in",),
        },
    )
