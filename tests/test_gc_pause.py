from __future__ import annotations

import gc

import numba
import pytest
from numba.core import event

from kgdesk import kernels
from kgdesk.startup import collector_paused, disable_collector, enable_collector


def test_the_collector_rests_until_the_last_holder_lets_go() -> None:
    assert gc.isenabled()
    disable_collector()
    with collector_paused():
        assert not gc.isenabled()
    assert not gc.isenabled()
    enable_collector()
    assert gc.isenabled()


def test_a_collector_that_rested_before_rests_afterwards() -> None:
    gc.disable()
    try:
        with collector_paused():
            pass
        assert not gc.isenabled()
    finally:
        gc.enable()


def test_the_block_ends_the_rest_when_it_fails() -> None:
    with pytest.raises(ZeroDivisionError), collector_paused():
        1 / 0  # noqa: B018 - it is the fault
    assert gc.isenabled()


def test_nothing_is_collected_while_the_compiler_works() -> None:
    kernels.margin(0.0, 1.0)
    seen: list[bool] = []

    class Look(event.Listener):
        def on_start(self, event: object) -> None:  # noqa: ARG002 - the name is Numba's
            seen.append(gc.isenabled())

        def on_end(self, event: object) -> None:  # noqa: ARG002 - likewise
            seen.append(gc.isenabled())

    @numba.njit
    def inner(x: float) -> float:
        return x + 1.0

    @numba.njit
    def outer(x: float) -> float:
        return inner(x) * 2.0

    with event.install_listener("numba:compile", Look()):
        assert outer(1.0) == 4.0
    # The looker was installed after the program's listener, so that it is told after it: at the very end all is over.
    assert seen == [False, False, False, True]
    assert gc.isenabled()
