"""Finished runs are kept when a rehearsal is cut off: none is repeated, and the results have the same bits."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from cut_off import CONTESTS, RUNS, SEED
from own_workers import OwnProcess
from small_contests import contest, pool_of

from kgdesk.model.study.settings import Settings
from kgdesk.paper import experiment
from kgdesk.paper.experiment import ExperimentForm
from kgdesk.rehearsal import KeptRuns, kept_runs, study_rehearsal
from kgdesk.rehearsal.contest import Contest, players
from kgdesk.rehearsal.engine import Progress, run_contests
from kgdesk.rehearsal.simulation import SimulatedRun, digest_of, play
from kgdesk.rehearsal.truths import Normal
from kgdesk.rehearsal.workers import Processes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kgdesk.model.design.pool import Pool
    from kgdesk.rehearsal.engine import Result
    from kgdesk.rehearsal.workers import WorkerGroup

ONE = [contest(pool_of())]

ARRAYS = ("predictive", "plugin", "common", "measured", "stopped", "successes")


def same(one: Sequence[Result], other: Sequence[Result]) -> bool:
    return [(r.contest, r.run, r.seed) for r in one] == [(r.contest, r.run, r.seed) for r in other] and all(
        getattr(a.played, name).dtype == getattr(b.played, name).dtype
        and np.array_equal(getattr(a.played, name), getattr(b.played, name))
        for a, b in zip(one, other, strict=True)
        for name in ARRAYS
    )


@cache
def expected() -> list[Result]:
    """Return the results of `ONE` in one go."""
    return list(run_contests(ONE, runs=RUNS, seed=SEED, workers=OwnProcess()))


def kept_files(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*.jsonl"))


def kept_seeds(folder: Path) -> Counter[tuple[str, int]]:
    return Counter(
        (path.parent.name, json.loads(line)["seed"])
        for path in kept_files(folder)
        for line in path.read_text("utf-8").splitlines()
    )


def resumed(
    contests: Sequence[Contest],
    folder: Path,
    runs: int = RUNS,
    seed: int = SEED,
    workers: WorkerGroup | None = None,
) -> tuple[list[Result], list[str], list[Progress]]:
    notes: list[str] = []
    seen: list[Progress] = []
    keep = KeptRuns(folder, notes.append)
    return (
        list(
            run_contests(
                contests,
                runs=runs,
                seed=seed,
                workers=workers or OwnProcess(),
                progress=seen.append,
                keep=keep,
            )
        ),
        notes,
        seen,
    )


def cut_off(
    contests: Sequence[Contest], folder: Path, after: int, runs: int = RUNS, seed: int = SEED
) -> None:
    """Run a rehearsal until some runs are done."""

    def end(progress: Progress) -> None:
        if progress.done == after:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        list(
            run_contests(
                contests, runs=runs, seed=seed, workers=OwnProcess(), progress=end, keep=KeptRuns(folder)
            )
        )


def test_a_killed_rehearsal_repeats_no_finished_run_and_ends_with_the_same_bits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "kept"
    monkeypatch.setenv("PLAYED", str(tmp_path / "first"))
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(Path(__file__).parent), *sys.path]))
    with subprocess.Popen(
        [sys.executable, str(Path(__file__).with_name("cut_off.py")), str(folder), "11"],
        stdout=subprocess.PIPE,
        text=True,
    ) as program:
        assert program.stdout is not None
        assert program.stdout.readline() == "waiting\n"
        program.kill()
    finished = kept_seeds(folder)
    assert sum(finished.values()) == 11
    assert set(finished.values()) == {1}
    monkeypatch.setenv("PLAYED", str(tmp_path / "second"))
    results, notes, seen = resumed(CONTESTS, folder, workers=Processes(2))
    repeated = (tmp_path / "second").read_text().splitlines()
    assert len(repeated) == len(set(repeated)) == 2 * RUNS - 11
    assert notes == ["11 of 18 simulated runs were finished before: the rehearsal resumes from there."]
    assert [p.done for p in seen] == list(range(12, 19))
    assert {p.kept for p in seen} == {11}
    monkeypatch.setenv("PLAYED", str(tmp_path / "third"))
    assert same(results, list(run_contests(CONTESTS, runs=RUNS, seed=SEED, workers=OwnProcess())))
    all_runs = set((tmp_path / "third").read_text().splitlines())
    assert len(all_runs) == 2 * RUNS
    assert set(repeated) < all_runs


def test_when_all_runs_are_kept_none_is_simulated_and_progress_says_so(tmp_path: Path) -> None:
    contests = [contest(pool_of())]
    first, notes, _ = resumed(contests, tmp_path)
    assert notes == []
    again, notes, seen = resumed(contests, tmp_path)
    assert same(first, again)
    assert notes == [
        f"{RUNS} of {RUNS} simulated runs were finished before: the rehearsal resumes from there."
    ]
    assert [(p.done, p.kept, p.total, p.left) for p in seen] == [(RUNS, RUNS, RUNS, 0.0)]


def test_the_time_that_is_left_counts_new_runs_alone() -> None:
    assert Progress(12, 18, 10.0, 10).left == 30.0
    assert Progress(10, 18, 0.0, 10).left == float("inf")


def test_more_runs_and_other_seeds_go_on_from_those_that_are_kept(tmp_path: Path) -> None:
    contests = [contest(pool_of(), pool=name) for name in ("a", "b")]
    cut_off(contests, tmp_path, 5)
    results, notes, _ = resumed(contests, tmp_path, runs=RUNS + 3, seed=SEED - 2)
    assert notes[0].startswith("5 of 24 ")
    assert same(results, list(run_contests(contests, runs=RUNS + 3, seed=SEED - 2, workers=OwnProcess())))


def test_what_is_kept_is_removed_at_the_end_and_nothing_else(tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    (other,) = [contest(pool_of(), pool="other")]
    cut_off([other], kept, 2, runs=3)
    mine = [contest(pool_of(), pool="mine")]
    keep = KeptRuns(kept)
    list(run_contests(mine, runs=3, seed=SEED, workers=OwnProcess(), keep=keep))
    assert len(kept_seeds(kept)) == 5
    keep.discard()
    assert {key for key, _ in kept_seeds(kept)} == {digest_of(other)}
    keep = KeptRuns(kept)
    list(run_contests([other], runs=3, seed=SEED, workers=OwnProcess(), keep=keep))
    keep.discard()
    assert not kept.exists()


def flipped(data: bytes) -> bytes:
    """Return the lines with one digit of a result changed."""
    at = data.index(b"0.", data.index(b"predictive")) + 3
    return data[:at] + (b"1" if data[at : at + 1] != b"1" else b"2") + data[at + 1 :]


DAMAGE = {
    "a digit": flipped,
    "the end": lambda data: data[: len(data) * 2 // 3],
    "zeros": lambda data: bytes(len(data)),
    "another program": lambda _: b"\x89PNG\r\n\x1a\n",
    "other JSON": lambda _: b'{"seed": 61}\n[]\n',
    "deep JSON": lambda _: b"[" * 100_000,
}


DAMAGED = "{} is damaged, or was not written by kgdesk: runs that it does not hold are simulated again."


@pytest.fixture(scope="module")
def six(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with six finished runs of `ONE`."""
    folder = tmp_path_factory.mktemp("six")
    cut_off(ONE, folder, 6)
    return folder


