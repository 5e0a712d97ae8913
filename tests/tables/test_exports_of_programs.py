"""Tables as programs of a laboratory write them: R, spreadsheets in other languages, web pages, instruments."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kgdesk import actions
from kgdesk.cli.parser import run
from kgdesk.errors import BadTable
from kgdesk.model.study.records import Limit
from kgdesk.tables import read_pool, read_table
from kgdesk.tables.columns import describe
from kgdesk.tables.roles import Role, Why, meaning_of, propose

if TYPE_CHECKING:
    from pathlib import Path


def saved(folder: Path, text: str, name: str = "t.csv") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("text", "delimiter"),
    [
        ('"Temp" "Solvent" "Conc"\n"1" 20 "DMF" 0.5\n"2" 30 "water, hot" 1\n"3" 40 "THF" 2\n', " "),
        ("Temp Solvent Conc\n1 20 DMF 0.5\n2 30 water 1\n3 40 THF 2\n", " "),
        ('"Temp"\t"Solvent"\t"Conc"\n"1"\t20\t"DMF"\t0.5\n"2"\t30\t"water"\t1\n"3"\t40\t"THF"\t2\n', "\t"),
        ("Temp,Solvent,Conc\n1,20,DMF,0.5\n2,30,water,1\n3,40,THF,2\n", ","),
    ],
)
def test_a_table_that_r_writes_has_its_row_names_before_the_first_heading(
    tmp_path: Path, text: str, delimiter: str
) -> None:
    table = read_table(saved(tmp_path, text))
    assert table.header[1:] == ("Temp", "Solvent", "Conc")
    assert table.row_numbers == table.header[0]
    assert table.column("Temp") == ("20", "30", "40")
    assert table.reading.delimiter == delimiter
    assert table.lines == (2, 3, 4)
    read = read_pool(saved(tmp_path, text), categories=["Solvent"])
    assert read.pool.ids == ("1", "2", "3")
    assert read.pool.values[2] == (0.5, 1.0, 2.0)


def test_spaces_separate_columns_only_where_each_line_has_as_many_cells(tmp_path: Path) -> None:
    table = read_table(saved(tmp_path, "code temp conc\nA 20 1\nB 30 2\n"))
    assert table.header == ("code", "temp", "conc")
    assert read_table(saved(tmp_path, "code\nRX 001\nRX 002\n")).header == ("code",)
    assert read_table(saved(tmp_path, "what was done\nin the cold\non the roof\n")).header == (
        "what was done",
    )


@pytest.mark.parametrize("cells", [["1’200", "12’000", "900"], ["1\u00a0200", "12\u202f000", "900"]])
def test_apostrophes_and_no_break_spaces_between_thousands_are_taken_out(
    tmp_path: Path, cells: list[str]
) -> None:
    text = "code;Speed;x\n" + "".join(f"K{n};{cell};{n},5\n" for n, cell in enumerate(cells))
    read = read_pool(saved(tmp_path, text), id="code")
    assert read.pool.values[0] == (1200.0, 12000.0, 900.0)
    assert any("thousands separators are taken out" in sentence for sentence in read.findings)


def test_a_typographic_minus_is_a_minus(tmp_path: Path) -> None:
    path = saved(tmp_path, "code,T,x\nA,−20,1\nB,5,2\nC,−7.5,3e−2\n")
    read = read_pool(path, id="code")
    assert read.pool.values == ((-20.0, 5.0, -7.5), (1.0, 2.0, 0.03))
    assert any("“−”" in sentence for sentence in read.findings)
    with pytest.raises(BadTable, match="U\\+2212"):
        read_pool(saved(tmp_path, "code,T\nA,−20\nB,5−7\n"), id="code")


def test_an_error_of_a_spreadsheet_among_words_is_a_blank_cell(tmp_path: Path) -> None:
    path = saved(tmp_path, "code,Solvent,T\nA,DMF,1\nB,#N/A,2\nC,DMF,3\nD,THF,4\nE,#REF!,5\n")
    with pytest.raises(BadTable, match="line 3, column “Solvent”: this cell is blank"):
        read_pool(path, id="code", categories=["Solvent"])
    read = read_pool(path, id="code", categories=["Solvent"], missing="leave_out")
    assert read.pool.ids == ("A", "C", "D")
    assert any("“#N/A” (line 3)" in sentence for sentence in read.findings)


def test_a_word_that_may_stand_for_a_missing_one_is_said(tmp_path: Path) -> None:
    path = saved(tmp_path, "code,Base,T\nA,K3PO4,1\nB,NA,2\nC,K3PO4,3\nD,NA,4\n")
    read = read_pool(path, id="code", categories=["Base"])
    assert any("“NA”" in sentence and "missing" in sentence for sentence in read.findings)


@pytest.mark.parametrize(
    "text",
    [
        "<html><table><tr><td>Code</td></tr></table></html>",
        "\ufeff\n<!DOCTYPE html>\n<html></html>",
        '<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?>\n<Workbook/>',
    ],
)
def test_a_web_page_that_is_called_a_workbook_is_named_with_the_way_out(tmp_path: Path, text: str) -> None:
    with pytest.raises(BadTable, match=r"web page or XML.*save it as \.xlsx or CSV"):
        read_table(saved(tmp_path, text, "export.xls"))


def test_an_option_that_names_columns_may_be_given_several_times(tmp_path: Path) -> None:
    path = saved(
        tmp_path, "code,Solvent,Base,T,x,y\n" + "".join(f"K{n},s{n % 2},b{n % 2},{n},1,2\n" for n in range(6))
    )
    words = ["--id", "code", "--category", "Solvent", "--category", "Base", "--ignore", "x", "--ignore", "y"]
    assert run(["new", str(tmp_path / "s.kgstudy"), "--candidates", str(path), *words]) == 0


def test_a_value_with_the_unit_of_its_heading_is_no_word(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cells = ["45", "12 %", "<5", "n.d.", "80%", ""]
    path = saved(
        tmp_path, "code,T,Yield (%)\n" + "".join(f"K{n},{n},{cell}\n" for n, cell in enumerate(cells))
    )
    study = str(tmp_path / "s.kgstudy")
    assert run(["new", study, "--candidates", str(path), "--id", "code"]) == 1
    said = capsys.readouterr().err
    assert '--meaning "n.d.=none"' in said
    assert "12 %" not in said
    words = [
        "--id",
        "code",
        "--outcome",
        "Yield (%)",
        "--measured",
        "Yield (%) >= 40",
        "--meaning",
        "n.d.=none",
    ]
    assert run(["new", study, "--candidates", str(path), *words]) == 0
    with actions.open_study(study, actions.Operator("x"), read_only=True) as session:
        assert [run.measured for run in session.study.runs] == [45.0, 12.0, Limit("<", 5.0), 80.0]


@pytest.mark.parametrize(
    ("word", "meaning"),
    [
        ("no crystals", "failure"), ("not tested", ""), ("Not done", ""), ("nicht gemessen", ""), ("no data", ""),
        ("kein Ergebnis", ""), ("noch nicht", ""), ("+", "success"), ("++", "success"), ("-", "failure"), ("+/-", ""),
    ],
)  # fmt: skip
def test_a_word_for_what_was_not_looked_at_is_no_failure(word: str, meaning: str) -> None:
    assert meaning_of(word) == meaning


def test_a_column_of_plus_and_minus_is_asked_about(tmp_path: Path) -> None:
    marks = ["+", "-", "++", "+/-", "", ""]
    table = read_table(
        saved(tmp_path, "code,T,Crystals\n" + "".join(f"K{n},{n},{m}\n" for n, m in enumerate(marks * 2)))
    )
    proposals = propose(table, describe(table))
    assert proposals[2].why is Why.PERHAPS_OUTCOMES


def test_where_a_heading_names_the_result_yes_and_no_under_another_are_a_category(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = "".join(f"K{n},{n},{('TRUE', 'FALSE')[n % 2]},{('', '12', '55')[n % 3]}\n" for n in range(12))
    path = saved(tmp_path, "code,T,Stirred,Yield\n" + rows)
    assert run(["new", str(tmp_path / "s.kgstudy"), "--candidates", str(path)]) == 1
    said = capsys.readouterr().err
    assert "column “Stirred” may hold results" in said
    assert "--category Stirred" in said
    together = said.partition("All of it at once: ")[2]
    assert "--category Stirred" in together
    assert "--outcome Yield" in together
    assert Role.CATEGORY in {
        proposal.role for proposal in propose(read_table(path), describe(read_table(path)))
    }


@pytest.mark.parametrize("name", ["Yield", "Yield 3", "objective_conversion"])
def test_a_result_that_most_rows_lack_is_asked_about_before_its_blank_cells(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    rows = "".join(f"K{n},{n},{12 + n if n < 4 else ''}\n" for n in range(12))
    path = saved(tmp_path, f"code,T,{name}\n{rows}")
    assert run(["new", str(tmp_path / "s.kgstudy"), "--candidates", str(path), "--id", "code"]) == 1
    said = capsys.readouterr().err
    assert f"column “{name}” may hold results" in said
    assert "--blanks" not in said
    assert "--measured" in said.partition("All of it at once: ")[2]


@pytest.mark.parametrize(
    "text",
    [
        "code,T,x\nA,1,2,\nB,3,4,\nC,5,6,\n",
        'code, T, x\nA, 1, "2"\nB, 3, "4"\nC, 5, "6"\n',
        "code,T,x\r\nA,1,2\r\nB,3,4\r\nC,5,6\r\n\x1a",
    ],
    ids=["a comma behind each row", "spaces before quotation marks", "the end of a file of DOS"],
)
def test_what_instruments_write_around_cells_is_passed_over(tmp_path: Path, text: str) -> None:
    table = read_table(saved(tmp_path, text))
    assert table.header == ("code", "T", "x")
    assert table.column("code") == ("A", "B", "C")
    assert table.column("x") == ("2", "4", "6")
    assert table.lines == (2, 3, 4)


def test_a_row_with_a_cell_too_many_is_still_refused(tmp_path: Path) -> None:
    with pytest.raises(BadTable, match="line 3: 4 cells"):
        read_table(saved(tmp_path, "code,T,x\nA,1,2\nB,3,4,7\n"))
    with pytest.raises(BadTable, match="line 2: 4 cells"):
        read_table(saved(tmp_path, "code,T,x\nA,1,2,\nB,3,4,7\n"))


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b'[{"code": "A", "T": 1}]', "JSON"),
        (b'{"code": ["A"], "T": [1]}', "JSON"),
        (b"\x1f\x8b\x08\x00" + b"x" * 40, "unpack it"),
        (b"%PDF-1.7\n" + b"x" * 40, "PDF"),
    ],
)
def test_another_kind_of_file_is_named(tmp_path: Path, data: bytes, said: str) -> None:
    path = tmp_path / "t.csv"
    path.write_bytes(data)
    with pytest.raises(BadTable, match=said):
        read_table(path)


def test_a_table_on_its_side_is_named_as_one(tmp_path: Path) -> None:
    text = "Condition,R1,R2,R3,R4,R5\nTemp,20,30,40,50,60\nSolvent,DMF,THF,DMF,THF,DMF\nConc,1,2,1,2,1\n"
    with pytest.raises(BadTable, match="seems to lie on its side"):
        read_pool(saved(tmp_path, text))
    usual = "code,a,b,c,d\nA,1,2,3,4\nB,2,3,4,5\nC,5,6,7,9\n"
    assert read_pool(saved(tmp_path, usual), id="code").pool.ids == ("A", "B", "C")
    words = "code,a,b,c,d\nA,1,x,3,4\nB,2,y,4,5\nC,5,x,7,9\n"
    assert read_pool(saved(tmp_path, words), id="code", categories=["b"]).pool.ids == ("A", "B", "C")


def test_lists_side_by_side_are_read_one_below_the_other(tmp_path: Path) -> None:
    text = "code,T,x,,code,T,x\nA,1,2,,D,7,8\nB,3,4,,E,9,9\nC,5,6,,,,\n"
    table = read_table(saved(tmp_path, text))
    assert table.header == ("code", "T", "x")
    assert table.column("code") == ("A", "B", "C", "D", "E")
    assert table.column("x") == ("2", "4", "6", "8", "9")
    assert table.lines == (2, 3, 4, 2, 3)
    assert any("2 lists with the same headings are side by side" in note for note in table.notes)
    three = read_table(saved(tmp_path, "code,T,,code,T,,code,T\nA,1,,B,2,,C,3\n"))
    assert three.column("T") == ("1", "2", "3")


@pytest.mark.parametrize(
    "text", ["code,T,,code,S\nA,1,,B,2\n", "T,,T\n1,,2\n3,,4\n", "code,T,,code,T\nA,1,z,B,2\n"]
)
def test_other_columns_side_by_side_stay_columns(tmp_path: Path, text: str) -> None:
    assert len(read_table(saved(tmp_path, text)).rows) == text.count("\n") - 1
