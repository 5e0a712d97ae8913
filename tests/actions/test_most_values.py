"""Where runs have become too many to learn from their values, it is said once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kgdesk import Campaign, actions
from kgdesk.cli import main
from kgdesk.model.study import measured_scale

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

TABLE = {"code": list("ABCDEF"), "heat": [10.0, 20.0, 30.0, 40.0, 50.0, 60.0]}
SAID = "From here on the model learns from the outcomes alone"


def test_the_run_after_which_values_are_too_many_says_so_and_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(measured_scale, "MOST_READINGS", 3)
    path = tmp_path / "s.kgstudy"
    with Campaign.create(TABLE, path, id="code", measured="yield >= 60 %") as made:
        made.record("A", 20.0)
    with actions.open_study(path, actions.Operator("Kim")) as session:
        told = [
            actions.record(session, name, "failure", measured=value).notice
            for name, value in (("B", 30.0), ("C", 40.0))
        ]
    assert told == ["", ""]
    for name, value, says in (("D", "50", True), ("E", "55", False)):
        assert main(["record", str(path), name, value]) == 0
        assert (SAID in capsys.readouterr().out) == says


def test_a_study_that_learns_from_outcomes_says_nothing_of_values(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(measured_scale, "MOST_READINGS", 1)
    path = tmp_path / "s.kgstudy"
    with Campaign.create(TABLE, path, id="code", measured="yield >= 60 %", likelihood="outcomes") as made:
        made.record("A", 20.0)
    with actions.open_study(path, actions.Operator("Kim")) as session:
        assert actions.record(session, "B", "failure", measured=30.0).notice == ""
