"""Child processes of the tests, which are killed or run as another user."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import sys
import tempfile
from pathlib import Path
from typing import Any

from faults import faulty_disk
from storekit import KIM, PAT, head_of, new_event, some_events

from kgdesk.errors import StaleHead, StoreError, StudyInUse
from kgdesk.store import SqliteStore
from kgdesk.store.postgres.store import _LOCK, PostgresStore


def endless(path: str) -> None:
    """Append until killed; print the id of each event once it is recorded."""
    with SqliteStore.open(path, writer=KIM) as store:
        head = store.head()
        while True:
            new = new_event({"note": "x" * 9000})
            head = head_of(store.append_if_head(head, [new]))
            print(new.event_id, flush=True)


def die_at(path: str, step: str) -> None:
    """Append one event and get killed at one step of it; print the event's id if it is recorded."""
    with faulty_disk() as faults, SqliteStore.open(path, writer=KIM) as store:
        head = store.head()
        faults.arm(int(step), lambda _: os.kill(os.getpid(), 9))
        new = new_event({"note": "x" * 9000})
        store.append_if_head(head, [new])
        print(new.event_id)


def turns(path: str, count: str) -> None:
    """Append `count` events; open the study for each, and wait while another process has it open."""
    left = int(count)
    while left:
        try:
            with SqliteStore.open(path, writer=KIM) as store:
                new = new_event()
                store.append_if_head(store.head(), [new])
        except StudyInUse:
            continue
        print(new.event_id, flush=True)
        left -= 1


def race(path: str, count: str) -> None:
    """Append `count` events concurrently with another writer, without a lock."""
    side = Path(path).with_name(f".{Path(path).name}.lock")
    store = None
    while store is None:
        side.unlink(missing_ok=True)
        with contextlib.suppress(StudyInUse):  # the other writer has just locked the study
            store = SqliteStore.open(path, writer=PAT)
    with store:
        side.unlink(missing_ok=True)
        print("open", flush=True)
        sys.stdin.readline()
        left = int(count)
        while left:
            new = new_event()
            try:
                store.append_if_head(store.head(), [new])
            except StaleHead:
                continue
            print(new.event_id, flush=True)
            left -= 1


def hold(path: str) -> None:
    """Hold a study open for writing until the input ends."""
    with SqliteStore.open(path, writer=KIM):
        print("open", flush=True)
        sys.stdin.read()


def lock_study(place: str) -> None:
    """Lock a study on a server as an append does, and never go on."""
    with PostgresStore.open(place, writer=PAT) as store, store._serving() as link, link.transaction():
        link.ask(_LOCK, (store._id,))
        print("locked", flush=True)
        sys.stdin.read()


def freeze_before(place: str, words: str) -> None:
    """Append two events to a study on a server, and stop before the first statement that holds some words."""
    from kgdesk.store.postgres.link import Link

    ask = Link.ask

    def stopping(link: Link, query: Any, *arguments: Any, **options: Any) -> Any:
        if words in (query.decode() if isinstance(query, bytes) else query):
            os.kill(os.getpid(), signal.SIGSTOP)
        return ask(link, query, *arguments, **options)

    with PostgresStore.open(place, writer=PAT) as store:
        head = store.head()
        Link.ask = stopping  # type: ignore[method-assign] - the program is this one
        store.append_if_head(head, [new_event(), new_event()])


def as_nobody(path: str) -> None:
    """Open, read, append and create as an unprivileged user; print the error messages."""
    with tempfile.TemporaryDirectory() as scratch:  # import every module while that is permitted
        with SqliteStore.create(Path(scratch) / "s.kgstudy", some_events(2)) as store:
            store.append_if_head(store.head(), [new_event()])
        with SqliteStore.open(Path(scratch) / "s.kgstudy", writer=KIM) as store:
            store.read_from()
    if os.geteuid() == 0:
        os.setgroups([])
        os.setgid(65534)
        os.setuid(65534)
    said: dict[str, object] = {}
    try:
        with SqliteStore.open(path, writer=KIM) as store:
            said["reason"] = store.read_only_reason
            said["events"] = len(store.read_from())
            try:
                store.append_if_head(store.head(), [new_event()])
            except StoreError as cause:
                said["append"] = [cause.code, str(cause)]
    except StoreError as cause:
        said["open"] = [cause.code, str(cause)]
    try:
        SqliteStore.create(Path(path).with_name("new.kgstudy"), some_events(2)).close()
    except StoreError as cause:
        said["create"] = [cause.code, str(cause)]
    print(json.dumps(said))


if __name__ == "__main__":
    {
        "endless": endless,
        "die_at": die_at,
        "turns": turns,
        "race": race,
        "hold": hold,
        "lock_study": lock_study,
        "freeze_before": freeze_before,
        "as_nobody": as_nobody,
    }[sys.argv[1]](*sys.argv[2:])
