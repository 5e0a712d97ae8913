"""Common tests of all event stores; another kind of store joins by the fixture `places`."""

from __future__ import annotations

import dataclasses
import unicodedata
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test
from storekit import KIM, PAT, SqlitePlaces, head_of, new_event, some_events

from kgdesk.errors import BadInput, FileExists, ReadOnlyStudy, StaleHead, StudyInUse
from kgdesk.model.study.events import Head
from kgdesk.store import SqliteStore, export_lines, parse_lines, verify_chain

if TYPE_CHECKING:
    from pathlib import Path


def test_a_new_study_holds_its_first_events_in_order(places: Any) -> None:
    news = some_events(3)
    with places.store.create(places("s"), news) as store:
        events = store.read_from()
        assert [event.new for event in events] == news
        assert [event.seq for event in events] == [1, 2, 3]
        assert events[0].prev_hash == "0" * 64
        assert store.head() == head_of(events)
        assert store.name.endswith("s")


def test_a_study_without_events_is_not_made(places: Any) -> None:
    with pytest.raises(BadInput):
        places.store.create(places("s"), [])
    with pytest.raises(BadInput):
        places.store.create_from(places("s"), [])


def test_a_taken_name_is_never_overwritten(places: Any) -> None:
    news = some_events(2)
    places.store.create(places("s"), news).close()
    with pytest.raises(FileExists):
        places.store.create(places("s"), some_events(4))
    with places.store.open(places("s"), writer=None) as store:
        assert [event.new for event in store.read_from()] == news


def test_what_append_returns_is_what_is_read_after_reopening(places: Any) -> None:
    with places.store.create(places("s"), some_events(1)) as store:
        recorded = store.append_if_head(store.head(), [new_event({"x": (1, 2)}), new_event({"y": "e\u0301"})])
        assert recorded[0].payload == {"x": [1, 2]}
        assert recorded[1].payload == {"y": "\u00e9"}
    with places.store.open(places("s"), writer=KIM) as store:
        assert store.read_from(2) == recorded
        assert store.head() == head_of(recorded)


def test_names_of_people_are_stored_in_one_spelling(places: Any) -> None:
    name = unicodedata.normalize("NFD", "Zoë Müller")
    with places.store.create(places("s"), [new_event(actor=name)]) as store:
        assert store.read_from()[0].new.actor == "Zoë Müller"


def test_read_from_starts_at_any_number_and_ends_quietly(places: Any) -> None:
    with places.store.create(places("s"), some_events(4)) as store:
        everything = store.read_from()
        assert [store.read_from(seq) for seq in range(1, 7)] == [everything[seq:] for seq in range(6)]
        with pytest.raises(BadInput):
            store.read_from(0)


def test_an_append_to_a_stale_head_is_refused_and_changes_nothing(places: Any) -> None:
    with places.store.create(places("s"), some_events(2)) as store:
        old = store.head()
        store.append_if_head(old, [new_event()])
        before = store.read_from()
        with pytest.raises(StaleHead, match="1 new entry"):
            store.append_if_head(old, [new_event()])
        with pytest.raises(StaleHead):
            store.append_if_head(Head(3, "f" * 64), [new_event()])
        assert store.read_from() == before


def test_a_retry_with_the_same_ids_returns_the_first_result(places: Any) -> None:
    with places.store.create(places("s"), some_events(2)) as store:
        old = store.head()
        batch = [new_event(), new_event({"note": "second"})]
        first = store.append_if_head(old, batch)
        assert store.append_if_head(old, batch) == first
        store.append_if_head(store.head(), [new_event()])
        assert store.append_if_head(old, batch) == first
        assert store.append_if_head(store.head(), batch) == first
        assert store.head().seq == 5


def test_an_id_is_never_used_for_another_entry(places: Any) -> None:
    with places.store.create(places("s"), some_events(2)) as store:
        old = store.head()
        batch = [new_event(), new_event()]
        store.append_if_head(old, batch)
        for other in (
            [batch[0]._replace(payload={"other": 1}), batch[1]],
            [batch[0]._replace(actor="Pat"), batch[1]],
            [batch[1], batch[0]],
            [batch[0], new_event()],
            [new_event(), batch[1]],
        ):
            with pytest.raises(BadInput, match="belongs to another one"):
                store.append_if_head(store.head(), other)
        with pytest.raises(BadInput, match="same id"):
            store.append_if_head(store.head(), [batch[0], batch[0]])
        assert store.head().seq == 4


def test_a_batch_is_recorded_whole_or_not_at_all(places: Any) -> None:
    with places.store.create(places("s"), some_events(2)) as store:
        head = store.head()
        with pytest.raises(BadInput):
            store.append_if_head(head, [new_event(), new_event({"x": float("nan")})])
        with pytest.raises(BadInput):
            store.append_if_head(head, [])
        assert store.head() == head


