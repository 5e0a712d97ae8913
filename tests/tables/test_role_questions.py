"""What is asked about columns that no option names, with the options that answer it."""

from __future__ import annotations

import re
import shlex
from typing import TYPE_CHECKING

import pytest

from kgdesk import Campaign
from kgdesk.cli.parser import run
from kgdesk.errors import BadTable
from kgdesk.model.study.settings import Settings
from kgdesk.tables import read_pool

if TYPE_CHECKING:
    from pathlib import Path

SCREEN = "entry,Temp,Ligand,Site,Remarks,yield\n" + "".join(
    f"{n},{20 + n % 4},L{n % 3},Lab {n % 2},{'seen' if n % 2 else ''},{3.5 * n}\n" for n in range(1, 25)
)


def saved(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "t.csv"
    path.write_text(text, "utf-8")
    return path


def asked(tmp_path: Path, text: str, **options: object) -> str:
    with pytest.raises(BadTable) as refused:
        read_pool(saved(tmp_path, text), **options)
    return str(refused.value)


def test_codes_words_and_results_are_asked_about_in_one_answer(tmp_path: Path) -> None:
    said = asked(tmp_path, SCREEN)
    assert "column “entry” is different in every row" in said
    assert (
        'If these are past outcomes, say so and which are successes (--outcome yield --measured "yield >= NUMBER")'
        in said
    )
    assert "columns “Ligand”, “Site” hold words, not numbers" in said
    assert "column “Remarks” holds dates or remarks" in said
    assert said.endswith(
        "All of it at once: --id entry --category Ligand,Site --outcome yield --measured "
        '"yield >= NUMBER" --ignore Remarks.'
    )


def test_the_answers_make_a_study_that_names_what_it_learns_from(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table, study = saved(tmp_path, SCREEN), tmp_path / "s.kgstudy"
    assert run(["new", str(study), "--candidates", str(table)]) == 1
    said = capsys.readouterr().err
    answers = re.search(r"All of it at once: (.*)\.$", said.strip())
    assert answers
    options = shlex.split(answers[1].replace("NUMBER", "40"))
    assert run(["new", str(study), "--candidates", str(table), *options]) == 0
    assert "It learns from Temp, Ligand (3 words), Site (2 words)." in capsys.readouterr().out


def test_a_column_of_outcomes_is_named_before_blank_cells_are(tmp_path: Path) -> None:
    text = "entry,Temp,outcome\n1,20,0\n2,40,1\n3,60,\n4,20,1\n5,30,\n"
    said = asked(tmp_path, text, id="entry")
    assert "--outcome outcome" in said
    assert "median" not in said
    assert read_pool(saved(tmp_path, text), id="entry", outcome="outcome").outcomes == (
        ("1", -1),
        ("2", 1),
        ("4", 1),
    )


def test_a_text_of_its_own_in_every_row_is_a_code_and_no_category(tmp_path: Path) -> None:
    text = "Probe,Temp\n" + "".join(f"P{n},{n % 5}\n" for n in range(40))
    said = asked(tmp_path, text)
    assert "--id Probe" in said
    assert "--category" not in said


def test_a_measured_study_needs_no_rule_for_its_value(tmp_path: Path) -> None:
    settings = Settings(measured="yield", threshold=20.0, direction="at-least")
    said = asked(tmp_path, "code,Temp,yield\nA,20,5.5\nB,40,9\nC,20,30\n", id="code", vocabulary=settings)
    assert "(--outcome yield)" in said


def test_named_attributes_are_learnt_from_without_a_question(tmp_path: Path) -> None:
    path = saved(tmp_path, "code,Temp,yield\nA,20,5.5\nB,40,9\nC,20,30\n")
    assert [a.name for a in read_pool(path, id="code", attributes=["Temp", "yield"]).pool.attributes] == [
        *("Temp", "yield")
    ]
    assert [a.name for a in read_pool(path, id="code", ignore=["yield"]).pool.attributes] == ["Temp"]


def test_numbers_with_something_beside_them_are_refused_by_their_cells(tmp_path: Path) -> None:
    said = asked(tmp_path, "code,dose\nA,5 mg dry\nB,10 mg dry\nC,5 mg dry\nD,10 mg wet\n", id="code")
    assert "line 2, column “dose”: “5 mg dry” has more than a number in it" in said


def test_row_numbers_without_a_heading_name_the_candidates_unless_another_column_does(tmp_path: Path) -> None:
    path = saved(tmp_path, ",Code,Temp\n7,A,20\n8,B,40\n9,C,20\n")
    assert read_pool(path, ignore=["Code"]).pool.ids == ("7", "8", "9")
    named = read_pool(path, id="Code")
    assert named.pool.ids == ("A", "B", "C")
    assert [a.name for a in named.pool.attributes] == ["Temp"]
    learnt = read_pool(path, id="Code", attributes=["Row", "Temp"])
    assert [a.name for a in learnt.pool.attributes] == ["Row", "Temp"]


def test_a_script_is_asked_the_same_and_told_the_same(tmp_path: Path) -> None:
    with pytest.raises(BadTable, match='outcome="yield", measured='):
        Campaign.create(saved(tmp_path, SCREEN), tmp_path / "a.kgstudy")
    options = {"id": "entry", "categories": ["Ligand", "Site"], "ignore": ["Remarks", "yield"], "by": "r"}
    with Campaign.create(saved(tmp_path, SCREEN), tmp_path / "a.kgstudy", budget=3, **options) as made:
        assert made.findings[0] == "It learns from Temp, Ligand (3 words), Site (2 words)."
        assert any("6 columns to learn from are many for 3 planned runs" in each for each in made.findings)
    with Campaign.open(tmp_path / "a.kgstudy", by="r") as opened:
        assert opened.findings == ()


def test_a_script_may_have_counts_as_past_outcomes(tmp_path: Path) -> None:
    table = {"lot": ["a", "b", "c"], "T": [1.0, 2.0, 3.0], "germinated": ["2/3", "", "0/2"]}
    with Campaign.create(table, tmp_path / "a.kgstudy", id="lot", outcome="germinated", by="r") as made:
        assert len(made.study.runs) == 5


def test_a_wide_table_has_one_line_for_each_kind_of_finding(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = "".join("C{},{}\n".format(n, ",".join(str((n * k) % 7) for k in range(1, 31))) for n in range(12))
    table = saved(tmp_path, "code," + ",".join(f"d{k}" for k in range(1, 31)) + "\n" + rows)
    words = ["--candidates", str(table), "--id", "code", "--budget", "20"]
    assert run(["new", str(tmp_path / "s.kgstudy"), *words]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) < 10
    assert any("It learns from d1, d2," in line and "and 18 more" in line for line in lines)
    assert any("columns to learn from are many for 20 planned runs" in line for line in lines)
    assert sum("follows from the other columns" in line for line in lines) == 1
    assert any("more of this kind: --json lists them" in line for line in lines)
