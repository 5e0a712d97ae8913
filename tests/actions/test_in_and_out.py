"""Round trips: runs as CSV, the whole study as an archive; verification detects what does not match."""

from __future__ import annotations

import zipfile
from dataclasses import replace
from typing import TYPE_CHECKING

import apsw
import numpy as np
import openpyxl
import pytest

from kgdesk import actions
from kgdesk.errors import BadInput, DamagedStudy, FileExists, KgdeskError, StudyClosed, UnknownCandidate
from kgdesk.model.advice.picks import advise

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


@pytest.fixture
def lived(session: actions.Session) -> actions.Session:
    """Return a study after six runs: one void, one corrected, one with a note that a spreadsheet would evaluate."""
    for outcome in ("failure", "success", "void", "failure", "success"):
        advice = advise(session.study)
        actions.record(session, advice.suggestion.candidate, outcome, advice=advice)
    actions.record(session, "C-02", "success", note="=1+1", reason="")
    actions.correct(session, 1, "success", "typed the wrong outcome")
    return session


def test_exported_runs_restore_the_runs_of_a_fresh_study(
    lived: actions.Session, make_study: Callable[..., actions.Session], tmp_path: Path
) -> None:
    dest = actions.export(lived, tmp_path / "runs.csv")
    fresh = make_study("fresh")
    done = actions.import_outcomes(fresh, dest)
    assert (done.added, done.known) == (6, 0)
    assert fresh.study.belief.digest == lived.study.belief.digest
    assert fresh.study.done == lived.study.done
    again = actions.export(fresh, tmp_path / "again.csv")
    assert again.read_bytes() == dest.read_bytes()


def test_the_same_runs_twice_add_nothing_and_the_same_outcomes_are_asked_about(
    lived: actions.Session, tmp_path: Path
) -> None:
    dest = actions.export(lived, tmp_path / "runs.csv")
    head = lived.study.head
    done = actions.import_outcomes(lived, dest)
    assert (done.added, done.known) == (0, 6)
    assert lived.study.head == head
    table = tmp_path / "past.csv"
    table.write_text("candidate,outcome\nC-01,success\nC-01,success\nC-08,failure\n", encoding="utf-8")
    assert actions.import_outcomes(lived, table).added == 3
    with pytest.raises(BadInput, match="--again"):
        actions.import_outcomes(lived, table)
    assert len(lived.study.runs) == 9
    assert actions.import_outcomes(lived, table, again=True).added == 3


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("candidate,outcome\nC-01,success\nC-77,failure\n", "line 3"),
        ("candidate,outcome\nC-01,maybe\n", "line 2"),
        ("run,candidate,outcome\n1,C-01,success\n,C-02,success\n", "line 3"),
        ("candidate,colour\nC-01,success\n", "outcome"),
    ],
)
def test_a_table_that_does_not_fit_adds_nothing(
    session: actions.Session, tmp_path: Path, text: str, words: str
) -> None:
    table = tmp_path / "past.csv"
    table.write_text(text, encoding="utf-8")
    with pytest.raises(KgdeskError, match=words):
        actions.import_outcomes(session, table)
    assert session.study.revision == 4


def test_a_run_that_differs_from_the_study_is_named(lived: actions.Session, tmp_path: Path) -> None:
    table = tmp_path / "runs.csv"
    table.write_text("run,candidate,outcome\n1,C-02,failure\n", encoding="utf-8")
    with pytest.raises(BadInput, match=r"line 2: run 1 is C-02 failure there but"):
        actions.import_outcomes(lived, table)


def test_a_finished_study_takes_no_table(lived: actions.Session, tmp_path: Path) -> None:
    table = tmp_path / "past.csv"
    table.write_text("candidate,outcome\nC-01,success\n", encoding="utf-8")
    actions.finish(lived, "budget spent")
    with pytest.raises(StudyClosed):
        actions.import_outcomes(lived, table)


def test_the_archive_gives_the_same_head_and_verifies(
    lived: actions.Session, tmp_path: Path, who: actions.Operator
) -> None:
    dest = actions.export(lived, tmp_path / "study.zip")
    with actions.import_archive(dest, tmp_path / "copy.kgstudy", who) as copy:
        assert copy.study.head == lived.study.head
        assert copy.study.runs == lived.study.runs
    for path in (dest, tmp_path / "copy.kgstudy", lived.path):
        found = actions.verify(path)
        assert found.problem is None
        assert (found.suggestions, found.exact) == (5, 5)
    with pytest.raises(FileExists):
        actions.import_archive(dest, tmp_path / "copy.kgstudy", who)


