"""Convert model results to plot data."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QCoreApplication

from kgdesk.model.beliefs.log_odds import LEVEL
from kgdesk.model.study.rule_syntax import largest_gain, largest_stake
from kgdesk.ui.plots.over_runs import RunPoint, RunsData
from kgdesk.ui.plots.promising import Promising, PromisingData
from kgdesk.ui.plots.value import ValueData
from kgdesk.ui.text.cautions import caution_words
from kgdesk.ui.text.locale_format import percent
from kgdesk.ui.text.translate import outcome_names

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from kgdesk.model.advice.advice import Advice
    from kgdesk.model.advice.history import GainAfter
    from kgdesk.model.advice.posterior_summary import BestAfter
    from kgdesk.model.policies.perfect_information import PerfectInformation
    from kgdesk.model.study.study import Study


#: Number of most promising candidates.
TOP = 8


def value_data(advice: Advice) -> ValueData:
    """Return the value of testing each candidate with its expected success."""
    study = advice.study
    return ValueData(
        codes=study.pool.ids,
        chances=np.asarray(advice.probability, dtype=np.float64),
        values=100.0 * advice.kg,
        next=advice.chosen if study.is_open else None,
        best=None if advice.all_alike else study.pool.row(advice.recommended.candidate),
        in_progress=advice.in_progress,
    )


def promising_data(advice: Advice) -> PromisingData:
    """Return the best candidates with their recorded outcomes; empty while all are equal."""
    study = advice.study
    if advice.all_alike:
        return PromisingData((), advice.level, outcomes=outcome_names(study))
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
                name in study.tally,
            )
        )
    return PromisingData(
        tuple(promising),
        advice.level,
        caution=caution_words(study),
        outcomes=outcome_names(study),
    )


def runs_data(
    study: Study,
    trajectory: Sequence[BestAfter],
    until: int | None = None,
    level: float = LEVEL,
    *,
    stakes: Mapping[int, PerfectInformation] | None = None,
    gains: Mapping[int, GainAfter] | None = None,
) -> RunsData:
    """Return the states after each run up to `until`; `level` is the content (0..1) of the ranges.

    Parameters
    ----------
    study
        The present state.
    trajectory
        The best candidate after each run.
    stakes, gains
        What was at stake, and what the next run was worth, by the number of runs, as far as they are known.
    """
    steps, outcomes = [], np.cumsum([run.outcome in {"success", "failure"} for run in study.runs])
    stakes, gains = stakes or {}, gains or {}
    for point in trajectory:
        if not 1 <= point.run <= len(study.runs) or (until is not None and point.run > until):
            continue
        run, best, count = study.runs[point.run - 1], point.best, point.run
        steps.append(
            RunPoint(
                count,
                run.number,
                run.outcome,
                run.candidate,
                best.candidate if outcomes[count - 1] else "",
                best.probability,
                best.low,
                best.high,
                100.0 * stakes[count].value if count in stakes else math.nan,
                100.0 * gains[count].gain if count in gains else math.nan,
                _said_then(point),
            )
        )
    rule = study.settings.stopping
    limit, gain = (
        None if share is None else 100.0 * share for share in (largest_stake(rule), largest_gain(rule))
    )
    then = until is not None and until < len(study.runs)
    return RunsData(tuple(steps), level, outcome_names(study), limit=limit, gain_limit=gain, then=then)


def _said_then(point: BestAfter) -> str:
    """Return what was said then of the best, where a correction changed it; else an empty text."""
    said = point.said
    if said is None or said == point.best:
        return ""
    text = QCoreApplication.translate("PlotData", "Said then, before a correction: {code}, {estimate}")
    return text.format(code=said.candidate, estimate=percent(said.probability))
