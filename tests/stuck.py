"""A study on the disk in which no single run is worth anything while more than a point is still at stake."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kgdesk import actions
from kgdesk.actions.importing import read_pool
from kgdesk.model.study.settings import Settings

if TYPE_CHECKING:
    from pathlib import Path

LINES = "ABCDEFGHI"


def stuck_study(path: Path, who: actions.Operator, **settings: object) -> Path:
    """Make it: the candidate A is well known and mediocre, each other one failed twice."""
    table = path.with_suffix(".csv")
    table.write_text("Code,line\n" + "".join(f"{line},{line}\n" for line in LINES), encoding="utf-8")
    pool = read_pool(table, id="Code", categories=["line"])
    made = Settings(**{"budget": 400, "policy": "kg", **settings})  # type: ignore[arg-type]
    with actions.create_study(path, pool, made, who, file=table.name) as session:
        actions.record(session, "A", "success", count=(36, 60))
        for line in LINES[1:]:
            actions.record(session, line, "success", count=(0, 2))
    return path
