"""Wizard page 4: name, folder and operator of the study, and a summary."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QFileDialog,
    QGridLayout,
    QLineEdit,
    QPlainTextEdit,
    QWidget,
)

from kgdesk.actions import workspace
from kgdesk.actions.importing import Role
from kgdesk.ui.new_study.page import WizardPage
from kgdesk.ui.text.translate import translate
from kgdesk.ui.widgets.basic import Label, button, card, plain

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kgdesk.ui.new_study.draft import Draft
    from kgdesk.ui.session.io_queue import IoQueue

#: Path parts of synchronised folders.
_SYNCED = (
    "onedrive",
    "dropbox",
    "google drive",
    "googledrive",
    "icloud",
    "nextcloud",
    "owncloud",
    "sharepoint",
)
_LISTED = 200


class CheckPage(WizardPage):
    """Summary before creation; only its Create study button writes anything."""

    def __init__(self, draft: Draft, worker: IoQueue, parent: QWidget | None = None) -> None:
        super().__init__(draft, worker, parent)
        self._asks_operator = not draft.operator
        self._proposed = ""
        self.stack_widgets(self._place_card(), self._content_card(), problem="wizard.createProblem")

    def _place_card(self) -> QWidget:
        frame, layout = card(self)
        layout.addWidget(plain(self.tr("Name and place"), "title", frame))
        grid = QGridLayout()
        grid.setColumnStretch(1, 1)
        self.name = QLineEdit(frame)
        self.folder = QLineEdit(str(self.draft.folder), frame)
        self.operator = QLineEdit(self.draft.operator, frame)
        self.operator.setPlaceholderText(self.tr("Your name or initials; they are written with every entry"))
        rows = (
            ("name", self.tr("Stud&y name"), self.name),
            ("folder", self.tr("F&older"), self.folder),
            ("operator", self.tr("O&perator"), self.operator),
        )
        for row, (name, title, edit) in enumerate(rows):
            edit.setObjectName(f"wizard.{name}")
            edit.setMinimumHeight(32)
            edit.setAccessibleName(title.replace("&", ""))
            edit.textChanged.connect(self._settle)
            label = Label(title, frame)
            label.setBuddy(edit)
            grid.addWidget(label, row, 0)
            grid.addWidget(edit, row, 1)
            if name == "operator":
                label.setVisible(self._asks_operator)
                edit.setVisible(self._asks_operator)
        browse = button(self.tr("Bro&wse…"), "wizard.browseFolder", self._browse, frame)
        grid.addWidget(browse, 1, 2)
        self.setTabOrder(self.folder, browse)
        self.setTabOrder(browse, self.operator)
        self._file = plain("", "muted", frame)
        self._file.setObjectName("wizard.file")
        self._file.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        grid.addWidget(self._file, len(rows), 1)
        self._warning = plain("", "caution", frame)
        self._warning.hide()
        grid.addWidget(self._warning, len(rows) + 1, 1)
        layout.addLayout(grid)
        return frame

    def _content_card(self) -> QWidget:
        frame, layout = card(self)
        layout.addWidget(plain(self.tr("What will be in it"), "title", frame))
        self._facts = QGridLayout()
        self._facts.setColumnStretch(1, 1)
        self._facts.setHorizontalSpacing(16)
        layout.addLayout(self._facts)
        self._noticed = QPlainTextEdit(frame)
        self._noticed.setReadOnly(True)
        self._noticed.setTabChangesFocus(True)
        self._noticed.setObjectName("wizard.noticed")
        self._noticed.setAccessibleName(self.tr("Rows left out and what was noticed"))
        self._noticed.setMinimumHeight(90)
        layout.addWidget(self._noticed)
        return frame

    @property
    def complete(self) -> bool:
        """Whether name, folder and operator are given and the candidates are built."""
        draft = self.draft
        return bool(draft.name and draft.operator and str(draft.folder).strip()) and draft.built is not None

    @property
    def path(self) -> Path:
        """Path of the study file to be created."""
        return workspace.study_file(self.draft.folder, self.draft.name)

    def show_draft(self) -> None:
        """Propose the name of the table's file, and show the summary."""
        source = self.draft.source
        proposed = Path(source.path).stem if source.path else self.tr("New study")
        if self.name.text() == self._proposed:
            self.name.setText(proposed)
        self._proposed = proposed
        self.strip.clear()
        self._list()
        self._settle()

    def focus_input(self) -> None:
        """Focus the operator field if it is empty, else Next."""
        if self.draft.operator:
            self.done.emit()
        else:
            self.operator.setFocus()

    def _browse(self) -> None:
        folder = QFileDialog.getExistingDirectory(self, self.tr("Folder of the study"), self.folder.text())
        if folder:
            self.folder.setText(folder)

    def _settle(self, _: object = None) -> None:
        draft = self.draft
        draft.name = self.name.text().strip()
        draft.folder = Path(self.folder.text().strip() or ".")
        draft.operator = self.operator.text().strip()
        text = self.tr("The file will be {path}").format(path=self.path) if draft.name else ""
        self._file.setText(text if self.folder.text().strip() else self.tr("Choose a folder."))
        known = str(draft.folder).casefold()
        synced = any(word in known for word in _SYNCED)
        network = known.startswith(("\\\\", "//"))
        if synced:
            text = self.tr(
                "This folder is copied to other computers by a program of its own, which can damage a study that"
                " is open. Choose a folder of this computer."
            )
        elif network:
            text = self.tr(
                "This folder lies on the network, where a study is not safe. Choose a folder of this computer."
            )
        self._warning.setText(text if synced or network else "")
        self._warning.setVisible(synced or network)
        self.strip.clear()
        self.changed.emit()

    def _list(self) -> None:
        while (item := self._facts.takeAt(0)) is not None:
            if (old := item.widget()) is not None:
                old.hide()
                old.deleteLater()
        for row, (title, text) in enumerate(self._rows()):
            label = plain(title, "muted")
            label.setWordWrap(False)
            self._facts.addWidget(label, row, 0, Qt.AlignmentFlag.AlignTop)
            value = plain(text)
            value.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            self._facts.addWidget(value, row, 1)
        lines = self._lines()
        self._noticed.setPlainText("\n".join(lines))
        self._noticed.setVisible(bool(lines))

    def _rows(self) -> list[tuple[str, str]]:
        draft, checked = self.draft, self.draft.built
        if checked is None:
            return []
        pool, settings = checked.reading.pool, draft.settings
        left = len(checked.reading.left_out)
        count = self.locale().toString(len(pool))
        outcomes = checked.reading.outcomes
        rows = [
            (
                self.tr("Candidates"),
                self.tr("{count}, and {left} rows left out").format(count=count, left=left)
                if left
                else count,
            ),
            (
                self.tr("Attributes"),
                _listed([_with_unit(a.name, a.unit, log=a.log) for a in pool.attributes]),
            ),
        ]
        if draft.location:
            rows.append((self.tr("Location"), draft.location))
        kept_columns = [c.info.name for c in draft.columns_with(Role.BARCODE, Role.KEEP)]
        if kept_columns:
            rows.append((self.tr("Kept with the data"), _listed(kept_columns)))
        if outcomes:
            rows.append((self.tr("Outcomes"), self._outcome_words(outcomes)))
        rows.append((self.tr("Planned runs"), self.locale().toString(settings.budget)))
        again = {"no": self.tr("only once"), "yes": self.tr("as often as it helps")}
        most = self.tr("{count} times at most").format(count=settings.repeats)
        rows.append((self.tr("Each candidate is run"), again.get(settings.repeats, most)))
        known = (
            self.tr("not sure, a neutral start")
            if draft.rate is None
            else self.tr("of 100 candidates about {rate} succeed").format(rate=draft.rate)
        )
        rows.append((self.tr("Known already"), known))
        if not self._asks_operator:
            rows.append((self.tr("Operator"), draft.operator))
        return rows

    def _outcome_words(self, outcomes: Sequence[tuple[str, int]]) -> str:
        good = sum(sign > 0 for _, sign in outcomes)
        settings = self.draft.settings
        return self.tr("{count} past outcomes: {good} {success}, {bad} {failure}").format(
            count=len(outcomes),
            good=good,
            bad=len(outcomes) - good,
            success=settings.success_name,
            failure=settings.failure_name,
        )

    def _lines(self) -> list[str]:
        checked = self.draft.built
        if checked is None:
            return []
        reading = checked.reading
        text = self.tr("Line {line} ({candidate}): {reason}")
        if self.draft.table is not None and self.draft.table.line_word == "row":
            text = self.tr("Row {line} ({candidate}): {reason}")
        lines = [
            text.format(line=row.line, candidate=row.candidate, reason=translate(row.reason))
            for row in reading.left_out[:_LISTED]
        ]
        if len(reading.left_out) > _LISTED:
            lines.append(self.tr("… and {count} more.").format(count=len(reading.left_out) - _LISTED))
        return [*lines, *map(translate, dict.fromkeys(reading.findings))]


def _with_unit(name: str, unit: str, *, log: bool) -> str:
    text = name if not unit or unit in name else f"{name} ({unit})"
    return f"log {text}" if log else text


def _listed(names: list[str], most: int = 24) -> str:
    text = ", ".join(names[:most]) + (", …" if len(names) > most else "")
    return f"{len(names)}: {text}" if len(names) > 3 else text
