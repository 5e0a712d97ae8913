"""The log of the comparison, and the tables made of it."""

from __future__ import annotations

import json
import math
import platform
from datetime import UTC, datetime
from itertools import chain
from pathlib import Path
from statistics import fmean, median, stdev
from typing import TYPE_CHECKING, Any

from peers.game import STAGES

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Entry = dict[str, Any]

#: Method -> its name in the tables, in their order.
NAMES = {
    "kgdesk-average": "kgdesk, averaged terms",
    "kgdesk-linear": "kgdesk, linear terms",
    "aepsych": "AEPsych",
    "aepsych-5": "AEPsych, 5 first points",
    "logistic-uncertainty": "scikit-learn, uncertainty sampling",
    "random-average": "random; kgdesk, averaged terms, recommends",
    "random-logistic": "random; scikit-learn recommends",
}
#: What differences are taken from.
BASE = "kgdesk-average"
#: Everything from this line on is written by the command.
MARK = "<!-- from here on written by peers.py -->"
#: A study that ends with a larger loss counts as stuck.
STUCK = 0.05


def now() -> str:
    """Return the time in UTC, to the minute."""
    return datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC")


def machine() -> str:
    """Return processor and system."""
    name = platform.processor()
    info = Path("/proc/cpuinfo")
    if info.is_file():
        lines = [
            line for line in info.read_text(encoding="utf-8").splitlines() if line.startswith("model name")
        ]
        name = lines[0].partition(":")[2].strip() if lines else name
        return f"{len(lines)} processors ({name}), {platform.system()}"
    return f"{name}, {platform.system()}"


def median_ms(seconds: Sequence[float]) -> float | None:
    """Return the median in milliseconds; None where nothing was timed."""
    return round(1000.0 * median(seconds), 3) if seconds else None


def key(entry: Entry) -> tuple[str, int, str, str, str]:
    """Return what identifies a study: pool, seed, method, versions, and the digest of its world."""
    return entry["pool"], entry["seed"], entry["method"], entry["stamp"], entry["digest"]


def read(path: Path) -> list[Entry]:
    """Read a log; one that does not exist yet is empty."""
    return (
        [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()] if path.is_file() else []
    )


Scores = dict[str, dict[str, dict[int, Entry]]]


def counted(entries: Iterable[Entry]) -> Scores:
    """Return pool -> method -> seed -> entry, of the newest versions of each method.

    Raises
    ------
    ValueError
        Two methods played different worlds under one seed.
    """
    studies = [entry for entry in entries if "loss" in entry]
    newest = {entry["method"]: entry["stamp"] for entry in studies}
    scores: Scores = {}
    digests: dict[tuple[str, int], str] = {}
    for entry in studies:
        if entry["stamp"] == newest[entry["method"]]:
            pool, seed = entry["pool"], entry["seed"]
            if digests.setdefault((pool, seed), entry["digest"]) != entry["digest"]:
                raise ValueError(f"{pool}, seed {seed}: the methods played different worlds.")
            scores.setdefault(pool, {}).setdefault(entry["method"], {})[seed] = entry
    return scores


def losses(studied: dict[int, Entry], n: int, rule: str = "own") -> list[float]:
    """Return the losses after n measurements, in the order of the seeds."""
    return [studied[seed]["loss"][rule][str(n)] for seed in sorted(studied)]


def points(values: Sequence[float], *, signed: bool = False) -> str:
    """Return mean and standard error in percentage points."""
    mean = 100.0 * fmean(values)
    first = f"{mean:+.1f}" if signed else f"{mean:.1f}"
    return f"{first} ± {100.0 * stdev(values) / math.sqrt(len(values)):.1f}" if len(values) > 1 else first


def rows(*cells: Iterable[str]) -> list[str]:
    """Return the lines of a Markdown table; the first row is its heading."""
    lines = ["| " + " | ".join(row) + " |" for row in cells]
    return [lines[0], "|" + "---|" * lines[0].count(" |"), *lines[1:]]


def _present(methods: Iterable[str]) -> list[str]:
    there = set(methods)
    return [method for method in NAMES if method in there]


def loss_table(scores: Scores) -> list[str]:
    """Return the table of opportunity costs, and of studies that end with more than 5 points."""
    lines = [("pool", "worlds", "method", *(f"n = {n}" for n in STAGES), "above 5 points at the end")]
    for pool, methods in scores.items():
        for method in _present(methods):
            studied = methods[method]
            stuck = fmean(loss > STUCK for loss in losses(studied, STAGES[-1]))
            cells = (points(losses(studied, n)) for n in STAGES)
            lines.append((pool, str(len(studied)), NAMES[method], *cells, f"{100 * stuck:.0f} %"))
    return rows(*lines)


