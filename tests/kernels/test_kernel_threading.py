"""Threads of the kernels, two concurrent callers, and forked processes."""

from __future__ import annotations

import functools
import os
import subprocess
import sys

import pytest
from kernel_process import python
from seldom import seldom

from kgdesk.kernels.numba_setup import LAYERS, PRIORITY

SWEEP = """
import os, warnings
import numpy as np
from kgdesk import FullBelief
from kgdesk.kernels import kernel_diagnostics
warnings.simplefilter("ignore")  # newer Pythons warn of forks
X = np.column_stack([np.ones(400), np.random.default_rng(0).normal(size=(400, 3))])

def chosen():
    return int(FullBelief.prior(4).knowledge_gradient(X).argmax())

first = chosen()
"""

LAYER = "print(kernel_diagnostics()['layer'])"

FORK = (
    SWEEP
    + """
process = os.fork()
if not process:
    try:
        print("the same" if chosen() == first else "another", flush=True)
    except RuntimeError as problem:
        print(problem, flush=True)
    os._exit(0)
assert os.waitpid(process, 0)[1] == 0
assert chosen() == first
"""
)

# The child is forked while another thread holds the lock, whose release it can never see.
FORK_IN_MID_WORK = """
import os, threading, warnings
warnings.simplefilter("ignore")
from kgdesk.kernels.parallel import PARALLEL_LOCK
held, over = threading.Event(), threading.Event()
def hold():
    with PARALLEL_LOCK:
        held.set()
        over.wait()
thread = threading.Thread(target=hold)
thread.start()
held.wait()
process = os.fork()
if not process:
    with PARALLEL_LOCK:
        os.write(1, b"let in")
    os._exit(0)
os.waitpid(process, 0)
over.set()
thread.join()
"""

HAMMER = """
import sys, threading, time
import numpy as np
from kgdesk.model.beliefs.gaussian import DiagonalBelief, FullBelief, MomentBelief
rng = np.random.default_rng(1)
X = np.column_stack([np.ones(300), rng.normal(size=(300, 3))])
y = np.where(rng.random(20) < 0.5, 1, -1)
right = MomentBelief.fitted(MomentBelief.prior(4), X[:20], y).sweep(X).kg
end, wrong, turns = time.monotonic() + SECONDS, [], [0, 0]

def hammer(me):
    while time.monotonic() < end:
        belief = MomentBelief.fitted(MomentBelief.prior(4), X[:20], y)
        if not np.array_equal(belief.sweep(X).kg, right):
            wrong.append(me)
        belief.predict(X)
        FullBelief.prior(4).updated(X[1], 1).knowledge_gradient(X)
        DiagonalBelief.prior(4).updated(X[1], -1).knowledge_gradient(X)
        turns[me] += 1

threads = [threading.Thread(target=hammer, args=(me,)) for me in range(2)]
[t.start() for t in threads]
[t.join() for t in threads]
assert not wrong and min(turns) > 0, (wrong, turns)
import numba
print(numba.threading_layer())
"""


@functools.cache
def here() -> list[str]:
    """Return the threading layers available on this machine."""
    found = []
    for layer, module in (("workqueue", "workqueue"), ("omp", "omppool"), ("tbb", "tbbpool")):
        words = [sys.executable, "-c", f"from numba.np.ufunc import {module}"]
        if subprocess.run(words, capture_output=True, check=False, timeout=100).returncode == 0:
            found.append(layer)
    return found


def test_the_first_layer_that_loads_is_taken() -> None:
    assert set(LAYERS) <= set(PRIORITY.split())
    assert python(SWEEP + LAYER) == next(layer for layer in LAYERS if layer in here())


def test_without_the_library_of_openmp_the_kernels_run_on_workqueue() -> None:
    missing = "import sys; sys.modules['numba.np.ufunc.omppool'] = None\n"
    assert python(missing + SWEEP + LAYER) == "workqueue"


@pytest.mark.nightly
def test_a_layer_that_a_person_names_is_taken() -> None:
    assert python(SWEEP + LAYER, NUMBA_THREADING_LAYER="workqueue") == "workqueue"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")
@pytest.mark.parametrize("layer", ["workqueue", *seldom("omp")])
def test_a_forked_process_calculates_or_says_why_not(layer: str) -> None:
    if layer not in here():
        pytest.skip(f"Numba's layer {layer} does not load here")
    told = python(FORK, NUMBA_THREADING_LAYER=layer)
    if layer == "workqueue" or sys.platform != "linux":
        assert told == "the same"
    else:
        assert told.startswith("This process was forked from one in which kgdesk had calculated")
        assert 'get_context("spawn")' in told


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")
def test_a_process_forked_in_mid_work_is_let_in() -> None:
    assert python(FORK_IN_MID_WORK) == "let in"


@pytest.mark.slow
@pytest.mark.parametrize("seconds", ["0.2", *seldom("10.0")])
def test_two_threads_may_ask_at_once_under_every_threading_layer(seconds: str) -> None:
    layers = here()
    assert "workqueue" in layers
    for layer in layers:
        assert python(HAMMER.replace("SECONDS", seconds), NUMBA_THREADING_LAYER=layer) == layer


@pytest.mark.nightly
def test_the_threads_of_two_callers_wait_for_each_other() -> None:
    script = """
import threading
import numpy as np
from kgdesk import kernels
X = np.column_stack([np.ones(200), np.linspace(-1, 1, 200)])
right = kernels.pool_moments_full(np.ones(2), np.eye(2), X)[0].tobytes()
found = []
def work():
    for _ in range(300):
        found.append(kernels.pool_moments_full(np.ones(2), np.eye(2), X)[0].tobytes() == right)
threads = [threading.Thread(target=work) for _ in range(2)]
for t in threads: t.start()
for t in threads: t.join()
assert all(found) and len(found) == 600
print("whole")
"""
    assert python(script) == "whole"
