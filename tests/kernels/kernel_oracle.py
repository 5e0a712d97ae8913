"""Reference values and problems for the kernels, in plain Python, NumPy and mpmath; nothing here imports kgdesk."""

from __future__ import annotations

import functools
import itertools
import os
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import mpmath as mp
import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

DIGITS = 40
NODES = 24
#: Cache of reference moments, one per line: mu s2 k n, then the five of `Tilted`. The nightly tests recompute all of
#: them. With KGDESK_KEEP_MOMENTS=1 a test run adds the moments that it needs and that are missing.
KEPT = Path(__file__).parent / "golden" / "tilted.txt"


class Tilted(NamedTuple):
    """Moments of N(a | mu, s2) s(a)^k s(-a)^n at 40 digits: log Z, E[h], E[-h'] - Var[h], mean and variance."""

    log_z: mp.mpf
    g: mp.mpf
    f: mp.mpf
    mean: mp.mpf
    variance: mp.mpf


def logistic(a: mp.mpf) -> mp.mpf:
    return 1 / (1 + mp.exp(-a)) if a >= 0 else mp.exp(a) / (1 + mp.exp(a))


def log_logistic(a: mp.mpf) -> mp.mpf:
    return -mp.log1p(mp.exp(-a)) if a >= 0 else a - mp.log1p(mp.exp(a))


def rising_root(rising: Callable[[mp.mpf], mp.mpf], low: mp.mpf, high: mp.mpf) -> mp.mpf:
    """Return the root of an increasing function by bisection at the working precision."""
    steps = int(mp.ceil(mp.log(high - low + 1, 2))) + int(3.4 * mp.mp.dps) if high > low else 0
    for _ in range(steps):
        middle = (low + high) / 2
        if rising(middle) < 0:
            low = middle
        else:
            high = middle
    return (low + high) / 2


@functools.cache
def _legendre(count: int) -> list[tuple[mp.mpf, mp.mpf]]:
    """Return nodes and weights of Gauss-Legendre quadrature, by Newton's method on the recurrence."""
    with mp.workdps(DIGITS + 15):
        rule = []
        for i in range(count):
            x = mp.cos(mp.pi * (i + mp.mpf(3) / 4) / (count + mp.mpf(1) / 2))
            for _ in range(12):
                last, now = mp.mpf(1), x
                for n in range(2, count + 1):
                    last, now = now, ((2 * n - 1) * x * now - (n - 1) * last) / n
                slope = count * (x * now - last) / (x * x - 1)
                x -= now / slope
            rule.append((x, 2 / ((1 - x * x) * slope**2)))
        return rule


@functools.cache
def kept() -> dict[tuple[float, ...], Tilted]:
    """Return the cached moments by (mu, s2, k, n)."""
    found = {}
    with mp.workdps(DIGITS + 15):
        for line in KEPT.read_text(encoding="utf-8").splitlines():
            words = line.split()
            found[tuple(map(float, words[:4]))] = Tilted(*map(mp.mpf, words[4:]))
    return found


def tilted(mu: float, s2: float, k: float, n: float) -> Tilted:
    """Return the moments of the tilted normal, from the cache if possible."""
    given = (float(mu), float(s2), float(k), float(n))
    if given in kept():
        return kept()[given]
    found = worked_out(*given)
    if os.environ.get("KGDESK_KEEP_MOMENTS"):
        with KEPT.open("a", encoding="utf-8") as file:
            file.write(
                " ".join([*map(repr, given), *(mp.nstr(value, DIGITS + 10) for value in found)]) + "\n"
            )
    return found


