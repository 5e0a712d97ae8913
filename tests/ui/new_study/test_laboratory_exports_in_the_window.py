"""Exports of programs and people become the same studies in the window, with one answer to each question."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from gestures import Hands
from laboratory_exports import EXPORTS, Export
from PySide6.QtWidgets import QAbstractButton, QComboBox, QLineEdit
from seldom import daily
from tabled import choose_use, ready

from kgdesk.actions.importing import ASKED

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from kgdesk.ui.new_study.wizard import NewStudyWizard

    Opener = Callable[..., NewStudyWizard]


def come_to_create(qtbot: QtBot, one: NewStudyWizard, export: Export) -> list[str]:
    """Answer each question once, as `export` says, and create the study; return what was answered."""
    answered: list[str] = []

    def asked() -> bool:
        return not one.table.busy and (
            one.table.complete or one.draft.table is not None or bool(one.table.strip.text)
        )

    for question, answer in export.reading.items():
        qtbot.waitUntil(asked)
        if one.draft.table is None:  # nothing is shown before it is answered
            choices = [each for each in one.table.strip.buttons if answer in each.text()]
            choices[0].click()
        else:
            choose(one, f"wizard.{question}", answer)
        answered.append(question)
    qtbot.waitUntil(lambda: ready(one))
    for heading, use in export.uses.items():
        column = next(column for column in one.draft.columns if column.info.name == heading)
        if column.role.value != use or column.why in ASKED:
            choose_use(one, heading, use)
            answered.append(heading)
            qtbot.waitUntil(lambda: ready(one))
    for word, meaning in export.words.items():
        one.findChild(QAbstractButton, f"wizard.words.{word}.{meaning}").click()
        answered.append(word)
        qtbot.waitUntil(lambda: ready(one))
    if export.threshold:
        field = one.findChild(QLineEdit, "wizard.threshold")
        field.setText(export.threshold)
        field.textEdited.emit(export.threshold)
        answered.append("threshold")
    qtbot.waitUntil(lambda: one.table.complete, timeout=20_000)
    one.next.click()
    qtbot.waitUntil(lambda: one.page is one.plan and one.plan.complete)
    one.finish.click()
    qtbot.waitUntil(lambda: one.session is not None)
    return answered


def choose(one: NewStudyWizard, name: str, answer: str) -> None:
    combo = one.findChild(QComboBox, name)
    at = next(at for at in range(combo.count()) if str(combo.itemData(at)) == answer)
    combo.setCurrentIndex(at)
    combo.activated.emit(at)


BY_NAME = {export.name: export for export in EXPORTS}


@pytest.mark.parametrize("name", daily(BY_NAME, "jmp.txt", "minitab.csv", "status.csv", "pages.csv"))
def test_an_export_becomes_in_the_window_what_it_becomes_at_the_command_line(
    qtbot: QtBot, wizard: Opener, tmp_path: Path, name: str
) -> None:
    export = BY_NAME[name]
    table = tmp_path / export.name
    table.write_bytes(export.data)
    one = wizard()
    Hands(None).drop(table, one)
    come_to_create(qtbot, one, export)
    assert one.session is not None
    study = one.session.study
    assert list(study.pool.ids) == export.ids
    learnt = {
        each.name: list(column) for each, column in zip(study.pool.attributes, study.pool.values, strict=True)
    }
    assert {heading.partition(" (")[0]: values for heading, values in learnt.items()} == {
        heading.partition(" (")[0]: values for heading, values in export.attributes.items()
    }
    assert tuple((run.candidate, run.outcome) for run in study.runs) == export.outcomes
