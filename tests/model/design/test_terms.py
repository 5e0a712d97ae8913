"""Products and squares in the design matrix, and rows for attribute values of no candidate."""

from __future__ import annotations

import json

import numpy as np
import pytest

from kgdesk.errors import BadInput
from kgdesk.model.design.design_matrix import TERMS, Scaling, design, encode, findings, fix_scaling
from kgdesk.model.design.pool import Attribute, Pool


def pool(*columns: tuple[str, list], log: tuple[str, ...] = ()) -> Pool:
    attributes = tuple(
        Attribute(name, "category" if isinstance(values[0], str) else "number", log=name in log)
        for name, values in columns
    )
    size = len(columns[0][1])
    return Pool(tuple(f"C-{i}" for i in range(size)), attributes, tuple(tuple(v) for _, v in columns))


def mixed(size: int = 40) -> Pool:
    rng = np.random.default_rng(5)
    return pool(
        ("t", rng.normal(60, 9, size).tolist()),
        ("kind", [("a", "b", "c")[i % 3] for i in range(size)]),
        ("p", rng.lognormal(0, 1, size).tolist()),
        ("q", rng.uniform(-1, 1, size).tolist()),
        log=("p",),
    )


def test_products_come_after_the_attributes_and_squares_after_the_products() -> None:
    plain = ("intercept", "t", "kind=a", "kind=b", "kind=c", "p", "q")
    products = ("t × p", "t × q", "p × q")
    squares = ("t²", "p²", "q²")
    assert fix_scaling(mixed()).names == plain
    assert fix_scaling(mixed(), terms="interactions").names == plain + products
    assert fix_scaling(mixed(), terms="quadratic").names == plain + products + squares
    assert fix_scaling(mixed(), terms="average").names == plain + products + squares
    for terms in ("squares", "average-squares"):
        assert fix_scaling(mixed(), terms=terms).names == plain + squares


def test_a_recipe_knows_which_columns_are_products_or_squares() -> None:
    scaling = fix_scaling(mixed(), terms="quadratic")
    assert scaling.higher.tolist() == [False] * 7 + [True] * 6
    assert not fix_scaling(mixed()).higher.any()


def test_products_are_those_of_standardised_numbers_and_are_standardised_over_the_pool() -> None:
    listed = mixed()
    X = design(listed, fix_scaling(listed, terms="quadratic")).X
    t, log_p = np.array(listed.values[0]), np.log(np.array(listed.values[2]))
    z, v = (t - t.mean()) / t.std(), (log_p - log_p.mean()) / log_p.std()
    for column, raw in ((7, z * v), (10, z * z), (11, v * v)):
        np.testing.assert_allclose(X[:, column], (raw - raw.mean()) / raw.std(), rtol=0, atol=1e-12)


def test_linear_columns_keep_their_bits_whatever_the_terms() -> None:
    listed = mixed()
    plain = design(listed, fix_scaling(listed)).X
    bent = design(listed, fix_scaling(listed, terms="quadratic")).X
    assert bent[:, : plain.shape[1]].tobytes() == np.ascontiguousarray(plain).tobytes()


@pytest.mark.parametrize("terms", sorted(TERMS))
def test_a_recipe_survives_json_to_the_last_bit(terms: str) -> None:
    scaling = fix_scaling(mixed(), terms=terms)
    again = Scaling.from_json(json.loads(json.dumps(scaling.as_json())))
    assert again == scaling
    assert design(mixed(), again).X.tobytes() == design(mixed(), scaling).X.tobytes()


def test_a_linear_recipe_is_written_as_it_always_was() -> None:
    told = fix_scaling(pool(("t", [1.0, 3.0]))).as_json()
    assert told == {
        "columns": [
            {"name": "intercept", "attribute": "", "level": None, "centre": 0.0, "scale": 1.0},
            {"name": "t", "attribute": "t", "level": None, "centre": 2.0, "scale": 1.0},
        ],
        "dropped": [],
        "raw": False,
    }
    assert Scaling.from_json(told).columns[1].factors == ()


