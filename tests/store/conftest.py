from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from storekit import some_events

from kgdesk.store import EventStore, SqliteStore

if TYPE_CHECKING:
    from pathlib import Path


class SqlitePlaces:
    """Where the contract's studies of the SQLite store are kept."""

    store: type[EventStore] = SqliteStore

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def __call__(self, name: str) -> Path:
        return self._folder / f"{name}.kgstudy"


@pytest.fixture(params=[SqlitePlaces], ids=["sqlite"])
def places(request: pytest.FixtureRequest, tmp_path: Path) -> Any:
    """Give a store of each kind: ``places.store`` is its class, ``places(name)`` a place for a study."""
    return request.param(tmp_path)


@pytest.fixture
def study(tmp_path: Path) -> Path:
    """Make a closed study file of five events."""
    path = tmp_path / "solvents.kgstudy"
    SqliteStore.create(path, some_events(5)).close()
    return path
