"""Sample data for the plot cards, from small and simple to large and awkward."""

from __future__ import annotations

import math

import numpy as np

from kgdesk.model.advice.block_checks import BlockLevel
from kgdesk.model.advice.certificate import Coverage, Summary
from kgdesk.model.advice.prequential import Outlier, Prediction, calibration_bins, scores
from kgdesk.model.advice.slices import point_of, slices, surface
from kgdesk.model.advice.stopping_basis import Departure
from kgdesk.model.advice.suggestion import Estimate, Future, Suggestion
from kgdesk.model.beliefs.blocks import BlockEffect
from kgdesk.model.beliefs.gaussian import MomentBelief
from kgdesk.model.design.design_matrix import fix_scaling
from kgdesk.model.design.pool import Attribute, Pool
from kgdesk.model.policies import POLICIES
from kgdesk.ui.pages.rehearsal_results import RehearsalData, RehearsalLine
from kgdesk.ui.plots.agreement import AgreementData, PolicyChoice
from kgdesk.ui.plots.attribute_slices import SlicesData
from kgdesk.ui.plots.block_effects import BlockEffectsData
from kgdesk.ui.plots.calibration import CalibrationData
from kgdesk.ui.plots.coverage import CoverageData
from kgdesk.ui.plots.departures import DeparturesData
from kgdesk.ui.plots.effects import Effect, EffectsData
from kgdesk.ui.plots.map_data import MapData
from kgdesk.ui.plots.measured import MeasuredData
from kgdesk.ui.plots.outliers import OutliersData
from kgdesk.ui.plots.over_runs import RunPoint, RunsData
from kgdesk.ui.plots.plate_data import PlateData, WellData
from kgdesk.ui.plots.promising import Promising, PromisingData
from kgdesk.ui.plots.value import ValueData

LONG = "Pd(OAc)2 / XPhos / Cs2CO3 in 2-methyltetrahydrofuran, batch"


def codes(count: int, *, long: bool = False) -> list[str]:
    return [f"{LONG} {row:04d}" if long else f"C-{row:04d}" for row in range(count)]


def value_data(count: int, *, long: bool = False, seed: int = 7) -> ValueData:
    rng = np.random.default_rng(seed)
    chances, values = rng.random(count) ** 2, np.maximum(rng.normal(-0.1, 0.2, count), -1e-4)
    return ValueData(
        codes(count, long=long), chances, values, int(np.argmax(values)), int(np.argmax(chances))
    )


def promising_data(*, long: bool = False) -> PromisingData:
    rng = np.random.default_rng(3)
    names = codes(240, long=long)
    rows = []
    for place in range(10):
        estimate = 0.71 - 0.012 * place
        half = 0.27 + 0.03 * rng.random()
        rows.append(
            Promising(
                names[223 - 7 * place],
                estimate,
                max(estimate - half * 1.2, 0.01),
                min(estimate + half * 0.9, 0.99),
                successes=(2, 0, 1, 0, 12)[place % 5] if place % 2 == 0 else 0,
                failures=(0, 1, 3)[place % 3],
            )
        )
    return PromisingData(tuple(rows))


def runs_data(runs: int, *, long: bool = False, until: int = 0) -> RunsData:
    """Return a history of runs; what was at stake is known from run `until` on."""
    rng = np.random.default_rng(5)
    names = codes(100, long=long)
    points, best = [], 7
    for run in range(1, runs + 1):
        if run in {2, 3, 6, 60}:
            best = 20 + run % 40
        estimate = 0.74 - 0.25 * np.exp(-run / 3) + 0.01 * np.sin(run)
        half = 0.3 * np.exp(-run / 40) + 0.04
        outcome = ("failure", "success", "failure", "void", "failure")[int(rng.integers(0, 5))]
        points.append(
            RunPoint(
                run,
                run,
                outcome,  # type: ignore[arg-type]
                names[int(rng.integers(0, 60))],
                names[best],
                estimate,
                estimate - half,
                min(estimate + half * 0.8, 0.99),
                20.0 * 0.8**run if run >= until else math.nan,
                0.5 * 0.7**run,
            )
        )
    return RunsData(tuple(points), limit=5.0)


