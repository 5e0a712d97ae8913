"""Checks that all decisions share: whether the study is open, and whether a text or a reason is valid."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from kgdesk.errors import BadInput, StudyClosed
from kgdesk.plain_text import hidden_character
from kgdesk.text import phrase

if TYPE_CHECKING:
    from kgdesk.model.study.study import Study

    Fact = tuple[str, dict[str, Any]]


#: Maximum length of a reason or a note, in characters.
LONGEST_TEXT = 10_000


def must_be_open(study: Study) -> None:
    """Raise StudyClosed if a study is finished.

    Decisions about runs, candidates and settings call this, and so does whatever refuses for the same reason. Notes and
    reopening do not. The fold of the events (`kgdesk.model.study.reducer`) does not check it: an outcome that is on
    record counts. Where only hiding or disabling is needed, use `Study.is_open`.
    """
    if study.closing is not None:
        raise StudyClosed(
            phrase(
                "This study was finished by {operator}: reopen it with a reason to continue.",
                operator=study.closing.operator,
            )
        )


def stripped(text: object) -> str:
    """Return a text without white space at its ends; empty if it is not text, which `checked_text` refuses later."""
    return text.strip() if isinstance(text, str) else ""


def names_of(candidates: object) -> tuple[str, ...]:
    """Return one name or several names as a tuple without duplicates.

    Raises
    ------
    BadInput
        They are neither a text nor a list of texts.
    """
    listed = (candidates,) if isinstance(candidates, str) else candidates
    if not isinstance(listed, Sequence) or not all(isinstance(one, str) for one in listed):
        raise BadInput(
            phrase(
                "Candidates are named by a text or a list of texts, not by {candidates}.",
                candidates=f"{candidates!r:.60}",
            )
        )
    return tuple(dict.fromkeys(listed))


def checked_text(text: str, what: str) -> str:
    """Return a text without white space at its ends; raise BadInput if it is not text or too long."""
    if not isinstance(text, str):
        raise BadInput(phrase("The {what} must be a text, not {value}.", what=what, value=f"{text!r:.60}"))
    if len(text) > LONGEST_TEXT:
        raise BadInput(
            phrase(
                "The {what} is longer than {longest_text} characters: shorten it.",
                what=what,
                longest_text=LONGEST_TEXT,
            )
        )
    text = text.replace("\r\n", "\n").strip()
    hidden = hidden_character(text, allowed="\n\t")
    if hidden:
        raise BadInput(
            phrase("The {what} contains the invisible character {sign}: delete it.", what=what, sign=hidden)
        )
    return text


def checked_reason(reason: str, what: str) -> str:
    """Return a reason, stripped; raise BadInput if it is empty."""
    reason = checked_text(reason, phrase("reason"))
    if not reason:
        raise BadInput(phrase("{what} needs a reason: say in a few words why.", what=what))
    return reason
