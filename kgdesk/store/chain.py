"""The hash chain of events: each event holds the hash of the one before it, so that any later change is detected.

The hash of an event is SHA-256 over its eleven fields in the order of `Row`, each as UTF-8 text (integers in decimal)
with its length in bytes before it, as eight bytes, big-endian. The lengths keep text from being moved from one field to
the next without a change of the hash. What is hashed is the stored text of the payload, never typed values of a
database: SQLite turns NaN into NULL, for example.

Two programs that cannot import this module compute the same hash and have to follow `event_hash` and `_verified_row`:
the INSERT trigger of the server (``_EXPECT_NEXT`` in `kgdesk.store.postgres.schema`) and the script that checks an
archive without kgdesk (``resources/archive/verify_archive.py``). FORMAT.md states the rule.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from itertools import chain, repeat
from typing import TYPE_CHECKING, Any, NamedTuple

from kgdesk.errors import BadInput, DamagedStudy, KgdeskError
from kgdesk.model.study.events import Event, Head, NewEvent
from kgdesk.store.canonical import canonical_text, clean_text, exact_text, payloads_of
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from kgdesk.model.study.study import Study


class Row(NamedTuple):
    """An event as stored: the columns of the event table, in order; ``payload`` is canonical JSON text."""

    seq: int
    event_id: str
    kind: str
    kind_version: int
    recorded_at_utc: str
    utc_offset: str
    actor: str
    workstation: str
    app_version: str
    payload: str
    prev_hash: str
    hash: str


#: Length prefixes of texts up to 1,023 bytes, made once: each event needs eleven, and nearly all fields are shorter.
_LENGTH_PREFIXES = tuple(length.to_bytes(8, "big") for length in range(1024))
#: Compared exactly: a damaged file or an archive can hold any type, and `isinstance` takes a boolean for an integer.
_COLUMN_TYPES = (int, str, str, int, str, str, str, str, str, str, str, str)
#: Rows whose payloads are parsed together.
_PARSED_TOGETHER = 1000
_ID = re.compile(r"[0-9a-f]{32}")
_KIND = re.compile(r"[a-z][a-z_]{0,63}")
_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z", re.ASCII)
_OFFSET = re.compile(r"[+-]\d\d:\d\d", re.ASCII)


@dataclass(frozen=True, slots=True)
class Verification:
    """Result of verifying a hash chain.

    Parameters
    ----------
    events
        Number of valid events before the first bad one; all of them if there is none.
    head
        Sequence number and hash of the last valid event.
    problem
        The problem in one sentence; None if everything is valid.
    first_bad
        Number of the first event that was changed, is missing or cannot be read; None if all events are
        valid (the file around them may still be damaged).
    """

    events: int
    head: Head
    problem: str | None = None
    first_bad: int | None = None


def event_hash(fields: tuple[Any, ...]) -> str:
    """Return the SHA-256 of an event's fields, from ``seq`` to ``prev_hash``, in hexadecimal.

    Raises
    ------
    ValueError
        A text holds an unpaired surrogate, or an integer has thousands of digits.
    AttributeError
        A value is not text, where it has to be one.
    """
    # Written out field by field: a loop would take half as long again, for each of 100,000 events per opening.
    number, event_id, kind, version, at, offset, actor, workstation, app_version, payload, before = fields
    a, b, c, d = str(number).encode(), event_id.encode(), kind.encode(), str(version).encode()
    e, f, g, h = at.encode(), offset.encode(), actor.encode(), workstation.encode()
    i, j, k = app_version.encode(), payload.encode(), before.encode()
    size = _LENGTH_PREFIXES
    try:
        parts: tuple[bytes, ...] = (
            size[len(a)], a, size[len(b)], b, size[len(c)], c, size[len(d)], d, size[len(e)], e, size[len(f)], f,
            size[len(g)], g, size[len(h)], h, size[len(i)], i, size[len(j)], j, size[len(k)], k,
        )  # fmt: skip
    except IndexError:
        parts = tuple(
            part for raw in (a, b, c, d, e, f, g, h, i, j, k) for part in (len(raw).to_bytes(8, "big"), raw)
        )
    return sha256(b"".join(parts)).hexdigest()


def hash_matches(row: tuple[Any, ...]) -> bool:
    """Return whether a row's hash, its last column, matches its fields."""
    try:
        return bool(row[-1] == event_hash(row[:-1]))
    except (ValueError, AttributeError):
        return False


