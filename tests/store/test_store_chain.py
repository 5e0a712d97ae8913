from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any

import pytest
from storekit import head_of, new_event, some_events

from kgdesk.errors import BadInput, DamagedStudy, StoreError
from kgdesk.model.study.events import Head
from kgdesk.store import SqliteStore, export_lines, parse_lines, verify_chain
from kgdesk.store.chain import event_hash, events_of, seal, verify_rows

if TYPE_CHECKING:
    from pathlib import Path

COLUMNS = [
    "seq",
    "event_id",
    "kind",
    "kind_version",
    "recorded_at_utc",
    "utc_offset",
    "actor",
    "workstation",
    "app_version",
    "payload",
    "prev_hash",
    "hash",
]


def sealed(count: int) -> tuple[Any, ...]:
    return events_of(seal(Head(), some_events(count)))


def test_the_hash_is_sha256_over_fields_behind_their_lengths(tmp_path: Path) -> None:
    new = new_event({"name": "é", "x": 0.1}, event_id="0123456789abcdef" * 2, actor="Zoë")
    with SqliteStore.create(tmp_path / "s.kgstudy", [new]) as store:
        stored = store.read_from()[0].hash
    length = b"\0\0\0\0\0\0\0"
    expected = hashlib.sha256(
        length + b"\x01" + b"1"
        + length + b"\x20" + b"0123456789abcdef0123456789abcdef"
        + length + b"\x10" + b"outcome_recorded"
        + length + b"\x01" + b"1"
        + length + b"\x1b" + b"2026-11-21T14:02:31.000000Z"
        + length + b"\x06" + b"+01:00"
        + length + b"\x04" + b"Zo\xc3\xab"
        + length + b"\x08" + b"LAB-PC-2"
        + length + b"\x05" + b"0.1.0"
        + length + b"\x15" + b'{"name":"\xc3\xa9","x":0.1}'
        + length + b"\x40" + b"0" * 64
    ).hexdigest()  # fmt: skip
    assert stored == expected
    assert stored == "96c435b949b296b1474b75c056d5f857e10afdb0e17efade051dcc75c7ff3e72"


def test_text_cannot_move_from_one_field_to_the_next() -> None:
    first, last = (1, "id", "kind", 1), ("", "", "", "", "")
    assert event_hash((*first, "ab", "c", *last)) != event_hash((*first, "a", "bc", *last))
    assert event_hash((*first, "ab", "", *last)) != event_hash((*first, "", "ab", *last))
    assert event_hash((12, "3", "kind", 1, "", "", *last)) != event_hash((1, "23", "kind", 1, "", "", *last))


def test_a_chain_follows_on_from_any_event() -> None:
    events = sealed(5)
    assert verify_chain(events).head == head_of(events)
    assert verify_chain(events[2:], Head(2, events[1].hash)).events == 5
    assert verify_chain(events[2:]).first_bad == 1
    assert verify_chain(()) == verify_chain([], Head())


@pytest.mark.parametrize("position", range(4))
@pytest.mark.parametrize(
    "change",
    [
        {"seq": 9},
        {"hash": "0" * 64},
        {"prev_hash": "1" * 64},
        {"new.actor": "Kin"},
        {"new.kind_version": 2},
        {"new.payload": {"x": float("nan")}},
        {"new.payload": {"x": "\ud800"}},
        {"new.payload": {"x": 10**5000}},
        {"new.payload": {"x": {1}}},
        {"new.event_id": None},
    ],
    ids=lambda change: next(iter(change)),
)
def test_each_change_of_an_event_is_found_with_its_number(position: int, change: dict[str, Any]) -> None:
    events = list(sealed(4))
    ((name, value),) = change.items()
    event = events[position]
    if name.startswith("new."):
        event = event._replace(new=event.new._replace(**{name[4:]: value}))
    else:
        event = event._replace(**change)
    events[position] = event
    found = verify_chain(events)
    assert (found.events, found.first_bad) == (position, position + 1)
    assert found.head == (head_of(events[:position]) if position else Head())


def test_an_event_of_another_study_does_not_fit_though_its_own_hash_does() -> None:
    ours, theirs = sealed(4), sealed(4)
    assert verify_chain((*ours[:2], *theirs[2:])).first_bad == 3
    assert verify_chain((ours[0], *theirs[1:])).first_bad == 2


def test_a_number_that_is_left_out_is_missed_though_the_chain_goes_on() -> None:
    first = seal(Head(), some_events(1))
    rows = (*first, *seal(Head(2, first[0].hash), some_events(1)))
    assert verify_rows(rows, Head()).problem == "Event 2 is missing."


