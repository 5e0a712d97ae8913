"""No call waits without a limit: silent servers, frozen backends and stations, and closing meanwhile."""

from __future__ import annotations

import math
import os
import signal
import threading
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import pytest
from pgserver import Proxy
from storekit import KIM, PAT, PostgresPlaces, child, new_event, some_events

from kgdesk import actions
from kgdesk.actions import session as sessions
from kgdesk.actions.importing import read_pool
from kgdesk.errors import BadInput, NotSaved, ServerAway, StaleHead, UserDataUnusable
from kgdesk.model.study.settings import Settings
from kgdesk.store.postgres import offline_replica
from kgdesk.store.postgres import patience as limits
from kgdesk.store.postgres import store as server_store
from kgdesk.store.postgres.link import Link, UnfitAnswer
from kgdesk.store.postgres.patience import APPEND_S, GESTURE_S, PORTION, Patience
from kgdesk.store.postgres.store import PostgresStore
from kgdesk.ui.session.compute_queue import ComputeQueue
from kgdesk.ui.session.study_controller import StudyController

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pgserver import Server

    from kgdesk.model.study.events import Event, Head, NewEvent

#: A wait that does not end fails its test. How long each is, on a quiet machine, `bench_slow_server.py` says.
ENDS = pytest.mark.timeout(120, func_only=True)


@pytest.fixture
def proxy(server: Server) -> Iterator[Proxy]:
    with Proxy(server) as proxy:
        yield proxy


@pytest.fixture
def kim(
    proxy: Proxy, on_server: PostgresPlaces, table_path: Path, who: actions.Operator
) -> Iterator[actions.Session]:
    table = read_pool(table_path, id="code", categories=["solvent"], extras=["well"])
    place = proxy.through(on_server("s"))
    with actions.create_study(place, table, Settings(), who, file="candidates.csv") as session:
        yield session