def difference_table(scores: Scores) -> list[str]:
    """Return the table of paired differences from kgdesk with averaged terms, in the same worlds."""
    lines = [("pool", "worlds", "method", *(f"n = {n}" for n in STAGES))]
    for pool, methods in scores.items():
        for method in _present(methods):
            if method == BASE or BASE not in methods:
                continue
            both = methods[method].keys() & methods[BASE].keys()
            own, base = ({seed: methods[m][seed] for seed in both} for m in (method, BASE))
            cells = []
            for n in STAGES if both else ():
                pairs = zip(losses(own, n), losses(base, n), strict=True)
                cells.append(points([mine - theirs for mine, theirs in pairs], signed=True))
            lines.append((pool, str(len(both)), NAMES[method], *cells))
    return rows(*lines)


def rule_table(scores: Scores) -> list[str]:
    """Return what the largest posterior mean recommends instead of the largest probability, over all worlds."""
    lines = [("method", *(f"n = {n}" for n in STAGES))]
    for method in _present(m for methods in scores.values() for m in methods):
        studied = [e for methods in scores.values() for e in methods.get(method, {}).values()]
        if not all("mean" in entry["loss"] for entry in studied):
            continue
        gaps = ([e["loss"]["mean"][str(n)] - e["loss"]["own"][str(n)] for e in studied] for n in STAGES)
        lines.append((NAMES[method], *(points(gap, signed=True) for gap in gaps)))
    return rows(*lines)


def cost_table(entries: Sequence[Entry], scores: Scores) -> list[str]:
    """Return the table of times and memory."""
    head = ("method", "a suggestion, ms", "processor time, ms", "processor time by pool, ms", "import, s",
            "memory after import, MiB", "at most, MiB", "start and one study, s")  # fmt: skip
    lines: list[tuple[str, ...]] = [head]
    for method in _present(m for methods in scores.values() for m in methods):
        if method.startswith("random"):
            continue
        by_pool = [list(methods[method].values()) for methods in scores.values() if method in methods]
        wall, cpu = (
            [[e[which] for e in studied if e[which] is not None] for studied in by_pool]
            for which in ("wall", "cpu")
        )
        medians = [median(pool) for pool in cpu if pool]
        starts = [e for e in entries if e.get("cost") == method and e["stamp"] == by_pool[0][0]["stamp"]]
        costs = [f"{median(e[w] for e in starts):.{d}f}" if starts else "" for w, d in _COSTS]
        cells = (
            _ms(median(chain.from_iterable(wall))),
            _ms(median(chain.from_iterable(cpu))),
            f"{_ms(min(medians))} to {_ms(max(medians))}",
        )
        lines.append((NAMES[method], *cells, *costs))
    return rows(*lines)


_COSTS = (("imported", 1), ("after_import", 0), ("peak", 0), ("whole", 1))


def _ms(value: float) -> str:
    return f"{value:.0f}" if value >= 20 else f"{value:.1f}"


def document(entries: Sequence[Entry]) -> str:
    """Return all tables as Markdown, with seeds, machine, time and versions."""
    scores = counted(entries)
    if not scores:
        return "No study has been played.\n"
    starts = [entry for entry in entries if "cost" in entry]
    started = " or ".join(sorted({entry["pool"] for entry in starts}))
    newest = {e["method"]: e["stamp"] for e in entries if "loss" in e}
    seeds = sorted({seed for methods in scores.values() for studied in methods.values() for seed in studied})
    faults = sum(
        e["faults"] for methods in scores.values() for studied in methods.values() for e in studied.values()
    )
    lines = [
        f"Seeds {seeds[0]} to {seeds[-1]}. " + (f"Machine: {starts[-1]['machine']}; " if starts else "")
        + f"tables of {now()}. Suggestions that failed and were drawn at random: {faults}.", "",
        *(f"- {NAMES[method]}: {newest[method]}" for method in _present(newest)), "",
        "## Opportunity cost", "",
        "Mean and standard error over the worlds, percentage points.", "", *loss_table(scores), "",
        "## Differences in the same worlds", "",
        "Loss of the method minus that of kgdesk with averaged terms: a positive one is worse than kgdesk.", "",
        *difference_table(scores), "",
        "## Recommending by the largest posterior mean", "",
        "Loss by that rule minus loss by the largest predicted probability, all worlds of all pools.", "",
        *rule_table(scores), "",
        "## Time and memory", "",
        "One thread each. A suggestion: from an outcome to the next candidate, median of the studies' medians.",
        f"The rest: medians of fresh processes that play one world of {started}.",
        "", *cost_table(entries, scores),
    ]  # fmt: skip
    return "\n".join(lines) + "\n"


def write(path: Path, text: str) -> None:
    """Write the tables to a file; what stands before the mark there is left as it is."""
    before = (
        path.read_text(encoding="utf-8").partition(MARK)[0]
        if path.is_file()
        else "# kgdesk and its peers\n\n"
    )
    path.write_text(f"{before}{MARK}\n\n{text}", encoding="utf-8")
