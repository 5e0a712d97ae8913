"""Two workstations record through a server that falls silent, is killed, and whose stations are frozen or killed.

Every gesture ends within 5 seconds and every Close within 2; nothing is lost or doubled.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
from pathlib import Path
from typing import Any

from campaignkit import KIM, TABLE, main, scratch
from pgserver import Proxy, Server, missing
from storekit import child

from kgdesk import actions
from kgdesk.actions.importing import read_pool
from kgdesk.errors import ServerAway, StaleHead
from kgdesk.model.study.settings import Settings
from kgdesk.store.server.schema import init

#: Seconds that a gesture and a Close may take, with half a second for the scheduling of a busy computer.
LONGEST_S, CLOSING_S = 5.5, 2.5
pause = threading.Event()


def station(place: str, own: str, orders: Any, reports: Any) -> None:
    """Note one text after the other until told to stop; then close, open again and send what waits."""
    os.environ["KGDESK_DATA"] = own
    who = actions.Operator(Path(own).name, Path(own).name)
    longest, given = 0.0, []
    session = opened(place, who)
    reports.put(("open", own))
    while orders.empty():
        text = f"{who.operator} {len(given)}"
        began = time.monotonic()
        try:
            actions.note(session, text)
            given.append(text)
        except StaleHead:  # refused: its author notes it again
            pass
        longest = max(longest, time.monotonic() - began)
        reports.put(("noted", own))
        session.refreshed()
    began = time.monotonic()
    session.hurry(1.5)
    session.close()
    closing = time.monotonic() - began
    waiting = 1
    while waiting:
        with opened(place, who) as session:
            session.refreshed()
            waiting = session.waiting
    reports.put(("done", given, longest, closing))


def opened(place: str, who: actions.Operator) -> actions.Session:
    while True:
        try:
            return actions.open_study(place, who)
        except ServerAway:
            pause.wait(0.05)


def run(long: bool, seed: int) -> str:
    del seed
    if missing():
        return f"silence: not run, {missing()}"
    kills, silences, freezes = (100, 20, 20) if long else (3, 1, 1)
    server = Server()
    try:
        init(server.address())
        server.sql("CREATE ROLE kim LOGIN IN ROLE kgdesk_lab")
        with scratch() as folder, Proxy(server) as proxy:
            return lived_through(folder, server, proxy, (kills, silences, freezes))
    finally:
        server.remove()


def lived_through(folder: Path, server: Server, proxy: Proxy, counts: tuple[int, int, int]) -> str:
    """Let two stations record through all faults; compare what they were told with what the server holds."""
    kills, silences, freezes = counts
    table = folder / "table.csv"
    table.write_text(TABLE, encoding="utf-8")
    place = server.address("kim", "s")
    actions.create_study(place, read_pool(table, id="code"), Settings(), KIM).close()
    fork = multiprocessing.get_context("fork")
    orders, reports = fork.Queue(), fork.Queue()
    ways = (place, proxy.through(place))
    work = [
        fork.Process(target=station, args=(way, str(folder / f"S{n}"), orders, reports))
        for n, way in enumerate(ways)
    ]
    for one in work:
        one.start()
    seen = [reports.get(timeout=60)[0] for _ in work]
    assert "open" in seen
    for _ in range(kills):
        some_notes(reports, 6)
        server.kill()
        server.start()
    for _ in range(silences):
        some_notes(reports, 4)
        proxy.silence()
        some_notes(reports, 2, of=str(folder / "S1"))
        proxy.speak()
    for how in ["stop", "kill"] * freezes:
        some_notes(reports, 4)
        frozen_between_lock_and_commit(place, how, lambda: some_notes(reports, 2, of=str(folder / "S0")))
    for _ in work:
        orders.put("stop")
    ends: list[Any] = []
    while len(ends) < len(work):
        report = reports.get(timeout=120)
        if report[0] == "done":
            ends.append(report)
    for one in work:
        one.join()
    longest, closing = max(end[2] for end in ends), max(end[3] for end in ends)
    assert longest < LONGEST_S, longest
    assert closing < CLOSING_S, closing
    with actions.open_study(place, KIM, read_only=True) as session:
        noted = sorted(one.text for one in session.study.notes)
    assert noted == sorted(text for end in ends for text in end[1]), "lost or doubled"
    assert actions.verify(place).problem is None
    return (
        f"silence: {len(noted)} notes of 2 stations, server killed {kills} times, silent {silences} times, a station "
        f"frozen and another killed between lock and commit {freezes} times each; 0 lost, 0 doubled, longest gesture "
        f"{longest:.1f} s, longest Close {closing:.1f} s"
    )


def some_notes(reports: Any, count: int, of: str = "") -> None:
    """Wait until the stations, or one of them, have ended a count of gestures."""
    while count:
        report = reports.get(timeout=120)
        count -= report[0] == "noted" and of in {"", report[1]}


def frozen_between_lock_and_commit(place: str, how: str, meanwhile: Any) -> None:
    """Stop or kill a third station that holds the lock of the study, and let the others record meanwhile."""
    third = child("lock_study", place)
    assert third.stdout is not None
    while third.stdout.readline() != "locked\n":  # it waits for its turn as the others do
        if third.poll() is not None:
            third = child("lock_study", place)
            assert third.stdout is not None
    try:
        third.send_signal(signal.SIGSTOP if how == "stop" else signal.SIGKILL)
        meanwhile()
    finally:
        third.kill()
        third.communicate()


if __name__ == "__main__":
    with scratch():
        main(run)
