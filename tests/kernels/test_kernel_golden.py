"""Results of the beliefs agree with the golden values, independently of the names of source files."""

from __future__ import annotations

import json
from typing import Any

import pytest
from golden_beliefs import FAR, FILE, MODERATE, beliefs, differences, values

from kgdesk import kernels


@pytest.fixture(scope="module")
def golden() -> dict[str, Any]:
    kept: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return kept


def test_the_golden_values_are_those_of_the_present_version(golden: dict[str, Any]) -> None:
    assert golden["version"] == kernels.BELIEF_VERSION, "write them anew: tests/kernels/golden_beliefs.py"


def test_the_golden_states_cover_the_admitted_range(golden: dict[str, Any]) -> None:
    moments = [beliefs(state)["moments"].moments([state["x"]]) for state in golden["states"]]
    mu, s2 = (abs(float(pair[0][0])) for pair in moments), (float(pair[1][0]) for pair in moments)
    sizes = list(zip(mu, s2, strict=True))
    assert len(sizes) == MODERATE + FAR == 200
    assert all(m <= 50.1 and s <= 1.001e4 for m, s in sizes[:MODERATE])
    assert max(m for m, _ in sizes) > 1e5
    assert max(s for _, s in sizes) > 1e10
    assert min(s for _, s in sizes) < 1e-7


def test_the_beliefs_give_the_golden_values(golden: dict[str, Any]) -> None:
    wrong = {
        number: differences(state, state["values"], values(state))
        for number, state in enumerate(golden["states"])
    }
    assert {number: gaps for number, gaps in wrong.items() if gaps} == {}


def test_a_moved_value_is_seen(golden: dict[str, Any]) -> None:
    """Two parts in 1e9 of one probability, in one direction of the posterior, are no rounding error."""
    state = golden["states"][0]
    for path in (("moments", "probability"), ("full", "+1"), ("diagonal", "-1")):
        moved = json.loads(json.dumps(state["values"]))
        numbers = moved[path[0]][path[1]]
        if path[1] == "probability":
            numbers[0] *= 1 + 2e-9
        else:
            largest = max(range(len(numbers[0])), key=lambda at: abs(numbers[0][at]))
            numbers[0][largest] *= 1 + 2e-9
        assert differences(state, state["values"], moved)
