"""What is to be rehearsed (policies, truths, numbers), and its run beside the compute queue."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QSize, Qt, Signal
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

from kgdesk.actions import live_rehearsal
from kgdesk.actions.rehearsing import TRUTHS, Effort
from kgdesk.errors import BadInput, KgdeskError, RehearsalStopped
from kgdesk.model.policies import POLICIES
from kgdesk.model.stopping import rule_syntax
from kgdesk.ui.rehearsal.results import player_title, truth_title
from kgdesk.ui.session.compute_queue import ComputeQueue
from kgdesk.ui.style.stylesheet import set_role
from kgdesk.ui.text.translate import policy_title, translate

if TYPE_CHECKING:
    from collections.abc import Callable

    from kgdesk.actions.live_rehearsal import InterimResult, LiveRehearsal, LiveResult
    from kgdesk.model.study.study import Study


_MOST = 1_000_000

_TARGET = 32

_ROW = 28

_USUAL_RUNS = 100

_KEY = Qt.ItemDataRole.UserRole


@dataclass(frozen=True, slots=True)
class RehearsalPlan:
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
    def wish(self) -> RehearsalPlan:
        """What is ticked and set."""
        return RehearsalPlan(
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
            rule_syntax.joined([wish.stop] if wish.stop else [])
        except BadInput as refused:
            return translate(refused)
        return ""

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
        item.setToolTip(tip or text)
        item.setSizeHint(QSize(0, _ROW))
        item.setCheckState(Qt.CheckState.Checked if ticked else Qt.CheckState.Unchecked)
        among.addItem(item)
        return item

    def _rule(self, name: str, text: str) -> QLineEdit:
        widget = QLineEdit(text)
        widget.setObjectName(name)
        widget.setPlaceholderText(self.tr("none"))
        widget.setToolTip(self.tr("For example: {rule}").format(rule=rule_syntax.EXAMPLE))
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


class RehearsalRunner(QObject):
    """A thread that waits for the processes of a rehearsal; no kernel runs in it.

    Parameters
    ----------
    parent
        Of the Qt object. Call `close` before it goes.
    """

    #: A `InterimResult`: there are further results.
    grew = Signal(object)
    #: A `LiveResult`: the rehearsal is at its end.
    ended = Signal(object)
    #: A `KgdeskError`: it cannot be carried out, or a process was lost.
    refused = Signal(object)
    #: A person stopped it.
    stopped = Signal()
    _heard = Signal(int, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._compute_queue = ComputeQueue(self)
        self._stop = threading.Event()
        self._count = 0
        self._running = False
        self._heard.connect(self._tell)

    @property
    def running(self) -> bool:
        """Whether a rehearsal is under way."""
        return self._running

    def start(self, trial: LiveRehearsal, runs: int, seed: int) -> None:
        """Play a trial in processes of its own; one that runs is stopped before."""
        self.cancel()
        self._count += 1
        self._running = True
        count, stop = self._count, threading.Event()
        self._stop = stop
        effort = Effort(runs, seed, stop=stop)

        def heard(standing: InterimResult) -> None:
            self._heard.emit(count, standing)

        self._compute_queue.ask(
            "rehearsal",
            count,
            lambda: live_rehearsal.run_rehearsal(trial, effort, heard),
            self._end,
            self._fail,
        )

    def work(self, key: str, function: Callable[[], Any], deliver: Callable[[Any], None]) -> None:
        """Have files written in the thread of the rehearsal; `refused` says what cannot be written."""
        self._count += 1
        self._compute_queue.ask(key, self._count, function, deliver, self._fail)

    def cancel(self) -> None:
        """End what runs; its processes are gone within 0.2 s."""
        self._stop.set()
        if self._running:
            self._running = False
            self._compute_queue.forget("rehearsal")
            self._count += 1
            self.stopped.emit()

    def close(self) -> None:
        """End what runs and the thread; may be called twice."""
        self._stop.set()
        self._running = False
        self._count += 1
        self._compute_queue.stop()

    def _tell(self, count: int, standing: InterimResult) -> None:
        if count == self._count and self._running:
            self.grew.emit(standing)

    def _end(self, tried: LiveResult) -> None:
        self._running = False
        self.ended.emit(tried)

    def _fail(self, problem: BaseException) -> None:
        self._running = False
        if isinstance(problem, RehearsalStopped):
            self.stopped.emit()
            return
        if not isinstance(problem, KgdeskError):
            raise problem  # a fault of the program: for the outermost handler
        self.refused.emit(problem)
