"""Replays of a labelled table: the outcomes are the truth, each candidate is run once, scores are a hand's."""

from __future__ import annotations

import json
import math
import statistics
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import kgdesk
from kgdesk.errors import BadInput, UnknownCandidate
from kgdesk.kernels import predict_exact
from kgdesk.model.beliefs.belief import posterior
from kgdesk.model.design.pool import Attribute, Pool
from kgdesk.model.study.settings import Settings
from kgdesk.rehearsal.engine import Result
from kgdesk.rehearsal.replay_scores import SCORES, ReplayBoard, sentences
from kgdesk.rehearsal.simulation import play, restored
from kgdesk.rehearsal.table_replay import Replay, ReplayedRun, plan_replay, prediction_scores
from kgdesk.reports.text_format import EnglishFormat

if TYPE_CHECKING:
    from collections.abc import Sequence

LETTERS = "ABCDEFGHIJKL"


def table(size: int = 12) -> Pool:
    """Return candidates of two numbers and a category, all different."""
    rng = np.random.default_rng(4)
    heat, time = (tuple(map(float, rng.permutation(size))) for _ in range(2))
    return Pool(
        tuple(LETTERS[:size]),
        (Attribute("heat"), Attribute("time"), Attribute("solvent", "category")),
        (heat, time, tuple("xy"[n % 2] for n in range(size))),
    )


def labels(good: str, bad: str) -> list[tuple[str, int]]:
    return [*((name, 1) for name in good), *((name, -1) for name in bad)]


def planned(policies: Sequence[str] = ("kg", "random"), **choices: Any) -> Replay:
    return plan_replay(table(), labels("CFK", "ABDEGHIJL"), policies, **{"budget": 8, **choices})


def board_of(game: Replay, runs: int = 5) -> ReplayBoard:
    return ReplayBoard(
        game, tuple(Result(0, nth, 30 + nth, play(game, 30 + nth)) for nth in range(1, runs + 1))
    )


@pytest.mark.parametrize("terms", ["linear", "quadratic"])
def test_scores_of_a_replay_are_those_of_the_outcomes_and_of_a_fit_to_them(terms: str) -> None:
    truth = dict(labels("CFK", "ABDEGHIJL"))
    game = planned(settings=Settings(terms=terms))
    played, contest = play(game, 7), game.whole
    ids, y = game.candidates.ids, np.array([truth[name] for name in game.candidates.ids])
    assert ids == tuple(LETTERS)
    for p, player in enumerate(game.players):
        order = played.measured[p].tolist()
        assert len(set(order)) == 8
        for n in range(9):
            past = order[:n]
            belief = posterior(contest.prior("moments", player.terms), contest.X[past], y[past].astype(float))
            chance = predict_exact(*belief.moments(contest.X))
            untried = [row for row in range(12) if row not in past]
            said = [chance[row] if y[row] > 0 else 1.0 - chance[row] for row in untried]
            assert played.log_score[p, n] == pytest.approx(-statistics.fmean(map(math.log, said)), rel=1e-9)
            assert played.brier[p, n] == pytest.approx(statistics.fmean((1 - s) ** 2 for s in said), rel=1e-9)
            assert played.successes[p, n] == sum(truth[ids[row]] > 0 for row in past)
            best = played.recommended[p, n]
            assert chance[best] == pytest.approx(chance.max(), rel=1e-7)
            assert played.hit[p, n] == (truth[ids[best]] > 0)
    assert played.possible.tolist() == [3]


def test_no_outcome_is_known_before_the_first_run() -> None:
    other = plan_replay(table(), labels("AB", "CDEFGHIJKL"), ["kg"], budget=1)
    mine = planned(["kg"], budget=1)
    assert play(mine, 3).measured.tolist() == play(other, 3).measured.tolist()
    assert play(mine, 3).recommended[0, 0] == play(other, 3).recommended[0, 0]


def test_the_same_seed_gives_the_same_replay_and_kept_lines_restore_its_bits() -> None:
    def line(run: ReplayedRun) -> str:
        return json.dumps(run.as_lists())  # with the NaN after the last run, which equals itself here

    game = planned(rows=8, successes=2)
    once = line(play(game, 11))
    assert once == line(play(planned(rows=8, successes=2), 11)) != line(play(game, 12))
    assert line(restored(game, json.loads(once))) == once
    assert np.array_equal(restored(game, json.loads(once)).brier, play(game, 11).brier, equal_nan=True)


