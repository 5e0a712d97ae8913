"""Settings in words: the prior from the share of successes and what the attributes matter, and their display."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

import numpy as np

from kgdesk.errors import BadInput, phrase
from kgdesk.model.beliefs.average import MODELS
from kgdesk.model.beliefs.gaussian import interval
from kgdesk.model.design.design_matrix import AVERAGED
from kgdesk.model.study.settings import MATTER, PriorInWords, Settings

if TYPE_CHECKING:
    from collections.abc import Callable

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


#: Setting -> label; the names and meanings of the outcomes have their own table.
SETTINGS: Final[dict[str, str]] = {
    "belief": phrase("model"),
    "policy": phrase("way to choose"),
    "prior_precision": phrase("prior strength"),
    "prior_intercept": phrase("prior of a typical candidate (log-odds)"),
    "budget": phrase("planned runs"),
    "seed": phrase("seed"),
    "raw": phrase("numbers are used as they are, not standardised"),
    "terms": phrase("terms"),
    "term_precision": phrase("prior strength of products"),
    "square_precision": phrase("prior strength of squares"),
    "stop": phrase("stopping rule"),
    "never_together": phrase("columns whose equal cells never run together"),
    "barcode": phrase("column with the codes of the samples"),
    "location": phrase("column with the places of the samples"),
    "repeats": phrase("runs of a candidate again"),
    "measured": phrase("measured value"),
    "measured_unit": phrase("unit of the measured value"),
    "threshold": phrase("threshold"),
    "direction": phrase("a success is"),
    "title": phrase("title"),
}

#: Words for the keys that settings are stored as.
_VALUES: Final[dict[str, dict[str, str]]] = {
    "belief": {
        "moments": phrase("recommended model"),
        "full": phrase("correlated model"),
        "diagonal": phrase("model of the paper"),
    },
    "terms": {
        "linear": phrase("the best lies at an end of every range"),
        "interactions": phrase("the effect of a number may depend on another one"),
        "squares": phrase(
            "the best may lie in the middle of a range; no number changes the effect of another"
        ),
        "quadratic": phrase("the best may lie in the middle of a range"),
        "average": phrase("straight and bent models, weighted by the outcomes"),
        "average-squares": phrase("straight models and bent ones without products, weighted by the outcomes"),
    },
    "repeats": {"yes": phrase("as often as it takes"), "no": phrase("only once")},
    "direction": {
        "at-least": phrase("a value at the threshold or above"),
        "at-most": phrase("a value at the threshold or below"),
    },
}


def setting_text(name: str, value: object, number: Callable[[float], str]) -> str:
    """Return the value of a setting in the words of the window; numbers are formatted by `number`."""
    if name == "seed":
        return str(value)
    if isinstance(value, bool):
        return phrase("yes") if value else phrase("no")
    if isinstance(value, int | float):
        return number(value)
    text = ", ".join(map(str, value)) if isinstance(value, list) else str(value or "")
    if name == "repeats" and text.isdigit():
        return phrase("{count} times at most", count=text)
    return _VALUES.get(name, {}).get(text, text) or phrase("none")
