from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kgdesk.errors import BadTable
from kgdesk.tables import results_table, run_fields, runs_csv
from kgdesk.tables.coercions import is_coercion_of
from kgdesk.tables.quoting import nfc
from kgdesk.tables.reading import read_table
from kgdesk.tables.results_table import ResultsTable, read_results_table
from kgdesk.tables.runs_csv import LEADING, LEADING_NAMES, TRAILING_NAMES, RunColumn, runs_header
from kgdesk.tables.writing import Worksheet, write_csv, write_xlsx

HELP = Path(__file__).parents[2] / "resources" / "help"
#: Rows of a study with the attributes T and solvent, and the kept columns Well and note.
ROWS = (
    (
        *(1, "C-1", "success", "2026-11-21T14:02:31Z", "MK", "C-1", 0.1 + 0.2, "", "", ""),
        *(1.5, "DMF", "K7F2", 12.25, "", "", "", "2-B11", "x"),
    ),
    (
        *(2, "=C", "void", "2026-11-21T15:00:00Z", "@kim", "", None, 'a, "b"\nc', "failure", "Read again"),
        *(2.0, "-x", "", None, "", "", "", "2-B12", ""),
    ),
)
TEXT = st.text(st.characters(exclude_characters="\0", exclude_categories=("Cs",)), max_size=10).map(nfc)
NAME = TEXT.map(str.strip).filter(bool)
#: Cells of a run of a study with the attributes T and note, and the kept column Well.
RUN = st.tuples(
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
    st.floats(allow_nan=False, allow_infinity=False),
    NAME,
    TEXT,
    st.none() | st.floats(allow_nan=False, allow_infinity=False),
    st.just(""),
    st.just(""),
    st.just(""),
    TEXT,
)
Cells = tuple[str | float | int | None, ...]


def read(path: Path, **reading: Any) -> ResultsTable:
    """Read a runs CSV of a study with the attributes T and note, and one kept column."""
    table = read_table(path, **reading)
    return read_results_table(table, {}, {"run_token": "run_token", "measured": "measured"}, {})


def saved(folder: Path, text: str) -> Path:
    path = folder / "runs.csv"
    path.write_text(text, encoding="utf-8", newline="")
    return path


def test_the_columns_are_the_contract_then_the_attributes_then_what_is_kept() -> None:
    assert ",".join(LEADING_NAMES) == (
        "run,candidate,outcome,recorded_at,operator,suggested,probability_before,note,corrected_from,reason"
    )
    assert runs_header(("T", "note", "note (attribute)"))[10:] == (
        "T",
        "note (attribute)",
        "note (attribute) (attribute)",
        "run_token",
        "measured",
        "really_set",
        "blocks",
        "measured_from",
    )
    assert runs_header(("T",), ("Well", "note", "T", "run_token", "kept:note"))[11:] == (
        "run_token",
        "measured",
        "really_set",
        "blocks",
        "measured_from",
        "Well",
        "kept:note",
        "kept:T",
        "kept:run_token",
        "kept:kept:note",
    )


def test_an_attribute_that_is_called_like_a_trailing_column_keeps_its_name() -> None:
    assert runs_header(("measured", "run_token"), ("measured",))[10:] == (
        "measured",
        "run_token",
        "run_token (run)",
        "measured (run)",
        "really_set",
        "blocks",
        "measured_from",
        "kept:measured",
    )


def test_the_bytes_of_a_runs_csv_are_golden(tmp_path: Path) -> None:
    header = runs_header(("T", "solvent"), ("Well", "note"))
    write_csv(tmp_path / "r.csv", header, ROWS)
    assert (tmp_path / "r.csv").read_bytes() == (
        b"\xef\xbb\xbfrun,candidate,outcome,recorded_at,operator,suggested,probability_before,note,"
        b"corrected_from,reason,T,solvent,run_token,measured,really_set,blocks,measured_from,Well,kept:note\r\n"
        b"1,C-1,success,2026-11-21T14:02:31Z,MK,C-1,0.30000000000000004,,,,1.5,DMF,"
        b"K7F2,12.25,,,,2-B11,x\r\n"
        b'2,\'=C,void,2026-11-21T15:00:00Z,\'@kim,,,"a, ""b""\nc",failure,Read again,2.0,\'-x,,,,,,2-B12,\r\n'
    )


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=80, deadline=None)
@given(st.lists(RUN, min_size=1, max_size=5, unique_by=lambda row: row[0]))
def test_written_runs_come_back_whole(tmp_path: Path, rows: list[Cells]) -> None:
    header = runs_header(("T", "note"), ("Well",))
    path = tmp_path / "r.csv"
    write_csv(path, header, rows, overwrite=True)
    for row, back in zip(rows, read(path, delimiter=",", decimal="point").rows, strict=True):
        given = dict(zip(LEADING_NAMES, row, strict=False))
        for name in ("run", "candidate", "outcome", "suggested", "note", "reason"):
            assert getattr(back, name) == given[name], name
        for name in ("recorded_at", "operator", "probability_before", "corrected_from"):
            value = given[name]
            assert back.more.get(name) == (None if value in ("", None) else value), name
        cells = [back.cells[title] for title in header]
        assert all(map(is_coercion_of, cells, row, ["point"] * len(cells)))
        assert back.doubts == {}


