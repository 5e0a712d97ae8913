"""One simulated study that any program can play: the world as a file, the loop, and the process that answers.

Only NumPy and the standard library are imported: this file runs in the project's interpreter and in the peers' own.
"""

from __future__ import annotations

import hashlib
import json
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    Array = NDArray[np.float64]

#: Measurements a run, and the numbers of measurements after which the recommendation is scored.
BUDGET = 30
STAGES = (5, 10, 20, 30)


@dataclass(frozen=True, eq=False)
class World:
    """Pool, truth and outcomes of one run, the same for every player.

    Parameters
    ----------
    pool, seed
        Name of the pool, and the seed that the run was drawn with.
    attributes
        Attributes of the U distinct candidates, standardised over the pool, shape (U, k).
    chance
        True success probability of each candidate, shape (U,).
    outcome
        Outcome, +1 or -1, of each candidate if measured at n, shape (BUDGET + 1, U) int8; row 0: the free examples.
    free
        Candidates whose outcome in row 0 is given before the first measurement, shape (0 to 2,).
    drawn
        Candidates that a random policy measures, in order, shape (BUDGET,).
    own_seed
        Seed of the draws and tie-breaks of kgdesk's policies, as in its rehearsals.
    """

    pool: str
    seed: int
    attributes: Array
    chance: Array
    outcome: NDArray[np.int8]
    free: NDArray[np.int64]
    drawn: NDArray[np.int64]
    own_seed: int

    @property
    def digest(self) -> str:
        """First 16 hexadecimal digits of the SHA-256 of all arrays, little-endian."""
        whole = hashlib.sha256(f"{self.pool} {self.seed} {self.own_seed}".encode())
        kinds = ("<f8", "<f8", "i1", "<i8", "<i8")
        arrays = (self.attributes, self.chance, self.outcome, self.free, self.drawn)
        for array, kind in zip(arrays, kinds, strict=True):
            whole.update(str(array.shape).encode() + np.ascontiguousarray(array, dtype=kind).tobytes())
        return whole.hexdigest()[:16]

    def save(self, path: Path) -> None:
        """Write the world as an .npz file."""
        np.savez(
            path, pool=self.pool, seed=self.seed, attributes=self.attributes, chance=self.chance,
            outcome=self.outcome, free=self.free, drawn=self.drawn, own_seed=self.own_seed,
        )  # fmt: skip

    @classmethod
    def load(cls, path: Path) -> World:
        """Read a world that `save` wrote."""
        with np.load(path, allow_pickle=False) as file:
            return cls(
                str(file["pool"]), int(file["seed"]), file["attributes"], file["chance"],
                file["outcome"], file["free"], file["drawn"], int(file["own_seed"]),
            )  # fmt: skip

    def loss(self, row: int) -> float:
        """Return the opportunity cost of a candidate: the best true chance minus its own."""
        return float(self.chance.max() - self.chance[row])


class Player(Protocol):
    """A program in one world; it has learnt the free examples when it is made.

    Attributes
    ----------
    modelled
        Whether the last suggestion came from a model and not from a starting design; others are not timed.
    faults
        Number of suggestions for which the program failed and a random candidate was measured.
    """

    modelled: bool
    faults: int

    def suggest(self) -> int:
        """Return the candidate to measure next."""

    def learn(self, row: int, y: int) -> None:
        """Learn one outcome, +1 or -1."""

    def recommend(self) -> dict[str, int]:
        """Return the recommended candidate by each of the player's rules; ``own`` is the one of the table."""


def play(player: Player, world: World) -> dict[str, Any]:
    """Play one study; return the measured and recommended candidates, and the seconds of each suggestion.

    A suggestion is timed from an outcome to the next candidate. The one after a scored recommendation is left out:
    some programs fit their model when they first need it, so that the recommendation would hide the fit.
    """
    measured, wall, cpu = [], [], []
    recommended: dict[str, dict[str, int]] = {}
    learning = (0.0, 0.0)
    for n in range(1, BUDGET + 1):
        began = time.perf_counter(), time.process_time()
        row = int(player.suggest())
        took = time.perf_counter() - began[0] + learning[0], time.process_time() - began[1] + learning[1]
        if n > 1 and player.modelled and str(n - 1) not in recommended:
            wall.append(round(took[0], 6))
            cpu.append(round(took[1], 6))
        measured.append(row)
        began = time.perf_counter(), time.process_time()
        player.learn(row, int(world.outcome[n, row]))
        learning = time.perf_counter() - began[0], time.process_time() - began[1]
        if n in STAGES:
            recommended[str(n)] = {rule: int(best) for rule, best in player.recommend().items()}
    return {
        "digest": world.digest, "measured": measured, "recommended": recommended,
        "wall": wall, "cpu": cpu, "faults": player.faults,
    }  # fmt: skip


def peak_memory() -> float:
    """Return the largest resident memory of this process so far, in MiB; 0 where the system does not say."""
    try:
        import resource
    except ImportError:  # Windows
        return 0.0
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return round(most / (1024.0**2 if sys.platform == "darwin" else 1024.0), 1)


def serve(make: Callable[[str, World], Player], imported: float, versions: dict[str, str]) -> None:
    """Greet with import time, memory and versions; then play one world for each request line, and answer in JSON.

    Parameters
    ----------
    make
        Makes the player of a method in a world.
    imported
        Seconds that the imports took.
    versions
        Versions of the packages that matter.
    """
    # What a library prints must not mix with the answers.
    answers, sys.stdout = sys.stdout, sys.stderr
    hello = {"imported": round(imported, 4), "memory": peak_memory(), "versions": versions}
    print(json.dumps(hello), file=answers, flush=True)
    for line in sys.stdin:
        asked = json.loads(line)
        world = World.load(Path(asked["world"]))
        result = {**play(make(asked["method"], world), world), "memory": peak_memory()}
        print(json.dumps(result), file=answers, flush=True)
