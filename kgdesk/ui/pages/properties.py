"""The properties of a study: plan, codes and places of the samples, second backup, model, file; all settings below."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from kgdesk import actions
from kgdesk.errors import KgdeskError
from kgdesk.model.study.next_run import card_columns, offered_columns
from kgdesk.model.study.outcome_words import rule_text
from kgdesk.plain_text import shorten
from kgdesk.ui.pages.model_tables import fact_columns, settings_facts
from kgdesk.ui.session.refresher import STUDY_FACTS
from kgdesk.ui.text.translate import belief_words, policy_title, translate
from kgdesk.ui.widgets.basic import button, plain, visible
from kgdesk.ui.widgets.table import Table

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QShowEvent
    from PySide6.QtWidgets import QLabel, QPushButton

    from kgdesk.ui.session.study_controller import StudyController

#: Longest value of a row, in characters.
_LONGEST = 60


class PropertiesPage(QWidget):
    """What was settled when the study was made, and the commands that change what may change.

    Parameters
    ----------
    controller
        Controller of the study.
    commands
        Returns a command of the main window by its id.
    """

    def __init__(
        self,
        controller: StudyController,
        commands: Callable[[str], QAction],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._controller = controller
        self.setObjectName("properties")
        self.setWindowTitle(self.tr("Properties"))
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(16)
        self._grid.setColumnStretch(1, 1)
        self.values: dict[str, QLabel] = {}  #: Values on display by the name of their row.
        self._rows: dict[str, tuple[QWidget, ...]] = {}
        change = self.tr("Change…")
        for name, title, text, command in (
            ("plan", self.tr("Plan"), change, "study.plan"),
            ("threshold", self.tr("Threshold"), change, "study.threshold"),
            ("codes", self.tr("Codes on the samples"), change, "study.codes"),
            ("location", self.tr("Place of the samples"), change, "study.location"),
            ("card", self.tr("Columns on the card"), change, "study.card"),
            ("blind", self.tr("Blind entry"), change, "study.blind"),
            ("secondPlace", self.tr("Second place for backups"), change, "study.secondPlace"),
            ("model", self.tr("Model"), self.tr("Show…"), "study.model"),
        ):
            self._add_row(name, title, _button_of(commands(command), text, f"properties.{name}.change"))
        self.path = QLineEdit()  #: Path of the study file.
        self.path.setObjectName("properties.path")
        self.path.setReadOnly(True)
        self.path.setAccessibleName(self.tr("Study file"))
        self.table = Table(fits=True)  #: All settings.
        self.table.setObjectName("properties.table")
        self.table.setAccessibleName(self.tr("Settings of the study"))
        self.table.widest = 56
        file = QHBoxLayout()
        file.addWidget(self.path, 1)
        file.addWidget(button(self.tr("Copy file &name"), "properties.copyPath", self._copy_path))
        file.addWidget(button(self.tr("Copy hea&d of the log"), "properties.copyHead", self._copy_head))
        column = QVBoxLayout(self)
        column.addLayout(self._grid)
        column.addLayout(file)
        column.addWidget(plain(self.tr("All settings"), "heading"))
        column.addWidget(self.table, 1)
        controller.refresher.watch(self, STUDY_FACTS | {"settings"}, self._show)

    def showEvent(self, event: QShowEvent) -> None:
        """Read where the second backup goes, which is no fact of the study."""
        super().showEvent(event)
        self._show()

    def _add_row(self, name: str, title: str, change: QPushButton) -> None:
        value, row = plain(), self._grid.rowCount()
        value.setObjectName(f"properties.{name}")
        change.setAccessibleName(f"{title}: {change.text()}")
        self.values[name] = value
        self._rows[name] = plain(title, "muted"), value, change
        for place, widget in enumerate(self._rows[name]):
            self._grid.addWidget(widget, row, place)

    def _show(self) -> None:
        study = self._controller.study
        settings = study.settings
        for name, text in (
            ("plan", self.tr("{count} runs").format(count=settings.budget)),
            ("threshold", visible(rule_text(settings))),
            ("codes", settings.barcode or self.tr("the names of the candidates")),
            ("location", settings.location or self.tr("every kept column")),
            ("card", visible(", ".join(card_columns(study))) or self.tr("the attributes alone")),
            ("blind", self.tr("yes") if settings.is_blind else self.tr("no")),
            ("secondPlace", _second_place() or self.tr("none")),
            ("model", f"{belief_words(study)}; {policy_title(settings.policy)}"),
        ):
            self.values[name].setText(shorten(text, _LONGEST))
        for widget in self._rows["threshold"]:
            widget.setVisible(settings.threshold is not None)
        for widget in self._rows["card"]:
            widget.setVisible(bool(offered_columns(study)))
        self.path.setText(str(self._controller.path))
        self.path.setCursorPosition(0)
        self.table.show_columns(fact_columns(settings_facts(study, self._controller.session.trust)))

    def _copy_path(self) -> None:
        QGuiApplication.clipboard().setText(str(self._controller.path))

    def _copy_head(self) -> None:
        head = self._controller.study.head
        QGuiApplication.clipboard().setText(f"{head.seq} {head.hash}")


def _second_place() -> str:
    """Return where the second backup goes, or why that is not known; empty for nowhere."""
    try:
        second = actions.second_place()
    except KgdeskError as unread:
        return translate(unread.sentence)
    return "" if second is None else str(second)


def _button_of(command: QAction, text: str, name: str) -> QPushButton:
    """Return a button that runs a command while it is enabled."""
    run = button(text, name, command.trigger)
    run.setEnabled(command.isEnabled())
    command.enabledChanged.connect(run.setEnabled)
    return run
