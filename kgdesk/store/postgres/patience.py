"""How long a call over the connection to a server may wait."""

from __future__ import annotations

from contextlib import contextmanager
from math import inf
from time import monotonic
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


#: Seconds that a call waits while nothing arrives from the server.
STILL_S = 5.0
#: Seconds that an append may take in all.
APPEND_S = 5.0
#: Seconds of either that are reserved for cancelling a call that is given up.
CANCEL_S = 0.5


class Patience:
    """How long the calls to a server may wait; one object is shared by all connections of an open study."""

    def __init__(self) -> None:
        self._ends: tuple[float, ...] = ()
        self._last_call = inf

    @contextmanager
    def within(self, seconds: float) -> Iterator[None]:
        """Limit the calls of the block to `seconds` in all; an outer limit still holds."""
        before = self._ends
        self._ends = (*before, monotonic() + seconds)
        try:
            yield
        finally:
            self._ends = before

    def hurry(self, seconds: float | None) -> None:
        """End all calls, the current one too, within `seconds`; None removes this limit. Callable from any thread."""
        self._last_call = inf if seconds is None else monotonic() + seconds

    def left(self) -> float:
        """Return the seconds that the current call may still wait, less those for cancelling; may be infinite."""
        return min((self._last_call, *self._ends)) - CANCEL_S - monotonic()

    def spent(self, since: float) -> bool:
        """Return whether to give up a call that has received nothing since `since`, a time of `time.monotonic`."""
        return self.left() <= 0 or monotonic() - since >= STILL_S - CANCEL_S
