"""ConfirmationStrip: confirms an outcome; constant position and height whatever its text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from kgdesk.model.decisions.runs import entry_of
from kgdesk.model.study.records import numbers_in_words
from kgdesk.model.study.set_values import set_values_text
from kgdesk.plain_text import shorten
from kgdesk.ui.entry.controller import newest_entry
from kgdesk.ui.entry.sentence import Sentence
from kgdesk.ui.entry.state_machine import Armed, Idle, Mismatch, Recorded, SaveFailed, Saving
from kgdesk.ui.text.locale_format import clock_time, measured_value
from kgdesk.ui.text.translate import translate
from kgdesk.ui.widgets.stylesheet import TITLE, line_height, set_role

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

    from kgdesk.ui.entry.controller import EntryControl
    from kgdesk.ui.entry.state_machine import Gesture, Intent

_LINES = 2
_TARGET = 32
#: Height in pixels of the margins and the border.
_FRAME = 14
#: Maximum lengths of names, tried in order until the text fits two lines.
_NAMES = (32, 24, 18, 14, 10)
_SHORT_NAME = 16
#: Notices that something was recorded.
_DONE = frozenset({"taken_back", "started", "skipped", "noted", "results", "results_taken_back"})


class ConfirmationStrip(QFrame):
    """Show what is armed, recorded or wrong, with the buttons that answer it.

    Parameters
    ----------
    control
        Entry control of the window.
    """

    #: The text has changed.
    announced = Signal(str)

    def __init__(self, control: EntryControl, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._control = control
        self._limit = _NAMES[0]
        self.setObjectName("entry.strip")
        self.label = Sentence("entry.stripText", "plain", _LINES)  #: Text of the strip.
        #: Takes back the entry just recorded.
        self.take_back = self._button("entry.takeBack", self.tr("Take back  Ctrl+Z"), control.take_back)
        self.cancel = self._button("entry.cancel", self.tr("Cancel  Esc"), control.cancel)  #: Disarms.
        #: Records the armed outcome.
        self.record = self._button("entry.record", self.tr("Record  Enter"), control.confirm)
        #: Retries to save.
        self.try_again = self._button("entry.tryAgain", self.tr("Try again"), control.confirm)
        #: Puts the scanned candidate on the card.
        self.accept = self._button("entry.recordScanned", "", control.accept_scan)
        self.ignore = self._button("entry.ignore", self.tr("Ignore"), control.cancel)  #: Ignores the scan.
        self._lay_out()
        control.controller.refresher.watch(self, {"runs", "entry", "gesture"}, self.show_entry)
        self.show_entry()

    def show_entry(self) -> None:
        """Show the state of the entry, with names as long as fit."""
        gesture = self._control.entry.gesture
        hint = isinstance(gesture, Idle) and gesture.notice is None
        role = "title" if isinstance(gesture, Armed | SaveFailed) else "muted" if hint else "plain"
        set_role(self.label, role=role)
        for self._limit in _NAMES:
            text, kind, buttons = self._words(gesture)
            if self._fits(text):
                break
        set_role(self, strip=kind)
        for button in (self.take_back, self.cancel, self.record, self.try_again, self.accept, self.ignore):
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
            newest = newest_entry(control.controller.study)
            count = gesture.intent.details.count
            done = self.tr("Run {run} recorded: {outcome} for {candidate}.")
            if count is not None:
                done = self.tr("Runs {runs} recorded: {outcome} for {candidate}.")
            study = control.controller.study
            together = [run.number for run in entry_of(study, study.run(gesture.run))]
            runs = translate(numbers_in_words(together))
            text = done.format(run=gesture.run, runs=runs, **self._about(gesture))
            return text, "recorded", (self.take_back,) if newest == gesture.run else ()
        if isinstance(gesture, SaveFailed):
            run = gesture.intent.start or control.controller.study.next_number
            text = self.tr("Run {run} could not be saved and is NOT recorded.").format(run=run)
            if gesture.intent.outcome == "start":
                text = self.tr("The start of {candidate} could not be saved.").format(**self._about(gesture))
            return f"✕ {text}", "refusal", (self.cancel, self.try_again)
        if isinstance(gesture, Mismatch):
            scanned = shorten(gesture.scanned, self._limit)
            self.accept.setText(
                self.tr("Record for {candidate}…").format(candidate=shorten(gesture.scanned, _SHORT_NAME))
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
            return self.tr("Start a run of {candidate}? Its outcome comes later.")
        doubt = self._control.doubt(intent)
        if doubt == "tried":
            return self.tr("{candidate} has had its runs. Record {outcome} for it all the same{details}?")
        if doubt:
            return self.tr("{candidate} is out of stock. Record {outcome} for it all the same{details}?")
        return self.tr("Record {outcome} for {candidate}{details}?")

    def _notice(self, gesture: Idle) -> tuple[str, str, tuple[QPushButton, ...]]:
        about = shorten(gesture.about, self._limit)
        texts = {
            "suggestion_changed": self.tr("The suggestion has changed, nothing was recorded. Look again."),
            "study_changed": self.tr("The study takes no entries now. Nothing was recorded."),
            "looking_back": self.tr("You look at an earlier state now, so nothing was recorded."),
            "operator_changed": self.tr("The operator has changed, so nothing was recorded."),
            "typed": self.tr("A key was typed, so nothing was recorded."),
            "unknown_code": self.tr("No candidate of this study is called {code}.").format(code=about),
            "taken_back": self.tr("Run {run} was taken back.").format(run=about),
            "started": self.tr("Run of {code} started. It is listed under Runs in progress.").format(
                code=about
            ),
            "skipped": self.tr("{code} is set aside. Nothing was recorded for it.").format(code=about),
            "noted": self.tr("The note is kept. See the timeline."),
            "refused": self.tr("This could not be done: see the message above."),
            "results": self.tr("1 outcome recorded.")
            if about == "1"
            else self.tr("{count} outcomes recorded.").format(count=about),
            "results_taken_back": self.tr("1 outcome taken back.")
            if about == "1"
            else self.tr("{count} outcomes taken back.").format(count=about),
        }
        if gesture.notice is None:
            entry = self._control.entry
            ready = entry.state == "ready" and not entry.situation.looking_back
            return self.tr("Choose the outcome, then record it.") if ready else "", "neutral", ()
        kind = "recorded" if gesture.notice in _DONE else "caution"
        sign = "" if kind == "recorded" else "⚠ "
        return sign + texts[gesture.notice], kind, ()

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
            more.append(
                f"{self._control.controller.study.settings.measured} {measured_value(details.measured)}"
            )
        if details.set_values:
            more.append(self.tr("really set: {values}").format(values=set_values_text(details.set_values)))
        if details.happened_at:
            more.append(self.tr("done {time}").format(time=clock_time(details.happened_at)))
        if details.note:
            more.append(self.tr("with a note"))
        return {
            "outcome": outcome,
            "candidate": shorten(intent.candidate, self._limit),
            "details": f" ({', '.join(more)})" if more else "",
        }

    def _button(self, name: str, text: str, act: object) -> QPushButton:
        button = QPushButton(text)
        button.setObjectName(name)
        button.setMinimumHeight(_TARGET)
        set_role(button, role="low")
        button.clicked.connect(act)
        button.hide()
        return button

    def _lay_out(self) -> None:
        line = QHBoxLayout()
        line.addWidget(self.take_back)
        line.addWidget(self.accept)
        line.addStretch(1)
        for button in (self.ignore, self.cancel, self.record, self.try_again):
            line.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(10, 4, 8, 4)
        column.setSpacing(2)
        column.addWidget(self.label, 1)
        column.addLayout(line)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("Confirmation"))
        self._reserve()

    def _fits(self, text: str) -> bool:
        return self.label.fits(text, self.width() - 24)

    def _reserve(self) -> None:
        # Reserve the height even when empty: widgets below must not move under a finger.
        lines = _LINES * line_height(self.font(), TITLE, QFont.Weight.DemiBold)
        height = lines + max(_TARGET, self.record.sizeHint().height()) + _FRAME
        self.setMinimumHeight(height)
        self.setMaximumHeight(height)
