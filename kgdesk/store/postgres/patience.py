"""How long a call over the connection to a server may wait."""

from __future__ import annotations

from contextlib import contextmanager
from math import inf
from time import monotonic
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


#: Seconds that a call waits while nothing arrives from the server, and seconds that an append may take in all.
#: Cancelling a call that is given up takes up to `CANCEL_S` of them.
STILL_S = 5.0
APPEND_S = 5.0
CANCEL_S = 0.5


class Patience:
    """How long the calls over one connection may wait; shared by all connections of an open study."""

    def __init__(self) -> None:
        self._ends: tuple[float, ...] = ()
        self._last_call = inf

    @contextmanager
    def within(self, seconds: float) -> Iterator[None]:
        """Limit all calls of the block to `seconds` together; an outer limit holds as well."""
        before = self._ends
        self._ends = (*before, monotonic() + seconds)
        try:
            yield
        finally:
            self._ends = before

    def hurry(self, seconds: float | None) -> None:
        """End all calls, the present one too, within `seconds`; None removes this limit. Callable from any thread."""
        self._last_call = inf if seconds is None else monotonic() + seconds

    def left(self) -> float:
        """Return the seconds that the present call may still wait, less those for cancelling; may be infinite."""
        return min((self._last_call, *self._ends)) - CANCEL_S - monotonic()

    def spent(self, since: float) -> bool:
        """Return whether a call is to be given up that has received nothing since a time of `time.monotonic`."""
        return self.left() <= 0 or monotonic() - since >= STILL_S - CANCEL_S
