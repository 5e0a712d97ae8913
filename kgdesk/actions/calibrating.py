"""Simulation-based calibration of the credible intervals of the beliefs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kgdesk.actions.rehearsing import PAPER_SEED, Effort, Target
from kgdesk.rehearsal import scores
from kgdesk.rehearsal.calibration import calibration_report, coverage
from kgdesk.rehearsal.engine import Progress, rehearsed

if TYPE_CHECKING:
    from pathlib import Path

    from kgdesk.model.insight.certificate import Certificate

__all__ = [
    "REPLICATES",
    "SEED",
    "Calibration",
    "Effort",
    "Progress",
    "Target",
    "calibrate",
]

#: Replicates per setting, and the seed of the first one.
REPLICATES = 1000
SEED = PAPER_SEED


@dataclass(frozen=True)
class Calibration:
    """Result of a calibration and where it was written.

    Parameters
    ----------
    certificate, folder
        The certificate, and the folder of the files.
    sentences
        One sentence per belief, in the language of the target.
    """

    certificate: Certificate
    folder: Path
    sentences: tuple[str, ...]


def calibrate(
    target: Target, effort: Effort, *, attributes: tuple[int, ...] = coverage.ATTRIBUTES
) -> Calibration:
    """Measure the coverage of 90 % intervals and the error of the predicted probabilities by simulation.

    Parameters
    ----------
    target
        Output folder; its `png` is ignored.
    effort
        `runs` is the number of replicates per setting.
    attributes
        Numbers of attributes d to simulate.

    Raises
    ------
    BadInput
        A number is out of range.
    NotWritten, FileExists
        The output folder cannot be used.
    RehearsalStopped, RehearsalFailed
        Cancelled or failed; nothing was written.
    """
    settings = coverage.settings(attributes)
    results = rehearsed(
        settings,
        runs=effort.runs,
        seed=effort.seed,
        workers=effort.workers,
        progress=effort.progress,
        stop=effort.stop,
    )
    place = scores.claim(target.out, calibration_report.NAMES, overwrite=target.overwrite)
    found = tuple(results)
    certificate_value = calibration_report.certificate(settings, found, effort.seed)
    facts = {
        "kgdesk": certificate_value.version,
        "beliefs": certificate_value.beliefs,
        "replicates": effort.runs,
        "seed": effort.seed,
        "level": certificate_value.level,
        "settings": [
            {
                "attributes": s.attributes,
                "design": s.design,
                "outcomes": list(s.stages),
                "beliefs": list(s.beliefs),
                "candidates": s.candidates,
            }
            for s in settings
        ],
    }
    scores.write(place, calibration_report.files(certificate_value, settings, found, facts, target.speech))
    return Calibration(
        certificate_value, place, tuple(calibration_report.sentences(certificate_value, target.speech))
    )
