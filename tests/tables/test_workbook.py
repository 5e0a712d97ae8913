import datetime as dt
import re
import zipfile
from collections.abc import Callable
from pathlib import Path

import openpyxl
import pytest

from kgdesk.errors import AmbiguousTable, BadTable, KgdeskError
from kgdesk.tables import read_pool, read_table


def book(folder: Path, *sheets: list[list[object]]) -> Path:
    workbook = openpyxl.Workbook()
    workbook.remove(workbook.active)
    for number, rows in enumerate(sheets, 1):
        page = workbook.create_sheet(f"S{number}")
        for row in rows:
            page.append(row)
    path = folder / "t.xlsx"
    workbook.save(path)
    workbook.close()
    return path


def changed(path: Path, change: Callable[[str, bytes], bytes]) -> Path:
    with zipfile.ZipFile(path) as old:
        parts = {name: old.read(name) for name in old.namelist()}
    out = path.with_name("changed.xlsx")
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for name, content in parts.items():
            new.writestr(name, change(name, content))
    return out


def check_named(refused: KgdeskError, name: str) -> None:
    assert name in str(refused)


def test_cells_become_text_that_keeps_their_value(tmp_path: Path) -> None:
    path = book(
        tmp_path,
        [
            ["code", "x", "y", "z"],
            ["007", 1, 0.1, True],
            ["A", -2.5, 1e22, dt.date(2026, 1, 5)],
            ["B", 3, 1e-7, dt.datetime(2026, 1, 5, 3, 4)],  # noqa: DTZ001 - Excel's times have no zone
            ["C", 4, 5, dt.time(3, 4)],
        ],
    )
    table = read_table(path)
    assert table.rows == (
        ("007", "1", "0.1", "TRUE"),
        ("A", "-2.5", "1e+22", "2026-01-05"),
        ("B", "3", "1e-07", "2026-01-05 03:04:00"),
        ("C", "4", "5", "03:04:00"),
    )
    assert table.lines == (2, 3, 4, 5)
    assert table.reading.sheet == "S1"
    assert read_table(path, decimal="comma").rows[0][2] == "0,1"
    with pytest.raises(BadTable, match=r"t\.xlsx, row 2, column “z”: “TRUE” is a true-or-false value"):
        read_pool(path, id="code")


def test_dates_in_a_number_column_are_named(tmp_path: Path) -> None:
    path = book(tmp_path, [["x"], [1], [dt.date(2026, 1, 5)], [2]])
    with pytest.raises(BadTable, match="row 3, column “x”: “2026-01-05” is a date"):
        read_pool(path)


def test_of_several_sheets_with_data_a_person_chooses(tmp_path: Path) -> None:
    path = book(tmp_path, [["x"], [1]], [], [["x"], [2]])
    with pytest.raises(AmbiguousTable) as asked:
        read_table(path)
    assert asked.value.question == "sheet"
    assert asked.value.choices == ("S1", "S3")
    assert read_table(path, sheet="S3").rows == (("2",),)
    with pytest.raises(BadTable, match=r"no sheet “S9”.*“S1”, “S2”, “S3”"):
        read_table(path, sheet="S9")
    with pytest.raises(BadTable, match="contains no text"):
        read_table(path, sheet="S2")


def test_of_several_sheets_the_fullest_table_is_proposed_and_remarks_do_not_count(tmp_path: Path) -> None:
    cover = [["Plan", ""], ["By", "KL"], ["On", "Monday"], *([f"Remark {i}"] for i in range(30))]
    screen = [["code", "T", "P"], *([f"A{i}", i, i % 3] for i in range(9))]
    path = book(tmp_path, cover, screen, [["T", "mean"], [1, 2], [2, 3]])
    with pytest.raises(AmbiguousTable, match=r"“S1”, “S2”, “S3”.*--sheet S2") as asked:
        read_table(path)
    assert asked.value.choices == ("S2", "S1", "S3")


def test_a_column_of_formulas_that_nobody_calculated_is_named_with_the_way_out(tmp_path: Path) -> None:
    path = book(tmp_path, [["c", "x", "y"], *([f"A{i}", i, f"=B{i}*2"] for i in range(4))])
    with pytest.raises(
        BadTable, match=r"column “y” holds formulas without results: open the file.*--ignore y"
    ):
        read_pool(path, id="c")


