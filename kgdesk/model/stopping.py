"""Stopping rules: when a study has learned enough; values that can be joined with ``|`` (any) and ``&`` (all).

A rule looks at one state and says whether to stop there, with the reason. It never ends a study: a person does.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from kgdesk.errors import BadInput, phrase
from kgdesk.model.logodds import expit
from kgdesk.model.outlook import best_row

if TYPE_CHECKING:
    from kgdesk.model.policies import Situation


@dataclass(frozen=True)
class Progress:
    """What a stopping rule may look at.

    Parameters
    ----------
    situation
        Belief, pool and number of the coming run, as a policy sees them.
    open_runs
        Number of runs in progress.
    gain
        The largest value of testing, in 0..1, where it is known already; None: that of the situation's sweep.
    """

    situation: Situation
    open_runs: int = 0
    gain: float | None = None

    @property
    def done(self) -> int:
        """Number of planned runs recorded."""
        return self.situation.coming - 1

    @property
    def best_gain(self) -> float:
        """The largest expected gain in the best predicted probability by one run, in 0..1."""
        if self.gain is not None:
            return self.gain
        seen = self.situation
        kg = seen.sweep.kg if seen.in_stock is None else seen.sweep.kg[seen.in_stock]
        return float(kg.max())


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether to stop, and why (or why not yet), in a sentence or two for a person."""

    stop: bool
    why: str


class Rule:
    """What all rules can do."""

    @property
    def name(self) -> str:
        """A few words that name the rule with its numbers."""
        raise NotImplementedError

    def check(self, progress: Progress) -> Verdict:
        """Return whether to stop here."""
        raise NotImplementedError

    def __or__(self, other: Rule) -> AnyOf:
        return AnyOf((self, other))

    def __and__(self, other: Rule) -> AllOf:
        return AllOf((self, other))


@dataclass(frozen=True)
class Budget(Rule):
    """Stop when so many planned runs are recorded or in progress.

    Parameters
    ----------
    runs
        At least 1; voids and imported outcomes do not count.
    """

    runs: int

    def __post_init__(self) -> None:
        if self.runs < 1:
            raise BadInput(phrase("A budget is at least 1 run, not {runs}.", runs=self.runs))

    @property
    def name(self) -> str:
        """As ``30 runs``."""
        return f"{self.runs} runs"

    def check(self, progress: Progress) -> Verdict:
        """Compare the number of runs."""
        spent = progress.done + progress.open_runs
        if self.runs != progress.situation.budget:
            return self._beside_the_plan(progress)
        if spent >= self.runs:
            still = f", {progress.open_runs} of them still in progress" if progress.open_runs else ""
            return Verdict(stop=True, why=f"All {self.runs} planned runs are spent{still}.")
        return Verdict(stop=False, why=f"{self.runs - spent} of {self.runs} planned runs are left.")

    def _beside_the_plan(self, progress: Progress) -> Verdict:
        """Compare the number of runs, which is another one than that of the planned runs beside it."""
        asked, done, running = (
            f"The stopping rule asks for {self.runs} runs",
            progress.done,
            progress.open_runs,
        )
        if done + running < self.runs:
            return Verdict(stop=False, why=f"{asked}: {self.runs - done - running} are left.")
        if running:
            return Verdict(stop=True, why=f"{asked}: {done} are recorded, {running} in progress.")
        return Verdict(stop=True, why=f"{asked}, and {done} are recorded.")


@dataclass(frozen=True)
class ValueBelow(Rule):
    """Stop when no single run is expected to raise the best predicted probability by as much as a threshold.

    One run may be worth almost nothing where several are worth much: join it with another rule where outcomes are
    noisy.

    Parameters
    ----------
    gain
        In 0..1, greater than 0: 0.001 is a tenth of a point.
    """

    gain: float

    def __post_init__(self) -> None:
        _check_share(self.gain, phrase("The value of testing at which to stop"))

    @property
    def name(self) -> str:
        """As ``value of testing below 0.1 points``."""
        return f"value of testing below {100 * self.gain:g} points"

    def check(self, progress: Progress) -> Verdict:
        """Compare the largest value of testing."""
        best = 100.0 * max(progress.best_gain, 0.0)
        if progress.best_gain < self.gain:
            return Verdict(
                stop=True,
                why=f"No run is expected to improve the choice by {100 * self.gain:g} points any more.",
            )
        return Verdict(
            stop=False, why=f"The best next run is expected to improve the choice by {best:.2g} points."
        )


