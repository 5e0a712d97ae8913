"""EntryPanel: progress of the study, next experiment, recording of its outcome."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QKeyEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QMenu, QProgressBar, QPushButton, QVBoxLayout, QWidget

from kgdesk.ui.entry.among_chip import AmongChip
from kgdesk.ui.entry.attributes import LARGE
from kgdesk.ui.entry.block_line import BlockLine
from kgdesk.ui.entry.card import NextCard
from kgdesk.ui.entry.card_area import CardArea
from kgdesk.ui.entry.confirmation_strip import ConfirmationStrip
from kgdesk.ui.entry.finished_card import FinishedCard
from kgdesk.ui.entry.key_guard import KeyGuard, is_printable
from kgdesk.ui.entry.named_widgets import named_button, named_label
from kgdesk.ui.entry.outcome_button import OutcomeButton
from kgdesk.ui.entry.run_lists import MOST_ROWS, EntryLists, row_height
from kgdesk.ui.entry.scan_line import ScanLine
from kgdesk.ui.entry.sentence import Sentence
from kgdesk.ui.entry.state_machine import Idle, SaveFailed
from kgdesk.ui.entry.suggestion_wait import SuggestionWait
from kgdesk.ui.session.refresher import STUDY_FACTS
from kgdesk.ui.text.translate import translate
from kgdesk.ui.widgets.basic import set_tip
from kgdesk.ui.widgets.folding import fold
from kgdesk.ui.widgets.message_strip import MessageStrip
from kgdesk.ui.widgets.messages import refuse
from kgdesk.ui.widgets.stylesheet import set_role
from kgdesk.ui.widgets.theme import text_scale

if TYPE_CHECKING:
    from kgdesk.errors import KgdeskError
    from kgdesk.ui.entry.controller import EntryControl
    from kgdesk.ui.entry.state_machine import Outcome

#: Height of the panel in pixels below which the banner offers no button, and margins of the panel.
_LOW = 620
_EDGES, _APART = 14, 4

#: Height above which there is room for a banner of this height beside everything on the card.
_HIGH, _BANNER = 740, 90
_TARGET = 32


class EntryPanel(QWidget):
    """Left side of the main window.

    Parameters
    ----------
    control
        Entry control of the window.
    """

    #: Request for a dialog: ``attributes``, ``block``, ``void``, ``skip``, ``finish``, ``reopen``, ``rescue`` or
    #: ``operator``.
    wanted = Signal(str)

    def __init__(self, control: EntryControl, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.control = control
        self._height = _LOW
        self._refusal: KgdeskError | None = None
        self._focus_was = ""
        self.study = Sentence("entry.study", "title")
        self.done = named_label("entry.done", wrap=False)
        self.progress = _progress_bar(self.tr("Runs recorded"))
        self.banner = MessageStrip("entry.banner", below=True)
        self.can_stop = MessageStrip("entry.canStop", below=True)
        self.card, self.finished = NextCard(control), FinishedCard(control)
        self.card_area = CardArea(self.card, self.finished, self.banner)
        self._wait = SuggestionWait(control, self.card, self)
        self.block = BlockLine(control)
        self.scan = ScanLine()
        self.success = OutcomeButton("success", control.outcome_name("success"), "F8")
        self.failure = OutcomeButton("failure", control.outcome_name("failure"), "F9")
        # Before the strip, whose buttons vanish: Qt would move the focus from each to the next.
        control.controller.refresher.watch(self, {"entry", "gesture"}, self._leave_strip, due=False)
        self.strip = ConfirmationStrip(control)
        self.void = named_button("entry.void", self.tr("Void…"))
        self.skip = named_button("entry.skip", self.tr("Skip…"))
        self.more = named_button("entry.more", self.tr("More"))
        self.more.setMenu(QMenu(self.more))
        for small in (self.void, self.skip, self.more):
            set_role(small, role="low")
        self.lists = EntryLists(control)
        self.guard = KeyGuard(self, self.scan.field)
        self._so_far, self._ways = _lay_out(self)
        self._connect()
        self.show_entry()

    def sizeHint(self) -> QSize:
        """Return the preferred width for short names."""
        return QSize(400, super().sizeHint().height())

    def heightForWidth(self, width: int) -> int:
        """Return the minimum height, so that lists shrink before the panel scrolls."""
        layout = self.layout()
        return layout.minimumHeightForWidth(width) if layout is not None else -1

    def show_entry(self) -> None:
        """Update all parts."""
        self._show_study()
        self._show_card()
        self.adapt(self._height)
        self.strip.show_entry()
        self._show_gesture()
        self._show_banner()
        self._show_verdict()

    def _show_card(self) -> None:
        """Update the card and the runs in progress, and time the wait for the next experiment."""
        entry, study = self.control.entry, self.control.controller.study
        over = self._is_over
        rest = (self.void, self.skip, self.more)
        for widget in (self.card, self.scan, self.success, self.failure, self.strip, *rest):
            widget.setVisible(not over)
        self.block.show_block(over=over)
        self.finished.setVisible(over)
        self.card.show_entry() if not over else self.finished.show_entry()
        self.card_area.fit()
        waits = (
            entry.candidate is None and not entry.all_tried and not self.control.controller.advice.cancelled
        )
        self._wait.set_waiting(waits and not over and len(study.pool) > 0)

    @property
    def _is_over(self) -> bool:
        entry = self.control.entry
        return entry.state == "finished" or (entry.situation.finished and entry.state == "read_only")

    def _show_gesture(self) -> None:
        """Update the armed outcome and enabled buttons; move the focus to the button that answers."""
        entry = self.control.entry
        outcomes: tuple[tuple[QPushButton, Outcome], ...] = (
            (self.success, "success"),
            (self.failure, "failure"),
        )
        for button, outcome in outcomes:
            on = entry.can_arm or (entry.state == "not_saved" and entry.armed == outcome)
            button.setEnabled(on)
            set_role(button, armed=entry.armed == outcome)
        self.void.setEnabled(entry.can_arm)
        self.skip.setEnabled(entry.can_start)
        self.scan.show_match(entry.matched)
        self._focus(entry.state)
        self.guard.watch(entry.state == "armed")

    def say_refusal(self, problem: KgdeskError) -> None:
        """Show in the banner why a computation failed."""
        self._refusal = problem
        self.control.controller.refresher.note("refusal")

    def stop(self) -> None:
        """Stop the key guard and the timer: the window closes."""
        self.guard.watch(False)
        self._wait.stop()

    def changeEvent(self, event: QEvent) -> None:
        """Adapt to another font once all parts have it."""
        super().changeEvent(event)
        if event.type() in {QEvent.Type.FontChange, QEvent.Type.StyleChange}:
            self.control.controller.refresher.note("font")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Redirect text typed on a button to the scan field."""
        if is_printable(event) and self.scan.isVisible():
            self.scan.field.setFocus()
            self.scan.field.insert(event.text())
            return
        super().keyPressEvent(event)

    def adapt(self, height: int) -> None:
        """Fit everything into a height in pixels: the lists get what the card and the entry leave, one row at least."""
        was_low, self._height = _is_low(self._height), height
        if was_low != _is_low(height):
            self._show_verdict()
        self._fold_head()
        fold(self._ways, (self.void, self.skip, self.more), self.width() - _EDGES)
        for part in (self.banner, self.can_stop, self.scan):
            part.fit()
        for button in (self.block, self.void, self.skip, self.more):  # explicit minima override the font's
            button.setMinimumHeight(max(_TARGET, button.sizeHint().height()))
        # All depends on window and font alone: the entry does not move.
        head = self._so_far.sizeHint().height() + self.progress.maximumHeight() + 2 * _APART + _EDGES
        entry = (self.scan, self.success, self.void, *((self.block,) if self.block.isVisibleTo(self) else ()))
        below = sum(part.sizeHint().height() + _APART for part in entry)
        rest = height - head - below - self.strip.minimumHeight() - 2 * _APART
        # Code and five lines come before the button that takes back, for which there are Ctrl+Z, strip and menu.
        least = self.card.arrangement.least(0) + 5 * self.card.expected.line_height
        tight = rest - self.lists.height_of(1, tight=False) < least
        rest -= self.lists.height_of(1, tight=tight) + min(max(height - _HIGH, 0), _BANNER)
        row = row_height(self.lists)
        rows = 1 + (rest - self.card.arrangement.comfortable()) // row
        # In text of 100 % a second entry comes after code and twelve lines, whatever the face.
        if text_scale() <= 1.0 and rest - row >= least + 7 * self.card.expected.line_height:
            rows = max(rows, 2)
        self.lists.adapt(min(max(rows, 1), MOST_ROWS), tight=tight)
        self.card_area.fit()

    def _show_study(self) -> None:
        study = self.control.controller.study
        name = study.settings.title or study.name
        self.study.setText(name)
        self.study.explain(f"{name}\n{self.control.controller.path}")
        budget = study.settings.budget
        self.progress.setUpdatesEnabled(False)  # else it repaints at once
        self.progress.setRange(0, budget)
        self.progress.setValue(min(study.done, budget))
        self.progress.setUpdatesEnabled(True)
        text = self.tr("{done} of {budget} runs recorded")
        self.done.setText(text.format(done=study.done, budget=budget))
        self._fold_head()

    def _fold_head(self) -> None:
        bar = self.card_area.verticalScrollBar()
        fold(self._so_far, (self.study, self.done), self.width() - _EDGES - bar.isVisible() * bar.width())

    def _show_verdict(self) -> None:
        controller, here = self.control.controller, self.control.entry.situation
        verdict = controller.advice.verdict
        stop = verdict is not None and verdict.stop and not here.finished
        if verdict is None or not stop:
            self.can_stop.clear()
            return
        why = translate(verdict.sentence)
        # In larger text the reason would take the room of the code and attributes on the card.
        short = text_scale() > 1.0
        # Then, and in a low window, only the menu command is offered: the outcome buttons have priority.
        act = here.takes_entries and bool(controller.study.runs) and not short and not _is_low(self._height)
        finish = ((self.tr("Finish study…"), partial(self.wanted.emit, "finish")),) if act else ()
        seen = self.tr("{verdict}: see Decide.").format(verdict=translate(verdict.heading))
        strip = "caution" if verdict.used_up else "recorded"
        self.can_stop.show_message(strip, seen if short else why, finish)
        set_tip(self.can_stop, why if short else "")

    def _show_banner(self) -> None:
        """Show why the study cannot be used as usual, or the last error."""
        reason, gesture = self.control.entry.situation.read_only, self.control.entry.gesture
        lost = isinstance(gesture, SaveFailed)
        refused = lost or (isinstance(gesture, Idle) and gesture.notice == "refused")
        problem = self.control.problem if refused else self._refusal
        if reason is not None:
            more = self.tr("Pictures and export work; nothing can be recorded here.")
            self.banner.show_message("caution", f"{reason} {more}")
        elif self.control.controller.selection.as_of is not None:
            text = self.tr("An earlier state is shown. Nothing can be recorded: press Esc to go back to now.")
            self.banner.show_message("caution", text)
        elif problem is not None:
            rescue = ((self.tr("Save a rescue copy…"), partial(self.wanted.emit, "rescue")),) if lost else ()
            refuse(self.banner, problem, rescue)
        else:
            self.banner.clear()
        self.card_area.fit()

    def _focus(self, state: str) -> None:
        strip = self.strip
        if state == "armed":
            strip.record.setFocus(Qt.FocusReason.OtherFocusReason)
        elif state == "not_saved":
            strip.try_again.setFocus(Qt.FocusReason.OtherFocusReason)
        elif state == "mismatch":
            strip.ignore.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self._leave_strip()
        self._focus_was = state

    def _leave_strip(self) -> None:
        """Move the focus to the scan field if the strip asks for nothing any more."""
        asks = self.control.entry.state in {"armed", "not_saved", "mismatch"}
        if not asks and self._focus_was in {"armed", "not_saved", "mismatch", "saving"}:
            # Also while saving: a second Enter must not press a button next to the one that vanished.
            self.scan.field.setFocus(Qt.FocusReason.OtherFocusReason)

    def _announce(self, text: str) -> None:
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, text))

    def _advised(self) -> None:
        self._refusal = None if self.control.controller.advice.current is not None else self._refusal

    def _connect(self) -> None:
        control = self.control
        control.announced.connect(self._announce)
        control.controller.advice.changed.connect(self._advised)
        control.controller.refused.connect(self.say_refusal)
        for facts, refresh in (
            ({"runs", "settings"}, self._show_study),
            (STUDY_FACTS | {"entry", "advice"}, self._show_card),
            ({"entry", "gesture"}, self._show_gesture),
            ({"entry", "gesture", "shown", "refusal", "advice"}, self._show_banner),
            ({"entry", "runs", "counsel"}, self._show_verdict),
            ({"font"}, self.show_entry),
        ):
            control.controller.refresher.watch(self, facts, refresh)
        self.scan.field.scanned.connect(control.scan)
        self.guard.typed.connect(control.typed)
        self.success.clicked.connect(lambda: control.arm("success"))
        self.failure.clicked.connect(lambda: control.arm("failure"))
        for button, what in (
            (self.void.clicked, "void"),
            (self.block.clicked, "block"),
            (self.skip.clicked, "skip"),
            (self.card.operator_wanted, "operator"),
            (self.card.finish.clicked, "finish"),
            (self.card.attributes.all_wanted, "attributes"),
            (self.finished.reopen_wanted, "reopen"),
        ):
            button.connect(lambda *_, what=what: self.wanted.emit(what))


