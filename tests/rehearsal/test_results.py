"""Output of the results: tables, sentences, figures, folder; and the paper's pools."""

from __future__ import annotations

import csv
import io
import re
from dataclasses import replace
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from elsewhere import Elsewhere
from small_contests import contest, pool_of

import kgdesk
from kgdesk.errors import BadInput, BadTable, FileExists, NotWritten
from kgdesk.model.design.pool import Attribute, Pool
from kgdesk.model.study.rule_syntax import parse
from kgdesk.model.study.settings import Settings
from kgdesk.paper import experiment
from kgdesk.paper.claims_report import PaperParts
from kgdesk.rehearsal import output_folder, report, scores, study_rehearsal
from kgdesk.rehearsal.contest import players
from kgdesk.rehearsal.engine import Result
from kgdesk.rehearsal.scores import NEAR, Board, sentences
from kgdesk.rehearsal.simulation import SimulatedRun, play
from kgdesk.rehearsal.svg_charts import ChartLine, Dots, Panel, shade, svg_chart, ticks
from kgdesk.rehearsal.truths import Drift, Interaction, Peak, Threshold

if TYPE_CHECKING:
    from pathlib import Path


def board(*costs: list[list[float]]) -> Board:
    """Return a board of one pool with the given costs: per run and player, at n = 0, 1, ..."""
    made = contest(pool_of(), budget=len(costs[0][0]) - 1)
    count = len(costs[0])
    made = replace(made, players=players(["kg", "kg/diagonal", "random"][:count], "moments"))
    results = []
    for run, cost in enumerate(costs, 1):
        values = np.array(cost)
        measured = np.zeros((count, values.shape[1] - 1), dtype=np.int64)
        none = np.empty((count, 0), dtype=np.int64)
        gained = np.zeros(values.shape, dtype=np.int64)
        played = SimulatedRun(values, values + 0.5, values, measured, none, gained, np.zeros(none.shape))
        results.append(Result(0, run, 100 + run, played))
    return Board((made,), tuple(results))


def read(content: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(content.decode("ascii"))))


def test_opportunity_cost_holds_mean_and_standard_error_of_the_predictive_recommendation() -> None:
    rows = list(board([[0.4, 0.1]], [[0.2, 0.0]], [[0.6, 0.2]]).costs())
    assert [row[:5] for row in rows] == [("small", "kg", "moments", n, 3) for n in (0, 1)]
    assert rows[0][5:] == pytest.approx((0.4, 0.2 / np.sqrt(3)))
    assert rows[1][5:] == pytest.approx((0.1, 0.1 / np.sqrt(3)))


def test_one_run_has_no_standard_error() -> None:
    assert next(board([[0.4, 0.1]]).costs())[6] is None


def test_differences_are_paired_run_by_run_against_the_first_player() -> None:
    rows = list(board([[0.1, 0.1], [0.3, 0.3]], [[0.5, 0.2], [0.7, 0.6]]).paired())
    assert rows[0] == (
        "small",
        "kg",
        "diagonal",
        "kg",
        "moments",
        0,
        2,
        pytest.approx(0.2),
        pytest.approx(0.0),
    )
    assert rows[1][7:] == pytest.approx((0.3, 0.1))


def test_runs_needed_is_when_nine_of_ten_are_near_and_stay_so() -> None:
    far, near = 0.2, NEAR
    late = [[[far, near, far, near]]] * 2 + [[[far, near, near, near]]] * 8
    (found,) = board(*late).needed_runs()
    assert found.runs == 3
    (never,) = board(*([[[far, near, near, far]]] * 2 + [[[far, near, near, near]]] * 8)).needed_runs()
    assert never.runs is None
    assert never.share == pytest.approx(0.8)
    (at_once,) = board([[near, near]]).needed_runs()
    assert at_once.runs == 0


def test_runs_needed_are_said_in_one_sentence_each() -> None:
    found = board([[0.2, 0.0], [0.2, 0.2], [0.0, 0.0]]).needed_runs()
    aim = "for a 90 % chance of being within 5 percentage points of the best"
    assert sentences(found, 1, pools=False) == [
        f"kg/moments needs 1 run {aim}.",
        f"kg/diagonal needs more than the 1 planned run {aim} (now 0 %).",
        f"random/moments needs no run {aim}.",
    ]


