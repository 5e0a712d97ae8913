"""Made-up studies that fill the cards, from small and plain to large and awkward."""

from __future__ import annotations

import numpy as np

from kgdesk.ui.pictures.best import BestData, BestStep
from kgdesk.ui.pictures.effects import Effect, EffectsData
from kgdesk.ui.pictures.promising import Promising, PromisingData
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
    names = codes(60, long=long)
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
