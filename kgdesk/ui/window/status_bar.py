"""Status: the status bar, which says what is saved, how far the model is, and who works."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QStatusBar, QToolButton, QWidget

from kgdesk.plain_text import shorten
from kgdesk.ui.text.translate import translate
from kgdesk.ui.widgets.basic import Label, set_tip

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

    from kgdesk.ui.entry.controller import EntryControl
    from kgdesk.ui.window.background_tasks import BackgroundTasks


#: Letters of an operator's name, pixels between two texts, and of the bar's edges and grip.
_NAME, _GAP, _EDGES = 20, 8, 32


class Status(QStatusBar):
    """Status bar: entries saved, model up to date, newest backup, operator.

    Parameters
    ----------
    control
        Entry control of the window.
    """

    #: The user wants to change the operator.
    operator_wanted = Signal()

    def __init__(self, control: EntryControl, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._control = control
        self._saved_at = self._newest()
        self._learnt = -1
        #: State of entries, model and backup.
        self.saved, self.model, self.backup = Label(), Label(), Label()
        named = ((self.saved, "status.saved"), (self.model, "status.model"), (self.backup, "status.backup"))
        for label, name in named:
            label.setObjectName(name)
            label.setContentsMargins(0, 0, _GAP, 0)
        self._operator = ""  #: The operator with the key that changes it.
        self.operator = QToolButton()  #: Shows and changes the operator.
        self.operator.setObjectName("status.operator")
        self.operator.setAutoRaise(True)
        self.operator.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.operator.clicked.connect(self.operator_wanted)
        self.addWidget(self.saved, 1)
        self.addPermanentWidget(self.backup)
        self.addPermanentWidget(self.model)
        self.addPermanentWidget(self.operator)
        self._background_tasks: BackgroundTasks | None = None
        controller = control.controller
        for facts, refresh in (
            ({"events"}, self._show_newest),
            ({"gesture"}, self._show_saved),
            ({"events", "advice"}, self._show_model),
            ({"operator"}, self._show_operator),
            ({"safety"}, self._show_backup),
        ):
            controller.refresher.watch(self, facts, refresh, after_painting=True)
        self.show_state()

    def watch(self, background_tasks: BackgroundTasks) -> None:
        """Show the age of the newest backup from now on."""
        self._background_tasks = background_tasks
        self._show_backup()

    def pin_to_end(self) -> None:
        """Re-insert the operator button after the pages built later: Qt's tab order follows creation order."""
        focused = self.operator.hasFocus()
        self.removeWidget(self.operator)
        self.operator.setParent(None)
        self.addPermanentWidget(self.operator)
        self.operator.show()
        if focused:
            self.operator.setFocus()

    def _show_backup(self) -> None:
        if self._background_tasks is None:
            return
        safety, now = self._background_tasks.safety, self._control.controller.who.clock()
        if safety.problem:
            text = self.tr("⚠ No backup")
        elif safety.made_at is None:
            text = self.tr("No backup yet")
        else:
            moment = safety.made_at.astimezone(now.tzinfo)
            text = f"{moment:%H:%M}" if moment.date() == now.date() else f"{moment:%Y-%m-%d}"
            text = self.tr("Backup {time}").format(time=text)
            if safety.behind:
                more = (
                    self.tr(", 1 entry since") if safety.behind == 1 else self.tr(", {count} entries since")
                )
                text += more.format(count=safety.behind)
        self.backup.setText(text)
        set_tip(self.backup, translate(safety.problem))

    def show_state(self) -> None:
        """Update all fields."""
        self._show_saved()
        self._show_model()
        self._show_operator()

    def _show_newest(self) -> None:
        self._saved_at = self._newest()
        self._show_saved()

    def _show_saved(self) -> None:
        control = self._control
        controller, entry = control.controller, control.entry
        saved_at = self._saved_at
        if entry.state == "not_saved":
            run = controller.study.next_number
            self.saved.setText(self.tr("✕ Run {run} is not saved").format(run=run))
        elif entry.state == "saving":
            self.saved.setText(self.tr("Saving…"))
        elif saved_at is None:
            self.saved.setText(self.tr("No entries yet"))
        else:
            time = f"{saved_at:%H:%M:%S}"
            waiting = controller.session.waiting
            text = self.tr("All entries saved {time}").format(time=time)
            if waiting:
                text = self.tr("⚠ Not yet on the server: {count}").format(count=waiting)
            self.saved.setText(text)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Refit the texts."""
        super().resizeEvent(event)
        self._fit()

    def event(self, event: QEvent) -> bool:
        """Refit the texts when one of them or the font changes."""
        if event.type() == QEvent.Type.LayoutRequest:
            self._fit()
        return super().event(event)

    def _fit(self) -> None:
        """Leave out the key of the operator, and then letters, where there is no room; the tool tip has all."""
        wide = self.operator.fontMetrics().horizontalAdvance
        parts = (self.saved, self.model, self.backup, self.operator)
        needed = _EDGES + sum(part.sizeHint().width() + _GAP for part in parts)
        needed += wide(self._operator) - wide(self.operator.text())
        text = self._operator
        if (excess := needed - self.width()) > 0:
            short = text.rpartition("  (")[0]
            room = max(wide(text) - excess, wide(short) // 2)
            text = self.operator.fontMetrics().elidedText(short, Qt.TextElideMode.ElideRight, room)
        if text != self.operator.text():  # else each layout would ask for the next
            self.operator.setText(text)

    def _show_operator(self) -> None:
        name = self._control.entry.situation.operator
        self._operator = (
            self.tr("Operator: {name}  (Ctrl+Shift+O)").format(name=shorten(name, _NAME))
            if name
            else self.tr("⚠ Operator: nobody  (Ctrl+Shift+O)")
        )
        set_tip(self.operator, self._operator)
        self._fit()

    def _show_model(self) -> None:
        controller, state = self._control.controller, self._control.entry.state
        advice, runs = controller.advice.current, len(controller.study.runs)
        if advice is not None and advice.revision == controller.study.revision:
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
        """Return the time of the newest entry in this computer's time zone; None without runs."""
        study, now = self._control.controller.study, self._control.controller.who.clock()
        if not study.runs:
            return None
        moment = datetime.fromisoformat(study.events[-1].new.recorded_at_utc)
        return moment.astimezone(now.tzinfo)
