"""The comparison with other programs: its worlds are the same for all, and its tables add up."""

from __future__ import annotations

import json
import math
import os
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from peers import peers, table, worlds
from peers.game import BUDGET, STAGES, World

from kgdesk.rehearsal.simulation import play_contest

ROOT = Path(__file__).resolve().parents[2]
COMMAND = ROOT / "tests" / "bench" / "peers" / "peers.py"
UCI = os.environ.get("KGDESK_UCI_DIR")
VENV = Path(os.environ.get("KGDESK_PEERS_VENV", ROOT / ".venv-peers"))
DRAWN = [pool for pool in worlds.POOLS if pool not in worlds.TABLES]


def world(pool: str, seed: int) -> World:
    return worlds.world_of(worlds.contest_of(pool, seed, Path(UCI) if UCI else None), seed)


def log_odds(drawn: World) -> np.ndarray:
    return np.log(drawn.chance) - np.log1p(-drawn.chance)


@pytest.mark.parametrize("pool", DRAWN)
def test_a_world_depends_on_its_pool_and_seed_alone_and_survives_its_file(pool: str, tmp_path: Path) -> None:
    first = world(pool, 7)
    assert world(pool, 7).digest == first.digest
    assert world(pool, 8).digest != first.digest
    assert not np.array_equal(world(pool, 8).attributes, first.attributes)  # a new pool for each world
    first.save(tmp_path / "world.npz")
    assert World.load(tmp_path / "world.npz").digest == first.digest
    assert replace(first, outcome=-first.outcome).digest != first.digest


@pytest.mark.parametrize("pool", DRAWN)
def test_outcomes_follow_the_chances_and_losses_are_measured_from_the_best(pool: str) -> None:
    drawn = world(pool, 7)
    assert drawn.outcome.shape == (BUDGET + 1, worlds.SIZE)
    assert not drawn.free.size
    share = (drawn.outcome > 0).mean()
    error = math.sqrt((drawn.chance * (1 - drawn.chance)).sum() * len(drawn.outcome)) / drawn.outcome.size
    assert abs(share - drawn.chance.mean()) < 5 * error
    assert drawn.loss(int(np.argmax(drawn.chance))) == 0.0
    worst = int(np.argmin(drawn.chance))
    assert drawn.loss(worst) == pytest.approx(drawn.chance.max() - drawn.chance[worst])


@pytest.mark.parametrize(("pool", "degree"), [("linear-2", 1), ("linear-5", 1), ("peak-2", 2), ("peak-5", 2)])
def test_straight_truths_are_straight_and_peaks_are_bowls(pool: str, degree: int) -> None:
    drawn = world(pool, 7)
    powers = [drawn.attributes**power for power in range(1, degree + 1)]
    columns = np.column_stack([np.ones(len(drawn.chance)), *powers])
    fit, *_ = np.linalg.lstsq(columns, log_odds(drawn), rcond=None)
    assert np.abs(columns @ fit - log_odds(drawn)).max() < 1e-7
    if degree == 2:
        assert (fit[1 + drawn.attributes.shape[1] :] < 0).all()
        assert log_odds(drawn).max() <= 2.0


def test_smooth_truths_have_the_mean_and_covariance_that_is_written() -> None:
    x = np.array([[-0.9], [-0.5], [0.1], [0.2], [1.0]])
    truth = worlds.Smooth(np.array([0]), np.array([0.3]), np.array([2.0]))
    rng = np.random.default_rng(5)
    draws = np.array([truth.log_odds((x - 0.3) / 2.0, rng, 1)[0] for _ in range(20_000)])
    length = 0.6 * math.sqrt(0.5)
    wanted = 4.0 * np.exp(-0.5 * (x - x.T) ** 2 / length**2)
    assert np.abs(draws.mean(axis=0) + 1.0).max() < 5 * 2.0 / math.sqrt(len(draws))
    assert np.abs(np.cov(draws.T) - wanted).max() < 5 * 4.0 * math.sqrt(2.0 / len(draws))


