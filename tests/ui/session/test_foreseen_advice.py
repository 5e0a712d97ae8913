"""The advice for an entry is computed while the entry is written, and shown after it is on disk and in the journal."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

import pytest

from kgdesk import actions
from kgdesk.actions.opening import journal_key
from kgdesk.errors import KgdeskError, NotSaved
from kgdesk.model.advice.advice import advise
from kgdesk.store import HeadJournal, SqliteStore
from kgdesk.ui.session import advice_tasks, study_controller

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytestqt.qtbot import QtBot

    from kgdesk.actions import Change
    from kgdesk.model.study.study import Study
    from kgdesk.ui.session.compute_queue import ComputeQueue
    from kgdesk.ui.session.study_controller import StudyController


class Gate:
    """Holds the commits to a study file until it is opened, or lets them fail."""

    def __init__(self) -> None:
        self.open, self.reached = threading.Event(), threading.Event()
        self.problem: KgdeskError | None = None

    def wrap(self, append: Callable[..., Any]) -> Callable[..., Any]:
        def gated(store: SqliteStore, *args: Any) -> Any:
            *before, committing = args

            def commit() -> None:
                self.reached.set()
                committing()
                assert self.open.wait(60)
                if self.problem is not None:
                    raise self.problem

            return append(store, *before, commit)

        return gated


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Gate:
    gate = Gate()
    gate.open.set()
    monkeypatch.setattr(SqliteStore, "append_if_head", gate.wrap(SqliteStore.append_if_head))
    return gate


@pytest.fixture
def computed(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return the list of the revisions for which an advice was computed."""
    revisions: list[int] = []

    def counting(study: Study, **more: Any) -> Any:
        advice = advise(study, **more)
        revisions.append(study.revision)
        return advice

    monkeypatch.setattr(advice_tasks, "advise", counting)
    return revisions


def _record(controller: StudyController, candidate: str, **more: Any) -> None:
    controller.do(actions.record, candidate, "success", advice=controller.advice, token=candidate, **more)


def test_the_advice_is_computed_during_the_commit_once_and_shown_after_it(
    controller: StudyController,
    compute_queue: ComputeQueue,
    gate: Gate,
    computed: list[int],
    qtbot: QtBot,
) -> None:
    before, advice = controller.study, controller.advice
    shown: list[int] = []
    controller.advice_changed.connect(
        lambda: shown.append(controller.advice.revision if controller.advice else 0)
    )
    gate.open.clear()
    computed.clear()
    _record(controller, "C-0001")
    qtbot.waitUntil(lambda: bool(computed) and not compute_queue.pending("advice"))
    assert controller.study is before
    assert controller.advice is advice
    assert shown == []
    gate.open.set()
    qtbot.waitUntil(lambda: not controller.writing)
    present = controller.study
    assert len(present.runs) == len(before.runs) + 1
    assert controller.advice is not None
    assert controller.advice.study is present
    assert controller.advice.suggestion == advise(present).suggestion
    assert computed == [present.revision]
    assert shown == [present.revision]
    qtbot.waitUntil(
        lambda: bool(controller.trajectory) and controller.trajectory[-1].run == len(present.runs)
    )


def test_an_entry_that_is_not_saved_leaves_the_advice_of_the_present_state(
    controller: StudyController,
    compute_queue: ComputeQueue,
    gate: Gate,
    computed: list[int],
    qtbot: QtBot,
) -> None:
    before, advice = controller.study, controller.advice
    problems: list[KgdeskError] = []
    gate.open.clear()
    gate.problem = NotSaved("The disk is full.")
    computed.clear()
    _record(controller, "C-0001", failed=problems.append)
    qtbot.waitUntil(lambda: bool(computed) and not compute_queue.pending("advice"))
    gate.open.set()
    qtbot.waitUntil(lambda: bool(problems))
    assert controller.study is before
    assert controller.advice is advice
    gate.problem = None
    _record(controller, "C-0001")  # the retry, with the same token
    qtbot.waitUntil(lambda: not controller.writing and controller.advice is not None)
    assert controller.advice is not None
    assert controller.advice.study is controller.study
    assert len(controller.study.runs) == len(before.runs) + 1


