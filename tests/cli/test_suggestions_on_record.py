"""A suggestion is recorded as seen only if it was: on the card, or in the output of suggest that is referred to."""

from __future__ import annotations

import csv
from typing import TYPE_CHECKING, Any

import pytest
from answering import Answer, fingerprint, refused

from kgdesk import actions
from kgdesk.model.advice.batches import advise_batch
from kgdesk.model.advice.history import gains_of_recorded_suggestions
from kgdesk.model.advice.picks import advise
from kgdesk.model.policies import default_policy

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from kgdesk.model.study.study import Study


def read(path: Path) -> Study:
    with actions.open_study(path, actions.Operator("x"), read_only=True) as session:
        return session.study


def suggestions(study: Study) -> list[dict[str, Any]]:
    return [dict(event.payload) for event in study.events if event.kind == "suggestion_made"]


def forbidden(*_: object, **__: object) -> None:
    raise AssertionError("a sweep that nobody asked for")


@pytest.mark.parametrize("command", [("record", "C-02", "success"), ("start", "C-02")])
def test_without_a_question_no_suggestion_is_kept_and_no_candidates_are_compared(
    kgdesk: Callable[..., Answer], study: Path, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...]
) -> None:
    kgdesk("record", study, "C-01", "success")
    before = read(study)
    for belief in {type(before.belief), *type(before.belief).__mro__}:
        if "sweep" in vars(belief):
            monkeypatch.setattr(belief, "sweep", forbidden)
    assert kgdesk(command[0], study, *command[1:]).code == 0
    assert "shown" not in kgdesk("audit", study).out
    monkeypatch.undo()
    after = read(study)
    assert suggestions(after) == []
    entry = after.runs[-1] if command[0] == "record" else after.pending[-1]
    assert entry.suggested == ""
    assert entry.probability_before == pytest.approx(advise(before).probability_of("C-02"), abs=1e-12)


def test_a_run_that_was_started_keeps_the_prediction_of_its_start(
    kgdesk: Callable[..., Answer], study: Path
) -> None:
    expected = advise(read(study)).probability_of("C-02")
    kgdesk("start", study, "C-02")
    kgdesk("record", study, "C-05", "failure")
    kgdesk("record", study, "C-02", "success")
    assert read(study).runs[-1].probability_before == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("command", ["record", "start"])
def test_the_answer_for_a_revision_is_kept_as_shown(
    kgdesk: Callable[..., Answer], study: Path, command: str
) -> None:
    asked = kgdesk("suggest", study, "--json").json
    candidate, revision = asked["suggestions"][0]["candidate"], asked["revision"]
    outcome = ("success",) if command == "record" else ()
    assert kgdesk(command, study, candidate, *outcome, "--revision", revision).code == 0
    (made,) = suggestions(read(study))
    assert (made["candidate"], made["revision"], made["shown"]) == (candidate, revision, "answer")
    said = kgdesk("audit", study).out
    assert (
        f"Was shown the suggestion {candidate} ({default_policy('average')}) as the answer for revision {revision}"
        in said
    )
    assert kgdesk("verify", study, "--json").json["replayed_exactly"] == 1


def test_another_candidate_is_recorded_as_chosen_instead_of_the_suggestion(
    kgdesk: Callable[..., Answer], study: Path, tmp_path: Path
) -> None:
    asked = kgdesk("suggest", study, "--json").json
    suggested = asked["suggestions"][0]["candidate"]
    other = "C-07" if suggested != "C-07" else "C-08"
    kgdesk("record", study, other, "failure", "--revision", asked["revision"])
    kgdesk("start", study, other, "--revision", kgdesk("status", study, "--json").json["head"]["seq"])
    run = read(study).runs[-1]
    assert (run.candidate, run.suggested, run.seen_on) == (other, suggested, "answer")
    assert (
        f"Recorded run 1: failure for {other}, chosen instead of the suggestion {suggested}"
        in kgdesk("audit", study).out
    )
    kgdesk("export", study, tmp_path / "runs.csv")
    with (tmp_path / "runs.csv").open(encoding="utf-8-sig", newline="") as file:
        assert [row["suggested"] for row in csv.DictReader(file)] == [suggested]


@pytest.mark.parametrize("words", [("record", "C-02", "success"), ("start", "C-02")])
def test_an_answer_for_another_revision_is_refused_and_nothing_is_recorded(
    kgdesk: Callable[..., Answer], study: Path, words: tuple[str, ...]
) -> None:
    revision = kgdesk("suggest", study, "--json").json["revision"]
    kgdesk("note", study, "a new lamp")
    before = fingerprint(study.parent)
    answer = kgdesk(words[0], study, *words[1:], "--revision", revision)
    refused(answer, f"is at revision {revision + 1}, not {revision}", "Nothing was recorded")
    assert fingerprint(study.parent) == before


def test_the_answer_is_worked_out_as_it_was_asked_for(kgdesk: Callable[..., Answer], study: Path) -> None:
    batch = kgdesk("suggest", study, "--count", "3", "--policy", "exploit", "--json").json
    assert batch["policy"] == "exploit"
    third = batch["suggestions"][2]["candidate"]
    words = ("--revision", batch["revision"], "--policy", "exploit", "--batch", "3")
    before = read(study)
    assert kgdesk("start", study, third, *words).code == 0
    (made,) = suggestions(read(study))
    pick = next(p for p in advise_batch(before, 3, policy="exploit") if p.suggestion.candidate == third)
    assert made == {**pick.as_facts(), "shown": "answer", "gesture": made["gesture"]}
    assert kgdesk("verify", study).code == 0


@pytest.mark.parametrize("option", [("--policy", "exploit"), ("--batch", "2")])
def test_how_suggest_was_asked_means_nothing_without_its_revision(
    kgdesk: Callable[..., Answer], study: Path, option: tuple[str, str]
) -> None:
    before = fingerprint(study.parent)
    refused(kgdesk("record", study, "C-01", "success", *option), option[0], "--revision N")
    assert fingerprint(study.parent) == before


def test_suggest_names_the_revision_that_an_entry_may_refer_to(
    kgdesk: Callable[..., Answer], study: Path
) -> None:
    assert kgdesk("suggest", study).out.endswith(f"\nRevision {read(study).revision}.\n")


def test_where_nobody_asked_the_value_still_to_be_gained_has_no_mark(
    kgdesk: Callable[..., Answer], study: Path
) -> None:
    kgdesk("record", study, "C-01", "success")
    kgdesk("record", study, "C-02", "failure", "--revision", read(study).revision)
    kgdesk("record", study, "C-03", "failure")
    found = read(study)
    assert set(gains_of_recorded_suggestions(found)) == {1}
