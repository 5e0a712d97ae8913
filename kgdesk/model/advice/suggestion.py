"""Suggestion of the next run: its numbers, its effect after either outcome, and the sentences that explain it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

from kgdesk.model import policies
from kgdesk.model.policies.value_of_testing import LEAST, ValueOfTesting, conditioned, open_runs
from kgdesk.text import Quantity, joined, phrase

if TYPE_CHECKING:
    from kgdesk.model.policies.perfect_information import PerfectInformation
    from kgdesk.text import Phrase

#: KG values below this are rounding and approximation errors (a ten-thousandth of a percentage point).
RESOLUTION = 1e-6

#: Smallest gain that rounds to a tenth of a percentage point; smaller ones are written as less than that.
VISIBLE = 5e-4

Reason = Literal["changes_best", "sharpens", "nothing_left", "policy", "chosen", "confirms"]

#: Why the best candidate itself is suggested where only its success is missing.
CONFIRM = phrase("Run the best to confirm it: a success of it is all that the stopping rule still asks for.")


@dataclass(frozen=True, slots=True)
class Estimate:
    """Candidate with its predicted probability of success and central credible interval, 90 % by default.

    Parameters
    ----------
    candidate
        Name of the candidate.
    probability
        Predicted probability of success, in 0..1.
    low, high
        Ends of the interval, in 0..1: it holds the candidate's rate of success, not the next outcome.

    Examples
    --------
    >>> best = campaign.best
    >>> best.candidate in "ABCD", best.low < best.probability < best.high
    (True, True)
    """

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
    """Best candidate after a hypothetical outcome, its probability then, and whether the outcome makes it the best.

    `changes` is False if it is the best already. While all candidates in stock are equal, as before the first outcome,
    none of them counts as the best, and `changes` is True.
    """

    best: str
    probability: float
    changes: bool


@dataclass(frozen=True, slots=True)
class Suggestion:
    """Suggested candidate with the numbers that explain the suggestion.

    Parameters
    ----------
    candidate
        Name of the candidate.
    kg
        Knowledge gradient: expected gain in the best predicted probability by this run, in 0..1; may be slightly
        negative. Averaged over the outcomes of open runs.
    probability, low, high
        Predicted probability of success and its central credible interval, 90 % unless the advice has another level.
    if_success, if_failure
        Best candidate after either outcome, if it came before those of the open runs.
    reason
        Selects the sentences of the explanation.
    policy
        Name of the policy that suggested it, ``POLICY`` or ``POLICY/BELIEF``.
    now
        Probability of the present best candidate, in 0..1.
    in_progress, picked
        Numbers of open runs that `kg` is averaged over: runs in progress, and earlier picks of a batch.
    outdone
        Whether another candidate in stock, which cannot be suggested now, has a larger value of testing.
    instead_of
        Name of the suggested candidate, if the user chose this one instead.
    loss
        Value of testing of the suggested candidate less that of this one, in 0..1; negative where this one has more,
        which is possible under policies other than the knowledge gradient.
    several
        Value of several runs of it at once, if they are worth more per run than any single run.
    notice
        Sentence about the runs that this one waits for, with a leading space; empty if it can start now.
    keeps_best
        Whether it is known that no outcome of any run makes another candidate the best.
    stake
        Value of perfect information, if computed and no single run gains a tenth of a percentage point.
    words
        How the run was chosen, where the name of the policy does not tell: by one of the two rules that it joins, as
        part of a batch, or by a rule of a script; otherwise empty.
    averaged
        Whether `kg` is the mean of the gains under several models, which `if_success` and `if_failure` are not.

    Examples
    --------
    >>> pick = campaign.suggest()[0]
    >>> 0.0 < pick.kg < 1.0, pick.low < pick.probability < pick.high
    (True, True)
    >>> pick.if_success.best == pick.candidate  # a success would make it the best
    True
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
    words: str = ""
    averaged: bool = False

    def __repr__(self) -> str:
        """Say which candidate, its chance and why, in one line."""
        return (
            f"<Suggestion {self.candidate}: probability {self.probability:.3g} ({self.low:.3g} to {self.high:.3g}), "
            f"kg {self.kg:.3g}. {self.why}>"
        )

    @property
    def value(self) -> ValueOfTesting:
        """Value of testing, with the open runs that it is averaged over."""
        return ValueOfTesting(self.kg, self.in_progress, self.picked)

    @property
    def why(self) -> str:
        """Explanation in one or two sentences, and the runs that this one waits for; a phrase."""
        return joined(reason_sentence(self), self.notice)

    @property
    def takes_several(self) -> bool:
        """Whether it is chosen by the knowledge gradient, but no single run gains a tenth of a percentage point."""
        if self.reason in ("changes_best", "sharpens"):
            return self.kg < LEAST and not self.outdone and not self.words
        return self.reason == "nothing_left"

    def with_stake(self, stake: PerfectInformation) -> Suggestion:
        """Return the suggestion with the value of perfect information, if it `takes_several` runs; else unchanged."""
        return replace(self, stake=stake) if self.takes_several else self

    def as_json(self) -> dict[str, Any]:
        """Return the shape that the command line prints."""
        return {
            "candidate": self.candidate,
            "kg": self.kg,
            "probability": self.probability,
            "interval": [self.low, self.high],
            "if_success": {"best": self.if_success.best, "probability": self.if_success.probability},
            "if_failure": {"best": self.if_failure.best, "probability": self.if_failure.probability},
            "why": self.why,
            **self.value.as_json(),
        }


