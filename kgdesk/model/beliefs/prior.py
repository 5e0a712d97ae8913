"""Priors of a study: independent weights, and the models of an average with their prior weights.

The defaults are those of `kgdesk.model.study.settings.Settings`: `prior_precision`, `prior_intercept`, and for products
and squares `HIGHER`, `PRODUCTS` and `SQUARES` there. The models of an average are `MODELS` here.
"""

from __future__ import annotations

from dataclasses import dataclass
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
    from kgdesk.model.design.features import Features

_LARGEST_ODDS = 64.0


@dataclass(frozen=True)
class Model:
    """One model of an average.

    Parameters
    ----------
    terms
        ``linear``, ``quadratic``; or a kind of features, beside the intercept or, with `straight`, the linear terms.
    higher
        Factor of the prior precision of products and squares.
    deviation
        Prior standard deviation of what single candidates deviate from the model by, in log-odds.
    length, variance
        Of the features.
    straight
        Whether the linear terms are beside the features.
    weight
        Prior weight, relative to that of the other models.
    """

    terms: str
    higher: float = 1.0
    deviation: float = 0.0
    length: float = 0.0
    variance: float = 0.0
    straight: bool = False
    weight: float = 1.0


#: The averaged models. METHOD, "Members of the average".
MODELS: tuple[Model, ...] = (
    Model("linear"),
    Model("linear", deviation=0.8),
    Model("linear", deviation=1.8),
    Model("quadratic"),
    Model("quadratic", higher=0.25),
    Model("quadratic", higher=0.25, deviation=0.8),
    Model("radius", deviation=0.8, variance=1.0 / 3.0, straight=True),
    Model("smooth", deviation=0.3, length=0.7, variance=4.0),
    Model("smooth", deviation=0.3, length=1.5, variance=4.0),
    Model("smooth", deviation=1.0, length=0.7, variance=3.0, straight=True),
    Model("pairs", deviation=0.8, variance=2.0, straight=True),
)


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
    features: Sequence[Features] = (),
    models: Sequence[Model] = MODELS,
) -> AverageBelief:
    """Return the prior mixture, before any outcome.

    Parameters
    ----------
    kind
        ``moments`` or ``full``.
    mean, precision
        (d,) prior mean and precision of the weights of a quadratic model.
    higher
        (d,) bool: the columns that are products and squares. Where there are none, no model is quadratic.
    features
        Features of the pool; a model whose features are missing is left out.
    models
        The models.

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
    found = {(each.kind, each.length): place for place, each in enumerate(features)}
    begins = m.size + np.cumsum([0, *(each.size for each in features)])
    used = [
        one
        for one in models
        if one.terms == "linear"
        or (one.terms == "quadratic" and higher.any())
        or (one.terms, one.length) in found
    ]
    odds = _odds_of_a_bend(int(higher.sum()))
    weights = [one.weight * (odds if one.terms == "quadratic" else 1.0) for one in used]
    parts = []
    for one, weight in zip(used, weights, strict=True):
        share = weight / sum(weights)
        bent = one.terms == "quadratic"
        columns = np.arange(m.size) if bent else np.flatnonzero(~higher)
        own = np.where(higher, one.higher * q, q)
        inner, at, variance = np.empty(0, np.int64), -1, 0.0
        if one.terms not in ("linear", "quadratic"):
            at, variance = found[one.terms, one.length], one.variance
            inner = np.arange(begins[at], begins[at + 1])
            columns = columns if one.straight else columns[:1]
        precision_of_each = np.concatenate([own[columns], np.full(inner.size, 1.0 / (variance or 1.0))])
        means = np.concatenate([m[columns], np.zeros(inner.size)])
        parts.append(
            Member(
                features[at].name if at >= 0 else one.terms,
                np.concatenate([columns, inner]),
                cast("MomentBelief | FullBelief", prior_belief(kind, means, precision_of_each)),
                share,
                share,
                1.0 / precision_of_each,
                # Among the higher columns products come first and squares last.
                float(one.higher * q[higher][0]) if bent else None,
                float(one.higher * q[higher][-1]) if bent else None,
                one.deviation,
                features=at,
                variance=variance,
                inner=inner.size,
                favour=odds if bent else 1.0,
            )
        )
    return AverageBelief(tuple(parts), m.size, None, tuple(features))


def _odds_of_a_bend(higher: int) -> float:
    """Return the factor of the prior weight of quadratic models with a number of products and squares.

    It doubles with every three of them beyond three (two numeric attributes), up to 64. Each such column lowers the
    evidence of a quadratic model: at even odds a wrong linear model dominates for longer than a study lasts (five
    numbers, 30 runs).
    """
    return float(min(max(2.0 ** ((higher - 3.0) / 3.0), 1.0), _LARGEST_ODDS))
