"""The numbers of kgdesk: arrays in, arrays out, compiled by Numba.

Numba is imported when the first kernel is asked for, not before (PEP 562), so that a window can be painted first.
This is the one place that settles how Numba runs: threading layer, cache folder, no foreign vector library.

Kernels trust their arguments: float64, C-contiguous, finite. `kgdesk.model.belief` checks them.

References
----------
Wang, Wang and Powell, "The Knowledge Gradient with Logistic Belief Models for Binary Classification", ICML 2016,
called "the paper" throughout this package.
"""

from __future__ import annotations

import hashlib
import importlib
import os
import sys
import tempfile
from pathlib import Path
from typing import Any

from kgdesk.kernels.gate import alone

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
    "sweep_diagonal": "sweep",
    "sweep_full": "sweep",
    "sweep_moments": "sweep",
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
    "warm_up": "warmup",
    "set_threads": "warmup",
    "digest": "",
}

# Those that may be asked for while another one runs; the bounded sweeps let others in between their parts.
_ALONE = frozenset(
    {
        "predict_kappa",
        "predict_exact",
        "pool_moments_diagonal",
        "pool_moments_full",
        "fit_sites",
        "sweep_diagonal",
        "sweep_full",
        "sweep_moments",
        "curvatures",
        "fisher_fast",
        "trace_after",
        "discriminative",
        "drawn_leaders",
        "warm_up",
    }
)

__all__ = list(_WHERE)


def digest() -> str:
    """Return 16 hexadecimal digits that change whenever the source of a kernel changes."""
    total = hashlib.sha256()
    for path in sorted(Path(__file__).parent.glob("*.py")):
        total.update(path.name.encode())
        total.update(path.read_bytes())
    return total.hexdigest()[:16]


def _cache_folder() -> Path:
    """Return a writable folder for compiled kernels, of its own for each version of the sources.

    Numba renews a cached kernel when its own file changes, but not when a kernel that it calls does.
    """
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA", str(Path.home())))
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    folder = base / "kgdesk" / f"kernels-{digest()}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except OSError:
        return Path(tempfile.mkdtemp(prefix="kgdesk-kernels-"))


def _settle_numba() -> None:
    if "numba" in sys.modules:
        return
    # The only layer whose wheels load on all three systems; all parallel calls stay in one compute lane.
    os.environ.setdefault("NUMBA_THREADING_LAYER", "workqueue")
    # A foreign svml library on a lab computer's PATH breaks Numba.
    os.environ.setdefault("NUMBA_DISABLE_INTEL_SVML", "1")
    if "NUMBA_CACHE_DIR" not in os.environ:
        os.environ["NUMBA_CACHE_DIR"] = str(_cache_folder())


def __getattr__(name: str) -> Any:
    module = _WHERE.get(name)
    if not module:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    _settle_numba()
    value = getattr(importlib.import_module(f"{__name__}.{module}"), name)
    if name in _ALONE:
        value = alone(value)
    globals()[name] = value
    return value
