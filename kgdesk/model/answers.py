"""Answers about the present state of a study: functions of the study value alone, as the command line prints them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from kgdesk.errors import StaleHead, phrase
from kgdesk.model import stopping_text
from kgdesk.model.advice import Advice, advise, advise_batch, recommended
from kgdesk.model.earlier_runs import earlier_runs, next_run, start_number
from kgdesk.model.facing import situation
from kgdesk.model.findings import favoured
from kgdesk.model.finishing import in_progress
from kgdesk.model.gains import at_stake
from kgdesk.model.places import places
from kgdesk.model.stake_rule import rests_on_stake, rests_on_sweep
from kgdesk.model.stopping import Progress, Verdict
from kgdesk.model.whatif import comparison

if TYPE_CHECKING:
    from kgdesk.model.explanation import Suggestion
    from kgdesk.model.perfect_information import PerfectInformation
    from kgdesk.model.study import Study


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
    told = [advice.with_repeats(again)] if alone else [pick.suggestion for pick in picks]
    return {
        "study": study.name,
        "revision": study.revision,
        "policy": advice.policy,
        "belief": advice.belief,
        "suggestions": [_numbered(study, nth, each) for nth, each in enumerate(told)],
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


def _numbered(study: Study, nth: int, told: Suggestion) -> dict[str, Any]:
    earlier = earlier_runs(study, told.candidate)
    about = {**told.as_json(), "run": next_run(study) + nth, "earlier": earlier.as_json()}
    return _placed(study, about)


def _placed(study: Study, about: dict[str, Any]) -> dict[str, Any]:
    """Return what is said about a candidate with where it is: ``location``, the text under each heading."""
    return about | {"location": dict(places(study, about["candidate"]))}


def stopping(study: Study, advice: Advice | None = None, stake: PerfectInformation | None = None) -> Verdict:
    """Return whether the stopping rule of a study says to stop, and why; a finished study has stopped.

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
            situation(study, policy="kg"),
            len(study.pending),
            seed=(study.settings.seed, study.revision),
        )
    else:
        progress = (advise(study) if advice is None else advice).progress
    return rule.check(replace(progress, stake=stake))


def _stake_of_rule(study: Study) -> PerfectInformation | None:
    """Return what is still at stake where the study's own rule looks at it; None where nobody asks."""
    return at_stake(study) if study.is_open and rests_on_stake(study.settings.stopping) else None


def _stop(
    study: Study, advice: Advice | None = None, stake: PerfectInformation | None = None
) -> dict[str, Any]:
    verdict = stopping(study, advice, stake)
    return {"rule": stopping_text.written(study.settings.stopping), "stop": verdict.stop, "why": verdict.why}


def status(study: Study, *, stake: bool = False) -> dict[str, Any]:
    """Return what ``kgdesk status --json`` prints; the runs in progress in the order of their starts.

    Where terms are averaged, ``favoured`` says whether the outcomes speak for a bend. ``at_stake`` is null unless the
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
        **({"favoured": said} if (said := favoured(study)) else {}),
        "head": {"seq": study.head.seq, "hash": study.head.hash},
        "stop": _stop(study, stake=left),
        "at_stake": None if left is None else left.as_json(),
    }
