"""The references compute the same as the program, and every part is timed."""

from __future__ import annotations

import json
import re
import shutil
from typing import TYPE_CHECKING

import numpy as np
import pytest
from bench import main
from kgdesk_bench import sweeps, whole, yardstick
from kgdesk_bench.timer import TURNS, Timer

from kgdesk import kernels
from kgdesk.errors import BadInput
from kgdesk.model.beliefs.gaussian import MomentBelief
from kgdesk.model.policies.repeated_measurements import repeated_runs_gain

if TYPE_CHECKING:
    from pathlib import Path

KINDS = ("diagonal", "full")


def problem(kind: str) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    rng = np.random.default_rng(4)
    X = np.column_stack([np.ones(301), rng.normal(size=(301, 5))])
    y = np.where(rng.random(9) < 0.5, 1.0, -1.0)
    if kind == "diagonal":
        return (*kernels.diagonal_fold(np.zeros(6), np.ones(6), X[:9], y), X)
    return (*kernels.full_fold(np.zeros(6), np.eye(6), X[:9], y, False), X)


@pytest.mark.parametrize("kind", KINDS)
def test_the_twin_in_numpy_gives_the_kernels_values(kind: str) -> None:
    given = problem(kind)
    twin = getattr(yardstick, f"numpy_{kind}")(*given, block=64)
    assert np.abs(twin - getattr(kernels, f"sweep_{kind}")(*given)[0]).max() <= 1e-12


def test_the_twin_of_several_runs_gives_their_values() -> None:
    mean, S, X = problem("full")
    twin = yardstick.numpy_counts(mean, S, X[:60], (1, 2, 4, 8))
    right = repeated_runs_gain(MomentBelief(mean, S), X[:60], X[:60], [1, 2, 4, 8])
    assert np.abs(twin - right).max() <= 1e-12


@pytest.mark.parametrize("kind", KINDS)
def test_the_sweep_in_c_gives_the_kernels_values(kind: str, tmp_path: Path) -> None:
    found = yardstick.compiled(None, tmp_path)
    if not found:
        pytest.skip("no C compiler here, or no AVX-512")
    given = problem(kind)
    assert np.abs(found[kind](*given) - getattr(kernels, f"sweep_{kind}")(*given)[0]).max() <= 1e-12


def test_a_c_file_that_is_not_there_is_refused_and_a_missing_one_of_our_own_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(BadInput, match=r"cannot be compiled"):
        yardstick.compiled(tmp_path / "none.c", tmp_path)
    monkeypatch.setattr(yardstick, "SOURCE", tmp_path / "none.c")
    assert yardstick.compiled(None, tmp_path) == {}


@pytest.mark.skipif(shutil.which("gcc") is None, reason="no C compiler here")
def test_a_c_file_with_other_functions_is_refused_by_what_it_lacks(tmp_path: Path) -> None:
    (tmp_path / "other.c").write_text("void sweep_full(void) {}\n", encoding="utf-8")
    with pytest.raises(BadInput, match=r"other\.c defines no futures_diagonal: .* tests/opponent/futures\.c"):
        yardstick.compiled(tmp_path / "other.c", tmp_path)


class Asked(Timer):
    """Timer that only records its calls, and returns M to the power 1.5 as the time."""

    def __init__(self) -> None:
        super().__init__(TURNS, lambda _: None)
        self.asked: list[str] = []

    def take(self, what: str, *_: object, **__: object) -> float:
        self.asked.append(what)
        found = re.search(r"M = ([\d,]+)", what)
        assert found
        return float(found[1].replace(",", "")) ** 1.5


@pytest.mark.nightly
def test_every_pair_of_ten_thousand_candidates_is_timed_with_10_15_and_30_attributes_for_each_belief() -> (
    None
):
    timer = Asked()
    sweeps.every_pair(timer, {}, whole.EVERY_PAIR)
    for kind in ("moments", "full", "diagonal"):
        for d in (10, 15, 30):
            assert f"every pair: {kind}, M = 10,000, d = {d}" in timer.asked


@pytest.mark.nightly
def test_growth_is_taken_from_ten_thousand_to_three_hundred_thousand_candidates_for_each_belief() -> None:
    timer = Asked()
    growth = sweeps.suggestions(timer, {}, whole.SUGGESTED)
    for kind in ("moments", "full", "diagonal"):
        for outcomes in (10, 30):
            of = [what for what in timer.asked if f" {kind}," in what and f" {outcomes} outcomes" in what]
            assert "M = 10,000," in of[0]
            assert "M = 300,000," in of[-1]
            assert growth.pop(f"suggestion: {kind}, {outcomes} outcomes") == pytest.approx(1.5)
    assert not growth


def test_what_takes_long_is_timed_in_fewer_turns() -> None:
    timer, calls = Timer(5, lambda _: None), []
    timer.take("short", lambda: calls.append("short"))
    timer.take("long", lambda: calls.append("long"), {"numpy": lambda: calls.append("twin")}, 3)
    assert [calls.count(what) for what in ("short", "long", "twin")] == [5, 3, 3]


@pytest.mark.nightly
@pytest.mark.slow
def test_the_bench_times_every_part_and_prints_one_json_object(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--quick", "--json"])
    found = json.loads(capsys.readouterr().out)
    what = " | ".join(each["what"] for each in found["figures"])
    for part in (
        "every pair: moments",
        "suggestion: diagonal",
        "suggestion: averaged, M = 2,000, d = 7 and a category, 0 outcomes",
        "updates: full",
        "several runs: moments, M = 300",
        "several runs: averaged, M = 300",
        "information: averaged, M = 2,000",
        "kg, kg/full, random, averaged, M = 60",
        "outcome to next suggestion on screen: 200 candidates, d = 7, averaged",
        "first suggestion, nothing compiled: 200 candidates, d = 3, averaged",
        "order-free fit",
        "rehearsed",
    ):
        assert part in what
    for part in (
        "outcome on disk",
        "entry to next suggestion",
        "candidates, d = 3, averaged",
        "folded from its events",
        "next suggestion on screen",
        "window's wait",
        "M = 20,000, d = 10, 20 outcomes",
        "window painted",
        "first suggestion",
    ):
        assert part in what
    assert all(0 < each["least"] <= each["seconds"] <= each["most"] for each in found["figures"])
    twins = {each["what"].split(",")[0] for each in found["figures"] if each["numpy"] is not None}
    assert twins == {"every pair: diagonal", "every pair: full", "several runs: moments"}
