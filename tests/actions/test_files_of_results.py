"""Files of results: matched by token, code, name or well; all or nothing; twice; controls; voided; taken back."""

from __future__ import annotations

import csv
import io
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import openpyxl
import pytest

from kgdesk import actions
from kgdesk.actions import Operator
from kgdesk.actions.audit_trail import audit
from kgdesk.actions.results import from_bytes
from kgdesk.actions.worklists import Controls, Layout
from kgdesk.errors import BadInput, BadTable, KgdeskError, StudyClosed, UnknownCandidate
from kgdesk.model.advice.predicted_values import far_values
from kgdesk.model.study.outcome_words import measured_setting
from kgdesk.model.study.records import Limit
from kgdesk.model.study.settings import Settings
from kgdesk.tables import read_pool

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

Session = actions.Session
FOUR = ["C-01", "C-02", "C-05", "C-02"]


def source(text: str, name: str = "r.csv") -> Any:
    return from_bytes(name, text.encode())


def planned(session: Session, text: str, **how: Any) -> Any:
    return actions.plan_results(session.study, source(text), **how)


@pytest.fixture
def plate(session: Session) -> Session:
    """Return a study with four runs on a plate of 24 wells, with two controls and an empty well."""
    layout = Layout(
        plate=24, controls=(Controls("DMSO", ("A1",), "failure"), Controls("pos", ("D6",), "success"))
    )
    plan = actions.plan_worklist(
        session.study, candidates=FOUR, repeats=True, layout=replace(layout, empty=("A2",)), name="p7"
    )
    actions.make_worklist(session, plan)
    return session


def tokens(session: Session) -> list[str]:
    return [start.run_token for start in session.study.starts]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("yes", "1 outcome to record, of these 1 success, 0 failures, 0 void."),
        ("no", "1 outcome to record, of these 0 successes, 1 failure, 0 void."),
        ("yes,yes,no,no", "4 outcomes to record, of these 2 successes, 2 failures, 0 void."),
    ],
)
def test_the_summary_counts_one_in_the_singular(plate: Session, words: str, said: str) -> None:
    rows = "".join(f"{token},{word}\n" for token, word in zip(tokens(plate), words.split(","), strict=False))
    assert planned(plate, f"run_token,outcome\n{rows}").summary()[0] == f"r.csv: {said}"


def test_rows_are_matched_by_token_and_close_their_runs_in_one_gesture(plate: Session) -> None:
    before = [start.probability_before for start in plate.study.pending]
    a, b, c, d = tokens(plate)
    text = (
        f"run_token,well,holds,outcome,note\n{d},A06,candidate,no,pale\n{a},,,yes,\n,A01,control,0,\n"
        f",A02,empty,,\n,D06,control,no,\n{b},,,,\n"
    )
    plan = planned(plate, text)
    assert [row.does for row in plan.rows] == ["settles", "settles", "control", "empty", "control", "open"]
    assert [start.run_token for start in plan.left] == [b, c]
    done = actions.record_results(plate, plan)
    assert (done.added, done.closed) == (2, 2)
    assert done.change is not None
    (gesture,) = {event.gesture for event in done.change.events}
    assert gesture
    runs = plate.study.runs
    assert [(r.run_token, r.outcome, r.note) for r in runs] == [(d, "failure", "pale"), (a, "success", "")]
    assert [r.probability_before for r in runs] == [before[3], before[0]]
    (read,) = plate.study.results
    assert [(c.name, c.well, c.passed) for c in read.controls] == [
        ("DMSO", "A01", True),
        ("pos", "D06", False),
    ]
    assert (read.empty, read.worklist, read.rows) == (("A02",), "W1", 6)
    assert plate.study.done == 2
    said = [line.what for line in audit(plate.study)]
    assert "Made the worklist W1 (p7)" in said
    assert "Read 6 rows of results from r.csv; 1 of 2 controls passed, not pos D06; 1 empty well" in said
    assert len(plate.study.belief.mean) == len(plate.study.prior.mean)
    assert actions.verify(plate.path).problem is None


