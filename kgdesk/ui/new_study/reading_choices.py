"""How the table is read: sheet, line of the headings, separator, decimal sign and encoding."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QCoreApplication, Signal

from kgdesk.ui.text.translate import translate
from kgdesk.ui.widgets.basic import set_tip, visible
from kgdesk.ui.widgets.combo import QuietCombo
from kgdesk.ui.widgets.folding import FlowRow

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from PySide6.QtWidgets import QWidget

    from kgdesk.actions.importing import Reading
    from kgdesk.ui.new_study.draft import Source


_ENCODINGS = ("utf-8", "cp1252", "cp1250", "cp850", "mac-roman", "utf-16", "latin-1", "iso8859-15", "cp437")
#: Lines that are offered for the headings.
_LINES = 8


def _tr(text: str) -> str:
    return QCoreApplication.translate("ReadingChoices", text)


def words_for(question: str, choice: object) -> str:
    """Return the display name of an option's value: ``;`` is “Semicolon ;”."""
    if question == "headings" and str(choice) == "0":
        return _tr("No headings")
    if question in {"headings", "sheet"}:
        text = _tr("Headings in line {choice}") if question == "headings" else _tr("Sheet {choice}")
        return text.format(choice=choice)
    named = {
        ("delimiter", ","): _tr("Comma ,"),
        ("delimiter", ";"): _tr("Semicolon ;"),
        ("delimiter", "\t"): _tr("Tab"),
        ("delimiter", "|"): _tr("Bar |"),
        ("delimiter", ""): _tr("One column"),
        ("decimal", "point"): _tr("Decimal point"),
        ("decimal", "comma"): _tr("Decimal comma"),
        ("encoding", "utf-8"): _tr("Unicode (utf-8)"),
        ("encoding", "cp1252"): _tr("Windows, Western (cp1252)"),
        ("encoding", "cp1250"): _tr("Windows, Central Europe (cp1250)"),
        ("encoding", "cp850"): _tr("DOS (cp850)"),
        ("encoding", "mac-roman"): _tr("Old Macintosh (mac-roman)"),
        ("encoding", "utf-16"): _tr("Unicode (utf-16)"),
    }
    return named.get((question, str(choice)), str(choice))


class ReadingChoices(FlowRow):
    """One combo box per option, with the value that was found chosen; those that do not apply are hidden."""

    #: The user chose: option and value.
    chosen = Signal(str, object)

    def __init__(self, parent: QWidget | None = None) -> None:
        titles = {
            "sheet": _tr("Sheet"),
            "headings": _tr("Headings"),
            "delimiter": _tr("Separator"),
            "decimal": _tr("Decimal sign"),
            "encoding": _tr("Encoding"),
        }
        self._combos: dict[str, QuietCombo] = {}
        for question, title in titles.items():
            combo = self._combos[question] = QuietCombo()
            combo.setObjectName(f"wizard.{question}")
            combo.setAccessibleName(title)
            combo.activated.connect(lambda _, q=question: self.chosen.emit(q, self._combos[q].currentData()))
        super().__init__(*self._combos.values(), parent=parent)

    def show_reading(
        self, source: Source, reading: Reading | None, offers: Mapping[str, Sequence[object]]
    ) -> None:
        """Show the values by which the table was read; without a reading those that were chosen.

        Parameters
        ----------
        source, reading
            The table with the user's choices, and how it was read.
        offers
            Further values of an option, in the order of the table.
        """
        text_file = reading.kind != "xlsx" if reading else not offers.get("sheet")
        listed: dict[str, list[object]] = {
            "sheet": list(offers.get("sheet", ())),
            "headings": sorted({*range(_LINES + 1), *map(int, map(str, offers.get("headings", ())))}),
            "delimiter": [",", ";", "\t", "|"] if text_file else [],
            "decimal": ["point", "comma"],
            "encoding": list(_ENCODINGS) if text_file and not source.pasted else [],
        }
        for question, combo in self._combos.items():
            values = listed[question]
            now: Any = getattr(reading, question) if reading else getattr(source, question)
            combo.setVisible(len(values) > 1)
            if now is not None and now not in values:
                values.append(now)
            combo.clear()
            for value in values:
                combo.addItem(visible(words_for(question, value)), value)
            combo.setCurrentIndex(values.index(now) if now is not None else -1)
            why = translate(getattr(reading, f"{question}_why") if reading else "")
            set_tip(combo, why[:1].upper() + why[1:])


def with_choice(source: Source, question: str, choice: Any) -> Source:
    """Return a source with one option set; lines are numbers."""
    value: Any = int(choice) if question == "headings" and choice is not None else choice
    values: dict[str, Any] = {question: value}
    return replace(source, **values)
