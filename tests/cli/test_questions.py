"""`predict`, `candidates`, `sample`, several starts, one run taken back, plans, standard input and output."""

from __future__ import annotations

import io
import sys
from typing import TYPE_CHECKING

import pytest
from answering import fingerprint, refused

from kgdesk import Campaign
from kgdesk.cli import main

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from answering import Answer


class _Input:
    def __init__(self, data: bytes) -> None:
        self.buffer = io.BytesIO(data)


@pytest.fixture
def piped(monkeypatch: pytest.MonkeyPatch) -> Callable[[bytes], None]:
    """Return a function that sets what standard input gives."""
    return lambda data: monkeypatch.setattr(sys, "stdin", _Input(data))


def test_predict_gives_the_numbers_of_python_and_writes_nothing(
    kgdesk: Callable[..., Answer], study: Path, table_path: Path, piped: Callable[[bytes], None]
) -> None:
    kgdesk("record", study, "C-01", "success")
    before = fingerprint(study.parent)
    by_name = kgdesk("predict", study, "C-01", "C-03", "--json").json["predictions"]
    piped(table_path.read_bytes())
    by_row = kgdesk("predict", study, "--from", "-", "--json").json["predictions"]
    assert by_row[0] == by_name[0]
    assert by_row[2] == by_name[1]
    with Campaign.open(study, read_only=True) as campaign:
        known = campaign.predict(["C-01", "C-03"])
    assert [row["probability"] for row in by_name] == known["probability"]
    assert [row["interval"] for row in by_name] == [
        [*pair] for pair in zip(known["low"], known["high"], strict=True)
    ]
    assert fingerprint(study.parent) == before
    assert kgdesk("predict", study, "C-01").out.startswith("C-01: ")


def test_predict_refuses_what_the_study_cannot_use(
    kgdesk: Callable[..., Answer], study: Path, tmp_path: Path
) -> None:
    assert kgdesk("predict", study).code == 2
    assert kgdesk("predict", study, "C-01", "--from", "x.csv").code == 2
    refused(kgdesk("predict", study, "C-99"), "C-99")
    lacking = tmp_path / "lacking.csv"
    lacking.write_text("code,solvent\nN-1,water\n", encoding="utf-8")
    refused(kgdesk("predict", study, "--from", lacking), "column")


def test_candidates_come_the_best_first(kgdesk: Callable[..., Answer], study: Path) -> None:
    kgdesk("record", study, "C-01", "success")
    kgdesk("record", study, "C-02", "failure")
    kgdesk("exclude", study, "C-02")
    rows = kgdesk("candidates", study, "--json").json["candidates"]
    assert [row["probability"] for row in rows] == sorted((row["probability"] for row in rows), reverse=True)
    by_name = {row["candidate"]: row for row in rows}
    assert (by_name["C-01"]["successes"], by_name["C-02"]["failures"]) == (1, 1)
    assert not by_name["C-02"]["in_stock"]
    assert len(kgdesk("candidates", study, "--top", 2).out.splitlines()) == 2
    assert kgdesk("candidates", study, "--top", 0).code == 2


def test_sample_writes_its_tables_once(kgdesk: Callable[..., Answer], tmp_path: Path) -> None:
    folder = tmp_path / "tables"
    assert kgdesk("sample", folder).out.count("Saved ") == 3
    (folder / "growth-conditions.csv").unlink()
    refused(kgdesk("sample", folder), "reaction-screen.csv is already there")
    assert not (folder / "growth-conditions.csv").exists()
    assert kgdesk("sample", folder, "--overwrite").code == 0
    assert (folder / "growth-conditions.csv").exists()


def test_several_runs_start_together_or_not_at_all(kgdesk: Callable[..., Answer], study: Path) -> None:
    refused(kgdesk("start", study, "C-01", "C-99"), "C-99")
    kgdesk("exclude", study, "C-03")
    refused(kgdesk("start", study, "C-01", "C-03"), "C-03")
    assert kgdesk("status", study, "--json").json["pending"] == []
    done = kgdesk("start", study, "C-01", "C-02", "C-01", "--token", "P1", "--json").json
    assert [start["candidate"] for start in done["started"]] == ["C-01", "C-02", "C-01"]
    assert kgdesk("start", study, "C-01", "C-02", "C-01", "--token", "P1", "--json").json == done
    assert len(kgdesk("status", study, "--json").json["pending"]) == 3


