"""Contest of what to learn from in studies with a threshold: values or outcomes, three scales, mistakes or none.

Rules and results: `tests/bench/value_contest.md`.

`KGDESK_REAL_DIR=FOLDER PYTHONPATH=$PWD python tests/bench/value_contest.py LOG --draws 20`, then `--table`.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unittest import mock

import numpy as np

from kgdesk.model.study.measured_scale import readings_of
from kgdesk.rehearsal import simulation
from kgdesk.rehearsal.table_replay import play_replay
from tests.bench import replay_tables
from tests.bench.value_links import limited

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from kgdesk.model.beliefs.values import Readings
    from kgdesk.rehearsal.table_replay import Replay

POLICY, TERMS, BUDGET, POINTS = "kg-then-turns", "linear,average", 30, (10, 20, 30)
# Seed of the first draw: those below served for trying the program.
FIRST = 100
# Units decide what 100 % is on the logit scale.
UNITS = {"arylation": "%", "suzuki b1": "%", "suzuki": "%"}


@dataclass(frozen=True)
class Way:
    """What to learn from: the scale of values, or nothing for outcomes; and the prior probability of a mistake.

    `near` is the share of the values, nearest to the threshold, that are not taken for limits.
    """

    scale: str = ""
    mistake: float = 0.0
    near: float = 1.0

    @property
    def name(self) -> str:
        """Its name in the log and in the table."""
        if not self.scale:
            return "outcomes"
        mistakes = f", mistakes {self.mistake:g}" if self.mistake else ""
        return f"{self.scale}{mistakes}{f', nearest {self.near:g}' if self.near < 1.0 else ''}"


WAYS = (Way(), Way("natural"), Way("natural", 0.02), Way("log"), Way("logit"), Way("logit", 0.02))


#: Played beside the contest, by `--ways`.
BESIDE = (Way("natural", 0.02, 0.5), Way("natural", 0.02, 0.33))


def replay_of(folder: Path, name: str, way: Way, terms: str, mistyped: int = 0) -> Replay:
    """Return the replay of a table.

    Values below 0.01 times the threshold count as that on the log scale: a floor of measurement. Where `mistyped` is
    not 0, every value has a comma in the wrong place, a factor of 10, with a probability of 2 %, drawn with this seed;
    the outcome that the table counts stays what it is.
    """

    def seen(values: np.ndarray, threshold: float) -> np.ndarray:
        found = np.maximum(values, 0.01 * threshold) if way.scale == "log" else values
        if not mistyped:
            return found
        rng = np.random.default_rng(mistyped)
        wrong = rng.random(values.size) < 0.02
        return np.where(wrong, found * rng.choice([0.1, 10.0], values.size), found)

    return replay_tables.replay_of(
        folder,
        name,
        [POLICY],
        [terms],
        budget=BUDGET,
        likelihood="values" if way.scale else "outcomes",
        scale=way.scale or "natural",
        unit=UNITS.get(name, ""),
        seen=seen,
    )


def runs(
    folder: Path,
    log: Path,
    draws: int,
    terms: Sequence[str],
    mistyped: Sequence[int],
    ways: Sequence[Way],
    tables: Iterable[str],
) -> Iterator[dict[str, Any]]:
    """Play what the log does not hold, draw by draw, and yield each result."""
    done = {_key(one) for one in results(log)}
    for seed in range(FIRST, FIRST + draws):
        for wrong in mistyped:
            for of in terms:
                for name in tables:
                    for way in ways:
                        one = {
                            "table": name,
                            "terms": of,
                            "way": way.name,
                            "seed": seed,
                            "mistyped": wrong and seed + 1,
                        }
                        if _key(one) in done:
                            continue
                        game = replay_of(folder, name, way, of, wrong and seed + 1)
                        with (
                            mock.patch.object(
                                simulation.fitted_to_values, "__kwdefaults__", {"mistake": way.mistake}
                            ),
                            mock.patch.object(simulation, "readings_of", partial(_readings, way.near)),
                        ):
                            run = play_replay(game, seed)
                        yield one | {
                            key: [float(getattr(run, key)[0, n]) for n in POINTS]
                            for key in ("successes", "hit", "log_score", "brier")
                        }


def _readings(near: float, *runs: Any) -> Readings | None:
    found = readings_of(*runs)
    return found if found is None or near >= 1.0 else limited(found.kinds, found.u, near)


def _key(one: dict[str, Any]) -> tuple[Any, ...]:
    return tuple(one[key] for key in ("table", "terms", "way", "seed", "mistyped"))


def results(log: Path) -> list[dict[str, Any]]:
    """Return the results in a log; a last line that was cut off is left out."""
    lines = log.read_text("utf-8").splitlines() if log.exists() else []
    return [json.loads(line) for line in lines if line.endswith("}")]


def lines(found: Sequence[dict[str, Any]]) -> Iterator[str]:
    """Yield the table in Markdown: means over the draws that all ways have, differences to outcomes paired by draw."""
    yield (
        "| table | terms | mistyped | learns from | draws | found, n = 10 | 20 | 30 | minus outcomes at 30 | "
        "recommended succeeds, % | log score | Brier |"
    )
    yield "|---|---|---|---|---|---|---|---|---|---|---|---|"
    groups = sorted({(one["terms"], bool(one["mistyped"]), one["table"]) for one in found})
    for terms, wrong, table in groups:
        of = {
            way.name: {
                one["seed"]: one
                for one in found
                if (one["terms"], bool(one["mistyped"]), one["table"], one["way"])
                == (terms, wrong, table, way.name)
            }
            for way in (*WAYS, *BESIDE)
        }
        of = {way: each for way, each in of.items() if each}
        seeds = sorted(set.intersection(*(set(each) for each in of.values())))
        for way, each in of.items():
            if not seeds:
                continue
            got = np.array([each[seed]["successes"] for seed in seeds])
            first = np.array([of["outcomes"][seed]["successes"] for seed in seeds])
            apart = got[:, -1] - first[:, -1]
            error = apart.std(ddof=1) / np.sqrt(len(seeds)) if len(seeds) > 1 else float("nan")
            cells = [table, terms, "2 %" if wrong else "none", way, str(len(seeds))]
            cells += [f"{mean:.2f}" for mean in got.mean(axis=0)]
            cells += [f"{apart.mean():+.2f} ± {error:.2f}" if way != "outcomes" else ""]
            cells += [f"{100 * np.mean([each[seed]['hit'][-1] for seed in seeds]):.0f}"]
            cells += [
                f"{np.mean([each[seed][key][-1] for seed in seeds]):.3f}" for key in ("log_score", "brier")
            ]
            yield f"| {' | '.join(cells)} |"


def main() -> int:
    """Play, or print the table of a log."""
    parser = argparse.ArgumentParser(description="contest of what to learn from")
    parser.add_argument("log", type=Path)
    parser.add_argument("--draws", type=int, default=20)
    parser.add_argument("--terms", default=TERMS)
    parser.add_argument("--mistyped", default="0,1", help="0: values as they are; 1: 2 %% of them mistyped")
    parser.add_argument("--table", action="store_true")
    parser.add_argument(
        "--ways", default=";".join(way.name for way in WAYS), help="what to learn from, between semicolons"
    )
    parser.add_argument("--confirm", action="store_true", help="the tables kept for confirmation: once")
    options = parser.parse_args()
    if options.table:
        print("\n".join(lines(results(options.log))))
        return 0
    folder = os.environ.get("KGDESK_REAL_DIR", "")
    if not folder:
        print("KGDESK_REAL_DIR does not name the folder with the public tables.", file=sys.stderr)
        return 1
    wanted = [int(each) for each in options.mistyped.split(",")]
    ways = [way for way in (*WAYS, *BESIDE) if way.name in options.ways.split(";")]
    with options.log.open("a", encoding="utf-8") as log:
        terms = options.terms.split(",")
        tables = replay_tables.CONFIRMING if options.confirm else replay_tables.TABLES
        for one in runs(Path(folder), options.log, options.draws, terms, wanted, ways, tables):
            log.write(json.dumps(one) + "\n")
            log.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
