"""A study and the person's own files between this program and an older one: upgraded, rolled back, side by side."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from goldenkit import GOLDEN, LATER, on_a_server
from olderkit import Older, _code, older, refused, who
from pgserver import Proxy

from kgdesk import actions
from kgdesk.errors import DamagedStudy, StudyInUse

if TYPE_CHECKING:
    from pgserver import Server
    from storekit import PostgresPlaces

__all__ = ["_code", "older", "who"]

#: Program of the older version that reads a study, waits for input, and reads what is new.
_READS = """
import sys
from kgdesk import actions
from kgdesk.errors import KgdeskError
session = actions.open_study(sys.argv[1], actions.Who("Pat", "LAB-PC-9"), read_only=True)
print(len(session.study.events), flush=True)
sys.stdin.readline()
try:
    session.refreshed()
    print(len(session.study.events))
except KgdeskError as refused:
    print(refused)
"""


@pytest.fixture
def rolled_back(older: Older, tmp_path: Path) -> Older:
    """Return the older program as it is installed in the place of this one: with the same files of the person."""
    return Older(older.code, tmp_path / "own")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return Path(shutil.copy(GOLDEN / "format-1.kgstudy", tmp_path))


@pytest.mark.nightly
def test_a_program_that_is_rolled_back_goes_on_with_the_study_its_backups_and_the_heads_seen(
    rolled_back: Older, path: Path, who: actions.Operator
) -> None:
    with actions.open_study(path, who) as session:
        actions.note(session, "by the newer program")
        actions.backup(session)
        known = session.study.events
    earlier = path.read_bytes()
    assert rolled_back("note", path, "by the older program").returncode == 0
    assert rolled_back("verify", path).returncode == 0
    with actions.open_study(path, who) as session:  # upgraded again: all that the older one has added is seen
        assert session.study.events[: len(known)] == known
        assert session.study.notes[-1].text == "by the older program"
    path.write_bytes(earlier)  # what the older one has added is cut off
    with pytest.raises(DamagedStudy, match="entries are missing"):
        actions.open_study(path, who)
    assert "missing" in refused(rolled_back("note", path, "x"))
    assert rolled_back("restore", path).returncode == 0  # from the backups of both
    with actions.open_study(path, who, read_only=True) as session:
        assert session.study.events[: len(known)] == known


def test_a_program_that_is_rolled_back_sends_what_waits_for_the_server_once(
    rolled_back: Older, server: Server, on_server: PostgresPlaces, who: actions.Operator
) -> None:
    place = on_a_server(on_server, "waits")
    with Proxy(server) as proxy:
        with actions.open_study(proxy.through(place), who) as session:
            proxy.silence()
            actions.note(session, "waits for the server")
            assert session.waiting == 1
            session.hurry(0.5)
        proxy.speak()
    assert rolled_back("note", place, "by the older program").returncode == 0
    with actions.open_study(place, who) as session:
        assert session.waiting == 0
        texts = [note.text for note in session.study.notes]
        assert [texts.count(text) for text in ("waits for the server", "by the older program")] == [1, 1]


@pytest.mark.nightly
def test_an_older_program_holds_a_file_while_it_is_open_and_writes_beside_this_one(
    older: Older, path: Path, who: actions.Operator
) -> None:
    with older.waiting(path) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "open\n"
        with pytest.raises(StudyInUse, match="LAB-PC-9 by Pat"):
            actions.open_study(path, who)
        assert process.communicate("go\n", timeout=120)[0] == "written\nwritten\n"
    with actions.open_study(path, who) as session:
        assert [note.text for note in session.study.notes][-2:] == ["from the older program"] * 2
        assert older("note", path, "beside it").returncode == 0  # the lock is held for an append only
        actions.note(session, "and after it")
        assert [note.text for note in session.study.notes][-2:] == ["beside it", "and after it"]


def test_an_older_program_that_reads_a_file_while_it_is_upgraded_misreads_nothing(
    older: Older, path: Path, who: actions.Operator
) -> None:
    with older.waiting(path, _READS) as process:
        assert process.stdout is not None
        count = process.stdout.readline()
        with actions.open_study(path, who) as session:
            session.append([LATER])
            assert session.study.record_format == 2
        before = path.read_bytes()
        said, _ = process.communicate("go\n", timeout=120)
    assert process.returncode == 0
    assert said == count or "made by a newer kgdesk" in said
    assert path.read_bytes() == before


@pytest.mark.nightly
def test_a_program_that_is_rolled_back_leaves_what_it_cannot_read_and_restores_no_newer_study_wrongly(
    rolled_back: Older, path: Path, who: actions.Operator
) -> None:
    with actions.open_study(path, who) as session:
        session.append([LATER])
        actions.backup(session)
        head = session.study.head
    before = path.read_bytes()
    for words in (
        ("status", path),
        ("note", path, "x"),
        ("verify", path),
        ("export", path, path.with_name("a.zip")),
    ):
        assert "newer" in refused(rolled_back(*words))
    done = rolled_back("restore", path)
    assert "Traceback" not in done.stderr
    assert path.read_bytes() == before or done.returncode == 0
    with actions.open_study(path, who, read_only=True) as session:
        assert session.study.events[head.seq - 1].hash == head.hash
