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
