"""From measured values to what a belief learns from them: their distances from the threshold on the study's scale."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from kgdesk.errors import BadInput
from kgdesk.kernels import ABOVE, BELOW, EXACT, FAILURE, SUCCESS
from kgdesk.model.beliefs.values import Readings
from kgdesk.model.study.records import Limit
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from numpy.typing import NDArray

    from kgdesk.model.study.records import Measured
    from kgdesk.model.study.settings import Settings

# On a logit scale, the share of the range that is added beyond either end: 0 % and 100 % have finite logits.
_MARGIN = 0.01
# Share of the range by which a measured share may lie outside of it: a yield of 103 % is a calibration that is off.
_ERROR = 0.1
# Fewest candidates whose smallest, or largest, values are equal and so say no more than a limit: “0 %, no product”.
_PILE = 3


class Scale:
    """Scale of the measured values of a study.

    Parameters
    ----------
    settings
        Settings with a threshold.

    Raises
    ------
    BadInput
        They have none.
    """

    def __init__(self, settings: Settings) -> None:
        if settings.threshold is None:
            raise BadInput("A value has a distance from the threshold only where the study names one.")
        self._kind, self._top = settings.scale, 100.0 if settings.measured_unit == "%" else 1.0
        self._sign = 1.0 if settings.direction == "at-least" else -1.0
        self._threshold = self._on_scale(settings.threshold)

    def distance(self, value: float) -> float:
        """Return the distance of a value from the threshold on this scale, positive on the side of success."""
        return self._sign * (self._on_scale(value) - self._threshold)

    def value(self, distance: float) -> float:
        """Return the value at a distance from the threshold; on a logit scale within the range of shares."""
        at = self._threshold + self._sign * distance
        if self._kind == "log":
            return math.exp(min(at, 700.0))
        if self._kind == "logit":
            share = 1.0 / (1.0 + math.exp(-at)) if at > -700.0 else 0.0
            return self._top * min(max(share * (1.0 + 2.0 * _MARGIN) - _MARGIN, 0.0), 1.0)
        return at

    def _on_scale(self, value: float) -> float:
        if self._kind == "log":
            return math.log(value)
        if self._kind == "logit":
            share = min(max(value / self._top, 0.0), 1.0)
            return math.log((share + _MARGIN) / (1.0 - share + _MARGIN))
        return value

    @property
    def ends(self) -> tuple[float, float]:
        """Smallest and largest value of this scale; one at them or beyond says no more than a limit does."""
        if self._kind == "logit":
            return 0.0, self._top
        return (0.0, math.inf) if self._kind == "log" else (-math.inf, math.inf)

    def is_impossible(self, value: float) -> bool:
        """Return whether a value lies so far beyond an end of shares that no error of measurement explains it."""
        low, high = self.ends
        room = _ERROR * (high - low)
        return math.isfinite(room) and not low - room <= value <= high + room

    def smallest(self, values: Sequence[float]) -> float:
        """Return the smallest number that a limit can be, given all values and limits: above 0 for logarithms."""
        if self._kind != "log":
            return -math.inf
        return min((value for value in values if value > 0.0), default=math.exp(self._threshold))

    def kind_of(self, *, above: bool) -> int:
        """Return the kind of a reading whose value is above, or below, a limit."""
        return ABOVE if above == (self._sign > 0.0) else BELOW


# Ratio of the largest to the smallest of positive values from which their logarithms are proposed.
_DECADES = 100.0


def proposed_scale(values: Sequence[Measured], settings: Settings) -> str:
    """Return the scale that values suggest: log over two decades, logit for percentages, else natural.

    It is only proposed: a study has the natural scale unless a person chooses another one, since on real yields no
    other one did better (tests/bench/value_contest.md). Without values the unit decides.

    Parameters
    ----------
    values
        Values and limits that are known when the study is made.
    settings
        Settings of the study.
    """
    threshold = settings.threshold
    if threshold is None:
        return "natural"
    numbers = _numbers(values)
    if settings.measured_unit == "%":
        shares = all(0.0 <= number <= 100.0 for number in numbers)
        return "logit" if shares and 0.0 < threshold < 100.0 else "natural"
    positive = bool(numbers) and min(numbers) > 0.0 and threshold > 0.0
    return "log" if positive and max(numbers) >= _DECADES * min(numbers) else "natural"


def scale_findings(values: Sequence[Measured], settings: Settings) -> tuple[str, ...]:
    """Return what is to be known of the scale of a new study: which one fits its values, and which lie at its ends."""
    if not settings.learns_from_values:
        return ()
    found, numbers = [], _numbers(values)
    proposed = proposed_scale(values, settings) if settings.scale == "natural" else ""
    if proposed == "logit":
        found.append(
            phrase(
                "{name} is a percentage: the logit scale would stretch the steps near 0 and 100 % (--scale logit). It "
                "is learnt as it is, which did as well on real yields.",
                name=settings.measured,
            )
        )
    if proposed == "log":
        found.append(
            phrase(
                "The values of {name} reach from {low} to {high}: on the log scale equal ratios are equal steps "
                "(--scale log). They are learnt as they are.",
                name=settings.measured,
                low=f"{min(numbers):g}",
                high=f"{max(numbers):g}",
            )
        )
    low, high = Scale(settings).ends
    beyond = sum(not low < value < high for value in numbers)
    if beyond:
        found.append(
            phrase(
                "Values of {name} at an end of the {scale} scale or beyond it, which are learnt as limits: {count}.",
                count=beyond,
                name=settings.measured,
                scale=settings.scale,
            )
        )
    return tuple(found)


def _numbers(values: Sequence[Measured]) -> list[float]:
    return [value.bound if isinstance(value, Limit) else value for value in values]


#: Most runs to whose values a belief is fitted; and in studies with blocks, where rows with runs in several of them
#: have columns of their own, so that the time grows with the cube of their number.
MOST_READINGS = 2_000
MOST_IN_BLOCKS = 500


def most_readings(settings: Settings) -> int:
    """Return the largest number of runs to whose values the belief of a study is fitted."""
    return MOST_IN_BLOCKS if settings.blocks else MOST_READINGS


def learnt_by_value(settings: Settings, measured: Sequence[Measured | None]) -> bool:
    """Return whether the belief of a study is fitted to measured values instead of outcomes.

    `measured` has the value or limit of each run, and None for a run without one.
    """
    some = any(value is not None for value in measured)
    return settings.learns_from_values and some and len(measured) <= most_readings(settings)


def readings_of(
    candidates: Sequence[Hashable],
    successes: NDArray[np.bool_],
    measured: Sequence[Measured | None],
    settings: Settings,
) -> Readings | None:
    """Return what runs gave on the scale of a study; None if it does not learn from values, or there are none.

    More than `most_readings` runs are learnt from by their outcomes alone: None as well.

    A value at an end of the scale or beyond it is a limit there, and so are the smallest and the largest values where
    those of three candidates are equal. A run without a value gave its outcome.

    Parameters
    ----------
    candidates, successes, measured
        Of n runs, none of them void: candidate, whether it succeeded, and its value or a limit of it.
    settings
        Settings of the study.
    """
    if not learnt_by_value(settings, measured):
        return None
    scale = Scale(settings)
    exact = {
        (candidate, value)
        for candidate, value in zip(candidates, measured, strict=True)
        if value is not None and not isinstance(value, Limit)
    }
    numbers = [value for _, value in exact]
    bounds = [value.bound for value in measured if isinstance(value, Limit)]
    low, high = scale.ends
    floor = scale.smallest([*numbers, *bounds])
    least, most = min(numbers, default=low), max(numbers, default=high)
    if least < most:
        low = max(low, least) if numbers.count(least) >= _PILE else low
        high = min(high, most) if numbers.count(most) >= _PILE else high
    kinds, u = np.empty(len(measured), np.int64), np.zeros(len(measured))
    for i, (succeeded, value) in enumerate(zip(successes, measured, strict=True)):
        if value is None:
            kinds[i] = SUCCESS if succeeded else FAILURE
        elif isinstance(value, Limit):
            kinds[i] = scale.kind_of(above=value.sign.startswith(">"))
            u[i] = scale.distance(max(value.bound, floor))
        elif low < value < high:
            kinds[i], u[i] = EXACT, scale.distance(value)
        else:
            kinds[i] = scale.kind_of(above=value >= high)
            u[i] = scale.distance(min(max(value, floor), high))
    return Readings(kinds, u)
