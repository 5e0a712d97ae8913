"""How functions are compiled that only kernels call."""

from __future__ import annotations

from typing import Any

from numba import njit

# `_nrt` is Numba's own: no reference counts, see `kgdesk.kernels.bare`. The other two are the ways in that Numba else
# compiles for each function, one from Python and one from C.
_HOW: Any = {
    "cache": True,
    "nogil": True,
    "error_model": "numpy",
    "_nrt": False,
    "no_cpython_wrapper": True,
    "no_cfunc_wrapper": True,
}
#: Decorator of such a function.
inner: Any = njit(**_HOW)
#: The same of one that becomes part of its callers, where the compiler would rather pass vectors through memory.
within: Any = njit(**_HOW, forceinline=True)
