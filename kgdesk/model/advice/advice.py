"""Compute the advice for a study: suggestion, look-ahead, recommendation; and greedy batches."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from kgdesk.errors import AllTried, BadInput, either, phrase
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
from kgdesk.model.study.next_run import all_tried

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

#: Most picks of a batch: a plate has 96 wells.
MOST_AT_ONCE = 100


def advise(
    study: Study, *, policy: str | None = None, progress: Callable[[int, int], None] | None = None
) -> Advice:
    """Compute the advice for the present state of a study; it suggests nothing if every candidate is tried.

    A policy with its own belief (``kg/diagonal``) chooses by that belief; the recommended candidate, probabilities,
    intervals, KG values and look-ahead are always those of the study's belief.

    While runs are in progress, the policy's scores are averaged over their outcomes (`kgdesk.model.policies.scenarios`)
    under the policy's belief; a policy with random scores is evaluated in one sampled scenario, since an average of
    draws is not a draw. Only candidates in stock that are not skipped and may still be run are suggested; every
    candidate in stock, also skipped or running ones, may be recommended, and V(s) is the maximum over these. In a study
    that limits the runs of a candidate, those that are tried or out of stock may be recommended as well. Baselines that
    sum over the rows of the pool (Fisher, logistic bound, disc) sum over all rows.

    Parameters
    ----------
    study
        Any study; a finished one is treated as if it were open.
    policy
        Name of a policy to use instead of the study's.
    progress
        Called with (done, total) between the parts of a long sweep, which restarts for each scenario of the runs in
        progress; an exception it raises cancels the work.

    Returns
    -------
    Advice
        Equal for equal events, on one machine to the last bit, for any number of threads.
    """
    return _pick(study, policy or study.settings.policy, (), progress)


def advise_batch(
    study: Study, count: int, *, policy: str | None = None, repeats: bool = False
) -> tuple[Advice, ...]:
    """Compute a batch of candidates to run at once, greedily: each pick is pending for the next ones.

    Parameters
    ----------
    study, policy
        As in `advise`, which computes the first pick.
    count
        Number of picks, 1..100.
    repeats
        Whether one candidate may be picked more than once, as often as the study allows.

    Raises
    ------
    AllTried
        Every candidate is tried.
    BadInput
        `count` is out of range, more than can run together, or more than can be run at all.
    """
    if not 1 <= count <= MOST_AT_ONCE:
        raise BadInput(
            phrase(
                "Between 1 and {most_at_once} candidates can be suggested at once, not {count}.",
                most_at_once=MOST_AT_ONCE,
                count=count,
            )
        )
    if study.stock.exhausted:
        raise AllTried(all_tried(study))
    picked: tuple[Advice, ...] = ()
    while len(picked) < count:
        pick = _pick(study, policy or study.settings.policy, picked, repeats=repeats)
        if pick.next is None:
            raise BadInput(
                phrase(
                    "Only {number} can be suggested at once, not {count}: no more candidates can be run.",
                    number=len(picked),
                    count=count,
                )
            )
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
    *,
    repeats: bool = False,
) -> Advice:
    """Compute one pick of a batch, given the runs in progress and the earlier picks."""
    design, pool = study.design, study.pool
    picked = [advice.suggestion.candidate for advice in before]
    stock = study.stock_beside(picked, distinct=not repeats) if picked else study.stock
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
    rule = policies.policy(policy)
    score = _score(rule, ranked, choosing.rng)
    row = None if stock.exhausted else policies.choose(np.where(stock.open, score, -np.inf), choosing.rng)
    kg = _mean([(weight, future.sweep.kg) for weight, future in futures])
    low, high = (end[design.row_of] for end in own.belief.interval(design.X))
    advice = Advice(
        study=study,
        policy=policy,
        chosen=None if row is None else int(stock.next[row]),
        kg=kg[design.row_of],
        probability=sweep.probability[design.row_of],
        low=low,
        high=high,
        score=score[design.row_of],
        sweep=sweep,
        outlook=outlook,
        open_runs=open_runs,
        belief_digest=own.belief.digest,
        chooser=None if own is choosing or row is None else _chooser(choosing, row),
        waits=stock.waits,
        words=_rule_sentence(rule, ranked),
    )
    # Only the first call of Sweep.after may start a parallel kernel: make it here, while one may start.
    if row is not None:
        _ = advice.suggestion
    return advice


def _fresh(here: policies.PolicyContext) -> np.random.Generator:
    """Return a second generator for a pick: sampling scenarios must not change the policy's own draws."""
    return here.rng.spawn(1)[0]


def _in_futures(
    here: policies.PolicyContext, rows: Sequence[int], outlook: Sequence[Scenario]
) -> list[tuple[float, policies.PolicyContext]]:
    """Return the policy contexts of all scenarios of the open runs, with the scenarios' weights."""
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
    """Compute the scores (U,) averaged over scenarios; a policy with random scores uses one sampled scenario."""
    if rule.draws and len(weighted) > 1:
        drawn = int(rng.choice(len(weighted), p=[weight for weight, _ in weighted]))
        return rule.scores(weighted[drawn][1])
    return _mean([(weight, rule.scores(future)) for weight, future in weighted])


def _rule_sentence(rule: policies.Policy, weighted: Sequence[tuple[float, policies.PolicyContext]]) -> str:
    """Return which rule chooses: in a policy that joins two, the one that does so with the larger probability.

    Single scenarios of the open runs are often equally probable, so that the most probable one depends on rounding.
    """
    probability: dict[str, float] = {}
    for weight, future in weighted:
        sentence = rule.sentence(future)
        probability[sentence] = probability.get(sentence, 0.0) + weight
    return max(probability, key=lambda sentence: probability[sentence])


def _mean(weighted: Sequence[tuple[float, Array]]) -> Array:
    total = np.zeros_like(weighted[0][1])
    for weight, values in weighted:
        total += weight * values
    return total


def _chooser(choosing: policies.PolicyContext, row: int) -> Chooser:
    probability = choosing.belief.predict(choosing.X[row : row + 1])
    return Chooser(choosing.belief.kind, choosing.belief.digest, float(probability[0]))
