"""Set Numba up before its import: cache locator, target processor, threading layer."""

from __future__ import annotations

import functools
import importlib
import os
import sys
import warnings

from kgdesk.kernels.cache import GENERIC, active_layer

#: Numba's threading layers in order of preference. Workqueue loads on every system, but there the calling thread
#: sleeps and wakes two others, which Linux often schedules on one core: a sweep of many short kernels then takes up
#: to twice as long. With OpenMP the calling thread takes its share of the work and wakes only one.
#: libgomp is installed on nearly every Linux; on other systems OpenMP cannot be relied on.
PRIORITY = "omp workqueue tbb" if sys.platform == "linux" else "workqueue omp tbb"
#: Threading layers that kernels are expected to run on.
LAYERS = tuple(PRIORITY.split()[: 2 if sys.platform == "linux" else 1])


def configure_numba() -> None:
    """Set Numba's environment variables; no effect once Numba is imported.

    The frozen program drops the user's NUMBA_ variables except NUMBA_NUM_THREADS; the Python package respects them.
    """
    layer = active_layer()
    if "numba" in sys.modules:
        return
    if getattr(sys, "frozen", False):
        for name in [
            name for name in os.environ if name.startswith("NUMBA_") and name != "NUMBA_NUM_THREADS"
        ]:
            del os.environ[name]
    # Numba takes the first of these that loads. Not every one is thread-safe: hence `parallel.PARALLEL_LOCK`.
    os.environ.setdefault("NUMBA_THREADING_LAYER_PRIORITY", PRIORITY)
    # Where /dev/shm cannot be written Numba has no lock between processes; kgdesk forks none that calculates.
    warnings.filterwarnings("ignore", message="Could not obtain multiprocessing lock")
    # By default libgomp's threads spin for a while after each kernel and take the cores from the window.
    os.environ.setdefault("OMP_WAIT_POLICY", "passive")
    # An incompatible Intel SVML library on PATH breaks Numba.
    os.environ.setdefault("NUMBA_DISABLE_INTEL_SVML", "1")
    # Numba would colour the message of every overload that it tries in vain.
    os.environ.setdefault("NUMBA_DISABLE_ERROR_MESSAGE_HIGHLIGHTING", "1")
    if layer.cpu == GENERIC:
        os.environ["NUMBA_CPU_NAME"], os.environ["NUMBA_CPU_FEATURES"] = GENERIC, ""
    if "NUMBA_CACHE_DIR" not in os.environ:
        ours = "kgdesk.kernels.cache_locator.KernelLocator"
        theirs = "InTreeCacheLocator,UserWideCacheLocator,IPythonCacheLocator,ZipCacheLocator"
        os.environ.setdefault("NUMBA_CACHE_LOCATOR_CLASSES", f"{ours},{theirs}")


@functools.cache
def load_numba() -> None:
    """Configure and import Numba, and prepare it for kernels from the cache."""
    configure_numba()
    # A kernel from the cache that only calls a parallel one does not register Numba's threading entry points and would
    # crash the process; get_num_threads() registers them.
    importlib.import_module("numba").get_num_threads()
    importlib.import_module("kgdesk.kernels.cache_locator").watch_compilation()
