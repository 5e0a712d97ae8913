"""Small tables that were once refused or misread: limits, words for no outcome, 0/1, counts, further columns."""

from __future__ import annotations

import csv
import json
from typing import TYPE_CHECKING

import pytest
from answering import Answer, refused

from kgdesk import Campaign, actions

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def outcomes(path: Path) -> dict[str, str | None]:
    with actions.open_study(path, actions.Operator("reader"), read_only=True) as session:
        return {run.candidate: run.outcome for run in session.study.runs}


@pytest.fixture
def screen(small_tables: Path, kgdesk: Callable[..., Answer], tmp_path: Path) -> Path:
    """Return a study of five candidates with a measured yield."""
    path = tmp_path / "screen.kgstudy"
    table = small_tables / "05_limits_candidates.csv"
    made = kgdesk("new", path, "--candidates", table, "--id", "code", "--measured", "yield >= 20 %")
    assert made.code == 0, made.err
    return path


def test_limits_on_one_side_of_the_threshold_are_outcomes(
    small_tables: Path, kgdesk: Callable[..., Answer], screen: Path
) -> None:
    assert kgdesk("record", screen, "--from", small_tables / "05_limits_results.csv", "--unstarted").code == 0
    assert outcomes(screen) == {"A": "success", "B": "failure", "C": "failure", "D": "success"}


def test_limits_are_outcomes_in_python(small_tables: Path, screen: Path) -> None:
    with Campaign.open(screen, by="Kim") as campaign:
        with (small_tables / "05_limits_results.csv").open(encoding="utf-8") as stream:
            rows = list(csv.DictReader(stream))
        campaign.record_many({title: [row[title] for row in rows] for title in ("candidate", "yield")})
    assert outcomes(screen) == {"A": "success", "B": "failure", "C": "failure", "D": "success"}


def test_a_word_for_no_outcome_yet_is_stated_by_the_option_that_the_refusal_names(
    small_tables: Path, kgdesk: Callable[..., Answer], screen: Path
) -> None:
    words = ("record", screen, "--from", small_tables / "06_words_results.csv", "--unstarted")
    refused(kgdesk(*words), "PENDING”", '--meaning "PENDING=none"')
    assert kgdesk(*words, "--meaning", "PENDING=none").code == 0
    assert outcomes(screen) == {"A": "success", "C": "failure"}


def test_words_for_no_outcome_yet_stand_among_past_outcomes(
    small_tables: Path, kgdesk: Callable[..., Answer], tmp_path: Path
) -> None:
    path = tmp_path / "past.kgstudy"
    words = (
        "new",
        path,
        "--candidates",
        small_tables / "06_pending_past.csv",
        "--id",
        "code",
        "--outcome",
        "yield",
    )
    words = (*words, "--measured", "yield >= 20 %")
    refused(kgdesk(*words), '--meaning "PENDING=none"', '--meaning "n.d.=none"')
    assert kgdesk(*words, "--meaning", "PENDING=none", "--meaning", "n.d.=none").code == 0
    assert outcomes(path) == {"A": "failure", "B": "success"}


def test_zeros_and_ones_in_a_study_of_measured_values_are_asked_about(
    small_tables: Path, kgdesk: Callable[..., Answer], screen: Path
) -> None:
    words = ("record", screen, "--from", small_tables / "08_zero_one_results.csv", "--unstarted")
    refused(kgdesk(*words), "08_zero_one_results.csv", "--meaning")
    assert outcomes(screen) == {}
    assert kgdesk(*words, "--meaning", "1=success", "--meaning", "0=failure").code == 0
    assert outcomes(screen) == {"A": "success", "B": "failure", "C": "success", "D": "failure"}


def test_counts_are_past_outcomes_at_the_command_line_and_in_python(
    small_tables: Path, kgdesk: Callable[..., Answer], tmp_path: Path
) -> None:
    table = small_tables / "12_counts.csv"
    words = ("--id", "lot", "--category", "species,treatment", "--outcome", "germinated")
    assert kgdesk("new", tmp_path / "a.kgstudy", "--candidates", table, *words).code == 0
    status = json.loads(kgdesk("status", tmp_path / "a.kgstudy", "--json").out)
    with Campaign.create(
        table, tmp_path / "b.kgstudy", id="lot", categories=["species", "treatment"], outcome="germinated"
    ) as campaign:
        assert campaign.study.outcomes[1].size == status["outcomes"] > 1000


def test_add_names_the_columns_that_it_passes_over(
    small_tables: Path, kgdesk: Callable[..., Answer], screen: Path
) -> None:
    added = kgdesk("add", screen, small_tables / "14_add_extra_column.csv", "--reason", "a further one")
    assert added.code == 0, added.err
    assert "equiv" in added.out
    assert "passed over" in added.out


def test_a_success_in_the_middle_of_a_range_is_found_within_the_plan(
    small_tables: Path, tmp_path: Path
) -> None:
    table = small_tables / "01_titration_middle.csv"
    with Campaign.create(table, tmp_path / "s.kgstudy", id="code", budget=30, repeats="yes") as campaign:
        for _ in range(30):
            candidate = campaign.suggest(1)[0].candidate
            if campaign.record(candidate, 12 <= int(candidate[1:]) <= 17).outcome == "success":
                break
        assert campaign.best.candidate == candidate
        assert 12 <= int(candidate[1:]) <= 17


def test_who_may_stop_is_told_that_nothing_succeeded_and_that_the_best_was_never_run(
    small_tables: Path, tmp_path: Path
) -> None:
    table = small_tables / "01_titration_middle.csv"
    rules = {"terms": "linear", "stop": "at-stake 1", "repeats": "yes"}
    with Campaign.create(table, tmp_path / "s.kgstudy", id="code", **rules) as campaign:
        while not campaign.should_stop.stop:
            campaign.record(campaign.suggest(1)[0].candidate, False)
        told = campaign.should_stop.why
        assert f"{campaign.best.candidate} was never run. No run has succeeded yet." in told
