"""Measure a table of 100,000 rows; start manually: ``python tests/ui/pages/bench_tables.py``."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING

os.environ["QT_QPA_PLATFORM"] = "offscreen"

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from kgdesk.ui.text.locale_format import number, percent
from kgdesk.ui.widgets.table import Column, Table
from kgdesk.ui.widgets.theme import apply

if TYPE_CHECKING:
    from collections.abc import Callable

ROWS = 100_000


def columns(seed: int) -> tuple[Column, ...]:
    rng = np.random.default_rng(seed)
    codes = [f"C-{place}" for place in range(ROWS)]
    places = [f"Plate {place // 96} - well {place % 96:02d}" for place in range(ROWS)]
    numbers = [Column(f"Attribute {k}", rng.normal(size=ROWS), number, is_number=True) for k in range(18)]
    success = Column("Expected success", rng.uniform(size=ROWS), percent, is_number=True)
    return (Column("Candidate", codes), success, Column("Location", places), *numbers)


def timed(what: str, act: Callable[[], None], limit: float) -> None:
    begun = time.perf_counter()
    act()
    QApplication.sendPostedEvents()
    spent = 1000 * (time.perf_counter() - begun)
    print(f"{what:32s} {spent:7.1f} ms   goal {limit:.0f} ms")


def main() -> None:
    """Run the measurements and print them."""
    app = QApplication([])
    apply(app, "light")
    made, again = columns(1), columns(2)
    table = Table(sortable=True)
    table.resize(900, 560)
    table.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)

    def show() -> None:
        table.show_columns(made)
        table.show()
        table.grab()

    def sort(column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        table.sortByColumn(column, order)
        table.grab()

    def search(text: str) -> None:
        table.rows.set_filter(text)
        table.grab()

    timed("open", show, 100)
    table.choose(50_000)
    timed("sort by a number", lambda: sort(1), 50)
    timed("sort it falling", lambda: sort(1, Qt.SortOrder.DescendingOrder), 50)
    timed("sort by code, first time", lambda: sort(0), 50)
    timed("sort by code again", lambda: sort(0, Qt.SortOrder.DescendingOrder), 50)
    timed("back to the original order", lambda: sort(-1), 50)
    timed("search, first letter", lambda: search("9"), 100)
    timed("search, second letter", lambda: search("97"), 100)
    timed("search, two words", lambda: search("97 plate"), 100)
    timed("search ended", lambda: search(""), 100)
    timed("other numbers", lambda: table.show_columns(again), 100)
    table.deleteLater()


if __name__ == "__main__":
    main()