@pytest.mark.parametrize("what", DAMAGE)
def test_what_is_damaged_or_foreign_is_passed_over_with_a_sentence(
    what: str, six: Path, tmp_path: Path
) -> None:
    """What is read of it are runs with the bits of those that were kept, and less of them."""
    shutil.copytree(six, tmp_path, dirs_exist_ok=True)
    path, key, seeds = kept_files(tmp_path)[0], digest_of(ONE[0]), range(SEED, SEED + RUNS)
    path.write_bytes(DAMAGE[what](path.read_bytes()))  # type: ignore[no-untyped-call]
    notes: list[str] = []
    read = KeptRuns(tmp_path, notes.append).read(key, seeds)
    assert notes == [DAMAGED.format(path)]
    assert len(read) < 6
    kept = KeptRuns(six).read(key, seeds)
    assert read == {seed: kept[seed] for seed in read}


@pytest.mark.parametrize(
    "what", ["a digit", *(pytest.param(what, marks=pytest.mark.nightly) for what in list(DAMAGE)[1:])]
)
def test_a_rehearsal_goes_on_from_what_is_damaged_with_the_same_bits(
    what: str, six: Path, tmp_path: Path
) -> None:
    shutil.copytree(six, tmp_path, dirs_exist_ok=True)
    path = kept_files(tmp_path)[0]
    path.write_bytes(DAMAGE[what](path.read_bytes()))  # type: ignore[no-untyped-call]
    results, notes, seen = resumed(ONE, tmp_path)
    assert notes[0] == DAMAGED.format(path)
    assert same(results, expected())
    assert seen[0].kept < 6
    assert len(kept_seeds(tmp_path)) == RUNS


def test_a_line_of_another_contest_is_not_taken_for_one_of_this(six: Path, tmp_path: Path) -> None:
    other = contest(pool_of(seed=2))
    shutil.copytree(six / digest_of(ONE[0]), tmp_path / digest_of(other))
    results, notes, _ = resumed([other], tmp_path)
    assert "is damaged, or was not written by kgdesk" in notes[0]
    assert same(results, list(run_contests([other], runs=RUNS, seed=SEED, workers=OwnProcess())))