def test_controls_and_empty_wells_never_enter_the_belief(
    plate: Session, make_study: Callable[..., Session]
) -> None:
    a = tokens(plate)[0]
    actions.record_results(
        plate, planned(plate, f"run_token,well,outcome\n{a},,yes\n,A01,yes\n,D06,yes\n,B05,\n")
    )
    typed = make_study("typed")
    actions.record(typed, "C-01", "success")
    assert plate.study.belief.digest == typed.study.belief.digest


def test_the_token_decides_about_a_file_that_is_read_twice(plate: Session) -> None:
    a, b, *_ = tokens(plate)
    actions.record_results(plate, planned(plate, f"run_token,outcome\n{a},yes\n"))
    again = planned(plate, f"run_token,outcome\n{a},yes\n")
    assert [row.does for row in again.rows] == ["known"]
    done = actions.record_results(plate, again)
    assert (done.added, done.known, done.change) == (0, 1, None)
    more = planned(plate, f"run_token,outcome\n{a},yes\n{b},void\n")
    assert actions.record_results(plate, more).added == 1
    assert plate.study.runs[1].outcome == "void"
    with pytest.raises(BadTable, match="line 2, column “outcome”: this run is on record as run 1"):
        planned(plate, f"run_token,outcome\n{a},no\n")
    actions.correct(plate, 1, "failure", "read again")
    assert planned(plate, f"run_token,outcome\n{a},yes\n").rows[0].does == "known"


def test_the_same_bytes_without_tokens_are_asked_about_under_any_name(session: Session) -> None:
    text = "candidate,outcome\nC-01,yes\nC-02,no\n"
    actions.record_results(session, planned(session, text), unstarted="new")
    other = actions.plan_results(session.study, source(text, "copy of r.csv"))
    revision = session.study.revision
    with pytest.raises(BadInput, match=r"copy of r\.csv was recorded on 2026-11-20 already"):
        actions.record_results(session, other, unstarted="new")
    assert session.study.revision == revision
    assert actions.record_results(session, other, unstarted="new", again=True).added == 2


def test_a_file_that_was_taken_back_is_not_on_record_any_more(session: Session) -> None:
    text = "candidate,outcome\nC-01,yes\n"
    actions.record_results(session, planned(session, text), unstarted="new")
    actions.take_back_results(session, "r.csv", "wrong study")
    assert actions.record_results(session, planned(session, text), unstarted="new").added == 1


def test_outcomes_of_which_no_run_is_in_progress_must_be_named_runs_or_past(session: Session) -> None:
    actions.start(session, "C-01")
    text = "candidate,outcome\nC-01,yes\nC-02,no\n"
    plan = planned(session, text)
    assert [row.does for row in plan.rows] == ["settles", "unstarted"]
    with pytest.raises(BadInput, match=r"r\.csv, line 3: no run of C-02 is in progress.*--past"):
        actions.record_results(session, plan)
    assert session.study.runs == ()
    actions.record_results(session, plan, unstarted="past")
    assert [run.imported for run in session.study.runs] == [False, True]
    actions.record_results(session, planned(session, "candidate,outcome\nC-03,1\n"), unstarted="new")
    assert not session.study.runs[2].imported
    assert session.study.runs[2].probability_before is not None


def test_a_row_without_a_token_goes_to_the_run_in_its_well_else_to_the_oldest(plate: Session) -> None:
    actions.record_results(plate, planned(plate, "candidate,well,outcome\nC-02,A06,yes\nC-02,,no\n"))
    first, second = plate.study.runs
    starts = {start.well: start.seq for start in plate.study.starts}
    assert (first.start, second.start) == (starts["A06"], starts["A04"])


def test_a_plate_reader_that_only_names_wells_is_matched_by_the_worklist(plate: Session) -> None:
    rows = [
        f"{letter}{n},{'yes' if (letter, n) in {('A', 3), ('D', 6)} else 'no'}"
        for letter in "ABCD"
        for n in range(1, 7)
    ]
    plan = planned(plate, "\n".join(["Well,Result", *rows]) + "\n")
    assert [row.does for row in plan.rows].count("settles") == 4
    assert len(plan.of("empty")) == 18
    assert [control.passed for control in plan.controls] == [True, True]
    actions.record_results(plate, plan)
    assert [run.outcome for run in plate.study.runs] == ["success", "failure", "failure", "failure"]


