"""The command that computes the coverage of the beliefs' intervals."""

from __future__ import annotations

import json
import threading
from typing import TYPE_CHECKING

import pytest

from kgdesk import kernels
from kgdesk.actions import calibrating
from kgdesk.actions.calibrating import Effort, Progress, Target
from kgdesk.cli import main
from kgdesk.errors import RehearsalStopped
from kgdesk.rehearsal import coverage
from kgdesk.rehearsal.calibration_report import NAMES

if TYPE_CHECKING:
    from pathlib import Path


SMALL = ("calibrate", "--replicates", 3, "--seed", 8)


def run(*words: object) -> int:
    return main([str(word) for word in words])


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use one small setting per design in place of three large ones."""
    short = tuple(coverage.Setting(2, design, (3, 5), candidates=8) for design in coverage.DESIGNS)
    monkeypatch.setattr(coverage, "settings", lambda _attributes: short)


@pytest.mark.nightly
def test_the_same_seed_writes_the_same_bytes_whatever_the_number_of_processes(tmp_path: Path) -> None:
    for name, workers in (("one", 1), ("two", 2)):
        assert run(*SMALL, "--workers", workers, "--out", tmp_path / name) == 0
    for name in NAMES:
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes(), name


@pytest.mark.usefixtures("without_processes")
def test_tables_settings_and_certificate_say_what_was_simulated(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(*SMALL, "--workers", 1, "--out", tmp_path / "one") == 0
    assert capsys.readouterr().out.count("90 % ranges covered") == 3
    assert {p.name for p in (tmp_path / "one").iterdir()} == set(NAMES)
    settings = json.loads((tmp_path / "one" / "settings.json").read_text(encoding="utf-8"))
    assert (settings["replicates"], settings["seed"], settings["level"]) == (3, 8, 0.9)
    certificate = json.loads((tmp_path / "one" / "certificate.json").read_text(encoding="utf-8"))
    assert certificate["beliefs"] == settings["beliefs"] == kernels.BELIEF_VERSION
    assert {row["replicates"] for row in certificate["rows"]} == {3}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--replicates", "0"], "--replicates: 0 is too small: the least is 1."),
        (["--workers", "0"], "--workers: 0 is too small"),
        (["--seed", "-1"], "--seed: -1 is too small: the least is 0."),
        (["--replicates", "ten"], "--replicates: not a whole number: 'ten'."),
    ],
)
def test_wrong_usage_is_one_sentence_with_the_usage_and_leaves_nothing_behind(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: list[str], said: str
) -> None:
    assert run("calibrate", *words, "--out", tmp_path / "out") == 2
    told = capsys.readouterr()
    problem, usage = told.err.splitlines()
    assert said in problem
    assert usage == "Usage: kgdesk calibrate [options] --out DIR. See kgdesk calibrate --help."
    assert not (tmp_path / "out").exists()


@pytest.mark.usefixtures("without_processes")
def test_results_of_before_are_replaced_only_when_asked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["calibrate", "--replicates", "1", "--workers", "1", "--out", str(tmp_path)]
    assert run(*words) == 0
    before = (tmp_path / "certificate.json").read_bytes()
    assert run(*words, "--seed", "3") == 1
    assert "There is a file calibration.csv" in capsys.readouterr().err
    assert (tmp_path / "certificate.json").read_bytes() == before
    assert run(*words, "--seed", "3", "--overwrite") == 0
    assert (tmp_path / "certificate.json").read_bytes() != before


@pytest.mark.usefixtures("without_processes")
def test_a_calibration_that_is_stopped_leaves_no_file(tmp_path: Path) -> None:
    stop = threading.Event()
    seen: list[Progress] = []

    def shown(progress: Progress) -> None:
        seen.append(progress)
        stop.set()

    with pytest.raises(RehearsalStopped, match="nothing of it was written"):
        calibrating.calibrate(Target(tmp_path), Effort(50, 1, 1, shown, stop))
    assert seen[0].total == 100
    assert list(tmp_path.iterdir()) == []
