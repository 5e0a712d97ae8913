"""The candidate nearest to a point."""

from __future__ import annotations

import numpy as np
import pytest

from kgdesk.model.design.design_matrix import fix_scaling
from kgdesk.model.design.neighbours import Neighbours
from kgdesk.model.design.pool import Attribute, Pool

POOL = Pool(
    ("A", "B", "C", "D", "E"),
    (
        Attribute("heat", unit="°C"),
        Attribute("dose", log=True),
        Attribute("solvent", "category"),
        Attribute("vessel", "category"),
    ),
    (
        (40.0, 60.0, 80.0, 100.0, 80.0),
        (0.01, 0.1, 1.0, 10.0, 10.0),
        ("DMF", "DMF", "water", "water", "DMF"),
        ("glass",) * 5,
    ),
)
FOUND = Neighbours(POOL, fix_scaling(POOL))


@pytest.mark.parametrize("row", range(5))
def test_a_candidate_is_nearest_to_its_own_attributes(row: int) -> None:
    assert FOUND.nearest([column[row] for column in POOL.values]) == row


def test_numbers_count_in_deviations_logarithms_by_ratio_and_levels_as_one() -> None:
    heat, dose = np.std(POOL.values[0]), np.std(np.log(POOL.values[1]))
    point = (72.0, 0.6, "DMF", "glass")
    expected = [
        ((point[0] - h) / heat) ** 2 + ((np.log(point[1]) - np.log(d)) / dose) ** 2 + (s != "DMF")
        for h, d, s, _ in zip(*POOL.values, strict=True)
    ]
    assert FOUND.nearest(point) == int(np.argmin(expected)) == 1


def test_the_attribute_that_was_moved_counts_four_times() -> None:
    point = (80.0, 0.1, "DMF", "glass")
    assert FOUND.nearest(point) == 1
    assert FOUND.nearest(point, 0) == 2  # 80 °C itself, although its dose and its solvent are others


def test_with_exactly_only_candidates_with_that_value_count() -> None:
    assert FOUND.nearest((100.0, 0.01, "DMF", "glass"), 0, exactly=True) == 3
    assert FOUND.nearest((40.0, 0.01, "water", "glass"), 2, exactly=True) == 2


def test_an_attribute_that_does_not_vary_never_counts() -> None:
    assert FOUND.nearest((40.0, 0.01, "DMF", "steel")) == 0
