"""The main job at the command line: from a real table to the best candidate."""

from __future__ import annotations

import csv
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest
from seldom import seldom

from kgdesk.cli import main

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

TABLES = ("climate", "fertility", "glass", "haberman", "planning_relax", "transfusion", "wpbc")
#: Rounds by day and by night.
FEW, MANY = 12, 30


def read(path: Path) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return attributes, standardised with an intercept, and labels of a UCI table."""
    with path.open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    y = np.array([float(row.pop("label")) for row in rows])
    raw = np.array([[float(cell) for cell in row.values()] for row in rows])
    return np.c_[np.ones(len(raw)), (raw - raw.mean(0)) / raw.std(0)], y


def logistic_fit(X: NDArray[np.float64], y: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the weights of an L2 logistic fit with strength 1, by Newton's method."""
    w = np.zeros(X.shape[1])
    for _ in range(50):
        p = 1 / (1 + np.exp(y * (X @ w)))
        gradient = X.T @ (y * p) - w
        hessian = (X * (p * (1 - p))[:, None]).T @ X + np.eye(w.size)
        step = np.linalg.solve(hessian, gradient)
        w = w + step
        if np.abs(step).max() < 1e-10:
            return w
    raise AssertionError("the fit did not settle")


def in_this_process(capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    def call(*words: object) -> str:
        code = main([str(w) for w in words])
        out, err = capsys.readouterr()
        assert code == 0, err
        assert not err
        return out

    return call


def in_a_process_of_its_own(*words: object) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "kgdesk", *map(str, words)],
        capture_output=True,
        cwd=Path(__file__).parents[2],
        env={**os.environ, "PYTHONUTF8": "1"},
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout.decode()


def live(call: Callable[..., str], uci: Path, name: str, folder: Path, rounds: int) -> float:
    """Create a study, run it, check the output; return the advantage of its choice over a random candidate."""
    X, y = read(uci / f"{name}.csv")
    w = logistic_fit(X, y)
    truth = 1 / (1 + np.exp(-X @ w))
    rng = np.random.default_rng(20261121)
    study = folder / f"{name}.kgstudy"
    call(
        "new",
        study,
        "--candidates",
        uci / f"{name}.csv",
        "--ignore",
        "label",
        "--budget",
        rounds,
        "--by",
        "Kim",
    )
    measured = []
    for _ in range(rounds):
        asked = json.loads(call("suggest", study, "--json"))
        first = asked["suggestions"][0]
        outcome = "success" if rng.random() < truth[int(first["candidate"]) - 1] else "failure"
        seen = ("--revision", asked["revision"])
        call("record", study, first["candidate"], outcome, "--by", "Kim", *seen)
        measured.append((first["candidate"], outcome))
    status = json.loads(call("status", study, "--json"))
    assert status["outcomes"] == rounds
    assert status["successes"] == sum(outcome == "success" for _, outcome in measured)
    plain = [column for column in status["attributes"] if not {"×", "²"} & set(column)]
    assert len(plain) == X.shape[1]
    recommended = status["recommended"]
    chosen = truth[int(recommended["candidate"]) - 1]
    assert 0 <= recommended["interval"][0] <= recommended["probability"] <= recommended["interval"][1] <= 1
    call("export", study, folder / f"{name}.csv")
    with (folder / f"{name}.csv").open(newline="", encoding="utf-8-sig") as file:
        rows = list(csv.DictReader(file))
    assert [(row["candidate"], row["outcome"]) for row in rows] == measured
    assert all(row["suggested"] == row["candidate"] for row in rows)
    for kind in ("xlsx", "zip"):
        call("export", study, folder / f"{name}.{kind}")
    for path in (study, folder / f"{name}.zip"):
        found = json.loads(call("verify", path, "--json"))
        assert found["ok"]
        assert found["replayed_exactly"] == rounds
    return float(chosen - truth.mean())


@pytest.mark.parametrize(
    ("tables", "rounds"),
    [(("haberman",), FEW), *seldom((TABLES, MANY))],
    ids=["some rounds on one table", "thirty on all"],
)
def test_many_rounds_on_each_real_table(
    tables: Sequence[str], rounds: int, uci: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    call = in_this_process(capsys)
    gains = {name: live(call, uci, name, tmp_path, rounds) for name in tables}
    with capsys.disabled():
        print("\ntrue success of the recommended candidate above the pool's mean:", gains)
    # One seeded run per table proves little about any of them, but all together are unlikely to be luck.
    assert np.mean(list(gains.values())) > 0.1


@pytest.mark.nightly
def test_the_same_day_with_a_process_for_each_command(uci: Path, tmp_path: Path) -> None:
    live(in_a_process_of_its_own, uci, "fertility", tmp_path, 3)


@pytest.mark.nightly
def test_any_number_of_threads_gives_the_same_bits(uci: Path, tmp_path: Path) -> None:
    script = f"""
import sys
from kgdesk import actions, kernels
from kgdesk.actions.importing import read_pool
from kgdesk.model.advice.picks import advise
from kgdesk.model.study.settings import Settings
kernels.set_threads(int(sys.argv[1]))
table = read_pool({str(uci / "glass.csv")!r}, ignore=["label"])
digests = []
for belief in ("moments", "full", "diagonal"):
    path = {str(tmp_path)!r} + f"/{{belief}}-{{sys.argv[1]}}.kgstudy"
    with actions.create_study(path, table, Settings(belief=belief), actions.Operator("Kim")) as session:
        for turn in range(6):
            advice = advise(session.study)
            actions.record(session, advice.suggestion.candidate, "success" if turn % 3 else "failure", advice=advice)
        advice = advise(session.study)
        digests += [advice.belief_digest, advice.kg.tobytes().hex(), repr(advice.suggestion)]
print("\\n".join(digests))
"""
    answers = []
    for threads in ("1", "2", "4"):
        done = subprocess.run(
            [sys.executable, "-c", script, threads],
            capture_output=True,
            cwd=Path(__file__).parents[2],
            env={**os.environ, "NUMBA_NUM_THREADS": "4"},
            check=False,
        )
        assert done.returncode == 0, done.stderr.decode()
        answers.append(done.stdout)
    assert answers[0] == answers[1] == answers[2]
