"""Registry of policies: each scores the distinct rows of a pool; the arg max is suggested.

A policy uses the study's belief, or one of its own: ``kg/diagonal`` is the paper's. Displayed numbers and the
recommendation always come from the study's belief.

A new policy is a file with a class marked `registered`, and a line below.
"""

# ruff: noqa: F401, I001 - an import enters the policies of a file, and this order is that of all lists
from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, cast

import numpy as np

import kgdesk.model.policies.knowledge_gradient
import kgdesk.model.policies.kg_star
import kgdesk.model.policies.random_sampling
import kgdesk.model.policies.exploitation
import kgdesk.model.policies.uncertainty_sampling
import kgdesk.model.policies.fisher
import kgdesk.model.policies.logistic_bound
import kgdesk.model.policies.discriminative
import kgdesk.model.policies.thompson
import kgdesk.model.policies.bayes_ucb
import kgdesk.model.policies.information
import kgdesk.model.policies.in_turns
from kgdesk.errors import BadInput
from kgdesk.model.beliefs.gaussian import BELIEFS
from kgdesk.model.policies.custom import adapted
from kgdesk.model.policies.policy_context import Seed
from kgdesk.model.policies.protocol import POLICIES, BasePolicy
from kgdesk.text import phrase

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kgdesk.model.policies.custom import CustomPolicy
    from kgdesk.model.policies.policy_context import PolicyContext
    from kgdesk.model.policies.protocol import Policy

    Array = NDArray[np.float64]


def default_policy(terms: str, repeats: str = "") -> str:
    """Return the name of the policy of a new study that names none, by the terms of its model and its repeats.

    `kg`, which is the paper's, gets stuck where success is rare. With linear terms `kg-then-turns` loses less and is
    nowhere worse; on bent truths with averaged terms it loses more after 20 runs. With other terms nothing has
    been measured. Contests: `tests/bench/default_contest.md`.

    Where every candidate can be run only once, the knowledge gradient values what may become the best candidate, which
    may have been used up, and not the further successes that are to be found; `exploit` looks for these:
    `tests/bench/once_only.md`.

    Parameters
    ----------
    terms
        Name in `kgdesk.model.design.design_matrix.TERMS`.
    repeats
        Whether a candidate can be run again, as in `kgdesk.model.study.settings.Settings`.
    """
    if repeats == "no":
        return "exploit"
    return "kg-then-turns" if terms == "linear" else "kg"


def policy(name: str | CustomPolicy) -> Policy:
    """Return the policy by name, ``POLICY`` or ``POLICY/BELIEF``; or adapt one that a script brings along.

    Raises
    ------
    BadInput
        Unknown policy or belief; or the object is no policy.
    """
    if not isinstance(name, str):
        return cast("Policy", name) if isinstance(name, BasePolicy) else adapted(name)
    rule, slash, belief = name.partition("/")
    if rule not in POLICIES:
        raise BadInput(
            phrase(
                "There is no policy “{rule}”: choose one of {choices}.",
                rule=rule,
                choices=", ".join(POLICIES),
            )
        )
    if not slash:
        return POLICIES[rule]
    if belief not in BELIEFS:
        raise BadInput(
            phrase(
                "There is no belief “{belief}” as in “{name}”: choose one of {choices}.",
                belief=belief,
                name=name,
                choices=", ".join(BELIEFS),
            )
        )
    return cast("Policy", replace(cast("BasePolicy", POLICIES[rule]), name=name, belief=belief))


def generator(seed: int, events: int, pick: int) -> np.random.Generator:
    """Return the random generator of one pick, seeded so that a study in the same state gets the same suggestion.

    Parameters
    ----------
    seed
        Seed of the study.
    events
        Number of events in the study.
    pick
        Index of the pick in its batch.
    """
    return Seed(seed, events, pick).rng


def choose(scores: Array, context: PolicyContext | Seed) -> int:
    """Return the arg max of the scores (U,); ties are broken at random, with the generator of the context or seed.

    A score that is not computed is NaN; it is never chosen.
    """
    best = np.flatnonzero(scores == np.nanmax(scores))
    return int(best[0] if best.size == 1 else context.rng.choice(best))
