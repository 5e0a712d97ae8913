"""Signatures and lock of a finished study, folded from events."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from lives import AT, lived, then

from kgdesk.errors import BadInput, StudyClosed
from kgdesk.model.decisions import recording, study_state
from kgdesk.model.study import study
from kgdesk.model.study.records import Closing, Signature
from kgdesk.store.canonical import canonical_text, parse

if TYPE_CHECKING:
    from kgdesk.model.design.pool import Pool
    from kgdesk.model.study.study import Study


@pytest.fixture
def done(pool: Pool) -> Study:
    made = lived(pool)
    return then(made, recording.finish(made, "enough", with_open_runs=True))


def test_a_signature_keeps_who_when_what_is_meant_and_what_it_covers(done: Study) -> None:
    signed = then(done, study_state.sign_off(done, " reviewed "))
    assert signed.signatures == (Signature("Kim", AT, "reviewed", done.head.seq, done.head.seq + 1),)
    assert study.fold(signed.events) == signed
    assert not done.signatures


def test_reopening_ends_what_was_signed(done: Study) -> None:
    signed = then(done, study_state.sign_off(done, "reviewed"))
    again = then(signed, recording.reopen(signed, "one more run"))
    assert again.signatures == ()
    assert study.fold(again.events) == again


def test_a_lock_keeps_who_and_why_and_comes_off_with_a_reason(done: Study) -> None:
    locked = then(done, study_state.lock(done, "approved"))
    assert locked.lock == Closing("Kim", AT, "approved")
    for act in (study_state.sign_off, study_state.lock):
        with pytest.raises(StudyClosed, match="locked by Kim"):
            act(locked, "more")
    free = then(locked, study_state.unlock(locked, "one more look"))
    assert free.lock is None
    assert not free.is_open
    assert study.fold(free.events) == free
    assert free.as_of(1).lock is None


@pytest.mark.parametrize("act", [study_state.sign_off, study_state.lock])
def test_an_open_study_is_neither_signed_nor_locked(pool: Pool, act: object) -> None:
    with pytest.raises(BadInput, match="finish it before"):
        act(lived(pool), "why")  # type: ignore[operator]


@pytest.mark.parametrize("act", [study_state.sign_off, study_state.lock])
@pytest.mark.parametrize("text", ["", "  ", "x" * 10_001])
def test_a_text_that_says_nothing_or_too_much_is_refused(done: Study, act: object, text: str) -> None:
    with pytest.raises(BadInput):
        act(done, text)  # type: ignore[operator]


def test_what_is_stored_comes_back_to_the_byte(done: Study) -> None:
    for facts in (study_state.sign_off(done, "reviewed"), study_state.lock(done, "approved")):
        text = canonical_text(facts[0][1])
        assert canonical_text(parse(text)) == text
