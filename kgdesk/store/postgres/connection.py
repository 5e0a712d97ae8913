"""A connection to a PostgreSQL server, and the checks before it is used."""

from __future__ import annotations

import logging
import socket
import sys
import threading
from contextlib import contextmanager, suppress
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any, LiteralString

from kgdesk.errors import (
    AnswerLost,
    BadInput,
    LoginRefused,
    NewerStudy,
    NotAStudy,
    NotSaved,
    ReadOnlyStudy,
    ServerAway,
    StoreError,
)
from kgdesk.store.postgres import login
from kgdesk.store.postgres.addresses import hide_password, is_address, without_password
from kgdesk.store.postgres.patience import Patience
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import ModuleType

    from psycopg import Connection

    from kgdesk.store.postgres.link import Link

SCHEMA_VERSION = 1
#: The role that workstations are members of.
ROLE = "kgdesk_lab"
_QUIET = logging.NullHandler()
_OLDEST_SERVER = 13_00_00
#: libpq 17 cancels a call over an encrypted connection, and 16 knows which proof of a password is asked for.
_OLDEST_LIBPQ = 17_00_00
#: Addresses of one name that are tried.
_ADDRESSES = 2
#: Seconds after which the wait for a connection looks whether its limit has been moved.
_LOOK_S = 0.05


def driver() -> ModuleType:
    """Import and return psycopg.

    Raises
    ------
    StoreError
        It is not installed.
    """
    try:
        import psycopg as driver  # noqa: PLC0415 - an optional part
    except ImportError as cause:
        if getattr(sys, "frozen", False):
            raise StoreError(
                "The part for servers is missing in this installation. Install kgdesk again; your studies stay.",
                details=str(cause),
            ) from None
        raise StoreError(
            "This kgdesk was installed without the part for servers. Install it: pip install 'kgdesk[postgres]'.",
            details=str(cause),
        ) from None
    if driver.pq.version() < _OLDEST_LIBPQ:
        raise StoreError(
            "The library libpq of this computer is older than 17, with which a server could be given the password in "
            "the clear. Install the one that comes with kgdesk: pip install 'kgdesk[postgres]'.",
            details=f"libpq {driver.pq.version()}",
        )
    # Its warnings about a connection that is given up go to the log, if there is one, and not to the terminal.
    logging.getLogger("psycopg").addHandler(_QUIET)
    return driver


def connect(server: str, patience: Patience | None = None) -> Link:
    """Open a connection whose server has proved its name, where `login` asks for that, but is not yet checked.

    Parameters
    ----------
    patience
        How long its calls may wait.

    Raises
    ------
    BadInput
        The address cannot be read, or asks for what is not done.
    ServerAway, StoreError
        The server does not answer, cannot prove its name, or asks for the password in the clear.
    """
    if not is_address(server):
        raise BadInput("This is not the address of a server. Write it as postgresql://USER@SERVER/BASE.")
    patience = patience or Patience()
    with translated_errors(server):
        from kgdesk.store.postgres.link import Link  # noqa: PLC0415 - imports an optional part

        with patience.gesture():
            attempt = _Attempt(login.parameters(server), patience.left())
            try:
                return Link(attempt.result(patience), patience)
            except BaseException:
                attempt.abandon()
                raise


