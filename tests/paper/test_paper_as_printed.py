"""The paper's experiment as printed: raw attributes, pools drawn anew, both rules, and a verdict on every claim."""

from __future__ import annotations

import csv
import html
import io
import math
import re
from dataclasses import replace
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from elsewhere import Elsewhere
from small_contests import contest

from kgdesk.errors import BadInput
from kgdesk.model.beliefs.gaussian import DiagonalBelief
from kgdesk.paper import claims, claims_report, experiment, figures, theorem
from kgdesk.paper.claims_report import PaperParts
from kgdesk.paper.experiment import ExperimentForm
from kgdesk.rehearsal import report, scores
from kgdesk.rehearsal.contest import draw_world, players
from kgdesk.rehearsal.engine import Result
from kgdesk.rehearsal.scores import Board
from kgdesk.rehearsal.simulation import SimulatedRun, play
from kgdesk.rehearsal.truths import UniformPool

if TYPE_CHECKING:
    from pathlib import Path

SPACE = "{http://www.w3.org/2000/svg}"
PRINTED = ExperimentForm(as_printed=True)


def test_each_run_draws_its_own_pool_and_plays_on_it() -> None:
    (made,) = [c for c in experiment.contests("nowhere", policies=["kg/diagonal"], budget=2, synthetic_only=True)
               if c.pool == "synthetic-2"]  # fmt: skip
    one, again, other = (made.in_run(seed).X for seed in (1, 1, 2))
    assert np.array_equal(one, again)
    assert not np.isclose(one[:, 1:], other[:, 1:]).any()
    assert one.shape == (200, 3)
    assert (one[:, 0] == 1.0).all()
    assert np.abs(one[:, 1:]).max() <= 3.0 < made.redrawn.longest
    played, inside = play(made, 5), play(made.in_run(5), 5)
    assert np.array_equal(played.measured, inside.measured)
    world = draw_world(made, 5)
    reached = world.chance[2].max() - played.predictive[0, 2]
    assert np.isclose(world.chance[2], reached, rtol=0, atol=1e-15).any()
    assert theorem.row_scale(made) == pytest.approx(math.sqrt(1 + 2 * 9.0))


def test_points_of_a_drawn_pool_are_uniform_on_the_cube() -> None:
    x = UniformPool(4000, 3, 3.0).draw(np.random.default_rng(1))[:, 1:]
    assert x.mean(axis=0) == pytest.approx(np.zeros(3), abs=0.12)
    assert x.std(axis=0) == pytest.approx(np.full(3, math.sqrt(3.0)), abs=0.05)


def test_fixed_pools_are_those_of_the_earlier_tables() -> None:
    made = experiment.contests(
        "nowhere",
        policies=["kg/diagonal"],
        budget=4,
        synthetic_only=True,
        form=ExperimentForm(fixed_pools=True),
    )
    assert [c.redrawn for c in made] == [None] * 3
    # Played by the version of the experiment that had no other pools.
    before = {2: BEFORE_2, 10: BEFORE_10}
    for d, (measured, costs) in before.items():
        (c,) = [c for c in made if c.pool == f"synthetic-{d}"]
        played = play(c, 20261121)
        assert played.measured[0].tolist() == measured
        assert played.predictive[0] == pytest.approx(costs, abs=1e-9)


BEFORE_2 = ([122, 82, 53, 53], [0.111033498111, 0.111033498111, 0.0, 0.009507060825, 0.001062721926])
BEFORE_10 = ([149, 41, 94, 189], [0.012863736263] * 5)


def test_raw_tables_have_the_attributes_of_the_file_and_the_chances_of_the_standardised_ones(
    uci: Path,
) -> None:
    standard = {c.pool: c for c in experiment.contests(uci, policies=["kg/diagonal"])}
    raw = {c.pool: c for c in experiment.contests(uci, form=PRINTED)}
    assert list(raw) == list(standard)
    for name in ("transfusion", "wpbc"):
        with (uci / f"{name}.csv").open(newline="", encoding="utf-8") as stream:
            first = next(csv.DictReader(stream))
        numbers = [float(v) for k, v in first.items() if k != "label"]
        assert raw[name].X[0, 1:] == pytest.approx(numbers)
        one, other = draw_world(raw[name], 4), draw_world(standard[name], 4)
        assert one.chance == pytest.approx(other.chance, abs=1e-9)
        assert one.free == other.free


