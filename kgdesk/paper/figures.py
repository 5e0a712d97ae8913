"""The paper's Figures 1 and 2 and its case d = 3: KG values, and errors of the predicted probabilities."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from kgdesk.paper.experiment import KG, synthetic
from kgdesk.rehearsal.contest import Contest, draw_world, players
from kgdesk.rehearsal.simulation import Agent
from kgdesk.rehearsal.svg_charts import ChartLine, Dots, Panel, shade, svg_chart
from kgdesk.rehearsal.truths import Normal, chances
from kgdesk.reports.text_format import EnglishFormat
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from kgdesk.rehearsal.contest import World
    from kgdesk.reports.text_format import TextFormat

    Array = NDArray[np.float64]

#: Numbers of measurements shown in Figure 1.
STAGES = (0, 2, 5, 10)
#: Iterations shown in Figure 1 as printed.
ITERATIONS = (1, 2, 3, 4)
#: Number of measurements in Figure 2.
AFTER = 6
#: Simulated runs behind the curves of the case d = 3.
RUNS = 20
_INK = "#333333"
_SEEN = ("kg/diagonal", "kg/moments")
_ENGLISH = EnglishFormat()
_COMPARED = (*_SEEN, "random/diagonal")


def _contest(d: int, names: tuple[str, ...], budget: int) -> Contest:
    none = np.empty(0, dtype=np.int64)
    return Contest(
        pool=f"synthetic-{d}",
        X=synthetic(d),
        prior_mean=np.zeros(d + 1),
        prior_precision=np.ones(d + 1),
        truth=Normal(np.zeros(d + 1), np.eye(d + 1)),
        players=players(names, "moments"),
        budget=budget,
        free_examples=True,
        past_rows=none,
        past_y=np.empty(0),
    )


def _step(agent: Agent, world: World, n: int) -> int:
    """Let an agent make measurement n; return its row."""
    row = agent.choose()
    agent.learn(row, float(world.outcome[n, row]))
    return row


def figure_1(seed: int, speech: TextFormat = _ENGLISH) -> tuple[str, str]:
    """Draw the KG values of all alternatives at four stages of one run, d = 2; return SVG and caption.

    The upper row shows the paper's belief, the lower one the moments belief, in the same world.
    """
    contest = _contest(2, _SEEN, STAGES[-1])
    world = draw_world(contest, seed)
    panels = []
    for player in contest.players:
        agent = Agent(contest, player, world)
        for n in range(STAGES[-1] + 1):
            row = agent.choose()
            if n in STAGES:
                panels.append(_snapshot(contest, agent, world, row, f"{player.name}, n = {n}", speech))
            if n < STAGES[-1]:
                agent.learn(row, float(world.outcome[n + 1, row]))
    caption = phrase(
        "Figure 1: the knowledge gradient on a synthetic pool of two attributes. Darker and larger dots have larger "
        "values, each panel on its own scale. Star: the truly best alternative. Square: measured next. "
        "Ring: recommended now."
    )
    return svg_chart(panels, columns=len(STAGES), width=280.0, height=270.0, label=speech.number), caption


def printed_figure_1(seed: int, speech: TextFormat = _ENGLISH) -> tuple[str, str]:
    """Draw Figure 1 as printed: iterations 1 to 4 of one run of the paper's policy, d = 2; return SVG and caption.

    The upper row shows the KG values before the measurement, the lower one the predicted probabilities after it, from
    which the recommendations follow.
    """
    contest = _contest(2, (KG,), ITERATIONS[-1])
    world = draw_world(contest, seed)
    agent = Agent(contest, contest.players[0], world)
    best = int(world.chance[0].argmax())
    values, beliefs = [], []
    for n in ITERATIONS:
        kg = agent.context.sweep.kg
        row = _step(agent, world, n)
        predictive, plugin, _ = agent.recommended()
        marks = [
            _mark(contest, best, "star", 9.0, _INK, "#E69F00"),
            _mark(contest, row, "square", 8.0, "#D40000"),
            _mark(contest, plugin, "circle", 11.0, "#E0218A"),
            _mark(contest, predictive, "circle", 14.0, "#0072B2"),
        ]
        probability = agent.context.belief.predict(contest.X)
        title = phrase("KG values, iteration {n}", n=n)
        values.append(_scatter_panel(contest, kg, title, speech, marks))
        title = phrase(
            "Probabilities after {n}: {low} to {high}",
            n=n,
            low=speech.fixed(float(probability.min()), 2),
            high=speech.fixed(float(probability.max()), 2),
        )
        beliefs.append(_scatter_panel(contest, probability, title, speech, marks))
    caption = phrase(
        "Figure 1 as printed: iterations 1 to 4 of the knowledge gradient on the diagonal belief in one run (seed "
        "{seed}). Above, the KG values before each measurement, below, the predicted probabilities after it; darker "
        "and larger is more, each panel on its own scale. Star: the truly best alternative. Red square: what is "
        "measured in this iteration. Rings: recommended after it, pink by the plug-in rule, as in the paper, blue by "
        "the predictive rule.",
        seed=seed,
    )
    chart = svg_chart(
        [*values, *beliefs], columns=len(ITERATIONS), width=280.0, height=270.0, label=speech.number
    )
    return chart, caption


def _mark(contest: Contest, row: int, shape: str, size: float, ink: str, fill: str = "none") -> Dots:
    """Return a mark on one alternative of a pool of two attributes."""
    at = slice(row, row + 1)
    return Dots(contest.X[at, 1], contest.X[at, 2], np.array([size]), [fill], shape, 1.8, ink)


def _scatter_panel(
    contest: Contest, values: Array, title: str, speech: TextFormat, marks: Sequence[Dots]
) -> Panel:
    """Return a panel of all alternatives, darker and larger for larger values, with marks."""
    span = float(np.ptp(values))
    share = (values - values.min()) / span if span > 0 else np.zeros_like(values)
    order = np.argsort(share, kind="stable")
    x, y = contest.X[:, 1], contest.X[:, 2]
    dots = Dots(x[order], y[order], 1.5 + 4.5 * share[order], [shade(s) for s in share[order]])
    return Panel(speech.translate(title), *_axes(speech), dots=[dots, *marks], from_zero=False)


def _snapshot(
    contest: Contest, agent: Agent, world: World, chosen: int, title: str, speech: TextFormat
) -> Panel:
    marks = (
        _mark(contest, int(world.chance[0].argmax()), "star", 9.0, _INK, "#E69F00"),
        _mark(contest, chosen, "square", 8.0, _INK),
        _mark(contest, agent.recommended()[0], "circle", 11.0, _INK),
    )
    return _scatter_panel(contest, agent.context.sweep.kg, title, speech, marks)


def _axes(speech: TextFormat) -> tuple[str, str]:
    """Return the axis titles of a pool of two attributes."""
    return speech.translate(phrase("attribute 1")), speech.translate(phrase("attribute 2"))


def figure_2(seed: int, speech: TextFormat = _ENGLISH) -> tuple[str, str]:
    """Draw the error of every predicted probability after six measurements, d = 2 and 3; return SVG and caption."""
    panels = []
    for d in (2, 3):
        contest = _contest(d, _SEEN, AFTER)
        world = draw_world(contest, seed)
        for player in contest.players:
            agent = Agent(contest, player, world)
            for n in range(1, AFTER + 1):
                _step(agent, world, n)
            wrong = _error(agent, world, AFTER)
            title = phrase(
                "{player}, d = {d}: mean {mean}, largest {largest}",
                player=player.name,
                d=d,
                mean=speech.fixed(float(wrong.mean()), 3),
                largest=speech.fixed(float(wrong.max()), 3),
            )
            x, y = contest.X[:, 1], contest.X[:, 2]
            dots = Dots(x, y, 2.0 + 8.0 * wrong, [shade(2.0 * e) for e in wrong])
            panels.append(Panel(speech.translate(title), *_axes(speech), dots=[dots], from_zero=False))
    caption = phrase(
        "Figure 2: absolute error of the predicted probability of each alternative after {count} measurements; darker "
        "and larger is worse, darkest from {darkest} on. With three attributes the pool is seen along the third.",
        count=AFTER,
        darkest=speech.fixed(0.5, 1),
    )
    return svg_chart(panels, columns=2, width=400.0, height=320.0, label=speech.number), caption


def printed_figure_2(seed: int, speech: TextFormat = _ENGLISH) -> tuple[str, str]:
    """Draw the paper's absolute error after six measurements by either rule, d = 2 and 3; return SVG and caption."""
    panels = []
    for d in (2, 3):
        contest = _contest(d, (KG,), AFTER)
        world = draw_world(contest, seed)
        agent = Agent(contest, contest.players[0], world)
        for n in range(1, AFTER + 1):
            _step(agent, world, n)
        best = int(world.chance[AFTER].argmax())
        plugin = np.abs(chances(agent.context.moments[0]) - world.chance[AFTER])
        rules = (
            (phrase("plug-in"), plugin, agent.recommended()[1]),
            (phrase("predictive"), _error(agent, world, AFTER), agent.recommended()[0]),
        )
        for rule, wrong, row in rules:
            title = phrase(
                "d = {d}, {rule}: at the best {best}, mean {mean}",
                d=d,
                rule=rule,
                best=speech.fixed(float(wrong[best]), 3),
                mean=speech.fixed(float(wrong.mean()), 3),
            )
            x, y = contest.X[:, 1], contest.X[:, 2]
            dots = Dots(x, y, 2.0 + 8.0 * wrong, [shade(2.0 * e) for e in wrong])
            marks = [
                _mark(contest, best, "star", 9.0, _INK, "#E69F00"),
                _mark(contest, row, "circle", 11.0, "#E0218A"),
            ]
            panels.append(
                Panel(speech.translate(title), *_axes(speech), dots=[dots, *marks], from_zero=False)
            )
    caption = phrase(
        "Absolute error as printed: error of the probability of each alternative after {count} measurements of the "
        "knowledge gradient on the diagonal belief, by the plug-in probability and by the predictive one; darker and "
        "larger is worse, darkest from {darkest} on. Star: the truly best alternative. Ring: recommended. With three "
        "attributes the pool is seen along the third.",
        count=AFTER,
        darkest=speech.fixed(0.5, 1),
    )
    return svg_chart(panels, columns=2, width=400.0, height=320.0, label=speech.number), caption


