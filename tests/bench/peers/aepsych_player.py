"""AEPsych as a player.

Run by `peers.py` in the peers' own environment, where kgdesk is not installed; answers on standard output.
"""

from __future__ import annotations

import logging
import sys
import time
import warnings
from importlib import metadata
from pathlib import Path
from typing import Any

_BEGAN = time.perf_counter()
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import numpy as np  # noqa: E402
import torch  # noqa: E402
from aepsych.acquisition.objective import ProbitObjective  # noqa: E402
from aepsych.generators import AcqfGridSearchGenerator, SobolGenerator  # noqa: E402
from aepsych.generators.base import AEPsychGenerator  # noqa: E402
from aepsych.models import GPClassificationModel  # noqa: E402
from aepsych.strategy import Strategy  # noqa: E402
from botorch.acquisition import qLogNoisyExpectedImprovement  # noqa: E402
from linear_operator.utils.errors import NanError, NotPSDError  # noqa: E402

_IMPORTED = time.perf_counter() - _BEGAN

from peers.game import World, serve  # noqa: E402

#: First measurements of AEPsych's example for optimisation, its configs/nonmonotonic_optimization_example.ini:
#: `min_asks` of init_strat. Its opt_strat has 20, so that the example plans 30 measurements in all.
FIRST = 10
#: How often it fits from scratch, from the same file.
REFIT_EVERY = 5
#: Method -> first measurements; a shorter start than its example's may suit what is scored early.
METHODS = {"aepsych": FIRST, "aepsych-5": 5}


class _Candidates(AEPsychGenerator):  # type: ignore[misc]
    """The pool as AEPsych's grid: every candidate, in order."""

    _requires_model = False

    def __init__(self, points: torch.Tensor) -> None:
        super().__init__()
        self._points = points

    def gen(self, *_: Any, **__: Any) -> torch.Tensor:
        """Return the pool (U, k), however many points are wanted."""
        return self._points


class AEPsych:
    """AEPsych as its example configuration for optimisation has it, choosing among the candidates of the pool.

    Attributes are scaled to [0, 1] over the pool, as AEPsych scales its parameters. First come Sobol points, each
    replaced by the nearest candidate not yet measured, until both outcomes were seen (its default); then
    qLogNoisyExpectedImprovement of the success probability, evaluated at every candidate by AEPsych's own grid search,
    whose grid is the pool. A candidate may be measured again.
    """

    def __init__(self, world: World, first: int) -> None:
        torch.manual_seed(world.seed)
        low, high = world.attributes.min(axis=0), world.attributes.max(axis=0)
        self._x = (world.attributes - low) / (high - low)
        self._pool = torch.tensor(self._x)
        d = self._x.shape[1]
        ends = torch.zeros(d), torch.ones(d)
        search = AcqfGridSearchGenerator(
            *ends,
            acqf=qLogNoisyExpectedImprovement,
            acqf_kwargs={"objective": ProbitObjective()},
            samps=len(self._x),
            grid_generator=_Candidates(self._pool),
        )
        sobol = SobolGenerator(*ends, d, seed=world.seed)
        self._begin = Strategy(sobol, *ends, ["binary"], min_asks=first)
        self._go_on = Strategy(
            search,
            *ends,
            ["binary"],
            model=GPClassificationModel(dim=d, inducing_size=100),
            refit_every=REFIT_EVERY,
            min_asks=20,
        )
        self._rng = np.random.default_rng((world.seed, 13))
        self._rows: list[int] = []
        self.modelled, self.faults = False, 0
        for row in world.free.tolist():
            self.learn(row, int(world.outcome[0, row]))

    def suggest(self) -> int:
        """Return the next candidate: of the Sobol start, or the best by the acquisition function."""
        self.modelled = self._begin.finished
        if not self.modelled:
            away = ((self._x - self._begin.gen(1).numpy()) ** 2).sum(axis=1)
            away[self._rows] = np.inf
            return int(np.argmin(away))
        try:
            point = self._go_on.gen(1).detach().reshape(-1).numpy()
            return int(np.flatnonzero((self._x == point).all(axis=1))[0])
        except (RuntimeError, ValueError, NanError, NotPSDError):
            self.faults += 1
            return int(self._rng.integers(len(self._x)))

    def learn(self, row: int, y: int) -> None:
        """Hand over one outcome; the model is fitted when it is next needed."""
        self._rows.append(row)
        for strategy in (self._begin, self._go_on):
            strategy.add_data(self._pool[row : row + 1], torch.tensor([float(y > 0)]))

    def recommend(self) -> dict[str, int]:
        """Return the candidate with the largest predicted probability, and the one with the largest mean.

        AEPsych's own `get_max` takes the largest posterior mean.
        """
        chance, _ = self._go_on.predict(self._pool, probability_space=True)
        mean, _ = self._go_on.predict(self._pool)
        return {"own": int(chance.argmax()), "mean": int(mean.argmax())}


def _player(method: str, world: World) -> AEPsych:
    return AEPsych(world, METHODS[method])


if __name__ == "__main__":
    torch.set_num_threads(1)
    logging.disable(logging.WARNING)
    warnings.filterwarnings("ignore")
    packages = ("aepsych", "botorch", "gpytorch", "torch", "numpy")
    serve(_player, _IMPORTED, {name: metadata.version(name) for name in packages})
