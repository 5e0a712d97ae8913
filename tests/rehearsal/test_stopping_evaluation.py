"""Stopping rules evaluated in rehearsals: when they stop, and how often too early."""

from __future__ import annotations

import csv
import math
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest
from small_contests import contest, pool_of

from kgdesk.cli import main
from kgdesk.model.beliefs.belief import posterior
from kgdesk.model.policies.perfect_information import perfect_information
from kgdesk.model.study import rule_syntax
from kgdesk.rehearsal import stopping_evaluation
from kgdesk.rehearsal.contest import draw_world
from kgdesk.rehearsal.engine import Result
from kgdesk.rehearsal.scores import Board
from kgdesk.rehearsal.simulation import Agent, play

if TYPE_CHECKING:
    from pathlib import Path

X = pool_of(20, 3, seed=4)
NAMES = ("kg/moments", "random/diagonal")


def board(*texts: str, runs: int = 30, budget: int = 8, names: tuple[str, ...] = NAMES) -> Board:
    rules = tuple(rule_syntax.parse(text) for text in texts)
    made = replace(contest(X, names, budget=budget), rules=rules)
    return Board((made,), tuple(Result(0, run, run, play(made, run)) for run in range(1, runs + 1)))


def test_players_do_not_feel_the_rules_that_look_on() -> None:
    plain = contest(X, (*NAMES, "thompson/moments"), budget=5)
    watched = replace(plain, rules=(rule_syntax.parse("value 1 or within 5 at 50 or at-stake 3"),))
    for seed in range(4):
        one, other = play(plain, seed), play(watched, seed)
        assert np.array_equal(one.measured, other.measured)
        assert np.array_equal(one.predictive, other.predictive)


def test_a_budget_stops_every_run_there_and_its_error_rate_is_that_of_the_costs() -> None:
    made = board("runs 3")
    for p, one in enumerate(stopping_evaluation.evaluate_rules(made)):
        missed = int((made.predictive[0][:, p, 3] > 0.05).sum())
        assert (one.stopped, one.mean_n, one.missed) == (30, 3.0, missed)
        assert one.rate == missed / 30
        assert 0 < missed < 30


def test_a_rule_stops_at_the_first_state_that_meets_it() -> None:
    made = board("value 0.4", "runs 9", runs=12, names=("kg/moments",))
    contest_ = made.contests[0]
    stopped = set()
    for result in made.results:
        world = draw_world(contest_, result.seed)
        rows = result.played.measured[0]
        right = -1
        for n in range(9):
            y = world.outcome[np.arange(1, n + 1), rows[:n]]
            belief = posterior(contest_.prior("moments"), X[rows[:n]], y)
            if right < 0 and belief.knowledge_gradient(X).max() < 0.004:
                right = n
        assert result.played.stopped[0].tolist() == [right, -1]
        stopped.add(right)
    assert len(stopped) > 2
    never = list(stopping_evaluation.evaluate_rules(made))[1]
    assert (never.stopped, never.mean_n, never.rate, never.error) == (0, None, None, None)
    assert never.sentence == "kg/moments, “runs 9” stopped in none of 12 simulated runs."


def test_where_a_success_of_the_best_is_all_that_lacks_the_study_goes_on_with_it() -> None:
    rule, limit = "at-stake 10 and succeeded 1", 0.1
    made = board(rule, runs=40, budget=15, names=("kg/moments",))
    alone = board("at-stake 10", runs=40, budget=15, names=("kg/moments",))
    contest_ = made.contests[0]
    confirmed = failed = 0
    for result, other in zip(made.results, alone.results, strict=True):
        assert np.array_equal(result.played.measured, other.played.measured)
        world = draw_world(contest_, result.seed)
        agent = Agent(contest_, contest_.players[0], world)
        tried = [(row, float(world.outcome[0, row])) for row in world.free]
        stopped, ended = -1, 0.0
        for n in range(16):
            best = agent.recommended()[0]
            stake = perfect_information(agent.context, (world.seed, len(tried)))
            met = bool(tried) and stake is not None and stake.value <= limit
            won = [y > 0 for row, y in tried if row == best]
            if met and sum(won) >= 1 and 2 * sum(won) >= len(won):
                stopped, ended = n, float(world.chance[n].max() - world.chance[n, best])
                break
            if n < 15:
                row = best if met else agent.choose()
                confirmed += met
                tried.append((row, float(world.outcome[n + 1, row])))
                failed += met and tried[-1][1] < 0
                agent.learn(*tried[-1])
        assert (result.played.stopped[0, 0], result.played.ended[0, 0]) == (stopped, ended)
    assert confirmed > 10
    assert failed > 0
    (one,) = stopping_evaluation.evaluate_rules(made)
    assert one.mean_loss == pytest.approx(
        np.mean([r.played.ended[0, 0] for r in made.results if r.played.stopped[0, 0] >= 0])
    )


def test_a_chance_that_is_asked_for_is_kept_on_average() -> None:
    """A rule that stops at a chance of 80 % to be within 10 points is wrong in at most about a fifth of its runs."""
    made = board("within 10 at 80", runs=100, budget=20, names=("kg/moments",))
    one = next(stopping_evaluation.evaluate_rules(made))
    assert one.within == 0.1
    assert one.stopped > 60
    assert one.rate is not None
    assert one.error is not None
    assert one.rate < 0.2 + 2 * one.error
    assert one.rate > 0.02  # neither does it wait until everything is certain


