from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QObject, QThread

from kgdesk.ui.session.compute_queue import Busy, ComputeQueue

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PySide6.QtWidgets import QApplication
    from pytestqt.qtbot import QtBot


@pytest.fixture
def compute_queue(qapp: QApplication) -> Iterator[ComputeQueue]:
    made = ComputeQueue(qapp)
    yield made
    made.stop()
    made.deleteLater()


def refuse(raised: BaseException) -> None:
    raise AssertionError(f"did not expect {raised!r}")


class Gate:
    """Block the queue until opened, and signal when the queue has reached it."""

    def __init__(self, answer: str = "gate") -> None:
        self.reached, self.open, self.answer = threading.Event(), threading.Event(), answer

    def __call__(self) -> str:
        self.reached.set()
        assert self.open.wait(60)
        return self.answer


def test_an_answer_is_delivered_in_the_gui_thread_and_computed_in_another(
    compute_queue: ComputeQueue, qtbot: QtBot
) -> None:
    seen: list[tuple[int, bool]] = []

    def deliver(worker: int) -> None:
        seen.append((worker, QThread.currentThread().isMainThread()))

    assert compute_queue.ask("a", 1, threading.get_ident, deliver, refuse)
    assert compute_queue.pending("a")
    qtbot.waitUntil(lambda: bool(seen))
    assert seen[0][1]
    assert seen[0][0] != threading.get_ident()
    assert not compute_queue.pending("a")


def test_never_two_questions_at_once_and_all_in_one_thread(compute_queue: ComputeQueue, qtbot: QtBot) -> None:
    running, most, threads, seen = 0, 0, set(), []
    guard = threading.Lock()

    def work() -> None:
        nonlocal running, most
        with guard:
            running += 1
            most = max(most, running)
        threads.add(threading.get_ident())
        sum(range(20_000))
        with guard:
            running -= 1

    for place in range(40):
        compute_queue.ask(f"k{place}", 1, work, lambda _: seen.append(1), refuse)
    qtbot.waitUntil(lambda: len(seen) == 40)
    assert most == 1
    assert len(threads) == 1


def test_a_newer_question_of_the_same_key_replaces_one_that_waits(
    compute_queue: ComputeQueue, qtbot: QtBot
) -> None:
    gate, ran, seen = Gate(), [], []
    compute_queue.ask("gate", 1, gate, lambda _: None, refuse)
    for revision in range(5):
        compute_queue.ask("a", revision, lambda r=revision: ran.append(r) or r, seen.append, refuse)
    gate.open.set()
    qtbot.waitUntil(lambda: bool(seen))
    assert ran == [4]
    assert seen == [4]


def test_the_answer_of_an_overtaken_question_that_already_runs_is_dropped(
    compute_queue: ComputeQueue, qtbot: QtBot
) -> None:
    gate, seen = Gate("old"), []
    compute_queue.ask("a", 1, gate, seen.append, refuse)
    assert gate.reached.wait(60)
    compute_queue.ask("a", 2, lambda: "new", seen.append, refuse)
    gate.open.set()
    qtbot.waitUntil(lambda: bool(seen))
    compute_queue.ask("b", 1, lambda: "end", seen.append, refuse)
    qtbot.waitUntil(lambda: "end" in seen)
    assert seen == ["new", "end"]


def test_an_older_revision_than_the_newest_asked_for_is_refused(
    compute_queue: ComputeQueue, qtbot: QtBot
) -> None:
    seen: list[str] = []
    assert compute_queue.ask("a", 7, lambda: "seven", seen.append, refuse)
    assert not compute_queue.ask("a", 6, lambda: "six", seen.append, refuse)
    assert compute_queue.ask("b", 6, lambda: "other", seen.append, refuse)
    qtbot.waitUntil(lambda: len(seen) == 2)
    assert seen == ["seven", "other"]
    assert not compute_queue.ask("a", 6, lambda: "six", seen.append, refuse)


def test_what_the_function_raises_comes_back_to_the_one_who_asked(
    compute_queue: ComputeQueue, qtbot: QtBot
) -> None:
    raised: list[BaseException] = []

    def work() -> None:
        raise ZeroDivisionError

    compute_queue.ask("a", 1, work, lambda _: pytest.fail("delivered"), raised.append)
    qtbot.waitUntil(lambda: bool(raised))
    assert isinstance(raised[0], ZeroDivisionError)
    answers: list[int] = []
    compute_queue.ask("a", 2, lambda: 3, answers.append, refuse)
    qtbot.waitUntil(lambda: answers == [3])


class Receiver(QObject):
    def __init__(self, seen: list[str]) -> None:
        super().__init__()
        self.seen = seen

    def take(self, answer: str) -> None:
        self.seen.append(answer)


@pytest.mark.parametrize("how", ["deleted by Qt", "forgotten by Python"])
def test_an_answer_for_a_receiver_that_is_gone_is_dropped(
    compute_queue: ComputeQueue, qtbot: QtBot, how: str
) -> None:
    gate, seen = Gate("late"), []
    receiver: Receiver | None = Receiver(seen)
    assert receiver is not None
    compute_queue.ask("a", 1, gate, receiver.take, refuse)
    assert gate.reached.wait(60)
    if how == "deleted by Qt":
        with qtbot.waitSignal(receiver.destroyed):
            receiver.deleteLater()
    else:
        receiver = None
    gate.open.set()
    qtbot.waitUntil(lambda: not compute_queue.pending("a"))
    assert seen == []


