"""Gain of all runs of a batch together, with linearised outcomes."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from kgdesk.model.beliefs.log_odds import expit

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kgdesk.model.policies import PolicyContext

    Array = NDArray[np.float64]

    Rows = NDArray[np.int64]


#: Numbers of rows that can become the best, of draws of earlier outcomes, of rows on the list of a large pool, and of
#: picks from one list.
_LEADERS, _DRAWS, _SCREENED, _FRESH = 64, 32, 1024, 32


#: Gauss-Hermite nodes and weights for the outcome of the next pick.
_NODES = ((-math.sqrt(3.0), 1.0 / 6.0), (0.0, 2.0 / 3.0), (math.sqrt(3.0), 1.0 / 6.0))


class JointGain:
    """Expected gain in the best predicted probability by all runs of a growing batch, with linearised outcomes.

    A run at x is treated as a measurement of w.x with the variance 1/c, c the mean of s(w.x) s(-w.x) under the present
    belief (the kappa form). Then the covariance S of the weights after the runs does not depend on their outcomes, and
    the means after them are normal. This is the preposterior of the correlated knowledge gradient (Frazier, Powell and
    Dayanik, INFORMS J. on Computing 21, 2009), here for several runs. Outcomes of earlier picks are drawn; that of the
    next one is integrated by three nodes. The gain is positive for every row that moves a prediction, also where no
    single outcome changes the best. O(96 x 64) per row and pick, plus O(d + n) after n picks.

    Parameters
    ----------
    seen
        The present state of the study, without open runs.
    rng
        Draws the outcomes of the picks.
    """

    def __init__(self, seen: PolicyContext, rng: np.random.Generator) -> None:
        self._rng = rng
        mu, s2 = seen.moments
        kappa = 1.0 / np.sqrt(1.0 + np.pi / 8.0 * s2)
        p = expit(mu * kappa)
        self._noise = 1.0 / np.maximum(kappa * p * (1.0 - p), 1e-12)
        at = np.flatnonzero(seen.can_be_best)
        upper_score = (mu[at] + 2.0 * np.sqrt(s2[at])) * kappa[at]
        first = at[np.argsort(-upper_score, kind="stable")[: _LEADERS - 1]]
        now = at[np.argmax(mu[at] * kappa[at])]
        self._leaders = np.unique(np.append(first, now))
        # The deviation of a leader is one of the weights; that of another row acts as noise of a run of it.
        wide = seen.with_deviations_of(self._leaders)
        self._context, own, rows = wide, wide.own_variance, np.arange(len(mu))
        self._to_leaders = wide.covariance_between(rows, self._leaders).T
        self._variance, self._noise = s2 - own, self._noise + own
        self._moved: list[Array] = []
        self._means = np.repeat(mu[self._leaders][:, None], _DRAWS, axis=1)
        self._start = self.value = self._now()

    @property
    def gain(self) -> float:
        """Gain by all picks so far, in 0..1."""
        return self.value - self._start

    def gains(self, rows: Rows) -> Array:
        """Return the further gain (len(rows),) by one more run, at each of some rows."""
        value = np.empty(len(rows))
        for part in np.array_split(np.arange(len(rows)), max(1, -(-len(rows) // _SCREENED))):
            moves, spread = self._moves(rows[part])
            total = np.zeros(len(part))
            scaled = moves / spread
            for means in self._means.T:
                base = means[:, None] / spread
                for node, weight in _NODES:
                    total += weight * expit((base + node * scaled).max(axis=0))
            value[part] = total / _DRAWS - self.value
        return value

    def add(self, row: int) -> None:
        """Add a run at a row: draw its outcome, and reduce the covariance."""
        moves, _ = self._moves(np.array([row]))
        every = np.arange(len(self._variance))
        shared = self._context.covariance_between(every, np.array([row]))[:, 0]
        for moved in self._moved:
            shared = shared - moved[row] * moved
        moved = shared / math.sqrt(self._variance[row] + self._noise[row])
        self._moved.append(moved)
        self._to_leaders = self._to_leaders - np.outer(moved[self._leaders], moved)
        self._variance = np.maximum(self._variance - moved * moved, 0.0)
        half = self._rng.standard_normal(_DRAWS // 2)
        drawn = np.concatenate([half, -half])
        self._means = self._means + moves[:, :1] * self._rng.permutation(drawn)[None, :]
        self.value = self._now()

    def _moves(self, rows: Rows) -> tuple[Array, Array]:
        """Return two (L, R) arrays about the leaders after a run at each row.

        The standard deviation of the mean of w.x_l, and sqrt(1 + pi/8 var), which divides that mean in the score.
        """
        noisy = self._variance[rows] + self._noise[rows]
        moves = self._to_leaders[:, rows] / np.sqrt(noisy)
        left = self._variance[self._leaders][:, None] - moves**2
        return moves, np.sqrt(1.0 + np.pi / 8.0 * np.maximum(left, 0.0))

    def _now(self) -> float:
        variance = self._variance[self._leaders]
        scores = self._means / np.sqrt(1.0 + np.pi / 8.0 * variance)[:, None]
        return float(expit(scores.max(axis=0)).mean())


class RowShortlist:
    """Rows of a pool that gained most when all were last evaluated; for most picks only these are evaluated again.

    Parameters
    ----------
    joint
        Gain of the batch.
    """

    def __init__(self, joint: JointGain) -> None:
        self._joint = joint
        self._rows: Rows = np.empty(0, dtype=np.int64)
        self._left = 0

    def gains(self, is_open: NDArray[np.bool_]) -> Array:
        """Return the further gain (U,) by one more run of each open row; -inf for the rows that are not evaluated.

        These are all open rows at the first pick, after every `_FRESH` picks, and when no row on the list is open any
        more; otherwise those on the list.
        """
        gains = np.full(len(is_open), -np.inf)
        rows = self._rows[is_open[self._rows]]
        if not self._left or not rows.size:
            rows = np.flatnonzero(is_open)
            gains[rows] = self._joint.gains(rows)
            self._rows = rows[np.argsort(-gains[rows], kind="stable")[:_SCREENED]]
            self._left = _FRESH
        else:
            gains[rows] = self._joint.gains(rows)
        self._left -= 1
        return gains
