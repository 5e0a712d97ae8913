"""Queries of a study, pure functions of its value: suggestion, status, stopping; and of the study after each run."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from kgdesk.errors import StaleHead
from kgdesk.model.advice.advice import Advice, BestAfter, advise, advise_batch, best_after, recommended
from kgdesk.model.advice.batches import BatchLimits
from kgdesk.model.advice.posterior_summary import favoured_terms, policy_context
from kgdesk.model.beliefs.log_odds import LEVEL
from kgdesk.model.decisions.study_state import in_progress
from kgdesk.model.insight.what_if_outcomes import (
    GainAfter,
    StakeAfter,
    at_stake,
    comparison,
    gain_after,
    gain_of,
    gains_on_record,
    stake_after,
)
from kgdesk.model.study import rule_syntax
from kgdesk.model.study.next_run import all_tried, earlier_runs, next_run, places, start_number
from kgdesk.model.study.rule_syntax import rests_on_stake, rests_on_sweep
from kgdesk.model.study.stopping_rules import Progress, Verdict
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kgdesk.model.policies.suggestion import Suggestion
    from kgdesk.model.policies.value_of_information import PerfectInformation
    from kgdesk.model.study.study import Study


def suggestion(
    study: Study,
    *,
    count: int = 1,
    policy: str | None = None,
    repeats: bool = False,
    limits: BatchLimits | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> dict[str, Any]:
    """Return the JSON of ``kgdesk suggest --count K --policy P --json``: K suggestions, each pending for the next.

    `policy` replaces the study's policy; `repeats`, `limits` and `progress` are those of `advise_batch`. A single
    suggestion also has ``runner_up``, the second choice, and ``repeats`` if a candidate is worth running several times
    at once; otherwise these are null. If every candidate is tried there are no suggestions, and ``all_tried`` is the
    sentence about it; else it is empty. ``run`` is the number that a suggested run gets if the outcomes are recorded
    next in this order, ``earlier`` the earlier runs of its candidate.
    ``stop`` is the verdict of the study's stopping rule; ``at_stake`` is null unless the rule needs it.
    """
    if study.stock.exhausted:
        count = 1
        picks: tuple[Advice, ...] = (advise(study, policy=policy),)
    else:
        picks = advise_batch(
            study,
            count,
            policy=policy,
            repeats=repeats,
            limits=limits or BatchLimits(),
            progress=progress,
        )
    stake = _stake_of_rule(study)
    if stake is not None:
        picks = tuple(pick.with_stake(stake) for pick in picks)
    advice = picks[0]
    alone = count == 1
    again = advice.best_repeats() if alone else None
    other = comparison(advice) if alone else None
    suggestions = [pick.with_repeats(again) for pick in picks if pick.next is not None]
    return {
        "study": study.name,
        "revision": study.revision,
        "policy": advice.policy,
        "belief": advice.belief,
        "suggestions": [_numbered(study, nth, each) for nth, each in enumerate(suggestions)],
        "recommended": advice.recommended.as_json(),
        "runner_up": None if other is None else other.as_json(),
        "repeats": None if again is None else again.as_json(),
        "all_tried": all_tried(study),
        "stop": _stop(study, advice, stake),
        "at_stake": None if stake is None else stake.as_json(),
    }


def answers_for(
    study: Study,
    revision: int,
    candidates: Sequence[str],
    *,
    count: int = 1,
    policy: str | None = None,
    repeats: bool = False,
    limits: BatchLimits | None = None,
    needed: bool = True,
) -> tuple[Advice | None, ...]:
    """Recompute the advice that `suggestion` returned at a revision, to record it with the runs that follow from it.

    Parameters
    ----------
    revision
        Revision of the study that the suggestion was computed for.
    candidates
        Candidates that are run: for each its advice among the `count` suggestions is returned. For one that was not
        suggested it is the first one, instead of which it is run; among several, None.
    count, policy, repeats, limits
        As in that call of `suggestion`.
    needed
        False: check the revision only and return None for each, where the suggestions were recorded at the starts.
        So it is as well if every candidate is tried: nothing was suggested.

    Raises
    ------
    StaleHead
        The study has another revision by now, and so another suggestion.
    """
    if revision != study.revision:
        raise StaleHead(
            phrase(
                "{name} is at revision {now}, not {revision}: ask for a suggestion again. Nothing was recorded.",
                name=study.name,
                now=study.revision,
                revision=revision,
            )
        )
    if not needed or study.stock.exhausted:
        return (None,) * len(candidates)
    picks = advise_batch(study, count, policy=policy, repeats=repeats, limits=limits or BatchLimits())
    other = picks[0] if len(candidates) == 1 else None
    left, found = list(picks), []
    for candidate in candidates:  # a candidate may be in a batch more than once
        pick = next((pick for pick in left if pick.next == candidate), None)
        found.append(pick or other)
        left = [each for each in left if each is not pick]
    return tuple(found)


def _numbered(study: Study, nth: int, suggestions: Suggestion) -> dict[str, Any]:
    earlier = earlier_runs(study, suggestions.candidate)
    about = {**suggestions.as_json(), "run": next_run(study) + nth, "earlier": earlier.as_json()}
    return _placed(study, about)


def _placed(study: Study, about: dict[str, Any]) -> dict[str, Any]:
    """Return the JSON object about a candidate with its ``location``, the text under each heading."""
    return about | {"location": dict(places(study, about["candidate"]))}


def stopping(study: Study, advice: Advice | None = None, stake: PerfectInformation | None = None) -> Verdict:
    """Evaluate the stopping rule of a study: whether to stop, and why; a finished study has stopped.

    If every candidate is tried no run is left, for any result of the rule.

    Parameters
    ----------
    advice
        Advice for the present state; computed if None and the rule needs the value of testing.
    stake
        Value of perfect information in the present state; computed if None and the rule needs it.
    """
    if study.closing is not None:
        words = {"operator": study.closing.operator, "reason": study.closing.reason}
        if running := in_progress(study):
            why = phrase("Finished by {operator} with {running}: {reason}", running=running, **words)
        else:
            why = phrase("Finished by {operator}: {reason}", **words)
        return Verdict(stop=True, why=why)
    if study.stock.exhausted:
        return Verdict(stop=True, why=all_tried(study))
    rule = study.settings.stopping
    if advice is None and not rests_on_sweep(rule):
        progress = Progress(
            policy_context(study, policy="kg"),
            len(study.pending),
            seed=(study.settings.seed, study.revision),
        )
    else:
        progress = (advise(study) if advice is None else advice).progress
    return rule.check(replace(progress, stake=stake))


def _stake_of_rule(study: Study) -> PerfectInformation | None:
    """Return the value of perfect information if the study's own rule needs it; else None."""
    return at_stake(study) if study.is_open and rests_on_stake(study.settings.stopping) else None


