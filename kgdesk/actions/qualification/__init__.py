"""Installation check: numbers, disk and window on this computer, with a certificate that a lab can file."""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
from datetime import datetime
from importlib import metadata
from typing import TYPE_CHECKING

from kgdesk import __version__
from kgdesk.actions.native_compile import NO_WINDOW, own_command
from kgdesk.actions.qualification import machine_checks
from kgdesk.actions.qualification.findings import Finding, Report, certificate, finding_lines, last_words
from kgdesk.actions.qualification.machine_checks import write_until_stopped
from kgdesk.errors import phrase

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

__all__ = [
    "PARTS",
    "Finding",
    "Report",
    "certificate",
    "finding_lines",
    "qualify",
    "versions",
    "write_until_stopped",
]

#: Packages whose versions are listed on the certificate.
PARTS = ("numpy", "numba", "llvmlite", "PySide6-Essentials", "pyqtgraph", "apsw", "filelock", "python-calamine",
         "XlsxWriter", "segno")  # fmt: skip
#: For the window of the sample study, where no kernel is compiled and none can be kept.
_PATIENCE_SECONDS = 300


def qualify(folder: str | Path | None = None, progress: Callable[[Finding], object] | None = None) -> Report:
    """Run all installation checks on this computer.

    Parameters
    ----------
    folder
        Folder whose disk is tested, normally that of the studies. None for the folder of temporary files.
    progress
        Called with each finding.

    Returns
    -------
    Report
        One or more findings per check, also for failed ones.
    """
    findings: list[Finding] = []
    checks: list[Callable[[], list[Finding]]] = [
        machine_checks.compiled,
        machine_checks.own_files,
        machine_checks.golden,
        machine_checks.witnessed,
        machine_checks.two_at_once,
        machine_checks.cached,
        lambda: machine_checks.durability(folder),
        lambda: machine_checks.written_killed_verified(folder),
        window,
    ]
    for check in checks:
        for finding in check():
            findings.append(finding)
            if progress is not None:
                progress(finding)
    return Report(
        tuple(findings), versions(), datetime.now().astimezone().isoformat(timespec="seconds"), platform.node(),
        phrase("{system}, {machine}, {count} processor cores",
               system=_system(), machine=platform.machine(), count=os.cpu_count()),
    )  # fmt: skip


def versions() -> dict[str, str]:
    """Return the versions of the program and its packages."""
    listed = {"kgdesk": __version__, "Python": platform.python_version()}
    for part in PARTS:
        try:
            listed[part] = metadata.version(part)
        except metadata.PackageNotFoundError:
            listed[part] = "unknown"
    return listed


def window() -> list[Finding]:
    """Check the window's platform and fonts in a child process, since Qt aborts a process without a usable display."""
    environment = dict(os.environ)
    if sys.platform not in {"win32", "darwin"} and not any(
        os.environ.get(name) for name in ("QT_QPA_PLATFORM", "DISPLAY", "WAYLAND_DISPLAY")
    ):
        environment["QT_QPA_PLATFORM"] = "offscreen"
    try:
        done = subprocess.run(  # noqa: S603 - our own program
            own_command("selftest", "--part", "window"),
            capture_output=True, text=True, encoding="utf-8", errors="replace", env=environment, check=False,
            stdin=subprocess.DEVNULL, timeout=_PATIENCE_SECONDS,
            creationflags=NO_WINDOW,
        )  # fmt: skip
        answer = json.loads(done.stdout)
    except (OSError, subprocess.TimeoutExpired) as cause:
        return [
            Finding(
                phrase("window"),
                problem=phrase(
                    "the part that draws the window did not start ({cause}). Install again.", cause=cause
                ),
            )
        ]
    except ValueError:
        problem = phrase(
            "Qt did not start ({last}). Install the libraries that it names.", last=last_words(done.stderr)
        )
        return [Finding(phrase("window"), problem=problem)]
    return [Finding.of_wire(row) for row in answer]


def _system() -> str:
    try:
        return str(platform.freedesktop_os_release()["PRETTY_NAME"])
    except (OSError, KeyError, AttributeError):
        return f"{platform.system()} {platform.release()}"
