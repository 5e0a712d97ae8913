"""Which candidate a policy chooses in one state of a study, over the futures of the runs in progress."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from kgdesk.model import policies
from kgdesk.model.facing import situation
from kgdesk.model.outlook import Branch, branches

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from kgdesk.model.believing import Belief, Sweep
    from kgdesk.model.stock import Stock
    from kgdesk.model.study import Study

    Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Chooser:
    """The belief of a policy that brings its own, as ``kg/diagonal``.

    Parameters
    ----------
    belief, belief_digest
        Its kind, and the SHA-256 of all its bits.
    probability
        What it predicts for the suggested candidate; what a person is shown is the study's prediction.
    """

    belief: str
    belief_digest: str
    probability: float


@dataclass(frozen=True, kw_only=True)
class Choice:
    """What a policy chose, and what it looked at; everything is over the U distinct rows of the design matrix.

    Parameters
    ----------
    row
        The chosen one.
    score
        (U,) what the policy ranked.
    kg
        (U,) KG values of the study's belief, averaged over the outcomes of the open runs.
    sweep
        Of the study's belief as it is now.
    outlook
        The futures of the open runs.
    open_runs
        Their candidates in start order, and the earlier picks of a batch.
    stock
        Beside the earlier picks.
    belief
        The study's.
    chooser
        Set where the policy brings another belief than the study's.
    """

    row: int
    score: Array
    kg: Array
    sweep: Sweep
    outlook: tuple[Branch, ...]
    open_runs: tuple[str, ...]
    stock: Stock
    belief: Belief
    chooser: Chooser | None


def choose(
    study: Study,
    name: str,
    picked: Sequence[str] = (),
    *,
    sweep: Sweep | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Choice:
    """Return what a policy chooses in the present state of a study.

    Parameters
    ----------
    study
        Any study.
    name
        Of the policy, ``POLICY`` or ``POLICY/BELIEF``.
    picked
        The earlier picks of a batch.
    sweep
        Of the study's belief as it is now, where it is known.
    progress
        Of sweeps; see `kgdesk.model.policies.Situation`.
    """
    made, pool, pick = study.design, study.pool, len(picked)
    stock = study.stock_beside(list(picked)) if picked else study.stock
    seen = situation(study, policy=name, pick=pick, progress=progress)
    own = seen
    if seen.belief is not study.belief:
        own = situation(study, policy="kg", pick=pick, progress=progress)
    now = own.sweep if sweep is None else sweep
    open_runs = (*(start.candidate for start in study.pending), *picked)
    rows = [int(made.row_of[pool.row(candidate)]) for candidate in open_runs]
    outlook = branches(own.belief, made.X, rows, _fresh(own))
    views = _views(own, rows, outlook)
    choosing = views
    if own is not seen:
        choosing = _views(seen, rows, branches(seen.belief, made.X, rows, _fresh(seen)))
    score = _score(policies.policy(name), choosing, seen.rng)
    chosen = policies.choose(np.where(stock.open, score, -np.inf), seen.rng)
    return Choice(
        row=chosen,
        score=score,
        kg=_mean([(weight, view.sweep.kg) for weight, view in views]),
        sweep=now,
        outlook=outlook,
        open_runs=open_runs,
        stock=stock,
        belief=own.belief,
        chooser=None if own is seen else _chooser(seen, chosen),
    )


def _fresh(seen: policies.Situation) -> np.random.Generator:
    """Return a generator beside that of a pick, whose own draws stay what they are without open runs."""
    return seen.rng.spawn(1)[0]


def _views(
    seen: policies.Situation, rows: Sequence[int], outlook: Sequence[Branch]
) -> list[tuple[float, policies.Situation]]:
    """Return what a policy may look at in each future of the open runs, with the weights of the futures."""
    if not rows:
        return [(1.0, seen)]
    views = []
    for branch in outlook:
        up, down = seen.successes.copy(), seen.failures.copy()
        for row, result in zip(rows, branch.results, strict=True):
            (up if result > 0 else down)[row] += 1.0
        then = replace(
            seen, belief=branch.belief, successes=up, failures=down, coming=seen.coming + len(rows)
        )
        views.append((branch.weight, then))
    return views


def _score(
    rule: policies.Policy, views: Sequence[tuple[float, policies.Situation]], rng: np.random.Generator
) -> Array:
    """Return the scores (U,) averaged over the futures; a policy that draws scores one drawn future."""
    if rule.draws and len(views) > 1:
        drawn = int(rng.choice(len(views), p=[weight for weight, _ in views]))
        return rule.scores(views[drawn][1])
    return _mean([(weight, rule.scores(view)) for weight, view in views])


def _mean(weighted: Sequence[tuple[float, Array]]) -> Array:
    total = np.zeros_like(weighted[0][1])
    for weight, values in weighted:
        total += weight * values
    return total


def _chooser(seen: policies.Situation, row: int) -> Chooser:
    probability = seen.belief.predict(seen.X[row : row + 1])
    return Chooser(seen.belief.kind, seen.belief.digest, float(probability[0]))
