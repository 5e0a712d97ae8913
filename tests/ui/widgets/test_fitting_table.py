"""A table that fits: nothing scrolls sideways, the widest columns give way, and the others keep their widths."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from kgdesk.ui.widgets.table import Column, Table

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

pytestmark = pytest.mark.usefixtures("light")

LONG = "Recorded a success for RX-113 after the suggestion of RX-026, whose sample was lost"


def filled(qtbot: QtBot, width: int) -> Table:
    table = Table(fits=True)
    qtbot.addWidget(table)
    table.widest = 64
    table.show_columns(
        (
            Column("Entry", np.arange(3), is_number=True),
            Column("What", [LONG] * 3),
            Column("Person", ["MK"] * 3),
            Column("Reason", [f"{LONG}: {LONG}"] * 3),
        )
    )
    table.resize(width, 200)
    table.show()
    qtbot.waitUntil(lambda: table.viewport().width() > 0)
    return table


def widths(table: Table) -> list[int]:
    return [table.columnWidth(place) for place in range(4)]


def test_long_columns_share_what_the_short_ones_leave(qtbot: QtBot) -> None:
    wide = widths(filled(qtbot, 3000))
    table = filled(qtbot, 500)
    assert table.horizontalScrollBar().maximum() == 0
    assert sum(widths(table)) <= table.viewport().width()
    assert [widths(table)[place] for place in (0, 2)] == [wide[0], wide[2]]
    assert widths(table)[1] < wide[1]


def test_columns_get_their_widths_back_in_a_wider_window(qtbot: QtBot) -> None:
    table = filled(qtbot, 500)
    narrow = widths(table)[1]
    table.resize(3000, 200)
    assert widths(table)[1] > narrow
    assert widths(table)[1] == widths(filled(qtbot, 3000))[1]
