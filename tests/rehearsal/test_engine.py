"""Runs in several processes: results independent of their number, immediate stop, no hang when one dies."""

from __future__ import annotations

import multiprocessing
import os
import shutil
import threading
from contextlib import closing
from dataclasses import dataclass
from multiprocessing import connection, resource_tracker, spawn
from typing import TYPE_CHECKING

import numpy as np
import pytest
from own_workers import OwnProcess
from small_contests import Unplayable, contest, pool_of

from kgdesk.errors import BadInput, OutOfRange, RehearsalFailed, RehearsalStopped
from kgdesk.rehearsal.engine import Progress, run_contests
from kgdesk.rehearsal.simulation import play
from kgdesk.rehearsal.workers import Processes

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(frozen=True)
class Faulty:
    """Truth that raises an unexpected error."""

    def log_odds(self, X: NDArray[np.float64], rng: np.random.Generator, stages: int) -> NDArray[np.float64]:
        del rng, stages
        return np.linalg.cholesky(-X.T @ X)


class EndsWhereItIsRead:
    """Large truth that ends the process which reads it, before it is read to its end."""

    def __reduce__(self) -> tuple[object, ...]:
        return _end, (), [bytes(10_000_000)]


def _end() -> None:
    os._exit(3)


@pytest.fixture(autouse=True)
def _no_process_is_left_behind() -> object:
    yield
    assert multiprocessing.active_children() == []


def test_the_same_seed_gives_the_same_table_for_one_and_for_two_processes() -> None:
    made = [contest(pool_of(), pool=name, budget=5) for name in ("a", "b")]
    one, two = (list(run_contests(made, runs=4, seed=11, workers=w)) for w in (OwnProcess(), Processes(2)))
    order = [(c, run, 10 + run) for c in (0, 1) for run in (1, 2, 3, 4)]
    assert [(r.contest, r.run, r.seed) for r in one] == order
    assert [(r.contest, r.run, r.seed) for r in two] == order
    for a, b in zip(one, two, strict=True):
        for name in ("predictive", "plugin", "common", "measured"):
            assert np.array_equal(getattr(a.played, name), getattr(b.played, name)), name
    here = play(made[1], 14)
    assert np.array_equal(here.predictive, two[-1].played.predictive)


def test_results_arrive_while_the_rest_is_still_to_be_played() -> None:
    seen: list[Progress] = []
    # Enough runs that the others cannot finish them while the process with the first one starts.
    results = run_contests(
        [contest(pool_of())], runs=5_000, seed=0, workers=Processes(1), progress=seen.append
    )
    with closing(results):
        assert next(results).run == 1
        assert seen[-1].done < 5_000
        assert seen[-1].total == 5_000


def test_progress_counts_every_run_once_and_says_what_is_left() -> None:
    seen: list[Progress] = []
    list(
        run_contests(
            [contest(pool_of(), budget=2)], runs=5, seed=0, workers=OwnProcess(), progress=seen.append
        )
    )
    assert [p.done for p in seen] == [1, 2, 3, 4, 5]
    assert seen[-1].left == 0.0
    assert Progress(2, 6, 10.0).left == 20.0
    assert Progress(0, 6, 1.0).left == float("inf")


def test_a_rehearsal_that_is_stopped_ends_long_before_its_runs_would() -> None:
    slow = contest(pool_of(400, 10), ("kg/moments",), budget=200)
    stop, began = threading.Event(), threading.Event()

    def wait_then_stop() -> None:
        began.wait()
        stop.set()

    person = threading.Thread(target=wait_then_stop)
    person.start()
    quick = contest(pool_of(), budget=1)
    results = run_contests(
        [quick, slow], runs=2, seed=0, workers=Processes(1), progress=lambda _: began.set(), stop=stop
    )
    with pytest.raises(RehearsalStopped, match="nothing of it was written"):
        list(results)
    person.join()


def test_a_process_that_is_killed_ends_the_rehearsal_with_one_sentence() -> None:
    slow = contest(pool_of(200, 8), ("kg/moments",), pool="glass", budget=100)

    def kill(_: Progress) -> None:
        for child in multiprocessing.active_children():
            child.kill()

    with pytest.raises(
        RehearsalFailed, match=r"of glass has ended unexpectedly.*nothing was written"
    ) as caught:
        list(run_contests([slow], runs=6, seed=0, workers=Processes(1), progress=kill))
    assert str(caught.value).count("\n") == 0


def test_a_process_that_ends_while_it_starts_ends_the_rehearsal_with_one_sentence() -> None:
    ending = contest(pool_of(), truth=EndsWhereItIsRead(), pool="glass")
    with pytest.raises(RehearsalFailed, match=r"of glass has ended unexpectedly.*nothing was written"):
        list(run_contests([ending], runs=6, seed=0, workers=Processes(2)))


def test_a_process_that_ends_before_it_is_ready_is_noticed_though_its_pipe_stays_open(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As on Windows, where the other end of its pipe waits in this process until it is fetched."""
    pipe, kept = connection.Pipe, []

    def pipe_that_stays_open(duplex: bool = True) -> tuple[connection.Connection, connection.Connection]:
        here, there = pipe(duplex)
        kept.append(os.dup(there.fileno()))
        return here, there

    resource_tracker.ensure_running()  # before the executable changes
    before = spawn.get_executable()
    monkeypatch.setattr(connection, "Pipe", pipe_that_stays_open)
    spawn.set_executable(shutil.which("false") or "false")
    try:
        with pytest.raises(RehearsalFailed, match="ended unexpectedly"):
            list(run_contests([contest(pool_of())], runs=2, seed=0, workers=Processes(1)))
    finally:
        spawn.set_executable(before)
        for descriptor in kept:
            os.close(descriptor)
    assert kept


def test_what_a_run_refuses_is_said_in_its_own_words() -> None:
    with pytest.raises(OutOfRange, match="column “mass”"):
        list(run_contests([contest(pool_of(), truth=Unplayable())], runs=2, seed=0, workers=Processes(1)))


def test_a_fault_in_a_run_is_one_sentence_with_the_details_folded_away() -> None:
    with pytest.raises(RehearsalFailed, match="met a fault of kgdesk") as caught:
        list(run_contests([contest(pool_of(), truth=Faulty())], runs=2, seed=0, workers=Processes(1)))
    assert "LinAlgError" in caught.value.details


@pytest.mark.parametrize(
    ("numbers", "word"),
    [
        ({"runs": 0}, "simulated runs"),
        ({"seed": -1}, "seed"),
    ],
)
def test_numbers_that_make_no_sense_are_refused_before_anything_starts(
    numbers: dict[str, int], word: str
) -> None:
    with pytest.raises(BadInput, match=word):
        run_contests([contest(pool_of())], **{"runs": 2, "seed": 0, **numbers}, workers=Processes(1))


def test_no_processes_at_all_are_refused() -> None:
    with pytest.raises(BadInput, match="processes"):
        Processes(0)
