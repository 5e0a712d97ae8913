"""Nobody waits for the compiler where everything lies compiled; where it does not, its progress is told."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kgdesk.errors import KgdeskError
from kgdesk.ui.entry.preparing import Preparation
from kgdesk.ui.lane import Lane

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from PySide6.QtWidgets import QApplication
    from pytestqt.qtbot import QtBot


@pytest.fixture
def lane(qapp: QApplication) -> Iterator[Lane]:
    made = Lane(qapp)
    made.hold()  # as in the program: everything is asked for before anything begins
    yield made
    made.stop()
    made.deleteLater()


def ask_for_advice(lane: Lane, order: list[str]) -> None:
    lane.ask("advice", 0, lambda: order.append("advice"), lambda _: None, pytest.fail)


def warm_up(order: list[str]) -> Callable[[Callable[[int, int], None]], None]:
    def work(progress: Callable[[int, int], None]) -> None:
        order.append("kernels")
        progress(1, 2)
        progress(2, 2)

    return work


def test_the_first_advice_goes_before_kernels_that_are_kept(lane: Lane, qtbot: QtBot) -> None:
    order: list[str] = []
    made = Preparation(lane, warm_up(order), lane, ready=lambda: True)
    ask_for_advice(lane, order)
    states: list[tuple[bool, bool]] = []
    made.moved.connect(lambda: states.append((made.ended, made.loaded)))
    lane.let_go()
    qtbot.waitUntil(lambda: made.loaded)
    assert order == ["advice", "kernels"]
    assert states == [(True, False), (True, True)]
    assert made.total == 0  # no progress is shown for what nobody waits for


@pytest.mark.parametrize("ready", [None, lambda: False])
def test_what_must_be_compiled_is_compiled_before_the_first_advice(
    lane: Lane, qtbot: QtBot, ready: Callable[[], bool] | None
) -> None:
    order: list[str] = []
    made = Preparation(lane, warm_up(order), lane, ready=ready)
    ask_for_advice(lane, order)
    seen: list[bool] = []
    made.moved.connect(lambda: seen.append(made.ended))
    lane.let_go()
    qtbot.waitUntil(lambda: made.loaded and not lane.pending("advice"))
    assert seen[0] is False
    assert seen[-1] is True
    assert order == ["kernels", "advice"]
    assert made.ended
    assert (made.done, made.total) == (2, 2)


def test_a_refusal_while_kernels_are_made_ready_ends_the_waiting(lane: Lane, qtbot: QtBot) -> None:
    def refuse(_progress: object) -> None:
        raise KgdeskError("There is no room.")

    made = Preparation(lane, refuse, lane, ready=lambda: True)
    lane.let_go()
    qtbot.waitUntil(lambda: made.loaded)
    assert made.ended
