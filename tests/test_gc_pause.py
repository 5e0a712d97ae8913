from __future__ import annotations

import gc

import pytest

from kgdesk.startup import collector_paused


def test_the_collector_rests_until_the_last_holder_lets_go() -> None:
    assert gc.isenabled()
    first, second = collector_paused(), collector_paused()
    first.__enter__()  # overlapping, not nested, as in two threads
    with second:
        first.__exit__(None, None, None)
        assert not gc.isenabled()
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
