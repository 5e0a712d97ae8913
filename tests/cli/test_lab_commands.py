"""Runs in progress, batches, repeats and stock through the command line."""

from __future__ import annotations

import argparse
import csv
from typing import TYPE_CHECKING, Any

import pytest
from answering import Answer, fingerprint, refused
from verbs import MORE, OTHERS, WRITES

from kgdesk import actions
from kgdesk.cli.parser import build
from kgdesk.store import SqliteStore

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from kgdesk.model.study.events import Event, Head, NewEvent


def test_runs_are_started_listed_and_settled_in_any_order(kgdesk: Callable[..., Answer], study: Path) -> None:
    for n, candidate in enumerate(("C-02", "C-07", "C-02"), 1):
        started = kgdesk("start", study, candidate, "--by", "MK", "--reason", f"plate {n}")
        assert started.out == f"Run {n} of {candidate} started; {n} in progress.\n"
    pending = kgdesk("status", study, "--json").json["pending"]
    assert [(run["candidate"], run["operator"]) for run in pending] == [
        ("C-02", "MK"),
        ("C-07", "MK"),
        ("C-02", "MK"),
    ]
    assert all(run["started_at"].endswith("Z") for run in pending)
    assert kgdesk("status", study).out.count("In progress: ") == 3
    assert [run["run"] for run in pending] == [1, 2, 3]
    assert "In progress: run 2, C-07, started by MK" in kgdesk("status", study).out
    said = kgdesk("suggest", study).out
    assert "percentage points, given 3 runs in progress." in said
    assert said.startswith("Next: run 4, ")
    assert kgdesk("record", study, "C-07", "success").out == "Run 2 recorded: success for C-07.\n"
    assert kgdesk("record", study, "C-02", "failure").code == 0
    status = kgdesk("status", study, "--json").json
    assert [run["candidate"] for run in status["pending"]] == ["C-02"]
    assert status["pending"][0] == pending[2]
    assert status["outcomes"] == 2
    found = kgdesk("verify", study, "--json").json
    assert (found["ok"], found["suggestions"], found["replayed_exactly"]) == (True, 0, 0)


def test_several_suggestions_allow_for_each_other_and_write_nothing(
    kgdesk: Callable[..., Answer], table_path: Path, tmp_path: Path
) -> None:
    # A batch of `kg-then-turns`, the default of linear terms, begins with the single suggestion.
    table = ("--candidates", table_path, "--id", "code", "--category", "solvent", "--ignore", "well")
    study = tmp_path / "linear.kgstudy"
    assert kgdesk("new", study, *table, "--terms", "linear").code == 0
    before = fingerprint(study.parent)
    asked = kgdesk("suggest", study, "--count", "3", "--json").json
    assert len(asked["suggestions"]) == 3
    alone = kgdesk("suggest", study, "--json").json["suggestions"][0]
    first = asked["suggestions"][0]
    assert alone == first
    assert list(asked["suggestions"][2]) == list(asked["suggestions"][0])
    assert kgdesk("suggest", study, "--count", "3").out.count("Next: ") == 3
    assert fingerprint(study.parent) == before
    kgdesk("start", study, asked["suggestions"][0]["candidate"])
    second = kgdesk("suggest", study, "--json").json["suggestions"][0]
    assert second["kg"] == asked["suggestions"][1]["kg"]
    refused(kgdesk("suggest", study, "--count", "1537"), "Between 1 and 1,536")


def test_repeats_are_recorded_at_once(kgdesk: Callable[..., Answer], study: Path, tmp_path: Path) -> None:
    done = kgdesk("record", study, "C-05", "2/4", "--note", "plate 1")
    assert done.out == "Runs 1 to 4 recorded: 2 successes of 4 for C-05.\n"
    status = kgdesk("status", study, "--json").json
    assert (status["outcomes"], status["successes"]) == (4, 2)
    kgdesk("export", study, tmp_path / "runs.csv")
    with (tmp_path / "runs.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [(r["run"], r["outcome"], r["note"]) for r in rows] == [
        ("1", "success", "plate 1"),
        ("2", "success", "plate 1"),
        ("3", "failure", "plate 1"),
        ("4", "failure", "plate 1"),
    ]
    assert kgdesk("correct", study, "3", "success", "--reason", "read again").code == 0
    assert kgdesk("status", study, "--json").json["successes"] == 3
    for count in ("3/2", "0/0", "2/", "1001/1001"):
        refused(kgdesk("record", study, "C-05", count))
    assert kgdesk("verify", study).code == 0


def test_what_is_out_of_stock_or_skipped_is_not_suggested(kgdesk: Callable[..., Answer], study: Path) -> None:
    first = kgdesk("suggest", study, "--json").json["suggestions"][0]["candidate"]
    assert kgdesk("exclude", study, first, "--reason", "used up").out == f"{first} is out of stock.\n"
    second = kgdesk("suggest", study, "--json").json["suggestions"][0]["candidate"]
    assert second != first
    done = kgdesk("skip", study, second, "--reason", "not now")
    assert done.out == f"{second} is set aside until the next run.\n"
    third = kgdesk("suggest", study, "--json").json
    assert third["suggestions"][0]["candidate"] not in {first, second}
    shown = kgdesk("status", study).out
    assert f"Out of stock: {first}." in shown
    assert f"Skipped until the next run: {second}." in shown
    assert kgdesk("status", study, "--json").json["recommended"]["candidate"] != first
    kgdesk("record", study, third["suggestions"][0]["candidate"], "failure")
    assert "Skipped" not in kgdesk("status", study).out
    assert kgdesk("include", study, first, "--reason", "new batch").out == f"{first} is in stock again.\n"
    assert "Out of stock" not in kgdesk("status", study).out
    assert kgdesk("verify", study).code == 0


