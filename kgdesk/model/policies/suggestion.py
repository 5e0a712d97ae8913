"""A suggestion, explained: its numbers, both futures, and the sentences that say why."""

from __future__ import annotations

from dataclasses import dataclass, replace
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Literal

from kgdesk.errors import Figure, Numeral, joined, phrase
from kgdesk.model import policies
from kgdesk.model.policies.value_of_information import ValueOfTesting, conditioned, open_runs

if TYPE_CHECKING:
    from kgdesk.errors import Phrase
    from kgdesk.model.policies.value_of_information import PerfectInformation

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
    """The best candidate after one more outcome, its probability then, and whether the outcome makes it the best.

    `changes` is False where it is the best already. While all candidates in stock are equal, as before the first
    outcome, none of them is the best, and every future makes one.
    """

    best: str
    probability: float
    changes: bool


@dataclass(frozen=True, slots=True)
class Suggestion:
    """One candidate to run, explained: the facts, and the sentences that they make.

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
        Which rule the sentences follow.
    policy
        The name of the policy that suggested it, ``POLICY`` or ``POLICY/BELIEF``.
    now
        Probability of the candidate that is the best now, in 0..1.
    in_progress, picked
        Numbers of the open runs that `kg` is averaged over: runs in progress, and earlier picks of a batch.
    outdone
        Another candidate in stock, which cannot be suggested now, has a larger value of testing.
    instead_of
        The suggested candidate, where a person chose this one instead.
    loss
        By how much its value of testing falls short of that of the suggested candidate, in 0..1; negative where it
        exceeds it, which is possible under other policies than the knowledge gradient.
    several
        The value of several runs of it at once, where they are worth more per run than any single one.
    notice
        A sentence about what it waits for, with a space before it; empty where it can start now.
    keeps_best
        It is known that no outcome of any run makes another candidate the best.
    stake
        What is still at stake, where it is worked out and no single run is worth anything.
    """

    candidate: str
    kg: float
    probability: float
    low: float
    high: float
    if_success: Future
    if_failure: Future
    reason: Reason
    policy: str = "kg"
    now: float = 0.0
    in_progress: int = 0
    picked: int = 0
    outdone: bool = False
    instead_of: str = ""
    loss: float = 0.0
    several: ValueOfTesting | None = None
    notice: str = ""
    keeps_best: bool = False
    stake: PerfectInformation | None = None

    @property
    def value(self) -> ValueOfTesting:
        """Its value of testing with the condition."""
        return ValueOfTesting(self.kg, self.in_progress, self.picked)

    @property
    def why(self) -> str:
        """The reason in one or two sentences, and what the run waits for; a phrase."""
        return joined(reason_sentence(self), self.notice)

    def with_stake(self, stake: PerfectInformation) -> Suggestion:
        """Return the same; where no single run is worth anything, its sentence says what is still at stake."""
        return replace(self, stake=stake) if self.reason == "nothing_left" else self

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
            **self.value.as_json(),
        }


def reason_sentence(suggestion: Suggestion) -> Phrase:
    """Return why a candidate is suggested, in one or two sentences.

    What a run is worth comes first, then what either outcome would change. A policy that looks at something else
    than these futures is explained by its own words alone.
    """
    first = value_sentence(suggestion)
    return (
        phrase("{first} {second}", first=first, second=futures_sentence(suggestion))
        if explained_by_futures(suggestion)
        else first
    )


def explained_by_futures(suggestion: Suggestion) -> bool:
    """Return whether what either outcome would change belongs to the reason."""
    return suggestion.several is not None or suggestion.reason not in ("policy", "nothing_left")


def value_sentence(suggestion: Suggestion) -> Phrase:
    """Return what a run is worth, or in which way it was chosen, in one sentence."""
    if suggestion.several is not None:
        return _several(suggestion.several)
    if suggestion.reason == "nothing_left":
        return nothing_left_sentence(suggestion)
    if suggestion.reason == "chosen":
        return _chosen(suggestion)
    if suggestion.reason == "policy" or suggestion.policy.partition("/")[0] == "online-kg":
        return _by_policy(suggestion)
    if suggestion.outdone:
        return phrase(
            "The most informative run of those that can be suggested now: its value of testing is {value}.",
            value=suggestion.value.words,
        )
    return phrase("The most informative run: its value of testing is {value}.", value=suggestion.value.words)


