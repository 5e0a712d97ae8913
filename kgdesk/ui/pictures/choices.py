"""Choices above a picture: a plain one, and at which candidate the other attributes are held."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QComboBox, QSizePolicy

from kgdesk.ui.look.numbers import shorten
from kgdesk.ui.pictures.card import TARGET

if TYPE_CHECKING:
    from kgdesk.model.advice import Advice

_LETTERS = 16


def choice(name: str) -> QComboBox:
    """Return a choice that takes little room and grows where there is some."""
    box = QComboBox()
    dress(box, name)
    return box


def dress(box: QComboBox, name: str) -> None:
    """Give a choice its name, a least height, and a width that does not follow its longest entry."""
    box.setObjectName(name)
    box.setMinimumContentsLength(7)
    box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    box.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
    box.setMinimumHeight(TARGET)


class HeldBox(QComboBox):
    """Current best, next experiment, or the candidate that a person points at.

    Parameters
    ----------
    name
        Qt object name.
    """

    def __init__(self, name: str) -> None:
        super().__init__()
        self._known: str | None = None
        dress(self, name)
        for role in ("best", "next", "selected"):
            self.addItem("", role)

    def candidate(self, advice: Advice, selected: str | None) -> str:
        """Return the candidate that is chosen, and write the names into the choices.

        A candidate that was just pointed at is taken at once: that is what pointing is for.
        """
        if selected is not None and selected != self._known:
            self.setCurrentIndex(2)
        elif selected is None and self.currentData() == "selected":
            self.setCurrentIndex(0)
        self._known = selected
        names = {
            "best": advice.recommended.candidate,
            "next": advice.suggestion.candidate,
            "selected": selected or "",
        }
        words = {
            "best": self.tr("current best {candidate}"),
            "next": self.tr("next experiment {candidate}"),
            "selected": self.tr("selected {candidate}") if selected else self.tr("selected: none"),
        }
        for place, (role, name) in enumerate(names.items()):
            self.setItemText(place, words[role].format(candidate=shorten(name, _LETTERS)))
        return names[self.currentData()] or names["best"]
