"""Tables of candidates for the new-study wizard."""

from __future__ import annotations

import csv
import random
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QAbstractButton, QComboBox, QLineEdit

from kgdesk.actions.importing import ASKED

if TYPE_CHECKING:
    from pathlib import Path

    from laboratory_exports import Export
    from pytestqt.qtbot import QtBot

    from kgdesk.ui.new_study.wizard import NewStudyWizard

HEADINGS = ("code", "temperature (°C)", "ratio (%)", "load", "speed", "well")
CLOCK = datetime(2026, 11, 21, 9, 30, tzinfo=UTC)


def rows(count: int, seed: int = 3) -> list[list[str]]:
    rng = random.Random(seed)
    return [
        [f"C-{i:06}", *(f"{rng.uniform(1, 99):.2f}" for _ in range(4)), f"P{i // 96 + 1}-{i % 96:02}"]
        for i in range(count)
    ]


def write(
    path: Path,
    body: list[list[str]],
    headings: tuple[str, ...] = HEADINGS,
    *,
    delimiter: str = ",",
    encoding: str = "utf-8",
) -> Path:
    with path.open("w", newline="", encoding=encoding) as stream:
        csv.writer(stream, delimiter=delimiter).writerows([headings, *body])
    return path


def choose_use(wizard: NewStudyWizard, heading: str, use: str) -> None:
    """Choose in the list of a column what it is used as: the value of a role, or ``log``."""
    _choose(wizard, f"wizard.role.{heading}", use)


def choose_way(wizard: NewStudyWizard, heading: str, way: str, line: int = 0) -> None:
    """Choose what is done about a finding of a column."""
    combo = wizard.findChild(QComboBox, f"wizard.remedy.{heading}.{line}")
    assert combo is not None
    kinds = [combo.itemData(at) for at in range(combo.count())]
    _choose(wizard, combo.objectName(), next(each for each in kinds if each[1] == way))


def _choose(wizard: NewStudyWizard, name: str, data: object) -> None:
    combo = wizard.findChild(QComboBox, name)
    assert combo is not None
    assert combo.isVisibleTo(wizard)
    at = next(at for at in range(combo.count()) if combo.itemData(at) == data)
    combo.setCurrentIndex(at)
    combo.activated.emit(at)


def found(wizard: NewStudyWizard, heading: str) -> list[str]:
    """Return what the list of columns says that was found in a column."""
    row = next(row for row in wizard.table.columns.rows.values() if row.heading == heading)
    return [label.text() for label in (row.holds, *row.found) if label.isVisibleTo(wizard)]


def ready(wizard: NewStudyWizard) -> bool:
    """Return whether the table is read and looked at."""
    return wizard.draft.table is not None and not wizard.table.busy


def walk(qtbot: QtBot, wizard: NewStudyWizard) -> None:
    """Accept both pages unchanged, and create the study."""
    if wizard.page is wizard.table:
        qtbot.waitUntil(lambda: wizard.table.complete)
        wizard.next.click()
    qtbot.waitUntil(lambda: wizard.page is wizard.plan and wizard.plan.complete)
    wizard.finish.click()
    qtbot.waitUntil(lambda: wizard.session is not None)


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
