"""EntryControl: connects the entry state machine to the StudyController."""

from __future__ import annotations

import uuid
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from kgdesk import actions
from kgdesk.errors import BadInput, NotSaved
from kgdesk.model.decisions import runs, stock
from kgdesk.model.study.next_run import (
    all_tried,
    has_one_place,
    place_cell,
    well_of_run,
    wells_of_samples,
)
from kgdesk.model.study.outcome_words import outcome_of
from kgdesk.model.study.records import REDONE, TAKEN_BACK, Limit, numbers_in_words
from kgdesk.ui.entry.state_machine import Armed, Details, Entry, EntryContext, Intent, Running
from kgdesk.ui.session.compute_queue import weak_receiver
from kgdesk.ui.text.translate import outcome_names, translate

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from kgdesk.actions import Change, Session
    from kgdesk.errors import KgdeskError
    from kgdesk.model.advice.advice import Advice
    from kgdesk.model.advice.predicted_values import FarValue
    from kgdesk.model.design.pool import Pool
    from kgdesk.model.study.next_run import WellPlace
    from kgdesk.model.study.records import Measured, RunNumber, Start
    from kgdesk.model.study.study import Study
    from kgdesk.ui.entry.state_machine import Act, Notice
    from kgdesk.ui.session.compute_queue import KernelWarmup
    from kgdesk.ui.session.study_controller import StudyController


def can_take_back(study: Study) -> bool:
    """Return whether the newest entry can be taken back."""
    try:
        runs.newest_entry(study)
    except BadInput:
        return False
    return True