def seal(head: Head, events: Sequence[NewEvent]) -> tuple[Row, ...]:
    """Return new events as rows that continue the chain after `head`, with their numbers and hashes.

    Raises
    ------
    BadInput
        `events` is empty, two have the same id, or one holds a value that cannot be stored.
    """
    if not events:
        raise BadInput("There is nothing to record.")
    if len({event.event_id for event in events}) != len(events):
        raise BadInput("Two entries have the same id; each one needs its own.")
    rows = []
    for new in events:
        fields = (head.seq + 1, *_checked_fields(new), canonical_text(new.payload), head.hash)
        head = Head(head.seq + 1, event_hash(fields))
        rows.append(Row(*fields, head.hash))
    return tuple(rows)


def same_entries(stored: Sequence[Row], rows: Sequence[Row]) -> bool:
    """Return whether `stored` holds the same events as `rows`, one after the other and with valid hashes.

    Numbers and hashes may differ: the caller sealed its rows for a head that may have moved since.
    """
    if len(stored) != len(rows):
        return False
    for index, (old, new) in enumerate(zip(stored, rows, strict=True)):
        before = Head(stored[0].seq + index - 1, old.prev_hash)
        # Columns 1 to 9 are the content, from the id to the payload.
        if old[1:10] != new[1:10] or verify_rows([old], before).problem is not None:
            return False
    return True


def row_of(event: Event) -> Row:
    """Convert a stored event back to the row that it was read from.

    Raises
    ------
    BadInput
        The payload holds a value that cannot be stored.
    """
    new = event.new
    text = exact_text(new.payload)
    return Row(event.seq, *_fields_of(new), text, event.prev_hash, event.hash)


def events_of(rows: Sequence[Row]) -> tuple[Event, ...]:
    """Convert rows to events; each payload is a new dict, `Unreadable` if its text is not canonical JSON."""
    events: list[Event] = []
    for first in range(0, len(rows), _PARSED_TOGETHER):
        part = rows[first : first + _PARSED_TOGETHER]
        for row, payload in zip(part, payloads_of([row.payload for row in part]), strict=True):
            seq, event_id, kind, version, at, offset, actor, workstation, app_version, _, prev_hash, hash_ = (
                row
            )
            new = NewEvent(kind, payload, event_id, at, offset, actor, workstation, app_version, version)
            events.append(Event(seq, new, prev_hash, hash_))
    return tuple(events)


def verify_rows(
    rows: Iterable[tuple[object, ...]],
    after: Head,
    take: Callable[[Row], None] | None = None,
    known: Sequence[Row] = (),
) -> Verification:
    """Verify the hash chain of rows up to the first bad one.

    Parameters
    ----------
    rows
        In order. Values may have any type; the iterator may raise `DamagedStudy` where a row cannot be read.
    after
        Head before the first row.
    take
        Called with each valid row; raises `DamagedStudy` to reject it.
    known
        The same rows as they were read elsewhere and verified there: one that equals them is not hashed again.

    Returns
    -------
    Verification
        ``events`` counts from the first event of the study.
    """
    seq, last = after.seq, after.hash
    try:
        for raw, same in zip(rows, chain(known, repeat(None)), strict=False):
            if same is not None and raw == same and same.prev_hash == last:
                row = same
            else:
                row = _verified_row(raw, seq + 1, last)
            if take is not None:
                take(row)
            seq, last = row.seq, row.hash
    except (DamagedStudy, BadInput) as refused:
        return Verification(seq, Head(seq, last), refused.sentence, seq + 1)
    return Verification(seq, Head(seq, last))


def read_rows(rows: Iterable[tuple[object, ...]], after: Head) -> tuple[tuple[Event, ...], Verification]:
    """Verify rows and convert them to events up to the first bad one; parameters as for `verify_rows`."""
    valid: list[Row] = []
    verification = verify_rows(rows, after, valid.append)
    return events_of(valid), verification


