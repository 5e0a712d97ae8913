"""Design matrix of a table: scaling, levels, duplicates, collinear columns, extreme numbers."""

from __future__ import annotations

import csv
import json
import math
import os
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kgdesk.errors import BadInput
from kgdesk.model.design.design_matrix import Scaling, collinear, design, findings, fix_scaling
from kgdesk.model.design.pool import Attribute, Pool

UCI = os.environ.get("KGDESK_UCI_DIR", "")


def table(*columns: tuple[str, list], log: bool = False) -> Pool:
    attributes = tuple(
        Attribute(name, "category" if isinstance(values[0], str) else "number", log=log)
        for name, values in columns
    )
    size = len(columns[0][1])
    return Pool(tuple(f"C-{i}" for i in range(size)), attributes, tuple(tuple(v) for _, v in columns))


def bits(scaling: Scaling) -> list[tuple[bytes, bytes]]:
    return [(np.float64(c.centre).tobytes(), np.float64(c.scale).tobytes()) for c in scaling.columns]


def test_the_intercept_comes_first_then_the_attributes_in_table_order() -> None:
    pool = table(("b", [1.0, 2.0, 4.0]), ("kind", ["z", "a", "z"]), ("a", [3.0, 1.0, 1.0]))
    scaling = fix_scaling(pool)
    assert scaling.names == ("intercept", "b", "kind=a", "kind=z", "a")
    X = design(pool, scaling).X
    assert X.shape == (3, 5)
    assert X.flags.c_contiguous
    assert (X[:, 0] == 1.0).all()
    assert X[:, 2].tolist() == [0.0, 1.0, 0.0]
    assert (X[:, 2] + X[:, 3] == 1.0).all()


def exact_scaling(values: list[float]) -> tuple[Fraction, Fraction]:
    """Return mean and population variance in exact rational arithmetic."""
    numbers = [Fraction(v) for v in values]
    mean = sum(numbers) / len(numbers)
    return mean, sum((v - mean) ** 2 for v in numbers) / len(numbers)


@given(st.lists(st.floats(-1e9, 1e9), min_size=2, max_size=12), st.sampled_from([1.0, 1e-280, 1e290, -3.0]))
@settings(max_examples=150, deadline=None)
def test_centre_and_scale_are_mean_and_population_deviation_to_the_last_digits(
    values: list[float], unit: float
) -> None:
    values = [v * unit for v in values]
    mean, variance = exact_scaling(values)
    if variance == 0 or math.sqrt(variance / Fraction(unit) ** 2) * abs(unit) < 1e-290:
        return
    column = fix_scaling(table(("a", values))).columns[1]
    largest = max(map(abs, values))
    assert abs(Fraction(column.centre) - mean) <= Fraction(largest) * Fraction(1, 2**52)
    assert abs(Fraction(column.scale) ** 2 / variance - 1) <= Fraction(1, 10**12)


def test_large_numbers_close_to_each_other_keep_their_deviation() -> None:
    values = [1e9 + 1, 1e9 + 2, 1e9 + 4]
    column = fix_scaling(table(("a", values))).columns[1]
    assert column.scale == pytest.approx(math.sqrt(14 / 9), rel=1e-14)


def test_standardised_numbers_have_mean_0_and_deviation_1_with_ddof_0() -> None:
    values = np.random.default_rng(0).normal(size=40) * 7 + 100
    X = design(pool := table(("a", values.tolist())), fix_scaling(pool)).X
    assert abs(X[:, 1].mean()) < 1e-13
    assert abs(X[:, 1].std() - 1) < 1e-13


def test_a_category_has_one_column_a_level_that_is_neither_standardised_nor_a_reference() -> None:
    pool = table(("solvent", ["THF", "DMF", "THF", "MeOH"]))
    made = design(pool, fix_scaling(pool))
    assert made.scaling.names == ("intercept", "solvent=DMF", "solvent=MeOH", "solvent=THF")
    assert set(made.X.ravel()) == {0.0, 1.0}
    assert made.row_of.tolist() == [0, 1, 0, 2]


