"""Location of samples: on the card, in the runs in progress, on paper; set once in the window."""

from __future__ import annotations

import csv
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

sys.path.insert(0, str(Path(__file__).parent / "entry"))

from entry_bench import Bench, make_study
from PySide6.QtCore import QBuffer, Qt
from PySide6.QtGui import QPainter
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QListWidget

from kgdesk import actions
from kgdesk.actions.importing import read_pool
from kgdesk.actions.reports import compose, html
from kgdesk.actions.sheets import STOCKS, next_runs, samples
from kgdesk.model.advice.picks import advise
from kgdesk.model.study.settings import Settings
from kgdesk.reports.pdf.labels import label_pages
from kgdesk.reports.pdf.run_sheet import run_sheet_pages
from kgdesk.ui.dialogs.batch import BatchDialog
from kgdesk.ui.dialogs.kept_columns import LocationDialog
from kgdesk.ui.pages.model_tables import settings_facts
from kgdesk.ui.text.translate import WindowTextFormat

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot

    from kgdesk.reports.pdf.paper import PaintSheet as Page

HEADER = ["Code", "Well", "Heat", "Delivered", "Remark", "Batch", "Load"]


def kept_study(path: Path, **settings: object) -> Path:
    """Create a study with four kept columns, not in alphabetical order; one of them is blank."""
    table = path.with_suffix(".csv")
    with table.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(HEADER)
        for row in range(12):
            writer.writerow(
                [f"C-{row:04d}", f"2-B{row:02d}", row % 5, f"{row + 10}.08.2026", "", "ab"[row % 2], row]
            )
    read = read_pool(table, id="Code", extras=["Batch", "Delivered", "Remark", "Well"])
    with actions.create_study(path, read, Settings(**settings), actions.Operator("MK")) as made:  # type: ignore[arg-type]
        actions.record(made, "C-0003", "success")
    return path


@pytest.fixture
def bench(tmp_path: Path, qtbot: QtBot) -> Iterator[Bench]:
    """Open a study without a location column."""
    made = Bench(kept_study(tmp_path / "kept.kgstudy"), qtbot, tabs=False)
    yield made
    made.close()


@pytest.fixture
def placed(tmp_path: Path, qtbot: QtBot) -> Iterator[Bench]:
    made = Bench(kept_study(tmp_path / "placed.kgstudy", location="Well"), qtbot, tabs=False)
    yield made
    made.close()


def kept_of(candidate: str) -> list[tuple[str, str]]:
    row = int(candidate[2:])
    delivered = ("Delivered", f"{row + 10}.08.2026")
    return [("Well", f"2-B{row:02d}"), delivered, ("Remark", "–"), ("Batch", "ab"[row % 2])]


def rows_on_card(bench: Bench) -> list[tuple[str, str]]:
    said = bench.part("entry.attributes").accessibleDescription()
    return [(name, value) for name, _, value in (each.partition(": ") for each in said.split("; "))]


def on_card(bench: Bench, candidate: str) -> None:
    bench.control.choose(candidate)
    assert bench.text("entry.candidateCode") == candidate


def words_on(page: Page) -> str:
    """Return the texts of a page: rendered as SVG, each text is an element."""
    buffer = QBuffer()
    picture = QSvgGenerator()
    picture.setOutputDevice(buffer)
    painter = QPainter(picture)
    page(painter)
    painter.end()
    texts = bytes(buffer.data().data()).decode().split("<text")[1:]
    return " ".join(" ".join(text.partition(">")[2].partition("<")[0].split()) for text in texts)


def listed(bench: Bench) -> list[str]:
    rows = bench.part("entry.runningList", QListWidget)
    return [rows.item(row).text() for row in range(rows.count())]


