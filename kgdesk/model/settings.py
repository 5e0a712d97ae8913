"""The settings of a study, and the prior that a person states in words."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass, fields
from typing import TYPE_CHECKING, Any

import numpy as np

from kgdesk.errors import BadInput
from kgdesk.model import policies, stopping_text
from kgdesk.model.belief import BELIEFS, interval, prior_belief
from kgdesk.model.stopping import Budget

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kgdesk.model.belief import Belief
    from kgdesk.model.stopping import Rule

    Array = NDArray[np.float64]

#: How much the attributes matter, in words: the mean of x'x/lambda over the pool that the prior is given.
MATTER: dict[str, float] = {"little": 1.0, "some": 2.0, "a lot": 3.0}


@dataclass(frozen=True)
class Settings:
    """What a scientist settles when a study is made; fixed from then on.

    Parameters
    ----------
    title
        Shown to people.
    belief
        ``moments``, ``full`` or ``diagonal``.
    policy
        Name in `kgdesk.model.policies.POLICIES`, with a belief of its own if wanted: ``kg/diagonal``.
    prior_precision
        lambda, the prior precision of every weight.
    prior_intercept
        Prior mean of the intercept, in log-odds; the other weights have prior mean 0.
    budget
        Planned number of runs; voids and imported outcomes do not count.
    seed
        For ties and random policies.
    raw
        Attributes are not standardised.
    terms
        ``linear``, the paper's model.
    success_name, failure_name
        What the study calls its two outcomes.
    success_means, failure_means
        What counts as each, in the scientist's words.
    stop
        When the study may end, in the words of `kgdesk.model.stopping_text`; empty: when all planned runs are spent.
    never_together
        Columns of the table, attributes or kept with the data: of the candidates that have the same value there, one
        run at most is in progress.
    """

    title: str = ""
    belief: str = "moments"
    policy: str = "kg"
    prior_precision: float = 1.0
    prior_intercept: float = 0.0
    budget: int = 30
    seed: int = 0
    raw: bool = False
    terms: str = "linear"
    success_name: str = "Success"
    failure_name: str = "Failure"
    success_means: str = ""
    failure_means: str = ""
    stop: str = ""
    never_together: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.belief not in BELIEFS:
            raise BadInput(f"There is no belief “{self.belief}”: choose one of {', '.join(BELIEFS)}.")
        policies.policy(self.policy)
        if self.terms != "linear":
            raise BadInput(f"There are no terms “{self.terms}”: this version knows linear.")
        if not (math.isfinite(self.prior_precision) and self.prior_precision > 0):
            raise BadInput(
                f"The prior precision must be a number greater than 0, not {self.prior_precision}."
            )
        if not math.isfinite(self.prior_intercept):
            raise BadInput("The prior mean of the intercept must be a finite number.")
        if self.budget < 1:
            raise BadInput(f"The number of planned runs must be at least 1, not {self.budget}.")
        if self.seed < 0:
            raise BadInput(f"The seed must be 0 or a positive whole number, not {self.seed}.")
        names = (self.success_name.strip().casefold(), self.failure_name.strip().casefold())
        if not all(names) or names[0] == names[1]:
            raise BadInput("Success and failure need two different names.")
        if self.stop:
            stopping_text.parse(self.stop)

    @property
    def stopping(self) -> Rule:
        """The stopping rule; without one of its own, the planned runs."""
        return stopping_text.parse(self.stop, seed=self.seed) if self.stop else Budget(self.budget)

    def as_json(self) -> dict[str, Any]:
        """Return the settings as JSON values."""
        return asdict(self) | {"never_together": list(self.never_together)}

    @classmethod
    def from_json(cls, data: Any) -> Settings:
        """Read what `as_json` wrote; a setting that is missing has its default."""
        known = {f.name: data[f.name] for f in fields(cls) if f.name in data}
        return cls(**known | {"never_together": tuple(map(str, known.get("never_together", ())))})

    def prior(self, d: int) -> Belief:
        """Return the prior about d weights, the first of them the intercept's."""
        mean = np.zeros(d)
        mean[0] = self.prior_intercept
        return prior_belief(self.belief, mean, np.full(d, self.prior_precision))


@dataclass(frozen=True, slots=True)
class PriorInWords:
    """A prior stated in words, with what it implies.

    Parameters
    ----------
    intercept
        Prior mean of the intercept, in log-odds.
    precision
        lambda for every weight.
    expected
        Mean predicted probability of success over the pool.
    low, high
        Central 90 % of what the prior holds possible for a typical candidate's probability of success.
    """

    intercept: float
    precision: float
    expected: float
    low: float
    high: float


def prior_from_words(X: Array, rate: float, matter: str) -> PriorInWords:
    """Turn “of 100 candidates about N succeed” and “attributes matter ...” into a prior.

    Parameters
    ----------
    X
        (M, d) design matrix, intercept first.
    rate
        Expected share of successes, within 0.01..0.99.
    matter
        ``little``, ``some`` or ``a lot``: the mean of x'x/lambda becomes 1, 2 or 3.

    Raises
    ------
    BadInput
        A rate outside the range, an unknown word.
    """
    if matter not in MATTER:
        raise BadInput(f"“{matter}” is not an answer: choose one of {', '.join(MATTER)}.")
    if not 0.01 <= rate <= 0.99:
        raise BadInput(f"Of 100 candidates between 1 and 99 can be expected to succeed, not {100 * rate:g}.")
    size = (X * X).sum(axis=1)
    precision = float(size.mean()) / MATTER[matter]
    s2 = size / precision

    def expected(intercept: float) -> float:
        score = intercept / np.sqrt(1 + math.pi / 8 * s2)
        return float((1 / (1 + np.exp(-score))).mean())

    low, high = -50.0, 50.0
    while high - low > 1e-9:
        middle = 0.5 * (low + high)
        low, high = (middle, high) if expected(middle) < rate else (low, middle)
    intercept = round(0.5 * (low + high), 6)
    ends = interval(np.array([intercept]), np.array([float(np.median(s2))]))
    return PriorInWords(intercept, precision, expected(intercept), float(ends[0][0]), float(ends[1][0]))
