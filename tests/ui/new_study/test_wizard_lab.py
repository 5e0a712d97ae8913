"""What the wizard settles for the lab: when to stop, and what never runs together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QComboBox, QLabel, QPushButton, QRadioButton
from tabled import HEADINGS, choose_use, choose_way, found, ready, rows, write

from kgdesk.actions import open_study
from kgdesk.actions.importing import Role
from kgdesk.model.study.rule_syntax import proposal, written
from kgdesk.ui.new_study.rule_field import RuleField

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from kgdesk.ui.new_study.wizard import NewStudyWizard

    Opener = Callable[..., NewStudyWizard]


def at_the_plan(qtbot: QtBot, wizard: Opener, table: Path) -> NewStudyWizard:
    one = wizard(table)
    qtbot.waitUntil(lambda: one.table.complete)
    one.next.click()
    qtbot.waitUntil(lambda: one.page is one.plan and one.plan.complete)
    one.plan.more.toggle.setChecked(True)
    return one


def created(qtbot: QtBot, one: NewStudyWizard) -> Path:
    qtbot.waitUntil(lambda: one.plan.complete)
    one.finish.click()
    qtbot.waitUntil(lambda: one.session is not None)
    assert one.session is not None
    return one.session.path


def test_the_rule_and_the_column_are_in_the_study_on_disk(qtbot: QtBot, wizard: Opener, clean: Path) -> None:
    one = at_the_plan(qtbot, wizard, clean)
    one.plan.rule.stake.setValue(2.5)
    one.plan.rule.tested.setValue(3)
    one.plan.more.apart.choose("well")
    one.plan.more.apart.activated.emit(one.plan.more.apart.currentIndex())
    assert one.plan.more.unusual.text() == "not as usual: what runs together"
    path = created(qtbot, one)
    assert one.session is not None
    with open_study(path, one.session.who, read_only=True) as read:
        assert read.study.settings.stop == "(at-stake 2.5 and succeeded 3) or runs 30"
        assert read.study.settings.never_together == ("well",)


def test_without_a_word_the_proposed_rule_holds_and_all_may_run_together(
    qtbot: QtBot, wizard: Opener, clean: Path
) -> None:
    one = at_the_plan(qtbot, wizard, clean)
    assert one.plan.more.unusual.text().endswith(": all as usual")
    created(qtbot, one)
    assert one.session is not None
    settings = one.session.study.settings
    assert written(settings.stopping) == proposal(settings.budget)
    assert (settings.stop, settings.never_together) == ("", ())


def test_a_rule_of_another_study_stands_as_its_sentence_until_the_usual_one_is_taken(qtbot: QtBot) -> None:
    field = RuleField("value 0.1 or (within 5 at 90)", None)
    qtbot.addWidget(field)
    field.show()
    assert field.rule(30) == "value 0.1 or (within 5 at 90)"
    shown = [label.text() for label in field.findChildren(QLabel) if label.isVisible()]
    assert any("within 5" in text and "true best" in text for text in shown)
    field.findChild(QPushButton, "wizard.proposeStop").click()
    assert field.rule(30) == ""
    assert field.stake.isVisible()
    same = RuleField("succeeded 2 and at-stake 3 or runs 12", None)
    other = RuleField("at-stake 3 and succeeded 2 or runs 12", None)
    for one in (same, other):
        qtbot.addWidget(one)
    assert same.rule(30) == "succeeded 2 and at-stake 3 or runs 12"
    assert other.rule(30) == "(at-stake 3 and succeeded 2) or runs 30"


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


def test_a_barcode_in_two_rows_stops_until_the_column_is_only_kept(
    qtbot: QtBot, wizard: Opener, tmp_path: Path
) -> None:
    body = [[*row, f"T{n % 19}"] for n, row in enumerate(rows(20))]
    one = wizard(write(tmp_path / "twice.csv", body, (*HEADINGS, "Barcode")))
    qtbot.waitUntil(lambda: ready(one))
    assert found(one, "Barcode") == ["⚠ “T0” occurs in more than one row"]
    assert not one.next.isEnabled()
    choose_way(one, "Barcode", "keep")
    qtbot.waitUntil(lambda: one.table.complete)
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


def test_a_block_column_and_what_is_typed_beside_it_are_in_the_study_on_disk(
    qtbot: QtBot, wizard: Opener, tmp_path: Path
) -> None:
    body = [[*row, f"{4711 + n % 2}"] for n, row in enumerate(rows(20))]
    one = wizard(write(tmp_path / "lots.csv", body, (*HEADINGS, "Lot")))
    qtbot.waitUntil(lambda: one.table.complete)
    choose_use(one, "Lot", "block")
    qtbot.waitUntil(lambda: one.table.complete)
    one.next.click()
    one.plan.more.blocks.setText("plate, Lot, plate number = 2")
    assert not one.plan.complete
    assert "is not the name of a block column" in one.plan.strip.text
    one.plan.more.blocks.setText("plate, Lot")
    path = created(qtbot, one)
    assert one.session is not None
    with open_study(path, one.session.who, read_only=True) as read:
        assert read.study.settings.blocks == "Lot, plate"
        assert {each.name: each.role for each in read.study.columns}["Lot"] == "block"
        assert "Lot" not in [attribute.name for attribute in read.study.pool.attributes]


def test_the_scale_of_a_measured_value_is_proposed_and_the_chosen_one_is_in_the_study_on_disk(
    qtbot: QtBot, wizard: Opener, tmp_path: Path
) -> None:
    one = wizard(write(tmp_path / "yields.csv", rows(20), HEADINGS))
    qtbot.waitUntil(lambda: one.table.complete)
    one.next.click()
    more = one.plan.more
    more.toggle.click()
    said = one.findChild(QLabel, "wizard.scaleWords")
    assert said is not None
    assert not more.scale.isVisible()
    one.plan.measured.setText("dose >= 20 mg")
    assert (more.scale.isVisible(), said.isVisible()) == (True, False)
    one.plan.measured.setText("yield >= 60 %")
    assert "the logit of a share" in said.text()
    more.scale.setCurrentIndex(more.scale.findData("logit"))
    more.scale.activated.emit(more.scale.currentIndex())
    assert not said.isVisible()
    assert "scale of the value" in more.unusual.text()
    one.plan.measured.setText("yield >= 100 %")
    assert "needs a threshold between 0 and 100" in one.plan.strip.text
    one.plan.measured.setText("yield >= 60 %")
    path = created(qtbot, one)
    assert one.session is not None
    with open_study(path, one.session.who, read_only=True) as read:
        assert read.study.settings.scale == "logit"


def test_only_one_column_can_be_the_location(qtbot: QtBot, wizard: Opener, tmp_path: Path) -> None:
    body = [[*row, f"Shelf {n % 3}"] for n, row in enumerate(rows(20))]
    one = wizard(write(tmp_path / "shelved.csv", body, (*HEADINGS, "Cupboard")))
    qtbot.waitUntil(lambda: one.table.complete)
    choose_use(one, "Cupboard", "location")
    qtbot.waitUntil(lambda: one.table.complete)
    assert [c.info.name for c in one.draft.columns_with(Role.LOCATION)] == ["Cupboard"]
    assert one.draft.columns[5].role is Role.KEEP
    assert one.findChild(QComboBox, "wizard.role.well").currentText() == "Keep with the data"


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


def test_a_candidate_may_run_again_unless_the_person_says_otherwise(
    qtbot: QtBot, wizard: Opener, clean: Path
) -> None:
    one = at_the_plan(qtbot, wizard, clean)
    assert one.draft.settings.repeats == "yes"
    one.plan.most.setValue(3)
    assert one.draft.settings.repeats == "yes"
    for answer, stored in (("most", "3"), ("yes", "yes"), ("no", "no")):
        one.plan.findChild(QRadioButton, f"wizard.repeats.{answer}").click()
        assert one.draft.settings.repeats == stored
    path = created(qtbot, one)
    assert one.session is not None
    with open_study(path, one.session.who, read_only=True) as read:
        assert read.study.settings.repeats == "no"
