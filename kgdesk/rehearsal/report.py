"""The page that says what a rehearsal found, and the files that go with it."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

import numpy as np

from kgdesk.model import stopping_text
from kgdesk.rehearsal import folder, scores, stops, theorem
from kgdesk.rehearsal.figures import Curve, Panel, drawing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    from kgdesk.rehearsal.contest import Contest
    from kgdesk.rehearsal.scores import Board

    Array = NDArray[np.float64]

FIGURE = "opportunity_cost"
# Stages that the tables of the page show, as far as the budget goes.
_STAGES = (0, 5, 10, 20, 30)
_STYLE = """
body { font: 15px/1.5 sans-serif; max-width: 66em; margin: 2em auto; padding: 0 1em; color: #222; background: #fff; }
table { border-collapse: collapse; margin: 1em 0; }
th, td { padding: .2em .7em; text-align: right; border-bottom: 1px solid #ccc; }
th:first-child, td:first-child { text-align: left; }
caption { text-align: left; font-weight: bold; padding: .3em 0; }
svg { max-width: 100%; height: auto; }
"""


def names(pictures: Iterable[str], *, png: bool, rules: bool = False, theorem_too: bool = False) -> list[str]:
    """Return the names of all files that a rehearsal writes; `pictures` are those beside the curves."""
    drawn = [f"{stem}.{end}" for stem in (FIGURE, *pictures) for end in (("svg", "png") if png else ("svg",))]
    tables = ["opportunity_cost.csv", "successes.csv", "runs.csv", "paired.csv"]
    tables += [name for name, wanted in ((stops.FILE, rules), (theorem.FILE, theorem_too)) if wanted]
    return [*tables, "settings.json", "report.html", *drawn]


def files(
    board: Board,
    settings: Mapping[str, Any],
    *,
    title: str,
    remarks: Sequence[str],
    pictures: Mapping[str, tuple[str, str]] | None = None,
    png: Callable[[str], bytes] | None = None,
    bounds: Sequence[theorem.Bounded] = (),
) -> dict[str, bytes]:
    """Return every file of a rehearsal.

    Parameters
    ----------
    board
        The results.
    settings
        For ``settings.json``.
    title, remarks
        Of the page; each remark is one choice that was made.
    pictures
        Further figures: file name without ending -> (SVG, caption).
    png
        Turns an SVG document into a PNG file; without it only SVG is written.
    bounds
        What Theorem 1 says, in the paper's experiment.
    """
    curves = drawing(panels(board))
    drawn = {FIGURE: (curves, "Opportunity cost of the predictive recommendation, with its standard error.")}
    drawn.update(pictures or {})
    made = {
        "opportunity_cost.csv": folder.table(scores.COST_HEADER, board.costs()),
        "successes.csv": folder.table(scores.COST_HEADER, board.gains()),
        "runs.csv": folder.table(scores.RUNS_HEADER, board.runs()),
        "paired.csv": folder.table(scores.PAIRED_HEADER, board.paired()),
    }
    if board.contests[0].rules:
        made[stops.FILE] = folder.table(stops.HEADER, stops.rows(board))
    if bounds:
        made[theorem.FILE] = folder.table(theorem.HEADER, (one.row() for one in bounds))
    for stem, (svg, _) in drawn.items():
        made[f"{stem}.svg"] = f"{svg}\n".encode()
        if png is not None:
            made[f"{stem}.png"] = png(svg)
    made["report.html"] = page(board, title, remarks, list(drawn.values()), bounds).encode()
    made["settings.json"] = folder.as_json(settings)
    return made


def panels(board: Board) -> list[Panel]:
    """Return the curves of each pool: mean opportunity cost over the number of measurements."""
    made = []
    for contest, costs in zip(board.contests, board.predictive, strict=True):
        n = np.arange(contest.budget + 1.0)
        mean = costs.mean(axis=0)
        error = costs.std(axis=0, ddof=1) / np.sqrt(len(costs)) if len(costs) > 1 else np.zeros_like(mean)
        curves = [Curve(p.name, n, mean[i], error[i], i) for i, p in enumerate(contest.players)]
        made.append(Panel(contest.pool, "measurements", "opportunity cost", curves))
    return made


def page(
    board: Board,
    title: str,
    remarks: Sequence[str],
    pictures: Sequence[tuple[str, str]],
    bounds: Sequence[theorem.Bounded] = (),
) -> str:
    """Return the page as one HTML document that needs no other file."""
    body = [f"<p>{escape(_what(board))}</p>"]
    body += [f"<figure>{svg}<figcaption>{escape(caption)}</figcaption></figure>" for svg, caption in pictures]
    if len(board.contests) > 1:
        body.append(_overall(board))
    body += ["<h2>Pool by pool</h2>", *(_by_pool(board, n) for n in _stages(board.contests[0])[1:])]
    body += ["<h2>Differences in the same worlds</h2>", _differences(board)]
    body += ["<h2>Successes on the way</h2>", _successes(board)]
    body.append("<h2>Runs needed</h2>")
    needed = scores.sentences(board.enough(), board.contests[0].budget, pools=len(board.contests) > 1)
    body += [f"<ul>{''.join(f'<li>{escape(line)}</li>' for line in needed)}</ul>"]
    if board.contests[0].rules:
        body += ["<h2>Stopping rules</h2>", _stopping(board)]
    if bounds:
        body += ["<h2>Theorem 1</h2>", _theorem(bounds), f"<p>{escape(theorem.REMARK)}</p>"]
    body += ["<h2>Choices</h2>", f"<ol>{''.join(f'<li>{escape(line)}</li>' for line in remarks)}</ol>"]
    return document(title, body)


def document(title: str, body: Sequence[str]) -> str:
    """Return an HTML document that needs no other file: a heading, then the parts of the body."""
    head = f'<meta charset="utf-8"><title>{escape(title)}</title><style>{_STYLE}</style>'
    return (
        f'<!doctype html>\n<html lang="en"><head>{head}</head>\n<body>\n'
        + "\n".join([f"<h1>{escape(title)}</h1>", *body])
        + "\n</body></html>\n"
    )


def _what(board: Board) -> str:
    runs = len(board.predictive[0])
    contest = board.contests[0]
    seeds = sorted({r.seed for r in board.results})
    count = f"{len(board.contests)} pools, " if len(board.contests) > 1 else ""
    simulated = f"{runs} simulated run{'' if runs == 1 else 's'} a pool"
    return (
        f"{count}{simulated} with seeds {seeds[0]} to {seeds[-1]}, {contest.budget} measurements in each. Opportunity "
        "cost is the best true chance of success minus that of the recommended candidate; figures in tables are "
        "thousandths, ± one standard error."
    )


def _stages(contest: Contest) -> list[int]:
    return sorted({n for n in _STAGES if n < contest.budget} | {contest.budget})


def _overall(board: Board) -> str:
    stages = _stages(board.contests[0])
    both = [(board.over_pools(board.plugin, n), board.over_pools(board.predictive, n)) for n in stages]
    rows = [
        [player.name, *(f"{1e3 * a[p]:.1f} / {1e3 * b[p]:.1f}" for a, b in both)]
        for p, player in enumerate(board.contests[0].players)
    ]
    head = ["policy/belief", *(f"n = {n}" for n in stages)]
    return tabled("Mean over the pools: plug-in / predictive recommendation", head, rows)


def _by_pool(board: Board, n: int) -> str:
    rows = []
    for contest, costs in zip(board.contests, board.predictive, strict=True):
        cells = [_figure(*scores.mean_and_error(costs[:, p, n])) for p in range(len(contest.players))]
        rows.append([contest.pool, *cells])
    head = ["pool", *(player.name for player in board.contests[0].players)]
    return tabled(f"After {n} measurements, predictive recommendation", head, rows)


def _differences(board: Board) -> str:
    contest = board.contests[0]
    n = contest.budget
    rows = []
    for c, costs in zip(board.contests, board.predictive, strict=True):
        others = range(1, len(c.players))
        cells = [_figure(*scores.mean_and_error(costs[:, p, n] - costs[:, 0, n])) for p in others]
        rows.append([c.pool, *cells])
    head = ["pool", *(player.name for player in contest.players[1:])]
    first = contest.players[0].name
    if not head[1:]:
        return f"<p>Only {escape(first)} was rehearsed.</p>"
    return tabled(
        f"Cost minus that of {first}, after {n} measurements (above 0: {first} is better)", head, rows
    )


def _successes(board: Board) -> str:
    n = board.contests[0].budget
    rows = []
    for c, counts in zip(board.contests, board.successes, strict=True):
        found = [scores.mean_and_error(counts[:, p, n]) for p in range(len(c.players))]
        rows.append([c.pool, *(f"{m:.1f}" if e is None else f"{m:.1f} ± {e:.1f}" for m, e in found)])
    head = ["pool", *(player.name for player in board.contests[0].players)]
    return tabled(f"Mean number of successes among the {n} measurements", head, rows)


def _theorem(bounds: Sequence[theorem.Bounded]) -> str:
    rows = []
    for one in bounds:
        distance, bound = scores.mean_and_error(one.distance)[0], scores.mean_and_error(one.bound)[0]
        within = f"{100 * float((one.distance <= one.bound).mean()):.0f} %"
        cells = [
            f"{one.contest.X.shape[1]}",
            f"{one.precision:g}",
            f"{one.radius:g}",
            f"{one.probability:.1e}",
        ]
        rows.append([one.contest.pool, str(one.n), *cells, f"{bound:.2f}", f"{distance:.2f}", within])
    head = [
        "pool",
        "n",
        "d",
        "λ",
        "M = λ^(3/2)/8",
        "P_d(M)",
        "(C_min + λ)/2",
        "measured |wⁿ − w*|",
        "runs within",
    ]
    return tabled(f"The bound as printed and the error measured, {bounds[0].player.name}", head, rows)


def _stopping(board: Board) -> str:
    rows = []
    for one in stops.found(board):
        when = "" if one.mean_n is None else f"{one.mean_n:.1f}"
        when += "" if one.error_n is None else f" ± {one.error_n:.1f}"
        rate = (
            "" if one.rate is None or one.error is None else f"{100 * one.rate:.0f} ± {100 * one.error:.1f}"
        )
        aim = f"{100 * one.within:g}"
        rows.append(
            [
                one.pool,
                one.player.name,
                stopping_text.written(one.rule),
                f"{one.stopped} of {one.runs}",
                when,
                aim,
                rate,
            ]
        )
    head = ["pool", "policy/belief", "rule", "stopped", "after measurements", "points", "error rate, %"]
    return tabled(
        "How often each rule stopped, when, and how often the recommended candidate was then more than so many points "
        "below the best",
        head,
        rows,
    )


def _figure(mean: float, error: float | None) -> str:
    return f"{1e3 * mean:.1f}" if error is None else f"{1e3 * mean:.1f} ± {1e3 * error:.1f}"


def tabled(caption: str, head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return an HTML table."""
    top = "".join(f"<th>{escape(cell)}</th>" for cell in head)
    lines = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows)
    return f"<table><caption>{escape(caption)}</caption><thead><tr>{top}</tr></thead><tbody>{lines}</tbody></table>"
