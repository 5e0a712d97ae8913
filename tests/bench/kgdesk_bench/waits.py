"""Measurements in processes of their own: a session in a window, a start, a sweep with its memory."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

_KGDESK = [sys.executable, "-m", "kgdesk"]
_BENCH = Path(__file__).parents[1] / "bench.py"
_PATIENCE = 900.0
_LOOK_EVERY = 0.005
STEPS = "window", "suggestion"


def session_waits(study: Path, entries: int, own: Path) -> tuple[list[float], list[float]]:
    """Play a session on a study, which it changes; see `kgdesk_bench.window_session`.

    Parameters
    ----------
    study
        File of the study; not open elsewhere.
    entries
        Number of outcomes that are entered.
    own
        Data folder for the program.

    Returns
    -------
    (list of float, list of float)
        Seconds from each confirmed outcome to the next suggestion on the screen; seconds between two turns of the
        event loop, ascending.

    Raises
    ------
    OSError or subprocess.SubprocessError
        No window can be opened.
    """
    waits = _part(f"session={entries}={study}", env=_apart(own))
    return waits["entries"], waits["beats"]


def large_sweep(kind: str, candidates: int) -> dict[str, float]:
    """Time a sweep in a new process with its own memory; see `kgdesk_bench.sweep_of`.

    Raises
    ------
    OSError or subprocess.SubprocessError
        It failed, most likely for lack of memory.
    """
    figures: dict[str, float] = _part(f"sweep={candidates}={kind}")
    return figures


def compiling_wait(study: Path, own: Path) -> float:
    """Return the seconds of `kgdesk suggest` on a study, in a new process that has to compile its kernels.

    Raises
    ------
    OSError or subprocess.SubprocessError
        It failed.
    """
    with tempfile.TemporaryDirectory(dir=own) as empty:
        began = time.perf_counter()
        subprocess.run(
            [*_KGDESK, "suggest", str(study)],
            env={**_apart(own), "XDG_CACHE_HOME": empty, "LOCALAPPDATA": empty, "HOME": empty},
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            timeout=_PATIENCE, check=True,
        )  # fmt: skip
        return time.perf_counter() - began


def _part(part: str, env: dict[str, str] | None = None) -> Any:
    """Run a part of the benchmark in a process of its own; return its last output, parsed as JSON."""
    done = subprocess.run(
        [sys.executable, str(_BENCH), "--part", part],
        env=os.environ | (env or {}) | {"PYTHONPATH": str(_BENCH.parents[2])},
        stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=_PATIENCE, check=True,
    )  # fmt: skip
    return json.loads(done.stdout.splitlines()[-1])


def start_waits(study: Path, own: Path, checkout: Path | None = None) -> dict[str, float]:
    """Start the window on a study and close it; return seconds until it was painted and had its first suggestion.

    Parameters
    ----------
    study, own
        As in `session_waits`; the study is not changed.
    checkout
        Sources of the program to start; None for this one.

    Raises
    ------
    OSError or subprocess.SubprocessError
        No window can be opened.
    """
    line = own / "line.txt"
    line.unlink(missing_ok=True)
    began = time.time()
    with subprocess.Popen(
        [*_KGDESK, "open", str(study), "--by", "bench"],
        env={**_apart(own), "KGDESK_TIMELINE": str(line), **({"PYTHONPATH": str(checkout)} if checkout else {})},
        cwd=checkout,
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    ) as running:  # fmt: skip
        try:
            reached: dict[str, float] = {}
            while not reached.keys() >= set(STEPS):
                if running.poll() is not None or time.time() - began > _PATIENCE:
                    raise subprocess.SubprocessError(f"The window ended after {sorted(reached)}.")
                time.sleep(_LOOK_EVERY)
                rows = line.read_text("utf-8").splitlines() if line.exists() else []
                reached = {
                    row.split()[0]: float(row.split()[1]) - began for row in rows if row.count(" ") == 2
                }
            return reached
        finally:
            running.kill()


def _apart(own: Path) -> dict[str, str]:
    """Return an environment in which the program is offscreen and does not touch the user's settings and log."""
    return {
        **os.environ,
        "QT_QPA_PLATFORM": "offscreen",
        "KGDESK_DATA": str(own / "data"),
        "XDG_CONFIG_HOME": str(own / "config"),
        "XDG_DATA_HOME": str(own / "share"),
    }
