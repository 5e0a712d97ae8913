"""Files that are dragged onto a window, and paths that are pasted into a field."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QDir, QUrl

if TYPE_CHECKING:
    from PySide6.QtGui import QDropEvent


def local_file(event: QDropEvent) -> Path | None:
    """Return the one local file that is dragged or dropped; None if it is something else.

    To be asked again at the drop: a program may have ended, or taken its file back, since it was dragged in.
    """
    urls = event.mimeData().urls()
    return Path(urls[0].toLocalFile()) if len(urls) == 1 and urls[0].isLocalFile() else None


def pasted_path(text: str) -> str:
    """Return the path that a field holds: without quotes around it, and of the address of a file its path."""
    path = text.strip().strip('"')
    # Qt writes paths of Windows with slashes.
    return QDir.toNativeSeparators(QUrl(path).toLocalFile()) if path.startswith("file:") else path
