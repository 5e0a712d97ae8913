"""Candidates that an open study cannot take join a new study like it, which takes the runs along."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from answering import Answer, refused

from kgdesk import actions

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

MORE = "code,temperature,ratio,solvent,well,equiv\nN-1,30,0.2,toluene,H1,1.5\nN-2,30,0.3,DMF,H2,2\n"


def test_add_names_the_columns_that_it_passes_over(kgdesk: Callable[..., Answer], study: Path) -> None:
    table = study.with_name("more.csv")
    table.write_text("code,temperature,ratio,solvent,well,equiv\nN-2,30,0.3,DMF,H2,2\n", encoding="utf-8")
    added = kgdesk("add", study, table, "--reason", "second library")
    assert added.code == 0, added.err
    assert "Columns passed over: “equiv”." in added.out


def test_a_level_that_is_new_is_refused_with_a_command_that_takes_the_runs_along(
    kgdesk: Callable[..., Answer], study: Path
) -> None:
    for words in (
        ("C-01", "success", "--note", "clear"),
        ("C-02", "1/3"),
        ("C-05", "void"),
    ):
        assert kgdesk("record", study, *words).code == 0
    assert kgdesk("correct", study, "1", "failure", "--reason", "misread").code == 0
    assert kgdesk("start", study, "C-07").code == 0
    assert kgdesk("exclude", study, "C-08", "--reason", "used up").code == 0
    table, new = study.with_name("more.csv"), study.with_name("new.kgstudy")
    table.write_text(MORE, encoding="utf-8")
    refused(
        kgdesk("add", study, table, "--reason", "more"),
        "“solvent” has no “toluene” in this study",
        "kgdesk new NEW --like STUDY --candidates TABLE",
    )
    made = kgdesk("new", new, "--like", study, "--candidates", table, "--budget", "44")
    assert made.code == 0, made.err
    assert "14 candidates, of these 2 new; 5 runs taken along." in made.out
    assert "1 in progress" in made.out
    assert "Columns passed over: “equiv”." in made.out
    who = actions.Operator("Kim")
    with (
        actions.open_study(study, who, read_only=True) as old,
        actions.open_study(new, who, read_only=True) as session,
    ):
        before, after = old.study, session.study
        fields = (
            "number",
            "candidate",
            "outcome",
            "note",
            "recorded_at",
            "operator",
            "nth",
            "of",
            "probability_before",
        )
        assert [[getattr(run, name) for name in fields] for run in after.runs] == [
            [getattr(run, name) for name in fields] for run in before.runs
        ]
        assert after.runs[0].corrections[0].old_outcome == "success"
        assert [one.candidate for one in after.retired] == ["C-08"]
        assert after.pool.ids == (*before.pool.ids, "N-1", "N-2")
        assert after.settings.budget == 44
        assert (after.done, after.settings.title) == (before.done, "new")
        assert not after.set_aside
    assert kgdesk("suggest", new).code == 0
    assert kgdesk("verify", new).code == 0


def test_rows_of_candidates_that_the_other_study_has_must_be_the_same(
    kgdesk: Callable[..., Answer], study: Path, table_path: Path
) -> None:
    table, new = study.with_name("more.csv"), study.with_name("new.kgstudy")
    own = table_path.read_text("utf-8")
    table.write_text(own + "N-1,30,0.2,toluene,H1\n", encoding="utf-8")
    made = kgdesk("new", new, "--like", study, "--candidates", table, "--json")
    assert (made.json["candidates"], made.json["runs"]) == (13, 0)
    name = own.splitlines()[1].split(",")[0]
    table.write_text(
        f"code,temperature,ratio,solvent,well\n{name},999,0.2,DMF,H1\nN-1,1,1,DMF,H1\n", encoding="utf-8"
    )
    other = study.with_name("other.kgstudy")
    refused(kgdesk("new", other, "--like", study, "--candidates", table), name, "other values in the study")
    refused(
        kgdesk("new", other, "--like", study, "--candidates", table, "--outcome", "well"),
        "--outcome and --like",
    )
    assert not other.exists()


#: For each option: what the other study has, what the new one is asked for, and the value that it then gets. Nearly all
#: of these are the defaults of a study that says nothing.
ASKED: dict[str, tuple[tuple[str, ...], tuple[str, ...], Any]] = {
    "budget": (("--budget", "50"), ("--budget", "30"), 30),
    "seed": (("--seed", "7"), ("--seed", "0"), 0),
    "belief": (("--belief", "full"), ("--belief", "moments"), "moments"),
    "prior_precision": (("--prior-precision", "2.5"), ("--prior-precision", "1"), 1.0),
    "likelihood": (
        ("--measured", "yield >= 20 %", "--likelihood", "outcomes"),
        ("--likelihood", "values"),
        "values",
    ),
    "scale": (("--measured", "yield >= 20 %", "--scale", "logit"), ("--scale", "natural"), "natural"),
    "at_once": (("--at-once", "8"), ("--at-once", "0"), 0),
    "raw": (("--terms", "linear"), ("--raw",), True),
    "title": (("--title", "First plate"), ("--title", "Second plate"), "Second plate"),
}


@pytest.mark.parametrize("name", list(ASKED))
def test_every_setting_that_is_asked_for_replaces_that_of_the_other_study_and_no_other(
    kgdesk: Callable[..., Answer], table_path: Path, tmp_path: Path, name: str
) -> None:
    first, then, value = ASKED[name]
    old, new = tmp_path / "old.kgstudy", tmp_path / "new.kgstudy"
    columns = ("--id", "code", "--attributes", "temperature,ratio", "--ignore", "solvent,well")
    assert kgdesk("new", old, "--candidates", table_path, *columns, *first).code == 0
    made = kgdesk("new", new, "--like", old, "--candidates", table_path, *then)
    assert made.code == 0, made.err
    who = actions.Operator("Kim")
    with (
        actions.open_study(old, who, read_only=True) as one,
        actions.open_study(new, who, read_only=True) as two,
    ):
        before, after = one.study.settings, two.study.settings
    assert getattr(before, name) != value
    assert after == replace(before, **{"title": "new", name: value})


@pytest.mark.parametrize(
    "words",
    [
        *(("--attributes", "ratio"), ("--category", "solvent"), ("--outcome", "well"), ("--out-of", "well")),
        *(("--ignore", "well"), ("--look-alikes", "ask"), ("--look-alikes", "apart"), ("--limits", "use")),
        *(("--words", "blank"), ("--repeated-codes", "refuse"), ("--settings", "-")),
    ],
    ids=" ".join,
)
def test_an_option_about_what_the_other_study_has_is_refused(
    kgdesk: Callable[..., Answer], study: Path, table_path: Path, words: tuple[str, str]
) -> None:
    new = study.with_name("new.kgstudy")
    refused(kgdesk("new", new, "--like", study, "--candidates", table_path, *words), f"{words[0]} and --like")
    assert not new.exists()