@pytest.mark.skipif(not UCI, reason="KGDESK_UCI_DIR is not set")
@pytest.mark.parametrize("pool", worlds.TABLES)
def test_a_table_has_one_pool_for_all_seeds_and_an_example_of_each_outcome(pool: str) -> None:
    first, second = world(pool, 7), world(pool, 8)
    assert np.array_equal(first.attributes, second.attributes)
    assert not np.array_equal(first.chance, second.chance)
    assert sorted(first.outcome[0, first.free].tolist()) == [-1, 1]


def run(log: Path, *more: str) -> str:
    given = [sys.executable, COMMAND, "--log", log, "--methods", "kgdesk-linear,random-average", *more]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(given, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.nightly
@pytest.mark.slow
def test_the_command_goes_on_where_it_stopped_and_scores_as_the_rehearsal_does(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    run(log, "--pools", "peak-2", "--worlds", "1")
    before = log.read_text(encoding="utf-8")
    (played, _) = (entry for entry in table.read(log) if "loss" in entry)
    contest = worlds.contest_of("peak-2", worlds.SEED, None)
    at = [(p.terms, p.policy) for p in contest.players].index(("linear", worlds.POLICIES["linear"]))
    rehearsed = play_contest(contest, worlds.SEED)
    assert played["measured"] == rehearsed.measured[at].tolist()
    for n in STAGES:
        assert played["loss"]["own"][str(n)] == pytest.approx(rehearsed.predictive[at, n], abs=1e-8)
        assert played["loss"]["mean"][str(n)] == pytest.approx(rehearsed.plugin[at, n], abs=1e-8)

    first, second, *starts = before.splitlines(keepends=True)
    log.write_text(first + "".join(starts) + second[:40], encoding="utf-8")  # cut short
    out = run(log, "--pools", "peak-2", "--worlds", "2", "--table", str(tmp_path / "table.md"))
    after = table.read(log)
    assert log.read_text(encoding="utf-8").startswith(first + "".join(starts))
    again = next(e for e in after if e.get("method") == "random-average" and e["seed"] == worlds.SEED)
    assert again["loss"] == json.loads(second)["loss"]
    keys = [table.key(entry) for entry in after if "loss" in entry]
    assert len(keys) == len(set(keys)) == 4
    assert len([entry for entry in after if "cost" in entry]) == len(starts)
    assert "| peak-2 | 2 | kgdesk, linear terms |" in out
    assert out.strip() in (tmp_path / "table.md").read_text(encoding="utf-8")


def entry(method: str, seed: int, own: float, **more: object) -> dict[str, object]:
    loss = {rule: {str(n): value for n in STAGES} for rule, value in (("own", own), ("mean", own + 0.01))}
    made = {"pool": "peak-2", "seed": seed, "method": method, "stamp": "1", "digest": str(seed)}
    return {**made, "loss": loss, "wall": 2.0, "cpu": 1.0, "faults": 0, "measured": [], **more}


def test_means_and_standard_errors_are_of_all_worlds_and_differences_of_those_that_both_played() -> None:
    ours = [entry("kgdesk-average", seed, own) for seed, own in ((1, 0.02), (2, 0.06), (3, 0.01))]
    theirs = [entry("aepsych", seed, own) for seed, own in ((2, 0.08), (1, 0.10))]
    text = table.document([*ours, *theirs])
    # 2, 6 and 1: mean 3, standard deviation sqrt(7).
    assert "| peak-2 | 3 | kgdesk, averaged terms |" + " 3.0 ± 1.5 |" * 4 + " 33 % |" in text
    # 8 and 10: mean 9, standard deviation sqrt(2).
    assert "| peak-2 | 2 | AEPsych |" + " 9.0 ± 1.0 |" * 4 + " 100 % |" in text
    # 8 and 2 in the first two worlds: mean 5, standard deviation 3 sqrt(2).
    assert "| peak-2 | 2 | AEPsych |" + " +5.0 ± 3.0 |" * 4 in text
    assert "| AEPsych |" + " +1.0 ± 0.0 |" * 4 in text
    assert "Seeds 1 to 3." in text


def test_only_the_newest_version_of_a_method_counts() -> None:
    old = [entry("kgdesk-average", seed, 0.5) for seed in (1, 2)]
    new = [entry("kgdesk-average", seed, 0.1, stamp="2") for seed in (1, 2)]
    assert "| peak-2 | 2 | kgdesk, averaged terms | 10.0 ± 0.0 |" in table.document([*old, *new])


def test_methods_that_saw_different_worlds_are_not_compared() -> None:
    with pytest.raises(ValueError, match="peak-2, seed 1: the methods played different worlds"):
        table.document([entry("kgdesk-average", 1, 0.1), entry("aepsych", 1, 0.1, digest="other")])


def test_what_was_written_before_the_tables_stays(tmp_path: Path) -> None:
    path = tmp_path / "table.md"
    path.write_text(f"# Title\n\nProse.\n\n{table.MARK}\n\nold\n", encoding="utf-8")
    table.write(path, "new\n")
    assert path.read_text(encoding="utf-8") == f"# Title\n\nProse.\n\n{table.MARK}\n\nnew\n"


@pytest.mark.nightly
@pytest.mark.skipif(not VENV.is_dir(), reason="the peers' environment has not been made")
@pytest.mark.parametrize("method", [name for name, (_, foreign) in peers.METHODS.items() if foreign])
def test_a_peer_plays_the_same_world_the_same_way_twice(method: str, tmp_path: Path) -> None:
    drawn = world("peak-2", 7)
    path = tmp_path / "world.npz"
    drawn.save(path)
    player = peers.PlayerProcess(method, VENV / "bin" / "python", None, tmp_path)
    first, second = player.play(path), player.play(path)
    player.close()
    assert first["digest"] == drawn.digest
    assert first["faults"] == 0
    assert len(first["measured"]) == BUDGET
    assert set(first["measured"]) <= set(range(worlds.SIZE))
    assert (first["measured"], first["recommended"]) == (second["measured"], second["recommended"])


def test_the_comparison_repeats_the_measured_tables() -> None:
    """Each row of the short table is in the measured ones, figure by figure."""
    measured = (ROOT / "tests" / "bench" / "peers" / "results.md").read_text(encoding="utf-8")
    rows = [re.split(r"\s*\|\s*", line.strip("| ")) for line in measured.splitlines() if line.startswith("|")]
    found = {(row[0], row[2]): row[3:7] for row in rows if len(row) == 8}
    page = (
        (ROOT / "resources" / "site" / "comparison.md")
        .read_text(encoding="utf-8")
        .partition("<!-- peers -->")[2]
    )
    short = [re.split(r"\s*\|\s*", line.strip("| ")) for line in page.split("\n\n")[1].splitlines()]
    heading, _, *lines = short
    assert [line[0] for line in lines] == list(
        dict.fromkeys(pool for pool, _ in found if pool in worlds.POOLS)
    )
    for line in lines:
        for cell, name in zip(line[1:], heading[1:], strict=True):
            _, n10, _, n30 = found.get((line[0], name), ["", "–", "", ""])
            assert cell == (f"{n10}; {n30}" if n30 else n10), (line[0], name)


def test_the_short_table_holds_the_means_over_four_tables() -> None:
    page = (ROOT / "resources" / "site" / "comparison.md").read_text(encoding="utf-8")

    def table_after(mark: str) -> list[list[str]]:
        lines = page.partition(mark)[2].strip().partition("\n\n")[0].splitlines()
        heading, _, *rows = (re.split(r"\s*\|\s*", line.strip("| ")) for line in lines)
        return [heading, *rows]

    heading, *rows = table_after("<!-- peers -->")
    rows = [row for row in rows if row[0] in {"haberman", "transfusion", "fertility", "glass"}]
    assert len(rows) == 4
    methods, means = table_after("<!-- peers in short -->")
    for method, cell in zip(methods, means, strict=True):
        at = heading.index(method)
        cells = [[float(part.partition(" ±")[0]) for part in row[at].split("; ")] for row in rows]
        stated = [float(part) for part in cell.split("; ")]
        assert stated == pytest.approx(np.mean(cells, axis=0).tolist(), abs=0.0501), method
