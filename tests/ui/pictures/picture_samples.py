"""Made-up studies that fill the cards, from small and plain to large and awkward."""

from __future__ import annotations

import numpy as np

from kgdesk.model.certificate import Covered, Summary
from kgdesk.model.prequential import Prediction, scores, tenths
from kgdesk.model.surprises import Surprise
from kgdesk.ui.pictures.best import BestData, BestStep
from kgdesk.ui.pictures.effects import Effect, EffectsData
from kgdesk.ui.pictures.gain import GainData
from kgdesk.ui.pictures.promising import Promising, PromisingData
from kgdesk.ui.pictures.ranges import RangesData
from kgdesk.ui.pictures.surprises import SurprisesData
from kgdesk.ui.pictures.trust import TrustData
from kgdesk.ui.pictures.value import Across, ValueData

LONG = "Pd(OAc)2 / XPhos / Cs2CO3 in 2-methyltetrahydrofuran, batch"


def codes(count: int, *, long: bool = False) -> list[str]:
    return [f"{LONG} {row:04d}" if long else f"C-{row:04d}" for row in range(count)]


def value_data(count: int, *, long: bool = False, category: bool = False, seed: int = 7) -> ValueData:
    rng = np.random.default_rng(seed)
    temperature, ratio = rng.uniform(40, 120, count), rng.uniform(10, 90, count)
    near = np.exp(-(((temperature - 116) / 22) ** 2) - ((ratio - 55) / 25) ** 2)
    values = 0.68 * near * rng.uniform(0.6, 1.0, count) - 0.002
    levels = ("water", "DMF", "dimethyl sulphoxide", "2-methyltetrahydrofuran", "toluene")
    solvent = Across("Solvent", rng.integers(0, len(levels), count).astype(float), levels)
    axes = (Across("Temperature (°C)", temperature), Across("Solvent ratio (%)", ratio), solvent)
    return ValueData(
        codes(count, long=long),
        values,
        axes,
        next=int(np.argmax(values)),
        best=count // 3,
        x=2 if category else 0,
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
    return PromisingData(tuple(rows), belief="moments")


def best_data(runs: int, *, long: bool = False) -> BestData:
    rng = np.random.default_rng(5)
    names = codes(100, long=long)
    steps, best = [], 7
    for run in range(1, runs + 1):
        if run in {2, 3, 6, 60}:
            best = 20 + run % 40
        estimate = 0.74 - 0.25 * np.exp(-run / 3) + 0.01 * np.sin(run)
        half = 0.3 * np.exp(-run / 40) + 0.04
        outcome = ("failure", "success", "failure", "void", "failure")[int(rng.integers(0, 5))]
        steps.append(
            BestStep(
                run,
                names[best],
                estimate,
                estimate - half,
                min(estimate + half * 0.8, 0.99),
                outcome,  # type: ignore[arg-type]
                names[int(rng.integers(0, 60))],
            )
        )
    return BestData(tuple(steps), belief="moments")


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


def gain_data(runs: int, *, done: bool = False) -> GainData:
    """Fall by powers of ten; at the end below resolution where `done`."""
    gains = [6.0 * 0.55**run for run in range(runs + 1)]
    if done:
        gains[-2:] = [-3e-5, 0.0]
    return GainData(tuple(range(runs + 1)), tuple(gains), 1e-4, None if done else 0.2)


def trust_data(count: int = 60, warning: str = "") -> TrustData:
    rng = np.random.default_rng(4)
    p = rng.beta(0.8, 1.2, count)
    seen = [
        Prediction(run, "C", float(q), bool(rng.random() < 0.5 * (q + 0.4)), fresh=True)
        for run, q in enumerate(p, 1)
    ]
    return TrustData(count, 20, tenths(seen), scores(seen), warning)


def surprises_data(count: int, *, long: bool = False) -> SurprisesData:
    names = codes(100, long=long)
    found = [
        Surprise(3 + 5 * k, names[7 * k], bool(k % 2), 0.03 + 0.2 * (k % 3), 1 + k % 2, k % 3)
        for k in range(count)
    ]
    found[-1] = Surprise(70, names[59], success=True, chance=None, successes=1, failures=2)
    return SurprisesData(tuple(found), 2.4, 61, ("Kristalle", "Keine Kristalle") if long else ("", ""))


def ranges_data(belief: str = "moments", coverage: float = 0.9) -> RangesData:
    rows = tuple(
        Covered(
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
    return RangesData(Summary(belief, 0.9, rows), "recommended model")
