"""The verdict of trust at the command line: verify and its head, status, export, report, and what restore prints."""

from __future__ import annotations

import json
import shutil
import zipfile
from typing import TYPE_CHECKING

import openpyxl
import pytest
from forgery import forge

from kgdesk import actions
from kgdesk.cli import main
from kgdesk.store import HeadJournal

if TYPE_CHECKING:
    from pathlib import Path

    from kgdesk.model.study.events import Event


@pytest.fixture(autouse=True)
def _operator(own_journal: None, monkeypatch: pytest.MonkeyPatch) -> None:
    del own_journal
    monkeypatch.setenv("KGDESK_OPERATOR", "Pat")


@pytest.fixture
def false(five_events: tuple[Event, ...], tmp_path: Path) -> Path:
    """Return a copy in which three outcomes are turned and the chain computed anew."""
    return forge(tmp_path / "mail" / "screen.kgstudy", five_events)


@pytest.fixture
def older(five_events: tuple[Event, ...], tmp_path: Path) -> Path:
    return forge(tmp_path / "usb" / "screen.kgstudy", five_events, 0, drop=2)


def printed(capsys: pytest.CaptureFixture[str], *words: object) -> tuple[int, str, str]:
    status = main([str(word) for word in words])
    out, err = capsys.readouterr()
    return status, out, err


