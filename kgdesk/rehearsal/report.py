"""The HTML page of a rehearsal's results, and its tables and figures."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from kgdesk.model.study import rule_syntax
from kgdesk.rehearsal import output_folder, scores, stopping_evaluation
from kgdesk.rehearsal.svg_charts import ChartLine, Panel, svg_chart
from kgdesk.reports.html import document, element, figure, table
from kgdesk.reports.text_format import EnglishFormat
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    from kgdesk.rehearsal.scores import Board
    from kgdesk.reports.html import Markup
    from kgdesk.reports.text_format import TextFormat

    Array = NDArray[np.float64]

FIGURE = "opportunity_cost"
PLUGIN_FIGURE = "opportunity_cost_plugin"
# Numbers of measurements shown in the tables of the page, up to the budget.
_STAGES = (0, 5, 10, 20, 30, 100, 300)
#: Style sheet of the result pages of rehearsals and calibrations.
STYLE = """
body { font: 15px/1.5 sans-serif; max-width: 66em; margin: 2em auto; padding: 0 1em; color: #222; background: #fff; }
table { border-collapse: collapse; margin: 1em 0; }
th, td { padding: .2em .7em; text-align: right; border-bottom: 1px solid #ccc; }
th:first-child, td:first-child { text-align: left; }
caption { text-align: left; font-weight: bold; padding: .3em 0; }
svg { max-width: 100%; height: auto; }
"""


@dataclass(frozen=True)
class Extra:
    """Further tables (file name -> content), and parts of the page before the tables of cost and before the choices."""

    tables: Mapping[str, bytes] = field(default_factory=dict)
    sections: Sequence[Markup] = ()
    closing: Sequence[Markup] = ()


def names(pictures: Iterable[str], *, png: bool, rules: bool = False) -> list[str]:
    """Return the names of all files that a rehearsal writes; `pictures` are those besides the curves."""
    drawn = [f"{stem}.{end}" for stem in (FIGURE, *pictures) for end in (("svg", "png") if png else ("svg",))]
    tables = ["opportunity_cost.csv", "successes.csv", "runs.csv", "paired.csv"]
    tables += [stopping_evaluation.FILE] if rules else []
    return [*tables, "settings.json", "report.html", *drawn]


def files(
    board: Board,
    settings: Mapping[str, Any],
    *,
    title: str,
    remarks: Sequence[str],
    pictures: Mapping[str, tuple[str, str]] | None = None,
    png: Callable[[str], bytes] | None = None,
    speech: TextFormat | None = None,
    both: bool = False,
    extra: Extra | None = None,
) -> dict[str, bytes]:
    """Build all files of a rehearsal: name -> content.

    Parameters
    ----------
    board
        Results.
    settings
        Content of ``settings.json``.
    title, remarks
        Title and remarks of the page; each remark states one choice of the set-up.
    pictures
        Further figures: file name without suffix -> (SVG, caption).
    png
        Converts an SVG document to PNG bytes; None writes SVG only.
    speech
        Language of page and curves; English if None. The CSV tables do not depend on it.
    both
        Give the plug-in recommendation beside the predictive one in all tables and curves of costs.
    extra
        Further tables, and parts of the page.
    """
    speech = speech or EnglishFormat()
    extra = extra or Extra()
    drawn = {**_curves(board, speech, both=both), **(pictures or {})}
    more = scores.PLUGIN_COLUMNS if both else ()
    contents = {
        "opportunity_cost.csv": output_folder.csv_file((*scores.COST_HEADER, *more), board.costs(both=both)),
        "successes.csv": output_folder.csv_file(scores.COST_HEADER, board.gains()),
        "runs.csv": output_folder.csv_file(scores.RUNS_HEADER, board.runs()),
        "paired.csv": output_folder.csv_file((*scores.PAIRED_HEADER, *more), board.paired(both=both)),
        **extra.tables,
    }
    if board.contests[0].rules:
        rules = stopping_evaluation.rows(board)
        contents[stopping_evaluation.FILE] = output_folder.csv_file(stopping_evaluation.HEADER, rules)
    for stem, (svg, _) in drawn.items():
        contents[f"{stem}.svg"] = f"{svg}\n".encode()
        if png is not None:
            contents[f"{stem}.png"] = png(svg)
    body = _Writer(board, speech, both).body(remarks, list(drawn.values()), extra)
    page = document(speech.translate(title), body, style=STYLE, language=speech.language)
    contents |= {"report.html": page.encode(), "settings.json": output_folder.json_file(settings)}
    return contents


def _curves(board: Board, speech: TextFormat, *, both: bool) -> dict[str, tuple[str, str]]:
    """Return the figures of opportunity cost: file name without suffix -> (SVG, caption)."""
    caption = phrase("Opportunity cost of the predictive recommendation, with its standard error.")
    drawn: dict[str, tuple[str, str]] = {}
    drawn[FIGURE] = (svg_chart(panels(board.predictive, board, speech), label=speech.number), caption)
    if both:
        caption = phrase("Opportunity cost of the plug-in recommendation, with its standard error.")
        drawn[PLUGIN_FIGURE] = svg_chart(panels(board.plugin, board, speech), label=speech.number), caption
    return drawn


def panels(figures: Sequence[Array], board: Board, speech: TextFormat) -> list[Panel]:
    """Return one panel per pool: mean opportunity cost `figures` over the number of measurements."""
    across, up = speech.translate(phrase("measurements")), speech.translate(phrase("opportunity cost"))
    result = []
    for contest, costs in zip(board.contests, figures, strict=True):
        n = np.arange(contest.budget + 1.0)
        mean = costs.mean(axis=0)
        error = costs.std(axis=0, ddof=1) / np.sqrt(len(costs)) if len(costs) > 1 else np.zeros_like(mean)
        curves = [ChartLine(p.name, n, mean[i], error[i], i) for i, p in enumerate(contest.players)]
        result.append(Panel(contest.pool, across, up, curves))
    return result


@dataclass(frozen=True, eq=False)
class _Writer:
    """Builder of the parts of the page in one language; names and codes are not translated.

    With `both`, tables of cost have the predictive and the plug-in recommendation, otherwise the predictive one only.
    """

    board: Board
    speech: TextFormat
    both: bool = False

    @property
    def _rules(self) -> list[tuple[str, tuple[Array, ...]]]:
        """Recommendations in the tables: name and costs."""
        predictive = (phrase("predictive recommendation"), self.board.predictive)
        plugin = (phrase("plug-in recommendation"), self.board.plugin)
        return [predictive, plugin] if self.both else [predictive]

    def body(
        self,
        remarks: Sequence[str],
        pictures: Sequence[tuple[str, str]],
        extra: Extra,
    ) -> list[Markup]:
        """Return the parts of the page below its heading."""
        first = self.board.contests[0]
        body = [element("p", self._what())]
        body += [figure(svg, self.speech.translate(caption)) for svg, caption in pictures]
        body += extra.sections
        if len(self.board.contests) > 1:
            body.append(self._overall())
        tables = [self._by_pool(n, *rule) for n in stages(first.budget)[1:] for rule in self._rules]
        body += [self._heading(phrase("Pool by pool")), *tables]
        differences = [self._differences(*rule) for rule in self._rules]
        body += [self._heading(phrase("Differences in the same worlds")), *differences]
        body += [self._heading(phrase("Successes on the way")), self._successes()]
        needed = scores.sentences(self.board.needed_runs(), first.budget, pools=len(self.board.contests) > 1)
        body += [self._heading(phrase("Runs needed")), self._list("ul", needed)]
        if first.rules:
            body += [self._heading(phrase("Stopping rules")), self._stopping()]
        return [*body, *extra.closing, self._heading(phrase("Choices")), self._list("ol", remarks)]

    def _heading(self, text: str) -> Markup:
        return element("h2", self.speech.translate(text))

    def _list(self, tag: str, lines: Sequence[str]) -> Markup:
        return element(tag, *(element("li", self.speech.translate(line)) for line in lines))

    def _tabled(self, caption: str, head: Sequence[str], rows: Iterable[Sequence[str]]) -> Markup:
        translate = self.speech.translate
        return table([translate(cell) for cell in head], rows, caption=translate(caption))

    def _what(self) -> str:
        board, number = self.board, self.speech.number
        contest, runs = board.contests[0], len(board.predictive[0])
        seeds = sorted({r.seed for r in board.results})
        sentence = phrase(
            "{size} with seeds {first} to {last}, {budget} measurements in each. Opportunity cost is the best true "
            "chance of success minus that of the recommended candidate; figures in tables are thousandths, ± one "
            "standard error.",
            size=phrase("1 simulated run a pool")
            if runs == 1
            else phrase("{runs} simulated runs a pool", runs=number(runs)),
            first=seeds[0],
            last=seeds[-1],
            budget=number(contest.budget),
        )
        if len(board.contests) > 1:
            sentence = phrase("{count} pools, {more}", count=number(len(board.contests)), more=sentence)
        return self.speech.translate(sentence)

    def _overall(self) -> Markup:
        board, fixed = self.board, self.speech.fixed
        listed = stages(board.contests[0].budget)
        both = [(board.over_pools(board.plugin, n), board.over_pools(board.predictive, n)) for n in listed]
        rows = [
            [player.name, *(f"{fixed(1e3 * a[p], 1)} / {fixed(1e3 * b[p], 1)}" for a, b in both)]
            for p, player in enumerate(board.contests[0].players)
        ]
        head = [phrase("policy/belief"), *(f"n = {n}" for n in listed)]
        return self._tabled(phrase("Mean over the pools: plug-in / predictive recommendation"), head, rows)

    def _by_pool(self, n: int, rule: str, figures: Sequence[Array]) -> Markup:
        rows = []
        for contest, costs in zip(self.board.contests, figures, strict=True):
            cells = [self._figure(costs[:, p, n], 1e3) for p in range(len(contest.players))]
            rows.append([contest.pool, *cells])
        head = [phrase("pool"), *(player.name for player in self.board.contests[0].players)]
        return self._tabled(
            phrase("After {n} measurements, {rule}", n=self.speech.number(n), rule=rule), head, rows
        )

    def _differences(self, rule: str, figures: Sequence[Array]) -> Markup:
        contest = self.board.contests[0]
        n, first = contest.budget, contest.players[0].name
        rows = []
        for c, costs in zip(self.board.contests, figures, strict=True):
            others = range(1, len(c.players))
            rows.append([c.pool, *(self._figure(costs[:, p, n] - costs[:, 0, n], 1e3) for p in others)])
        head = [phrase("pool"), *(player.name for player in contest.players[1:])]
        if not head[1:]:
            return element("p", self.speech.translate(phrase("Only {name} was rehearsed.", name=first)))
        caption = phrase(
            "Cost minus that of {first}, after {n} measurements (above 0: {first} is better), {rule}",
            first=first,
            n=self.speech.number(n),
            rule=rule,
        )
        return self._tabled(caption, head, rows)

    def _successes(self) -> Markup:
        n = self.board.contests[0].budget
        rows = []
        for c, counts in zip(self.board.contests, self.board.successes, strict=True):
            rows.append([c.pool, *(self._figure(counts[:, p, n]) for p in range(len(c.players)))])
        head = [phrase("pool"), *(player.name for player in self.board.contests[0].players)]
        return self._tabled(
            phrase("Mean number of successes among the {n} measurements", n=self.speech.number(n)), head, rows
        )

    def _stopping(self) -> Markup:
        rows = [self._stopped(one) for one in stopping_evaluation.evaluate_rules(self.board)]
        head = [
            phrase("pool"),
            phrase("policy/belief"),
            phrase("rule"),
            phrase("stopped"),
            phrase("after measurements"),
            phrase("points"),
            phrase("error rate, %"),
            phrase("mean loss, points"),
        ]
        return self._tabled(
            phrase(
                "How often each rule stopped, when, and how often the recommended candidate was then more than so many "
                "percentage points below the best; the mean loss is by how many points it was below the best on average"
            ),
            head,
            rows,
        )

    def _stopped(self, one: stopping_evaluation.StoppingResult) -> list[str]:
        fixed, number = self.speech.fixed, self.speech.number
        when = "" if one.mean_n is None else fixed(one.mean_n, 1)
        when += "" if one.error_n is None else f" ± {fixed(one.error_n, 1)}"
        rate = ""
        if one.rate is not None and one.error is not None:
            rate = f"{fixed(100 * one.rate, 0)} ± {fixed(100 * one.error, 1)}"
        loss = ""
        if one.mean_loss is not None:
            loss = fixed(100 * one.mean_loss, 2)
            loss += "" if one.error_loss is None else f" ± {fixed(100 * one.error_loss, 2)}"
        how_often = phrase("{stopped} of {runs}", stopped=number(one.stopped), runs=number(one.runs))
        return [
            one.pool,
            one.player.name,
            rule_syntax.written(one.rule),
            self.speech.translate(how_often),
            when,
            number(100 * one.within),
            rate,
            loss,
        ]

    def _figure(self, values: Array, scale: float = 1.0) -> str:
        mean, error = scores.mean_and_error(values)
        text = self.speech.fixed(scale * mean, 1)
        return text if error is None else f"{text} ± {self.speech.fixed(scale * error, 1)}"


def stages(budget: int) -> list[int]:
    """Return the numbers of measurements shown in tables."""
    return sorted({n for n in _STAGES if n < budget} | {budget})
