"""Excel workbooks: select the sheet with the table and read its cells as text."""

from __future__ import annotations

import datetime as dt
import io
import posixpath
import re
import zipfile
import zlib
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any
from xml.sax.saxutils import unescape

import python_calamine

from kgdesk.errors import AmbiguousTable, BadTable
from kgdesk.tables.columns import argument
from kgdesk.tables.numbers import MARKS, NO_RESULT, Decimal, is_number
from kgdesk.tables.quoting import quoted
from kgdesk.tables.raw_table import MAX_ALL_COLUMNS, refuse_too_many_columns
from kgdesk.text import listed, phrase

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from kgdesk.tables.input_file import InputFile

#: Beginnings of files that are no tables, whatever they are called, and what to do with them.
_OTHER_KINDS = (
    (
        re.compile(rb"(?:\xef\xbb\xbf)?\s*<(?:!doctype html|html|head|body|table|\?xml)\b", re.IGNORECASE),
        phrase(
            "is a web page or XML, whatever it is called: open it in a spreadsheet and save it as .xlsx or CSV."
        ),
    ),
    (
        re.compile(rb'(?:\xef\xbb\xbf)?\s*(?:\[\s*[\[{]|\{\s*")'),
        phrase("is JSON, not a table: write it as CSV, with a line of headings."),
    ),
    (re.compile(rb"\x1f\x8b|BZh|\xfd7zXZ|7z\xbc\xaf"), phrase("is compressed: unpack it first.")),
    (re.compile(rb"%PDF"), phrase("is a PDF: save the table as .xlsx or CSV in the program that made it.")),
)
OLD_MARK = b"\xd0\xcf\x11\xe0"
_OPEN_DOCUMENT = b"application/vnd.oasis.opendocument.spreadsheet"

#: Limits in bytes and counts, against zip bombs.
MAX_UNPACKED = 1024 * 1024 * 1024
MAX_CELLS = 20_000_000
MAX_ENTRIES = 5_000

_LETTERS = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_REFERENCE = re.compile(rb"""\sr\s*=\s*["']([A-Za-z]*[0-9]*)["']""")
_CELL = re.compile(
    rb"<((?:\w+:)?)c\b([^<>]*+)(?<!/)>((?>(?s:.*?)(?=</?\1c[\s>/])))</\1c\s*>"
)  # Atomic: an unclosed cell is scanned once, not once for every cell after it. A possessive group would not do: before
# 3.11.2 Python goes on from where such a group's last attempt failed.
_CELL_START = re.compile(rb"<(?:\w+:)?c[\s>/]")
_ROW_START = re.compile(rb"<(?:\w+:)?row[\s>/]")
_KIND = re.compile(rb"""\st\s*=\s*["'](\w*)["']""")
_QUOTATION_MARKS = {"&quot;": '"', "&apos;": "'"}
_SHEET, _PART = re.compile(r"<(?:\w+:)?sheet\s[^>]*>"), re.compile(r"<(?:\w+:)?Relationship\s[^>]*>")
_HIDDEN_ROW = re.compile(rb"""<(?:\w+:)?row\s(?=[^>]*\shidden\s*=\s*["'](?:1|true)["'])[^>]*>""")
_NO_RESULT = re.compile(
    rb"(?:</(?:\w+:)?f\s*>|<(?:\w+:)?f\b[^>]*/>)\s*(?:<(?:\w+:)?v\s*/>|<(\w+:)?v>\s*</(?:\w+:)?v>)?\s*$"
)

Cell = str | float | bool | dt.date | dt.datetime | dt.time | dt.timedelta


@dataclass(frozen=True, slots=True)
class SheetCells:
    """The cells of one sheet as text, from its first row and column on.

    Parameters
    ----------
    sheet, why
        Name of the sheet, and how it was chosen.
    cells
        One list per row, all of the same length.
    merged
        Number of merged ranges.
    texts
        The cells with those that are text alone, where one of them is a number with a decimal comma; else empty.
    hidden
        Numbers of the rows that the spreadsheet program does not show, as behind a filter, and that hold something.
    """

    sheet: str
    why: str
    cells: list[list[str]]
    merged: int
    texts: list[list[str]] = field(default_factory=list)
    hidden: tuple[int, ...] = ()

    def row(self, number: int) -> list[str]:
        """Return the cells of a row by its number in the sheet, from 1 on; none where the sheet has no such row."""
        return self.cells[number - 1] if 0 < number <= len(self.cells) else []