class _Attempt:
    """A connection made in a thread of its own, and closed there if nobody waits for it any more.

    Nothing else ends the wait for a name to be resolved.
    """

    def __init__(self, parameters: dict[str, str], seconds: float) -> None:
        self._outcome: SimpleQueue[Connection[Any] | Exception] = SimpleQueue()
        self._lock, self._abandoned = threading.Lock(), False
        work = threading.Thread(target=self._run, args=(parameters, seconds), name="connecting", daemon=True)
        work.start()

    def result(self, patience: Patience) -> Connection[Any]:
        """Wait for the connection; raise what psycopg has raised, or ConnectionTimeout once the time is over."""
        while (left := patience.left()) > 0:
            with suppress(Empty):
                with patience.waiting():
                    got = self._outcome.get(timeout=min(left, _LOOK_S))
                if isinstance(got, Exception):
                    raise got.with_traceback(None) from None
                return got
        raise driver().errors.ConnectionTimeout("the server does not answer in time")

    def abandon(self) -> None:
        """Close the connection, now or as soon as it is there."""
        with self._lock:
            self._abandoned = True
            with suppress(Empty):
                _close(self._outcome.get_nowait())

    def _run(self, parameters: dict[str, str], seconds: float) -> None:
        got: Connection[Any] | Exception
        try:
            got = _connected(parameters, seconds)
        except Exception as problem:  # noqa: BLE001 - raised where it is waited for
            got = problem
        with self._lock:
            if self._abandoned:
                _close(got)
            else:
                self._outcome.put(got)


def _close(got: Connection[Any] | Exception) -> None:
    if not isinstance(got, Exception):
        got.close()


def _connected(parameters: dict[str, str], seconds: float) -> Connection[Any]:
    hosts = _resolved(parameters)
    addresses = 1 + hosts.get("hostaddr", "").count(",")
    made: Connection[Any] = driver().connect(
        **{
            **parameters,
            **hosts,
            "autocommit": True,
            "keepalives_idle": 5,
            "keepalives_interval": 2,
            "keepalives_count": 2,
            "tcp_user_timeout": 5_000,  # limits how long a poll of the window waits on a dead network
            "connect_timeout": max(2, int(seconds / addresses)),  # psycopg: for each address
            "application_name": "kgdesk",
            "client_encoding": "utf8",
        }
    )
    return made


def _resolved(parameters: dict[str, str]) -> dict[str, str]:
    """Return host and addresses of a server whose name has several, so that one that is dead leaves time for the next.

    libpq would spend all of the time on the first one.
    """
    host = parameters.get("host", "")
    if not host or host.startswith(("/", "@")) or "," in host or "hostaddr" in parameters:
        return {}
    try:
        found = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    except OSError as cause:
        raise driver().OperationalError(f"the name of the server is not known: {cause}") from None
    addresses = list(dict.fromkeys(str(one[4][0]) for one in found))[:_ADDRESSES]
    port = parameters.get("port", "")
    return {
        "host": ",".join([host] * len(addresses)),
        "hostaddr": ",".join(addresses),
        **({"port": ",".join([port] * len(addresses))} if port else {}),
    }


#: Settings of each session, with the values that may be read back: a commit is on disk before it is acknowledged, and
#: nobody waits long for a workstation that was frozen or cut off between lock and commit. Over a Unix socket the
#: settings of TCP read as 0.
_LIMITS = {
    "synchronous_commit": ("on",),
    "lock_timeout": ("3s",),
    "idle_in_transaction_session_timeout": ("5s",),
    "statement_timeout": ("1min",),
    "tcp_keepalives_idle": ("5", "0"),
    "tcp_keepalives_interval": ("2", "0"),
    "tcp_keepalives_count": ("2", "0"),
}


def check(link: Link, server: str) -> None:
    """Check that commits are durable and this role cannot change events.

    Raises
    ------
    StoreError
        A check failed; the message says what the administrator can do.
    """
    place = without_password(server)
    with translated_errors(server):
        set_limits(link)
        _check_settings(link, place)
        _check_version(link, place)
        check_layout(link, place)
        _check_rights(link, place)


def set_limits(link: Link) -> None:
    """Set the limits on holding and awaiting locks, and have each commit on disk before it is acknowledged."""
    for name, (value, *_) in _LIMITS.items():
        link.ask("SELECT set_config(%s, %s, false)", (name, value))


def _check_settings(link: Link, place: str) -> None:
    wanted = {"fsync": ("on",), "full_page_writes": ("on",), "server_encoding": ("UTF8",), **_LIMITS}
    rows = link.ask(
        "SELECT name, current_setting(name) FROM unnest(%s::text[]) name", ([*wanted],), of=(str, str)
    )
    found = dict(rows)
    for name, accepted in wanted.items():
        if found.get(name) not in accepted:
            raise StoreError(
                phrase(
                    "The server {place} has {name} = {found}, with which entries could be lost. Ask its "
                    "administrator to set it to {value}.",
                    place=place,
                    name=name,
                    found=str(found.get(name)),
                    value=accepted[0],
                )
            )


