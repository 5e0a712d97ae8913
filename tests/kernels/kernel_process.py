"""Runs a script in a process of its own, since what Numba is told counts once in a process."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def python(script: str, *words: str, **environment: str) -> str:
    """Return what a script prints; a warning is an error, and Numba is told only what stands in `environment`."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("NUMBA_", "KGDESK_KERNELS"))}
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", script, *words],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**kept, **environment},
        timeout=250,
        check=False,
    )
    assert done.returncode == 0, (environment, done.stderr)
    return done.stdout.strip()
