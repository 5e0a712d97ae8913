"""Signing a finished study off, and locking it: what a person may do, and which facts it adds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kgdesk.errors import BadInput, StudyClosed

if TYPE_CHECKING:
    from kgdesk.model.study import Study

    Fact = tuple[str, dict[str, Any]]

_LONGEST_TEXT = 10_000


def sign_off(study: Study, meaning: str) -> tuple[Fact, ...]:
    """Return the facts of a signature; it is about every entry so far.

    Parameters
    ----------
    meaning
        What the person says by it, as “reviewed” or “approved”.

    Raises
    ------
    BadInput
        The study is still open, or nothing is said.
    StudyClosed
        It is locked.
    """
    refuse_locked(study)
    if study.is_open:
        raise BadInput("This study is still open: finish it before you sign it off.")
    return (
        ("signed_off", {"meaning": _said(meaning, "A signature needs a meaning"), "covers": study.head.seq}),
    )


def lock(study: Study, reason: str) -> tuple[Fact, ...]:
    """Return the facts that lock a finished study: nothing is entered, and it is not reopened, until it is unlocked.

    Raises
    ------
    BadInput
        It is still open, or there is no reason.
    StudyClosed
        It is locked already.
    """
    refuse_locked(study)
    if study.is_open:
        raise BadInput("This study is still open: finish it before you lock it.")
    return (("locked", {"reason": _said(reason, "Locking a study needs a reason")}),)


def unlock(study: Study, reason: str) -> tuple[Fact, ...]:
    """Return the facts that unlock a study; it is finished as before.

    Raises
    ------
    BadInput
        It is not locked, or there is no reason.
    """
    if study.lock is None:
        raise BadInput("This study is not locked.")
    return (("unlocked", {"reason": _said(reason, "Unlocking a study needs a reason")}),)


def refuse_locked(study: Study) -> None:
    """See to it that a study is not locked.

    Raises
    ------
    StudyClosed
        It is; the text says by whom.
    """
    if study.lock is not None:
        raise StudyClosed(
            f"This study was locked by {study.lock.operator} ({study.lock.reason}): unlock it with a reason first."
        )


def _said(text: str, what: str) -> str:
    text = text.strip()
    if not text:
        raise BadInput(f"{what}: say it in a few words.")
    if len(text) > _LONGEST_TEXT:
        raise BadInput(f"The text is longer than {_LONGEST_TEXT} characters: shorten it.")
    return text
