"""Prequential evaluation: predictions before each run against outcomes; calibration, scores, misfit, outliers."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np

from kgdesk.model.beliefs.log_odds import Z90
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from kgdesk.model.study.records import RunNumber
    from kgdesk.model.study.study import Run, Study
    from kgdesk.text import Phrase

    Array = NDArray[np.float64]


#: Fewest predictions for which calibration is shown.
FEWEST = 20

#: Inverse of the error rate: if the model is right, a warning ever appears in at most one of `ONE_IN` studies.
ONE_IN = 20

# Alternatives to the predictions, in log-odds: three families, each with a third of the error rate.
_SLOPES = (0.0, 0.25, 0.5, 0.75)

_SHIFTS = (0.5, 1.0, 2.0)

_LEAST = 1e-12


Kind = Literal["too sure", "too hopeful", "too gloomy"]

_MISFITS: dict[Kind, Phrase] = {
    "too sure": phrase("Predictions have been too sure so far."),
    "too hopeful": phrase("Successes came less often than predicted so far."),
    "too gloomy": phrase("Successes came more often than predicted so far."),
}


@dataclass(frozen=True, slots=True)
class Prediction:
    """Prediction of a run made before its outcome, with the outcome.

    Parameters
    ----------
    run, candidate
        Displayed number of the run, and name of the candidate.
    probability
        Predicted probability of success, in 0..1.
    success
        The outcome, after all corrections.
    fresh
        Whether the prediction used every earlier outcome and no wrong one. It did not for repeats entered at once,
        results that came in while other runs were open, and predictions from an entry that was corrected later.
    """

    run: RunNumber
    candidate: str
    probability: float
    success: bool
    fresh: bool

    @property
    def chance(self) -> float:
        """Predicted probability of the actual outcome."""
        return self.probability if self.success else 1.0 - self.probability


def predictions(study: Study) -> tuple[Prediction, ...]:
    """Return every valid run with a prediction, in order.

    Imported outcomes have no prediction. Runs whose candidate was corrected, in which other values were set than its
    own, or which were predicted for another threshold, are left out: something else was predicted.
    """
    wrong = [(run.seq, change.seq) for run in study.runs for change in run.corrections]
    result = []
    before, since = 0, study.threshold_since
    for run in study.valid:
        predicted_at = run.seq if run.start is None else run.start
        alone = run.of == 1 and before < predicted_at
        before = run.seq
        if run.imported or run.probability_before is None or run.set_values or _renamed(run):
            continue
        if predicted_at < since:
            continue
        fresh = alone and not any(entered < predicted_at < corrected for entered, corrected in wrong)
        result.append(
            Prediction(run.number, run.candidate, run.probability_before, run.outcome == "success", fresh)
        )
    return tuple(result)


def _renamed(run: Run) -> bool:
    return any(change.old_candidate != run.candidate for change in run.corrections)


@dataclass(frozen=True, slots=True)
class CalibrationBin:
    """Bin of a calibration plot, of width 0.1 in the predicted probability.

    Parameters
    ----------
    low, high
        Limits of the predicted probability.
    count, successes
        Number of runs in the bin, and of successes among them.
    predicted
        Mean prediction.
    share_low, share_high
        Wilson's 90 % interval of the share of successes.
    """

    low: float
    high: float
    count: int
    successes: int
    predicted: float
    share_low: float
    share_high: float

    @property
    def share(self) -> float:
        """Share of successes."""
        return self.successes / self.count


def wilson(successes: int, count: int, z: float = Z90) -> tuple[float, float]:
    """Compute Wilson's confidence interval of a proportion (J. Am. Stat. Assoc. 22, 1927), by default 90 %.

    Parameters
    ----------
    successes, count
        Number of successes, and of trials, at least 1.
    z
        Standard normal quantile that bounds the interval.
    """
    share, more = successes / count, z * z / count
    middle = (share + 0.5 * more) / (1.0 + more)
    half = z / (1.0 + more) * math.sqrt(share * (1.0 - share) / count + 0.25 * more / count)
    return max(middle - half, 0.0), min(middle + half, 1.0)


def calibration_bins(seen: Sequence[Prediction]) -> tuple[CalibrationBin, ...]:
    """Compute the nonempty calibration bins of width one tenth, from low to high."""
    bins = []
    for place in range(10):
        inside = [p for p in seen if min(int(10 * p.probability), 9) == place]
        if not inside:
            continue
        up = sum(p.success for p in inside)
        mean = sum(p.probability for p in inside) / len(inside)
        bins.append(
            CalibrationBin(place / 10, (place + 1) / 10, len(inside), up, mean, *wilson(up, len(inside)))
        )
    return tuple(bins)


@dataclass(frozen=True, slots=True)
class Scores:
    """Proper scores of predictions; smaller is better.

    Parameters
    ----------
    count, successes
        Number of runs, and of successes.
    brier, base_brier
        Brier score: mean squared difference from the outcome, of the predictions and of the share of successes.
    log, base_log
        Log score: mean negative log probability of the outcome (nats), of both. The share of successes is known only
        afterwards, so that it is a demanding baseline.
    """

    count: int
    successes: int
    brier: float
    base_brier: float
    log: float
    base_log: float

    @property
    def better(self) -> bool:
        """Whether the predictions beat the share of successes by both scores."""
        return self.brier < self.base_brier and self.log < self.base_log


def scores(seen: Sequence[Prediction]) -> Scores:
    """Compute the scores of at least one prediction."""
    y = np.array([p.success for p in seen], dtype=np.float64)
    q = _inside(seen)
    share = float(y.mean())

    def pair(p: Array) -> tuple[float, float]:
        chance = np.where(y > 0, p, 1.0 - p)
        return float(((p - y) ** 2).mean()), float(-np.log(np.maximum(chance, _LEAST)).mean())

    brier, log = pair(q)
    base_brier, base_log = pair(np.full(y.size, share))
    return Scores(y.size, int(y.sum()), brier, base_brier, log, base_log)


@dataclass(frozen=True, slots=True)
class Misfit:
    """Evidence for one kind of miscalibration.

    Parameters
    ----------
    kind
        ``too sure``: outcomes were closer to even than predicted; ``too hopeful``, ``too gloomy``: successes came
        less, or more, often than predicted.
    evidence
        Likelihood ratio of the outcomes so far: predictions altered in this way against the actual ones.
    since
        Run at which a warning was due for the first time; None if never.
    """

    kind: Kind
    evidence: float
    since: RunNumber | None

    @property
    def warns(self) -> bool:
        """Whether to warn: a warning was due, and later outcomes have not reversed the evidence."""
        return self.since is not None and self.evidence >= 1.0

    @property
    def words(self) -> str:
        """What is wrong, as a sentence; a phrase."""
        return _MISFITS[self.kind]


def misfits(seen: Sequence[Prediction]) -> tuple[Misfit, ...]:
    """Compute the evidence for each kind of miscalibration by test martingales, the strongest first.

    For each kind: the mean, over some altered predictions, of the product of likelihood ratios against the actual
    predictions. While these are right it is a martingale with mean 1, for any choice of runs and any number of checks,
    so that it ever reaches 3 x 20 in at most 1 of 60 studies (Ville's inequality), and any of the three kinds in at
    most 1 of 20. Only fresh predictions count.
    """
    fresh = [p for p in seen if p.fresh]
    q = _inside(fresh)
    logit = np.log(q) - np.log1p(-q)
    sign = np.array([1.0 if p.success else -1.0 for p in fresh])
    altered: dict[Kind, list[Array]] = {
        "too sure": [slope * logit for slope in _SLOPES],
        "too hopeful": [logit - shift for shift in _SHIFTS],
        "too gloomy": [logit + shift for shift in _SHIFTS],
    }
    result = []
    for kind, others in altered.items():
        bets = [np.cumsum(np.logaddexp(0.0, -sign * logit) - np.logaddexp(0.0, -sign * a)) for a in others]
        path = np.logaddexp.reduce(np.array(bets), axis=0) - math.log(len(bets))
        due = np.flatnonzero(path >= math.log(len(altered) * ONE_IN))
        evidence = math.exp(min(float(path[-1]), 700.0)) if path.size else 1.0
        result.append(Misfit(kind, evidence, fresh[int(due[0])].run if due.size else None))
    return tuple(sorted(result, key=lambda m: -m.evidence))


def _inside(seen: Sequence[Prediction]) -> Array:
    return np.clip(np.array([p.probability for p in seen], dtype=np.float64), _LEAST, 1.0 - _LEAST)


#: Predicted probability of the actual outcome below which a run counts as an outlier.
UNLIKELY = 0.1


@dataclass(frozen=True, slots=True)
class Outlier:
    """Run with an unlikely outcome, or one that contradicts other runs of its candidate: possibly a wrong entry.

    Parameters
    ----------
    run, candidate, success
        Displayed number of the run, name of the candidate, outcome.
    chance
        Predicted probability of this outcome; None without a prediction.
    successes, failures
        Numbers of successes and failures among all valid runs of the candidate.
    """

    run: RunNumber
    candidate: str
    success: bool
    chance: float | None
    successes: int
    failures: int

    @property
    def unlikely(self) -> bool:
        """Whether the predicted probability of the outcome was below 10 %."""
        return self.chance is not None and self.chance < UNLIKELY

    @property
    def disagrees(self) -> bool:
        """Whether the candidate's valid runs include both outcomes."""
        return bool(self.successes and self.failures)


def outliers(study: Study, seen: Sequence[Prediction]) -> tuple[Outlier, ...]:
    """Return the outliers by run: unlikely outcomes, and the newest rarer outcome of each inconsistent candidate."""
    tally = Counter((run.candidate, run.outcome == "success") for run in study.valid)
    chance = {p.run: p.chance for p in seen}
    wanted = {p.run for p in seen if p.chance < UNLIKELY}
    odd: dict[str, RunNumber] = {}
    for run in study.valid:
        up, down = tally[run.candidate, True], tally[run.candidate, False]
        if up and down and (up == down or (run.outcome == "success") == (up < down)):
            odd[run.candidate] = run.number
    return tuple(
        Outlier(
            run.number,
            run.candidate,
            run.outcome == "success",
            chance.get(run.number),
            tally[run.candidate, True],
            tally[run.candidate, False],
        )
        for run in study.valid
        if run.number in wanted or odd.get(run.candidate) == run.number
    )


def expected_outliers(seen: Sequence[Prediction]) -> float:
    """Compute the expected number of unlikely outcomes if the predictions are right."""
    both = [(p.probability, 1.0 - p.probability) for p in seen]
    return sum((chance for pair in both for chance in pair if chance < UNLIKELY), 0.0)
