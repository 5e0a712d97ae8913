"""A file of an older version is migrated to the present one on a copy; events are never rewritten."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from storekit import KIM

from kgdesk.errors import DamagedStudy, StoreError
from kgdesk.model.study.study import fold
from kgdesk.store import SqliteStore, WriterLock, database, salvage, study_file

if TYPE_CHECKING:
    import apsw

GOLDEN = Path(__file__).parent / "golden"
#: One study of each released version, with its head.
HEADS = {
    "version-1.kgstudy": (14, "cd4ac198ae76d839ee7b3374e6ddfa11e22c0a41972a492e06c2453e67ac403c"),
}


def add_table(db: apsw.Connection) -> None:
    db.execute("CREATE TABLE more (x TEXT) STRICT")


@pytest.fixture
def _next_version(study: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert study.exists()  # made with the present version
    monkeypatch.setattr(database, "USER_VERSION", 3)
    table = ("table", "more", "more", "CREATE TABLE more (x TEXT) STRICT")
    monkeypatch.setattr(database, "_SCHEMA", database._SCHEMA | {table})


@pytest.mark.parametrize("name", sorted(HEADS))
def test_the_files_of_every_version_keep_opening(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    shutil.copy(GOLDEN / name, path)
    with SqliteStore.open(path, writer=KIM) as store:
        assert store.read_only_reason is None
        head = store.head()
        study = fold(store.read_from())
    assert (head.seq, head.hash) == HEADS[name]
    assert [(run.candidate, run.outcome) for run in study.runs] == [("C-01", "failure"), ("C-03", "failure")]
    assert study.is_open


def test_the_damaged_file_of_a_version_is_refused_and_gives_its_whole_events(tmp_path: Path) -> None:
    path = tmp_path / "damaged.kgstudy"
    shutil.copy(GOLDEN / "version-1-damaged.kgstudy", path)
    with pytest.raises(DamagedStudy, match="Event 9 was changed"):
        SqliteStore.open(path, writer=KIM)
    assert len(salvage(path)[0]) == 8


def migrated(path: Path, *steps: study_file.Step) -> Path:
    """Migrate a file of version 1 to the present one, as its writer does, by steps of the test's own."""
    lock = WriterLock(path)
    lock.take(KIM)
    try:
        return study_file.migrate(path, database.connect(path), dict(enumerate(steps, 1)))
    finally:
        lock.release()


def same(_: apsw.Connection) -> None:
    pass


@pytest.mark.usefixtures("_next_version")
def test_a_migrated_file_has_the_same_head_and_the_old_one_stays(study: Path) -> None:
    before = study.read_bytes()
    old = migrated(study, same, add_table)
    assert old.read_bytes() == before
    assert old.name == "solvents (version 1).kgstudy"
    with SqliteStore.open(study, writer=KIM) as store:
        assert len(store.read_from()) == 5
        assert store.read_only_reason is None


@pytest.mark.usefixtures("_next_version")
def test_a_migration_that_changes_an_event_is_refused_and_the_file_is_as_it_was(study: Path) -> None:
    def meddles(db: apsw.Connection) -> None:
        add_table(db)
        db.execute("DROP TRIGGER event_is_never_deleted")
        db.execute("DELETE FROM event WHERE seq = 5")
        db.execute(database._NEVER_DELETED)

    def breaks(db: apsw.Connection) -> None:
        db.execute("DROP TABLE event")

    before = study.read_bytes()
    for step in (meddles, breaks):
        with pytest.raises(StoreError):
            migrated(study, same, step)
        assert study.read_bytes() == before
        assert {path.name for path in study.parent.glob("*.kgstudy")} == {study.name}


@pytest.mark.usefixtures("_next_version")
def test_a_version_without_a_step_is_refused(study: Path) -> None:
    with pytest.raises(DamagedStudy, match="of version 1"):
        migrated(study, same)
