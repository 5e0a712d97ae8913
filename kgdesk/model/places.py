"""Where the sample of a candidate lies, for whoever fetches it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kgdesk.model.study import Study

#: Between two of several.
BETWEEN = " · "


def places(study: Study, candidate: str) -> tuple[tuple[str, str], ...]:
    """Return where a candidate is, as (heading, text) pairs; blank cells are left out.

    That is the text in the Location column, where one is named. Until then nobody has said which column it is:
    then all columns that are kept with the candidates are returned, in table order.

    Raises
    ------
    UnknownCandidate
        The study has no candidate of this name.
    """
    row, kept = study.pool.row(candidate), study.pool.extras
    return tuple((heading, kept[heading][row]) for heading in place_columns(study) if kept[heading][row])


def place_columns(study: Study) -> tuple[str, ...]:
    """Return the headings of the columns that tell where candidates are: the Location, or all that are kept."""
    location = study.settings.location
    return (location,) if location else tuple(study.pool.extras)


def has_one_place(study: Study) -> bool:
    """Say whether one column tells where candidates are: the Location, or the only one that is kept."""
    return len(place_columns(study)) == 1


def place_text(study: Study, candidate: str) -> str:
    """Return where a candidate is, with its headings: ``Well: 2-B11``; empty where nothing is kept about it."""
    return BETWEEN.join(f"{heading}: {text}" for heading, text in places(study, candidate))


def place_cell(study: Study, candidate: str) -> str:
    """Return where a candidate is, for a column of its own: with headings only where several columns tell."""
    if has_one_place(study):
        return "".join(text for _, text in places(study, candidate))
    return place_text(study, candidate)


def with_place(study: Study, candidate: str) -> str:
    """Return the name of a candidate with where it is: ``C-0042 (Well: 2-B11)``."""
    where = place_text(study, candidate)
    return f"{candidate} ({where})" if where else candidate
