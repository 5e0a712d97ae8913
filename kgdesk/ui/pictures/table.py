"""The table twin of a picture: the same numbers for the keyboard, a screen reader and the clipboard."""

from __future__ import annotations

from kgdesk.ui.tables import Column, Rows, Table

__all__ = ["Column", "Rows", "Twin"]


class Twin(Table):
    """The table of a picture; in the order of the picture."""
