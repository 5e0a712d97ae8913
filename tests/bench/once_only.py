"""Studies whose candidates can be run only once: which policy finds the successes, and what it recommends.

    KGDESK_REAL_DIR=FOLDER KGDESK_UCI_DIR=FOLDER OPENBLAS_NUM_THREADS=1 PYTHONPATH=$PWD \
        python tests/bench/once_only.py LOG choose

plays what LOG, one JSON object per line, does not have yet: the stage `choose`, `worlds`, `confirm`, or, with
KGDESK_OLYMPUS_DIR, `laboratory`. `--table` prints what it has. Rules and results: `tests/bench/once_only.md`.
"""

from __future__ import annotations

import argparse
import csv
import functools
import math
import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

if __name__ == "__main__":  # before Numba is imported
    os.environ.setdefault("NUMBA_NUM_THREADS", "1")

import numpy as np

from kgdesk.model import policies
from kgdesk.model.advice.posterior_summary import terms_for
from kgdesk.model.beliefs.belief import posterior
from kgdesk.model.beliefs.log_odds import expit, kappa_score
from kgdesk.model.beliefs.mixture import AverageBelief
from kgdesk.model.design import design_matrix
from kgdesk.model.design.pool import Attribute, Pool
from kgdesk.model.policies.pool_sweep import best_row
from kgdesk.model.study.settings import Settings
from kgdesk.tables import read_pool
from tests.bench import averaged_prior, replay_tables
from tests.bench.families import FAMILIES, world
from tests.bench.game_log import logged, play_missing

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from kgdesk.model.policies import PolicyContext

    Array = np.ndarray

BUDGET, POINTS = 30, (10, 20, 30)

#: Tables that no default was chosen by: the file, and the label, the rarer one, that counts as a success.
KEPT = {
    "climate": ("climate.csv", -1),
    "fertility": ("fertility.csv", -1),
    "glass": ("glass.csv", -1),
    "haberman": ("haberman.csv", -1),
    "planning relax": ("planning_relax.csv", -1),
    "transfusion": ("transfusion.csv", 1),
    "breast cancer": ("wpbc.csv", -1),
}

#: Tables of measurements in the folder `datasets` of aspuru-guzik-group/olympus; a success is one of the 5 % that are
#: largest, or smallest. Their columns have no headings, and the last one is measured.
LABORATORY = {
    "buchwald_a": "largest",
    "crossed_barrel": "largest",
    "p3ht": "largest",
    "photo_pce10": "smallest",
    "photo_wf3": "smallest",
    "hplc": "largest",
    "fullerenes": "largest",
}

#: Of each stage: tables or families, the first seed, and the players, of whom the first is the default before.
STAGES: dict[str, tuple[Sequence[str], int, tuple[str, ...]]] = {
    "choose": (
        tuple(replay_tables.TABLES),
        20267101,
        ("average/kg", "average/exploit", "average/active-search", "both/exploit"),
    ),
    "worlds": (tuple(FAMILIES), 20267201, ("average/kg", "average/exploit")),
    "confirm": (tuple(KEPT), 20267301, ("average/kg", "average/exploit")),
    "laboratory": (tuple(LABORATORY), 20267401, ("average/kg", "average/exploit")),
}


@dataclass(frozen=True)
class ActiveSearch:
    """Expected number of successes in all runs left if those after the coming one are chosen together.

    The efficient nonmyopic search of Jiang et al. (ICML 2017): the chance of the row, and over its two outcomes the
    mean of the sum of the largest chances of as many other rows as runs are left. O(M^2) for each member, and so for
    pools of some hundred rows.
    """

    name: str = "active-search"

    def scores(self, context: PolicyContext) -> Array:
        """Return the expected number of successes (U,)."""
        belief, runnable = context.belief, context.runnable
        chance = belief.predict(context.pool)
        left = min(context.budget - context.coming, int(runnable.sum()) - 1)
        if left <= 0 or not isinstance(belief, AverageBelief):
            return chance
        (rows, own), (mu, s2) = (
            belief.rows_of_members(context.pool),
            belief.moments_of_members(context.pool),
        )
        diagonal = np.arange(len(chance))
        total = chance.copy()
        for y in (1.0, -1.0):
            after = np.zeros((len(chance), len(chance)))  # chances after y, times that of y
            for c, part in enumerate(belief.components):
                Z = rows[c][0]
                t = Z @ part.belief.covariance @ Z.T
                t[diagonal, diagonal] += own[c]
                each = [part.stepped(float(m), float(v), y) for m, v in zip(mu[c], s2[c], strict=True)]
                weight, g, f = np.array(each).T
                variance = np.maximum(s2[c] - f[:, None] * t * t, 0.0)
                after += weight[:, None] * expit(kappa_score(mu[c] + g[:, None] * t, variance))
            after[:, ~runnable] = 0.0
            after[diagonal, diagonal] = 0.0
            total += np.sort(after, axis=1)[:, -left:].sum(axis=1)
        return total


