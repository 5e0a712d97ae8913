"""Live rehearsal: progress reports, end, and saved results."""

from __future__ import annotations

import multiprocessing
import threading
import time
from typing import TYPE_CHECKING

import numpy as np
import pytest

from kgdesk import actions
from kgdesk.actions import live_rehearsal, rehearsing
from kgdesk.actions.live_rehearsal import front_runners
from kgdesk.actions.rehearsing import Effort, Target
from kgdesk.errors import BadInput, FileExists, RehearsalStopped
from kgdesk.rehearsal import KeptRuns
from kgdesk.rehearsal.scores import runs_needed

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from kgdesk.actions.live_rehearsal import InterimResult, LiveResult
    from kgdesk.actions.rehearsing import RehearsalBasis

POLICIES = ("kg", "random")


@pytest.fixture
def basis(session: actions.Session) -> RehearsalBasis:
    for name, outcome in (("C-01", "success"), ("C-05", "failure"), ("C-09", "failure")):
        actions.record(session, name, outcome)
    return rehearsing.basis_of_study(session.study)


@pytest.fixture(autouse=True)
def _no_process_is_left_behind() -> Iterator[None]:
    yield
    assert multiprocessing.active_children() == []


def carried_out(
    basis: RehearsalBasis, runs: int = 4, **more: object
) -> tuple[LiveResult, list[InterimResult]]:
    heard: list[InterimResult] = []
    ready = live_rehearsal.plan_rehearsal(basis, POLICIES, truths=("prior", "posterior"), budget=4)
    return live_rehearsal.run_rehearsal(ready, Effort(runs, 9, workers=2, **more), heard.append), heard  # type: ignore[arg-type]


@pytest.mark.usefixtures("without_processes")
def test_the_first_run_is_told_before_the_last_and_the_last_standing_holds_all(basis: RehearsalBasis) -> None:
    tried, heard = carried_out(basis)
    assert heard[0].tallies[0].runs == 1
    assert len(heard[0].tallies) == 1
    assert heard[-1] is tried.standing
    assert (heard[-1].progress.done, heard[-1].progress.total) == (8, 8)
    assert [(t.truth, t.runs, t.budget) for t in heard[-1].tallies] == [("prior", 4, 4), ("posterior", 4, 4)]
    assert heard[-1].tallies[0].players == ("kg/moments", "random/moments")
    for tally, costs in zip(tried.standing.tallies, tried.board.predictive, strict=True):
        assert np.array_equal(tally.costs, costs)


@pytest.mark.usefixtures("without_processes")
def test_what_is_saved_is_what_the_command_line_writes(basis: RehearsalBasis, tmp_path: Path) -> None:
    tried, _ = carried_out(basis)
    found = live_rehearsal.save(tried, Target(tmp_path / "window"))
    same = rehearsing.rehearse(
        basis,
        POLICIES,
        Target(tmp_path / "line"),
        Effort(4, 9, workers=1),
        truths=("prior", "posterior"),
        budget=4,
    )
    files = {path.name: path.read_bytes() for path in found.folder.iterdir()}
    assert files == {path.name: path.read_bytes() for path in same.folder.iterdir()}
    assert found.needed == same.needed
    with pytest.raises(FileExists):
        live_rehearsal.save(tried, Target(tmp_path / "window"))
    assert {p.name: p.read_bytes() for p in found.folder.iterdir()} == files


def test_a_trial_that_is_stopped_ends_without_a_result(basis: RehearsalBasis) -> None:
    stop = threading.Event()
    stopped: list[float] = []

    def told(_: InterimResult) -> None:
        stop.set()
        stopped.append(time.monotonic())

    ready = live_rehearsal.plan_rehearsal(basis, POLICIES, budget=200)
    with pytest.raises(RehearsalStopped):
        live_rehearsal.run_rehearsal(ready, Effort(50_000, 0, workers=1, stop=stop), told)
    print(f"ended {1e3 * (time.monotonic() - stopped[0]):.0f} ms after the wish")


@pytest.mark.usefixtures("without_processes")
def test_a_trial_that_was_stopped_goes_on_where_it_stopped(basis: RehearsalBasis, tmp_path: Path) -> None:
    stop = threading.Event()
    ready = live_rehearsal.plan_rehearsal(basis, POLICIES, budget=4)
    notes: list[str] = []

    def told(_: InterimResult) -> None:  # after the first run; the others may all take less than an interval
        stop.set()

    with pytest.raises(RehearsalStopped):
        live_rehearsal.run_rehearsal(
            ready, Effort(60, 0, workers=1, stop=stop), told, KeptRuns(tmp_path / "kept", notes.append)
        )
    heard: list[InterimResult] = []
    again = live_rehearsal.run_rehearsal(
        ready, Effort(60, 0, workers=1), heard.append, KeptRuns(tmp_path / "kept", notes.append)
    )
    kept = again.standing.progress.kept
    assert 1 <= kept < 60
    assert [f": {kept}. Started again" in notes[0], notes[1].startswith(f"{kept} of 60 ")] == [True, True]
    assert (heard[-1].progress.done, heard[-1].progress.total) == (60, 60)
    whole = live_rehearsal.run_rehearsal(ready, Effort(60, 0, workers=1), heard.append)
    assert np.array_equal(again.board.predictive, whole.board.predictive)
    assert not (tmp_path / "kept").exists()


