"""ConfirmationStrip: confirms an outcome; constant position and height whatever its text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QBoxLayout, QFrame, QHBoxLayout, QPushButton, QSizePolicy, QWidget

from kgdesk.model.decisions.runs import entry_of, last_taken_back
from kgdesk.model.study.records import numbers_in_words
from kgdesk.model.study.set_values import set_values_text
from kgdesk.plain_text import shorten
from kgdesk.ui.entry.controller import can_take_back
from kgdesk.ui.entry.sentence import Sentence
from kgdesk.ui.entry.state_machine import Armed, Idle, Mismatch, Recorded, SaveFailed, Saving
from kgdesk.ui.text.locale_format import SIGNS, clock_time, measured_value, number
from kgdesk.ui.text.translate import translate
from kgdesk.ui.widgets.stylesheet import TITLE, line_height, set_role

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QResizeEvent

    from kgdesk.model.study.records import Measured, Run
    from kgdesk.ui.entry.controller import EntryControl
    from kgdesk.ui.entry.state_machine import Gesture, Intent

_LINES = 2
_TARGET = 32
#: Letters of the text that have room beside the buttons at least.
_FEW_WORDS = 24
#: Margins in pixels where the buttons are below the text.
_MARGINS = (10, 4, 8, 4)
#: Height in pixels of the margins and the border.
_FRAME = 14
#: Maximum lengths of names, tried in order until the text fits two lines; the last time with the fewest words.
_NAMES = (32, 24, 18, 14, 10)
_SHORT_NAME = 15
#: Notices that something was recorded.
_DONE = frozenset(
    {
        "taken_back",
        "redone",
        "started",
        "started_together",
        "skipped",
        "noted",
        "results",
        "results_of_several",
        "results_taken_back",
    }
)


class ConfirmationStrip(QFrame):
    """Show what is armed, recorded or wrong, with the buttons that answer it; else the newest entry, with Undo.

    Parameters
    ----------
    control
        Entry control of the window.
    """

    #: The text has changed.
    announced = Signal(str)
    #: The user wants to undo the newest entry.
    undo_wanted = Signal()
    #: The user wants to void the run on the card.
    void_wanted = Signal()

    def __init__(self, control: EntryControl, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._control = control
        self._limit, self._brief = _NAMES[0], False
        self._flat = 0  #: Height in pixels where the buttons are beside the text; 0 where they are below.
        self.setObjectName("entry.strip")
        self.label = Sentence("entry.stripText", "plain", _LINES)  #: Text of the strip.
        #: Takes back the newest entry, and redoes what was taken back.
        self.undo = self._button("entry.takeBack", self.tr("Undo  Ctrl+Z"), self.undo_wanted)
        self.redo = self._button("entry.redo", self.tr("Redo  Ctrl+Y"), control.redo)
        self.back = self._button(
            "entry.backToSuggestion", "", control.unchoose
        )  #: Returns to the suggestion.
        #: Puts the run that was just started on the card.
        self.outcome = self._button("entry.enterOutcome", self.tr("Enter outcome…"), self._take_up_started)
        #: Asks why the run that was just started is void.
        self.cancel_start = self._button("entry.cancelStart", self.tr("Cancel start…"), self._void_started)
        for link in (self.undo, self.redo, self.back, self.outcome, self.cancel_start):
            set_role(link, role="link")
        self.cancel = self._button("entry.cancel", self.tr("Cancel  Esc"), control.cancel)  #: Disarms.
        #: Records the armed outcome.
        self.record = self._button("entry.record", self.tr("Record  Enter"), control.confirm)
        set_role(self.record, primary=True)
        #: Retries to save.
        self.try_again = self._button("entry.tryAgain", self.tr("Try again"), control.confirm)
        #: Puts the scanned candidate on the card.
        self.accept = self._button("entry.recordScanned", "", control.accept_scan)
        self.ignore = self._button("entry.ignore", self.tr("Ignore"), control.cancel)  #: Ignores the scan.
        for answer in (self.accept, self.ignore):  # neither records anything
            answer.setAutoDefault(True)  # Enter presses it once somebody has gone to it
        self._lay_out()
        control.controller.refresher.watch(self, {"runs", "entry", "gesture"}, self.show_entry)
        self.show_entry()

    def show_entry(self) -> None:
        """Show the state of the entry, with names as long as fit."""
        gesture = self._control.entry.gesture
        hint = isinstance(gesture, Idle) and gesture.notice is None
        role = "title" if isinstance(gesture, Armed | SaveFailed) else "plain"
        set_role(self.label, role=role)
        for self._limit, self._brief in (*((limit, False) for limit in _NAMES), (_NAMES[-1], True)):
            text, kind, buttons = self._words(gesture)
            if self._fits(text, buttons):
                break
        set_role(self, strip=kind)
        for button in (
            self.undo,
            self.redo,
            self.back,
            self.outcome,
            self.cancel_start,
            self.cancel,
            self.record,
            self.try_again,
            self.accept,
            self.ignore,
        ):
            button.setVisible(button in buttons)
        if text != self.label.text():
            self.label.setText(text)
            self.setAccessibleDescription(text)
            if not hint:
                self.announced.emit(text)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Refit the names when the width changes."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.show_entry()

    def changeEvent(self, event: QEvent) -> None:
        """Recompute the reserved height in another font."""
        super().changeEvent(event)
        if event.type() in {QEvent.Type.FontChange, QEvent.Type.StyleChange} and hasattr(self, "ignore"):
            self._reserve()

    def _words(self, gesture: Gesture) -> tuple[str, str, tuple[QPushButton, ...]]:
        control = self._control
        if isinstance(gesture, Armed):
            start = gesture.intent.outcome == "start"
            self.record.setText(self.tr("Start  Enter") if start else self.tr("Record  Enter"))
            question = self._question(gesture.intent)
            return question.format(**self._about(gesture)), "armed", (self.cancel, self.record)
        if isinstance(gesture, Saving):
            return self.tr("Saving…"), "armed", ()
        if isinstance(gesture, Recorded):
            study, intent = control.controller.study, gesture.intent
            run = study.run(gesture.run)
            outcome = self._outcome_of(run)
            done = self.tr("Run {run} recorded: {candidate} {outcome}")
            if intent.details.count is not None:
                outcome = self._about(gesture)["outcome"]
                done = self.tr("Runs {run} recorded: {candidate} {outcome}")
            numbers = translate(numbers_in_words([each.number for each in entry_of(study, run)]))
            text = done.format(run=numbers, candidate=shorten(run.candidate, self._limit), outcome=outcome)
            return text, "recorded", self._ways_back()
        if isinstance(gesture, SaveFailed):
            text = self.tr("Run {run} could not be saved and is NOT recorded.").format(**self._about(gesture))
            if gesture.intent.outcome == "start":
                text = self.tr("The start of {candidate} could not be saved.").format(**self._about(gesture))
            return f"✕ {text}", "refusal", (self.cancel, self.try_again)
        if isinstance(gesture, Mismatch):
            scanned = shorten(gesture.scanned, self._limit)
            self.accept.setText(
                self.tr("Outcome of {candidate}…").format(candidate=shorten(gesture.scanned, _SHORT_NAME))
            )
            on_card = control.entry.candidate
            if on_card is None:
                text = self.tr("You scanned {scanned}, the next experiment is still being worked out.")
            else:
                text = self.tr("You scanned {scanned}, the card shows {shown}.")
            text = text.format(scanned=scanned, shown=shorten(on_card or "", self._limit))
            return f"⚠ {text}", "caution", (self.accept, self.ignore)
        return self._notice(gesture)

    def _question(self, intent: Intent) -> str:
        if intent.outcome == "start":
            return self.tr("Start run {run}, {candidate}? Its outcome comes later.")
        if question := self._question_in_doubt(intent):
            return question
        if intent.details.count is not None:
            return self.tr("Record {outcome} for runs {run}, {candidate}{details}?")
        if self._brief:
            return self.tr("{outcome}: run {run}, {candidate}{details}?")
        return self.tr("Record {outcome} for run {run}, {candidate}{details}?")

    def _question_in_doubt(self, intent: Intent) -> str:
        """Return the question about an outcome that nobody would expect, or a mistyped value; else an empty text."""
        doubt = self._control.doubt(intent)
        if doubt == "tried":
            return self.tr("{candidate} has had its runs. Record {outcome} for it all the same{details}?")
        if doubt:
            return self.tr("{candidate} is out of stock. Record {outcome} for it all the same{details}?")
        if self._control.far_value(intent) is None:
            return ""
        if self._brief:
            return self.tr("⚠ {value}, not about {expected}: record as typed?")
        return self.tr("⚠ {value} is far from what is expected, about {expected}. Record it as typed?")

    def _of_several(self, about: str) -> str:
        """Return what was recorded of a file with rows of other studies, from both numbers."""
        count, _, over = about.partition(" ")
        return self.tr("Outcomes recorded: {count}. Rows passed over: {over}.").format(count=count, over=over)

    def _notice(self, gesture: Idle) -> tuple[str, str, tuple[QPushButton, ...]]:
        if gesture.notice is None:
            return self._choice() or self._newest()
        about = shorten(gesture.about, self._limit)
        if gesture.notice == "starts_stay":
            # Not both: they have no room side by side in large text. Undo was reached by its key or the menu.
            return self._starts_stay(about), "neutral", (self.cancel_start,) if about else self._ways_back()
        texts = {
            "suggestion_changed": self.tr("The suggestion has changed, nothing was recorded. Look again."),
            "study_changed": self.tr("The study takes no entries now. Nothing was recorded."),
            "looking_back": self.tr("You look at an earlier state now, so nothing was recorded."),
            "operator_changed": self.tr("The operator has changed, so nothing was recorded."),
            "typed": self.tr("A key was typed, so nothing was recorded."),
            "turned": self.tr("Bench and Study were switched, so nothing was recorded."),
            "unknown_code": self.tr("No candidate of this study is called {code}.").format(code=about),
            "taken_back": self.tr("Run {run} undone.").format(run=about),
            "redone": self.tr("Run {run} restored.").format(run=about),
            "started": self._started(about),
            "started_together": self.tr("1 run started.")
            if about == "1"
            else self.tr("{count} runs started.").format(count=about),
            "skipped": self.tr("{code} is set aside. Nothing was recorded for it.").format(code=about),
            "noted": self.tr("The note is kept. See the timeline."),
            "other_side": self.tr("The typed value is no {outcome}, so nothing was armed.").format(
                outcome=self._control.outcome_name("failure" if gesture.about == "failure" else "success")
            ),
            "refused": self.tr("This could not be done: see the message above."),
            "results": self.tr("1 outcome recorded.")
            if about == "1"
            else self.tr("{count} outcomes recorded.").format(count=about),
            "results_of_several": self._of_several(about),
            "results_taken_back": self.tr("1 outcome undone.")
            if about == "1"
            else self.tr("{count} outcomes undone.").format(count=about),
        }
        kind = "recorded" if gesture.notice in _DONE else "caution"
        sign = "" if kind == "recorded" else "⚠ "
        if gesture.notice == "started":
            takes = self._control.entry.situation.takes_entries
            return texts["started"], kind, (self.outcome, self.cancel_start) if takes else ()
        undoes = kind == "recorded" and not self._control.entry.hides_newest
        return sign + texts[gesture.notice], kind, self._ways_back() if undoes else ()

    def _started(self, run: str) -> str:
        """Return what is said of a run that was just started."""
        pending = self._control.controller.study.pending
        name = next((start.candidate for start in pending if str(start.number) == run), "")
        text = self.tr("Run {run} in progress: {candidate}")
        return text.format(run=run, candidate=shorten(name, self._limit))

    def _starts_stay(self, run: str) -> str:
        """Return what is said when Undo follows a start: that the start stays, and what the next Undo takes back."""
        stays = (
            self.tr("The start of run {run} stays.").format(run=run) if run else self.tr("The starts stay.")
        )
        study = self._control.controller.study
        if not can_take_back(study):
            return stays
        newest = next(each for each in reversed(study.runs) if not each.taken_back)
        again = self.tr("Undo again: run {run}, {candidate} {outcome}").format(**self._facts_of(newest))
        return f"{stays} {again}"

    def _take_up_started(self) -> None:
        gesture = self._control.entry.gesture
        if isinstance(gesture, Idle) and gesture.notice in {"started", "starts_stay"}:
            self._control.take_up(int(gesture.about))

    def _void_started(self) -> None:
        self._take_up_started()
        self.void_wanted.emit()

    def _choice(self) -> tuple[str, str, tuple[QPushButton, ...]] | None:
        """Return what a person chose instead of the suggestion, with the way back to it; None if nobody chose."""
        entry = self._control.entry
        here = entry.situation
        if entry.choice is None or not here.takes_entries:
            return None
        chosen, suggested = (shorten(name or "", self._limit) for name in (entry.candidate, here.suggested))
        if entry.choice.start is not None:
            words = self.tr("Run {run} in progress: {candidate}. Enter its outcome.")
        elif entry.accepted:
            words = self.tr("{candidate}, scanned and accepted instead of {suggested}")
            words = words if suggested else self.tr("{candidate}, scanned and accepted")
        else:
            words = self.tr("{candidate}, chosen by you instead of {suggested}")
            words = words if suggested else self.tr("{candidate}, chosen by you")
        back = self.tr("Put it back  Esc") if here.all_tried else self.tr("Wait for the suggestion  Esc")
        self.back.setText(self.tr("Back to the suggestion  Esc") if suggested else back)
        text = words.format(candidate=chosen, suggested=suggested, run=entry.choice.start)
        return text, "caution" if entry.accepted else "recorded", (self.back,)

    def _newest(self) -> tuple[str, str, tuple[QPushButton, ...]]:
        """Return the newest entry with the way to undo it; before the first one, what to do."""
        entry, study = self._control.entry, self._control.controller.study
        run = next((run for run in reversed(study.runs) if not run.taken_back), None)
        if run is None or entry.situation.looking_back:
            ready = entry.state == "ready" and not entry.situation.looking_back
            words = self.tr("Choose the outcome, then record it.") if ready else ""
            return words, "neutral", self._ways_back()
        text = self.tr("Run {run}: {candidate} {outcome}").format(**self._facts_of(run))
        return text, "neutral", self._ways_back()

    def _facts_of(self, run: Run) -> dict[str, object]:
        """Return what is written of a run: its number, candidate and outcome."""
        candidate = shorten(run.candidate, self._limit)
        return {"run": run.number, "candidate": candidate, "outcome": self._outcome_of(run)}

    def _ways_back(self) -> tuple[QPushButton, ...]:
        """Return the buttons Undo and Redo, as far as there is something to undo or redo."""
        study, here = self._control.controller.study, self._control.entry.situation
        if not here.takes_entries:
            return ()
        ways = ((self.undo, can_take_back(study)), (self.redo, bool(last_taken_back(study))))
        return tuple(button for button, possible in ways if possible)

    def _about(self, gesture: Armed | Recorded | SaveFailed) -> dict[str, str]:
        intent = gesture.intent
        details = intent.details
        outcome = shorten(self._control.outcome_name(intent.outcome), self._limit)
        if details.count is not None:
            outcome = self.tr("{k} of {n} {outcome}").format(
                k=details.count[0], n=details.count[1], outcome=outcome
            )
        more = []
        if details.measured is not None:
            more.append(self._value(details.measured))
        if details.set_values:
            more.append(self.tr("really set: {values}").format(values=set_values_text(details.set_values)))
        if details.happened_at:
            more.append(self.tr("done {time}").format(time=clock_time(details.happened_at)))
        if details.note:
            more.append(self.tr("with a note"))
        first = self._control.controller.study.next_number
        run = str(intent.start or first)
        if details.count is not None and intent.start is None:
            run = translate(numbers_in_words(range(first, first + details.count[1])))
        far = self._control.far_value(intent)
        return {
            "value": "" if details.measured is None else self._value(details.measured),
            "expected": "" if far is None else number(far.expected, 2),
            "run": run,
            "outcome": outcome,
            "candidate": shorten(intent.candidate, self._limit),
            "details": f" ({', '.join(more)})" if more else "",
        }

    def _value(self, value: Measured) -> str:
        """Return a measured value with its name and unit."""
        settings = self._control.controller.study.settings
        return f"{settings.measured} {measured_value(value)} {settings.measured_unit}".strip()

    def _outcome_of(self, run: Run) -> str:
        """Return the outcome of a run with its measured value, if it has one."""
        name = f"{SIGNS[run.outcome]} {shorten(self._control.outcome_name(run.outcome), self._limit)}"
        return name if run.measured is None else f"{name} ({self._value(run.measured)})"

    def _button(self, name: str, text: str, act: object) -> QPushButton:
        button = QPushButton(text)
        button.setObjectName(name)
        button.setMinimumHeight(_TARGET)
        set_role(button, role="low")
        button.clicked.connect(act)
        button.hide()
        return button

    def flatten(self, height: int) -> None:
        """Put the buttons beside the text, as on Bench, at a height in pixels or what text and buttons need."""
        self._flat = max(height, 4 + max(_TARGET, self.record.sizeHint().height(), self._text_height()))
        self._column.setDirection(QBoxLayout.Direction.LeftToRight)
        self._column.setContentsMargins(12, 0, 8, 0)
        self.label.setAlignment(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft)
        self._reserve()

    def least_width(self) -> int:
        """Return the width in pixels that the two widest buttons and a few words beside them need."""
        return self.buttons_width() + _FEW_WORDS * self.fontMetrics().averageCharWidth()

    def buttons_width(self) -> int:
        """Return the width in pixels of the two widest buttons that stand side by side."""
        pairs = ((self.undo, self.redo), (self.cancel, self.record), (self.cancel, self.try_again))
        return max(sum(button.sizeHint().width() + 8 for button in pair) for pair in pairs)

    def stack(self) -> None:
        """Put the buttons below the text, as on Study."""
        self._flat = 0
        self._column.setDirection(QBoxLayout.Direction.TopToBottom)
        self._column.setContentsMargins(*_MARGINS)
        self.label.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self._reserve()

    def _lay_out(self) -> None:
        line = QHBoxLayout()
        line.addWidget(self.undo)
        line.addWidget(self.redo)
        line.addWidget(self.back)
        line.addWidget(self.outcome)
        line.addWidget(self.cancel_start)
        line.addWidget(self.accept)
        line.addStretch(1)
        for button in (self.ignore, self.cancel, self.record, self.try_again):
            line.addWidget(button)
        column = self._column = QBoxLayout(QBoxLayout.Direction.TopToBottom, self)
        column.setContentsMargins(*_MARGINS)
        column.setSpacing(2)
        column.addWidget(self.label, 1)
        column.addLayout(line)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("Confirmation"))
        self._reserve()

    def _fits(self, text: str, buttons: Sequence[QPushButton] = ()) -> bool:
        beside = sum(button.sizeHint().width() + 8 for button in buttons) if self._flat else 0
        return self.label.fits(text, self.width() - 24 - beside)

    def _text_height(self) -> int:
        return _LINES * line_height(self.font(), TITLE, QFont.Weight.DemiBold)

    def _reserve(self) -> None:
        if self._flat:
            self.setFixedHeight(self._flat)
            return
        # Reserve the height even when empty: widgets below must not move under a finger.
        height = self._text_height() + max(_TARGET, self.record.sizeHint().height()) + _FRAME
        self.setMinimumHeight(height)
        self.setMaximumHeight(height)