@pytest.mark.parametrize(
    "field",
    [
        {"event_id": "1"},
        {"event_id": "A" * 32},
        {"kind": "Outcome recorded"},
        {"kind_version": 0},
        {"kind_version": True},
        {"recorded_at_utc": "2026-11-21 14:02"},
        {"recorded_at_utc": "2026-13-21T14:02:31.000000Z"},
        {"utc_offset": "CET"},
        {"actor": "Kim\0"},
        {"actor": "Kim\ud800"},
        {"actor": 7},
        {"workstation": "\0"},
    ],
    ids=str,
)
def test_an_entry_whose_own_fields_cannot_be_stored_is_refused(places: Any, field: dict[str, Any]) -> None:
    with pytest.raises(BadInput):
        places.store.create(places("s"), [new_event(**field)])


@pytest.mark.parametrize(
    "when", ["1970-01-01T00:00:00.000000Z", "0001-01-01T00:00:00.000000Z", "9999-12-31T23:59:59.999999Z"]
)
def test_no_clock_changes_the_order(places: Any, when: str) -> None:
    with places.store.create(places("s"), [new_event(recorded_at_utc=when, utc_offset="-12:00")]) as store:
        store.append_if_head(store.head(), [new_event(), new_event(recorded_at_utc=when)])
        assert [event.seq for event in store.read_from()] == [1, 2, 3]
        assert store.verify().problem is None


def test_a_second_writer_is_refused_with_the_name_of_the_first(tmp_path: Path) -> None:
    places = SqlitePlaces(tmp_path)  # a server admits several writers
    places.store.create(places("s"), some_events(1)).close()
    with places.store.open(places("s"), writer=KIM):
        with pytest.raises(StudyInUse, match="is open on LAB-PC-2 by Kim since 09:12"):
            places.store.open(places("s"), writer=PAT)
        tomorrow = dataclasses.replace(PAT, since=PAT.since.replace(day=22))
        with pytest.raises(StudyInUse, match="by Kim since 2026-11-21 09:12"):
            places.store.open(places("s"), writer=tomorrow)
    with places.store.open(places("s"), writer=PAT) as store:
        assert store.read_only_reason is None


def test_the_maker_of_a_study_is_its_first_writer(tmp_path: Path) -> None:
    places = SqlitePlaces(tmp_path)  # a server admits several writers
    with (
        places.store.create(places("s"), some_events(1)),
        pytest.raises(StudyInUse, match="by Kim since 15:02"),
    ):
        places.store.open(places("s"), writer=PAT)


def test_readers_are_always_allowed_and_see_what_is_recorded(places: Any) -> None:
    with places.store.create(places("s"), some_events(1)) as writer:
        with (
            places.store.open(places("s"), writer=None) as reader,
            places.store.open(places("s"), writer=PAT, read_only=True) as other,
        ):
            assert "reading only" in reader.read_only_reason
            assert other.read_only_reason
            recorded = writer.append_if_head(writer.head(), [new_event()])
            assert reader.read_from(2) == other.read_from(2) == recorded
            with pytest.raises(ReadOnlyStudy, match="Nothing was recorded"):
                reader.append_if_head(reader.head(), [new_event()])
        assert writer.head() == head_of(recorded)


def test_a_reader_becomes_the_writer_once_the_writer_has_gone(tmp_path: Path) -> None:
    places = SqlitePlaces(tmp_path)  # a server admits several writers
    writer = places.store.create(places("s"), some_events(1))
    with places.store.open(places("s"), writer=None) as reader:
        seen = reader.head()
        with pytest.raises(StudyInUse):
            reader.lock(PAT)
        writer.append_if_head(seen, [new_event()])
        writer.close()
        reader.lock(PAT)
        assert reader.read_only_reason is None
        with pytest.raises(StaleHead):
            reader.append_if_head(seen, [new_event()])
        reader.append_if_head(reader.head(), [new_event()])
        with pytest.raises(StudyInUse, match="LAB-PC-3 by Pat"):
            places.store.open(places("s"), writer=KIM)


def test_a_closed_study_takes_nothing_and_closes_again(places: Any) -> None:
    store = places.store.create(places("s"), some_events(1))
    head = store.head()
    store.close()
    store.close()
    with pytest.raises(ReadOnlyStudy, match="closed"):
        store.append_if_head(head, [new_event()])


def test_verification_counts_the_whole_events(places: Any) -> None:
    with places.store.create(places("s"), some_events(4)) as store:
        found = store.verify()
        assert (found.events, found.head, found.problem, found.first_bad) == (4, store.head(), None, None)


