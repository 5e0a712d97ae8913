"""The measurements of a day with plates record what they time, in a short form."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from bench_plate import batch, studies, told

ROOT = Path(__file__).parents[2]


@pytest.mark.nightly
def test_outcomes_of_a_mangled_file_are_on_disk_when_the_clock_stops() -> None:
    words = [
        "tests/bench/bench_plate.py",
        "--runs",
        "1",
        "--wells",
        "12",
        "--part",
        "pipe",
        "--part",
        "window",
    ]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "tests" / "ui")])}
    done = subprocess.run(
        [sys.executable, *words], cwd=ROOT, env=env, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr  # it counts the outcomes on disk
    _, pipe, window = done.stdout.splitlines()
    assert pipe.startswith("12 outcomes, pipe: ")
    assert window.startswith("12 outcomes, window: ")


def test_batches_of_linear_and_averaged_terms_are_timed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    measured = {terms: batch(study, 9) for terms, study in studies(tmp_path, 40)}
    assert list(measured) == ["linear", "average"]
    assert told("9 of 40", list(measured.values())) > 0.0
    assert "of the processor" in capsys.readouterr().out
