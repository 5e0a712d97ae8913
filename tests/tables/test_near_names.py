"""Misspelt names of columns and candidates: the name that was meant is offered, and the option is named."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kgdesk.cli.parser import run
from kgdesk.errors import BadTable
from kgdesk.plain_text import nearest
from kgdesk.tables import read_pool

if TYPE_CHECKING:
    from pathlib import Path

CODES = ["RX-001", "RX-042", "RX-420", "rinse"]


@pytest.mark.parametrize(
    ("wanted", "meant"),
    [
        *(("RX-42", "RX-042"), ("rx 042", "RX-042"), ("RX042", "RX-042"), ("RY-042", "RX-042")),
        *(("RX-043", ""), ("RX-4", ""), ("rinze", "rinse"), ("buffer", ""), ("ＲＸ-042", "RX-042")),
    ],
)
def test_the_name_that_was_meant_has_the_same_numbers(wanted: str, meant: str) -> None:
    assert nearest(wanted, CODES) == meant


def test_no_name_is_offered_where_two_fit() -> None:
    assert not nearest("RX-7", ["RX-07", "RX-007"])


@pytest.fixture
def study(tmp_path: Path) -> str:
    rows = "".join(f"RX-{n:03},{('DMF', 'THF')[n % 2]},{n % 4},P{n % 3}\n" for n in range(1, 13))
    (tmp_path / "t.csv").write_text("code,Solvent,Temp,Well\n" + rows)
    made = tmp_path / "s.kgstudy"
    words = ["--id", "code", "--category", "Solvent", "--location", "Well", "--repeats", "yes"]
    assert run(["new", str(made), "--candidates", str(tmp_path / "t.csv"), *words]) == 0
    return str(made)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--per-level", "Solvnt=2"], "(--per-level). Did you mean “Solvent”?"),
        (["--one-level", "temp"], "(--one-level). Did you mean “Temp”?"),
        (["--shared", "Wells=2"], "(--shared). Did you mean “Well”?"),
        (["--per-level", "pressure=2"], "(--per-level). The table has Solvent, Temp, Well."),
    ],
)
def test_a_limit_by_a_column_that_is_not_there_names_its_option(
    study: str, capsys: pytest.CaptureFixture[str], words: list[str], said: str
) -> None:
    assert run(["suggest", study, "--count", "3", *words]) == 1
    assert said in capsys.readouterr().err


def test_a_code_without_its_zeros_is_offered(study: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["record", study, "RX-7", "success"]) == 1
    assert "Did you mean “RX-007”?" in capsys.readouterr().err


def test_a_misspelt_column_of_a_table_is_offered(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text("code,Solvent,T\nA,DMF,1\nB,THF,2\n")
    with pytest.raises(BadTable, match=r"t\.csv has no column “Solvnt”\. Did you mean “Solvent”\?"):
        read_pool(path, id="code", categories=["Solvnt"])
    with pytest.raises(BadTable, match=r"its columns are “code”, “Solvent”"):
        read_pool(path, id="code", categories=["pressure"])


def test_words_beside_their_own_columns_of_zeros_and_ones_make_a_study(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "t.csv"
    path.write_text("code,Solvent,Solvent=DMF,T\nA,DMF,1,20\nB,THF,0,40\nC,DMF,1,60\nD,THF,0,90\n")
    words = ["--candidates", str(path), "--id", "code", "--category", "Solvent", "--terms", "quadratic"]
    assert run(["new", str(tmp_path / "s.kgstudy"), *words]) == 0
    assert "“Solvent=DMF” follows from the other columns" in capsys.readouterr().out
    assert run(["suggest", str(tmp_path / "s.kgstudy")]) == 0


def test_headings_that_differ_in_case_are_two_columns_and_said_so(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text("code,Temp,temp\nA,1,4\nB,2,3\n")
    found = read_pool(path, id="code")
    assert [each.name for each in found.pool.attributes] == ["Temp", "temp"]
    assert (
        "The headings “Temp” and “temp” differ only in capital letters; they are two columns."
        in found.findings
    )
