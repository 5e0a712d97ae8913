"""Policy `information`: which outcome tells most about the best candidate."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from kgdesk import kernels
from kgdesk.model.policies.protocol import BasePolicy, registered
from kgdesk.text import phrase

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kgdesk.model.policies.policy_context import PolicyContext

    Array = NDArray[np.float64]


# Rows between two calls of `progress`, each of which may cancel the computation.
_ROWS = 10_000


@registered
@dataclass(frozen=True)
class Information(BasePolicy):
    """Mutual information, in nats, of the outcome of a run with the identity of the best candidate.

    Entropy search of Hennig and Schuler (JMLR 13, 2012) over the rows in stock: I(y_x; x*) = h(Pr(+1|x)) minus the mean
    over x* of h(Pr(+1|x, x*)), h the entropy of one outcome. Estimated from 1,024 low-discrepancy draws of the weights,
    made from the same normal numbers in every state. The estimate is biased upwards, for all rows alike, where most
    candidates are the best in only a few draws. Where all draws have the same best row, every value is 0, and the
    knowledge gradient decides. O(1024 M d).
    """

    name: str = "information"
    title: ClassVar[str] = phrase("Information about the best")
    source: ClassVar[str] = "Hennig and Schuler 2012"
    words: str = phrase("Chosen to find out which candidate is best.")

    def scores(self, context: PolicyContext) -> Array:
        """Return the mutual information (U,), not negative."""
        drawn, rows, spread = context.even_draws, context.seen_rows, context.draws.own_spread()
        ends = np.flatnonzero(np.diff(drawn.leaders, append=-1)) + 1
        if ends.size == 1:
            return np.array(context.kg)
        count = len(rows)
        information = np.empty(count)
        for begin in range(0, count, _ROWS):
            if begin and context.progress is not None:
                context.progress(begin, count)
            part = slice(begin, begin + _ROWS)
            information[part] = kernels.best_information(
                drawn.weights, ends, rows[part], np.ascontiguousarray(spread[:, part]), drawn.part, drawn.keys,
                np.arange(count)[part],
            )  # fmt: skip
        return information
