import json
from pathlib import Path

import pytest

from kgdesk.errors import BadTable
from kgdesk.model.design.pool import Attribute
from kgdesk.tables import ColumnChoice, build_pool, read_pool, read_table

SAMPLES = Path(__file__).parents[2] / "resources" / "samples"


def saved(folder: Path, text: str, name: str = "t.csv") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8", newline="")
    return path


GOOD = "code,T,solvent,well,label\nA,1.5,DMF,P1,1\nB,2,EtOH,P2,-1\nC,3,DMF,P3,\n"


def test_every_column_without_another_role_is_an_attribute(tmp_path: Path) -> None:
    read = read_pool(
        saved(tmp_path, GOOD),
        id="code",
        categories=["solvent"],
        extras=["well"],
        outcome="label",
        units={"T": "K"},
        logs=["T"],
    )
    assert read.pool.ids == ("A", "B", "C")
    assert read.pool.attributes == (Attribute("T", "number", "K", log=True), Attribute("solvent", "category"))
    assert read.pool.values == ((1.5, 2.0, 3.0), ("DMF", "EtOH", "DMF"))
    assert read.pool.extras == {"well": ("P1", "P2", "P3")}
    assert read.outcomes == (("A", 1), ("B", -1))
    assert read.left_out == ()
    assert read.findings == ()
    assert read.reading.delimiter == ","


def test_without_a_code_column_rows_are_numbered_from_1(tmp_path: Path) -> None:
    read = read_pool(saved(tmp_path, "x,y\n1,2\n3,4\n"))
    assert read.pool.ids == ("1", "2")


def test_named_attributes_leave_the_other_columns_out(tmp_path: Path) -> None:
    read = read_pool(saved(tmp_path, GOOD), id="code", attributes=["T"])
    assert [attribute.name for attribute in read.pool.attributes] == ["T"]
    read = read_pool(saved(tmp_path, GOOD), id="code", attributes=["T"], categories="solvent")
    assert [attribute.name for attribute in read.pool.attributes] == ["T", "solvent"]


BAD = [
    (
        GOOD,
        {"id": "code", "ignore": ["well"]},
        "column “solvent” holds words, not numbers.*--category solvent.*--outcome label",
    ),
    (GOOD, {"id": "kode"}, "no column “kode”: its columns are “code”"),
    (GOOD, {"id": "code", "outcome": "code"}, "column “code” is given two roles, code and outcome"),
    (GOOD, {"id": "code", "attributes": ["T"], "ignore": ["T"]}, "two roles, ignored and attribute"),
    (
        GOOD,
        {"id": "solvent", "attributes": ["T"]},
        "line 4, column “solvent”: “DMF” names a candidate in line 2",
    ),
    (GOOD, {"attributes": ["T"], "outcome": "solvent"}, "line 2, column “solvent”: “DMF” is neither"),
    (GOOD, {"attributes": []}, "no column left"),
    (GOOD, {"attributes": ["T"], "logs": ["well"]}, "“well” is not a number"),
    (GOOD, {"attributes": ["T"], "missing": "drop"}, "refused, left out"),
    ("c,x\n,1\n", {"id": "c"}, "line 2, column “c”: the candidate has no name"),
    ("c,x\nA,5\nB,\nC,\n", {"id": "c"}, r"line 3, column “x”: this cell is blank \(2 blank cells"),
    (
        "c,x\nA,1\nB,1_000\n",
        {"id": "c"},
        "line 3, column “x”: “1_000” contains an underscore; write it as 1000",
    ),
    (
        "c,x\nA,1\nB,2\nC,Jan 5\nD,z\n",
        {"id": "c", "attributes": ["x"]},
        "line 4, column “x”: “Jan 5” is a date",
    ),
    ("c,x\nA,1\nB,2026-01-05\n", {"id": "c"}, "line 3, column “x”: “2026-01-05” is a date"),
    ("c,x\nA,1\nB,0\n", {"id": "c", "logs": ["x"]}, "line 3, column “x”: “0” is not above 0"),
    ("c,x\nA,1\nB,1e400\n", {"id": "c"}, "line 3, column “x”: “1e400” is too large"),
    (
        "c,x\nA,u\nB,\n",
        {"id": "c", "categories": ["x"], "missing": "median"},
        "line 3, column “x”: this cell is",
    ),
    ("c,x\nA,\nB,\n", {"id": "c", "missing": "median"}, "column “x” holds nothing at all.*--ignore x"),
    (
        "c,x,y\nA,,1\nB,2,\n",
        {"id": "c", "missing": "leave_out"},
        "0 of 2 rows remain.* 2 rows with blank cells are left out",
    ),
]


@pytest.mark.parametrize(("text", "options", "sentence"), BAD)
def test_a_bad_column_is_refused_with_its_place(
    tmp_path: Path, text: str, options: dict[str, object], sentence: str
) -> None:
    with pytest.raises(BadTable, match=sentence) as refused:
        read_pool(saved(tmp_path, text), **options)
    words = str(refused.value).casefold()
    assert not any(word in words for word in ("error", "invalid", "exception", "null", "please"))


