"""Make the tables of the sample studies anew: ``python resources/samples/make_tables.py``.

The values are made up. The reaction screen is a random part of a full factorial design, laid out on 96-well
plates row by row, and its yields are those of a made-up chemistry with some noise; the growth conditions are points
of a Halton sequence, rounded as a pipetting robot would.
"""

from __future__ import annotations

import itertools
import math
import random
from pathlib import Path

SAMPLES = Path(__file__).parent


#: Levels of the reaction screen: temperature, time, catalyst load, base equivalents, solvent.
LEVELS = (
    (40, 50, 60, 70, 80, 90, 100),
    (2, 4, 8, 16, 24),
    (1, 2.5, 5, 7.5, 10),
    (1.1, 1.5, 2, 3),
    ("DMF", "MeCN", "Toluene", "EtOH"),
)


def reactions() -> list[tuple[int, int, float, float, str]]:
    return random.Random(20261121).sample(list(itertools.product(*LEVELS)), 180)


def reaction_screen() -> str:
    lines = ["Code,Plate location,Temperature (°C),Time (h),Catalyst load (mol%),Base equivalents,Solvent"]
    for index, settings in enumerate(reactions()):
        plate, well = divmod(index, 96)
        location = f"P{plate + 1}-{'ABCDEFGH'[well // 12]}{well % 12 + 1:02d}"
        lines.append(",".join([f"RX-{index + 1:03d}", location, *map(str, settings)]))
    return "\r\n".join(lines) + "\r\n"


def reaction_yields() -> str:
    """Return the reaction screen after all its runs: 80 °C is best in every solvent, and DMF needs little catalyst."""
    rng = random.Random(20261128)
    lines = ["Code,Temperature (°C),Time (h),Catalyst load (mol%),Base equivalents,Solvent,Yield (%)"]
    for index, (temperature, time, load, base, solvent) in enumerate(reactions()):
        score = {"DMF": 0.9, "MeCN": 0.3, "Toluene": -0.9, "EtOH": -0.5}[solvent]
        score += 1.2 - ((temperature - 80) / 22) ** 2 + 0.4 * math.log(time / 8) - 0.3 * (base - 1.5)
        score += (0.1 if solvent == "DMF" else 0.35) * (load - 5)
        share = 1 / (1 + math.exp(-1.1 * score - rng.gauss(-1.3, 0.5)))
        cells = (f"RX-{index + 1:03d}", temperature, time, load, base, solvent, round(100 * share))
        lines.append(",".join(map(str, cells)))
    return "\r\n".join(lines) + "\r\n"


def growth_conditions() -> str:
    ranges = ((4.5, 9.5, 1), (0, 600, 0), (4, 30, 1), (4, 37, 0), (2, 20, 1))
    lines = ["Code,pH,Salt (mM),PEG 3350 (% w/v),Temperature (°C),Protein (mg/mL)"]
    for index in range(300):
        values = [
            f"{low + (high - low) * halton(index + 1, base):.{digits}f}"
            for (low, high, digits), base in zip(ranges, (2, 3, 5, 7, 11), strict=True)
        ]
        lines.append(",".join([f"GC-{index + 1:04d}", *values]))
    return "\r\n".join(lines) + "\r\n"


def halton(index: int, base: int) -> float:
    value, scale = 0.0, 1.0
    while index:
        scale /= base
        index, digit = divmod(index, base)
        value += digit * scale
    return value


if __name__ == "__main__":
    (SAMPLES / "reaction-screen.csv").write_text(reaction_screen(), encoding="utf-8", newline="")
    (SAMPLES / "reaction-yields.csv").write_text(reaction_yields(), encoding="utf-8", newline="")
    (SAMPLES / "growth-conditions.csv").write_text(growth_conditions(), encoding="utf-8", newline="")
