"""A study of format 1 is written in place until the first event of format 2; then its file is upgraded."""

from __future__ import annotations

import os
import shutil
import signal
from typing import TYPE_CHECKING

import apsw
import pytest
from faults import faulty_disk
from storekit import KIM, PAT, child, head_of, meddle, new_event, some_events

from kgdesk.errors import NotSaved, StaleHead, StoreError
from kgdesk.model.study.events import Head
from kgdesk.store import SqliteStore, studies

if TYPE_CHECKING:
    from pathlib import Path

    from kgdesk.model.study.events import NewEvent


def later_event() -> NewEvent:
    """Return an event that a reader of format 1 does not know."""
    return new_event({"candidate": "C-0042", "outcome": "success", "measured": 0.5}, kind_version=2)


def version_of(path: Path) -> int:
    return int.from_bytes(path.read_bytes()[60:64], "big")


def ids(path: Path) -> list[str]:
    with SqliteStore.open(path, writer=None) as store:
        return [event.new.event_id for event in store.read_from()]


def old_name(path: Path) -> Path:
    return path.with_name(f"{path.stem} (version 1).kgstudy")


def test_a_file_has_the_version_of_what_it_holds(tmp_path: Path) -> None:
    with SqliteStore.create(tmp_path / "a.kgstudy", some_events(3)) as store:
        old = store.read_from()
    with SqliteStore.create(tmp_path / "b.kgstudy", [*some_events(3), later_event()]) as store:
        new = store.read_from()
    assert [version_of(tmp_path / f"{name}.kgstudy") for name in "ab"] == [1, 2]
    SqliteStore.create_from(tmp_path / "c.kgstudy", old).close()
    SqliteStore.create_from(tmp_path / "d.kgstudy", new).close()
    assert [version_of(tmp_path / f"{name}.kgstudy") for name in "cd"] == [1, 2]
    with SqliteStore.open(tmp_path / "d.kgstudy", writer=KIM) as store:
        store.backup(tmp_path / "e.kgstudy")
    assert version_of(tmp_path / "e.kgstudy") == 2


def test_what_format_1_knows_is_written_in_place(study: Path) -> None:
    with SqliteStore.open(study, writer=KIM) as store:
        store.append_if_head(store.head(), [new_event()])
        assert store.kept_old is None
    assert version_of(study) == 1
    assert [one.path for one in studies(study.parent)] == [study]


def test_the_first_later_entry_upgrades_the_file_and_keeps_the_old_one(study: Path) -> None:
    before, known = study.read_bytes(), ids(study)
    with SqliteStore.open(study, writer=KIM) as store:
        first = store.append_if_head(store.head(), [new_event(), later_event()])
        assert store.kept_old == old_name(study)
        second = store.append_if_head(head_of(first), [new_event()])
        assert store.verify().problem is None
        assert store.head() == head_of(second)
        assert store.kept_old == old_name(study)
    assert old_name(study).read_bytes() == before
    assert (version_of(study), version_of(old_name(study))) == (2, 1)
    assert ids(study)[: len(known)] == known
    assert len(ids(study)) == len(known) + 3
    assert [one.path for one in studies(study.parent)] == [study, old_name(study)]
    assert not [one for one in study.parent.iterdir() if one.name.endswith(".part")]


def test_the_upgraded_file_keeps_the_rights_of_the_old_one(study: Path) -> None:
    study.chmod(0o640)
    with SqliteStore.open(study, writer=KIM) as store:
        store.append_if_head(store.head(), [later_event()])
    assert study.stat().st_mode & 0o777 == 0o640


def test_a_stale_head_upgrades_nothing(study: Path) -> None:
    before = study.read_bytes()
    with SqliteStore.open(study, writer=KIM) as store, pytest.raises(StaleHead):
        store.append_if_head(Head(4, "0" * 64), [later_event()])
    assert study.read_bytes() == before
    assert not old_name(study).exists()


def test_a_reader_goes_on_with_the_upgraded_file_and_may_become_its_writer(study: Path) -> None:
    with SqliteStore.open(study, writer=None) as reader:
        known = reader.head()
        with SqliteStore.open(study, writer=KIM) as store:
            stored = store.append_if_head(store.head(), [later_event()])
            assert reader.news_since(known)
            assert reader.read_from(known.seq + 1) == stored
        reader.lock(PAT)
        reader.append_if_head(reader.head(), [new_event()])
    assert len(ids(study)) == 7
    assert len(ids(old_name(study))) == 5


