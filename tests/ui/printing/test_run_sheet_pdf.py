"""Run sheets and labels as printed and scanned, and the dialogs that write them."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QImage
from seldom import daily, seldom

sys.path.insert(0, str(Path(__file__).parent / "entry"))
sys.path.insert(0, str(Path(__file__).parent))

from entry_bench import Bench, make_study
from scanner import image, read, seen

from kgdesk import actions
from kgdesk.actions.sheets import STOCKS, next_runs, run_sheet, samples
from kgdesk.reports.pdf.labels import label_pages, labels_pdf
from kgdesk.reports.pdf.paper import A4, LETTER
from kgdesk.reports.pdf.run_sheet import run_sheet_pages
from kgdesk.ui.dialogs.run_sheets import LabelsDialog, SheetDialog
from kgdesk.ui.text.translate import WindowTextFormat
from kgdesk.ui.widgets.theme import apply

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot

    from kgdesk.actions.sheets import Stock

DOTS = 200.0


@pytest.fixture
def bench(tmp_path: Path, qtbot: QtBot) -> Iterator[Bench]:
    made = Bench(make_study(tmp_path / "small.kgstudy"), qtbot, tabs=False)
    made.window.resize(1366, 768)
    yield made
    made.close()


def place(stock: Stock, spot: int, *, code: bool) -> QRect:
    """Return the position of a label on a sheet, in units of `DOTS`: its code, or all of it."""
    size = LETTER if stock.letter else A4
    wide = size.width() / 96 * 25.4
    high = size.height() / 96 * 25.4
    row, column = divmod(spot, stock.columns)
    left = (wide - stock.columns * stock.width - (stock.columns - 1) * stock.gap) / 2
    left += column * (stock.width + stock.gap)
    top = (high - stock.rows * stock.height) / 2 + row * stock.height
    dots = DOTS / 25.4
    # The code is a square of at most 45 % of the width, inside a margin of two millimetres.
    share = min(0.45 * (stock.width - 4), stock.height - 4) + 2 if code else stock.width
    return QRect(round(left * dots), round(top * dots), round(share * dots), round(stock.height * dots))


def ink(picture: QImage, room: QRect) -> int:
    return sum(
        picture.pixelColor(x, y).lightness() < 128
        for x in range(room.left(), room.right(), 2)
        for y in range(room.top(), room.bottom(), 2)
    )


@pytest.mark.parametrize("name", daily(STOCKS, "38.1x21.2", "66.7x25.4"))
@pytest.mark.parametrize("look", ["light", *seldom("dark")])
def test_a_scanner_reads_every_label_where_the_sheet_has_it(
    name: str, look: str, session: actions.Session, qapp: object
) -> None:
    apply(qapp, look)  # type: ignore[arg-type]
    stock, used = STOCKS[name], 2
    ids = session.study.pool.ids[:4]
    (page,) = label_pages(samples(session.study, session.who.clock(), ids), stock, used)
    picture = image(page, LETTER if stock.letter else A4, DOTS)
    for spot in range(used):
        assert ink(picture, place(stock, spot, code=False)) == 0
    for spot, candidate in enumerate(ids, used):
        assert read(seen(picture, place(stock, spot, code=True))) == candidate


def test_what_a_scanner_reads_from_a_label_is_accepted_by_the_scan_check(bench: Bench) -> None:
    candidate = bench.control.entry.candidate
    assert candidate is not None
    other = next(name for name in bench.controller.study.pool.ids if name != candidate)
    stock = STOCKS["70x36"]
    sheet = samples(bench.controller.study, bench.controller.who.clock(), [candidate, other])
    picture = image(label_pages(sheet, stock)[0], A4, DOTS)
    bench.window.panel.scan.field.setFocus()
    bench.type(read(seen(picture, place(stock, 0, code=True))) + "\n")
    assert bench.control.entry.matched
    bench.type(read(seen(picture, place(stock, 1, code=True))) + "\n")
    assert not bench.control.entry.matched
    assert bench.control.entry.state == "mismatch"
    assert bench.runs == bench.runs_on_disk() == 3


def test_labels_go_on_to_further_sheets_and_begin_after_the_used_ones(session: actions.Session) -> None:
    sheet = samples(session.study, session.who.clock(), session.study.pool.ids)
    stock = STOCKS["70x36"]
    assert len(label_pages(sheet, stock, 12)) == 1
    assert len(label_pages(sheet, stock, 13)) == 2


@pytest.mark.usefixtures("qapp")
def test_long_names_many_attributes_and_no_room_clip_nothing(tmp_path: Path) -> None:
    path = make_study(
        tmp_path / "long.kgstudy", rows=8, attributes=30, prefix="Pd(OAc)2 in 2-methyl " * 9, runs=0
    )
    with actions.open_study(path, actions.Operator("MK"), read_only=True) as session:
        sheet = next_runs(session.study, session.who.clock(), 3)
        for page in run_sheet_pages(sheet, WindowTextFormat()):
            picture = image(page, A4, 60.0)
            rim = [QRect(0, 0, 20, picture.height()), QRect(picture.width() - 20, 0, 20, picture.height())]
            assert not any(ink(picture, edge) for edge in rim)
        assert len(run_sheet_pages(sheet, WindowTextFormat())) >= 2
        stock = STOCKS["38.1x21.2"]
        label = samples(session.study, session.who.clock(), session.study.pool.ids[:1])
        picture = image(label_pages(label, stock)[0], A4, DOTS)
        assert ink(picture, place(stock, 1, code=False)) == 0
        assert ink(picture, place(stock, stock.columns, code=False)) == 0


@pytest.mark.skipif(shutil.which("pdftoppm") is None, reason="poppler is not installed")
def test_the_pdf_looks_on_another_renderer_as_it_was_drawn(session: actions.Session, tmp_path: Path) -> None:
    stock, ids = STOCKS["70x36"], session.study.pool.ids[:2]
    sheet = samples(session.study, session.who.clock(), ids)
    file = tmp_path / "labels.pdf"
    file.write_bytes(labels_pdf(sheet, stock, 0, WindowTextFormat()))
    subprocess.run(["pdftoppm", "-r", str(DOTS), "-png", "-singlefile", file, tmp_path / "page"], check=True)
    picture = QImage(str(tmp_path / "page.png"))
    for spot, candidate in enumerate(ids):
        assert read(seen(picture, place(stock, spot, code=True))) == candidate


@pytest.mark.skipif(shutil.which("pdftotext") is None, reason="poppler is not installed")
def test_a_run_sheet_is_text_with_places_to_tick_and_to_sign(
    session: actions.Session, tmp_path: Path
) -> None:
    actions.start(session, "C-09")
    dest = run_sheet(session, tmp_path / "s.pdf", speech=WindowTextFormat(), count=2)
    got = subprocess.run(
        ["pdftotext", "-layout", dest, "-"], check=True, capture_output=True, text=True
    ).stdout
    sheet = next_runs(session.study, session.who.clock(), 2)
    for slip in sheet.slips:
        assert slip.candidate in got
    for words, times in (
        ("● Success", 3),
        ("✕ Failure", 3),
        ("Void", 3),
        ("Who", 3),
        ("When", 3),
        ("Note", 3),
    ):
        assert got.count(words) == times, words
    for words in (
        "In progress since",
        "started by Kim",
        "temperature",
        "°C" if "°C" in got else "60",
        "solvent",
    ):
        assert words in got


@pytest.mark.parametrize("kind", [SheetDialog, LabelsDialog])
def test_the_window_writes_paper_and_says_so(
    kind: type[SheetDialog], bench: Bench, qtbot: QtBot, tmp_path: Path
) -> None:
    before = bench.controller.study.head
    bench.window.ask("labels" if kind is LabelsDialog else "sheet")
    dialog = bench.window.findChild(kind)
    assert dialog is not None
    dialog.count.setValue(2)
    with qtbot.waitSignal(dialog.accepted, timeout=60_000):
        dialog.write(tmp_path / "paper")
    assert (tmp_path / "paper.pdf").read_bytes().startswith(b"%PDF")
    assert "paper.pdf" in bench.window.message_strip.text
    assert bench.controller.study.head == before


def test_the_labels_of_a_chosen_candidate_come_first_in_the_dialog(
    bench: Bench, qtbot: QtBot, tmp_path: Path
) -> None:
    bench.controller.selection.select("C-0005")
    bench.window.ask("labels")
    dialog = bench.window.findChild(LabelsDialog)
    assert dialog is not None
    assert dialog.which["selected"].isChecked()
    assert not dialog.count.isEnabled()
    with qtbot.waitSignal(dialog.accepted, timeout=60_000):
        dialog.write(tmp_path / "one.pdf")
    assert (tmp_path / "one.pdf").exists()


def test_a_folder_that_is_not_there_is_said_in_the_dialog_which_stays(
    bench: Bench, qtbot: QtBot, tmp_path: Path
) -> None:
    bench.window.ask("sheet")
    dialog = bench.window.findChild(SheetDialog)
    assert dialog is not None
    dialog.write(tmp_path / "no" / "s.pdf")
    qtbot.waitUntil(dialog.strip.isVisible, timeout=60_000)
    assert "s.pdf" in dialog.strip.text
    assert dialog.isVisible()
    assert dialog.save.isEnabled()
    dialog.reject()


def test_a_dialog_that_was_closed_prints_nothing(bench: Bench, qtbot: QtBot, tmp_path: Path) -> None:
    bench.window.ask("sheet")
    dialog = bench.window.findChild(SheetDialog)
    assert dialog is not None
    dialog.write(tmp_path / "s.pdf")
    dialog.reject()
    qtbot.waitUntil(lambda: not bench.compute_queue.pending("sheets"), timeout=60_000)
    qtbot.wait(0)
    assert not (tmp_path / "s.pdf").exists()
