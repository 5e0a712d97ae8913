"""What the belief advises: the next candidate, why, what either outcome would change, and the best so far."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from kgdesk.errors import BadInput
from kgdesk.model import policies
from kgdesk.model.belief import Z90, interval
from kgdesk.model.outlook import Branch, best_row, branches, futures_of
from kgdesk.model.policies.facing import situation
from kgdesk.model.repeats import MOST, Repeats, repeats

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from kgdesk.model.belief import Sweep
    from kgdesk.model.study import Study

    Array = NDArray[np.float64]

#: KG values below this are rounding and approximation, not information (a ten-thousandth of a point).
RESOLUTION = 1e-6

#: The smallest gain that is not written as less than a tenth of a point.
VISIBLE = 5e-4

#: So many picks of a batch at most: a plate has 96 wells.
MOST_AT_ONCE = 100

Reason = Literal["changes_best", "sharpens", "nothing_left", "policy", "chosen"]


@dataclass(frozen=True, slots=True)
class Estimate:
    """A candidate with its probability of success and the central 90 % interval of that probability."""

    candidate: str
    probability: float
    low: float
    high: float

    def as_json(self) -> dict[str, Any]:
        """Return the shape that the command line prints."""
        return {
            "candidate": self.candidate,
            "probability": self.probability,
            "interval": [self.low, self.high],
        }


@dataclass(frozen=True, slots=True)
class Future:
    """The best candidate after one more outcome, its probability then, and whether it is another than now."""

    best: str
    probability: float
    changes: bool


@dataclass(frozen=True, slots=True)
class Suggestion:
    """One candidate to run, explained.

    Parameters
    ----------
    candidate
        Its name.
    kg
        Expected gain in the best predicted probability by this run, in 0..1; may be slightly negative. While
        runs are open, it is averaged over their outcomes.
    probability, low, high
        Predicted probability of success and its central 90 % interval.
    if_success, if_failure
        What either outcome would make of the choice, if it came before those of the open runs.
    reason
        Which rule the sentence follows.
    why
        The sentence, in English; the window words the reason in its own language.
    loss
        By how much its value of testing falls short of that of the suggested candidate, in 0..1; negative where it
        exceeds it, which is possible under other policies than the knowledge gradient.
    """

    candidate: str
    kg: float
    probability: float
    low: float
    high: float
    if_success: Future
    if_failure: Future
    reason: Reason
    why: str
    loss: float = 0.0

    def as_json(self) -> dict[str, Any]:
        """Return the shape that the command line prints."""
        return {
            "candidate": self.candidate,
            "kg": self.kg,
            "probability": self.probability,
            "interval": [self.low, self.high],
            "if_success": {"best": self.if_success.best, "probability": self.if_success.probability},
            "if_failure": {"best": self.if_failure.best, "probability": self.if_failure.probability},
            "why": self.why,
        }


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
class Numbers:
    """What is believed about every candidate in one state of a study, and what is still open.

    Parameters
    ----------
    revision
        The number of events that it was computed for; advice of another revision is stale.
    policy
        The name of what chooses, ``POLICY`` or ``POLICY/BELIEF``.
    belief, belief_digest
        The study's belief: all numbers here come from it.
    kg, probability, low, high
        (M,) per candidate, in the order of the pool; probabilities in 0..1, as believed now. KG values are averaged
        over the outcomes of the open runs and 0 for what is out of stock.
    sweep
        Of the present belief over the rows in stock.
    outlook
        The futures of the open runs; the present one alone where there are none.
    open_runs
        The candidates that are being run, in start order, and the earlier picks of a batch.
    """

    revision: int
    policy: str
    belief: str
    belief_digest: str
    kg: Array
    probability: Array
    low: Array
    high: Array
    study: Study
    sweep: Sweep
    outlook: tuple[Branch, ...]
    open_runs: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Advice(Numbers):
    """Everything that is computed for one state of a study.

    Parameters
    ----------
    suggestion
        The candidate to run next.
    recommended
        The best candidate so far, by the study's belief.
    score
        (M,) what the policy ranked, by the chooser's belief if there is one; also of candidates that cannot be
        suggested now.
    chooser
        Set where the policy brings another belief than the study's.
    """

    suggestion: Suggestion
    recommended: Estimate
    score: Array
    chooser: Chooser | None = None

    def probability_of(self, candidate: str) -> float:
        """Return the predicted probability of success of a candidate."""
        return float(self.probability[self.study.pool.row(candidate)])

    def about(self, candidate: str) -> Suggestion:
        """Return the same explanation for a candidate that a person chose, with what choosing it costs.

        It may be out of stock: who can run it after all is told what that would change.
        """
        row = self.study.pool.row(candidate)
        told = _explain(self, row, "chosen")
        loss = self.suggestion.kg - told.kg
        if candidate == self.suggestion.candidate:
            return told
        cost = (
            f" Its value of testing is {_points(abs(loss))} {'less' if loss >= 0 else 'more'} than that of "
            f"{self.suggestion.candidate}, which was suggested."
        )
        return replace(told, loss=loss, why=told.why + cost)

    def repeats(self, candidate: str, most: int = MOST) -> Repeats:
        """Return what running a candidate 1..most times at once is worth, at most the planned runs that are left."""
        study = self.study
        left = study.settings.budget - study.done - len(self.open_runs)
        return repeats(
            int(study.design.row_of[study.pool.row(candidate)]),
            self.outlook,
            study.design.X,
            study.stock.in_stock,
            max(1, min(most, left)),
        )

    def repeating(self) -> str:
        """Return a sentence that says to run the suggested candidate several times, where that pays; else nothing.

        It pays where several runs at once are worth a quarter more per run than one run alone, and enough to be
        written in tenths of a point. The picks of a batch allow for each other already, and while runs are open the
        count is left to them.
        """
        if self.open_runs:
            return ""
        told = self.repeats(self.suggestion.candidate)
        alone, together = told.values[0], told.values[told.count - 1]
        if told.count == 1 or told.per_run < 1.25 * alone or together < VISIBLE:
            return ""
        if self.suggestion.reason == "nothing_left":
            return (
                f"Only several runs at once could still tell more: {told.count} of {self.suggestion.candidate} "
                f"are worth {_points(together)}."
            )
        return f"Run it {told.count} times at once: that is worth {_points(together)}, a single run {_points(alone)}."

    def as_facts(self) -> dict[str, Any]:
        """Return what the log keeps of a suggestion that was acted on.

        `belief` and `belief_digest` are those that chose, so that the choice can be replayed; where they are not the
        study's, `chooser_probability` is what that belief predicted. The other numbers are what the person was shown.
        """
        top = np.argsort(-self.kg, kind="stable")[:5]
        own = self.chooser
        return {
            "candidate": self.suggestion.candidate,
            "revision": self.revision,
            "policy": self.policy,
            "seed": self.study.settings.seed,
            "belief": own.belief if own else self.belief,
            "belief_digest": own.belief_digest if own else self.belief_digest,
            "kg": self.suggestion.kg,
            "probability": self.suggestion.probability,
            "interval": [self.suggestion.low, self.suggestion.high],
            "recommended": self.recommended.as_json(),
            "top": [[self.study.pool.ids[i], float(self.kg[i])] for i in top],
            **({"chooser_probability": own.probability} if own else {}),
            **({"open_runs": list(self.open_runs)} if self.open_runs else {}),
        }


def advise(study: Study, *, policy: str | None = None) -> Advice:
    """Compute the advice for the present state of a study.

    A policy with a belief of its own (``kg/diagonal``) chooses by that belief; the recommended candidate,
    probabilities, intervals, KG values and futures stay those of the study's belief.

    While runs are in progress, the policy's scores are averaged over their outcomes (`kgdesk.model.outlook`), by the
    belief that chooses; the scores of a policy that draws are those in one drawn future, since an average of draws
    is none. Only candidates in stock that are not skipped for now are suggested; every candidate in stock, skipped
    or being run, may be the recommended one, and V(s) is the maximum over these.

    Parameters
    ----------
    study
        Any study; a finished one is advised as if it were open.
    policy
        Another policy than the study's.

    Returns
    -------
    Advice
        Equal for equal events, on one machine to the last bit, whatever the number of threads.
    """
    return _pick(study, policy or study.settings.policy, ())


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
        A number out of range.
    """
    if not 1 <= count <= MOST_AT_ONCE:
        raise BadInput(f"Between 1 and {MOST_AT_ONCE} candidates can be suggested at once, not {count}.")
    picked: tuple[Advice, ...] = ()
    while len(picked) < count:
        made = _pick(study, policy or study.settings.policy, picked)
        picked = (*picked, made)
    return picked