def test_the_card_labels_the_location_with_its_heading_and_lists_the_chosen_rest_in_table_order(
    placed: Bench,
) -> None:
    on_card(placed, "C-0005")
    assert placed.text("entry.place") == "Well: 2-B05"
    assert placed.part("entry.place").isVisible()
    assert rows_on_card(placed) == [("Heat", "0"), ("Load", "5")]
    placed.controller.do(actions.change_settings, {"card_columns": "Batch\nDelivered\nRemark"}, "asked for")
    placed.controller.settle()
    on_card(placed, "C-0005")
    assert rows_on_card(placed) == [("Heat", "0"), ("Load", "5"), *kept_of("C-0005")[1:]]


def test_the_only_column_that_is_kept_is_labelled_too(tmp_path: Path, qtbot: QtBot) -> None:
    made = Bench(make_study(tmp_path / "one.kgstudy"), qtbot, tabs=False)
    on_card(made, "C-0004")
    assert made.text("entry.place") == "Plate 2 · D04"  # a well says itself what it is
    made.close()


def test_all_kept_columns_are_on_the_card_with_their_headings_until_somebody_names_the_location(
    bench: Bench,
) -> None:
    on_card(bench, "C-0005")
    assert not bench.part("entry.place").isVisible()
    assert rows_on_card(bench) == [("Heat", "0"), ("Load", "5"), *kept_of("C-0005")]
    bench.controller.do(actions.change_settings, {"location": "Well"}, "the plate came")
    bench.controller.settle()
    on_card(bench, "C-0005")
    assert bench.text("entry.place") == "Well: 2-B05"
    assert rows_on_card(bench)[0] == ("Heat", "0")


def test_a_run_in_progress_says_where_its_sample_lies(bench: Bench) -> None:
    bench.window.resize(1366, 768)
    bench.controller.do(actions.start, "C-0007")
    bench.controller.settle()
    (row,) = listed(bench)
    assert row.startswith("Run 2  ·  C-0007  ·  Well: 2-B07")
    rows = bench.part("entry.runningList", QListWidget)
    assert rows.fontMetrics().horizontalAdvance(row) <= rows.viewport().width()
    tip = bench.part("entry.runningList", QListWidget).item(0).toolTip()
    assert tip.splitlines()[:5] == ["Run 2", "C-0007", "Well: 2-B07", "Delivered: 17.08.2026", "Batch: b"]
    bench.controller.do(actions.change_settings, {"location": "Batch"}, "one box each")
    bench.controller.settle()
    assert listed(bench)[0].startswith("Run 2  ·  C-0007  ·  Batch: b")


def test_several_that_are_suggested_are_listed_with_their_location(placed: Bench, qtbot: QtBot) -> None:
    placed.window.ask("several")
    dialog = placed.window.findChild(BatchDialog)
    assert dialog is not None
    qtbot.waitUntil(lambda: bool(dialog.picks), timeout=60_000)
    model = dialog.table.model()
    across = Qt.Orientation.Horizontal
    heads = [str(model.headerData(at, across)) for at in range(model.columnCount())]
    at = heads.index("Well")
    assert "Delivered" not in heads
    for row, pick in enumerate(dialog.picks):
        assert model.index(row, at).data() == f"2-B{int(pick.suggestion.candidate[2:]):02d}"
    dialog.close()


def test_run_sheet_and_labels_say_where_to_fetch_a_candidate(placed: Bench, bench: Bench) -> None:
    now = placed.controller.who.clock()
    for each, words in (
        (placed, {"C-0004": "Well: 2-B04"}),
        (bench, {"C-0004": "Well 2-B04 Delivered 14.08.2026 Batch a"}),
    ):
        each.controller.do(actions.start, "C-0004")
        each.controller.settle()
        (page,) = run_sheet_pages(next_runs(each.controller.study, now, 0), WindowTextFormat())
        got = words_on(page)
        assert words["C-0004"] in got
        assert "Delivered" in got
    (label,) = label_pages(samples(placed.controller.study, now, ["C-0004"]), STOCKS["70x36"])
    assert "Well: 2-B04" in words_on(label)
    assert "Delivered" not in words_on(label)
    (label,) = label_pages(samples(bench.controller.study, now, ["C-0004"]), STOCKS["70x36"])
    for words_of_one in ("Well: 2-B04", "Delivered: 14.08.2026", "Batch: a"):
        assert words_of_one in words_on(label)


