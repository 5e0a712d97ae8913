"""What is done with the pictures in sight: back to the usual view, and to and from their tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kgdesk.ui.pictures.card import PictureCard

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget


def has_pictures(place: QWidget | None) -> bool:
    """Return whether there are pictures in a place."""
    return place is not None and place.findChild(PictureCard) is not None


def reset_views(place: QWidget) -> None:
    """Undo zooming and panning in the pictures in sight."""
    for card in place.findChildren(PictureCard):
        if card.isVisible():
            card.reset_view()


def turn_tables(place: QWidget) -> None:
    """Show the table of the picture that has the keyboard, else of all in sight; or the pictures again."""
    seen = [card for card in place.findChildren(PictureCard) if card.isVisible()]
    focused = [card for card in seen if card.isAncestorOf(place.focusWidget() or place)]
    cards = focused or seen
    on = not all(card.as_table.isChecked() for card in cards)
    for card in cards:
        card.show_table(on)
