"""The line at the foot of the window: saved, computed, signed."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QStatusBar, QToolButton, QWidget

from kgdesk.ui.look.numbers import shorten
from kgdesk.ui.refusals import translate

if TYPE_CHECKING:
    from kgdesk.ui.entry.control import EntryControl
    from kgdesk.ui.keeping import Keeper

_NAME = 20


class Status(QStatusBar):
    """Says whether every entry is on disk, whether the model knows them all, and who signs.

    Parameters
    ----------
    control
        The entry of the window.
    """

    operator_wanted = Signal()

    def __init__(self, control: EntryControl, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._control = control
        self._saved_at = self._newest()
        self._learnt = -1
        self.saved, self.model, self.backup = QLabel(), QLabel(), QLabel()
        named = ((self.saved, "status.saved"), (self.model, "status.model"), (self.backup, "status.backup"))
        for label, name in named:
            label.setObjectName(name)
            label.setTextFormat(Qt.TextFormat.PlainText)
        self.operator = QToolButton()
        self.operator.setObjectName("status.operator")
        self.operator.setAutoRaise(True)
        self.operator.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.operator.clicked.connect(self.operator_wanted)
        self.addWidget(self.saved, 1)
        self.addPermanentWidget(self.backup)
        self.addPermanentWidget(self.model)
        self.addPermanentWidget(self.operator)
        self._keeper: Keeper | None = None
        desk = control.desk
        for facts, refresh in (
            ({"events"}, self._show_newest),
            ({"gesture"}, self._show_saved),
            ({"events", "advice"}, self._show_model),
            ({"operator"}, self._show_operator),
            ({"safety"}, self._show_backup),
        ):
            desk.refresher.watch(self, facts, refresh)
        self.show_state()

    def watch(self, keeper: Keeper) -> None:
        """Show from now on how old the newest backup is."""
        self._keeper = keeper
        self._show_backup()

    def stand_last(self) -> None:
        """Come after all that was made meanwhile when somebody goes on with the Tab key: Qt goes by age."""
        focused = self.operator.hasFocus()
        self.removeWidget(self.operator)
        self.operator.setParent(None)
        self.addPermanentWidget(self.operator)
        self.operator.show()
        if focused:
            self.operator.setFocus()

    def _show_backup(self) -> None:
        if self._keeper is None:
            return
        safety, now = self._keeper.safety, self._control.desk.who.clock()
        if safety.problem:
            text = self.tr("⚠ No backup")
        elif safety.made_at is None:
            text = self.tr("No backup yet")
        else:
            made = safety.made_at.astimezone(now.tzinfo)
            text = f"{made:%H:%M}" if made.date() == now.date() else f"{made:%Y-%m-%d}"
            text = self.tr("Backup {time}").format(time=text)
            if safety.behind:
                more = (
                    self.tr(", 1 entry since") if safety.behind == 1 else self.tr(", {count} entries since")
                )
                text += more.format(count=safety.behind)
        self.backup.setText(text)
        self.backup.setToolTip(translate(safety.problem))

    def show_state(self) -> None:
        """Say it anew."""
        self._show_saved()
        self._show_model()
        self._show_operator()

    def _show_newest(self) -> None:
        self._saved_at = self._newest()
        self._show_saved()

    def _show_saved(self) -> None:
        control = self._control
        desk, entry = control.desk, control.entry
        saved_at = self._saved_at
        if entry.state == "not_saved":
            run = len(desk.study.runs) + 1
            self.saved.setText(self.tr("✕ Run {run} is not saved").format(run=run))
        elif entry.state == "saving":
            self.saved.setText(self.tr("Saving…"))
        elif saved_at is None:
            self.saved.setText(self.tr("No entries yet"))
        else:
            time = f"{saved_at:%H:%M:%S}"
            waiting = desk.session.waiting
            text = self.tr("All entries saved {time}").format(time=time)
            if waiting:
                text = self.tr("⚠ Not yet on the server: {count}").format(count=waiting)
            self.saved.setText(text)

    def _show_operator(self) -> None:
        name = self._control.entry.situation.operator
        self.operator.setText(
            self.tr("Operator: {name}  (Ctrl+Shift+O)").format(name=shorten(name, _NAME))
            if name
            else self.tr("⚠ Operator: nobody  (Ctrl+Shift+O)")
        )
        self.operator.setToolTip(name)

    def _show_model(self) -> None:
        desk, state = self._control.desk, self._control.entry.state
        advice, runs = desk.advice, len(desk.study.runs)
        if advice is not None and advice.revision == desk.study.revision:
            self._learnt = runs
            self.model.setText(self.tr("Model up to date"))
        elif state == "preparing" or self._learnt < 0:
            self.model.setText(self.tr("Model: being worked out"))
        else:
            behind = max(1, runs - self._learnt)
            text = (
                self.tr("Model: 1 entry behind") if behind == 1 else self.tr("Model: {count} entries behind")
            )
            self.model.setText(text.format(count=behind))

    def _newest(self) -> datetime | None:
        """Return when the newest entry was made, on this computer's clock."""
        study, now = self._control.desk.study, self._control.desk.who.clock()
        if not study.runs:
            return None
        made = datetime.fromisoformat(study.events[-1].new.recorded_at_utc)
        return made.astimezone(now.tzinfo)
