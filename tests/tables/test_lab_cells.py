"""Cells as laboratories write them: limits and n.d., units beside numbers, codes that look like numbers or dates."""

from __future__ import annotations

import re
import shlex
from typing import TYPE_CHECKING, Any

import pytest

from kgdesk.errors import AmbiguousTable, BadTable
from kgdesk.tables import describe, read_pool, read_table
from kgdesk.tables.roles import Role, Why, propose

if TYPE_CHECKING:
    from pathlib import Path


def saved(tmp_path: Path, *lines: str) -> Path:
    path = tmp_path / "t.csv"
    path.write_text("\n".join(lines) + "\n", "utf-8")
    return path


def roles(path: Path) -> list[Role]:
    table = read_table(path)
    return [each.role for each in propose(table, describe(table))]


LIMITS = ["code,iron,ph", "A,<LOD,4", "B,n.d.,5", "C,>100,6", "D,<0.5,7", "E,3.5,8", "F,n.d.,9", "G,7.5,3"]


def test_a_column_of_numbers_among_more_limits_is_one_of_numbers(tmp_path: Path) -> None:
    path = saved(tmp_path, *LIMITS)
    assert roles(path) == [Role.CODE, Role.NUMBER, Role.NUMBER]
    with pytest.raises(BadTable) as refused:
        read_pool(path, id="code")
    assert "costs 5 of 7 rows (--limits leave-out --words leave-out)" in refused.value.args[0]
    assert "(--limits use --words blank --blanks median)" in refused.value.args[0]
    read = read_pool(path, id="code", limits="use", words="blank", missing="median")
    assert read.pool.values[0] == (5.5, 5.5, 100.0, 0.5, 3.5, 5.5, 7.5)
    assert read_pool(path, id="code", limits="leave_out", words="leave_out").pool.ids == ("E", "G")


def test_words_with_a_number_among_them_are_no_numbers(tmp_path: Path) -> None:
    path = saved(tmp_path, "code,kind", "A,<b", "B,<a", "C,<b", "D,<a", "E,<b", "F,<a")
    assert roles(path) == [Role.CODE, Role.CATEGORY]


PENDING = ["code,ph,yield", *(f"S{at},{at},{'PENDING' if at != 7 else '41'}" for at in range(1, 31))]


def test_a_column_with_hardly_a_number_never_takes_the_rows_of_a_table_without_a_word(tmp_path: Path) -> None:
    path = saved(tmp_path, *PENDING)
    assert len(read_table(path).rows) == 30
    with pytest.raises(BadTable) as refused:
        read_pool(path, id="code", attributes=("ph", "yield"), words="leave_out")
    said = str(refused.value)
    assert "1 of 30 rows remain" in said
    assert "29 rows with words or limits among numbers are left out." in said
    assert "line 2: Column “yield” holds “PENDING”." in said
    assert "--ignore" in said
    assert len(read_pool(path, id="code", ignore=("yield",)).pool) == 30
    joined = read_pool(path, id="code", attributes=("ph", "yield"), words="leave_out", joins=True)
    assert joined.pool.ids == ("S7",)
    assert len(joined.left_out) == 29


@pytest.mark.parametrize("gap", ["PENDING", "n.d.", ""])
def test_a_column_of_numbers_with_none_in_most_rows_is_asked_about(tmp_path: Path, gap: str) -> None:
    def whys(filled: int) -> list[Why]:
        rows = [f"S{at},{at % 7},{at if at <= filled else gap}" for at in range(1, 41)]
        table = read_table(saved(tmp_path, "code,ph,strength", *rows))
        return [each.why for each in propose(table, describe(table))]

    assert whys(19) == [Why.NAMED_CODE, Why.NUMBERS, Why.PERHAPS_OUTCOMES]
    assert whys(20) == [Why.NAMED_CODE, Why.NUMBERS, Why.NUMBERS]


