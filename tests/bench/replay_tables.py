"""Replay public tables with known outcomes: how soon each policy, with each terms, would have found the successes.

`KGDESK_REAL_DIR=FOLDER PYTHONPATH=$PWD python tests/bench/replay_tables.py --draws 20`

Each draw has 200 rows of a table, of which at most 5 % and at least six are successes; every row is run once. Prints
a table in Markdown, by table and over all tables, with standard errors over the draws. The mean over tables gives each
the same weight; its standard error says nothing about tables other than these.
"""

from __future__ import annotations

import argparse
import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from kgdesk.model.study.records import LIKELIHOODS
from kgdesk.model.study.settings import Settings
from kgdesk.rehearsal.engine import run_contests, worker_group
from kgdesk.rehearsal.replay_scores import ReplayBoard
from kgdesk.rehearsal.table_replay import Replay, plan_replay
from kgdesk.tables import read_pool

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from kgdesk.model.design.pool import Pool

ROWS, LEAST, SHARE = 200, 6, 0.05
POLICIES, TERMS = "kg,kg-then-turns,information,random", "linear,average"


@dataclass(frozen=True)
class Labelled:
    """A table: its file, the columns to learn from, the column of the outcome, and what is a success.

    A success is a value of `least` or more; or one of the largest, or smallest, share `best` of all values.
    """

    file: str
    categories: tuple[str, ...]
    numbers: tuple[str, ...]
    outcome: str
    least: float | None = None
    best: float = 0.0
    smallest: bool = False

    def succeeds(self, values: np.ndarray) -> np.ndarray:
        """Return whether each value is a success."""
        if self.least is not None:
            return values >= self.least
        if self.smallest:
            return values <= np.quantile(values, self.best)
        return values >= np.quantile(values, 1.0 - self.best)


#: The tables by which defaults may be chosen.
TABLES = {
    "arylation": Labelled(
        "edbo_arylation.csv",
        ("Base_SMILES", "Ligand_SMILES", "Solvent_SMILES"),
        ("Concentration", "Temp_C"),
        "yield",
        least=80.0,
    ),
    "suzuki b1": Labelled(
        "plus_b1.csv",
        ("ligand", "base", "solvent"),
        ("ligand_equivalent",),
        "objective_conversion",
        best=0.07,
    ),
    "nanoparticles": Labelled(
        "oly_agnp.csv",
        (),
        ("QAgNO3(%)", "Qpva(%)", "Qtsc(%)", "Qseed(%)", "Qtot(uL/min)"),
        "loss",
        best=0.05,
        smallest=True,
    ),
}

#: Tables that are kept for a single confirmation, and are not read otherwise.
CONFIRMING = {
    "suzuki": Labelled(
        "edbo_suzuki.csv",
        ("Electrophile_SMILES", "Nucleophile_SMILES", "Ligand_SMILES", "Base_SMILES", "Solvent_SMILES"),
        (),
        "yield",
        least=90.0,
    ),
    "plate of metals": Labelled(
        "oly_plate.csv",
        (),
        (
            "Sn.PM.Loading",
            "Sb.PM.Loading",
            "Co.PM.Loading",
            "Ca.PM.Loading",
            "Ni.PM.Loading",
            "Mn.PM.Loading",
        ),
        "Eta.V_ave",
        best=0.05,
        smallest=True,
    ),
}
_ALL = TABLES | CONFIRMING


def read(folder: Path, name: str) -> tuple[Pool, np.ndarray, np.ndarray]:
    """Return the candidates of a table, whose files lie in the folder, their values, and which succeed."""
    labelled = _ALL[name]
    table = read_pool(
        folder / labelled.file,
        attributes=(*labelled.categories, *labelled.numbers),
        categories=labelled.categories,
        extras=[labelled.outcome],
    )
    values = np.array([float(cell) for cell in table.pool.extras[labelled.outcome]])
    return table.pool, values, labelled.succeeds(values)


