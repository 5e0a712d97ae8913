"""Second implementation of the fold: read the entries of a study file row by row, sharing no code with the program.

It implements the kinds and payloads of FORMAT, and METHOD's rules for the design matrix.
"""

from __future__ import annotations

import json
import math
import sqlite3
from contextlib import closing
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from truth.values import derive, left_open

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

    Array = NDArray[np.float64]

TAKEN_BACK, REDONE = "taken back", "redone"


@dataclass(frozen=True)
class Entry:
    """One row of the log."""

    seq: int
    kind: str
    actor: str
    at: str
    facts: dict[str, Any]


@dataclass
class Line:
    """One run after all corrections."""

    number: int | str
    candidate: str
    outcome: str
    seq: int
    start: int | None
    imported: bool
    nth: int
    of: int
    suggested: str
    before: float | None
    shown: str = ""
    taken_back: bool = False
    why: str = ""
    #: Its reason before it was taken back.
    why_before: str = ""
    #: Values that were really set, where they differ from the candidate's.
    really: dict[str, Any] = field(default_factory=dict)
    #: Block column: level.
    blocks: dict[str, str] = field(default_factory=dict)
    #: Its value, or a limit as text; and the outcome that was last stated, not derived by a change of the threshold.
    measured: float | str | None = None
    stated: str = ""
    #: Whether its limit left both sides of the threshold open when that was stated.
    was_open: bool = False

    @property
    def used(self) -> bool:
        """Whether the run used a sample of the candidate."""
        words = self.why.split(":")[0].strip().lower()
        return self.outcome != "void" or words not in {TAKEN_BACK, "not done", "wrong sample"}


def entries(path: Path) -> list[Entry]:
    """Return all rows of a study file, read by a connection of its own."""
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as db:
        rows = db.execute(
            "SELECT seq, kind, actor, recorded_at_utc, payload FROM event ORDER BY seq"
        ).fetchall()
    return [Entry(*rest, json.loads(payload)) for *rest, payload in rows]


#: Entries required for a state.
_FOUNDING = {"study_created", "candidates_imported", "attributes_defined"}