def test_codes_find_their_candidates_with_zeros_lost(
    tmp_path: Path,
) -> None:
    from kgdesk.actions.importing import read_pool
    from kgdesk.model.study.settings import Settings

    table = tmp_path / "codes.csv"
    table.write_text("id,x,code\n001,1,0012\n002,2,0013\n003,3,14\n", encoding="utf-8")
    read = read_pool(table, id="id", extras=["code"])
    with actions.create_study(
        tmp_path / "c.kgstudy", read, Settings(barcode="code"), actions.Operator("Kim")
    ) as made:
        for name in ("001", "002", "003"):
            actions.start(made, name)
        plan = planned(made, "code,outcome\n12,yes\n13,no\n14,ja\n")
        actions.record_results(made, plan)
        assert [run.candidate for run in made.study.runs] == ["001", "002", "003"]
        with pytest.raises(KgdeskError, match="no sample of this study has the code “99”"):
            planned(made, "code,outcome\n99,yes\n")
        with pytest.raises(BadTable, match="two candidates"):
            planned(made, "code,candidate,outcome\n12,2,yes\n")


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ("{a},C-05,yes", "line 2: this row names two candidates, C-05 and C-01"),
        ("R-nobody,C-01,yes", "line 2, column “run_token”: no run of this study has the token"),
        ("{a},C-01,yes\n{a},C-01,yes", "line 3: the run of C-01 is already in line 2"),
        (",C-99,yes", "line 2, column “candidate”"),
        ("{a},C-01,05.03.2026", "line 2, column “outcome”: “05.03.2026” looks like a date"),
        (",,yes", "names no run and no candidate"),
    ],
)
def test_a_file_that_does_not_fit_is_refused_by_line_and_nothing_is_recorded(
    plate: Session, rows: str, words: str
) -> None:
    revision = plate.study.revision
    with pytest.raises(KgdeskError, match=words):
        planned(plate, "run_token,candidate,outcome\n" + rows.format(a=tokens(plate)[0]) + "\n")
    assert plate.study.revision == revision


def test_another_set_point_is_refused_and_a_mangled_one_remarked(plate: Session) -> None:
    a = tokens(plate)[0]
    with pytest.raises(BadTable, match="“25” is not the value of C-01"):
        planned(plate, f"run_token,temperature,outcome\n{a},25,yes\n")
    plan = planned(plate, f"run_token,temperature (°C),candidate,outcome\n{a},20. Jan,1. Jan,yes\n")
    assert len(plan.remarks) == 2
    assert actions.record_results(plate, plan).added == 1


def test_the_set_points_tell_a_decimal_comma_from_thousands(make_study: Callable[..., Session]) -> None:
    lab = make_study("lab", **measured_setting("signal >= 1 mV"))
    actions.make_worklist(lab, actions.plan_worklist(lab.study, candidates=["C-11", "C-12"]))
    one, two = tokens(lab)
    text = f"run_token;ratio;signal (mV)\n{one};0,15;1,250\n{two};0,95;0,125\n"
    actions.record_results(lab, planned(lab, text))
    assert [(run.outcome, run.measured) for run in lab.study.runs] == [("success", 1.25), ("failure", 0.125)]


def test_a_measured_value_is_kept_exported_and_must_not_contradict_the_outcome(
    make_study: Callable[..., Session], tmp_path: Path
) -> None:
    lab = make_study("lab", **measured_setting("yield >= 20 %"))
    actions.record_results(
        lab,
        planned(
            lab,
            "candidate,yield (%),outcome\nC-01,23.5 %,\nC-02,3,no\nC-05,,void\nC-06,20,1\n".replace(
                ",1\n", ",success\n"
            ),
        ),
        unstarted="new",
    )
    assert [(run.outcome, run.measured) for run in lab.study.runs] == [
        ("success", 23.5), ("failure", 3.0), ("void", None), ("success", 20.0),
    ]  # fmt: skip
    rows = list(csv.DictReader(io.StringIO(actions.export(lab, tmp_path / "o.csv").read_text("utf-8-sig"))))
    assert [row["measured"] for row in rows] == ["23.5", "3.0", "", "20.0"]
    with pytest.raises(BadTable, match="success does not go with 3: yield >= 20 % is a success"):
        planned(lab, "candidate,yield,outcome\nC-07,3,yes\n")
    actions.correct(lab, 2, "success", "read again", measured=22.0)
    assert lab.study.run(2).measured == 22.0
    with pytest.raises(BadInput, match="does not go with"):
        actions.record(lab, "C-08", "failure", measured=50.0)


