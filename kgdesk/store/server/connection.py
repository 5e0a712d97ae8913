"""The PostgreSQL schema, and the checks of a connection before the server is trusted."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, LiteralString

from kgdesk.errors import (
    NewerStudy,
    NotAStudy,
    NotSaved,
    ReadOnlyStudy,
    ServerAway,
    StoreError,
    phrase,
)
from kgdesk.store.server.address import address, without_password

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import ModuleType

    from psycopg import Connection

SCHEMA_VERSION = 1
#: The role that workstations are members of.
ROLE = "kgdesk_lab"
_PATIENCE_S = 4
_OLDEST = 13_00_00

#: Run once by the owner of the data base. The triggers hold for the owner too.
_SCHEMA = """
CREATE SCHEMA kgdesk;
CREATE TABLE kgdesk.layout (version integer NOT NULL);
INSERT INTO kgdesk.layout VALUES (1);
CREATE TABLE kgdesk.study (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text NOT NULL UNIQUE,
    locked boolean NOT NULL DEFAULT false
);
CREATE TABLE kgdesk.event (
    study bigint NOT NULL REFERENCES kgdesk.study,
    seq bigint NOT NULL,
    event_id text NOT NULL,
    kind text NOT NULL,
    kind_version integer NOT NULL,
    recorded_at_utc text NOT NULL,
    utc_offset text NOT NULL,
    actor text NOT NULL,
    workstation text NOT NULL,
    app_version text NOT NULL,
    payload text NOT NULL,
    prev_hash text NOT NULL,
    hash text NOT NULL,
    PRIMARY KEY (study, seq),
    UNIQUE (study, event_id)
);
CREATE FUNCTION kgdesk.refuse_change() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION 'events are only appended'; END $$;
CREATE TRIGGER event_is_never_changed BEFORE UPDATE OR DELETE OR TRUNCATE ON kgdesk.event
    FOR EACH STATEMENT EXECUTE FUNCTION kgdesk.refuse_change();
CREATE FUNCTION kgdesk.expect_next() RETURNS trigger LANGUAGE plpgsql AS
$$
DECLARE
    last_seq bigint := 0;
    last_hash text := repeat('0', 64);
BEGIN
    SELECT seq, hash INTO last_seq, last_hash FROM kgdesk.event WHERE study = NEW.study ORDER BY seq DESC LIMIT 1;
    IF NEW.seq <> coalesce(last_seq, 0) + 1 OR NEW.prev_hash <> coalesce(last_hash, repeat('0', 64)) THEN
        RAISE EXCEPTION 'events are only appended';
    END IF;
    RETURN NEW;
END
$$;
CREATE TRIGGER event_is_only_appended BEFORE INSERT ON kgdesk.event
    FOR EACH ROW EXECUTE FUNCTION kgdesk.expect_next();
