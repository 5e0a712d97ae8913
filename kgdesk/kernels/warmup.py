"""Compile the kernels, or load them from the cache, before they are needed: each by one call on a tiny pool."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numba
import numpy as np

from kgdesk.kernels import (
    argmax,
    baselines,
    draws,
    expectation_propagation,
    leading_rows,
    linear_algebra,
    logistic,
    lookahead_simd,
    members,
    mixtures,
    moments,
    pool_blocks,
    predictions,
    sweep,
    update,
    value_fit,
)
from kgdesk.kernels.bounded_sweep import branch_and_bound

if TYPE_CHECKING:
    from collections.abc import Callable


def set_threads(count: int) -> None:
    """Set the number of threads of parallel kernels, at most the number that Numba was started with."""
    most = int(numba.config.NUMBA_NUM_THREADS)  # type: ignore[attr-defined]
    numba.set_num_threads(min(count, most))


def first_jobs(
    candidates: int, averaged: bool, outcomes: bool, values: bool = False
) -> list[Callable[[], object]]:
    """Return jobs that compile what the next suggestion of a study needs under moment matching, each by one call.

    Kernels that only later suggestions or other policies use are left out: they are compiled when they are called.
    Two processes can share the jobs, one from the first job on and the other backwards from the last.

    Parameters
    ----------
    candidates
        Size of the pool, which decides which sweep and which versions are used.
    averaged
        Whether the belief is a mixture.
    outcomes
        Whether the study has outcomes, to which the belief is fitted.
    values
        Whether it is fitted to measured values.
    """
    m, S, X = np.zeros(2), np.eye(2), np.array([[1.0, 0.5], [1.0, -0.5]])
    few, chance = np.ones(2), np.full(2, 0.5)
    fit_members, moments_of_members, _ = _joint_jobs()
    jobs: list[Callable[[], object]] = []
    if values:
        jobs.append(_value_job)
    elif outcomes and averaged:
        jobs.append(fit_members)
    elif outcomes:
        jobs.append(lambda: expectation_propagation.fit_sites(m, S, X, few, few, 1e-10, 50))
    if outcomes:  # what is at stake is drawn
        keys, rows = np.array([0, 1], np.uint64), np.array([0, 1])
        jobs += [
            lambda: linear_algebra.covariance_root(S),
            lambda: draws.drawn_maxima(X, X, few, keys, rows),
        ]
    jobs += [
        moments_of_members,
        lambda: leading_rows.line_maxima(X, few, S, m, few, 0, few),
        lambda: leading_rows.slope_spans(X, few, S),
        lambda: predictions.predict_exact(m, few),
    ]
    if averaged:
        jobs += [
            lambda: mixtures.best_of_mixture(S, S, chance, True),
            lambda: mixtures.mixture_quantile(S, S, chance, 0.05),
            lambda: members.step_one(0.0, 1.0, 1.0),
        ]
    if candidates >= moments.FULL_SERIAL_BELOW:
        jobs.append(lambda: moments.parallel_moments_full(m, S, X))
    if candidates >= predictions.EXACT_SERIAL_BELOW:
        jobs.append(
            lambda: predictions.predict_exact(
                np.zeros(predictions.EXACT_SERIAL_BELOW), np.ones(predictions.EXACT_SERIAL_BELOW)
            )
        )
    if outcomes and not averaged and candidates >= sweep.bounded_from():
        # Called directly: `bounded_moments` would not use it for a pool of two candidates.
        jobs.append(lambda: branch_and_bound.sweep_by_groups(m, S, branch_and_bound.NOTHING, X, True, None))
    return jobs + _sweep_jobs(candidates, averaged)


def _sweep_jobs(candidates: int, averaged: bool) -> list[Callable[[], object]]:
    """Return jobs that compile the sweep of one belief, or of the members of a mixture, over a pool of this size."""
    m, S, X = np.zeros(2), np.eye(2), np.array([[1.0, 0.5], [1.0, -0.5]])
    few = np.ones(2)
    jobs: list[Callable[[], object]] = []
    # A sample of a large pool is swept first, and shortlists are.
    if not averaged and (candidates < sweep.SERIAL_BELOW or candidates >= sweep.bounded_from()):
        jobs.append(lambda: sweep.sweep_few(m, S, X, True))
    if averaged or candidates >= sweep.SERIAL_BELOW:
        mean, scale = np.zeros(pool_blocks.BLOCK), np.ones(pool_blocks.BLOCK)
        layout, reach = (np.ones(2 * pool_blocks.BLOCK), mean, scale), (0.0, 1.0, few)
        single = tuple(each.astype(np.float32) for each in layout)
        jobs += [
            lambda: sweep.pool_extremes(m, few, X),
            lambda: argmax.best_now(m, few, True),
            lambda: pool_blocks.in_blocks(X, m, few),
            lambda: lookahead_simd.all_steps(m, few, lookahead_simd.MOMENTS),
            lambda: sweep.futures(m, S, X, (few, S[0], S[0]), (X, m, few), (layout, single), reach, True),
        ]
    return jobs


def _joint_jobs() -> list[Callable[[], object]]:
    """Return jobs that compile the kernels for all members of a mixture: fit, moments, update, in this order."""
    m, S, X = np.zeros(2), np.eye(2), np.array([[1.0, 0.5], [1.0, -0.5]])
    two, mu, s2 = np.array([2]), np.zeros((1, 2)), np.ones((1, 2))
    begin, places = np.array([0]), np.array([[0, 1]])
    given = m, S.ravel(), two
    return [
        lambda: members.fit_members(*given, X.ravel(), begin, two, m, m + 1.0, places, m + 1.0, 1e-10, 50),
        lambda: moments.moments_of_members(*given, X.ravel(), begin, 2),
        lambda: members.step_members(*given, X[0], mu[0, :1], s2[0, :1], 1.0, True),
    ]


def _value_job() -> object:
    """Compile the fit to measured values."""
    m, S, X = np.zeros(2), np.eye(2), np.array([[1.0, 0.5], [1.0, -0.5]])
    kinds, begin, two, own = np.array([0, 1]), np.array([0]), np.array([2]), np.ones((1, 2))
    given = m, S.ravel(), two, X.ravel(), begin, own, own
    return value_fit.fit_value_members(*given, kinds, kinds, m + 1.0, 1.0, 0.02)


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
    rows, keys = np.array([0, 1]), np.array([0, 1], np.uint64)
    # Parallel versions are named beside the public function, which takes the serial version for so small a pool.
    jobs: list[Callable[[], object]] = [
        lambda: predictions.parallel_kappa(m, q),
        lambda: predictions.parallel_exact(m, q),
        lambda: predictions.predict_kappa(m, q),
        lambda: predictions.predict_exact(m, q),
        lambda: moments.pool_moments_diagonal(m, q, X),
        lambda: moments.pool_moments_full(m, S, X),
        lambda: logistic.tilted(0.0, 1.0, 1.0, 1.0),
        lambda: moments.parallel_moments_diagonal(m, q, X),
        lambda: moments.parallel_moments_full(m, S, X),
        lambda: update.diagonal_fold(m, q, X, y),
        lambda: update.full_fold(m, S, X, y, False),
        lambda: expectation_propagation.fit_sites(m, S, X, count, count, 1e-10, 50),
        lambda: expectation_propagation.fit_evidence(m, S, X, count, count, 1e-10, 50),
        lambda: expectation_propagation.start_parallel(
            m, S, X, m, q, count, count, q.copy(), m.copy(), m.copy(), S.copy(), 1e-10
        ),
        lambda: sweep.sweep_diagonal(m, q, X),
        lambda: sweep.sweep_few(m, S, X, False),
        lambda: sweep.sweep_covariance(m, S, X, False),
        lambda: mixtures.mixture_quantile(S, S, count, 0.05),
        lambda: mixtures.best_of_mixture(S, S, count / 2, True),
        lambda: update.full_fold_evidence(m, S, X, y),
        lambda: baselines.curvatures(m),
        lambda: baselines.fisher_fast(X, q),
        lambda: baselines.trace_after(q, X, count, q, q),
        lambda: baselines.discriminative(m, S, True, X, count, count),
        lambda: linear_algebra.covariance_root(S),
        lambda: linear_algebra.regressions(m, S, X, count),
        lambda: draws.drawn_scores(m, S, y, X),
        lambda: draws.drawn_leaders(m, S, X, X, q, keys, rows),
        lambda: baselines.best_information(X, np.array([1, 2]), X, S, rows, keys, rows),
        lambda: draws.drawn_maxima(X, X, q, keys, rows),
        lambda: draws.own_deviates(keys, rows),
        lambda: leading_rows.slope_spans(X, q, S),
        lambda: leading_rows.line_maxima(X, q, S, m, q, 0, y),
        lambda: update.count_steps(m, q, np.array([1])),
        lambda: lookahead_simd.laplace_steps_of(m, q, 1.0),
        lambda: lookahead_simd.all_steps(m, q, lookahead_simd.MOMENTS),
        lambda: argmax.best_after_counts(X, m, q, X, S, S, True),
        lambda: argmax.best_after_steps(X, m, S[None], S[None]),
        *_joint_jobs(),
        lambda: members.step_one(0.0, 1.0, 1.0),
        _value_job,
        lambda: branch_and_bound.sweep_by_groups(m, branch_and_bound.NO_MATRIX, q, X, False, None),
        lambda: branch_and_bound.sweep_by_groups(m, S, branch_and_bound.NOTHING, X, True, None),
    ]
    for done, job in enumerate(jobs, 1):
        job()
        if progress is not None:
            progress(done, len(jobs))
    return len(jobs)
