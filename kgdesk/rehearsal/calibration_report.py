"""Results of a calibration as certificate, tables, figure and HTML page."""

from __future__ import annotations

from dataclasses import astuple, fields
from typing import TYPE_CHECKING, Any

import numpy as np

from kgdesk import __version__, kernels
from kgdesk.model.advice.certificate import HOLDS, Certificate, Coverage
from kgdesk.rehearsal import output_folder
from kgdesk.rehearsal.coverage import DESIGNS, LEVEL, Replicate
from kgdesk.rehearsal.report import STYLE
from kgdesk.rehearsal.svg_charts import ChartLine, Panel, svg_chart
from kgdesk.reports.html import Markup, document, element, figure, table
from kgdesk.reports.text_format import EnglishFormat

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from kgdesk.model.advice.certificate import Summary
    from kgdesk.rehearsal.coverage import Setting
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
_LOW, _HIGH = (f"{100 * end:.0f}" for end in HOLDS)
#: Threshold of the error of a predicted probability; larger errors are counted.
OFF = 0.03
_WORDS = {
    "random": f"Candidates drawn at random (! outside {_LOW} to {_HIGH} %)",
    "kg": f"Chosen by the belief's own knowledge gradient (! outside {_LOW} to {_HIGH} %)",
}
_PARTS = tuple(f.name for f in fields(Replicate))
_REMARKS = (
    (
        "A simulated study draws the true weights from N(0, 1), which is what the beliefs start from; "
        "attribute values of its 50 candidates are uniform with mean 0 and variance 1, and there is an "
        "intercept."
    ),
    (
        "Under the random design all beliefs meet the same outcomes. Under the other each belief chooses "
        "its candidates by its own knowledge gradient, as a study with this belief does."
    ),
    (
        "Coverage is the share of the candidates whose true chance of success lies in the 90 % range, "
        "averaged over the studies; candidates of one study are alike, so the standard error is taken "
        "over studies."
    ),
    (
        "The exact posterior covers 90 % under any design when truths come from the prior. What it "
        "covers in the same studies stands beside the beliefs: that is how far chance alone leads."
    ),
    (
        "The exact posterior comes from weighted draws, 4,096 at a time until no probability has a "
        "standard error above 0.003 and the effective number of draws is at least 2,000. Differences "
        "from it hold that chance as well."
    ),
    (
        "All this holds for lab results that follow a logistic model with such a prior. It says nothing "
        "about a study whose truth is bent or whose prior is far off; the running calibration of each "
        "study does."
    ),
)


def certificate(settings: Sequence[Setting], results: Sequence[Result], seed: int) -> Certificate:
    """Summarise the replicates of a calibration as a certificate.

    Parameters
    ----------
    settings
        Simulated settings.
    results
        All replicates of all settings.
    seed
        Seed of the first replicate.
    """
    rows: list[Coverage] = []
    for at, setting in enumerate(settings):
        played: list[Replicate] = [r.played for r in results if r.contest == at]
        seen = {name: np.array([getattr(one, name) for one in played]) for name in _PARTS}
        rows += [
            _row(setting, belief, n, {name: values[:, k, s] for name, values in seen.items()})
            for k, belief in enumerate(setting.beliefs)
            for s, n in enumerate(setting.stages)
        ]
    return Certificate(__version__, kernels.BELIEF_VERSION, seed, LEVEL, tuple(rows))


def _row(setting: Setting, belief: str, n: int, seen: dict[str, Array]) -> Coverage:
    count = len(seen["covered"])
    error = float(seen["covered"].std(ddof=1) / np.sqrt(count)) if count > 1 else 0.0
    return Coverage(
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
    certificate: Certificate,
    settings: Sequence[Setting],
    results: Sequence[Result],
    facts: dict[str, Any],
) -> dict[str, bytes]:
    """Build all files of a calibration; `facts` become ``settings.json``."""
    drawn = svg_chart(panels(certificate), columns=2, label=EnglishFormat().number)
    head = tuple(f.name for f in fields(Coverage))
    return {
        "calibration.csv": output_folder.csv_file(head, (astuple(row) for row in certificate.rows)),
        "replicates.csv": output_folder.csv_file(
            ("attributes", "design", "belief", "n", "seed", *_PARTS), _replicates(settings, results)
        ),
        f"{FIGURE}.svg": f"{drawn}\n".encode(),
        "report.html": page(certificate, drawn).encode(),
        "settings.json": output_folder.json_file(facts),
        "certificate.json": output_folder.json_file(certificate.as_json()),
    }


