"""A lab role cannot make a study unusable, and the owner repairs one that is; passwords stay hidden."""

from __future__ import annotations

from typing import TYPE_CHECKING

import psycopg
import pytest
from storekit import KIM, PostgresPlaces, head_of, new_event, some_events

from kgdesk import actions
from kgdesk.actions.importing import read_pool
from kgdesk.cli import main
from kgdesk.errors import DamagedStudy, KgdeskError
from kgdesk.model.study.events import Head
from kgdesk.model.study.settings import Settings
from kgdesk.store import without_password
from kgdesk.store.chain import Row, digest, seal
from kgdesk.store.server import schema
from kgdesk.store.server.connection import connect
from kgdesk.store.server.postgres import PostgresStore

if TYPE_CHECKING:
    from pathlib import Path

    from pgserver import Server

#: What made a database before the server recomputed hashes.
LAYOUT_BEFORE = """
ALTER TABLE kgdesk.event DROP COLUMN recorded_by;
DROP TABLE kgdesk.set_aside;
CREATE OR REPLACE FUNCTION kgdesk.expect_next() RETURNS trigger LANGUAGE plpgsql AS
$$
DECLARE
    last_seq bigint := 0;
    last_hash text := repeat('0', 64);
BEGIN
    SELECT seq, hash INTO last_seq, last_hash FROM kgdesk.event WHERE study = NEW.study ORDER BY seq DESC LIMIT 1;
    IF NEW.seq <> coalesce(last_seq, 0) + 1 OR NEW.prev_hash <> coalesce(last_hash, repeat('0', 64)) THEN
        RAISE EXCEPTION 'events are only appended';
    END IF;
    RETURN NEW;
END
$$;
"""


def smuggle(place: str, row: Row) -> None:
    """Append a row to a study as a person can by hand."""
    server, _, name = place.partition("#")
    with psycopg.connect(server, autocommit=True) as link:
        link.execute(
            f"INSERT INTO kgdesk.event (study, {', '.join(Row._fields)}) "
            f"SELECT id{', %s' * len(Row._fields)} FROM kgdesk.study WHERE name = %s".encode(),
            (*row, name),
        )


def forged(head: Head, **fields: object) -> Row:
    """Return the next row of a study with some fields changed and, unless it is among them, the right hash."""
    row = seal(head, [new_event()])[0]._replace(**fields)  # type: ignore[arg-type]
    return row if "hash" in fields else row._replace(hash=digest(row[:-1]))


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"hash": "0" * 64}, "hash"),
        ({"payload": "not JSON"}, "json"),
        ({"payload": "[1]"}, "JSON object"),
    ],
)
def test_a_row_that_would_make_a_study_unusable_is_refused(
    on_server: PostgresPlaces, fields: dict[str, object], said: str
) -> None:
    with on_server.store.create(on_server("s"), some_events(2)) as store:
        with pytest.raises(psycopg.Error, match=said):
            smuggle(on_server("s"), forged(store.head(), **fields))
        smuggle(on_server("s"), forged(store.head(), actor="Säure 東京", payload='{"a":"ü\\u0001"}'))
        assert store.head().seq == 3
    with on_server.store.open(on_server("s"), writer=KIM) as store:
        assert store.read_from(3)[0].new.actor == "Säure 東京"


def test_functions_of_a_person_do_not_stand_in_for_those_of_the_server(
    server: Server, on_server: PostgresPlaces
) -> None:
    server.sql("CREATE SCHEMA IF NOT EXISTS eve", "GRANT ALL ON SCHEMA eve TO kim")
    server.sql(
        "CREATE OR REPLACE FUNCTION eve.encode(bytea, text) RETURNS text LANGUAGE sql AS "
        "$$ SELECT repeat('0', 64) $$",
        user="kim",
    )
    with on_server.store.create(on_server("s"), some_events(1)) as store:
        link = store._link  # type: ignore[attr-defined] - the connection itself
        link.execute("SET search_path = eve, pg_catalog")
        with pytest.raises(psycopg.Error, match="hash"):
            smuggle(
                on_server("s").replace("#", "&options=-csearch_path%3Deve%2Cpg_catalog#"),
                forged(store.head(), hash="0" * 64),
            )


