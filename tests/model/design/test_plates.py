"""Wells are read from the column that contains them; without such a column there are none."""

from __future__ import annotations

import pytest

from kgdesk.model.design.pool import Attribute, Pool
from kgdesk.model.design.samples import FORMATS, Plate, plates, row_letters


def pool(*places: str, **extras: list[str]) -> Pool:
    ids = tuple(f"C{n}" for n in range(len(places)))
    kept = {name: tuple(texts) for name, texts in extras.items()}
    numbers = tuple(float(n) for n in range(len(ids)))
    return Pool(ids, (Attribute("x"),), (numbers,), {"location": places, **kept})


def named(plate: Plate) -> dict[str, int]:
    return {well.name: well.candidate for well in plate.wells}


@pytest.mark.parametrize(
    ("text", "plate", "well"),
    [
        ("A1", "", "A01"),
        ("h12", "", "H12"),
        ("P2-D07", "P2", "D07"),
        ("Plate 2 - well D07", "Plate 2", "D07"),
        ("Platte 3: B11", "Platte 3", "B11"),
        ("well C3", "", "C03"),
        ("2026/4 AF48", "2026/4", "AF48"),
        (" P1_A01 ", "P1", "A01"),
    ],
)
def test_a_well_is_read_from(text: str, plate: str, well: str) -> None:
    (found,) = plates(pool(text))
    assert (found.name, named(found)) == (plate, {well: 0})


@pytest.mark.parametrize("text", ["bench", "A0", "A49", "AG1", "Rack12", "12", "A-1-B", "3A", "A100"])
def test_what_is_no_well_makes_no_plate(text: str) -> None:
    assert plates(pool("A1", text)) == ()


def test_two_candidates_in_one_well_make_no_plate_unless_a_column_names_their_plates() -> None:
    assert plates(pool("A1", "A1")) == ()
    first, second = plates(pool("A1", "A1", plate=["P1", "P2"]))
    assert [(p.name, named(p)) for p in (first, second)] == [("P1", {"A01": 0}), ("P2", {"A01": 1})]


def test_a_candidate_without_a_place_is_left_out() -> None:
    (found,) = plates(pool("A1", "", "B2"))
    assert named(found) == {"A01": 0, "B02": 2}
    assert plates(pool("", "")) == ()


@pytest.mark.parametrize(
    ("last", "size"),
    [("B3", 6), ("B4", 12), ("D6", 24), ("F8", 48), ("H12", 96), ("I1", 384), ("P24", 384), ("Q1", 1536)],
)
def test_the_smallest_plate_that_is_sold_holds_every_well(last: str, size: int) -> None:
    (found,) = plates(pool("A1", last))
    assert found.rows * found.columns == size
    assert (found.rows, found.columns) in FORMATS


def test_wells_are_found_in_a_category_and_before_them_in_a_kept_column() -> None:
    words = Pool(("a", "b"), (Attribute("well", "category"),), (("A1", "B1"),))
    assert named(plates(words)[0]) == {"A01": 0, "B01": 1}
    both = Pool(("a", "b"), (Attribute("batch", "category"),), (("A1", "B1"),), {"well": ("C1", "C2")})
    assert named(plates(both)[0]) == {"C01": 0, "C02": 1}


def test_rows_are_lettered_as_on_a_plate() -> None:
    assert [row_letters(row) for row in (0, 25, 26, 31)] == ["A", "Z", "AA", "AF"]
