"""Tables as laboratories and public repositories have them: from the file to the first suggestion, unedited.

Each refusal names the options that answer it; a table is read by one command with the options that its refusals named.
"""

from __future__ import annotations

import json
import re
import shlex
from typing import TYPE_CHECKING

import pytest
from seldom import daily

from kgdesk.cli.parser import run

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Answered = Callable[..., list[str]]


@pytest.fixture
def answered(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Answered:
    """Return a function that makes a study with the options that refusals name, and returns these options.

    Results are past outcomes if a threshold is given, and left out without one; questions about the reading of the file
    are answered with the first option named.
    """

    def follow(table: Path, *given: str, threshold: str = "", refusals: int = 3) -> list[str]:
        options = list(given)
        for _ in range(refusals + 1):
            study = tmp_path / "made.kgstudy"
            if run(["new", str(study), "--candidates", str(table), *options, "--json"]) == 0:
                return options
            said = capsys.readouterr().err
            assert table.name in said
            assert "Traceback" not in said
            options += named(said, threshold)
        raise AssertionError(said)

    return follow


def named(said: str, threshold: str) -> list[str]:
    """Return the options of a refusal: all of it at once, or the first option of a question about the file."""
    together = re.search(r"All of it at once: (.*)\.$", said.strip())
    if together is None:
        question = re.search(r"\((--(?:headings|sheet|decimal|delimiter|blanks) ?[^,)]*)", said)
        assert question, said
        return shlex.split(question[1])
    options = shlex.split(together[1].replace("NUMBER", threshold or "0"))
    if threshold or "--outcome" not in options:
        return options
    at = options.index("--outcome")
    left = options[at + 1]
    del options[at : at + (4 if "--measured" in options else 2)]
    if "--ignore" in options:
        options[options.index("--ignore") + 1] += f",{left}"
        return options
    return [*options, "--ignore", left]


PUBLIC = {
    "edbo_arylation.csv": (
        1728,
        ["Base_SMILES", "Ligand_SMILES", "Solvent_SMILES", "Concentration", "Temp_C"],
    ),
    "edbo_suzuki.csv": (
        3696,
        ["Electrophile_SMILES", "Nucleophile_SMILES", "Ligand_SMILES", "Base_SMILES", "Solvent_SMILES"],
    ),
    "oly_agnp.csv": (3295, ["QAgNO3(%)", "Qpva(%)", "Qtsc(%)", "Qseed(%)", "Qtot(uL/min)"]),
    "oly_plate.csv": (2121, ["Eta.V_ave", "Sn.PM.Loading", "Sb.PM.Loading"]),
    "plus_b1.csv": (352, ["ligand", "base", "solvent", "ligand_equivalent"]),
    "plus_r7.csv": (1728, ["Ligand", "Additive", "Ni source", "Solvent", "Concentration", "Photosource"]),
}


@pytest.mark.parametrize("name", daily(PUBLIC, "edbo_arylation.csv", "plus_b1.csv"))
def test_a_public_table_gives_a_suggestion_with_the_options_that_its_refusals_name(
    real_tables: Path, name: str, answered: Answered, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    candidates, attributes = PUBLIC[name]
    answered(real_tables / name, refusals=2)
    made = json.loads(capsys.readouterr().out)
    assert made["candidates"] == candidates
    assert made["attributes"][: len(attributes)] == attributes
    assert run(["suggest", str(tmp_path / "made.kgstudy"), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["suggestions"]


def test_the_yields_of_a_public_table_are_past_outcomes_by_the_options_that_its_refusal_names(
    real_tables: Path, answered: Answered, capsys: pytest.CaptureFixture[str]
) -> None:
    options = answered(real_tables / "plus_b1.csv", threshold="90", refusals=1)
    assert options[options.index("--outcome") + 1] == "objective_conversion"
    assert json.loads(capsys.readouterr().out)["attributes"] == [
        *("ligand", "base", "solvent", "ligand_equivalent")
    ]


CASES = {
    "02_yield_and_entry.csv": (6, ["Temp", "Conc"]),
    "03_thirteen_levels.csv": (130, ["Ligand", "Temp"]),
    "04_row_index.csv": (4, ["Temp", "Solvent"]),
    "07_outcome_with_blanks.csv": (6, ["Temp", "Conc"]),
    "10_one_hot_beside_words.csv": (4, ["Solvent", "Solvent=DMF", "T"]),
    "11_wide.csv": (40, [f"d{n}" for n in range(80)]),
    "13_units_row.csv": (3, ["conc", "temp"]),
    "lab-export.csv": (150, ["Solvent", "Temp", "pH", "PEG 4000", "Salt"]),
    "lab-export.xlsx": (150, ["Solvent", "Temp", "pH", "PEG 4000", "Salt"]),
    "lab2.xlsx": (150, ["Solvent", "Temp", "pH", "PEG 4000", "Salt"]),
}


@pytest.mark.parametrize("name", CASES)
def test_a_small_table_is_read_with_the_options_that_its_refusals_name(
    small_tables: Path, name: str, answered: Answered, capsys: pytest.CaptureFixture[str]
) -> None:
    candidates, attributes = CASES[name]
    given = ["--blanks", "leave-out", "--repeated-codes", "first"] if name.startswith("lab") else []
    answered(small_tables / name, *given)
    made = json.loads(capsys.readouterr().out)
    assert made["attributes"] == attributes
    assert made["candidates"] <= candidates
    if not given:
        assert made["candidates"] == candidates


def test_a_table_without_headings_is_read_as_its_refusal_says(
    small_tables: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = small_tables / "09_no_headings.csv"
    study = tmp_path / "made.kgstudy"
    assert run(["new", str(study), "--candidates", str(table)]) == 1
    assert "--no-headings" in capsys.readouterr().err
    words = ["--no-headings", "--category", "Column 2", "--json"]
    assert run(["new", str(study), "--candidates", str(table), *words]) == 0
    assert json.loads(capsys.readouterr().out)["candidates"] == 4
