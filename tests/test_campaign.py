"""Campaign: a script makes a study, asks, starts, records and predicts through one class."""

from __future__ import annotations

import doctest
import subprocess
import sys
from typing import TYPE_CHECKING, Any, get_type_hints

import numpy as np
import pandas as pd
import polars as pl
import pytest
from type_checks import checked

import kgdesk
import kgdesk.campaign
from kgdesk import Campaign
from kgdesk.campaign import StudySettings
from kgdesk.errors import BadInput, FileExists, KgdeskError, StaleHead, StudyClosed, UnknownCandidate
from kgdesk.model.advice import queries
from kgdesk.model.study.settings import Settings

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
    return Campaign.create(
        table, path, id="code", categories=["solvent"], location="shelf", by="robot", **more
    )


@pytest.fixture
def campaign(tmp_path: Path) -> Iterator[Campaign]:
    with create(tmp_path / "screen.kgstudy") as made:
        yield made


def test_the_examples_of_the_class_hold() -> None:
    done = doctest.testmod(kgdesk.campaign)
    assert done.attempted > 0
    assert done.failed == 0


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
        "    print(campaign.best.candidate, len(campaign.history()))\n",
        encoding="utf-8",
    )
    done = subprocess.run(
        [sys.executable, str(script), str(tmp_path / "r.kgstudy")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    best, runs = done.stdout.split()
    assert best in "CD"
    assert runs == "6"


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


def test_a_token_records_and_starts_once(campaign: Campaign) -> None:
    picks = campaign.suggest(2)
    assert campaign.start(picks, token="plate") == campaign.start(picks, token="plate")
    first = campaign.record(picks[0], True, token="well A1")
    assert campaign.record(picks[0], True, token="well A1") == first
    assert len(campaign.study.runs) == 1
    with pytest.raises(BadInput, match="token"):
        campaign.record(picks[1], True, token="well A1")


def test_repeats_corrections_and_take_backs_reach_the_belief(campaign: Campaign) -> None:
    last = campaign.record("P-05", "success", count=(2, 3))
    assert (last.number, campaign.study.successes) == (3, 2)
    assert campaign.correct(3, "success", "typed the wrong outcome").outcome == "success"
    campaign.record("P-06", "failure")
    campaign.take_back()
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
    campaign.record("P-07", "success", count=(3, 3))
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
        campaign.take_back,
    ):
        with pytest.raises((BadInput, StudyClosed)) as refused:
            wrong()
        assert str(refused.value).endswith((".", "?"))
    assert campaign.study.revision == before


OUTSIDE = """
from kgdesk import Campaign, DiagonalBelief, FullBelief, MomentBelief, Pool, Study
from kgdesk import policies, read_pool, rehearse, replay

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
belief: MomentBelief = MomentBelief.prior(3)
print(DiagonalBelief, FullBelief, read_pool, rehearse, replay)
"""


def test_a_strict_type_checker_accepts_the_public_names_from_outside(tmp_path: Path) -> None:
    script = tmp_path / "outside.py"
    script.write_text(OUTSIDE, encoding="utf-8")
    done = checked("outside", "--strict", "--config-file", "", str(script))
    assert done.returncode == 0, done.stdout + done.stderr
