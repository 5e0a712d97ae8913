"""Blocks by the command line: named, stated, corrected, read from a file, exported, restored, verified."""

from __future__ import annotations

import csv
import json
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest
from answering import Answer, refused

from kgdesk import actions
from kgdesk.model.advice.picks import advise

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


@pytest.fixture
def study(kgdesk: Callable[..., Answer], table_path: Path, tmp_path: Path) -> Path:
    path = tmp_path / "lots.kgstudy"
    columns = ("--id", "code", "--category", "solvent", "--ignore", "well")
    made = kgdesk("new", path, "--candidates", table_path, *columns, "--block", "plate", "--block", "Lot")
    assert made.code == 0, made.err
    return path


def lots(path: Path) -> list[str]:
    with actions.open_study(path, actions.Operator("x"), read_only=True) as session:
        return [dict(run.blocks)["Lot"] for run in session.study.runs]


def test_a_lot_is_stated_corrected_exported_restored_and_verified(
    kgdesk: Callable[..., Answer], study: Path, table_path: Path, tmp_path: Path
) -> None:
    assert kgdesk("block", study, "Lot=4711").out.startswith("Runs from here on: Lot 4711.\n")
    assert kgdesk("record", study, "C-01", "success").code == 0
    assert kgdesk("start", study, "C-02", "C-03", "--block", "Lot=4712").code == 0
    assert kgdesk("record", study, "C-02", "failure").code == 0
    said = kgdesk("block", study, "Lot=4713", "--run", "1", "--reason", "read again")
    assert said.out.startswith("Run 1 is now in the block Lot 4713.\n")
    assert lots(study) == ["4713", "4712"]
    refused(kgdesk("block", study, "plate=2"), "follows from the run")
    refused(kgdesk("block", study, "lot=2"), "no block column “lot”")
    refused(kgdesk("block", study, "4711"), "write COLUMN=LEVEL")
    told = json.loads(kgdesk("status", study, "--json").out)["blocks"]
    assert [(one["column"], one["present"]) for one in told] == [("plate", ""), ("Lot", "4711")]
    assert [level["level"] for level in told[1]["levels"]] == ["4712", "4713"]
    assert json.loads(kgdesk("suggest", study, "--json").out)["block"] == {"plate": "", "Lot": "4711"}
    audit = kgdesk("audit", study).out
    assert "Corrected run 1 to Lot 4713" in audit
    assert "Started run 2: C-02, Lot 4712" in audit
    runs, again = tmp_path / "runs.csv", tmp_path / "again.kgstudy"
    assert kgdesk("export", study, runs).code == 0
    rows = list(csv.DictReader(runs.read_text("utf-8-sig").splitlines()))
    assert [row["blocks"] for row in rows] == ['{"Lot": "4713"}', '{"Lot": "4712"}']
    columns = (
        "--id",
        "code",
        "--category",
        "solvent",
        "--ignore",
        "well",
        "--block",
        "plate",
        "--block",
        "Lot",
    )
    assert kgdesk("new", again, "--candidates", table_path, *columns).code == 0
    assert kgdesk("import", again, runs).code == 0
    assert lots(again) == lots(study)
    for path in (study, again):
        assert kgdesk("verify", path).code == 0


def test_a_column_whose_levels_a_person_states_is_asked_for_when_it_is_named(
    kgdesk: Callable[..., Answer], study: Path, table_path: Path, tmp_path: Path
) -> None:
    columns = ("--candidates", table_path, "--id", "code", "--category", "solvent", "--ignore", "well")
    made = kgdesk("new", tmp_path / "a.kgstudy", *columns, "--block", "Plate, Lot, Batch no")
    assert (
        'State the Lot, the Batch no of the next runs: kgdesk block STUDY Lot=LEVEL "Batch no=LEVEL"'
        in made.out
    )
    with actions.open_study(tmp_path / "a.kgstudy", actions.Operator("x"), read_only=True) as session:
        assert session.study.settings.blocks == "plate, Lot, Batch no"
    made = kgdesk("new", tmp_path / "c.kgstudy", *columns, "--block", "Plate", "--block", "day")
    assert "of the next runs" not in made.out
    named = kgdesk("set", study, "--block", "Operator,Charge", "--reason", "people differ")
    assert named.out.startswith(
        "Named what runs share: operator, Charge. State the Charge of the next runs: kgdesk block STUDY Charge=LEVEL.\n"
    )
    titled = kgdesk("set", study, "--title", "Other", "--reason", "better")
    assert "of the next runs" not in titled.out
    refused(kgdesk("set", study, "--block", "day+25:00", "--reason", "x"), "write day, or day with an offset")


def test_a_file_of_results_with_the_column_says_the_lot_of_its_rows(
    kgdesk: Callable[..., Answer], study: Path, tmp_path: Path
) -> None:
    assert kgdesk("start", study, "C-01", "C-02").code == 0
    results = tmp_path / "results.csv"
    results.write_text("candidate,outcome,lot\nC-01,success,4711\nC-02,failure,\nC-03,failure,4712\n")
    done = kgdesk("record", study, "--from", results, "--unstarted")
    assert done.code == 0, done.err
    assert lots(study) == ["4711", "", "4712"]