def test_the_files_say_what_was_played() -> None:
    made = contest(pool_of(), ("kg/moments", "random/diagonal"), budget=4)
    results = tuple(Result(0, run, run, play(made, run)) for run in (1, 2, 3))
    files = report.files(Board((made,), results), {"seed": 1}, title="A < B", remarks=["x & y"])
    assert sorted(files) == sorted(report.names((), png=False))
    costs = read(files["opportunity_cost.csv"])
    assert len(costs) == 2 * 5
    runs = read(files["runs.csv"])
    assert len(runs) == 3 * 2 * 5
    for row in costs:
        same = [r for r in runs if (r["policy"], r["n"]) == (row["policy"], row["n"])]
        assert float(row["mean"]) == pytest.approx(np.mean([float(r["predictive"]) for r in same]))
    first = runs[1]
    assert int(first["measured"]) == results[0].played.measured[0, 0] + 1
    page = files["report.html"].decode()
    assert "A &lt; B" in page
    assert "<li>x &amp; y</li>" in page
    assert page.count("<svg") == 1


@pytest.mark.parametrize("pools", [1, 2])
@pytest.mark.parametrize("names", [("kg/moments",), ("kg/moments", "random/diagonal")])
def test_no_word_of_the_page_or_its_curves_is_outside_the_phrases(pools: int, names: tuple[str, ...]) -> None:
    rules = (parse("value 0.1 or runs 3"),)
    made = tuple(replace(contest(pool_of(), names, budget=4), rules=rules) for _ in range(pools))
    results = tuple(Result(c, run, run, play(each, run)) for c, each in enumerate(made) for run in (1, 2))
    truths = list(study_rehearsal.TRUTHS)[:pools]
    title, remarks, facts = study_rehearsal.described(basis(), made, truths)
    files = report.files(Board(made, results), facts, title=title, remarks=remarks, speech=Elsewhere())
    page = files["report.html"].decode()
    assert '<html lang="xx">' in page
    text = re.sub(r"<style>.*?</style>|<[^>]*>", "\n", page, flags=re.DOTALL)
    for known in (*names, made[0].pool, basis().name, "value 0.1 or runs 3"):
        text = text.replace(known, "")
    assert re.findall(r"[A-Za-z]{2,}", text) == []
    plain = report.files(Board(made, results), facts, title=title, remarks=remarks)
    assert {name for name in files if files[name] != plain[name]} == {"report.html", "opportunity_cost.svg"}


def test_no_word_about_the_paper_is_outside_the_phrases() -> None:
    made = tuple(contest(pool_of(), ("kg/diagonal",), budget=4) for _ in range(2))
    results = tuple(Result(c, run, run, play(each, run)) for c, each in enumerate(made) for run in (1, 2))
    results_of = Board(made, results)
    page = report.files(
        results_of,
        {},
        title="",
        remarks=experiment.choices(experiment.ExperimentForm()),
        speech=Elsewhere(),
        extra=PaperParts(experiment.ExperimentForm()).added(results_of, (), Elsewhere()),
    )["report.html"].decode()
    text = re.sub(r"<style>.*?</style>|<[^>]*>", "\n", page, flags=re.DOTALL)
    for known in ("kg/diagonal", made[0].pool, "P_d(M)", "C_min"):
        text = text.replace(known, "")
    assert re.findall(r"[A-Za-z]{2,}", text) == []
    (line,) = scores.overall(results_of, Elsewhere())
    assert re.findall(r"[A-Za-z]{2,}", Elsewhere().translate(line).replace("kg/diagonal", "")) == []


