"""ReallySet: the fields that ask what was really set in a run, where it differs from its candidate."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QCheckBox, QLineEdit, QWidget

from kgdesk.errors import BadInput
from kgdesk.model.study.set_values import beyond_the_pool, checked_set_values, parse_set_values
from kgdesk.plain_text import shorten
from kgdesk.ui.text.translate import translate

if TYPE_CHECKING:
    from kgdesk.model.study.set_values import SetValues
    from kgdesk.model.study.study import Study


class Reading(NamedTuple):
    """What the fields say.

    Parameters
    ----------
    values
        Attributes with what was really set, where it differs from the candidate; empty if they cannot be read.
    problem
        What is wrong with them or outside the range of the candidates, as a sentence; empty for nothing.
    asked
        Whether a number is outside that range, which may be right.
    refused
        Whether the fields cannot be taken as they are.
    """

    values: SetValues = ()
    problem: str = ""
    asked: bool = False
    refused: bool = False


class ReallySet(QObject):
    """A line for attributes with values, ``Temp = 82; Solvent = DMF``, and a tick for numbers outside the range.

    Parameters
    ----------
    study
        Its attributes may be named.
    name
        Begin of the object names.
    """

    changed = Signal()

    def __init__(self, study: Study, name: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._study = study
        self.line = QLineEdit(parent)
        self.line.setObjectName(f"{name}.really")
        self.line.setMinimumHeight(32)
        first = study.pool.attributes[0].name
        self.line.setPlaceholderText(
            self.tr("only what differs, for instance: {name} = 82").format(name=shorten(first, 20))
        )
        self.beyond = QCheckBox(self.tr("It is right, though outside the ran&ge of the candidates"), parent)
        self.beyond.setObjectName(f"{name}.beyond")
        self.beyond.setMinimumHeight(32)
        self.beyond.hide()
        self.line.textChanged.connect(self.changed)
        self.beyond.toggled.connect(self.changed)

    def show_values(self, values: SetValues) -> None:
        """Put values into the line."""
        texts = [f"{name} = {value if isinstance(value, str) else repr(value)}" for name, value in values]
        self.line.setText("; ".join(text.removesuffix(".0") for text in texts))
        self.line.setCursorPosition(0)

    def read(self, candidate: str) -> Reading:
        """Return what the fields say of a run of a candidate of the study, and show the tick where it is asked for."""
        reading = self._reading(candidate)
        self.beyond.setVisible(reading.asked)
        return reading

    def _reading(self, candidate: str) -> Reading:
        texts = [text for text in self.line.text().split(";") if text.strip()]
        if not texts or not candidate:
            return Reading()
        study = self._study
        try:
            values = parse_set_values(study.pool, texts)
            really = checked_set_values(study.pool, study.scaling, candidate, values)
            outside = translate(beyond_the_pool(study.pool, really))
        except BadInput as wrong:
            return Reading(problem=translate(wrong), refused=True)
        return Reading(really, outside, bool(outside), bool(outside) and not self.beyond.isChecked())
