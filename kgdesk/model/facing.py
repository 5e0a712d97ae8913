"""The situation that a study puts a policy in."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from kgdesk.model import policies
from kgdesk.model.belief import posterior

if TYPE_CHECKING:
    from collections.abc import Callable

    from kgdesk.model.believing import Belief
    from kgdesk.model.study import Study


def situation(
    study: Study,
    *,
    policy: str | None = None,
    pick: int = 0,
    progress: Callable[[int, int], None] | None = None,
) -> policies.Situation:
    """Return what a policy may look at in the present state of a study.

    Parameters
    ----------
    study
        Any study.
    policy
        Another policy than the study's. If it brings a belief of its own, that belief starts from the same prior mean
        and precision as the study's and learns from the same outcomes.
    pick
        Index of the pick, for draws and ties.
    progress
        Of sweeps; see `kgdesk.model.policies.Situation`.
    """
    made = study.design
    rows, y = study.outcomes
    kind = policies.policy(policy or study.settings.policy).belief
    count = len(made.X)
    return policies.Situation(
        belief=study.belief if kind in ("", study.settings.belief) else _belief_of(study, kind),
        X=made.X,
        successes=np.bincount(rows[y > 0], minlength=count).astype(np.float64),
        failures=np.bincount(rows[y < 0], minlength=count).astype(np.float64),
        prior_precision=study.prior.deviation**-2.0,
        coming=study.done + 1,
        budget=study.settings.budget,
        rng=policies.generator(study.settings.seed, study.revision, pick),
        in_stock=study.stock.in_stock,
        progress=progress,
    )


def _belief_of(study: Study, kind: str) -> Belief:
    """Return the belief of another kind from the same prior and outcomes."""
    other = replace(study, settings=replace(study.settings, belief=kind))
    rows, y = study.outcomes
    return posterior(other.prior, study.design.X[rows], y)
