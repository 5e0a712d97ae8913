"""Opportunity cost of the averaged belief with further members: smooth ones, and other scales of the prior.

Simulated studies on pools of 200 candidates, x uniform on [-1, 1]^d, drawn anew for each world; kg with the belief
moments, 30 measurements, no free examples. All players of a world share its uniform numbers, so that differences are
paired. One process; every finished run is a line of the log file, and runs found there are not repeated.

    python tests/bench/bench_members.py --part smooth --log FILE [--worlds 40] [--seed 20262401]
    python tests/bench/bench_members.py --part scale --log FILE
    python tests/bench/bench_members.py --log FILE --cases smooth-2,peak-5 --players today,today+g0.25+g1

Truths (log-odds): `smooth` a sample of a Gaussian process with variance 4, length 0.6 sqrt(d/2) and mean -1 (`rough`,
`gentle`: half, twice the length); `peak` 2 - (12/d) |x - c|^2, c uniform on [-0.5, 0.5]^d; `ridge` the same with
weights of the squares drawn from a Dirichlet(1) distribution; `straight` w ~ N(0, I); `threshold` and `product`
straight with as much of a step or a product; `scale0.3`, `scale3` straight with w ~ N(0, s^2 I).

Players: `today` is the average as it is; `+` adds members: `g0.5` intercept and a Gaussian process with the squared
exponential kernel, squared length 0.5 times the number of columns, `m0.5` Matern 5/2, `lg`, `lm` the linear terms as
well, `h` the linear terms and one sum of squares. Each may end in `v2` (variance, multiple of that of the linear terms)
and `s2` (share, multiple). A prefix `wide:` gives every member twins with prior deviations a third and three times as
large. `linear` has linear terms alone. `random` chooses at random and recommends by the belief of today. `oracle`
knows form and scale of the truth, of its straight part where there is a step or a product.
"""

from __future__ import annotations

import argparse
import json
import platform
import re
import sys
import time
import zlib
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from kgdesk.model import policies
from kgdesk.model.beliefs import MODELS, Component, evidence_weights
from kgdesk.model.beliefs.average import AverageBelief
from kgdesk.model.beliefs.gaussian import MomentBelief
from kgdesk.model.design.design_matrix import design, fix_scaling
from kgdesk.model.design.pool import Attribute, Pool
from kgdesk.model.study.settings import PRODUCTS, SQUARES

CANDIDATES, BUDGET, RANK = 200, 30, 40
SEED = 20262401
STAGES = (5, 10, 20, 30)
PARTS = {
    "smooth": (
        "smooth-2,peak-5,straight-2,straight-5,peak-2,threshold-2,threshold-5,ridge-5",
        "today,today+lg0.5,today+lg0.5+h,oracle,random",
    ),
    "scale": (
        "scale0.3-2,straight-2,scale3-2,scale0.3-5,straight-5,scale3-5",
        "linear,wide:linear,oracle",
    ),
}


@dataclass(frozen=True)
class World:
    """Pool, truth and outcomes of one seed: x (M, d), log-odds (M,), uniform numbers (budget, M)."""

    kind: str
    d: int
    seed: int
    x: np.ndarray
    a: np.ndarray
    uniform: np.ndarray
    fact: np.ndarray

    @property
    def chance(self) -> np.ndarray:
        return 1.0 / (1.0 + np.exp(-self.a))


def distances(x: np.ndarray, z: np.ndarray) -> np.ndarray:
    """Return squared distances (M, K) of the rows of x (M, d) and z (K, d)."""
    return ((x[:, None, :] - z[None, :, :]) ** 2).sum(axis=2)


def kernel(form: str, squared: np.ndarray, length: float) -> np.ndarray:
    """Return correlations by squared distance: squared exponential (g) or Matern 5/2 (m)."""
    if form == "g":
        return np.exp(-0.5 * squared / length**2)
    r = np.sqrt(5.0 * squared) / length
    return (1.0 + r + r * r / 3.0) * np.exp(-r)


