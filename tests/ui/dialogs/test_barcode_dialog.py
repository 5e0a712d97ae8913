"""Changing the barcode column in the window: choice, preview, reason, and scanning afterwards."""

from __future__ import annotations

import csv
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

sys.path.insert(0, str(Path(__file__).parent / "entry"))

from entry_bench import Bench, make_study
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel

from kgdesk import actions
from kgdesk.actions.importing import read_pool
from kgdesk.model.study.settings import Settings
from kgdesk.ui.dialogs.kept_columns import BarcodeDialog
from kgdesk.ui.pages.model_tables import settings_facts
from kgdesk.ui.pages.timeline import TimelineTab

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot


def kept_study(path: Path) -> Path:
    """Create a study with kept columns: tubes, some blank, shelves shared by several candidates, and a blank column."""
    table = path.with_suffix(".csv")
    with table.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(["Code", "Heat", "Tube", "Shelf", "Remark"])
        for row in range(12):
            writer.writerow([f"C-{row:04d}", row % 5, f"40{row:02d}" if row % 4 else "", "ab"[row % 2], ""])
    pool = read_pool(table, id="Code", extras=["Tube", "Shelf", "Remark"])
    with actions.create_study(path, pool, Settings(), actions.Operator("MK")) as made:
        actions.record(made, "C-0003", "success")
    return path


@pytest.fixture
def bench(tmp_path: Path, qtbot: QtBot) -> Iterator[Bench]:
    made = Bench(kept_study(tmp_path / "kept.kgstudy"), qtbot, tabs=False)
    yield made
    made.close()


@pytest.fixture
def dialog(bench: Bench) -> BarcodeDialog:
    bench.window.commands.refresh()
    bench.window.commands.action("study.codes").trigger()
    (made,) = bench.window.findChildren(BarcodeDialog)
    assert made.isVisible()
    return made


def give_reason(dialog: BarcodeDialog, row: int = 0) -> None:
    dialog.reason.list.setCurrentRow(row)


def kinds_on_disk(bench: Bench) -> list[str]:
    with actions.open_study(bench.path, actions.Operator("reader"), read_only=True) as read:
        return [event.kind for event in read.study.events]


def test_a_column_is_named_with_a_reason_and_the_next_scan_goes_by_it(
    bench: Bench, dialog: BarcodeDialog, qtbot: QtBot
) -> None:
    listed = [dialog.column.itemData(row) for row in range(dialog.column.count())]
    assert listed == ["", "Tube", "Shelf", "Remark"]
    assert dialog.missing.text() == "This is how it is now."
    dialog.column.choose("Tube")
    assert dialog.about.text() == (
        "For instance “4001” is C-0001. 9 of 12 candidates have a code; the others go by their names."
    )
    assert dialog.missing.text() == "Choose a reason."
    assert not dialog.save.isEnabled()
    give_reason(dialog)
    QTest.keyClick(dialog, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: bench.controller.study.settings.barcode == "Tube")
    qtbot.waitUntil(lambda: not dialog.isVisible())
    assert bench.window.message_strip.text == "The scan check and labels go by “Tube” from now on."
    (entry,) = bench.controller.study.amendments
    assert (entry.old, entry.new, entry.operator) == ("", "Tube", "MK")
    assert entry.reason == "The samples were relabelled"
    assert kinds_on_disk(bench)[-1] == "settings_changed"
    qtbot.waitUntil(lambda: bench.control.entry.candidate is not None)
    bench.control.choose("C-0005")
    bench.type("4005\n")
    assert bench.control.entry.matched
    bench.type("4006\n")
    assert bench.control.entry.state == "mismatch"


@pytest.mark.parametrize(
    ("column", "words"),
    [
        ("Shelf", "means two candidates, C-0000 and C-0002"),
        ("Remark", "Every cell of this column is blank"),
    ],
)
def test_what_a_column_cannot_mean_is_said_before_anything_is_saved(
    dialog: BarcodeDialog, column: str, words: str
) -> None:
    dialog.column.choose(column)
    give_reason(dialog)
    assert words in dialog.strip.text + dialog.about.text()
    assert dialog.save.isEnabled() == (column == "Remark")
    dialog.column.choose("Tube")
    assert dialog.strip.text == ""
    assert dialog.save.isEnabled()


