"""Power cuts at any step of recording, correcting, creating, backing up, restoring, waiting for a server, exporting."""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from campaignkit import KIM, main, scratch, study_in
from powerdisk import Disk, recorded, written
from storekit import KIM as WRITER
from storekit import new_event, some_events, torn

from kgdesk import actions
from kgdesk.actions.workspace import new_project
from kgdesk.store import Outbox, SqliteStore, UserDatabase
from kgdesk.store.backups import back_up, copy_backup
from kgdesk.tables.archive import read_archive, write_archive

if TYPE_CHECKING:
    from collections.abc import Iterator

#: At each step of the log: number of acknowledged entries of each file that must exist.
Acks = list[tuple[int, dict[str, int]]]
#: Address and first hash of the study for which entries wait, and the folder of the person, which does not exist yet.
ADDRESS, ROOT_HASH, OWN = "postgresql://lab/base#s", "f" * 64, "own"
#: Stands for whichever of the study files has the most entries.
ANY = "*"


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


def creating_in_a_project(folder: Path, disk: Disk, draw: random.Random) -> Acks:
    """Make a study in the folder of a new project in a new workspace."""
    del draw
    project = new_project(folder / "workspace", "Solvents")
    with SqliteStore.create(project / "new.kgstudy", some_events(2)):
        return [(len(disk.log), {"workspace/Solvents/new.kgstudy": 2})]


def backing_up(folder: Path, disk: Disk, draw: random.Random) -> Acks:
    del draw
    with SqliteStore.open(folder / "s.kgstudy", writer=WRITER) as store:
        found = store.backup(folder / "backup.kgstudy")
        return [(len(disk.log), {"backup.kgstudy": found.events, "s.kgstudy": found.events})]


def restoring(folder: Path, disk: Disk, draw: random.Random) -> Acks:
    del draw
    done = actions.restore(folder / "s.kgstudy", KIM)
    return [(len(disk.log), {"s.kgstudy": done.entries})]


def restoring_torn(folder: Path, disk: Disk, draw: random.Random) -> Acks:
    """Restore a study from a backup while a killed writer's journal lies beside it."""
    del draw
    done = actions.restore(folder / "s.kgstudy", KIM, source=folder / "backup.kgstudy")
    assert done.previous_file is not None
    return [(len(disk.log), {"s.kgstudy": done.entries, done.previous_file.name: done.entries + 1})]


def waiting(folder: Path, disk: Disk, draw: random.Random) -> Acks:
    """Let entries wait for a server, and drop the first once it has arrived."""
    del draw
    outbox = Outbox(ADDRESS, ROOT_HASH, UserDatabase(folder / OWN))
    batches = [(new_event(),) for _ in range(3)]
    acks: Acks = []
    for number, batch in enumerate(batches, 1):
        outbox.add(batch)
        acks.append((len(disk.log), {f"{OWN}/user.sqlite": number}))
    acks.append((len(disk.log), {f"{OWN}/user.sqlite": 2}))
    outbox.drop(batches[0])
    return acks


def exporting(folder: Path, disk: Disk, draw: random.Random) -> Acks:
    """Write an archive, then replace it by a longer one."""
    del draw
    acks: Acks = []
    for count in (2, 5):
        write_archive(folder / "a.zip", [f'{{"line": {n}}}' for n in range(count)], {}, overwrite=count > 2)
        acks.append((len(disk.log), {"a.zip": count}))
    return acks


def keeping_copies(folder: Path, disk: Disk, draw: random.Random) -> Acks:
    """Make the first backup of a study in folders that do not exist yet, and a copy in a second place."""
    del draw
    place = folder / OWN / "backups" / "s"
    with SqliteStore.open(folder / "s.kgstudy", writer=None) as store:
        made = back_up(store, place, datetime(2026, 11, 21, 9, tzinfo=UTC))
    first = {f"{OWN}/backups/s/{made.path.name}": made.seq}
    acks = [(len(disk.log), first)]
    copy_backup(made, folder / "second" / "place")
    return [*acks, (len(disk.log), first | {f"second/place/{made.path.name}": made.seq})]


