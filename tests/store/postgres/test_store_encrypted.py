"""Connections to a server are encrypted, and require that the server proves its identity."""

from __future__ import annotations

import os
import pwd
import shutil
import socket
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import quote

import psycopg
import pytest
from false_server import HOST, certificate
from pgserver import Server, missing
from storekit import KIM, some_events

from kgdesk import actions
from kgdesk.actions.importing import read_pool
from kgdesk.errors import LoginRefused, ServerAway, StoreError
from kgdesk.model.study.settings import Settings
from kgdesk.store import OfflineReplica
from kgdesk.store.postgres.schema import init
from kgdesk.store.postgres.store import PostgresStore

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@dataclass(frozen=True)
class Encrypted:
    """Server with a certificate of its own, and one that another party created for the same name."""

    server: Server
    port: int
    own: Path
    other: Path

    def place(self, name: str, *, mode: str = "", root: Path | None = None, host: str = HOST) -> str:
        way = f"hostaddr=127.0.0.1&sslmode={mode}" if mode else "hostaddr=127.0.0.1"
        way += f"&sslrootcert={quote(str(root))}" if root is not None else ""
        return f"postgresql://kim:S3cret@{host}:{self.port}/lab?{way}#{name}"

    def sql(self, *statements: str) -> None:
        with psycopg.connect(f"{self.server.address()}&port={self.port}", autocommit=True) as link:
            for statement in statements:
                link.execute(statement.encode())


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


@pytest.fixture(scope="module")
def encrypted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Encrypted]:
    why = missing() or ("" if shutil.which("openssl") else "openssl is not installed")
    if why:
        pytest.skip(why)
    folder = tmp_path_factory.mktemp("certificates")
    server = Server()
    try:
        init(server.address())
        server.sql("CREATE ROLE kim LOGIN IN ROLE kgdesk_lab PASSWORD 'S3cret'")
        server.stop()
        rules = "local all all trust\nhost all all 127.0.0.1/32 scram-sha-256\n"
        (server.data / "pg_hba.conf").write_text(rules, encoding="utf-8")
        own, port = certificate(folder, "own"), free_port()
        kept = [server.folder / own.name, server.folder / own.with_suffix(".key").name]
        for made, place in zip((own, own.with_suffix(".key")), kept, strict=True):
            shutil.copyfile(made, place)
            place.chmod(0o600)
            if os.geteuid() == 0:
                user = pwd.getpwnam("postgres")
                os.chown(place, user.pw_uid, user.pw_gid)
        server.start(
            listen_addresses="127.0.0.1",
            port=str(port),
            ssl="on",
            ssl_cert_file=str(kept[0]),
            ssl_key_file=str(kept[1]),
        )
        yield Encrypted(server, port, own, certificate(folder, "other"))
    finally:
        server.remove()


def test_a_server_that_proves_its_name_keeps_a_study(encrypted: Encrypted) -> None:
    place = encrypted.place("proved", root=encrypted.own)
    with PostgresStore.create(place, some_events(2)) as store:
        with store._serving() as link:
            assert link.connection.pgconn.ssl_in_use
        store.append_if_head(store.head(), some_events(1))
    with PostgresStore.open(place, writer=KIM) as store:
        assert store.verify().problem is None
        assert store.head().seq == 3


def refusals(encrypted: Encrypted) -> dict[str, tuple[str, str]]:
    return {
        "signed by somebody else": (encrypted.place("s", root=encrypted.other), "cannot prove"),
        "made out to another name": (
            encrypted.place("s", root=encrypted.own, host="db2.lab"),
            "cannot prove",
        ),
        "no certificate to compare with": (
            encrypted.place("s", root=encrypted.own.with_name("lost.crt")),
            "cannot prove",
        ),
    }


CASES = (
    "signed by somebody else",
    "made out to another name",
    "no certificate to compare with",
)


@pytest.mark.parametrize("store", [PostgresStore, OfflineReplica])
@pytest.mark.parametrize("case", CASES)
def test_any_other_server_is_refused_in_one_sentence_and_gets_nothing(
    encrypted: Encrypted, case: str, store: type[PostgresStore | OfflineReplica]
) -> None:
    place, words = refusals(encrypted)[case]
    with pytest.raises(StoreError, match=words) as refused:
        store.create(place, some_events(1))
    said = str(refused.value)
    assert not isinstance(
        refused.value, ServerAway
    )  # the server is reachable: no waiting, and no offline replica
    assert HOST in said or "db2.lab" in said
    assert "\n" not in said
    assert "Traceback" not in said
    with pytest.raises(StoreError, match=words):
        store.open(place, writer=KIM)


def test_a_login_that_is_refused_says_so(encrypted: Encrypted) -> None:
    for place in (
        encrypted.place("s", root=encrypted.own).replace("S3cret", "other"),
        encrypted.place("s", root=encrypted.own).replace(":S3cret", ""),
    ):
        with pytest.raises(LoginRefused, match="does not let you in"):
            PostgresStore.open(place, writer=KIM)


def test_for_a_login_that_is_refused_nothing_waits_and_no_copy_is_opened(
    encrypted: Encrypted, table_path: Path, who: actions.Operator
) -> None:
    place = encrypted.place("refused", root=encrypted.own)
    with actions.create_study(
        place, read_pool(table_path, id="code", categories=["solvent"], extras=["well"]), Settings(), who
    ) as session:
        actions.record(session, "C-01", "success")
        encrypted.sql(
            "ALTER ROLE kim PASSWORD 'other'",
            "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE usename = 'kim'",
        )
        try:
            with pytest.raises(LoginRefused, match="Nothing waits"):
                actions.record(session, "C-02", "failure", token="typed once")
            assert session.waiting == 0
            assert session.refreshed() is None
            assert [run.candidate for run in session.study.runs] == ["C-01"]
            with pytest.raises(LoginRefused):
                actions.open_study(place, who)
        finally:
            encrypted.sql("ALTER ROLE kim PASSWORD 'S3cret'")
        actions.record(session, "C-02", "failure", token="typed once")
        assert session.waiting == 0
        assert [run.candidate for run in session.on_record.runs] == ["C-01", "C-02"]


def test_an_address_may_say_that_nothing_is_encrypted(encrypted: Encrypted) -> None:
    """As inside a tunnel; the password is proved even then."""
    with PostgresStore.create(encrypted.place("open", mode="disable"), some_events(1)) as store:
        assert store._link is not None
        assert not store._link.connection.pgconn.ssl_in_use
        assert store._link.connection.pgconn.used_password
