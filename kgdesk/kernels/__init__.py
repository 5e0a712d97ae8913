"""The numbers of kgdesk: arrays in, arrays out, compiled by Numba.

Numba is imported when the first kernel is asked for, not before (PEP 562), so that a window can be painted first.
`kgdesk.kernels.keeping` settles how Numba runs: processor, folder of compiled kernels, threading layer.

Kernels trust their arguments: float64, C-contiguous, finite. `kgdesk.model.belief` checks them.

References
----------
Wang, Wang and Powell, "The Knowledge Gradient with Logistic Belief Models for Binary Classification", ICML 2016,
called "the paper" throughout this package.
"""

from __future__ import annotations

import importlib
from typing import Any

from kgdesk.kernels.gate import alone
from kgdesk.kernels.keeping import LAYERS, digest, make_into, settle_numba, settled

#: Version of what the beliefs give: posteriors and probabilities. Raised by hand when the golden values in
#: tests/kernels/golden move; a certificate of the ranges holds for the version that it was measured with.
BELIEF_VERSION = 1

_WHERE = {
    "sigmoid": "logistic",
    "log_sigmoid": "logistic",
    "tilted": "logistic",
    "exact_probability": "logistic",
    "predict_kappa": "few",
    "predict_exact": "few",
    "margin": "update",
    "laplace_step": "update",
    "pool_moments_diagonal": "few",
    "pool_moments_full": "few",
    "diagonal_fold": "update",
    "full_fold": "update",
    "moment_step": "update",
    "moment_steps": "update",
    "fit_sites": "few",
    "fit_evidence": "few",
    "sweep_diagonal": "sweep",
    "sweep_full": "sweep",
    "sweep_moments": "sweep",
    "mixture_quantile": "mixture",
    "best_of_mixture": "mixture",
    "full_fold_evidence": "mixture",
    "bounded_diagonal": "bounded",
    "bounded_full": "bounded",
    "bounded_moments": "bounded",
    "curvatures": "rivals",
    "fisher_fast": "rivals",
    "trace_after": "rivals",
    "discriminative": "rivals",
    "covariance_root": "rivals",
    "drawn_scores": "rivals",
    "drawn_leaders": "rivals",
    "drawn_maxima": "maxima",
    "warm_up": "warmup",
    "warm_sweeps": "warmup",
    "set_threads": "warmup",
    "how_it_runs": "telling",
}

# Those that may be asked for while another one runs; the bounded sweeps let others in between their parts, and those
# of `few` wait only where they use threads.
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
        "warm_up",
        "warm_sweeps",
    }
)

__all__ = ["BELIEF_VERSION", "LAYERS", "digest", "make_into", "settled"]
__all__ += list(_WHERE)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


def __getattr__(name: str) -> Any:
    module = _WHERE.get(name)
    if not module:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    settle_numba()
    # A compiled kernel that only calls a parallel one does not bring the threads' entry points with it when it comes
    # from the cache, and would end the process; asking for the number of threads makes them.
    importlib.import_module("numba").get_num_threads()
    importlib.import_module(f"{__name__}.compiling")
    value = getattr(importlib.import_module(f"{__name__}.{module}"), name)
    if name in _ALONE or getattr(value, "targetoptions", {}).get("parallel"):
        value = alone(value)
    globals()[name] = value
    return value
