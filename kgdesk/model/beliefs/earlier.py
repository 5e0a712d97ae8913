"""A prior that has learnt from an earlier study: the posterior there, more or less certain here, or nothing of it.

The model of the earlier study's runs is that of the new one, N(m0, S0) after these runs. Its truth need not be the new
one: the new weights differ from the earlier ones by N(0, delta^2 S_prior), or have nothing to do with them. Which of
these holds, the outcomes of the new study decide by their evidence. METHOD, "An earlier study".
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, cast

import numpy as np

from kgdesk.model.beliefs.members import Member
from kgdesk.model.beliefs.mixture import AverageBelief

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kgdesk.model.beliefs.belief import Belief
    from kgdesk.model.beliefs.gaussian import FullBelief, MomentBelief

    Array = NDArray[np.float64]

#: delta^2, of equal prior weight.
SPREADS = 0.0, 0.25, 1.0
#: Prior weight of the models that know nothing of the earlier study.
IGNORANT = 0.25
#: Most models of an average that learn from the earlier study: those that it gives the largest weights.
MOST_LEARNT = 3


def mixture_of(prior: Belief, terms: str = "linear") -> AverageBelief:
    """Return a prior, which is an average already or a moment or full belief, as an average."""
    if isinstance(prior, AverageBelief):
        return prior
    alone = cast("MomentBelief | FullBelief", prior)
    every = np.arange(alone.mean.size)
    return AverageBelief((Member(terms, every, alone, 1.0, 1.0, alone.deviation**2),), every.size)


def with_earlier_study(prior: AverageBelief, fitted: AverageBelief, offset: float = 0.0) -> AverageBelief:
    """Return the prior of a study that learns from an earlier one.

    Parameters
    ----------
    prior
        The prior without the earlier study, over d columns of the design matrix.
    fitted
        The same models, in the same order, after the runs of the earlier study. Its design matrix may have further
        columns behind the d: what only the earlier study varied.
    offset
        Variance by which the intercept is less certain than the earlier study says: see `SPREADS` for the rest.

    Returns
    -------
    AverageBelief
        Models that know nothing of the earlier study, those of `prior` with `IGNORANT` of the weight, and each of the
        `MOST_LEARNT` heaviest models of `fitted` once for each of `SPREADS`.
    """
    heaviest = sorted(range(len(fitted.components)), key=lambda c: -fitted.components[c].weight)[:MOST_LEARNT]
    total = sum(fitted.components[c].weight for c in heaviest)
    parts = [_weighed(c, IGNORANT * c.share) for c in prior.components]
    for c in sorted(heaviest):
        known, plain = fitted.components[c], prior.components[c]
        mean, S = _narrowed(known, prior.size, plain.columns.size)
        S[0, 0] += offset
        share = (1.0 - IGNORANT) / len(SPREADS) * known.weight / total
        kind = type(plain.belief)
        for spread in SPREADS:
            belief = kind.of_kernel(mean.copy(), S + spread * plain.belief.covariance)
            carried = replace(plain, belief=belief, prior_variance=belief.deviation**2, earlier=spread)
            parts.append(_weighed(carried, share))
    return AverageBelief(tuple(parts), prior.size, None, prior.features)


def _weighed(part: Member, share: float) -> Member:
    return replace(part, share=share, weight=share)


def _narrowed(known: Member, size: int, count: int) -> tuple[Array, Array]:
    """Return mean (count,) and covariance of a member's weights, without those of further columns and of single rows.

    Parameters
    ----------
    known
        The member of the wider mixture.
    size
        Number of columns of the design matrix that stay.
    count
        Number of weights that stay: of its own columns of the design matrix below `size`, and of its features.
    """
    positions = np.arange(known.columns.size - known.deviations)
    own = known.design_columns
    stays = np.concatenate([positions[: own.size][own < size], positions[own.size :]])
    assert stays.size == count  # noqa: S101 - both mixtures have the same models
    return known.belief.mean[stays].copy(), known.belief.covariance[np.ix_(stays, stays)].copy()


def weight_of_earlier(belief: Belief) -> dict[float | None, float] | None:
    """Return the weights of what is believed about an earlier study, by delta^2; None for “nothing of it”.

    None instead of weights where there is no earlier study.
    """
    if not isinstance(belief, AverageBelief) or all(c.earlier is None for c in belief.components):
        return None
    weights: dict[float | None, float] = dict.fromkeys((*SPREADS, None), 0.0)
    for c in belief.components:
        weights[c.earlier] += c.weight
    return weights
