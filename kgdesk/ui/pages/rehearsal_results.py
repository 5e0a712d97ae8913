"""Results of a rehearsal as sentences and as a plot card."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QCoreApplication, QLocale, QPointF, Qt
from PySide6.QtGui import QColor

from kgdesk.ui.plots.card import PlotCard
from kgdesk.ui.plots.figure import Axis, Figure, small
from kgdesk.ui.text.locale_format import figures, fixed
from kgdesk.ui.text.translate import policy_title
from kgdesk.ui.widgets.basic import set_axis_label
from kgdesk.ui.widgets.table import Column

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from kgdesk.actions.live_rehearsal import StoppingResult, Tally
    from kgdesk.actions.live_replay import ReplayTally
    from kgdesk.ui.widgets.stylesheet import Palette


def tr(text: str) -> str:
    """Translate a text of the rehearsal (context "Rehearsal")."""
    return QCoreApplication.translate("Rehearsal", text)


def player_title(name: str, own: str) -> str:
    """Return the display name of ``POLICY/BELIEF``; the belief is named if it is not the study's own."""
    rule, _, belief = name.partition("/")
    if belief in {"", own}:
        return policy_title(rule)
    words = {"moments": tr("recommended"), "full": tr("correlated"), "diagonal": tr("as in the paper")}
    return f"{policy_title(rule)} ({words.get(belief, belief)})"


def truth_title(kind: str) -> str:
    """Return the display name of a kind of simulated truth."""
    return {
        "prior": tr("as the study assumes"),
        "posterior": tr("as believed after the outcomes so far"),
        "interaction": tr("one attribute changes the effect of another"),
        "threshold": tr("a step in one attribute"),
        "peak": tr("the best lies in the middle of the ranges"),
        "drift": tr("the truth drifts from run to run"),
    }.get(kind, kind)


def points_away(cost: float) -> int:
    """Return an opportunity cost (0..1) in whole percentage points, rounded up so that sentences with it stay true."""
    return math.ceil(100.0 * cost - 1e-9)


def nine_of_ten(tally: Tally, player: int) -> str:
    """State within how many points of the true best 9 of 10 rehearsals end."""
    words: dict[str, str | int] = {
        "runs": tr("1 run") if tally.budget == 1 else tr("{count} runs").format(count=tally.budget),
        "points": points_away(tally.reached(player)),
        "rehearsals": tally.runs,
    }
    if words["points"] == 0:
        text = tr("With these settings the best found after {runs} is the true best in 9 of 10 rehearsals.")
    elif words["points"] == 1:
        text = tr(
            "With these settings the best found after {runs} is within 1 percentage point of the true best in 9 of 10"
            " rehearsals."
        )
    else:
        text = tr(
            "With these settings the best found after {runs} is within {points} percentage points of the true best in"
            " 9 of 10 rehearsals."
        )
    return text.format(**words)


def found_words(tally: ReplayTally, player: int) -> str:
    """State how many successes a policy has found in a replay by the last run, and how often at least one."""
    return tr(
        "After {runs} it has found {successes} successes on average, and at least one in {share} % of the replays."
    ).format(
        runs=tr("1 run") if tally.budget == 1 else tr("{count} runs").format(count=tally.budget),
        successes=fixed(float(tally.successes[:, player, -1].mean()), 1),
        share=round(100 * tally.found(player)),
    )


def first_found_words(tally: ReplayTally, player: int) -> str:
    """Return the run by which half of the replays have found a success."""
    half = tally.half_found_by(player)
    return tr("more than {count}").format(count=tally.budget) if half is None else str(half)


def stopped_words(one: StoppingResult, own: str) -> str:
    """State when a stopping rule ended the rehearsals, and how often too early."""
    who = player_title(one.player.name, own)
    if one.mean_n is None or one.rate is None:
        return tr("{policy}: the stopping rule ended none of {rehearsals} rehearsals.").format(
            policy=who, rehearsals=one.runs
        )
    text = tr(
        "{policy}: the stopping rule ended {stopped} of {rehearsals} rehearsals, after {runs} runs on average. In"
        " {missed} of these {stopped} the best found was more than {points} percentage points from the true best."
    ).format(
        policy=who,
        stopped=one.stopped,
        rehearsals=one.runs,
        runs=QLocale().toString(float(one.mean_n), "f", 1),
        missed=one.missed,
        points=QLocale().toString(float(100.0 * one.within), "g", 3),
    )
    if one.mean_loss is None or one.error_loss is None:
        return text
    lost = tr("On average it was {points} points (standard error {error}) from the true best.").format(
        points=fixed(100.0 * one.mean_loss, 2), error=fixed(100.0 * one.error_loss, 2)
    )
    return f"{text} {lost}"