def reason_sentence(suggestion: Suggestion) -> Phrase:
    """Explain a suggestion in one or two sentences: the value of the run, then the effect of either outcome.

    A policy that does not use look-ahead is explained by its own sentence alone. A policy of two rules says which one
    chose. Where several runs at once are suggested, the effect of a single one is left out.
    """
    first = value_sentence(suggestion)
    return (
        phrase("{first} {second}", first=first, second=futures_sentence(suggestion))
        if mentions_outcomes(suggestion)
        else first
    )


def mentions_outcomes(suggestion: Suggestion) -> bool:
    """Return whether the explanation includes the effect of either outcome."""
    if suggestion.several is not None:
        return not suggestion.words
    return suggestion.reason not in ("policy", "nothing_left", "confirms")


def general_sentence(policy: str) -> str:
    """Return the sentence about a policy by its name; empty for one that a script has brought along."""
    rule = policies.POLICIES.get(policy.partition("/")[0])
    return "" if rule is None else rule.words


def value_sentence(suggestion: Suggestion) -> Phrase:
    """Return one sentence with the value of the run, or with the rule that chose it; two with that of several runs."""
    if suggestion.several is not None:
        again = _several(suggestion.several)
        which = phrase("{words}", words=suggestion.words)
        return phrase("{first} {second}", first=which, second=again) if suggestion.words else again
    if suggestion.reason == "confirms":
        return CONFIRM
    if suggestion.reason == "nothing_left":
        return nothing_left_sentence(suggestion)
    if suggestion.reason == "chosen":
        return _chosen(suggestion)
    if suggestion.reason == "policy" or suggestion.policy.partition("/")[0] == "online-kg":
        return _by_policy(suggestion)
    return _takes_several(suggestion) if suggestion.takes_several else _by_gradient(suggestion)


def _by_gradient(suggestion: Suggestion) -> Phrase:
    """Return the sentence about a choice by the knowledge gradient, also where a policy of two rules made it."""
    value = suggestion.value.words
    if suggestion.words:
        return phrase("Chosen for what it may change: its value of testing is {value}.", value=value)
    if suggestion.outdone:
        return phrase(
            "The most informative run of those that can be suggested now: its value of testing is {value}.",
            value=value,
        )
    return phrase("The most informative run: its value of testing is {value}.", value=value)


