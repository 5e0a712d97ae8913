"""Policies `in-turns` and `kg-then-turns`: knowledge gradient and information about the best by turns."""

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


#: Sentence of the policies that join two rules, where the knowledge gradient chooses.
FOR_CHANGE = phrase("Chosen for what it may change.")

_FOR_KNOWLEDGE = Information().words


@registered
@dataclass(frozen=True)
class InTurns(BasePolicy):
    """Knowledge gradient and information about the best candidate in turns: KG for runs 1, 3, 5, ...

    KG (the paper) leads early and gets stuck; entropy search (Hennig and Schuler, JMLR 13, 2012) invests and does not.
    """

    name: str = "in-turns"
    title: ClassVar[str] = phrase("Gradient and information in turns")
    source: ClassVar[str] = "the paper; Hennig and Schuler 2012"
    words: str = phrase("By turns for what the run may change and to find out which candidate is best.")

    def scores(self, situation: PolicyContext) -> Array:
        """Return the scores (U,) of the rule whose turn it is."""
        return situation.kg if situation.coming % 2 else Information().scores(situation)

    def sentence(self, situation: PolicyContext) -> str:
        """Return which of the two rules chooses."""
        return FOR_CHANGE if situation.coming % 2 else _FOR_KNOWLEDGE


@registered
@dataclass(frozen=True)
class KnowledgeGradientThenTurns(BasePolicy):
    """Knowledge gradient for the first third of the planned runs, then information about the best in turns with it.

    With T = floor(budget / 3), KG (the paper) chooses run n if n <= T or n - T is even, entropy search (Hennig and
    Schuler, JMLR 13, 2012) chooses T+1, T+3, ...: of 30 planned runs 11, 13, ..., 29; without a third (1 or 2 planned
    runs) it begins. n is `PolicyContext.coming`: runs in progress and earlier picks of a batch count, past outcomes do
    not, and a void gives its turn back. T follows a changed budget; beyond the budget the turns go on. n is the same in
    all scenarios of open runs, so that scores need no common scale. A row without runs left is passed over, whichever
    rule chooses. KG is that of one run; several runs at once are advised by KG(*) as for the rule that chooses.
    `tests/bench/default_contest.md` compares it with KG.
    """

    name: str = "kg-then-turns"
    title: ClassVar[str] = phrase("Gradient first, then in turns")
    source: ClassVar[str] = "the paper; Hennig and Schuler 2012"
    words: str = phrase(
        "First for what the run may change, after a third of the runs by turns to find out which candidate is best."
    )

    def scores(self, situation: PolicyContext) -> Array:
        """Return the scores (U,) of the rule that chooses."""
        return (
            situation.kg if _has_turn(situation.coming, situation.budget) else Information().scores(situation)
        )

    def sentence(self, situation: PolicyContext) -> str:
        """Return which of the two rules chooses."""
        return FOR_CHANGE if _has_turn(situation.coming, situation.budget) else _FOR_KNOWLEDGE


def _has_turn(coming: int, budget: int) -> bool:
    return 3 * coming <= budget or (coming - budget // 3) % 2 == 0


def is_by_gradient(rule: Policy, coming: int, budget: int) -> bool:
    """Return whether a policy surely chooses run `coming` of `budget` planned ones by the knowledge gradient alone."""
    if isinstance(rule, KnowledgeGradientThenTurns):
        return _has_turn(coming, budget)
    return isinstance(rule, KnowledgeGradient)
