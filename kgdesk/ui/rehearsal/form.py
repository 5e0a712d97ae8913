"""What is to be rehearsed: policies, truths, and numbers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFormLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QSizePolicy,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from kgdesk.actions.rehearsing import TRUTHS
from kgdesk.errors import BadInput
from kgdesk.model import stopping_text
from kgdesk.model.policies import POLICIES
from kgdesk.ui.look.sheet import set_role
from kgdesk.ui.policies import policy_title
from kgdesk.ui.refusals import translate
from kgdesk.ui.rehearsal.words import player_title, truth_title

if TYPE_CHECKING:
    from kgdesk.model.study import Study

_MOST = 1_000_000
_TARGET = 32
_ROW = 28
_USUAL_RUNS = 100
_KEY = Qt.ItemDataRole.UserRole


@dataclass(frozen=True, slots=True)
class Wish:
    """What a person wants to rehearse.

    Parameters
    ----------
    policies, truths
        Their stable names.
    budget
        Runs in each rehearsal.
    rehearsals, seed
        How many, and the seed of the first.
    stop
        The stopping rule that looks on, as people write it; empty for none.
    """

    policies: tuple[str, ...]
    truths: tuple[str, ...]
    budget: int
    rehearsals: int
    seed: int
    stop: str = ""


class RehearsalForm(QWidget):
    """Lists to tick and numbers to set, as the study has them at first.

    Parameters
    ----------
    study
        As it is now.
    """

    #: The wish has changed.
    changed = Signal()

    def __init__(self, study: Study, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        own = study.settings
        self.policies = self._list("rehearsal.policies", self.tr("Policies"))
        ticked = {own.policy, "kg", "random"}
        for name in dict.fromkeys((own.policy, *POLICIES)):
            title = player_title(name, own.belief) if "/" in name else policy_title(name)
            tip = translate(POLICIES[name.partition("/")[0]].words)
            self._add(self.policies, name, title, ticked=name in ticked, tip=tip)
        self.truths = self._list("rehearsal.truths", self.tr("Truths"))
        under_way = bool(study.valid)
        for kind in TRUTHS:
            known = kind != "posterior" or under_way
            item = self._add(
                self.truths, kind, truth_title(kind), ticked=kind == ("posterior" if under_way else "prior")
            )
            if not known:
                item.setFlags(item.flags() & ~Qt.ItemFlag.ItemIsEnabled)
        self.budget = self._number("rehearsal.budget", max(own.budget - study.done, 1))
        self.rehearsals = self._number("rehearsal.runs", _USUAL_RUNS)
        self.seed = self._number("rehearsal.seed", own.seed, least=0)
        self.stop = self._rule("rehearsal.stop", own.stop)
        self._lay_out()

    @property
    def wish(self) -> Wish:
        """What is ticked and set."""
        return Wish(
            self._ticked(self.policies),
            self._ticked(self.truths),
            self.budget.value(),
            self.rehearsals.value(),
            self.seed.value(),
            self.stop.text().strip(),
        )

    @property
    def missing(self) -> str:
        """What has to be ticked first, in a sentence; empty where nothing is missing."""
        wish = self.wish
        if not wish.policies:
            return self.tr("Tick at least one policy.")
        if not wish.truths:
            return self.tr("Tick at least one kind of truth.")
        try:
            stopping_text.joined([wish.stop] if wish.stop else [])
        except BadInput as refused:
            return translate(refused)
        return ""

    def _ticked(self, among: QListWidget) -> tuple[str, ...]:
        items = (among.item(row) for row in range(among.count()))
        return tuple(item.data(_KEY) for item in items if item.checkState() == Qt.CheckState.Checked)

    def _list(self, name: str, title: str) -> QListWidget:
        made = QListWidget()
        made.setObjectName(name)
        made.setAccessibleName(title)
        made.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        made.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        made.setTextElideMode(Qt.TextElideMode.ElideRight)
        made.itemChanged.connect(lambda _: self.changed.emit())
        return made

    def _add(
        self, among: QListWidget, key: str, text: str, *, ticked: bool, tip: str = ""
    ) -> QListWidgetItem:
        item = QListWidgetItem(text)
        item.setData(_KEY, key)
        item.setToolTip(tip or text)
        item.setSizeHint(QSize(0, _ROW))
        item.setCheckState(Qt.CheckState.Checked if ticked else Qt.CheckState.Unchecked)
        among.addItem(item)
        return item

    def _rule(self, name: str, text: str) -> QLineEdit:
        made = QLineEdit(text)
        made.setObjectName(name)
        made.setPlaceholderText(self.tr("none"))
        made.setToolTip(self.tr("For example: {rule}").format(rule=stopping_text.EXAMPLE))
        made.setMinimumHeight(_TARGET)
        made.textChanged.connect(lambda _: self.changed.emit())
        return made

    def _number(self, name: str, value: int, *, least: int = 1) -> QSpinBox:
        made = QSpinBox()
        made.setObjectName(name)
        made.setRange(least, _MOST)
        made.setValue(value)
        made.setMinimumHeight(_TARGET)
        made.valueChanged.connect(lambda _: self.changed.emit())
        return made

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        for text, listed, stretch in (
            (self.tr("&Policies to compare"), self.policies, 3),
            (self.tr("Simulated &truths"), self.truths, 2),
        ):
            label = QLabel(text)
            set_role(label, role="title")
            label.setBuddy(listed)
            listed.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
            listed.setMinimumHeight(3 * _TARGET)
            column.addWidget(label)
            column.addWidget(listed, stretch)
        form = QFormLayout()
        for text, box in (
            (self.tr("&Runs in each"), self.budget),
            (self.tr("Re&hearsals"), self.rehearsals),
            (self.tr("S&eed"), self.seed),
            (self.tr("St&opping rule"), self.stop),
        ):
            box.setAccessibleName(text.replace("&", ""))
            form.addRow(text, box)
        column.addLayout(form)
