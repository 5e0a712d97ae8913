"""Roles that are proposed for the columns of a table: codes, categories, results, and what is kept for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kgdesk.tables import describe, propose, read_table
from kgdesk.tables.roles import Role, Why, is_result, names_rows

if TYPE_CHECKING:
    from pathlib import Path


def proposed(path: Path, text: str) -> dict[str, tuple[Role, Why]]:
    path.write_text(text, "utf-8")
    table = read_table(path)
    found = propose(table, describe(table))
    return {name: (each.role, each.why) for name, each in zip(table.header, found, strict=True)}


NUMBERING = (
    "entry", "run", "exp", "trial", "vial", "sample_no", "Sample No.", "SampleID", "No", "#", "index", "Versuch Nr.",
    "Unnamed: 0", "Reaction", "candidate",
)  # fmt: skip


@pytest.mark.parametrize("heading", NUMBERING)
def test_a_running_number_is_proposed_as_the_code(tmp_path: Path, heading: str) -> None:
    roles = proposed(tmp_path / "t.csv", f"{heading},Temp\n1,20\n2,40\n3,20\n4,40\n")
    assert roles[heading] == (Role.CODE, Why.NAMED_CODE)
    assert roles["Temp"] == (Role.NUMBER, Why.NUMBERS)


@pytest.mark.parametrize(
    "heading", ["run time", "sample volume", "plate number", "dose", "exp. temperature", "Number of washes"]
)
def test_a_number_that_is_set_is_no_code_however_different_its_values(heading: str) -> None:
    assert not names_rows(heading)


def test_a_running_number_beside_a_code_is_kept_and_not_learnt(tmp_path: Path) -> None:
    roles = proposed(tmp_path / "t.csv", "entry,Code,Temp\n1,A,20\n2,B,40\n3,C,20\n")
    assert roles["Code"] == (Role.CODE, Why.NAMED_CODE)
    assert roles["entry"] == (Role.KEEP, Why.COUNTER)


def test_a_number_that_repeats_or_has_decimals_is_no_code(tmp_path: Path) -> None:
    assert proposed(tmp_path / "t.csv", "run,Temp\n1,20\n1,40\n2,20\n")["run"][0] is Role.NUMBER
    assert proposed(tmp_path / "t.csv", "run,Temp\n0.1,20\n0.2,40\n0.3,20\n")["run"][0] is Role.NUMBER


@pytest.mark.parametrize(
    "heading",
    [
        *(
            "yield",
            "Yield (%)",
            "yield_isolated",
            "conversion",
            "objective_conversion",
            "ee",
            "ee [%]",
            "target",
        ),
        *("score", "Score 2", "Ausbeute", "purity", "loss"),
    ],
)
def test_a_heading_of_a_result_is_asked_about(tmp_path: Path, heading: str) -> None:
    assert is_result(heading)
    roles = proposed(tmp_path / "t.csv", f"code,Temp,{heading}\nA,20,5.5\nB,40,9\nC,20,30\n")
    assert roles[heading] == (Role.NUMBER, Why.RESULT)


@pytest.mark.parametrize(
    "heading", ["target temperature", "class of solvent", "Temp", "Feed rate", "activity units"]
)
def test_other_headings_are_no_results(heading: str) -> None:
    assert not is_result(heading)


def test_words_are_a_category_by_the_rows_that_each_has(tmp_path: Path) -> None:
    rows = "".join(f"R{n:03},L{n % 13:02},{20 + n % 3}\n" for n in range(130))
    roles = proposed(tmp_path / "t.csv", f"code,Ligand,Temp\n{rows}")
    assert roles["Ligand"] == (Role.CATEGORY, Why.FEW_WORDS)
    rows = "".join(f"R{n:03},L{n % 65:02},{20 + n % 3}\n" for n in range(130))
    roles = proposed(tmp_path / "t.csv", f"code,Ligand,Temp\n{rows}")
    assert roles["Ligand"] == (Role.KEEP, Why.MANY_WORDS)


def test_dates_and_remarks_are_kept_however_often_they_repeat(tmp_path: Path) -> None:
    rows = "".join(
        f"R{n:03};{1 + n % 5:02}.03.2026;{'cloudy' if n % 2 else 'clear'};{n}\n" for n in range(40)
    )
    roles = proposed(tmp_path / "t.csv", f"code;Done;Remarks;Temp\n{rows}")
    assert roles["Done"] == roles["Remarks"] == (Role.KEEP, Why.NOTES)


def test_a_first_column_without_a_heading_numbers_the_rows(tmp_path: Path) -> None:
    roles = proposed(tmp_path / "t.csv", ",Temp,Solvent\n0,20,DMF\n1,40,DMF\n2,20,THF\n3,40,THF\n")
    assert roles["Row"] == (Role.CODE, Why.NO_HEADING)
    roles = proposed(tmp_path / "t.csv", ",Code,Temp\n0,A,20\n1,B,40\n2,C,20\n")
    assert roles["Row"] == (Role.IGNORE, Why.NO_HEADING)
    assert roles["Code"][0] is Role.CODE


def test_roles_come_from_the_rows_that_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text("code,x\nA,1\nA,2\nB,3\n")
    table = read_table(path)
    assert not describe(table)[0].unique
    assert describe(table, {1})[0].unique
    assert propose(table, describe(table, {1}))[0].why is Why.NAMED_CODE