def test_what_was_scanned_by_the_old_codes_has_to_be_scanned_again(bench: Bench) -> None:
    bench.control.choose("C-0005")
    bench.type("C-0005\n")
    assert bench.control.entry.matched
    bench.controller.do(actions.change_settings, {"barcode": "Tube"}, "labels")
    bench.controller.settle()
    assert not bench.control.entry.matched
    bench.control.choose("C-0005")
    bench.type("4006\n")
    assert bench.control.entry.state == "mismatch"
    bench.controller.do(actions.change_settings, {"barcode": ""}, "labels fell off")
    bench.controller.settle()
    assert bench.control.entry.state != "mismatch"


def test_esc_changes_nothing(bench: Bench, dialog: BarcodeDialog) -> None:
    before = bench.controller.study.head
    dialog.column.choose("Tube")
    give_reason(dialog)
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()
    assert bench.controller.study.head == before


def test_a_change_that_a_colleague_made_meanwhile_is_not_made_twice(
    bench: Bench, dialog: BarcodeDialog
) -> None:
    dialog.column.choose("Tube")
    give_reason(dialog)
    assert dialog.save.isEnabled()
    bench.controller.do(actions.change_settings, {"barcode": "Tube"}, "labels")
    bench.controller.settle()
    assert dialog.missing.text() == "This is how it is now."
    assert not dialog.save.isEnabled()
    dialog.accept()
    assert dialog.isVisible()
    assert kinds_on_disk(bench).count("settings_changed") == 1


def test_who_cannot_record_cannot_change_the_codes(bench: Bench) -> None:
    action = bench.window.commands.action("study.codes")
    bench.window.commands.refresh()
    assert action.isEnabled()
    bench.control.set_operator("")
    bench.window.commands.refresh()
    assert not action.isEnabled()
    bench.control.set_operator("MK")
    bench.controller.do(actions.finish, "Best candidate found")
    bench.controller.settle()
    bench.window.commands.refresh()
    assert not action.isEnabled()


def test_a_table_that_keeps_no_column_says_why_there_is_nothing_to_choose(
    tmp_path: Path, qtbot: QtBot
) -> None:
    path = tmp_path / "bare.kgstudy"
    table = tmp_path / "bare.csv"
    table.write_text("Code,Heat\nA,1\nB,2\nC,3\n", encoding="utf-8")
    actions.create_study(path, read_pool(table, id="Code"), Settings(), actions.Operator("MK")).close()
    bench = Bench(path, qtbot)
    bench.window.commands.refresh()
    bench.window.commands.action("study.codes").trigger()
    (dialog,) = bench.window.findChildren(BarcodeDialog)
    assert "keeps no column beside the attributes" in dialog.about.text()
    assert not dialog.save.isEnabled()
    dialog.close()
    bench.close()


def test_model_and_history_tell_what_was_changed(tmp_path: Path, qtbot: QtBot) -> None:
    bench = Bench(make_study(tmp_path / "told.kgstudy"), qtbot)
    bench.controller.do(actions.change_settings, {"barcode": "Location"}, "new labels")
    bench.controller.settle()
    facts = {fact.name: fact.value for fact in settings_facts(bench.controller.study)}
    assert facts["Column with the codes of the samples"] == "Location"
    told = "Column with the codes of the samples changed from none to “Location” by "
    assert facts["Changed since"].startswith(f"{told}MK, ")
    assert facts["Changed since"].endswith(": new labels")
    history = bench.window.page(TimelineTab)
    assert history is not None
    bench.window.parts.tabs.setCurrentWidget(history)
    about = history.findChild(QLabel, "history.notes")
    assert about is not None
    qtbot.waitUntil(lambda: f"{told}MK, " in about.text())
    bench.close()
