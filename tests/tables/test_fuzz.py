"""Valid tables damaged at random: read or refused with a message, never with a wrong number.

KGDESK_FUZZ_TABLES=10000 is the long form.
"""

import os
import random
from pathlib import Path

import pytest
from damaged_tables import check_against_lenient_reader, check_numbers, damaged, readings

COUNT = int(os.environ.get("KGDESK_FUZZ_TABLES", "300"))


@pytest.mark.parametrize("seed", range(5))
def test_a_damaged_table_gives_a_table_or_a_sentence_and_never_another_number(
    tmp_path: Path, seed: int
) -> None:
    chance = random.Random(seed)
    path = tmp_path / "damaged.csv"
    read = 0
    for _ in range(max(1, COUNT // 5)):
        data = damaged(chance)
        path.write_bytes(data)
        for table in readings(path):
            read += 1
            check_against_lenient_reader(table, data)
            check_numbers(table)
    assert read > COUNT // 20
