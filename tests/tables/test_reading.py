import hashlib
import os
from pathlib import Path

import openpyxl
import pytest
from seldom import seldom

from kgdesk.errors import AmbiguousTable, BadTable
from kgdesk.tables import describe, read_table
from kgdesk.tables.quoting import printable


def saved(folder: Path, content: str | bytes, name: str = "t.csv") -> Path:
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def test_a_plain_table_gives_headings_texts_lines_and_the_digest_of_the_file(tmp_path: Path) -> None:
    content = b'code,x\r\nA,1.5\r\n"B,1","say ""no"""\r\n'
    table = read_table(saved(tmp_path, content))
    assert table.header == ("code", "x")
    assert table.rows == (("A", "1.5"), ("B,1", 'say "no"'))
    assert table.lines == (2, 3)
    assert table.digest == hashlib.sha256(content).hexdigest()
    assert table.size == len(content)
    assert (table.reading.delimiter, table.reading.decimal, table.reading.encoding) == (",", "point", "utf-8")
    assert "because" in table.reading.delimiter_why


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_every_kind_of_line_end_gives_the_same_rows(tmp_path: Path, end: str) -> None:
    for quote in ("", '"'):
        text = end.join(["code,x", f"{quote}A{quote},1", "B,2", ""])
        table = read_table(saved(tmp_path, text))
        assert table.rows == (("A", "1"), ("B", "2"))
        assert table.lines == (2, 3)


@pytest.mark.parametrize(
    ("encoding", "used"),
    [("utf-8", "utf-8"), ("utf-8-sig", "utf-8"), ("utf-16", "utf-16"), ("utf-32", "utf-32")],
)
def test_unicode_encodings_are_found(tmp_path: Path, encoding: str, used: str) -> None:
    table = read_table(saved(tmp_path, "code;Größe\nÄ;1,5\n".encode(encoding)))
    assert table.header == ("code", "Größe")
    assert table.reading.encoding == used


def test_big_endian_utf16_is_found_by_its_mark(tmp_path: Path) -> None:
    table = read_table(saved(tmp_path, b"\xfe\xff" + "code,µ\nA,1\n".encode("utf-16-be")))
    assert table.header == ("code", "µ")


def test_another_encoding_is_asked_for_and_read_when_named(tmp_path: Path) -> None:
    path = saved(tmp_path, "code;x\nA;1\nB\xe4r;2\n".encode("cp1252"))
    with pytest.raises(AmbiguousTable, match="line 3") as asked:
        read_table(path)
    assert asked.value.question == "encoding"
    assert "cp1252" in asked.value.choices
    assert read_table(path, encoding="cp1252").rows[1][0] == "Bär"
    with pytest.raises(BadTable, match=r"line 3.*do not fit"):
        read_table(path, encoding="utf-8")
    with pytest.raises(BadTable, match="no encoding"):
        read_table(path, encoding="rot13")


def test_a_cell_may_hold_line_breaks_and_the_next_row_keeps_its_true_line(tmp_path: Path) -> None:
    table = read_table(saved(tmp_path, 'code,note\nA,"one\r\ntwo\n\nfour"\nB,x\n'))
    assert table.rows == (("A", "one\r\ntwo\n\nfour"), ("B", "x"))
    assert table.lines == (2, 6)
    assert table.notes == ("Line 2: a cell goes on in the next line.",)


@pytest.mark.parametrize(
    ("text", "delimiter", "decimal"),
    [
        ("a,b\n1.5,2\n", ",", "point"),
        ("a;b\n1,5;2\n", ";", "comma"),
        ("a;b\n1.5;2\n", ";", "point"),
        ("a\tb\n1,5\t2\n", "\t", "comma"),
        ("a|b\n1.25|2\n", "|", "point"),
        ("a\n1.5\n2.5\n", "", "point"),
        ("a\n1,5\n2,5\n", "", "comma"),
        ("a;b\n1,234;0,5\n", ";", "comma"),
        ("a;b\n0,123;0,456\n", ";", "comma"),
        ("a;b\n1,2345;1,234\n", ";", "comma"),
        ("a,b\n1.234,2.345\n", ",", "point"),
        ('a,b\n"1,5","2,5"\n', ",", "comma"),
        ("sep=;\na;b\n1,5;2\n", ";", "comma"),
        ('a;b\n"x;y";1\n', ";", "point"),
        ('name\n"foo, bar"\n"baz; x"\n', "", "point"),
    ],
)
def test_delimiter_and_decimal_mark_are_found_where_one_reading_fits(
    tmp_path: Path, text: str, delimiter: str, decimal: str
) -> None:
    reading = read_table(saved(tmp_path, text)).reading
    assert (reading.delimiter, reading.decimal) == (delimiter, decimal)


