"""The PostgreSQL schema of the studies of a laboratory, made once by the owner of the database."""

from __future__ import annotations

from typing import LiteralString

from kgdesk.store.server import address, without_password
from kgdesk.store.server.connection import ROLE, check, check_layout, connect, driver, read_one, serving

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
        fresh = bool(read_one(link, "SELECT to_regclass(%s) IS NULL", "kgdesk.layout"))
        if fresh:
            if not read_one(link, "SELECT count(*) FROM pg_roles WHERE rolname = %s", ROLE):
                link.execute(sql.SQL("CREATE ROLE {} NOLOGIN").format(sql.Identifier(ROLE)))
            link.execute(_SCHEMA)
            for right in _RIGHTS:
                link.execute(sql.SQL(right).format(sql.Identifier(ROLE)))
        check_layout(link, without_password(server))
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