def test_a_limit_is_an_outcome_and_is_kept_as_such(
    make_study: Callable[..., Session], tmp_path: Path
) -> None:
    lab = make_study("lab", **measured_setting("yield >= 20 %"))
    text = "candidate,yield,outcome\nC-01,35,\nC-02,3.5,\nC-05,<5,\nC-06,> 95 %,\nC-07,<30,no\nC-08,<30,\n"
    actions.record_results(lab, planned(lab, text), unstarted="new")
    kept = [
        ("success", 35.0), ("failure", 3.5), ("failure", Limit("<", 5.0)), ("success", Limit(">", 95.0)),
        ("failure", Limit("<", 30.0)), ("undecided", Limit("<", 30.0)),
    ]  # fmt: skip
    assert [(run.outcome, run.measured) for run in lab.study.runs] == kept
    with pytest.raises(BadTable, match="line 2, column “outcome”: A run is undecided only where a limit"):
        planned(lab, "candidate,yield,outcome\nC-09,,undecided\n")
    with pytest.raises(BadTable, match="undecided does not go with 35"):
        planned(lab, "candidate,yield,outcome\nC-09,35,undecided\n")
    with pytest.raises(BadTable, match="success does not go with <5"):
        planned(lab, "candidate,yield,outcome\nC-08,<5,yes\n")
    actions.correct(lab, 2, "failure", "read again", measured=Limit("<", 3.5))
    exported = actions.export(lab, tmp_path / "o.csv")
    again = make_study("again", **measured_setting("yield >= 20 %"))
    actions.import_outcomes(again, exported)
    assert [(run.outcome, run.measured) for run in again.study.runs] == [
        (run.outcome, run.measured) for run in lab.study.runs
    ]
    assert actions.run_columns(lab.study)["measured"] == ["35.0", "<3.5", "<5", ">95", "<30", "<30"]
    actions.correct(lab, 2, "failure", "and again", measured=4.5)
    actions.correct(lab, 3, "success", "read again", measured=50.0)
    columns = actions.run_columns(lab.study)
    assert columns["measured"][1:4] == ["4.5", "50.0", ">95"]
    # Before the first correction, where it differs.
    assert columns["measured_from"] == [None, "3.5", "<5", None, None, None]
    lab.close()
    assert actions.verify(lab.path).problem is None


def test_a_word_with_a_digit_is_asked_about_as_any_other_word(session: Session) -> None:
    actions.start(session, "C-01")
    text = "candidate,outcome\nC-01,grade 2\nC-02,yes\nC-05,no-go-2\nC-06,mark 3\nC-07,junk 1\n"
    plan = planned(session, text)
    assert [one.text for one in plan.unknown] == ["grade 2", "no-go-2", "mark 3", "junk 1"]
    assert plan.rows[1].does == "unstarted"


def test_a_word_without_a_meaning_is_asked_about_and_the_other_rows_are_planned(session: Session) -> None:
    actions.start(session, "C-01")
    text = "candidate,outcome\nC-01,perhaps\nC-02,yes\nC-05,n.d.\nC-06,perhaps\n"
    plan = planned(session, text)
    assert [row.does for row in plan.rows] == ["unclear", "unstarted", "unclear", "unclear"]
    assert [(one.text, len(one.places)) for one in plan.unknown] == [("perhaps", 2), ("n.d.", 1)]
    assert plan.rows[0].sentence(session.study) == "what does “perhaps” mean?"
    revision = session.study.revision
    with pytest.raises(BadTable) as refused:
        actions.record_results(session, plan, unstarted="new")
    assert refused.value.sentence.startswith(
        "r.csv, line 2, column “outcome”: “perhaps” is not an outcome. Write"
    )
    assert '--meaning "perhaps=none"' in refused.value.sentence
    assert refused.value.sentence.endswith(
        "Further texts of this kind: “n.d.” (r.csv, line 4, column “outcome”). "
        'All of it at once: --meaning "perhaps=none" --meaning "n.d.=none".'
    )
    assert session.study.revision == revision
    plan = planned(session, text, meanings=("Perhaps=void", "n.d.=none"))
    assert [row.does for row in plan.rows] == ["settles", "unstarted", "open", "unstarted"]
    assert actions.record_results(session, plan, unstarted="new").added == 3
    assert [run.outcome for run in session.study.runs] == ["void", "success", "void"]


