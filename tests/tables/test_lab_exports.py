"""What laboratories write around and into their tables: titles, notes, no headings, several sheets, 1.200,5."""

from __future__ import annotations

from typing import TYPE_CHECKING

import openpyxl
import pytest

from kgdesk.errors import AmbiguousTable, BadTable
from kgdesk.tables import read_pool, read_table

if TYPE_CHECKING:
    from pathlib import Path

BODY = "code,T,x\nA,20,1.5\nB,40,2.5\nC,20,3.5\n"


def saved(tmp_path: Path, text: str, name: str = "t.csv") -> Path:
    path = tmp_path / name
    path.write_text(text, "utf-8")
    return path


@pytest.mark.parametrize(
    "above",
    ["Screen 12,by KM,\n,,\n", "Project,Screen 12,\nDate,2026-01-02,\n,,\n", "Screen 12,by KM\n\n"],
    ids=["two cells", "pairs", "two cells and a blank line"],
)
def test_headings_below_a_wide_title_and_a_blank_line_are_proposed(tmp_path: Path, above: str) -> None:
    line = above.count("\n") + 1
    with pytest.raises(AmbiguousTable, match=rf"--headings {line}") as asked:
        read_table(saved(tmp_path, above + BODY))
    assert asked.value.choices == (str(line),)
    assert read_table(saved(tmp_path, above + BODY), headings=line).header == ("code", "T", "x")


NOTES = (
    "\nMeasured by KM\n", "\n\nMeasured by KM, on Monday\n\n", ",,\nChecked,,\n,,\n", "* repeated on Tuesday\n",
    "* repeated on Tuesday,,\n", "Note: B was cloudy\n", "\nlegend\n* repeated\n", "Printed on the second of May,,\n",
)  # fmt: skip


@pytest.mark.parametrize("notes", NOTES)
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_notes_below_a_table_are_passed_over_and_said(tmp_path: Path, notes: str, end: str) -> None:
    path = tmp_path / "t.csv"
    path.write_bytes((BODY + notes).replace("\n", end).encode())
    table = read_table(path)
    assert table.column("code") == ("A", "B", "C")
    assert table.lines == (2, 3, 4)
    first = next(line for line in notes.split("\n") if line.strip(","))
    assert f"What is below the table is not read: “{first.strip(',')}”." in map(str, table.notes)


@pytest.mark.parametrize("last", ["D,40\n", "D\n", "\n40\n", "D,,\n", "KX 007,,\n", "max,40,4.5\nB,,\n"])
def test_what_may_be_a_candidate_is_no_note(tmp_path: Path, last: str) -> None:
    path = saved(tmp_path, BODY + last)
    with pytest.raises(BadTable, match=r"t\.csv, line [56]"):
        read_pool(path, id="code")


def test_rows_of_words_below_a_table_are_no_notes(tmp_path: Path) -> None:
    rows = "".join(f"K-{n},tert butyl alcohol,potassium carbonate\n" for n in range(6))
    table = read_table(saved(tmp_path, "code,solvent,base\n" + rows))
    assert len(table.rows) == 6


@pytest.mark.parametrize(
    "text",
    [
        "code\tamount\ttime\nA\t2.5\t1\nB\t1,2,3\t2\nC\t4\t3\n",
        "code;solvent;base\nA;DMF, dry, new;K\nB;THF;Na\nnumber three of all;MeCN;Cs\n",
    ],
)
def test_a_row_is_no_note_whatever_signs_other_rows_hold(tmp_path: Path, text: str) -> None:
    assert len(read_table(saved(tmp_path, text)).rows) == 3


def test_notes_below_a_sheet_are_passed_over(tmp_path: Path) -> None:
    workbook = openpyxl.Workbook()
    for row in (["code", "T", "x"], ["A", 20, 1.5], ["B", 40, 2.5], [], ["Measured by KM"]):
        workbook.active.append(row)
    workbook.save(tmp_path / "t.xlsx")
    table = read_table(tmp_path / "t.xlsx")
    assert table.column("code") == ("A", "B")
    assert "What is below the table is not read: “Measured by KM”." in map(str, table.notes)


BARE = (
    "6,water,120,0.0\n6,water,100,0.5\n7,ethanol,110,0.5\n8,water,120,1.0\n",
    "6,120,0.0\n6,100,0.5\n7,110,0.5\n",
    "A1,120,0.0\nA2,100,0.5\nA3,110,0.5\n",
    "KX-001;1,5;2\nKX-002;2,5;3\nKX-003;3;4\n",
)


@pytest.mark.parametrize("text", BARE)
def test_a_first_line_of_values_is_asked_about(tmp_path: Path, text: str) -> None:
    path = saved(tmp_path, text)
    with pytest.raises(AmbiguousTable, match=r"t\.csv, line 1: .*--no-headings.*--headings 1") as asked:
        read_table(path)
    assert (asked.value.question, asked.value.choices) == ("headings", ("0", "1"))
    bare = read_table(path, headings=0)
    assert bare.header == tuple(f"Column {n + 1}" for n in range(len(bare.header)))
    assert len(bare.rows) == text.count("\n")
    assert bare.lines[0] == 1
    assert bare.reading.headings == 0
    assert read_table(path, headings=1).lines[0] == 2