def _stop(
    study: Study, advice: Advice | None = None, stake: PerfectInformation | None = None
) -> dict[str, Any]:
    verdict = stopping(study, advice, stake)
    return {"rule": rule_syntax.written(study.settings.stopping), "stop": verdict.stop, "why": verdict.why}


def status(study: Study, *, stake: bool = False) -> dict[str, Any]:
    """Return the JSON object of ``kgdesk status --json``; the runs in progress are in the order of their starts.

    If terms are averaged, ``favoured_terms`` states whether the outcomes favour quadratic terms. ``at_stake`` is null
    unless the study's own rule needs it or `stake` is True: 4,096 draws over a large pool take seconds.
    """
    left = at_stake(study) if stake else _stake_of_rule(study)
    return {
        **counts(study),
        "attributes": list(study.scaling.names),
        "belief": study.belief.as_json(),
        "recommended": recommended(study).as_json(),
        **({"favoured": sentence} if (sentence := favoured_terms(study)) else {}),
        "head": {"seq": study.head.seq, "hash": study.head.hash},
        "stop": _stop(study, stake=left),
        "at_stake": None if left is None else left.as_json(),
    }


def counts(study: Study) -> dict[str, Any]:
    """Return the part of `status` that needs no belief, the JSON object of ``kgdesk status --brief --json``."""
    valid = study.valid
    return {
        "study": study.name,
        "outcomes": len(valid),
        "successes": study.successes,
        "voids": len(study.runs) - len(valid),
        "pending": [
            _placed(
                study,
                {
                    "start": start_number(study, s),
                    "candidate": s.candidate,
                    "started_at": s.started_at,
                    "operator": s.operator,
                },
            )
            for s in study.pending
        ],
        "budget": study.settings.budget,
        "state": "open" if study.is_open else "finished",
    }


