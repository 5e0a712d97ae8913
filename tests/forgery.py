"""Forged copies of studies: outcomes turned, and the hash chain computed anew over them."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from kgdesk.model.study.events import Event, Head
from kgdesk.store import SqliteStore, Writer, seal

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

_TURNED = {"success": "failure", "failure": "success"}


def forged(events: Sequence[Event], turned: int, *, drop: int = 0) -> tuple[Event, ...]:
    """Return a whole chain of the same study in which the last `turned` outcomes are the opposite.

    Parameters
    ----------
    drop
        Number of last events that are left out as well.
    """
    kept = list(events[: len(events) - drop])
    outcomes = [event.seq for event in kept if event.kind == "outcome_recorded"]
    outcomes = outcomes[len(outcomes) - turned :]
    news = [
        one.new._replace(payload={**one.payload, "outcome": _TURNED[one.payload["outcome"]]})
        if one.seq in outcomes
        else one.new
        for one in kept
    ]
    rows = seal(Head(), news)
    return tuple(Event(row.seq, new, row.prev_hash, row.hash) for row, new in zip(rows, news, strict=True))


def forge(path: Path, events: Sequence[Event], turned: int = 3, *, drop: int = 0) -> Path:
    """Write a forged copy to a study file; an existing one is replaced."""
    for old in path.parent.glob(f"{path.name}*"):
        old.unlink()
    path.parent.mkdir(parents=True, exist_ok=True)
    writer = Writer("Eve", "LAPTOP", datetime.now(UTC))
    SqliteStore.create_from(path, forged(events, turned, drop=drop), writer=writer).close()
    return path
