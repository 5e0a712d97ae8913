"""What the wizard settles for the lab: when to stop, and what never runs together."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from gestures import Hands
from PySide6.QtWidgets import QPushButton, QRadioButton
from tabled import HEADINGS, rows, write

from kgdesk.actions import open_study
from kgdesk.actions.importing import Role

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from kgdesk.ui.new_study.wizard import NewStudyWizard

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
    assert words == (
        "You can stop when this holds: the value of testing is below 0.1 percentage points or the best now is within 5"
        " percentage points of the true best with a chance of 90 %. This looks one run ahead only."
    )
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
    assert [c.info.name for c in one.draft.columns_with(Role.BARCODE)] == ["Barcode"]
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


def test_the_location_and_the_order_of_all_columns_are_in_the_study_on_disk(
    qtbot: QtBot, wizard: Opener, tmp_path: Path
) -> None:
    """The plate says less about where a sample lies than its well, and a delivery comes first by the alphabet."""
    body = [[*row, f"P{n % 2}", f"{n % 28 + 1:02d}.08.2026"] for n, row in enumerate(rows(20))]
    table = write(tmp_path / "placed.csv", body, (*HEADINGS, "Plate", "Delivered"))
    one = at_the_plan(qtbot, wizard, table)
    assert [c.info.name for c in one.draft.columns_with(Role.LOCATION)] == ["well"]
    path = created(qtbot, one)
    assert one.session is not None
    with open_study(path, one.session.who, read_only=True) as read:
        study = read.study
        assert study.settings.location == "well"
        assert list(study.pool.extras) == ["well", "Plate", "Delivered"]
        assert [(each.name, each.role) for each in study.columns] == [
            ("code", "id"),
            *((name, "number") for name in HEADINGS[1:5]),
            ("well", "location"),
            ("Plate", "kept"),
            ("Delivered", "kept"),
        ]


def test_only_one_column_can_be_the_location_and_the_last_page_names_it(
    qtbot: QtBot, wizard: Opener, tmp_path: Path
) -> None:
    body = [[*row, f"Shelf {n % 3}"] for n, row in enumerate(rows(20))]
    one = wizard(write(tmp_path / "shelved.csv", body, (*HEADINGS, "Cupboard")))
    qtbot.waitUntil(lambda: one.page is one.candidates and one.page.complete)
    one.next.click()
    qtbot.waitUntil(lambda: one.page is one.columns and one.columns.complete)
    one.draft.set_role(len(HEADINGS), Role.LOCATION)
    one.columns.recheck()
    assert [c.info.name for c in one.draft.columns_with(Role.LOCATION)] == ["Cupboard"]
    assert one.draft.columns[5].role is Role.KEEP
    qtbot.waitUntil(lambda: one.columns.complete)
    one.next.click()
    qtbot.waitUntil(lambda: one.page is one.plan and one.plan.complete)
    one.next.click()
    qtbot.waitUntil(lambda: one.page is one.check and one.check.complete)
    assert ("Location", "Cupboard") in one.check._rows()
    assert ("Kept with the data", "well") in one.check._rows()


def test_what_each_run_measures_is_in_the_study_on_disk(qtbot: QtBot, wizard: Opener, clean: Path) -> None:
    one = at_the_plan(qtbot, wizard, clean)
    one.plan.measured.setText("yield >= twenty")
    assert not one.plan.complete
    assert "yield >= 20 %" in one.plan.strip.text
    one.plan.measured.setText("yield >= 20 %")
    path = created(qtbot, one)
    assert one.session is not None
    with open_study(path, one.session.who, read_only=True) as read:
        settings = read.study.settings
        assert (settings.measured, settings.measured_unit) == ("yield", "%")
        assert (settings.threshold, settings.direction) == (20.0, "at-least")


def test_the_question_for_repeats_has_no_silent_default(qtbot: QtBot, wizard: Opener, clean: Path) -> None:
    one = wizard(clean, repeats="")
    for page in (one.candidates, one.columns):
        qtbot.waitUntil(lambda p=page: one.page is p and p.complete)
        one.next.click()
    qtbot.waitUntil(lambda: one.page is one.plan and not one.plan.busy)
    assert not one.plan.complete
    assert not one.next.isEnabled()
    assert one.plan.repeats_question.choices.checkedButton() is None
    assert one.plan.repeats_question.missing.isVisible()
    assert one.focusWidget().objectName() == "wizard.repeats.no"
    one.plan.repeats_question.most.setValue(3)
    assert not one.plan.complete
    for answer, stored in (("most", "3"), ("yes", "yes"), ("no", "no")):
        one.plan.findChild(QRadioButton, f"wizard.repeats.{answer}").click()
        assert one.draft.settings.repeats == stored
    assert one.plan.repeats_question.missing.isHidden()
    path = created(qtbot, one)
    assert one.session is not None
    with open_study(path, one.session.who, read_only=True) as read:
        assert read.study.settings.repeats == "no"
