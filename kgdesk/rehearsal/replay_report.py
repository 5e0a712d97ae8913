"""The HTML page of the replays of a labelled table, and its tables and figure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from kgdesk.rehearsal import output_folder, replay_scores
from kgdesk.rehearsal.report import STYLE, stages
from kgdesk.rehearsal.svg_charts import ChartLine, Panel, svg_chart
from kgdesk.reports.html import document, element, figure, table
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from kgdesk.rehearsal.replay_scores import ReplayBoard
    from kgdesk.rehearsal.table_replay import Replay
    from kgdesk.reports.html import Markup
    from kgdesk.reports.text_format import TextFormat

_FIGURE = "successes"


def names(*, png: bool) -> list[str]:
    """Return the names of all files that the replays of a table write."""
    drawn = [f"{_FIGURE}.svg", *([f"{_FIGURE}.png"] if png else [])]
    return ["scores.csv", "runs.csv", "settings.json", "report.html", *drawn]


def files(
    board: ReplayBoard,
    settings: Mapping[str, Any],
    *,
    speech: TextFormat,
    png: Callable[[str], bytes] | None = None,
) -> dict[str, bytes]:
    """Build all files of the replays of a table: name -> content.

    Parameters
    ----------
    board
        Results.
    settings
        Content of ``settings.json``.
    speech
        Language of page and curves. The CSV tables do not depend on it.
    png
        Converts an SVG document to PNG bytes; None writes SVG only.
    """
    svg = svg_chart([_panel(board, speech)], label=speech.number, width=480.0)
    drawn = {f"{_FIGURE}.svg": f"{svg}\n".encode()}
    if png is not None:
        drawn[f"{_FIGURE}.png"] = png(svg)
    title = speech.translate(phrase("Replay of {table}", table=board.game.pool))
    body = _Writer(board, speech).body(svg)
    return {
        "scores.csv": output_folder.csv_file(replay_scores.HEADER, board.rows()),
        "runs.csv": output_folder.csv_file(replay_scores.RUNS_HEADER, board.runs()),
        "settings.json": output_folder.json_file(settings),
        "report.html": document(title, body, style=STYLE, language=speech.language).encode(),
        **drawn,
    }


def remarks(game: Replay) -> list[str]:
    """Return how the replays of a table are played, one sentence for each choice."""
    size = len(game.candidates)
    lines: list[str] = [
        phrase("The outcomes of the table are the truth. No policy learns any of them before its first run."),
        phrase("Every candidate is run once; those without an outcome take no part."),
    ]
    if game.rows is not None:
        lines.append(
            phrase(
                "Each replay draws {rows} of the {size} rows with an outcome, {successes} of them successes.",
                rows=game.rows,
                size=game.outcomes.size,
                successes=game.drawn_successes,
            )
        )
    if game.outcomes.size > size:
        lines.append(
            phrase(
                "The {rows} rows with an outcome are of {size} different candidates. Rows with the same attributes are "
                "joined to one candidate, and each replay draws its outcome from theirs.",
                rows=game.outcomes.size,
                size=size,
            )
        )
    return [
        *lines,
        phrase(
            "All policies meet the same candidates and outcomes: differences between policies are paired."
        ),
        phrase(
            "A policy recommends by the belief behind the slash: the candidate with the largest predicted chance of "
            "success, run or not."
        ),
    ]


def _panel(board: ReplayBoard, speech: TextFormat) -> Panel:
    n = np.arange(board.game.budget + 1.0)
    values = board.values["successes"]
    mean = values.mean(axis=0)
    error = values.std(axis=0, ddof=1) / np.sqrt(len(values)) if len(values) > 1 else np.zeros_like(mean)
    curves = [ChartLine(player.name, n, mean[p], error[p], p) for p, player in enumerate(board.players)]
    across, up = speech.translate(phrase("runs")), speech.translate(phrase("successes found"))
    return Panel(board.game.pool, across, up, curves)


@dataclass(frozen=True, eq=False)
class _Writer:
    """Builder of the parts of the page in one language; names and codes are not translated."""

    board: ReplayBoard
    speech: TextFormat

    def body(self, svg: str) -> list[Markup]:
        """Return the parts of the page below its heading."""
        translate = self.speech.translate
        caption = phrase("Successes found after n runs: mean over the replays, with its standard error.")
        return [
            element("p", translate(self._what())),
            figure(svg, translate(caption)),
            self._list("ul", replay_scores.sentences(self.board, self.speech)),
            self._heading(phrase("How soon are successes found?")),
            self._first(),
            self._by_stage(phrase("Successes found after n runs"), "successes", 1),
            self._by_stage(phrase("Replays with at least one success after n runs, %"), "found", 0, 100.0),
            self._heading(phrase("Is the recommended candidate a success?")),
            self._by_stage(phrase("Replays in which it is one after n runs, %"), "recommended", 0, 100.0),
            self._heading(phrase("How good are the predictions for what was never run?")),
            element("p", translate(self._scoring())),
            self._by_stage(phrase("Log score after n runs (smaller is better)"), "log_score", 3),
            self._by_stage(phrase("Brier score after n runs (smaller is better)"), "brier", 3),
            self._heading(phrase("Choices")),
            self._list("ol", [*remarks(self.board.game), *self._alike()]),
        ]

    def _heading(self, text: str) -> Markup:
        return element("h2", self.speech.translate(text))

    def _list(self, tag: str, lines: Sequence[str]) -> Markup:
        return element(tag, *(element("li", self.speech.translate(line)) for line in lines))

    def _what(self) -> str:
        board, number = self.board, self.speech.number
        seeds = [result.seed for result in board.results]
        return phrase(
            "{count} with seeds {first} to {last}, {budget} runs in each. Figures are means over the replays, ± one "
            "standard error.",
            count=phrase("1 replay")
            if len(seeds) == 1
            else phrase("{count} replays", count=number(len(seeds))),
            first=min(seeds),
            last=max(seeds),
            budget=number(board.game.budget),
        )

    def _scoring(self) -> str:
        fixed = self.speech.fixed
        return phrase(
            "Of every candidate that was not run, the predicted chance of success is compared with its outcome. The "
            "log score is the mean of −ln(predicted chance of what happened), the Brier score the mean square of "
            "predicted chance minus outcome (1 or 0). Perfect predictions have 0; a chance of 50 % for every candidate "
            "has {log} and {brier}.",
            log=fixed(float(np.log(2.0)), 3),
            brier=fixed(0.25, 3),
        )

    def _alike(self) -> list[str]:
        """Name the policies whose replays were all the same, so that their standard errors of 0 mislead nobody."""
        same = [player.name for p, player in enumerate(self.board.players) if self.board.alike(p)]
        return [
            phrase(
                "{player} chose the same candidates in every replay: its standard errors of 0 do not say how much the "
                "result depends on this table. Replays that draw some of the candidates (--rows) do.",
                player=name,
            )
            for name in same
        ]

    def _first(self) -> Markup:
        board, n = self.board, self.board.game.budget
        rows = []
        for p, player in enumerate(board.players):
            half = board.half_found_by(p)
            cells = [
                phrase("never") if half is None else self.speech.number(half),
                replay_scores.written(board.figure("first_success", p, n), self.speech, 1),
                replay_scores.written(board.difference("first_success", p, n), self.speech, 1) if p else "",
            ]
            rows.append([player.name, *map(self.speech.translate, cells)])
        head = (
            phrase("policy/belief"),
            phrase("half of the replays by run"),
            phrase("mean run"),
            phrase("minus that of {first}", first=board.players[0].name),
        )
        caption = phrase(
            "Run that found the first success; a replay without one counts as {after}",
            after=self.speech.number(n + 1),
        )
        return self._table(caption, head, rows)

    def _by_stage(self, caption: str, score: str, decimals: int, scale: float = 1.0) -> Markup:
        """Return the table of a score: every player after some numbers of runs, and its difference to the first."""
        board, speech = self.board, self.speech
        listed = stages(board.game.budget)[1:]
        rows = []
        for p, player in enumerate(board.players):
            means = [
                replay_scores.written(board.figure(score, p, n), speech, decimals, scale) for n in listed
            ]
            than = board.difference(score, p, listed[-1])
            cell = replay_scores.written(than, speech, decimals, scale) if p else ""
            rows.append([player.name, *means, cell])
        head = (
            phrase("policy/belief"),
            *(f"n = {n}" for n in listed),
            phrase(
                "minus that of {first}, n = {n}", first=board.players[0].name, n=speech.number(listed[-1])
            ),
        )
        return self._table(caption, head, rows)

    def _table(self, caption: str, head: Sequence[str], rows: Sequence[Sequence[str]]) -> Markup:
        translate = self.speech.translate
        return table([translate(cell) for cell in head], rows, caption=translate(caption))
