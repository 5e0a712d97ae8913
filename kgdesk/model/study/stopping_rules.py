"""Stopping rules on budget, value of testing and distance to the best; ``|`` and ``&`` join rules as any and all.

A rule evaluates one state of a study and returns whether to stop, with the reason. It never ends a study: only the
user does.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, reduce
from typing import TYPE_CHECKING, cast

import numpy as np

from kgdesk.errors import BadInput
from kgdesk.model.beliefs.log_odds import expit
from kgdesk.model.policies.perfect_information import PerfectInformation, perfect_information
from kgdesk.model.policies.pool_sweep import best_row
from kgdesk.model.policies.value_of_testing import open_runs
from kgdesk.text import either, in_sequence, phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from kgdesk.model.policies import PolicyContext
    from kgdesk.model.study.records import RunNumber


#: A gain no larger than this is a rounding error of a sum of probabilities.
_ROUNDING = 1e-10


@dataclass(frozen=True)
class StoppingState:
    """Input of a stopping rule: one state of a study.

    Parameters
    ----------
    context
        Policy context of the state: belief, rows of the pool, number of the coming run.
    open_runs
        Number of runs in progress.
    gain
        Largest value of testing, in 0..1, if known; None: computed by the sweep of `context`.
    seed
        Seed of the posterior draws for the value of perfect information: seed of the study, number of runs
        that it learns from.
    stake
        Value of perfect information, if known; None: computed when a rule needs it.
    above
        Largest limit in 0..1 that it is compared with; see `perfect_information`. None: all draws.
    name_of
        Returns the name of the candidate that represents a row as the best one; None: candidates have no names.
    running
        Row and number of each run in progress.
    run_limit
        Largest number of runs of one candidate; None: any number.
    undecided
        Rows with runs that are undecided.
    """

    context: PolicyContext
    open_runs: int = 0
    gain: float | None = None
    seed: tuple[int, int] = (0, 0)
    stake: PerfectInformation | None = None
    above: float | None = None
    name_of: Callable[[int], str] | None = None
    running: tuple[tuple[int, RunNumber], ...] = ()
    run_limit: int | None = None
    undecided: frozenset[int] = frozenset()

    @property
    def done(self) -> int:
        """Number of planned runs recorded."""
        return self.context.coming - 1

    @property
    def best_gain(self) -> float:
        """Largest expected gain in the best predicted probability by one run, in 0..1; a rounding error counts as 0."""
        gain = self.gain
        if gain is None:
            kg = self.context.sweep.kg[self.context.runnable]
            gain = float(np.nanmax(kg)) if kg.size else 0.0
        return gain if abs(gain) > _ROUNDING else 0.0

    @cached_property
    def at_stake(self) -> PerfectInformation:
        """Value of perfect information in this state; runs in progress are ignored."""
        stake_value = self.stake or perfect_information(self.context, self.seed, above=self.above)
        return cast("PerfectInformation", stake_value)  # None only if cancelled, and nothing cancels here

    @cached_property
    def best(self) -> int:
        """Row of the recommended candidate."""
        return best_row(self.context.belief, self.context.X, self.context.can_be_best)[0]


#: Kinds of verdict, each with its heading.
VERDICTS = {
    "go-on": phrase("Go on"),
    "stop": phrase("You can stop"),
    "used-up": phrase("The plan is used up, and the best is not proven"),
    "unknown": phrase("Not known yet"),
}


@dataclass(frozen=True, slots=True)
class Verdict:
    """Result of a stopping rule: whether to stop, and the reason in a sentence or two for the user.

    Parameters
    ----------
    stop
        Whether to stop.
    why
        The reason.
    used_up
        Whether only the number of runs says to stop, and nothing about the best candidate.
    unknown
        Whether it is too early to say, or the model is in doubt; `stop` is False then.

    Examples
    --------
    >>> verdict = campaign.should_stop
    >>> verdict.stop, verdict.kind, str(verdict.heading)
    (False, 'unknown', 'Not known yet')
    """

    stop: bool
    why: str
    used_up: bool = False
    unknown: bool = False

    @property
    def kind(self) -> str:
        """One of `VERDICTS`."""
        if self.unknown:
            return "unknown"
        if not self.stop:
            return "go-on"
        return "used-up" if self.used_up else "stop"

    @property
    def heading(self) -> str:
        """The verdict in a few words, a phrase."""
        return VERDICTS[self.kind]

    @property
    def sentence(self) -> str:
        """The verdict in a few words with its reason, a phrase."""
        return phrase("{verdict}: {why}", verdict=self.heading, why=self.why)


#: Caveat that rules on the value of testing add to their reason.
ONE_RUN_AHEAD = phrase("This looks one run ahead only.")


class Rule:
    """Base class of stopping rules."""

    @property
    def name(self) -> str:
        """Short name of the rule with its numbers, a phrase."""
        raise NotImplementedError

    def check(self, progress: StoppingState) -> Verdict:
        """Evaluate the rule in one state."""
        raise NotImplementedError

    def __or__(self, other: Rule) -> AnyOf:
        return AnyOf((self, other))

    def __and__(self, other: Rule) -> AllOf:
        return AllOf((self, other))


@dataclass(frozen=True)
class Budget(Rule):
    """Stop when the given number of planned runs is recorded or in progress.

    Parameters
    ----------
    runs
        Number of runs, at least 1; voids and imported outcomes do not count.
    """

    runs: int

    def __post_init__(self) -> None:
        if self.runs < 1:
            raise BadInput(phrase("A budget is at least 1 run, not {runs}.", runs=self.runs))

    @property
    def name(self) -> str:
        """As ``30 runs are spent``."""
        spent = phrase("{count} runs are spent", count=self.runs)
        return phrase("1 run is spent") if self.runs == 1 else spent

    def check(self, progress: StoppingState) -> Verdict:
        """Stop when the planned runs are spent; runs in progress count as spent, but must end first."""
        spent = progress.done + progress.open_runs
        if self.runs != progress.context.budget:
            return self._check_own_number(progress)
        if spent >= self.runs:
            if not progress.open_runs:
                why = phrase("All {count} planned runs are spent.", count=self.runs)
                return Verdict(stop=True, why=why, used_up=True)
            why = phrase(
                "All {count} planned runs are spent, {open} of them still in progress.",
                count=self.runs,
                open=progress.open_runs,
            )
            return Verdict(stop=True, why=why, used_up=True)
        left = self.runs - spent
        return Verdict(
            stop=False,
            why=phrase("{left} of {count} planned runs are left.", left=left, count=self.runs),
        )

    def _check_own_number(self, progress: StoppingState) -> Verdict:
        """Compare the runs with the number of the rule, where that is not the planned number of runs."""
        done, running = progress.done, progress.open_runs
        if done + running < self.runs:
            left = self.runs - done - running
            why = phrase(
                "The stopping rule asks for {count} runs: {left} are left.", count=self.runs, left=left
            )
            return Verdict(stop=False, why=why)
        if running:
            why = phrase(
                "The stopping rule asks for {count} runs: {done} are recorded, {open} in progress.",
                count=self.runs,
                done=done,
                open=running,
            )
            return Verdict(stop=True, why=why, used_up=True)
        why = phrase(
            "The stopping rule asks for {count} runs, and {done} are recorded.", count=self.runs, done=done
        )
        return Verdict(stop=True, why=why, used_up=True)


@dataclass(frozen=True)
class ValueBelow(Rule):
    """Stop when the largest knowledge gradient is below a threshold.

    It looks one run ahead only: a single run may have almost no value where several have much. For the gain of all
    further runs see `kgdesk.model.study.rule_syntax.AtStake`.

    Parameters
    ----------
    gain
        Threshold in 0..1, greater than 0: 0.001 is a tenth of a percentage point.
    """

    gain: float

    def __post_init__(self) -> None:
        check_share(self.gain, phrase("The value of testing at which to stop"))

    @property
    def name(self) -> str:
        """As ``the value of testing is below 0.1 percentage points``."""
        points = 100 * self.gain
        return phrase("the value of testing is below {points:g} percentage points", points=points)

    def check(self, progress: StoppingState) -> Verdict:
        """Compare the largest value of testing."""
        best = 100.0 * max(progress.best_gain, 0.0)
        if progress.best_gain < self.gain:
            why = phrase(
                "No run is expected to improve the choice by {points:g} percentage points any more.",
                points=100 * self.gain,
            )
            return Verdict(stop=True, why=in_sequence((why, allowing(progress), ONE_RUN_AHEAD)))
        why = phrase(
            "The best next run is expected to improve the choice by {points:.2g} percentage points.",
            points=best,
        )
        return Verdict(stop=False, why=in_sequence((why, allowing(progress))))


@dataclass(frozen=True)
class WithinOfBest(Rule):
    """Stop when the recommended candidate is within a margin of the best with a given posterior probability.

    That probability is estimated from `draws` posterior draws of the weights; its standard error is at most
    1/sqrt(4 draws). The best is the largest true success probability in stock. The draws depend on the seed and on the
    number of the next run, so the result is reproducible.

    Parameters
    ----------
    points
        Margin in 0..1: 0.05 is five percentage points.
    level
        Posterior probability in 0..1.
    draws
        Number of draws, at least 100.
    seed
        Seed of the draws.
    """

    points: float
    level: float
    draws: int = 2000
    seed: int = 0

    def __post_init__(self) -> None:
        check_share(self.points, phrase("The distance from the best"))
        check_share(self.level, phrase("The chance at which to stop"))
        if self.draws < 100:
            raise BadInput(phrase("At least 100 draws tell a chance, not {draws}.", draws=self.draws))
        if self.seed < 0:
            raise BadInput(
                phrase("The seed must be 0 or a positive whole number, not {seed}.", seed=self.seed)
            )

    @property
    def name(self) -> str:
        """As ``the best now is within 5 percentage points of the true best with a chance of 90 %``."""
        return phrase(
            "the best now is within {points:g} percentage points of the true best with a chance of {level:g} %",
            points=100 * self.points,
            level=100 * self.level,
        )

    def chance(self, progress: StoppingState) -> float:
        """Estimate the posterior probability that the recommended candidate is within `points` of the best."""
        seen = progress.context
        chosen, _ = best_row(seen.belief, seen.X, seen.can_be_best)
        rng = np.random.default_rng((self.seed, seen.coming))
        stated = seen.stated
        Z = rng.standard_normal((self.draws, stated.draws.size))
        leaders = stated.leaders_of(Z)
        top, here = stated.draws.values_at(Z, leaders), stated.draws.values_at(Z, chosen)
        return float(np.mean(expit(top) - expit(here) <= self.points))

    def check(self, progress: StoppingState) -> Verdict:
        """Compare the estimated probability with the level."""
        chance = self.chance(progress)
        points, percent = 100 * self.points, 100 * chance
        if chance >= self.level:
            why = phrase(
                "The chance that the recommended candidate is within {points:g} percentage points of the best is "
                "{chance:.0f} %.",
                points=points,
                chance=percent,
            )
            return Verdict(stop=True, why=why)
        why = phrase(
            "The chance that the recommended candidate is within {points:g} percentage points of the best is "
            "{chance:.0f} %; {level:g} % is asked for.",
            points=points,
            chance=percent,
            level=100 * self.level,
        )
        return Verdict(stop=False, why=why)


@dataclass(frozen=True)
class AnyOf(Rule):
    """Disjunction: stop when at least one rule stops; all rules are evaluated, for their reasons."""

    rules: tuple[Rule, ...]

    def __post_init__(self) -> None:
        _check_rules(self.rules)

    @property
    def name(self) -> str:
        """The names of the rules, joined by ``or``."""
        return either(_nested(rule, AllOf) for rule in self.rules)

    def check(self, progress: StoppingState) -> Verdict:
        """Evaluate every rule; where only the runs are used up, the reason includes what is not met."""
        verdicts = [(rule, rule.check(progress)) for rule in self.rules]
        stopping = [verdict for _, verdict in verdicts if verdict.stop]
        missing = [verdict for rule, verdict in verdicts if not (verdict.stop or counts_runs_only(rule))]
        if not stopping:
            return Verdict(False, in_sequence(verdict.why for _, verdict in verdicts))
        used_up = all(verdict.used_up for verdict in stopping)
        said = [*stopping, *missing] if used_up else stopping
        return Verdict(True, in_sequence(verdict.why for verdict in said), used_up)


@dataclass(frozen=True)
class AllOf(Rule):
    """Conjunction: stop when every rule stops."""

    rules: tuple[Rule, ...]

    def __post_init__(self) -> None:
        _check_rules(self.rules)

    @property
    def name(self) -> str:
        """The names of the rules, joined by ``and``."""
        names = (_nested(rule, AnyOf) for rule in self.rules)
        return reduce(lambda one, other: phrase("{first} and {other}", first=one, other=other), names)

    def check(self, progress: StoppingState) -> Verdict:
        """Evaluate every rule; if they disagree, give the reasons of those that do not stop."""
        verdicts = [rule.check(progress) for rule in self.rules]
        stop = all(verdict.stop for verdict in verdicts)
        used_up = stop and all(verdict.used_up for verdict in verdicts)
        return Verdict(
            stop, in_sequence(verdict.why for verdict in verdicts if verdict.stop == stop), used_up
        )


def elementary(rule: Rule) -> Iterator[Rule]:
    """Yield the elementary rules that a rule is composed of; an elementary rule yields itself."""
    if isinstance(rule, AnyOf | AllOf):
        for part in rule.rules:
            yield from elementary(part)
    else:
        yield rule


def counts_runs_only(rule: Rule) -> bool:
    """Return whether a rule looks at nothing but the number of runs."""
    return all(isinstance(part, Budget) for part in elementary(rule))


def counting_runs(rule: Rule) -> Rule | None:
    """Return the rule without the alternatives that look at more than the number of runs; None if none is left."""
    parts = tuple(
        part for part in (rule.rules if isinstance(rule, AnyOf) else (rule,)) if counts_runs_only(part)
    )
    if not parts:
        return None
    return parts[0] if len(parts) == 1 else AnyOf(parts)


def allowing(progress: StoppingState) -> str:
    """Return the sentence that a value of testing allows for the runs in progress; empty if there are none."""
    what = open_runs(progress.open_runs)
    return phrase("This allows for {what}.", what=what) if what else ""


def _nested(rule: Rule, kind: type[Rule]) -> str:
    return phrase("({rule})", rule=rule.name) if isinstance(rule, kind) else rule.name


def _check_rules(rules: tuple[Rule, ...]) -> None:
    if not rules:
        raise BadInput("Name at least one stopping rule to join.")


def check_share(value: float, what: str) -> None:
    """Raise BadInput unless 0 < value < 1."""
    if not 0.0 < value < 1.0:
        raise BadInput(phrase("{what} must lie between 0 and 1, not be {value}.", what=what, value=value))
