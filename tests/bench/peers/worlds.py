"""The worlds of the comparison: pools, truths and outcomes, drawn by the project's own rehearsal."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from kgdesk.model.design.design_matrix import columns_of
from kgdesk.model.design.pool import Attribute, Pool
from kgdesk.model.policies import default_policy
from kgdesk.model.study.settings import Settings
from kgdesk.paper.experiment import labelled
from kgdesk.rehearsal import study_rehearsal
from kgdesk.rehearsal.contest import draw_world
from kgdesk.rehearsal.truths import TruthOfColumns, around_fit
from kgdesk.tables import read_pool
from peers.game import BUDGET, World

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

    from kgdesk.rehearsal.contest import Contest
    from kgdesk.rehearsal.truths import Truth

    Array = NDArray[np.float64]

#: Seed of the first world; the others follow.
SEED = 20267001
#: Terms of kgdesk's beliefs -> the policy by which it chooses: that of a new study.
POLICIES = {terms: default_policy(terms) for terms in ("linear", "average")}
#: The UCI tables of the paper with the fewest attributes (3, 4, 9 and 9): a Gaussian process does best there.
TABLES = ("haberman", "transfusion", "fertility", "glass")
#: In the order in which they are played.
POOLS = ("linear-2", "peak-2", "smooth-2", *TABLES, "linear-5", "peak-5", "smooth-5")
#: Candidates of a drawn pool.
SIZE = 200


@dataclass(frozen=True, eq=False)
class Smooth:
    """Truths that are neither straight nor one hill: log-odds from a Gaussian process over the pool.

    Mean -1, variance 4, squared-exponential covariance of length 0.6 sqrt(k / 2) in numbers on [-1, 1]^k.

    Parameters
    ----------
    numbers, centre, scale
        Columns of the k numbers, and what they were standardised with, shape (k,) each.
    """

    numbers: NDArray[np.int64]
    centre: Array
    scale: Array

    def log_odds(self, X: Array, rng: np.random.Generator, stages: int) -> Array:
        """Draw the log-odds, equal at each stage."""
        x = X[:, self.numbers] * self.scale + self.centre
        length = 0.6 * np.sqrt(self.numbers.size / 2.0)
        apart = ((x[:, None, :] - x[None, :, :]) ** 2).sum(axis=2)
        covariance = 4.0 * np.exp(-0.5 * apart / length**2) + 1e-8 * np.eye(len(x))
        a = -1.0 + (_root(covariance) * rng.standard_normal(len(x))).sum(axis=1)
        return np.broadcast_to(a, (stages, a.size))


def _root(covariance: Array) -> Array:
    """Return the lower triangular root (U, U); LAPACK's last bits depend on the number of threads, these do not."""
    root = np.zeros_like(covariance)
    for j in range(len(root)):
        column = covariance[j:, j] - (root[j:, :j] * root[j, :j]).sum(axis=1)
        root[j:, j] = column / np.sqrt(column[0])
    return root


def contest_of(name: str, seed: int, tables: Path | None) -> Contest:
    """Return the contest of a pool; drawn pools are drawn anew for each seed.

    The players are kgdesk's policies of `POLICIES`, each with linear and averaged terms; a caller picks one of them.

    Parameters
    ----------
    name
        One of `POOLS`.
    seed
        Seed of the world.
    tables
        Folder of the UCI tables, for their pools.
    """
    kind, _, size = name.partition("-")
    if name in TABLES:
        if tables is None:
            raise FileNotFoundError(f"{name} needs the folder of the UCI tables: --data or KGDESK_UCI_DIR.")
        pool = read_pool(tables / f"{name}.csv", outcome="label").pool
    else:
        pool = _drawn(int(size), seed)
    settings = Settings(budget=BUDGET)
    basis = study_rehearsal.basis_of_pool(pool, settings, name)
    truths = ("peak",) if kind == "peak" else ("prior",)
    policies = sorted(set(POLICIES.values()))
    (contest,) = study_rehearsal.contests(basis, policies, truths=truths, terms=tuple(POLICIES))
    wide = basis.with_terms(("linear", "average"))
    linear = columns_of(wide.scaling, "linear")
    numbers = linear[1:]
    centre, scale = (
        np.array([getattr(wide.scaling.columns[j], which) for j in numbers]) for which in ("centre", "scale")
    )
    truth: Truth = contest.truth
    if name in TABLES:
        every, distinct, y = labelled(tables / f"{name}.csv")
        if not np.array_equal(distinct, contest.X[:, linear]):
            raise ValueError(f"{name}: the rows of the table and of the pool differ.")
        truth = TruthOfColumns(linear, around_fit(every, y))
    elif kind == "smooth":
        truth = Smooth(numbers, centre, scale)
    elif kind == "peak":
        # Over the range that the candidates were drawn from, not over the range that happened to be drawn.
        truth = replace(truth, low=(-1.0 - centre) / scale, high=(1.0 - centre) / scale)
    return replace(contest, pool=name, truth=truth, free_examples=name in TABLES)


def _drawn(d: int, seed: int) -> Pool:
    x = np.random.default_rng((seed, d)).uniform(-1.0, 1.0, (SIZE, d))
    attributes = tuple(Attribute(f"x{j + 1}") for j in range(d))
    return Pool(tuple(f"C-{i:03d}" for i in range(SIZE)), attributes, tuple(tuple(c.tolist()) for c in x.T))


def world_of(contest: Contest, seed: int) -> World:
    """Draw the world of a contest as every player gets it."""
    drawn = draw_world(contest, seed)
    numbers = contest.columns_of("linear")[1:]
    count = contest.X.shape[0]
    return World(
        contest.pool,
        seed,
        np.ascontiguousarray(contest.X[:, numbers]),
        drawn.chance[0].copy(),
        drawn.outcome.astype(np.int8),
        np.array(drawn.free, dtype=np.int64),
        np.random.default_rng((seed, 11)).integers(count, size=BUDGET),
        drawn.seed,
    )
