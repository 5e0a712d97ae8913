"""Cards of the Decide tab: go on or stop, at stake, what speaks against stopping, checks, and the choice."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtWidgets import QBoxLayout, QFrame, QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from kgdesk.plain_text import shorten
from kgdesk.ui.dialogs.finish import CandidateChoice
from kgdesk.ui.pages.check_row import CheckLine
from kgdesk.ui.pages.rule_line import RuleLine
from kgdesk.ui.pages.stack import Inside, scrolled
from kgdesk.ui.plots.over_runs import RunsCard
from kgdesk.ui.widgets.basic import Label, button, card, plain, visible
from kgdesk.ui.widgets.stylesheet import set_role
from kgdesk.ui.widgets.theme import icon, palette_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QResizeEvent

#: Width in pixels, and in digits of the font, from which on the cards stand in two columns, and in three.
WIDE, _WIDEST = (800, 100), (1400, 170)
#: Columns of the grid, and for each number of columns of cards row, column, and their spans: verdict, plot, what speaks
#: against stopping, checks, end.
_COLUMNS = 30
_PLACES = {
    1: tuple((row, 0, 1, _COLUMNS) for row in range(5)),
    2: ((0, 0, 1, 18), (0, 18, 1, 12), (1, 0, 1, 15), (1, 15, 1, 15), (2, 0, 1, _COLUMNS)),
    3: ((0, 0, 1, 11), (0, 11, 1, 10), (1, 11, 1, 10), (0, 21, 2, 9), (1, 0, 1, 11)),
}
#: Least height of the plot, in lines of text.
_PLOT_LINES = 16


class DecideCards(QWidget):
    """The cards of the tab in one, two or three columns, as there is room.

    Parameters
    ----------
    choose_rule
        Called when another stopping rule is wanted.
    show_check
        Called with the name of a check of `ChecksPage` whose picture is wanted.
    """

    #: The person wants to finish the study, and to run the best first.
    finish_wanted, run_wanted = Signal(), Signal()
    #: The person wants to rehearse the study.
    rehearse_wanted = Signal()

    def __init__(self, choose_rule: Callable[[], object], show_check: Callable[[str], object]) -> None:
        super().__init__()
        self.waiting = plain("", "muted")  #: Shown while the newest state is worked out.
        self.waiting.setObjectName("decide.waiting")
        self._sign = Label()
        self._columns = 0
        self.verdict, self.why = plain("", "verdict"), plain()  #: Go on or stop; why.
        self.rule = RuleLine()  #: The stopping rule, with fields for its numbers.
        self.change = button(self.tr("Another rule…"), "decide.change", choose_rule)  #: Chooses another.
        self.sure = plain("", "muted")  #: Chance of being near the best, and the gain of ten more runs.
        self.refusal = plain("", "caution")  #: Why the rule was not changed.
        self.stake = RunsCard(
            "stake", "decide.stake"
        )  #: At stake after each run, with the limit of the rule.
        self.against = plain()  #: What speaks against stopping.
        self.rehearse = button(self.tr("Rehearse…"), "decide.rehearse", self.rehearse_wanted.emit)
        self.chosen = CandidateChoice("decide.choose")  #: The candidate to finish with.
        self.run_first = button(self.tr("Run it first"), "decide.runFirst", self.run_wanted.emit)
        self.finish = button(self.tr("Finish study…"), "decide.finish", self.finish_wanted.emit)
        for name in ("verdict", "why", "sure", "refusal", "against"):
            getattr(self, name).setObjectName(f"decide.{name}")
        #: Line of each check by name.
        self.checks = {
            name: CheckLine(f"decide.{name}", title, (self.tr("Picture…"), partial(show_check, check)))
            for name, title, check in (
                ("fits", self.tr("Predictions"), "trust"),
                ("groups", self.tr("Groups"), "groups"),
            )
        }
        act = self.tr("Check the file…"), partial(show_check, "file")
        self.checks["record"] = CheckLine("decide.record", self.tr("Record"), act)
        self._lay_out()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Arrange the cards for the width."""
        super().resizeEvent(event)
        self._arrange()

    def changeEvent(self, event: QEvent) -> None:
        """Follow another font."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and hasattr(self, "_grid"):
            self._arrange()

    def draw_sign(self, kind: str) -> None:
        """Draw the sign beside the verdict, by its kind."""
        look = palette_of(self)
        name, colour = {
            "stop": ("success", look.success),
            "used-up": ("warning", look.caution),
            "unknown": ("help", look.muted),
        }.get(kind, ("run", look.accent))
        self._sign.setPixmap(icon(name, look, colour).pixmap(QSize(20, 20)))

    def name_choice(self) -> None:
        """Write on the button which candidate the study would finish with."""
        chosen = self.chosen.chosen
        text = self.tr("Finish study…") if chosen is None else self.tr("Finish without a choice…")
        if chosen:
            name = visible(shorten(chosen, 24)).replace("&", "&&")
            text = self.tr("Finish with {candidate}…").format(candidate=name)
        self.finish.setText(text)

    def _arrange(self) -> None:
        letter, line = self.fontMetrics().horizontalAdvance("0"), self.fontMetrics().lineSpacing()
        columns = 1 + sum(self.width() >= max(pixels, digits * letter) for pixels, digits in (WIDE, _WIDEST))
        ways = QBoxLayout.Direction
        self._end.setDirection(ways.LeftToRight if columns == 2 else ways.TopToBottom)
        self._buttons.setDirection(ways.TopToBottom if columns == 2 else ways.LeftToRight)
        self._beside.setMinimumHeight(_PLOT_LINES * line)
        if columns != self._columns:
            self._columns = columns
            for part, place in zip(self._parts, _PLACES[columns], strict=True):
                self._grid.removeWidget(part)  # else PySide keeps the item that Qt deletes
                self._grid.addWidget(part, *place)

    def _lay_out(self) -> None:
        for label in (self.why, self.sure, self.against):
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        for link in (self.rehearse, self.change):
            set_role(link, role="link")
        self.refusal.hide()
        self._beside = _AsHighAsBeside(self.stake)
        head = QHBoxLayout()
        head.setSpacing(6)
        head.addWidget(self._sign)
        head.addWidget(self.verdict, 1)
        head.addWidget(self.change)
        end, self._end = QWidget(), QBoxLayout(QBoxLayout.Direction.LeftToRight)
        end.setLayout(self._end)
        self._end.setContentsMargins(0, 0, 0, 0)
        self._buttons = QBoxLayout(QBoxLayout.Direction.TopToBottom)
        self._buttons.addWidget(self.run_first)
        self._buttons.addStretch(1)
        self._buttons.addWidget(self.finish)
        self._end.addWidget(self.chosen, 1)
        self._end.addLayout(self._buttons)
        go_on = _card("", head, self.why, self.rule, self.refusal, self.sure)
        against = _card(self.tr("What speaks against stopping"), self.against)
        checks = _card("", _heading(self.tr("Checks of the model"), self.rehearse), *self.checks.values())
        self.finish_card = _card(self.tr("Finish: which candidate do you choose?"), end)
        self._parts = (go_on, self._beside, against, checks, self.finish_card)
        inside = Inside()
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 0, 4, 0)
        column.setSpacing(8)
        column.addWidget(self.waiting)
        self._grid = QGridLayout()
        self._grid.setSpacing(8)
        for place in range(_COLUMNS):
            self._grid.setColumnStretch(place, 1)
        column.addLayout(self._grid)
        column.addStretch(1)
        outside = QVBoxLayout(self)
        outside.setContentsMargins(6, 6, 6, 6)
        outside.addWidget(scrolled(inside, "decide.scroller", self.tr("What the decision rests on")))
        self._arrange()


class _AsHighAsBeside(QWidget):
    """A widget that takes the height of what stands beside it, whatever height it would like to have itself."""

    def __init__(self, inside: QWidget) -> None:
        super().__init__()
        self._inside = inside
        inside.setParent(self)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fill this widget."""
        super().resizeEvent(event)
        self._inside.setGeometry(self.rect())


def _heading(title: str, act: QWidget) -> QHBoxLayout:
    line = QHBoxLayout()
    line.addWidget(plain(title, "heading"), 1)
    line.addWidget(act)
    return line


def _card(title: str, *parts: QWidget | QHBoxLayout) -> QFrame:
    frame, column = card()
    column.setContentsMargins(12, 6, 12, 6)
    column.setSpacing(6)
    if title:
        column.addWidget(plain(title, "heading"))
    for part in parts:
        column.addLayout(part) if isinstance(part, QHBoxLayout) else column.addWidget(part)
    column.addStretch(1)  # keeps the texts at the top beside a higher card
    return frame
