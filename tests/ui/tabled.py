"""Tables of candidates for the new-study wizard."""

from __future__ import annotations

import csv
import random
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QRadioButton

if TYPE_CHECKING:
    from pathlib import Path

    from kgdesk.ui.new_study.wizard import NewStudyWizard

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


def answer_repeats(wizard: NewStudyWizard, answer: str = "yes") -> None:
    """Answer on the plan page whether a candidate can be run again: ``no``, ``yes``, or a number of runs."""
    name = answer if answer in {"yes", "no"} else "most"
    if name == "most":
        wizard.plan.repeats_question.most.setValue(int(answer))
    button = wizard.plan.findChild(QRadioButton, f"wizard.repeats.{name}")
    assert button is not None
    button.setChecked(True)
