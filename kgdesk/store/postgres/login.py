"""How a workstation logs in to a server: encryption, proof of the server, and how its password may be asked for.

For a server that is not this computer the rules below hold before the first byte of a password is sent; an address may
ask for less.
"""

from __future__ import annotations

import ipaddress
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from kgdesk.errors import BadInput
from kgdesk.store.postgres.addresses import without_password
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Mapping

#: Over a network: encrypted, with a certificate made out to the server's name by a known authority, and a password that
#: is proved (SCRAM) and never sent. GSSAPI would take the place of TLS, without that certificate.
_OVER_A_NETWORK = {"sslmode": "verify-full", "require_auth": "scram-sha-256", "gssencmode": "disable"}
#: On this computer anybody may wait at the port of a server that is down, so the password is not sent there either.
_ON_THIS_COMPUTER = {"require_auth": "!password"}
#: With these the server decides whether the connection is encrypted.
_OPPORTUNISTIC_MODES = ("allow", "prefer")


def parameters(server: str) -> dict[str, str]:
    """Return the parameters of an address as libpq knows them, with the rules for what the address leaves open.

    Raises
    ------
    BadInput
        The address leaves it to the server whether the connection is encrypted.
    psycopg.ProgrammingError
        It cannot be read.
    """
    from psycopg.conninfo import conninfo_to_dict  # noqa: PLC0415 - an optional part

    given = {name: str(value) for name, value in conninfo_to_dict(server).items() if value is not None}
    local = on_this_computer(given)
    if not local and given.get("sslmode") in _OPPORTUNISTIC_MODES:
        raise BadInput(
            phrase(
                "With sslmode={mode} the server {place} decides whether the connection is encrypted. Leave it out of "
                "the address: then it has to be, and the server has to prove its name.",
                mode=given["sslmode"],
                place=without_password(server),
            )
        )
    return {**(_ON_THIS_COMPUTER if local else _OVER_A_NETWORK), **given}


def on_this_computer(given: Mapping[str, str]) -> bool:
    """Return whether a connection certainly stays on this computer: a Unix socket, or an address that loops back."""
    if given.get("service") or os.environ.get("PGSERVICE"):  # a file says where that is
        return False
    hosts = _listed(given, "host", "PGHOST")
    addresses = _listed(given, "hostaddr", "PGHOSTADDR")
    return all(map(_stays_here, [*hosts, *addresses]))


def root_certificate() -> Path:
    """Return the file in which libpq looks for the certificate of the authority that the laboratory trusts."""
    if sys.platform == "win32":
        return Path(os.environ.get("APPDATA", "~")).expanduser() / "postgresql" / "root.crt"
    return Path("~/.postgresql/root.crt").expanduser()


def _listed(given: Mapping[str, str], name: str, variable: str) -> list[str]:
    return [one.strip() for one in (given.get(name) or os.environ.get(variable) or "").split(",")]


def _stays_here(host: str) -> bool:
    if not host or host == "localhost" or host.startswith(("/", "@")):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
