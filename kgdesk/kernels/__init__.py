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

import functools
import importlib
import threading
from typing import TYPE_CHECKING, Any

from kgdesk.kernels.keeping import digest, make_into, settle_numba, settled

if TYPE_CHECKING:
    from collections.abc import Callable

_WHERE = {
    "sigmoid": "logistic",
    "log_sigmoid": "logistic",
    "tilted": "logistic",
    "predict_kappa": "logistic",
    "predict_exact": "logistic",
    "margin": "update",
    "pool_moments_diagonal": "update",
    "pool_moments_full": "update",
    "diagonal_fold": "update",
    "full_fold": "update",
    "moment_step": "update",
    "moment_steps": "update",
    "fit_sites": "refit",
    "fit_evidence": "refit",
    "sweep_diagonal": "sweep",
    "sweep_full": "sweep",
    "sweep_moments": "sweep",
    "mixture_quantile": "mixture",
    "curve_table": "mixture",
    "mixture_futures": "mixture",
    "full_fold_evidence": "mixture",
    "curvatures": "rivals",
    "fisher_fast": "rivals",
    "trace_after": "rivals",
    "discriminative": "rivals",
    "covariance_root": "rivals",
    "drawn_scores": "rivals",
    "drawn_leaders": "rivals",
    "warm_up": "warmup",
    "set_threads": "warmup",
    "how_it_runs": "telling",
}

__all__ = ["digest", "make_into", "settled"]
__all__ += list(_WHERE)


#: Two threads in parallel kernels at once end the process under Numba's workqueue layer, without a word.
_ONE_AT_A_TIME = threading.RLock()


def _alone(kernel: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(kernel, updated=())
    def alone(*arguments: Any, **named: Any) -> Any:
        with _ONE_AT_A_TIME:
            return kernel(*arguments, **named)

    return alone


def __getattr__(name: str) -> Any:
    module = _WHERE.get(name)
    if not module:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    settle_numba()
    value = getattr(importlib.import_module(f"{__name__}.{module}"), name)
    if name == "warm_up" or getattr(value, "targetoptions", {}).get("parallel"):
        value = _alone(value)
    globals()[name] = value
    return value
