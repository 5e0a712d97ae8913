"""Measures the start of the frozen program, files cold: first picture, window, first suggestion.

    python installer/starttimes.py FOLDER [--runs 5] [--warm] [--without-cache]

Needs root (to drop the page cache), Xvfb, and dbus-daemon for times as on a desktop. Prints the median of the runs, in
seconds after the start of the process.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

STEPS = ("splash", "window", "suggestion")


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Measure the start of the frozen program.")
    parser.add_argument("program", type=Path, help="its folder, as the build program leaves it")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--warm", action="store_true", help="do not drop the page cache")
    parser.add_argument("--without-cache", action="store_true", help="hide the shipped kernels")
    options = parser.parse_args()
    program = options.program.resolve()
    if not (program / "kgdesk").is_file():
        parser.error(f"{program} is not the folder of the program: there is no file kgdesk in it.")
    with (
        tempfile.TemporaryDirectory(
            prefix="kgdesk-start-",
            ignore_cleanup_errors=True,  # kernels may still be compiled into it
        ) as away,
        _screen() as display,
        _bus() as bus,
    ):
        home = Path(away)
        if options.without_cache:
            shutil.copytree(program, home / "bare", symlinks=True)
            program = home / "bare"
            shutil.rmtree(program / "_internal" / "kgdesk" / "compiled")
        found = [
            _one(program / "kgdesk", home / f"home{n}", {"DISPLAY": display, **bus}, warm=options.warm)
            for n in range(options.runs)
        ]
    # On a busy machine the time on the clock says little; so much of a processor the start costs by itself.
    for step in (*STEPS, *(f"{step}'s work" for step in STEPS)):
        times = [run[step] for run in found]
        print(f"{step:<17} {statistics.median(times):.2f} s   ({', '.join(f'{t:.2f}' for t in times)})")
    print(json.dumps({"load": os.getloadavg(), "cores": os.cpu_count()}))
    return 0


@contextlib.contextmanager
def _screen():  # noqa: ANN202 - a context manager of a text
    read, write = os.pipe()
    words = ["Xvfb", "-displayfd", str(write), "-screen", "0", "1366x768x24"]
    with subprocess.Popen(words, pass_fds=[write], stderr=subprocess.DEVNULL) as server:
        os.close(write)
        with os.fdopen(read) as told:
            try:
                yield ":" + told.readline().strip()
            finally:
                server.terminate()


@contextlib.contextmanager
def _bus():  # noqa: ANN202 - a context manager of a part of an environment
    """Give what every desktop has: without a bus the program would first start one."""
    if shutil.which("dbus-daemon") is None:
        yield {}
        return
    words = ["dbus-daemon", "--session", "--nofork", "--print-address"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        try:
            yield {"DBUS_SESSION_BUS_ADDRESS": server.stdout.readline().strip()}
        finally:
            server.terminate()


def _one(program: Path, home: Path, desktop: dict[str, str], *, warm: bool) -> dict[str, float]:
    """Start once as somebody new; return seconds after the start by step."""
    home.mkdir()
    line = home / "line.txt"
    study = home / "screen.kgstudy"
    clean = {"PATH": "/usr/bin:/bin", "HOME": str(home), "LC_ALL": "C.UTF-8"}
    rows = "".join(f"C-{i},{20 + i},{i * 7 % 10},{('water', 'DMF', 'THF')[i % 3]}\n" for i in range(200))
    (home / "table.csv").write_text(f"code,temperature,ratio,solvent\n{rows}", encoding="utf-8")
    words = [
        program,
        "new",
        study,
        "--candidates",
        home / "table.csv",
        "--id",
        "code",
        "--category",
        "solvent",
    ]
    subprocess.run(words, env=clean, check=True, stdout=subprocess.DEVNULL)
    if not warm:
        os.sync()
        Path("/proc/sys/vm/drop_caches").write_text("3", encoding="ascii")
    began = time.time()
    running = subprocess.Popen(
        [program, "open", study], env={**clean, **desktop, "KGDESK_TIMELINE": str(line)},
        stdin=subprocess.DEVNULL, start_new_session=True,
    )  # fmt: skip
    try:
        found: dict[str, float] = {}
        while not found.keys() >= set(STEPS):
            if running.poll() is not None or time.time() - began > 300:
                raise SystemExit(f"the program ended or stood still after {sorted(found)}")
            time.sleep(0.02)
            rows = line.read_text("utf-8") if line.exists() else ""
            for row in rows.splitlines():
                step, at, spent = row.split()
                found.setdefault(step, float(at) - began)
                found.setdefault(f"{step}'s work", float(spent))
        return found
    finally:
        os.killpg(running.pid, signal.SIGKILL)
        running.wait()
        _end_all(home)


def _end_all(home: Path) -> None:
    """End what a start left to itself, as the compiling of kernels: the next start is not to be slowed by it."""
    mark = f"HOME={home}\0".encode()
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if mark in (process / "environ").read_bytes():
                os.kill(int(process.name), signal.SIGKILL)


if __name__ == "__main__":
    sys.exit(main())
