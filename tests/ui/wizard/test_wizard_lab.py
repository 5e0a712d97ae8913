"""What the wizard settles for the lab: when to stop, and what never runs together."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from gestures import Hands

from kgdesk.actions import open_study

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from kgdesk.ui.wizard import NewStudyWizard

    Opener = Callable[..., NewStudyWizard]


def at_the_plan(qtbot: QtBot, wizard: Opener, table: Path) -> NewStudyWizard:
    one = wizard(table)
    for page in (one.candidates, one.columns):
        qtbot.waitUntil(lambda p=page: one.page is p and p.complete)
        one.next.click()
    qtbot.waitUntil(lambda: one.page is one.plan and one.plan.complete)
    one.plan.findChild(type(one.plan.more._toggle()), "wizard.more").setChecked(True)
    return one


def created(qtbot: QtBot, one: NewStudyWizard) -> Path:
    one.next.click()
    qtbot.waitUntil(lambda: one.page is one.check and one.check.complete)
    one.finish.click()
    qtbot.waitUntil(lambda: one.session is not None)
    assert one.session is not None
    return one.session.path


def test_the_rule_and_the_column_are_in_the_study_on_disk(qtbot: QtBot, wizard: Opener, clean: Path) -> None:
    one = at_the_plan(qtbot, wizard, clean)
    one.plan.more.stop.setFocus()
    Hands(one).type("Value 0.1 or (within 5 at 90)")
    words = one.plan.more._stop_words.text()
    assert words == "value of testing below 0.1 points or within 5 points of the best at 90 %"
    one.plan.more.apart.choose("well")
    one.plan.more.apart.activated.emit(one.plan.more.apart.currentIndex())
    path = created(qtbot, one)
    assert one.session is not None
    with open_study(path, one.session.who, read_only=True) as read:
        assert read.study.settings.stop == "value 0.1 or within 5 at 90"
        assert read.study.settings.never_together == ("well",)


def test_without_a_word_the_planned_runs_are_the_rule_and_all_may_run_together(
    qtbot: QtBot, wizard: Opener, clean: Path
) -> None:
    one = at_the_plan(qtbot, wizard, clean)
    created(qtbot, one)
    assert one.session is not None
    settings = one.session.study.settings
    assert (settings.stop, settings.never_together) == ("", ())


@pytest.mark.parametrize("text", ["soon", "value", "runs 0"])
def test_a_rule_that_cannot_be_read_keeps_next_off_and_says_where(
    qtbot: QtBot, wizard: Opener, clean: Path, text: str
) -> None:
    one = at_the_plan(qtbot, wizard, clean)
    one.plan.more.stop.setFocus()
    Hands(one).type(text)
    assert not one.plan.complete
    assert not one.next.isEnabled()
    assert one.plan.strip.isVisible()
    one.plan.more.stop.clear()
    assert one.plan.complete


def test_a_column_that_is_ignored_by_now_is_offered_no_more(
    qtbot: QtBot, wizard: Opener, clean: Path
) -> None:
    one = at_the_plan(qtbot, wizard, clean)
    more = one.plan.more
    more.apart.choose("well")
    more.apart.activated.emit(more.apart.currentIndex())
    more.offer_columns(["Temperature"])
    assert more.never_together == ()