@pytest.mark.parametrize(
    "text",
    [
        "a;b\n1,234;5\n2,345;6\n",
        "a;b\n1.234;5\n2.345;6\n",
        "a\tb\n1,234\t5,678\n",
        'a,b\n"1,234","2,345"\n',
        "a\n1,234\n2,345\n",
        "a;b\n1,5;2.5\n2,5;3.5\n",
    ],
)
def test_where_both_decimal_marks_fit_a_person_is_asked(tmp_path: Path, text: str) -> None:
    path = saved(tmp_path, text)
    with pytest.raises(AmbiguousTable) as asked:
        read_table(path)
    assert asked.value.question == "decimal"
    assert asked.value.choices == ("point", "comma")
    assert "line 2" in str(asked.value)
    for answer in asked.value.choices:
        assert read_table(path, decimal=answer).reading.decimal == answer


def test_where_several_delimiters_fit_a_person_is_asked(tmp_path: Path) -> None:
    path = saved(tmp_path, "a,x;b,y\n1,5;2,5\n")
    with pytest.raises(AmbiguousTable, match="comma and a semicolon") as asked:
        read_table(path)
    assert asked.value.question == "delimiter"
    assert asked.value.choices == (",", ";")
    assert read_table(path, delimiter=";").header == ("a,x", "b,y")
    assert read_table(path, delimiter="comma").header == ("a", "x;b", "y")


def test_two_decimal_marks_in_one_column_are_refused_with_both_lines(tmp_path: Path) -> None:
    with pytest.raises(BadTable, match=r"“2.5”.*line 3.*“1,5”.*line 2"):
        read_table(saved(tmp_path, "a;b\n1,5;1\n2.5;2\n"))


BAD = [
    ("a,b\n1,2\n3\n", "line 3: one cell where the headings in line 1 have 2"),
    ("a,b\n1,2\n3,4,5\n", "line 3: 3 cells where the headings in line 1 have 2"),
    ("a,,\n1,2,3\n", "line 1: column number 2 has no heading"),
    ("a,b\n", "headings in line 1 but nothing below"),
    ("\n\n", "contains no text"),
    ("", "is empty"),
    ("1,2\n3,4\n", "line 1: the first line (“1”, “2”) looks like one of the values below it"),
    ("a,b\n1,2\n\nx,4\n5,6\n", "line 3: this line is blank but line 4 is not"),
    ('a,b\n1,"2\n3,4\n', "line 2: a quotation mark opens here and is never closed"),
    ('a,b\n1,"2\n3,"4"\n', "line 3: text follows the closing quotation mark that opened in line 2"),
    ('a,b\n1,"2"x\n', "line 2: text follows the closing quotation mark"),
    ('a,b\n1,5" pipe\n', "line 2: there is a quotation mark inside a cell"),
    ("a,b\n1,2\n3,\0\n", "line 3: there is a NUL"),
    ("Title\na,b,c\n1,2,x\n", "line 2: 3 cells where the headings in line 1 have 1"),
    ("sep=;\na;b\n1;2\n3\n", "line 4: one cell"),
]


@pytest.mark.parametrize(("text", "sentence"), BAD)
def test_a_bad_table_is_refused_with_its_place(tmp_path: Path, text: str, sentence: str) -> None:
    with pytest.raises(BadTable) as refused:
        read_table(saved(tmp_path, text, "bad.csv"))
    assert str(refused.value).startswith("bad.csv")
    assert sentence in str(refused.value)


def test_blank_ends_are_passed_over_and_said(tmp_path: Path) -> None:
    table = read_table(saved(tmp_path, "\na,b,,\n1,2,,\n3,4, ,\n,,,\n\n"))
    assert table.header == ("a", "b")
    assert table.rows == (("1", "2"), ("3", "4"))
    assert table.lines == (3, 4)
    assert table.notes == (
        "Ignored 1 blank line above the headings.",
        "Ignored 2 blank lines at the end.",
        "Ignored 2 empty columns without headings on the right.",
    )


