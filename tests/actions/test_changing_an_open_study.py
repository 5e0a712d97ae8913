"""An open study takes more candidates and other settings, each with a reason; what cannot join is refused at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kgdesk import actions
from kgdesk.actions.importing import read_pool
from kgdesk.cli import main
from kgdesk.errors import BadInput, BadTable, KgdeskError
from kgdesk.model.advice.picks import advise
from kgdesk.model.study.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from kgdesk.actions import Session

HEAD = "code,heat,solvent,well\n"
ROWS = "A,10,DMF,1\nB,20,water,2\nC,30,DMF,3\nD,15,water,4\n"


def written(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


@pytest.fixture
def study(tmp_path: Path) -> Iterator[Session]:
    table = written(tmp_path / "t.csv", HEAD + ROWS)
    reading = read_pool(table, id="code", categories=["solvent"], extras=["well"])
    who = actions.Operator("Kim", "bench")
    with actions.create_study(tmp_path / "s.kgstudy", reading, Settings(repeats="no"), who) as made:
        actions.record(made, "A", "failure")
        yield made


def test_candidates_join_with_their_kept_columns_and_can_be_suggested(study: Session, tmp_path: Path) -> None:
    belief = study.study.belief
    for name in "BCD":
        actions.record(study, name, "failure")
    assert advise(study.study).next is None
    table = written(tmp_path / "more.csv", "well,solvent,code,heat,remark\n9,DMF,E,45,new\n")
    actions.add_candidates(study, table, "the second delivery")
    assert study.study.pool.ids == ("A", "B", "C", "D", "E")
    assert study.study.pool.extras["well"][-1] == "9"
    assert advise(study.study).next == "E"
    assert study.study.as_of(1).pool.ids == ("A", "B", "C", "D")
    assert study.study.as_of(1).belief.digest == belief.digest
    head = study.study.head
    study.close()
    with actions.open_study(tmp_path / "s.kgstudy", study.who) as again:
        assert again.study.head == head
        assert again.study.pool.ids[-1] == "E"


def test_every_refusal_of_a_table_is_in_one_answer_and_nothing_is_added(
    study: Session, tmp_path: Path
) -> None:
    before = study.study.head
    table = written(tmp_path / "more.csv", HEAD + "A,10,DMF,1\nE,51,DMF,5\nF,20,toluene,6\n")
    with pytest.raises(BadInput) as refused:
        actions.add_candidates(study, table, "more")
    text = str(refused.value)
    assert "In the study already: A." in text
    assert "“heat”: 51 is outside three times the range of this study, 10 to 30" in text
    assert "“solvent” has no “toluene” in this study" in text
    assert "kgdesk new" in text
    assert study.study.head == before
    edge = written(tmp_path / "edge.csv", HEAD + "E,50,DMF,5\nF,-10,water,6\n")
    with pytest.raises(BadInput, match="needs a reason"):
        actions.add_candidates(study, edge, " ")
    actions.add_candidates(study, edge, "the ends of what can join")
    assert len(study.study.pool) == 6
    with pytest.raises(KgdeskError, match="heat"):
        actions.add_candidates(study, written(tmp_path / "bare.csv", "code,solvent,well\nG,DMF,7\n"), "more")


@pytest.fixture
def mixed(tmp_path: Path) -> Iterator[Session]:
    """Return a study in which the word for no additive is spelt with a capital."""
    rows = "A,10,None,x\nB,20,salt,\nC,30,acid,y\n"
    table = written(tmp_path / "mixed.csv", "code,heat,additive,base\n" + rows)
    reading = read_pool(
        table, id="code", categories=["additive", "base"], blank_none=["base"], attributes=["heat"]
    )
    with actions.create_study(
        tmp_path / "m.kgstudy", reading, Settings(), actions.Operator("Kim", "bench")
    ) as made:
        yield made


def test_blank_words_of_a_table_that_joins_mean_none_in_the_words_of_the_study(
    mixed: Session, tmp_path: Path
) -> None:
    table = written(tmp_path / "more.csv", "code,heat,additive,base\nD,12,,\nE,,salt,x\nF,14,acid,\n")
    with pytest.raises(BadTable, match=r"--blank-none additive.*--blanks leave-out"):
        actions.add_candidates(mixed, table, "more")
    assert len(mixed.study.pool) == 3
    done = actions.add_candidates(mixed, table, "more", blank_none=["additive", "base"], missing="leave_out")
    assert mixed.study.pool.ids == ("A", "B", "C", "D", "F")
    assert [column[3:] for column in mixed.study.pool.values] == [
        (12.0, 14.0), ("None", "acid"), ("none", "none"),
    ]  # fmt: skip
    assert "1 row with a blank cell is left out" in done.notice
    assert "Column “base”: 2 blank cells mean “none” (lines 2, 4)" in done.notice
    assert "nothing can be learnt" not in done.notice
    one = written(tmp_path / "one.csv", "code,heat,additive,base\nG,,salt,x\nH,18,salt,x\n")
    done = actions.add_candidates(mixed, one, "more", missing="median")
    assert mixed.study.pool.values[0][-2:] == (18.0, 18.0)
    assert "filled with the median" in done.notice
    for text, names in (("J,12,,x", ["heat"]), ("J,12,salt,x", ["code"])):
        bad = written(tmp_path / "bad.csv", f"code,heat,additive,base\n{text}\n")
        with pytest.raises(BadTable, match="not a category"):
            actions.add_candidates(mixed, bad, "more", blank_none=names)


def test_blank_cells_and_what_the_study_refuses_are_in_one_answer(study: Session, tmp_path: Path) -> None:
    table = written(tmp_path / "more.csv", HEAD + "E,,DMF,5\nF,20,toluene,6\nG,900,,6\n")
    with pytest.raises(BadTable) as refused:
        actions.add_candidates(study, table, "more")
    text = str(refused.value)
    for part in ("2 things to correct", "line 2, column “heat”", "line 4, column “solvent”", "costs 2 of 3 rows",
                 "“solvent” has no “toluene” in this study"):  # fmt: skip
        assert part in text
    assert "--ignore" not in text  # the columns of a study stay


def test_the_commands_change_a_study_and_say_what_holds_from_now_on(
    study: Session, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    study.close()
    path, why = str(tmp_path / "s.kgstudy"), ["--reason", "we know better now"]
    table = written(tmp_path / "more.csv", HEAD + "E,45,DMF,5\n")
    gaps = written(tmp_path / "gaps.csv", HEAD + "F,,DMF,5\nG,30,DMF,5\n")
    for words, said in (
        (["add", path, str(table)], "Added 1 candidate: there are 5 now."),
        (
            ["add", path, str(gaps), "--blanks", "leave-out"],
            "Added 1 candidate: there are 6 now.\n1 row with a blank cell is left out.",
        ),
        (["set", path, "--budget", "12"], "Changed the number of planned runs to 12."),
        (["set", path, "--title", "Second plate"], "Changed the title to “Second plate”."),
        (
            ["set", path, "--stop", "value 0.2"],
            "Changed the stopping rule to “the value of testing is below 0.2 percentage points”.",
        ),
        (["set", path, "--no-stop"], "Changed the stopping rule to the proposed one."),
        (["set", path, "--policy", "thompson"], "Changed the policy to thompson."),
        (["set", path, "--repeats", "3"], "Set that each candidate is run 3 times at most."),
        (["set", path, "--repeats", "yes"], "Set that each candidate is run as often as it takes."),
    ):
        assert main([*words, *why]) == 0
        assert capsys.readouterr().out.strip() == said
    with actions.open_study(path, study.who, read_only=True) as read:
        settings = read.study.settings
        assert (settings.budget, settings.title, settings.stop) == (12, "Second plate", "")
        assert (settings.policy, settings.repeats) == ("thompson", "yes")
        assert len(read.study.amendments) == 7
        assert read.study.as_of(1).settings.repeats == "no"
    assert main(["set", path, "--budget", "0", *why]) == 2
    assert "must be between 1 and 1,000,000" in capsys.readouterr().err
    assert main(["set", path, "--repeats", "maybe", *why]) == 2
    assert "does not say whether a candidate may be run again" in capsys.readouterr().err


def test_the_command_line_says_that_nobody_was_asked_about_repeats(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = written(tmp_path / "t.csv", HEAD + ROWS)
    made = ["--candidates", str(table), "--id", "code", "--category", "solvent", "--ignore", "well"]
    assert main(["new", str(tmp_path / "one.kgstudy"), *made]) == 0
    assert "Can a candidate be run again? The study does not state it" in capsys.readouterr().out
    assert main(["new", str(tmp_path / "two.kgstudy"), *made, "--repeats", "no"]) == 0
    assert "does not state it" not in capsys.readouterr().out
    for name in "ABCD":
        assert main(["record", str(tmp_path / "two.kgstudy"), name, "failure"]) == 0
    capsys.readouterr()
    assert main(["suggest", str(tmp_path / "two.kgstudy")]) == 0
    said = capsys.readouterr().out
    assert "Every candidate is tried, and this study runs each one once." in said
    assert "Finish the study (kgdesk finish), or add candidates (kgdesk add)." in said
    assert main(["correct", str(tmp_path / "two.kgstudy"), "2", "not-done", "--reason", "no vial"]) == 0
    capsys.readouterr()
    assert main(["suggest", str(tmp_path / "two.kgstudy"), "--json"]) == 0
    assert '"candidate": "B"' in capsys.readouterr().out
    assert main(["suggest", str(tmp_path / "two.kgstudy"), "--count", "2"]) == 1
    assert "Only 1 can be suggested at once, not 2" in capsys.readouterr().err
