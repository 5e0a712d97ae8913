"""Common parts of the fault campaigns: command line, and studies to damage.

Each campaign is a program: ``python tests/campaigns/NAME.py`` runs its short form, ``--long`` the full campaign. It
prints one line of figures, or raises.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Self

ROOT = Path(__file__).resolve().parents[2]
for _place in (ROOT, ROOT / "tests" / "store"):
    if str(_place) not in sys.path:
        sys.path.insert(0, str(_place))

import numba

from kgdesk import actions
from kgdesk.actions.importing import read_pool
from kgdesk.model.study.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

TABLE = "code,x,y\n" + "".join(f"C-{n:02d},{n},{n * 7 % 11}\n" for n in range(1, 13))
KIM = actions.Operator("Kim", "LAB-PC-2")


@contextmanager
def scratch(*, fast: bool = True) -> Iterator[Path]:
    """Yield a temporary folder, in memory if possible, with a data folder of its own."""
    base = "/dev/shm" if fast and os.access("/dev/shm", os.W_OK) else None
    before = os.environ.get("KGDESK_DATA")
    with tempfile.TemporaryDirectory(prefix="kgdesk-campaign-", dir=base) as name:
        os.environ["KGDESK_DATA"] = f"{name}/own"
        try:
            yield Path(name)
        finally:
            if before is None:
                del os.environ["KGDESK_DATA"]
            else:
                os.environ["KGDESK_DATA"] = before


def study_in(folder: Path, name: str = "s", outcomes: int = 0) -> Path:
    """Return a closed study of twelve candidates with some outcomes."""
    table = folder / "table.csv"
    table.write_text(TABLE, encoding="utf-8")
    path = folder / f"{name}.kgstudy"
    with actions.create_study(path, read_pool(table, id="code"), Settings(), KIM) as session:
        for number in range(outcomes):
            actions.record(session, f"C-{number % 12 + 1:02d}", "failure" if number % 3 else "success")
    return path


#: Writes and syncs a small file over and over; tells the longest sync and the longest oversleeping when it is ended.
_WATCH = """
import os, select, sys, time
late = slow = 0.0
with open(sys.argv[1], "wb") as file:
    while True:
        began = time.monotonic()
        ended = select.select([0], [], [], 0.2)[0]
        late = max(late, 0.0 if ended else time.monotonic() - began - 0.2)
        if ended:
            break
        began = time.monotonic()
        file.write(b"x")
        file.flush()
        os.fsync(file.fileno())
        slow = max(slow, time.monotonic() - began)
print(late, slow)
"""


class MachineWatch:
    """What the machine itself makes a process wait meanwhile: for a processor, and for its disk; a context manager."""

    def __init__(self, folder: Path) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-c", _WATCH, str(folder / "watch")],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._highest = 0.0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._process.poll() is None:
            self._process.communicate()

    def look(self) -> None:
        """Note the load of the machine."""
        self._highest = max(self._highest, os.getloadavg()[0])

    def told(self) -> str:
        """End the watch; return its figures, as the end of a sentence about waits."""
        self.look()
        late, slow = map(float, self._process.communicate()[0].split())
        return (
            f"machine: load up to {self._highest:.1f} on {os.cpu_count()} processors, a process that slept was woken "
            f"up to {late:.1f} s late, a sync of one byte took up to {slow:.1f} s"
        )


def main(run: Callable[[bool, int], str]) -> None:
    """Run a campaign from the command line."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--long", action="store_true", help="the form whose figures count")
    parser.add_argument("--seed", type=int, default=20261121)
    options = parser.parse_args()
    # The only threading layer with which a forked process can run kernels.
    numba.config.THREADING_LAYER = "workqueue"
    began = time.perf_counter()
    line = run(options.long, options.seed)
    print(f"{line} ({time.perf_counter() - began:.0f} s, seed {options.seed})", flush=True)
