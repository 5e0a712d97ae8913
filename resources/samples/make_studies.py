"""Make the two sample studies anew: ``python resources/samples/make_studies.py``.

Each is a real study: the program suggested every candidate, and a simulated laboratory, whose truth stands below,
gave the outcomes. Only the archive (.zip) is shipped to people; this script is its recipe.
"""

from __future__ import annotations

import json
import math
import re
import tempfile
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np

from kgdesk import actions
from kgdesk.actions.importing import prior_in_words, read_pool
from kgdesk.model.advice.picks import advise
from kgdesk.model.study.settings import Settings

HERE = Path(__file__).parent
RUNS = 11

#: Weights of the simulated truth on the columns of the design matrix, by name.
TRUTH = {
    "reaction-screen": {
        "intercept": -0.9,
        "Temperature (°C)": 1.1,
        "Time (h)": 0.3,
        "Catalyst load (mol%)": 0.7,
        "Base equivalents": -0.5,
        "Solvent=DMF": 1.2,
        "Solvent=Toluene": -0.8,
    },
    "growth-conditions": {
        "intercept": -1.2,
        "pH": -0.8,
        "Salt (mM)": 0.9,
        "PEG 3350 (% w/v)": 1.3,
        "Temperature (°C)": 0.0,
        "Protein (mg/mL)": 0.6,
    },
}


class Clock:
    """Working hours of a simulated week."""

    def __init__(self) -> None:
        self.now = datetime(2026, 10, 5, 8, 40, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def next_run(self, rng: np.random.Generator) -> None:
        self.now += timedelta(minutes=int(rng.integers(95, 190)), seconds=int(rng.integers(60)))
        if self.now.hour >= 17:
            self.now = (self.now + timedelta(days=1)).replace(hour=8, minute=int(rng.integers(20, 55)))


def make(name: str) -> None:
    """Write ``<name>.zip`` beside the table of the same name."""
    about = json.loads((HERE / f"{name}.json").read_text(encoding="utf-8"))
    header = (HERE / f"{name}.csv").read_text(encoding="utf-8-sig").splitlines()[0].split(",")
    units = {title: found[1] for title in header if (found := re.search(r"\(([^()]+)\)$", title))}
    table = read_pool(
        HERE / f"{name}.csv",
        id=about["id"],
        categories=about["categories"],
        extras=about["extras"],
        units=units,
    )
    prior = prior_in_words(table, 0.3, "some")
    settings = Settings(
        title=about["title"],
        policy="kg",  # by which the runs of the samples were chosen
        budget=about["planned_runs"],
        seed=2026,
        prior_precision=prior.precision,
        prior_intercept=prior.intercept,
        success_means=about["success"],
        failure_means=about["failure"],
    )
    rng = np.random.default_rng(20261005)
    clock = Clock()
    people = [actions.Operator(operator, "LAB-PC-1", clock) for operator in ("MK", "JB")]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"{name}.kgstudy"
        with actions.create_study(path, table, settings, people[0], file=f"{name}.csv") as session:
            weights = np.array([TRUTH[name].get(column, 0.0) for column in session.study.scaling.names])
            for run in range(RUNS):
                clock.next_run(rng)
                session.who = people[int(run in (4, 5, 6, 9))]
                advice = advise(session.study)
                candidate = advice.suggestion.candidate
                x = session.study.design.X[session.study.design.row_of[session.study.pool.row(candidate)]]
                success = rng.random() < 1 / (1 + math.exp(-float(np.sum(weights * x))))
                actions.record(session, candidate, "success" if success else "failure", advice=advice)
            actions.export(session, HERE / f"{name}.zip", overwrite=True)
        found = actions.verify(HERE / f"{name}.zip")
        print(name, [run.outcome for run in session.study.runs], found.problem or "verified")


if __name__ == "__main__":
    for sample in actions.SAMPLES:
        make(sample)
