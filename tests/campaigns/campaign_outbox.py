"""A station is killed again and again while its server goes and comes and reads of its files fail.

Nothing acknowledged is lost or doubled, and what waits is listed exactly.
"""

from __future__ import annotations

import os
import random
import signal
import time
import uuid
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from campaignkit import KIM, TABLE, main, scratch
from faults import flaky
from pgserver import Server, missing

from kgdesk import actions
from kgdesk.actions.importing import read_pool
from kgdesk.errors import KgdeskError, StaleHead
from kgdesk.model.study.settings import Settings
from kgdesk.store import UserDatabase, waiting
from kgdesk.store.postgres import offline_replica
from kgdesk.store.postgres.schema import init
from kgdesk.store.postgres.store import PostgresStore

if TYPE_CHECKING:
    from pathlib import Path

#: Number of kills in the short and in the long form.
KILLS = {False: 12, True: 300}
#: One read in so many fails, of the database of the user and of the copy of the study.
_ONE_READ_IN = 400


@dataclass
class Told:
    """What the station has told of its notes."""

    done: list[str] = field(default_factory=list)
    unsure: set[str] = field(default_factory=set)
    failed_reads: int = 0
    refusals: int = 0


def station(place: str, pipe: int, seed: int) -> None:
    """Open the study again and again and note texts in it, while reads fail; write what becomes of each text."""
    draw = random.Random(seed)
    with flaky(draw, _ONE_READ_IN, lambda: os.write(pipe, b"read failed\n")):
        while True:
            with suppress(KgdeskError), actions.open_study(place, KIM) as session:
                for _ in range(draw.randrange(1, 8)):
                    note_one(session, pipe)
                    with suppress(KgdeskError):
                        session.refreshed()


def note_one(session: actions.Session, pipe: int) -> None:
    text = uuid.uuid4().hex
    os.write(pipe, f"try {text}\n".encode())
    try:
        actions.note(session, text)
    except StaleHead:  # nothing of it is recorded
        os.write(pipe, f"stale {text}\n".encode())
    except KgdeskError:
        os.write(pipe, f"refused {text}\n".encode())
    else:
        os.write(pipe, f"done {text}\n".encode())


def killed_once(place: str, told: Told, draw: random.Random, server: Server, *, turn: bool) -> None:
    """Let a station work, perhaps turn its server off or on meanwhile, and kill it at a random moment."""
    ours, theirs = os.pipe()
    seed = draw.randrange(1 << 30)
    process = os.fork()
    if not process:
        with suppress(BaseException):
            station(place, theirs, seed)
        os._exit(1)
    os.close(theirs)
    with open(ours, "rb", buffering=0) as lines:
        text = read_tries(lines, draw.randrange(1, 10))
        if turn:
            turned(server)
            text += read_tries(lines, draw.randrange(1, 10))
        time.sleep(draw.random() * 0.02)
        os.kill(process, signal.SIGKILL)
        text += lines.read()
    _, status = os.waitpid(process, 0)
    assert os.WIFSIGNALED(status), "the station ended by itself"
    understood(text, told)


def read_tries(lines: Any, count: int) -> bytes:
    text = b""
    while text.count(b"try ") < count:
        piece = lines.read(65536)
        assert piece, "the station ended by itself"
        text += piece
    return text


def understood(text: bytes, told: Told) -> None:
    words = [line.split() for line in text.decode().splitlines(keepends=True) if line.endswith("\n")]
    ends = {text: word for word, text in words if word in {"done", "stale", "refused"}}
    told.failed_reads += sum(word == "read" for word, _ in words)
    told.refusals += sum(word == "refused" for word in ends.values())
    told.done += [text for text, word in ends.items() if word == "done"]
    told.unsure |= {text for word, text in words if word == "try" and ends.get(text) in {None, "refused"}}


def runs(server: Server) -> bool:
    return (server.data / "postmaster.pid").exists()


def turned(server: Server) -> None:
    if runs(server):
        server.stop("immediate")
    else:
        server.start()


def listed() -> list[str]:
    """Return the texts of the notes that wait; each entry is readable."""
    entries = waiting(UserDatabase())
    assert all(one.is_readable for one in entries)
    return [str(new.payload["text"]) for one in entries for new in one.batch]


def checked(place: str, told: Told) -> int:
    """Compare what was told with what is on the server and what waits; return how many wait."""
    waits = listed()
    with PostgresStore.open(place, writer=None) as store:
        stored = [str(one.payload["text"]) for one in store.read_from() if one.kind == "note_added"]
    known = set(told.done) | told.unsure
    assert max(Counter(stored).values(), default=0) <= 1, "doubled"
    assert max(Counter(waits).values(), default=0) <= 1, "listed twice"
    assert set(told.done) <= set(stored) | set(waits), "lost"
    assert set(stored) | set(waits) <= known, "recorded although it was refused"
    return len(waits)


def run(long: bool, seed: int) -> str:
    if missing():
        return f"outbox: not run, {missing()}"
    kills = KILLS[long]
    draw, told, most, turns = random.Random(seed), Told(), 0, 0
    server, retry = Server(), offline_replica._RETRY_S
    offline_replica._RETRY_S = 0.0
    try:
        init(server.address())
        server.sql("CREATE ROLE kim LOGIN IN ROLE kgdesk_lab")
        with scratch() as folder:
            place = made_study(folder, server)
            for number in range(kills):
                turn = number % 3 == 1
                turns += turn
                killed_once(place, told, draw, server, turn=turn)
                most = max(most, checked(place, told) if runs(server) else len(listed()))
            if not runs(server):
                server.start()
            assert all(one.problem is None for one in actions.send_waiting(KIM))
            assert checked(place, told) == 0
            assert not UserDatabase().damaged_files()
            assert actions.verify(place).problem is None
    finally:
        offline_replica._RETRY_S = retry
        server.remove()
    return (
        f"outbox: a station killed {kills} times while its server went or came {turns} times and {told.failed_reads} "
        f"reads failed; {len(told.done)} notes acknowledged, {told.refusals} refused, up to {most} waiting; 0 lost, "
        "0 doubled, 0 listed wrongly"
    )


def made_study(folder: Path, server: Server) -> str:
    table = folder / "table.csv"
    table.write_text(TABLE, encoding="utf-8")
    place = server.address("kim", "s")
    actions.create_study(place, read_pool(table, id="code"), Settings(), KIM).close()
    return place


if __name__ == "__main__":
    main(run)
