from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kgdesk.errors import BadTable
from kgdesk.tables.file_io import nfc
from kgdesk.tables.outcomes import read_outcomes
from kgdesk.tables.runs import RUN_COLUMNS, RunRow, runs_header
from kgdesk.tables.writing import Sheet, write_csv, write_xlsx

ROWS = (
    RunRow(
        *(1, "C-1", "success", "2026-11-21T14:02:31Z", "MK", "C-1", 0.1 + 0.2, "", "", "", (1.5, "DMF")),
        run_token="K7F2", measured=12.25, kept=("2-B11", "x"),
    ),
    RunRow(
        2,
        "=C",
        "void",
        "2026-11-21T15:00:00Z",
        "@kim",
        "",
        None,
        'a, "b"\nc',
        "failure",
        "Read again",
        (2.0, "-x"),
        kept=("2-B12", ""),
    ),
)  # fmt: skip
TEXT = st.text(st.characters(exclude_characters="\0", exclude_categories=("Cs",)), max_size=10).map(nfc)
NAME = TEXT.map(str.strip).filter(bool)
RUN = st.builds(
    RunRow,
    st.integers(1, 10**6),
    NAME,
    st.sampled_from(["success", "failure", "void"]),
    st.just("2026-11-21T14:02:31.000001Z"),
    TEXT,
    TEXT.map(str.strip),
    st.none() | st.floats(0, 1),
    TEXT,
    st.sampled_from(["", "success", "failure"]),
    TEXT,
    st.tuples(st.floats(allow_nan=False, allow_infinity=False), NAME),
    TEXT,
    st.none() | st.floats(allow_nan=False, allow_infinity=False),
    st.tuples(TEXT),
)


def saved(folder: Path, text: str) -> Path:
    path = folder / "runs.csv"
    path.write_text(text, encoding="utf-8", newline="")
    return path


def test_the_columns_are_the_contract_then_the_attributes_then_what_is_kept() -> None:
    assert ",".join(RUN_COLUMNS) == (
        "run,candidate,outcome,recorded_at,operator,suggested,probability_before,note,corrected_from,reason"
    )
    assert runs_header(("T", "note", "note (attribute)"))[10:] == (
        "T",
        "note (attribute)",
        "note (attribute) (attribute)",
        "run_token",
        "measured",
    )
    assert runs_header(("T",), ("Well", "note", "T", "run_token", "kept:note"))[11:] == (
        "run_token",
        "measured",
        "Well",
        "kept:note",
        "kept:T",
        "kept:run_token",
        "kept:kept:note",
    )
    assert all(len(row.cells()) == 16 for row in ROWS)


def test_an_attribute_that_is_called_like_a_later_column_keeps_its_name() -> None:
    assert runs_header(("measured", "run_token"), ("measured",))[10:] == (
        "measured",
        "run_token",
        "run_token (run)",
        "measured (run)",
        "kept:measured",
    )


def test_the_bytes_of_a_runs_csv_are_golden(tmp_path: Path) -> None:
    header = runs_header(("T", "solvent"), ("Well", "note"))
    write_csv(tmp_path / "r.csv", header, [row.cells() for row in ROWS])
    assert (tmp_path / "r.csv").read_bytes() == (
        b"\xef\xbb\xbfrun,candidate,outcome,recorded_at,operator,suggested,probability_before,note,"
        b"corrected_from,reason,T,solvent,run_token,measured,Well,kept:note\r\n"
        b"1,C-1,success,2026-11-21T14:02:31Z,MK,C-1,0.30000000000000004,,,,1.5,DMF,"
        b"K7F2,12.25,2-B11,x\r\n"
        b'2,\'=C,void,2026-11-21T15:00:00Z,\'@kim,,,"a, ""b""\nc",failure,Read again,2.0,\'-x,,,2-B12,\r\n'
    )


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=80, deadline=None)
@given(st.lists(RUN, min_size=1, max_size=5, unique_by=lambda row: row.run))
def test_written_runs_come_back_whole_and_with_their_digests(tmp_path: Path, rows: list[RunRow]) -> None:
    header = runs_header(("T", "note"), ("Well",))
    path = tmp_path / "r.csv"
    write_csv(path, header, [row.cells() for row in rows], overwrite=True)
    read = read_outcomes(path, delimiter=",", decimal="point")
    for row, back in zip(rows, read, strict=True):
        for name in RUN_COLUMNS:
            assert getattr(back, name) == getattr(row, name), name
        assert back.digest == row.digest()


