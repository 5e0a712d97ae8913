"""The protocol of policies, their base class, and the registry that each policy enters where it is defined.

Scores are (U,), for U distinct rows of the pool; the complexities in the docstrings of policies write M for U.
"""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, ClassVar, Protocol, TypeVar, cast

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    import numpy as np
    from numpy.typing import NDArray

    from kgdesk.model.policies.policy_context import PolicyContext

    Array = NDArray[np.float64]


class Policy(Protocol):
    """Policy protocol: a rule that scores every row."""

    title: ClassVar[str]
    source: ClassVar[str]
    draws: ClassVar[bool]
    slow: ClassVar[bool]

    @property
    def name(self) -> str:
        """Stable name, with the belief if the policy has its own: ``kg``, ``kg/diagonal``."""

    @property
    def words(self) -> str:
        """One sentence for the user: how the policy chooses."""

    @property
    def belief(self) -> str:
        """Kind of belief that the policy uses; empty for that of the study."""

    def scores(self, context: PolicyContext) -> Array:
        """Return (U,) finite scores; the row with the largest is suggested."""

    def rule(self, context: PolicyContext) -> Policy:
        """Return the policy that chooses in this state: this one itself, or one of the two that it joins."""


@dataclass(frozen=True)
class BasePolicy:
    """Base class of all policies.

    Parameters
    ----------
    name, words, belief
        As in `Policy`.
    """

    name: str
    words: str
    belief: str = ""
    #: Display name, a phrase.
    title: ClassVar[str] = ""
    #: Author and year of the method.
    source: ClassVar[str] = ""
    #: Whether the scores are random: they depend on the seed.
    draws: ClassVar[bool] = False
    #: Whether scoring a pool of thousands takes so long that comparisons of policies leave this one out.
    slow: ClassVar[bool] = False

    def rule(self, context: PolicyContext) -> Policy:
        """Return the policy itself: one that joins two overrides this."""
        del context
        return cast("Policy", self)


_P = TypeVar("_P", bound=BasePolicy)

#: Every policy by its stable name. Filled by the import of `kgdesk.model.policies.registry`.
POLICIES: dict[str, Policy] = {}
#: The registry as `kgdesk.policies`, to look at: a study names only policies that every installation has. Type checkers
#: take a name for public only if it is imported under the same name.
policies: Mapping[str, Policy] = MappingProxyType(POLICIES)


def registered(policy: type[_P]) -> type[_P]:
    """Decorate a class of policies, all of whose fields have defaults: enter an instance into `POLICIES`."""
    one = cast("Callable[[], Policy]", policy)()
    POLICIES[one.name] = one
    return policy
