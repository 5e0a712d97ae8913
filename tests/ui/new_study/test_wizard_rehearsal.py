"""The wizard's sentence: how near to the true best a study with these settings would come."""

from __future__ import annotations

import multiprocessing
import threading
from typing import TYPE_CHECKING

import pytest

from kgdesk.actions import Operator
from kgdesk.ui.new_study import plan_rehearsal
from kgdesk.ui.new_study.wizard import NewStudyWizard

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from kgdesk.ui.new_study.plan_page import PlanPage

pytestmark = [pytest.mark.usefixtures("light")]
PATIENCE = 120_000


@pytest.fixture
def wizard(tmp_path: Path, qtbot: QtBot) -> Iterator[NewStudyWizard]:
    table = tmp_path / "candidates.csv"
    lines = [f"C-{k:02d},{20 + (7 * k) % 61},{(k * 13) % 17}" for k in range(1, 25)]
    table.write_text("code,heat,ratio\n" + "\n".join(lines) + "\n", "utf-8")
    made = NewStudyWizard(Operator("MK", "bench-3"), tmp_path, str(table))
    qtbot.addWidget(made)
    made.show()
    qtbot.waitUntil(lambda: made.table.complete, timeout=PATIENCE)
    made.next.click()
    qtbot.waitUntil(lambda: made.page is made.plan and made.plan.complete, timeout=PATIENCE)
    yield made
    made.reject()
    assert multiprocessing.active_children() == []
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("kgdesk-compute")]


def plan_of(wizard: NewStudyWizard) -> PlanPage:
    return wizard.plan


@pytest.mark.usefixtures("without_processes")
def test_the_plan_is_rehearsed_by_itself_and_says_how_near_nine_of_ten_come(
    wizard: NewStudyWizard, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plan_rehearsal, "_RUNS", 6)
    monkeypatch.setattr(plan_rehearsal, "DELAY", 0)
    part = plan_of(wizard).rehearsal
    wizard.plan.budget.setValue(4)
    qtbot.waitUntil(lambda: part.running)
    assert wizard.finish.isEnabled()
    qtbot.waitUntil(lambda: "9 of 10 rehearsals" in part.card.sentence, timeout=PATIENCE)
    qtbot.waitUntil(lambda: "the stopping rule ended" in part.text.text(), timeout=PATIENCE)
    qtbot.waitUntil(lambda: not part.running, timeout=PATIENCE)
    assert "after 4 runs" in part.card.sentence


def test_other_settings_forget_what_was_found_and_end_what_runs(wizard: NewStudyWizard, qtbot: QtBot) -> None:
    part = plan_of(wizard).rehearsal
    wizard.plan.budget.setValue(60)
    part.button.click()
    qtbot.waitUntil(lambda: "rehearsals," in part.text.text(), timeout=PATIENCE)
    wizard.plan.budget.setValue(30)
    assert not part.running
    assert "9 of 10" not in part.card.sentence
    qtbot.waitUntil(lambda: not multiprocessing.active_children(), timeout=PATIENCE)


def test_closing_the_wizard_ends_the_rehearsal(wizard: NewStudyWizard, qtbot: QtBot) -> None:
    part = plan_of(wizard).rehearsal
    wizard.plan.budget.setValue(60)
    part.button.click()
    qtbot.waitUntil(lambda: "rehearsals," in part.text.text(), timeout=PATIENCE)
    wizard.reject()
    assert multiprocessing.active_children() == []
