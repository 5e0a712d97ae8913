"""A connection to a PostgreSQL server: its time limits, and the checks before the server is trusted."""

from __future__ import annotations

import logging
import sys
from contextlib import contextmanager, suppress
from time import monotonic
from typing import TYPE_CHECKING, Any, LiteralString

from kgdesk.errors import NewerStudy, NotAStudy, NotSaved, ReadOnlyStudy, ServerAway, StoreError
from kgdesk.store.postgres.addresses import hide_password, without_password
from kgdesk.store.postgres.patience import CANCEL_S, Patience
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator
    from types import ModuleType

    from psycopg import Connection

SCHEMA_VERSION = 1
#: The role that workstations are members of.
ROLE = "kgdesk_lab"
_CONNECT_S = 4
_QUIET = logging.NullHandler()
_OLDEST_SERVER = 13_00_00


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
    # Its warnings about a connection that is given up go to the log, if there is one, and not to the terminal.
    logging.getLogger("psycopg").addHandler(_QUIET)
    return driver


def _with_time_limit(steps: Generator[Any, Any, Any], patience: Patience) -> Generator[Any, Any, Any]:
    """Run the steps of a psycopg call, and raise `ConnectionTimeout` once its time is spent.

    psycopg resumes the steps at least every 0.1 s, even if nothing has arrived.
    """
    last = monotonic()
    try:
        if patience.left() <= 0:
            raise driver().errors.ConnectionTimeout("there is no time left for the call")
        wanted = next(steps)
        while True:
            ready = yield wanted
            if ready:  # tested first: after this computer has slept, what arrived meanwhile is still read
                last = monotonic()
            if patience.spent(last):
                raise driver().errors.ConnectionTimeout("the server accepted the call and does not answer")
            wanted = steps.send(ready)
    except StopIteration as end:
        return end.value


def _patient_connection(patience: Patience) -> type[Connection[Any]]:
    import psycopg  # noqa: PLC0415 - an optional part

    class PatientConnection(psycopg.Connection[Any]):
        """A connection that, once the time of a call is spent, cancels the call and closes itself."""

        @classmethod
        def _connect_gen(cls, *args: Any, **kwargs: Any) -> Any:
            return _with_time_limit(super()._connect_gen(*args, **kwargs), patience)

        def wait(self, gen: Any, *args: Any, **kwargs: Any) -> Any:
            try:
                return super().wait(_with_time_limit(gen, patience), *args, **kwargs)
            except psycopg.errors.ConnectionTimeout:
                # If the server still runs, this releases the locks that the call holds there.
                with suppress(psycopg.Error):
                    self.cancel_safe(timeout=CANCEL_S)
                self.pgconn.finish()  # otherwise the end of the transaction would wait once more
                raise

    return PatientConnection


def connect(server: str, patience: Patience | None = None) -> Connection[Any]:
    """Open a connection. It is not trusted until `check` has passed.

    Parameters
    ----------
    patience
        How long its calls may wait; by default `STILL_S` without progress.

    Raises
    ------
    ServerAway, StoreError
        The server does not answer, or the address cannot be used.
    """
    with serving(server):
        link: Connection[Any] = _patient_connection(patience or Patience()).connect(
            server,
            autocommit=True,
            keepalives_idle=5,
            keepalives_interval=2,
            keepalives_count=2,
            tcp_user_timeout=5_000,  # limits how long a poll of the window waits on a dead network
            connect_timeout=_CONNECT_S,
            application_name="kgdesk",
            client_encoding="utf8",
            # Sends each statement as one message. While the server waits for the rest of several messages, from a
            # workstation that was frozen for example, none of its time limits would release the locks.
            cursor_factory=driver().ClientCursor,
        )
    return link


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


def check(link: Connection[Any], server: str) -> None:
    """Check that commits are durable, the connection is encrypted and this role cannot change events.

    Raises
    ------
    StoreError
        A check failed; the message says what the administrator can do.
    """
    place = without_password(server)
    with serving(server):
        set_limits(link)
        _check_settings(link, place)
        _check_server_and_encryption(link, place)
        check_layout(link, place)
        _check_rights(link, place)


def set_limits(link: Connection[Any]) -> None:
    """Set the limits on holding and awaiting locks, and have each commit on disk before it is acknowledged."""
    for name, (value, *_) in _LIMITS.items():
        link.execute("SELECT set_config(%s, %s, false)", (name, value))