def _lay_out(panel: EntryPanel) -> tuple[QHBoxLayout, QHBoxLayout]:
    """Lay the parts of the panel out in a column; return the rows that fold: study and progress, and small buttons."""
    panel.setMinimumWidth(320)
    more = QHBoxLayout()
    for small in (panel.void, panel.skip, panel.more):
        more.addWidget(small, 1)
    column = QVBoxLayout(panel)
    column.setContentsMargins(8, 4, 6, 4)
    column.setSpacing(_APART)
    so_far = QHBoxLayout()
    so_far.addWidget(panel.study, 1)
    so_far.addWidget(panel.done)
    panel.card_area.above.addLayout(so_far)
    for widget in (panel.progress, panel.banner, panel.can_stop, AmongChip(panel.control.controller.advice)):
        panel.card_area.above.addWidget(widget)
    column.addWidget(panel.card_area, 1)
    # From here down the pixels never change.
    column.addWidget(panel.block)
    column.addWidget(panel.scan)
    column.addLayout(_equal_columns(panel.success, panel.failure))
    column.addWidget(panel.strip)
    column.addLayout(more)
    column.addWidget(panel.lists)
    return so_far, more


def _is_low(height: int) -> bool:
    """Return whether a panel of this height in pixels has no room for more than the entry in the present text size."""
    return height < _LOW * max(text_scale() / LARGE, 1.0)


def _progress_bar(name: str) -> QProgressBar:
    """Return the thin bar of runs recorded; `name` is what a screen reader calls it."""
    progress = QProgressBar()
    progress.setObjectName("entry.progress")
    progress.setTextVisible(False)
    progress.setFixedHeight(6)
    progress.setAccessibleName(name)
    return progress


def _equal_columns(*buttons: QPushButton) -> QGridLayout:
    """Return a row of buttons that are equally wide."""
    row = QGridLayout()
    row.setSpacing(8)
    for place, button in enumerate(buttons):
        row.addWidget(button, 0, place)
        row.setColumnStretch(place, 1)
    return row
