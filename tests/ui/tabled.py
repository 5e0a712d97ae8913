"""Tables of candidates for the new-study wizard."""

from __future__ import annotations

import csv
import random
from datetime import UTC, datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

HEADINGS = ("code", "temperature (°C)", "ratio (%)", "load", "speed", "well")
CLOCK = datetime(2026, 11, 21, 9, 30, tzinfo=UTC)


def rows(count: int, seed: int = 3) -> list[list[str]]:
    rng = random.Random(seed)
    return [
        [f"C-{i:06}", *(f"{rng.uniform(1, 99):.2f}" for _ in range(4)), f"P{i // 96 + 1}-{i % 96:02}"]
        for i in range(count)
    ]


def write(
    path: Path,
    body: list[list[str]],
    headings: tuple[str, ...] = HEADINGS,
    *,
    delimiter: str = ",",
    encoding: str = "utf-8",
) -> Path:
    with path.open("w", newline="", encoding=encoding) as stream:
        csv.writer(stream, delimiter=delimiter).writerows([headings, *body])
    return path
