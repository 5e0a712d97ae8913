"""The texts of the menus."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication


def tr(text: str) -> str:
    """Translate a text of the menus."""
    return QCoreApplication.translate("Menus", text)
