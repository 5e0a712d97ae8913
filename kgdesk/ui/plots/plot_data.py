"""Convert model results to plot data; list the plots of each tab."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from PySide6.QtCore import QCoreApplication

from kgdesk.model.beliefs.log_odds import LEVEL
from kgdesk.ui.plots.agreement import AgreementCard
from kgdesk.ui.plots.best import BestData, BestStep
from kgdesk.ui.plots.promising import Promising, PromisingData
from kgdesk.ui.plots.value import CandidateAxis, ValueData
from kgdesk.ui.text.cautions import caution_words
from kgdesk.ui.text.locale_format import percent
from kgdesk.ui.text.translate import belief_words, outcome_names, with_unit

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kgdesk.model.advice.advice import Advice
    from kgdesk.model.advice.posterior_summary import BestAfter
    from kgdesk.model.study.study import Study
    from kgdesk.ui.plots.lazy_plot import LazyPlotCard


#: Number of most promising candidates.
TOP = 10

#: Maximum number of rows from which principal components are computed; all rows are projected.
_ROWS = 5_000


def value_data(advice: Advice) -> ValueData:
    """Return the value of testing of each candidate.

    Parameters
    ----------
    advice
        Advice for the displayed state.
    """
    study = advice.study
    axes = attribute_axes(study)
    numbers = [place for place, axis in enumerate(axes) if not axis.levels]
    axes += components(study)
    if len(numbers) >= 2:
        x, y = numbers[0], numbers[1]
    else:
        x, y = (0, 1) if len(axes) > 1 else (0, 0)
    pool = study.pool
    return ValueData(
        codes=pool.ids,
        values=100.0 * advice.kg,
        axes=tuple(axes),
        next=advice.chosen if study.is_open else None,
        best=None if advice.all_alike else pool.row(advice.recommended.candidate),
        x=x,
        y=y,
        in_progress=advice.in_progress,
    )


def attribute_axes(study: Study) -> list[CandidateAxis]:
    """Return one axis per varying attribute, in table order."""
    dropped = set(study.scaling.dropped)
    axes = []
    for attribute, values in zip(study.pool.attributes, study.pool.values, strict=True):
        if attribute.name in dropped:
            continue
        if attribute.kind == "number":
            axes.append(CandidateAxis(with_unit(attribute), np.asarray(values, dtype=np.float64)))
            continue
        levels = tuple(sorted({str(v) for v in values}))
        place = {level: float(k) for k, level in enumerate(levels)}
        axes.append(CandidateAxis(with_unit(attribute), np.array([place[str(v)] for v in values]), levels))
    return axes


def components(study: Study) -> list[CandidateAxis]:
    """Return the first two principal components of the scaled attributes, with their shares of variance.

    Empty for fewer than three columns, which can be shown directly.
    """
    X = study.design.X[:, ~study.scaling.higher][:, 1:]
    if X.shape[1] < 3 or len(X) < 3:
        return []
    centred = X - X.mean(axis=0)
    some = centred[:: max(1, len(X) // _ROWS)]
    spread, directions = np.linalg.eigh(some.T @ some)
    total = float(spread.sum())
    if not total > 0.0:
        return []
    axes = []
    for place in (1, 2):
        direction = directions[:, -place]
        # The sign of a component is arbitrary: make its largest loading positive, so that the plot never flips.
        direction = direction * np.sign(direction[np.argmax(np.abs(direction))])
        share = percent(float(spread[-place]) / total)
        note = QCoreApplication.translate("PlotData", "component {place}: {share} of the variation").format(
            place=place, share=share
        )
        along = (centred @ direction)[study.design.row_of]
        axes.append(
            CandidateAxis(
                QCoreApplication.translate("PlotData", "Component {place}").format(place=place),
                along,
                note=note,
            )
        )
    return axes


def promising_data(advice: Advice) -> PromisingData:
    """Return the best candidates with their recorded outcomes; empty while all are equal."""
    study = advice.study
    if advice.all_alike:
        return PromisingData((), advice.level, belief=belief_words(study), outcomes=outcome_names(study))
    order = np.argsort(-advice.probability, kind="stable")[:TOP]
    best = study.pool.row(advice.recommended.candidate)
    rows = [best, *(int(row) for row in order if int(row) != best)][:TOP]
    promising = []
    for row in rows:
        name = study.pool.ids[row]
        successes, failures = study.tally.get(name, (0, 0))
        promising.append(
            Promising(
                name,
                float(advice.probability[row]),
                float(advice.low[row]),
                float(advice.high[row]),
                successes,
                failures,
            )
        )
    return PromisingData(
        tuple(promising),
        advice.level,
        belief=belief_words(study),
        caution=caution_words(study),
        outcomes=outcome_names(study),
    )


def best_data(
    study: Study, trajectory: Sequence[BestAfter], until: int | None, level: float = LEVEL
) -> BestData:
    """Return the best candidate after each run up to `until`; `level` is the content (0..1) of the ranges."""
    steps = []
    for point in trajectory:
        if not 1 <= point.run <= len(study.runs) or (until is not None and point.run > until):
            continue
        run, best = study.runs[point.run - 1], point.best
        steps.append(
            BestStep(
                point.run,
                best.candidate,
                best.probability,
                best.low,
                best.high,
                run.outcome,
                run.candidate,
                run.number,
            )
        )
    return BestData(tuple(steps), level, belief=belief_words(study), outcomes=outcome_names(study))


#: Plots of the model in their order, each with the sub-tab that shows it.
MODEL: tuple[tuple[Literal["attributes", "candidates"], Callable[[], LazyPlotCard[Any]]], ...] = (
    ("candidates", AgreementCard),
)