def read_grid(source: InputFile, sheet: str | None, decimal: Decimal) -> SheetCells:
    """Read the cells of the only sheet with a table, or of the named one.

    Raises
    ------
    AmbiguousTable
        Several sheets hold data.
    BadTable
        The file is not a workbook, damaged, password-protected, too large, or lacks the sheet.
    """
    data, parts = _vetted(source)
    try:
        with python_calamine.load_workbook(io.BytesIO(data)) as book:
            grid = _grid(book, source.name, sheet, decimal)
        holding = (n for n in _hidden_rows(parts, grid.sheet) if any(map(str.strip, grid.row(n))))
        return replace(grid, hidden=tuple(holding))
    except BadTable:
        raise
    except python_calamine.PasswordError:
        raise BadTable(
            phrase("{name} is protected by a password: save a copy without one.", name=source.name)
        ) from None
    except (python_calamine.CalamineError, OSError, ValueError, KeyError, OverflowError) as refused:
        raise _damaged(source.name, str(refused)) from None
    except BaseException as refused:
        # A panic of the Rust reader is a BaseException whose type cannot be imported.
        if type(refused).__name__ != "PanicException":
            raise
        raise _damaged(source.name, str(refused)) from None


def sheet_names(source: InputFile) -> tuple[str, ...]:
    """Return the names of the visible sheets of a workbook that `read_grid` has read."""
    with python_calamine.load_workbook(io.BytesIO(source.data)) as book:
        return tuple(_visible_sheets(book))


def _hidden_rows(parts: Mapping[str, bytes], sheet: str) -> list[int]:
    """Return the numbers of the hidden rows of a sheet, which the reader of workbooks does not tell.

    Empty for a sheet whose part has an unusual name.
    """
    book, links = (
        parts.get(part, b"").decode(errors="replace")
        for part in ("xl/workbook.xml", "xl/_rels/workbook.xml.rels")
    )
    targets = {_attribute(each, "Id"): _attribute(each, "Target") for each in _PART.findall(links)}
    for element in _SHEET.findall(book):
        if _attribute(element, "name") == sheet:
            part = posixpath.join("/xl", targets.get(_attribute(element, r"\w+:id"), "")).lstrip("/")
            found = map(_REFERENCE.search, _HIDDEN_ROW.findall(parts.get(part, b"")))
            return [int(each.group(1)) for each in found if each and each.group(1).isdigit()]
    return []


def _attribute(element: str, name: str) -> str:
    found = re.search(rf"""\s{name}\s*=\s*(?:"([^"]*)"|'([^']*)')""", element)
    return unescape((found.group(1) or found.group(2) or "") if found else "", _QUOTATION_MARKS)


def _visible_sheets(book: python_calamine.CalamineWorkbook, also: str | None = None) -> list[str]:
    """Return the names of the visible sheets with cells, and of the named one."""
    return [
        meta.name
        for meta in book.sheets_metadata
        if meta.typ == python_calamine.SheetTypeEnum.WorkSheet
        and (meta.visible == python_calamine.SheetVisibleEnum.Visible or meta.name == also)
    ]


def _damaged(name: str, details: str) -> BadTable:
    return BadTable(
        phrase(
            "{name} is damaged or not an Excel workbook (.xlsx): open it in the spreadsheet "
            "program and save it again.",
            name=name,
        ),
        details=details,
    )


def _grid(
    book: python_calamine.CalamineWorkbook, name: str, sheet: str | None, decimal: Decimal
) -> SheetCells:
    plain = _visible_sheets(book, sheet)
    if sheet is not None and sheet not in plain:
        names = listed(quoted(known) for known in plain) if plain else "–"
        raise BadTable(
            phrase(
                "{name} has no sheet {sheet}: choose one of its sheets ({names}).",
                name=name,
                sheet=quoted(sheet),
                names=names,
            )
        )
    only = phrase("found because it is the only visible sheet with data")
    why = phrase("chosen") if sheet is not None else only
    filled: list[SheetCells] = []
    for known in plain if sheet is None else [sheet]:
        page = book.get_sheet_by_name(known)
        rows = page.to_python(skip_empty_area=False)
        if sheet is not None or any(cell != "" for row in rows for cell in row):
            merged = page.merged_cell_ranges or ()
            _fill_down(rows, merged)
            filled.append(SheetCells(known, why, _texts(rows, decimal), len(merged), _with_commas(rows)))
    return _only(filled, name)


