"""`kgdesk rehearse --replay`: the files, what is said, measured values, studies, and what is refused."""

from __future__ import annotations

import csv
import json
import os
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from answering import Answer

FILES = {"scores.csv", "runs.csv", "settings.json", "report.html", "successes.svg", "successes.png"}

# All tests share one Qt application, which must outlive the command that creates it.
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
pytestmark = pytest.mark.usefixtures("qapp")


@pytest.fixture
def labelled(tmp_path: Path) -> Path:
    path = tmp_path / "yields.csv"
    lines = ["Code,Heat,Solvent,Good,Yield (%)"]
    for n in range(24):
        share = 5 * (n % 8) + (n % 3) * 15
        text = "" if n == 5 else str(share)
        lines.append(f"R{n:02d},{n % 8},{'xyz'[n % 3]},{'yes' if share >= 40 else 'no'},{text}")
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def words(table: Path, out: Path, *more: object) -> tuple[object, ...]:
    roles = ("--id", "Code", "--attributes", "Heat,Solvent", "--category", "Solvent")
    policies = ("--policies", "kg,random", "--runs", "3", "--budget", "6", "--workers", "1")
    return ("rehearse", table, *roles, "--replay", *policies, "--out", out, *more)


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(newline="", encoding="utf-8-sig") as stream:
        return list(csv.DictReader(stream))


def test_a_table_with_outcomes_is_replayed_and_its_folder_holds_everything(
    kgdesk: Callable[..., Answer], labelled: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    answer = kgdesk(*words(labelled, out, "--outcome", "Good", "--seed", "4"))
    assert answer.code == 0, answer.err
    assert answer.out.count("the recommended candidate is one in") == 2
    assert answer.out.endswith(f"Saved tables, figure and report in {out}.\n")
    assert {path.name for path in out.iterdir()} == FILES
    truth = {row["Code"]: row["Good"] for row in rows(labelled)}
    runs = rows(out / "runs.csv")
    assert {row["seed"] for row in runs} == {"4", "5", "6"}
    for row in runs:
        if row["n"] != "0":
            assert (row["outcome"] == "success") == (truth[row["candidate"]] == "yes")
        assert (row["recommended_outcome"] == "success") == (truth[row["recommended"]] == "yes")
    page = (out / "report.html").read_text("utf-8")
    assert "How good are the predictions for what was never run?" in page
    assert json.loads((out / "settings.json").read_text("utf-8"))["candidates"] == 24


def test_a_measured_value_is_a_success_on_its_side_of_the_threshold(
    kgdesk: Callable[..., Answer], labelled: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    more = ("--measured", "Yield (%) <= 15", "--rows", "16", "--successes", "25%")
    answer = kgdesk(*words(labelled, out, *more, "--budget", "30", "--json"))
    assert answer.code == 0, answer.err
    assert set(answer.json) == {"folder", "sentences", "schema"}
    settings = json.loads((out / "settings.json").read_text("utf-8"))
    assert (settings["rows"], settings["drawn_successes"]) == (16, 4)
    share = {row["Code"]: row["Yield (%)"] for row in rows(labelled)}
    run = {row["candidate"]: row["outcome"] for row in rows(out / "runs.csv") if row["n"] != "0"}
    assert len(run) > 16  # drawn anew in each replay
    assert all((outcome == "success") == (float(share[code]) <= 15) for code, outcome in run.items())
    assert "R05" not in run  # it has no value


def test_the_past_outcomes_of_a_study_are_replayed(
    kgdesk: Callable[..., Answer], labelled: Path, tmp_path: Path
) -> None:
    study, out = tmp_path / "yields.kgstudy", tmp_path / "out"
    roles = ("--id", "Code", "--attributes", "Heat,Solvent", "--category", "Solvent", "--outcome", "Good")
    assert kgdesk("new", study, "--candidates", labelled, *roles).code == 0
    common = ("--replay", "--policies", "random", "--runs", "1", "--budget", "30", "--workers", "1")
    answer = kgdesk("rehearse", study, *common, "--out", out)
    assert answer.code == 0, answer.err
    run = {row["candidate"]: row["outcome"] for row in rows(out / "runs.csv") if row["n"] != "0"}
    words_of = {"success": "yes", "failure": "no"}
    assert {code: words_of[outcome] for code, outcome in run.items()} == {
        row["Code"]: row["Good"] for row in rows(labelled)
    }


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ((), "name their column, as --outcome Result"),
        (("--measured", "Yield (%)"), "write a threshold"),
        (("--measured", "Yeld >= 3"), "Yeld"),
        (("--outcome", "Good", "--truth", "peak"), "--truth is for simulated truths"),
        (("--outcome", "Good", "--truth", "prior"), "--truth is for simulated truths"),
        (("--outcome", "Good", "--stop", "runs 3"), "--stop is for simulated truths"),
        (("--measured", "Yield (%) >= 400"), "All 23 outcomes are the same"),
        (("--outcome", "Good", "--successes", "3"), "say how many"),
        (("--outcome", "Good", "--rows", "99"), "From 2 to 24"),
    ],
)
def test_what_cannot_be_replayed_is_refused_in_a_sentence(
    kgdesk: Callable[..., Answer], labelled: Path, tmp_path: Path, more: tuple[str, ...], sentence: str
) -> None:
    answer = kgdesk(*words(labelled, tmp_path / "out", *more))
    assert answer.code == 1
    assert sentence in answer.err
    assert answer.err.count("\n") == 1
    assert not (tmp_path / "out").exists()


def test_counts_instead_of_outcomes_are_refused_with_the_way_out(
    kgdesk: Callable[..., Answer], labelled: Path, tmp_path: Path
) -> None:
    labelled.write_text(labelled.read_text("utf-8").replace(",yes,", ",2/5,"), encoding="utf-8")
    answer = kgdesk(*words(labelled, tmp_path / "out", "--outcome", "Good"))
    assert answer.code == 1
    assert "has a count of several runs: add a column" in answer.err


def test_options_of_a_replay_need_it_and_a_study_needs_past_outcomes(
    kgdesk: Callable[..., Answer], study: Path, tmp_path: Path
) -> None:
    common = ("--policies", "kg", "--out", tmp_path / "out")
    assert "--rows is for a replay" in kgdesk("rehearse", study, *common, "--rows", "3").err
    assert "no past outcomes that came with its table" in kgdesk("rehearse", study, "--replay", *common).err
    assert kgdesk("rehearse", study, "--replay", *common, "--successes", "some").code == 2
