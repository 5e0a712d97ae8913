"""Read a file of results or of past outcomes: ask for it, and preview what it would record."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QFileDialog

from kgdesk.ui.widgets.dialogs import open_once
from kgdesk.ui.window.commands import tr

if TYPE_CHECKING:
    from kgdesk.ui.window.parts import WindowParts


def _tr(text: str) -> str:
    """Translate a text about the laboratory (context "Lab")."""
    return QCoreApplication.translate("Lab", text)


def ask_for_results(parts: WindowParts) -> None:
    """Ask for a file of results, and preview what it would record."""
    folder = str(parts.controller.path.parent)
    kinds = _tr("Tables (*.csv *.xlsx *.tsv *.txt)")
    path, _ = QFileDialog.getOpenFileName(parts.window, _tr("Record a file of results"), folder, kinds)
    if path:
        read_results(parts, Path(path))


def read_results(parts: WindowParts, path: Path) -> None:
    """Open the preview of a file of results."""
    from kgdesk.ui.dialogs.results_preview import ResultsDialog  # noqa: PLC0415 - only those who read results pay for it

    open_once(ResultsDialog(parts.panel.control, path, parts.window))


def can_import(parts: WindowParts) -> bool:
    """Return whether past outcomes can be recorded now."""
    here = parts.panel.control.entry.situation
    return here.read_only is None and bool(here.operator) and not (here.finished or here.looking_back)


def import_outcomes(parts: WindowParts) -> None:
    """Ask for a table of past outcomes, which are not planned runs, and preview what it would record."""
    folder, kinds = str(parts.controller.path.parent), tr("Tables (*.csv *.xlsx *.tsv *.txt)")
    path, _ = QFileDialog.getOpenFileName(parts.window, tr("Import past outcomes"), folder, kinds)
    if path:
        preview_past(parts, Path(path))


def preview_past(parts: WindowParts, path: Path) -> None:
    """Open the preview of a table; rows without a run in progress are past outcomes."""
    from kgdesk.ui.dialogs.results_preview import ResultsDialog  # noqa: PLC0415 - only those who read results pay for it

    dialog = ResultsDialog(parts.panel.control, path, parts.window)
    dialog.past.setChecked(True)
    open_once(dialog)
