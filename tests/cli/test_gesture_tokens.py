"""A gesture token is valid for the life of the study: a repeated command with it records nothing twice."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from answering import Answer, fingerprint, refused
from seldom import daily
from verbs import MORE, WRITES

from kgdesk import actions

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

#: Arguments for a different request than those of `WRITES`, by command.
ANOTHER: dict[str, list[str]] = {
    "record": ["C-01", "failure"],
    "start": ["C-02"],
    "skip": ["C-02", "--reason", "why"],
    "exclude": ["C-02", "--reason", "why"],
    "include": ["C-12", "--reason", "another"],
    "correct": ["1", "void", "--reason", "why"],
    "set": ["--no-barcode", "--reason", "another"],
    "finish": ["--reason", "another"],
    "reopen": ["--reason", "another"],
    "note": ["old lamp"],
    "import": ["other.csv"],
    "worklist": ["--candidates", "C-04", "--out", "other-plate.csv"],
    "void-rest": ["W1", "--reason", "another"],
    "take-back": ["taken.csv", "--reason", "another"],
    "redo": ["2"],
    "block": ["Lot=4712"],
    "add": ["more.csv", "--reason", "another"],
}


@pytest.fixture
def ready(
    kgdesk: Callable[..., Answer],
    study: Path,
    table_path: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> Callable[[str], Path]:
    """Return a function that creates a study in which a command is possible."""

    def make(command: str) -> Path:
        monkeypatch.chdir(tmp_path)
        path = study
        if command == "set":  # a study with a kept column
            path = tmp_path / "kept.kgstudy"
            columns = ("--id", "code", "--attributes", "temperature,ratio", "--barcode", "well")
            kgdesk("new", path, "--candidates", table_path, *columns)
        (tmp_path / "past.csv").write_text("candidate,outcome\nC-05,failure\n", encoding="utf-8")
        (tmp_path / "more.csv").write_text(MORE.replace("SOLVENT", "water"), encoding="utf-8")
        (tmp_path / "other.csv").write_text("candidate,outcome\nC-06,failure\n", encoding="utf-8")
        kgdesk("record", path, "C-02", "success")
        kgdesk("exclude", path, "C-12")
        if command in {"void-rest", "take-back"}:
            (tmp_path / "taken.csv").write_text("candidate,outcome\nC-06,failure\n", encoding="utf-8")
            kgdesk("import", path, "taken.csv")
            kgdesk("worklist", path, "--candidates", "C-07", "--out", "before.csv")
        if command == "redo":
            kgdesk("take-back", path, "1")
        if command == "block":
            kgdesk("set", path, "--block", "Lot", "--reason", "the lots differ")
        if command == "reopen":
            kgdesk("finish", path, "--reason", "enough")
        return path

    return make


@pytest.mark.parametrize("command", list(WRITES))
def test_the_same_entry_again_adds_nothing_and_is_answered_as_before(
    kgdesk: Callable[..., Answer], ready: Callable[[str], Path], command: str
) -> None:
    path = ready(command)
    words = (*WRITES[command][0], "--token", "robot 4/run 17")
    first = kgdesk(command, path, *words)
    assert first.code == 0, first.err
    before = fingerprint(path.parent)
    again = kgdesk(command, path, *words)
    assert (again.code, again.out, again.err) == (0, first.out, "")
    assert fingerprint(path.parent) == before


@pytest.mark.parametrize("command", daily(WRITES, "import", "record", "take-back", "worklist"))
def test_a_token_that_was_used_for_another_entry_is_refused(
    kgdesk: Callable[..., Answer], ready: Callable[[str], Path], command: str
) -> None:
    path = ready(command)
    assert kgdesk(command, path, *WRITES[command][0], "--token", "T").code == 0
    before = fingerprint(path.parent)
    refused(kgdesk(command, path, *ANOTHER[command], "--token", "T"), "The token T belongs to entry", "own")
    if command != "note":
        refused(kgdesk("note", path, "a note", "--token", "T"), "The token T belongs to entry")
    assert fingerprint(path.parent) == before


def test_an_empty_token_is_wrong_usage(kgdesk: Callable[..., Answer], study: Path) -> None:
    answer = kgdesk("record", study, "C-01", "success", "--token", " ")
    assert answer.code == 2
    assert "an empty token names nothing" in answer.err


def test_a_retry_that_refers_to_a_revision_is_answered_although_the_study_went_on(
    kgdesk: Callable[..., Answer], study: Path
) -> None:
    revision = kgdesk("suggest", study, "--json").json["revision"]
    words = ("record", study, "C-01", "success", "--revision", revision, "--token", "T")
    first = kgdesk(*words)
    kgdesk("record", study, "C-02", "failure")
    assert (first.code, kgdesk(*words).out) == (0, first.out)


def test_a_token_holds_for_the_life_of_the_study(
    kgdesk: Callable[..., Answer], session: actions.Session
) -> None:
    actions.record(session, "C-01", "success", token="first")
    for _ in range(3):
        actions.record(session, "C-02", "success", count=(60, 100))
    revision = session.study.revision
    assert actions.record(session, "C-01", "success", token="first").study.revision == revision
    path = session.path
    session.close()
    before = fingerprint(path.parent)
    assert (
        kgdesk("record", path, "C-01", "success", "--token", "first").out
        == "Run 1 recorded: success for C-01.\n"
    )
    assert fingerprint(path.parent) == before


def test_a_token_holds_for_a_commit_of_any_size(kgdesk: Callable[..., Answer], study: Path) -> None:
    words = ("record", study, "C-02", "400/700", "--token", "plate")
    first = kgdesk(*words)
    assert first.out == "Runs 1 to 700 recorded: 400 successes of 700 for C-02.\n"
    before = fingerprint(study.parent)
    assert (kgdesk(*words).out, fingerprint(study.parent)) == (first.out, before)
    refused(kgdesk("record", study, "C-02", "399/700", "--token", "plate"), "belongs to")


def test_a_clock_that_stepped_back_does_not_hide_the_gesture(session: actions.Session, clock: object) -> None:
    actions.record(session, "C-01", "success")
    clock.tick(-3600)  # type: ignore[attr-defined]
    first = actions.record(session, "C-02", "success", token="T")
    assert [event.kind for event in first.events] == ["clock_anomaly", "outcome_recorded"]
    assert actions.record(session, "C-02", "success", token="T").events == first.events


@pytest.mark.parametrize("words", [("note", "new lamp"), ("record", "C-01", "success"), ("exclude", "C-01")])
def test_every_entry_makes_its_backup_when_one_is_due(
    kgdesk: Callable[..., Answer], study: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    monkeypatch.setenv("KGDESK_DATA", str(study.parent / "another computer"))
    assert kgdesk("backup", study, "--list").out.count("entries") == 0
    assert kgdesk(words[0], study, *words[1:]).code == 0
    assert len(list((study.parent / "another computer" / "backups").rglob("*.kgstudy"))) == 1
