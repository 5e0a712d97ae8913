"""Samples with barcodes: the check of scanned codes, labels and run sheets use them."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

sys.path.insert(0, str(Path(__file__).parents[1]))

from entry_bench import Bench, make_study
from PySide6.QtCore import QRect
from scanner import image, read, seen

from kgdesk import actions
from kgdesk.actions.sheets import STOCKS, next_runs, samples
from kgdesk.reports.pdf.labels import label_pages
from kgdesk.reports.pdf.paper import A4

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot


@pytest.fixture
def bench(tmp_path: Path, qtbot: QtBot) -> Iterator[Bench]:
    made = Bench(make_study(tmp_path / "coded.kgstudy", barcode="Location"), qtbot, tabs=False)
    yield made
    made.close()


def code_of(bench: Bench, candidate: str) -> str:
    pool = bench.controller.study.pool
    return pool.extras["Location"][pool.row(candidate)]


def test_the_code_and_the_name_of_the_card_both_match_and_another_code_names_its_candidate(
    bench: Bench,
) -> None:
    here = bench.control.entry.candidate
    assert here is not None
    for text in (code_of(bench, here), code_of(bench, here).upper(), here):
        bench.type(text + "\n")
        assert bench.control.entry.matched
    other = next(name for name in bench.controller.study.pool.ids if name != here)
    bench.type(code_of(bench, other) + "\n")
    assert bench.control.entry.state == "mismatch"
    assert f"You scanned {other}" in bench.strip
    bench.type("Plate 9 - well D01\n")
    assert not bench.control.entry.matched
    assert bench.runs == bench.runs_on_disk() == 3


def test_labels_and_run_sheets_bear_the_code_that_the_check_reads(bench: Bench) -> None:
    study, now = bench.controller.study, bench.controller.who.clock()
    here = bench.control.entry.candidate
    assert here is not None
    sheet = samples(study, now, [here])
    assert [slip.text for slip in sheet.slips] == [code_of(bench, here)]
    stock = STOCKS["70x36"]
    dots = 200.0
    picture = image(label_pages(sheet, stock)[0], A4, dots)
    wide, high = A4.width() / 96 * 25.4, A4.height() / 96 * 25.4
    left = (wide - stock.columns * stock.width) / 2
    top = (high - stock.rows * stock.height) / 2
    share = min(0.45 * (stock.width - 4), stock.height - 4) + 2
    room = [round(each * dots / 25.4) for each in (left, top, share, stock.height)]
    bench.type(read(seen(picture, QRect(*room))) + "\n")
    assert bench.control.entry.matched


def test_the_run_sheet_has_the_code_of_each_run(tmp_path: Path) -> None:
    path = make_study(tmp_path / "coded.kgstudy", barcode="Location")
    with actions.open_study(path, actions.Operator("MK"), read_only=True) as session:
        sheet = next_runs(session.study, session.who.clock(), 3)
        pool = session.study.pool
        for slip in sheet.slips:
            assert slip.text == pool.extras["Location"][pool.row(slip.candidate)]