def test_a_batch_that_is_started_keeps_the_answer_of_suggest(
    kgdesk: Callable[..., Answer], study: Path
) -> None:
    answer = kgdesk("suggest", study, "--count", 2, "--json").json
    names = [each["candidate"] for each in answer["suggestions"]]
    done = kgdesk("start", study, *reversed(names), "--revision", answer["revision"], "--json").json
    kinds = [entry["kind"] for entry in done["entries"]]
    assert kinds == 2 * ["suggestion_made", "experiment_started"]
    assert kgdesk("verify", study).code == 0


def test_only_the_newest_run_is_taken_back(kgdesk: Callable[..., Answer], study: Path) -> None:
    kgdesk("start", study, "C-01")
    kgdesk("record", study, "C-01", "success")
    kgdesk("record", study, "C-02", "1/2")
    refused(kgdesk("take-back", study, 1), "Run 1 is not the newest entry")
    assert "Took back 2 outcomes" in kgdesk("take-back", study, 2, "--token", "T").out
    assert "Took back 2 outcomes" in kgdesk("take-back", study, 2, "--token", "T").out
    assert "Took back 1 outcome; 1 in progress." in kgdesk("take-back", study, 1).out
    refused(kgdesk("redo", study, 2), "Run 2 was not undone last: that was run 1.")
    assert "Run 1 stands again: " in kgdesk("redo", study, 1, "--token", "R").out
    assert "Run 1 stands again: " in kgdesk("redo", study, 1, "--token", "R").out
    assert "Runs 2 to 3 stand again." in kgdesk("redo", study, 3).out
    refused(kgdesk("redo", study, 3), "nothing to redo")
    refused(kgdesk("take-back", study, "file.csv"), "file of results")


def test_a_planned_correction_says_its_effect_and_records_nothing(
    kgdesk: Callable[..., Answer], study: Path
) -> None:
    kgdesk("record", study, "C-01", "success")
    before = fingerprint(study.parent)
    planned = kgdesk("correct", study, 1, "failure", "--plan", "--json").json
    assert fingerprint(study.parent) == before
    refused(kgdesk("correct", study, 1, "failure"), "reason")
    kgdesk("correct", study, 1, "failure", "--reason", "typed")
    assert kgdesk("status", study, "--json").json["recommended"] == planned["recommended_then"]
    moved = kgdesk(
        "correct", study, 1, "failure", "--candidate", "C-02", "--reason", "other vial", "--json"
    ).json
    assert moved["runs"] == [{"run": 1, "candidate": "C-02", "outcome": "failure"}]


@pytest.mark.qt_log_ignore("propagateSizeHints")  # the pictures of the report
def test_tables_come_from_standard_input_and_go_to_standard_output(
    table_path: Path,
    tmp_path: Path,
    piped: Callable[[bytes], None],
    capfdbinary: pytest.CaptureFixture[bytes],
) -> None:
    path = tmp_path / "piped.kgstudy"
    piped(table_path.read_bytes())
    roles = ("--id", "code", "--category", "solvent", "--ignore", "well")

    def call(*words: object) -> bytes:
        assert main([str(word) for word in words]) == 0
        return capfdbinary.readouterr().out

    call("new", path, "--candidates", "-", *roles)
    piped(b"candidate,outcome\nC-01,success\n")
    call("import", path, "-")
    assert call("export", path, "-").startswith(b"run,candidate,outcome")  # without the mark of a file
    assert call("export", path, "-", "--format", "zip").startswith(b"PK")
    assert call("audit", path, "-").startswith(b"entry,")
    assert call("report", path, "-").lstrip().lower().startswith(b"<!doctype html")
