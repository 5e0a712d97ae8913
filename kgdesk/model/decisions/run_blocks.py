"""Decisions on blocks: state the level of the next runs, and correct that of a run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kgdesk.errors import BadInput
from kgdesk.model.decisions.checks import checked_reason, must_be_open
from kgdesk.model.study.run_blocks import checked_levels
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kgdesk.model.study.records import RunNumber
    from kgdesk.model.study.study import Study

    Fact = tuple[str, dict[str, Any]]


def stated(study: Study, levels: Mapping[str, str] | None) -> dict[str, Any]:
    """Return the payload fields of levels that a person states with a run; none if there are no levels.

    Raises
    ------
    BadInput
        The study has no such block column, or a level is no short text.
    """
    found = checked_levels(study.settings.block_columns, levels or {})
    return {"blocks": found} if found else {}


def set_block(study: Study, levels: Mapping[str, str]) -> tuple[Fact, ...]:
    """Return the facts that state the levels of the runs from here on; an empty level is unknown.

    Raises
    ------
    StudyClosed, BadInput
        The study is finished; the level of a column follows from the runs; or nothing would change.
    """
    must_be_open(study)
    columns = study.settings.block_columns
    found = checked_levels(columns, levels)
    for column in columns:
        if column.name in found and not column.is_stated:
            raise BadInput(
                phrase(
                    "The “{name}” of a run follows from the run itself: state it with a run where it was another.",
                    name=column.name,
                )
            )
    changed = {name: level for name, level in found.items() if level != study.present_levels[name]}
    if not changed:
        raise BadInput("Nothing would change: the block is that one already.")
    return tuple(("block_set", {"column": name, "level": level}) for name, level in changed.items())


def correct_block(study: Study, run: RunNumber, levels: Mapping[str, str], reason: str) -> tuple[Fact, ...]:
    """Return the facts that give a run, in progress or recorded, other levels; an empty level is unknown.

    Raises
    ------
    UnknownRun, StudyClosed, BadInput
        There is no such run, the study is finished, nothing would change, or the reason is empty.
    """
    must_be_open(study)
    why = checked_reason(reason, phrase("A correction"))
    running = next((start for start in study.pending if start.number == run), None)
    old = dict((running or study.run(run)).blocks)
    found = checked_levels(study.settings.block_columns, levels)
    changed = {name: level for name, level in found.items() if level != old.get(name, "")}
    if not changed:
        raise BadInput(phrase("Run {run} has that block already: nothing would change.", run=run))
    return tuple(
        (
            "block_corrected",
            {"run": run, "column": name, "old": old.get(name, ""), "new": level, "reason": why},
        )
        for name, level in changed.items()
    )
