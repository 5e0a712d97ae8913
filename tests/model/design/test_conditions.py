"""Conditions on the columns of a pool: what they select, and what is said of those that cannot be read."""

from __future__ import annotations

import pytest

from kgdesk.errors import BadInput
from kgdesk.model.design.conditions import rows_where
from kgdesk.model.design.pool import Attribute, Pool

POOL = Pool(
    ("A", "B", "C", "D"),
    (
        Attribute("Temp", unit="°C"),
        Attribute("Temp max"),
        Attribute("Solvent", "category"),
        Attribute("Solvent=DMF"),
        Attribute("Salt and base", "category"),
    ),
    ((20.0, 40.0, 80.0, 82.5), (1.0, 2.0, 3.0, 4.0), ("DMF", "THF", "water, tap", "DMF"), (1.0, 0.0, 0.0, 1.0),
     ("K in Na", "K", "K", "none")),
    {"Plate": ("7", "8", "", "10"), "Shelf": ("left", "right", "left", "")},
)  # fmt: skip


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Solvent = DMF", "AD"),
        ("Solvent != DMF", "BC"),
        ("solvent=dmf", "AD"),
        ("Solvent in DMF, THF", "ABD"),
        ("Solvent in (THF)", "B"),
        ("Solvent not in DMF, THF", "C"),
        ('Solvent in "water, tap", THF', "BC"),
        ("Temp <= 80", "ABC"),
        ("Temp < 80 °C", "AB"),
        ("Temp>=80", "CD"),
        ("Temp > 80", "D"),
        ("Temp ≤ 40 and Temp ≥ 40", "B"),
        ("Temp = 82.5", "D"),
        ("Temp = 82,5", "D"),
        ("Temp > 79,5 °C", "CD"),
        ("Temp in 20, 82", "A"),
        ('Temp in 20, "82,5"', "AD"),
        ("Temp > 0,125", "ABCD"),
        ("Temp in 20, 82.50", "AD"),
        ("Temp != 20", "BCD"),
        ("Temp max > 2", "CD"),
        ("Solvent = DMF AND Temp <= 80", "A"),
        ("Solvent=DMF = 1", "AD"),
        ('"Solvent=DMF" = 0', "BC"),
        ('"Salt and base" = K', "BC"),
        ('"Salt and base" = "K in Na" and Temp = 20', "A"),
        ("Plate < 10", "AB"),
        ("Plate = 7.0", "A"),
        ("Shelf = left", "AC"),
        ("Shelf != left", "BD"),
    ],
)
def test_conditions_select_the_candidates_that_satisfy_all_of_them(text: str, names: str) -> None:
    assert "".join(name for name, fits in zip(POOL.ids, rows_where(POOL, text), strict=True) if fits) == names


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Solvnt = DMF", "There is no column “Solvnt” for the condition (--where): is it “Solvent”?"),
        (
            "pH = 7",
            "There is no column “pH” for the condition (--where): the candidates have Temp, Temp max, Solvent",
        ),
        ("Solvent = DMFF", "“Solvent” has no “DMFF”: is it “DMF”?"),
        ("Solvent = toluene", "“Solvent” has no “toluene”: there is DMF, THF, water, tap."),
        ("Temp > 1,500", "“1,500” can be read in two ways: write the number with a decimal point."),
        ("Temp > nan", "“Temp” contains numbers, and “nan” is not one: write it like 82.5."),
        ("Temp > 1_0", "“Temp” contains numbers, and “1_0” is not one: write it like 82.5."),
        ("Solvent < 3", "“Solvent” contains words: write it with =, != or in."),
        ("Temp <= warm", "“Temp” contains numbers, and “warm” is not one"),
        ("Temp = 8,0,5", "“8,0,5” is not one: write it like 82.5"),
        ("Temp", "“Temp” is not a condition: write COLUMN = VALUE"),
        ("Temp =", "is not a condition"),
        ("", "The condition is empty"),
        ("Temp > 80 and Solvent = THF", "No candidate satisfies “Temp > 80 and Solvent = THF”."),
    ],
)
def test_what_cannot_be_read_or_selects_nothing_is_said_with_the_way_out(text: str, said: str) -> None:
    with pytest.raises(BadInput) as refused:
        rows_where(POOL, text)
    assert said in refused.value.sentence
