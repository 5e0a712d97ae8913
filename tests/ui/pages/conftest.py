from __future__ import annotations

import multiprocessing
import threading
from typing import TYPE_CHECKING

import pytest

from kgdesk.model.study.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(autouse=True)
def _nothing_is_left_behind() -> Iterator[None]:
    """Check that no process and no thread outlives the window that started it."""
    before = set(threading.enumerate())
    yield
    assert multiprocessing.active_children() == []
    left = [thread.name for thread in set(threading.enumerate()) - before if "kgdesk" in thread.name]
    assert left == []


@pytest.fixture
def settings() -> Settings:
    return Settings(title="Coupling screen", budget=12, seed=5)
