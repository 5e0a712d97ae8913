"""Worklists and files of results at the command line."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from answering import Answer, fingerprint, refused

from kgdesk import actions

if TYPE_CHECKING:
    from pathlib import Path

    from kgdesk.model.design.pool import Pool

Kgdesk = Callable[..., Answer]


@pytest.fixture
def lab(kgdesk: Kgdesk, table_path: Path, tmp_path: Path) -> Path:
    path = tmp_path / "lab.kgstudy"
    columns = (
        "--id",
        "code",
        "--category",
        "solvent",
        "--barcode",
        "well",
        "--success",
        "Hit",
        "--failure",
        "Miss",
        "--terms",
        "linear",
    )
    made = kgdesk("new", path, "--candidates", table_path, *columns, "--measured", "signal >= 5 mV")
    assert made.code == 0, made.err
    return path


def test_a_plan_lists_the_runs_and_starts_nothing(kgdesk: Kgdesk, lab: Path) -> None:
    before = fingerprint(lab.parent)
    listed = kgdesk(
        "worklist", lab, "--candidates", "C-01,C-02", "--plate", "6", "--order", "columns", "--plan"
    )
    assert listed.code == 0
    assert "B01  candidate  C-02" in listed.out
    assert fingerprint(lab.parent) == before
    refused(kgdesk("worklist", lab, "--candidates", "C-01"), "--out", "--plan")


def test_a_worklist_and_a_suggestion_have_as_many_runs_as_the_study_runs_at_once(
    kgdesk: Kgdesk, lab: Path
) -> None:
    assert kgdesk("worklist", lab, "--plan").out.count("  candidate  C-") == 4
    assert len(json.loads(kgdesk("suggest", lab, "--json").out)["suggestions"]) == 1
    assert kgdesk("set", lab, "--at-once", "3", "--reason", "three blocks").code == 0
    assert kgdesk("worklist", lab, "--plan").out.count("  candidate  C-") == 3
    assert len(json.loads(kgdesk("suggest", lab, "--json").out)["suggestions"]) == 3
    assert len(json.loads(kgdesk("suggest", lab, "--count", "2", "--json").out)["suggestions"]) == 2
    too_many = kgdesk("set", lab, "--at-once", "2000", "--reason", "x")
    refused(too_many, "between 0 (not set) and 1,536", code=2)


def test_a_lost_worklist_is_written_again_with_the_same_wells_and_tokens(kgdesk: Kgdesk, lab: Path) -> None:
    plate, again, picks = (lab.with_name(name) for name in ("plate.csv", "again.csv", "picks.csv"))
    at = ("--plate", "24", "--order", "random", "--seed", "3", "--control", "DMSO:failure=A01")
    assert kgdesk("worklist", lab, "--candidates", "C-02,C-01", *at, "--out", plate).code == 0
    before = fingerprint(lab.parent)
    first = plate.read_bytes().decode("utf-8-sig")
    assert kgdesk("worklist", lab, "--of", "W1").out == first
    assert fingerprint(lab.parent) == before
    plate.unlink()
    assert kgdesk("worklist", lab, "--of", "plate", "--out", again).code == 0
    assert again.read_bytes().decode("utf-8-sig") == first
    assert kgdesk("worklist", lab, "--of", "W1", "--template", "pick-list", "--out", picks).code == 0
    tokens = {line.split(",")[0] for line in first.splitlines()[1:]} - {""}
    assert {line.split(",")[-1] for line in picks.read_text("utf-8-sig").splitlines()[1:]} - {""} == tokens
    assert len(tokens) == 2
    refused(kgdesk("worklist", lab, "--of", "W1", "--out", again), "again.csv")
    unused = kgdesk("worklist", lab, "--of", "W1", "--plate", "384", "--per-level", "solvent=2")
    assert unused.code == 2
    assert "leave out --plate, --per-level" in unused.err
    usual = kgdesk("worklist", lab, "--of", "W1", "--plate", "96", "--order", "rows", "--seed", "0")
    assert usual.code == 2
    assert "leave out --plate, --order, --seed" in usual.err
    with actions.open_study(lab, actions.Operator("reader"), read_only=True) as session:
        assert len(session.study.starts) == 2


def test_words_counts_and_values_at_the_door_of_record(kgdesk: Kgdesk, lab: Path) -> None:
    said = [
        kgdesk("record", lab, "C-01", word).out for word in ("hit", "nein", "7.5", "4,25 mV", "2/3", "VOID")
    ]
    assert said == [
        "Run 1 recorded: success for C-01.\n",
        "Run 2 recorded: failure for C-01.\n",
        "Run 3 recorded: success (signal 7.5) for C-01.\n",
        "Run 4 recorded: failure (signal 4.25) for C-01.\n",
        "Runs 5 to 7 recorded: 2 successes of 3 for C-01.\n",
        "Run 8 recorded: void for C-01.\n",
    ]
    assert kgdesk("correct", lab, "4", "6 mV", "--reason", "read again").code == 0
    with actions.open_study(lab, actions.Operator("x"), read_only=True) as read:
        assert (read.study.run(4).outcome, read.study.run(4).measured) == ("success", 6.0)
    refused(kgdesk("correct", lab, "4", "1/2", "--reason", "why"), "is a count")
    refused(kgdesk("record", lab, "C-01", "perhaps"), "Hit/Miss", "signal >= 5 mV")


def test_past_outcomes_of_a_new_study_are_read_in_the_same_vocabulary(kgdesk: Kgdesk, tmp_path: Path) -> None:
    table = tmp_path / "past.csv"
    table.write_text(
        "code,x,y\nA,1,7.5\nB,2,hit\nC,3,1/3\nD,4,void\nE,5,\nF,6,nein\nG,7,1\n", encoding="utf-8"
    )
    words = (
        "--id",
        "code",
        "--outcome",
        "y",
        "--success",
        "Hit",
        "--failure",
        "Miss",
        "--measured",
        "signal >= 5",
    )
    assert kgdesk("new", tmp_path / "p.kgstudy", "--candidates", table, *words).code == 0
    with actions.open_study(tmp_path / "p.kgstudy", actions.Operator("x"), read_only=True) as read:
        runs = [(run.candidate, run.outcome, run.measured) for run in read.study.runs]
    assert runs == [
        ("A", "success", 7.5), ("B", "success", None), ("C", "success", None), ("C", "failure", None),
        ("C", "failure", None), ("D", "void", None), ("F", "failure", None), ("G", "failure", 1.0),
    ]  # fmt: skip


def test_counts_in_two_columns_of_a_file_of_results_are_read_by_the_role_that_the_refusal_names(
    kgdesk: Kgdesk, table_path: Path, tmp_path: Path
) -> None:
    study = tmp_path / "counts.kgstudy"
    columns = ("--id", "code", "--category", "solvent", "--ignore", "well")
    assert kgdesk("new", study, "--candidates", table_path, *columns).code == 0
    file = tmp_path / "counts.csv"
    file.write_text("candidate,outcome,of 3\nC-01,2,3\nC-02,0,3\n", encoding="utf-8")
    words = ("record", study, "--from", file, "--unstarted")
    refused(kgdesk(*words), "number of runs (--column out_of=COL)")
    assert kgdesk(*words, "--column", "out_of=of 3").code == 0
    status = json.loads(kgdesk("status", study, "--json").out)
    assert status["outcomes"] == 6


def test_a_file_is_previewed_recorded_and_backed_up_once(
    kgdesk: Kgdesk, lab: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = kgdesk(
        "worklist", lab, "--candidates", "C-01,C-02,C-05", "--out", lab.with_name("w.csv"), "--name", "P1"
    )
    assert made.out == f"Worklist W1 (P1): 3 runs started.\nSaved {lab.with_name('w.csv')}.\n"
    assert kgdesk("worklist", lab, "--list").out == "W1 (P1): 3 runs in progress\n"
    results = lab.with_name("r.csv")
    results.write_text("barcode;signal\nA1;5,5\nA2;4,5\n", encoding="utf-8")
    preview = kgdesk("record", lab, "--from", results, "--plan")
    assert preview.out.splitlines()[:2] == [
        "line 2  A01  C-01  Hit (signal 5.5), closes the run in progress",
        "line 3  A02  C-02  Miss (signal 4.5), closes the run in progress",
    ]
    assert preview.out.endswith("Nothing was recorded.\n")
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(results.read_bytes())))
    done = kgdesk("record", lab, "--from", "-")
    assert done.out.startswith("Added 2 outcomes; 0 were known already.\nClosed 2 runs in progress.\n")
    assert "1 run of P1 stays in progress." in done.out
    entries = [made["entries"] for made in kgdesk("backup", lab, "--list", "--json").json["backups"]]
    assert entries[-1] == kgdesk("status", lab, "--json").json["head"]["seq"]
    assert kgdesk("void-rest", lab, "--reason", "dropped").out == "Recorded 1 run as void.\n"
    refused(kgdesk("void-rest", lab, "--reason", "dropped"), "none")
    taken = kgdesk("take-back", lab, "standard input", "--reason", "wrong plate")
    assert taken.out == "Took back 2 outcomes of standard input; 2 in progress.\n"


def test_from_takes_the_place_of_candidate_and_outcome(kgdesk: Kgdesk, lab: Path) -> None:
    for words in (
        ("C-01",),
        ("C-01", "hit", "--from", "r.csv"),
        ("--from", "r.csv", "--past", "--unstarted"),
    ):
        assert kgdesk("record", lab, *words).code == 2
    refused(kgdesk("record", lab, "--from", "nowhere.csv"), "no file nowhere.csv")
    refused(
        kgdesk("worklist", lab, "--candidates", "C-01", "--control", "DMSO=A1", "--plan"),
        "DMSO:failure=A01,H12",
    )


def test_a_worklist_keeps_the_limits_of_its_plate(kgdesk: Kgdesk, lab: Path, pool: Pool) -> None:
    plate = ("worklist", lab, "--count", "3", "--plate", "6", "--plan")
    listed = kgdesk(*plate, "--per-level", "solvent=1")
    assert listed.code == 0
    names = [line.split()[3] for line in listed.out.splitlines()[1:] if "  candidate  " in line]
    solvents = {pool.values[2][pool.row(name)] for name in names}
    assert (len(names), solvents) == (3, {"water", "DMF", "THF"})
    twice = kgdesk(*plate, "--per-level", "solvent=1", "--per-level", "solvent=2")
    refused(twice, "two limits of one kind", "solvent")
    refused(kgdesk(*plate, "--one-level", "colour"), "colour")
    assert kgdesk("worklist", lab, "--candidates", "C-01,,C-02", "--plan").code == 2


def test_new_takes_blank_words_for_none_and_leaves_out_or_fills_other_blanks(
    kgdesk: Kgdesk, tmp_path: Path
) -> None:
    table = tmp_path / "gaps.csv"
    table.write_text("code,additive,x\nA,salt,1\nB,,2\nC,acid,\nD,salt,6\n", encoding="utf-8")
    new = ("--candidates", table, "--id", "code", "--category", "additive")
    said = kgdesk("new", tmp_path / "no.kgstudy", *new)
    refused(said, "2 things to correct", "--blank-none additive", "--blanks leave-out", "costs 2 of 4 rows")
    for blanks, values in (("leave-out", (1.0, 2.0, 6.0)), ("median", (1.0, 2.0, 2.0, 6.0))):
        path = tmp_path / f"{blanks}.kgstudy"
        made = kgdesk("new", path, *new, "--blank-none", "additive", "--blanks", blanks)
        assert made.code == 0, made.err
        with actions.open_study(path, actions.Operator("x"), read_only=True) as read:
            assert read.study.pool.values[0][:2] == ("salt", "none")
            assert read.study.pool.values[1] == values


def test_a_table_of_several_studies_is_recorded_in_each_by_one_option(
    kgdesk: Kgdesk, lab: Path, tmp_path: Path
) -> None:
    second = tmp_path / "suzuki.csv"
    second.write_text("Code,T\nSUZ-1,20\nSUZ-2,40\nSUZ-3,60\n", encoding="utf-8")
    other = tmp_path / "suzuki.kgstudy"
    made = kgdesk("new", other, "--candidates", second, "--id", "Code", "--measured", "signal >= 5 mV")
    assert made.code == 0, made.err
    both = tmp_path / "both.csv"
    both.write_text("Code,signal (mV)\nC-01,7\nSUZ-2,1\nC-02,3\nSUZ-3,9\n", encoding="utf-8")
    asked = ("--from", both, "--unstarted", "--column", "candidate=Code")
    said = "line 3, column “Code”: This study has no candidate “SUZ-2”"
    refused(kgdesk("record", lab, *asked), said, ": 2 (SUZ-2, SUZ-3)", "--known-only")
    plan = kgdesk("record", lab, *asked, "--plan").out
    assert "line 3  SUZ-2  no candidate of this study, not recorded" in plan
    for study, count in ((lab, 2), (other, 2)):
        done = kgdesk("record", study, *asked, "--known-only")
        assert (done.code, done.err) == (0, "")
        assert f"Added {count} outcomes" in done.out
        assert "Passed over rows of no candidate of this study: 2" in done.out
    answer = json.loads(kgdesk("status", other, "--json").out)
    assert (answer["outcomes"], answer["successes"]) == (2, 1)
    both.write_text("Code,signal (mV)\nC-1,7\nC-02,6\nSUZ-3,9\n", encoding="utf-8")
    refused(kgdesk("record", lab, *asked, "--known-only"), "line 2", "Did you mean “C-01”?")
