"""Every combination of the levels of some factors, as a table."""

from __future__ import annotations

import csv
import io
from itertools import product
from math import prod

from kgdesk.errors import BadTable
from kgdesk.tables.quoting import quoted
from kgdesk.text import phrase

#: Most candidates that levels may combine to.
MOST_COMBINED = 100_000


def crossed_levels(text: str) -> tuple[str, int]:
    """Return a table, as delimited text, of every combination of the levels of some factors, and its number of rows.

    Parameters
    ----------
    text
        One factor a line, as ``Temperature (°C) = 20, 40, 60``; with a semicolon anywhere in the line, that separates
        the levels, so that they may hold commas.

    Raises
    ------
    BadTable
        No levels, a name or level twice, one combination or more than `MOST_COMBINED`; the message names the line.
    """
    factors: dict[str, list[str]] = {}
    for number, line in enumerate(text.splitlines(), 1):
        name, _, listed_levels = (part.strip() for part in line.partition("="))
        if not line.strip():
            continue
        mark = ";" if ";" in listed_levels else ","
        levels = [level.strip() for level in listed_levels.split(mark) if level.strip()]
        if not name or not levels:
            raise BadTable(
                phrase(
                    "Line {line}: write a name, an equals sign and the levels, for example Temperature = 20, 40, 60.",
                    line=number,
                )
            )
        twice = next((level for level in levels if levels.count(level) > 1), "")
        if twice or name in factors:
            raise BadTable(
                phrase("Line {line}: {text} occurs twice.", line=number, text=quoted(twice or name))
            )
        factors[name] = levels
    count = prod(map(len, factors.values()))
    if count < 2 or count > MOST_COMBINED:
        raise BadTable(
            phrase(
                "These levels combine to {count} candidates; from 2 to {most} are possible.",
                count=count if factors else 0,
                most=MOST_COMBINED,
            )
        )
    stream = io.StringIO()
    lines = csv.writer(stream, delimiter=";", lineterminator="\n")
    width = max(3, len(str(count)))
    lines.writerow(["Code", *factors])
    lines.writerows([f"K-{row:0{width}}", *cells] for row, cells in enumerate(product(*factors.values()), 1))
    return stream.getvalue(), count