@dataclass
class World:
    """State folded from the entries."""

    log: list[Entry]
    runs: list[Line] = field(default_factory=list)
    starts: dict[int, Entry] = field(default_factory=dict)
    #: Number of each run that was started, by its entry.
    numbers: dict[int, int] = field(default_factory=dict)
    #: Number of the run that each start or outcome is of, by its entry.
    run_of_entry: dict[int, int | str] = field(default_factory=dict)
    away: dict[str, Entry] = field(default_factory=dict)
    aside: dict[str, Entry] = field(default_factory=dict)
    notes: list[Entry] = field(default_factory=list)
    finished: Entry | None = None
    #: Levels of each run that was started, by its entry; and those that were stated last.
    levels: dict[int, dict[str, str]] = field(default_factory=dict)
    stated: dict[str, str] = field(default_factory=dict)
    #: Entry that last changed the threshold.
    threshold_since: int = 0

    def __post_init__(self) -> None:
        first = {entry.kind: entry.facts for entry in reversed(self.log)}
        self.name = first["study_created"]["name"]
        self.settings: dict[str, Any] = dict(first["study_created"]["settings"])
        #: The earlier study that this one learns from, as the founding entry has it; None: none.
        self.earlier: dict[str, Any] | None = first["study_created"].get("earlier")
        self.features: list[dict[str, Any]] = first.get("scaling_fixed", {}).get("features", [])
        self.table = first["candidates_imported"]
        self.ids: list[str] = self.table["ids"]
        self.attributes = first["attributes_defined"]["attributes"]
        for entry in self.log:
            self._fold(entry)

    def _fold(self, entry: Entry) -> None:
        getattr(self, f"_{entry.kind}", lambda _: None)(entry)

    @cached_property
    def pending_before(self) -> dict[int, list[Entry]]:
        """Runs in progress before each outcome and each finish, by the number of the entry."""
        founded = max(n for n, entry in enumerate(self.log, 1) if entry.kind in _FOUNDING)
        world, before = World(self.log[:founded]), {}
        for entry in self.log[founded:]:
            if entry.kind in {"outcome_recorded", "finished"}:
                before[entry.seq] = world.pending
            world._fold(entry)
        return before

    def _experiment_started(self, entry: Entry) -> None:
        self.numbers[entry.seq] = self.run_of_entry[entry.seq] = self.next_number
        self.starts[entry.seq] = entry
        self.levels[entry.seq] = self._levels(entry)

    @property
    def block_columns(self) -> list[str]:
        return [name for name in self.settings.get("blocks", "").split(", ") if name]

    def _levels(self, entry: Entry) -> dict[str, str]:
        """Return the levels of a run that is on no plate: its own, the operator's, or those stated last."""
        facts = entry.facts
        known = {} if facts.get("imported") else {**self.stated, "operator": entry.actor}
        found = {name: known.get(name, "") for name in self.block_columns}
        return {**found, **facts.get("blocks", {})}

    @property
    def present_block(self) -> dict[str, str]:
        last = self.log[-1].actor
        return {
            name: last if name == "operator" else self.stated.get(name, "") for name in self.block_columns
        }

    def _block_set(self, entry: Entry) -> None:
        self.stated[entry.facts["column"]] = entry.facts["level"]

    def _block_corrected(self, entry: Entry) -> None:
        facts = entry.facts
        every = [run.blocks for run in self.runs if run.number == facts["run"]]
        every += [self.levels[seq] for seq, number in self.numbers.items() if number == facts["run"]]
        for levels in every:
            levels[facts["column"]] = facts["new"]

    @property
    def next_number(self) -> int:
        planned = [run.number for run in self.runs if isinstance(run.number, int)]
        return 1 + max([0, *planned, *self.numbers.values()])

    def _number_of(self, facts: dict[str, Any]) -> int | str:
        """Return the number of the run that an outcome is of; forget its entry that was taken back."""
        settled = self.numbers.get(facts["start"]) if "start" in facts else None
        before = next((run for run in self.runs if run.number == settled), None)
        if settled is not None and (before is None or before.taken_back):
            self.runs = [run for run in self.runs if run is not before]
            return settled
        if facts.get("imported"):
            return f"P{1 + sum(run.imported for run in self.runs)}"
        return self.next_number

    def _outcome_recorded(self, entry: Entry) -> None:
        facts = entry.facts
        nth, of = facts.get("repeat", (1, 1))
        number = self.run_of_entry[entry.seq] = self._number_of(facts)
        self.runs.append(
            Line(
                number,
                facts["candidate"],
                facts["outcome"],
                entry.seq,
                facts.get("start"),
                isinstance(number, str),
                nth,
                of,
                facts.get("suggested", ""),
                facts.get("probability_before"),
                facts.get("shown", ""),
                why=facts.get("reason", ""),
                really=facts.get("set", {}),
                blocks={**self.levels[facts["start"]], **facts.get("blocks", {})}
                if "start" in facts
                else self._levels(entry),
                measured=facts.get("measured"),
                stated=facts["outcome"],
                was_open=left_open(facts.get("measured"), self.settings),
            )
        )
        if isinstance(number, int):
            self.aside.clear()

    def _outcome_corrected(self, entry: Entry) -> None:
        run = next(run for run in self.runs if run.number == entry.facts["run"])
        new = entry.facts["new"]
        keeps = new["outcome"] in {run.outcome, "void"} or left_open(run.measured, self.settings)
        stays = run.measured if keeps else None
        run.measured = new.get("measured", stays)
        run.candidate, run.outcome = new["candidate"], new["outcome"]
        run.really = new.get("set", run.really)
        run.stated, run.was_open = run.outcome, left_open(run.measured, self.settings)
        reason = entry.facts["reason"]
        if run.taken_back and reason == REDONE:
            reason = run.why_before
        run.why_before, run.why = run.why, reason
        run.taken_back = reason == TAKEN_BACK

    _outcome_voided = _outcome_corrected

    def _candidate_retired(self, entry: Entry) -> None:
        self.away[entry.facts["candidate"]] = entry

    def _candidate_restored(self, entry: Entry) -> None:
        del self.away[entry.facts["candidate"]]

    def _suggestion_declined(self, entry: Entry) -> None:
        self.aside[entry.facts["candidate"]] = entry

    def _note_added(self, entry: Entry) -> None:
        self.notes.append(entry)

    def _settings_changed(self, entry: Entry) -> None:
        self.settings[entry.facts["setting"]] = entry.facts["new"]
        if entry.facts["setting"] == "threshold":
            self.threshold_since = entry.seq
            derive(self.runs, self.settings)

    def _finished(self, entry: Entry) -> None:
        self.finished = entry

    def _reopened(self, _: Entry) -> None:
        self.finished = None

    @property
    def revision(self) -> int:
        return self.log[-1].seq

    @property
    def valid(self) -> list[Line]:
        return [run for run in self.runs if run.outcome in {"success", "failure"}]

    @property
    def took_place(self) -> list[Line]:
        return [run for run in self.runs if run.outcome != "void"]

    @property
    def done(self) -> int:
        return sum(not run.imported for run in self.took_place)

    @property
    def pending(self) -> list[Entry]:
        settled = {run.start for run in self.runs if not run.taken_back}
        return [start for seq, start in self.starts.items() if seq not in settled]

    @property
    def running(self) -> list[str]:
        return [start.facts["candidate"] for start in self.pending]

    def tried(self, candidate: str) -> tuple[int, int]:
        """Return the numbers of runs and successes of a candidate, without voids."""
        own = [run.outcome for run in self.valid if run.candidate == candidate]
        return len(own), own.count("success")

    @property
    def kept(self) -> list[str]:
        """Columns with locations: the location column if set, else all kept columns."""
        if self.settings.get("location"):
            return [self.settings["location"]]
        return [one["name"] for one in self.table["columns"] if one["name"] in self.table["extras"]]

    def places(self, candidate: str) -> dict[str, str]:
        """Return the location of a candidate: heading -> non-empty text."""
        row = self.ids.index(candidate)
        cells = {name: self.table["extras"][name][row] for name in self.kept}
        return {name: cell for name, cell in cells.items() if cell}

    def well(self, candidate: str) -> tuple[str, str] | None:
        """Return plate and well of a sample, ``5`` and ``D04`` for ``5-D4``; None if it is kept elsewhere."""
        elsewhere = len(self.kept) == 1 and self.places(candidate).keys() - {"well"}
        if elsewhere or "well" not in self.table["extras"]:
            return None
        plate, _, well = self.table["extras"]["well"][self.ids.index(candidate)].partition("-")
        return plate, f"{well[0]}{int(well[1:]):02d}"

    def cells(self, candidate: str) -> list[float | str]:
        """Return the attributes of a candidate."""
        return [values[self.ids.index(candidate)] for values in self.table["values"]]

    @property
    def run_before(self) -> tuple[int, list[float | str]] | None:
        """Number and attributes of the run that was started last, as they were set; None before the first."""
        begun = {
            self.numbers[seq]: self.cells(start.facts["candidate"]) for seq, start in self.starts.items()
        }
        for run in self.runs:
            if isinstance(run.number, int) and not run.taken_back:
                names = [attribute["name"] for attribute in self.attributes]
                cells = zip(names, self.cells(run.candidate), strict=True)
                begun[run.number] = [run.really.get(name, cell) for name, cell in cells]
        return max(begun.items(), default=None)

    def place(self, candidate: str) -> str:
        """Return the location of a candidate in one line; empty if unknown."""
        return " · ".join(f"{name}: {cell}" for name, cell in self.places(candidate).items())

    @cached_property
    def design(self) -> Design:
        return Design(self.ids, self.attributes, self.table["values"], self.settings, self.features)

    def row_set(self, run: Line) -> Array:
        """Return the row (d,) of the design matrix for the values that were set in a run."""
        at = self.ids.index(run.candidate)
        return self.design.row(
            [
                run.really.get(attribute["name"], cells[at])
                for attribute, cells in zip(self.attributes, self.table["values"], strict=True)
            ]
        )

    def shares(self, one: str, other: str) -> list[tuple[str, str]]:
        """Return the (value, column) pairs by which two candidates exclude each other."""
        columns = {a["name"]: v for a, v in zip(self.attributes, self.table["values"], strict=True)}
        columns = {**self.table["extras"], **columns}
        first, second = self.ids.index(one), self.ids.index(other)
        both = []
        for name in self.settings["never_together"]:
            a, b = (_cell(columns[name][at]) for at in (first, second))
            if a and a == b:
                both.append((a, name))
        return both

    def left(self, candidate: str) -> float:
        """Return the number of runs that a candidate can still have."""
        answer = self.settings.get("repeats", "")
        if answer in {"", "yes"}:
            return math.inf
        used = sum(run.used and run.candidate == candidate for run in self.runs) + self.running.count(
            candidate
        )
        return max(0, (1 if answer == "no" else int(answer)) - used)

    @cached_property
    def stock(self) -> Stock:
        return Stock(self)