def test_a_replay_ends_when_every_candidate_is_run() -> None:
    game = planned(["kg", "random", "thompson"], budget=30)
    assert game.budget == 12
    played = play(game, 1)
    assert [sorted(order) for order in played.measured.tolist()] == [list(range(12))] * 3
    assert played.successes[:, -1].tolist() == [3, 3, 3]
    assert np.isnan(played.log_score[:, -1]).all()
    assert not np.isnan(played.log_score[:, :-1]).any()
    last = next(
        row for row in ReplayBoard(game, (Result(0, 1, 1, played),)).rows() if row[3:5] == ("brier", 12)
    )
    assert last[6:] == (None, None, None, None)


def test_candidates_without_an_outcome_are_neither_run_nor_recommended() -> None:
    game = plan_replay(table(), labels("CF", "ABDE"), ["kg", "random"], budget=30)
    assert game.candidates.ids == tuple("ABCDEF")
    assert game.budget == 6
    assert play(game, 5).recommended.max() < 6


def test_equal_candidates_are_one_whose_outcome_each_replay_draws_from_theirs() -> None:
    pool = Pool(tuple("ABCDE"), (Attribute("heat"),), ((1.0, 1.0, 1.0, 2.0, 3.0),))
    game = plan_replay(pool, labels("AD", "BCE"), ["random"])
    assert game.candidates.ids == ("A", "D", "E")
    assert game.at.tolist() == [0, 1, 0, 0, 2]
    drawn = np.array([game.drawn(seed)[1] for seed in range(600)])
    assert (drawn[:, 1] == 1).all()
    assert (drawn[:, 2] == -1).all()
    # 1/3 within four standard errors
    assert abs((drawn[:, 0] == 1).mean() - 1 / 3) < 4 * math.sqrt(2 / 9 / 600)
    met = {play(game, seed).possible[0] for seed in range(10)}
    assert met == {1, 2}


def test_several_outcomes_of_one_candidate_are_drawn_from_as_well() -> None:
    game = plan_replay(table(3), [("A", 1), ("A", -1), ("B", 1), ("C", -1)], ["kg"])
    assert {game.drawn(seed)[1][0] for seed in range(20)} == {-1.0, 1.0}


def test_rows_are_drawn_anew_in_each_replay_with_the_wanted_number_of_successes() -> None:
    game = planned(rows=6, successes=2)
    draws = [game.drawn(seed) for seed in range(40)]
    assert all(len(set(rows.tolist())) == 6 and (y > 0).sum() == 2 for rows, y in draws)
    assert {row for rows, _ in draws for row in rows.tolist()} == set(range(12))
    played = play(game, 2)
    assert set(played.measured.ravel().tolist()) <= set(draws[2][0].tolist())
    assert game.budget == 6
    assert planned(rows=8).drawn_successes == 2  # 3 of 12


def test_drawn_rows_of_equal_candidates_are_joined_after_the_draw_and_a_short_replay_ends_early() -> None:
    pool = Pool(tuple("ABCDEF"), (Attribute("heat"),), ((1.0, 1.0, 1.0, 1.0, 2.0, 3.0),))
    game = plan_replay(pool, labels("AE", "BCDF"), ["kg", "random"], rows=4, successes=1)
    sizes = {}
    for seed in range(60):
        candidates, y = game.drawn(seed)
        assert len(set(candidates.tolist())) == y.size
        played = play(game, seed)
        sizes[y.size] = sizes.get(y.size, 0) + 1
        assert ((played.measured >= 0).sum(axis=1) == min(y.size, game.budget)).all()
        assert (played.successes[:, -1] == (y > 0).sum()).all()
    # Four of six rows, one of A and E among them: 12 pairs of a success and three of B, C, D, F, all alike.
    # A with B, C, D is one candidate; A with F, or E with B, C, D, are two; E with F are three.
    expected = {1: 1 / 8, 2: 4 / 8, 3: 3 / 8}
    assert set(sizes) <= set(expected)
    assert all(abs(sizes.get(k, 0) / 60 - p) < 4 * math.sqrt(p * (1 - p) / 60) for k, p in expected.items())
    board = ReplayBoard(game, tuple(Result(0, n, n, play(game, n)) for n in range(20)))
    rows = list(board.runs())
    assert len(rows) == 2 * sum(1 + game.drawn(n)[1].size for n in range(20))
    assert all(row[6] for row in rows if row[5])


