"""Gesture tokens: the name that a caller gives to one entry, so that asking twice records once."""

from __future__ import annotations

from threading import Lock
from typing import TYPE_CHECKING, Any

from kgdesk.actions.who import gesture_id
from kgdesk.errors import BadInput, phrase

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from kgdesk.model.events import Event

    Asked = Sequence[tuple[str, Mapping[str, Any]]]

#: A commit begins with a clock that stepped back, a suggestion, or the entry itself; one of the first two may be left
#: out while a server is away.
_BEGINS_WITHIN = 3


class Gestures:
    """Where each event id stands among the events of a study: built when first asked, then kept up to date."""

    def __init__(self) -> None:
        self._place: dict[str, int] = {}
        self._read = 0
        self._alone = Lock()

    def events_of(self, token: str, events: Sequence[Event]) -> tuple[Event, ...]:
        """Return what the gesture `token` has recorded, in order; empty if nothing.

        Parameters
        ----------
        token
            As the caller named the gesture.
        events
            All of the study; between two calls only further ones may come.
        """
        with self._alone:
            for place in range(self._read, len(events)):
                self._place[events[place].new.event_id] = place
            self._read = max(self._read, len(events))
        for index in range(_BEGINS_WITHIN):
            place = self._place.get(gesture_id(token, index), len(events))
            if place < len(events):
                return _commit(token, index, events, place)
        return ()


def _commit(token: str, index: int, events: Sequence[Event], place: int) -> tuple[Event, ...]:
    """Return the events of a gesture from its first one on, which stand side by side; one number may be left out."""
    end = place + 1
    while end < len(events):
        further = (index + 1, index + 2)
        step = [n for n in further if gesture_id(token, n) == events[end].new.event_id]
        if not step:
            break
        index, end = step[0], end + 1
    return tuple(events[place:end])


def refuse_another(token: str, stored: Sequence[Event], asked: Asked) -> None:
    """See to it that a token which was used before names the same entry again.

    Parameters
    ----------
    stored
        What the gesture has recorded.
    asked
        (kind, some of the payload) of each event that the caller asks for now; what the program adds to it, as a
        prediction, is not compared. Empty text and no key are the same.

    Raises
    ------
    BadInput
        The token belongs to another entry.
    """
    kinds = {kind for kind, _ in asked}
    entries = [event for event in stored if event.kind in kinds]
    if len(entries) == len(asked) and all(
        event.kind == kind and _holds(event.payload, facts)
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


def _holds(payload: Mapping[str, Any], facts: Mapping[str, Any]) -> bool:
    for key, value in facts.items():
        have = payload.get(key)
        if isinstance(value, dict) and isinstance(have, dict):
            if not _holds(have, value):
                return False
        elif (have or "") != (value or ""):
            return False
    return True