@pytest.mark.parametrize("factors", [["t"], ["t", "nobody"], ["t", "kind=a"], ["intercept", "t"]])
def test_a_recipe_with_a_product_of_what_is_no_number_is_refused(factors: list[str]) -> None:
    told = fix_scaling(mixed(), terms="quadratic").as_json()
    told["columns"][7]["factors"] = factors
    with pytest.raises(ValueError, match="product"):
        Scaling.from_json(told)


def test_the_square_of_a_number_with_two_values_is_left_out_and_named() -> None:
    listed = pool(("t", [1.0, 2.0, 3.0, 4.0]), ("two", [0.0, 0.0, 0.0, 1.0]))
    scaling = fix_scaling(listed, terms="quadratic")
    assert scaling.names == ("intercept", "t", "two", "t × two", "t²")
    assert scaling.dropped == ("two²",)
    told = findings(listed, scaling, design(listed, scaling))
    assert "“two²” says nothing that the attributes alone do not, and was left out." in told


def test_products_of_raw_numbers_are_refused() -> None:
    with pytest.raises(BadInput, match="standardised"):
        fix_scaling(mixed(), raw=True, terms="quadratic")
    assert fix_scaling(mixed(), raw=True).raw


def test_a_product_that_is_called_like_a_heading_gets_a_name_of_its_own() -> None:
    scaling = fix_scaling(pool(("t", [1.0, 2.0, 4.0]), ("t²", [1.0, 4.0, 9.0])), terms="quadratic")
    assert scaling.names == ("intercept", "t", "t²", "t × t²", "t² (2)", "t²²")


@pytest.mark.parametrize("terms", sorted(TERMS))
def test_encoding_the_candidates_gives_the_design_matrix_to_the_last_bit(terms: str) -> None:
    listed = mixed()
    scaling = fix_scaling(listed, terms=terms)
    made = design(listed, scaling)
    X = encode(scaling, listed.attributes, listed.values)
    assert X.tobytes() == made.X[made.row_of].tobytes()


def test_values_that_no_candidate_has_are_encoded_by_the_frozen_recipe() -> None:
    listed = mixed()
    scaling = fix_scaling(listed, terms="quadratic")
    t = np.linspace(30.0, 90.0, 7)
    X = encode(scaling, listed.attributes, (t, ["b"] * 7, np.full(7, 2.5), np.zeros(7)))
    assert X.shape == (7, 13)
    column = {c.name: c for c in scaling.columns}
    z = (t - column["t"].centre) / column["t"].scale
    np.testing.assert_allclose(X[:, 1], z, rtol=1e-13)
    np.testing.assert_allclose(
        X[:, scaling.names.index("t²")],
        (z * z - column["t²"].centre) / column["t²"].scale,
        rtol=0,
        atol=1e-12,
    )
    assert X[:, 2:5].tolist() == [[0.0, 1.0, 0.0]] * 7


def test_no_rows_are_encoded_as_none() -> None:
    listed = mixed()
    assert encode(fix_scaling(listed), listed.attributes, ([], [], [], [])).shape == (0, 7)


@pytest.mark.parametrize(
    ("values", "said"),
    [
        (([60.0], ["d"], [1.0], [0.0]), "“d” in column “kind” \\(row 1\\) is none of its levels: a, b, c"),
        (([float("nan")], ["a"], [1.0], [0.0]), "“t” has no finite number for row 1"),
        (([60.0], ["a"], [-1.0], [0.0]), "“p” is on a log scale but row 1"),
        (([60.0, 61.0], ["a"], [1.0], [0.0]), "differ in length"),
        (([60.0], ["a"], [1.0]), "differ in length"),
    ],
)
def test_values_that_do_not_fit_the_recipe_are_refused(values: tuple[list, ...], said: str) -> None:
    listed = mixed()
    with pytest.raises(BadInput, match=said):
        encode(fix_scaling(listed), listed.attributes, values)


def test_a_column_that_the_recipe_needs_must_be_there() -> None:
    listed = mixed()
    with pytest.raises(BadInput, match="no column “q”"):
        encode(fix_scaling(listed), listed.attributes[:3], listed.values[:3])
