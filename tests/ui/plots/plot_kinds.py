"""All kinds of plots with sample data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from plot_samples import (
    agreement_data,
    blocks_data,
    departures_data,
    effects_data,
    map_data,
    measured_data,
    plate_data,
    promising_data,
    ranges_data,
    rehearsed_data,
    runs_data,
    slices_data,
    surprises_data,
    trust_data,
    value_data,
)

from kgdesk.model.policies import POLICIES
from kgdesk.ui.pages.rehearsal_results import RehearsalCard, RehearsalData
from kgdesk.ui.plots.agreement import AgreementCard, AgreementData
from kgdesk.ui.plots.attribute_slices import SlicesCard
from kgdesk.ui.plots.block_effects import BlockEffectsCard, BlockEffectsData
from kgdesk.ui.plots.calibration import CalibrationCard, CalibrationData
from kgdesk.ui.plots.coverage import CoverageCard, CoverageData
from kgdesk.ui.plots.departures import DeparturesCard, DeparturesData
from kgdesk.ui.plots.effects import EffectsCard, EffectsData
from kgdesk.ui.plots.map import MapCard
from kgdesk.ui.plots.measured import MeasuredCard, MeasuredData
from kgdesk.ui.plots.outliers import OutliersCard, OutliersData
from kgdesk.ui.plots.over_runs import RunsCard, RunsData
from kgdesk.ui.plots.plate import PlateCard
from kgdesk.ui.plots.plate_data import PlateData
from kgdesk.ui.plots.promising import PromisingCard, PromisingData
from kgdesk.ui.plots.value import ValueCard, ValueData

if TYPE_CHECKING:
    from collections.abc import Callable

    from kgdesk.ui.plots.card import PlotCard

    Make = Callable[..., PlotCard[Any]]


@dataclass(frozen=True)
class Kind:
    card: type[PlotCard[Any]]
    data: Callable[[], Any]
    other: Callable[[], Any]
    rows: int
    empty: Any


KINDS = {
    "value": Kind(
        ValueCard,
        lambda: value_data(120),
        lambda: value_data(120, seed=8),
        120,
        ValueData([], np.zeros(0), np.zeros(0)),
    ),
    "promising": Kind(
        PromisingCard, promising_data, lambda: promising_data(long=True), 10, PromisingData(())
    ),
    "runs": Kind(RunsCard, lambda: runs_data(11), lambda: runs_data(12), 11, RunsData(())),
    "effects": Kind(EffectsCard, lambda: effects_data(4), lambda: effects_data(5), 4, EffectsData(())),
    "trust": Kind(CalibrationCard, trust_data, lambda: trust_data(200), 10, CalibrationData(19, 20)),
    "measured": Kind(MeasuredCard, measured_data, lambda: measured_data(90), 40, MeasuredData()),
    "surprises": Kind(
        OutliersCard, lambda: surprises_data(4), lambda: surprises_data(12, long=True), 4, OutliersData(())
    ),
    "groups": Kind(
        DeparturesCard,
        lambda: departures_data(4),
        lambda: departures_data(12, long=True),
        4,
        DeparturesData(()),
    ),
    "blocks": Kind(
        BlockEffectsCard,
        lambda: blocks_data(4),
        lambda: blocks_data(12, long=True),
        4,
        BlockEffectsData(()),
    ),
    "ranges": Kind(CoverageCard, ranges_data, lambda: ranges_data("diagonal", 0.7), 18, CoverageData(None)),
}
#: These two by two on one page; the others have a page of their own.
OVERVIEW = tuple(KINDS)
KINDS |= {
    "slices": Kind(
        SlicesCard,
        slices_data,
        lambda: slices_data(long=True),
        3 * 13 + 3,
        None,
    ),
    "plate": Kind(PlateCard, plate_data, lambda: plate_data(16, 24, long=True), 96, PlateData(())),
    "map": Kind(MapCard, map_data, lambda: map_data(long=True), 11 * 11, None),
    "agreement": Kind(
        AgreementCard,
        agreement_data,
        lambda: agreement_data(5, long=True),
        len(POLICIES),
        AgreementData((), "", "kg", len(POLICIES)),
    ),
    "rehearsed": Kind(
        RehearsalCard,
        rehearsed_data,
        lambda: rehearsed_data(5, long=True),
        3 * 31,
        RehearsalData((), 0, 1, 0, ""),
    ),
}
