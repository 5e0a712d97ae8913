"""Campaign: a script makes a study, asks, starts, records and predicts through one class."""

from __future__ import annotations

import inspect
import subprocess
import sys
from dataclasses import fields
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, get_type_hints

import numpy as np
import pandas as pd
import polars as pl
import pytest
from type_checks import checked

import kgdesk
from kgdesk import Campaign, PolicyContext, read_pool
from kgdesk.campaign import StudySettings
from kgdesk.errors import (
    BadInput,
    FileExists,
    KgdeskError,
    NewerStudy,
    StaleHead,
    StudyClosed,
    UnknownCandidate,
)
from kgdesk.model.advice import queries
from kgdesk.model.study.records import Limit
from kgdesk.model.study.settings import ChangedSettings, Settings
from kgdesk.model.study.setup import AMENDABLE
from kgdesk.tables import ColumnChoice

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

TABLE = {
    "code": [f"P-{n:02}" for n in range(1, 21)],
    "temperature": [20.0 + 3 * (n % 7) for n in range(20)],
    "solvent": [("DMF", "water", "EtOH")[n % 3] for n in range(20)],
    "shelf": [f"S{n}" for n in range(20)],
}


def create(path: Path, table: Any = TABLE, **more: Any) -> Campaign:
    settings = {"terms": "linear", **more}  # with averaged terms each suggestion takes ten times as long
    return Campaign.create(
        table, path, id="code", categories=["solvent"], location="shelf", by="robot", **settings
    )


@pytest.fixture
def campaign(tmp_path: Path) -> Iterator[Campaign]:
    with create(tmp_path / "screen.kgstudy") as made:
        yield made


def test_a_script_suggests_as_many_runs_as_the_study_runs_at_once(tmp_path: Path) -> None:
    with create(tmp_path / "screen.kgstudy", at_once=2) as campaign:
        assert len(campaign.suggest()) == 2
        assert len(campaign.suggest(1)) == 1
        campaign.set("a block of three", at_once=3)
        assert len(campaign.worklist()) == 3
    with create(tmp_path / "other.kgstudy") as campaign:
        assert len(campaign.suggest()) == 1