def _cell(value: float | str) -> str:
    return value.strip() if isinstance(value, str) else f"{value:g}"


class Design:
    """Design matrix by METHOD's rules, from the stored table alone.

    Parameters
    ----------
    ids, attributes, values, settings, features
        As in the founding entries.
    """

    def __init__(
        self,
        ids: list[str],
        attributes: list[dict[str, Any]],
        values: list[list[Any]],
        settings: dict[str, Any],
        features: list[dict[str, Any]],
    ) -> None:
        self.features = features
        columns, names, numbers, keys = [np.ones(len(ids))], ["intercept"], [], []
        for attribute, cells in zip(attributes, values, strict=True):
            if len(set(cells)) == 1:
                continue
            keys.append(cells)
            if attribute["kind"] == "category":
                for level in sorted(set(cells)):
                    columns.append(np.array([float(cell == level) for cell in cells]))
                    names.append(f"{attribute['name']}={level}")
                continue
            number = np.array([math.log(v) if attribute["log"] else float(v) for v in cells])
            columns.append(number if settings["raw"] else (number - number.mean()) / number.std())
            names.append(attribute["name"])
            numbers.append(len(names) - 1)
        self._given = attributes, values, settings
        self._products: list[tuple[int, int, float, float]] = []
        self._marks: list[tuple[bool, bool]] = [(False, False)] * len(names)
        self._bend(columns, names, numbers, settings.get("terms", "linear"))
        whole = np.array(columns).T
        first: dict[tuple[Any, ...], int] = {}
        self.row_of = np.array([first.setdefault(key, len(first)) for key in self._keys(keys, len(ids))])
        self.first_of = np.array([int(np.flatnonzero(self.row_of == row)[0]) for row in range(len(first))])
        self.X, self.names = whole[self.first_of], names

    def row(self, values: list[Any]) -> Array:
        """Return the row (d,) of any point, by its values in the order of the attributes."""
        attributes, columns, settings = self._given
        row = [1.0]
        for attribute, cells, value in zip(attributes, columns, values, strict=True):
            if len(set(cells)) == 1:
                continue
            if attribute["kind"] == "category":
                row += [float(value == level) for level in sorted(set(cells))]
                continue
            scale = math.log if attribute["log"] else float
            numbers = np.array([scale(cell) for cell in cells])
            row.append(scale(value) if settings["raw"] else (scale(value) - numbers.mean()) / numbers.std())
        row += [(row[a] * row[b] - mean) / deviation for a, b, mean, deviation in self._products]
        return np.array(row)

    @staticmethod
    def _keys(columns: list[list[Any]], count: int) -> list[tuple[Any, ...]]:
        return list(zip(*columns, strict=True)) if columns else [()] * count

    def _bend(self, columns: list[Array], names: list[str], numbers: list[int], terms: str) -> None:
        pairs = [(a, b) for n, a in enumerate(numbers) for b in numbers[n + 1 :]]
        squares = [(a, a) for a in numbers]
        kinds = {"linear": [], "interactions": pairs, "squares": squares, "average-squares": squares}
        wanted = kinds.get(terms, pairs + squares)
        for a, b in wanted:
            if a == b and len(set(columns[a].tolist())) == 2:
                continue
            product = columns[a] * columns[b]
            if product.std() < 1e-9:
                continue
            columns.append((product - product.mean()) / product.std())
            self._products.append((a, b, product.mean(), product.std()))
            names.append(f"{names[a]}²" if a == b else f"{names[a]} × {names[b]}")
            self._marks.append((True, a == b))

    @property
    def higher(self) -> NDArray[np.bool_]:
        return np.array([mark for mark, _ in self._marks])

    @property
    def squares(self) -> NDArray[np.bool_]:
        return np.array([mark for _, mark in self._marks])


