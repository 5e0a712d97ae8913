"""Measure how long a study of 100,000 entries takes to open, in a file and on a server; start manually.

``PYTHONPATH=.:tests/store python tests/store/bench_opening.py``
"""

from __future__ import annotations

import os
import resource
import sys
import tempfile
import time
from pathlib import Path

from pgserver import Server

from kgdesk import actions
from kgdesk.actions import Operator
from kgdesk.actions.importing import read_pool
from kgdesk.model.study.settings import Settings
from kgdesk.store import replica_path
from kgdesk.store.postgres.schema import init

ENTRIES = 100_000


def main(folder: Path, entries: int) -> None:
    """Run the measurements and print them."""
    os.environ["KGDESK_DATA"] = str(folder / "own")
    table = folder / "table.csv"
    table.write_text("code,temperature\n" + "".join(f"C-{n:04d},{n}\n" for n in range(100)), encoding="utf-8")
    server = Server()
    try:
        init(server.address())
        server.sql("CREATE ROLE kim LOGIN IN ROLE kgdesk_lab")
        places = {"file": str(folder / "long.kgstudy"), "server": server.address("kim", "long")}
        for kind, place in places.items():
            made_in_portions(place, table, entries)
            for note in ("again", "for reading"):
                print(f"{kind}, {note}: {opened(place, reading=note == 'for reading')}", flush=True)
            if kind == "server":
                replica_path(place).unlink()
                print(f"{kind}, for the first time here: {opened(place, reading=False)}", flush=True)
        print(f"at most {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MiB")
    finally:
        server.remove()


def made_in_portions(place: str, table: Path, entries: int) -> None:
    """Create a study and record outcomes in it, a few thousand at once: an append may take 5 s."""
    who = Operator("Kim")
    with actions.create_study(place, read_pool(table, id="code"), Settings(), who) as session:
        for first in range(0, entries, 2_000):
            count = min(2_000, entries - first)
            session.append([("outcome_recorded", {"candidate": "C-0001", "outcome": "failure"})] * count)


def opened(place: str, *, reading: bool) -> str:
    """Open a study and return the seconds that it took, and what this process did in them.

    The rest, in which it neither ran nor waited for a processor, is that of the server and the disk.
    """
    began, (ran, queued) = time.perf_counter(), scheduled()
    with actions.open_study(place, Operator("Kim"), read_only=reading):
        took, (run, queue) = time.perf_counter() - began, scheduled()
    run, queue = run - ran, queue - queued
    return (
        f"{took:.2f} s: {run:.2f} on a processor, {queue:.2f} waiting for one, "
        f"{took - run - queue:.2f} for server and disk"
    )


def scheduled() -> tuple[float, float]:
    """Return the seconds that the threads of this process ran, and those that they waited for a processor."""
    lines = [path.read_text().split() for path in Path("/proc/self/task").glob("*/schedstat")]
    return sum(int(line[0]) for line in lines) / 1e9, sum(int(line[1]) for line in lines) / 1e9


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as name:
        main(Path(name), int(sys.argv[1]) if len(sys.argv) > 1 else ENTRIES)
