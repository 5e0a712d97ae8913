"""Difficult cells in every file format, and valid tables damaged at random.

Each must be read or refused with a message, quickly, and never with a wrong number.
"""

from __future__ import annotations

import random
import sys
import time
from pathlib import Path

from campaignkit import ROOT, main, scratch

sys.path.insert(0, str(ROOT / "tests" / "tables"))

from damaged_tables import check_against_lenient_reader, check_numbers, damaged, readings

#: Maximum time to read a table of this size, in seconds.
PATIENCE_S = 10.0


#: Texts that occur in numeric columns; each is placed between plain numbers in every format.
CELLS = (
    *(
        "1",
        "-2",
        "+3",
        "1.5",
        "1,5",
        "1e3",
        "1E-3",
        ".5",
        "5.",
        "0",
        "-0",
        "007",
        "1e400",
        "1e-400",
        "nan",
        "inf",
    ),
    *(
        "1_000",
        "1 000",
        "1'000",
        "1,234.5",
        "1.234,5",
        "１２",
        "−5",
        "1\u00a0000",
        "½",
        "3²",
        "12 %",
        "0x10",
        "1/2",
    ),
    *(
        "3-Mar",
        "Mar-03",
        "2026-11-22",
        "03.04.2026",
        "12:30",
        "=1+1",
        "@1",
        "<5",
        ">9",
        "~3",
        "n/a",
        "#N/A",
        "-",
        "?",
    ),
    *(
        "1..2",
        "--1",
        "1e",
        "e5",
        "1,2,3",
        '"1',
        'a"b',
        "TRUE",
        "1d3",
        "5 mg",
        " 7 ",
        "123456789012345678",
        "",
    ),
)
FORMS = [
    (delimiter, encoding, newline)
    for delimiter in (",", ";", "\t")
    for encoding in ("utf-8", "utf-8-sig", "utf-16")
    for newline in ("\n", "\r\n")
]


def hand_made() -> list[bytes]:
    """Return every cell in every format: a numeric column that contains it once."""
    made = []
    for cell in CELLS:
        for delimiter, encoding, newline in FORMS:
            quoted = f'"{cell}"' if delimiter in cell and '"' not in cell else cell
            rows = [("code", "amount", "time"), ("A", "2.5", "1"), ("B", quoted, "2"), ("C", "4", "3")]
            text = "".join(delimiter.join(row) + newline for row in rows)
            made.append(text.encode(encoding))
    return made


def run(long: bool, seed: int) -> str:
    chance = random.Random(seed)
    by_hand = hand_made() if long else hand_made()[::20]
    count = 10_000 if long else 60
    tables = refused = 0
    slowest = 0.0
    with scratch() as folder:
        path = Path(folder) / "damaged.csv"
        for number in range(len(by_hand) + count):
            data = by_hand[number] if number < len(by_hand) else damaged(chance)
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
        f"tables: {len(by_hand)} made by hand, {count} damaged, "
        f"{tables} readings checked against exact decimals, {refused} refused in a sentence; "
        f"0 tracebacks, 0 hangs (slowest {slowest:.2f} s), 0 altered numbers"
    )


if __name__ == "__main__":
    main(run)
