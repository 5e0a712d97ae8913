"""Outcomes that wait for a server are neither lost nor sent elsewhere, whatever happens to the files of the user."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import apsw
import jsonschema
import pytest
from faults import failing

from kgdesk import actions
from kgdesk.actions.importing import read_pool
from kgdesk.cli import main
from kgdesk.model.study.settings import Settings
from kgdesk.store import UserDatabase
from kgdesk.store.postgres import offline_replica
from kgdesk.store.postgres.store import PostgresStore
from kgdesk.ui.dialogs.waiting_entries import WaitingEntriesDialog
from kgdesk.ui.session.compute_queue import ComputeQueue
from kgdesk.ui.session.study_controller import StudyController

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pgserver import Server
    from pytestqt.qtbot import QtBot
    from storekit import PostgresPlaces

SCHEMAS = Path(__file__).parents[3] / "resources" / "schemas"


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


def answer(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    capsys.readouterr()
    status = main(list(words))
    return status, *capsys.readouterr()


def test_what_waits_is_listed_written_to_a_file_and_sent(
    place: str, away: Server, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert answer(capsys, "outbox", "list")[1] == "Nothing waits on this computer.\n"
    assert main(["record", place, "C-02", "success"]) == 0
    assert main(["note", place, "new lamp"]) == 0
    status, out, _ = answer(capsys, "outbox", "list")
    assert status == 0
    first, second = out.splitlines()
    assert first.startswith(f"{place}  ")
    assert first.endswith("Kim: outcome_recorded C-02 success")
    assert second.endswith("Kim: note_added new lamp")
    listed = json.loads(answer(capsys, "outbox", "list", "--json")[1])
    jsonschema.validate(listed, json.loads((SCHEMAS / "outbox.json").read_text("utf-8")))
    assert [one["what"][0]["kind"] for one in listed["waiting"]] == ["outcome_recorded", "note_added"]
    assert answer(capsys, "outbox", "export", str(tmp_path / "w.json"))[0] == 0
    written = json.loads((tmp_path / "w.json").read_text("utf-8"))
    assert ['"C-02"' in one["text"] for one in written["waiting"]] == [True, False]
    assert answer(capsys, "outbox", "export", str(tmp_path / "w.json"))[0] == 1
    status, out, err = answer(capsys, "outbox", "send")
    assert status == 3
    assert "2 left" in out
    assert "cannot be reached" in err
    away.start()
    status, out, _ = answer(capsys, "outbox", "send")
    assert (status, out) == (0, f"{place}: 2 entries sent.\n")
    assert answer(capsys, "outbox", "send")[1] == "Nothing waits on this computer.\n"
    assert recorded_on(place) == ["C-02"]


def test_a_study_that_has_moved_gets_what_waits_for_its_old_address(
    place: str, away: Server, on_server: PostgresPlaces, capsys: pytest.CaptureFixture[str]
) -> None:
    away.start()
    with PostgresStore.open(place, writer=None) as store:
        PostgresStore.create_from(on_server("moved"), store.read_from()).close()
    away.stop()
    assert main(["record", place, "C-02", "success"]) == 0
    away.start()
    status, _, err = answer(capsys, "outbox", "send", on_server("moved"))
    assert status == 1
    assert "Nothing waits" in err
    assert answer(capsys, "outbox", "send", on_server("moved"), "--from", on_server("other"))[0] == 1
    assert answer(capsys, "outbox", "send", on_server("moved"), "--from", place)[0] == 0
    assert recorded_on(on_server("moved")) == ["C-02"]
    assert recorded_on(place) == []


@pytest.mark.usefixtures("qapp")
def test_the_window_of_a_study_that_has_moved_sends_there_what_is_selected(
    place: str, away: Server, on_server: PostgresPlaces, who: actions.Operator, qtbot: QtBot
) -> None:
    away.start()
    with PostgresStore.open(place, writer=None) as store:
        PostgresStore.create_from(on_server("moved"), store.read_from()).close()
    away.stop()
    assert main(["record", place, "C-02", "success"]) == 0
    away.start()
    compute_queue = ComputeQueue()
    controller = StudyController(actions.open_study(on_server("moved"), who), compute_queue)
    assert controller.session.waits_elsewhere
    dialog = WaitingEntriesDialog(controller)
    qtbot.addWidget(dialog)
    assert dialog.send_here.isHidden()
    dialog.entries.setCurrentRow(0)
    assert not dialog.send_here.isHidden()
    dialog.send_here.click()
    qtbot.waitUntil(lambda: "sent 1, left 0" in dialog.strip.text, timeout=60_000)
    assert dialog.entries.item(0).text() == "Nothing waits on this computer."
    qtbot.waitUntil(lambda: [run.candidate for run in controller.study.runs] == ["C-02"], timeout=60_000)
    assert not controller.session.waits_elsewhere
    dialog.close()
    controller.close()
    compute_queue.stop()
    assert recorded_on(on_server("moved")) == ["C-02"]
    assert recorded_on(place) == []


def test_what_waits_for_a_study_is_set_aside_with_a_reason_and_never_sent(
    place: str, away: Server, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["record", place, "C-02", "success"]) == 0
    status, _, err = answer(capsys, "outbox", "set-aside", place)
    assert status == 1
    assert "--reason" in err
    status, _, err = answer(capsys, "outbox", "set-aside", "--reason", "why")
    assert status == 1
    assert "nothing to set aside" in err
    assert answer(capsys, "outbox", "set-aside", place, "--reason", "typed twice")[0] == 0
    assert answer(capsys, "outbox", "list")[1] == "Nothing waits on this computer.\n"
    away.start()
    assert recorded_on(place) == []
    with UserDatabase().reading() as db:
        assert db is not None
        assert db.execute("SELECT reason, operator FROM set_aside").fetchall() == [("typed twice", "Kim")]


def test_what_can_be_read_in_a_damaged_file_is_sent_on_request(
    place: str, away: Server, own: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["record", place, "C-02", "success"]) == 0
    assert main(["record", place, "C-03", "failure"]) == 0
    data = (own / "user.sqlite").read_bytes()
    (own / "user.sqlite").write_bytes(b"\xff" * 100 + data[100:])
    status, out, err = answer(capsys, "record", place, "C-04", "success")
    assert status == 0
    assert "was damaged" in err
    found = json.loads(answer(capsys, "status", place, "--json")[1])
    assert len(found["unsettled"]) == 1
    listed = json.loads(answer(capsys, "outbox", "list", "--json")[1])
    assert [one["what"][0]["candidate"] for one in listed["damaged"][0]["waiting"]] == ["C-02", "C-03"]
    away.start()
    assert answer(capsys, "outbox", "send")[0] == 0
    assert sorted(recorded_on(place)) == ["C-02", "C-03", "C-04"]
    _, out, err = answer(capsys, "status", place)
    assert "was damaged" in err
    status, out, _ = answer(capsys, "outbox", "set-aside", "--reason", "compared with the notebook")
    assert (status, out) == (0, "1 damaged file settled, with the reason; kept where it is.\n")
    assert "was damaged" not in answer(capsys, "status", place)[2]
    assert len(list(own.glob("user (damaged *.sqlite"))) == 1


def test_what_was_set_aside_is_not_found_again_in_a_damaged_file(
    place: str, away: Server, own: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["record", place, "C-02", "success"]) == 0
    data = (own / "user.sqlite").read_bytes()
    (own / "user.sqlite").write_bytes(b"\xff" * 100 + data[100:])
    assert main(["outbox", "send"]) != 0  # found, and waits now in the present file
    assert main(["outbox", "set-aside", place, "--reason", "typed twice"]) == 0
    capsys.readouterr()
    listed = json.loads(answer(capsys, "outbox", "list", "--json")[1])
    assert [one["waiting"] for one in listed["damaged"]] == [[]]
    away.start()
    main(["outbox", "send"])
    assert recorded_on(place) == []


def test_a_read_that_fails_while_an_outcome_is_recorded_loses_none(
    place: str, away: Server, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["record", place, "C-02", "success"]) == 0
    with failing({"xRead"}, apsw.IOError) as failed:
        status, _, err = answer(capsys, "record", place, "C-03", "success")
        assert status == 1
        assert "cannot be read" in err
    assert failed
    assert main(["record", place, "C-04", "failure"]) == 0
    away.start()
    assert main(["outbox", "send"]) == 0
    assert recorded_on(place) == ["C-02", "C-04"]


def test_an_entry_that_cannot_be_read_is_named_by_send_and_kept_when_it_is_set_aside(
    place: str, away: Server, own: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["record", place, "C-02", "success"]) == 0
    spoil(own, b'"C-02"')
    away.start()
    status, out, err = answer(capsys, "outbox", "send")
    assert status == 1
    assert "1 left" in out
    assert "kgdesk outbox list" in err
    assert "cannot be read any more" in answer(capsys, "outbox", "list")[1]
    assert answer(capsys, "outbox", "set-aside", "--reason", "gone bad")[0] == 0
    assert answer(capsys, "record", place, "C-03", "success")[0] == 0
    with UserDatabase().reading() as db:
        assert db is not None
        ((text, reason),) = db.execute("SELECT text, reason FROM set_aside").fetchall()
    assert b"outcome_recorded" in text
    assert reason == "gone bad"


def test_what_waits_goes_to_no_other_study_that_has_taken_the_address(
    place: str, away: Server, on_server: PostgresPlaces, table_path: Path, who: actions.Operator,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    assert main(["record", place, "C-02", "success"]) == 0
    away.start()
    table = read_pool(table_path, id="code", categories=["solvent"], extras=["well"])
    actions.create_study(on_server("other"), table, Settings(), who, file="candidates.csv").close()
    name = {one: on_server(one).partition("#")[2] for one in ("s", "other", "moved")}
    for old, new in (("s", "moved"), ("other", "s")):
        away.sql(f"UPDATE kgdesk.study SET name = '{name[new]}' WHERE name = '{name[old]}'")
    status, out, err = answer(capsys, "outbox", "send")
    assert status == 1
    assert "1 left" in out
    assert "another study" in err
    status, _, err = answer(capsys, "outbox", "send", place, "--from", place)
    assert status == 1
    assert "No entry waits" in err
    assert answer(capsys, "outbox", "send", on_server("moved"), "--from", place)[0] == 0
    assert recorded_on(on_server("moved")) == ["C-02"]
    assert recorded_on(place) == []
