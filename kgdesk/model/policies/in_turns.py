"""Policies `in-turns` and `kg-then-turns`: knowledge gradient and information about the best take turns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from kgdesk.model.policies.information import Information
from kgdesk.model.policies.knowledge_gradient import KnowledgeGradient
from kgdesk.model.policies.protocol import BasePolicy, registered
from kgdesk.text import phrase

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from kgdesk.model.policies.policy_context import PolicyContext
    from kgdesk.model.policies.protocol import Policy

    Array = NDArray[np.float64]


#: The two rules that these policies join.
_GRADIENT, _INFORMATION = KnowledgeGradient(words=phrase("Chosen for what it may change.")), Information()


@registered
@dataclass(frozen=True)
class InTurns(BasePolicy):
    """Knowledge gradient and information about the best candidate in turns: KG for runs 1, 3, 5, ...

    KG (the paper) gains more in early runs but gets stuck; entropy search (Hennig and Schuler, JMLR 13, 2012) gains
    less at first and does not.
    """

    name: str = "in-turns"
    title: ClassVar[str] = phrase("Gradient and information in turns")
    source: ClassVar[str] = "the paper; Hennig and Schuler 2012"
    words: str = phrase("By turns for what the run may change and to find out which candidate is best.")

    def scores(self, context: PolicyContext) -> Array:
        """Return the scores (U,) of the rule whose turn it is."""
        return self.rule(context).scores(context)

    def rule(self, context: PolicyContext) -> Policy:
        """Return which of the two rules chooses."""
        return _GRADIENT if context.coming % 2 else _INFORMATION


@registered
@dataclass(frozen=True)
class KnowledgeGradientThenTurns(BasePolicy):
    """Knowledge gradient for the first third of the planned runs, then information about the best in turns with it.

    With T = floor(budget / 3), KG (the paper) chooses run n if n <= T or n - T is even, entropy search (Hennig and
    Schuler, JMLR 13, 2012) chooses T+1, T+3, ...: of 30 planned runs 11, 13, ..., 29. With 1 or 2 planned runs T is 0,
    and entropy search chooses the first. n is `PolicyContext.coming`: runs in progress and earlier picks of a batch
    count, past outcomes do not, and the run after a void has the turn of the void. T follows a changed budget; beyond
    the budget the turns go on. n is the same in all scenarios of open runs, so that scores need no common scale. Either
    rule passes over a row without runs left. KG is the value of one run; several runs at once are suggested by KG(*),
    as under the rule that chooses. `tests/bench/default_contest.md` compares the policy with KG.
    """

    name: str = "kg-then-turns"
    title: ClassVar[str] = phrase("Gradient first, then in turns")
    source: ClassVar[str] = "the paper; Hennig and Schuler 2012"
    words: str = phrase(
        "First for what the run may change, after a third of the runs by turns to find out which candidate is best."
    )

    def scores(self, context: PolicyContext) -> Array:
        """Return the scores (U,) of the rule that chooses."""
        return self.rule(context).scores(context)

    def rule(self, context: PolicyContext) -> Policy:
        """Return which of the two rules chooses."""
        return _GRADIENT if _kg_has_turn(context.coming, context.budget) else _INFORMATION


def _kg_has_turn(coming: int, budget: int) -> bool:
    """Return whether KG chooses run `coming` of `budget` planned ones."""
    return 3 * coming <= budget or (coming - budget // 3) % 2 == 0


def is_by_gradient(rule: Policy, coming: int, budget: int) -> bool:
    """Return whether a policy surely chooses run `coming` of `budget` planned ones by the knowledge gradient alone."""
    if isinstance(rule, KnowledgeGradientThenTurns):
        return _kg_has_turn(coming, budget)
    return isinstance(rule, KnowledgeGradient)
