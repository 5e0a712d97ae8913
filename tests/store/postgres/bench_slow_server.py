"""Measure how long each gesture waits for a server that does not get on, and the window beside it; start manually.

``PYTHONPATH=.:tests/store:tests/store/postgres python tests/store/postgres/bench_slow_server.py``
"""

from __future__ import annotations

import os
import signal
import tempfile
import threading
import time
from contextlib import contextmanager, suppress
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

os.environ["QT_QPA_PLATFORM"] = "offscreen"

from false_server import Liar, notice
from pgserver import Proxy, Server, children
from PySide6.QtCore import QCoreApplication, QTimer

from kgdesk import actions
from kgdesk.actions import Operator
from kgdesk.actions.importing import read_pool
from kgdesk.errors import KgdeskError
from kgdesk.model.study.settings import Settings
from kgdesk.store.postgres import offline_replica
from kgdesk.store.postgres.schema import init
from kgdesk.ui.session.compute_queue import ComputeQueue
from kgdesk.ui.session.study_controller import StudyController

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    #: The way to a study, and what makes its server bad for the time of a block.
    Way = tuple[str, Callable[[], object]]

KIM = Operator("Kim")
NEVER = "no such words"


@contextmanager
def silent(server: Server, place: str) -> Iterator[Way]:
    """Keep connections open and let nothing through any more."""
    with Proxy(server) as proxy:
        yield proxy.through(place), proxy.silence


@contextmanager
def frozen(server: Server, place: str) -> Iterator[Way]:
    """Stop all processes of the server."""
    family: list[int] = []

    def stop() -> None:
        first = int((server.data / "postmaster.pid").read_text().split()[0])
        family.extend((first, *children(first)))
        for process in family:
            os.kill(process, signal.SIGSTOP)

    try:
        yield place, stop
    finally:
        for process in family:
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGCONT)


@contextmanager
def dripping(server: Server, place: str) -> Iterator[Way]:
    """Send a notice five times a second, and no answer."""

    def drops() -> Iterator[bytes]:
        while True:
            yield notice("wait")
            threading.Event().wait(0.2)

    with Liar(server, NEVER, drops) as liar:
        yield liar.through(place), lambda: setattr(liar, "_words", "")


def taken(act: Callable[[], object]) -> float:
    """Return the seconds that an act takes, also where it is refused."""
    began = time.monotonic()
    with suppress(KgdeskError):
        act()
    return time.monotonic() - began


def closed(session: actions.Session) -> None:
    """Close as the window does."""
    session.hurry(1.5)
    session.close()


def window_wait(session: actions.Session) -> float:
    """Record in a window; return the longest time between two turns of its event loop until that has ended."""
    app = QCoreApplication.instance() or QCoreApplication([])
    queue = ComputeQueue()
    controller = StudyController(session, queue)
    turns = [time.monotonic()]
    timer = QTimer(interval=5)
    timer.timeout.connect(lambda: turns.append(time.monotonic()))
    timer.start()
    controller.do(actions.record, "C-03", "success")
    controller.fetch_news(lambda _: None)
    while controller.writing:
        app.processEvents()
        time.sleep(0.001)
    timer.stop()
    controller.hand_over()
    queue.stop()
    return max(later - before for before, later in pairwise(turns))


def seconds_of(way: str, begin: Callable[[], object]) -> Iterator[float]:
    """Yield the seconds of each gesture once the server is bad."""
    session, other = (actions.open_study(way, KIM) for _ in range(2))
    actions.record(session, "C-00", "success")  # compiles what it needs
    begin()
    yield taken(lambda: actions.record(session, "C-01", "success"))
    yield taken(lambda: actions.record(session, "C-02", "failure"))
    yield taken(session.refreshed)
    yield taken(lambda: actions.verify(way))
    yield taken(lambda: actions.open_study(way, KIM).close())
    yield taken(lambda: actions.studies_on(way.partition("#")[0]))
    yield taken(lambda: closed(session))
    yield window_wait(other)
    other.close()


def measure(server: Server, place: str, folder: Path) -> None:
    """Print a line for each kind of bad server."""
    heads = ("record", "record again", "refresh", "verify", "open", "list studies", "Close", "window waits")
    print("| server | " + " | ".join(heads) + " |")
    print("|---" * (len(heads) + 1) + "|")
    for number, bad in enumerate((silent, frozen, dripping)):
        os.environ["KGDESK_DATA"] = str(folder / str(number))
        with bad(server, place) as (way, begin):
            found = " | ".join(f"{each:.2f}" for each in seconds_of(way, begin))
        print(f"| {bad.__name__} | {found} |", flush=True)


def main() -> None:
    """Start a server, measure, and remove it."""
    offline_replica._RETRY_S = 0.0
    server = Server()
    try:
        init(server.address())
        server.sql("CREATE ROLE kim LOGIN IN ROLE kgdesk_lab")
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            os.environ["KGDESK_DATA"] = str(folder / "own")
            table = folder / "table.csv"
            table.write_text("code,temperature\n" + "".join(f"C-{n:02d},{n}\n" for n in range(20)), "utf-8")
            place = server.address("kim", "s")
            actions.create_study(place, read_pool(table, id="code"), Settings(), KIM).close()
            measure(server, place, folder)
    finally:
        server.remove()


if __name__ == "__main__":
    main()