def replay_of(
    folder: Path,
    name: str,
    policies: Sequence[str],
    terms: Sequence[str],
    *,
    budget: int = 30,
    likelihood: str = "outcomes",
    scale: str = "natural",
    unit: str = "",
    seen: Callable[[np.ndarray, float], np.ndarray] = lambda values, _: values,
) -> Replay:
    """Return the replays of a table, whose files lie in the folder.

    Parameters
    ----------
    likelihood, scale, unit
        Settings of a study with the table's value.
    seen
        Returns what is measured, given the values of the table and the threshold.
    """
    pool, values, good = read(folder, name)
    smallest = _ALL[name].smallest
    threshold = float(values[good].max() if smallest else values[good].min())
    settings = Settings(
        measured="value",
        measured_unit=unit,
        threshold=threshold,
        direction="at-most" if smallest else "at-least",
        likelihood=likelihood,
        scale=scale,
    )
    return plan_replay(
        pool,
        [(one, 1 if y else -1) for one, y in zip(pool.ids, good, strict=True)],
        policies,
        settings=settings,
        name=name,
        budget=budget,
        terms=terms,
        rows=ROWS,
        successes=max(LEAST, round(ROWS * min(SHARE, float(good.mean())))),
        measured=seen(values, threshold).tolist(),
    )


def boards(
    folder: Path,
    policies: Sequence[str],
    terms: Sequence[str],
    *,
    draws: int,
    seed: int,
    workers: int | None,
    likelihood: str = "outcomes",
) -> Iterator[ReplayBoard]:
    """Replay every table."""
    for name in TABLES:
        game = replay_of(folder, name, policies, terms, likelihood=likelihood)
        results = run_contests([game], runs=draws, seed=seed, workers=worker_group(workers))
        yield ReplayBoard(game, tuple(results))


def lines(played: Sequence[ReplayBoard]) -> Iterator[str]:
    """Yield the lines of the table in Markdown."""
    n = played[0].game.budget
    yield (
        f"| table | policy/belief | at least one, % | found, n = 10 | n = 20 | n = {n} | minus the first | "
        "recommended succeeds, % | log score | Brier score |"
    )
    yield "|---|---|---|---|---|---|---|---|---|---|"
    for boards_of, name in [*(([board], board.game.pool) for board in played), (played, "mean")]:
        for p, player in enumerate(played[0].players):
            cells = [
                _cell(boards_of, "found", p, n, 0, 100.0),
                *(_cell(boards_of, "successes", p, at, 2) for at in (10, 20, n)),
                _cell(boards_of, "successes", p, n, 2, than=True) if p else "",
                _cell(boards_of, "recommended", p, n, 0, 100.0),
                _cell(boards_of, "log_score", p, n, 3),
                _cell(boards_of, "brier", p, n, 4),
            ]
            yield f"| {name} | {player.name} | {' | '.join(cells)} |"


def _cell(
    boards_of: Sequence[ReplayBoard],
    score: str,
    p: int,
    n: int,
    decimals: int,
    scale: float = 1.0,
    *,
    than: bool = False,
) -> str:
    """Return the mean over tables of a score, or of its difference to the first player, with its standard error."""
    figures = [(one.difference if than else one.figure)(score, p, n) for one in boards_of]
    mean = float(np.mean([figure.mean for figure in figures]))
    error = float(np.sqrt(np.sum([(figure.error or 0.0) ** 2 for figure in figures]))) / len(figures)
    return f"{scale * mean:.{decimals}f} ± {scale * error:.{decimals}f}"


def main(words: Sequence[str] | None = None) -> int:
    """Replay the tables and print the results."""
    parser = argparse.ArgumentParser(description="replay public tables with known outcomes")
    parser.add_argument("--draws", type=int, default=20, help="replays of each table (default: 20)")
    parser.add_argument("--seed", type=int, default=0, help="of the first replay (default: 0)")
    parser.add_argument("--policies", default=POLICIES, help=f"default: {POLICIES}")
    parser.add_argument("--terms", default=TERMS, help=f"default: {TERMS}")
    parser.add_argument("--likelihood", default="outcomes", choices=LIKELIHOODS, help="default: outcomes")
    parser.add_argument("--workers", type=int, help="processes (default: one per core)")
    options = parser.parse_args(words)
    folder = os.environ.get("KGDESK_REAL_DIR", "")
    if not folder:
        print("KGDESK_REAL_DIR does not name the folder with the public tables.", file=sys.stderr)
        return 1
    played = list(
        boards(
            Path(folder),
            options.policies.split(","),
            options.terms.split(","),
            draws=options.draws,
            seed=options.seed,
            workers=options.workers,
            likelihood=options.likelihood,
        )
    )
    print("\n".join(lines(played)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
