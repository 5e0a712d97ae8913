"""Independent computation of all facts about one state of a study, from its log entries alone.

Brute force over both outcomes, all candidates, and all outcomes of the runs in progress. It shares no function with
the code under test.
"""

from __future__ import annotations

import math
from copy import copy
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from truth import rankings
from truth.beliefs import Mixture, expit
from truth.blocks import learnt_in_blocks
from truth.learning import learnt, prior
from truth.members import widened
from truth.values import learns, learnt_by_value

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray
    from truth.beliefs import Belief
    from truth.replay import Line, World

    Array = NDArray[np.float64]

REACH90 = 1.6448536269514722
#: Values that differ by less may be ordered either way.
NEAR = 1e-7


@dataclass(frozen=True)
class Branch:
    """One scenario of the runs in progress: its probability, belief and outcomes."""

    weight: float
    belief: Belief
    results: tuple[int, ...] = ()


@dataclass(frozen=True)
class Then:
    """State after one hypothetical outcome: its chance, the largest probability, the admissible best candidates."""

    chance: float
    value: float
    names: frozenset[str]
    own: float
    low: float
    high: float


def _distinct_below(X: Array, further: list[Array]) -> tuple[Array, list[int]]:
    """Return the rows X with the further ones below, each distinct row once, and the place of each further one."""
    rows, places = list(X), []
    for row in further:
        alike = [at for at, one in enumerate(rows) if np.allclose(one, row, rtol=0.0, atol=1e-12)]
        places.append(alike[0] if alike else len(rows))
        if not alike:
            rows.append(row)
    return np.array(rows), places


