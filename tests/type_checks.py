"""mypy with a cache that outlasts a checkout: where nothing has changed, a run takes one second instead of 20."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from filelock import FileLock
from platformdirs import user_cache_path

ROOT = Path(__file__).parents[1]


def checked(name: str, *words: str) -> subprocess.CompletedProcess[str]:
    """Check types with mypy.

    Parameters
    ----------
    name
        Of the cache. mypy begins anew when its options are others than those of the cache.
    words
        Options and files. The package kgdesk is that of this checkout.
    """
    folder = user_cache_path("kgdesk") / "mypy"
    folder.mkdir(parents=True, exist_ok=True)
    # From here paths of sources are absolute. Of a file at another path than before mypy compares the content; at the
    # same path the time of its last change and its size are enough for it, and two checkouts may have both in common.
    with FileLock(folder / f"{name}.lock"):
        return subprocess.run(
            [sys.executable, "-m", "mypy", "--cache-dir", str(folder / name), *words],
            cwd=folder,
            env={**os.environ, "MYPYPATH": str(ROOT)},
            capture_output=True,
            text=True,
            check=False,
        )
