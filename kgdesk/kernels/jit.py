"""Numba decorators for inner functions: no reference counting, no Python wrapper, optionally inlined."""

from __future__ import annotations

from typing import Any

from numba import njit

#: njit without reference counts, for functions that allocate nothing. `_nrt` is an undocumented option of Numba.
njit_no_refcount: Any = njit(cache=True, nogil=True, error_model="numpy", _nrt=False)  # type: ignore[call-overload]


# By default Numba compiles two more entry points for each function, one for Python and one for C; inner functions are
# called by kernels only.
_HOW: Any = {
    "cache": True,
    "nogil": True,
    "error_model": "numpy",
    "_nrt": False,
    "no_cpython_wrapper": True,
    "no_cfunc_wrapper": True,
}

#: njit for functions that only other kernels call: shorter to compile.
njit_internal: Any = njit(**_HOW)

#: The same, always inlined: without it LLVM may pass SIMD vectors through memory.
njit_inline: Any = njit(**_HOW, forceinline=True)