@dataclass(frozen=True)
class WithinOfBest(Rule):
    """Stop when the recommended candidate is probably close to the best one.

    The probability, over what is believed about the weights, that the true success of the recommended candidate is
    at most `points` below the largest in stock, from `draws` draws w ~ N(m, S); its standard error is at most
    1/sqrt(4 draws). The draws depend on the seed and the number of the coming run, so that an answer repeats.

    Parameters
    ----------
    points
        In 0..1: 0.05 is five points.
    level
        In 0..1.
    draws
        At least 100.
    seed
        Of the draws.
    """

    points: float
    level: float
    draws: int = 2000
    seed: int = 0

    def __post_init__(self) -> None:
        _check_share(self.points, phrase("The distance from the best"))
        _check_share(self.level, phrase("The chance at which to stop"))
        if self.draws < 100:
            raise BadInput(phrase("At least 100 draws tell a chance, not {draws}.", draws=self.draws))
        if self.seed < 0:
            raise BadInput(
                phrase("The seed must be 0 or a positive whole number, not {seed}.", seed=self.seed)
            )

    @property
    def name(self) -> str:
        """As ``within 5 points of the best at 90 %``."""
        return f"within {100 * self.points:g} points of the best at {100 * self.level:g} %"

    def chance(self, progress: Progress) -> float:
        """Return the estimated probability that the recommended candidate is within `points` of the best."""
        seen = progress.situation
        in_stock = np.ones(len(seen.X), dtype=np.bool_) if seen.in_stock is None else seen.in_stock
        chosen, _ = best_row(seen.belief, seen.X, in_stock)
        rng = np.random.default_rng((self.seed, seen.coming))
        Z = rng.standard_normal((self.draws, seen.draws.size))
        leaders = seen.leaders_of(Z)
        W = seen.draws.weights(Z)
        top = np.einsum("nj,nj->n", W, seen.X[leaders])
        here = np.einsum("nj,j->n", W, seen.X[chosen])
        return float(np.mean(expit(top) - expit(here) <= self.points))

    def check(self, progress: Progress) -> Verdict:
        """Compare the chance with the level."""
        chance = self.chance(progress)
        said = (
            f"The chance that the recommended candidate is within {100 * self.points:g} points of the best "
            f"is {100 * chance:.0f} %"
        )
        if chance >= self.level:
            return Verdict(stop=True, why=f"{said}.")
        return Verdict(stop=False, why=f"{said}; {100 * self.level:g} % is asked for.")


@dataclass(frozen=True)
class CostAgainstValue(Rule):
    """Stop when the next run costs more than what it is expected to gain is worth.

    Parameters
    ----------
    cost
        Of one run, in any unit; not negative.
    worth
        Of one percentage point of success of the final choice, in the same unit; greater than 0.
    """

    cost: float
    worth: float

    def __post_init__(self) -> None:
        if not (math.isfinite(self.cost) and self.cost >= 0):
            raise BadInput(phrase("The cost of a run must be 0 or more, not {cost}.", cost=self.cost))
        if not (math.isfinite(self.worth) and self.worth > 0):
            raise BadInput(
                phrase("The worth of a point must be greater than 0, not {worth}.", worth=self.worth)
            )

    @property
    def name(self) -> str:
        """As ``a run costs more than it is worth (20 a run, 5 a point)``."""
        return f"a run costs more than it is worth ({self.cost:g} a run, {self.worth:g} a point)"

    def check(self, progress: Progress) -> Verdict:
        """Compare the worth of the largest value of testing with the cost."""
        worth = 100.0 * max(progress.best_gain, 0.0) * self.worth
        said = f"The best next run is worth {worth:.3g} and costs {self.cost:g}"
        if worth < self.cost:
            return Verdict(stop=True, why=f"{said}: it does not pay.")
        return Verdict(stop=False, why=f"{said}: it pays.")


@dataclass(frozen=True)
class AnyOf(Rule):
    """Stop when at least one rule says so; rules after the first that stops are asked too, for their reasons."""

    rules: tuple[Rule, ...]

    def __post_init__(self) -> None:
        _check_rules(self.rules)

    @property
    def name(self) -> str:
        """The names, joined by ``or``."""
        return " or ".join(_nested(rule, AllOf) for rule in self.rules)

    def check(self, progress: Progress) -> Verdict:
        """Ask every rule."""
        said = [rule.check(progress) for rule in self.rules]
        stop = any(verdict.stop for verdict in said)
        return Verdict(stop, " ".join(verdict.why for verdict in said if verdict.stop == stop))


@dataclass(frozen=True)
class AllOf(Rule):
    """Stop when every rule says so."""

    rules: tuple[Rule, ...]

    def __post_init__(self) -> None:
        _check_rules(self.rules)

    @property
    def name(self) -> str:
        """The names, joined by ``and``."""
        return " and ".join(_nested(rule, AnyOf) for rule in self.rules)

    def check(self, progress: Progress) -> Verdict:
        """Ask every rule; where they disagree, the reason is that of those that go on."""
        said = [rule.check(progress) for rule in self.rules]
        stop = all(verdict.stop for verdict in said)
        return Verdict(stop, " ".join(verdict.why for verdict in said if verdict.stop == stop))


def _nested(rule: Rule, kind: type[Rule]) -> str:
    return f"({rule.name})" if isinstance(rule, kind) else rule.name


def _check_rules(rules: tuple[Rule, ...]) -> None:
    if not rules:
        raise BadInput("Name at least one stopping rule to join.")


def _check_share(value: float, what: str) -> None:
    if not 0.0 < value < 1.0:
        raise BadInput(phrase("{what} must lie between 0 and 1, not be {value}.", what=what, value=value))