def _fill_down(rows: list[list[Any]], merged: Sequence[tuple[tuple[int, int], tuple[int, int]]]) -> None:
    """Put the value of a cell that is merged over several rows into each of them; only the first one holds it."""
    for (top, left), (bottom, _) in merged:
        for row in rows[top + 1 : bottom + 1]:
            if left < len(row) and row[left] == "":
                row[left] = rows[top][left]


def _texts(rows: list[list[Any]], decimal: Decimal) -> list[list[str]]:
    return [[cell if type(cell) is str else cell_text(cell, decimal) for cell in row] for row in rows]


def _with_commas(rows: list[list[Any]]) -> list[list[str]]:
    """Return the cells that are text, blank in place of others, if one is a number with a decimal comma."""
    found = any("," in cell and is_number(cell, "comma") for row in rows for cell in row if type(cell) is str)
    return [[cell if type(cell) is str else "" for cell in row] for row in rows] if found else []


def _only(filled: list[SheetCells], name: str) -> SheetCells:
    """Return the only sheet with data, or the only one of several with a table; raise if there is none or several.

    Of several the one with most cells in its rows is proposed; single cells, as remarks are, do not count.
    """
    if not filled:
        raise BadTable(
            phrase(
                "{name} has no sheet with data: put the headings and the candidates on one sheet.", name=name
            )
        )
    tables = [grid for grid in filled if _holds_table(grid)]
    if len(filled) > 1 and len(tables) == 1:
        why = phrase("found because it is the only visible sheet with a table")
        return replace(tables[0], why=why)
    if len(filled) > 1:
        filled = tables or filled
        largest = max(filled, key=lambda grid: sum(n for n in map(_filled, grid.cells) if n > 1))
        names = listed(quoted(grid.sheet) for grid in filled)
        raise AmbiguousTable(
            phrase(
                "{name} has {count} sheets with data ({names}). Choose one of them (--sheet "
                "{option}), or keep the candidates in a file of their own.",
                name=name,
                count=len(filled),
                names=names,
                option=argument(largest.sheet),
            ),
            question="sheet",
            choices=(largest.sheet, *(grid.sheet for grid in filled if grid is not largest)),
        )
    return filled[0]


def _holds_table(grid: SheetCells) -> bool:
    """Return whether two rows of a sheet have two filled cells or more, as a table of candidates has."""
    return sum(_filled(row) > 1 for row in grid.cells) > 1


def _filled(row: Sequence[str]) -> int:
    return sum(map(bool, map(str.strip, row)))


def cell_text(cell: Cell, decimal: Decimal) -> str:
    """Convert a cell to text: numbers in their shortest form, dates in ISO form (so they are not numbers)."""
    if isinstance(cell, float):
        return repr(cell).removesuffix(".0").replace(".", MARKS[decimal])
    if isinstance(cell, dt.timedelta):
        minutes, seconds = divmod(round(cell.total_seconds()), 60)
        return f"{minutes // 60:02d}:{minutes % 60:02d}:{seconds:02d}"
    if isinstance(cell, dt.datetime):
        return cell.isoformat(sep=" ")
    if isinstance(cell, (dt.date, dt.time)):
        return cell.isoformat()
    return str(cell).upper() if isinstance(cell, bool) else str(cell)