def test_all_policies_of_the_experiment_as_printed_are_on_the_diagonal_belief() -> None:
    made = experiment.contests("nowhere", synthetic_only=True, form=PRINTED)
    assert {p.belief for p in made[0].players} == {"diagonal"}
    assert len(made[0].players) == 6
    bare = experiment.contests("nowhere", policies=["kg", "fisher"], synthetic_only=True, form=PRINTED)
    assert [p.name for p in bare[0].players] == ["kg/diagonal", "fisher/diagonal"]
    for names, word in ((["kg", "random/moments"], "random/moments"), (["random"], "name it as well")):
        with pytest.raises(BadInput, match=word):
            experiment.contests("nowhere", policies=names, synthetic_only=True, form=PRINTED)


@pytest.mark.parametrize(
    ("figure", "error", "above", "verdict"),
    [
        (0.61, 0.05, True, claims.HOLDS),
        (0.59, 0.05, True, claims.OPEN),
        (0.41, 0.05, True, claims.OPEN),
        (0.39, 0.05, True, claims.FAILS),
        (0.39, 0.05, False, claims.HOLDS),
        (0.61, 0.05, False, claims.FAILS),
        (0.51, None, True, claims.HOLDS),
        (0.50, None, True, claims.FAILS),
    ],
)
def test_a_verdict_follows_from_figure_error_and_limit(
    figure: float, error: float | None, above: bool, verdict: str
) -> None:
    assert claims.Measured("most", "", "plugin", figure, error, 0.5, above).verdict == verdict


NAMES = ("kg/diagonal", "random/diagonal", "fisher/diagonal", "disc/diagonal")


def crafted(shift: float, runs: int = 12) -> Board:
    """Return results of three pools in which KG is ahead by `shift`, after noise that is the same for all."""
    rng = np.random.default_rng(3)
    made = [
        replace(contest(experiment.synthetic(3), NAMES, pool=pool, budget=30), free_examples=True)
        for pool in ("one", "two", "three")
    ]
    results = []
    for c, _ in enumerate(made):
        for r in range(1, runs + 1):
            plugin = 1.0 + 0.01 * rng.standard_normal((4, 31))
            plugin[0] -= shift
            plugin[3] += 0.3 * c  # disc is unsteady
            zeros = np.zeros((4, 31), dtype=np.int64)
            played = SimulatedRun(
                plugin + 0.5, plugin, plugin, zeros[:, 1:], zeros[:, :0], zeros, zeros[:, :0]
            )
            results.append(Result(c, r, r, played))
    return Board(tuple(made), tuple(results))


def of(figures: tuple[claims.Measured, ...], claim: str, rule: str, word: str = "") -> list[claims.Measured]:
    return [one for one in figures if (one.claim, one.rule) == (claim, rule) and word in one.what]


def test_each_rival_is_compared_in_the_same_runs_and_the_verdict_turns_with_the_costs() -> None:
    for shift, verdict, share in (
        (0.2, claims.HOLDS, 1.0),
        (-0.2, claims.FAILS, 2 / 9),
    ):  # ahead of the unsteady one on two pools
        board = crafted(shift)
        figures = claims.evaluate_claims(board)
        (fisher,) = of(figures, "rivals", "plugin", "fisher/diagonal: mean cost minus that of KG after 10 ")
        by_run = [
            np.mean([r.played.plugin[2, 10] - r.played.plugin[0, 10] for r in board.results if r.run == run])
            for run in range(1, 13)
        ]
        assert fisher.figure == pytest.approx(np.mean(by_run))
        assert fisher.error == pytest.approx(np.std(by_run, ddof=1) / math.sqrt(12))
        assert fisher.verdict == verdict
        (count,) = of(
            figures,
            "most",
            "plugin",
            "pairs of pool and rival with KG ahead by more than two standard errors after 5",
        )
        assert (count.figure, count.error) == (pytest.approx(share), None)
        assert count.verdict == verdict
        assert {one.verdict for one in of(figures, "small", "predictive")} == {verdict}
        assert len(of(figures, "rivals", "predictive")) == 9


def test_the_spread_over_the_pools_tells_a_steady_policy_from_an_unsteady_one() -> None:
    figures = claims.evaluate_claims(crafted(0.0))
    (disc,) = of(figures, "stable", "plugin", "disc/diagonal: spread")
    (random,) = of(figures, "stable", "plugin", "random/diagonal: spread")
    # Disc costs 0, 0.3, 0.6 more than the others: over the mean of four that spreads by 0.225, theirs by 0.075.
    assert disc.figure == pytest.approx(0.15, abs=0.01)
    assert disc.verdict == claims.FAILS
    assert random.figure == pytest.approx(0.0, abs=0.01)


