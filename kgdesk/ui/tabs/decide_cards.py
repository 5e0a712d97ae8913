"""Cards of the Decide tab: the best candidate, how sure that is, go on or stop, the runner-up, and three checks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtWidgets import QBoxLayout, QFrame, QGridLayout, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from kgdesk.ui.entry.attributes import CodeLabel
from kgdesk.ui.tabs import CheckRow, LivePage, scrolled
from kgdesk.ui.widgets.basic import Label, button, card, plain, visible
from kgdesk.ui.widgets.theme import icon, palette_of

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

    from kgdesk.ui.session.study_controller import StudyController

#: Width in pixels, and in digits of the font, below which the cards stand in one column.
NARROW, _DIGITS = 720, 84
#: Width of a check in digits of the font: room for its title beside its word.
_CHECK = 34


class Conditions(QWidget):
    """All conditions of a candidate as selectable text, two beside each other where they fit."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setObjectName(name)
        self.pairs: list[tuple[str, str]] = []  #: Names and values on display.
        self._labels: list[QLabel] = []
        self._beside = 0
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(12)
        self._grid.setVerticalSpacing(2)

    def show_pairs(self, pairs: list[tuple[str, str]]) -> None:
        """Show other conditions."""
        if pairs == self.pairs:
            return
        self.pairs = pairs
        for label in self._labels:
            label.hide()
            label.deleteLater()
        self._labels = [
            plain(text, role, self) for pair in pairs for text, role in zip(pair, ("muted", ""), strict=True)
        ]
        for label in self._labels[1::2]:
            bold = label.font()
            bold.setBold(True)
            label.setFont(bold)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.setAccessibleName(visible("; ".join(f"{name}: {value}" for name, value in pairs)))
        self._beside = 0
        self._arrange()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put two pairs side by side where they fit."""
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        wide = [label.fontMetrics().horizontalAdvance(label.text()) + 2 for label in self._labels]
        columns = [max(wide[column::4], default=0) for column in range(4)]
        beside = 2 if sum(columns) + 3 * self._grid.horizontalSpacing() <= self.width() else 1
        if beside == self._beside:
            return
        self._beside = beside
        for place, label in enumerate(self._labels):
            pair, part = divmod(place, 2)
            self._grid.addWidget(label, pair // beside, 2 * (pair % beside) + part)
        for column, share in enumerate((0, 1, 0, 1) if beside == 2 else (3, 2, 0, 0)):
            self._grid.setColumnStretch(column, share)


class Finding(QWidget):
    """A statement with its number, and below it the sentence that explains it."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.statement, self.sentence = plain("", "title"), plain("", "muted")  #: Both texts.
        self.statement.setObjectName(f"{name}.statement")
        self.sentence.setObjectName(f"{name}.sentence")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        for label in (self.statement, self.sentence):
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            column.addWidget(label)

    def say(self, statement: str, sentence: str) -> None:
        """Show a statement and its sentence."""
        self.statement.setText(statement)
        self.sentence.setText(sentence)


