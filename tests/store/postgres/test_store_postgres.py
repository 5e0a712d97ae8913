"""Behaviour specific to a server: several writers, permissions, notifications, broken connections."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import psycopg
import pytest
from pgserver import committing_without_a_word, cut_connections
from storekit import KIM, PAT, PostgresPlaces, head_of, new_event, some_events

from kgdesk.errors import (
    AnswerLost,
    BadInput,
    DamagedStudy,
    NotAStudy,
    ReadOnlyStudy,
    ServerAway,
    StaleHead,
    StoreError,
)
from kgdesk.store import address, is_address, split_address, studies_on, without_password
from kgdesk.store.postgres import connection
from kgdesk.store.postgres.connection import check, connect
from kgdesk.store.postgres.link import Link
from kgdesk.store.postgres.patience import CANCEL_S, Patience
from kgdesk.store.postgres.schema import init
from kgdesk.store.postgres.store import PostgresStore

if TYPE_CHECKING:
    from pgserver import Server


def refused(server: Server, user: str, statement: str) -> str:
    with pytest.raises(psycopg.Error) as caught:
        server.sql(statement, user=user)
    return str(caught.value)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE kgdesk.event SET actor = 'Eve'",
        "DELETE FROM kgdesk.event",
        "TRUNCATE kgdesk.event",
        "UPDATE kgdesk.study SET name = 'x'",
        "DELETE FROM kgdesk.study",
        "ALTER TABLE kgdesk.event DISABLE TRIGGER ALL",
        "DROP TRIGGER event_is_never_changed ON kgdesk.event",
        "UPDATE kgdesk.layout SET version = 2",
        "CREATE TABLE kgdesk.other (x int)",
    ],
)
def test_a_person_cannot_change_what_is_recorded(
    server: Server, on_server: PostgresPlaces, statement: str
) -> None:
    on_server.store.create(on_server("s"), some_events(2)).close()
    said = refused(server, "kim", statement)
    assert "permission denied" in said or "must be owner" in said


@pytest.mark.parametrize(
    "statement",
    ["UPDATE kgdesk.event SET actor = 'Eve'", "DELETE FROM kgdesk.event", "TRUNCATE kgdesk.event"],
)
def test_the_owner_is_held_back_by_triggers(
    server: Server, on_server: PostgresPlaces, statement: str
) -> None:
    on_server.store.create(on_server("s"), some_events(2)).close()
    assert "events are only appended" in refused(server, "owner", statement)


@pytest.mark.parametrize("seq", [1, 2, 4, 0, -1])
def test_a_row_out_of_its_place_is_refused_by_the_server(
    server: Server, on_server: PostgresPlaces, seq: int
) -> None:
    with on_server.store.create(on_server("s"), some_events(2)) as store:
        name = store.name
    said = refused(
        server,
        "kim",
        f"INSERT INTO kgdesk.event SELECT study, {seq}, '{'0' * 32}', kind, 1, '', '', '', '', '', '', hash, hash "
        f"FROM kgdesk.event JOIN kgdesk.study ON id = study WHERE name = '{name}' AND seq = 2",
    )
    assert "only appended" in said or "duplicate key" in said


def test_an_owner_or_administrator_is_not_let_in_as_a_person(on_server: PostgresPlaces) -> None:
    with pytest.raises(StoreError, match="may change or delete entries"):
        PostgresStore.create(on_server("s", user="owner"), some_events(2))


@pytest.mark.parametrize("right", ["UPDATE", "DELETE", "TRUNCATE", "TRIGGER"])
def test_whoever_has_any_right_to_change_entries_is_not_let_in(
    server: Server, on_server: PostgresPlaces, right: str
) -> None:
    on_server.store.create(on_server("s"), some_events(1)).close()
    server.sql(
        "DROP ROLE IF EXISTS eve",
        "CREATE ROLE eve LOGIN IN ROLE kgdesk_lab",
        f"GRANT {right} ON kgdesk.event TO eve",
    )
    try:
        with pytest.raises(StoreError, match="may change or delete entries"):
            PostgresStore.open(on_server("s", user="eve"), writer=KIM)
    finally:
        server.sql(f"REVOKE {right} ON kgdesk.event FROM eve", "DROP ROLE eve")


def test_a_person_outside_the_role_is_told_what_to_ask_for(server: Server, on_server: PostgresPlaces) -> None:
    server.sql("DROP ROLE IF EXISTS guest", "CREATE ROLE guest LOGIN")
    with pytest.raises(StoreError, match="administrator"):
        PostgresStore.create(on_server("s", user="guest"), some_events(2))


def test_a_data_base_that_is_not_prepared_is_named_with_the_command(server: Server) -> None:
    server.sql("DROP DATABASE IF EXISTS bare", "CREATE DATABASE bare")
    place = server.address("kim", "s").replace("/lab?", "/bare?")
    with pytest.raises(NotAStudy, match="kgdesk server init"):
        PostgresStore.open(place, writer=KIM)
    assert init(server.address().replace("/lab?", "/bare?")) is True
    assert init(server.address().replace("/lab?", "/bare?")) is False
    PostgresStore.create(place, some_events(1)).close()
    assert [name for name, _ in studies_on(place.partition("#")[0])] == ["s"]
    with pytest.raises(ReadOnlyStudy, match="kgdesk_lab"):
        init(server.address("kim").replace("/lab?", "/postgres?"))


def test_a_server_that_may_lose_commits_is_refused(server: Server, on_server: PostgresPlaces) -> None:
    server.stop()
    server.start(fsync="off")
    try:
        with pytest.raises(StoreError, match="fsync = off, with which entries could be lost"):
            PostgresStore.create(on_server("s"), some_events(1))
    finally:
        server.stop()
        server.start()
    with connect(server.address("kim")) as link:
        link.ask("SET synchronous_commit = off")
        check(link, server.address("kim"))
        assert link.ask("SHOW synchronous_commit") == [("on",)]


def test_a_server_and_a_library_that_are_too_old_are_refused_in_words(
    on_server: PostgresPlaces, monkeypatch: pytest.MonkeyPatch
) -> None:
    on_server.store.create(on_server("s"), some_events(2)).close()
    monkeypatch.setattr(connection, "_OLDEST_SERVER", 99_00_00)
    with pytest.raises(StoreError, match="is older than PostgreSQL"):
        on_server.store.open(on_server("s"), writer=KIM)
    monkeypatch.setattr(connection, "_OLDEST_LIBPQ", 99_00_00)
    with pytest.raises(StoreError, match="libpq of this computer is older"):
        on_server.store.open(on_server("s"), writer=KIM)


def test_of_a_flood_of_notifications_some_are_kept(server: Server) -> None:
    with connect(server.address("kim")) as link:
        link.ask("LISTEN flood")
        server.sql("SELECT pg_notify('flood', n::text) FROM generate_series(1, 1500) AS n")
        link.ask("SELECT 1")
        assert len(link.notes()) == 1000


def test_a_connection_that_comes_after_nobody_waits_for_it_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    come, closed = threading.Event(), threading.Event()

    class Late:
        close = staticmethod(closed.set)

    def connected(*_: object) -> Late:
        come.wait()
        return Late()

    monkeypatch.setattr(connection, "_connected", connected)
    patience = Patience()
    patience.hurry(CANCEL_S)
    with pytest.raises(ServerAway):
        connect("postgresql://kim@127.0.0.1/lab", patience)
    come.set()
    assert closed.wait(60)


def test_addresses_hide_passwords_and_carry_any_name() -> None:
    place = address("postgresql://kim:se%23cret@db.lab/kgdesk?sslmode=verify-full", "Säure #7/2")
    assert split_address(place) == (
        "postgresql://kim:se%23cret@db.lab/kgdesk?sslmode=verify-full",
        "Säure #7/2",
    )
    assert "cret" not in without_password(place)
    assert is_address(place)
    assert not is_address("/home/kim/postgresql.kgstudy")
    with pytest.raises(BadInput, match="names no study"):
        split_address("postgresql://kim@db.lab/kgdesk")


def test_a_name_that_looks_like_a_command_is_a_name(on_server: PostgresPlaces) -> None:
    for name in ("'; DROP TABLE kgdesk.event; --", "%s %(x)s", 'a"b', "\\"):
        place = on_server(name.replace("%", "%25"))
        on_server.store.create(place, some_events(2)).close()
        with on_server.store.open(place, writer=None) as store:
            assert store.name.endswith(name)
            assert len(store.read_from()) == 2


def test_whoever_comes_second_is_told_and_records_after_a_look(on_server: PostgresPlaces) -> None:
    with (
        on_server.store.create(on_server("s"), some_events(1)) as kim,
        on_server.store.open(on_server("s", user="pat"), writer=PAT) as pat,
    ):
        head = kim.head()
        assert pat.news_since(head) is False
        kim.append_if_head(head, [new_event()])
        with pytest.raises(StaleHead, match="1 new entry"):
            pat.append_if_head(head, [new_event()])
        assert pat.news_since(head) is True
        recorded = pat.append_if_head(pat.head(), [new_event()])
        assert kim.read_from() == pat.read_from()
        assert kim.head() == head_of(recorded)


def test_news_come_by_themselves(on_server: PostgresPlaces) -> None:
    with (
        on_server.store.create(on_server("s"), some_events(1)) as kim,
        on_server.store.open(on_server("s", user="pat"), writer=PAT) as pat,
    ):
        head = kim.head()
        assert kim.news_since(head) is False
        recorded = pat.append_if_head(head, [new_event()])
        for note in kim._link.connection.notifies(timeout=60, stop_after=1):  # type: ignore[attr-defined] - itself
            assert note.channel == "kgdesk"
        kim._may_have_news = True  # type: ignore[attr-defined] - the test took the note out
        assert kim.news_since(head) is True
        assert kim.news_since(head_of(recorded)) is False


def test_a_broken_connection_is_told_and_the_retry_records_once(
    server: Server, on_server: PostgresPlaces
) -> None:
    with on_server.store.create(on_server("s"), some_events(2)) as store:
        head, new = store.head(), [new_event()]
        cut_connections(server, "kim")
        with pytest.raises(ServerAway, match="Nothing is recorded") as away:
            store.append_if_head(head, new)
        assert not isinstance(away.value, AnswerLost)
        first = store.append_if_head(head, new)
        cut_connections(server, "kim")
        with pytest.raises(ServerAway):
            store.append_if_head(head, new)
        assert store.append_if_head(head, new) == first
        assert store.head().seq == 3


def test_a_reply_that_is_lost_after_the_commit_records_once(
    on_server: PostgresPlaces, monkeypatch: pytest.MonkeyPatch
) -> None:
    with on_server.store.create(on_server("s"), some_events(2)) as store:
        head, new = store.head(), [new_event()]
        monkeypatch.setattr(Link, "ask", committing_without_a_word())
        with pytest.raises(AnswerLost, match="not answered whether this is recorded") as lost:
            store.append_if_head(head, new)
        assert "Nothing is recorded" not in str(lost.value)
        monkeypatch.undo()
        with on_server.store.open(on_server("s", user="pat"), writer=None) as other:
            assert other.head().seq == 3
        assert store.append_if_head(head, new)[0].new == new[0]
        assert store.head().seq == 3


def test_a_study_whose_making_was_not_answered_is_not_said_to_be_missing(
    on_server: PostgresPlaces, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(Link, "ask", committing_without_a_word())
        with pytest.raises(AnswerLost) as lost:
            on_server.store.create(on_server("s"), some_events(2))
    assert "No study was made" not in str(lost.value)
    with on_server.store.open(on_server("s"), writer=None) as store:
        assert store.head().seq == 2


def test_a_server_that_is_killed_keeps_what_it_confirmed(server: Server, on_server: PostgresPlaces) -> None:
    with on_server.store.create(on_server("s"), some_events(2)) as store:
        recorded = store.append_if_head(store.head(), [new_event()])
        server.kill()
        with pytest.raises(ServerAway):
            store.head()
        server.start()
        assert store.head() == head_of(recorded)


def test_an_event_that_was_changed_behind_the_back_is_reported(
    server: Server, on_server: PostgresPlaces
) -> None:
    with on_server.store.create(on_server("s"), some_events(4)) as store:
        name = store.name
    server.sql(
        "ALTER TABLE kgdesk.event DISABLE TRIGGER event_is_never_changed",
        "UPDATE kgdesk.event SET actor = 'Eve' FROM kgdesk.study "
        f"WHERE id = study AND name = '{name}' AND seq = 3",
        "ALTER TABLE kgdesk.event ENABLE TRIGGER event_is_never_changed",
    )
    with pytest.raises(DamagedStudy, match="Event 3 was changed"):
        on_server.store.open(on_server("s"), writer=KIM)


def test_stations_side_by_side_leave_no_gap_and_no_double(on_server: PostgresPlaces) -> None:
    on_server.store.create(on_server("s"), some_events(1)).close()
    told: list[str] = []

    def station(user: str) -> None:
        with on_server.store.open(on_server("s", user=user), writer=KIM) as store:
            left = 20
            while left:
                new = new_event()
                try:
                    store.append_if_head(store.head(), [new])
                except StaleHead:
                    continue
                told.append(new.event_id)
                left -= 1

    threads = [threading.Thread(target=station, args=(user,)) for user in ("kim", "pat", "kim", "pat")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with on_server.store.open(on_server("s"), writer=None) as store:
        stored = [event.new.event_id for event in store.read_from()][1:]
    assert sorted(stored) == sorted(told)
    assert len(stored) == 80
