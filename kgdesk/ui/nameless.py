"""A study as it is shown to a room: everything that happened, but not who did it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from kgdesk.model.study import Study

#: Stands where a name stood.
NOBODY: Final = "–"


def nameless(study: Study) -> Study:
    """Return a study without the names of people and computers, for views only: its events fit their chain no more."""
    runs = tuple(
        replace(
            run,
            operator=NOBODY,
            corrections=tuple(replace(each, operator=NOBODY) for each in run.corrections),
        )
        for run in study.runs
    )
    closing, lock = study.closing, study.lock
    return replace(
        study,
        runs=runs,
        starts=tuple(replace(each, operator=NOBODY) for each in study.starts),
        retired=tuple(replace(each, operator=NOBODY) for each in study.retired),
        skipped=tuple(replace(each, operator=NOBODY) for each in study.skipped),
        notes=tuple(replace(each, operator=NOBODY) for each in study.notes),
        amendments=tuple(replace(each, operator=NOBODY) for each in study.amendments),
        worklists=tuple(replace(each, operator=NOBODY) for each in study.worklists),
        results=tuple(replace(each, operator=NOBODY) for each in study.results),
        additions=tuple(replace(each, operator=NOBODY) for each in study.additions),
        signatures=tuple(replace(each, operator=NOBODY) for each in study.signatures),
        closing=None if closing is None else replace(closing, operator=NOBODY),
        lock=None if lock is None else replace(lock, operator=NOBODY),
        events=tuple(
            replace(event, new=replace(event.new, actor=NOBODY, workstation=NOBODY)) for event in study.events
        ),
    )