@functools.cache
def worked_out(mu: float, s2: float, k: float, n: float, finer: int = 1) -> Tilted:
    """Compute the moments; `finer` halves every panel, to check the reference itself."""
    with mp.workdps(DIGITS + 15):
        m, v, k_, n_ = mp.mpf(mu), mp.mpf(s2), mp.mpf(k), mp.mpf(n)
        if s2 == 0:
            up, down = logistic(m), logistic(-m)
            log_z = k_ * log_logistic(m) + n_ * log_logistic(-m)
            return Tilted(log_z, k_ * down - n_ * up, (k_ + n_) * up * down, m, mp.mpf(0))
        top = rising_root(
            lambda a: a - v * (k_ * logistic(-a) - n_ * logistic(a)) - m, m - v * n_, m + v * k_
        )

        h_top = k_ * logistic(-top) - n_ * logistic(top)
        log_top = k_ * log_logistic(top) + n_ * log_logistic(-top)

        def density(d: mp.mpf) -> mp.mpf:
            """Return the log density at top + d relative to that at the top; (top - m)/v = h there."""
            moved = k_ * log_logistic(top + d) + n_ * log_logistic(-top - d)
            return moved - log_top - d * (d / (2 * v) + h_top)

        step = 1 / mp.sqrt(1 / v + (k_ + n_) * logistic(top) * logistic(-top))
        cuts = {mp.mpf(0)}
        for side in (-1, 1):
            reach, grow = mp.mpf(0), mp.mpf(1) / 2
            while density(side * reach * step) > -75:
                reach += grow
                grow *= mp.mpf(5) / 4
                cuts.add(side * reach * step)
        low, high = min(cuts), max(cuts)
        cuts.update(b - top for b in range(-80, 81, 2) if low < b - top < high)
        edges = sorted(cuts)
        sums = [mp.mpf(0)] * 6
        for left, right in itertools.pairwise(edges):
            for part in range(finer):
                half = (right - left) / (2 * finer)
                centre = left + (2 * part + 1) * half
                for x, w in _legendre(NODES):
                    d = centre + half * x
                    e = mp.exp(-abs(top + d))
                    near, far, log1 = 1 / (1 + e), e / (1 + e), mp.log1p(e)
                    up, down = (near, far) if top + d >= 0 else (far, near)
                    moved = k_ * (min(top + d, 0) - log1) + n_ * (min(-top - d, 0) - log1)
                    weight = w * half * mp.exp(moved - log_top - d * (d / (2 * v) + h_top))
                    h = k_ * down - n_ * up
                    for i, term in enumerate((1, h, h * h, (k_ + n_) * up * down, d, d * d)):
                        sums[i] += weight * term
        mass = sums[0]
        h1, h2, curve, d1, d2 = (s / mass for s in sums[1:])
        peak = log_top - v * h_top**2 / 2
        log_z = mp.log(mass) + peak - mp.log(2 * mp.pi * v) / 2
        return Tilted(log_z, h1, curve - (h2 - h1 * h1), top + d1, d2 - d1 * d1)


def probability(mu: float, s2: float) -> mp.mpf:
    """Return E[s(a)], a ~ N(mu, s2), at 40 digits."""
    return mp.exp(tilted(float(mu), float(s2), 1.0, 0.0).log_z)


def kappa_probability(mu: mp.mpf | float, s2: mp.mpf | float) -> mp.mpf:
    with mp.workdps(DIGITS):
        return logistic(mp.mpf(mu) / mp.sqrt(1 + mp.pi * mp.mpf(s2) / 8))


def margin(a: float, s2: float) -> mp.mpf:
    """Return the root u of u - s2 s(-u) = a at 40 digits."""
    with mp.workdps(DIGITS + 15):
        a_, v = mp.mpf(a), mp.mpf(s2)
        return rising_root(lambda u: u - v * logistic(-u) - a_, a_, a_ + v)


Vector = list[mp.mpf]
Matrix = list[Vector]


def dot(a: Sequence[mp.mpf], b: Sequence[mp.mpf]) -> mp.mpf:
    return mp.fsum(p * q for p, q in zip(a, b, strict=True))


