"""Signing a finished study off, and locking it: what a person may do, and which facts it adds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kgdesk.errors import BadInput, StudyClosed, phrase

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
        (
            "signed_off",
            {"meaning": _said(meaning, phrase("A signature needs a meaning")), "covers": study.head.seq},
        ),
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
    return (("locked", {"reason": _said(reason, phrase("Locking a study needs a reason"))}),)


def unlock(study: Study, reason: str) -> tuple[Fact, ...]:
    """Return the facts that unlock a study; it is finished as before.

    Raises
    ------
    BadInput
        It is not locked, or there is no reason.
    """
    if study.lock is None:
        raise BadInput("This study is not locked.")
    return (("unlocked", {"reason": _said(reason, phrase("Unlocking a study needs a reason"))}),)


def refuse_locked(study: Study) -> None:
    """See to it that a study is not locked.

    Raises
    ------
    StudyClosed
        It is; the text says by whom.
    """
    if study.lock is not None:
        raise StudyClosed(
            phrase(
                "This study was locked by {operator} ({reason}): unlock it with a reason first.",
                operator=study.lock.operator,
                reason=study.lock.reason,
            )
        )


def _said(text: str, what: str) -> str:
    text = text.strip()
    if not text:
        raise BadInput(phrase("{what}: say it in a few words.", what=what))
    if len(text) > _LONGEST_TEXT:
        raise BadInput(
            phrase(
                "The text is longer than {longest_text} characters: shorten it.", longest_text=_LONGEST_TEXT
            )
        )
    return text