@dataclass(frozen=True)
class Truth:
    """What one game is played in: candidates, whether each succeeds (M,), and its true chance (M,)."""

    pool: Pool
    good: Array
    chance: Array


def truth_of(folders: dict[str, Path], name: str, seed: int) -> Truth:
    """Return the draw of a table, or the world of a family, with a seed."""
    if name in FAMILIES:
        drawn, rng = world(name, seed), np.random.default_rng((seed, 77))
        return Truth(drawn.pool, rng.random(len(drawn.chance)) < drawn.chance, drawn.chance)
    pool, good = _table(next(folders[key] for key, names in _TABLES.items() if name in names), name)
    rng = np.random.default_rng((seed, 79))
    # As in `replay_tables`: 200 rows, or fewer where there are not as many failures, at most 5 % of them successes.
    count = min(replay_tables.ROWS, int(np.count_nonzero(~good) / (1.0 - replay_tables.SHARE)))
    hits = max(replay_tables.LEAST, round(count * min(replay_tables.SHARE, float(good.mean()))))
    drawn_rows = [rng.choice(np.flatnonzero(good), hits, replace=False)]
    drawn_rows.append(rng.choice(np.flatnonzero(~good), count - hits, replace=False))
    rows = rng.permutation(np.concatenate(drawn_rows))
    part = Pool(
        tuple(pool.ids[row] for row in rows),
        pool.attributes,
        tuple(tuple(column[row] for row in rows) for column in pool.values),
    )
    return Truth(part, good[rows], good[rows].astype(np.float64))


#: Names of the tables in each folder.
_TABLES = {"real": tuple(replay_tables.TABLES), "uci": tuple(KEPT), "olympus": tuple(LABORATORY)}


def _measurements(file: Path, best: str) -> tuple[Pool, Array]:
    with file.open(encoding="utf-8") as lines:
        rows = [row for row in csv.reader(lines) if row]
    *columns, measured = zip(*rows, strict=True)
    words = [not column[0].replace(".", "").isdigit() for column in columns]
    attributes = tuple(
        Attribute(f"x{j + 1}", "category" if word else "number") for j, word in enumerate(words)
    )
    values = tuple(
        column if word else tuple(map(float, column)) for column, word in zip(columns, words, strict=True)
    )
    found = np.array(measured, dtype=np.float64) * (1.0 if best == "largest" else -1.0)
    pool = Pool(tuple(str(k + 1) for k in range(len(rows))), attributes, values, {})
    return pool, found >= np.quantile(found, 1.0 - replay_tables.SHARE)


@functools.lru_cache
def _table(folder: Path, name: str) -> tuple[Pool, Array]:
    if name in LABORATORY:
        return _measurements(folder / f"dataset_{name}" / "data.csv", LABORATORY[name])
    if name not in KEPT:
        pool, _, good = replay_tables.read(folder, name)
        return pool, good
    file, label = KEPT[name]
    with (folder / file).open(encoding="utf-8") as lines:
        header = next(csv.reader(lines))
    pool = read_pool(folder / file, attributes=header[:-1], extras=["label"]).pool
    return pool, np.array([float(cell) == label for cell in pool.extras["label"]])


def play(folders: dict[str, Path], name: str, player: str, seed: int) -> dict[str, Any]:
    """Play one game, each row of the design matrix once, and return successes, costs and scores."""
    prior_name, policy = player.split("/")
    truth = truth_of(folders, name, seed)
    numbers = sum(one.kind == "number" for one in truth.pool.attributes)
    columns = len(design_matrix.fix_scaling(truth.pool).columns) - 1
    terms = terms_for(columns, numbers, BUDGET)
    scaling = design_matrix.fix_scaling(truth.pool, terms=terms)
    design = design_matrix.design(truth.pool, scaling)
    rows, chance, good = design.rows, truth.chance[design.first_of], truth.good[design.first_of]
    prior = (
        Settings(terms=terms).settled().prior_of(scaling)
        if prior_name == "average"
        else averaged_prior.priors(scaling, len(truth.pool.attributes))[prior_name]
    )
    rule = policies.policy(ActiveSearch() if policy == ActiveSearch.name else policy)
    every, left = np.ones(len(rows), dtype=np.bool_), np.ones(len(rows), dtype=np.int64)
    told: dict[str, Any] = {"name": name, "player": player, "seed": seed}
    told |= {"candidates": len(rows), "possible": int(good.sum()), "found": [], "cost": [], "log_score": []}
    run: list[int] = []
    now = prior
    for n in range(1, min(BUDGET, len(rows)) + 1):
        up, down = np.bincount(run, good[run], len(rows)), np.bincount(run, ~good[run], len(rows))
        seeded = policies.Seed(seed, n, 0)
        context = policies.PolicyContext(
            now, rows, up, down, prior.deviation**-2.0, n, BUDGET, seeded, runs_left=left.copy()
        )
        row = policies.choose(np.where(left > 0, rule.scores(context), -np.inf), context)
        left[row] = 0
        run.append(row)
        now = posterior(prior, rows.take(run), np.where(good[run], 1.0, -1.0))
        if n in POINTS:
            best, _ = best_row(now, rows, every)
            untried, predicted = left > 0, now.predict(rows).clip(1e-12, 1.0 - 1e-12)
            said = np.where(good, predicted, 1.0 - predicted)[untried]
            told["cost"].append(round(float(chance.max() - chance[best]), 4))
            told["log_score"].append(round(float(-np.log(said).mean()), 4) if said.size else 0.0)
    told["found"] = np.cumsum(good[run]).tolist()
    return told