#: Maximum number of points in a plot over the runs; least of a report, and work for them: a fit by moments of d columns
#: takes time that grows with the cube of d; this work is that of ten seconds or so.
_POINTS, _LEAST_REPORTED, _WORK = 200, 10, 5e9


def reported_points(study: Study) -> int:
    """Return the maximum number of points over the runs in a report: fewer where the model has hundreds of columns."""
    columns = len(study.scaling.columns)
    if study.settings.belief != "moments":
        return _POINTS
    return int(min(_POINTS, max(_LEAST_REPORTED, _WORK / columns**3)))


def trajectory(
    study: Study,
    known: Sequence[BestAfter] = (),
    goes_on: Callable[[], bool] = lambda: True,
    *,
    level: float = LEVEL,
    most: int | None = None,
) -> tuple[BestAfter, ...]:
    """Return the recommended candidate in the state right after each run, from run 0 on; the last point is the present.

    Parameters
    ----------
    known
        Result of an earlier call for the same study and level, which is reused: past states do not change.
    goes_on
        Called between runs; returning False ends the computation with the points so far.
    level
        Probability content of the intervals, in 0..1.
    most
        Maximum number of points before the last, evenly spaced; None: as many as a picture can show.
    """
    have = {point.run: point for point in known[:-1]}
    points: list[BestAfter] = []
    for run in _runs_before_now(study, most):
        if run not in have and not goes_on():
            return tuple(points)
        points.append(have.get(run) or best_after(study, run, level))
    return (*points, BestAfter(len(study.runs), recommended(study, level)))


def gains(
    study: Study,
    known: Sequence[GainAfter] = (),
    goes_on: Callable[[], bool] = lambda: True,
    *,
    advice: Advice | None = None,
) -> tuple[GainAfter, ...]:
    """Compute the largest value of testing after each run, from run 0 on; the last point is the present.

    The present value is that of the advice, averaged over the outcomes of the runs in progress; the earlier values
    ignore runs that were in progress then.

    Parameters
    ----------
    known
        Result of an earlier call for the same study, which is reused: past states do not change.
    goes_on
        Called before a point is computed and during long computations; returning False ends them with the points so
        far.
    advice
        Advice for the present state; computed if None.
    """
    have = {point.run: point for point in known[:-1]}
    have |= {run: GainAfter(run, gain, has_suggestion=True) for run, gain in gains_on_record(study).items()}
    points: list[GainAfter] = []
    for run in _runs_before_now(study):
        if run not in have and not goes_on():
            return tuple(points)
        point = have.get(run) or gain_after(study, run, goes_on)
        if point is None:
            return tuple(points)
        points.append(point)
    return (*points, gain_of(advise(study) if advice is None else advice))


def stakes(
    study: Study,
    known: Sequence[StakeAfter] = (),
    goes_on: Callable[[], bool] = lambda: True,
) -> tuple[StakeAfter, ...]:
    """Return the value of perfect information after each run, for the runs of `gains`; the last point is the present.

    Parameters
    ----------
    known
        Result of an earlier call for the same study without its last point, which is reused: past states do not change.
    goes_on
        Called during the computation; returning False ends it with the points so far, from run 0 on.
    """
    have = {point.run: point for point in known}
    points: list[StakeAfter] = []
    for run in _runs_before_now(study):
        point = have.get(run) or stake_after(study, run, goes_on)
        if point is None:
            return tuple(points)
        points.append(point)
    now = at_stake(study, goes_on)
    return tuple(points) if now is None else (*points, StakeAfter(len(study.runs), now))


def _runs_before_now(study: Study, most: int | None = None) -> range:
    last = len(study.runs)
    return range(0, last, max(1, -(-last // (most or _POINTS))))
