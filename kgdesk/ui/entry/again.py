"""The word that a candidate is worth more when it is run several times at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from kgdesk.ui.entry.card import plain, push
from kgdesk.ui.look.numbers import points, shorten
from kgdesk.ui.look.sheet import set_role

if TYPE_CHECKING:
    from kgdesk.ui.entry.control import EntryControl

_NAME = 24


class AgainStrip(QFrame):
    """How often to run which candidate, and what that is worth; hidden where one run is worth as much.

    It stands below the outcome buttons: it comes later than the suggestion and must not move them under a finger.

    Parameters
    ----------
    control
        Gives what was found and takes the candidate onto the card.
    """

    def __init__(self, control: EntryControl, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._control = control
        self.setObjectName("entry.againStrip")
        set_role(self, strip="neutral")
        self.label = plain("entry.again")
        self.take = push("entry.takeAgain", "")
        self.take.clicked.connect(self._take)
        column = QVBoxLayout(self)
        column.setContentsMargins(10, 6, 10, 6)
        column.addWidget(self.label)
        column.addWidget(self.take)
        self.hide()

    def show_entry(self) -> None:
        """Show what was found for the present state."""
        again, entry = self._control.desk.again, self._control.entry
        own = again is not None and again.candidate == entry.candidate
        shown = again is not None and entry.candidate is not None and (own or entry.choice is None)
        self.setVisible(shown)
        if again is None or not shown:
            return
        name = shorten(again.candidate, _NAME)
        text = (
            self.tr("Run it {count} times at once: worth {together} points, one run {alone}.")
            if own
            else self.tr(
                "{count} runs of {candidate} at once are worth {together} points; one run of {other} is worth"
                " {alone}."
            )
        )
        words = {"together": points(100.0 * again.together), "alone": points(100.0 * max(again.alone, 0.0))}
        other = shorten(entry.candidate or "", _NAME)
        self.label.setText(text.format(count=again.count, candidate=name, other=other, **words))
        self.take.setText(self.tr("Take {candidate}").format(candidate=name.replace("&", "&&")))
        self.take.setVisible(not own and entry.situation.takes_entries)

    def _take(self) -> None:
        again = self._control.desk.again
        if again is not None:
            reason = self.tr("worth more when run {count} times at once").format(count=again.count)
            self._control.choose(again.candidate, reason)
