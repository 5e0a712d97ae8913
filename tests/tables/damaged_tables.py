"""Valid tables damaged at random, and invariants of everything that is read from them."""

import csv
import io
import random
import re
from collections.abc import Callable, Sequence
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

from kgdesk.errors import AmbiguousTable, KgdeskError
from kgdesk.tables import ColumnChoice, RawTable, build_pool, describe, read_table

PIECES = (
    *(',;\t|"\n\r. -+eE0159_x'),
    *("\r\n", '""', "\u2212", "\u00a0", "\uff15", "\ufeff", "\0", "1e400", "nan", "1,234", "1.234", "1_000"),
    *("Jan 5", "2026-01-05", "=1+1", "'", "#N/A", ",,,,", "\n\n", "ä", "\u2028", "sep=;\n", "0x1F"),
)


def good_table(chance: random.Random) -> bytes:
    delimiter, mark = chance.choice(
        [(",", "."), (";", ","), (";", "."), ("\t", "."), ("\t", ","), ("|", ".")]
    )
    quote = chance.choice(["", "", '"'])
    lines = [delimiter.join(["code", "x", "y", "solvent"])]
    for row in range(chance.randrange(3, 12)):
        x = f"{chance.uniform(-50, 50):.4f}".replace(".", mark)
        y = f"{chance.choice([1, 1e9, 1e-9]) * chance.random()!r}".replace(".", mark)
        lines.append(delimiter.join([f"C-{row}", x, y, f"{quote}{chance.choice(['DMF', 'EtOH'])}{quote}"]))
    text = chance.choice(["\n", "\r\n"]).join(lines) + chance.choice(["", "\n"])
    return text.encode(chance.choice(["utf-8", "utf-8", "utf-8-sig", "utf-16"]))


def inserted(data: bytes, chance: random.Random) -> bytes:
    at = chance.randrange(len(data) + 1)
    return data[:at] + chance.choice(PIECES).encode() + data[at:]


def removed(data: bytes, chance: random.Random) -> bytes:
    at = chance.randrange(len(data))
    return data[:at] + data[at + chance.choice([1, 1, 2, 9]) :]


def flipped(data: bytes, chance: random.Random) -> bytes:
    at = chance.randrange(len(data))
    return data[:at] + bytes([data[at] ^ (1 << chance.randrange(8))]) + data[at + 1 :]


def repeated(data: bytes, chance: random.Random) -> bytes:
    at, length = chance.randrange(len(data)), chance.randrange(1, 40)
    return data[: at + length] + data[at:]


def exchanged(data: bytes, chance: random.Random) -> bytes:
    one, other = chance.sample([b",", b";", b".", b"\t", b"\n", b'"', b" "], 2)
    return data.replace(one, other, chance.choice([1, 2, -1]))


MUTATIONS: tuple[Callable[[bytes, random.Random], bytes], ...] = (
    inserted,
    inserted,
    removed,
    flipped,
    repeated,
    exchanged,
)


def damaged(chance: random.Random) -> bytes:
    """Return a valid table after some random mutations, or none."""
    data = good_table(chance)
    for _ in range(chance.choice([0, 1, 1, 1, 2, 5])):
        data = chance.choice(MUTATIONS)(data, chance) or b" "
    return data


def readings(path: Path) -> list[RawTable]:
    """Read a table with each choice of every option."""
    done: list[RawTable] = []
    open_answers: list[dict[str, Any]] = [{}]
    while open_answers:
        answers = open_answers.pop()
        try:
            done.append(read_table(path, **answers))
        except AmbiguousTable as asked:
            open_answers += further(answers, asked)
        except KgdeskError as refused:
            check_sentence(refused, path)
    return done


def further(answers: dict[str, Any], asked: AmbiguousTable) -> list[dict[str, Any]]:
    assert asked.question not in answers, "asked twice"
    read: Callable[[str], Any] = int if asked.question == "headings" else str
    return [answers | {asked.question: read(choice)} for choice in asked.choices]