@pytest.mark.parametrize("suffix", ["csv", "xlsx"])
@pytest.mark.parametrize(("operator", "reason"), [("3K", "5 min"), ("#REF!", "#N/A")])
def test_a_remark_that_reads_like_a_value_with_a_unit_or_an_error_stays_what_it_is(
    tmp_path: Path, suffix: str, operator: str, reason: str
) -> None:
    header = runs_header(("T", "note"), ("Well",))
    row: Cells = (
        1,
        "C",
        "success",
        "2026-11-21T14:02:31Z",
        operator,
        "",
        None,
        "",
        "",
        reason,
        1.5,
        "x",
        "",
        None,
    )
    path = tmp_path / f"r.{suffix}"
    if suffix == "csv":
        write_csv(path, header, [(*row, "", "", "", "")])
    else:
        write_xlsx(path, [Worksheet("runs", header, [(*row, "", "", "", "")])])
    (back,) = read(path).rows
    assert (back.more["operator"], back.reason) == (operator, reason)


def test_a_runs_workbook_reads_like_the_runs_csv(tmp_path: Path) -> None:
    header = runs_header(("T", "s"), ("W", "K"))
    write_xlsx(tmp_path / "r.xlsx", [Worksheet("runs", header, ROWS)])
    table = read(tmp_path / "r.xlsx")
    assert [row.cells["T"] for row in table.rows] == ["1.5", "2"]
    assert [row.note for row in table.rows] == ["", 'a, "b"\nc']
    assert [row.run_token for row in table.rows] == ["K7F2", ""]


def test_a_runs_csv_from_before_a_column_was_added_reads_as_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    header = runs_header(("T", "solvent"), ("Well", "K"))
    write_csv(tmp_path / "r.csv", header, ROWS)
    before = read(tmp_path / "r.csv")
    columns = (*LEADING, RunColumn("station", lambda run: run.operator))
    for module in (runs_csv, run_fields):
        monkeypatch.setattr(module, "LEADING", columns)
    for module in (runs_csv, run_fields, results_table):
        monkeypatch.setattr(module, "LEADING_NAMES", tuple(column.name for column in columns))
    assert runs_csv.runs_header(("T",))[10:] == (
        "station",
        "T",
        "run_token",
        "measured",
        "really_set",
        "blocks",
        "measured_from",
    )
    assert read(tmp_path / "r.csv") == before
    assert [row.run_token for row in before.rows] == ["K7F2", ""]


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_manual_lists_the_columns(language: str) -> None:
    page = (HELP / language / "exporting.md").read_text(encoding="utf-8")
    assert ", ".join(f"`{name}`" for name in LEADING_NAMES) in page
    assert ", ".join(f"`{name}`" for name in TRAILING_NAMES) in page


BAD = [
    ("run,candidate,outcome,remark\n1,A,success,x\n", "column “remark” is not one of run, candidate"),
    (
        "run,candidate,outcome\n1,A,success\n2,,void\n",
        "line 3, column “candidate”: the candidate has no name",
    ),
    ("run,candidate,outcome\n1,A,success\n2,A,void\n1,B,void\n", "line 4: run 1 is already in line 2"),
    ("run,candidate,outcome\n1.5,A,success\n", "line 2, column “run”: “1.5”"),
    ("run,candidate,outcome\n²,A,success\n", "line 2, column “run”: “²”"),
]


@pytest.mark.parametrize(("text", "sentence"), BAD)
def test_a_bad_row_is_refused_with_its_line(tmp_path: Path, text: str, sentence: str) -> None:
    with pytest.raises(BadTable) as refused:
        read(saved(tmp_path, text))
    assert sentence in str(refused.value)
    assert str(refused.value).startswith("runs.csv")


DOUBTFUL = [
    ("recorded_at", "11/21/26 2:02 PM", "line 2, column “recorded_at”: “11/21/26 2:02 PM”"),
    ("probability_before", "1.5", "“1.5” is not between 0 and 1"),
    ("probability_before", "often", "“often” is text, not a number"),
    ("corrected_from", "maybe", "column “corrected_from”: “maybe” is not an outcome"),
]


@pytest.mark.parametrize(("column", "cell", "sentence"), DOUBTFUL)
def test_a_cell_that_cannot_be_read_is_a_doubt_of_its_row(
    tmp_path: Path, column: str, cell: str, sentence: str
) -> None:
    (row,) = read(saved(tmp_path, f"run,candidate,outcome,{column}\n1,A,void,{cell}\n")).rows
    assert sentence in row.doubts[column]
    assert column not in row.more
