"""scikit-learn's logistic regression as a player.

Run by `peers.py` in the peers' own environment, where kgdesk is not installed; answers on standard output.
"""

from __future__ import annotations

import sys
import time
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Any

_BEGAN = time.perf_counter()
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import numpy as np  # noqa: E402
from sklearn.linear_model import LogisticRegression  # noqa: E402

_IMPORTED = time.perf_counter() - _BEGAN

from peers.game import World, serve  # noqa: E402

if TYPE_CHECKING:
    from numpy.typing import NDArray

#: Method -> whether it measures at random.
METHODS = {"logistic-uncertainty": False, "random-logistic": True}


class Regression:
    """scikit-learn's logistic regression (its defaults), with uncertainty sampling or random measurements.

    Uncertainty sampling (Lewis and Gale 1994) measures the candidate whose probability is nearest to one half, among
    those not yet measured. Until both outcomes have been seen there is nothing to fit: then the random candidates of
    the world are measured, and the first success is recommended, or else a random candidate not yet measured.
    """

    faults = 0

    def __init__(self, world: World, *, random: bool) -> None:
        self._world, self._random = world, random
        self._drawn = iter(world.drawn.tolist())
        self._rows: list[int] = []
        self._y: list[int] = []
        self._model: Any = None
        self.modelled = False
        for row in world.free.tolist():
            self.learn(row, int(world.outcome[0, row]))

    def suggest(self) -> int:
        """Return the most uncertain candidate, or a random one."""
        drawn = next(self._drawn)
        self.modelled = self._model is not None
        if self._random or self._model is None:
            return drawn
        away = np.abs(self._chances() - 0.5)
        away[self._rows] = np.inf
        return int(np.argmin(away))

    def learn(self, row: int, y: int) -> None:
        """Fit anew to all outcomes."""
        self._rows.append(row)
        self._y.append(y)
        if len(set(self._y)) == 2:
            self._model = LogisticRegression().fit(self._world.attributes[self._rows], self._y)

    def recommend(self) -> dict[str, int]:
        """Return the candidate with the largest predicted probability."""
        if self._model is not None:
            return {"own": int(np.argmax(self._chances()))}
        if 1 in self._y:
            return {"own": self._rows[self._y.index(1)]}
        fresh = np.setdiff1d(np.arange(len(self._world.chance)), self._rows)
        rng = np.random.default_rng((self._world.seed, len(self._rows)))
        return {"own": int(rng.choice(fresh))}

    def _chances(self) -> NDArray[np.float64]:
        chances: NDArray[np.float64] = self._model.predict_proba(self._world.attributes)[:, 1]
        return chances


def _player(method: str, world: World) -> Regression:
    return Regression(world, random=METHODS[method])


if __name__ == "__main__":
    serve(_player, _IMPORTED, {name: metadata.version(name) for name in ("scikit-learn", "numpy")})
