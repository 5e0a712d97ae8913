"""Form of a rehearsal (policies, truths, numbers), and the runner of its processes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QSizePolicy,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from kgdesk.actions.live_replay import can_replay
from kgdesk.actions.rehearsing import TRUTHS
from kgdesk.errors import BadInput
from kgdesk.model.policies import POLICIES, default_policy
from kgdesk.model.study import rule_syntax
from kgdesk.ui.pages.rehearsal_results import player_title, truth_title
from kgdesk.ui.text.translate import policy_title, translate
from kgdesk.ui.widgets.basic import Form, Label, set_tip
from kgdesk.ui.widgets.stylesheet import set_role

if TYPE_CHECKING:
    from kgdesk.model.study.study import Study


_MOST = 1_000_000

_TARGET = 32

_ROW_HEIGHT = 28

_USUAL_RUNS = 100

_KEY = Qt.ItemDataRole.UserRole


@dataclass(frozen=True, slots=True)
class RehearsalSettings:
    """Settings of a rehearsal.

    Parameters
    ----------
    policies, truths
        Stable names of policies and simulated truths.
    budget
        Runs per rehearsal.
    rehearsals, seed
        Number of rehearsals, and the seed of the first.
    stop
        Stopping rule to evaluate, in its text form; empty for none.
    replay
        Replay the past outcomes of the table instead; truths and stopping rule then have no meaning.
    """

    policies: tuple[str, ...]
    truths: tuple[str, ...]
    budget: int
    rehearsals: int
    seed: int
    stop: str = ""
    replay: bool = False


class RehearsalForm(QWidget):
    """Lists to tick and numbers to set, initialised from the study.

    Parameters
    ----------
    study
        Present value of the study.
    """

    #: The settings have changed.
    changed = Signal()

    def __init__(self, study: Study, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        own = study.settings
        self.policies = self._list("rehearsal.policies", self.tr("Policies"))  #: Policies to rehearse.
        ticked = {own.policy, default_policy(own.terms, own.repeats), "kg", "random"}
        for name in dict.fromkeys((own.policy, *POLICIES)):
            title = player_title(name, own.belief) if "/" in name else policy_title(name)
            tip = translate(POLICIES[name.partition("/")[0]].words)
            self._add(self.policies, name, title, ticked=name in ticked, tip=tip)
        self.truths = self._list("rehearsal.truths", self.tr("Truths"))  #: Simulated truths.
        under_way = bool(study.valid)
        for kind in TRUTHS:
            known = kind != "posterior" or under_way
            item = self._add(
                self.truths, kind, truth_title(kind), ticked=kind == ("posterior" if under_way else "prior")
            )
            if not known:
                item.setFlags(item.flags() & ~Qt.ItemFlag.ItemIsEnabled)
        #: Whether to replay the past outcomes; hidden if the study has too few.
        self.replay = QCheckBox(self.tr("Replay the outcomes of the ta&ble"))
        self.replay.setObjectName("rehearsal.replay")
        set_tip(
            self.replay,
            self.tr(
                "The past outcomes that came with the table are the truth, and every candidate is run once: how soon"
                " would the successes have been found?"
            ),
        )
        self.replay.setMinimumHeight(_TARGET)
        if not can_replay(study):
            self.replay.hide()
        self.replay.toggled.connect(self._replay_toggled)
        #: Runs per rehearsal.
        self.budget = self._number("rehearsal.budget", max(own.budget - study.done, 1))
        self.rehearsals = self._number("rehearsal.runs", _USUAL_RUNS)  #: Number of rehearsals.
        self.seed = self._number("rehearsal.seed", own.seed, least=0)  #: Seed of the first rehearsal.
        self.stop = self._rule(
            "rehearsal.stop", rule_syntax.written(own.stopping)
        )  #: Stopping rule to evaluate.
        self._lay_out()

    @property
    def settings(self) -> RehearsalSettings:
        """The present settings."""
        return RehearsalSettings(
            self._ticked(self.policies),
            self._ticked(self.truths),
            self.budget.value(),
            self.rehearsals.value(),
            self.seed.value(),
            self.stop.text().strip(),
            self.replay.isChecked(),
        )

    @property
    def missing(self) -> str:
        """Choices that must be ticked first, as a sentence; empty if nothing is missing."""
        settings = self.settings
        if not settings.policies:
            return self.tr("Tick at least one policy.")
        if settings.replay:
            return ""
        if not settings.truths:
            return self.tr("Tick at least one kind of truth.")
        try:
            rule_syntax.joined([settings.stop] if settings.stop else [])
        except BadInput as refused:
            return translate(refused)
        return ""

    def minimumSizeHint(self) -> QSize:
        """Return the size in which no name is cut, but no more than two fifths of the window's width."""
        lists = (self.policies, self.truths)
        texts = [among.item(row).text() for among in lists for row in range(among.count())]
        wide = max(map(self.fontMetrics().horizontalAdvance, texts)) + 2 * _ROW_HEIGHT
        wide += self.policies.verticalScrollBar().sizeHint().width()
        return QSize(min(wide, 2 * self.window().width() // 5), super().minimumSizeHint().height())

    def _replay_toggled(self, checked: bool) -> None:
        self.truths.setEnabled(not checked)
        self.stop.setEnabled(not checked)
        self.changed.emit()

    def _ticked(self, among: QListWidget) -> tuple[str, ...]:
        items = (among.item(row) for row in range(among.count()))
        return tuple(item.data(_KEY) for item in items if item.checkState() == Qt.CheckState.Checked)

    def _list(self, name: str, title: str) -> QListWidget:
        widget = QListWidget()
        widget.setObjectName(name)
        widget.setAccessibleName(title)
        widget.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        widget.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        widget.setTextElideMode(Qt.TextElideMode.ElideRight)
        widget.itemChanged.connect(lambda _: self.changed.emit())
        return widget

    def _add(
        self, among: QListWidget, key: str, text: str, *, ticked: bool, tip: str = ""
    ) -> QListWidgetItem:
        item = QListWidgetItem(text)
        item.setData(_KEY, key)
        set_tip(item, tip or text)
        item.setSizeHint(QSize(0, _ROW_HEIGHT))
        item.setCheckState(Qt.CheckState.Checked if ticked else Qt.CheckState.Unchecked)
        among.addItem(item)
        return item

    def _rule(self, name: str, text: str) -> QLineEdit:
        widget = QLineEdit(text)
        widget.setObjectName(name)
        widget.setPlaceholderText(self.tr("none"))
        set_tip(widget, self.tr("For example: {rule}").format(rule=rule_syntax.EXAMPLE))
        widget.setMinimumHeight(_TARGET)
        widget.textChanged.connect(lambda _: self.changed.emit())
        return widget

    def _number(self, name: str, value: int, *, least: int = 1) -> QSpinBox:
        widget = QSpinBox()
        widget.setObjectName(name)
        widget.setRange(least, _MOST)
        widget.setValue(value)
        widget.setMinimumHeight(_TARGET)
        widget.valueChanged.connect(lambda _: self.changed.emit())
        return widget

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        for text, listed, stretch in (
            (self.tr("&Policies to compare"), self.policies, 3),
            (self.tr("Simulated &truths"), self.truths, 2),
        ):
            label = Label(text)
            set_role(label, role="title")
            label.setBuddy(listed)
            listed.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
            listed.setMinimumHeight(3 * _TARGET)
            column.addWidget(label)
            column.addWidget(listed, stretch)
        column.addWidget(self.replay)
        form = Form()
        for text, box in (
            (self.tr("&Runs in each"), self.budget),
            (self.tr("Re&hearsals"), self.rehearsals),
            (self.tr("S&eed"), self.seed),
            (self.tr("St&opping rule"), self.stop),
        ):
            box.setAccessibleName(text.replace("&", ""))
            form.add(text, box)
        column.addLayout(form)
