"""The address of a study on a server: the connection and the name of the study; an address without its password."""

from __future__ import annotations

import re
from urllib.parse import quote, unquote

from kgdesk.errors import BadInput, phrase

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
