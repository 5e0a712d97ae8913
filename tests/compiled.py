"""Has the kernels compiled once, before the workers of a parallel run start; each of them would compile them all.

``python tests/compiled.py`` compiles what is not kept yet, on two cores.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
#: Number of kernels of the bounded sweep, the last ones of `warm_up`; they take as long as all others together.
_BOUNDED = 2


def compile_kernels() -> None:
    """Compile all kernels into the folder that every process of this user looks into; a fault is left to the tests."""
    words = [sys.executable, __file__]
    subprocess.run(words, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)


def _everything() -> None:
    from kgdesk import kernels

    beside = subprocess.Popen([sys.executable, __file__, "bounded"])

    def progress(done: int, total: int) -> None:
        if done == total - _BOUNDED:
            beside.wait()

    kernels.warm_up(progress)
    beside.wait()


def _bounded() -> None:
    import numpy as np

    from kgdesk import kernels

    kernels.configure_numba()  # before the first kernel is imported: Numba asks once where to keep what it compiles
    from kgdesk.kernels.bounded_sweep import branch_and_bound

    X = np.array([[1.0, 0.5], [1.0, -0.5]])
    branch_and_bound.sweep_by_groups(np.zeros(2), branch_and_bound.NO_MATRIX, np.ones(2), X, False, None)


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    _bounded() if "bounded" in sys.argv else _everything()