def draw(kind: str, d: int, seed: int) -> World:
    rng = np.random.default_rng((seed, d, zlib.crc32(kind.encode())))
    x = rng.uniform(-1.0, 1.0, (CANDIDATES, d))
    unit = (x - x.mean(axis=0)) / x.std(axis=0)
    fact = np.zeros(0)
    if kind in ("smooth", "rough", "gentle"):
        length = 0.6 * np.sqrt(d / 2) * {"smooth": 1.0, "rough": 0.5, "gentle": 2.0}[kind]
        fact = np.array([length])
        values, vectors = np.linalg.eigh(4.0 * kernel("g", distances(x, x), length))
        a = -1.0 + vectors @ (np.sqrt(np.maximum(values, 0.0)) * rng.standard_normal(CANDIDATES))
    elif kind in ("peak", "ridge"):
        c = rng.uniform(-0.5, 0.5, d)
        share = np.full(d, 1.0 / d) if kind == "peak" else rng.dirichlet(np.ones(d))
        fact = share
        a = 2.0 - 12.0 * ((x - c) ** 2 @ share)
    else:
        scale = float(kind.removeprefix("scale")) if kind.startswith("scale") else 1.0
        a = scale * (np.column_stack([np.ones(CANDIDATES), unit]) @ rng.standard_normal(d + 1))
        fact = np.array([scale])
        if kind == "threshold":
            column = unit[:, rng.integers(d)]
            bend = (column > rng.choice(np.sort(column)[:-1])).astype(float)
        elif kind == "product":
            j, k = rng.choice(d, 2, replace=False)
            bend = unit[:, j] * unit[:, k]
        if kind in ("threshold", "product"):
            a = a + (bend - bend.mean()) * (a.std() / bend.std()) * (1.0 if rng.random() < 0.5 else -1.0)
    return World(kind, d, seed, x, a, rng.random((BUDGET, CANDIDATES)), fact)


def pivoted(K: np.ndarray, rank: int) -> np.ndarray:
    """Return the pivoted Cholesky factor (M, r) of a kernel matrix (M, M), r <= rank, largest residual first."""
    left = np.diag(K).copy()
    columns: list[np.ndarray] = []
    while len(columns) < rank and left.max() > 1e-4:
        at = int(np.argmax(left))
        column = K[:, at].copy()
        for other in columns:
            column = column - other * other[at]
        column /= np.sqrt(left[at])
        columns.append(column)
        left = np.maximum(left - column * column, 0.0)
    return np.column_stack(columns)


def eigen(K: np.ndarray, rank: int) -> np.ndarray:
    values, vectors = np.linalg.eigh(K)
    keep = np.argsort(values)[::-1][:rank]
    return vectors[:, keep] * np.sqrt(np.maximum(values[keep], 0.0))