def test_the_login_that_sent_a_row_is_kept_with_it(server: Server, on_server: PostgresPlaces) -> None:
    on_server.store.create(on_server("s"), some_events(1)).close()
    with on_server.store.open(on_server("s", user="pat"), writer=KIM) as store:
        store.append_if_head(store.head(), [new_event()])
        smuggle(on_server("s", user="pat"), forged(store.head(), actor="Kim"))
        name = store.name
    with connect(server.address()) as link:
        found = link.execute(
            "SELECT actor, recorded_by FROM kgdesk.event JOIN kgdesk.study ON id = study WHERE name = %s ORDER BY seq",
            (name,),
        ).fetchall()
    assert found == [("Kim", "kim"), ("Kim", "pat"), ("Kim", "pat")]


def test_a_database_from_before_works_unchanged_and_is_upgraded_by_its_owner(server: Server) -> None:
    server.sql("DROP DATABASE IF EXISTS older", "CREATE DATABASE older")
    owner, kim = (server.address(*who).replace("/lab?", "/older?") for who in ((), ("kim", "s")))
    assert schema.init(owner) is True
    with connect(owner) as link:
        link.execute(LAYOUT_BEFORE)
    with PostgresStore.create(kim, some_events(2)) as store:
        head = head_of(store.append_if_head(store.head(), [new_event()]))
        with pytest.raises(KgdeskError):
            schema.init(kim.partition("#")[0])
        assert store.head() == head
        assert schema.init(owner) is True
        assert schema.init(owner) is False
        after = head_of(store.append_if_head(head, [new_event()]))
        with pytest.raises(psycopg.Error, match="hash"):
            smuggle(kim, forged(after, hash="0" * 64))
    with PostgresStore.open(kim, writer=None) as store:
        assert store.head() == after


@pytest.fixture
def damaged(
    server: Server, on_server: PostgresPlaces, table_path: Path, who: actions.Operator
) -> tuple[str, Head]:
    """Return a study with a run whose last entry was changed, and the head of what is whole."""
    table = read_pool(table_path, id="code", categories=["solvent"], extras=["well"])
    with actions.create_study(on_server("s"), table, Settings(), who, file="candidates.csv") as session:
        actions.record(session, "C-01", "success")
        head = session.study.head
        name = session.study.name
    server.sql(
        "ALTER TABLE kgdesk.event DISABLE TRIGGER event_is_only_appended",
        f"INSERT INTO kgdesk.event SELECT study, seq + 1, '{'0' * 32}', kind, kind_version, recorded_at_utc, "
        f"utc_offset, actor, workstation, app_version, payload, hash, hash, 'eve' "
        f"FROM kgdesk.event JOIN kgdesk.study ON id = study WHERE name = '{name}' AND seq = {head.seq}",
        "ALTER TABLE kgdesk.event ENABLE TRIGGER event_is_only_appended",
    )
    with pytest.raises(DamagedStudy):
        actions.open_study(on_server("s"), who)
    return name, head


def test_the_owner_repairs_a_study_and_the_chain_says_so(
    server: Server,
    on_server: PostgresPlaces,
    damaged: tuple[str, Head],
    who: actions.Operator,
    capsys: pytest.CaptureFixture[str],
) -> None:
    name, head = damaged
    place = server.address("owner", name)
    assert main(["server", "repair", on_server("s"), "--by", "Kim"]) == 1
    assert "owner" in capsys.readouterr().err
    assert main(["server", "repair", place, "--by", "Olga"]) == 0
    assert "1 entry set aside" in capsys.readouterr().out
    with actions.open_study(on_server("s"), who) as session:
        last = session.study.events[-1]
        assert (session.study.events[-2].hash, len(session.study.runs)) == (head.hash, 1)
        assert (last.new.kind, last.new.actor) == ("note_added", "Olga")
        assert f"{head.seq} entries that are whole" in last.new.payload["text"]
        actions.record(session, "C-02", "failure")
    with connect(server.address()) as link:
        kept = link.execute("SELECT name, seq, recorded_by, set_aside_by FROM kgdesk.set_aside").fetchall()
    assert (name, head.seq + 1, "eve", "owner") in kept
    assert main(["server", "repair", place, "--by", "Olga"]) == 0
    assert "nothing was changed" in capsys.readouterr().out


