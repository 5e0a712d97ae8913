"""Tables as laboratories have them become studies by a drop, an answer for each open question, Next and Create."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from gestures import Hands
from PySide6.QtWidgets import QComboBox, QLabel, QScrollArea, QToolButton
from seldom import daily, seldom
from tabled import choose_use, found, ready

from kgdesk.ui.widgets.theme import apply

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from PySide6.QtWidgets import QApplication
    from pytestqt.qtbot import QtBot

    from kgdesk.ui.new_study.wizard import NewStudyWizard

    Opener = Callable[..., NewStudyWizard]


def create(qtbot: QtBot, one: NewStudyWizard, hands: Hands) -> None:
    """Press Next and Create."""
    qtbot.waitUntil(lambda: one.table.complete)
    hands.click(one.next)
    qtbot.waitUntil(lambda: one.page is one.plan and one.plan.complete)
    hands.click(one.finish)
    qtbot.waitUntil(lambda: one.session is not None)


@pytest.mark.parametrize("name", ["lab-export.xlsx", "lab-export.csv"])
def test_a_lab_export_takes_a_drop_and_three_clicks_of_which_one_answers(
    small_tables: Path, qtbot: QtBot, wizard: Opener, name: str
) -> None:
    one, hands = wizard(), Hands(None)
    hands.drop(small_tables / name, one)
    qtbot.waitUntil(lambda: ready(one))
    assert one.missing.text() == "One answer is missing: “?” in Outcome"
    sheets = one.findChild(QComboBox, "wizard.sheet")
    assert sheets.isVisible() == name.endswith("xlsx")
    if sheets.isVisible():
        assert [sheets.itemText(at) for at in range(sheets.count())] == ["Sheet Screen 12", "Sheet Notes"]
    assert one.findChild(QComboBox, "wizard.headings").currentText() == "Headings in line 2"
    assert one.focusWidget().objectName() == "wizard.words.?.success"
    hands.click(one.findChild(QToolButton, "wizard.words.?.none"))
    create(qtbot, one, hands)
    assert (hands.drags, hands.clicks, hands.keys) == (1, 3, 0)
    assert one.session is not None
    study = one.session.study
    assert len(study.pool) == 142
    assert [(a.name, a.unit) for a in study.pool.attributes] == [
        ("Solvent", ""),
        ("Temp", "°C"),
        ("pH", ""),
        ("PEG 4000", "% w/v"),
        ("Salt", "mol/L"),
    ]
    assert {"KX-044", "KX-044-2", "KX-044-3"} <= set(study.pool.ids)
    assert list(study.pool.extras) == ["Date", "Remarks"]
    assert len(study.runs) == 17
    assert {run.outcome for run in study.runs if run.candidate in {"KX-005", "KX-011"}} == {"failure"}
    assert {run.outcome for run in study.runs if run.candidate in {"KX-001", "KX-008"}} == {"success"}


@pytest.mark.parametrize(("scale", "size"), [(1.0, (1366, 768)), *seldom((1.0, (1920, 1040)))])
def test_all_nine_columns_of_a_lab_export_are_visible_at_once(
    small_tables: Path, qtbot: QtBot, qapp: QApplication, wizard: Opener, scale: float, size: tuple[int, int]
) -> None:
    apply(qapp, "light", scale)
    one = wizard(small_tables / "lab-export.xlsx")
    one.resize(*size)
    qtbot.waitUntil(lambda: ready(one) and one.width() == size[0])
    view = one.table.columns.findChild(QScrollArea).viewport()
    rows = one.table.columns.rows.values()
    assert len(rows) == 9

    def all_in_view() -> bool:
        places = [row.ground.mapTo(view, row.ground.rect().bottomRight()) for row in rows]
        return all(view.rect().contains(place) for place in places)

    qtbot.waitUntil(all_in_view)
    qtbot.waitUntil(lambda: cut_off(one) == [])
    one.resize(1093, 582)
    qtbot.waitUntil(lambda: one.width() == 1093 and cut_off(one) == [])
    shown = [part.isVisible() for row in rows for part in (*row.todo, *row.hints)]
    assert sum(shown) == 4  # three treatments, and where the question is answered


def cut_off(one: NewStudyWizard) -> list[str]:
    """Return the words of the outcome that are narrower than their text."""
    labels = one.table.columns.words.findChildren(QLabel)
    return [each.text() for each in labels if each.isVisible() and each.width() < each.sizeHint().width() - 1]


#: Public tables with the column that is asked about, and what it is used as.
PUBLIC = {
    "edbo_arylation": {"yield": "keep"},
    "edbo_suzuki": {"yield": "keep"},
    "oly_agnp": {"loss": "keep"},
    "oly_plate": {},
    "plus_b1": {"objective_conversion": "keep", "objective_selectivity": "ignore"},
    "plus_r7": {"yield": "keep", "ee": "keep"},
}


@pytest.mark.parametrize("name", daily(PUBLIC, "plus_b1", "oly_plate"))
def test_a_public_table_takes_a_drop_and_one_answer_for_each_question(
    real_tables: Path, qtbot: QtBot, wizard: Opener, name: str
) -> None:
    one, hands = wizard(), Hands(None)
    hands.drop(real_tables / f"{name}.csv", one)
    qtbot.waitUntil(lambda: ready(one))
    assert [column.info.name for column, _ in one.table.asked] == list(PUBLIC[name])
    for heading, use in PUBLIC[name].items():
        assert found(one, heading) == ["⚠ Does it hold past outcomes?"]
        choose_use(one, heading, use)
        qtbot.waitUntil(lambda: ready(one))
    create(qtbot, one, hands)
    assert hands.clicks == 2
    assert one.session is not None
    assert not {a.name for a in one.session.study.pool.attributes} & set(PUBLIC[name])