def test_rows_of_candidates_that_had_their_runs_are_recorded_only_with_a_word_more(
    make_study: Callable[..., Session],
) -> None:
    once = make_study("once", repeats="no")
    actions.record(once, "C-01", "failure")
    actions.start(once, "C-02")
    text = "candidate,outcome\nC-01,yes\nC-02,yes\nC-05,no\nC-05,yes\nC-06,void\nC-06,yes\n"
    plan = planned(once, text)
    assert [(row.line, row.candidate) for row in plan.unexpected] == [(2, "C-01"), (5, "C-05")]
    with pytest.raises(BadInput, match=r"line 2: C-01 has had all runs .*Rows like this: 2\. .*--repeat"):
        actions.record_results(once, plan, unstarted="new")
    assert len(once.study.runs) == 1
    assert actions.record_results(once, plan, unstarted="new", repeat=True).added == 6
    assert not planned(make_study("any"), text).unexpected


def test_words_that_the_study_knows_need_no_meaning(make_study: Callable[..., Session]) -> None:
    lab = make_study("lab", meanings=("OK=success", "no crystal=failure", "pending=none"))
    text = "candidate,outcome\nC-01,ok\nC-02,No crystal\nC-05,PENDING\n"
    plan = planned(lab, text)
    assert not plan.unknown
    actions.record_results(lab, plan, unstarted="new")
    assert [(run.candidate, run.outcome) for run in lab.study.runs] == [
        ("C-01", "success"),
        ("C-02", "failure"),
    ]


def test_words_in_the_column_of_the_measured_value_mean_no_value_yet_if_that_is_stated(
    make_study: Callable[..., Session],
) -> None:
    lab = make_study("lab", **measured_setting("yield >= 20 %"))
    text = "candidate,yield\nC-01,35\nC-02,PENDING\nC-05,3.5\nC-06,<30\n"
    plan = planned(lab, text)
    assert [one.text for one in plan.unknown] == ["PENDING"]
    plan = planned(lab, text, meanings=("PENDING=none", "<30=failure"))
    assert [str(row.sentence(lab.study)) for row in plan.rows] == [
        "Success (yield 35), no run is in progress",
        "no result yet, stays in progress",
        "Failure (yield 3.5), no run is in progress",
        "Failure (yield <30), no run is in progress",
    ]
    assert actions.record_results(lab, plan, unstarted="new").added == 3


def test_a_column_of_zeros_and_ones_in_a_measured_study_is_asked_about(
    make_study: Callable[..., Session],
) -> None:
    lab = make_study("lab", **measured_setting("yield >= 20 %"))
    text = "candidate,outcome\nC-01,1\nC-02,0\n"
    with pytest.raises(BadTable, match=r"hold only 0 and 1.*\(--meaning 0=failure --meaning 1=success\)"):
        actions.record_results(lab, planned(lab, text), unstarted="new")
    values = planned(lab, text, meanings=("0=value", "1=value"))
    assert [result.measured for result in values.results] == [1.0, 0.0]
    flags = planned(lab, text, meanings=("0=failure", "1=success"))
    assert [(result.outcomes, result.measured) for result in flags.results] == [
        (("success",), None), (("failure",), None),
    ]  # fmt: skip


