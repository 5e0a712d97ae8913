"""Event ids derived from the token of an action, so that repeating the action records nothing twice."""

from __future__ import annotations

import uuid
from threading import Lock
from typing import TYPE_CHECKING, Any

from kgdesk.errors import BadInput
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from kgdesk.model.study.events import Event

    #: (kind, part of the payload) of each event that an action asks for.
    Asked = Sequence[tuple[str, Mapping[str, Any]]]


def event_id(token: str, index: int) -> str:
    """Return the event id of event number `index` of an action, derived from its token."""
    return uuid.uuid5(uuid.NAMESPACE_OID, f"{token}/{index}").hex


def gesture_id(token: str) -> str:
    """Return the id of a user action (gesture), which all its events carry."""
    return uuid.uuid5(uuid.NAMESPACE_OID, f"{token}/gesture").hex


#: A commit may begin with a clock anomaly and a suggestion before the entry itself. Either may be left out while the
#: server cannot be reached, so the first stored event has one of these indices.
_BEGINS_WITHIN = 3


class EventIdIndex:
    """Position of each event in a study, by its id; built when it is first used and extended by later events."""

    def __init__(self) -> None:
        self._place: dict[str, int] = {}
        self._read = 0
        self._alone = Lock()

    def events_of(self, token: str, events: Sequence[Event]) -> tuple[Event, ...]:
        """Return the events that were recorded with `token`, in order; empty if there are none.

        Parameters
        ----------
        token
            Idempotency key of the action.
        events
            All events of the study. Between two calls, events may be appended but not removed.
        """
        with self._alone:
            for place in range(self._read, len(events)):
                self._place[events[place].new.event_id] = place
            self._read = max(self._read, len(events))
        for index in range(_BEGINS_WITHIN):
            place = self._place.get(event_id(token, index), len(events))
            if place < len(events):
                return _commit(token, index, events, place)
        return ()


def _commit(token: str, index: int, events: Sequence[Event], place: int) -> tuple[Event, ...]:
    """Return the events of an action from its first one on; a single index may be skipped."""
    end = place + 1
    while end < len(events):
        further = (index + 1, index + 2)
        step = [n for n in further if event_id(token, n) == events[end].new.event_id]
        if not step:
            break
        index, end = step[0], end + 1
    return tuple(events[place:end])


def refuse_reused_token(token: str, stored: Sequence[Event], asked: Asked) -> None:
    """Raise BadInput if a token that was used before is now given with another entry.

    Parameters
    ----------
    stored
        Events that the token has recorded.
    asked
        (kind, part of the payload) of each requested event. Values that the program adds, such as a prediction, are
        left out and not compared. Empty text counts as a missing key.

    Raises
    ------
    BadInput
        The token belongs to another entry.
    """
    kinds = {kind for kind, _ in asked}
    entries = [event for event in stored if event.kind in kinds]
    if len(entries) == len(asked) and all(
        event.kind == kind and _contains(event.payload, facts)
        for event, (kind, facts) in zip(entries, asked, strict=True)
    ):
        return
    raise BadInput(
        phrase(
            "The token {token} belongs to entry {seq}, which says something else: give every entry a token of its "
            "own. Nothing was recorded.",
            token=token,
            seq=stored[-1].seq,
        )
    )


def _contains(payload: Mapping[str, Any], facts: Mapping[str, Any]) -> bool:
    for key, value in facts.items():
        have = payload.get(key)
        if isinstance(value, dict) and isinstance(have, dict):
            if not _contains(have, value):
                return False
        elif (have or "") != (value or ""):
            return False
    return True
