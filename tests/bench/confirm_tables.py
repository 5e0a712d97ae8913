"""Replay the public tables that are kept for a confirmation: averaged and straight models, yes/no outcomes, 30 runs.

Rules and results: `tests/bench/confirm_tables.md`.

    KGDESK_REAL_DIR=FOLDER PYTHONPATH=$PWD python tests/bench/confirm_tables.py LOG

plays what LOG, one JSON object per line, does not have yet; `--table` prints what it has.
"""

from __future__ import annotations

import argparse
import functools
import itertools
import os
import sys
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unittest import mock

import numpy as np

from kgdesk.model.beliefs.prior import mixture_prior
from kgdesk.rehearsal import contest
from kgdesk.rehearsal.table_replay import play_replay
from tests.bench import replay_tables
from tests.bench.belief_contest import BENT
from tests.bench.game_log import logged, play_missing

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

#: Terms and policy of each player; `bent` is the average before deviations and features.
PLAYERS = (
    "average/kg",
    "linear/kg",
    "bent/kg",
    "linear/kg-then-turns",
    "average/kg-then-turns",
    "average/random",
    "linear/random",
)
FIRST, DRAWS, BUDGET, POINTS = 20265501, 40, 30, (10, 20, 30)


def play(folder: Path, table: str, player: str, seed: int) -> dict[str, Any]:
    """Replay one draw of a table, and return the scores after 10, 20 and 30 runs."""
    terms, policy = player.split("/")
    game = replay_tables.replay_of(
        folder, table, [policy], ["average" if terms == "bent" else terms], budget=BUDGET
    )
    before = functools.partial(mixture_prior, models=BENT)
    with mock.patch.object(contest, "mixture_prior", before) if terms == "bent" else nullcontext():
        run = play_replay(game, seed)
    scores = {
        key: [float(getattr(run, key)[0, n]) for n in POINTS] for key in ("successes", "hit", "log_score")
    }
    return {"table": table, "player": player, "seed": seed, **scores}


def _cell(values: Sequence[np.ndarray], decimals: int, scale: float = 1.0, sign: str = "") -> str:
    """Return the mean over tables of the means over draws, with its standard error over draws."""
    mean = float(np.mean([each.mean() for each in values]))
    error = float(np.sqrt(np.sum([each.var(ddof=1) / each.size for each in values]))) / len(values)
    return f"{scale * mean:{sign}.{decimals}f} ± {scale * error:.{decimals}f}"


def lines(games: Iterable[dict[str, Any]]) -> Iterator[str]:
    """Yield the table: each public table over the draws that all players have, and the mean of the tables."""
    of: dict[tuple[str, str], dict[int, dict[str, Any]]] = {}
    for one in games:
        of.setdefault((one["table"], one["player"]), {})[one["seed"]] = one
    tables = [name for name in replay_tables.CONFIRMING if all((name, player) in of for player in PLAYERS)]
    draws = {
        name: sorted(set.intersection(*(set(of[name, player]) for player in PLAYERS))) for name in tables
    }
    yield (
        "| table | draws | player | at least one, % | found, n = 10 | n = 20 | n = 30 | recommended succeeds, % | "
        "log score | less the first: at least one, % | found | log score |"
    )
    yield "|---|---|---|---|---|---|---|---|---|---|---|---|"
    groups = [([name], name) for name in tables] + ([(tables, "mean")] if len(tables) > 1 else [])
    for names, title in groups:

        def scores(player: str, key: str, n: int, names: list[str] = names) -> list[np.ndarray]:
            at = POINTS.index(n)
            return [np.array([of[name, player][seed][key][at] for seed in draws[name]]) for name in names]

        for player in PLAYERS:
            found = scores(player, "successes", BUDGET)
            any_found, log_score = [each > 0 for each in found], scores(player, "log_score", BUDGET)
            cells = [
                _cell([each.astype(float) for each in any_found], 0, 100.0),
                *(_cell(scores(player, "successes", n), 2) for n in POINTS),
                _cell(scores(player, "hit", BUDGET), 0, 100.0),
                _cell(log_score, 4),
            ]
            first = scores(PLAYERS[0], "successes", BUDGET)
            if player == PLAYERS[0]:
                cells += ["", "", ""]
            else:
                pairs = list(zip(found, first, strict=True))
                cells += [
                    _cell([(a > 0).astype(float) - (b > 0) for a, b in pairs], 0, 100.0, "+"),
                    _cell([a - b for a, b in pairs], 2, sign="+"),
                    _cell(
                        [
                            a - b
                            for a, b in zip(log_score, scores(PLAYERS[0], "log_score", BUDGET), strict=True)
                        ],
                        4,
                        sign="+",
                    ),
                ]
            count = "/".join(str(len(draws[name])) for name in names)
            yield f"| {title} | {count} | {player} | {' | '.join(cells)} |"


def main(words: Sequence[str] | None = None) -> int:
    """Play, or print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("log", type=Path)
    parser.add_argument("--draws", type=int, default=DRAWS, help="draws of each table")
    parser.add_argument("--table", action="store_true", help="print what the log has")
    options = parser.parse_args(words)
    if options.table:
        print("\n".join(lines(logged(options.log))))
        return 0
    folder = os.environ.get("KGDESK_REAL_DIR", "")
    if not folder:
        print("KGDESK_REAL_DIR does not name the folder with the public tables.", file=sys.stderr)
        return 1
    draws = itertools.product(range(FIRST, FIRST + options.draws), replay_tables.CONFIRMING, PLAYERS)
    wanted = ((table, player, seed) for seed, table, player in draws)
    play_missing(options.log, ("table", "player", "seed"), wanted, functools.partial(play, Path(folder)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
