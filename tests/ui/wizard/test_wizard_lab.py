"""What the wizard settles for the lab: when to stop, and what never runs together."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from gestures import Hands
from PySide6.QtWidgets import QPushButton
from tabled import HEADINGS, rows, write

from kgdesk.actions import open_study
from kgdesk.ui.wizard.roles import Role

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


def test_the_column_with_the_codes_of_the_samples_is_in_the_study_and_only_one_can_be_it(
    qtbot: QtBot, wizard: Opener, tmp_path: Path
) -> None:
    body = [[*row, f"T{1000 + n}", f"U{n}"] for n, row in enumerate(rows(20))]
    table = write(tmp_path / "coded.csv", body, (*HEADINGS, "Barcode", "Old barcode"))
    one = at_the_plan(qtbot, wizard, table)
    assert [c.info.name for c in one.draft.of(Role.BARCODE)] == ["Barcode"]
    assert one.draft.barcode == "Barcode"
    created(qtbot, one)
    assert one.session is not None
    study = one.session.study
    assert study.settings.barcode == "Barcode"
    assert "Old barcode" in study.pool.extras
    assert study.barcodes.find("t1003") == study.pool.ids[3]


def test_a_code_in_two_rows_stops_until_the_column_is_only_kept(
    qtbot: QtBot, wizard: Opener, tmp_path: Path
) -> None:
    body = [[*row, f"T{n % 19}"] for n, row in enumerate(rows(20))]
    one = wizard(write(tmp_path / "twice.csv", body, (*HEADINGS, "Barcode")))
    qtbot.waitUntil(lambda: one.page is one.candidates and one.page.complete)
    one.next.click()
    qtbot.waitUntil(lambda: one.page is one.columns and one.columns.stopped)
    assert not one.next.isEnabled()
    button = next(b for b in one.columns.findChildren(QPushButton) if "Keep “Barcode”" in b.text())
    button.click()
    qtbot.waitUntil(lambda: one.columns.complete)
    assert one.draft.barcode == ""
