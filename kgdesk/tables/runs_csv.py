"""The runs of a study as a table for people (runs CSV).

A new column is one entry at the end of `COLUMNS`: CSV, workbook and JSON have it, and a file that was written before
reads as before.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kgdesk.model.study.records import Run
    from kgdesk.model.study.study import Study

Outcome = Literal["success", "failure", "void"]

OUTCOMES: tuple[Outcome, ...] = ("success", "failure", "void")


@dataclass(frozen=True, slots=True)
class RunColumn:
    """A column of the runs CSV.

    Parameters
    ----------
    name
        Heading.
    cell
        Returns the cell of a run; None for a blank one. Times are in ISO 8601, UTC.
    identifies
        Whether a file must have the column to be recognised as a runs CSV.
    """

    name: str
    cell: Callable[[Run], str | float | int | None]
    identifies: bool = False


def _corrected_from(run: Run) -> str:
    """Return the outcome before the first correction, and the candidate if that was another."""
    if not run.corrections:
        return ""
    first = run.corrections[0]
    moved = first.old_candidate != run.candidate
    return f"{first.old_outcome} ({first.old_candidate})" if moved else first.old_outcome


#: Columns before the attributes.
COLUMNS: Final = (
    RunColumn("run", lambda run: run.number, identifies=True),
    RunColumn("candidate", lambda run: run.candidate, identifies=True),
    RunColumn("outcome", lambda run: run.outcome, identifies=True),
    RunColumn("recorded_at", lambda run: run.recorded_at, identifies=True),
    RunColumn("operator", lambda run: run.operator),
    RunColumn("suggested", lambda run: run.suggested, identifies=True),
    RunColumn("probability_before", lambda run: run.probability_before, identifies=True),
    RunColumn("note", lambda run: run.note),
    RunColumn("corrected_from", _corrected_from, identifies=True),
    RunColumn("reason", lambda run: run.corrections[-1].reason if run.corrections else run.reason),
)
#: Columns after the attributes, before the extra columns kept with the candidates.
LATER: Final = (
    RunColumn("run_token", lambda run: run.run_token),
    RunColumn("measured", lambda run: run.measured),
)
RUN_COLUMNS: Final = tuple(column.name for column in COLUMNS)
LATER_COLUMNS: Final = tuple(column.name for column in LATER)


def runs_header(attributes: Sequence[str], kept: Sequence[str] = ()) -> tuple[str, ...]:
    """Return the headings of a runs CSV: `RUN_COLUMNS`, attributes, `LATER_COLUMNS`, extra columns.

    A duplicate name is made unique: an attribute by the suffix `` (attribute)``, one of `LATER_COLUMNS` by
    `` (run)``, an extra column by the prefix ``kept:``. The columns before `LATER_COLUMNS` keep the names that they
    had before `LATER_COLUMNS` were introduced.

    Parameters
    ----------
    attributes, kept
        Headings of the study's attributes and extra columns, in table order.
    """
    titles = dict.fromkeys(RUN_COLUMNS)
    for names, form in ((attributes, "{} (attribute)"), (LATER_COLUMNS, "{} (run)"), (kept, "kept:{}")):
        for name in names:
            title = name
            while title in titles:
                title = form.format(title)
            titles[title] = None
    return tuple(titles)


def study_header(study: Study) -> tuple[str, ...]:
    """Return the headings of the runs CSV of a study."""
    return runs_header([a.name for a in study.pool.attributes], list(study.pool.extras))


def attribute_titles(study: Study) -> tuple[str, ...]:
    """Return the headings, in the runs CSV, of the attributes."""
    return study_header(study)[len(COLUMNS) : len(COLUMNS) + len(study.pool.attributes)]


def later_titles(study: Study) -> dict[str, str]:
    """Return name -> heading, in the runs CSV, of the columns `LATER`."""
    first = len(COLUMNS) + len(study.pool.attributes)
    return dict(zip(LATER_COLUMNS, study_header(study)[first : first + len(LATER)], strict=True))


def kept_titles(study: Study) -> tuple[str, ...]:
    """Return the headings, in the runs CSV, of the extra columns kept with the candidates."""
    header = study_header(study)
    return header[len(header) - len(study.pool.extras) :]


def run_cells(study: Study, run: Run) -> tuple[str | float | int | None, ...]:
    """Return the cells of a run in the order of `study_header`."""
    pool, at = study.pool, study.pool.row(run.candidate)
    return (
        *(column.cell(run) for column in COLUMNS),
        *(values[at] for values in pool.values),
        *(column.cell(run) for column in LATER),
        *(values[at] for values in pool.extras.values()),
    )
