"""What came out of each well of the plates that the candidates stand on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kgdesk.ui.pictures.words import outcome_names

if TYPE_CHECKING:
    from kgdesk.model.advice import Advice
    from kgdesk.model.plates import Plate


@dataclass(frozen=True, slots=True)
class Spot:
    """What is known about the candidate in a well.

    Parameters
    ----------
    code, well
        Names of the candidate and of its place.
    row, column
        On the plate, from 0.
    successes, failures, voids
        Recorded runs.
    running
        A run is in progress.
    estimate
        Expected success with the ends of its range, shares of 1.
    """

    code: str
    well: str
    row: int
    column: int
    successes: int
    failures: int
    voids: int
    running: bool
    estimate: tuple[float, float, float]

    @property
    def kind(self) -> str:
        """How it is drawn."""
        if self.successes and self.failures:
            return "both"
        for kind, is_so in (
            ("success", self.successes),
            ("failure", self.failures),
            ("running", self.running),
            ("void", self.voids),
        ):
            if is_so:
                return kind
        return "open"


@dataclass(frozen=True, slots=True)
class PlateData:
    """Every plate of a study.

    Parameters
    ----------
    plates
        Name, rows, columns and wells with a candidate, in the order of the table.
    shown
        Place of the plate that is drawn.
    next, best, selected
        Candidates, where there are such.
    names
        What the study calls success and failure.
    level
        Of the ranges, as 0.9.
    """

    plates: tuple[tuple[str, int, int, tuple[Spot, ...]], ...]
    shown: int = 0
    next: str | None = None
    best: str | None = None
    selected: str | None = None
    names: tuple[str, str] = ("", "")
    level: float = 0.9

    @property
    def spots(self) -> tuple[Spot, ...]:
        """The wells of the plate that is drawn."""
        return self.plates[self.shown][3] if self.plates else ()

    def place_of(self, code: str | None) -> tuple[int, Spot] | None:
        """Return the plate and the well of a candidate."""
        for number, (_, _, _, spots) in enumerate(self.plates):
            for spot in spots:
                if spot.code == code:
                    return number, spot
        return None


def plate_data(advice: Advice, known: tuple[Plate, ...], selected: str | None) -> PlateData:
    """Return what came out of each well.

    Parameters
    ----------
    advice
        For the state that is shown.
    known
        The plates of its pool.
    """
    study, ids = advice.study, advice.study.pool.ids
    counts: dict[str, dict[str, int]] = {}
    for run in study.runs:
        of = counts.setdefault(run.candidate, {})
        of[run.outcome] = of.get(run.outcome, 0) + 1
    running = {start.candidate for start in study.pending}

    def spot(row: int, name: str, place: tuple[int, int]) -> Spot:
        code = ids[row]
        had = counts.get(code, {})
        estimate = (float(advice.probability[row]), float(advice.low[row]), float(advice.high[row]))
        return Spot(
            code, name, *place, had.get("success", 0), had.get("failure", 0), had.get("void", 0),
            code in running, estimate,
        )  # fmt: skip

    found = tuple(
        (p.name, p.rows, p.columns, tuple(spot(w.candidate, w.name, (w.row, w.column)) for w in p.wells))
        for p in known
    )
    return PlateData(
        found,
        next=advice.suggestion.candidate if study.is_open else None,
        best=advice.recommended.candidate if study.valid else None,
        selected=selected,
        names=outcome_names(study),
        level=advice.level,
    )