def test_rows_that_are_all_left_out_are_refused_with_all_reasons(tmp_path: Path) -> None:
    path = saved(tmp_path, "code,x,y", "A,,1", "B,n.d.,2", "C,3,n.d.", "D,4,")
    with pytest.raises(BadTable) as refused:
        read_pool(path, id="code", words="leave_out", missing="leave_out", attributes=("x", "y"))
    said = str(refused.value)
    assert "0 of 4 rows remain" in said
    assert (
        "2 rows with blank cells are left out. 2 rows with words or limits among numbers are left out."
        in said
    )


@pytest.mark.parametrize(
    ("cells", "unit", "numbers"),
    [
        (["30 °C", "40 °C", "55.5 °C"], "°C", (30.0, 40.0, 55.5)),
        (["41%", "3%", "7%"], "%", (41.0, 3.0, 7.0)),
        (["10mM", "2.5mM", "1e-3mM"], "mM", (10.0, 2.5, 0.001)),
        (["5 g", "6 g", "7 g"], "g", (5.0, 6.0, 7.0)),
    ],
)
def test_a_unit_in_each_cell_is_that_of_the_column(
    tmp_path: Path, cells: list[str], unit: str, numbers: tuple[float, ...]
) -> None:
    read = read_pool(saved(tmp_path, "code,amount", *map("{},{}".format, "ABC", cells)), id="code")
    assert read.pool.values == (numbers,)
    assert read.pool.attributes[0].unit == unit
    assert any("amount" in finding and unit in finding for finding in map(str, read.findings))


@pytest.mark.parametrize(
    ("title", "cells"),
    [
        ("amount", ["30 °C", "40 K", "50 °C"]),
        ("amount", ["30 °C", "40", "50 °C"]),
        ("mutant", ["12A", "13A", "14A"]),
        ("mutant", ["12 peptides", "13 peptides", "14 peptides"]),
        ("sample", ["1 mL", "2 mL", "3 mL"]),
        ("amount", ["1.2.3 mL", "2 mL", "3 mL"]),
    ],
)
def test_other_cells_keep_what_stands_beside_their_number(
    tmp_path: Path, title: str, cells: list[str]
) -> None:
    table = read_table(saved(tmp_path, f"no,{title}", *map("{},{}".format, "123", cells)))
    assert list(table.column(title)) == cells


def test_codes_with_zeros_in_front_name_the_candidates_and_keep_them(tmp_path: Path) -> None:
    path = saved(tmp_path, "plate_key,temp", "0001,20", "0002,30", "0010,45")
    assert roles(path) == [Role.CODE, Role.NUMBER]
    with pytest.raises(BadTable, match=r"--id plate_key"):
        read_pool(path)
    read = read_pool(path, id="plate_key")
    assert read.pool.ids == ("0001", "0002", "0010")


def test_numbers_of_one_length_that_repeat_are_learnt_from(tmp_path: Path) -> None:
    path = saved(tmp_path, "code,dose", "A,05", "B,10", "C,05")
    assert read_pool(path, id="code").pool.values == ((5.0, 10.0, 5.0),)


def test_numbers_of_a_place_are_asked_about(tmp_path: Path) -> None:
    path = saved(tmp_path, "code,rack,temp", "A,1,20", "B,1,30", "C,2,40")
    with pytest.raises(BadTable, match=r"“rack” says where a sample is.*--location rack"):
        read_pool(path, id="code")
    assert len(read_pool(path, id="code", attributes=["rack", "temp"]).pool.attributes) == 2


@pytest.mark.parametrize("code", ["1-Jan", "Mär 21", "2026-03-01", "12. Sep"])
def test_a_code_that_a_spreadsheet_made_a_date_is_a_finding(tmp_path: Path, code: str) -> None:
    path = saved(tmp_path, "code,temp", "1-15,20", f"{code},30", "1-17,40")
    found = read_pool(path, id="code").findings
    assert any(f"1 of 3 codes are dates (first “{code}” in line 3)" in text for text in map(str, found))


