"""Contest of two policies for the default: opportunity cost of kg and kg-then-turns on pools fixed beforehand.

Pools, seeds and results are in `default_contest.md`.

    PYTHONPATH=. python tests/bench/bench_default.py confirm --log confirm.jsonl
    PYTHONPATH=. python tests/bench/bench_default.py beside --log beside.jsonl
    PYTHONPATH=. python tests/bench/bench_default.py table confirm.jsonl --out confirm.csv [--at 5,7,10,15]

A stage goes seed by seed through all pools and rules, appends one JSON line for each simulated study, and resumes where
its log ends; `--until HH:MM` (UTC) or `--seeds` end it earlier. `KGDESK_UCI_DIR` names the folder of the UCI tables.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import sys
import tempfile
import time
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from kgdesk import actions
from kgdesk.model.design.pool import Attribute, Pool
from kgdesk.model.study.settings import Settings
from kgdesk.paper import experiment
from kgdesk.rehearsal import study_rehearsal
from kgdesk.rehearsal.simulation import play_contest

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from kgdesk.rehearsal.contest import Contest

    Array = NDArray[np.float64]

RULES = "kg", "kg-then-turns"
STAGES = (5, 10, 20, 30)
SEEDS = range(20262501, 20262601)
STUCK = 0.05
_BUDGET, _CANDIDATES, _POOL_SEED = 30, 200, 20261300


@dataclass(frozen=True, eq=False)
class SmoothRandom:
    """Truths that are samples of a Gaussian process over the pool: variance 4, length 0.6 sqrt(d/2), mean -1.

    Parameters
    ----------
    root
        (U, U) Cholesky factor of the covariance of the rows.
    """

    root: Array

    @classmethod
    def over(cls, x: Array) -> SmoothRandom:
        """Return the truths over points x (U, d) of [-1, 1]^d, with a squared exponential kernel."""
        apart = np.square(x[:, None, :] - x[None, :, :]).sum(axis=2)
        length = 0.6 * np.sqrt(x.shape[1] / 2.0)
        return cls(np.linalg.cholesky(4.0 * np.exp(-0.5 * apart / length**2) + 1e-8 * np.eye(len(x))))

    def log_odds(self, X: Array, rng: np.random.Generator, stages: int) -> Array:
        """Draw the log-odds (stages, U), equal at each stage."""
        return np.broadcast_to(-1.0 + self.root @ rng.standard_normal(len(X)), (stages, len(X)))


def points(d: int, *key: int) -> Array:
    """Return the attributes (200, d) of a pool, uniform on [-1, 1]^d."""
    return np.random.default_rng((_POOL_SEED, d, *key)).uniform(-1.0, 1.0, (_CANDIDATES, d))


def pool_of(x: Array, levels: Sequence[Sequence[str]] = ()) -> Pool:
    """Return a pool with numbers x (M, d) and categories, `levels` of each candidate in each of them."""
    attributes = [Attribute(f"x{j + 1}") for j in range(x.shape[1])]
    attributes += [Attribute(f"c{j + 1}", kind="category") for j in range(len(levels))]
    columns = [tuple(c.tolist()) for c in x.T] + [tuple(c) for c in levels]
    return Pool(tuple(f"C-{i:03d}" for i in range(len(x))), tuple(attributes), tuple(columns))


def rare(budget: int = _BUDGET) -> Iterator[Contest]:
    """Yield the twelve pools with prior intercepts 0, -1.5 and -3: 4, 8, 12 numbers; 4 numbers and 2 categories."""
    rng = np.random.default_rng((_POOL_SEED, 2))
    mixed = [[f"{name}{k}" for k in rng.integers(n, size=_CANDIDATES)] for name, n in (("a", 3), ("b", 4))]
    pools = [(f"d={d}", pool_of(points(d))) for d in (4, 8, 12)]
    pools.append(("d=4 and 2 categories", pool_of(points(4, 2), mixed)))
    for name, pool in pools:
        for b in (0.0, -1.5, -3.0):
            settings = Settings(prior_intercept=b, budget=budget)
            planned = "" if budget == _BUDGET else f", {budget} planned"
            basis = study_rehearsal.basis_of_pool(pool, settings, f"{name} b={b:g}{planned}")
            yield from study_rehearsal.contests(basis, RULES, budget=budget)


def samples() -> Iterator[Contest]:
    """Yield the shipped samples, truths from the prior, and from the posterior after their recorded outcomes."""
    with tempfile.TemporaryDirectory() as folder:
        for name in ("reaction-screen", "growth-conditions"):
            session = actions.open_sample(folder, actions.Operator("Contest", "contest"), name)
            basis = replace(study_rehearsal.basis_of_study(session.study), name=name)
            session.close()
            yield from study_rehearsal.contests(basis, RULES, truths=("prior", "posterior"), budget=_BUDGET)


def bent() -> Iterator[Contest]:
    """Yield the pools with bent truths and linear terms, d = 2 and 5."""
    for d in (2, 5):
        x = points(d, 3)
        name = f"bent d={d}, linear"
        settings = Settings(terms="linear", budget=_BUDGET)
        basis = study_rehearsal.basis_of_pool(pool_of(x), settings, name)
        kinds = "peak", "interaction", "threshold"
        made = study_rehearsal.contests(basis, RULES, truths=kinds, budget=_BUDGET)
        yield from made
        yield replace(made[0], pool=f"{name}+smooth", truth=SmoothRandom.over(x))


def pools(stage: str) -> dict[str, list[Contest]]:
    """Return the pools of a stage by group: the 26 that decide, or those that are reported beside them."""
    if stage == "beside":
        return {
            "bent, linear terms": list(bent()),
            **{f"rare, {planned} planned": list(rare(planned)) for planned in (15, 60)},
        }
    data = os.environ.get("KGDESK_UCI_DIR")
    if not data:
        sys.exit("KGDESK_UCI_DIR must name the folder of the UCI tables")
    return {
        "ten": list(experiment.contests(data, policies=RULES, budget=_BUDGET)),
        "rare": list(rare()),
        "samples": list(samples()),
    }


def play(groups: dict[str, list[Contest]], seeds: Sequence[int], log: Path, until: str) -> None:
    """Simulate what the log lacks of the pools by group, seed by seed."""
    done = {(line["pool"], line["rule"], line["seed"]) for line in read(log)}
    with log.open("a", encoding="utf-8") as out:
        for seed in seeds:
            for group, contests in groups.items():
                for contest in contests:
                    for player in contest.players:
                        if until and datetime.now(UTC).strftime("%H:%M") >= until:
                            return
                        if (contest.pool, player.policy, seed) in done:
                            continue
                        began = time.perf_counter()
                        cost = play_contest(replace(contest, players=(player,)), seed).predictive[0]
                        line = {
                            "group": group, "pool": contest.pool, "rule": player.policy, "seed": seed,
                            "seconds": time.perf_counter() - began,
                            "curve": [round(float(c), 6) for c in cost],
                        }  # fmt: skip
                        out.write(json.dumps(line) + "\n")
                        out.flush()


def read(log: Path) -> list[dict[str, Any]]:
    """Return the lines of a log; a last line that was cut off is left out and removed from the file."""
    if not log.is_file():
        return []
    text = log.read_text(encoding="utf-8")
    whole = text[: text.rfind("\n") + 1]
    if whole != text:
        log.write_text(whole, encoding="utf-8")
    return [json.loads(line) for line in whole.splitlines()]


class Results:
    """Opportunity costs of the seeds that every pool and rule has.

    Parameters
    ----------
    lines
        As `read` returns them.
    stages
        Numbers of measurements. After the last measurement of a study its loss stays what it is.
    """

    def __init__(self, lines: Sequence[dict[str, Any]], stages: tuple[int, ...] = STAGES) -> None:
        self.stages = stages
        self.group = {str(line["pool"]): str(line["group"]) for line in lines}
        self.rules = list(dict.fromkeys(str(line["rule"]) for line in lines))
        cost = {
            (x["pool"], x["rule"], x["seed"]): [x["curve"][min(n, len(x["curve"]) - 1)] for n in stages]
            for x in lines
        }
        every = sorted({int(str(line["seed"])) for line in lines})
        pairs = [(pool, rule) for pool in self.group for rule in self.rules]
        self.seeds = [s for s in every if all((pool, rule, s) in cost for pool, rule in pairs)]
        if not self.seeds:
            sys.exit("no seed has been played on every pool with every rule")
        #: (pools, rules, seeds, stages)
        self.cost = np.array(
            [[[cost[pool, rule, s] for s in self.seeds] for rule in self.rules] for pool in self.group]
        )
        spent = {rule: [float(str(x["seconds"])) for x in lines if x["rule"] == rule] for rule in self.rules}
        self.seconds = {rule: float(np.mean(found)) for rule, found in spent.items()}

    def rows(self) -> Iterator[tuple[object, ...]]:
        """Yield the rows of the table: every group, every pool and all together, each rule, each stage."""
        names = list(self.group)
        sets = {"all": list(range(len(names)))}
        for group in dict.fromkeys(self.group.values()):
            sets[group] = [i for i, name in enumerate(names) if self.group[name] == group]
            if group.startswith("rare"):
                sets[f"{group}, b < 0"] = [i for i in sets[group] if " b=-" in names[i]]
        sets |= {name: [i] for i, name in enumerate(names)}
        for what, at in sets.items():
            for r, rule in enumerate(self.rules):
                for n, stage in enumerate(self.stages):
                    own, kg = self.cost[at, r, :, n], self.cost[at, self.rules.index("kg"), :, n]
                    cells = (_mean(own), _error(own), _mean(own - kg), _error(own - kg))
                    stuck = float((own > STUCK).mean())
                    yield (
                        what,
                        len(at),
                        rule,
                        stage,
                        len(self.seeds),
                        *(f"{1e3 * c:.2f}" for c in cells),
                        f"{stuck:.4f}",
                    )


def _mean(cost: Array) -> float:
    return float(cost.mean())


def _error(cost: Array) -> float:
    """Return the standard error of the mean over pools (P, seeds): seeds are independent within and between pools."""
    count = cost.shape[1]
    if count < 2:
        return float("nan")
    return float(np.sqrt((cost.var(axis=1, ddof=1) / count).sum()) / len(cost))


HEADER = (
    "pools", "number_of_pools", "rule", "n", "seeds", "oc_x1000", "standard_error", "difference_to_kg",
    "standard_error_of_difference", "share_above_0.05",
)  # fmt: skip


def table(log: Path, out: Path | None, stages: tuple[int, ...]) -> None:
    """Write the table of a log as CSV and print its groups as Markdown."""
    results = Results(read(log), stages)
    rows = list(results.rows())
    if out is not None:
        with out.open("w", encoding="utf-8", newline="") as file:
            csv.writer(file, lineterminator="\n").writerows([HEADER, *rows])
    print(
        f"{len(results.seeds)} seeds, {results.seeds[0]} to {results.seeds[-1]}, {len(results.group)} pools"
    )
    for what in dict.fromkeys(str(row[0]) for row in rows if row[0] not in results.group):
        print(
            f"\n| {what} | "
            + " | ".join(f"n={n}" for n in stages)
            + " | above 0.05 at the last two | s a study |"
        )
        print("|---|" + "---|" * (len(stages) + 2))
        for rule in results.rules:
            own = [row for row in rows if row[0] == what and row[2] == rule]
            cells = [
                str(row[5]) + ("" if rule == "kg" else f" ({float(str(row[7])):+.1f}±{row[8]})")
                for row in own
            ]
            stuck = ", ".join(f"{100 * float(str(row[9])):.1f} %" for row in own[-2:])
            print(f"| {rule} | " + " | ".join(cells) + f" | {stuck} | {results.seconds[rule]:.2f} |")
    print("\nlargest and smallest difference to kg in standard errors, over all pools and groups:")
    for rule in results.rules[1:]:
        found = sorted(
            (float(str(row[7])) / float(str(row[8])), f"{row[0]} at n={row[3]}")
            for row in rows
            if row[2] == rule and float(str(row[8])) > 0.0
        )
        print(f"{rule}: {found[-1][0]:+.1f} ({found[-1][1]}), {found[0][0]:+.1f} ({found[0][1]})")


def main() -> int:
    """Run a stage or print a table."""
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("stage", choices=("confirm", "beside", "table"))
    options.add_argument("source", nargs="?", type=Path, help="the log of a table")
    options.add_argument("--log", type=Path)
    options.add_argument("--at", default=",".join(map(str, STAGES)), help="measurements of a table")
    options.add_argument(
        "--seeds", default="", help="FIRST:END instead of those of the stage, for first looks"
    )
    options.add_argument("--until", default="", metavar="HH:MM")
    options.add_argument("--out", type=Path)
    given = options.parse_args()
    if given.stage == "table":
        table(given.source, given.out, tuple(map(int, given.at.split(","))))
        return 0
    if given.log is None:
        options.error("a stage needs --log")
    seeds: Sequence[int] = range(*map(int, given.seeds.split(":"))) if given.seeds else SEEDS
    play(pools(given.stage), seeds, given.log, given.until)
    return 0


if __name__ == "__main__":
    sys.exit(main())
