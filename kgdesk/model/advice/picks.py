"""One pick: the advice for the candidate that a policy chooses, given the runs in progress and earlier picks."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from kgdesk.errors import BadInput
from kgdesk.model import policies
from kgdesk.model.advice.advice import Advice, Chooser
from kgdesk.model.advice.confirmation import Confirmation, confirmation
from kgdesk.model.advice.posterior_summary import policy_context
from kgdesk.model.advice.scenarios import Scenario, scenarios
from kgdesk.model.policies.in_turns import KnowledgeGradientThenTurns, is_by_gradient
from kgdesk.model.policies.pool_sweep import shortlist_of
from kgdesk.text import either, phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from kgdesk.model.advice.batch_limits import LimitCheck
    from kgdesk.model.design.availability import Availability
    from kgdesk.model.study.study import Study

    Array = NDArray[np.float64]


@dataclass(frozen=True)
class PickRequest:
    """Input of the computation of a batch; a single pick is a batch of one."""

    study: Study
    policy: str | policies.CustomPolicy
    repeats: bool = False
    count: int = 1
    check: LimitCheck | None = None
    progress: Callable[[int, int], None] | None = None

    @property
    def by_gradient(self) -> bool:
        """Whether the knowledge gradient of the study's own belief chooses every pick."""
        rule, first = self._rule, self.study.done + len(self.study.pending) + 1
        coming = range(first, first + self.count)
        return self._own_belief and all(
            is_by_gradient(rule, nth, self.study.settings.budget) for nth in coming
        )

    @property
    def by_gradient_in_turns(self) -> bool:
        """Whether the policy takes turns with the knowledge gradient of the study's own belief."""
        return self._own_belief and isinstance(self._rule, KnowledgeGradientThenTurns)

    @property
    def restricted(self) -> bool:
        """Whether only candidates that satisfy conditions are suggested."""
        return self.check is not None and bool(self.check.where)

    @property
    def _rule(self) -> policies.Policy:
        return policies.policy(self.policy)

    @property
    def _own_belief(self) -> bool:
        return self._rule.belief in {"", self.study.settings.belief}

    def stock(self, picked: Sequence[str]) -> Availability:
        """Return the availability given the picks so far; raise BadInput if no candidate can join them."""
        closed = self.check.closed(picked) if self.check else frozenset[str]()
        stock = self.study.stock
        if picked or closed:
            stock = self.study.stock_beside(picked, distinct=not self.repeats, closed=closed)
        if stock.exhausted and closed and not picked and self.check and self.check.where:
            raise BadInput(
                phrase("No candidate that satisfies “{where}” can be run now.", where=self.check.where)
            )
        if stock.exhausted and (picked or closed):
            what = phrase("Only {number} can be suggested at once", number=len(picked))
            why = (
                phrase("no more candidates can be run within the limits of the batch.")
                if self.check
                else phrase("no more candidates can be run.")
            )
            raise BadInput(phrase("{what}, not {count}: {why}", what=what, count=self.count, why=why))
        if stock.waits and self.count > 1:
            raise BadInput(self._waits(len(picked)))
        return stock

    def _waits(self, done: int) -> str:
        runs = f"{done} more run{'s' * (done != 1)}" if done else "no run"
        return phrase(
            "Beside the runs in progress {runs} can start, not {count}: of the candidates that have the same "
            "{choices}, one run at most is in progress.",
            runs=runs,
            count=self.count,
            choices=either(self.study.settings.never_together),
        )


