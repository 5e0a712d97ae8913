"""Data of the plates: the recorded outcomes of every well."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kgdesk.ui.text.translate import outcome_names

if TYPE_CHECKING:
    from kgdesk.model.advice.advice import Advice
    from kgdesk.model.design.samples import Plate


@dataclass(frozen=True, slots=True)
class WellData:
    """State of the candidate in one well.

    Parameters
    ----------
    code, well
        Candidate and name of its well.
    row, column
        Position on the plate, from 0.
    successes, failures, voids, undecided
        Numbers of recorded runs.
    running
        Whether a run is in progress.
    estimate
        Expected success with its range, 0..1.
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
    undecided: int = 0

    @property
    def kind(self) -> str:
        """Kind of mark: the recorded outcomes, running or open."""
        if self.successes and self.failures:
            return "both"
        for kind, is_so in (
            ("success", self.successes),
            ("failure", self.failures),
            ("running", self.running),
            ("undecided", self.undecided),
            ("void", self.voids),
        ):
            if is_so:
                return kind
        return "open"


@dataclass(frozen=True, slots=True)
class PlateData:
    """All plates of a study.

    Parameters
    ----------
    plates
        Name, rows, columns and occupied wells, in table order.
    plate_index
        Index of the plate drawn.
    next, best, selected
        Candidates, or None.
    names
        The study's names for success and failure.
    level
        Probability content of the ranges, for example 0.9.
    only
        The candidates that pass the filters; None for all.
    """

    plates: tuple[tuple[str, int, int, tuple[WellData, ...]], ...]
    plate_index: int = 0
    next: str | None = None
    best: str | None = None
    selected: str | None = None
    names: tuple[str, str] = ("", "")
    level: float = 0.9
    only: frozenset[str] | None = None

    @property
    def spots(self) -> tuple[WellData, ...]:
        """Wells of the plate drawn, of candidates that pass the filters."""
        wells = self.plates[self.plate_index][3] if self.plates else ()
        return wells if self.only is None else tuple(well for well in wells if well.code in self.only)

    def place_of(self, code: str | None) -> tuple[int, WellData] | None:
        """Return plate index and well of a candidate, or None."""
        for plate_index, (_, _, _, spots) in enumerate(self.plates):
            for spot in spots:
                if spot.code == code:
                    return plate_index, spot
        return None


def plate_data(advice: Advice, known: tuple[Plate, ...], selected: str | None) -> PlateData:
    """Return the recorded outcomes of every well.

    Parameters
    ----------
    advice
        Advice for the displayed state.
    known
        Plates of its pool.
    """
    study, ids = advice.study, advice.study.pool.ids
    counts: dict[str, dict[str, int]] = {}
    for run in study.runs:
        of = counts.setdefault(run.candidate, {})
        of[run.outcome] = of.get(run.outcome, 0) + 1
    running = {start.candidate for start in study.pending}

    def spot(row: int, name: str, place: tuple[int, int]) -> WellData:
        code = ids[row]
        had = counts.get(code, {})
        estimate = (float(advice.probability[row]), float(advice.low[row]), float(advice.high[row]))
        return WellData(
            code, name, *place, had.get("success", 0), had.get("failure", 0), had.get("void", 0),
            code in running, estimate, had.get("undecided", 0),
        )  # fmt: skip

    occupied = tuple(
        (p.name, p.rows, p.columns, tuple(spot(w.candidate, w.name, (w.row, w.column)) for w in p.wells))
        for p in known
    )
    return PlateData(
        occupied,
        next=advice.next if study.is_open else None,
        best=advice.recommended.candidate if study.valid else None,
        selected=selected,
        names=outcome_names(study),
        level=advice.level,
    )
