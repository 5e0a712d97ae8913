"""What the compiled kernels say about themselves, for the installation check."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import llvmlite
import numba

from kgdesk.kernels import keeping
from kgdesk.kernels.locator import COUNT


def how_it_runs() -> dict[str, Any]:
    """Return versions, processor, threads and the way the kernels were found; ask after the first parallel kernel."""
    keep = keeping.settled()
    name, features = keeping.processor()
    layer = "none started yet"
    with suppress(ValueError):  # no parallel kernel has run
        layer = numba.threading_layer()  # type: ignore[attr-defined] # numba's stubs leave it out
    return {
        "numba": numba.__version__,
        "llvmlite": llvmlite.__version__,
        "kernels": keeping.digest(),
        "processor": name,
        "features": [f[1:] for f in features.split(",") if f.startswith("+")],
        "compiled_for": keep.cpu,
        "kept": keep.kind,
        "folder": str(keep.folder),
        "hits": COUNT.hits,
        "misses": COUNT.misses,
        "layer": layer,
        "threads": int(numba.get_num_threads()),
    }
