"""What a person may do about what can be run: start runs, set candidates aside, take them out of stock and back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kgdesk.errors import BadInput, phrase
from kgdesk.model.deciding import checked_text, must_be_open, predicted, suggestion_made

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kgdesk.model.advice import Advice
    from kgdesk.model.deciding import SeenOn
    from kgdesk.model.entries import Absence
    from kgdesk.model.study import Study

    Fact = tuple[str, dict[str, Any]]


def start(
    study: Study, candidate: str, *, reason: str = "", advice: Advice | None = None, seen_on: SeenOn = ""
) -> tuple[Fact, ...]:
    """Return the facts of a run that begins now and whose outcome comes later.

    Any number of runs may be in progress, several of one candidate too, but no two of candidates that never run
    together; a skipped candidate may be started, one out of stock not. `advice` and `seen_on` are as in `record`.

    Raises
    ------
    UnknownCandidate, StudyClosed, BadInput
        The run cannot begin.
    """
    study.pool.row(candidate)
    must_be_open(study)
    if _named(study.retired, candidate):
        raise BadInput(
            phrase(
                "{candidate} is out of stock: include it again before you start a run with it.",
                candidate=candidate,
            )
        )
    clash = study.groups.clash(candidate, [each.candidate for each in study.pending])
    if clash:
        raise BadInput(clash)
    facts: dict[str, Any] = {"candidate": candidate, **predicted(study, candidate, advice, seen_on)}
    if reason.strip():
        facts["reason"] = checked_text(reason, phrase("reason"))
    suggestion = [] if advice is None else [suggestion_made(advice, seen_on)]
    return (*suggestion, ("experiment_started", facts))


def start_together(study: Study, picks: Sequence[Advice], *, seen_on: SeenOn = "") -> tuple[Fact, ...]:
    """Return the facts of a batch that begins now: every pick is the suggestion of its run.

    Raises
    ------
    StudyClosed, BadInput
        One of the runs cannot begin: then none does.
    """
    running = [each.candidate for each in study.pending]
    facts: list[Fact] = []
    for advice in picks:
        candidate = advice.suggestion.candidate
        clash = study.groups.clash(candidate, running)
        if clash:
            raise BadInput(clash)
        facts += start(study, candidate, advice=advice, seen_on=seen_on)
        running.append(candidate)
    return tuple(facts)


def exclude(study: Study, candidates: str | Sequence[str], reason: str = "") -> tuple[Fact, ...]:
    """Return the facts that take candidates out of stock; past outcomes stay, a run in progress goes on.

    Raises
    ------
    UnknownCandidate, StudyClosed, BadInput
        One is out of stock already, or nothing else is left.
    """
    names = _names(study, candidates)
    for candidate in names:
        if _named(study.retired, candidate):
            raise BadInput(phrase("{candidate} is out of stock already.", candidate=candidate))
    if len(study.retired) + len(names) == len(study.pool):
        raise BadInput(
            phrase(
                "{names} is the last candidate in stock: include another one first, or finish the study.",
                names=names[-1],
            )
        )
    kept = checked_text(reason, phrase("reason"))
    return tuple(("candidate_retired", {"candidate": name, "reason": kept}) for name in names)


def include(study: Study, candidates: str | Sequence[str], reason: str = "") -> tuple[Fact, ...]:
    """Return the facts that put candidates back in stock.

    Raises
    ------
    UnknownCandidate, StudyClosed, BadInput
        One is in stock.
    """
    names = _names(study, candidates)
    for candidate in names:
        if not _named(study.retired, candidate):
            raise BadInput(phrase("{candidate} is in stock already.", candidate=candidate))
    kept = checked_text(reason, phrase("reason"))
    return tuple(("candidate_restored", {"candidate": name, "reason": kept}) for name in names)


def _names(study: Study, candidates: str | Sequence[str]) -> tuple[str, ...]:
    """Return the names of some candidates, each once; refuse none, unknown ones and a study that is finished."""
    names = (candidates,) if isinstance(candidates, str) else tuple(dict.fromkeys(candidates))
    if not names:
        raise BadInput("No candidate is named: choose at least one.")
    for name in names:
        study.pool.row(name)
    must_be_open(study)
    return names


def skip(study: Study, candidate: str, reason: str = "") -> tuple[Fact, ...]:
    """Return the facts that set a candidate aside: not now; it is suggested again after the next run.

    Raises
    ------
    UnknownCandidate, StudyClosed, BadInput
        It is set aside or out of stock already, or nothing else is left to suggest.
    """
    study.pool.row(candidate)
    must_be_open(study)
    if _named(study.retired, candidate):
        raise BadInput(
            phrase("{candidate} is out of stock: it is not suggested anyway.", candidate=candidate)
        )
    if _named(study.skipped, candidate):
        raise BadInput(
            phrase(
                "{candidate} is skipped already: it is suggested again after the next run.",
                candidate=candidate,
            )
        )
    away = {absence.candidate for absence in (*study.retired, *study.skipped)}
    if len(away) + 1 == len(study.pool):
        raise BadInput(
            phrase(
                "{candidate} is the only candidate left to suggest: record a run or include another one.",
                candidate=candidate,
            )
        )
    return (
        ("suggestion_declined", {"candidate": candidate, "reason": checked_text(reason, phrase("reason"))}),
    )


def _named(absences: tuple[Absence, ...], candidate: str) -> bool:
    return any(absence.candidate == candidate for absence in absences)
