"""Studies created by a program that knows format 1 only: reading, writing in place, and upgrading when needed."""

from __future__ import annotations

import json
import shutil
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from goldenkit import GOLDEN, LATER, on_a_server

from kgdesk import actions
from kgdesk.model.insight import queries
from kgdesk.model.study.events import FORMAT_1, Head
from kgdesk.store import SqliteStore

SAID = json.loads((GOLDEN / "format-1.json").read_text("utf-8"))


@pytest.fixture(autouse=True)
def _nothing_seen_before(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("KGDESK_DATA", str(tmp_path / "own"))


@pytest.fixture
def who() -> actions.Operator:
    """Return an operator with a clock after the creation of the golden studies."""
    return actions.Operator("Kim", "LAB-PC-2", lambda: datetime(2030, 1, 1, 9, 0, tzinfo=UTC))


@pytest.fixture(params=["file", "archive", "server"])
def opened(request: pytest.FixtureRequest, tmp_path: Path, who: actions.Operator) -> Any:
    """Open each form of the golden study; return it with the results of the older program."""
    if request.param == "server":
        place: Any = on_a_server(request.getfixturevalue("on_server"), "golden")
        session = actions.open_study(place, who)
    elif request.param == "archive":
        session = actions.import_archive(GOLDEN / "format-1.zip", tmp_path / "here.kgstudy", who)
    else:
        shutil.copy(GOLDEN / "format-1.kgstudy", tmp_path)
        session = actions.open_study(tmp_path / "format-1.kgstudy", who)
    with session:
        yield session, SAID["server" if request.param == "server" else "file"]


@pytest.fixture
def golden_file(tmp_path: Path) -> Path:
    return Path(shutil.copy(GOLDEN / "format-1.kgstudy", tmp_path))


def same(now: Any, then: Any) -> None:
    """Compare values; keys that did not exist then are admitted now."""
    if isinstance(then, dict):
        for key, value in then.items():
            same(now[key], value)
    elif isinstance(then, list):
        assert len(now) == len(then)
        for one, other in zip(now, then, strict=True):
            same(one, other)
    elif isinstance(then, float):
        assert now == pytest.approx(then, rel=1e-9, abs=1e-9)
    else:
        assert now == then


def test_it_holds_every_kind_that_format_1_could_write() -> None:
    assert set(SAID["file"]["kinds"]) == set(SAID["server"]["kinds"]) == set(FORMAT_1) - {"exported"}


def test_it_means_what_it_meant(opened: Any) -> None:
    session, said = opened
    study = session.study
    assert study.head == Head(*said["head"])
    assert study.record_format == 1
    same(study.settings.as_json(), said["settings"])
    same(study.belief.as_json(), said["belief"])
    status = {key: value for key, value in said["status"].items() if key != "study"}
    same(queries.status(study), status)
    assert session.read_only_reason is None
    assert (study.columns, study.settings.location, study.settings.repeats) == ((), "", "")
    found = actions.verify(session.place)
    # The number of bit-identical replays depends on the processor; all are within the tolerance of an upgrade.
    assert found.problem is None
    assert found.exact + found.close == found.suggestions == 7


def test_what_format_1_knows_is_appended_as_format_1_would(opened: Any) -> None:
    session, said = opened
    change = actions.record(session, "C-01", "success", note="by a later program")
    actions.correct(session, 1, "success", "it was right")
    new = session.study.events[said["head"][0] :]
    assert all(event.new.kind_version == 1 and "gesture" not in event.payload for event in new)
    assert change.notice == ""
    assert session.study.record_format == 1


def test_the_first_later_entry_makes_it_format_2_and_changes_no_earlier_one(opened: Any) -> None:
    session, said = opened
    before = session.study
    session.append([LATER])
    assert session.study.record_format == 2
    assert session.study.events[: said["head"][0]] == before.events
    assert session.study.events[-1].gesture
    actions.record(session, "C-01", "success")
    assert session.study.events[-1].gesture
    with actions.open_study(session.place, actions.Operator("Pat"), read_only=True) as again:
        assert again.study == session.study
        same(again.study.as_of(len(before.runs)).belief.as_json(), said["belief"])
        assert again.study.as_of(len(before.runs)).settings == before.settings


def test_a_file_is_written_in_place_and_upgraded_by_the_first_later_entry(
    golden_file: Path, who: actions.Operator
) -> None:
    def version(path: Path) -> int:
        return path.read_bytes()[63]

    with actions.open_study(golden_file, who) as session:
        actions.record(session, "C-01", "success")
        assert version(golden_file) == 1
        before = golden_file.read_bytes()
        change = session.append([LATER])
        old = golden_file.with_name("format-1 (version 1).kgstudy")
        assert change.notice == (
            "format-1.kgstudy was brought to the newer form that this entry needs; the file as it was before is kept "
            "as format-1 (version 1).kgstudy."
        )
        assert session.append([("note_added", {"text": "goes on"})]).notice == ""
    assert (version(golden_file), version(old)) == (2, 1)
    assert old.read_bytes() == before
    with SqliteStore.open(old, writer=None) as store:
        assert store.head().seq == session.study.head.seq - 2


def test_the_command_line_says_where_the_old_file_is_kept(
    golden_file: Path,
    capsys: pytest.CaptureFixture[str],
    who: actions.Operator,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from kgdesk.cli import command_base

    monkeypatch.setattr(command_base.actions, "backup_if_due", actions.backup_status)
    with command_base.backed_up(actions.open_study(golden_file, who)) as session:
        session.append([LATER])
    assert "is kept as format-1 (version 1).kgstudy" in capsys.readouterr().err


def test_a_backup_an_archive_and_a_restored_file_keep_the_format(
    golden_file: Path, tmp_path: Path, who: actions.Operator
) -> None:
    from kgdesk.tables.archive import read_archive

    def forms(name: str) -> list[int]:
        with actions.open_study(golden_file, who) as session:
            session.store.backup(tmp_path / f"{name} backup.kgstudy")
            actions.export(session, tmp_path / f"{name}.zip")
        actions.import_archive(tmp_path / f"{name}.zip", tmp_path / f"{name}.kgstudy", who).close()
        actions.restore(golden_file, who, source=tmp_path / f"{name}.zip")
        files = (tmp_path / f"{name} backup.kgstudy", tmp_path / f"{name}.kgstudy", golden_file)
        version = read_archive(tmp_path / f"{name}.zip")[1]["format_version"]
        return [version, *(path.read_bytes()[63] for path in files)]

    assert forms("one") == [1, 1, 1, 1]
    with actions.open_study(golden_file, who) as session:
        session.append([LATER])
    assert forms("two") == [2, 2, 2, 2]


def test_a_damaged_file_of_either_version_gives_its_whole_entries(
    golden_file: Path, who: actions.Operator
) -> None:
    from storekit import meddle

    from kgdesk.store import salvage

    with actions.open_study(golden_file, who) as session:
        session.append([LATER])
    for path in (golden_file, golden_file.with_name("format-1 (version 1).kgstudy")):
        meddle(path, "UPDATE event SET actor = 'Eve' WHERE seq = 30")
        events, found = salvage(path)
        assert (len(events), found.first_bad) == (29, 30)
