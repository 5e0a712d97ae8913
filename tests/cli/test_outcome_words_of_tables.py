"""Words, limits and flags among the past outcomes of a table of candidates, and what the refusals name."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from answering import Answer, refused

from kgdesk import Campaign, actions
from kgdesk.errors import BadInput

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

YIELD = ("--id", "code", "--outcome", "yield", "--measured", "yield >= 20 %")


def saved(folder: Path, text: str) -> Path:
    path = folder / "table.csv"
    path.write_text(text, encoding="utf-8")
    return path


def test_words_of_a_table_that_have_no_meaning_are_named_at_once_and_get_one_by_the_option_named(
    kgdesk: Callable[..., Answer], tmp_path: Path
) -> None:
    table = saved(tmp_path, "code,x,yield\nA,1,5\nB,2,40\nC,3,PENDING\nD,4,n.d.\nE,5,<5\nF,6,>95\n")
    made = tmp_path / "s.kgstudy"
    refused(
        kgdesk("new", made, "--candidates", table, *YIELD),
        "line 4, column “yield”: “PENDING” is not an outcome",
        '--meaning "PENDING=none"',
        "“n.d.” (table.csv, line 5, column “yield”)",
    )
    meanings = ("--meaning", "PENDING=none", "--meaning", "n.d.=none")
    assert kgdesk("new", made, "--candidates", table, *YIELD, *meanings).code == 0
    with actions.open_study(made, actions.Operator("x"), read_only=True) as session:
        runs = session.study.runs
    assert [(run.candidate, run.outcome, str(run.measured)) for run in runs] == [
        ("A", "failure", "5.0"), ("B", "success", "40.0"), ("E", "failure", "<5"), ("F", "success", ">95"),
    ]  # fmt: skip


def test_a_column_of_zeros_and_ones_beside_a_measured_value_is_asked_about(
    kgdesk: Callable[..., Answer], tmp_path: Path
) -> None:
    table = saved(tmp_path, "code,x,outcome\nA,1,1\nB,2,0\nC,3,\nD,4,\n")
    made, how = (
        tmp_path / "s.kgstudy",
        ("--id", "code", "--outcome", "outcome", "--measured", "yield >= 20 %"),
    )
    refused(kgdesk("new", made, "--candidates", table, *how), "hold only 0 and 1", "--meaning 0=value")
    flags = ("--meaning", "0=failure", "--meaning", "1=success")
    assert kgdesk("new", made, "--candidates", table, *how, *flags).code == 0
    with actions.open_study(made, actions.Operator("x"), read_only=True) as session:
        assert [(run.outcome, run.measured) for run in session.study.runs] == [
            ("success", None),
            ("failure", None),
        ]


def test_a_word_for_no_outcome_is_none_that_can_be_recorded(
    kgdesk: Callable[..., Answer], table_path: Path, tmp_path: Path
) -> None:
    made = tmp_path / "s.kgstudy"
    how = (
        "--id",
        "code",
        "--category",
        "solvent",
        "--ignore",
        "well",
        "--meaning",
        "n.d.=none",
        "--meaning",
        "OK=success",
    )
    assert kgdesk("new", made, "--candidates", table_path, *how).code == 0
    refused(kgdesk("record", made, "C-01", "n.d."), "“n.d.” means in this study that there is no outcome yet")
    assert kgdesk("record", made, "C-01", "ok").code == 0
    refused(kgdesk("correct", made, "1", "N.D.", "--reason", "misread"), "no outcome yet")
    with Campaign.open(made) as campaign, pytest.raises(BadInput, match="no outcome yet"):
        campaign.record("C-02", "n.d.")
    with actions.open_study(made, actions.Operator("x"), read_only=True) as session:
        assert [(run.candidate, run.outcome) for run in session.study.runs] == [("C-01", "success")]
