"""Sessions on a server: two users at once, and outages of the server."""

from __future__ import annotations

import contextlib
import errno
import os
from dataclasses import replace
from typing import TYPE_CHECKING, NoReturn

import apsw
import pytest
from faults import failing
from pgserver import committing_without_a_word, cut_connections
from storekit import KIM, new_event, some_events

from kgdesk import actions
from kgdesk.actions.importing import read_pool
from kgdesk.actions.results import from_bytes
from kgdesk.actions.worklists import Layout, parse_controls, worklist_text
from kgdesk.cli import main
from kgdesk.errors import (
    AnswerLost,
    BadInput,
    DamagedStudy,
    FileExists,
    NotSaved,
    ReadOnlyStudy,
    ServerAway,
    StaleHead,
)
from kgdesk.model.advice.picks import advise
from kgdesk.model.study.settings import Settings
from kgdesk.store import (
    OfflineReplica,
    SqliteStore,
    UserDatabase,
    backup_folder,
    list_backups,
    replica_path,
    unsafe_folders,
    user_database,
)
from kgdesk.store.postgres import offline_replica
from kgdesk.store.postgres.link import Link
from kgdesk.store.postgres.store import PostgresStore

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from pgserver import Server
    from storekit import PostgresPlaces

    from kgdesk.actions.importing import PoolReading


def kim_table(path: Path) -> PoolReading:
    return read_pool(path, id="code", categories=["solvent"], extras=["well"])


@pytest.fixture
def kim(
    on_server: PostgresPlaces, table_path: Path, who: actions.Operator, monkeypatch: pytest.MonkeyPatch
) -> Iterator[actions.Session]:
    monkeypatch.setattr(offline_replica, "_RETRY_S", 0.0)
    with actions.create_study(
        on_server("s"), kim_table(table_path), Settings(), who, file="candidates.csv"
    ) as session:
        yield session