def test_a_figure_shows_every_curve_where_its_numbers_are() -> None:
    x = np.arange(4.0)
    panel = Panel("t", "n", "cost", [ChartLine("one", x, np.array([1.0, 0.5, 0.25, 0.0]), 0.1 * np.ones(4))])
    root = ET.fromstring(svg_chart([panel]))  # noqa: S314 - our own text
    space = "{http://www.w3.org/2000/svg}"
    line, sample = root.iter(f"{space}polyline")
    points = [tuple(map(float, pair.split(","))) for pair in line.attrib["points"].split()]
    across, up = zip(*points, strict=True)
    assert np.allclose(np.diff(across), across[1] - across[0], atol=0.02)
    assert up[0] < up[1] < up[2] < up[3]
    assert (up[1] - up[0]) == pytest.approx(2 * (up[2] - up[1]), abs=0.03)
    assert sample.attrib["stroke"] == line.attrib["stroke"]
    texts = [node.text for node in root.iter(f"{space}text")]
    assert {"t", "n", "cost", "one"} <= set(texts)


def test_a_cloud_of_dots_has_one_mark_for_each() -> None:
    x = np.array([0.0, 1.0, 2.0])
    clouds = [
        Dots(x, x, np.full(3, 4.0), [shade(s) for s in (0.0, 0.5, 1.0)], s)
        for s in ("circle", "square", "star")
    ]
    root = ET.fromstring(svg_chart([Panel("t", "x", "y", dots=clouds, from_zero=False)]))  # noqa: S314 - our own
    marks = [node.tag.rpartition("}")[2] for node in root.iter() if node.attrib.get("stroke-width") == "0.5"]
    assert sorted(marks) == ["circle"] * 3 + ["polygon"] * 3 + ["rect"] * 3


def test_shades_grow_darker_from_end_to_end() -> None:
    light = [sum(int(shade(s)[k : k + 2], 16) for k in (1, 3, 5)) for s in np.linspace(0, 1, 20)]
    assert light == sorted(light, reverse=True)
    assert len(set(light)) == 20
    assert shade(-1.0) == shade(0.0)


@pytest.mark.parametrize("high", [1e-9, 0.013, 0.3, 1.0, 7.0, 30.0, 4e8])
def test_ticks_are_few_round_and_inside(high: float) -> None:
    made = ticks(0.0, high)
    assert 3 <= len(made) <= 7
    assert made[0] == 0.0
    assert made[-1] <= high * (1 + 1e-9)


def test_a_folder_that_cannot_be_made_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x", encoding="utf-8")
    with pytest.raises(NotWritten, match=r"choose another one \(--out"):
        output_folder.prepare(tmp_path / "file" / "out", [])


def test_results_of_before_are_not_replaced_unless_asked_for(tmp_path: Path) -> None:
    (tmp_path / "runs.csv").write_text("mine", encoding="utf-8")
    with pytest.raises(FileExists, match=r"runs\.csv"):
        output_folder.prepare(tmp_path, ["runs.csv"])
    output_folder.write_files(
        output_folder.prepare(tmp_path, ["runs.csv"], overwrite=True), {"runs.csv": b"new"}
    )
    assert (tmp_path / "runs.csv").read_bytes() == b"new"
    assert [p.name for p in tmp_path.iterdir()] == ["runs.csv"]


def test_only_a_table_with_letters_beyond_ascii_has_a_byte_order_mark() -> None:
    assert output_folder.csv_file(["a"], [["x"]]) == b"a\r\nx\r\n"
    assert output_folder.csv_file(["a"], [["µ"]]).startswith(b"\xef\xbb\xbf")


def basis(**settings: object) -> study_rehearsal.RehearsalBasis:
    values = (tuple(float(v) for v in range(8)), tuple("aabbccdd"))
    pool = Pool(tuple("ABCDEFGH"), (Attribute("x"), Attribute("kind", "category")), values)
    return study_rehearsal.basis_of_pool(pool, Settings(**settings), "plates", [("B", 1), ("G", -1)])


def test_each_kind_of_truth_is_a_contest_of_its_own() -> None:
    made = study_rehearsal.contests(basis(budget=7), ["kg"], truths=list(study_rehearsal.TRUTHS))
    assert [c.pool for c in made] == [
        "plates",
        *(f"plates+{kind}" for kind in list(study_rehearsal.TRUTHS)[1:]),
    ]
    assert [type(c.truth) for c in made[2:]] == [Interaction, Threshold, Peak, Drift]
    assert all(c.budget == 7 for c in made)
    assert [c.past_rows.size for c in made] == [0, 2, 0, 0, 0, 0]


