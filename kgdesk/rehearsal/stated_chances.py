"""Calibration of the chances that a study states, and of the stopping rules that use them.

A study states the posterior probability that its recommended candidate is within some points of the best, and the
expected loss of recommending it now (the value of perfect information, METHOD, "Where one step is not enough"). Where
truths come from the stated prior, a chance of 80 % must come true in 80 % of the states, and the mean loss must be the
stated one; any difference is due to the belief's approximation and to the draws. Truths of another form show what a
wrong model costs.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from kgdesk import __version__, kernels
from kgdesk.model.advice.certificate import ChanceBin, ChanceCertificate
from kgdesk.model.beliefs.mixture import AverageBelief
from kgdesk.model.design.pool import Attribute, Pool
from kgdesk.model.study import rule_syntax
from kgdesk.model.study.settings import Settings
from kgdesk.model.study.stopping_rules import WithinOfBest
from kgdesk.rehearsal.contest import draw_world
from kgdesk.rehearsal.scores import mean_and_error
from kgdesk.rehearsal.simulation import Agent, play
from kgdesk.rehearsal.stopping_evaluation import distance
from kgdesk.rehearsal.study_rehearsal import basis_of_pool, contests
from kgdesk.rehearsal.truths import believed

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from kgdesk.rehearsal.contest import Contest
    from kgdesk.rehearsal.engine import Result
    from kgdesk.rehearsal.scores import Cell

    Array = NDArray[np.float64]

#: Numbers of outcomes after which the stated chances are compared with the truth.
STAGES = (3, 5, 10, 15, 20, 30, 40)
#: Distances from the best, in 0..1, whose chances are stated.
POINTS = (0.02, 0.05, 0.10)
#: Rules whose stops are judged.
RULES = ("within 5 at 90", "within 2 at 90", "at-stake 1", "at-stake 2", "at-stake 5")
#: Number of bins of the stated values, and smallest number of states for which a bin has a verdict.
BINS = 10
ENOUGH = 2000
#: Largest difference between stated and observed chance in a bin.
HOLDS = 0.03

_CANDIDATES = 100
# The pools are the same in every calibration; truths and outcomes follow the seeds of the replicates.
_POOL_SEED = 20261123
# (model, truth, numbers of attributes, prior mean of the intercept); the first draw truths from the statements' prior.
_SETTINGS = (
    ("linear", "prior", 2, 0.0),
    ("linear", "prior", 5, 0.0),
    ("linear", "prior", 5, -3.0),
    ("average", "prior", 2, 0.0),
    ("average", "prior", 5, 0.0),
    ("average", "prior", 5, -3.0),
    ("linear", "peak", 2, 0.0),
    ("linear", "threshold", 5, 0.0),
    ("average", "peak", 2, 0.0),
    ("average", "peak", 5, 0.0),
    ("average", "threshold", 5, 0.0),
    ("average", "interaction", 5, 0.0),
)


@dataclass(frozen=True, eq=False)
class ChanceSetting:
    """Studies of one pool and prior whose stated chances are compared with their truths.

    Parameters
    ----------
    terms, truth, attributes, intercept
        Terms of the belief, kind of the simulated truths (`study_rehearsal.TRUTHS`), number of attributes, prior mean
        of the intercept.
    contest
        Pool, prior, truths and budget, with one player.
    stages
        Numbers of outcomes, ascending, at most the contest's budget.
    """

    terms: str
    truth: str
    attributes: int
    intercept: float
    contest: Contest
    stages: tuple[int, ...] = STAGES

    @property
    def pool(self) -> str:
        """Name in tables and messages."""
        return self.contest.pool


@dataclass(frozen=True, eq=False)
class StatedChances:
    """Stated and true values of one simulated study at S stages, and the stops of R stopping rules.

    Parameters
    ----------
    chance
        (S, len(POINTS)) stated probability that the recommended candidate is within each distance of the best.
    stake
        (S,) stated value of perfect information in 0..1.
    loss
        (S,) true loss of the recommended candidate in 0..1.
    stopped, loss_then
        (R,) number of outcomes at which each rule first stops, -1 for never, and the true loss there; NaN for never.
    """

    chance: Array
    stake: Array
    loss: Array
    stopped: NDArray[np.int64]
    loss_then: Array


@dataclass(frozen=True, slots=True)
class Bin:
    """States with similar stated values.

    Parameters
    ----------
    states
        Number of states.
    stated, observed
        Mean stated value, and the mean of what was true: the share of states within the distance, or the loss.
    error
        Standard error of `observed` - `stated`, with the states of one study as one cluster.
    """

    states: int
    stated: float
    observed: float
    error: float


@dataclass(frozen=True, slots=True)
class StopSummary:
    """Stops of one rule over the studies of one setting.

    Parameters
    ----------
    rule
        In the syntax of `kgdesk.model.study.rule_syntax`.
    studies, stopped
        Number of studies, and of those that the rule stopped.
    mean_n
        Mean number of outcomes at the stop; None if the rule stopped none.
    loss, error
        Mean true loss at the stop in 0..1 and its standard error; None if undefined.
    wrong
        Share of the stopped studies whose loss is more than the rule's distance; None if the rule stopped none.
    far
        Share whose loss is more than three times that distance; None if the rule stopped none.
    holds
        ``within D at L``: `wrong` is at most 1 - L. ``at-stake P``: `loss` is at most P and two standard errors.
    """

    rule: str
    studies: int
    stopped: int
    mean_n: float | None
    loss: float | None
    error: float | None
    wrong: float | None
    far: float | None
    holds: bool


def settings(*, candidates: int = _CANDIDATES, stages: tuple[int, ...] = STAGES) -> tuple[ChanceSetting, ...]:
    """Return all settings: linear and averaged terms, truths from the prior of the statements and of another form.

    Parameters
    ----------
    candidates
        Number of candidates; their attributes are uniform on [-1, 1]^d.
    stages
        Numbers of outcomes; the last one is the budget.
    """
    return tuple(_setting(terms, truth, d, mean, candidates, stages) for terms, truth, d, mean in _SETTINGS)


def _setting(
    terms: str, truth: str, d: int, intercept: float, candidates: int, stages: tuple[int, ...]
) -> ChanceSetting:
    x = np.random.default_rng((_POOL_SEED, d)).uniform(-1.0, 1.0, (candidates, d))
    pool = Pool(
        tuple(f"C-{i:03d}" for i in range(1, candidates + 1)),
        tuple(Attribute(f"x{j}") for j in range(1, d + 1)),
        tuple(tuple(column.tolist()) for column in x.T),
    )
    plan = Settings(terms=terms, prior_intercept=intercept, budget=stages[-1])
    basis = basis_of_pool(pool, plan, f"chances-{terms}-{d}-{intercept:g}")
    (contest,) = contests(basis, [plan.policy], truths=(truth,))
    player = contest.players[0]
    prior = contest.prior(player.belief, player.terms)
    if truth == "prior" and isinstance(prior, AverageBelief):
        contest = replace(contest, truth=believed(prior.without_favour))
    return ChanceSetting(terms, truth, d, intercept, contest, stages)


@play.register
def stated_chances(setting: ChanceSetting, seed: int) -> StatedChances:
    """Simulate one study; it depends on setting and seed alone."""
    contest = setting.contest
    world = draw_world(contest, seed)
    agent = Agent(contest, contest.players[0], world)
    within = [WithinOfBest(points, 0.5, seed=world.seed) for points in POINTS]
    rules = [rule_syntax.parse(text, seed=world.seed) for text in RULES]
    chance = np.empty((len(setting.stages), len(POINTS)))
    stake, loss = np.empty(len(setting.stages)), np.empty(len(setting.stages))
    stopped = np.full(len(rules), -1, dtype=np.int64)
    loss_then = np.full(len(rules), np.nan)
    for n in range(1, contest.budget + 1):
        row = agent.choose()
        agent.learn(row, float(world.outcome[n, row]))
        progress = agent.progress
        now = float(world.chance[n].max() - world.chance[n, agent.recommended()[0]])
        for r, rule in enumerate(rules):
            if stopped[r] < 0 and rule.check(progress).stop:
                stopped[r], loss_then[r] = n, now
        if n in setting.stages:
            s = setting.stages.index(n)
            chance[s] = [rule.chance(progress) for rule in within]
            stake[s], loss[s] = progress.at_stake.value, now
    return StatedChances(chance, stake, loss, stopped, loss_then)


def bins(stated: Array, observed: Array, count: int = BINS) -> tuple[Bin, ...]:
    """Sort states by their stated value into bins of equal size, and compare the means.

    Parameters
    ----------
    stated, observed
        (studies, k) values of k states of each study.
    count
        Number of bins, fewer if there are fewer states.
    """
    study = np.repeat(np.arange(len(stated)), stated.shape[1])
    flat, true = stated.ravel(), observed.ravel().astype(np.float64)
    order = np.argsort(flat, kind="stable")
    result = []
    for rows in np.array_split(order, min(count, order.size)):
        off = true[rows] - flat[rows]
        residual = off - off.mean()
        # Outcomes of one study are shared by its states, so their residuals are summed before they are squared.
        clustered = np.bincount(study[rows], weights=residual, minlength=len(stated))
        error = float(np.sqrt(np.square(clustered).sum())) / rows.size
        result.append(Bin(rows.size, float(flat[rows].mean()), float(true[rows].mean()), error))
    return tuple(result)


def chance_bins(played: Sequence[StatedChances]) -> tuple[Bin, ...]:
    """Compare the stated chances of all distances and stages with the shares of states in which they came true."""
    chance = np.array([one.chance for one in played])
    within = np.array([one.loss[:, None] <= np.array(POINTS) for one in played])
    return bins(chance.reshape(len(played), -1), within.reshape(len(played), -1))


def stake_bins(played: Sequence[StatedChances]) -> tuple[Bin, ...]:
    """Compare the stated values of perfect information with the true losses."""
    return bins(np.array([one.stake for one in played]), np.array([one.loss for one in played]))


def stops(played: Sequence[StatedChances]) -> Iterator[StopSummary]:
    """Yield the summary of each of `RULES`."""
    for r, text in enumerate(RULES):
        rule = rule_syntax.parse(text)
        stopped = np.array([one.stopped[r] for one in played])
        loss = np.array([one.loss_then[r] for one in played])[stopped >= 0]
        if not loss.size:
            yield StopSummary(text, len(played), 0, None, None, None, None, None, holds=True)
            continue
        within = distance(rule)
        mean, error = mean_and_error(loss)
        wrong, far = float((loss > within).mean()), float((loss > 3.0 * within).mean())
        right = mean <= within + 2.0 * (error or 0.0)
        # A share of exactly 1 - L passes, whatever the last bit of the difference is.
        holds = wrong <= 1.0 - rule.level + 1e-9 if isinstance(rule, WithinOfBest) else right
        n = float(stopped[stopped >= 0].mean())
        yield StopSummary(text, len(played), loss.size, n, mean, error, wrong, far, holds)


def groups(
    settings: Sequence[ChanceSetting], results: Sequence[Result]
) -> Iterator[tuple[str, str, list[StatedChances]]]:
    """Yield (terms, truths, studies): all settings with truths from the prior together, others by kind of truth."""
    keys = dict.fromkeys((one.terms, one.truth) for one in settings)
    for terms, truth in keys:
        at = {c for c, one in enumerate(settings) if (one.terms, one.truth) == (terms, truth)}
        yield terms, truth, [one.played for one in results if one.contest in at]


def certificate(settings: Sequence[ChanceSetting], results: Sequence[Result], seed: int) -> ChanceCertificate:
    """Return the certificate of the stated chances; `seed` is that of the first study of each setting."""
    policy = {one.terms: one.contest.players[0].policy for one in settings}
    compared = tuple(
        ChanceBin(terms, truth, one.states, one.stated, one.observed, one.error, policy[terms])
        for terms, truth, played in groups(settings, results)
        for one in chance_bins(played)
    )
    studies = len(results) // max(len(settings), 1)
    return ChanceCertificate(__version__, kernels.BELIEF_VERSION, seed, studies, compared)


CHANCES_HEADER = (
    "terms", "truths", "quantity", "bin", "states", "stated", "observed", "difference", "standard_error", "holds",
)  # fmt: skip
STOPS_HEADER = (
    "terms", "truths", "attributes", "intercept", "rule", "studies", "stopped", "mean_n", "mean_loss",
    "standard_error_loss", "share_above_limit", "share_above_three_limits", "holds",
)  # fmt: skip


def chance_rows(settings: Sequence[ChanceSetting], results: Sequence[Result]) -> Iterator[tuple[Cell, ...]]:
    """Yield the rows of ``chances.csv``: stated and observed values in bins; no verdict in bins of few states."""
    for terms, truth, played in groups(settings, results):
        for quantity, compared in (("chance", chance_bins(played)), ("at stake", stake_bins(played))):
            for number, one in enumerate(compared, 1):
                off = one.observed - one.stated
                holds: Cell = None
                if quantity == "chance" and one.states >= ENOUGH:
                    holds = "yes" if abs(off) <= HOLDS else "no"
                yield (
                    terms, truth, quantity, number, one.states, one.stated, one.observed, off, one.error, holds,
                )  # fmt: skip


def stop_rows(settings: Sequence[ChanceSetting], results: Sequence[Result]) -> Iterator[tuple[Cell, ...]]:
    """Yield the rows of ``stops.csv``: every rule in every setting."""
    for c, setting in enumerate(settings):
        for one in stops([result.played for result in results if result.contest == c]):
            yield (
                setting.terms, setting.truth, setting.attributes, setting.intercept, one.rule, one.studies,
                one.stopped, one.mean_n, one.loss, one.error, one.wrong, one.far, "yes" if one.holds else "no",
            )  # fmt: skip