class Builder:
    """Collects the columns and components of a mixture over one wide design matrix."""

    def __init__(self, x: np.ndarray) -> None:
        d = x.shape[1]
        attributes = tuple(Attribute(f"x{j + 1}") for j in range(d))
        names = tuple(f"C-{i:03d}" for i in range(len(x)))
        pool = Pool(names, attributes, tuple(tuple(c.tolist()) for c in x.T))
        scaling = fix_scaling(pool, terms="average")
        self.blocks = [design(pool, scaling).X]
        self.higher, self.squares = scaling.higher, scaling.squares
        self.size = self.blocks[0].shape[1]
        self.linear = np.flatnonzero(~self.higher)
        self.unit = self.blocks[0][:, self.linear[1:]]
        self.parts: list[tuple[str, np.ndarray, np.ndarray, float]] = []

    def add(self, terms: str, columns: np.ndarray, precision: np.ndarray, share: float) -> None:
        self.parts.append((terms, columns, precision, share))

    def widen(self, block: np.ndarray) -> np.ndarray:
        """Add columns (M, k) to the design matrix; return their indices."""
        self.blocks.append(block)
        self.size += block.shape[1]
        return np.arange(self.size - block.shape[1], self.size)

    def today(self, linear_only: bool = False) -> None:
        base = np.where(self.higher, PRODUCTS, 1.0)
        base[self.squares] = SQUARES
        if linear_only:
            self.add("linear", self.linear, base[self.linear], 1.0)
            return
        for (terms, factor), share in zip(MODELS, evidence_weights(self.higher), strict=True):
            columns = self.linear if terms == "linear" else np.arange(self.higher.size)
            self.add(terms, columns, np.where(self.higher, factor * base, base)[columns], share)

    def member(self, token: str) -> None:
        found = re.fullmatch(r"(lg|lm|qg|g|m|h)([\d.]*)(?:v([\d.]+))?(?:s([\d.]+))?", token)
        assert found, token
        form, squared, variance, share = found.groups()
        d = self.unit.shape[1]
        v, s = float(variance or 1.0), 0.25 * float(share or 1.0)
        if form == "h":
            total = (self.unit**2).sum(axis=1)
            total = (total - total.mean()) / total.std()
            own = self.widen(total[:, None])
            self.add("hill", np.r_[self.linear, own], np.r_[np.ones(d + 1), 1.0 / (v * d)], s)
            return
        K = kernel(form[-1], distances(self.unit, self.unit), float(np.sqrt(float(squared) * d)))
        own = self.widen(pivoted(K, RANK) * np.sqrt(v * d))
        lead = {"l": self.linear, "q": np.arange(self.higher.size)}.get(form[0], self.linear[:1])
        base = np.where(self.higher, PRODUCTS, 1.0)
        base[self.squares] = SQUARES
        self.add(token, np.r_[lead, own], np.r_[base[lead], np.ones(own.size)], s)

    def made(self, wide: bool) -> tuple[AverageBelief, np.ndarray]:
        factors = ((9.0, 0.25), (1.0, 0.5), (1.0 / 9.0, 0.25)) if wide else ((1.0, 1.0),)
        total = sum(share for *_, share in self.parts)
        components = [
            Component(
                terms,
                columns,
                MomentBelief(np.zeros(columns.size), np.diag(1.0 / (f * q))),
                w,
                w,
                1.0 / (f * q),
            )
            for terms, columns, q, share in self.parts
            for f, w in [(f, share / total * part) for f, part in factors]
        ]
        return AverageBelief(tuple(components), self.size), np.ascontiguousarray(np.hstack(self.blocks))


def oracle(world: World) -> tuple[MomentBelief, np.ndarray]:
    """Return a prior that has the form and scale of the truth, and its design matrix."""
    d, x = world.d, world.x
    if world.kind in ("smooth", "rough", "gentle"):
        block = eigen(4.0 * kernel("g", distances(x, x), float(world.fact[0])), 80)
        X = np.column_stack([np.ones(len(x)), block])
        variance = np.r_[1e-6, np.ones(block.shape[1])]
        return MomentBelief(np.r_[-1.0, np.zeros(block.shape[1])], np.diag(variance)), X
    if world.kind in ("peak", "ridge"):
        # 2 - 12 sum_j s_j (x_j - c_j)^2: known squares, linear weights 24 s_j c_j; c_j^2 has mean 1/12, variance 1/180.
        share = world.fact
        X = np.column_stack([np.ones(len(x)), x, x**2 @ share])
        variance = np.r_[144.0 * (share**2).sum() / 180.0, (24.0 * share) ** 2 / 12.0, 1e-6]
        return MomentBelief(np.r_[1.0, np.zeros(d), -12.0], np.diag(variance)), X
    unit = (x - x.mean(axis=0)) / x.std(axis=0)
    X = np.column_stack([np.ones(len(x)), unit])
    return MomentBelief(np.zeros(d + 1), world.fact[0] ** 2 * np.eye(d + 1)), X


def prior_of(player: str, world: World) -> tuple[AverageBelief | MomentBelief, np.ndarray]:
    if player == "oracle":
        return oracle(world)
    wide = player.startswith("wide:")
    first, *tokens = player.removeprefix("wide:").removesuffix("~").split("+")
    builder = Builder(world.x)
    if first != "none":
        builder.today(first == "linear")
    for token in tokens:
        builder.member(token)
    return builder.made(wide)