def test_a_count_in_a_cell_is_several_runs(session: Session) -> None:
    for _ in range(2):
        actions.start(session, "C-05")
    actions.record_results(session, planned(session, "candidate,outcome\nC-05,2/3\n"), unstarted="new")
    runs = session.study.runs
    assert [(r.outcome, r.nth, r.of, r.start is not None) for r in runs] == [
        ("success", 1, 3, True), ("success", 2, 3, True), ("failure", 3, 3, False),
    ]  # fmt: skip


def test_the_rest_of_a_plate_is_void_with_one_reason_in_one_gesture(plate: Session) -> None:
    a, *_ = tokens(plate)
    actions.record_results(plate, planned(plate, f"run_token,outcome\n{a},yes\n"))
    actions.start(plate, "C-09")
    change = actions.void_rest(plate, "p7", "the plate fell")
    assert [e.kind for e in change.events] == ["outcome_recorded"] * 3
    assert {run.reason for run in plate.study.runs[1:]} == {"the plate fell"}
    assert [start.candidate for start in plate.study.pending] == ["C-09"]
    with pytest.raises(BadInput, match="nothing to void"):
        actions.void_rest(plate, "W1", "again")
    with pytest.raises(BadInput, match=r"W1 \(p7\)"):
        actions.void_rest(plate, "W9", "why")


def test_a_file_is_taken_back_as_a_whole_with_one_reason(plate: Session) -> None:
    actions.record(plate, "C-11", "success")
    belief, running = plate.study.belief.digest, plate.study.pending
    a, b, *_ = tokens(plate)
    actions.record_results(plate, planned(plate, f"run_token,outcome\n{a},yes\n{b},no\n"))
    change = actions.take_back_results(plate, "r.csv", "read with the wrong filter")
    assert len({event.gesture for event in change.events}) == 1
    assert (plate.study.belief.digest, plate.study.pending) == (belief, running)
    assert plate.study.notes[-1].text == "r.csv taken back: read with the wrong filter"
    with pytest.raises(BadInput, match="no file can be undone"):
        actions.take_back_results(plate, "r.csv", "why")
    assert actions.record_results(plate, planned(plate, f"run_token,outcome\n{a},no\n{b},no\n")).closed == 2


def test_a_preview_of_another_state_is_not_recorded(plate: Session) -> None:
    plan = planned(plate, "candidate,outcome\nC-01,yes\n")
    actions.note(plate, "harmless")
    actions.record_results(plate, plan)
    late = planned(plate, "candidate,outcome\nC-05,yes\n")
    actions.record(plate, "C-05", "failure")
    with pytest.raises(BadInput, match="look at it again"):
        actions.record_results(plate, late)


def test_a_finished_study_takes_no_file(session: Session) -> None:
    plan = planned(session, "candidate,outcome\nC-01,yes\n")
    actions.finish(session, "enough")
    with pytest.raises(StudyClosed):
        actions.record_results(session, planned(session, "candidate,outcome\nC-01,yes\n"), unstarted="new")
    assert plan.rows[0].does == "unstarted"


def test_headings_can_be_named_and_those_passed_over_are_said(session: Session) -> None:
    text = "Vial,Hit,Colour\nC-01,ja,red\n"
    with pytest.raises(BadTable, match="names the runs"):
        planned(session, text)
    plan = planned(session, text, columns={"candidate": "Vial", "outcome": "Hit"})
    assert plan.rows[0].result.outcomes == ("success",)
    assert plan.remarks == ("Columns passed over: “Colour”.",)
    with pytest.raises(BadTable, match="role “colour”"):
        planned(session, text, columns={"colour": "Colour"})


def test_a_control_may_bear_the_name_of_a_candidate_on_the_same_plate(session: Session) -> None:
    layout = Layout(plate=6, controls=(Controls("C-01", ("A1",), "success"),))
    actions.make_worklist(
        session, actions.plan_worklist(session.study, candidates=["C-01", "C-02"], layout=layout)
    )
    plan = planned(session, "well,candidate,outcome\nA1,C-01,yes\nA2,C-01,no\nA3,C-02,yes\n")
    assert [row.does for row in plan.rows] == ["control", "settles", "settles"]
    assert [control.passed for control in plan.controls] == [True]
    marked = planned(session, "holds,candidate,outcome\ncontrol,C-01,no\ncandidate,C-02,yes\nblank,C-01,\n")
    assert [row.does for row in marked.rows] == ["control", "settles", "empty"]


