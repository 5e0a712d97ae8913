"""What the belief advises: the next candidate, why, what either outcome would change, and the best so far."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from kgdesk.errors import BadInput, either, joined, phrase
from kgdesk.model import policies
from kgdesk.model.belief import LEVEL
from kgdesk.model.explanation import (
    RESOLUTION,
    VISIBLE,
    Estimate,
    Future,
    Reason,
    Suggestion,
    allowing_for,
    in_points,
    sentence,
)
from kgdesk.model.findings import BestAfter, Effect, best_after, effects, recommended
from kgdesk.model.outlook import Branch, branches, futures_of
from kgdesk.model.policies.facing import situation
from kgdesk.model.repeating import Repeating, most_per_run
from kgdesk.model.repeats import MOST, Repeats, repeats
from kgdesk.model.together import waiting

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from kgdesk.model.belief import Sweep
    from kgdesk.model.study import Study

    Array = NDArray[np.float64]

__all__ = [
    "MOST_AT_ONCE",
    "RESOLUTION",
    "VISIBLE",
    "Advice",
    "BestAfter",
    "Chooser",
    "Effect",
    "Estimate",
    "Future",
    "Numbers",
    "Reason",
    "Suggestion",
    "advise",
    "advise_batch",
    "best_after",
    "effects",
    "recommended",
]

#: So many picks of a batch at most: a plate has 96 wells.
MOST_AT_ONCE = 100


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
    waits
        Nothing can start beside the runs in progress: the suggestion is for the time after one of them.
    level
        The share of the probability, 0..1, that every interval here holds.
    kept
        The same with the usual intervals, which the log keeps; None where these are the usual ones.
    """

    suggestion: Suggestion
    recommended: Estimate
    score: Array
    chooser: Chooser | None = None
    waits: bool = False
    level: float = LEVEL
    kept: Advice | None = None

    def at(self, level: float) -> Advice:
        """Return the same advice with intervals that hold another share `level` (0..1) of the probability.

        Only what is shown changes: the log keeps the usual intervals whatever a person looks at.
        """
        usual = self.kept or self
        if level == self.level:
            return self
        if level == LEVEL:
            return usual
        made, pool = self.study.design, self.study.pool
        low, high = (end[made.row_of] for end in self.study.belief.interval(made.X, level))
        told, best = usual.suggestion, usual.recommended
        next_row, best_row = pool.row(told.candidate), pool.row(best.candidate)
        return replace(
            usual,
            low=low,
            high=high,
            suggestion=replace(told, low=float(low[next_row]), high=float(high[next_row])),
            recommended=replace(best, low=float(low[best_row]), high=float(high[best_row])),
            level=level,
            kept=usual,
        )

    def probability_of(self, candidate: str) -> float:
        """Return the predicted probability of success of a candidate."""
        return float(self.probability[self.study.pool.row(candidate)])

    def estimate(self, candidate: str) -> Estimate:
        """Return the predicted probability of success of a candidate with its interval."""
        row = self.study.pool.row(candidate)
        return Estimate(candidate, float(self.probability[row]), float(self.low[row]), float(self.high[row]))

    def at_hand(self, candidate: str) -> Suggestion | None:
        """Return what `about` does where it is known already; None for what is out of stock, which takes a calculation.

        This is for a window: it must not start a kernel while its lane runs one.
        """
        row = int(self.study.design.row_of[self.study.pool.row(candidate)])
        return self.about(candidate) if self.study.stock.in_stock[row] else None

    def about(self, candidate: str) -> Suggestion:
        """Return the same explanation for a candidate that a person chose, with what choosing it costs.

        It may be out of stock: who can run it after all is told what that would change.
        """
        row = self.study.pool.row(candidate)
        told = _explain(self, row, "chosen")
        loss = self.suggestion.kg - told.kg
        if candidate == self.suggestion.candidate:
            return told
        gap, other = in_points(abs(loss)), self.suggestion.candidate
        cost = (
            phrase(
                " Its value of testing is {gap} less than that of {other}, which was suggested.",
                gap=gap,
                other=other,
            )
            if loss >= 0
            else phrase(
                " Its value of testing is {gap} more than that of {other}, which was suggested.",
                gap=gap,
                other=other,
            )
        )
        return replace(told, loss=loss, why=joined(told.why, cost))

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

    def best_repeats(self, goes_on: Callable[[], bool] = lambda: True) -> Repeating | None:
        """Return the candidate to run several times at once, where that pays; None where it does not.

        It pays where several runs at once are worth a quarter more per run than the best single run, and enough to be
        written in tenths of a point. Under the knowledge gradient every candidate that can be run is looked at, as
        far as `kgdesk.model.repeating` says; under another policy only the suggested one. The picks of a batch allow
        for each other already, and while runs are open the count is left to them.
        """
        study = self.study
        most = min(MOST, study.settings.budget - study.done)
        if self.open_runs or most < 2:
            return None
        row, alone = int(study.design.row_of[study.pool.row(self.suggestion.candidate)]), self.suggestion.kg
        if self.policy == "kg":
            rows = np.flatnonzero(study.stock.open)
            rows = rows[[not study.groups.alone(study.pool.ids[i]) for i in study.stock.next[rows]]]
            seen = situation(study)
            found = most_per_run(seen, rows, most, least=1.25 * alone, goes_on=goes_on) if rows.size else None
            if found is None:
                return None
            row, told = found
        else:
            told = self.repeats(self.suggestion.candidate)
            if study.groups.alone(self.suggestion.candidate):
                return None
        together = told.values[told.count - 1]
        if told.count == 1 or told.per_run < 1.25 * alone or together < VISIBLE:
            return None
        candidate = study.pool.ids[study.stock.next[row]]
        return Repeating(candidate, told.count, together, alone)

    def repeating(self, again: Repeating | None) -> str:
        """Return the sentence for what `best_repeats` found; empty for nothing."""
        if again is None:
            return ""
        if self.suggestion.reason == "nothing_left":
            return (
                f"Only several runs at once could still tell more: {again.count} of {again.candidate} "
                f"are worth {in_points(again.together)}."
            )
        what = "it" if again.candidate == self.suggestion.candidate else again.candidate
        return (
            f"Run {what} {again.count} times at once: that is worth {in_points(again.together)}, "
            f"a single run {in_points(again.alone)}."
        )

    def as_facts(self) -> dict[str, Any]:
        """Return what the log keeps of a suggestion that was acted on.

        `belief` and `belief_digest` are those that chose, so that the choice can be replayed; where they are not the
        study's, `chooser_probability` is what that belief predicted. The other numbers are what the person was shown,
        the intervals at their usual level.
        """
        if self.kept is not None:
            return self.kept.as_facts()
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


