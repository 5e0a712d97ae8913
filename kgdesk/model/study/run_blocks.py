"""Blocks of runs: which columns a study names, and the level that a run has in each.

A block is what runs share and candidates do not: a plate, a day, a lot. The setting `blocks` names up to three columns.
The levels of `plate`, `plate-column`, `day` and `operator` follow from the entry of a run; those of any other column
are stated by a person, and stay until another one is stated.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone
from typing import TYPE_CHECKING, Any, Final

from kgdesk.errors import BadInput
from kgdesk.model.beliefs.blocks import MOST_COLUMNS
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from kgdesk.model.study.events import Event

    #: Block columns with the level of a run, in the order of the setting.
    Levels = tuple[tuple[str, str], ...]

#: Columns whose levels follow from the entry of a run.
DERIVED: Final = ("plate", "plate-column", "day", "operator")
#: Longest name of a block column, and of a level.
LONGEST: Final = 60
_OFFSET = re.compile(r"day\s*[+-]\s*[0-9]")
_DAY = re.compile(r"day(?:([+-])([01][0-9]|2[0-3]):([0-5][0-9]))?", re.ASCII)


@dataclass(frozen=True, slots=True)
class BlockColumn:
    """A block column of a study.

    Parameters
    ----------
    name
        Its name: one of `DERIVED`, or that of a value which a person states.
    offset
        Minutes by which the day of the laboratory is ahead of that of UTC; 0 for other columns.
    """

    name: str
    offset: int = 0

    @property
    def is_stated(self) -> bool:
        """Whether a person states its level."""
        return self.name not in DERIVED

    def day_of(self, moment: str) -> str:
        """Return the day at a time in ISO 8601, which is that of UTC where it has no offset; empty for no time."""
        try:
            at = datetime.fromisoformat(moment)
            at = at if at.tzinfo else at.replace(tzinfo=UTC)
            return at.astimezone(timezone(timedelta(minutes=self.offset))).date().isoformat()
        except (ValueError, OverflowError):
            return ""


def parse_blocks(text: str) -> tuple[BlockColumn, ...]:
    """Parse the setting `blocks`: names of columns with commas between them, ``plate, day+01:00, Lot``.

    Raises
    ------
    BadInput
        A name is empty, too long or there twice, or there are too many.
    """
    if not text.strip():
        return ()
    columns = tuple(_parsed(each.strip()) for each in text.split(","))
    names = [column.name.casefold() for column in columns]
    if len(set(names)) < len(names):
        raise BadInput(phrase("“{text}” names a block column twice.", text=text))
    if len(columns) > MOST_COLUMNS:
        raise BadInput(
            phrase(
                "At most {count} block columns can be learnt from, not {given}.",
                count=MOST_COLUMNS,
                given=len(names),
            )
        )
    return columns


def _parsed(name: str) -> BlockColumn:
    if day := _DAY.fullmatch(name):
        sign, hours, minutes = day.groups()
        offset = 60 * int(hours) + int(minutes) if sign else 0
        return BlockColumn("day", -offset if sign == "-" else offset)
    if not name or len(name) > LONGEST or "=" in name:
        raise BadInput(
            phrase(
                "“{name}” is not the name of a block column: use plate, plate-column, day, operator, or a short "
                "name of your own such as Lot.",
                name=f"{name:.80}",
            )
        )
    return BlockColumn(name)


def settled_blocks(text: str, now: datetime, headings: Collection[str] = ()) -> str:
    """Return the setting `blocks` as it is recorded.

    Parameters
    ----------
    text
        What a person wrote. “Plate” and “Day” are `plate` and `day`, whose levels follow from the entry of a run.
    now
        Its time zone is that of the days where they state none.
    headings
        Columns of the table: a word among them is that column, however it is written.

    Raises
    ------
    BadInput
        The offset of the days is none.
    """
    offset = now.strftime("%z")
    names = []
    for each in text.split(","):
        name, folded = each.strip(), each.strip().casefold()
        if name in headings:
            names.append(name)
        elif folded == "day" and offset:
            names.append(f"day{offset[:3]}:{offset[3:5]}")
        elif folded in DERIVED or _DAY.fullmatch(folded):
            names.append(folded)
        elif _OFFSET.match(folded):
            raise BadInput(
                phrase("“{name}” is no block: write day, or day with an offset such as day+01:00.", name=name)
            )
        else:
            names.append(name)
    return ", ".join(names)


def parse_levels(columns: Iterable[BlockColumn], texts: Sequence[str]) -> dict[str, str]:
    """Parse levels as a person states them, such as ``Lot=4711``, one text per column.

    Raises
    ------
    BadInput
        There is no such column, or a text has another form.
    """
    levels: dict[str, str] = {}
    for text in texts:
        name, mark, level = text.partition("=")
        if not mark:
            raise BadInput(
                phrase("“{text}” does not state a block: write COLUMN=LEVEL, such as Lot=4711.", text=text)
            )
        levels[name.strip()] = level.strip()
    return checked_levels(columns, levels)


def checked_levels(columns: Iterable[BlockColumn], levels: Mapping[str, str]) -> dict[str, str]:
    """Return levels of block columns that a person states, stripped; “Plate” is `plate`, as in `settled_blocks`.

    Raises
    ------
    BadInput
        The study names no such column, or a level is too long or no text.
    """
    known = [column.name for column in columns]
    found: dict[str, str] = {}
    for given, level in levels.items():
        folded = given.casefold()
        name = folded if folded in DERIVED and folded in known else given
        if name not in known:
            if not known:
                raise BadInput(
                    phrase(
                        "The study names no block columns, so no “{name}”: name it as one first (kgdesk set STUDY "
                        "--block {name} --reason TEXT).",
                        name=name,
                    )
                )
            raise BadInput(
                phrase(
                    "There is no block column “{name}”: the study has {known}.",
                    name=name,
                    known=", ".join(known),
                )
            )
        if not isinstance(level, str):
            raise BadInput(
                phrase(
                    'The level {level} of “{name}” is no text: write "{level}".',
                    level=f"{level!s:.80}",
                    name=name,
                )
            )
        if len(level.strip()) > LONGEST or not level.isprintable():
            raise BadInput(
                phrase(
                    "“{level}” is no level of “{name}”: use a short text.", level=f"{level!s:.80}", name=name
                )
            )
        found[name] = level.strip()
    return found


def stored_levels(levels: Any) -> Levels:
    """Return the levels that an entry holds.

    Raises
    ------
    TypeError
        A name or a level is not text.
    """
    if not all(isinstance(each, str) for pair in levels.items() for each in pair):
        raise TypeError("a block that is not text")
    return tuple(levels.items())


def levels_of(
    event: Event, columns: Sequence[BlockColumn], stated: Mapping[str, str], plate: str = "", well: str = ""
) -> Levels:
    """Return the levels of a run that an entry starts, or records without a start; an unknown level is empty.

    Parameters
    ----------
    event
        `experiment_started` or `outcome_recorded`. What it states itself is taken before what follows.
    columns
        Block columns of the study.
    stated
        Level that was stated last of each column.
    plate, well
        Plate and well of the run; empty if it is on none.
    """
    facts = event.payload
    given = dict(stored_levels(facts.get("blocks", {})))
    # A past outcome, or a run that is read in again, was not run in the present block.
    elsewhere = bool(facts.get("imported")) or "recorded_at" in facts
    for column in columns:
        if column.name in given:
            continue
        if column.is_stated:
            level = "" if elsewhere else stated.get(column.name, "")
        elif facts.get("imported"):
            level = ""
        elif column.name == "day":
            level = column.day_of(
                facts.get("happened_at") or facts.get("recorded_at") or event.new.recorded_at_utc
            )
        elif column.name == "operator":
            level = facts.get("operator") or event.new.actor
        else:
            level = plate if column.name == "plate" else well.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
        given[column.name] = level
    names = [column.name for column in columns]
    return tuple((name, given[name]) for name in dict.fromkeys((*names, *given)))


def changed_level(levels: Levels, column: str, level: str) -> Levels:
    """Return levels with another one in a column."""
    return tuple((dict(levels) | {column: level}).items())


def levels_text(levels: Levels) -> str:
    """Return the known levels as a text for people: ``plate P1, Lot 4711``."""
    return ", ".join(f"{name} {level}" for name, level in levels if level)