def test_hidden_sheets_do_not_count_unless_named(tmp_path: Path) -> None:
    path = book(tmp_path, [["x"], [1]], [["x"], [2]])
    workbook = openpyxl.load_workbook(path)
    workbook["S2"].sheet_state = "hidden"
    workbook.save(path)
    assert read_table(path).rows == (("1",),)
    assert read_table(path, sheet="S2").rows == (("2",),)


def test_a_workbook_without_data_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadTable, match="no sheet with data"):
        read_table(book(tmp_path, []))


def test_failed_and_never_computed_formulas_are_not_taken_for_blank_cells(tmp_path: Path) -> None:
    path = book(tmp_path, [["c", "x"], ["A", 1], ["B", "=1/0"], ["C", 2]])
    with pytest.raises(BadTable, match="row 3, column “x”: “#NO RESULT” is a formula without a result"):
        read_pool(path, id="c", missing="median")
    failed = changed(
        path,
        lambda name, content: (
            re.sub(rb'<c r="B3"[^>]*>.*?</c>', b'<c r="B3" t="e"><f>1/0</f><v>#DIV/0!</v></c>', content)
            if name.endswith("sheet1.xml")
            else content
        ),
    )
    with pytest.raises(BadTable, match="row 3, column “x”: “#DIV/0!” is a formula without a result"):
        read_pool(failed, id="c", missing="leave_out")
    computed = changed(
        path,
        lambda name, content: (
            re.sub(rb'<c r="B3"[^>]*>.*?</c>', b'<c r="B3"><f>1+0.5</f><v>1.5</v></c>', content)
            if name.endswith("sheet1.xml")
            else content
        ),
    )
    assert read_pool(computed, id="c").pool.values == ((1.0, 1.5, 2.0),)


def test_merged_cells_and_blank_ends_are_said(tmp_path: Path) -> None:
    path = book(tmp_path, [["c", "x"], ["A", 1], ["B", 2], ["", ""]])
    workbook = openpyxl.load_workbook(path)
    workbook["S1"]["D4"] = " "
    workbook["S1"].merge_cells("A4:B4")
    workbook.save(path)
    table = read_table(path)
    assert table.rows == (("A", "1"), ("B", "2"))
    assert [note.split(" ")[0:3] for note in table.notes] == [
        ["Sheet", "“S1”", "has"],
        ["Ignored", "1", "blank"],
        ["Ignored", "2", "empty"],
    ]


def test_rows_that_the_spreadsheet_hides_are_read_and_said(tmp_path: Path) -> None:
    path = book(tmp_path, [["c", "x"]], [["c", "x"], ["A", 1], ["B", 2], ["C", 3], ["", ""]])
    workbook = openpyxl.load_workbook(path)
    workbook["S2"].title = "R&D <1>"
    for row in (3, 4, 5, 9):
        workbook["R&D <1>"].row_dimensions[row].hidden = True
    workbook.save(path)
    table = read_table(path)
    assert table.rows == (("A", "1"), ("B", "2"), ("C", "3"))
    assert table.notes[0] == (
        "2 rows of sheet “R&D <1>” are hidden, perhaps by a filter (the first is row 3); they are read like the "
        "others. Delete them in the sheet if they do not belong to the table."
    )
    assert not any("hidden" in note for note in read_table(book(tmp_path, [["c", "x"], ["A", 1]])).notes)


def test_a_cell_far_away_is_refused_before_memory_runs_out(tmp_path: Path) -> None:
    path = book(tmp_path, [["c", "x"], ["A", 1]])
    for far in (
        b'<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>',
        b'<row r="4000000000"><c><v>1</v></c></row>',
        b"<row r = '1048576' ><c r = 'ZZ1048576' ><v>1</v></c></row>",
    ):
        bad = changed(
            path, lambda _, content, far=far: content.replace(b"</sheetData>", far + b"</sheetData>")
        )
        with pytest.raises(BadTable, match=r"far away|damaged"):
            read_table(bad)


def test_a_zip_that_unpacks_to_too_much_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = book(tmp_path, [["c", "x"], ["A", 1]])
    bomb = changed(
        path, lambda name, content: content + b" " * 300_000 if name.endswith("sheet1.xml") else content
    )
    monkeypatch.setattr("kgdesk.tables.workbook.MAX_UNPACKED", 200_000)
    with pytest.raises(BadTable, match="unpacks to more"):
        read_table(bomb)