def test_verify_exits_1_for_a_fork_and_0_for_the_other_verdicts(
    five_runs: Path,
    false: Path,
    older: Path,
    five_events: tuple[Event, ...],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    status, out, err = printed(capsys, "verify", five_runs)
    assert (status, err) == (0, "")
    assert out.startswith("Whole: it has all 9 entries")
    assert f"head {five_events[-1].hash}@9." in out  # in full, as it is there to be compared
    status, out, err = printed(capsys, "verify", false)
    assert (status, out) == (1, "")
    assert "Forked: from entry 7 on this copy has other entries" in err
    status, out, _ = printed(capsys, "verify", older)
    assert status == 0
    assert out.startswith("Behind: this copy ends with entry 7")
    for copy, verdict, exits in ((five_runs, "whole", 0), (false, "forked", 1), (older, "behind", 0)):
        status, out, _ = printed(capsys, "verify", copy, "--json")
        found = json.loads(out)
        assert (status, next(iter(found)), found["trust"]["verdict"]) == (exits, "trust", verdict)
        assert found["ok"] == (exits == 0)
    monkeypatch.setenv("KGDESK_DATA", str(tmp_path / "another computer"))
    status, out, _ = printed(capsys, "verify", false)
    assert status == 0
    assert out.startswith("Not known here: ")


def test_verify_compares_with_a_head_on_paper(
    five_runs: Path, false: Path, five_events: tuple[Event, ...], capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path,
) -> None:  # fmt: skip
    monkeypatch.setenv("KGDESK_DATA", str(tmp_path / "another computer"))
    head = five_events[-1].hash
    spaced = " ".join(head[at : at + 8] for at in range(0, 64, 8)).upper()
    for held in (head, f"{head}@9", spaced, f"{five_events[4].hash}@5"):
        status, out, _ = printed(capsys, "verify", five_runs, "--head", held)
        assert status == 0
        assert "It holds the head given." in out
    status, _, err = printed(capsys, "verify", false, "--head", f"{head}@9")
    assert status == 1
    assert "Entry 9 has another hash than the head given" in err
    for short in (head[:12], f"{head}@0", f"{head}@", "x" * 64):
        status, _, err = printed(capsys, "verify", five_runs, "--head", short)
        assert status == 2
        assert "give all 64 digits" in err


def test_status_of_a_doubtful_copy_begins_with_the_verdict(
    five_runs: Path, false: Path, older: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for copy, word in ((false, "Forked"), (older, "Behind")):
        status, out, err = printed(capsys, "status", copy)
        assert (status, err) == (0, "")
        first, second, *_ = out.splitlines()
        assert first.startswith(f"{word}: ")
        assert second.startswith("screen (open): ")
        status, out, _ = printed(capsys, "status", copy, "--json")
        assert next(iter(json.loads(out))) == "trust"
        assert json.loads(out)["trust"]["verdict"] == word.casefold()
    status, out, _ = printed(capsys, "status", five_runs)
    assert out.startswith("screen (open): ")
    status, out, _ = printed(capsys, "status", five_runs, "--json")
    assert json.loads(out)["trust"]["verdict"] == "whole"


def test_exports_of_a_fork_say_so_first(
    false: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    for name in ("runs.csv", "all.xlsx", "all.zip"):
        status, out, _ = printed(capsys, "export", false, tmp_path / name)
        assert status == 0
        assert out.splitlines()[0].startswith("Forked: from entry 7 on")
        assert out.splitlines()[1] == f"Saved {tmp_path / name}."
    book = openpyxl.load_workbook(tmp_path / "all.xlsx")
    assert book.sheetnames[0] == "trust"
    assert book["trust"]["A2"].value == "forked"
    assert str(book["settings"]["B2"].value).startswith("Forked: from entry 7 on")
    with zipfile.ZipFile(tmp_path / "all.zip") as archive:
        assert json.loads(archive.read("manifest.json"))["trust"]["verdict"] == "forked"


@pytest.mark.qt_log_level_fail("CRITICAL")  # figures are drawn without a screen
def test_a_report_of_a_fork_begins_with_the_verdict(
    five_runs: Path, false: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    status, out, _ = printed(capsys, "report", false, tmp_path / "false.html")
    assert status == 0
    assert out.startswith("Forked: ")
    text = (tmp_path / "false.html").read_text("utf-8")
    assert 0 < text.index("Trust in this copy") < text.index("Forked: from entry 7 on") < text.index("Result")
    assert main(["report", str(five_runs), str(tmp_path / "true.html")]) == 0
    text = (tmp_path / "true.html").read_text("utf-8")
    assert "Trust in this copy" not in text
    assert text.index("Chain of entries") < text.index("Whole: it has all 9 entries")
    assert "somebody who can write to the file can replace entries" in text


def test_a_command_that_writes_names_a_copy_that_is_behind(
    five_runs: Path, tmp_path: Path, who: actions.Operator, capsys: pytest.CaptureFixture[str]
) -> None:
    with actions.open_study(five_runs, who) as session:
        session.store.backup(tmp_path / "copy.kgstudy")
    assert main(["note", str(tmp_path / "copy.kgstudy"), "a first one"]) == 0
    capsys.readouterr()
    status, _, err = printed(capsys, "note", five_runs, "a second one")
    assert status == 0
    assert err.startswith("Behind: this copy ends with entry 9")
    assert printed(capsys, "verify", five_runs)[0] == 1


def test_restore_prints_what_is_dropped_and_where_it_stays(
    five_runs: Path, false: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = five_runs.read_bytes()
    status, out, err = printed(capsys, "restore", five_runs, "--from", false)
    assert (status, out) == (1, "")
    assert "is whole" in err
    assert "--overwrite" in err
    assert five_runs.read_bytes() == before
    status, out, _ = printed(capsys, "restore", five_runs, "--from", false, "--overwrite")
    assert status == 0
    assert "Restored 9 entries from screen.kgstudy." in out
    assert (
        "Entries 1 to 6 are those that the file had; from entry 7 on those of screen.kgstudy were taken."
        in out
    )
    assert "Entries 7 to 9 of the file as it was are dropped: 3 in all. They stay in screen (before " in out
    assert "missing" not in out


def test_a_fork_that_does_not_count_is_settled_with_a_reason(
    five_runs: Path, five_events: tuple[Event, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    practice = tmp_path / "practice.kgstudy"
    shutil.copy(five_runs, practice)
    assert main(["record", str(practice), "C-08", "success", "--by", "Kim"]) == 0
    assert main(["record", str(five_runs), "C-07", "failure", "--by", "Kim"]) == 0
    status, _, err = printed(capsys, "verify", five_runs)
    assert status == 1
    assert "settle it (kgdesk verify STUDY --settle REASON)" in err
    status, _, err = printed(capsys, "verify", five_runs, "--settle", " ")
    assert (status, "Say why" in err) == (1, True)
    before = five_runs.read_bytes()
    status, out, err = printed(capsys, "verify", five_runs, "--settle", "a practice copy", "--by", "Kim")
    assert status == 0
    assert out.startswith("Whole: ")
    assert f"{practice} does not count any more: a practice copy" in err
    assert five_runs.read_bytes() == before
    assert (
        main(["record", str(practice), "C-09", "success", "--by", "Kim"]) == 0
    )  # the settled branch goes on
    assert printed(capsys, "verify", five_runs)[0] == 0
    (settled,) = HeadJournal().settlements(five_events[0].hash)
    _, out, _ = printed(capsys, "audit", five_runs)
    assert out.strip().splitlines()[-1] == (
        f"{settled.at}  Kim: Decided on this computer: the other branch, seen at {practice}, does not count. Reason: "
        "a practice copy"
    )
    assert (settled.place, settled.reason, settled.operator) == (str(practice), "a practice copy", "Kim")
    status, _, err = printed(capsys, "verify", practice)  # for the copy the study is the other branch
    assert (status, "Forked" in err) == (1, True)
    status, _, err = printed(capsys, "verify", five_runs, "--settle", "again")
    assert (status, "no fork to settle" in err) == (1, True)


def test_another_branch_than_the_settled_one_is_named(
    five_runs: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    practice, other = tmp_path / "practice.kgstudy", tmp_path / "other.kgstudy"
    for copy in (practice, other):
        shutil.copy(five_runs, copy)
    assert main(["record", str(practice), "C-08", "success", "--by", "Kim"]) == 0
    assert main(["record", str(five_runs), "C-07", "failure", "--by", "Kim"]) == 0
    assert printed(capsys, "verify", five_runs, "--settle", "a practice copy")[0] == 0
    printed(capsys, "status", other)
    with actions.open_study(other, actions.Operator("Kim"), read_only=True) as session:
        assert session.trust.verdict == "behind"
    assert main(["restore", str(other), "--as-it-is", "--by", "Kim"]) == 0
    assert printed(capsys, "verify", other)[0] == 1
    assert (
        printed(capsys, "verify", five_runs)[0] == 0
    )  # taken as it is, a copy does not speak against the study


def test_a_forged_file_in_the_place_of_a_study_cannot_be_settled(
    five_runs: Path, false: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copy(false, five_runs)
    status, _, err = printed(capsys, "verify", five_runs, "--settle", "it is the right one")
    assert (status, "no fork to settle" in err) == (1, True)
    assert printed(capsys, "verify", five_runs)[0] == 1
