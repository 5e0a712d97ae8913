"""A policy that a script brings along: an object with `name` and `scores`, which no study names in its settings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, cast

import numpy as np

from kgdesk.errors import BadInput
from kgdesk.model.policies.protocol import POLICIES
from kgdesk.text import phrase

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from kgdesk.model.policies.policy_context import PolicyContext
    from kgdesk.model.policies.protocol import Policy

    Array = NDArray[np.float64]


class CustomPolicy(Protocol):
    """A policy of one's own. With `draws = True` it says that its scores are random, drawn by `context.rng`."""

    @property
    def name(self) -> str:
        """Name in answers and in the record; none that kgdesk has, and without ``/``."""

    def scores(self, context: PolicyContext) -> ArrayLike:
        """Return (U,) finite scores, one for each row of `context.X`; the row with the largest is suggested."""


@dataclass(frozen=True)
class _Adapted:
    """A policy of a script with all that `Policy` asks for; its scores are checked."""

    own: CustomPolicy
    name: str
    title: str
    words: str
    draws: bool
    belief: str = ""
    source: str = ""
    slow: bool = False

    def scores(self, context: PolicyContext) -> Array:
        """Return the scores (U,); raise BadInput unless they are one finite number for each row."""
        given = self.own.scores(context)
        try:
            scores = np.asarray(given, dtype=np.float64)
        except (TypeError, ValueError):
            raise BadInput(
                phrase("The policy “{name}” has given a score that is not a finite number.", name=self.name)
            ) from None
        if scores.shape != (len(context.pool),):
            raise BadInput(
                phrase(
                    "The policy “{name}” has to give one finite number for each of the {count} different candidates "
                    "(rows of context.X), not an array of shape {shape}.",
                    name=self.name,
                    count=len(context.pool),
                    shape=str(scores.shape),
                )
            )
        if not np.isfinite(scores).all():
            raise BadInput(
                phrase("The policy “{name}” has given a score that is not a finite number.", name=self.name)
            )
        return scores

    def rule(self, context: PolicyContext) -> Policy:
        """Return the policy itself, in every state."""
        del context
        return cast("Policy", self)


def adapted(own: object) -> Policy:
    """Return a policy of a script as kgdesk takes it.

    Raises
    ------
    BadInput
        It has no name or no scores, or the name is one that kgdesk has.
    """
    name = getattr(own, "name", None)
    if not isinstance(name, str) or not name.strip() or not callable(getattr(own, "scores", None)):
        raise BadInput(
            phrase(
                "A policy is a name such as kg, or an object with a name and scores(context), not {value}.",
                value=f"{own!r:.60}",
            )
        )
    if "/" in name or name in POLICIES:
        raise BadInput(
            phrase(
                "A policy of your own cannot be named “{name}”: choose a name that kgdesk does not use.",
                name=name,
            )
        )
    words = phrase("Chosen by “{name}”, a policy of the script.", name=name)
    draws = bool(getattr(own, "draws", False))
    return cast("Policy", _Adapted(cast("CustomPolicy", own), name, name, words, draws))
