"""The person at work, and the entries that are made in their name."""

from __future__ import annotations

import platform
import uuid
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from kgdesk import __version__
from kgdesk.errors import BadInput
from kgdesk.model.events import NewEvent, format_of, version_of
from kgdesk.model.payloads import GESTURE
from kgdesk.store import Writer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable


def gesture_id(token: str, index: int) -> str:
    """Return the id of the entry number `index` of a gesture."""
    return uuid.uuid5(uuid.NAMESPACE_OID, f"{token}/{index}").hex


def gesture_of(token: str) -> str:
    """Return the id of a whole gesture, which the entries of a study of format 2 carry."""
    return uuid.uuid5(uuid.NAMESPACE_OID, f"{token}/gesture").hex


def _now() -> datetime:
    return datetime.now().astimezone()


@dataclass(frozen=True)
class Who:
    """The person at work.

    Parameters
    ----------
    operator
        Name or initials; written with every entry.
    workstation
        Name of the computer.
    clock
        Gives the time with its zone.
    """

    operator: str
    workstation: str = field(default_factory=platform.node)
    clock: Callable[[], datetime] = _now

    def writer(self) -> Writer:
        """Return the record that other programs see while this one holds the study."""
        return Writer(self.operator, self.workstation, self.clock())

    def events(
        self, facts: Iterable[tuple[str, dict[str, Any]]], token: str = "", *, gesture: bool = False
    ) -> tuple[NewEvent, ...]:
        """Turn facts into events of now, each in the lowest version of its kind that knows its payload.

        Parameters
        ----------
        facts
            (kind, payload) pairs.
        token
            The same token gives the same event ids: a retry after a lost reply adds nothing twice.
        gesture
            The study is of format 2: each payload carries the id of the gesture. It does so too where one of the
            facts makes the study one of format 2.
        """
        if not self.operator.strip():
            raise BadInput("Nobody is signed in: set the operator first, so that the entry says who made it.")
        now = self.clock()
        name = token or uuid.uuid4().hex
        offset = f"{now:%z}" or "+0000"
        made = tuple(
            NewEvent(
                kind=kind,
                payload=payload,
                event_id=gesture_id(name, index),
                recorded_at_utc=f"{now.astimezone(UTC):%Y-%m-%dT%H:%M:%S.%f}Z",
                utc_offset=f"{offset[:3]}:{offset[3:5]}",
                actor=self.operator.strip(),
                workstation=self.workstation or "unknown",
                app_version=__version__,
                kind_version=version_of(kind, payload),
            )
            for index, (kind, payload) in enumerate(facts)
        )
        if not gesture and format_of(made) == 1:
            return made
        mark = {GESTURE: gesture_of(name)}
        return tuple(replace(new, payload={**new.payload, **mark}) for new in made)
