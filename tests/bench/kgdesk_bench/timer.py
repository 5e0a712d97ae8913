"""Times taken in turns with their references."""

from __future__ import annotations

import statistics
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

TURNS = 5


@dataclass(frozen=True)
class Figure:
    """One time with those of its references.

    Parameters
    ----------
    what
        Description with sizes.
    seconds, least, most
        Median and range over the turns.
    numpy
        Time of the NumPy reference as a multiple of this one; None if there is none.
    c, full
        This time as a share of that of the C reference, and of that of the paper's correlated belief; None likewise.
    """

    what: str
    seconds: float
    least: float
    most: float
    numpy: float | None = None
    c: float | None = None
    full: float | None = None


def in_turns(acts: Mapping[str, Callable[[], object]], turns: int) -> dict[str, list[float]]:
    """Return the seconds of each act in each turn; acts alternate, so that all see the same conditions."""
    taken: dict[str, list[float]] = {name: [] for name in acts}
    for _ in range(turns):
        for name, act in acts.items():
            began = time.perf_counter()
            act()
            taken[name].append(time.perf_counter() - began)
    return taken


class Timer:
    """Time acts in turns and store the figures.

    Parameters
    ----------
    turns
        Maximum number of times each act is timed.
    progress
        Called with the description of each figure.
    """

    def __init__(self, turns: int, progress: Callable[[str], None]) -> None:
        self.turns, self.progress = turns, progress
        self.figures: list[Figure] = []

    def take(
        self,
        what: str,
        act: Callable[[], object],
        twins: Mapping[str, Callable[[], object]] | None = None,
        most: int = TURNS,
    ) -> float:
        """Time an act in up to `most` turns with its references, named as in `Figure`; return the median, seconds."""
        taken = in_turns({"": act, **(twins or {})}, min(most, self.turns))
        return self.keep(what, taken.pop(""), taken)

    def keep(self, what: str, taken: list[float], twins: Mapping[str, list[float]] | None = None) -> float:
        """Store times taken elsewhere; return their median."""
        mine = statistics.median(taken)
        ratio = {name: statistics.median(theirs) / mine for name, theirs in (twins or {}).items()}
        shares = [_inverse(ratio.get(name)) for name in ("c", "full")]
        self.add(Figure(what, mine, min(taken), max(taken), ratio.get("numpy"), *shares))
        return mine

    def add(self, figure: Figure) -> None:
        """Store a figure computed elsewhere."""
        self.figures.append(figure)
        self.progress(figure.what)


def _inverse(ratio: float | None) -> float | None:
    return None if ratio is None else 1.0 / ratio
