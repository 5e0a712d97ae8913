"""Rivals from bandit problems: they seek the best row by trying rows that may be the best."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from kgdesk.errors import phrase
from kgdesk.model.policies.situation import BasePolicy

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kgdesk.model.policies.situation import Situation

    Array = NDArray[np.float64]

# Draws that top-two looks at for another best row, in blocks that grow: few are needed where rows compete.
_BLOCKS = (31, 224, 768)


@dataclass(frozen=True)
class Exploit(BasePolicy):
    """The row that looks best now, arg max of kappa mu: pure exploitation (Powell and Ryzhov, Optimal Learning, 2012).

    O(M d^2).
    """

    name: str = "exploit"
    words: str = phrase("The candidate with the highest expected success.")

    def scores(self, situation: Situation) -> Array:
        """Return the kappa scores."""
        return situation.belief.score(situation.X)


@dataclass(frozen=True)
class Thompson(BasePolicy):
    """arg max of w.x for one draw w from the belief (Thompson, Biometrika 1933; Chapelle and Li, NIPS 2011).

    O(M d + d^3).
    """

    name: str = "thompson"
    words: str = phrase(
        "The best candidate in one picture of the effects, drawn from all those that fit what is known."
    )
    draws: ClassVar[bool] = True

    def scores(self, situation: Situation) -> Array:
        """Return w.x of the draw."""
        return situation.scores_of(situation.normals(1)[0])


@dataclass(frozen=True)
class TopTwo(BasePolicy):
    """Top-two Thompson sampling (Russo, Simple Bayesian algorithms for best arm identification, COLT 2016).

    With probability 1/2 the best row of one draw, else the first best row of further draws that is another one. Where
    1,023 further draws all have the same best row, its rival is the second best of the first draw.
    O(M d + d^3), times the number of draws.
    """

    name: str = "top-two"
    words: str = phrase("By the toss of a coin, a candidate that may well be the best or its closest rival.")
    draws: ClassVar[bool] = True

    def scores(self, situation: Situation) -> Array:
        """Return w.x of the draw that decides; the first draw's best row is last when its rival is wanted."""
        wants_rival = situation.rng.random() < 0.5
        first = situation.normals(1)
        if not wants_rival:
            return situation.scores_of(first[0])
        leader = int(situation.leaders_of(first)[0])
        scores = situation.scores_of(_rival(situation, leader, first[0]))
        if scores.size > 1:
            scores[leader] = np.nextafter(scores.min(), -np.inf)
        return scores


def _rival(situation: Situation, leader: int, first: Array) -> Array:
    """Return the first further draw whose best row is not `leader`, else the first one."""
    for count in _BLOCKS if situation.X.shape[0] > 1 else ():
        further = situation.normals(count)
        others = np.flatnonzero(situation.leaders_of(further) != leader)
        if others.size:
            found: Array = further[others[0]]
            return found
    return first


@dataclass(frozen=True)
class BayesUCB(BasePolicy):
    """An upper quantile of w.x (Kaufmann, Cappé and Garivier, AISTATS 2012).

    The quantile is 1 - 1/(n+1) at the coming run n: the median for the first run, higher from run to run. O(M d^2).
    """

    name: str = "bayes-ucb"
    words: str = phrase("The candidate of which most can still be hoped.")

    def scores(self, situation: Situation) -> Array:
        """Return mean plus quantile times deviation."""
        return -situation.belief.quantile(-situation.X, 1.0 / (situation.coming + 1.0))
