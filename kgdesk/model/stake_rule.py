"""The stopping rule that rests on what is still at stake, not on what one more run would gain."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kgdesk.errors import in_sequence, phrase
from kgdesk.model.explanation import plain
from kgdesk.model.stopping import (
    AllOf,
    AnyOf,
    CostAgainstValue,
    Rule,
    ValueBelow,
    Verdict,
    check_share,
    single,
)

if TYPE_CHECKING:
    from kgdesk.errors import Numeral
    from kgdesk.model.stopping import Progress


@dataclass(frozen=True)
class AtStake(Rule):
    """Stop when the value of perfect information is at most so much: the expected loss of taking the present best now.

    See `kgdesk.model.perfect_information`. It is the estimate that is compared, and one that is equal stops; the
    sentence gives its standard error too, so that a person sees a close call.

    Parameters
    ----------
    value
        In 0..1, greater than 0: 0.01 is a point.
    """

    value: float

    def __post_init__(self) -> None:
        check_share(self.value, phrase("What may be left at stake"))

    @property
    def name(self) -> str:
        """As ``at most 2 points still at stake``."""
        points = 100 * self.value
        return f"at most {points:g} point{'s' * (points != 1)} still at stake"

    def check(self, progress: Progress) -> Verdict:
        """Compare what is still at stake; it is named when runs are in progress, whose outcomes have no part in it."""
        stake, limit = progress.at_stake, 100 * self.value
        stop = stake.value <= self.value
        why = phrase(
            "Still at stake: {points} points (standard error {error}); the rule asks for at most {limit:g}.",
            points=_told_apart(100 * stake.value, limit),
            error=plain(100 * stake.error),
            limit=limit,
        )
        return Verdict(stop, in_sequence((why, not_counted_in(progress.open_runs))))


def not_counted_in(open_runs: int) -> str:
    """Return the condition under which what is at stake holds while runs are in progress; nothing without any."""
    if open_runs == 1:
        return phrase("The outcome of the run in progress is not counted in.")
    if open_runs:
        return phrase("The outcomes of the {count} runs in progress are not counted in.", count=open_runs)
    return ""


def rests_on_stake(rule: Rule) -> bool:
    """Return whether a rule looks at what is still at stake, which takes draws."""
    return any(isinstance(part, AtStake) for part in single(rule))


def rests_on_sweep(rule: Rule) -> bool:
    """Return whether a rule looks at the largest value of testing, which takes a sweep of the pool."""
    return any(isinstance(part, ValueBelow | CostAgainstValue) for part in single(rule))


def largest_stake(rule: Rule) -> float | None:
    """Return what may be left at stake, in 0..1, where a rule stops; None where it does not look at it.

    Of several that are joined the one that can stop first: the largest where any suffices, the smallest where all
    must agree.
    """
    if isinstance(rule, AtStake):
        return rule.value
    if isinstance(rule, AnyOf | AllOf):
        inner = [value for part in rule.rules if (value := largest_stake(part)) is not None]
        if inner:
            return max(inner) if isinstance(rule, AnyOf) else min(inner)
    return None


def _told_apart(number: float, limit: float) -> Numeral:
    """Return a number with as many digits, at least two, as show on which side of the limit it lies."""
    texts = [plain(number, digits) for digits in range(2, 18)]
    return next((t for t in texts if (float(t) <= limit) == (number <= limit)), texts[-1])