def test_a_changed_archive_is_refused(lived: actions.Session, tmp_path: Path) -> None:
    dest = actions.export(lived, tmp_path / "study.zip")
    with zipfile.ZipFile(dest) as good:
        entries = {name: good.read(name) for name in good.namelist()}
    entries["events.jsonl"] = entries["events.jsonl"].replace(b"C-02", b"C-03", 1)
    bad = tmp_path / "bad.zip"
    with zipfile.ZipFile(bad, "w") as out:
        for name, content in entries.items():
            out.writestr(name, content)
    with pytest.raises(DamagedStudy):
        actions.verify(bad)


def test_a_belief_that_does_not_replay_is_reported(session: actions.Session) -> None:
    advice = advise(session.study)
    forged = replace(advice, belief_digest="0" * 64, probability=np.full_like(advice.probability, 0.99))
    actions.record(session, advice.suggestion.candidate, "success", advice=forged)
    assert "does not replay" in (actions.verify(session.path).problem or "")


def test_a_belief_of_another_machine_replays_closely(session: actions.Session) -> None:
    advice = advise(session.study)
    other = replace(advice, belief_digest="0" * 64)
    actions.record(session, advice.suggestion.candidate, "success", advice=other)
    found = actions.verify(session.path)
    assert (found.exact, found.close, found.problem) == (0, 1, None)


def test_the_workbook_holds_runs_candidates_audit_and_settings(
    lived: actions.Session, tmp_path: Path
) -> None:
    dest = actions.export(lived, tmp_path / "study.xlsx")
    book = openpyxl.load_workbook(dest)
    assert book.sheetnames == ["runs", "candidates", "audit", "settings"]
    assert book["runs"].max_row == 7
    assert book["candidates"].max_row == 13
    assert book["audit"].max_row == lived.study.revision + 1
    values = [cell.value for row in book["runs"].iter_rows() for cell in row]
    assert "'=1+1" in values
    book.close()


def test_another_ending_is_refused_with_those_that_stand(lived: actions.Session, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"\.csv"):
        actions.export(lived, tmp_path / "study.doc")
    dest = actions.export(lived, tmp_path / "runs.csv")
    with pytest.raises(FileExists):
        actions.export(lived, dest)
    actions.export(lived, dest, overwrite=True)


def test_the_preview_shows_the_first_lines_of_the_export(lived: actions.Session, tmp_path: Path) -> None:
    preview = actions.export_preview(lived.study)
    written = actions.export(lived, tmp_path / "runs.csv").read_text(encoding="utf-8-sig").splitlines()
    assert preview == written[:5]


def test_a_changed_study_file_is_refused_before_a_number_is_shown(
    lived: actions.Session, who: actions.Operator
) -> None:
    path = lived.path
    lived.close()
    db = apsw.Connection(str(path))
    db.execute("PRAGMA writable_schema=ON")
    db.execute("DROP TRIGGER IF EXISTS event_is_never_changed")
    for (name,) in list(db.execute("SELECT name FROM sqlite_schema WHERE type='trigger'")):
        db.execute(f"DROP TRIGGER {name}")
    db.execute(
        "UPDATE event SET payload = replace(payload, 'success', 'failure') WHERE kind='outcome_recorded'"
    )
    db.close()
    with pytest.raises(KgdeskError):
        actions.open_study(path, who)


def test_the_samples_open_with_their_recorded_outcomes(tmp_path: Path, who: actions.Operator) -> None:
    for name in actions.SAMPLES:
        with actions.open_sample(tmp_path, who, name) as sample:
            assert sample.study.done >= 1
            assert sample.study.is_open
            seq = sample.study.head.seq
        with actions.open_sample(tmp_path, who, name) as again:
            assert again.study.head.seq == seq
        assert actions.verify(tmp_path / f"{name}.kgstudy").problem is None
    with pytest.raises(BadInput):
        actions.open_sample(tmp_path, who, "moon-rocks")
    with pytest.raises(UnknownCandidate):
        again.study.pool.row("nobody")
