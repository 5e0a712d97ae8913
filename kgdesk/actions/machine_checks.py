"""Checks of the installed program on this computer: its files, numbers and threads, a disk, the window."""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
import tempfile
import threading
import time
from datetime import datetime
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

import numpy as np

from kgdesk import __version__, kernels
from kgdesk.actions.findings import Finding
from kgdesk.actions.own_process import NO_WINDOW, own_command
from kgdesk.errors import KgdeskError
from kgdesk.model.beliefs.gaussian import DiagonalBelief, FullBelief, MomentBelief
from kgdesk.paths import resource_path
from kgdesk.rehearsal.scipy_witness import scipy_differences
from kgdesk.text import joined, phrase

if TYPE_CHECKING:
    from collections.abc import Callable


#: What to do if a number is wrong.
AGAIN = phrase("Install kgdesk again; if it stays so, this computer computes wrongly.")

#: Relative tolerance: exp and log differ between machines in the last digits.
_TOLERANCE = 1e-9

_ROUNDS = 30

_BELIEFS: dict[str, Callable[[int], DiagonalBelief | FullBelief | MomentBelief]] = {
    "diagonal": DiagonalBelief.prior,
    "full": FullBelief.prior,
    "moments": MomentBelief.prior,
}

#: Files and folders below ``resources`` that the program reads.
OWN_FILES = (
    "archive/verify_archive.py", "certificates/chances.json", "certificates/ranges.json", "help", "icons", "samples",
    "selftest/golden.json", "templates", "translations",
)  # fmt: skip


def program() -> list[Finding]:
    """Report which program was checked, on which computer and when."""
    result = phrase(
        "kgdesk {version} on {computer} ({system}, {machine}, {count} processor cores), {time}",
        version=__version__,
        computer=platform.node(),
        system=_system(),
        machine=platform.machine(),
        count=os.cpu_count(),
        time=datetime.now().astimezone().isoformat(sep=" ", timespec="seconds"),
    )
    return [Finding(phrase("program"), result)]


def _system() -> str:
    if sys.platform == "win32":
        return f"{platform.system()} {platform.release()} ({platform.version()})"
    try:
        return str(platform.freedesktop_os_release()["PRETTY_NAME"])
    except (OSError, KeyError, AttributeError):
        return f"{platform.system()} {platform.release()}"


def compiled() -> list[Finding]:
    """Check that all kernels compile or load."""
    count = int(kernels.warm_up(None))
    how = kernels.kernel_diagnostics()
    wide = [name for name in ("sse2", "avx2", "fma", "avx512f", "neon") if name in how["features"]]
    result = phrase(
        "{processor} ({vectors}), {threads} threads",
        processor=how["processor"],
        vectors=", ".join(wide) or phrase("no wide vectors"),
        threads=how["threads"],
    )
    ready = phrase(
        "{count} ready, compiled for {processor}, sources {digest}",
        count=count,
        processor=how["compiled_for"],
        digest=how["kernels"],
    )
    return [Finding(phrase("processor"), result), Finding(phrase("kernels"), ready)]


def own_files() -> list[Finding]:
    """Check that the program's own files are there."""
    try:
        for name in OWN_FILES:
            resource_path(*name.split("/"))
    except KgdeskError as missing:
        return [Finding(phrase("files of the program"), problem=missing.sentence)]
    return [Finding(phrase("files of the program"), phrase("complete"))]


def golden() -> list[Finding]:
    """Compare beliefs and knowledge gradients with reference values from 40-digit arithmetic."""
    cases = json.loads(resource_path("selftest", "golden.json").read_text("utf-8"))
    differences = [_functions(cases["functions"])]
    differences += [_belief(kind, cases, wanted) for kind, wanted in cases["beliefs"].items()]
    return differences