def test_an_open_study_names_what_runs_share_and_none_any_more(
    kgdesk: Callable[..., Answer], study: Path
) -> None:
    said = kgdesk("set", study, "--block", "operator", "--reason", "two people")
    assert said.out.startswith("Named what runs share: operator.\n")
    assert kgdesk("record", study, "C-01", "success", "--by", "Ada").code == 0
    told = json.loads(kgdesk("status", study, "--json").out)["blocks"]
    assert [level["level"] for level in told[0]["levels"]] == ["Ada"]
    assert kgdesk("set", study, "--no-block", "--reason", "one person").code == 0
    assert "blocks" not in json.loads(kgdesk("status", study, "--json").out)


def test_a_column_of_the_table_says_in_which_lot_a_past_outcome_was_run(
    kgdesk: Callable[..., Answer], tmp_path: Path
) -> None:
    table, path = tmp_path / "past.csv", tmp_path / "past.kgstudy"
    rows = ["code,dose,grew,Lot", "A,1,yes,4711", "B,2,no,4712", "C,3,,", "D,4,no,", "E,5,yes,4711"]
    table.write_text("\n".join(rows) + "\n", encoding="utf-8")
    made = kgdesk("new", path, "--candidates", table, "--id", "code", "--outcome", "grew", "--block", "Lot")
    assert made.code == 0, made.err
    assert lots(path) == ["4711", "4712", "", "4711"]
    with actions.open_study(path, actions.Operator("x"), read_only=True) as session:
        assert {column.name: column.role for column in session.study.columns}["Lot"] == "block"
        assert [a.name for a in session.study.pool.attributes] == ["dose"]
    assert kgdesk("verify", path).code == 0


def test_a_worklist_names_the_lot_of_each_run_and_the_file_that_comes_back_may_correct_it(
    kgdesk: Callable[..., Answer], study: Path, tmp_path: Path
) -> None:
    assert kgdesk("block", study, "Lot=4711").code == 0
    path = tmp_path / "w.csv"
    assert kgdesk("worklist", study, "--candidates", "C-01,C-02,C-03", "--out", path).code == 0
    rows = list(csv.DictReader(path.read_text("utf-8-sig").splitlines()))
    assert [row["Lot"] for row in rows if row["holds"] == "candidate"] == ["4711"] * 3
    assert kgdesk("block", study, "Lot=4712").code == 0
    again = tmp_path / "again.csv"
    assert kgdesk("worklist", study, "--of", "W1", "--out", again).code == 0
    assert [row["Lot"] for row in csv.DictReader(again.read_text("utf-8-sig").splitlines())] == ["4711"] * 3
    for row, outcome, lot in zip(rows, ("success", "failure", "success"), ("4711", "4713", ""), strict=True):
        row["outcome"], row["Lot"] = outcome, lot
    with path.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.DictWriter(stream, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    assert kgdesk("record", study, "--from", path).code == 0
    assert lots(study) == ["4711", "4713", "4711"]


@pytest.mark.parametrize("terms", ["linear", "average"])
def test_suggestions_followed_on_a_new_day_replay_to_the_last_bit(
    tmp_path: Path, table_path: Path, kgdesk: Callable[..., Answer], terms: str
) -> None:
    path = tmp_path / "days.kgstudy"
    columns = ("--id", "code", "--category", "solvent", "--ignore", "well", "--terms", terms)
    assert kgdesk("new", path, "--candidates", table_path, *columns, "--block", "day").code == 0
    for name, outcome in (("C-01", "success"), ("C-02", "failure"), ("C-03", "success")):
        assert kgdesk("record", path, name, outcome).code == 0
    tomorrow = actions.Operator("x", clock=lambda: datetime.now(UTC) + timedelta(days=1))
    with actions.open_study(path, tomorrow) as session:
        for outcome in ("success", "failure"):
            advice = advise(session.study)
            actions.record(session, advice.suggestion.candidate, outcome, advice=advice)
        made = [event.payload for event in session.study.events if event.kind == "suggestion_made"]
        levels = [dict(run.blocks)["day"] for run in session.study.runs]
    assert len(set(levels[:3])) == 1
    assert levels[3] == levels[4] > levels[0]
    assert [facts.get("day", "") for facts in made] == [levels[3], ""]
    check = actions.verify(path)
    assert (check.problem, check.exact, check.suggestions) == (None, 2, 2)


def test_the_first_suggestion_of_a_day_is_for_that_day(
    tmp_path: Path, table_path: Path, kgdesk: Callable[..., Answer]
) -> None:
    path = tmp_path / "days.kgstudy"
    columns = ("--id", "code", "--category", "solvent", "--ignore", "well")
    assert kgdesk("new", path, "--candidates", table_path, *columns, "--block", "day").code == 0
    assert kgdesk("record", path, "C-01", "success").code == 0
    with actions.open_study(path, actions.Operator("x"), read_only=True) as session:
        (column,) = session.study.settings.block_columns
        today = session.study.present_levels["day"]
    tomorrow = actions.Operator("x", clock=lambda: datetime.now(UTC) + timedelta(days=1))
    with actions.open_study(path, tomorrow) as session:
        assert session.study.present_levels["day"] == column.day_of(
            (datetime.now(UTC) + timedelta(days=1)).isoformat()
        )
        assert session.study.present_levels["day"] != today
        actions.record(session, "C-02", "failure")
        assert dict(session.study.runs[-1].blocks) == session.study.present_levels
