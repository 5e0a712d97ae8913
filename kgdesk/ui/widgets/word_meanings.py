"""Combo boxes that ask what the words of a file mean."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QWidget

from kgdesk.plain_text import shorten
from kgdesk.ui.widgets.basic import Label
from kgdesk.ui.widgets.combo import QuietCombo

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_LONGEST = 30


class WordMeanings(QWidget):
    """One combo box per word, to choose what it means; hidden without a word."""

    #: A meaning was chosen: the word, and the data of the choice.
    chosen = Signal(str, str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setColumnStretch(1, 1)
        self.combos: dict[str, QuietCombo] = {}  #: Combo box of each word.
        self.hide()

    def show_words(self, words: Mapping[str, str], choices: Mapping[str, Sequence[tuple[str, str]]]) -> None:
        """Show the words with their present meanings.

        Parameters
        ----------
        words
            Word -> meaning; empty if none is chosen yet.
        choices
            Word -> its meanings, each as (text, data).
        """
        self.setVisible(bool(words))
        if tuple(words) != tuple(self.combos):
            self._rebuild(choices)
        for word, meaning in words.items():
            self.combos[word].choose(meaning)

    def _rebuild(self, choices: Mapping[str, Sequence[tuple[str, str]]]) -> None:
        while (item := self._grid.takeAt(0)) is not None:
            if (old := item.widget()) is not None:
                old.hide()
                old.deleteLater()
        self.combos = {}
        for row, (word, offered) in enumerate(choices.items()):
            label = Label(self.tr("“{word}” means").format(word=shorten(word, _LONGEST)), self)
            combo = QuietCombo(self)
            combo.setObjectName(f"means.{word}")
            combo.setAccessibleName(label.text())
            for text, data in ((self.tr("choose…"), ""), *offered):
                combo.addItem(text, data)
            combo.activated.connect(lambda _, w=word, c=combo: self.chosen.emit(w, c.currentData()))
            label.setBuddy(combo)
            self._grid.addWidget(label, row, 0)
            self._grid.addWidget(combo, row, 1, Qt.AlignmentFlag.AlignLeft)
            self.combos[word] = combo
