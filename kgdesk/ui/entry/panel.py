"""EntryPanel: progress of the study, next experiment, recording of its outcome; laid out for Bench and for Study."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QKeyEvent
from PySide6.QtWidgets import QBoxLayout, QGridLayout, QHBoxLayout, QMenu, QPushButton, QVBoxLayout, QWidget

from kgdesk.ui.entry.among_chip import AmongChip
from kgdesk.ui.entry.attributes import LARGE
from kgdesk.ui.entry.block_line import BlockLine
from kgdesk.ui.entry.card import NextCard
from kgdesk.ui.entry.card_area import CardArea
from kgdesk.ui.entry.confirmation_strip import ConfirmationStrip
from kgdesk.ui.entry.finished_card import FinishedCard
from kgdesk.ui.entry.head import Head
from kgdesk.ui.entry.key_guard import KeyGuard, is_printable
from kgdesk.ui.entry.named_widgets import SmallButton
from kgdesk.ui.entry.outcome_button import OutcomeButton
from kgdesk.ui.entry.run_lists import MOST_ROWS, EntryLists, row_height
from kgdesk.ui.entry.scan_line import ScanLine
from kgdesk.ui.entry.state_machine import Idle, SaveFailed
from kgdesk.ui.entry.suggestion_wait import SuggestionWait
from kgdesk.ui.entry.value_line import ValueLine, has_value_entry, looks_like_value
from kgdesk.ui.session.refresher import STUDY_FACTS
from kgdesk.ui.text.translate import translate
from kgdesk.ui.widgets.basic import set_tip
from kgdesk.ui.widgets.message_strip import MessageStrip
from kgdesk.ui.widgets.messages import refuse
from kgdesk.ui.widgets.stylesheet import set_role
from kgdesk.ui.widgets.theme import text_scale

if TYPE_CHECKING:
    from PySide6.QtWidgets import QLineEdit

    from kgdesk.errors import KgdeskError
    from kgdesk.ui.entry.controller import EntryControl
    from kgdesk.ui.entry.face import Face
    from kgdesk.ui.entry.state_machine import Outcome

#: Height of the panel in pixels below which the banner offers no button, and margins of the panel.
_LOW = 620
_EDGES, _APART = 14, 4

#: Height above which there is room for a banner of this height beside everything on the card.
_HIGH, _BANNER = 740, 90
_TARGET = 32

#: Height on Bench in pixels of text at 100 % below which letters and buttons are smaller.
_LOW_BENCH = 640
#: On Bench: margins of the panel at its sides and above, and space between its parts; height of the outcome buttons,
#: height of the strip and width of the right side in a high and in a low window.
_MARGIN, _EDGE, _BETWEEN = 14, 4, 10
_OUTCOME, _STRIP, _SIDE = (92, 64), (46, 36), (352, 292)
_NO_LIMIT = 16_777_215  # of Qt

_WAYS = QBoxLayout.Direction


class EntryPanel(QWidget):
    """The entry of a study: the left side of Study, and the whole of Bench.

    Both faces have the same widgets: changing the face only lays them out again.

    Parameters
    ----------
    control
        Entry control of the window.
    """

    #: Request for a dialog: ``attributes``, ``block``, ``void``, ``skip``, ``finish``, ``reopen``, ``rescue``,
    #: ``operator`` or ``undo``.
    wanted = Signal(str)

    def __init__(self, control: EntryControl, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.control = control
        self.face: Face = "study"
        self._height = _LOW
        self._across = 4  #: Small buttons in a row.
        self._refusal: KgdeskError | None = None
        self._focus_was = ""
        self.head = Head(control)
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
        # These vanish when they are clicked: Qt would move the focus to the next button.
        for link in (self.strip.back, self.strip.outcome):
            link.clicked.connect(lambda: self.home.setFocus(Qt.FocusReason.OtherFocusReason))
        self.void = SmallButton("entry.void", self.tr("Void…"))
        self.skip = SmallButton("entry.skip", self.tr("Skip…"))
        self.start = SmallButton("entry.start", self.tr("Start"))
        set_tip(self.start, self.tr("The run begins now, its outcome comes later (Ctrl+T)."))
        self.more = SmallButton("entry.more", self.tr("More"))
        self.more.setMenu(QMenu(self.more))
        self._small: tuple[QPushButton, ...] = (self.void, self.skip, self.start, self.more)
        self.lists = EntryLists(control)
        self.value = ValueLine(
            control
        )  #: Field of the measured value, in studies whose outcome follows from it.
        self.guard = KeyGuard(self, self.scan.field)
        self._lay_out()
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
        for widget in (self.card, self.scan, self.strip, *self._small, self.void):
            widget.setVisible(not over)
        self.block.show_block(over=over)
        self._show_outcomes()
        self.finished.setVisible(over)
        self.card.show_entry() if not over else self.finished.show_entry()
        self.card_area.fit()
        waits = (
            entry.candidate is None and not entry.all_tried and not self.control.controller.advice.cancelled
        )
        self._wait.set_waiting(waits and not over and len(study.pool) > 0)

    def _show_outcomes(self) -> None:
        """Show the two outcomes, or the measured value from which the outcome follows, with Void beside it."""
        measured, over = has_value_entry(self.control.controller.study.settings), self._is_over
        for widget, on in (
            (self.success, not measured),
            (self.failure, not measured),
            (self.value, measured),
        ):
            widget.setVisible(on and not over)
        if measured != (self.void not in self._small):
            self._small = (self.skip, self.start, self.more) if measured else (self.void, *self._small)
            (self._ways if measured else self._pair).removeWidget(self.void)
            self._pair.addWidget(self.void) if measured else None
            self._across = 0
            self.adapt(self._height)
        self.value.show_entry()
        self.guard.field = self.home

    @property
    def home(self) -> QLineEdit:
        """The field to which the focus returns: the value where there is one and no code looks like a value."""
        study, candidate = self.control.controller.study, self.control.entry.candidate
        if not has_value_entry(study.settings) or candidate is None:
            return self.scan.field
        codes = candidate, study.barcodes.code_of(candidate)
        numeric = any(looks_like_value(code, study.settings) for code in codes)
        return self.scan.field if numeric else self.value.field

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
        self.start.setEnabled(entry.can_start)
        self.scan.show_match(entry.matched, entry.accepted)
        self.value.show_entry()
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
        if is_printable(event) and self.home.isVisible():
            self.home.setFocus()
            self.home.insert(event.text())
            return
        super().keyPressEvent(event)

    def show_face(self, face: Face) -> None:
        """Lay the panel out for a face; what is armed is disarmed, which the strip says, and nothing is recorded."""
        self.control.turned()
        if face == self.face:
            return
        self.face = face
        self._arrange()
        self.adapt(self._height)
        self.strip.show_entry()

    @property
    def on_bench(self) -> bool:
        """Whether the panel is laid out for Bench."""
        return self.face == "bench"

    def adapt(self, height: int) -> None:
        """Fit everything into a height in pixels."""
        was_low, self._height = _is_low(self._height), height
        if was_low != _is_low(height):
            self._show_verdict()
        for part in (self.banner, self.can_stop, self.scan):
            part.fit()
        for button in (self.block, *self._small):  # explicit minima override the font's
            button.setMinimumHeight(max(_TARGET, button.sizeHint().height()))
        self._adapt_bench(height) if self.on_bench else self._adapt_study(height)
        for layout in (
            self.lists.layout(),
            self.side,
            self.layout(),
        ):  # from the inside: each asks the one within
            if layout is not None:
                layout.activate()
        self.card_area.fit()

    def _adapt_study(self, height: int) -> None:
        """Share a height: the list gets what the card and the entry leave, one row at least."""
        self.card.show_face(False, False)
        rows = self._arrange_small(self.width() - _EDGES)
        # All depends on window and font alone: the entry does not move.
        self._outcomes.setFixedHeight(self.success.sizeHint().height())
        head = self.head.sizeHint().height() + _APART + _EDGES
        entry = (self.scan, self.success, self.skip, *((self.block,) if self.block.isVisibleTo(self) else ()))
        below = sum(part.sizeHint().height() + _APART for part in entry)
        below += (rows - 1) * (self.skip.sizeHint().height() + _APART)
        rest = height - head - below - self.strip.minimumHeight() - 2 * _APART
        # Code and five lines come before further rows of the list.
        least = self.card.arrangement.least(0) + 5 * self.card.expected.line_height
        rest -= self.lists.height_of(1) + min(max(height - _HIGH, 0), _BANNER)
        row = row_height(self.lists)
        rows = 1 + (rest - self.card.arrangement.comfortable()) // row
        # In text of 100 % a second entry comes after code and twelve lines, whatever the face.
        if text_scale() <= 1.0 and rest - row >= least + 7 * self.card.expected.line_height:
            rows = max(rows, 2)
        self.lists.adapt(min(max(rows, 1), MOST_ROWS))

    def _adapt_bench(self, height: int) -> None:
        """Choose large or small letters for a height, and fill the right side with the lists."""
        scale = text_scale()
        low = height < _LOW_BENCH * scale
        self.card.show_face(True, low)
        self._arrange_small(0)
        beside = sum(small.sizeHint().width() + _BETWEEN for small in self._small)
        room = self.width() - 3 * _MARGIN - min(round(_SIDE[low] * scale), self.width() * 2 // 5)
        fits = beside + self.strip.least_width() <= room
        self._low.setDirection(_WAYS.LeftToRight if fits else _WAYS.TopToBottom)
        self._outcomes.setFixedHeight(max(round(_OUTCOME[low] * scale), self.success.sizeHint().height()))
        for small in self._small:
            small.setMinimumHeight(max(small.minimumHeight(), round(_STRIP[low] * scale)))
        for button in (self.success, self.failure):
            set_role(button, letters="" if low else "bench")
        self.strip.flatten(round(_STRIP[low] * scale))
        wide = min(round(_SIDE[low] * scale), self.width() * 2 // 5)
        self._side.setFixedWidth(wide)

    def _arrange_small(self, room: int) -> int:
        """Lay the small buttons out in one row if their words fit side by side, else in two; return the rows."""
        least = [small.sizeHint().width() for small in self._small]
        rows = 1 if self.on_bench or len(least) * (max(least) + self._ways.spacing()) <= room else 2
        across = -(-len(least) // rows)
        for place, small in enumerate(self._small):
            if self._across != across:
                self._ways.removeWidget(small)
                self._ways.addWidget(small, *divmod(place, across))
        for column in range(4):
            self._ways.setColumnStretch(column, int(column < across))
        self._across = across
        return rows

    def _lay_out(self) -> None:
        """Put the parts into their boxes; `_arrange` says how these lie."""
        self.setMinimumWidth(320)
        self._ways = QGridLayout()
        for place, small in enumerate(self._small):
            self._ways.addWidget(small, 0, place)
        self._outcomes = QWidget()
        pair = self._pair = QHBoxLayout(self._outcomes)
        pair.setContentsMargins(0, 0, 0, 0)
        pair.setSpacing(8)
        for button in (self.success, self.failure):
            pair.addWidget(button, 1)
        pair.addWidget(self.value, 1)
        self._low = QBoxLayout(_WAYS.TopToBottom)
        self._low.addWidget(self.strip, 1)
        self._low.addLayout(self._ways)
        for widget in (self.banner, self.can_stop, AmongChip(self.control.controller.advice)):
            self.card_area.above.addWidget(widget)
        self._work = QVBoxLayout()
        self._work.addWidget(self.card_area, 1)
        # From here down the pixels never change.
        self._work.addWidget(self.block)
        self._work.addWidget(self.scan)
        self._work.addWidget(self._outcomes)
        self._work.addLayout(self._low)
        self._side = QWidget()
        self.side = QVBoxLayout(
            self._side
        )  #: Right side on Bench: the lists, and what else the window puts there.
        self.side.setContentsMargins(0, 0, 0, 0)
        self.side.addWidget(self.lists, 1)
        self._body = QBoxLayout(_WAYS.TopToBottom)
        self._body.addLayout(self._work, 1)
        self._body.addWidget(self._side)
        self.bar = QHBoxLayout()  #: Line above all on Bench.
        column = QVBoxLayout(self)
        column.addLayout(self.bar)
        column.addLayout(self._body, 1)
        self._arrange()

    def _arrange(self) -> None:
        """Lay the boxes out for the present face."""
        bench, layout = self.on_bench, self.layout()
        apart = _BETWEEN if bench else _APART
        if layout is not None:
            layout.setContentsMargins(*((_MARGIN, _EDGE, _MARGIN, _EDGE) if bench else (8, 4, 6, 4)))
            layout.setSpacing(_BETWEEN if bench else 0)
        for box in (self._work, self._low):
            box.setSpacing(apart)
        self._body.setSpacing(_MARGIN if bench else apart)
        self._body.setDirection(_WAYS.LeftToRight if bench else _WAYS.TopToBottom)
        self._low.setDirection(_WAYS.TopToBottom)
        self._ways.setSpacing(_BETWEEN if bench else _APART)
        for place in (self.bar, self.card_area.above):
            place.removeWidget(self.head)
        if bench:
            self.bar.insertWidget(0, self.head, 1)
        else:
            self.card_area.above.insertWidget(0, self.head)
            self._side.setMinimumWidth(0)
            self._side.setMaximumWidth(_NO_LIMIT)
            self.strip.stack()
            for button in (self.success, self.failure):
                set_role(button, letters="")
        self.head.show_face(self.face)
        self.lists.show_face(bench)

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
            # Not one of the answers: F8 and Enter by habit, or a second Enter of the scanner, would give it unread.
            self.scan.field.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self._leave_strip()
        self._focus_was = state

    def _leave_strip(self) -> None:
        """Move the focus to the scan field if the strip asks for nothing any more."""
        asks = self.control.entry.state in {"armed", "not_saved", "mismatch"}
        if not asks and self._focus_was in {"armed", "not_saved", "mismatch", "saving"}:
            # Also while saving: a second Enter must not press a button next to the one that vanished.
            self.home.setFocus(Qt.FocusReason.OtherFocusReason)

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
            (STUDY_FACTS | {"entry", "advice"}, self._show_card),
            ({"entry", "gesture"}, self._show_gesture),
            ({"entry", "gesture", "shown", "refusal", "advice"}, self._show_banner),
            ({"entry", "runs", "counsel"}, self._show_verdict),
            ({"font"}, self.show_entry),
        ):
            control.controller.refresher.watch(self, facts, refresh)
        self.scan.field.scanned.connect(control.scan)
        self.value.scanned.connect(control.scan)
        self.guard.typed.connect(control.typed)
        self.success.clicked.connect(lambda: control.arm("success"))
        self.failure.clicked.connect(lambda: control.arm("failure"))
        self.start.clicked.connect(lambda: control.arm("start"))
        for button, what in (
            (self.void.clicked, "void"),
            (self.block.clicked, "block"),
            (self.skip.clicked, "skip"),
            (self.strip.undo_wanted, "undo"),
            (self.strip.void_wanted, "void"),
            (self.card.operator_wanted, "operator"),
            (self.card.finish.clicked, "finish"),
            (self.card.attributes.all_wanted, "attributes"),
            (self.finished.reopen_wanted, "reopen"),
        ):
            button.connect(lambda *_, what=what: self.wanted.emit(what))


def _is_low(height: int) -> bool:
    """Return whether a panel of this height in pixels has no room for more than the entry in the present text size."""
    return height < _LOW * max(text_scale() / LARGE, 1.0)
