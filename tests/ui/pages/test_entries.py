"""All entries in History: who did what and when, filtered by day, person, kind and candidate."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtWidgets import QStyle

from kgdesk import actions
from kgdesk.actions.audit_trail import audit
from kgdesk.model.study.payloads import KEYS
from kgdesk.ui.pages.entries import GROUPS, EntriesPage
from kgdesk.ui.pages.timeline import TimelineTab
from kgdesk.ui.text.translate import policy_title, translate
from tests.ui.desks import fill, make_desk, make_session
from tests.ui.spoken import Spoken

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from PySide6.QtWidgets import QApplication
    from pytestqt.qtbot import QtBot

    from kgdesk.ui.session.compute_queue import ComputeQueue
    from kgdesk.ui.session.study_controller import StudyController

pytestmark = [pytest.mark.qt_log_ignore("propagateSizeHints"), pytest.mark.usefixtures("light")]


@pytest.fixture
def controller(tmp_path: Path, compute_queue: ComputeQueue, qtbot: QtBot) -> Iterator[StudyController]:
    """Open a study with runs, a correction, stock, an end and a change of the plan by two people on two days."""
    session = make_session(tmp_path)
    fill(session)
    ids, clock = session.study.pool.ids, session.who.clock
    actions.correct(session, 2, "failure", "read again")
    actions.change_settings(session, {"budget": 50}, "more money")
    clock.now = clock.now.replace(day=24)  # type: ignore[attr-defined]
    session.who = actions.Operator("JB", "bench-4", clock)
    actions.exclude(session, ids[7], "used up")
    actions.record(session, ids[8], "success")
    actions.finish(session, "good enough")
    actions.reopen(session, "one more")
    made = make_desk(session, compute_queue, qtbot)
    yield made
    made.close()


@pytest.fixture
def page(controller: StudyController, qtbot: QtBot) -> EntriesPage:
    tab = TimelineTab(controller)
    qtbot.addWidget(tab)
    tab.resize(900, 560)
    tab.show()
    tab.pages.setCurrentIndex(1)
    qtbot.waitUntil(lambda: len(tab.entries.shown) == len(controller.study.events))
    return tab.entries


def whats(page: EntriesPage) -> list[str]:
    return [str(entry.line.what) for entry in page.shown]


def choose(combo: object, text: str) -> None:
    combo.setCurrentIndex(combo.findText(text))  # type: ignore[attr-defined]
    assert combo.currentText() == text  # type: ignore[attr-defined]


def test_every_entry_is_listed_newest_first_in_the_words_of_the_audit_trail(
    page: EntriesPage, controller: StudyController
) -> None:
    lines = audit(controller.study)
    assert [entry.line for entry in page.shown] == list(reversed(lines))
    assert page.table.rows.rowCount() == len(lines)
    assert page.table.rows.index(0, 3).data() == "Reopened the study"
    assert {
        "Took C-0007 out of stock",
        "Changed the number of planned runs to 50",
    } <= set(whats(page))


def test_what_happened_on_a_day_and_who_did_it(page: EntriesPage) -> None:
    assert page.day.count() == 3  # all, and two days
    page.day.setCurrentIndex(1)  # the newest
    assert page.day.currentText() == "Tue Nov 24, 2026"
    assert whats(page)[-1] == "Took C-0007 out of stock"
    assert {entry.line.operator for entry in page.shown} == {"JB"}
    page.show_all()
    choose(page.person, "MK")
    assert {entry.line.operator for entry in page.shown} == {"MK"}
    assert any(what.startswith("Corrected run 2") for what in whats(page))


def test_entries_are_chosen_by_kind_and_by_candidate(page: EntriesPage, controller: StudyController) -> None:
    choose(page.kind, "Finish, reopen")
    assert [what.split()[0] for what in whats(page)] == ["Reopened", "Finished"]
    choose(page.kind, "Settings")
    assert whats(page) == ["Changed the number of planned runs to 50"]
    page.show_all()
    corrected = controller.study.runs[1].candidate
    page.candidate.setText(corrected)
    assert [what.split()[0] for what in whats(page)] == ["Corrected", "Recorded"]
    assert page.count.text() == f"2 of {len(controller.study.events)} entries"
    page.everything.click()
    assert len(page.shown) == len(controller.study.events)


def test_the_selected_entry_is_told_in_full(page: EntriesPage) -> None:
    choose(page.kind, "Corrections")
    page.table.choose(0)
    text = page.detail.text()
    assert "MK on bench-3: Corrected run 2 to failure for C-0003." in text
    assert "Before: success for C-0003." in text
    assert "Reason: read again" in text


def test_new_entries_come_in_and_the_filters_stay(
    page: EntriesPage, controller: StudyController, qtbot: QtBot
) -> None:
    choose(page.person, "JB")
    controller.do(actions.note, "the fridge was open")
    qtbot.waitUntil(lambda: "Noted: the fridge was open" in whats(page))
    assert page.person.currentText() == "JB"


def test_undo_and_redo_stand_as_undone_and_restored(
    page: EntriesPage, controller: StudyController, qtbot: QtBot
) -> None:
    controller.do(actions.take_back)
    controller.do(actions.redo)
    qtbot.waitUntil(lambda: page.table.rows.index(0, 5).data() == "restored")
    assert page.table.rows.index(1, 5).data() == "undone"
    assert [event.payload["reason"] for event in controller.study.events[-2:]] == ["taken back", "redone"]


def test_every_kind_of_entry_is_in_one_group() -> None:
    kinds = [kind for group in GROUPS.values() for kind in group]
    assert sorted(kinds) == sorted(KEYS)


def test_the_sentences_are_said_in_german(page: EntriesPage, qapp: QApplication) -> None:
    with Spoken("de", qapp):
        said = [translate(entry.line.what) for entry in page.shown]
    assert {"Studie wieder geöffnet", "C-0007 als nicht verfügbar eingetragen"} <= set(said)
    assert "Versuch 2 korrigiert zu Fehlschlag für C-0003" in said
    assert "Versuch 9 eingetragen: Erfolg für C-0008" in said
    assert not [text for text in said if text in set(whats(page))]


def test_a_suggestion_names_its_policy_by_the_title_that_the_screen_uses_elsewhere(
    page: EntriesPage, controller: StudyController, qtbot: QtBot
) -> None:
    advice, before = controller.advice.current, len(page.shown)
    assert advice is not None
    controller.do(actions.record, advice.next, "failure", advice=advice)
    qtbot.waitUntil(lambda: len(page.shown) > before, timeout=60_000)
    name = controller.study.settings.policy
    cells = page.table.rows.columns[3].words()
    told = next(cell for cell in cells if "suggestion" in cell)
    assert f"({policy_title(name)})" in told
    assert f"({name})" not in told
    assert f"({name})" in " ".join(whats(page))  # as it is kept, and exported


@pytest.mark.parametrize("width", [740, 1400])
def test_the_code_in_an_entry_is_whole_in_a_narrow_window_too(
    page: EntriesPage, qtbot: QtBot, width: int
) -> None:
    page.window().resize(width, 480)
    table, metrics = page.table, page.table.fontMetrics()
    qtbot.waitUntil(lambda: table.horizontalScrollBar().maximum() == 0)
    margins = 2 * (table.style().pixelMetric(QStyle.PixelMetric.PM_FocusFrameHMargin) + 1)
    named = [(row, entry) for row, entry in enumerate(page.shown) if len(entry.candidates) == 1]
    assert len(named) >= 9
    for row, entry in named:
        cell = str(table.rows.index(row, 3).data())
        shown = metrics.elidedText(cell, table.textElideMode(), table.columnWidth(3) - margins)
        assert entry.candidates[0] in shown, (cell, shown)