def test_rows_with_blank_cells_can_be_left_out_by_name(tmp_path: Path) -> None:
    path = saved(tmp_path, "c,x,y\nA,1,2\nB,,3\nC,4,\nD,5,6\n")
    read = read_pool(path, id="c", missing="leave_out")
    assert read.pool.ids == ("A", "D")
    assert read.pool.values == ((1.0, 5.0), (2.0, 6.0))
    assert [(row.line, row.candidate, row.reason) for row in read.left_out] == [
        (3, "B", "Column “x” is blank."),
        (4, "C", "Column “y” is blank."),
    ]
    assert read_pool(path, ignore="c", missing="leave_out").pool.ids == ("1", "4")


def test_blank_numbers_can_be_filled_with_the_median_and_it_is_said(tmp_path: Path) -> None:
    read = read_pool(saved(tmp_path, "c,x\nA,1\nB,\nC,4\nD,10\nE,\n"), id="c", missing="median")
    assert read.pool.values == ((1.0, 4.0, 4.0, 10.0, 4.0),)
    assert read.findings[0] == "Column “x”: 2 blank cells filled with the median 4 (lines 3, 6)."
    huge = read_pool(saved(tmp_path, "c,x\nA,1.7e308\nB,\nC,1.7e308\n"), id="c", missing="median")
    assert huge.pool.values[0][1] == 1.7e308


def test_findings_name_constant_columns_equal_candidates_and_near_words(tmp_path: Path) -> None:
    read = read_pool(saved(tmp_path, "c,k,s\nA,7,DMF\nB,7,dmf\nC,7,DMF\n"), id="c", categories=["s"])
    assert [finding.split(":")[0] for finding in read.findings] == [
        "Column “k” has “7” for every candidate, so nothing can be learnt from it.",
        "Column “s”",
        "One candidate has the same attributes as an earlier one (first “A” and “C”)",
    ]


@pytest.mark.parametrize(
    ("cells", "signs"),
    [
        (["success", "FAILURE", ""], [1, -1]),
        (["1", "0", "1"], [1, -1, 1]),
        (["1", "-1", "+1"], [1, -1, 1]),
        (["1.0", "", "0.0"], [1, -1]),
        (["Yes", "no", "no"], [1, -1, -1]),
        (["TRUE", "false", ""], [1, -1]),
        (["pass", "fail", "pass"], [1, -1, 1]),
        (["'+1", "'-1", ""], [1, -1]),
    ],
)
def test_usual_words_for_outcomes_are_understood(tmp_path: Path, cells: list[str], signs: list[int]) -> None:
    rows = "\n".join(f"{index},{cell}" for index, cell in enumerate(cells))
    read = read_pool(saved(tmp_path, f"x,y\n{rows}\n"), outcome="y")
    assert [sign for _, sign in read.outcomes] == signs


@pytest.mark.parametrize(
    ("cells", "line"),
    [
        (["1", "0", "-1"], 4),
        (["yes", "yes", "failure"], 4),
        (["1", "success", "1"], 3),
        (["success", "1", "failure"], 3),
        (["1", "void", "0"], 3),
        (["1", "2", "0"], 3),
        (["1", "nan", "0"], 3),
    ],
)
def test_mixed_words_for_outcomes_are_refused_with_the_line(
    tmp_path: Path, cells: list[str], line: int
) -> None:
    rows = "\n".join(f"{index},{cell}" for index, cell in enumerate(cells))
    with pytest.raises(BadTable, match=rf"line {line}, column “y”"):
        read_pool(saved(tmp_path, f"x,y\n{rows}\n"), outcome="y")


def test_a_person_can_say_which_words_mean_what(tmp_path: Path) -> None:
    table = read_table(saved(tmp_path, "x,y\n1,Crystals\n2,clear\n3,lost\n4,\n"))
    choice = ColumnChoice(outcome="y", outcome_words=({"crystals"}, {"Clear"}), outcome_none=("lost",))
    assert build_pool(table, choice).outcomes == (("1", 1), ("2", -1))
    with pytest.raises(BadTable, match=r"line 4.*no meaning was given to “lost”"):
        build_pool(table, ColumnChoice(outcome="y", outcome_words=({"crystals"}, {"clear"})))
    with pytest.raises(BadTable, match="two meanings"):
        build_pool(table, ColumnChoice(outcome="y", outcome_words=({"lost"}, {"lost"})))


def test_decimal_commas_give_the_numbers_that_points_give(tmp_path: Path) -> None:
    comma = read_pool(saved(tmp_path, "c;x;y\nA;0,1;1e3\nB;12,5;-,5\n"), id="c")
    point = read_pool(saved(tmp_path, "c,x,y\nA,0.1,1e3\nB,12.5,-.5\n"), id="c")
    assert comma.pool == point.pool


