"""kgdesk as a player: its rehearsal's agent with the policies of new studies, and its beliefs on random measurements.

Run by `peers.py` in the project's interpreter; answers on standard output.
"""

from __future__ import annotations

import hashlib
import os
import sys
import time
from pathlib import Path

_BEGAN = time.perf_counter()
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import numba  # noqa: E402
import numpy as np  # noqa: E402

import kgdesk  # noqa: E402
from kgdesk.rehearsal.contest import World as OwnWorld  # noqa: E402
from kgdesk.rehearsal.simulation import Agent  # noqa: E402

_IMPORTED = time.perf_counter() - _BEGAN

from peers import worlds  # noqa: E402
from peers.game import World, serve  # noqa: E402

#: Method -> terms, and whether it measures at random.
METHODS = {
    "kgdesk-average": ("average", False),
    "kgdesk-linear": ("linear", False),
    "random-average": ("average", True),
}


class OwnPlayer:
    """kgdesk in one world.

    Parameters
    ----------
    method
        One of `METHODS`.
    world
        The world; refused if its attributes are not those that kgdesk makes of the pool.
    tables
        Folder of the UCI tables.
    """

    modelled, faults = True, 0

    def __init__(self, method: str, world: World, tables: Path | None) -> None:
        terms, random = METHODS[method]
        contest = worlds.contest_of(world.pool, world.seed, tables)
        if not np.array_equal(contest.X[:, contest.columns_of("linear")[1:]], world.attributes):
            raise ValueError(f"{world.pool}, seed {world.seed}: the attributes on file are others.")
        (player,) = (p for p in contest.players if (p.terms, p.policy) == (terms, worlds.POLICIES[terms]))
        outcome = world.outcome.astype(np.float64)
        chance = np.broadcast_to(world.chance, outcome.shape)
        self._agent = Agent(
            contest, player, OwnWorld(chance, outcome, tuple(world.free.tolist()), world.own_seed)
        )
        self._drawn = iter(world.drawn.tolist()) if random else None

    def suggest(self) -> int:
        """Return the candidate that the policy measures next."""
        return self._agent.choose() if self._drawn is None else next(self._drawn)

    def learn(self, row: int, y: int) -> None:
        """Update the belief."""
        self._agent.learn(row, float(y))

    def recommend(self) -> dict[str, int]:
        """Return the candidate with the largest predicted probability, and the one with the largest mean."""
        predictive, mean, _ = self._agent.recommended()
        return {"own": predictive, "mean": mean}


def _player(method: str, world: World) -> OwnPlayer:
    tables = os.environ.get("KGDESK_UCI_DIR")
    return OwnPlayer(method, world, Path(tables) if tables else None)


def _source() -> str:
    """Return ten hexadecimal digits of the code that chooses and recommends: another code is another player."""
    root = Path(kgdesk.__file__).parent
    whole = hashlib.sha256()
    for path in sorted(p for part in ("kernels", "model", "rehearsal") for p in (root / part).rglob("*.py")):
        whole.update(path.relative_to(root).as_posix().encode() + path.read_bytes())
    return whole.hexdigest()[:10]


if __name__ == "__main__":
    serve(
        _player,
        _IMPORTED,
        {
            "kgdesk": kgdesk.__version__,
            "source": _source(),
            "policies": worlds.POLICIES,
            "numpy": np.__version__,
            "numba": numba.__version__,
        },
    )
