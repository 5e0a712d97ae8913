"""A long life of a study is preserved in a file, on a server, in an archive and in a backup."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "model"))

from whole_life import LIFE, MEASURED

from kgdesk import actions
from kgdesk.actions.importing import read_pool
from kgdesk.errors import NewerStudy
from kgdesk.model.study.settings import Settings
from kgdesk.tables import archive

if TYPE_CHECKING:
    from storekit import PostgresPlaces


def made(place: str | Path, table: Path, who: actions.Operator) -> actions.Session:
    pool = read_pool(table, id="code", categories=["solvent"], extras=["well"])
    return actions.create_study(place, pool, Settings(**MEASURED), who, file=table.name)


def test_a_whole_life_lasts_in_every_store_and_after_every_move(
    places: Any, table_path: Path, who: actions.Operator, tmp_path: Path
) -> None:
    with made(places("s"), table_path, who) as session:
        for facts in LIFE:
            session.append(facts(session.study))
        study, place = session.study, session.place
        actions.export(session, tmp_path / "all.zip")
        session.store.backup(tmp_path / "backup.kgstudy")
        lines = actions.audit(study)
        assert any(line.what.startswith("Made the worklist") and "Monday" in line.what for line in lines)
        actions.export(session, tmp_path / "all.xlsx")
    with actions.open_study(place, who) as again:
        assert again.study == study
        again.append([("note_added", {"text": "goes on"})])
    with actions.open_study(tmp_path / "backup.kgstudy", who, read_only=True) as copy:
        assert copy.study == study
    with actions.import_archive(tmp_path / "all.zip", tmp_path / "here.kgstudy", who) as here:
        assert here.study == study
    found = actions.verify(place)
    assert found.problem is None
    _, manifest = archive.read_archive(tmp_path / "all.zip")
    assert manifest["format_version"] == 1


def test_an_archive_says_of_which_format_its_record_is_and_a_reader_of_a_lower_one_refuses_it(
    table_path: Path, who: actions.Operator, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with made(tmp_path / "s.kgstudy", table_path, who) as session:
        actions.export(session, tmp_path / "new.zip")
    monkeypatch.setattr(archive, "FORMAT_VERSION", 0)
    with pytest.raises(NewerStudy, match="newer version of kgdesk"):
        archive.read_archive(tmp_path / "new.zip")


def test_a_colleague_at_another_workstation_reads_what_was_added(
    on_server: PostgresPlaces, table_path: Path, who: actions.Operator
) -> None:
    with made(on_server("s"), table_path, who) as here, actions.open_study(here.place, who) as there:
        for facts in LIFE:
            here.append(facts(here.study))
        assert there.refreshed() is not None
        assert there.study == here.study
