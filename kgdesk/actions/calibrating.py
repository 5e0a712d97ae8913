"""Calibration by simulation, of the credible intervals of the beliefs and of the chances that studies state."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kgdesk import __version__, kernels
from kgdesk.actions.rehearsing import PAPER_SEED, Effort, Target
from kgdesk.rehearsal import calibration_report, coverage, output_folder, stated_chances
from kgdesk.rehearsal.engine import Progress
from kgdesk.rehearsal.scipy_witness import require_witness

if TYPE_CHECKING:
    from pathlib import Path

    from kgdesk.model.advice.certificate import Certificate
    from kgdesk.rehearsal.engine import Result
    from kgdesk.rehearsal.stated_chances import ChanceSetting

__all__ = [
    "REPLICATES",
    "SEED",
    "Calibration",
    "Effort",
    "Progress",
    "Target",
    "calibrate",
    "calibrate_chances",
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
        One sentence per belief.
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
    require_witness()
    settings = coverage.settings(attributes)
    results = effort.results_of(settings)
    place = output_folder.prepare(target.out, calibration_report.NAMES, overwrite=target.overwrite)
    measured = tuple(results)
    certificate_value = calibration_report.certificate(settings, measured, effort.seed)
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
    output_folder.write_files(place, calibration_report.files(certificate_value, settings, measured, facts))
    return Calibration(certificate_value, place, tuple(calibration_report.sentences(certificate_value)))


@dataclass(frozen=True)
class ChanceCalibration:
    """Where a calibration of stated chances was written, and its sentences."""

    folder: Path
    sentences: tuple[str, ...]


_CHANCE_FILES = ("chances.csv", "stops.csv", "chances.json", "settings.json")


def calibrate_chances(target: Target, effort: Effort) -> ChanceCalibration:
    """Compare the chances that simulated studies state with the frequencies observed, and assess the stopping rules.

    Parameters
    ----------
    target
        Output folder; its `png` is ignored.
    effort
        `runs` is the number of studies per setting.

    Raises
    ------
    BadInput, NotWritten, FileExists, RehearsalStopped, RehearsalFailed
        As in `calibrate`.
    """
    require_witness()
    settings = stated_chances.settings()
    results = effort.results_of(settings)
    place = output_folder.prepare(target.out, _CHANCE_FILES, overwrite=target.overwrite)
    measured = tuple(results)
    facts = {
        "kgdesk": __version__,
        "beliefs": kernels.BELIEF_VERSION,
        "policies": {one.terms: one.contest.players[0].policy for one in settings},
        "studies": effort.runs,
        "seed": effort.seed,
        "outcomes": list(stated_chances.STAGES),
        "distances": list(stated_chances.POINTS),
        "rules": list(stated_chances.RULES),
    }
    written = {
        "chances.csv": output_folder.csv_file(
            stated_chances.CHANCES_HEADER, stated_chances.chance_rows(settings, measured)
        ),
        "stops.csv": output_folder.csv_file(
            stated_chances.STOPS_HEADER, stated_chances.stop_rows(settings, measured)
        ),
        "chances.json": output_folder.json_file(
            stated_chances.certificate(settings, measured, effort.seed).as_json()
        ),
        "settings.json": output_folder.json_file(facts),
    }
    output_folder.write_files(place, written)
    return ChanceCalibration(place, tuple(_chance_sentences(settings, measured)))


def _chance_sentences(settings: tuple[ChanceSetting, ...], results: tuple[Result, ...]) -> list[str]:
    """Return one sentence per kind of model and truth."""
    lines = []
    for terms, truth, played in stated_chances.groups(settings, results):
        compared = stated_chances.chance_bins(played)
        worst = max(compared, key=lambda one: abs(one.observed - one.stated))
        words = (
            f"{terms} terms, truths “{truth}”: in {len(compared)} bins of "
            f"{min(one.states for one in compared):,} states the share of recommended "
            "candidates within the stated distance of the best differs from the stated chance by at most "
            f"{100.0 * abs(worst.observed - worst.stated):.1f} percentage points (± "
            f"{100.0 * worst.error:.1f}); there {100.0 * worst.stated:.1f} % was "
            f"stated and {100.0 * worst.observed:.1f} % observed."
        )
        lines.append(words)
    return lines
