"""The PostgreSQL schema for the studies of a laboratory, created once by the owner of the database."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, LiteralString

from kgdesk.errors import MissingStudy, ReadOnlyStudy
from kgdesk.model.study.events import KINDS
from kgdesk.store.chain import Row
from kgdesk.store.postgres.addresses import address, split_address, without_password
from kgdesk.store.postgres.connection import (
    ROLE,
    check,
    check_layout,
    connect,
    driver,
    read_one,
    set_limits,
    translated_errors,
)
from kgdesk.store.postgres.patience import LARGEST_ANSWER, Patience
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from kgdesk.store.postgres.link import Link

#: The function of the INSERT trigger. It checks that number and previous hash continue the study, that the hash matches
#: the fields (`kgdesk.store.chain`), that the database knows this version of the kind, that id and time are well-formed
#: and that the payload is a JSON object, and it stores the login that sent the row. The search path is fixed, so that
#: functions that a user has defined cannot replace those of the server. An event that passes but makes no sense is set
#: aside by every reader (`Study.set_aside`).
_EXPECT_NEXT: LiteralString = r"""CREATE FUNCTION kgdesk.expect_next() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp AS
$$
DECLARE
    last_seq bigint;
    last_hash text;
    known integer;
    field text;
    hashed bytea := '';
BEGIN
    SELECT seq, hash INTO last_seq, last_hash FROM kgdesk.event WHERE study = NEW.study ORDER BY seq DESC LIMIT 1;
    IF NEW.seq <> coalesce(last_seq, 0) + 1 OR NEW.prev_hash <> coalesce(last_hash, repeat('0', 64)) THEN
        RAISE EXCEPTION 'events are only appended';
    END IF;
    FOREACH field IN ARRAY ARRAY[
        NEW.seq::text, NEW.event_id, NEW.kind, NEW.kind_version::text, NEW.recorded_at_utc, NEW.utc_offset,
        NEW.actor, NEW.workstation, NEW.app_version, NEW.payload, NEW.prev_hash
    ] LOOP
        hashed := hashed || int8send(octet_length(convert_to(field, 'UTF8'))) || convert_to(field, 'UTF8');
    END LOOP;
    IF NEW.hash <> encode(sha256(hashed), 'hex') THEN
        RAISE EXCEPTION 'the hash is not that of the event';
    END IF;
    SELECT version INTO known FROM kgdesk.kind WHERE name = NEW.kind;
    IF known IS NULL OR NEW.kind_version NOT BETWEEN 1 AND known THEN
        RAISE EXCEPTION 'the kind of the event is newer than this database';
    END IF;
    IF NEW.event_id !~ '^[0-9a-f]{32}$' OR NEW.utc_offset !~ '^[+-]([01][0-9]|2[0-3]):[0-5][0-9]$'
        OR NEW.recorded_at_utc !~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]\.[0-9]{6}Z$'
    THEN
        RAISE EXCEPTION 'id or time of the event have no such form';
    END IF;
    PERFORM NEW.recorded_at_utc::timestamptz;
    IF json_typeof(NEW.payload::json) <> 'object' THEN
        RAISE EXCEPTION 'the payload is not a JSON object';
    END IF;
    NEW.recorded_by := session_user;
    RETURN NEW;
END
$$;
"""
_SET_ASIDE: LiteralString = """CREATE TABLE kgdesk.set_aside (
    set_aside_at timestamptz NOT NULL DEFAULT now(),
    set_aside_by text NOT NULL DEFAULT session_user,
    name text NOT NULL,
    LIKE kgdesk.event
);
"""
_KIND_TABLE: LiteralString = """CREATE TABLE kgdesk.kind (name text PRIMARY KEY, version integer NOT NULL);
"""
#: Run by `init` for each kind and version that this program knows, even in a database that is already prepared.
_KNOWN: LiteralString = (
    "INSERT INTO kgdesk.kind VALUES (%s, %s) "
    "ON CONFLICT (name) DO UPDATE SET version = greatest(kind.version, excluded.version) "
    "WHERE kind.version < excluded.version RETURNING name"
)
_TABLES: LiteralString = """
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
    recorded_by text,
    PRIMARY KEY (study, seq),
    UNIQUE (study, event_id)
);
CREATE FUNCTION kgdesk.refuse_change() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION 'events are only appended'; END $$;
CREATE TRIGGER event_is_never_changed BEFORE UPDATE OR DELETE OR TRUNCATE ON kgdesk.event
    FOR EACH STATEMENT EXECUTE FUNCTION kgdesk.refuse_change();
"""
_APPENDED: LiteralString = """CREATE TRIGGER event_is_only_appended BEFORE INSERT ON kgdesk.event
    FOR EACH ROW EXECUTE FUNCTION kgdesk.expect_next();
