"""Versions of the program and of the packages that it runs on."""

from __future__ import annotations

import platform
from importlib import metadata

from kgdesk import __version__

#: Packages whose versions are listed.
PARTS = ("numpy", "numba", "llvmlite", "PySide6-Essentials", "pyqtgraph", "apsw", "filelock", "python-calamine",
         "XlsxWriter", "segno")  # fmt: skip


def versions() -> dict[str, str]:
    """Return the versions of the program and its packages."""
    listed = {"kgdesk": __version__, "Python": platform.python_version()}
    for part in PARTS:
        try:
            listed[part] = metadata.version(part)
        except metadata.PackageNotFoundError:
            listed[part] = "unknown"
    return listed
