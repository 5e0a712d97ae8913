"""A problem report contains exactly what it lists, and no path of the user's home folder."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from kgdesk import actions
from kgdesk.actions.problem_report import Enclosure, enclosures, save_problem_report, study_enclosure
from kgdesk.errors import NotWritten


def texts(log: Path, fault: str = "") -> dict[str, str]:
    return {one.name: one.text for one in enclosures(log, fault=fault, more={"Qt": "6.11"})}


def test_it_names_the_versions_the_fault_and_the_logs_and_nothing_of_a_study(tmp_path: Path) -> None:
    log = tmp_path / "kgdesk.log"
    log.write_text("new", encoding="utf-8")
    (tmp_path / "kgdesk.log.1").write_text("old", encoding="utf-8")
    (tmp_path / "kgdesk.log.2").write_text("", encoding="utf-8")
    found = texts(log, "IndexError")
    assert list(found) == ["about.txt", "fault.txt", "kgdesk.log", "kgdesk.log.1"]
    assert (found["fault.txt"], found["kgdesk.log"], found["kgdesk.log.1"]) == ("IndexError", "new", "old")
    for part in ("kgdesk: ", "Python: ", "numba: ", "Qt: 6.11"):
        assert part in found["about.txt"]


def test_without_a_fault_and_a_log_there_is_the_program_alone(tmp_path: Path) -> None:
    assert list(texts(tmp_path / "none" / "kgdesk.log")) == ["about.txt"]


def test_the_home_folder_is_written_as_a_tilde(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = Path("/home/maximiliane")
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("USERPROFILE", str(home))
    log = tmp_path / "kgdesk.log"
    log.write_text(f'File "{home / "lab" / "x.py"}"', encoding="utf-8")
    found = texts(log, str(home / "study.kgstudy"))
    assert "maximiliane" not in "".join(found.values())
    assert found["kgdesk.log"] == f'File "{Path("~/lab/x.py")}"'


def test_only_the_end_of_a_long_log_is_taken_and_odd_bytes_do_no_harm(tmp_path: Path) -> None:
    log = tmp_path / "kgdesk.log"
    log.write_bytes(b"first\n" + b"x" * 300_000 + b"\xff\xfe last")
    found = texts(log)["kgdesk.log"]
    assert "first" not in found
    assert found.endswith("last")
    assert len(found) < 210_000


def test_the_archive_holds_what_was_chosen_and_its_list(tmp_path: Path) -> None:
    chosen = [Enclosure("about.txt", b"kgdesk"), Enclosure("fault.txt", "größer".encode())]
    saved = save_problem_report(tmp_path / "report.zip", chosen)
    with zipfile.ZipFile(saved) as archive:
        assert archive.testzip() is None
        assert archive.namelist() == ["contents.txt", "about.txt", "fault.txt"]
        assert archive.read("contents.txt") == b"about.txt  6 bytes\nfault.txt  8 bytes\n"
        assert archive.read("fault.txt").decode() == "größer"
    first = saved.read_bytes()
    assert save_problem_report(saved, chosen).read_bytes() == first


def test_a_study_that_is_enclosed_can_be_taken_out_and_used_again(
    session: actions.Session, tmp_path: Path, who: actions.Operator
) -> None:
    actions.record(session, "C-05", "success")
    one = study_enclosure(session)
    assert one.text == ""
    (tmp_path / "study.zip").write_bytes(one.data)
    with actions.import_archive(tmp_path / "study.zip", tmp_path / "again.kgstudy", who) as again:
        assert again.study.runs[0].candidate == "C-05"


def test_a_folder_that_takes_nothing_refuses_in_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(NotWritten):
        save_problem_report(tmp_path / "none" / "report.zip", [Enclosure("about.txt", b"")])