def test_the_report_says_where_its_candidates_are(placed: Bench, bench: Bench) -> None:
    text = html(compose(advise(placed.controller.study), []))
    assert '<th class="short">Well</th>' in text
    assert ">2-B03</td>" in text
    best = advise(placed.controller.study).recommended.candidate
    assert f"{best} (Well: 2-B{int(best[2:]):02d})" in text
    assert "Delivered" not in text
    assert "Well: 2-B03 · Delivered: 13.08.2026 · Batch: b" in html(
        compose(advise(bench.controller.study), [])
    )


@pytest.fixture
def dialog(bench: Bench) -> LocationDialog:
    bench.window.commands.refresh()
    bench.window.commands.action("study.location").trigger()
    (made,) = bench.window.findChildren(LocationDialog)
    assert made.isVisible()
    return made


def test_the_location_is_named_in_the_window_with_a_reason(
    bench: Bench, dialog: LocationDialog, qtbot: QtBot
) -> None:
    choices = [dialog.column.itemData(row) for row in range(dialog.column.count())]
    assert choices == ["", "Well", "Delivered", "Remark", "Batch"]
    assert dialog.missing.text() == "This is how it is now."
    dialog.column.choose("Remark")
    assert dialog.about.text() == "Every cell of this column is blank: no sample has a place there."
    dialog.column.choose("Well")
    assert dialog.about.text() == "For instance C-0000 is shown with “Well: 2-B00”."
    assert not dialog.save.isEnabled()
    dialog.reason.list.setCurrentRow(0)
    QTest.keyClick(dialog, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: bench.controller.study.settings.location == "Well")
    qtbot.waitUntil(lambda: not dialog.isVisible())
    assert bench.window.message_strip.text == "Samples are fetched by “Well” from now on."
    with actions.open_study(bench.path, actions.Operator("reader"), read_only=True) as read:
        (entry,) = read.study.amendments
    assert (entry.setting, entry.old, entry.new, entry.operator) == ("location", "", "Well", "MK")
    assert entry.reason == "It was not named when the study was made"
    facts = {fact.name: fact.value for fact in settings_facts(bench.controller.study)}
    assert facts["Location of the samples"] == "Well"
    told = "Column with the places of the samples changed from none to “Well” by MK, "
    assert facts["Changed since"].startswith(told)
    on_card(bench, "C-0006")
    assert bench.text("entry.place") == "Well: 2-B06"


def test_esc_names_nothing_and_who_cannot_record_is_not_asked(bench: Bench, dialog: LocationDialog) -> None:
    before = bench.controller.study.head
    dialog.column.choose("Well")
    dialog.reason.list.setCurrentRow(0)
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()
    assert bench.controller.study.head == before
    bench.control.set_operator("")
    bench.window.commands.refresh()
    assert not bench.window.commands.action("study.location").isEnabled()


def test_long_headings_and_places_leave_the_card_its_room(tmp_path: Path, qtbot: QtBot) -> None:
    path, long = tmp_path / "long.kgstudy", "Regal hinten links im Kühlraum " * 6
    table = tmp_path / "long.csv"
    table.write_text(f"Code,Heat,{long}\n" + "".join(f"C-{n},{n},{long}{n}\n" for n in range(4)), "utf-8")
    heading = " ".join(long.split())
    read = read_pool(table, id="Code", extras=[heading])
    actions.create_study(path, read, Settings(location=heading), actions.Operator("MK")).close()
    made = Bench(path, qtbot, tabs=False)
    on_card(made, "C-2")
    said = made.text("entry.place")
    assert said.startswith("Regal hinten")
    assert len(said) <= 24 + 2 + 48
    made.close()