def _takes_several(suggestion: Suggestion) -> Phrase:
    """Return the sentence about a run that gains most but little, and why going on may pay all the same."""
    first = conditioned(phrase("No single run would gain 0.1 percentage points"), suggestion.value.given)
    stake = suggestion.stake
    if stake is None or stake.value < LEAST:
        return phrase("{first}; this one comes closest.", first=first)
    words = {"first": first, "points": Quantity(stake.value, "points")}
    if suggestion.in_progress + suggestion.picked:
        return phrase(
            "{first}; this one comes closest, and several together can gain more (still at stake, without the outcomes "
            "of these: {points} percentage points).",
            **words,
        )
    return phrase(
        "{first}; this one comes closest, and several together can gain more (still at stake: {points} percentage "
        "points).",
        **words,
    )


def _by_policy(suggestion: Suggestion) -> Phrase:
    """Return the sentence of a policy that does not rank by the value of testing."""
    words = phrase("{words}", words=suggestion.words or general_sentence(suggestion.policy))
    what = open_runs(suggestion.in_progress, suggestion.picked)
    if mentions_outcomes(suggestion) or not what:
        return words
    return phrase("{words} This allows for {what}.", words=words, what=what)


def nothing_left_sentence(suggestion: Suggestion) -> Phrase:
    """Return the sentence for a state in which no candidate has a value of testing.

    Not a reason to stop: several runs together may still be valuable. The value of testing is averaged over the runs in
    progress; the value of perfect information (still at stake) ignores them.
    """
    first = (
        phrase("No single run can change the choice")
        if suggestion.keeps_best
        else phrase("No single run is expected to improve the choice")
    )
    first = conditioned(first, suggestion.value.given)
    if suggestion.stake is None:
        return phrase("{first}.", first=first)
    points = Quantity(suggestion.stake.value, "points")
    if suggestion.in_progress + suggestion.picked:
        return phrase(
            "{first}. Still at stake, without the outcomes of these: {points} percentage points.",
            first=first,
            points=points,
        )
    return phrase("{first}; still at stake: {points} percentage points.", first=first, points=points)


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
    words = {"value": value, "gap": Quantity(abs(suggestion.loss), "points"), "other": suggestion.instead_of}
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
    """Return one sentence about the best candidate after either outcome of the run.

    Parameters
    ----------
    suggestion
        With both hypothetical outcomes; if runs are open, the sentence says that this outcome comes first.
    named
        Whether to name the candidate that is run.
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
    """Return the clause for a run after which the same candidate is the best with either outcome."""
    either = (
        phrase("Either outcome of {candidate}", candidate=suggestion.candidate)
        if named
        else phrase("Either outcome")
    )
    words = {
        "either": either,
        "best": suggestion.if_success.best,
        "good": Quantity(suggestion.if_success.probability, "percent"),
        "bad": Quantity(suggestion.if_failure.probability, "percent"),
    }
    if suggestion.if_success.changes:
        return phrase(
            "{either} would make {best} the best ({good} after a success, {bad} after a failure)", **words
        )
    words["now"] = Quantity(suggestion.now, "percent")
    if suggestion.averaged and suggestion.kg >= LEAST and not suggestion.in_progress + suggestion.picked:
        # The gain under a model is positive only if an outcome changes its choice.
        return phrase(
            "{either} would leave {best} the best (now {now}, {good} after a success, {bad} after a failure), though "
            "some of the averaged models would change their choice",
            **words,
        )
    return phrase(
        "{either} would leave {best} the best (now {now}, {good} after a success, {bad} after a failure)",
        **words,
    )


def _clause(outcome: Phrase, future: Future, now: float) -> Phrase:
    """Return the clause about the best candidate after one outcome."""
    then = Quantity(future.probability, "percent")
    if future.changes:
        return phrase(
            "{outcome} would make {best} the best ({then})", outcome=outcome, best=future.best, then=then
        )
    return phrase(
        "{outcome} would leave {best} the best (now {now}, then {then})",
        outcome=outcome,
        best=future.best,
        now=Quantity(now, "percent"),
        then=then,
    )
