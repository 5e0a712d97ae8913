"""Numba kernels: Bayesian updates, predictions, knowledge gradient sweeps and baselines on NumPy arrays.

Numba is imported on the first access to a kernel (PEP 562), so that the window can be painted first;
`kgdesk.kernels.numba_setup` sets it up.

Kernels do not check their arguments, which must be finite, C-contiguous and float64 where nothing else is said;
`kgdesk.model.beliefs.gaussian` checks them.

References
----------
Wang, Wang and Powell, "The Knowledge Gradient with Logistic Belief Models for Binary Classification", ICML 2016,
called "the paper" throughout this package.
"""

from __future__ import annotations

import importlib
from typing import Any

from kgdesk.kernels.belief_version import BELIEF_VERSION
from kgdesk.kernels.cache import active_layer, compile_into, source_digest
from kgdesk.kernels.numba_setup import LAYERS, configure_numba, load_numba
from kgdesk.kernels.parallel import as_called_from_outside
from kgdesk.kernels.reading_kinds import ABOVE, BELOW, EXACT, FAILURE, SUCCESS

#: The module of each name that is imported on first use.
_MODULE_OF = {
    "sigmoid": "logistic",
    "log_sigmoid": "logistic",
    "tilted": "logistic",
    "exact_probability": "logistic",
    "predict_kappa": "predictions",
    "predict_exact": "predictions",
    "margin": "update",
    "laplace_step": "update",
    "pool_moments_diagonal": "moments",
    "pool_moments_full": "moments",
    "diagonal_fold": "update",
    "full_fold": "update",
    "moment_step": "update",
    "fit_sites": "expectation_propagation",
    "fit_evidence": "expectation_propagation",
    "fit_deviating": "expectation_propagation",
    "fit_members": "members",
    "fit_value_members": "value_fit",
    "step_members": "members",
    "step_one": "members",
    "moments_of_members": "moments",
    "FULL_SERIAL_BELOW": "moments",
    "many_rows": "expectation_propagation",
    "sweep_diagonal": "sweep",
    "sweep_full": "sweep",
    "sweep_moments": "sweep",
    "mixture_quantile": "mixtures",
    "best_of_mixture": "mixtures",
    "full_fold_evidence": "update",
    "bounded_diagonal": "bounded_sweep.branch_and_bound",
    "bounded_from": "sweep",
    "bounded_full": "bounded_sweep.branch_and_bound",
    "bounded_moments": "bounded_sweep.branch_and_bound",
    "in_blocks": "pool_blocks",
    "PADDING_MEAN": "pool_blocks",
    "all_steps": "lookahead_simd",
    "CORRELATED": "lookahead_simd",
    "MOMENTS": "lookahead_simd",
    "pool_extremes": "sweep",
    "futures": "sweep",
    "best_now": "argmax",
    "curvatures": "baselines",
    "fisher_fast": "baselines",
    "trace_after": "baselines",
    "discriminative": "baselines",
    "covariance_root": "linear_algebra",
    "regressions": "linear_algebra",
    "drawn_scores": "draws",
    "drawn_leaders": "draws",
    "best_information": "baselines",
    "drawn_maxima": "draws",
    "own_deviates": "draws",
    "slope_spans": "leading_rows",
    "line_maxima": "leading_rows",
    "count_steps": "update",
    "laplace_steps_of": "lookahead_simd",
    "best_after_counts": "argmax",
    "best_after_steps": "argmax",
    "warm_up": "warmup",
    "first_jobs": "warmup",
    "set_threads": "warmup",
    "kernel_diagnostics": "diagnostics",
}

__all__ = [
    "ABOVE",
    "BELIEF_VERSION",
    "BELOW",
    "EXACT",
    "FAILURE",
    "LAYERS",
    "SUCCESS",
    "active_layer",
    "compile_into",
    "configure_numba",
    "source_digest",
]
__all__ += list(_MODULE_OF)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


def __getattr__(name: str) -> Any:
    module = _MODULE_OF.get(name)
    if not module:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    load_numba()
    kernel = getattr(importlib.import_module(f"{__name__}.{module}"), name)
    # Kept as a global, so that the next access does not come here.
    value = globals()[name] = as_called_from_outside(name, kernel)
    return value
