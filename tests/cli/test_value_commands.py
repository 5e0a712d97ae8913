"""Studies that learn from measured values, by the command line: recorded, corrected, verified, exported, changed."""

from __future__ import annotations

import csv
import json
from typing import TYPE_CHECKING, Any

import openpyxl
import pytest

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from answering import Answer


@pytest.fixture
def study(kgdesk: Callable[..., Answer], table_path: Path, tmp_path: Path) -> Path:
    path = tmp_path / "yields.kgstudy"
    columns = ("--id", "code", "--category", "solvent", "--ignore", "well")
    made = kgdesk("new", path, "--candidates", table_path, *columns, "--measured", "yield >= 60 %")
    assert made.code == 0, made.err
    return path


@pytest.fixture
def belief_of(kgdesk: Callable[..., Answer], study: Path) -> Callable[[], Any]:
    return lambda: json.loads(kgdesk("status", study, "--json").out)["belief"]


@pytest.mark.qt_log_ignore("^This plugin does not support ")
def test_values_move_the_belief_and_verify_replays_it(
    kgdesk: Callable[..., Answer], study: Path, belief_of: Callable[[], Any], tmp_path: Path
) -> None:
    for name, value in (("C-01", "59"), ("C-02", "<5"), ("C-03", "80"), ("C-04", "failure")):
        assert kgdesk("record", study, name, value).code == 0
    far = belief_of()
    assert kgdesk("correct", study, "1", "3", "--reason", "read wrongly").code == 0
    assert belief_of() != far
    assert kgdesk("correct", study, "1", "59", "--reason", "read rightly").code == 0
    assert belief_of() == far
    assert kgdesk("correct", study, "3", "void", "--reason", "spilt").code == 0
    assert belief_of() != far
    verified = kgdesk("verify", study)
    assert verified.code == 0, verified.err
    archive, runs = tmp_path / "yields.zip", tmp_path / "runs.csv"
    assert kgdesk("export", study, archive).code == 0
    assert kgdesk("verify", archive).code == 0
    assert kgdesk("export", study, runs).code == 0
    assert "<5" in runs.read_text("utf-8-sig")
    assert kgdesk("suggest", study, "--json").code == 0
    assert kgdesk("report", study, tmp_path / "yields.html").code == 0


def test_values_are_predicted_beside_chances(
    kgdesk: Callable[..., Answer], study: Path, tmp_path: Path
) -> None:
    assert "value" not in json.loads(kgdesk("predict", study, "C-01", "--json").out)["predictions"][0]
    for name, value in (("C-01", "59"), ("C-02", "<5"), ("C-03", "80")):
        assert kgdesk("record", study, name, value).code == 0
    (one,) = json.loads(kgdesk("predict", study, "C-01", "--json").out)["predictions"]
    low, high = one["value_interval"]
    assert low < one["value"] < high
    assert kgdesk("predict", study, "C-01").out.count("90 % range") == 2
    listed = json.loads(kgdesk("candidates", study, "--json").out)["candidates"]
    assert {row["candidate"]: row["value"] for row in listed}["C-01"] == pytest.approx(one["value"])
    book = tmp_path / "yields.xlsx"
    assert kgdesk("export", study, book).code == 0
    assert "value_predicted" in str([cell.value for cell in openpyxl.load_workbook(book)["candidates"][1]])


def test_an_open_study_can_learn_from_the_outcomes_alone_or_on_another_scale(
    kgdesk: Callable[..., Answer], study: Path, belief_of: Callable[[], Any]
) -> None:
    for name, value in (("C-01", "59"), ("C-02", "20"), ("C-03", "80")):
        assert kgdesk("record", study, name, value).code == 0
    natural = belief_of()
    assert kgdesk("set", study, "--scale", "logit", "--reason", "the ends are steep").code == 0
    by_logit = belief_of()
    assert by_logit != natural
    assert kgdesk("set", study, "--likelihood", "outcomes", "--reason", "the assay drifts").code == 0
    assert belief_of() not in (natural, by_logit)
    assert kgdesk("set", study, "--likelihood", "values", "--reason", "calibrated").code == 0
    assert belief_of() == by_logit
    refused = kgdesk("set", study, "--scale", "cubic", "--reason", "none")
    assert refused.code != 0