def test_an_entry_that_is_not_saved_before_any_advice_has_come_gets_the_one_for_the_present_state(
    controller: StudyController, gate: Gate, qtbot: QtBot
) -> None:
    problems: list[KgdeskError] = []
    gate.open.clear()
    gate.problem = NotSaved("The disk is full.")
    controller._forget_advice()
    controller.ask()
    controller.do(actions.record, "C-0001", "success", advice=None, token="one", failed=problems.append)
    qtbot.waitUntil(lambda: controller._foreseen is not None)
    gate.open.set()
    qtbot.waitUntil(lambda: bool(problems) and controller.advice is not None)
    assert controller.advice is not None
    assert controller.advice.study is controller.study


def test_another_level_of_the_ranges_during_the_commit_holds_for_the_next_advice(
    controller: StudyController, compute_queue: ComputeQueue, gate: Gate, computed: list[int], qtbot: QtBot
) -> None:
    gate.open.clear()
    computed.clear()
    _record(controller, "C-0001")
    qtbot.waitUntil(lambda: bool(computed) and not compute_queue.pending("advice"))
    controller.show_ranges(0.5)
    gate.open.set()
    qtbot.waitUntil(
        lambda: not controller.writing and controller.advice is not None and controller.advice.level == 0.5
    )
    assert controller.advice is not None
    assert controller.advice.study is controller.study


def test_two_entries_in_a_row_end_with_the_advice_for_the_second(
    controller: StudyController, gate: Gate, qtbot: QtBot
) -> None:
    gate.open.clear()
    _record(controller, "C-0001")
    _record(controller, "C-0002")
    gate.open.set()
    qtbot.waitUntil(lambda: not controller.writing and controller.advice is not None)
    assert controller.advice is not None
    assert controller.advice.study is controller.study
    assert [run.candidate for run in controller.study.runs[-2:]] == ["C-0001", "C-0002"]


def test_the_window_goes_on_once_a_commit_has_begun_and_does_not_wait_for_it(
    controller: StudyController, gate: Gate, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(study_controller, "_HEAD_START_S", 50)
    gate.open.clear()
    _record(controller, "C-0001")
    assert gate.reached.is_set()
    assert controller.writing
    _record(controller, "C-0002")  # does not wait for a commit that is waiting behind another
    gate.open.set()
    qtbot.waitUntil(lambda: not controller.writing and len(controller.study.runs) == 10)


def test_an_entry_is_in_the_journal_of_heads_before_the_views_show_it(
    controller: StudyController, qtbot: QtBot
) -> None:
    noted: list[bool] = []

    def look(change: Change) -> None:
        place = journal_key(controller.session.place)
        seen = [one for one in HeadJournal().seen(change.study.events[0].hash) if one.place == place]
        noted.append([one.head for one in seen] == [change.study.head])

    controller.changed.connect(look)
    _record(controller, "C-0001")
    qtbot.waitUntil(lambda: bool(noted))
    assert noted == [True]


def test_the_foreseen_state_is_the_one_that_a_new_reading_of_the_file_gives(
    controller: StudyController, qtbot: QtBot
) -> None:
    foreseen: list[Study] = []
    controller._foreseeing.connect(foreseen.append)
    ids = controller.study.pool.ids
    controller.do(actions.start, ids[1], advice=controller.advice, token="start")
    controller.do(actions.record, ids[2], "failure", advice=None, note="  two\nlines ", token="note")
    controller.do(actions.exclude, ids[4], "out of order")
    controller.do(actions.note, "décor  and more")
    controller.settle()
    qtbot.waitUntil(lambda: len(foreseen) == 4)
    assert foreseen[-1] is controller.study
    read = actions.open_study(controller.path, controller.who, read_only=True)
    assert read.study == foreseen[-1]
    assert read.study.events == foreseen[-1].events
    assert read.study.belief.digest == foreseen[-1].belief.digest
    read.close()
