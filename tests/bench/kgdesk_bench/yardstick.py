"""Reference implementations of the sweep: plain vectorised NumPy, and C if there is a compiler."""

from __future__ import annotations

import ctypes
import math
import os
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from kgdesk import kernels
from kgdesk.errors import BadInput
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    Array = NDArray[np.float64]
    Sweep = Callable[[Array, Array, Array], Array]

_EIGHTH_PI = math.pi / 8.0
#: Reference sweep in C in the source tree, beside the package.
SOURCE = Path(__file__).parents[3] / "tests" / "opponent" / "futures.c"
_COMPILERS = ("gcc", "clang", "cc")


def _logistic(a: Array) -> Array:
    e = np.exp(-np.abs(a))
    return np.where(a >= 0, 1.0, e) / (1.0 + e)


def _steps(mu: Array, s2: Array) -> list[tuple[Array, Array]]:
    """Return (g, c), (M,) each, of a success and of a failure: the paper's Laplace step, by bisection."""
    found = []
    for y in (1.0, -1.0):
        low, high = y * mu, y * mu + s2
        for _ in range(60):
            middle = 0.5 * (low + high)
            below = middle - s2 * _logistic(-middle) < y * mu
            low, high = np.where(below, middle, low), np.where(below, high, middle)
        u = 0.5 * (low + high)
        found.append((y * _logistic(-u), _logistic(u) * _logistic(-u)))
    return found


def _value(mu: Array, s2: Array, up: Array, down: Array) -> Array:
    """Return KG (M,) from the largest scores kappa u after either outcome."""
    prob = _logistic(mu / np.sqrt(1.0 + _EIGHTH_PI * s2))
    kg: Array = prob * _logistic(up) + (1.0 - prob) * _logistic(down) - prob.max()
    return kg


def numpy_diagonal(mean: Array, precision: Array, X: Array, block: int = 256) -> Array:
    """Return KG (M,) of the diagonal belief by matrix products over blocks of measured candidates."""
    mu, s2 = X @ mean, (X * X / precision).sum(1)
    columns, squares, best = X.T.copy(), (X * X).T.copy(), np.empty((2, len(X)))
    for side, (g, c) in enumerate(_steps(mu, s2)):
        for first in range(0, len(X), block):
            part = slice(first, first + block)
            u = mu + g[part, None] * ((X[part] / precision) @ columns)
            v = (1.0 / (precision + c[part, None] * X[part] ** 2)) @ squares
            best[side, part] = (u / np.sqrt(1.0 + _EIGHTH_PI * v)).max(1)
    return _value(mu, s2, best[0], best[1])


def numpy_counts(mean: Array, covariance: Array, X: Array, counts: tuple[int, ...]) -> Array:
    """Return the KG (C, M) of n runs at once, n in `counts`, of the moment belief: one integral per count and row."""
    rows = X @ covariance
    mu, s2 = X @ mean, (rows * X).sum(1)
    t = rows @ X.T
    now = _exact_best(mu[None], s2[None])[0]
    gains = np.empty((len(counts), len(X)))
    for at, n in enumerate(counts):
        total = np.zeros(len(X))
        for k in range(n + 1):
            log_z, g, f = np.array(
                [kernels.tilted(*normal, float(k), float(n - k)) for normal in zip(mu, s2, strict=True)]
            ).T
            best = _exact_best(mu + g[:, None] * t, np.maximum(s2 - f[:, None] * t * t, 0.0))
            total += math.comb(n, k) * np.exp(log_z) * best
        gains[at] = total - now
    return gains


def _exact_best(u: Array, v: Array) -> Array:
    """Return the exact probability (R,) of the candidate with the largest kappa score, for u and v (R, M)."""
    best = (u / np.sqrt(1.0 + _EIGHTH_PI * v)).argmax(1)
    at = np.arange(len(u))
    found: Array = kernels.predict_exact(u[at, best], v[at, best])
    return found


def numpy_full(mean: Array, covariance: Array, X: Array, block: int = 256) -> Array:
    """Return KG (M,) of the paper's correlated belief by matrix products over blocks of measured candidates."""
    rows = X @ covariance
    mu, s2 = X @ mean, (rows * X).sum(1)
    columns, best, steps = X.T.copy(), np.empty((2, len(X))), _steps(mu, s2)
    for first in range(0, len(X), block):
        part = slice(first, first + block)
        t = rows[part] @ columns
        for side, (g, c) in enumerate(steps):
            f = (c / (1.0 + c * s2))[part, None]
            v = np.maximum(s2 - f * t * t, 0.0)
            best[side, part] = ((mu + g[part, None] * t) / np.sqrt(1.0 + _EIGHTH_PI * v)).max(1)
    return _value(mu, s2, best[0], best[1])


