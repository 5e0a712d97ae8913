"""Good tables, damaged at random: each gives a table or a sentence, soon, and never another number."""

from __future__ import annotations

import random
import sys
import time
from pathlib import Path

from campaignkit import ROOT, main, scratch

sys.path.insert(0, str(ROOT / "tests" / "files"))

from test_fuzz import check_against_lenient_reader, check_numbers, damaged, readings

#: No table of this size may hold a person up for longer, in seconds.
PATIENCE_S = 10.0


def run(long: bool, seed: int) -> str:
    count = 10_000 if long else 60
    chance = random.Random(seed)
    tables = refused = 0
    slowest = 0.0
    with scratch() as folder:
        path = Path(folder) / "damaged.csv"
        for _ in range(count):
            data = damaged(chance)
            path.write_bytes(data)
            began = time.perf_counter()
            found = readings(path)
            for table in found:
                check_against_lenient_reader(table, data)
                check_numbers(table)
            slowest = max(slowest, time.perf_counter() - began)
            tables += len(found)
            refused += not found
    assert slowest < PATIENCE_S, f"a table took {slowest:.1f} s"
    return (
        f"tables: {count} damaged, {tables} readings checked against exact decimals, {refused} refused in a sentence; "
        f"0 tracebacks, 0 hangs (slowest {slowest:.2f} s), 0 altered numbers"
    )


if __name__ == "__main__":
    main(run)
