"""The claims of Section 4 of the paper, each with the numbers (figures) that are measured for it and a verdict.

A claim about the behaviour of the knowledge gradient (Section 4.1) is measured on the synthetic pool of two attributes,
a claim about other policies (Section 4.2) on the nine pools of the paper's comparison. A verdict follows from the
measured figure, its standard error and a limit alone: see `Measured.verdict`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from kgdesk.paper.experiment import KG
from kgdesk.rehearsal.contest import draw_world
from kgdesk.rehearsal.scores import mean_and_error
from kgdesk.rehearsal.simulation import Agent
from kgdesk.rehearsal.truths import chances
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from kgdesk.rehearsal.contest import Contest
    from kgdesk.rehearsal.engine import Result
    from kgdesk.rehearsal.scores import Board

    Array = NDArray[np.float64]

#: Pool of Section 4.1; the others are those of Section 4.2.
BEHAVIOUR_POOL = "synthetic-2"
#: Numbers of measurements that count as early; number of them after which the absolute error is measured.
EARLY = (5, 10)
AFTER = 6
#: Verdicts, as in claims.csv.
HOLDS, FAILS, OPEN = "holds", "does not hold", "not decided"
#: Opportunity cost below which it counts as 0 after many measurements.
ZERO = 0.005
_RULES = ("plugin", "predictive")
_RANDOM = "random/diagonal"
_VARYING = ("most-uncertain/diagonal", "fisher/diagonal", "logistic-bound/diagonal")
_STABLE = ("disc/diagonal", _RANDOM)


@dataclass(frozen=True)
class Measured:
    """One number that is measured for a claim.

    Parameters
    ----------
    claim
        Code of the claim; see `kgdesk.paper.claims_report.QUOTES`.
    what
        What is measured, as a phrase.
    rule
        ``plugin`` or ``predictive``; empty if the figure does not depend on the recommendation.
    figure, error
        Mean over the runs and its standard error; the error is None for a count and for a single run.
    limit
        Limit of the figure according to the claim.
    above
        Whether the figure is above the limit according to the claim, and not below.
    unit
        ``share``, ``cost`` (both in 0..1) or ``count``.
    """

    claim: str
    what: str
    rule: str
    figure: float
    error: float | None
    limit: float
    above: bool = True
    unit: str = "cost"

    @property
    def verdict(self) -> str:
        """`HOLDS` or `FAILS` if the figure differs from the limit by more than two standard errors, else `OPEN`."""
        lead = self.figure - self.limit if self.above else self.limit - self.figure
        if self.error is None:
            return HOLDS if lead > 0.0 else FAILS
        if abs(lead) <= 2.0 * self.error:
            return OPEN
        return HOLDS if lead > 0.0 else FAILS


def evaluate_claims(board: Board, long_board: Board | None = None) -> tuple[Measured, ...]:
    """Measure all claims.

    Parameters
    ----------
    board
        Results of the experiment as printed; claims about players or pools that are missing are left out.
    long_board
        Results with many measurements, if there are any.
    """
    measured: list[Measured] = []
    for c, contest in enumerate(board.contests):
        if contest.pool == BEHAVIOUR_POOL:
            measured += _behaviour(board, c)
    measured += [one for rule in _RULES for one in _Comparison.of(board, rule).measured()]
    if long_board is not None:
        measured += [one for rule in _RULES for one in _to_zero(long_board, rule)]
    return tuple(measured)


def _player_index(contest: Contest, name: str) -> int:
    return [player.name for player in contest.players].index(name)


def _mean(claim: str, what: str, rule: str, values: Array, limit: float, **more: bool | str) -> Measured:
    """Return the measured mean of values (runs,), one per run."""
    return Measured(claim, what, rule, *mean_and_error(values), limit, **more)  # type: ignore[arg-type]


def _behaviour(board: Board, c: int) -> Iterator[Measured]:
    """Measure the claims about the knowledge gradient itself (Section 4.1)."""
    contest = board.contests[c]
    p = _player_index(contest, KG)
    runs = [_observed_run(contest, result, p) for result in board.results if result.contest == c]
    first, three, after = (min(n, contest.budget) for n in (4, 3, AFTER))
    outer = phrase("the fifth of the alternatives that is nearest to the boundary")
    yield _mean(
        "boundary",
        phrase(
            "share of the first {n} measurements in {where} (drawn at random: a fifth)", n=first, where=outer
        ),
        "",
        np.array([run.outer[:first].mean() for run in runs]),
        0.5,
        unit="share",
    )
    yield _mean(
        "boundary",
        phrase("share of all {n} measurements in {where}", n=contest.budget, where=outer),
        "",
        np.array([run.outer.mean() for run in runs]),
        0.5,
        unit="share",
    )
    what = phrase("share of the runs in which the true best is in {where}", where=outer)
    yield _mean("maximum", what, "", np.array([run.best_outer for run in runs]), 0.5, unit="share")
    what = phrase(
        "share of the runs in which the first {n} measurements are of different alternatives", n=three
    )
    different = np.array([len(set(run.rows[:three].tolist())) == three for run in runs], dtype=np.float64)
    yield _mean("different", what, "", different, 0.5, unit="share")
    for rule in _RULES:
        costs: Array = getattr(board, rule)[c][:, p]
        what = phrase("share of the runs in which the true best is recommended after {n}", n=three)
        best = (costs[:, three] == 0.0).astype(np.float64)
        yield _mean("three", what, rule, best, 0.5, unit="share")
        what = phrase("mean opportunity cost after {n} measurements", n=three)
        yield _mean("three", what, rule, costs[:, three], 0.05, above=False)
        error = np.array([run.errors[rule] for run in runs])
        what = phrase("mean error of the probability of the true best after {n} measurements", n=after)
        yield _mean("error", what, rule, error[:, 0], 0.1, above=False)
        what = phrase("that error minus the mean error over all alternatives after {n} measurements", n=after)
        yield _mean("error", what, rule, error[:, 0] - error[:, 1], 0.0, above=False)


@dataclass(frozen=True, eq=False)
class _Run:
    """One run of the paper's policy on the pool of Section 4.1.

    `rows` are the measured rows (n,). `outer` is 1 for each row in the outer fifth of the pool, by its largest absolute
    attribute. `errors` has, by rule, the error of the probability of the true best, and the mean error over all rows.
    """

    rows: NDArray[np.int64]
    outer: Array
    best_outer: float
    errors: dict[str, tuple[float, float]]


def _observed_run(contest: Contest, result: Result, p: int) -> _Run:
    own = contest.in_run(result.seed)
    rows = result.played.measured[p]
    reach = np.abs(own.X[:, 1:]).max(axis=1)
    outer = (reach >= np.quantile(reach, 0.8)).astype(np.float64)
    world = draw_world(own, result.seed)
    after = min(AFTER, contest.budget)
    agent = Agent(own, own.players[p], world)
    for n, row in enumerate(rows[:after].tolist(), 1):
        agent.learn(row, float(world.outcome[n, row]))
    believed = {
        "plugin": chances(agent.context.moments[0]),
        "predictive": agent.context.belief.predict(own.X),
    }
    best = int(world.chance[after].argmax())
    errors = {}
    for rule, probability in believed.items():
        error = np.abs(probability - world.chance[after])
        errors[rule] = (float(error[best]), float(error.mean()))
    return _Run(rows, outer[rows], float(outer[best]), errors)


@dataclass(frozen=True, eq=False)
class _Comparison:
    """Comparison of the policies (Section 4.2) by one rule of recommending.

    `costs` are the opportunity costs (pools, runs, P, budget + 1), `names` the players.
    """

    rule: str
    costs: Array
    names: tuple[str, ...]

    @classmethod
    def of(cls, board: Board, rule: str) -> _Comparison:
        """Return the costs by this rule on all pools but that of Section 4.1, or on that one if there is no other."""
        by_contest: tuple[Array, ...] = getattr(board, rule)
        both = zip(board.contests, by_contest, strict=True)
        compared = [costs for contest, costs in both if contest.pool != BEHAVIOUR_POOL] or list(by_contest)
        return cls(rule, np.array(compared), tuple(player.name for player in board.contests[0].players))

    def measured(self) -> Iterator[Measured]:
        """Yield the numbers for all claims whose players take part."""
        rivals = [name for name in self.names if name != KG]
        if not rivals:
            return
        yield from self._ahead(rivals)
        yield from self._varying()
        yield from self._stable()
        early = self._stages()[0]
        for name in (name for name in rivals if name != _RANDOM):
            what = phrase(
                "{player}: mean cost after {early} measurements minus after {late}",
                player=name,
                early=early,
                late=self._last,
            )
            cost = self._cost(name).mean(axis=0)
            yield _mean("enhanced", what, self.rule, cost[:, early] - cost[:, -1], 0.0)

    @property
    def _last(self) -> int:
        return int(self.costs.shape[-1]) - 1

    def _stages(self) -> list[int]:
        return sorted({min(n, self._last) for n in EARLY} | {self._last})

    def _cost(self, name: str) -> Array:
        """Return the costs of a player, (pools, runs, budget + 1)."""
        cost: Array = self.costs[:, :, self.names.index(name)]
        return cost

    def _ahead(self, rivals: list[str]) -> Iterator[Measured]:
        leads = {name: self._cost(name) - self._cost(KG) for name in rivals}
        every = np.mean(list(leads.values()), axis=(0, 1))
        for n in self._stages():
            signs = [_sign(values[:, n]) for lead in leads.values() for values in lead]
            what = phrase(
                "share of the {count} pairs of pool and rival with KG ahead by more than two standard errors after "
                "{n} measurements",
                count=len(signs),
                n=n,
            )
            yield Measured("most", what, self.rule, signs.count(1) / len(signs), None, 0.5, unit="share")
            what = phrase("mean cost of the rivals minus that of KG after {n} measurements", n=n)
            yield _mean("most", what, self.rule, every[:, n], 0.0)
            for name, lead in leads.items():
                what = phrase("{player}: mean cost minus that of KG after {n} measurements", player=name, n=n)
                yield _mean("rivals", what, self.rule, lead.mean(axis=0)[:, n], 0.0)
        early = self._stages()[0]
        what = phrase(
            "lead of KG after {early} measurements minus that after {late}", early=early, late=self._last
        )
        yield _mean("early", what, self.rule, every[:, early] - every[:, -1], 0.0)
        for n in sorted({min(n, self._last) for n in EARLY}):
            best = min(rivals, key=lambda name, n=n: float(self._cost(name)[:, :, n].mean()))  # type: ignore[misc]
            what = phrase("{player}, the best rival: mean cost minus that of KG after {n}", player=best, n=n)
            yield _mean("small", what, self.rule, leads[best].mean(axis=0)[:, n], 0.0)

    def _curves(self) -> Array:
        """Return the mean cost over all measurements, (pools, runs, P)."""
        mean: Array = self.costs[..., 1:].mean(axis=-1)
        return mean

    def _varying(self) -> Iterator[Measured]:
        if _RANDOM not in self.names:
            return
        curves = self._curves()
        for name in (name for name in _VARYING if name in self.names):
            lead = curves[:, :, self.names.index(_RANDOM)] - curves[:, :, self.names.index(name)]
            signs = [_sign(values) for values in lead]
            count = len(signs)
            what = phrase(
                "{player}: of {count} pools, those clearly ahead of random", player=name, count=count
            )
            yield Measured("varying", what, self.rule, signs.count(1), None, 1.0, unit="count")
            what = phrase("{player}: of {count} pools, those clearly behind random", player=name, count=count)
            yield Measured("varying", what, self.rule, signs.count(-1), None, 1.0, unit="count")

    def _stable(self) -> Iterator[Measured]:
        others = [self.names.index(name) for name in _VARYING if name in self.names]
        curves = self._curves()
        over = curves - curves.mean(axis=2, keepdims=True)
        for name in (name for name in _STABLE if name in self.names):
            p = self.names.index(name)
            what = phrase("{player}: mean cost of the curve minus that of all policies", player=name)
            yield _mean("stable", what, self.rule, over[:, :, p].mean(axis=0), 0.0, above=False)
            if others and len(over) > 1:

                def spread(mean: Array, p: int = p) -> float:
                    """Return the spread over the pools of one player minus the mean of the others."""
                    each = mean.std(axis=0, ddof=1)
                    return float(each[p] - each[others].mean())

                what = phrase(
                    "{player}: spread of that over the pools, minus that of the three above", player=name
                )
                yield Measured("stable", what, self.rule, *_jackknife(over, spread), 0.0, above=False)


def _sign(values: Array) -> int:
    """Return the sign of the mean of values (runs,), 1 or -1; 0 if it is within two standard errors of 0."""
    mean, error = mean_and_error(values)
    if error is None or abs(mean) <= 2.0 * error:
        return 0
    return 1 if mean > 0.0 else -1


def _jackknife(values: Array, statistic: Callable[[Array], float]) -> tuple[float, float | None]:
    """Return a statistic of the mean over the runs of values (pools, runs, P), and its jackknife standard error."""
    runs = values.shape[1]
    mean = values.mean(axis=1)
    if runs < 2:
        return statistic(mean), None
    without = np.array([statistic((runs * mean - values[:, r]) / (runs - 1)) for r in range(runs)])
    return statistic(mean), float(np.sqrt((runs - 1) / runs * ((without - without.mean()) ** 2).sum()))


def _to_zero(board: Board, rule: str) -> Iterator[Measured]:
    """Measure the mean cost of the knowledge gradient after many measurements."""
    by_contest: tuple[Array, ...] = getattr(board, rule)
    for contest, costs in zip(board.contests, by_contest, strict=True):
        values = costs[:, _player_index(contest, KG), -1]
        what = phrase(
            "{pool}: mean opportunity cost after {n} measurements", pool=contest.pool, n=contest.budget
        )
        yield _mean("zero", what, rule, values, ZERO, above=False)
        what = phrase("{pool}: share of the runs that end at the true best", pool=contest.pool)
        yield _mean("zero", what, rule, (values == 0.0).astype(np.float64), 0.9, unit="share")
