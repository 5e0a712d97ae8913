"""Policies `thompson` and `top-two`: the best row of posterior draws."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from kgdesk.model.policies.protocol import BasePolicy, registered
from kgdesk.text import phrase

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kgdesk.model.policies.policy_context import PolicyContext

    Array = NDArray[np.float64]


# Sizes of the blocks of draws in which top-two searches for another best row. They grow, because a few draws are enough
# where several rows may be the best.
_BLOCKS = (31, 224, 768)


@registered
@dataclass(frozen=True)
class Thompson(BasePolicy):
    """Thompson sampling: arg max of w.x for one posterior draw w.

    Thompson, Biometrika 1933; Chapelle and Li, NIPS 2011. O(M d + d^3).
    """

    name: str = "thompson"
    title: ClassVar[str] = phrase("Thompson sampling")
    source: ClassVar[str] = "Thompson 1933"
    words: str = phrase(
        "The best candidate under one set of effects, drawn from all those that fit the outcomes so far."
    )
    draws: ClassVar[bool] = True

    def scores(self, context: PolicyContext) -> Array:
        """Return w.x (U,) of one draw."""
        return context.log_odds_of_draw(context.normals(1)[0])


@registered
@dataclass(frozen=True)
class TopTwo(BasePolicy):
    """Top-two Thompson sampling (Russo, Simple Bayesian algorithms for best arm identification, COLT 2016).

    With probability 1/2 the best row (leader) of one draw, else the best row of the first further draw in which it
    differs (challenger). If 1,023 further draws all have the same best row, the challenger is the second best of the
    first draw. O(M d + d^3), times the number of draws.
    """

    name: str = "top-two"
    title: ClassVar[str] = phrase("Top two")
    source: ClassVar[str] = "Russo 2016"
    words: str = phrase("By the toss of a coin, a candidate that may well be the best, or its closest rival.")
    draws: ClassVar[bool] = True

    def scores(self, context: PolicyContext) -> Array:
        """Return w.x (U,) of the draw that decides; if it is the challenger's, the leader gets the lowest score."""
        wants_rival = context.rng.random() < 0.5
        first = context.normals(1)
        if not wants_rival:
            return context.log_odds_of_draw(first[0])
        leader = int(context.leaders_of(first)[0])
        scores = context.log_odds_of_draw(_rival(context, leader, first[0]))
        if scores.size > 1:
            scores[leader] = np.nextafter(scores.min(), -np.inf)
        return scores


def _rival(context: PolicyContext, leader: int, first: Array) -> Array:
    """Return the first further draw whose best row is not `leader`; `first` if there is none."""
    for count in _BLOCKS if context.X.shape[0] > 1 else ():
        further = context.normals(count)
        others = np.flatnonzero(context.leaders_of(further) != leader)
        if others.size:
            challenger: Array = further[others[0]]
            return challenger
    return first
