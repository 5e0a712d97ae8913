"""What a person may do to a study: each decision refuses nonsense and says which facts it would add.

Nothing here writes: an action appends the facts durably and only then swaps the study.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from kgdesk.errors import BadInput, StudyClosed
from kgdesk.model import attributes
from kgdesk.model.arrays import check_range
from kgdesk.model.entries import OUTCOMES, TAKEN_BACK
from kgdesk.model.study import Study

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kgdesk.model.advice import Advice
    from kgdesk.model.entries import Absence, Start
    from kgdesk.model.pool import Pool
    from kgdesk.model.settings import Settings

    Fact = tuple[str, dict[str, Any]]

_LONGEST_TEXT = 10_000
_MOST_REPEATS = 1_000


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
    count: tuple[int, int] | None = None,
) -> tuple[Fact, ...]:
    """Return the facts of one outcome, or of repeats at once, with the suggestion that the person acted on.

    A run that was started is settled by its outcome, the oldest start of the candidate first; its suggestion was
    kept with the start. Repeats are one fact each, in one commit, successes first: every run keeps a number of its
    own, so that it can be corrected, exported and read in again like any other, and the belief is that of runs typed
    singly.

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
    count
        (k, n): k successes of n runs, n within 1..1000; the outcome is then ``success``, and the other n - k runs
        are failures.

    Raises
    ------
    UnknownCandidate, StudyClosed, BadInput
        The outcome cannot be recorded.
    """
    study.pool.row(candidate)
    _must_be_open(study)
    if outcome not in OUTCOMES:
        raise BadInput(f"“{outcome}” is not an outcome: use success, failure or void.")
    outcomes = [outcome] if count is None else _repeats(outcome, *count)
    texts = {"note": _text(note, "note"), "reason": _text(reason, "reason")}
    starts = [start for start in study.pending if start.candidate == candidate][: len(outcomes)]
    facts: list[Fact] = []
    if advice is not None and len(starts) < len(outcomes):
        facts.append(("suggestion_made", advice.as_facts()))
    for nth, each in enumerate(outcomes, 1):
        fact: dict[str, Any] = {"candidate": candidate, "outcome": each}
        fact |= {key: text for key, text in texts.items() if text}
        fact |= _acted_on(starts[nth - 1]) if nth <= len(starts) else _shown(advice, candidate)
        if len(outcomes) > 1:
            fact["repeat"] = [nth, len(outcomes)]
        facts.append(("outcome_recorded", fact))
    return tuple(facts)


def _repeats(outcome: str, successes: int, runs: int) -> list[str]:
    if outcome != "success":
        raise BadInput(
            f"A count says how many of the runs were successes: record it as success, not as {outcome}."
        )
    if not 1 <= runs <= _MOST_REPEATS:
        raise BadInput(f"Between 1 and {_MOST_REPEATS} runs can be recorded at once, not {runs}.")
    if not 0 <= successes <= runs:
        raise BadInput(f"Of {runs} runs between 0 and {runs} can be successes, not {successes}.")
    return ["success"] * successes + ["failure"] * (runs - successes)


def _shown(advice: Advice | None, candidate: str) -> dict[str, Any]:
    if advice is None:
        return {}
    return {
        "suggested": advice.suggestion.candidate,
        "probability_before": advice.probability_of(candidate),
    }


def _acted_on(start: Start) -> dict[str, Any]:
    """Return what a run keeps of its start: the suggestion and the prediction of that time."""
    kept: dict[str, Any] = {"start": start.seq}
    if start.suggested:
        kept["suggested"] = start.suggested
    if start.probability_before is not None:
        kept["probability_before"] = start.probability_before
    return kept


def start(
    study: Study, candidate: str, *, reason: str = "", advice: Advice | None = None
) -> tuple[Fact, ...]:
    """Return the facts of a run that begins now and whose outcome comes later.

    Any number of runs may be in progress, several of one candidate too; a skipped candidate may be started, one out
    of stock not. `advice` is as in `record`.

    Raises
    ------
    UnknownCandidate, StudyClosed, BadInput
        The run cannot begin.
    """
    study.pool.row(candidate)
    _must_be_open(study)
    if _named(study.retired, candidate):
        raise BadInput(f"{candidate} is out of stock: include it again before you start a run with it.")
    facts: dict[str, Any] = {"candidate": candidate, **_shown(advice, candidate)}
    if reason.strip():
        facts["reason"] = _text(reason, "reason")
    suggestion = [] if advice is None else [("suggestion_made", advice.as_facts())]
    return (*suggestion, ("experiment_started", facts))


def exclude(study: Study, candidate: str, reason: str = "") -> tuple[Fact, ...]:
    """Return the facts that take a candidate out of stock; its past outcomes stay, a run in progress goes on.

    Raises
    ------
    UnknownCandidate, StudyClosed, BadInput
        It is out of stock already, or nothing else is left.
    """
    study.pool.row(candidate)
    _must_be_open(study)
    if _named(study.retired, candidate):
        raise BadInput(f"{candidate} is out of stock already.")
    if len(study.retired) + 1 == len(study.pool):
        raise BadInput(
            f"{candidate} is the last candidate in stock: include another one first, or finish the study."
        )
    return (("candidate_retired", {"candidate": candidate, "reason": _text(reason, "reason")}),)


def include(study: Study, candidate: str, reason: str = "") -> tuple[Fact, ...]:
    """Return the facts that put a candidate back in stock.

    Raises
    ------
    UnknownCandidate, StudyClosed, BadInput
        It is in stock.
    """
    study.pool.row(candidate)
    _must_be_open(study)
    if not _named(study.retired, candidate):
        raise BadInput(f"{candidate} is in stock already.")
    return (("candidate_restored", {"candidate": candidate, "reason": _text(reason, "reason")}),)


def skip(study: Study, candidate: str, reason: str = "") -> tuple[Fact, ...]:
    """Return the facts that set a candidate aside: not now; it is suggested again after the next run.

    Raises
    ------
    UnknownCandidate, StudyClosed, BadInput
        It is set aside or out of stock already, or nothing else is left to suggest.
    """
    study.pool.row(candidate)
    _must_be_open(study)
    if _named(study.retired, candidate):
        raise BadInput(f"{candidate} is out of stock: it is not suggested anyway.")
    if _named(study.skipped, candidate):
        raise BadInput(f"{candidate} is skipped already: it is suggested again after the next run.")
    away = {absence.candidate for absence in (*study.retired, *study.skipped)}
    if len(away) + 1 == len(study.pool):
        raise BadInput(
            f"{candidate} is the only candidate left to suggest: record a run or include another one."
        )
    return (("suggestion_declined", {"candidate": candidate, "reason": _text(reason, "reason")}),)


def _named(absences: tuple[Absence, ...], candidate: str) -> bool:
    return any(absence.candidate == candidate for absence in absences)


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
    """Return the facts that take the newest entry back; runs taken back before are passed over.

    Repeats that were recorded at once are one entry. A run in progress whose outcome is taken back is in progress
    again.
    """
    for run in reversed(study.runs):
        if run.outcome != "void" and not run.imported:
            first = run.number - run.nth
            together = [each for each in study.runs[first : first + run.of] if each.outcome != "void"]
            return tuple(
                fact for each in together for fact in correct(study, each.number, "void", TAKEN_BACK)
            )
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