def test_a_number_as_a_text_with_the_same_digits_cannot_be_read() -> None:
    (row,) = seal(Head(), some_events(1))
    for raw in ((*row[:3], "1", *row[4:]), ("1", *row[1:]), row[:-1], ()):
        assert verify_rows([raw], Head()).problem == "Event 1 cannot be read."


@pytest.mark.parametrize("number", [True, 1.0], ids=repr)
def test_a_number_of_another_type_cannot_be_read_although_it_is_equal_and_its_hash_fits(
    number: object,
) -> None:
    (row,) = seal(Head(), some_events(1))
    for fields in ((number, *row[1:-1]), (*row[:3], number, *row[4:-1])):
        assert verify_rows([(*fields, event_hash(fields))], Head()).problem == "Event 1 cannot be read."


def test_rows_that_were_verified_elsewhere_are_compared_with_them() -> None:
    ours, theirs = seal(Head(), some_events(4)), seal(Head(), some_events(4))
    assert verify_rows(ours, Head(), known=ours) == verify_rows(ours, Head())
    assert verify_rows(ours, Head(), known=ours[:2]) == verify_rows(ours, Head())
    assert verify_rows(ours[:2], Head(), known=ours).events == 2
    changed = [row if row.seq != 3 else row._replace(actor="Eve") for row in ours]
    assert verify_rows(changed, Head(), known=ours).first_bad == 3
    assert verify_rows((*theirs[:2], *ours[2:]), Head(), known=ours).first_bad == 3
    assert verify_rows(theirs, Head(), known=ours).problem is None


def test_a_line_holds_the_columns_in_order_and_the_very_text_of_the_payload() -> None:
    events = sealed(2)
    first = json.loads(next(export_lines(events)))
    assert list(first) == COLUMNS
    assert first["payload"] == '{"title":"Solvents"}'
    assert all(line.isascii() and "\n" not in line for line in export_lines(events))


def test_lines_with_line_ends_and_empty_lines_are_read() -> None:
    events = sealed(3)
    assert parse_lines([line + "\r\n" for line in export_lines(events)] + ["\n"]) == events
    assert parse_lines([]) == ()


def test_every_changed_letter_of_a_line_is_found_or_changes_nothing() -> None:
    events = sealed(3)
    lines = list(export_lines(events))
    found = 0
    for position in range(len(lines[1])):
        letter = "x" if lines[1][position] != "x" else "y"
        changed = lines[1][:position] + letter + lines[1][position + 1 :]
        with pytest.raises(DamagedStudy, match=r"Event 2|Line 2"):
            parse_lines([lines[0], changed, lines[2]])
        found += 1
    assert found == len(lines[1]) > 300


@pytest.mark.parametrize(
    "line",
    ["x", "null", "[]", "{}", "[[]]", '{"seq":1}', "[" * 100_000, '"\\ud800"', "9" * 5000],
    ids=lambda line: line[:12],
)
def test_a_line_that_is_no_event_is_named(line: str) -> None:
    lines = [*export_lines(sealed(1)), line]
    with pytest.raises(DamagedStudy, match="Line 2"):
        parse_lines(lines)


@pytest.mark.parametrize("value", [None, 1, 1.5, True, [], {}, "\ud800", "\0"], ids=repr)
@pytest.mark.parametrize("column", COLUMNS)
def test_a_line_with_a_value_of_another_kind_is_named(column: str, value: Any) -> None:
    line = json.loads(next(export_lines(sealed(1))))
    if type(value) is type(line[column]) and value == line[column]:
        return
    line[column] = value
    with pytest.raises(DamagedStudy, match="Event 1"):
        parse_lines([json.dumps(line)])


def test_no_archive_is_written_or_imported_that_would_not_come_back(tmp_path: Path) -> None:
    events = list(sealed(3))
    events[1] = events[1]._replace(new=events[1].new._replace(payload={"forged": 1}))
    with pytest.raises(DamagedStudy, match="Event 2"):
        list(export_lines(events))
    with pytest.raises(DamagedStudy, match="Event 2"):
        SqliteStore.create_from(tmp_path / "s.kgstudy", events)
    events[1] = events[1]._replace(new=events[1].new._replace(payload={"x": {1}}))
    with pytest.raises((StoreError, BadInput)):
        SqliteStore.create_from(tmp_path / "s.kgstudy", events)
    assert list(tmp_path.iterdir()) == []
