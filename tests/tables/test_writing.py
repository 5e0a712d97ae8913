import csv
import datetime as dt
import errno
import math
import os
import struct
import sys
from collections.abc import Iterator
from pathlib import Path

import openpyxl
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kgdesk.errors import BadInput, FileExists, NotWritten
from kgdesk.tables import read_table
from kgdesk.tables.numbers import parse_number
from kgdesk.tables.quoting import nfc
from kgdesk.tables.writing import Worksheet, csv_text, escape_formula, unescape_formula, write_csv, write_xlsx

TEXT = st.text(st.characters(exclude_characters="\0", exclude_categories=("Cs",)), max_size=12).map(nfc)
RISKY = st.builds(str.__add__, st.sampled_from(["=", "+", "-", "@", "\t", "\r", "'", "''=", "'@"]), TEXT)
FLOAT = st.floats(allow_nan=False, allow_infinity=False)
TABLE = st.lists(
    st.tuples(TEXT | RISKY, FLOAT, st.none() | st.integers(-(10**20), 10**20)), min_size=1, max_size=6
)


@given(TEXT | RISKY)
def test_a_guarded_text_is_no_formula_and_comes_back(text: str) -> None:
    safe = escape_formula(text)
    assert not safe.startswith(("=", "+", "-", "@", "\t", "\r"))
    assert unescape_formula(safe) == text
    assert safe in {text, f"'{text}"}


def test_plain_texts_stay_as_they_are() -> None:
    for text in ("", "DMF", "it's", "'tis", "a=b", "'", "5-Jan", " =x"):
        assert escape_formula(text) == text
        assert unescape_formula(text) == text


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=150, deadline=None)
@given(TABLE, st.sampled_from([(",", "point"), (";", "comma"), ("\t", "point")]))
def test_a_written_csv_reads_back_exactly(
    tmp_path: Path, rows: list[tuple[str, float, int | None]], dialect: tuple[str, str]
) -> None:
    delimiter, decimal = dialect
    path = tmp_path / "t.csv"
    write_csv(path, ("te,xt;", "x", "n"), rows, overwrite=True, delimiter=delimiter, decimal=decimal)
    table = read_table(path, delimiter=delimiter, decimal=decimal)
    assert table.header == ("te,xt;", "x", "n")
    assert [unescape_formula(cell) for cell in table.column("te,xt;")] == [text for text, _, _ in rows]
    read = [parse_number(cell, decimal) for cell in table.column("x")]
    assert [struct.pack("<d", x) for x in read] == [struct.pack("<d", x) for _, x, _ in rows]
    assert [int(cell) if cell else None for cell in table.column("n")] == [n for _, _, n in rows]
    with path.open(encoding="utf-8-sig", newline="") as stream:
        independent = list(csv.reader(stream, delimiter=delimiter, strict=True))
    assert independent[1:] == [list(row) for row in table.rows]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60, deadline=None)
@given(TABLE)
def test_a_written_workbook_reads_back_exactly_here_and_elsewhere(
    tmp_path: Path, rows: list[tuple[str, float, int | None]]
) -> None:
    path = tmp_path / "t.xlsx"
    write_xlsx(path, [Worksheet("runs", ("text", "x", "n"), rows)], overwrite=True)
    workbook = openpyxl.load_workbook(path)
    for (text, x, n), cells in zip(rows, workbook["runs"].iter_rows(min_row=2), strict=True):
        if all(char.isprintable() for char in text):
            assert (cells[0].value or "") == escape_formula(text)
        assert cells[0].data_type in {"s", "n", "inlineStr"}
        assert float(cells[1].value) == x
        assert cells[2].value is None if n is None else int(cells[2].value) == n
    workbook.close()
    table = read_table(path)
    assert [parse_number(cell, "point") for cell in table.column("x")] == [x for _, x, _ in rows]
    assert [unescape_formula(cell) for cell in table.column("text")] == [text for text, _, _ in rows]


