"""Numba kernels: Bayesian updates, predictions, knowledge gradient sweeps and baselines on NumPy arrays.

Numba is imported on the first access to a kernel (PEP 562), so that a window can be painted before.
`kgdesk.kernels.cache_layers` configures Numba: target processor, cache folder, threading layer.

Kernels do not check their arguments: float64, C-contiguous, finite. `kgdesk.model.beliefs.gaussian` checks them.

References
----------
Wang, Wang and Powell, "The Knowledge Gradient with Logistic Belief Models for Binary Classification", ICML 2016,
called "the paper" throughout this package.
"""

from __future__ import annotations

import importlib
from typing import Any

from kgdesk.kernels.cache_layers import (
    LAYERS,
    active_layer,
    compile_into,
    configure_numba,
    serialized,
    source_digest,
)

#: Version of the numerical results of the beliefs (posteriors and probabilities). Raise it by hand when the golden
#: values in tests/kernels/golden change; a calibration certificate is valid for the version it was measured with.
BELIEF_VERSION = 2

_WHERE = {
    "sigmoid": "logistic",
    "log_sigmoid": "logistic",
    "tilted": "logistic",
    "exact_probability": "logistic",
    "predict_kappa": "predictions",
    "predict_exact": "predictions",
    "margin": "update",
    "laplace_step": "update",
    "pool_moments_diagonal": "predictions",
    "pool_moments_full": "predictions",
    "diagonal_fold": "update",
    "full_fold": "update",
    "moment_step": "update",
    "moment_steps": "update",
    "fit_sites": "predictions",
    "fit_evidence": "predictions",
    "fit_members": "members",
    "step_members": "members",
    "step_one": "members",
    "sweep_members": "members",
    "LEAST_TOGETHER": "members",
    "MOST_TOGETHER": "members",
    "moments_of_members": "quadrature",
    "FEW_MOMENTS": "predictions",
    "many_rows": "expectation_propagation",
    "sweep_diagonal": "sweep",
    "sweep_full": "sweep",
    "sweep_moments": "sweep",
    "SMALLEST": "sweep",
    "mixture_quantile": "quadrature",
    "best_of_mixture": "predictions",
    "full_fold_evidence": "predictions",
    "bounded_diagonal": "bounded_sweep.branch_and_bound",
    "bounded_full": "bounded_sweep.branch_and_bound",
    "bounded_moments": "bounded_sweep.branch_and_bound",
    "largest_gains": "bounded_sweep",
    "curvatures": "baselines",
    "fisher_fast": "baselines",
    "trace_after": "baselines",
    "discriminative": "baselines",
    "covariance_root": "update",
    "drawn_scores": "baselines",
    "drawn_leaders": "predictions",
    "best_information": "baselines",
    "drawn_maxima": "predictions",
    "slope_spans": "predictions",
    "line_maxima": "predictions",
    "count_steps": "update",
    "laplace_steps_of": "predictions",
    "best_after_counts": "argmax",
    "best_after_steps": "argmax",
    "warm_up": "warmup",
    "first_jobs": "warmup",
    "set_threads": "warmup",
    "kernel_diagnostics": "numba_hooks",
}

# Kernels that take `PARALLEL_LOCK` for the whole call. The bounded sweeps take it part by part, so that other kernels
# can run in between; those of `predictions` take it only for inputs large enough to use threads.
_ALONE = frozenset(
    {
        "sweep_diagonal",
        "sweep_full",
        "sweep_moments",
        "mixture_quantile",
        "curvatures",
        "fisher_fast",
        "trace_after",
        "discriminative",
        "drawn_leaders",
        "best_information",
        "warm_up",
    }
)

__all__ = ["BELIEF_VERSION", "LAYERS", "active_layer", "compile_into", "source_digest"]
__all__ += list(_WHERE)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


def __getattr__(name: str) -> Any:
    module = _WHERE.get(name)
    if not module:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    configure_numba()
    # A kernel loaded from the cache that only calls a parallel one does not register Numba's threading entry points
    # and would crash the process; get_num_threads() registers them.
    importlib.import_module("numba").get_num_threads()
    importlib.import_module(f"{__name__}.numba_hooks")
    value = getattr(importlib.import_module(f"{__name__}.{module}"), name)
    if name in _ALONE or getattr(value, "targetoptions", {}).get("parallel"):
        value = serialized(value)
    globals()[name] = value
    return value
