"""Studies on a PostgreSQL server; here what its modules share: addresses of studies, and how long a call may wait."""

from __future__ import annotations

import re
from contextlib import contextmanager
from math import inf
from time import monotonic
from typing import TYPE_CHECKING
from urllib.parse import quote, unquote

from kgdesk.errors import BadInput
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Iterator

SCHEMES = ("postgresql", "postgres")
#: Servers and ports, and no ``@`` before the options that could end a password.
_PORT = re.compile(r"\w+://(\[[^\]/?#@]*\]|[^/?#:@]*):\d*(,[^/?#@]*)?(/[^?#@]*)?(\?[^#@]*)?(#.*)?")
#: The beginning of a password with a ``#``, ``?`` or ``/`` in it, cut off there: a port has digits alone.
_CUT_OFF = re.compile(r"(\w+://[^/?#:@\[]*):(?!\d*(?:[/?#,]|$))[^@]*")
#: Anything else with a colon and an ``@``: all that stands between the first one and the last is taken for a password.
_ILL_FORMED = re.compile(r"(\w+://[^/?#:@]*):(.*)@", re.DOTALL)
_PIECES = re.compile(r"[:/?#@&=]")
_PASSWORDS = ("password", "sslpassword")


def is_address(place: object) -> bool:
    """Return whether a place is the address of a study on a server rather than a file."""
    return isinstance(place, str) and place.partition("://")[0] in SCHEMES and "://" in place


def split_address(place: str) -> tuple[str, str]:
    """Return the connection and the name of a study: ``postgresql://kim@db.lab/kgdesk#NAME``.

    Raises
    ------
    BadInput
        There is no name, or a password with characters that have to be escaped.
    """
    way, _, name = place.partition("#")
    if _CUT_OFF.fullmatch(way):
        raise BadInput(
            phrase(
                "The address {place} cannot be read. In its password write # as %23, / as %2F, ? as %3F and @ as %40, "
                "or keep the password in the file .pgpass.",
                place=without_password(place),
            )
        )
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
    """Return an address without its password, also where the address is ill-formed."""
    if not _PORT.fullmatch(place):
        place = _CUT_OFF.sub(r"\1", place) if _CUT_OFF.fullmatch(place) else _ILL_FORMED.sub(r"\1@", place, 1)
    way, mark, name = place.partition("#")
    base, question, options = way.partition("?")
    listed = options.split("&") if question else []
    kept, hides = [], False
    for option in listed:
        key, equals, _ = option.partition("=")
        secret = unquote(key).strip().casefold() in _PASSWORDS
        hides = secret or (hides and not equals)  # a password with an unescaped `&` goes on in the next piece
        if not hides:
            kept.append(option)
    return base + (f"?{'&'.join(kept)}" if kept else "") + mark + name


def hide_password(text: str, place: str) -> str:
    """Return a message of the database driver, which may quote parts of an ill-formed address, without its password."""
    public = set(_PIECES.split(without_password(place)))
    for piece in sorted(set(_PIECES.split(place)) - public, key=len, reverse=True):
        if len(piece) > 1 and piece.casefold() not in _PASSWORDS:
            text = text.replace(piece, "...").replace(unquote(piece), "...")
    return text


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
