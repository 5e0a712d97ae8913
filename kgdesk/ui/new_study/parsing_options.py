"""Options for parsing the table of candidates."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from kgdesk.ui.text.translate import translate
from kgdesk.ui.widgets.basic import Label, plain
from kgdesk.ui.widgets.combo import QuietCombo

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kgdesk.actions.importing import Reading
    from kgdesk.ui.new_study.draft import Source


#: Parsing options, in display order.
QUESTIONS = ("sheet", "headings", "delimiter", "decimal", "encoding")

_ENCODINGS = ("utf-8", "cp1252", "cp1250", "cp850", "mac-roman", "utf-16", "latin-1", "iso8859-15", "cp437")


def _tr(text: str) -> str:
    return QCoreApplication.translate("ParsingOptions", text)


def words_for(question: str, choice: str) -> str:
    """Return the display name of an option's value: ``;`` is “Semicolon ;”."""
    if question == "headings":
        return _tr("In line {line}").format(line=choice)
    named = {
        ("delimiter", ","): _tr("Comma ,"),
        ("delimiter", ";"): _tr("Semicolon ;"),
        ("delimiter", "\t"): _tr("Tab"),
        ("delimiter", "|"): _tr("Bar |"),
        ("delimiter", ""): _tr("None (one column)"),
        ("decimal", "point"): _tr("Point, as in 1.5"),
        ("decimal", "comma"): _tr("Comma, as in 1,5"),
        ("encoding", "utf-8"): _tr("Unicode (utf-8)"),
        ("encoding", "cp1252"): _tr("Windows, Western (cp1252)"),
        ("encoding", "cp1250"): _tr("Windows, Central Europe (cp1250)"),
        ("encoding", "cp850"): _tr("DOS (cp850)"),
        ("encoding", "mac-roman"): _tr("Old Macintosh (mac-roman)"),
        ("encoding", "utf-16"): _tr("Unicode (utf-16)"),
    }
    return named.get((question, choice), choice)


class ParsingOptions(QWidget):
    """One combo box per parsing option; options that do not apply to the file are hidden."""

    #: The user chose: option and value, None for automatic.
    chosen = Signal(str, object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        titles = {
            "sheet": self.tr("S&heet"),
            "headings": self.tr("Headin&gs"),
            "delimiter": self.tr("Se&parator"),
            "decimal": self.tr("&Decimal sign"),
            "encoding": self.tr("&Encoding"),
        }
        listed: dict[str, Sequence[str]] = {
            "sheet": (),
            "headings": (),
            "delimiter": (",", ";", "\t", "|"),
            "decimal": ("point", "comma"),
            "encoding": _ENCODINGS,
        }
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(16)
        self._boxes: dict[str, QWidget] = {}
        self._combos: dict[str, QuietCombo] = {}
        self._whys: dict[str, QLabel] = {}
        for question in QUESTIONS:
            row.addWidget(self._question(question, titles[question], listed[question]), 1)
        self.setVisible(False)

    def _question(self, question: str, title: str, choices: Sequence[str]) -> QWidget:
        """Return one option with its combo box and detected value."""
        box = QWidget(self)
        column = QVBoxLayout(box)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(3)
        combo = QuietCombo(box)
        combo.setObjectName(f"wizard.{question}")
        combo.setMinimumContentsLength(12)
        label = Label(title, box)
        label.setBuddy(combo)
        combo.setAccessibleName(title.replace("&", ""))
        combo.addItem(self.tr("Find out"), None)
        for choice in choices:
            combo.addItem(words_for(question, choice), choice)
        why = plain("", "muted", box)
        why.setAlignment(Qt.AlignmentFlag.AlignTop)
        column.addWidget(label)
        column.addWidget(combo)
        column.addWidget(why, 1)
        combo.activated.connect(lambda _, q=question: self.chosen.emit(q, self._combos[q].currentData()))
        self._boxes[question], self._combos[question], self._whys[question] = box, combo, why
        return box

    def show_reading(self, source: Source, reading: Reading | None) -> None:
        """Show chosen and detected values; without a reading only the choices."""
        pasted = bool(source.pasted)
        workbook = reading is not None and reading.kind == "xlsx"
        is_sheet = workbook or self._combos["sheet"].count() > 1
        visible = {
            "sheet": is_sheet,
            "headings": self._combos["headings"].count() > 1,
            "delimiter": not is_sheet,
            "decimal": True,
            "encoding": not is_sheet and not pasted,
        }
        for question, combo in self._combos.items():
            self._boxes[question].setVisible(visible[question])
            detected: Any = getattr(reading, question) if reading and visible[question] else None
            why = translate(getattr(reading, f"{question}_why") if reading else "")
            wanted = getattr(source, question)
            if detected is not None and combo.findData(detected) < 0 and detected:
                combo.addItem(words_for(question, detected), detected)
            first = self.tr("Find out")
            if detected is not None and wanted is None:
                first = self.tr("Found: {reading}").format(reading=words_for(question, detected))
            combo.setItemText(0, first)
            combo.choose(wanted)
            self._whys[question].setText(why[:1].upper() + why[1:])
        self.setVisible(True)

    def offer(self, question: str, choices: Sequence[str]) -> None:
        """Add the given values to an option."""
        combo = self._combos[question]
        for choice in choices:
            value = _value(question, choice)
            if combo.findData(value) < 0:
                combo.addItem(words_for(question, choice), value)

    def forget(self) -> None:
        """Remove the sheets and the lines of headings of the last file."""
        for combo in (self._combos["sheet"], self._combos["headings"]):
            while combo.count() > 1:
                combo.removeItem(1)


def _value(question: str, choice: Any) -> Any:
    """Return the value of an option for a choice of `AmbiguousTable`: lines are numbers."""
    return int(choice) if question == "headings" and choice is not None else choice


def with_choice(source: Source, question: str, choice: object) -> Source:
    """Return a source with one option set."""
    return replace(source, **{question: _value(question, choice)})
