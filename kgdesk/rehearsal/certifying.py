"""What a calibration found, as a certificate, tables, a figure and a page."""

from __future__ import annotations

from dataclasses import astuple, fields
from html import escape
from typing import TYPE_CHECKING, Any

import numpy as np

from kgdesk import __version__, kernels
from kgdesk.model.certificate import HOLDS, Certificate, Covered
from kgdesk.rehearsal import folder
from kgdesk.rehearsal.calibration import DESIGNS, LEVEL, Replicate
from kgdesk.rehearsal.figures import Curve, Panel, drawing
from kgdesk.rehearsal.report import document, tabled

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from kgdesk.rehearsal.calibration import Setting
    from kgdesk.rehearsal.engine import Result
    from kgdesk.rehearsal.scores import Cell

    Array = NDArray[np.float64]

FIGURE = "coverage"
NAMES = (
    "calibration.csv",
    "replicates.csv",
    "certificate.json",
    "settings.json",
    "report.html",
    f"{FIGURE}.svg",
)
#: A probability further than this from the exact one is counted.
OFF = 0.03
_WORDS = {"random": "candidates drawn at random", "kg": "chosen by the belief's own knowledge gradient"}
_PARTS = tuple(f.name for f in fields(Replicate))
_FOUND = """
A simulated study draws the true weights from N(0, 1), which is what the beliefs start from; attribute values of its
50 candidates are uniform with mean 0 and variance 1, and there is an intercept.

Under the random design all beliefs meet the same outcomes. Under the other each belief chooses its candidates by
its own knowledge gradient, as a study with this belief does.

Coverage is the share of the candidates whose true chance of success lies in the 90 % range, averaged over the
studies; candidates of one study are alike, so the standard error is taken over studies.

The exact posterior covers 90 % under any design when truths come from the prior. What it covers in the same studies
stands beside the beliefs: that is how far chance alone leads.

The exact posterior comes from weighted draws, 4,096 at a time until no probability has a standard error above 0.003
and the effective number of draws is at least 2,000. Differences from it hold that chance as well.

All this holds for lab results that follow a logistic model with such a prior. It says nothing about a study whose
truth is bent or whose prior is far off; the running calibration of each study does.
"""
_REMARKS = tuple(" ".join(said.split()) for said in _FOUND.strip().split("\n\n"))


def certificate(settings: Sequence[Setting], results: Sequence[Result], seed: int) -> Certificate:
    """Return what was found.

    Parameters
    ----------
    settings
        As simulated.
    results
        Every replicate of every setting.
    seed
        Of the first replicate.
    """
    rows: list[Covered] = []
    for at, setting in enumerate(settings):
        played: list[Replicate] = [r.played for r in results if r.contest == at]
        seen = {name: np.array([getattr(one, name) for one in played]) for name in _PARTS}
        rows += [
            _row(setting, belief, n, {name: values[:, k, s] for name, values in seen.items()})
            for k, belief in enumerate(setting.beliefs)
            for s, n in enumerate(setting.stages)
        ]
    return Certificate(__version__, kernels.digest(kernels.BELIEF), seed, LEVEL, tuple(rows))


def _row(setting: Setting, belief: str, n: int, seen: dict[str, Array]) -> Covered:
    count = len(seen["covered"])
    error = float(seen["covered"].std(ddof=1) / np.sqrt(count)) if count > 1 else 0.0
    return Covered(
        attributes=setting.attributes,
        design=setting.design,
        belief=belief,
        n=n,
        replicates=count,
        coverage=float(seen["covered"].mean()),
        standard_error=error,
        exact_coverage=float(seen["exact_covered"].mean()),
        best_coverage=float(seen["best_covered"].mean()),
        width=float(seen["width"].mean()),
        mean_gap=float(seen["mean_gap"].mean()),
        worst_gap=float(seen["worst_gap"].max()),
        off=float((seen["worst_gap"] > OFF).mean()),
        noise=float(seen["noise"].max()),
        effective=float(seen["effective"].min()),
    )


