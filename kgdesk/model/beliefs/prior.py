"""Priors of a study: independent weights, and the models of an average with their prior weights.

The defaults are those of `kgdesk.model.study.settings.Settings`: `prior_precision`, `prior_intercept`, and for products
and squares `HIGHER`, `PRODUCTS` and `SQUARES` there. The models of an average are `MODELS` here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import numpy as np

from kgdesk.errors import BadInput
from kgdesk.model.beliefs.arrays import precisions, usable
from kgdesk.model.beliefs.gaussian import BELIEFS, DiagonalBelief, FullBelief, MomentBelief
from kgdesk.model.beliefs.members import Member
from kgdesk.model.beliefs.mixture import AverageBelief
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike, NDArray

    from kgdesk.model.beliefs.belief import Belief

#: The averaged models: terms, and factor of the prior precision of products and squares.
MODELS: tuple[tuple[str, float], ...] = (("linear", 1.0), ("quadratic", 1.0), ("quadratic", 0.25))
#: Each of them without deviations of single candidates, and with deviations of two sizes: the prior standard deviation
#: in log-odds, and its share of the model's prior weight. METHOD, "Deviations".
DEVIATIONS: tuple[tuple[float, float], ...] = ((0.0, 0.5), (0.8, 0.25), (1.8, 0.25))
_LARGEST_ODDS = 64.0


def prior_belief(kind: str, mean: ArrayLike, precision: ArrayLike) -> Belief:
    """Return the prior of a study: independent weights with the given means and precisions, (d,) each.

    Raises
    ------
    BadInput
        Unknown kind, or unusable arrays.
    """
    m = usable(mean, phrase("The prior mean"), (None,))
    q = precisions(precision, (m.size,))
    if kind == "diagonal":
        return DiagonalBelief(m, q)
    if kind == "full":
        return FullBelief(m, np.diag(1.0 / q))
    if kind == "moments":
        return MomentBelief(m, np.diag(1.0 / q))
    raise BadInput(
        phrase(
            "“{kind}” is not a belief that kgdesk knows: choose {choices}.",
            kind=kind,
            choices=", ".join(BELIEFS),
        )
    )


def mixture_prior(
    kind: str,
    mean: ArrayLike,
    precision: ArrayLike,
    higher: NDArray[np.bool_],
    deviations: Sequence[tuple[float, float]] = DEVIATIONS,
) -> AverageBelief:
    """Return the prior mixture, before any outcome.

    Parameters
    ----------
    kind
        ``moments`` or ``full``.
    mean, precision
        (d,) prior mean and precision of the weights of a quadratic model.
    higher
        (d,) bool: the columns that are products and squares. Where there are none, all models are linear.
    deviations
        Prior standard deviations of single candidates' log-odds around each model, each with its share of the weight.

    Raises
    ------
    BadInput
        Another kind of belief, or unusable arrays.
    """
    m = usable(mean, phrase("The prior mean"), (None,))
    q = usable(precision, phrase("The prior precision"), (m.size,))
    if kind not in ("moments", "full"):
        raise BadInput(
            phrase("An average of models needs the belief moments or full, not {kind}.", kind=kind)
        )
    parts = []
    weights = evidence_weights(higher) if higher.any() else (1.0,)
    for (terms, share_of_precision), weight in zip(MODELS, weights, strict=False):
        columns = np.flatnonzero(~higher) if terms == "linear" else np.arange(m.size)
        own = np.where(higher, share_of_precision * q, q)[columns]
        belief = cast("MomentBelief | FullBelief", prior_belief(kind, m[columns], own))
        # Among the higher columns products come first and squares last.
        ends = (
            [None, None]
            if terms == "linear"
            else [float(share_of_precision * q[higher][at]) for at in (0, -1)]
        )
        for deviation, part in deviations:
            share = weight * part
            parts.append(Member(terms, columns, belief, share, share, 1.0 / own, *ends, deviation))
    return AverageBelief(tuple(parts), m.size)


def average_or_linear(kind: str, mean: ArrayLike, precision: ArrayLike, higher: NDArray[np.bool_]) -> Belief:
    """Return the prior mixture, or the prior of the linear model where there are no products and squares."""
    return mixture_prior(kind, mean, precision, higher)


def evidence_weights(higher: NDArray[np.bool_]) -> tuple[float, ...]:
    """Return the prior weight of each of `MODELS`, given which columns (d,) are products and squares.

    The prior odds of the quadratic models are even for three such columns (two numeric attributes) and double with
    every three more, up to 64 : 1. Each such column lowers the evidence of a quadratic model: at even odds a wrong
    linear model dominates for longer than a study lasts (five numbers, 30 runs).
    """
    odds = min(2.0 ** ((float(higher.sum()) - 3.0) / 3.0), _LARGEST_ODDS)
    bent = [terms != "linear" for terms, _ in MODELS]
    return tuple((odds / sum(bent) if bend else 1.0) / (odds + 1.0) for bend in bent)
