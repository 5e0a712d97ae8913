"""Say in a message strip which file was saved."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication

from kgdesk.ui.text.translate import translate

if TYPE_CHECKING:
    from pathlib import Path

    from kgdesk.ui.widgets.message_strip import MessageStrip


def tr(text: str) -> str:
    """Translate a text of this module (context "SavedFiles")."""
    return QCoreApplication.translate("SavedFiles", text)


def show_saved(note: MessageStrip, saved: Path | None) -> None:
    """Show that a file was saved, with buttons for its folder and path; nothing for None."""
    if saved is None:
        return
    folder = QUrl.fromLocalFile(str(saved.parent))
    note.show_message(
        "recorded",
        tr("Saved {name}.").format(name=saved.name),
        (
            (tr("Open folder"), lambda: QDesktopServices.openUrl(folder)),
            (tr("Copy path"), lambda: QGuiApplication.clipboard().setText(str(saved))),
            (tr("Close"), note.clear),
        ),
    )


def show_notice(note: MessageStrip, notice: str) -> None:
    """Show the notice of a change, if any."""
    if notice:
        note.show_message("recorded", translate(notice), ((tr("Close"), note.clear),))