@pytest.fixture
def pat(
    kim: actions.Session, who: actions.Operator, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Iterator[actions.Session]:
    monkeypatch.setenv("KGDESK_DATA", str(tmp_path / "of Pat"))  # each user has an own outbox
    with actions.open_study(
        str(kim.place).replace("user=kim", "user=pat"), replace(who, operator="Pat")
    ) as session:
        yield session


def test_two_people_see_each_others_runs_in_progress(kim: actions.Session, pat: actions.Session) -> None:
    actions.start(kim, "C-07", advice=advise(kim.study))
    change = pat.refreshed()
    assert change is not None
    assert "pending" in change.facts
    assert [(s.candidate, s.operator) for s in pat.study.pending] == [("C-07", "Kim")]
    assert pat.refreshed() is None
    actions.record(pat, "C-07", "success")
    assert kim.refreshed() is not None
    assert not kim.study.pending
    assert kim.study.head == pat.study.head


def test_two_people_with_the_same_suggestion_do_not_both_start_it(
    kim: actions.Session, pat: actions.Session
) -> None:
    same = advise(kim.study)
    assert advise(pat.study).suggestion.candidate == same.suggestion.candidate
    actions.start(kim, same.suggestion.candidate, advice=same)
    with pytest.raises(StaleHead, match="changed by someone else"):
        actions.start(pat, same.suggestion.candidate, advice=advise(pat.study))
    assert [s.operator for s in pat.study.pending] == ["Kim"]
    again = advise(pat.study)
    assert again.open_runs == (same.suggestion.candidate,)
    actions.start(pat, again.suggestion.candidate, advice=again)
    assert len(pat.study.pending) == 2


def test_a_study_on_a_server_goes_the_whole_way(
    kim: actions.Session, who: actions.Operator, tmp_path: Path, on_server: PostgresPlaces, table_path: Path
) -> None:
    actions.record(kim, "C-01", "success", advice=advise(kim.study))
    actions.correct(kim, 1, "failure", "typed the wrong outcome")
    assert actions.verify(kim.place).problem is None
    made = actions.backup(kim)
    assert made.seq == kim.study.head.seq
    actions.export(kim, tmp_path / "all.zip")
    with actions.import_archive(tmp_path / "all.zip", tmp_path / "here.kgstudy", who) as here:
        assert here.study.head == kim.study.head
    with pytest.raises(FileExists):
        actions.create_study(on_server("s"), kim_table(table_path), Settings(), who)


def test_a_plate_on_a_server_goes_from_the_worklist_to_the_file_taken_back(
    kim: actions.Session, pat: actions.Session
) -> None:
    layout = Layout(plate=24, controls=parse_controls("DMSO:failure=A01", kim.study.settings), empty=("A02",))
    plan = actions.plan_worklist(
        kim.study, candidates=["C-01", "C-02", "C-05", "C-07"], layout=layout, name="p7"
    )
    actions.make_worklist(kim, plan)
    assert pat.refreshed() is not None
    assert worklist_text(pat.study, "p7") == worklist_text(kim.study, "W1")
    a, b, _, _ = (start.run_token for start in pat.study.starts)
    text = f"run_token,well,holds,outcome\n{a},,,yes\n{b},,,no\n,A01,control,no\n,A02,empty,\n"
    results = from_bytes("r.csv", text.encode())
    read = actions.plan_results(pat.study, results)
    assert read is not None
    done = actions.record_results(pat, read, token="one drop")
    assert (done.added, done.closed) == (2, 2)
    assert actions.record_results(pat, read, token="one drop").change is not None
    assert len(pat.study.runs) == 2  # asked again with the same token
    assert kim.refreshed() is not None
    assert [(run.run_token, run.outcome, run.operator) for run in kim.study.runs] == [
        (a, "success", "Pat"),
        (b, "failure", "Pat"),
    ]
    actions.void_rest(kim, "W1", "plate lost")
    assert not kim.study.pending
    assert [run.outcome for run in kim.study.runs] == ["success", "failure", "void", "void"]
    with pytest.raises(BadInput):
        actions.take_back_results(kim, "other.csv", "wrong file")
    actions.take_back_results(kim, "r.csv", "wrong file")
    assert [run.taken_back for run in kim.study.runs] == [True, True, False, False]
    assert [start.run_token for start in kim.study.pending] == [a, b]
    again = actions.plan_results(kim.study, results)
    assert again is not None
    assert actions.record_results(kim, again, again=True).closed == 2
    assert pat.refreshed() is not None
    assert pat.study.head == kim.study.head
    assert pat.study.worklists == kim.study.worklists
    assert [read.file for read in pat.study.results] == ["r.csv", "r.csv"]
    with actions.open_study(kim.place, kim.who, read_only=True) as third:
        assert third.study.runs == kim.study.runs


def test_outcomes_wait_while_the_server_is_away_and_arrive_once(
    server: Server, kim: actions.Session, pat: actions.Session
) -> None:
    server.stop()
    try:
        first = actions.record(kim, "C-01", "success", token="one", advice=advise(kim.study))
        assert kim.waiting == 1
        assert [run.candidate for run in kim.study.runs] == ["C-01"]
        assert first.events[-1].hash == "not yet on the server"
        actions.record(kim, "C-02", "failure", token="two", advice=advise(kim.study))
        actions.record(kim, "C-02", "failure", token="two")
        assert kim.waiting == 2
        with pytest.raises(ServerAway):
            actions.start(kim, "C-03")
        with pytest.raises(ServerAway):
            actions.correct(kim, 1, "failure", "typed the wrong outcome")
        assert kim.refreshed() is None
    finally:
        server.start()
    actions.record(pat, "C-09", "success")
    assert kim.refreshed() is not None
    assert kim.waiting == 0
    assert [run.candidate for run in kim.study.runs] == ["C-09", "C-01", "C-02"]
    assert pat.refreshed() is not None
    assert pat.study.head == kim.study.head
    assert actions.verify(kim.place).problem is None


def test_a_suggestion_made_over_entries_that_wait_is_not_recorded(
    server: Server, kim: actions.Session
) -> None:
    """Nobody could compute it again: the server may put other entries before those that wait."""
    server.stop()
    try:
        kinds = []
        for _ in range(2):
            advice = advise(kim.study)
            change = actions.record(kim, advice.suggestion.candidate, "success", advice=advice)
            kinds.append([event.kind for event in change.events])
        assert kinds == [["suggestion_made", "outcome_recorded"], ["outcome_recorded"]]
    finally:
        server.start()


def test_what_waits_still_counts_while_it_cannot_be_read(server: Server, kim: actions.Session) -> None:
    server.stop()
    try:
        actions.record(kim, "C-01", "success")
        with failing({"xRead"}, apsw.IOError) as failed:
            assert kim.waiting == 1
            assert kim.refreshed() is None
            assert [run.candidate for run in kim.study.runs] == ["C-01"]
            assert "cannot be read" in str(kim.read_only_reason)
        assert failed
        assert kim.waiting == 1
        assert kim.read_only_reason is None
    finally:
        server.start()


def test_an_entry_that_arrived_behind_one_of_somebody_else_is_taken_in_with_it(
    kim: actions.Session, pat: actions.Session
) -> None:
    """As after a computer that lost its power before it took the entry out of the outbox."""
    new = (new_event({"candidate": "C-01", "outcome": "success"}),)
    actions.record(pat, "C-09", "success")
    with PostgresStore.open(kim.place, writer=KIM) as store:
        store.append_if_head(store.head(), new)
    assert kim._outbox is not None
    kim._outbox.add(new)
    assert kim.refreshed() is not None
    assert [run.candidate for run in kim.study.runs] == ["C-09", "C-01"]
    assert kim.waiting == 0


def test_whoever_only_reads_leaves_nothing_that_waits(server: Server, kim: actions.Session) -> None:
    kim.close()
    server.stop()
    try:
        with actions.open_study(kim.place, kim.who, read_only=True) as reader:
            with pytest.raises(ReadOnlyStudy):
                reader.append([("note_added", {"text": "mine"})])
            assert reader.waiting == 0
    finally:
        server.start()


def test_a_server_that_is_away_is_not_asked_at_each_look(
    server: Server, kim: actions.Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    kim.close()
    server.stop()
    try:
        session = actions.open_study(kim.place, kim.who)
    finally:
        server.start()
    with session:
        assert isinstance(session.store, OfflineReplica)
        monkeypatch.setattr(offline_replica, "_RETRY_S", 1000.0)
        session.refreshed()
        assert session.store.away
        monkeypatch.setattr(offline_replica, "_RETRY_S", 0.0)
        session.refreshed()
        assert not session.store.away


def test_a_copy_that_has_missed_an_entry_gets_it_with_the_next(
    kim: actions.Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> NoReturn:
        raise NotSaved("The disk is full.")

    with monkeypatch.context() as patch:
        patch.setattr(SqliteStore, "append_stored", full)
        actions.record(kim, "C-01", "success")
    actions.record(kim, "C-02", "failure")
    assert isinstance(kim.store, OfflineReplica)
    assert kim.store._local is not None
    assert kim.store._local.head() == kim.study.head


def test_a_study_opens_from_its_copy_while_the_server_is_away(
    server: Server, kim: actions.Session, who: actions.Operator
) -> None:
    actions.record(kim, "C-01", "success")
    head = kim.study.head
    kim.close()
    server.stop()
    try:
        with actions.open_study(kim.place, who) as session:
            assert session.study.head == head
            actions.record(session, "C-02", "failure")
            assert session.waiting == 1
        with actions.open_study(kim.place, who) as session:  # as if the computer was restarted
            assert session.waiting == 1
            assert len(session.study.runs) == 2
        with actions.open_study(kim.place, who, read_only=True) as session:
            assert "cannot be reached" in str(session.read_only_reason)
    finally:
        server.start()
    with actions.open_study(kim.place, who) as session:
        assert session.refreshed() is not None
        assert session.waiting == 0
        assert len(session.study.runs) == 2
        assert session.study.head.seq == head.seq + 1


def test_a_study_that_was_never_seen_here_does_not_open_without_its_server(
    server: Server, kim: actions.Session, who: actions.Operator
) -> None:
    place = str(kim.place)
    kim.close()
    replica_path(place).unlink()
    server.stop()
    try:
        with pytest.raises(ServerAway, match="Check the network"):
            actions.open_study(place, who)
    finally:
        server.start()


def test_a_connection_that_breaks_while_recording_loses_and_doubles_nothing(
    server: Server, kim: actions.Session
) -> None:
    actions.record(kim, "C-01", "success")
    cut_connections(server, "kim")
    actions.record(kim, "C-02", "failure", token="two")
    assert kim.waiting == 0
    actions.record(kim, "C-03", "failure", token="three")
    assert [run.candidate for run in kim.study.runs] == ["C-01", "C-02", "C-03"]


def test_a_copy_that_does_not_fit_is_made_anew(kim: actions.Session, who: actions.Operator) -> None:
    actions.record(kim, "C-01", "success")
    kim.close()
    replica_path(str(kim.place)).write_bytes(b"rotten")
    with actions.open_study(kim.place, who) as session:
        assert session.study.head == kim.study.head
    with OfflineReplica.open(str(kim.place), writer=None) as store:
        assert store._local is not None
        assert store._local.head() == kim.study.head


@pytest.mark.parametrize("more", [0, 1])
def test_a_copy_with_other_entries_is_made_anew(
    kim: actions.Session, who: actions.Operator, more: int
) -> None:
    """As many as on the server, or more: the number alone does not make it a copy of that study."""
    actions.record(kim, "C-01", "success")
    kim.close()
    path, head = replica_path(str(kim.place)), kim.study.head
    path.unlink()
    SqliteStore.create(path, some_events(head.seq - 1 + more), writer=KIM).close()
    with actions.open_study(kim.place, who) as session:
        assert session.study.head == head
    with SqliteStore.open(path, writer=None) as copy:
        assert copy.head() == head


def test_a_copy_of_what_the_server_has_lost_stays_where_no_backup_of_it_can_be_made(
    kim: actions.Session, who: actions.Operator, monkeypatch: pytest.MonkeyPatch
) -> None:
    kim.close()
    path, count = replica_path(str(kim.place)), kim.study.head.seq + 1
    path.unlink()
    SqliteStore.create(path, some_events(count), writer=KIM).close()

    def full(*_: object) -> NoReturn:
        raise NotSaved("The disk is full.")

    monkeypatch.setattr(offline_replica, "back_up", full)
    with actions.open_study(kim.place, who) as session:
        assert session.study.head == kim.study.head
    with SqliteStore.open(path, writer=None) as copy:
        assert copy.head().seq == count


def test_a_study_on_a_server_that_lost_entries_is_reported(
    server: Server, kim: actions.Session, who: actions.Operator
) -> None:
    actions.record(kim, "C-01", "success")
    name = kim.study.name
    kim.close()
    server.sql(
        "ALTER TABLE kgdesk.event DISABLE TRIGGER event_is_never_changed",
        f"DELETE FROM kgdesk.event USING kgdesk.study WHERE id = study AND name = '{name}' AND seq = 5",
        "ALTER TABLE kgdesk.event ENABLE TRIGGER event_is_never_changed",
    )
    with pytest.raises(DamagedStudy, match="ends with entry 4, but 5 entries were seen here"):
        actions.open_study(kim.place, who)
    with pytest.raises(BadInput, match="by its administrator"):
        actions.restore(str(kim.place), who)
    kept = list_backups(backup_folder(kim.study.events[0].hash, name))[-1]
    assert kept.holds(kim.study.head)  # what the server has lost is still on this computer
    assert actions.take_as_it_is(str(kim.place), who) == 4
    with actions.open_study(kim.place, who) as session:
        assert "although 5 were seen" in session.study.events[-1].payload["text"]


def test_a_copy_that_is_older_than_what_was_seen_is_read_only_while_the_server_is_away(
    server: Server, kim: actions.Session, who: actions.Operator, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        OfflineReplica, "_update_copy", lambda *_: None
    )  # as if the disk of the replica was full
    actions.record(kim, "C-01", "success")
    kim.close()
    server.stop()
    try:
        with actions.open_study(kim.place, who) as session:
            assert "it has 4 of 5" in str(session.read_only_reason)
    finally:
        server.start()


def test_what_waits_stays_where_the_study_is_open_read_only_and_the_copy_has_all_that_was_seen(
    server: Server, kim: actions.Session, pat: actions.Session, who: actions.Operator
) -> None:
    actions.record(kim, "C-01", "success")
    with pytest.raises(StaleHead):
        actions.record(pat, "C-02", "success")
    seen = pat.study.head
    pat.close()
    server.stop()
    try:
        with actions.open_study(pat.place, replace(who, operator="Pat")) as session:
            assert session.study.head == seen
            actions.record(session, "C-03", "failure")
            session.store.restrict("The copy lacks entries.")
            assert session.refreshed() is None
            assert session.waiting == 1
    finally:
        server.start()


@pytest.mark.parametrize("how", ["no folder", "network drive", "no locks", "full", "read-only"])
def test_an_outcome_that_cannot_wait_is_refused_and_names_the_way(
    server: Server, kim: actions.Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    own = tmp_path / "own"
    monkeypatch.setenv("KGDESK_DATA", str(own))
    server.stop()
    try:
        with contextlib.ExitStack() as stack:
            if how == "no folder":
                own.write_text("")
            elif how == "network drive":
                monkeypatch.setattr(unsafe_folders, "file_system", lambda _: "nfs4")
            elif how == "read-only":
                monkeypatch.setattr(user_database, "atomic_path", refusing(errno.EROFS))
            elif how == "full":
                stack.enter_context(failing({"xWrite"}, apsw.FullError))
            else:
                stack.enter_context(failing({"xLock"}, apsw.IOError))
            with pytest.raises(NotSaved, match="cannot wait in") as refused:
                actions.record(kim, "C-01", "success")
        assert "KGDESK_DATA" in str(refused.value)
        assert "Nothing is recorded" in str(refused.value)
    finally:
        server.start()
    assert not kim.study.runs
    assert not UserDatabase().damaged_files()


@pytest.mark.parametrize("gone", [False, True], ids=["server answers again", "server gone"])
def test_an_outcome_that_cannot_wait_and_whose_answer_is_lost_is_not_called_unrecorded(
    server: Server, kim: actions.Session, monkeypatch: pytest.MonkeyPatch, gone: bool
) -> None:
    lose, asked = committing_without_a_word(), list[object]()

    def ask(self: Link, query: object, *values: object, **how: object) -> object:
        asked.append(query)
        try:
            return lose(self, query, *values, **how)
        finally:
            if gone and query == "COMMIT":
                server.stop()

    with monkeypatch.context() as patch, failing({"xWrite"}, apsw.FullError):
        patch.setattr(Link, "ask", ask)
        with pytest.raises(AnswerLost, match=r"has not answered.*cannot wait in.*KGDESK_DATA") as lost:
            actions.record(kim, "C-01", "success", token="mine")
    assert asked.count("COMMIT") == (1 if gone else 2)
    assert "Nothing is recorded" not in str(lost.value)
    if gone:
        server.start()
    actions.record(kim, "C-01", "success", token="mine")
    kim.refreshed()
    assert [run.candidate for run in kim.study.runs] == ["C-01"]


def test_a_command_whose_answer_is_lost_is_not_to_be_tried_again(
    kim: actions.Session, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(Link, "ask", committing_without_a_word())
        assert main(["start", str(kim.place), "C-01", "--by", "Kim"]) == 1
    assert "has not answered whether this is recorded" in capsys.readouterr().err
    kim.refreshed()
    assert [start.candidate for start in kim.study.pending] == ["C-01"]


def refusing(number: int) -> Callable[..., Path]:
    """Return a function that the system refuses."""

    def refuse(*_: object, **__: object) -> Path:
        raise OSError(number, os.strerror(number))

    return refuse


def test_the_command_line_works_on_a_server(
    on_server: PostgresPlaces, table_path: Path, capsys: pytest.CaptureFixture[str], server: Server
) -> None:
    place = on_server("by hand")
    new = ["new", place, "--candidates", str(table_path), "--id", "code", "--category", "solvent,well"]
    assert main([*new, "--by", "Kim"]) == 0
    assert main(["record", place, "C-01", "success", "--by", "Kim"]) == 0
    assert main(["status", place]) == 0
    assert main(["verify", place]) == 0
    assert main(["server", "init", server.address()]) == 0
    assert "prepared already" in capsys.readouterr().out
    assert main(["server", "list", server.address("kim")]) == 0
    assert "by hand" in capsys.readouterr().out
    assert main(["server", "list", server.address("owner")]) == 1
    assert main(["status", place.replace("host=/tmp/", "host=/nowhere/")]) == 3
    assert "cannot be reached" in capsys.readouterr().err
