"""What an entry records of the suggestion that the user saw, and of the prediction for its candidate."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from kgdesk.model.advice.advice import Advice
    from kgdesk.model.study.records import Start
    from kgdesk.model.study.study import Study

    Fact = tuple[str, dict[str, Any]]


#: Where the user saw a suggestion: ``card`` is the card of the window, ``answer`` the output of `kgdesk suggest` that
#: the entry refers to, and empty is unknown.
SeenOn = Literal["", "card", "answer"]


def suggestion_made(advice: Advice, seen_on: SeenOn) -> tuple[str, dict[str, Any]]:
    """Return the fact that records the suggestion on which the user acted."""
    return "suggestion_made", {**advice.as_facts(), **_seen(seen_on)}


def predicted(study: Study, candidate: str, advice: Advice | None, seen_on: SeenOn) -> dict[str, Any]:
    """Return the payload fields about the state before a run: the prediction, and the suggestion if there is one.

    The prediction is always made by the belief of the study. Without advice it is computed for this candidate alone,
    which needs no sweep.
    """
    if advice is None or advice.next is None:
        row = int(study.design.row_of[study.pool.row(candidate)])
        return {"probability_before": float(study.belief.predict(study.design.X[row : row + 1])[0])}
    return {
        "suggested": advice.next,
        "probability_before": advice.probability_of(candidate),
        **_seen(seen_on),
    }


def suggestion_acted_on(start: Start) -> dict[str, Any]:
    """Return the payload fields that an outcome copies from its start: run token, suggestion and prediction."""
    fields: dict[str, Any] = {"start": start.seq}
    if start.run_token:
        fields["run_token"] = start.run_token
    if start.suggested:
        fields["suggested"] = start.suggested
    if start.seen_on:
        fields["shown"] = start.seen_on
    if start.probability_before is not None:
        fields["probability_before"] = start.probability_before
    return fields


def _seen(seen_on: SeenOn) -> dict[str, str]:
    return {"shown": seen_on} if seen_on else {}