def _pick(study: Study, name: str, before: Sequence[Advice]) -> Advice:
    made, stock, pool = study.design, study.stock, study.pool
    seen = situation(study, policy=name, pick=len(before))
    own = seen if seen.belief is study.belief else situation(study, policy="kg", pick=len(before))
    sweep = before[0].sweep if before else own.sweep
    open_runs = (*(s.candidate for s in study.pending), *(a.suggestion.candidate for a in before))
    rows = [int(made.row_of[pool.row(candidate)]) for candidate in open_runs]
    outlook = branches(own.belief, made.X, rows, _fresh(own))
    views = _views(own, rows, outlook)
    choosing = views
    if own is not seen:
        choosing = _views(seen, rows, branches(seen.belief, made.X, rows, _fresh(seen)))
    score = _score(policies.policy(name), choosing, seen.rng)
    chosen = policies.choose(np.where(stock.open, score, -np.inf), seen.rng)
    low, high = (end[made.row_of] for end in interval(*own.moments))
    best = int(stock.best[sweep.best_now])
    numbers = Numbers(
        revision=study.revision,
        policy=name,
        belief=own.belief.kind,
        belief_digest=own.belief.digest,
        kg=_mean([(w, view.sweep.kg) for w, view in views])[made.row_of],
        probability=sweep.probability[made.row_of],
        low=low,
        high=high,
        study=study,
        sweep=sweep,
        outlook=outlook,
        open_runs=open_runs,
    )
    return Advice(
        **{f.name: getattr(numbers, f.name) for f in fields(numbers)},
        suggestion=_explain(numbers, int(stock.next[chosen]), _rule(name, same=own is seen)),
        recommended=Estimate(pool.ids[best], sweep.value_now, float(low[best]), float(high[best])),
        score=score[made.row_of],
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


def _rule(policy: str, *, same: bool) -> Reason:
    """Return how the sentence begins: the study's two futures explain only a choice by its own knowledge gradient."""
    return "sharpens" if same and policy.partition("/")[0] in ("kg", "online-kg") else "policy"


def _chooser(seen: policies.Situation, row: int) -> Chooser:
    probability = seen.belief.predict(seen.X[row : row + 1])
    return Chooser(seen.belief.kind, seen.belief.digest, float(probability[0]))


def _explain(advice: Numbers, candidate: int, rule: Reason) -> Suggestion:
    study, sweep = advice.study, advice.sweep
    row = int(study.design.row_of[candidate])
    kg = float(advice.kg[candidate])
    success = int(sweep.success_best[row]), float(sweep.success_value[row])
    failure = int(sweep.failure_best[row]), float(sweep.failure_value[row])
    if not study.stock.in_stock[row]:
        told = futures_of(row, study.belief, advice.outlook, study.design.X, study.stock.in_stock)
        kg, success, failure = told.gain, told.success, told.failure
    futures = [
        Future(study.pool.ids[study.stock.best[best]], value, best != sweep.best_now)
        for best, value in (success, failure)
    ]
    if rule == "sharpens":
        if float(advice.kg.max()) <= RESOLUTION:
            rule = "nothing_left"
        elif any(f.changes for f in futures):
            rule = "changes_best"
    return Suggestion(
        candidate=study.pool.ids[candidate],
        kg=kg,
        probability=float(advice.probability[candidate]),
        low=float(advice.low[candidate]),
        high=float(advice.high[candidate]),
        if_success=futures[0],
        if_failure=futures[1],
        reason=rule,
        why=_why(advice.policy, rule, futures[0], futures[1]) + _allowing_for(advice.open_runs),
    )


def _allowing_for(open_runs: Sequence[str]) -> str:
    if not open_runs:
        return ""
    runs = "the run" if len(open_runs) == 1 else f"the {len(open_runs)} runs"
    return f" This allows for {runs} without an outcome yet: {', '.join(open_runs[:5])}{' …' * (len(open_runs) > 5)}."


def _points(gain: float) -> str:
    """Return a difference of probabilities in words."""
    return "less than 0.1 points" if gain < VISIBLE else f"{100.0 * gain:.1f} points"


def _why(policy: str, rule: Reason, success: Future, failure: Future) -> str:
    if rule == "policy":
        return policies.policy(policy).words
    if rule == "nothing_left":
        return "Nothing left in the list is expected to change the choice. You can stop."
    futures = (
        f"a success would make {success.best} the best ({100 * success.probability:.0f} %), "
        f"a failure {failure.best} ({100 * failure.probability:.0f} %)."
    )
    if rule == "chosen":
        return f"Chosen by a person: {futures}"
    if rule == "changes_best":
        return f"Most likely to change which candidate we would pick: {futures}"
    return f"Sharpens the estimate of the current best: {futures}"


@dataclass(frozen=True, slots=True)
class BestAfter:
    """The best candidate as it was believed when a run had just been recorded; run 0 is before the first."""

    run: int
    best: Estimate


def recommended(study: Study) -> Estimate:
    """Return the best candidate in stock as believed now: the same as `Advice.recommended`, without a sweep."""
    X, stock = study.design.X, study.stock
    row, probability = best_row(study.belief, X, stock.in_stock)
    mu, s2 = study.belief.moments(X[row : row + 1])
    low, high = interval(mu, s2)
    return Estimate(study.pool.ids[stock.best[row]], probability, float(low[0]), float(high[0]))


def best_after(study: Study, run: int) -> BestAfter:
    """Return the best candidate as believed right after a run; later corrections do not change it."""
    return BestAfter(run, recommended(study.as_of(run)))


@dataclass(frozen=True, slots=True)
class Effect:
    """What one column of the design matrix does to the log-odds of success.

    Parameters
    ----------
    column
        Its name.
    mean, low, high
        Weight with its central 90 % interval, per standard deviation of the attribute (per presence of a level).
    per_unit
        Weight per unit of the attribute as listed; the same as `mean` for a level.
    """

    column: str
    mean: float
    low: float
    high: float
    per_unit: float


def effects(study: Study) -> tuple[Effect, ...]:
    """Return the effect of every column but the intercept, in table order."""
    mean, sd = study.belief.mean, study.belief.deviation
    return tuple(
        Effect(c.name, float(m), float(m - Z90 * s), float(m + Z90 * s), float(m / c.scale))
        for c, m, s in zip(study.scaling.columns, mean, sd, strict=True)
        if c.attribute
    )
