"""Prior elicited in words: the share of candidates that succeed, and how much the attributes matter."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from kgdesk.errors import BadInput, phrase
from kgdesk.model.beliefs.average import MODELS
from kgdesk.model.beliefs.gaussian import interval
from kgdesk.model.design.design_matrix import AVERAGED
from kgdesk.model.study.settings import MATTER, PriorInWords, Settings

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[np.float64]


def prior_from_words(
    X: Array,
    rate: float,
    matter: str,
    *,
    terms: str = "linear",
    higher: NDArray[np.bool_] | None = None,
    squares: NDArray[np.bool_] | None = None,
) -> PriorInWords:
    """Convert “of 100 candidates about N succeed” and “attributes matter ...” to a prior.

    Parameters
    ----------
    X
        (M, d) design matrix, intercept first.
    rate
        Expected share of successes, within 0.01..0.99.
    matter
        ``little``, ``some`` or ``a lot``: the mean of x'x/lambda becomes 1, 2 or 3.
    terms, higher, squares
        Terms of the study; (d,) bool: columns that are products and squares, and the squares among them. Their prior
        variance is smaller.

    Raises
    ------
    BadInput
        The rate is out of range, or the word is unknown.
    """
    if matter not in MATTER:
        raise BadInput(
            phrase(
                "“{matter}” is not an answer: choose one of {choices}.",
                matter=matter,
                choices=", ".join(MATTER),
            )
        )
    if not 0.01 <= rate <= 0.99:
        raise BadInput(
            phrase(
                "Of 100 candidates between 1 and 99 can be expected to succeed, not {rate}.",
                rate=f"{100 * rate:g}",
            )
        )
    marks = np.zeros(X.shape[1], dtype=np.bool_) if higher is None else higher
    counted = Settings(terms=terms).settled().precisions(marks, squares)
    counted[marks] *= _counted_as(terms)
    size = (X * X / counted).sum(axis=1)
    precision = float(size.mean()) / MATTER[matter]
    s2 = size / precision
    intercept = _intercept_for(rate, s2)
    ends = interval(np.array([intercept]), np.array([float(np.median(s2))]))
    return PriorInWords(intercept, precision, _expected(intercept, s2), float(ends[0][0]), float(ends[1][0]))


def _intercept_for(rate: float, s2: Array) -> float:
    """Return the prior mean of the intercept that implies an expected share of successes, to six decimals.

    Parameters
    ----------
    rate
        Expected share of successes.
    s2
        (M,) prior variance of the log-odds of each candidate.
    """
    low, high = -50.0, 50.0
    while high - low > 1e-9:
        middle = 0.5 * (low + high)
        low, high = (middle, high) if _expected(middle, s2) < rate else (low, middle)
    return round(0.5 * (low + high), 6)


def _expected(intercept: float, s2: Array) -> float:
    """Return the mean predicted probability of candidates with log-odds N(intercept, s2)."""
    score = intercept / np.sqrt(1 + math.pi / 8 * s2)
    return float((1 / (1 + np.exp(-score))).mean())


def _counted_as(terms: str) -> float:
    """Return the factor on the precision of products and squares that accounts for models without them."""
    if terms not in AVERAGED:
        return 1.0
    shares = [0.0 if name == "linear" else 1.0 / share for name, share in MODELS]
    return len(shares) / sum(shares)