def test_a_forgotten_question_stays_unanswered(compute_queue: ComputeQueue, qtbot: QtBot) -> None:
    gate, seen = Gate("cancelled"), []
    compute_queue.ask("a", 1, gate, seen.append, refuse)
    assert gate.reached.wait(60)
    compute_queue.forget("a")
    gate.open.set()
    compute_queue.ask("b", 1, lambda: "next", seen.append, refuse)
    qtbot.waitUntil(lambda: bool(seen))
    assert seen == ["next"]


def test_busy_tells_begin_and_end_with_the_seconds_in_between(
    compute_queue: ComputeQueue, qtbot: QtBot
) -> None:
    told: list[Busy] = []
    compute_queue.busy.connect(told.append)
    gate = Gate()
    compute_queue.ask("a", 3, gate, lambda _: None, refuse)
    qtbot.waitUntil(lambda: bool(told))
    assert told == [Busy("a", 3, running=True)]
    gate.open.set()
    qtbot.waitUntil(lambda: len(told) == 2)
    assert (told[1].key, told[1].revision, told[1].running) == ("a", 3, False)
    assert told[1].elapsed > 0.0


def test_stop_waits_for_what_runs_drops_what_waits_and_leaves_no_thread(qtbot: QtBot) -> None:
    before = set(threading.enumerate())
    compute_queue, ran, seen = ComputeQueue(), [], []
    gate = Gate()
    compute_queue.ask("a", 1, gate, seen.append, refuse)
    compute_queue.ask("b", 1, lambda: ran.append("b"), seen.append, refuse)
    assert gate.reached.wait(60)
    compute_queue._open["b"][1].add_done_callback(lambda _: gate.open.set())  # what waits goes first
    compute_queue.stop()
    qtbot.waitUntil(lambda: set(threading.enumerate()) <= before)
    assert ran == []
    assert seen == []
    assert not compute_queue.ask("a", 2, gate, seen.append, refuse)
    compute_queue.stop()


def test_stop_does_not_wait_longer_than_it_is_told(qtbot: QtBot) -> None:
    before = set(threading.enumerate())
    compute_queue, gate, seen = ComputeQueue(), Gate(), []
    compute_queue.ask("a", 1, gate, seen.append, refuse)
    assert gate.reached.wait(60)
    assert not compute_queue.stop(0.0)
    assert not compute_queue.ask("b", 1, gate, seen.append, refuse)
    gate.open.set()
    assert compute_queue.stop()
    qtbot.waitUntil(lambda: set(threading.enumerate()) <= before)
    assert seen == []


def test_a_lane_that_is_held_begins_when_it_is_let_go(qapp: QApplication, qtbot: QtBot) -> None:
    held = ComputeQueue(qapp)
    held.suspend()
    begun, seen = threading.Event(), []
    assert held.ask("a", 1, begun.set, seen.append, refuse)
    assert held.pending("a")
    assert not begun.is_set()
    held.resume()
    held.resume()  # once more does no harm
    qtbot.waitUntil(lambda: bool(seen))
    assert begun.is_set()
    held.stop()
    held.deleteLater()


def test_a_lane_that_is_held_can_be_stopped(qapp: QApplication) -> None:
    held = ComputeQueue(qapp)
    held.suspend()
    begun = threading.Event()
    assert held.ask("a", 1, begun.set, refuse, refuse)
    held.stop()
    assert not begun.is_set()
    held.deleteLater()


def test_what_is_done_and_not_delivered_yet_is_not_wanted_any_more(compute_queue: ComputeQueue) -> None:
    answered, gate = threading.Event(), Gate()
    told: list[bool] = []

    def look() -> None:
        told.append(compute_queue.wanted("rest"))
        answered.set()

    assert compute_queue.ask("advice", 1, gate, lambda _: None, refuse)
    assert compute_queue.ask("rest", 1, look, lambda _: None, refuse)
    assert compute_queue.wanted("rest")
    gate.open.set()
    assert answered.wait(60)  # the event loop has not run: the first result is not delivered yet
    assert compute_queue.pending("advice")
    assert told == [False]


def test_only_what_has_not_begun_is_put_off(compute_queue: ComputeQueue, qtbot: QtBot) -> None:
    gate, seen = Gate(), []
    compute_queue.ask("runs", 1, gate, seen.append, refuse)
    assert gate.reached.wait(60)
    compute_queue.ask("waits", 1, lambda: "never", seen.append, refuse)
    for key in ("runs", "waits", "unknown"):
        compute_queue.defer(key)
    assert not compute_queue.pending("waits")
    compute_queue.ask("waits", 1, lambda: "anew", seen.append, refuse)
    gate.open.set()
    qtbot.waitUntil(lambda: len(seen) == 2)
    assert seen == ["gate", "anew"]
