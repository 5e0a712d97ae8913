"""Work in the window after one outcome: each visible view is refreshed once for the change and once for the advice."""

from __future__ import annotations

import threading
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest
from desks import fill, make_session, settle
from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QMenu

from kgdesk import actions
from kgdesk.actions import recovery
from kgdesk.ui.entry.card import NextCard
from kgdesk.ui.entry.confirmation_strip import ConfirmationStrip
from kgdesk.ui.entry.run_lists import LastEntries, RunsInProgress
from kgdesk.ui.pages.candidate_table import CandidateTable
from kgdesk.ui.pages.overview import OverviewTab
from kgdesk.ui.pages.timeline_table import TimelineTable
from kgdesk.ui.session import preferences
from kgdesk.ui.session.study_controller import StudyController
from kgdesk.ui.widgets.theme import Theme
from kgdesk.ui.window.commands import Commands
from kgdesk.ui.window.main_window import MainWindow

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from PySide6.QtWidgets import QApplication
    from pytestqt.qtbot import QtBot

    from kgdesk.ui.session.compute_queue import ComputeQueue

#: Methods that refresh a view, with the number of calls admitted per outcome: for the change and for the advice.
VISIBLE = {
    (NextCard, "show_entry"): 2,
    (RunsInProgress, "show_entry"): 2,
    (LastEntries, "_fill"): 1,
    (OverviewTab, "_show"): 1,
}
#: These are also refreshed before the change, to display “Saving…”, and so are called once more.
OF_THE_GESTURE = {(ConfirmationStrip, "show_entry"): 3, (Commands, "refresh"): 3}
HIDDEN = {(CandidateTable, "show_advice"): 0, (TimelineTable, "show_runs"): 0}
MOST = {**VISIBLE, **OF_THE_GESTURE, **HIDDEN}


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the list of preference keys read so far."""
    keys: list[str] = []

    class Store(QSettings):
        def value(self, key: str, *more: Any) -> Any:
            keys.append(key)
            return super().value(key, *more)

    monkeypatch.setattr(preferences, "QSettings", Store)
    return keys


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> Counter[tuple[type, str]]:
    """Count the calls that refresh views."""
    counted: Counter[tuple[type, str]] = Counter()

    def counting(kind: type, name: str) -> Callable[..., Any]:
        method = getattr(kind, name)

        def counted_method(*args: Any, **kwargs: Any) -> Any:
            counted[kind, name] += 1
            return method(*args, **kwargs)

        return counted_method

    for kind, name in MOST:
        monkeypatch.setattr(kind, name, counting(kind, name))
    return counted


@pytest.fixture
def window(
    reads: list[str],
    calls: Counter[tuple[type, str]],
    tmp_path: Path,
    compute_queue: ComputeQueue,
    qapp: QApplication,
    qtbot: QtBot,
) -> Iterator[MainWindow]:
    """Show a study in the Overview tab with everything computed and drawn."""
    session = make_session(tmp_path / "lab")
    fill(session)
    theme = qapp.findChild(Theme) or Theme(qapp)
    theme.apply("light")
    shown = MainWindow(StudyController(session, compute_queue), theme)
    shown.resize(1366, 900)  # high enough for the last entries to be visible
    assert shown.tabs.currentWidget() is shown.overview
    shown.show()
    settle(shown.controller, qtbot)
    _rest(shown, compute_queue, qtbot)
    calls.clear()
    reads.clear()
    yield shown
    shown.close()


def _rest(window: MainWindow, compute_queue: ComputeQueue, qtbot: QtBot) -> None:
    """Wait until nothing is being computed, and every plot shows the present advice."""
    overview = window.overview
    assert overview is not None
    keys = ("advice", "counsel", "stake", "trajectory")
    qtbot.waitUntil(lambda: overview.painted() and not any(map(compute_queue.pending, keys)))


def _record(window: MainWindow, compute_queue: ComputeQueue, qtbot: QtBot) -> None:
    """Confirm an armed outcome, and wait for everything that follows."""
    runs = len(window.controller.study.runs)
    window.panel.strip.record.click()
    qtbot.waitUntil(
        lambda: len(window.controller.study.runs) > runs and window.controller.advice.current is not None
    )
    settle(window.controller, qtbot)
    _rest(window, compute_queue, qtbot)


def test_one_outcome_refreshes_a_visible_view_for_the_change_and_the_advice_and_a_hidden_one_not_at_all(
    window: MainWindow,
    calls: Counter[tuple[type, str]],
    reads: list[str],
    compute_queue: ComputeQueue,
    qtbot: QtBot,
) -> None:
    window.panel.success.click()
    qtbot.waitUntil(window.panel.strip.record.isVisible)
    assert window.panel.lists.last.isVisible()
    calls.clear()
    reads.clear()
    _record(window, compute_queue, qtbot)
    over = {
        f"{kind.__name__}.{name}": count for (kind, name), count in calls.items() if count > MOST[kind, name]
    }
    assert over == {}
    assert all(calls[view] for view in VISIBLE | OF_THE_GESTURE)
    assert reads == []


def test_a_hidden_view_is_refreshed_once_when_somebody_turns_to_it(
    window: MainWindow, calls: Counter[tuple[type, str]], compute_queue: ComputeQueue, qtbot: QtBot
) -> None:
    window.panel.success.click()
    _record(window, compute_queue, qtbot)
    calls.clear()
    history = window.tabs.findChild(TimelineTable)
    assert history is not None
    pages = (window.tabs.widget(at) for at in range(window.tabs.count()))
    page = next(page for page in pages if page.isAncestorOf(history))
    window.tabs.setCurrentWidget(page)
    assert calls[TimelineTable, "show_runs"] == 1
    assert history.rows.rowCount() == len(window.controller.study.runs)


def test_what_can_be_used_is_asked_when_a_menu_opens(
    window: MainWindow, calls: Counter[tuple[type, str]]
) -> None:
    calls.clear()
    window.menuBar().findChildren(QMenu)[0].aboutToShow.emit()
    assert calls[Commands, "refresh"] == 1


def test_a_draft_is_written_by_the_pen_and_not_in_the_thread_of_the_window(
    window: MainWindow, compute_queue: ComputeQueue, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads: list[threading.Thread] = []

    def keep(*args: Any) -> None:
        threads.append(threading.current_thread())
        recovery.save_draft(*args)

    monkeypatch.setattr(actions, "save_draft", keep)
    window.panel.success.click()
    window.controller.settle()
    assert actions.load_draft(window.controller.session) is not None
    _record(window, compute_queue, qtbot)
    assert actions.load_draft(window.controller.session) is None
    assert len(threads) == 2
    assert threading.main_thread() not in threads
