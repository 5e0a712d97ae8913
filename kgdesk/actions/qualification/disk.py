"""The disk that keeps the studies: does it keep what it says, also when the program is killed."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

from kgdesk.actions.checking import verify
from kgdesk.actions.computer import NO_WINDOW, own_command
from kgdesk.actions.qualification.finding import Finding, last_words
from kgdesk.actions.studies import create_study, open_study, record
from kgdesk.actions.who import Who
from kgdesk.errors import KgdeskError, joined, phrase
from kgdesk.files import read_pool
from kgdesk.model.settings import Settings
from kgdesk.store import HeadJournal

if TYPE_CHECKING:
    from collections.abc import Iterator

_TABLE = "code,temperature,solvent\n" + "".join(
    f"A-{i},{20 + i},{('water', 'DMF')[i % 2]}\n" for i in range(1, 13)
)
_SYNCS = 8
_ACKNOWLEDGED = 5
_PATIENCE_SECONDS = 120.0
#: No disk answers so fast; something between us and it does.
_TOO_FAST_SECONDS = 2e-5


@contextmanager
def _probe(folder: str | Path | None) -> Iterator[Path]:
    with tempfile.TemporaryDirectory(
        prefix="kgdesk-selftest-", dir=folder, ignore_cleanup_errors=True
    ) as made:
        yield Path(made)


def durability(folder: str | Path | None) -> list[Finding]:
    """Write, sync and read a page a few times, as every entry of a study does."""
    what = phrase("disk of {folder}", folder=folder or tempfile.gettempdir())
    try:
        with _probe(folder) as place:
            times = [_synced(place / f"{i}") for i in range(_SYNCS)]
    except OSError as cause:
        problem = phrase(
            "nothing can be written there ({cause}). Choose another folder.", cause=cause.strerror
        )
        return [Finding(what, problem=problem)]
    typical = median(times)
    told = phrase(
        "a synced page takes {time} ms (median of {count})", time=f"{1000 * typical:.2f}", count=_SYNCS
    )
    doubt = phrase("; that is memory or a cache, not a disk: what is kept there may not survive a power cut")
    return [Finding(what, joined(told, doubt) if typical < _TOO_FAST_SECONDS else told)]


def _synced(path: Path) -> float:
    page = os.urandom(4096)
    began = time.perf_counter()
    handle = os.open(path, os.O_CREAT | os.O_RDWR | getattr(os, "O_BINARY", 0), 0o600)
    try:
        os.write(handle, page)
        os.fsync(handle)
        took = time.perf_counter() - began
        os.lseek(handle, 0, os.SEEK_SET)
        if os.read(handle, len(page)) != page:
            raise OSError(0, "what was written reads back differently")
    finally:
        os.close(handle)
    return took


def written_killed_verified(folder: str | Path | None) -> list[Finding]:
    """Have a child record outcomes, kill it, and see that every acknowledged outcome is there."""
    what = phrase("study: written, killed in mid-work, verified")
    try:
        with _probe(folder) as place:
            return [_killed(what, place / "probe.kgstudy")]
    except OSError as cause:
        sentence = phrase("the study could not be written ({cause}). Choose another folder.", cause=cause)
        return [Finding(what, problem=sentence)]
    except KgdeskError as problem:
        return [Finding(what, problem=problem.sentence)]


def _killed(what: str, path: Path) -> Finding:
    table = path.with_name("table.csv")
    table.write_text(_TABLE, encoding="utf-8")
    who = Who("selftest")
    with create_study(path, read_pool(table, id="code", categories=["solvent"]), Settings(), who) as made:
        root = made.study.events[0].hash
    try:
        return _outlived(what, path, who)
    finally:
        HeadJournal().drop(root)  # a check leaves nothing behind


def _outlived(what: str, path: Path, who: Who) -> Finding:
    writer = subprocess.Popen(  # noqa: S603 - our own program
        own_command("selftest", "--part", f"writer={path}"),
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        creationflags=NO_WINDOW,
    )  # fmt: skip
    watch = threading.Timer(_PATIENCE_SECONDS, writer.kill)
    watch.start()
    try:
        acknowledged = _read_acknowledged(writer)
    finally:
        watch.cancel()
        writer.kill()
        _, words = writer.communicate()
    if acknowledged < _ACKNOWLEDGED:
        problem = phrase(
            "the child that records stopped by itself ({last}). Install kgdesk again.", last=last_words(words)
        )
        return Finding(what, problem=problem)
    with open_study(path, who) as again:
        kept = len(again.study.runs)
    if kept < acknowledged:
        return Finding(
            what,
            problem=phrase(
                "of {acknowledged} acknowledged outcomes {kept} were kept. Keep no studies on this disk.",
                acknowledged=acknowledged,
                kept=kept,
            ),
        )
    told = phrase(
        "{acknowledged} outcomes acknowledged before the kill, {kept} kept, chain whole",
        acknowledged=acknowledged,
        kept=kept,
    )
    return Finding(what, told, verify(path).problem or "")


def _read_acknowledged(writer: subprocess.Popen[str]) -> int:
    count = 0
    for _ in writer.stdout or ():
        count += 1
        if count >= _ACKNOWLEDGED:
            break
    return count


def write_until_stopped(path: str | Path) -> None:
    """Record outcomes in a study one after another, printing a line after each: the child that is killed."""
    with open_study(path, Who("selftest")) as session:
        ids = session.study.pool.ids
        for number in range(1_000_000):
            record(session, ids[number % len(ids)], ("success", "failure")[number % 3 == 0])
            sys.stdout.write(f"{number + 1}\n")
            sys.stdout.flush()