"""
#: Run once by the owner of the database. The triggers apply to the owner too.
_SCHEMA: LiteralString = _TABLES + _KIND_TABLE + _EXPECT_NEXT + _APPENDED + _SET_ASIDE
# SELECT ... FOR UPDATE requires the UPDATE privilege; the only updatable column, `locked`, is never read.
_RIGHTS: tuple[LiteralString, ...] = (
    "GRANT USAGE ON SCHEMA kgdesk TO {}",
    "GRANT SELECT ON kgdesk.layout TO {}",
    "GRANT SELECT, INSERT (name), UPDATE (locked) ON kgdesk.study TO {}",
    "GRANT SELECT, INSERT ON kgdesk.event TO {}",
    "GRANT SELECT ON kgdesk.kind TO {}",
)
_COLUMNS: LiteralString = (
    "study, seq, event_id, kind, kind_version, recorded_at_utc, utc_offset, actor, workstation, app_version, payload, "
    "prev_hash, hash, recorded_by"
)
_FIELDS = ", ".join(Row._fields)
_ROWS = f"SELECT {_FIELDS} FROM kgdesk.event WHERE study = %s ORDER BY seq".encode()  # noqa: S608 - our own names
_INSERT = f"INSERT INTO kgdesk.event (study, {_FIELDS}) VALUES (%s{', %s' * len(Row._fields)})".encode()  # noqa: S608 - likewise
_OWNER = "SELECT pg_has_role(relowner, 'MEMBER') FROM pg_class WHERE oid = %s::regclass"
#: Bytes of the list of studies.
_LARGEST_LIST = 16 * 1024 * 1024
#: The events after the last good one, and any with a number below 1.
_GONE = "FROM kgdesk.event WHERE study = %s AND NOT seq BETWEEN 1 AND %s"


def init(server: str) -> bool:
    """Prepare a database: schema, triggers and the role for workstations; add new kinds of events to a prepared one.

    Returns
    -------
    bool
        False if there was nothing to do.

    Raises
    ------
    StoreError
        Missing privileges, or the server cannot be reached.
    """
    psycopg = driver()
    sql = psycopg.sql
    with _connected(server) as link, translated_errors(server), link.transaction():
        fresh = read_one(link, "SELECT to_regclass(%s) IS NULL", "kgdesk.layout", of=bool)
        if fresh:
            if not read_one(link, "SELECT count(*) FROM pg_roles WHERE rolname = %s", ROLE):
                link.ask(sql.SQL("CREATE ROLE {} NOLOGIN").format(sql.Identifier(ROLE)))
            link.ask(_SCHEMA)
            for right in _RIGHTS:
                link.ask(sql.SQL(right).format(sql.Identifier(ROLE)))
        check_layout(link, without_password(server))
        added = [link.ask(_KNOWN, kind) for kind in KINDS.items()]
    return fresh or any(added)


def repair(
    place: str,
    judge: Callable[[Sequence[tuple[object, ...]]], int],
    tell: Callable[[int, int], Sequence[Row]],
) -> tuple[int, int]:
    """Set aside the events of a study from the first bad one on, as the owner of the database, in one transaction.

    Parameters
    ----------
    place
        Address of the study, with the owner as its user.
    judge
        Called with all rows of the study, in order; returns how many of them stay, counted from the first.
    tell
        Called with the numbers of events that stay and that are set aside; returns the rows that record the repair,
        which are appended to the study.

    Returns
    -------
    kept, set_aside
        Numbers of events. Those set aside are in ``kgdesk.set_aside``, with who set them aside and when.

    Raises
    ------
    NotAStudy, ReadOnlyStudy, ServerAway, StoreError
        There is no such study, or the user does not own the database. Nothing was changed.
    """
    server, name = split_address(place)
    public = without_password(server)
    with _connected(server) as link, translated_errors(server, writing=phrase("Nothing was changed.")):
        set_limits(link)
        check_layout(link, public)
        if not read_one(link, _OWNER, "kgdesk.event"):
            raise ReadOnlyStudy(
                phrase(
                    "Only the owner of the database {place} repairs a study. Nothing was changed.",
                    place=public,
                )
            )
        with link.transaction():
            study = read_one(link, "SELECT id FROM kgdesk.study WHERE name = %s FOR UPDATE", name)
            if study is None:
                raise MissingStudy(
                    phrase("There is no study {name} on {server}. Check its name.", name=name, server=public)
                )
            rows = link.ask(_ROWS, (study,), largest=LARGEST_ANSWER)
            kept = judge(rows)
            if kept < len(rows):
                _set_aside(link, study, name, kept)
                for row in tell(kept, len(rows) - kept):
                    link.ask(_INSERT, (study, *row))
                link.ask("SELECT pg_notify('kgdesk', %s)", (str(study),))
    return kept, len(rows) - kept


def _set_aside(link: Link, study: int, name: str, kept: int) -> None:
    copied = f"INSERT INTO kgdesk.set_aside (name, {_COLUMNS}) SELECT %s, {_COLUMNS} {_GONE}".encode()
    # This is inside the transaction, so that no other session ever sees the table without its trigger.
    link.ask("ALTER TABLE kgdesk.event DISABLE TRIGGER event_is_never_changed")
    link.ask(copied, (name, study, kept))
    link.ask(f"DELETE {_GONE}".encode(), (study, kept))
    link.ask("ALTER TABLE kgdesk.event ENABLE TRIGGER event_is_never_changed")


@contextmanager
def _connected(server: str) -> Iterator[Link]:
    """Connect for one gesture, and close the connection at its end."""
    patience = Patience()
    with patience.gesture(), connect(server, patience) as link:
        yield link


def studies_on(server: str) -> tuple[tuple[str, str], ...]:
    """List the studies of a server as (name, address), sorted by name.

    Raises
    ------
    StoreError
        The server cannot be reached or used.
    """
    with _connected(server) as link, translated_errors(server):
        check(link, server)
        names = [
            name for (name,) in link.ask("SELECT name FROM kgdesk.study", of=(str,), largest=_LARGEST_LIST)
        ]
    return tuple((name, address(server, name)) for name in sorted(names, key=lambda n: (n.casefold(), n)))