def by_chance(game: dict[str, Any], n: int) -> tuple[float, float]:
    """Return the probability that `n` runs in random order find a success, and the expected number of successes."""
    count, hits, n = game["candidates"], game["possible"], min(n, game["candidates"])
    none = math.comb(count - hits, n) / math.comb(count, n)
    return 1.0 - none, n * hits / count


def lines(games: Iterable[dict[str, Any]], stage: str) -> Iterator[str]:
    """Yield the table of a stage: each name over the seeds that all players have, and all names with equal weight."""
    names, _, players = STAGES[stage]
    of: dict[tuple[str, str], dict[int, dict[str, Any]]] = {}
    for one in games:
        of.setdefault((one["name"], one["player"]), {})[one["seed"]] = one
    seeds = {
        name: sorted(set.intersection(*(set(of.get((name, player), ())) for player in players)))
        for name in names
    }
    played = [name for name in names if len(seeds[name]) > 1]
    yield (
        "| | draws | player | at least one, % | found, n = 10 | n = 20 | n = 30 | cost, n = 30 | log score | "
        "less the first: at least one, % | found | cost |"
    )
    yield "|---|---|---|---|---|---|---|---|---|---|---|---|"
    for group, title in [([name], name) for name in played] + [(played, "all")]:
        chosen = [[of[name, players[0]][seed] for seed in seeds[name]] for name in group]
        draws = str(sum(len(each) for each in chosen))
        first = None
        for player in players:
            own = [[of[name, player][seed] for seed in seeds[name]] for name in group]
            values = {
                "any": [np.array([float(one["found"][-1] > 0) for one in each]) for each in own],
                **{
                    f"found {n}": [
                        np.array([one["found"][min(n, len(one["found"])) - 1] for one in each])
                        for each in own
                    ]
                    for n in POINTS
                },
                "cost": [np.array([one["cost"][-1] for one in each]) for each in own],
                "log": [np.array([one["log_score"][-1] for one in each]) for each in own],
            }
            first = first or values
            cells = [
                _mean(values["any"], 0, 100.0),
                *(_mean(values[f"found {n}"], 2) for n in POINTS),
                _mean(values["cost"], 3),
                _mean(values["log"], 3),
            ]
            for key, decimals, scale in (("any", 0, 100.0), ("found 30", 2, 1.0), ("cost", 3, 1.0)):
                apart = [a - b for a, b in zip(values[key], first[key], strict=True)]
                cells.append("" if player == players[0] else _mean(apart, decimals, scale, "+"))
            yield f"| {title} | {draws} | {player} | {' | '.join(cells)} |"
        blind = {n: [np.array([by_chance(one, n) for one in each]) for each in chosen] for n in POINTS}
        cells = [f"{100 * np.mean([each[:, 0].mean() for each in blind[BUDGET]]):.0f}"]
        cells += [f"{np.mean([each[:, 1].mean() for each in blind[n]]):.2f}" for n in POINTS]
        yield f"| {title} | {draws} | random order, exact | {' | '.join(cells)} | | | | | |"


def _mean(values: Sequence[Array], decimals: int, scale: float = 1.0, sign: str = "") -> str:
    """Return the mean over names of the means over draws, with its standard error over draws."""
    mean = float(np.mean([each.mean() for each in values]))
    error = float(np.sqrt(np.sum([each.var(ddof=1) / each.size for each in values]))) / len(values)
    return f"{scale * mean:{sign}.{decimals}f} ± {scale * error:.{decimals}f}"


def main(words: Sequence[str] | None = None) -> int:
    """Play, or print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("log", type=Path)
    parser.add_argument("stage", choices=tuple(STAGES))
    parser.add_argument("--draws", type=int, default=20, help="draws of each table, or worlds of each family")
    parser.add_argument("--table", action="store_true", help="print what the log has")
    options = parser.parse_args(words)
    names, first, players = STAGES[options.stage]
    if options.table:
        print("\n".join(lines(logged(options.log), options.stage)))
        return 0
    folders = {}
    for key in (key for key, tables in _TABLES.items() if set(names) <= set(tables)):
        variable = f"KGDESK_{key.upper()}_DIR"
        if not os.environ.get(variable):
            print(f"{variable} does not name the folder with the public tables.", file=sys.stderr)
            return 1
        folders[key] = Path(os.environ[variable])
    seeds = range(first, first + options.draws)
    wanted = ((name, player, seed) for seed in seeds for name in names for player in players)
    play_missing(options.log, ("name", "player", "seed"), wanted, functools.partial(play, folders))
    return 0


if __name__ == "__main__":
    sys.exit(main())