class EntryControl(QObject):
    """Hold the entry state of one window and carry out its intents.

    Parameters
    ----------
    controller
        Controller of the study.
    preparation
        Compilation of the kernels; None if there is none to wait for.
    """

    #: `entry` has changed.
    changed = Signal()
    #: A sentence for screen readers.
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
        self._wells: tuple[Pool | None, dict[str, WellPlace]] = (None, {})
        #: The measured value that is typed for the run on the card; None without one.
        self.measured: Measured | None = None
        self._far: tuple[str, FarValue | None] = ("", None)  # of the gesture with this token
        #: The last error: refused or not saved.
        self.problem: KgdeskError | None = None
        controller.changed.connect(self._follow)
        controller.advice.changed.connect(self.refresh)
        controller.writing_changed.connect(self.refresh)
        controller.selection.state_changed.connect(self.refresh)
        if preparation is not None:
            preparation.moved.connect(self.refresh)

    @property
    def entry(self) -> Entry:
        """The present entry state."""
        return self._entry

    @property
    def controller(self) -> StudyController:
        """Controller of the study."""
        return self._controller

    @property
    def preparation(self) -> KernelWarmup | None:
        """Compilation of the kernels, or None."""
        return self._preparation

    def outcome_name(self, outcome: Act) -> str:
        """Return the study's name for an outcome."""
        success, failure = outcome_names(self._controller.study)
        names = {"success": success, "failure": failure, "undecided": self.tr("Undecided")}
        return names.get(outcome) or self.tr("Void")

    def well_of_sample(self, candidate: str) -> WellPlace | None:
        """Return the well in which a sample is kept; None if it is in none, or its location names another place."""
        study = self._controller.study
        if self._wells[0] is not study.pool:
            self._wells = study.pool, wells_of_samples(study.pool)
        well = self._wells[1].get(candidate)
        cell = place_cell(study, candidate) if well is not None and has_one_place(study) else ""
        return well if well is not None and (not cell or well.is_named_by(cell)) else None

    def well_of(self, candidate: str, start: Start | None) -> WellPlace | None:
        """Return the well of a run on its worklist, else that in which its sample is kept; None without either."""
        return well_of_run(self._controller.study, start) or self.well_of_sample(candidate)

    def refresh(self) -> None:
        """Update the entry's context from the study."""
        self._set(self._entry.with_context(_context_of(self._controller, self._preparation)))

    def _follow(self) -> None:
        """Take a change of the study up; what was said of the gesture before has had its time."""
        self._set(self._entry.with_context(_context_of(self._controller, self._preparation)).outdated())

    def arm(self, outcome: Act, details: Details | None = None) -> None:
        """Arm an outcome, or the start of a run, for confirmation; an outcome with the measured value that is typed."""
        value, settings = self.measured, self._controller.study.settings
        if details is None and value is not None and outcome in {"success", "failure", "undecided"}:
            if outcome != "undecided" and settings.outcome_of(value) not in {"", outcome}:
                self._set(self._entry.told("other_side", outcome))
                return
            details = Details(measured=value)
        before = self._entry.gesture
        self._set(self._entry.arm(outcome, uuid.uuid4().hex, details))
        if self._entry.gesture is not before and isinstance(self._entry.gesture, Armed):
            self._look_at_value(self._entry.gesture.intent)

    def far_value(self, intent: Intent) -> FarValue | None:
        """Return what speaks against the value of an intent, if it is known and anything does."""
        token, far = self._far
        return far if token == intent.token else None

    def _look_at_value(self, intent: Intent) -> None:
        """Ask whether the value would count as mistyped; recording does not wait for the answer."""
        value, controller = intent.details.measured, self._controller
        if value is None or isinstance(value, Limit) or not controller.study.settings.learns_from_values:
            return
        study, who = controller.study, controller.who
        controller.advice.compute(
            "typed value",
            lambda: (intent.token, actions.doubt_of_value(study, intent.candidate, value, who, intent.start)),
            self._take_far,
            lambda problem: None if isinstance(problem, BadInput) else self._lost_look(problem),
        )

    def _lost_look(self, problem: BaseException) -> None:
        raise problem  # a bug: for the outermost handler

    def _take_far(self, answer: tuple[str, FarValue | None]) -> None:
        self._far = answer
        gesture = self._entry.gesture
        if answer[1] is not None and isinstance(gesture, Armed) and gesture.intent.token == answer[0]:
            self._controller.refresher.note("gesture")

    def arm_value(self) -> None:
        """Arm the outcome of the measured value that is typed."""
        value = self.measured
        if value is None:
            return
        self.arm(outcome_of(value, self._controller.study.settings))

    def confirm(self) -> None:
        """Record the armed outcome."""
        entry, intent = self._entry.confirm()
        if intent is not None:
            self._write(entry, intent)

    def void(self, reason: str) -> None:
        """Record a void run with its reason."""
        entry, intent = self._entry.void(reason, uuid.uuid4().hex)
        if intent is not None:
            self._write(entry, intent)

    def doubt(self, intent: Intent) -> str:
        """Return why nobody would expect the outcome of an intent, as `stock.unexpected` does."""
        if intent.start is not None or intent.outcome in {"start", "void"}:
            return ""
        study, count = self._controller.study, intent.details.count
        running = sum(start.candidate == intent.candidate for start in study.pending)
        runs = (1 if count is None else count[1]) - running
        return stock.unexpected(study, intent.candidate, runs) if runs > 0 else ""

    def cancel(self) -> None:
        """Cancel the pending gesture."""
        self._set(self._entry.cancel())

    def typed(self) -> None:
        """Disarm: a printable key was pressed."""
        self._set(self._entry.typed())

    def turned(self) -> None:
        """Disarm: another face is shown."""
        self._set(self._entry.turned())

    def scan(self, code: str) -> None:
        """Compare a scanned code with the card; letter case is ignored where only one candidate fits."""
        self._set(self._entry.scan(code, self._candidate_of(code)))

    def accept_scan(self) -> None:
        """Put the scanned candidate on the card."""
        self._set(self._entry.accept_scan())

    def choose(self, candidate: str, reason: str = "") -> None:
        """Put another candidate on the card."""
        self._set(self._entry.choose(candidate, reason))

    def take_up(self, start: int) -> None:
        """Put a run in progress on the card; `start` is its number."""
        self._set(self._entry.take_up(start))

    def unchoose(self) -> None:
        """Return to the suggestion."""
        self._set(self._entry.unchoose())

    def show_newest(self) -> None:
        """Show the newest outcome, which Undo takes back, in place of what was said last."""
        self._set(self._entry.newest_shown())

    def take_back(self) -> None:
        """Take back the newest entry, or show why it cannot be taken back."""
        if self._controller.writing:
            return
        try:
            run = runs.newest_entry(self._controller.study).number
        except BadInput as problem:
            self._refused(problem)
            return
        self._controller.do(actions.take_back, done=lambda _: self._undone(run), failed=self._refused)

    def redo(self) -> None:
        """Redo what was taken back last, or show why there is nothing to redo."""
        if not self._controller.writing:
            self.do(actions.redo)

    def skip(self, candidate: str, reason: str) -> None:
        """Skip a candidate until the next run."""
        self._put_aside(candidate, actions.skip, candidate, reason)

    def exclude(self, candidates: Sequence[str], reason: str) -> None:
        """Take candidates out of stock."""
        self._put_aside(candidates[0], actions.exclude, candidates, reason)

    def do(
        self,
        action: Callable[..., Change],
        *args: Any,
        on_done: Callable[[bool], None] | None = None,
        **kwargs: Any,
    ) -> None:
        """Change the study, for example ``do(actions.finish, reason)``; an error is shown in the banner.

        Parameters
        ----------
        action
            Action of `kgdesk.actions`; see `StudyController.do`.
        on_done
            Called with whether the change is on disk. A bound method is held weakly: its dialog may be closed.
        """
        listener_of = weak_receiver(on_done) if on_done is not None else lambda: None

        def settled(*, recorded: bool) -> None:
            listener = listener_of()
            if listener is not None:
                listener(recorded)

        def done(change: Change) -> None:
            self._set(self._entry.superseded(*_notice_of(change)))
            settled(recorded=True)

        def failed(problem: KgdeskError) -> None:
            self._refused(problem)
            settled(recorded=False)

        self._controller.do(action, *args, done=done, failed=failed, **kwargs)

    def finish(self, reason: str, open_runs: Collection[int] = (), *, chosen: str | None = None) -> None:
        """Finish the study.

        Parameters
        ----------
        reason, chosen
            As in `kgdesk.actions.studies.finish`.
        open_runs
            Numbers of the runs that the user agreed to leave in progress.
        """

        def close(session: Session) -> Change:
            # Decided in the write thread: another workstation may have started a run meanwhile.
            known = all(start.number in open_runs for start in session.study.pending)
            return actions.finish(session, reason, chosen=chosen, with_open_runs=known)

        self.do(close)

    def set_operator(self, name: str) -> None:
        """Set the operator of new entries."""
        self._controller.who = replace(self._controller.who, operator=name.strip())
        self.refresh()
        self._controller.refresher.note("operator")

    def _put_aside(self, candidate: str, action: Callable[..., Change], *args: Any) -> None:
        self._controller.do(
            action,
            *args,
            done=lambda _: self._set(self._entry.with_notice("skipped", candidate)),
            failed=self._refused,
        )

    def _refused(self, problem: KgdeskError) -> None:
        self.problem = problem
        self._set(self._entry.refused(translate(problem)))
        self.announced.emit(translate(problem))

    def _undone(self, run: RunNumber) -> None:
        self._set(self._entry.undone(run))
        self.announced.emit(self.tr("Run {run} undone").format(run=run))

    def _write(self, entry: Entry, intent: Intent) -> None:
        self._set(entry)
        action, more = _action_of(intent)
        if action is actions.record:
            more["repeat"] = self.doubt(intent) != ""  # the strip has asked, and the answer was yes
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
        """Return the advice that was on the card when the user decided; None if there was none.

        Also None for a run in progress: the suggestion of its start applies.
        """
        advice = self._controller.advice.current
        if advice is None or intent.start is not None:
            return None
        computed_for = (advice.revision, advice.next)
        return advice if computed_for == (intent.revision, intent.suggested) else None

    def _lost(self, problem: KgdeskError) -> None:
        """Show that nothing was recorded; after a disk error the entry can be retried."""
        text = translate(problem)
        self.problem = problem
        self._set(self._entry.failed(text) if isinstance(problem, NotSaved) else self._entry.refused(text))
        self.announced.emit(self.tr("Not recorded. {why}").format(why=translate(problem)))

    def _saved(self, intent: Intent, change: Change) -> None:
        if intent.outcome == "start":
            self._set(self._entry.with_notice("started", str(change.study.pending[-1].number)))
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
        "measured": details.measured,
        "set_values": dict(details.set_values),
        "beyond": details.beyond,
        "run": intent.start,
    }


