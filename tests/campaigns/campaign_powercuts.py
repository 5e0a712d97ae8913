"""Power cuts at any step of recording, correcting, importing, backing up, migrating, restoring and creating."""

from __future__ import annotations

import random
import shutil
from typing import TYPE_CHECKING

from campaignkit import KIM, main, scratch, study_in
from powerdisk import Disk, recorded
from storekit import KIM as WRITER
from storekit import new_event, some_events

from kgdesk import actions
from kgdesk.store import SqliteStore, WriterLock, database, study_file

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

#: At each step of the log: number of acknowledged entries of each study that must exist.
Acks = list[tuple[int, dict[str, int]]]


def recording(folder: Path, disk: Disk, draw: random.Random) -> Acks:
    acks: Acks = []
    with SqliteStore.open(folder / "s.kgstudy", writer=WRITER) as store:
        for _ in range(6):
            many = [new_event({"note": "x" * draw.randrange(9000)}) for _ in range(draw.choice((1, 1, 2)))]
            head = store.append_if_head(store.head(), many)[-1]
            acks.append((len(disk.log), {"s.kgstudy": head.seq}))
    return acks


def correcting(folder: Path, disk: Disk, draw: random.Random) -> Acks:
    acks: Acks = []
    with actions.open_study(folder / "s.kgstudy", KIM) as session:
        for _ in range(4):
            run = draw.randrange(len(session.study.runs)) + 1
            new = "failure" if session.study.run(run).outcome == "success" else "success"
            actions.correct(session, run, new, "typed the wrong outcome")
            acks.append((len(disk.log), {"s.kgstudy": session.study.head.seq}))
    return acks


def importing(folder: Path, disk: Disk, draw: random.Random) -> Acks:
    del draw
    with SqliteStore.open(folder / "s.kgstudy", writer=None) as store:
        events = store.read_from()
    with SqliteStore.create_from(folder / "imported.kgstudy", events):
        return [(len(disk.log), {"imported.kgstudy": len(events), "s.kgstudy": len(events)})]


def creating(folder: Path, disk: Disk, draw: random.Random) -> Acks:
    count = draw.randrange(1, 6)
    with SqliteStore.create(folder / "new.kgstudy", some_events(count)):
        return [(len(disk.log), {"new.kgstudy": count})]


def backing_up(folder: Path, disk: Disk, draw: random.Random) -> Acks:
    del draw
    with SqliteStore.open(folder / "s.kgstudy", writer=WRITER) as store:
        found = store.backup(folder / "backup.kgstudy")
        return [(len(disk.log), {"backup.kgstudy": found.events, "s.kgstudy": found.events})]


def migrating(folder: Path, disk: Disk, draw: random.Random) -> Acks:
    del draw
    with SqliteStore.open(folder / "s.kgstudy", writer=None) as store:
        events = store.head().seq
    newer = database.USER_VERSION + 1
    database.USER_VERSION = newer
    path = folder / "s.kgstudy"
    lock = WriterLock(path)
    lock.take(WRITER)
    try:
        study_file.migrate(path, database.connect(path), {newer - 1: lambda _: None})
    finally:
        lock.release()
        database.USER_VERSION = newer - 1
    return [(len(disk.log), {"s.kgstudy": events})]


def restoring(folder: Path, disk: Disk, draw: random.Random) -> Acks:
    del draw
    done = actions.restore(folder / "s.kgstudy", KIM)
    return [(len(disk.log), {"s.kgstudy": done.entries})]


WAYS: tuple[Callable[[Path, Disk, random.Random], Acks], ...] = (
    recording, correcting, recording, importing, creating, backing_up, migrating, restoring,
)  # fmt: skip
#: Number of entries that the old or the new study of a swap must have at any moment.
ALWAYS = {"s.kgstudy": 1}


def cuts(
    folder: Path, way: Callable[[Path, Disk, random.Random], Acks], draw: random.Random
) -> Iterator[None]:
    """Run an act once, then cut the power after every step of it."""
    place, after = folder / "live", folder / "after"
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir()
    path = study_in(place, outcomes=3)
    with SqliteStore.open(path, writer=None) as store:
        before = store.head().seq
    with recorded(place) as disk:
        acks = way(place, disk, draw)
    known = {}
    for one in sorted(place.glob("*.kgstudy")):
        if way is not migrating:
            with SqliteStore.open(one, writer=None) as store:
                known[one.name] = [event.hash for event in store.read_from()]
    for number, state in enumerate(disk.states()):
        promised = {"s.kgstudy": before}
        for at, heads in acks:
            if at <= number:
                promised |= heads
        shutil.rmtree(after, ignore_errors=True)
        after.mkdir()
        for name, data in state.after_cut(draw).items():
            (after / name).write_bytes(data)
        check(after, promised, known, newer=way is migrating)
        yield


def check(after: Path, promised: dict[str, int], known: dict[str, list[str]], *, newer: bool) -> None:
    for name in promised:
        assert (after / name).exists(), f"{name} is gone"
    for path in sorted(after.glob("*.kgstudy")):
        with SqliteStore.open(path, writer=None if newer else WRITER) as store:
            hashes = [event.hash for event in store.read_from()]
            assert len(hashes) >= promised.get(path.name, 1), f"{path.name} lost an acknowledged entry"
            expected = known.get(path.name)
            assert expected is None or hashes == expected[: len(hashes)]


def run(long: bool, seed: int) -> str:
    draw = random.Random(seed)
    wanted = 50_000 if long else 400
    done, by_way = 0, dict.fromkeys((way.__name__ for way in WAYS), 0)
    with scratch() as folder:
        while done < wanted:
            for way in WAYS:
                for _ in cuts(folder, way, draw):
                    done += 1
                    by_way[way.__name__] += 1
    listed = ", ".join(f"{name.replace('_', ' ')} {count}" for name, count in by_way.items())
    return f"power cuts: {done} ({listed}); 0 acknowledged entries lost, 0 studies unreadable"


if __name__ == "__main__":
    main(run)
