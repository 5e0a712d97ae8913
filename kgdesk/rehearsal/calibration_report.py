"""Results of a calibration as certificate, tables, figure and HTML page."""

from __future__ import annotations

from dataclasses import astuple, fields
from typing import TYPE_CHECKING, Any

import numpy as np

from kgdesk import __version__, kernels
from kgdesk.model.insight.certificate import HOLDS, Certificate, Coverage
from kgdesk.rehearsal import scores
from kgdesk.rehearsal.coverage import DESIGNS, LEVEL, Replicate
from kgdesk.rehearsal.report import STYLE
from kgdesk.rehearsal.svg_charts import Curve, Panel, svg_chart
from kgdesk.tables.html_report import EnglishFormat, Markup, document, element, figure, table
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from kgdesk.model.insight.certificate import Summary
    from kgdesk.rehearsal.coverage import Setting
    from kgdesk.rehearsal.engine import Result
    from kgdesk.rehearsal.scores import Cell
    from kgdesk.tables.html_report import TextFormat

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
    "random": phrase("Candidates drawn at random (! outside {low} to {high} %)", low=_LOW, high=_HIGH),
    "kg": phrase(
        "Chosen by the belief's own knowledge gradient (! outside {low} to {high} %)", low=_LOW, high=_HIGH
    ),
}
_PARTS = tuple(f.name for f in fields(Replicate))
_REMARKS = (
    phrase(
        "A simulated study draws the true weights from N(0, 1), which is what the beliefs start from; "
        "attribute values of its 50 candidates are uniform with mean 0 and variance 1, and there is an "
        "intercept.",
    ),
    phrase(
        "Under the random design all beliefs meet the same outcomes. Under the other each belief chooses its "
        "candidates by its own knowledge gradient, as a study with this belief does.",
    ),
    phrase(
        "Coverage is the share of the candidates whose true chance of success lies in the 90 % range, "
        "averaged over the studies; candidates of one study are alike, so the standard error is taken over "
        "studies.",
    ),
    phrase(
        "The exact posterior covers 90 % under any design when truths come from the prior. What it covers in "
        "the same studies stands beside the beliefs: that is how far chance alone leads.",
    ),
    phrase(
        "The exact posterior comes from weighted draws, 4,096 at a time until no probability has a standard "
        "error above 0.003 and the effective number of draws is at least 2,000. Differences from it hold that "
        "chance as well.",
    ),
    phrase(
        "All this holds for lab results that follow a logistic model with such a prior. It says nothing about "
        "a study whose truth is bent or whose prior is far off; the running calibration of each study does.",
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
    speech: TextFormat | None = None,
) -> dict[str, bytes]:
    """Build all files of a calibration; `facts` become ``settings.json``, `speech` is the language."""
    speech = speech or EnglishFormat()
    drawn = svg_chart(panels(certificate, speech), columns=2, label=speech.number)
    head = tuple(f.name for f in fields(Coverage))
    return {
        "calibration.csv": scores.table(head, (astuple(row) for row in certificate.rows)),
        "replicates.csv": scores.table(
            ("attributes", "design", "belief", "n", "seed", *_PARTS), _replicates(settings, results)
        ),
        f"{FIGURE}.svg": f"{drawn}\n".encode(),
        "report.html": page(certificate, drawn, speech).encode(),
        "settings.json": scores.as_json(facts),
        "certificate.json": scores.as_json(certificate.as_json()),
    }


def _replicates(settings: Sequence[Setting], results: Sequence[Result]) -> Iterator[tuple[Cell, ...]]:
    for result in results:
        setting, played = settings[result.contest], result.played
        for k, belief in enumerate(setting.beliefs):
            for s, n in enumerate(setting.stages):
                values = (float(getattr(played, name)[k, s]) for name in _PARTS)
                yield setting.attributes, setting.design, belief, n, result.seed, *values


def panels(certificate: Certificate, speech: TextFormat) -> list[Panel]:
    """Return panels of coverage over the number of outcomes, one per number of attributes and design."""
    result, translate = [], speech.translate
    across, up = translate(phrase("outcomes")), translate(phrase("covered, %"))
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
                Curve(
                    translate(phrase("90 %, as they say")),
                    ends,
                    np.full(2, 100.0 * certificate.level),
                    style=7,
                )
            )
            name = (
                phrase("{count} attributes, random design", count=attributes)
                if design == "random"
                else phrase("{count} attributes, chosen by KG", count=attributes)
            )
            result.append(Panel(translate(name), across, up, curves, span=span))
    return result


