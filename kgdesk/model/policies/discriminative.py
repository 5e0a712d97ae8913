"""Policy `disc`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, cast

import numpy as np

from kgdesk import kernels
from kgdesk.model.policies.protocol import BasePolicy, registered
from kgdesk.text import phrase

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kgdesk.model.policies.policy_context import PolicyContext

    Array = NDArray[np.float64]


@registered
@dataclass(frozen=True)
class Disc(BasePolicy):
    """Discriminative batch-mode active learning, optimistic (Guo and Schuurmans, NIPS 2007; the paper, Section 4).

    max over x and y of the log-likelihood of the outcomes so far and of (x, y), minus the summed entropy of the
    other rows that were never measured, at the belief's mean after (x, y). O(M^2 d).
    """

    name: str = "disc"
    title: ClassVar[str] = phrase("Discriminative")
    source: ClassVar[str] = "Guo and Schuurmans 2007"
    slow: ClassVar[bool] = True
    words: str = phrase(
        "The run that would leave the least doubt about the other candidates if it turns out as hoped."
    )

    def scores(self, context: PolicyContext) -> Array:
        """Return the larger value over the two outcomes (U,)."""
        s = context
        return cast(
            "Array",
            kernels.discriminative(
                np.array(s.belief.mean),
                s.covariance,
                s.belief.kind == "moments",
                s.rows,
                s.successes,
                s.failures,
            ),
        )
