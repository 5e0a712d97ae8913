"""Policies: how the next experiment is chosen. Each scores the distinct rows of a pool; the largest score wins."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import numpy as np

from kgdesk.errors import BadInput

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kgdesk.model.belief import Sweep

    Array = NDArray[np.float64]


@dataclass(frozen=True)
class Situation:
    """What a policy may look at.

    Parameters
    ----------
    mu, s2
        (U,) mean and variance of w.x of each distinct row.
    sweep
        Knowledge gradient and probabilities of each row.
    coming
        Number of the coming run, 1 for the first; imported past outcomes do not count.
    budget
        Planned number of runs.
    rng
        Generator seeded by study seed, number of events and index of the pick.
    """

    mu: Array
    s2: Array
    sweep: Sweep
    coming: int
    budget: int
    rng: np.random.Generator


class Policy(Protocol):
    """A rule that scores every row."""

    @property
    def name(self) -> str:
        """The stable name."""

    @property
    def words(self) -> str:
        """One sentence for a person: how it chooses."""

    def scores(self, situation: Situation) -> Array:
        """Return (U,) scores; the row with the largest is suggested."""


@dataclass(frozen=True, slots=True)
class KnowledgeGradient:
    """Expected gain in the best predicted probability by one run (the paper, Section 3, Algorithm 2)."""

    name: str = "kg"
    words: str = "The run that is expected to improve the final choice most."

    def scores(self, situation: Situation) -> Array:
        """Return the KG values."""
        return situation.sweep.kg


@dataclass(frozen=True, slots=True)
class OnlineKnowledgeGradient:
    """Success now plus the gain for all runs still to come (Powell and Ryzhov, Optimal Learning, 2012, Section 5.4).

    Pr(+1|x) + max(0, N - n) nu_x with n the number of the coming run: the last run has weight 0.
    """

    name: str = "online-kg"
    words: str = "The best balance of success in this run and learning for the runs still planned."

    def scores(self, situation: Situation) -> Array:
        """Return probability plus the weighted KG values."""
        weight = max(0, situation.budget - situation.coming)
        return situation.sweep.probability + weight * situation.sweep.kg


@dataclass(frozen=True, slots=True)
class Random:
    """Any row, with equal chance (the paper, Section 4)."""

    name: str = "random"
    words: str = "Drawn at random."

    def scores(self, situation: Situation) -> Array:
        """Return one uniform draw per row."""
        return situation.rng.random(situation.mu.size)


@dataclass(frozen=True, slots=True)
class Exploit:
    """The row that looks best now: arg max of kappa mu (pure exploitation)."""

    name: str = "exploit"
    words: str = "The candidate with the highest expected success."

    def scores(self, situation: Situation) -> Array:
        """Return the kappa scores."""
        return situation.mu / np.sqrt(1.0 + np.pi / 8.0 * situation.s2)


#: Every policy by its stable name.
POLICIES: dict[str, Policy] = {
    p.name: p for p in (KnowledgeGradient(), OnlineKnowledgeGradient(), Random(), Exploit())
}


def policy(name: str) -> Policy:
    """Return the policy of a name.

    Raises
    ------
    BadInput
        No policy has this name.
    """
    try:
        return POLICIES[name]
    except KeyError:
        raise BadInput(f"There is no policy “{name}”: choose one of {', '.join(POLICIES)}.") from None


def generator(seed: int, events: int, pick: int) -> np.random.Generator:
    """Return the generator for one pick: the same study in the same state gives the same suggestion."""
    return np.random.default_rng((seed, events, pick))


def choose(scores: Array, rng: np.random.Generator) -> int:
    """Return the row with the largest score; equal ones are drawn from."""
    best = np.flatnonzero(scores == scores.max())
    return int(best[0] if best.size == 1 else rng.choice(best))