def test_a_worklist_as_a_workbook_comes_back_filled_in(session: Session, tmp_path: Path) -> None:
    path = tmp_path / "w.xlsx"
    actions.make_worklist(session, actions.plan_worklist(session.study, candidates=["C-01", "C-02"]), path)
    book = openpyxl.load_workbook(path)
    sheet = book["worklist"]
    (column,) = (cell.column for cell in sheet[1] if cell.value == "outcome")
    sheet.cell(2, column, 1)
    sheet.cell(3, column, False)
    book.save(path)
    book.close()
    plan = actions.plan_results(session.study, path)
    assert plan is not None
    actions.record_results(session, plan)
    assert [run.outcome for run in session.study.runs] == ["success", "failure"]


def test_a_study_whose_codes_stand_under_well_reads_its_own_worklist(
    make_study: Callable[..., Session], tmp_path: Path
) -> None:
    lab = make_study("lab", barcode="well")
    actions.make_worklist(
        lab, actions.plan_worklist(lab.study, candidates=["C-05", "C-07"]), tmp_path / "w.csv"
    )
    rows = list(csv.DictReader(io.StringIO((tmp_path / "w.csv").read_text("utf-8-sig"))))
    assert [(row["well (worklist)"], row["well"]) for row in rows] == [("A01", "A5"), ("A02", "A7")]
    text = "\n".join(
        ["well (worklist),well,outcome", *(f"{r['well (worklist)']},{r['well']},yes" for r in rows)]
    )
    plan = planned(lab, text + "\n")
    assert (plan.remarks, [row.candidate for row in plan.of("settles")]) == ((), ["C-05", "C-07"])


@pytest.mark.parametrize("end", ["", '"x,y"'], ids=["plain", "quoted"])
def test_the_reading_of_a_large_file_can_be_cancelled_while_it_is_split_into_cells(
    session: Session, end: str
) -> None:
    text = "candidate,outcome,note\n" + f"C-01,yes,{end}\n" * 20_000
    told: list[tuple[int, int]] = []

    class Cancelled(Exception):
        pass

    def cancel(done: int, total: int) -> None:
        told.append((done, total))
        if len(told) == 3:
            raise Cancelled

    with pytest.raises(Cancelled):
        planned(session, text, progress=cancel)
    assert told == 3 * [(0, 1)]
    told.clear()
    with pytest.raises(Cancelled):  # the delimiter is chosen, and so is every other way of splitting
        planned(session, text, progress=cancel, delimiter="comma")
    assert told == 3 * [(0, 1)]


@pytest.fixture
def two(
    make_study: Callable[..., Session], tmp_path: Path, who: actions.Operator
) -> Iterator[tuple[Session, Session]]:
    """Return a study of the candidates C-01, C-02..., and one of SUZ-01 to SUZ-12."""
    path = tmp_path / "suzuki.csv"
    rows = "".join(f"SUZ-{at:02},{at}\n" for at in range(1, 13))
    path.write_text(f"Code,temperature\n{rows}", encoding="utf-8")
    pool = read_pool(path, id="Code")
    with actions.create_study(tmp_path / "suzuki.kgstudy", pool, Settings(title="suzuki"), who) as other:
        yield make_study("first"), other


BOTH = "candidate,outcome\nC-01,yes\nSUZ-03,maybe\nC-02,no\nSUZ-01,no\nSUZ-12,\nSUZ-04,1/3\n"