Way = Callable[[Path, Disk, random.Random], Acks]
WAYS: tuple[Way, ...] = (
    recording, correcting, recording, importing, creating, creating_in_a_project, backing_up, restoring,
    restoring_torn, waiting, exporting, keeping_copies,
)  # fmt: skip


def recorded_once(place: Path, way: Way, draw: random.Random, *, links: bool = True) -> tuple[Disk, Acks]:
    """Make a study in a new folder and run an act on it; return the operations and what was acknowledged when."""
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir()
    path = study_in(place, outcomes=3)
    with SqliteStore.open(path, writer=WRITER) as store:
        before = {"s.kgstudy": store.head().seq}
        if way is restoring_torn:
            store.backup(place / "backup.kgstudy")
            store.append_if_head(store.head(), [new_event(kind="note_added", payload={"text": "later"})])
            before[ANY] = store.head().seq  # what the restored study lacks stays in the old file
    if way is restoring_torn:
        torn(path)
    with recorded(place, links=links) as disk:
        acks = way(place, disk, draw)
    return disk, [(0, before), *acks]


def cuts(folder: Path, way: Way, draw: random.Random) -> Iterator[None]:
    """Run an act once, then cut the power after every step of it."""
    disk, acks = recorded_once(folder / "live", way, draw)
    known = known_in(folder / "live", way)
    for number, state in enumerate(disk.states()):
        look(folder / "after", state.after_cut(draw), promised(acks, number), known)
        yield


def promised(acks: Acks, number: int) -> dict[str, int]:
    """Return what was acknowledged when this number of operations had happened."""
    return {name: count for at, heads in acks if at <= number for name, count in heads.items()}


def known_in(place: Path, way: Way) -> dict[str, list[str]]:
    """Return the hashes of the events of each study that an act has left without a cut."""
    known: dict[str, list[str]] = {}
    if way is restoring_torn:  # its name passes to another file
        return known
    for one in sorted(place.glob("*.kgstudy")):
        with SqliteStore.open(one, writer=None) as store:
            known[one.name] = [event.hash for event in store.read_from()]
    return known


def look(after: Path, files: dict[str, bytes], heads: dict[str, int], known: dict[str, list[str]]) -> None:
    """Write the files that a cut has left, and check that nothing acknowledged is lost and nothing half-made."""
    shutil.rmtree(after, ignore_errors=True)
    after.mkdir()
    # Without hard links a name is reserved by an empty file until it is taken by the whole one.
    written({name: data for name, data in files.items() if data or name in heads}, after)
    if ANY in heads:
        most = max(count_in(one) for one in after.glob("s*.kgstudy"))
        assert most >= heads[ANY], "no file has all entries"
    for name, count in heads.items() - {(ANY, heads.get(ANY, 0))}:
        assert (after / name).exists(), f"{name} is gone"
        assert count_in(after / name) >= count, f"{name} lost an acknowledged entry"
    for path in sorted(after.rglob("*.kgstudy")):
        with SqliteStore.open(path, writer=WRITER) as store:
            hashes = [event.hash for event in store.read_from()]
            expected = known.get(path.name)
            assert hashes, f"{path.name} is empty"
            assert expected is None or hashes == expected[: len(hashes)]
    for path in after.rglob("*.zip"):
        assert count_in(path)


def count_in(path: Path) -> int:
    """Return the number of entries in a study, an archive or an outbox."""
    if path.suffix == ".zip":
        return len(read_archive(path)[0])
    if path.suffix == ".sqlite":
        database = UserDatabase(path.parent)
        count = len(Outbox(ADDRESS, ROOT_HASH, database).batches())
        assert not database.damaged_files()
        return count
    with SqliteStore.open(path, writer=WRITER) as store:
        return store.head().seq


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