def test_truths_have_the_prior_of_the_study() -> None:
    (made,) = study_rehearsal.contests(
        basis(prior_precision=4.0, prior_intercept=-1.5, belief="full"), ["kg"]
    )
    assert made.prior_mean.tolist() == [-1.5, 0.0, 0.0, 0.0, 0.0, 0.0]
    assert made.prior_precision == pytest.approx(np.full(6, 4.0))
    draws = np.array([made.truth.weights(np.random.default_rng(s)) for s in range(4000)])
    assert draws.mean(axis=0) == pytest.approx(made.prior_mean, abs=0.04)
    assert draws.std(axis=0) == pytest.approx(np.full(6, 0.5), abs=0.03)
    assert made.players[0].name == "kg/full"


@pytest.mark.parametrize(
    ("truths", "word"), [([], "no truths"), (["cliff"], "cliff"), (["prior", "prior"], "twice")]
)
def test_truths_that_make_no_sense_are_refused(truths: list[str], word: str) -> None:
    with pytest.raises(BadInput, match=word):
        study_rehearsal.contests(basis(), ["kg"], truths=truths)


@pytest.mark.usefixtures("without_processes")
def test_a_pool_is_rehearsed_from_python() -> None:
    pool = Pool(tuple("ABCD"), (Attribute("x"),), ((0.0, 1.0, 2.0, 3.0),))
    found = kgdesk.rehearse(pool, ["kg", "random"], budget=3, runs=2, seed=5, workers=1)
    assert found.predictive[0].shape == (2, 2, 4)


def test_the_synthetic_pools_are_those_of_the_experiment() -> None:
    made = experiment.contests("nowhere", synthetic_only=True)
    assert [c.X.shape for c in made] == [(200, 3), (200, 11), (200, 16)]
    for c in made:
        assert (c.X[:, 0] == 1.0).all()
        assert np.abs(c.X[:, 1:]).max() <= 3.0
        assert c.X[:, 1:].std() == pytest.approx(np.sqrt(3.0), abs=0.1)
        assert c.free_examples
    assert [p.name for p in made[0].players] == list(experiment.POLICIES)


def test_a_policy_without_belief_gets_the_default_of_the_experiment() -> None:
    made = experiment.contests("nowhere", policies=["kg", "random", "random/moments"], synthetic_only=True)
    assert [p.name for p in made[0].players] == ["kg/moments", "random/diagonal", "random/moments"]


def test_the_real_tables_give_their_pools_and_truths(uci: Path) -> None:
    made = {c.pool: c for c in experiment.contests(uci)}
    assert list(made) == [*experiment.UCI, "synthetic-2", "synthetic-10", "synthetic-15"]
    assert made["transfusion"].X.shape == (502, 5)
    assert made["climate"].X.shape == (540, 19)
    X, distinct, y = experiment.labelled(uci / "fertility.csv")
    assert (len(X), len(distinct)) == (100, 99)
    assert (int((y > 0).sum()), int((y < 0).sum())) == (88, 12)
    assert X[:, 1:].mean(axis=0) == pytest.approx(np.zeros(9), abs=1e-12)
    assert X[:, 1:].std(axis=0) == pytest.approx(np.ones(9))


def test_a_missing_table_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadTable, match=r"no table fertility\.csv"):
        experiment.contests(tmp_path)


@pytest.mark.parametrize("as_printed", [False, True])
@pytest.mark.parametrize("fixed_pools", [False, True])
def test_every_choice_is_a_whole_sentence(as_printed: bool, fixed_pools: bool) -> None:
    made = experiment.choices(experiment.ExperimentForm(as_printed=as_printed, fixed_pools=fixed_pools))
    assert len(made) >= 12
    assert all(choice.endswith(".") and "\n" not in choice for choice in made)
    assert any("drawn once for each d" in choice for choice in made) == fixed_pools
    assert any("not standardised. The true chances" in choice for choice in made) == as_printed