def test_a_runs_workbook_reads_like_the_runs_csv(tmp_path: Path) -> None:
    write_xlsx(
        tmp_path / "r.xlsx",
        [Sheet("runs", runs_header(("T", "s"), ("W", "K")), [row.cells() for row in ROWS])],
    )
    read = read_outcomes(tmp_path / "r.xlsx")
    assert [row.digest for row in read] == [row.digest() for row in ROWS]
    assert [row.note for row in read] == ["", 'a, "b"\nc']


def test_a_number_that_a_spreadsheet_rounded_changes_the_digest(tmp_path: Path) -> None:
    header = runs_header(("T", "solvent"), ("Well", "note"))
    write_csv(tmp_path / "r.csv", header, [row.cells() for row in ROWS])
    text = (tmp_path / "r.csv").read_text(encoding="utf-8")
    mangled = read_outcomes(saved(tmp_path, text.replace("0.30000000000000004", "0.3")))
    assert mangled[0].digest != ROWS[0].digest()
    assert mangled[1].digest == ROWS[1].digest()


def test_two_columns_are_enough(tmp_path: Path) -> None:
    read = read_outcomes(saved(tmp_path, "candidate;outcome\n C-1 ;Success\n'=C;void\nC-1;failure\n"))
    assert [(row.line, row.candidate, row.outcome, row.run) for row in read] == [
        (2, "C-1", "success", None),
        (3, "=C", "void", None),
        (4, "C-1", "failure", None),
    ]


BAD = [
    ("candidate,result\nA,success\n", "no column “outcome”"),
    ("name,outcome\nA,success\n", "no column “candidate”"),
    ("candidate,outcome,remark\nA,success,x\n", "column “remark” is not one of run, candidate"),
    ("candidate,outcome\nA,success\nB,2\n", "line 3, column “outcome”: “2” is not an outcome"),
    ("candidate,outcome\nA,success\nB,\n", "line 3, column “outcome”: this cell is blank"),
    ("candidate,outcome\nA,success\n,void\n", "line 3, column “candidate”: the candidate has no name"),
    ("run,candidate,outcome\n1,A,success\n2,A,void\n1,B,void\n", "line 4: run 1 stands in line 2 already"),
    ("run,candidate,outcome\n1.5,A,success\n", "line 2, column “run”: “1.5”"),
    ("run,candidate,outcome\n²,A,success\n", "line 2, column “run”: “²”"),
    (
        "candidate,outcome,recorded_at\nA,void,11/21/26 2:02 PM\n",
        "line 2, column “recorded_at”: “11/21/26 2:02 PM”",
    ),
    ("candidate,outcome,probability_before\nA,void,1.5\n", "“1.5” is not between 0 and 1"),
    ("candidate,outcome,probability_before\nA,void,often\n", "“often” is text, not a number"),
    (
        "candidate,outcome,corrected_from\nA,void,maybe\n",
        "column “corrected_from”: “maybe” is not an outcome",
    ),
]


@pytest.mark.parametrize(("text", "sentence"), BAD)
def test_a_bad_row_is_refused_with_its_line(tmp_path: Path, text: str, sentence: str) -> None:
    with pytest.raises(BadTable) as refused:
        read_outcomes(saved(tmp_path, text))
    assert sentence in str(refused.value)
    assert str(refused.value).startswith("runs.csv")
