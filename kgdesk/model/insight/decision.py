"""What a decision rests on: chance of being near the best, value at stake, runner-up; what ten more runs would bring.

Pure functions of a study. Nothing here decides: the stopping rule of the study does, and the user.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from kgdesk.errors import BadInput, Figure, Phrase, phrase
from kgdesk.model import policies
from kgdesk.model.advice.posterior_summary import policy_context
from kgdesk.model.beliefs.arrays import expit
from kgdesk.model.insight.queries import stopping
from kgdesk.model.insight.what_if_outcomes import at_stake
from kgdesk.model.policies.knowledge_gradient import row_information
from kgdesk.model.policies.scenarios import best_row
from kgdesk.model.policies.suggestion import RESOLUTION, Estimate
from kgdesk.model.stopping import rule_syntax
from kgdesk.model.stopping.rules import WithinOfBest

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from kgdesk.model.advice.advice import Advice
    from kgdesk.model.policies.policy_context import PolicyContext
    from kgdesk.model.policies.value_of_information import PerfectInformation
    from kgdesk.model.stopping.rules import Verdict
    from kgdesk.model.study.study import Study

    Array = NDArray[np.float64]

#: Distance from the best, in 0..1, and the chance of being within it that the third of `STOPPING_RULES` asks for.
NEAR, SURE = 0.05, 0.9

#: Stopping rules to choose from, in the syntax of the command line, each with its sentence.
STOPPING_RULES: dict[str, Phrase] = {
    "": phrase("You can stop when the planned runs are spent."),
    "at-stake 1": phrase("You can stop when choosing the best now loses at most 1 point on average."),
    "within 5 at 90": phrase(
        "You can stop when the best now is within 5 points of the true best with a chance of 90 %."
    ),
}


def rule_sentence(text: str) -> Phrase:
    """Return a stopping rule as a sentence: one of `STOPPING_RULES`, or a rule that was typed at the command line."""
    if chosen_rule(text) is not None:
        return STOPPING_RULES[chosen_rule(text) or ""]
    return phrase("Typed at the command line: {rule}", rule=text)


def chosen_rule(text: str) -> str | None:
    """Return which of `STOPPING_RULES` a rule is, however it is typed; None if it is another."""
    try:
        normal = rule_syntax.written(rule_syntax.parse(text)) if text else ""
    except BadInput:
        return None
    return normal if normal in STOPPING_RULES else None


@dataclass(frozen=True, slots=True)
class TellingRun:
    """The run that would tell the best candidate and the runner-up apart, with both after either outcome.

    Parameters
    ----------
    candidate
        The candidate to run.
    now, success, failure
        Predicted probabilities (best, runner-up) now, after a success and after a failure of the run, in 0..1.
    """

    candidate: str
    now: tuple[float, float]
    success: tuple[float, float]
    failure: tuple[float, float]

    def sentence(self, best: str, rival: str) -> Phrase:
        """Return what either outcome would say of the two candidates."""
        figures = {
            f"{outcome}_{which}": Figure(value, "percent")
            for outcome, pair in (("good", self.success), ("bad", self.failure))
            for which, value in zip(("best", "rival"), pair, strict=True)
        }
        return phrase(
            "A run of {run} would tell them apart best. After a success {best} would be expected to succeed in "
            "{good_best} and {rival} in {good_rival} of the runs, after a failure in {bad_best} and {bad_rival}.",
            run=self.candidate,
            best=best,
            rival=rival,
            **figures,
        )


@dataclass(frozen=True, slots=True)
class RunnerUp:
    """The candidate with the second largest predicted probability among those in stock with other attributes.

    Parameters
    ----------
    estimate
        Its prediction.
    better
        Posterior probability, in 0..1, that it is truly better than the best candidate, from 2,000 draws.
    telling
        The run that would tell them apart; None if knowledge of no candidate that can be run would.
    """

    estimate: Estimate
    better: float
    telling: TellingRun | None


@dataclass(frozen=True, slots=True)
class Decision:
    """What the decision to stop or to go on rests on, in one state of a study.

    Parameters
    ----------
    revision
        Revision of the study.
    best
        Recommended candidate.
    tally
        Its recorded successes and failures.
    near
        Posterior probability, in 0..1, that it is within `NEAR` of the best, as the rule ``within 5`` has it.
    stake
        Value of perfect information; runs in progress are ignored.
    verdict
        Of the stopping rule of the study.
    runner_up
        None if all candidates in stock have the same attributes.
    in_progress
        Number of runs in progress.
    alike
        Whether all candidates in stock have the same prediction, so that none is the best yet.
    """

    revision: int
    best: Estimate
    tally: tuple[int, int]
    near: float
    stake: PerfectInformation
    verdict: Verdict
    runner_up: RunnerUp | None
    in_progress: int = 0
    alike: bool = False


def decide(
    advice: Advice, stake: PerfectInformation | None = None, goes_on: Callable[[], bool] = lambda: True
) -> Decision | None:
    """Compute what a decision rests on in the state of an advice; O(4,096 M d) unless the value at stake is known.

    Parameters
    ----------
    advice
        Any advice without earlier picks; its level is that of the intervals.
    stake
        Value of perfect information in this state; computed if None.
    goes_on
        Called during the work; returning False cancels it.

    Returns
    -------
    Decision or None
        None if it was cancelled.
    """
    study = advice.study
    stake = stake or at_stake(study, goes_on)
    if stake is None or not goes_on():
        return None
    rule = WithinOfBest(NEAR, SURE, seed=study.settings.seed)
    return Decision(
        revision=study.revision,
        best=advice.recommended,
        tally=study.tally.get(advice.recommended.candidate, (0, 0)),
        near=rule.chance(advice.progress),
        stake=stake,
        verdict=stopping(study, advice, stake),
        runner_up=runner_up(advice),
        in_progress=advice.in_progress,
        alike=advice.all_alike,
    )


def runner_up(advice: Advice) -> RunnerUp | None:
    """Return the second best candidate in stock with the run that tells it from the best; None if there is no other."""
    study, best = advice.study, advice.sweep.best_now
    others = study.stock.in_stock.copy()
    others[best] = False
    if not others.any():
        return None
    seen = policy_context(study, policy="kg")
    second, _ = best_row(study.belief, study.design.X, others)
    estimate = advice.estimate(study.pool.ids[study.stock.best[second]])
    rng = np.random.default_rng((study.settings.seed, study.revision, 2))
    weights = seen.draws.weights(rng.standard_normal((2000, seen.draws.size)))
    margin = np.einsum("nj,j->n", weights, study.design.X[second] - study.design.X[best])
    return RunnerUp(estimate, float(np.mean(margin > 0.0)), _telling(study, seen, best, second))


def _telling(study: Study, seen: PolicyContext, best: int, second: int) -> TellingRun | None:
    """Return the run at the row, of those that can be run, whose knowledge is worth most to choose between two rows."""
    rows = np.flatnonzero(study.stock.open)
    if not rows.size:
        return None
    pair = np.zeros(len(seen.X), dtype=np.bool_)
    pair[[best, second]] = True
    value = row_information(seen, rows, pair)
    if float(value.max()) <= RESOLUTION:
        return None
    row = int(rows[np.argmax(value)])
    X = seen.rows[[best, second]]
    now, success, failure = (
        (float(p[0]), float(p[1]))
        for p in (
            belief.predict(X)
            for belief in (seen.belief, *(seen.belief.updated(seen.X[row], y) for y in (1, -1)))
        )
    )
    return TellingRun(study.pool.ids[study.stock.next[row]], now, success, failure)


#: Runs that are rehearsed, how often, and among how many leading candidates.
MORE_RUNS, REHEARSALS, LEADERS = 10, 256, 300

# Third number of the seeds of rehearsals; see `value_of_information._STREAM`.
_STREAM = 1_000_033


@dataclass(frozen=True, slots=True)
class MoreRuns:
    """What `MORE_RUNS` more runs would bring, rehearsed from the present belief.

    Parameters
    ----------
    gains
        Gain in the predicted probability of the recommended candidate in each rehearsal so far, 0..1 each.
    leaders
        Number of candidates with different attributes among which runs and the best were chosen.
    """

    gains: tuple[float, ...]
    leaders: int

    @property
    def whole(self) -> bool:
        """Whether all rehearsals are done."""
        return len(self.gains) >= REHEARSALS

    @property
    def value(self) -> float:
        """Mean gain, in 0..1."""
        return float(np.mean(self.gains)) if self.gains else math.nan

    @property
    def error(self) -> float:
        """Standard error of `value`, in 0..1."""
        count = len(self.gains)
        return float(np.std(self.gains, ddof=1)) / math.sqrt(count) if count > 1 else math.nan


def more_runs(
    study: Study, known: Sequence[float] = (), goes_on: Callable[[], bool] = lambda: True
) -> MoreRuns:
    """Rehearse ten more runs of a study from its belief: the expected gain by choosing the best then, and not now.

    In each rehearsal the weights are drawn from the posterior, the study's policy chooses among the 300 candidates with
    the largest upper limits, the outcomes follow the drawn weights, and the belief learns by one-step updates. The gain
    is the largest predicted probability at the end less that of the present best under the same belief: never negative,
    and by the tower property its mean is the expected gain of the true probability under the belief. Runs in progress
    are ignored.

    Parameters
    ----------
    known
        Gains of an earlier call for the same state, which are reused.
    goes_on
        Called before each rehearsed run; returning False ends the computation with the gains so far.
    """
    seen = policy_context(study, policy="kg")
    rows = _leaders(seen)
    gains = list(known)
    while len(gains) < REHEARSALS:
        rng = np.random.default_rng((study.settings.seed, study.revision, _STREAM, len(gains)))
        gain = _rehearsed(_Rehearsal.begin(study, seen, rows), rng, goes_on)
        if gain is None:
            break
        gains.append(gain)
    return MoreRuns(tuple(gains), rows.size)


def _leaders(seen: PolicyContext) -> NDArray[np.int64]:
    """Return the rows in stock with the largest upper limits, and the present best, ascending; at most `LEADERS`."""
    at = np.flatnonzero(seen.can_be_best)
    if at.size <= LEADERS:
        return at
    best, _ = best_row(seen.belief, seen.X, seen.can_be_best)
    hope = (seen.mu[at] + 2.0 * np.sqrt(seen.s2[at])) / np.sqrt(1.0 + np.pi / 8.0 * seen.s2[at])
    hope[at == best] = np.inf
    return np.sort(at[np.argsort(-hope, kind="stable")[:LEADERS]])


@dataclass(frozen=True, slots=True)
class _Rehearsal:
    """State of a rehearsal: context over the leading rows, the policy, and the row that was the best at first."""

    seen: PolicyContext
    policy: policies.Policy
    best: int

    @classmethod
    def begin(cls, study: Study, seen: PolicyContext, rows: NDArray[np.int64]) -> _Rehearsal:
        """Return the state before the first rehearsed run; a policy's own belief is replaced by the study's."""
        X = np.ascontiguousarray(seen.X[rows])
        left = None if seen.runs_left is None else seen.runs_left[rows]
        part = replace(
            seen, X=X, successes=seen.successes[rows], failures=seen.failures[rows], in_stock=None,
            runs_left=left, progress=None,
        )  # fmt: skip
        best, _ = best_row(seen.belief, X, np.ones(rows.size, dtype=np.bool_))
        return cls(part, policies.policy(study.settings.policy), best)

    def after(self, row: int, y: int) -> _Rehearsal:
        """Return the state after an outcome."""
        seen, one = self.seen, np.zeros(len(self.seen.X))
        one[row] = 1.0
        then = replace(
            seen,
            belief=seen.belief.updated(seen.X[row], y),
            successes=seen.successes + one * (y > 0),
            failures=seen.failures + one * (y < 0),
            coming=seen.coming + 1,
            runs_left=None if seen.runs_left is None else seen.runs_left - one.astype(np.int64),
        )
        return replace(self, seen=then)


def _rehearsed(state: _Rehearsal, rng: np.random.Generator, goes_on: Callable[[], bool]) -> float | None:
    """Return the gain of one rehearsal; None if it was cancelled."""
    truth = state.seen.draws.weights(rng.standard_normal((1, state.seen.draws.size)))[0]
    for _ in range(MORE_RUNS):
        if not goes_on():
            return None
        runnable = state.seen.runnable
        if not runnable.any():
            break
        seen = replace(state.seen, rng=rng)
        row = policies.choose(np.where(runnable, state.policy.scores(seen), -np.inf), rng)
        chance = float(expit(np.einsum("j,j->", truth, seen.X[row])))
        state = state.after(row, 1 if rng.random() < chance else -1)
    seen = state.seen
    final, value = best_row(seen.belief, seen.X, seen.can_be_best)
    if final == state.best:
        return 0.0
    return max(value - float(seen.belief.predict(seen.X[state.best : state.best + 1])[0]), 0.0)
