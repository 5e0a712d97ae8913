"""Dialog that corrects a recorded run: requires a reason, previews the effect; the log keeps the old value."""

from __future__ import annotations

from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple, cast

from PySide6.QtCore import QStringListModel, Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QButtonGroup,
    QCompleter,
    QDialogButtonBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QRadioButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from kgdesk import actions
from kgdesk.errors import BadInput, StudyClosed, UnknownCandidate
from kgdesk.model.decisions.checks import must_be_open
from kgdesk.model.study.outcome_words import outcome_of, refuse_undecided, rule_text
from kgdesk.model.study.records import checked_outcome
from kgdesk.model.study.run_blocks import LONGEST
from kgdesk.plain_text import shorten
from kgdesk.ui.dialogs.really_set import ReallySet
from kgdesk.ui.dialogs.reason import ReasonField
from kgdesk.ui.entry.value_line import read_value
from kgdesk.ui.session.refresher import STUDY_FACTS
from kgdesk.ui.text.locale_format import (
    MINUS,
    SIGNS,
    earlier_values,
    local_time,
    measured_value,
    outcome_name,
    percent,
    signed_outcome,
)
from kgdesk.ui.text.translate import translate
from kgdesk.ui.widgets.basic import Label, visible
from kgdesk.ui.widgets.dialogs import DialogButtons, ScannerSafeDialog
from kgdesk.ui.widgets.message_strip import MessageStrip
from kgdesk.ui.widgets.messages import refuse
from kgdesk.ui.widgets.stylesheet import set_role

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kgdesk.actions import Change
    from kgdesk.errors import KgdeskError
    from kgdesk.model.advice.suggestion import Estimate
    from kgdesk.model.study.records import Measured, RunNumber
    from kgdesk.model.study.set_values import SetValues
    from kgdesk.model.study.study import Run, Study
    from kgdesk.ui.dialogs.really_set import Reading
    from kgdesk.ui.session.study_controller import StudyController

_KEYS = {"success": "Alt+S", "failure": "Alt+F", "undecided": "", "void": "Alt+V"}


class _Wanted(NamedTuple):
    """What a correction asks for: outcome, candidate, what was really set, block columns with another level, value.

    The value is None where that of the record stays.
    """

    outcome: str
    candidate: str
    really: SetValues
    levels: tuple[tuple[str, str], ...]
    measured: Measured | None


