"""Suggestions, batches and stock by conditions on the columns, at the command line and in Python."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from answering import Answer, refused

from kgdesk import Campaign, actions
from kgdesk.errors import BadInput

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from kgdesk.model.study.study import Study

DMF = {"C-02", "C-05", "C-09", "C-12"}


def read(path: Path) -> Study:
    with actions.open_study(path, actions.Operator("x"), read_only=True) as session:
        return session.study


def test_a_suggestion_is_asked_for_among_candidates_that_satisfy_conditions(
    kgdesk: Callable[..., Answer], study: Path
) -> None:
    where = ("--where", "solvent = DMF and temperature >= 40")
    told = kgdesk("suggest", study, *where, "--count", "2", "--json").json
    assert told["where"] == "solvent = DMF and temperature >= 40"
    assert {one["candidate"] for one in told["suggestions"]} < {"C-05", "C-09", "C-12"}
    assert kgdesk("suggest", study, *where).out.startswith(
        "Among the candidates with solvent = DMF and temperature >= 40:\n"
    )
    with Campaign.open(study, read_only=True) as campaign:
        (one,) = campaign.suggest(where="solvent = DMF and temperature >= 40")
    assert kgdesk("suggest", study, *where, "--json").json["suggestions"][0]["candidate"] == one.candidate
    refused(
        kgdesk("suggest", study, "--where", "solvnt = DMF"),
        "no column “solvnt” for the condition (--where): is it “solvent”?",
    )
    assert read(study).revision == 4


def test_a_run_that_follows_a_restricted_answer_keeps_it_as_the_suggestion(
    kgdesk: Callable[..., Answer], study: Path
) -> None:
    where = ("--where", "solvent = THF")
    told = kgdesk("suggest", study, *where, "--json").json
    name = told["suggestions"][0]["candidate"]
    done = kgdesk("record", study, name, "success", "--revision", told["revision"], *where)
    assert done.code == 0, done.err
    after = read(study)
    made = next(event.payload for event in after.events if event.kind == "suggestion_made")
    assert (made["candidate"], made["restricted"], after.runs[0].suggested) == (name, True, name)
    assert "among the candidates that satisfied conditions" in kgdesk("audit", study).out
    assert kgdesk("verify", study).code == 0


def test_a_worklist_takes_only_candidates_that_satisfy_conditions(
    kgdesk: Callable[..., Answer], study: Path
) -> None:
    made = kgdesk(
        "worklist", study, "--count", "3", "--where", "solvent = DMF", "--out", study.with_name("w.csv")
    )
    assert made.code == 0, made.err
    assert {start.candidate for start in read(study).pending} < DMF


def test_python_takes_candidates_out_of_stock_and_back_by_condition(study: Path) -> None:
    with Campaign.open(study) as campaign:
        for _ in range(2):
            campaign.exclude(where="solvent = DMF", reason="not delivered", token="t1")
        assert {(one.candidate, one.reason) for one in campaign.study.retired} == {
            (name, "not delivered") for name in DMF
        }
        campaign.include(where="temperature > 40", reason="came")
        assert {one.candidate for one in campaign.study.retired} == {"C-02", "C-05"}
        for wrong in ({}, {"candidates": "C-01", "where": "solvent = DMF"}):
            with pytest.raises(BadInput, match=r"Name the candidates, or state conditions \(where=...\)"):
                campaign.exclude(**wrong)
        with pytest.raises(BadInput, match="out of stock already"):
            campaign.exclude(where="solvent = DMF and temperature <= 40")


def test_candidates_go_out_of_stock_and_come_back_by_condition_by_names_and_by_file_with_one_reason(
    kgdesk: Callable[..., Answer], study: Path
) -> None:
    gone = kgdesk("exclude", study, "--where", "solvent = DMF", "--reason", "not delivered", "--token", "t1")
    assert gone.out == "C-02, C-05, C-09, C-12 are out of stock.\n"
    again = kgdesk("exclude", study, "--where", "solvent = DMF", "--reason", "not delivered", "--token", "t1")
    assert (again.code, len(read(study).retired)) == (0, 4)
    assert {(one.candidate, one.reason) for one in read(study).retired} == {
        (name, "not delivered") for name in DMF
    }
    refused(kgdesk("exclude", study, "--where", "solvent = DMF"), "out of stock already")
    assert kgdesk("exclude", study, "C-01", "C-03").out == "C-01, C-03 are out of stock.\n"
    back = kgdesk("include", study, "--where", "temperature > 40", "--reason", "came")
    assert back.out == "C-09, C-12 are in stock again.\n"
    names = study.with_name("names.txt")
    names.write_text("C-02\n\nC-05\n", encoding="utf-8")
    assert kgdesk("include", study, "--from", names).out == "C-02, C-05 are in stock again.\n"
    names.write_text("code;why\nC-01;x\nC-03;y\n", encoding="utf-8")
    assert kgdesk("include", study, "--from", names).code == 0
    assert not read(study).retired
    names.write_text("C-99\n", encoding="utf-8")
    refused(kgdesk("exclude", study, "--from", names), "C-99")
    assert not read(study).retired


@pytest.mark.parametrize("words", [(), ("C-01", "--where", "solvent = DMF")])
def test_the_candidates_are_named_in_one_way(
    kgdesk: Callable[..., Answer], study: Path, words: tuple[str, ...]
) -> None:
    assert kgdesk("exclude", study, *words).code == 2
