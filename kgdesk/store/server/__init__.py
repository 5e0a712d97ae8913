"""Studies on a PostgreSQL server; here what its modules share: addresses of studies, and how long a call may wait."""

from __future__ import annotations

import re
from contextlib import contextmanager
from math import inf
from time import monotonic
from typing import TYPE_CHECKING
from urllib.parse import quote, unquote

from kgdesk.errors import BadInput, phrase

if TYPE_CHECKING:
    from collections.abc import Iterator

SCHEMES = ("postgresql", "postgres")
#: Where a password may stand in an address: before the server, or among the options.
_PASSWORD = re.compile(r"^(\w+://[^/?#:@]*):[^/?#@]*@")
_PASSWORD_OPTION = re.compile(r"([?&])(?:ssl)?password=[^&#]*&?")


def is_address(place: object) -> bool:
    """Return whether a place is the address of a study on a server rather than a file."""
    return isinstance(place, str) and place.partition("://")[0] in SCHEMES and "://" in place


def split_address(place: str) -> tuple[str, str]:
    """Return the connection and the name of a study: ``postgresql://kim@db.lab/kgdesk#NAME``.

    Raises
    ------
    BadInput
        There is no name.
    """
    way, _, name = place.partition("#")
    name = unquote(name)
    if not name.strip() or "\0" in name:
        raise BadInput(
            phrase(
                "{place} names no study: add #NAME to the address of the server.",
                place=without_password(place),
            )
        )
    return way, name


def address(server: str, name: str) -> str:
    """Return the address of a study on a server."""
    return f"{server.partition('#')[0]}#{quote(name, safe=' ')}"


def without_password(place: str) -> str:
    """Return an address without its password."""
    place = _PASSWORD.sub(r"\1@", place, count=1)
    return _PASSWORD_OPTION.sub(r"\1", place).rstrip("?&")


#: Seconds that a call waits while nothing arrives from the server, and seconds that an append may take in all.
#: Cancelling a call that is given up takes up to `CANCEL_S` of them.
STILL_S = 5.0
APPEND_S = 5.0
CANCEL_S = 0.5


class Patience:
    """How long the calls over one connection may wait; shared by all connections of an open study."""

    def __init__(self) -> None:
        self._ends: tuple[float, ...] = ()
        self._last_call = inf

    @contextmanager
    def within(self, seconds: float) -> Iterator[None]:
        """Limit all calls of the block to `seconds` together; an outer limit holds as well."""
        before = self._ends
        self._ends = (*before, monotonic() + seconds)
        try:
            yield
        finally:
            self._ends = before

    def hurry(self, seconds: float | None) -> None:
        """End all calls, the present one too, within `seconds`; None removes this limit. Callable from any thread."""
        self._last_call = inf if seconds is None else monotonic() + seconds

    def left(self) -> float:
        """Return the seconds that the present call may still wait, less those for cancelling; may be infinite."""
        return min((self._last_call, *self._ends)) - CANCEL_S - monotonic()

    def spent(self, since: float) -> bool:
        """Return whether a call is to be given up that has received nothing since a time of `time.monotonic`."""
        return self.left() <= 0 or monotonic() - since >= STILL_S - CANCEL_S
