"""The next run in words: its number, earlier runs of its candidate, and the location of its sample."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kgdesk.model.design.pool import without_unit
from kgdesk.model.design.samples import plates, well_position
from kgdesk.model.study.settings import card_headings
from kgdesk.text import in_sequence, phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kgdesk.model.design.pool import Attribute, Pool
    from kgdesk.model.study.records import Start
    from kgdesk.model.study.study import Study


#: Separator between several texts.
BETWEEN = " · "


def places(study: Study, candidate: str) -> tuple[tuple[str, str], ...]:
    """Return the location of a candidate as (heading, text) pairs, without blank cells.

    These are from the location column if the study has one, otherwise from all kept columns, in table order.

    Raises
    ------
    UnknownCandidate
        The study has no candidate of this name.
    """
    row, extras = study.pool.row(candidate), study.pool.extras
    return tuple((heading, extras[heading][row]) for heading in place_columns(study) if extras[heading][row])


def place_columns(study: Study) -> tuple[str, ...]:
    """Return the headings of the columns with locations: the location column, or all kept columns."""
    location = study.settings.location
    return (location,) if location else tuple(study.pool.extras)


def has_one_place(study: Study) -> bool:
    """Return whether all locations are in one column: the location column, or the only kept column."""
    return len(place_columns(study)) == 1


def card_columns(study: Study) -> tuple[str, ...]:
    """Return the headings of the kept columns that the card shows, in table order.

    These are the columns that the study names for the card, and else those with locations.
    """
    named = card_headings(study.settings.card_columns) or place_columns(study)
    return tuple(heading for heading in offered_columns(study) if heading in named)


def offered_columns(study: Study) -> tuple[str, ...]:
    """Return the headings of the kept columns but a single one with locations, which is shown beside the name."""
    beside = place_columns(study) if has_one_place(study) else ()
    return tuple(heading for heading in study.pool.extras if heading not in beside)


def place_text(study: Study, candidate: str) -> str:
    """Return the location of a candidate with headings: ``Well: 2-B11``; empty if no location is recorded."""
    return BETWEEN.join(f"{heading}: {text}" for heading, text in places(study, candidate))


def place_cell(study: Study, candidate: str) -> str:
    """Return the location of a candidate for a table cell: with headings only if several columns have locations."""
    if has_one_place(study):
        return "".join(text for _, text in places(study, candidate))
    return place_text(study, candidate)


def with_place(study: Study, candidate: str) -> str:
    """Return the name of a candidate with its location: ``C-0042 (Well: 2-B11)``."""
    where = place_text(study, candidate)
    return f"{candidate} ({where})" if where else candidate


@dataclass(frozen=True, slots=True)
class WellPlace:
    """A well on its plate.

    Parameters
    ----------
    plate, well
        Names of the plate, empty if there is only one without a name, and of the well.
    rows, columns
        Size of the plate.
    row, column
        Position of the well, from 0.
    """

    plate: str
    well: str
    rows: int
    columns: int
    row: int
    column: int

    @property
    def named(self) -> str:
        """Plate and well: ``P2 · F12``."""
        return BETWEEN.join(filter(None, (self.plate, self.well)))

    def is_named_by(self, text: str) -> bool:
        """Return whether a location, such as ``Plate 2 - well D07`` or ``d7``, ends in the name of this well."""
        found = re.search(r"([A-Za-z]{1,2})\s?0*(\d{1,2})\s*$", text)
        return found is not None and f"{found[1].upper()}{int(found[2]):02d}" == self.well


def wells_of_samples(pool: Pool) -> dict[str, WellPlace]:
    """Return the well of each candidate whose sample is kept on a plate; see `kgdesk.model.design.samples.plates`."""
    return {
        pool.ids[well.candidate]: WellPlace(
            plate.name, well.name, plate.rows, plate.columns, well.row, well.column
        )
        for plate in plates(pool)
        for well in plate.wells
    }


def well_of_run(study: Study, start: Start | None) -> WellPlace | None:
    """Return the well of a run in progress on the plate of its worklist; None if it is on no worklist."""
    if start is None or not start.worklist:
        return None
    worklist = next(each for each in study.worklists if each.id == start.worklist)
    row, column = well_position(start.well)
    return WellPlace(worklist.name, start.well, worklist.rows, worklist.columns, row, column)


def bare_name(attribute: Attribute) -> str:
    """Return the name of an attribute without its unit in parentheses."""
    return without_unit(attribute.name, attribute.unit)


def conditions(study: Study, candidate: str) -> list[tuple[str, float | str, str]]:
    """Return the attributes of a candidate in the table's order, as (name, value, unit).

    Raises
    ------
    UnknownCandidate
        The study has no candidate of this name.
    """
    row = study.pool.row(candidate)
    return [
        (bare_name(attribute), values[row], attribute.unit)
        for attribute, values in zip(study.pool.attributes, study.pool.values, strict=True)
    ]


def facts(
    study: Study, candidate: str, number: Callable[[float], str], columns: Sequence[str] | None = None
) -> list[tuple[str, str]]:
    """Return the attributes of a candidate, then its kept cells, as (name, value) pairs, the same names for each.

    Blank cells are included.

    Parameters
    ----------
    number
        Formats a number.
    columns
        Headings of kept columns; None: `offered_columns`.
    """
    pairs = [
        (name, f"{number(value)} {unit}".strip() if isinstance(value, float) else value)
        for name, value, unit in conditions(study, candidate)
    ]
    row = study.pool.row(candidate)
    kept = offered_columns(study) if columns is None else columns
    return pairs + [(name, study.pool.extras[name][row]) for name in kept]


@dataclass(frozen=True, slots=True)
class EarlierRuns:
    """Outcomes of a candidate so far, and its runs in progress.

    Parameters
    ----------
    candidate
        Name of the candidate.
    successes, outcomes
        Number of successes, and of all outcomes; voids do not count.
    running
        Numbers of its runs in progress.
    """

    candidate: str
    successes: int = 0
    outcomes: int = 0
    running: tuple[int, ...] = ()

    @property
    def history(self) -> str:
        """For example ``3 of 4 succeeded; run 7 is in progress``; empty for a candidate without a run."""
        done = phrase("{successes} of {outcomes} succeeded", successes=self.successes, outcomes=self.outcomes)
        if not self.running:
            return done if self.outcomes else ""
        numbers = ", ".join(map(str, self.running))
        running = (
            phrase("run {number} is in progress", number=numbers)
            if len(self.running) == 1
            else phrase("runs {numbers} are in progress", numbers=numbers)
        )
        return phrase("{done}; {running}", done=done, running=running) if self.outcomes else running

    @property
    def named(self) -> str:
        """For example ``again P-0118 (3 of 4 succeeded)``; only the name for a candidate without a run."""
        words = {"candidate": self.candidate, "history": self.history}
        if self.outcomes:
            return phrase("again {candidate} ({history})", **words)
        return phrase("{candidate} ({history})", **words) if self.running else self.candidate

    def as_json(self) -> dict[str, Any]:
        """Return the JSON object that the command line prints."""
        return {"successes": self.successes, "outcomes": self.outcomes, "running": list(self.running)}


def earlier_runs(study: Study, candidate: str, *, without: int | None = None) -> EarlierRuns:
    """Return the outcomes and the runs in progress of a candidate.

    Parameters
    ----------
    study
        Any study.
    candidate
        Exact name.
    without
        Number of a run in progress to leave out: the one on the card.
    """
    successes, failures = study.tally.get(candidate, (0, 0))
    running = tuple(
        start.number for start in study.pending if start.candidate == candidate and start.number != without
    )
    return EarlierRuns(candidate, successes, successes + failures, running)


def heading(study: Study, candidate: str, start: Start | None = None) -> str:
    """Return the heading of the card, with the number of its run: ``Next: run 7, again: 3 of 4 succeeded``.

    Parameters
    ----------
    study
        Any study.
    candidate
        Candidate on the card.
    start
        Start of the run in progress on the card; None for a run that was not started.
    """
    if start is not None:
        base = phrase("Outcome of run {run}", run=start.number)
    else:
        base = phrase("Next: run {run}", run=study.next_number)
    earlier = earlier_runs(study, candidate, without=None if start is None else start.number)
    if earlier.outcomes and study.settings.is_blind:
        return phrase("{run}, again", run=base)
    if earlier.outcomes:
        return phrase("{run}, again: {history}", run=base, history=earlier.history)
    return phrase("{run} ({history})", run=base, history=earlier.history) if earlier.running else base


def run_before(
    study: Study, start: Start | None = None
) -> tuple[int, list[tuple[str, float | str, str]]] | None:
    """Return number and `conditions` of the run that was started last, as they were set in it; None if there is none.

    Parameters
    ----------
    start
        A run in progress, before which the run was started; None for the next one.
    """
    begun: dict[int, tuple[str, dict[str, float | str]]] = {
        each.number: (each.candidate, {}) for each in study.starts
    }
    for run in study.runs:
        if isinstance(run.number, int) and not run.taken_back:
            begun[run.number] = run.candidate, dict(run.set_values)
    number = max((each for each in begun if start is None or each < start.number), default=None)
    if number is None:
        return None
    candidate, really = begun[number]
    attributes = zip(study.pool.attributes, conditions(study, candidate), strict=True)
    return number, [
        (name, really.get(attribute.name, value), unit) for attribute, (name, value, unit) in attributes
    ]


def headline(study: Study, candidate: str, nth: int = 0, of: int = 1) -> str:
    """Return the next run with its candidate: ``Next: run 7, again P-0118 (3 of 4 succeeded)``.

    Parameters
    ----------
    study
        Any study.
    candidate
        Suggested candidate.
    nth, of
        Index in a batch, from 0, and number of picks.
    """
    words = {"run": study.next_number + nth, "candidate": earlier_runs(study, candidate).named}
    if of > 1:
        return phrase("Next: run {run} if these are started in this order, {candidate}.", **words)
    return phrase("Next: run {run}, {candidate}.", **words)


def all_tried(study: Study) -> str:
    """Return a sentence if no candidate may be run again, since each has had all runs that the study allows."""
    if not study.stock.exhausted:
        return ""
    most, running = study.settings.run_limit, len(study.pending)
    left_over = any(study.tried.left(absence.candidate) for absence in study.retired)
    what = phrase("Every candidate in stock") if left_over else phrase("Every candidate")
    if most == 1:
        tried = phrase("{what} is tried, and this study runs each one once.", what=what)
    else:
        tried = phrase(
            "{what} is tried, and this study runs each one {most} times at most.", what=what, most=most
        )
    if not running:
        return tried
    if running == 1:
        return in_sequence((tried, phrase("1 run is in progress.")))
    return in_sequence((tried, phrase("{count} runs are in progress.", count=running)))


#: Maximum number of candidates named in a sentence.
_NAMED = 12


def in_progress(study: Study) -> str:
    """Return how many runs are in progress and of which candidates; empty for none.

    In a finished study they do not change, since it accepts neither starts nor outcomes.
    """
    names = [start.candidate for start in study.pending]
    if not names:
        return ""
    if len(names) == 1:
        return phrase("1 run in progress ({name})", name=names[0])
    listed = ", ".join(names[:_NAMED])
    if len(names) > _NAMED:
        listed = phrase("{names} and {count} more", names=listed, count=len(names) - _NAMED)
    return phrase("{count} runs in progress ({names})", count=len(names), names=listed)
