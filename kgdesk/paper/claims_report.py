"""The claims of Section 4 and the runs with many measurements, as tables, curves and parts of the result page."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from kgdesk.paper import figures, theorem
from kgdesk.paper.claims import FAILS, HOLDS, OPEN, evaluate_claims
from kgdesk.rehearsal.output_folder import csv_file
from kgdesk.rehearsal.report import PLUGIN_FIGURE, Extra, stages
from kgdesk.rehearsal.scores import Board, mean_and_error
from kgdesk.rehearsal.svg_charts import Panel, svg_chart
from kgdesk.reports.html import element, table
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from kgdesk.paper.claims import Measured
    from kgdesk.paper.experiment import ExperimentForm
    from kgdesk.rehearsal.contest import Contest
    from kgdesk.rehearsal.engine import Result
    from kgdesk.rehearsal.scores import Cell
    from kgdesk.reports.html import Markup
    from kgdesk.reports.text_format import TextFormat

    Array = NDArray[np.float64]

FILE = "claims.csv"
HEADER = ("claim", "measured", "rule", "figure", "standard_error", "claimed", "limit", "verdict")
LONG_FILE = "long_run.csv"
LONG_HEADER = (
    "pool",
    "policy",
    "belief",
    "n",
    "runs",
    "mean",
    "standard_error",
    "plugin_mean",
    "plugin_standard_error",
    "share_of_best",
    "plugin_share_of_best",
)
LONG_FIGURE = "long_run"
#: Code of a claim -> the words of the paper.
QUOTES = {
    "boundary": phrase("“the KG policy tends to choose alternatives near the boundary of the region”"),
    "maximum": phrase("“the true maximum which appears near the boundary”"),
    "three": phrase("“the KG policy finds the true best alternative after only three measurements”"),
    "different": phrase("“reaching out to different alternatives to improve its estimates”"),
    "error": phrase(
        "“the probability at the true maximum is well approximated, while moderate error in the estimate is located "
        "away from this region of interest”"
    ),
    "most": phrase("“KG outperforms the other policies significantly in most cases”"),
    "early": phrase("“especially in early iterations”"),
    "rivals": phrase("“KG outperforms the other policies”, each of them"),
    "varying": phrase(
        "“MostUncertain, Fisher and Logistic Bound perform well on some datasets while badly on others”"
    ),
    "stable": phrase("“Disc and Random yield relatively stable and satisfiable performance”"),
    "enhanced": phrase("“After enough iterations … their performance will be enhanced”"),
    "small": phrase("“when … only a small budget is allowed, the KG policy … is preferred”"),
    "zero": phrase("Not in Section 4: the opportunity cost goes to 0"),
}
_RULES = ("plugin", "predictive")
_RULE_TITLES = {
    "plugin": phrase("plug-in recommendation"),
    "predictive": phrase("predictive recommendation"),
}
_VERDICTS = {
    HOLDS: phrase("holds here"),
    FAILS: phrase("does not hold here"),
    OPEN: phrase("not decided"),
}


def in_order(figures: Sequence[Measured]) -> list[Measured]:
    """Return the figures in the order of the claims in the paper."""
    order = list(QUOTES)
    return sorted(figures, key=lambda one: order.index(one.claim))


def rows(figures: Sequence[Measured]) -> Iterator[tuple[Cell, ...]]:
    """Yield the rows of ``claims.csv``."""
    for one in in_order(figures):
        claimed = "above" if one.above else "below"
        yield (
            one.claim,
            str(one.what),
            one.rule,
            one.figure,
            one.error,
            claimed,
            one.limit,
            one.verdict,
        )


def summary(figures: Sequence[Measured]) -> list[str]:
    """Return one sentence per claim with its verdict by each of the two recommendations."""
    parts: list[str] = []
    for code, quote in QUOTES.items():
        of_claim = [one for one in figures if one.claim == code]
        if not of_claim:
            continue
        if not any(one.rule for one in of_claim):
            parts.append(phrase("{claim}: {verdict}.", claim=quote, verdict=_joint(of_claim)))
            continue
        plugin, predictive = ([one for one in of_claim if one.rule in {"", rule}] for rule in _RULES)
        parts.append(
            phrase(
                "{claim}: {plugin} (plug-in), {predictive} (predictive).",
                claim=quote,
                plugin=_joint(plugin),
                predictive=_joint(predictive),
            )
        )
    return parts


def _joint(figures: Sequence[Measured]) -> str:
    """Return the verdict on a claim, from the verdicts on all its figures."""
    verdicts = [one.verdict for one in figures]
    if len(set(verdicts)) == 1:
        return _VERDICTS[verdicts[0]]
    return phrase(
        "holds here by {held} of {count} figures, does not by {failed}",
        held=verdicts.count(HOLDS),
        count=len(verdicts),
        failed=verdicts.count(FAILS),
    )


def sections(figures: Sequence[Measured], long_board: Board | None, speech: TextFormat) -> list[Markup]:
    """Return the parts of the result page about the claims and the runs with many measurements."""
    translate = speech.translate
    parts = [
        element("h2", translate(phrase("What Section 4 of the paper says, and what is measured here"))),
        element(
            "p",
            translate(
                phrase(
                    "A figure holds if it is on the claimed side of its limit by more than two standard errors, and "
                    "does not hold if it is on the other side by as much; a count has no standard error. Costs are "
                    "thousandths. Claims about the policy itself are measured on the synthetic pool of two attributes, "
                    "claims about rivals on the other pools. “Clearly” is by more than two standard errors."
                )
            ),
        ),
        element("ul", *(element("li", translate(line)) for line in summary(figures))),
    ]
    for code, quote in QUOTES.items():
        of_claim = [one for one in figures if one.claim == code]
        if of_claim:
            parts.append(_table(quote, of_claim, speech))
    if long_board is not None:
        parts.append(element("h2", translate(phrase("Many measurements"))))
        parts += [_long_table(long_board, rule, speech) for rule in _RULES]
    return parts


def _table(quote: str, figures: Sequence[Measured], speech: TextFormat) -> Markup:
    """Return the table of one claim: a row for each figure, a column for each recommendation."""
    translate = speech.translate
    lines: dict[str, list[Measured]] = {}
    for one in figures:
        lines.setdefault(translate(one.what), []).append(one)
    rows = []
    for what, both in lines.items():
        sign = ">" if both[0].above else "<"
        of_rule = {one.rule: _cell(one, speech) for one in both}
        cells = [of_rule.get(rule, of_rule.get("", "")) for rule in _RULES]
        rows.append([what, f"{sign} {_amount(both[0], both[0].limit, speech)}", *cells])
    head = [phrase("measured"), phrase("claimed"), *_RULE_TITLES.values()]
    return table([translate(cell) for cell in head], rows, caption=translate(quote))


def _cell(one: Measured, speech: TextFormat) -> str:
    text = _amount(one, one.figure, speech)
    if one.error is not None:
        text += f" ± {_amount(one, one.error, speech)}"
    return f"{text}: {speech.translate(_VERDICTS[one.verdict])}"


def _amount(one: Measured, value: float, speech: TextFormat) -> str:
    if one.unit == "count":
        return speech.fixed(value, 0)
    return f"{speech.fixed(100 * value, 0)} %" if one.unit == "share" else speech.fixed(1e3 * value, 1)


def long_rows(board: Board) -> Iterator[tuple[Cell, ...]]:
    """Yield the rows of ``long_run.csv``."""
    for contest, both in zip(board.contests, zip(board.predictive, board.plugin, strict=True), strict=True):
        for p, player in enumerate(contest.players):
            for n in range(contest.budget + 1):
                costs = [costs[:, p, n] for costs in both]
                means = [cell for each in costs for cell in mean_and_error(each)]
                best = [float((each == 0.0).mean()) for each in costs]
                yield contest.pool, player.policy, player.model, n, len(costs[0]), *means, *best


def long_figure(board: Board, speech: TextFormat) -> tuple[str, str]:
    """Draw the opportunity cost up to many measurements, a panel for each pool and rule; return SVG and caption."""
    translate = speech.translate
    panels = []
    for c, contest in enumerate(board.contests):
        for rule, title in _RULE_TITLES.items():
            costs: Array = getattr(board, rule)[c]
            curves = figures.curves(contest, costs)
            name = translate(phrase("{pool}, {rule}", pool=contest.pool, rule=title))
            across, up = translate(phrase("measurements")), translate(phrase("opportunity cost"))
            panels.append(Panel(name, across, up, curves))
    caption = phrase("Mean opportunity cost when the measurements go on, with its standard error.")
    return svg_chart(panels, columns=2, width=480.0, height=300.0, label=speech.number), caption


def _long_table(board: Board, rule: str, speech: TextFormat) -> Markup:
    """Return the table of costs and of runs that recommend the true best."""
    rows = []
    values: tuple[Array, ...] = getattr(board, rule)
    listed = [n for n in stages(board.contests[0].budget) if n >= min(10, board.contests[0].budget)]
    for contest, costs in zip(board.contests, values, strict=True):
        for p, player in enumerate(contest.players):
            cells = []
            for n in listed:
                mean, error = mean_and_error(costs[:, p, n])
                text = speech.fixed(1e3 * mean, 1)
                cells.append(text if error is None else f"{text} ± {speech.fixed(1e3 * error, 1)}")
            share = float((costs[:, p, listed[-1]] == 0.0).mean())
            rows.append([contest.pool, player.name, *cells, f"{speech.fixed(100 * share, 0)} %"])
    head = [
        phrase("pool"),
        phrase("policy/belief"),
        *(f"n = {n}" for n in listed),
        phrase("runs at the best"),
    ]
    return table(
        [speech.translate(cell) for cell in head], rows, caption=speech.translate(_RULE_TITLES[rule])
    )


@dataclass(frozen=True)
class PaperParts:
    """Additions of the paper's experiment to the results of a rehearsal.

    Parameters
    ----------
    form
        Form of the experiment.
    long
        Contests with many measurements, played after the others.
    long_board
        Their results, once there are any.
    """

    form: ExperimentForm
    long: tuple[Contest, ...] = ()
    long_board: Board | None = None

    @property
    def pictures(self) -> dict[str, Callable[[int, TextFormat], tuple[str, str]]]:
        """Figures besides the curves: file name without suffix -> function that draws it for a seed."""
        if not self.form.as_printed:
            return figures.PICTURES
        pictures = dict(figures.PRINTED_PICTURES)
        if self.long:
            pictures[LONG_FIGURE] = self._long_figure
        return pictures

    def _long_figure(self, _seed: int, speech: TextFormat) -> tuple[str, str]:
        assert self.long_board is not None  # noqa: S101 - drawn after the runs
        return long_figure(self.long_board, speech)

    @property
    def files(self) -> list[str]:
        """Names of the files besides those of a rehearsal and the figures."""
        names = [f"{PLUGIN_FIGURE}.svg", f"{PLUGIN_FIGURE}.png", theorem.FILE]
        if self.form.as_printed:
            names.append(FILE)
        return [*names, LONG_FILE] if self.long else names

    def split(self, results: Sequence[Result], short: int) -> tuple[tuple[Result, ...], PaperParts]:
        """Return the results of the `short` first contests, and these parts with the results of the long ones."""
        if not self.long:
            return tuple(results), self
        first = tuple(r for r in results if r.contest < short)
        rest = tuple(replace(r, contest=r.contest - short) for r in results if r.contest >= short)
        return first, replace(self, long_board=Board(self.long, rest))

    def measured(self, board: Board) -> tuple[Measured, ...]:
        """Return the figures of the paper's claims; none unless the experiment is as printed."""
        return evaluate_claims(board, self.long_board) if self.form.as_printed else ()

    def added(self, board: Board, figures: Sequence[Measured], speech: TextFormat) -> Extra:
        """Return the tables and the parts of the page that are added: Theorem 1, and the claims as printed."""
        bounds = tuple(theorem.evaluate_bound(board))
        tables, closing = {theorem.FILE: theorem.csv_table(bounds)}, theorem.section(bounds, speech)
        if not self.form.as_printed:
            return Extra(tables, closing=closing)
        tables[FILE] = csv_file(HEADER, rows(figures))
        if self.long_board is not None:
            tables[LONG_FILE] = csv_file(LONG_HEADER, long_rows(self.long_board))
        return Extra(tables, sections(figures, self.long_board, speech), closing)