def test_the_jackknife_error_of_a_mean_is_its_standard_error() -> None:
    values = np.random.default_rng(2).normal(size=(2, 9, 3))
    found, error = claims._jackknife(values, lambda mean: float(mean[1, 2]))
    assert (found, error) == (
        pytest.approx(values[1, :, 2].mean()),
        pytest.approx(values[1, :, 2].std(ddof=1) / 3.0),
    )


def small_board(budget: int = 6, runs: int = 3) -> Board:
    """Return played runs of two pools, one of them that of Section 4.1."""
    names = ("kg/diagonal", "random/diagonal")
    base = experiment.contests("nowhere", policies=names, budget=budget, synthetic_only=True, form=PRINTED)[
        :2
    ]
    played = [Result(c, r, r, play(each, r)) for c, each in enumerate(base) for r in range(1, runs + 1)]
    return Board(base, tuple(played))


@pytest.fixture(scope="module")
def played() -> Board:
    return small_board()


def test_the_behaviour_of_the_policy_is_that_of_the_rows_that_it_measured(played: Board) -> None:
    figures = claims.evaluate_claims(played)
    shares, wrong = [], []
    for result in played.results[:3]:
        made = played.contests[0].in_run(result.seed)
        reach = np.abs(made.X[:, 1:]).max(axis=1)
        edge = np.sort(reach)[160]  # of 200: the outer fifth
        rows = result.played.measured[0]
        shares.append(np.mean([reach[row] >= edge for row in rows[:4]]))
        world = draw_world(made, result.seed)
        belief = DiagonalBelief.prior(3)
        for row in world.free:
            belief = belief.updated(made.X[row], int(world.outcome[0, row]))
        for n, row in enumerate(rows, 1):
            belief = belief.updated(made.X[row], int(world.outcome[n, row]))
        best = int(world.chance[6].argmax())
        plugin = 1.0 / (1.0 + np.exp(-made.X @ np.array(belief.mean)))
        wrong.append([abs(p[best] - world.chance[6, best]) for p in (plugin, belief.predict(made.X))])
    first = of(figures, "boundary", "")[0]
    assert first.figure == pytest.approx(np.mean(shares))
    assert first.error == pytest.approx(np.std(shares, ddof=1) / math.sqrt(3))
    for k, rule in enumerate(("plugin", "predictive")):
        error = of(figures, "error", rule)[0]
        assert error.figure == pytest.approx(np.mean(wrong, axis=0)[k], abs=1e-12)
        best = of(figures, "three", rule)[0]
        costs = getattr(played, rule)[0]
        assert best.figure == pytest.approx(np.mean([cost == 0.0 for cost in costs[:, 0, 3]]))


def files(board: Board, speech: Elsewhere | None = None) -> dict[str, bytes]:
    parts = PaperParts(PRINTED, board.contests, board)
    figures = parts.measured(board)
    added = parts.added(board, figures, speech or Elsewhere())
    drawn = {stem: draw(3, speech or Elsewhere()) for stem, draw in parts.pictures.items()}
    made = report.files(
        board,
        {},
        title="",
        remarks=experiment.choices(PRINTED),
        pictures=drawn,
        speech=speech,
        both=True,
        extra=added,
    )
    wanted = set(report.names(parts.pictures, png=False)) | set(parts.files) - {"opportunity_cost_plugin.png"}
    assert set(made) == wanted
    return made