def _error(agent: Agent, world: World, n: int) -> Array:
    error: Array = np.abs(agent.context.belief.predict(agent.context.rows) - world.chance[n])
    return error


def three_attributes(seed: int, speech: TextFormat = _ENGLISH) -> tuple[str, str]:
    """Draw mean probability error and opportunity cost by measurement, d = 3; return SVG and caption."""
    contest = _contest(3, _COMPARED, STAGES[-1])
    wrong = np.empty((RUNS, len(_COMPARED), contest.budget + 1))
    cost = np.empty_like(wrong)
    count = np.zeros((len(_COMPARED), len(contest.X)))
    for run in range(RUNS):
        world = draw_world(contest, seed + run)
        for p, player in enumerate(contest.players):
            agent = Agent(replace(contest, players=(player,)), player, world)
            for n in range(contest.budget + 1):
                if n:
                    count[p, _step(agent, world, n)] += 1.0
                wrong[run, p, n] = _error(agent, world, n).mean()
                cost[run, p, n] = world.chance[n].max() - world.chance[n, agent.recommended()[0]]
    titles = (
        (phrase("Mean absolute error"), phrase("error of probability"), wrong),
        (phrase("Opportunity cost"), phrase("opportunity cost"), cost),
    )
    translate = speech.translate
    across = translate(phrase("measurements"))
    panels = [
        Panel(translate(title), across, translate(up), curves(contest, values))
        for title, up, values in titles
    ]
    panels += [
        _chosen(contest, p.name, times, speech) for p, times in zip(contest.players, count, strict=True)
    ]
    caption = phrase(
        "Three attributes, {count} simulated runs, with standard errors: a policy that looks for the best alternative "
        "need not be the one that knows all probabilities best. Dots: which alternatives each policy measured, seen "
        "along the third attribute; larger and darker means more often. “Reach” is the mean of the largest attribute "
        "of what was measured, without its sign: the edge of the pool lies at 3.",
        count=RUNS,
    )
    return svg_chart(panels, columns=3, width=340.0, height=280.0, label=speech.number), caption