def _check_version(link: Link, place: str) -> None:
    if link.connection.info.server_version < _OLDEST_SERVER:
        raise StoreError(
            phrase(
                "The server {place} is older than PostgreSQL 13. Ask its administrator for a newer one.",
                place=place,
            )
        )


def _check_rights(link: Link, place: str) -> None:
    held = [
        read_one(link, "SELECT has_table_privilege('kgdesk.event', %s)", p, of=bool)
        for p in _FORBIDDEN_PRIVILEGES
    ]
    if held != [False] * len(held):
        raise StoreError(
            phrase(
                "{user} may change or delete entries on {place}. Connect as a member of the role "
                "{role} that owns nothing and is not an administrator.",
                user=link.connection.info.user,
                place=place,
                role=ROLE,
            )
        )


#: Words in libpq's messages, which are not translated: about the certificate or name of a server, one that has no
#: encryption, one that asks for a password otherwise than is allowed, and one that refuses the login.
_CERTIFICATE_WORD = "certificate"
_UNENCRYPTED_WORDS = "does not support ssl"
_OTHER_LOGIN_WORDS = "authentication method requirement"
_LOGIN_WORDS = ("authentication failed", "no password supplied", "pg_hba.conf")
#: Part of the error that the trigger raises for a kind of event that this database does not know yet; `kgdesk server
#: init` adds new kinds.
_UNKNOWN_KIND_MESSAGE = "is newer than this database"
_FORBIDDEN_PRIVILEGES = ("UPDATE", "DELETE", "TRUNCATE", "TRIGGER")


def check_layout(link: Link, place: str) -> None:
    """Check that the database is prepared and has the layout that this version knows.

    Raises
    ------
    NotAStudy, NewerStudy
        It is not prepared, or another version of kgdesk prepared it.
    """
    if read_one(link, "SELECT to_regclass(%s) IS NULL", "kgdesk.layout", of=bool) is not False:
        raise NotAStudy(
            phrase(
                "{place} is not prepared for kgdesk. Its administrator does it once: kgdesk server init.",
                place=place,
            )
        )
    version = read_one(link, "SELECT max(version) FROM kgdesk.layout WHERE version > %s", 0)
    if version != SCHEMA_VERSION:
        raise NewerStudy(
            phrase(
                "{place} was prepared by another version of kgdesk (layout {version}, here "
                "{schema_version}). Install that version, or ask its administrator.",
                place=place,
                version=version,
                schema_version=SCHEMA_VERSION,
            )
        )


def read_one(link: Link, query: LiteralString, value: object, *, of: type | None = None) -> Any:
    """Return the first value of the first row of a query, which has the type `of`; None if there is no row."""
    rows = link.ask(query, (value,), of=None if of is None else (of,))
    return rows[0][0] if rows and rows[0] else None


def _unreachable(place: str, safe: str, details: str) -> StoreError:
    """Return the error for a server that does not answer, refuses the login, or cannot prove its identity."""
    said = details.casefold()
    # Not `ServerAway`: nothing must wait to be sent to a server of unproven identity, and its copy must not be opened.
    if _CERTIFICATE_WORD in said:
        return StoreError(
            phrase(
                "The server {place} cannot prove that it is the one that you mean, so nothing was sent to it. Put the "
                "laboratory's root certificate, which its administrator has, at {file}, or name its file in the "
                "address (sslrootcert=FILE). The manual says how, under “The proof of a server”.",
                place=place,
                file=login.root_certificate(),
            ),
            details=details,
        )
    if _UNENCRYPTED_WORDS in said:
        return StoreError(
            phrase(
                "The server {place} offers no encryption, so nothing was sent to it. Ask its administrator to switch "
                "it on. The manual says more, under “The proof of a server”.",
                place=place,
            ),
            details=details,
        )
    if _OTHER_LOGIN_WORDS in said:
        return StoreError(
            phrase(
                "The server {place} does not ask for a proof of the password (scram-sha-256), so the password was "
                "not sent to it. Ask its administrator to change that. The manual says more, under “The proof of a "
                "server”.",
                place=place,
            ),
            details=details,
        )
    if any(words in said for words in _LOGIN_WORDS):
        return LoginRefused(
            phrase(
                "The server {place} does not let you in.{safe} Nothing waits to be sent there. Check your user name "
                "and password, which you can keep in the file .pgpass, or ask its administrator.",
                place=place,
                safe=safe,
            ),
            details=details,
        )
    return ServerAway(
        phrase(
            "The server {place} cannot be reached.{safe} Check the network and try again.",
            place=place,
            safe=safe,
        ),
        details=details,
    )


