"""How long a suggestion takes by candidates, columns and terms, beside what is stated before a study is made.

``PYTHONPATH=. python tests/bench/bench_price.py`` prints one line per shape of study: the least of some turns in
seconds after ten outcomes, and what `kgdesk.actions.time_estimates.suggestion_time` states on this computer.
"""

from __future__ import annotations

import argparse
import time
from typing import TYPE_CHECKING, Any

import numpy as np

from kgdesk import actions
from kgdesk.model.advice.picks import advise
from kgdesk.model.decisions import recording
from kgdesk.model.design.pool import Attribute, Pool
from kgdesk.model.study.events import Event, Head, NewEvent
from kgdesk.model.study.settings import Settings
from kgdesk.model.study.study import Study, fold

if TYPE_CHECKING:
    from collections.abc import Iterable

AT = "2026-11-20T09:00:00.000000Z"


def stored(facts: Iterable[tuple[str, dict[str, Any]]], after: Head | None = None) -> tuple[Event, ...]:
    """Return facts as events of a chain with hashes that only have to differ."""
    seq, events = after.seq if after else 0, []
    for kind, payload in facts:
        seq += 1
        new = NewEvent(kind, payload, f"{seq:032x}", AT, "+00:00", "Kim", "PC", "0")
        events.append(Event(seq, new, f"{seq - 1:064x}", f"{seq:064x}"))
    return tuple(events)


def study_of(candidates: int, numbers: int, terms: str, outcomes: int = 10) -> Study:
    """Return a study of uniform numbers with some outcomes of a peaked truth."""
    rng = np.random.default_rng(7)
    X = rng.uniform(-1.0, 1.0, (candidates, numbers))
    pool = Pool(
        tuple(f"C-{i:06d}" for i in range(candidates)),
        tuple(Attribute(f"x{j}") for j in range(numbers)),
        tuple(tuple(column.tolist()) for column in X.T),
    )
    study = fold(stored(recording.create("s", Settings(terms=terms, budget=60), pool, {"file": "t.csv"})))
    for row in rng.choice(candidates, outcomes, replace=False):
        outcome = "success" if rng.random() < np.exp(-2.0 * (X[row] ** 2).mean()) else "failure"
        study = study.applied(stored(recording.record(study, pool.ids[row], outcome), study.head))
    return study


def seconds(study: Study, turns: int) -> float:
    """Return the least time of a suggestion for a state, in seconds."""
    times = []
    for _ in range(turns):
        fresh = study.applied(())  # a value without what was computed of it before
        begun = time.perf_counter()
        advise(fresh)
        times.append(time.perf_counter() - begun)
    return min(times)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description="Time suggestions beside the estimate before a study is made."
    )
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--largest", type=int, default=10_000)
    options = parser.parse_args()
    actions.warm_up()
    print(f"{'candidates':>10} {'numbers':>7} {'terms':>16} {'columns':>7} {'seconds':>8} {'stated':>8}")
    for candidates in (1_000, 10_000, 100_000):
        for numbers in (3, 8, 15):
            for terms in ("linear", "quadratic", "average", "average-squares"):
                if candidates > options.largest:
                    continue
                study = study_of(candidates, numbers, terms)
                columns = study.design.X.shape[1] - 1
                stated = actions.suggestion_time(candidates, columns, terms)
                took = seconds(study, options.turns)
                print(
                    f"{candidates:>10} {numbers:>7} {terms:>16} {columns:>7} {took:>8.3f} {stated:>8.3f}",
                    flush=True,
                )


if __name__ == "__main__":
    main()