def files(
    found: Certificate, settings: Sequence[Setting], results: Sequence[Result], facts: dict[str, Any]
) -> dict[str, bytes]:
    """Return every file of a calibration; `facts` go into ``settings.json``."""
    drawn = drawing(panels(found), columns=2)
    head = tuple(f.name for f in fields(Covered))
    return {
        "calibration.csv": folder.table(head, (astuple(row) for row in found.rows)),
        "replicates.csv": folder.table(
            ("attributes", "design", "belief", "n", "seed", *_PARTS), _replicates(settings, results)
        ),
        f"{FIGURE}.svg": f"{drawn}\n".encode(),
        "report.html": page(found, drawn).encode(),
        "settings.json": folder.as_json(facts),
        "certificate.json": folder.as_json(found.as_json()),
    }


def _replicates(settings: Sequence[Setting], results: Sequence[Result]) -> Iterator[tuple[Cell, ...]]:
    for result in results:
        setting, played = settings[result.contest], result.played
        for k, belief in enumerate(setting.beliefs):
            for s, n in enumerate(setting.stages):
                values = (float(getattr(played, name)[k, s]) for name in _PARTS)
                yield setting.attributes, setting.design, belief, n, result.seed, *values


def panels(found: Certificate) -> list[Panel]:
    """Return coverage over the number of outcomes: one panel for each number of attributes and design."""
    made = []
    beliefs = list(dict.fromkeys(row.belief for row in found.rows))
    span = (min(10.0 * int(10.0 * min(row.coverage for row in found.rows)), 90.0), 100.0)
    for attributes in dict.fromkeys(row.attributes for row in found.rows):
        for design in DESIGNS:
            rows = [r for r in found.rows if (r.attributes, r.design) == (attributes, design)]
            if not rows:
                continue
            curves = [_curve([r for r in rows if r.belief == belief], k) for k, belief in enumerate(beliefs)]
            ends = curves[0].x[[0, -1]]
            curves.append(Curve("90 %, as they say", ends, np.full(2, 100.0 * found.level), style=7))
            name = "random design" if design == "random" else "chosen by KG"
            made.append(
                Panel(f"{attributes} attributes, {name}", "outcomes", "covered, %", curves, span=span)
            )
    return made


def _curve(rows: Sequence[Covered], style: int) -> Curve:
    return Curve(
        rows[0].belief,
        np.array([float(r.n) for r in rows]),
        np.array([100.0 * r.coverage for r in rows]),
        np.array([100.0 * r.standard_error for r in rows]),
        style,
    )


def page(found: Certificate, drawn: str) -> str:
    """Return the certificate as one HTML document that needs no other file."""
    beliefs = list(dict.fromkeys(row.belief for row in found.rows))
    told = [said.sentence for belief in beliefs if (said := found.of(belief)) is not None]
    count = found.rows[0].replicates
    made = (
        f"{count:,} simulated studies a setting, seeds {found.seed} to {found.seed + count - 1}; "
        f"kgdesk {found.version}, kernels {found.kernels}."
    )
    caption = "Share of true chances of success inside the 90 % range, with its standard error."
    body = [
        f"<p>{escape(made)}</p>",
        f"<ul>{''.join(f'<li>{escape(line)}</li>' for line in told)}</ul>",
        f"<figure>{drawn}<figcaption>{caption}</figcaption></figure>",
        *(_of_design(found, design) for design in DESIGNS),
        "<h2>How it was found</h2>",
        f"<ol>{''.join(f'<li>{escape(line)}</li>' for line in _REMARKS)}</ol>",
    ]
    return document("What the ranges of kgdesk cover", body)


def _of_design(found: Certificate, design: str) -> str:
    head = [
        "attributes, outcomes",
        "belief",
        "covered, %",
        "exact, %",
        "best one, %",
        "mean gap",
        "worst gap",
        "off",
    ]
    rows = [
        [
            f"{r.attributes}, {r.n}",
            r.belief,
            f"{100 * r.coverage:.1f} ± {100 * r.standard_error:.1f}{'' if r.holds else ' !'}",
            f"{100 * r.exact_coverage:.1f}",
            f"{100 * r.best_coverage:.1f}",
            f"{r.mean_gap:.4f}",
            f"{r.worst_gap:.3f}",
            f"{100 * r.off:.1f} %",
        ]
        for r in found.rows
        if r.design == design
    ]
    if not rows:
        return ""
    low, high = (100 * end for end in HOLDS)
    return tabled(f"{_WORDS[design].capitalize()} (! outside {low:.0f} to {high:.0f} %)", head, rows)