def effects_data(count: int, *, long: bool = False) -> EffectsData:
    rng = np.random.default_rng(11)
    names = (
        "Temperature",
        "Solvent ratio",
        "Catalyst load",
        "Stir speed",
        "Solvent = 2-methyltetrahydrofuran",
    )
    effects = []
    for place in range(count):
        name = names[place % 5] + (f" {place}" if place >= 5 else "")
        if long:
            name = f"Concentration of the third additive after dilution ({place}), mg/L"
        estimate = float(rng.normal(0, 0.7))
        half = float(rng.uniform(0.4, 1.1))
        effects.append(
            Effect(name, estimate, estimate - half, estimate + half, per="+12.5 °C", per_unit=0.05)
        )
    return EffectsData(tuple(effects), belief="moments")


def measured_data(count: int = 40) -> MeasuredData:
    rng = np.random.default_rng(count)
    predicted = rng.random(count)
    values = 60.0 * predicted + rng.normal(0.0, 12.0, count)
    return MeasuredData(
        tuple(range(1, count + 1)),
        tuple(f"C-{run:04d}" for run in range(1, count + 1)),
        tuple(map(float, predicted)),
        tuple(map(float, values)),
        "yield (%)",
        20.0,
    )


def trust_data(count: int = 60, warning: str = "") -> CalibrationData:
    rng = np.random.default_rng(4)
    p = rng.beta(0.8, 1.2, count)
    seen = [
        Prediction(run, "C", float(q), bool(rng.random() < 0.5 * (q + 0.4)), fresh=True)
        for run, q in enumerate(p, 1)
    ]
    return CalibrationData(count, 20, calibration_bins(seen), scores(seen), warning)


def surprises_data(count: int, *, long: bool = False) -> OutliersData:
    names = codes(100, long=long)
    found = [
        Outlier(3 + 5 * k, names[7 * k], bool(k % 2), 0.03 + 0.2 * (k % 3), 1 + k % 2, k % 3)
        for k in range(count)
    ]
    found[-1] = Outlier(70, names[59], success=True, chance=None, successes=1, failures=2)
    return OutliersData(tuple(found), 2.4, 61, ("Kristalle", "Keine Kristalle") if long else ("", ""))


def departures_data(count: int, *, long: bool = False) -> DeparturesData:
    def one(k: int) -> Departure:
        kind = ("day", "operator", "plate", "column")[k % 4]
        group = f"2026-10-{k % 28 + 1:02}" if kind == "day" else f"{'A very long name of a lot ' * long}{k}"
        diff = 0.05 * (k % 5 - 2)
        low, high = (0.04, 0.5) if k == 1 else (diff - 0.3, diff + 0.25)
        return Departure(
            kind, "Lot" if kind == "column" else "", group, 8 + k, 4, 4 - diff * (8 + k), low, high
        )

    return DeparturesData(tuple(map(one, range(count))))


def blocks_data(count: int, *, long: bool = False) -> BlockEffectsData:
    def one(k: int) -> BlockLevel:
        level = f"2026-10-{k % 28 + 1:02}" if k % 3 == 2 else f"{'A very long name of a lot ' * long}{k}"
        mean = 0.5 * (k % 5 - 2)
        low, high = (0.2, 2.5) if k == 1 else (mean - 1.0, mean + 0.9)
        effect = BlockEffect(k % 3, level if k else "", 1.2 if k == 1 else mean, low, high)
        return BlockLevel(("Lot", "plate", "day")[k % 3], effect, 8 + k, k > 0, k == 1)

    return BlockEffectsData(tuple(map(one, range(count))))


def ranges_data(belief: str = "moments", coverage: float = 0.9) -> CoverageData:
    rows = tuple(
        Coverage(
            d,
            design,
            belief,
            n,
            1000,
            coverage + 0.001 * (d - n % 7),
            0.005,
            0.9,
            0.9,
            0.4,
            0.001,
            0.02,
            0,
            0,
            2e3,
        )
        for d in (2, 5, 10)
        for design in ("random", "kg")
        for n in (10, 30, 100)
    )
    return CoverageData(Summary(belief, 0.9, rows), "recommended model")