def test_a_replay_learns_from_the_values_of_its_table(
    kgdesk: Callable[..., Answer], tmp_path: Path, without_processes: None
) -> None:
    del without_processes
    table = tmp_path / "table.csv"
    lines = [f"C-{i},{i / 40},{(7 * i) % 40 / 40},{40 + i}" for i in range(40)]
    table.write_text("\n".join(["code,a,b,Yield", *lines]) + "\n", "utf-8")
    found = {}
    for how in ("values", "outcomes"):
        out = tmp_path / how
        rule = ("--measured", "Yield >= 77", "--likelihood", how)
        done = kgdesk(
            "rehearse", table, "--id", "code", "--replay", *rule, "--policies", "exploit", "--budget", "12",
            "--runs", "5", "--out", out,
        )  # fmt: skip
        assert done.code == 0, done.err
        with (out / "scores.csv").open(newline="", encoding="utf-8-sig") as stream:
            scores = {row["score"]: float(row["mean"]) for row in csv.DictReader(stream) if row["n"] == "12"}
        found[how] = scores["first_success"]
    assert found["values"] < found["outcomes"]


@pytest.mark.qt_log_ignore("^This plugin does not support ")
def test_a_limit_on_either_side_counts_as_neither_outcome_in_every_file_and_comes_back(
    kgdesk: Callable[..., Answer],
    study: Path,
    belief_of: Callable[[], Any],
    table_path: Path,
    tmp_path: Path,
) -> None:
    for name, value in (("C-01", "59"), ("C-02", "<5"), ("C-03", "80")):
        assert kgdesk("record", study, name, value).code == 0
    before = belief_of()
    said = kgdesk("record", study, "C-04", "<70").out
    assert said == "Run 4 recorded: undecided (yield <70) for C-04.\n"
    assert belief_of() != before
    status = kgdesk("status", study, "--json").json
    assert [status[key] for key in ("outcomes", "successes", "undecided", "voids")] == [3, 1, 1, 0]
    assert (
        "3 outcomes, of these successes: 1; 1 undecided; 0 voids; 30 runs planned."
        in kgdesk("status", study).out
    )
    assert "Recorded run 4: undecided for C-04" in kgdesk("audit", study).out
    files = {kind: tmp_path / f"yields.{kind}" for kind in ("csv", "xlsx", "zip", "html")}
    for kind, path in files.items():
        assert kgdesk("report" if kind == "html" else "export", study, path).code == 0
    assert "? Undecided" in files["html"].read_text("utf-8")
    sheet = openpyxl.load_workbook(files["xlsx"])["runs"]
    assert "undecided" in [cell.value for cell in sheet[sheet.max_row]]
    assert kgdesk("verify", study).code == kgdesk("verify", files["zip"]).code == 0
    again, other = tmp_path / "again.kgstudy", tmp_path / "other.kgstudy"
    assert kgdesk("import", again, files["zip"]).code == 0
    columns = ("--id", "code", "--category", "solvent", "--ignore", "well", "--measured", "yield >= 60 %")
    assert kgdesk("new", other, "--candidates", table_path, *columns).code == 0
    assert kgdesk("import", other, files["csv"]).code == 0
    for one in (again, other):
        assert kgdesk("status", one, "--json").json["undecided"] == 1
        assert kgdesk("status", one, "--json").json["belief"] == belief_of()
    done = kgdesk("correct", study, "4", "65", "--reason", "read at last").out
    assert done == "Run 4 is now success; it was undecided.\n"
    refused = kgdesk("correct", study, "4", "undecided", "--reason", "no limit")
    assert (refused.code, "leaves both outcomes open" in refused.err) == (1, True)


def test_the_plan_of_a_file_says_how_many_runs_are_undecided(
    kgdesk: Callable[..., Answer], study: Path, tmp_path: Path
) -> None:
    path = tmp_path / "r.csv"
    path.write_text("candidate,yield\nC-01,<70\nC-02,>40\nC-03,75\n", encoding="utf-8")
    plan = kgdesk("record", study, "--from", path, "--plan").out
    assert "undecided (yield <70)" in plan
    assert "Undecided, as a limit leaves both outcomes open: 2. They count as neither." in plan
    done = kgdesk("record", study, "--from", path, "--unstarted").out
    assert "Of these undecided, as a limit leaves both outcomes open: 2." in done


def test_past_values_of_a_table_may_be_undecided(kgdesk: Callable[..., Answer], tmp_path: Path) -> None:
    table, study = tmp_path / "past.csv", tmp_path / "past.kgstudy"
    cells = ["75", "<70", "<5", "", "40"]
    table.write_text(
        "\n".join(["code,Temp,yield", *(f"S{i},{i * 7 % 5},{cell}" for i, cell in enumerate(cells))])
    )
    made = kgdesk(
        "new",
        study,
        "--candidates",
        table,
        "--id",
        "code",
        "--outcome",
        "yield",
        "--measured",
        "yield >= 60 %",
    )
    assert made.code == 0, made.err
    status = kgdesk("status", study, "--json").json
    assert [status[key] for key in ("outcomes", "successes", "undecided")] == [3, 1, 1]