@pytest.mark.parametrize("code", ["1-2", "MAR3", "A-2026", "2026-1", "Sept"])
def test_other_codes_are_no_dates(tmp_path: Path, code: str) -> None:
    path = saved(tmp_path, "code,temp", "1-15,20", f"{code},30", "1-17,40")
    assert not any("dates" in text for text in map(str, read_pool(path, id="code").findings))


MIXED = ["code,temp,outcome", "A,20,1", "B,25,no crystal", "C,30,?", "D,35,n/a", "E,40,Y", "F,45,0", "G,50,"]


def test_the_words_of_outcomes_are_asked_about_with_the_columns(tmp_path: Path) -> None:
    from kgdesk.cli.parser import run

    path = saved(tmp_path, *MIXED)
    with pytest.raises(BadTable) as refused:
        read_pool(path)
    answers = re.search(r"All of it at once: (.*)\.$", refused.value.args[0])
    assert answers
    options = shlex.split(answers[1])
    assert options == [
        *("--id", "code", "--outcome", "outcome", "--meaning", "no crystal=failure", "--meaning", "?=none"),
        *("--meaning", "n/a=none", "--meaning", "Y=success"),
    ]
    assert run(["new", str(tmp_path / "s.kgstudy"), "--candidates", str(path), *options]) == 0


def test_all_unknown_words_are_answered_at_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from kgdesk.cli.parser import run

    path = saved(tmp_path, *MIXED)
    new = [
        "new",
        str(tmp_path / "s.kgstudy"),
        "--candidates",
        str(path),
        "--id",
        "code",
        "--outcome",
        "outcome",
    ]
    assert run(new) == 1
    answers = re.search(r"All of it at once: (.*)\.$", capsys.readouterr().err.strip())
    assert answers
    assert run([*new, *shlex.split(answers[1])]) == 0


@pytest.mark.parametrize("kind", ["sheet", "encoding"])
def test_a_question_about_the_file_names_an_option_that_can_be_copied(tmp_path: Path, kind: str) -> None:
    import openpyxl

    path: Any = tmp_path / "t.csv"
    if kind == "encoding":
        path.write_bytes("code,temp\nä,20\nö,30\n".encode("cp1252"))
    else:
        workbook = openpyxl.Workbook()
        for sheet in (workbook.active, workbook.create_sheet("second one")):
            sheet.append(["code", "temp"])
            sheet.append(["A", 20])
            sheet.append(["B", 30])
        workbook.active.title = "first one"
        path = tmp_path / "t.xlsx"
        workbook.save(path)
    with pytest.raises(AmbiguousTable) as asked:
        read_table(path)
    option = re.search(r"\(--(\w+) (.*?)\)", asked.value.args[0])
    assert option
    assert len(read_table(path, **{option[1]: shlex.split(option[2])[0]}).rows) == 2


@pytest.mark.parametrize(
    ("cells", "mark", "numbers"),
    [
        (
            ['"3,605";"2,171.8"', '"12,100";999.5', '900;"1,000.25"'],
            "point",
            ((3605.0, 12100.0, 900.0), (2171.8, 999.5, 1000.25)),
        ),
        (["4.411;14,5", "12.100;7,25", "900;3"], "comma", ((4411.0, 12100.0, 900.0), (14.5, 7.25, 3.0))),
    ],
)
def test_the_one_mark_that_reads_every_column_is_taken(
    tmp_path: Path, cells: list[str], mark: str, numbers: tuple[tuple[float, ...], ...]
) -> None:
    read = read_pool(saved(tmp_path, "mass;length", *cells))
    assert read.reading.decimal == mark
    assert read.pool.values == numbers


def test_two_marks_that_no_reading_joins_are_asked_about(tmp_path: Path) -> None:
    with pytest.raises(AmbiguousTable, match="Choose the decimal mark"):
        read_table(saved(tmp_path, "mass;length", "4.41;14,5", "12.1;7,25"))
