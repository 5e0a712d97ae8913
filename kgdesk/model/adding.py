"""Candidates that join the pool of a study: described by its attributes, within the scaling that was fixed at first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kgdesk.model.barcodes import Barcodes
from kgdesk.model.pool import Pool
from kgdesk.model.recipe import encode
from kgdesk.model.settings import checked_prior

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from kgdesk.model.events import Event
    from kgdesk.model.recipe import Scaling
    from kgdesk.model.settings import Settings


@dataclass(frozen=True)
class Addition:
    """Candidates that were added to the pool.

    Parameters
    ----------
    candidates
        Their names, which stand at the end of the pool.
    source
        Where they came from: file name, digest, parser settings.
    operator, recorded_at, reason
        Of the entry.
    seq
        Number of the event.
    """

    candidates: tuple[str, ...]
    source: Mapping[str, Any]
    operator: str
    recorded_at: str
    reason: str
    seq: int


def enlarged(pool: Pool, scaling: Scaling, settings: Settings, event: Event) -> tuple[Pool, Addition]:
    """Return the pool with the candidates of an entry behind the others.

    Raises
    ------
    KeyError, TypeError, ValueError, BadInput
        A name is taken, a column is missing or too much, a value does not fit the scaling that was fixed when the
        study was made: a level that no candidate had, another value in a column that was left out.
    """
    facts = event.payload
    ids = tuple(_texts(facts["ids"]))
    if not ids or len(facts["values"]) != len(pool.attributes) or set(facts["extras"]) != set(pool.extras):
        raise ValueError("columns that are not those of the pool")
    values = tuple(
        tuple(map(_number, column)) if a.kind == "number" else tuple(_texts(column))
        for a, column in zip(pool.attributes, facts["values"], strict=True)
    )
    for a, old, new in zip(pool.attributes, pool.values, values, strict=True):
        if a.name in scaling.dropped and set(new) != set(old):
            raise ValueError(f"another value in {a.name!r}, which was left out")
    extras = {name: (*column, *_texts(facts["extras"][name])) for name, column in pool.extras.items()}
    joined: Any = tuple((*old, *new) for old, new in zip(pool.values, values, strict=True))
    larger = Pool((*pool.ids, *ids), pool.attributes, joined, extras)
    checked_prior(settings, scaling, encode(scaling, pool.attributes, values, ids=ids))
    Barcodes(larger, settings.barcode)
    addition = Addition(
        ids, facts["source"], event.new.actor, event.new.recorded_at_utc, facts["reason"], event.seq
    )
    return larger, addition


def as_founded(pool: Pool, additions: Sequence[Addition]) -> Pool:
    """Return a pool without what was added to it."""
    if not additions:
        return pool
    first = len(pool) - sum(len(one.candidates) for one in additions)
    values: Any = tuple(column[:first] for column in pool.values)
    extras = {name: column[:first] for name, column in pool.extras.items()}
    return Pool(pool.ids[:first], pool.attributes, values, extras)


def _texts(column: Sequence[Any]) -> Sequence[str]:
    if not all(isinstance(one, str) for one in column):
        raise TypeError("a name that is no text")
    return column


def _number(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TypeError(f"{value!r} is no number")
    return float(value)