def compiled(source: Path | None, folder: Path) -> dict[str, Sweep]:
    """Compile the C sweeps; return them by belief, or nothing without source, compiler or AVX-512.

    Parameters
    ----------
    source
        C file given by the user, for which errors are raised; None for that of the source tree.
    folder
        Folder of the compiled library.
    """
    file = source or SOURCE
    compiler = next((found for name in _COMPILERS if (found := shutil.which(name))), None)
    if not file.is_file() or compiler is None:
        if source is not None:
            raise BadInput(
                phrase(
                    "The C file {source} cannot be compiled: there is no such file or no C compiler here.",
                    source=source,
                )
            )
        return {}
    library = folder / "futures.so"
    part = folder / "futures.o"
    # Linked without -ffast-math: with it, gcc's start-up code would turn off subnormal numbers in the whole process.
    for words in (
        ["-O3", "-march=native", "-ffast-math", "-fopenmp", "-fPIC", "-c", str(file), "-o", str(part)],
        ["-fopenmp", "-shared", str(part), "-o", str(library)],
    ):
        made = subprocess.run([compiler, *words], capture_output=True, text=True, check=False)
        if made.returncode:
            break
    if made.returncode:
        if source is not None:
            raise BadInput(
                phrase(
                    "The compiler does not take {source}: {value}",
                    source=source,
                    value=made.stderr.strip().splitlines()[:1],
                )
            )
        return {}
    # Otherwise its threads would spin for a while after each sweep, on the cores of the next measurement.
    os.environ.setdefault("OMP_WAIT_POLICY", "passive")
    calls = ctypes.CDLL(str(library))
    for name in ("futures_diagonal", "futures_full"):
        if not hasattr(calls, name):
            raise BadInput(
                phrase(
                    "{source} defines no {name}: another C sweep needs the two functions of tests/opponent/futures.c.",
                    source=source,
                    name=name,
                )
            )
    return {
        "diagonal": lambda mean, precision, X: _c_diagonal(calls, mean, precision, X),
        "full": lambda mean, covariance, X: _c_full(calls, mean, covariance, X),
    }


def _pointer(array: Array) -> Any:
    return array.ctypes.data_as(ctypes.c_void_p)


def _filled(X: Array, mu: Array) -> tuple[int, Array, Array]:
    M, d = X.shape
    P = (M + 7) // 8 * 8
    columns, mean = np.zeros((d, P)), np.full(P, -1e150)
    columns[:, :M], mean[:M] = X.T, mu
    return P, columns, mean


def _from_scores(mu: Array, s2: Array, top: Array) -> Array:
    kappa = np.copysign(np.sqrt(np.abs(top)), top)
    return _value(mu, s2, kappa[::2], kappa[1::2])


def _c_diagonal(calls: ctypes.CDLL, mean: Array, precision: Array, X: Array) -> Array:
    M, d = X.shape
    mu, s2 = X @ mean, (X * X / precision).sum(1)
    (g, c), (h, e) = _steps(mu, s2)
    P, columns, means = _filled(X, mu)
    rows = np.empty((M, d, 3))
    rows[:, :, 0] = X / precision
    rows[:, :, 1] = _EIGHTH_PI / (precision + c[:, None] * X * X)
    rows[:, :, 2] = _EIGHTH_PI / (precision + e[:, None] * X * X)
    steps, top = np.column_stack([g, h]), np.empty(2 * M)
    sizes = (ctypes.c_long(M), ctypes.c_long(P), ctypes.c_long(d))
    calls.futures_diagonal(
        *sizes, _pointer(columns), _pointer(means), _pointer(rows), _pointer(steps), _pointer(top)
    )
    return _from_scores(mu, s2, top)


def _c_full(calls: ctypes.CDLL, mean: Array, covariance: Array, X: Array) -> Array:
    M, d = X.shape
    rows = np.ascontiguousarray(X @ covariance)
    mu, s2 = X @ mean, (rows * X).sum(1)
    (g, c), (h, e) = _steps(mu, s2)
    P, columns, means = _filled(X, mu)
    scale = np.ones(P)
    scale[:M] += _EIGHTH_PI * s2
    steps = np.column_stack([g, _EIGHTH_PI * c / (1.0 + c * s2), h, _EIGHTH_PI * e / (1.0 + e * s2)])
    steps, top = np.ascontiguousarray(steps), np.empty(2 * M)
    sizes = (ctypes.c_long(M), ctypes.c_long(P), ctypes.c_long(d))
    arrays = (columns, means, scale, rows, steps, top)
    calls.futures_full(*sizes, *(_pointer(array) for array in arrays))
    return _from_scores(mu, s2, top)
