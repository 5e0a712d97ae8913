"""Each session sets its limits and keepalives, on both sides, and checks them before a study is opened."""

from __future__ import annotations

import socket
from typing import TYPE_CHECKING, Any

import pytest
from pgserver import Server, cut_connections, missing
from storekit import KIM, PostgresPlaces, new_event, some_events

from kgdesk.errors import StoreError
from kgdesk.store import OfflineReplica
from kgdesk.store.postgres import connection
from kgdesk.store.postgres.schema import init
from kgdesk.store.postgres.store import PostgresStore

if TYPE_CHECKING:
    from collections.abc import Iterator

#: In the units of pg_settings: ms and s. On a Unix socket PostgreSQL gives 0 for those of TCP.
LIMITS = {
    "lock_timeout": "3000",
    "idle_in_transaction_session_timeout": "5000",
    "statement_timeout": "60000",
    "synchronous_commit": "on",
}
KEEPALIVES = {"tcp_keepalives_idle": "5", "tcp_keepalives_interval": "2", "tcp_keepalives_count": "2"}


def settings_of(store: Any) -> dict[str, str]:
    """Read the limits of the session of an open study as the server has them."""
    link = (store._remote if isinstance(store, OfflineReplica) else store)._link
    rows = link.ask("SELECT name, setting FROM pg_settings WHERE name = ANY(%s)", ([*LIMITS, *KEEPALIVES],))
    return dict(rows)


@pytest.fixture(scope="module")
def over_tcp() -> Iterator[str]:
    """Return the server of an address of TCP, where keepalives act."""
    if why := missing():
        pytest.skip(why)
    server = Server()
    try:
        init(server.address())
        server.sql("CREATE ROLE kim LOGIN IN ROLE kgdesk_lab")
        server.stop()
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        server.start(listen_addresses="127.0.0.1", port=str(port))
        yield f"postgresql://kim@127.0.0.1:{port}/lab"
    finally:
        server.remove()


@pytest.mark.parametrize("kind", [PostgresStore, OfflineReplica])
def test_a_session_sets_its_limits_on_the_server(
    server: Server, on_server: PostgresPlaces, kind: type[Any]
) -> None:
    place, off = on_server("s"), dict.fromkeys(KEEPALIVES, "0")
    with kind.create(place, some_events(1)) as store:
        assert settings_of(store) == {**LIMITS, **off}
    with kind.open(place, writer=None) as reader:
        assert settings_of(reader) == {**LIMITS, **off}
    with kind.open(place, writer=KIM) as store:
        cut_connections(server, "kim")
        store.append_if_head(read_again(store), [new_event()])
        assert settings_of(store) == {**LIMITS, **off}  # of the next connection too


def read_again(store: Any) -> Any:
    """Return the head, after the first call has met the broken connection."""
    with pytest.raises(StoreError):
        store.head()
    return store.head()


def test_a_session_over_tcp_sets_its_keepalives_on_both_sides(over_tcp: str) -> None:
    place = f"{over_tcp}#s"
    PostgresStore.create(place, some_events(1)).close()
    with PostgresStore.open(place, writer=KIM) as store:
        assert settings_of(store) == {**LIMITS, **KEEPALIVES}
        link = store._link
        assert link is not None
        with socket.socket(fileno=socket.dup(link.connection.fileno())) as ours:
            assert ours.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE) == 1
            found = [
                ours.getsockopt(socket.IPPROTO_TCP, option)
                for option in (
                    socket.TCP_KEEPIDLE,
                    socket.TCP_KEEPINTVL,
                    socket.TCP_KEEPCNT,
                    socket.TCP_USER_TIMEOUT,
                )
            ]
        assert found == [5, 2, 2, 5000]


@pytest.mark.parametrize("name", [*LIMITS, *KEEPALIVES])
def test_a_server_that_does_not_take_a_limit_is_refused_by_its_name(
    over_tcp: str, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """As behind a pooler, or where settings are not passed on."""
    kept = connection._LIMITS
    asked = {key: value for key, value in kept.items() if key != name}
    place = f"{over_tcp}#without {name}"
    other = {"synchronous_commit": "off"}

    def set_limits(link: Any) -> None:
        for key, (value, *_) in asked.items():
            link.ask("SELECT set_config(%s, %s, false)", (key, value))
        link.ask("SELECT set_config(%s, %s, false)", (name, other.get(name, "7")))

    PostgresStore.create(place, some_events(1)).close()
    monkeypatch.setattr(connection, "set_limits", set_limits)
    with pytest.raises(StoreError, match=f"has {name} = .*Ask its administrator"):
        PostgresStore.open(place, writer=KIM)
