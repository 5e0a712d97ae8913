"""Queries of a study, pure functions of its value: suggestion, status, stopping; and of the study after each run."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from kgdesk.errors import StaleHead, phrase
from kgdesk.model.advice.advice import Advice, BestAfter, advise, advise_batch, best_after, recommended
from kgdesk.model.advice.posterior_summary import favoured_terms, policy_context
from kgdesk.model.beliefs.arrays import LEVEL
from kgdesk.model.commands.study_state import in_progress
from kgdesk.model.insight.remaining_gain import (
    GainAfter,
    StakeAfter,
    at_stake,
    gain_after,
    gain_of,
    gains_on_record,
    stake_after,
)
from kgdesk.model.insight.what_if_outcomes import comparison
from kgdesk.model.stopping import rule_syntax
from kgdesk.model.stopping.progress import Progress, Verdict
from kgdesk.model.stopping.rule_syntax import rests_on_stake, rests_on_sweep
from kgdesk.model.study.next_run import earlier_runs, next_run, places, start_number

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kgdesk.model.policies.suggestion import Suggestion
    from kgdesk.model.policies.value_of_information import PerfectInformation
    from kgdesk.model.study.study import Study


def suggestion(study: Study, *, count: int = 1, policy: str | None = None) -> dict[str, Any]:
    """Return what ``kgdesk suggest --count K --policy P --json`` prints: K suggestions, each an open run for the next.

    `policy` is another one than the study's. A single suggestion also names the next in line, ``runner_up``, and when a
    candidate is worth running several times at once, ``repeats``; else these are null. ``run`` is the number that a
    suggested run gets if the outcomes are recorded next in this order, ``earlier`` what happened with its candidate so
    far. ``stop`` is what the stopping rule of the study says; ``at_stake`` is null unless the rule looks at it.
    """
    picks: tuple[Advice, ...] = advise_batch(study, count, policy=policy)
    stake = _stake_of_rule(study)
    if stake is not None:
        picks = tuple(pick.with_stake(stake) for pick in picks)
    advice = picks[0]
    alone = count == 1
    again = advice.best_repeats() if alone else None
    other = comparison(advice) if alone else None
    suggestions = [advice.with_repeats(again)] if alone else [pick.suggestion for pick in picks]
    return {
        "study": study.name,
        "revision": study.revision,
        "policy": advice.policy,
        "belief": advice.belief,
        "suggestions": [_numbered(study, nth, each) for nth, each in enumerate(suggestions)],
        "recommended": advice.recommended.as_json(),
        "runner_up": None if other is None else other.as_json(),
        "repeats": None if again is None else again.as_json(),
        "stop": _stop(study, advice, stake),
        "at_stake": None if stake is None else stake.as_json(),
    }


def answer_for(
    study: Study,
    revision: int,
    candidate: str,
    *,
    count: int = 1,
    policy: str | None = None,
    needed: bool = True,
) -> Advice | None:
    """Work out again what `suggestion` answered at a revision, for whoever acted on that answer.

    Parameters
    ----------
    revision
        Of the answer.
    candidate
        That is run: the one of the `count` suggestions that names it is returned, else the first.
    count, policy
        As `suggestion` was asked.
    needed
        False only compares the revisions: a run that was started keeps the suggestion of its start.

    Raises
    ------
    StaleHead
        The study has another revision by now, and with it another answer.
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
    if not needed:
        return None
    picks = advise_batch(study, count, policy=policy)
    return next((pick for pick in picks if pick.suggestion.candidate == candidate), picks[0])


def _numbered(study: Study, nth: int, suggestions: Suggestion) -> dict[str, Any]:
    earlier = earlier_runs(study, suggestions.candidate)
    about = {**suggestions.as_json(), "run": next_run(study) + nth, "earlier": earlier.as_json()}
    return _placed(study, about)


def _placed(study: Study, about: dict[str, Any]) -> dict[str, Any]:
    """Return what is said about a candidate with where it is: ``location``, the text under each heading."""
    return about | {"location": dict(places(study, about["candidate"]))}


def stopping(study: Study, advice: Advice | None = None, stake: PerfectInformation | None = None) -> Verdict:
    """Evaluate the stopping rule of a study: whether to stop, and why; a finished study has stopped.

    Parameters
    ----------
    advice
        Of the present state; worked out where it is not given and the rule looks at the value of testing.
    stake
        What is still at stake in the present state; worked out where it is not given and the rule looks at it.
    """
    if study.closing is not None:
        running = f" with {still}" if (still := in_progress(study)) else ""
        return Verdict(
            stop=True, why=f"Finished by {study.closing.operator}{running}: {study.closing.reason}"
        )
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
    """Return what ``kgdesk status --json`` prints; the runs in progress in the order of their starts.

    Where terms are averaged, ``favoured_terms`` says whether the outcomes speak for a bend. ``at_stake`` is null
    unless the
    study's own rule looks at it or `stake` asks for it: 4,096 draws over a large pool take seconds.
    """
    valid = study.valid
    left = at_stake(study) if stake else _stake_of_rule(study)
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
        "state": "open" if study.is_open else "finished" if study.lock is None else "locked",
        "attributes": list(study.scaling.names),
        "belief": study.belief.as_json(),
        "recommended": recommended(study).as_json(),
        **({"favoured": said} if (said := favoured_terms(study)) else {}),
        "head": {"seq": study.head.seq, "hash": study.head.hash},
        "stop": _stop(study, stake=left),
        "at_stake": None if left is None else left.as_json(),
    }


#: At most so many points in a picture over the runs.
_POINTS = 200


def trajectory(
    study: Study,
    known: Sequence[BestAfter] = (),
    goes_on: Callable[[], bool] = lambda: True,
    *,
    level: float = LEVEL,
) -> tuple[BestAfter, ...]:
    """Return the best candidate as believed right after each run, from run 0 on; the last point is the present.

    Parameters
    ----------
    known
        An earlier answer for the same study and level: what was believed then never changes.
    goes_on
        Asked between runs; False ends the work with what there is.
    level
        The share of the probability, 0..1, that the intervals hold.
    """
    have = {point.run: point for point in known[:-1]}
    points: list[BestAfter] = []
    for run in _runs_before_now(study):
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

    The present value is that of the advice, averaged over the outcomes of the runs in progress; the earlier ones do
    not look at runs that were in progress then.

    Parameters
    ----------
    known
        An earlier answer for the same study: what was believed then never changes.
    goes_on
        Asked before a point is worked out; False ends the work with what there is.
    advice
        Of the present state; worked out where it is not given.
    """
    have = {point.run: point for point in known[:-1]}
    have |= {run: GainAfter(run, gain, asked=True) for run, gain in gains_on_record(study).items()}
    points: list[GainAfter] = []
    for run in _runs_before_now(study):
        if run not in have and not goes_on():
            return tuple(points)
        points.append(have.get(run) or gain_after(study, run))
    return (*points, gain_of(advise(study) if advice is None else advice))


def stakes(
    study: Study,
    known: Sequence[StakeAfter] = (),
    goes_on: Callable[[], bool] = lambda: True,
) -> tuple[StakeAfter, ...]:
    """Return what was still at stake after each run, from run 0 on, for the runs that `gains` has; the last is now.

    Parameters
    ----------
    known
        An earlier answer for the same study without its last point: what was believed then never changes.
    goes_on
        Asked on the way; False ends the work with what there is, from run 0 on.
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


def _runs_before_now(study: Study) -> range:
    last = len(study.runs)
    return range(0, last, max(1, -(-last // _POINTS)))
