"""Addresses of studies on a server, such as ``postgresql://kim@db.lab/kgdesk#NAME``."""

from __future__ import annotations

import re
from urllib.parse import quote, unquote

from kgdesk.errors import BadInput
from kgdesk.text import phrase

SCHEMES = ("postgresql", "postgres")
#: A well-formed address without a password: hosts with ports, and no ``@`` after them that could end a password.
_PORT = re.compile(r"\w+://(\[[^\]/?#@]*\]|[^/?#:@]*):\d*(,[^/?#@]*)?(/[^?#@]*)?(\?[^#@]*)?(#.*)?")
#: What is left of an address that was cut at a ``#``, ``?`` or ``/`` in its password: a port would consist of digits.
_CUT_OFF = re.compile(r"(\w+://[^/?#:@\[]*):(?!\d*(?:[/?#,]|$))[^@]*")
#: Any other address with a colon and an ``@``: everything from the first colon to the last ``@`` may be the password.
_ILL_FORMED = re.compile(r"(\w+://[^/?#:@]*):(.*)@", re.DOTALL)
_PIECES = re.compile(r"[:/?#@&=]")
_PASSWORDS = ("password", "sslpassword")


def is_address(place: object) -> bool:
    """Return whether a place is the address of a study on a server and not a path."""
    return isinstance(place, str) and place.partition("://")[0] in SCHEMES and "://" in place


def split_address(place: str) -> tuple[str, str]:
    """Split an address at its ``#`` into the address of the server and the name of the study.

    Raises
    ------
    BadInput
        There is no name, or the password has characters that must be escaped.
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
    """Return an address without its password, even if the address is ill-formed."""
    if not _PORT.fullmatch(place):
        place = _CUT_OFF.sub(r"\1", place) if _CUT_OFF.fullmatch(place) else _ILL_FORMED.sub(r"\1@", place, 1)
    way, mark, name = place.partition("#")
    base, question, options = way.partition("?")
    listed = options.split("&") if question else []
    kept, hides = [], False
    for option in listed:
        key, equals, _ = option.partition("=")
        secret = unquote(key).strip().casefold() in _PASSWORDS
        hides = secret or (hides and not equals)  # an unescaped `&` in a password splits it into two options
        if not hides:
            kept.append(option)
    return base + (f"?{'&'.join(kept)}" if kept else "") + mark + name


def hide_password(text: str, place: str) -> str:
    """Remove the password from a message of the database driver, which may quote parts of an ill-formed address."""
    public = set(_PIECES.split(without_password(place)))
    for piece in sorted(set(_PIECES.split(place)) - public, key=len, reverse=True):
        if len(piece) > 1 and piece.casefold() not in _PASSWORDS:
            text = text.replace(piece, "...").replace(unquote(piece), "...")
    return text
