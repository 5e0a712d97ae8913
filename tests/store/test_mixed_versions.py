"""A program that knows format 1 only, beside this one: it continues studies of format 1 and writes no others."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

import psycopg
import pytest
from goldenkit import GOLDEN, LATER, on_a_server
from olderkit import Older, _code, older, refused, who

from kgdesk import actions
from kgdesk.actions.importing import read_pool
from kgdesk.errors import StaleHead, StoreError
from kgdesk.model.study.settings import Settings
from kgdesk.store import init_server
from kgdesk.store.chain import Row

if TYPE_CHECKING:
    from pgserver import Server
    from storekit import PostgresPlaces

__all__ = ["_code", "older", "who"]

#: Program that notes a count of times in a study, again where another program was quicker.
_NOTES = """
import sys
from kgdesk import actions
from kgdesk.errors import StaleHead
session = actions.open_study(sys.argv[1], actions.Who("Pat", "LAB-PC-9"))
print("open", flush=True)
left = int(sys.stdin.readline())
while left:
    try:
        actions.note(session, f"older {left}")
        left -= 1
    except StaleHead:
        session.refreshed()
print("done", flush=True)
"""


def made(place: Any, table_path: Path, who: actions.Operator) -> actions.Session:
    pool = read_pool(table_path, id="code", categories=["solvent"], extras=["well"])
    return actions.create_study(place, pool, Settings(), who, file=table_path.name)


def rows_on(place: str) -> list[tuple[Any, ...]]:
    base, _, name = place.partition("#")
    with psycopg.connect(base) as link:
        return link.execute(
            "SELECT e.hash FROM kgdesk.event e JOIN kgdesk.study s ON s.id = e.study WHERE s.name = %s ORDER BY seq",
            (name,),
        ).fetchall()


def test_the_older_program_goes_on_with_a_file_of_format_1_that_this_one_wrote_to(
    older: Older, tmp_path: Path, who: actions.Operator
) -> None:
    path = Path(shutil.copy(GOLDEN / "format-1.kgstudy", tmp_path))
    with actions.open_study(path, who) as session:
        actions.record(session, "C-01", "success", note="by the newer program")
        known = session.study.events
    assert older("note", path, "by the older program").returncode == 0
    assert older("correct", path, "1", "success", "--reason", "it was right").returncode == 0
    with actions.open_study(path, who) as session:
        new = session.study.events[len(known) :]
        assert [event.kind for event in new if event.kind != "clock_anomaly"] == [
            "note_added",
            "outcome_corrected",
        ]
        assert session.study.events[: len(known)] == known
        assert session.study.record_format == 1
    assert path.read_bytes()[63] == 1


def test_the_older_program_refuses_a_file_of_format_2_and_leaves_it_alone(
    older: Older, tmp_path: Path, table_path: Path, who: actions.Operator
) -> None:
    upgraded = Path(shutil.copy(GOLDEN / "format-1.kgstudy", tmp_path))
    with actions.open_study(upgraded, who) as session:
        session.append([LATER])
    with made(tmp_path / "new.kgstudy", table_path, who) as session:
        new = Path(session.place)
    for path in (upgraded, new):
        before = path.read_bytes()
        for words in (("note", path, "x"), ("status", path), ("exclude", path, "C-01")):
            assert "made by a newer kgdesk" in refused(older(*words))
        assert path.read_bytes() == before


@pytest.mark.nightly
def test_the_older_program_reads_archives_of_format_1_and_refuses_those_of_format_2(
    older: Older, tmp_path: Path, who: actions.Operator
) -> None:
    path = Path(shutil.copy(GOLDEN / "format-1.kgstudy", tmp_path))
    with actions.open_study(path, who) as session:
        actions.note(session, "by the newer program")
        actions.export(session, tmp_path / "one.zip")
        head = session.study.head
        session.append([LATER])
        actions.export(session, tmp_path / "two.zip")
    done = older("import", tmp_path / "one.kgstudy", tmp_path / "one.zip")
    assert done.returncode == 0, done.stderr
    with actions.open_study(tmp_path / "one.kgstudy", who, read_only=True) as session:
        assert session.study.head == head
    said = refused(older("import", tmp_path / "two.kgstudy", tmp_path / "two.zip"))
    assert "two.zip was written by a newer version of kgdesk" in said
    assert not (tmp_path / "two.kgstudy").exists()


@pytest.mark.nightly
def test_on_a_server_both_write_format_1_and_the_older_program_refuses_format_2(
    older: Older, on_server: PostgresPlaces, who: actions.Operator
) -> None:
    place = on_a_server(on_server, "shared")
    with actions.open_study(place, who) as session:
        actions.note(session, "by the newer program")
        assert older("note", place, "by the older program").returncode == 0
        assert session.refreshed() is not None
        assert session.study.notes[-1].text == "by the older program"
        session.append([LATER])
    before = rows_on(place)
    for words in (("note", place, "x"), ("status", place), ("exclude", place, "C-01")):
        assert "made by a newer kgdesk" in refused(older(*words))
    assert rows_on(place) == before


@pytest.mark.nightly
def test_an_older_program_that_has_the_study_open_on_a_server_writes_nothing_once_it_is_of_format_2(
    older: Older, on_server: PostgresPlaces, who: actions.Operator
) -> None:
    place = on_a_server(on_server, "open")
    with older.waiting(place) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "open\n"
        with actions.open_study(place, who) as session:
            session.append([LATER])
        before = rows_on(place)
        said, _ = process.communicate("go\n", timeout=120)
    assert process.returncode == 0
    assert [line for line in said.splitlines() if "made by a newer kgdesk" in line] == said.splitlines()
    assert len(said.splitlines()) == 2
    assert rows_on(place) == before


class OlderPlaces:
    """Places for studies in a database that the older program prepared."""

    def __init__(self, server: Server, older: Older) -> None:
        server.sql("DROP DATABASE IF EXISTS older WITH (FORCE)", "CREATE DATABASE older")
        self._server = server
        self.owner = server.address().replace("/lab?", "/older?")
        assert older("server", "init", self.owner).returncode == 0

    def __call__(self, name: str) -> str:
        return self._server.address("kim", name).replace("/lab?", "/older?")


@pytest.mark.nightly
def test_both_record_on_a_server_while_its_owner_brings_it_up_to_date(
    older: Older, server: Server, who: actions.Operator
) -> None:
    places = OlderPlaces(server, older)
    place = on_a_server(places, "shared")
    noted: list[str] = []
    with older.waiting(place, _NOTES) as process, actions.open_study(place, who) as session:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stdout.readline() == "open\n"
        process.stdin.write("30\n")
        process.stdin.flush()
        upgraded = False
        while len(noted) < 30:
            if len(noted) == 10 and not upgraded:
                upgraded = init_server(places.owner)
            try:
                actions.note(session, f"newer {len(noted)}")
            except StaleHead:
                continue
            noted.append(f"newer {len(noted)}")
        assert process.communicate(timeout=120)[0] == "done\n"
    assert process.returncode == 0
    assert upgraded
    assert init_server(places.owner) is False
    with actions.open_study(place, who, read_only=True) as session:
        texts = [one.text for one in session.study.notes if one.text.startswith(("newer", "older"))]
        assert sorted(texts) == sorted([*noted, *(f"older {left}" for left in range(1, 31))])
        assert session.study.record_format == 1
    assert older("note", place, "and reads all").returncode == 0
    with psycopg.connect(places.owner) as link:
        counts = link.execute(
            "SELECT recorded_by, count(*) FROM kgdesk.event GROUP BY 1 ORDER BY 1"
        ).fetchall()
    assert [by for by, _ in counts] == ["kim", None]  # rows from before the upgrade have no login


@pytest.mark.nightly
def test_the_older_program_reads_a_repaired_study_and_is_told_in_one_sentence_of_a_damaged_one(
    older: Older, server: Server, who: actions.Operator
) -> None:
    places = OlderPlaces(server, older)
    place = on_a_server(places, "shared")
    with psycopg.connect(place.partition("#")[0]) as link:  # the older server takes a wrong hash
        link.execute(
            f"INSERT INTO kgdesk.event (study, {', '.join(Row._fields)}) SELECT study, seq + 1, '{'0' * 32}', kind, 1, "
            "'', '', '', '', '', '', hash, hash FROM kgdesk.event ORDER BY seq DESC LIMIT 1".encode()
        )
    assert "was changed after it was recorded" in refused(older("note", place, "x"))
    owner = places.owner + "#shared"
    with pytest.raises(StoreError, match="kgdesk server init"):
        actions.repair_study(owner, who)
    assert init_server(places.owner) is True
    assert actions.repair_study(owner, who).set_aside == 1
    assert older("note", place, "by the older program").returncode == 0
    with actions.open_study(place, who, read_only=True) as session:
        assert [one.text for one in session.study.notes][-1] == "by the older program"