def _replicates(settings: Sequence[Setting], results: Sequence[Result]) -> Iterator[tuple[Cell, ...]]:
    for result in results:
        setting, played = settings[result.contest], result.played
        for k, belief in enumerate(setting.beliefs):
            for s, n in enumerate(setting.stages):
                values = (float(getattr(played, name)[k, s]) for name in _PARTS)
                yield setting.attributes, setting.design, belief, n, result.seed, *values


def panels(certificate: Certificate) -> list[Panel]:
    """Return panels of coverage over the number of outcomes, one per number of attributes and design."""
    result = []
    across, up = "outcomes", "covered, %"
    beliefs = list(dict.fromkeys(row.belief for row in certificate.rows))
    span = (min(10.0 * int(10.0 * min(row.coverage for row in certificate.rows)), 90.0), 100.0)
    for attributes in dict.fromkeys(row.attributes for row in certificate.rows):
        for design in DESIGNS:
            rows = [r for r in certificate.rows if (r.attributes, r.design) == (attributes, design)]
            if not rows:
                continue
            curves = [_curve([r for r in rows if r.belief == belief], k) for k, belief in enumerate(beliefs)]
            ends = curves[0].x[[0, -1]]
            curves.append(
                ChartLine(
                    "90 %, as they say",
                    ends,
                    np.full(2, 100.0 * certificate.level),
                    style=7,
                )
            )
            name = (
                f"{attributes} attributes, random design"
                if design == "random"
                else f"{attributes} attributes, chosen by KG"
            )
            result.append(Panel(name, across, up, curves, span=span))
    return result


def _curve(rows: Sequence[Coverage], style: int) -> ChartLine:
    return ChartLine(
        rows[0].belief,
        np.array([float(r.n) for r in rows]),
        np.array([100.0 * r.coverage for r in rows]),
        np.array([100.0 * r.standard_error for r in rows]),
        style,
    )


def sentence(summary: Summary) -> str:
    """Summarise the calibration of one belief in a sentence."""
    return (
        f"{summary.belief}: 90 % ranges covered {100 * summary.mean:.1f} % on average over "
        f"{len(summary.rows)} settings of {summary.replicates:,} simulated studies ({100 * summary.least:.1f} "
        f"to {100 * summary.most:.1f} %); probabilities off by {summary.mean_gap:.4f} on "
        f"average where that is largest, {summary.worst_gap:.3f} at worst."
    )


def sentences(certificate: Certificate) -> list[str]:
    """Summarise the calibration of each belief in a sentence."""
    beliefs = dict.fromkeys(row.belief for row in certificate.rows)
    summaries = (certificate.of(belief) for belief in beliefs)
    return [sentence(one) for one in summaries if one is not None]


def page(certificate: Certificate, drawn: str) -> str:
    """Return the certificate as one self-contained HTML document."""
    count = certificate.rows[0].replicates
    method = (
        f"{count:,} simulated studies a setting, seeds {certificate.seed} to "
        f"{certificate.seed + count - 1}; kgdesk {certificate.version}, version {certificate.beliefs} of "
        "the beliefs."
    )
    caption = "Share of true chances of success inside the 90 % range, with its standard error."
    body = [
        element("p", method),
        element("ul", *(element("li", line) for line in sentences(certificate))),
        figure(drawn, caption),
        *(_of_design(certificate, design) for design in DESIGNS),
        element("h2", "How it was found"),
        element("ol", *(element("li", line) for line in _REMARKS)),
    ]
    title = "What the ranges of kgdesk cover"
    return document(title, body, style=STYLE, language="en")


def _of_design(certificate: Certificate, design: str) -> Markup:
    head = (
        "attributes, outcomes",
        "belief",
        "covered, %",
        "exact, %",
        "best one, %",
        "mean gap",
        "worst gap",
        "off",
    )
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
        for r in certificate.rows
        if r.design == design
    ]
    if not rows:
        return Markup()
    return table(list(head), rows, caption=_WORDS[design])