class DecideCards(LivePage):
    """The cards of the tab, in one column or two; the checks stand below them.

    Parameters
    ----------
    controller
        Controller of the study.
    """

    def __init__(self, controller: StudyController, parent: QWidget | None = None) -> None:
        super().__init__(controller, parent)
        self.setObjectName("decide")
        self.waiting = plain("", "muted")  #: Shown while the newest state is worked out.
        self.waiting.setObjectName("decide.waiting")
        self.code = CodeLabel()  #: The best candidate now.
        self.code.setObjectName("decide.best")
        self.expected, self.tried = plain(), plain()  #: Its prediction; its runs so far.
        self.expected.setObjectName("decide.expected")
        self.tried.setObjectName("decide.tried")
        self.conditions = Conditions("decide.conditions")  #: All its conditions.
        #: Chance of being near the best; value at stake; gain of ten more runs.
        self.near, self.stake, self.more = (Finding(f"decide.{name}") for name in ("near", "stake", "more"))
        self._sign = Label()
        self.verdict, self.why = plain("", "title"), plain()  #: Go on or stop; why.
        self.rule = plain("", "muted")  #: The stopping rule in a sentence.
        #: Chooses another.
        self.change = button(self.tr("Change the rule…"), "decide.change", self.choose_rule)
        self.refusal = plain("", "caution")  #: Why the rule was not changed.
        self.rival, self.compared = plain("", "title"), plain()  #: Runner-up; its prediction and chance.
        #: Its other conditions; the run to tell them apart.
        self.differs, self.telling = plain("", "muted"), plain()
        for name in ("verdict", "why", "rule", "refusal", "rival", "compared", "differs", "telling"):
            getattr(self, name).setObjectName(f"decide.{name}")
        #: Row of each check by name.
        self.checks = {
            "fits": CheckRow("decide.fits", self.tr("Does the model fit?")),
            "ranges": CheckRow("decide.ranges", self.tr("Do the ranges hold?")),
            "groups": CheckRow("decide.groups", self.tr("Does a plate, day or lot depart?")),
            "record": CheckRow("decide.record", self.tr("Is the record whole?")),
        }
        self._beside, self._list = 0, QGridLayout()
        self._lay_out()

    def choose_rule(self) -> None:
        """Ask for another stopping rule and the reason for it."""
        raise NotImplementedError

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Arrange the cards for the width."""
        super().resizeEvent(event)
        self._arrange()

    def changeEvent(self, event: QEvent) -> None:
        """Follow another font, theme or language."""
        super().changeEvent(event)
        if not hasattr(self, "_columns"):
            return
        if event.type() == QEvent.Type.FontChange:
            self._arrange()
        if event.type() in {QEvent.Type.PaletteChange, QEvent.Type.LanguageChange, QEvent.Type.LocaleChange}:
            self._view.invalidate()

    def draw_sign(self, *, stop: bool) -> None:
        """Draw the sign beside the verdict."""
        look = palette_of(self)
        name, colour = ("success", look.success) if stop else ("run", look.accent)
        self._sign.setPixmap(icon(name, look, colour).pixmap(QSize(20, 20)))

    def _arrange(self) -> None:
        wide = self.width() >= max(NARROW, _DIGITS * self.fontMetrics().horizontalAdvance("0"))
        ways = QBoxLayout.Direction
        self._columns.setDirection(ways.LeftToRight if wide else ways.TopToBottom)
        self._arrange_checks()
        home, away = (self._left, self._right) if wide else (self._right, self._left)
        if away.indexOf(self._rival) >= 0:  # the last card in one column
            away.removeWidget(self._rival)
            home.insertWidget(home.count() - 1, self._rival)

    def _arrange_checks(self) -> None:
        """Put four, two or one check side by side: as many as have room for a title in one or two lines."""
        each = _CHECK * self.fontMetrics().horizontalAdvance("0")
        beside = next((n for n in (4, 2) if self.width() >= n * each), 1)
        if beside == self._beside:
            return
        self._beside = beside
        for place, row in enumerate(self.checks.values()):
            self._list.addWidget(row, place // beside, place % beside)
        for column in range(4):
            self._list.setColumnStretch(column, int(column < beside))

    def _lay_out(self) -> None:
        for label in (self.expected, self.why, self.compared, self.telling):
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        head = QHBoxLayout()
        head.setSpacing(6)
        head.addWidget(self._sign)
        head.addWidget(self.verdict, 1)
        foot = QHBoxLayout()
        foot.addWidget(self.change)
        foot.addStretch(1)
        self.refusal.hide()
        best = _card(self.tr("Best now"), self.code, self.expected, self.tried, self.conditions)
        sure = _card(self.tr("How sure that is"), self.near, self.stake, self.more)
        go_on = _card("", head, self.why, self.rule, foot, self.refusal)
        self._rival = _card(self.tr("Runner-up"), self.rival, self.compared, self.differs, self.telling)
        self._left, self._right = QVBoxLayout(), QVBoxLayout()
        for column, parts in ((self._left, (best, self._rival)), (self._right, (sure, go_on))):
            column.setSpacing(8)
            for part in parts:
                column.addWidget(part)
            column.addStretch(1)
        ways = QBoxLayout.Direction
        self._columns = QBoxLayout(ways.LeftToRight)
        for line in (self._columns, self._list):
            line.setSpacing(8)
        self._columns.addLayout(self._left, 1)
        self._columns.addLayout(self._right, 1)
        self._arrange_checks()
        inside = QWidget()
        rows = QVBoxLayout(inside)
        rows.setContentsMargins(0, 0, 4, 0)
        rows.setSpacing(8)
        rows.addWidget(self.waiting)
        rows.addLayout(self._columns)
        rows.addLayout(self._list)
        rows.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(6, 6, 6, 6)
        column.addWidget(scrolled(inside, "decide.scroller", self.tr("What the decision rests on")))


def _card(title: str, *parts: QWidget | QHBoxLayout) -> QFrame:
    frame, column = card()
    column.setContentsMargins(12, 8, 12, 10)
    column.setSpacing(6)
    if title:
        column.addWidget(plain(title, "heading"))
    for part in parts:
        column.addLayout(part) if isinstance(part, QHBoxLayout) else column.addWidget(part)
    return frame
