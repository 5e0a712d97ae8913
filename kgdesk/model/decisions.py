"""What a person may do to a study: each decision refuses nonsense and says which facts it would add.

Nothing here writes: an action appends the facts durably and only then swaps the study.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from kgdesk.errors import BadInput, StudyClosed
from kgdesk.model import attributes
from kgdesk.model.arrays import check_range
from kgdesk.model.study import OUTCOMES, TAKEN_BACK, Study

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kgdesk.model.advice import Advice
    from kgdesk.model.pool import Pool
    from kgdesk.model.settings import Settings

    Fact = tuple[str, dict[str, Any]]

_LONGEST_TEXT = 10_000


def create(name: str, settings: Settings, pool: Pool, source: Mapping[str, Any]) -> tuple[Fact, ...]:
    """Return the founding facts of a study.

    Raises
    ------
    OutOfRange
        Attributes and prior leave the range in which every digit holds; the text names the column.
    BadInput
        A value that cannot enter the design matrix.
    """
    scaling = attributes.fix_scaling(pool, raw=settings.raw)
    study = Study(name, settings, pool, scaling, source)
    X = study.design.X
    with np.errstate(over="ignore"):  # an overflow is out of range as well
        s2 = (X * X).sum(axis=1) / settings.prior_precision
    check_range(settings.prior_intercept * X[:, 0], s2, X, study.prior.deviation, scaling.names)
    listed = [{"name": a.name, "kind": a.kind, "unit": a.unit, "log": a.log} for a in pool.attributes]
    return (
        ("study_created", {"name": name, "settings": settings.as_json()}),
        ("attributes_defined", {"attributes": listed}),
        (
            "candidates_imported",
            {
                "ids": list(pool.ids),
                "values": [list(column) for column in pool.values],
                "extras": {key: list(column) for key, column in pool.extras.items()},
                "source": dict(source),
            },
        ),
        ("scaling_fixed", scaling.as_json()),
    )


def _must_be_open(study: Study) -> None:
    if study.closing is not None:
        raise StudyClosed(
            f"This study was finished by {study.closing.operator}: reopen it with a reason to record more runs."
        )


def _text(text: str, what: str) -> str:
    if len(text) > _LONGEST_TEXT:
        raise BadInput(f"The {what} is longer than {_LONGEST_TEXT} characters: shorten it.")
    return text.strip()


def _reason(reason: str, what: str) -> str:
    reason = _text(reason, "reason")
    if not reason:
        raise BadInput(f"{what} needs a reason: say in a few words why.")
    return reason


def record(
    study: Study,
    candidate: str,
    outcome: str,
    *,
    note: str = "",
    reason: str = "",
    advice: Advice | None = None,
) -> tuple[Fact, ...]:
    """Return the facts of one outcome, with the suggestion that the person acted on.

    Parameters
    ----------
    study
        The study as the person sees it.
    candidate
        Exact name.
    outcome
        ``success``, ``failure`` or ``void``.
    note, reason
        Free text; the reason is for voids.
    advice
        What the person was shown; None if they were shown nothing.

    Raises
    ------
    UnknownCandidate, StudyClosed, BadInput
        The outcome cannot be recorded.
    """
    study.pool.row(candidate)
    _must_be_open(study)
    if outcome not in OUTCOMES:
        raise BadInput(f"“{outcome}” is not an outcome: use success, failure or void.")
    facts: dict[str, Any] = {"candidate": candidate, "outcome": outcome}
    if note.strip():
        facts["note"] = _text(note, "note")
    if reason.strip():
        facts["reason"] = _text(reason, "reason")
    if advice is None:
        return (("outcome_recorded", facts),)
    facts["suggested"] = advice.suggestion.candidate
    facts["probability_before"] = advice.probability_of(candidate)
    return (("suggestion_made", advice.as_facts()), ("outcome_recorded", facts))


def import_outcomes(study: Study, rows: list[dict[str, Any]], *, restored: bool) -> tuple[Fact, ...]:
    """Return the facts of outcomes that come from a table.

    Parameters
    ----------
    rows
        Dicts of candidate and outcome, and optionally note, reason, operator, recorded_at, suggested,
        probability_before and corrected_from.
    restored
        They are this study's own runs and count towards the plan; past outcomes do not.
    """
    _must_be_open(study)
    facts = []
    for row in rows:
        study.pool.row(row["candidate"])
        kept = {key: value for key, value in row.items() if value not in ("", None)}
        facts.append(("outcome_recorded", kept if restored else {**kept, "imported": True}))
    return tuple(facts)


def correct(
    study: Study, run: int, outcome: str, reason: str, *, candidate: str | None = None
) -> tuple[Fact, ...]:
    """Return the facts of a correction; a void is one as well.

    Raises
    ------
    UnknownRun, UnknownCandidate, StudyClosed, BadInput
        The correction cannot be made, or changes nothing.
    """
    old = study.run(run)
    _must_be_open(study)
    if outcome not in OUTCOMES:
        raise BadInput(f"“{outcome}” is not an outcome: use success, failure or void.")
    reason = _reason(reason, "A correction")
    candidate = old.candidate if candidate is None else candidate
    study.pool.row(candidate)
    if (candidate, outcome) == (old.candidate, old.outcome):
        raise BadInput(f"Run {run} is already {outcome} for {candidate}: nothing would change.")
    kind = "outcome_voided" if outcome == "void" else "outcome_corrected"
    return (
        (
            kind,
            {
                "run": run,
                "old": {"candidate": old.candidate, "outcome": old.outcome},
                "new": {"candidate": candidate, "outcome": outcome},
                "reason": reason,
            },
        ),
    )


def take_back(study: Study) -> tuple[Fact, ...]:
    """Return the facts that take the newest entry back; runs taken back before are passed over."""
    for run in reversed(study.runs):
        if run.outcome != "void" and not run.imported:
            return correct(study, run.number, "void", TAKEN_BACK)
        if not run.taken_back:
            break
    raise BadInput(
        "There is no entry to take back: only the newest one can be, other runs are corrected in History."
    )


def finish(study: Study, reason: str) -> tuple[Fact, ...]:
    """Return the facts that close the study."""
    _must_be_open(study)
    return (("finished", {"reason": _reason(reason, "Finishing a study")}),)


def reopen(study: Study, reason: str) -> tuple[Fact, ...]:
    """Return the facts that open a finished study again."""
    if study.closing is None:
        raise BadInput("This study is open already.")
    return (("reopened", {"reason": _reason(reason, "Reopening a study")}),)