class Gaussian:
    """Reference belief at 40 digits with plain loops: the paper's two and the moment belief, by their definitions."""

    def __init__(self, kind: str, mean: Sequence[float], spread: Sequence) -> None:
        self.kind = kind
        self.mean: Vector = [mp.mpf(float(v)) for v in mean]
        #: precisions (d,) of the diagonal belief; covariance (d, d) of the others
        if kind == "diagonal":
            self.spread = [mp.mpf(float(v)) for v in spread]
        else:
            self.spread = [[mp.mpf(float(v)) for v in row] for row in spread]

    def times(self, x: Vector) -> Vector:
        if self.kind == "diagonal":
            return [a / q for a, q in zip(x, self.spread, strict=True)]
        return [dot(row, x) for row in self.spread]

    def moments(self, x: Vector) -> tuple[mp.mpf, mp.mpf]:
        return dot(self.mean, x), dot(self.times(x), x)

    def updated(self, x: Vector, y: int) -> Gaussian:
        mu, s2 = self.moments(x)
        Sx = self.times(x)
        if self.kind == "moments":
            exact = tilted(float(mu), float(s2), float(y > 0), float(y < 0))
            g, f = exact.g, exact.f
        else:
            u = margin(float(y * mu), float(s2))
            g, c = y * logistic(-u), logistic(u) * logistic(-u)
            f = c / (1 + c * s2)
        new = Gaussian(self.kind, [], [])
        new.mean = [m + g * t for m, t in zip(self.mean, Sx, strict=True)]
        if self.kind == "diagonal":
            new.spread = [q + c * a * a for q, a in zip(self.spread, x, strict=True)]
        else:
            new.spread = [
                [S - f * p * q for S, q in zip(r, Sx, strict=True)]
                for r, p in zip(self.spread, Sx, strict=True)
            ]
        return new

    def best(self, X: Sequence[Vector]) -> tuple[set[int], mp.mpf]:
        """Return the admissible best rows, and the largest probability by this belief's own rule."""
        moments = [self.moments(x) for x in X]
        scores = [mu / mp.sqrt(1 + mp.pi * s2 / 8) for mu, s2 in moments]
        top = max(scores)
        near = {k for k, score in enumerate(scores) if score >= top - mp.mpf("1e-9") * abs(top)}
        if self.kind != "moments":
            return near, logistic(top)
        exact = {k: probability(float(moments[k][0]), float(moments[k][1])) for k in near}
        value = max(exact.values())
        return {k for k in near if value - exact[k] < 1e-13}, value

    def predict(self, x: Vector) -> mp.mpf:
        mu, s2 = self.moments(x)
        if self.kind == "moments":
            return probability(float(mu), float(s2))
        return kappa_probability(mu, s2)

    def knowledge_gradient(self, X: Sequence[Sequence[float]]) -> list[dict]:
        """Update the belief by each x and y, predict the whole pool, and take the maximum."""
        with mp.workdps(DIGITS):
            pool = [[mp.mpf(float(v)) for v in x] for x in X]
            _, now = self.best(pool)
            found = []
            for x in pool:
                p = self.predict(x)
                win_at, win = self.updated(x, 1).best(pool)
                lose_at, lose = self.updated(x, -1).best(pool)
                kg = p * win + (1 - p) * lose - now
                found.append(
                    {
                        "kg": kg,
                        "p": p,
                        "now": now,
                        "win_at": win_at,
                        "win": win,
                        "lose_at": lose_at,
                        "lose": lose,
                    }
                )
            return found


Problem = tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, np.ndarray]


def random_problem(seed: int, n: int, d: int, counts: int = 1) -> Problem:
    rng = np.random.default_rng(seed)
    X = np.column_stack([np.ones(n), rng.normal(size=(n, d - 1))])
    up = rng.integers(0, counts + 1, n).astype(float)
    down = rng.integers(0, counts + 1, n).astype(float)
    down += (up + down) == 0
    A = rng.normal(size=(d, d))
    S0 = A @ A.T / d + 0.2 * np.eye(d)
    return 0.5 * rng.normal(size=d), 0.5 * (S0 + S0.T), X, up, down
