"""What every decision of a person is held against."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kgdesk.errors import BadInput, StudyClosed, phrase

if TYPE_CHECKING:
    from kgdesk.model.advice import Advice
    from kgdesk.model.study import Study

_LONGEST_TEXT = 10_000


def must_be_open(study: Study) -> None:
    """Refuse a study that is finished."""
    if study.closing is not None:
        raise StudyClosed(
            phrase(
                "This study was finished by {operator}: reopen it with a reason to record more runs.",
                operator=study.closing.operator,
            )
        )


def checked_text(text: str, what: str) -> str:
    """Return a text without its outer blanks; refuse one that is too long."""
    if len(text) > _LONGEST_TEXT:
        raise BadInput(
            phrase(
                "The {what} is longer than {longest_text} characters: shorten it.",
                what=what,
                longest_text=_LONGEST_TEXT,
            )
        )
    return text.strip()


def checked_reason(reason: str, what: str) -> str:
    """Return a reason; refuse none."""
    reason = checked_text(reason, phrase("reason"))
    if not reason:
        raise BadInput(phrase("{what} needs a reason: say in a few words why.", what=what))
    return reason


def shown(advice: Advice | None, candidate: str) -> dict[str, Any]:
    """Return what a fact keeps of the advice that the person was shown."""
    if advice is None:
        return {}
    return {
        "suggested": advice.suggestion.candidate,
        "probability_before": advice.probability_of(candidate),
    }