def test_what_is_no_table_is_refused_in_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(BadTable, match=r"no file none\.csv"):
        read_table(tmp_path / "none.csv")
    with pytest.raises(BadTable, match="is a folder"):
        read_table(tmp_path)
    with pytest.raises(BadTable, match="no file x"):
        read_table(saved(tmp_path, "a,b\n1,2\n") / "x")
    with pytest.raises(BadTable, match="cannot be read"):
        read_table("a\0b")
    with pytest.raises(BadTable, match="study"):
        read_table(saved(tmp_path, b"SQLite format 3\0" + bytes(100)))
    with pytest.raises(BadTable, match=r"old kind \(.xls\)"):
        read_table(saved(tmp_path, b"\xd0\xcf\x11\xe0" + bytes(100)))
    with pytest.raises(BadTable, match="has no sheets"):
        read_table(saved(tmp_path, "a,b\n1,2\n"), sheet="S")
    with pytest.raises(BadTable, match="cannot separate columns"):
        read_table(saved(tmp_path, "a,b\n1,2\n"), delimiter="1")
    monkeypatch.setattr("kgdesk.tables.input_file.MAX_BYTES", 5)
    with pytest.raises(BadTable, match="larger than"):
        read_table(saved(tmp_path, "a,b\n1,2\n"))


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("encoding", ["utf-8", *seldom("utf-16")])
def test_an_endless_line_is_refused_before_it_is_read(tmp_path: Path, end: str, encoding: str) -> None:
    table = saved(tmp_path, end.join(("code,x", "A,1", "B" * 5_000_001)).encode(encoding))
    with pytest.raises(BadTable, match=r"line 3: this line is longer than 5 MB; this is not a table"):
        read_table(table)
    whole = end.join(("code,x", "A,1", *("B" * 99 + ",2",) * 60_000)).encode(encoding)
    assert len(read_table(saved(tmp_path, whole)).rows) == 60_001


@pytest.mark.parametrize("delimiter", [",", *seldom(";", "\t", "|")])
@pytest.mark.parametrize("above", ["", "\n \n", "A title\n"])
def test_a_table_with_too_many_headings_is_refused_before_it_is_split(
    tmp_path: Path, delimiter: str, above: str
) -> None:
    wide = delimiter.join(["h"] * 100_000)
    with pytest.raises(BadTable, match="100000 columns, more than 16384"):
        read_table(saved(tmp_path, f"{above}{wide}\n"), headings={"": None, "\n \n": 3}.get(above, 2))
    with pytest.raises(BadTable, match="100000 columns, more than 16384"):
        read_table(saved(tmp_path, f"{wide}\n{wide}\n"), delimiter=delimiter)


def test_empty_columns_up_to_the_last_one_of_a_spreadsheet_and_long_cells_are_no_columns(
    tmp_path: Path,
) -> None:
    empty = "," * 16_000
    table = read_table(saved(tmp_path, f"code,x{empty}\nA,1{empty}\nB,2{empty}\n"))
    assert table.header == ("code", "x")
    spectrum = ",".join(["1"] * 20_000)
    table = read_table(saved(tmp_path, f"code;spectrum\nA;{spectrum}\nB;x\n"), delimiter=";")
    assert len(table.rows) == 2


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_is_refused_and_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.csv")
    with pytest.raises(BadTable, match="not an ordinary file"):
        read_table(tmp_path / "pipe.csv")


def test_texts_come_in_composed_form_and_no_character_turns_into_a_delimiter(tmp_path: Path) -> None:
    table = read_table(saved(tmp_path, "code,x\nA\u0308\u037e,1\n"))
    assert table.rows[0] == ("Ä;", "1")


def test_a_message_shows_what_cannot_be_seen(tmp_path: Path) -> None:
    with pytest.raises(BadTable) as refused:
        read_table(saved(tmp_path, "a,b\n1,2\n"), sheet="a\u202eb", decimal="a\u202eb")
    assert "\u202e" not in str(refused.value)
    assert "\\u202e" in str(refused.value)
    assert printable("a\u202eb\x1bc") == "a\\u202eb\\u001bc"


@pytest.mark.parametrize("count", [3_000, *seldom(100_000)])
def test_the_preview_of_many_rows_shows_200_and_describes_each_column(tmp_path: Path, count: int) -> None:
    line = "C-{0:06d};" + ";".join(f"{{0}},{digit}{{0}}" for digit in range(9))
    text = "code;" + ";".join(f"a{i}" for i in range(9)) + "\n"
    path = saved(tmp_path, text + "\n".join(line.format(i) for i in range(count)))
    table = read_table(path)
    infos = describe(table)
    assert len(table.rows) == count
    assert len(table.head()) == 200
    assert [info.looks_like for info in infos] == ["text"] + ["number"] * 9
    assert infos[0].unique


