"""What the window does for the safety of a study by itself: backups, news of others, entries that a crash broke off."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from kgdesk import actions
from kgdesk.actions import Draft
from kgdesk.errors import KgdeskError
from kgdesk.ui.entry.model import Armed, NotSaved, Saving
from kgdesk.ui.work import raised

if TYPE_CHECKING:
    from collections.abc import Callable

    from kgdesk.actions import Safety
    from kgdesk.ui.entry.control import EntryControl
    from kgdesk.ui.parts import MessageStrip

_QUIET_MS = 3_000
_LOOK_MS = 2_000


class Keeper(QObject):
    """Looks after one open study.

    Parameters
    ----------
    control
        The entry of the window.
    """

    #: `safety` has a new value.
    changed = Signal()

    def __init__(self, control: EntryControl, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._control, self._desk = control, control.desk
        self.safety: Safety = actions.safety(self._desk.session)
        #: What was being entered when the program ended last time.
        self.left = actions.draft_of(self._desk.session)
        self._kept: Draft | None = self.left
        self._has_stopped = False
        self._quiet = QTimer(self, interval=_QUIET_MS, singleShot=True)
        self._quiet.timeout.connect(self._back_up)
        self._look = QTimer(self, interval=_LOOK_MS)
        self._look.timeout.connect(self.look)
        self._desk.changed.connect(self._on_change)
        control.changed.connect(self._keep_draft)
        if self._desk.read_only_reason is None:
            self._quiet.start()
        if self._desk.read_only_reason is not None or self._desk.session.is_shared:
            self._look.start()

    def look(self) -> None:
        """Show what others have recorded."""
        self._desk.catch_up(self._blind)

    def _blind(self, problem: BaseException) -> None:
        self._look.stop()
        self._desk.refused.emit(raised(problem, KgdeskError))

    def offer(self, note: MessageStrip) -> None:
        """Say what a crash broke off, and let the person take it up."""
        if self.left is None:
            return
        name = self._control.outcome_name(self.left.outcome)  # type: ignore[arg-type]
        said = self.tr("When kgdesk ended, {outcome} for {candidate} was entered but not recorded.")

        def decided(act: Callable[[], None]) -> None:
            note.silence()
            act()

        note.say(
            "caution",
            said.format(outcome=name, candidate=self.left.candidate),
            (
                (self.tr("Take it up"), lambda: decided(self.take_up)),
                (self.tr("Forget it"), lambda: decided(self.drop)),
            ),
        )

    def take_up(self) -> None:
        """Put the entry that was broken off before the person again; it still has to be confirmed."""
        draft, self.left = self.left, None
        if draft is not None and draft.outcome in {"success", "failure"}:
            self._control.choose(draft.candidate)
            self._control.arm(draft.outcome)  # type: ignore[arg-type]
        else:
            self.drop()

    def drop(self) -> None:
        """Forget the entry that was broken off."""
        self.left = self._kept = None
        self._write_draft(None)

    def stop(self) -> None:
        """End the timers and leave the draft as it is: the study is being closed."""
        self._quiet.stop()
        self._look.stop()
        self._has_stopped = True

    def _say(self) -> None:
        self.changed.emit()
        self._desk.refresher.note("safety")

    def _on_change(self) -> None:
        self.safety = actions.safety(self._desk.session)
        self._say()
        self._quiet.start()  # after the next suggestion, which a person waits for

    def _back_up(self) -> None:
        self._desk.back_up(self._backed_up)

    def _backed_up(self, safety: Safety) -> None:
        self.safety = safety
        self._say()

    def _keep_draft(self) -> None:
        # The entry may still change when the study is closed, as when the kernels are compiled; the pen is gone then.
        if self._has_stopped:
            return
        gesture = self._control.entry.gesture
        intent = gesture.intent if isinstance(gesture, Armed | Saving | NotSaved) else None
        draft = None
        if intent is not None:
            draft = Draft(intent.candidate, intent.outcome, intent.token, intent.reason)
        if draft is None and self.left is not None:
            return  # what a crash left stays until the person has decided
        if draft != self._kept:
            self._kept, self.left = draft, None
            self._write_draft(draft)

    def _write_draft(self, draft: Draft | None) -> None:
        """Have a draft, or none, written in the pen's thread, after every entry that was confirmed before it."""
        self._desk.keep(partial(actions.keep_draft, self._desk.session, draft))