def verify_chain(events: Iterable[Event], after: Head | None = None) -> Verification:
    """Verify the hash chain of events in memory, by default from the first event of a study."""
    return verify_rows(map(row_of, events), after or Head())


def rows_of_chain(events: Sequence[Event]) -> tuple[Row, ...]:
    """Return events of another store or an archive as rows, after verifying their chain from its beginning.

    Raises
    ------
    BadInput
        There are no events.
    DamagedStudy
        The hash chain is broken.
    """
    if not events:
        raise BadInput("There are no events to make a study of.")
    rows = tuple(row_of(event) for event in events)
    verification = verify_rows(rows, Head())
    if verification.problem is not None:
        raise DamagedStudy(
            phrase(
                "{problem} No study was made; take another copy of the archive.", problem=verification.problem
            )
        )
    return rows


def _verified_row(raw: tuple[object, ...], place: int, prev_hash: str) -> Row:
    """Return a raw row as `Row`; raise `DamagedStudy` unless it has this number and follows this hash."""
    types = tuple(map(type, raw))
    if types == _COLUMN_TYPES and raw[0] == place and raw[10] == prev_hash and hash_matches(raw):
        return Row._make(raw)
    if types != _COLUMN_TYPES:
        raise DamagedStudy(phrase("Event {place} cannot be read.", place=place))
    if raw[0] != place:
        raise DamagedStudy(phrase("Event {place} is missing.", place=place))
    raise DamagedStudy(phrase("Event {place} was changed after it was recorded.", place=place))


def _fields_of(new: NewEvent) -> tuple[str, str, int, str, str, str, str, str]:
    """Return the columns of a new event from its id to the version of the program; the payload comes after them."""
    return (
        new.event_id,
        new.kind,
        new.kind_version,
        new.recorded_at_utc,
        new.utc_offset,
        new.actor,
        new.workstation,
        new.app_version,
    )


def _checked_fields(new: NewEvent) -> tuple[str, str, int, str, str, str, str, str]:
    """Return the columns of `_fields_of` with normalised text; raise `BadInput` if one cannot be stored."""
    forms = (
        (_ID, new.event_id, phrase("id"), "32 digits of 0-9 and a-f"),
        (_KIND, new.kind, phrase("kind"), "outcome_recorded"),
        (_TIME, new.recorded_at_utc, phrase("time"), "2026-11-21T14:02:31.000000Z"),
        (_OFFSET, new.utc_offset, phrase("offset from UTC"), "+01:00"),
    )
    for form, text, what, example in forms:
        if not isinstance(text, str) or not form.fullmatch(text):
            raise BadInput(
                phrase(
                    "The {what} of an entry has to be like {example}, not {text}.",
                    what=what,
                    example=example,
                    text=f"{text!r}",
                )
            )
    try:
        datetime.fromisoformat(new.recorded_at_utc)
    except ValueError:
        raise BadInput(
            phrase(
                "There is no such time as {recorded_at_utc}. Check the clock.",
                recorded_at_utc=new.recorded_at_utc,
            )
        ) from None
    if type(new.kind_version) is not int or not 1 <= new.kind_version < 2**31:
        raise BadInput(
            phrase(
                "The version of an entry's kind has to be a whole number from 1, not {kind_version}.",
                kind_version=f"{new.kind_version!r}",
            )
        )
    actor = clean_text(new.actor, phrase("operator's name"))
    workstation = clean_text(new.workstation, phrase("computer's name"))
    version = clean_text(new.app_version, phrase("program's version"))
    return (*_fields_of(new)[:5], actor, workstation, version)


def state_after(confirmed: Study, new: tuple[NewEvent, ...]) -> Study | None:
    """Return the study after new events; None if the store will refuse them.

    Raises
    ------
    BadInput
        An event would be set aside because it makes no sense: an entry that is acknowledged must have an effect.
    """
    try:
        study = confirmed.applied(events_of(seal(confirmed.head, new)))
    except KgdeskError:  # the append will raise it again, with the message of the store
        return None
    for one in study.set_aside[len(confirmed.set_aside) :]:
        raise BadInput(
            phrase(
                "The entry “{kind}” does not make sense in this study, so nothing was recorded: {problem}",
                kind=one.kind,
                problem=one.problem,
            )
        )
    return study
