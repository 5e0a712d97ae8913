"""Study: immutable state of an event-sourced study, computed by folding its events."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from functools import cached_property
from numbers import Integral
from typing import TYPE_CHECKING, Any

import numpy as np

from kgdesk.errors import DamagedStudy, UnknownRun
from kgdesk.model.beliefs.belief import posterior
from kgdesk.model.beliefs.blocks import Blocks, fitted_in_blocks
from kgdesk.model.beliefs.values import fitted_to_values
from kgdesk.model.design import design_matrix
from kgdesk.model.design.availability import Availability, ExclusionGroups, RunLimit, find_availability
from kgdesk.model.design.samples import Barcodes
from kgdesk.model.study.earlier import prior_after
from kgdesk.model.study.events import NONSENSE, Head, damaged, problems_of
from kgdesk.model.study.measured_scale import learnt_by_value, readings_of
from kgdesk.model.study.records import (
    OUTCOMES,
    TAKEN_BACK,
    Absence,
    Amendment,
    Closing,
    Correction,
    Note,
    Outcome,
    Run,
    Start,
    highest_number,
    parse_run_number,
)
from kgdesk.model.study.reducer import folded
from kgdesk.model.study.set_values import row_of
from kgdesk.model.study.setup import founded, pool_at_creation, settings_at_creation
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from collections.abc import Set as AbstractSet
    from datetime import datetime

    from numpy.typing import NDArray

    from kgdesk.model.beliefs.belief import Belief
    from kgdesk.model.beliefs.blocks import BlockFit
    from kgdesk.model.beliefs.values import Readings, ValueFit
    from kgdesk.model.design.pool import Pool
    from kgdesk.model.study.earlier import Earlier
    from kgdesk.model.study.events import Event, SetAside
    from kgdesk.model.study.records import RunNumber
    from kgdesk.model.study.settings import Settings
    from kgdesk.model.study.setup import Addition, TableColumn
    from kgdesk.model.study.worklists import ResultsRead, Worklist

    Array = NDArray[np.float64]

__all__ = ["OUTCOMES", "TAKEN_BACK", "Closing", "Correction", "Outcome", "Run", "Study", "fold"]


@dataclass(frozen=True)
class Study:
    """State of a study, folded from its events; immutable.

    Parameters
    ----------
    name
        Short name: that of the file when the study was created.
    settings
        Settings at creation, with later amendments.
    pool
        Candidates at creation, with later additions.
    scaling
        Frozen encoding of the design matrix, fixed at creation.
    source
        Origin of the candidates: file name, digest, parser settings, rows left out.
    runs
        In the order of their entries. A run whose entry was taken back and recorded again has the position of the new
        entry.
    starts
        All starts of runs, in order, including those whose outcome is recorded; `pending` has the others.
    retired
        Candidates out of stock, in the order of their retirement.
    skipped
        Candidates that the user set aside until the next run.
    closing
        Set while the study is finished.
    notes
        Notes about runs and about the study, in order.
    amendments
        Changes of settings since creation, in order.
    head
        End of the hash chain; its `seq` is the revision.
    events
        All events; every other field is computed from them.
    worklists, results, additions
        Worklists, imported files of results, and additions to the pool since creation, each in order.
    columns
        Columns of the table that the candidates came from, in its order, with their roles; none if there was none.
    earlier
        An earlier study that its prior has learnt from; None: none.
    stated_blocks
        Block columns with the level that a person stated last, which the next runs have.
    set_aside
        Events without effect, because they break the rules of their kind or contradict earlier events. This depends on
        the events alone, so every copy and workstation sets the same ones aside.
    today
        Day that has begun since the last event, where days are blocks; empty: not known. Only the next suggestion
        depends on it, which records it as `day_begun`; never what is on record.

    Examples
    --------
    >>> run = campaign.record("C", True)
    >>> study = campaign.study
    >>> study
    <Study screen: 4 candidates, 1 outcomes, 1 successes, 0 runs in progress, 6 runs planned, open, revision 5>
    >>> [run.candidate for run in study.runs], study.tally
    (['C'], {'C': (1, 0)})
    """

    name: str
    settings: Settings
    pool: Pool
    scaling: design_matrix.Scaling
    source: Mapping[str, Any] = field(default_factory=dict)
    runs: tuple[Run, ...] = ()
    starts: tuple[Start, ...] = ()
    retired: tuple[Absence, ...] = ()
    skipped: tuple[Absence, ...] = ()
    closing: Closing | None = None
    notes: tuple[Note, ...] = ()
    amendments: tuple[Amendment, ...] = ()
    head: Head = field(default_factory=Head)
    events: tuple[Event, ...] = ()
    worklists: tuple[Worklist, ...] = ()
    results: tuple[ResultsRead, ...] = ()
    additions: tuple[Addition, ...] = ()
    columns: tuple[TableColumn, ...] = ()
    stated_blocks: tuple[tuple[str, str], ...] = ()
    set_aside: tuple[SetAside, ...] = ()
    today: str = field(default="", compare=False)
    earlier: Earlier | None = None

    def __repr__(self) -> str:
        """Say where the study stands, in one line."""
        return (
            f"<Study {self.name}: {len(self.pool)} candidates, {len(self.valid)} outcomes, {self.successes} successes, "
            f"{len(self.pending)} runs in progress, {self.settings.budget} runs planned, "
            f"{'open' if self.is_open else 'finished'}, revision {self.revision}>"
        )

    @cached_property
    def sensible(self) -> tuple[Event, ...]:
        """All events except those set aside: the ones whose payloads can be read."""
        if not self.set_aside:
            return self.events
        left_out = {one.seq for one in self.set_aside}
        return tuple(event for event in self.events if event.seq not in left_out)

    @property
    def revision(self) -> int:
        """Number of events; results carry the revision that they were computed for."""
        return self.head.seq

    @property
    def is_open(self) -> bool:
        """Whether the study takes outcomes."""
        return self.closing is None

    @property
    def valid(self) -> tuple[Run, ...]:
        """Runs that are a success or a failure, neither undecided nor void."""
        return tuple(run for run in self.runs if run.outcome in {"success", "failure"})

    @property
    def took_place(self) -> tuple[Run, ...]:
        """All runs but the voids."""
        return tuple(run for run in self.runs if run.outcome != "void")

    @property
    def draw_seed(self) -> tuple[int, int]:
        """Seed of the draws behind statements about the present belief: seed of the study, number of runs learnt from.

        So an outcome that is recorded and undone leaves the statements as they were, and a note does not move them.
        """
        return self.settings.seed, len(self.learnt)

    @property
    def learnt(self) -> tuple[Run, ...]:
        """Runs that the belief is fitted to: the valid ones, and where it learns from values the undecided ones."""
        return self.took_place if self.has_values else self.valid

    @property
    def done(self) -> int:
        """Number of planned runs recorded: voids and imported outcomes do not count."""
        return sum(not run.imported for run in self.took_place)

    @property
    def successes(self) -> int:
        """Number of successes among the valid runs."""
        return sum(run.outcome == "success" for run in self.runs)

    @cached_property
    def tally(self) -> Mapping[str, tuple[int, int]]:
        """Numbers of successes and failures of each candidate that was run, which may be 0; voids do not count."""
        counts: dict[str, tuple[int, int]] = {}
        for run in self.took_place:
            successes, failures = counts.get(run.candidate, (0, 0))
            won, lost = run.outcome == "success", run.outcome == "failure"
            counts[run.candidate] = (successes + won, failures + lost)
        return counts

    @cached_property
    def pending(self) -> tuple[Start, ...]:
        """Runs in progress, in the order of their starts.

        A start is settled by the run that was recorded for it, void or not. Taking that entry back puts the run in
        progress again: only the entry was wrong, the experiment is still running.
        """
        settled = {run.start for run in self.runs if not run.taken_back}
        return tuple(start for start in self.starts if start.seq not in settled)

    @cached_property
    def tried(self) -> RunLimit:
        """How often each candidate may be run, and how often its sample was used; a run in progress counts as a use."""
        used = [run.candidate for run in self.runs if run.used_sample]
        used += [start.candidate for start in self.pending]
        return RunLimit(self.settings.run_limit, Counter(used))

    @cached_property
    def stock(self) -> Availability:
        """Rows in stock, and rows that may be suggested now."""
        return self.stock_beside(())

    def stock_beside(
        self, further: Sequence[str], *, distinct: bool = False, closed: AbstractSet[str] = frozenset()
    ) -> Availability:
        """Return the availability if the candidates `further` were in progress as well.

        With `distinct` none of them may be suggested again, and those in `closed` may not be suggested in any case.
        """
        running = (*(start.candidate for start in self.pending), *further)
        return find_availability(
            self.pool,
            self.design,
            {a.candidate for a in self.retired},
            {a.candidate for a in self.skipped},
            self.groups.barred(running),
            limit=self.tried.after(further, distinct=distinct, closed=closed),
        )

    @cached_property
    def groups(self) -> ExclusionGroups:
        """Groups of candidates that must not run at the same time."""
        return ExclusionGroups(self.pool, self.settings.never_together)

    @cached_property
    def barcodes(self) -> Barcodes:
        """Lookup from barcodes on samples to candidates."""
        return Barcodes(self.pool, self.settings.barcode)

    @cached_property
    def design(self) -> design_matrix.Design:
        """Design matrix of the pool; bit-identical each time, since the scaling is frozen."""
        return design_matrix.design(self.pool, self.scaling)

    @cached_property
    def outcomes(self) -> tuple[NDArray[np.int64], Array]:
        """(n,) rows of the design matrix and (n,) outcomes +1/-1 of the valid runs, in order.

        Runs in which other values were set than those of their candidate are left out: see `observed`.
        """
        valid = [run for run in self.valid if not run.set_values]
        candidates = np.array([self.pool.row(run.candidate) for run in valid], dtype=np.int64)
        y = [1.0 if run.outcome == "success" else -1.0 for run in valid]
        return self.design.row_of[candidates], np.asarray(y, dtype=np.float64)

    @cached_property
    def observed(self) -> tuple[design_matrix.Rows, Array]:
        """Rows (n, d) that the runs learnt from were done at, with the values really set, and their outcomes (n,).

        An outcome is +1 or -1; 0 if it is undecided.
        """
        valid, whole = self.learnt, self.design.rows
        rows = self.design.row_of[np.array([self.pool.row(run.candidate) for run in valid], dtype=np.int64)]
        changed = [at for at, run in enumerate(valid) if run.set_values]
        if changed:
            rows = rows.copy()
            others = [
                row_of(self.pool, self.scaling, valid[at].candidate, valid[at].set_values) for at in changed
            ]
            rows[changed] = len(whole) + np.arange(len(changed))
            whole = design_matrix.Rows(np.vstack([whole.X, *others]))
        y = [{"success": 1.0, "failure": -1.0}.get(run.outcome, 0.0) for run in valid]
        return whole.take(rows), np.asarray(y, dtype=np.float64)

    @cached_property
    def prior(self) -> Belief:
        """Prior belief, before any outcome; it has learnt from the earlier study if there is one."""
        return prior_after(self.settings, self.scaling, self.pool.attributes, self.earlier)

    @cached_property
    def belief(self) -> Belief:
        """Posterior belief after all valid runs, in a block that is not known yet; computed on first access."""
        if self.block_fit is not None:
            return self.block_fit.belief
        if self.value_fit is not None:
            return self.value_fit.belief
        return posterior(self.prior, *self.observed)

    @property
    def present_belief(self) -> Belief:
        """Posterior belief in the block of the next run; `belief` itself where nothing is known of that block."""
        return self.belief if self.block_fit is None else self.block_fit.present

    @cached_property
    def block_fit(self) -> BlockFit | None:
        """The fit to runs in blocks; None where the study names none."""
        columns = self.settings.block_columns
        if not columns:
            return None
        levels = [[dict(run.blocks).get(column.name, "") for column in columns] for run in self.learnt]
        rows, y = self.observed
        present = self.present_levels
        blocks = Blocks.of(levels, [present[column.name] for column in columns])
        return fitted_in_blocks(self.prior, rows, y, blocks, self._readings)

    @cached_property
    def present_levels(self) -> dict[str, str | None]:
        """Level of the next run in each block column; empty: unknown; None: one that is not known beforehand.

        A person has stated it; or it is the operator of the newest entry and its day, or the day that has begun since;
        or the plate of the newest run.
        """
        entries = [(run.seq, run.blocks) for run in self.runs]
        entries += [(start.seq, start.blocks) for start in self.starts]
        last = dict(max(entries)[1]) if entries else {}
        last_entry = self.events[-1].new if self.events else None
        found: dict[str, str | None] = {}
        for column in self.settings.block_columns:
            if column.is_stated:
                found[column.name] = dict(self.stated_blocks).get(column.name, "")
            elif column.name == "plate":
                found[column.name] = last.get("plate")
            elif column.name == "plate-column" or last_entry is None:
                found[column.name] = None
            else:
                by = column.name == "operator"
                day = column.day_of(last_entry.recorded_at_utc)
                found[column.name] = last_entry.actor if by else max(day, self.today)
        return found

    @property
    def day_begun(self) -> str:
        """The day of the next run if it is not that of the newest entry, where days are blocks; empty otherwise."""
        return (
            self.today if self.today and replace(self, today="").present_levels["day"] != self.today else ""
        )

    def on_day_of(self, now: Callable[[], datetime]) -> Study:
        """Return the study as on a day after that of its newest entry; itself on that day, or where no block is a day.

        Parameters
        ----------
        now
            Returns the present time with its time zone; called only where a block is a day.
        """
        column = next((each for each in self.settings.block_columns if each.name == "day"), None)
        if column is None:
            return self
        today = column.day_of(now().isoformat())
        return self if today <= (self.present_levels["day"] or "") else replace(self, today=today)

    def under(self, kind: str) -> Study:
        """Return the study with another kind of belief, as a policy with a belief of its own sees it."""
        if kind == self.settings.belief:
            return self
        return replace(self, settings=replace(self.settings, belief=kind, likelihood="outcomes"))

    @property
    def has_values(self) -> bool:
        """Whether the belief is fitted to measured values."""
        return learnt_by_value(self.settings, [run.measured for run in self.took_place])

    @cached_property
    def value_fit(self) -> ValueFit | None:
        """The fit to measured values; None where the study does not learn from values, or has none."""
        if self.block_fit is not None:
            return self.block_fit.values
        readings = self._readings
        return None if readings is None else fitted_to_values(self.prior, self.observed[0], readings)

    @property
    def _readings(self) -> Readings | None:
        """What the runs learnt from measured; None where the study does not learn from values, or has none."""
        runs = self.learnt
        done = [(run.candidate, run.set_values) for run in runs]
        return readings_of(done, self.observed[1] > 0, [run.measured for run in runs], self.settings)

    @cached_property
    def next_number(self) -> int:
        """The number that the next run gets, when it is started or recorded."""
        return highest_number(self.runs, self.starts) + 1

    @cached_property
    def _corrections(self) -> tuple[tuple[int, int], ...]:
        """Entry of every correction, with the place in `runs` of the run that it concerns."""
        place_of = {run.number: place for place, run in enumerate(self.runs)}
        kinds = {"outcome_corrected", "outcome_voided"}
        made = (event for event in self.sensible if event.kind in kinds)
        return tuple((event.seq, place_of[event.payload["run"]]) for event in made)

    @cached_property
    def _by_number(self) -> Mapping[RunNumber, Run]:
        return {run.number: run for run in self.runs}

    def run(self, number: RunNumber) -> Run:
        """Return a recorded run by its number: 1 for the first planned one, ``P1`` for the first past outcome.

        Raises
        ------
        UnknownRun
            There is no such run, or it is in progress.
        """
        asked: Any = number
        known = parse_run_number(asked) == asked if isinstance(asked, str) else isinstance(asked, Integral)
        if not known or isinstance(asked, bool):
            name = f"{asked!r:.60}"
            raise UnknownRun(
                phrase(
                    "A run is named by its number, for example 12, or P3 for a past outcome, not by {number}.",
                    number=name,
                )
            )
        found = self._by_number.get(number)
        if found is not None:
            return found
        if any(start.number == number for start in self.starts):
            raise UnknownRun(phrase("Run {number} is in progress: it has no outcome yet.", number=number))
        if isinstance(number, str):
            past = sum(run.imported for run in self.runs)
            raise UnknownRun(
                phrase("This study has no past outcome {number}: it has {count}.", number=number, count=past)
            )
        last = phrase("none is recorded yet")
        newest = (self.next_number - 1) or (self.runs[-1].number if self.runs else 0)
        if newest:
            last = phrase("the last one is {number}", number=newest)
        raise UnknownRun(phrase("This study has no run {number}: {last}.", number=number, last=last))

    def number_at(self, count: int) -> RunNumber:
        """Return the number of the last of the first `count` recorded runs; 0 if `count` is 0."""
        return self.runs[count - 1].number if count else 0

    def as_of(self, count: int) -> Study:
        """Return the state of the study right after the first `count` runs were recorded, or before them if it is 0."""
        if not 0 <= count <= len(self.runs):
            raise UnknownRun(
                phrase("This study has {last} runs, not {count}.", last=len(self.runs), count=count)
            )
        before = self.runs[0].seq - 1 if self.runs else self.head.seq
        end = self.runs[count - 1].seq if count else before
        founding = next(n for n, event in enumerate(self.events, 1) if event.kind == "scaling_fixed")
        last = self.events[founding - 1]
        earlier = Study(
            self.name,
            settings_at_creation(self.settings, self.amendments),
            pool_at_creation(self.pool, self.additions),
            self.scaling,
            self.source,
            columns=self.columns,
            head=Head(last.seq, last.hash),
            events=self.events[:founding],
            earlier=self.earlier,
        )
        return _with_what_stays(self, earlier).applied(self.events[founding:end])

    @property
    def threshold_since(self) -> int:
        """Number of the event that last changed the threshold; 0 if none did."""
        return max((one.seq for one in self.amendments if one.setting == "threshold"), default=0)

    def corrected_since(self, count: int) -> bool:
        """Return whether a run that was on record after the first `count` runs was corrected, or taken back, later.

        A change of the threshold is a correction of every run.
        """
        end = self.runs[count - 1].seq if count else 0
        if self.threshold_since > end:
            return True
        # A run that was taken back and recorded again stands further down than its first entry.
        return any(
            seq > end and (place < count or seq < self.runs[place].seq) for seq, place in self._corrections
        )

    def after(self, count: int) -> Study:
        """Return the state right after the first `count` runs, with their outcomes and the threshold of today.

        `as_of` has the outcomes that were on record then. A run that was corrected to a candidate which was added
        later teaches nothing yet.
        """
        then = self.as_of(count)
        if not self.corrected_since(count):
            return then
        known = frozenset(then.pool.ids)
        runs = tuple(run for run in self.runs[:count] if run.candidate in known)
        settings = replace(then.settings, threshold=self.settings.threshold)
        return _with_what_stays(then, replace(then, runs=runs, settings=settings))

    def applied(self, events: Iterable[Event]) -> Study:
        """Return the study with further events applied; those that make no sense are set aside.

        Raises
        ------
        NewerStudy
            An event has a kind or version that this program does not support.
        """
        more = tuple(events)
        if not more:
            return self
        entries, left_out = folded(self, more)
        after = replace(
            self,
            **entries,
            head=Head(more[-1].seq, more[-1].hash),
            events=(*self.events, *more),
            set_aside=(*self.set_aside, *left_out),
        )
        return _with_what_stays(self, after)


def fold(events: Iterable[Event]) -> Study:
    """Fold a list of events into a study.

    Raises
    ------
    DamagedStudy
        The first events do not create a study; the message names the one that does not fit.
    NewerStudy
        An event has a kind or version that this program does not support.
    """
    listed = tuple(events)
    founding: dict[str, Event] = {}
    for count, event in enumerate(listed, 1):
        try:
            for problem in problems_of((event,)).values():
                raise problem
            founding[event.kind] = event
            if event.kind == "scaling_fixed":
                begun = Study(**founded(founding), head=Head(event.seq, event.hash), events=listed[:count])
                return begun.applied(listed[count:])
        except NONSENSE as problem:
            raise damaged(event, problem) from problem
    raise DamagedStudy(
        "This file contains no complete study: its first entries are missing. Restore it from a backup or an archive."
    )


def _with_what_stays(old: Study, new: Study) -> Study:
    """Copy the cached properties that are still valid from the old state to the new; pools and settings rarely change.

    The prior may be a fit to the runs of an earlier study. It does not depend on the candidates: the scaling is frozen.
    """
    stays: list[str] = []
    if old.settings == new.settings:
        stays += ["prior", "barcodes"] if old.pool is new.pool else ["prior"]
    if old.pool is new.pool:
        stays.append("design")
    new.__dict__.update({name: old.__dict__[name] for name in stays if name in old.__dict__})
    return new
