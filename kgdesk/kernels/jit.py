"""How the innermost functions are compiled: inlined, without reference counts."""

from __future__ import annotations

from typing import Any

from numba import njit

#: Decorator of such a function. `_nrt` is Numba's own switch for functions that allocate nothing.
njit_no_refcount: Any = njit(cache=True, nogil=True, error_model="numpy", _nrt=False)  # type: ignore[call-overload]


# `_nrt` is Numba's own: no reference counts, see `kgdesk.kernels.jit`. The other two are the ways in that Numba else
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
njit_internal: Any = njit(**_HOW)

#: The same of one that becomes part of its callers, where the compiler would rather pass vectors through memory.
njit_inline: Any = njit(**_HOW, forceinline=True)
