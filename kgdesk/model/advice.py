"""What the belief advises: the next candidate, why, what either outcome would change, and the best so far."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from kgdesk.model import policies
from kgdesk.model.belief import Z90, interval
from kgdesk.model.policies.facing import situation

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kgdesk.model.belief import Sweep
    from kgdesk.model.study import Study

    Array = NDArray[np.float64]

#: KG values below this are rounding and approximation, not information (a ten-thousandth of a point).
RESOLUTION = 1e-6

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
        Expected gain in the best predicted probability by this run, in 0..1; may be slightly negative.
    probability, low, high
        Predicted probability of success and its central 90 % interval.
    if_success, if_failure
        What either outcome would make of the choice.
    reason
        Which rule the sentence follows.
    why
        The sentence, in English; the window words the reason in its own language.
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


@dataclass(frozen=True)
class Advice:
    """Everything that is computed for one state of a study.

    Parameters
    ----------
    revision
        The number of events that it was computed for; advice of another revision is stale.
    policy
        The name of what chose the suggestion, ``POLICY`` or ``POLICY/BELIEF``.
    belief, belief_digest
        The study's belief: all numbers here but `score` come from it, and so does the recommended candidate.
    suggestion
        The candidate to run next.
    recommended
        The best candidate so far.
    kg, probability, low, high
        (M,) per candidate, in the order of the pool; probabilities in 0..1.
    score
        (M,) what the policy ranked, by the chooser's belief if there is one.
    chooser
        Set where the policy brings another belief than the study's.
    """

    revision: int
    policy: str
    belief: str
    belief_digest: str
    suggestion: Suggestion
    recommended: Estimate
    kg: Array
    probability: Array
    low: Array
    high: Array
    score: Array
    study: Study
    sweep: Sweep
    chooser: Chooser | None = None

    def probability_of(self, candidate: str) -> float:
        """Return the predicted probability of success of a candidate."""
        return float(self.probability[self.study.pool.row(candidate)])

    def about(self, candidate: str) -> Suggestion:
        """Return the same explanation for a candidate that a person chose."""
        row = self.study.pool.row(candidate)
        return _explain(self.study, self.sweep, row, (self.low, self.high), "chosen", self.policy)

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
        }


def advise(study: Study, *, policy: str | None = None) -> Advice:
    """Compute the advice for the present state of a study.

    A policy with a belief of its own (``kg/diagonal``) chooses by that belief; the recommended candidate,
    probabilities, intervals, KG values and futures stay those of the study's belief.

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
    made = study.design
    name = policy or study.settings.policy
    seen = situation(study, policy=name)
    score = policies.policy(name).scores(seen)
    chosen = policies.choose(score, seen.rng)
    belief = study.belief
    same = seen.belief is belief
    mu, s2 = seen.moments if same else belief.moments(made.X)
    sweep = seen.sweep if same else belief.sweep(made.X)
    by_candidate = made.row_of
    low, high = (end[by_candidate] for end in interval(mu, s2))
    best = int(made.first_of[sweep.best_now])
    row = int(made.first_of[chosen])
    return Advice(
        revision=study.revision,
        policy=name,
        belief=belief.kind,
        belief_digest=belief.digest,
        suggestion=_explain(study, sweep, row, (low, high), _rule(name, same=same), name),
        recommended=Estimate(study.pool.ids[best], sweep.value_now, float(low[best]), float(high[best])),
        kg=sweep.kg[by_candidate],
        probability=sweep.probability[by_candidate],
        low=low,
        high=high,
        score=score[by_candidate],
        study=study,
        sweep=sweep,
        chooser=None if same else _chooser(seen, chosen),
    )


def _rule(policy: str, *, same: bool) -> Reason:
    """Return how the sentence begins: the study's two futures explain only a choice by its own knowledge gradient."""
    return "sharpens" if same and policy.partition("/")[0] in ("kg", "online-kg") else "policy"


def _chooser(seen: policies.Situation, row: int) -> Chooser:
    probability = seen.belief.predict(seen.X[row : row + 1])
    return Chooser(seen.belief.kind, seen.belief.digest, float(probability[0]))


def _explain(
    study: Study, sweep: Sweep, row: int, ends: tuple[Array, Array], rule: Reason, policy: str
) -> Suggestion:
    made = study.design
    i = int(made.row_of[row])
    futures = []
    for best, value in ((sweep.success_best, sweep.success_value), (sweep.failure_best, sweep.failure_value)):
        k = int(best[i])
        futures.append(Future(study.pool.ids[made.first_of[k]], float(value[i]), k != sweep.best_now))
    if rule == "sharpens":
        if float(sweep.kg.max()) <= RESOLUTION:
            rule = "nothing_left"
        elif any(f.changes for f in futures):
            rule = "changes_best"
    return Suggestion(
        candidate=study.pool.ids[row],
        kg=float(sweep.kg[i]),
        probability=float(sweep.probability[i]),
        low=float(ends[0][row]),
        high=float(ends[1][row]),
        if_success=futures[0],
        if_failure=futures[1],
        reason=rule,
        why=_why(policy, rule, futures[0], futures[1]),
    )


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
    """Return the best candidate as believed now: the same as `Advice.recommended`, without a sweep."""
    made = study.design
    mu, s2 = study.belief.moments(made.X)
    probability = study.belief.predict(made.X)
    row = _largest(mu, s2, probability, exact=study.belief.kind == "moments")
    low, high = interval(mu[row : row + 1], s2[row : row + 1])
    name = study.pool.ids[made.first_of[row]]
    return Estimate(name, float(probability[row]), float(low[0]), float(high[0]))


def best_after(study: Study, run: int) -> BestAfter:
    """Return the best candidate as believed right after a run; later corrections do not change it."""
    return BestAfter(run, recommended(study.as_of(run)))


def _largest(mu: Array, s2: Array, probability: Array, *, exact: bool) -> int:
    score = mu / np.sqrt(1.0 + np.pi / 8.0 * s2)
    top = float(score.max())
    if not exact:
        return int(np.argmax(score))
    near = np.flatnonzero(score >= top - 1e-9 * abs(top))
    return int(near[np.argmax(probability[near])])


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
