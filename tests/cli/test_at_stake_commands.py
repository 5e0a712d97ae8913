"""Value at stake at the command line: computed if the study's rule needs it or an option requests it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kgdesk import actions, kernels
from kgdesk.model.advice.history import at_stake
from tests.stuck import stuck_study

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from answering import Answer


def test_a_stuck_study_is_not_told_to_stop(
    kgdesk: Callable[..., Answer], tmp_path: Path, who: actions.Operator
) -> None:
    path = stuck_study(tmp_path / "stuck.kgstudy", who, stop="runs 400")
    for verb in ("suggest", "status"):
        assert "You can stop" not in kgdesk(verb, path).out
    assert "No single run can change the choice.\n" in kgdesk("suggest", path).out


def test_status_says_what_is_at_stake_where_a_person_asks(
    kgdesk: Callable[..., Answer], tmp_path: Path, who: actions.Operator
) -> None:
    path = stuck_study(tmp_path / "stuck.kgstudy", who, stop="runs 400")
    assert kgdesk("status", path, "--json").json["at_stake"] is None
    with actions.open_study(path, who, read_only=True) as session:
        right = at_stake(session.study)
    assert right is not None
    told = kgdesk("status", path, "--at-stake", "--json").json["at_stake"]
    assert told == {"points": 100 * right.value, "standard_error": 100 * right.error}
    assert f"Still at stake: {100 * right.value:.2g} percentage points (standard error " in (
        kgdesk("status", path, "--at-stake").out
    )
    kgdesk("start", path, "B")
    assert "whatever the 1 run in progress will give" in kgdesk("status", path, "--at-stake").out


@pytest.mark.parametrize(("limit", "stops"), [("2", True), ("0.5", False)])
def test_the_rule_of_a_study_says_whether_one_can_stop(
    kgdesk: Callable[..., Answer], tmp_path: Path, who: actions.Operator, limit: str, stops: bool
) -> None:
    path = stuck_study(tmp_path / "stuck.kgstudy", who, stop=f"at-stake {limit}")
    for verb in ("suggest", "status"):
        told = kgdesk(verb, path, "--json").json
        assert told["stop"]["rule"] == f"at-stake {limit}"
        assert told["stop"]["stop"] is stops
        assert (told["at_stake"]["points"] <= float(limit)) is stops
        points = f"{told['at_stake']['points']:.2g}"
        assert told["stop"]["why"].startswith(f"Still at stake: {points} percentage points (standard error ")
        assert ("You can stop: Still at stake" in kgdesk(verb, path).out) is stops
    assert f"choice; still at stake: {points} percentage points." in kgdesk("suggest", path).out


def test_nothing_is_drawn_where_nobody_asks(
    kgdesk: Callable[..., Answer], study: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[int] = []
    kernel = kernels.drawn_maxima
    monkeypatch.setattr(kernels, "drawn_maxima", lambda W, *rest: drawn.append(len(W)) or kernel(W, *rest))
    assert kgdesk("set", study, "--stop", "runs 30", "--reason", "as agreed").code == 0
    assert kgdesk("suggest", study, "--json").json["at_stake"] is None
    assert kgdesk("record", study, "C-01", "success").code == 0
    assert kgdesk("status", study, "--json").code == 0
    assert not drawn
    assert kgdesk("status", study, "--at-stake").code == 0
    assert drawn
