"""One check of a study: a sign, a word, one sentence, and what to do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from kgdesk.ui.look.icons import icon
from kgdesk.ui.look.sheet import set_role
from kgdesk.ui.look.theme import look_of
from kgdesk.ui.parts import button, plain
from kgdesk.ui.pictures.card import Explanation

if TYPE_CHECKING:
    from collections.abc import Callable

State = Literal["good", "caution", "note", "open"]
_SIGNS: dict[State, str] = {"good": "success", "caution": "warning", "note": "info", "open": "help"}


@dataclass(frozen=True, slots=True)
class Finding:
    """What a check found.

    Parameters
    ----------
    state
        ``good``; ``caution``: look at it; ``note``: good to know; ``open``: not known yet.
    sentence
        One for people.
    advice
        What to do about it.
    """

    state: State
    sentence: str
    advice: str


class CheckRow(QFrame):
    """Shows a finding.

    Parameters
    ----------
    name
        Qt object name, as ``"checks.gain"``; the parts are ``.sentence``, ``.advice`` and ``.act``.
    title
        What is checked.
    act
        A button beside “What to do”: its text, and what it does.
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
        self.finding: Finding | None = None
        self._sign = QLabel()
        self._title = plain(title, "title")
        self._word = plain()
        self.sentence = plain()
        self.sentence.setObjectName(f"{name}.sentence")
        self.sentence.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.advice = button(self.tr("What to do"), f"{name}.advice", self._explain)
        self.advice.setAccessibleName(self.tr("What to do: {title}").format(title=title))
        self.act: QPushButton | None = None
        foot = QHBoxLayout()
        foot.addWidget(self.advice)
        if act is not None:
            self.act = button(act[0], f"{name}.act", act[1])
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
        column.addLayout(foot)

    def show_finding(self, finding: Finding) -> None:
        """Show another finding."""
        self.finding = finding
        word = {
            "good": self.tr("in order"),
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
        """Draw the sign in the colours of a new look."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "act"):
            self._tint()

    def _tint(self) -> None:
        if self.finding is None:
            return
        look = look_of(self)
        colours = {"good": look.success, "caution": look.caution, "note": look.accent, "open": look.muted}
        state = self.finding.state
        self._sign.setPixmap(icon(_SIGNS[state], look, colours[state]).pixmap(QSize(20, 20)))

    def _explain(self) -> None:
        if self.finding is not None:
            Explanation(self).show_below(self.advice, self.finding.advice)
