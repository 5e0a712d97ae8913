"""Numbers as people type them, with a decimal point or a decimal comma.

Cells of a table, which have the decimal mark of their table, follow the grammar of `kgdesk.tables.numbers`.
"""

from __future__ import annotations

import re
from typing import Final

from kgdesk.errors import BadInput
from kgdesk.text import phrase

#: A number with either decimal mark.
NUMBER: Final = re.compile(r"[+-]?(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:e[+-]?\d+)?", re.ASCII | re.IGNORECASE)
#: The comma may be a decimal mark or separate thousands.
_EITHER = re.compile(r"[+-]?[1-9]\d{0,2},\d{3}", re.ASCII)


def with_point(text: str) -> str:
    """Return the text of a number with a decimal point where it has a decimal comma."""
    return text.replace(",", ".")


def typed_number(text: str) -> float | None:
    """Return the number that a text is, with either decimal mark; None if it is none.

    Raises
    ------
    BadInput
        It can be read in two ways, as ``1,250``.
    """
    bare = text.strip()
    if NUMBER.fullmatch(bare) is None:
        return None
    if _EITHER.fullmatch(bare) is not None:
        raise BadInput(
            phrase("“{text}” can be read in two ways: write the number with a decimal point.", text=bare)
        )
    return float(with_point(bare))
