"""The operator at this workstation, and the events that they author."""

from __future__ import annotations

import getpass
import os
import platform
import uuid
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

from kgdesk import __version__
from kgdesk.actions.event_ids import event_id, gesture_id
from kgdesk.errors import BadInput
from kgdesk.model.design.pool import check_name
from kgdesk.model.study.events import NewEvent
from kgdesk.model.study.payloads import GESTURE
from kgdesk.store import Writer
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from kgdesk.model.study.events import Event

#: A step back of the clock by more than this is logged as an anomaly. Events are ordered by number and not by time.
_CLOCK_SLACK = timedelta(seconds=2)


#: Years that a clock may show: some systems cannot convert earlier times, and later ones have five digits.
_FIRST_YEAR, _LAST_YEAR = 1970, 9998


def user_name() -> str:
    """Return the default operator: KGDESK_OPERATOR, else the system's user name."""
    name = os.environ.get("KGDESK_OPERATOR", "").strip()
    if name:
        return name
    try:
        return getpass.getuser()
    except (KeyError, OSError):  # in a container, the user may have no entry in the list of users
        return f"user {os.getuid()}" if hasattr(os, "getuid") else "unknown"


def _now() -> datetime:
    return datetime.now().astimezone()


@dataclass(frozen=True)
class Operator:
    """The user at this workstation.

    Parameters
    ----------
    operator
        Name or initials; stored with every event.
    workstation
        Name of the computer.
    clock
        Returns the present time with time zone.
    """

    operator: str
    workstation: str = field(default_factory=platform.node)
    clock: Callable[[], datetime] = _now

    def writer(self) -> Writer:
        """Return this operator as a writer from now on: what other programs are told about who holds a study."""
        return Writer(str(self.operator), self.workstation, self.now())

    def checked_name(self) -> str:
        """Return the operator's name without leading and trailing white space.

        Raises
        ------
        BadInput
            It is not text, empty, longer than 200 characters, or has an invisible character.
        """
        if not isinstance(self.operator, str):
            raise BadInput(
                phrase(
                    "The {what} must be a text, not {value}.",
                    what=phrase("name of the operator"),
                    value=f"{self.operator!r:.60}",
                )
            )
        name = self.operator.strip()
        if not name:
            raise BadInput("Nobody is signed in: set the operator first, so that the entry says who made it.")
        check_name(name, phrase("The name of the operator"))
        return name

    def now(self) -> datetime:
        """Return the present time with its time zone.

        Raises
        ------
        BadInput
            The clock shows an impossible time.
        """
        now = self.clock()
        if isinstance(now, datetime):
            with suppress(OverflowError, ValueError, OSError):
                now = now.astimezone() if now.tzinfo is None else now
                if _FIRST_YEAR <= now.astimezone(UTC).year <= _LAST_YEAR:
                    return now
        raise BadInput(
            phrase(
                "The clock of this computer shows {now}, which cannot be right: set it, and try again. Nothing was "
                "changed.",
                now=f"{now!s:.40}",
            )
        )

    def events(self, facts: Iterable[tuple[str, dict[str, Any]]], token: str = "") -> tuple[NewEvent, ...]:
        """Build events of the present time; all payloads carry the same gesture id.

        Parameters
        ----------
        facts
            (kind, payload) pairs.
        token
            Idempotency key: the same token gives the same event ids, so a retry records nothing twice.
        """
        actor = self.checked_name()
        now = self.now()
        name = token or uuid.uuid4().hex
        offset = f"{now:%z}" or "+0000"
        mark = {GESTURE: gesture_id(name)}
        return tuple(
            NewEvent(
                kind=kind,
                payload={**payload, **mark},
                event_id=event_id(name, index),
                recorded_at_utc=f"{now.astimezone(UTC):%Y-%m-%dT%H:%M:%S.%f}Z",
                utc_offset=f"{offset[:3]}:{offset[3:5]}",
                actor=actor,
                workstation=self.workstation or "unknown",
                app_version=__version__,
            )
            for index, (kind, payload) in enumerate(facts)
        )

    def clock_step(self, events: Sequence[Event]) -> list[tuple[str, dict[str, Any]]]:
        """Return the fact that this clock is behind the last of `events`; empty if it is not."""
        if not events:
            return []
        try:
            last = datetime.fromisoformat(events[-1].new.recorded_at_utc)
        except ValueError:  # the entry was written by hand and is set aside
            return []
        back = last - self.now().astimezone(UTC)
        if back <= _CLOCK_SLACK:
            return []
        return [("clock_anomaly", {"behind_seconds": round(back.total_seconds(), 3)})]
