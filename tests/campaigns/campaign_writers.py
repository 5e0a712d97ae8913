"""Two programs write to one study at the same time, without the lock that prevents this."""

from __future__ import annotations

from campaignkit import main, scratch
from storekit import child, finished, some_events

from kgdesk.store import SqliteStore


def run(long: bool, seed: int) -> str:
    del seed
    each = 5_000 if long else 60
    with scratch() as folder:
        path = folder / "s.kgstudy"
        SqliteStore.create(path, some_events(1)).close()
        processes = [child("race", path, each) for _ in range(2)]
        for process in processes:
            assert process.stdout is not None
            assert process.stdin is not None
            assert process.stdout.readline() == "open\n"
        for process in processes:
            assert process.stdin is not None
            process.stdin.write("go\n")
            process.stdin.flush()
        said = [finished(process, 3600).split() for process in processes]
        with SqliteStore.open(path, writer=None) as store:
            stored = [event.new.event_id for event in store.read_from()][1:]
    assert len(stored) == 2 * each
    for own in said:
        mine = set(own)
        assert [one for one in stored if one in mine] == own, "lost, doubled or out of order"
    return f"two programs: {len(stored)} outcomes of {each} each, 0 lost, 0 doubled, 0 gaps"


if __name__ == "__main__":
    main(run)
