"""Events as lines of JSON, the form that they have in an archive."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from kgdesk.errors import DamagedStudy
from kgdesk.model.study.events import Event, Head
from kgdesk.store.chain import Row, hash_matches, read_rows, row_of
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


def export_lines(events: Iterable[Event]) -> Iterator[str]:
    """Yield one JSON object per event as ASCII text without line end.

    The keys are the columns of the table in order; ``payload`` is the canonical text that was hashed, as one
    JSON string.

    Raises
    ------
    DamagedStudy
        The text of an event does not match its hash.
    """
    for event in events:
        row = row_of(event)  # its hash is checked once more, since an export may become the only copy
        if not hash_matches(row):
            raise DamagedStudy(
                phrase("Event {seq} was changed after it was recorded. Nothing was exported.", seq=row.seq)
            )
        yield json.dumps(row._asdict())


def parse_lines(lines: Iterable[str]) -> tuple[Event, ...]:
    """Parse and verify the output of `export_lines`; empty lines are skipped.

    Raises
    ------
    DamagedStudy
        A line is not such an object or the chain is broken; the message names the line or the event.
    """
    events, verification = read_rows(_parsed_rows(lines), Head())
    if verification.problem is not None:
        raise DamagedStudy(
            phrase(
                "{problem} The {events} events before it are whole. Export the study again.",
                problem=verification.problem,
                events=verification.events,
            )
        )
    return events


def _parsed_rows(lines: Iterable[str]) -> Iterator[tuple[object, ...]]:
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            pairs = json.loads(line, object_pairs_hook=tuple)  # a dict would hide a repeated key
        except (ValueError, RecursionError):
            pairs = None
        if not isinstance(pairs, tuple) or tuple(key for key, _ in pairs) != Row._fields:
            raise DamagedStudy(phrase("Line {number} is not an event of a study.", number=number))
        yield tuple(value for _, value in pairs)