class Own:
    """Facts about one state of a study, computed independently.

    Parameters
    ----------
    world
        The state folded from the entries.
    """

    def __init__(self, world: World) -> None:
        self.world, self.design, self.stock = world, world.design, world.stock
        self.plain = self.design.X
        really = [run for run in world.took_place if run.really]
        set_rows = [world.row_set(run) for run in really]
        #: Rows of the pool, and below them those of the values that were really set; equal ones once.
        every, where = _distinct_below(self.plain, set_rows)
        self._where = {run.seq: row for run, row in zip(really, where, strict=True)}
        self._seen_design = copy(self.design)
        self._seen_design.X = every
        self._wide = every
        if world.settings.get("terms", "").startswith("average"):
            self._wide = widened(every, self.design.features)
        self.X = self._wide[: len(self.plain)]
        self.at = np.flatnonzero(self.stock.in_stock)
        self._after: dict[tuple[str, int], Then] = {}
        self._several: dict[tuple[str, int], Array] = {}
        self.place = {name: int(row) for name, row in zip(world.ids, self.design.row_of, strict=True)}

    @cached_property
    def outcomes(self) -> tuple[list[int], list[int]]:
        """Rows and outcomes, +1 or -1, of the valid runs with the values of their candidates, in order."""
        valid = [run for run in self.world.valid if not run.really]
        return [self.place[run.candidate] for run in valid], [
            1 if run.outcome == "success" else -1 for run in valid
        ]

    def observed(self, runs: list[Line]) -> tuple[list[int], list[int]]:
        """Rows, with the values that were really set, and outcomes of runs in order."""
        rows = [self._where[run.seq] if run.really else self.place[run.candidate] for run in runs]
        return rows, [1 if run.outcome == "success" else -1 for run in runs]

    def believed(self, kind: str = "", *, present: bool = False) -> Belief:
        """Return the posterior belief, of another kind if `kind` is not empty.

        It is that in a new block or, if `present`, in the block of the next run.
        """
        before = prior(self.world.settings, self._seen_design, kind, self.world.earlier)
        if self.world.block_columns:
            return learnt_in_blocks(
                before, self._wide, *self.observed(self.world.valid), self.world, present=present
            )
        if learns(self.world, kind):
            rows, _ = self.observed(self.world.took_place)
            return learnt_by_value(before, self._seen_design.X, self._wide, rows, self.world)
        return learnt(before, self._wide, *self.observed(self.world.valid))

    @cached_property
    def belief(self) -> Belief:
        return self.believed()

    @cached_property
    def probability(self) -> Array:
        """(U,) predicted probability of success now."""
        return self.belief.predict(self.X)

    def range_of(self, row: int, belief: Belief | None = None) -> tuple[float, float]:
        low, high = (belief or self.belief).interval(self.X[row][None], REACH90)
        return float(low[0]), float(high[0])

    def leaders(self, belief: Belief) -> tuple[frozenset[str], float, frozenset[int]]:
        """Return the admissible best candidates in stock, their probability, and their rows."""
        score = belief.ranking(self.X[self.at])
        top = float(score.max())
        rows = self.at[score >= top - NEAR * max(1.0, abs(top))]
        value = float(belief.predict(self.X[rows]).max())
        return frozenset(self.stock.best[int(row)] for row in rows), value, frozenset(map(int, rows))

    @cached_property
    def best(self) -> tuple[frozenset[str], float, frozenset[int]]:
        return self.leaders(self.belief)

    def futures(self, belief: Belief) -> list[Branch]:
        """Return every scenario of the runs in progress, by the chain rule in start order."""
        branches = [Branch(1.0, belief)]
        for name in self.world.running:
            x = self.X[self.place[name]]
            grown = []
            for branch in branches:
                p = float(branch.belief.predict(x[None])[0])
                for y, chance in ((1, p), (-1, 1.0 - p)):
                    after = branch.belief.updated(x, y)
                    grown.append(Branch(branch.weight * chance, after, (*branch.results, y)))
            branches = grown
        return branches

    @cached_property
    def outlook(self) -> list[Branch]:
        return self.futures(self.belief)

    @cached_property
    def choosing(self) -> list[Branch]:
        """Scenarios under the belief by which a policy without a belief of its own chooses."""
        return self.futures(self.believed(present=True)) if self.world.block_columns else self.outlook

    @cached_property
    def gains(self) -> Array:
        """(U,) value of testing of every row, averaged over the runs in progress; 0 for rows that cannot be run."""
        values = np.zeros(len(self.X))
        stocked = self.X[self.at]
        values[self.at] = sum(branch.weight * branch.belief.gains(stocked) for branch in self.choosing)
        return np.where(self.stock.runs_left > 0, values, 0.0)

    @property
    def largest_gain(self) -> float:
        """Largest value of testing of the candidates that can be suggested now."""
        return (
            float(self.gains[self.stock.open].max(initial=0.0))
            if self.stock.exhausted
            else float(self.gains[self.stock.open].max())
        )

    def gain_of(self, candidate: str) -> float:
        """Return the value of testing of one run of any candidate, in stock or not."""
        row = self.place[candidate]
        if self.stock.runs_left[row] > 0:
            return float(self.gains[row])
        return float(self.several(candidate, 1)[0])

    def several(self, candidate: str, most: int) -> Array:
        """Return the value of 1..most runs of a candidate at once, averaged over the runs in progress."""
        asked = candidate, most
        if asked not in self._several:
            x, stocked = self.X[self.place[candidate]], self.X[self.at]
            worth = (
                branch.weight * branch.belief.several(stocked, x, range(1, most + 1))
                for branch in self.outlook
            )
            self._several[asked] = sum(worth, np.zeros(most))
        return self._several[asked]

    def after(self, candidate: str, y: int) -> Then:
        """Return the state after one outcome of a candidate, if it comes before those of the runs in progress."""
        if (candidate, y) not in self._after:
            self._after[candidate, y] = self._imagined(candidate, y)
        return self._after[candidate, y]

    def _imagined(self, candidate: str, y: int) -> Then:
        row = self.place[candidate]
        p = float(self.probability[row])
        belief = self.belief.updated(self.X[row], y)
        names, value, _ = self.leaders(belief)
        low, high = self.range_of(row, belief)
        own = float(belief.predict(self.X[row][None])[0])
        return Then(p if y > 0 else 1.0 - p, value, names, own, low, high)

    @cached_property
    def keeps_best(self) -> bool:
        """Whether no outcome of any run makes another candidate the best."""
        names = [self.stock.best[int(row)] for row in self.at if self.stock.runs_left[row] > 0]
        return all(self.best[0] & self.after(name, y).names for name in names for y in (1, -1))

    @cached_property
    def policy(self) -> tuple[str, str]:
        """Name of the policy, and kind of the belief that it uses."""
        rule, _, kind = str(self.world.settings["policy"]).partition("/")
        return rule, kind or str(self.world.settings["belief"])

    @property
    def chooses_by_own(self) -> bool:
        return self.policy[1] == self.world.settings["belief"]

    @cached_property
    def score(self) -> Array:
        """(U,) score of the policy, averaged over the runs in progress."""
        rule, kind = self.policy
        if rule == "kg" and self.chooses_by_own:
            return self.gains
        outlook = self.choosing if self.chooses_by_own else self.futures(self.believed(kind, present=True))
        return sum(branch.weight * rankings.score(rule, self, branch) for branch in outlook)

    @cached_property
    def suggestible(self) -> frozenset[str]:
        """Admissible suggestions: the best by the policy's scores; every open candidate if the policy is random."""
        return self._highest(np.flatnonzero(self.stock.open))

    def next_in_line(self, candidate: str) -> frozenset[str]:
        """Return the admissible runners-up: the highest-scored of the other alternatives."""
        others = self.stock.open.copy()
        others[self.place[candidate]] = False
        return self._highest(np.flatnonzero(others))

    def _highest(self, rows: NDArray[np.int64]) -> frozenset[str]:
        if self.policy[0] not in rankings.DRAWN and rows.size:
            score = self.score[rows]
            top = float(score.max())
            near = NEAR * max(1.0, abs(top))
            if self.belief.kind == "average" and rankings.by_draws(self.policy[0], self):
                near = max(near, 0.3 * top)  # both are estimates, from other draws
            rows = rows[score >= top - near]
        return frozenset(self.stock.next[int(row)] for row in rows)

    def stated_chances(self, draws: int, *seed: int) -> Array:
        """Return (draws, len(at)) success probabilities, drawn without the odds in favour of quadratic models."""
        belief = self.belief
        if isinstance(belief, Mixture):
            odds = min(max(2.0 ** ((int(self.design.higher.sum()) - 3) / 3.0), 1.0), 64.0)
            weights = belief.weights / np.where(np.array(belief.terms) == "quadratic", odds, 1.0)
            belief = replace(belief, weights=weights / weights.sum())
        weights = belief.draws(draws, np.random.default_rng(seed), self.X.shape[1])
        return expit(weights @ self.X[self.at].T)

    def perfect_information(self, draws: int = 4096) -> tuple[float, float]:
        """Return the value of perfect information with its standard error, from independent draws."""
        p = self.stated_chances(draws, len(self.world.log), 1)
        rows = sorted(self.best[2])
        chosen = int(np.flatnonzero(self.at == rows[0])[0])
        lost = p.max(axis=1) - p[:, chosen]
        return float(lost.mean()), float(lost.std() / math.sqrt(draws))


def at_work(path: Path) -> Own:
    """Return the state of a study file on disk."""
    from truth.replay import World, entries

    return Own(World(entries(path)))