def _curve(rows: Sequence[Coverage], style: int) -> Curve:
    return Curve(
        rows[0].belief,
        np.array([float(r.n) for r in rows]),
        np.array([100.0 * r.coverage for r in rows]),
        np.array([100.0 * r.standard_error for r in rows]),
        style,
    )


def sentence(summary: Summary, speech: TextFormat) -> str:
    """Summarise the calibration of one belief in a sentence."""
    fixed = speech.fixed
    return speech.translate(
        phrase(
            "{belief}: 90 % ranges covered {mean} % on average over {count} settings of {replicates} simulated studies "
            "({least} to {most} %); probabilities off by {gap} on average where that is largest, {worst} at worst.",
            belief=summary.belief,
            mean=fixed(100 * summary.mean, 1),
            count=len(summary.rows),
            replicates=speech.number(summary.replicates),
            least=fixed(100 * summary.least, 1),
            most=fixed(100 * summary.most, 1),
            gap=fixed(summary.mean_gap, 4),
            worst=fixed(summary.worst_gap, 3),
        )
    )


def sentences(certificate: Certificate, speech: TextFormat | None = None) -> list[str]:
    """Summarise the calibration of each belief in a sentence."""
    beliefs = dict.fromkeys(row.belief for row in certificate.rows)
    summaries = (certificate.of(belief) for belief in beliefs)
    return [sentence(one, speech or EnglishFormat()) for one in summaries if one is not None]


def page(certificate: Certificate, drawn: str, speech: TextFormat) -> str:
    """Return the certificate as one self-contained HTML document."""
    count = certificate.rows[0].replicates
    method = phrase(
        "{count} simulated studies a setting, seeds {first} to {last}; kgdesk {version}, version {beliefs} of the "
        "beliefs.",
        count=speech.number(count),
        first=certificate.seed,
        last=certificate.seed + count - 1,
        version=certificate.version,
        beliefs=certificate.beliefs,
    )
    caption = phrase("Share of true chances of success inside the 90 % range, with its standard error.")
    translate = speech.translate
    body = [
        element("p", translate(method)),
        element("ul", *(element("li", line) for line in sentences(certificate, speech))),
        figure(drawn, translate(caption)),
        *(_of_design(certificate, design, speech) for design in DESIGNS),
        element("h2", translate(phrase("How it was found"))),
        element("ol", *(element("li", translate(line)) for line in _REMARKS)),
    ]
    title = translate(phrase("What the ranges of kgdesk cover"))
    return document(title, body, style=STYLE, language=speech.language)


def _of_design(certificate: Certificate, design: str, speech: TextFormat) -> Markup:
    fixed = speech.fixed
    head = (
        phrase("attributes, outcomes"),
        phrase("belief"),
        phrase("covered, %"),
        phrase("exact, %"),
        phrase("best one, %"),
        phrase("mean gap"),
        phrase("worst gap"),
        phrase("off"),
    )
    rows = [
        [
            f"{r.attributes}, {r.n}",
            r.belief,
            f"{fixed(100 * r.coverage, 1)} ± {fixed(100 * r.standard_error, 1)}{'' if r.holds else ' !'}",
            fixed(100 * r.exact_coverage, 1),
            fixed(100 * r.best_coverage, 1),
            fixed(r.mean_gap, 4),
            fixed(r.worst_gap, 3),
            f"{fixed(100 * r.off, 1)} %",
        ]
        for r in certificate.rows
        if r.design == design
    ]
    if not rows:
        return Markup()
    return table([speech.translate(cell) for cell in head], rows, caption=speech.translate(_WORDS[design]))