def advise(
    study: Study, *, policy: str | None = None, progress: Callable[[int, int], None] | None = None
) -> Advice:
    """Compute the advice for the present state of a study.

    A policy with a belief of its own (``kg/diagonal``) chooses by that belief; the recommended candidate,
    probabilities, intervals, KG values and futures stay those of the study's belief.

    While runs are in progress, the policy's scores are averaged over their outcomes (`kgdesk.model.outlook`), by the
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
        made = _pick(study, policy or study.settings.policy, picked)
        if made.waits and count > 1:
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
        picked = (*picked, made)
    return picked


def _pick(
    study: Study,
    name: str,
    before: Sequence[Advice],
    progress: Callable[[int, int], None] | None = None,
) -> Advice:
    made, pool = study.design, study.pool
    stock = study.stock_beside([a.suggestion.candidate for a in before]) if before else study.stock
    seen = situation(study, policy=name, pick=len(before), progress=progress)
    own = seen
    if seen.belief is not study.belief:
        own = situation(study, policy="kg", pick=len(before), progress=progress)
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
    low, high = (end[made.row_of] for end in own.belief.interval(made.X))
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
    told = _explain(numbers, int(stock.next[chosen]), _rule(name, same=own is seen))
    if stock.waits:
        told = replace(told, why=joined(told.why, waiting(study.groups, told.candidate, open_runs)))
    return Advice(
        **{f.name: getattr(numbers, f.name) for f in fields(numbers)},
        suggestion=told,
        waits=stock.waits,
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
        why=joined(sentence(advice.policy, rule, futures[0], futures[1]), allowing_for(advice.open_runs)),
    )
