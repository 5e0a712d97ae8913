"""Reason for the candidate on the card: value of its run, effect of either outcome, one alternative."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QPushButton, QWidget

from kgdesk.model.advice import suggestion
from kgdesk.plain_text import shorten
from kgdesk.ui.entry.sentence import Sentence
from kgdesk.ui.text.locale_format import clock_time, points
from kgdesk.ui.text.translate import translate
from kgdesk.ui.widgets.stylesheet import set_role

if TYPE_CHECKING:
    from kgdesk.model.advice.repeats import RepeatSuggestion
    from kgdesk.model.advice.suggestion import Suggestion
    from kgdesk.model.study.records import Start
    from kgdesk.ui.entry.controller import EntryControl

_TARGET = 32
_SHORT_NAME = 16
#: Losses below this (0..1; 0.05 points) are not mentioned.
_LEAST_LOSS = 5e-4


def started(control: EntryControl) -> Start | None:
    """Return the run in progress that is on the card; None if it is not one."""
    choice = control.entry.choice
    if choice is None or choice.start is None:
        return None
    return next((run for run in control.controller.study.pending if run.number == choice.start), None)


class Reason(QObject):
    """The two sentences of the reason; the card places their labels.

    Parameters
    ----------
    control
        Entry control of the window.
    """

    def __init__(self, control: EntryControl, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._control = control
        #: Value of the run; effect of either outcome.
        self.why, self.futures = Sentence("entry.why"), Sentence("entry.futures", "muted")

    def show_reason(self, suggested: Suggestion | None, *, known: bool) -> None:
        """Show why the candidate is on the card.

        Parameters
        ----------
        suggested
            The candidate explained; None if that needs a computation.
        known
            Whether its probability is known; if it is known but not explained, its value is not computed or it cannot
            be run any more.
        """
        if suggested is None:
            away = self._away() if known else ""
            self.why.setText(f"{self._chosen(None)} {away}".strip())
            self.futures.setText("")
        else:
            short = self._shortened(suggested)
            self.why.setText(self._why(short) + self._waits(suggested))
            explained = suggestion.mentions_outcomes(short)
            self.futures.setText(translate(suggestion.futures_sentence(short)) if explained else "")

    def hide_reason(self) -> None:
        """Say nothing but who chose the candidate or started its run: the entry is blind."""
        self.why.setText(self._chosen(None))
        self.futures.setText("")

    def _away(self) -> str:
        """Return why the candidate on the card is not suggested any more."""
        study, candidate = self._control.controller.study, self._control.entry.candidate
        if any(absence.candidate == candidate for absence in study.retired):
            return self.tr("⚠ It is out of stock.")
        if started(self._control) is not None:
            return ""
        if candidate is not None and study.tried.left(candidate):
            return self.tr("Its value of testing is not computed.")
        return self.tr("⚠ It is tried, and this study does not run it again.")

    def _shortened(self, suggested: Suggestion) -> Suggestion:
        """Return the suggestion for the sentences of the card: with shortened names and what is at stake.

        Where several runs of the candidate at once are worth more than one, it has their value. If the run on the card
        is in progress itself, the runs in progress that the sentence counts are the other ones.
        """
        repeat = self._repeats(suggested.candidate)
        return replace(
            suggested,
            candidate=shorten(suggested.candidate),
            if_success=replace(suggested.if_success, best=shorten(suggested.if_success.best)),
            if_failure=replace(suggested.if_failure, best=shorten(suggested.if_failure.best)),
            several=None if repeat is None else repeat.value,
            in_progress=suggested.in_progress - (started(self._control) is not None),
            stake=self._control.controller.advice.stake,
        )

    def _why(self, suggested: Suggestion) -> str:
        return (
            self._chosen(suggested)
            if suggested.reason == "chosen"
            else translate(suggestion.value_sentence(suggested))
        )

    def _waits(self, suggested: Suggestion) -> str:
        """Return a warning if nothing can be started before a run in progress ends."""
        advice = self._control.controller.advice.current
        if advice is None or not advice.waits or suggested.candidate != advice.next:
            return ""
        return " " + self.tr("⚠ Nothing can start before a run in progress has its outcome.")

    def _chosen(self, suggested: Suggestion | None) -> str:
        entry = self._control.entry
        if entry.choice is None:
            return ""
        here = entry.situation
        if entry.choice.start is not None:
            return self._begun()
        if here.suggested is None:
            text = self.tr("Chosen by {who}")
        else:
            text = self.tr("Chosen by {who} instead of {candidate}")
        text = text.format(who=here.operator, candidate=shorten(here.suggested or ""))
        text = f"{text}: {entry.choice.reason}" if entry.choice.reason else f"{text}."
        if suggested is None:
            return text
        return f"{text.removesuffix('.')}. {self._worth(suggested)}"

    def _worth(self, suggested: Suggestion) -> str:
        """Return the value of a chosen candidate compared with the suggested one."""
        if suggested.several is not None:
            return translate(suggestion.value_sentence(suggested))
        value = translate(suggested.value.words)
        if abs(suggested.loss) < _LEAST_LOSS:
            return self.tr("Its value of testing is {value}.").format(value=value)
        less = self.tr("Its value of testing is {value}: {points} points less.")
        more = self.tr("Its value of testing is {value}: {points} points more.")
        text = less if suggested.loss > 0 else more
        return text.format(value=value, points=points(100.0 * abs(suggested.loss)))

    def _begun(self) -> str:
        run = started(self._control)
        if run is None:
            return ""
        text = self.tr("Started {time} by {operator}.")
        return text.format(time=clock_time(run.started_at), operator=run.operator)

    def _repeats(self, candidate: str) -> RepeatSuggestion | None:
        """Return the repeat suggestion if it is about this candidate."""
        repeat = self._control.controller.advice.repeat
        return repeat if repeat is not None and repeat.candidate == candidate else None


class Offer(QPushButton):
    """Link to one alternative: a candidate that is worth more if run several times at once.

    It is known later than the suggestion.

    Parameters
    ----------
    control
        Entry control of the window.
    """

    def __init__(self, control: EntryControl, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._control = control
        self.setObjectName("entry.takeAgain")
        self.setMinimumHeight(_TARGET)
        set_role(self, role="link")
        self.clicked.connect(self._take_offer)

    def show_entry(self) -> None:
        """Show the repeat suggestion of the present state."""
        repeat, entry = self._control.controller.advice.repeat, self._control.entry
        visible = repeat is not None and entry.choice is None and repeat.candidate != entry.candidate
        self.setVisible(visible)
        self.setEnabled(entry.situation.takes_entries)
        if repeat is not None:
            name = shorten(repeat.candidate, _SHORT_NAME).replace("&", "&&")
            text = self.tr("Or {candidate}, {count} at once")
            self.setText(text.format(candidate=name, count=repeat.count))

    def _take_offer(self) -> None:
        repeat = self._control.controller.advice.repeat
        if repeat is not None:
            reason = self.tr("worth more when run {count} times at once").format(count=repeat.count)
            self._control.choose(repeat.candidate, reason)