def check_sentence(refused: KgdeskError, path: Path) -> None:
    said = str(refused)
    assert path.name in said
    assert said.endswith(".")
    assert said.isprintable()


def check_against_lenient_reader(table: RawTable, data: bytes) -> None:
    """Compare with Python's own reader where it is reliable: without quotation marks."""
    text = data.decode(table.reading.encoding).removeprefix("\ufeff")
    if '"' in text or not table.reading.delimiter or text.startswith("sep="):
        return
    plain = csv.reader(io.StringIO(text, newline=""), delimiter=table.reading.delimiter)
    filled = [
        row for row in plain if any(cell.strip() for cell in row) and plain.line_num >= table.reading.headings
    ]
    if text.isascii():
        body = filled if table.reading.headings == 0 else filled[1:]
        if table.reading.units:
            assert not any(is_number(cell) for cell in body[0])
            body = body[1:]
        notes, body = body[len(table.rows) :], body[: len(table.rows)]
        check_notes(table, notes)
        read = [filled[0], *body]
        kept = [at for at in range(len(filled[0])) if any(row[at].strip() for row in read)]
        assert len(body) == len(table.rows)
        for cells, row in zip(table.rows, body, strict=True):
            check_cells(table, cells, [row[at] for at in kept])


def is_number(cell: str) -> bool:
    return re.fullmatch(r"[+-]?[0-9]*[.,]?[0-9]+", cell.strip()) is not None


def check_notes(table: RawTable, notes: list[list[str]]) -> None:
    """Check that what is passed over below a table is said and is no candidate: a sentence without numbers."""
    if notes:
        assert any("below the table is not read" in note for note in table.notes)
    for row in notes:
        filled = [cell.strip() for cell in row if cell.strip()]
        assert not any(map(is_number, filled))
        assert (
            len(filled) == 1 or len(filled[0].split()) > 2 or not filled[0][0].isalnum() or ":" in filled[0]
        )


def check_cells(table: RawTable, cells: Sequence[str], row: list[str]) -> None:
    """Check that cells are those of the file; thousands separators may be taken out, which is said."""
    for name, cell, raw in zip(table.header, cells, row, strict=True):
        if cell == raw:
            continue
        mark = {"point": ".", "comma": ","}[table.reading.decimal]
        grouped = rf"[+-]?[1-9][0-9]{{0,2}}(?:[^0-9{mark}][0-9]{{3}})+(?:{re.escape(mark)}[0-9]*)?"
        assert re.fullmatch(grouped, raw.strip())
        assert cell == re.sub(rf"[^-+0-9{mark}]", "", raw)
        assert any(f"Column “{name}”: thousands separators" in note for note in table.notes)


def check_numbers(table: RawTable) -> None:
    """Check that every number of the pool is the float nearest to the exact value of its cell."""
    infos = describe(table)
    numbers = tuple(info.name for info in infos if info.looks_like == "number")
    words = tuple(info.name for info in infos if info.looks_like == "text")
    for missing in ("refuse", "leave_out", "median"):
        try:
            read = build_pool(table, ColumnChoice(attributes=numbers, categories=words, missing=missing))
        except KgdeskError as refused:
            check_sentence(refused, Path(table.name))
            continue
        filled = any("median" in finding for finding in read.findings)
        for attribute, values in zip(read.pool.attributes, read.pool.values, strict=True):
            if attribute.kind == "category":
                continue
            cells = table.column(attribute.name)
            for candidate, value in zip(read.pool.ids, values, strict=True):
                cell = cells[int(candidate) - 1].strip(" \t")
                if not cell:
                    assert filled
                    continue
                assert cell.isascii()
                number = Decimal(cell.replace(",", "."))
                if number and number.adjusted() < -330:  # a fraction of 1e-99999999 would take forever
                    assert value == 0.0
                    continue
                exact = Fraction(number)
                assert exact.numerator / exact.denominator == value
