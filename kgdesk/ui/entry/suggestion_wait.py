"""SuggestionWait: the time for which the next suggestion has been awaited."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from kgdesk.ui.entry.card import NextCard
    from kgdesk.ui.entry.controller import EntryControl


#: Milliseconds until the card is dimmed, and between two updates of the time on it.
_DIM_AFTER_MS, _TICK_MS = 200, 100


class SuggestionWait(QTimer):
    """Measures how long the next suggestion has been awaited, and dims the card after 200 ms.

    Parameters
    ----------
    control
        The entry; time does not count while the kernels are still being compiled.
    card
        Shows the time.
    parent
        Owns the timer.
    """

    def __init__(self, control: EntryControl, card: NextCard, parent: QWidget) -> None:
        super().__init__(parent, interval=_TICK_MS)
        self._control, self._card = control, card
        self._since: float | None = None
        self.timeout.connect(self._dim_card)

    def set_waiting(self, on: bool) -> None:
        """Start to measure, unless that has begun already, or end it."""
        if on and self._since is None:
            self._since = time.monotonic()
            self.start()
        elif not on:
            self._since = None
            self.stop()

    def _dim_card(self) -> None:
        if self._since is None or self._control.entry.state == "preparing":
            return
        elapsed = time.monotonic() - self._since
        if elapsed * 1000 >= _DIM_AFTER_MS:
            self._card.dim(True, elapsed)