class Stock:
    """Rows of the design matrix that may be recommended, those that may be suggested now, and the runs left of each.

    Parameters
    ----------
    world
        The folded state.
    """

    def __init__(self, world: World) -> None:
        ids, row_of = world.ids, world.design.row_of
        kept = [name not in world.away for name in ids]
        limited = world.settings.get("repeats", "") not in {"", "yes"}
        can = [k and world.left(name) > 0 for k, name in zip(kept, ids, strict=True)]
        running = world.running
        barred = [any(world.shares(name, other) for other in running) for name in ids]
        wanted = [c and name not in world.aside for c, name in zip(can, ids, strict=True)]
        if not any(wanted):
            wanted = can
        free = [w and not b for w, b in zip(wanted, barred, strict=True)]
        if not any(free) and any(barred):
            free = [c and not b for c, b in zip(can, barred, strict=True)]
        self.waits = any(can) and not any(free)
        self.exhausted = not any(can)
        start = wanted if self.waits else free
        self.best = {}
        self.next = {}
        for at, name in enumerate(ids):
            if kept[at]:
                self.best.setdefault(int(row_of[at]), name)
            if start[at]:
                self.next.setdefault(int(row_of[at]), name)
        count = len(world.design.X)
        for at, name in enumerate(ids):  # where runs are limited every row can be the best
            if limited:
                self.best.setdefault(int(row_of[at]), name)
        self.runs_left = np.zeros(count)
        for at, name in enumerate(ids):
            self.runs_left[row_of[at]] += world.left(name) if kept[at] else 0.0
        self.in_stock = np.array([row in self.best for row in range(count)])
        self.open = np.array([row in self.next for row in range(count)])