def test_a_window_keeps_runs_in_the_cache_folder_where_there_is_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_rehearsal, "user_cache_dir", tmp_path.joinpath)
    keep = live_rehearsal.kept_runs(print)
    assert keep is not None
    assert keep.folder == tmp_path / "rehearsals"
    monkeypatch.setattr(live_rehearsal, "user_cache_dir", lambda _: None)
    assert live_rehearsal.kept_runs(print) is None


def test_a_listener_that_fails_leaves_no_process(basis: RehearsalBasis) -> None:
    def told(_: InterimResult) -> None:
        raise RuntimeError("gone")

    with pytest.raises(RuntimeError, match="gone"):
        live_rehearsal.run_rehearsal(
            live_rehearsal.plan_rehearsal(basis, POLICIES, budget=3), Effort(1_000, 0, workers=1), told
        )


def tally(costs: np.ndarray) -> live_rehearsal.Tally:
    return live_rehearsal.Tally("prior", ("kg/moments",), costs[:, None, :])


def test_a_tally_says_mean_median_and_how_near_nine_of_ten_runs_come() -> None:
    ends = np.arange(1, 11) / 100  # after the last run 1, 2 ... 10 points below the best
    costs = np.stack([np.full(10, 0.5), ends], axis=1)
    found = tally(costs)
    mean, low, high = found.mean()
    assert mean[0] == pytest.approx([0.5, 0.055])
    half = 1.6448536269514722 * ends.std(ddof=1) / np.sqrt(10)
    assert (low[0, 1], high[0, 1]) == pytest.approx((0.055 - half, 0.055 + half))
    middle, first, third = found.median()
    assert (first[0, 1], middle[0, 1], third[0, 1]) == pytest.approx((0.0325, 0.055, 0.0775))
    assert found.reached(0) == pytest.approx(0.09)  # nine of the ten are at most 9 points away
    assert (ends <= found.reached(0)).sum() == 9
    assert found.needed(0) == (None, 0.5)


def test_who_is_ahead_is_said_only_where_chance_does_not_explain_it() -> None:
    rng = np.random.default_rng(20)
    alone = 0
    for _ in range(200):
        alike = rng.normal(size=(20, 4, 1))
        front = front_runners(alike)
        assert front[0] == alike[:, :, 0].mean(axis=0).argmax()
        alone += len(front) == 1
    assert alone <= 20  # 1 in 20, and what four that are tried by the largest of them add
    ahead = rng.normal(size=(20, 4, 1)) + np.array([0.0, 3.0, 3.0, 0.0])[:, None]
    assert sorted(front_runners(ahead)) == [1, 2]
    ahead[:, 1] += 3.0
    assert front_runners(ahead) == (1,)
    assert len(front_runners(ahead[:9])) == 4  # too few runs
    assert len(front_runners(np.zeros((50, 3, 1)))) == 3
    costs = np.stack([np.full((12, 2), 0.3), np.full((12, 2), 0.1)], axis=1)
    assert live_rehearsal.Tally("prior", ("kg/moments", "random/moments"), costs).front() == (1,)


def test_one_run_alone_has_no_range() -> None:
    mean, low, high = tally(np.array([[0.4, 0.1]])).mean()
    assert mean.tolist() == low.tolist() == high.tolist() == [[0.4, 0.1]]


def test_runs_needed_counts_from_where_the_chance_stays() -> None:
    near, far = 0.01, 0.3
    costs = np.array([[far, near, far, near, near]] * 10)
    assert runs_needed(costs) == (3, 1.0)
    assert runs_needed(np.full((4, 3), near)) == (0, 1.0)
    assert runs_needed(np.full((4, 3), far)) == (None, 0.0)


@pytest.mark.parametrize(
    ("wish", "word"),
    [
        ({"policies": ()}, "no policy"),
        ({"policies": ("kg",), "truths": ()}, "no truths"),
        ({"policies": ("kg",), "budget": 0}, "planned runs"),
        ({"policies": ("best-guess",)}, "best-guess"),
    ],
)
def test_a_wish_that_makes_no_sense_is_refused_before_anything_starts(
    basis: RehearsalBasis, wish: dict[str, object], word: str
) -> None:
    with pytest.raises(BadInput, match=word):
        live_rehearsal.plan_rehearsal(basis, **wish)  # type: ignore[arg-type]
