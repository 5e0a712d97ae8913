"""Studies on a PostgreSQL server: prepare a database, list its studies, repair one."""

from __future__ import annotations

from bisect import bisect_left
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kgdesk.errors import BadInput, DamagedStudy, NewerStudy
from kgdesk.model.study import study
from kgdesk.model.study.events import Head
from kgdesk.store import (
    init_server,
    is_address,
    read_rows,
    repair_on_server,
    seal,
    studies_on,
    without_password,
)
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kgdesk.actions.operator import Operator
    from kgdesk.model.study.events import Event
    from kgdesk.store.chain import Row

__all__ = ["Repaired", "init_server", "repair_study", "studies_on", "without_password"]


@dataclass(frozen=True, slots=True)
class Repaired:
    """Result of repairing a study on a server.

    Parameters
    ----------
    kept, set_aside
        Numbers of events that stay in the study, and of those in the table ``kgdesk.set_aside`` now.
    """

    kept: int
    set_aside: int


def repair_study(place: str, who: Operator, *, keep: int | None = None) -> Repaired:
    """Keep what is whole of a study on a server, set the rest aside, and say so in a note of the study.

    Parameters
    ----------
    place
        Address of the study, with the owner of the database as its user.
    keep
        How many of the first events stay, if fewer than are whole; needed where this version cannot judge them.

    Raises
    ------
    BadInput, DamagedStudy
        Nobody is signed in, or the study would have no beginning. Nothing was changed.
    NewerStudy
        A newer version has written some of the events.
    ReadOnlyStudy, NotAStudy, ServerAway, StoreError
        The user does not own the database, or the server cannot be used.
    """
    if not is_address(place):
        raise BadInput(phrase("{place} is no study on a server. Give its address.", place=place))
    if not who.operator.strip():
        raise BadInput(phrase("Nobody is signed in: say who repairs the study (--by NAME)."))
    whole: list[Event] = []

    def judge(rows: Sequence[tuple[object, ...]]) -> int:
        events, _ = read_rows(rows if keep is None else rows[: max(0, keep)], Head())
        whole[:] = events[: _sound(events)]
        return len(whole)

    def tell(kept: int, set_aside: int) -> tuple[Row, ...]:
        text = f"Repaired on the server: {kept} entries that are whole stay, {set_aside} were set aside."
        facts = [("note_added", {"text": text})]
        return seal(Head(kept, whole[-1].hash), who.events(facts))

    return Repaired(*repair_on_server(place, judge, tell))


def _sound(events: Sequence[Event]) -> int:
    """Return how many of the first events make a study."""

    def fails(count: int) -> bool:
        try:
            study.fold(events[:count])
        except (DamagedStudy, NewerStudy):
            return True
        return False

    if not fails(len(events)):
        return len(events)
    founding = next((event.seq for event in events if event.kind == "scaling_fixed"), 0)
    if not founding or fails(founding):
        raise DamagedStudy(
            "The first entries of the study are not whole, so nothing was changed. Restore it from a backup or an "
            "archive under another name."
        )
    count = founding + bisect_left(range(founding + 1, len(events) + 1), True, key=fails)
    with suppress(DamagedStudy):  # is set aside; one of a newer version is refused
        study.fold(events[: count + 1])
    return count
