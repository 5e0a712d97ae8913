"""How the innermost functions are compiled: without reference counts.

Numba counts the references to every array that a function is given, with an atomic operation that all threads share.
Of a function that is called for each pair, or each imagined outcome, that is a large part of the time. A `bare`
function must not make an array, nor keep one.
"""

from __future__ import annotations

from typing import Any

from numba import njit

#: Decorator of such a function. `_nrt` is Numba's own switch for functions that allocate nothing.
bare: Any = njit(cache=True, nogil=True, error_model="numpy", _nrt=False)  # type: ignore[call-overload]
