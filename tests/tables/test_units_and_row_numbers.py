"""A row of units below the headings, and a first column without a heading."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kgdesk.errors import BadTable
from kgdesk.tables import read_pool, read_table
from kgdesk.tables.units_row import is_unit

if TYPE_CHECKING:
    from pathlib import Path

UNITS = (
    "°C", "C", "K", "%", "% w/v", "mol/L", "mM", "µM", "uL", "mL/min", "g L-1", "mol·L⁻¹", "h", "min", "rpm", "bar",
    "equiv.", "mol%", "[mM]", "(°C)", "mg/mL", "1/h", "W/m^2", "uL/min", "kPa", "vol%",
)  # fmt: skip


@pytest.mark.parametrize("text", UNITS)
def test_units_as_laboratories_write_them(text: str) -> None:
    assert is_unit(text)


@pytest.mark.parametrize(
    "text", ["", "n.d.", "NA", "12", "1.5", "DMF", "-", "none", "x1", "[12]", "A1", "PENDING"]
)
def test_other_cells_are_no_units(text: str) -> None:
    assert not is_unit(text)


@pytest.mark.parametrize("row", [",mM,°C", "Unit,mM,°C", "-,mM,°C", ",[mM],[°C]", ",(mM),"])
def test_a_row_of_units_gives_the_units_and_is_no_candidate(tmp_path: Path, row: str) -> None:
    path = tmp_path / "t.csv"
    path.write_text(f"id,conc,temp\n{row}\n001,10,20\n002,25,37\n003,5,20\n", "utf-8")
    found = read_pool(path, id="id")
    assert found.pool.ids == ("001", "002", "003")
    assert found.pool.attributes[0].unit == "mM"
    assert found.pool.attributes[1].unit in {"°C", ""}
    assert found.reading.units == 2
    assert not found.left_out
    assert any("The units are those in line 2 (conc: mM" in each for each in found.findings)
    stated = read_pool(path, id="id", units={"conc": "mmol/L"})
    assert stated.pool.attributes[0].unit == "mmol/L"


@pytest.mark.parametrize("row", ["M,mM,20", "000,mM,°C", ",mM,n.d.", "R0,g,K"])
def test_a_row_that_may_be_a_candidate_is_not_taken_for_units(tmp_path: Path, row: str) -> None:
    path = tmp_path / "t.csv"
    path.write_text(f"id,conc,temp\n{row}\n001,10,20\n002,25,37\n003,5,20\n", "utf-8")
    table = read_table(path)
    assert not table.units
    assert len(table.rows) == 4


def test_the_lines_below_a_row_of_units_keep_their_numbers(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text("id;conc\n;g/L\n001;1,5\n002;x\n003;2,5\n004;3,5\n", "utf-8")
    with pytest.raises(BadTable, match=r"t\.csv, line 4, column “conc”"):
        read_pool(path, id="id")


@pytest.mark.parametrize("numbers", ["0,1,2,3", "1,2,3,4", "r1,r2,r3,r4"])
def test_a_first_column_without_a_heading_names_the_rows(tmp_path: Path, numbers: str) -> None:
    path = tmp_path / "t.csv"
    temps = ["20", "40", "25", "45"]
    rows = [f"{row},{temp}" for row, temp in zip(numbers.split(","), temps, strict=True)]
    path.write_text("\n".join([",Temp", *rows]) + "\n")
    table = read_table(path)
    assert table.header == ("Row", "Temp")
    assert table.row_numbers == "Row"
    assert "The first column has no heading: it is taken as row numbers and called “Row”." in map(
        str, table.notes
    )


def test_a_first_column_of_row_numbers_may_stand_above_units(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text(",Temp\n,°C\n1,20\n2,40\n", encoding="utf-8")
    table = read_table(path)
    assert table.units == {"Temp": "°C"}
    assert table.column("Row") == ("1", "2")


def test_the_name_of_the_row_numbers_is_no_other_heading(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text(",Row,x\n1,2,3\n2,2,4\n")
    assert read_table(path).header == ("Row 2", "Row", "x")


@pytest.mark.parametrize(
    ("text", "header"),
    [
        (",x\n1,2\n1,3\n", ("Column 1", "x")),
        ("a,,b\n1,2,3\n2,3,4\n", ("a", "Column 2", "b")),
        ("a,,,Column 2\n1,2,,4\n3,4,,5\n", ("a", "Column 2 2", "Column 2")),
    ],
)
def test_another_column_without_a_heading_is_kept_with_the_data(
    tmp_path: Path, text: str, header: tuple[str, ...]
) -> None:
    path = tmp_path / "t.csv"
    path.write_text(text)
    table = read_table(path)
    assert table.header == header
    (unnamed,) = table.unnamed
    assert any("has no heading" in note and unnamed in note for note in map(str, table.notes))
    read = read_pool(path)
    assert list(read.pool.extras) == [unnamed]
    assert unnamed not in [each.name for each in read.pool.attributes]


def test_a_column_without_a_heading_is_learnt_from_where_an_option_names_it(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text("code,temp,,ph\nA,20,1,4\nB,30,2,5\nC,40,5,6\n")
    read = read_pool(path, id="code", attributes=["temp", "Column 3"])
    assert read.pool.values == ((20.0, 30.0, 40.0), (1.0, 2.0, 5.0))
    assert read_pool(path, id="code", categories=["Column 3"]).pool.extras == {}
