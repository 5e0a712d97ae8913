"""Layouts of laboratories: headings in two rows, merged cells, groups of rows, sums below, and plate maps beside."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import openpyxl
import pytest

from kgdesk.errors import AmbiguousTable, BadTable
from kgdesk.tables import read_pool, read_table

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

ROWS = "".join(f"A{n},{20 + n},{n}.5,{'xyz'[n % 3]}\n" for n in range(1, 7))


def saved(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "t.csv"
    path.write_text(text, "utf-8")
    return path


def book(tmp_path: Path, rows: Sequence[Sequence[Any]], merged: Sequence[str] = ()) -> Path:
    workbook = openpyxl.Workbook()
    for row in rows:
        workbook.active.append(row)
    for cells in merged:
        workbook.active.merge_cells(cells)
    workbook.save(tmp_path / "t.xlsx")
    return tmp_path / "t.xlsx"


def notes(table: Any) -> str:
    return " ".join(map(str, table.notes))


@pytest.mark.parametrize(
    ("above", "header"),
    [
        ("Sample,Reaction,,Kind\ncode,temp,conc,solvent\n", ("code", "temp", "conc", "solvent")),
        (",Reaction,,\ncode,temp,conc,solvent\n", ("code", "temp", "conc", "solvent")),
        ("code,Reaction,,solvent\n,temp,conc,\n", ("code", "temp", "conc", "solvent")),
        ("code,Base,,solvent\n,size,size,\n", ("code", "Base size", "Base size 2", "solvent")),
    ],
)
def test_headings_in_two_rows_are_joined_and_said(
    tmp_path: Path, above: str, header: tuple[str, ...]
) -> None:
    table = read_table(saved(tmp_path, above + ROWS))
    assert table.header == header
    assert table.lines == (3, 4, 5, 6, 7, 8)
    assert table.reading.headings == 2
    assert "lines 1 and 2" in notes(table)


@pytest.mark.parametrize("title", ["Screen 12,,,", "Screen 12,by KM,,"])
def test_a_title_above_headings_names_no_column(tmp_path: Path, title: str) -> None:
    rows = "".join(f"{n},{20 + n},{n}.5,x\n" for n in range(1, 7))
    table = read_table(saved(tmp_path, title + "\n,temp,conc,solvent\n" + rows))
    assert table.header == ("Row", "temp", "conc", "solvent")


@pytest.mark.parametrize("first", ["B9,n.d.,3.5,x", "B9,?,-,x", "B9,25,3.5,x", "B9,<20,1,x", ",°C,g/L,"])
def test_a_row_of_a_candidate_or_of_units_completes_no_headings(tmp_path: Path, first: str) -> None:
    table = read_table(saved(tmp_path, "code,temp,,kind\n" + first + "\n" + ROWS))
    assert table.header == ("code", "temp", "Column 3", "kind")


def test_the_line_of_the_headings_that_a_person_chose_is_the_only_one(tmp_path: Path) -> None:
    path = saved(tmp_path, "Sample,Reaction,,Kind\ncode,temp,conc,solvent\n" + ROWS)
    assert read_table(path, headings=2).header == ("code", "temp", "conc", "solvent")
    assert read_table(path, headings=1).header == ("Sample", "Reaction", "Column 3", "Kind")


def test_two_columns_with_one_heading_are_told_apart_and_said(tmp_path: Path) -> None:
    table = read_table(saved(tmp_path, "code,conc,conc,conc 2\nA,1,2,3\nB,2,3,5\n"))
    assert table.header == ("code", "conc", "conc 3", "conc 2")
    assert table.column("conc 3") == ("2", "3")
    assert "Two columns are called “conc”: column 3 is called “conc 3” here." in notes(table)


def test_a_cell_merged_over_rows_holds_its_value_in_each_of_them(tmp_path: Path) -> None:
    rows = [["code", "solvent", "temp"], ["A", "DMF", 20], ["B", None, 30], ["C", "THF", 20], ["D", None, 30]]
    table = read_table(book(tmp_path, rows, ["B2:B3", "B4:B5"]))
    assert table.column("solvent") == ("DMF", "DMF", "THF", "THF")
    assert "merged" in notes(table)
    assert read_table(book(tmp_path, rows)).column("solvent") == ("DMF", "", "THF", "")


def test_headings_merged_over_two_rows_and_over_columns_are_joined(tmp_path: Path) -> None:
    rows = [["Code", "Conditions", None, "Outcome"], [None, "Temp", "Conc", None]]
    rows += [[f"A{n}", 20 + n, n / 2, "yes"] for n in range(5)]
    table = read_table(book(tmp_path, rows, ["A1:A2", "B1:C1", "D1:D2"]))
    assert table.header == ("Code", "Temp", "Conc", "Outcome")
    assert len(table.rows) == 5


@pytest.mark.parametrize(
    "between", ["\n", ",,,\n", "\n\n", "\ncode,temp,conc,solvent\n"], ids=["line", "cells", "two", "again"]
)
def test_rows_in_groups_are_one_table(tmp_path: Path, between: str) -> None:
    more = ROWS.replace("A", "B")
    table = read_table(saved(tmp_path, "code,temp,conc,solvent\n" + ROWS + between + more))
    assert table.column("code") == tuple(f"{group}{n}" for group in "AB" for n in range(1, 7))
    first = 8 + between.count("\n")
    assert table.lines == (*range(2, 8), *range(first, first + 6))
    assert "Passed over between the rows" in notes(table)


def test_headings_may_stand_above_a_blank_line(tmp_path: Path) -> None:
    table = read_table(saved(tmp_path, "code,temp,conc,solvent\n\n" + ROWS))
    assert len(table.rows) == 6


@pytest.mark.parametrize(
    "below",
    [
        "Total,126,21,\n",
        "\nMean,26.7,2.5,\nSD,1.5,1.2,\nmax,3,4,\n",
        "\nSumme:,126,,\n",
        "\nkind,meaning\nx,dry\n",
    ],
)
def test_sums_and_another_table_below_are_not_read_and_said(tmp_path: Path, below: str) -> None:
    table = read_table(saved(tmp_path, "code;temp;conc;solvent\n".replace(";", ",") + ROWS + pad(below)))
    assert table.column("code") == tuple(f"A{n}" for n in range(1, 7))
    assert "What is below the table is not read" in notes(table)


def pad(text: str) -> str:
    """Give each line of a text the same number of cells."""
    return "".join(line + "," * (3 - line.count(",")) + "\n" for line in text.splitlines())


@pytest.mark.parametrize("below", ["\nB,x,y,z\nC,22,1.5,x\n", "\nOther batch,,,\nC,22,1.5,x\n"])
def test_rows_that_may_be_candidates_are_never_left_unread(tmp_path: Path, below: str) -> None:
    with pytest.raises(BadTable, match="line 8: this line is blank"):
        read_table(saved(tmp_path, "code,temp,conc,solvent\n" + ROWS + below))


@pytest.mark.parametrize("level", ["max", "n", "count"])
def test_a_level_that_is_also_a_word_for_sums_is_a_row(tmp_path: Path, level: str) -> None:
    table = read_table(saved(tmp_path, f"level,temp\nmin,20\nmid,30\n{level},40\n"))
    assert table.column("level") == ("min", "mid", level)


def test_a_plate_map_beside_the_table_is_not_read_and_said(tmp_path: Path) -> None:
    rows: list[list[Any]] = [["code", "temp", None, None, 1, 2, 3]]
    rows += [[f"S{n}", 20 + n, None, *(["ABCD"[n], f"S{n}", "-", "-"] if n < 4 else [])] for n in range(9)]
    table = read_table(book(tmp_path, rows))
    assert table.header == ("code", "temp")
    assert "plate map" in notes(table)


@pytest.mark.parametrize("titles", [[None, 1, 2, 4], ["x", 1, 2, 3]])
def test_columns_that_are_no_plate_map_are_read(tmp_path: Path, titles: list[Any]) -> None:
    rows: list[list[Any]] = [["code", "temp", None, *titles]]
    rows += [[f"S{n}", 20 + n, None, ("ABC" * 4)[n], n, 2, 3] for n in range(9)]
    assert len(read_table(book(tmp_path, rows)).header) == 6


def test_a_legend_beside_a_sheet_is_kept_with_the_data(tmp_path: Path) -> None:
    rows: list[list[Any]] = [
        ["code", "temp", "ph", "salt"],
        ["A", 20, 4, 1, None, "red", "done"],
        ["B", 30, 5, 3, None, None, "open"],
        ["C", 40, 6, 2],
    ]
    read = read_pool(book(tmp_path, rows), id="code")
    assert [each.name for each in read.pool.attributes] == ["temp", "ph", "salt"]
    assert read.pool.extras == {"Column 6": ("red", "", ""), "Column 7": ("done", "open", "")}


@pytest.mark.parametrize("numbers", [["3,65", "1,5", "2,25"], [3.65, "1,5", 2.25], ["3,65", 1.5, "2,25"]])
def test_numbers_that_a_sheet_holds_as_text_with_a_comma_are_numbers(
    tmp_path: Path, numbers: list[Any]
) -> None:
    path = book(tmp_path, [["code", "temp", "conc"], *([f"A{n}", n + 0.5, x] for n, x in enumerate(numbers))])
    read = read_pool(path, id="code")
    assert read.pool.values == ((0.5, 1.5, 2.5), (3.65, 1.5, 2.25))
    assert read.reading.decimal == "comma"


def test_a_text_in_a_sheet_that_may_have_separators_is_asked_about(tmp_path: Path) -> None:
    path = book(tmp_path, [["code", "mass"], ["A", "1,200"], ["B", "2,450"], ["C", 300]])
    with pytest.raises(AmbiguousTable) as asked:
        read_table(path)
    assert asked.value.question == "decimal"
    assert read_pool(path, id="code", decimal="comma").pool.values == ((1.2, 2.45, 300.0),)
    assert read_table(path, decimal="point").reading.decimal == "point"


def test_a_comma_in_a_code_is_no_decimal_mark(tmp_path: Path) -> None:
    path = book(
        tmp_path, [["code", "ligand", "temp"], ["A", "1,2", 20.5], ["B", "dppf", 21.5], ["C", "none", 22.5]]
    )
    assert read_table(path).reading.decimal == "point"
