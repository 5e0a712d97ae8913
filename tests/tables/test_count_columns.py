"""Counts in two columns, successes and runs: past outcomes of a table, and a file of results."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kgdesk import Campaign
from kgdesk.cli.parser import run
from kgdesk.errors import BadTable
from kgdesk.tables import read_pool

if TYPE_CHECKING:
    from pathlib import Path

LOTS = "lot,temp,germinated,sown\nA,10,3,5\nB,15,,5\nC,20,0,4\nD,25,void,\nE,30,2,2\n"
TOLD = (("A", 1), ("A", 1), ("A", 1), ("A", -1), ("A", -1), *[("C", -1)] * 4, ("E", 1), ("E", 1))


def saved(tmp_path: Path, text: str, name: str = "lots.csv") -> Path:
    path = tmp_path / name
    path.write_text(text, "utf-8")
    return path


def test_successes_and_runs_in_two_columns_are_counts(tmp_path: Path) -> None:
    read = read_pool(saved(tmp_path, LOTS), id="lot", outcome="germinated", out_of="sown")
    assert read.outcomes == TOLD
    assert [attribute.name for attribute in read.pool.attributes] == ["temp"]


@pytest.mark.parametrize(
    ("cell", "said"), [("", "“” is no number of runs"), ("x", "“x” is no number"), ("2", "5")]
)
def test_a_count_without_its_number_of_runs_is_refused_with_its_place(
    tmp_path: Path, cell: str, said: str
) -> None:
    table = saved(tmp_path, f"lot,temp,germinated,sown\nA,10,5,{cell}\nB,15,,5\n")
    with pytest.raises(BadTable, match=r"lots\.csv, line 2, column") as refused:
        read_pool(table, id="lot", outcome="germinated", out_of="sown")
    assert said in refused.value.args[0]


def test_a_number_of_runs_needs_the_column_of_successes(tmp_path: Path) -> None:
    with pytest.raises(BadTable, match=r"--outcome COL"):
        read_pool(saved(tmp_path, LOTS), id="lot", out_of="sown")


def test_the_command_line_and_a_script_take_counts_in_two_columns(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table, study = saved(tmp_path, LOTS), tmp_path / "lots.kgstudy"
    new = ["new", str(study), "--candidates", str(table), "--id", "lot", "--outcome", "germinated"]
    assert run([*new, "--ignore", "sown"]) == 1
    assert "(--out-of COL)" in capsys.readouterr().err
    assert run([*new, "--out-of", "sown"]) == 0
    with Campaign.open(study, by="MK") as made:
        known = [(run.candidate, run.outcome) for run in made.study.valid]
    names = {1: "success", -1: "failure"}
    assert sorted(known) == sorted((lot, names[sign]) for lot, sign in TOLD)
    with Campaign.create(
        table, tmp_path / "s.kgstudy", id="lot", outcome="germinated", out_of="sown"
    ) as made:
        assert len(made.study.valid) == len(TOLD)


@pytest.mark.parametrize(
    ("heading", "options"),
    [("trials", []), ("sown", ["--column", "out_of=sown", "--column", "outcome=result"])],
)
def test_a_file_of_results_may_have_counts_in_two_columns(
    tmp_path: Path, heading: str, options: list[str]
) -> None:
    study = tmp_path / "lots.kgstudy"
    assert run(["new", str(study), "--candidates", str(saved(tmp_path, LOTS)), "--id", "lot",
                "--attributes", "temp"]) == 0  # fmt: skip
    results = saved(tmp_path, f"candidate,result,{heading}\nA,3,5\nB,success,\nC,0,2\n", "results.csv")
    assert run(["record", str(study), "--from", str(results), "--unstarted", *options]) == 0
    with Campaign.open(study, by="MK") as made:
        told = [(run.candidate, run.outcome) for run in made.study.valid]
    assert told.count(("A", "success")) == 3
    assert told.count(("A", "failure")) == 2
    assert told.count(("B", "success")) == 1
    assert told.count(("C", "failure")) == 2
