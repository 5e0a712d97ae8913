"""Dialog that finishes a study: which candidate it chose, what speaks against stopping, and why it ends."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QCompleter,
    QDialog,
    QGridLayout,
    QLineEdit,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from kgdesk.model.beliefs.log_odds import LEVEL
from kgdesk.model.study.next_run import earlier_runs
from kgdesk.ui.dialogs.reason import ReasonField
from kgdesk.ui.text.locale_format import percent, percent_range
from kgdesk.ui.text.translate import translate
from kgdesk.ui.widgets.basic import Label, plain, visible
from kgdesk.ui.widgets.dialogs import DialogButtons, ScannerSafeDialog, fit_height

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QShowEvent

    from kgdesk.model.advice.suggestion import Estimate
    from kgdesk.model.study.study import Study

#: Ids of the choices that are no candidate of the list.
_ANOTHER, _NONE = 900, 901


class CandidateChoice(QWidget):
    """Choose the best, the runner-up, another candidate or none.

    Parameters
    ----------
    name
        Qt object name; the choices are ``.0``, ``.1``, ``.another`` and ``.none``.
    """

    #: Another choice was made.
    changed = Signal()

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self._offered: tuple[str, ...] = ()
        self._study: Study | None = None
        self._group = QButtonGroup(self)
        self._rows: list[tuple[QRadioButton, Label, Label]] = []
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(16)
        self._grid.setVerticalSpacing(1)  # each choice is high enough for a finger by itself
        for place in range(2):
            choice = self._choice(f"{name}.{place}", place)
            estimate, history = Label(), Label()
            self._rows.append((choice, estimate, history))
            for column, widget in enumerate((choice, estimate, history)):
                self._grid.addWidget(widget, place, column)
                widget.hide()  # until a candidate is offered
        another = self._choice(f"{name}.another", _ANOTHER)
        another.setText(self.tr("Another:"))
        self.other = QLineEdit(self)  #: Name of another candidate.
        self.other.setObjectName(f"{name}.other")
        self.other.setAccessibleName(self.tr("Name of another candidate"))
        self.other.setMinimumHeight(32)
        self.other.textEdited.connect(lambda _: another.setChecked(True))
        self.other.textChanged.connect(self.changed)
        self._grid.addWidget(another, 2, 0)
        self._grid.addWidget(self.other, 2, 1)
        none = self._choice(f"{name}.none", _NONE)
        none.setText(self.tr("None: no candidate is good enough"))
        self._grid.addWidget(none, 3, 0, 1, 3)
        self._grid.setColumnStretch(2, 1)
        self._group.idToggled.connect(lambda _, on: self.changed.emit() if on else None)

    def show_candidates(self, study: Study, offered: Sequence[Estimate], level: float) -> None:
        """Offer candidates with ranges of a level, the best first; the choice stays if it is still offered."""
        before = self.chosen
        self._study = study
        self._offered = tuple(one.candidate for one in offered[:2])
        for place, (choice, estimate, history) in enumerate(self._rows):
            there = place < len(self._offered)
            for widget in (choice, estimate, history):
                widget.setVisible(there)
            if not there:
                continue
            one = offered[place]
            name = visible(one.candidate).replace("&", "&&")
            choice.setText(self.tr("{candidate} (best)").format(candidate=name) if place == 0 else name)
            estimate.setText(f"{percent(one.probability)} ({percent_range(one.low, one.high, level)})")
            history.setText(_history(study, one.candidate))
        completer = QCompleter(list(study.pool.ids), self.other)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        self.other.setCompleter(completer)
        self.choose(self._offered[0] if before is None and self._offered else before)

    @property
    def chosen(self) -> str | None:
        """The candidate; empty: none is good enough; None: no choice yet, or a name that no candidate has."""
        which = self._group.checkedId()
        if which == _NONE:
            return ""
        if which == _ANOTHER:
            name = self.other.text().strip()
            return name if self._study is not None and name in self._study.pool.ids else None
        return self._offered[which] if 0 <= which < len(self._offered) else None

    def choose(self, candidate: str | None) -> None:
        """Make a choice as `chosen` returns it; None makes none."""
        if candidate is None:
            return
        if not candidate:
            which = _NONE
        elif candidate in self._offered:
            which = self._offered.index(candidate)
        else:
            which = _ANOTHER
            self.other.setText(candidate)
        self._group.button(which).setChecked(True)

    def _choice(self, name: str, which: int) -> QRadioButton:
        choice = QRadioButton(self)
        choice.setObjectName(name)
        choice.setMinimumHeight(32)
        self._group.addButton(choice, which)
        return choice


class FinishDialog(ScannerSafeDialog):
    """Ask which candidate a study chose, and why it is finished. Enter only presses the focused button.

    Parameters
    ----------
    study, offered
        The study, and estimates of the best and the runner-up, as far as they are known.
    against
        What speaks against stopping, one sentence each.
    reasons
        Suggested reasons.
    chosen
        The choice that was made already; None: the best.
    level
        Probability content of the ranges.
    """

    def __init__(
        self,
        study: Study,
        offered: Sequence[Estimate],
        against: Sequence[str],
        reasons: Sequence[str],
        chosen: str | None = None,
        parent: QWidget | None = None,
        *,
        level: float = LEVEL,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("finish")
        self.setWindowTitle(self.tr("Finish study"))
        self._study, self._against = study, list(against)
        self.candidate = CandidateChoice("finish.choose", self)  #: The choice.
        self.warnings = plain("", "caution", self)  #: What speaks against stopping with this choice.
        self.warnings.setObjectName("finish.against")
        self.field = ReasonField(reasons, "finish.reason")  #: Why the study ends.
        why = Label(self.tr("&Why are you finishing the study?"))
        why.setBuddy(self.field.list)
        buttons = DialogButtons(self, "finish.ok", self.tr("Finish study"))
        self.ok = buttons.accepting
        column = QVBoxLayout(self)
        column.addWidget(plain(self.tr("Which candidate do you choose?"), "title", self))
        column.addWidget(self.candidate)
        column.addWidget(self.warnings)
        column.addWidget(why)
        column.addWidget(self.field, 1)
        column.addWidget(buttons)
        self.candidate.show_candidates(study, offered, level)
        self.candidate.choose(chosen)
        self.candidate.changed.connect(self._check)
        self.field.changed.connect(self._check)
        self._check()
        self.field.setFocus()

    def showEvent(self, event: QShowEvent) -> None:
        """Fit the height to the wrapped warnings."""
        super().showEvent(event)
        fit_height(self)

    def answer(self) -> tuple[str, str] | None:
        """Run the dialog; return the candidate (empty: none) and the reason, or None if it was cancelled."""
        accepted = self.exec() == QDialog.DialogCode.Accepted
        chosen, reason = self.candidate.chosen, self.field.reason
        self.deleteLater()
        return (chosen, reason) if accepted and chosen is not None and reason else None

    def _check(self) -> None:
        chosen = self.candidate.chosen
        lines = list(self._against)
        if chosen and chosen not in self._study.tally:
            lines.insert(0, self.tr("{candidate} was never run.").format(candidate=chosen))
        self.warnings.setText("\n".join(f"⚠ {line}" for line in lines))
        self.warnings.setVisible(bool(lines))
        if chosen:
            self.ok.setText(self.tr("Finish with {candidate}").format(candidate=chosen.replace("&", "&&")))
        else:
            self.ok.setText(self.tr("Finish without a choice"))
        self.ok.setEnabled(chosen is not None and not self.field.missing)


def _history(study: Study, candidate: str) -> str:
    """Return how often a candidate was run and has succeeded."""
    history = earlier_runs(study, candidate).history
    return translate(history) if history else QCoreApplication.translate("CandidateChoice", "never run")