def test_the_bytes_of_a_csv_are_golden(tmp_path: Path) -> None:
    path = tmp_path / "g.csv"
    moment = dt.datetime(2026, 11, 21, 15, 2, 31, tzinfo=dt.timezone(dt.timedelta(hours=1)))
    write_csv(
        path,
        ("run", "=head", "x", "at"),
        [
            (1, "=SUM(A1)", 0.1, moment),
            (2, 'say "no", twice\nhere', -1e-300, None),
            (3, "-5", -5.0, dt.date(2026, 1, 5)),
            (4, "'@x", 1e22, True),
        ],
    )
    assert path.read_bytes() == (
        b"\xef\xbb\xbfrun,'=head,x,at\r\n"
        b"1,'=SUM(A1),0.1,2026-11-21T14:02:31Z\r\n"
        b'2,"say ""no"", twice\nhere",-1e-300,\r\n'
        b"3,'-5,-5.0,2026-01-05\r\n"
        b"4,''@x,1e+22,true\r\n"
    )
    assert csv_text(("a", "b"), [(0.5, "x")], delimiter=";", decimal="comma") == "a;b\r\n0,5;x\r\n"


def test_no_cell_of_a_workbook_is_a_formula_or_a_link(tmp_path: Path) -> None:
    path = tmp_path / "t.xlsx"
    texts = ["=1+1", "{=1}", "http://example.org", "mailto:a@b.c", "12", "+1", "@x", "\tx"]
    write_xlsx(path, [Worksheet("audit", ("text",), [(text,) for text in texts])])
    page = openpyxl.load_workbook(path)["audit"]
    cells = [row[0] for row in page.iter_rows(min_row=2)]
    assert [cell.value for cell in cells] == [escape_formula(text) for text in texts]
    assert {cell.data_type for cell in cells} == {"s"}
    assert not any(cell.hyperlink for cell in cells)
    assert page.freeze_panes == "A2"


def test_the_same_workbook_has_the_same_bytes(tmp_path: Path) -> None:
    moment = dt.datetime(2026, 11, 21, tzinfo=dt.UTC)
    for name in ("a.xlsx", "b.xlsx"):
        write_xlsx(tmp_path / name, [Worksheet("s", ("x",), [(0.5,), ("t",)])], created=moment)
    assert (tmp_path / "a.xlsx").read_bytes() == (tmp_path / "b.xlsx").read_bytes()