def played(player: str, world: World) -> tuple[list[float], list[float]]:
    """Return opportunity costs after 0..BUDGET measurements, and the final weights of the members."""
    prior, X = prior_of("today" if player == "random" else player, world)
    chance, top = world.chance, float(world.chance.max())
    rng = np.random.default_rng((world.seed, 1))
    belief, rows, y, costs = prior, [], [], []
    for n in range(BUDGET + 1):
        swept = belief.sweep(X) if player != "random" and n < BUDGET else None
        best = swept.best_now if swept else int(np.argmax(belief.predict(X)))
        costs.append(round(top - float(chance[best]), 6))
        if n == BUDGET:
            break
        row = policies.choose(swept.kg, rng) if swept else int(rng.integers(CANDIDATES))
        rows.append(row)
        y.append(1.0 if world.uniform[n, row] < chance[row] else -1.0)
        belief = prior.after(X[rows], np.array(y))
    weights = [round(c.weight, 4) for c in belief.components] if isinstance(belief, AverageBelief) else []
    return costs, weights


def finished(log: Path) -> dict[tuple[str, int, str], dict[str, object]]:
    lines = log.read_text().splitlines() if log.exists() else []
    return {(r["case"], r["seed"], r["player"]): r for r in map(json.loads, lines)}


def table(cases: list[str], players: list[str], seeds: list[int], log: Path) -> None:
    """Print the means over complete worlds, and paired differences to the first player, with standard errors."""
    runs = finished(log)
    for case in cases:
        whole = [s for s in seeds if all((case, s, p) in runs for p in players)]
        if len(whole) < 2:
            continue
        print(f"{case}: {len(whole)} worlds, seeds {whole[0]} to {whole[-1]}, OC x 1000 at n = {STAGES}")
        cost = {
            p: 1e3 * np.array([runs[case, s, p]["cost"] for s in whole])[:, list(STAGES)] for p in players
        }
        for p in players:
            mean = " ".join(f"{m:5.0f}" for m in cost[p].mean(axis=0))
            gap = cost[p] - cost[players[0]]
            error = gap.std(axis=0, ddof=1) / np.sqrt(len(whole))
            apart = " ".join(f"{g:+5.0f}±{e:<3.0f}" for g, e in zip(gap.mean(axis=0), error, strict=True))
            weights = np.mean([runs[case, s, p]["weights"] for s in whole], axis=0)
            took = np.mean([runs[case, s, p]["seconds"] for s in whole])
            weight = " ".join(f"{w:.2f}" for w in np.atleast_1d(weights))
            print(f"  {p:34} {mean}  {apart}  {took:4.1f} s  {weight}")
    sys.stdout.flush()


def machine() -> str:
    """Return the processor's name where the system tells it, else its architecture."""
    listed = Path("/proc/cpuinfo")
    lines = listed.read_text().splitlines() if listed.exists() else []
    named = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(named, platform.processor() or platform.machine())


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("--part", choices=PARTS, default="smooth")
    options.add_argument("--cases")
    options.add_argument("--players")
    options.add_argument("--worlds", type=int, default=40)
    options.add_argument("--seed", type=int, default=SEED)
    options.add_argument("--log", type=Path, required=True)
    options.add_argument("--table", action="store_true", help="print the table of the log and run nothing")
    given = options.parse_args()
    cases = (given.cases or PARTS[given.part][0]).split(",")
    players = (given.players or PARTS[given.part][1]).split(",")
    seeds = list(range(given.seed, given.seed + given.worlds))
    done = finished(given.log)
    print(f"{machine()}, {time.strftime('%Y-%m-%d %H:%M', time.gmtime())} UTC")
    for case in [] if given.table else cases:
        kind, _, d = case.rpartition("-")
        for seed in seeds:
            world = draw(kind, int(d), seed)
            for player in players:
                if (case, seed, player) in done:
                    continue
                begun = time.perf_counter()
                costs, weights = played(player, world)
                took = round(time.perf_counter() - begun, 2)
                line = {"case": case, "seed": seed, "player": player, "cost": costs, "weights": weights}
                with given.log.open("a") as out:
                    out.write(json.dumps(line | {"seconds": took}) + "\n")
        table([case], players, seeds, given.log)
    if given.table:
        table(cases, players, seeds, given.log)


if __name__ == "__main__":
    main()
