"""Cards of the Decide tab: best candidate, how sure that is, go on or stop, runner-up; card of a check."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from kgdesk.ui.dialogs.finish import CandidateChoice
from kgdesk.ui.entry.attributes import CodeLabel
from kgdesk.ui.pages.rule_line import RuleLine
from kgdesk.ui.pages.stack import scrolled
from kgdesk.ui.widgets.basic import Label, button, card, plain, visible
from kgdesk.ui.widgets.explanation import Explanation
from kgdesk.ui.widgets.stylesheet import set_role
from kgdesk.ui.widgets.theme import icon, palette_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QResizeEvent

    from kgdesk.ui.pages.check_findings import CheckFinding, State

#: Width in pixels, and in digits of the font, below which the cards stand in one column.
NARROW, _DIGITS = 720, 84
#: Width of a check in digits of the font: room for its title beside its word.
_CHECK = 34


_SIGNS: dict[State, str] = {"good": "success", "caution": "warning", "note": "info", "open": "help"}


class CheckRow(QFrame):
    """Card that displays a finding.

    Parameters
    ----------
    name
        Qt object name, for example ``"checks.gain"``; the parts are ``.sentence``, ``.advice`` and ``.act``.
    title
        Name of the check.
    act
        Optional button beside “What to do”: its text and its callback.
    """

    def __init__(
        self,
        name: str,
        title: str,
        act: tuple[str, Callable[[], object]] | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        set_role(self, role="card")
        self.finding: CheckFinding | None = None  #: The finding on display.
        self._sign = Label()
        self._title = plain(title, "title")
        self._word = plain()
        self.sentence = plain()  #: Its sentence.
        self.sentence.setObjectName(f"{name}.sentence")
        self.sentence.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.advice = button(self.tr("What to do"), f"{name}.advice", self._explain)  #: Explains what to do.
        self.advice.setAccessibleName(self.tr("What to do: {title}").format(title=title))
        self.act: QPushButton | None = None
        foot = QHBoxLayout()
        foot.addWidget(self.advice)
        if act is not None:
            self.act = button(act[0], f"{name}.act", act[1])
            self.act.setAccessibleName(f"{title} {act[0]}")
            foot.addWidget(self.act)
        foot.addStretch(1)
        head = QHBoxLayout()
        head.setSpacing(6)
        head.addWidget(self._sign)
        head.addWidget(self._title, 1)
        head.addWidget(self._word)
        self._word.setWordWrap(False)
        self._word.setSizePolicy(QSizePolicy.Policy.Minimum, QSizePolicy.Policy.Preferred)
        column = QVBoxLayout(self)
        column.setContentsMargins(10, 6, 10, 8)
        column.setSpacing(4)
        column.addLayout(head)
        column.addWidget(self.sentence)
        column.addStretch(1)  # keeps the texts at the top beside a taller card
        column.addLayout(foot)

    def show_finding(self, finding: CheckFinding) -> None:
        """Show a finding."""
        self.finding = finding
        word = {
            "good": self.tr("fine"),
            "caution": self.tr("look at this"),
            "note": self.tr("good to know"),
            "open": self.tr("not known yet"),
        }[finding.state]
        self._word.setText(word)
        set_role(self._word, role="caution" if finding.state == "caution" else "muted")
        self.sentence.setText(finding.sentence)
        self.setAccessibleName(f"{self._title.text()}: {word}. {finding.sentence}")
        self._tint()

    def changeEvent(self, event: QEvent) -> None:
        """Redraw the icon in the colours of a new theme."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "act"):
            self._tint()

    def _tint(self) -> None:
        if self.finding is None:
            return
        look = palette_of(self)
        colours = {"good": look.success, "caution": look.caution, "note": look.accent, "open": look.muted}
        state = self.finding.state
        self._sign.setPixmap(icon(_SIGNS[state], look, colours[state]).pixmap(QSize(20, 20)))

    def _explain(self) -> None:
        if self.finding is not None:
            Explanation(self).show_below(self.advice, self.finding.advice)


