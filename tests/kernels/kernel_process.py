"""Run a script in a process of its own, since Numba's settings cannot be changed within a process."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def python(script: str, *words: str, **environment: str) -> str:
    """Return the output of a script; warnings are errors, and only the NUMBA variables in `environment` are set."""
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
