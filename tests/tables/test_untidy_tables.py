"""Limits and words among numbers, and codes that repeat: left out, used, taken as blank, merged, and recorded."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import pytest

from kgdesk.errors import BadTable
from kgdesk.tables import read_pool

if TYPE_CHECKING:
    from pathlib import Path

    from kgdesk.tables import PoolReading

CLOCK = datetime(2026, 11, 21, 9, 30, tzinfo=UTC)
HEAD = "code;amount;load;outcome;day\n"
LIMITS = HEAD + "A;1,5;2;;1.8.\nB;<0,1;3;;1.8.\nC;n.b.;4;;1.8.\nD;2,5;5;;1.8.\nE;3,5;6;;1.8.\nF;4,5;7;;1.8.\n"


def read(tmp_path: Path, text: str, **given: Any) -> PoolReading:
    path = tmp_path / "untidy.csv"
    path.write_text(text, "utf-8")
    return read_pool(path, id="code", outcome="outcome", extras=["day"], **given)


def test_a_limit_is_refused_until_it_is_said_what_becomes_of_it(tmp_path: Path) -> None:
    with pytest.raises(BadTable, match="is a limit"):
        read(tmp_path, LIMITS, words="leave_out")
    with pytest.raises(BadTable, match=r"n\.b\."):
        read(tmp_path, LIMITS, limits="use")


def test_the_number_of_a_limit_is_used_and_words_leave_their_row_out(tmp_path: Path) -> None:
    found = read(tmp_path, LIMITS, limits="use", words="leave_out")
    assert found.pool.ids == ("A", "B", "D", "E", "F")
    assert found.pool.values[0] == (1.5, 0.1, 2.5, 3.5, 4.5)
    assert [(row.line, row.candidate) for row in found.left_out] == [(4, "C")]
    assert "n.b." in found.left_out[0].reason
    assert len(found.changed) == 1
    assert "3: “<0,1”" in found.changed[0]
    assert found.changed[0] in found.findings


def test_cells_taken_as_blank_are_blank_cells_like_others(tmp_path: Path) -> None:
    with pytest.raises(BadTable, match="blank"):
        read(tmp_path, LIMITS, limits="blank", words="blank")
    found = read(tmp_path, LIMITS, limits="blank", words="blank", missing="median")
    assert found.pool.values[0] == (1.5, 3.0, 3.0, 2.5, 3.5, 4.5)
    found = read(tmp_path, LIMITS, limits="blank", words="blank", missing="leave_out")
    assert found.pool.ids == ("A", "D", "E", "F")


TWICE = HEAD + "A;1;2;yes;1.8.\nB;2;3;;1.8.\nA;1;2;no;1.8.\nA;1;2;yes;1.8.\nC;4;4;no;2.8.\n"


def test_rows_equal_but_for_their_outcome_are_one_candidate_with_all_outcomes(tmp_path: Path) -> None:
    with pytest.raises(BadTable, match="already"):
        read(tmp_path, TWICE)
    found = read(tmp_path, TWICE, repeated="merge")
    assert found.pool.ids == ("A", "B", "C")
    assert found.outcomes == (("A", 1), ("A", -1), ("A", 1), ("C", -1))
    assert not found.left_out
    assert "lines 4, 5" in found.changed[0] or "4, 5" in found.changed[0]


def test_rows_that_differ_are_refused_by_merge_and_settled_by_first_or_last(tmp_path: Path) -> None:
    text = TWICE + "A;9;2;no;3.8.\nB;2;3;yes;5.8.\n"
    with pytest.raises(BadTable, match="already"):
        read(tmp_path, text, repeated="merge")
    first = read(tmp_path, text, repeated="first")
    assert first.pool.ids == ("A", "B", "C")
    assert first.pool.values[0] == (1.0, 2.0, 4.0)
    assert first.pool.extras["day"] == ("1.8.", "1.8.", "2.8.")
    assert [(row.line, row.candidate) for row in first.left_out] == [(7, "A")]
    assert dict(first.outcomes)["B"] == 1
    last = read(tmp_path, text, repeated="last")
    assert last.pool.ids == ("C", "A", "B")
    assert last.pool.values[0] == (4.0, 9.0, 2.0)
    assert last.pool.extras["day"] == ("2.8.", "3.8.", "5.8.")
    assert [row.line for row in last.left_out] == [2, 4, 5]


def test_a_row_that_is_left_out_anyway_repeats_nothing(tmp_path: Path) -> None:
    found = read(tmp_path, TWICE + "C;;4;;9.8.\n", repeated="merge", missing="leave_out")
    assert found.pool.ids == ("A", "B", "C")
    assert [row.line for row in found.left_out] == [7]


def test_what_was_changed_is_in_the_record_of_the_study(tmp_path: Path) -> None:
    from kgdesk.actions import Operator, create_study
    from kgdesk.model.study.settings import Settings

    found = read(tmp_path, LIMITS, limits="use", words="leave_out")
    session = create_study(tmp_path / "s.kgstudy", found, Settings(), Operator("MK", "lab", lambda: CLOCK))
    try:
        source = next(
            event.new.payload["source"] for event in session.study.events if "source" in event.new.payload
        )
        assert source["changed"] == list(found.changed)
        assert [row["line"] for row in source["left_out"]] == [4]
    finally:
        session.close()


def test_each_column_may_have_its_own_treatment_of_blanks_limits_and_words(tmp_path: Path) -> None:
    text = HEAD + "A;1,5;2;;\nB;<0,1;;;\nC;n.b.;4;;\nD;;5;;\nE;3,5;<6;;\nF;4,5;x;;\nG;5,5;7;;\n"
    own = {
        "amount": {"missing": "median", "limits": "use", "words": "blank"},
        "load": {"missing": "leave_out", "limits": "leave_out", "words": "leave_out"},
    }
    found = read(tmp_path, text, own=own)
    assert found.pool.ids == ("A", "C", "D", "G")
    assert found.pool.values[0] == (1.5, 3.5, 3.5, 5.5)
    with pytest.raises(BadTable, match="blank"):
        read(tmp_path, text, own={**own, "load": {"limits": "use", "words": "leave_out"}})


def test_a_row_that_is_left_out_is_not_asked_about_any_more(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text("code,x,y,solvent\nA,1,2,DMF\nA,,3,dmf\nB,2,,THF\n\u00a0C,x,1,DMF\nC,3,4,DMF\n", "utf-8")
    found = read_pool(path, id="code", categories=["solvent"], missing="leave_out", words="leave_out")
    assert found.pool.ids == ("A", "C")
    assert not any("capital letters" in sentence for sentence in found.findings)


def test_the_price_of_a_repair_counts_the_rows_that_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text("code,x,y\nA,n.b.,\nB,2,\nC,3,4\nD,4,5\nE,5,6\n")
    with pytest.raises(BadTable, match="costs 1 of 4 rows"):
        read_pool(path, id="code", words="leave_out")


def test_rows_that_repeat_a_code_with_other_values_may_be_given_codes_of_their_own(tmp_path: Path) -> None:
    text = TWICE + "C;5;5;;2.8.\nC-2;6;6;;2.8.\nC;7;7;yes;2.8.\n"
    found = read(tmp_path, text, repeated="rename")
    assert found.pool.ids == ("A", "B", "C", "C-3", "C-2", "C-4")
    assert found.outcomes == (("A", 1), ("A", -1), ("A", 1), ("C", -1), ("C-4", 1))
    assert not found.left_out
    assert "7: “C-3”; 9: “C-4”" in found.changed[0]
    with pytest.raises(BadTable, match="already"):
        read(tmp_path, text, repeated="merge")


def test_rows_that_are_left_out_are_counted_by_their_reasons(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text("code,x,y\nA,1,2\nA,1,3\nB,2,\n,3,4\nC,n.b.,1\nD,4,1\nA,1,4\nE,5,1\n")
    found = read_pool(path, id="code", missing="leave_out", words="leave_out", repeated="first")
    assert found.pool.ids == ("A", "D", "E")
    for sentence in (
        "2 rows with blank cells are left out.",
        "1 row with a word or a limit among numbers is left out.",
        "2 rows that repeat a code with other values are left out.",
    ):
        assert sentence in found.findings
    assert [row.candidate for row in found.left_out] == ["A", "B", "", "C", "A"]


def test_a_row_without_a_code_is_refused_with_the_option_that_leaves_it_out(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text("code,x\nA,1\n,2\nB,3\n")
    with pytest.raises(
        BadTable, match=r"line 3, column “code”: the candidate has no name.*--blanks leave-out"
    ):
        read_pool(path, id="code")
    assert read_pool(path, id="code", missing="leave_out").pool.ids == ("A", "B")


def test_a_column_that_is_asked_about_leaves_no_row_out(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text("code,x,remarks\nA,1,\nB,,seen\nC,3,\n")
    with pytest.raises(BadTable, match="--ignore remarks"):
        read_pool(path, id="code", missing="leave_out")
    assert read_pool(path, id="code", missing="leave_out", ignore=["remarks"]).pool.ids == ("A", "C")
