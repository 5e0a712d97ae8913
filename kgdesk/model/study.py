"""A study: an immutable value folded from its events."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, cast

import numpy as np

from kgdesk.errors import BadInput, DamagedStudy, NewerStudy, UnknownRun
from kgdesk.model import attributes
from kgdesk.model.belief import posterior
from kgdesk.model.events import KINDS, Head
from kgdesk.model.pool import Attribute, Pool
from kgdesk.model.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from numpy.typing import NDArray

    from kgdesk.model.belief import Belief
    from kgdesk.model.events import Event

    Array = NDArray[np.float64]

Outcome = Literal["success", "failure", "void"]
OUTCOMES: tuple[Outcome, ...] = ("success", "failure", "void")


@dataclass(frozen=True, slots=True)
class Correction:
    """One change of a recorded run.

    Parameters
    ----------
    seq
        Number of the event that made it.
    old_candidate, old_outcome
        What stood before.
    reason, operator, recorded_at
        Why, by whom, when (ISO 8601, UTC).
    """

    seq: int
    old_candidate: str
    old_outcome: Outcome
    reason: str
    operator: str
    recorded_at: str


@dataclass(frozen=True, slots=True)
class Run:
    """One experiment as it stands now.

    Parameters
    ----------
    number
        As shown: 1 for the first; voids have a number too.
    candidate, outcome
        After all corrections.
    recorded_at, utc_offset, operator, note, reason
        Of the entry; `reason` says why a run is void.
    suggested
        The candidate that was suggested when this one was recorded; empty if none was.
    probability_before
        Predicted probability of success at that time; None if it was not computed.
    imported
        A past outcome, not one of the planned runs.
    seq
        Number of the event that recorded it.
    corrections
        In order.
    """

    number: int
    candidate: str
    outcome: Outcome
    recorded_at: str
    utc_offset: str
    operator: str
    note: str
    reason: str
    suggested: str
    probability_before: float | None
    imported: bool
    seq: int
    corrections: tuple[Correction, ...] = ()

    @property
    def taken_back(self) -> bool:
        """Whether the person took the entry back."""
        return bool(self.corrections) and self.corrections[-1].reason == TAKEN_BACK


#: The reason of a correction that takes an entry back.
TAKEN_BACK = "taken back"


@dataclass(frozen=True, slots=True)
class Closing:
    """Who finished a study, when and why."""

    operator: str
    recorded_at: str
    reason: str


@dataclass(frozen=True)
class Study:
    """Everything that the events of a study say; a value.

    Parameters
    ----------
    name
        Short name, that of the file when it was made.
    settings, pool, scaling
        As settled when the study was made.
    source
        Where the candidates came from: file name, digest, parser settings, rows left out.
    runs
        In order of entry.
    closing
        Set while the study is finished.
    head
        End of the chain; its `seq` is the revision.
    events
        All of them; the truth.
    """

    name: str
    settings: Settings
    pool: Pool
    scaling: attributes.Scaling
    source: Mapping[str, Any] = field(default_factory=dict)
    runs: tuple[Run, ...] = ()
    closing: Closing | None = None
    head: Head = field(default_factory=Head)
    events: tuple[Event, ...] = ()

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
    def design(self) -> attributes.Design:
        """The design matrix; the same bits each time, since the scaling is frozen."""
        return attributes.design(self.pool, self.scaling)

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
        return self.settings.prior(len(self.scaling.columns))

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
        last = f"the last one is {len(self.runs)}" if self.runs else "none is recorded yet"
        raise UnknownRun(f"This study has no run {number}: {last}.")

    def as_of(self, run: int) -> Study:
        """Return the study as it stood when run `run` had just been recorded; 0 is before the first."""
        before = self.runs[0].seq - 1 if self.runs else self.head.seq
        end = self.run(run).seq if run else before
        founding = next(n for n, event in enumerate(self.events, 1) if event.kind == "scaling_fixed")
        last = self.events[founding - 1]
        made = replace(
            self, runs=(), closing=None, head=Head(last.seq, last.hash), events=self.events[:founding]
        )
        return _with_same_design(self, made).applied(self.events[founding:end])

    def applied(self, events: Iterable[Event]) -> Study:
        """Return the study after further events."""
        return _Folding(self).after(tuple(events))


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
        _known(event)
        founding[event.kind] = event
        if event.kind == "scaling_fixed":
            with _making_sense_of(event):
                begun = replace(_begin(founding), head=Head(event.seq, event.hash), events=listed[:count])
            return begun.applied(listed[count:])
    raise DamagedStudy(
        "This file holds no complete study: its first entries are missing. Restore it from a backup or an archive."
    )


def _known(event: Event) -> None:
    if KINDS.get(event.kind, 0) < event.new.kind_version:
        raise NewerStudy(
            f"Entry {event.seq} (“{event.kind}”) was made by a newer kgdesk ({event.new.app_version}): "
            "open the study with that version."
        )


@contextmanager
def _making_sense_of(event: Event) -> Iterator[None]:
    try:
        yield
    except (KeyError, TypeError, ValueError, IndexError, AttributeError, OverflowError, BadInput) as problem:
        raise DamagedStudy(
            f"Entry {event.seq} (“{event.kind}”) of this study does not make sense. "
            "Restore the study from a backup or an archive.",
            details=f"{type(problem).__name__}: {problem}",
        ) from problem


def _begin(founding: Mapping[str, Event]) -> Study:
    created = founding["study_created"].payload
    table = founding["candidates_imported"].payload
    listed = founding["attributes_defined"].payload["attributes"]
    attrs = tuple(Attribute(a["name"], a["kind"], a["unit"], bool(a["log"])) for a in listed)
    values = tuple(
        tuple(float(v) for v in column) if a.kind == "number" else tuple(str(v) for v in column)
        for a, column in zip(attrs, table["values"], strict=True)
    )
    extras = {str(k): tuple(str(v) for v in column) for k, column in table["extras"].items()}
    study = Study(
        name=str(created["name"]),
        settings=Settings.from_json(created["settings"]),
        pool=Pool(tuple(str(i) for i in table["ids"]), attrs, values, extras),
        scaling=attributes.Scaling.from_json(founding["scaling_fixed"].payload),
        source=table["source"],
    )
    if {c.attribute for c in study.scaling.columns} - {a.name for a in attrs} != {""}:
        raise ValueError("the scaling names an attribute that the table lacks")
    return study


def _outcome(text: Any) -> Outcome:
    if text not in OUTCOMES:
        raise ValueError(f"outcome {text!r}")
    return cast("Outcome", text)


def _with_same_design(old: Study, new: Study) -> Study:
    """Let a study keep the design matrix that was built for another state of it: pool and scaling never change."""
    if "design" in old.__dict__:
        new.__dict__["design"] = old.__dict__["design"]
    return new


class _Folding:
    """The one place where events change a study; lists while it folds, a value when it is done."""

    def __init__(self, study: Study) -> None:
        self._study = study
        self._runs = list(study.runs)
        self._closing = study.closing

    def after(self, events: tuple[Event, ...]) -> Study:
        if not events:
            return self._study
        steps: dict[str, Callable[[Event], None]] = {
            "outcome_recorded": self._recorded,
            "outcome_corrected": self._corrected,
            "outcome_voided": self._corrected,
            "finished": self._finished,
            "reopened": self._reopened,
        }
        for event in events:
            _known(event)
            step = steps.get(event.kind)
            if step is not None:
                with _making_sense_of(event):
                    step(event)
        after = replace(
            self._study,
            runs=tuple(self._runs),
            closing=self._closing,
            head=Head(events[-1].seq, events[-1].hash),
            events=(*self._study.events, *events),
        )
        return _with_same_design(self._study, after)

    def _recorded(self, event: Event) -> None:
        facts = event.payload
        self._study.pool.row(facts["candidate"])
        before = facts.get("probability_before")
        run = Run(
            number=len(self._runs) + 1,
            candidate=facts["candidate"],
            outcome=_outcome(facts["outcome"]),
            recorded_at=str(facts.get("recorded_at") or event.new.recorded_at_utc),
            utc_offset=event.new.utc_offset,
            operator=str(facts.get("operator") or event.new.actor),
            note=str(facts.get("note", "")),
            reason=str(facts.get("reason", "")),
            suggested=str(facts.get("suggested", "")),
            probability_before=None if before is None else float(before),
            imported=bool(facts.get("imported", False)),
            seq=event.seq,
        )
        old = facts.get("corrected_from")
        if old in OUTCOMES:  # corrected before the runs were exported and read in again
            earlier = Correction(event.seq, run.candidate, old, run.reason, run.operator, run.recorded_at)
            run = replace(run, corrections=(earlier,))
        self._runs.append(run)

    def _corrected(self, event: Event) -> None:
        facts = event.payload
        number = int(facts["run"])
        if not 1 <= number <= len(self._runs):
            raise ValueError(f"run {number}")
        run = self._runs[number - 1]
        self._study.pool.row(facts["new"]["candidate"])
        correction = Correction(
            seq=event.seq,
            old_candidate=run.candidate,
            old_outcome=run.outcome,
            reason=str(facts["reason"]),
            operator=event.new.actor,
            recorded_at=event.new.recorded_at_utc,
        )
        self._runs[number - 1] = replace(
            run,
            candidate=facts["new"]["candidate"],
            outcome=_outcome(facts["new"]["outcome"]),
            corrections=(*run.corrections, correction),
        )

    def _finished(self, event: Event) -> None:
        self._closing = Closing(event.new.actor, event.new.recorded_at_utc, str(event.payload["reason"]))

    def _reopened(self, event: Event) -> None:
        del event
        self._closing = None