def pick(request: PickRequest, before: Sequence[Advice], candidate: str | None = None) -> Advice:
    """Compute one pick of a batch, given the runs in progress and the earlier picks; `candidate` is taken if named."""
    study, policy = request.study, request.policy
    design, pool = study.design, study.pool
    picked = [str(advice.next) for advice in before]
    stock = request.stock(picked)
    how: Any = {"pick": len(picked), "progress": request.progress}
    context = policy_context(study, policy=policy, present=True, **how)
    open_runs = (*(start.candidate for start in study.pending), *picked)
    rows = [int(design.row_of[pool.row(name)]) for name in open_runs]
    own = context
    if context.belief is not study.belief:
        own = policy_context(study, policy="kg", **how)
    outlook = scenarios(own.belief, design.X, rows, _scenario_rng(own))
    choosing = own = _with_shortlist(own, outlook, stock)
    futures = ranked = _in_futures(own, rows, outlook)
    if context.belief is not study.belief:
        others = scenarios(context.belief, design.X, rows, _scenario_rng(context))
        choosing = _with_shortlist(context, others, stock)
        ranked = _in_futures(choosing, rows, others)
    sweep = before[0].sweep if before else own.sweep
    rule = policies.policy(policy)
    chooses = _rule_that_chooses(rule, ranked)
    score = _score(rule, ranked, choosing.rng)
    row = None if stock.exhausted else policies.choose(np.where(stock.open, score, -np.inf), choosing)
    confirming = Confirmation()
    if row is not None and candidate is None and not before:
        confirming = confirmation(study, own, sweep.best_now, rows, stock)
        row = row if confirming.row is None else confirming.row
    chosen = None if row is None else int(stock.next[row])
    if candidate is not None:
        chosen = pool.row(candidate)
        row = int(design.row_of[chosen])
    # What an outcome is worth depends on the block of the run, so that the largest value is that of the choice.
    valued = ranked if choosing.belief.kind == own.belief.kind else futures
    if valued is futures and study.present_belief is not study.belief:
        here = policy_context(study, policy="kg", present=True, **how)
        others = scenarios(here.belief, design.X, rows, _scenario_rng(here))
        valued = _in_futures(_with_shortlist(here, others, stock), rows, others)
    kg = _mean([(weight, future.sweep.kg) for weight, future in valued])
    low, high = (end[design.row_of] for end in own.belief.interval(design.X))
    advice = Advice(
        study=study,
        policy=rule.name,
        chosen=chosen,
        kg=kg[design.row_of],
        probability=sweep.probability[design.row_of],
        low=low,
        high=high,
        score=score[design.row_of],
        sweep=sweep,
        outlook=outlook,
        open_runs=open_runs,
        belief_digest=own.belief.digest,
        chooser=None if own is choosing or row is None else chooser_of(choosing, row),
        waits=stock.waits,
        rule=chooses.name,
        words=chooses.words,
        among=stock if request.restricted else None,
        confirms=confirming.row is not None,
        at_stake=confirming.stake,
    )
    # Only the first call of Sweep.after may start a parallel kernel: make it here, while one may start.
    if row is not None:
        _ = advice.suggestion
    return advice


def _with_shortlist(
    here: policies.PolicyContext, outlook: Sequence[Scenario], stock: Availability
) -> policies.PolicyContext:
    """Return the context, with one shortlist of rows that can be suggested for all scenarios if the pool needs one."""
    wanted = here.runnable if stock.exhausted else stock.open
    beliefs = [(branch.weight, branch.belief) for branch in outlook]
    found = shortlist_of(beliefs, here.pool, here.can_be_best, wanted, here.progress)
    return here if found is None else replace(here, shortlisted=found)


def _scenario_rng(here: policies.PolicyContext) -> np.random.Generator:
    """Return a generator for sampling scenarios, which must not change the draws of the policy itself."""
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


def _rule_that_chooses(
    policy: policies.Policy, weighted: Sequence[tuple[float, policies.PolicyContext]]
) -> policies.Policy:
    """Return the rule that chooses: the policy itself; of a policy that joins two, the more probable one.

    Probabilities are summed over scenarios, because single ones are often equally probable, so that rounding would
    decide which is the most probable.
    """
    rules: dict[str, policies.Policy] = {}
    probability: dict[str, float] = {}
    for weight, future in weighted:
        rule = policy.rule(future)
        rules[rule.name] = rule
        probability[rule.name] = probability.get(rule.name, 0.0) + weight
    return rules[max(probability, key=lambda name: probability[name])]


def _mean(weighted: Sequence[tuple[float, Array]]) -> Array:
    total = np.zeros_like(weighted[0][1])
    for weight, values in weighted:
        total += weight * values
    return total


def chooser_of(choosing: policies.PolicyContext, row: int) -> Chooser:
    """Return the belief of a policy, with its prediction for a row."""
    probability = choosing.belief.predict(choosing.X[row : row + 1])
    return Chooser(choosing.belief.kind, choosing.belief.digest, float(probability[0]))


def advise(
    study: Study,
    *,
    policy: str | policies.CustomPolicy | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Advice:
    """Compute the advice for the present state of a study; it suggests nothing if every candidate is tried.

    A policy with its own belief (``kg/diagonal``) chooses by that belief; the recommended candidate, probabilities,
    intervals, KG values and look-ahead are always those of the study's belief. In a study with blocks a policy chooses
    by the belief in the block of the next run, whose KG values these are; all else is that of the study's belief, in a
    new block. Where the stopping rule asks for nothing but successes of the recommended candidate, that one is
    suggested if it can be run, whatever the policy.

    While runs are in progress, the policy's scores are averaged over their outcomes (`kgdesk.model.advice.scenarios`)
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
        Policy to use instead of the study's: a name, or an object with `name` and `scores(context)`.
    progress
        Called with (done, total) between the parts of a long sweep, which restarts for each scenario of the runs in
        progress; an exception it raises cancels the work.

    Returns
    -------
    Advice
        Equal for equal events, on one machine to the last bit, for any number of threads.
    """
    return pick(PickRequest(study, policy or study.settings.policy, progress=progress), ())
