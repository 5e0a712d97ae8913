"""The one place where events change what was entered into a study."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

from kgdesk.model.amendments import amended
from kgdesk.model.entries import (
    OUTCOMES,
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

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kgdesk.model.events import Event
    from kgdesk.model.pool import Pool
    from kgdesk.model.settings import Settings


def _outcome(text: Any) -> Outcome:
    if text not in OUTCOMES:
        raise ValueError(f"outcome {text!r}")
    return cast("Outcome", text)


def _probability(value: Any) -> float | None:
    return None if value is None else float(value)


class Ledger:
    """What was entered, while events are folded: lists and dicts that `entries` turns into values.

    Parameters
    ----------
    pool
        Names that entries may use.
    settings, runs, starts, retired, skipped, closing, notes, signatures, lock, amendments
        Where the folding begins.
    """

    def __init__(
        self,
        pool: Pool,
        *,
        settings: Settings,
        runs: Sequence[Run],
        starts: Sequence[Start],
        retired: Sequence[Absence],
        skipped: Sequence[Absence],
        closing: Closing | None,
        notes: Sequence[Note] = (),
        signatures: Sequence[Signature] = (),
        lock: Closing | None = None,
        amendments: Sequence[Amendment] = (),
    ) -> None:
        self._pool = pool
        self._settings = settings
        self._runs = list(runs)
        self._starts = {start.seq: start for start in starts}
        self._retired = {absence.candidate: absence for absence in retired}
        self._skipped = {absence.candidate: absence for absence in skipped}
        self._closing = closing
        self._notes = list(notes)
        self._signatures = list(signatures)
        self._lock = lock
        self._amendments = list(amendments)
        self._steps: dict[str, Callable[[Event], None]] = {
            "experiment_started": self._started,
            "outcome_recorded": self._recorded,
            "outcome_corrected": self._corrected,
            "outcome_voided": self._corrected,
            "candidate_retired": self._retire,
            "candidate_restored": self._restore,
            "suggestion_declined": self._skip,
            "note_added": self._noted,
            "settings_changed": self._amended,
            "finished": self._finished,
            "reopened": self._reopened,
            "signed_off": self._signed,
            "locked": self._locked,
            "unlocked": self._unlocked,
        }

    def take(self, event: Event) -> None:
        """Take one event; kinds that enter nothing are passed over.

        Raises
        ------
        KeyError, TypeError, ValueError, BadInput
            The event does not make sense.
        """
        step = self._steps.get(event.kind)
        if step is not None:
            step(event)

    def entries(self) -> dict[str, Any]:
        """Return the fields of a study that events change."""
        return {
            "runs": tuple(self._runs),
            "starts": tuple(self._starts.values()),
            "retired": tuple(self._retired.values()),
            "skipped": tuple(self._skipped.values()),
            "closing": self._closing,
            "notes": tuple(self._notes),
            "signatures": tuple(self._signatures),
            "lock": self._lock,
            "settings": self._settings,
            "amendments": tuple(self._amendments),
        }

    def _candidate(self, facts: Any) -> str:
        name = facts["candidate"]
        return self._pool.ids[self._pool.row(name)]

    def _started(self, event: Event) -> None:
        facts = event.payload
        self._starts[event.seq] = Start(
            candidate=self._candidate(facts),
            started_at=event.new.recorded_at_utc,
            utc_offset=event.new.utc_offset,
            operator=event.new.actor,
            reason=str(facts.get("reason", "")),
            suggested=str(facts.get("suggested", "")),
            probability_before=_probability(facts.get("probability_before")),
            seq=event.seq,
        )

    def _recorded(self, event: Event) -> None:
        facts = event.payload
        start = facts.get("start")
        if start is not None and start not in self._starts:
            raise ValueError(f"start {start!r}")
        nth, of = facts.get("repeat", (1, 1))
        run = Run(
            number=len(self._runs) + 1,
            candidate=self._candidate(facts),
            outcome=_outcome(facts["outcome"]),
            recorded_at=str(facts.get("recorded_at") or event.new.recorded_at_utc),
            utc_offset=event.new.utc_offset,
            operator=str(facts.get("operator") or event.new.actor),
            note=str(facts.get("note", "")),
            reason=str(facts.get("reason", "")),
            suggested=str(facts.get("suggested", "")),
            probability_before=_probability(facts.get("probability_before")),
            imported=bool(facts.get("imported", False)),
            seq=event.seq,
            start=start,
            nth=int(nth),
            of=int(of),
            happened_at=str(facts.get("happened_at", "")),
        )
        old = facts.get("corrected_from")
        if old in OUTCOMES:  # corrected before the runs were exported and read in again
            moved = str(facts.get("corrected_candidate") or run.candidate)
            earlier = Correction(event.seq, moved, old, run.reason, run.operator, run.recorded_at)
            run = replace(run, corrections=(earlier,))
        self._runs.append(run)
        if not run.imported:
            self._skipped.clear()

    def _corrected(self, event: Event) -> None:
        facts = event.payload
        number = int(facts["run"])
        if not 1 <= number <= len(self._runs):
            raise ValueError(f"run {number}")
        run = self._runs[number - 1]
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
            candidate=self._candidate(facts["new"]),
            outcome=_outcome(facts["new"]["outcome"]),
            corrections=(*run.corrections, correction),
        )

    def _absence(self, event: Event) -> Absence:
        return Absence(
            candidate=self._candidate(event.payload),
            operator=event.new.actor,
            recorded_at=event.new.recorded_at_utc,
            reason=str(event.payload["reason"]),
            seq=event.seq,
        )

    def _retire(self, event: Event) -> None:
        absence = self._absence(event)
        self._retired[absence.candidate] = absence

    def _restore(self, event: Event) -> None:
        del self._retired[self._absence(event).candidate]

    def _skip(self, event: Event) -> None:
        absence = self._absence(event)
        self._skipped[absence.candidate] = absence

    def _noted(self, event: Event) -> None:
        run = event.payload.get("run")
        if run is not None and not 1 <= int(run) <= len(self._runs):
            raise ValueError(f"run {run!r}")
        self._notes.append(
            Note(
                text=str(event.payload["text"]),
                run=None if run is None else int(run),
                operator=event.new.actor,
                recorded_at=event.new.recorded_at_utc,
                seq=event.seq,
            )
        )

    def _amended(self, event: Event) -> None:
        facts = event.payload
        self._settings = amended(self._pool, self._settings, facts["setting"], facts["new"])
        self._amendments.append(
            Amendment(
                setting=str(facts["setting"]),
                old=str(facts["old"]),
                new=str(facts["new"]),
                operator=event.new.actor,
                recorded_at=event.new.recorded_at_utc,
                reason=str(facts["reason"]),
                seq=event.seq,
            )
        )

    def _finished(self, event: Event) -> None:
        self._closing = Closing(event.new.actor, event.new.recorded_at_utc, str(event.payload["reason"]))

    def _reopened(self, event: Event) -> None:
        del event
        self._closing = None
        self._signatures.clear()  # they were about the study as it was finished then

    def _signed(self, event: Event) -> None:
        self._signatures.append(
            Signature(
                operator=event.new.actor,
                recorded_at=event.new.recorded_at_utc,
                meaning=str(event.payload["meaning"]),
                covers=int(event.payload["covers"]),
                seq=event.seq,
            )
        )

    def _locked(self, event: Event) -> None:
        self._lock = Closing(event.new.actor, event.new.recorded_at_utc, str(event.payload["reason"]))

    def _unlocked(self, event: Event) -> None:
        del event
        self._lock = None