@pytest.mark.parametrize("first", ["code,400,410,420", "probe,1,2,3", "x,y,z,1"])
def test_numbers_beside_a_word_are_headings(tmp_path: Path, first: str) -> None:
    table = read_table(saved(tmp_path, f"{first}\nA2,100,0.5,3\nA3,110,0.5,2\n"))
    assert table.header == tuple(first.split(","))


def test_a_sheet_without_headings_is_asked_about_and_read(tmp_path: Path) -> None:
    workbook = openpyxl.Workbook()
    for row in ([6, "water", 0.5], [7, "water", 0.7], [8, "water", 0.9]):
        workbook.active.append(row)
    workbook.save(tmp_path / "t.xlsx")
    with pytest.raises(AmbiguousTable, match="row 1"):
        read_table(tmp_path / "t.xlsx")
    assert len(read_table(tmp_path / "t.xlsx", headings=0).rows) == 3


def test_the_sheet_with_a_table_is_taken_and_two_tables_are_asked_about(tmp_path: Path) -> None:
    workbook = openpyxl.Workbook()
    workbook.active.title = "Read me"
    workbook.active.append(["Do not touch"])
    screen = workbook.create_sheet("Screen")
    for row in (["code", "T"], ["A", 20], ["B", 40]):
        screen.append(row)
    workbook.save(tmp_path / "t.xlsx")
    table = read_table(tmp_path / "t.xlsx")
    assert table.reading.sheet == "Screen"
    assert "only visible sheet with a table" in table.reading.sheet_why
    other = workbook.create_sheet("Other")
    for row in (["code", "T"], ["A", 20]):
        other.append(row)
    workbook.save(tmp_path / "t.xlsx")
    with pytest.raises(AmbiguousTable, match="--sheet") as asked:
        read_table(tmp_path / "t.xlsx")
    assert asked.value.choices == ("Screen", "Other")


@pytest.mark.parametrize(
    ("cells", "mark", "numbers"),
    [
        (["1.200,5", "850,25", "12,5"], "comma", (1200.5, 850.25, 12.5)),
        (["1.200,5", "2.850,25", "1.500"], "comma", (1200.5, 2850.25, 1500.0)),
        (["1,200.5", "850.5", "1,500"], "point", (1200.5, 850.5, 1500.0)),
        (["-12.345.678,5", "0,5", ""], "comma", (-12345678.5, 0.5)),
        (["1 200,5", "850,5", "1\u00a0500,2"], "comma", (1200.5, 850.5, 1500.2)),
        (["1'200.5", "850.5", "1’500.2"], "point", (1200.5, 850.5, 1500.2)),
    ],
)
def test_separators_that_a_column_proves_are_taken_out(
    tmp_path: Path, cells: list[str], mark: str, numbers: tuple[float, ...]
) -> None:
    path = saved(tmp_path, "code;x;z\n" + "".join(f"K{n};{cell};{n}\n" for n, cell in enumerate(cells)))
    for decimal in (None, mark):
        found = read_pool(path, id="code", missing="leave_out", decimal=decimal)
        assert found.reading.decimal == mark
        assert found.pool.values[0] == numbers
        assert any("thousands separators are taken out" in sentence for sentence in found.findings)


def test_a_mark_that_reads_both_ways_is_asked_about_and_the_answer_is_followed(tmp_path: Path) -> None:
    path = saved(tmp_path, "code;x\nA;1.200\nB;850\nC;1.500\n")
    with pytest.raises(AmbiguousTable, match="--decimal comma"):
        read_pool(path, id="code")
    assert read_pool(path, id="code", decimal="comma").pool.values == ((1200.0, 850.0, 1500.0),)
    assert read_pool(path, id="code", decimal="point").pool.values == ((1.2, 850.0, 1.5),)


@pytest.mark.parametrize(
    "cells", [["1.20,5", "850,5"], ["1.200,5", "1,200.5"], ["1.200,5", "12.5"], ["0.200,5", "1,5"]]
)
def test_other_numbers_with_two_marks_are_refused(tmp_path: Path, cells: list[str]) -> None:
    path = saved(tmp_path, "code;x\n" + "".join(f"K{n};{cell}\n" for n, cell in enumerate(cells)))
    with pytest.raises(BadTable):
        read_pool(path, id="code", decimal="comma")


def test_the_separators_of_a_code_belong_to_it(tmp_path: Path) -> None:
    path = saved(tmp_path, "No;x\n1.200,5;1,5\n1.300,5;2,5\n1.400,5;3,5\n")
    assert read_pool(path, id="No").pool.ids == ("1.200,5", "1.300,5", "1.400,5")
