"""States after the first outcomes are shared by the runs of a contest: the same results with fewer computations."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from mixtures import made as averaged_pool
from small_contests import contest, pool_of

from kgdesk.model.policies import POLICIES
from kgdesk.rehearsal import simulation
from kgdesk.rehearsal.contest import players
from kgdesk.rehearsal.simulation import Agent, play

if TYPE_CHECKING:
    from kgdesk.rehearsal.contest import Contest

SEEDS = range(3, 9)


def with_averaged_terms() -> Contest:
    X, higher = averaged_pool(size=14)
    columns = {"linear": np.flatnonzero(~higher)}
    own = players(("kg", "kg/full", "random", "exploit"), "moments", terms=("average",))
    return replace(contest(X, budget=4), players=own, columns=columns)


CONTESTS = {
    "every policy": lambda: contest(pool_of(12), tuple(f"{name}/moments" for name in POLICIES), budget=3),
    "other beliefs": lambda: contest(pool_of(), ("kg/full", "kg/diagonal", "thompson/full"), budget=4),
    "averaged terms": with_averaged_terms,
    "free examples": lambda: contest(
        pool_of(6), ("kg/moments", "exploit/full"), budget=4, free_examples=True
    ),
    "limited runs": lambda: replace(contest(pool_of(6), budget=6), runs_left=np.array([1, 2, 1, 1, 0, 2])),
}


@pytest.mark.parametrize("name", CONTESTS)
def test_a_run_gives_the_same_results_in_a_contest_of_its_own(name: str) -> None:
    made = CONTESTS[name]()
    together = [play(made, seed).as_lists() for seed in SEEDS]
    assert together == [play(replace(made), seed).as_lists() for seed in SEEDS]  # a copy shares no states
    assert together == [play(made, seed).as_lists() for seed in SEEDS]


def test_what_is_known_after_the_same_outcomes_is_computed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    learnt: list[tuple[int, ...]] = []
    posterior = simulation.posterior

    def count(prior: Any, X: Any, y: Any) -> Any:
        learnt.append(tuple(X.at.tolist()))
        return posterior(prior, X, y)

    monkeypatch.setattr(simulation, "posterior", count)
    made = contest(pool_of(), ("kg/moments",), budget=5)
    play(made, 1)
    assert len(learnt) == 6
    play(made, 1)
    assert len(learnt) == 6
    for seed in range(2, 40):
        play(made, seed)
    assert sum(not rows for rows in learnt) == 1
    assert len(learnt) < 0.6 * 39 * 6


def test_few_states_are_kept_and_none_after_random_choices(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = contest(pool_of(), ("random/moments", "thompson/moments"), budget=5)
    for seed in SEEDS:
        play(drawn, seed)
    assert sum(isinstance(each, simulation._State) for each in drawn.states.values()) == 2
    monkeypatch.setattr(simulation, "_MOST_SHARED", 4)
    made = contest(pool_of(), ("kg/moments",), budget=5)
    together = [play(made, seed).as_lists() for seed in SEEDS]
    assert len(made.states) == 4
    assert together == [play(replace(made), seed).as_lists() for seed in SEEDS]


def test_every_tie_is_broken_by_the_run_itself() -> None:
    tied = contest(np.ones((9, 1)), ("kg/moments",), budget=1)
    assert len({int(play(tied, seed).measured[0, 0]) for seed in range(30)}) > 3


def test_an_agent_that_learns_what_it_did_not_choose_has_a_state_of_its_own() -> None:
    made = contest(pool_of(), ("kg/moments",), budget=5)
    world = simulation.draw_world(made, 1)
    agents = [Agent(made, made.players[0], world) for _ in range(3)]
    for agent, (row, y) in zip(agents, ((3, 1.0), (3, -1.0), (4, 1.0)), strict=True):
        agent.learn(row, y)
    assert len({agent.context.belief.digest for agent in agents}) == 3
