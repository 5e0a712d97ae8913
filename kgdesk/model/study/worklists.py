"""Records of worklists, and of files of results that were imported."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from kgdesk.model.design.samples import FORMATS, row_letters
from kgdesk.model.study.records import restored_measured

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from kgdesk.model.design.pool import Pool
    from kgdesk.model.study.events import Event
    from kgdesk.model.study.records import Measured

#: Contents of a well of a worklist.
HOLDS: Final = ("candidate", "control", "empty")
#: Orders in which the runs of a worklist fill the wells.
ORDERS: Final = ("rows", "columns", "random")
_MOST_ROWS, _MOST_COLUMNS = FORMATS[-1]
_LONGEST_TOKEN = 64


@dataclass(frozen=True, slots=True)
class WellUse:
    """Content of one well of a worklist.

    Parameters
    ----------
    well
        Name of the well as printed on plates: ``D07``.
    holds
        One of `HOLDS`.
    name
        Name of the candidate or the control; empty for an empty well.
    expects
        Outcome that a control must have to pass, ``success`` or ``failure``; empty: not stated.
    """

    well: str
    holds: str
    name: str = ""
    expects: str = ""

    def as_json(self) -> dict[str, str]:
        """Return the well as in the payload of `worklist_made`."""
        return {key: value for key, value in asdict(self).items() if value}


@dataclass(frozen=True)
class Worklist:
    """Runs on one plate or rack, with its controls and empty wells.

    Parameters
    ----------
    id
        Id as printed on the sheet, unique in the study.
    name
        Name on display.
    rows, columns
        Numbers of rows and columns of the plate.
    order, seed
        One of `ORDERS`, and the seed of a random order.
    snake
        Whether every other row or column is filled backwards.
    wells
        In the order in which they are filled.
    template
        Template of the file for the instrument, JSON values.
    operator, recorded_at, seq
        Operator and time as recorded, and number of the event.
    """

    id: str
    name: str
    rows: int
    columns: int
    order: str
    seed: int
    wells: tuple[WellUse, ...]
    template: Mapping[str, Any]
    operator: str
    recorded_at: str
    seq: int
    snake: bool = False

    def use_of(self, well: str) -> WellUse | None:
        """Return the content of a well; None if it is not on the list."""
        return self._uses.get(well)

    @cached_property
    def _uses(self) -> dict[str, WellUse]:
        return {use.well: use for use in self.wells}

    def candidate_in(self, well: str) -> str:
        """Return the candidate in a well; empty if there is none."""
        use = self.use_of(well)
        return use.name if use is not None and use.holds == "candidate" else ""


@dataclass(frozen=True, slots=True)
class Control:
    """Control in a file of results.

    Parameters
    ----------
    name, well
        Name of the control, and its well, which may be empty.
    value
        Measured value, or a limit of it; None if there is none.
    passed
        Whether the control is as expected.
    """

    name: str
    well: str
    value: Measured | None
    passed: bool


@dataclass(frozen=True, slots=True)
class ResultsRead:
    """File of results that was imported; the outcomes of its runs are events of the same commit.

    Parameters
    ----------
    file, digest
        Name of the file, and SHA-256 of its bytes in hexadecimal.
    rows
        Number of rows in the file.
    controls, empty
        Controls in the file, and names of the empty wells.
    worklist
        Id of the worklist that the results belong to; empty if the file names none.
    operator, recorded_at, seq
        Operator and time as recorded, and number of the event.
    """

    file: str
    digest: str
    rows: int
    controls: tuple[Control, ...]
    empty: tuple[str, ...]
    worklist: str
    operator: str
    recorded_at: str
    seq: int


def worklist_of(event: Event, pool: Pool, used_ids: Collection[str]) -> Worklist:
    """Parse an event that created a worklist.

    Raises
    ------
    KeyError, TypeError, ValueError, BadInput
        A well is not on the plate or occurs twice, a candidate is not in the pool, or the id is in use.
    """
    facts = event.payload
    rows, columns = facts["rows"], facts["columns"]
    if not (1 <= rows <= _MOST_ROWS and 1 <= columns <= _MOST_COLUMNS):
        raise ValueError(f"a plate of {rows} x {columns}")
    if (
        not facts["id"].strip()
        or facts["id"] in used_ids
        or facts["order"] not in ORDERS
        or facts["seed"] < 0
    ):
        raise ValueError("id, order or seed of a worklist")
    wells = tuple(_well(one, pool) for one in facts["wells"])
    on_plate = {f"{row_letters(row)}{column + 1:02d}" for row in range(rows) for column in range(columns)}
    names = [one.well for one in wells]
    if len(set(names)) != len(names) or not on_plate.issuperset(names):
        raise ValueError("wells that are not on the plate, or stand twice")
    return Worklist(
        id=facts["id"],
        name=facts["name"],
        rows=rows,
        columns=columns,
        order=facts["order"],
        seed=facts["seed"],
        wells=wells,
        template=dict(facts.get("template", {})),
        operator=event.new.actor,
        recorded_at=event.new.recorded_at_utc,
        seq=event.seq,
        snake=facts.get("snake", False),
    )


def _well(one: Mapping[str, Any], pool: Pool) -> WellUse:
    use = WellUse(
        _text(one["well"]), _text(one["holds"]), _text(one.get("name", "")), _text(one.get("expects", ""))
    )
    if use.holds not in HOLDS or bool(use.name) != (use.holds != "empty"):
        raise ValueError(f"well {use.well!r}")
    if use.expects and (use.holds != "control" or use.expects not in {"success", "failure"}):
        raise ValueError(f"well {use.well!r} expects {use.expects!r}")
    if use.holds == "candidate":
        pool.row(use.name)
    return use


def results_of(event: Event, known: Collection[str]) -> ResultsRead:
    """Parse an event about a file of results.

    Raises
    ------
    KeyError, TypeError, ValueError
        A control or a well is malformed, or the worklist does not exist.
    """
    facts = event.payload
    worklist = facts.get("worklist", "")
    if facts["rows"] < 0 or facts.get("passed_over", 1) < 1 or (worklist and worklist not in known):
        raise ValueError("rows or worklist of results")
    return ResultsRead(
        file=facts["file"],
        digest=facts["digest"],
        rows=facts["rows"],
        controls=tuple(map(_control, facts["controls"])),
        empty=tuple(map(_text, facts["empty"])),
        worklist=worklist,
        operator=event.new.actor,
        recorded_at=event.new.recorded_at_utc,
        seq=event.seq,
    )


def _control(one: Mapping[str, Any]) -> Control:
    stored, passed = one.get("value"), one["passed"]
    if type(passed) is not bool or isinstance(stored, bool):
        raise TypeError("a control passed or not")
    value = None if stored is None else restored_measured(stored)
    return Control(_text(one["name"]), _text(one.get("well", "")), value, passed)


def checked_token(token: str) -> str:
    """Return a run token if it can be printed, typed and scanned.

    Raises
    ------
    ValueError
        It is empty, longer than 64 characters, or contains white space or unprintable characters.
    """
    if not 1 <= len(token) <= _LONGEST_TOKEN or not token.isprintable() or any(map(str.isspace, token)):
        raise ValueError(f"run token {token!r}")
    return token


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{value!r} is not text")
    return value
