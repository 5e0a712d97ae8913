"""The two commands that simulate: files, sentences, errors before anything is written, and a kill half-way."""

from __future__ import annotations

import csv
import json
import os
import signal
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from seldom import seldom

from kgdesk.cli import main

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from kgdesk import actions

FILES = {
    "opportunity_cost.csv",
    "successes.csv",
    "runs.csv",
    "paired.csv",
    "settings.json",
    "report.html",
    "opportunity_cost.svg",
    "opportunity_cost.png",
}

# All tests share one Qt application, which must outlive the command that creates it.
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
pytestmark = pytest.mark.usefixtures("qapp")


def run(*words: object) -> int:
    return main([str(word) for word in words])


def table_words(table_path: Path) -> list[object]:
    return ["rehearse", table_path, "--id", "code", "--category", "solvent", "--ignore", "well"]


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(newline="", encoding="utf-8") as stream:
        return list(csv.DictReader(stream))


@pytest.mark.usefixtures("without_processes")
def test_a_table_is_rehearsed_and_its_folder_holds_everything(
    table_path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "deep" / "out"
    words = [*table_words(table_path), "--policies", "kg,kg/diagonal,random", "--runs", "3", "--budget", "4"]
    assert run(*words, "--seed", "9", "--out", out) == 0
    told = capsys.readouterr().out
    assert told.count("90 % chance of being within 5 percentage points of the best") == 3
    assert {p.name for p in out.iterdir()} == FILES
    costs = rows(out / "opportunity_cost.csv")
    assert list(costs[0]) == ["pool", "policy", "belief", "n", "runs", "mean", "standard_error"]
    players = [("kg", "moments"), ("kg", "diagonal"), ("random", "moments")]
    assert [(r["policy"], r["belief"], int(r["n"])) for r in costs] == [
        (*p, n) for p in players for n in range(5)
    ]
    assert {r["runs"] for r in costs} == {"3"}
    assert {r["seed"] for r in rows(out / "runs.csv")} == {"9", "10", "11"}
    settings = json.loads((out / "settings.json").read_text(encoding="utf-8"))
    assert (settings["runs"], settings["budget"], settings["seed"]) == (3, 4, 9)
    assert (out / "opportunity_cost.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.nightly
def test_the_same_seed_writes_the_same_bytes_whatever_the_number_of_processes(
    table_path: Path, tmp_path: Path
) -> None:
    for name, workers in (("one", 1), ("two", 2)):
        words = [*table_words(table_path), "--policies", "kg,random", "--runs", "4", "--budget", "3"]
        assert run(*words, "--workers", workers, "--out", tmp_path / name) == 0
    for name in FILES:
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes(), name


@pytest.mark.nightly
def test_a_killed_rehearsal_goes_on_from_its_finished_runs_and_prints_the_same(
    table_path: Path, tmp_path: Path
) -> None:
    out, whole = tmp_path / "out", tmp_path / "whole"
    words = [*table_words(table_path), "--policies", "kg,random", "--runs", "200", "--budget", "6"]

    def command(place: Path) -> list[str]:
        return [sys.executable, "-m", "kgdesk", *map(str, [*words, "--truth", "prior,peak", "--out", place])]

    def kept() -> int:
        files = (out / "unfinished-runs").rglob("*.jsonl")
        return sum(path.read_bytes().count(b"\n") for path in files)

    with subprocess.Popen(
        command(out), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
    ) as program:
        while kept() < 20:
            assert program.poll() is None
        os.killpg(program.pid, signal.SIGKILL)
    finished = kept()
    assert finished < 400
    assert [path.name for path in out.iterdir()] == ["unfinished-runs"]
    again, once = (
        subprocess.run(command(place), check=True, timeout=300, capture_output=True, text=True)
        for place in (out, whole)
    )
    assert again.stderr == (
        f"{finished} of 400 simulated runs were finished before: the rehearsal resumes from there.\n"
    )
    assert once.stderr == ""
    assert again.stdout == once.stdout.replace(str(whole), str(out)) != ""
    assert {path.name for path in out.iterdir()} == FILES
    for name in FILES:
        assert (out / name).read_bytes() == (whole / name).read_bytes(), name


@pytest.mark.usefixtures("without_processes")
def test_a_rehearsal_tells_the_runs_needed_and_when_rules_stopped(
    table_path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = [*table_words(table_path), "--policies", "kg", "--runs", "2", "--budget", "2", "--stop", "runs 1"]
    assert run(*words, "--workers", "1", "--out", tmp_path / "out") == 0
    told = capsys.readouterr().out
    assert " stopped in 2 of 2 simulated runs" in told
    assert f"Saved tables, figures and report in {tmp_path / 'out'}." in told
    assert "<h2>Runs needed</h2>" in (tmp_path / "out" / "report.html").read_text("utf-8")


@pytest.mark.usefixtures("without_processes")
def test_a_study_is_rehearsed_with_its_own_settings_from_its_outcomes(
    make_study: Callable[..., actions.Session], tmp_path: Path
) -> None:
    session = make_study("screen", budget=3, belief="diagonal", seed=4)
    path = session.path
    session.close()
    assert run("record", path, "C-02", "success") == 0
    out = tmp_path / "out"
    words = ["rehearse", path, "--policies", "kg,random", "--runs", "2", "--truth", "prior,posterior,drift"]
    assert run(*words, "--out", out) == 0
    costs = rows(out / "opportunity_cost.csv")
    assert {r["pool"] for r in costs} == {"screen", "screen+posterior", "screen+drift"}
    assert {r["belief"] for r in costs} == {"diagonal"}
    assert max(int(r["n"]) for r in costs) == 3
    assert {r["seed"] for r in rows(out / "runs.csv")} == {"4", "5"}


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        (["--policies", "kg", "--budget", "0"], 2, "between 1 and 1,000,000, not 0"),
        (["--policies", "kg", "--seed", "-1"], 2, "seed"),
        ([], 2, "name the policies"),
        (["--policies", ""], 2, "names nothing"),
        (["--policies", "kg,,random"], 2, "empty name"),
        (["--policies", "kg,best"], 2, "There is no policy “best”"),
        (["--policies", "kg/exact"], 2, "There is no belief “exact”"),
        (["--policies", "kg,kg/moments"], 1, "named twice"),
        (["--policies", "kg", "--truth", "cliff"], 2, "There are no truths “cliff”"),
        (["--policies", "kg", "--truth", "posterior"], 1, "no outcome yet"),
        (["--policies", "kg", "--prior-precision", "0"], 2, "prior precision"),
    ],
)
def test_bad_input_is_one_sentence_and_leaves_nothing_behind(
    table_path: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    words: list[str],
    status: int,
    said: str,
) -> None:
    out = tmp_path / "out"
    assert run(*table_words(table_path), *words, "--out", out) == status
    told = capsys.readouterr()
    assert not told.out
    assert said in told.err.splitlines()[0]
    assert told.err.count("\n") == status
    assert not out.exists()


def test_options_of_a_table_are_refused_for_a_study(
    session: actions.Session, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    session.close()
    words = ["rehearse", session.path, "--policies", "kg", "--prior-precision", "2"]
    assert run(*words, "--out", tmp_path / "out") == 1
    assert "--prior-precision is for a table" in capsys.readouterr().err


def test_an_out_that_cannot_be_a_folder_is_refused_before_the_work(
    table_path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "taken").write_text("x", encoding="utf-8")
    assert run(*table_words(table_path), "--policies", "kg", "--out", tmp_path / "taken") == 1
    assert "cannot be written to the folder" in capsys.readouterr().err


@pytest.mark.usefixtures("without_processes")
def test_results_of_before_are_replaced_only_when_asked_for(
    table_path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = [
        *table_words(table_path),
        "--policies",
        "kg",
        "--runs",
        "1",
        "--budget",
        "1",
        "--out",
        tmp_path / "o",
    ]
    assert run(*words) == 0
    before = (tmp_path / "o" / "runs.csv").read_bytes()
    assert run(*words, "--seed", "3") == 1
    assert "opportunity_cost.csv" in capsys.readouterr().err
    assert (tmp_path / "o" / "runs.csv").read_bytes() == before
    assert run(*words, "--seed", "3", "--overwrite") == 0
    assert (tmp_path / "o" / "runs.csv").read_bytes() != before


def test_the_paper_needs_its_tables(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("paper", "--data", tmp_path, "--out", tmp_path / "out") == 1
    assert "There is no table fertility.csv" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def typed(*words: str) -> None:
    """Run a command in a process of its own, where a warning is an error."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-m", "kgdesk", *words],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
    )
    assert done.returncode == 0, done.stderr
    assert not done.stderr


def called(*words: str) -> None:
    assert run(*words) == 0


@pytest.mark.usefixtures("without_processes")
@pytest.mark.parametrize("command", [called, *seldom(typed)])
def test_the_paper_runs_on_its_ten_pools(uci: Path, tmp_path: Path, command: Callable[..., None]) -> None:
    out = tmp_path / "out"
    words = ["paper", "--data", str(uci), "--out", str(out), "--runs", "2", "--budget", "2", "--workers", "1"]
    words += ["--policies", "kg/diagonal,random/diagonal"]
    command(*words)
    stems = ("figure_1", "figure_2", "three_attributes", "opportunity_cost_plugin")
    drawn = {f"{stem}.{end}" for stem in stems for end in ("svg", "png")}
    assert {p.name for p in out.iterdir()} == FILES | drawn | {"theorem_1.csv"}
    costs = rows(out / "opportunity_cost.csv")
    assert len(costs) == 10 * 2 * 3
    assert {r["seed"] for r in rows(out / "runs.csv")} == {"20261121", "20261122"}
    page = (out / "report.html").read_text(encoding="utf-8")
    for said in (
        "the paper does not say",
        "uniform on [-3, 3]^d",
        "Mean over the pools",
        "P_d(M)",
        "Successes on",
    ):
        assert said in page


@pytest.mark.usefixtures("without_processes")
def test_the_paper_as_printed_gives_a_verdict_on_each_claim_in_german(
    uci: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    words = [
        "paper",
        "--data",
        uci,
        "--out",
        out,
        "--as-printed",
        "--runs",
        "2",
        "--budget",
        "2",
        "--long",
        "3",
    ]
    assert run(*words, "--policies", "kg,random", "--workers", "1") == 0
    told = capsys.readouterr().out
    assert told.count("Plug-in, ") == 2
    assert "“the KG policy finds the true best alternative after only three measurements”: " in told
    stems = ("figure_1", "figure_2", "long_run", "opportunity_cost_plugin")
    drawn = {f"{stem}.{end}" for stem in stems for end in ("svg", "png")}
    tables = {"theorem_1.csv", "claims.csv", "long_run.csv"}
    assert {p.name for p in out.iterdir()} == FILES | drawn | tables
    assert {r["n"] for r in rows(out / "long_run.csv")} == {"0", "1", "2", "3"}
    assert {r["pool"] for r in rows(out / "long_run.csv")} == {"fertility", "synthetic-10"}
    settings = json.loads((out / "settings.json").read_text(encoding="utf-8"))
    assert (settings["as_printed"], settings["synthetic_pools"], settings["long_budget"]) == (
        True,
        "redrawn",
        3,
    )
    page = (out / "report.html").read_text(encoding="utf-8")
    assert "holds here" in page
    assert "not standardised. The true" in page


def test_long_runs_are_refused_where_the_experiment_is_not_as_printed(
    uci: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("paper", "--data", uci, "--out", tmp_path / "out", "--long", "40") == 1
    assert "add --as-printed" in capsys.readouterr().err
