from __future__ import annotations

import uuid
from typing import TYPE_CHECKING, Any

import pytest
from pgserver import prepared_server
from storekit import PostgresPlaces, SqlitePlaces, some_events

from kgdesk.store import SqliteStore

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pgserver import Server


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """Start a prepared server with two users; skip the tests that need it if PostgreSQL is not installed."""
    with prepared_server("kim", "pat") as made:
        yield made


@pytest.fixture
def on_server(server: Server) -> PostgresPlaces:
    return PostgresPlaces(server, uuid.uuid4().hex[:8])


@pytest.fixture(params=["sqlite", "postgres"])
def places(request: pytest.FixtureRequest, tmp_path: Path) -> Any:
    """Return the places of each kind of store: ``places.store`` is its class, ``places(name)`` a place for a study."""
    return SqlitePlaces(tmp_path) if request.param == "sqlite" else request.getfixturevalue("on_server")


@pytest.fixture
def study(tmp_path: Path) -> Path:
    """Return a closed study file of five events."""
    path = tmp_path / "solvents.kgstudy"
    SqliteStore.create(path, some_events(5)).close()
    return path
