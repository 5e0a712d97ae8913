"""A new study from the named arguments of a script."""

from __future__ import annotations

import os
from dataclasses import fields
from inspect import signature
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from kgdesk import actions
from kgdesk.actions.earlier_study import earlier_findings, read_earlier
from kgdesk.actions.importing import column_findings, learnt_columns, value_findings, with_terms
from kgdesk.actions.operator import Operator, user_name
from kgdesk.campaign.arguments import as_names, heading_or_none, plain
from kgdesk.errors import BadInput
from kgdesk.model.study.outcome_words import measured_setting
from kgdesk.model.study.settings import Settings, StudySettings, new_settings
from kgdesk.tables import ColumnChoice, PoolReading, read_pool
from kgdesk.tables.data_frames import backend_of
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from kgdesk.actions import Session


class NewStudy(StudySettings, total=False):
    """What `Campaign.create` takes by name: how `kgdesk.read_pool` reads the table, and the settings of the study."""

    id: str | None
    attributes: Iterable[str] | None
    categories: Iterable[str]
    outcome: str | None
    out_of: str | None
    ignore: Iterable[str]
    extras: Iterable[str]
    units: Mapping[str, str] | None
    logs: Iterable[str]
    decimal: Literal["point", "comma"] | None
    delimiter: str | None
    sheet: str | None
    encoding: str | None
    headings: int | None
    outcome_words: tuple[Collection[str], Collection[str]] | None
    missing: Literal["refuse", "leave_out", "median"]
    blank_none: Iterable[str]
    limits: Literal["refuse", "leave_out", "use", "blank"]
    words: Literal["refuse", "leave_out", "blank"]
    own: Mapping[str, Mapping[str, str]]
    repeated: Literal["refuse", "merge", "first", "last", "rename"]
    look_alikes: Literal["ask", "apart"]
    learn_from: str | os.PathLike[str] | None
    by: str


#: Arguments that say how the table is read.
_READING = set(NewStudy.__annotations__) - set(StudySettings.__annotations__) - {"learn_from", "by"}
#: Defaults that the signatures of `Campaign.create` and `Campaign.open_or_create` show.
DEFAULTS = {
    **{one.name: one.default for one in fields(ColumnChoice) if one.name in _READING},
    **{name: one.default for name, one in signature(read_pool).parameters.items()},
    **{one.name: one.default for one in fields(Settings)},
    "own": {},
    "learn_from": None,
    "by": "",
}


def create_study(
    candidates: Any, study: str | os.PathLike[str], how: Mapping[str, Any]
) -> tuple[Session, str, tuple[str, ...]]:
    """Create a study as `Campaign.create` says; return it with the library of its frame, and what was found."""
    given = plain(how)
    by, place, source = given.pop("by", ""), os.fsdecode(study), given.pop("learn_from", None)
    reading = {name: given.pop(name) for name in _READING & given.keys()}
    given = {"title": actions.name_of(place), **given}
    if "never_together" in given:
        given["never_together"] = as_names(given["never_together"])
    if not given.keys() & {"threshold", "direction", "measured_unit"}:
        given |= measured_setting(given.get("measured", ""))
    who = Operator(by or user_name())
    earlier = None if source is None else read_earlier(os.fspath(source), who)
    settings = new_settings(given)
    table = read_candidates(candidates, reading, settings)
    settings = with_terms(settings, table, given.get("terms", ""))
    is_file = isinstance(candidates, str | os.PathLike)
    backend = "" if is_file or isinstance(candidates, PoolReading) else backend_of(candidates)
    name = Path(candidates).name if is_file else ""
    found = column_findings(table, raw=settings.raw, terms=settings.terms, budget=settings.budget)
    found = (*value_findings(table, settings), *found)
    if earlier is not None:
        found = (*earlier_findings(table, settings, earlier), *found)
    session = actions.create_study(place, table, settings, who, file=name, frame=backend, learn_from=earlier)
    return session, backend, (learnt_columns(table), *found)


def read_candidates(candidates: Any, reading: dict[str, Any], settings: Settings) -> PoolReading:
    """Read the candidates of a new study; kept are `extras` and the columns that the settings name, but attributes."""
    if isinstance(candidates, PoolReading):
        if reading:
            raise BadInput(
                phrase(
                    "The table is read already: pass {names} to read_pool instead.",
                    names=", ".join(sorted(reading)),
                )
            )
        return candidates
    heading_or_none(reading.get("id"))
    learnt = {*as_names(reading.get("attributes") or ()), *as_names(reading.get("categories", ()))}
    extras = dict.fromkeys((*as_names(reading.pop("extras", ())), *settings.kept_columns))
    vocabulary = None if reading.get("outcome_words") else settings
    kept = [name for name in extras if name not in learnt]
    return read_pool(candidates, extras=kept, vocabulary=vocabulary, **reading)
