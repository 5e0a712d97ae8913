"""Waiting times are measured on a real window, in a process of its own."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

import pytest
from bench import main
from kgdesk_bench.waits import session_waits, start_waits

from kgdesk import actions
from kgdesk.actions import Operator
from tests.ui.desks import fill, make_session

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def study(tmp_path: Path) -> Path:
    with make_session(tmp_path / "lab") as session:
        fill(session)
        return session.path


@pytest.mark.nightly
def test_a_session_records_its_outcomes_and_tells_every_wait(study: Path, tmp_path: Path) -> None:
    with actions.open_study(study, Operator("MK")) as before:
        runs = len(before.study.runs)
    entries, beats = session_waits(study, 2, tmp_path)
    with actions.open_study(study, Operator("MK")) as after:
        assert [run.outcome for run in after.study.runs[runs:]] == ["failure", "success"]
        assert all(run.suggested for run in after.study.runs[runs:])
    assert len(entries) == 2
    assert all(wait > 0.0 for wait in entries)
    assert beats == sorted(beats)
    assert beats[-1] < sum(beats)


@pytest.mark.nightly
def test_a_start_reaches_the_window_before_the_suggestion_and_changes_nothing(
    study: Path, tmp_path: Path
) -> None:
    before = study.read_bytes()
    reached = start_waits(study, tmp_path)
    assert 0.0 < reached["window"] <= reached["suggestion"]
    with actions.open_study(study, Operator("MK")):
        pass
    assert study.read_bytes() == before


def test_a_study_that_is_not_there_is_no_endless_wait(tmp_path: Path) -> None:
    with pytest.raises(subprocess.SubprocessError):
        session_waits(tmp_path / "none.kgstudy", 1, tmp_path)


@pytest.mark.parametrize("part", ["nothing", "session=x=y", "session=3"])
def test_an_unknown_part_is_refused(part: str) -> None:
    with pytest.raises(SystemExit, match="no part"):
        main(["--part", part])
