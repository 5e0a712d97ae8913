"""Filters of the list of candidates, and the conditions of a suggestion that they make."""

from __future__ import annotations

import math

import numpy as np
import pytest

from kgdesk.model.design.conditions import rows_where
from kgdesk.model.design.filters import (
    NumberFilter,
    RunsFilter,
    WordFilter,
    conditions_of,
    filtered_columns,
    open_filter,
    rows_that_pass,
    word_counts,
)
from kgdesk.model.design.pool import Attribute, Pool

POOL = Pool(
    tuple(f"C-{k:02d}" for k in range(60)),
    (Attribute("Heat (°C)", unit="°C"), Attribute('Solvent "dry", and more', "category")),
    (
        tuple(40.0 + 10.0 * (k % 7) for k in range(60)),
        tuple(("MeCN", "DMF", "water, hot", "a and b")[k % 4] for k in range(60)),
    ),
    extras={
        "Batch": tuple(("7", "8", "")[k % 3] for k in range(60)),
        "Label": tuple(f"label {k}" for k in range(60)),
    },
)
TALLY = {"C-01": (1, 0), "C-02": (0, 2), "C-03": (1, 1)}


@pytest.mark.parametrize(
    "made",
    [
        NumberFilter("Heat (°C)", 80.0),
        NumberFilter("Heat (°C)", high=55.5),
        NumberFilter("Heat (°C)", 50.0, 70.0),
        NumberFilter("Heat (°C)", 60.0, 60.0),
        NumberFilter("Batch", 8.0, math.inf),
        WordFilter('Solvent "dry", and more', ("MeCN",)),
        WordFilter('Solvent "dry", and more', ("water, hot", "a and b")),
    ],
)
def test_a_filter_passes_the_candidates_that_its_condition_names(made: NumberFilter | WordFilter) -> None:
    passed = rows_that_pass((made,), POOL, TALLY)
    assert 0 < passed.sum() < len(POOL)
    assert (passed == rows_where(POOL, conditions_of((made,)))).all()


def test_filters_are_joined_by_and_those_that_exclude_nothing_are_left_out() -> None:
    made = (
        NumberFilter("Heat (°C)", 80.0),
        WordFilter('Solvent "dry", and more'),
        WordFilter("Batch", ("7", "8")),
        RunsFilter("never"),
    )
    passed = rows_that_pass(made, POOL, TALLY)
    assert (
        passed == (made[0].rows(POOL, TALLY) & made[2].rows(POOL, TALLY) & made[3].rows(POOL, TALLY))
    ).all()
    text = conditions_of(made)
    assert "Solvent" not in text
    assert (rows_where(POOL, text) == (made[0].rows(POOL, TALLY) & made[2].rows(POOL, TALLY))).all()
    assert conditions_of((RunsFilter("run"), NumberFilter("Heat (°C)"))) == ""


@pytest.mark.parametrize(
    ("so_far", "expected"),
    [("run", {"C-01", "C-02", "C-03"}), ("succeeded", {"C-01", "C-03"}), ("never", None), (None, None)],
)
def test_runs_so_far_are_successes_and_failures(so_far: str | None, expected: set[str] | None) -> None:
    passed = rows_that_pass((RunsFilter(so_far),), POOL, TALLY)  # type: ignore[arg-type]
    names = {name for name, one in zip(POOL.ids, passed, strict=True) if one}
    if expected is None:
        expected = set(POOL.ids) - (set(TALLY) if so_far == "never" else set())
    assert names == expected


def test_a_column_of_numbers_has_a_range_one_of_words_ticks_and_one_of_codes_no_filter() -> None:
    assert filtered_columns(POOL) == ("Heat (°C)", 'Solvent "dry", and more', "Batch")
    assert open_filter(POOL, "Heat (°C)") == NumberFilter("Heat (°C)")
    assert open_filter(POOL, "Batch") == NumberFilter("Batch")  # numbers, as far as there are any
    assert open_filter(POOL, "Label") is None
    counts = word_counts(POOL, 'Solvent "dry", and more')
    assert counts == {"DMF": 15, "MeCN": 15, "a and b": 15, "water, hot": 15}
    assert np.sum(list(word_counts(POOL, "Batch").values())) == 40