"""
# SELECT ... FOR UPDATE requires the UPDATE privilege; the only updatable column, `locked`, is never read.
_RIGHTS: tuple[LiteralString, ...] = (
    "GRANT USAGE ON SCHEMA kgdesk TO {}",
    "GRANT SELECT ON kgdesk.layout TO {}",
    "GRANT SELECT, INSERT (name), UPDATE (locked) ON kgdesk.study TO {}",
    "GRANT SELECT, INSERT ON kgdesk.event TO {}",
)


def driver() -> ModuleType:
    """Import and return psycopg.

    Raises
    ------
    StoreError
        It is not installed.
    """
    try:
        import psycopg as found  # noqa: PLC0415 - an optional part
    except ImportError as cause:
        raise StoreError(
            "This kgdesk was installed without the part for servers. Install it: pip install 'kgdesk[postgres]'.",
            details=str(cause),
        ) from None
    return found


def connect(server: str) -> Connection[Any]:
    """Open a connection, not yet trusted; see `check`.

    Raises
    ------
    ServerAway, StoreError
        The server does not answer, or the address cannot be used.
    """
    psycopg = driver()
    with serving(server):
        link: Connection[Any] = psycopg.connect(
            server,
            autocommit=True,
            keepalives_idle=5,
            keepalives_interval=2,
            keepalives_count=2,
            tcp_user_timeout=5_000,  # limits how long a poll of the window waits on a dead network
            connect_timeout=_PATIENCE_S,
            application_name="kgdesk",
            client_encoding="utf8",
        )
    return link


def check(link: Connection[Any], server: str) -> None:
    """Check that commits are durable, the connection is encrypted and this role cannot change events.

    Raises
    ------
    StoreError
        A check failed; the message says what the administrator can do.
    """
    place = without_password(server)
    with serving(server):
        link.execute("SET synchronous_commit = on")
        link.execute("SET statement_timeout = '60s'")
        _check_settings(link, place)
        _check_way(link, place)
        _check_layout(link, place)
        _check_rights(link, place)


def _check_settings(link: Connection[Any], place: str) -> None:
    names = ("fsync", "full_page_writes", "server_encoding", "synchronous_commit")
    found = {name: _one(link, "SELECT current_setting(%s)", name) for name in names}
    wanted = {
        "fsync": "on",
        "full_page_writes": "on",
        "server_encoding": "UTF8",
        "synchronous_commit": "on",
    }
    for name, value in wanted.items():
        if found[name] != value:
            raise StoreError(
                phrase(
                    "The server {place} has {name} = {found}, with which entries could be lost. Ask its "
                    "administrator to set it to {value}.",
                    place=place,
                    name=name,
                    found=found[name],
                    value=value,
                )
            )


def _check_way(link: Connection[Any], place: str) -> None:
    if link.info.server_version < _OLDEST:
        raise StoreError(
            phrase(
                "The server {place} is older than PostgreSQL 13. Ask its administrator for a newer one.",
                place=place,
            )
        )
    if not (link.pgconn.ssl_in_use or link.info.host.startswith(("/", "@")) or link.info.host in _HERE):
        raise StoreError(
            phrase(
                "The connection to {place} is not encrypted. Add sslmode=verify-full to the address.",
                place=place,
            )
        )


def _check_rights(link: Connection[Any], place: str) -> None:
    rights = [_one(link, "SELECT has_table_privilege('kgdesk.event', %s)", r) for r in _TOO_MUCH]
    if any(rights):
        raise StoreError(
            phrase(
                "{user} may change or delete entries on {place}. Connect as a member of the role "
                "{role} that owns nothing and is no administrator.",
                user=link.info.user,
                place=place,
                role=ROLE,
            )
        )


#: Word in libpq's message about a server whose host name or certificate is wrong.
_UNPROVED = "certificate"
_HERE = ("localhost", "127.0.0.1", "::1", "")
_TOO_MUCH = ("UPDATE", "DELETE", "TRUNCATE", "TRIGGER")


def _check_layout(link: Connection[Any], place: str) -> None:
    if _one(link, "SELECT to_regclass(%s) IS NULL", "kgdesk.layout"):
        raise NotAStudy(
            phrase(
                "{place} is not prepared for kgdesk. Its administrator does it once: kgdesk server init.",
                place=place,
            )
        )
    version = _one(link, "SELECT max(version) FROM kgdesk.layout WHERE version > %s", 0)
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


def _one(link: Connection[Any], query: LiteralString, value: object) -> Any:
    row = link.execute(query, (value,)).fetchone()
    return row[0] if row else None


def init(server: str) -> bool:
    """Prepare a database: schema, triggers and the role for workstations. Return False if it was prepared already.

    Raises
    ------
    StoreError
        Missing privileges, or the server cannot be reached.
    """
    psycopg = driver()
    sql = psycopg.sql
    with connect(server) as link, serving(server), link.transaction():
        fresh = bool(_one(link, "SELECT to_regclass(%s) IS NULL", "kgdesk.layout"))
        if fresh:
            if not _one(link, "SELECT count(*) FROM pg_roles WHERE rolname = %s", ROLE):
                link.execute(sql.SQL("CREATE ROLE {} NOLOGIN").format(sql.Identifier(ROLE)))
            link.execute(_SCHEMA)
            for right in _RIGHTS:
                link.execute(sql.SQL(right).format(sql.Identifier(ROLE)))
        _check_layout(link, without_password(server))
    return fresh


def studies_on(server: str) -> tuple[tuple[str, str], ...]:
    """List the studies of a server as (name, address), sorted by name.

    Raises
    ------
    StoreError
        The server cannot be reached or used.
    """
    with connect(server) as link, serving(server):
        check(link, server)
        names = [str(name) for (name,) in link.execute("SELECT name FROM kgdesk.study")]
    return tuple((name, address(server, name)) for name in sorted(names, key=lambda n: (n.casefold(), n)))


@contextmanager
def serving(server: str, *, writing: str = "") -> Iterator[None]:
    """Turn errors of psycopg into exceptions of `kgdesk.errors`; `writing` is the sentence about the data."""
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
            details=str(cause),
        ) from None
    except psycopg.errors.DiskFull as cause:
        raise NotSaved(
            phrase("The disk of {place} is full.{safe} Tell its administrator.", place=place, safe=safe),
            details=str(cause),
        ) from None
    except (psycopg.errors.UndefinedTable, psycopg.errors.InvalidSchemaName) as cause:
        raise NotAStudy(
            phrase(
                "{place} is not prepared for kgdesk. Its administrator does it once: kgdesk server init.",
                place=place,
            ),
            details=str(cause),
        ) from None
    except (psycopg.OperationalError, psycopg.InterfaceError) as cause:
        # Not `ServerAway`: entries must not wait for a server of unproven identity, nor its copy be opened.
        if _UNPROVED in str(cause).casefold():
            raise StoreError(
                phrase(
                    "The server {place} cannot prove that it is the one that you mean, so nothing was "
                    "sent to it. Ask its administrator for the address and the certificate (sslrootcert).",
                    place=place,
                ),
                details=str(cause),
            ) from None
        raise ServerAway(
            phrase(
                "The server {place} cannot be reached.{safe} Check the network and try again.",
                place=place,
                safe=safe,
            ),
            details=str(cause),
        ) from None
    except psycopg.Error as cause:
        raise StoreError(
            phrase("The server {place} refused this.{safe} Tell its administrator.", place=place, safe=safe),
            details=str(cause),
        ) from None