def test_a_reader_stays_with_its_file_where_another_study_takes_the_name(study: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.kgstudy"
    SqliteStore.create(other, some_events(9)).close()
    with SqliteStore.open(study, writer=None) as reader:
        known = reader.read_from()
        other.replace(study)
        assert reader.read_from() == known


def test_a_copy_of_a_server_becomes_one_of_format_2_in_place(tmp_path: Path) -> None:
    with SqliteStore.create(tmp_path / "far.kgstudy", [*some_events(2), later_event()]) as far:
        events = far.read_from()
    SqliteStore.create_from(tmp_path / "near.kgstudy", events[:2]).close()
    with SqliteStore.open(tmp_path / "near.kgstudy", writer=KIM) as near:
        near.take_in(events[2:])
        assert near.read_from() == events
        assert near.kept_old is None
    assert version_of(tmp_path / "near.kgstudy") == 2
    assert not old_name(tmp_path / "near.kgstudy").exists()


def test_the_rest_of_an_interrupted_upgrade_is_taken_away(study: Path) -> None:
    os.link(study, old_name(study))  # as if killed between the two names
    with SqliteStore.open(study, writer=KIM) as store:
        store.append_if_head(store.head(), [later_event()])
        assert store.kept_old == old_name(study)
    assert len(ids(old_name(study))) == 5


def test_a_second_upgrade_takes_a_free_name(study: Path) -> None:
    shutil.copy(study, old_name(study))
    with SqliteStore.open(study, writer=KIM) as store:
        store.append_if_head(store.head(), [later_event()])
        assert store.kept_old is not None
        assert store.kept_old.name == "solvents (version 1) 2.kgstudy"


@pytest.mark.parametrize("kind", [apsw.IOError, apsw.FullError])
def test_whichever_step_of_an_upgrade_fails_the_study_is_as_it_was_and_a_retry_succeeds(
    study: Path, kind: type[apsw.Error]
) -> None:
    def fail(step: str) -> None:
        raise kind(f"planned at {step}")

    known, said, failures = ids(study), set(), 0
    step, fired = 0, True
    with faulty_disk() as faults:
        while fired:
            step += 1
            path = study.with_name(f"{kind.__name__} {step}.kgstudy")
            shutil.copy(study, path)
            with SqliteStore.open(path, writer=KIM) as store:
                head, new = store.head(), [later_event()]
                faults.arm(step, fail)
                try:
                    store.append_if_head(head, new)
                except StoreError as cause:
                    said.add(str(cause))
                    failures += 1
                faults.disarm()
                fired = faults.fired
                if version_of(path) == 1:
                    assert not old_name(path).exists()
                again = store.append_if_head(head, new)
                assert store.verify().problem is None
                assert again[0].new == new[0]
            assert ids(path) == [*known, again[0].new.event_id]
            assert ids(old_name(path)) == known
            assert version_of(path) == 2
    assert failures >= 20
    assert all(one.endswith(".") for one in said)
    print(f"{kind.__name__}: {failures} of {step - 1} steps failed the upgrade")


def test_a_writer_killed_at_each_step_of_an_upgrade_leaves_a_whole_study(study: Path) -> None:
    known = ids(study)
    step, ended, stride = 0, False, int(os.environ.get("KGDESK_STRIDE", "7"))
    while not ended:
        step += stride
        path = study.with_name(f"at {step}.kgstudy")
        shutil.copy(study, path)
        process = child("die_upgrading", path, step)
        _, err = process.communicate(timeout=60)
        ended = process.returncode == 0
        assert ended or process.returncode == -signal.SIGKILL, err
        with SqliteStore.open(path, writer=PAT) as store:
            now = [event.new.event_id for event in store.read_from()]
            assert now[: len(known)] == known
            assert len(now) <= len(known) + 1
            assert store.verify().problem is None
            store.append_if_head(store.head(), [later_event()])
        assert version_of(path) == 2
        assert ids(old_name(path)) == known
    assert step > 5 * stride


def test_a_folder_that_cannot_take_another_file_refuses_the_entry_in_one_sentence(
    study: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    before = study.read_bytes()
    with SqliteStore.open(study, writer=KIM) as store:
        head = store.head()
        monkeypatch.setattr("kgdesk.store.disk.sync_file", full)
        with pytest.raises(
            NotSaved, match=r"Nothing was recorded and solvents\.kgstudy is as it was"
        ) as raised:
            store.append_if_head(head, [later_event()])
        assert "\n" not in str(raised.value)
        monkeypatch.undo()
        assert study.read_bytes() == before
        assert [one.name for one in study.parent.iterdir() if not one.name.startswith(".solvents")] == [
            study.name
        ]
        store.append_if_head(head, [new_event()])
    assert version_of(study) == 1


def test_a_damaged_file_is_not_upgraded(study: Path) -> None:
    with SqliteStore.open(study, writer=KIM) as store:
        head = store.head()
        meddle(study, "UPDATE event SET actor = 'Eve' WHERE seq = 3")
        with pytest.raises(StoreError, match="Event 3 was changed"):
            store.append_if_head(head, [later_event()])
    assert version_of(study) == 1
    assert not old_name(study).exists()


def test_a_program_records_in_the_new_file_after_another_has_migrated_it(study: Path) -> None:
    """Two of them have it open, and hold its lock for each append only."""
    with (
        SqliteStore.open(study, writer=KIM, hold=False) as one,
        SqliteStore.open(study, writer=PAT, hold=False) as two,
    ):
        head = one.head()
        (later,) = two.append_if_head(head, [later_event()])
        assert two.kept_old is not None
        with pytest.raises(StaleHead):
            one.append_if_head(head, [new_event()])
        one.append_if_head(head_of([later]), [new_event()])
        assert [event.seq for event in two.read_from(head.seq + 1)] == [head.seq + 1, head.seq + 2]
        assert two.verify().problem is None
