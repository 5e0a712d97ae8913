"""Card and stopping rule when no single run has a value: value at stake, and when to stop."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kgdesk import actions
from kgdesk.model.advice.history import at_stake
from kgdesk.ui.text.locale_format import points
from tests.stuck import stuck_study
from tests.ui.entry_bench import Bench

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from pytestqt.qtbot import QtBot


@pytest.fixture
def opened(tmp_path: Path, qtbot: QtBot, who: actions.Operator) -> Callable[..., Bench]:
    benches: list[Bench] = []

    def made(**settings: object) -> Bench:
        bench = Bench(stuck_study(tmp_path / "stuck.kgstudy", who, **settings), qtbot, tabs=False)
        benches.append(bench)
        bench.wait_ready()
        qtbot.waitUntil(lambda: bench.controller.advice.stake is not None, timeout=60_000)
        return bench

    yield made
    for bench in benches:
        bench.close()


def test_the_card_says_what_is_at_stake_and_not_that_one_can_stop(opened: Callable[..., Bench]) -> None:
    bench = opened(stop="runs 400")
    stake = at_stake(bench.controller.study)
    assert stake is not None
    assert bench.controller.advice.stake == stake
    assert bench.controller.advice.current is not None
    assert bench.controller.advice.current.suggestion.reason == "nothing_left"
    said = (
        f"No single run can change the choice; still at stake: {points(100 * stake.value)} percentage points."
    )
    assert bench.text("entry.why") == said
    assert not bench.part("entry.canStop").isVisible()


def test_the_rule_at_stake_says_that_one_can_stop_once_it_is_met(opened: Callable[..., Bench]) -> None:
    bench = opened(stop="at-stake 2")
    assert bench.controller.advice.verdict is not None
    assert bench.controller.advice.verdict.stop
    assert bench.text("entry.canStop.text") == f"You can stop: {bench.controller.advice.verdict.why}"


def test_the_rule_at_stake_goes_on_while_it_is_not_met(opened: Callable[..., Bench]) -> None:
    bench = opened(stop="at-stake 0.5")
    assert bench.controller.advice.verdict is not None
    assert not bench.controller.advice.verdict.stop
    assert not bench.part("entry.canStop").isVisible()


def test_what_is_at_stake_is_asked_for_behind_the_advice_and_what_follows_an_entry_does_not_wait(
    opened: Callable[..., Bench], qtbot: QtBot
) -> None:
    bench = opened()
    order: list[str] = []
    bench.controller.advice.changed.connect(
        lambda: order.append("advice" if bench.controller.advice.current else "none")
    )
    bench.controller.advice.counsel_changed.connect(
        lambda: order.append("stake" if bench.controller.advice.stake else "counsel")
    )
    bench.controller.do(actions.record, "B", "failure")
    qtbot.waitUntil(lambda: "stake" in order, timeout=60_000)
    # The advice is there at once if it was computed during the commit; otherwise there is none for a while.
    assert [each for each in order if each != "none"] == ["advice", "counsel", "stake"]
    assert bench.controller.advice.stake == at_stake(bench.controller.study)
