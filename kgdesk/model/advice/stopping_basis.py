"""Basis of the decision to stop: chance near the best, value at stake, runner-up, ten more runs, departures by group.

Pure functions of a study. Nothing here decides: the stopping rule of the study and the user do.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from datetime import datetime
from statistics import NormalDist
from typing import TYPE_CHECKING

import numpy as np

from kgdesk.model import policies
from kgdesk.model.advice.history import at_stake
from kgdesk.model.advice.more_runs import rehearse_more
from kgdesk.model.advice.posterior_summary import policy_context
from kgdesk.model.advice.prequential import predictions
from kgdesk.model.advice.queries import stopping
from kgdesk.model.advice.suggestion import RESOLUTION
from kgdesk.model.design.samples import plates
from kgdesk.model.policies.pool_sweep import best_row
from kgdesk.model.study import rule_syntax
from kgdesk.model.study.next_run import in_progress
from kgdesk.model.study.settings import rule_in_words
from kgdesk.model.study.stopping_rules import WithinOfBest
from kgdesk.text import Phrase, Quantity, in_sequence, phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from kgdesk.model.advice.advice import Advice
    from kgdesk.model.advice.more_runs import MoreRuns
    from kgdesk.model.advice.prequential import Prediction
    from kgdesk.model.advice.suggestion import Estimate
    from kgdesk.model.policies.perfect_information import PerfectInformation
    from kgdesk.model.policies.policy_context import PolicyContext
    from kgdesk.model.policies.value_of_testing import ValueOfTesting
    from kgdesk.model.study.stopping_rules import Verdict
    from kgdesk.model.study.study import Run, Study

#: Distance from the best, in 0..1, whose chance is stated, and the chance that a rule on it proposes.
NEAR, SURE = 0.05, 0.9
#: Chance that the runner-up is truly better, above which it speaks against stopping.
_LIKELY = 0.25
#: Share of what is at stake below which a gain needs an explanation.
_LITTLE = 0.1

_NUMBER = re.compile(r"[0-9.]+")


def rule_sentence(text: str) -> Phrase:
    """Return a stopping rule, as typed, as a sentence."""
    return phrase("You can stop when this holds: {rule}.", rule=rule_in_words(text))


def shape_of(text: str) -> tuple[str, str]:
    """Return the normalised text of a rule with and without its numbers: two rules of one shape differ in numbers."""
    normal = rule_syntax.written(rule_syntax.parse(text))
    return _NUMBER.sub("#", normal), normal


def offered_rules(present: str, budget: int) -> dict[str, str]:
    """Return the stopping rules to choose from, in the syntax of the command line.

    Parameters
    ----------
    present
        The present rule, as typed; empty: the proposed one.
    budget
        Planned number of runs.

    Returns
    -------
    dict
        The rules by kind, ``stake``, ``near`` and ``runs``. The present rule takes the place of the one of its shape;
        without such a one it is a fourth, ``present``.
    """
    offered = {
        "stake": rule_syntax.proposal(budget),
        "near": f"(within {100 * NEAR:g} at {100 * SURE:g} and succeeded 1) or runs {budget}",
        "runs": f"runs {budget}",
    }
    shape, normal = shape_of(present or offered["stake"])
    same = next((kind for kind, rule in offered.items() if shape_of(rule)[0] == shape), "present")
    return {**offered, same: normal}


@dataclass(frozen=True, slots=True)
class RunnerUp:
    """The candidate with the second largest predicted probability among those in stock with other attributes.

    Parameters
    ----------
    estimate
        Its prediction.
    better
        Posterior probability, in 0..1, that it is truly better than the best candidate, from 2,000 draws.
    """

    estimate: Estimate
    better: float


@dataclass(frozen=True, slots=True)
class StoppingBasis:
    """Basis of the decision to stop or to go on in one state of a study.

    Parameters
    ----------
    revision
        Revision of the study.
    best
        Recommended candidate.
    tally
        Its recorded successes and failures.
    near
        Posterior probability, in 0..1, that it is within `NEAR` of the best, as for the rule ``within 5``.
    stake
        Value of perfect information; runs in progress are ignored.
    verdict
        Of the stopping rule of the study.
    runner_up
        None if all candidates in stock have the same attributes.
    in_progress
        Number of runs in progress.
    one_run
        Value of testing of the most informative run; None if nothing can be run.
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
    one_run: ValueOfTesting | None = None
    alike: bool = False


