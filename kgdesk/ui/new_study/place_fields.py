"""Name, folder and operator of a new study."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QFileDialog, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from kgdesk.actions import workspace
from kgdesk.ui.widgets.basic import plain, visible
from kgdesk.ui.widgets.combo import QuietCombo

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kgdesk.ui.new_study.draft import Draft

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


class PlaceFields(QWidget):
    """Name and folder beside each other, with the file that will be made below them.

    Parameters
    ----------
    draft
        The draft, whose name and folder are set.
    parent
        Qt parent.
    """

    #: The user changed name or folder.
    changed = Signal()

    def __init__(self, draft: Draft, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._draft, self._proposed = draft, ""
        self.name = QLineEdit(draft.name, self)
        self.name.setObjectName("wizard.name")
        self.name.setAccessibleName(self.tr("Name of the study"))
        self.name.textChanged.connect(self._settle)
        self.folder = QuietCombo(self)
        self.folder.setObjectName("wizard.folder")
        self.folder.setAccessibleName(self.tr("Folder of the study"))
        self.folder.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.folder.setMinimumContentsLength(12)
        self.folder.activated.connect(self._choose)
        self.file = plain("", "muted", self)
        self.file.setObjectName("wizard.file")
        line = QHBoxLayout()
        line.setContentsMargins(0, 0, 0, 0)
        line.addWidget(self.name, 3)
        line.addWidget(self.folder, 2)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addLayout(line)
        layout.addWidget(self.file)
        self.setFocusProxy(self.name)
        self.offer((draft.folder,))

    @property
    def path(self) -> Path:
        """Path of the study file to be created."""
        return workspace.study_file(self._draft.folder, self._draft.name)

    def offer(self, folders: Sequence[Path]) -> None:
        """List the folders to choose from, the draft's own among them."""
        self.folder.clear()
        for folder in dict.fromkeys((*folders, self._draft.folder)):
            self.folder.addItem(
                self.tr("in {folder}").format(folder=visible(folder.name or str(folder))), str(folder)
            )
        self.folder.addItem(self.tr("Another folder…"), "")
        self.folder.choose(str(self._draft.folder))

    def propose(self, name: str) -> None:
        """Propose a name that no study in the folder has, unless the user typed one."""
        proposed, count = name, 1
        while workspace.study_file(self._draft.folder, proposed).exists():
            count += 1
            proposed = f"{name} {count}"
        if self.name.text() in {"", self._proposed}:
            self.name.setText(proposed)
        self._proposed = proposed
        self._settle()

    def _choose(self, _: int) -> None:
        folder = self.folder.currentData()
        if not folder:
            folder = QFileDialog.getExistingDirectory(
                self, self.tr("Folder of the study"), str(self._draft.folder)
            )
        if folder:
            self._draft.folder = Path(folder)
        places = [Path(self.folder.itemData(at)) for at in range(self.folder.count() - 1)]
        self.offer(places)
        self._settle()

    def _settle(self, _: object = None) -> None:
        draft = self._draft
        draft.name = self.name.text().strip()
        text = self.tr("The file will be {path}").format(path=self.path) if draft.name else ""
        self.file.setText("\n".join(filter(None, (text, self._warning()))))
        self.changed.emit()

    def _warning(self) -> str:
        known = str(self._draft.folder).casefold()
        if any(word in known for word in _SYNCED):
            return "⚠ " + self.tr(
                "This folder is copied to other computers by a program of its own, which can damage a study that"
                " is open. Choose a folder of this computer."
            )
        if known.startswith(("\\\\", "//")):
            return "⚠ " + self.tr(
                "This folder lies on the network, where a study is not safe. Choose a folder of this computer."
            )
        return ""
