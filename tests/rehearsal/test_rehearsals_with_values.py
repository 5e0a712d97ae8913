"""Rehearsals of a study with a threshold: simulated runs have values, and players learn from them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from lives import begun, then
from whole_life import MEASURED

from kgdesk.model.beliefs.values import fitted_to_values
from kgdesk.model.decisions import recording
from kgdesk.model.study.measured_scale import readings_of
from kgdesk.model.study.records import Limit
from kgdesk.rehearsal.contest import draw_world
from kgdesk.rehearsal.simulation import Agent, play
from kgdesk.rehearsal.study_rehearsal import basis_of_study, contests

if TYPE_CHECKING:
    from kgdesk.model.design.pool import Pool
    from kgdesk.model.study.study import Study
    from kgdesk.rehearsal.contest import Contest


def rehearsed(made: Study, truth: str = "prior", **how: Any) -> Contest:
    (contest,) = contests(basis_of_study(made), ["kg"], truths=[truth], budget=6, **how)
    return contest


def under_way(pool: Pool, **how: Any) -> Study:
    made = begun(pool, **MEASURED | how)
    for name, value in (("C-01", 12.0), ("C-05", 58.0), ("C-08", 70.0), ("C-11", Limit("<", 5.0))):
        outcome = made.settings.outcome_of(value)
        made = then(made, recording.record(made, name, outcome, measured=value))
    return made


@pytest.mark.parametrize("scale", ["natural", "log", "logit"])
@pytest.mark.parametrize("direction", ["at-least", "at-most"])
def test_each_value_lies_on_the_side_of_its_outcome_and_outcomes_are_those_without_values(
    pool: Pool, scale: str, direction: str
) -> None:
    how = MEASURED | {"scale": scale, "direction": direction}
    with_values, alone = (begun(pool, **how, likelihood=each) for each in ("values", "outcomes"))
    world, plain = (draw_world(rehearsed(each), 5) for each in (with_values, alone))
    assert np.array_equal(world.outcome, plain.outcome)
    assert plain.measured is None
    assert world.measured is not None
    sides = [[with_values.settings.outcome_of(value) for value in row] for row in world.measured.tolist()]
    assert (np.array(sides) == np.where(world.outcome > 0, "success", "failure")).all()


def test_a_player_learns_from_the_values_of_its_runs(pool: Pool) -> None:
    made = begun(pool, **MEASURED)
    contest = rehearsed(made)
    world = draw_world(contest, 5)
    agent, rows = Agent(contest, contest.players[0], world), [3, 7, 3]
    for n, row in enumerate(rows, 1):
        agent.learn(row, float(world.outcome[n, row]), world.value(n, row))
    measured = [world.value(n, row) for n, row in enumerate(rows, 1)]
    won = np.array([world.outcome[n, row] > 0 for n, row in enumerate(rows, 1)])
    readings = readings_of(rows, won, measured, made.settings)
    assert readings is not None
    belief = fitted_to_values(made.prior, contest.rows.take(rows), readings).belief
    assert np.allclose(agent.predicted(), belief.predict(contest.rows), rtol=0.0, atol=1e-12)
    assert agent.predicted().tolist() != Agent(contest, contest.players[0], world).predicted().tolist()


@pytest.mark.parametrize("terms", ["linear", "average"])
def test_a_rehearsal_from_here_on_starts_from_the_values_so_far(pool: Pool, terms: str) -> None:
    made = under_way(pool, terms=terms)
    contest = rehearsed(made, "posterior")
    agent = Agent(contest, contest.players[0], draw_world(contest, 1))
    assert agent.context.belief.digest == made.belief.digest
    assert contest.unit == pytest.approx(made.value_fit.unit)  # type: ignore[union-attr]
    draws = np.array([draw_world(contest, seed).chance[0] for seed in range(300)])
    apart = draws.mean(axis=0) - made.belief.predict(contest.rows)
    assert np.abs(apart).max() < 0.08


def test_a_rehearsal_runs_to_its_end_and_again_gives_the_same(pool: Pool) -> None:
    contest = rehearsed(begun(pool, **MEASURED), rules=["succeeded 1 and runs 2"])
    first, second = play(contest, 3), play(contest, 3)
    assert first.as_lists() == second.as_lists()
    outcomes = play(rehearsed(begun(pool, **MEASURED, likelihood="outcomes"), rules=["runs 2"]), 3)
    assert first.measured.tolist() != outcomes.measured.tolist()