def test_where_nothing_can_be_kept_one_sentence_says_so_and_the_rehearsal_goes_on(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    results, notes, _ = resumed(ONE, tmp_path / "file" / "kept")
    (note,) = notes
    assert note.startswith(f"Finished runs cannot be kept in “{tmp_path / 'file' / 'kept'}” (")
    assert note.endswith("): if the rehearsal is cut off, it starts from the beginning.")
    assert same(results, expected())


def test_a_rehearsal_that_is_cut_off_says_what_is_kept_and_where(tmp_path: Path) -> None:
    notes: list[str] = []
    results = run_contests(
        [contest(pool_of())], runs=300, seed=0, workers=OwnProcess(), keep=KeptRuns(tmp_path, notes.append)
    )
    next(results)
    results.close()  # type: ignore[attr-defined]
    (note,) = notes
    assert note == (
        f"Finished runs kept in “{tmp_path}”: {len(kept_seeds(tmp_path))}. Started again with the same settings, the "
        "rehearsal resumes from there."
    )


def test_a_folder_holds_the_contests_that_were_touched_last(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept_runs, "_MOST_CONTESTS", 3)
    (tmp_path / "of somebody else").mkdir()
    keys = [f"{n:032x}" for n in range(5)]
    run = play(contest(pool_of()), 0)
    for nth, key in enumerate(keys):
        KeptRuns(tmp_path).keep(key, 0, run.as_lists())
        os.utime(tmp_path / key, (nth, nth))
    assert {path.name for path in tmp_path.iterdir()} == {"of somebody else", *keys[-3:]}


def test_a_run_keeps_its_bits_in_json() -> None:
    rare = np.array([[5e-324, np.nan, -0.0, 1 / 3, np.inf]])
    run = SimulatedRun(
        rare, rare, rare, np.array([[2**62]]), np.empty((2, 0), dtype=np.int64), np.array([[0, 1]]), rare
    )
    again = SimulatedRun.from_lists(json.loads(json.dumps(run.as_lists())))
    for name in ARRAYS:
        one, other = getattr(run, name), getattr(again, name)
        assert (one.tobytes(), one.shape, one.dtype) == (other.tobytes(), other.shape, other.dtype)


CHANGES: dict[str, dict[str, Any]] = {
    "pool": {"pool": "another"},
    "X": {"X": pool_of(seed=2)},
    "prior_mean": {"prior_mean": np.full(3, 1e-300)},
    "prior_precision": {"prior_precision": np.full(3, 2.0)},
    "truth": {"truth": Normal(np.zeros(3), 2 * np.eye(3))},
    "players": {"players": players(("kg", "random"), "full")},
    "budget": {"budget": 7},
    "free_examples": {"free_examples": True},
    "past_rows": {"past_rows": np.array([1])},
    "past_y": {"past_y": np.array([1.0])},
    "columns": {"columns": {"linear": np.array([0, 1])}},
    "own_precision": {"own_precision": {"linear": np.ones(3)}},
    "runs_left": {"runs_left": np.full(15, 9)},
}


@pytest.mark.parametrize("what", CHANGES)
def test_the_digest_depends_on_every_setting(what: str) -> None:
    one = contest(pool_of())
    assert digest_of(one) == digest_of(contest(pool_of()))
    assert digest_of(replace(one, **CHANGES[what])) != digest_of(one)


def test_every_kind_of_contest_has_a_digest_of_its_own(pool: Pool) -> None:
    basis = study_rehearsal.basis_of_pool(pool, Settings(terms="average"), "x", [("C-01", 1), ("C-05", -1)])
    rules = ("at-stake 1 or (within 5 at 90 and runs 20)", "value 0.1", "cost 20 worth 5")
    kinds = [
        study_rehearsal.contests(basis, ("kg",), truths=tuple(study_rehearsal.TRUTHS), rules=rules[:count])
        for count in range(4)
    ]
    printed = experiment.contests(
        "nowhere", budget=2, synthetic_only=True, form=ExperimentForm(as_printed=True)
    )
    anew = experiment.contests("nowhere", budget=2, synthetic_only=True)
    every = [made for group in (*kinds, printed, anew) for made in group]
    assert len({digest_of(made) for made in every}) == len(every)


def test_the_digest_names_program_processor_and_compiled_kernels(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = contest(pool_of())
    before = digest_of(one)
    (tmp_path / "manifest.json").write_text("{}", "utf-8")
    for name, value in {
        "__version__": "0.0.1",
        "processor": lambda: ("another", "+avx512f"),
        "shipped_folder": lambda: tmp_path,
        "native_folder": lambda **_: tmp_path,
        "_SOURCES": ("kernels", "model"),
    }.items():
        with monkeypatch.context() as patch:
            patch.setattr(f"kgdesk.rehearsal.simulation.{name}", value)
            assert digest_of(one) != before, name