def test_nothing_is_overwritten_unless_asked(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    write_csv(path, ("a",), [("first",)])
    before = path.read_bytes()
    with pytest.raises(FileExists, match=r"There is a file t\.csv already"):
        write_csv(path, ("a",), [("second",)])
    with pytest.raises(FileExists):
        write_xlsx(path, [Worksheet("s", ("a",), [])])
    assert path.read_bytes() == before
    write_csv(path, ("a",), [("second",)], overwrite=True)
    assert b"second" in path.read_bytes()
    assert [entry.name for entry in tmp_path.iterdir()] == ["t.csv"]


def test_a_file_that_appears_meanwhile_is_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"

    def rows() -> Iterator[tuple[str]]:
        yield ("mine",)
        path.write_text("theirs")

    with pytest.raises(FileExists):
        write_csv(path, ("a",), rows())
    assert path.read_text() == "theirs"
    assert [entry.name for entry in tmp_path.iterdir()] == ["t.csv"]


def test_a_refused_cell_leaves_the_old_file_and_no_rest(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    write_csv(path, ("a",), [("old",)])
    before = path.read_bytes()
    naive = dt.datetime(2026, 1, 5)  # noqa: DTZ001 - the case that is refused
    for cell, sentence in ((math.nan, "not finite"), (math.inf, "not finite"), (naive, "no zone")):
        with pytest.raises(BadInput, match=f"Row 2, column “a”.*{sentence}"):
            write_csv(path, ("a",), [("new",), (cell,)], overwrite=True)
        with pytest.raises(BadInput, match=f"Row 2, column “a”.*{sentence}"):
            write_xlsx(path, [Worksheet("s", ("a",), [("new",), (cell,)])], overwrite=True)
    for write in (
        lambda: write_csv(path, ("a",), [("\ud800",)], overwrite=True),
        lambda: write_xlsx(path, [Worksheet("s", ("a",), [("\ud800",)])], overwrite=True),
    ):
        with pytest.raises(BadInput, match="Row 1, column “a”: the text contains half a character"):
            write()
    with pytest.raises(BadInput, match="2 cells for 1 headings"):
        write_csv(path, ("a",), [("x", "y")], overwrite=True)
    assert path.read_bytes() == before
    assert [entry.name for entry in tmp_path.iterdir()] == ["t.csv"]


def test_texts_that_excel_would_cut_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="longer than the 32767 characters"):
        write_xlsx(tmp_path / "t.xlsx", [Worksheet("s", ("a",), [("x" * 32_768,)])])
    with pytest.raises(BadInput, match="cannot be made"):
        write_xlsx(tmp_path / "t.xlsx", [Worksheet("a/b", ("a",), [])])
    assert not list(tmp_path.iterdir())


def test_a_place_that_cannot_be_written_is_refused_in_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(NotWritten, match="there is no folder"):
        write_csv(tmp_path / "none" / "t.csv", ("a",), [])
    with pytest.raises(NotWritten, match="is a folder"):
        write_csv(tmp_path, ("a",), [], overwrite=True)
    with pytest.raises(NotWritten, match="does not take this name"):
        write_csv(tmp_path / ("x" * 300), ("a",), [])


@pytest.mark.parametrize("name", ["NUL", "aux.csv", "runs: all.csv", "runs.csv.", "what?.csv"])
def test_a_name_that_means_something_else_on_windows_is_no_name_of_a_file_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    with monkeypatch.context() as windows:
        windows.setattr(sys, "platform", "win32")
        with pytest.raises(BadInput, match="Windows has no file of the name"):
            write_csv(tmp_path / name, ("a",), [])
    assert list(tmp_path.iterdir()) == []
    if os.name == "posix":
        write_csv(tmp_path / name, ("a",), [])
        assert [path.name for path in tmp_path.iterdir()] == [name]


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="needs a folder that nobody may write")
def test_a_folder_without_write_permission_is_named(tmp_path: Path) -> None:
    folder = tmp_path / "locked"
    folder.mkdir(mode=0o500)
    target = folder if not os.access(folder, os.W_OK) else Path("/proc/self")
    with pytest.raises(NotWritten, match="is not saved"):
        write_csv(target / "t.csv", ("a",), [])


def test_a_file_that_a_spreadsheet_has_open_is_named_as_the_reason_and_not_its_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "runs.csv").write_text("old", encoding="utf-8")

    def in_use(*_: object, **__: object) -> None:
        raise PermissionError(errno.EACCES, "in use")

    monkeypatch.setattr(Path, "replace", in_use)
    with pytest.raises(
        NotWritten, match=r"runs\.csv is not saved: the file of that name is open in another program"
    ):
        write_csv(tmp_path / "runs.csv", ["a"], [["1"]], overwrite=True)
    assert [path.name for path in tmp_path.iterdir()] == ["runs.csv"]
    assert (tmp_path / "runs.csv").read_text("utf-8") == "old"


def test_a_full_disk_is_said_and_the_old_file_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "t.csv"
    write_csv(path, ("a",), [("old",)])
    before = path.read_bytes()

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(NotWritten, match="the disk is full"):
        write_csv(path, ("a",), [("new",)], overwrite=True)
    assert path.read_bytes() == before
    assert [entry.name for entry in tmp_path.iterdir()] == ["t.csv"]


def test_a_written_file_has_the_rights_that_other_new_files_have(tmp_path: Path) -> None:
    (tmp_path / "plain").touch()
    write_csv(tmp_path / "t.csv", ("a",), [])
    assert (tmp_path / "t.csv").stat().st_mode == (tmp_path / "plain").stat().st_mode