def needed_words(tally: Tally, player: int) -> str:
    """Return the number of runs needed for a 90 % chance to be within 5 points of the best."""
    runs, share = tally.needed(player)
    if runs is None:
        return tr("more than {budget} (now {share} %)").format(budget=tally.budget, share=round(100 * share))
    return str(runs)


def time_words(seconds: float) -> str:
    """Format a remaining time approximately."""
    if not math.isfinite(seconds):
        return tr("starting")
    if seconds < 90:
        return tr("about {count} s left").format(count=max(1, round(seconds)))
    if seconds < 5400:
        return tr("about {count} min left").format(count=round(seconds / 60))
    return tr("about {count} h left").format(count=round(seconds / 3600))


_DASHES = (
    Qt.PenStyle.SolidLine,
    Qt.PenStyle.DashLine,
    Qt.PenStyle.DotLine,
    Qt.PenStyle.DashDotLine,
    Qt.PenStyle.DashDotDotLine,
)

_SIGNS = ("o", "s", "t1", "d", "x", "+", "star", "p")

#: The plot symbols as characters, for the legend.
_LETTERS = ("●", "■", "▲", "◆", "✕", "+", "★", "⬟")


@dataclass(frozen=True, eq=False)
class RehearsalLine:
    """Curve of one policy.

    Parameters
    ----------
    name
        Display name.
    middle, low, high
        (budget + 1,) distance from the true best in points after n runs, and its band; of a replay, the number of
        successes found.
    needed
        Number of runs needed, in words.
    verdict
        Sentence about 9 of 10 rehearsals, or about the successes found.
    """

    name: str
    middle: np.ndarray
    low: np.ndarray
    high: np.ndarray
    needed: str
    verdict: str


@dataclass(frozen=True, eq=False)
class RehearsalData:
    """Results of a rehearsal so far.

    Parameters
    ----------
    lines
        One per policy.
    rehearsals, wanted, seed
        Number of simulated studies so far, number planned, and the seed of the first.
    truth
        The simulated truths, in words.
    band
        ``mean``: mean with its 90 % range; ``median``: median with the middle half.
    front
        Places of the policies that are ahead at the end: more than one where chance alone may explain the difference.
    replay
        The past outcomes of the table are replayed instead of simulated truths.
    """

    lines: tuple[RehearsalLine, ...]
    rehearsals: int
    wanted: int
    seed: int
    truth: str
    band: Literal["mean", "median"] = "mean"
    front: tuple[int, ...] = (0,)
    replay: bool = False


