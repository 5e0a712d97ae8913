"""What the window says where no single run is worth anything: what is still at stake, and when one can stop."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kgdesk import actions
from kgdesk.model.gains import at_stake
from kgdesk.ui.look.numbers import points
from tests.stuck import stuck_study
from tests.ui.entry.bench import Bench

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from pytestqt.qtbot import QtBot


@pytest.fixture
def opened(tmp_path: Path, qtbot: QtBot, who: actions.Who) -> Callable[..., Bench]:
    benches: list[Bench] = []

    def made(**settings: object) -> Bench:
        bench = Bench(stuck_study(tmp_path / "stuck.kgstudy", who, **settings), qtbot, tabs=False)
        benches.append(bench)
        bench.wait_ready()
        qtbot.waitUntil(lambda: bench.desk.stake is not None, timeout=60_000)
        return bench

    yield made
    for bench in benches:
        bench.close()


def test_the_card_says_what_is_at_stake_and_not_that_one_can_stop(opened: Callable[..., Bench]) -> None:
    bench = opened()
    stake = at_stake(bench.desk.study)
    assert stake is not None
    assert bench.desk.stake == stake
    assert bench.desk.advice is not None
    assert bench.desk.advice.suggestion.reason == "nothing_left"
    said = f"No single run can change the choice; still at stake: {points(100 * stake.value)} points."
    assert bench.text("entry.why") == said
    assert not bench.part("entry.canStop").isVisible()


def test_the_rule_at_stake_says_that_one_can_stop_once_it_is_met(opened: Callable[..., Bench]) -> None:
    bench = opened(stop="at-stake 2")
    assert bench.desk.verdict is not None
    assert bench.desk.verdict.stop
    assert bench.text("entry.canStop.text") == f"You can stop: {bench.desk.verdict.why}"


def test_the_rule_at_stake_goes_on_while_it_is_not_met(opened: Callable[..., Bench]) -> None:
    bench = opened(stop="at-stake 0.5")
    assert bench.desk.verdict is not None
    assert not bench.desk.verdict.stop
    assert not bench.part("entry.canStop").isVisible()


def test_what_is_at_stake_is_asked_for_behind_the_advice_and_what_follows_an_entry_does_not_wait(
    opened: Callable[..., Bench], qtbot: QtBot
) -> None:
    bench = opened()
    order: list[str] = []
    bench.desk.advised.connect(lambda: order.append("advice" if bench.desk.advice else "none"))
    bench.desk.counselled.connect(lambda: order.append("stake" if bench.desk.stake else "counsel"))
    bench.desk.do(actions.record, "B", "failure")
    qtbot.waitUntil(lambda: "stake" in order, timeout=60_000)
    assert order == ["none", "advice", "counsel", "stake"]
    assert bench.desk.stake == at_stake(bench.desk.study)
