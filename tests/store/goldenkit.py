"""Studies created by an older version, and an event that it does not know."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import psycopg

from kgdesk.store.chain import Row

if TYPE_CHECKING:
    from collections.abc import Callable

GOLDEN = Path(__file__).parent / "golden"
#: An event of a kind introduced by format 2.
LATER = (
    "settings_changed",
    {"setting": "title", "old": "Solvents", "new": "Solvents, plate 1", "reason": "why"},
)


def on_a_server(places: Callable[[str], str], name: str) -> str:
    """Fill a server's tables with the rows written by the older version."""
    place = places(name)
    rows = json.loads((GOLDEN / "format-1-server.json").read_text("utf-8"))
    with psycopg.connect(place.partition("#")[0]) as link:
        made = link.execute(
            "INSERT INTO kgdesk.study (name) VALUES (%s) RETURNING id", (place.partition("#")[2],)
        ).fetchone()
        assert made is not None
        for row in rows:
            link.execute(
                f"INSERT INTO kgdesk.event (study, {', '.join(Row._fields)}) VALUES (%s{', %s' * 12})".encode(),
                (made[0], *row),
            )
    return place