class CorrectDialog(ScannerSafeDialog):
    """Correct outcome, measured value, candidate, what was really set and the block of one run, with a reason.

    The outcome follows from a value that lies on one side of the threshold; an outcome against it takes the value away.

    Ctrl+Enter saves, Esc cancels.

    Parameters
    ----------
    controller
        Controller of the study.
    run
        Number of the run as displayed.

    Raises
    ------
    UnknownRun
        The study has no such run.
    """

    def __init__(self, controller: StudyController, run: RunNumber, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._controller = controller
        self._run: Run = controller.study.run(run)
        self._revision = controller.study.revision
        self._waiting = self._saving = False
        self._imagined: _Wanted | None = None
        self.setObjectName("correct")
        self.setWindowTitle(self.tr("Correct run {run}").format(run=run))
        self._make_fields()
        self._lay_out()
        self._tab_order()
        for button in self.outcomes.buttons():
            button.toggled.connect(self._outcome_changed)
        self.value.textChanged.connect(self._value_changed)
        self.candidate.textChanged.connect(self._check)
        self.really.changed.connect(self._check)
        for level in self.levels.values():
            level.textChanged.connect(self._check)
        self.reason.changed.connect(self._check)
        controller.refresher.watch(self, STUDY_FACTS, self._check, due=False)
        controller.refused.connect(self._effect_refused)
        self._check()
        self._chosen().setFocus()

    @property
    def outcome(self) -> str:
        """The selected outcome."""
        return str(self._chosen().property("value"))

    @property
    def refusal(self) -> str:
        """Why this run cannot be corrected, as a sentence; empty if it can."""
        study = self._controller.study
        if self._controller.read_only_reason is not None:
            return translate(self._controller.read_only_reason)
        try:
            must_be_open(study)
        except StudyClosed as refused:
            return translate(refused)
        if study.revision != self._revision:
            return self.tr(
                "The study has changed since this window was opened, and nothing was saved. Close it and"
                " look at run {run} again."
            ).format(run=self._run.number)
        if self._run.taken_back:
            return self.tr("Run {run} was undone and stays so: record the experiment again.").format(
                run=self._run.number
            )
        return ""

    def accept(self) -> None:
        """Save the correction and close; on an error show it and keep the input."""
        self._check()
        if not self.save.isEnabled():
            return
        self._saving = True
        self.save.setEnabled(False)
        wanted = self._wanted()
        self._controller.do(
            actions.correct,
            self._run.number,
            wanted.outcome,
            self.reason.reason,
            candidate=wanted.candidate,
            set_values=dict(wanted.really),
            beyond=True,
            levels=dict(wanted.levels),
            measured=wanted.measured,
            done=self._saved,
            failed=self._not_saved,
        )

    def _saved(self, _change: Change) -> None:
        super().accept()

    def _not_saved(self, problem: KgdeskError) -> None:
        self._saving = False
        self._check()
        refuse(self.refused, problem)

    def _make_fields(self) -> None:
        self.outcomes = QButtonGroup(self)
        names = self._controller.study.settings
        for outcome, key in _KEYS.items():
            name = outcome_name(outcome, names)
            button = QRadioButton(f"{SIGNS[outcome]} {name}   {key}".rstrip().replace("&", "&&"))
            button.setObjectName(f"correct.outcome.{outcome}")
            button.setAccessibleName(name)
            # Not the button's own shortcut: that one clicks after a tenth of a second, later than a quick hand.
            if key:
                QShortcut(QKeySequence(key), self, partial(_choose, button))
            button.setProperty("value", outcome)
            button.setChecked(outcome == self._run.outcome)
            button.setMinimumHeight(32)
            self.outcomes.addButton(button)
            if outcome == "undecided":
                self.undecided = button
        self.value = QLineEdit(self._recorded_value(), self)
        self.value.setObjectName("correct.measured")
        self.value.setAccessibleName(visible(names.measured) or self.tr("Measured value"))
        self.undecided.setVisible(self._run.outcome == "undecided")
        self._make_candidate()
        reasons = (
            self.tr("Typed the wrong outcome"),
            self.tr("Wrong sample"),
            self.tr("Not done"),
            self.tr("Instrument fault"),
            self.tr("Result read again"),
        )
        self.reason = ReasonField(reasons, "correct.reason")
        self.effect = _label("correct.effect")
        self.missing = _label("correct.missing")
        set_role(self.missing, role="muted")
        self.refused = MessageStrip("correct.refused", self)
        self._make_buttons()

    def _make_candidate(self) -> None:
        self.candidate = QLineEdit(self._run.candidate)
        self.candidate.setObjectName("correct.candidate")
        self.candidate.setCursorPosition(0)
        self.candidate.setAccessibleName(self.tr("Candidate"))
        self.candidate.setCompleter(_completer(self._controller.study.pool.ids, self))
        self.really = ReallySet(self._controller.study, "correct", self)
        self.really.show_values(self._run.set_values)
        self.really.line.setAccessibleName(self.tr("Really set"))
        #: Field of the level in each block column by its name.
        self.levels: dict[str, QLineEdit] = {}
        was = dict(self._run.blocks)
        for place, column in enumerate(self._controller.study.settings.block_columns):
            field = self.levels[column.name] = QLineEdit(was.get(column.name, ""))
            field.setObjectName(f"correct.level{place}")
            field.setAccessibleName(column.name)
            field.setMaxLength(LONGEST)
            field.setPlaceholderText(self.tr("unknown"))

    def _make_buttons(self) -> None:
        save, kind = self.tr("Save correction   Ctrl+Enter"), QDialogButtonBox.StandardButton.Save
        self._buttons = DialogButtons(self, "correct.save", save, kind=kind, ctrl_enter=True)
        self.save = self._buttons.accepting

    def _lay_out(self) -> None:
        grid = QGridLayout()
        grid.setColumnStretch(1, 1)
        recorded = _label("correct.recorded")
        recorded.setText("\n".join(self._as_recorded()))
        choices = QHBoxLayout()
        for button in self.outcomes.buttons():
            choices.addWidget(button)
        choices.addStretch()
        _add_row(grid, 0, self.tr("As recorded:"), None, recorded)
        _add_row(grid, 1, self.tr("New outcome:"), None, choices)
        names = self._controller.study.settings
        if names.measured:
            rule = visible(rule_text(names)).replace("&", "&&")
            _add_row(grid, 2, f"{rule}:", self.value, self.value)
        else:
            self.value.hide()
        _add_row(grid, 3, self.tr("Candi&date:"), self.candidate, self.candidate)
        _add_row(grid, 4, self.tr("Really se&t:"), self.really.line, self.really.line)
        grid.addWidget(self.really.beyond, 5, 1)
        row = 6
        for name, field in self.levels.items():
            _add_row(grid, row, visible(name).replace("&", "&&") + ":", field, field)
            row += 1
        _add_row(grid, row, self.tr("&Reason:"), self.reason.list, self.reason)
        grid.setRowStretch(row, 1)
        _add_row(grid, row + 1, self.tr("Effect of this correction:"), None, self.effect)
        column = QVBoxLayout(self)
        column.addLayout(grid, 1)
        column.addWidget(self.missing)
        column.addWidget(self.refused)
        column.addWidget(self._buttons)
        letter = self.fontMetrics().averageCharWidth()
        self.effect.setMinimumHeight(3 * self.fontMetrics().lineSpacing())
        self.effect.setMinimumWidth(letter * 60)

    def _tab_order(self) -> None:
        line = [*self.outcomes.buttons(), self.value, self.candidate, self.really.line, self.really.beyond]
        line += [*self.levels.values(), self.reason.list, self.reason.text]
        line += [self.save, self._buttons.cancel]
        for first, second in pairwise(line):
            self.setTabOrder(first, second)

    def _as_recorded(self) -> list[str]:
        run, names = self._run, self._controller.study.settings
        return [
            self.tr("Run {run}: {code}, {outcome}").format(
                run=run.number, code=run.candidate, outcome=signed_outcome(run.outcome, names)
            ),
            self.tr("{operator}, {time}").format(operator=run.operator, time=local_time(run.recorded_at)),
            *earlier_values(run, names),
        ]

    def _chosen(self) -> QRadioButton:
        return cast("QRadioButton", self.outcomes.checkedButton())

    def _recorded_value(self) -> str:
        measured = self._run.measured
        return "" if measured is None else measured_value(measured).replace(MINUS, "-")

    def _value(self) -> tuple[Measured | None, str]:
        """Return the value that the field holds, and what is wrong with it; None and empty without a value."""
        text = self.value.text().strip()
        if not text:
            return None, ""
        if text == self._recorded_value():
            return self._run.measured, ""
        try:
            return read_value(text, self._controller.study.settings), ""
        except BadInput as refused:
            return None, translate(refused)

    def _outcome_by_value(self) -> str:
        """Return the outcome that the value has by the threshold; empty without a value or a threshold."""
        value, settings = self._value()[0], self._controller.study.settings
        return "" if value is None or settings.threshold is None else outcome_of(value, settings)

    def _value_changed(self) -> None:
        """Choose the outcome of the value that is typed."""
        found = self._outcome_by_value()
        self.undecided.setVisible("undecided" in {found, self._run.outcome})
        for button in self.outcomes.buttons():
            if button.property("value") == found:
                button.setChecked(True)
        self._check()

    def _outcome_changed(self, chosen: bool) -> None:
        """Take away a value that the chosen outcome contradicts."""
        fitting = {"", "undecided", self.outcome}
        if chosen and self.outcome != "void" and self._outcome_by_value() not in fitting:
            self.value.clear()
        self._check()

    def _candidate(self) -> str:
        return self.candidate.text().strip() or self._run.candidate

    def _wanted(self) -> _Wanted:
        """Return what the fields ask for. What was set and is not named any more is that of the candidate."""
        pool, candidate = self._controller.study.pool, self._candidate()
        really: dict[str, float | str] = dict(self._reading().values)
        if candidate in pool.ids:
            row = pool.row(candidate)
            for attribute, column in zip(pool.attributes, pool.values, strict=True):
                if attribute.name in dict(self._run.set_values):
                    really.setdefault(attribute.name, column[row])
        levels = {name: field.text().strip() for name, field in self.levels.items()}
        was = dict(self._run.blocks)
        moved = tuple((name, level) for name, level in levels.items() if level != was.get(name, ""))
        value = self._value()[0]
        measured = None if value == self._run.measured else value
        return _Wanted(self.outcome, candidate, tuple(really.items()), moved, measured)

    def _reading(self) -> Reading:
        known = not _unknown_candidate(self._controller.study, self._candidate())
        return self.really.read(self._candidate() if known else "")

    def _check(self) -> None:
        if self._saving:
            return
        wanted, reading = self._wanted(), self._reading()
        same = (
            (wanted.outcome, wanted.candidate) == (self._run.outcome, self._run.candidate)
            and dict(reading.values) == dict(self._run.set_values)
            and not wanted.levels
            and wanted.measured is None
        )
        unknown = _unknown_candidate(self._controller.study, self._candidate())
        wrong = self._value()[1] or self._undecided_without_limit()
        missing = unknown or wrong or (reading.problem if reading.refused else self.reason.missing)
        if same and not (unknown or wrong or reading.refused):
            missing = self.tr("Change something first.")
        refusal = self.refusal
        if refusal:
            self.refused.show_message("refusal", refusal)
        else:
            self.refused.clear()
        self.missing.setText("" if refusal else missing)
        self.save.setEnabled(not (missing or refusal))
        if same or unknown or wrong or refusal or reading.refused:
            self._waiting, self._imagined = False, None
            self.effect.setText(self.tr("Nothing would change yet.") if same and not reading.refused else "")
        elif wanted != self._imagined:
            self._imagined, self._waiting = wanted, True
            self.effect.setText(self.tr("Working out what would change..."))
            study, run, who = self._controller.study, self._run.number, self._controller.who
            self._controller.advice.compute(
                "correction",
                lambda: actions.effect_of_correction(
                    study,
                    run,
                    wanted.outcome,
                    wanted.candidate,
                    who,
                    dict(wanted.really),
                    dict(wanted.levels),
                    wanted.measured,
                ),
                self._show_effect,
            )

    def _undecided_without_limit(self) -> str:
        """Return why the run cannot be undecided, in a sentence; empty if it can, or is not called so."""
        settings = self._controller.study.settings
        try:
            refuse_undecided(checked_outcome(self.outcome), self._value()[0], settings)
        except BadInput as refused:
            return translate(refused)
        return ""

    def _show_effect(self, answer: tuple[Estimate, Estimate, int]) -> None:
        if not self._waiting:
            return
        self._waiting = False
        now, then, later = answer
        words = {
            "now": shorten(now.candidate),
            "then": shorten(then.candidate),
            "was": percent(now.probability),
            "estimate": percent(then.probability),
        }
        if now.candidate != then.candidate:
            text = self.tr("Best would change from {now} ({was}) to {then} ({estimate}).")
        elif words["was"] == words["estimate"]:
            text = self.tr("{now} would stay the best, at {estimate} as now.")
        else:
            text = self.tr("{now} would stay the best ({estimate} instead of {was}).")
        text = text.format(**words)
        if later:
            effect = (
                self.tr("1 later suggestion was made with the old value; it stays as it was.")
                if later == 1
                else self.tr(
                    "{count} later suggestions were made with the old value; they stay as they were."
                )
            )
            text += " " + effect.format(count=later)
        self.effect.setText(text)
        self.effect.setAccessibleName(text)

    def _effect_refused(self, problem: KgdeskError) -> None:
        if self._waiting:
            self._waiting = False
            self.effect.setText(translate(problem))


def _label(name: str) -> QLabel:
    label = Label()
    label.setObjectName(name)
    label.setWordWrap(True)
    label.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
    return label


def _add_row(
    grid: QGridLayout, row: int, text: str, buddy: QWidget | None, field: QWidget | QHBoxLayout
) -> None:
    """Add a labelled field to a form; the mnemonic of its label leads to `buddy`."""
    label = Label(text)
    label.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
    label.setContentsMargins(0, 4, 8, 0)
    if buddy is not None:
        label.setBuddy(buddy)
    grid.addWidget(label, row, 0)
    if isinstance(field, QWidget):
        grid.addWidget(field, row, 1)
    else:
        grid.addLayout(field, row, 1)


def _completer(candidates: Iterable[str], parent: QWidget) -> QCompleter:
    """Return a completer that finds a candidate by any part of its code, in capital or small letters."""
    completer = QCompleter(parent)
    completer.setModel(QStringListModel(list(candidates), completer))
    completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
    completer.setFilterMode(Qt.MatchFlag.MatchContains)
    return completer


def _choose(button: QRadioButton) -> None:
    """Choose an outcome by its shortcut."""
    button.setChecked(True)
    button.setFocus(Qt.FocusReason.ShortcutFocusReason)


def _unknown_candidate(study: Study, candidate: str) -> str:
    """Return why a candidate cannot be chosen, in a sentence; empty if the pool contains it."""
    try:
        study.pool.row(candidate)
    except UnknownCandidate as unknown:
        return translate(unknown)
    return ""
