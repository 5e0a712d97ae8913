"""The runs of a study as a table for people (runs CSV).

A new column is one entry at the end of `TRAILING`, and the list of columns in the manual (``exporting.md``): CSV,
workbook and JSON have it. In `LEADING` it would rename an attribute with the same heading. It is only written; to read
it back, take it in `kgdesk.tables.results_table` (`_columns_of_runs`) and `kgdesk.actions.results` (`_own_headings`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from kgdesk.model.study.records import stored_measured
from kgdesk.model.study.set_values import written_set_values

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kgdesk.model.study.records import Run
    from kgdesk.model.study.study import Study


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


def _measured_from(run: Run) -> str | float | None:
    """Return the measured value before the first correction, if there was one and it is another now."""
    if not run.corrections:
        return None
    first = run.corrections[0].old_measured
    return None if first is None or first == run.measured else stored_measured(first)


#: Columns before the attributes.
LEADING: Final = (
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
TRAILING: Final = (
    RunColumn("run_token", lambda run: run.run_token),
    RunColumn("measured", lambda run: None if run.measured is None else stored_measured(run.measured)),
    RunColumn("really_set", lambda run: written_set_values(run.set_values)),
    RunColumn("blocks", lambda run: written_set_values(tuple(pair for pair in run.blocks if pair[1]))),
    RunColumn("measured_from", _measured_from),
)
LEADING_NAMES: Final = tuple(column.name for column in LEADING)
TRAILING_NAMES: Final = tuple(column.name for column in TRAILING)


def runs_header(attributes: Sequence[str], kept: Sequence[str] = ()) -> tuple[str, ...]:
    """Return the headings of a runs CSV: `LEADING_NAMES`, attributes, `TRAILING_NAMES`, extra columns.

    A duplicate name is made unique where it comes second: an attribute by the suffix `` (attribute)``, one of
    `TRAILING_NAMES` by `` (run)``, an extra column by the prefix ``kept:``.

    Parameters
    ----------
    attributes, kept
        Headings of the study's attributes and extra columns, in table order.
    """
    titles = dict.fromkeys(LEADING_NAMES)
    for names, form in ((attributes, "{} (attribute)"), (TRAILING_NAMES, "{} (run)"), (kept, "kept:{}")):
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
    return study_header(study)[len(LEADING) : len(LEADING) + len(study.pool.attributes)]


def trailing_titles(study: Study) -> dict[str, str]:
    """Return name -> heading, in the runs CSV, of the columns `TRAILING`."""
    first = len(LEADING) + len(study.pool.attributes)
    return dict(zip(TRAILING_NAMES, study_header(study)[first : first + len(TRAILING)], strict=True))


def kept_titles(study: Study) -> tuple[str, ...]:
    """Return the headings, in the runs CSV, of the extra columns kept with the candidates."""
    header = study_header(study)
    return header[len(header) - len(study.pool.extras) :]


def run_cells(study: Study, run: Run) -> tuple[str | float | int | None, ...]:
    """Return the cells of a run in the order of `study_header`."""
    pool, at = study.pool, study.pool.row(run.candidate)
    return (
        *(column.cell(run) for column in LEADING),
        *(values[at] for values in pool.values),
        *(column.cell(run) for column in TRAILING),
        *(values[at] for values in pool.extras.values()),
    )