@pytest.mark.parametrize(
    ("command", "candidate", "words"),
    [
        ("include", "C-01", "in stock already"),
        ("start", "nobody", "no candidate"),
        ("skip", "c-01", "Did you mean"),
        ("exclude", "C-99", "no candidate"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence_and_writes_nothing(
    kgdesk: Callable[..., Answer], study: Path, command: str, candidate: str, words: str
) -> None:
    before = fingerprint(study.parent)
    refused(kgdesk(command, study, candidate, "--reason", "why"), words)
    assert fingerprint(study.parent) == before


def test_the_archive_and_the_runs_come_back_with_all_of_it(
    kgdesk: Callable[..., Answer], study: Path, tmp_path: Path
) -> None:
    kgdesk("exclude", study, "C-12", "--reason", "used up")
    kgdesk("start", study, "C-02")
    kgdesk("start", study, "C-03")
    kgdesk("record", study, "C-03", "1/2")
    kgdesk("skip", study, "C-09")
    assert kgdesk("export", study, tmp_path / "a.zip").code == 0
    assert kgdesk("import", tmp_path / "copy.kgstudy", tmp_path / "a.zip").code == 0
    copy, old = (kgdesk("status", p, "--json").json for p in (tmp_path / "copy.kgstudy", study))
    assert (copy["head"], copy["pending"], copy["belief"]) == (old["head"], old["pending"], old["belief"])
    assert kgdesk("suggest", tmp_path / "copy.kgstudy", "--json").json == {
        **kgdesk("suggest", study, "--json").json,
        "study": copy["study"],
    }
    assert kgdesk("export", study, tmp_path / "a.xlsx").code == 0


def test_every_command_is_known_to_these_tests() -> None:
    (commands,) = (a for a in build()._actions if isinstance(a, argparse._SubParsersAction))
    assert set(WRITES) <= set(commands.choices) <= set(WRITES) | OTHERS


@pytest.mark.parametrize("command", list(WRITES))
def test_every_command_that_changes_a_study_is_one_commit_of_its_own_kind_with_who_and_why(
    kgdesk: Callable[..., Answer],
    study: Path,
    table_path: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    command: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    if command == "set":  # a study with a kept column
        study = tmp_path / "kept.kgstudy"
        columns = ("--id", "code", "--attributes", "temperature,ratio", "--barcode", "well")
        kgdesk("new", study, "--candidates", table_path, *columns)
    (tmp_path / "past.csv").write_text("candidate,outcome\nC-05,failure\n", encoding="utf-8")
    (tmp_path / "more.csv").write_text(MORE.replace("SOLVENT", "water"), encoding="utf-8")
    kgdesk("record", study, "C-02", "success")
    kgdesk("exclude", study, "C-12")
    if command in {"void-rest", "take-back"}:
        (tmp_path / "taken.csv").write_text("candidate,outcome\nC-06,failure\n", encoding="utf-8")
        kgdesk("import", study, "taken.csv")
        kgdesk("worklist", study, "--candidates", "C-07", "--out", "before.csv")
    if command == "redo":
        kgdesk("take-back", study, "1")
    if command == "block":
        kgdesk("set", study, "--block", "Lot", "--reason", "the lots differ")
    if command == "reopen":
        kgdesk("finish", study, "--reason", "enough")
    commits: list[list[str]] = []
    append = SqliteStore.append_if_head

    def counted(store: SqliteStore, head: Head, events: Sequence[NewEvent], *more: Any) -> tuple[Event, ...]:
        commits.append([event.kind for event in events])
        return append(store, head, events, *more)

    monkeypatch.setattr(SqliteStore, "append_if_head", counted)
    words, kinds = WRITES[command]
    done = kgdesk(command, study, *words, "--by", "Åsa")
    assert done.code == 0, done.err
    assert commits == [kinds]
    with actions.open_study(study, actions.Operator("x"), read_only=True) as reader:
        last = reader.study.events[-len(kinds) :]
    assert {event.new.actor for event in last} == {"Åsa"}
    if "--reason" in words and command != "take-back":  # there a note keeps it
        assert last[-1].payload["reason"] == "why"


def test_import_says_how_many_runs_in_progress_it_closed(
    kgdesk: Callable[..., Answer], study: Path, tmp_path: Path
) -> None:
    for candidate in ("C-02", "C-07", "C-02"):
        kgdesk("start", study, candidate)
    table = tmp_path / "results.csv"
    table.write_text("candidate,outcome\nC-07,success\nC-03,failure\n", encoding="utf-8")
    done = kgdesk("import", study, table)
    assert done.out.startswith("Added 2 outcomes; 0 were known already.\nClosed 1 run in progress.\n")
    assert "2 runs stay in progress." in done.out
    assert "Taken as outcomes from before the study: 1." in done.out
    status = kgdesk("status", study, "--json").json
    assert [run["candidate"] for run in status["pending"]] == ["C-02", "C-02"]
    assert status["outcomes"] == 2
    table.write_text("candidate,outcome\nC-02,success\nC-02,failure\n", encoding="utf-8")
    assert "\nClosed 2 runs in progress.\n" in kgdesk("import", study, table).out
    assert not kgdesk("status", study, "--json").json["pending"]
    refused(kgdesk("import", study, table), "byte for byte", "--again")


def test_a_void_run_is_recorded_with_its_reason(kgdesk: Callable[..., Answer], study: Path) -> None:
    assert kgdesk("record", study, "C-01", "void", "--reason", "plate dropped").code == 0
    with actions.open_study(study, actions.Operator("Kim"), read_only=True) as session:
        assert session.study.events[-1].payload["reason"] == "plate dropped"