def test_constant_columns_are_dropped_and_named() -> None:
    pool = table(("a", [1.0, 2.0]), ("same", [5.0, 5.0]), ("lab", ["x", "x"]), ("zero", [0.0, -0.0]))
    scaling = fix_scaling(pool)
    assert scaling.names == ("intercept", "a")
    assert scaling.dropped == ("same", "lab", "zero")
    said = " ".join(findings(pool, scaling, design(pool, scaling)))
    assert all(f"“{name}” is the same for every candidate" in said for name in scaling.dropped)


def test_a_pool_of_one_candidate_has_an_intercept_alone() -> None:
    pool = table(("a", [1.0]), ("b", ["x"]))
    made = design(pool, fix_scaling(pool))
    assert made.X.tolist() == [[1.0]]
    assert made.scaling.dropped == ("a", "b")


def test_duplicates_share_a_row_in_the_order_of_first_occurrence() -> None:
    pool = table(("a", [9.0, 1.0, 9.0, 5.0, 1.0]), ("k", ["u", "v", "u", "u", "v"]))
    scaling = fix_scaling(pool)
    made = design(pool, scaling)
    assert made.row_of.tolist() == [0, 1, 0, 2, 1]
    assert made.first_of.tolist() == [0, 1, 3]
    assert len(made.X) == 3
    assert made.X[0, 1] > made.X[2, 1] > made.X[1, 1]
    assert "2 of 5 candidates have the same attributes" in " ".join(findings(pool, scaling, made))


@given(st.lists(st.tuples(st.integers(0, 3), st.sampled_from("xyz")), min_size=1, max_size=20))
@settings(max_examples=80, deadline=None)
def test_every_candidate_finds_its_own_row_again(rows: list[tuple[int, str]]) -> None:
    pool = table(("a", [float(a) for a, _ in rows]), ("k", [k for _, k in rows]))
    made = design(pool, fix_scaling(pool))
    assert len(made.X) == len(set(rows))
    assert [rows[made.first_of[r]] for r in made.row_of] == rows
    assert made.first_of.tolist() == sorted(made.first_of.tolist())


def test_a_negative_zero_is_no_candidate_of_its_own() -> None:
    for raw in (False, True):
        pool = table(("a", [-0.0, 0.0, 1.0]))
        made = design(pool, fix_scaling(pool, raw=raw))
        assert made.row_of.tolist() == [0, 0, 1]
        assert not np.signbit(made.X[made.X == 0]).any()


def test_columns_that_follow_from_others_are_named_and_levels_of_a_category_are_not() -> None:
    rng = np.random.default_rng(1)
    a, b = rng.normal(size=(2, 12))
    kinds = [("p", "q", "r")[i % 3] for i in range(12)]
    pool = table(("a", a.tolist()), ("kind", kinds), ("b", b.tolist()), ("sum", (3 * a - b + 7).tolist()))
    scaling = fix_scaling(pool)
    made = design(pool, scaling)
    assert collinear(made) == ("sum",)
    assert "“sum” follows from the other columns" in " ".join(findings(pool, scaling, made))


def test_columns_of_a_long_table_with_many_levels_are_named_as_their_rank_says() -> None:
    rng = np.random.default_rng(2)
    size, levels = 9_000, 40  # rows of more than one part, far from each other in size
    a, b = rng.integers(0, 1_000, size=(2, size)).astype(float)
    kinds = [f"L{level:02}" for level in rng.integers(0, levels, size)]
    tens = [f"tens {kind[1]}" for kind in kinds]
    pool = table(
        ("a", a.tolist()), ("kind", kinds), ("b", b.tolist()), ("tens", tens), ("sum", (1e6 * a + b).tolist()),
        ("nearly", (a + 1e-5 * rng.integers(0, 10, size)).tolist()),
    )  # fmt: skip
    made = design(pool, fix_scaling(pool))
    columns = made.scaling.columns
    ranks = [int(np.linalg.matrix_rank(made.X[:, : j + 1], tol=1e-7)) for j in range(len(columns))]
    follows = [columns[j].name for j in range(1, len(columns)) if ranks[j] == ranks[j - 1]]
    # The last level of a category follows from the others by design.
    assert collinear(made) == tuple(name for name in follows if name not in {"kind=L39", "tens=tens 3"})
    assert collinear(made) == ("tens=tens 0", "tens=tens 1", "tens=tens 2", "sum")


