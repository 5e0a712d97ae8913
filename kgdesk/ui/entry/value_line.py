"""ValueLine: the field for the measured value, from which the outcome follows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QLocale, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QSizePolicy, QWidget

from kgdesk.errors import BadInput, UnknownWord
from kgdesk.model.study.outcome_words import outcome_of, read_measured
from kgdesk.ui.entry.sentence import Sentence
from kgdesk.ui.entry.state_machine import Recorded
from kgdesk.ui.text.locale_format import measured_value, signed_outcome
from kgdesk.ui.text.translate import translate
from kgdesk.ui.widgets.basic import set_tip, visible
from kgdesk.ui.widgets.stylesheet import set_role

if TYPE_CHECKING:
    from kgdesk.model.study.records import Measured
    from kgdesk.model.study.settings import Settings
    from kgdesk.ui.entry.controller import EntryControl

#: Pixels of the field beside its digits.
_BESIDE = 20
#: Lines of what is said beside the field.
_LINES = 3


def has_value_entry(settings: Settings) -> bool:
    """Return whether the outcome of a study follows from a measured value."""
    return bool(settings.measured) and settings.threshold is not None


def read_value(text: str, settings: Settings) -> Measured:
    """Read a measured value as a person types it, with the decimal mark of this computer or a point.

    Raises
    ------
    UnknownWord, BadInput
        As `kgdesk.model.study.outcome_words.read_measured`.
    """
    comma = QLocale().decimalPoint() == "," and "." not in text
    return read_measured(text, settings, "comma" if comma else "point")


def looks_like_value(text: str, settings: Settings) -> bool:
    """Return whether a code could be a measured value, so that a scan and a value cannot be told apart."""
    try:
        read_value(text, settings)
    except BadInput:
        return False
    return True


class ValueField(QLineEdit):
    """Line edit for a measured value; undo and redo are those of the entries."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._hints: tuple[str, ...] = ("",)
        self.setObjectName("entry.value")
        set_role(self, role="value")

    def show_hint(self, *hints: str) -> None:
        """Show the first of some texts that fits while the field is empty, or else the last."""
        self._hints = hints
        room = self.width() - _BESIDE
        fits = (hint for hint in hints if self.fontMetrics().horizontalAdvance(hint) <= room)
        self.setPlaceholderText(next(fits, hints[-1]))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show the text that fits the new width."""
        super().resizeEvent(event)
        self.show_hint(*self._hints)

    def event(self, event: QEvent) -> bool:
        """Leave undo and redo to the window."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            standard = QKeySequence.StandardKey
            if event.matches(standard.Undo) or event.matches(standard.Redo):
                event.ignore()
                return False
        return super().event(event)


class ValueLine(QWidget):
    """Field for the measured value, its unit, and the side of the threshold on which the typed value lies.

    Enter asks to record the value; what is no number is taken for a scanned code.

    Parameters
    ----------
    control
        Entry control of the window.
    """

    #: A code was scanned into the field.
    scanned = Signal(str)

    def __init__(self, control: EntryControl, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._control = control
        self._of: tuple[object, ...] = ()  #: Candidate, run and last record for which the value is typed.
        self.field = ValueField()
        self.unit = Sentence("entry.valueUnit", "title")
        self.side = Sentence("entry.valueSide", "side", _LINES)
        for label in (self.unit, self.side):
            label.setAlignment(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft)
        expanding = QSizePolicy.Policy.Expanding
        self.field.setSizePolicy(expanding, expanding)
        self.side.setSizePolicy(expanding, expanding)
        line = QHBoxLayout(self)
        line.setContentsMargins(2, 2, 2, 2)  # room for the focus ring
        line.addWidget(self.field, 1)
        line.addWidget(self.unit)
        line.addWidget(self.side, 1)
        set_tip(self.field, self.tr("An outcome without a value is recorded by F8 or F9."))
        self.setFocusProxy(self.field)
        self.field.textChanged.connect(self._show_side)
        self.field.returnPressed.connect(self._take)

    def show_entry(self) -> None:
        """Show what is measured; forget what was typed for another run."""
        entry, settings = self._control.entry, self._control.controller.study.settings
        token = entry.gesture.intent.token if isinstance(entry.gesture, Recorded) else ""
        of = (entry.candidate, None if entry.choice is None else entry.choice.start)
        if of != self._of[:2] or (token and token != self._of[2]):
            self.field.clear()
        self._of = (*of, token or (self._of[2] if self._of else ""))
        self.unit.setText(settings.measured_unit)
        self.unit.setVisible(bool(settings.measured_unit))
        self.field.setAccessibleName(visible(settings.measured))
        name = visible(settings.measured)
        self.field.show_hint(self.tr("{name}: a number, or <5").format(name=name), name)
        self.field.setEnabled(entry.situation.takes_entries and entry.candidate is not None)
        self.field.setMinimumWidth(self.field.fontMetrics().horizontalAdvance("000000") + _BESIDE)
        self._show_side()

    def _value(self) -> tuple[Measured | None, str]:
        """Return the typed value, and what is wrong with it; None and empty where nothing or a code is typed."""
        text, settings = self.field.text().strip(), self._control.controller.study.settings
        if not text:
            return None, ""
        try:
            return read_value(text, settings), ""
        except BadInput as refused:
            if isinstance(refused, UnknownWord) and self._control.controller.study.barcodes.find(text):
                return None, ""
            return None, translate(refused)

    def _show_side(self) -> None:
        settings = self._control.controller.study.settings
        value, problem = self._value()
        self._control.measured = value
        outcome = "" if value is None else settings.outcome_of(value)
        set_role(self.side, role="caution" if problem else "side" if outcome else "muted", side=outcome)
        is_open = value is not None and not outcome
        self.side.explain(
            self.tr("May lie on either side of the threshold: counts as neither.") if is_open else ""
        )
        if problem:
            self.side.setText(f"⚠ {problem}")
        elif value is not None:
            self.side.setText(signed_outcome(outcome_of(value, settings), settings))
        else:
            self.side.setText(self._rule(settings))

    def _rule(self, settings: Settings) -> str:
        """Return which values are a success."""
        limit = f"{measured_value(settings.threshold or 0.0)} {settings.measured_unit}".strip()
        words = (
            self.tr("{success} from {limit}")
            if settings.direction == "at-least"
            else self.tr("{success} up to {limit}")
        )
        return words.format(success=signed_outcome("success", settings), limit=limit)

    def _take(self) -> None:
        text = self.field.text().strip()
        value, problem = self._value()
        if value is not None:
            self._control.arm_value()
        elif text:
            if not problem:
                self.field.clear()
            self.scanned.emit(text)
