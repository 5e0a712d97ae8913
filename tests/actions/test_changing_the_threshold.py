"""A study whose threshold changed is exported, reported, verified, replayed, corrected and carried on as any other."""

from __future__ import annotations

import csv
from typing import TYPE_CHECKING

import pytest

from kgdesk import Campaign, actions
from kgdesk.actions.audit_trail import audit
from kgdesk.cli import main
from kgdesk.errors import BadInput

if TYPE_CHECKING:
    from pathlib import Path

TABLE = {"code": list("ABCDEF"), "heat": [10.0, 20.0, 30.0, 40.0, 50.0, 60.0]}
VALUES = {"A": 65.0, "B": 20.0, "C": 80.0}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    made = tmp_path / "s.kgstudy"
    with Campaign.create(TABLE, made, id="code", measured="yield >= 60 %", by="Kim") as campaign:
        for name, value in VALUES.items():
            campaign.record(name, value)
        (pick,) = campaign.suggest()
        campaign.record(pick, "<5")
    return made


def test_the_command_changes_it_with_a_reason_and_says_which_outcomes_change(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["set", str(path), "--threshold", "70", "--reason", "the customer asks for more"]) == 0
    said = capsys.readouterr().out.strip()
    assert said == "Changed the threshold to 70. 1 of 4 outcomes change: run 1."
    assert main(["status", str(path), "--json"]) == 0
    assert '"successes": 1' in capsys.readouterr().out
    assert main(["set", str(path), "--threshold", "70", "--reason", "again"]) == 1
    assert "the study has “70” already" in capsys.readouterr().err
    assert main(["set", str(path), "--threshold", "much", "--reason", "why"]) == 2


def test_python_changes_it_once_by_a_token(path: Path) -> None:
    with Campaign.open(path, by="Robin") as campaign:
        for _ in range(2):
            campaign.set("the customer asks for more", threshold=70, token="t-1")
        assert [run.outcome for run in campaign.study.runs] == ["failure", "failure", "success", "failure"]
        assert campaign.record("E", 69).outcome == "failure"
        with pytest.raises(BadInput, match="a number"):
            campaign.set("why", threshold=None)


def test_audit_runs_report_and_archive_tell_it(path: Path, tmp_path: Path) -> None:
    with Campaign.open(path, by="Robin") as campaign:
        campaign.set("the customer asks for more", threshold=70)
        study = campaign.study
        line = audit(study)[-1]
        assert (line.what, line.before, line.reason) == (
            "Changed the threshold to 70",
            "60",
            "the customer asks for more",
        )
        assert "Recorded run 1: success for A" in [each.what for each in audit(study)]
        campaign.export(tmp_path / "runs.csv")
        with (tmp_path / "runs.csv").open(encoding="utf-8-sig", newline="") as file:
            first = next(csv.DictReader(file))
        assert (first["outcome"], first["corrected_from"], first["measured"], first["reason"]) == (
            "failure",
            "success",
            "65.0",
            "the customer asks for more",
        )
        campaign.report(tmp_path / "report.html")
        text = (tmp_path / "report.html").read_text("utf-8")
        assert '<th class="short">threshold</th><td class="short">70</td>' in text
        assert text.count("the customer asks for more") == 2  # among the changed settings, and with run 1
        campaign.export(tmp_path / "s.zip")
        (pick,) = campaign.suggest()
        campaign.record(pick, 72.0)
    for checked in (path, tmp_path / "s.zip"):
        found = actions.verify(checked)
        assert (found.problem, found.trust.set_aside) == (None, ())
        assert found.suggestions == found.exact > 0


def test_the_runs_are_read_back_into_a_study_with_the_new_threshold_and_into_no_other(
    path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Campaign.open(path) as campaign:
        campaign.set("the customer asks for more", threshold=70)
        campaign.export(tmp_path / "runs.csv")
        runs = campaign.study.runs
    for threshold, taken in (("70", True), ("60", False)):
        again = tmp_path / f"again{threshold}.kgstudy"
        with Campaign.create(TABLE, again, id="code", measured=f"yield >= {threshold} %") as other:
            assert other.study.settings.threshold == float(threshold)
        if not taken:
            assert main(["import", str(again), str(tmp_path / "runs.csv")]) == 1
            assert "failure does not go with 65" in capsys.readouterr().err
            continue
        assert main(["import", str(again), str(tmp_path / "runs.csv")]) == 0
        with Campaign.open(again) as other:
            assert [(run.outcome, run.measured) for run in other.study.runs] == [
                (run.outcome, run.measured) for run in runs
            ]
            assert [was.old_outcome for was in other.study.runs[0].corrections] == ["success"]