class Conditions(QWidget):
    """All conditions of a candidate as selectable text, two side by side where they fit."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setObjectName(name)
        self.pairs: list[tuple[str, str]] = []  #: Names and values on display.
        self._labels: list[QLabel] = []
        self._per_row = 0
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
            self._grid.removeWidget(label)
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
        self._per_row = 0
        self._arrange()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put two pairs side by side where they fit."""
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        wide = [label.fontMetrics().horizontalAdvance(label.text()) + 2 for label in self._labels]
        columns = [max(wide[column::4], default=0) for column in range(4)]
        values = 2 * max(columns[1], columns[3])  # both have the same share of what the names leave
        needed = columns[0] + columns[2] + values + 3 * self._grid.horizontalSpacing()
        per_row = 2 if needed <= self.width() else 1
        if per_row == self._per_row:
            return
        self._per_row = per_row
        for place, label in enumerate(self._labels):
            pair, part = divmod(place, 2)
            self._grid.removeWidget(label)  # see `DecideCards._arrange_checks`
            self._grid.addWidget(label, pair // per_row, 2 * (pair % per_row) + part)
        for column, share in enumerate((0, 1, 0, 1) if per_row == 2 else (3, 2, 0, 0)):
            self._grid.setColumnStretch(column, share)


class Statement(QWidget):
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

    def show_texts(self, statement: str, sentence: str) -> None:
        """Show a statement and its sentence."""
        self.statement.setText(statement)
        self.sentence.setText(sentence)


class DecideCards(QWidget):
    """The cards of the tab, in one column or two; the checks stand below them.

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
        self.code = CodeLabel()  #: The best candidate now.
        self.code.setObjectName("decide.best")
        self.expected, self.runs_so_far = plain(), plain()  #: Its prediction; its runs so far.
        self.expected.setObjectName("decide.expected")
        self.runs_so_far.setObjectName("decide.tried")
        self.conditions = Conditions("decide.conditions")  #: All its conditions.
        #: Chance of being near the best; value at stake; gain of ten more runs.
        self.near, self.stake, self.more = (Statement(f"decide.{name}") for name in ("near", "stake", "more"))
        self._sign = Label()
        self.verdict, self.why = plain("", "title"), plain()  #: Go on or stop; why.
        self.rule = RuleLine()  #: The stopping rule, with fields for its numbers.
        self.change = button(self.tr("Another rule…"), "decide.change", choose_rule)  #: Chooses another.
        self.rehearse = button(self.tr("Rehearse…"), "decide.rehearse", self.rehearse_wanted.emit)
        self.against = plain()  #: What speaks against stopping.
        self.chosen = CandidateChoice("decide.choose")  #: The candidate to finish with.
        self.run_first = button(self.tr("Run it first"), "decide.runFirst", self.run_wanted.emit)
        self.finish = button(self.tr("Finish study…"), "decide.finish", self.finish_wanted.emit)
        self.refusal = plain("", "caution")  #: Why the rule was not changed.
        self.runner_up, self.compared = plain("", "title"), plain()  #: Runner-up; its prediction and chance.
        #: Its other conditions; the run to tell them apart.
        self.differs, self.telling = plain("", "muted"), plain()
        for name in ("verdict", "why", "refusal", "against", "compared", "differs", "telling"):
            getattr(self, name).setObjectName(f"decide.{name}")
        self.runner_up.setObjectName("decide.rival")
        #: Row of each check by name.
        self.checks = {
            name: CheckRow(f"decide.{name}", title, (self.tr("Picture…"), partial(show_check, check)))
            for name, title, check in (
                ("fits", self.tr("Does the model fit?"), "trust"),
                ("ranges", self.tr("Do the ranges hold?"), "ranges"),
                ("groups", self.tr("Does a plate, day or lot depart?"), "groups"),
            )
        }
        act = self.tr("Check the file…"), partial(show_check, "file")
        self.checks["record"] = CheckRow("decide.record", self.tr("Is the record whole?"), act)
        self._per_row, self._list = 0, QGridLayout()
        self._lay_out()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Arrange the cards for the width."""
        super().resizeEvent(event)
        self._arrange()

    def changeEvent(self, event: QEvent) -> None:
        """Follow another font."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and hasattr(self, "_columns"):
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

    def _arrange(self) -> None:
        wide = self.width() >= max(NARROW, _DIGITS * self.fontMetrics().horizontalAdvance("0"))
        ways = QBoxLayout.Direction
        self._columns.setDirection(ways.LeftToRight if wide else ways.TopToBottom)
        self._arrange_checks()
        home, away = (self._left, self._right) if wide else (self._right, self._left)
        if away.indexOf(self._runner_up_card) >= 0:  # the last card in one column
            away.removeWidget(self._runner_up_card)
            home.insertWidget(home.count() - 1, self._runner_up_card)

    def _arrange_checks(self) -> None:
        """Put four, two or one check side by side: as many as have room for a title in one or two lines."""
        each = _CHECK * self.fontMetrics().horizontalAdvance("0")
        per_row = next((n for n in (4, 2) if self.width() >= n * each), 1)
        if per_row == self._per_row:
            return
        self._per_row = per_row
        for place, row in enumerate(self.checks.values()):
            self._list.removeWidget(row)  # else PySide keeps its object of the layout item that Qt deletes
            self._list.addWidget(row, place // per_row, place % per_row)
        for column in range(4):
            self._list.setColumnStretch(column, int(column < per_row))

    def _lay_out(self) -> None:
        for label in (self.expected, self.why, self.compared, self.telling):
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        head = QHBoxLayout()
        head.setSpacing(6)
        head.addWidget(self._sign)
        head.addWidget(self.verdict, 1)
        foot = QHBoxLayout()
        foot.addWidget(self.change)
        foot.addWidget(self.rehearse)
        foot.addStretch(1)
        self.refusal.hide()
        best = _card(self.tr("Best now"), self.code, self.expected, self.runs_so_far, self.conditions)
        sure = _card(self.tr("How sure that is"), self.near, self.stake, self.more)
        go_on = _card("", head, self.why, self.rule, foot, self.refusal)
        against = _card(self.tr("What speaks against stopping"), self.against)
        end = QHBoxLayout()
        end.addStretch(1)
        end.addWidget(self.run_first)
        end.addWidget(self.finish)
        self.finish_card = _card(self.tr("Finish: which candidate do you choose?"), self.chosen, end)
        self._runner_up_card = _card(
            self.tr("Runner-up"), self.runner_up, self.compared, self.differs, self.telling
        )
        self._left, self._right = QVBoxLayout(), QVBoxLayout()
        for column, parts in (
            (self._left, (best, sure, self._runner_up_card)),
            (self._right, (go_on, against, self.finish_card)),
        ):
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
