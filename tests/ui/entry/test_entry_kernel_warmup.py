"""Compiling kernels: no waiting if they are cached; otherwise the progress is displayed."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import pytest

from kgdesk.errors import KgdeskError
from kgdesk.ui.session.compute_queue import ComputeQueue, KernelWarmup

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from PySide6.QtWidgets import QApplication
    from pytestqt.qtbot import QtBot


@pytest.fixture
def compute_queue(qapp: QApplication) -> Iterator[ComputeQueue]:
    made = ComputeQueue(qapp)
    made.suspend()  # as in the program: all tasks are queued before the first one starts
    yield made
    made.stop()
    made.deleteLater()


def ask_for_advice(compute_queue: ComputeQueue, order: list[str]) -> None:
    compute_queue.ask("advice", 0, lambda: order.append("advice"), lambda _: None, pytest.fail)


@pytest.mark.parametrize(("ready", "waits"), [(lambda: True, False), (lambda: False, True), (None, True)])
def test_the_first_advice_goes_before_all_other_kernels(
    compute_queue: ComputeQueue, qtbot: QtBot, ready: Callable[[], bool] | None, waits: bool
) -> None:
    order: list[str] = []
    made = KernelWarmup(compute_queue, lambda _: order.append("kernels"), compute_queue, ready=ready)
    ask_for_advice(compute_queue, order)
    states: list[tuple[bool, bool, bool]] = []
    made.moved.connect(lambda: states.append((made.ended, made.loaded, compute_queue.pending("advice"))))
    compute_queue.resume()
    qtbot.waitUntil(lambda: made.loaded)
    assert order == ["advice", "kernels"]
    # The compiler is mentioned only while it runs, and no longer than until the advice arrives.
    assert states == [(False, False, True)] * waits + [(True, False, False), (True, True, False)]


@pytest.mark.parametrize("ready", [True, False])
def test_what_the_first_advice_needs_is_compiled_before_it_with_progress_unless_all_is_cached(
    compute_queue: ComputeQueue, qtbot: QtBot, ready: bool
) -> None:
    order: list[str] = []

    def first(progress: Callable[[int, int], None]) -> None:
        for done in (1, 2):
            progress(done, 2)
        order.append("first")

    made = KernelWarmup(
        compute_queue, lambda _: order.append("kernels"), compute_queue, ready=lambda: ready, first=first
    )
    ask_for_advice(compute_queue, order)
    shares: list[tuple[int, int]] = []
    made.moved.connect(lambda: shares.append(made.share))
    compute_queue.resume()
    qtbot.waitUntil(lambda: made.loaded)
    assert order == ["first"] * (not ready) + ["advice", "kernels"]
    assert shares == ([(0, 0)] * 2 if ready else [(0, 0), (1, 2), (2, 2), (2, 2), (2, 2)])


def test_other_kernels_give_way_to_a_question(compute_queue: ComputeQueue, qtbot: QtBot) -> None:
    order: list[str] = []
    asked, go = threading.Event(), threading.Event()

    def warm_up(progress: Callable[[int, int], None]) -> None:
        order.append("one kernel")
        asked.set()
        go.wait(60)
        progress(1, 2)
        order.append("two kernels")

    made = KernelWarmup(compute_queue, warm_up, compute_queue, ready=lambda: True)
    compute_queue.resume()
    qtbot.waitUntil(asked.is_set)
    ask_for_advice(compute_queue, order)
    go.set()
    qtbot.waitUntil(lambda: made.loaded)
    assert order == ["one kernel", "advice", "one kernel", "two kernels"]


def test_a_refusal_while_kernels_are_made_ready_ends_the_waiting(
    compute_queue: ComputeQueue, qtbot: QtBot
) -> None:
    def refuse(_progress: object) -> None:
        raise KgdeskError("There is no room.")

    made = KernelWarmup(compute_queue, refuse, compute_queue, ready=lambda: True)
    compute_queue.resume()
    qtbot.waitUntil(lambda: made.loaded)
    assert made.ended
