"""Runs on a Dask cluster of real processes: equal results, lost workers, unsuitable clusters."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import distributed
import numpy as np
import pytest
from own_workers import OwnProcess
from small_contests import Unplayable, contest, pool_of

from kgdesk import __version__
from kgdesk.cli import main
from kgdesk.errors import BadInput, OutOfRange, RehearsalFailed, RehearsalStopped
from kgdesk.rehearsal.cluster import Cluster
from kgdesk.rehearsal.engine import Progress, run_contests, worker_group
from kgdesk.rehearsal.workers import Processes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from kgdesk.rehearsal.engine import Result

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="kills processes as POSIX does")

ROOT = Path(__file__).parents[2]
SLOW = contest(pool_of(200, 8), ("kg/moments",), pool="glass", budget=15)
MADE = [contest(pool_of(), pool=name, budget=5) for name in ("a", "b")]


def same(one: list[Result], two: list[Result]) -> bool:
    return [(r.contest, r.run, r.seed) for r in one] == [(r.contest, r.run, r.seed) for r in two] and all(
        np.array_equal(getattr(a.played, name), getattr(b.played, name))
        for a, b in zip(one, two, strict=True)
        for name in ("predictive", "plugin", "common", "measured")
    )


@pytest.fixture(scope="module")
def local() -> Iterator[distributed.LocalCluster]:
    """Yield a cluster of two worker processes, each restarted by a nanny when it dies."""
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0"
    ) as made:
        yield made


class Machines:
    """Scheduler and workers as separate processes that are not restarted."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._running: list[subprocess.Popen[bytes]] = []
        self._file = folder / "scheduler.json"
        self.scheduler = self._start(
            "scheduler", "--port", "0", "--no-dashboard", "--scheduler-file", self._file
        )
        until(self._file.exists)
        until(lambda: self._file.read_text(encoding="utf-8").endswith("}"))
        self.address = json.loads(self._file.read_text(encoding="utf-8"))["address"]

    def worker(self, *words: object, path: str = str(ROOT)) -> subprocess.Popen[bytes]:
        return self._start(
            "worker", self.address, "--nthreads", "1", "--no-nanny", "--no-dashboard", *words, path=path
        )

    def _start(self, kind: str, *words: object, path: str = str(ROOT)) -> subprocess.Popen[bytes]:
        started = subprocess.Popen(
            [sys.executable, "-m", f"distributed.cli.dask_{kind}", *map(str, words)],
            cwd=self._folder,
            env={**os.environ, "PYTHONPATH": path},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self._running.append(started)
        return started

    def ready(self, count: int) -> None:
        with distributed.Client(self.address, set_as_default=False) as client:
            client.wait_for_workers(count)

    def end(self) -> None:
        for program in self._running:
            program.kill()
        for program in self._running:
            program.wait()


def until(met: Callable[[], bool]) -> None:
    """Wait for a condition on which another process decides."""
    while not met():
        time.sleep(0.02)


@pytest.fixture
def machines(tmp_path: Path) -> Iterator[Machines]:
    made = Machines(tmp_path)
    yield made
    made.end()


def test_a_cluster_gives_the_same_table_as_this_machine(local: distributed.LocalCluster) -> None:
    seen: list[Progress] = []
    there = list(
        run_contests(MADE, runs=20, seed=11, workers=Cluster(local.scheduler_address), progress=seen.append)
    )
    assert same(there, list(run_contests(MADE, runs=20, seed=11, workers=OwnProcess())))
    assert [p.done for p in seen] == list(range(1, 41))
    assert seen[-1].total == 40


@pytest.mark.nightly
def test_the_runs_of_a_worker_that_is_killed_are_played_by_the_others(
    local: distributed.LocalCluster,
) -> None:
    with distributed.Client(local, set_as_default=False) as client:
        client.wait_for_workers(2)
        workers = client.run(os.getpid)
    killed: list[int] = []

    def kill_one(progress: Progress) -> None:
        if not killed:
            assert progress.done < progress.total
            killed.append(next(iter(workers.values())))
            os.kill(killed[0], signal.SIGKILL)

    there = list(
        run_contests([SLOW], runs=8, seed=3, workers=Cluster(local.scheduler_address), progress=kill_one)
    )
    assert killed
    assert same(there, list(run_contests([SLOW], runs=8, seed=3, workers=Processes(2))))


@pytest.mark.nightly
def test_a_rehearsal_that_is_stopped_leaves_the_cluster_at_once_and_ready_for_the_next(
    local: distributed.LocalCluster,
) -> None:
    stop = threading.Event()
    results = run_contests(
        [MADE[0], SLOW],
        runs=300,
        seed=0,
        workers=Cluster(local.scheduler_address),
        progress=lambda _: stop.set(),
        stop=stop,
    )
    with pytest.raises(RehearsalStopped, match="nothing of it was written"):
        list(results)
    assert len(list(run_contests(MADE, runs=1, seed=0, workers=Cluster(local.scheduler_address)))) == 2


@pytest.mark.nightly
def test_leaving_half_way_takes_the_rest_back_from_the_cluster(local: distributed.LocalCluster) -> None:
    with closing(run_contests([SLOW], runs=50, seed=0, workers=Cluster(local.scheduler_address))) as results:
        assert next(results).run == 1
    with distributed.Client(local, set_as_default=False) as client:
        until(lambda: not client.run_on_scheduler(lambda dask_scheduler: len(dask_scheduler.tasks)))


def test_what_a_run_refuses_on_a_cluster_is_said_in_its_own_words(local: distributed.LocalCluster) -> None:
    with pytest.raises(OutOfRange, match="column “mass”"):
        list(
            run_contests(
                [contest(pool_of(), truth=Unplayable())],
                runs=2,
                seed=0,
                workers=Cluster(local.scheduler_address),
            )
        )


@pytest.mark.nightly
def test_when_no_worker_is_left_it_is_said_in_one_sentence(
    machines: Machines, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kgdesk.rehearsal.cluster._NO_WORKER_S", 1.0)  # these workers are not restarted
    workers = [machines.worker(), machines.worker()]
    machines.ready(2)

    def kill_all(_: Progress) -> None:
        for worker in workers:
            worker.kill()

    with pytest.raises(RehearsalFailed, match=r"has no worker left; nothing was written") as caught:
        list(run_contests([SLOW], runs=30, seed=0, workers=Cluster(machines.address), progress=kill_all))
    assert "\n" not in str(caught.value)


def test_a_cluster_without_workers_is_refused(machines: Machines, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kgdesk.rehearsal.cluster._NO_WORKER_S", 0.1)
    with pytest.raises(RehearsalFailed, match="has no worker left"):
        list(run_contests(MADE, runs=1, seed=0, workers=Cluster(machines.address)))


@pytest.mark.nightly
def test_a_scheduler_that_ends_is_told_from_workers_that_do(machines: Machines) -> None:
    machines.worker()
    machines.ready(1)
    with pytest.raises(RehearsalFailed, match="does not answer any more; nothing was written"):
        list(
            run_contests(
                [SLOW],
                runs=30,
                seed=0,
                workers=Cluster(machines.address),
                progress=lambda _: machines.scheduler.kill(),
            )
        )


@pytest.mark.nightly
def test_a_worker_with_another_version_is_named(machines: Machines, tmp_path: Path) -> None:
    older = tmp_path / "older.py"
    older.write_text("import kgdesk\nkgdesk.__version__ = '0.0.9'\n", encoding="utf-8")
    machines.worker("--name", "new")
    machines.worker("--name", "old", "--preload", older)
    machines.ready(2)
    with pytest.raises(RehearsalFailed, match=r"0\.0\.9 on the worker tcp://\S+, and") as caught:
        list(run_contests(MADE, runs=1, seed=0, workers=Cluster(machines.address)))
    assert __version__ in str(caught.value)


@pytest.mark.nightly
def test_a_worker_without_kgdesk_is_told_to_install_it(machines: Machines, tmp_path: Path) -> None:
    bare = tmp_path / "kgdesk"  # stands before an installed one
    bare.mkdir()
    (bare / "__init__.py").write_text("raise ModuleNotFoundError('No module named kgdesk', name='kgdesk')")
    machines.worker(path=str(tmp_path))
    machines.ready(1)
    with pytest.raises(RehearsalFailed, match=r"cannot use kgdesk.*Install kgdesk"):
        list(run_contests(MADE, runs=1, seed=0, workers=Cluster(machines.address)))


@pytest.fixture
def closed_port() -> Iterator[int]:
    """Yield a reserved port on which nothing listens."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        yield taken.getsockname()[1]


def test_a_scheduler_that_cannot_be_reached_leaves_nothing_behind(
    closed_port: int,
    table_path: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("kgdesk.rehearsal.cluster._CONNECT_TIMEOUT_S", 0.5)
    out = tmp_path / "new" / "out"
    words = ["rehearse", str(table_path), "--id", "code", "--category", "solvent", "--ignore", "well"]
    words += ["--policies", "kg", "--out", str(out), "--scheduler", f"tcp://127.0.0.1:{closed_port}"]
    assert main(words) == 1
    told = capsys.readouterr()
    assert not told.out
    assert f"No Dask scheduler answers at “tcp://127.0.0.1:{closed_port}”" in told.err
    assert told.err.count("\n") == 1
    assert not out.parent.exists()


@pytest.mark.parametrize(
    "address", ["cluster", "cluster:port", "http://x:1", "tcp://:1", "tcp://x:0", "x:70000"]
)
def test_what_is_no_address_is_refused(address: str) -> None:
    with pytest.raises(BadInput, match=r"is not the address of a Dask scheduler.*tcp://"):
        list(run_contests(MADE, runs=1, seed=0, workers=Cluster(address)))


def test_processes_are_for_this_machine_and_a_scheduler_for_a_cluster() -> None:
    with pytest.raises(BadInput, match="leave one of the two out"):
        worker_group(2, "tcp://127.0.0.1:8786")


@pytest.mark.nightly
def test_without_dask_a_scheduler_is_refused_and_everything_else_works() -> None:
    script = (
        "import sys; sys.modules['distributed'] = None; sys.path.insert(0, 'tests')\n"
        "from small_contests import contest, pool_of\n"
        "from kgdesk.errors import BadInput\n"
        "from kgdesk.rehearsal.simulation import play\n"
        "from kgdesk.rehearsal.engine import worker_group\n"
        "play(contest(pool_of()), 1)\n"
        "try: worker_group(scheduler='tcp://127.0.0.1:1')\n"
        "except BadInput as refused: print(refused)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.startswith("Dask is not installed")


@pytest.mark.nightly
def test_waiting_for_a_first_worker_can_be_stopped(machines: Machines) -> None:
    stop = threading.Event()
    results = run_contests(MADE, runs=1, seed=0, workers=Cluster(machines.address), stop=stop)
    person = threading.Timer(0.3, stop.set)
    person.start()
    with pytest.raises(RehearsalStopped):
        list(results)
    person.join()


@pytest.mark.nightly
def test_a_worker_that_comes_late_plays_all_the_same(
    machines: Machines, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "kgdesk.rehearsal.cluster._NO_WORKER_S", 240.0
    )  # a loaded machine starts a worker slowly
    machines.worker()
    assert len(list(run_contests(MADE, runs=1, seed=0, workers=Cluster(machines.address)))) == 2