@pytest.mark.parametrize("name", ["reaction-screen", "growth-conditions"])
def test_a_sample_study_reads_with_the_roles_of_its_sidecar(name: str) -> None:
    roles = json.loads((SAMPLES / f"{name}.json").read_text(encoding="utf-8"))
    read = read_pool(
        SAMPLES / f"{name}.csv", id=roles["id"], categories=roles["categories"], extras=roles["extras"]
    )
    assert read.findings == ()
    assert len(read.pool) == {"reaction-screen": 180, "growth-conditions": 300}[name]
    assert set(roles["extras"]) == set(read.pool.extras)
    assert roles["planned_runs"] > 0


def test_the_sample_tables_are_what_their_script_makes() -> None:
    import runpy

    made = runpy.run_path(str(Path(__file__).parents[2] / "resources" / "samples" / "make_tables.py"))
    for name, make in (
        ("reaction-screen", "reaction_screen"),
        ("growth-conditions", "growth_conditions"),
        ("reaction-yields", "reaction_yields"),
    ):
        assert (SAMPLES / f"{name}.csv").read_bytes().decode() == made[make]()


UCI = {
    "climate": (540, 18, 494),
    "fertility": (100, 9, 88),
    "glass": (214, 9, 163),
    "haberman": (306, 3, 225),
    "planning_relax": (182, 12, 130),
    "transfusion": (748, 4, 178),
    "wpbc": (198, 33, 151),
}


@pytest.mark.parametrize("name", sorted(UCI))
def test_a_real_table_reads_with_every_number_as_written(name: str, uci: Path) -> None:
    path = uci / f"{name}.csv"
    read = read_pool(path, outcome="label")
    rows, attributes, successes = UCI[name]
    assert (len(read.pool), len(read.pool.attributes)) == (rows, attributes)
    assert [sign for _, sign in read.outcomes].count(1) == successes
    assert len(read.outcomes) == rows
    plain = [line.split(",") for line in path.read_text(encoding="utf-8").splitlines()[1:]]
    for column, values in enumerate(read.pool.values):
        assert list(values) == [float(line[column]) for line in plain]


def test_codes_that_a_spreadsheet_rounded_are_found(tmp_path: Path) -> None:
    read = read_pool(saved(tmp_path, "code,x\nA,1\n4.00639E+12,2\n1.2e+16,3\n"), id="code")
    (finding,) = read.findings
    assert "2 codes look like a long number" in finding
    assert "first “4.00639E+12” in line 3" in finding


def test_a_blank_category_can_mean_none_and_it_is_said(tmp_path: Path) -> None:
    path = saved(tmp_path, "c,s,x\nA,DMF,1\nB,,2\nC,EtOH,3\nD, ,4\n")
    read = read_pool(path, id="c", categories=["s"], blank_none=["s"])
    assert read.pool.values[0] == ("DMF", "none", "EtOH", "none")
    assert read.findings[0] == "Column “s”: 2 blank cells mean “none” (lines 3, 5)."
    path = saved(tmp_path, "c,s,x\nA,None,1\nB,,2\nC,DMF,\n")  # the level that the table has already
    read = read_pool(path, id="c", categories=["s"], blank_none="s", missing="leave_out")
    assert read.pool.values[0] == ("None", "None")
    assert "one blank cell means “none” (line 3)" in read.findings[0]
    with pytest.raises(BadTable, match="“x” is not a category"):
        read_pool(path, id="c", categories=["s"], blank_none=["x"])


def test_all_refusals_of_a_table_are_in_one_answer_with_the_rows_that_repairs_cost(tmp_path: Path) -> None:
    text = "c,x,y,s,r\nA,1,2,DMF,yes\nA,,3,,maybe\nC,4,a,DMF,no\nD,5,,EtOH,yes\nE,6,7,EtOH,no\n"
    options = {"id": "c", "categories": ["s"], "outcome": "r"}
    with pytest.raises(BadTable) as refused:
        read_pool(saved(tmp_path, text), **options)
    said = str(refused.value)
    assert said.startswith("t.csv: 5 things to correct. ")
    for part in ("names a candidate in line 2 already", "line 3, column “x”: this cell is blank",
                 "line 4, column “y”: “a”", "line 3, column “s”: this cell is blank", "“maybe”"):  # fmt: skip
        assert part in said
    assert "blank cells costs 2 of 5 rows" in said
    assert "not numbers costs 1 of 5 rows" in said
    wide = ",".join(["c", *(f"x{n}" for n in range(14))])
    blank = "\n".join(f"{name}{14 * ','}" for name in "AB") + "\nC" + 14 * ",1.5"
    with pytest.raises(BadTable, match=r"14 things to correct.* And 4 more\. .*costs 2 of 3 rows"):
        read_pool(saved(tmp_path, f"{wide}\n{blank}\n"), id="c")