def _vetted(source: InputFile) -> tuple[bytes, dict[str, bytes]]:
    """Return the workbook's bytes, with formulas without a result made visible, and its parts as read; check sizes.

    The reader allocates the whole rectangle that a sheet spans (a single far cell would exhaust memory) and returns a
    formula without a result as an empty cell; both are handled before it sees the file.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(source.data)) as archive:
            names = archive.namelist()
            open_document = "mimetype" in names and _begins_with(archive, "mimetype", _OPEN_DOCUMENT)
            parts = dict(_unpacked(archive, source.name)) if "xl/workbook.xml" in names else {}
    except BadTable:
        raise
    except (
        zipfile.BadZipFile,
        zlib.error,
        NotImplementedError,
        RuntimeError,
        EOFError,
        OSError,
        ValueError,
    ) as refused:
        raise _damaged(source.name, str(refused)) from None
    if open_document:
        raise BadTable(
            phrase(
                "{name} is an OpenDocument spreadsheet (.ods): save it as .xlsx or CSV.",
                name=source.name,
            )
        )
    if "xl/workbook.xml" not in names:
        raise BadTable(
            phrase(
                "{name} is a zip file but not an Excel workbook (.xlsx): choose another file.",
                name=source.name,
            )
        )
    patched = {part: _visible(content) for part, content in parts.items() if b"sheetData" in content}
    for content in patched.values():
        _check_span(content, source.name)
    if all(parts[part] is content for part, content in patched.items()):
        return source.data, parts
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as archive:
        for part, content in (parts | patched).items():
            archive.writestr(part, content)
    return out.getvalue(), parts


def _begins_with(archive: zipfile.ZipFile, part: str, beginning: bytes) -> bool:
    with archive.open(part) as stream:
        return stream.read(len(beginning)) == beginning


def _unpacked(archive: zipfile.ZipFile, name: str) -> Iterator[tuple[str, bytes]]:
    entries = archive.infolist()
    total = 0
    if len(entries) > MAX_ENTRIES or len({entry.filename for entry in entries}) != len(entries):
        raise _damaged(name, "too many parts, or two of one name")
    for entry in entries:
        if entry.flag_bits & 1:
            raise BadTable(phrase("{name} is protected by a password: save a copy without one.", name=name))
        with archive.open(entry) as stream:
            content = stream.read(MAX_UNPACKED - total + 1)
        total += len(content)
        if total > MAX_UNPACKED:
            raise BadTable(
                phrase(
                    "{name} unpacks to more than {max_unpacked} MB: leave out what is not needed.",
                    name=name,
                    max_unpacked=MAX_UNPACKED // 1024**2,
                )
            )
        yield entry.filename, content


def _check_span(content: bytes, name: str) -> None:
    references = _REFERENCE.findall(content)
    letters = {reference.rstrip(b"0123456789") for reference in references}
    digits = {reference.lstrip(_LETTERS) for reference in references}
    unnamed = len(_CELL_START.findall(content)) + len(_ROW_START.findall(content)) - len(references)
    width = max(map(_column_number, letters), default=0)
    refuse_too_many_columns(name, width, MAX_ALL_COLUMNS)
    width += max(0, unnamed)
    height = max((int(number[:12]) for number in digits if number), default=0)
    if width * max(height, 1) > MAX_CELLS:
        raise BadTable(
            phrase(
                "{name} has a sheet that spans {height} rows and {width} columns, perhaps because of "
                "one cell far away from the others. Copy the candidates to a new sheet.",
                name=name,
                height=height,
                width=width,
            )
        )


def _column_number(letters: bytes) -> int:
    number = 0
    for letter in letters.upper()[:6]:
        number = 26 * number + letter - 64
    return number


def _visible(content: bytes) -> bytes:
    """Return a sheet in which failed or uncomputed formulas are replaced by text that begins with #."""
    if not re.search(rb"""\st\s*=\s*["']e["']""", content) and not re.search(rb"<(?:\w+:)?f[\s>/]", content):
        return content
    return _CELL.sub(_with_text, content)


def _with_text(cell: re.Match[bytes]) -> bytes:
    prefix, attributes, inside = cell.groups()
    kind = _KIND.search(attributes)
    label = kind.group(1) if kind else b"n"
    if label == b"e":
        attributes = _KIND.sub(b' t="str"', attributes)
    elif label != b"str" and _NO_RESULT.search(inside):
        attributes = _KIND.sub(b"", attributes) + b' t="str"'
        inside = b"<%bv>%b</%bv>" % (prefix, NO_RESULT.encode(), prefix)
    return b"<%bc%b>%b</%bc>" % (prefix, attributes, inside, prefix)


def refuse_other_kinds(source: InputFile) -> None:
    """Raise BadTable for an old or protected workbook and for a database."""
    if source.data.startswith(OLD_MARK):
        raise BadTable(
            phrase(
                "{name} is an Excel file of the old kind (.xls) or protected by a password: save it "
                "as .xlsx without a password.",
                name=source.name,
            )
        )
    for begin, said in _OTHER_KINDS:
        if begin.match(source.data[:1_000]):
            raise BadTable(phrase("{name} {said}", name=source.name, said=said))
    if source.data.startswith(b"SQLite format 3\0"):
        raise BadTable(
            phrase(
                "{name} is a database, perhaps a study, not a table: choose a CSV or Excel file.",
                name=source.name,
            )
        )
