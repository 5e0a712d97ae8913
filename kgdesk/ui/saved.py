"""What is said where a file was written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication

from kgdesk.ui.refusals import translate

if TYPE_CHECKING:
    from pathlib import Path

    from kgdesk.ui.parts import MessageStrip


def tr(text: str) -> str:
    """Translate a text of this file."""
    return QCoreApplication.translate("Saved", text)


def tell_saved(note: MessageStrip, saved: Path | None) -> None:
    """Say that a file was written, if one was, and offer its folder."""
    if saved is None:
        return
    folder = QUrl.fromLocalFile(str(saved.parent))
    note.say(
        "recorded",
        tr("Saved {name}.").format(name=saved.name),
        (
            (tr("Open folder"), lambda: QDesktopServices.openUrl(folder)),
            (tr("Copy path"), lambda: QGuiApplication.clipboard().setText(str(saved))),
            (tr("Close"), note.silence),
        ),
    )


def tell_notice(note: MessageStrip, notice: str) -> None:
    """Show what a person should read beside a change, if there is something: where the old file is kept."""
    if notice:
        note.say("recorded", translate(notice), ((tr("Close"), note.silence),))
