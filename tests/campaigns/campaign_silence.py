"""Two workstations record through a server that falls silent, is killed, and whose stations are frozen or killed.

Every gesture ends within 5 seconds and every Close within 2; nothing is lost or doubled.
"""

from __future__ import annotations

import multiprocessing
import os
import random
import signal
import threading
import time
import uuid
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from campaignkit import KIM, TABLE, MachineWatch, main, scratch
from pgserver import Proxy, Server, missing
from storekit import child

from kgdesk import actions
from kgdesk.actions.importing import read_pool
from kgdesk.errors import ServerAway, StaleHead
from kgdesk.model.study.settings import Settings
from kgdesk.store.postgres.schema import init

#: Seconds that a gesture and a Close may take, with half a second for the scheduling of a busy computer.
LONGEST_S, CLOSING_S = 5.5, 2.5
_LAST = "noted while the study was closed"
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
        with scratch() as folder, Proxy(server) as proxy, MachineWatch(server.folder) as machine:
            line, within = lived_through(folder, server, proxy, (kills, silences, freezes))
            line = f"{line}; {machine.told()}"
            assert within, line
            return line
    finally:
        server.remove()


def lived_through(
    folder: Path, server: Server, proxy: Proxy, counts: tuple[int, int, int]
) -> tuple[str, bool]:
    """Let two stations record through all faults; compare what they were told with what the server holds.

    Returns
    -------
    line, within
        The figures, and whether all waits were within their limits.
    """
    kills, silences, freezes = counts
    table = folder / "table.csv"
    table.write_text(TABLE, encoding="utf-8")
    place = server.address("kim", "s")
    actions.create_study(place, read_pool(table, id="code"), Settings(), KIM).close()
    fork = multiprocessing.get_context("fork")
    alone = stations_killed_and_frozen(folder, place, 4 * freezes, random.Random(1))
    closing_in_silence = [closed_while_silent(proxy, place) for _ in range(freezes)]
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
    longest = max([alone.longest, *(end[2] for end in ends)])
    closing = max([*closing_in_silence, *(end[3] for end in ends)])
    within = longest < LONGEST_S and closing < CLOSING_S
    with actions.open_study(place, KIM, read_only=True) as session:
        noted = sorted(one.text for one in session.study.notes)
    told = [text for end in ends for text in end[1]] + alone.noted + [_LAST] * len(closing_in_silence)
    surplus = Counter(noted) - Counter(told)
    assert not Counter(told) - Counter(noted), "lost"
    assert surplus <= Counter(alone.unsure), "doubled"
    assert actions.verify(place).problem is None
    line = (
        f"silence: {len(noted)} notes, server killed {kills} times under 2 stations, silent {silences} times, a "
        f"station frozen and another killed between lock and commit {freezes} times each; {2 * freezes} recording "
        f"stations killed and {2 * freezes} frozen and continued, {freezes} closed in silence; 0 lost, 0 doubled, "
        f"longest gesture {longest:.1f} s, longest Close {closing:.1f} s"
    )
    return line, within


@dataclass
class Alone:
    """What stations that were killed or frozen in their gestures have told, and the colleague beside them."""

    noted: list[str] = field(default_factory=list)
    unsure: list[str] = field(default_factory=list)
    longest: float = 0.0


def note_until_killed(place: str, own: str, pipe: int) -> None:
    """Note one text after the other as a process of its own; write each before and after it."""
    os.environ["KGDESK_DATA"] = own
    with opened(place, actions.Operator("Pat", "LAB-PC-3")) as session:
        while True:
            text = uuid.uuid4().hex
            os.write(pipe, f"try {text}\n".encode())
            try:
                actions.note(session, text)
                os.write(pipe, f"done {text}\n".encode())
            except StaleHead:
                os.write(pipe, f"refused {text}\n".encode())
            session.refreshed()


def stations_killed_and_frozen(folder: Path, place: str, count: int, draw: random.Random) -> Alone:
    """Kill a station at a random moment of a gesture, or stop it and let it go on after a colleague has noted."""
    alone = Alone()
    for number in range(count):
        ours, theirs = os.pipe()
        process = os.fork()
        if not process:
            with suppress(BaseException):
                note_until_killed(place, str(folder / "S9"), theirs)
            os._exit(1)
        os.close(theirs)
        with open(ours, "rb", buffering=0) as lines:
            told = read_lines(lines, draw.randrange(6, 20))
            pause.wait(draw.random() * 0.01)
            if number % 2:
                os.kill(process, signal.SIGSTOP)
                alone.longest = max(alone.longest, colleague(place, alone))
                os.kill(process, signal.SIGCONT)
                told += read_lines(lines, 4)
            os.kill(process, signal.SIGKILL)
            told += lines.read()
        _, status = os.waitpid(process, 0)
        assert os.WIFSIGNALED(status), "the station ended by itself"
        words = [line.split() for line in told.decode().splitlines(keepends=True) if line.endswith("\n")]
        done = [text for word, text in words if word == "done"]
        refused = {text for word, text in words if word == "refused"}
        alone.noted += done
        alone.unsure += [text for word, text in words if word == "try" and text not in refused.union(done)]
    os.environ["KGDESK_DATA"], before = str(folder / "S9"), os.environ["KGDESK_DATA"]
    waiting = 1
    while waiting:  # what the stations have left in their outbox
        with opened(place, actions.Operator("Pat", "LAB-PC-3")) as session:
            session.refreshed()
            waiting = session.waiting
    os.environ["KGDESK_DATA"] = before
    return alone


def read_lines(lines: Any, count: int) -> bytes:
    """Read from a station until it has written a count of lines; it must not end before."""
    told = b""
    while told.count(b"\n") < count:
        piece = lines.read(65536)
        assert piece, "the station ended by itself"
        told += piece
    return told


def colleague(place: str, alone: Alone) -> float:
    """Note two texts beside a frozen station; return the seconds of the longer one."""
    longest = 0.0
    with opened(place, KIM) as session:
        for _ in range(2):
            text, began, over = uuid.uuid4().hex, time.monotonic(), False
            while not over:
                with suppress(StaleHead):
                    actions.note(session, text)
                    over = True
                longest = max(longest, time.monotonic() - began)
                began = time.monotonic()
            alone.noted.append(text)
        while session.waiting:
            session.refreshed()
    return longest


def closed_while_silent(proxy: Proxy, place: str) -> float:
    """Note a text while the server is silent and close; return the seconds of the Close. The text arrives later."""
    with opened(proxy.through(place), KIM) as session:
        proxy.silence()
        noting = threading.Thread(target=actions.note, args=(session, _LAST))
        noting.start()
        while session._outbox is None or not session._outbox.batches():
            os.sched_yield()
        began = time.monotonic()
        session.hurry(1.5)
        noting.join()
        session.close()
        closing = time.monotonic() - began
    proxy.speak()
    waiting = 1
    while waiting:  # at the same address: what waits goes to no other
        with opened(proxy.through(place), KIM) as session:
            session.refreshed()
            waiting = session.waiting
    return closing


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
