"""Killed writers, failing disks, two programs at once: acknowledged events are present exactly once."""

from __future__ import annotations

import os
import random
import shutil
from typing import TYPE_CHECKING

import apsw
import pytest
from faults import faulty_disk
from seldom import seldom
from storekit import KIM, PAT, child, finished, half_written, head_of, new_event, some_events, torn

from kgdesk.errors import StoreError, StudyInUse
from kgdesk.store import SqliteStore
from tests.posix_only import KILLED, OPEN_FILES

if TYPE_CHECKING:
    from pathlib import Path

KILLS = int(os.environ.get("KGDESK_KILLS", "20"))
#: By day.
FEW = 6


def stored_ids(path: Path) -> list[str]:
    with SqliteStore.open(path, writer=PAT) as store:
        assert store.read_only_reason is None
        return [event.new.event_id for event in store.read_from()]


@pytest.mark.parametrize("kills", [FEW, *seldom(KILLS)])
def test_a_writer_that_is_killed_loses_nothing_that_was_acknowledged(study: Path, kills: int) -> None:
    draw = random.Random(20261121)
    known = stored_ids(study)
    torn = 0
    for _ in range(kills):
        process = child("endless", study)
        assert process.stdout is not None
        acknowledged = [process.stdout.readline().strip() for _ in range(draw.randrange(1, 20))]
        process.kill()
        rest = process.stdout.read()  # communicate() would lose the lines buffered by readline()
        process.communicate(timeout=60)
        acknowledged += [line for line in rest.split("\n")[:-1] if line]
        torn += half_written(study)
        now = stored_ids(study)
        assert now[: len(known) + len(acknowledged)] == known + acknowledged
        assert len(now) - len(known) - len(acknowledged) in (0, 1)
        assert len(set(now)) == len(now)
        known = now
    print(f"{kills} kills, {torn} in the middle of a write, {len(known)} events")


@pytest.mark.nightly
def test_a_writer_killed_at_each_step_of_a_commit_leaves_all_or_nothing(study: Path) -> None:
    known = stored_ids(study)
    torn = []
    step = 0
    ended = False
    while not ended:
        step += 1
        path = study.with_name(f"at {step}.kgstudy")
        shutil.copy(study, path)
        process = child("die_at", path, step)
        out, err = process.communicate(timeout=60)
        ended = process.returncode == 0
        assert ended or process.returncode == KILLED, err
        hot = half_written(path)
        now = stored_ids(path)
        assert now[: len(known)] == known
        assert len(now) == len(known) + 1 or (not ended and len(now) == len(known))
        if hot and len(now) == len(known):
            torn.append(step)
        assert not ended or now[-1] == out.strip()
    assert torn
    print(f"killed at {step - 1} steps; at {len(torn)} a half-written entry was rolled back")


def test_a_half_written_entry_is_rolled_back_for_a_reader_too(study: Path) -> None:
    known = stored_ids(study)
    torn(study)
    with SqliteStore.open(study, writer=None) as store:
        assert [event.new.event_id for event in store.read_from()] == known


@pytest.mark.nightly
def test_what_a_killed_writer_leaves_at_any_step_is_rolled_back_for_a_reader(study: Path) -> None:
    known = stored_ids(study)
    step, hot = 1, False
    while not hot:
        process = child("die_at", study, step)
        process.communicate(timeout=60)
        assert process.returncode == KILLED
        hot = half_written(study)
        step += 1
        with SqliteStore.open(study, writer=None) as store:
            assert [event.new.event_id for event in store.read_from()] == known


