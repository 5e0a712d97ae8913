"""Tables in and out: strict reading of CSV and Excel, formula-safe writing, and the lossless archive."""

from kgdesk.tables.columns import ColumnChoice, ColumnInfo, describe
from kgdesk.tables.crossed_levels import crossed_levels
from kgdesk.tables.numbers import is_number
from kgdesk.tables.pools import LeftOut, PoolReading, build_pool, read_pool
from kgdesk.tables.raw_table import RawTable, Reading
from kgdesk.tables.reading import read_pasted, read_table
from kgdesk.tables.repeated_codes import repeats
from kgdesk.tables.roles import propose
from kgdesk.tables.tidying import limit_in

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
    "propose",
    "read_pasted",
    "read_pool",
    "read_table",
    "repeats",
]
