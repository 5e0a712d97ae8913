"""How functions are compiled that only kernels call."""

from __future__ import annotations

from typing import Any

from numba import njit

#: Decorator of such a function: `kgdesk.kernels.bare.bare` without the two ways in that Numba else compiles, one
#: from Python and one from C.
inner: Any = njit(  # type: ignore[call-overload]  # `_nrt` is Numba's own
    cache=True, nogil=True, error_model="numpy", _nrt=False, no_cpython_wrapper=True, no_cfunc_wrapper=True
)
