"""Columns that are kept with the candidates: the card shows those that are ticked in the properties of the study."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from entry_bench import Bench
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton

from kgdesk import actions
from kgdesk.actions import Operator
from kgdesk.actions.importing import read_pool
from kgdesk.errors import BadInput
from kgdesk.model.study.settings import Settings
from kgdesk.ui.dialogs.kept_columns import CardColumnsDialog
from kgdesk.ui.pages.properties import PropertiesPage

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pytestqt.qtbot import QtBot

ROWS = "Code,Lot,Temp,Shelf,pH,Supplier\nA,L1,20,S1,7,Merck\nB,L2,30,S2,6,\nC,L3,40,S1,5,Roth\nD,L1,50,S2,4,Roth\n"
BESIDE = ("Temp", "pH")


def study_at(folder: Path, **settings: str) -> Path:
    table = folder / "lots.csv"
    table.write_text(ROWS, encoding="utf-8")
    path = folder / "lots.kgstudy"
    pool = read_pool(table, id="Code", extras=["Lot", "Shelf", "Supplier"])
    made = actions.create_study(path, pool, Settings(title="Lots", **settings), Operator("MK"))  # type: ignore[arg-type]
    actions.record(made, "A", "failure")
    made.close()
    return path


@pytest.fixture
def shelved(tmp_path: Path, qtbot: QtBot) -> Iterator[Bench]:
    made = Bench(study_at(tmp_path, location="Shelf"), qtbot, tabs=False)
    yield made
    made.close()


def on_card(bench: Bench) -> list[str]:
    return [name for name, _ in bench.window.panel.card.attributes.shown(6)[0]]


def on_bench(bench: Bench) -> list[tuple[str, str]]:
    return list(bench.window.panel.card.attributes.large.kept)


def change(bench: Bench, qtbot: QtBot, *ticked: str) -> CardColumnsDialog:
    """Tick columns in the dialog of Properties, and no others, and give the first reason."""
    bench.window.commands.action("study.card").trigger()
    dialog = bench.window.findChild(CardColumnsDialog)
    for row in range(dialog.ticks.count()):
        item = dialog.ticks.item(row)
        item.setCheckState(Qt.CheckState.Checked if item.text() in ticked else Qt.CheckState.Unchecked)
    assert not dialog.ok.isEnabled()
    dialog.field.list.setCurrentRow(0)
    qtbot.mouseClick(dialog.ok, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not dialog.isVisible())
    bench.wait_ready()
    return dialog


def test_columns_that_nobody_ticked_are_not_on_the_card_where_one_says_where_a_sample_is(
    shelved: Bench,
) -> None:
    assert on_card(shelved) == list(BESIDE)
    assert on_bench(shelved) == []


def test_ticked_columns_follow_the_attributes_on_both_faces_for_every_candidate(
    shelved: Bench, qtbot: QtBot
) -> None:
    change(shelved, qtbot, "Supplier", "Lot")
    assert shelved.controller.study.settings.card_columns == "Lot\nSupplier"
    for code, lot, supplier in (("B", "L2", "–"), ("C", "L3", "Roth")):
        shelved.control.choose(code, "")
        assert on_card(shelved) == [*BESIDE, "Lot", "Supplier"]
        assert on_bench(shelved) == [("Lot", lot), ("Supplier", supplier)]
    change(shelved, qtbot, "Supplier")
    assert on_card(shelved) == [*BESIDE, "Supplier"]


def test_kept_columns_on_bench_take_room_below_the_attributes(shelved: Bench, qtbot: QtBot) -> None:
    shelved.window.show_face("bench")
    large = shelved.window.panel.card.attributes.large
    before = large.height()
    change(shelved, qtbot, "Lot")
    assert large.height() > before
    assert shelved.window.panel.card.attributes.height() >= large.height()


def test_what_is_ticked_already_cannot_be_changed_to_itself(shelved: Bench) -> None:
    dialog = CardColumnsDialog(shelved.controller.study, shelved.window)
    assert [dialog.ticks.item(row).text() for row in range(dialog.ticks.count())] == ["Lot", "Supplier"]
    assert dialog.chosen == ()
    dialog.field.list.setCurrentRow(0)
    assert not dialog.ok.isEnabled()
    assert dialog.missing.text() == "This is how it is now."
    dialog.close()


def test_properties_name_the_columns_and_change_them(shelved: Bench, qtbot: QtBot) -> None:
    shelved.window.dialogs.show_properties()
    page = shelved.window.findChild(PropertiesPage)
    assert page.values["card"].text() == "the attributes alone"
    assert page.findChild(QPushButton, "properties.card.change").isEnabled()
    change(shelved, qtbot, "Lot", "Supplier")
    qtbot.waitUntil(lambda: page.values["card"].text() == "Lot, Supplier")
    page.window().close()


def test_without_a_place_every_kept_column_is_on_the_card_until_some_are_ticked(
    tmp_path: Path, qtbot: QtBot
) -> None:
    bench = Bench(study_at(tmp_path), qtbot, tabs=False)
    assert on_card(bench) == [*BESIDE, "Lot", "Shelf", "Supplier"]
    change(bench, qtbot, "Shelf")
    assert on_card(bench) == [*BESIDE, "Shelf"]
    bench.close()


@pytest.mark.parametrize(
    ("columns", "says"),
    [("Rack", "There is no column “Rack” for the card"), ("Lot\nLot", "“Lot” is named twice")],
)
def test_a_column_that_is_not_kept_or_named_twice_is_refused(tmp_path: Path, columns: str, says: str) -> None:
    with pytest.raises(BadInput, match=says):
        study_at(tmp_path, card_columns=columns)
    path = study_at(tmp_path, location="Shelf")
    with actions.open_study(path, Operator("MK")) as session, pytest.raises(BadInput, match=says):
        actions.change_settings(session, {"card_columns": columns}, "needed")
