"""Stopping, exclusion groups, notes and times of runs at the command line."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from answering import Answer, fingerprint, refused

from kgdesk import actions

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def test_a_study_stops_by_the_proposed_rule_unless_it_says_otherwise(
    kgdesk: Callable[..., Answer], study: Path, table_path: Path, tmp_path: Path
) -> None:
    told = kgdesk("status", study, "--json").json["stop"]
    assert told["rule"] == "(at-stake 5 and succeeded 1) or runs 30"
    assert (told["stop"], told["verdict"]) == (False, "unknown")
    said = "Not known yet: No outcome is recorded yet: run a candidate first.\n"
    assert said in kgdesk("status", study).out
    assert said not in kgdesk("suggest", study).out
    assert kgdesk("record", study, "C-01", "failure").code == 0
    going = kgdesk("status", study, "--json").json["stop"]
    assert (going["stop"], going["verdict"]) == (False, "go-on")
    assert f"Go on: {going['why']}\n" in kgdesk("status", study).out
    own = tmp_path / "own.kgstudy"
    rules = ("--stop", "runs 9 and value 90", "--stop", "within 99.9 at 1")
    made = kgdesk(
        "new", own, "--candidates", table_path, "--id", "code", "--category", "solvent", "--ignore", "well", *rules
    )  # fmt: skip
    assert made.code == 0
    assert kgdesk("record", own, "C-01", "failure").code == 0
    told = kgdesk("suggest", own, "--json").json["stop"]
    assert told["rule"] == "(runs 9 and value 90) or within 99.9 at 1"
    assert told["stop"]
    assert told["why"] == (
        "The chance that the recommended candidate is within 99.9 percentage points of the best is 100 %. "
        "C-12 was never run. No run has succeeded yet."
    )
    assert f"You can stop: {told['why']}\n" in kgdesk("suggest", own).out
    assert f"You can stop: {told['why']}\n" in kgdesk("status", own).out
    kgdesk("finish", own, "--reason", "enough")
    assert kgdesk("status", own, "--json").json["stop"]["why"].startswith("Finished by ")
    assert "You can stop" not in kgdesk("status", own).out


@pytest.mark.parametrize("running", [("C-02",), ("C-02", "C-03")])
def test_a_study_with_runs_in_progress_is_finished_only_when_told_so(
    kgdesk: Callable[..., Answer], study: Path, running: tuple[str, ...]
) -> None:
    for candidate in running:
        assert kgdesk("start", study, candidate).code == 0
    before = fingerprint(study.parent)
    answer = kgdesk("finish", study, "--reason", "Planned runs are done")
    refused(answer, *running, "--with-open-runs")
    assert fingerprint(study.parent) == before
    count = f"{len(running)} run{'s' * (len(running) > 1)} in progress"
    named = f"{count} ({', '.join(running)})"
    assert named in answer.err
    done = kgdesk("finish", study, "--reason", "lost the samples", "--with-open-runs")
    assert (done.code, done.out) == (0, f"The study is finished with {named}.\n")
    assert kgdesk("status", study).out.startswith(f"screen (finished with {count}): ")
    told = kgdesk("status", study, "--json").json
    assert (told["state"], [run["candidate"] for run in told["pending"]]) == ("finished", list(running))
    assert told["stop"]["why"] == f"Finished by Kim with {named}: lost the samples"
    assert f"Finished the study with {count}." in kgdesk("audit", study).out


def test_with_open_runs_changes_nothing_where_no_run_is_open(
    kgdesk: Callable[..., Answer], study: Path
) -> None:
    assert kgdesk("start", study, "C-02").code == 0
    assert kgdesk("record", study, "C-02", "void").code == 0
    done = kgdesk("finish", study, "--reason", "enough", "--with-open-runs")
    assert (done.code, done.out) == (0, "The study is finished.\n")
    assert kgdesk("status", study).out.startswith("screen (finished): ")
    with actions.open_study(study, actions.Operator("reader"), read_only=True) as read:
        assert "open_runs" not in read.study.events[-1].payload


def test_a_rule_that_cannot_be_read_makes_no_study(
    kgdesk: Callable[..., Answer], table_path: Path, tmp_path: Path
) -> None:
    path = tmp_path / "no.kgstudy"
    answer = kgdesk(
        "new",
        path,
        "--candidates",
        table_path,
        "--id",
        "code",
        "--category",
        "solvent",
        "--ignore",
        "well",
        "--stop",
        "soon",
    )
    refused(answer, code=2)
    assert "cannot be read at “soon”" in answer.err
    assert not path.exists()


def test_a_column_says_which_candidates_never_run_together(
    kgdesk: Callable[..., Answer], table_path: Path, tmp_path: Path
) -> None:
    path = tmp_path / "groups.kgstudy"
    options = (
        "--id",
        "code",
        "--ignore",
        "well",
        "--category",
        "solvent",
        "--attributes",
        "temperature,ratio,solvent",
    )
    kgdesk("new", path, "--candidates", table_path, *options, "--never-together", "solvent")
    with actions.open_study(path, actions.Operator("reader"), read_only=True) as made:
        assert [a.name for a in made.study.pool.attributes] == ["temperature", "ratio", "solvent"]
        assert made.study.settings.never_together == ("solvent",)
    assert kgdesk("start", path, "C-01").code == 0
    before = fingerprint(path.parent)
    answer = kgdesk("start", path, "C-03")
    refused(answer)
    assert "C-03 cannot start while C-01 is in progress: they have “water” in “solvent”" in answer.err
    assert fingerprint(path.parent) == before
    assert kgdesk("suggest", path, "--count", "3").code == 1
    picks = kgdesk("suggest", path, "--count", "2", "--json").json["suggestions"]
    assert len({pick["candidate"] for pick in picks}) == 2
    assert kgdesk("record", path, "C-03", "failure").code == 0  # actual outcomes are always recorded


def test_a_column_for_groups_is_kept_beside_the_attributes(
    kgdesk: Callable[..., Answer], table_path: Path, tmp_path: Path
) -> None:
    path = tmp_path / "kept.kgstudy"
    kgdesk(
        "new",
        path,
        "--candidates",
        table_path,
        "--id",
        "code",
        "--category",
        "solvent",
        "--never-together",
        "well",
    )
    with actions.open_study(path, actions.Operator("reader"), read_only=True) as made:
        assert "well" in made.study.pool.extras
    answer = kgdesk("new", tmp_path / "x.kgstudy", "--candidates", table_path, "--never-together", "oven")
    refused(answer)


def test_a_note_is_kept_with_a_run_or_with_the_study(kgdesk: Callable[..., Answer], study: Path) -> None:
    kgdesk("record", study, "C-02", "success")
    assert kgdesk("note", study, "new lamp", "--by", "MK").out == "The note is kept.\n"
    assert kgdesk("note", study, "cloudy", "--run", "1", "--by", "JB").out == "The note is kept with run 1.\n"
    with actions.open_study(study, actions.Operator("reader"), read_only=True) as made:
        notes = made.study.notes
        assert [(n.text, n.run, n.operator) for n in notes] == [("new lamp", None, "MK"), ("cloudy", 1, "JB")]
        assert not made.study.as_of(1).notes
    for words in (("  ",), ("late", "--run", "2")):
        refused(kgdesk("note", study, *words))
    kgdesk("finish", study, "--reason", "done")
    assert kgdesk("note", study, "looked at again").code == 0


def test_a_run_may_have_been_done_earlier_and_keeps_both_times(
    kgdesk: Callable[..., Answer], study: Path
) -> None:
    assert kgdesk("record", study, "C-02", "success", "--at", "2026-01-20T14:00+01:00").code == 0
    with actions.open_study(study, actions.Operator("reader"), read_only=True) as made:
        run = made.study.runs[-1]
        assert run.happened_at == "2026-01-20T14:00:00+01:00"
        assert run.recorded_at.endswith("Z")
        assert run.recorded_at > "2026-01-20"


@pytest.mark.parametrize(
    ("time", "code"), [("yesterday", 2), ("2026-01-20T14:00", 2), ("2999-01-01T00:00+00:00", 1)]
)
def test_a_time_that_is_none_or_to_come_is_refused(
    kgdesk: Callable[..., Answer], study: Path, time: str, code: int
) -> None:
    before = fingerprint(study.parent)
    refused(kgdesk("record", study, "C-02", "success", "--at", time), code=code)
    assert fingerprint(study.parent) == before


def test_the_column_with_the_codes_of_the_samples_is_kept_and_may_not_mean_two_candidates(
    kgdesk: Callable[..., Answer], table_path: Path, tmp_path: Path
) -> None:
    path = tmp_path / "coded.kgstudy"
    options = ("--id", "code", "--attributes", "temperature,ratio")
    kgdesk("new", path, "--candidates", table_path, *options, "--barcode", "well")
    with actions.open_study(path, actions.Operator("reader"), read_only=True) as made:
        study = made.study
    assert study.settings.barcode == "well"
    assert study.barcodes.find(study.pool.extras["well"][4]) == study.pool.ids[4]
    again = tmp_path / "again.kgstudy"
    answer = kgdesk("new", again, "--candidates", table_path, *options, "--barcode", "solvent")
    refused(answer)
    assert "means two candidates" in answer.err
    assert not again.exists()


def test_the_column_with_the_codes_is_named_changed_and_taken_away_in_an_open_study(
    kgdesk: Callable[..., Answer], table_path: Path, tmp_path: Path
) -> None:
    path = tmp_path / "coded.kgstudy"
    options = ("--id", "code", "--attributes", "temperature,ratio", "--ignore", "solvent")
    kgdesk("new", path, "--candidates", table_path, *options, "--barcode", "well")
    taken = kgdesk("set", path, "--no-barcode", "--reason", "labels fell off", "--by", "MK")
    assert taken.out == "Named no column any more as the one with the codes of the samples.\n"
    named = kgdesk("set", path, "--barcode", "well", "--reason", "new labels", "--by", "MK")
    assert named.out == "Named “well” as the column with the codes of the samples.\n"
    trail = kgdesk("audit", path).out.splitlines()
    assert trail[-2].endswith("(was well). Reason: labels fell off")
    assert trail[-1].endswith("column with the codes of the samples (was none). Reason: new labels")
    before = fingerprint(path.parent)
    for words, told in (
        (("--barcode", "well"), "already"),
        (("--barcode", "vial"), "the table keeps well"),
        (("--barcode", "ratio"), "There is no column “ratio”"),
    ):
        answer = kgdesk("set", path, *words, "--reason", "why")
        refused(answer)
        assert told in answer.err
    assert kgdesk("set", path, "--barcode", "well", "--no-barcode", "--reason", "why").code == 2
    assert kgdesk("set", path, "--reason", "why").code == 2
    assert fingerprint(path.parent) == before
    assert kgdesk("verify", path).code == 0
