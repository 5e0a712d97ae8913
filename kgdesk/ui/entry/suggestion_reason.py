"""Reason for the candidate on the card: value of its run, effect of either outcome, one alternative; Sentence."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QSize, Qt
from PySide6.QtGui import QFont, QPainter, QPaintEvent, QTextLayout
from PySide6.QtWidgets import QPushButton, QWidget

from kgdesk.model.policies import suggestion
from kgdesk.ui.text.locale_format import clock_time, points, shorten
from kgdesk.ui.text.translate import translate
from kgdesk.ui.widgets.basic import Label, set_tip
from kgdesk.ui.widgets.stylesheet import set_role

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

    from kgdesk.model.advice.advice import Suggestion
    from kgdesk.model.advice.kg_star import RepeatSuggestion
    from kgdesk.model.study.records import Start
    from kgdesk.ui.entry.controller import EntryControl

_TARGET = 32
_SHORT_NAME = 16
#: Number of layouts of one text that are kept, as for the widths of a window that is being resized.
_LAYOUTS = 8
#: Losses below this (0..1; 0.05 points) are not mentioned.
_LEAST_LOSS = 5e-4


def started(control: EntryControl) -> Start | None:
    """Return the run in progress that is on the card; None if it is not one."""
    choice = control.entry.choice
    if choice is None or choice.start is None:
        return None
    return next((run for run in control.controller.study.pending if run.seq == choice.start), None)


class Sentence(Label):
    """Wrapping label of at most `lines` lines: the rest is cut off with an ellipsis, and is in the tool tip.

    A longer text moves nothing below it.

    Parameters
    ----------
    name
        Qt object name.
    role
        Role of the style sheet; empty for plain text.
    lines
        Greatest number of lines.
    """

    def __init__(self, name: str, role: str = "", lines: int = 1, parent: QWidget | None = None) -> None:
        self._lines, self._more = lines, ""
        #: Lines of the present text in this font, by width: placing the card asks for them several times.
        self._layouts: dict[int, list[str]] = {}
        self._layout_font = QFont()
        super().__init__(parent=parent)
        self.setObjectName(name)
        self.setWordWrap(True)
        self.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        if role:
            set_role(self, role=role)

    @property
    def line_height(self) -> int:
        """Height of a line in pixels."""
        return self.fontMetrics().lineSpacing()

    def limit(self, lines: int) -> None:
        """Set the greatest number of lines; 0 hides the text, which stays readable for screen readers and tests."""
        if lines != self._lines:
            self._lines = lines
            self._tell_rest()
            self.update()

    def lines_at(self, width: int) -> int:
        """Return the number of lines of the whole text at a width."""
        return len(self._laid(width)) if self.text() else 0

    def heightForWidth(self, width: int) -> int:
        """Return the height of the lines that are shown."""
        return min(self.lines_at(width), self._lines) * self.line_height

    def sizeHint(self) -> QSize:
        """Return the size of the text in one line."""
        return QSize(self.fontMetrics().horizontalAdvance(self.text()) + 2, self.line_height)

    def minimumSizeHint(self) -> QSize:
        """Return the size of a short word."""
        return QSize(self.fontMetrics().averageCharWidth() * 4, min(self._lines, 1) * self.line_height)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give the whole text as tool tip where it is cut off."""
        super().resizeEvent(event)
        self._tell_rest()

    def setText(self, text: str) -> None:
        """Set the text."""
        if text == self.text():
            return
        super().setText(text)
        self._layouts.clear()
        self._tell_rest()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the lines that fit; the last one ends in an ellipsis if there are more."""
        painter = QPainter(self)
        painter.setPen(self.palette().windowText().color())
        metrics, width = self.fontMetrics(), self.width()
        lines = self._laid(width)
        visible_lines, right = lines[: self._lines], bool(self.alignment() & Qt.AlignmentFlag.AlignRight)
        for row, line in enumerate(visible_lines):
            text = line
            if row == len(visible_lines) - 1 and len(lines) > len(visible_lines):
                text = metrics.elidedText(f"{line} {lines[row + 1]}", Qt.TextElideMode.ElideRight, width)
            elif metrics.horizontalAdvance(text) > width:  # one long word
                text = metrics.elidedText(text, Qt.TextElideMode.ElideMiddle, width)
            x = width - metrics.horizontalAdvance(text) if right else 0
            painter.drawText(x, row * self.line_height + metrics.ascent(), text)
        painter.end()

    def explain(self, more: str) -> None:
        """Set the tool tip of a text that is not cut off."""
        self._more = more
        self._tell_rest()

    def _tell_rest(self) -> None:
        cut = self.lines_at(max(self.width(), 1)) > self._lines
        set_tip(self, self._more or (self.text() if cut else ""))

    def _laid(self, width: int) -> list[str]:
        """Return the lines of the text at a width; line ends in it are kept."""
        font = self.font()
        if font != self._layout_font or len(self._layouts) > _LAYOUTS:
            self._layouts.clear()
            self._layout_font = font
        lines = self._layouts.get(width)
        if lines is None:
            lines = self._layouts[width] = self._split(width)
        return lines

    def _split(self, width: int) -> list[str]:
        text = self.text().replace("\n", "\u2028")
        layout = QTextLayout(text, self.font())
        layout.beginLayout()
        lines = []
        while (line := layout.createLine()).isValid():
            line.setLineWidth(max(width, 1))
            start = line.textStart()
            lines.append(text[start : start + line.textLength()].rstrip(" \u2028"))
        layout.endLayout()
        return lines


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
            explained = suggestion.explained_by_futures(short)
            self.futures.setText(translate(suggestion.futures_sentence(short)) if explained else "")

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
        """Return the suggestion with shortened names, and with several runs where they are worth more.

        For a run in progress on the card, it is not counted among the other runs in progress.
        """
        again = self._repeats(suggested.candidate)
        return replace(
            suggested,
            candidate=shorten(suggested.candidate),
            if_success=replace(suggested.if_success, best=shorten(suggested.if_success.best)),
            if_failure=replace(suggested.if_failure, best=shorten(suggested.if_failure.best)),
            several=None if again is None else again.value,
            in_progress=suggested.in_progress - (started(self._control) is not None),
            stake=self._control.controller.stake,
        )

    def _why(self, suggested: Suggestion) -> str:
        return (
            self._chosen(suggested)
            if suggested.reason == "chosen"
            else translate(suggestion.value_sentence(suggested))
        )

    def _waits(self, suggested: Suggestion) -> str:
        """Return a warning if nothing can be started before a run in progress ends."""
        advice = self._control.controller.advice
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
        again = self._control.controller.again
        return again if again is not None and again.candidate == candidate else None


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
        again, entry = self._control.controller.again, self._control.entry
        visible = again is not None and entry.choice is None and again.candidate != entry.candidate
        self.setVisible(visible)
        self.setEnabled(entry.situation.takes_entries)
        if again is not None:
            name = shorten(again.candidate, _SHORT_NAME).replace("&", "&&")
            text = self.tr("Or run {candidate} {count} times at once…")
            self.setText(text.format(candidate=name, count=again.count))

    def _take_offer(self) -> None:
        again = self._control.controller.again
        if again is not None:
            reason = self.tr("worth more when run {count} times at once").format(count=again.count)
            self._control.choose(again.candidate, reason)
