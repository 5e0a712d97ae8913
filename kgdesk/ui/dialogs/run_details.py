"""Dialogs for an outcome with details, and for a note about a run or the study."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QDateTime, QLocale, Qt
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QDateTimeEdit,
    QHBoxLayout,
    QLineEdit,
    QRadioButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from kgdesk.errors import BadInput
from kgdesk.model.study.outcome_words import outcome_of, rule_text
from kgdesk.plain_text import shorten
from kgdesk.ui.dialogs.really_set import ReallySet
from kgdesk.ui.entry.state_machine import Details
from kgdesk.ui.entry.value_line import read_value
from kgdesk.ui.text.locale_format import day_pattern, outcome_name, signed_outcome
from kgdesk.ui.text.translate import translate
from kgdesk.ui.widgets.basic import Form, plain
from kgdesk.ui.widgets.dialogs import DialogButtons, ScannerSafeDialog, fit_height

if TYPE_CHECKING:
    from PySide6.QtGui import QShowEvent

    from kgdesk.model.study.records import Measured
    from kgdesk.ui.entry.controller import EntryControl
    from kgdesk.ui.entry.state_machine import Outcome


_MOST = 1_000


class DetailsDialog(ScannerSafeDialog):
    """Arm an outcome with its details; it is recorded after confirmation in the strip.

    Parameters
    ----------
    control
        Entry control of the window.
    """

    def __init__(self, control: EntryControl, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._control = control
        self._settings = control.controller.study.settings
        self._candidate = control.entry.candidate or ""
        self._revision = control.entry.situation.revision
        self.setObjectName("details")
        self.setWindowTitle(self.tr("Outcome with details"))
        self._make_outcome()
        self._make_rest()
        self._lay_out()
        for part in (self.successes, self.runs):
            part.valueChanged.connect(self._check)
        self._group.buttonToggled.connect(self._check)
        self.earlier.toggled.connect(self._check)
        self.value.textChanged.connect(self._check)
        self.really.changed.connect(self._check)
        self._check()

    @property
    def outcome(self) -> Outcome:
        """The selected outcome, or that of the measured value if there is one; a count of several runs is a success."""
        value, _ = self._value()
        by_value = None if value is None or self.several.isChecked() else outcome_of(value, self._settings)
        if by_value is not None and (by_value != "undecided" or self._group.checkedButton() is None):
            return by_value
        return "failure" if self.failure.isChecked() else "success"

    @property
    def details(self) -> Details:
        """The details entered."""
        moment = self.moment.dateTime().toOffsetFromUtc(self.moment.dateTime().offsetFromUtc())
        return Details(
            note=" ".join(self.note.text().split()),
            happened_at=moment.toString(Qt.DateFormat.ISODate) if self.earlier.isChecked() else "",
            count=(self.successes.value(), self.runs.value()) if self.several.isChecked() else None,
            measured=None if self.several.isChecked() else self._value()[0],
            set_values=self.really.read(self._candidate).values,
            beyond=self.really.beyond.isChecked(),
        )

    def accept(self) -> None:
        """Arm the outcome and close; do nothing if the card shows another candidate or revision by now."""
        here = self._control.entry
        super().accept()
        if (here.candidate, here.situation.revision) == (self._candidate, self._revision):
            self._control.arm(self.outcome, self.details)

    def _make_outcome(self) -> None:
        names = self._control.controller.study.settings
        self._group = QButtonGroup(self)
        self.success = QRadioButton(signed_outcome("success", names).replace("&", "&&"))
        self.failure = QRadioButton(signed_outcome("failure", names).replace("&", "&&"))
        self.several = QRadioButton(self.tr("Se&veral runs at once:"))
        for button, name in ((self.success, "success"), (self.failure, "failure"), (self.several, "several")):
            button.setObjectName(f"details.{name}")
            button.setMinimumHeight(32)
            self._group.addButton(button)
        self.successes, self.runs = QSpinBox(), QSpinBox()
        self.runs.setRange(1, _MOST)
        self.runs.setValue(2)
        self.successes.setRange(0, 2)
        for spin, name, title in (
            (self.successes, "successes", outcome_name("success", names)),
            (self.runs, "runs", self.tr("Number of runs")),
        ):
            spin.setObjectName(f"details.{name}")
            spin.setAccessibleName(title)
            spin.setMinimumHeight(32)

    def _make_rest(self) -> None:
        self.earlier = QCheckBox(self.tr("It was done &earlier:"))
        self.earlier.setObjectName("details.earlier")
        self.earlier.setMinimumHeight(32)
        now = QDateTime.currentDateTime()
        self.moment = QDateTimeEdit(now)
        self.moment.setObjectName("details.moment")
        self.moment.setAccessibleName(self.tr("Date and time of the run"))
        self.moment.setMaximumDateTime(now)
        self.moment.setCalendarPopup(True)
        self.moment.setMinimumHeight(32)
        self.moment.setDisplayFormat(f"{day_pattern(QLocale())} HH:mm")
        self.value = QLineEdit()  #: Measured value.
        self.value.setObjectName("details.measured")
        self.value.setAccessibleName(self._settings.measured)
        self.value.setMinimumHeight(32)
        self.problem = plain("", "muted", self)  #: What is wrong with the value.
        self.problem.setObjectName("details.problem")
        self.really = ReallySet(self._control.controller.study, "details", self)
        self.note = QLineEdit()
        self.note.setObjectName("details.note")
        self.note.setMaxLength(1000)
        self.note.setMinimumHeight(32)
        self.note.setPlaceholderText(self.tr("kept with the run"))

    def showEvent(self, event: QShowEvent) -> None:
        """Fit the height to the wrapped text."""
        super().showEvent(event)
        fit_height(self)

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        text = self.tr("What came out for {candidate}?").format(candidate=shorten(self._candidate, 40))
        title = plain(text, "title", self)
        title.setMinimumWidth(title.fontMetrics().averageCharWidth() * 52)
        column.addWidget(title)
        both = QHBoxLayout()
        both.addWidget(self.success)
        both.addWidget(self.failure)
        both.addStretch(1)
        column.addLayout(both)
        count = QHBoxLayout()
        count.addWidget(self.several)
        count.addWidget(self.successes)
        count.addWidget(plain(self.tr("of"), parent=self))
        count.addWidget(self.runs)
        names = self._control.controller.study.settings
        were = plain(self.tr("were {outcome}").format(outcome=outcome_name("success", names)), parent=self)
        were.setWordWrap(False)
        count.addWidget(were, 1)
        column.addLayout(count)
        when = QHBoxLayout()
        when.addWidget(self.earlier)
        when.addWidget(self.moment)
        when.addStretch(1)
        column.addLayout(when)
        form = Form()
        form.add(rule_text(self._settings).replace("&", "&&") or " ", self.value)
        form.add(self.tr("Really se&t"), self.really.line)
        form.add(self.tr("&Note"), self.note)
        form.setRowVisible(self.value, bool(self._settings.measured))
        column.addLayout(form)
        column.addWidget(self.problem)
        column.addWidget(self.really.beyond)
        column.addWidget(
            plain(
                self.tr("The time of this entry is kept as well. Nothing is recorded before you confirm."),
                "muted",
                self,
            )
        )
        buttons = DialogButtons(self, "details.ok", self.tr("&Ask me to record it"))
        self.ok = buttons.accepting
        column.addWidget(buttons)

    def _check(self, *_: object) -> None:
        several = self.several.isChecked()
        self.successes.setEnabled(several)
        self.runs.setEnabled(several)
        self.successes.setMaximum(self.runs.value())
        self.moment.setEnabled(self.earlier.isChecked())
        self.value.setEnabled(not several)
        value, problem = (None, "") if several else self._value()
        really = self.really.read(self._candidate)
        by_value = value is not None and bool(self._settings.outcome_of(value))
        for button in (self.success, self.failure):
            button.setEnabled(not by_value)
        if by_value:
            (self.success if self.outcome == "success" else self.failure).setChecked(True)
        undecided = value is not None and not by_value
        if undecided:
            problem = self.tr("Undecided: may lie on either side, counts as neither unless you choose one.")
        said = "\n".join(filter(None, (problem, really.problem)))
        self.problem.setText(said)
        self.problem.setVisible(bool(said))
        refused = (bool(problem) and not undecided) or really.refused
        self.ok.setEnabled(not refused and (undecided or self._group.checkedButton() is not None))

    def _value(self) -> tuple[Measured | None, str]:
        """Return the measured value, and its fault; None and empty if none is entered."""
        text = self.value.text().strip()
        if not text:
            return None, ""
        try:
            return read_value(text, self._settings), ""
        except BadInput as refused:
            return None, translate(refused)
