"""Candidates that never run together: those with the same value in a column that the study names.

They share what there is one of, as an instrument, a plate or a jar of substance. A candidate whose cell is empty
shares nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from kgdesk.errors import BadInput, phrase

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kgdesk.model.pool import Pool


@dataclass(frozen=True)
class Groups:
    """Which candidates share something of which there is one.

    Parameters
    ----------
    pool
        The candidates.
    columns
        Names of attributes or of columns kept with the data.

    Raises
    ------
    BadInput
        The pool has no such column.
    """

    pool: Pool
    columns: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        known = [*(a.name for a in self.pool.attributes), *self.pool.extras]
        for name in self.columns:
            if name not in known:
                raise BadInput(
                    phrase(
                        "There is no column “{name}” that says which candidates never run together: the "
                        "table has {choices}.",
                        name=name,
                        choices=", ".join(known),
                    )
                )

    @cached_property
    def _values(self) -> tuple[tuple[str, ...], ...]:
        named = dict(zip((a.name for a in self.pool.attributes), self.pool.values, strict=True))
        columns = (named.get(name) or self.pool.extras[name] for name in self.columns)
        return tuple(tuple(_text(value) for value in column) for column in columns)

    def shared(self, candidate: str, other: str) -> str:
        """Return what two candidates share, as ``“A” in “instrument”``; empty if nothing, also for one with itself."""
        one, two = self.pool.row(candidate), self.pool.row(other)
        for name, values in zip(self.columns, self._values, strict=True):
            if values[one] and values[one] == values[two]:
                return phrase("“{value}” in “{name}”", value=values[one], name=name)
        return ""

    def clash(self, candidate: str, running: Iterable[str]) -> str:
        """Return in a sentence why a candidate cannot run beside others; empty if it can."""
        for other in running:
            shared = self.shared(candidate, other)
            if shared:
                with_it = phrase("a run of it") if other == candidate else other
                return phrase(
                    "{candidate} cannot start while {with_it} is in progress: they have {shared}, and candidates "
                    "that share it never run together. Record the outcome of that run first.",
                    candidate=candidate,
                    with_it=with_it,
                    shared=shared,
                )
        return ""

    def barred(self, running: Iterable[str]) -> frozenset[str]:
        """Return the candidates that cannot run beside others."""
        rows = [self.pool.row(name) for name in running]
        if not rows or not self.columns:
            return frozenset()
        found: set[str] = set()
        for values in self._values:
            taken = {values[row] for row in rows} - {""}
            found |= {name for name, value in zip(self.pool.ids, values, strict=True) if value in taken}
        return frozenset(found)

    def alone(self, candidate: str) -> bool:
        """Return whether no second run of a candidate can be in progress beside the first."""
        return bool(self.shared(candidate, candidate))


def waiting(groups: Groups, candidate: str, running: Sequence[str]) -> str:
    """Return the sentence that a suggestion ends with when nothing can start beside the open runs."""
    other = next(name for name in running if groups.shared(candidate, name))
    return phrase(
        " Start it when {other} has its outcome: nothing else can run beside the runs in progress, and these two "
        "share {shared}.",
        other=other,
        shared=groups.shared(candidate, other),
    )


def _text(value: float | str) -> str:
    return value.strip() if isinstance(value, str) else f"{value:g}"