def test_an_open_document_spreadsheet_is_named_with_the_way_out(tmp_path: Path) -> None:
    path = tmp_path / "table.ods"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        archive.writestr("content.xml", "<office:document-content/>")
    with pytest.raises(BadTable, match=r"^table.ods is an OpenDocument spreadsheet.*save it as .xlsx or CSV"):
        read_table(path)


def test_what_is_no_workbook_is_refused_in_a_sentence(tmp_path: Path) -> None:
    other = tmp_path / "other.xlsx"
    with zipfile.ZipFile(other, "w") as archive:
        archive.writestr("hello.txt", "hello")
    with pytest.raises(BadTable, match="zip file but not an Excel workbook"):
        read_table(other)
    hollow = tmp_path / "hollow.xlsx"
    with zipfile.ZipFile(hollow, "w") as archive:
        archive.writestr("xl/workbook.xml", "<workbook")
    with pytest.raises(BadTable, match="damaged"):
        read_table(hollow)
    cut = tmp_path / "cut.xlsx"
    cut.write_bytes(book(tmp_path, [["c"], ["A"]]).read_bytes()[:-200])
    with pytest.raises(BadTable, match="damaged"):
        read_table(cut)


def test_flipped_bytes_of_a_workbook_give_the_table_or_a_sentence(tmp_path: Path) -> None:
    import random

    good = book(tmp_path, [["c", "x"], *[[f"A{i}", i / 7] for i in range(30)]])
    expected = read_table(good).rows
    chance = random.Random(5)
    content = good.read_bytes()
    path = tmp_path / "flipped.xlsx"
    for _ in range(150):
        data = bytearray(content)
        for _ in range(chance.choice((1, 1, 3, 20))):
            data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
        path.write_bytes(bytes(data))
        try:
            assert read_table(path).rows == expected
        except KgdeskError as refused:
            check_named(refused, "flipped.xlsx")


def test_broken_xml_in_a_workbook_gives_a_table_or_a_sentence(tmp_path: Path) -> None:
    import random

    good = book(tmp_path, [["c", "x"], *[[f"A{i}", i / 7] for i in range(5)]])
    chance = random.Random(6)
    for _ in range(150):

        def damage(_: str, content: bytes) -> bytes:
            if chance.random() < 0.6 or not content:
                return content
            at, length = chance.randrange(len(content)), chance.randrange(1, 20)
            return content[:at] + chance.choice((b"", b"<", b"9", b'"')) + content[at + length :]

        try:
            table = read_table(changed(good, damage))
        except KgdeskError:
            continue
        assert all(len(row) == len(table.header) for row in table.rows)


def test_entity_bombs_do_not_unfold(tmp_path: Path) -> None:
    path = book(tmp_path, [["c", "x"], ["A", 1]])
    levels = "".join(f'<!ENTITY e{i} "{f"&e{i - 1};" * 10 if i else "ha"}">' for i in range(12))
    head = f"<!DOCTYPE w [{levels}]>".encode()

    def poison(name: str, content: bytes) -> bytes:
        if not name.endswith("sheet1.xml"):
            return content
        return head + content.replace(b"<t>A</t>", b"<t>&e11;</t>")

    try:
        table = read_table(changed(path, poison))
    except BadTable:
        return
    assert all(len(cell) < 100 for row in table.rows for cell in row)


def test_a_workbook_is_told_by_its_bytes_and_not_by_its_name(tmp_path: Path) -> None:
    path = tmp_path / "named.csv"
    path.write_bytes(book(tmp_path, [["c", "x"], ["A", 1]]).read_bytes())
    assert read_table(path).reading.kind == "xlsx"


def test_cells_that_are_never_closed_do_not_hold_the_reader_up(tmp_path: Path) -> None:
    path = book(tmp_path, [["c", "x"], ["A", 1]])
    unclosed = b'<c r="A3" t="e"><v>' * 100_000
    bad = changed(path, lambda _, content: content.replace(b"</sheetData>", unclosed + b"</sheetData>"))
    with pytest.raises(
        BadTable
    ):  # a reader that looks for each end anew runs into the time limit of all tests
        read_table(bad)
