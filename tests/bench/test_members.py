"""The experiment on members of the average: its columns, evidences, worlds and log."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import bench_members as members
import numpy as np
import pytest

from kgdesk.model.beliefs.average import AverageBelief

if TYPE_CHECKING:
    from pathlib import Path


def test_the_columns_of_a_smooth_member_give_back_its_kernel() -> None:
    x = np.random.default_rng(1).uniform(-1.7, 1.7, (60, 2))
    K = members.kernel("g", members.distances(x, x), 1.0)
    L = members.pivoted(K, 60)
    assert L.shape[1] < 60
    assert np.abs(L @ L.T - K).max() < 1e-4
    short = members.pivoted(K, 10)
    assert short.shape == (60, 10)
    assert np.abs(short @ short.T - K).max() > 1e-4


def test_the_evidence_of_a_smooth_member_is_that_of_its_two_log_odds() -> None:
    """Two outcomes at two candidates: the marginal likelihood by quadrature over the log-odds of both."""
    world = members.draw("smooth", 2, 7)
    prior, X = members.prior_of("none+g0.5+lg0.5", world)
    assert isinstance(prior, AverageBelief)
    nodes, weights = np.polynomial.hermite_e.hermegauss(60)
    weights = weights / weights.sum()
    z = np.array(np.meshgrid(nodes, nodes)).reshape(2, -1)
    chance = np.outer(weights, weights).reshape(-1)
    evidence = []
    for part in prior.components:
        rows = part.of(X)[[3, 90]]
        a = np.linalg.cholesky(rows @ part.belief.covariance @ rows.T) @ z
        evidence.append(float((chance / (1.0 + np.exp(-a[0])) / (1.0 + np.exp(a[1]))).sum()))
    after = prior.after(X[[3, 90]], np.array([1.0, -1.0]))
    assert after.weights == pytest.approx(np.array(evidence) / sum(evidence), abs=2e-4)


def test_the_weight_of_a_smooth_member_rises_where_the_truth_is_smooth() -> None:
    moved = {}
    for kind in ("smooth", "straight"):
        gains = []
        for seed in range(3):
            world = members.draw(kind, 2, seed)
            prior, X = members.prior_of("today+lg0.5", world)
            rows = np.random.default_rng(seed).integers(members.CANDIDATES, size=300)
            hits = np.random.default_rng(seed + 100).random(rows.size) < world.chance[rows]
            after = prior.after(X[rows], np.where(hits, 1.0, -1.0))
            gains.append(after.weights[-1] - prior.weights[-1])
        moved[kind] = float(np.mean(gains))
    assert moved["smooth"] > 0.3
    assert moved["straight"] < 0.0


def test_the_learnt_scale_finds_the_scale_of_the_truth() -> None:
    for kind, at in (("scale0.3", 0), ("scale3", 2)):
        world = members.draw(kind, 5, 3)
        prior, X = members.prior_of("wide:linear", world)
        rows = np.random.default_rng(5).integers(members.CANDIDATES, size=300)
        hits = np.random.default_rng(6).random(rows.size) < world.chance[rows]
        after = prior.after(X[rows], np.where(hits, 1.0, -1.0))
        assert int(np.argmax(after.weights)) == at


def test_a_run_depends_on_its_seed_alone_and_a_log_is_gone_on_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = tmp_path / "log.jsonl"
    monkeypatch.setattr(members, "BUDGET", 3)
    monkeypatch.setattr(members, "STAGES", (1, 3))
    words = ["bench", "--log", str(log), "--cases", "straight-2", "--players", "today,random", "--seed", "11"]
    monkeypatch.setattr("sys.argv", [*words, "--worlds", "2"])
    members.main()
    first = log.read_text()
    monkeypatch.setattr("sys.argv", [*words, "--worlds", "3"])
    members.main()
    assert log.read_text().startswith(first)
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    assert [line["seed"] for line in lines] == [11, 11, 12, 12, 13, 13]
    costs, weights = members.played("today", members.draw("straight", 2, 12))
    assert costs == lines[2]["cost"]
    assert weights == lines[2]["weights"]
