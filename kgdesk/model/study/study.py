"""A study: an immutable value folded from its events."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from kgdesk.errors import DamagedStudy, UnknownRun, phrase
from kgdesk.model.beliefs.gaussian import posterior
from kgdesk.model.design import design_matrix
from kgdesk.model.design.availability import Availability, ExclusionGroups, find_availability
from kgdesk.model.design.samples import Barcodes
from kgdesk.model.study.events import NONSENSE, Head, check_events, damaged, format_of
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
    Signature,
    Start,
)
from kgdesk.model.study.reducer import StudyReducer
from kgdesk.model.study.setup import founded, pool_as_founded, settings_as_founded

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    from kgdesk.model.beliefs.protocol import Belief
    from kgdesk.model.design.pool import Pool
    from kgdesk.model.study.events import Event
    from kgdesk.model.study.settings import Settings
    from kgdesk.model.study.setup import Addition, TableColumn
    from kgdesk.model.study.worklists import ResultsRead, Worklist

    Array = NDArray[np.float64]

__all__ = ["OUTCOMES", "TAKEN_BACK", "Closing", "Correction", "Outcome", "Run", "Study", "fold"]


@dataclass(frozen=True)
class Study:
    """Everything that the events of a study say; a value.

    Parameters
    ----------
    name
        Short name, that of the file when it was made.
    settings
        As settled when the study was made, with what was amended since.
    pool
        As settled when the study was made, with what was added since.
    scaling
        As settled when the study was made.
    source
        Where the candidates came from: file name, digest, parser settings, rows left out.
    runs
        In order of entry.
    starts
        Runs that were begun, in order, also those whose outcome has come; `pending` are the others.
    retired
        Candidates out of stock, in the order in which they went.
    skipped
        Candidates that a person set aside until the next run.
    closing
        Set while the study is finished.
    notes
        What people wrote down beside the runs, in order.
    signatures
        Who signed it off since it was finished, in order.
    lock
        Set while it is locked: nothing is entered, and it is not reopened.
    amendments
        Which settings were given another value since it was made, in order.
    head
        End of the chain; its `seq` is the revision.
    events
        All of them; the truth.
    worklists
        Those that were made, in order.
    results
        Files of results that were read, in order.
    additions
        Candidates that joined the pool since the study was made, in order.
    columns
        Those of the table that the candidates came from, in its order, with their roles; none in format 1.
    record_format
        2 once an event is there that only format 2 of the record knows, else 1.
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
    signatures: tuple[Signature, ...] = ()
    lock: Closing | None = None
    amendments: tuple[Amendment, ...] = ()
    head: Head = field(default_factory=Head)
    events: tuple[Event, ...] = ()
    worklists: tuple[Worklist, ...] = ()
    results: tuple[ResultsRead, ...] = ()
    additions: tuple[Addition, ...] = ()
    columns: tuple[TableColumn, ...] = ()
    record_format: int = 1

    @property
    def revision(self) -> int:
        """Number of events: every answer carries the revision that it was computed for."""
        return self.head.seq

    @property
    def is_open(self) -> bool:
        """Whether the study takes outcomes."""
        return self.closing is None

    @property
    def valid(self) -> tuple[Run, ...]:
        """The runs that the belief learns from: all but the voids."""
        return tuple(run for run in self.runs if run.outcome != "void")

    @property
    def done(self) -> int:
        """Number of planned runs recorded: voids and imported outcomes do not count."""
        return sum(not run.imported for run in self.valid)

    @property
    def successes(self) -> int:
        """Number of successes among the valid runs."""
        return sum(run.outcome == "success" for run in self.runs)

    @cached_property
    def tally(self) -> Mapping[str, tuple[int, int]]:
        """Successes and failures of each candidate that was tried, among the valid runs."""
        counts: dict[str, tuple[int, int]] = {}
        for run in self.valid:
            successes, failures = counts.get(run.candidate, (0, 0))
            won = run.outcome == "success"
            counts[run.candidate] = (successes + won, failures + (not won))
        return counts

    @cached_property
    def pending(self) -> tuple[Start, ...]:
        """The runs in progress, in the order of their starts.

        A start is settled by the run that was recorded for it, void or not. Taking that entry back puts the run in
        progress again: the entry was a slip, the experiment still stands in the lab.
        """
        settled = {run.start for run in self.runs if not run.taken_back}
        return tuple(start for start in self.starts if start.seq not in settled)

    @cached_property
    def stock(self) -> Availability:
        """What is in stock and what may be suggested now."""
        return self.stock_beside(())

    def stock_beside(self, further: Sequence[str]) -> Availability:
        """Return the stock while further candidates run beside the runs in progress."""
        running = (*(start.candidate for start in self.pending), *further)
        return find_availability(
            self.pool,
            self.design,
            {a.candidate for a in self.retired},
            {a.candidate for a in self.skipped},
            self.groups.barred(running),
        )

    @cached_property
    def groups(self) -> ExclusionGroups:
        """Which candidates never run together."""
        return ExclusionGroups(self.pool, self.settings.never_together)

    @cached_property
    def barcodes(self) -> Barcodes:
        """Which candidate the code on a sample means."""
        return Barcodes(self.pool, self.settings.barcode)

    @cached_property
    def design(self) -> design_matrix.Design:
        """The design matrix; the same bits each time, since the scaling is frozen."""
        return design_matrix.design(self.pool, self.scaling)

    @cached_property
    def outcomes(self) -> tuple[NDArray[np.int64], Array]:
        """(n,) rows of the design matrix and (n,) outcomes +1/-1 of the valid runs, in order."""
        valid = self.valid
        candidates = np.array([self.pool.row(run.candidate) for run in valid], dtype=np.int64)
        y = [1.0 if run.outcome == "success" else -1.0 for run in valid]
        return self.design.row_of[candidates], np.asarray(y, dtype=np.float64)

    @cached_property
    def prior(self) -> Belief:
        """The belief before any outcome."""
        return self.settings.prior_of(self.scaling)

    @cached_property
    def belief(self) -> Belief:
        """The belief after all valid outcomes; computed when first asked for."""
        rows, y = self.outcomes
        return posterior(self.prior, self.design.X[rows], y)

    def run(self, number: int) -> Run:
        """Return a run by its number as shown.

        Raises
        ------
        UnknownRun
            There is no such run.
        """
        if 1 <= number <= len(self.runs):
            return self.runs[number - 1]
        last = (
            phrase("the last one is {count}", count=len(self.runs))
            if self.runs
            else phrase("none is recorded yet")
        )
        raise UnknownRun(phrase("This study has no run {number}: {last}.", number=number, last=last))

    def as_of(self, run: int) -> Study:
        """Return the study as it stood when run `run` had just been recorded; 0 is before the first."""
        before = self.runs[0].seq - 1 if self.runs else self.head.seq
        end = self.run(run).seq if run else before
        founding = next(n for n, event in enumerate(self.events, 1) if event.kind == "scaling_fixed")
        last = self.events[founding - 1]
        earlier = replace(
            self,
            settings=settings_as_founded(self.settings, self.amendments),
            runs=(),
            starts=(),
            retired=(),
            skipped=(),
            closing=None,
            notes=(),
            signatures=(),
            lock=None,
            amendments=(),
            pool=pool_as_founded(self.pool, self.additions),
            worklists=(),
            results=(),
            additions=(),
            head=Head(last.seq, last.hash),
            events=self.events[:founding],
            record_format=format_of(self.events[:founding]),
        )
        return _with_what_stays(self, earlier).applied(self.events[founding:end])

    def applied(self, events: Iterable[Event]) -> Study:
        """Return the study after further events."""
        more = tuple(events)
        if not more:
            return self
        ledger = StudyReducer(
            self.pool,
            scaling=self.scaling,
            settings=self.settings,
            runs=self.runs,
            starts=self.starts,
            retired=self.retired,
            skipped=self.skipped,
            closing=self.closing,
            notes=self.notes,
            signatures=self.signatures,
            lock=self.lock,
            amendments=self.amendments,
            worklists=self.worklists,
            results=self.results,
            additions=self.additions,
        )
        event = more[0]
        check_events(more)
        try:  # around the loop: one guard per event would cost as much as the folding
            for event in more:
                ledger.take(event)
        except NONSENSE as problem:
            raise damaged(event, problem) from problem
        after = replace(
            self,
            **ledger.entries(),
            head=Head(more[-1].seq, more[-1].hash),
            events=(*self.events, *more),
            record_format=self.record_format if self.record_format > 1 else format_of(more),
        )
        return _with_what_stays(self, after)


def fold(events: Iterable[Event]) -> Study:
    """Return the study that a list of events says.

    Raises
    ------
    DamagedStudy
        The events do not make a study; the text names the first that does not fit.
    NewerStudy
        An event is of a kind or version that this version does not know.
    """
    listed = tuple(events)
    founding: dict[str, Event] = {}
    for count, event in enumerate(listed, 1):
        check_events((event,))
        try:
            founding[event.kind] = event
            if event.kind == "scaling_fixed":
                begun = Study(
                    **founded(founding),
                    head=Head(event.seq, event.hash),
                    events=listed[:count],
                    record_format=format_of(listed[:count]),
                )
                return begun.applied(listed[count:])
        except NONSENSE as problem:
            raise damaged(event, problem) from problem
    raise DamagedStudy(
        "This file holds no complete study: its first entries are missing. Restore it from a backup or an archive."
    )


def _with_what_stays(old: Study, new: Study) -> Study:
    """Let a study keep what was built for another state of it: the pool and the codes change seldom."""
    if old.pool is not new.pool:
        return new
    stays = ("design", "barcodes") if old.settings.barcode == new.settings.barcode else ("design",)
    new.__dict__.update({name: old.__dict__[name] for name in stays if name in old.__dict__})
    return new
