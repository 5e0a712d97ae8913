"""While an entry is written the window shows the state before it; the advice follows when it is on disk."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

import pytest

from kgdesk import actions
from kgdesk.actions.opening import journal_key
from kgdesk.errors import KgdeskError, NotSaved
from kgdesk.model.advice.picks import advise
from kgdesk.store import HeadJournal, SqliteStore
from kgdesk.ui.session import advice_service

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytestqt.qtbot import QtBot

    from kgdesk.actions import Change
    from kgdesk.model.study.study import Study
    from kgdesk.ui.session.study_controller import StudyController


class Gate:
    """Holds what is appended to a study file until it is opened, or lets it fail."""

    def __init__(self) -> None:
        self.open, self.reached = threading.Event(), threading.Event()
        self.problem: KgdeskError | None = None

    def wrap(self, append: Callable[..., Any]) -> Callable[..., Any]:
        def gated(store: SqliteStore, *args: Any) -> Any:
            self.reached.set()
            assert self.open.wait(60)
            if self.problem is not None:
                raise self.problem
            return append(store, *args)

        return gated


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Gate:
    gate = Gate()
    gate.open.set()
    monkeypatch.setattr(SqliteStore, "append_if_head", gate.wrap(SqliteStore.append_if_head))
    return gate


@pytest.fixture
def computed(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return the list of the revisions for which a suggestion was computed."""
    revisions: list[int] = []

    def counting(study: Study, **more: Any) -> Any:
        advice = advise(study, **more)
        revisions.append(study.revision)
        return advice

    monkeypatch.setattr(advice_service, "advise", counting)
    return revisions


def _record(controller: StudyController, candidate: str, **more: Any) -> None:
    controller.do(
        actions.record, candidate, "success", advice=controller.advice.current, token=candidate, **more
    )


def test_the_advice_is_computed_once_when_the_entry_is_on_disk(
    controller: StudyController, gate: Gate, computed: list[int], qtbot: QtBot
) -> None:
    before, advice = controller.study, controller.advice.current
    shown: list[int] = []
    controller.advice.changed.connect(
        lambda: shown.append(controller.advice.current.revision if controller.advice.current else 0)
    )
    gate.open.clear()
    computed.clear()
    _record(controller, "C-0001")
    qtbot.waitUntil(gate.reached.is_set)
    assert controller.study is before
    assert controller.advice.current is advice
    assert (shown, computed) == ([], [])
    gate.open.set()
    qtbot.waitUntil(lambda: not controller.writing and controller.advice.current is not None)
    present = controller.study
    assert len(present.runs) == len(before.runs) + 1
    assert controller.advice.current is not None
    assert controller.advice.current.study is present
    assert controller.advice.current.suggestion == advise(present).suggestion
    assert computed == [present.revision]
    assert shown == [0, present.revision]
    qtbot.waitUntil(
        lambda: (
            bool(controller.advice.trajectory) and controller.advice.trajectory[-1].run == len(present.runs)
        )
    )


def test_an_entry_that_is_not_saved_leaves_the_advice_of_the_present_state(
    controller: StudyController, gate: Gate, computed: list[int], qtbot: QtBot
) -> None:
    before, advice = controller.study, controller.advice.current
    problems: list[KgdeskError] = []
    gate.problem = NotSaved("The disk is full.")
    computed.clear()
    _record(controller, "C-0001", failed=problems.append)
    qtbot.waitUntil(lambda: bool(problems))
    assert controller.study is before
    assert controller.advice.current is advice
    assert computed == []
    gate.problem = None
    _record(controller, "C-0001")  # the retry, with the same token
    qtbot.waitUntil(lambda: not controller.writing and controller.advice.current is not None)
    assert controller.advice.current is not None
    assert controller.advice.current.study is controller.study
    assert len(controller.study.runs) == len(before.runs) + 1


def test_another_level_of_the_ranges_during_the_commit_holds_for_the_next_advice(
    controller: StudyController, gate: Gate, qtbot: QtBot
) -> None:
    gate.open.clear()
    _record(controller, "C-0001")
    qtbot.waitUntil(gate.reached.is_set)
    controller.advice.set_level(0.5)
    gate.open.set()
    qtbot.waitUntil(
        lambda: (
            not controller.writing
            and controller.advice.current is not None
            and controller.advice.current.level == 0.5
        )
    )
    assert controller.advice.current is not None
    assert controller.advice.current.study is controller.study


def test_two_entries_in_a_row_end_with_the_advice_for_the_second(
    controller: StudyController, gate: Gate, qtbot: QtBot
) -> None:
    gate.open.clear()
    _record(controller, "C-0001")
    _record(controller, "C-0002")  # does not wait for the first
    gate.open.set()
    qtbot.waitUntil(lambda: not controller.writing and controller.advice.current is not None)
    assert controller.advice.current is not None
    assert controller.advice.current.study is controller.study
    assert [run.candidate for run in controller.study.runs[-2:]] == ["C-0001", "C-0002"]


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


def test_the_state_shown_is_the_one_that_a_new_reading_of_the_file_gives(controller: StudyController) -> None:
    ids = controller.study.pool.ids
    controller.do(actions.start, ids[1], advice=controller.advice.current, token="start")
    controller.do(actions.record, ids[2], "failure", advice=None, note="  two\nlines ", token="note")
    controller.do(actions.exclude, ids[4], "out of order")
    controller.do(actions.note, "décor  and more")
    controller.settle()
    read = actions.open_study(controller.path, controller.who, read_only=True)
    assert read.study == controller.study
    assert read.study.events == controller.study.events
    assert read.study.belief.digest == controller.study.belief.digest
    read.close()