@pytest.mark.parametrize("kind", [apsw.IOError, apsw.FullError])
def test_whichever_step_of_an_append_fails_nothing_is_lost_and_a_retry_succeeds(
    study: Path, kind: type[apsw.Error]
) -> None:
    def fail(step: str) -> None:
        raise kind(f"planned at {step}")

    known = stored_ids(study)
    failures, said = [], set()
    step, fired = 0, True
    with faulty_disk() as faults:
        while fired:
            step += 1
            path = study.with_name(f"{kind.__name__} {step}.kgstudy")
            shutil.copy(study, path)
            with SqliteStore.open(path, writer=KIM) as store:
                head = store.head()
                new = [new_event({"note": "x" * 9000})]
                faults.arm(step, fail)
                try:
                    first = store.append_if_head(head, new)
                except StoreError as cause:
                    said.add(str(cause))
                    first = ()
                    failures.append(step)
                faults.disarm()
                fired = faults.fired
                again = store.append_if_head(head, new)
                assert again[0].new == new[0]
                assert first in ((), again)
                assert store.verify().problem is None
                with SqliteStore.open(path, writer=None) as reader:
                    assert reader.head() == head_of(again)
            assert stored_ids(path) == [*known, new[0].event_id]
    assert len(failures) >= 10
    assert all(one.endswith(".") for one in said)
    print(f"{kind.__name__}: {len(failures)} of {step - 1} steps failed the append")


@pytest.mark.parametrize("kind", [apsw.IOError, apsw.FullError])
def test_whichever_step_of_making_a_study_fails_nothing_is_left(
    tmp_path: Path, kind: type[apsw.Error]
) -> None:
    def fail(step: str) -> None:
        raise kind(f"planned at {step}")

    path = tmp_path / "s.kgstudy"
    step, failures, fired, said = 0, 0, True, set()
    with faulty_disk() as faults:
        while fired:
            step += 1
            faults.arm(step, fail)
            try:
                SqliteStore.create(path, some_events(2)).close()
            except StoreError as cause:
                said.add(str(cause))
                failures += 1
            faults.disarm()
            fired = faults.fired
            if path.exists():  # the steps after the final rename only read it
                assert len(stored_ids(path)) == 2
                path.unlink()
            left = {entry.name for entry in tmp_path.iterdir()}
            assert left <= {".s.kgstudy.lock"}
    assert failures >= 10
    assert all(one.endswith(".") for one in said)


def test_whichever_step_of_opening_fails_is_told_in_a_sentence(study: Path) -> None:
    def fail(step: str) -> None:
        raise apsw.IOError(f"planned at {step}")

    known = stored_ids(study)
    step, failures, fired, said = 0, 0, True, set()
    with faulty_disk() as faults:
        while fired:
            step += 1
            faults.arm(step, fail)
            try:
                with SqliteStore.open(study, writer=KIM) as store:
                    assert [event.new.event_id for event in store.read_from()] == known
            except StoreError as cause:
                said.add(str(cause))
                failures += 1
            faults.disarm()
            fired = faults.fired
            assert stored_ids(study) == known
    assert failures >= 3
    assert all(one.endswith(".") for one in said)


def test_two_programs_taking_turns_lose_nothing(study: Path) -> None:
    known = stored_ids(study)
    processes = [child("turns", study, 30) for _ in range(2)]
    said = [finished(process).split() for process in processes]
    now = stored_ids(study)
    assert sorted(now[len(known) :]) == sorted(said[0] + said[1])
    assert len(now) == len(known) + 60


@OPEN_FILES
def test_two_writers_whose_lock_was_deleted_still_lose_nothing(study: Path) -> None:
    known = stored_ids(study)
    processes = []
    for _ in range(2):
        process = child("race", study, 150)
        processes.append(process)
        assert process.stdout is not None
        assert process.stdout.readline() == "open\n"
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    said = [finished(process).split() for process in processes]
    now = stored_ids(study)
    assert len(now) == len(known) + 300
    assert set(now) == {*known, *said[0], *said[1]}
    for own in said:
        assert [one for one in now if one in set(own)] == own


def test_the_lock_holds_against_another_process_and_goes_with_it_when_it_is_killed(study: Path) -> None:
    process = child("hold", study)
    assert process.stdout is not None
    assert process.stdout.readline() == "open\n"
    with pytest.raises(StudyInUse, match="open on LAB-PC-2 by Kim since 09:12"):
        SqliteStore.open(study, writer=PAT)
    with SqliteStore.open(study, writer=None) as reader:
        assert reader.head().seq == 5
        process.kill()
        process.communicate(timeout=60)
        reader.lock(PAT)
        reader.append_if_head(reader.head(), [new_event()])
