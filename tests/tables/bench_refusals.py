"""Measure how soon a table is refused that is none: a million headings, and one line of 200 MB; start manually.

``PYTHONPATH=. python tests/tables/bench_refusals.py``
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path


def main(folder: Path) -> None:
    """Print the refusal of each table, with the seconds and the processor seconds of the command."""
    tables = {
        "long headings": ",".join(f"c{n}" for n in range(1_000_000)),
        "short headings": ",".join(["h"] * 1_000_000),
        "one line": "a" * 200_000_000,
    }
    for name, text in tables.items():
        table = folder / f"{name}.csv"
        table.write_text(f"{text}\n1,2\n", encoding="utf-8")
        began, before = time.perf_counter(), os.times()
        command = [
            sys.executable,
            "-m",
            "kgdesk",
            "new",
            str(folder / "s.kgstudy"),
            "--candidates",
            str(table),
        ]
        said = subprocess.run(command, capture_output=True, text=True, check=False)
        after = os.times()
        spent = after.children_user + after.children_system - before.children_user - before.children_system
        waited = time.perf_counter() - began
        print(f"{name}: {waited:.1f} s, {spent:.2f} processor seconds, {said.stderr.strip()}", flush=True)
        table.unlink()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as name:
        main(Path(name))
