"""Studies whose candidates run only once: the search that counts all runs left, random order, and the printed table."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import numpy as np
import pytest

from kgdesk.model import policies
from kgdesk.model.beliefs.belief import posterior
from kgdesk.model.beliefs.prior import mixture_prior
from tests.bench import once_only

if TYPE_CHECKING:
    from pathlib import Path


def test_the_search_that_counts_all_runs_left_equals_the_sum_over_both_outcomes_of_updated_beliefs() -> None:
    rng = np.random.default_rng(3)
    X = np.column_stack([np.ones(9), rng.standard_normal((9, 2)), rng.standard_normal((9, 2))])
    higher = np.array([False, False, False, True, True])
    prior = mixture_prior("full", np.zeros(5), np.ones(5), higher)
    belief = posterior(prior, X[[0, 4, 7]], np.array([1.0, -1.0, -1.0]))
    left = np.ones(9, dtype=np.int64)
    left[[0, 4, 7]] = 0
    none = np.zeros(9)
    context = policies.PolicyContext(
        belief, X, none, none, np.ones(5), 4, 7, policies.Seed(1), runs_left=left
    )
    scores = once_only.ActiveSearch().scores(context)
    for row in np.flatnonzero(left):
        others = [k for k in np.flatnonzero(left) if k != row]
        chance = float(belief.predict(X)[row])
        then = {y: np.sort(belief.updated(X[row], y).predict(X)[others])[-3:].sum() for y in (1, -1)}
        assert scores[row] == pytest.approx(chance + chance * then[1] + (1.0 - chance) * then[-1], abs=1e-9)


def test_runs_in_random_order_find_what_all_orders_find_on_average() -> None:
    good = [True, False, False, True, False]
    found = [sum(good[k] for k in order[:2]) for order in itertools.permutations(range(5))]
    chance, mean = once_only.by_chance({"candidates": 5, "possible": 2}, 2)
    assert chance == pytest.approx(np.mean([each > 0 for each in found]))
    assert mean == pytest.approx(np.mean(found))


def test_the_table_pairs_the_players_by_draw_and_gives_every_name_the_same_weight() -> None:
    names, _, players = once_only.STAGES["confirm"]
    games = []
    for (at, name), (p, player) in itertools.product(enumerate(names[:2]), enumerate(players)):
        for seed in range(2 + at):
            found = [0] * 29 + [3 * p + seed]
            told = {"name": name, "player": player, "seed": seed, "candidates": 200, "possible": 10}
            games.append(
                told | {"found": found, "cost": [0.0, 0.0, 0.5 - 0.5 * p], "log_score": [0.0, 0.0, 0.2]}
            )
    games.append(games[0] | {"seed": 9})  # nobody else has played this draw
    printed = list(once_only.lines(games, "confirm"))
    assert len(printed) == 2 + 3 * 3
    assert printed[2].startswith(
        "| climate | 2 | average/kg | 50 ± 50 | 0.00 ± 0.00 | 0.00 ± 0.00 | 0.50 ± 0.50 |"
    )
    assert printed[3].endswith("| +50 ± 50 | +3.00 ± 0.00 | -0.500 ± 0.000 |")
    assert printed[-3].startswith(
        "| all | 5 | average/kg | 58 ± 30 | 0.00 ± 0.00 | 0.00 ± 0.00 | 0.75 ± 0.38 |"
    )
    assert printed[-1].startswith("| all | 5 | random order, exact | 81 | 0.50 | 1.00 | 1.50 |")


def test_a_game_runs_every_candidate_at_most_once_and_knows_what_there_is_to_find() -> None:
    told = once_only.play({}, "titration", "average/exploit", 4)
    truth = once_only.truth_of({}, "titration", 4)
    assert (told["candidates"], told["possible"]) == (30, int(truth.good.sum()))
    assert told["found"][-1] == told["possible"]


@pytest.mark.parametrize("name", once_only.KEPT)
def test_a_draw_of_a_kept_table_has_few_successes_of_the_rarer_label(name: str, uci: Path) -> None:
    truth = once_only.truth_of({"uci": uci}, name, 1)
    assert 6 <= truth.good.sum() <= max(6, round(0.05 * len(truth.pool)))
    assert truth.good.sum() < len(truth.pool) <= 200


@pytest.mark.parametrize(("name", "value"), [("hplc", 99.0), ("photo_wf3", 0.0)])
def test_a_table_of_measurements_has_the_best_twentieth_as_successes(
    tmp_path: Path, name: str, value: float
) -> None:
    folder = tmp_path / f"dataset_{name}"
    folder.mkdir()
    lines = [f"{('DMF', 'THF')[k % 2]},{k}.5,{k}.0" for k in range(100)]
    (folder / "data.csv").write_text("\n".join(lines), encoding="utf-8")
    pool, good = once_only._table(tmp_path, name)
    assert [one.kind for one in pool.attributes] == ["category", "number"]
    assert good.sum() == 5
    best = int(value)
    assert good[best]
    assert (pool.values[0][best], pool.values[1][best]) == (("DMF", "THF")[best % 2], best + 0.5)
