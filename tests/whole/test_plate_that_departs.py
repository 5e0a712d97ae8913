"""Two plates by commands, one of which departs by 1.5 in log-odds: its estimate, and the same best candidate."""

from __future__ import annotations

import csv
import json
import shlex
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from kgdesk.cli import main

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

CANDIDATES, ON_A_PLATE, DEPARTURE = 36, 24, -1.5


@pytest.fixture
def shell(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[[str], str]:
    """Return a function that runs a command of kgdesk in a folder of its own and returns what it prints."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("KGDESK_OPERATOR", "Kim")

    def run(line: str) -> str:
        code = main(shlex.split(line))
        printed = capsys.readouterr()
        assert code == 0, f"{line}\n{printed.err}"
        return printed.out

    return run


def laboratory(folder: Path) -> tuple[np.ndarray, np.ndarray]:
    """Write a table of candidates; return their log-odds, and a uniform number for each run of each plate."""
    rng = np.random.default_rng(20261128)
    x = rng.uniform(-1.0, 1.0, (CANDIDATES, 2))
    with (folder / "candidates.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(["code", "dose", "temperature"])
        writer.writerows([f"C-{row:02}", *map(repr, values)] for row, values in enumerate(x.tolist()))
    return -0.5 + x @ np.array([2.5, -1.5]), rng.random((2, CANDIDATES))


def day(shell: Callable[[str], str], folder: Path, study: str, *, departs: bool) -> dict[str, Any]:
    """Run two plates, half of whose candidates are the same, and return the status of the study."""
    log_odds, uniform = laboratory(folder)
    shell(f"new {study} --candidates candidates.csv --id code --terms linear --block plate --budget 60")
    for plate in range(2):
        first = plate * (CANDIDATES - ON_A_PLATE)
        names = ",".join(f"C-{row:02}" for row in range(first, first + ON_A_PLATE))
        shell(
            f"worklist {study} --candidates {names} --plate 96 --name P{plate + 1} --out {study}-{plate}.csv"
        )
        path = folder / f"{study}-{plate}.csv"
        with path.open(newline="", encoding="utf-8-sig") as file:
            rows = list(csv.DictReader(file))
        shift = DEPARTURE if departs and plate == 1 else 0.0
        for row in rows:
            which = int(row["candidate"].removeprefix("C-"))
            chance = 1.0 / (1.0 + np.exp(-(log_odds[which] + shift)))
            row["outcome"] = "success" if uniform[plate, which] < chance else "failure"
        with path.open("w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, list(rows[0]))
            writer.writeheader()
            writer.writerows(rows)
        said = shell(f"record {study} --from {path.name}")
        assert said.startswith(f"Added {ON_A_PLATE} outcomes")
    shell(f"verify {study}")
    told: dict[str, Any] = json.loads(shell(f"status {study} --json"))
    return told


def test_a_plate_that_departs_has_its_estimate_and_does_not_change_the_best_candidate(
    shell: Callable[[str], str], tmp_path: Path
) -> None:
    departed = day(shell, tmp_path, "departs.kgstudy", departs=True)
    plain = day(shell, tmp_path, "plain.kgstudy", departs=False)
    ((blocks,), (alike,)) = departed["blocks"], plain["blocks"]
    assert [level["level"] for level in blocks["levels"]] == ["P1", "P2"]
    _, second = blocks["levels"]
    low, high = second["interval"]
    assert low <= DEPARTURE <= high
    assert second["mean"] < min(alike["levels"][1]["mean"], blocks["levels"][0]["mean"])
    assert blocks["probability"] > alike["probability"]
    assert departed["recommended"]["candidate"] == plain["recommended"]["candidate"]
    # A new plate is between the two, and its chance is less sure than that of a study whose plates are alike.
    (a, b), (c, d) = departed["recommended"]["interval"], plain["recommended"]["interval"]
    assert b - a > d - c
    next_one = json.loads(shell("suggest departs.kgstudy --json"))
    assert next_one["block"] == {"plate": "P2"}
