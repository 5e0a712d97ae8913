import random
import tracemalloc
import unicodedata
from pathlib import Path

import pytest

from kgdesk.tables import read_table
from kgdesk.tables.packed_rows import CHECKED, PackedRows

#: Cells that a text per column could confuse: empty, with line ends, not in Unicode NFC, signs that NFC changes.
CELLS = ["", " ", "1.5", "a\nb", "\r", "A\u030a", "\u0301x", "\u037e", "Å", "z" * 50]


def rows_of(count: int, width: int, seed: int, *, ragged: bool) -> list[tuple[str, ...]]:
    rng = random.Random(seed)
    cells = CELLS if ragged else [cell for cell in CELLS if "\n" not in cell]
    widths = [rng.choice([1, width]) if ragged and rng.random() < 0.001 else width for _ in range(count)]
    return [tuple(rng.choice(cells) for _ in range(w)) for w in widths]


@pytest.mark.parametrize("ragged", [False, True])
@pytest.mark.parametrize("count", [0, 1, CHECKED - 1, CHECKED, CHECKED + 1, 2 * CHECKED + 7])
def test_packed_rows_are_the_rows(count: int, ragged: bool) -> None:
    rows = rows_of(count, 3, count, ragged=ragged)
    packed = PackedRows(iter(rows))
    assert len(packed) == count
    assert list(packed) == rows
    assert packed == tuple(rows)
    assert [packed[at] for at in range(-count, count, 97)] == [rows[at] for at in range(-count, count, 97)]
    assert tuple(packed.normalised()) == tuple(
        tuple(unicodedata.normalize("NFC", cell) for cell in row) for row in rows
    )
    with pytest.raises(IndexError):
        packed[count]


@pytest.mark.parametrize(
    ("start", "stop"), [(0, None), (1, 5), (CHECKED - 1, CHECKED + 1), (CHECKED, -3), (9, 4)]
)
def test_slices_and_columns_of_packed_rows(start: int, stop: int | None) -> None:
    rows = rows_of(2 * CHECKED + 7, 4, 1, ragged=False)
    part, expected = PackedRows(rows)[start:stop], rows[start:stop]
    assert list(part) == expected
    assert list(part[1:]) == expected[1:]
    for at in range(4):
        assert part.column(at) == tuple(row[at] for row in expected)
    chosen = part.with_columns([3, 1])
    assert list(chosen) == [(row[3], row[1]) for row in expected]
    assert [chosen[at] for at in range(len(chosen))] == list(chosen)
    assert chosen.column(1) == part.column(1)


def test_a_table_takes_the_memory_of_its_text(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    line = ",".join(["0.12345"] * 10)
    path.write_text("x0,x1,x2,x3,x4,x5,x6,x7,x8,x9\n" + f"{line}\n" * 8_000)
    tracemalloc.start()
    try:
        table = read_table(path)
        kept, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert len(table.rows) == 8_000
    assert kept < 2 * path.stat().st_size  # a string per cell would take 7 times that