@pytest.mark.nightly
def test_what_is_left_at_stake_is_what_is_lost_on_average() -> None:
    """Truths are drawn from the prior: the mean loss at the stop is at most P, up to its error, and not far below."""
    made = board("at-stake 5", "at-stake 2", runs=150, budget=25, names=("kg/moments",))
    contest_ = made.contests[0]
    for one, limit in zip(stopping_evaluation.evaluate_rules(made), (0.05, 0.02), strict=True):
        assert one.within == limit
        assert one.stopped > 60
        assert one.mean_loss is not None
        assert one.error_loss is not None
        assert one.mean_loss < limit + 3 * one.error_loss
        assert one.mean_loss > limit / 5
        at = np.array([r.played.stopped[0, contest_.rules.index(one.rule)] for r in made.results])
        ended = np.flatnonzero(at >= 0)
        lost = made.predictive[0][ended, 0, at[ended]]
        assert one.mean_loss == pytest.approx(lost.mean())
        assert one.error_loss == pytest.approx(lost.std(ddof=1) / math.sqrt(lost.size))
        assert one.missed == int((lost > limit).sum())
        assert f"It was {100 * lost.mean():.2f} points (± " in one.sentence


def test_each_world_has_draws_of_its_own() -> None:
    made = contest(X, ("kg/moments",), budget=2)
    seats = [Agent(made, made.players[0], draw_world(made, seed)) for seed in (1, 2)]
    stakes = [seat.progress.at_stake for seat in seats]
    assert stakes[0] != stakes[1]
    assert Agent(made, made.players[0], draw_world(made, 1)).progress.at_stake == stakes[0]


@pytest.mark.parametrize(
    ("text", "within"),
    [
        ("at-stake 2 or runs 9", 0.02),
        ("runs 9", 0.05),
        ("within 10 at 90", 0.1),
        ("value 0.1 or within 20 at 50", 0.2),
        ("within 20 at 50 and (runs 9 or within 2 at 50)", 0.02),
    ],
)
def test_a_rule_is_judged_by_the_distance_that_it_speaks_of(text: str, within: float) -> None:
    assert stopping_evaluation.distance(rule_syntax.parse(text)) == within


def test_no_miss_in_a_few_runs_is_not_certainty() -> None:
    one = stopping_evaluation.StoppingResult(
        "p", contest(X).players[0], rule_syntax.parse("runs 5"), 10, 10, 5.0, 0.0, 0.05, 0
    )
    assert one.rate == 0.0
    assert one.error == pytest.approx(math.sqrt(0.5 / 11 * 10.5 / 11 / 10))
    assert one.sentence.endswith(
        "then 0 % (± 6.6) had a recommended candidate more than 5 percentage points below the best."
    )


def rehearsed_by_rules(table_path: Path) -> list[str]:
    words = ["rehearse", str(table_path), "--id", "code", "--category", "solvent", "--ignore", "well"]
    words += ["--policies", "kg,random", "--runs", "4", "--budget", "3", "--truth", "prior,drift"]
    words += ["--terms", "linear"]
    return [*words, "--stop", "runs 2", "--stop", "runs 3 or value 0.01"]


@pytest.mark.usefixtures("without_processes")
def test_rules_on_the_command_line_are_reported_in_table_page_and_sentences(
    table_path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*rehearsed_by_rules(table_path), "--workers", "1", "--out", str(tmp_path / "one")]) == 0
    told = capsys.readouterr().out
    assert "candidates+drift: random/moments, “runs 2” stopped in 4 of 4 simulated runs, after 2.0" in told
    with (tmp_path / "one" / "stopping.csv").open(newline="", encoding="utf-8") as stream:
        rows = list(csv.DictReader(stream))
    assert list(rows[0]) == list(stopping_evaluation.HEADER)
    assert [(r["pool"], r["policy"], r["rule"]) for r in rows] == [
        (pool, policy, rule)
        for pool in ("candidates", "candidates+drift")
        for policy in ("kg", "random")
        for rule in ("runs 2", "runs 3 or value 0.01")
    ]
    assert {r["stopped"] for r in rows if r["rule"] == "runs 2"} == {"4"}
    # The planned end is no stop: what met no other part of the rule by then used up the plan.
    assert {r["stopped"] for r in rows if r["rule"] != "runs 2"} <= {"0", "1", "2", "3"}
    assert "Stopping rules" in (tmp_path / "one" / "report.html").read_text(encoding="utf-8")


@pytest.mark.nightly
def test_rules_are_reported_alike_whatever_the_number_of_processes(table_path: Path, tmp_path: Path) -> None:
    for name, workers in (("one", "1"), ("two", "2")):
        assert (
            main([*rehearsed_by_rules(table_path), "--workers", workers, "--out", str(tmp_path / name)]) == 0
        )
    for path in (tmp_path / "one").iterdir():
        assert path.read_bytes() == (tmp_path / "two" / path.name).read_bytes(), path.name


def test_a_text_that_is_no_rule_is_refused_before_the_work(
    table_path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["rehearse", str(table_path), "--id", "code", "--category", "solvent", "--ignore", "well"]
    words += ["--policies", "kg", "--stop", "enough", "--out", str(tmp_path / "out")]
    assert main(words) == 1
    assert "The stopping rule cannot be read at “enough”" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()
