"""Fixtures for all tests: a small pool, an operator with a fixed clock, a study file."""

from __future__ import annotations

import functools
import gc
import gettext
import os
import sys

# Tests outside ui open a window too, and the machine may have no screen.
os.environ["QT_QPA_PLATFORM"] = "offscreen"
if sys.platform == "win32":  # there Qt finds no fonts without a screen
    os.environ.setdefault("QT_QPA_FONTDIR", rf"{os.environ['SYSTEMROOT']}\Fonts")
# As the program does before it imports NumPy.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

import hypothesis
import pytest
from compiled import compile_kernels
from language import language_kept
from own_workers import OwnProcess
from pytestqt.qtbot import QtBot

from kgdesk import actions
from kgdesk.actions.importing import read_pool
from kgdesk.kernels.numba_setup import configure_numba
from kgdesk.model.design.pool import Attribute, Pool
from kgdesk.model.study.settings import Settings
from kgdesk.rehearsal import engine
from kgdesk.startup import collector_paused

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from kgdesk.model.study.events import Event


# How long an example takes says something about the machine, not about the program.
hypothesis.settings.register_profile(
    "any machine", deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow]
)
hypothesis.settings.load_profile("any machine")

#: Milliseconds that a wait for a window may last; on a busy machine the five seconds of pytest-qt are too few.
_WINDOW_WAIT = 60_000


def pytest_configure() -> None:
    """Configure Numba before a module of tests imports it; raise the default limit of all waits of pytest-qt.

    Compiled modules are kept whatever the environment says: otherwise each of the hundreds of processes that tests
    start would compile all modules that it imports, and each worker would rewrite the assertions of all tests.
    """
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    sys.dont_write_bytecode = False
    # Numba reads its settings once. Otherwise it would look for compiled kernels beside the sources instead of in the
    # folder of `compile_kernels`, and each worker would compile them all.
    configure_numba()
    # argparse looks on the disk for translations of its words 130 times for each command that a test runs.
    gettext.find = functools.cache(gettext.find)  # type: ignore[assignment]
    for wait in (QtBot.waitUntil, QtBot.waitSignal, QtBot.waitSignals, QtBot.waitCallback):
        assert "timeout" in wait.__kwdefaults__
        wait.__kwdefaults__["timeout"] = _WINDOW_WAIT


def pytest_sessionstart(session: pytest.Session) -> None:
    """Compile the kernels before the xdist workers start."""
    if session.config.getoption("numprocesses", None) and not hasattr(session.config, "workerinput"):
        compile_kernels()


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[Any]:
    """Collect without garbage collection: nearly all objects stay, and going through them took a third of the time.

    From then on the collector goes through the objects of all tests, which takes 0.7 s, a fifth as often as usual.
    """
    with collector_paused():
        collected = yield
    gc.set_threshold(*gc.get_threshold()[:2], 50)
    return collected


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish() -> None:
    """Collect garbage twice, then freeze: pytest and Python would go eight times through the objects of all tests."""
    for _ in range(2):
        gc.collect()
    gc.freeze()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Give each worker a block of neighbouring tests, with work stealing at the end: module fixtures run once."""
    from xdist.scheduler import WorkStealingScheduling

    return WorkStealingScheduling(config, log) if config.getoption("dist") == "load" else None


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run the tests of the whole program first: they are the longest, and no worker should begin one as the last."""
    items.sort(key=lambda item: not item.nodeid.startswith("tests/whole/"))


