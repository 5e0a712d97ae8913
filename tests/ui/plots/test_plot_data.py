"""Conversion of model results to plot data."""

from __future__ import annotations

import csv
import math
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parent / "entry"))

from entry_bench import Clock, make_study
from lives import begun, grown, stored

from kgdesk import actions
from kgdesk.actions import Operator
from kgdesk.actions.importing import read_pool
from kgdesk.model.advice import history
from kgdesk.model.advice.advice import Advice
from kgdesk.model.advice.picks import advise
from kgdesk.model.advice.stopping_basis import decide
from kgdesk.model.decisions import runs
from kgdesk.model.design.pool import Attribute, Pool
from kgdesk.model.policies.perfect_information import PerfectInformation
from kgdesk.model.study.settings import Settings
from kgdesk.ui.plots import plot_data
from kgdesk.ui.plots.effects import effects_data
from kgdesk.ui.session.compute_queue import ComputeQueue

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pytestqt.qtbot import QtBot


@pytest.fixture
def in_lane(qtbot: QtBot) -> Iterator[Callable[[Callable[[], object]], object]]:
    """Return a function that runs another one in a compute queue, as the window does."""
    compute_queue = ComputeQueue()

    def call(function: Callable[[], object]) -> object:
        answers: list[object] = []
        compute_queue.ask("test", 0, function, answers.append, answers.append)
        qtbot.waitUntil(lambda: bool(answers), timeout=120_000)
        return answers[0]

    yield call
    compute_queue.stop()


@pytest.fixture
def advice(tmp_path: Path, in_lane: Callable[[Callable[[], object]], object]) -> Advice:
    """Return the advice for a study with a number, a log attribute, a category and a constant."""
    table = tmp_path / "mixed.csv"
    rng = np.random.default_rng(4)
    with table.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["Code", "Heat", "Dose", "Solvent", "Same"])
        for row in range(30):
            writer.writerow(
                [
                    f"C-{row}",
                    f"{rng.uniform(20, 90):.2f}",
                    f"{10 ** rng.uniform(0, 3):.4f}",
                    "ABC"[row % 3],
                    "7",
                ]
            )
    pool = read_pool(table, id="Code", categories=["Solvent"], logs=["Dose"], units={"Heat": "°C"})
    who = Operator("MK", "bench", Clock())
    with actions.create_study(tmp_path / "mixed.kgstudy", pool, Settings(budget=9), who) as made:
        for name, outcome in (("C-3", "success"), ("C-3", "failure"), ("C-4", "success"), ("C-5", "void")):
            actions.record(made, name, outcome)
        study = made.study
    found = in_lane(lambda: advise(study))
    assert isinstance(found, Advice)
    return found


def test_the_value_picture_gets_points_and_marks_the_next_and_the_best(advice: Advice) -> None:
    data = plot_data.value_data(advice)
    np.testing.assert_array_equal(data.values, 100.0 * advice.kg)
    assert data.next is not None
    assert data.best is not None
    assert data.codes[data.next] == advice.suggestion.candidate
    assert data.codes[data.best] == advice.recommended.candidate
    np.testing.assert_array_equal(data.chances, advice.probability)


def test_card_and_plots_agree_on_the_best_of_candidates_with_equal_attributes() -> None:
    pool = Pool(("A", "B"), (Attribute("Heat"),), ((20.0, 20.0),))
    made = advise(grown(begun(pool), ("A", "success")))
    assert made.recommended.candidate == "A"
    assert not decide(made).alike
    assert plot_data.value_data(made).best == 0
    assert [row.code for row in plot_data.promising_data(made).rows] == ["A", "B"]


def test_card_and_plots_mark_no_best_while_all_alternatives_are_equal() -> None:
    pool = Pool(("A", "B", "C"), (Attribute("Heat"),), ((20.0, 30.0, 40.0),))
    made = advise(begun(pool))
    assert decide(made).alike
    assert plot_data.value_data(made).best is None
    assert plot_data.promising_data(made).rows == ()


def test_the_promising_are_sorted_and_count_what_was_recorded(advice: Advice) -> None:
    data = plot_data.promising_data(advice)
    assert len(data.rows) == 8
    estimates = [row.estimate for row in data.rows]
    assert estimates[0] == max(advice.probability)
    assert estimates[1:] == sorted(estimates[1:], reverse=True)
    counted = {row.code: (row.successes, row.failures) for row in data.rows}
    expected = {"C-3": (1, 1), "C-4": (1, 0)}
    assert {k: v for k, v in counted.items() if v != (0, 0)} == {
        k: v for k, v in expected.items() if k in counted
    }


def test_effects_say_what_change_they_are_for(advice: Advice) -> None:
    data = effects_data(advice)
    by_name = {effect.name: effect for effect in data.effects}
    assert list(by_name) == ["Heat", "Dose", "Solvent = A", "Solvent = B", "Solvent = C"]
    scale = advice.study.scaling.columns[1].scale
    assert by_name["Heat"].per == f"+{scale:.3g} °C"
    assert by_name["Heat"].per_unit == pytest.approx(by_name["Heat"].estimate / scale)
    assert by_name["Dose"].per.startswith("times ")
    assert math.isnan(by_name["Solvent = A"].per_unit)
    for effect in data.effects:
        assert effect.low < effect.estimate < effect.high


def test_without_outcomes_no_effect_is_shown(
    tmp_path: Path, in_lane: Callable[[Callable[[], object]], object]
) -> None:
    path = make_study(tmp_path / "new.kgstudy", runs=0)
    with actions.open_study(path, Operator("MK", "bench", Clock())) as read:
        found = in_lane(lambda: advise(read.study))
    assert isinstance(found, Advice)
    assert effects_data(found).effects == ()


def test_the_best_after_each_run_ends_where_the_person_looks(
    advice: Advice, in_lane: Callable[[Callable[[], object]], object]
) -> None:
    study = advice.study
    points = in_lane(lambda: history.trajectory(study))
    assert isinstance(points, tuple)
    steps = plot_data.runs_data(study, points).points
    assert [step.run for step in steps] == [1, 2, 3, 4]
    assert [step.outcome for step in steps] == ["success", "failure", "success", "void"]
    assert [step.run for step in plot_data.runs_data(study, points, 2).points] == [1, 2]


def test_what_is_known_of_the_past_stands_at_its_run_and_the_rest_is_not_known(advice: Advice) -> None:
    points = history.trajectory(advice.study)
    stakes = {2: PerfectInformation(0.125, 0.01), 4: PerfectInformation(0.25, 0.01)}
    gains = {4: history.gain_of(advice)}
    data = plot_data.runs_data(advice.study, points, stakes=stakes, gains=gains)
    assert [point.stake for point in data.points] == pytest.approx(
        [math.nan, 12.5, math.nan, 25.0], nan_ok=True
    )
    assert data.points[-1].gain == pytest.approx(100.0 * float(np.nanmax(advice.kg)))


def test_before_the_first_outcome_no_candidate_is_called_the_best() -> None:
    pool = Pool(("A", "B"), (Attribute("Heat"),), ((20.0, 30.0),))
    study = grown(begun(pool), ("A", "success"))
    study = study.applied(stored(runs.take_back(study), study.head))
    study = grown(study, ("B", "failure"))
    data = plot_data.runs_data(study, history.trajectory(study))
    assert [point.best for point in data.points] == ["", "A"]
    assert data.since is not None
    assert data.since.number == 2
    assert data.points[0].said.startswith("Said then, before a correction: A, ")
