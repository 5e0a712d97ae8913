"""One player at work in one world: what it has learnt, chooses and recommends."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kgdesk.model import policies
from kgdesk.model.average import AverageBelief
from kgdesk.model.belief import MomentBelief, posterior
from kgdesk.model.logodds import kappa_score
from kgdesk.model.stopping import Progress

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kgdesk.model.believing import Belief
    from kgdesk.rehearsal.contest import Contest, World
    from kgdesk.rehearsal.players import Player

    Array = NDArray[np.float64]
    Rows = NDArray[np.int64]

# Scores closer than this share of the largest are told apart by the exact probability, as in the sweep.
_TIE = 1e-9


class Seat:
    """One player in one world: what it has learnt so far.

    Parameters
    ----------
    contest, player, world
        Its place; free examples and past outcomes are learnt at once.
    """

    def __init__(self, contest: Contest, player: Player, world: World) -> None:
        self._contest = contest
        self._rule = policies.policy(player.policy)
        self._seed = world.seed
        self._rows: list[int] = contest.past_rows.tolist()
        self._y: list[float] = contest.past_y.tolist()
        self._prior = contest.prior(player.belief, player.terms)
        own = contest.sees(player.terms)
        whole = own.size == contest.X.shape[1]
        self._X = contest.X if whole else np.ascontiguousarray(contest.X[:, own])
        self._prior_precision = contest.precision_of(player.terms)
        for row in world.free:
            self._rows.append(row)
            self._y.append(float(world.outcome[0, row]))
        rows = np.array(self._rows, dtype=np.int64)
        y = np.array(self._y)
        self._belief = posterior(self._prior, self._X[rows], y)
        self._common = _one_pass(contest, rows, y)
        self._up = np.bincount(rows[y > 0], minlength=len(contest.X)).astype(np.float64)
        self._down = np.bincount(rows[y < 0], minlength=len(contest.X)).astype(np.float64)
        self.situation = self._look(1)

    def _look(self, coming: int) -> policies.Situation:
        return policies.Situation(
            belief=self._belief,
            X=self._X,
            successes=self._up,
            failures=self._down,
            prior_precision=self._prior_precision,
            coming=coming,
            budget=self._contest.budget,
            rng=policies.generator(self._seed, len(self._rows), 0),
        )

    @property
    def progress(self) -> Progress:
        """What a stopping rule may look at; its draws are those of this world and of this number of outcomes."""
        return Progress(self.situation, seed=(self._seed, len(self._rows)))

    def choose(self) -> int:
        """Return the row to measure next."""
        return policies.choose(self._rule.scores(self.situation), self.situation.rng)

    def learn(self, row: int, y: float) -> None:
        """Take one outcome in; what only the situation before it knows is dropped."""
        self._rows.append(row)
        self._y.append(y)
        (self._up if y > 0 else self._down)[row] += 1.0
        x = self._contest.X[row]
        if self._belief.kind == "moments":
            self._belief = posterior(self._prior, self._X[self._rows], np.array(self._y))
        else:
            self._belief = self._belief.updated(self._X[row], int(y))
        self._common = self._common.updated(x, int(y))
        self.situation = self._look(self.situation.coming + 1)

    def recommended(self) -> tuple[int, int, int]:
        """Return the rows that the own belief recommends, predictive and plugin, and that of the common belief."""
        X = self._contest.X
        mu, s2 = self.situation.moments
        return (
            predictive(self._belief, self._X, mu, s2),
            int(np.argmax(mu)),
            predictive(self._common, X, *self._common.moments(X)),
        )


def _one_pass(contest: Contest, rows: Rows, y: Array) -> MomentBelief:
    belief = MomentBelief(contest.prior_mean, np.diag(1.0 / contest.prior_precision))
    for row, sign in zip(rows, y, strict=True):
        belief = belief.updated(contest.X[row], int(sign))
    return belief


def predictive(belief: Belief, X: Array, mu: Array, s2: Array) -> int:
    """Return the row with the largest predicted probability, found as the sweep finds it."""
    score = belief.score(X) if isinstance(belief, AverageBelief) else kappa_score(mu, s2)
    best = int(np.argmax(score))
    if belief.kind != "moments":
        return best
    near = np.flatnonzero(score >= score[best] - _TIE * abs(score[best]))
    return best if near.size == 1 else int(near[np.argmax(belief.predict(X[near]))])