def _functions(cases: list[dict[str, Any]]) -> Finding:
    worst, at = 0.0, ""
    for case in cases:
        mu, s2 = (np.array([case[name]]) for name in ("mean", "variance"))
        values = {
            "exact": float(kernels.predict_exact(mu, s2)[0]),
            "kappa": float(kernels.predict_kappa(mu, s2)[0]),
            "margin": float(kernels.margin(case["mean"], case["variance"])),
        }
        for name, value in values.items():
            off = _relative_error(value, case[name])
            if not off <= worst:
                worst = off
                at = phrase(
                    "{name} at mean {mean}, variance {variance}",
                    name=name,
                    mean=case["mean"],
                    variance=case["variance"],
                )
    return _comparison(phrase("numbers: probabilities and margins"), worst, at)


def _belief(kind: str, cases: dict[str, Any], wanted: dict[str, Any]) -> Finding:
    pool = np.array(cases["pool"])
    belief = _BELIEFS[kind](pool.shape[1])
    for row, outcome in cases["outcomes"]:
        belief = belief.updated(pool[row], outcome)
    sweep = belief.sweep(pool)
    worst, at = 0.0, ""
    for name, values in (
        ("mean", belief.mean),
        ("probability", belief.predict(pool)),
        ("kg", sweep.kg),
        ("success_value", sweep.success_value),
        ("failure_value", sweep.failure_value),
    ):
        for i, (value, right) in enumerate(zip(values, wanted[name], strict=True)):
            off = _relative_error(float(value), right)
            if not off <= worst:
                worst, at = off, f"{name} {i + 1}"
    return _comparison(phrase("numbers: {kind} belief and its values of testing", kind=kind), worst, at)


def _relative_error(value: float, right: float) -> float:
    return abs(value - right) / max(1.0, abs(right))


def _comparison(what: str, worst: float, at: str) -> Finding:
    if worst <= _TOLERANCE:
        exact = phrase("as known, to the last digit")
        return Finding(what, phrase("as known, to {worst}", worst=f"{worst:.0e}") if worst else exact)
    problem = phrase("off by {worst} ({at}). {again}", worst=f"{worst:.1e}", at=at, again=AGAIN)
    return Finding(what, problem=problem)


def witnessed() -> list[Finding]:
    """Compare integrals, the logistic function and evenly spread draws with SciPy, if SciPy is installed."""
    what = phrase("numbers: compared with SciPy")
    differences = scipy_differences()
    if differences is None:
        return [Finding(what, phrase("left out: only the Python package brings SciPy"))]
    worst, name = max((off, name) for name, off in differences.items())
    return [_comparison(what, worst, f"scipy.{name}")]


