"""CheckRow and CheckLine: the finding of a check as a card, and as one line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QEvent, QSize, Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from kgdesk.ui.widgets.basic import BoldLabel, Label, button, plain
from kgdesk.ui.widgets.explanation import Explanation
from kgdesk.ui.widgets.stylesheet import set_role
from kgdesk.ui.widgets.theme import icon, palette_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from kgdesk.ui.pages.check_findings import CheckFinding, State

_SIGNS: dict[State, str] = {"good": "success", "caution": "warning", "note": "info", "open": "help"}


class CheckSign(Label):
    """Sign of the state of a check, in the colours of the theme."""

    def __init__(self) -> None:
        super().__init__()
        self._state: State | None = None

    def show_state(self, state: State) -> None:
        """Show the sign of a state."""
        self._state = state
        look = palette_of(self)
        colours = {"good": look.success, "caution": look.caution, "note": look.accent, "open": look.muted}
        self.setPixmap(icon(_SIGNS[state], look, colours[state]).pixmap(QSize(20, 20)))

    def changeEvent(self, event: QEvent) -> None:
        """Redraw the sign in the colours of a new theme."""
        super().changeEvent(event)
        # The palette also changes before it is constructed.
        state: State | None = getattr(self, "_state", None)
        if event.type() == QEvent.Type.PaletteChange and state is not None:
            self.show_state(state)


class CheckLine(QWidget):
    """Finding of a check in one line: its sign, its name with the sentence, and a button that opens what is behind it.

    Parameters
    ----------
    name
        Qt object name; the parts are ``.sentence`` and ``.act``.
    title
        Name of the check.
    act
        Text of the button, and its callback.
    """

    def __init__(
        self, name: str, title: str, act: tuple[str, Callable[[], object]], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self._title = title
        self.finding: CheckFinding | None = None  #: The finding on display.
        self.sign, self.sentence = CheckSign(), BoldLabel()  #: Its sign; its name and its sentence.
        self.sentence.setObjectName(f"{name}.sentence")
        set_role(self.sentence, role="plain")
        self.act = button(act[0], f"{name}.act", act[1])  #: Opens what is behind it.
        self.act.setAccessibleName(f"{title}: {act[0]}")
        set_role(self.act, role="link")
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(8)
        line.addWidget(self.sign)
        line.addWidget(self.sentence, 1)
        line.addWidget(self.act)

    def show_finding(self, finding: CheckFinding) -> None:
        """Show a finding."""
        self.finding = finding
        self.sign.show_state(finding.state)
        self.sentence.show_words(f"{self._title}:", finding.sentence)
        self.setAccessibleName(f"{self._title}: {state_word(finding.state)}. {finding.sentence}")


def state_word(state: State) -> str:
    """Return the state of a check in a word or two."""
    return {
        "good": QCoreApplication.translate("CheckRow", "fine"),
        "caution": QCoreApplication.translate("CheckRow", "look at this"),
        "note": QCoreApplication.translate("CheckRow", "good to know"),
        "open": QCoreApplication.translate("CheckRow", "not known yet"),
    }[state]


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
        self._sign = CheckSign()
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
        word = state_word(finding.state)
        self._word.setText(word)
        set_role(self._word, role="caution" if finding.state == "caution" else "muted")
        self.sentence.setText(finding.sentence)
        self.setAccessibleName(f"{self._title.text()}: {word}. {finding.sentence}")
        self._sign.show_state(finding.state)

    def _explain(self) -> None:
        if self.finding is not None:
            Explanation(self).show_below(self.advice, self.finding.advice)
