"""The value of testing with its condition: one number of one thing, wherever it is shown."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kgdesk.errors import Figure, Phrase, phrase


@dataclass(frozen=True, slots=True)
class ValueOfTesting:
    """Expected gain in the best predicted probability by one run, or by several at once, with its condition.

    Parameters
    ----------
    gain
        In 0..1; may be slightly negative, since the sweep is an approximation.
    in_progress
        Number of runs in progress over whose outcomes it is averaged.
    picked
        Number of earlier picks of a batch over whose outcomes it is averaged.
    runs
        Number of runs at once that it is the value of.
    """

    gain: float
    in_progress: int = 0
    picked: int = 0
    runs: int = 1

    @property
    def points(self) -> Figure:
        """The number in percentage points, without its condition."""
        return Figure(self.gain, "points")

    @property
    def given(self) -> str:
        """The condition, as ``given 2 runs in progress``; empty where there is none."""
        return given(self.in_progress, self.picked)

    @property
    def words(self) -> Phrase:
        """Number, unit and condition: ``0.90 percentage points, given 2 runs in progress``."""
        return conditioned(phrase("{value} percentage points", value=self.points), self.given)

    def as_json(self) -> dict[str, Any]:
        """Return the condition in the shape that the command line prints beside ``kg``."""
        return {"in_progress": self.in_progress, "earlier_picks": self.picked}


def given(in_progress: int, picked: int = 0) -> str:
    """Return the condition of a value that is averaged over outcomes to come; empty where there are none."""
    what = open_runs(in_progress, picked)
    return phrase("given {what}", what=what) if what else ""


def without(in_progress: int) -> str:
    """Return that a value does not look at runs that were in progress; empty where there were none."""
    what = open_runs(in_progress)
    return phrase("without a look at {what}", what=what) if what else ""


def open_runs(in_progress: int, picked: int = 0) -> str:
    """Return the number of runs whose outcomes are still to come, in words; empty where there are none."""
    running, earlier = _running(in_progress), _earlier(picked)
    if running and earlier:
        return phrase("{first} and {second}", first=running, second=earlier)
    return running or earlier


def conditioned(words: Phrase, condition: str) -> Phrase:
    """Return words with a condition behind them, where there is one."""
    return phrase("{words}, {condition}", words=words, condition=condition) if condition else words


def _running(count: int) -> str:
    if count == 0:
        return ""
    return phrase("1 run in progress") if count == 1 else phrase("{count} runs in progress", count=count)


def _earlier(count: int) -> str:
    if count == 0:
        return ""
    return phrase("1 earlier pick") if count == 1 else phrase("{count} earlier picks", count=count)