def test_a_robot_needs_ten_lines_and_no_private_name(tmp_path: Path) -> None:
    script = tmp_path / "robot.py"
    script.write_text(
        "import sys\n"
        "import pandas as pd\n"
        "from kgdesk import Campaign\n"
        "table = pd.DataFrame({'code': ['A', 'B', 'C', 'D'], 'dose': [1.0, 2.0, 3.0, 4.0]})\n"
        "with Campaign.create(table, sys.argv[1], id='code', budget=6, by='robot') as campaign:\n"
        "    while not campaign.should_stop.stop:\n"
        "        pick = campaign.suggest()[0]\n"
        "        campaign.record(pick, pick.candidate in 'CD')\n"
        "    runs = campaign.history()\n"
        "    told = dict(zip(runs['candidate'], runs['outcome']))\n"
        "    print(campaign.best.candidate, len(runs), told[campaign.best.candidate], campaign.should_stop.kind)\n",
        encoding="utf-8",
    )
    done = subprocess.run(
        [sys.executable, str(script), str(tmp_path / "r.kgstudy")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    best, runs, outcome, verdict = done.stdout.split()
    assert best in "CD"
    assert (outcome, verdict) == ("success", "stop")
    assert int(runs) < 6


def test_a_suggestion_is_that_of_the_command_line_and_writes_nothing(campaign: Campaign) -> None:
    before = campaign.study.revision
    (pick,) = campaign.suggest()
    asked = queries.suggestion(campaign.study)["suggestions"][0]
    assert (pick.candidate, pick.kg, pick.why) == (asked["candidate"], asked["kg"], asked["why"])
    assert campaign.study.revision == before


def test_a_suggestion_that_is_passed_on_is_recorded_as_seen_by_the_caller(campaign: Campaign) -> None:
    (pick,) = campaign.suggest()
    run = campaign.record(pick, "success")
    assert (run.suggested, run.seen_on, run.probability_before) == (
        pick.candidate,
        "answer",
        pick.probability,
    )


def test_a_name_alone_is_recorded_without_a_suggestion(campaign: Campaign) -> None:
    campaign.suggest()
    run = campaign.record("P-03", "failure")
    assert (run.suggested, run.seen_on, run.outcome) == ("", "", "failure")
    assert run.probability_before is not None


def test_another_candidate_is_recorded_as_chosen_instead_of_the_suggestion(campaign: Campaign) -> None:
    (pick,) = campaign.suggest()
    other = next(name for name in campaign.study.pool.ids if name != pick.candidate)
    run = campaign.record(other, True, instead_of=pick)
    assert (run.candidate, run.suggested) == (other, pick.candidate)


def test_a_suggestion_for_an_earlier_state_is_not_recorded_as_the_one_for_this_run(
    campaign: Campaign,
) -> None:
    (pick,) = campaign.suggest()
    campaign.record("P-01", True)
    assert campaign.record(pick, False).suggested == ""


def test_a_whole_answer_is_started_in_one_commit_and_each_run_is_recorded_by_its_number(
    campaign: Campaign,
) -> None:
    picks = campaign.suggest(3)
    numbers = campaign.start(picks)
    assert [start.candidate for start in campaign.study.pending] == [pick.candidate for pick in picks]
    run = campaign.record(picks[1], True, run=numbers[1])
    assert (run.number, run.suggested) == (numbers[1], picks[1].candidate)
    assert len(campaign.study.pending) == 2


def test_several_runs_are_not_started_from_an_answer_that_is_out_of_date(campaign: Campaign) -> None:
    picks = campaign.suggest(2)
    campaign.record("P-01", True)
    before = campaign.study.revision
    with pytest.raises(StaleHead, match="ask again"):
        campaign.start(picks)
    assert campaign.study.revision == before


def test_several_names_are_started_in_one_commit_or_none_is(campaign: Campaign) -> None:
    before = campaign.study.revision
    with pytest.raises(UnknownCandidate):
        campaign.start(["P-01", "P-99"])
    assert campaign.study.revision == before
    starts = campaign.start(["P-01", "P-02"], reason="same tray", token="tray")
    assert campaign.start(["P-01", "P-02"], reason="same tray", token="tray") == starts
    assert [start.candidate for start in campaign.study.pending] == ["P-01", "P-02"]
    assert {event.payload["reason"] for event in campaign.study.events[before:]} == {"same tray"}


@pytest.mark.parametrize("kind", [dict, pd.DataFrame, pl.DataFrame], ids=["dict", "pandas", "polars"])
def test_many_outcomes_are_recorded_in_one_commit_from_a_frame(campaign: Campaign, kind: Any) -> None:
    campaign.start("P-02")
    frame = kind(
        {"candidate": ["P-01", "P-02", "P-01"], "outcome": [True, False, True], "note": ["", "cloudy", ""]}
    )
    runs = campaign.record_many(frame, token="plate 7")
    assert [(run.candidate, run.outcome) for run in runs] == [
        ("P-01", "success"),
        ("P-02", "failure"),
        ("P-01", "success"),
    ]
    assert runs[1].note == "cloudy"
    assert not campaign.study.pending
    assert not any(run.imported for run in runs)
    assert campaign.record_many(frame, token="plate 7") == runs
    with pytest.raises(BadInput, match="already"):
        campaign.record_many(frame)
    assert len(campaign.record_many(frame, again=True)) == 3
    assert len(campaign.study.runs) == 6


@pytest.mark.parametrize(
    "bad",
    [
        {"candidate": ["P-01", "P-99"], "outcome": ["success", "failure"]},
        {"candidate": ["P-01", "P-02"], "outcome": ["success", "perhaps"]},
        {"candidate": ["P-01"], "remark": ["success"]},
        {"run": [1], "candidate": ["P-01"], "outcome": ["success"]},
    ],
    ids=["unknown candidate", "no outcome", "no column", "run numbers"],
)
def test_one_bad_row_records_none(campaign: Campaign, bad: dict[str, Any]) -> None:
    before = campaign.study.revision
    with pytest.raises(KgdeskError):
        campaign.record_many(bad)
    assert campaign.study.revision == before


def test_rows_of_other_studies_are_passed_over_by_one_argument(campaign: Campaign) -> None:
    frame = {"candidate": ["P-01", "SUZ-1", "P-02"], "outcome": [True, False, False]}
    with pytest.raises(UnknownCandidate, match=r"“SUZ-1”.*: 1 \(SUZ-1\)\. .*\(known_only=True\)"):
        campaign.record_many(frame)
    runs = campaign.record_many(frame, known_only=True)
    assert [(run.candidate, run.outcome) for run in runs] == [("P-01", "success"), ("P-02", "failure")]
    with pytest.raises(UnknownCandidate, match="Did you mean “P-01”"):
        campaign.record_many({"candidate": ["p1", "P-02"], "outcome": [True, True]}, known_only=True)


def test_a_token_records_and_starts_once(campaign: Campaign) -> None:
    picks = campaign.suggest(2)
    assert campaign.start(picks, token="plate") == campaign.start(picks, token="plate")
    first = campaign.record(picks[0], True, token="well A1")
    assert campaign.record(picks[0], True, token="well A1") == first
    assert len(campaign.study.runs) == 1
    with pytest.raises(BadInput, match="token"):
        campaign.record(picks[1], True, token="well A1")


def test_repeats_corrections_and_take_backs_reach_the_belief(campaign: Campaign) -> None:
    last = campaign.record("P-05", "2/3")
    assert (last.number, campaign.study.successes) == (3, 2)
    assert campaign.correct(3, "success", "typed the wrong outcome").outcome == "success"
    campaign.record("P-06", "failure")
    campaign.take_back(4)
    assert campaign.study.tally == {"P-05": (3, 0)}


def test_predictions_for_names_and_for_their_rows_in_a_frame_agree_to_the_last_bit(
    campaign: Campaign,
) -> None:
    campaign.record("P-02", True)
    names = list(TABLE["code"][:5])
    by_name = campaign.predict(names)
    by_row = campaign.predict({heading: cells[:5] for heading, cells in TABLE.items()})
    assert by_name["candidate"] == names
    assert {key: by_name[key] for key in ("probability", "low", "high")} == by_row
    assert np.all(np.array(by_row["low"]) < by_row["probability"])


def test_a_point_that_is_no_candidate_is_predicted_and_a_foreign_level_is_refused(campaign: Campaign) -> None:
    new = campaign.predict({"temperature": [26.5], "solvent": ["DMF"]})
    assert 0.0 < new["probability"][0] < 1.0
    with pytest.raises(BadInput, match="none of its levels"):
        campaign.predict({"temperature": [26.5], "solvent": ["ether"]})
    with pytest.raises(BadInput, match="no column “solvent”"):
        campaign.predict({"temperature": [26.5]})
    with pytest.raises(UnknownCandidate):
        campaign.predict("P-99")


def test_frames_come_out_in_the_library_that_the_candidates_came_in(tmp_path: Path) -> None:
    for make in (pd.DataFrame, pl.DataFrame):
        with create(tmp_path / f"{make.__module__}.kgstudy", make(TABLE)) as campaign:
            campaign.record("P-01", True)
            frames = (campaign.history(), campaign.candidates(), campaign.predict(["P-01"]))
            assert {type(frame) for frame in frames} == {make}
            assert list(campaign.predict(make(TABLE)).columns) == ["probability", "low", "high"]


def test_history_has_the_columns_of_the_runs_csv_and_candidates_one_row_each(campaign: Campaign) -> None:
    campaign.record("P-01", True, note="first")
    history, candidates = campaign.history(), campaign.candidates()
    assert (history["candidate"], history["note"], history["shelf"]) == (["P-01"], ["first"], ["S0"])
    assert candidates["candidate"] == TABLE["code"]
    assert candidates["successes"] == [1] + [0] * 19


def test_the_past_outcomes_of_a_table_are_replayed(tmp_path: Path) -> None:
    table = {**TABLE, "good": ["yes" if heat > 30 else "no" for heat in TABLE["temperature"]]}
    with create(tmp_path / "past.kgstudy", table, outcome="good") as campaign:
        board = campaign.replay("random", rows=10, successes=4, runs=2, seed=5)
        again = kgdesk.replay(campaign.study, ["random"], rows=10, successes=4, runs=2, seed=5, workers=1)
    assert list(board.runs()) == list(again.runs())
    truth = dict(zip(table["code"], table["good"], strict=True))
    assert all(row[7] == {"yes": "success", "no": "failure"}[truth[row[6]]] for row in board.runs() if row[5])


def test_best_at_stake_and_rehearsal_speak_of_the_present_state(campaign: Campaign) -> None:
    campaign.record("P-07", "3/3")
    predicted = campaign.candidates()
    assert campaign.best.candidate == predicted["candidate"][int(np.argmax(predicted["probability"]))]
    assert 0.0 < campaign.at_stake.value < 1.0
    board = campaign.rehearse(["kg", "random"], runs=2)
    assert len(board.results) == 2


def test_the_rule_of_the_study_says_when_to_stop(tmp_path: Path) -> None:
    with create(tmp_path / "short.kgstudy", budget=2) as campaign:
        assert not campaign.should_stop.stop
        campaign.record("P-01", True)
        campaign.record("P-02", False)
        assert campaign.should_stop.stop


def test_every_setting_of_a_study_can_be_given_by_keyword() -> None:
    assert get_type_hints(StudySettings) == get_type_hints(Settings)
    assert set(get_type_hints(ChangedSettings)) == set(AMENDABLE)


@pytest.mark.parametrize("make", [Campaign.create, Campaign.open_or_create], ids=["create", "open_or_create"])
def test_each_setting_and_each_way_to_read_a_table_is_an_argument_with_its_default(make: Any) -> None:
    shown = inspect.signature(make).parameters
    for field in fields(Settings):
        assert shown[field.name].default == field.default
    asked = {*inspect.signature(read_pool).parameters, *(field.name for field in fields(ColumnChoice))}
    inner = {"path", "repairs", "vocabulary", "outcome_none", "none_words", "joins"}
    assert asked - inner <= set(shown)
    assert all(one.annotation for one in shown.values())


def test_a_wrong_name_is_a_type_error_with_the_right_one(tmp_path: Path, campaign: Campaign) -> None:
    wrong: dict[str, Any] = {"budgt": 3}
    for call in (
        lambda: Campaign.create(TABLE, tmp_path / "n.kgstudy", **wrong),
        lambda: Campaign.open_or_create(TABLE, tmp_path / "n.kgstudy", **wrong),
        lambda: campaign.set("more money", **wrong),
    ):
        with pytest.raises(
            TypeError, match=r"Campaign\.\w+\(\) has no argument 'budgt': did you mean 'budget'\?"
        ):
            call()
    assert not (tmp_path / "n.kgstudy").exists()


def test_a_limit_on_either_side_of_the_threshold_is_an_undecided_run(tmp_path: Path) -> None:
    with create(tmp_path / "m.kgstudy", measured="yield >= 20 %") as campaign:
        assert any("percentage" in finding for finding in campaign.findings)
        campaign.record("P-01", 31.0)
        run = campaign.record("P-02", "<30")
        assert (run.outcome, run.measured) == ("undecided", Limit("<", 30.0))
        rows = {"candidate": ["P-03", "P-01"], "outcome": [">5", "<5"]}
        assert [one.outcome for one in campaign.record_many(rows)] == ["undecided", "failure"]
        assert (campaign.study.done, campaign.study.successes, len(campaign.study.valid)) == (4, 1, 2)
        assert campaign.correct(2, 25.0, "read at last").outcome == "success"
        with pytest.raises(BadInput, match="leaves both outcomes open"):
            campaign.record("P-02", "undecided")


def test_a_measured_value_keeps_the_threshold_that_it_states(tmp_path: Path) -> None:
    with create(tmp_path / "m.kgstudy", measured="yield >= 20 %") as campaign:
        stated = campaign.study.settings
        assert (stated.measured, stated.measured_unit, stated.threshold) == ("yield", "%", 20.0)
        assert [campaign.record("P-01", value).outcome for value in (20, 19.5, "35 %")] == [
            "success",
            "failure",
            "success",
        ]
        assert campaign.correct(1, 3.0, "misread").outcome == "failure"
        rows = {"candidate": ["P-02", "P-03"], "outcome": [20.0, 1.0]}
        assert [run.measured for run in campaign.record_many(rows)] == [20.0, 1.0]
    with create(
        tmp_path / "n.kgstudy", measured="pH", threshold=7.0, direction="at-most", measured_unit=""
    ) as campaign:
        assert campaign.record("P-01", 6.9).outcome == "success"


@pytest.mark.parametrize(
    ("good", "bad"),
    [
        (True, False),
        (1, 0),
        (1.0, 0.0),
        (1, -1),
        (np.True_, np.False_),
        (np.int64(1), np.float32(0)),
        ("success", "failure"),
        ("Grew", "stayed"),
        ("yes", "no"),
    ],
    ids=str,
)
def test_an_outcome_is_taken_in_the_same_forms_everywhere(tmp_path: Path, good: Any, bad: Any) -> None:
    with create(tmp_path / "w.kgstudy", success_name="grew", failure_name="stayed") as campaign:
        assert [campaign.record("P-01", one).outcome for one in (good, bad)] == ["success", "failure"]
        numbers = campaign.start(["P-02", "P-03"])
        assert campaign.record(run=numbers[1], outcome=good).outcome == "success"
        rows = {"candidate": ["P-04", "P-05"], "outcome": [good, bad]}
        for frame in (rows, pd.DataFrame(rows)):
            runs = campaign.record_many(frame, again=True)
            assert [run.outcome for run in runs] == ["success", "failure"]
        assert campaign.correct(1, bad, "typed wrongly").outcome == "failure"


@pytest.mark.parametrize("none", [None, "", "perhaps", 0.5, float("nan"), [True], "3/2"], ids=repr)
def test_what_is_no_outcome_is_refused_with_the_words_for_one(campaign: Campaign, none: Any) -> None:
    campaign.record("P-01", True)
    for call in (lambda: campaign.record("P-02", none), lambda: campaign.correct(1, none, "why")):
        with pytest.raises(BadInput, match=r"success|count"):
            call()
    assert len(campaign.study.runs) == 1


def test_a_run_has_one_number_from_its_start_on(tmp_path: Path) -> None:
    path = tmp_path / "numbers.kgstudy"
    with create(path) as campaign:
        assert campaign.start(["P-03", "P-04", "P-03"]) == (1, 2, 3)
        assert campaign.record("P-09", True).number == 4
    with Campaign.open(path) as campaign:
        assert [(run.number, run.candidate) for run in campaign.pending] == [
            (1, "P-03"),
            (2, "P-04"),
            (3, "P-03"),
        ]
        recorded = campaign.record(run=3, outcome=False)
        assert (recorded.number, recorded.candidate) == (3, "P-03")
        assert [run.number for run in campaign.pending] == [1, 2]
        assert campaign.correct(3, True, "read again").outcome == "success"
        campaign.take_back(3)
        assert [run.number for run in campaign.pending] == [1, 2, 3]
        assert campaign.record(run=3, outcome=True).number == 3


def test_what_was_really_set_is_recorded_and_learnt_from(campaign: Campaign) -> None:
    run = campaign.record("P-03", True, set_values={"temperature": 27.5})
    assert dict(run.set_values) == {"temperature": 27.5}
    (number,) = campaign.start("P-04")
    assert campaign.record(run=number, outcome=True, set_values={"temperature": 31.0}).set_values
    with pytest.raises(BadInput, match="range of the candidates"):
        campaign.record("P-05", True, set_values={"temperature": 45.0})
    assert campaign.record("P-05", True, set_values={"temperature": 45.0}, beyond=True).set_values


def test_recording_the_same_outcome_of_a_run_again_records_nothing(campaign: Campaign) -> None:
    (number,) = campaign.start("P-03")
    first = campaign.record(run=number, outcome=True)
    before = campaign.study.revision
    assert campaign.record(run=number, outcome="success") == first
    assert campaign.record("P-03", True, run=number) == first
    for call in (
        lambda: campaign.record(run=number, outcome=False),
        lambda: campaign.record("P-04", True, run=number),
        lambda: campaign.record(run=77, outcome=True),
        lambda: campaign.record(outcome=True),  # type: ignore[call-overload]
    ):
        with pytest.raises(BadInput):
            call()
    assert campaign.study.revision == before


def test_a_stop_names_the_runs_whose_outcomes_are_missing(tmp_path: Path) -> None:
    with create(tmp_path / "short.kgstudy", budget=2) as campaign:
        campaign.start(["P-01", "P-02"])
        verdict = campaign.should_stop
        assert verdict.stop
        assert "2 runs in progress (P-01, P-02)" in verdict.why
        for run in campaign.pending:
            campaign.record(run=run.number, outcome=True)
        assert "in progress" not in campaign.should_stop.why


@pytest.mark.qt_log_ignore("^This plugin does not support ")
def test_all_that_a_person_can_do_with_a_study_a_script_can(campaign: Campaign, tmp_path: Path) -> None:
    campaign.exclude(["P-01", "P-02"], "empty")
    campaign.include("P-01")
    campaign.skip(["P-03", "P-04"], "later")
    campaign.note("the freezer was open")
    study = campaign.study
    assert [one.candidate for one in study.retired] == ["P-02"]
    assert [one.candidate for one in study.skipped] == ["P-03", "P-04"]
    before = study.revision
    campaign.set("more money", budget=40, title="Second screen")
    changed = campaign.study
    assert (changed.settings.budget, changed.settings.title) == (40, "Second screen")
    assert changed.revision == before + 2
    more = {"code": ["P-21"], "temperature": [30.0], "solvent": ["DMF"], "shelf": ["S9"]}
    assert campaign.add(pd.DataFrame(more), "a new batch") == ("P-21",)
    assert "P-21" in campaign.study.pool.ids
    starts = campaign.worklist(tmp_path / "plate.csv", count=3, plate=24, token="plate 1")
    assert [start.well for start in starts] == ["A01", "A02", "A03"]
    assert campaign.worklist(tmp_path / "plate.csv", count=3, plate=24, token="plate 1") == starts
    assert tuple(campaign.pending) == starts
    assert "P-" in (tmp_path / "plate.csv").read_text("utf-8")
    assert campaign.verify().problem is None
    assert campaign.report(tmp_path / "r.html").exists()
    with pytest.raises(BadInput, match="3 runs in progress"):
        campaign.finish("enough")
    campaign.finish("enough", with_open_runs=True)
    assert not campaign.study.is_open
    campaign.reopen("one more plate")
    assert campaign.study.is_open


def test_settings_are_changed_together_or_not_at_all(campaign: Campaign) -> None:
    before = campaign.study.revision
    for wrong in ({"budget": 40, "policy": "guess"}, {"budget": 40, "title": "screen"}, {}):
        with pytest.raises(BadInput):
            campaign.set("why not", **wrong)
    assert campaign.study.revision == before


def test_a_script_that_was_stopped_opens_the_study_that_it_has_created(tmp_path: Path) -> None:
    place = tmp_path / "robot.kgstudy"
    with Campaign.open_or_create(
        TABLE, place, id="code", categories="solvent", location="shelf", budget=4, by="A"
    ) as campaign:
        campaign.record("P-01", True)
    with Campaign.open_or_create(
        TABLE, place, id="code", categories="solvent", location="shelf", budget=9, by="B"
    ) as campaign:
        assert campaign.study.settings.budget == 4
        assert campaign.record("P-02", True).operator == "B"
        assert len(campaign.study.runs) == 2


def test_a_study_is_created_from_what_read_pool_returned(tmp_path: Path) -> None:
    table = read_pool(TABLE, id="code", categories=["solvent"], extras=["shelf"])
    with Campaign.create(table, tmp_path / "read.kgstudy", location="shelf", budget=4) as campaign:
        assert campaign.study.pool == table.pool
        assert campaign.study.settings.location == "shelf"
    with pytest.raises(BadInput, match="read_pool"):
        Campaign.create(table, tmp_path / "again.kgstudy", id="code")


def test_an_untidy_table_is_repaired_as_at_the_command_line(tmp_path: Path) -> None:
    path = tmp_path / "untidy.csv"
    path.write_text(
        "code;dose;result\nA;<0,5;ja\nB;;nein\nC;n.d.;\nD;2,5;3/4\nE;3,5;\nF;4,5;\nG;5,5;\n", encoding="utf-8"
    )
    with Campaign.create(
        path,
        tmp_path / "tidy.kgstudy",
        id="code",
        outcome="result",
        decimal="comma",
        limits="use",
        words="leave_out",
        missing="median",
    ) as campaign:
        assert campaign.study.pool.ids == ("A", "B", "D", "E", "F", "G")
        assert campaign.study.tally == {"A": (1, 0), "B": (0, 1), "D": (3, 1)}


@pytest.mark.parametrize("make", [dict, pd.DataFrame, pl.DataFrame], ids=["dict", "pandas", "polars"])
def test_history_is_the_kind_of_frame_that_came_in_after_open_too(tmp_path: Path, make: Any) -> None:
    path = tmp_path / "frames.kgstudy"
    with create(path, make(TABLE)) as campaign:
        campaign.record("P-01", True)
    with Campaign.open(path) as campaign:
        assert type(campaign.history()) is make
        assert type(campaign.candidates()) is make


def test_a_missing_file_is_a_file_not_found_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="no file"):
        Campaign.open(tmp_path / "none.kgstudy")
    with pytest.raises(FileNotFoundError, match="no file"):
        Campaign.create(tmp_path / "none.csv", tmp_path / "new.kgstudy")
    with pytest.raises(FileNotFoundError, match="no file"):
        read_pool(tmp_path / "none.csv")


def test_every_answer_says_what_it_is_in_five_lines(campaign: Campaign) -> None:
    picks = campaign.suggest(2)
    campaign.start(picks)
    run = campaign.record("P-05", "2/3", note="cloudy")
    board = campaign.rehearse(["kg", "random", "thompson", "exploit"], runs=2)
    study = campaign.study
    for answer in (
        campaign,
        study,
        study.pool,
        picks[0],
        run,
        campaign.pending[0],
        campaign.best,
        campaign.at_stake,
        study.belief,
        campaign.should_stop,
        campaign.verify(),
        board,
        read_pool(TABLE, id="code", categories=["solvent"], extras=["shelf"]),
    ):
        said = repr(answer)
        assert len(said.splitlines()) <= 5
        assert len(said) <= 500, said
        assert type(answer).__name__ in said
    assert "P-05" in repr(run)
    assert picks[0].why in repr(picks[0])
    assert "random/moments" in repr(board) or "2 more" in repr(board)


class Coldest:
    """A policy of one's own: the coldest candidate with the fewest runs."""

    name = "coldest"

    def scores(self, context: PolicyContext) -> Any:
        return -context.X[:, 1] - 100.0 * (context.successes + context.failures)


def test_a_policy_of_ones_own_suggests_is_recorded_and_replays_anywhere(campaign: Campaign) -> None:
    picks = campaign.suggest(2, policy=Coldest())
    cold = [name for name, heat in zip(TABLE["code"], TABLE["temperature"], strict=True) if heat == 20.0]
    assert {pick.candidate for pick in picks} <= set(cold)
    assert "“coldest”" in picks[0].why
    assert picks[0].policy == "coldest"
    campaign.start(picks)
    place = campaign.study.name
    assert campaign.verify().problem is None
    made = [event.payload for event in campaign.study.events if event.kind == "suggestion_made"]
    assert {payload["policy"] for payload in made} == {"coldest"}
    assert place == "screen"


def test_a_policy_of_ones_own_is_rehearsed_beside_those_of_the_program(campaign: Campaign) -> None:
    board = campaign.rehearse([Coldest(), "kg"], runs=2)
    assert [player.policy for player in board.contests[0].players] == ["coldest", "kg"]
    measured = board.results[0].played.measured[0]
    assert len(measured) == campaign.study.settings.budget
    again = kgdesk.rehearse(campaign.study, [Coldest(), "kg"], runs=2)
    assert list(board.runs()) == list(again.runs())


@pytest.mark.parametrize(
    ("name", "scores", "why"),
    [
        ("kg", lambda c: c.mu, "choose a name"),
        ("mine/full", lambda c: c.mu, "choose a name"),
        ("", lambda c: c.mu, "an object with a name"),
        ("mine", None, "an object with a name"),
        ("mine", lambda c: c.mu[:2], "one finite number for each of the 20"),
        ("mine", lambda c: c.mu * float("nan"), "not a finite number"),
    ],
    ids=["taken", "with a belief", "no name", "no scores", "too few", "not finite"],
)
def test_what_is_no_policy_is_refused(campaign: Campaign, name: str, scores: Any, why: str) -> None:
    own: Any = SimpleNamespace(name=name, scores=scores)
    for call in (lambda: campaign.suggest(policy=own), lambda: campaign.rehearse([own], runs=1)):
        with pytest.raises(BadInput, match=why):
            call()


def test_the_policies_of_the_program_are_only_to_be_looked_at(tmp_path: Path) -> None:
    with pytest.raises(TypeError):
        kgdesk.policies["mine"] = Coldest()  # type: ignore[index]
    with pytest.raises(BadInput, match="no policy “coldest”"):
        create(tmp_path / "own.kgstudy", policy="coldest")


MADE_ELSEWHERE = """
import sys
from dataclasses import replace
from kgdesk import Campaign
from kgdesk.model.policies import POLICIES
POLICIES["coldest"] = replace(POLICIES["random"], name="coldest")
Campaign.create({"x": [1.0, 2.0]}, sys.argv[1], policy="coldest").close()
"""


def test_a_study_with_a_policy_that_only_another_program_has_is_refused_with_its_name(tmp_path: Path) -> None:
    place = tmp_path / "elsewhere.kgstudy"
    subprocess.run([sys.executable, "-c", MADE_ELSEWHERE, str(place)], check=True)
    with pytest.raises(NewerStudy, match="the policy “coldest”, which this kgdesk does not have"):
        Campaign.open(place)


def test_a_rehearsal_needs_no_main_guard_and_runs_the_script_once(tmp_path: Path) -> None:
    script = tmp_path / "bare.py"
    script.write_text(
        "import kgdesk\n"
        "print('once')\n"
        "pool = kgdesk.read_pool({'dose': [1.0, 2.0, 3.0]}).pool\n"
        "print(kgdesk.rehearse(pool, ['kg', 'random'], budget=2, runs=2))\n",
        encoding="utf-8",
    )
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("once\n<Board of pool: 2 simulated studies of 2 runs")
    assert done.stdout.count("once") == 1


def test_a_study_is_opened_again_and_never_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "again.kgstudy"
    with create(path) as campaign:
        campaign.record("P-01", True)
    with Campaign.open(path, by="MK") as campaign:
        assert campaign.record("P-02", False).operator == "MK"
        assert len(campaign.history()["run"]) == 2
    with pytest.raises(FileExists):
        create(path)


def test_what_makes_no_sense_is_refused_and_records_nothing(campaign: Campaign) -> None:
    before = campaign.study.revision
    for wrong in (
        lambda: campaign.record("P-99", True),
        lambda: campaign.record("P-01", "maybe"),
        lambda: campaign.start([]),
        lambda: campaign.suggest(0),
        lambda: campaign.suggest(policy="guess"),
        lambda: campaign.correct(7, "success", "no such run"),
        lambda: campaign.take_back(1),
    ):
        with pytest.raises((BadInput, StudyClosed)) as refused:
            wrong()
        assert str(refused.value).endswith((".", "?"))
    assert campaign.study.revision == before


def test_a_run_that_another_program_has_recorded_meanwhile_is_returned_or_told_apart(tmp_path: Path) -> None:
    path = tmp_path / "both.kgstudy"
    with create(path) as one, Campaign.open(path, by="MK") as other:
        first, second, third = one.start(["P-01", "P-02", "P-03"])
        assert other.record(run=first, outcome=True).candidate == "P-01"  # started after `other` was opened
        recorded = other.record(run=second, outcome=False)
        assert one.record(run=first, outcome=True).operator == "MK"
        before = one.study.revision
        assert one.record(run=second, outcome="failure") == recorded
        assert one.study.revision == before
        other.record(run=third, outcome=True)
        with pytest.raises(
            BadInput, match=f"Run {third} is not in progress: it is recorded as success of P-03"
        ):
            one.record(run=third, outcome=False)
        assert [run.number for run in one.study.runs] == [first, second, third]


def test_a_run_that_another_program_has_entered_can_be_corrected_and_noted_at_once(tmp_path: Path) -> None:
    path = tmp_path / "both.kgstudy"
    with create(path) as one, Campaign.open(path) as other:
        entered = other.record("P-04", True)
        assert one.correct(entered.number, False, "read the wrong well").outcome == "failure"
        entered = other.record("P-05", True)
        one.note("cloudy", run=entered.number)
        other.refresh()
        (started,) = other.start("P-06")
        one.note("warm", run=started)
        with pytest.raises(BadInput, match=r"no run 9: the last one is 3\."):
            one.correct(9, False, "which one?")


def test_a_past_outcome_has_a_name_that_every_method_takes(tmp_path: Path) -> None:
    table = {"dose": [1.0, 2.0, 3.0], "grew": ["yes", "no", ""]}
    with Campaign.create(table, tmp_path / "past.kgstudy", outcome="grew") as campaign:
        past = campaign.study.runs[0]
        assert (past.number, past.imported) == ("P1", True)
        assert campaign.record(run="P1", outcome=True) == past
        assert campaign.correct(past.number, False, "misread").number == "P1"
        campaign.note("from the notebook", run="P2")
        assert campaign.record("3", True).number == 1


def test_a_plate_without_a_name_is_made_once_by_its_token(campaign: Campaign) -> None:
    starts = campaign.worklist(count=2, plate=24, token="plate 1")
    assert campaign.worklist(count=2, plate=24, token="plate 1") == starts
    other = campaign.worklist(count=2, plate=24, token="plate 2")
    assert campaign.worklist(count=2, plate=24, token="plate 2") == other != starts
    assert [worklist.name for worklist in campaign.study.worklists] == ["W1", "W2"]
    with pytest.raises(BadInput, match="token"):
        campaign.worklist(count=2, plate=24, name="Monday", token="plate 1")


def test_a_table_comes_as_what_the_caller_makes_of_it(campaign: Campaign) -> None:
    campaign.record("P-01", True)
    frame = campaign.history(pd.DataFrame)
    assert type(frame) is pd.DataFrame
    assert frame["candidate"].tolist() == ["P-01"]
    assert type(campaign.candidates(pl.DataFrame)) is pl.DataFrame
    assert campaign.history(dict) == campaign.history()


def test_a_board_names_up_to_five_policies(campaign: Campaign) -> None:
    names = ["kg/diagonal", "random", "exploit", "thompson"]
    board = campaign.rehearse(names, runs=1)
    assert all(name.partition("/")[0] in repr(board) for name in names)
    assert "more" not in repr(board)


OUTSIDE = """
from collections.abc import Sequence
from kgdesk import Board, Campaign, DiagonalBelief, FullBelief, MomentBelief, PolicyContext, Pool, Run, Study
from kgdesk import RunNumber, policies, read_pool, rehearse, replay

with Campaign.create({"code": ["A", "B"], "x": [1.0, 2.0]}, "s.kgstudy", id="code", budget=5) as campaign:
    pick = campaign.suggest()[0]
    number: int | str = campaign.record(pick, True, token="t").number
    chance: float = campaign.best.probability
    left: float = campaign.at_stake.value
    stop: bool = campaign.should_stop.stop
    started: tuple[int, ...] = campaign.start(campaign.suggest(2))
    study: Study = campaign.study
    pool: Pool = study.pool
names: list[str] = sorted(policies)


class Own:
    name = "own"

    def scores(self, context: PolicyContext) -> Sequence[float]:
        return [0.0] * len(context.X)


with Campaign.open_or_create({"x": [1.0, 2.0]}, "t.kgstudy", budget=4, repeats="no", decimal="point") as robot:
    for run in robot.pending:
        recorded = robot.record(run=run.number, outcome=1)
        again: Run = robot.record(run=recorded.number, outcome=True)
        past: RunNumber = again.number
    robot.suggest(policy=Own())
    robot.rehearse([Own(), "kg"], runs=2)
    robot.set("why", budget=6)
    robot.correct(1, "3.5", "misread")
    frame: object = robot.history()["run"]
    table: dict[str, list[object]] = robot.history(dict)
    low: float = robot.predict({"x": [1.5]})["low"][0]
    board: Board = robot.rehearse(["kg"], runs=2)
belief: MomentBelief = MomentBelief.prior(3).updated([1.0, 0.0, 0.5], 1)
belief = MomentBelief([0.0, 0.0], [[1.0, 0.5], [0.5, 1.0]])
diagonal = DiagonalBelief([0.0], [1.0])
print(DiagonalBelief, FullBelief, read_pool, rehearse, replay)
"""


def test_a_strict_type_checker_accepts_the_public_names_from_outside(tmp_path: Path) -> None:
    script = tmp_path / "outside.py"
    script.write_text(OUTSIDE, encoding="utf-8")
    done = checked("outside", "--strict", "--config-file", "", str(script))
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_number_of_a_lot_is_refused_with_a_sentence(tmp_path: Path) -> None:
    with Campaign.create(
        {"code": ["A", "B"], "x": [1.0, 2.0]}, tmp_path / "s.kgstudy", id="code", blocks="Lot"
    ) as made:
        run = made.record("A", True, blocks={"Lot": "4711"})
        tries = (
            lambda: made.set_block({"Lot": 4711}),  # type: ignore[dict-item]
            lambda: made.record("B", True, blocks={"Lot": 4711}),  # type: ignore[dict-item]
            lambda: made.correct_block(run.number, {"Lot": 4712}, "read again"),  # type: ignore[dict-item]
        )
        for wrong in tries:
            with pytest.raises(BadInput, match="of “Lot” is no text: write"):
                wrong()