class RehearsalCard(PlotCard[RehearsalData]):
    """Distance from the true best, or successes found in a replay, over the runs: a curve with band per policy."""

    def __init__(self, parent: QWidget | None = None, start: str = "") -> None:
        """`start` is what stands there before the first result."""
        self._replay = False
        self._start = start
        figure = Figure({"left": Axis("left"), "bottom": Axis("bottom", "whole")})
        super().__init__("plot.rehearsed", figure, None, parent)
        self._items: list[pg.GraphicsObject] = []
        figure.area.setContentsMargins(0, 2, 14, 0)
        figure.tip = self._tip

    def ask_about(self, *, replay: bool) -> None:
        """Choose the question of the card: about a replay of the table, or about simulated truths."""
        if replay != self._replay:
            self._replay = replay
            self._retitle()

    def _words(self) -> tuple[str, str, str]:
        start = self._start or self.tr("Choose what to rehearse and start. Nothing is recorded in the study.")
        if self._replay:
            return (
                self.tr("How soon would the successes of this table have been found?"),
                self.tr(
                    "The past outcomes that came with the table are the truth. Every policy starts without any of them"
                    " and runs each candidate once. A line says how many successes it has found after each run: higher"
                    " is better. Saved results also say whether the recommended candidate is a success, and how good"
                    " the predictions were for the candidates that were not run. A policy without random choices"
                    " plays the table the same way each time."
                ),
                start,
            )
        return (
            self.tr("How near to the true best would this study end?"),
            self.tr(
                "Many studies like this one are simulated, each with a truth that is drawn and then known. A line"
                " says how many percentage points of success the candidate that would be recommended falls short of the"
                " true best, after each run: lower is better, 0 is the best itself. All policies meet the same"
                " truths and the same outcomes. The band says how sure the mean is, or, for the median, where"
                " the middle half of the studies lies. A rehearsal is as true as its truths: compare several"
                " kinds of them."
            ),
            start,
        )

    def _is_empty(self, data: RehearsalData) -> bool:
        return not data.lines

    def _sentence(self, data: RehearsalData) -> str:
        if len(data.lines) == 1:
            return data.lines[0].verdict
        if len(data.front) > 1:
            names = QLocale().createSeparatedList([data.lines[place].name for place in data.front])
            return self.tr("No clear difference between {names} after {count} rehearsals.").format(
                names=names, count=data.rehearsals
            )
        first = data.lines[data.front[0]]
        if data.replay:
            return self.tr("{name} finds most. {verdict}").format(name=first.name, verdict=first.verdict)
        return self.tr("{name} ends nearest. {verdict}").format(name=first.name, verdict=first.verdict)

    def _legend(self, data: RehearsalData) -> list[str]:
        signs = [f"{_LETTERS[k % len(_LETTERS)]} {line.name}" for k, line in enumerate(data.lines)]
        band = (
            self.tr("band: 90 % range of the mean")
            if data.band == "mean"
            else self.tr("band: middle half of the rehearsals")
        )
        count = self.tr("{done} of {wanted} rehearsals, seed {seed}").format(
            done=data.rehearsals, wanted=data.wanted, seed=data.seed
        )
        if data.replay:
            return [*signs, band, count]
        return [*signs, band, count, self.tr("truth: {truth}").format(truth=data.truth)]

    def _columns(self, data: RehearsalData) -> tuple[Column, ...]:
        rows = [(line, n) for line in data.lines for n in range(line.middle.size)]
        titles = {
            (False, "mean"): self.tr("Mean (percentage points)"),
            (False, "median"): self.tr("Median (percentage points)"),
            (True, "mean"): self.tr("Mean (successes)"),
            (True, "median"): self.tr("Median (successes)"),
        }
        middle = titles[data.replay, data.band]
        last = (
            self.tr("Half of the replays found a success by run")
            if data.replay
            else self.tr("Runs for a 90 % chance of being within 5 points")
        )
        return (
            Column(self.tr("Policy"), [line.name for line, _ in rows]),
            Column(self.tr("Run"), [n for _, n in rows], is_number=True),
            Column(middle, [float(line.middle[n]) for line, n in rows], _points, is_number=True),
            Column(self.tr("Band from"), [float(line.low[n]) for line, n in rows], _points, is_number=True),
            Column(self.tr("to"), [float(line.high[n]) for line, n in rows], _points, is_number=True),
            Column(last, [line.needed for line, _ in rows]),
        )

    def _draw(self, data: RehearsalData, look: Palette) -> None:
        self.figure.apply_look(look, small(self))
        for item in self._items:
            self.figure.removeItem(item)
        self._items = []
        set_axis_label(self.figure, "bottom", self.tr("Run"))
        short = self.tr("Found") if data.replay else self.tr("Distance (points)")
        self.figure.getAxis("left").short = short
        up = (
            self.tr("Successes found")
            if data.replay
            else self.tr("Short of the true best (percentage points)")
        )
        set_axis_label(self.figure, "left", up)
        top = 0.0
        for k, line in enumerate(data.lines):
            self._add_line(k, line, look)
            top = max(top, float(line.high.max()))
        budget = data.lines[0].middle.size - 1
        self.figure.view.setXRange(0, budget, padding=0.02)
        self.figure.view.setYRange(0.0, max(top, 1.0), padding=0.04)

    def _add_line(self, k: int, line: RehearsalLine, look: Palette) -> None:
        run = np.arange(line.middle.size, dtype=np.float64)
        colour = _colours(look)[k % len(_colours(look))]
        faint = QColor(colour)
        faint.setAlpha(36)
        edges = [pg.PlotCurveItem(run, values, pen=pg.mkPen(None)) for values in (line.low, line.high)]
        pen = pg.mkPen(colour, width=2.2, style=_DASHES[k % len(_DASHES)])
        at = np.unique(np.linspace(0, run.size - 1, min(run.size, 7)).astype(np.int64))
        signs = pg.ScatterPlotItem(
            x=run[at], y=line.middle[at], symbol=_SIGNS[k % len(_SIGNS)], size=9, pen=pg.mkPen(None)
        )
        signs.setBrush(pg.mkBrush(colour))
        for item in (
            pg.FillBetweenItem(*edges, brush=pg.mkBrush(faint)),
            pg.PlotCurveItem(run, line.middle, pen=pen, antialias=True),
            signs,
        ):
            self._items.append(item)
            self.figure.addItem(item)

    def _tip(self, point: QPointF) -> str:
        data = self._nonempty_data()
        if data is None:
            return ""
        n = int(np.clip(round(point.x()), 0, data.lines[0].middle.size - 1))
        lines_of_tip = [
            f"{line.name}: {_points(line.middle[n])} ({_points(line.low[n])}–{_points(line.high[n])})"
            for line in data.lines
        ]
        text = (
            self.tr("After run {run}, successes found")
            if data.replay
            else self.tr("After run {run}, percentage points short of the best")
        )
        return "\n".join((text.format(run=n), *lines_of_tip))


def _points(value: float) -> str:
    return figures(float(value), 2)


def _colours(look: Palette) -> tuple[str, ...]:
    """Return the colours of the curves; dashes and symbols are redundant with them."""
    return (look.accent, look.failure, look.refusal, look.text, look.caution, look.muted)