def test_two_categories_that_say_the_same_are_named_once_for_each_extra_level() -> None:
    kinds = [("p", "q", "r")[i % 3] for i in range(9)]
    pool = table(("one", kinds), ("two", [k.upper() for k in kinds]), ("x", [float(i * i) for i in range(9)]))
    assert collinear(design(pool, fix_scaling(pool))) == ("two=P", "two=Q")


def test_collinearity_is_seen_in_raw_columns_of_any_size_too() -> None:
    values = [1.0, 4.0, 2.0, 7.0]
    pool = table(("small", [v * 1e-150 for v in values]), ("large", [v * 1e150 for v in values]))
    assert collinear(design(pool, fix_scaling(pool, raw=True))) == ("large",)


@pytest.mark.skipif(not UCI, reason="KGDESK_UCI_DIR is not set")
def test_in_the_transfusion_data_monetary_is_250_times_frequency() -> None:
    with (Path(UCI) / "transfusion.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    names = [n for n in rows[0] if n != "label"]
    pool = table(*((n, [float(r[n]) for r in rows]) for n in names))
    for raw in (False, True):
        scaling = fix_scaling(pool, raw=raw)
        made = design(pool, scaling)
        assert collinear(made) == ("monetary",)
        assert len(made.X) == len({tuple(r[n] for n in names) for r in rows})


@pytest.mark.skipif(not UCI, reason="KGDESK_UCI_DIR is not set")
def test_every_uci_pool_becomes_a_finite_standardised_matrix() -> None:
    paths = sorted(Path(UCI).glob("*.csv"))
    assert len(paths) == 7
    for path in paths:
        with path.open(newline="") as file:
            rows = list(csv.DictReader(file))
        pool = table(*((n, [float(r[n]) for r in rows]) for n in rows[0] if n != "label"))
        made = design(pool, fix_scaling(pool))
        X = made.X[made.row_of]
        assert np.isfinite(X).all()
        assert np.abs(X[:, 1:].mean(0)).max() < 1e-11
        assert np.abs(X[:, 1:].std(0) - 1).max() < 1e-11


def test_a_log_scale_takes_the_natural_logarithm() -> None:
    pool = table(("conc", [1.0, 10.0, 100.0]), log=True)
    scaling = fix_scaling(pool)
    column = scaling.columns[1]
    assert column.centre == pytest.approx(math.log(10), rel=1e-14)
    assert column.scale == pytest.approx(math.log(10) * math.sqrt(2 / 3), rel=1e-14)
    np.testing.assert_allclose(
        design(pool, scaling).X[:, 1], [-math.sqrt(1.5), 0, math.sqrt(1.5)], atol=1e-14
    )
    raw = design(pool, fix_scaling(pool, raw=True)).X[:, 1]
    np.testing.assert_allclose(raw, np.log([1.0, 10.0, 100.0]), rtol=1e-15)


@pytest.mark.parametrize("value", [0.0, -0.0, -1.0, -5e-324])
def test_a_log_scale_refuses_what_is_not_above_zero_and_names_column_and_candidate(value: float) -> None:
    with pytest.raises(BadInput, match="“conc” is on a log scale but candidate “C-1”"):
        fix_scaling(table(("conc", [1.0, value, 2.0]), log=True))


@pytest.mark.parametrize("value", [float("nan"), float("inf"), float("-inf")])
def test_a_number_that_is_not_finite_is_refused_with_column_and_candidate(value: float) -> None:
    with pytest.raises(BadInput, match="“temp” has no finite number for candidate “C-2”"):
        fix_scaling(table(("temp", [1.0, 3.0, value])))


def test_raw_attributes_are_left_alone_and_warned_about() -> None:
    pool = table(("a", [10.0, 20.0, 50.0]))
    scaling = fix_scaling(pool, raw=True)
    made = design(pool, scaling)
    assert made.X[:, 1].tolist() == [10.0, 20.0, 50.0]
    assert "not standardised" in findings(pool, scaling, made)[-1]
    assert "not standardised" not in " ".join(
        findings(pool, fix_scaling(pool), design(pool, fix_scaling(pool)))
    )


@pytest.mark.parametrize(
    "values",
    [
        [1.7e308, -1.7e308, 1e308],
        [1.7976931348623157e308, 1.7976931348623155e308],
        [1e308, 1e308, 0.0],
        [-1e308, 1e308, 5e-324],
        [5e-324, 1.0, 2.0],
        [1.0, 1.0 + 2**-52],
        [1.0, 1.0 + 2**-52, 1.0 + 2**-51],
        [0.1 + 0.2, 0.3, 0.3],
        [1e-299, 3e-299],
        [-0.0, 1e-290],
    ],
    ids=str,
)
def test_numbers_at_the_edge_of_their_range_give_finite_distinct_rows(values: list[float]) -> None:
    pool = table(("a", values))
    made = design(pool, fix_scaling(pool))
    assert np.isfinite(made.X).all()
    assert len(made.X) == len(set(values))
    assert np.abs(made.X[:, 1]).max() <= 2 * math.sqrt(len(values))
    order = np.argsort([values[i] for i in made.first_of])
    assert (np.diff(made.X[order, 1]) > 0).all()
    findings(pool, made.scaling, made)


@pytest.mark.parametrize(
    "values", [[5e-324, 0.0], [1e-310, 2e-310], [1e-320, 1e-300, 0.0], [5e-324, 1e-323]], ids=str
)
def test_numbers_too_small_to_tell_apart_are_refused_with_their_column(values: list[float]) -> None:
    with pytest.raises(BadInput, match="column “a” are too small to tell apart: use another unit"):
        fix_scaling(table(("a", values)))


def test_a_constant_at_the_edge_is_a_constant() -> None:
    for value in (1.7976931348623157e308, 5e-324, -0.0):
        assert fix_scaling(table(("a", [value, value]))).dropped == ("a",)


@given(st.lists(st.floats(allow_nan=False, allow_infinity=False), min_size=2, max_size=6, unique=True))
@settings(max_examples=150, deadline=None)
def test_a_scaling_survives_json_bit_by_bit_or_is_refused(values: list[float]) -> None:
    pool = table(("a", values), ("k", [f"L{i % 2}" for i in range(len(values))]))
    try:
        scaling = fix_scaling(pool)
    except BadInput:
        return
    again = Scaling.from_json(json.loads(json.dumps(scaling.as_json())))
    assert again == scaling
    assert bits(again) == bits(scaling)
    assert design(pool, again).X.tobytes() == design(pool, scaling).X.tobytes()
    assert np.isfinite(design(pool, scaling).X).all()


def test_a_frozen_scaling_serves_a_changed_pool() -> None:
    """A pool that lost candidates keeps the encoding of the study: the same candidate has the same row."""
    whole = table(("a", [1.0, 2.0, 4.0, 9.0]), ("k", ["x", "y", "z", "x"]))
    scaling = fix_scaling(whole)
    part = table(("a", [4.0, 1.0]), ("k", ["z", "x"]))
    X, Y = design(whole, scaling), design(part, scaling)
    assert (Y.X[0] == X.X[X.row_of[2]]).all()
    assert (Y.X[1] == X.X[X.row_of[0]]).all()


def test_a_level_that_is_called_like_another_column_gets_a_name_of_its_own() -> None:
    scaling = fix_scaling(table(("kind", ["a", "b"]), ("kind=a", [1.0, 2.0])))
    assert scaling.names == ("intercept", "kind=a (2)", "kind=b", "kind=a")
    with pytest.raises(BadInput, match="“intercept”"):
        fix_scaling(table(("intercept", [1.0, 2.0])))
