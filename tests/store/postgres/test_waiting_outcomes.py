"""Outcomes that wait for a server are neither lost nor sent elsewhere, whatever happens to the files of the user."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kgdesk import actions
from kgdesk.actions.importing import read_pool
from kgdesk.cli import main
from kgdesk.model.study.settings import Settings
from kgdesk.store.postgres import offline_replica
from kgdesk.store.postgres.store import PostgresStore

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pgserver import Server
    from storekit import PostgresPlaces


@pytest.fixture(autouse=True)
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of the user's data, which is this test's own."""
    monkeypatch.setenv("KGDESK_DATA", str(tmp_path / "own"))
    monkeypatch.setenv("KGDESK_OPERATOR", "Kim")
    monkeypatch.setattr(offline_replica, "_RETRY_S", 0.0)
    return tmp_path / "own"


@pytest.fixture
def place(on_server: PostgresPlaces, table_path: Path, who: actions.Operator) -> str:
    """Return the address of a study on the server that this user has seen."""
    table = read_pool(table_path, id="code", categories=["solvent"], extras=["well"])
    actions.create_study(on_server("s"), table, Settings(), who, file="candidates.csv").close()
    return on_server("s")


@pytest.fixture
def away(server: Server) -> Iterator[Server]:
    """Stop the server, and start it at the end unless the test has done it."""
    server.stop()
    yield server
    if not (server.data / "postmaster.pid").exists():
        server.start()


def files_of(own: Path) -> list[Path]:
    """Return the files that may hold what waits: all but copies of studies and backups."""
    return [
        path
        for path in own.rglob("*")
        if path.is_file() and path.relative_to(own).parts[0] not in {"copies", "backups"}
    ]


def spoil(own: Path, text: bytes) -> None:
    """Change one byte inside each occurrence of a text in the files of the user."""
    found = False
    for path in files_of(own):
        data = path.read_bytes()
        if text in data:
            path.write_bytes(data.replace(text, text[:-1] + b"\x07"))
            found = True
    assert found


def recorded_on(place: str) -> list[str]:
    with actions.open_study(place, actions.Operator("Look"), read_only=True) as session:
        return [run.candidate for run in session.study.runs]


def test_an_entry_whose_bytes_went_bad_stops_recording_and_loses_no_other(
    place: str, away: Server, own: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["record", place, "C-02", "success"]) == 0
    assert main(["record", place, "C-03", "failure"]) == 0
    spoil(own, b'"C-02"')
    capsys.readouterr()
    assert main(["record", place, "C-04", "success"]) != 0
    said = capsys.readouterr()
    assert "kgdesk outbox" in said.err
    assert "recorded." not in said.out
    away.start()
    assert main(["outbox", "set-aside", "--reason", "the disk of this computer went bad"]) == 0
    assert main(["outbox", "send"]) == 0
    assert recorded_on(place) == ["C-03"]


def test_what_waits_for_a_server_is_not_sent_to_a_copy_of_it(
    place: str, away: Server, on_server: PostgresPlaces, capsys: pytest.CaptureFixture[str]
) -> None:
    away.start()
    with PostgresStore.open(place, writer=None) as store:
        PostgresStore.create_from(on_server("clone"), store.read_from()).close()
    away.stop()
    assert main(["record", place, "C-02", "success"]) == 0
    away.start()
    capsys.readouterr()
    assert main(["record", on_server("clone"), "C-05", "failure"]) == 0
    said = capsys.readouterr()
    assert recorded_on(on_server("clone")) == ["C-05"]
    assert place in said.err
    assert on_server("clone") in said.err
    assert "kgdesk outbox send" in said.err
    assert main(["note", place, "the server is back"]) == 0
    assert recorded_on(place) == ["C-02"]


@pytest.mark.parametrize("size", [0, 1000, 5000])
def test_a_file_that_was_cut_is_named_in_every_answer_until_it_is_settled(
    place: str, away: Server, own: Path, capsys: pytest.CaptureFixture[str], size: int
) -> None:
    assert main(["record", place, "C-02", "success"]) == 0
    for path in files_of(own):
        if b'"C-02"' in path.read_bytes():
            path.write_bytes(path.read_bytes()[:size])
    for words in (["status", place], ["record", place, "C-03", "failure"], ["sample", str(own.parent / "x")]):
        capsys.readouterr()
        assert main(words) in {0, 1}
        assert "kgdesk outbox" in capsys.readouterr().err, words
    away.start()
    assert main(["outbox", "set-aside", "--reason", "entered again from the notebook"]) == 0
    capsys.readouterr()
    assert main(["status", place]) == 0
    assert "kgdesk outbox" not in capsys.readouterr().err
    assert recorded_on(place) == ["C-03"]


def test_a_practice_copy_that_was_deleted_leaves_the_original_whole(
    session: actions.Session, who: actions.Operator, tmp_path: Path
) -> None:
    actions.record(session, "C-01", "success")
    copy = tmp_path / "practice.kgstudy"
    session.store.backup(copy)
    with actions.open_study(copy, who) as practice:
        actions.record(practice, "C-08", "success")
    actions.record(session, "C-07", "success")
    assert session.trust.verdict == "forked"
    copy.unlink()
    assert session.trust.verdict == "whole"