def two_at_once() -> list[Finding]:
    """Call parallel kernels from two threads at once, which would crash the process without the lock."""
    cases = json.loads(resource_path("selftest", "golden.json").read_text("utf-8"))
    pool = np.tile(np.array(cases["pool"]), (8, 1))
    belief = MomentBelief.prior(pool.shape[1]).updated(pool[0], 1)
    right = belief.sweep(pool).kg.tobytes()
    wrong: list[str] = []

    def work() -> None:
        gains = (belief.sweep(pool).kg.tobytes() for _ in range(_ROUNDS))
        wrong.extend("differs" for bits in gains if bits != right)

    threads = [threading.Thread(target=work) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    result = phrase("{count} sweeps, the same bits", count=2 * _ROUNDS)
    problem = phrase(
        "{wrong} of {count} sweeps differ. {again}", wrong=len(wrong), count=2 * _ROUNDS, again=AGAIN
    )
    return [Finding(phrase("two threads at once"), result, problem if wrong else "")]


_SYNCS = 8

#: Seconds; a faster sync means that a cache has acknowledged it and not the disk.
_TOO_FAST_SECONDS = 2e-5


def disk(folder: str | Path | None) -> list[Finding]:
    """Write, sync and read back a page several times, as an append to a study does."""
    what = phrase("disk of {folder}", folder=folder or tempfile.gettempdir())
    try:
        with tempfile.TemporaryDirectory(
            prefix="kgdesk-selftest-", dir=folder, ignore_cleanup_errors=True
        ) as probe:
            times = [_synced(Path(probe, f"{i}")) for i in range(_SYNCS)]
    except OSError as cause:
        problem = phrase(
            "nothing can be written there ({cause}). Choose another folder.", cause=cause.strerror
        )
        return [Finding(what, problem=problem)]
    typical = median(times)
    detail = phrase(
        "a synced page takes {time} ms (median of {count})", time=f"{1000 * typical:.2f}", count=_SYNCS
    )
    doubt = phrase("; that is memory or a cache, not a disk: what is kept there may not survive a power cut")
    return [Finding(what, joined(detail, doubt) if typical < _TOO_FAST_SECONDS else detail)]


def _synced(path: Path) -> float:
    page = os.urandom(4096)
    began = time.perf_counter()
    handle = os.open(path, os.O_CREAT | os.O_RDWR | getattr(os, "O_BINARY", 0), 0o600)
    try:
        os.write(handle, page)
        os.fsync(handle)
        took = time.perf_counter() - began
        os.lseek(handle, 0, os.SEEK_SET)
        if os.read(handle, len(page)) != page:
            raise OSError(0, "what was written reads back differently")
    finally:
        os.close(handle)
    return took


_KEPT = {
    "native": phrase("folder for this processor"),
    "shipped": phrase("folder that came with the program"),
    "open": phrase("open folder"),
}


def cached() -> list[Finding]:
    """Report the kernel cache layer in use and Numba's threading layer."""
    how = kernels.kernel_diagnostics()
    layer = how["layer"]
    wrong_layer = phrase(
        "the threads run on the layer {layer}, which kgdesk does not use. {again}", layer=layer, again=AGAIN
    )
    result = phrase(
        "{taken} taken, {compiled} compiled; {kind}: {folder}",
        taken=how["hits"],
        compiled=how["misses"],
        kind=_KEPT.get(how["kept"], how["kept"]),
        folder=how["folder"],
    )
    missed = how["misses"] and how["kept"] in {"native", "shipped"}
    problem = phrase("{result}: kernels are missing in the folder. Install kgdesk again.", result=result)
    return [
        Finding(phrase("threads"), layer, "" if layer in kernels.LAYERS else wrong_layer),
        Finding(phrase("kept kernels"), result, problem if missed else ""),
    ]


#: Seconds that the window of the sample study may take: enough even if it has to compile kernels that it cannot keep.
_WINDOW_SECONDS = 300


def window() -> list[Finding]:
    """Check the window's platform and fonts in a child process, since Qt aborts a process without a usable display."""
    environment = dict(os.environ)
    if sys.platform not in {"win32", "darwin"} and not any(
        os.environ.get(name) for name in ("QT_QPA_PLATFORM", "DISPLAY", "WAYLAND_DISPLAY")
    ):
        environment["QT_QPA_PLATFORM"] = "offscreen"
    try:
        # The sample study leaves no trace in the user's data, nor in those of the administrator who installs.
        with tempfile.TemporaryDirectory(prefix="kgdesk-selftest-", ignore_cleanup_errors=True) as data:
            done = subprocess.run(  # noqa: S603 - our own program
                own_command("selftest", "--part", "window"),
                capture_output=True, text=True, encoding="utf-8", errors="replace", check=False,
                stdin=subprocess.DEVNULL, timeout=_WINDOW_SECONDS, creationflags=NO_WINDOW,
                env={**environment, "KGDESK_DATA": data},
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
            "Qt did not start ({last}). Install the libraries that it names.", last=_last_line(done.stderr)
        )
        return [Finding(phrase("window"), problem=problem)]
    return [Finding.of_wire(row) for row in answer]


def _last_line(text: str) -> str:
    """Return the last line of a process's output, cut off after 200 characters."""
    lines = text.strip().splitlines()
    return " ".join(lines[-1].split())[:200] if lines else phrase("no words")
