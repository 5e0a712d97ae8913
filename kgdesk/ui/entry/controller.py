"""Joins the outcome entry with the desk: gestures in, records out."""

from __future__ import annotations

import uuid
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from kgdesk import actions
from kgdesk.errors import BadInput, NotSaved
from kgdesk.model.commands import runs
from kgdesk.ui.entry.state_machine import Details, Entry, EntryContext, Intent, Running
from kgdesk.ui.session.compute_queue import weak_receiver
from kgdesk.ui.text.translate import translate

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from kgdesk.actions import Change, Session
    from kgdesk.errors import KgdeskError
    from kgdesk.model.advice.advice import Advice
    from kgdesk.model.study.study import Study
    from kgdesk.ui.entry.state_machine import Act
    from kgdesk.ui.session.compute_queue import KernelWarmup
    from kgdesk.ui.session.study_controller import StudyController


def newest_entry(study: Study) -> int | None:
    """Return the number of the run that can be taken back; None if there is none."""
    try:
        return runs.newest_entry(study).number
    except BadInput:
        return None


class EntryControl(QObject):
    """Holds the entry of one window and lets it change the study.

    Parameters
    ----------
    controller
        The study.
    preparation
        The first compilation of the kernels, where there is one to wait for.
    """

    #: `entry` has a new value.
    changed = Signal()
    #: A sentence that a screen reader says.
    announced = Signal(str)

    def __init__(
        self,
        controller: StudyController,
        preparation: KernelWarmup | None = None,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._controller = controller
        self._preparation = preparation
        self._entry = Entry(_context_of(controller, preparation))
        #: What was refused last, or could not be saved.
        self.problem: KgdeskError | None = None
        controller.changed.connect(self.refresh)
        controller.advice_changed.connect(self.refresh)
        controller.writing_changed.connect(self.refresh)
        controller.moved.connect(self.refresh)
        if preparation is not None:
            preparation.moved.connect(self.refresh)

    @property
    def entry(self) -> Entry:
        """The present value."""
        return self._entry

    @property
    def controller(self) -> StudyController:
        """The study."""
        return self._controller

    @property
    def preparation(self) -> KernelWarmup | None:
        """The first compilation of the kernels."""
        return self._preparation

    def outcome_name(self, outcome: Act) -> str:
        """Return what the study calls an outcome."""
        settings = self._controller.study.settings
        names = {"success": settings.success_name, "failure": settings.failure_name}
        return names.get(outcome) or self.tr("Void")

    def refresh(self) -> None:
        """Look at the study anew."""
        self._set(self._entry.with_context(_context_of(self._controller, self._preparation)))

    def arm(self, outcome: Act, details: Details | None = None) -> None:
        """Make an outcome, or the start of a run, ready to be confirmed."""
        self._set(self._entry.arm(outcome, uuid.uuid4().hex, details))

    def confirm(self) -> None:
        """Record what is armed."""
        entry, intent = self._entry.confirm()
        if intent is not None:
            self._write(entry, intent)

    def void(self, reason: str) -> None:
        """Record a void."""
        entry, intent = self._entry.void(reason, uuid.uuid4().hex)
        if intent is not None:
            self._write(entry, intent)

    def cancel(self) -> None:
        """Put down whatever is under way."""
        self._set(self._entry.cancel())

    def typed(self) -> None:
        """Take note that a printable key was pressed."""
        self._set(self._entry.typed())

    def scan(self, code: str) -> None:
        """Compare a code with the card; capital and small letters are one where only one candidate fits."""
        self._set(self._entry.scan(code, self._candidate_of(code)))

    def accept_scan(self) -> None:
        """Take the scanned candidate onto the card."""
        self._set(self._entry.accept_scan())

    def choose(self, candidate: str, reason: str = "") -> None:
        """Take another candidate onto the card."""
        self._set(self._entry.choose(candidate, reason))

    def take_up(self, start: int) -> None:
        """Put a run in progress onto the card."""
        self._set(self._entry.take_up(start))

    def unchoose(self) -> None:
        """Go back to the suggestion."""
        self._set(self._entry.unchoose())

    def take_back(self) -> None:
        """Take the newest entry back, be it an outcome or a void, or say why it is not taken back."""
        if self._controller.writing:
            return
        try:
            run = runs.newest_entry(self._controller.study).number
        except BadInput as problem:
            self._refused(problem)
            return
        self._controller.do(actions.take_back, done=lambda _: self._taken_back(run), failed=self._refused)

    def skip(self, candidate: str, reason: str) -> None:
        """Set a candidate aside until the next run."""
        self._put_aside(candidate, actions.skip, candidate, reason)

    def exclude(self, candidates: Sequence[str], reason: str) -> None:
        """Take candidates out of stock."""
        self._put_aside(candidates[0], actions.exclude, candidates, reason)

    def do(
        self,
        action: Callable[..., Change],
        *args: Any,
        then: Callable[[bool], None] | None = None,
        **kwargs: Any,
    ) -> None:
        """Have the study changed, as ``do(actions.lock, reason)``; a refusal is shown in the banner.

        Parameters
        ----------
        action
            Of `kgdesk.actions`; see `StudyController.do`.
        then
            Told whether the change is on disk. A bound method is held weakly: the dialog that asked may be closed.
        """
        listener_of = weak_receiver(then) if then is not None else lambda: None

        def settled(problem: KgdeskError | None) -> None:
            if problem is not None:
                self._refused(problem)
            listener = listener_of()
            if listener is not None:
                listener(problem is None)

        self._controller.do(action, *args, done=lambda _: settled(None), failed=settled, **kwargs)

    def finish(self, reason: str, open_runs: Collection[int] = ()) -> None:
        """Close the study; `open_runs` are the starts whose runs the person agreed to leave in progress."""

        def close(session: Session) -> Change:
            # Decided in the pen's thread: another station may have started a run meanwhile.
            known = all(start.seq in open_runs for start in session.study.pending)
            return actions.finish(session, reason, with_open_runs=known)

        self.do(close)

    def set_operator(self, name: str) -> None:
        """Say who signs the entries from now on."""
        self._controller.who = replace(self._controller.who, operator=name.strip())
        self.refresh()
        self._controller.refresher.note("operator")

    def _put_aside(self, candidate: str, action: Callable[..., Change], *args: Any) -> None:
        self._controller.do(
            action,
            *args,
            done=lambda _: self._set(self._entry.told("skipped", candidate)),
            failed=self._refused,
        )

    def _refused(self, problem: KgdeskError) -> None:
        self.problem = problem
        self._set(self._entry.refused(translate(problem)))
        self.announced.emit(translate(problem))

    def _taken_back(self, run: int) -> None:
        self._set(self._entry.taken_back(run))
        self.announced.emit(self.tr("Run {run} taken back").format(run=run))

    def _write(self, entry: Entry, intent: Intent) -> None:
        self._set(entry)
        action, more = _action_of(intent)
        self._controller.do(
            action,
            intent.candidate,
            advice=self._advice_of(intent),
            seen_on="card",
            token=intent.token,
            reason=intent.reason,
            done=partial(self._saved, intent),
            failed=self._lost,
            **more,
        )

    def _advice_of(self, intent: Intent) -> Advice | None:
        """Return the suggestion that was on the card when the person decided; None if none was.

        A run in progress on the card has the suggestion of its start, if any.
        """
        advice = self._controller.advice
        if advice is None or intent.start is not None:
            return None
        told = (advice.revision, advice.suggestion.candidate)
        return advice if told == (intent.revision, intent.suggested) else None

    def _lost(self, problem: KgdeskError) -> None:
        """Say that nothing was recorded; what the disk did not take can be tried again."""
        text = translate(problem)
        self.problem = problem
        self._set(self._entry.failed(text) if isinstance(problem, NotSaved) else self._entry.refused(text))
        self.announced.emit(self.tr("Not recorded. {why}").format(why=translate(problem)))

    def _saved(self, intent: Intent, change: Change) -> None:
        if intent.outcome == "start":
            self._set(self._entry.told("started", intent.candidate))
            sentence = self.tr("Run started, candidate {candidate}")
            self.announced.emit(sentence.format(candidate=intent.candidate))
            return
        run = change.study.runs[-1].number
        self._set(self._entry.saved(run))
        name = self.outcome_name(intent.outcome)
        sentence = self.tr("Run {run} recorded, {outcome}, candidate {candidate}")
        self.announced.emit(sentence.format(run=run, outcome=name, candidate=intent.candidate))

    def _candidate_of(self, code: str) -> str | None:
        return self._controller.study.barcodes.find(code)

    def _set(self, entry: Entry) -> None:
        before = self._entry
        if entry == before:
            return
        self._entry = entry
        self.changed.emit()
        here, there = (replace(each.situation, writing=False) for each in (entry, before))
        if (entry.choice, here) != (before.choice, there):
            self._controller.refresher.note("entry")
        if (entry.gesture, entry.matched, entry.can_arm) != (before.gesture, before.matched, before.can_arm):
            self._controller.refresher.note("gesture")


def _action_of(intent: Intent) -> tuple[Callable[..., Change], dict[str, Any]]:
    """Return the action that carries an intent out, and what only this action takes."""
    if intent.outcome == "start":
        return actions.start, {}
    details = intent.details
    return actions.record, {
        "outcome": intent.outcome,
        "note": details.note,
        "happened_at": details.happened_at,
        "count": details.count,
        "start": intent.start,
    }


def _context_of(controller: StudyController, preparation: KernelWarmup | None) -> EntryContext:
    """Return the facts about the study and its window that decide what can be entered now."""
    study, advice = controller.study, controller.advice
    fresh = advice is not None and advice.revision == study.revision
    reason = controller.read_only_reason
    return EntryContext(
        candidates=len(study.pool),
        codes=study.settings.barcode,
        operator=controller.who.operator.strip(),
        revision=study.revision,
        suggested=advice.suggestion.candidate if advice is not None and fresh else None,
        read_only=translate(reason) if reason is not None else None,
        finished=not study.is_open,
        preparing=preparation is not None and not preparation.ended,
        running=tuple(Running(run.seq, run.candidate) for run in study.pending),
        writing=controller.writing,
        looking_back=controller.as_of is not None,
    )