def _chosen(contest: Contest, name: str, times: Array, speech: TextFormat) -> Panel:
    """Return a panel of how often each alternative was measured."""
    share = times / times.max()
    order = np.argsort(share, kind="stable")
    x, y = contest.X[:, 1], contest.X[:, 2]
    reach = float((np.abs(contest.X[:, 1:]).max(axis=1) * times).sum() / times.sum())
    dots = Dots(x[order], y[order], 1.5 + 6.0 * np.sqrt(share[order]), [shade(s) for s in share[order]])
    title = phrase("{player}: reach {reach}", player=name, reach=speech.fixed(reach, 2))
    return Panel(speech.translate(title), *_axes(speech), dots=[dots], from_zero=False)


def curves(contest: Contest, values: Array) -> list[ChartLine]:
    """Return a curve per player with its standard error, from values (runs, P, budget + 1)."""
    n = np.arange(contest.budget + 1.0)
    many = len(values) > 1
    error = values.std(axis=0, ddof=1) / np.sqrt(len(values)) if many else np.zeros(values.shape[1:])
    return [
        ChartLine(p.name, n, values[:, i].mean(axis=0), error[i], i) for i, p in enumerate(contest.players)
    ]


#: Further figures: file name without suffix -> function that draws it for a seed.
PICTURES: dict[str, Callable[[int, TextFormat], tuple[str, str]]] = {
    "figure_1": figure_1,
    "figure_2": figure_2,
    "three_attributes": three_attributes,
}
#: Further figures of the experiment as printed.
PRINTED_PICTURES: dict[str, Callable[[int, TextFormat], tuple[str, str]]] = {
    "figure_1": printed_figure_1,
    "figure_2": printed_figure_2,
}
