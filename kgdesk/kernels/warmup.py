"""Warm up Numba: compile all kernels, or load them from the cache, before they are needed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numba
import numpy as np

from kgdesk.kernels import argmax, baselines, expectation_propagation, logistic, predictions, sweep, update
from kgdesk.kernels.bounded_sweep import branch_and_bound, leading
from kgdesk.kernels.pool_blocks import BLOCK
from kgdesk.kernels.simd import WIDTH

if TYPE_CHECKING:
    from collections.abc import Callable


def set_threads(count: int) -> None:
    """Set the number of threads of parallel kernels, at most the number that Numba was started with."""
    most = int(numba.config.NUMBA_NUM_THREADS)  # type: ignore[attr-defined]
    numba.set_num_threads(min(count, most))


def warm_sweeps(further: Callable[[], bool]) -> None:
    """Compile the two kernels of the small-pool sweep, or load them from the cache; the second stage first.

    Another process may compile the first stage at the same time.

    Parameters
    ----------
    further
        Called after the second stage: whether to compile the first stage too.
    """
    m, S, X = np.zeros(2), np.eye(2), np.array([[1.0, 0.5], [1.0, -0.5]])
    blocked = tuple(np.ones(count * BLOCK) for count in (2, 1, 1))
    steps = tuple(np.full(count * WIDTH, 0.5) for count in (1, 2, 2))
    sweep.choose_of_few(m, np.ones(2), X, X, blocked, steps, True)
    if further():
        sweep.lookahead_few(m, S, X, True)


def warm_up(progress: Callable[[int, int], None] | None = None) -> int:
    """Compile every kernel, or load it from the cache, by one call on a pool of two candidates.

    Parameters
    ----------
    progress
        Called with (done, total) after each kernel.

    Returns
    -------
    int
        The number of kernels.
    """
    m, q, S, X = np.zeros(2), np.ones(2), np.eye(2), np.array([[1.0, 0.5], [1.0, -0.5]])
    y, count = np.array([1.0, -1.0]), np.ones(2)
    jobs: list[Callable[[], object]] = [
        lambda: logistic.predict_kappa(m, q),
        lambda: logistic.predict_exact(m, q),
        lambda: predictions.predict_kappa(m, q),
        lambda: predictions.predict_exact(m, q),
        lambda: predictions.pool_moments_diagonal(m, q, X),
        lambda: predictions.pool_moments_full(m, S, X),
        lambda: logistic.tilted(0.0, 1.0, 1.0, 1.0),
        lambda: update.pool_moments_diagonal(m, q, X),
        lambda: update.pool_moments_full(m, S, X),
        lambda: update.diagonal_fold(m, q, X, y),
        lambda: update.full_fold(m, S, X, y, False),
        lambda: expectation_propagation.fit_sites(m, S, X, count, count, 1e-10, 50),
        lambda: expectation_propagation.fit_evidence(m, S, X, count, count, 1e-10, 50),
        lambda: expectation_propagation.start_parallel(
            m, S, X, count, count, q.copy(), m.copy(), m.copy(), S.copy(), 1e-10
        ),
        lambda: sweep.sweep_diagonal(m, q, X),
        lambda: sweep.sweep_few(m, S, X, False),
        lambda: sweep.sweep_covariance(m, S, X, False),
        lambda: predictions.mixture_quantile(S, S, count, 0.05),
        lambda: predictions.best_of_mixture(S, S, count / 2, True),
        lambda: predictions.full_fold_evidence(m, S, X, y),
        lambda: baselines.curvatures(m),
        lambda: baselines.fisher_fast(X, q),
        lambda: baselines.trace_after(q, X, count, q, q),
        lambda: baselines.discriminative(m, S, True, X, count, count),
        lambda: update.covariance_root(S),
        lambda: baselines.drawn_scores(m, S, y, X),
        lambda: baselines.drawn_leaders(m, S, X, X),
        lambda: baselines.best_information(X, np.array([1, 2]), X),
        lambda: predictions.drawn_maxima(X, X),
        lambda: predictions.slope_spans(X, q, S),
        lambda: predictions.line_maxima(X, q, S, m, q, 0, y),
        lambda: update.count_steps(m, q, np.array([1])),
        lambda: argmax.laplace_steps_of(m, q, 1.0),
        lambda: argmax.best_after_counts(X, m, q, X, S, S, True),
        lambda: argmax.best_after_steps(X, m, S[None], S[None]),
        lambda: leading.largest_gains([(1.0, m, S, X, True)], np.arange(2), 1),
        lambda: branch_and_bound.sweep_by_groups(m, branch_and_bound.NO_MATRIX, q, X, False, None),
        lambda: branch_and_bound.sweep_by_groups(m, S, branch_and_bound.NOTHING, X, True, None),
    ]
    for done, job in enumerate(jobs, 1):
        job()
        if progress is not None:
            progress(done, len(jobs))
    return len(jobs)