def test_exported_lines_make_the_same_study_again_hash_for_hash(places: Any) -> None:
    news = [
        *some_events(3),
        new_event({"text": 'a "quote" \\ \u2028 é 🧪', "tiny": 1e-320, "zero": -0.0, "big": 2**70}),
    ]
    with places.store.create(places("s"), news) as store:
        lines = list(export_lines(store.read_from()))
        events = store.read_from()
    assert parse_lines(lines) == events
    with places.store.create_from(places("copy"), parse_lines("\n".join(lines).splitlines())) as copy:
        assert copy.read_from() == events
        assert copy.head() == head_of(events)
        assert list(export_lines(copy.read_from())) == lines


def test_a_backup_is_the_study_at_that_moment_and_overwrites_nothing(places: Any, tmp_path: Path) -> None:
    with places.store.create(places("s"), some_events(3)) as store:
        head = store.head()
        dest = tmp_path / "copy of s.kgstudy"
        assert store.backup(dest).head == head
        store.append_if_head(head, [new_event()])
        with pytest.raises(FileExists):
            store.backup(dest)
        with SqliteStore.open(dest, writer=KIM) as copy:
            assert copy.head() == head
            copy.append_if_head(head, [new_event()])
        with places.store.open(places("s"), writer=None) as reader:
            assert reader.backup(tmp_path / "by a reader.kgstudy").events == 4
        assert store.head().seq == 4


def test_both_stores_give_the_same_head_for_the_same_history(tmp_path: Path, on_server: Any) -> None:
    here = SqlitePlaces(tmp_path)
    news = [
        *some_events(3),
        new_event({"tiny": 5e-324, "zero": -0.0, "text": "é \U0001f9ea \\u0000 '; drop"}),
    ]
    more = [new_event({"wide": ["\u2028", 1e308, 2**64]}, actor="Zoë")]
    heads = []
    for places in (here, on_server):
        with places.store.create(places("same"), news) as store:
            heads.append(head_of(store.append_if_head(store.head(), more)))
        with places.store.open(places("same"), writer=None) as store:
            assert store.head() == heads[-1]
            assert store.news_since(heads[-1]) is False
            lines = list(export_lines(store.read_from()))
        with here.store.create_from(tmp_path / f"{len(heads)}.kgstudy", parse_lines(lines)) as copy:
            assert copy.head() == heads[0]
        with on_server.store.create_from(on_server(f"copy {len(heads)}"), parse_lines(lines)) as copy:
            assert copy.head() == heads[0]
    assert heads[0] == heads[1]


def test_any_course_of_appends_retries_and_reopenings_equals_a_list(places: Any) -> None:
    names = iter(range(10**6))

    class Course(RuleBasedStateMachine):
        @initialize(count=st.integers(1, 3))
        def begin(self, count: int) -> None:
            self.place = places(f"course {next(names)}")
            self.model = some_events(count)
            self.store = places.store.create(self.place, self.model)
            self.heads = [self.store.head()]
            self.batches = []

        @rule(
            payload=st.dictionaries(
                st.text('abé{}\\"\n', max_size=3),
                st.floats(allow_nan=False, allow_infinity=False) | st.integers(),
            )
        )
        def append(self, payload: dict[str, Any]) -> None:
            batch = [new_event(payload)]
            self.batches.append((self.store.head(), batch))
            self.heads.append(head_of(self.store.append_if_head(self.store.head(), batch)))
            self.model = self.model + batch

        @rule(data=st.data())
        def append_to_an_old_head(self, data: st.DataObject) -> None:
            head = data.draw(st.sampled_from(self.heads))
            if head != self.heads[-1]:
                with pytest.raises(StaleHead):
                    self.store.append_if_head(head, [new_event()])

        @rule(data=st.data())
        def send_again(self, data: st.DataObject) -> None:
            if self.batches:
                head, batch = data.draw(st.sampled_from(self.batches))
                again = self.store.append_if_head(head, batch)
                assert [event.new for event in again] == batch

        @rule()
        def reopen(self) -> None:
            self.store.close()
            self.store = places.store.open(self.place, writer=PAT)

        @invariant()
        def equals_the_list(self) -> None:
            events = self.store.read_from()
            assert [event.new for event in events] == self.model
            assert head_of(events) == self.heads[-1] == verify_chain(events).head

        def teardown(self) -> None:
            if hasattr(self, "store"):
                self.store.close()

    run_state_machine_as_test(
        Course,
        settings=settings(
            max_examples=15,
            stateful_step_count=12,
            deadline=None,
            database=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