def decide(
    advice: Advice, stake: PerfectInformation | None = None, goes_on: Callable[[], bool] = lambda: True
) -> StoppingBasis | None:
    """Compute the basis of the decision in the state of an advice; O(4,096 M d) unless the value at stake is known.

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
    StoppingBasis or None
        None if it was cancelled.
    """
    study = advice.study
    stake = stake or at_stake(study, goes_on)
    if stake is None or not goes_on():
        return None
    rule = WithinOfBest(NEAR, SURE, seed=study.settings.seed)
    return StoppingBasis(
        revision=study.revision,
        best=advice.recommended,
        tally=study.tally.get(advice.recommended.candidate, (0, 0)),
        near=rule.chance(advice.progress),
        stake=stake,
        verdict=stopping(study, advice, stake),
        runner_up=runner_up(advice),
        in_progress=advice.in_progress,
        one_run=None if study.stock.exhausted else advice.most_informative[1],
        alike=advice.all_alike,
    )


def gains_little(gain: float, stake: float) -> bool:
    """Return whether a gain is too small a share of what is at stake, in the same unit, to go unexplained."""
    return gain < _LITTLE * stake


def one_run_sentence(found: StoppingBasis) -> str:
    """Return why to go on where one run gains less than a tenth of what is at stake; else an empty text."""
    value = found.one_run
    if value is None or found.verdict.kind != "go-on" or not gains_little(value.gain, found.stake.value):
        return ""
    if value.gain <= RESOLUTION:
        first = phrase("No single run is expected to change which candidate is best")
    else:
        first = phrase(
            "One run alone gains {value}, since one outcome hardly changes which candidate is best",
            value=value.words,
        )
    return phrase(
        "{first}; several runs of a rival can, and {most} percentage points are the most that may be gained.",
        first=first,
        most=Quantity(found.stake.value, "points"),
    )


def objections(
    study: Study, verdict: Verdict | None, rival: RunnerUp | None = None, one_run: str = ""
) -> tuple[str, ...]:
    """Return what speaks against stopping now, one sentence or two each.

    Parameters
    ----------
    study
        Any open study.
    verdict
        Of its stopping rule; None if it is not known.
    rival
        The runner-up; None if there is none or it is not known.
    one_run
        The `one_run_sentence`, if any: why the rule is not met although one run gains little.
    """
    found: list[str] = []
    if verdict is not None and not verdict.stop:
        found.append(
            verdict.why
            if verdict.unknown
            else in_sequence((phrase("The stopping rule is not met."), one_run))
        )
    if not any(run.outcome == "success" for run in study.valid):
        found.append(phrase("No run has succeeded yet."))
    if rival is not None and rival.better > _LIKELY:
        found.append(
            phrase(
                "{candidate} may well be better: the chance is {chance}.",
                candidate=rival.estimate.candidate,
                chance=Quantity(rival.better, "percent"),
            )
        )
    if len(study.pending) == 1:
        found.append(
            phrase(
                "There is still {running}; once the study is finished, its outcome cannot be recorded.",
                running=in_progress(study),
            )
        )
    elif study.pending:
        found.append(
            phrase(
                "There are still {running}; once the study is finished, their outcomes cannot be recorded.",
                running=in_progress(study),
            )
        )
    return tuple(found)


def runner_up(advice: Advice) -> RunnerUp | None:
    """Return the second best candidate in stock; None if there is no other."""
    study, best = advice.study, advice.sweep.best_now
    others = study.stock.in_stock.copy()
    others[best] = False
    if not others.any():
        return None
    seen = policy_context(study, policy="kg")
    second, _ = best_row(study.belief, study.design.X, others)
    estimate = advice.estimate(study.pool.ids[study.stock.best[second]])
    return RunnerUp(estimate, chance_better(seen, study, second, best))


def chances_better(study: Study, first: str, others: Sequence[str]) -> tuple[float, ...]:
    """Compute for each of `others` the posterior probability, in 0..1, that it is truly better than `first`."""
    seen, rows = policy_context(study, policy="kg"), study.design.row_of
    best = int(rows[study.pool.row(first)])
    return tuple(chance_better(seen, study, int(rows[study.pool.row(each)]), best) for each in others)


def chance_better(seen: PolicyContext, study: Study, row: int, other: int) -> float:
    """Compute the chance, in 0..1, that a row of the design matrix is truly better than another, from 2,000 draws."""
    rng = np.random.default_rng((*study.draw_seed, 2))
    drawn = seen.stated.draws
    pair = drawn.log_odds(rng.standard_normal((2000, drawn.size)), study.design.X[[row, other]])
    return float(np.mean(pair[:, 0] > pair[:, 1]))


def more_runs(
    study: Study, known: Sequence[float] = (), goes_on: Callable[[], bool] = lambda: True
) -> MoreRuns:
    """Rehearse ten more runs of a study from its belief, chosen by its policy; see `rehearse_more`.

    If the policy names a belief, that of the study is used instead.

    Parameters
    ----------
    known, goes_on
        As in `rehearse_more`.
    """
    chooser = policies.policy(study.settings.policy)
    return rehearse_more(policy_context(study, policy="kg"), chooser, study.draw_seed, known, goes_on)


