"""What the belief advises: the next candidate, why, what either outcome would change, and the best so far."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from kgdesk.errors import BadInput, either, phrase
from kgdesk.model import policies
from kgdesk.model.advice.posterior_summary import (
    BestAfter,
    Effect,
    best_after,
    effects,
    policy_context,
    recommended,
)
from kgdesk.model.advice.state_advice import Advice, Chooser
from kgdesk.model.policies.scenarios import Scenario, scenarios
from kgdesk.model.policies.suggestion import VISIBLE, Estimate, Future, Suggestion
from kgdesk.model.policies.value_of_information import ValueOfTesting

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from kgdesk.model.study.study import Study

    Array = NDArray[np.float64]

__all__ = [
    "MOST_AT_ONCE",
    "VISIBLE",
    "Advice",
    "BestAfter",
    "Effect",
    "Estimate",
    "Future",
    "Suggestion",
    "ValueOfTesting",
    "advise",
    "advise_batch",
    "best_after",
    "effects",
    "recommended",
]

#: So many picks of a batch at most: a plate has 96 wells.
MOST_AT_ONCE = 100


def advise(
    study: Study, *, policy: str | None = None, progress: Callable[[int, int], None] | None = None
) -> Advice:
    """Compute the advice for the present state of a study.

    A policy with a belief of its own (``kg/diagonal``) chooses by that belief; the recommended candidate,
    probabilities, intervals, KG values and futures stay those of the study's belief.

    While runs are in progress, the policy's scores are averaged over their outcomes
    (`kgdesk.model.policies.scenarios`), by the
    belief that chooses; the scores of a policy that draws are those in one drawn future, since an average of draws
    is none. Only candidates in stock that are not skipped for now are suggested; every candidate in stock, skipped
    or being run, may be the recommended one, and V(s) is the maximum over these. Rivals that sum over the rows of the
    pool (Fisher, logistic bound, disc) go on to sum over all.

    Parameters
    ----------
    study
        Any study; a finished one is advised as if it were open.
    policy
        Another policy than the study's.
    progress
        Told (done, total) between the parts of a sweep that takes long, which begins anew for each future of runs in
        progress; what it raises ends the work.

    Returns
    -------
    Advice
        Equal for equal events, on one machine to the last bit, whatever the number of threads.
    """
    return _pick(study, policy or study.settings.policy, (), progress)


def advise_batch(study: Study, count: int, *, policy: str | None = None) -> tuple[Advice, ...]:
    """Compute several candidates to run at once, greedily: each pick is an open run for the next.

    Parameters
    ----------
    study, policy
        As in `advise`, which gives the first pick.
    count
        Number of picks, 1..100; one candidate may be picked more than once.

    Raises
    ------
    BadInput
        A number out of range, or more than can run together.
    """
    if not 1 <= count <= MOST_AT_ONCE:
        raise BadInput(
            phrase(
                "Between 1 and {most_at_once} candidates can be suggested at once, not {count}.",
                most_at_once=MOST_AT_ONCE,
                count=count,
            )
        )
    picked: tuple[Advice, ...] = ()
    while len(picked) < count:
        pick = _pick(study, policy or study.settings.policy, picked)
        if pick.waits and count > 1:
            runs = f"{len(picked)} more run{'s' * (len(picked) != 1)}" if picked else "no run"
            raise BadInput(
                phrase(
                    "Beside the runs in progress {runs} can start, not {count}: of the candidates that "
                    "have the same {choices}, one run at most is in progress.",
                    runs=runs,
                    count=count,
                    choices=either(study.settings.never_together),
                )
            )
        picked = (*picked, pick)
    return picked


def _pick(
    study: Study,
    policy: str,
    before: Sequence[Advice],
    progress: Callable[[int, int], None] | None = None,
) -> Advice:
    """Return the advice beside the runs in progress and the earlier picks of a batch."""
    design, pool = study.design, study.pool
    picked = [advice.suggestion.candidate for advice in before]
    stock = study.stock_beside(picked) if picked else study.stock
    choosing = own = policy_context(study, policy=policy, pick=len(picked), progress=progress)
    if choosing.belief is not study.belief:
        own = policy_context(study, policy="kg", pick=len(picked), progress=progress)
    sweep = before[0].sweep if before else own.sweep
    open_runs = (*(start.candidate for start in study.pending), *picked)
    rows = [int(design.row_of[pool.row(candidate)]) for candidate in open_runs]
    outlook = scenarios(own.belief, design.X, rows, _fresh(own))
    futures = ranked = _in_futures(own, rows, outlook)
    if own is not choosing:
        ranked = _in_futures(choosing, rows, scenarios(choosing.belief, design.X, rows, _fresh(choosing)))
    score = _score(policies.policy(policy), ranked, choosing.rng)
    row = policies.choose(np.where(stock.open, score, -np.inf), choosing.rng)
    kg = _mean([(weight, future.sweep.kg) for weight, future in futures])
    low, high = (end[design.row_of] for end in own.belief.interval(design.X))
    advice = Advice(
        study=study,
        policy=policy,
        chosen=int(stock.next[row]),
        kg=kg[design.row_of],
        probability=sweep.probability[design.row_of],
        low=low,
        high=high,
        score=score[design.row_of],
        sweep=sweep,
        outlook=outlook,
        open_runs=open_runs,
        belief_digest=own.belief.digest,
        chooser=None if own is choosing else _chooser(choosing, row),
        waits=stock.waits,
    )
    # A sweep that was asked for one row's futures starts no parallel kernel for another's: ask while one may start.
    _ = advice.suggestion
    return advice


def _fresh(here: policies.PolicyContext) -> np.random.Generator:
    """Return a generator beside that of a pick, whose own draws stay what they are without open runs."""
    return here.rng.spawn(1)[0]


def _in_futures(
    here: policies.PolicyContext, rows: Sequence[int], outlook: Sequence[Scenario]
) -> list[tuple[float, policies.PolicyContext]]:
    """Return what a policy may look at in each future of the open runs, with the weights of the futures."""
    if not rows:
        return [(1.0, here)]
    weighted = []
    for branch in outlook:
        successes, failures = here.successes.copy(), here.failures.copy()
        for row, result in zip(rows, branch.results, strict=True):
            (successes if result > 0 else failures)[row] += 1.0
        future = replace(
            here,
            belief=branch.belief,
            successes=successes,
            failures=failures,
            coming=here.coming + len(rows),
        )
        weighted.append((branch.weight, future))
    return weighted


def _score(
    rule: policies.Policy, weighted: Sequence[tuple[float, policies.PolicyContext]], rng: np.random.Generator
) -> Array:
    """Return the scores (U,) averaged over the futures; a policy that draws scores one drawn future."""
    if rule.draws and len(weighted) > 1:
        drawn = int(rng.choice(len(weighted), p=[weight for weight, _ in weighted]))
        return rule.scores(weighted[drawn][1])
    return _mean([(weight, rule.scores(future)) for weight, future in weighted])


def _mean(weighted: Sequence[tuple[float, Array]]) -> Array:
    total = np.zeros_like(weighted[0][1])
    for weight, values in weighted:
        total += weight * values
    return total


def _chooser(choosing: policies.PolicyContext, row: int) -> Chooser:
    probability = choosing.belief.predict(choosing.X[row : row + 1])
    return Chooser(choosing.belief.kind, choosing.belief.digest, float(probability[0]))