def test_entries_that_make_no_sense_are_set_aside_too(
    server: Server, on_server: PostgresPlaces, table_path: Path, who: actions.Operator
) -> None:
    table = read_pool(table_path, id="code", categories=["solvent"], extras=["well"])
    with actions.create_study(on_server("s"), table, Settings(), who, file="candidates.csv") as session:
        actions.record(session, "C-01", "success")
        head, name = session.study.head, session.study.name
    bad = forged(head, kind="outcome_recorded", payload='{"candidate":"nobody","outcome":"success"}')
    smuggle(on_server("s"), bad)
    smuggle(on_server("s"), forged(Head(bad.seq, bad.hash), kind="from_the_future"))
    with pytest.raises(KgdeskError):
        actions.open_study(on_server("s"), who)
    done = actions.repair_study(server.address("owner", name), who)
    assert (done.kept, done.set_aside) == (head.seq, 2)
    with pytest.raises(
        DamagedStudy, match="entries are missing"
    ):  # this person has seen those that are set aside
        actions.open_study(on_server("s"), who)
    assert actions.take_as_it_is(on_server("s"), who) == head.seq + 1
    with actions.open_study(on_server("s"), who) as session:
        assert len(session.study.runs) == 1


def test_the_owner_says_how_many_entries_stay_where_a_newer_version_wrote_the_rest(
    server: Server, on_server: PostgresPlaces, table_path: Path, who: actions.Operator
) -> None:
    table = read_pool(table_path, id="code", categories=["solvent"], extras=["well"])
    with actions.create_study(on_server("s"), table, Settings(), who, file="candidates.csv") as session:
        head, name = session.study.head, session.study.name
    smuggle(on_server("s"), forged(head, kind="from_the_future"))
    place = server.address("owner", name)
    with pytest.raises(KgdeskError, match="newer kgdesk"):
        actions.repair_study(place, who)
    assert actions.repair_study(place, who, keep=head.seq).set_aside == 1
    with actions.open_study(on_server("s"), who) as session:
        assert session.study.head.seq == head.seq + 1


@pytest.mark.parametrize(
    "place",
    [
        "postgresql://kim:S3cr/3tPw@host",
        "postgresql://kim:S3cr/3tPw@host/base#NAME",
        "postgresql://kim:S3cr#3tPw@host/base",
        "postgresql://kim:S3cr?3tPw@host/base#NAME",
        "postgresql://kim:S3cr@3tPw@host/base#NAME",
        "postgresql://kim:S3cr/a@3tPw@host/base#NAME",
        "postgresql://kim:S3cr:3tPw@host/base",
        "postgresql://kim@host/base?PASSWORD=S3cr3tPw#NAME",
        "postgresql://kim@host/base?a=b&p%61ssword=S3cr3tPw&c=d#NAME",
        "postgresql://kim@host/base?sslpassword=S3cr&3tPw",
        "postgresql://host/base?user=kim&Password=S3cr3tPw",
    ],
)
def test_a_password_in_an_ill_formed_address_shows_in_no_message(
    place: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "S3cr" not in without_password(place)
    assert "3tPw" not in without_password(place)
    named = place if place.endswith("#NAME") else place + "#NAME"
    with pytest.raises(KgdeskError) as caught:
        PostgresStore.open(named, writer=None)
    said = f"{caught.value} {caught.value.details}"
    assert "S3cr" not in said
    assert "3tPw" not in said
    assert main(["server", "list", place]) in {1, 3}
    assert "3tPw" not in capsys.readouterr().err


@pytest.mark.parametrize(
    "place",
    [
        "postgresql://kim@db.lab/kgdesk#NAME",
        "postgresql://db.lab:5432/kgdesk#a@b",
        "postgresql:///lab?host=/tmp/x&user=kim#some name",
        "postgresql://kim@db.lab:5432/kgdesk?sslmode=verify-full#x",
    ],
)
def test_an_address_without_a_password_stays_as_it_is(place: str) -> None:
    assert without_password(place) == place
