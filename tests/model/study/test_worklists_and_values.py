"""Worklists, results, measured values, added candidates and changed settings: effect and validation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from lives import begun, stored
from whole_life import LIFE, MEASURED, WELLS, added, change, corrected, outcome, results, started, worklist

from kgdesk.model.study import study
from kgdesk.model.study.settings import Settings

if TYPE_CHECKING:
    from kgdesk.model.design.pool import Pool
    from kgdesk.model.study.study import Study

TAKEN = "B03"


def then(made: Study, *facts: Any) -> Study:
    return made.applied(stored(facts, made.head))


@pytest.fixture
def made(pool: Pool) -> Study:
    """Return a study with a worklist of which three runs are started."""
    return then(
        begun(pool, **MEASURED),
        worklist(),
        started("C-02", "R-1", "A01"),
        started("C-05", "R-2", "A02"),
    )


def test_the_whole_life_folds_at_once_as_step_by_step(pool: Pool) -> None:
    states = [begun(pool, **MEASURED)]
    for facts in LIFE:
        states.append(then(states[-1], *facts(states[-1])))
    last = states[-1]
    assert study.fold(last.events) == last
    assert last.settings.as_json() == states[0].settings.as_json() | {
        "location": "well", "title": "Solvents", "budget": 45, "stop": "value 0.01", "policy": "random", "repeats": "3",
    }  # fmt: skip
    assert [(run.candidate, run.outcome, run.measured, run.run_token) for run in last.runs] == [
        ("C-02", "failure", 17.25, "R-1"),
        ("C-05", "failure", 12.0, "R-2"),
        ("N-2", "success", None, ""),
        ("C-02", "void", None, "R-3"),
    ]
    assert last.runs[0].corrections[0].old_measured == 71.25
    assert not last.pending
    assert [start.run_token for start in states[3].pending] == ["R-1", "R-2", "R-3"]
    assert [start.run_token for start in states[4].pending] == ["R-3"]
    assert [(one.id, one.candidate_in("B02"), one.candidate_in("B01")) for one in last.worklists] == [
        ("W-1", "C-02", "")
    ]
    assert last.results[0].controls[0].passed
    assert last.as_of(2).settings == states[4].settings
    assert last.as_of(2).pool == states[0].pool
    assert last.as_of(2).worklists == last.worklists
    assert last.as_of(0).settings == states[1].settings
    assert last.as_of(0).results == last.results  # of the same gesture as the first outcome, and before it
    assert last.as_of(0).additions == ()


def test_added_candidates_are_described_by_the_scaling_of_the_first_ones(pool: Pool) -> None:
    before = begun(pool, **MEASURED)
    rows = before.design.X.copy()
    after = then(before, added())
    assert after.pool.ids[-2:] == ("N-1", "N-2")
    assert after.scaling == before.scaling
    assert np.array_equal(after.design.X[: len(rows)], rows)
    assert len(after.design.X) == len(rows) + 2
    temperature = after.scaling.names.index("temperature")
    column = after.scaling.columns[temperature]
    assert after.design.X[-1, temperature] == pytest.approx((90.0 - column.centre) / column.scale)
    assert after.barcodes.find("N-1") == "N-1"
    assert after.stock.open.sum() == before.stock.open.sum() + 2
    assert after.additions[0].reason == "a new batch"
    assert len(before.pool) == 12


def test_a_correction_keeps_the_measured_value_only_where_the_outcome_stays_or_is_void(made: Study) -> None:
    run = then(made, outcome("C-02", "success", run_token="R-1", measured=71.25))
    assert then(run, corrected(1, "success", "C-03")).run(1).measured == 71.25
    assert then(run, corrected(1, "void", "C-02")).run(1).measured == 71.25
    assert then(run, corrected(1, "failure", "C-02")).run(1).measured is None
    assert then(run, corrected(1, "failure", "C-02", measured=None)).run(1).measured is None


def test_a_worklist_may_be_a_snake_and_its_controls_may_expect_an_outcome(made: Study) -> None:
    wells = [
        {"well": "A01", "holds": "control", "name": "pos", "expects": "success"},
        {"well": "A02", "holds": "empty"},
    ]
    after = then(made, worklist(id="W-2", snake=True, wells=wells)).worklists[-1]
    assert after.snake
    assert [use.as_json() for use in after.wells] == wells
    assert not made.worklists[0].snake
    assert {use.expects for use in made.worklists[0].wells} == {""}


def test_a_token_of_a_run_that_was_not_started_here_is_only_kept(made: Study) -> None:
    after = then(made, outcome("C-07", "failure", run_token="elsewhere-9"))
    assert [(run.number, run.start, run.run_token) for run in after.runs] == [(3, None, "elsewhere-9")]
    assert len(after.pending) == 2


@pytest.mark.parametrize(
    "fact",
    [
        worklist(id="W-1"),
        worklist(id=" "),
        worklist(id="W-2", rows=0),
        worklist(id="W-2", columns=49),
        worklist(id="W-2", order="zigzag"),
        worklist(id="W-2", seed=-1),
        worklist(id="W-2", wells=[*WELLS, WELLS[0]]),
        worklist(id="W-2", wells=[{"well": "A1", "holds": "empty"}]),
        worklist(id="W-2", wells=[{"well": "I01", "holds": "empty"}]),
        worklist(id="W-2", wells=[{"well": "A01", "holds": "candidate", "name": "C-99"}]),
        worklist(id="W-2", wells=[{"well": "A01", "holds": "candidate"}]),
        worklist(id="W-2", wells=[{"well": "A01", "holds": "empty", "name": "C-01"}]),
        worklist(id="W-2", wells=[{"well": "A01", "holds": "spare"}]),
        worklist(id="W-2", wells="A01"),
        worklist(id="W-2", snake="yes"),
        worklist(id="W-2", wells=[{"well": "A01", "holds": "control", "name": "pos", "expects": "void"}]),
        worklist(
            id="W-2", wells=[{"well": "A01", "holds": "candidate", "name": "C-01", "expects": "success"}]
        ),
        started("C-02", "R-1", "B02"),
        started("C-02", "R 3", "B02"),
        started("C-02", "", "B02"),
        started("C-02", "R" * 65, "B02"),
        started("C-03", "R-3", "B02"),
        started("C-02", "R-3", "A01"),
        started("C-02", "R-3", "B01"),
        started("C-02", "R-3", "B02", worklist="W-9"),
        ("experiment_started", {"candidate": "C-02", "worklist": "W-1", "well": "B02"}),
        outcome("C-02", "success", run_token="R-1", start=7),
        outcome("C-02", "failure", measured=71.25),
        outcome("C-02", "success", measured="71.25"),
        outcome("C-02", "success", measured=True),
        outcome("C-02", "success", start="6"),
        outcome("C-02", "success", note=7),
        outcome("C-02", "success", gesture="mine"),
        results(rows=-1),
        results(worklist="W-9"),
        results(controls=[{"name": "positive", "value": 1.0}]),
        results(controls=[{"name": "positive", "value": 1.0, "passed": "yes"}]),
        results(empty=[3]),
        added(ids=["C-01", "N-2"]),
        added(ids=["N-1", "N-1"]),
        added(ids=["N-1"]),
        added(ids=[], values=[[], [], []], extras={"well": []}),
        added(values=[[33.0, 90.0], [0.25, 0.35], ["DMF", "ether"]]),
        added(values=[[33.0, "90"], [0.25, 0.35], ["DMF", "water"]]),
        added(values=[[33.0, 1e200], [0.25, 0.35], ["DMF", "water"]]),
        added(values=[[33.0, 90.0], [0.25, 0.35]]),
        added(extras={}),
        added(extras={"well": ["H11", "H12"], "shelf": ["1", "2"]}),
        change("budget", 31, 45),
        change("title", "another", "Solvents"),
    ],
)
def test_what_makes_no_sense_is_set_aside_and_changes_nothing(made: Study, fact: Any) -> None:
    after = then(made, fact)
    assert [(one.seq, one.kind) for one in after.set_aside] == [(8, fact[0])]
    assert "\n" not in after.set_aside[0].problem
    assert (after.runs, after.starts, after.pool, after.settings) == (
        made.runs,
        made.starts,
        made.pool,
        made.settings,
    )
    assert (after.worklists, after.results, after.amendments) == (
        made.worklists,
        made.results,
        made.amendments,
    )
    assert after.sensible == made.events


def test_a_measured_value_needs_a_study_that_measures(pool: Pool) -> None:
    assert then(begun(pool), outcome("C-02", "success", measured=71.25)).set_aside[0].seq == 5


def test_a_value_left_out_of_the_columns_has_to_stay_what_it_was(pool: Pool) -> None:
    import dataclasses

    flat = dataclasses.replace(pool, values=(pool.values[0], (0.5,) * len(pool), pool.values[2]))
    made = begun(flat)
    assert made.scaling.dropped == ("ratio",)
    same = added(values=[[33.0, 90.0], [0.5, 0.5], ["DMF", "water"]])
    assert len(then(made, same).pool) == 14
    assert [one.seq for one in then(made, added()).set_aside] == [5]


@pytest.mark.parametrize(
    "settings",
    [
        {"measured_unit": "%"},
        {"threshold": 1.0},
        {"measured": "yield", "threshold": 1.0},
        {"measured": "yield", "direction": "at-least"},
        {"measured": "yield", "threshold": 1.0, "direction": "above"},
        {"measured": "yield", "threshold": float("inf"), "direction": "at-most"},
    ],
)
def test_a_threshold_without_its_name_or_direction_is_refused(settings: dict[str, Any]) -> None:
    from kgdesk.errors import BadInput

    with pytest.raises(BadInput):
        Settings(**settings)


def test_the_threshold_itself_is_a_success() -> None:
    least = Settings(measured="yield", threshold=60.0, direction="at-least")
    most = Settings(measured="loss", threshold=2.0, direction="at-most")
    assert [least.outcome_of(v) for v in (59.99, 60.0, 60.01)] == ["failure", "success", "success"]
    assert [most.outcome_of(v) for v in (1.99, 2.0, 2.01)] == ["success", "success", "failure"]
    assert Settings(measured="yield").outcome_of(3.0) == ""