def _by_policy(suggestion: Suggestion) -> Phrase:
    """Return the words of a policy that ranks by something else than the value of testing."""
    words = phrase("{words}", words=policies.policy(suggestion.policy).words)
    what = open_runs(suggestion.in_progress, suggestion.picked)
    if explained_by_futures(suggestion) or not what:
        return words
    return phrase("{words} This allows for {what}.", words=words, what=what)


def nothing_left_sentence(suggestion: Suggestion) -> Phrase:
    """Return the words for a state in which the value of testing is nothing for every candidate.

    It is not a reason to stop: several runs together may still be worth much. The value of testing allows for the runs
    in progress, what is still at stake does not.
    """
    first = (
        phrase("No single run can change the choice")
        if suggestion.keeps_best
        else phrase("No single run is expected to improve the choice")
    )
    first = conditioned(first, suggestion.value.given)
    if suggestion.stake is None:
        return phrase("{first}.", first=first)
    points = Figure(suggestion.stake.value, "points")
    if suggestion.in_progress + suggestion.picked:
        return phrase(
            "{first}. Still at stake, without the outcomes of these: {points} points.",
            first=first,
            points=points,
        )
    return phrase("{first}; still at stake: {points} points.", first=first, points=points)


def plain_sentence(number: float, digits: int = 2) -> Numeral:
    """Return a number with so many significant digits and without a power of ten."""
    return Numeral(f"{Decimal(f'{number:.{digits}g}'):f}")


def _several(value: ValueOfTesting) -> Phrase:
    return phrase(
        "Run it {count} times at once: together these runs are worth {value}.",
        count=value.runs,
        value=value.words,
    )


def _chosen(suggestion: Suggestion) -> Phrase:
    value = suggestion.value.words
    if not suggestion.instead_of:
        return phrase("Chosen by a person: its value of testing is {value}.", value=value)
    words = {"value": value, "gap": Figure(abs(suggestion.loss), "points"), "other": suggestion.instead_of}
    if suggestion.loss >= 0:
        return phrase(
            "Chosen by a person: its value of testing is {value}, and {gap} points less than that of {other}, which "
            "was suggested.",
            **words,
        )
    return phrase(
        "Chosen by a person: its value of testing is {value}, and {gap} points more than that of {other}, which "
        "was suggested.",
        **words,
    )


def futures_sentence(suggestion: Suggestion, *, named: bool = False) -> Phrase:
    """Return in one sentence what either outcome of a run would change.

    Parameters
    ----------
    suggestion
        Both futures, and how many runs are open: the sentence is about its outcome coming before theirs.
    named
        Say of which candidate the outcome is.
    """
    up, down = suggestion.if_success, suggestion.if_failure
    if (up.best, up.changes) == (down.best, down.changes):
        changes = _same_future(suggestion, named=named)
    else:
        success = (
            phrase("A success of {candidate}", candidate=suggestion.candidate)
            if named
            else phrase("A success")
        )
        one, other = _clause(success, up, suggestion.now), _clause(phrase("a failure"), down, suggestion.now)
        changes = phrase("{one}, {other}", one=one, other=other)
    if suggestion.in_progress + suggestion.picked:
        return phrase("{changes}, if its outcome comes before those of the other runs.", changes=changes)
    return phrase("{changes}.", changes=changes)


def _same_future(suggestion: Suggestion, *, named: bool) -> Phrase:
    """Return the clause for a run after either outcome of which the same candidate is the best."""
    either = (
        phrase("Either outcome of {candidate}", candidate=suggestion.candidate)
        if named
        else phrase("Either outcome")
    )
    words = {
        "either": either,
        "best": suggestion.if_success.best,
        "good": Figure(suggestion.if_success.probability, "percent"),
        "bad": Figure(suggestion.if_failure.probability, "percent"),
    }
    if suggestion.if_success.changes:
        return phrase(
            "{either} would make {best} the best ({good} after a success, {bad} after a failure)", **words
        )
    return phrase(
        "{either} would leave {best} the best (now {now}, {good} after a success, {bad} after a failure)",
        now=Figure(suggestion.now, "percent"),
        **words,
    )


def _clause(outcome: Phrase, future: Future, now: float) -> Phrase:
    """Return what one outcome would change, as a whole clause."""
    then = Figure(future.probability, "percent")
    if future.changes:
        return phrase(
            "{outcome} would make {best} the best ({then})", outcome=outcome, best=future.best, then=then
        )
    return phrase(
        "{outcome} would leave {best} the best (now {now}, then {then})",
        outcome=outcome,
        best=future.best,
        now=Figure(now, "percent"),
        then=then,
    )