class Clock:
    """Clock whose time is set by the test."""

    def __init__(self) -> None:
        self.now = datetime(2026, 11, 20, 9, 0, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def tick(self, seconds: float = 60.0) -> None:
        self.now += timedelta(seconds=seconds)


@pytest.fixture(autouse=True, scope="session")
def _own_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Redirect heads, backups and drafts of the tests away from the user's data folder."""
    before = os.environ.get("KGDESK_DATA")
    os.environ["KGDESK_DATA"] = str(tmp_path_factory.mktemp("own"))
    yield
    if before is None:
        del os.environ["KGDESK_DATA"]
    else:
        os.environ["KGDESK_DATA"] = before


@pytest.fixture(autouse=True)
def _language_as_before() -> Iterator[None]:
    """Restore the language after a test."""
    with language_kept():
        yield


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def who(clock: Clock) -> actions.Operator:
    return actions.Operator("Kim", "LAB-PC-2", clock)


@pytest.fixture
def pool() -> Pool:
    """Return twelve candidates with two numbers and a category; C-03 and C-04 are equal."""
    ids = tuple(f"C-{i:02d}" for i in range(1, 13))
    temperature = (20.0, 25.0, 30.0, 30.0, 40.0, 45.0, 50.0, 55.0, 60.0, 65.0, 70.0, 80.0)
    ratio = (0.1, 0.9, 0.5, 0.5, 0.2, 0.7, 0.3, 0.8, 0.4, 0.6, 0.15, 0.95)
    solvent = ("water", "DMF", "water", "water", "DMF", "THF", "THF", "water", "DMF", "THF", "water", "DMF")
    attributes = (Attribute("temperature", unit="°C"), Attribute("ratio"), Attribute("solvent", "category"))
    return Pool(
        ids, attributes, (temperature, ratio, solvent), {"well": tuple(f"A{i}" for i in range(1, 13))}
    )


@pytest.fixture
def table_path(tmp_path: Path, pool: Pool) -> Path:
    """Write the pool as a CSV file."""
    path = tmp_path / "candidates.csv"
    rows = ["code,temperature,ratio,solvent,well"]
    for i, name in enumerate(pool.ids):
        rows.append(",".join([name, *(str(c[i]) for c in pool.values), pool.extras["well"][i]]))
    path.write_text("\n".join(rows) + "\n", encoding="utf-8")
    return path


@pytest.fixture
def make_study(
    tmp_path: Path, table_path: Path, who: actions.Operator
) -> Iterator[Callable[..., actions.Session]]:
    """Return a function that creates a study of the pool; its sessions are closed after the test."""
    opened: list[actions.Session] = []

    def make(name: str = "screen", **settings: object) -> actions.Session:
        table = read_pool(table_path, id="code", categories=["solvent"], extras=["well"])
        session = actions.create_study(
            tmp_path / f"{name}.kgstudy", table, Settings(title=name, **settings), who, file=table_path.name
        )
        opened.append(session)
        return session

    yield make
    for session in opened:
        session.close()


@pytest.fixture
def session(make_study: Callable[..., actions.Session]) -> actions.Session:
    return make_study()


@pytest.fixture
def without_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let rehearsals play their runs in the process of the test."""
    monkeypatch.setattr(engine, "Processes", OwnProcess)


def _folder_of(variable: str, tables: str) -> Path:
    folder = os.environ.get(variable, "")
    if not folder:
        pytest.skip(f"{variable} does not name the folder with the {tables} tables")
    return Path(folder)


@pytest.fixture(scope="session")
def uci() -> Path:
    """Return the folder of the paper's seven data sets."""
    return _folder_of("KGDESK_UCI_DIR", "UCI")


@pytest.fixture(scope="session")
def real_tables() -> Path:
    """Return the folder of public tables with known outcomes."""
    return _folder_of("KGDESK_REAL_DIR", "public")


@pytest.fixture(scope="session")
def small_tables() -> Path:
    """Return the folder of small tables, each with one kind of fault."""
    return _folder_of("KGDESK_CASES_DIR", "small")


@pytest.fixture
def own_journal(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Keep the user's data, among it the heads that were seen, in a folder of this test."""
    monkeypatch.setenv("KGDESK_DATA", str(tmp_path / "data"))


@pytest.fixture
def five_runs(make_study: Callable[..., actions.Session]) -> Path:
    """Return a closed study of five runs: success and failure in turn."""
    with make_study() as session:
        for number in range(1, 6):
            actions.record(session, f"C-{number:02d}", "success" if number % 2 else "failure")
    return session.path


@pytest.fixture
def five_events(five_runs: Path, who: actions.Operator) -> tuple[Event, ...]:
    """Return the events of `five_runs`."""
    with actions.open_study(five_runs, who, read_only=True) as session:
        return session.study.events
