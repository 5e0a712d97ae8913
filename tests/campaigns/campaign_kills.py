"""The real program is killed by SIGKILL at random moments while it records."""

from __future__ import annotations

import os
import random
import select
import signal
import time
import traceback
import uuid
from itertools import count
from typing import TYPE_CHECKING

from campaignkit import KIM, main, scratch, study_in

from kgdesk import actions
from kgdesk.actions.event_ids import event_id

if TYPE_CHECKING:
    from pathlib import Path


def record_entry(session: actions.Session, number: int, token: str) -> None:
    """Record entry `number` with the same candidate and note in each attempt, like a retry."""
    actions.record(session, f"C-{number % 12 + 1:02d}", "success", token=token, note="x" * (number % 7 * 900))


def record_until_killed(path: Path, pipe: int) -> None:
    """Open the study as the command line does and record; write each entry's number before and after it."""
    with actions.open_study(path, KIM) as session:
        for number in count():
            token = f"{uuid.uuid4().hex}-{number}"
            os.write(pipe, f"try {token}\n".encode())
            record_entry(session, number, token)
            os.write(pipe, f"done {token}\n".encode())


def killed_once(path: Path, draw: random.Random) -> tuple[list[str], str]:
    """Return the gestures that were acknowledged, and the one in progress."""
    ours, theirs = os.pipe()
    process = os.fork()
    if not process:
        os.close(ours)
        try:
            record_until_killed(path, theirs)
        except BaseException:  # noqa: BLE001 - a forked child leaves by os._exit alone, whatever happened
            traceback.print_exc()
        finally:
            os._exit(1)
    os.close(theirs)
    wanted, told = draw.randrange(20), b""
    while told.count(b"done") < wanted:
        piece = os.read(ours, 65536)
        assert piece, "the program ended by itself"
        told += piece
    until = time.perf_counter() + draw.random() * 0.004
    while (left := until - time.perf_counter()) > 0 and select.select([ours], [], [], left)[0]:
        told += os.read(ours, 65536)
    os.kill(process, signal.SIGKILL)
    os.waitpid(process, 0)
    while piece := os.read(ours, 65536):
        told += piece
    os.close(ours)
    # The last line may be truncated: only lines with a line feed are complete.
    lines = [line.split() for line in told.decode().splitlines(keepends=True) if line.endswith("\n")]
    done = [token for word, token in lines if word == "done"]
    tried = [token for word, token in lines if word == "try"]
    return done, tried[-1] if tried and tried[-1] not in done else ""


def run(long: bool, seed: int) -> str:
    draw = random.Random(seed)
    kills, per_study = (2000, 200) if long else (12, 6)
    acknowledged = rolled_back = on_disk = 0
    slowest = 0.0
    with scratch(fast=False) as folder:
        for first in range(0, kills, per_study):
            path = study_in(folder, f"s{first}")
            known: list[str] = []
            for _ in range(per_study):
                done, under_way = killed_once(path, draw)
                known += done
                acknowledged += len(done)
                began = time.perf_counter()
                session = actions.open_study(path, KIM)
                slowest = max(slowest, time.perf_counter() - began)
                with session:
                    ids = [event.new.event_id for event in session.study.events[4:]]
                    if under_way:
                        rolled_back += event_id(under_way, 0) not in ids
                        on_disk += event_id(under_way, 0) in ids
                        record_entry(session, int(under_way.rsplit("-", 1)[1]), under_way)
                        known.append(under_way)
                        ids = [event.new.event_id for event in session.study.events[4:]]
                    assert ids == [event_id(token, 0) for token in known], "lost, doubled or out of order"
    return (
        f"kills: {kills} kills, {acknowledged} outcomes acknowledged, 0 lost, 0 doubled; of those under way "
        f"{on_disk} were on disk and {rolled_back} were not; slowest reopening {slowest:.2f} s"
    )


if __name__ == "__main__":
    main(run)
