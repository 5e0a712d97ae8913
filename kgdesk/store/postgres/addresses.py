"""Addresses of studies on a server, such as ``postgresql://kim@db.lab/kgdesk#NAME``."""

from __future__ import annotations

import re
from urllib.parse import quote, unquote

from kgdesk.errors import BadInput
from kgdesk.store.disk import SUFFIX
from kgdesk.text import phrase

SCHEMES = ("postgresql", "postgres")
#: A well-formed address without a password: hosts with ports, and no ``@`` after them that could end a password.
_PORT = re.compile(r"\w+://(\[[^\]/?#@]*\]|[^/?#:@]*):\d*(,[^/?#@]*)?(/[^?#@]*)?(\?[^#@]*)?(#.*)?")
#: What is left of an address that was cut at a ``#``, ``?`` or ``/`` in its password: a port would consist of digits.
_CUT_OFF = re.compile(r"(\w+://[^/?#:@\[]*):(?!\d*(?:[/?#,]|$))[^@]*")
#: Any other address with a colon and an ``@``: everything from the first colon to the last ``@`` may be the password.
_ILL_FORMED = re.compile(r"(\w+://[^/?#:@]*):(.*)@", re.DOTALL)
_PIECES = re.compile(r"[:/?#@&=]")
#: Parameters of libpq that nobody may see.
_PASSWORDS = ("password", "sslpassword", "oauth_client_secret", "scram_client_key", "scram_server_key")
_SECRET = re.compile(rf"(?:^|[\s?&])(?:pg)?(?:{'|'.join(_PASSWORDS)})\s*=", re.IGNORECASE)
#: ``host=db.lab user=kim``, as libpq takes it too.
_KEYWORDS = re.compile(r"\s*(?:host|hostaddr|port|dbname|user|service|sslmode)\s*=[^=]*(?:\s\w+\s*=[^=]*)*")
#: A slip at the beginning of an address, or the address of something else with a name and a password in it.
_MISSPELT = re.compile(
    r"\s*(?:postgres(?:ql)?\s*:.*|postgres(?:ql)?/.*@.*|[\w+.-]+:/+[^/\\]*:[^\\]*@.*)",
    re.IGNORECASE | re.DOTALL,
)
#: An address that is not one of PostgreSQL; a single letter before the colon is a drive of Windows.
_OTHER_SCHEME = re.compile(r"\s*[A-Za-z][\w+.-]+://.*", re.DOTALL)
#: One without its beginning: a name of two letters or more, so that it is no drive of Windows, and a password.
_BEHEADED = re.compile(r"\s*[^\s:/\\@]{2,}:[^\s/\\]*@[^\s/\\@]+(?:/.*)?")
# Not `\w+`: a long word of a log would be searched from each of its letters to its end.
_ANY_ADDRESS = re.compile(r"\w{1,20}://[^\s'\"]+")
_ANY_SECRET = re.compile(
    rf"((?:{'|'.join(_PASSWORDS)})['\"]?\s*[=:]\s*)(?:'(?:\\.|[^'\\])*'|\"[^\"]*\"|[^\s'\"&#]+)",
    re.IGNORECASE,
)


def is_address(place: object) -> bool:
    """Return whether a place is the address of a study on a server and not a path.

    Raises
    ------
    BadInput
        It is a connection in another form, which as a file would be shown with its password.
    """
    text = str(place)
    scheme, separator, _ = text.partition("://")
    if isinstance(place, str) and separator and scheme in SCHEMES:
        return True
    if (
        _SECRET.search(text)
        or _MISSPELT.fullmatch(text)
        or _OTHER_SCHEME.fullmatch(text)
        or ((_KEYWORDS.fullmatch(text) or _BEHEADED.fullmatch(text)) and not text.endswith(SUFFIX))
    ):
        raise BadInput(
            "This looks like a connection to a server, in a form that kgdesk does not read. Write it as "
            "postgresql://USER@SERVER/BASE#NAME, and keep the password in the file .pgpass."
        )
    return False


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


def without_secrets(text: str) -> str:
    """Return any text, as a log or a complaint about a command line, without passwords of connections in it."""
    text = _ANY_ADDRESS.sub(lambda found: without_password(found[0]), text)
    return _ANY_SECRET.sub(r"\1...", text)


def hide_password(text: str, place: str) -> str:
    """Remove the password from a message of the database driver, which may quote parts of an ill-formed address."""
    public = set(_PIECES.split(without_password(place)))
    for piece in sorted(set(_PIECES.split(place)) - public, key=len, reverse=True):
        if len(piece) > 1 and piece.casefold() not in _PASSWORDS:
            text = text.replace(piece, "...").replace(unquote(piece), "...")
    return text
