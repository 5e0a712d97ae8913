"""Names in a new table: no hidden characters, at most 200 characters, and a question about those that look alike."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

import pytest

from kgdesk import actions
from kgdesk.errors import AmbiguousTable, BadInput, BadTable, UnknownCandidate
from kgdesk.model.design.pool import Attribute, Pool
from kgdesk.model.study.settings import Settings
from kgdesk.plain_text import _ASCII_OF, difference, escaped, look_alikes, skeleton
from kgdesk.tables import read_pool

if TYPE_CHECKING:
    from pathlib import Path


def table(folder: Path, *names: str, heading: str = "temp") -> Path:
    path = folder / "t.csv"
    lines = [f"code,{heading}", *(f'"{name}",{row}' for row, name in enumerate(names))]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


@pytest.mark.parametrize("sign", ["\x1b", "\x07", "\x7f", "\x9b", "\u202e", "\u2066", "\u2028", "\U000e0041"])
def test_hidden_characters_are_refused_with_their_place(tmp_path: Path, sign: str) -> None:
    for names, heading, place in (
        (("A1", f"A{sign}2", "A3"), "temp", r"t\.csv, line 3, column “code”"),
        (("A1", "A2"), "te\x1bmp" if sign.isspace() else f"te{sign}mp", r"t\.csv, column number 2"),
    ):
        with pytest.raises(BadTable, match=place) as refused:
            read_pool(table(tmp_path, *names, heading=heading), id="code")
        assert str(refused.value).isprintable()
        assert escaped(sign) in str(refused.value) or "\\x1b" in str(refused.value)


def test_a_column_that_is_ignored_may_have_any_heading(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text("code,temp,no\x1bte\nA1,1,x\nA2,2,y\n", encoding="utf-8")
    assert len(read_pool(path, id="code", ignore=["no\x1bte"]).pool) == 2


def test_a_name_has_200_characters_at_most(tmp_path: Path) -> None:
    assert len(read_pool(table(tmp_path, "A" * 200, "B"), id="code").pool) == 2
    with pytest.raises(BadTable, match=r"line 2, column “code”.* has 201 characters"):
        read_pool(table(tmp_path, "A" * 201, "B"), id="code")
    with pytest.raises(BadTable, match=r"column number 2.* has 201 characters"):
        read_pool(table(tmp_path, "A", "B", heading="t" * 201), id="code")


def test_a_pool_that_was_not_read_from_a_table_is_checked_as_well(
    tmp_path: Path, who: actions.Operator
) -> None:
    clean = read_pool(table(tmp_path, "A1", "A2"), id="code")
    hostile = Pool(("A1", "A\x1b2"), (Attribute("temp"),), ((1.0, 2.0),))
    with pytest.raises(BadInput, match=r"A\\x1b2"):
        actions.create_study(
            tmp_path / "s.kgstudy", type(clean)(hostile, (), (), (), clean.reading, "", 0), Settings(), who
        )
    assert not (tmp_path / "s.kgstudy").exists()


@pytest.mark.parametrize(
    "other",
    [
        "\u0410-1", "\u0391-1", "\uff21-1", "A-\uff11", "A\u200b-1", "A\u2011" + "1", "A-1\ufe0f", "\u200fA-1",
        "A\u00ad-1",
    ],
)  # fmt: skip
def test_names_that_look_alike_are_asked_about(tmp_path: Path, other: str) -> None:
    path = table(tmp_path, "A-1", "B-1", other)
    with pytest.raises(AmbiguousTable, match=r"line 4, column “code”.*looks like “A-1” in line 2") as asked:
        read_pool(path, id="code")
    assert asked.value.question == "look_alikes"
    assert str(asked.value).isprintable()
    assert read_pool(path, id="code", look_alikes="apart").pool.ids == ("A-1", "B-1", other)


@pytest.mark.parametrize(
    "names",
    [("O1", "01", "Ol", "OI", "l1", "11", "rn", "m"), ("α", "β", "γ"), ("Ä1", "A1"), ("m²", "m2"), ("日本", "本日"),
     ("Проба 1", "Проба 2")],
)  # fmt: skip
def test_names_that_differ_visibly_are_not_asked_about(tmp_path: Path, names: tuple[str, ...]) -> None:
    """Among names of ASCII letters nothing is asked: whoever wrote O1 and 01 sees both on the keyboard."""
    assert read_pool(table(tmp_path, *names), id="code").pool.ids == names


def test_a_name_typed_with_foreign_letters_leads_to_the_candidate(who: actions.Operator, pool: Pool) -> None:
    del who
    with pytest.raises(UnknownCandidate, match="Did you mean “C-01”"):
        pool.row("\u0421-01")


def test_the_table_of_look_alikes_maps_single_foreign_letters_to_ascii() -> None:
    for sign, ascii_ in _ASCII_OF.items():
        assert sign > 127, chr(sign)
        assert str(ascii_).isascii(), chr(sign)
        assert unicodedata.is_normalized("NFC", chr(sign)), chr(sign)
    assert skeleton("plain-1") == "plain-1"
    assert look_alikes(["a", "\u0430", "\uff41", "b"]) == [("a", "\u0430"), ("a", "\uff41")]
    assert difference("a", "\u0430") == "cyrillic small letter a"
