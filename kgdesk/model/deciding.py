"""What every decision of a person is held against."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from kgdesk.errors import BadInput, StudyClosed, phrase

if TYPE_CHECKING:
    from kgdesk.model.advice import Advice
    from kgdesk.model.entries import Start
    from kgdesk.model.study import Study

#: Where the person saw a suggestion: on the window's card, or as the answer of `kgdesk suggest` that the entry refers
#: to. Empty: nobody knows whether anybody saw it, as in every entry of kgdesk 1.
SeenOn = Literal["", "card", "answer"]

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


def suggestion_made(advice: Advice, seen_on: SeenOn) -> tuple[str, dict[str, Any]]:
    """Return the fact of a suggestion that the person acted on."""
    return "suggestion_made", {**advice.as_facts(), **_seen(seen_on)}


def predicted(study: Study, candidate: str, advice: Advice | None, seen_on: SeenOn) -> dict[str, Any]:
    """Return what a fact keeps of the time before the run: the prediction, and the suggestion where there was one.

    The prediction is always that of the study's belief. Without an advice it is worked out for this one candidate: no
    candidate is compared with another.
    """
    if advice is None:
        row = int(study.design.row_of[study.pool.row(candidate)])
        return {"probability_before": float(study.belief.predict(study.design.X[row : row + 1])[0])}
    return {
        "suggested": advice.suggestion.candidate,
        "probability_before": advice.probability_of(candidate),
        **_seen(seen_on),
    }


def acted_on(start: Start) -> dict[str, Any]:
    """Return what a run keeps of its start: its run token, and the suggestion and the prediction of that time."""
    kept: dict[str, Any] = {"start": start.seq}
    if start.run_token:
        kept["run_token"] = start.run_token
    if start.suggested:
        kept["suggested"] = start.suggested
    if start.seen_on:
        kept["shown"] = start.seen_on
    if start.probability_before is not None:
        kept["probability_before"] = start.probability_before
    return kept


def _seen(seen_on: SeenOn) -> dict[str, str]:
    return {"shown": seen_on} if seen_on else {}
