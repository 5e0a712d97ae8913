"""BackgroundTasks: keep a study safe beside the work: backups, entries of others, drafts."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from kgdesk import actions
from kgdesk.actions import EntryDraft
from kgdesk.errors import KgdeskError
from kgdesk.ui.entry.state_machine import Armed, SaveFailed, Saving
from kgdesk.ui.session.io_queue import expected_error

if TYPE_CHECKING:
    from collections.abc import Callable

    from kgdesk.actions import BackupStatus
    from kgdesk.ui.entry.controller import EntryControl
    from kgdesk.ui.widgets.message_strip import MessageStrip


#: Milliseconds from a change to the backup, and between two looks for entries of others.
_QUIET_MS, _LOOK_MS = 3_000, 2_000


class BackgroundTasks(QObject):
    """Periodic tasks of one open study: backup after changes, polling for others' entries, saving drafts.

    Parameters
    ----------
    control
        Entry control of the window.
    """

    #: `safety` has changed.
    changed = Signal()
    #: Sentences about what was found damaged while the study was open.
    unsettled = Signal(list)

    def __init__(self, control: EntryControl, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._control, self._controller = control, control.controller
        self._safety: BackupStatus | None = None
        #: Draft that a crash has left unrecorded; None if there is none, or once the user has decided.
        self.draft_after_crash = actions.load_draft(self._controller.session)
        self._kept: EntryDraft | None = self.draft_after_crash
        self._has_stopped = False
        self._named = actions.unsettled()
        self._quiet = QTimer(self, interval=_QUIET_MS, singleShot=True)
        self._quiet.timeout.connect(self._back_up)
        self._look = QTimer(self, interval=_LOOK_MS)
        self._look.timeout.connect(self.look)
        self._controller.changed.connect(self._on_change)
        control.changed.connect(self._keep_draft)
        if self._controller.read_only_reason is None:
            self._quiet.start()
        self._look.start()

    @property
    def safety(self) -> BackupStatus:
        """State of the backups; read from the folder of backups when it is asked for after a change."""
        if self._safety is None:
            self._safety = actions.backup_status(self._controller.session)
        return self._safety

    def look(self) -> None:
        """Read and show entries recorded by others; name what was found damaged meanwhile."""
        self._controller.fetch_news(self._blind)
        before, self._named = self._named, actions.unsettled()
        fresh = [sentence for sentence in self._named if sentence not in before]
        if fresh:
            self.unsettled.emit(fresh)

    def _blind(self, problem: BaseException) -> None:
        self._look.stop()
        self._controller.refused.emit(expected_error(problem, KgdeskError))

    def offer(self, note: MessageStrip) -> None:
        """Show the draft left by a crash, with buttons to resume or discard it."""
        if self.draft_after_crash is None:
            return
        name = self._control.outcome_name(self.draft_after_crash.outcome)  # type: ignore[arg-type]
        sentence = self.tr("When kgdesk ended, {outcome} for {candidate} was entered but not recorded.")

        def decided(act: Callable[[], None]) -> None:
            note.clear()
            act()

        take_up = (self.tr("Take it up"), lambda: decided(self.take_up))
        forget = (self.tr("Forget it"), lambda: decided(self.drop))
        ways = (
            (take_up, forget) if self._controller.study.is_open else (forget,)
        )  # finished: takes no outcome
        note.show_message(
            "caution", sentence.format(outcome=name, candidate=self.draft_after_crash.candidate), ways
        )

    def take_up(self) -> None:
        """Resume the draft: arm its outcome again; it still has to be confirmed."""
        draft, self.draft_after_crash = self.draft_after_crash, None
        if draft is not None and draft.outcome in {"success", "failure"}:
            self._control.choose(draft.candidate)
            self._control.arm(draft.outcome)  # type: ignore[arg-type]
        else:
            self.drop()

    def drop(self) -> None:
        """Discard the draft."""
        self.draft_after_crash = self._kept = None
        self._write_draft(None)

    def stop(self) -> None:
        """Stop the timers and keep the draft: the study is being closed."""
        self._quiet.stop()
        self._look.stop()
        self._has_stopped = True

    def _say(self) -> None:
        self.changed.emit()
        self._controller.refresher.note("safety")

    def _on_change(self) -> None:
        self._safety = None
        self._say()
        self._quiet.start()  # after the next suggestion, which the user waits for

    def _back_up(self) -> None:
        place, who = self._controller.session.place, self._controller.who
        self._controller.advice.compute("backup", lambda: actions.backup_of(place, who), self._backed_up)

    def _backed_up(self, safety: BackupStatus) -> None:
        self._safety = safety
        self._say()

    def _keep_draft(self) -> None:
        # The entry may still change while the study closes (kernels compiled); the write queue is stopped by then.
        if self._has_stopped:
            return
        gesture = self._control.entry.gesture
        intent = gesture.intent if isinstance(gesture, Armed | Saving | SaveFailed) else None
        draft = None
        if intent is not None:
            draft = EntryDraft(intent.candidate, intent.outcome, intent.token, intent.reason)
        if draft is None and self.draft_after_crash is not None:
            return  # the draft left by a crash is kept until the user has decided
        if draft != self._kept:
            self._kept, self.draft_after_crash = draft, None
            self._write_draft(draft)

    def _write_draft(self, draft: EntryDraft | None) -> None:
        """Save a draft (None deletes it) in the write queue, after all confirmed entries."""
        self._controller.keep(partial(actions.save_draft, self._controller.session, draft))
