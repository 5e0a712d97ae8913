"""`new --learn-from STUDY` and `--prior-of`, from the terminal and from Python."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from answering import Answer, refused

from kgdesk import Campaign, actions
from kgdesk.errors import BadInput
from kgdesk.model.advice.picks import advise

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

COLUMNS = ("--id", "code", "--category", "solvent", "--ignore", "well")


@pytest.fixture
def earlier(kgdesk: Callable[..., Answer], study: Path) -> Path:
    """Record three outcomes in the study of the tests."""
    for name, outcome in (("C-01", "failure"), ("C-06", "success"), ("C-12", "success")):
        assert kgdesk("record", study, name, outcome).code == 0
    return study


def made(kgdesk: Callable[..., Answer], table: Path, new: Path, *more: object) -> Answer:
    answer = kgdesk("new", new, "--candidates", table, *COLUMNS, *more)
    assert answer.code == 0, answer.err
    return answer


@pytest.mark.qt_log_ignore("^This plugin does not support ")
def test_a_study_its_archive_and_python_learn_the_same(
    kgdesk: Callable[..., Answer], earlier: Path, table_path: Path, tmp_path: Path
) -> None:
    archive = tmp_path / "old.zip"
    assert kgdesk("export", earlier, archive).code == 0
    said = made(
        kgdesk, table_path, tmp_path / "a.kgstudy", "--learn-from", earlier, "--prior-of", "ratio=1+-0.5"
    )
    assert "Learnt from “screen”: temperature, ratio, solvent." in said.out
    made(kgdesk, table_path, tmp_path / "b.kgstudy", "--learn-from", archive, "--prior-of", "ratio=1+-0.5")
    archive.unlink()
    earlier.unlink()
    digests = []
    for name in ("a", "b"):
        place = tmp_path / f"{name}.kgstudy"
        assert kgdesk("record", place, "C-03", "failure").code == 0
        assert kgdesk("verify", place).code == 0  # without the file that it learnt from
        status = json.loads(kgdesk("status", place, "--json").out)
        assert status["earlier"]["runs"] == 3
        assert sum(status["earlier"]["weights"].values()) == pytest.approx(1.0)
        assert {part["earlier"] for part in status["belief"]["components"]} == {None, 0.0, 0.25, 1.0}
        with actions.open_study(place, actions.Operator("Kim"), read_only=True) as session:
            digests.append(session.study.belief.digest)
    assert digests[0] == digests[1]
    report = tmp_path / "report.html"
    assert kgdesk("report", tmp_path / "a.kgstudy", report).code == 0
    page = report.read_text(encoding="utf-8")
    assert "This study learns from “screen” as it stood at entry" in page
    assert "not at all" in page
    assert "ratio=1+-0.5" in page


@pytest.mark.parametrize("terms", ["linear", "average"])
def test_suggestions_of_a_study_with_lots_and_an_earlier_study_replay_to_the_last_bit(
    kgdesk: Callable[..., Answer], earlier: Path, table_path: Path, tmp_path: Path, terms: str
) -> None:
    new = tmp_path / "new.kgstudy"
    made(kgdesk, table_path, new, "--learn-from", earlier, "--block", "Lot", "--terms", terms)
    for lot in ("4711", "4712"):
        assert kgdesk("block", new, f"Lot={lot}").code == 0
        for outcome in ("failure", "success"):
            with actions.open_study(new, actions.Operator("Kim")) as session:
                advice = advise(session.study)
                actions.record(session, advice.suggestion.candidate, outcome, advice=advice)
    check = actions.verify(new)
    assert (check.problem, check.exact, check.suggestions) == (None, 4, 4)


def test_python_takes_a_place_or_the_setting(earlier: Path, table_path: Path, tmp_path: Path) -> None:
    how = {"id": "code", "categories": ["solvent"], "ignore": ["well"]}
    with Campaign.create(table_path, tmp_path / "new.kgstudy", learn_from=str(earlier), **how) as campaign:
        assert campaign.study.earlier is not None
        assert "Learnt from “screen”: temperature, ratio, solvent." in campaign.findings
    with Campaign.create(
        table_path, tmp_path / "plain.kgstudy", likelihood="outcomes", prior_effects=("ratio=1+-1",), **how
    ) as campaign:
        assert campaign.study.earlier is None
        assert campaign.study.settings.likelihood == "outcomes"
        assert campaign.study.scaling.stated[0].column == "ratio"
    table, past = tmp_path / "past.csv", {"id": "code", "categories": ["solvent"], "outcome": "done"}
    table.write_text(
        "code,temperature,ratio,solvent,done\nC-01,20.0,0.1,water,no\nC-06,45.0,0.7,THF,yes\nX,50,0.2,DMF,\n",
        encoding="utf-8",
    )
    with pytest.raises(BadInput, match="would count twice"):
        Campaign.create(table, tmp_path / "no.kgstudy", learn_from=str(earlier), **past)
    assert not (tmp_path / "no.kgstudy").exists()


def test_a_study_like_one_that_learnt_learns_from_the_same(
    kgdesk: Callable[..., Answer], earlier: Path, table_path: Path, tmp_path: Path
) -> None:
    made(kgdesk, table_path, tmp_path / "a.kgstudy", "--learn-from", earlier)
    like = kgdesk("new", tmp_path / "b.kgstudy", "--like", tmp_path / "a.kgstudy", "--candidates", table_path)
    assert like.code == 0, like.err
    status = json.loads(kgdesk("status", tmp_path / "b.kgstudy", "--json").out)
    assert status["earlier"]["study"] == "screen"


def test_what_cannot_be_learnt_from_makes_no_study(
    kgdesk: Callable[..., Answer], earlier: Path, table_path: Path, tmp_path: Path
) -> None:
    new = tmp_path / "new.kgstudy"
    given = "new", new, "--candidates", table_path, *COLUMNS
    refused(kgdesk(*given, "--learn-from", tmp_path / "nowhere.kgstudy"), "nowhere.kgstudy")
    refused(kgdesk(*given, "--learn-from", earlier, "--learn-from", earlier), "learns from one earlier study")
    refused(kgdesk(*given, "--learn-from", earlier, "--success", "Crystal"), "has the outcome “Success”")
    refused(kgdesk(*given, "--learn-from", earlier, "--belief", "diagonal"), "diagonal has no weights")
    refused(kgdesk(*given, "--prior-of", "ratio=1"), "write NAME=MEAN+-DEVIATION", code=2)
    same = kgdesk("new", new, "--like", earlier, "--learn-from", earlier, "--candidates", table_path)
    refused(same, "3 of the 3 outcomes that this study begins with are runs of “screen”")
    assert not new.exists()


def test_undecided_runs_of_an_earlier_study_are_said_to_be_passed_over(
    kgdesk: Callable[..., Answer], table_path: Path, tmp_path: Path
) -> None:
    old = tmp_path / "old.kgstudy"
    measured = ("--measured", "yield >= 60 %")
    made(kgdesk, table_path, old, *measured)
    for name, value in (("C-01", "12"), ("C-06", "71"), ("C-12", "<70")):
        assert kgdesk("record", old, name, value).code == 0
    said = made(kgdesk, table_path, tmp_path / "new.kgstudy", *measured, "--learn-from", old)
    assert "Undecided runs of “old”: 1. Only its successes and failures are learnt from here." in said.out
    status = json.loads(kgdesk("status", tmp_path / "new.kgstudy", "--json").out)
    assert status["earlier"]["runs"] == 2
