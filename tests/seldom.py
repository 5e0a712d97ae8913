"""Parameters of tests of which some run nightly only."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterable


def seldom(*cases: Any) -> list[Any]:
    """Return cases that run nightly only; a tuple holds the values of several parameters."""
    return [
        pytest.param(*case, marks=pytest.mark.nightly)
        if isinstance(case, tuple)
        else pytest.param(case, marks=pytest.mark.nightly)
        for case in cases
    ]


def daily(names: Iterable[str], *by_day: str) -> list[Any]:
    """Return all names as parameters, of which those that are not named again run nightly only."""
    names = list(names)
    assert set(by_day) <= set(names)
    return [pytest.param(name, marks=() if name in by_day else pytest.mark.nightly) for name in names]
