"""How long a call over the connection to a server may wait, and how much an answer may bring."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from math import inf
from time import monotonic
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


#: Seconds that an append may take in all. It ends within 5 s: half a second is left to this computer.
APPEND_S = 4.5
#: Seconds that any other gesture waits for a server, and those that each portion earns it. What this computer does with
#: the entries meanwhile does not count.
GESTURE_S = 4.5
#: Seconds that a gesture waits in all, however its portions arrive.
LONGEST_S = 60.0
#: Bytes of entries that earn a gesture more time. What a server sends beside them, such as notices, earns nothing.
PORTION = 128 * 1024
#: Bytes of one entry, which may be a table of candidates, and of all entries of a study, as in an archive.
LARGEST_ROW = 256 * 1024 * 1024
LARGEST_ANSWER = 1024 * 1024 * 1024
#: Seconds of all these that are reserved for cancelling a call that is given up.
CANCEL_S = 0.5
#: Seconds that a call has left once it is to give way: a server that answers ends it in these.
_GIVE_WAY_S = CANCEL_S + 0.2


@dataclass(slots=True)
class _Allowance:
    """How long the calls of a gesture may wait: until `ends` seconds were waited, and `latest` seconds at most."""

    ends: float
    latest: float
    earned: int = 0


class Patience:
    """How long the calls to a server may wait; one object is shared by all connections of an open study."""

    def __init__(self) -> None:
        self._ends: tuple[float, ...] = ()
        self._allowance: _Allowance | None = None
        self._last_call = inf
        self._waited = 0.0
        self._interruptible, self._given_way = False, inf

    @contextmanager
    def within(self, seconds: float) -> Iterator[None]:
        """Limit the calls of the block to `seconds` in all; an outer limit still holds."""
        before = self._ends
        self._ends = (*before, monotonic() + seconds)
        try:
            yield
        finally:
            self._ends = before

    @contextmanager
    def gesture(self) -> Iterator[None]:
        """Let the calls of the block wait for 4.5 s, and for 4.5 s from each portion of entries, 60 s in all.

        Inside another gesture it allows no more, so that a gesture of several calls has one limit.
        """
        if self._allowance is not None:
            yield
            return
        self._allowance = _Allowance(self._waited + GESTURE_S, self._waited + LONGEST_S)
        try:
            yield
        finally:
            self._allowance = None

    @contextmanager
    def waiting(self) -> Iterator[None]:
        """Count the time of the block as a wait for the server."""
        began = monotonic()
        try:
            yield
        finally:
            self._waited += monotonic() - began

    def moved(self, count: int) -> None:
        """Note `count` bytes of entries that have been received or sent."""
        allowance = self._allowance
        if allowance is not None:
            allowance.earned += count
            if allowance.earned >= PORTION:
                allowance.earned = 0
                allowance.ends = max(allowance.ends, min(self._waited + GESTURE_S, allowance.latest))

    def hurry(self, seconds: float | None) -> None:
        """End all calls, the current one too, within `seconds`; None removes this limit. Callable from any thread."""
        self._last_call = inf if seconds is None else monotonic() + seconds

    @contextmanager
    def interruptible(self) -> Iterator[None]:
        """Let `give_way` end the calls of the block."""
        self._interruptible, self._given_way = True, inf
        try:
            yield
        finally:
            self._interruptible = False

    def give_way(self) -> None:
        """End the calls of a block that is `interruptible`, the current one too. Callable from any thread."""
        if self._interruptible:
            self._given_way = monotonic() + _GIVE_WAY_S

    def left(self) -> float:
        """Return the seconds that the current call may still wait, less those for cancelling; may be infinite."""
        allowed = inf if self._allowance is None else self._allowance.ends - self._waited
        given_way = self._given_way if self._interruptible else inf
        return min(allowed, min((self._last_call, given_way, *self._ends)) - monotonic()) - CANCEL_S
