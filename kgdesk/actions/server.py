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
    Patience,
    init_server,
    is_address,
    read_rows,
    repair_on_server,
    seal,
    studies_on,
    without_password,
    without_secrets,
)
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kgdesk.actions.operator import Operator
    from kgdesk.model.study.events import Event
    from kgdesk.store.chain import Row

__all__ = [
    "Patience",
    "Repaired",
    "init_server",
    "repair_study",
    "studies_on",
    "without_password",
    "without_secrets",
]


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
    """Keep the valid events of a study on a server up to the first bad one, set the rest aside, and note this in it.

    Parameters
    ----------
    place
        Address of the study, with the owner of the database as its user.
    keep
        Keep only this many events from the beginning; None keeps all that are valid. Needed if this version cannot
        judge some of them.

    Raises
    ------
    BadInput, DamagedStudy
        The operator is missing, or too few events would be left to make a study. Nothing was changed.
    NewerStudy
        A newer version has written some of the events.
    ReadOnlyStudy, NotAStudy, ServerAway, StoreError
        The user does not own the database, or the server cannot be used.
    """
    if not is_address(place):
        raise BadInput(phrase("{place} is not the address of a study on a server.", place=place))
    if not who.operator.strip():
        raise BadInput(phrase("Nobody is signed in: say who repairs the study (--by NAME)."))
    whole: list[Event] = []

    def judge(rows: Sequence[tuple[object, ...]]) -> int:
        events, _ = read_rows(rows if keep is None else rows[: max(0, keep)], Head())
        whole[:] = events[: _count_valid(events)]
        return len(whole)

    def tell(kept: int, set_aside: int) -> tuple[Row, ...]:
        text = f"Repaired on the server: {kept} entries that are whole stay, {set_aside} were set aside."
        facts = [("note_added", {"text": text})]
        return seal(Head(kept, whole[-1].hash), who.events(facts))

    return Repaired(*repair_on_server(place, judge, tell))


def _count_valid(events: Sequence[Event]) -> int:
    """Return how many events, from the beginning, make a study."""

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
