"""A suggestion, explained: its numbers, both futures, and the sentence that says why."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from kgdesk.errors import phrase
from kgdesk.model import policies

if TYPE_CHECKING:
    from collections.abc import Sequence

#: KG values below this are rounding and approximation, not information (a ten-thousandth of a point).
RESOLUTION = 1e-6

#: The smallest gain that is not written as less than a tenth of a point.
VISIBLE = 5e-4

Reason = Literal["changes_best", "sharpens", "nothing_left", "policy", "chosen"]


@dataclass(frozen=True, slots=True)
class Estimate:
    """A candidate with its probability of success and its central interval: 90 % where nothing else is said."""

    candidate: str
    probability: float
    low: float
    high: float

    def as_json(self) -> dict[str, Any]:
        """Return the shape that the command line prints."""
        return {
            "candidate": self.candidate,
            "probability": self.probability,
            "interval": [self.low, self.high],
        }


@dataclass(frozen=True, slots=True)
class Future:
    """The best candidate after one more outcome, its probability then, and whether it is another than now."""

    best: str
    probability: float
    changes: bool


@dataclass(frozen=True, slots=True)
class Suggestion:
    """One candidate to run, explained.

    Parameters
    ----------
    candidate
        Its name.
    kg
        Expected gain in the best predicted probability by this run, in 0..1; may be slightly negative. While
        runs are open, it is averaged over their outcomes.
    probability, low, high
        Predicted probability of success and its central interval: 90 % unless an advice says another level.
    if_success, if_failure
        What either outcome would make of the choice, if it came before those of the open runs.
    reason
        Which rule the sentence follows.
    why
        The sentence, in English; the window words the reason in its own language.
    loss
        By how much its value of testing falls short of that of the suggested candidate, in 0..1; negative where it
        exceeds it, which is possible under other policies than the knowledge gradient.
    """

    candidate: str
    kg: float
    probability: float
    low: float
    high: float
    if_success: Future
    if_failure: Future
    reason: Reason
    why: str
    loss: float = 0.0

    def as_json(self) -> dict[str, Any]:
        """Return the shape that the command line prints."""
        return {
            "candidate": self.candidate,
            "kg": self.kg,
            "probability": self.probability,
            "interval": [self.low, self.high],
            "if_success": {"best": self.if_success.best, "probability": self.if_success.probability},
            "if_failure": {"best": self.if_failure.best, "probability": self.if_failure.probability},
            "why": str(self.why),
        }


def allowing_for(open_runs: Sequence[str]) -> str:
    """Return the sentence that says which runs have no outcome yet; nothing where there are none."""
    if not open_runs:
        return ""
    names = ", ".join(open_runs[:5]) + " …" * (len(open_runs) > 5)
    if len(open_runs) == 1:
        return phrase(" This allows for the run without an outcome yet: {names}.", names=names)
    return phrase(
        " This allows for the {count} runs without an outcome yet: {names}.",
        count=len(open_runs),
        names=names,
    )


def in_points(gain: float) -> str:
    """Return a difference of probabilities in words."""
    if gain < VISIBLE:
        return phrase("less than 0.1 points")
    return phrase("{points} points", points=f"{100.0 * gain:.1f}")


def sentence(policy: str, rule: Reason, success: Future, failure: Future) -> str:
    """Return why a candidate is suggested, by the rule that the sentence follows."""
    if rule == "policy":
        return policies.policy(policy).words
    if rule == "nothing_left":
        return phrase("Nothing left in the list is expected to change the choice. You can stop.")
    futures = phrase(
        "a success would make {success} the best ({good}), a failure {failure} ({bad}).",
        success=success.best,
        good=f"{100 * success.probability:.0f} %",
        failure=failure.best,
        bad=f"{100 * failure.probability:.0f} %",
    )
    if rule == "chosen":
        return phrase("Chosen by a person: {futures}", futures=futures)
    if rule == "changes_best":
        return phrase("Most likely to change which candidate we would pick: {futures}", futures=futures)
    return phrase("Sharpens the estimate of the current best: {futures}", futures=futures)
