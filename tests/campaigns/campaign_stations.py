"""Eight workstations record on one PostgreSQL server whose connections break and which is killed repeatedly."""

from __future__ import annotations

import multiprocessing
import random
import threading
from typing import Any

import psycopg
from campaignkit import main, scratch
from pgserver import Server, missing
from storekit import KIM, new_event, some_events

from kgdesk.errors import ServerAway, StaleHead
from kgdesk.store.postgres.link import Link
from kgdesk.store.postgres.schema import init
from kgdesk.store.postgres.store import PostgresStore

pause = threading.Event()


def station(place: str, count: int, seed: int, told: Any) -> None:
    """Record `count` outcomes; one in a hundred connections breaks between the commit and the reply."""
    draw = random.Random(seed)
    ask = Link.ask
    broken = 0

    def breaks(self: Link, query: Any, *values: Any, **how: Any) -> Any:
        nonlocal broken
        rows = ask(self, query, *values, **how)
        if query == "COMMIT" and draw.random() < 0.01:
            broken += 1
            self.close()
            raise psycopg.OperationalError("the reply was lost")
        return rows

    Link.ask = breaks  # type: ignore[method-assign] - the network is this one's
    store = opened(place)
    acknowledged, away = [], 0
    for _ in range(count):
        new = new_event()
        done = False
        while not done:
            try:
                store.append_if_head(store.head(), [new])
                done = True
            except StaleHead:
                continue
            except ServerAway:
                away += 1
                pause.wait(0.02)
        acknowledged.append(new.event_id)
    store.close()
    told.put((acknowledged, broken, away))


def opened(place: str) -> PostgresStore:
    while True:
        try:
            return PostgresStore.open(place, writer=KIM)
        except ServerAway:
            pause.wait(0.02)


def run(long: bool, seed: int) -> str:
    if missing():
        return f"stations: not run, {missing()}"
    stations, each, kills = (8, 1_000, 100) if long else (3, 15, 1)
    fork = multiprocessing.get_context("fork")
    told = fork.Queue()
    server = Server()
    killed = 0
    try:
        init(server.address())
        server.sql("CREATE ROLE kim LOGIN IN ROLE kgdesk_lab")
        place = server.address("kim", "s")
        PostgresStore.create(place, some_events(1)).close()
        work = [fork.Process(target=station, args=(place, each, seed + n, told)) for n in range(stations)]
        for one in work:
            one.start()
        done = []
        target = stations * each
        while killed < kills:
            wanted = (killed + 1) * target // (kills + 1)
            while stored(place) < wanted:
                work[0].join(timeout=0.05)
            server.kill()
            server.start()
            killed += 1
        done = [told.get(timeout=3600) for _ in work]
        for one in work:
            one.join()
        with PostgresStore.open(place, writer=None) as store:
            ids = [event.new.event_id for event in store.read_from()][1:]
            found = store.verify()
    finally:
        server.remove()
    acknowledged = sorted(one for ids_of, _, _ in done for one in ids_of)
    assert found.problem is None
    assert sorted(ids) == acknowledged, "lost or doubled"
    broken, away = sum(b for _, b, _ in done), sum(a for _, _, a in done)
    return (
        f"stations: {stations} x {each} outcomes, server killed {killed} times, {broken} replies lost after the "
        f"commit, {away} retries; 0 lost, 0 gaps, 0 doubled, chain whole"
    )


def stored(place: str) -> int:
    with opened(place) as store:
        return store.head().seq - 1


if __name__ == "__main__":
    with scratch():
        main(run)