def test_figures_are_means_over_the_replays_and_differences_are_paired() -> None:
    board = board_of(planned(rows=9))
    found = {name: [] for name in ("kg", "random")}
    first = {name: [] for name in ("kg", "random")}
    for result in board.results:
        for policy, order in zip(found, result.played.measured, strict=True):
            good = [board.game.candidates.ids[row] in "CFK" for row in order]
            found[policy].append(sum(good[:5]))
            first[policy].append(good.index(True) + 1 if any(good) else 9)
    rows = {(row[1], *row[3:5]): row[5:] for row in board.rows()}
    root = math.sqrt(5)
    for score, n, values in (("successes", 5, found), ("first_success", 8, first)):
        kg, random = values["kg"], values["random"]
        apart = [b - a for a, b in zip(kg, random, strict=True)]
        assert rows["kg", score, n] == (
            5, pytest.approx(statistics.fmean(kg)), pytest.approx(statistics.stdev(kg) / root), None, None
        )  # fmt: skip
        assert rows["random", score, n][1:] == pytest.approx(
            (
                statistics.fmean(random),
                statistics.stdev(random) / root,
                statistics.fmean(apart),
                statistics.stdev(apart) / root,
            )
        )
    share = statistics.fmean(count > 0 for count in found["random"])
    assert rows["random", "found", 5][1] == pytest.approx(share)
    assert {row[3] for row in board.rows()} == set(SCORES)


@pytest.mark.nightly
def test_python_replays_the_outcomes_of_a_pool_in_processes() -> None:
    outcomes = labels("CFK", "ABDEGHIJL")
    board = kgdesk.replay(table(), ["kg", "random"], outcomes, budget=8, rows=9, runs=3, seed=31, workers=1)
    here = board_of(planned(rows=9, name="table"), runs=3)
    assert list(board.runs()) == list(here.runs())


def test_half_of_the_replays_have_a_success_by_the_run_that_is_told() -> None:
    board = board_of(planned(rows=9))
    for p in range(2):
        first = sorted(int((run.played.successes[p] == 0).sum()) for run in board.results)
        assert board.half_found_by(p) == (first[2] if first[2] <= 8 else None)


def test_a_policy_without_chance_replays_a_whole_table_alike_and_the_report_says_so() -> None:
    whole, drawn = board_of(planned()), board_of(planned(rows=9))
    assert whole.alike(0)
    assert not whole.alike(1)
    assert not drawn.alike(0)


def test_the_scores_of_predictions_are_zero_if_perfect_and_finite_if_quite_wrong() -> None:
    y = np.array([1.0, -1.0])
    assert prediction_scores(np.array([1.0, 0.0]), y) == (0.0, 0.0)
    assert prediction_scores(np.array([0.5, 0.5]), y) == pytest.approx((math.log(2), 0.25))
    wrong, brier = prediction_scores(np.array([0.0, 1.0]), y)
    assert brier == 1.0
    assert math.isfinite(wrong)


@pytest.mark.parametrize(
    ("outcomes", "choices", "sentence"),
    [
        ([], {}, "at least two candidates with an outcome, and there are 0"),
        (labels("A", ""), {}, "there are 1: name the column"),
        (labels("ABC", ""), {}, "All 3 outcomes are the same"),
        (labels("", "ABC"), {}, "or another threshold"),
        (labels("AC", "BD"), {"rows": 5}, "From 2 to 4 rows with an outcome"),
        (labels("AC", "BD"), {"rows": 1}, "From 2 to 4 rows with an outcome"),
        (labels("AC", "BD"), {"rows": 3, "successes": 3}, "1 to 2 can be successes, not 3"),
        (labels("AC", "B"), {"rows": 3, "successes": 1}, "2 to 2 can be successes, not 1"),
        (labels("AC", "BD"), {"successes": 1}, "say how many"),
        (labels("AC", "BD"), {"budget": 0}, "must be at least 1"),
    ],
)
def test_what_cannot_be_replayed_is_refused_in_a_sentence(
    outcomes: list[tuple[str, int]], choices: dict[str, int], sentence: str
) -> None:
    with pytest.raises(BadInput, match=sentence):
        plan_replay(table(), outcomes, ["kg"], **choices)  # type: ignore[arg-type]


def test_equal_candidates_alone_leave_nothing_to_replay() -> None:
    pool = Pool(tuple("ABC"), (Attribute("heat"),), ((1.0, 1.0, 2.0),))
    with pytest.raises(BadInput, match="the same attributes"):
        plan_replay(pool, labels("A", "B"), ["kg"])
    with pytest.raises(UnknownCandidate):
        plan_replay(pool, [("Z", 1), ("A", 1)], ["kg"])


def test_a_policy_is_summed_up_in_one_sentence() -> None:
    lines = sentences(board_of(planned(budget=12)), EnglishFormat())
    assert len(lines) == 2
    assert all(
        "After 12 runs: at least one success in 100 ± 0 % of the replays, 3.0 ± 0.0 of 3" in s for s in lines
    )
