"""Equal results uncompiled, without SciPy, and for any number of threads: each in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from kernel_process import python

ROOT = Path(__file__).parents[2]

EVERYTHING = """
import hashlib
import numpy as np
from kgdesk import kernels
from kgdesk.model.beliefs.gaussian import DiagonalBelief, FullBelief, MomentBelief

def results(M=90, n=25):
    rng = np.random.default_rng(31)
    X = np.column_stack([np.ones(M), rng.normal(size=(M, 3))])
    X[7] = X[3]
    rows = X[rng.integers(M, size=n)]
    y = np.where(rng.random(n) < 0.4, 1.0, -1.0)
    beliefs = [
        DiagonalBelief.prior(4).folded(rows, y),
        FullBelief.prior(4).folded(rows, y),
        MomentBelief.fitted(MomentBelief.prior(4), rows, y),
    ]
    beliefs += [b.updated(X[0], 1) for b in beliefs]
    found = []
    for belief in beliefs:
        sweep = belief.sweep(X)
        found += [belief.mean, belief.deviation, *belief.moments(X), belief.predict(X), sweep.kg, sweep.probability,
                  sweep.success_value, sweep.failure_value, sweep.success_best, sweep.failure_best]
    return found

def digest(arrays):
    total = hashlib.sha256()
    for array in arrays:
        total.update(np.ascontiguousarray(array).tobytes())
    return total.hexdigest()
"""


def test_bits_do_not_depend_on_the_number_of_threads() -> None:
    script = (
        EVERYTHING
        + """
for count in (1, 2, 4):
    kernels.set_threads(count)
    print(count, digest(results()))
import numba
assert numba.get_num_threads() == 4
"""
    )
    lines = [line.split() for line in python(script, NUMBA_NUM_THREADS="4").splitlines()]
    assert [line[0] for line in lines] == ["1", "2", "4"]
    assert len({line[1] for line in lines}) == 1


def test_compiled_and_uncompiled_agree(tmp_path: Path) -> None:
    script = EVERYTHING + "np.savez({!r}, *results(14, 9))\n"
    python(script.format(str(tmp_path / "compiled.npz")))
    python(script.format(str(tmp_path / "plain.npz")), NUMBA_DISABLE_JIT="1")
    with np.load(tmp_path / "compiled.npz") as one, np.load(tmp_path / "plain.npz") as two:
        assert len(one.files) == len(two.files) == 66
        for name in one.files:
            np.testing.assert_allclose(one[name], two[name], rtol=1e-10, atol=1e-12)


@pytest.mark.nightly
@pytest.mark.slow
def test_the_oracle_tests_hold_uncompiled() -> None:
    names = [
        "tests/kernels/test_kernel_update.py",
        "tests/kernels/test_kernel_logistic.py",
        "tests/kernels/test_kernel_sweep.py",
        "tests/kernels/test_kernel_expectation_propagation.py",
        "tests/kernels/test_kernel_evidence.py",
        "tests/kernels/test_kernel_mixture.py",
        "tests/kernels/test_kernel_baselines.py",
        "tests/kernels/test_kernel_counts.py",
        "tests/kernels/test_kernel_group_bounds.py",
        "tests/kernels/test_kernel_maxima.py",
        "tests/kernels/test_kernel_small_pools.py",
    ]
    chosen = (
        "outcomes_add_up or margin_solves or beyond_700 or mirror or full_step or diagonal_step or row_of_zeros or "
        "the_present_maximum or brute_force and (few or single or zeros) or near_ties or "
        "independent_dense_one and 4 or settles and contradictory or share_no_weight or "
        "quantile_of_a_mixture or best_of_a_mixture or evidence_in_order or "
        "kernel_baselines or kernel_group_bounds or kernel_maxima or kernel_small_pools or "
        "all_counts or equal_candidates_of_a_pool or every_count and 8.0"
    )
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *names, "-q", "-p", "no:cacheprovider", "-k", chosen],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        timeout=280,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr
    last = done.stdout.strip().splitlines()[-1]
    assert int(last.split(" passed")[0].split()[-1]) >= 140


def test_kernels_and_beliefs_need_no_scipy() -> None:
    script = (
        """
import sys

class NoScipy:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] == "scipy":
            raise ModuleNotFoundError(name)
        return None

sys.meta_path.insert(0, NoScipy())
"""
        + EVERYTHING
        + """
kernels.warm_up()
digest(results())
assert not any(name.split(".")[0] == "scipy" for name in sys.modules)
print("ran")
"""
    )
    assert python(script).strip() == "ran"


def test_importing_the_package_and_its_beliefs_does_not_load_numba() -> None:
    script = (
        "import sys, kgdesk.kernels, kgdesk.model.beliefs.gaussian\n"
        "assert 'numba' not in sys.modules\nprint('late')"
    )
    assert python(script).strip() == "late"


def test_warming_up_counts_every_kernel_once() -> None:
    from kgdesk.kernels import warm_up

    seen: list[tuple[int, int]] = []
    total = warm_up(lambda done, of: seen.append((done, of)))
    assert seen == [(i, total) for i in range(1, total + 1)]


def test_an_unknown_kernel_is_an_attribute_that_is_not_there() -> None:
    from kgdesk import kernels

    assert not hasattr(kernels, "no_such_kernel")
    assert len(kernels.source_digest()) == 16


FIRST = """
import numpy as np
from kgdesk import kernels
X, ones = np.array([[1.0, 0.5], [1.0, -0.5]]), np.ones(2)
kernels.NAME(np.zeros(2), np.eye(2), X, ones, ones, 1e-10, 50)
"""


@pytest.mark.nightly
def test_a_kernel_that_calls_a_parallel_one_may_come_first_from_the_cache(tmp_path: Path) -> None:
    """The second process compiles around cached parts of the first one; later ones have everything cached."""
    environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path)}
    for name in ("fit_evidence", "fit_sites", "fit_sites", "fit_evidence"):
        done = subprocess.run(
            [sys.executable, "-c", FIRST.replace("NAME", name)],
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, (name, done.stderr)
