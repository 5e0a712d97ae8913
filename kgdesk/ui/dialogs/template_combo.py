"""Choice of the columns of a worklist file."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import (
    QFileDialog,
    QWidget,
)

from kgdesk.actions.worklists import read_template
from kgdesk.errors import KgdeskError
from kgdesk.ui.session.io_queue import expected_error
from kgdesk.ui.widgets.combo import QuietCombo

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from kgdesk.ui.session.io_queue import IoQueue
#: Item that asks for the file of a template, and key of the task that reads one.
_OTHER: Final = "?"
_TEMPLATE: Final = "template"


class TemplateCombo(QuietCombo):
    """Choose the columns of a worklist file: the usual ones, or those of a bundled or the user's own template.

    Templates are read in a worker thread. If one cannot be read, the former choice stays.

    Parameters
    ----------
    folder
        Returns the folder in which a file is looked for.
    reader
        Reads the templates.
    """

    #: A template is being read, or has been.
    read = Signal()
    #: A template cannot be read; the `KgdeskError`.
    refused = Signal(object)

    def __init__(self, folder: Callable[[], Path], reader: IoQueue, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._folder, self._reader, self._present = folder, reader, ""
        self.template: Mapping[str, Any] = {}  #: As chosen; empty for the usual columns.
        self.reading = False  #: Whether a template is being read.
        self.setObjectName("worklist.columns")
        self.addItem(self.tr("as usual"), "")
        self.addItem(self.tr("pick list of a liquid handler"), "pick-list")
        self.addItem(self.tr("by a template…"), _OTHER)
        self.currentIndexChanged.connect(self._chosen)

    def _chosen(self) -> None:
        """Read the chosen template, after asking for its file; keep the former one if there is none to read."""
        name = str(self.currentData())
        if name == _OTHER:
            title, folder = self.tr("Template of the file"), str(self._folder())
            name = QFileDialog.getOpenFileName(self, title, folder, "TOML (*.toml)")[0] or self._present
        self.reading = name not in {"", self._present}
        if self.reading:
            self._reader.ask(_TEMPLATE, partial(_template_named, name), self._take, self._refuse)
        else:
            self._reader.forget(_TEMPLATE)
            self.template = self.template if name else {}
            self._show(name)
        self.read.emit()

    def _take(self, answer: tuple[str, Mapping[str, Any]]) -> None:
        self.reading = False
        name, self.template = answer
        self._show(name)
        self.read.emit()

    def _refuse(self, problem: BaseException) -> None:
        self.reading = False
        self._show(self._present)
        self.read.emit()
        self.refused.emit(expected_error(problem, KgdeskError))

    def _show(self, name: str) -> None:
        self._present = name
        with QSignalBlocker(self):
            if self.findData(name) < 0:
                self.insertItem(self.count() - 1, Path(name).name, name)
            self.choose(name)


def _template_named(name: str) -> tuple[str, Mapping[str, Any]]:
    return name, read_template(name)
