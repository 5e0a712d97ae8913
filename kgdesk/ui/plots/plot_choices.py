"""Combo boxes above a plot."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QComboBox, QSizePolicy

from kgdesk.plain_text import shorten
from kgdesk.ui.plots.card import TARGET
from kgdesk.ui.widgets.combo import Combo

if TYPE_CHECKING:
    from kgdesk.model.advice.advice import Advice


_LETTERS = 16


def choice(name: str) -> QComboBox:
    """Return a compact combo box that grows with available width."""
    box = Combo()
    set_up_combo(box, name)
    return box


def set_up_combo(box: QComboBox, name: str) -> None:
    """Set a combo box's object name, minimum height, and a width independent of its longest entry."""
    box.setObjectName(name)
    box.setMinimumContentsLength(7)
    box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    box.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
    box.setMinimumHeight(TARGET)


class HeldBox(Combo):
    """Combo box for the held candidate: current best, next experiment, or the selected one.

    Parameters
    ----------
    name
        Qt object name.
    """

    def __init__(self, name: str) -> None:
        super().__init__()
        self._known: str | None = None
        set_up_combo(self, name)
        for role in ("best", "next", "selected"):
            self.addItem("", role)

    def candidate(self, advice: Advice, selected: str | None) -> str:
        """Return the held candidate, and update the entries.

        A newly selected candidate is chosen at once.
        """
        if selected is not None and selected != self._known:
            self.setCurrentIndex(2)
        elif selected is None and self.currentData() == "selected":
            self.setCurrentIndex(0)
        self._known = selected
        names = {
            "best": advice.recommended.candidate,
            "next": advice.next or "",
            "selected": selected or "",
        }
        words = {
            "best": self.tr("current best {candidate}"),
            "next": self.tr("next experiment {candidate}")
            if advice.next
            else self.tr("next experiment: none"),
            "selected": self.tr("selected {candidate}") if selected else self.tr("selected: none"),
        }
        for place, (role, name) in enumerate(names.items()):
            self.setItemText(place, words[role].format(candidate=shorten(name, _LETTERS)))
        return names[self.currentData()] or names["best"]
