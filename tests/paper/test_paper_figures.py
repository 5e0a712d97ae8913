"""The paper's Figures 1 and 2: the plots agree with the belief at each stage."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from elsewhere import Elsewhere

from kgdesk.paper import figures
from kgdesk.rehearsal.contest import draw_world
from kgdesk.rehearsal.simulation import Agent, play

SPACE = "{http://www.w3.org/2000/svg}"


def marks(svg: str) -> list[list[ET.Element]]:
    """Return the dots and marks of each panel."""
    root = ET.fromstring(svg)  # noqa: S314 - our own text
    kinds = {f"{SPACE}circle", f"{SPACE}rect", f"{SPACE}polygon"}
    return [[node for node in panel if node.tag in kinds] for panel in root.iter(f"{SPACE}g")]


def test_figure_1_shows_every_alternative_four_times_for_each_belief_with_three_marks() -> None:
    svg, caption = figures.figure_1(20261121)
    panels = marks(svg)
    assert len(panels) == 8
    assert caption.startswith("Figure 1")
    for panel in panels:
        dots = [node for node in panel if node.attrib["stroke-width"] == "0.5"]
        assert len(dots) == 200
        assert [node.tag.removeprefix(SPACE) for node in panel[200:]] == ["polygon", "rect", "circle"]


def test_the_square_is_on_the_largest_value_and_on_what_is_measured_next() -> None:
    panels = marks(figures.figure_1(7)[0])
    contest = figures._contest(2, ("kg/diagonal", "kg/moments"), 10)
    measured = play(contest, 7).measured
    for p in (0, 1):
        for k, n in enumerate(figures.STAGES[:-1]):
            panel = panels[4 * p + k]
            box, last = panel[201].attrib, panel[199].attrib
            centre = float(box["x"]) + float(box["width"]) / 2, float(box["y"]) + float(box["height"]) / 2
            assert (float(last["cx"]), float(last["cy"])) == pytest.approx(centre, abs=0.02)
            x = contest.X[:, 1]
            first = panels[0][:200]
            across = sorted(float(node.attrib["cx"]) for node in first)
            rank = int(np.argsort(np.argsort(x, kind="stable"), kind="stable")[measured[p, n]])
            assert across[rank] == pytest.approx(centre[0], abs=0.02)


def test_figure_2_says_the_mean_error_that_the_belief_has_after_six_measurements() -> None:
    svg, _ = figures.figure_2(3)
    said = [float(text) for text in re.findall(r"mean (0\.\d{3})", svg)]
    said = said[len(said) - 4 :]
    found = []
    for d in (2, 3):
        contest = figures._contest(d, ("kg/diagonal", "kg/moments"), 6)
        world = draw_world(contest, 3)
        for p, player in enumerate(contest.players):
            seat = Agent(contest, player, world)
            for n, row in enumerate(play(contest, 3).measured[p], 1):
                seat.learn(int(row), float(world.outcome[n, row]))
            found.append(np.abs(seat.context.belief.predict(contest.X) - world.chance[0]).mean())
    assert said == pytest.approx(found, abs=6e-4)


def test_the_case_of_three_attributes_shows_three_curves_twice_and_what_each_policy_measured() -> None:
    svg, caption = figures.three_attributes(5)
    root = ET.fromstring(svg)  # noqa: S314 - our own text
    curves = [[node for node in panel if node.tag == f"{SPACE}polyline"] for panel in root.iter(f"{SPACE}g")]
    assert [len(panel) for panel in curves] == [3, 3, 0, 0, 0]
    assert [len(panel) for panel in marks(svg)][2:] == [200, 200, 200]
    reach = [float(text) for text in re.findall(r"reach (\d\.\d\d)", svg)]
    edge = np.abs(figures.synthetic(3)[:, 1:]).max(axis=1)
    # The knowledge gradient measures the edge of the pool, random choice all of it.
    assert min(reach[:2]) > edge.mean() + 0.2
    assert abs(reach[2] - edge.mean()) < 4 * edge.std() / np.sqrt(200)
    assert all(len(node.attrib["points"].split()) == 11 for panel in curves for node in panel)
    assert "20 simulated runs" in caption


@pytest.mark.parametrize("name", sorted(figures.PICTURES))
def test_no_word_of_a_picture_or_its_caption_is_outside_the_phrases(name: str) -> None:
    svg, caption = figures.PICTURES[name](5, Elsewhere())
    words = [node.text or "" for node in ET.fromstring(svg).iter(f"{SPACE}text")]  # noqa: S314 - our own text
    text = "\n".join([*words, Elsewhere().translate(caption)])
    for known in ("kg/diagonal", "kg/moments", "random/diagonal"):
        text = text.replace(known, "")
    assert "ö" in text
    assert re.findall(r"[A-Za-z]{2,}", text) == []