@contextmanager
def translated_errors(server: str, *, writing: str = "") -> Iterator[None]:
    """Turn errors of psycopg into exceptions of `kgdesk.errors`.

    Parameters
    ----------
    writing
        Sentence of the message that says what happened to the data; empty while reading.
    """
    psycopg = driver()
    from kgdesk.store.postgres.link import CommitUnanswered, UnfitAnswer  # noqa: PLC0415 - imports an optional part

    place = without_password(server)
    safe = phrase(" {writing}", writing=writing) if writing else ""
    try:
        yield
    except psycopg.errors.InsufficientPrivilege as cause:
        raise ReadOnlyStudy(
            phrase(
                "You may not do this on {place}.{safe} Ask its administrator to make you a member of {role}.",
                place=place,
                safe=safe,
                role=ROLE,
            ),
            details=hide_password(str(cause), server),
        ) from None
    except psycopg.errors.DiskFull as cause:
        raise NotSaved(
            phrase("The disk of {place} is full.{safe} Tell its administrator.", place=place, safe=safe),
            details=hide_password(str(cause), server),
        ) from None
    except (psycopg.errors.UndefinedTable, psycopg.errors.InvalidSchemaName) as cause:
        raise NotAStudy(
            phrase(
                "{place} is not prepared for kgdesk. Its administrator does it once: kgdesk server init.",
                place=place,
            ),
            details=hide_password(str(cause), server),
        ) from None
    except psycopg.errors.LockNotAvailable as cause:
        raise ServerAway(
            phrase(
                "The server {place} is busy: another workstation has begun an entry and not ended it.{safe} Try "
                "again in a few seconds.",
                place=place,
                safe=safe,
            ),
            details=hide_password(str(cause), server),
        ) from None
    except CommitUnanswered as cause:
        raise AnswerLost(
            phrase(
                "The server {place} has not answered whether this is recorded. Look at the study, once the server can "
                "be reached, before you enter it again.",
                place=place,
            ),
            details=hide_password(str(cause), server),
        ) from None
    except UnfitAnswer as cause:
        raise StoreError(
            phrase(
                "The server {place} sends something else, or more, than a server of kgdesk does.{safe} The connection "
                "was closed. Check the address, and tell its administrator.",
                place=place,
                safe=safe,
            ),
            details=hide_password(str(cause), server),
        ) from None
    except (psycopg.OperationalError, psycopg.InterfaceError) as cause:
        raise _unreachable(place, safe, hide_password(str(cause), server)) from None
    except psycopg.Error as cause:
        raise _refused(place, safe, hide_password(str(cause), server)) from None


def _refused(place: str, safe: str, details: str) -> StoreError:
    if _UNKNOWN_KIND_MESSAGE in details:
        return StoreError(
            phrase(
                "The server {place} was prepared by an older kgdesk and takes no entries of this kind.{safe} Its "
                "administrator brings it up to date: kgdesk server init.",
                place=place,
                safe=safe,
            ),
            details=details,
        )
    return StoreError(
        phrase("The server {place} refused this.{safe} Tell its administrator.", place=place, safe=safe),
        details=details,
    )