def test_tables_and_page_give_both_rules_and_every_claim_its_verdict(played: Board) -> None:
    made = files(played)
    costs = list(csv.DictReader(io.StringIO(made["opportunity_cost.csv"].decode())))
    own = next(r for r in costs if (r["pool"], r["policy"], r["n"]) == ("synthetic-10", "kg", "6"))
    mean, error = scores.mean_and_error(played.plugin[1][:, 0, 6])
    assert (float(own["plugin_mean"]), float(own["plugin_standard_error"])) == pytest.approx((mean, error))
    assert float(own["mean"]) == pytest.approx(played.predictive[1][:, 0, 6].mean())
    pairs = list(csv.DictReader(io.StringIO(made["paired.csv"].decode())))
    lead = played.plugin[0][:, 1, 6] - played.plugin[0][:, 0, 6]
    (own,) = [r for r in pairs if (r["pool"], r["n"]) == ("synthetic-2", "6")]
    assert float(own["plugin_mean"]) == pytest.approx(lead.mean())
    rows = list(csv.DictReader(io.StringIO(made["claims.csv"].decode("utf-8-sig"))))
    assert [r["claim"] for r in rows] == [
        one.claim for one in claims_report.in_order(claims.evaluate_claims(played, played))
    ]
    assert {r["verdict"] for r in rows} <= {claims.HOLDS, claims.FAILS, claims.OPEN}
    far = list(csv.DictReader(io.StringIO(made["long_run.csv"].decode())))
    own = next(r for r in far if (r["pool"], r["policy"], r["n"]) == ("synthetic-2", "random", "6"))
    assert float(own["plugin_share_of_best"]) == pytest.approx((played.plugin[0][:, 1, 6] == 0.0).mean())


def test_no_word_about_the_claims_is_outside_the_phrases(played: Board) -> None:
    page = files(played, Elsewhere())["report.html"].decode()
    text = html.unescape(re.sub(r"<style>.*?</style>|<[^>]*>", "\n", page, flags=re.DOTALL))
    for known in ("kg/diagonal", "random/diagonal", "synthetic-10", "synthetic-2", "C_min"):
        text = text.replace(known, "")
    assert re.findall(r"[A-Za-z]{2,}", text) == []


def test_the_summary_says_in_part_where_the_figures_differ() -> None:
    said = claims_report.summary(
        [
            claims.Measured("three", "a", "plugin", 0.9, 0.1, 0.5),
            claims.Measured("three", "b", "plugin", 0.1, 0.1, 0.5),
            claims.Measured("three", "a", "predictive", 0.1, 0.1, 0.5),
            claims.Measured("boundary", "c", "", 0.5, 0.1, 0.5),
        ]
    )
    three = f"{claims_report.QUOTES['three']}: holds here by 1 of 2 figures, does not by 1 (plug-in)"
    assert said == [
        "“the KG policy tends to choose alternatives near the boundary of the region”: not decided.",
        f"{three}, does not hold here (predictive).",
    ]


def test_figure_1_as_printed_marks_what_the_runs_measured_at_iterations_1_to_4() -> None:
    svg, caption = figures.printed_figure_1(7)
    panels = list(ET.fromstring(svg).iter(f"{SPACE}g"))  # noqa: S314 - our own text
    assert len(panels) == 8
    assert "seed 7" in caption
    made = replace(figures._contest(2, ("kg/diagonal",), 4), players=players(["kg/diagonal"], "diagonal"))
    played = play(made, 7)
    world = draw_world(made, 7)
    across = {}
    for n in range(4):
        nodes = [node for node in panels[n] if node.attrib.get("stroke-width") in {"0.5", "1.8"}]
        dots, marks = nodes[:200], nodes[200:]
        star, box, plugin, predictive = (node.attrib for node in marks)
        # The largest and darkest dot is the one that is measured.
        centre = float(box["x"]) + float(box["width"]) / 2
        assert float(dots[-1].attrib["cx"]) == pytest.approx(centre, abs=0.02)
        across[int(played.measured[0, n])] = centre
        best = played.plugin[0, n + 1] == 0.0
        at_star = np.mean([float(p.split(",")[0]) for p in star["points"].split()[::2]])
        assert (abs(float(plugin["cx"]) - at_star) < 1.0) >= best
        assert (plugin["stroke"], predictive["stroke"], box["stroke"]) == ("#E0218A", "#0072B2", "#D40000")
    x = made.X[:, 1]
    order = sorted(across, key=lambda row: x[row])
    assert [across[row] for row in order] == sorted(across.values())
    assert world.chance[0].argmax() == world.chance[4].argmax()


@pytest.mark.parametrize("name", sorted(figures.PRINTED_PICTURES))
def test_no_word_of_a_printed_picture_is_outside_the_phrases(name: str) -> None:
    svg, caption = figures.PRINTED_PICTURES[name](5, Elsewhere())
    words = [node.text or "" for node in ET.fromstring(svg).iter(f"{SPACE}text")]  # noqa: S314 - our own text
    assert re.findall(r"[A-Za-z]{2,}", "\n".join([*words, Elsewhere().translate(caption)])) == []