def small_pool(*, long: bool = False) -> Pool:
    """Return forty candidates with two numbers, one on a log scale, and a category."""
    rng = np.random.default_rng(2)
    name = "Concentration of the third additive after dilution" if long else "Temperature"
    attributes = (
        Attribute(name, unit="°C"),
        Attribute("Ratio"),
        Attribute("Dose", log=True),
        Attribute("Solvent", "category"),
    )
    levels = ("water", "DMF", "2-methyltetrahydrofuran")
    values = (
        tuple(rng.uniform(20, 90, 40).tolist()),
        tuple(rng.uniform(0, 1, 40).tolist()),
        tuple((10 ** rng.uniform(-3, 1, 40)).tolist()),
        tuple(levels[k] for k in rng.integers(0, 3, 40)),
    )
    return Pool(tuple(codes(40, long=long)), attributes, values)


def beliefs(d: int, count: int) -> tuple[MomentBelief, ...]:
    rng = np.random.default_rng(4)
    return tuple(MomentBelief(rng.normal(0, 0.8, d), 0.2 * np.eye(d)) for _ in range(count))


def slices_data(*, long: bool = False) -> SlicesData:
    pool = small_pool(long=long)
    scaling = fix_scaling(pool)
    at = slices(beliefs(len(scaling.columns), 1)[0], pool, scaling, point_of(pool, 5))
    marks = (np.array([20.0, 60.0, 90.0]), *(np.zeros(0) for _ in at.parts[1:]))
    return SlicesData(at, estimate(pool.ids[5], 0.7), marks)


def map_data(*, long: bool = False) -> MapData:
    pool = small_pool(long=long)
    scaling = fix_scaling(pool)
    point = point_of(pool, 5)
    found = surface(beliefs(len(scaling.columns), 2)[long], pool, scaling, point, 0, 2)
    places = np.column_stack([pool.values[0], pool.values[2]])
    labels = (pool.attributes[0].name, "Dose")
    values = np.linspace(0.0, 2.0, len(pool))
    runs = (places[:2], places[2:3])
    here = (np.array([True, False]), np.array([False]))
    return MapData(pool.ids[5], found, labels, places, runs, here, places[5], 7, 1, values, pool.ids, (0, 2))


def estimate(code: str, probability: float) -> Estimate:
    return Estimate(code, probability, 0.5 * probability, 0.5 + 0.5 * probability)


def agreement_data(count: int = len(POLICIES), *, long: bool = False) -> AgreementData:
    names = codes(60, long=long)
    future = Future(names[3], 0.7, changes=True)
    made = []
    for k, name in enumerate(list(POLICIES)[:count]):
        code = names[7 if k % 3 else 9]
        made.append(
            PolicyChoice(
                name,
                Suggestion(code, 0.01, 0.3 + 0.02 * k, 0.1, 0.9, future, future, "policy"),
                draws=POLICIES[name].draws,
            )
        )
    return AgreementData(tuple(made), names[7], "kg", len(POLICIES), "moments")


def plate_data(rows: int = 8, columns: int = 12, *, long: bool = False) -> PlateData:
    names = codes(2 * rows * columns, long=long)
    made = []
    for plate in range(2):
        spots = []
        for place in range(0, rows * columns, 1 if plate == 0 else 3):
            row, column = divmod(place, columns)
            counts = [int(place % 7 == 2), int(place % 5 == 1), int(place % 11 == 4)]
            code = names[plate * rows * columns + place]
            estimate = (0.1 + 0.8 * place / (rows * columns), 0.05, 0.95)
            well = f"{chr(65 + row)}{column + 1:02d}"
            spots.append(WellData(code, well, row, column, *counts, place % 13 == 3, estimate))
        made.append((f"P{plate + 1}", rows, columns, tuple(spots)))
    chosen = (names[30], names[9], names[50])
    return PlateData(tuple(made), 0, *chosen, ("Crystals", "No crystals"))


def rehearsed_data(count: int = 3, *, long: bool = False) -> RehearsalData:
    run = np.arange(31.0)
    lines = []
    for k in range(count):
        middle = 20.0 * np.exp(-run / (6 + 5 * k)) + k
        name = f"Policy {k}" + (" with a belief of its own, as in the paper" if long else "")
        verdict = f"It ends within {3 + k} points."
        lines.append(RehearsalLine(name, middle, 0.8 * middle, 1.25 * middle, f"{9 + k}", verdict))
    return RehearsalData(tuple(lines), 40, 100, 7, "as the study assumes")
