"""Settings of a new study that a person leaves out: the terms follow from the others."""

from __future__ import annotations

import pytest

from kgdesk.actions.importing import with_terms
from kgdesk.errors import BadInput
from kgdesk.model.study.settings import new_settings
from kgdesk.tables import read_pool


@pytest.mark.parametrize(
    ("stated", "players", "terms"),
    [
        ({}, (), "average"),
        ({"terms": ""}, (), "average"),
        ({"belief": "full"}, ("kg", "random"), "average"),
        ({"terms": "linear"}, (), "linear"),
        ({"terms": "squares"}, ("kg/diagonal",), "squares"),
        ({"raw": True}, (), "linear"),
        ({"belief": "diagonal"}, (), "linear"),
        ({"policy": "kg/diagonal"}, (), "linear"),
        ({}, ("kg", "kg/diagonal"), "linear"),
    ],
)
def test_terms_that_nobody_states_are_averaged_where_models_can_be(
    stated: dict, players: tuple[str, ...], terms: str
) -> None:
    assert new_settings(stated, players=players).terms == terms


def test_the_policy_follows_from_the_terms() -> None:
    assert new_settings({}).policy == "kg"
    assert new_settings({"terms": "linear"}).policy == "kg-then-turns"


def test_an_average_that_is_stated_is_never_replaced() -> None:
    with pytest.raises(BadInput, match="moments or full"):
        new_settings({"terms": "average", "belief": "diagonal"})


@pytest.mark.parametrize(
    ("numbers", "stated", "terms"),
    [(2, "", "average"), (9, "", "average-squares"), (9, "average", "average")],
)
def test_products_that_are_too_many_for_the_plan_are_left_out_unless_they_are_asked_for(
    numbers: int, stated: str, terms: str
) -> None:
    columns = {f"x{nth}": [float((nth + 2) ** row % 7) for row in range(12)] for nth in range(numbers)}
    settings = new_settings({"terms": stated, "budget": 20})
    assert with_terms(settings, read_pool(columns), stated).terms == terms
