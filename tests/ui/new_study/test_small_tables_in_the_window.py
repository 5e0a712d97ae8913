"""Small tables with one kind of fault each become, by a drop and one answer to each question, what they are."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from gestures import Hands
from laboratory_exports import Export
from seldom import daily
from tabled import come_to_create, ready

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from kgdesk.ui.new_study.wizard import NewStudyWizard

    Opener = Callable[..., NewStudyWizard]

#: Name -> candidates, attributes, what is chosen for a column, and for a question about the file.
CASES: dict[str, tuple[int, list[str], dict[str, str], dict[str, str]]] = {
    "02_yield_and_entry.csv": (6, ["Temp", "Conc"], {"yield": "keep"}, {}),
    "03_thirteen_levels.csv": (130, ["Ligand", "Temp"], {}, {}),
    "04_row_index.csv": (4, ["Temp", "Solvent"], {}, {}),
    "07_outcome_with_blanks.csv": (6, ["Temp", "Conc"], {"outcome": "outcome"}, {}),
    "10_one_hot_beside_words.csv": (4, ["Solvent", "Solvent=DMF", "T"], {}, {}),
    "11_wide.csv": (40, [f"d{n}" for n in range(80)], {}, {}),
    "12_counts.csv": (48, ["species", "treatment"], {"germinated": "outcome"}, {}),
    "13_units_row.csv": (3, ["conc", "temp"], {}, {}),
}


@pytest.mark.parametrize(
    "name",
    daily(CASES, "02_yield_and_entry.csv", "07_outcome_with_blanks.csv", "12_counts.csv", "13_units_row.csv"),
)
def test_a_small_table_becomes_a_study_by_a_drop_and_one_answer_to_each_question(
    qtbot: QtBot, wizard: Opener, name: str, small_tables: Path
) -> None:
    candidates, attributes, uses, reading = CASES[name]
    one = wizard()
    Hands(None).drop(small_tables / name, one)
    qtbot.waitUntil(lambda: ready(one))
    answers = Export(name, b"", (), (), {}, uses=uses, reading=reading)
    assert len(come_to_create(qtbot, one, answers)) <= 1
    assert one.session is not None
    pool = one.session.study.pool
    assert len(pool) == candidates
    assert [each.name for each in pool.attributes] == attributes