def _notice_of(change: Change) -> tuple[Notice | None, str]:
    """Return what a change has recorded, as the notice of the strip and its number."""
    if recorded := sum(event.kind == "outcome_recorded" for event in change.events):
        over = sum(
            event.payload.get("passed_over", 0) for event in change.events if event.kind == "results_read"
        )
        return ("results_of_several", f"{recorded} {over}") if over else ("results", str(recorded))
    corrected = [event for event in change.events if event.kind in {"outcome_voided", "outcome_corrected"}]
    reasons = [event.payload["reason"] for event in corrected]
    if taken := reasons.count(TAKEN_BACK):
        return "results_taken_back", str(taken)
    if REDONE in reasons:
        return "redone", translate(numbers_in_words([event.payload["run"] for event in corrected]))
    if started := sum(event.kind == "experiment_started" for event in change.events):
        return "started_together", str(started)
    return ("noted" if any(event.kind == "note_added" for event in change.events) else None), ""


def _context_of(controller: StudyController, preparation: KernelWarmup | None) -> EntryContext:
    """Return the facts about the study and its window that decide what can be entered now."""
    study, advice = controller.study, controller.advice.current
    fresh = advice is not None and advice.revision == study.revision
    reason = controller.read_only_reason
    return EntryContext(
        candidates=len(study.pool),
        codes=study.settings.barcode,
        operator=controller.who.operator.strip(),
        revision=study.revision,
        suggested=advice.next if advice is not None and fresh else None,
        all_tried=translate(all_tried(study)),
        read_only=translate(reason) if reason is not None else None,
        finished=not study.is_open,
        preparing=preparation is not None and not preparation.ended,
        running=tuple(Running(run.number, run.candidate) for run in study.pending),
        writing=controller.writing,
        looking_back=controller.selection.as_of is not None,
    )