@ENDS
def test_an_outcome_for_a_silent_server_waits_in_the_outbox_from_the_start(
    proxy: Proxy, kim: actions.Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    for candidate in ("C-11", "C-12"):  # both compile what they need, which is not the same
        actions.record(kim, candidate, "failure")
    proxy.silence()
    outbox, send, waited = kim._outbox, kim.store.append_if_head, list[int]()
    assert outbox is not None

    def sent(expected: Head, events: Sequence[NewEvent]) -> tuple[Event, ...]:
        waited.append(len(outbox.batches()))
        return send(expected, events)

    monkeypatch.setattr(kim.store, "append_if_head", sent)
    with monkeypatch.context() as patch:
        patch.setattr(sessions, "APPEND_S", 1.5)
        actions.record(kim, "C-01", "success")
    assert waited == [1]
    assert kim.waiting == 1
    assert [run.candidate for run in kim.study.runs] == ["C-11", "C-12", "C-01"]
    proxy.speak()
    actions.record(kim, "C-02", "failure")
    assert kim.waiting == 0
    assert [run.candidate for run in kim.study.runs] == ["C-11", "C-12", "C-01", "C-02"]


def test_an_outcome_that_arrived_leaves_the_outbox_and_one_that_comes_too_late_is_refused(
    kim: actions.Session, who: actions.Operator, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    actions.record(kim, "C-01", "success")
    assert kim._outbox is not None
    assert not kim._outbox.batches()
    monkeypatch.setenv("KGDESK_DATA", str(tmp_path / "of Pat"))
    with actions.open_study(kim.place, replace(who, operator="Pat")) as pat:
        actions.record(pat, "C-02", "failure")
    with pytest.raises(StaleHead):
        actions.record(kim, "C-03", "success")
    assert not kim._outbox.batches()
    assert [run.candidate for run in kim.study.runs] == ["C-01", "C-02"]


def test_an_entry_that_was_refused_and_cannot_be_taken_out_of_the_outbox_is_not_called_unrecorded(
    kim: actions.Session, who: actions.Operator, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = os.environ["KGDESK_DATA"]
    monkeypatch.setenv("KGDESK_DATA", str(tmp_path / "of Pat"))
    with actions.open_study(kim.place, replace(who, operator="Pat")) as pat:
        actions.record(pat, "C-02", "failure")
    monkeypatch.setenv("KGDESK_DATA", own)
    outbox = kim._outbox
    assert outbox is not None

    def full(_: object) -> NoReturn:
        raise UserDataUnusable("The disk is full.")

    with monkeypatch.context() as patch:
        patch.setattr(outbox, "drop", full)
        with pytest.raises(NotSaved, match=r"still waits.*set-aside") as refused:
            actions.record(kim, "C-03", "success")
    assert not isinstance(refused.value, StaleHead)
    assert kim.waiting == 1
    kim.refreshed()
    assert kim.waiting == 0
    assert [run.candidate for run in kim.study.runs] == ["C-02", "C-03"]


def test_an_entry_that_another_program_lets_wait_during_the_opening_stays(
    kim: actions.Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    outbox = kim._outbox
    assert outbox is not None
    batches, added = outbox.batches, [(new_event(),)]

    def read() -> tuple[tuple[NewEvent, ...], ...]:
        found = batches()
        while added:
            outbox.add(added.pop())
        return found

    monkeypatch.setattr(outbox, "batches", read)
    kim._drop_those_that_arrived()
    assert len(batches()) == 1


def test_an_entry_that_cannot_be_stored_does_not_stay_in_the_outbox(
    kim: actions.Session, who: actions.Operator
) -> None:
    change = actions.record(kim, "C-01", "success", token="one")
    kim.who = replace(who, workstation="LAB\0PC")
    with pytest.raises(BadInput):
        actions.record(kim, "C-02", "success")
    assert kim.waiting == 0
    assert kim.study.head == change.study.head


def test_an_outcome_that_was_stored_before_the_program_died_is_not_counted_twice(
    kim: actions.Session, who: actions.Operator
) -> None:
    change = actions.record(kim, "C-01", "success")
    assert kim._outbox is not None
    kim._outbox.add(tuple(event.new for event in change.events))  # as if it died before clearing the outbox
    with actions.open_study(kim.place, who) as again:
        assert again.waiting == 0
        assert len(again.study.runs) == 1


@pytest.mark.nightly
@ENDS
def test_a_backend_that_is_stopped_does_not_hold_a_gesture(on_server: PostgresPlaces) -> None:
    with on_server.store.create(on_server("s"), some_events(1)) as store:
        head, new = store.head(), [new_event()]
        process = store._link.connection.info.backend_pid  # type: ignore[attr-defined] - the connection itself
        os.kill(process, signal.SIGSTOP)
        try:
            with pytest.raises(ServerAway):
                store.append_if_head(head, new)
        finally:
            os.kill(process, signal.SIGCONT)
        assert store.append_if_head(head, new)[0].new == new[0]
        assert store.head().seq == 2


def test_a_connection_whose_answer_was_not_read_to_its_end_is_closed(on_server: PostgresPlaces) -> None:
    """What is left of the answer would be taken for that of the next call."""
    with on_server.store.create(on_server("s"), some_events(1)) as store:
        link = store._link  # type: ignore[attr-defined] - the connection itself
        with store.patience.gesture(), pytest.raises(UnfitAnswer):
            link.ask("SELECT repeat('x', 100000)", largest=1000)
        assert link.closed
        assert store.head().seq == 1


@pytest.mark.nightly
@ENDS
def test_opening_a_silent_server_ends(proxy: Proxy, on_server: PostgresPlaces) -> None:
    on_server.store.create(on_server("s"), some_events(1)).close()
    proxy.silence()
    with pytest.raises(ServerAway):
        PostgresStore.open(proxy.through(on_server("s")), writer=KIM)


@pytest.mark.nightly
@ENDS
def test_a_reading_that_stops_half_way_ends_and_a_slow_one_that_goes_on_does_not(
    proxy: Proxy, on_server: PostgresPlaces
) -> None:
    on_server.store.create(on_server("s"), some_events(3000)).close()
    with PostgresStore.open(proxy.through(on_server("s")), writer=None) as store:
        proxy.silence(after=100_000)
        with pytest.raises(ServerAway):
            store.read_from(2)  # what was read from the first entry on is known
        proxy.speak()
        assert len(store.read_from(2)) == 2999


def stopped(process: int) -> bool:
    """Return whether a process has been stopped by a signal."""
    return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] == "T"


@pytest.mark.parametrize(
    "before",
    [
        pytest.param("", marks=pytest.mark.nightly),
        pytest.param("event_id = ANY", marks=pytest.mark.nightly),
        pytest.param("INSERT INTO kgdesk.event", marks=pytest.mark.nightly),
        "pg_notify",
    ],
)
@ENDS
def test_a_station_frozen_between_lock_and_commit_holds_nobody_for_long(
    on_server: PostgresPlaces, before: str
) -> None:
    """After an INSERT too: whatever the driver still sends then must not end the server's limit."""
    on_server.store.create(on_server("s"), some_events(1)).close()
    place = on_server("s", user="pat")
    frozen = child("freeze_before", place, before) if before else child("lock_study", place)
    if before:
        while not stopped(frozen.pid):
            assert frozen.poll() is None, "it went on"
            os.sched_yield()
    else:
        assert frozen.stdout is not None
        assert frozen.stdout.readline() == "locked\n"
        os.kill(frozen.pid, signal.SIGSTOP)
    try:
        with on_server.store.open(on_server("s"), writer=PAT) as store:
            new, head = [new_event()], store.head()
            recorded, said = False, set()
            while not recorded:
                try:
                    store.append_if_head(head, new)
                    recorded = True
                except ServerAway as away:
                    said.add("another workstation" in str(away))
            assert said <= {True}
            assert store.head().seq == 2
    finally:
        frozen.kill()
        frozen.communicate()


def test_an_append_is_sent_in_whole_messages(on_server: PostgresPlaces, tmp_path: Path) -> None:
    """Between messages of the extended protocol the server has no limit that frees the lock of a frozen station."""
    with (
        on_server.store.create(on_server("s"), some_events(1)) as store,
        (tmp_path / "sent").open("wb") as sent,
    ):
        link = store._link  # type: ignore[attr-defined] - the connection itself
        head = store.head()
        link.connection.pgconn.trace(sent.fileno())
        store.append_if_head(head, [new_event({"note": "x" * 50_000}) for _ in range(20)])
        link.connection.pgconn.untrace()
    lines = [line.split("\t") for line in (tmp_path / "sent").read_text(encoding="utf-8").splitlines()]
    kinds = {line[-2] if line[-2].isalpha() else line[-1].strip() for line in lines if "F" in line[:2]}
    assert len(lines) > 10
    assert not kinds & {"Parse", "Bind", "Describe", "Execute", "Sync", "Flush"}, kinds


def test_closing_leaves_the_calls_that_still_run_little_time(kim: actions.Session) -> None:
    kim.hurry(1.5)
    assert kim.store.patience.left() < 1.5  # type: ignore[attr-defined] - of a study on a server
    kim.hurry(None)
    assert kim.store.patience.left() == math.inf  # type: ignore[attr-defined] - likewise


@pytest.mark.usefixtures("qapp")
@ENDS
def test_the_window_closes_while_the_server_is_silent(
    proxy: Proxy, kim: actions.Session, who: actions.Operator
) -> None:
    compute_queue = ComputeQueue()
    controller = StudyController(kim, compute_queue)
    proxy.silence()
    for candidate in ("C-01", "C-02"):
        controller.do(actions.record, candidate, "success")
    controller.close()
    compute_queue.stop()
    proxy.speak()
    with actions.open_study(kim.place, who) as session:
        session.refreshed()
        assert session.waiting == 0
        assert sorted(run.candidate for run in session.study.runs) == ["C-01", "C-02"]


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("waiting", [False, True])
@ENDS
def test_an_entry_does_not_wait_for_a_look_at_a_silent_server_to_end(
    proxy: Proxy, kim: actions.Session, monkeypatch: pytest.MonkeyPatch, waiting: bool
) -> None:
    compute_queue = ComputeQueue()
    controller = StudyController(kim, compute_queue)
    if waiting:  # such a look sends it
        assert kim._outbox is not None
        kim._outbox.add((new_event(kind="note_added", payload={"text": "of the morning"}),))
    proxy.silence()
    # As from a notification; without the entry's asking the look would wait for an hour.
    kim.store._remote._may_have_news = True  # type: ignore[attr-defined] - of a study on a server
    for module, name in (
        (limits, "GESTURE_S"),
        (limits, "LONGEST_S"),
        (offline_replica, "_POLL_S"),
        (offline_replica, "APPEND_S"),
        (server_store, "APPEND_S"),
    ):
        monkeypatch.setattr(module, name, 3600.0)
    monkeypatch.setattr(sessions, "APPEND_S", 1.0)  # the entry's own
    asking, wait = threading.Event(), Link._wait

    def noted(self: Link, *given: object) -> int:
        asking.set()
        return wait(self, *given)  # type: ignore[arg-type] - handed on

    monkeypatch.setattr(Link, "_wait", noted)
    controller.fetch_news(lambda _: None)
    assert asking.wait(60)
    controller.do(actions.record, "C-01", "success")
    controller.settle()
    assert [run.candidate for run in kim.study.runs] == ["C-01"]
    assert kim.waiting == 1 + waiting
    proxy.speak()
    controller.close()
    compute_queue.stop()


def test_a_look_that_gives_way_ends_nothing_else() -> None:
    patience = Patience()
    patience.give_way()  # nothing to end
    with patience.within(100):
        with patience.interruptible():
            assert patience.left() > 50
            patience.give_way()
            assert patience.left() < 1
        assert patience.left() > 50
        with patience.interruptible():
            assert patience.left() > 50


def test_limits_inside_each_other_all_hold() -> None:
    patience = Patience()
    assert patience.left() == math.inf
    with patience.within(100):
        with patience.within(2):
            assert patience.left() < 2
            with patience.within(50), patience.gesture():
                assert patience.left() < 2
        assert 50 < patience.left() < 100
        patience.hurry(1)
        assert patience.left() < 1
        patience.hurry(None)
        assert patience.left() > 50
    assert patience.left() == math.inf


def test_a_gesture_waits_longer_only_for_portions_of_entries_and_not_without_end() -> None:
    patience = Patience()
    with patience.gesture():
        patience.moved(PORTION - 1)
        assert patience.left() < GESTURE_S
        before = patience._waited
        patience._waited += 4  # as if it had waited for the server
        assert patience.left() < 1
        patience.moved(1)
        assert GESTURE_S - 1 < patience.left() < GESTURE_S
        with patience.gesture():  # has no limit of its own
            assert patience.left() < GESTURE_S
        patience._waited = before + limits.LONGEST_S - 1
        patience.moved(PORTION)
        assert patience.left() < 1
    assert patience.left() == math.inf


@ENDS
def test_an_append_ends_in_5_seconds_in_all_though_the_server_goes_on_answering(
    on_server: PostgresPlaces,
) -> None:
    with on_server.store.create(on_server("s"), some_events(1)) as store:
        chatty = (
            "DO $$ BEGIN FOR i IN 1..100 LOOP RAISE NOTICE 'wait'; PERFORM pg_sleep(0.2); END LOOP; END $$"
        )
        with pytest.raises(ServerAway), store.patience.within(APPEND_S), store._serving() as link:  # type: ignore[attr-defined] - as an append
            link.ask(chatty)


@ENDS
def test_a_call_that_is_given_up_is_cancelled_on_the_server(on_server: PostgresPlaces) -> None:
    with on_server.store.create(on_server("s"), some_events(1)) as store:
        process = store._link.connection.info.backend_pid  # type: ignore[attr-defined] - the connection itself
        with pytest.raises(ServerAway), store.patience.within(1), store._serving() as link:  # type: ignore[attr-defined] - likewise
            link.ask("SELECT pg_sleep(1000)")
        asleep = 1
        while asleep:  # its locks are free as soon as it has gone
            with store._serving() as link:  # type: ignore[attr-defined] - likewise
                [[asleep]] = link.ask("SELECT count(*) FROM pg_stat_activity WHERE pid = %s", (process,))