def test_a_table_of_two_studies_lands_in_each_with_its_own_rows_once(two: tuple[Session, Session]) -> None:
    first, second = two
    plan = planned(first, BOTH)
    assert [row.does for row in plan.rows] == ["unstarted", "stranger"] * 2 + ["stranger"] * 2
    assert not plan.unknown  # the word of the other study is not asked about
    assert "Rows of no candidate of this study: 4 (SUZ-03, SUZ-01, SUZ-12…)." in plan.summary()
    assert plan.rows[1].sentence(first.study) == "no candidate of this study, not recorded"
    with pytest.raises(UnknownCandidate, match=r"line 3, column “candidate”: .*“SUZ-03”.*: 4 .*--known-only"):
        actions.record_results(first, plan, unstarted="new")
    assert not first.study.runs
    assert actions.record_results(first, plan, unstarted="new", known_only=True).added == 2
    theirs = planned(second, BOTH, meanings=("maybe=success",))
    assert [row.does for row in theirs.rows].count("stranger") == 2
    assert actions.record_results(second, theirs, unstarted="new", known_only=True).added == 5
    assert [(run.candidate, run.outcome) for run in first.study.runs] == [
        ("C-01", "success"), ("C-02", "failure"),
    ]  # fmt: skip
    assert [(run.candidate, run.outcome) for run in second.study.runs] == [
        ("SUZ-03", "success"), ("SUZ-01", "failure"), ("SUZ-04", "success"), ("SUZ-04", "failure"),
        ("SUZ-04", "failure"),
    ]  # fmt: skip
    said = [str(line.what) for line in audit(first.study)]
    assert any(
        "Read 6 rows of results from r.csv; 4 rows of other studies passed over" in each for each in said
    )
    with pytest.raises(BadInput, match="already, byte for byte"):
        actions.record_results(first, planned(first, BOTH), unstarted="new", known_only=True)


@pytest.mark.parametrize("written", ["C-1", "c 01", "C-001", "C01"])
def test_a_code_that_looks_like_one_of_the_study_is_never_passed_over(session: Session, written: str) -> None:
    text = f"candidate,outcome\nC-02,yes\n{written},no\nSUZ-01,no\n"
    with pytest.raises(UnknownCandidate, match=r"line 3, column “candidate”.*Did you mean “C-01”"):
        actions.import_outcomes(session, source(text), known_only=True)
    assert not session.study.runs


def test_a_table_of_another_study_alone_is_refused_whatever_is_said(session: Session) -> None:
    for text in ("candidate,outcome\nSUZ-01,yes\nSUZ-02,no\n", "barcode,outcome\nSUZ-01,yes\n"):
        with pytest.raises(UnknownCandidate, match=r"line 2, column .*SUZ-01"):
            planned(session, text)


def test_rows_of_another_study_are_told_apart_by_token_and_by_barcode(plate: Session) -> None:
    mine, *_ = tokens(plate)
    text = f"run_token,barcode,candidate,outcome\n{mine},,C-01,yes\nABCDEFGH,,SUZ-01,no\n,SUZ-02,,no\n"
    plan = planned(plate, text)
    assert [row.does for row in plan.rows] == ["settles", "stranger", "stranger"]
    assert actions.record_results(plate, plan, known_only=True).closed == 1
    with pytest.raises(BadTable, match="no run of this study has the token"):
        planned(plate, f"run_token,candidate,outcome\n{mine},C-01,yes\nABCDEFGH,C-02,no\n")


def test_zeros_and_ones_of_the_own_rows_are_asked_about_beside_values_of_another_study(
    make_study: Callable[..., Session],
) -> None:
    lab = make_study("lab", **measured_setting("yield >= 20 %"))
    plan = planned(lab, "candidate,outcome\nC-01,1\nSUZ-01,87.5\nC-02,0\n")
    assert [one.text for one in plan.unknown] == ["1", "0"]


def test_a_value_is_doubted_before_it_is_recorded_by_the_rule_of_the_checks(
    make_study: Callable[..., Session],
) -> None:
    lab, who = make_study("lab", **measured_setting("yield >= 60 %")), Operator("MK")
    for nth, value in enumerate((20.0, 24.0, 31.0, 18.0, 22.0, 27.0)):
        actions.record(lab, lab.study.pool.ids[nth], "failure", measured=value)
    before, candidate = lab.study.revision, lab.study.pool.ids[7]
    assert actions.doubt_of_value(lab.study, candidate, 26.0, who) is None
    assert actions.doubt_of_value(lab.study, candidate, Limit("<", 5.0), who) is None
    far = actions.doubt_of_value(lab.study, candidate, 6000.0, who)
    assert lab.study.revision == before
    actions.record(lab, candidate, "success", measured=6000.0)
    assert far == far_values(lab.study)[-1]
