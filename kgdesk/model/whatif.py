"""What either outcome of a run at a candidate would change; nothing of it is stored."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from kgdesk.model import policies
from kgdesk.model.advice import advise
from kgdesk.model.explanation import VISIBLE, Estimate, Future, Suggestion, in_points
from kgdesk.model.facing import situation
from kgdesk.model.outlook import best_row
from kgdesk.model.slices import Slice, slices

if TYPE_CHECKING:
    from kgdesk.model.advice import Advice
    from kgdesk.model.believing import Belief


@dataclass(frozen=True, slots=True)
class Turn:
    """One future of a run.

    Parameters
    ----------
    chance
        Probability of this outcome, as believed now.
    best
        The best candidate then.
    changes
        Whether it is another than now.
    own
        What would be believed of the candidate itself.
    """

    chance: float
    best: Estimate
    changes: bool
    own: Estimate


@dataclass(frozen=True, slots=True)
class WhatIf:
    """Both futures of a run at a candidate.

    Parameters
    ----------
    candidate, kg
        Its name, and its value of testing in 0..1.
    own, best
        What is believed now of it, and of the best candidate.
    success, failure
        The futures.
    """

    candidate: str
    kg: float
    own: Estimate
    best: Estimate
    success: Turn
    failure: Turn


def what_if(advice: Advice, candidate: str) -> WhatIf:
    """Return both futures of a run at a candidate, with the intervals that would be believed then.

    While other runs are open, the futures are those of this outcome coming before theirs.
    """
    study = advice.study
    told = advice.about(candidate)
    belief, at = study.belief, study.pool.row(candidate)
    row = int(study.design.row_of[at])
    turns = []
    for sign in (1, -1):
        then = belief.updated(study.design.X[row], sign)
        best, _ = best_row(then, study.design.X, study.stock.in_stock)
        chance = told.probability if sign > 0 else 1.0 - told.probability
        turns.append(
            Turn(
                chance,
                _estimate(advice, then, best, study.pool.ids[study.stock.best[best]]),
                best != advice.sweep.best_now,
                _estimate(advice, then, row, candidate),
            )
        )
    own = Estimate(candidate, told.probability, told.low, told.high)
    return WhatIf(candidate, told.kg, own, advice.recommended, *turns)


def slices_if(advice: Advice, candidate: str) -> tuple[Slice, ...]:
    """Return slices through a candidate as believed now, after a success of it, and after a failure."""
    study = advice.study
    x = study.design.X[study.design.row_of[study.pool.row(candidate)]]
    beliefs = (study.belief, study.belief.updated(x, 1), study.belief.updated(x, -1))
    return slices(beliefs, study.pool, study.scaling, study.pool.row(candidate), advice.level)


def choice_of(advice: Advice, policy: str) -> Suggestion:
    """Return what another policy would take in the state that an advice is for.

    The same candidate as `kgdesk.model.advice.advise` with this policy suggests, without a second sweep of the pool
    where no run is open.

    Parameters
    ----------
    advice
        By any policy with the study's own belief.
    policy
        Name of the other one.
    """
    study = advice.study
    if advice.open_runs:
        return advise(study, policy=policy).at(advice.level).suggestion
    seen = situation(study, policy=policy)
    if seen.belief is study.belief:
        seen.__dict__["sweep"] = advice.sweep  # of the same belief and rows: what it would work out itself
    score = np.where(study.stock.open, policies.policy(policy).scores(seen), -np.inf)
    row = policies.choose(score, seen.rng)
    return advice.about(study.pool.ids[study.stock.next[row]])


def runner_up(advice: Advice) -> Suggestion | None:
    """Return the candidate that would be suggested if the suggested one were not there; None where there is none.

    A candidate with the same attributes as the suggested one is no other: it counts as the same alternative.
    """
    study = advice.study
    made, stock = study.design, study.stock
    others = stock.open.copy()
    others[made.row_of[study.pool.row(advice.suggestion.candidate)]] = False
    if not others.any():
        return None
    score = np.full(len(made.X), -np.inf)
    score[made.row_of] = advice.score
    row = int(np.argmax(np.where(others, score, -np.inf)))
    return advice.about(study.pool.ids[stock.next[row]])


def why_not(advice: Advice) -> str:
    """Return one sentence: why the suggested candidate and not the runner-up.

    It compares the values of testing and says what differs in the futures. Empty where there is no other candidate,
    where nothing is left to learn, and where a policy chose for another reason than these futures.
    """
    first = advice.suggestion
    second = runner_up(advice) if first.reason in ("changes_best", "sharpens") else None
    if second is None:
        return ""
    gain = first.kg - second.kg
    if abs(gain) < VISIBLE:
        worth = f"{second.candidate} would tell as much to within 0.1 points"
    elif gain > 0:
        worth = f"{second.candidate}, the next in line, would tell {in_points(gain)} less"
    else:
        worth = f"{second.candidate}, which the policy ranks next, would tell {in_points(-gain)} more"
    return f"{worth}: {_difference(first, second)}."


def _difference(first: Suggestion, second: Suggestion) -> str:
    """Say what differs in the futures of two candidates: whether, and with which outcome, the choice would change."""
    ours, theirs = (_changing(told) for told in (first, second))
    if ours == theirs == "":
        return "neither would change the choice"
    if ours == theirs:
        told, other = (_named(t, ours) for t in (first, second))
        if told.best == other.best:
            return (
                f"{ours} of either would make {told.best} the best, with {100 * told.probability:.0f} % after "
                f"{first.candidate} and {100 * other.probability:.0f} % after {second.candidate}"
            )
        return (
            f"{ours} of {first.candidate} would make {told.best} the best ({100 * told.probability:.0f} %), "
            f"of {second.candidate} {other.best} ({100 * other.probability:.0f} %)"
        )
    return f"{_phrase(first, ours)}, {_phrase(second, theirs)}"


def _changing(told: Suggestion) -> str:
    words = {
        (True, True): "either outcome",
        (True, False): "a success",
        (False, True): "a failure",
        (False, False): "",
    }
    return words[told.if_success.changes, told.if_failure.changes]


def _named(told: Suggestion, outcome: str) -> Future:
    return told.if_failure if outcome == "a failure" else told.if_success


def _phrase(told: Suggestion, outcome: str) -> str:
    if not outcome:
        return f"no outcome of {told.candidate} would change the choice"
    return f"{outcome} of {told.candidate} would"


def _estimate(advice: Advice, belief: Belief, row: int, candidate: str) -> Estimate:
    x = advice.study.design.X[row : row + 1]
    low, high = belief.interval(x, advice.level)
    return Estimate(candidate, float(belief.predict(x)[0]), float(low[0]), float(high[0]))
