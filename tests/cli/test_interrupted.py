"""Ctrl-C in a real terminal during a rehearsal: one sentence, no traceback, no partial files; runs are kept."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from seldom import daily

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

pytestmark = pytest.mark.skipif(
    sys.platform != "linux", reason="looks at processes by /proc, and needs a terminal"
)

SAID = "kgdesk: Stopped; what was recorded before is safe."


def text_of(path: str) -> str:
    with contextlib.suppress(OSError):
        return Path(path).read_text(encoding="utf-8", errors="replace")
    return ""


def children(pid: int) -> list[int]:
    return [int(word) for word in text_of(f"/proc/{pid}/task/{pid}/children").split()]


def simulating(pid: int) -> list[int]:
    """Return the simulation processes that it has started, in any state."""
    return [child for child in children(pid) if "spawn_main" in text_of(f"/proc/{child}/cmdline")]


@pytest.fixture(autouse=True)
def _heeded() -> Iterator[None]:
    """Restore the handling of Ctrl-C, also for child processes: background test runs ignore it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


class Terminal:
    """Rehearsal in a terminal of its own, where Ctrl-C reaches every process."""

    def __init__(self, table: Path, out: Path) -> None:
        self._ours, theirs = os.openpty()
        words = ["rehearse", table, "--id", "code", "--category", "solvent", "--ignore", "well", "--out", out]
        words += ["--policies", "kg,random", "--runs", "5000", "--workers", "2"]
        self.program = subprocess.Popen(
            [sys.executable, "-m", "kgdesk", *map(str, words)],
            stdin=subprocess.DEVNULL,
            stdout=theirs,
            stderr=theirs,
            start_new_session=True,
            env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
        )
        os.close(theirs)
        os.set_blocking(self._ours, False)
        self._heard = b""

    def said(self) -> str:
        with contextlib.suppress(OSError):  # no output yet, or the other end is closed
            self._heard += os.read(self._ours, 65_536)
        return self._heard.decode(errors="replace")

    def press_when(self, met: Callable[[], object]) -> None:
        while not met():
            assert self.program.poll() is None, self.said()
            time.sleep(0.001)
        os.killpg(self.program.pid, signal.SIGINT)

    def ended(self) -> int:
        while self.program.poll() is None:
            self.said()  # an unread terminal would fill up
            time.sleep(0.01)
        return self.program.returncode

    def close(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.program.pid, signal.SIGKILL)
        self.program.wait()
        os.close(self._ours)


MOMENTS: dict[str, Callable[[Terminal], object]] = {
    "while modules are loaded": lambda t: "_multiarray_umath" in text_of(f"/proc/{t.program.pid}/maps"),
    "while Qt is loaded": lambda t: "QtGui" in text_of(f"/proc/{t.program.pid}/maps"),
    "when the first process starts": lambda t: simulating(t.program.pid),
    "when the second process starts": lambda t: len(simulating(t.program.pid)) == 2,
    "while the processes load": lambda t: any(
        "_multiarray_umath" in text_of(f"/proc/{child}/maps") for child in simulating(t.program.pid)
    ),
    "after the first runs": lambda t: "simulated runs" in t.said(),
}


@pytest.mark.parametrize("moment", daily(MOMENTS, "while modules are loaded"))
def test_ctrl_c_ends_a_rehearsal_with_one_sentence(moment: str, table_path: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    terminal = Terminal(table_path, out)
    try:
        terminal.press_when(lambda: MOMENTS[moment](terminal))
        status = terminal.ended()
        # A library resets the terminal's colours at the end.
        told = terminal.said().replace("\r", "\n").replace("\x1b[0m", "")
        said = [line for line in told.splitlines() if line.strip()]
        if moment == "after the first runs":
            kept, *_ = [line for line in said if "Finished runs kept in " in line]
            assert kept.startswith(f"Finished runs kept in “{out / 'unfinished-runs'}”: ")
            said.remove(kept)
            assert [path.name for path in out.iterdir()] == ["unfinished-runs"]
        else:
            assert not out.exists()
        assert [line for line in said if "simulated runs" not in line] == [SAID]
        assert status == 1
        assert not text_of(f"/proc/{terminal.program.pid}/task/{terminal.program.pid}/children")
    finally:
        terminal.close()
