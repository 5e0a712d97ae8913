"""Read a file of results: ask for it, and preview what it would record."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QFileDialog

from kgdesk.ui.widgets.dialogs import open_once

if TYPE_CHECKING:
    from kgdesk.ui.window.parts import WindowParts


def _tr(text: str) -> str:
    """Translate a text about the laboratory (context "Lab")."""
    return QCoreApplication.translate("Lab", text)


def ask_for_results(parts: WindowParts) -> None:
    """Ask for a file of results, and preview what it would record."""
    folder = str(parts.controller.path.parent)
    kinds = _tr("Tables (*.csv *.xlsx *.tsv *.txt)")
    path, _ = QFileDialog.getOpenFileName(parts.window, _tr("Results from a file"), folder, kinds)
    if path:
        read_results(parts, Path(path))


def read_results(parts: WindowParts, path: Path) -> None:
    """Open the preview of a file of results."""
    from kgdesk.ui.dialogs.results_preview import ResultsDialog  # noqa: PLC0415 - only those who read results pay for it

    open_once(ResultsDialog(parts.panel.control, path, parts.window))