def test_a_description_counts_blanks_and_names_the_lines_of_problem_cells(tmp_path: Path) -> None:
    rows = "\n".join(f"A{i},{i},7,{'x' if i % 3 == 0 else i}" for i in range(90))
    table = read_table(saved(tmp_path, f"code,n,k,mixed\n{rows}\nB,,7,1e999\n"))
    code, number, constant, mixed = describe(table)
    assert (code.looks_like, code.unique, code.missing) == ("text", True, 0)
    assert (number.looks_like, number.missing, number.unique) == ("number", 1, False)
    assert (constant.constant, constant.distinct) == (True, 1)
    assert (mixed.looks_like, mixed.problem_count, len(mixed.problems)) == ("number", 31, 20)
    assert [problem.line for problem in mixed.problems[:3]] == [2, 5, 8]
    assert mixed.problems[0].reason == "is text, not a number"


def test_a_column_of_which_half_is_numbers_is_text(tmp_path: Path) -> None:
    half, more = describe(read_table(saved(tmp_path, "h,m\n1,1\nx,x\n2,2\ny,3\n")))
    assert (half.looks_like, more.looks_like) == ("text", "number")


BELOW = "code;temp;hit\nA;20,5;yes\nB;21,5;no\n"


@pytest.mark.parametrize(
    "title",
    [
        "Screening in May\n\n",
        "Screening in May;;\n;;\n",
        "Screening in May\nLab 3\n",
        "\n\nScreening in May\n",
    ],
    ids=["bare", "filled up", "two lines", "below blank lines"],
)
def test_headings_below_a_title_are_proposed_and_read_when_chosen(tmp_path: Path, title: str) -> None:
    path, line = saved(tmp_path, title + BELOW), title.count("\n") + 1
    with pytest.raises(AmbiguousTable, match=rf"headings in line {line}.*--headings {line}") as asked:
        read_table(path)
    assert (asked.value.question, asked.value.choices) == ("headings", (str(line),))
    table = read_table(path, headings=line)
    assert table.header == ("code", "temp", "hit")
    assert table.rows == (("A", "20,5", "yes"), ("B", "21,5", "no"))
    assert table.lines == (line + 1, line + 2)
    assert (table.reading.headings, table.reading.headings_why) == (line, "chosen")
    if line > 3 or title.strip("\n; "):
        assert f"What is above line {line} is not read." in table.notes


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_cells_below_a_title_keep_characters_that_only_look_like_line_ends(tmp_path: Path, end: str) -> None:
    text = end.join(["Screening", "", "code,note", "A,a\u2028b\u0085c", '"B\rx",d', "C,e", ""])
    table = read_table(saved(tmp_path, text), headings=3)
    plain = read_table(saved(tmp_path, text.partition(end * 2)[2]))
    assert table.rows == plain.rows
    assert table.rows[0] == ("A", "a\u2028b\u0085c")
    assert [line - 2 for line in table.lines] == list(plain.lines)


def test_a_title_in_a_sheet_is_passed_over_when_chosen(tmp_path: Path) -> None:
    workbook = openpyxl.Workbook()
    for row in (["Screening in May"], [], ["code", "temp"], ["A", 20.5], ["B", 21.5]):
        workbook.active.append(row)
    workbook.save(tmp_path / "t.xlsx")
    with pytest.raises(AmbiguousTable, match="headings in line 3") as asked:
        read_table(tmp_path / "t.xlsx")
    assert asked.value.choices == ("3",)
    table = read_table(tmp_path / "t.xlsx", headings=3)
    assert (table.header, table.rows, table.lines) == (
        ("code", "temp"),
        (("A", "20.5"), ("B", "21.5")),
        (4, 5),
    )


@pytest.mark.parametrize(
    "text",
    [
        "a,b\n1,2,3\n4,5,6\n",
        "id,solvent\nA,x,extra\nB,y,more\n",
        "code,,\nA,1,2\n",
        "A table\nof words, and\nnothing\n",
    ],
    ids=["numbers below", "a row too long", "headings left out", "prose"],
)
def test_no_line_of_data_is_proposed_as_headings(tmp_path: Path, text: str) -> None:
    with pytest.raises(BadTable) as refused:
        read_table(saved(tmp_path, text))
    assert not isinstance(refused.value, AmbiguousTable)


@pytest.mark.parametrize(("line", "words"), [(-3, "no line -3"), (2, "line 2"), (9, "t.csv")])
def test_a_line_that_cannot_hold_headings_is_refused_with_its_number(
    tmp_path: Path, line: int, words: str
) -> None:
    with pytest.raises(BadTable, match=words):
        read_table(saved(tmp_path, "Screening in May\n\n" + BELOW), headings=line)