#: Fewest predicted runs for which a group is compared, and the error rate of all ranges together.
FEWEST_OF_A_GROUP, ERROR_RATE = 5, 0.05


@dataclass(frozen=True, slots=True)
class Departure:
    """Observed and predicted successes of the runs of one group, as of a plate or a day.

    Parameters
    ----------
    kind, column
        ``day``, ``operator``, ``plate``, or ``column`` with the heading of the kept column.
    group
        The day (ISO 8601, of the clock where the run was entered), name or text.
    count, observed, predicted
        Number of runs with a prediction, and of successes among them; `predicted` is the sum of their probabilities.
    low, high
        Range of observed less predicted successes per run, in -1..1: all ranges together hold zero in 95 % of studies
        whose predictions are right.
    """

    kind: str
    column: str
    group: str
    count: int
    observed: int
    predicted: float
    low: float
    high: float

    @property
    def difference(self) -> float:
        """Observed less predicted successes per run, in -1..1."""
        return (self.observed - self.predicted) / self.count

    @property
    def clear(self) -> bool:
        """Whether the range does not include zero."""
        return self.low > 0.0 or self.high < 0.0


def departures(study: Study) -> tuple[Departure, ...]:
    """Compare observed with predicted successes by plate, day, operator and kept column; O(n^2) in the runs of a group.

    What the study names as a block is left out, since its effects are estimated and predictions have them
    (`kgdesk.model.advice.block_checks`). A kind with a single group is left out, because it says the same as the
    comparison of all runs; so are groups of fewer than `FEWEST_OF_A_GROUP` runs. The range of a group is that of a sum
    of independent outcomes with the predicted probabilities (Poisson binomial), with the error rate divided by the
    number of groups (Bonferroni).
    """
    seen = predictions(study)
    rows = [study.pool.row(one.candidate) for one in seen]
    run_of = {run.number: run for run in study.runs}
    named: dict[tuple[str, str], list[str]] = {
        ("day", ""): [_day(run_of[one.run]) for one in seen],
        ("operator", ""): [run_of[one.run].operator for one in seen],
    }
    on_plate = {well.candidate: plate.name for plate in plates(study.pool) for well in plate.wells}
    named["plate", ""] = [on_plate.get(row, "") for row in rows]
    for heading, cells in study.pool.extras.items():
        named["column", heading] = [cells[row].strip() for row in rows]
    groups: list[tuple[str, str, str, list[Prediction]]] = []
    estimated = {column.name for column in study.settings.block_columns}
    for (kind, heading), texts in named.items():
        if (heading or kind) in estimated:
            continue
        members: dict[str, list[Prediction]] = {}
        for text, one in zip(texts, seen, strict=True):
            members.setdefault(text, []).append(one)
        large = [(text, runs) for text, runs in sorted(members.items()) if len(runs) >= FEWEST_OF_A_GROUP]
        groups += [(kind, heading, text, runs) for text, runs in large if text and len(members) > 1]
    found = []
    for kind, heading, text, runs in groups:
        chances = np.array([one.probability for one in runs])
        observed, count = sum(one.success for one in runs), len(runs)
        least, most = _range_of_sum(chances, ERROR_RATE / len(groups))
        ends = (observed - most) / count, (observed - least) / count
        found.append(Departure(kind, heading, text, count, observed, float(chances.sum()), *ends))
    return tuple(found)


def _day(run: Run) -> str:
    if run.happened_at:
        return run.happened_at[:10]
    zone = datetime.fromisoformat(f"2000-01-01T00:00{run.utc_offset}").tzinfo
    return datetime.fromisoformat(run.recorded_at).astimezone(zone).date().isoformat()


def _range_of_sum(chances: NDArray[np.float64], rate: float) -> tuple[int, int]:
    """Return the quantiles ``rate / 2`` and ``1 - rate / 2`` of a sum of independent outcomes (n,) in 0..1."""
    if len(chances) > 2_000:  # nearly normal
        half = NormalDist().inv_cdf(1.0 - 0.5 * rate) * math.sqrt(float(chances @ (1.0 - chances)))
        return math.floor(chances.sum() - half), math.ceil(chances.sum() + half)
    weights = np.ones(1)
    for chance in chances:
        weights = np.convolve(weights, (1.0 - chance, chance))
    below = np.cumsum(weights)
    above = np.cumsum(weights[::-1])[::-1]
    inside = np.flatnonzero((below > 0.5 * rate) & (above > 0.5 * rate))
    return int(inside[0]), int(inside[-1])
