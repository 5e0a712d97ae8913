"""Value of testing of one run or of several at once, with words for the open runs that it is averaged over."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kgdesk.text import Phrase, Quantity, phrase

#: Gain below which sentences do not tell one value from another: no choice rests on it.
LEAST = 0.001


@dataclass(frozen=True, slots=True)
class ValueOfTesting:
    """Value of testing (knowledge gradient) of one run or of several at once, with the open runs it is averaged over.

    Parameters
    ----------
    gain
        Expected gain in the best predicted probability, in 0..1; may be slightly negative, since the sweep is an
        approximation.
    in_progress
        Number of runs in progress over whose outcomes the gain is averaged.
    picked
        Number of earlier picks of a batch over whose outcomes the gain is averaged.
    runs
        Number of runs at once whose value this is.
    """

    gain: float
    in_progress: int = 0
    picked: int = 0
    runs: int = 1

    @property
    def points(self) -> Quantity:
        """The gain in percentage points, without its condition."""
        return Quantity(self.gain, "points")

    @property
    def given(self) -> str:
        """The condition as a phrase, ``given 2 runs in progress``; empty if there are no open runs."""
        return given(self.in_progress, self.picked)

    @property
    def words(self) -> Phrase:
        """The value as a phrase: ``0.90 percentage points, given 2 runs in progress``."""
        small = 0.0 < self.gain < LEAST
        words = (
            phrase("less than 0.1 percentage points")
            if small
            else phrase("{value} percentage points", value=self.points)
        )
        return conditioned(words, self.given)

    def as_json(self) -> dict[str, Any]:
        """Return the condition in the shape that the command line prints beside ``kg``."""
        return {"in_progress": self.in_progress, "earlier_picks": self.picked}


def given(in_progress: int, picked: int = 0) -> str:
    """Return the condition of a value that is averaged over open runs, as a phrase; empty if there are none."""
    what = open_runs(in_progress, picked)
    return phrase("given {what}", what=what) if what else ""


def without(in_progress: int) -> str:
    """Return the phrase for a value that ignores the runs in progress; empty if there are none."""
    what = open_runs(in_progress)
    return phrase("without a look at {what}", what=what) if what else ""


def open_runs(in_progress: int, picked: int = 0) -> str:
    """Return the phrase for the open runs: runs in progress and earlier picks; empty if there are none."""
    running, earlier = _running(in_progress), _earlier(picked)
    if running and earlier:
        return phrase("{first} and {second}", first=running, second=earlier)
    return running or earlier


def conditioned(words: Phrase, condition: str) -> Phrase:
    """Append a condition to words; return them unchanged if it is empty."""
    return phrase("{words}, {condition}", words=words, condition=condition) if condition else words


def _running(count: int) -> str:
    if count == 0:
        return ""
    return phrase("1 run in progress") if count == 1 else phrase("{count} runs in progress", count=count)


def _earlier(count: int) -> str:
    if count == 0:
        return ""
    return phrase("1 earlier pick") if count == 1 else phrase("{count} earlier picks", count=count)
