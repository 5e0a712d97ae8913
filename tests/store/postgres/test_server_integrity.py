"""A lab role cannot make a study unusable, and the owner repairs one that is; passwords stay hidden."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING

import psycopg
import pytest
from seldom import seldom
from storekit import KIM, ROOT, PostgresPlaces, new_event, some_events

from kgdesk import actions
from kgdesk.actions.importing import read_pool
from kgdesk.cli import main
from kgdesk.errors import DamagedStudy, KgdeskError, NewerStudy, StoreError
from kgdesk.model.advice.picks import advise
from kgdesk.model.study.settings import Settings
from kgdesk.reports.study_report import compose
from kgdesk.store import without_password
from kgdesk.store.chain import Row, event_hash, seal
from kgdesk.store.postgres import offline_replica, schema
from kgdesk.store.postgres.connection import connect
from kgdesk.store.postgres.store import PostgresStore

if TYPE_CHECKING:
    from pathlib import Path

    from pgserver import Server

    from kgdesk.model.study.events import Head


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
    return row if "hash" in fields else row._replace(hash=event_hash(row[:-1]))


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"hash": "0" * 64}, "hash"),
        ({"payload": "not JSON"}, "json"),
        ({"payload": "[1]"}, "JSON object"),
        ({"kind": "from_the_future"}, "newer than this database"),
        ({"kind_version": 99}, "newer than this database"),
        ({"kind_version": 0}, "newer than this database"),
        ({"event_id": "x"}, "no such form"),
        ({"recorded_at_utc": "yesterday"}, "no such form"),
        ({"recorded_at_utc": "2026-02-30T12:00:00.000000Z"}, "out of range"),
        ({"recorded_at_utc": "2026-02-20T12:00:60.000000Z"}, "no such form"),
        ({"utc_offset": "+25:00"}, "no such form"),
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
        link.ask("SET search_path = eve, pg_catalog")
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
        found = link.ask(
            "SELECT actor, recorded_by FROM kgdesk.event JOIN kgdesk.study ON id = study WHERE name = %s ORDER BY seq",
            (name,),
        )
    assert found == [("Kim", "kim"), ("Kim", "pat"), ("Kim", "pat")]


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
        kept = link.ask("SELECT name, seq, recorded_by, set_aside_by FROM kgdesk.set_aside")
    assert (name, head.seq + 1, "eve", "owner") in kept
    assert main(["server", "repair", place, "--by", "Olga"]) == 0
    assert "nothing was changed" in capsys.readouterr().out


@pytest.fixture
def place(
    on_server: PostgresPlaces, table_path: Path, who: actions.Operator, monkeypatch: pytest.MonkeyPatch
) -> str:
    """Return the address of a study with a run."""
    monkeypatch.setattr(offline_replica, "_RETRY_S", 0.0)
    table = read_pool(table_path, id="code", categories=["solvent"], extras=["well"])
    with actions.create_study(on_server("s"), table, Settings(), who, file="candidates.csv") as session:
        actions.record(session, "C-01", "success")
    return on_server("s")


@pytest.mark.parametrize(
    ("kind", "payload"),
    [
        ("outcome_recorded", '{"candidate":"nobody","outcome":"success"}'),
        ("outcome_recorded", '{"candidate": "C-02", "outcome": "success"}'),  # not the canonical text
        ("note_added", '{"text":' + "[" * 3000 + "]" * 3000 + "}"),
        ("candidates_imported", "{}"),
        *seldom(
            ("outcome_recorded", '{"candidate":"C-02","candidate":"C-03","outcome":"success"}'),
            ("outcome_recorded", '{"candidate":"C-02","outcome":"success","repeat":[1e999,1]}'),
            ("outcome_corrected", '{"new":{"candidate":"C-02","outcome":"success"},"reason":"","run":99}'),
            ("finished", "{}"),
            ("suggestion_made", '{"candidate":"C-02","revision":-1}'),
        ),
    ],
)
def test_a_row_without_sense_is_set_aside_by_everybody_and_the_study_goes_on(
    place: str,
    who: actions.Operator,
    kind: str,
    payload: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    with actions.open_study(place, who) as session:
        head = session.study.head
        bad = forged(head, kind=kind, payload=payload, actor="Eve")
        smuggle(place, bad)
        assert session.refreshed() is not None
        assert [(one.seq, one.operator) for one in session.study.set_aside] == [(bad.seq, "Eve")]
        assert "make sense and is set aside" in session.trust.sentence
        actions.record(session, "C-02", "failure", advice=advise(session.study))
        assert [run.candidate for run in session.study.runs] == ["C-01", "C-02"]
        aside, belief, head = session.study.set_aside, session.study.belief.digest, session.study.head
        actions.export(session, tmp_path / "s.zip")
        actions.export(session, tmp_path / "s.xlsx")
        actions.export(session, tmp_path / "s.json")
        saved = actions.backup(session)
        assert [line.seq for line in actions.audit(session.study) if "Set aside" in line.what] == [bad.seq]
    with (
        actions.open_study(place, who) as again,
        actions.open_study(saved.path, who, read_only=True) as copy,
        actions.import_archive(tmp_path / "s.zip", tmp_path / "here.kgstudy", who) as here,
    ):
        for session in (again, copy, here):
            assert (session.study.set_aside, session.study.head) == (aside, head)
            assert session.study.belief.digest == belief
            page = compose(advise(session.study), (), trust=session.trust)
            assert "is set aside" in str(page.blocks[1])
    with actions.open_study(tmp_path / "here.kgstudy", who) as here:
        actions.record(here, "C-03", "failure")
    script = ROOT / "resources" / "archive" / "verify_archive.py"
    ran = subprocess.run(
        [sys.executable, script, tmp_path / "s.zip"], check=False, capture_output=True, text=True
    )
    assert ran.returncode == 0, ran.stdout
    check = actions.verify(place)
    assert (check.problem, check.trust.set_aside, check.outcomes) == (None, aside, 2)
    for words in (["verify", place], ["status", place]):
        assert main(words) == 0
        assert "set aside" in capsys.readouterr().out
    assert main(["status", place, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["trust"]["set_aside"][0]["seq"] == bad.seq
    assert json.loads((tmp_path / "s.json").read_text(encoding="utf-8"))["trust"]["set_aside"]


def test_rows_without_sense_are_kept_by_a_repair_since_nobody_needs_it(
    server: Server, place: str, who: actions.Operator
) -> None:
    with actions.open_study(place, who) as session:
        name = session.study.name
        smuggle(place, forged(session.study.head, payload='{"candidate":"nobody","outcome":"success"}'))
        session.refreshed()
        actions.record(session, "C-02", "failure")
        kept = session.study.head.seq
    done = actions.repair_study(server.address("owner", name), who)
    assert (done.kept, done.set_aside) == (kept, 0)


def test_the_owner_says_how_many_entries_stay_where_a_newer_version_wrote_the_rest(
    server: Server, place: str, who: actions.Operator
) -> None:
    with actions.open_study(place, who) as session:
        head, name = session.study.head, session.study.name
    server.sql("INSERT INTO kgdesk.kind VALUES ('from_the_future', 1) ON CONFLICT DO NOTHING")
    smuggle(place, forged(head, kind="from_the_future"))
    owned = server.address("owner", name)
    with pytest.raises(NewerStudy):
        actions.open_study(place, who)
    with pytest.raises(KgdeskError, match="newer kgdesk"):
        actions.repair_study(owned, who)
    assert actions.repair_study(owned, who, keep=head.seq).set_aside == 1
    with pytest.raises(DamagedStudy, match="entries are missing"):  # this person has seen what is set aside
        actions.open_study(place, who)
    assert actions.take_as_it_is(place, who) == head.seq + 1
    with actions.open_study(place, who) as session:
        assert len(session.study.runs) == 1


def test_a_kind_that_the_server_does_not_know_yet_is_refused_with_the_way_out(
    server: Server, place: str, who: actions.Operator
) -> None:
    server.sql("DELETE FROM kgdesk.kind WHERE name = 'note_added'")
    with actions.open_study(place, who) as session:
        with pytest.raises(StoreError, match="kgdesk server init"):
            actions.note(session, "a note")
        assert session.waiting == 0
        assert schema.init(server.address()) is True
        actions.note(session, "a note")
        assert session.study.notes[-1].text == "a note"


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
