"""Common parts of the fault campaigns: command line, and studies to damage.

Each campaign is a program: ``python tests/campaigns/NAME.py`` runs its short form, ``--long`` the full campaign. It
prints one line of figures, or raises.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

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