def _check_settings(link: Connection[Any], place: str) -> None:
    wanted = {"fsync": ("on",), "full_page_writes": ("on",), "server_encoding": ("UTF8",), **_LIMITS}
    rows = link.execute("SELECT name, current_setting(name) FROM unnest(%s::text[]) name", ([*wanted],))
    for name, setting in rows.fetchall():
        if setting not in wanted[name]:
            raise StoreError(
                phrase(
                    "The server {place} has {name} = {found}, with which entries could be lost. Ask its "
                    "administrator to set it to {value}.",
                    place=place,
                    name=name,
                    found=setting,
                    value=wanted[name][0],
                )
            )


def _check_server_and_encryption(link: Connection[Any], place: str) -> None:
    if link.info.server_version < _OLDEST_SERVER:
        raise StoreError(
            phrase(
                "The server {place} is older than PostgreSQL 13. Ask its administrator for a newer one.",
                place=place,
            )
        )
    on_this_machine = link.info.host.startswith(("/", "@")) or link.info.host in _LOCAL_HOSTS
    if not (link.pgconn.ssl_in_use or on_this_machine):
        raise StoreError(
            phrase(
                "The connection to {place} is not encrypted. Add sslmode=verify-full to the address.",
                place=place,
            )
        )


def _check_rights(link: Connection[Any], place: str) -> None:
    held = [
        read_one(link, "SELECT has_table_privilege('kgdesk.event', %s)", p) for p in _FORBIDDEN_PRIVILEGES
    ]
    if any(held):
        raise StoreError(
            phrase(
                "{user} may change or delete entries on {place}. Connect as a member of the role "
                "{role} that owns nothing and is no administrator.",
                user=link.info.user,
                place=place,
                role=ROLE,
            )
        )


#: Part of the error that the trigger raises for a kind of event that this database does not know yet; `kgdesk server
#: init` adds new kinds.
_UNKNOWN_KIND_MESSAGE = "is newer than this database"
#: Word in the message of libpq if the certificate of the server or the host name in it is wrong.
_CERTIFICATE_WORD = "certificate"
_LOCAL_HOSTS = ("localhost", "127.0.0.1", "::1", "")
_FORBIDDEN_PRIVILEGES = ("UPDATE", "DELETE", "TRUNCATE", "TRIGGER")


def check_layout(link: Connection[Any], place: str) -> None:
    """Check that the database is prepared and has the layout that this version knows.

    Raises
    ------
    NotAStudy, NewerStudy
        It is not prepared, or another version of kgdesk prepared it.
    """
    if read_one(link, "SELECT to_regclass(%s) IS NULL", "kgdesk.layout"):
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


def read_one(link: Connection[Any], query: LiteralString, value: object) -> Any:
    """Return the first value of the first row of a query; None if there is no row."""
    row = link.execute(query, (value,)).fetchone()
    return row[0] if row else None


def _unreachable(place: str, safe: str, details: str) -> StoreError | ServerAway:
    """Return the error for a server that does not answer, or that cannot prove its identity."""
    # Not `ServerAway`: nothing must wait to be sent to a server of unproven identity, and its copy must not be opened.
    if _CERTIFICATE_WORD in details.casefold():
        return StoreError(
            phrase(
                "The server {place} cannot prove that it is the one that you mean, so nothing was "
                "sent to it. Ask its administrator for the address and the certificate (sslrootcert).",
                place=place,
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
def serving(server: str, *, writing: str = "") -> Iterator[None]:
    """Turn errors of psycopg into exceptions of `kgdesk.errors`.

    Parameters
    ----------
    writing
        Sentence of the message that says what happened to the data; empty while reading.
    """
    psycopg = driver()
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
    except (psycopg.OperationalError, psycopg.InterfaceError) as cause:
        raise _unreachable(place, safe, hide_password(str(cause), server)) from None
    except psycopg.errors.RaiseException as cause:
        if _UNKNOWN_KIND_MESSAGE not in str(cause):
            raise _refused(place, safe, hide_password(str(cause), server)) from None
        raise StoreError(
            phrase(
                "The server {place} was prepared by an older kgdesk and takes no entries of this kind.{safe} Its "
                "administrator brings it up to date: kgdesk server init.",
                place=place,
                safe=safe,
            ),
            details=hide_password(str(cause), server),
        ) from None
    except psycopg.Error as cause:
        raise _refused(place, safe, hide_password(str(cause), server)) from None


def _refused(place: str, safe: str, details: str) -> StoreError:
    return StoreError(
        phrase("The server {place} refused this.{safe} Tell its administrator.", place=place, safe=safe),
        details=details,
    )
