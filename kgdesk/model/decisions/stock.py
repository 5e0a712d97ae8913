"""Decisions on the stock: exclude and include candidates, skip a suggestion."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from kgdesk.errors import BadInput
from kgdesk.model.decisions.checks import checked_text, must_be_open, names_of
from kgdesk.model.design.conditions import rows_where
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kgdesk.model.study.records import Absence
    from kgdesk.model.study.study import Study

    Fact = tuple[str, dict[str, Any]]


def exclude(study: Study, candidates: str | Sequence[str], reason: str = "") -> tuple[Fact, ...]:
    """Return the facts that take candidates out of stock; recorded outcomes and runs in progress are not affected.

    Raises
    ------
    UnknownCandidate, StudyClosed, BadInput
        One is out of stock already, or no candidate would be left.
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
    text = checked_text(reason, phrase("reason"))
    return tuple(("candidate_retired", {"candidate": name, "reason": text}) for name in names)


def include(study: Study, candidates: str | Sequence[str], reason: str = "") -> tuple[Fact, ...]:
    """Return the facts that put candidates back in stock.

    Raises
    ------
    UnknownCandidate, StudyClosed, BadInput
        One is in stock already.
    """
    names = _names(study, candidates)
    for candidate in names:
        if not _named(study.retired, candidate):
            raise BadInput(phrase("{candidate} is in stock already.", candidate=candidate))
    text = checked_text(reason, phrase("reason"))
    return tuple(("candidate_restored", {"candidate": name, "reason": text}) for name in names)


def candidates_where(study: Study, where: str, *, in_stock: bool) -> tuple[str, ...]:
    """Return the candidates that satisfy conditions and are in stock, or else out of it.

    Parameters
    ----------
    where
        As for `kgdesk.model.design.conditions.rows_where`.

    Raises
    ------
    BadInput
        A condition cannot be read, or no such candidate satisfies all of them.
    """
    gone = {absence.candidate for absence in study.retired}
    fits = rows_where(study.pool, where)
    names = tuple(
        name
        for name, satisfied in zip(study.pool.ids, fits.tolist(), strict=True)
        if satisfied and (name not in gone) == in_stock
    )
    if names:
        return names
    if in_stock:
        raise BadInput(phrase("Every candidate with {where} is out of stock already.", where=where))
    raise BadInput(phrase("Every candidate with {where} is in stock already.", where=where))


def _names(study: Study, candidates: str | Sequence[str]) -> tuple[str, ...]:
    """Return the names without duplicates; raise if there are none, one is unknown, or the study is finished."""
    names = names_of(candidates)
    if not names:
        raise BadInput("No candidate is named: choose at least one.")
    for name in names:
        study.pool.row(name)
    must_be_open(study)
    return names


def skip(study: Study, candidates: str | Sequence[str], reason: str = "") -> tuple[Fact, ...]:
    """Return the facts that skip candidates: they are not suggested before the next run is recorded.

    Raises
    ------
    UnknownCandidate, StudyClosed, BadInput
        One is skipped or out of stock already, or no other candidate is left to suggest.
    """
    names = _names(study, candidates)
    for name in names:
        _refuse_pointless_skip(study, name)
    away = {absence.candidate for absence in (*study.retired, *study.skipped)}
    away |= {name for name in study.tried.used if not study.tried.left(name)}
    if len(away | set(names)) == len(study.pool):
        if len(names) == 1:
            raise BadInput(
                phrase(
                    "{candidate} is the only candidate left to suggest: record a run or include another one.",
                    candidate=names[0],
                )
            )
        raise BadInput("These are all the candidates left to suggest: leave at least one of them out.")
    text = checked_text(reason, phrase("reason"))
    return tuple(("suggestion_declined", {"candidate": name, "reason": text}) for name in names)


def _refuse_pointless_skip(study: Study, candidate: str) -> None:
    """Raise BadInput if a candidate is not suggested anyway."""
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
    if not study.tried.left(candidate):
        raise BadInput(phrase("{candidate} is tried: it is not suggested again anyway.", candidate=candidate))


def unexpected(study: Study, candidate: str, runs: int) -> Literal["", "tried", "out of stock"]:
    """Return why nobody would expect outcomes of runs that were not started: the sample may be another one.

    Parameters
    ----------
    candidate, runs
        The candidate, and the number of its outcomes that are recorded together.
    """
    if _named(study.retired, candidate):
        return "out of stock"
    return "" if study.tried.left(candidate) >= runs else "tried"


def unexpected_in_words(study: Study, candidate: str) -> str:
    """Return the sentence about a candidate of which nobody would expect an outcome."""
    if _named(study.retired, candidate):
        return phrase("{candidate} is out of stock.", candidate=candidate)
    return phrase(
        "{candidate} has had all runs that this study allows ({most}).",
        candidate=candidate,
        most=study.settings.run_limit,
    )


def _named(absences: tuple[Absence, ...], candidate: str) -> bool:
    return any(absence.candidate == candidate for absence in absences)
